"""The law as it is asked of documents: requirements, and what each of them is on a day.

Nothing here reads files and nothing here decides anything: `compliance.law.reading` makes a catalogue out of files, and
checks decide. What holds on a day is asked in one place, `Requirement.on`: its sentence, parameters, level, citation.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, NamedTuple

from compliance.law.words import LOCAL


class Holding(NamedTuple):
    """What a requirement is between two days, with all values of the law filled in."""

    from_: date | None
    from_is: str
    until: date | None
    asks: str
    remedy: str
    # What to do where the document does not say what is asked.
    remedy_silent: str
    level: str
    check: str
    parameters: Mapping[str, Any]
    # The parameters that the law sets, and not our reading of it.
    values: Mapping[str, Any]
    when: Mapping[str, Any]
    cite: str
    authority: str
    seen: str
    source: str
    note: str
    # The best that an answer can rest on; a check may find less.
    basis: str
    # Whether failures are of this level whatever they rest on.
    headline: bool
    # The day on which the governing section was last looked up, as it is written: empty where none is known.
    looked_up: str
    # Phrases by which any text of a document speaks against what is asked.
    against: tuple[str, ...] = ()

    def holds_on(self, day: date) -> bool:
        return (self.from_ is None or self.from_ <= day) and (self.until is None or day <= self.until)


class Applies(NamedTuple):
    """Which documents a requirement speaks to. What their facts must be is said by `Holding.when`."""

    document: str
    jurisdiction: str | None = None
    locality: str | None = None


class Requirement(NamedTuple):
    """One thing that must hold: its history, newest first, and where it is written."""

    id: str
    title: str
    why: str
    group: str
    reason: str
    applies: Applies
    file: str
    history: tuple[Holding, ...]

    def on(self, day: date) -> Holding | None:
        """What holds on a day; None when nothing is asked. A catalogue in which two things held would be refused."""
        return next((holding for holding in self.history if holding.holds_on(day)), None)

    @property
    def newest(self) -> Holding:
        return self.history[0]


class LeftToPeople(NamedTuple):
    """Something the law asks that a document cannot show."""

    asks: str
    cite: str
    reason: str
    jurisdiction: str


class Defence(NamedTuple):
    """What a section says for documents that name an approval: told beside what is found against them, on its days."""

    jurisdiction: str | None
    from_: date | None
    until: date | None
    text: str

    def holds_on(self, day: date) -> bool:
        return (self.from_ is None or self.from_ <= day) and (self.until is None or day <= self.until)


class Catalogue:
    """All requirements that are in use, by id, in the order of their files."""

    def __init__(
        self,
        requirements: Iterable[Requirement] = (),
        left_to_people: tuple[LeftToPeople, ...] = (),
        version: str = "",
        defences: tuple[Defence, ...] = (),
        withdrawn: Mapping[str, str] | None = None,
    ) -> None:
        self.requirements = {requirement.id: requirement for requirement in requirements}
        self.left_to_people = left_to_people
        self.version = version
        self.defences = defences
        # Why requirements that there were once are no longer asked, by their ids.
        self.withdrawn = withdrawn or {}

    def __iter__(self) -> Iterator[Requirement]:
        return iter(self.requirements.values())

    def __len__(self) -> int:
        return len(self.requirements)

    def near(self, name: str) -> list[str]:
        """Requirements that may have been meant by a name that none of them has."""
        close = get_close_matches(name, self.requirements, 3, 0.5)
        return close or [known for known in self.requirements if name in known][:3]

    def first_days(self) -> dict[str, date]:
        """The first day of the law that is known of each state. Law without a first day holds on every day."""
        first: dict[str, date] = {}
        for requirement in self:
            place = requirement.applies.jurisdiction
            if place is not None and not requirement.reason:
                state = (holding for holding in requirement.history if holding.authority not in LOCAL)
                days = (holding.from_ or date.min for holding in state)
                first[place] = min(first.get(place, date.max), *days, date.max)
        return first

    def looked_up(self, jurisdiction: str, day: date) -> list[str]:
        """The days until which the law of a whole jurisdiction that holds on a day was looked up, earliest first."""
        return list(_looked_up(self, jurisdiction, day))


@lru_cache(maxsize=8)
def _looked_up(catalogue: Catalogue, jurisdiction: str, day: date) -> tuple[str, ...]:
    """Every run asks; an editor and the workbench check one document after the other."""
    law = (one for one in catalogue if not one.reason and one.applies.locality is None)
    held = (one.on(day) for one in law if one.applies.jurisdiction == jurisdiction)
    return tuple(sorted({holding.looked_up for holding in held if holding is not None and holding.looked_up}))


# --- as plain data, and back without any checking ---


def catalogue_data(catalogue: Catalogue) -> dict[str, Any]:
    """A catalogue as data that JSON can hold."""
    return {
        "version": catalogue.version,
        "requirements": [
            [*requirement[:-1], [_as_text(holding) for holding in requirement.history]] for requirement in catalogue
        ],
        "left": catalogue.left_to_people,
        "defences": [_as_text(defence) for defence in catalogue.defences],
        "withdrawn": catalogue.withdrawn,
    }


def catalogue_of_data(data: dict[str, Any]) -> Catalogue:
    """A catalogue from what `catalogue_data` made of it."""
    requirements = [
        Requirement(id, title, why, group, reason, Applies(*applies), file, tuple(map(_holding_of_data, history)))
        for id, title, why, group, reason, applies, file, history in data["requirements"]
    ]
    left = tuple(LeftToPeople(*row) for row in data["left"])
    defences = tuple(Defence(place, _day(from_), _day(until), text) for place, from_, until, text in data["defences"])
    return Catalogue(requirements, left, data["version"], defences, data["withdrawn"])


def _as_text(row: Iterable[Any]) -> list[Any]:
    return [item.isoformat() if isinstance(item, date) else item for item in row]


def _holding_of_data(row: list[Any]) -> Holding:
    from_, from_is, until, *rest = row
    return Holding(_day(from_), from_is, _day(until), *rest)


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text is not None else None
