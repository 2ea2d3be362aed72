"""Exact values as a card room writes them: `$1,005`, `6 to 5`, `5%`, `2 hands`, `12-31` of a source.

Each reader takes text and returns an exact value, or raises `Unreadable` with what was expected. Nothing is a float.
Bands, fees and stakes are in `charges`, days in `dates`; all readers as field types of models in `fields`.
"""

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache, wraps
from typing import Any, Final, NamedTuple, TypeVar, cast

from compliance.documents.citations import DASH, LINES, parse_citation
from compliance.source.characters import ODD_SPACES, describe_character

UNCLEAR: Final = "unclear"
# What is written for a hand that a text names and does not define.
NOT_DEFINED: Final = "not defined"
_MOST_REMEMBERED: Final = 10_000


class Unreadable(ValueError):
    """A value that cannot be read: says what was expected. `key` names a key that is at fault."""

    def __init__(self, message: str, key: str | None = None) -> None:
        super().__init__(message)
        self.key = key


_UNITS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_TEENS: Final = ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
# Numbers in words: those that a count may be written in, and those that only texts and shares have.
NUMBER_WORDS: Final = {word: number for number, word in enumerate(_UNITS, 1)}
LARGER_NUMBER_WORDS: Final = {
    **{word: number for number, word in enumerate(_TEENS, 13)},
    **{word: 10 * number for number, word in enumerate(_TENS, 2)},
}
T = TypeVar("T")


def cache_reader(reader: Callable[[object], T]) -> Callable[[object], T]:
    """A reader that keeps what it has read: the same few texts stand in thousands of places."""
    known: dict[str, T] = {}

    @wraps(reader)
    def read(value: object) -> T:
        if type(value) is not str:
            return reader(value)
        found = known.get(value)
        if found is None:
            found = reader(value)
            if len(known) < _MOST_REMEMBERED:
                known[value] = found
        return found

    return read


# Only blanks: what looks like one and is none is told of.
_BLANKS: Final = re.compile("  +")


def get_text(value: object, expected: str) -> str:
    if isinstance(value, str):
        text = value.strip()
        return _BLANKS.sub(" ", text) if "  " in text else text
    if value is None:
        raise Unreadable(f"nothing is written here; expected {expected}")
    kind = "a list" if isinstance(value, list) else "a group of entries" if isinstance(value, dict) else str(value)
    raise Unreadable(f"this is {kind}; expected {expected}")


_ODD: Final = re.compile(f"[{ODD_SPACES}]")


def refuse(text: str, expected: str) -> Unreadable:
    shown = text if len(text) <= 60 else text[:57] + "..."
    return Unreadable(f"`{shown}` cannot be read{describe_odd_space(text)}; expected {expected}")


def describe_odd_space(text: str) -> str:
    """What to say of a text with a character that cannot be told from a space, or cannot be seen: the value looks like
    one that is right."""
    found = _ODD.search(text) if not text.isascii() else None
    return f" (it has the character {describe_character(found[0])}, which cannot be seen)" if found is not None else ""


WHOLE_NUMBER: Final = re.compile(r"[0-9]{1,9}")


def parse_whole_number(text: str) -> int | None:
    """A whole number in plain digits and of a sane length; None for anything else, `²` among it."""
    return int(text) if WHOLE_NUMBER.fullmatch(text) else None


# --- money ---------------------------------------------------------------------------------------------------------

# At most twelve digits in either notation: more is a slip, and exact reckoning has its bounds.
DIGITS: Final = r"[0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,12}"
MONEY: Final = re.compile(rf"\$({DIGITS})(\.[0-9]{{2}})?")
TABLE_STAKES: Final = "table stakes"
_MONEY_EXPECTED: Final = "an amount of money such as $5, $0.50 or $1,005"


@cache_reader
def read_money(value: object) -> Decimal:
    """An amount in dollars. The `$` is needed: without it nobody can tell money from a count."""
    text = get_text(value, _MONEY_EXPECTED)
    found = MONEY.fullmatch(text)
    if found is None:
        raise refuse(text, _MONEY_EXPECTED + suggest_money(text))
    return Decimal(found[1].replace(",", "") + (found[2] or ""))


def read_local_limit(value: object) -> Decimal | str:
    """An amount in dollars, or `table stakes`: an ordinance may limit wagers without an amount."""
    return TABLE_STAKES if isinstance(value, str) and value.strip().lower() == TABLE_STAKES else read_money(value)


def read_step(value: object) -> Decimal:
    """The smallest step in which money is counted: above zero, or nothing could be counted."""
    amount = read_money(value)
    if not amount:
        raise refuse(str(value), "a step above zero, such as $1 or $0.50")
    return amount


