"""Wagers that texts speak of, beside the limits in the rules of a game."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from compliance.checks.looking import look_at
from compliance.checks.registry import check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import Extract, GameExtract
from compliance.checks.set.mentions import Mention, beside, named
from compliance.checks.verdicts import Verdict, Verdicts, not_applicable, passed, review
from compliance.checks.words import mentions
from compliance.documents.values import show_money
from compliance.routes import Route


class Spoken(NamedTuple):
    """A sentence of a document that speaks of a wager, where it stands, and the highest amount in it."""

    document: Extract
    route: Route
    sentence: str
    high: Decimal


@check("limits-in-words")
def limits_in_words(document: GameExtract, documents: DocumentSet, paid: Sequence[str]) -> Verdicts:
    """No text of the rules, nor of general terms that cover them, speaks of a wager above the highest of the rules.

    paid: words for what is paid, whose amounts are no wagers
    """
    spoken = [one for one in _spoken(document, documents) if not mentions(one.sentence, paid)]
    if not spoken:
        return iter([not_applicable("No text speaks of how much may be wagered.")])
    most = document.limits[0].high if document.limits else None
    if most is None:
        return iter([not_applicable("The rules state no highest wager.")])
    at = document.limits[0].route

    def judged(spoken: Spoken) -> Verdict:
        text, other = spoken.sentence, spoken.document
        if spoken.high <= most:
            return passed(f"The rules take wagers up to {show_money(most)}, and a text says: {text}.", at)
        whose = "" if other.path == document.path else f" (in general terms that name it: {named(other)})"
        message = f"The rules take wagers up to {show_money(most)}, and a text says: {text}{whose}. Whether that allows"
        verdict = review(f"{message} a wager of {show_money(spoken.high)} is for a person to say.", at)
        if other.path == document.path:
            return verdict._replace(at=spoken.route, also=((at, "the highest wager"),))
        return beside(verdict, (Mention(other, spoken.route), "says so"))

    return look_at(spoken, judged)


def _spoken(document: Extract, documents: DocumentSet) -> Iterator[Spoken]:
    for one in (document, *documents.covering(document)):
        yield from (Spoken(one, *said) for said in one.wagers_said)
