"""The matrix of a set: a row a document, a column a subject of the law or of good order, in it the gravest answer.

Reports draw it each in their own way; what stands in a cell is decided here. It is told by words and by numbers, never
by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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


class Column(NamedTuple):
    side: str
    name: str


class Row(NamedTuple):
    path: str
    title: str
    cells: tuple[Cell, ...]


class Matrix(NamedTuple):
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


def matrix_of(findings: Findings, catalogue: Catalogue, groups: Sequence[Group] | None = None) -> Matrix:
    """The matrix of a run. A defect that concerns two documents stands in both rows."""
    subjects = Subjects(catalogue)
    found: dict[tuple[str, Column], dict[str, int]] = {}
    for finding in findings.findings:
        if finding.status in ("pass", "not-applicable") and finding.places:
            _count(found, finding.places[0].path, subjects.of(finding), kind_of(finding))
    for group in grouped(findings.findings) if groups is None else groups:
        for path in group.paths:
            _count(found, path, subjects.of(group.lead), kind_of(group.lead))
    asked = {column for (_, column), counts in found.items() if gravest(counts) != "none"}
    columns = tuple(sorted(asked, key=lambda column: (list(SIDES).index(column.side), column.name)))
    rows = tuple(
        Row(checked.path, checked.title, tuple(_cell(found.get((checked.path, column), {})) for column in columns))
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
        self._known: dict[str, str] = {}

    def of(self, finding: Finding) -> Column:
        name = self._known.get(finding.requirement)
        side = side_of(finding.authority)
        if name is None:
            requirement = self._catalogue.requirements.get(finding.requirement)
            group = requirement.group if requirement is not None else ""
            name = self._family(finding.requirement) if side == "order" else group or "reading the file"
            self._known[finding.requirement] = name
        return Column(side, name)

    def _family(self, requirement: str) -> str:
        """`integrity.xref-set` belongs to `integrity.xref`, where there is one."""
        first, *rest = requirement.split("-")
        for word in rest:
            if first in self._catalogue.requirements:
                break
            first = f"{first}-{word}"
        return first.rpartition(".")[2].replace("-", " ")


def _count(found: dict[tuple[str, Column], dict[str, int]], path: str, column: Column, kind: str) -> None:
    counts = found.setdefault((path, column), {})
    counts[kind] = counts.get(kind, 0) + 1


def _cell(counts: Mapping[str, int]) -> Cell:
    kind = gravest(counts)
    return Cell(kind, counts[kind] if kind in counts and _GRAVITY[kind] < _GRAVITY["met"] else 0)


def gravest(kinds: Iterable[str]) -> str:
    return min(kinds, key=_GRAVITY.__getitem__, default="none")
