"""What is charged on what: bands such as `$1,005+`, fees such as `$6 per half hour`, stakes such as `$1/$2 spread`."""

import re
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from compliance.documents.citations import DASH
from compliance.documents.fee_units import LONGEST, can_be_units, names_money
from compliance.documents.shares import read_share, share_per_money
from compliance.documents.values import (
    DIGITS,
    cache_reader,
    get_text,
    read_money,
    refuse,
    show_money,
    suggest_money,
)


class Band(NamedTuple):
    """A stretch of amounts or counts, both ends included; no `high` means no upper end."""

    low: Decimal
    high: Decimal | None
    money: bool
    text: str

    def __str__(self) -> str:
        return self.text

    def contains(self, amount: Decimal) -> bool:
        """Whether an amount stands in this band."""
        return self.low <= amount and (self.high is None or amount <= self.high)

    def format_amount(self, amount: Decimal) -> str:
        """An amount in this band's own notation: money as money, counts as counts."""
        return show_money(amount) if self.money else f"{amount:,.0f}"


_AMOUNT: Final = rf"(\$?)({DIGITS})(\.[0-9]{{2}})?"
BAND_RANGE: Final = re.compile(rf"(?:from )?{_AMOUNT} ?(?:{DASH}|to|through) ?{_AMOUNT}", re.IGNORECASE)
BAND_UP: Final = re.compile(
    rf"{_AMOUNT}(?: ?\+| (?:or|and) (?:more|above|over|up|higher|greater)| min(?:imum)?"
    rf"| ?(?:{DASH}|to) ?(?:unlimited|no limit))",
    re.IGNORECASE,
)
BAND_DOWN: Final = re.compile(rf"{_AMOUNT} (?:(?:or|and) (?:less|under|below|lower|fewer)|max(?:imum)?)", re.IGNORECASE)
BAND_UP_TO: Final = re.compile(rf"up to {_AMOUNT}", re.IGNORECASE)
# An end that is left out: what comes next to it depends on the unit, which the value alone does not tell.
_BAND_WITHOUT_END: Final = re.compile(
    rf"(over|above|more than|greater than|under|below|less than|fewer than) {_AMOUNT}", re.IGNORECASE
)
BAND_ONE: Final = re.compile(_AMOUNT)
_BAND_EXPECTED: Final = "a band such as $5-$1,000, $1,005+, $50 or less, 5-6 or 7+"


def _parse_amount(number: str, cents: str | None) -> Decimal:
    return Decimal(number.replace(",", "") + (cents or ""))


@cache_reader
def read_band(value: object) -> Band:
    """`$5-$1,000`, `$5-1,000`, `$1,005+`, `$50 or less`, `$100 and above`, `$1-unlimited`, `5-6`, `7+`, `6`."""
    text = get_text(value, _BAND_EXPECTED)
    if found := BAND_RANGE.fullmatch(text):
        if found[4] and not found[1]:  # one sign before both is how rate sheets print it: $10-100
            raise refuse(
                text, "a dollar sign before the first end or before neither, such as $5-$1,000, $5-1,000 or 5-6"
            )
        low, high = _parse_amount(found[2], found[3]), _parse_amount(found[5], found[6])
        if low > high:
            raise refuse(text, "the smaller end first")
        return Band(low, high, bool(found[1]), text)
    if found := BAND_UP.fullmatch(text):
        return Band(_parse_amount(found[2], found[3]), None, bool(found[1]), text)
    if found := BAND_DOWN.fullmatch(text) or BAND_UP_TO.fullmatch(text):
        return Band(Decimal(0), _parse_amount(found[2], found[3]), bool(found[1]), text)
    if found := BAND_ONE.fullmatch(text):
        only = _parse_amount(found[2], found[3])
        return Band(only, only, bool(found[1]), text)
    raise refuse(text, _BAND_EXPECTED + _suggest_band(text))


def read_money_band(value: object) -> Band:
    """A band of money. As for an amount the `$` is needed: a table whose maximum is 300 may count chips."""
    band = read_band(value)
    if band.money:
        return band
    hint = re.sub(r"(?<![0-9.,])(?=[0-9])", "$", band.text)
    raise refuse(band.text, f"an amount of money such as $300, or a range such as $5-$300 (write {hint})")


def _suggest_band(text: str) -> str:
    found = _BAND_WITHOUT_END.fullmatch(text)
    if found is None:
        return suggest_money(text) if text.startswith("$ ") else ""
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
    def is_charged(self) -> bool:
        """Whether anybody pays anything."""
        return self.amount > 0 or bool(self.share)


