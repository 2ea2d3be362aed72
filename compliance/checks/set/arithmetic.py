"""What arithmetic says of documents beside each other: limits, payers, and the spelling of a house."""

from collections.abc import Iterator
from typing import Final

from compliance.checks.evaluation import look_at
from compliance.checks.formatting import show
from compliance.checks.registry import check
from compliance.checks.set.house import House
from compliance.checks.set.house_documents import BLIND_WAGER, NO_BACKLINE, HouseDocument, HouseGame, HouseSchedule
from compliance.checks.set.index import Index, IndexedPlace, IndexEntry
from compliance.checks.set.mentions import SHOWN, Mention, add_places, name_document
from compliance.checks.set.money import Limit, Paying, Staking, is_for_game
from compliance.checks.set.statements import facts_said
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.values import show_money
from compliance.source.routes import Route

_MOST_COMPARED: Final = 20_000
_GOOD: Final = ("pass", "not-applicable")
_BLINDS: Final = ("blind", "small blind", "big blind")


@check("limits-of-game")
def limits_of_game(document: HouseSchedule, documents: House) -> Verdicts:
    """The limits that a schedule has fees for fit those of the rules of its games."""
    games = dict.fromkeys(id for _, id, _, _ in document.games)
    rules = [game for id in games if (game := documents.rules_of(id, document)) is not None and game.limits]
    nothing = not_applicable("No rules in the set give limits of a game that this schedule names.")
    if len(rules) * len(document.limits) > _MOST_COMPARED:
        many = f"{len(rules):,} games with limits and {len(document.limits):,} limits of the schedule"
        return iter([review(f"There are {many}: too many to compare, which is left to a person.", ("options",))])
    pairs = ((limit, game) for game in rules for limit in document.limits if is_for_game(limit, game.id))
    beyond = [verdict for game in rules if (verdict := _find_unpriced(document, game, documents)) is not None]
    verdicts = list(look_at(pairs, lambda pair: _fits(*pair, rules), nothing=nothing))
    return iter([*(one for one in verdicts if one.status not in _GOOD), *beyond] if beyond else verdicts)


def _fits(limit: Limit, game: HouseDocument, games: list[HouseDocument]) -> Verdict:
    rules = game.limits[0]
    said = f"{_show_limit(limit)} here, {_show_limit(rules)} in the rules of {name_document(game)}"
    place = (Mention(game, rules.route), "the rules say")
    if _are_apart(limit, rules):
        return add_places(failed(f"The limits have nothing in common: {said}.", limit.route), place)
    # What one game of several leaves out of a common limit, another has.
    others = (one.limits[0] for one in games if one.path != game.path and is_for_game(limit, one.id))
    if not _lies_within(limit, rules) and not any(_lies_within(limit, one) for one in others):
        return add_places(review(f"The schedule goes beyond the limits of the game: {said}.", limit.route), place)
    return add_places(passed(f"The limits fit: {said}.", limit.route), place)


def _find_unpriced(schedule: HouseDocument, game: HouseDocument, documents: House) -> Verdict | None:
    """Wagers that the rules of a game allow, and for which no schedule of the set has a fee. A table may be kept below
    them, so that a person says whether one takes them."""
    most = game.limits[0].high
    others = (one for one in documents.schedules_of(game) if one.path != schedule.path and not one.superseded)
    live = [schedule, *others]
    ends = [reach.high for one in live for reach in one.reach if is_for_game(reach, game.id)]
    own = [reach for reach in schedule.reach if reach.high is not None and is_for_game(reach, game.id)]
    if schedule.superseded or most is None or not own or any(end is None or end >= most for end in ends):
        return None
    farthest = max(own, key=lambda reach: reach.high or 0)
    whose = "this schedule" if len(live) == 1 else "this one, as of every schedule of the set that names the game,"
    message = f"The rules of {name_document(game)} allow wagers up to {show_money(most)}; the fees of {whose} end at"
    message = f"{message} {show_money(farthest.high or most)}. Whether a table takes more needs a decision."
    verdict = review(message, farthest.route, label="no fee above")
    return add_places(verdict, (Mention(game, game.limits[0].route), "the rules say"))


