"""How many rates a schedule has, beside what is said of their number."""

from collections.abc import Sequence
from decimal import Decimal

from compliance.checks.parameters import Where
from compliance.checks.registry import check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import Extract, GameExtract, OptionRates, ScheduleExtract
from compliance.checks.set.mentions import Mention, beside, named
from compliance.checks.set.said import facts_said
from compliance.checks.verdicts import Verdicts, failed, not_applicable, passed, review
from compliance.documents.routes import route_of
from compliance.documents.values import show_money


def _counted(rates: OptionRates) -> str:
    amounts = ", ".join(show_money(amount) for amount in rates.amounts)
    return f"option {rates.option} has {max(len(rates.amounts), rates.longest)} rates ({amounts})"


def _beyond(document: Extract, most: int) -> tuple[list[int], list[int]]:
    """The options with more rates than a number: beyond doubt, and only when the tiers of all payers are added up."""
    sure = [n for n, rates in enumerate(document.rates) if max(len(rates.amounts), rates.longest) > most]
    return sure, [n for n, rates in enumerate(document.rates) if rates.tiers > most and n not in sure]


def _numbers(options: Sequence[int], document: Extract) -> str:
    return ", ".join(document.rates[number].option for number in options)


@check("rates-as-stated")
def rates_as_stated(document: ScheduleExtract, documents: DocumentSet, fact: Where) -> Verdicts:
    """No option of a schedule has more rates than the schedule, or general terms that cover it, say."""
    said = facts_said(document, documents, fact)
    if not said:
        yield not_applicable("Neither the schedule nor general terms in the set state a number of rates.")
    for found in said:
        most = int(found.value)
        stated = f"at most {most} are stated{found.whose}"
        sure, maybe = _beyond(document, most)
        also = [(found.at, f"at most {most}")] if found.at else []
        for number in sure:
            message = f"Too many rates: {_counted(document.rates[number])}; {stated}."
            yield failed(message, ("options", number), also)
        if maybe:
            options = (
                f"option {_numbers(maybe, document)} has"
                if len(maybe) == 1
                else f"options {_numbers(maybe, document)} have"
            )
            message = f"Counted payer by payer, {options} more rates than stated; {stated}."
            yield review(message, ("options", maybe[0]), [*also, *((("options", n), "") for n in maybe[1:])])
        if not sure and not maybe:
            yield passed(f"No option has more rates than stated; {stated}.", ("options",))


@check("rates-as-rules-say")
def rates_as_rules_say(document: GameExtract, documents: DocumentSet, fact: Where, per: Where) -> Verdicts:
    """No schedule of a game has an option with more rates than the rules of the game allow."""
    stated = document.facts.get(fact)
    if stated is None:
        yield not_applicable("The rules state no number of rates.")
        return
    most, at = int(stated), route_of(fact)
    by_game = document.facts.get(per) == "game"
    said = f"The rules speak of at most {most} rates{' for the game' if by_game else ''}"
    schedules = [schedule for schedule in documents.schedules_of(document) if not schedule.superseded]
    if not schedules:
        yield not_applicable("No schedule that names this game is in the set.", at)
    for schedule in schedules:
        sure, maybe = _beyond(schedule, most)
        places = [
            (Mention(schedule, ("options", number)), f"option {schedule.rates[number].option}")
            for number in sure or maybe
        ]
        if sure:
            others = f"; options {_numbers(sure[1:], schedule)} have too many as well" if sure[1:] else ""
            message = f"{said}; in {named(schedule)} {_counted(schedule.rates[sure[0]])}{others}."
            yield beside(failed(message, at, label=f"at most {most}"), *places)
        elif maybe:
            first = schedule.rates[maybe[0]]
            tiers = f"{len(first.amounts)} amounts in {first.tiers} tiers of all payers"
            message = f"{said}, not how they are counted; in {named(schedule)} option {first.option} has {tiers}."
            yield beside(review(message, at, label=f"at most {most}"), *places)
        elif by_game and len(every := frozenset[Decimal]().union(*(rates.anywhere for rates in schedule.rates))) > most:
            amounts = f"no option has more, all options together have {len(every)} different amounts"
            message = f"{said}; in {named(schedule)} {amounts}. Whether they are counted for each table is not stated."
            yield beside(review(message, at, label=f"at most {most}"), (Mention(schedule, ("options",)), "all options"))
        else:
            yield passed(f"{said}, and {named(schedule)} has no more.", at)
