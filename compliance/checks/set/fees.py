"""Fees of a schedule beside the rules of its games and the terms that cover it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from compliance.checks.looking import look_at, or_else
from compliance.checks.naming import stating
from compliance.checks.parameters import Where
from compliance.checks.registry import check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import BONUS_WAGER, Extract, GameExtract, ScheduleExtract
from compliance.checks.set.mentions import Mention, beside, named
from compliance.checks.set.money import Charge, OptionRates, for_game
from compliance.checks.set.said import Said, facts_said
from compliance.checks.showing import show
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.documents.routes import route_of
from compliance.patterns import late

_ON_BONUS: Final = "fees / on-bonus"
_COLLECTED: Final = "fees / collected"
_EXTRA: Final = "fees / extra-for-double-or-split"
_DOUBLE_OR_SPLIT: Final = late(r"\b(?:doubl|split)", re.IGNORECASE)
_BONUS: Final = late(r"\bbonus(?:es)?\b", re.IGNORECASE)
_DENIED: Final = late(r"\b(?:no|not|without|never)\b", re.IGNORECASE)


@check("fees-as-rules-say")
def fees_as_rules_say(
    document: GameExtract, documents: DocumentSet, facts: Mapping[Where, Where], charged: Mapping[str, str]
) -> Verdicts:
    """What the rules say of fees is what the schedules of the game say.

    facts: pairs of places, in the rules and in a schedule, that must say the same
    charged: what the rules say, as `fact is value`, and the statement of a schedule that denies it
    """
    schedules = [schedule for schedule in documents.schedules_of(document) if not schedule.superseded]
    if not schedules:
        return iter([not_applicable("No schedule that names this game is in the set.")])
    compared = (
        verdict
        for schedule in schedules
        for verdicts in (
            _same_facts(document, schedule, documents, facts),
            _taken_as_said(document, schedule),
            _not_denied(document, schedule, charged),
            _bonus_left_out(document, schedule),
        )
        for verdict in verdicts
    )
    nothing = not_applicable("The rules and their schedules say nothing of fees that could be compared.")
    return or_else(compared, nothing)


def _same_facts(document: Extract, schedule: Extract, documents: DocumentSet, facts: Mapping[str, str]) -> Verdicts:
    for here, there in facts.items():
        if here in document.facts:
            for said in facts_said(schedule, documents, there):
                yield _same_fact(document, schedule, here, there, said)


def _taken_as_said(document: Extract, schedule: Extract) -> Verdicts:
    """Fees that say themselves when they are taken, where the schedule does not say it of all of them."""
    own = document.facts.get(_COLLECTED)
    if own is None or "terms / fees-collected" in schedule.facts:
        return
    others = [one for one in schedule.charges if one.taken not in (None, own) and for_game(one, document.id)]
    for one in others[:1]:
        message = f"{stating(_COLLECTED, own)}. {named(schedule)} takes {one.text} {one.taken}."
        verdict = failed(message, route_of(_COLLECTED), label=show(own))
        yield verdict._replace(elsewhere=((schedule.path, (*one.route, "collected"), one.taken or ""),))


def _same_fact(document: Extract, schedule: Extract, here: str, there: str, said: Said) -> Verdict:
    own = document.facts[here]
    if own == said.value:
        return passed(f"{stating(here, own)}, as in {named(schedule)}.", route_of(here))
    message = f"{stating(here, own)}. {named(schedule)} says: {show(said.value)}{said.whose}."
    places = said.there or ((schedule.path, route_of(there), show(said.value)),)
    return failed(message, route_of(here), label=show(own))._replace(elsewhere=places)


def _not_denied(document: Extract, schedule: Extract, charged: Mapping[str, str]) -> Verdicts:
    for told, statement in charged.items():
        fact, _, value = told.rpartition(" is ")
        if show(document.facts.get(fact)) != value:
            continue
        words = statement.replace("-", " ")
        if statement not in schedule.statements:
            yield passed(f"{stating(fact, value)}; {named(schedule)} does not deny it.", route_of(fact))
        else:
            verdict = failed(f"{stating(fact, value)}. {named(schedule)} states: {words}.", route_of(fact), label=value)
            yield beside(verdict, (Mention(schedule, ("statements", statement)), words))


def _bonus_left_out(document: Extract, schedule: Extract) -> Verdicts:
    """Fees of players that all go by base wagers, where the rules charge bonus wagers."""
    if show(document.facts.get(_ON_BONUS)) != "yes":
        return
    names = {point.removeprefix(BONUS_WAGER) for point in document.points if point.startswith(BONUS_WAGER)}
    of_players = [one for one in schedule.charges if one.of_players and for_game(one, document.id)]
    left_out = [one for one in of_players if one.base_only and not _speaks_of_bonus(f"{one.per} {one.when}", names)]
    if left_out and len(left_out) == len(of_players):
        message = f"{stating(_ON_BONUS, 'yes')}. In {named(schedule)} every fee of a player goes by base wagers alone."
        place = Mention(schedule, (*left_out[0].route, "counts"))
        yield beside(failed(message, route_of(_ON_BONUS), label="yes"), (place, "base wagers"))


@check("fees-agree")
def fees_agree(
    document: ScheduleExtract,
    documents: DocumentSet,
    bonus: Sequence[str],
    extra: Sequence[str],
    charges_extra: Sequence[str],
) -> Verdicts:
    """What the rules of a game leave free of charge is free in the schedule that names it.

    bonus: statements that no fee is taken on bonus wagers
    extra: statements that there is no extra fee on a double or a split
    charges-extra: statements of a schedule that there is one
    """
    games = (documents.game_of(id, document) for _, id, _, _ in document.games)
    sources = [document, *(game for game in games if game is not None)]
    free_bonus = [other for other in sources if _leaves_free(other, _ON_BONUS, bonus)]
    free_extra = [other for other in sources if _leaves_free(other, _EXTRA, extra)]
    terms = {one.path: one for source in sources for one in documents.covering(source)}.values()
    compared = [*_bonus_free(document, free_bonus), *_extra_free(document, free_extra, charges_extra, terms)]
    nothing = not_applicable("No rules at hand leave a bonus wager, a double or a split free of charge.")
    return or_else(compared, nothing)


def _bonus_free(document: Extract, free: list[Extract]) -> Verdicts:
    if not free:
        return
    by = [_whose_rules(document, other) for other in free]
    promised = (
        f"{'One text says' if len(by) == 1 else f'{len(by)} texts say'} that these carry no fee: {', and '.join(by)}."
    )
    counted = [
        route for route in document.fees_on_bonus if _is_for_one_of(document, free, document.rates[int(route[1])])
    ]
    if counted:
        at, *others = counted
        message = f"The player's fee rises with bonus wagers. {promised}"
        yield failed(message, at, [(route, "") for route in others], "counts bonus wagers")
    charged = [*_charged_by_bonus(document, free, promised)]
    yield from charged
    if not counted and not charged:
        yield passed(f"No fee is taken on bonus wagers, as in {', '.join(by)}.", ("options",))


def _charged_by_bonus(document: Extract, free: list[Extract], promised: str) -> Verdicts:
    """Fees that are due for a bonus wager, or on a condition that speaks of one."""
    names = {
        point.removeprefix(BONUS_WAGER) for other in free for point in other.points if point.startswith(BONUS_WAGER)
    }
    for charge in document.charges:
        if not charge.of_players or not _is_for_one_of(document, free, charge):
            continue
        if _speaks_of_bonus(charge.per, names):
            message = f"Bonus wagers are charged: {charge.text} for each {charge.per}. {promised}"
            yield failed(message, charge.route, label=f"per {charge.per}")
        elif _speaks_of_bonus(charge.when, names) and not _DENIED.search(charge.when):
            message = f"A fee ({charge.text}) depends on bonus wagers: {charge.when}. {promised}"
            yield review(f"{message} Whether they are charged is for a person to say.", charge.route)


def _speaks_of_bonus(text: str, names: set[str]) -> bool:
    words = re.sub(r"\W+", " ", text.lower())
    named = any(re.search(rf"\b{re.escape(name)} (?:wager|bet)s?\b", words) for name in names)
    return named or _BONUS.search(words) is not None


def _is_for_one_of(document: Extract, free: list[Extract], rates: OptionRates | Charge) -> bool:
    """Whether fees are for a game that leaves something free, or the schedule itself leaves it free."""
    return any(other.path == document.path or for_game(rates, other.id) for other in free)


def _extra_free(
    document: Extract, free: list[Extract], charges_extra: Sequence[str], terms: Iterable[Extract]
) -> Verdicts:
    if not free:
        return
    by = ", ".join(_whose_rules(document, other) for other in free)
    stated = [name for name in charges_extra if name in document.statements]
    for name in stated:
        yield failed(f"The schedule states: {name.replace('-', ' ')}; there is none by {by}.", ("statements", name))
    in_terms = [(name, one) for one in terms for name in charges_extra if name in one.statements]
    for name, one in in_terms:
        message = f"General terms state: {name.replace('-', ' ')} ({named(one)}); there is none by {by}."
        yield beside(failed(message, ("games",)), (Mention(one, ("statements", name)), "states it"))
    charged = [
        charge
        for charge in document.charges
        if _DOUBLE_OR_SPLIT.search(charge.per) and _is_for_one_of(document, free, charge)
    ]
    for charge in charged:
        message = f"The schedule takes {charge.text} for each {charge.per}; there is no extra fee by {by}."
        yield failed(message, charge.route, label=f"per {charge.per}")
    if not stated and not in_terms and not charged:
        yield passed(f"No extra fee on a double or a split, as in {by}.", ("options",))


def _leaves_free(document: Extract, fact: str, statements: Sequence[str]) -> bool:
    return document.facts.get(fact) == "none" or not document.statements.isdisjoint(statements)


def _whose_rules(document: Extract, other: Extract) -> str:
    return "the schedule itself" if other.path == document.path else f"{other.title} ({other.path})"


@check("fee-types")
def fee_types(
    document: ScheduleExtract, documents: DocumentSet, allowed: list[str], of_bank: str, bank: str
) -> Verdicts:
    """Each fee is of an allowed type; one type belongs to the games of a certain bank, and may not be charged in
    others.

    allowed: the types that are allowed in any game
    of-bank: the type that belongs to the games of one bank
    bank: who banks those games
    """
    every = _banks(document, documents)

    def judged(charge: Charge) -> Verdict:
        at = (*charge.route, "type")
        banks = {game: by for game, by in every.items() if for_game(charge, game)}
        if charge.type in allowed:
            return passed(f"{charge.text} is charged by {charge.type}.", at)
        if charge.type is None:
            message = f"The type of the fee of {charge.text} is not stated; expected {' or '.join(allowed)}."
            return unstated("review", message, at)
        if charge.type != of_bank or (banks and bank not in banks.values()):
            label = f"expected {' or '.join(allowed)}"
            return failed(f"The fee of {charge.text} is a {charge.type}; {label}.", at, label=label)
        if set(banks.values()) == {bank}:
            return passed(f"A {of_bank} is the fee of a game that the {bank} banks.", at)
        message = f"A {of_bank} belongs to a game that the {bank} banks; the rules of these games"
        return review(f"{message} {'do not all say so' if banks else 'are not among the documents'}.", at)

    return look_at(
        stated_charges(document), judged, nothing=not_applicable("The schedule charges no fee.", ("options",))
    )


@check("fees-of-bank")
def fees_of_bank(
    document: ScheduleExtract, documents: DocumentSet, bank: str, allowed: list[str], taken_from: str
) -> Verdicts:
    """A schedule of games that a certain bank banks charges fees of some types only, as a percentage of one thing.

    bank: who banks the games
    allowed: the types of fee that are allowed in them
    taken-from: a word in the text of a fee that says what it is a percentage of
    """
    banks = _banks(document, documents)
    games = [game for game, by in banks.items() if by == bank]
    if not games:
        known = "The schedule names no game" if banks else "The rules of the games that it names are not at hand: none"
        return iter([not_applicable(f"{known} that the {bank} is known to bank.", ("games",))])
    every = {game for _, game, _, _ in document.games}

    def judged(charge: Charge) -> Verdict:
        charged = [game for game in games if for_game(charge, game)]
        only = len(charged) == len([game for game in every if for_game(charge, game)])
        said = f"{charge.text} is charged in {', '.join(charged)}, which the {bank} banks"
        if charge.type in allowed and charge.percentage and taken_from in charge.text:
            return passed(f"{said}: a {charge.type}.", charge.route)
        if charge.type in allowed and charge.percentage:
            return review(f"{said}. It does not say that a {charge.type} is taken from what wins.", charge.route)
        if only:
            return failed(f"{said}; only a {' or '.join(allowed)}, as a percentage, is allowed.", charge.route)
        return review(f"{said}, or only in the other games of the schedule; it does not say.", charge.route)

    free = passed(f"Nothing is charged in {', '.join(games)}.", ("options",))
    asked = [charge for charge in stated_charges(document) if any(for_game(charge, game) for game in games)]
    return look_at(asked, judged, nothing=free)


def stated_charges(document: Extract) -> list[Charge]:
    """The fees of a schedule of which it is stated how much they are."""
    return [charge for charge in document.charges if charge.known]


def _banks(document: Extract, documents: DocumentSet) -> dict[str, str]:
    """Who banks the games of a schedule, as far as their rules are at hand."""
    rules = {game: documents.rules_of(game, document) for _, game, _, _ in document.games}
    return {game: found.facts["bank / by"] for game, found in rules.items() if found is not None}
