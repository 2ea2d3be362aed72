"""Fees of a schedule beside the rounds of its games: when they are taken and settled, and who deals.

What a schedule says of it is a word; the rules of its games show it. A word that a round contradicts fails, one that
a round confirms is computed, and one that no round is at hand for is only stated.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Final, NamedTuple, TypeAlias

from compliance.checks.looking import look_at
from compliance.checks.parameters import About, Affirms, Denies, IfUnstated, Says, Where
from compliance.checks.registry import check
from compliance.checks.rounds import FEES_FIRST, FEES_LATER, WAGERS_FIRST
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import DEALT_BY, SAID_TO_DEAL, Extract, ScheduleExtract
from compliance.checks.set.mentions import named
from compliance.checks.set.money import Charge
from compliance.checks.set.said import Said, facts_said, said, silence
from compliance.checks.showing import show
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, on_a_word, passed, review, unstated
from compliance.checks.words import mentions, plain
from compliance.documents.routes import route_of
from compliance.documents.units import MADE_WAGER, read_units

FeeTypes: TypeAlias = Annotated[Sequence[str], "the types of fee that are looked at"]

_BY_WAGERS: Final = ("wager-amount", "total-table-action")
_KNOWN_MEASURES: Final = ("nothing", "players", "table-limit")


class Rules(NamedTuple):
    """The rules of the games of a schedule, as far as they are at hand, and whether all are."""

    games: list[Extract]
    whole: bool

    def all_show(self, point: str) -> bool:
        """Whether every game shows a point: none is missing, and none is silent."""
        return self.whole and bool(self.games) and all(point in game.points for game in self.games)

    def one_shows(self, point: str) -> Extract | None:
        return next((game for game in self.games if point in game.points), None)


def rules_at_hand(document: Extract, documents: DocumentSet) -> Rules:
    found = [documents.rules_of(game, document) for _, game, _, _ in document.games]
    games = [game for game in found if game is not None]
    return Rules(games, len(games) == len(found))


def of_types(document: Extract, types: Sequence[str]) -> list[Charge]:
    return [charge for charge in document.charges if charge.type in types]


def _none_charged(types: Sequence[str]) -> Verdict:
    return not_applicable(f"The schedule charges no fee by {' or '.join(types)}.")


@check("fee-taken")
def fee_taken(
    document: ScheduleExtract,
    documents: DocumentSet,
    types: FeeTypes,
    allowed: list[str],
    fact: Where,
    before_deal: bool,
) -> Verdicts:
    """Fees of some type are taken before the deal, or after it: by what the schedule says of them, and by the rounds of
    its games.

    allowed: what the schedule may say of it
    fact: where it may say it for all its fees
    before-deal: whether they are taken before the deal
    """
    rules = rules_at_hand(document, documents)
    right, wrong = (FEES_FIRST, FEES_LATER) if before_deal else (FEES_LATER, FEES_FIRST)
    told = facts_said(document, documents, fact)

    def judged(charge: Charge) -> Verdict:
        at = (*charge.route, "collected")
        own = [Said(charge.taken, at)] if charge.taken is not None else told
        other = next((one for one in own if one.value not in allowed), None)
        if other is not None:
            label = f"expected {' or '.join(allowed)}"
            message = f"{charge.text} is taken {show(other.value)}{other.whose}; {label}."
            return on_a_word(failed(message, other.at or at, label=label))._replace(elsewhere=other.there)
        against = rules.one_shows(wrong)
        if against is not None:
            message = f"{charge.text} is taken {wrong.removeprefix('fees ')} by the round of {named(against)}."
            return failed(message, at)._replace(elsewhere=((against.path, ("round",), wrong),))
        if rules.all_show(right):
            return passed(f"{charge.text} is taken {right.removeprefix('fees ')} in every game of the schedule.", at)
        if own:
            message = f"{charge.text} is taken {show(own[0].value)}{own[0].whose}, as the schedule says."
            return on_a_word(passed(message, own[0].at or at))._replace(elsewhere=own[0].there)
        return unstated("review", f"The document does not state when {charge.text}, by {charge.type}, is taken.", at)

    return look_at(of_types(document, types), judged, nothing=_none_charged(types))


@check("fee-dealer")
def fee_dealer(
    document: ScheduleExtract,
    documents: DocumentSet,
    types: FeeTypes,
    fact: Where,
    house: Sequence[str],
    players: Sequence[str],
) -> Verdicts:
    """Where fees of some type are charged, an employee deals: by what the schedule says, and by its games.

    fact: where the schedule says who deals
    house: what a step of a round calls an employee who deals
    players: what it calls a player who deals
    """
    rules = rules_at_hand(document, documents)
    at = route_of(fact)

    def judged(_: Charge) -> Verdict:
        told = facts_said(document, documents, fact)
        other = next((one for one in told if one.value != "house"), None)
        if other is not None:
            message = f"By the schedule the {show(other.value)} deals{other.whose}; an employee of the house must."
            return on_a_word(failed(message, other.at or at, label="expected house"))
        dealers = [_dealer(game, house, players) for game in rules.games]
        against = next((game for game, who in zip(rules.games, dealers, strict=True) if who == "player"), None)
        if against is not None:
            message = f"By the rules of {named(against)} a player deals; with this fee an employee must."
            return failed(message, at)._replace(elsewhere=((against.path, ("round",), "a player deals"),))
        if rules.whole and dealers and set(dealers) == {"house"}:
            return passed("An employee deals in every game of the schedule, by their rounds.", at)
        if told:
            return on_a_word(
                passed(f"By the schedule an employee of the house deals{told[0].whose}.", told[0].at or at)
            )
        return silence(document, "review", "who deals", fact)

    return look_at(of_types(document, types)[:1], judged, nothing=_none_charged(types))


def _dealer(game: Extract, house: Sequence[str], players: Sequence[str]) -> str | None:
    """Who deals in a game: by its round where that says so, a player also by its word; None where it does not tell."""
    dealt = {point.removeprefix(DEALT_BY) for point in game.points if point.startswith(DEALT_BY)}
    if dealt & {*map(plain, players)} or f"{SAID_TO_DEAL}player" in game.points:
        return "player"
    return "house" if dealt and dealt <= {*map(plain, house)} else None


@check("fees-settled-before-play")
def fees_settled_before_play(
    document: ScheduleExtract,
    documents: DocumentSet,
    about: About,
    fact: Where,
    is_: Sequence[str],
    says: Says = (),
    affirms: Affirms = (),
    denies: Denies = (),
    if_unstated: IfUnstated = "review",
    outcome: Sequence[str] = (),
    shows: Sequence[str] = (),
) -> Verdicts:
    """How much each fee is, is known before the deal: by what fees go by, and by when the wagers are made on which they
    are charged. A word for it confirms; one that says otherwise fails.

    fact: where it is said
    is: the values that say so
    outcome: words in the condition of a fee that make it one of how the hand goes
    shows: what a schedule may show that speaks against it
    """
    told = list(
        said(document, documents, about, fact, says, is_, (), "fail", if_unstated, affirms, denies, None, shows)
    )
    yield from _by_the_outcome(document, outcome)
    shown = _known_before_deal(document, rules_at_hand(document, documents))
    for verdict in told:
        if verdict.status == "pass":
            yield verdict._replace(message=f"{verdict.message} {shown}") if shown else on_a_word(verdict)
        elif verdict.absent and shown:
            yield passed(shown, ("options",))
        else:
            yield verdict


def _by_the_outcome(document: Extract, outcome: Sequence[str]) -> Iterator[Verdict]:
    """Fees that are charged only where a hand goes one way, so that nobody knows before it what is charged."""
    found = [charge for charge in document.charges if mentions(charge.when, outcome)]
    if found:
        also = [((*charge.route, "when"), charge.text) for charge in found[1:]]
        condition = f"A fee ({found[0].text}) has a condition: {found[0].when}"
        message = f"{condition}. Before play nobody knows whether it is met."
        yield review(message, (*found[0].route, "when"), also, label="known after play only")
    for charge in document.charges:
        made_in_play = any(unit.kind == MADE_WAGER for unit in read_units(charge.per))
        if charge.per and (made_in_play or mentions(charge.per, outcome)):
            message = f"A fee ({charge.text}) is due for each {charge.per}: before play nobody knows whether."
            yield review(message, (*charge.route, "per"), label="known after play only")


def _known_before_deal(document: Extract, rules: Rules) -> str:
    """What shows that every fee is known before the deal; nothing where that does not follow from the schedule and the
    rules at hand."""
    charges = document.charges
    measures = {charge.by for charge in charges}
    if not charges or not all(charge.plain for charge in charges) or measures - {*_KNOWN_MEASURES, *_BY_WAGERS}:
        return ""
    by_wagers = measures & {*_BY_WAGERS}
    if not by_wagers:
        return "Each fee is a fixed amount, or goes by what is known before the deal."
    made_before = rules.all_show(WAGERS_FIRST)
    return "Fees go by wagers, and by the rules at hand every wager is made before the deal." if made_before else ""
