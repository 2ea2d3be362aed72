"""What commands are given: a day, documents, the law."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Final

from compliance.commands.ending import NOTHING_FOUND, USAGE, Stop, complain

if TYPE_CHECKING:
    from compliance.commands.files import Reader
    from compliance.law.catalogue import Catalogue
    from compliance.law.files import BadCatalogue

_MOST_TOLD: Final = 10


def read_day(text: str | None, option: str = "--as-of") -> date:
    """The day on which the law is read. The only place that looks at the clock."""
    if text is None:
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Stop(f"{option} {text}: expected a date such as 2024-07-01.", USAGE) from None


def find(paths: list[str]) -> list[str]:
    """The documents below the paths. Raises Stop when there are none."""
    from compliance.commands import files

    left_out: list[str] = []
    try:
        found = files.find(paths, left_out)
    except files.MissingPath as missing:
        raise Stop(f"{missing}: there is no such file or folder.", USAGE) from None
    for told in left_out[:_MOST_TOLD]:
        complain(f"{told}; name it to have it checked.")
    if len(left_out) > _MOST_TOLD:
        complain(f"{len(left_out) - _MOST_TOLD:,} more links and devices are left out.")
    if not found:
        raise Stop(f"no documents (.yaml, .yml) found in {', '.join(paths)}.", NOTHING_FOUND)
    return found


def load_catalogue(more: Sequence[str], reader: Reader, use_cache: bool = True) -> Catalogue:
    """The catalogue that comes with Pit Boss, and the user's own files after it."""
    from compliance.commands.cache import cache_home, recall_law
    from compliance.law.files import BadCatalogue, without_cases

    own = []
    for path in catalogue_paths(more):
        try:
            own.append((path, without_cases(reader.read(path))))
        except OSError as error:
            raise Stop(f"--catalogue {path}: cannot be read: {error.strerror or error}.", USAGE) from None
    try:
        return recall_law(own, cache_home(dict(os.environ)) if use_cache else None)
    except BadCatalogue as bad:
        count = len(bad.problems)
        message = f"the catalogue cannot be used: {count} problem{'s' * (count > 1)}."
        raise Stop(message, USAGE, _catalogue_problems(bad)) from None


def catalogue_paths(paths: Sequence[str]) -> tuple[str, ...]:
    """The files of catalogues that a user names; a folder is all files below it."""
    from compliance.commands import files

    try:
        return tuple(found for path in paths for found in (files.find([path]) if os.path.isdir(path) else [path]))
    except files.MissingPath as missing:
        raise Stop(f"--catalogue {missing}: there is no such file or folder.", USAGE) from None


def _catalogue_problems(bad: BadCatalogue) -> list[str]:
    from compliance.engine import problem_finding
    from compliance.reports import full

    screen = full.Screen(100)
    told: list[str] = []
    for found in bad.problems:
        finding = problem_finding(found.path, found.problem)
        lines = {found.path: found.source.lines}
        told += ["", *full.in_full(finding, lines.__getitem__, screen)]
    return told
