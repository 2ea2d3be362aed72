"""The matrix of a set: a row a document, a column a subject of the law or of good order, in it the gravest answer.

Reports draw it each in their own way; what stands in a cell is decided here. It is told by words and by numbers, never
by colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from compliance.engine.findings import Finding
from compliance.law.catalog import Catalog
from compliance.law.levels import side_of

if TYPE_CHECKING:
    from compliance.reports.model import Report

# What a cell can hold, the gravest first, with the words for it.
KINDS: Final[Mapping[str, str]] = {
    "undecided": "could not be decided",
    "error": "error",
    "warning": "warning",
    "note": "note",
    "open": "answer missing or unclear",
    "decided": "decided by a person",
    "suspended": "rule stopped by a court",
    "met": "met",
    "none": "does not apply, or was not asked",
}
_GRAVITY: Final = {kind: place for place, kind in enumerate(KINDS)}
_STATUSES: Final = {
    "error": "undecided",
    "review": "open",
    "waived": "decided",
    "answered": "decided",
    "information": "suspended",
    "pass": "met",
    "not-applicable": "none",
}
SIDES: Final[Mapping[str, str]] = {
    "law": "Law and agency practice",
    "order": "Drafting, not law",
    "suspended": "Rules stopped by a court",
}


class Cell(NamedTuple):
    """The gravest answer on one subject, and how many there are of it; a number only where somebody must look."""

    kind: str = "none"
    number: int = 0

    @property
    def words(self) -> str:
        return f"{self.number}: {KINDS[self.kind]}" if self.number else KINDS[self.kind]


_NONE: Final = Cell()


class Column(NamedTuple):
    side: str
    name: str


class MatrixRow(NamedTuple):
    path: str
    title: str
    cells: tuple[Cell, ...]


class Matrix(NamedTuple):
    columns: tuple[Column, ...]
    rows: tuple[MatrixRow, ...]

    @property
    def columns_by_side(self) -> dict[str, list[int]]:
        """The numbers of the columns, by their side."""
        sides = {side: [at for at, column in enumerate(self.columns) if column.side == side] for side in SIDES}
        return {side: columns for side, columns in sides.items() if columns}


def matrix_of(report: Report, catalog: Catalog) -> Matrix:
    """The matrix of a run. A point that concerns two documents stands in both rows."""
    findings = report.findings
    subjects = Subjects(catalog)
    found: dict[str, dict[Column, Cell]] = {}
    for finding in findings.findings:
        if finding.status in ("pass", "not-applicable") and finding.places:
            _count(found.setdefault(finding.places[0].path, {}), subjects.find_column(finding), kind_of(finding))
    for point in report.points:
        for path in point.group.paths:
            _count(found.setdefault(path, {}), subjects.find_column(point.lead), kind_of(point.lead))
    asked = {column for cells in found.values() for column, cell in cells.items() if cell.kind != "none"}
    # any order: a column is its side and its name
    columns = tuple(sorted(asked, key=lambda column: (list(SIDES).index(column.side), column.name)))
    rows = tuple(
        MatrixRow(
            checked.path,
            checked.title,
            tuple(_hide_number(found.get(checked.path, {}).get(column)) for column in columns),
        )
        for checked in findings.documents
    )
    return Matrix(columns, rows)


def kind_of(finding: Finding) -> str:
    """What an answer is in the matrix. One of a status that is not known here wants a person."""
    return finding.level if finding.status == "fail" else _STATUSES.get(finding.status, "open")


class Subjects:
    """Which column an answer belongs to: the group of a requirement of law, the family of one of good order."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._known: dict[tuple[str, str], Column] = {}

    def find_column(self, finding: Finding) -> Column:
        key = (finding.requirement, finding.authority)
        if key not in self._known:
            side = side_of(finding.authority)
            requirement = self._catalog.requirements.get(finding.requirement)
            group = requirement.group if requirement is not None else ""
            name = self._family(finding.requirement) if side == "order" else group or "Reading the file"
            self._known[key] = Column(side, name)
        return self._known[key]

    def _family(self, requirement: str) -> str:
        """What a family of requirements is about: `integrity.xref-set` is about references."""
        name = requirement.rpartition(".")[2]
        families = (family for family in load_subjects() if name == family or name.startswith(f"{family}-"))
        found = max(families, key=len, default="")
        return load_subjects()[found] if found else name.replace("-", " ").capitalize()


@cache
def load_subjects() -> Mapping[str, str]:
    """What families of requirements on drafting are about, by the words that their ids begin with."""
    rows = [line.split("\t") for line in Path(__file__).with_name("subjects.tsv").read_text("utf-8").splitlines()]
    return {row[0]: row[1] for row in rows}


def _count(cells: dict[Column, Cell], column: Column, kind: str) -> None:
    """Count one answer: a cell holds the gravest, and how many there are of it."""
    known = cells.get(column)
    if known is None or _GRAVITY[kind] < _GRAVITY[known.kind]:
        cells[column] = _make_cell(kind)
    elif kind == known.kind:
        cells[column] = _make_cell(kind, known.number + 1)


@lru_cache(maxsize=1024)  # of a set there are hundreds of thousands
def _make_cell(kind: str, number: int = 1) -> Cell:
    return Cell(kind, number)


def _hide_number(cell: Cell | None) -> Cell:
    """A cell with a number only where somebody must look."""
    if cell is None:
        return _NONE
    return cell if _GRAVITY[cell.kind] < _GRAVITY["met"] else _make_cell(cell.kind, 0)
