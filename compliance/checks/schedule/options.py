"""The options of a schedule, and the schedule as one of several."""

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final, TypeVar

from compliance.checks.document.numbering import numbering, ordinals
from compliance.checks.looking import look_at
from compliance.checks.names import letters, some
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed
from compliance.documents.blocks import Named
from compliance.documents.schedule import GameOfSchedule, Schedule
from compliance.routes import Route

_MOST_COMPARED: Final = 100
T = TypeVar("T")


@check("options-numbered")
def options_numbered(schedule: Schedule) -> Verdicts:
    """The options of a schedule are numbered one by one; a single one needs no number."""
    marks = [option.option for option in schedule.options]
    if len(marks) < 2:
        yield not_applicable("The schedule has one option only.", ("options",))
        return
    places: list[Route] = [("options", place, "option") for place in range(len(marks))]
    plain = [mark.lower().removeprefix("option").strip() for mark in marks]
    if ordinals(plain) is not None:
        yield numbering("The list of options", plain, places[0], places)
        return
    numbered = [place for place, mark in enumerate(plain) if ordinals([mark]) is not None]
    others = some([marks[number] for number in numbered])
    strange = [place for place in sorted({*range(len(plain))} - {*numbered}) if not plain[place][:1].isdecimal()]
    for place in strange if numbered else ():
        message = f"An option has no number ({marks[place]}); the others are {others}."
        yield failed(message, places[place], label="no number")
    firsts = {mark: place for place, mark in reversed([*enumerate(plain)])}
    twice = [place for place, mark in enumerate(plain) if firsts[mark] != place]
    for place in twice:
        first = places[firsts[plain[place]]]
        yield failed(f"Two options are called {marks[place]}.", places[place], [(first, "the first")], "the second")
    if numbered and strange:
        yield numbering("The list of options", [plain[n] for n in numbered], places[0], [places[n] for n in numbered])
    elif not twice:
        yield passed("Each option has a name of its own.", places[0])


@check("options-resolve")
def options_resolve(schedule: Schedule) -> Verdicts:
    """The games, groups and rates that options name are there."""
    named = list(_names(schedule))
    clean = passed("Every game, group and rate that an option names is there.", ("options",))
    nothing = not_applicable("No option names a game, a group or a rate.", ("options",))
    return look_at([named] if named else [], lambda all_: _not_there(all_, schedule), nothing=nothing, all_clean=clean)


def _names(schedule: Schedule) -> Iterator[tuple[str, str, Route, str]]:
    """What options name: its kind, its name, where, and which option names it."""
    for number, option in enumerate(schedule.options):
        route: Route = ("options", number)
        said = f"Option {option.option}"
        if option.group is not None:
            yield "group", option.group, (*route, "group"), said
        yield from (("game", name, (*route, "for", place), said) for place, name in enumerate(option.for_))
        for place, collection in enumerate(option.collections):
            if collection.uses is not None:
                yield "rate", collection.uses, (*route, "collections", place, "uses"), said


def _not_there(named: list[tuple[str, str, Route, str]], schedule: Schedule) -> Verdicts:
    games = [name for game in schedule.games for name in (game.game, game.as_) if name is not None]
    known: dict[str, list[str]] = {
        "game": games,
        "group": [name for name, _ in schedule.groups.items()] if schedule.groups is not None else [],
        "rate": [name for name, _ in schedule.rates.items()] if schedule.rates is not None else [],
    }
    sets = {kind: {*names} for kind, names in known.items()}
    helped = 0
    for kind, name, at, said in named:
        if name in sets[kind]:
            continue
        near = get_close_matches(name, known[kind][:_MOST_COMPARED], 1) if helped < _MOST_COMPARED else []
        helped += 1
        meant = f"; was {near[0]} meant?" if near else f"; the schedule has {some(known[kind]) or 'none'}."
        yield failed(f"{said} names the {kind} {name}, which is not there{meant}", at, label=f"no such {kind}")


@check("games-have-options")
def games_have_options(schedule: Schedule) -> Verdicts:
    """Every game that the schedule names has an option."""
    in_play = [option for option in schedule.options if not option.not_for_play]
    kept = {name for option in in_play for name in option.for_}
    tied = bool(in_play) and all(option.for_ for option in in_play)

    def without(entry: tuple[int, GameOfSchedule]) -> Verdict:
        number, game = entry
        name = game.printed or game.game or "a game"
        if {game.game, game.as_} & kept:
            return passed(f"{name} has an option.", ("games", number))
        message = f"Each option names the games that it is for, and none names {name}: nothing is charged for it."
        return failed(message, ("games", number), label="no option")

    nothing = not_applicable("Not every option is for certain games alone.", ("options",))
    return look_at(enumerate(schedule.games) if tied else [], without, nothing=nothing)


@check("shared-used")
def shared_used(schedule: Schedule) -> Verdicts:
    """Every group and every rate that the schedule writes down is used by an option."""
    holders = [schedule.shared, *(group for _, group in _entries(schedule.groups))]
    rates = {c.uses for option in schedule.options for c in option.collections}
    rates |= {c.uses for holder in holders if holder is not None for c in holder.collections}
    written: list[tuple[Route, str, bool]] = [
        (("groups", name), f"group {name}", any(option.group == name for option in schedule.options))
        for name, _ in _entries(schedule.groups)
    ]
    written += [(("rates", name), f"rate {name}", name in rates) for name, _ in _entries(schedule.rates)]

    def unused(entry: tuple[Route, str, bool]) -> Verdict:
        route, name, used = entry
        if used:
            return passed(f"The {name} is used.", route)
        return failed(f"No option uses the {name}, so that it charges nobody.", route, label="not used")

    nothing = not_applicable("The schedule has no groups and no rates of their own.")
    return look_at(written, unused, nothing=nothing)


def _entries(named: Named[T] | None) -> list[tuple[str, T]]:
    return list(named.items()) if named is not None else []


@check("replaced-by-another")
def replaced_by_another(schedule: Schedule) -> Verdicts:
    """A schedule that is superseded is so by another one."""
    by = schedule.superseded_by
    route: Route = ("superseded-by",)
    if by is None:
        yield not_applicable("The schedule is not superseded.")
    elif schedule.id is not None and letters(by) == letters(schedule.id):
        yield failed(f"The schedule says that it is superseded by {by}, which is itself.", route, [(("id",), "its id")])
    else:
        yield passed(f"The schedule is superseded by {by}.", route)
