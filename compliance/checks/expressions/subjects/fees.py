"""Fees: of which type each is, what it comes to for a hand or a stretch of time, and what an option takes altogether.

The fees that the rules of a game name are read as those of a schedule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any, Final, NamedTuple

from compliance.checks.expressions.derived import Placed, Row, Thing, derive
from compliance.checks.expressions.quantities import DOLLARS, SHARE, Quantity
from compliance.checks.turns import MINUTES
from compliance.checks.words import mentions, normalize_words, spell_digits
from compliance.documents.charges import Band, Fee
from compliance.documents.fee_units import count_hands, count_minutes, is_within_hand
from compliance.documents.game import Game
from compliance.documents.schedule import DROP, Collection, Option, Schedule
from compliance.documents.values import Turns
from compliance.source.routes import Route

_BY_POT: Final = "pot-size"
_SEVERAL: Final = 2
_SEVERAL_AT_A_TABLE: Final = ("player", "backline bettor")
_NOT_IN_EVERY_HAND: Final = ("backline bettor", "third-party provider")
_OF_A_HAND: Final = ("pot", "wager", "bet", "stake", "win", "won", "action")
_TIMES: Final = ("hour", "minute")
# How often something is taken, as a text says it.
_SPAN: Final = re.compile(r"\b(?:([0-9]{1,3}) minutes?|(?:(half|quarter) (?:an )?)?hour)\b")
_OFTEN: Final = re.compile(r"\b(?:twice|[2-9] times)\b")
_AMOUNTS: Final = ("fee", "bands", "without-flop", "jackpot-drop")
_TYPED: Final = (*_AMOUNTS, "type", "per", "payer")
_CONDITIONS: Final = ("when", "waived-when", "by", "at-most")


class FeeCharge(NamedTuple):
    """A fee that somebody pays, as far as the document tells, and where it stands."""

    route: Route
    collection: Collection

    def list_rows(self) -> list[tuple[Route, Band | None, Fee]]:
        """The rows that charge something."""
        rows = self.collection.rows()
        return [(place_key(self.route, *place), band, fee) for place, band, fee in rows if fee.is_charged]


def place_key(route: Route, *keys: str | int) -> Route:
    """Where a key of a fee stands: of one that rules name, the fee itself, or what they say of all their fees."""
    if route[:1] != ("fees",):
        return (*route, *keys)
    of_all = {"payer": "paid-by", "also-from": "paid-by", "waived-when": "waived-when", "per": "per"}.get(str(keys[0]))
    return ("fees", of_all) if of_all is not None else route


def has_charge(collection: Collection) -> bool:
    """Whether a collection takes anything from anybody."""
    return any(fee.is_charged for _, _, fee in collection.rows())


def may_charge(collection: Collection) -> bool:
    """Whether anybody pays a fee, as far as the document tells."""
    rows = [fee.is_charged for _, _, fee in collection.rows()]
    return any(rows) or not rows


# --- one fee ---


@derive("takes-money", of=Collection, gives="yes or no", reads=_AMOUNTS)
def takes_money(thing: Thing) -> Placed:
    """Whether a fee takes anything from anybody."""
    return Placed(has_charge(thing.value), thing.route)


@derive("takes-anything", of=Fee, gives="yes or no")
def takes_anything(thing: Thing) -> bool:
    """Whether a fee that the rules of a game name takes anything."""
    return bool(thing.value.is_charged)


@derive("may-take-money", of=Collection, gives="yes or no", reads=_AMOUNTS)
def may_take_money(thing: Thing) -> Placed:
    """Whether a fee takes anything, or does not say how much."""
    return Placed(may_charge(thing.value), thing.route)


@derive("type-of-fee", of=Collection, gives="word", reads=_TYPED)
def find_type(thing: Thing) -> Placed | None:
    """The type of a fee, as stated or as its shape shows it: time, hand, rake, commission, flat."""
    found = thing.value.fee_type
    return Placed(found, (*thing.route, "type")) if found is not None else None


@derive("is-only-drop", of=Collection, gives="yes or no", reads=[*_AMOUNTS, "type"])
def is_only_drop(thing: Thing) -> Placed:
    """Whether all that is taken here is dropped for a jackpot."""
    return Placed(thing.value.is_only_drop, thing.route)


@derive("says-how-often", of=Collection, gives="yes or no", reads=["per", "fee", "bands", "when", "collected", "type"])
def says_how_often(thing: Thing) -> Placed | None:
    """Whether a fee says what it is taken for each time: a share is taken whenever there is that of which it is one."""
    fee = thing.value
    stated = any(one is not None for one in (fee.per, fee.when, fee.collected)) or fee.type == "time"
    return Placed(True, thing.route) if stated or any(row.per or row.of for _, _, row in fee.rows()) else None


@derive("due-for", of=Collection, gives="list of words", reads=["fee", "bands", "per"])
def list_occasions(thing: Thing) -> list[Placed]:
    """For what a fee is due each time: `time`, `hand`, or `other` where nobody knows how often that is in a hand."""
    found: dict[str, Placed] = {}
    for route, _, fee in FeeCharge(thing.route, thing.value).list_rows():
        at = route if fee.per else (*thing.route, "per")
        span = (fee.per or thing.value.per or "").lower()
        kind = "time" if any(word in span for word in _TIMES) else "hand" if "hand" in span else ""
        other = any(per and count_hands(per) is None for per in (fee.per, thing.value.per or ""))
        for one in (kind, "other" if other else ""):
            if one:
                found.setdefault(one, Placed(one, at))
    return list(found.values())


_ROW: Final = {
    "fee": "fee",
    "type": "word",
    "is-drop": "yes or no",
    "for-a-hand": "dollars",
    "takes-no-less": "yes or no",
    "minutes": "turns",
    "share": "share",
    "more-in-a-hand": "text",
    "highest": "dollars",
}


@derive("amounts-charged", of=Collection, gives="list of rows", columns=_ROW, reads=[*_TYPED, *_CONDITIONS])
def list_amounts_charged(thing: Thing) -> list[Row]:
    """The amounts and shares that a fee takes: what each is `for-a-hand`, or that it takes no less; for how many
    `minutes`; its `share` of the pot; what lets it be taken more than once in a hand; the `highest` it comes to."""
    return list(_make_rows(FeeCharge(thing.route, thing.value)))


def _make_rows(charged: FeeCharge) -> Iterator[Row]:
    collection = charged.collection
    for at, band, fee in charged.list_rows():
        hands = count_hands(fee.per, collection.per or "")
        minutes = count_minutes(fee.per or collection.per or "")
        share = fee.share if fee.share is not None else _find_share_of_least_pot(collection, band, fee)
        top = find_highest_rake(collection, fee)
        columns = {
            "fee": Placed(fee, at),
            "type": collection.fee_type,
            "is-drop": at[-1:] == DROP,
            "for-a-hand": _place_dollars(Fraction(fee.amount) / hands if hands is not None else None, at),
            "takes-no-less": is_within_hand(fee.per, collection.per or ""),
            "minutes": Placed(Quantity(Fraction(minutes), "minutes"), at) if minutes is not None else None,
            "share": Placed(Quantity(share, SHARE), at) if share is not None else None,
            "more-in-a-hand": _describe_several(collection, fee) or None,
            "highest": _place_dollars(top, at if fee.share is None else (*charged.route, "at-most")),
        }
        yield Row(at, columns)


def _place_dollars(amount: Fraction | None, at: Route) -> Placed | None:
    return Placed(Quantity(amount, DOLLARS), at) if amount is not None else None


def _find_share_of_least_pot(collection: Collection, band: Band | None, fee: Fee) -> Fraction | None:
    """The share that an amount is of the least pot of its band: of every other pot of the band it is less."""
    if band is None or collection.by != _BY_POT or band.low <= 0:
        return None
    amount = fee.amount if collection.at_most is None else min(fee.amount, collection.at_most)
    return Fraction(amount) / Fraction(band.low)


def find_highest_rake(collection: Collection, fee: Fee) -> Fraction | None:
    """The most that a rake comes to; None where it has no end."""
    if collection.at_most is not None:
        return Fraction(collection.at_most)
    return Fraction(fee.amount) if fee.share is None else None


def _describe_several(collection: Collection, fee: Fee) -> str:
    """What lets a rake be taken more than once in a hand, or of something else than the hand's wagers."""
    whose = f"from the {collection.payer}" if collection.payer is not None else "from the payer"
    due = f"it is taken {whose} for each {collection.per}" if collection.per and not fee.per else f"it is taken {whose}"
    if count_hands("" if fee.share is not None else fee.per, collection.per or "") != 1:
        return f"{due}, and how much that is for a hand is not known"
    if collection.payer in _SEVERAL_AT_A_TABLE and (not fee.of or "pot" in fee.of or "total" in fee.of):
        return f"{due}, and where each of them pays it, the hand pays it several times"
    if " or " in fee.per:
        return f"{due} for a part of that amount too, and of a small pot it is a larger share"
    if fee.of and not any(word in fee.of for word in _OF_A_HAND):
        return f"{due}, and how much that is of what is wagered in the hand is not known"
    return ""


