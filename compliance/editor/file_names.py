"""Names of the files at the workbench: relative, with slashes, and of a kind that Pit Boss reads. Nothing else."""

from __future__ import annotations

import re
from typing import Final

from compliance.documents.paths import APPROVED, ENDINGS, PAPERS
from compliance.editor.refusal import RefusedRequest

MOST_CHARACTERS: Final = 200
# What a file system takes for something else, somewhere; and what nobody sees.
_ODD: Final = re.compile(r'[\x00-\x1f\x7f-\x9f\\:*?"<>|\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]')
_NEXT: Final = "Call it something like games/harbor-nines.yaml."


def validate_name(name: str) -> str:
    """A name that may be used. Raises Refused."""
    parts = name.split("/")
    if not name or len(name) > MOST_CHARACTERS:
        raise RefusedRequest(f"A file's name has 1 to {MOST_CHARACTERS} characters; this one has {len(name)}.", _NEXT)
    if _ODD.search(name):
        raise RefusedRequest(f"The name {name!a} has a character that a file's name cannot have.", _NEXT)
    if any(not part or part.startswith(".") or part.endswith((" ", ".")) or part != part.strip() for part in parts):
        raise RefusedRequest(f"`{name}` is no name of a file below this folder that is to be seen.", _NEXT)
    if not is_document_name(name) and not is_approval(name) and not is_paper(name):
        endings = ", ".join((*ENDINGS, APPROVED, *PAPERS))
        raise RefusedRequest(f"`{name}` is none of the files that are read here: their names end in {endings}.", _NEXT)
    return name


def is_document_name(name: str) -> bool:
    return name.lower().endswith(ENDINGS)


def is_paper(name: str) -> bool:
    """Whether a file is a paper that documents may have been taken from."""
    return name.lower().endswith(PAPERS)


def is_approval(name: str) -> bool:
    """Whether a file holds texts that were approved of the document beside it."""
    return name.endswith(APPROVED) and is_document_name(name.removesuffix(APPROVED))
