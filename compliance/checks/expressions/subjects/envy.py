"""Envy and the limit on what is paid for one deal."""

import re
from decimal import Decimal
from typing import Final

from compliance.checks.expressions.derived import Placed, Row, Thing, derive
from compliance.checks.expressions.subjects.prizes import list_cells
from compliance.checks.names import letters
from compliance.checks.texts import list_restatements
from compliance.checks.words import mentions
from compliance.documents.game import Game
from compliance.documents.values import Odds
from compliance.documents.wagers import Envy

_LIMIT = ["aggregate", "envy.name", "envy.aliases"]
_OTHERS_HAND: Final = re.compile(r"\b(?:another|other) players?\b", re.IGNORECASE)


@derive("names-of-envy-covered", of=Game, gives="list of texts", reads=_LIMIT)
def list_names_of_envy_covered(thing: Thing) -> list[Placed]:
    """The names of envy among what the payout limit covers."""
    names = _list_names(thing.value.envy)
    own = {letters(name) for name in names}
    again = [
        Placed(said, route)
        for route, about, said in list_restatements(thing.value)
        if about.startswith("aggregate") and about.endswith("/ covers") and mentions(said, names)
    ]
    return [*(one for one in _list_covered(thing.value) if letters(one.value) in own), *again]


@derive("covered-that-is-no-wager", of=Game, gives="list of texts", reads=[*_LIMIT, "wagers.keys"])
def list_covered_that_is_no_wager(thing: Thing) -> list[Placed]:
    """What the payout limit covers and is neither a wager of the game nor envy."""
    known = {name for name, _ in thing.value.all_wagers()}
    names = {letters(name) for name in _list_names(thing.value.envy)}
    return [one for one in _list_covered(thing.value) if one.value not in known and letters(one.value) not in names]


@derive("odds-of-envy", of=Game, gives="list of odds", reads=["envy.pays"])
def list_odds_of_envy(thing: Thing) -> list[Placed]:
    """The prizes of envy that are paid at odds."""
    cells = list_cells(thing.value.envy.pays, ("envy", "pays")) if thing.value.envy is not None else ()
    return [Placed(prize, route) for route, prize in cells if isinstance(prize, Odds)]


@derive(
    "fixed-prizes-for-others",
    of=Game,
    gives="list of rows",
    columns={"says": "text"},
    reads=["aggregate.covers", "wagers.*.pays", "hands"],
)
def list_fixed_prizes_for_others(thing: Thing) -> list[Row]:
    """In a game without envy: fixed prizes for another player's hand, in wagers that the payout limit covers."""
    game = thing.value
    covered = game.aggregate.covers if game.aggregate is not None and game.envy is None else []
    return [
        Row(("wagers", name, *place), {"says": words.strip()})
        for name, wager in game.all_wagers()
        for place, prize in (wager.payouts() if name in covered else ())
        if isinstance(prize, Decimal) and _OTHERS_HAND.search(words := _describe_hand(game, str(place[-1])))
    ]


def _describe_hand(game: Game, hand: str) -> str:
    described = game.hands.get(hand) if game.hands is not None else None
    return f"{hand.replace('-', ' ')} {described or ''}"


def _list_names(envy: Envy | None) -> list[str]:
    return ["envy", *([envy.name] if envy.name else []), *envy.aliases] if envy is not None else ["envy"]


def _list_covered(game: Game) -> list[Placed]:
    covers = game.aggregate.covers if game.aggregate is not None else []
    return [Placed(name, ("aggregate", "covers", number)) for number, name in enumerate(covers)]
