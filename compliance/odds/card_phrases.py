"""The phrases of the entry `cards`: `3 nines`, `exactly 1 nine`, `2 of a rank`, `2 queens of hearts`, `7`.

Each is read into numbers, ranks and suits; what `suits` or `colors` beside it asks of the same cards is added when the
phrases become conditions. A phrase that could be understood in two ways is refused, with what to write instead.
"""

import re
from collections.abc import Sequence
from itertools import combinations, product
from typing import Final, Literal, NamedTuple

from compliance.odds.cards import SUIT_NAMES
from compliance.odds.conditions import (
    EVERY_RANK,
    All,
    AnyOf,
    Condition,
    Count,
    JokerCount,
    Kind,
    Look,
    Negation,
    NumberRange,
    RankNeed,
    SameSuit,
    Size,
)
from compliance.odds.words import BadDefinition, parse_count, ranks, span, suit

Bound = Literal["at least", "exactly", "at most"]
SuitChoices = Sequence[frozenset[int]]  # the cards are all of one of these sets of suits

COLOR_SUITS: Final = {"black": frozenset({0, 2}), "red": frozenset({1, 3})}
ONE_SUIT: Final = tuple(frozenset({place}) for place in range(4))
EVERY_SUIT: Final = frozenset(range(4))
ONE_COLOR: Final = tuple(COLOR_SUITS.values())


class CardPhrase(NamedTuple):
    """So many cards of some ranks and suits, or of some one rank."""

    text: str
    bound: Bound
    number: int
    ranks: frozenset[int]
    suits: frozenset[int] | None = None
    of_a_rank: bool = False

    @property
    def span(self) -> NumberRange:
        if self.bound == "at most":
            return NumberRange(0, self.number)
        return NumberRange(self.number, self.number if self.bound == "exactly" else None)


_BOUNDS: Final[dict[str, Bound]] = {"at least": "at least", "exactly": "exactly", "at most": "at most"}
_PHRASE: Final = re.compile(
    r"(?:(exactly|at least|at most) )?([0-9]+|one|two|three|four|five|no|an?) "
    r"(?:(of a rank)(?: from (.+))?|(.+?)(?: of (spades?|hearts?|clubs?|diamonds?))?)"
)
_SIZE: Final = re.compile(r"(?:exactly |at least |at most )?[0-9]+|[0-9]+\+|[0-9]+-[0-9]+|[0-9]+ or (?:more|less)")


def parse_cards(written: object) -> tuple[list[CardPhrase], list[NumberRange]]:
    """The phrases of an entry, and the numbers of cards in all that stand among them."""
    phrases: list[CardPhrase] = []
    sizes: list[NumberRange] = []
    for one in written if isinstance(written, list) else [written]:
        words = str(one).strip().lower()
        if _SIZE.fullmatch(words):
            sizes.append(span(words))
        else:
            phrases.append(_parse_phrase(words))
    return phrases, sizes


def refuse_shared_cards(phrases: Sequence[CardPhrase]) -> None:
    """Raise BadDefinition for a list in which one card could be counted for two phrases: two cards may be meant."""
    asked = [phrase for phrase in phrases if phrase.number and phrase.bound != "at most"]
    for one, other in combinations(asked, 2):
        suits = [EVERY_SUIT if phrase.suits is None else phrase.suits for phrase in (one, other)]
        if not one.ranks & other.ranks or not suits[0] & suits[1]:
            continue
        apart = f"all-of: [{{cards: {one.text}}}, {{cards: {other.text}}}] where it may be one card"
        if one.of_a_rank and other.of_a_rank:
            raise BadDefinition(
                f"`{one.text}` and `{other.text}` can be the same cards; write groups: [{one.number}, {other.number}] "
                "for cards of two ranks"
            )
        if one[1:] == other[1:]:
            raise BadDefinition(f"`{one.text}` stands twice; write how many in one phrase, such as 2 kings")
        raise BadDefinition(
            f"one card can be both `{one.text}` and `{other.text}`; write {apart}, or phrases that share no card"
        )


def refuse_wild_limits(phrases: Sequence[CardPhrase]) -> None:
    """Raise BadDefinition where a wild joker could be one card too many, or not."""
    for phrase in phrases:
        if phrase.bound != "at least":
            raise BadDefinition(
                f"whether a wild joker is one of `{phrase.text}` is not said; write joker: no beside it, or what is "
                "held at least"
            )


def build_wild_conditions(
    on: Look, phrases: Sequence[CardPhrase], sizes: Sequence[NumberRange], choices: SuitChoices | None
) -> list[Condition]:
    """The conditions of several phrases where a joker is one card of one of them, and of no two."""
    cases: list[Condition] = []
    needed = sum(phrase.number for phrase in phrases)
    for suits in choices or (EVERY_SUIT,):
        for jokers in range(needed):
            for parts in product(*(range(phrase.number + 1) for phrase in phrases)):
                if sum(parts) == jokers:
                    # A condition counts each joker among its cards: those that are another phrase's are needed more.
                    more = [
                        phrase._replace(number=phrase.number - part + jokers)
                        for phrase, part in zip(phrases, parts, strict=True)
                    ]
                    found = [_limit_suits(on, one, suits) for one in more]
                    cases.append(All((JokerCount(on, NumberRange(jokers, jokers)), *found)))
    return [*(Size(on, size) for size in sizes), AnyOf((*cases, JokerCount(on, NumberRange(needed))))]