def _are_apart(one: Limit, other: Limit) -> bool:
    above = one.low is not None and other.high is not None and one.low > other.high
    return above or (one.high is not None and other.low is not None and one.high < other.low)


def _lies_within(limit: Limit, rules: Limit) -> bool:
    low = limit.low is None or rules.low is None or limit.low >= rules.low
    return low and (limit.high is None or rules.high is None or limit.high <= rules.high)


def _show_limit(limit: Limit) -> str:
    low = show_money(limit.low) if limit.low is not None else "no least wager"
    return f"{low} to {show_money(limit.high) if limit.high is not None else 'no limit'}"


@check("payers-agree")
def payers_agree(document: HouseGame, documents: House, same: dict[str, str]) -> Verdicts:
    """Who pays fees by the rules of a game pays them by its schedules.

    same: payers of a schedule that the rules call by another name
    """
    rules = frozenset(document.facts.get("fees / paid-by") or ())
    schedules = [one for one in documents.schedules_of(document) if one.payers and not one.superseded]
    nothing = not_applicable("The rules do not say who pays fees, or no schedule of the game is in the set.")
    return look_at(schedules if rules else [], lambda one: _payers(document, rules, one, same), nothing=nothing)


def _payers(
    game: HouseDocument, rules: frozenset[str], schedule: HouseDocument, same: dict[str, str]
) -> Iterator[Verdict]:
    at: Route = ("fees", "paid-by")
    charged = {one.payer: one.route for one in schedule.payers if is_for_game(one, game.id)}
    unknown = sorted(payer for payer in charged if payer not in rules and same.get(payer) not in rules)
    missing = sorted(rules - charged.keys() - {same.get(payer) for payer in charged})
    said = " and ".join(sorted(rules))
    if unknown:
        message = (
            f"By the rules fees are paid by {said}; {name_document(schedule)} charges {' and '.join(unknown)} too."
        )
        places = [(Mention(schedule, charged[payer]), f"charges {payer}") for payer in unknown]
        yield add_places(failed(message, at), *places)
    if missing:
        nobody = f"{name_document(schedule)} charges nothing to {' or '.join(missing)}"
        message = f"By the rules fees are paid by {said}; {nobody}."
        yield add_places(review(message, at), (Mention(schedule, ("options",)), "its fees"))
    if not unknown and not missing:
        yield passed(f"{name_document(schedule)} charges those who pay by the rules: {said}.", at)


@check("stakes-of-game")
def stakes_of_game(document: HouseSchedule, documents: House) -> Verdicts:
    """An option is for stakes that the rules of its games name, where these name any, and for no bet above the highest
    wager that they allow."""

    def judged(staking: Staking) -> Iterator[Verdict]:
        games = [game for _, game, _, _ in document.games if is_for_game(staking, game)]
        rules = [found for found in (documents.rules_of(game, document) for game in games) if found is not None]
        if not rules or len(rules) < len(games):
            return
        # Where one of the games leaves its stakes open, they may be for that one, as far as its limits go.
        if not all(game.stakes for game in rules):
            yield from _bet_above(staking, rules)
            return
        if not any(own.bets == staking.bets for game in rules for own in game.stakes):
            named_there = ", ".join(own.text for own in rules[0].stakes[:SHOWN])
            message = (
                f"The schedule has fees for {staking.text}; {name_document(rules[0])} is played for {named_there}."
            )
            yield add_places(review(message, staking.route), (Mention(rules[0], ("betting", "stakes")), "its stakes"))

    nothing = not_applicable("No option of the schedule is for stakes.", ("options",))
    clean = passed("No rules at hand name other stakes.", ("options",))
    return look_at(document.stakes, judged, nothing=nothing, all_clean=clean)


