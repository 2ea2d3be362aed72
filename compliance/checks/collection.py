"""How fees are collected: waivers, options in use, the rates the text speaks of, and whether documents agree."""

from __future__ import annotations

from collections.abc import Sequence

from compliance.checks.cards import Card, Shelf
from compliance.checks.facts import show
from compliance.checks.registry import Verdicts, check, failed, not_applicable, passed, review
from compliance.checks.said import said
from compliance.documents.blocks import Document
from compliance.documents.routes import facts
from compliance.documents.schedule import Schedule


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
    found = False
    for text in what:
        for route, value in facts(document, text):
            if not show(value).isdigit():
                yield review(f"The text gives the limit as {show(value)}; that is no number.", route)
                found = True
                continue
            found, number = True, int(show(value))
            told = f"The text speaks of at most {number} rates"
            if number > most:
                yield failed(f"{told}; the law allows {most}.", route, label=f"at most {most}")
            elif certain is not None and number > certain:
                yield review(
                    f"{told}; whether {certain} or {most} were allowed on this date is not established.", route
                )
            elif certain is None and number < most:
                yield review(f"{told}; the law allows {most}. It is stricter by choice, or older than the law.", route)
            else:
                yield passed(f"{told}, as the law does.", route)
    if not found:
        yield not_applicable("The text names no number of rates.")


@check("fees-agree", on_set=True)
def fees_agree(
    card: Card, cards: Shelf, bonus: Sequence[str], extra: Sequence[str], charges_extra: Sequence[str]
) -> Verdicts:
    """What the rules of a game leave free of charge is free in the schedule that names it."""
    sources = [card, *(game for _, id, _, _ in card.games if (game := cards.game_of(id, card)) is not None)]
    spoke = False
    for other in sources:
        whose = "the schedule itself" if other is card else f"{other.title} ({other.path})"
        if other.facts.get("fees / on-bonus") == "none" or other.statements.intersection(bonus):
            spoke = True
            for route in card.fees_on_bonus:
                message = (
                    f"Bonus wagers count towards the player's fee here; {whose} says that no fee is taken on them."
                )
                yield failed(message, route, label="counts bonus wagers")
            if not card.fees_on_bonus:
                yield passed(f"No fee is taken on bonus wagers, as {whose} says.", ("options",))
        if other.facts.get("fees / extra-for-double-or-split") == "none" or other.statements.intersection(extra):
            spoke = True
            charged = [name for name in charges_extra if name in card.statements]
            for name in charged:
                message = f"The schedule states: {name.replace('-', ' ')}; {whose} says that there is none."
                yield failed(message, ("statements", name))
            if not charged:
                yield passed(f"No extra fee is taken on a double or a split, as {whose} says.", ("options",))
    if not spoke:
        yield not_applicable("No rules at hand leave a bonus wager, a double or a split free of charge.")
