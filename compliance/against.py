"""What any text of a document says against what is asked of it.

A breach can be written anywhere: under a statement of one's own naming, in what happens in an irregularity, in the
meaning of a word. A requirement names the phrases that speak against it; a text that says one of them, and does not
deny it, leaves nothing to pass and nothing to fall away. What it comes to is for a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from compliance.answers import Answers
from compliance.checks.texts import spoken
from compliance.checks.verdicts import Verdict, cut, review
from compliance.checks.words import asserted, signs_of
from compliance.judging import Asked, Group, speaks_to
from compliance.patterns import late
from compliance.routes import Route

if TYPE_CHECKING:
    from compliance.checks.set.documents import DocumentSet
    from compliance.checks.set.extracts import Extract, Told
    from compliance.documents.reading import AnyDocument

_THE_HOUSE: Final = "the house"
_SHORT: Final = 500  # characters of a text that is kept
_READ_CLOSELY: Final = 50_000  # characters of one document; the largest that people wrote has 5,200
_MOST_QUOTED: Final = 1_000  # characters of a text that a finding quotes
# A word as signs are looked for in texts: of `isn't` what is denied.
_WORD: Final = late(r"[a-z]+(?=n['’]t)|[a-z]+")
NOTHING_TOLD: Final[Mapping[str, tuple[tuple[Route, str], ...]]] = {}


class Against:
    """The requirements of a jurisdiction that name words against them, ready to be looked for."""

    def __init__(self, asked: Iterable[Asked]) -> None:
        self.asked = [one for one in asked if one.holding.against]
        # By each word of which a text has one that speaks against a requirement: their numbers. Those of which no word
        # tells are always looked for.
        self._by_word: dict[str, list[int]] = {}
        self._always: list[int] = []
        for number, one in enumerate(self.asked):
            signs = signs_of(one.holding.against)
            if signs is None:
                self._always.append(number)
            for word in signs.words if signs is not None else ():
                self._by_word.setdefault(word, []).append(number)
        # The texts of a house are much the same from document to document.
        self._spoken_of_once = lru_cache(maxsize=2048)(self._spoken_of)

    def told_in(self, document: AnyDocument) -> Told:
        """What the texts of a document say against requirements, by their ids."""
        if not self.asked:
            return NOTHING_TOLD
        found: dict[str, list[tuple[Route, str]]] = {}
        name, locality = document.establishment, document.locality
        closely = _READ_CLOSELY
        for route, text in spoken(document):
            closely -= len(text)
            look = self._named_by if closely < 0 else self._spoken_of_once if len(text) <= _SHORT else self._spoken_of
            for id in look(text, name, locality):
                found.setdefault(id, []).append((route, cut(text, _MOST_QUOTED)))
        return {id: tuple(texts) for id, texts in found.items()} if found else NOTHING_TOLD

    def of_other_kinds(self, document: AnyDocument, told: Told) -> list[Asked]:
        """The requirements that are asked of documents of another kind, and that a text of this one speaks against."""
        spoken_of = [one for one in self.asked if one.requirement.id in told] if told else []
        return [one for one in spoken_of if not speaks_to(one.requirement, document.document, document.jurisdiction)]

    def _spoken_of(self, text: str, house: str | None, locality: str | None) -> tuple[str, ...]:
        """The requirements that a text speaks against, in which a house may go by its name. Most texts have no word of
        any of them."""
        texts = [text, text.replace(house, _THE_HOUSE)] if house and house in text else [text]
        words = {word for read in texts for word in _WORD.findall(read.lower())}
        worth = {number for word in words & self._by_word.keys() for number in self._by_word[word]}
        return tuple(
            one.requirement.id
            for one in (self.asked[number] for number in sorted(worth.union(self._always)))
            if one.requirement.applies.locality in (None, locality)
            and any(asserted(read, one.holding.against) for read in texts)
        )

    def _named_by(self, text: str, house: str | None, locality: str | None) -> tuple[str, ...]:
        """The requirements of whose words a text has one, where there is too much text to read it closely: what it says
        is left to a person."""
        small = text.lower()
        signs = ((one, signs_of(one.holding.against)) for one in self.asked)
        named = (one.requirement for one, words in signs if words is None or words.stand_in(small))
        return tuple(one.id for one in named if one.applies.locality in (None, locality))


def take_unasked(answers: Answers, group: Group, path: str, verdict: Verdict, told: Told, defence: str) -> None:
    """Take in that requirements do not apply, but for those of which a text speaks all the same."""
    spoken_of = [one for one in group.asked if one.requirement.id in told]
    for one in spoken_of:
        answers.take(one, path, held_against([verdict], told[one.requirement.id]), defence)
    others = [one for one in group.asked if one not in spoken_of] if spoken_of else group.asked
    if others:
        answers.take_alike(Group(others) if spoken_of else group, path, verdict)


def held_against(verdicts: list[Verdict], texts: Iterable[tuple[Route, str]]) -> list[Verdict]:
    """An answer that passes, or falls away, with what texts say against it."""
    return [_for_a_person(text, route) for route, text in texts] if _good(verdicts) else verdicts


def held_against_terms(
    verdicts: list[Verdict], requirement: str, document: Extract, documents: DocumentSet
) -> list[Verdict]:
    """The same for texts of the document and of general terms that cover it."""
    if not _good(verdicts):
        return verdicts
    own = [_for_a_person(text, route) for route, text in document.against.get(requirement, ())]
    terms = [
        _for_a_person(text, (), f" (in general terms that name it: {one.title}, {one.path})")._replace(
            elsewhere=((one.path, route, "says so"),)
        )
        for one in documents.covering(document)
        for route, text in one.against.get(requirement, ())
    ]
    return own + terms or verdicts


def _good(verdicts: Iterable[Verdict]) -> bool:
    return all(verdict.status in ("pass", "not-applicable") for verdict in verdicts)


def _for_a_person(text: str, route: Route, whose: str = "") -> Verdict:
    message = (
        f"The text says: {text.rstrip('.')}{whose}. Whether that goes against what is asked is for a person to say."
    )
    return review(message, route)
