"""Answers remembered from one run to the next, so that an unchanged set of documents is answered at once.

A run is remembered under a hash of everything it depends on: the bytes and names of its documents, the day, the
catalogue, the code. Any change is another hash. The bytes that were hashed are the bytes that are checked. What is
remembered carries a hash of itself and of its own name: damaged, or in another's place, it is forgotten. One that
cannot be written is no loss.

Only its own answers: the folder and every file must belong to this user and be closed to all others, and no link is
followed. Otherwise nothing of it is used. docs/limits.md says how much is kept.
"""

from __future__ import annotations

import json
import os
import stat
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from compliance.commands.files import STDIN, approved_beside
from compliance.findings import About, Checked, Finding, Findings, LookedUp, Place, Pool, Said
from compliance.source import Span

if TYPE_CHECKING:
    from compliance.commands.files import Reader
    from compliance.law.catalogue import Catalogue

_MOST_FILES: Final = 5_000
_MOST_BYTES: Final = 32 * 1024 * 1024
_MOST_ENTRIES: Final = 100
_MOST_KEPT: Final = 64 * 1024 * 1024
_MOST_ENTRY: Final = 16 * 1024 * 1024
_PLACE: Final = 40  # characters of a place besides its words, at least
_LEFT_OVER: Final = 600  # seconds after which a file that is still being written no longer is
# What reading damaged data may come to.
_DAMAGED: Final = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
_PACKAGE: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Cache:
    """Where one run is remembered, or would be."""

    def __init__(self, home: str, key: str) -> None:
        self._home = home
        self._name = f"{key}.json"

    def recall(self) -> Findings | None:
        """The findings of the same run, if it was made before."""
        try:
            return _findings(_recalled(self._home, self._name))
        except _DAMAGED:
            return None

    def remember(self, findings: Findings) -> None:
        """Keep a run's findings for the next time, unless they are more than is kept."""
        if not _too_many(findings):
            _keep(self._home, self._name, _data(findings))


def cache_for(
    paths: Sequence[str], catalogues: Sequence[str], asked: Iterable[str], home: str | None, reader: Reader
) -> Cache | None:
    """The cache of a run; None when there is no place for one, or the run is not of a kind worth remembering.

    The reader keeps every byte that is hashed here: a file that changes meanwhile is checked as it was.
    """
    if home is None or STDIN in paths or len(paths) > _MOST_FILES:
        return None
    files: list[tuple[str, bytes]] = []
    room = _MOST_BYTES
    try:
        approvals = [kept for path in paths if (kept := approved_beside(path)) is not None]
        for path in (*catalogues, "", *paths, "", *approvals):
            files.append((path, reader.keep(path) if path else b""))
            room -= len(files[-1][1])
            if room < 0:
                return None
    except OSError:
        return None
    return Cache(home, _key(asked, files))


def _key(asked: Iterable[str], files: Iterable[tuple[str, bytes]]) -> str:
    """A hash of what is asked, the code, and files: their names, lengths and bytes, so that no border can move."""
    digest = sha256(repr([*asked, _fingerprint()]).encode())
    for path, data in files:
        digest.update(repr((path, len(data))).encode() + data)
    return digest.hexdigest()[:40]


def recall_law(own: list[tuple[str, bytes]], home: str | None) -> Catalogue:
    """The law that comes with Pit Boss and the user's own files after it, as they were put together before: to read
    them takes longer than to check a document.

    It is kept ready for use, with the modules of all checks, under a hash of the user's files, the code and the law
    that come with Pit Boss. Raises BadCatalogue as `read_catalogue` does.
    """
    from compliance.checks import CHECKS
    from compliance.law.catalogue import catalogue_data, catalogue_of_data

    name = f"law-{_key(['law'], own)}.json"
    if home is not None:
        try:
            data = _recalled(home, name)
            law = catalogue_of_data(data["law"])
            CHECKS.expect(data["checks"])
            return law
        except _DAMAGED:
            pass
    from compliance.law.files import catalogue_files
    from compliance.law.reading import read_catalogue

    law = read_catalogue([*catalogue_files(), *own])
    if home is not None:
        _keep(home, name, {"law": catalogue_data(law), "checks": CHECKS.modules()})
    return law


