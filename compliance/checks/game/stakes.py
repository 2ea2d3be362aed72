"""How much a wager may be, in dollars: its own limits, or what another wager or the table makes of it.

A raise of four times the ante is dollars as soon as the ante is. What leads round in a circle, or is written in words
that cannot be reckoned with, is told as open and never taken for a limit.
"""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple
from weakref import ref

from compliance.checks.looking import look_at
from compliance.checks.names import letters
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.amounts import Amount, Term, named
from compliance.documents.charges import Band
from compliance.documents.game import Game
from compliance.documents.openness import is_watched
from compliance.documents.values import show_money
from compliance.documents.wagers import Wager
from compliance.routes import Route

_MAXIMUM: Final = ("tablelimit", "tablelimits", "tablemaximum", "tablesmaximum", "tableslimit")
_MINIMUM: Final = ("tableminimum", "tablesminimum")
# What has no amount that rules could state: bets of that size have no limit of their own.
_POT: Final = "pot"
_LEAST: Final = "table minimum"
# Wagers that come on top of another: the table's limits are for what is staked at first.
_ON_TOP: Final = ("raise",)
_MOST_FOLLOWED: Final = 200
_MOST_SAID: Final = 400
_STAKES: Final = "__stakes__"


class Top(NamedTuple):
    """The most that a wager may be, how that is known, and where it stands. No amount: it is open, and `said` tells
    why; `times` is then how many times something without a stated limit it may be, None where nobody can tell. `root`
    is where the dollars stand that others make it of."""

    amount: Decimal | None
    said: str
    at: Route
    times: Fraction | None = None
    root: Route = ()


class Saying(NamedTuple):
    """One saying of the size of a wager: where it stands, at which stage of the hand, and what it says."""

    at: Route
    stage: str
    amount: Amount

    @property
    def words(self) -> str:
        return f"{self.amount} {self.stage}".strip()


def sayings_of(name: str, wager: Wager, *keys: str) -> Iterator[Saying]:
    """What is said of the size of a wager under some keys, stage by stage."""
    for key, stage, amount in wager.amounts(*keys):
        yield Saying(("wagers", name, key, *([stage] if stage else [])), stage, amount)


def top_of(game: Game, name: str, wager: Wager) -> Top | None:
    """The most that a wager may be; None where the rules say nothing that bounds it."""
    return stakes_of(game).top(name, wager)


