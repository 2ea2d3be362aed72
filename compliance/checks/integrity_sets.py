"""Whether the documents of a set fit each other: rules, schedules and general terms.

A document whose partner is not in the set is not found wrong for that: the answer is not-applicable, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import islice, zip_longest
from typing import Final

from compliance.checks.cards import Card, OptionRates, Place, Shelf, letters
from compliance.checks.facts import show
from compliance.checks.registry import Verdict, Verdicts, Where, check, failed, not_applicable, passed, review
from compliance.checks.said import Said, facts_said
from compliance.documents.routes import route_of
from compliance.documents.values import read_band, show_money
from compliance.routes import Route

_SHOWN: Final = 3
_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")


def _named(card: Card) -> str:
    return f"{card.title} ({card.path})"


def _beside(verdict: Verdict, *places: tuple[Place, str]) -> Verdict:
    """A verdict with places in other documents added."""
    return verdict._replace(elsewhere=tuple((place.card.path, place.route, label) for place, label in places))


# --- how many rates ---------------------------------------------------------------------------------------------------


def _counted(rates: OptionRates) -> str:
    amounts = ", ".join(show_money(amount) for amount in rates.amounts)
    return f"option {rates.option} has {max(len(rates.amounts), rates.longest)} rates ({amounts})"


def _beyond(card: Card, most: int) -> tuple[list[int], list[int]]:
    """The options with more rates than a number: beyond doubt, and only when the tiers of all payers are added up."""
    sure = [n for n, rates in enumerate(card.rates) if max(len(rates.amounts), rates.longest) > most]
    return sure, [n for n, rates in enumerate(card.rates) if rates.tiers > most and n not in sure]


def _numbers(options: Sequence[int], card: Card) -> str:
    return ", ".join(card.rates[number].option for number in options)


@check("rates-as-stated", on_set=True)
def rates_as_stated(card: Card, cards: Shelf, fact: Where) -> Verdicts:
    """No option of a schedule has more rates than the schedule, or general terms that cover it, say."""
    said = facts_said(card, cards, fact)
    if not said:
        yield not_applicable("Neither the schedule nor general terms in the set state a number of rates.")
    for found in said:
        most = int(found.value)
        stated = f"at most {most} are stated{found.whose}"
        sure, maybe = _beyond(card, most)
        also = [(found.at, f"at most {most}")] if found.at else []
        for number in sure:
            message = f"Too many rates: {_counted(card.rates[number])}; {stated}."
            yield failed(message, ("options", number), also)
        if maybe:
            options = (
                f"option {_numbers(maybe, card)} has" if len(maybe) == 1 else f"options {_numbers(maybe, card)} have"
            )
            message = f"Counted payer by payer, {options} more rates than stated; {stated}."
            yield review(message, ("options", maybe[0]), [*also, *((("options", n), "") for n in maybe[1:])])
        if not sure and not maybe:
            yield passed(f"No option has more rates than stated; {stated}.", ("options",))


@check("rates-as-rules-say", on_set=True)
def rates_as_rules_say(card: Card, cards: Shelf, fact: Where, per: Where) -> Verdicts:
    """No schedule of a game has an option with more rates than the rules of the game allow."""
    stated = card.facts.get(fact)
    if stated is None:
        yield not_applicable("The rules state no number of rates.")
        return
    most, at = int(stated), route_of(fact)
    by_game = card.facts.get(per) == "game"
    said = f"The rules speak of at most {most} rates{' for the game' if by_game else ''}"
    schedules = [schedule for schedule in cards.schedules_of(card) if not schedule.superseded]
    if not schedules:
        yield not_applicable("No schedule that names this game is in the set.", at)
    for schedule in schedules:
        sure, maybe = _beyond(schedule, most)
        places = [
            (Place(schedule, ("options", number)), f"option {schedule.rates[number].option}")
            for number in sure or maybe
        ]
        if sure:
            others = f"; options {_numbers(sure[1:], schedule)} have too many as well" if sure[1:] else ""
            message = f"{said}; in {_named(schedule)} {_counted(schedule.rates[sure[0]])}{others}."
            yield _beside(failed(message, at, label=f"at most {most}"), *places)
        elif maybe:
            first = schedule.rates[maybe[0]]
            tiers = f"{len(first.amounts)} amounts in {first.tiers} tiers of all payers"
            message = f"{said}, not how they are counted; in {_named(schedule)} option {first.option} has {tiers}."
            yield _beside(review(message, at, label=f"at most {most}"), *places)
        elif by_game and len(every := frozenset[Decimal]().union(*(rates.anywhere for rates in schedule.rates))) > most:
            amounts = f"no option has more, all options together have {len(every)} different amounts"
            message = f"{said}; in {_named(schedule)} {amounts}. Whether they are counted for each table is not stated."
            yield _beside(review(message, at, label=f"at most {most}"), (Place(schedule, ("options",)), "all options"))
        else:
            yield passed(f"{said}, and {_named(schedule)} has no more.", at)


# --- one schedule for a game ------------------------------------------------------------------------------------------


@check("one-live-schedule", on_set=True)
def one_live_schedule(card: Card, cards: Shelf) -> Verdicts:
    """No other live schedule names the same game with other fees or limits."""
    if card.superseded:
        yield passed("The schedule is superseded.", ("superseded-by",))
        return
    if not card.games:
        yield _for_any_game(card, cards)
        return
    rivals: dict[str, list[tuple[Route, str, Place]]] = {}
    for route, game, printed, _ in card.games:
        at_odds = (place for place in cards.rivals(card, game) if _at_odds(card, place.card, game, printed))
        for place in islice(at_odds, _SHOWN):
            rivals.setdefault(place.card.path, []).append((route, printed or game, place))
    if not rivals:
        yield passed("No other live schedule in the set names these games with other fees.", ("games",))
    for found in rivals.values():
        other = found[0][2].card
        games = ", ".join(name for _, name, _ in found)
        undated = (
            "neither is dated" if card.dated is None and other.dated is None else "no date tells which is in force"
        )
        said = f"For {games} it is {_amounts(card)} here and {_amounts(other)} in {_named(other)}"
        if _amounts(card) == _amounts(other):
            said = f"For {games} {_difference(card, other)} in {_named(other)}"
        message = f"{said}; neither replaces the other, and {undated}."
        verdict = failed(message, found[0][0], [(route, "") for route, _, _ in found[1:]], "has another schedule too")
        yield _beside(verdict, *((place, "named here too") for _, _, place in found))


def _amounts(card: Card) -> str:
    """What a schedule charges anywhere, from the least to the most."""
    amounts = sorted(frozenset[Decimal]().union(*(rates.anywhere for rates in card.rates)))
    limits = [rates.limit for rates in card.rates if rates.limit]
    ends = (
        f"{show_money(amounts[0])} to {show_money(amounts[-1])}"
        if len(amounts) > 1
        else "".join(map(show_money, amounts))
    )
    what = f"{ends or 'nothing'} in {len(card.rates)} option{'s' if len(card.rates) > 1 else ''}"
    return what + (f" (limit {limits[0]})" if limits else "")


def _difference(card: Card, other: Card) -> str:
    """The first option in which two schedules differ."""
    for (name, here), (_, there) in zip_longest(card.fees, other.fees, fillvalue=("", "")):
        if here != there:
            return f"option {name or 'more'} is {here or 'not there'} here and {there or 'not there'}"
    return "the limits differ from those"


def _for_any_game(card: Card, cards: Shelf) -> Verdict:
    """A schedule that names no game may be for those of every other schedule of its establishment."""
    others = [other for other in cards.schedules_at(card.establishment)[: _SHOWN + 1] if other.path != card.path]
    if not others:
        return not_applicable("The schedule names no game, and no other schedule is in the set.", ("games",))
    names = ", ".join(_named(other) for other in others[:_SHOWN])
    message = f"The schedule names no game; whether it is for games of other live schedules is not stated: {names}."
    verdict = review(message, ("games",))
    return _beside(verdict, *((Place(other, ("games",)), "names games") for other in others[:_SHOWN]))


def _at_odds(card: Card, other: Card, game: str, printed: str | None) -> bool:
    """Whether two schedules say different things of one game. The same fees for another limit under another printed
    name (a no-limit game, say) are no contradiction."""
    if _for_other_tables(card, other):
        return False
    if [fees for _, fees in card.fees] != [fees for _, fees in other.fees]:
        return True
    limits = [rates.limit for rates in card.rates] != [rates.limit for rates in other.rates]
    names = {letters(name or id) for _, id, name, _ in other.games if id == game}
    return limits and letters(printed or game) in names


def _for_other_tables(card: Card, other: Card) -> bool:
    """Whether two schedules are for tables of different limits, none of which is in both."""
    here, there = ([rates.limit for rates in one.rates] for one in (card, other))
    if not here or not there or not all((*here, *there)):
        return False
    bands = [(read_band(one), read_band(two)) for one in here for two in there]
    return not any(one.holds(two.low) or two.holds(one.low) for one, two in bands)


# --- ids and names ----------------------------------------------------------------------------------------------------


@check("ids-match", on_set=True)
def ids_match(card: Card, cards: Shelf) -> Verdicts:
    """A schedule gives a game the approval number that its rules, and other schedules, give it."""
    numbered = [(route, game, number) for route, game, _, number in card.games if number is not None]
    if not numbered:
        yield not_applicable("The schedule gives no approval numbers of games.", ("games",))
    for route, game, number in numbered:
        at: Route = (*route, "approval")
        places = cards.numbers_of(card.establishment, game)
        others = list(islice((place for other, place in places.items() if other != letters(number)), _SHOWN))
        for place in others:
            theirs = place.card.approval if place.card.kind == "game" else _number_of(place.card, game)
            message = f"{game} is {number} here and {theirs} in {_named(place.card)}."
            yield _beside(failed(message, at, label=number), (place, theirs or ""))
        if not others:
            rules = cards.game_of(game, card)
            if rules is None:
                yield not_applicable(f"The rules of {game} are not in the set.", at)
            elif rules.approval is None:
                yield not_applicable(f"The rules of {game} give no number of their own.", at)
            else:
                yield passed(f"{game} is {number} in its rules too.", at)


def _number_of(schedule: Card, game: str) -> str | None:
    return next((number for _, id, _, number in schedule.games if id == game and number is not None), None)


@check("names-match", on_set=True)
def names_match(card: Card, cards: Shelf) -> Verdicts:
    """A schedule calls a game by a name that its rules know."""
    for route, game, printed, _ in card.games:
        rules = cards.game_of(game, card)
        at: Route = (*route, "printed")
        if printed is None:
            continue
        if rules is None:
            yield not_applicable(f"The rules of {game} are not in the set.", at)
            continue
        known = {letters(name) for name in rules.names} | {
            letters(name + (rules.version or "")) for name in rules.names
        }
        if letters(printed) in known:
            yield passed(f"The rules know the name {printed}.", at)
        else:
            names = " or ".join(rules.names) + (f", version {rules.version}" if rules.version else "")
            message = f"The schedule calls it {printed}; its rules call it {names} ({rules.path})."
            yield _beside(
                failed(message, at, label="not a name that the rules know"), (Place(rules, ("title",)), rules.title)
            )


@check("ids-spelt", on_set=True)
def ids_spelt(card: Card, cards: Shelf) -> Verdicts:
    """An id that the document names and no document has is not nearly that of another."""
    named: list[tuple[str, str, Route]] = [("game", game, (*route, "game")) for route, game, _, _ in card.games]
    named += [(kind, id, ("covers",)) for id in sorted(card.covers) for kind in ("game", "schedule")]
    named += [(kind, to, route) for route, kind, to in card.references if kind in ("game", "schedule")]
    strange = [(id, near, at) for kind, id, at in named if not cards.known(id) and (near := cards.like(kind, id))]
    for id, near, at in strange:
        yield review(f"No document of the set is {id}; {near} is in the set.", at, label=f"is {near} meant?")
    if named and not strange:
        yield passed("No id is nearly that of another document.", named[0][2])


@check("one-id-one-game", on_set=True)
def one_id_one_game(card: Card, cards: Shelf) -> Verdicts:
    """An approval number stands for one game, and no two documents of a kind have the same id."""
    numbers: list[tuple[Route, str]] = [((*route, "approval"), number) for route, _, _, number in card.games if number]
    if card.kind == "game" and card.approval is not None:
        numbers.append((("approval", "id"), card.approval))
    for at, number in numbers:
        games = cards.games_numbered(number)
        if len(games) > 1:
            names = ", ".join(islice(games, _SHOWN))
            others = ((place, game) for game, place in games.items() if place != Place(card, at))
            yield _beside(failed(f"{number} stands for {len(games)} games: {names}.", at), *islice(others, _SHOWN))
        else:
            yield passed(f"{number} stands for one game.", at)
    same = [other for other in cards.with_same_id(card)[:2] if other.path != card.path]
    if same:
        message = f"The id {card.id} is that of {_named(same[0])} too."
        yield _beside(failed(message, ("id",), label="taken"), (Place(same[0], ("id",)), "the same id"))
    elif card.id is not None:
        yield passed(f"No other {card.kind} of the set has the id {card.id}.", ("id",))


@check("one-name-one-game", on_set=True)
def one_name_one_game(card: Card, cards: Shelf) -> Verdicts:
    """No two games of one establishment go by the same name."""
    if card.id is None:
        yield not_applicable("The rules have no id, so that they cannot be told from other rules.")
        return
    clean = True
    told: set[str] = {card.id}
    for number, name in enumerate(card.names):
        named = cards.games_named(card.establishment, name)
        others = list(islice(((id, place) for id, place in named.items() if id not in told), _SHOWN))
        if others:
            clean = False
            told |= {id for id, _ in others}
            games = ", ".join(f"{id} ({place.card.path})" for id, place in others)
            more = f" and {len(named) - 1 - len(others)} more" if len(named) - 1 > len(others) else ""
            message = f"{name} is also the name of another game: {games}{more}."
            at: Route = ("aliases", number - 1) if number else ("title",)
            yield _beside(failed(message, at, label="two games"), *((place, "the same name") for _, place in others))
    if clean:
        yield passed("No other game of the set goes by a name of this one.", ("title",))


# --- references to other documents ------------------------------------------------------------------------------------


@check("set-references", on_set=True)
def set_references(card: Card, cards: Shelf) -> Verdicts:
    """Schedules, games and documents that the text points to are in the set."""
    looked = False
    for kind, to, routes in _pointed(card):
        resolve = _RESOLVERS.get(kind)
        if resolve is not None and (kind != "table" or card.kind == "terms"):
            looked = True
            verdict = resolve(card, cards, to)
            yield verdict._replace(at=routes[0], also=tuple((route, "here too") for route in routes[1:]))
    if not looked:
        yield not_applicable("The text points to no other document.")


def _pointed(card: Card) -> Iterator[tuple[str, str, list[Route]]]:
    """Every target with all the places that point to it."""
    places: dict[tuple[str, str], list[Route]] = {}
    for route, kind, to in card.references:
        places.setdefault((kind, to), []).append(route)
    for (kind, to), routes in places.items():
        yield kind, to, routes


def _schedule(card: Card, cards: Shelf, to: str) -> Verdict:
    found = cards.called(to)
    if found is not None and found.kind == "schedule":
        return passed(f"{to} is in the set: {_named(found)}.")
    own = cards.schedules_of(card) if card.kind == "game" else []
    if not own:
        return not_applicable(f"No schedule that names this game is in the set, so that {to} cannot be looked up.")
    if not any(letter.isdigit() for letter in to) and not _ID.fullmatch(to):
        return passed(f"A schedule of this game is in the set: {_named(own[0])}.")
    bear = ", ".join(f"{_named(schedule)} bears {schedule.approval or 'no number'}" for schedule in own[:_SHOWN])
    what = "goes by that id" if _ID.fullmatch(to) else "has that number"
    verdict = failed(f"The text points to the schedule {to}, and no schedule in the set {what}: {bear}.")
    return _beside(verdict, *((Place(schedule, ()), schedule.approval or "no number") for schedule in own[:_SHOWN]))


def _game(card: Card, cards: Shelf, to: str) -> Verdict:
    found = cards.called(to)
    if found is not None and found.kind == "game":
        return passed(f"{to} is in the set: {_named(found)}.")
    return review(f"The text points to {to}, and no game in the set goes by that name.")


def _document(card: Card, cards: Shelf, to: str) -> Verdict:
    found = cards.called(to)
    if found is not None:
        return passed(f"{to} is in the set: {_named(found)}.")
    return review(f"The text points to {to}, which is not in the set.")


def _table(card: Card, cards: Shelf, to: str) -> Verdict:
    """General terms point to something in the schedules that they cover."""
    covered = [other for id in sorted(card.covers) if (other := cards.of_id("schedule", card.establishment, id))]
    if not covered:
        return not_applicable(f"None of the schedules that these terms cover is in the set, to look for {to}.")
    without = [schedule for schedule in covered if to not in schedule.points]
    if not without:
        return passed(f"Each schedule that these terms cover has {to}.")
    names = ", ".join(_named(schedule) for schedule in without)
    verdict = failed(f"The text points to {to} that are not in {names}.")
    return _beside(verdict, *((Place(schedule, ("options",)), f"no {to}") for schedule in without))


_RESOLVERS: Final = {"schedule": _schedule, "game": _game, "document": _document, "table": _table}


# --- what rules and schedule say of fees ------------------------------------------------------------------------------


@check("fees-as-rules-say", on_set=True)
def fees_as_rules_say(card: Card, cards: Shelf, facts: Mapping[Where, Where], charged: Mapping[str, str]) -> Verdicts:
    """What the rules say of fees is what the schedules of the game say. `facts` pairs routes that must have the same
    value; `charged` pairs a fact of the rules with the statement of a schedule that denies it (`fact is value`)."""
    schedules = [schedule for schedule in cards.schedules_of(card) if not schedule.superseded]
    if not schedules:
        yield not_applicable("No schedule that names this game is in the set.")
        return
    looked = False
    for schedule in schedules:
        for here, there in facts.items():
            if here in card.facts:
                for said in facts_said(schedule, cards, there):
                    looked = True
                    yield _same_fact(card, schedule, here, there, said)
        for told, statement in charged.items():
            fact, _, value = told.rpartition(" is ")
            if show(card.facts.get(fact)) == value:
                looked = True
                yield _not_denied(card, schedule, route_of(fact), value, statement)
    if not looked:
        yield not_applicable("The rules and their schedules say nothing of fees that could be compared.")


def _same_fact(card: Card, schedule: Card, here: str, there: str, said: Said) -> Verdict:
    own = card.facts[here]
    if own == said.value:
        return passed(f"{here} is {show(own)}, as in {_named(schedule)}.", route_of(here))
    message = f"{here} is {show(own)}; for {_named(schedule)} {there} is {show(said.value)}{said.whose}."
    places = said.there or ((schedule.path, route_of(there), show(said.value)),)
    return failed(message, route_of(here), label=show(own))._replace(elsewhere=places)


def _not_denied(card: Card, schedule: Card, at: Route, value: str, statement: str) -> Verdict:
    said = f"{' / '.join(map(str, at))} is {value}"
    words = statement.replace("-", " ")
    if statement not in schedule.statements:
        return passed(f"{said}, and {_named(schedule)} does not deny it.", at)
    verdict = failed(f"{said}; {_named(schedule)} states: {words}.", at, label=value)
    return _beside(verdict, (Place(schedule, ("statements", statement)), words))
