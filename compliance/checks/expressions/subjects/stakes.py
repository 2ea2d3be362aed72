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

from compliance.checks.expressions.derived import Placed, Row, Thing, derive
from compliance.checks.names import letters
from compliance.documents.amounts import Amount, Term, wager_name
from compliance.documents.charges import Band
from compliance.documents.game import Game
from compliance.documents.openness import is_watched
from compliance.documents.values import show_money
from compliance.documents.wagers import Wager
from compliance.source.routes import Route

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


class StakeSaying(NamedTuple):
    """One saying of the size of a wager: where it stands, at which stage of the hand, and what it says."""

    at: Route
    stage: str
    amount: Amount

    @property
    def words(self) -> str:
        return f"{self.amount} {self.stage}".strip()


def list_sayings(name: str, wager: Wager, *keys: str) -> Iterator[StakeSaying]:
    """What is said of the size of a wager under some keys, stage by stage."""
    for key, stage, amount in wager.amounts(*keys):
        yield StakeSaying(("wagers", name, key, *([stage] if stage else [])), stage, amount)


def find_wager_top(game: Game, name: str, wager: Wager) -> Top | None:
    """The most that a wager may be; None where the rules say nothing that bounds it."""
    return find_stakes(game).top(name, wager)


class Stakes:
    """The wagers of a game by their names, and the most that each may be, found once for all that ask."""

    def __init__(self, game: Game) -> None:
        # The game keeps this; if this kept the game too, neither would ever be freed while a run goes on.
        self._kept_by = ref(game)
        self._called: dict[str, tuple[str, Wager]] = {}
        self._tops: dict[str, Top | None] = {}
        blocks = [game, game.wagers, game.table, *(wager for _, wager in game.all_wagers())]
        self._watched = any(is_watched(block) for block in blocks)
        trimmed: dict[str, list[tuple[str, Wager]]] = {}
        for name, wager in game.all_wagers():
            for called in (name, wager.name or name, *wager.aliases):
                self._called.setdefault(letters(called), (name, wager))
                trimmed.setdefault(letters(wager_name(called.lower())), []).append((name, wager))
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
        found = self._called.get(name) or self._called.get(letters(wager_name(term.of)))
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
                self._tops[one] = self._compute(one, told)
                continue
            waiting.append((one, told, True))
            for other, below in self._find_bounding_wagers(one, told):
                if other not in asked and other not in self._tops:
                    asked.add(other)
                    waiting.append((other, below, False))

    def _find_bounding_wagers(self, name: str, wager: Wager) -> Iterator[tuple[str, Wager]]:
        for saying in list_sayings(name, wager, "equals", "at-most"):
            for term in saying.amount.terms:
                other, below = (self.base(term) if term.of else None) or ("", None)
                if below is not None:
                    yield other, below

    def _compute(self, name: str, wager: Wager) -> Top | None:
        must = [self._sum_terms(name, saying) for saying in list_sayings(name, wager, "equals")]
        may = [self._sum_terms(name, saying) for saying in list_sayings(name, wager, "at-most")]
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

    def compute_saying(self, name: str, saying: StakeSaying) -> Top:
        """What one saying of a wager's size comes to in dollars: the largest of what it offers."""
        if self._watched:
            self._tops.clear()
        for term in saying.amount.terms:
            other, wager = (self.base(term) if term.of else None) or ("", None)
            if wager is not None and other not in self._tops:
                self._follow(other, wager)
        return self._sum_terms(name, saying)

    def _sum_terms(self, name: str, saying: StakeSaying) -> Top:
        if not saying.amount.terms:
            return Top(None, f"the {name} wager is {saying.words}, which cannot be reckoned in dollars", saying.at)
        return _highest([self._term(name, saying, term) for term in saying.amount.terms])

    def _term(self, name: str, saying: StakeSaying, term: Term) -> Top:
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
    def _find_resolvable(self) -> set[str]:
        """The wagers whose ways all come to an end: those that are told by no other, and then by none but such. Where
        something is open each answer reads for itself, and nothing is known beforehand."""
        told_by: dict[str, set[str]] = {}
        left: dict[str, int] = {}
        for name, wager in self._game.all_wagers() if not self._watched else ():
            terms = [term for saying in list_sayings(name, wager) for term in saying.amount.terms if term.of]
            others = {base[0] for base in map(self.base, terms) if base is not None and base[1] is not None}
            left[name] = len(others)
            for other in sorted(others):
                told_by.setdefault(other, set()).add(name)
        ended = [name for name, count in left.items() if not count]
        for name in ended:  # grows on the way
            for other in sorted(told_by.get(name, ())):
                left[other] -= 1
                if not left[other]:
                    ended.append(other)
        return set(ended)

    def ring(self, name: str, saying: StakeSaying) -> list[str]:
        """The wagers that lead from one saying of a wager back to itself; none where they do not."""
        if name in self._find_resolvable:
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
            waiting += [(other, more) for further in list_sayings(other, wager) for more in further.amount.terms]
        return []


