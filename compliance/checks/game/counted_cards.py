"""What arithmetic says of cards, decks and jokers: whether the figures of a deck fit each other and the deal."""

from collections.abc import Iterator, Sequence
from typing import Final

from compliance.checks.looking import look_at
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.documents.game import Deck, Game
from compliance.routes import Route

_SUITS: Final = 4  # cards of one rank in a deck
_FIVE: Final = frozenset({"five", "5"})
_NONE: Final = frozenset({"no", "without", "natural", "not", "non"})
_RANKS: Final = frozenset(
    {
        "aces",
        "kings",
        "queens",
        "jacks",
        "tens",
        "nines",
        "eights",
        "sevens",
        "sixes",
        "fives",
        "fours",
        "threes",
        "twos",
    }
)
_CARDS: Final[Route] = ("deck", "cards")


@check("deck-counts")
def deck_counts(game: Game, pack: int) -> Verdicts:
    """The cards of a deck, the decks and the jokers fit each other.

    pack: how many cards a pack has
    """
    counted = [game.deck] if game.deck is not None and game.deck.cards else []
    nothing = not_applicable("The rules do not say how many cards a deck has.")
    clean = passed("The cards of a deck, the decks and the jokers fit each other.", _CARDS)
    return look_at(counted, lambda deck: _miscounted(deck, pack), nothing=nothing, all_clean=clean)


