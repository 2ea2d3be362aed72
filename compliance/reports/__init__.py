"""Reports: findings in, text or bytes out. `model` makes the report; one module a format renders it, each with
`render(report, context)`.

A module is loaded when its format is asked for. Nothing here looks at the clock, the environment or the terminal: what
a report needs to know besides the findings is in the `Context`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

if TYPE_CHECKING:
    from compliance.documents.loader import LoadedDocument
    from compliance.engine.findings import Findings
    from compliance.law.catalog import Catalog
    from compliance.reports.model import Report

Format = Literal[
    "terminal", "concise", "json", "markdown", "html", "pdf", "sarif", "junit", "github", "gitlab", "oscal"
]
Annex = Literal["none", "short", "full"]
FORMATS: Final[tuple[str, ...]] = get_args(Format)


class ReportContext(NamedTuple):
    """What reports may ask for besides the findings. Documents and catalog are read only when called.

    `folder` is the one in which the run was made: a file below it may be named from there or in full.
    """

    lines: Callable[[str], list[str]]
    documents: Callable[[], Iterable[LoadedDocument]]
    catalog: Callable[[], Catalog]
    version: str
    show_all: bool = False
    width: int = 100
    colour: bool = False
    paper: str = "letter"
    folder: str = ""
    # Whether what is printed goes to a terminal, how much is told there, and from which level on a run fails.
    terminal: bool = False
    full: bool = False
    show: tuple[str, ...] = ()
    fail_on: str = "error"
    # How much a printed report tells of what was met and does not apply.
    annex: str = "short"


def render(format: str, findings: Findings, context: ReportContext) -> Iterable[str] | bytes:
    """Findings in one of FORMATS: text piece by piece, or bytes for a binary format."""
    return render_report(format, prepare_report(findings, context), context)


def prepare_report(findings: Findings, context: ReportContext) -> Report:
    """The report that formats render, of as much of a run as reports tell. Who writes several makes it once."""
    from compliance.reports.bounds import bounded
    from compliance.reports.model import make_report

    return make_report(bounded(findings), context)


def render_report(format: str, report: Report, context: ReportContext) -> Iterable[str] | bytes:
    """A report in one of FORMATS."""
    module = import_module(f"compliance.reports.{format}")
    rendered: Iterable[str] | bytes = module.render(report, context)
    return rendered
