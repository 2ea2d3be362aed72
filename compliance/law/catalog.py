"""The law as it is asked of documents: requirements, and what each of them is on a day.

Nothing here reads files and nothing here decides anything: `compliance.law.reading` makes a catalog out of files, and
checks decide. `Requirement.holding_on` alone says what holds on a day: sentence, parameters, level, citation.
"""

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from datetime import date, timedelta
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final, NamedTuple

from compliance.law.levels import LOCAL, PROPOSED, TEXTS_OF_LAW

_A_YEAR: Final = timedelta(days=365)


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
    # Some of the law's own words, and which copy of the text was read: empty where neither is known.
    says: str = ""
    copy: str = ""
    # What must hold, where it is said in expressions; then `parameters` are the values of the law that it names.
    clause: Mapping[str, Any] = {}

    def holds_on(self, day: date) -> bool:
        return (self.from_ is None or self.from_ <= day) and (self.until is None or day <= self.until)


class Applies(NamedTuple):
    """Which documents a requirement speaks to. What their facts must be is said by `Holding.when`."""

    document: str
    jurisdiction: str | None = None
    locality: str | None = None
    # Other names of the locality, and whether its ordinances are asked only where a document names it: those of many
    # places come with Pit Boss, and of them a document without a locality is asked nothing.
    other_names: tuple[str, ...] = ()
    only_where_named: bool = False


class RelatedText(NamedTuple):
    """A text of law that a requirement does not rest on and that bears on it: where it stands, what it is about, some
    of its words, how it was seen, and a remark."""

    cite: str
    title: str
    says: str
    from_: str
    seen: str
    note: str
    source: str


class Requirement(NamedTuple):
    """One thing that must hold: its history, newest first, and where it is written."""

    id: str
    title: str
    # The fault of a document that does not meet it, as a headline.
    when_failed: str
    why: str
    group: str
    reason: str
    applies: Applies
    file: str
    see_also: tuple[RelatedText, ...]
    history: tuple[Holding, ...]

    def holding_on(self, day: date) -> Holding | None:
        """What holds on a day; None when nothing is asked. A catalog in which two things held would be refused."""
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


class Skeleton(NamedTuple):
    """What a first version of a document says: of which kind, in which state, and by whom the games that it is for are
    banked; in any state, and by anybody, where none is named."""

    kind: str
    jurisdiction: str | None
    banks: tuple[str, ...]
    body: Mapping[str, Any]
    collection: Mapping[str, Any]
    examples: Mapping[str, str]


class Jurisdiction(NamedTuple):
    """A state: what it is called, how its kinds of law are known there, and its headline requirements."""

    id: str
    name: str
    short_names: tuple[str, ...]
    authorities: Mapping[str, str]
    headlines: tuple[str, ...]


class Locality(NamedTuple):
    """A city or county whose ordinances are in the catalog, and what of them is not known."""

    name: str
    kind: str
    jurisdiction: str
    other_names: tuple[str, ...]
    not_known: str

    @property
    def title(self) -> str:
        """The place as it is headed: City of Harbor, Harbor County."""
        return f"City of {self.name}" if self.kind == "city" else self.name


class Proposal(NamedTuple):
    """Law that is not in force and may be tried: what it is, how it is known, and what it would ask."""

    name: str
    title: str
    jurisdiction: str
    note: str
    requirements: tuple[Requirement, ...]


class Defence(NamedTuple):
    """What a section says for documents that name an approval: told beside what is found against them, on its days."""

    jurisdiction: str | None
    from_: date | None
    until: date | None
    text: str

    def holds_on(self, day: date) -> bool:
        return (self.from_ is None or self.from_ <= day) and (self.until is None or day <= self.until)


