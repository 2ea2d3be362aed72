"""Exact values as a card room writes them: `$1,005+`, `6 to 5`, `5%`, `$6 per half hour`, `2 hands`, `2015-07`.

Each reader takes text and returns an exact value, or raises `Unreadable` with what was expected. Nothing is a float.
The same readers as field types of models are in `fields`.
"""

import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import wraps
from typing import Any, Final, NamedTuple, TypeVar, cast

from compliance.documents.shares import SHARES, read_share, share_per_money

UNCLEAR: Final = "unclear"
# What is written for a hand that a text names and does not define.
NOT_DEFINED: Final = "not defined"
_MOST_REMEMBERED: Final = 10_000


class Unreadable(ValueError):
    """A value that cannot be read: says what was expected. `key` names a key that is at fault."""

    def __init__(self, message: str, key: str | None = None) -> None:
        super().__init__(message)
        self.key = key


NUMBER_WORDS: Final = {
    word: number
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 1
    )
}
T = TypeVar("T")


def remembered(reader: Callable[[object], T]) -> Callable[[object], T]:
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


def text_of(value: object, expected: str) -> str:
    if isinstance(value, str):
        return value.strip()
    if value is None:
        raise Unreadable(f"nothing is written here; expected {expected}")
    kind = "a list" if isinstance(value, list) else "a group of entries" if isinstance(value, dict) else str(value)
    raise Unreadable(f"this is {kind}; expected {expected}")


def _refuse(text: str, expected: str) -> Unreadable:
    shown = text if len(text) <= 60 else text[:57] + "..."
    # A no-break space looks like any other space, and the value like one that is right.
    odd = " (one of its spaces is not an ordinary one)" if any(c.isspace() and c != " " for c in text) else ""
    return Unreadable(f"`{shown}` cannot be read{odd}; expected {expected}")


_WHOLE: Final = re.compile(r"[0-9]{1,9}")


def whole_number(text: str) -> int | None:
    """A whole number in plain digits and of a sane length; None for anything else, `²` among it."""
    return int(text) if _WHOLE.fullmatch(text) else None


# --- money ---------------------------------------------------------------------------------------------------------

# At most twelve digits in either notation: more is a slip, and exact reckoning has its bounds.
_DIGITS: Final = r"[0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,12}"
MONEY: Final = re.compile(rf"\$({_DIGITS})(\.[0-9]{{2}})?")
_MONEY_EXPECTED: Final = "an amount of money such as $5, $0.50 or $1,005"


@remembered
def read_money(value: object) -> Decimal:
    """An amount in dollars. The `$` is needed: without it nobody can tell money from a count."""
    text = text_of(value, _MONEY_EXPECTED)
    found = MONEY.fullmatch(text)
    if found is None:
        raise _refuse(text, _MONEY_EXPECTED + _money_hint(text))
    return Decimal(found[1].replace(",", "") + (found[2] or ""))


def read_step(value: object) -> Decimal:
    """The smallest step in which money is counted: above zero, or nothing could be counted."""
    amount = read_money(value)
    if not amount:
        raise _refuse(str(value), "a step above zero, such as $1 or $0.50")
    return amount


def _money_hint(text: str) -> str:
    if re.fullmatch(r"[0-9,]+(\.[0-9]{1,2})?\$?", text):
        return f" (write ${text.rstrip('$')})"
    if spaced := re.fullmatch(r"\$ +([0-9].*)", text):
        return f" (write ${spaced[1]})"
    if re.fullmatch(r"\$\.[0-9]{2}", text):
        return f" (write $0{text[1:]})"
    if "cent" in text:
        return " (write cents as dollars: 20 cents is $0.20)"
    return " (write $0)" if text in ("none", "nothing") else ""


def show_money(amount: Decimal) -> str:
    """`$1,005`, `$0.50`: whole dollars without cents."""
    return f"${amount:,.0f}" if amount == amount.to_integral_value() else f"${amount:,.2f}"


# --- counts, yes or no, percentages -----------------------------------------------------------------------------------


