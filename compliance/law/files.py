"""The files of a catalog: where they lie, and their bytes without what a check does not need."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, NamedTuple

from compliance.source import Problem, Source

_CASES: Final = b"\ncases:"
# How the names of documents end that cases change: they are no law.
BASE: Final = ".base.yaml"
_PACKAGE: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class CatalogProblem(NamedTuple):
    """A problem of a catalog file, with the file it is in."""

    path: str
    source: Source
    problem: Problem


class BadCatalog(Exception):
    """A catalog that cannot be used; carries every problem found."""

    def __init__(self, problems: list[CatalogProblem]) -> None:
        first = problems[0]
        span = first.problem.span
        super().__init__(f"{first.path}:{span.line}:{span.column}: {first.problem.message}")
        self.problems = problems


def schemas_folder() -> Path:
    """Where the catalog lies: inside the installed package, or at the root of a checkout."""
    inside = os.path.join(_PACKAGE, "schemas")
    return Path(inside if os.path.isdir(inside) else os.path.join(os.path.dirname(_PACKAGE), "schemas"))


def catalog_files() -> list[tuple[str, bytes]]:
    """The catalog that comes with Pit Boss: name and bytes of each file, always in the same order, without the cases,
    which only `explain` and the tests need."""
    top = str(schemas_folder())
    found = []
    for folder, folders, files in os.walk(top):
        folders.sort()
        below = folder[len(top) :].replace(os.sep, "/")
        for name in sorted(files):
            if name.endswith(".yaml") and not name.endswith(BASE):
                with open(os.path.join(folder, name), "rb") as file:
                    found.append((f"schemas{below}/{name}", strip_cases(file.read())))
    return found


def find_bases(folder: Path) -> dict[str, Path]:
    """The small whole documents below a folder that cases change, by name."""
    found = sorted(folder.rglob(f"*{BASE}"))
    return {path.name.removesuffix(BASE): path for path in found}


def strip_cases(data: bytes) -> bytes:
    """A file of a requirement without its cases. They stand last; a file that has anything after them stays whole."""
    before, found, cases = data.partition(_CASES)
    if not found or any(line[:1] not in (b"", b" ", b"-", b"#") for line in cases.split(b"\n")[1:]):
        return data
    return before + b"\n"
