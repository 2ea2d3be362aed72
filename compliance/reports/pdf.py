"""The printable findings report: archivable, accessible PDF for the person who signs it and the agency that files it.

What is in it and in which order is decided here; how it looks is in `templates/findings.typ`. A run over many documents
is grouped, so that the report stays readable and can be made: answers that say the same stand together, and beyond a
number of findings only the first ones of each requirement are shown with their lines. The report says where it does so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from compliance.findings import Finding, Findings, Place
from compliance.law.words import LEVELS
from compliance.reports import Context
from compliance.reports.charts import drawable, drawn_collections, option_chart, option_words, stretches
from compliance.reports.frames import frames
from compliance.reports.odds_page import pdf_entries
from compliance.reports.sentences import how_known, number, passes_of_law, remarks, rests_on, unknown_law
from compliance.reports.text import cut, plain
from compliance.reports.typesetting import Verbatim, typeset

if TYPE_CHECKING:
    from compliance.documents.schedule import Schedule
    from compliance.law.catalogue import Catalogue

Entry = dict[str, Any]

_IN_FULL: Final = 1000  # findings with their lines; more than that are shared out over the requirements
_REST: Final = 25  # different answers listed for one requirement
_RUNS: Final = 60  # stretches of document numbers in one list
_SHORT: Final = 70  # characters of a title at the head of each page
_LONG: Final = 160  # characters of a title at the head of the report; the list of documents has it whole
_NAME: Final = 300  # characters of an option's name above its chart
_CHARTS: Final = 150
_ROOM: Final = 88  # characters in a line of code

_SECTIONS: Final = (
    ("error", "What could not be read or decided"),
    ("fail", "What failed"),
    ("review", "What needs a person’s decision"),
    ("information", "Law that is no duty now"),
)
_LEADS: Final = {
    "error": "These answers are missing. Mend the cause and check again before relying on this report.",
    "fail": "Each requirement is given with the law behind it, how that law is known, and what to change.",
    "review": "The documents do not settle these, or the law as known does not. A person decides each and notes it.",
    "information": "This law is suspended, or was enjoined later. It was asked for; no duty follows from it.",
}
_ANSWERS: Final = (
    ("pass", "What passed", "What was found"),
    ("not-applicable", "What did not apply, and why", "Why"),
)
_WORDS: Final = {"not-applicable": "not applicable"}
_OUTSIDE: Final = "Reading the documents"
_NO_GROUP: Final = "Other requirements"


def render(findings: Findings, context: Context) -> bytes:
    """The whole report."""
    return typeset("findings.typ", report(findings, context), findings.as_of, context.paper)


def report(findings: Findings, context: Context) -> Entry:
    """What the report says, for the template."""
    catalogue = context.catalogue()
    numbers = {checked.path: place for place, checked in enumerate(findings.documents, 1)}
    named = _title(findings)
    return {
        "name": Verbatim(f"Findings report: {plain(cut(named, _SHORT))}"),
        "title": cut(named, _LONG),
        "short-title": cut(named, _SHORT),
        "pitboss": context.version,
        "catalogue": findings.catalogue,
        "as-of": findings.as_of.isoformat(),
        "verdict": _verdict(findings),
        "counts": list(_counts(findings)),
        "remarks": [*passes_of_law(findings), *remarks(findings)],
        **_documents(findings, context),
        "groups": list(_groups(findings, catalogue)),
        "sections": list(_sections(findings, context, numbers, list(catalogue.requirements))),
        "answers": list(_answers(findings, numbers)),
        "odds": pdf_entries(context.documents()),
        "left-to-people": _left_to_people(findings, catalogue),
    }


def _counts(findings: Findings) -> Iterator[list[Any]]:
    for status, count in findings.summary().items():
        if count or status != "information":
            yield [_WORDS.get(status, status), count]


def _title(findings: Findings) -> str:
    if len(findings.documents) == 1:
        only = findings.documents[0]
        return only.title or only.path
    return number(len(findings.documents), "document")


def _verdict(findings: Findings) -> list[str]:
    """The answer in a few words, and what stands behind it."""
    levels = Counter(finding.level for finding in findings.findings if finding.status == "fail")
    failed, open_ = (len({f.requirement for f in findings.findings if f.status == s}) for s in ("fail", "review"))
    said = []
    if findings.counts["error"]:
        said.append(f"{number(findings.counts['error'], 'answer')} could not be had.")
    if failed:
        kinds = ", ".join(number(levels[level], level) for level in reversed(LEVELS) if levels[level])
        said.append(f"{number(failed, 'requirement')} {'fails' if failed == 1 else 'fail'}, with {kinds}.")
    if open_:
        said.append(f"{number(open_, 'requirement')} {'needs' if open_ == 1 else 'need'} a person’s decision.")
    if findings.about.first_law:
        said.append(unknown_law(findings))
    met = "Every requirement that applies is met." if findings.counts["pass"] else "No requirement applies."
    return [_in_a_word(findings, levels), " ".join(said) or met]


def _in_a_word(findings: Findings, levels: Mapping[str, int]) -> str:
    if findings.counts["error"]:
        return "Not decided"
    if levels.get("error"):
        return "Does not pass"
    if findings.about.first_law:
        return "No law of this day is known here"
    if findings.counts["review"]:
        return "Depends on a person’s decision"
    if levels.get("warning"):
        return "Passes with warnings"
    return "Passes" if findings.counts["pass"] else "Not decided"


# --- documents and their charts ---------------------------------------------------------------------------------------


def _documents(findings: Findings, context: Context) -> Entry:
    """The documents as they were read, the establishments they name, and a chart for each option of a schedule."""
    listed: list[Entry] = []
    schedules: list[tuple[int, Schedule]] = []
    houses: dict[str, None] = {}
    for place, (checked, loaded) in enumerate(zip(findings.documents, context.documents(), strict=True), 1):
        document = loaded.document
        house = document.establishment if document is not None else None
        if house:
            houses.setdefault(house)
        if document is not None and document.document == "schedule":
            schedules.append((place, document))
        listed.append(
            {
                "number": place,
                "title": checked.title or "not readable",
                "kind": ", ".join(word for word in (checked.document, checked.jurisdiction.title()) if word),
                "approval": (document.approval.id or "") if document is not None and document.approval else "",
                "path": checked.path,
                "sha256": Verbatim(checked.sha256),
            }
        )
    return {"documents": listed, "establishments": _few(list(houses)), "charts": _charts(schedules)}


def _few(words: list[str]) -> str:
    return ", ".join(words[:5]) + (f" and {number(len(words) - 5, 'other')}" if len(words) > 5 else "")


def _charts(schedules: list[tuple[int, Schedule]]) -> Entry:
    options = [(place, schedule, at) for place, schedule in schedules for at in range(drawable(schedule))]
    every = sum(len(schedule.options) for _, schedule in schedules)
    lead = "" if every == len(options) else f"{number(every - len(options), 'option is', 'options are')} not drawn."
    if len(options) > _CHARTS:
        drawn = [(place, schedule, at) for place, schedule, at in options if _odd(schedule, at)][:_CHARTS]
        lead = (
            f"{number(every, 'option')} are too many to draw here. Of those that have a gap or an overlap "
            f"{number(len(drawn), 'is', 'are')} drawn; the HTML report draws more."
        )
        options = drawn
    made: dict[int, Entry] = {}
    for place, schedule, at in options:
        entry = made.setdefault(place, {"number": place, "title": schedule.title, "options": []})
        option = schedule.options[at]
        title = f"Option {option.option}" + (f": {option.title}" if option.title else "")
        drawing, words = Verbatim(option_chart(schedule, at)), Verbatim(option_words(schedule, at))
        entry["options"].append({"title": cut(title, _NAME), "drawing": drawing, "words": words})
    return {"lead": lead, "schedules": list(made.values())}


def _odd(schedule: Schedule, at: int) -> bool:
    option = schedule.options[at]
    return any(
        stretch.kind != "fee"
        for collection in drawn_collections(option)
        for stretch in stretches(schedule, option, collection)
    )


# --- verdict by group -------------------------------------------------------------------------------------------------


def _groups(findings: Findings, catalogue: Catalogue) -> Iterator[Entry]:
    """Each group of requirements with its counts, its verdict and what in it failed or is open."""
    order = dict.fromkeys(requirement.group or _NO_GROUP for requirement in catalogue)
    grouped: dict[str, list[Finding]] = {name: [] for name in (_OUTSIDE, *order, _NO_GROUP)}
    for finding in findings.findings:
        requirement = catalogue.requirements.get(finding.requirement)
        grouped[(requirement.group or _NO_GROUP) if requirement is not None else _OUTSIDE].append(finding)
    for name, members in grouped.items():
        if members:
            counts = Counter(finding.status for finding in members)
            yield {"name": name, "verdict": _group_verdict(members), "counts": dict(counts), "open": _open(members)}


def _group_verdict(members: Sequence[Finding]) -> str:
    found = {finding.status for finding in members}
    levels = [LEVELS.index(finding.level) for finding in members if finding.status == "fail"]
    if "error" in found:
        return "Not decided"
    if levels:
        return {"error": "Fails", "warning": "Warnings", "note": "Notes"}[LEVELS[max(levels)]]
    verdicts = (("review", "Open"), ("information", "Information"), ("pass", "Passes"))
    return next((verdict for status, verdict in verdicts if status in found), "Does not apply")


def _open(members: Sequence[Finding]) -> list[Entry]:
    """What failed or is open, for links from the table of groups."""
    listed: dict[tuple[str, str], Entry] = {}
    for finding in members:
        if finding.status in _LEADS:
            key = (finding.status, finding.requirement)
            entry = {"status": finding.status, "title": finding.title, "id": Verbatim(_anchor(*key)), "count": 0}
            listed.setdefault(key, entry)["count"] += 1
    return list(listed.values())


def _anchor(status: str, requirement: str) -> str:
    """The name that links lead to. Requirements of a user's own catalogue may be called anything."""
    return f"{status}:{requirement.encode().hex()}"