# --- fees for time ---

_FOR_TIME: Final = {"fee": "fee", "amount": "dollars", "sooner": "text"}


@derive("charged-over", of=Collection, gives="list of rows", columns=_FOR_TIME, takes=["time"], reads=[*_TYPED, "when"])
def list_charged_over(thing: Thing, time: Turns) -> list[Row]:
    """What the amounts of a fee for time come to over a length of time, and when they are taken, where that is more
    often than what they are for."""
    return [_make_time_row(thing.value, thing.route, at, fee, time) for at, _, fee in _list_rows(thing)]


def _list_rows(thing: Thing) -> list[tuple[Route, Band | None, Fee]]:
    return FeeCharge(thing.route, thing.value).list_rows()


def _make_time_row(collection: Collection, route: Route, at: Route, fee: Fee, time: Turns) -> Row:
    minutes = count_minutes(fee.per or collection.per or "")
    sooner = _find_sooner(collection.when, minutes)
    columns = {
        "fee": Placed(fee, at),
        "amount": _place_dollars(find_amount_over(time)(collection, fee), at),
        "sooner": Placed(sooner, (*route, "when")) if sooner else None,
    }
    return Row(at, columns)


def _find_sooner(when: str | None, minutes: int | None) -> str:
    """When a fee for time is taken, where that is more often than what it is for; nothing where it is not."""
    text = spell_digits(when or "")
    spans = [
        int(one[1]) if one[1] else {"half": 30, "quarter": 15}.get(one[2] or "", 60) for one in _SPAN.finditer(text)
    ]
    often = minutes is not None and any(span < minutes for span in spans)
    return when or "" if often or _OFTEN.search(text) else ""


