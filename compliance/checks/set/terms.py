"""What general terms say beside the rules of a game that they cover."""

from collections.abc import Sequence
from typing import Any

from compliance.checks.looking import look_at
from compliance.checks.naming import called, stating
from compliance.checks.parameters import Where
from compliance.checks.registry import check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import Extract, GameExtract, TermsExtract
from compliance.checks.set.mentions import named
from compliance.checks.showing import show
from compliance.checks.turns import COUNTS, sizes
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.routes import route_of
from compliance.documents.values import Turns
from compliance.routes import read_route


@check("terms-agree")
def terms_agree(
    document: Extract,
    documents: DocumentSet,
    block: Where,
    but: Sequence[Where] = (),
    in_words: Sequence[Where] = (),
) -> Verdicts:
    """What the rules of a game and the general terms that cover it both say in a block is the same.

    block: where both may say it
    but: facts of the block that another requirement compares
    in-words: facts that are told in free words: other words may say the same, which is for a person
    """
    told = dict.fromkeys(fact for terms in documents.covering(document) for fact in terms.facts)
    shared = [fact for fact in told if fact.startswith(f"{block} / ") and fact not in but and fact in document.facts]
    both = [(fact, *said) for fact in sorted(shared) for said in documents.facts_of_terms(document, fact)]

    def differs(said: tuple[str, Any, Extract]) -> Verdicts:
        fact, there, terms = said
        here = document.facts[fact]
        if _in_any_order(there) != _in_any_order(here):
            message = f"{stating(fact, here)}; general terms that cover the document say: {show(there)}."
            place = ((terms.path, route_of(fact), show(there)),)
            answer = review if fact in in_words else failed
            yield answer(message, route_of(fact), label=show(here))._replace(elsewhere=place)

    nothing = not_applicable("No general terms in the set speak of what these rules say.")
    compared = "; ".join(map(called, dict.fromkeys(fact for fact, _, _ in both)))
    clean = passed(f"General terms that cover the document say the same of: {compared}.", route_of(block))
    return look_at(both, differs, nothing=nothing, all_clean=clean)


def _in_any_order(value: Any) -> Any:
    """A value to compare: those of a list hold in any order."""
    return frozenset(map(show, value)) if isinstance(value, list | tuple) else value


@check("rotation-agrees")
def rotation_agrees(document: GameExtract, documents: DocumentSet, fact: Where) -> Verdicts:
    """The rules of a game and the general terms that cover it use the same word for how the bank moves on.

    fact: where both say it
    """
    here = document.facts.get(fact)
    if here is None:
        return iter(())
    route = read_route(fact)

    def agrees(terms: Extract) -> Verdict:
        there = terms.facts[fact]
        if there != here:
            return review(f"Here the bank {here}; in {named(terms)} it {there}.", route)
        return passed(f"{terms.title} says the same of the bank: it {here}.", route)

    covering = (terms for terms in documents.covering(document) if fact in terms.facts)
    nothing = not_applicable("No general terms that cover this game are in the set.")
    return look_at(covering, agrees, nothing=nothing)


@check("licence-of-covered")
def licence_of_covered(
    document: TermsExtract, documents: DocumentSet, bank: str, fact: Where, allowed: Sequence[str]
) -> Verdicts:
    """Where general terms name a game of a certain bank, the licence that they state allows it.

    bank: who banks the games that need the licence
    fact: where the licence is stated
    allowed: the licences that allow it
    """
    held = document.facts.get(fact)
    named_games = (documents.rules_of(id, document) for kind, id in sorted(document.covers) if kind == "game")
    banked = [game for game in named_games if game is not None and game.facts.get("bank / by") == bank]

    def judged(game: Extract) -> Verdict:
        said = f"{stating(fact, held)}; the {bank} banks {named(game)}"
        if show(held) in allowed:
            return passed(f"{said}.", route_of(fact))
        verdict = failed(f"{said}, which needs: {' or '.join(allowed)}.", route_of(fact), label=show(held))
        return verdict._replace(elsewhere=((game.path, ("bank", "by"), bank),))

    nothing = not_applicable(f"The terms name no game that the {bank} is known to bank.", ("covers",))
    return look_at(banked if held is not None else [], judged, nothing=nothing)


@check("player-banking-of-terms")
def player_banking_of_terms(
    document: TermsExtract, documents: DocumentSet, fact: Where, every: Where, least: Turns
) -> Verdicts:
    """General terms let no player bank more often than a law allows; whether one may bank at all goes by the family of
    the game, which they do not give.

    fact: where it is stated whether a player may bank
    every: where it is stated how often
    least: after how many hands a player may bank again
    """
    often = document.facts.get(every)
    compared = sizes(often, least, COUNTS) if isinstance(often, Turns) else None
    if not document.facts.get(fact):
        yield passed("By the terms no player banks.", route_of(fact))
    elif compared is not None and compared[0] < compared[1]:
        yield failed(
            f"{stating(every, often)}; a player may bank again after {least}.", route_of(every), label=show(often)
        )
    else:
        message = "The terms let a player bank. Whether the games that they name are of a family in which one may"
        yield review(f"{message} is for a person to say.", route_of(fact))
