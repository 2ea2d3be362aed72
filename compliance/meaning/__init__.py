"""What a document means, apart from how it is written: a canonical form, its fingerprint, and changes between two."""

from compliance.meaning.canonical import Meaning, meaning_of
from compliance.meaning.changes import Change, changes_between
from compliance.meaning.gathering import gathered

__all__ = ["Change", "Meaning", "changes_between", "gathered", "meaning_of"]
