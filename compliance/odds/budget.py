"""How much work one count may be, so that no definition, however strange, takes longer than a person waits."""

from compliance.odds.cards import NotCounted

MOST_STEPS = 800_000  # of one count; a step is about a microsecond
MOST_STEPS_OF_A_DOCUMENT = 1_600_000


class TooMuch(NotCounted):
    """A count that was not begun, or not finished, because it is too much work."""


class Budget:
    """Counts the steps of one count, and of all counts of a document, and ends it where they are too many."""

    def __init__(self, steps: int = MOST_STEPS, whole: "Budget | None" = None) -> None:
        self.left, self.whole = steps, whole

    def spend(self, steps: int = 1) -> None:
        self.left -= steps
        if self.left < 0:
            raise TooMuch("there are too many different kinds of hands to count; ask for less in one hand")
        if self.whole is not None:
            self.whole.left -= steps
            if self.whole.left < 0:
                raise TooMuch("the wagers of this document are too much to count in one go")
