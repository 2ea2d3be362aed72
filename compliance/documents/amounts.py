"""Amounts that are told by another wager: `2 x ante`, `half of game`, `1 x ante to 3 x ante`, `table maximum`, `$5`.

What cannot be reckoned with is kept as words, and is open to whoever asks for dollars. A notation that is almost right
is refused, and answered by what was meant.
"""

import re
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from compliance.documents.shares import read_share
from compliance.documents.values import MONEY, NUMBER_WORDS, Unreadable, cache_reader, get_text, read_money

_TIMES: Final[dict[str, Fraction]] = {
    **{word: Fraction(number) for word, number in NUMBER_WORDS.items()},
    **{"once": Fraction(1), "twice": Fraction(2), "double": Fraction(2), "triple": Fraction(3), "thrice": Fraction(3)},
    **{"quadruple": Fraction(4), "half": Fraction(1, 2)},
}
_FIGURE: Final = r"[0-9]{1,4}(?:\.[0-9]{1,2})?"
_MULTIPLE: Final = re.compile(rf"({_FIGURE}|{'|'.join(NUMBER_WORDS)}) ?(?:x|times)(?: of)? (.+)")
_BARE: Final = re.compile(rf"({_FIGURE}|{'|'.join(NUMBER_WORDS)}) ?(?:x|times)?")
_WORD: Final = re.compile(r"(once|twice|double|triple|thrice|quadruple|half)(?: of)? (.+)")
_LEADING: Final = re.compile(
    r"^(?:(?:the )?same (?:amount )?as|equal to|equals|exactly|the (?:amount|size) of|the|an?|each|his|her|their|its) "
)
_LIMITING: Final = re.compile(r"^(?:up to|at most|not more than|no more than|at least|not less than|no less than) ")
_BETWEEN: Final = re.compile(r"^(?:between|from) (.+?) (?:and|to) (.+)$")
_RANGED: Final = re.compile(r" to |^between ")
_TRAILING: Final = re.compile(r"[ -](?:wagers?|bets?|stakes?)$")
_REFERENCE: Final = re.compile(r"(?=[a-z0-9' -]*[a-z])[a-z0-9']+(?:[ -][a-z0-9']+){0,3}")
_NO_NAMES: Final = ("any", "as", "all", "no", "whatever", "what", "unlimited")
_MOST_CHOICES: Final = 6
_EXPECTED: Final = "an amount such as 2 x ante, half of ante, 1 x ante to 3 x ante, table maximum or $5"
_ONE_EXPECTED: Final = "one amount such as 4 x ante, half of ante, table maximum or $5"

AMOUNT_FORMS: Final = (
    rf"(?i)(?:{_FIGURE} ?(?:x|times) )?(?:{MONEY.pattern}|[a-z][a-z0-9' -]*)"
    rf"(?: (?:to|or) (?:{_FIGURE} ?(?:x|times) )?(?:{MONEY.pattern}|[a-z][a-z0-9' -]*))*",
    r"(?i)[0-9]{1,3}/[0-9]{1,3} of [a-z].+",
    r"(?i)[0-9]{1,3}(?:\.[0-9]{1,2})?% of [a-z].+",
    rf"(?i){_FIGURE} ?(?:x|times)?(?: (?:to|or) {_FIGURE} ?(?:x|times)?)+ [a-z].+",
    r"(?i)[a-z][^$]+",
)


class Term(NamedTuple):
    """So many times another wager, or a limit of the table; of nothing: an amount of money."""

    times: Fraction
    of: str
    amount: Decimal = Decimal(0)


class Amount(NamedTuple):
    """One term, the two ends of a range, or several to choose from; none where the words cannot be reckoned with."""

    terms: tuple[Term, ...]
    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def is_range(self) -> bool:
        """Whether anything between two ends may be chosen, and not just the amounts that are named."""
        return len(self.terms) == 2 and _RANGED.search(normalize_spaces(self.text)) is not None


@cache_reader
def read_amount(value: object) -> Amount:
    """What a wager must be: one amount, a range or a choice."""
    text = get_text(value, _EXPECTED)
    if limited := _LIMITING.match(normalize_spaces(text)):
        key = "at-least" if "le" in limited[0] else "at-most"
        raise Unreadable(f"`{_shorten(text)}` is a limit; write `{key}: {normalize_spaces(text)[limited.end() :]}`")
    return _parse_amount(text, _EXPECTED)