class Stakes:
    """The wagers of a game by their names, and the most that each may be, found once for all that ask."""

    def __init__(self, game: Game) -> None:
        # The game keeps this; if this kept the game too, neither would ever be freed while a run goes on.
        self._kept_by = ref(game)
        self._called: dict[str, tuple[str, Wager]] = {}
        self._tops: dict[str, Top | None] = {}
        blocks = [game, game.wagers, game.table, *(wager for _, wager in game.each_wager())]
        self._watched = any(is_watched(block) for block in blocks)
        trimmed: dict[str, list[tuple[str, Wager]]] = {}
        for name, wager in game.each_wager():
            for called in (name, wager.name or name, *wager.aliases):
                self._called.setdefault(letters(called), (name, wager))
                trimmed.setdefault(letters(named(called.lower())), []).append((name, wager))
        for short, found in trimmed.items():
            if len({name for name, _ in found}) == 1:
                self._called.setdefault(short, found[0])

    @property
    def _game(self) -> Game:
        game = self._kept_by()
        assert game is not None, "asked of a game that is gone"
        return game

    def base(self, term: Term) -> tuple[str, Wager | None] | None:
        """The wager that another is told by; a limit of the table, or the pot, is one without a wager."""
        name = letters(term.of)
        found = self._called.get(name) or self._called.get(letters(named(term.of)))
        if found is not None:
            return found
        if name in _MAXIMUM:
            return "table", None
        if name in _MINIMUM:
            return _LEAST, None
        return (_POT, None) if name == _POT else None

    def top(self, name: str, wager: Wager) -> Top | None:
        """The most that a wager may be; None where the rules say nothing that bounds it."""
        if self._watched:
            # What is read tells which open facts an answer rests on, so that each answer reads for itself.
            self._tops.clear()
        if name not in self._tops:
            self._follow(name, wager)
        return self._tops[name]

    def _follow(self, name: str, wager: Wager) -> None:
        """Find the tops of all wagers that one is told by, and then its own: the line may be a long one."""
        asked = {name}
        waiting: list[tuple[str, Wager, bool]] = [(name, wager, False)]
        while waiting:
            one, told, ready = waiting.pop()
            if ready or (self._watched and len(asked) > _MOST_FOLLOWED):
                self._tops[one] = self._found(one, told)
                continue
            waiting.append((one, told, True))
            for other, below in self._told_by(one, told):
                if other not in asked and other not in self._tops:
                    asked.add(other)
                    waiting.append((other, below, False))

    def _told_by(self, name: str, wager: Wager) -> Iterator[tuple[str, Wager]]:
        for saying in sayings_of(name, wager, "equals", "at-most"):
            for term in saying.amount.terms:
                other, below = (self.base(term) if term.of else None) or ("", None)
                if below is not None:
                    yield other, below

    def _found(self, name: str, wager: Wager) -> Top | None:
        must = [self._told(name, saying) for saying in sayings_of(name, wager, "equals")]
        may = [self._told(name, saying) for saying in sayings_of(name, wager, "at-most")]
        # Of what a wager is at each stage of the hand the highest bounds it, and nothing where one of them is open.
        told = [top for tops in (must, may) if tops for top in [_highest(tops)]]
        known = [(top.amount, top) for top in told if top.amount is not None]
        if wager.maximum is not None:
            own = Top(wager.maximum, f"the {name} maximum of {show_money(wager.maximum)}", ("wagers", name, "maximum"))
            known.append((wager.maximum, own))
        if known:
            return min(known, key=lambda found: found[0])[1]
        if told:
            return told[0]
        return _table_top(self._game) if wager.kind not in _ON_TOP else None

    def told(self, name: str, saying: Saying) -> Top:
        """What one saying of a wager's size comes to in dollars: the largest of what it offers."""
        if self._watched:
            self._tops.clear()
        for term in saying.amount.terms:
            other, wager = (self.base(term) if term.of else None) or ("", None)
            if wager is not None and other not in self._tops:
                self._follow(other, wager)
        return self._told(name, saying)

    def _told(self, name: str, saying: Saying) -> Top:
        if not saying.amount.terms:
            return Top(None, f"the {name} wager is {saying.words}, which cannot be reckoned in dollars", saying.at)
        return _highest([self._term(name, saying, term) for term in saying.amount.terms])

    def _term(self, name: str, saying: Saying, term: Term) -> Top:
        said = f"the {name} wager is {saying.words}"
        if not term.of:
            return Top(term.amount, f"{name}, which is {saying.words}", saying.at)
        base = self.base(term)
        if base is None:
            return Top(None, f"{said}, which cannot be reckoned in dollars", saying.at)
        other, wager = base
        if wager is not None and other not in self._tops:
            return Top(None, f"{said}, and the two are each told by the other", saying.at)
        bound = self._tops[other] if wager is not None else _limit_of_table(self._game, other)
        if bound is None or bound.amount is None:
            why = bound.said[:_MOST_SAID] if bound is not None else f"no maximum of {other} is stated"
            more = bound.times if bound is not None else Fraction(1)
            return Top(None, f"{said}, and {why}", saying.at, term.times * more if more is not None else None)
        amount = _money(Fraction(bound.amount) * term.times)
        words = f"{name}, which is {saying.words}: {show_money(amount)} by {bound.said[:_MOST_SAID]}"
        return Top(amount, words, saying.at, None, bound.root or bound.at)

    @cached_property
    def _in_no_ring(self) -> set[str]:
        """The wagers whose ways all come to an end: those that are told by no other, and then by none but such. Where
        something is open each answer reads for itself, and nothing is known beforehand."""
        told_by: dict[str, set[str]] = {}
        left: dict[str, int] = {}
        for name, wager in self._game.each_wager() if not self._watched else ():
            terms = [term for saying in sayings_of(name, wager) for term in saying.amount.terms if term.of]
            others = {base[0] for base in map(self.base, terms) if base is not None and base[1] is not None}
            left[name] = len(others)
            for other in others:
                told_by.setdefault(other, set()).add(name)
        ended = [name for name, count in left.items() if not count]
        for name in ended:  # grows on the way
            for other in told_by.get(name, ()):
                left[other] -= 1
                if not left[other]:
                    ended.append(other)
        return set(ended)

    def ring(self, name: str, saying: Saying) -> list[str]:
        """The wagers that lead from one saying of a wager back to itself; none where they do not."""
        if name in self._in_no_ring:
            return []
        before: dict[str, str] = {}
        waiting = [(name, term) for term in saying.amount.terms]
        while waiting:  # each wager once, however many name it
            one, term = waiting.pop()
            other, wager = (self.base(term) if term.of else None) or ("", None)
            if wager is None or other in before:
                continue
            before[other] = one
            if other == name:
                way = [one]
                while way[-1] != name:
                    way.append(before[way[-1]])
                return way[::-1]
            waiting += [(other, more) for further in sayings_of(other, wager) for more in further.amount.terms]
        return []


