"""What commands are given: a day, documents, the law."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Final

from compliance.commands.exits import NOTHING_FOUND, USAGE, Stop, complain

if TYPE_CHECKING:
    from compliance.commands.files import Reader
    from compliance.law.catalog import Catalog, Proposal
    from compliance.law.files import BadCatalog

_MOST_TOLD: Final = 10


def read_day(text: str | None, option: str = "--as-of") -> date:
    """The day on which the law is read. The only place that looks at the clock."""
    if text is None:
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Stop(f"{option} {text}: expected a date such as 2024-07-01.", USAGE) from None


def find_documents(paths: list[str], kept: Sequence[str | None] = ()) -> list[str]:
    """The documents below the paths; not the files of decisions and known failures that the run uses, unless they are
    documents. Raises Stop when there are none."""
    from compliance.commands import files

    left_out: list[str] = []
    try:
        mine = [name for name in kept if name]
        found = files.find(paths, left_out, mine)
    except files.MissingPath as missing:
        raise Stop(f"{missing}: there is no such file or folder.", USAGE) from None
    for told in left_out[:_MOST_TOLD]:
        complain(f"{told}; name it to have it checked.")
    if len(left_out) > _MOST_TOLD:
        complain(f"{len(left_out) - _MOST_TOLD:,} more links and devices are left out.")
    keys = {key for name in mine if (key := files.file_key(name)) is not None}
    if keys:
        found = [path for path in found if files.file_key(path) not in keys or files.is_document_file(path)]
    if not found:
        raise Stop(f"no documents (.yaml, .yml) found in {', '.join(paths)}.", NOTHING_FOUND)
    return found


def find_here(kept: Sequence[str | None] = ()) -> list[str]:
    """The documents of the folder at hand, where neither the command line nor settings name any: files that say that
    they are documents. Raises Stop when there are none."""
    from compliance.commands.files import is_document_file

    try:
        found = [path for path in find_documents(["."], kept) if is_document_file(path)]
    except Stop:
        found = []
    if not found:
        advice = 'name them, or write `paths = ["rules"]` into pitboss.toml'
        raise Stop(f"no documents in this folder (YAML files with the key `document`): {advice}.", NOTHING_FOUND)
    count = f"{len(found):,} document{'s' * (len(found) != 1)}"
    complain(f"no paths are named: {count} of this folder. To name them for good: `paths = [...]` in pitboss.toml.")
    return found


def load_catalog(more: Sequence[str], reader: Reader) -> Catalog:
    """The catalog that comes with Pit Boss, and the user's own files after it."""
    own = []
    for path in catalog_paths(more):
        try:
            own.append((path, reader.read(path)))
        except OSError as error:
            raise Stop(f"--catalog {path}: cannot be read: {error.strerror or error}.", USAGE) from None
    return build_catalog(own)


def find_proposals(law: Catalog, names: Sequence[str]) -> list[Proposal]:
    """Proposals by name. Raises Stop for a name that none has."""
    for name in names:
        if name not in law.proposals:
            known = ", ".join(law.proposals) or "none"
            raise Stop(f"no proposal is called {name}; known: {known}.", USAGE)
    return [law.proposals[name] for name in names]


def build_catalog(own: Sequence[tuple[str, bytes]]) -> Catalog:
    """The same from the bytes of the user's files, each with its name. Raises Stop."""
    from compliance.law.files import BadCatalog, strip_cases

    files = [(path, strip_cases(data)) for path, data in own]
    try:
        return _read_law(files)
    except BadCatalog as bad:
        count = len(bad.problems)
        message = f"the catalog cannot be used: {count} problem{'s' * (count > 1)}."
        raise Stop(message, USAGE, _catalog_problems(bad)) from None


def _read_law(own: list[tuple[str, bytes]]) -> Catalog:
    """The law that comes with Pit Boss, as compiled; read with the user's own files where there are any. Raises
    BadCatalog."""
    if not own:
        from compliance.engine.compiled_law import load_law

        return load_law()
    from compliance.engine.catalog import read_catalog
    from compliance.law.files import catalog_files

    return read_catalog([*catalog_files(), *own])


def catalog_paths(paths: Sequence[str]) -> tuple[str, ...]:
    """The files of catalogs that a user names; a folder is all files below it, but for documents that cases change."""
    from compliance.commands import files
    from compliance.law.files import BASE

    try:
        found = (one for path in paths for one in (files.find([path]) if os.path.isdir(path) else [path]))
        return tuple(path for path in found if not path.endswith(BASE))
    except files.MissingPath as missing:
        raise Stop(f"--catalog {missing}: there is no such file or folder.", USAGE) from None


def _catalog_problems(bad: BadCatalog) -> list[str]:
    from compliance.engine.answers import problem_finding
    from compliance.reports import finding_text

    screen = finding_text.Screen(100)
    told: list[str] = []
    for found in bad.problems:
        finding = problem_finding(found.path, found.problem)
        lines = {found.path: found.source.lines}
        told += ["", *finding_text.describe_problem(finding, lines.__getitem__, screen)]
    return told
