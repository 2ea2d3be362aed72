"""How authorities and ways of seeing the law are called in reports, and the order of levels."""

from collections.abc import Mapping
from typing import Literal, get_args

Level = Literal["error", "warning", "note"]
LEVELS: tuple[str, ...] = get_args(Level)[::-1]

# The authority of a requirement that rests on no law.
GOOD_ORDER = "good order"

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
    GOOD_ORDER: "no law: a document must be usable",
}
# Rules that are told for information: nothing fails by them, and each answer says why.
ADVISORY: Mapping[str, str] = {
    "suspended": "This rule is suspended; no duty follows.",
    "later enjoined": "This rule is reported as in force on this date and enjoined later; what follows is for counsel.",
}
SEEN_WORDS: Mapping[str, str] = {
    "text": "text seen",
    "digest": "official digest seen, not the text",
    "recital": "known from what approved documents recite",
    "secondary": "secondary source only",
    "inferred": "inferred",
}
