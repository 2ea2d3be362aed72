"""Who deals, from which cards, and to whom: told by the round and the deck; a word about it only confirms."""

from collections.abc import Callable, Sequence
from typing import Annotated, Final, TypeAlias

from compliance.checks.looking import look_at
from compliance.checks.names import families_of
from compliance.checks.naming import stating
from compliance.checks.registry import check
from compliance.checks.rounds import FEES_FIRST, dealt_by, fees_of_round, order_of
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, on_a_word, passed, review, unstated
from compliance.checks.words import mentions, plain
from compliance.documents.charges import Fee
from compliance.documents.game import Game
from compliance.documents.units import any_one_of
from compliance.documents.wagers import Wager
from compliance.routes import Route

Listed: TypeAlias = Annotated[Sequence[str], "families of games on the list of well-known ones, which are not asked"]

_DEALER: Final[Route] = ("table", "dealer")
_OWN_HAND: Final[Route] = ("play", "own-hand")
_SETTLED_IN: Final[Route] = ("play", "settled-in")
_CARRYOVER: Final[Route] = ("carryover",)


@check("house-deals")
def house_deals(game: Game, house: Sequence[str], players: Sequence[str]) -> Verdicts:
    """An employee of the house deals: by the round, and by nothing that says otherwise.

    house: what a step of the round calls an employee who deals
    players: what it calls a player who deals
    """
    table = game.table
    steps = [_deals(place, who, house, players) for place, who in dealt_by(game)]
    if table is not None and table.dealer == "player":
        steps.append(
            on_a_word(
                failed(
                    "A player deals, by the word for it; an employee of the house must.",
                    _DEALER,
                    label="expected house",
                )
            )
        )
    if table is not None and table.deal_passes is not None:
        place: Route = ("table", "deal-passes")
        steps.append(failed(f"The deal passes among players: {table.deal_passes}.", place, label="players deal"))
    if not steps and table is not None and table.dealer == "house":
        steps.append(on_a_word(passed("The rules say that the house deals; no step says who does.", _DEALER)))
    nothing = unstated("review", "The document does not state who deals.", _DEALER)
    return look_at(steps, lambda verdict: verdict, nothing=nothing)


def _deals(place: Route, who: str, house: Sequence[str], players: Sequence[str]) -> Verdict:
    said = stating(place, who)
    if who in map(plain, house):
        return passed(f"{said}: an employee deals.", place)
    if who in map(plain, players):
        return failed(f"{said}; an employee of the house must deal.", place, label="a player deals")
    return review(f"{said}; whether that is an employee of the house is for a person to say.", place)


def _listed(game: Game, listed: Sequence[str]) -> Verdict | None:
    """The answer for a game on the list."""
    known = families_of(game) & set(listed)
    if not known:
        return None
    said = f"{sorted(known)[0].capitalize()} is one of the listed games, which follow their own rules."
    return not_applicable(said, ("family",))


@check("unlisted-game-cards")
def unlisted_game_cards(game: Game, listed: Listed, allowed: list[str], pack: int) -> Verdicts:
    """A game that is not on a list is played with cards of an allowed kind, by what its deck is made of.

    allowed: the kinds of cards that are allowed
    pack: how many cards a pack has
    """
    if (known := _listed(game, listed)) is not None:
        yield known
        return
    deck = game.deck
    if deck is None or (deck.kind is None and deck.cards is None and deck.tiles is None):
        yield unstated("review", "The document does not state what the game is played with.", ("deck", "kind"))
        return
    other = [(key, count) for key, count in (("tiles", deck.tiles), ("dice", deck.dice)) if count]
    for key, count in other:
        yield failed(f"The game is played with {count} {key}; expected {_any(allowed)} alone.", ("deck", key))
    if deck.kind is not None and deck.kind not in allowed:
        yield failed(f"The game is played with {deck.kind}; expected {_any(allowed)}.", ("deck", "kind"))
    elif not other:
        yield _made_of_packs(game, pack)


def _any(words: Sequence[str]) -> str:
    return " or ".join(words)


def _made_of_packs(game: Game, pack: int) -> Verdict:
    """What the number of cards says of a deck: a pack, with jokers or with some cards taken out."""
    deck, at = game.deck, ("deck", "cards")
    if deck is None or deck.cards is None:
        return on_a_word(passed("The kind of cards is stated, and how many there are is not.", ("deck", "kind")))
    if deck.special is not None:
        return review(f"Beside the ordinary cards the game uses: {deck.special}.", ("deck", "special"))
    jokers = deck.jokers.number if deck.jokers is not None else 0
    most = (pack + jokers) * max(1, *(deck.decks or [1]))
    if deck.cards > most:
        message = f"There are {deck.cards} cards; packs of {pack} with their jokers have {most} here."
        return failed(message, at, label=f"at most {most}")
    whole = deck.cards in (pack, pack + jokers, most)
    if whole or deck.removed is not None:
        return passed(f"A deck of {deck.cards} cards is a pack of {pack}{_less(deck.removed)}.", at)
    return review(f"A deck of {deck.cards} cards is no pack of {pack}, and none is said to be removed.", at)


def _less(removed: str | None) -> str:
    return f" without {removed}" if removed is not None else ""


@check("unlisted-game-own-hand")
def unlisted_game_own_hand(game: Game, listed: Listed, own: Sequence[str]) -> Verdicts:
    """In a game that is not on a list each player is dealt cards and wagers on them.

    own: the hands that a player may be said to wager on
    """
    return _unless_listed(game, listed, lambda: _plays_a_hand(game, own))