@contextmanager
def counts_kept(home: str | None) -> Iterator[None]:
    """Counts of odds in what is done inside: recalled when something is to be counted, and kept where it was new.
    Those of several processes are not kept: many documents make few counts each."""
    from compliance.odds.memory import MEMORY

    if home is None:
        MEMORY.begin()
        yield
        return
    name = f"counts-{_key(['counts'], [])}.json"
    MEMORY.begin(lambda: _recalled(home, name))
    yield
    if (data := MEMORY.new()) is not None:
        _keep(home, name, data)


# --- files of the cache -----------------------------------------------------------------------------------------------


def _seal(name: str, text: bytes) -> bytes:
    digest = sha256(f"{name}\n".encode())
    digest.update(text)
    return digest.hexdigest().encode()


def _recalled(home: str, name: str) -> Any:
    """What a file of the cache holds. Raises one of _DAMAGED when it is not what was once written."""
    folder = _open_folder(home)
    try:
        opened = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    finally:
        os.close(folder)
    with os.fdopen(opened, "rb") as file:
        found = os.fstat(opened)
        if not stat.S_ISREG(found.st_mode) or not _is_private(found) or found.st_nlink != 1:
            raise OSError("not a file of this user alone")
        if found.st_size > _MOST_ENTRY:
            raise OSError("larger than any that is kept")
        digest, text = file.readline(_MOST_ENTRY), file.read(_MOST_ENTRY)
    if _seal(name, text) + b"\n" != digest:
        raise ValueError("damaged")
    return json.loads(text)


def _keep(home: str, name: str, data: Any) -> None:
    """Write a file of the cache; that it cannot be written is no loss."""
    text = json.dumps(data).encode()
    head = _seal(name, text) + b"\n"
    if len(head) + len(text) > _MOST_ENTRY:
        return
    try:
        os.makedirs(home, mode=0o700, exist_ok=True)
        folder = _open_folder(home)
        try:
            _write(folder, name, (head, text))
            _prune(folder, name)
        finally:
            os.close(folder)
    except OSError:
        return