# --- failures and reviews ---------------------------------------------------------------------------------------------


def _sections(
    findings: Findings, context: Context, numbers: Mapping[str, int], order: Sequence[str]
) -> Iterator[Entry]:
    """Failures and reviews by requirement: the gravest first, then in the order of the catalogue."""
    spoken = [finding for finding in findings.findings if finding.status in _LEADS]
    kinds = {(finding.status, finding.requirement) for finding in spoken}
    share = len(spoken) if len(spoken) <= _IN_FULL else max(1, _IN_FULL // len(kinds))
    rank = {requirement: place for place, requirement in enumerate(order)}
    spoken.sort(key=lambda finding: (-LEVELS.index(finding.level), rank.get(finding.requirement, -1)))
    count = 0
    for status, title in _SECTIONS:
        by_requirement = _by_requirement(finding for finding in spoken if finding.status == status)
        entries = []
        for same in by_requirement.values():
            entries.append(_requirement(same, context, numbers, share, count))
            count += min(share, len(same))
        if entries:
            lead = _LEADS[status]
            if any(entry["rest"] for entry in entries):
                shown = "the first" if share == 1 else f"the first {share}"
                lead += f" Of each requirement {shown} are shown with their lines and the others by what they say."
            yield {"status": status, "title": title, "lead": lead, "requirements": entries}


def _by_requirement(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    grouped: dict[str, list[Finding]] = {}
    for finding in findings:
        grouped.setdefault(finding.requirement, []).append(finding)
    return grouped


def _requirement(
    same: Sequence[Finding], context: Context, numbers: Mapping[str, int], share: int, count: int
) -> Entry:
    """A requirement once, with the law behind it, and under it all that was found."""
    first = same[0]
    return {
        "id": first.requirement,
        "anchor": Verbatim(_anchor(first.status, first.requirement)),
        "title": first.title,
        "level": first.level,
        "asks": first.asks,
        "law": first.citation,
        "known": how_known(first),
        "note": first.note,
        "remedy": first.remedy,
        "findings": [_in_full(f, context, numbers, count + at) for at, f in enumerate(same[:share], 1)],
        "rest": _said(same[share:], numbers),
    }


def _in_full(finding: Finding, context: Context, numbers: Mapping[str, int], count: int) -> Entry:
    place = finding.places[0] if finding.places else None
    return {
        "number": count,
        "message": finding.message,
        "basis": rests_on(finding),
        "remark": finding.remark,
        "document": numbers.get(place.path, 0) if place is not None else 0,
        "path": place.path if place is not None else "",
        "line": place.span.line if place is not None else 0,
        "route": place.route if place is not None else "",
        "source": _source(finding.places),
        "frames": [
            {
                "path": "" if place is not None and frame.path == place.path else frame.path,
                "lines": [
                    {
                        "number": line.number,
                        "pieces": [[piece.text, piece.mark] for piece in line.pieces],
                        "labels": list(dict.fromkeys(line.labels)),
                        "gap": line.gap,
                    }
                    for line in frame.lines
                ],
            }
            for frame in frames(finding, context.lines, _ROOM)
        ],
    }


def _source(places: Sequence[Place]) -> str:
    given = places[0].source if places else ()
    return "; ".join(f"{file}, lines {lines}" if file else f"lines {lines}" for file, lines in given)


# --- what passed, did not apply --------------------------------------------------------------------------------------


def _answers(findings: Findings, numbers: Mapping[str, int]) -> Iterator[Entry]:
    for status, title, column in _ANSWERS:
        by_requirement = _by_requirement(finding for finding in findings.findings if finding.status == status)
        rows = [
            {
                "id": requirement,
                "title": same[0].title,
                "law": same[0].citation,
                "known": how_known(same[0]),
                "basis": _bases(same) if status == "pass" else "",
                "said": _said(same, numbers),
            }
            for requirement, same in sorted(by_requirement.items())
        ]
        if rows:
            yield {"status": status, "title": title, "column": column, "rows": rows}


def _bases(same: Sequence[Finding]) -> str:
    """What answers rest on, each once."""
    return "; ".join(dict.fromkeys(rests_on(finding) for finding in same if finding.basis))


def _said(same: Sequence[Finding], numbers: Mapping[str, int]) -> list[Entry]:
    """What was said, each thing once, with the documents it was said of."""
    of: dict[str, list[int]] = {}
    for finding in same:
        of.setdefault(finding.message, []).append(numbers.get(finding.places[0].path, 0) if finding.places else 0)
    said = [{"of": runs(places), "message": message} for message, places in of.items()]
    if len(said) > _REST:
        left = sum(len(places) for places in list(of.values())[_REST:])
        message = f"{number(left, 'further answer')} of this kind, with other words; the JSON report has each."
        said = [*said[:_REST], {"of": "", "message": message}]
    return said


def runs(places: Iterable[int]) -> str:
    """Document numbers as people list them: `1-3, 7`."""
    stretches: list[list[int]] = []
    for place in sorted({place for place in places if place}):
        if stretches and place == stretches[-1][1] + 1:
            stretches[-1][1] = place
        else:
            stretches.append([place, place])
    shown = [f"{low}" if low == high else f"{low}-{high}" for low, high in stretches[:_RUNS]]
    if len(stretches) > _RUNS:
        shown.append(f"and {sum(high - low + 1 for low, high in stretches[_RUNS:])} more")
    return ", ".join(shown)


def _left_to_people(findings: Findings, catalogue: Catalogue) -> list[Entry]:
    """What the law asks that no document can show, where these documents hold."""
    here = {checked.jurisdiction for checked in findings.documents}
    return [
        {"asks": entry.asks, "law": entry.cite, "reason": entry.reason}
        for entry in catalogue.left_to_people
        if entry.jurisdiction in here
    ]