def _highest(tops: list[Top]) -> Top:
    """The highest of several; one that is open may be higher than all."""
    open_ = next((top for top in tops if top.amount is None), None)
    return open_ or max(tops, key=lambda top: top.amount or Decimal(0))


def stakes_of(game: Game) -> Stakes:
    """What is known of the wagers of a game, kept with it: many checks ask for it in turn."""
    kept: Stakes = vars(game).setdefault(_STAKES, None) or Stakes(game)
    vars(game)[_STAKES] = kept
    return kept


def _table_top(game: Game) -> Top | None:
    table = game.table
    ends: list[tuple[Band | None, str, Route]] = [
        (table.maximum if table is not None else None, "the table's maximum", ("table", "maximum")),
        (table.per_space if table is not None else None, "the most on one space", ("table", "per-space")),
    ]
    found = [(band.high, words, at) for band, words, at in ends if band is not None and band.high is not None]
    if not found:
        return None
    high, words, at = min(found, key=lambda end: end[0])
    return Top(high, f"{words} of {show_money(high)}", at)


def _limit_of_table(game: Game, which: str) -> Top | None:
    if which != _LEAST:
        return _table_top(game) if which != _POT else None
    least = game.table.minimum if game.table is not None else None
    if least is None or least.high is None:
        return None
    return Top(least.high, f"the table's minimum of {show_money(least.high)}", ("table", "minimum"))


def _money(amount: Fraction) -> Decimal:
    """An exact amount as money, rounded up to a cent where it has more."""
    return Decimal(-(-amount * 100 // 1)) / 100


@check("amounts-resolve")
def amounts_resolve(game: Game) -> Verdicts:
    """An amount that is told by another wager leads to dollars or to the table's limits, and no two wagers are each
    measured by the other."""
    told = ((name, saying) for name, wager in game.each_wager() for saying in sayings_of(name, wager))
    nothing = not_applicable("No wager is told by another.")
    return look_at(told, lambda one: _resolved(game, *one), nothing=nothing)


def _bound_below(name: str, wager: Wager, saying: Saying) -> Saying | None:
    """What a wager may be at most at the same stage, where that is fewer times the same than the least it must be."""
    terms = saying.amount.terms
    if saying.at[2] != "equals" or len({term.of for term in terms}) != 1:
        return None
    for bound in sayings_of(name, wager, "at-most"):
        one = bound.amount.terms[0] if bound.amount.terms else None
        alike = one is not None and one.of == terms[0].of and bound.stage in ("", saying.stage)
        if one is not None and alike and min(terms)[::2] > (one.times, one.amount):
            return bound
    return None


def _resolved(game: Game, name: str, saying: Saying) -> Verdict:
    stakes = stakes_of(game)
    if ring := stakes.ring(name, saying):
        message = f"These wagers are measured by each other and have no size: {', '.join(ring)}."
        return failed(message, saying.at, [(("wagers", other), "") for other in ring[1:]], "no size")
    wager = dict(game.each_wager())[name]
    if (bound := _bound_below(name, wager, saying)) is not None:
        message = f"The {name} wager must be {saying.words}, and is at most {bound.words}: it cannot be made."
        return failed(message, saying.at, [(bound.at, "the most")], "more than it may be")
    top = stakes.told(name, saying)
    most = wager.maximum
    fixed = saying.at[2] == "equals" and not saying.amount.ranged
    if fixed and top.amount is not None and most is not None and top.amount > most:
        message = f"The {name} wager must be {saying.words}, which may come to {show_money(top.amount)}; it is at most"
        return review(f"{message} {show_money(most)}.", saying.at, [(("wagers", name, "maximum"), "the most")])
    if top.amount is not None:
        return passed(f"The {name} wager is {saying.words}: at most {show_money(top.amount)}.", saying.at)
    if not saying.amount.terms:
        return review(f"{top.said}: a person must say what it comes to.", saying.at)
    return passed(f"{top.said}; dollars depend on limits that the rules leave to others.", saying.at)
