"""What an answer of a check can rest on at best.

Most checks compute: they compare figures, dates, structure. Those that are named here look at one word that the author
of a document chose, or at the name of a statement; whatever a catalogue says of them, their answers are `stated`. A
check that computes where it can, and otherwise goes by a word, says so in its verdict (`Verdict.basis`).
"""

from typing import Final

_BY_A_WORD: Final = frozenset(
    {
        "bank-licence",
        "collection-one-of",
        "known-words",
        "lists-in-own-words",
        "none-of",
        "none-of-all",
        "one-of",
        "only-in-family",
        "said",
        "said-unless",
        "statements",
        "statements-affirmed",
        "submitter",
        "unlisted-game-one-of",
        "waiver-said",
    }
)


def best_basis(check: str) -> str:
    """The surest basis that an answer of a check can have."""
    return "stated" if check in _BY_A_WORD else "computed"
