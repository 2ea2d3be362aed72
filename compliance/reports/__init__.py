"""Reports: findings in, text or bytes out. One module a format, each with `render(findings, context)`.

A module is loaded when its format is asked for. Nothing here looks at the clock, the environment or the terminal: what
a report needs to know besides the findings is in the `Context`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

if TYPE_CHECKING:
    from compliance.documents.reading import Loaded
    from compliance.findings import Findings
    from compliance.law.catalogue import Catalogue

Format = Literal["terminal", "concise", "json", "markdown", "html", "pdf", "sarif", "junit", "github", "gitlab"]
Annex = Literal["none", "short", "full"]
FORMATS: Final[tuple[str, ...]] = get_args(Format)


class Context(NamedTuple):
    """What reports may ask for besides the findings. Documents and catalogue are read only when called.

    `folder` is the one in which the run was made: a file below it may be named from there or in full.
    """

    lines: Callable[[str], list[str]]
    documents: Callable[[], Iterable[Loaded]]
    catalogue: Callable[[], Catalogue]
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


def render(format: str, findings: Findings, context: Context) -> Iterable[str] | bytes:
    """Findings in one of FORMATS: text piece by piece, or bytes for a binary format."""
    from compliance.reports.bounds import bounded

    return render_bounded(format, bounded(findings), context)


def render_bounded(format: str, findings: Findings, context: Context) -> Iterable[str] | bytes:
    """The same of findings that are bounded already: who writes several reports bounds them once."""
    module = import_module(f"compliance.reports.{format}")
    rendered: Iterable[str] | bytes = module.render(findings, context)
    return rendered
