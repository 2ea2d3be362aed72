"""How fees are collected: waivers, options in use, the rates the text speaks of, and whether documents agree."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from compliance.checks.cards import Card, Shelf
from compliance.checks.facts import show
from compliance.checks.integrity_coverage import charges
from compliance.checks.registry import Verdicts, Where, check, failed, not_applicable, passed, review
from compliance.checks.said import said, statements_said
from compliance.documents.blocks import Document
from compliance.documents.routes import facts
from compliance.documents.schedule import Collection, Option, Schedule
from compliance.documents.values import whole_number
from compliance.routes import Route


@check("waiver-condition")
def waiver_condition(schedule: Schedule) -> Verdicts:
    """Where a fee is waived or reduced in a hand, the schedule says when."""
    found = False
    for route, option, collection in schedule.collections():
        for verdict in _waiver(route, option, collection):
            found = True
            yield verdict
    if not found:
        yield not_applicable("No option waives a fee.", ("options",))


def _waiver(route: Route, option: Option, collection: Collection) -> Verdicts:
    """What one collection says of a waiver. One payer who pays nothing while another pays is no waiver in a hand."""
    said = f"Option {option.option}"
    waived = [(place, band) for place, band, fee in collection.rows() if fee.text == "waived"]
    if collection.waived_when is not None:
        message = f"{said} waives the fee of the {collection.payer} when {collection.waived_when}."
        yield passed(message, (*route, "waived-when"))
    elif collection.without_flop is not None:
        message = f"{said} charges {collection.without_flop.text} when there is no flop."
        yield passed(message, (*route, "without-flop"))
    elif waived and not charges(collection) and any(charges(other) for other in option.collections):
        message = f"{said} takes nothing from the {collection.payer}, and another pays: no fee is waived in a hand."
        yield not_applicable(message, route + waived[0][0])
    else:
        for place, band in waived:
            where = f" in the band {band}" if band is not None else ""
            message = f"{said} waives the fee of the {collection.payer}{where} and does not say when."
            yield failed(message, route + place, label="waived on what condition?")


@check("waiver-said", on_set=True)
def waiver_said(card: Card, cards: Shelf, about: str, fact: Where, says: Sequence[str]) -> Verdicts:
    """Where a fee is waived on a condition, something is said of it. A smaller fee without a flop weighs less."""
    if "conditional waiver" in card.points:
        yield from said(card, cards, about, fact, says)
    elif "smaller fee without a flop" in card.points:
        for verdict in said(card, cards, about, fact, says):
            yield verdict._replace(level="warning")
    else:
        yield not_applicable("No option waives a fee on a condition.", ("options",))


@check("one-option", on_set=True)
def one_option(card: Card, cards: Shelf, about: str, fact: Where, says: Sequence[str], is_: Sequence[str]) -> Verdicts:
    """Where there are several ways to charge, a table uses one of them at a time."""
    if len(card.fees) < 2:
        yield not_applicable("The schedule has one option only.", ("options",))
    else:
        yield from said(card, cards, about, fact, says, is_)


@check("stated-limit")
def stated_limit(document: Document, what: Sequence[Where], most: int, certain: int | None = None) -> Verdicts:
    """A number that the text gives for the law's limit is the law's number."""
    told: dict[str, list[Route]] = {}
    for route, value in (found for text in what for found in facts(document, text)):
        told.setdefault(show(value), []).append(route)
    for text, (at, *others) in told.items():
        also = [(route, "here too") for route in others]
        said = f"The text speaks of at most {text} rates"
        number = whole_number(text)
        if number is None:
            yield review(f"{said}; that is no number.", at, also)
        elif number > most:
            yield failed(f"{said}; the law allows {most}.", at, also, f"at most {most}")
        elif certain is not None and number > certain:
            open_ = f"whether {certain} or {most} were allowed on this date is not established"
            yield review(f"{said}; {open_}.", at, also)._replace(level="note")
        elif certain is None and number < most:
            yield review(f"{said}; the law allows {most}. It is stricter by choice, or older than the law.", at, also)
        else:
            yield passed(f"{said}, as the law does.", at, also)
    if not told:
        yield not_applicable("The text names no number of rates.")


@check("fee-basis")
def fee_basis(schedule: Schedule, open_: Sequence[str], otherwise: str = "fail") -> Verdicts:
    """What a fee is counted on is one thing, not one of two. `otherwise: review` leaves it to a person."""
    charging = ((r, option, c) for r, option, c in schedule.collections() if charges(c))
    stated = [((*r, "counts"), option, c.counts) for r, option, c in charging if c.counts is not None]
    unsettled = [(route, f"option {option.option}") for route, option, counts in stated if counts in open_]
    if unsettled:
        (at, label), *also = unsettled
        message = f"What the fee is counted on is left open in {len(unsettled)} places: {' or '.join(open_)}."
        yield (failed if otherwise == "fail" else review)(message, at, also, label)
    elif stated:
        yield passed("What each fee is counted on is one thing.", stated[0][0])
    else:
        yield not_applicable("The schedule does not say whether bonus wagers count towards a fee.", ("options",))


@check("one-limit-per-option", on_set=True)
def one_limit_per_option(card: Card, cards: Shelf, says: Sequence[str]) -> Verdicts:
    """Where the text says that an option is for one table limit, the schedule shows one for each."""
    made = statements_said(card, cards, says)
    if not made:
        yield not_applicable("Nothing says that an option is for one table limit.", ("options",))
        return
    told = f"It is said that an option is for one table limit{made[0].whose}"
    if "several limits in an option" in card.points:
        yield review(f"{told}; an option has fees for several.", ("options",))
    elif "range of limits" in card.points:
        yield review(f"{told}; the schedule gives a range of limits for its options.", ("table-limits",))
    elif "table limits" not in card.points:
        yield review(f"{told}; the schedule states no table limit.", ("options",))
    else:
        yield passed(f"{told}, and the schedule gives one.", made[0].at or ("options",))


@check("options-cover-limits")
def options_cover_limits(schedule: Schedule) -> Verdicts:
    """Options that are each for a limit of their own cover together all that the schedule's limits allow."""
    limits = schedule.table_limits
    own = [(number, option.table_limit or option.wager) for number, option in enumerate(schedule.options)]
    tied = sorted(((band, number) for number, band in own if band is not None), key=lambda row: row[0].low)
    if limits is None or len(tied) < len(own):
        yield not_applicable("Not every option is for a limit of its own within limits of the schedule.", ("options",))
        return
    step = schedule.unit or Decimal(1)
    reached = limits.minimum.low - step if limits.minimum is not None else tied[0][0].low
    for band, number in tied:
        if band.low - reached > step:
            message = f"No option is for limits from {band.show(reached + step)} to {band.show(band.low - step)}."
            yield failed(message, ("options", number), [(("table-limits",), "the limits of the schedule")])
        if band.high is None:
            break
        reached = max(reached, band.high)
    else:
        if limits.maximum is not None and (limits.maximum.high is None or limits.maximum.high > reached):
            message = f"No option is for limits above {tied[0][0].show(reached)}."
            yield failed(message, ("table-limits", "maximum"))
            return
    yield passed("The options cover the limits of the schedule.", ("table-limits",))