def suggest_money(text: str) -> str:
    if bare := re.fullmatch(rf"({DIGITS})(\.[0-9]{{1,2}})?\$?", text):
        return f" (write {show_money(Decimal(bare[1].replace(',', '') + (bare[2] or '')))})"
    if spaced := re.fullmatch(r"\$ +([0-9].*)", text):
        return f" (write ${spaced[1]})"
    if named := re.fullmatch(rf"(?:US[D$] ?|\$)?({DIGITS})(\.[0-9]{{1,2}})?(?: ?USD| dollars?)?", text, re.IGNORECASE):
        return f" (write {show_money(Decimal(named[1].replace(',', '') + (named[2] or '')))})"
    if re.fullmatch(r"\$\.[0-9]{2}", text):
        return f" (write $0{text[1:]})"
    if re.search(r"per ?cent|pct", text, re.IGNORECASE):
        return " (write a percentage in figures: 20%)"
    if "cent" in text:
        return " (write cents as dollars: 20 cents is $0.20)"
    return " (leave the key out where there is none; $0 is an amount)" if text in ("none", "nothing") else ""


def show_money(amount: Decimal) -> str:
    """`$1,005`, `$0.50`: whole dollars without cents."""
    return f"${amount:,.0f}" if amount == amount.to_integral_value() else f"${amount:,.2f}"


# --- counts, yes or no, percentages -----------------------------------------------------------------------------------


def read_count(value: object) -> int:
    """A whole number in digits, or in a word up to twelve: `010` is ten, `1_000` is not a number."""
    text = get_text(value, "a whole number such as 7")
    number = NUMBER_WORDS.get(text.lower()) or parse_whole_number(text)
    if number is None:
        raise refuse(text, "a whole number such as 7")
    return number


_YES_NO: Final = {"yes": True, "true": True, "no": False, "false": False}


def read_yes_no(value: object) -> bool:
    """`yes` or `no` (also `true` or `false`)."""
    text = get_text(value, "yes or no")
    if text.lower() not in _YES_NO:
        raise refuse(text, "yes or no")
    return _YES_NO[text.lower()]


PERCENT: Final = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,6})?)%")


_PERCENT_WORDS: Final = re.compile(
    rf"([0-9]{{1,3}}(?:\.[0-9]{{1,6}})?|{'|'.join(NUMBER_WORDS)}) ?per ?cent", re.IGNORECASE
)
_RATIO: Final = re.compile(r"([0-9]{1,4})/([0-9]{1,4})")
PERCENTAGES: Final = (PERCENT.pattern, f"(?i){_PERCENT_WORDS.pattern}", _RATIO.pattern)


def read_percent(value: object) -> Fraction:
    """`5%` as 1/20, exactly; also `5 percent`, `one percent` and `1/20`."""
    text = get_text(value, "a percentage such as 5%")
    if found := PERCENT.fullmatch(text):
        return Fraction(Decimal(found[1])) / 100
    if found := _PERCENT_WORDS.fullmatch(text):
        return Fraction(NUMBER_WORDS.get(found[1].lower()) or Decimal(found[1])) / 100
    if (found := _RATIO.fullmatch(text)) and int(found[2]):
        return Fraction(int(found[1]), int(found[2]))
    decimal = re.fullmatch(r"0?\.([0-9]{1,4})", text)
    hint = f" (write {show_percent(Fraction(Decimal(text)))})" if decimal else ""
    raise refuse(text, "a percentage such as 5%" + hint)


def show_percent(share: Fraction) -> str:
    """`5%`, `2.5%`."""
    hundredths = share * 100
    if hundredths.denominator == 1:
        return f"{hundredths.numerator}%"
    return f"{Decimal(hundredths.numerator) / Decimal(hundredths.denominator):f}%"


def show_rounded_percent(share: Fraction) -> str:
    """A share as a percentage that can be read: 1/3 is about 33.33%."""
    exact = share * 10_000
    return show_percent(share) if exact.denominator == 1 else f"about {show_percent(Fraction(round(exact), 10_000))}"


def read_part(value: object) -> Fraction | Decimal:
    """A part of something: a share such as `5%`, or an amount such as `$0.20`."""
    expected = "a share such as 5% or an amount such as $0.20"
    text = get_text(value, expected)
    if text.startswith("$"):
        return read_money(text)
    try:
        return read_percent(text)
    except Unreadable:
        raise refuse(text, expected + suggest_money(text)) from None


class Jokers(NamedTuple):
    """How many jokers there are, in each deck or in all; None where that is not said."""

    number: int
    each: bool | None

    def __str__(self) -> str:
        return f"{self.number}{'' if self.each is None else ' per deck' if self.each else ' in all'}"


JOKERS: Final = re.compile(
    rf"([0-9]{{1,4}}|{'|'.join(NUMBER_WORDS)}|none)(?: (per deck|in each deck|in all))?", re.IGNORECASE
)


