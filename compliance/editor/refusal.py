"""What cannot be done at the workbench, in words for the person who sits at it."""

from __future__ import annotations


class RefusedRequest(Exception):
    """A call that cannot be answered: why, and what to do next."""

    def __init__(self, message: str, next: str = "") -> None:
        super().__init__(message)
        self.next = next
