"""For what a fee is due each time: `hand`, `two hands`, `half hour per player`, `betting circle`.

Only plain words are units: things that can be counted and are no money. Whatever else stands for one (`green chip`,
`unit`, `betting round`) is kept as it is written, and who reads it must not take it for a hand or for an hour.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from compliance.documents.values import NUMBER_WORDS, parse_whole_number

_TIMES: Final = (
    "minute",
    "quarter hour",
    "half hour",
    "hour",
    "day",
    "session",
    "shift",
    "week",
    "month",
    "dealer down",
    "collection period",
    "time period",
)
_HANDS: Final = ("hand", "round", "round of play", "game", "deal", "pot", "coup")
_PLAYS: Final = ("shoe", "tournament", "entry")
_PEOPLE: Final = ("player", "seat", "person", "patron", "participant", "guest", "bettor")
_PLACES: Final = (
    *(
        "spot",
        "position",
        "circle",
        "box",
        "area",
        "betting circle",
        "betting spot",
        "betting position",
        "betting area",
    ),
    *("betting square", "wagering area", "player position", "table", "backline bettor", "player dealer", "banker"),
    *("button", "blind", "small blind", "big blind"),
)
_WAGERS: Final = ("wager", "bet", "ante")
# Wagers and hands that a player makes of others.
_MADE: Final = ("double", "double down", "split", "double or split", "split hand", "doubled wager", "doubled hand")
MADE_WAGER: Final = "made wager"
_KINDS: Final = {
    **dict.fromkeys(_TIMES, "time"),
    **dict.fromkeys(_HANDS, "hand"),
    **dict.fromkeys(_PLAYS, "play"),
    **dict.fromkeys(_PEOPLE, "person"),
    **dict.fromkeys(_PLACES, "place"),
    **dict.fromkeys(_WAGERS, "wager"),
    **dict.fromkeys(_MADE, MADE_WAGER),
}
# Minutes are counted further than hands are.
_NUMBERS: Final = {
    **NUMBER_WORDS,
    **{
        "fifteen": 15,
        "twenty": 20,
        "thirty": 30,
        "forty": 40,
        "forty five": 45,
        "fifty": 50,
        "sixty": 60,
        "ninety": 90,
    },
}
_PLURALS: Final = {"entry": "entries", "box": "boxes", "ante": "antes", "round of play": "rounds of play"}
_NOUNS: Final = {**{_PLURALS.get(noun, f"{noun}s"): noun for noun in _KINDS}, **{noun: noun for noun in _KINDS}}
# What may stand before and after the thing that is counted, and makes it no other thing.
_BARE: Final = r"(?:each|every|any|full|complete|completed|single|separate|individual)"
_WHICH: Final = (
    r"(?:additional|extra|new|first|initial|original|base|main|opening|ante|bonus|side|backline|seated|active"
    r"|winning|losing)"
)
_BARE_AFTER: Final = (
    r"(?:(?:dealt|played|placed|made)(?: (?:to|by) (?:the|a|each) (?:player dealer|player|banker))?|started|in play)"
)
_WHICH_AFTER: Final = (
    r"(?:won|lost|on a (?:double|split)"
    r"|where the player has (?:money|action|a wager)(?: or (?:money|action|a wager))?)"
)
_UNIT: Final = re.compile(
    rf"(?:{_BARE} )*(?:(?P<number>[0-9]{{1,4}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))}) )?(?:{_BARE} )*"
    rf"(?P<which>(?:{_WHICH} )*)(?P<noun>{'|'.join(sorted(_NOUNS, key=len, reverse=True))})(?: {_BARE_AFTER})?"
    rf"(?P<after> {_WHICH_AFTER})?"
)
_NEXT: Final = re.compile(r",? (?:per|for each|for every|each|every) ")
# Words that tie something more to what a fee is for: a second fee, a condition, a limit.
_MORE: Final = frozenset(
    {
        *("plus", "and", "or", "also", "addition", "minus", "less", "then", "but", "twice", "times", "half", "double"),
        *("with", "in", "as", "on", "if", "when", "unless", "except", "only", "over", "above", "after", "before"),
        *("up", "to", "not", "max", "maximum", "cap", "capped", "most", "per", "each", "every", "doubled"),
    }
)
LONGEST: Final = 120  # characters of a text that names a unit
_MOST_WORDS: Final = 3
_MOST_UNITS: Final = 3
# A share may be one of `what is wagered in the hand`.
_MOST_WORDS_OF_SHARE: Final = 6
_WORD: Final = re.compile(r"[a-z][a-z'-]*")


class Unit(NamedTuple):
    """One thing for which a fee is due: how many of it, what it is, of which kind, and whether any of it will do."""

    number: int
    noun: str
    kind: str
    is_any: bool


@lru_cache(maxsize=2048)
def read_units(per: str) -> tuple[Unit, ...]:
    """Everything for which a fee is due each time, `half hour per player` being two; none where one is not known."""
    units = [_parse_unit(piece) for piece in _split_units(per)] if len(per) <= LONGEST else []
    known = tuple(unit for unit in units if unit is not None)
    return known if len(known) == len(units) <= _MOST_UNITS else ()


def _split_units(per: str) -> list[str]:
    words = " ".join(per.lower().replace("-", " ").replace("½", "1/2").replace("1/2 hour", "half hour").split())
    return _NEXT.split(re.sub(r"^(?:per|for) ", "", words))


def _parse_unit(words: str) -> Unit | None:
    found = _UNIT.fullmatch(words)
    if found is None:
        return None
    text = found["number"] or "1"
    number = _NUMBERS.get(text) or parse_whole_number(text)
    noun = _NOUNS[found["noun"]]
    any_of_it = noun not in _MADE and not found["which"] and not found["after"]
    return Unit(number, noun, _KINDS[noun], any_of_it) if number else None


def is_any_unit(per: str) -> bool:
    """Whether a fee is due for any hand, player, wager or the like, and not only for some of them."""
    units = read_units(per) if per else ()
    return not per or (bool(units) and all(unit.is_any for unit in units))


def can_be_units(per: str) -> bool:
    """Whether a text names things, known or not, and nothing beside them: no second fee, condition or limit."""
    if read_units(per):
        return True
    pieces = _split_units(per) if len(per) <= LONGEST else []
    return 0 < len(pieces) <= _MOST_UNITS and all(
        _parse_unit(piece) or _names_one_thing(piece, _MOST_WORDS) for piece in pieces
    )


def names_money(of: str) -> bool:
    """The same for what a share is one of."""
    return not of or _names_one_thing(of, _MOST_WORDS_OF_SHARE, {"in"})


def _names_one_thing(text: str, most: int, allowed: frozenset[str] | set[str] = frozenset()) -> bool:
    words = text.split()
    return len(words) <= most and all(_WORD.fullmatch(word) and word not in _MORE - allowed for word in words)


def count_hands(*pers: str) -> int | None:
    """For how many hands a fee is due each time; None where it is for something else, or nobody can tell. What is said
    first counts; where nothing says it, it is one."""
    number: int | None = None
    for per in filter(None, pers):
        units = read_units(per)
        if not units or any(unit.kind not in ("hand", "person") or not unit.is_any for unit in units):
            return None
        hands = [unit.number for unit in units if unit.kind == "hand"]
        if len(hands) > 1 or any(unit.number > 1 for unit in units if unit.kind == "person"):
            return None
        number = hands[0] if hands and number is None else number
    return number or 1


# What a hand has at least one of; how many, nobody knows before it.
_OF_A_HAND: Final = ("hand", "person", "place", "wager")
_PARTS_OF_A_HAND: Final = ("betting round", "street", "card")


def is_within_hand(*pers: str) -> bool:
    """Whether a fee is due for something that a hand has at least one of: it takes no less for a hand."""
    pieces = [piece for per in pers if per for piece in _split_units(per[: LONGEST + 1])]
    units = [(_parse_unit(piece), piece) for piece in pieces]
    return all(
        piece in _PARTS_OF_A_HAND if unit is None else unit.kind in _OF_A_HAND and unit.is_any and unit.number == 1
        for unit, piece in units
    )


_MINUTES: Final = {"minute": 1, "quarter hour": 15, "half hour": 30, "hour": 60}


def count_minutes(per: str) -> int | None:
    """`hour`, `half hour`, `30 minutes`, `two hours per player`: how many minutes; None for anything else."""
    units = read_units(per)
    times = [unit for unit in units if unit.noun in _MINUTES]
    others = [unit for unit in units if unit.noun not in _MINUTES]
    if len(times) != 1 or any(unit.kind != "person" or unit.number > 1 for unit in others):
        return None
    return times[0].number * _MINUTES[times[0].noun]
