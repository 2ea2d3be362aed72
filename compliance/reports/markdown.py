"""The report as Markdown for a comment on a pull request: short, and within the size that GitHub takes.

The comment begins with a mark by which a bot finds it again. The template escapes every text out of documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from compliance.engine.findings import Finding
from compliance.engine.grouping import Section
from compliance.reports import ReportContext
from compliance.reports.conclusion import SECTION_TITLES, count_kinds, describe_documents, describe_run
from compliance.reports.identity import posix
from compliance.reports.markdown_text import code_cell, code_span, escape_paragraph
from compliance.reports.model import Point, Report
from compliance.reports.templating import Verbatim, render_markdown
from compliance.reports.text import inert, shorten_to

MARK: Final = "<!-- pitboss.findings -->"
# GitHub refuses a comment of 65,536 characters; some are kept for saying that it was cut.
_LARGEST: Final = 65_000
_IN_FULL: Final = 15
_ROWS: Final = 50
_DETAILED: Final = ("unread", "breaches", "practice")


def render(report: Report, context: ReportContext) -> Iterator[str]:
    """The whole comment."""
    room = _LARGEST
    for made in _lines_of(render_markdown("findings.md", MarkdownReport(report, context).values())):
        piece = inert(made)
        room -= len(piece.encode())
        if room < 0:
            yield (
                "\n**This comment is cut to what fits.** All answers are in the report that "
                "`--report html=FILE` or `--report pdf=FILE` writes.\n"
            )
            return
        yield piece


def _lines_of(pieces: Iterator[str]) -> Iterator[str]:
    """Pieces of text as whole lines."""
    left = ""
    for piece in pieces:
        *lines, left = (left + piece).split("\n")
        yield from (f"{line}\n" for line in lines)
    if left:
        yield left


class MarkdownReport:
    """What the template asks for."""

    def __init__(self, report: Report, context: ReportContext) -> None:
        self.report = report
        self.context = context

    def values(self) -> dict[str, Any]:
        _, *rest = describe_run(self.report.findings)
        return {
            "report": self.report,
            "page": self,
            "mark": Verbatim(MARK),
            "documents": describe_documents(self.report.findings),
            "lines": [line for line in rest if line != describe_documents(self.report.findings)],
            "titles": SECTION_TITLES,
            "rows": self.report.ranked_documents[:_ROWS],
            "more": max(0, len(self.report.documents) - _ROWS),
            "code": lambda words: Verbatim(code_span(words)),
            "cell": lambda words: Verbatim(code_cell(words)),
            "paragraph": lambda words: Verbatim(escape_paragraph(words)),
            "cut": shorten_to,
            "link": Verbatim,
            "posix": posix,
        }

    def number_of(self, section: Section) -> str:
        whole = self.report.judged.whole
        return f"{whole.points[section].total:,}{count_kinds(section, whole)}"

    def detailed_points(self, section: Section, points: Sequence[Point]) -> Sequence[Point]:
        """The points of a section that are told in full; the rest stand in a list."""
        return points[:_IN_FULL] if section in _DETAILED else ()

    def listed_points(self, section: Section, points: Sequence[Point]) -> Sequence[Point]:
        return points[_IN_FULL:] if section in _DETAILED else points

    def position(self, point: Point) -> str:
        if not point.lead.places:
            return ""
        return f"{posix(point.lead.path)}:{point.line}"

    def answers(self) -> list[tuple[str, list[Finding]]]:
        """What was met and what does not apply, where everything is asked for."""
        findings = self.report.findings.findings if self.context.show_all else []
        return [
            ("Met", [finding for finding in findings if finding.status == "pass"]),
            ("Does not apply", [finding for finding in findings if finding.status == "not-applicable"]),
        ]
