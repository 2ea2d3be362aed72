"""What was answered of a document, recalled for others that say the same.

An answer depends on nothing but what was read for it (`documents/glimpses.py`). Where all blocks that were read for one
answer stand in another document word for word, the answer is the same, whatever else differs. The documents of a house
have much in common, and a document that is edited has nearly everything in common with itself.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from compliance.documents.blocks import kebab
from compliance.documents.glimpses import Glimpses, read_of

if TYPE_CHECKING:
    from compliance.documents.reading import AnyDocument

R = TypeVar("R")
# The blocks that were read, each by a number that stands for its text.
Key: TypeAlias = tuple[int, ...]

MOST_RECALLED: Final = 1 << 16  # characters of a document
_MOST_CHARACTERS: Final = 1 << 20  # of all blocks that are told apart
_MOST_WAYS: Final = 8  # in which one answer may come about
_TRIED: Final = 50  # answers, after which they are kept only where most were recalled


class _Way:
    """The keys of blocks that were read together, in one order for good."""

    def __init__(self, names: frozenset[str]) -> None:
        self.keys = tuple(map(kebab, names))


class _Answers:
    """The answers to one question, by what was read for them."""

    def __init__(self) -> None:
        self.by_way: dict[_Way, dict[Key, Any]] = {}
        self.recalled = 0
        self.made = 0

    @property
    def pay(self) -> bool:
        return self.made < _TRIED or self.recalled > self.made

    def keep(self, way: _Way, key: Key, answer: Any) -> None:
        self.made += 1
        if not self.pay:
            self.by_way.clear()
        elif len(self.by_way) < _MOST_WAYS or way in self.by_way:
            self.by_way.setdefault(way, {})[key] = answer


class Recall:
    """Answers by what was read for them, as long as there is room."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._characters = 0
        self._ways: dict[frozenset[str], _Way] = {}
        # By kind of document: a block of the same words may mean something else in another.
        self._answers: dict[str, dict[Hashable, _Answers]] = {}

    def of(self, document: AnyDocument) -> Recalled:
        """What is recalled for one document, of which no fact is open."""
        if self._characters > _MOST_CHARACTERS:
            self._numbers, self._characters, self._answers = {}, 0, {}
        return Recalled(self, document, self._answers.setdefault(document.document, {}))

    @property
    def kept(self) -> int:
        """How many answers are kept."""
        of_all = (one for answers in self._answers.values() for one in answers.values())
        return sum(len(kept) for one in of_all for kept in one.by_way.values())

    def number(self, text: str) -> int:
        """A number that stands for a text, and for no other."""
        if text not in self._numbers:
            self._characters += len(text)
            self._numbers[text] = len(self._numbers)
        return self._numbers[text]

    def way(self, reads: frozenset[str]) -> _Way:
        if reads not in self._ways:
            self._ways[reads] = _Way(reads)
        return self._ways[reads]


class Recalled:
    """What is asked of one document, recalled where it can be."""

    def __init__(self, recall: Recall, document: AnyDocument, answers: dict[Hashable, _Answers]) -> None:
        self._recall = recall
        self._document = document
        self._written = document.written
        self._answers = answers
        self._glimpses = Glimpses(document)
        self._numbers: dict[str, int] = {}
        self._keys: dict[_Way, Key] = {}

    def answer(self, what: Hashable, work: Callable[[AnyDocument], R]) -> R:
        """What is worked out of the document: as recalled, or now."""
        answers = self._answers.get(what)
        if answers is None:
            answers = self._answers[what] = _Answers()
        for way, answered in answers.by_way.items():
            key = self._keys.get(way) or self._key(way)
            if key in answered:
                answers.recalled += 1
                found: R = answered[key]
                return found
        if not answers.pay:
            return work(self._document)
        glimpse = self._glimpses.new()
        found = work(glimpse)
        way = self._recall.way(read_of(glimpse))
        answers.keep(way, self._key(way), found)
        return found

    def _key(self, way: _Way) -> Key:
        """What stands in the document where something was read."""
        numbers = self._numbers
        for name in way.keys:
            if name not in numbers:
                numbers[name] = self._recall.number(repr(self._written.get(name)))
        key = self._keys[way] = tuple([numbers[name] for name in way.keys])
        return key
