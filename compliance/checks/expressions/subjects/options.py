"""The options of a schedule: their numbers, the games that they are for, and what they take over by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from itertools import pairwise
from typing import Final, TypeVar

from compliance.checks.expressions.derived import Placed, Row, Thing, derive
from compliance.checks.expressions.subjects.documents import find_numbering_slip, find_ordinals
from compliance.checks.names import letters, shorten_names
from compliance.documents.blocks import NamedEntries
from compliance.documents.schedule import Schedule
from compliance.source.routes import Route

_MOST_COMPARED: Final = 100
_MARKS: Final = ("options.*.option",)
# The names in a table, and not what stands under them.
_KEYS: Final = ("games.keys", "groups.keys", "rates.keys")
T = TypeVar("T")


@derive("has-limits-apart", of=Schedule, gives="yes or no", reads=["options.*.table-limit", "options.*.not-for-play"])
def has_limits_apart(thing: Thing) -> Placed:
    """Whether each of several options is for table limits that no other option is for."""
    limits = [option.table_limit for option in thing.value.options if not option.not_for_play]
    stated = sorted((limit for limit in limits if limit is not None), key=lambda limit: limit.low)
    apart = (one.high is not None and one.high < other.low for one, other in pairwise(stated))
    return Placed(len(stated) == len(limits) > 1 and all(apart), ("options",))


@derive("gives-a-range-of-limits", of=Schedule, gives="yes or no", reads=["table-limits", "options.*.table-limit"])
def has_range_of_limits(thing: Thing) -> Placed:
    """Whether the limits of the schedule are a range, within which an option without a limit of its own may stand."""
    limits = thing.value.table_limits
    ends = [limits.minimum, limits.maximum] if limits is not None else []
    ranged = any(end is not None and end.low != end.high for end in ends)
    return Placed(ranged and not all(option.table_limit for option in thing.value.options), ("table-limits",))


@derive("letters-of", of=str, gives="text")
def find_letters(thing: Thing) -> str:
    """A name in small letters and digits alone, as names are told apart."""
    return letters(thing.value)


def _list_marks(schedule: Schedule) -> list[str]:
    return [option.option.lower().removeprefix("option").strip() for option in schedule.options]


def _find_unnumbered(marks: Sequence[str]) -> list[int]:
    """The options that have no number where others have one."""
    if not marks or find_ordinals(marks) is not None or all(find_ordinals([mark]) is None for mark in marks):
        return []
    return [n for n, mark in enumerate(marks) if find_ordinals([mark]) is None and not mark[:1].isdecimal()]


@derive("options-without-number", of=Schedule, gives="list of texts", reads=_MARKS)
def list_options_without_number(thing: Thing) -> list[Placed]:
    """The options that have no number where others have one."""
    strange = _find_unnumbered(_list_marks(thing.value))
    return [Placed(thing.value.options[n].option, ("options", n, "option")) for n in strange]


@derive("slip-in-numbers", of=Schedule, gives="text", reads=_MARKS)
def find_slip_in_numbers(thing: Thing) -> Placed | None:
    """What is wrong in the count of the options that have a number."""
    marks = _list_marks(thing.value)
    strange = set(_find_unnumbered(marks))
    kept = [n for n in range(len(marks)) if n not in strange]
    found = find_ordinals([marks[n] for n in kept]) if kept else None
    slip = find_numbering_slip([marks[n] for n in kept], found) if found is not None else None
    if slip is None or found is None:
        return None
    wrong = next(n for n, number in enumerate(found) if number != (found[n - 1] if n else 0) + 1)
    return Placed(slip, ("options", kept[wrong], "option"))


@derive("marks-used-twice", of=Schedule, gives="list of texts", reads=_MARKS)
def list_marks_used_twice(thing: Thing) -> list[Placed]:
    """The numbers and names that a second option has too."""
    places: dict[str, Route] = {}
    found = []
    for number, mark in enumerate(_list_marks(thing.value)):
        at: Route = ("options", number, "option")
        there = places.setdefault(mark, at)
        if there != at:
            found.append(Placed(thing.value.options[number].option, at, (there,)))
    return found


def _list_entries(named: NamedEntries[T] | None) -> list[tuple[str, T]]:
    return list(named.items()) if named is not None else []


def _list_names(schedule: Schedule) -> Iterator[tuple[str, str, Route]]:
    """What options name: its kind, its name, and where."""
    for number, option in enumerate(schedule.options):
        route: Route = ("options", number)
        if option.group is not None:
            yield "group", option.group, (*route, "group")
        yield from (("game", name, (*route, "for", place)) for place, name in enumerate(option.for_))
        for place, one in enumerate(option.collections):
            if one.uses is not None:
                yield "rate", one.uses, (*route, "collections", place, "uses")


@derive(
    "names-in-options",
    of=Schedule,
    gives="list of rows",
    columns={"kind": "word", "name": "text", "is-there": "yes or no", "near": "text"},
    reads=["options.*.group", "options.*.for", "options.*.collections.*.uses", *_KEYS],
)
def list_names_in_options(thing: Thing) -> list[Row]:
    """The games, groups and rates that options name, whether each is there, and what may have been meant otherwise."""
    schedule: Schedule = thing.value
    known: dict[str, list[str]] = {
        "game": [name for game in schedule.games for name in (game.game, game.as_) if name is not None],
        "group": [name for name, _ in _list_entries(schedule.groups)],
        "rate": [name for name, _ in _list_entries(schedule.rates)],
    }
    sets = {kind: {*names} for kind, names in known.items()}
    rows, helped = [], 0
    for kind, name, at in _list_names(schedule):
        near = ""
        is_known: bool | None = name in sets[kind]
        if kind == "game" and not is_known and any(game.game is None for game in schedule.games):
            is_known = None
        if name not in sets[kind] and (helped := helped + 1) <= _MOST_COMPARED:
            found = get_close_matches(name, known[kind][:_MOST_COMPARED], 1)
            near = f"was {found[0]} meant?" if found else f"the schedule has {shorten_names(known[kind]) or 'none'}."
        rows.append(Row(at, {"kind": kind, "name": name, "is-there": is_known, "near": near}))
    return rows


@derive("games-without-option", of=Schedule, gives="list of texts", reads=["games", "options.*.for"])
def list_games_without_option(thing: Thing) -> list[Placed] | None:
    """The games of the schedule that no option is for, where each option is for certain games."""
    schedule: Schedule = thing.value
    in_play = [option for option in schedule.options if not option.not_for_play]
    if not in_play or not schedule.games or not all(option.for_ for option in in_play):
        return None
    kept = {name for option in in_play for name in option.for_}
    return [
        Placed(game.printed or game.game or "a game", ("games", number))
        for number, game in enumerate(schedule.games)
        if not {game.game, game.as_} & kept
    ]


@derive(
    "shared-but-unused",
    of=Schedule,
    gives="list of texts",
    reads=[*_KEYS, "shared.collections", "options.*.group", "options.*.collections.*.uses"],
)
def list_shared_but_unused(thing: Thing) -> list[Placed] | None:
    """The groups and rates that the schedule writes down and no option uses."""
    schedule: Schedule = thing.value
    groups, rates = _list_entries(schedule.groups), _list_entries(schedule.rates)
    if not groups and not rates:
        return None
    holders = [
        holder.collections for holder in (schedule.shared, *(group for _, group in groups)) if holder is not None
    ]
    used = {one.uses for fees in (*holders, *(option.collections for option in schedule.options)) for one in fees}
    named = {option.group for option in schedule.options}
    found = [Placed(f"group {name}", ("groups", name)) for name, _ in groups if name not in named]
    return found + [Placed(f"rate {name}", ("rates", name)) for name, _ in rates if name not in used]
