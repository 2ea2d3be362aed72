"""What a game is dealt from: the stock, jokers, cards that are taken out, hands that cannot be held, totals of dice."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from compliance.checks.expressions.derived import Placed, Row, Thing, derive
from compliance.checks.expressions.subjects.pay_tables import list_tables
from compliance.checks.ranks import LOWER, RANKS, rank_of, ranks_between
from compliance.documents.game import Deck, Game
from compliance.documents.values import parse_whole_number
from compliance.source.routes import Route

_SIDES: Final = 6
_FIVE: Final = frozenset({"five", "5"})
_OF_A_KIND: Final = ["of", "a", "kind"]
_NO_JOKER: Final = frozenset({"no", "without", "natural", "not", "non"})
# What may stand beside ranks in words that name whole ranks and nothing else.
_BESIDE: Final = re.compile(r"the|all|every|any|cards?|and|or|of|ranks?|each|deck|from|four|suits")
_THROUGH: Final = frozenset({"to", "through", "thru"})
_ROYAL: Final = frozenset({"ace", "king", "queen", "jack", "ten"})
_WITHOUT: Final = frozenset({"no", "not", "non", "without", "other"})


# --- the deck ---


@derive("stock", of=Deck, gives="number", reads=["tiles", "cards", "decks", "jokers"])
def count_stock(thing: Thing) -> int | None:
    """How many cards or tiles there are, with the fewest decks and the jokers that are in them for sure."""
    decks = min(thing.value.decks or [thing.value.fewest_decks or 1])
    return _count_stock(thing.value, decks) or None


@derive("one-stock", of=Deck, gives="number", reads=["decks", "cards", "tiles", "jokers"])
def count_one_stock(thing: Thing) -> int | None:
    """How many cards or tiles there are, where the number of decks is one and stated; tiles need none."""
    deck = thing.value
    decks = deck.decks or ([1] if deck.tiles else [])
    return _count_stock(deck, decks[0]) or None if len(decks) == 1 else None


def _count_stock(deck: Deck, decks: int) -> int:
    return deck.tiles or ((deck.cards or 0) * decks and (deck.cards or 0) * decks + deck.min_jokers(decks))


@derive("whole-packs", of=Deck, gives="number", reads=["cards"], takes=["pack"])
def count_packs(thing: Thing, pack: int) -> int | None:
    """How many whole packs the cards of a deck make; none where some would be left."""
    cards = thing.value.cards
    return cards // int(pack) if cards and not cards % int(pack) else None


@derive("cards-are-burnt", of=Game, gives="yes or no", reads=["round"])
def are_cards_burnt(thing: Thing) -> bool:
    """Whether a step of the round speaks of a card that is burnt."""
    return any("burn" in f"{step.step} {step.discards} {step.note}".lower() for step in thing.value.round)


# --- jokers ---


@derive("hands-with-jokers", of=Game, gives="list of rows", columns={"name": "text", "needs": "text"}, reads=["hands"])
def list_hands_with_jokers(thing: Thing) -> list[Row]:
    """The hands that need a joker, by their `name` or by their `definition`, and those of `five` cards of one rank."""
    hands = thing.value.hands.items() if thing.value.hands is not None else ()
    found = [(name, _find_need(name, words)) for name, words in hands]
    return [
        Row(("hands", name), {"name": name.replace("-", " "), "needs": need})
        for name, need in found
        if need is not None
    ]


def _find_need(name: str, words: str) -> str | None:
    parts = name.lower().split("-")
    if _is_of_joker(parts):
        return "name"
    five = len(parts) > 1 and parts[0] in _FIVE
    if five and (parts[1:] == _OF_A_KIND or (len(parts) == 2 and parts[1].endswith("s") and rank_of(parts[1]))):
        return "five"
    return "definition" if _is_of_joker(words.lower().replace(",", " ").replace(".", " ").split()) else None


def _is_of_joker(words: list[str]) -> bool:
    """Whether words speak of a joker, and deny it nowhere."""
    return any(word in ("joker", "jokers") for word in words) and _NO_JOKER.isdisjoint(words)


# --- cards that are taken out ---


@derive("removed-ranks", of=Deck, gives="list of words", reads=["removed", "special"])
def list_removed_ranks(thing: Thing) -> list[Placed] | None:
    """The ranks that are taken out of the deck as a whole. Special cards may take the place of what is taken out."""
    deck = thing.value
    ranks = parse_removed_ranks(deck.removed) if deck.removed is not None and deck.special is None else None
    return [Placed(rank, (*thing.route, "removed")) for rank in RANKS if rank in ranks] if ranks else None


def parse_removed_ranks(words: str) -> frozenset[str] | None:
    """The ranks that words take out as a whole; None where they say anything else: one card, a suit, a condition."""
    found: set[str] = set()
    tokens = re.sub(r"[-–]", " to ", words.lower()).replace(",", " ").split()
    for place, token in enumerate(tokens):
        rank, counts = rank_of(token), token == "four" and not found and len(tokens) > 1
        before, after = [rank_of(one) for one in (*tokens[place - 1 : place], "")], tokens[place + 1 : place + 2]
        if token in _THROUGH and before[0] is not None and after and (end := rank_of(after[0])) is not None:
            found |= ranks_between(before[0], end)
        elif rank is not None and not counts:
            found.add(rank)
        elif not _BESIDE.fullmatch(token):
            return None
    return frozenset(found) or None


@derive(
    "hands-without-cards",
    of=Game,
    gives="list of rows",
    columns={"name": "text", "missing": "text"},
    reads=[
        "deck.removed",
        "deck.special",
        *(f"{one}.keys" for one in ("hands", "wagers.*.pays", "envy.pays", "progressive.pays")),
    ],
)
def list_hands_without_cards(thing: Thing) -> list[Row]:
    """The hands of the ranking and of the pay tables that need a rank which is taken out of the deck."""
    deck = thing.value.deck
    removed = parse_removed_ranks(deck.removed or "") if deck is not None and deck.special is None else None
    rows = []
    for route, hand in _list_hands(thing.value):
        missing = [rank for rank in RANKS if rank in find_needed_ranks(hand) & (removed or frozenset())]
        if missing:
            rows.append(Row(route, {"name": hand.replace("-", " "), "missing": ", ".join(missing)}))
    return rows


def _list_hands(game: Game) -> Iterator[tuple[Route, str]]:
    """Every hand of the ranking and of the pay tables, each once."""
    known = {hand for hand, _ in game.hands.items()} if game.hands is not None else set()
    yield from ((("hands", hand), hand) for hand, _ in (game.hands.items() if game.hands is not None else ()))
    for table in list_tables(game):
        for hand, _ in table.rows.items():
            if hand not in known:
                known.add(hand)
                yield (*table.route, hand), hand


def find_needed_ranks(hand: str) -> frozenset[str]:
    """The ranks that a hand needs by its name: `three-tens`, `pair-of-kings`, `ten-high`, `royal-flush`, `suited-777`.
    A number that counts cards, as in `six-card-21`, is no rank."""
    words = hand.lower().split("-")
    if not _WITHOUT.isdisjoint(words):
        return frozenset()
    found: set[str] = set(_ROYAL) if "royal" in words else set()
    for number, word in enumerate(words):
        rank = rank_of(word)
        after = words[number + 1] if number + 1 < len(words) else ""
        one_number = rank in LOWER and (word == rank or word.isdigit())
        if rank is not None and (not one_number or after in ("high", "low")):
            found.add(rank)
        elif len(word) > 1 and word.isdigit() and set(word) == {word[0]} and (same := rank_of(word[0])) is not None:
            found.add(same)
    return frozenset(found)


# --- dice ---


@derive(
    "dice-totals",
    of=Game,
    gives="list of rows",
    columns={"total": "number", "lowest": "number", "highest": "number"},
    reads=["action.totals", "action.dice", "deck.dice"],
)
def list_dice_totals(thing: Thing) -> list[Row]:
    """Each total that the rules speak of, with the lowest and the highest that the dice can make."""
    dice, totals = _find_dice(thing.value)
    ends = {"lowest": dice, "highest": dice * _SIDES}
    numbers = [(text, total) for text in totals for total in _read_totals(text)]
    return [Row(("action", "totals", text), {"total": total, **ends}) for text, total in numbers if total is not None]


@derive("dice-totals-left-out", of=Game, gives="list of numbers", reads=["action.totals", "action.dice", "deck.dice"])
def list_totals_left_out(thing: Thing) -> list[Placed]:
    """The totals that the rules leave out of a list that has most of them; a few totals are only examples."""
    dice, totals = _find_dice(thing.value)
    named = [total for text in totals for total in _read_totals(text)]
    possible = range(dice, dice * _SIDES + 1)
    missing = [total for total in possible if total not in named] if dice and None not in named else []
    meant_whole = len(missing) <= len(possible) // 4
    return [Placed(total, ("action", "totals")) for total in missing] if meant_whole else []


def _find_dice(game: Game) -> tuple[int, Sequence[str]]:
    action = game.action
    dice = (action.dice if action is not None else None) or (game.deck.dice if game.deck is not None else None)
    return dice or 0, list(action.totals) if action is not None and dice else ()


def _read_totals(text: str) -> Iterator[int | None]:
    yield from (parse_whole_number(part.strip()) for part in re.split(r" and | or |,", text))