def _parse_phrase(words: str) -> CardPhrase:
    found = _PHRASE.fullmatch(words)
    if found is None:
        raise BadDefinition(f"`{words}` cannot be read; expected cards such as 3 nines, 2 of a rank or exactly 1 nine")
    number = parse_count(found[2])
    # "No nines" leaves nothing open; "0 nines" says the same.
    bound: Bound = (
        "exactly" if number == 0 or found[1] == "exactly" else "at most" if found[1] == "at most" else "at least"
    )
    if found[3]:
        return CardPhrase(words, bound, number, ranks(found[4]) if found[4] else EVERY_RANK, None, of_a_rank=True)
    named, suits = _split_suit(found[5])
    if re.search(r",| and |&", named):
        raise BadDefinition(
            f"`{words}` can be read in two ways; write a list such as [1 king, 1 queen] for cards of each rank, "
            f"or `{found[2]} {re.split(r',| and |&', named)[0].strip()} or ...` for cards of any of the ranks"
        )
    if found[6]:
        suits = frozenset({suit(found[6])}) if suits is None else suits & {suit(found[6])}
    return CardPhrase(words, bound, number, ranks(named), suits)


def _split_suit(words: str) -> tuple[str, frozenset[int] | None]:
    """`hearts`, `red cards` and `black aces` as ranks and suits."""
    color, _, rest = words.partition(" ")
    if color in COLOR_SUITS:
        return rest or "cards", COLOR_SUITS[color]
    if words.removesuffix("s") in {name.removesuffix("s") for name in SUIT_NAMES}:
        return "cards", frozenset({suit(words)})
    return words, None


def build_conditions(on: Look, phrases: Sequence[CardPhrase], sizes: Sequence[NumberRange]) -> list[Condition]:
    """The conditions of phrases whose cards may be of any suits."""
    found: list[Condition] = [Size(on, size) for size in sizes]
    for phrase in phrases:
        if phrase.of_a_rank:
            found += _build_same_rank(on, phrase)
        else:
            found.append(Count(on, phrase.span, phrase.ranks, phrase.suits))
    return found


def _build_same_rank(on: Look, phrase: CardPhrase) -> list[Condition]:
    """At least so many cards of some one rank; at most and exactly say that no rank has more."""
    least, more = Kind(on, phrase.number, phrase.ranks), Negation(Kind(on, phrase.number + 1, phrase.ranks))
    return [more] if phrase.bound == "at most" else [least, more] if phrase.bound == "exactly" else [least]


def build_matching_conditions(
    on: Look, phrases: Sequence[CardPhrase], sizes: Sequence[NumberRange], choices: SuitChoices
) -> list[Condition]:
    """The conditions of phrases whose cards are, all together, of one of these suits or colors."""
    for phrase in phrases:
        if phrase.bound == "at most" or phrase.number == 0 or (phrase.of_a_rank and phrase.bound == "exactly"):
            raise BadDefinition(
                f"`{phrase.text}` beside suits or colors does not say which cards are of one suit; write it apart, "
                f"such as all-of: [{{cards: 2 queens, suits: one}}, {{cards: {phrase.text}}}]"
            )
    found: list[Condition] = [Size(on, size) for size in sizes]
    found += [Count(on, one.span, one.ranks, one.suits) for one in phrases if one.bound == "exactly"]
    if (kind := _merge_same_rank(on, phrases, choices)) is not None:
        return [*found, kind]
    if tuple(choices) in (ONE_SUIT, ONE_COLOR) and not any(one.suits is not None or one.of_a_rank for one in phrases):
        needs = tuple(RankNeed(one.number, one.ranks) for one in phrases)
        return [*found, SameSuit(on, needs, tuple(choices) == ONE_COLOR)]
    cases = [All(tuple(_limit_suits(on, phrase, suits) for phrase in phrases)) for suits in choices]
    return [*found, AnyOf(tuple(cases))]


def _merge_same_rank(on: Look, phrases: Sequence[CardPhrase], choices: SuitChoices) -> Kind | None:
    """Cards of one rank, all of one suit or all of one color: a condition that is cheaper to count."""
    alike = "suit" if tuple(choices) == ONE_SUIT else "color" if tuple(choices) == ONE_COLOR else ""
    if len(phrases) != 1 or not alike or phrases[0].suits is not None:
        return None
    (phrase,) = phrases
    return Kind(on, phrase.number, phrase.ranks, alike) if phrase.of_a_rank or len(phrase.ranks) == 1 else None


def _limit_suits(on: Look, phrase: CardPhrase, suits: frozenset[int]) -> Condition:
    if phrase.of_a_rank and suits == EVERY_SUIT:
        return Kind(on, phrase.number, phrase.ranks)
    if phrase.of_a_rank:
        each = [Count(on, NumberRange(phrase.number), frozenset({rank}), suits) for rank in sorted(phrase.ranks)]
        return AnyOf(tuple(each))
    both = suits if phrase.suits is None else suits & phrase.suits
    return Count(on, NumberRange(phrase.number), phrase.ranks, None if both == EVERY_SUIT else both)
