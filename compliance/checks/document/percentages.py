"""Fees that are a share of what is wagered or won, in whatever words they stand."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Final, NamedTuple

from compliance.checks.looking import look_at
from compliance.checks.naming import called
from compliance.checks.registry import Kinds, check
from compliance.checks.texts import free_texts, said_again, stated_words, with_term
from compliance.checks.verdicts import Verdict, Verdicts, failed, passed, review
from compliance.documents.blocks import Document
from compliance.documents.charges import Fee, read_fee
from compliance.documents.routes import fact, facts
from compliance.documents.shares import PartOf, mentions_share, share_per_money
from compliance.documents.units import read_units
from compliance.documents.values import Unpaid, Unreadable, show_percent, show_rounded_percent
from compliance.patterns import late
from compliance.routes import Route

# How large a stake is, or how a prize is shared, is no fee; these are looked at for themselves.
_NO_FEE: Final = ("equals", "at-most", "distribution", "several-winners", "reseeded")
_FEE_KEYS: Final = frozenset({"fee", "bands", "without-flop", "charges", "commission", "administrative-fee"})
# Where a share is one of a fee, though nothing beside it says that it is taken.
_OF_FEES: Final = frozenset({"fees", "options", "collections", "commission-waived", "shared", "groups", "rates"})
_FEW: Final = 3
_STAKED_OR_WON: Final = ("wagered", "won", "bet", "staked", "lost")
_FOR_EACH: Final = late(r"^(?:for |on |with )?(?:each|every|any) (?=\S)")
_NOT_FLAT: Final = (
    "that is not known as a flat fee, as one for a hand or an hour is: it may be a share of wagers or winnings."
)


class Charged(NamedTuple):
    """A fee: where it stands, what is said of it, the fee itself, and for what it is taken where that stands apart."""

    route: Route
    said: str
    fee: Fee
    per: str = ""

    @property
    def share(self) -> PartOf | None:
        """The share that the fee is, if it is one."""
        if self.fee.share is not None:
            return PartOf(self.fee.share, self.fee.of, self.fee.per)
        return share_per_money(self.fee.amount, self.per) if self.per and self.fee.amount else None

    @property
    def not_known_as_flat(self) -> str:
        """What is said of the fee with a word for what it is due for that need not be flat; nothing where none is."""
        if not self.fee.charges:
            return ""
        if self.fee.per and not read_units(self.fee.per):
            return f"{self.said} {self.fee.text}"
        return f"{self.said} {self.fee.text} for each {_one(self.per)}" if self.per and not read_units(self.per) else ""


@check("no-percentage-fee")
def no_percentage_fee(
    document: Annotated[Document, Kinds("game", "schedule", "terms")], shares_of: Sequence[str]
) -> Verdicts:
    """No fee is a fraction or percentage of wagers or winnings, in whatever words it stands.

    shares-of: words for what is wagered or won
    """
    options, in_play = fact(document, "options"), []
    if options is not None:
        in_play = [option for option in options if not option.not_for_play]
        clean = passed(f"All fees of {len(in_play)} options are flat amounts.", ("options",))
    else:
        at: Route = ("fees",) if fact(document, "fees") is not None else ()
        whose = "terms" if fact(document, "covers") is not None else "rules"
        clean = passed(f"Nothing in the {whose} charges a share of wagers or winnings.", at)
    none = "has no option in play" if options else "has no options"
    nothing = review(f"The schedule {none}, so that nothing shows how fees are charged.", ("options",))
    subjects = [document] if options is None or in_play else []
    return look_at(subjects, lambda one: _shares(one, shares_of), nothing=nothing, all_clean=clean)


def _shares(document: Document, shares_of: Sequence[str]) -> Verdicts:
    for charged in (*_of_options(document), *_of_rules(document), *_said_again(document)):
        yield from _judged(charged, shares_of)
    yield from _unread_again(document)
    yield from _called_commission(document)
    yield from _for_each_of_something(document)
    yield from _dollar_by_dollar(document)
    yield from _of_jackpots(document)
    yield from _always_lost(document)
    for route, text in (*free_texts(document), *stated_words(document)):
        of_a_fee = not _OF_FEES.isdisjoint(route) or not _OF_FEES.isdisjoint(str(route[-1]).split("-"))
        among_fees = fact(document, "options") is not None or route[0] == "house-choices"
        if route[-1] not in _NO_FEE and mentions_share(with_term(route, text), of_a_fee, among_fees):
            message = (
                f"The text says: {text}. Whether that is a share of wagers or winnings which the house takes is for a "
            )
            yield review(f"{message}person to say.", route)


def _one(per: str) -> str:
    return per.removeprefix("each ")


def _judged(charged: Charged, shares_of: Sequence[str]) -> Iterator[Verdict]:
    share = charged.share
    if share is None:
        if said := charged.not_known_as_flat:
            yield review(f"{said}; {_NOT_FLAT}", charged.route)
        return
    if not share.share:
        return
    of = f"what is {share.of}" if share.of in _STAKED_OR_WON else share.of
    what = f"{show_rounded_percent(share.share)} of {of or 'what is wagered or won'}"
    known = any(word in share.of for word in shares_of)
    if share.per:
        each = "" if charged.fee.per else f" for each {_one(share.per)}"
        message = f"{charged.said} {charged.fee.text}{each}, which is {what}."
        sense = "That a fixed fee for each stated amount is a percentage is the plain sense of the text, not its words."
        told = failed if known else review
        yield told(f"{message} {sense}", charged.route, label="a percentage in other words")
    elif known or not share.of:
        yield failed(f"{charged.said} {what}.", charged.route, label="a percentage, not a flat fee")
    else:
        message = f"{charged.said} {what}, which is neither a wager nor winnings by its word: a person must say."
        yield review(message, charged.route)


def _of_options(document: Document) -> Iterator[Charged]:
    for base, option in facts(document, "options / *"):
        for number, collection in enumerate(option.collections if not option.not_for_play else ()):
            said = f"Option {option.option} charges the {collection.payer or 'payer'}"
            per = _each_amount(collection.when or "") or collection.per or ""
            for place, _, fee in collection.rows():
                yield Charged((*base, "collections", number, *place), said, fee, per)


def _each_amount(when: str) -> str:
    """The amount of money for each of which a fee is due by its condition: `for every $100 that was won`."""
    words = " ".join(when.lower().split())
    amount = _FOR_EACH.sub("", words)
    return amount if amount != words and share_per_money(Decimal(1), amount) is not None else ""


def _of_rules(document: Document) -> Iterator[Charged]:
    for route, wager in facts(document, "wagers / *"):
        if wager.commission:
            fee = Fee(Decimal(0), wager.commission, "what it wins")
            yield Charged(
                (*route, "commission"), f"A winning {wager.name or route[-1]} wager pays a commission of", fee
            )
    for route, commission in facts(document, "fees / commission"):
        yield Charged(route, "The game charges a commission of", Fee(Decimal(0), commission))
    per = fact(document, "fees / per") or ""
    for route, fee in facts(document, "fees / charges / *"):
        yield Charged(route, "The game charges", fee, per)


def _said_again(document: Document) -> Iterator[Charged]:
    """Fees that are said again elsewhere, as a share."""
    for route, about, said in said_again(document):
        fee = _fee_said(said) if any(f" / {key}" in about for key in _FEE_KEYS) else None
        if fee is not None:
            yield Charged(route, f"What is said again of {called(about)} charges", fee)


def _unread_again(document: Document) -> Iterator[Verdict]:
    """Fees that are said again in words that are no fee: what they take is for a person."""
    for route, about, said in said_again(document):
        if not _FEE_KEYS.isdisjoint(about.split(" / ")[-2:]) and _fee_said(said) is None:
            message = f"What is said again of {called(about)} cannot be read as a fee: {said}. Whether it is a share of"
            yield review(f"{message} wagers or winnings is for a person to say.", route)


def _fee_said(said: str) -> Fee | None:
    try:
        return read_fee(said)
    except Unreadable:
        return None


def _called_commission(document: Document) -> Iterator[Verdict]:
    collections = (
        ((*base, "collections", number, "type"), collection)
        for base, option in facts(document, "options / *")
        for number, collection in enumerate(option.collections)
    )
    for route, collection in collections:
        called = collection.type == "commission"
        fees = [fee for _, _, fee in collection.rows() if fee.charges] if called else []
        if fees and all(fee.share is None for fee in fees):
            message = f"A fee of {fees[0]} is called a commission, which is the word for a share: a person must say "
            yield review(f"{message}which it is.", route)


def _for_each_of_something(document: Document) -> Iterator[Verdict]:
    """What the rules of a game say of what a fee is for, where they leave the fee itself to a schedule."""
    per = fact(document, "fees / per")
    if per and not fact(document, "fees / charges") and not read_units(per):
        yield review(f"The rules take a fee for each {_one(per)}; {_NOT_FLAT}", ("fees", "per"))


def _dollar_by_dollar(document: Document) -> Iterator[Verdict]:
    """Bands of a single amount each, with fees in one proportion: flat by their words, a share in effect."""
    for route, bands in facts(document, "options / * / collections / * / bands"):
        rows = [(band, fee) for band, fee in bands.rows() if fee.share is None and fee.charges]
        single = [(band.low, fee.amount) for band, fee in rows if band.money and band.low == band.high and band.low]
        ratios = {fee / amount for amount, fee in single}
        if len(single) >= _FEW and len(single) == len(rows) and len(ratios) == 1:
            message = f"Each of {len(single)} amounts has a fee of its own, and all are in one proportion to it: flat "
            yield review(f"{message}by its words, a percentage in effect. A person must say which it is.", route)


def _of_jackpots(document: Document) -> Iterator[Verdict]:
    jackpot: Any = fact(document, "player-jackpot")
    if jackpot is not None and jackpot.administrative_fee:
        at: Route = ("player-jackpot", "administrative-fee")
        message = f"The house keeps {show_percent(jackpot.administrative_fee)} of the jackpot"
        if jackpot.funded_by == "pot":
            yield failed(
                f"{message}, which is taken from pots.", at, [(("player-jackpot", "funded-by"), "from the pot")]
            )
        else:
            yield review(f"{message}; whether that is a share of wagers is for a person to say.", at)
    for what in ("progressive / contribution", "progressive / reserve / contribution"):
        for route, part in facts(document, what):
            if part and isinstance(part, Fraction):
                message = f"{show_percent(part)} of the wager goes to the jackpot; whether that is a fee"
                yield review(f"{message} is for a person to say.", route)


def _always_lost(document: Document) -> Iterator[Verdict]:
    """A wager that must be made and can never win: whoever gets it, it is paid for playing."""
    for route, wager in facts(document, "wagers / *"):
        pays = [payout for _, payout in wager.payouts()]
        if wager.required and pays and all(isinstance(one, Unpaid) and one.word == "loses" for one in pays):
            message = f"The wager {wager.name or route[-1]} must be made and always loses: it is a fee by its effect, "
            yield review(f"{message}and who gets it is for a person to say.", route)
