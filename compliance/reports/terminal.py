"""The report on a screen. Conclusion first; then what stands in the way, by section; then what was not tested.

For a set the documents follow the conclusion, the worst first. `--full` shows every finding with its lines, its law and
the words of both; `--show` a section.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from compliance.documents.jurisdictions import place_title
from compliance.engine.grouping import Section, select_listed
from compliance.engine.verdict import FinalVerdict, PointCount
from compliance.reports import ReportContext
from compliance.reports.conclusion import (
    SECTION_TITLES,
    Conclusion,
    count_kinds,
    describe_alone,
    describe_comparison,
    describe_documents,
    describe_waivers,
)
from compliance.reports.finding_text import Screen, describe_in_full
from compliance.reports.layout import Block, Head, Raw, TextTable, WrappedText, draw_lines
from compliance.reports.model import DocumentReport, Point, Report
from compliance.reports.text import flowing, inert, plain, shorten_to
from compliance.reports.wording import CONFIDENCE, count

_STYLES: Final = {"error": "bold red", "warning": "yellow", "note": "cyan", "question": "yellow"}
_LABEL: Final = 9
_NARROW: Final = 40
_FEW_LINES: Final = 4
_ROWS: Final = 100
_BRIEF_DETAIL: Final = 300
_BRIEF_QUOTE: Final = 160
# By what is asked for with --show, the sections that are shown.
PARTS: Final[Mapping[str, tuple[Section, ...]]] = {
    "law": ("breaches", "practice"),
    "missing": ("missing",),
    "practice": ("practice",),
    "drafting": ("drafting",),
    "suspended": ("suspended",),
}
_OF_ONE: Final[tuple[Section, ...]] = ("unread", "breaches", "missing", "practice", "drafting", "decided")
_OF_SET: Final[tuple[Section, ...]] = ("unread", "breaches", "decided")
_MORE: Final = "More: --show law|missing|practice|drafting|met|all, --full, pitboss explain ID"
LEGEND: Final = "x breaks the law   ? answers missing   ! other points   + ready   - not tested"


def render(report: Report, context: ReportContext) -> Iterator[str]:
    """The whole report, line by line."""
    width = max(context.width, _NARROW)
    blocks = TerminalReport(report, context, width).blocks()
    if context.terminal:
        from compliance.reports.rich_layout import painted

        lines = painted(blocks, width, context.colour, context.folder)
    else:
        lines = draw_lines(blocks, width)
    for line in lines:
        yield inert(line.rstrip()) + "\n"


class TerminalReport:
    """The report as blocks of text."""

    def __init__(self, report: Report, context: ReportContext, width: int) -> None:
        self.report = report
        self.context = context
        self.width = width
        self.screen = Screen(width, context.colour)
        self.shown = set(context.show) | ({"all"} if context.show_all else set())

    def blocks(self) -> Iterator[Block]:
        yield from self._head()
        yield from describe_law_days(self.report)
        if not self.report.is_single and self.report.documents:
            yield WrappedText("")
            yield _make_table(self.report, self.width)
            yield WrappedText(LEGEND, style="dim")
        for section, points in self.report.sections.items():
            if section in self._sections():
                yield from self._section(section, points)
        yield from self._answers()
        yield from self._end()

    def _sections(self) -> Sequence[Section]:
        """The sections that are shown."""
        if "all" in self.shown:
            return tuple(SECTION_TITLES)
        if self.shown:
            return ("unread", *(section for part in sorted(self.shown) for section in PARTS.get(part, ())))
        return _OF_ONE if self.report.is_single or self.context.full else _OF_SET

    def _head(self) -> Iterator[Block]:
        conclusion = self.report.conclusion
        style = _style_of(conclusion)
        if not self.report.is_single:
            yield WrappedText(describe_documents(self.report.findings), style="bold")
            yield WrappedText(flowing(conclusion.sentence), style=style)
            return
        one = self.report.documents[0]
        path = plain(one.checked.path)
        title = f"{shorten_to(flowing(one.checked.title), 200)}: " if one.checked.title else ""
        answer = f"{title}{conclusion.answer[0].lower()}{conclusion.answer[1:]}"
        yield WrappedText(answer, style=style, right=path, link=one.checked.path)
        yield WrappedText(flowing(conclusion.counts or conclusion.law_summary))
        yield WrappedText(flowing(describe_document(one)), style="dim")

    def _section(self, section: Section, points: Sequence[Point]) -> Iterator[Block]:
        style = "bold red" if section in ("unread", "breaches") else "bold yellow" if section == "missing" else "bold"
        whole = self.report.judged.whole
        number = f"{whole.points[section].total:,}{count_kinds(section, whole)}"
        yield from (WrappedText(""), Head(SECTION_TITLES[section], number, style))
        shown, left = select_listed(points, lambda point: point.lead, len(self.report.documents))
        brief = section == "drafting" and not self.shown and not self.context.full
        listed = not self.report.is_single and not self.shown
        yield from self._brief([point for point in shown if not point.is_question] if brief else [])
        for point in shown:
            if self.context.full:
                yield Raw([*describe_in_full(point, self.context.lines, self.screen), ""])
            elif point.is_question:
                yield from self._question(point)
            elif listed and section == "breaches":
                yield from self._list_breach(point)
            elif not brief:
                yield from self._entry(point)
        for rest in left:
            more = sum(point.group.stands_for for point in rest)
            yield WrappedText(f"and {more:,} more: {flowing(rest[0].headline)}", 2, 2, style="dim")

    def _question(self, point: Point) -> Iterator[Block]:
        right = self._position(point) if not self.report.is_single or self.shown else _short_citation(point.citation)
        needed = f" [{point.waiting_count} requirements]" if point.waiting_count > 1 else ""
        yield WrappedText(flowing(point.headline) + needed, 2, 4, label="[ ]", label_style="yellow", right=right)
        if self.shown:
            yield from self._details(point, 6)

    def _brief(self, points: Sequence[Point]) -> Iterator[Block]:
        """Findings in a line each; those of one headline in one, with their number."""
        alike: dict[tuple[str, str], list[Point]] = {}
        for point in points:
            alike.setdefault((point.grade, point.headline), []).append(point)
        for (grade, headline), same in alike.items():
            times = f" ({len(same)})" if len(same) > 1 else ""
            where, style = self._position(*same), _STYLES.get(grade, "")
            yield WrappedText(flowing(headline) + times, 2, _LABEL, "", grade, style, where, same[0].lead.path)

    def _list_breach(self, point: Point) -> Iterator[Block]:
        """A breach in a set: the fault with its law, and where it is."""
        style, law = _STYLES.get(point.grade, ""), _short_citation(point.citation)
        yield WrappedText(flowing(point.headline), 2, _LABEL, "bold", point.grade, style, law)
        yield WrappedText(self._position(point), 2 + _LABEL, style="dim", link=point.lead.path)

    def _entry(self, point: Point) -> Iterator[Block]:
        style = _STYLES.get(point.grade, "")
        yield WrappedText(
            flowing(point.headline), 2, _LABEL, "bold", point.grade, style, self._position(point), point.lead.path
        )
        yield from self._details(point, 2 + _LABEL)

    def _details(self, point: Point, indent: int) -> Iterator[Block]:
        lead = point.lead
        if point.detail:
            yield WrappedText(flowing(shorten_to(point.detail, _BRIEF_DETAIL)), indent)
        for quote in point.paper:
            yield WrappedText(f"“{flowing(quote.words)}” ({plain(quote.description)})", indent, 7, label="paper")
        for law in point.laws[:_FEW_LINES]:
            known = f" ({law.known})" if law.known else ""
            if law.citation:
                yield WrappedText(flowing(law.citation) + known, indent, 5, label="law")
            if law.words:
                yield WrappedText(f"“{flowing(shorten_to(law.words, _BRIEF_QUOTE))}”", indent + 5)
        if point.proposal:
            key = f" Key: {plain(lead.key)}." if lead.key else ""
            yield WrappedText(flowing(point.proposal) + key, indent, 5, label="fix")
        if point.clause:
            yield WrappedText(f"“{flowing(point.clause)}”", indent + 5)
        if lead.decision:
            yield WrappedText(flowing(lead.decision), indent, style="dim")
        yield from (WrappedText(place, indent, style="dim") for place in self._list_other_places(point))
        yield WrappedText(" ".join(map(plain, point.group.requirements)), indent, style="dim")

    def _list_other_places(self, point: Point) -> Iterator[str]:
        """The other files that a finding has places in."""
        first = point.lead.path
        places = {place.path: place.span.line for place in reversed(point.lead.places) if place.path != first}
        yield from (f"{plain(path)}:{line}" for path, line in list(places.items())[:_FEW_LINES])
        if len(places) > _FEW_LINES:
            yield f"and {len(places) - _FEW_LINES:,} more documents"

    def _position(self, *points: Point) -> str:
        if not points[0].lead.places:
            return ""
        if self.report.is_single:
            return _describe_lines(points)
        return _keep_end(f"{plain(points[0].lead.path)}:{points[0].line}", self.width - 2 - _LABEL)

    def _answers(self) -> Iterator[Block]:
        """What was met, and what does not apply, where it is asked for."""
        statuses = {"pass": "Met"} if self.shown & {"met", "all"} else {}
        if "all" in self.shown:
            statuses["not-applicable"] = "Does not apply"
        for status, title in statuses.items():
            found = [finding for finding in self.report.findings.findings if finding.status == status]
            if not found:
                continue
            yield from (WrappedText(""), Head(title, f"{len(found):,}"))
            shown, left = select_listed(found, lambda finding: finding, len(self.report.documents))
            for finding in shown:
                confidence = f" ({CONFIDENCE[finding.basis]})" if status == "pass" and finding.basis else ""
                place = f"{plain(finding.path)}:{finding.places[0].span.line}" if finding.places else ""
                yield WrappedText(
                    flowing(finding.title) + confidence, 2, 2, right="" if self.report.is_single else place
                )
                yield WrappedText(flowing(finding.message), 4)
                yield WrappedText(plain(finding.requirement), 4, style="dim")
            for rest in left:
                yield WrappedText(f"and {len(rest):,} more: {flowing(rest[0].title)}", 2, 2, style="dim")

    def _end(self) -> Iterator[Block]:
        yield WrappedText("")
        yield from (WrappedText(flowing(words), style="dim") for words in describe_scope(self.report))
        yield WrappedText(_MORE, style="dim")
        conclusion = self.report.conclusion
        yield WrappedText(short_conclusion(conclusion), style=_style_of(conclusion))


def describe_document(one: DocumentReport) -> str:
    """What a document is: kind, place, house, approval and version, and which of them it does not state."""
    checked, facts = one.checked, one.facts
    if not checked.document:
        return "It could not be read."
    stated = {"approval": facts.approval, "version": facts.version, "establishment": facts.establishment}
    known = [f"{name} {value}" if name != "establishment" else value for name, value in stated.items() if value]
    missing = [name for name, value in stated.items() if not value]
    said = ", ".join([f"{one.kind}, {place_title(checked.jurisdiction)}", *known])
    return f"{said}. Not stated: {', '.join(missing)}." if missing else f"{said}."


def describe_law_days(report: Report) -> Iterator[Block]:
    """The day of the law, until when it was looked up, and how to ask as of that day."""
    for day in report.law_days:
        yield WrappedText(day.sentence, style="yellow" if day.is_stale else "dim")
        if day.command:
            yield WrappedText(f"For the law as of that day: {day.command}", 2, style="dim")
    yield from (WrappedText(remark, style="yellow") for remark in report.scope.remarks)


def describe_scope(report: Report) -> Iterator[str]:
    """What was not tested, in a sentence; and which answers other documents may give."""
    scope = report.scope
    parts = [f"{count(scope.duty_count, 'duty', 'duties')} that no document can show"] * bool(scope.duty_count)
    parts += [f"{count(scope.free_text, 'passage')} of free text"] * bool(scope.free_text)
    if parts:
        yield f"Not tested: {'; '.join(parts)}."
    yield from describe_comparison(report.findings)
    if alone := describe_alone(report.findings):
        yield alone


def short_conclusion(conclusion: Conclusion) -> str:
    """The last line: the answer, what stands most in the way, and what is waived."""
    waived = describe_waivers(conclusion.verdict) if conclusion.verdict.waived else ""
    parts = [words for words in (conclusion.obstacles, waived) if words]
    return flowing(f"{conclusion.answer}: {', '.join(parts) or conclusion.law_summary}.")


def _style_of(conclusion: Conclusion) -> str:
    return {"ready": "bold green", "open": "bold yellow", "": ""}.get(conclusion.verdict.answer, "bold red")


def _keep_end(place: str, room: int) -> str:
    """A path with its line; one that is too long for the screen loses its first folders."""
    return place if len(place) <= room else f"…{place[1 - room :]}"


def _describe_lines(points: Sequence[Point]) -> str:
    """The lines of findings in their own document."""
    path = points[0].lead.path
    places = (place for one in points for place in one.lead.places[: None if one.group.others else 1])
    lines = list(dict.fromkeys(place.span.line for place in places if place.path == path))
    more = f" and {len(lines) - _FEW_LINES} more" if len(lines) > _FEW_LINES else ""
    return f"{'line' if len(lines) == 1 else 'lines'} {', '.join(map(str, lines[:_FEW_LINES]))}{more}"


def _short_citation(citation: str) -> str:
    """The first sections of a citation: the rest is with --show."""
    first = citation.split(";")[0].split(", ")[0]
    return plain(first if len(first) <= 30 else shorten_to(first, 30))


# --- a set ------------------------------------------------------------------------------------------------------------


def _make_table(report: Report, width: int) -> Block:
    """A row a document, those with most in their way first. A narrow screen has the gravest columns."""
    wide, narrow = width >= _WIDE_TABLE, width < _NARROW_TABLE
    shown = [at for at in range(len(_COLUMNS)) if not narrow or _COLUMNS[at] in _GRAVE]
    columns = ["", "document", *(_COLUMNS[at] for at in shown), *(["worst point"] if wide else [])]
    documents = report.ranked_documents
    names = _names_of(documents)

    def cells_of(verdict: FinalVerdict) -> list[str]:
        cells = _cells_of(verdict)
        return [cells[at] for at in shown]

    rows: list[tuple[Sequence[str], str]] = []
    for one in documents[:_ROWS]:
        worst = [flowing(one.gravest)] if wide else []
        row = [_mark_of(one.verdict), names[one.checked.path], *cells_of(one.verdict), *worst]
        rows.append((row, _row_style(one.verdict)))
    if len(documents) > _ROWS:
        rows.append((["", f"and {len(documents) - _ROWS:,} more", *("" for _ in columns[2:])], "dim"))
    total = ("", "all", *cells_of(report.judged.whole), *([""] if wide else []))
    groups = (("law", 2), ("drafting", 2 + len(shown) - (1 if narrow else 2)))
    return TextTable(groups, columns, rows, total, 2, wide)


_COLUMNS: Final = ("breaches", "missing", "practice", "serious", "minor")
_GRAVE: Final = ("breaches", "missing", "serious")
_WIDE_TABLE: Final = 100
_NARROW_TABLE: Final = 72


def _names_of(documents: Sequence[DocumentReport]) -> dict[str, str]:
    """Each document by its title, or with its file where two have the same."""
    titles = [one.title for one in documents]
    return {
        one.checked.path: flowing(one.title if titles.count(one.title) == 1 else f"{one.title} ({one.short_name})")
        for one in documents
    }


def _cells_of(verdict: FinalVerdict) -> tuple[str, ...]:
    points = verdict.points
    drafting: PointCount = points["drafting"]
    counts = (
        points["breaches"].total,
        points["missing"].total,
        points["practice"].total,
        drafting.errors,
        drafting.total - drafting.errors,
    )
    return tuple(f"{number:,}" if number else "-" for number in counts)


def _mark_of(verdict: FinalVerdict) -> str:
    if verdict.undecided:
        return "-"
    if verdict.points["breaches"].total:
        return "x"
    if verdict.answer == "ready":
        return "+"
    return "?" if verdict.points["missing"].total else "!" if verdict.answer else ""


def _row_style(verdict: FinalVerdict) -> str:
    return {"x": "red", "-": "bold red", "?": "yellow", "+": "green"}.get(_mark_of(verdict), "")
