"""Fees that are a share of what is wagered or won, in whatever words they stand."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Final, NamedTuple

from compliance.checks.evaluation import look_at
from compliance.checks.fact_names import label_fact
from compliance.checks.registry import Kinds, check
from compliance.checks.texts import add_term, free_texts, list_restatements, list_stated_texts
from compliance.checks.verdicts import Verdict, Verdicts, failed, passed, review
from compliance.documents.blocks import Document
from compliance.documents.charges import Fee, read_fee
from compliance.documents.facts import find_facts, get_fact
from compliance.documents.fee_units import read_units
from compliance.documents.shares import MoneyShare, mentions_share, share_per_money
from compliance.documents.values import NoPayout, Unreadable, show_percent, show_rounded_percent
from compliance.source.routes import Route

# How large a stake is, or how a prize is shared, is no fee; these are looked at for themselves.
_NO_FEE: Final = ("equals", "at-most", "distribution", "several-winners", "reseeded")
_FEE_KEYS: Final = frozenset(
    {"fee", "bands", "without-flop", "charges", "commission", "administrative-fee", "percentage"}
)
# Where a share is one of a fee, though nothing beside it says that it is taken.
_OF_FEES: Final = frozenset({"fees", "options", "collections", "commission-waived", "shared", "groups", "rates"})
_FEW: Final = 3
_STAKED_OR_WON: Final = ("wagered", "won", "bet", "staked", "lost")
_FOR_EACH: Final = re.compile(r"^(?:for |on |with )?(?:each|every|any) (?=\S)")
_NOT_FLAT: Final = (
    "that is not known as a flat fee, as one for a hand or an hour is: it may be a share of wagers or winnings."
)


class FeeMention(NamedTuple):
    """A fee: where it stands, what is said of it, the fee itself, and for what it is taken where that stands apart."""

    route: Route
    said: str
    fee: Fee
    per: str = ""

    @property
    def share(self) -> MoneyShare | None:
        """The share that the fee is, if it is one."""
        if self.fee.share is not None:
            return MoneyShare(self.fee.share, self.fee.of, self.fee.per)
        return share_per_money(self.fee.amount, self.per) if self.per and self.fee.amount else None

    @property
    def unknown_unit(self) -> str:
        """What is said of the fee with a word for what it is due for that need not be flat; nothing where none is."""
        if not self.fee.is_charged:
            return ""
        if self.fee.per and not read_units(self.fee.per):
            return f"{self.said} {self.fee.text}"
        return (
            f"{self.said} {self.fee.text} for each {_name_one(self.per)}"
            if self.per and not read_units(self.per)
            else ""
        )


@check("no-percentage-fee")
def no_percentage_fee(
    document: Annotated[Document, Kinds("game", "schedule", "terms")], shares_of: Sequence[str]
) -> Verdicts:
    """No fee is a fraction or percentage of wagers or winnings, in whatever words it stands.

    shares-of: words for what is wagered or won
    """
    options, in_play = get_fact(document, "options"), []
    if options is not None:
        in_play = [option for option in options if not option.not_for_play]
        clean = passed(f"All fees of {len(in_play)} option{'s' * (len(in_play) != 1)} are flat amounts.", ("options",))
    else:
        at: Route = ("fees",) if get_fact(document, "fees") is not None else ()
        whose = "terms" if get_fact(document, "covers") is not None else "rules"
        clean = passed(f"Nothing in the {whose} charges a share of wagers or winnings.", at)
    none = "has no option in play" if options else "has no options"
    nothing = review(f"The schedule {none}, so that nothing shows how fees are charged.", ("options",))
    subjects = [document] if options is None or in_play else []
    return look_at(subjects, lambda one: _shares(one, shares_of), nothing=nothing, all_clean=clean)


def _shares(document: Document, shares_of: Sequence[str]) -> Verdicts:
    for charged in (*_list_option_fees(document), *_list_rule_fees(document), *_list_restated_fees(document)):
        yield from _judged(charged, shares_of)
    yield from _list_unreadable_fees(document)
    yield from _find_commissions(document)
    yield from _find_unit_words(document)
    yield from _dollar_by_dollar(document)
    yield from _check_jackpots(document)
    yield from _always_lost(document)
    for route, text in (*free_texts(document), *list_stated_texts(document)):
        of_a_fee = not _OF_FEES.isdisjoint(route) or not _OF_FEES.isdisjoint(str(route[-1]).split("-"))
        among_fees = get_fact(document, "options") is not None or route[0] == "house-choices"
        if route[-1] not in _NO_FEE and mentions_share(add_term(route, text), of_a_fee, among_fees):
            message = (
                f"The text says: {text}. Whether that is a share of wagers or winnings which the house takes is for a "
            )
            yield review(f"{message}person to say.", route)


def _name_one(per: str) -> str:
    return per.removeprefix("each ")


def _judged(charged: FeeMention, shares_of: Sequence[str]) -> Iterator[Verdict]:
    share = charged.share
    if share is None:
        if said := charged.unknown_unit:
            yield review(f"{said}; {_NOT_FLAT}", charged.route)
        return
    if not share.share:
        return
    of = f"what is {share.of}" if share.of in _STAKED_OR_WON else share.of
    what = f"{show_rounded_percent(share.share)} of {of or 'what is wagered or won'}"
    known = any(word in share.of for word in shares_of)
    if share.per:
        each = "" if charged.fee.per else f" for each {_name_one(share.per)}"
        message = f"{charged.said} {charged.fee.text}{each}, which is {what}."
        sense = "That a fixed fee for each stated amount is a percentage is the plain sense of the text, not its words."
        told = failed if known else review
        yield told(f"{message} {sense}", charged.route, label="a percentage in other words")
    elif known or not share.of:
        yield failed(f"{charged.said} {what}.", charged.route, label="a percentage, not a flat fee")
    else:
        message = f"{charged.said} {what}, which is neither a wager nor winnings by its word: a person must say."
        yield review(message, charged.route)


def _list_option_fees(document: Document) -> Iterator[FeeMention]:
    for base, option in find_facts(document, "options / *"):
        for number, collection in enumerate(option.collections if not option.not_for_play else ()):
            said = f"Option {option.option} charges the {collection.payer or 'payer'}"
            per = _find_base_amount(collection.when or "") or collection.per or ""
            for place, _, fee in collection.rows():
                yield FeeMention((*base, "collections", number, *place), said, fee, per)


def _find_base_amount(when: str) -> str:
    """The amount of money for each of which a fee is due by its condition: `for every $100 that was won`."""
    words = " ".join(when.lower().split())
    amount = _FOR_EACH.sub("", words)
    return amount if amount != words and share_per_money(Decimal(1), amount) is not None else ""


def _list_rule_fees(document: Document) -> Iterator[FeeMention]:
    for route, wager in find_facts(document, "wagers / *"):
        if wager.commission:
            fee = Fee(Decimal(0), wager.commission, "what it wins")
            yield FeeMention(
                (*route, "commission"), f"A winning {wager.name or route[-1]} wager pays a commission of", fee
            )
    for route, commission in find_facts(document, "fees / commission"):
        yield FeeMention(route, "The game charges a commission of", Fee(Decimal(0), commission))
    per = get_fact(document, "fees / per") or ""
    for route, fee in find_facts(document, "fees / charges / *"):
        yield FeeMention(route, "The game charges", fee, per)


def _list_restated_fees(document: Document) -> Iterator[FeeMention]:
    """Fees that are said again elsewhere, as a share."""
    for route, about, said in list_restatements(document):
        fee = _fee_said(said) if any(f" / {key}" in about for key in _FEE_KEYS) else None
        if fee is not None:
            yield FeeMention(route, f"What is said again of {label_fact(about)} charges", fee)


def _list_unreadable_fees(document: Document) -> Iterator[Verdict]:
    """Fees that are said again in words that are no fee: what they take is for a person."""
    for route, about, said in list_restatements(document):
        if not _FEE_KEYS.isdisjoint(about.split(" / ")[-2:]) and said != "never" and _fee_said(said) is None:
            message = (
                f"What is said again of {label_fact(about)} cannot be read as a fee: {said}. Whether it is a share of"
            )
            yield review(f"{message} wagers or winnings needs a decision.", route)


def _fee_said(said: str) -> Fee | None:
    try:
        return read_fee(said)
    except Unreadable:
        return None


def _find_commissions(document: Document) -> Iterator[Verdict]:
    collections = (
        ((*base, "collections", number, "type"), collection)
        for base, option in find_facts(document, "options / *")
        for number, collection in enumerate(option.collections)
    )
    for route, collection in collections:
        called = collection.type == "commission"
        fees = [fee for _, _, fee in collection.rows() if fee.is_charged] if called else []
        if fees and all(fee.share is None for fee in fees):
            message = f"A fee of {fees[0]} is called a commission, which is the word for a share: a person must say "
            yield review(f"{message}which it is.", route)


def _find_unit_words(document: Document) -> Iterator[Verdict]:
    """What the rules of a game say of what a fee is for, where they leave the fee itself to a schedule."""
    per = get_fact(document, "fees / per")
    if per and not get_fact(document, "fees / charges") and not read_units(per):
        yield review(f"The rules take a fee for each {_name_one(per)}; {_NOT_FLAT}", ("fees", "per"))


def _dollar_by_dollar(document: Document) -> Iterator[Verdict]:
    """Bands of a single amount each, with fees in one proportion: flat by their words, a share in effect."""
    for route, bands in find_facts(document, "options / * / collections / * / bands"):
        rows = [(band, fee) for band, fee in bands.rows() if fee.share is None and fee.is_charged]
        single = [(band.low, fee.amount) for band, fee in rows if band.money and band.low == band.high and band.low]
        ratios = {fee / amount for amount, fee in single}
        if len(single) >= _FEW and len(single) == len(rows) and len(ratios) == 1:
            message = f"Each of {len(single)} amounts has a fee of its own, and all are in one proportion to it: flat "
            yield review(f"{message}by its words, a percentage in effect. A person must say which it is.", route)


def _check_jackpots(document: Document) -> Iterator[Verdict]:
    jackpot: Any = get_fact(document, "player-jackpot")
    if jackpot is not None and jackpot.administrative_fee:
        at: Route = ("player-jackpot", "administrative-fee")
        message = f"The house keeps {show_percent(jackpot.administrative_fee)} of the jackpot"
        if jackpot.funded_by == "pot":
            yield failed(
                f"{message}, which is taken from pots.", at, [(("player-jackpot", "funded-by"), "from the pot")]
            )
        else:
            yield review(f"{message}; whether that is a share of wagers needs a decision.", at)
    for what in ("progressive / contribution", "progressive / reserve / contribution"):
        for route, part in find_facts(document, what):
            if part and isinstance(part, Fraction):
                message = f"{show_percent(part)} of the wager goes to the jackpot; whether that is a fee"
                yield review(f"{message} needs a decision.", route)


def _always_lost(document: Document) -> Iterator[Verdict]:
    """A wager that must be made and can never win: whoever gets it, it is paid for playing."""
    for route, wager in find_facts(document, "wagers / *"):
        pays = [payout for _, payout in wager.payouts()]
        if wager.required and pays and all(isinstance(one, NoPayout) and one.word == "loses" for one in pays):
            message = f"The wager {wager.name or route[-1]} must be made and always loses: it is a fee by its effect, "
            yield review(f"{message}and who gets it needs a decision.", route)
