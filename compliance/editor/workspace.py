"""The files that lie on the workbench, and what is known of them. Texts in, answers out: no disk, no clock.

Documents and their findings are remembered by their bytes, so that a keystroke has one document read and asked anew;
what documents say of each other is asked again each time.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import cache, partial
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from compliance import __version__
from compliance.documents.loader import LoadedDocument, load_document
from compliance.documents.paper_text import PaperText, UnreadablePaper, find_paper_names
from compliance.documents.paths import APPROVED, DECISIONS, sort_paths
from compliance.editor.file_names import is_document_name, is_paper, validate_name
from compliance.editor.positions import Sheet
from compliance.editor.refusal import RefusedRequest
from compliance.engine.checking import CheckOne, Guard, check
from compliance.engine.document_check import DocumentResult
from compliance.engine.findings import Findings
from compliance.engine.houses import Data
from compliance.paper.attachment import attach_paper, read_paper_text
from compliance.paper.pdf import Pdf, describe_pictures, read_pdf
from compliance.reports import ReportContext
from compliance.source import Limits
from compliance.source.bounded_cache import BoundedCache

if TYPE_CHECKING:
    from compliance.law.catalog import Catalog

MOST_FILES: Final = 500
MOST_BYTES: Final = 32 * 1024 * 1024
MOST_PAPER_BYTES: Final = 10 * 1024 * 1024
# What is remembered, in bytes of the documents it was made of: several versions of what one room has.
_CACHED_BYTES: Final = 8 * 1024 * 1024
_RUNS: Final = 4
_PAPERS: Final = 8
_LINE_BREAK: Final = re.compile(r"\r\n|\n|\r")


class ReadPaper(NamedTuple):
    """A paper as it was read: its text, with the boxes of a PDF; or why it cannot be read."""

    text: PaperText | None
    pdf: Pdf | None = None
    problem: str = ""


def _read_paper(path: str, data: bytes) -> ReadPaper:
    name = posixpath.basename(path)
    try:
        if not name.lower().endswith(".pdf"):
            return ReadPaper(read_paper_text(name, data))
        pdf = read_pdf(name, data)
        return ReadPaper(pdf.text.add_warning(describe_pictures(pdf)), pdf)
    except UnreadablePaper as problem:
        return ReadPaper(None, None, str(problem))


class Workspace:
    """The open files by name. `law` gives the catalog when it is first asked for, `fence` has documents looked at."""

    def __init__(
        self,
        law: Callable[[], Catalog],
        decisions: str = DECISIONS,
        fence: Guard = lambda check_one, one: check_one(one),
    ) -> None:
        self.law = cache(law)
        self.decisions = decisions
        self._fence = fence
        self._files: dict[str, bytes] = {}
        self._loaded: BoundedCache[LoadedDocument] = BoundedCache(_CACHED_BYTES)
        self._examined: BoundedCache[DocumentResult] = BoundedCache(_CACHED_BYTES)
        self._runs: BoundedCache[Findings] = BoundedCache(_RUNS)
        self._papers: BoundedCache[ReadPaper] = BoundedCache(_PAPERS)

    # --- files ---

    def put(self, name: str, data: bytes) -> None:
        """Lay a file on the workbench, in the place of one of the same name. Raises Refused."""
        validate_name(name)
        most = MOST_PAPER_BYTES if is_paper(name) else Limits().bytes
        if len(data) > most:
            message = f"{name} has {len(data):,} bytes; no more than {most:,} are read."
            raise RefusedRequest(message, "A document is one game or one schedule; split the file.")
        others = sum(len(text) for other, text in self._files.items() if other != name)
        if (name not in self._files and len(self._files) >= MOST_FILES) or others + len(data) > MOST_BYTES:
            message = f"No more than {MOST_FILES} files or {MOST_BYTES:,} bytes are open at once."
            raise RefusedRequest(message, "Close files that are not needed, or use `pitboss check` on the folder.")
        self._files[name] = data

    def drop(self, name: str) -> None:
        """Take a file away."""
        self.data(name)
        del self._files[name]

    def rename(self, name: str, to: str) -> None:
        """Call a file by another name that is free."""
        data = self.data(name)
        validate_name(to)
        if to in self._files:
            raise RefusedRequest(
                f"There is a file called {to} already.", "Choose another name, or close that file first."
            )
        del self._files[name]
        self._files[to] = data

    def data(self, name: str) -> bytes:
        """The bytes of a file. Raises Refused where none is open under that name."""
        if name not in self._files:
            raise RefusedRequest(f"No file called {name} is open here.", "`files` lists those that are.")
        return self._files[name]

    @property
    def files(self) -> dict[str, bytes]:
        """All files with their bytes: a copy."""
        return dict(self._files)

    @property
    def names(self) -> list[str]:
        """The names of all files, in the order of every report."""
        return sort_paths(self._files)

    @property
    def documents(self) -> list[str]:
        """The files that are checked: neither approvals nor decisions."""
        return [name for name in self.names if is_document_name(name) and name != self.decisions]

    def digest(self, name: str) -> str:
        return sha256(self.data(name)).hexdigest()

    # --- what is known of them ---

    def load(self, name: str) -> LoadedDocument:
        """A file as a document."""
        return self._load(name, self.data(name))

    def _load(self, name: str, data: bytes) -> LoadedDocument:
        key = (name, sha256(data).digest(), self._list_papers())
        return self._loaded.get(key, partial(self._load_anew, name, data), len(data) + 1)

    def _list_papers(self) -> tuple[tuple[str, str], ...]:
        """The files that are neither documents nor belong to one, with their digests."""
        papers = (name for name in self._files if not is_document_name(name) and not name.endswith(APPROVED))
        return tuple((name, self.digest(name)) for name in sorted(papers))

    def _load_anew(self, name: str, data: bytes) -> LoadedDocument:
        """A document that was compared with its paper, where that is open too."""
        return attach_paper(load_document(name, data), _Shelf(name, self))

    def read_paper(self, name: str) -> ReadPaper:
        """A paper that is open, with its text; read once for the bytes that it has."""
        return self._papers.get((name, self.digest(name)), partial(_read_paper, name, self.data(name)), 1)

    def find_paper(self, name: str) -> tuple[str, str]:
        """The paper of a document: the file whose lines it cites, and the one to look at. Empty where not open."""
        names = find_paper_names(self.load(name).source.tree)
        if names is None:
            return "", ""
        shelf = _Shelf(name, self)
        looked_at = shelf.find(names.file)
        return (shelf.find(names.text) if names.text else "") or looked_at, looked_at

    def run(self, day: date) -> Findings:
        """What is found in all documents on a day."""
        names = self.documents
        companions = (*names, *self._companion_files(names))
        key = (day, self._list_papers(), *((name, self.digest(name)) for name in companions))
        return self._runs.get(key, partial(self._run, day, names))

    def run_alone(self, day: date, names: Iterable[str]) -> Findings:
        """What is found in some documents as if there were no others. What each says for itself is known from then on,
        so that a run of all takes less."""
        return self._run(day, sort_paths(names))

    def check_document_name(self, name: str) -> str:
        """The name of a file that is checked. Raises Refused."""
        self.data(name)
        if name not in self.documents:
            raise RefusedRequest(f"{name} is no document but belongs to documents.", "Name the document itself.")
        return name

    def _companion_files(self, names: Iterable[str]) -> Iterator[str]:
        """The files that are no documents and have a say in a run."""
        yield from (name + APPROVED for name in names if name + APPROVED in self._files)
        if self.decisions in self._files:
            yield self.decisions

    def _run(self, day: date, names: Sequence[str]) -> Findings:
        documents = [(name, self._files[name]) for name in names]
        law = self.law()
        guard = partial(self._examine, day)
        results = check(documents, day, law, beside=self._get_approvals, guard=guard, read=self._load)
        if self.decisions in self._files:
            from compliance.gate.settlement import apply_decisions

            apply_decisions(results, self.decisions, self._files[self.decisions], lambda: map(self.load, names))
        return results

    def _examine(self, day: date, check_one: CheckOne, document: tuple[str, Data]) -> DocumentResult:
        """What became of a document: as remembered from an earlier run on the same day, or asked now."""
        name, data = document
        assert isinstance(data, bytes)
        approved = self._get_approvals(name)
        key = (day, name, sha256(data).digest(), approved and sha256(approved).digest(), self._list_papers())
        return self._examined.get(key, partial(self._fence, check_one, document), len(data) + 1)

    def _get_approvals(self, name: str) -> bytes | None:
        return self._files.get(name + APPROVED)

    def lines(self, name: str) -> list[str]:
        """The lines of a file as reports show them; none of one that is not open."""
        return _LINE_BREAK.split(self._files.get(name, b"").decode("utf-8-sig", "replace"))

    def sheet(self, name: str) -> Sheet:
        """The text of a file with its places as editors count them; an empty one of a file that is not open."""
        return Sheet(self._files.get(name, b"").decode("utf-8", "replace"))

    def context(self, names: Iterable[str], paper: str = "letter", annex: str = "short") -> ReportContext:
        """What reports ask for besides the findings: the same as on the command line, into a file."""
        documents = list(names)
        return ReportContext(
            cache(self.lines),
            lambda: [self.load(name) for name in documents],
            self.law,
            __version__,
            paper=paper,
            annex=annex,
        )


class _Shelf(NamedTuple):
    """The papers that a document may name: files of its folder and below."""

    document: str
    room: Workspace

    def find(self, name: str) -> str:
        """The name of a paper among the open files; empty where it is not open."""
        folder = posixpath.dirname(self.document)
        path = posixpath.normpath(posixpath.join(folder, name))
        return path if path.startswith(folder) and path in self.room.files and is_paper(path) else ""

    def fetch(self, name: str) -> PaperText | None:
        path = self.find(name)
        if not path:
            return None
        read = self.room.read_paper(path)
        if read.text is None:
            raise UnreadablePaper(read.problem)
        return read.text

    def read(self, name: str) -> bytes:
        path = self.find(name)
        return self.room.data(path) if path else b""
