"""What was answered of a document, recalled for others that say the same.

An answer depends on nothing but what was read for it (`documents/glimpses.py`). Where all blocks that were read for one
answer stand in another document word for word, the answer is the same, whatever else differs. The documents of a house
have much in common, and a document that is edited has nearly everything in common with itself.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from compliance.documents.blocks import kebab
from compliance.documents.glimpses import Glimpses, Reads, read_of

if TYPE_CHECKING:
    from compliance.documents.reading import AnyDocument

R = TypeVar("R")
# The blocks that were read, each by a number that stands for its text.
Key: TypeAlias = tuple[int, ...]
# Answers by what was asked.
Answered: TypeAlias = dict[Hashable, Any]

MOST_RECALLED: Final = 1 << 16  # characters of a document
_MOST_CHARACTERS: Final = 1 << 20  # of all blocks that are told apart
_MOST_WAYS: Final = 200  # in which answers may come about
_TRIED: Final = 50  # answers, after which further ones are kept only where most are recalled


class _Way:
    """The answers for which the same fields were read, by what stood there: the keys of the blocks are in one order."""

    def __init__(self, reads: Reads) -> None:
        self.keys = tuple(map(kebab, reads))
        self.answered: dict[Key, Answered] = {}


class _Kind:
    """What is known of one kind of document: a block of the same words may mean something else in another."""

    def __init__(self) -> None:
        self.ways: dict[Reads, _Way] = {}
        self.documents = 0
        self._made: dict[Hashable, int] = {}

    def pays(self, what: Hashable) -> bool:
        """Whether answers to a question are worth keeping: most of them were not made anew."""
        made = self._made.get(what, 0)
        return made < _TRIED or 2 * made < self.documents

    def keep(self, what: Hashable, reads: Reads, key_of: Callable[[_Way], Key], answer: Any) -> None:
        self._made[what] = self._made.get(what, 0) + 1
        way = self.ways.get(reads)
        if way is None and len(self.ways) < _MOST_WAYS:
            way = self.ways[reads] = _Way(reads)
        if way is not None and self.pays(what):
            way.answered.setdefault(key_of(way), {})[what] = answer


class Recall:
    """Answers by what was read for them, as long as there is room."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._characters = 0
        self._kinds: dict[str, _Kind] = {}

    def of(self, document: AnyDocument) -> Recalled:
        """What is recalled for one document, of which no fact is open."""
        if self._characters > _MOST_CHARACTERS:
            self._numbers, self._characters, self._kinds = {}, 0, {}
        return Recalled(document, self._kinds.setdefault(document.document, _Kind()), self._number)

    @property
    def kept(self) -> int:
        """How many answers are kept."""
        ways = (way for kind in self._kinds.values() for way in kind.ways.values())
        return sum(len(answered) for way in ways for answered in way.answered.values())

    def _number(self, text: str) -> int:
        """A number that stands for a text, and for no other."""
        if text not in self._numbers:
            self._characters += len(text)
            self._numbers[text] = len(self._numbers)
        return self._numbers[text]


class Recalled:
    """What is asked of one document, recalled where it can be."""

    def __init__(self, document: AnyDocument, kind: _Kind, number: Callable[[str], int]) -> None:
        self._document = document
        self._written = document.written
        self._glimpses = Glimpses(document)
        self._kind = kind
        self._number = number
        self._numbers: dict[str, int] = {}
        kind.documents += 1
        self._answered: Answered = {}
        for way in kind.ways.values():
            self._answered |= way.answered.get(self._key(way), ())

    def answer(self, what: Hashable, work: Callable[[AnyDocument], R]) -> R:
        """What is worked out of the document: as recalled, or now."""
        if what in self._answered:
            found: R = self._answered[what]
            return found
        if not self._kind.pays(what):
            return work(self._document)
        glimpse = self._glimpses.new()
        found = work(glimpse)
        self._kind.keep(what, read_of(glimpse), self._key, found)
        return found

    def _key(self, way: _Way) -> Key:
        """What stands in the document where something was read."""
        numbers = self._numbers
        for name in way.keys:
            if name not in numbers:
                numbers[name] = self._number(repr(self._written.get(name)))
        return tuple([numbers[name] for name in way.keys])
