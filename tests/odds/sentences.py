"""Random definitions as YAML text, each with what docs/odds.md says of it as a predicate on cards laid out.

Nothing here is shared with what reads definitions or counts them: cards are pairs of names, a definition is text and a
function, and both are made together from the sentence of the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

RANKS = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
SUITS = {"spades": "black", "hearts": "red", "clubs": "black", "diamonds": "red"}
JOKER = ("joker", "")

Card = tuple[str, str]
Hands = dict[str, Sequence[Card]]  # in the order in which they were dealt
Holds = Callable[[Hands], bool]
OfCards = Callable[[Sequence[Card]], bool]


class Sentence(NamedTuple):
    """A definition as it is written, and whether it holds for hands that lie on the table."""

    written: Any
    holds: Holds


class Game(NamedTuple):
    """What definitions are made for."""

    ranks: tuple[str, ...]
    sizes: dict[str, int]
    jokers: int
    joker: str
    counting: str
    straight: int | None = None
    flush: int | None = None
    ace_low: bool = True


def naturals(cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if card != JOKER]


def height(rank: str) -> int:
    return RANKS.index(rank)


# --- ranks and numbers ------------------------------------------------------------------------------------------------


def choose_rank(chance: Random, game: Game) -> str:
    return chance.choice(game.ranks)


def rank_words(chance: Random, game: Game) -> tuple[str, set[str]]:
    """Words for ranks, and the ranks."""
    rank = choose_rank(chance, game)
    other = choose_rank(chance, game)
    low, high = sorted((height(rank), height(other)))
    choices: list[tuple[str, set[str]]] = [
        (rank, {rank}),
        ("sixes" if rank == "six" else f"{rank}s", {rank}),
        (str(height(rank) + 2) if height(rank) < 9 else rank[0].upper(), {rank}),
        (f"{rank} or better", set(RANKS[height(rank) :])),
        (f"{rank} or higher", set(RANKS[height(rank) :])),
        (f"{rank} or lower", set(RANKS[: height(rank) + 1])),
        (f"{RANKS[low]} to {RANKS[high]}", set(RANKS[low : high + 1])),
        (f"{rank} or {other}", {rank, other}),
        ("picture cards", {"jack", "queen", "king"}),
        ("face card", {"jack", "queen", "king"}),
        ("ten-value cards", {"ten", "jack", "queen", "king"}),
        ("cards", set(RANKS)),
    ]
    return chance.choice(choices)


def span_words(chance: Random, low: int, high: int) -> tuple[str, Callable[[int], bool]]:
    """Words for a range of whole numbers, where one number alone is exactly that."""
    one, other = sorted((chance.randint(low, high), chance.randint(low, high)))
    choices: list[tuple[str, Callable[[int], bool]]] = [
        (str(one), lambda number: number == one),
        (f"exactly {one}", lambda number: number == one),
        (f"{one}+", lambda number: number >= one),
        (f"{one} or more", lambda number: number >= one),
        (f"at least {one}", lambda number: number >= one),
        (f"at most {one}", lambda number: number <= one),
        (f"{one} or less", lambda number: number <= one),
        (f"over {one}", lambda number: number > one),
        (f"under {one}", lambda number: number < one),
        (f"{one} to {other}", lambda number: one <= number <= other),
    ]
    if one >= 0:
        choices.append((f"{one}-{other}", lambda number: one <= number <= other))
    return chance.choice(choices)


# --- entries about the cards of one look ------------------------------------------------------------------------------


class Phrase(NamedTuple):
    """One phrase of `cards`: its words, whether a card is one of those named, and whether their number is right."""

    text: str
    names: Callable[[Card], bool]
    fits: Callable[[int], bool]
    least: int
    plain: bool  # at least so many, and more than none
    suited: bool


def card_phrase(chance: Random, game: Game) -> Phrase:
    words, ranks = rank_words(chance, game)
    number = chance.choice((0, 1, 1, 2, 2, 3))
    bound = chance.choice(("", "", "", "at least ", "exactly ", "at most ")) if number else ""
    spelled = {0: "no", 1: "one", 2: "two", 3: "three"}[number] if chance.random() < 0.3 else str(number)
    suits = set(SUITS)
    kind = chance.random()
    if kind < 0.15:
        suit = chance.choice(list(SUITS))
        words, suits = f"{words} of {suit}", {suit}
    elif kind < 0.25:
        color = chance.choice(("red", "black"))
        words, suits = f"{color} {words}", {suit for suit in SUITS if SUITS[suit] == color}
    elif kind < 0.3:
        suit = chance.choice(list(SUITS))
        words, suits, ranks = chance.choice((suit, suit.removesuffix("s"))), {suit}, set(RANKS)
    fits: dict[str, Callable[[int], bool]] = {
        "": lambda found: found >= number if number else found == 0,
        "at least ": lambda found: found >= number,
        "exactly ": lambda found: found == number,
        "at most ": lambda found: found <= number,
    }
    return Phrase(
        f"{bound}{spelled} {words}",
        lambda card: card[0] in ranks and card[1] in suits,
        fits[bound],
        number,
        number > 0 and bound in ("", "at least "),
        len(suits) < 4,
    )


def joker_is_named(phrase: Phrase, game: Game) -> bool:
    """A wild joker is always one of the cards that are named; a bug is an ace of no suit."""
    if game.joker == "wild":
        return True
    return not phrase.suited and phrase.names(("ace", "spades"))


EVERY_CARD = tuple((rank, suit) for rank in RANKS for suit in SUITS)


def has_wild(game: Game) -> bool:
    return game.joker == "wild" and game.jokers > 0


def choose_phrases(chance: Random, game: Game, many: int, fits: Callable[[Phrase], bool]) -> list[Phrase]:
    """Phrases of which no two name the same card, for it would not be said whether one card can be both."""
    found: list[Phrase] = []
    for _ in range(50):
        phrase = card_phrase(chance, game)
        asks = phrase.least > 0 and "at most" not in phrase.text
        shared = [
            card
            for card in EVERY_CARD
            for other in found
            if asks and phrase.names(card) and other.names(card) and other.least and "at most" not in other.text
        ]
        if len(found) < many and fits(phrase) and not shared and (phrase.plain or not has_wild(game)):
            found.append(phrase)
    return found


def cards_entry(chance: Random, game: Game) -> tuple[dict[str, Any], OfCards]:
    phrases = choose_phrases(chance, game, chance.choice((1, 1, 1, 2, 3)), lambda phrase: True)
    texts = [phrase.text for phrase in phrases]
    size, fits_size = span_words(chance, 1, 4)
    with_size = chance.random() < 0.1 and not size.startswith(("over", "under")) and " to " not in size
    written = {"cards": [*texts, size] if with_size else texts if len(texts) > 1 else texts[0]}

    def holds(cards: Sequence[Card]) -> bool:
        if with_size and not fits_size(len(cards)):
            return False
        jokers = len(cards) - len(naturals(cards))
        found = [sum(phrase.names(card) for card in naturals(cards)) for phrase in phrases]
        if has_wild(game):  # a joker is one card of one phrase
            return sum(max(0, phrase.least - many) for phrase, many in zip(phrases, found, strict=True)) <= jokers
        return all(
            phrase.fits(many + jokers * joker_is_named(phrase, game))
            for phrase, many in zip(phrases, found, strict=True)
        )

    return written, holds


def count_named(phrase: Phrase, suits: set[str], cards: Sequence[Card]) -> int:
    return sum(phrase.names(card) and card[1] in suits for card in cards)


def write_same_suit(chance: Random, game: Game) -> tuple[dict[str, Any], OfCards]:
    """`cards` with `suits` or `colors` beside it: the named cards, all together, are of one suit or color."""

    def is_clear(phrase: Phrase) -> bool:
        return phrase.least > 0 and (phrase.plain or "exactly" in phrase.text)

    phrases = choose_phrases(chance, game, chance.choice((1, 2, 2, 3)), is_clear)
    key, word, allowed = chance.choice(
        [
            ("suits", "one", [{suit} for suit in SUITS]),
            ("suits", "1", [{suit} for suit in SUITS]),
            ("suits", "hearts", [{"hearts"}]),
            ("colors", "one", [{"hearts", "diamonds"}, {"spades", "clubs"}]),
            ("colors", "red", [{"hearts", "diamonds"}]),
        ]
    )
    texts = [phrase.text for phrase in phrases]

    def holds(cards: Sequence[Card]) -> bool:
        jokers = len(cards) - len(naturals(cards))
        for phrase in phrases:
            named = sum(phrase.names(card) for card in naturals(cards)) + jokers * joker_is_named(phrase, game)
            if "exactly" in phrase.text and named != phrase.least:
                return False
        wild = jokers if game.joker == "wild" else 0
        return any(
            sum(max(0, phrase.least - count_named(phrase, suits, cards)) for phrase in phrases) <= wild
            for suits in allowed
        )

    return {"cards": texts if len(texts) > 1 else texts[0], key: word}, holds


def write_of_a_rank(chance: Random, game: Game) -> tuple[dict[str, Any], OfCards]:
    number = chance.choice((2, 2, 3))
    bound = chance.choice(("", "", "at least ") if has_wild(game) else ("", "", "at least ", "exactly ", "at most "))
    words, ranks = rank_words(chance, game)
    named = chance.random() < 0.5
    if not named:
        ranks = set(RANKS)
    alike = chance.choice(("", "", "suits", "colors")) if bound in ("", "at least ") else ""
    written: dict[str, Any] = {"cards": f"{bound}{number} of a rank" + (f" from {words}" if named else "")}
    if alike:
        written[alike] = "one"

    def count_most_alike(cards: Sequence[Card]) -> int:
        counts: dict[tuple[str, str], int] = {}
        for rank, suit in cards:
            if rank == "joker" and game.joker == "bug" and not alike:
                rank = "ace"  # of no suit
            if rank in ranks:
                same = suit if alike == "suits" else SUITS[suit] if alike == "colors" else ""
                counts[rank, same] = counts.get((rank, same), 0) + 1
        wild = len(cards) - len(naturals(cards)) if game.joker == "wild" else 0
        return max(counts.values(), default=0) + wild

    fits: dict[str, Callable[[int], bool]] = {
        "": lambda found: found >= number,
        "at least ": lambda found: found >= number,
        "exactly ": lambda found: found == number,
        "at most ": lambda found: found <= number,
    }
    return written, lambda cards: fits[bound](count_most_alike(cards))


def suits_entry(chance: Random, game: Game) -> tuple[dict[str, Any], OfCards]:
    color = chance.random() < 0.5
    key = "colors" if color else "suits"

    def kinds(cards: Sequence[Card]) -> set[str]:
        return {SUITS[suit] if color else suit for _, suit in naturals(cards)}

    how = chance.random()
    if how < 0.4:
        return {key: "one"}, lambda cards: len(kinds(cards)) == 1
    if how < 0.6:
        name = chance.choice(("red", "black")) if color else chance.choice(list(SUITS))
        return {key: name}, lambda cards: kinds(cards) <= {name}
    words, fits = span_words(chance, 1, 2 if color else 4)
    return {key: words}, lambda cards: fits(len(kinds(cards)))


def flush_entry(chance: Random, game: Game) -> tuple[dict[str, Any], OfCards]:
    number, color = chance.randint(1, 4), chance.random() < 0.4

    def holds(cards: Sequence[Card]) -> bool:
        kinds = [SUITS[suit] if color else suit for _, suit in naturals(cards)]
        jokers = len(cards) - len(kinds)
        return max((kinds.count(kind) for kind in kinds), default=0) + jokers >= number

    return {"color-flush" if color else "flush": str(number)}, holds


def is_run(game: Game, ranks: set[str], length: int, jokers: int, top: str | None = None) -> bool:
    """Whether ranks and jokers have so many in a row; an ace also stands below the two, unless the game says not."""
    order = ["ace", *RANKS] if game.ace_low else list(RANKS)
    windows = [order[start : start + length] for start in range(len(order) - length + 1)]
    return any(
        sum(rank not in ranks for rank in window) <= jokers for window in windows if top is None or window[-1] == top
    )


def run_entry(chance: Random, game: Game) -> tuple[dict[str, Any], OfCards]:
    length, suited = chance.randint(2, 4), chance.random() < 0.5
    top = choose_rank(chance, game) if chance.random() < 0.4 else None
    written = {"run-in-suit" if suited else "run": str(length)} | ({"top": top} if top else {})

    def holds(cards: Sequence[Card]) -> bool:
        return has_run(game, cards, length, suited, top)

    return written, holds


def has_run(game: Game, cards: Sequence[Card], length: int, suited: bool, top: str | None) -> bool:
    jokers = len(cards) - len(naturals(cards))
    if not suited:
        return is_run(game, {rank for rank, _ in naturals(cards)}, length, jokers, top)
    return any(is_run(game, {rank for rank, own in cards if own == suit}, length, jokers, top) for suit in SUITS)


def another_suit_entry(chance: Random, game: Game) -> tuple[dict[str, Any], OfCards]:
    rank, other = choose_rank(chance, game), choose_rank(chance, game)

    def holds(cards: Sequence[Card]) -> bool:
        jokers = len(cards) - len(naturals(cards))
        of_suit = {suit: {rank for rank, own in cards if own == suit} for suit in SUITS}
        return any(
            is_run(game, of_suit[suit], 2, jokers)
            and any({rank, other} <= of_suit[beside] for beside in SUITS if beside != suit)
            for suit in SUITS
        )

    return {"run-in-suit": "2", "in-another-suit": [rank, other]}, holds


def has_groups(cards: Sequence[Card], sizes: Sequence[int], game: Game) -> bool:
    """Whether ranks can be found for groups of these sizes, each another rank."""
    jokers = len(cards) - len(naturals(cards))
    ranks = [rank for rank, _ in naturals(cards)] + (["ace"] * jokers if game.joker == "bug" else [])
    wild = jokers if game.joker == "wild" else 0
    candidates = [*dict.fromkeys(ranks), *(f"none {place}" for place in range(len(sizes)))]
    return any(
        sum(max(0, size - ranks.count(rank)) for size, rank in zip(sizes, chosen, strict=True)) <= wild
        for chosen in permutations(candidates, len(sizes))
    )


def groups_entry(chance: Random, game: Game) -> tuple[dict[str, Any], OfCards]:
    sizes = chance.choice(((2,), (2, 2), (3, 1), (2, 1), (1, 1, 1), (3,)))
    written = ", ".join(map(str, sizes)) if chance.random() < 0.3 else [str(size) for size in sizes]
    return {"groups": written}, lambda cards: has_groups(cards, sizes, game)


POKER: dict[str, Callable[[Sequence[Card], Game], bool]] = {
    "royal flush": lambda cards, game: has_run(game, cards, game.straight or min(5, len(cards)), True, "ace"),
    "straight flush": lambda cards, game: has_run(game, cards, game.straight or min(5, len(cards)), True, None),
    "straight": lambda cards, game: has_run(game, cards, game.straight or min(5, len(cards)), False, None),
    "flush": lambda cards, game: is_flush(cards, game.flush or min(5, len(cards))),
    "four of a kind": lambda cards, game: has_groups(cards, (4,), game),
    "full house": lambda cards, game: has_groups(cards, (3, 2), game),
    "three of a kind": lambda cards, game: has_groups(cards, (3,), game),
    "trips": lambda cards, game: has_groups(cards, (3,), game),
    "two pairs": lambda cards, game: has_groups(cards, (2, 2), game),
    "one pair": lambda cards, game: has_groups(cards, (2,), game),
    "pair": lambda cards, game: has_groups(cards, (2,), game),
}


def is_flush(cards: Sequence[Card], length: int) -> bool:
    suits = [suit for _, suit in naturals(cards)]
    return max((suits.count(suit) for suit in suits), default=0) + len(cards) - len(suits) >= length


def poker_entry(chance: Random, game: Game) -> tuple[dict[str, Any], OfCards]:
    name = chance.choice(list(POKER))
    if name in ("straight", "straight flush") and chance.random() < 0.4:
        top = choose_rank(chance, game)
        suited = name == "straight flush"
        return {"poker": name, "top": top}, lambda cards: has_run(
            game, cards, game.straight or min(5, len(cards)), suited, top
        )
    if chance.random() < 0.3:
        return {f"no-{name.replace(' ', '-')}": "yes"}, lambda cards: not POKER[name](cards, game)
    return {"poker": name}, lambda cards: POKER[name](cards, game)


def total(cards: Sequence[Card], counting: str) -> tuple[int, bool]:
    """The total of cards, and whether an ace counts eleven. A joker counts nothing."""
    found, soft = 0, False
    for rank, _ in naturals(cards):
        if counting == "rank":
            found += height(rank) + 2
        elif rank == "ace":
            found += 1
        elif height(rank) >= height("ten"):
            found += 0 if counting == "baccarat" else 10
        else:
            found += height(rank) + 2
    if counting == "baccarat":
        found %= 10
    if counting == "blackjack" and any(rank == "ace" for rank, _ in cards) and found + 10 <= 21:
        found, soft = found + 10, True
    return found, soft


def total_entry(chance: Random, game: Game) -> tuple[dict[str, Any], OfCards]:
    counting, written = game.counting, {}
    if chance.random() < 0.2:
        counting = chance.choice(("baccarat", "blackjack", "pips", "rank"))
        written["counting"] = counting
    if counting == "blackjack" and chance.random() < 0.3:
        soft = chance.random() < 0.5
        return {"soft": "yes" if soft else "no", **written}, lambda cards: total(cards, counting)[1] is soft
    how = chance.random()
    if how < 0.2:
        odd = chance.random() < 0.5
        return {"total": "odd" if odd else "even", **written}, lambda cards: total(cards, counting)[0] % 2 == odd
    highest = {"baccarat": 9, "blackjack": 30, "pips": 30, "rank": 40}[counting]
    words, fits = span_words(chance, 0, highest)
    if how < 0.4:
        more, fits_more = span_words(chance, 0, highest)
        texts = [words, more]
        return (
            {"total": texts if how < 0.3 else ", ".join(texts), **written},
            lambda cards: fits(total(cards, counting)[0]) or fits_more(total(cards, counting)[0]),
        )
    return {"total": words, **written}, lambda cards: fits(total(cards, counting)[0])


def size_entry(chance: Random, game: Game) -> tuple[dict[str, Any], OfCards]:
    words, fits = span_words(chance, 1, 4)
    return {"size": words}, lambda cards: fits(len(cards))


def highest_entry(chance: Random, game: Game) -> tuple[dict[str, Any], OfCards]:
    rank = choose_rank(chance, game)
    words, ranks = chance.choice(
        [
            (rank, {rank}),
            (f"at most {rank}", set(RANKS[: height(rank) + 1])),
            (f"at least {rank}", set(RANKS[height(rank) :])),
            (f"{rank} or better", set(RANKS[height(rank) :])),
        ]
    )
    low = chance.random() < 0.5

    def holds(cards: Sequence[Card]) -> bool:
        own = sorted(("ace" if rank == "joker" else rank for rank, _ in cards), key=height)
        return (own[0] if low else own[-1]) in ranks

    return {"lowest" if low else "highest": words}, holds


def joker_entry(chance: Random, game: Game) -> tuple[dict[str, Any], OfCards]:
    word = chance.choice(("yes", "no"))
    return {"joker": word}, lambda cards: (JOKER in cards) is (word == "yes")


ENTRIES = (
    *(cards_entry, cards_entry, cards_entry, write_same_suit, write_same_suit, write_of_a_rank, suits_entry),
    *(flush_entry, run_entry, another_suit_entry, groups_entry, poker_entry, poker_entry, total_entry, size_entry),
    *(highest_entry, joker_entry),
)


# --- looks, and definitions made of definitions -----------------------------------------------------------------------


def look(chance: Random, game: Game) -> tuple[str, Callable[[Hands], Sequence[Card]]]:
    """Words for cards of the deal, and the cards."""
    hands = list(game.sizes)
    one = chance.choice(hands)
    choices: list[tuple[str, Callable[[Hands], Sequence[Card]]]] = [(one, lambda laid: laid[one])]
    if len(hands) > 1:
        choices.append((" + ".join(hands), lambda laid: [card for hand in hands for card in laid[hand]]))
    if game.sizes[one] > 1:
        choices.append((f"{one} first 1", lambda laid: laid[one][:1]))
        choices.append((f"{one} second card", lambda laid: laid[one][1:2]))
        choices.append((f"{one}'s first card", lambda laid: laid[one][:1]))
    if game.sizes[one] > 2:
        choices.append((f"{one} first 2 cards", lambda laid: laid[one][:2]))
    return chance.choice(choices)


def entry(chance: Random, game: Game) -> tuple[dict[str, Any], OfCards]:
    return chance.choice(ENTRIES)(chance, game)


def write_margin_or_match(chance: Random, game: Game) -> Sentence:
    """`margin` and `match`: what one look is to another."""
    (words, mine), (other_words, other) = look(chance, game), look(chance, game)
    if chance.random() < 0.4:
        by, fits = span_words(chance, -5, 5)
        written = {"margin": {"of": words, "above": other_words, "by": by}}
        return Sentence(
            written,
            lambda laid: fits(total(mine(laid), game.counting)[0] - total(other(laid), game.counting)[0]),
        )
    keys: dict[str, Callable[[Card], Any]] = {
        "rank": lambda card: card[0],
        "suit": lambda card: card[1],
        "color": lambda card: SUITS[card[1]],
        "rank and suit": lambda card: card,
        "rank and color": lambda card: (card[0], SUITS[card[1]]),
    }
    by = chance.choice(list(keys))
    number, fits = span_words(chance, 0, 2) if chance.random() < 0.7 else ("", lambda found: found >= 1)
    match = {"of": words, "with": other_words, "by": by} | ({"number": number} if number else {})

    def holds(laid: Hands) -> bool:
        others = {keys[by](card) for card in naturals(other(laid))}
        return fits(sum(keys[by](card) in others for card in naturals(mine(laid))))

    return Sentence({"match": match}, holds)


def definition(chance: Random, game: Game, deep: int = 2) -> Sentence:
    """A definition of entries, of other definitions, or of both."""
    how = chance.random()
    if how < 0.25 and len(game.sizes) > 1:
        return write_margin_or_match(chance, game)
    if 0.25 <= how < 0.4 and deep:
        parts = [definition(chance, game, deep - 1) for _ in range(chance.choice((1, 2, 2)))]
        key, enough = chance.choice([("all-of", {len(parts)}), ("any-of", {1, len(parts)}), ("none-of", {0})])
        return Sentence(
            {key: [part.written for part in parts]},
            lambda laid: sum(part.holds(laid) for part in parts) in enough,
        )
    words, seen = look(chance, game)
    written: dict[str, Any] = {"of": words}
    if words in game.sizes and game.sizes[words] > 1 and chance.random() < 0.15:
        written["first"], whole = "1 card", seen
        seen = lambda laid: whole(laid)[:1]  # noqa: E731
    tests: list[OfCards] = []
    entries: list[dict[str, Any]] = []
    for _ in range(chance.choice((1, 1, 1, 2))):
        more, holds = entry(chance, game)
        if not (set(more) | PARTNERS.get(next(iter(more)), set())) & set(written).union(*entries):
            entries.append(more)
            tests.append(holds)
    keys = set[str]().union(*entries)
    apart = len(entries) > 1 and {"suits", "colors"} & keys and _PART_OF_A_HAND & keys
    if apart:  # beside each other it would not be said whether a part of the cards is of one suit, or all
        return Sentence(
            {"all-of": [written | one for one in entries]}, lambda laid: all(holds(seen(laid)) for holds in tests)
        )
    for one in entries:
        written |= one
    return Sentence(written, lambda laid: all(holds(seen(laid)) for holds in tests))


# Entries that change what another one means, and so are not put beside it by chance.
_PART_OF_A_HAND = {"poker", "groups", "run", "run-in-suit", "flush", "color-flush"}
_SHARED = {"cards", "suits", "colors"}
_TOPS = {"poker", "run", "run-in-suit", "top", "in-another-suit"}
_TOTALS = {"total", "soft", "counting"}
PARTNERS = {key: group for group in (_SHARED, _TOPS, _TOTALS) for key in group}