Size = Callable[[Collection, Fee], Fraction | None]


def find_amount_over(time: Turns) -> Size:
    """What a fee for time comes to over a length of time."""
    length = time.number * MINUTES.get(time.unit, 0)

    def measure(collection: Collection, fee: Fee) -> Fraction | None:
        minutes = count_minutes(fee.per or collection.per or "")
        known = length and minutes is not None and fee.share is None
        return Fraction(fee.amount) * length / (minutes or 1) if known else None

    return measure


def find_amount_for_hand(collection: Collection, fee: Fee) -> Fraction | None:
    """What a fee comes to for one hand; None where it is due for something else, of which a hand may have several."""
    hands = count_hands(fee.per, collection.per or "")
    return Fraction(fee.amount) / hands if hands is not None else None


def find_rake_share(collection: Collection, fee: Fee) -> Fraction | None:
    """The share of the pot that a fee is."""
    if fee.share is not None:
        return fee.share
    shares = [_find_share_of_least_pot(collection, band, fee) for _, band, other in collection.rows() if other == fee]
    known = [share for share in shares if share is not None]
    return max(known) if known and len(known) == len(shares) else None


# --- fees that are taken together ---

_TOGETHER: Final = {"number": "number", "surely": "dollars", "highest": "dollars", "flat": "fee"}
_OF_OPTION: Final = tuple(f"collections.*.{key}" for key in (*_TYPED, *_CONDITIONS, "also-from"))


def find_fee_range(collection: Collection, size: Size) -> tuple[Fraction, Fraction]:
    """The lowest and the highest that a fee comes to; one that is taken on a condition may come to nothing. What is
    dropped for a jackpot comes on top, if it is a fee at all."""
    rows = [
        (place, (size(collection, fee) if fee.is_charged else None) or Fraction(0))
        for place, _, fee in collection.rows()
    ]
    sizes = [amount for place, amount in rows if place != DROP]
    dropped = sum((amount for place, amount in rows if place == DROP), Fraction(0))
    lowest = min(sizes, default=Fraction(0)) if _is_always_taken(collection) else Fraction(0)
    return lowest, max(sizes, default=Fraction(0)) + dropped


