"""What a game says of its odds, against what is counted. Nothing of the counting is loaded for a game without it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from compliance.checks.evaluation import default_to
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, cut, not_applicable, passed
from compliance.documents.game import Game
from compliance.source.routes import Route

if TYPE_CHECKING:
    from compliance.odds.claims import Answer
    from compliance.odds.documents import OddsReport

_TABLE = len(("wagers", "*", "pays"))  # the way to what a wager pays
_READS: Final = (*("odds", "claims", "wagers", "tables", "deck", "table", "progressive", "envy", "bank"), "reading")


def _look(game: Game) -> OddsReport:
    """What is counted. What that rests on is read here too, so that an answer is open where any of it is."""
    from compliance.odds.documents import odds_counted_once

    told = (game.odds or {}).get("wagers")
    hows = told if isinstance(told, dict) else {}
    left = {name for name, how in hows.items() if isinstance(how, dict) and "not-counted" in how}
    _ = (game.tables, game.deck and (game.deck.decks, game.deck.jokers, game.deck.cards))
    for one in game.claims:
        _ = (one.value, one.by_other_players, one.wager, one.table, one.decks)
        _ = (one.hand, one.other_players, one.stake, one.jackpot)
    for name, wager in game.all_wagers():
        if name not in left:
            _ = (list(wager.payouts()), wager.commission)
    return odds_counted_once(game.raw_tree)


def _verdicts(answers: Iterable[Answer], nothing: Verdict, of: Game | None = None) -> Verdicts:
    """Answers as they were found. Those on a game rest on its pay tables: nothing is counted over text that is lost."""
    found = (Verdict(one.status, cut(one.message), one.at, rests_on=_find_tables(of, one.at)) for one in answers)
    return default_to(found, nothing)


def _find_tables(game: Game | None, at: Route) -> tuple[Route, ...]:
    """The pay table that an answer at a place is about: of a printed figure, that which the figure is printed for."""
    if game is None:
        return ()
    if at[0] == "wagers":
        return (at[:-1] if len(at) > _TABLE else at,)
    claim = game.claims[at[1]] if at[0] == "claims" and isinstance(at[1], int) else None
    if claim is None or claim.wager is None:
        return ()
    return (tuple(part for part in ("wagers", claim.wager, "pays", claim.table) if part),)


def _answer_from_report(game: Game, ask: Callable[[OddsReport], Iterable[Answer]], fine: str) -> Verdicts:
    """The answers to one question about all that is counted; where nothing is, that is said."""
    report = _look(game)
    if not any(not odds.reading for odds in report.wagers):
        return iter([not_applicable("No wager of the document is counted.", ("odds",))])
    counted = tuple(dict.fromkeys(("wagers", odds.wager, "pays") for odds in report.wagers))
    return _verdicts(ask(report), passed(fine, ("odds",))._replace(rests_on=counted), game)


@check("odds-claims-hold", reads=_READS)
def odds_claims_hold(game: Game) -> Verdicts:
    """A printed edge, return, hit rate, probability or envy is what is counted, at the precision printed."""
    from compliance.odds.claims import claims_hold

    nothing = not_applicable("No figure is printed.", ("claims",))
    return _verdicts(claims_hold(game.raw_tree, _look(game)), nothing, game)


@check("odds-claims-agree", reads=_READS)
def odds_claims_agree(game: Game) -> Verdicts:
    """Figures that are printed about one thing agree, as far as each is printed."""
    from compliance.odds.claims import claims_agree

    _look(game)
    nothing = not_applicable("No two figures are printed about one thing.", ("claims",))
    return _verdicts(claims_agree(game.raw_tree), nothing)


@check("odds-bettor-has-no-edge", reads=_READS)
def odds_bettor_has_no_edge(game: Game) -> Verdicts:
    """No wager favors the player, with any number of decks, pay table or number of players that is allowed."""
    from compliance.odds.order import find_player_edges

    return _answer_from_report(game, find_player_edges, "No wager gives players an edge.")


@check("odds-to-one", reads=_READS)
def odds_to_one(game: Game) -> Verdicts:
    """Printed figures are reckoned as prizes are printed: beside the wager (to 1) or with it (for 1)."""
    from compliance.odds.order import notations_agree

    fine = passed("No figure is reckoned in another way than prizes are printed.", ("wagers",))
    return _verdicts(notations_agree(game.raw_tree, _look(game)), fine)


@check("odds-rows-occur", reads=_READS)
def odds_rows_occur(game: Game) -> Verdicts:
    """Each row of a pay table pays some hand that no row above it takes."""
    from compliance.odds.order import rows_can_occur

    return _answer_from_report(game, rows_can_occur, "Every row of every pay table that is counted pays some hand.")


@check("odds-rows-contain", reads=_READS)
def odds_rows_contain(game: Game) -> Verdicts:
    """No row pays less than each of its hands would get by another row."""
    from compliance.odds.order import rows_pay_what_they_contain

    return _answer_from_report(game, rows_pay_what_they_contain, "No row pays less than a hand that it contains.")


@check("odds-counted", reads=_READS)
def odds_counted(game: Game) -> Verdicts:
    """Each wager is counted, or the document says why it is not."""
    from compliance.odds.order import missing_for_odds

    fine = passed("Every wager is counted, or the document says why not.", ("odds",))
    return _verdicts(missing_for_odds(_look(game)), fine)


@check("odds-readable", reads=_READS)
def odds_readable(game: Game) -> Verdicts:
    """The odds section can be read: nothing of it is left out without a word."""
    from compliance.odds.order import unreadable_odds

    return _verdicts(unreadable_odds(_look(game)), passed("The odds section can be read.", ("odds",)))
