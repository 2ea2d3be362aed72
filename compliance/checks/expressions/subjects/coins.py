"""The coins that amounts need."""

from collections.abc import Iterator
from decimal import Decimal

from compliance.checks.expressions.derived import Placed, Thing, derive
from compliance.checks.expressions.subjects.stakes import find_stakes, list_sayings
from compliance.documents.blocks import Document
from compliance.documents.facts import find_facts
from compliance.documents.game import Game
from compliance.documents.schedule import Schedule
from compliance.source.routes import Route

_FEES = [f"options.*.collections.*.{key}" for key in ("fee", "without-flop", "jackpot-drop", "bands")]
_WAGERS = [f"wagers.*.{key}" for key in ("minimum", "maximum", "at-most", "at-least", "equals")]


@derive("amounts-in-coins", of=(Game, Schedule), gives="list of dollars", reads=[*_WAGERS, *_FEES], apart=True)
def list_amounts_in_coins(thing: Thing) -> list[Placed]:
    """The amounts that players put up or pay: least and highest wagers, what is told of wagers by others, and fees."""
    return [Placed(amount, route) for route, amount in _find_amounts(thing.value)]


def _find_amounts(document: Document) -> Iterator[tuple[Route, Decimal]]:
    for what in ("wagers / * / minimum", "wagers / * / maximum"):
        yield from find_facts(document, what)
    if isinstance(document, Game):
        stakes = find_stakes(document)
        for name, wager in document.all_wagers():
            tops = (stakes.compute_saying(name, saying) for saying in list_sayings(name, wager))
            yield from ((top.at, top.amount) for top in tops if top.amount is not None)
    for what in (
        f"options / * / collections / * / {key}" for key in ("fee", "without-flop", "jackpot-drop", "bands / *")
    ):
        for route, fee in find_facts(document, what):
            if fee.is_charged and fee.share is None:
                yield route, fee.amount


@derive("is-multiple", of=Decimal, gives="yes or no", takes=["coin"])
def is_multiple(thing: Thing, coin: Decimal) -> bool:
    """Whether an amount can be paid in coins of one size."""
    return bool(thing.value % coin == 0)


@derive(
    "charges-commission",
    of=(Game, Schedule),
    gives="yes or no",
    reads=["wagers.*.commission", "fees.commission", "options.*.collections.*.type"],
)
def charges_commission(thing: Thing) -> bool:
    """Whether a commission is charged: on a wager, by the rules, or as a fee of a schedule that is called one."""
    document = thing.value
    shares = any(True for what in ("wagers / * / commission", "fees / commission") for _ in find_facts(document, what))
    return shares or any(
        text == "commission" for _, text in find_facts(document, "options / * / collections / * / type")
    )