def _is_always_taken(collection: Collection) -> bool:
    return collection.when is None and collection.waived_when is None and collection.by != _BY_POT


def _add_up(thing: Thing, type: str, size: Size, whoever_pays: bool = False) -> list[Row]:
    """The fees of a type that an option takes from each payer, or in one hand whoever pays, where there are several."""
    fees = [one for one in thing.value.collections if one.fee_type == type and may_charge(one)]
    payers = list(dict.fromkeys(one.payer for one in fees))
    rows = []
    for some in [payers] if whoever_pays else [[payer] for payer in payers]:
        spans = [find_fee_range(one, size) for one in fees if one.payer in some]
        surely, highest = (sum(ends, Fraction(0)) for ends in zip(*spans, strict=True)) if spans else (0, 0)
        if len(spans) >= _SEVERAL:
            rows.append(_make_sum(thing.route, len(spans), Fraction(surely), Fraction(highest), DOLLARS))
    return rows


def _make_sum(at: Route, number: int, surely: Fraction, highest: Fraction, unit: str, flat: Fee | None = None) -> Row:
    sums = {"surely": Placed(Quantity(surely, unit), at), "highest": Placed(Quantity(highest, unit), at)}
    return Row(at, {"number": number, **sums, "flat": flat})


@derive("time-fees-together", of=Option, gives="list of rows", columns=_TOGETHER, takes=["time"], reads=_OF_OPTION)
def add_up_time_fees(thing: Thing, time: Turns) -> list[Row]:
    """What several fees for time of an option come to over a length of time, payer by payer: surely, and at most."""
    return _add_up(thing, "time", find_amount_over(time))


@derive("hand-fees-together", of=Option, gives="list of rows", columns=_TOGETHER, reads=_OF_OPTION)
def add_up_hand_fees(thing: Thing) -> list[Row]:
    """What several fees by the hand of an option come to for a hand, payer by payer: surely, and at most."""
    return _add_up(thing, "hand", find_amount_for_hand)


@derive("capped-rakes-together", of=Option, gives="list of rows", columns=_TOGETHER, reads=_OF_OPTION)
def add_up_capped_rakes(thing: Thing) -> list[Row]:
    """What several rakes of an option come to in a hand, in dollars, whoever pays: surely, and at most."""
    return _add_up(thing, "rake", find_highest_rake, whoever_pays=True)


@derive(
    "rakes-together",
    of=Option,
    gives="list of rows",
    columns={**_TOGETHER, "surely": "share", "highest": "share"},
    reads=_OF_OPTION,
)
def add_up_rakes(thing: Thing) -> list[Row]:
    """What several rakes of an option come to of the pot, whoever pays: surely, and at most; with a flat amount that
    comes on top."""
    rakes = [one for one in thing.value.collections if one.fee_type == "rake" and may_charge(one)]
    paid = [(one, payer) for one in rakes for payer in (one.payer, *one.also_from)]
    if len(paid) < _SEVERAL:
        return []
    surely = sum((_find_sure_share(one, payer) for one, payer in paid), Fraction(0))
    highest = sum((find_fee_range(one, find_rake_share)[1] for one, _ in paid), Fraction(0))
    amounts = (one.fee for one, _ in paid if one.fee is not None and one.fee.share is None and _is_always_taken(one))
    return [_make_sum(thing.route, len(paid), surely, highest, SHARE, next((a for a in amounts if a.is_charged), None))]


def _find_sure_share(collection: Collection, payer: str | None) -> Fraction:
    """The share of the pot that one payer's rake comes to in every hand."""
    of = [fee.of for _, _, fee in collection.rows() if fee.share is not None]
    whole = payer == "pot" or all(not what or "pot" in what or "total" in what for what in of)
    if not whole or payer in _NOT_IN_EVERY_HAND:
        return Fraction(0)
    return find_fee_range(collection, find_rake_share)[0]


@derive("with-drop", of=Collection, gives="dollars", reads=[*_TYPED, *_CONDITIONS])
def find_amount_with_drop(thing: Thing) -> Placed | None:
    """What a fee by the hand and what is dropped for a jackpot with it come to together."""
    total = find_fee_range(thing.value, find_amount_for_hand)[1]
    return _place_dollars(total, (*thing.route, *DROP)) if thing.value.jackpot_drop is not None else None