def _miscounted(deck: Deck, pack: int) -> Iterator[Verdict]:
    cards, jokers, decks = deck.cards or 0, deck.jokers.number if deck.jokers is not None else 0, deck.decks
    several = [number for number in decks or () if number > 1 and cards in (pack * number, pack * number + jokers)]
    if several:
        message = f"A deck is said to have {cards} cards: that is {several[0]} decks of {pack}, and one deck is meant."
        yield failed(message, _CARDS, [(("deck", "decks"), "the decks")], f"expected {pack}")
    elif not decks and cards > pack and not cards % pack:
        message = f"{cards} cards are {cards // pack} packs of {pack}; how many decks are used is not stated."
        yield unstated("review", message, ("deck", "decks"))
    elif jokers and cards > pack and cards - pack in {jokers, *(jokers // number for number in decks or () if number)}:
        message = (
            f"A deck is said to have {cards} cards and {_jokers(jokers)} beside them, which makes {cards + jokers}."
        )
        message += f" Cards are counted without jokers: a pack has {pack}."
        yield failed(message, _CARDS, [(("deck", "jokers"), "counted again")], f"expected {pack}")
    elif jokers and deck.jokers is not None and deck.jokers.each is None and max(decks or [1]) > 1:
        message = f"There are {jokers} jokers and up to {max(decks or [1])} decks: in each of them, or in all?"
        yield review(f"{message} Write `{jokers} per deck` or `{jokers} in all`.", ("deck", "jokers"))
    elif deck.kind == "standard cards" and cards != pack and deck.removed is None and deck.special is None:
        why = "no joker is stated" if cards > pack else "nothing says which are removed"
        yield failed(f"A deck is said to have {cards} standard cards; a pack has {pack}, and {why}.", _CARDS)


@check("decks-there")
def decks_there(game: Game) -> Verdicts:
    """The game is dealt from at least one deck, with at least one card or tile."""
    deck = game.deck
    if deck is None:
        yield not_applicable("The rules do not say what the game is dealt from.")
        return
    stated: dict[str, Sequence[int | None]] = {"cards": [deck.cards], "tiles": [deck.tiles], "decks": deck.decks or []}
    for key, numbers in stated.items():
        if 0 in numbers:
            place: Route = ("deck", key, numbers.index(0)) if len(numbers) > 1 else ("deck", key)
            yield failed(f"The number of {key} may be 0: nothing could be dealt.", place, label="expected 1 or more")
        elif any(numbers):
            yield passed(f"The number of {key} is not 0.", ("deck", key))


@check("left-over")
def left_over(game: Game) -> Verdicts:
    """The cards or tiles that the rules say are left after the deal are those that the deal leaves."""
    deck, table = game.deck, game.table
    if deck is None or deck.left_over is None:
        yield not_applicable("The rules do not say how many cards are left over.")
        return
    hands = (table.active or table.players) if table is not None else None
    decks = deck.decks or ([1] if deck.tiles else [])
    missing = _missing(deck, hands, decks)
    if missing:
        yield unstated("review", f"{deck.left_over} are said to be left over; {missing[1]} is not stated.", missing[0])
        return
    stock = deck.tiles or (deck.cards or 0) * decks[0] + deck.least_jokers(decks[0])
    dealt = [hands_dealt * (deck.each_player or 0) + (deck.community or 0) for hands_dealt in _hands(game, hands or 0)]
    yield _left(game, stock, dealt, deck.left_over)


def _missing(deck: Deck, hands: int | None, decks: list[int]) -> tuple[Route, str] | None:
    """The first fact that is needed to count what is left, and not there."""
    facts: list[tuple[Route, str, object]] = [
        (("deck", "each-player"), "how many each hand gets", deck.each_player),
        (("table", "players"), "how many hands are dealt", hands),
        (_CARDS, "how many cards a deck has", deck.tiles or deck.cards),
        (("deck", "decks"), "the one number of decks", len(decks) == 1),
    ]
    return next(((route, words) for route, words, stated in facts if not stated), None)


def _hands(game: Game, players: int) -> list[int]:
    """How many hands may be dealt; both numbers where nothing says whether the bank is one of the players."""
    included = game.table.players_include_bank if game.table is not None else None
    if included is None and game.bank.by == "player-dealer":
        return [players, players + 1]
    return [players if included or game.bank.by == "pot" else players + 1]


def _left(game: Game, stock: int, dealt: list[int], said: int) -> Verdict:
    route: Route = ("deck", "left-over")
    left = [stock - number for number in dealt]
    if said in left:
        return passed(f"{stock} less {stock - said} that are dealt leave {said}.", route)
    counted = " or ".join(f"{stock} less {number} that are dealt leave {stock - number}" for number in dealt)
    message = f"{counted}; {said} are said to be left over."
    burnt = any("burn" in f"{step.step} {step.discards} {step.note}".lower() for step in game.round)
    if burnt and said < max(left):
        return review(f"{message} A card that is burnt may be the reason.", route)
    return failed(message, route, [(("deck", "each-player"), "dealt to each hand")], f"expected {left[0]}")


@check("joker-there")
def joker_there(game: Game) -> Verdicts:
    """A hand that needs a joker, or five cards of one rank, can be dealt."""
    hands = list(game.hands.items()) if game.hands is not None and game.deck is not None else []
    needing = [(name, words, need) for name, words in hands if (need := _need(name, words)) is not None]
    nothing = not_applicable("No hand of the rules needs a joker.")
    return look_at(needing, lambda one: _can_be_dealt(game, *one), nothing=nothing)


def _jokers(count: int) -> str:
    return "1 joker" if count == 1 else f"{count} jokers"


def _need(name: str, words: str) -> str | None:
    """What a hand needs: a joker by its `name`, a joker by its `definition`, or `five` of one rank."""
    parts = name.lower().split("-")
    if _wants_joker(parts):
        return "name"
    if (
        len(parts) > 1
        and parts[0] in _FIVE
        and (parts[1:] == ["of", "a", "kind"] or (parts[1] in _RANKS and len(parts) == 2))
    ):
        return "five"
    return "definition" if _wants_joker(words.lower().replace(",", " ").replace(".", " ").split()) else None


def _wants_joker(words: list[str]) -> bool:
    """Whether words speak of a joker, and deny it nowhere."""
    return any(word in ("joker", "jokers") for word in words) and _NONE.isdisjoint(words)


def _can_be_dealt(game: Game, name: str, words: str, need: str) -> Verdict:
    deck, at = game.deck, ("hands", name)
    decks = deck.decks if deck is not None else None
    jokers = deck.jokers.number if deck is not None and deck.jokers is not None else None
    shown = name.replace("-", " ")
    if need == "five":
        if jokers is None or not decks:
            if decks and _SUITS * min(decks) > _SUITS:
                return passed(f"{shown} can be dealt from several decks.", at)
            missing: Route = ("deck", "jokers" if jokers is None else "decks")
            return unstated("review", f"A hand of {shown} needs a joker or several decks; neither is stated.", missing)
        most = _SUITS * max(decks) + (deck.least_jokers(max(decks)) if deck is not None else 0)
        if most < _SUITS + 1:
            message = (
                f"A hand of {shown} cannot be dealt: {max(decks)} deck without a joker has {_SUITS} cards of one rank."
            )
            return failed(message, at, [(("deck", "jokers"), "no joker")])
        return passed(f"{shown} can be dealt.", at)
    if jokers is None:
        return unstated(
            "review", f"A hand of {shown} needs a joker; how many there are is not stated.", ("deck", "jokers")
        )
    if jokers:
        return passed(f"{shown} can be dealt with {jokers} jokers.", at)
    also: list[tuple[Route, str]] = [(("deck", "jokers"), "no joker")]
    if need == "name":
        return failed(f"A hand of {shown} needs a joker, and the deck has none.", at, also)
    return review(f"A hand of {shown} is said to be: {words}. The deck has no joker.", at, also)