def _bet_above(staking: Staking, rules: list[HouseDocument]) -> Iterator[Verdict]:
    """A bet that the rules of none of the games allow, by the highest wager of each."""
    bet = staking.bets[-1]
    above = [(limit, game) for game in rules for limit in game.reach if limit.high is not None and bet > limit.high]
    if len(above) == len(rules):
        limit, game = max(above, key=lambda one: one[0].high or 0)
        charged = f"The schedule has fees for {staking.text}, a bet of {show_money(bet)}"
        message = f"{charged}; by the rules of {name_document(game)}"
        verdict = review(f"{message} no wager is above {show_money(limit.high or bet)}.", staking.route)
        yield add_places(verdict, (Mention(game, limit.route), "the rules say"))


@check("payers-there")
def payers_there(document: HouseSchedule, documents: House) -> Verdicts:
    """Nobody is charged who cannot be at the table: a player-dealer where no player banks, a pot or a blind where
    somebody does, a bettor behind a seat or a provider where the rules bar them."""

    def judged(paying: Paying) -> Iterator[Verdict]:
        games = [game for _, game, _, _ in document.games if is_for_game(paying, game)]
        rules = [found for found in (documents.rules_of(game, document) for game in games) if found is not None]
        absent = [(game, why) for game in rules if (why := _explain_absence(paying.payer, game, documents))]
        if absent and len(absent) == len(games):
            game, why = absent[0]
            message = f"The schedule charges the {paying.payer}; by the rules of {name_document(game)} {why}."
            yield add_places(failed(message, paying.route), (Mention(game, ("title",)), "its rules"))

    nothing = not_applicable("The schedule charges nobody.", ("options",))
    clean = passed("Nobody is charged who cannot be at the table by rules that are at hand.", ("options",))
    return look_at(document.payers, judged, nothing=nothing, all_clean=clean)


def _explain_absence(payer: str, game: HouseDocument, documents: House) -> str:
    """Why somebody cannot be at the table of a game; nothing where he can."""
    banks = [said.value for said in facts_said(game, documents, "bank / by")]
    played_for_a_pot = not banks or any(bank in ("pot", "unclear") for bank in banks)
    if payer == "player-dealer" and banks and all(bank in ("pot", "house") for bank in banks):
        return "no player banks"
    if payer == "pot" and not played_for_a_pot:
        return f"the {banks[0]} banks, and there is no pot"
    if payer in _BLINDS and not played_for_a_pot and not any(point.startswith(BLIND_WAGER) for point in game.points):
        return f"the {banks[0]} banks, and nobody posts a blind"
    if payer == "backline bettor" and NO_BACKLINE in game.points:
        return "nobody bets behind a seat"
    providers = [show(said.value) for said in facts_said(game, documents, "bank / third-party / allowed")]
    if payer == "third-party provider" and providers and set(providers) == {"no"}:
        return "no third-party provider may play"
    return ""


@check("house-spelt-alike", reads=("establishment",))
def house_spelt_alike(document: IndexEntry, documents: Index) -> Verdicts:
    """The name of an establishment is not one slip away from one that more documents of the set have."""
    if document.establishment is None:
        return
    near = documents.find_near_houses(document.establishment)
    own = documents.find_house(document.establishment)
    others = [house for house in near if len(documents.find_house(house)) >= len(own)]
    for house in others[:SHOWN]:
        first = documents.find_house(house)[0]
        message = (
            f"{document.house} is one letter away from {first.house}, the establishment of {name_document(first)}."
        )
        verdict = review(f"{message} If both are one house, one of them is misspelt.", ("establishment",))
        yield add_places(verdict, (IndexedPlace(first, ("establishment",)), first.house or ""))
    if not others:
        yield passed("No other establishment of the set has nearly the same name.", ("establishment",))
