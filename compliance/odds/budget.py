"""How much work one count may be, so that no definition, however strange, takes longer than a person waits."""

from compliance.odds.cards import NotCounted

MOST_STEPS = 1_000_000


class Budget:
    """Counts the steps of one count and ends it where they are too many."""

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        self.left -= steps
        if self.left < 0:
            raise NotCounted("there are too many different kinds of hands to count; ask for less in one hand")