def read_count(value: object) -> int:
    """A whole number in digits, or in a word up to twelve: `010` is ten, `1_000` is not a number."""
    text = text_of(value, "a whole number such as 7")
    number = NUMBER_WORDS.get(text.lower()) or whole_number(text)
    if number is None:
        raise _refuse(text, "a whole number such as 7")
    return number


_YES_NO: Final = {"yes": True, "true": True, "no": False, "false": False}


def read_yes_no(value: object) -> bool:
    """`yes` or `no` (also `true` or `false`)."""
    text = text_of(value, "yes or no")
    if text.lower() not in _YES_NO:
        raise _refuse(text, "yes or no")
    return _YES_NO[text.lower()]


PERCENT: Final = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,6})?)%")


_PERCENT_WORDS: Final = re.compile(
    rf"([0-9]{{1,3}}(?:\.[0-9]{{1,6}})?|{'|'.join(NUMBER_WORDS)}) ?per ?cent", re.IGNORECASE
)
_RATIO: Final = re.compile(r"([0-9]{1,4})/([0-9]{1,4})")
PERCENTAGES: Final = (PERCENT.pattern, f"(?i){_PERCENT_WORDS.pattern}", _RATIO.pattern)


def read_percent(value: object) -> Fraction:
    """`5%` as 1/20, exactly; also `5 percent`, `one percent` and `1/20`."""
    text = text_of(value, "a percentage such as 5%")
    if found := PERCENT.fullmatch(text):
        return Fraction(Decimal(found[1])) / 100
    if found := _PERCENT_WORDS.fullmatch(text):
        return Fraction(NUMBER_WORDS.get(found[1].lower()) or Decimal(found[1])) / 100
    if (found := _RATIO.fullmatch(text)) and int(found[2]):
        return Fraction(int(found[1]), int(found[2]))
    decimal = re.fullmatch(r"0?\.([0-9]{1,4})", text)
    hint = f" (write {show_percent(Fraction(Decimal(text)))})" if decimal else ""
    raise _refuse(text, "a percentage such as 5%" + hint)


def show_percent(share: Fraction) -> str:
    """`5%`, `2.5%`."""
    hundredths = share * 100
    if hundredths.denominator == 1:
        return f"{hundredths.numerator}%"
    return f"{Decimal(hundredths.numerator) / Decimal(hundredths.denominator):f}%"


def read_part(value: object) -> Fraction | Decimal:
    """A part of something: a share such as `5%`, or an amount such as `$0.20`."""
    expected = "a share such as 5% or an amount such as $0.20"
    text = text_of(value, expected)
    if text.startswith("$"):
        return read_money(text)
    try:
        return read_percent(text)
    except Unreadable:
        raise _refuse(text, expected + _money_hint(text)) from None


class Jokers(NamedTuple):
    """How many jokers there are, in each deck or in all; None where that is not said."""

    number: int
    each: bool | None

    def __str__(self) -> str:
        return f"{self.number}{'' if self.each is None else ' per deck' if self.each else ' in all'}"


_JOKERS: Final = re.compile(
    rf"([0-9]{{1,4}}|{'|'.join(NUMBER_WORDS)}|none)(?: (per deck|in each deck|in all))?", re.IGNORECASE
)


def read_jokers(value: object) -> Jokers:
    """`1`, `1 per deck`, `2 in all`."""
    expected = "a number of jokers such as 1, 1 per deck or 2 in all"
    text = text_of(value, expected)
    found = _JOKERS.fullmatch(text.lower())
    if found is None:
        raise _refuse(text, expected)
    number = 0 if found[1] == "none" else NUMBER_WORDS.get(found[1])
    each = None if found[2] is None else found[2] != "in all"
    return Jokers(int(found[1]) if number is None else number, each)


# --- odds and payouts -----------------------------------------------------------------------------------------------


class Odds(NamedTuple):
    """`win` for each `stake`: 6 to 5 pays 6 on 5. 6 for 5 pays 1: the stake is part of what is paid."""

    win: int
    stake: int
    with_stake: bool = False

    @property
    def ratio(self) -> Fraction:
        """What is won for each unit of the stake, which comes back beside it."""
        return Fraction(self.win - self.stake if self.with_stake else self.win, self.stake)

    def __str__(self) -> str:
        return f"{self.win:,} {'for' if self.with_stake else 'to'} {self.stake:,}"


