"""Fees of a schedule beside the rules of its games and the terms that cover it."""

from collections.abc import Mapping, Sequence

from compliance.checks.parameters import Where
from compliance.checks.registry import check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import Extract, GameExtract, ScheduleExtract
from compliance.checks.set.mentions import Mention, beside, named
from compliance.checks.set.said import Said, facts_said
from compliance.checks.showing import show
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.documents.routes import route_of
from compliance.routes import Route, show_route


@check("fees-as-rules-say")
def fees_as_rules_say(
    document: GameExtract, documents: DocumentSet, facts: Mapping[Where, Where], charged: Mapping[str, str]
) -> Verdicts:
    """What the rules say of fees is what the schedules of the game say. `facts` pairs routes that must have the same
    value; `charged` pairs a fact of the rules with the statement of a schedule that denies it (`fact is value`)."""
    schedules = [schedule for schedule in documents.schedules_of(document) if not schedule.superseded]
    if not schedules:
        yield not_applicable("No schedule that names this game is in the set.")
        return
    looked = False
    for schedule in schedules:
        for here, there in facts.items():
            if here in document.facts:
                for said in facts_said(schedule, documents, there):
                    looked = True
                    yield _same_fact(document, schedule, here, there, said)
        for told, statement in charged.items():
            fact, _, value = told.rpartition(" is ")
            if show(document.facts.get(fact)) == value:
                looked = True
                yield _not_denied(document, schedule, route_of(fact), value, statement)
    if not looked:
        yield not_applicable("The rules and their schedules say nothing of fees that could be compared.")


def _same_fact(document: Extract, schedule: Extract, here: str, there: str, said: Said) -> Verdict:
    own = document.facts[here]
    if own == said.value:
        return passed(f"{here} is {show(own)}, as in {named(schedule)}.", route_of(here))
    message = f"{here} is {show(own)}; for {named(schedule)} {there} is {show(said.value)}{said.whose}."
    places = said.there or ((schedule.path, route_of(there), show(said.value)),)
    return failed(message, route_of(here), label=show(own))._replace(elsewhere=places)


def _not_denied(document: Extract, schedule: Extract, at: Route, value: str, statement: str) -> Verdict:
    said = f"{' / '.join(map(str, at))} is {value}"
    words = statement.replace("-", " ")
    if statement not in schedule.statements:
        return passed(f"{said}, and {named(schedule)} does not deny it.", at)
    verdict = failed(f"{said}; {named(schedule)} states: {words}.", at, label=value)
    return beside(verdict, (Mention(schedule, ("statements", statement)), words))


@check("fees-agree")
def fees_agree(
    document: ScheduleExtract,
    documents: DocumentSet,
    bonus: Sequence[str],
    extra: Sequence[str],
    charges_extra: Sequence[str],
) -> Verdicts:
    """What the rules of a game leave free of charge is free in the schedule that names it."""
    sources = [
        document,
        *(game for _, id, _, _ in document.games if (game := documents.game_of(id, document)) is not None),
    ]
    free_bonus = [_whose_rules(document, other) for other in sources if _leaves_free(other, "fees / on-bonus", bonus)]
    free_extra = [
        _whose_rules(document, o) for o in sources if _leaves_free(o, "fees / extra-for-double-or-split", extra)
    ]
    if free_bonus and document.fees_on_bonus:
        at, *others = document.fees_on_bonus
        message = f"Bonus wagers count towards the player's fee; no fee is taken on them by {', '.join(free_bonus)}."
        yield failed(message, at, [(route, "") for route in others], "counts bonus wagers")
    elif free_bonus:
        yield passed(f"No fee is taken on bonus wagers, as in {', '.join(free_bonus)}.", ("options",))
    charged = [name for name in charges_extra if name in document.statements]
    for name in charged if free_extra else ():
        message = f"The schedule states: {name.replace('-', ' ')}; there is none by {', '.join(free_extra)}."
        yield failed(message, ("statements", name))
    if free_extra and not charged:
        yield passed(f"No extra fee on a double or a split, as in {', '.join(free_extra)}.", ("options",))
    if not free_bonus and not free_extra:
        yield not_applicable("No rules at hand leave a bonus wager, a double or a split free of charge.")


def _leaves_free(document: Extract, fact: str, statements: Sequence[str]) -> bool:
    return document.facts.get(fact) == "none" or not document.statements.isdisjoint(statements)


def _whose_rules(document: Extract, other: Extract) -> str:
    return "the schedule itself" if other is document else f"{other.title} ({other.path})"


@check("fee-types")
def fee_types(
    document: ScheduleExtract, documents: DocumentSet, allowed: list[str], of_bank: str, bank: str
) -> Verdicts:
    """Each fee is of an allowed type; one type belongs to the games of a certain bank, and may not be charged in
    others."""
    banks = _banks(document, documents)
    for charge in document.charges:
        at = (*charge.route, "type")
        if charge.type in allowed:
            yield passed(f"{charge.text} is charged by {charge.type}.", at)
        elif charge.type is None:
            message = f"The type of the fee of {charge.text} is not stated; expected {' or '.join(allowed)}."
            yield unstated("review", message, at)
        elif charge.type != of_bank or (banks and bank not in banks.values()):
            label = f"expected {' or '.join(allowed)}"
            yield failed(f"{show_route(at)} is {charge.type}; {label}.", at, label=label)
        elif set(banks.values()) == {bank}:
            yield passed(f"A {of_bank} is the fee of a game that the {bank} banks.", at)
        else:
            message = f"A {of_bank} belongs to a game that the {bank} banks; the rules of these games"
            yield review(f"{message} {'do not all say so' if banks else 'are not among the documents'}.", at)
    if not document.charges:
        yield not_applicable("The schedule charges no fee.", ("options",))


@check("fees-of-bank")
def fees_of_bank(
    document: ScheduleExtract, documents: DocumentSet, bank: str, allowed: list[str], taken_from: str
) -> Verdicts:
    """A schedule of games that a certain bank banks charges fees of some types only, as a percentage of one thing:
    `taken-from` is a word that its text holds."""
    banks = _banks(document, documents)
    named = [game for game, by in banks.items() if by == bank]
    if not named:
        known = "The schedule names no game" if banks else "The rules of the games that it names are not at hand: none"
        yield not_applicable(f"{known} that the {bank} is known to bank.", ("games",))
        return
    only = len(named) == len({game for _, game, _, _ in document.games})
    for charge in document.charges:
        said = f"{charge.text} is charged in {', '.join(named)}, which the {bank} banks"
        if charge.type in allowed and charge.percentage and taken_from in charge.text:
            yield passed(f"{said}: a {charge.type}.", charge.route)
        elif charge.type in allowed and charge.percentage:
            yield review(f"{said}. It does not say that a {charge.type} is taken from what wins.", charge.route)
        elif only:
            yield failed(f"{said}; only a {' or '.join(allowed)}, as a percentage, is allowed.", charge.route)
        else:
            yield review(f"{said}, or only in the other games of the schedule; it does not say.", charge.route)
    if not document.charges:
        yield passed(f"Nothing is charged in {', '.join(named)}.", ("options",))


def _banks(document: Extract, documents: DocumentSet) -> dict[str, str]:
    """Who banks the games of a schedule, as far as their rules are at hand."""
    rules = {game: documents.rules_of(game, document) for _, game, _, _ in document.games}
    return {game: found.facts["bank / by"] for game, found in rules.items() if found is not None}
