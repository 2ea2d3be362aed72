"""The report as one HTML file that loads nothing from anywhere, and reads, filters and prints without scripts.

The template escapes every text. The page's policy allows its own script and style and nothing else, so that even text
that got around that could neither run nor call home. Order and numbers are those of the printed report.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from compliance.documents.jurisdictions import place_title
from compliance.engine.grouping import SECTIONS, Section, select_listed
from compliance.reports import ReportContext
from compliance.reports.conclusion import SECTION_LEADS, SECTION_TITLES, count_kinds, describe_comparison
from compliance.reports.drawings import Drawings
from compliance.reports.law_lists import draw_law_over_time, find_reasons, list_met
from compliance.reports.matrix import KINDS, SIDES, Matrix, matrix_of
from compliance.reports.model import DocumentReport, Point, QuotedText, Report
from compliance.reports.odds_page import html_section
from compliance.reports.paper_strips import Strip, draw_strips
from compliance.reports.templating import render_html
from compliance.reports.text import neutralize_markup, plain
from compliance.reports.wording import CONFIDENCE_LEGEND, count, format_day

_ASSETS: Final = Path(__file__).parent / "assets"
_TITLE: Final = 160


def render(report: Report, context: ReportContext) -> Iterator[str]:
    """The whole page, piece by piece."""
    yield from map(neutralize_markup, render_html("findings.html", HtmlReport(report, context).values()))


class Chapter(NamedTuple):
    """A section of a document's findings: those told here, and those told with another document."""

    name: Section
    title: str
    lead: str
    number: str
    points: Sequence[Point]
    elsewhere: Sequence[Point]
    # How many are only counted: as many of their kind are told of other documents.
    left: int


class HtmlReport:
    """What the template asks for."""

    def __init__(self, report: Report, context: ReportContext) -> None:
        self.report = report
        self.context = context
        self.drawings = Drawings(context.documents())
        shown, _ = select_listed(report.points, lambda point: point.lead, len(report.documents))
        self._shown = {point.number for point in shown}
        self._strips = draw_strips(report, shown)

    def values(self) -> dict[str, Any]:
        report = self.report
        script = _read_asset("report.js")
        odds = "".join(html_section(self.drawings.games, self.drawings.more_games))
        return {
            "report": report,
            "page": self,
            "title": report.title[:_TITLE],
            "version": self.context.version,
            "day": format_day(report.findings.as_of),
            "catalog": report.findings.catalog,
            "style": Markup(_read_asset("palette.css") + _read_asset("report.css")),
            "script": Markup(script),
            "script_digest": b64encode(sha256(script.encode()).digest()).decode(),
            "section_titles": SECTION_TITLES,
            "matrix": self._matrix(),
            "kinds": KINDS,
            "sides": SIDES,
            "odds": Markup(odds),
            "met": list_met(report),
            "reasons": find_reasons(report),
            "legend": CONFIDENCE_LEGEND,
            "count": count,
            "place_title": place_title,
            "comparison": describe_comparison(report.findings),
            "plain": plain,
        }

    def _matrix(self) -> Matrix | None:
        if self.report.is_single:
            return None
        return matrix_of(self.report, self.context.catalog())

    def chapters(self, one: DocumentReport) -> list[Chapter]:
        """The findings of a document by section."""
        found = []
        for section in SECTIONS:
            points = one.select_section(section)
            if points:
                told = [point for point in points if point.number in self._shown]
                mine = [point for point in told if point.group.paths[:1] == (one.checked.path,)]
                others = [point for point in told if point not in mine]
                number = f"{one.verdict.points[section].total:,}{count_kinds(section, one.verdict)}"
                title, lead = SECTION_TITLES[section], SECTION_LEADS[section]
                found.append(Chapter(section, title, lead, number, mine, others, len(points) - len(told)))
        return found

    def law_over_time(self, point: Point) -> Markup | None:
        """The law of a breach as a drawing, where it was not always the same."""
        drawn = draw_law_over_time(point, self.context.catalog(), self.report.findings.as_of)
        return Markup(drawn[0]) if drawn is not None else None

    def pictures(self, one: DocumentReport) -> list[Any]:
        return [
            {"kind": kind, "shown": [(picture, Markup(picture.drawing)) for picture in kind.shown]}
            for kind in self.drawings.of_path.get(one.checked.path, [])
        ]

    def strip(self, point: Point, quote: QuotedText) -> Strip | None:
        """The place that a quote is from as it is printed; None where it was not drawn."""
        return self._strips.get((point.number, quote.place))

    def title_of(self, point: Point) -> str:
        """The title of the document that a finding is told with."""
        one = self.report.of_path.get(point.lead.path)
        return one.title if one is not None else point.lead.path

    def anchor(self, point: Point) -> str:
        return f"f-{point.mark[:16]}-{point.number}"

    def section_count(self, section: Section) -> str:
        whole = self.report.judged.whole
        return f"{whole.points[section].total:,}{count_kinds(section, whole)}"


def _read_asset(name: str) -> str:
    return (_ASSETS / name).read_text("utf-8")