class Share(NamedTuple):
    """A part of a jackpot."""

    of_jackpot: Fraction

    def __str__(self) -> str:
        return f"{show_percent(self.of_jackpot)} of jackpot"


class Unpaid(NamedTuple):
    """A row of a pay table that pays nothing: `loses`, or returns the wager: `pushes`."""

    word: str

    def __str__(self) -> str:
        return self.word


Payout = Odds | Decimal | Share | Unpaid

_ODDS: Final = re.compile(
    r"([0-9]{1,3}(?:,[0-9]{3}){1,2}|[0-9]{1,7})( to |-to-|:| for |-for-)([0-9]{1,7})", re.IGNORECASE
)
_JACKPOT: Final = r"(?:the )?(?:jackpot|progressive|meter|pool)"
_SHARE: Final = re.compile(rf"([0-9]{{1,3}}(?:\.[0-9]{{1,6}})?%) of {_JACKPOT}", re.IGNORECASE)
_ALL_OF_IT: Final = re.compile(rf"(?:the )?(?:full|whole|entire) {_JACKPOT}", re.IGNORECASE)
# One word each in findings, however the paper bends it.
_UNPAID: Final = {
    **dict.fromkeys(("loses", "lose", "loss"), "loses"),
    **dict.fromkeys(("pushes", "push", "returned", "is returned"), "pushes"),
}
_PAYOUT_EXPECTED: Final = "odds such as 6 to 5, a fixed prize such as $50, 25% of jackpot, loses or pushes"


@remembered
def read_odds(value: object) -> Odds:
    """`6 to 5`, `200:1`, `6 for 5` or `even money`."""
    text = text_of(value, "odds such as 6 to 5")
    if text.lower() == "even money":
        return Odds(1, 1)
    found = _ODDS.fullmatch(text)
    if found is None:
        dashed = re.fullmatch(r"([0-9]+) ?- ?([0-9]+)", text)
        hint = f" (write {dashed[1]} to {dashed[2]})" if dashed else ""
        raise _refuse(text, "odds such as 6 to 5" + hint)
    odds = Odds(int(found[1].replace(",", "")), int(found[3]), "for" in found[2].lower())
    if odds.stake == 0:
        raise _refuse(text, "odds on a stake above zero, such as 6 to 5")
    if odds.with_stake and odds.win == odds.stake:
        raise Unreadable(f"`{text}` returns the wager and no more; write `pushes`")
    if odds.with_stake and odds.win < odds.stake:
        raise _refuse(text, "odds `for` more than the stake, such as 51 for 1, which is 50 to 1")
    return odds


@remembered
def read_payout(value: object) -> Payout:
    """One cell of a pay table."""
    text = text_of(value, _PAYOUT_EXPECTED)
    if text.lower() in _UNPAID:
        return Unpaid(_UNPAID[text.lower()])
    if text.startswith("$"):
        return read_money(text)
    share = _SHARE.fullmatch(text)
    if share is not None:
        return Share(read_percent(share[1]))
    if _ALL_OF_IT.fullmatch(text):
        return Share(Fraction(1))
    try:
        return read_odds(text)
    except Unreadable:
        hint = re.fullmatch(r"([0-9]+) ?- ?([0-9]+)", text)
        raise _refuse(text, _PAYOUT_EXPECTED + (f" (write {hint[1]} to {hint[2]})" if hint else "")) from None


# --- bands and fees ---------------------------------------------------------------------------------------------------


class Band(NamedTuple):
    """A stretch of amounts or counts, both ends included; no `high` means no upper end."""

    low: Decimal
    high: Decimal | None
    money: bool
    text: str

    def __str__(self) -> str:
        return self.text

    def holds(self, amount: Decimal) -> bool:
        """Whether an amount stands in this band."""
        return self.low <= amount and (self.high is None or amount <= self.high)

    def show(self, amount: Decimal) -> str:
        """An amount in this band's own notation: money as money, counts as counts."""
        return show_money(amount) if self.money else f"{amount:,.0f}"


