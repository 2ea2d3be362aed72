"""Fees of a schedule beside the rules of its games and the terms that cover it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from compliance.checks.evaluation import default_to
from compliance.checks.fact_names import stating
from compliance.checks.formatting import show
from compliance.checks.parameters import Where
from compliance.checks.registry import check
from compliance.checks.set.house import House
from compliance.checks.set.house_documents import BONUS_WAGER, HouseDocument, HouseGame, HouseSchedule
from compliance.checks.set.mentions import Mention, add_places, name_document
from compliance.checks.set.money import Charge, OptionRates, is_for_game
from compliance.checks.set.statements import FactSource, facts_said
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.facts import fact_route

_ON_BONUS: Final = "fees / on-bonus"
_COLLECTED: Final = "fees / collected"
_EXTRA: Final = "fees / extra-for-double-or-split"
_DOUBLE_OR_SPLIT: Final = re.compile(r"\b(?:doubl|split)", re.IGNORECASE)
_BONUS: Final = re.compile(r"\bbonus(?:es)?\b", re.IGNORECASE)
_DENIED: Final = re.compile(r"\b(?:no|not|without|never)\b", re.IGNORECASE)


@check("fees-as-rules-say")
def fees_as_rules_say(
    document: HouseGame, documents: House, facts: Mapping[Where, Where], charged: Mapping[str, str]
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
            _compare_facts(document, schedule, documents, facts),
            _compare_times(document, schedule),
            _find_denials(document, schedule, charged),
            _bonus_left_out(document, schedule),
        )
        for verdict in verdicts
    )
    nothing = not_applicable("The rules and their schedules say nothing of fees that could be compared.")
    return default_to(compared, nothing)


def _compare_facts(
    document: HouseDocument, schedule: HouseDocument, documents: House, facts: Mapping[str, str]
) -> Verdicts:
    for here, there in facts.items():
        if here in document.facts:
            for said in facts_said(schedule, documents, there):
                yield _compare_fact(document, schedule, here, there, said)


def _compare_times(document: HouseDocument, schedule: HouseDocument) -> Verdicts:
    """Fees that say themselves when they are taken, where the schedule does not say it of all of them."""
    own = document.facts.get(_COLLECTED)
    if own is None or "terms / fees-collected" in schedule.facts:
        return
    others = [one for one in schedule.charges if one.taken not in (None, own) and is_for_game(one, document.id)]
    for one in others[:1]:
        message = f"{stating(_COLLECTED, own)}. {name_document(schedule)} takes {one.text} {one.taken}."
        verdict = failed(message, fact_route(_COLLECTED), label=show(own))
        yield verdict._replace(elsewhere=((schedule.path, (*one.route, "collected"), one.taken or ""),))


def _compare_fact(document: HouseDocument, schedule: HouseDocument, here: str, there: str, said: FactSource) -> Verdict:
    own = document.facts[here]
    if own == said.value:
        return passed(f"{stating(here, own)}, as in {name_document(schedule)}.", fact_route(here))
    message = f"{stating(here, own)}. {name_document(schedule)} says: {show(said.value)}{said.whose}."
    places = said.there or ((schedule.path, fact_route(there), show(said.value)),)
    return failed(message, fact_route(here), label=show(own))._replace(elsewhere=places)


def _find_denials(document: HouseDocument, schedule: HouseDocument, charged: Mapping[str, str]) -> Verdicts:
    for told, statement in charged.items():
        fact, _, value = told.rpartition(" is ")
        if show(document.facts.get(fact)) != value:
            continue
        words = statement.replace("-", " ")
        if statement not in schedule.statements:
            yield passed(f"{stating(fact, value)}; {name_document(schedule)} does not deny it.", fact_route(fact))
        else:
            verdict = failed(
                f"{stating(fact, value)}. {name_document(schedule)} states: {words}.", fact_route(fact), label=value
            )
            yield add_places(verdict, (Mention(schedule, ("statements", statement)), words))


def _bonus_left_out(document: HouseDocument, schedule: HouseDocument) -> Verdicts:
    """Fees of players that all go by base wagers, where the rules charge bonus wagers."""
    if show(document.facts.get(_ON_BONUS)) != "yes":
        return
    names = {point.removeprefix(BONUS_WAGER) for point in document.points if point.startswith(BONUS_WAGER)}
    of_players = [one for one in schedule.charges if one.of_players and is_for_game(one, document.id)]
    left_out = [one for one in of_players if one.base_only and not _speaks_of_bonus(f"{one.per} {one.when}", names)]
    if left_out and len(left_out) == len(of_players):
        said = f"{stating(_ON_BONUS, 'yes')}. In {name_document(schedule)}"
        message = f"{said} every fee of a player goes by base wagers alone."
        place = Mention(schedule, (*left_out[0].route, "counts"))
        yield add_places(failed(message, fact_route(_ON_BONUS), label="yes"), (place, "base wagers"))


@check("fees-agree")
def fees_agree(
    document: HouseSchedule,
    documents: House,
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
    return default_to(compared, nothing)


def _bonus_free(document: HouseDocument, free: list[HouseDocument]) -> Verdicts:
    if not free:
        return
    by = [_name_rules(document, other) for other in free]
    promised = (
        f"{'One text says' if len(by) == 1 else f'{len(by)} texts say'} that these carry no fee: {', and '.join(by)}."
    )
    counted = [
        (route, surely)
        for route, surely in document.fees_on_bonus
        if _is_for_one_of(document, free, document.rates[int(route[1])])
    ]
    for surely in sorted({surely for _, surely in counted}, reverse=True):
        at, *others = [route for route, certain in counted if certain == surely]
        also = [(route, "") for route in others]
        if surely:
            yield failed(f"The player's fee rises with bonus wagers. {promised}", at, also, "counts bonus wagers")
        else:
            yield review(f"Whether the player's fee rises with bonus wagers is unclear. {promised}", at, also)
    charged = [*_charged_by_bonus(document, free, promised)]
    yield from charged
    if not counted and not charged:
        yield passed(f"No fee is taken on bonus wagers, as in {', '.join(by)}.", ("options",))


def _charged_by_bonus(document: HouseDocument, free: list[HouseDocument], promised: str) -> Verdicts:
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
            yield review(f"{message} Whether they are charged needs a decision.", charge.route)


def _speaks_of_bonus(text: str, names: set[str]) -> bool:
    words = re.sub(r"\W+", " ", text.lower())
    named = any(re.search(rf"\b{re.escape(name)} (?:wager|bet)s?\b", words) for name in names)
    return named or _BONUS.search(words) is not None


def _is_for_one_of(document: HouseDocument, free: list[HouseDocument], rates: OptionRates | Charge) -> bool:
    """Whether fees are for a game that leaves something free, or the schedule itself leaves it free."""
    return any(other.path == document.path or is_for_game(rates, other.id) for other in free)


def _extra_free(
    document: HouseDocument, free: list[HouseDocument], charges_extra: Sequence[str], terms: Iterable[HouseDocument]
) -> Verdicts:
    if not free:
        return
    by = ", ".join(_name_rules(document, other) for other in free)
    stated = [name for name in charges_extra if name in document.statements]
    for name in stated:
        yield failed(f"The schedule states: {name.replace('-', ' ')}; there is none by {by}.", ("statements", name))
    in_terms = [(name, one) for one in terms for name in charges_extra if name in one.statements]
    for name, one in in_terms:
        message = f"General terms state: {name.replace('-', ' ')} ({name_document(one)}); there is none by {by}."
        yield add_places(failed(message, ("games",)), (Mention(one, ("statements", name)), "states it"))
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


def _leaves_free(document: HouseDocument, fact: str, statements: Sequence[str]) -> bool:
    return document.facts.get(fact) == "none" or not document.statements.isdisjoint(statements)


def _name_rules(document: HouseDocument, other: HouseDocument) -> str:
    return "the schedule itself" if other.path == document.path else f"{other.title} ({other.path})"