def read_jokers(value: object) -> Jokers:
    """`1`, `1 per deck`, `2 in all`."""
    expected = "a number of jokers such as 1, 1 per deck or 2 in all"
    text = get_text(value, expected)
    found = JOKERS.fullmatch(text.lower())
    if found is None:
        raise refuse(text, expected)
    number = 0 if found[1] == "none" else NUMBER_WORDS.get(found[1])
    each = None if found[2] is None else found[2] != "in all"
    return Jokers(int(found[1]) if number is None else number, each)


# --- odds and payouts -----------------------------------------------------------------------------------------------


# The same few odds are compared again and again, and dividing exactly takes long.
_fraction = lru_cache(maxsize=4096)(Fraction)


class Odds(NamedTuple):
    """`win` for each `stake`: 6 to 5 pays 6 on 5. 6 for 5 pays 1: the stake is part of what is paid."""

    win: int
    stake: int
    with_stake: bool = False

    @property
    def ratio(self) -> Fraction:
        """What is won for each unit of the stake, which comes back beside it."""
        return _fraction(self.win - self.stake if self.with_stake else self.win, self.stake)

    def __str__(self) -> str:
        return f"{self.win:,} {'for' if self.with_stake else 'to'} {self.stake:,}"


class Share(NamedTuple):
    """A part of a jackpot, which is named where the game has several."""

    of_jackpot: Fraction
    jackpot: str = ""

    def __str__(self) -> str:
        named = f"{self.jackpot} jackpot" if self.jackpot else "jackpot"
        return f"{show_percent(self.of_jackpot)} of {named}"


class NoPayout(NamedTuple):
    """A row of a pay table that pays nothing: `loses`, or returns the wager: `pushes`."""

    word: str

    def __str__(self) -> str:
        return self.word


Payout = Odds | Decimal | Share | NoPayout

ODDS: Final = re.compile(
    r"([0-9]{1,3}(?:,[0-9]{3}){1,2}|[0-9]{1,7})( to |-to-|:| for |-for-)([0-9]{1,7})", re.IGNORECASE
)
_JACKPOT: Final = r"(?:the )?(?:(?!the )([A-Za-z0-9][A-Za-z0-9' -]{0,40}?) )?(?:jackpot|progressive|meter|pool)"
SHARE: Final = re.compile(rf"([0-9]{{1,3}}(?:\.[0-9]{{1,6}})?%) of {_JACKPOT}", re.IGNORECASE)
FULL_JACKPOT: Final = re.compile(rf"(?:the )?(?:full|whole|entire) {_JACKPOT}", re.IGNORECASE)
# One word each in findings, however the paper bends it.
UNPAID: Final = {
    **dict.fromkeys(("loses", "lose", "loss"), "loses"),
    **dict.fromkeys(("pushes", "push", "returned", "is returned"), "pushes"),
}
# What a wager gets where the dealer does not qualify, and that changes nothing for it.
COMPARED: Final = ("compared", "compared as usual", "as usual")
_PAYOUT_EXPECTED: Final = "odds such as 6 to 5, a fixed prize such as $50, 25% of jackpot, loses or pushes"


@cache_reader
def read_odds(value: object) -> Odds:
    """`6 to 5`, `200:1`, `6 for 5` or `even money`."""
    text = get_text(value, "odds such as 6 to 5")
    if text.lower() == "even money":
        return Odds(1, 1)
    found = ODDS.fullmatch(text)
    if found is None:
        dashed = re.fullmatch(r"([0-9]+) ?- ?([0-9]+)", text)
        hint = f" (write {dashed[1]} to {dashed[2]})" if dashed else ""
        raise refuse(text, "odds such as 6 to 5" + hint)
    odds = Odds(int(found[1].replace(",", "")), int(found[3]), "for" in found[2].lower())
    if odds.stake == 0:
        raise refuse(text, "odds on a stake above zero, such as 6 to 5")
    if odds.with_stake and odds.win == odds.stake:
        raise Unreadable(f"`{text}` returns the wager and no more; write `pushes`")
    if odds.with_stake and odds.win < odds.stake:
        raise refuse(text, "odds `for` more than the stake, such as 51 for 1, which is 50 to 1")
    return odds


@cache_reader
def read_payout(value: object) -> Payout:
    """One cell of a pay table. `1 for 1` gives the wager back and no more."""
    text = get_text(value, _PAYOUT_EXPECTED)
    if text.lower() in UNPAID:
        return NoPayout(UNPAID[text.lower()])
    if text.startswith("$"):
        return read_money(text)
    share = SHARE.fullmatch(text)
    if share is not None:
        return Share(read_percent(share[1]), share[2] or "")
    if full := FULL_JACKPOT.fullmatch(text):
        return Share(Fraction(1), full[1] or "")
    if (odds := ODDS.fullmatch(text)) and "for" in odds[2].lower() and odds[1].replace(",", "") == odds[3] != "0":
        return NoPayout("pushes")
    try:
        return read_odds(text)
    except Unreadable:
        if odds is not None:
            raise
        hint = re.fullmatch(r"([0-9]+) ?- ?([0-9]+)", text)
        raise refuse(text, _PAYOUT_EXPECTED + (f" (write {hint[1]} to {hint[2]})" if hint else "")) from None


