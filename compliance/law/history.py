"""From a requirement and the sections it rests on to what holds between which days.

The first section that a requirement names governs it: it holds while that section has a wording, and is known as well
as that wording is. Further sections give values, and are cited by their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from compliance.law.catalog import Holding
from compliance.law.check_descriptions import CheckDescriptions
from compliance.law.entries import NOT_SEEN, Dated, DatedChange, ProposalEntry, RequirementEntry, Section, Wording
from compliance.law.levels import GOOD_ORDER, PROPOSED, highest_level, lower
from compliance.source import Source
from compliance.source.routes import Route

PLACEHOLDER: Final = re.compile(r"\{([a-z0-9-]+)\}")
_ONE_DAY: Final = timedelta(days=1)


class Spot(NamedTuple):
    """Where something is written: the file, and the route inside it."""

    path: str
    source: Source
    route: Route


class NamedValue(NamedTuple):
    """A value of the law, or a word of the catalog, with the place where it stands."""

    value: Any
    spot: Spot
    of_law: bool = True


class Law:
    """What requirements may rest on and speak of: sections by name, and words that several of them share."""

    def __init__(self) -> None:
        self.sections: dict[str, tuple[Section, Spot]] = {}
        self.words: dict[str, NamedValue] = {}
        # The requirements that are errors whatever they rest on.
        self.headlines: frozenset[str] = frozenset()

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


def split_periods(entry: RequirementEntry, law: Law) -> Iterator[Period]:
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
        from_is = _start_kind(start, [entry, *held[:1], *entry.dated, *held[1:]])
        values = dict(_values(sections, start))
        # A section is cited for the days on which it is known to have held.
        known = zip(sections, wordings, strict=True)
        cited = [section.section + pinpoint for (section, _, pinpoint), wording in known if wording is not None]
        if governing is not None and governing.cite is not None:
            cited[0] = governing.cite
        first = None if start == date.min else start
        section = sections[0][0] if sections else None
        yield Period(first, from_is, until, change, governing, section, "; ".join(cited), law.words | values)


def build_history(entry: RequirementEntry, law: Law, checks: CheckDescriptions) -> tuple[Holding, ...]:
    """What a requirement is on which days, newest first. What does not differ from one day to the next is one."""
    found: list[Holding] = []
    for stretch in split_periods(entry, law):
        holding = _build_holding(entry, stretch, checks)
        if holding.authority == PROPOSED:
            continue
        before = found[-1] if found else None
        if before is not None and before[3:] == holding[3:] and _follows(before.until, holding.from_):
            found[-1] = before._replace(until=holding.until)
        else:
            found.append(holding)
    return tuple(reversed(found))


def build_proposed_history(
    entry: RequirementEntry, law: Law, checks: CheckDescriptions, proposal: ProposalEntry
) -> tuple[Holding, ...]:
    """What a requirement would be, on every day, if a proposal came into force; nothing where it says nothing of it."""
    periods = [one for one in split_periods(entry, law) if _is_proposed(one, proposal)]
    if not periods:
        return ()
    newest = _build_holding(entry, periods[-1], checks)
    cite = newest.cite if periods[-1].governing is None or periods[-1].governing.authority == PROPOSED else ""
    note = f"Proposed: {proposal.title}. {proposal.note}"
    return (
        newest._replace(
            from_=None,
            from_is="first day",
            until=None,
            cite=cite or f"{newest.cite} (proposed again)",
            authority=PROPOSED,
            level=proposal.level,
            note=note,
        ),
    )


def _is_proposed(period: Period, proposal: ProposalEntry) -> bool:
    """Whether a proposal would put the text in force that governs a requirement."""
    text, section = period.governing, period.section
    named = text is not None and text.proposal == proposal.proposal
    return named or (section is not None and section.section in proposal.brings_back)


def _follows(ended: date | None, started: date | None) -> bool:
    return ended is not None and started == ended + _ONE_DAY


def _build_holding(entry: RequirementEntry, stretch: Period, checks: CheckDescriptions) -> Holding:
    change = entry.dated[stretch.change] if stretch.change is not None else DatedChange()
    # How the law of another time is cited and known, and remarks on it, are of that time.
    about = change if stretch.change is not None else entry
    wording, section = stretch.governing, stretch.section
    authority = ((wording and wording.authority) or section.authority) if section is not None else GOOD_ORDER
    clause = find_clause(entry, stretch.change)
    with_ = find_parameters(entry, stretch.change)
    parameters = read_law_values(clause, stretch) if clause else resolve_parameters(with_, stretch.values)
    named = parameters | {name: given.value for name, given in stretch.values.items()}
    notes = (wording and wording.note, about.note)
    seen = about.seen or (wording.seen if wording is not None else "")
    basis = change.basis or entry.basis
    level = change.level or entry.level
    asks = change.asks or entry.asks
    return Holding(
        from_=stretch.from_,
        from_is=stretch.from_is,
        until=stretch.until,
        asks=fill_placeholders(asks, named),
        remedy=fill_placeholders(entry.remedy, named),
        remedy_silent=fill_placeholders(entry.remedy_silent or _describe_missing(entry.remedy, asks), named),
        level=level if entry.headline else lower(level, highest_level(str(authority), seen, basis)),
        check="" if clause else change.check or entry.check or "",
        parameters=parameters,
        values={
            name: value
            for name, value in parameters.items()
            if value != NOT_SEEN and any(stretch.values[used].of_law for used in _list_used(name, with_, clause))
        },
        when={route: resolve_value(value, stretch.values) for route, value in entry.applies.when.items()},
        cite=about.cite or stretch.cited,
        authority=str(authority),
        seen=seen,
        source=about.source or (wording and wording.source) or (section and section.source) or "",
        note=" ".join(note for note in notes if note),
        basis=basis,
        headline=entry.headline is not None,
        looked_up=section.looked_up.isoformat() if section is not None and section.looked_up is not None else "",
        says=quote_words(wording.says, stretch.cited, entry.quotes) if wording is not None else "",
        copy=(section and section.copy_) or "",
        clause=clause,
    )


def _list_used(name: str, with_: Mapping[str, Any], clause: Mapping[str, Any]) -> Iterable[str]:
    """The values of the law that a parameter refers to; of a clause the parameters are such values themselves."""
    return (name,) if clause else referenced_names(with_[name])


_PINPOINT: Final = re.compile(r"\(\w+\)")


def quote_words(says: str | Mapping[str, str] | None, citation: str, wanted: str | None = None) -> str:
    """The words of a section that a citation points to, or those that are wanted; empty where none are known."""
    if says is None or isinstance(says, str):
        return says or ""
    if wanted is not None:
        return says.get(wanted, "")
    points = [point for point in dict.fromkeys(_list_pinpoints(citation.split(";")[0])) if point in says]
    passages = []
    for point in points:
        # A list in the law is no sentence without what stands above it: "must not be: ... less than".
        passages += [] if point[:1] != "(" else [says[lead] for lead in _list_leads(point, points) if lead in says]
        passages.append(_quote_passage(says[point], point, points))
    return " … ".join(dict.fromkeys(passages))


def _list_leads(point: str, points: Sequence[str]) -> list[str]:
    """The names of what may stand above a passage, outermost first: `lead`, `(3) lead`; nothing above or beside a part
    of it that is quoted itself."""
    steps = _PINPOINT.findall(point)
    above = ["".join(steps[:number]) for number in range(1, len(steps))]
    quoted = [number for number, one in enumerate(above, 1) if one in points]
    return ["lead", *(f"{one} lead" for one in above)][max(quoted, default=-1) + 1 :]


def _quote_passage(words: str, point: str, points: Sequence[str]) -> str:
    """A passage; without its parts, where some of them are quoted after it."""
    parts = any(other != point and other.startswith(point) for other in points)
    return re.split(r" \((?:a|i|A)\) ", words, maxsplit=1)[0] if parts else words


def _list_pinpoints(citation: str) -> Iterator[str]:
    """The pinpoints of a citation, whole: of `230-15-671(1)(b), (2) (opening)` they are `(1)(b)`, `opening`, `(2)`."""
    last: list[str] = []
    for part in citation.split(","):
        steps = _PINPOINT.findall(part)
        if "(opening)" in steps:
            yield "opening"
            steps.remove("(opening)")
        if steps and len(steps) < len(last) and not steps[0][1:-1].isdigit():
            steps = [*last[: len(last) - len(steps)], *steps]
        last = steps or last
        if steps:
            yield "".join(steps)
    if not last:
        yield "all"


# What takes the place of what: who says `answers` for a while says no `need` then.
_INSTEAD: Final[Mapping[str, tuple[str, ...]]] = {
    "need": ("answers", "all", "because"),
    "answers": ("need", "doubt", "all", "because"),
    "all": ("need", "doubt", "answers", "because"),
}


def find_clause(entry: RequirementEntry, change: int | None) -> dict[str, Any]:
    """The clause of a requirement under one of its changes, or without any; empty where a check answers instead."""
    usual = entry.clause()
    if change is None:
        return usual
    dated = entry.dated[change]
    own = dated.clause()
    if dated.check is not None:
        return {}
    if own.get("need") == "none":
        return {"because": own.get("because", "")}
    replaced = {key for name in own for key in _INSTEAD.get(name, ())}
    kept = {key: value for key, value in usual.items() if key not in replaced}
    let = {"let": {**kept.get("let", {}), **own["let"]}} if "let" in own else {}
    return {**kept, **own, **let}


def read_law_values(clause: Mapping[str, Any], stretch: Period) -> dict[str, Any]:
    """The values of the law that a clause names, in braces, with what they are at a time."""
    texts = list(_list_texts(clause))
    names = dict.fromkeys(name for text in texts for name in PLACEHOLDER.findall(text))
    return {name: stretch.values[name].value for name in names if name in stretch.values}


def _list_texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _list_texts(item)


_STATES: Final = re.compile(r"(?:State|Say|Name|List|Give|Write|Mark|Print|Define|Add|Choose)\b")


def _describe_missing(remedy: str, asks: str) -> str:
    """What to do about silence, where a requirement has no words of its own for that: a breach is mended otherwise."""
    return remedy if _STATES.match(remedy) else f"State what is missing in the document. What is asked: {asks}"


# --- values by name ---


def referenced_names(value: Any) -> Iterator[str]:
    """The names that a parameter refers to: `{wager-limit}` stands for the value of that name."""
    if isinstance(value, dict):
        if len(value) == 1 and None in value.values():
            yield str(next(iter(value)))
        else:
            yield from (name for item in value.values() for name in referenced_names(item))
    elif isinstance(value, list):
        yield from (name for item in value for name in referenced_names(item))


def resolve_value(value: Any, values: Mapping[str, NamedValue]) -> Any:
    """A parameter with the values that it refers to. A list that is named in a list becomes part of it."""
    if isinstance(value, dict):
        if len(value) == 1 and None in value.values():
            return values[str(next(iter(value)))].value
        return {key: resolve_value(item, values) for key, item in value.items()}
    if not isinstance(value, list):
        return value
    items: list[Any] = []
    for item in value:
        found = resolve_value(item, values)
        items += found if isinstance(found, list) and not isinstance(item, list) else [found]
    return items


def resolve_parameters(with_: Mapping[str, Any], values: Mapping[str, NamedValue]) -> dict[str, Any]:
    """The parameters of a check, values filled in; those that rest on a value nobody has seen are left out."""
    return {
        name: resolve_value(value, values)
        for name, value in with_.items()
        if not any(values[used].value == NOT_SEEN for used in referenced_names(value))
    }


def find_parameters(entry: RequirementEntry, change: int | None) -> dict[str, Any]:
    """The parameters of a requirement under one of its changes, or without any."""
    if change is None:
        return entry.with_
    own = entry.dated[change]
    return own.with_ if own.check is not None else entry.with_ | own.with_


def fill_placeholders(text: str, values: Mapping[str, Any]) -> str:
    """A sentence with the values that it names: those of the law, or parameters of the requirement itself."""

    def value_of(match: re.Match[str]) -> str:
        value = values[match[1]]
        return ", ".join(map(str, value)) if isinstance(value, list) else str(value)

    return PLACEHOLDER.sub(value_of, text)


# --- days ---


def _rests_on(entry: RequirementEntry, change: int | None) -> Sequence[str]:
    own = entry.dated[change].rests_on if change is not None else None
    return own or entry.rests_on or ()


def find_citations(entry: RequirementEntry) -> Iterator[tuple[Route, str]]:
    """Every citation of a section that a requirement makes, with its place."""
    yield from ((("rests-on",), citation) for citation in entry.rests_on or ())
    for number, change in enumerate(entry.dated):
        yield from ((("dated", number, "rests-on"), citation) for citation in change.rests_on or ())


def _first_days(entry: RequirementEntry, law: Law) -> set[date]:
    """Every day on which something may be another than the day before."""
    dated: list[Dated] = [entry, *entry.dated]
    for _, citation in find_citations(entry):
        found = law.find(citation)
        if found is not None:
            dated += found[0].wordings
    firsts = {one.from_ for one in dated if one.from_ is not None}
    return firsts | {one.until + _ONE_DAY for one in dated if one.until is not None} | {date.min}


def _start_kind(start: date, dated: Sequence[Dated]) -> str:
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