# --- the fees of an option ---


@derive("types-charged", of=Option, gives="list of words", reads=_OF_OPTION)
def list_types_charged(thing: Thing) -> list[Placed]:
    """The types of fee that an option charges, each once; `unknown` where the type of one is not stated. What is
    dropped for a jackpot is of none."""
    charged = [one.fee_type or "unknown" for one in thing.value.collections if may_charge(one) and not one.is_only_drop]
    return [Placed(type, thing.route) for type in dict.fromkeys(charged)]


@derive("flat-fees-twice", of=Option, gives="list of rows", columns={"fee": "fee", "other": "fee"}, reads=_OF_OPTION)
def list_flat_fees_twice(thing: Thing) -> list[Row]:
    """The flat fees of an option that take another amount from the same payer for the same thing as an earlier one."""
    seen: dict[tuple[object, ...], tuple[Route, Fee]] = {}
    rows = []
    for place, one in enumerate(thing.value.collections):
        if one.fee is None or not has_charge(one):
            continue
        at: Route = (*thing.route, "collections", place, "fee")
        key = (one.payer, one.per, one.by, one.type, one.counts, one.when, one.fee.per, one.fee.share is None)
        there, other = seen.setdefault((*key, one.waived_when, *one.also_from), (at, one.fee))
        if other[:2] != one.fee[:2]:
            rows.append(Row(at, {"fee": one.fee, "other": other}, (there,)))
    return rows


@derive("other-fees-without-flop", of=Option, gives="list of fees", reads=[f"collections.*.{key}" for key in _AMOUNTS])
def list_other_fees_without_flop(thing: Thing) -> list[Placed]:
    """The fees of hands without a flop that an option charges in no other hand."""
    rows = [row for one in thing.value.collections for row in one.rows()]
    amounts = {fee.amount for route, _, fee in rows if route != ("without-flop",)}
    charged = ((place, one.without_flop) for place, one in enumerate(thing.value.collections))
    return [
        Placed(fee, (*thing.route, "collections", place, "without-flop"))
        for place, fee in charged
        if fee is not None and fee.is_charged and fee.amount not in amounts
    ]


# --- the fees of a schedule ---


@derive(
    "payers-left-out",
    of=Schedule,
    gives="list of rows",
    columns={"option": "word", "payer": "word"},
    reads=[f"options.*.collections.*.{key}" for key in ("payer", *_AMOUNTS)],
)
def list_payers_left_out(thing: Thing) -> list[Row] | None:
    """The payers whom all options but one name and that one does not, if only to waive the fee. An option that names
    somebody whom not all others name charges in another way."""
    options = [
        (number, option, _list_payers(option))
        for number, option in enumerate(thing.value.options)
        if not option.not_for_play
    ]
    if len(options) < _SEVERAL or not all(payers for _, _, payers in options):
        return None
    rows = []
    for number, option, payers in options:
        others = [named for other, _, named in options if other != number]
        elsewhere = set.intersection(*map(set, others))
        for payer in sorted(elsewhere - payers) if payers <= elsewhere else ():
            rows.append(Row(("options", number, "collections"), {"option": option.option, "payer": payer}))
    return rows


def _list_payers(option: Option) -> frozenset[str]:
    """Who pays a fee under an option, if only a waived one; what is dropped for a jackpot is none."""
    return frozenset(one.payer for one in option.collections if one.payer is not None and not one.is_only_drop)


class _Staked(NamedTuple):
    """What one payer pays under an option for stakes of one size."""

    key: tuple[Any, ...]
    bet: Decimal
    number: int
    route: Route
    fee: Fee


@derive(
    "fees-below-lower-stakes",
    of=Schedule,
    gives="list of rows",
    columns={"fee": "fee", "bet": "dollars", "other": "fee", "other-bet": "dollars"},
    reads=["options.*.stakes", *(f"options.*.collections.*.{key}" for key in (*_AMOUNTS, "payer", "type", "per"))],
)
def list_fees_below_lower_stakes(thing: Thing) -> list[Row] | None:
    """Of options that differ in their stakes alone, the fees that are lower than those for lower stakes."""
    staked = sorted(_list_staked(thing.value), key=lambda one: (str(one.key), one.bet))
    groups = [list(alike) for _, alike in groupby(staked, key=lambda one: str(one.key))]
    several = [alike for alike in groups if alike[0].bet != alike[-1].bet]
    rows = []
    for alike in several:
        for low, high in pairwise(alike):
            if high.bet > low.bet and 0 < high.fee.amount < low.fee.amount:
                columns = {"fee": high.fee, "bet": high.bet, "other": low.fee, "other-bet": low.bet}
                rows.append(Row(high.route, columns, (low.route,)))
    return rows if several else None


