"""Files that are known by their names: documents, what was approved of them, what was decided; and their order."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final

ENDINGS: Final = (".yaml", ".yml")
# What stands beside a document, under its name and this, are the texts of it that were approved.
APPROVED: Final = ".approved"
# Papers that documents were taken from.
PAPERS: Final = (".pdf", ".txt", ".text", ".md")
# What people decided about findings, where nothing else is named.
DECISIONS: Final = "pitboss-decisions.yaml"
# Failures that are known, where nothing else is named.
BASELINE: Final = "pitboss-baseline.yaml"
# Neither is a document. In a folder they are passed over.
NO_DOCUMENTS: Final = (DECISIONS, BASELINE)


def sort_paths(paths: Iterable[str]) -> list[str]:
    """Paths folder by folder, whatever the order in which they were named or found."""
    return sorted(paths, key=lambda path: (os.path.normpath(path).split(os.sep), path))