def read_unqualified(value: object) -> Payout:
    """What a wager gets when the dealer does not qualify: `pushes`, `1 to 1`, or `compared as usual`."""
    if isinstance(value, str) and value.strip().lower() in COMPARED:
        return NoPayout(COMPARED[1])
    return read_payout(value)


# --- turns, source lines, names ---------------------------------------------------------------------------------------


class Turns(NamedTuple):
    """`2 hands`, `2 rounds`, `60 minutes`."""

    number: int
    unit: str

    def __str__(self) -> str:
        unit = self.unit if self.number != 1 else self.unit.removesuffix("s")
        return f"{self.number} {unit}"


TURNS: Final = re.compile(
    rf"([0-9]{{1,4}}|{'|'.join(NUMBER_WORDS)})(?: \(([0-9]{{1,4}})\))?(?: consecutive| successive)?"
    r" (hand|round|turn|time|game|deal|minute|hour|day|week)s?(?: in a row)?",
    re.IGNORECASE,
)


@cache_reader
def read_turns(value: object) -> Turns:
    """A number of hands, rounds, games, deals, minutes, hours, days or weeks, which are seven days each."""
    text = get_text(value, "a number with its unit, such as 2 hands")
    found = TURNS.fullmatch(text.lower())
    if found is None:
        raise refuse(text, "a number with its unit, such as 2 hands, 2 rounds, 60 minutes or 10 days")
    number = NUMBER_WORDS.get(found[1]) or int(found[1])
    if found[2] is not None and int(found[2]) != number:
        raise refuse(text, "the same number in words and in figures")
    return Turns(number * 7, "days") if found[3] == "week" else Turns(number, found[3] + "s")


def read_lines(value: object) -> str:
    """Lines of the source document: `12`, `12-31`, `p3:12-31` or `[12-31, 45]`. Kept as text."""
    expected = "line numbers of the source such as 12, 12-31, p3:12-31 or [12-31, 45]"
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        value = ", ".join(value)
    text = get_text(value, expected)
    if LINES.fullmatch(text) is None:
        raise refuse(text, expected)
    text = re.sub(DASH, "-", text)
    if any(stretch.is_reversed for stretch in parse_citation(text)):
        raise refuse(text, "the smaller line number first")
    return text


NAME: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def read_name(value: object) -> str:
    """A name that other places refer to: small letters and digits joined by hyphens."""
    text = get_text(value, "a name such as pai-gow-tiles")
    if NAME.fullmatch(text) is None:
        slug = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
        raise refuse(text, "a name in small letters joined by hyphens" + (f", such as {slug}" if slug else ""))
    return text


ROUTE: Final = re.compile(r"[^/*\s][^/*]*(?: / [^/*]+)*")


def read_routes(value: object) -> list[str]:
    """Routes of facts, one or several: `bank / rotation / at-most`. Whether they lead anywhere is asked later."""
    expected = "the route of a fact such as bank / rotation / at-most, or a list of such routes"
    texts = [get_text(item, expected) for item in (value if isinstance(value, list) else [value])]
    for text in texts:
        if ROUTE.fullmatch(text) is None:
            raise refuse(text, expected)
    return texts


def read_words(value: object) -> str:
    """Any text that says something."""
    if isinstance(value, str) and (words := value.strip()):
        return words
    text = get_text(value, "some words")
    if not text:
        raise Unreadable("nothing is written between the quotes; expected some words")
    return text


def read_conditions(value: object) -> dict[str, Any] | list[dict[str, Any]]:
    """Where a rule does not hold: a group of conditions, or a list of such groups, as they are written."""
    expected = "conditions such as {total: 6-9}, or a list of such groups"
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, str):
            raise refuse(one, expected)
        if not isinstance(one, dict):
            raise Unreadable(f"{'nothing' if one is None else 'a list in a list'} is written here; expected {expected}")
    return cast("dict[str, Any] | list[dict[str, Any]]", value)


def read_value(value: object) -> object:
    """A value in whatever exact form its text has: used for the numbers of a catalog, which name no type."""
    # A number in words may be one of the words that the format knows: `one deal`.
    if not isinstance(value, str) or not any(letter.isdecimal() for letter in value):
        return value
    for reader in (read_money, read_count, read_percent, read_turns, read_odds):
        try:
            return reader(value)
        except Unreadable:
            continue
    return value