def _unless_listed(game: Game, listed: Sequence[str], verdicts: Callable[[], Verdicts]) -> Verdicts:
    known = _listed(game, listed)
    return iter([known]) if known is not None else verdicts()


def _plays_a_hand(game: Game, own: Sequence[str]) -> Verdicts:
    said = game.play.own_hand if game.play is not None else None
    dealt = game.deck.each_player if game.deck is not None else None
    elsewhere = [(name, wager) for name, wager in game.each_wager() if wager.on is not None and wager.on not in own]
    for name, wager in elsewhere:
        yield failed(f"The {name} wager is on {wager.on}, not on a hand of the player.", ("wagers", name, "on"))
    if said is False:
        yield on_a_word(
            failed("By the rules a player has no hand to play; each must have one.", _OWN_HAND, label="expected yes")
        )
    elif dealt == 0:
        yield failed("No cards are dealt to a player.", ("deck", "each-player"), label="no hand")
    elif not elsewhere and dealt is not None:
        yield passed(f"Each player is dealt {dealt} cards, and no wager is on another hand.", ("deck", "each-player"))
    elif not elsewhere and said is True:
        yield on_a_word(passed("The rules say that each player plays a hand; what is dealt is not stated.", _OWN_HAND))
    elif not elsewhere:
        yield unstated("review", "The document does not state what each player is dealt.", ("deck", "each-player"))


@check("unlisted-game-one-deal")
def unlisted_game_one_deal(game: Game, listed: Listed) -> Verdicts:
    """A game that is not on a list is won or lost within one deal: by its wagers, and by no pot that is carried on."""
    return _unless_listed(game, listed, lambda: _within_a_deal(game))


def _within_a_deal(game: Game) -> Verdicts:
    said = game.play.settled_in if game.play is not None else None
    wagers = list(game.each_wager())
    later = [verdict for name, wager in wagers if (verdict := runs_on(name, wager)) is not None]
    if game.carryover is not None:
        later.append(failed("A pot is carried over to later deals.", _CARRYOVER, label="several deals"))
    if said == "several deals":
        message = "By the rules the game is settled in several deals; it must be one."
        later.append(on_a_word(failed(message, _SETTLED_IN, label="expected one deal")))
    yield from later
    if later:
        return
    told = [name for name, wager in wagers if wager.decided_by == "one deal" or wager.deals == 1]
    if wagers and len(told) == len(wagers):
        yield passed("Each wager is decided by one deal, and nothing is carried over.", ("wagers", told[0]))
    elif said is not None:
        yield on_a_word(passed("The rules say that the game is settled in one deal.", _SETTLED_IN))
    else:
        yield unstated("review", "The document does not state within how many deals wagers are decided.", _SETTLED_IN)


def runs_on(name: str, wager: Wager) -> Verdict | None:
    """The answer to a wager that one deal does not decide; None for one that it does, or that does not say."""
    if wager.deals is not None and wager.deals > 1:
        return failed(f"The {name} wager runs over {wager.deals} deals.", ("wagers", name, "deals"))
    if wager.decided_by == "several deals":
        return failed(f"The {name} wager is decided over several deals.", ("wagers", name, "decided-by"))
    if wager.kind == "streak":
        return failed(f"The {name} wager is on a streak of deals.", ("wagers", name, "kind"))
    return None


@check("fees-settled-in-round")
def fees_settled_in_round(game: Game, wanted: str, outcome: Sequence[str] = ()) -> Verdicts:
    """What the rules say of when fees are settled is what is wanted; a round that takes them before the deal shows it.

    wanted: the word that is wanted
    outcome: words for what a fee is due for that make it one of how the hand goes
    """
    yield from _paid_by_the_outcome(game, outcome)
    said = game.fees.determined if game.fees is not None else None
    at: Route = ("fees", "determined")
    fees, order = fees_of_round(game), set(order_of(game))
    if said is not None and said != wanted:
        yield on_a_word(failed(f"Fees are said to be determined {said}; expected {wanted}.", at, label=wanted))
    elif said is not None and fees is not None and FEES_FIRST in order:
        message = f"Step {fees + 1} takes the fees before the deal: they are settled by then, as the rules say."
        yield passed(message, at, [(("round", fees), "taken here")])
    elif said is not None:
        yield on_a_word(passed(f"The rules say that fees are determined {said}.", at))


def _paid_by_the_outcome(game: Game, outcome: Sequence[str]) -> Verdicts:
    """Fees that only winners pay, or that are due for hands that went one way."""
    if game.fees is None:
        return
    if "winner" in game.fees.paid_by:
        message = "The winner pays a fee: before play nobody knows who pays, and whether anybody does."
        yield review(message, ("fees", "paid-by", game.fees.paid_by.index("winner")), label="known after play only")
    pers = [(("fees", "per"), game.fees.per or ""), *_pers_of_charges(game.fees.charges)]
    for at, per in pers:
        if not any_one_of(per) and mentions(per, outcome):
            message = f"A fee is due for each {per}: before play nobody knows whether."
            yield review(message, at, label="known after play only")


def _pers_of_charges(charges: Sequence[Fee]) -> list[tuple[Route, str]]:
    return [(("fees", "charges", number), fee.per) for number, fee in enumerate(charges)]
