"""Fees that are waived, in a hand or altogether, and fees that depend on how a hand goes."""

from collections.abc import Iterator, Sequence

from compliance.checks.expressions.derived import Placed, Row, Thing, derive
from compliance.checks.expressions.subjects.fees import has_charge
from compliance.checks.words import mentions
from compliance.documents.fee_units import MADE_WAGER, is_any_unit, read_units
from compliance.documents.schedule import Collection, Option, Schedule

_AMOUNTS = [f"collections.*.{key}" for key in ("fee", "bands", "without-flop", "jackpot-drop", "waived-when", "by")]


@derive("is-smaller-without-flop", of=Option, gives="yes or no", reads=_AMOUNTS)
def is_smaller_without_flop(thing: Thing) -> Placed:
    """Whether an option takes less in a hand without a flop than in others."""
    without = [one.without_flop.amount for one in thing.value.collections if one.without_flop is not None]
    rows = [row for one in thing.value.collections for row in one.rows()]
    others = [fee.amount for route, _, fee in rows if fee.is_charged and route != ("without-flop",)]
    return Placed(bool(without and others) and min(without) < max(others), thing.route)


@derive("waivers-in-fees", of=Option, gives="list of rows", columns={"why": "word"}, reads=_AMOUNTS)
def list_waivers_in_fees(thing: Thing) -> list[Row]:
    """The fees of an option that stand as `waived` without a condition, and `why`: another pays, nobody pays, the pot
    is small, or the band says when; `unknown` otherwise."""
    option: Option = thing.value
    return [
        Row((*thing.route, "collections", number, *place), {"why": why})
        for number, one in enumerate(option.collections)
        if one.waived_when is None and one.without_flop is None
        for place, why in _find_waivers(option, one)
    ]


def _find_waivers(option: Option, fee: Collection) -> Iterator[tuple[tuple[str | int, ...], str]]:
    waived = [(place, band) for place, band, row in fee.rows() if row.text == "waived"]
    if waived and not has_charge(fee):
        if any(has_charge(other) for other in option.collections):
            yield waived[0][0], "another pays"
            return
        if all(_is_wholly_waived(other) for other in option.collections):
            yield waived[0][0], "nobody pays"
            return
    for place, band in waived:
        yield place, "unknown" if band is None else "the pot is small" if fee.by == "pot-size" else "the band says when"


def _is_wholly_waived(fee: Collection) -> bool:
    rows = [row for _, _, row in fee.rows()]
    return bool(rows) and all(row.waived for row in rows)


_OF_FEE = ("fee", "bands", "per", "when", "payer")
_BY_WAGERS = ("wager-amount", "total-table-action")
_BEFORE_DEAL = ("nothing", "players", "table-limit")


@derive(
    "conditions-of-the-hand",
    of=Collection,
    gives="list of rows",
    columns={"says": "text"},
    takes=["words"],
    reads=_OF_FEE,
)
def list_conditions_of_the_hand(thing: Thing, words: Sequence[str]) -> list[Row]:
    """The conditions of a fee, and what it is due for, that nobody knows before the hand is played."""
    fee = thing.value
    rows = [row for _, _, row in fee.rows()]
    if rows and not any(row.is_charged for row in rows):
        return []
    when = fee.when or ("the payer wins" if fee.payer == "winner" else "")
    found = [Row((*thing.route, "when"), {"says": when})] if mentions(when, words) else []
    pers = [per for row in rows for per in (row.per, fee.per or "") if per and not is_any_unit(per)]
    made = (per for per in pers if mentions(per, words) or any(one.kind == MADE_WAGER for one in read_units(per)))
    return found + [Row((*thing.route, "per"), {"says": f"for each {per}"}) for per in dict.fromkeys(made)]


@derive(
    "fees-are-known-by",
    of=Schedule,
    gives="word",
    reads=[f"options.*.collections.*.{key}" for key in (*_OF_FEE, "by")],
)
def find_what_fees_are_known_by(thing: Thing) -> str:
    """What tells how much each fee is: `fixed` amounts, or what is known before the deal; `wagers`; or `other`."""
    charged = [one for _, _, one in thing.value.collections() if has_charge(one) or not any(True for _ in one.rows())]
    plain = bool(charged) and all(map(_is_plain, charged))
    measures = {one.by for one in charged}
    if not plain or measures - {*_BEFORE_DEAL, *_BY_WAGERS}:
        return "other"
    return "wagers" if measures & {*_BY_WAGERS} else "fixed"


def _is_plain(fee: Collection) -> bool:
    """Whether a fee is amounts of money without a condition."""
    shares = [row.share for _, _, row in fee.rows() if row.is_charged]
    return bool(shares) and not any(shares) and not fee.when and fee.payer != "winner"