_AMOUNT: Final = rf"(\$?)({_DIGITS})(\.[0-9]{{2}})?"
_BAND_RANGE: Final = re.compile(rf"{_AMOUNT} ?(?:-|–|to) ?{_AMOUNT}")
_BAND_UP: Final = re.compile(
    rf"{_AMOUNT}(?: ?\+| (?:or|and) (?:more|above|over|up|higher|greater)| min(?:imum)?| ?- ?(?:unlimited|no limit))",
    re.IGNORECASE,
)
_BAND_DOWN: Final = re.compile(
    rf"{_AMOUNT} (?:(?:or|and) (?:less|under|below|lower|fewer)|max(?:imum)?)", re.IGNORECASE
)
_BAND_UP_TO: Final = re.compile(rf"up to {_AMOUNT}", re.IGNORECASE)
# An end that is left out: what comes next to it depends on the unit, which the value alone does not tell.
_BAND_OPEN: Final = re.compile(
    rf"(over|above|more than|greater than|under|below|less than|fewer than) {_AMOUNT}", re.IGNORECASE
)
_BAND_ONE: Final = re.compile(_AMOUNT)
_BAND_EXPECTED: Final = "a band such as $5-$1,000, $1,005+, $50 or less, 5-6 or 7+"


def _amount(number: str, cents: str | None) -> Decimal:
    return Decimal(number.replace(",", "") + (cents or ""))


@remembered
def read_band(value: object) -> Band:
    """`$5-$1,000`, `$1,005+`, `$50 or less`, `$100 and above`, `$1-unlimited`, `5-6`, `7+`, `6`."""
    text = text_of(value, _BAND_EXPECTED)
    if found := _BAND_RANGE.fullmatch(text):
        if bool(found[1]) != bool(found[4]):
            raise _refuse(text, "a dollar sign on both ends or on neither, such as $5-$1,000 or 5-6")
        low, high = _amount(found[2], found[3]), _amount(found[5], found[6])
        if low > high:
            raise _refuse(text, "the smaller end first")
        return Band(low, high, bool(found[1]), text)
    if found := _BAND_UP.fullmatch(text):
        return Band(_amount(found[2], found[3]), None, bool(found[1]), text)
    if found := _BAND_DOWN.fullmatch(text) or _BAND_UP_TO.fullmatch(text):
        return Band(Decimal(0), _amount(found[2], found[3]), bool(found[1]), text)
    if found := _BAND_ONE.fullmatch(text):
        only = _amount(found[2], found[3])
        return Band(only, only, bool(found[1]), text)
    raise _refuse(text, _BAND_EXPECTED + _band_hint(text))


def _band_hint(text: str) -> str:
    found = _BAND_OPEN.fullmatch(text)
    if found is None:
        return _money_hint(text) if text.startswith("$ ") else ""
    end = text[found.end(1) :].strip()
    upward = found[1].lower() in ("over", "above", "more than", "greater than")
    form = "$501+ for what is over $500" if upward else "$1-$19 for what is under $20"
    return f" ({end} itself is left out: begin or end with the next amount, such as {form})"


class Fee(NamedTuple):
    """What is charged: a flat amount, a share of something, or nothing (`waived`)."""

    amount: Decimal
    share: Fraction | None = None
    of: str = ""
    per: str = ""
    waived: bool = False
    text: str = ""

    def __str__(self) -> str:
        return self.text

    @property
    def charges(self) -> bool:
        """Whether anybody pays anything."""
        return self.amount > 0 or bool(self.share)


_NO_FEE: Final = ("waived", "none", "free", "no fee", "no charge", "no collection", "no drop", "nothing")
_FEE_EXPECTED: Final = "a fee such as $1, $0.50, waived, $6 per half hour, or 5% of the pot"
_FEE_FLAT: Final = re.compile(
    rf"(\$(?:{_DIGITS})(?:\.[0-9]{{2}})?)"
    r"(?:(?: (?:per|each|every|an?|for each|for every|on each|on every) | ?/ ?)([a-zA-Z0-9$][a-zA-Z0-9$,. -]*))?",
    re.IGNORECASE,
)


