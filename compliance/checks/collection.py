"""How fees are collected: waivers, options in use, the rates the text speaks of, and whether documents agree."""

from __future__ import annotations

from collections.abc import Sequence

from compliance.checks.cards import Card, Shelf
from compliance.checks.facts import show
from compliance.checks.integrity_coverage import charges
from compliance.checks.registry import Verdicts, check, failed, not_applicable, passed, review
from compliance.checks.said import said
from compliance.documents.blocks import Document
from compliance.documents.routes import facts
from compliance.documents.schedule import Schedule
from compliance.routes import Route


@check("waiver-condition")
def waiver_condition(schedule: Schedule) -> Verdicts:
    """Where a fee is waived or reduced in a hand, the schedule says when."""
    found = False
    for route, option, collection in schedule.collections():
        if collection.waived_when is not None:
            found = True
            message = f"Option {option.option} waives the fee of the {collection.payer} when {collection.waived_when}."
            yield passed(message, (*route, "waived-when"))
        elif collection.without_flop is not None:
            found = True
            message = f"Option {option.option} charges {collection.without_flop.text} when there is no flop."
            yield passed(message, (*route, "without-flop"))
        elif collection.fee is not None and collection.fee.text == "waived":
            found = True
            message = f"Option {option.option} waives the fee of the {collection.payer} and does not say when."
            yield failed(message, (*route, "fee"), label="waived on what condition?")
    if not found:
        yield not_applicable("No option waives a fee.", ("options",))


@check("one-option", on_set=True)
def one_option(card: Card, cards: Shelf, about: str, fact: str, says: Sequence[str], is_: Sequence[str]) -> Verdicts:
    """Where there are several ways to charge, a table uses one of them at a time."""
    if len(card.fees) < 2:
        yield not_applicable("The schedule has one option only.", ("options",))
    else:
        yield from said(card, cards, about, fact, says, is_)


@check("stated-limit")
def stated_limit(document: Document, what: Sequence[str], most: int, certain: int | None = None) -> Verdicts:
    """A number that the text gives for the law's limit is the law's number."""
    told: dict[str, list[Route]] = {}
    for route, value in (found for text in what for found in facts(document, text)):
        told.setdefault(show(value), []).append(route)
    for text, (at, *others) in told.items():
        also = [(route, "here too") for route in others]
        said = f"The text speaks of at most {text} rates"
        if not text.isdigit():
            yield review(f"{said}; that is no number.", at, also)
        elif int(text) > most:
            yield failed(f"{said}; the law allows {most}.", at, also, f"at most {most}")
        elif certain is not None and int(text) > certain:
            yield review(f"{said}; whether {certain} or {most} were allowed on this date is not established.", at, also)
        elif certain is None and int(text) < most:
            yield review(f"{said}; the law allows {most}. It is stricter by choice, or older than the law.", at, also)
        else:
            yield passed(f"{said}, as the law does.", at, also)
    if not told:
        yield not_applicable("The text names no number of rates.")


@check("fee-basis")
def fee_basis(schedule: Schedule, open_: Sequence[str]) -> Verdicts:
    """What a fee is counted on is one thing, not one of two."""
    charging = ((r, option, c) for r, option, c in schedule.collections() if charges(c))
    stated = [((*r, "counts"), option, c.counts) for r, option, c in charging if c.counts is not None]
    unsettled = [(route, f"option {option.option}") for route, option, counts in stated if counts in open_]
    if unsettled:
        (at, label), *also = unsettled
        message = f"What the fee is counted on is left open in {len(unsettled)} places: {' or '.join(open_)}."
        yield failed(message, at, also, label)
    elif stated:
        yield passed("What each fee is counted on is one thing.", stated[0][0])
    else:
        yield not_applicable("The schedule does not say whether bonus wagers count towards a fee.", ("options",))


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
