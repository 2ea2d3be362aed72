"""Cards that are taken out of the deck: what is left of it, and hands that can no longer be held."""

import re
from collections.abc import Iterator
from typing import Final

from compliance.checks.game.pay_tables import hand_words, tables_of
from compliance.checks.looking import look_at
from compliance.checks.ranks import LOWER, RANKS, rank_of, ranks_between
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed
from compliance.documents.game import Game
from compliance.routes import Route

_REMOVED: Final[Route] = ("deck", "removed")
_SUITS: Final = 4
# What may stand beside ranks in words that name whole ranks and nothing else.
_BESIDE: Final = frozenset(
    {
        "the",
        "all",
        "every",
        "any",
        "card",
        "cards",
        "and",
        "or",
        "of",
        "rank",
        "ranks",
        "each",
        "deck",
        "from",
        "four",
        "suits",
    }
)
_THROUGH: Final = frozenset({"to", "through", "thru"})
_ROYAL: Final = frozenset({"ace", "king", "queen", "jack", "ten"})
_WITHOUT: Final = frozenset({"no", "not", "non", "without", "other"})


def removed_ranks(words: str) -> frozenset[str] | None:
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
        elif token not in _BESIDE:
            return None
    return frozenset(found) or None


@check("removed-cards-fit")
def removed_cards_fit(game: Game, pack: int) -> Verdicts:
    """A deck without some ranks has as many cards as are left, and no hand needs a rank that is taken out.

    pack: how many cards a pack has
    """
    deck = game.deck
    # Special cards may take the place of those that are taken out.
    whole = deck is not None and deck.removed is not None and deck.special is None
    ranks = removed_ranks(deck.removed or "") if deck is not None and whole else None
    if deck is None or ranks is None:
        yield not_applicable("The rules do not name whole ranks that are taken out of the deck.")
        return
    left = pack - _SUITS * len(ranks)
    if deck.cards is not None and deck.cards != left:
        message = f"A deck is said to have {deck.cards} cards, and to be without {deck.removed}: {left} are left then."
        yield failed(message, ("deck", "cards"), [(_REMOVED, "taken out")], f"expected {left}")
    clean = passed(f"No hand needs a rank that is taken out: {deck.removed}.", _REMOVED)
    yield from look_at(_hands(game), lambda one: _cannot_be_held(*one, ranks), nothing=clean, all_clean=clean)


def _hands(game: Game) -> Iterator[tuple[Route, str]]:
    """Every hand of the ranking and of the pay tables, each once."""
    listed = [hand for hand, _ in game.hands.items()] if game.hands is not None else []
    yield from ((("hands", hand), hand) for hand in listed)
    known = set(listed)
    for route, _, table in tables_of(game):
        for hand, _ in table.items():
            if hand not in known:
                known.add(hand)
                yield (*route, hand), hand


def _cannot_be_held(route: Route, hand: str, removed: frozenset[str]) -> Iterator[Verdict]:
    missing = sorted(needed_ranks(hand) & removed, key=RANKS.index)
    if missing:
        message = f"A hand of {hand_words(hand)} needs a card that is taken out of the deck: {', '.join(missing)}."
        yield failed(message, route, [(_REMOVED, "taken out")], "cannot be held")


def needed_ranks(hand: str) -> frozenset[str]:
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
