"""What a document means, apart from how it is written: a canonical form, its fingerprint, and changes between two."""

from compliance.comparison.canonical import CanonicalForm, build_canonical_form
from compliance.comparison.changes import Change, find_changes
from compliance.comparison.edit_groups import group_changes

__all__ = ["CanonicalForm", "Change", "build_canonical_form", "find_changes", "group_changes"]
