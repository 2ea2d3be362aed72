"""The files that lie on the workbench, and what is known of them. Texts in, answers out: no disk, no clock.

Documents and their findings are remembered by their bytes, so that a keystroke has one document read and asked anew;
what documents say of each other is asked again each time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import cache, partial
from hashlib import sha256
from typing import TYPE_CHECKING, Final, TypeAlias

from compliance import __version__
from compliance.desk.names import checked_name, is_document
from compliance.desk.refusing import Refused
from compliance.documents.paths import APPROVED, DECISIONS, in_order
from compliance.documents.reading import Loaded, load
from compliance.editing.positions import Sheet
from compliance.engine import Data, Examined, Look, Readers, check
from compliance.findings import Findings
from compliance.memory import Memory
from compliance.reports import Context
from compliance.source import Limits, Source

if TYPE_CHECKING:
    from compliance.law.catalogue import Catalogue

MOST_FILES: Final = 500
MOST_BYTES: Final = 32 * 1024 * 1024
# What is remembered, in bytes of the documents it was made of: several versions of what one room has.
_REMEMBERED: Final = 8 * 1024 * 1024
_RUNS: Final = 4
_LINE_BREAK: Final = re.compile(r"\r\n|\n|\r")


# Has a document looked at, and may end that when it takes too long.
Fence: TypeAlias = Callable[[Look, tuple[str, Data]], Examined]


def _unfenced(look: Look, document: tuple[str, Data]) -> Examined:
    return look(document)


class Room:
    """The open files by name. `law` gives the catalogue when it is first asked for, `fence` has documents looked at."""

    def __init__(self, law: Callable[[], Catalogue], decisions: str = DECISIONS, fence: Fence = _unfenced) -> None:
        self.law = cache(law)
        self.decisions = decisions
        self._fence = fence
        self._files: dict[str, bytes] = {}
        self._loaded: Memory[Loaded] = Memory(_REMEMBERED)
        self._examined: Memory[Examined] = Memory(_REMEMBERED)
        self._runs: Memory[Findings] = Memory(_RUNS)

    # --- files ---

    def put(self, name: str, data: bytes) -> None:
        """Lay a file on the workbench, in the place of one of the same name. Raises Refused."""
        checked_name(name)
        most = Limits().bytes
        if len(data) > most:
            message = f"{name} has {len(data):,} bytes; no more than {most:,} are read."
            raise Refused(message, "A document is one game or one schedule; split the file.")
        others = sum(len(text) for other, text in self._files.items() if other != name)
        if (name not in self._files and len(self._files) >= MOST_FILES) or others + len(data) > MOST_BYTES:
            message = f"No more than {MOST_FILES} files or {MOST_BYTES:,} bytes are open at once."
            raise Refused(message, "Close files that are not needed, or use `pitboss check` on the folder.")
        self._files[name] = data

    def drop(self, name: str) -> None:
        """Take a file away."""
        self.data(name)
        del self._files[name]

    def rename(self, name: str, to: str) -> None:
        """Call a file by another name that is free."""
        data = self.data(name)
        checked_name(to)
        if to in self._files:
            raise Refused(f"There is a file called {to} already.", "Choose another name, or close that file first.")
        del self._files[name]
        self._files[to] = data

    def data(self, name: str) -> bytes:
        """The bytes of a file. Raises Refused where none is open under that name."""
        if name not in self._files:
            raise Refused(f"No file called {name} is open here.", "`files` lists those that are.")
        return self._files[name]

    @property
    def files(self) -> dict[str, bytes]:
        """All files with their bytes: a copy."""
        return dict(self._files)

    @property
    def names(self) -> list[str]:
        """The names of all files, in the order of every report."""
        return in_order(self._files)

    @property
    def documents(self) -> list[str]:
        """The files that are checked: neither approvals nor decisions."""
        return [name for name in self.names if is_document(name) and name != self.decisions]

    def digest(self, name: str) -> str:
        return sha256(self.data(name)).hexdigest()

    # --- what is known of them ---

    def load(self, name: str) -> Loaded:
        """A file as a document."""
        return self._read(name, self.data(name))

    def _read(self, name: str, data: bytes) -> Loaded:
        return self._loaded.get((name, sha256(data).digest()), partial(load, name, data), len(data) + 1)

    def _source(self, name: str, data: bytes) -> Source:
        return self._read(name, data).source

    def run(self, day: date) -> Findings:
        """What is found in all documents on a day."""
        names = self.documents
        key = (day, *((name, self.digest(name)) for name in (*names, *self._beside(names))))
        return self._runs.get(key, partial(self._run, day, names))

    def alone(self, day: date, names: Iterable[str]) -> Findings:
        """What is found in some documents as if there were no others. What each says for itself is known from then on,
        so that a run of all takes less."""
        return self._run(day, in_order(names))

    def document(self, name: str) -> str:
        """The name of a file that is checked. Raises Refused."""
        self.data(name)
        if name not in self.documents:
            raise Refused(f"{name} is no document but belongs to documents.", "Name the document itself.")
        return name

    def _beside(self, names: Iterable[str]) -> Iterator[str]:
        """The files that are no documents and have a say in a run."""
        yield from (name + APPROVED for name in names if name + APPROVED in self._files)
        if self.decisions in self._files:
            yield self.decisions

    def _run(self, day: date, names: Sequence[str]) -> Findings:
        reading = Readers(self._read, self._source)
        documents = [(name, self._files[name]) for name in names]
        law = self.law()
        results = check(documents, day, law, None, partial(self._look, day), False, self._approved, reading)
        if self.decisions in self._files:
            from compliance.decisions.applying import decide

            decide(results, self.decisions, self._files[self.decisions], lambda: map(self.load, names))
        return results

    def _look(self, day: date, look: Look, documents: Sequence[tuple[str, Data]]) -> Iterator[Examined]:
        """What became of each document: as remembered from an earlier run on the same day, or asked now."""
        for name, data in documents:
            assert isinstance(data, bytes)
            approved = self._approved(name)
            key = (day, name, sha256(data).digest(), approved and sha256(approved).digest())
            yield self._examined.get(key, partial(self._fence, look, (name, data)), len(data) + 1)

    def _approved(self, name: str) -> bytes | None:
        return self._files.get(name + APPROVED)

    def lines(self, name: str) -> list[str]:
        """The lines of a file as reports show them; none of one that is not open."""
        return _LINE_BREAK.split(self._files.get(name, b"").decode("utf-8-sig", "replace"))

    def sheet(self, name: str) -> Sheet:
        """The text of a file with its places as editors count them; an empty one of a file that is not open."""
        return Sheet(self._files.get(name, b"").decode("utf-8", "replace"))

    def context(self, names: Iterable[str], paper: str = "letter", annex: str = "short") -> Context:
        """What reports ask for besides the findings: the same as on the command line, into a file."""
        documents = list(names)
        return Context(
            cache(self.lines),
            lambda: [self.load(name) for name in documents],
            self.law,
            __version__,
            paper=paper,
            annex=annex,
        )
