"""How much a wager may be, in dollars: its own maximum, or what another wager or the table makes of it.

A raise of four times the ante is dollars as soon as the ante is. What leads round in a circle, or is written in words
that cannot be reckoned with, is told as open and never taken for a limit.
"""

import re
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from compliance.checks.names import letters
from compliance.checks.words import plain
from compliance.documents.game import Game, Wager
from compliance.documents.shares import read_share
from compliance.documents.values import MONEY, show_money
from compliance.routes import Route

_TABLE: Final = ("tablelimit", "tablelimits", "tablemaximum", "tablesmaximum", "tableslimit")
_TIMES: Final[dict[str, Fraction]] = {
    **{word: Fraction(2) for word in ("double", "twice")},
    **{word: Fraction(3) for word in ("triple", "thrice")},
    **{"quadruple": Fraction(4), "half": Fraction(1, 2)},
}
_WORD: Final = re.compile(rf"({'|'.join(_TIMES)})(?: of)? (.+)")
_MULTIPLE: Final = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,2})?) ?(?:x|times)(?: of)? (.+)")
_UPPER: Final = re.compile(r"(?:.+ )?(?:to|or|and) ([0-9$].+|half .+|twice .+|double .+)")
_LEADING: Final = re.compile(r"^(?:at most|equal to|equals|the same as|same as|exactly|between|from|the|a|an|each) ")
_TRAILING: Final = re.compile(r" (?:wagers?|bets?|stakes?)$")
# Wagers that come on top of another: the table's limits are for what is staked at first.
_ON_TOP: Final = ("raise",)


# A wager that is told by another that is told by another ...: two sayings each, so that the ways double with each step.
_MOST_LINKS: Final = 6
_NAMES: Final = "__names_of_wagers__"


class Relative(NamedTuple):
    """So many times another wager, or the table's maximum; or an amount of money, of nothing."""

    times: Fraction
    of: str


class Top(NamedTuple):
    """The most that a wager may be, how that is known, and where it stands. No amount: it is open, and `said` tells
    why; `times` is then how many times something without a stated limit it may be, None where nobody can tell."""

    amount: Decimal | None
    said: str
    at: Route
    times: Fraction | None = None


def read_relative(text: str) -> Relative | None:
    """A size such as `4 x ante`, `half of the base wager` or `$20`; of `1 x ante to 3 x ante` the upper end."""
    words = plain(text)
    while _LEADING.match(words):
        words = _LEADING.sub("", words)
    if upper := _UPPER.fullmatch(words):
        return read_relative(upper[1])
    if money := MONEY.fullmatch(words):
        return Relative(Fraction(Decimal(money[1].replace(",", "") + (money[2] or ""))), "")
    if found := _MULTIPLE.fullmatch(words):
        return Relative(Fraction(Decimal(found[1])), _named(found[2]))
    if found := _WORD.fullmatch(words):
        return Relative(_TIMES[found[1]], _named(found[2]))
    if share := read_share(text):
        return Relative(share.share, _named(share.of)) if share.of else None
    return Relative(Fraction(1), _named(words)) if words else None


def _named(text: str) -> str:
    """The name of a wager, without article and without the word for a wager."""
    words = text
    while _LEADING.match(words):
        words = _LEADING.sub("", words)
    return letters(_TRAILING.sub("", words))


def top_of(game: Game, name: str, wager: Wager, seen: tuple[str, ...] = ()) -> Top | None:
    """The most that a wager may be; None where the rules say nothing that bounds it."""
    if wager.maximum is not None:
        return Top(wager.maximum, f"the {name} maximum of {show_money(wager.maximum)}", ("wagers", name, "maximum"))
    told = [(key, text) for key, text in (("equals", wager.equals), ("at-most", wager.at_most)) if text is not None]
    tops = [_relative_top(game, name, key, text, (*seen, name)) for key, text in told]
    known = [(top.amount, top) for top in tops if top.amount is not None]
    if known:
        return min(known, key=lambda found: found[0])[1]
    if tops:
        return tops[0]
    return _table_top(game) if wager.kind not in _ON_TOP else None


def _table_top(game: Game) -> Top | None:
    table = game.table.maximum if game.table is not None else None
    if table is None or table.high is None:
        return None
    return Top(table.high, f"the table's maximum of {show_money(table.high)}", ("table", "maximum"))


def _relative_top(game: Game, name: str, key: str, text: str, seen: tuple[str, ...]) -> Top:
    """What one saying of a wager's size comes to in dollars."""
    at: Route = ("wagers", name, key)
    relative = read_relative(text)
    base = _base(game, relative) if relative is not None else None
    if relative is None or (relative.of and base is None):
        return Top(None, f"{name} is {text}, which cannot be reckoned in dollars", at)
    if not relative.of:
        return Top(_money(relative.times), f"{name}, which is {text}", at)
    other = base[0] if base is not None else ""
    if other in seen:
        return Top(None, f"{name} is {text}, and the two are each told by the other", at)
    if len(seen) > _MOST_LINKS:
        return Top(None, f"{name} is {text}, and wagers are told by others in a line too long to follow", at)
    bound = top_of(game, other, base[1], seen) if base is not None and base[1] is not None else _table_top(game)
    if bound is None or bound.amount is None:
        why = bound.said if bound is not None else f"no maximum of {other} is stated"
        more = bound.times if bound is not None else Fraction(1)
        return Top(None, f"{name} is {text}, and {why}", at, relative.times * more if more is not None else None)
    amount = _money(Fraction(bound.amount) * relative.times)
    return Top(amount, f"{name}, which is {text}: {show_money(amount)} by {bound.said}", at)


def _money(amount: Fraction) -> Decimal:
    """An exact amount as money, rounded up to a cent where it has more."""
    return Decimal(-(-amount * 100 // 1)) / 100


def _base(game: Game, relative: Relative) -> tuple[str, Wager | None] | None:
    """The wager that another is told by; the table's maximum is one without a wager."""
    if relative.of in _TABLE:
        return "table", None
    return _names_in(game).wager(relative.of)


class Names:
    """The wagers of a game by each of their names, found once for all that are told by another."""

    def __init__(self, game: Game) -> None:
        self._called: dict[str, tuple[str, Wager]] = {}
        self._trimmed: dict[str, list[tuple[str, Wager]]] = {}
        for name, wager in game.each_wager():
            for called in (name, wager.name or name, *wager.aliases):
                self._called.setdefault(letters(called), (name, wager))
            self._trimmed.setdefault(_named(name.replace("-", " ")), []).append((name, wager))

    def wager(self, name: str) -> tuple[str, Wager] | None:
        trimmed = self._trimmed.get(name, [])
        return self._called.get(name) or (trimmed[0] if len(trimmed) == 1 else None)


def _names_in(game: Game) -> Names:
    """The names of a game, kept with it: many checks ask for them in turn."""
    kept: Names = vars(game).setdefault(_NAMES, None) or Names(game)
    vars(game)[_NAMES] = kept
    return kept