class Catalog:
    """All requirements that are in use, by id, in the order of their files."""

    def __init__(
        self,
        requirements: Iterable[Requirement] = (),
        left_to_people: tuple[LeftToPeople, ...] = (),
        version: str = "",
        defences: tuple[Defence, ...] = (),
        withdrawn: Mapping[str, str] | None = None,
        jurisdictions: Iterable[Jurisdiction] = (),
        localities: tuple[Locality, ...] = (),
        skeletons: tuple[Skeleton, ...] = (),
        proposals: tuple[Proposal, ...] = (),
    ) -> None:
        self.requirements = {requirement.id: requirement for requirement in requirements}
        self.left_to_people = left_to_people
        self.version = version
        self.defences = defences
        # Why requirements that there were once are no longer asked, by their ids.
        self.withdrawn = withdrawn or {}
        self.jurisdictions = {one.id: one for one in jurisdictions}
        self.localities = localities
        self.skeletons = skeletons
        self.proposals = {one.name: one for one in proposals}
        # The proposals that are asked as if they were in force.
        self.tried: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Requirement]:
        return iter(self.requirements.values())

    def __len__(self) -> int:
        return len(self.requirements)

    @property
    def headlines(self) -> frozenset[str]:
        """The requirements that are errors whatever they rest on."""
        return frozenset(id for one in self.jurisdictions.values() for id in one.headlines)

    def try_proposals(self, names: Iterable[str]) -> "Catalog":
        """The same law with proposals as if they were in force on every day. Raises KeyError for an unknown name."""
        tried = [self.proposals[name] for name in dict.fromkeys(names)]
        changed = copy(self)
        changed.requirements = self.requirements | {one.id: one for proposal in tried for one in proposal.requirements}
        changed.version = "+".join([self.version, *(one.name for one in tried)])
        changed.tried = tuple(one.title for one in tried)
        return changed

    def find_unknown_locality(self, jurisdiction: str, locality: str | None) -> str:
        """A city or county that a document states and that nothing here is known of; empty otherwise."""
        named = (one for one in self if one.applies.jurisdiction == jurisdiction)
        known = {name for one in named for name in (one.applies.locality, *one.applies.other_names) if name}
        folded = {name.casefold() for name in known}
        return locality if locality and self.localities and locality.casefold() not in folded else ""

    def find_skeleton(self, jurisdiction: str, kind: str, bank: str | None) -> Skeleton:
        """The skeleton of a kind of document, for a game banked so: that of the state, or the one of every state."""
        fitting = [one for one in self.skeletons if one.kind == kind and (not one.banks or bank in one.banks)]
        own = (one for one in fitting if one.jurisdiction == jurisdiction)
        general = (one for one in fitting if one.jurisdiction is None)
        return next(own, None) or next(general)

    def knows_jurisdiction(self, name: str) -> bool:
        """Whether there is law of a state here, or no state is named at all."""
        stated = {one.applies.jurisdiction for one in self}
        return not self.jurisdictions or name in self.jurisdictions or name in stated

    def suggest_jurisdiction(self, name: str) -> str:
        """The state that may have been meant by a name that no state here has; empty where none is near."""
        for one in self.jurisdictions.values():
            if name.casefold() in (short.casefold() for short in (one.id, one.name, *one.short_names)):
                return one.id
        return next(iter(get_close_matches(name, self.jurisdictions, 1)), "")

    def find_similar(self, name: str) -> list[str]:
        """Requirements that may have been meant by a name that none of them has."""
        close = get_close_matches(name, self.requirements, 3, 0.5)
        return close or [known for known in self.requirements if name in known][:3]

    def first_days(self) -> dict[str, date]:
        """The first day of the law that is known of each state. Law without a first day holds on every day."""
        first: dict[str, date] = {}
        for requirement in self:
            place = requirement.applies.jurisdiction
            if place is not None and not requirement.reason:
                state = (holding for holding in requirement.history if holding.authority not in (*LOCAL, PROPOSED))
                days = [holding.from_ or date.min for holding in state]
                first |= {place: min([first.get(place, date.max), *days])} if days else {}
        return first

    def look_up_days(self, jurisdiction: str, day: date) -> list[str]:
        """The days until which the law of a whole jurisdiction that holds on a day was looked up, earliest first."""
        return list(_look_up_days(self, jurisdiction, day))

    def note_old_copy(self, requirement: Requirement, holding: Holding, day: date) -> Holding:
        """What holds on a day, with a remark where it was read in a copy far older than that of other law."""
        days = self.look_up_days(requirement.applies.jurisdiction or "", day)
        enough = min(day, date.fromisoformat(days[-1]) - _A_YEAR) if days else date.min
        if not holding.looked_up or date.fromisoformat(holding.looked_up) >= enough:
            return holding
        remark = f"The text was last read as of {holding.looked_up}; later changes are not known here."
        return holding._replace(note=f"{holding.note} {remark}".strip())


@lru_cache(maxsize=8)
def _look_up_days(catalog: Catalog, jurisdiction: str, day: date) -> tuple[str, ...]:
    """Every run asks; an editor and the workbench check one document after the other."""
    law = (one for one in catalog if not one.reason and one.applies.locality is None)
    held = (one.holding_on(day) for one in law if one.applies.jurisdiction == jurisdiction)
    texts = (holding for holding in held if holding is not None and holding.authority in TEXTS_OF_LAW)
    return tuple(sorted({holding.looked_up for holding in texts if holding.looked_up}))


# --- as plain data, and back without any checking ---


def catalog_data(catalog: Catalog) -> dict[str, Any]:
    """A catalog as data that JSON can hold, with days as text."""
    return {
        "version": catalog.version,
        "requirements": list(catalog),
        "left": catalog.left_to_people,
        "defences": catalog.defences,
        "withdrawn": catalog.withdrawn,
        "jurisdictions": list(catalog.jurisdictions.values()),
        "localities": catalog.localities,
        "skeletons": catalog.skeletons,
        "proposals": list(catalog.proposals.values()),
    }


def catalog_of_data(data: dict[str, Any]) -> Catalog:
    """A catalog from what `catalog_data` made of it."""
    requirements = map(_requirement_of_data, data["requirements"])
    left = tuple(LeftToPeople(*row) for row in data["left"])
    defences = tuple(Defence(place, _day(from_), _day(until), text) for place, from_, until, text in data["defences"])
    states = [
        Jurisdiction(id, name, tuple(short), authorities, tuple(headlines))
        for id, name, short, authorities, headlines in data["jurisdictions"]
    ]
    skeletons = tuple(Skeleton(*row) for row in data["skeletons"])
    places = tuple(Locality(*row) for row in data["localities"])
    proposals = tuple(
        Proposal(name, title, place, note, tuple(map(_requirement_of_data, rows)))
        for name, title, place, note, rows in data["proposals"]
    )
    return Catalog(
        requirements, left, data["version"], defences, data["withdrawn"], states, places, skeletons, proposals
    )


def _requirement_of_data(row: list[Any]) -> Requirement:
    *words, applies, file, see_also, history = row
    document, place, locality, names, only_where_named = applies
    spoken_to = Applies(document, place, locality, tuple(names), only_where_named)
    related = tuple(RelatedText(*text) for text in see_also)
    return Requirement._make([*words, spoken_to, file, related, tuple(map(_holding_of_data, history))])


def _holding_of_data(row: list[Any]) -> Holding:
    from_, from_is, until, *rest = row
    return Holding(_day(from_), from_is, _day(until), *rest)


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text is not None else None