@remembered
def read_fee(value: object) -> Fee:
    """`$1`, `$0`, `waived`, `$6 per half hour`, `10% of the pot`, `1/20 of the winnings`, `$1 per $100 wagered`."""
    text = text_of(value, _FEE_EXPECTED)
    if text.lower() in _NO_FEE:
        return Fee(Decimal(0), waived=True, text=text.lower())
    if found := _FEE_FLAT.fullmatch(text):
        amount, per = read_money(found[1]), (found[2] or "").lower()
        if part := share_per_money(amount, per):
            return Fee(Decimal(0), part.share, part.of, per, text=text)
        return Fee(amount, per=per, waived=amount == 0, text=text)
    if part := read_share(text):
        return Fee(Decimal(0), part.share, part.of, text=text)
    raise _refuse(text, _FEE_EXPECTED + _money_hint(text))


def read_drop(value: object) -> Fee:
    """What is dropped for a jackpot: an amount, `$1` or `$1 per hand`."""
    expected = "an amount such as $1 (a share of the pot is a `fee`)"
    fee = read_fee(value)
    if fee.share is not None and not fee.per:
        raise _refuse(fee.text, expected)
    return fee


class PokerStakes(NamedTuple):
    """The bets of a poker table, smallest first, and how they are limited."""

    bets: tuple[Decimal, ...]
    structure: str
    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def highest(self) -> Decimal | None:
        """The highest bet; None where there is no limit, or nobody can tell whether there is one."""
        told = self.structure in ("limit", "spread limit")
        doubled = not self.structure and len(self.bets) > 1 and self.bets[-1] == 2 * self.bets[-2]
        return self.bets[-1] if told or doubled else None


_STRUCTURES: Final = r"(?:no|pot|fixed|spread)[ -]limit|limit|spread|nl|pl|fl"
_SHORT: Final = {"nl": "no limit", "pl": "pot limit", "fl": "limit"}
STAKES: Final = re.compile(
    rf"\$(?:{_DIGITS})(?:\.[0-9]{{2}})?(?:[/-]\$(?:{_DIGITS})(?:\.[0-9]{{2}})?){{1,3}}(?: (?:{_STRUCTURES}))?",
    re.IGNORECASE,
)
_STAKES_EXPECTED: Final = "stakes such as $10/$20, $1/$2 no limit or $2-$10 spread"


@remembered
def read_stakes(value: object) -> PokerStakes:
    """`$10/$20`, `$4/$8 limit`, `$1/$2/$5 no limit`, `$2-$10 spread`."""
    text = text_of(value, _STAKES_EXPECTED)
    if STAKES.fullmatch(text) is None:
        raise _refuse(text, _STAKES_EXPECTED + _stakes_hint(text))
    amounts, _, structure = text.partition(" ")
    structure = _SHORT.get(structure.lower(), structure.lower()).replace("-", " ").replace("fixed limit", "limit")
    structure = "spread limit" if structure == "spread" else structure
    if ("-" in amounts) != (structure == "spread limit"):
        first, *more = re.split("[/-]", amounts)
        either = f"{'/'.join([first, *more])}, or {first}-{more[-1]} spread where any bet between them is allowed"
        raise _refuse(text, either)
    bets = tuple(read_money(bet) for bet in re.split("[/-]", amounts))
    if list(bets) != sorted(bets):
        raise _refuse(text, "the smaller bet first")
    return PokerStakes(bets, structure, text)


def _stakes_hint(text: str) -> str:
    bare = re.fullmatch(r"\$?([0-9]{1,6})[/-]\$?([0-9]{1,6})(.*)", text)
    if bare is None:
        return ""
    if "," in bare[3]:
        return (
            f" (write several as a list: [{', '.join(re.sub(' *- *', '/', one.strip()) for one in text.split(','))}])"
        )
    written = f"${bare[1]}/${bare[2]}{bare[3]}"
    return f" (write {written})" if STAKES.fullmatch(written) else ""


