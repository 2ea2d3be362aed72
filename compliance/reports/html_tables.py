"""The tables of the HTML report: documents, requirements with their law over time, pictures, what is left to people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from compliance.findings import Finding
from compliance.reports.html_findings import chart_id
from compliance.reports.html_page import TITLE, Page, part_of, show
from compliance.reports.sentences import answer, how_known, number
from compliance.reports.text import cut, in_markup, plain
from compliance.reports.timeline import drawing, timeline_of
from compliance.verdict import judge

if TYPE_CHECKING:
    from compliance.law.catalogue import LeftToPeople

Counts = dict[str, tuple[int, str]]  # how many of a kind there are, and where the first of them stands


# --- documents and requirements ---------------------------------------------------------------------------------------


def document_table(page: Page) -> Iterator[str]:
    """Every document with its verdict; a number shows what it counts."""
    found: dict[str, Counts] = {path: {} for path in page.documents}
    for part in page.parts:
        for told in page.told[part.name]:
            for path in (path for group in told.groups for path in group.paths):
                _count(found.get(path, {}), part.name, told.id)
    names = {part.name: part.title for part in page.parts}
    yield '<section id="documents">\n<div class="head"><h2>Documents</h2>'
    yield "<p>What was read, with the SHA-256 of each file, the verdict on it, and what was found.</p></div>\n"
    yield _table_head("Document", names) + "<tbody>\n"
    for verdict, document in zip(judge(page.findings).documents, page.findings.documents, strict=True):
        number = page.documents[document.path]
        title = f'<b dir="auto">{show(document.title)}</b>' if document.title else "<b>could not be read</b>"
        kind = [show(word.capitalize()) for word in (document.document, document.jurisdiction) if word]
        about = ", ".join([*kind, f"<b>{show(answer(verdict))}</b>"])
        digest = f'<span class="small"><code>{document.sha256}</code></span>' if document.sha256 else ""
        path = f'<span class="small"><code>{show(plain(document.path))}</code></span>'
        words = f'{number + 1}. {title}<span class="small">{about}</span>{path}{digest}'
        cells = _cells(names, found[document.path])
        yield f'<tr data-drawn="{number}" data-all="document={number}"><th scope="row">{words}</th>{cells}</tr>\n'
    yield "</tbody>\n</table>\n</section>\n"


_STATES: Final = {
    "error": "Not decided",
    "fail": "Not met",
    "review": "Open",
    "waived": "Waived",
    "answered": "Answered",
    "information": "No duty",
    "pass": "Met",
    "not-applicable": "Does not apply",
}


def requirement_table(page: Page) -> Iterator[str]:
    """Everything that was asked, by group, with the law behind it."""
    found: dict[str, Counts] = {requirement: {} for requirement in page.requirements}
    samples: dict[str, Finding] = {}
    for finding in page.findings.findings:
        samples.setdefault(finding.requirement, finding)
        counts = found[finding.requirement]
        _count(counts, finding.status, "" if finding.status in counts else page.anchor(finding))
    by_group: dict[str, list[str]] = {}
    for name in page.requirements:
        requirement = page.catalogue.requirements.get(name)
        by_group.setdefault((requirement and requirement.group) or "Other", []).append(name)
    present = {status for counts in found.values() for status in counts}
    states = {status: _STATES.get(status, status) for status in [*_STATES, *sorted(present)] if status in present}
    yield '<section id="requirements">\n<div class="head"><h2>Requirements</h2>'
    yield "<p>Everything that was asked, by group, with the law behind it and how that law is known.</p></div>\n"
    yield _table_head("Requirement", states)
    for group in sorted(by_group):
        head = f'<th scope="rowgroup" colspan="{1 + len(states)}">{show(group)}</th>'
        yield f'<tbody>\n<tr class="group">{head}</tr>\n'
        for name in by_group[group]:
            parts = {status: part_of(samples[name]._replace(status=status)) for status in states}
            cells = _cells(states, found[name], parts)
            words = _requirement(samples[name]) + _over_time(page, name, set(found[name]) == {"not-applicable"})
            handle = f'id="r-{show(name)}" data-all="requirement={page.requirements[name]}"'
            yield f'<tr {handle}><th scope="row">{words}</th>{cells}</tr>\n'
        yield "</tbody>\n"
    yield "</table>\n</section>\n"


def _count(counts: Counts, kind: str, anchor: str) -> None:
    number, first = counts.get(kind, (0, anchor))
    counts[kind] = (number + 1, first)


def _cells(kinds: Mapping[str, str], counts: Counts, parts: Mapping[str, str] | None = None) -> str:
    """A cell for each kind; a number shows what it counts, and leads to the first of it."""
    made = []
    for kind, name in kinds.items():
        number, first = counts.get(kind, (0, ""))
        if not number:
            made.append("<td></td>")
            continue
        wanted = f'data-show="part={(parts or {}).get(kind, kind)}"'
        made.append(f'<td data-name="{name}"><a href="#{first}" {wanted}>{number:,}</a></td>')
    return "".join(made)


def _table_head(first: str, names: Mapping[str, str]) -> str:
    heads = "".join(f'<th scope="col">{name}</th>' for name in names.values())
    return f'<table class="counts">\n<thead><tr><th scope="col">{first}</th>{heads}</tr></thead>\n'


def _over_time(page: Page, name: str, idle: bool) -> str:
    """The law of a requirement over time, where it was not always the same; not of one that applied to nothing."""
    requirement = page.catalogue.requirements.get(name)
    given = timeline_of(requirement, page.findings.as_of) if requirement is not None else None
    if given is None or len(given.stretches) < 2 or idle:
        return ""
    drawn = in_markup(drawing(given))
    return f'<details class="over-time"><summary>Its law over time</summary><div class="chart">{drawn}</div></details>'


def _requirement(finding: Finding) -> str:
    known = how_known(finding)
    law = f"{finding.citation} ({known})" if known and finding.citation else finding.citation or known
    small = [f"<code>{show(finding.requirement)}</code>", *(show(words) for words in (law, finding.note) if words)]
    asks = f'<span class="asks">{show(finding.asks)}</span>' if finding.asks else ""
    lines = "".join(f'<span class="small">{line}</span>' for line in small)
    return f"<b>{show(finding.title)}</b>{asks}{lines}"


# --- charts, and what nobody can check --------------------------------------------------------------------------------


def charts(page: Page) -> Iterator[str]:
    """The fees of schedules and the decision tables of games, as the printed report draws them."""
    drawn = page.drawings.shown
    if not drawn:
        return
    yield '<section id="charts">\n<div class="head"><h2>Pictures</h2>'
    yield "<p>The fees of each option over what they go by, and decision tables case by case.</p></div>\n"
    for path, kinds in drawn.items():
        place = page.documents[path]
        title = show(cut(page.findings.documents[place].title, TITLE))
        yield f'<section class="schedule" data-drawn="{place}">\n<h3 dir="auto">{title}</h3>\n'
        yield f"<small><code>{show(plain(path))}</code></small>\n"
        for kind in kinds:
            yield f'<small>{kind.lead}</small>\n<div class="charts {kind.key}">\n'
            for index, picture in enumerate(kind.shown):
                wide = ' class="wide"' if picture.wide else ""
                yield f'<figure id="{chart_id(place, index)}"{wide}>\n'
                yield f'<figcaption dir="auto">{show(picture.title)}</figcaption>\n'
                # A small table is not blown up to the width of the page.
                most = f' style="max-width:{picture.width * 5 // 4}px"' if picture.width else ""
                yield f'<div class="chart"{most}>{in_markup(picture.drawing)}</div>\n</figure>\n'
            left = f"<p>{show(kind.left_out)}</p>\n" if kind.left_out else ""
            yield f"</div>\n{left}"
        yield "</section>\n"
    if page.drawings.left:
        more = number(page.drawings.left, "more document is", "more documents are")
        yield f"<p>{more} not drawn here; a report on fewer documents draws them.</p>\n"
    yield "</section>\n"


def duties(page: Page) -> list[LeftToPeople]:
    places = {document.jurisdiction for document in page.findings.documents}
    return [duty for duty in page.catalogue.left_to_people if duty.jurisdiction in places]


def left_to_people(page: Page) -> Iterator[str]:
    left = duties(page)
    if not left:
        return
    yield '<section id="people">\n<div class="head"><h2>Left to people</h2>'
    yield '<p>What the law asks and no document can show: Pit Boss does not answer it.</p></div>\n<ul class="rows">\n'
    for duty in left:
        asks = f"<div>{show(duty.asks)}<small>{show(duty.cite)}</small></div>"
        yield f"<li>{asks}<div>{show(duty.reason)}</div></li>\n"
    yield "</ul>\n</section>\n"