NO_FEE: Final = ("waived", "none", "free", "no fee", "no charge", "no collection", "no drop", "nothing")
_FEE_EXPECTED: Final = "a fee such as $1, $0.50, waived, $6 per half hour, or 5% of the pot"
FEE_FLAT: Final = re.compile(
    rf"(\$(?:{DIGITS})(?:\.[0-9]{{2}})?)"
    r"(?:(?: (?:per|each|every|an?|for each|for every|on each|on every) | ?/ ?)([a-zA-Z0-9$½][a-zA-Z0-9$½/,. -]*))?",
    re.IGNORECASE,
)
_SHORT_TIME: Final = re.compile(r"\b(?:(hrs?|h)|(mins?))\b")
# A pot is one of a hand: that a share of it is taken from each says nothing more.
_OF_EACH_HAND: Final = re.compile(
    r" (?:(?:of|in|from) (?:each|every|the)|per|each|every) (?:hand|round|game|deal|pot)$"
)
_CAPPED: Final = re.compile(r"\b(?:up to|exceed|max(?:imum)?|at most|cap(?:ped)?|more than)\b", re.IGNORECASE)
_BARE_NUMBER: Final = re.compile(r"\b(?:per|each|every|of) ([0-9]+)\b(?! ?[%/])")
_JOINED: Final = re.compile(
    r"[;+]|\b(?:plus|and|or|also|with|as|on|if|when|in|twice|after|before|over|above|(?:of|per) .* (?:per|each))\b",
    re.IGNORECASE,
)
_MONEY_OR_SHARE: Final = re.compile(r"\$[0-9]|[0-9.]+ ?%|[0-9]+/[0-9]+ of")


def _expand_times(per: str) -> str:
    """What a fee is for, with times in full: `hr` is `hour`."""
    full = _SHORT_TIME.sub(lambda found: "hour" if found[1] else "minute", per)
    return full.replace(", per ", " per ")


@cache_reader
def read_fee(value: object) -> Fee:
    """`$1`, `$0`, `waived`, `$6 per half hour`, `10% of the pot`, `1/20 of the winnings`, `$1 per $100 wagered`.

    One fee for one thing: what says more than that is refused, because half of it would be lost."""
    text = get_text(value, _FEE_EXPECTED)
    if text.lower() in NO_FEE:
        return Fee(Decimal(0), waived=True, text=text.lower())
    if found := FEE_FLAT.fullmatch(text):
        amount, per = read_money(found[1]), _expand_times((found[2] or "").lower())
        if (part := share_per_money(amount, per)) and names_money(part.of):
            return Fee(Decimal(0), part.share, part.of, per, text=text)
        if not per or can_be_units(per):
            return Fee(amount, per=per, waived=amount == 0, text=text)
    elif part := read_share(text):
        of = _OF_EACH_HAND.sub("", part.of)
        if names_money(of):
            return Fee(Decimal(0), part.share, of, text=text)
    raise refuse(text, _FEE_EXPECTED + (_suggest_fee(text[:LONGEST]) or suggest_money(text)))


def _suggest_fee(text: str) -> str:
    """How to write what stands beside a fee in the same text."""
    if _MONEY_OR_SHARE.match(text) is None:
        return ""
    if _CAPPED.search(text):
        most = (re.findall(r"\$[0-9]+", text) or ["$5"])[-1]
        return f" (write the most that is taken in a key of its own, such as at-most: {most})"
    if bare := _BARE_NUMBER.search(text):
        return f" (write ${bare[1]} where {bare[1]} is money, and otherwise say of what: {bare[1]} hands)"
    if _JOINED.search(text):
        return " (one fee for one thing: another is an entry of its own, a condition `when`, a moment `collected`)"
    return ""


def read_drop(value: object) -> Fee:
    """What is dropped for a jackpot: an amount, `$1` or `$1 per hand`."""
    expected = "an amount such as $1 (a share of the pot is a `fee`)"
    fee = read_fee(value)
    if fee.share is not None and not fee.per:
        raise refuse(fee.text, expected)
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
    rf"\$(?:{DIGITS})(?:\.[0-9]{{2}})?(?:[/–—-]\$(?:{DIGITS})(?:\.[0-9]{{2}})?){{1,3}}(?: (?:{_STRUCTURES}))?",
    re.IGNORECASE,
)
_STAKES_EXPECTED: Final = "stakes such as $10/$20, $1/$2 no limit or $2-$10 spread"


@cache_reader
def read_stakes(value: object) -> PokerStakes:
    """`$10/$20`, `$4/$8 limit`, `$1/$2/$5 no limit`, `$2-$10 spread`."""
    text = get_text(value, _STAKES_EXPECTED)
    if STAKES.fullmatch(text) is None:
        raise refuse(text, _STAKES_EXPECTED + _suggest_stakes(text))
    amounts, _, structure = text.partition(" ")
    amounts = re.sub(DASH, "-", amounts)
    structure = _SHORT.get(structure.lower(), structure.lower()).replace("-", " ").replace("fixed limit", "limit")
    structure = "spread limit" if structure == "spread" else structure
    if ("-" in amounts) != (structure == "spread limit"):
        first, *more = re.split("[/-]", amounts)
        either = f"{'/'.join([first, *more])}, or {first}-{more[-1]} spread where any bet between them is allowed"
        raise refuse(text, either)
    bets = tuple(read_money(bet) for bet in re.split("[/-]", amounts))
    if list(bets) != sorted(bets):
        raise refuse(text, "the smaller bet first")
    return PokerStakes(bets, structure, text)


def _suggest_stakes(text: str) -> str:
    bare = re.fullmatch(r"\$?([0-9]{1,6})[/-]\$?([0-9]{1,6})(.*)", text)
    if bare is None:
        return ""
    if "," in bare[3]:
        return (
            f" (write several as a list: [{', '.join(re.sub(' *- *', '/', one.strip()) for one in text.split(','))}])"
        )
    written = f"${bare[1]}/${bare[2]}{bare[3]}"
    return f" (write {written})" if STAKES.fullmatch(written) else ""