def _list_staked(schedule: Schedule) -> Iterator[_Staked]:
    for number, option in enumerate(schedule.options):
        for place, one in enumerate(option.collections if option.stakes and not option.not_for_play else ()):
            games = tuple(sorted(option.for_))
            for below, band, fee in one.rows():
                key = (games, option.players, option.group, one.payer, one.type, one.per, below[0], one.by, fee.per)
                at: Route = ("options", number, "collections", place, *below)
                if fee.share is None:
                    bet = max(stakes.bets[-1] for stakes in option.stakes)
                    yield _Staked((*key, band and band[:2]), bet, number, at, fee)


# --- the fees of rules ---


@derive(
    "fees-named",
    of=Game,
    gives="list of collections",
    reads=["fees.charges", "fees.per", "fees.paid-by", "fees.waived-when"],
)
def list_fees_named(thing: Thing) -> list[Placed]:
    """The fees that the rules of a game name, each as a schedule would write it."""
    fees = thing.value.fees
    return [
        Placed(read_named_fee(fee, fees), ("fees", "charges", number))
        for number, fee in enumerate(fees.charges if fees is not None else [])
        if fee.is_charged
    ]


@derive(
    "fees-named-together",
    of=Game,
    gives="list of rows",
    columns={"type": "word", "number": "number", "amount": "dollars", "share": "share"},
    takes=["time"],
    reads=["fees.charges", "fees.per", "fees.paid-by", "fees.waived-when"],
)
def add_up_fees_named(thing: Thing, time: Turns) -> list[Row]:
    """What several fees of one type that the rules name come to together: in dollars for a hand, or over a length of
    time; a rake as a share of the pot."""
    fees = [placed.value for placed in list_fees_named(thing)]
    sizes = {"time": find_amount_over(time), "hand": find_amount_for_hand, "rake": find_rake_share}
    rows = []
    for type, size in sizes.items():
        alike = [one for one in fees if one.fee_type == type]
        total = sum((find_fee_range(one, size)[1] for one in alike), Fraction(0))
        amount, share = (None, Quantity(total, SHARE)) if type == "rake" else (Quantity(total, DOLLARS), None)
        if len(alike) >= _SEVERAL:
            columns = {"type": type, "number": len(alike), "amount": amount, "share": share}
            rows.append(Row(("fees", "charges"), columns))
    return rows


def read_named_fee(fee: Fee, fees: Any) -> Collection:
    """A fee of rules as one of a schedule."""
    written = {
        "fee": fee.text,
        "per": None if fee.per else fees.per,
        "payer": fees.paid_by[0] if fees.paid_by else None,
        "also-from": fees.paid_by[1:],
        "waived-when": fees.waived_when,
    }
    return Collection.model_validate({key: value for key, value in written.items() if value})


@derive("is-share", of=Collection, gives="yes or no", reads=_AMOUNTS)
def is_share(thing: Thing) -> Placed:
    """Whether all that a fee takes is a share of something."""
    rows = [fee for _, _, fee in _list_rows(thing)]
    return Placed(bool(rows) and all(fee.share is not None for fee in rows), thing.route)


@derive("is-share-of", of=Collection, gives="yes or no", takes=["parts-of-words"], reads=_AMOUNTS)
def is_share_of(thing: Thing, parts: Sequence[str]) -> Placed:
    """Whether all that a fee takes is a share, and of something in whose name one of some parts of words stands."""
    texts = [fee.text for _, _, fee in _list_rows(thing) if fee.share is not None]
    return Placed(is_share(thing).value and any(part in text for text in texts for part in parts), thing.route)


# --- whether all pay alike ---