@check("fees-agree", on_set=True)
def fees_agree(
    card: Card, cards: Shelf, bonus: Sequence[str], extra: Sequence[str], charges_extra: Sequence[str]
) -> Verdicts:
    """What the rules of a game leave free of charge is free in the schedule that names it."""
    sources = [card, *(game for _, id, _, _ in card.games if (game := cards.game_of(id, card)) is not None)]
    free_bonus = [_whose(card, other) for other in sources if _leaves_free(other, "fees / on-bonus", bonus)]
    free_extra = [_whose(card, o) for o in sources if _leaves_free(o, "fees / extra-for-double-or-split", extra)]
    if free_bonus and card.fees_on_bonus:
        at, *others = card.fees_on_bonus
        message = f"Bonus wagers count towards the player's fee; no fee is taken on them by {', '.join(free_bonus)}."
        yield failed(message, at, [(route, "") for route in others], "counts bonus wagers")
    elif free_bonus:
        yield passed(f"No fee is taken on bonus wagers, as in {', '.join(free_bonus)}.", ("options",))
    charged = [name for name in charges_extra if name in card.statements]
    for name in charged if free_extra else ():
        message = f"The schedule states: {name.replace('-', ' ')}; there is none by {', '.join(free_extra)}."
        yield failed(message, ("statements", name))
    if free_extra and not charged:
        yield passed(f"No extra fee on a double or a split, as in {', '.join(free_extra)}.", ("options",))
    if not free_bonus and not free_extra:
        yield not_applicable("No rules at hand leave a bonus wager, a double or a split free of charge.")


def _leaves_free(card: Card, fact: str, statements: Sequence[str]) -> bool:
    return card.facts.get(fact) == "none" or not card.statements.isdisjoint(statements)


def _whose(card: Card, other: Card) -> str:
    return "the schedule itself" if other is card else f"{other.title} ({other.path})"