# --- turns, dates, source lines, names --------------------------------------------------------------------------------


class Turns(NamedTuple):
    """`2 hands`, `2 rounds`, `60 minutes`."""

    number: int
    unit: str

    def __str__(self) -> str:
        unit = self.unit if self.number != 1 else self.unit.removesuffix("s")
        return f"{self.number} {unit}"


TURNS: Final = re.compile(
    rf"([0-9]{{1,4}}|{'|'.join(NUMBER_WORDS)})(?: \(([0-9]{{1,4}})\))?(?: consecutive| successive)?"
    r" (hand|round|turn|time|game|deal|minute|hour|day)s?(?: in a row)?",
    re.IGNORECASE,
)


@remembered
def read_turns(value: object) -> Turns:
    """A number of hands, rounds, games, deals, minutes, hours or days."""
    text = text_of(value, "a number with its unit, such as 2 hands")
    found = TURNS.fullmatch(text.lower())
    if found is None:
        raise _refuse(text, "a number with its unit, such as 2 hands, 2 rounds or 60 minutes")
    number = NUMBER_WORDS.get(found[1]) or int(found[1])
    if found[2] is not None and int(found[2]) != number:
        raise _refuse(text, "the same number in words and in figures")
    return Turns(number, found[3] + "s")


class When(NamedTuple):
    """A date, or a month or year that a document gives instead: from its first day to its last."""

    first: date
    last: date
    text: str

    def __str__(self) -> str:
        return self.text


_WHEN: Final = re.compile(r"([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?")
_WHEN_EXPECTED: Final = "a date such as 2015-07-14, a month such as 2015-07, or a year"


def read_when(value: object) -> When:
    """`2015-07-14`, `2015-07` or `2015`."""
    text = text_of(value, _WHEN_EXPECTED)
    found = _WHEN.fullmatch(text)
    if found is None:
        raise _refuse(text, _WHEN_EXPECTED + _when_hint(text))
    year, month, day = int(found[1]), found[2], found[3]
    text = "-".join([found[1], *(part.zfill(2) for part in (month, day) if part)])
    try:
        first = date(year, int(month or 1), int(day or 1))
        if day:
            return When(first, first, text)
        last_month = int(month) if month else 12
        after = date(year + last_month // 12, last_month % 12 + 1, 1)
        return When(first, date.fromordinal(after.toordinal() - 1), text)
    except ValueError:
        raise _refuse(text, _WHEN_EXPECTED) from None


_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_IN_WORDS: Final = re.compile(r"([a-z]{3,9})\.? (?:([0-9]{1,2})(?:st|nd|rd|th)?,? )?([0-9]{4})", re.IGNORECASE)


def _when_hint(text: str) -> str:
    """How a date with the month in a word is written. In figures alone nobody can tell the month from the day."""
    found = _IN_WORDS.fullmatch(text)
    months = [number for number, name in enumerate(_MONTHS, 1) if found and name.startswith(found[1].lower())]
    if found is None or not months:
        figures = re.fullmatch(r"[0-9]{1,2}/[0-9]{1,2}/([0-9]{4})", text)
        return f" (year first, then the month: {figures[1]}-..-..)" if figures else ""
    day = f"-{int(found[2]):02}" if found[2] else ""
    return f" (write {found[3]}-{months[0]:02}{day})"


def read_date(value: object) -> date:
    """A whole date: `2015-07-14`."""
    found = read_when(value)
    if found.first != found.last:
        raise _refuse(found.text, "a whole date such as 2015-07-14")
    return found.first


_LINES: Final = re.compile(r"[0-9]{1,6}(?:-[0-9]{1,6})?(?:, ?[0-9]{1,6}(?:-[0-9]{1,6})?)*")


def read_lines(value: object) -> str:
    """Lines of the source document: `12`, `12-31` or `[12-31, 45]`. Kept as text: they are only ever shown."""
    expected = "line numbers of the source such as 12, 12-31 or [12-31, 45]"
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        value = ", ".join(value)
    text = text_of(value, expected)
    if _LINES.fullmatch(text) is None:
        raise _refuse(text, expected)
    for stretch in text.split(","):
        low, _, high = stretch.strip().partition("-")
        if high and int(low) > int(high):
            raise _refuse(text, "the smaller line number first")
    return text


NAME: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def read_name(value: object) -> str:
    """A name that other places refer to: small letters and digits joined by hyphens."""
    text = text_of(value, "a name such as pai-gow-tiles")
    if NAME.fullmatch(text) is None:
        slug = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
        raise _refuse(text, "a name in small letters joined by hyphens" + (f", such as {slug}" if slug else ""))
    return text


_ROUTE: Final = re.compile(r"[^/*\s][^/*]*(?: / [^/*]+)*")


def read_routes(value: object) -> list[str]:
    """Routes of facts, one or several: `bank / rotation / at-most`. Whether they lead anywhere is asked later."""
    expected = "the route of a fact such as bank / rotation / at-most, or a list of such routes"
    texts = [text_of(item, expected) for item in (value if isinstance(value, list) else [value])]
    for text in texts:
        if _ROUTE.fullmatch(text) is None:
            raise _refuse(text, expected)
    return texts


def read_words(value: object) -> str:
    """Any text that says something."""
    text = text_of(value, "some words")
    if not text:
        raise Unreadable("nothing is written between the quotes; expected some words")
    return text


def read_conditions(value: object) -> dict[str, Any] | list[dict[str, Any]]:
    """Where a rule does not hold: a group of conditions, or a list of such groups, as they are written."""
    expected = "conditions such as {total: 6-9}, or a list of such groups"
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, str):
            raise _refuse(one, expected)
        if not isinstance(one, dict):
            raise Unreadable(f"{'nothing' if one is None else 'a list in a list'} is written here; expected {expected}")
    return cast("dict[str, Any] | list[dict[str, Any]]", value)