def _open_folder(home: str) -> int:
    """The folder, opened so that nobody can put another in its place. Raises OSError unless it is this user's alone."""
    if os.open not in os.supports_dir_fd or not hasattr(os, "geteuid"):
        raise OSError("this system does not say whose a file is")
    folder = os.open(home, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        found = os.fstat(folder)
        if found.st_uid == os.geteuid() and not found.st_mode & 0o022:
            # Others could read it, which older versions let them: nothing in it can be forged.
            if found.st_mode & 0o077:
                os.fchmod(folder, 0o700)
            return folder
        raise OSError("not a folder of this user alone")
    except OSError:
        os.close(folder)
        raise


def _is_private(found: os.stat_result) -> bool:
    return found.st_uid == os.geteuid() and not found.st_mode & 0o077


def _write(folder: int, name: str, entry: tuple[bytes, ...]) -> None:
    """Whole or not at all: a reader sees the old file or the new one. Where the system can, a file has no name until it
    is whole: killed before, nothing is left of it."""
    part = f".{os.getpid()}-{name}.part"
    nameless = _nameless(folder)
    opened = nameless if nameless is not None else os.open(part, _NEW, 0o600, dir_fd=folder)
    try:
        with os.fdopen(opened, "wb") as file:
            file.writelines(entry)
            file.flush()
            if nameless is not None:
                # A folder is named beside the path, which needs none, because only then are links followed.
                source = f"/proc/self/fd/{opened}"
                os.link(source, part, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=True)
        os.replace(part, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(part, dir_fd=folder)
        raise


def _nameless(folder: int) -> int | None:
    if not hasattr(os, "O_TMPFILE") or not os.path.isdir("/proc/self/fd"):
        return None
    try:
        return os.open(".", os.O_TMPFILE | os.O_WRONLY, 0o600, dir_fd=folder)
    except OSError:
        return None


def _prune(folder: int, newest: str) -> None:
    """Bound the cache in files and in bytes, oldest out first, and sweep what killed runs left behind."""
    now = os.stat(newest, dir_fd=folder, follow_symlinks=False).st_mtime
    entries: list[tuple[float, int, str]] = []
    with os.scandir(folder) as listed:
        present = list(listed)
    for entry in present:
        found = entry.stat(follow_symlinks=False)
        if entry.name.endswith(".part"):
            if found.st_mtime < now - _LEFT_OVER:
                os.unlink(entry.name, dir_fd=folder)
        elif entry.name != newest and not stat.S_ISDIR(found.st_mode):
            entries.append((found.st_mtime, found.st_size, entry.name))
    room = _MOST_KEPT - os.stat(newest, dir_fd=folder, follow_symlinks=False).st_size
    for number, (_, size, name) in enumerate(sorted(entries, reverse=True), 1):
        room -= size
        if room < 0 or number >= _MOST_ENTRIES:
            os.unlink(name, dir_fd=folder)


def cache_home(environment: dict[str, str]) -> str | None:
    """Where runs are remembered; None when the user wants none."""
    if environment.get("PITBOSS_CACHE") == "off":
        return None
    base = environment.get("XDG_CACHE_HOME") or os.path.join(environment.get("HOME", ""), ".cache")
    return os.path.join(base, "pitboss") if os.path.isabs(base) else None


@cache
def _fingerprint() -> str:
    """The code and the law that come with Pit Boss, by size and time of change; as a run finds them when it begins."""
    return sha256(repr(sorted(_files_by_change())).encode()).hexdigest()


def _files_by_change() -> Iterator[str]:
    # With `scandir`, because these are most of the files that a short run looks at.
    waiting = [_PACKAGE, *filter(os.path.isdir, [os.path.join(os.path.dirname(_PACKAGE), "schemas")])]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.name.endswith((".py", ".yaml", ".tsv")):
                    found = entry.stat()
                    yield f"{entry.path}:{found.st_size}:{found.st_mtime_ns}"
                elif entry.name not in ("__pycache__", "rulesets") and entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)


def _too_many(findings: Findings) -> bool:
    """Whether the words of the findings alone are more than is kept. To write all answers on a large set down, only to
    see that they are too long, would take longer than any report, and most of the memory of the run."""
    room = _MOST_ENTRY
    told: set[Said] = set()
    for finding in findings.findings:
        said = finding.said
        if said not in told:
            told.add(said)
            room -= len(said.message) + len(said.asks) + len(said.citation) + len(said.remedy)
        room -= sum(_PLACE + len(place.path) + len(place.route) for place in finding.places)
        if room < 0:
            return True
    return False


def _data(findings: Findings) -> dict[str, Any]:
    """A run as plain data. What many findings say is written once, and each has its number."""
    about = findings.about
    numbers: dict[Said, int] = {}
    found = [(numbers.setdefault(one.said, len(numbers)), one.places) for one in findings.findings]
    return {
        "as_of": findings.as_of.isoformat(),
        "catalogue": findings.catalogue,
        "documents": findings.documents,
        "said": list(numbers),
        "findings": found,
        "counts": findings.counts,
        "unread": findings.unread,
        "about": [about.bases, about.looked_up, about.first_law, about.alone, about.left_to_people],
        "unkept": findings.unkept,
    }


def _findings(data: dict[str, Any]) -> Findings:
    said = [one._replace(paste=tuple(one.paste)) for one in map(Said._make, data["said"])]
    found = []
    pool = Pool()
    rows = data["findings"][::-1]
    data["findings"].clear()
    while rows:  # each is let go as it is taken: there may be as many as make 16 MiB
        number, where = rows.pop()
        places = tuple(
            Place(path, Span(*span), route, label, tuple((file, lines) for file, lines in source))
            for path, span, route, label, source in where
        )
        found.append(pool.take(Finding(said[number], places)))
    documents = [Checked(*row) for row in data["documents"]]
    counts = Counter(data["counts"])
    bases, looked_up, first_law, alone, left_to_people = data["about"]
    days = {place: LookedUp(*row) for place, row in looked_up.items()}
    about = About(bases, days, first_law, alone, left_to_people)
    day = date.fromisoformat(data["as_of"])
    return Findings(day, data["catalogue"], documents, found, counts, data["unread"], about, data["unkept"])
