"""Hands as a document defines them, turned into conditions.

A definition is the word `poker` (the hand of that name, in its usual meaning), the name of another definition, or a
group of entries that must all hold. docs/odds.md lists the entries.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from compliance.odds.cards import ACE, COUNTINGS, SUIT_NAMES, Counting
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
    Jokers,
    Kind,
    Look,
    Lowest,
    Margin,
    Match,
    Not,
    Run,
    Size,
    Span,
    Suits,
    Total,
)
from compliance.odds.words import BadDefinition, how_many, look, rank, ranks, span, spans, suit
from compliance.patterns import late

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

    def condition(self, name: str, on: Look) -> Condition:
        """The condition of a named hand, for the cards that a wager looks at."""
        return _Reader(self, (), [0]).named(name, on)

    def read(self, value: object, on: Look) -> Condition:
        """The condition of a definition that stands where it is used."""
        return _Reader(self, (), [0]).definition(value, on, "")


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

    def named(self, name: str, on: Look) -> Condition:
        if name in self.inside:
            circle = " -> ".join([*self.inside[self.inside.index(name) :], name])
            raise BadDefinition(f"`{name}` is defined by itself ({circle}); define one of them without the other")
        value = self.known.hands.get(name)
        if value is None:
            return self.poker(name, on)
        if len(self.inside) >= MOST_DEPTH:
            raise BadDefinition(f"`{name}` stands more than {MOST_DEPTH} definitions deep; define it more directly")
        try:
            return _Reader(self.known, (*self.inside, name), self.read).definition(value, on, name)
        except BadDefinition as problem:
            raise problem if problem.at[:1] == ("hands",) else problem.within("hands", name) from None

    def definition(self, value: object, on: Look, name: str) -> Condition:
        self.read[0] += 1
        if self.read[0] > MOST_DEFINITIONS:
            raise BadDefinition(f"one hand needs more than {MOST_DEFINITIONS} definitions, which is too many to count")
        if isinstance(value, str):
            word = value.strip()
            if word == "poker":
                return self.poker(name, on)
            return ALWAYS if word == "anything" else self.named(slug(word), on)
        if not isinstance(value, Mapping):
            raise BadDefinition(
                f"`{value}` is no definition; expected the word poker, a name, or entries such as total"
            )
        return self.entries(value, on)

    def entries(self, value: Mapping[str, Any], on: Look) -> Condition:
        if "of" in value:
            on = look(value["of"], self.known.deal)
        if "first" in value:
            on = tuple(HandPart(part.hand, how_many(str(value["first"]).split()[0])) for part in on)
        parts: list[Condition] = []
        for key, written in value.items():
            if key in ("of", "first", "source", "top", "counting"):
                continue
            try:
                parts += self.entry(key, written, on, value)
            except BadDefinition as problem:
                raise problem if problem.at else problem.within(key) from None
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
            return [Not(self.poker_or_named(key[3:], on))] if str(written) in ("yes", "true") else []
        raise BadDefinition(f"`{key}` is no entry of a definition; known are {', '.join(sorted(_ENTRIES))} and no-...")

    def poker_or_named(self, name: str, on: Look) -> Condition:
        return self.named(slug(name), on)

    def several(self, written: Any, on: Look) -> tuple[Condition, ...]:
        items = written if isinstance(written, list) else [written]
        return tuple(self.definition(item, on, "") for item in items)

    def poker(self, name: str, on: Look) -> Condition:
        """A poker hand by its name. Straights and flushes are as long as a hand is, up to five cards."""
        name = POKER_NAMES.get(name, name)
        straight = self.known.straight or self.usual(on)
        flush = self.known.flush or self.usual(on)
        low = self.known.ace_low
        usual: dict[str, Callable[[], Condition]] = {
            "royal-flush": lambda: Run(on, straight, True, frozenset({ACE}), low),
            "straight-flush": lambda: Run(on, straight, True, EVERY_RANK, low),
            "five-of-a-kind": lambda: Kind(on, 5),
            "five-aces": lambda: Count(on, Span(5), frozenset({ACE})),
            "four-of-a-kind": lambda: Kind(on, 4),
            "full-house": lambda: Groups(on, (3, 2)),
            "flush": lambda: Flush(on, flush),
            "straight": lambda: Run(on, straight, False, EVERY_RANK, low),
            "three-of-a-kind": lambda: Kind(on, 3),
            "three-pairs": lambda: Groups(on, (2, 2, 2)),
            "two-pairs": lambda: Groups(on, (2, 2)),
            "one-pair": lambda: Kind(on, 2),
            "high-card": lambda: ALWAYS,
        }
        if name not in usual:
            raise BadDefinition(f"`{name}` is not defined, and is no poker hand; define it under hands")
        return usual[name]()

    def usual(self, on: Look) -> int:
        dealt = (self.known.deal[part.hand] for part in on)
        cards = sum(
            (part.first if part.first is not None else here) - part.after for part, here in zip(on, dealt, strict=True)
        )
        return min(5, cards)


Entry = Callable[[_Reader, Any, Look, Mapping[str, Any]], list[Condition]]

_CARDS: Final = late(
    r"(?:(exactly|at least|at most) )?([0-9]+|one|two|three|four|five|no) "
    r"(?:(of a rank)(?: from (.+))?|(.+?)(?: of (spades|hearts|clubs|diamonds))?)"
)


def _cards(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
    """`3 nines`, `exactly 1 nine`, `2 of a rank`, `2 queens of hearts`, or a number of cards."""
    if isinstance(written, list):
        return [part for one in written for part in _cards(reader, one, on, beside)]
    words = str(written).strip().lower()
    if re.fullmatch(r"[0-9]+\+?|[0-9]+-[0-9]+|[0-9]+ or (more|less)", words):
        return [Size(on, span(words))]
    found = _CARDS.fullmatch(words)
    if found is None:
        raise BadDefinition(
            f"`{written}` cannot be read; expected cards such as 3 nines, 2 of a rank or exactly 1 nine"
        )
    many = how_many(found[2])
    alike = _alike(beside)
    if found[3]:
        return _of_a_rank(on, found[1], many, ranks(found[4]) if found[4] else EVERY_RANK, alike)
    named, suits = _suited_words(found[5])
    which = ranks(named)
    if alike and found[1] in (None, "at least"):
        return [Kind(on, many, which, alike)] if len(which) == 1 or many > 1 else [Count(on, Span(many), which)]
    suits = frozenset({suit(found[6])}) if found[6] else suits
    least, most = (0, many) if found[1] == "at most" else (many, many if found[1] == "exactly" or many == 0 else None)
    return [Count(on, Span(least, most), which, suits)]


def _of_a_rank(on: Look, how: str | None, many: int, which: frozenset[int], alike: str) -> list[Condition]:
    """So many cards of one rank: at least, unless it says otherwise."""
    more = Not(Kind(on, many + 1, which, alike))
    if how == "at most":
        return [more]
    least = Kind(on, many, which, alike)
    return [least, more] if how == "exactly" else [least]


_COLOURS: Final = {"black": frozenset({0, 2}), "red": frozenset({1, 3})}


def _suited_words(words: str) -> tuple[str, frozenset[int] | None]:
    """`hearts`, `red cards` and `black aces` as ranks and suits."""
    colour, _, rest = words.partition(" ")
    if colour in _COLOURS:
        return rest or "cards", _COLOURS[colour]
    if words.removesuffix("s") in {name.removesuffix("s") for name in SUIT_NAMES}:
        return "cards", frozenset({suit(words)})
    return words, None


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


def _alike(beside: Mapping[str, Any]) -> str:
    if str(beside.get("suits", "")) in _ONE:
        return "suit"
    return "colour" if str(beside.get("colors", "")) in _ONE else ""


_ONE: Final = ("one", "1", "same")


def _names_cards(beside: Mapping[str, Any]) -> bool:
    """Whether `suits` beside it speaks of the cards that `cards` names, and not of all."""
    return "cards" in beside and not re.fullmatch(r"[0-9]+.*(?:[0-9]|\+|more|less)|[0-9]+", str(beside["cards"]))


def _suits(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any], colour: bool = False) -> list[Condition]:
    if str(written) in _ONE:
        return [] if _names_cards(beside) else [Suits(on, Span(1, 1), colour)]
    names = _COLOURS if colour else {name: frozenset({place}) for place, name in enumerate(SUIT_NAMES)}
    if str(written) in names:
        # Every card is of this suit or colour: none is of another.
        return [Count(on, Span(0, 0), EVERY_RANK, frozenset(range(4)) - names[str(written)])]
    return [Suits(on, span(written), colour)]


def _colors(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
    return _suits(reader, written, on, beside, colour=True)


def _total(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
    if str(written) in ("odd", "even"):
        written = [str(number) for number in range(str(written) == "odd", 62, 2)]
    counting = _counting(reader, beside)
    found = [Total(on, one, None, counting) for one in spans(written)]
    return [found[0] if len(found) == 1 else AnyOf(tuple(found))]


def _soft(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
    return [Total(on, Span(0), str(written) in ("yes", "true"), _counting(reader, beside))]


def _run(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any], suited: bool = False) -> list[Condition]:
    tops = frozenset({rank(str(beside["top"]))}) if "top" in beside else EVERY_RANK
    return [Run(on, how_many(written), suited, tops, reader.known.ace_low)]


def _run_in_suit(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
    return _run(reader, written, on, beside, suited=True)


def _groups(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
    sizes = written if isinstance(written, list) else str(written).split(",")
    return [Groups(on, tuple(sorted((how_many(size) for size in sizes), reverse=True)))]


def _joker(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
    word = str(written)
    return [Jokers(on, {"yes": Span(1), "no": Span(0, 0)}.get(word) or span(word))]


def _margin(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
    if not isinstance(written, Mapping) or not {"of", "above"} <= set(written):
        raise BadDefinition("a margin needs of, above and by, such as {of: player, above: banker, by: 1+}")
    mine, other = (look(written[key], reader.known.deal) for key in ("of", "above"))
    return [Margin(mine, other, span(written.get("by", "1+")), _counting(reader, {**beside, **written}))]


def _in_another_suit(reader: _Reader, written: Any, on: Look, beside: Mapping[str, Any]) -> list[Condition]:
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
    by = str(written.get("by", "rank"))
    if by not in _MATCH:
        raise BadDefinition(f"`{by}` is nothing to match by; expected {', '.join(_MATCH)}")
    mine, other = (look(written[key], reader.known.deal) for key in ("of", "with"))
    return [Match(mine, other, span(written.get("number", "1+")), *_MATCH[by])]


_ENTRIES: Final[dict[str, Entry]] = {
    "poker": lambda reader, written, on, beside: [reader.poker(slug(written), on)],
    "cards": _cards,
    "size": lambda reader, written, on, beside: [Size(on, span(written))],
    "suits": _suits,
    "colors": _colors,
    "flush": lambda reader, written, on, beside: [Flush(on, how_many(written))],
    "color-flush": lambda reader, written, on, beside: [Flush(on, how_many(written), True)],
    "run": _run,
    "run-in-suit": _run_in_suit,
    "in-another-suit": _in_another_suit,
    "groups": _groups,
    "total": _total,
    "soft": _soft,
    "highest": lambda reader, written, on, beside: [Highest(on, ranks(str(written)))],
    "lowest": lambda reader, written, on, beside: [Lowest(on, ranks(str(written)))],
    "joker": _joker,
    "margin": _margin,
    "match": _match,
    "all-of": lambda reader, written, on, beside: [All(reader.several(written, on))],
    "any-of": lambda reader, written, on, beside: [AnyOf(reader.several(written, on))],
    "none-of": lambda reader, written, on, beside: [Not(AnyOf(reader.several(written, on)))],
}
