"""The printable findings report: archivable, accessible PDF for the person who signs it and the agency that files it.

Page 1 is the verdict and the signatures. A set follows with its matrix; then each document has its law, its silences
with room to write, its good order and its pictures; then what is left to people, and an annex as long as was asked for.
What is in it and in which order is decided here; how it looks is in `templates/findings.typ`. What a page shows is
bounded, so that a run over many documents stays readable and can be made. The report says where it leaves out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import accumulate, chain, groupby, islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from compliance.findings import Checked, Finding, Findings
from compliance.grouping import Group, grouped
from compliance.law.words import AUTHORITY_WORDS, SEEN_WORDS
from compliance.reports import Context
from compliance.reports.front import found_words, verdict_sentence
from compliance.reports.matrix import KINDS, SIDES, matrix_of
from compliance.reports.odds_page import pdf_entries
from compliance.reports.pdf_annex import annex_of
from compliance.reports.pdf_telling import Teller, anchor_of, kind_of, part_of, parts_of
from compliance.reports.pictures import pdf_pictures
from compliance.reports.sentences import answer, number, remarks, verdict_lines
from compliance.reports.shelf import Shelf
from compliance.reports.text import cut, plain
from compliance.reports.typesetting import Verbatim, typeset
from compliance.verdict import Judgement, Side, judge

if TYPE_CHECKING:
    from compliance.documents.reading import Loaded
    from compliance.law.catalogue import Catalogue

Entry = dict[str, Any]

_IN_FULL: Final = 1000  # findings with their lines; more than that are shared out over documents and requirements
_DOCUMENTS: Final = 60  # documents with pages of their own
_DOCUMENTS_OF_MANY: Final = 20  # and of more than that: pages take far more memory than findings
_ENTRIES: Final = 500  # requirements that stand on the pages of all documents, beyond the first 20
_WORDS: Final = 300_000  # characters on the pages of all documents, beyond the first
_OF_A_DRAWING: Final = 16  # characters of a drawing take no more room than one that is set
_SMALL: Final = 500_000  # characters of a report that is typeset by the process that holds the answers
_MATRIX: Final = 60  # rows of the matrix
_LISTED: Final = 200  # documents in the list: pages take far more memory than findings
_NAMED: Final = 40_000  # characters of the titles in it, and of the numbers of approvals, shared out
_SHORT: Final = 70  # characters of a title at the head of each page
_LONG: Final = 160  # characters of a title at the head of the report; the list of documents has it whole
_FRONT: Final = 12  # rows of each table on page 1
_FRONT_OF_SET: Final = 9
_NAMES: Final = 5  # documents or establishments that are named in a row
_SAID: Final = 190  # characters of a message there; further on it is whole


def render(findings: Findings, context: Context) -> bytes:
    """The whole report."""
    # The answers on a set and its pages together would be too much for one process.
    most = 0 if len(findings.documents) > _DOCUMENTS_OF_MANY else _SMALL
    return typeset("findings.typ", report(findings, context), findings.as_of, context.paper, most)


def report(findings: Findings, context: Context) -> Entry:
    """What the report says, for the template."""
    catalogue = context.catalogue()
    judged, groups = judge(findings), grouped(findings.findings)
    numbers = _numbers(findings)
    by_path = _by_path(groups)
    worst = _worst(judged, numbers, by_path)
    of = {findings.documents[place - 1].path: findings.documents[place - 1] for place in worst}
    own: dict[str, Own] = {}

    def look(one: Loaded) -> None:
        if one.path in of:
            own[one.path] = Own(_about(of[one.path], one), pdf_pictures(one, len(numbers) == 1))

    shelf = Shelf(context.documents(), look)
    documents = _within_room(_documents(findings, judged, by_path, context, own, worst))
    told = [entry["number"] for entry in documents]
    named = _title(findings)
    return {
        "name": Verbatim(f"Findings report: {plain(cut(named, _SHORT))}"),
        "title": cut(named, _LONG),
        "short-title": cut(named, _SHORT),
        "pitboss": context.version,
        "catalogue": findings.catalogue,
        "as-of": findings.as_of.isoformat(),
        "front": _front(findings, judged, groups, own, list(shelf.houses)),
        "matrix": _matrix(findings, catalogue, groups, numbers) if len(findings.documents) > 1 else None,
        "list": _listed(findings, judged, shelf.approvals, told),
        "unlisted": max(0, len(findings.documents) - _LISTED),
        "documents": [*documents, *_of_the_set(findings, by_path, context)],
        "odds": pdf_entries(shelf.games, shelf.more_games),
        "left-to-people": _left_to_people(findings, catalogue),
        "annex": annex_of(findings, numbers, context.annex),
    }


def _numbers(findings: Findings) -> dict[str, int]:
    """The numbers by which documents are named."""
    return {checked.path: place for place, checked in enumerate(findings.documents, 1)}


def _title(findings: Findings) -> str:
    if len(findings.documents) == 1:
        only = findings.documents[0]
        return only.title or only.path
    return number(len(findings.documents), "document")


def _by_path(groups: Sequence[Group]) -> dict[str, list[Group]]:
    """The defects of each document."""
    by_path: dict[str, list[Group]] = {}
    for group in groups:
        for path in group.paths:
            by_path.setdefault(path, []).append(group)
    return by_path


def _worst(judged: Judgement, numbers: Mapping[str, int], by_path: Mapping[str, Sequence[Group]]) -> list[int]:
    """The numbers of the documents that have pages of their own where there is room: all, or those with the most in
    their way. Those come first."""
    worst = [verdict.path for verdict in judged.worst_first if verdict.path in numbers]
    entries = list(accumulate(len(set(map(kind_of, by_path.get(path, ())))) for path in worst[:_DOCUMENTS]))
    most = bisect_right(entries, _ENTRIES) if len(worst) <= _DOCUMENTS else 0
    return [numbers[path] for path in worst[: max(most, _DOCUMENTS_OF_MANY)]]


# --- page 1 -----------------------------------------------------------------------------------------------------------


def _front(
    findings: Findings,
    judged: Judgement,
    groups: Sequence[Group],
    own: Mapping[str, Own],
    houses: Sequence[str],
) -> Entry:
    """The verdict, what stands in the way, and what the documents are silent on."""
    failed = [group for group in groups if part_of(group.lead) in ("error", "law")]
    several = len(findings.documents) > 1
    # A set has too many to decide on one page: each stands with its document.
    silent = [group for group in groups if part_of(group.lead) == "open" and not several]
    order = [group for group in groups if part_of(group.lead) == "order"]
    most = _FRONT_OF_SET if several else _FRONT
    only = findings.documents[0] if len(findings.documents) == 1 else None
    rest = [line for line in verdict_lines(findings)[1:] if not line.startswith("Left to people")]
    return {
        "about": own[only.path].about if only is not None else _houses(houses),
        "verdict": [answer(judged.whole), verdict_sentence(judged.whole, len(findings.documents))],
        "bars": [_bar("Law", judged.whole.law), _bar("Good order", judged.whole.order)],
        "people": judged.whole.left_to_people,
        "in-the-way": [_in_short(group, findings) for group in failed[:most]],
        "more-in-the-way": max(0, len(failed) - most),
        "silent": [_in_short(group, findings) for group in silent[:_FRONT]],
        "more-silent": max(0, len(silent) - _FRONT),
        "order": _order_words(judged.whole.order),
        "order-anchor": Verbatim(anchor_of(order[0])) if order else "",
        "order-first": cut(order[0].lead.words, _SAID) if order else "",
        "remarks": [*rest, *remarks(findings)],
        "digest": Verbatim(only.sha256) if only is not None else "",
        "digest-of-list": Verbatim(_digest_of_list(findings.documents)) if len(findings.documents) > _LISTED else "",
    }


def _digest_of_list(documents: Sequence[Checked]) -> str:
    """What stands for the digests of more files than are listed: the digest of their list, as `sha256sum` writes it."""
    digest = sha256()
    for checked in documents:
        digest.update(f"{checked.sha256}  {checked.path}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _order_words(side: Side) -> str:
    return ", ".join(filter(None, (found_words(side), f"{side.reviews:,} for a person" if side.reviews else "")))


def _bar(name: str, side: Side) -> Entry:
    return {
        "name": name,
        "parts": [side.met, side.open, side.not_met],
        "words": [f"{side.met:,} met", f"{side.open:,} open", f"{side.not_met:,} not met"],
        "rest": f"{side.not_applicable:,} {'does' if side.not_applicable == 1 else 'do'} not apply",
    }


def _about(checked: Checked, loaded: Loaded) -> str:
    """What a document is, where it holds, and what it does not say of itself."""
    document = loaded.document
    kind = ", ".join(word for word in (checked.document.capitalize(), checked.jurisdiction.title()) if word)
    if document is None:
        return f"{kind}. It could not be read." if kind else "It could not be read."
    facts = {
        "establishment": document.establishment,
        "version": document.version,
        "date": str(document.dated) if document.dated is not None else None,
        "approval": document.approval.id if document.approval is not None else None,
    }
    known = [f"{name} {cut(fact, _LONG)}" for name, fact in facts.items() if fact]
    missing = [name for name, fact in facts.items() if not fact]
    said = ", ".join([kind, *known]) + "."
    if missing:
        listed = f"{', '.join(missing[:-1])} and {missing[-1]} are" if len(missing) > 1 else f"{missing[0]} is"
        said += f" {listed[0].upper()}{listed[1:]} not stated in the document."
    return said


def _houses(houses: Sequence[str]) -> str:
    return _first([cut(house, _LONG) for house in houses])


def _first(names: Sequence[str]) -> str:
    """The first names of a list, and how many others there are."""
    others = len(names) - _NAMES
    return ", ".join(names[:_NAMES]) + (f" and {number(others, 'other')}" if others > 0 else "")


def _in_short(group: Group, findings: Findings) -> Entry:
    lead = group.lead
    titles = {checked.path: checked.title or checked.path for checked in findings.documents}
    several = len(findings.documents) > 1
    return {
        "level": lead.level if lead.status == "fail" else lead.status,
        "title": cut(lead.title, _SAID),
        "message": cut(lead.words, _SAID),
        "law": cut(lead.citation, _SAID),
        "known": _known_in_short(lead),
        "document": _first([cut(titles.get(path, path), 60) for path in group.paths]) if several else "",
        "anchor": Verbatim(anchor_of(group)),
        "count": len(group.requirements),
    }


def _known_in_short(finding: Finding) -> str:
    """How the law is known, in the fewest words that do not say too much."""
    if finding.authority in ("statute", "regulation"):
        return SEEN_WORDS.get(finding.seen, finding.seen)
    return AUTHORITY_WORDS.get(finding.authority, finding.authority)


# --- the set ----------------------------------------------------------------------------------------------------------


def _matrix(findings: Findings, catalogue: Catalogue, groups: Sequence[Group], numbers: Mapping[str, int]) -> Entry:
    matrix = matrix_of(findings, catalogue, groups)
    sides = [(side, list(columns)) for side, columns in groupby(matrix.columns, key=lambda column: column.side)]
    return {
        "sides": [{"title": SIDES[side], "count": len(columns)} for side, columns in sides],
        "columns": [cut(column.name, 34) for column in matrix.columns],
        "rows": [
            {
                "number": numbers[row.path],
                "title": cut(row.title or row.path, 36),
                "cells": [[cell.kind, cell.number] for cell in row.cells],
            }
            for row in matrix.rows[:_MATRIX]
        ],
        "left": max(0, len(matrix.rows) - _MATRIX),
        "words": [[kind, words] for kind, words in KINDS.items()],
    }


def _listed(findings: Findings, judged: Judgement, approvals: Mapping[str, str], told: Sequence[int]) -> list[Entry]:
    """Every document with its verdict and the digest of what was read; of very many those of the matrix, those with
    pages, and those with the most in their way."""
    numbers = _numbers(findings)
    worst = (numbers[verdict.path] for verdict in judged.worst_first if verdict.path in numbers)
    wanted = set(islice(dict.fromkeys(chain(range(1, _MATRIX + 1), told, worst)), _LISTED))
    room = _NAMED // max(1, min(len(wanted), len(findings.documents)))
    listed = []
    for place, (checked, verdict) in enumerate(zip(findings.documents, judged.documents, strict=True), 1):
        if place not in wanted:
            continue
        listed.append(
            {
                "number": place,
                "title": cut(checked.title, room) or "not readable",
                "kind": ", ".join(word for word in (checked.document, checked.jurisdiction.title()) if word),
                "approval": cut(approvals.get(checked.path, ""), room),
                "path": checked.path,
                "sha256": Verbatim(checked.sha256),
                "verdict": answer(verdict),
                "law": [verdict.law.not_met, verdict.law.open, verdict.law.met],
                "order": [verdict.order.not_met, verdict.order.open, verdict.order.met],
                "pages": place in told,
            }
        )
    return listed


# --- the pages of a document ------------------------------------------------------------------------------------------


class Own(NamedTuple):
    """What the pages of a document need of the document itself, which is let go again."""

    about: str
    pictures: list[Entry]


def _documents(
    findings: Findings,
    judged: Judgement,
    by_path: Mapping[str, Sequence[Group]],
    context: Context,
    own: Mapping[str, Own],
    numbers: Sequence[int],
) -> Iterator[Entry]:
    """Each document with its own head, what was found against it, and its pictures."""
    share, every = _share(by_path), _numbers(findings)
    for place in numbers:
        checked, verdict = findings.documents[place - 1], judged.documents[place - 1]
        groups = by_path.get(checked.path, [])
        teller = Teller(context, findings.as_of, every, share, checked.path, groups)
        yield {
            "number": place,
            "title": cut(checked.title or checked.path, _LONG),
            "about": own[checked.path].about,
            "path": checked.path,
            "sha256": Verbatim(checked.sha256),
            "verdict": [answer(verdict), verdict_sentence(verdict, 1)],
            "bars": [_bar("Law", verdict.law), _bar("Good order", verdict.order)],
            "parts": list(parts_of(groups, teller)),
            "source": ", ".join(teller.files),
            "pictures": own[checked.path].pictures,
        }


def _of_the_set(findings: Findings, by_path: Mapping[str, Sequence[Group]], context: Context) -> Iterator[Entry]:
    """What belongs to no document, as a check on the whole set that broke."""
    if by_path.get(""):
        teller = Teller(context, findings.as_of, _numbers(findings), _share(by_path), "", ())
        parts = list(parts_of(by_path[""], teller))
        yield {"number": 0, "title": "The set as a whole", "parts": parts, "pictures": []}


def _share(by_path: Mapping[str, Sequence[Group]]) -> int:
    """How many findings of one requirement, on one document, are told with their lines."""
    count = len({id(group) for own in by_path.values() for group in own})
    kinds = {(path, *kind_of(group)) for path, own in by_path.items() for group in own}
    return count if count <= _IN_FULL else max(1, _IN_FULL // max(1, len(kinds)))


def _within_room(entries: Iterable[Entry]) -> list[Entry]:
    """The pages that there is room for, of those that are most wanted first, in the order of their documents."""
    told: list[Entry] = []
    room = _WORDS
    for entry in entries:
        room -= _words(entry["parts"]) + _words(entry["pictures"])
        if told and room < 0:
            break
        told.append(entry)
    return sorted(told, key=itemgetter("number"))


def _words(data: object) -> int:
    """How much room something takes on a page."""
    if isinstance(data, str):
        return len(data) // (_OF_A_DRAWING if isinstance(data, Verbatim) else 1)
    if isinstance(data, dict):
        return sum(map(_words, data.values()))
    return sum(map(_words, data)) if isinstance(data, list) else 0


# --- what no document shows -------------------------------------------------------------------------------------------


def _left_to_people(findings: Findings, catalogue: Catalogue) -> list[Entry]:
    """What the law asks that no document can show, where these documents hold."""
    here = {checked.jurisdiction for checked in findings.documents}
    return [
        {"asks": entry.asks, "law": entry.cite, "reason": entry.reason}
        for entry in catalogue.left_to_people
        if entry.jurisdiction in here
    ]
