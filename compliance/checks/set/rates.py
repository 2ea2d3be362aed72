"""How many rates a schedule has, beside what is said of their number."""

from collections.abc import Sequence
from decimal import Decimal

from compliance.checks.looking import look_at
from compliance.checks.parameters import Where
from compliance.checks.registry import check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import Extract, GameExtract, ScheduleExtract
from compliance.checks.set.mentions import Mention, beside, named
from compliance.checks.set.money import OptionRates, for_game
from compliance.checks.set.said import Said, facts_said
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.routes import route_of
from compliance.documents.values import show_money
from compliance.routes import Route


def _counted(rates: OptionRates) -> str:
    amounts = ", ".join(show_money(amount) for amount in rates.amounts)
    return f"option {rates.option} has {max(len(rates.amounts), rates.longest)} rates ({amounts})"


def _beyond(document: Extract, most: int, game: str | None = None) -> tuple[list[int], list[int]]:
    """The options, of one game or all, with more rates than a number: beyond doubt, and only when the tiers of all
    payers are added up."""
    asked = [(n, rates) for n, rates in enumerate(document.rates) if game is None or for_game(rates, game)]
    sure = [n for n, rates in asked if max(len(rates.amounts), rates.longest) > most]
    return sure, [n for n, rates in asked if rates.tiers > most and n not in sure]


def _numbers(options: Sequence[int], document: Extract) -> str:
    return ", ".join(document.rates[number].option for number in options)


@check("rates-as-stated")
def rates_as_stated(document: ScheduleExtract, documents: DocumentSet, fact: Where) -> Verdicts:
    """No option of a schedule has more rates than the schedule, or general terms that cover it, say.

    fact: where they say how many
    """

    def more(said: Said) -> Verdicts:
        return _more_than_stated(document, int(said.value), said)

    def no_more(said: Said) -> Verdict:
        stated = f"at most {int(said.value)} are stated{said.whose}"
        return passed(f"No option has more rates than stated; {stated}.", ("options",))

    nothing = not_applicable("Neither the schedule nor general terms in the set state a number of rates.")
    return look_at(facts_said(document, documents, fact), more, clean=no_more, nothing=nothing)


def _more_than_stated(document: Extract, most: int, said: Said) -> Verdicts:
    stated = f"at most {most} are stated{said.whose}"
    sure, maybe = _beyond(document, most)
    also = [(said.at, f"at most {most}")] if said.at else []
    for number in sure:
        message = f"Too many rates: {_counted(document.rates[number])}; {stated}."
        yield failed(message, ("options", number), also)
    if maybe:
        numbers = _numbers(maybe, document)
        options = f"option {numbers} has" if len(maybe) == 1 else f"options {numbers} have"
        message = f"Counted payer by payer, {options} more rates than stated; {stated}."
        yield review(message, ("options", maybe[0]), [*also, *((("options", n), "") for n in maybe[1:])])


@check("rates-as-rules-say")
def rates_as_rules_say(document: GameExtract, documents: DocumentSet, fact: Where, per: Where) -> Verdicts:
    """No schedule of a game has an option with more rates than the rules of the game allow.

    fact: where the rules say how many
    per: where they say what that number is for
    """
    stated = document.facts.get(fact)
    if stated is None:
        return iter([not_applicable("The rules state no number of rates.")])
    at, by_game = route_of(fact), document.facts.get(per) == "game"
    schedules = (schedule for schedule in documents.schedules_of(document) if not schedule.superseded)
    nothing = not_applicable("No schedule that names this game is in the set.", at)
    return look_at(schedules, lambda one: _as_rules_say(one, document.id, int(stated), at, by_game), nothing=nothing)


def _as_rules_say(schedule: Extract, game: str | None, most: int, at: Route, by_game: bool) -> Verdict:
    said = f"The rules speak of at most {most} rates{' for the game' if by_game else ''}"
    label = f"at most {most}"
    sure, maybe = _beyond(schedule, most, game)
    numbers = sure or maybe
    places = [(Mention(schedule, ("options", n)), f"option {schedule.rates[n].option}") for n in numbers]
    if sure:
        others = f"; options {_numbers(sure[1:], schedule)} have too many as well" if sure[1:] else ""
        message = f"{said}; in {named(schedule)} {_counted(schedule.rates[sure[0]])}{others}."
        return beside(failed(message, at, label=label), *places)
    if maybe:
        first = schedule.rates[maybe[0]]
        tiers = f"{len(first.amounts)} amounts in {first.tiers} tiers of all payers"
        message = f"{said}, not how they are counted; in {named(schedule)} option {first.option} has {tiers}."
        return beside(review(message, at, label=label), *places)
    every = frozenset[Decimal]().union(*(rates.anywhere for rates in schedule.rates if for_game(rates, game)))
    if by_game and len(every) > most:
        amounts = f"no option has more, all options together have {len(every)} different amounts"
        message = f"{said}; in {named(schedule)} {amounts}. Whether they are counted for each table is not stated."
        return beside(review(message, at, label=label), (Mention(schedule, ("options",)), "all options"))
    return passed(f"{said}, and {named(schedule)} has no more.", at)
