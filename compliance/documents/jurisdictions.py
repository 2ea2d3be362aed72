"""The jurisdiction of a document by name. Which of them there is law for is said by catalogs, and not here."""

import re
from typing import Final

from compliance.documents.values import get_text, refuse

# A name in full: what is shorter is an abbreviation.
JURISDICTION: Final = re.compile(r"[A-Za-z]{4,}(?:[ -][A-Za-z]+)*|[A-Za-z]+(?:[ -][A-Za-z]+)+")


def read_jurisdiction(value: object) -> str:
    """The name of a jurisdiction as catalogs write it: small letters, words joined by hyphens."""
    text = get_text(value, "the name of a state, in full")
    if JURISDICTION.fullmatch(text) is None:
        raise refuse(text, "the name of a state, in full")
    return "-".join(text.lower().replace("-", " ").split())


def place_title(name: str) -> str:
    """The name of a jurisdiction as people write it."""
    return " ".join(word.capitalize() for word in name.split("-"))
