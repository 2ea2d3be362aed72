"""The matrix of a set: a row a document, a column a subject of the law or of good order, in it the gravest answer.

Reports draw it each in their own way; what stands in a cell is decided here. It is told by words and by numbers, never
by colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from compliance.findings import Finding, Findings
from compliance.grouping import Group, grouped
from compliance.law.catalogue import Catalogue
from compliance.law.words import side_of

# What a cell can hold, the gravest first, with the words for it.
KINDS: Final[Mapping[str, str]] = {
    "undecided": "could not be decided",
    "error": "not met, error",
    "warning": "not met, warning",
    "note": "not met, note",
    "open": "open, needs a person",
    "decided": "decided by a person",
    "suspended": "law that is no duty now",
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
SIDES: Final[Mapping[str, str]] = {"law": "Law", "order": "Good order (no law)", "suspended": "Law that is no duty now"}


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


def matrix_of(findings: Findings, catalogue: Catalogue, groups: Sequence[Group] | None = None) -> Matrix:
    """The matrix of a run. A defect that concerns two documents stands in both rows."""
    subjects = Subjects(catalogue)
    found: dict[str, dict[Column, Cell]] = {}
    for finding in findings.findings:
        if finding.status in ("pass", "not-applicable") and finding.places:
            _count(found.setdefault(finding.places[0].path, {}), subjects.of(finding), kind_of(finding))
    for group in grouped(findings.findings) if groups is None else groups:
        for path in group.paths:
            _count(found.setdefault(path, {}), subjects.of(group.lead), kind_of(group.lead))
    asked = {column for cells in found.values() for column, cell in cells.items() if cell.kind != "none"}
    columns = tuple(sorted(asked, key=lambda column: (list(SIDES).index(column.side), column.name)))
    rows = tuple(
        MatrixRow(
            checked.path, checked.title, tuple(_shown(found.get(checked.path, {}).get(column)) for column in columns)
        )
        for checked in findings.documents
    )
    return Matrix(columns, rows)


def kind_of(finding: Finding) -> str:
    """What an answer is in the matrix. One of a status that is not known here wants a person."""
    return finding.level if finding.status == "fail" else _STATUSES.get(finding.status, "open")


class Subjects:
    """Which column an answer belongs to: the group of a requirement of law, the family of one of good order."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._known: dict[tuple[str, str], Column] = {}

    def of(self, finding: Finding) -> Column:
        key = (finding.requirement, finding.authority)
        if key not in self._known:
            side = side_of(finding.authority)
            requirement = self._catalogue.requirements.get(finding.requirement)
            group = requirement.group if requirement is not None else ""
            name = self._family(finding.requirement) if side == "order" else group or "reading the file"
            self._known[key] = Column(side, name)
        return self._known[key]

    def _family(self, requirement: str) -> str:
        """`integrity.xref-set` belongs to `integrity.xref`, where there is one."""
        first, *rest = requirement.split("-")
        for word in rest:
            if first in self._catalogue.requirements:
                break
            first = f"{first}-{word}"
        return first.rpartition(".")[2].replace("-", " ")


def _count(cells: dict[Column, Cell], column: Column, kind: str) -> None:
    """Count one answer: a cell holds the gravest, and how many there are of it."""
    known = cells.get(column)
    if known is None or _GRAVITY[kind] < _GRAVITY[known.kind]:
        cells[column] = _one(kind)
    elif kind == known.kind:
        cells[column] = _one(kind, known.number + 1)


@lru_cache(maxsize=1024)  # of a set there are hundreds of thousands
def _one(kind: str, number: int = 1) -> Cell:
    return Cell(kind, number)


def _shown(cell: Cell | None) -> Cell:
    """A cell with a number only where somebody must look."""
    if cell is None:
        return _NONE
    return cell if _GRAVITY[cell.kind] < _GRAVITY["met"] else _one(cell.kind, 0)
