"""From a requirement and the sections it rests on to what holds between which days.

The first section that a requirement names governs it: it holds while that section has a wording, and is known as well
as that wording is. Further sections give values, and are cited by their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from compliance.checks.bases import best_basis
from compliance.law.catalogue import Holding
from compliance.law.entries import NOT_SEEN, Dated, DatedChange, RequirementEntry, Section, Wording
from compliance.law.words import GOOD_ORDER, highest_level, lower, weaker
from compliance.patterns import late
from compliance.routes import Route
from compliance.source import Source

PLACEHOLDER: Final = late(r"\{([a-z0-9-]+)\}")
_ONE_DAY: Final = timedelta(days=1)


class Spot(NamedTuple):
    """Where something is written: the file, and the route inside it."""

    path: str
    source: Source
    route: Route


class NamedValue(NamedTuple):
    """A value of the law, or a word of the catalogue, with the place where it stands."""

    value: Any
    spot: Spot
    of_law: bool = True


class Law:
    """What requirements may rest on and speak of: sections by name, and words that several of them share."""

    def __init__(self) -> None:
        self.sections: dict[str, tuple[Section, Spot]] = {}
        self.words: dict[str, NamedValue] = {}

    def find(self, citation: str) -> tuple[Section, Spot, str] | None:
        """The section that a citation such as `WAC 230-15-140(1)` names, and its pinpoint."""
        name = citation
        while name and (name not in self.sections or citation[len(name) : len(name) + 1].isalnum()):
            name = name[:-1]
        return (*self.sections[name], citation[len(name) :]) if name else None


class Period(NamedTuple):
    """Days on which a requirement says one thing: its change of that time, the governing wording, values by name."""

    from_: date | None
    from_is: str
    until: date | None
    change: int | None
    governing: Wording | None
    section: Section | None
    cited: str
    values: Mapping[str, NamedValue]


def stretches(entry: RequirementEntry, law: Law) -> Iterator[Period]:
    """The stretches of time of a requirement, oldest first. Every section it names must be known."""
    marks = sorted(_first_days(entry, law))
    for number, start in enumerate(marks):
        if not entry.holds_on(start):
            continue
        until = marks[number + 1] - _ONE_DAY if number + 1 < len(marks) else None
        change = next((at for at, one in enumerate(entry.dated) if one.holds_on(start)), None)
        rests_on = _rests_on(entry, change)
        found = [law.find(citation) for citation in rests_on]
        sections = [one for one in found if one is not None]
        wordings = [_wording_on(section, start) for section, _, _ in sections]
        governing = wordings[0] if wordings else None
        if rests_on and governing is None:
            continue
        held = [wording for wording in wordings if wording is not None]
        from_is = _from_is(start, [entry, *held[:1], *entry.dated, *held[1:]])
        values = dict(_values(sections, start))
        # A section is cited for the days on which it is known to have held.
        known = zip(sections, wordings, strict=True)
        cited = [section.section + pinpoint for (section, _, pinpoint), wording in known if wording is not None]
        if governing is not None and governing.cite is not None:
            cited[0] = governing.cite
        first = None if start == date.min else start
        section = sections[0][0] if sections else None
        yield Period(first, from_is, until, change, governing, section, "; ".join(cited), law.words | values)


def holdings(entry: RequirementEntry, law: Law) -> tuple[Holding, ...]:
    """What a requirement is on which days, newest first. What does not differ from one day to the next is one."""
    found: list[Holding] = []
    for stretch in stretches(entry, law):
        holding = _holding(entry, stretch)
        before = found[-1] if found else None
        if before is not None and before[3:] == holding[3:] and _follows(before.until, holding.from_):
            found[-1] = before._replace(until=holding.until)
        else:
            found.append(holding)
    return tuple(reversed(found))


def _follows(ended: date | None, started: date | None) -> bool:
    return ended is not None and started == ended + _ONE_DAY


def _holding(entry: RequirementEntry, stretch: Period) -> Holding:
    change = entry.dated[stretch.change] if stretch.change is not None else DatedChange()
    # How the law of another time is cited and known, and remarks on it, are of that time.
    about = change if stretch.change is not None else entry
    wording, section = stretch.governing, stretch.section
    authority = ((wording and wording.authority) or section.authority) if section is not None else GOOD_ORDER
    with_ = parameters_as_written(entry, stretch.change)
    parameters = given_parameters(with_, stretch.values)
    named = parameters | {name: given.value for name, given in stretch.values.items()}
    notes = (wording and wording.note, about.note)
    seen = about.seen or (wording.seen if wording is not None else "")
    check = change.check or entry.check
    basis = weaker(change.basis or entry.basis, best_basis(check))
    level = change.level or entry.level
    return Holding(
        from_=stretch.from_,
        from_is=stretch.from_is,
        until=stretch.until,
        asks=filled(change.asks or entry.asks, named),
        remedy=filled(entry.remedy, named),
        remedy_silent=filled(entry.remedy_silent or _to_state(entry.remedy, change.asks or entry.asks), named),
        level=level if entry.headline else lower(level, highest_level(str(authority), seen, basis)),
        check=check,
        parameters=parameters,
        values={
            name: value
            for name, value in parameters.items()
            if any(stretch.values[used].of_law for used in references(with_[name]))
        },
        when={route: resolved(value, stretch.values) for route, value in entry.applies.when.items()},
        cite=about.cite or stretch.cited,
        authority=str(authority),
        seen=seen,
        source=about.source or (wording and wording.source) or (section and section.source) or "",
        note=" ".join(note for note in notes if note),
        basis=basis,
        headline=entry.headline is not None,
        looked_up=section.looked_up.isoformat() if section is not None and section.looked_up is not None else "",
        against=tuple(with_numbers(phrases_against(entry, stretch.values), named)),
    )


def phrases_against(entry: RequirementEntry, values: Mapping[str, NamedValue]) -> list[Any]:
    """The phrases that speak against what is asked, those of lists that are named among them."""
    found = resolved(entry.against, values)
    return found if isinstance(found, list) else [found] if found is not None else []


def with_numbers(phrases: Iterable[Any], named: Mapping[str, Any]) -> Iterator[Any]:
    """Phrases with the values that they name, as in `N>{most} players`; one that names a value nobody has seen says
    nothing."""
    for phrase in phrases:
        names = PLACEHOLDER.findall(phrase) if isinstance(phrase, str) else []
        if all(named.get(name, NOT_SEEN) != NOT_SEEN for name in names):
            yield filled(phrase, named) if names else phrase


_STATES: Final = late(r"(?:State|Say|Name|List|Give|Write|Mark|Print|Define|Add|Choose)\b")


def _to_state(remedy: str, asks: str) -> str:
    """What to do about silence, where a requirement has no words of its own for that: a breach is mended otherwise."""
    return remedy if _STATES.match(remedy) else f"State what is missing in the document. What is asked: {asks}"


# --- values by name ---


def references(value: Any) -> Iterator[str]:
    """The names that a parameter refers to: `{wager-limit}` stands for the value of that name."""
    if isinstance(value, dict):
        if len(value) == 1 and None in value.values():
            yield str(next(iter(value)))
        else:
            yield from (name for item in value.values() for name in references(item))
    elif isinstance(value, list):
        yield from (name for item in value for name in references(item))


def resolved(value: Any, values: Mapping[str, NamedValue]) -> Any:
    """A parameter with the values that it refers to. A list that is named in a list becomes part of it."""
    if isinstance(value, dict):
        if len(value) == 1 and None in value.values():
            return values[str(next(iter(value)))].value
        return {key: resolved(item, values) for key, item in value.items()}
    if not isinstance(value, list):
        return value
    items: list[Any] = []
    for item in value:
        found = resolved(item, values)
        items += found if isinstance(found, list) and not isinstance(item, list) else [found]
    return items


def given_parameters(with_: Mapping[str, Any], values: Mapping[str, NamedValue]) -> dict[str, Any]:
    """The parameters of a check, values filled in; those that rest on a value nobody has seen are left out."""
    return {
        name: resolved(value, values)
        for name, value in with_.items()
        if not any(values[used].value == NOT_SEEN for used in references(value))
    }


def parameters_as_written(entry: RequirementEntry, change: int | None) -> dict[str, Any]:
    """The parameters of a requirement under one of its changes, or without any."""
    if change is None:
        return entry.with_
    own = entry.dated[change]
    return own.with_ if own.check is not None else entry.with_ | own.with_


def filled(text: str, values: Mapping[str, Any]) -> str:
    """A sentence with the values that it names: those of the law, or parameters of the requirement itself."""

    def value_of(match: re.Match[str]) -> str:
        value = values[match[1]]
        return ", ".join(map(str, value)) if isinstance(value, list) else str(value)

    return PLACEHOLDER.sub(value_of, text)


# --- days ---


def _rests_on(entry: RequirementEntry, change: int | None) -> Sequence[str]:
    own = entry.dated[change].rests_on if change is not None else None
    return own or entry.rests_on or ()


def sections_of(entry: RequirementEntry) -> Iterator[tuple[Route, str]]:
    """Every citation of a section that a requirement makes, with its place."""
    yield from ((("rests-on",), citation) for citation in entry.rests_on or ())
    for number, change in enumerate(entry.dated):
        yield from ((("dated", number, "rests-on"), citation) for citation in change.rests_on or ())


def _first_days(entry: RequirementEntry, law: Law) -> set[date]:
    """Every day on which something may be another than the day before."""
    dated: list[Dated] = [entry, *entry.dated]
    for _, citation in sections_of(entry):
        found = law.find(citation)
        if found is not None:
            dated += found[0].wordings
    firsts = {one.from_ for one in dated if one.from_ is not None}
    return firsts | {one.until + _ONE_DAY for one in dated if one.until is not None} | {date.min}


def _from_is(start: date, dated: Sequence[Dated]) -> str:
    return next((one.from_is for one in dated if one.from_ == start), "first day")


def _wording_on(section: Section, day: date) -> Wording | None:
    return next((wording for wording in section.wordings if wording.holds_on(day)), None)


def _values(sections: Sequence[tuple[Section, Spot, str]], day: date) -> Iterator[tuple[str, NamedValue]]:
    """The values that sections set on a day; those of the section named first come last and win."""
    for section, spot, _ in reversed(sections):
        for number, wording in enumerate(section.wordings):
            if wording.holds_on(day):
                for name, value in wording.values.items():
                    route = (*spot.route, "wordings", number, "values", name)
                    yield name, NamedValue(value, spot._replace(route=route))
