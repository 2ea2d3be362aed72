"""What authorities, ways of seeing the law and bases of answers are called; levels, and how high each may be."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

Level = Literal["error", "warning", "note"]
LEVELS: tuple[str, ...] = get_args(Level)[::-1]
# By what becomes of a document that fails: its level, and what that means. docs/law.md shows it, and docs/levels.yaml
# says which requirements are of which kind.
CONSEQUENCES: Final[Mapping[str, tuple[Level, str]]] = {
    "impossible": ("error", "nobody can play, pay or decide by it: there is no answer, there are two, or none can be"),
    "costs money": ("error", "somebody would pay, or be paid, another amount than was meant"),
    "wrong text": ("error", "it is about another house, game, day, number or paper, or cannot be tested as written"),
    "dispute": ("warning", "somebody at the table has to ask, and play goes on"),
    "formality": ("warning", "the law asks for a statement or a citation, and play is as it should be without"),
    "untidy": ("note", "the text is harder to use, and misleads nobody"),
}
_HEIGHTS: Final = {level: height for height, level in enumerate(LEVELS)}

# What an answer rests on, the surest first.
Basis = Literal["computed", "stated", "reading"]
BASES: tuple[str, ...] = get_args(Basis)

# The authority of a requirement that rests on no law.
GOOD_ORDER = "good order"

# Law of a place or a house and not of a state: it holds where its own dates say so.
LOCAL: Final = ("ordinance", "house policy")

# Law whose text is amended from time to time: the day on which a copy of it was read says how far it is known.
TEXTS_OF_LAW: Final = ("statute", "regulation")

# A text that is not in force, and may be tried as if it were.
PROPOSED: Final = "proposed"

AUTHORITY_WORDS: Mapping[str, str] = {
    "statute": "statute",
    "regulation": "regulation",
    "case": "court decision",
    "ordinance": "local ordinance",
    "house policy": "policy of the house, not law",
    "approval practice": "practice of the approving agency, not law",
    "agency letter": "letter of the agency, not law",
    "suspended": "regulation that is suspended",
    "later enjoined": "regulation in force on this date, enjoined later",
    PROPOSED: "proposed, not law",
    GOOD_ORDER: "no law: a document must be usable",
}
# What is asked by no law, though by more than good order.
NO_LAW: Final = ("approval practice", "agency letter", "house policy")
# Rules that are told for information, and only when asked for: nothing fails by them, and each answer says why.
ENJOINED: Final = "later enjoined"
ADVISORY: Mapping[str, str] = {
    "suspended": "This rule is suspended; no duty follows.",
    ENJOINED: "This rule is reported as in force on this date and enjoined later; what follows is for counsel.",
}
# What an answer is part of: the law, good order, or law that is told for information.
Side = Literal["law", "order", "suspended"]
SEEN_WORDS: Mapping[str, str] = {
    "text": "text seen",
    "digest": "official digest seen, not the text",
    "recital": "known from what approved documents recite",
    "secondary": "secondary source only",
    "inferred": "inferred",
}
BASIS_WORDS: Mapping[str, str] = {
    "computed": "computed from figures or structure",
    "stated": "stated in the document's words",
    "reading": "rests on a reading of ours",
}

# The highest level that a failure may have, by what kind of law it is and how that was seen (the empty word stands for
# every way), for an answer that is computed, stated, or a reading. docs/law.md shows it.
_AS_SURE_AS_THE_TEXT: Mapping[str, tuple[str, str, str]] = {
    "text": ("error", "error", "warning"),
    "digest": ("error", "warning", "warning"),
    "inferred": ("warning", "warning", "warning"),
    "recital": ("warning", "warning", "note"),
    "secondary": ("warning", "warning", "note"),
}
_HEARSAY: Mapping[str, tuple[str, str, str]] = {"": ("warning", "warning", "note")}
_NO_DUTY: Mapping[str, tuple[str, str, str]] = {"": ("note", "note", "note")}
_OWN_WORD: Mapping[str, tuple[str, str, str]] = {"": ("error", "error", "warning")}
HIGHEST_LEVELS: Mapping[str, Mapping[str, tuple[str, str, str]]] = {
    "statute": _AS_SURE_AS_THE_TEXT,
    "regulation": _AS_SURE_AS_THE_TEXT,
    "case": _HEARSAY,
    "approval practice": _HEARSAY,
    "agency letter": _NO_DUTY,
    "suspended": _NO_DUTY,
    "later enjoined": _NO_DUTY,
    "ordinance": _OWN_WORD,
    "house policy": _OWN_WORD,
    PROPOSED: _OWN_WORD,
    GOOD_ORDER: _OWN_WORD,
}


def highest_level(authority: str, seen: str, basis: str) -> str:
    """The highest level that a failure by this law may have, when the answer has this basis."""
    ways = HIGHEST_LEVELS[authority]
    return ways.get(seen, ways.get("", _NO_DUTY[""]))[BASES.index(basis)]


def lower(level: str, other: str) -> str:
    """The lower of two levels. Asked for every finding."""
    return level if _HEIGHTS[level] <= _HEIGHTS[other] else other


def weaker(basis: str, other: str) -> str:
    """The less sure of two bases."""
    return max(basis, other, key=BASES.index)


def side_of(authority: str) -> Side:
    """Whether what is asked is asked by law that is a duty, by good order, or by law that is told for information.

    What keeps a document from being read is asked by no authority, and is a matter of good order."""
    if authority in (GOOD_ORDER, ""):
        return "order"
    return "suspended" if authority in ADVISORY else "law"
