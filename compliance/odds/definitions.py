"""Hands as a document defines them, turned into conditions.

A definition is the word `poker` (the hand of that name, in its usual meaning), the name of another definition, or a
group of entries that must all hold. docs/odds.md lists the entries.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from compliance.odds.card_phrases import (
    COLOR_SUITS,
    ONE_COLOR,
    ONE_SUIT,
    SuitChoices,
    build_conditions,
    build_matching_conditions,
    build_wild_conditions,
    parse_cards,
    refuse_shared_cards,
    refuse_wild_limits,
)
from compliance.odds.cards import ACE, ALL_RANKS, COUNTINGS, SUIT_NAMES, Counting
from compliance.odds.conditions import (
    EVERY_RANK,
    All,
    AnyOf,
    Beside,
    Condition,
    Count,
    Flush,
    Groups,
    HandPart,
    Highest,
    JokerCount,
    Kind,
    Look,
    Lowest,
    Margin,
    Match,
    Negation,
    NumberRange,
    Run,
    Size,
    Suits,
    Total,
    leaves,
    looks,
)
from compliance.odds.entries import refuse_unknown_keys
from compliance.odds.words import BadDefinition, is_yes, look, parse_count, rank, ranks, span, spans

MOST_DEPTH: Final = 20
MOST_DEFINITIONS: Final = 500
ALWAYS: Final = All(())


class Definitions(NamedTuple):
    """What a document defines, and what its deal is."""

    hands: Mapping[str, Any]
    deal: Mapping[str, int]
    straight: int | None = None
    flush: int | None = None
    ace_low: bool = True
    counted: bool = True  # whether the document says how totals are counted
    wild: bool = False  # whether the deck has jokers that are any card
    drawing: frozenset[str] = frozenset()  # the hands that may have more cards than they are dealt
    used: set[str] | None = None  # gets the names of the definitions that are read

    def condition(self, name: str, on: Look) -> Condition:
        """The condition of a named hand, for the cards that a wager looks at."""
        return _require_looks(_Reader(self, (), [0]).find_definition(name, on))

    def read(self, value: object, on: Look) -> Condition:
        """The condition of a definition that stands where it is used."""
        return _require_looks(_Reader(self, (), [0]).definition(value, on, ""))

    def default_look(self) -> Look:
        """The cards that a definition is about where nothing says so: those of the only hand there is."""
        return tuple(HandPart(hand) for hand in self.deal) if len(self.deal) == 1 else NOWHERE


NOWHERE: Final[Look] = ()


def _require_looks(condition: Condition) -> Condition:
    """The condition itself. Raises BadDefinition where nothing says which cards a part of it is about."""
    if any(NOWHERE in looks(leaf) for leaf in leaves(condition)):
        raise BadDefinition("nothing says which cards it looks at; add looks-at to the wager, or of: beside the entry")
    return condition


POKER_NAMES: Final = {
    "pair": "one-pair",
    "two-pair": "two-pairs",
    "trips": "three-of-a-kind",
    "quads": "four-of-a-kind",
    "royal": "royal-flush",
}


def slug(text: object) -> str:
    return re.sub(r"[^a-z0-9]+", "-", str(text).lower()).strip("-")


class _Reader(NamedTuple):
    """Reads one definition; `inside` are the names that are being read, so that a circle is seen."""

    known: Definitions
    inside: tuple[str, ...]
    read: list[int]  # how many definitions have been read for this one

    def find_definition(self, name: str, on: Look) -> Condition:
        if name in self.inside:
            circle = " -> ".join([*self.inside[self.inside.index(name) :], name])
            raise BadDefinition(f"`{name}` is defined by itself ({circle}); define one of them without the other")
        value = self.known.hands.get(name)
        if value is None:
            return self.poker(name, on)
        if self.known.used is not None:
            self.known.used.add(name)
        if len(self.inside) >= MOST_DEPTH:
            raise BadDefinition(f"`{name}` stands more than {MOST_DEPTH} definitions deep; define it more directly")
        try:
            return _Reader(self.known, (*self.inside, name), self.read).definition(value, on, name)
        except BadDefinition as problem:
            raise problem if problem.at[:1] == ("hands",) else problem.move_below("hands", name) from None

    def definition(self, value: object, on: Look, name: str) -> Condition:
        self.read[0] += 1
        if self.read[0] > MOST_DEFINITIONS:
            raise BadDefinition(f"one hand needs more than {MOST_DEFINITIONS} definitions, which is too many to count")
        if isinstance(value, str):
            word = value.strip()
            if word == "poker":
                return self.poker(name, on)
            defined = word != "anything" or word in self.known.hands
            return self.find_definition(slug(word), on) if defined else ALWAYS
        if not isinstance(value, Mapping):
            raise BadDefinition(
                f"`{value}` is no definition; expected the word poker, a name, or entries such as total"
            )
        return self.entries(value, on)

    def entries(self, value: Mapping[str, Any], on: Look) -> Condition:
        if "of" in value:
            on = look(value["of"], self.known.deal)
        if "first" in value:
            on = _first_cards(str(value["first"]), on)
        for key, partners in _NEEDS.items():
            if key in value and not partners & set(value):
                wanted = " or ".join(sorted(partners))
                raise BadDefinition(f"`{key}` stands alone; it needs {wanted} beside it", key)
        parts: list[Condition] = []
        for key, written in value.items():
            if key in ("of", "first", "source", "top", "counting"):
                continue
            try:
                parts += self.entry(key, written, on, value)
            except BadDefinition as problem:
                known = problem.at[:1] in (("hands",), (key,))
                raise problem if known else problem.move_below(key) from None
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def runs_in(self, value: Mapping[str, Any], on: Look) -> Run:
        """The run in a suit that the other entries ask for."""
        others = {key: written for key, written in value.items() if key in ("poker", "run-in-suit", "top")}
        found = self.entries(others, on) if others else ALWAYS
        if not isinstance(found, Run) or not found.suited:
            raise BadDefinition(
                "another suit than which? name a royal flush, a straight flush or run-in-suit beside it"
            )
        return found

    def entry(self, key: str, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
        reader = _ENTRIES.get(key)
        if reader is not None:
            return reader(self, written, on, beside)
        if key.startswith("no-"):
            if not is_yes(written):
                raise BadDefinition(f"`{key}: {written}` says nothing; write {key}: yes, or leave it out")
            return [Negation(self.find_definition(slug(key[3:]), on))]
        raise BadDefinition(f"`{key}` is no entry of a definition; known are {', '.join(sorted(_ENTRIES))} and no-...")

    def read_conditions(self, written: Any, on: Look) -> tuple[Condition, ...]:
        items = written if isinstance(written, list) else [written]
        if not items:
            raise BadDefinition("the list is empty; expected names or definitions")
        try:
            return tuple(self.definition(item, on, "") for item in items)
        except BadDefinition as problem:
            raise problem if problem.at[:1] == ("hands",) else BadDefinition(str(problem)) from None

    def poker(self, name: str, on: Look) -> Condition:
        """A poker hand by its name. Straights and flushes are as long as a hand is, up to five cards."""
        name = POKER_NAMES.get(name, name)
        low = self.known.ace_low

        def run(suited: bool, tops: frozenset[int] = EVERY_RANK) -> Run:
            return Run(on, self.known.straight or self.usual(name, on), suited, tops, low)

        usual: dict[str, Callable[[], Condition]] = {
            "royal-flush": lambda: run(True, frozenset({ACE})),
            "straight-flush": lambda: run(True),
            "five-of-a-kind": lambda: Kind(on, 5),
            "five-aces": lambda: Count(on, NumberRange(5), frozenset({ACE})),
            "four-of-a-kind": lambda: Kind(on, 4),
            "full-house": lambda: Groups(on, (3, 2)),
            "flush": lambda: Flush(on, self.known.flush or self.usual(name, on)),
            "straight": lambda: run(False),
            "three-of-a-kind": lambda: Kind(on, 3),
            "three-pairs": lambda: Groups(on, (2, 2, 2)),
            "two-pairs": lambda: Groups(on, (2, 2)),
            "one-pair": lambda: Kind(on, 2),
            "high-card": lambda: ALWAYS,
        }
        if name not in usual:
            raise BadDefinition(f"`{name}` is not defined, and is no poker hand; define it under hands")
        return usual[name]()

    def usual(self, name: str, on: Look) -> int:
        """How many cards a straight or a flush has: five, or all that there are."""
        cards = self.cards(on)
        if cards < _CARDS_OF_A_HAND:
            self.require_no_draws(on, f"poker: {name.replace('-', ' ')}")
        return min(_CARDS_OF_A_HAND, cards)

    def require_no_draws(self, on: Look, what: str) -> None:
        """Raise BadDefinition where cards may be drawn to those looked at, and what is asked goes by their number."""
        if any(part.first is None and part.hand in self.known.drawing for part in on):
            raise BadDefinition(
                f"`{what}` does not say of how many cards, and more may be drawn; write run: 3, run-in-suit: 3 or "
                "flush: 3 with the number meant"
            )

    def cards(self, on: Look) -> int:
        """How many cards are looked at, before any is drawn."""
        return sum((self.known.deal[part.hand] if part.first is None else part.first) - part.after for part in on)


_CARDS_OF_A_HAND: Final = 5

# Entries that only change what another one asks.
_NEEDS: Final = {
    "top": {"run", "run-in-suit", "poker"},
    "counting": {"total", "soft", "margin"},
    "in-another-suit": {"poker", "run-in-suit"},
}


def _first_cards(written: str, on: Look) -> Look:
    found = re.fullmatch(r"([a-z]+|[0-9]+)(?: cards?)?", written.strip().lower())
    if found is None:
        raise BadDefinition(f"`{written}` is no number of cards; expected one such as 2 cards", "first")
    number = parse_count(found[1])
    if any(part.after or (part.first is not None and part.first < number) for part in on):
        raise BadDefinition(f"the cards looked at are not {number} from the first; write of: instead of first", "first")
    return tuple(HandPart(part.hand, number) for part in on)


Entry = Callable[[_Reader, Any, Look, Mapping[str, Any]], list[Condition]]


def _cards(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
    """Cards by rank and suit. `suits` and `colors` beside them speak of these cards, and not of all."""
    phrases, sizes = parse_cards(written)
    refuse_shared_cards(phrases)
    choices = _suit_choices(beside) if phrases else None
    if reader.known.wild and str(beside.get("joker")) != "no":
        refuse_wild_limits(phrases)
        if len(phrases) > 1:
            return build_wild_conditions(on, phrases, sizes, choices)
    if choices is None:
        return build_conditions(on, phrases, sizes)
    return build_matching_conditions(on, phrases, sizes, choices)


def _counting(reader: _Reader, beside: Mapping[str, Any]) -> Counting | None:
    written = beside.get("counting")
    if written is None and reader.known.counted:
        return None
    if written is None:
        ways = ", ".join(COUNTINGS)
        raise BadDefinition(f"nothing says how totals are counted; say so under odds as counting: {ways}")
    if str(written) not in COUNTINGS:
        raise BadDefinition(f"`{written}` is no way of counting; expected {', '.join(COUNTINGS)}", "counting")
    return str(written)  # type: ignore[return-value]  # one of the words


def _suit_choices(beside: Mapping[str, Any]) -> SuitChoices | None:
    """The sets of suits of which the cards named beside may be: all of them of one set. None where nothing is asked."""
    found: SuitChoices | None = None
    for key in ("suits", "colors"):
        if key in beside:
            asked = _read_suits(beside[key], key)
            if isinstance(asked, NumberRange):
                raise BadDefinition(
                    f"`{key}: {beside[key]}` beside `cards: {beside['cards']}` does not say of which cards; write it "
                    f"apart, such as all-of: [{{cards: {beside['cards']}}}, {{{key}: {beside[key]}}}]"
                )
            both = [one & other for one in found for other in asked] if found is not None else asked
            found = [suits for suits in both if suits]
    return found


def _read_suits(written: object, key: str) -> SuitChoices | NumberRange:
    """`one`, `hearts` or `red` as sets of suits; a number of suits or colors as a span."""
    color = key == "colors"
    names = COLOR_SUITS if color else {name: frozenset({place}) for place, name in enumerate(SUIT_NAMES)}
    word = str(written).strip().lower()
    if word in names:
        return (names[word],)
    number = NumberRange(1, 1) if word in ("one", "same") else span(word)
    return number if number != NumberRange(1, 1) else ONE_COLOR if color else ONE_SUIT


def _suits(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any], key: str = "suits") -> list[Condition]:
    asked = _read_suits(written, key)
    if "cards" in beside and parse_cards(beside["cards"])[0]:
        return []  # it speaks of the cards that are named, and is part of their condition
    if isinstance(asked, NumberRange):
        return [Suits(on, asked, key == "colors")]
    _refuse_suits_of_a_part(reader, on, beside, key)
    if len(asked) > 1:
        return [Suits(on, NumberRange(1, 1), key == "colors")]
    if reader.known.wild and str(beside.get("joker")) != "no":
        # A wild joker is a card of this suit, too.
        reader.require_no_draws(on, f"{key}: {written}")
        return [Count(on, NumberRange(reader.cards(on)), EVERY_RANK, asked[0])]
    # Every card is of this suit or color: none is of another.
    return [Count(on, NumberRange(0, 0), EVERY_RANK, frozenset(range(4)) - asked[0])]


def _refuse_suits_of_a_part(reader: _Reader, on: Look, beside: Mapping[str, Any], key: str) -> None:
    """Raise BadDefinition for one suit beside a hand that needs only some of the cards: of which cards is not said."""
    for other in (name for name in beside if name in _PARTS_OF_A_HAND):
        (part,) = reader.entry(other, beside[other], on, beside)
        needed = _count_needed(part)
        if needed < reader.cards(on):
            raise BadDefinition(
                f"`{key}: {beside[key]}` beside `{other}: {beside[other]}` can mean {needed} cards or all "
                f"{reader.cards(on)}; write run-in-suit, a straight flush or cards (such as cards: 3 of a rank) for a "
                f"part of them, or all-of: [{{{other}: {beside[other]}}}, {{{key}: {beside[key]}}}] for all"
            )


_PARTS_OF_A_HAND: Final = frozenset({"poker", "groups", "run", "run-in-suit", "flush", "color-flush"})


def _count_needed(part: Condition) -> int:
    """How many cards make a hand that is read."""
    if isinstance(part, Run | Flush):
        return part.length
    if isinstance(part, Groups):
        return sum(part.sizes)
    return part.number if isinstance(part, Kind) else part.number.least if isinstance(part, Count) else 0


def _colors(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
    return _suits(reader, written, on, beside, "colors")


def _total(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
    counting = _counting(reader, beside)
    if str(written) in ("odd", "even"):
        return [Total(on, NumberRange(int(str(written) == "odd"), None, 2), None, counting)]
    found = [Total(on, one, None, counting) for one in spans(written)]
    return [found[0] if len(found) == 1 else AnyOf(tuple(found))]


def _soft(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
    return [Total(on, NumberRange(0), is_yes(written), _counting(reader, beside))]


def _run(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any], suited: bool = False) -> list[Condition]:
    length = parse_count(written)
    if not 1 <= length <= len(ALL_RANKS):
        raise BadDefinition(f"`{written}` is no length of a run; expected 1 to {len(ALL_RANKS)} ranks")
    return [Run(on, length, suited, _tops(beside), reader.known.ace_low)]


def _tops(beside: Mapping[str, Any]) -> frozenset[int]:
    return frozenset({rank(str(beside["top"]))}) if "top" in beside else EVERY_RANK


def _poker(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
    """A poker hand by its name; `top` beside it says with which card a straight ends."""
    found = reader.poker(slug(written), on)
    if "top" not in beside or {"run", "run-in-suit"} & set(beside):
        return [found]
    if isinstance(found, Run) and found.tops == EVERY_RANK:
        return [Run(on, found.length, found.suited, _tops(beside), found.ace_low)]
    raise BadDefinition(f"`{written}` has no top to choose; write highest for its highest card")


def _run_in_suit(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
    return _run(reader, written, on, beside, suited=True)


def _groups(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
    sizes = written if isinstance(written, list) else str(written).split(",")
    if not sizes:
        raise BadDefinition("groups is empty; expected sizes such as [3, 2]")
    return [Groups(on, tuple(sorted((parse_count(size) for size in sizes), reverse=True)))]


def _joker(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
    word = str(written)
    return [JokerCount(on, {"yes": NumberRange(1), "no": NumberRange(0, 0)}.get(word) or span(word))]


def _margin(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
    if not isinstance(written, Mapping) or not {"of", "above"} <= set(written):
        raise BadDefinition("a margin needs of, above and by, such as {of: player, above: banker, by: 1+}")
    refuse_unknown_keys(written, ("of", "above", "by", "counting", "source"))
    mine, other = (look(written[key], reader.known.deal) for key in ("of", "above"))
    return [Margin(mine, other, span(written.get("by", "1+")), _counting(reader, {**beside, **written}))]


def _read_suit_change(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
    words = ", ".join(map(str, written)) if isinstance(written, list) else str(written)
    return [Beside(on, reader.runs_in(beside, on), ranks(words))]


_MATCH: Final = {
    "rank": (True, False, False),
    "suit": (False, True, False),
    "color": (False, False, True),
    "rank and suit": (True, True, False),
    "rank and color": (True, False, True),
}


def _match(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
    if not isinstance(written, Mapping) or not {"of", "with"} <= set(written):
        raise BadDefinition("a match needs of and with, such as {of: player, with: dealer first card, by: rank}")
    refuse_unknown_keys(written, ("of", "with", "by", "number", "source"))
    by = str(written.get("by", "rank"))
    if by not in _MATCH:
        raise BadDefinition(f"`{by}` is nothing to match by; expected {', '.join(_MATCH)}")
    mine, other = (look(written[key], reader.known.deal) for key in ("of", "with"))
    return [Match(mine, other, span(written.get("number", "1+")), *_MATCH[by])]


_ENTRIES: Final[dict[str, Entry]] = {
    "poker": _poker,
    "cards": _cards,
    "size": lambda reader, written, on, beside: [Size(on, span(written))],
    "suits": _suits,
    "colors": _colors,
    "flush": lambda reader, written, on, beside: [Flush(on, parse_count(written))],
    "color-flush": lambda reader, written, on, beside: [Flush(on, parse_count(written), True)],
    "run": _run,
    "run-in-suit": _run_in_suit,
    "in-another-suit": _read_suit_change,
    "groups": _groups,
    "total": _total,
    "soft": _soft,
    "highest": lambda reader, written, on, beside: [Highest(on, ranks(str(written)))],
    "lowest": lambda reader, written, on, beside: [Lowest(on, ranks(str(written)))],
    "joker": _joker,
    "margin": _margin,
    "match": _match,
    "all-of": lambda reader, written, on, beside: [All(reader.read_conditions(written, on))],
    "any-of": lambda reader, written, on, beside: [AnyOf(reader.read_conditions(written, on))],
    "none-of": lambda reader, written, on, beside: [Negation(AnyOf(reader.read_conditions(written, on)))],
}
