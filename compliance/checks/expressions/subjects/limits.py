"""Every place of the rules that says, or bounds, how high a single wager may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, Final

from compliance.checks.dollars import find_dollars
from compliance.checks.expressions.derived import Placed, Row, Thing, derive
from compliance.checks.expressions.quantities import DOLLARS, Unbounded
from compliance.checks.expressions.subjects.stakes import find_wager_top
from compliance.checks.fact_names import stating
from compliance.checks.names import letters
from compliance.checks.texts import list_restatements
from compliance.documents.charges import PokerStakes
from compliance.documents.game import Game
from compliance.documents.values import read_value, show_money
from compliance.documents.wagers import Wager
from compliance.source.routes import Route

_OF_SIZE: Final = ("maximum", "first-round-maximum")
_BETTING: Final = ("maximum", "first-round-maximum", "all-in-maximum")
_SIZES: Final = ("kind", "name", "aliases", "maximum", "at-most", "equals", "minimum")


@derive("dollars-in", of=str, gives="list of dollars")
def list_dollars_in(thing: Thing) -> list[Decimal]:
    """The amounts of money that a text names, in figures or in words."""
    return list(find_dollars(thing.value))


@derive("is-called", of=Game, gives="yes or no", takes=["names"], reads=["family", "other-family-names", "title"])
def is_called(thing: Thing, names: Sequence[str]) -> bool:
    """Whether a name of the game, or of a family of it, has one of some names in it."""
    game = thing.value
    known = [game.title, *game.aliases, game.id or "", game.family or "", *game.other_family_names]
    return any(letters(one) in letters(name) for one in names for name in known)


@derive(
    "highest-wagers",
    of=Game,
    gives="list of rows",
    columns={
        "of": "word",
        "wager": "text",
        "kind": "word",
        "amount": "dollars",
        "bound-by": "word",
        "says": "text",
        "why": "text",
    },
    reads=[
        *(f"betting.{key}" for key in (*_BETTING, "stakes")),
        *("table.maximum", "table.per-space", "table.minimum", "wagers.keys", "reading.said-again"),
        *(f"wagers.*.{key}" for key in _SIZES),
    ],
    apart=True,
)
def list_highest_wagers(thing: Thing) -> list[Row]:
    """Every place that says how high a single wager may be, `of` betting, a first-round, an all-in, the table, a wager,
    stakes or what is said-again. A wager is `bound-by` itself, the table, the most on a space, another wager, nothing,
    or in a way that is unknown; stakes by themselves, a structure without an end, or in a way that is unknown."""
    game = thing.value
    return [*_list_of_game(game), *_list_stakes(game), *_list_wagers(game), *_list_restated(game)]


def _make_row(of: str, at: Route, amount: Decimal | None, bound: str = "itself", why: str = "", **more: Any) -> Row:
    size = Unbounded(DOLLARS) if amount is None else amount
    says = stating(at, "no upper end" if amount is None else show_money(amount))
    columns = {"of": of, "amount": Placed(size, at), "bound-by": bound, "says": says, "why": why or None}
    return Row(at, {**columns, **more})


def _list_of_game(game: Game) -> Iterator[Row]:
    betting, table = game.betting, game.table
    for key, of in zip(_BETTING, ("betting", "first-round", "all-in"), strict=True):
        amount = getattr(betting, key.replace("-", "_")) if betting is not None else None
        if amount is not None:
            yield _make_row(of, ("betting", key), amount)
    if table is not None and table.maximum is not None:
        yield _make_row("table", ("table", "maximum"), table.maximum.high)


def _list_stakes(game: Game) -> Iterator[Row]:
    stakes: list[PokerStakes] = game.betting.stakes if game.betting is not None else []
    for number, one in enumerate(stakes):
        bound = "itself" if one.highest is not None else "structure" if one.structure else "unknown"
        at: Route = ("betting", "stakes", number)
        yield _make_row("stakes", at, one.highest or one.bets[-1], bound, f"stakes of {one}")


def _list_wagers(game: Game) -> Iterator[Row]:
    for name, wager in game.all_wagers():
        yield _describe_wager(game, name, wager)


def _describe_wager(game: Game, name: str, wager: Wager) -> Row:
    own: Route = ("wagers", name, "maximum")
    named: dict[str, Any] = {"wager": name, "kind": wager.kind}
    top = find_wager_top(game, name, wager)
    if wager.maximum is not None:
        return _make_row("wager", own, wager.maximum, **named)
    if top is None:
        return Row(own, {"of": "wager", "bound-by": "nothing", **named})
    if top.amount is None:
        # What is no more than another wager keeps to a limit that is one for all.
        bound = "another" if top.times is not None and top.times <= 1 else "unknown"
        why = f"{top.said[:1].upper()}{top.said[1:]}"
        return Row(top.at, {"of": "wager", "bound-by": bound, "why": Placed(why, top.at), **named})
    bound = "itself" if top.at[0] == "wagers" else "table" if top.at == ("table", "maximum") else "space"
    return _make_row("wager", top.at, top.amount, bound, f"that comes of {top.said}", **named)


def _list_restated(game: Game) -> Iterator[Row]:
    for route, about, said in list_restatements(game):
        amount = read_value(said)
        if about.rpartition(" / ")[2] in _OF_SIZE and isinstance(amount, Decimal):
            yield _make_row("said-again", route, amount, why=about)