def read_any(value: object) -> object:
    """A value in whatever exact form its text has: used for the numbers of a catalogue, which name no type."""
    # A number in words may be one of the words that the format knows: `one deal`.
    if not isinstance(value, str) or not any(letter.isdecimal() for letter in value):
        return value
    for reader in (read_money, read_count, read_percent, read_turns, read_odds):
        try:
            return reader(value)
        except Unreadable:
            continue
    return value


# The forms in which values of each kind are written, for what checks documents without reading them: an editor. What a
# reader takes is among them; what is among them a reader may still refuse, such as `$50-$5`.
FORMS: Final[dict[str, tuple[str, ...]]] = {
    "money": (MONEY.pattern,),
    "count": (_WHOLE.pattern, f"(?i){'|'.join(NUMBER_WORDS)}"),
    "percentage": PERCENTAGES,
    "payout": (
        MONEY.pattern,
        *(f"(?i){form.pattern}" for form in (_ODDS, _SHARE, _ALL_OF_IT)),
        f"(?i){'|'.join(('even money', *_UNPAID))}",
    ),
    "band": (
        *(_BAND_RANGE.pattern.replace(r"(\$?)", sign) for sign in (r"\$", "")),
        f"(?i){_BAND_UP.pattern}",
        f"(?i){_BAND_DOWN.pattern}",
        f"(?i){_BAND_UP_TO.pattern}",
        _BAND_ONE.pattern,
    ),
    "fee": tuple(f"(?i){form}" for form in (_FEE_FLAT.pattern, *SHARES, "|".join(_NO_FEE))),
    "stakes": (f"(?i){STAKES.pattern}",),
    "jokers": (f"(?i){_JOKERS.pattern}",),
    "share or money": (*PERCENTAGES, MONEY.pattern),
    "turns": (f"(?i){TURNS.pattern}",),
    "date": (r"[0-9]{4}(?:-(?:0?[1-9]|1[0-2])(?:-(?:0?[1-9]|[12][0-9]|3[01]))?)?",),
    "source lines": (_LINES.pattern,),
    "name": (NAME.pattern,),
    "route": (_ROUTE.pattern,),
}
