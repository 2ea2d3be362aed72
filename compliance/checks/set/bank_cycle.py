"""The bank from one holder to the next: whether the rules, played through, take it from everybody in the end.

A turn that has an end in hands, and something after it that keeps the same person out, takes the bank away. A holder
who may go on keeps it, whatever the rules call that. Where the rules do not tell, only their words are left.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from compliance.checks.set.bank import rotation
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import Extract
from compliance.checks.set.said import Said
from compliance.checks.turns import DEALS
from compliance.checks.words import reading_of
from compliance.documents.values import Turns

BETWEEN: Final = "another player holds it in between"


class Cycle(NamedTuple):
    """What shows that the bank leaves each holder, and what shows that somebody may keep it."""

    turn: Said | None
    leaves: tuple[Said, ...]
    keeps: tuple[tuple[Said, str], ...]

    @property
    def moves(self) -> bool:
        """Whether everybody loses the bank in the end."""
        return self.turn is not None and bool(self.leaves) and not self.keeps

    @property
    def told(self) -> str:
        """The way round, in words."""
        turn = self.turn.value if self.turn is not None else "no turn"
        return f"a turn is {turn}, and after it: {', '.join(str(said.value) for said in self.leaves) or 'nothing said'}"


def cycle_of(document: Extract, documents: DocumentSet, ends: Sequence[str], goes_on: Sequence[str]) -> Cycle:
    """The bank of a document and of the terms that name it, played through."""
    turns = rotation(document, documents, "at-most", "every")
    turn = next((said for said in turns if _hands(said.value)), None)
    leaves: list[Said] = []
    keeps: list[tuple[Said, str]] = []
    for said in rotation(document, documents, "intervening"):
        if said.value == "required":
            leaves.append(said._replace(value=BETWEEN))
        else:
            keeps.append((said, "nobody else need hold it in between"))
    for said in rotation(document, documents, "if-nobody-takes-it"):
        reading = reading_of(str(said.value), ends, goes_on)
        if reading == "affirms":
            leaves.append(said)
        elif reading == "denies":
            keeps.append((said, f"when nobody takes it: {said.value}"))
    return Cycle(turn, tuple(leaves), tuple(keeps))


def _hands(value: object) -> bool:
    """Whether this is a turn of so many hands, and not of time or of none."""
    return isinstance(value, Turns) and value.unit in DEALS and value.number > 0
