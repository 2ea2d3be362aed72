"""Answers remembered from one run to the next, so that an unchanged set of documents is answered at once.

A run is remembered under a hash of everything it depends on: the bytes and names of its documents, the day, the
catalogue, the code. Any change is another hash. The bytes that were hashed are the bytes that are checked. What is
remembered carries a hash of itself: damaged, it is forgotten. One that cannot be written is no loss.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from compliance import __version__
from compliance.commands.files import STDIN
from compliance.findings import About, Checked, Finding, Findings, LookedUp, Place
from compliance.source import Span

if TYPE_CHECKING:
    from compliance.commands.files import Reader
    from compliance.law.catalogue import Catalogue

_MOST_FILES: Final = 500
_MOST_BYTES: Final = 32 * 1024 * 1024
_MOST_RUNS: Final = 100
# What reading damaged data may come to.
_DAMAGED: Final = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)
_PACKAGE: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Cache:
    """Where one run is remembered, or would be."""

    def __init__(self, folder: str, key: str) -> None:
        self._folder = folder
        self._path = os.path.join(folder, f"{key}.json")

    def recall(self) -> Findings | None:
        """The findings of the same run, if it was made before."""
        try:
            return _findings(_recalled(self._path))
        except _DAMAGED:
            return None

    def remember(self, findings: Findings) -> None:
        """Keep a run's findings for the next time."""
        _keep(self._folder, self._path, _data(findings))


def cache_for(
    paths: Sequence[str], catalogues: Sequence[str], asked: Iterable[str], home: str | None, reader: Reader
) -> Cache | None:
    """The cache of a run; None when there is no place for one, or the run is not of a kind worth remembering.

    The reader keeps every byte that is hashed here: a file that changes meanwhile is checked as it was.
    """
    if home is None or STDIN in paths or len(paths) > _MOST_FILES:
        return None
    digest = sha256(repr([*asked, *_fingerprint()]).encode())
    room = _MOST_BYTES
    try:
        for path in (*catalogues, "", *paths):
            data = reader.keep(path) if path else b""
            digest.update(repr((path, len(data))).encode() + data)
            room -= len(data)
            if room < 0:
                return None
    except OSError:
        return None
    return Cache(home, digest.hexdigest()[:40])


def recall_law(files: list[tuple[str, bytes]], home: str | None) -> Catalogue:
    """A catalogue as it was put together before: to read it takes longer than to check a document.

    It is kept ready for use, under a hash of the files and of the code. Raises BadCatalogue as `read_catalogue` does.
    """
    from compliance.law.catalogue import catalogue_data, catalogue_of_data

    path = _kept_law(files, home) if home is not None else None
    if path is not None:
        try:
            return catalogue_of_data(_recalled(path))
        except _DAMAGED:
            pass
    from compliance.law.reading import read_catalogue

    law = read_catalogue(files)
    if home is not None and path is not None:
        _keep(home, path, catalogue_data(law))
    return law


def _kept_law(files: list[tuple[str, bytes]], home: str) -> str:
    # The files of the law are hashed whole, so of the rest only the code counts.
    digest = sha256(repr([__version__, *_fingerprint((".py",))]).encode())
    for name, data in files:
        digest.update(repr((name, len(data))).encode() + data)
    return os.path.join(home, f"law-{digest.hexdigest()[:40]}.json")


def _recalled(path: str) -> Any:
    """What a file of the cache holds. Raises one of _DAMAGED when it is not what was once written."""
    with open(path, encoding="utf-8") as file:
        digest, _, text = file.read().partition("\n")
    if sha256(text.encode()).hexdigest() != digest:
        raise ValueError("damaged")
    return json.loads(text)


def _keep(folder: str, path: str, data: Any) -> None:
    """Write a file of the cache; that it cannot be written is no loss."""
    from compliance.commands.files import write_whole

    text = json.dumps(data)
    try:
        os.makedirs(folder, exist_ok=True)
        write_whole(path, [sha256(text.encode()).hexdigest(), "\n", text])
        _prune(folder)
    except OSError:
        return


def cache_home(environment: dict[str, str]) -> str | None:
    """Where runs are remembered; None when the user wants none."""
    if environment.get("PITBOSS_CACHE") == "off":
        return None
    base = environment.get("XDG_CACHE_HOME") or os.path.join(environment.get("HOME", ""), ".cache")
    return os.path.join(base, "pitboss") if os.path.isabs(base) else None


def _fingerprint(endings: tuple[str, ...] = (".py", ".yaml")) -> Iterable[str]:
    """The code and the law that come with Pit Boss, by size and time of change."""
    schemas = (os.path.join(os.path.dirname(_PACKAGE), "schemas"),) if ".yaml" in endings else ()
    for root in (_PACKAGE, *schemas):
        for folder, folders, files in os.walk(root):
            folders[:] = [name for name in folders if name not in ("__pycache__", "rulesets")]
            for name in sorted(files):
                if name.endswith(endings):
                    found = os.stat(os.path.join(folder, name))
                    yield f"{folder}/{name}:{found.st_size}:{found.st_mtime_ns}"


def _prune(folder: str) -> None:
    kept = sorted((entry.stat().st_mtime, entry.path) for entry in os.scandir(folder) if entry.name.endswith(".json"))
    for _, path in kept[:-_MOST_RUNS]:
        os.unlink(path)


def _data(findings: Findings) -> dict[str, Any]:
    about = findings.about
    return {
        "as_of": findings.as_of.isoformat(),
        "catalogue": findings.catalogue,
        "documents": findings.documents,
        "findings": findings.findings,
        "counts": findings.counts,
        "unread": findings.unread,
        "about": [about.bases, about.looked_up, about.first_law, about.alone],
    }


def _findings(data: dict[str, Any]) -> Findings:
    found = []
    for row in data["findings"]:
        places = tuple(
            Place(path, Span(*span), route, label, tuple((file, lines) for file, lines in source))
            for path, span, route, label, source in row[-1]
        )
        found.append(Finding._make([*row[:-1], places]))
    documents = [Checked(*row) for row in data["documents"]]
    counts = Counter(data["counts"])
    bases, looked_up, first_law, (answers, alone) = data["about"]
    days = {place: LookedUp(*row) for place, row in looked_up.items()}
    about = About(bases, days, first_law, (answers, alone))
    day = date.fromisoformat(data["as_of"])
    return Findings(day, data["catalogue"], documents, found, counts, data["unread"], about)