@cache_reader
def read_limit(value: object) -> Amount:
    """The most or the least that a wager may be: one amount."""
    text = get_text(value, _ONE_EXPECTED)
    amount = _parse_amount(
        _LIMITING.sub("", normalize_spaces(text)) if _LIMITING.match(normalize_spaces(text)) else text, _ONE_EXPECTED
    )
    if len(amount.terms) > 1:
        raise Unreadable(f"`{_shorten(text)}` says several amounts; expected {_ONE_EXPECTED}, or `equals`")
    return amount


def wager_name(text: str) -> str:
    """The name of a wager, without article and without the word for a wager."""
    words = text
    while _LEADING.match(words):
        words = _LEADING.sub("", words)
    return _TRAILING.sub("", words)


def normalize_spaces(text: str) -> str:
    return " ".join(text.lower().split())


def _parse_amount(text: str, expected: str) -> Amount:
    words = normalize_spaces(text)
    while _LEADING.match(words):
        words = _LEADING.sub("", words)
    if not words:
        raise Unreadable(f"nothing is written between the quotes; expected {expected}")
    if hint := _suggest_notation(words):
        raise Unreadable(f"`{_shorten(text)}` cannot be read ({hint}); expected {expected}")
    between = _BETWEEN.fullmatch(words)
    parts = list(between.groups()) if between is not None else re.split(r" (?:to|or) ", words)
    terms = [_parse_term(part) for part in _complete_parts(parts)]
    if len(terms) > _MOST_CHOICES or not all(terms):
        return Amount((), text)
    known = tuple(term for term in terms if term is not None)
    amount = Amount(known, text)
    if amount.is_range and _is_descending(*known):
        raise Unreadable(f"`{_shorten(text)}` cannot be read; expected the smaller end first")
    return amount


def _is_descending(low: Term, high: Term) -> bool:
    """Whether the first end of a range is the larger one, which can be told where both are told by the same."""
    return low.of == high.of and (low.times, low.amount) > (high.times, high.amount)


def _complete_parts(parts: list[str]) -> list[str]:
    """`1` and `3 x ante` of `1 to 3 x ante` are `1 x ante` and `3 x ante`."""
    last = _MULTIPLE.fullmatch(parts[-1])
    if last is None:
        return parts
    bare = [_BARE.fullmatch(part) for part in parts]
    return [f"{found[1]} x {last[2]}" if found else part for part, found in zip(parts, bare, strict=True)]


def _parse_term(words: str) -> Term | None:
    while _LEADING.match(words):
        words = _LEADING.sub("", words)
    if MONEY.fullmatch(words):
        return Term(Fraction(1), "", read_money(words))
    if found := _MULTIPLE.fullmatch(words):
        times = _TIMES.get(found[1])
        return _build_term(times if times is not None else Fraction(Decimal(found[1])), found[2])
    if found := _WORD.fullmatch(words):
        return _build_term(_TIMES[found[1]], found[2])
    if (share := read_share(words)) and share.of:
        return _build_term(share.share, share.of)
    return _build_term(Fraction(1), words)


def _build_term(times: Fraction, words: str) -> Term | None:
    name = words
    while _LEADING.match(name):
        name = _LEADING.sub("", name)
    if name.split(" ")[0] in _NO_NAMES:
        return None
    return Term(times, name) if _REFERENCE.fullmatch(name) and not _MULTIPLE.fullmatch(words) else None


def _suggest_notation(words: str) -> str:
    """What was meant by a notation that is almost right; nothing for one that is right, or no notation."""
    if bare := _BARE.fullmatch(words):
        return f"{bare[1]} times what? Write {bare[1]} x ante, or ${bare[1]}"
    if found := re.fullmatch(rf"({_FIGURE}) ([a-z][a-z0-9 -]*)", words):
        return (
            ""
            if found[2].startswith(("x ", "times ", "percent", "to ", "or "))
            else f"write {found[1]} x {wager_name(found[2])}"
        )
    if found := re.fullmatch(rf"([a-z][a-z0-9 -]*) ?[x*] ?({_FIGURE})", words):
        return f"write {found[2]} x {wager_name(found[1].strip())}"
    if found := re.fullmatch(rf"({_FIGURE}) ?\* ?([a-z][a-z0-9 -]*)", words):
        return f"write {found[1]} x {wager_name(found[2])}"
    if found := re.fullmatch(rf"({MONEY.pattern}) ?(?:-|–) ?({MONEY.pattern})", words):
        low, high = re.split(r" ?[-–] ?", words)
        return f"write {low} to {high}, or minimum and maximum"
    return ""


def _shorten(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
