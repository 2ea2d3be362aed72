"""How much work one count may be, so that no definition, however strange, takes longer than a person waits."""

from collections.abc import Callable
from typing import Final, NamedTuple

from compliance.odds.cards import NotCounted

MOST_STEPS: Final = 800_000  # of one count; a step is about a microsecond
MOST_STEPS_OF_A_DOCUMENT: Final = 12_000_000
_STEPS_BETWEEN_REPORTS: Final = 400_000

Progress = Callable[[int, int], None]  # steps done, steps allowed


class TooMuch(NotCounted):
    """A count that was not begun, or not finished, because it is too much work."""

    def __init__(self, message: str, times: int | None = None) -> None:
        """`times` is how many times the allowed work it would take, where that is known."""
        super().__init__(message if times is None else f"{message}; it takes up to {times} times the allowed work")
        self.times = times


class Budget:
    """Counts the steps of one count, and ends it where they are too many."""

    def __init__(self, steps: int = MOST_STEPS, progress: Progress | None = None, effort: int = 1) -> None:
        self.steps = self.left = steps
        self._effort = effort
        self._progress = progress
        self._next_report = steps - _STEPS_BETWEEN_REPORTS if progress else -1

    def spend(self, steps: int = 1) -> None:
        self.left -= steps
        if self.left < 0:
            raise TooMuch(
                "there are too many different kinds of hands to count; allow more work with pitboss odds "
                f"--effort {10 * self._effort}, or ask for less in one hand"
            )
        if self.left < self._next_report and self._progress is not None:
            self._next_report = self.left - _STEPS_BETWEEN_REPORTS
            self._progress(self.steps - self.left, self.steps)


class Effort(NamedTuple):
    """What each count may cost. It depends on the document and on what the user allows, never on what was counted
    before."""

    times: int = 1
    progress: Progress | None = None
    counts: int = 1  # of the whole document

    def share_among(self, counts: int) -> "Effort":
        """The same for a document that needs so many counts."""
        return self._replace(counts=counts)

    def new_budget(self) -> Budget:
        most = min(MOST_STEPS, MOST_STEPS_OF_A_DOCUMENT // max(1, self.counts))
        return Budget(self.times * most, self.progress, self.times)