_SOME_PLAYERS: Final = ("blind", "small blind", "big blind", "button", "backline bettor")
_OF_THE_TABLE: Final = ("nothing", "players", "table-limit", "total-table-action", "pot-size")
_PERSONS: Final = ("persons", "words-of-moments", "spared-persons")
# Conditions of a waiver that are one for all players at the table.
_OF_THE_HAND: Final = ("there is no flop", "the hand is a misdeal", "few players play", "the pot is small")
_FOR_EMPLOYEES: Final = "the player is an employee"
_OF_PERSONS: Final = (_FOR_EMPLOYEES, "the player is of a group")


@derive(
    "unlike-for-players",
    of=Collection,
    gives="list of rows",
    columns={"surely": "yes or no", "says": "text"},
    takes=_PERSONS,
    reads=[*_AMOUNTS, "payer", "also-from", "when", "waived-when", "per", "by"],
)
def list_unlike_for_players(
    thing: Thing, persons: Sequence[str], moments: Sequence[str], spared: Sequence[str]
) -> list[Row]:
    """What makes one player at a table pay a fee otherwise than another: who pays it, what it goes by, conditions of
    persons; and, not `surely`, conditions of which nobody can tell whether they are the same for all."""
    named = [word for word in persons if word not in spared]
    return [
        *_find_unlike_conditions(thing, named, frozenset(moments), spared),
        *_find_unlike_payers(thing),
    ]


def _find_unlike_payers(thing: Thing) -> Iterator[Row]:
    fee = thing.value
    for number, payer in enumerate((fee.payer, *fee.also_from)):
        at = place_key(thing.route, "also-from", number - 1) if number else place_key(thing.route, "payer")
        if payer in _SOME_PLAYERS:
            yield Row(at, {"surely": False, "says": f"only the {payer} pays it"})
        if payer == "winner":
            yield Row(at, {"surely": True, "says": "the winner pays it" if number else "only the winner pays it"})
    if (
        fee.payer in ("player", None)
        and fee.by not in _OF_THE_TABLE
        and len({row.amount for _, _, row in fee.rows()}) > 1
    ):
        yield Row((*thing.route, "by"), {"surely": True, "says": f"it goes by {fee.by.replace('-', ' ')}"})


def _find_unlike_conditions(
    thing: Thing, persons: Sequence[str], moments: frozenset[str], spared: Sequence[str]
) -> Iterator[Row]:
    fee = thing.value
    allowed = (*_OF_THE_HAND, _FOR_EMPLOYEES) if "employee" in spared else _OF_THE_HAND
    if fee.waived_when is not None and fee.waived_when not in allowed:
        surely = fee.waived_when in _OF_PERSONS
        says = f"it depends on the person: {fee.waived_when}" if surely else f"it is waived when {fee.waived_when}"
        yield Row(place_key(thing.route, "waived-when"), {"surely": surely, "says": says})
    for key, text in (("when", fee.when), ("per", fee.per)):
        if text is None:
            continue
        at = place_key(thing.route, key)
        if mentions(text, persons):
            yield Row(at, {"surely": True, "says": f"it depends on the person: {text}"})
        elif key == "when" and not _is_moment(text, moments):
            yield Row(at, {"surely": False, "says": f"it is taken only in some cases: {text}"})


def _is_moment(text: str, moments: frozenset[str]) -> bool:
    """Whether a text has no word but those of a moment, and numbers: whoever sits at the table meets it then."""
    words = normalize_words(text).split()
    return bool(words) and all(word in moments or word.lstrip("$")[:1].isdigit() for word in words)


@derive("words-for-persons", of=Option, gives="list of texts", takes=["persons"], reads=["option", "title", "counts"])
def list_words_for_persons(thing: Thing, persons: Sequence[str]) -> list[Placed]:
    """What an option is called, where that makes it one for some persons."""
    option = thing.value
    texts = (("option", option.option), ("title", option.title), ("counts", option.counts))
    return [Placed(text, (*thing.route, key)) for key, text in texts if text is not None and mentions(text, persons)]


@derive(
    "player-fees-differ", of=Schedule, gives="yes or no", reads=[f"options.*.collections.*.{key}" for key in _TYPED]
)
def do_player_fees_differ(thing: Thing) -> Placed:
    """Whether options charge a player other amounts, apart from commissions."""
    amounts = {
        route[1]: tuple(fee.text for _, _, fee in one.rows())
        for route, _, one in thing.value.collections()
        if one.payer == "player" and has_charge(one) and one.fee_type != "commission"
    }
    return Placed(len(set(amounts.values())) > 1, ("options",))
