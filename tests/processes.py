"""Pit Boss as a process of its own, as a user meets it from the second run on: the law is remembered, no run is."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from compliance.commands.cache import recall_law


@cache
def _kept() -> Path:
    """The cache of the tests with the law in it, which takes longer to read than all else that such a process does."""
    home = Path(os.environ["XDG_CACHE_HOME"]) / "pitboss"
    recall_law([], str(home))
    return home


def remember_the_law(home: Path) -> None:
    """Put the law, as it was parsed, into what is to be somebody's XDG_CACHE_HOME."""
    (home / "pitboss").mkdir(mode=0o700)
    for entry in _kept().glob("law-*.json"):
        shutil.copy2(entry, home / "pitboss")


@contextmanager
def where_the_law_is_remembered(**more: str) -> Iterator[dict[str, str]]:
    """An environment with a cache that holds the law and nothing else."""
    with tempfile.TemporaryDirectory() as home:
        remember_the_law(Path(home))
        yield {**os.environ, "PITBOSS_CACHE": "", "XDG_CACHE_HOME": home, **more}