def _highest(tops: list[Top]) -> Top:
    """The highest of several; one that is open may be higher than all."""
    open_ = next((top for top in tops if top.amount is None), None)
    return open_ or max(tops, key=lambda top: top.amount or Decimal(0))


def find_stakes(game: Game) -> Stakes:
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


@derive("most-of", of=Wager, gives="dollars", reads=["maximum", "at-most", "equals"])
def find_own_most(thing: Thing) -> Placed | None:
    """The most that a wager may be in dollars, by its own maximum or by what it is measured by."""
    top = find_wager_top(thing.document, thing.key, thing.value)
    if top is None or top.amount is None or top.at[0] != "wagers":
        return None
    return Placed(top.amount, top.at, (top.root,) if top.root else ())


@derive("most-at-table", of=Wager, gives="dollars", reads=["/table.maximum", "/table.per-space"])
def find_most_at_table(thing: Thing) -> Placed | None:
    """The most that the table lets a wager be, by its maximum or by the limit of one space; none for a raise."""
    top = _table_top(thing.document) if thing.value.kind not in _ON_TOP else None
    return Placed(top.amount, top.at) if top is not None else None


@derive(
    "wager-sizes",
    of=Game,
    gives="list of rows",
    columns={
        "wager": "text",
        "words": "text",
        "key": "text",
        "names-wager": "yes or no",
        "is-fixed": "yes or no",
        "has-terms": "yes or no",
        "most": "dollars",
        "why": "text",
        "minimum": "dollars",
        "maximum": "dollars",
        "ring": "text",
        "bound": "text",
        "exceeds-its-bound": "yes or no",
    },
    reads=[
        "wagers.keys",
        *(f"wagers.*.{key}" for key in ("name", "aliases", "at-most", "at-least", "equals", "minimum", "maximum")),
        *("wagers.*.may-exceed", "table.minimum", "table.maximum", "table.per-space"),
    ],
    apart=True,
)
def list_sizes(thing: Thing) -> list[Row]:
    """Everything that is said of the size of a wager, stage by stage: the most that it comes to in dollars, or why that
    cannot be told; the wagers by which it is measured by itself; and what it may be at most, where that is less."""
    game = thing.value
    stakes = find_stakes(game)
    return [
        _make_size(stakes, name, wager, one) for name, wager in game.all_wagers() for one in list_sayings(name, wager)
    ]


def _make_size(stakes: Stakes, name: str, wager: Wager, saying: StakeSaying) -> Row:
    terms, key = saying.amount.terms, str(saying.at[2])
    ring = stakes.ring(name, saying)
    top = stakes.compute_saying(name, saying) if not ring else Top(None, "", saying.at)
    bound = _find_bound(name, wager, saying)
    bases = [base[0] for term in terms if (base := stakes.base(term)) is not None]
    exceeds = wager.may_exceed in bases and max(term.times for term in terms) <= 1
    columns = {
        "wager": name,
        "words": saying.words,
        "key": key,
        "names-wager": any(term.of for term in terms),
        "is-fixed": key == "equals" and not saying.amount.is_range,
        "has-terms": bool(terms),
        "most": top.amount,
        "why": top.said,
        "minimum": _place(wager.minimum, ("wagers", name, "minimum")),
        "maximum": _place(wager.maximum, ("wagers", name, "maximum")),
        "ring": ", ".join(ring) or None,
        "bound": bound.words if bound is not None else None,
        "exceeds-its-bound": Placed(True, ("wagers", name, "may-exceed")) if exceeds else False,
    }
    return Row(saying.at, columns)


def _place(amount: Decimal | None, at: Route) -> Placed | None:
    return Placed(amount, at) if amount is not None else None


def _find_bound(name: str, wager: Wager, saying: StakeSaying) -> StakeSaying | None:
    """What a wager may be at most at the same stage, where that is fewer times the same than the least it must be."""
    terms = saying.amount.terms
    if saying.at[2] != "equals" or len({term.of for term in terms}) != 1:
        return None
    for bound in list_sayings(name, wager, "at-most"):
        one = bound.amount.terms[0] if bound.amount.terms else None
        alike = one is not None and one.of == terms[0].of and bound.stage in ("", saying.stage)
        if one is not None and alike and min(terms)[::2] > (one.times, one.amount):
            return bound
    return None
