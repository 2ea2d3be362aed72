"""The requirements that are in force on one day, by what they are asked of."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from compliance.engine.evaluation import ActiveRequirement, ConditionGroup, group_by_conditions, speaks_to
from compliance.law.catalog import Catalog, Requirement
from compliance.law.levels import ADVISORY, ENJOINED, GOOD_ORDER, LOCAL

if TYPE_CHECKING:
    from compliance.documents.dates import DateRange


class RuleSet:
    """The requirements in force on one day, ready to be asked of documents; those of suspended law when asked for."""

    def __init__(self, catalog: Catalog, as_of: date, suspended: bool = False) -> None:
        self.as_of = as_of
        self.catalog = catalog
        self._suspended = suspended
        self._first_law = catalog.first_days()
        self._ready: dict[str, ActiveRequirement | None] = {}
        self._asked: dict[tuple[str, str], list[ActiveRequirement]] = {}
        self._groups: dict[tuple[str, str], list[ConditionGroup]] = {}

    def select(self, kind: str, jurisdiction: str) -> list[ActiveRequirement]:
        """What is asked of one kind of document in one jurisdiction."""
        key = (kind, jurisdiction)
        if key not in self._asked:
            speaking = (one for one in self.catalog if speaks_to(one, kind, jurisdiction))
            self._asked[key] = [asked for one in speaking if (asked := self._activate(one)) is not None]
        return self._asked[key]

    def _activate(self, requirement: Requirement) -> ActiveRequirement | None:
        """A requirement as it stands on the day; made ready once, whatever it is asked of."""
        if requirement.id not in self._ready:
            self._ready[requirement.id] = self._build(requirement)
        return self._ready[requirement.id]

    def _build(self, requirement: Requirement) -> ActiveRequirement | None:
        holding = requirement.holding_on(self.as_of)
        if holding is None or (holding.authority in ADVISORY and not self._suspended):
            return None
        of_state = holding.authority not in (GOOD_ORDER, *LOCAL)
        if of_state and self.find_first_law(requirement.applies.jurisdiction) is not None:
            return None
        dated = self.catalog.note_old_copy(requirement, holding, self.as_of)
        return ActiveRequirement(requirement, dated, self.as_of)

    def find_first_law(self, jurisdiction: str | None) -> date | None:
        """The first day of the law that is known of a jurisdiction, where that is after the day of the run."""
        first = self._first_law.get(jurisdiction or "")
        return first if first is not None and self.as_of < first else None

    def count_enjoined_later(self, jurisdiction: str) -> int:
        """How many requirements rest on rules that are reported in force on the day and were enjoined later; none where
        they are asked."""
        holding = (one.holding_on(self.as_of) for one in self.catalog if one.applies.jurisdiction == jurisdiction)
        return 0 if self._suspended else sum(one is not None and one.authority == ENJOINED for one in holding)

    def describe_defence(
        self, jurisdiction: str, approval: str | None, approved: DateRange | None, status: str | None = None
    ) -> str:
        """What the law of the day says for a document that names an approval, given by then."""
        later = approved is not None and approved.first > self.as_of
        if approval is None or later or status not in (None, "approved"):
            return ""
        told = (one for one in self.catalog.defences if one.jurisdiction in (jurisdiction, None))
        return " ".join(one.text for one in told if one.holds_on(self.as_of))

    def group(self, kind: str, jurisdiction: str) -> list[ConditionGroup]:
        """The same, by what makes them apply."""
        key = (kind, jurisdiction)
        if key not in self._groups:
            self._groups[key] = group_by_conditions(self.select(kind, jurisdiction))
        return self._groups[key]

    def activate(self, id: str) -> ActiveRequirement | None:
        """Return a requirement as it stands on the day, by its id."""
        return self._activate(self.catalog.requirements[id])
