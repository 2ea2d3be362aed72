"""Documents compared with their papers as they are read: whoever has the files gives their bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Final, Protocol

from compliance.documents.loader import LoadedDocument
from compliance.documents.paper_comparison import Difference, PaperComparison, PlaceDrawing
from compliance.documents.paper_text import PaperNames, PaperText, UnreadablePaper, find_paper_names, parse_paper_text
from compliance.paper.comparison import Papers, compare
from compliance.paper.page_strips import draw_strips
from compliance.paper.pdf import describe_pictures, read_pdf

# Names of files that are texts as they are.
TEXTS: Final = (".txt", ".text", ".md")
_SOURCE: Final = ("reading", "source")


class PaperShelf(Protocol):
    """Where the papers of a document are."""

    def fetch(self, name: str) -> PaperText | None:
        """The text of a paper by its name; None where it is not there. Raises UnreadablePaper."""

    def read(self, name: str) -> bytes:
        """The bytes of a paper; none where it is not there. Raises UnreadablePaper."""


def attach_paper(loaded: LoadedDocument, shelf: PaperShelf) -> LoadedDocument:
    """A document that was compared with its paper, where that is there."""
    names = find_paper_names(loaded.source.tree)
    document = loaded.checked_document
    if names is not None and document is not None:
        document.set_paper(_compare(loaded, names, shelf))
    return loaded


def attach_text(loaded: LoadedDocument, shelf: PaperShelf) -> LoadedDocument:
    """A document with the text of its paper, where that is there and can be read: for reports, which quote it."""
    names = find_paper_names(loaded.source.tree)
    if names is None or loaded.document is None:
        return loaded
    try:
        text = (shelf.fetch(names.text) if names.text else None) or shelf.fetch(names.file)
    except UnreadablePaper:
        text = None
    loaded.document.set_paper(PaperComparison(names.file, text=text, draw=_find_drawing(names, text, shelf)))
    return loaded


def _find_drawing(names: PaperNames, text: PaperText | None, shelf: PaperShelf) -> PlaceDrawing | None:
    """How places of a paper are drawn; None where there is no PDF of it."""
    if text is None or not names.file.lower().endswith(".pdf"):
        return None

    def draw(places: Sequence[str]) -> Mapping[str, bytes]:
        try:
            data = shelf.read(names.file)
            return draw_strips(names.file, data, text, places) if data else {}
        except UnreadablePaper:  # a picture less, where the words are told
            return {}

    return draw


def _compare(loaded: LoadedDocument, names: PaperNames, shelf: PaperShelf) -> PaperComparison:
    try:
        main = (shelf.fetch(names.text) if names.text else None) or shelf.fetch(names.file)
    except UnreadablePaper as problem:
        return PaperComparison(names.file, differences=(Difference("unread", _SOURCE, str(problem)),))
    if main is None:
        return PaperComparison(names.file)
    others = {}
    for name in names.others:
        try:
            found = shelf.fetch(name)
        except UnreadablePaper:
            continue
        if found is not None:
            others[name] = found
    compared = compare(loaded.source, Papers(main, others))
    unread = [Difference("unread", _SOURCE, main.warning)] if main.warning else []
    changed = _find_changes(names, main, shelf)
    differences = (*compared.differences, *unread, *changed)
    return compared._replace(differences=differences, text=main, draw=_find_drawing(names, main, shelf))


def _find_changes(names: PaperNames, main: PaperText, shelf: PaperShelf) -> Iterator[Difference]:
    """Digests that are those of other files: of the document's paper, or of the one that a kept text was read from."""
    digest = main.kept_from.sha256 if main.kept_from is not None else main.sha256
    if names.sha256 is not None and not _are_same(names.sha256.lower(), digest):
        message = f"{names.file} has the digest {digest[:12]}; the document was taken from {names.sha256[:12]}."
        yield Difference("changed", (*_SOURCE, "sha256"), message)
    if main.kept_from is not None and main.name != names.file:
        there = _compute_digest(shelf, names.file)
        if there and not _are_same(digest, there):
            message = (
                f"{main.name} was read from another {names.file}: that had the digest {digest[:12]}, the file here has "
                f"{there[:12]}. Read it again: `pitboss lines {names.file} --again` and the document."
            )
            yield Difference("changed", (*_SOURCE, "text"), message)


def _compute_digest(shelf: PaperShelf, name: str) -> str:
    """The digest of a file; empty where it is not there or cannot be read."""
    try:
        data = shelf.read(name)
    except UnreadablePaper:
        return ""
    return sha256(data).hexdigest() if data else ""


def _are_same(one: str, other: str) -> bool:
    """Whether two digests are of one file; either may be cut."""
    return one.startswith(other) or other.startswith(one)


def read_paper_text(name: str, data: bytes, two_columns: Iterable[int] = ()) -> PaperText:
    """The text of a paper, which is a text or a PDF; pages named have two columns. Raises UnreadablePaper."""
    if name.lower().endswith(".pdf"):
        pdf = read_pdf(name, data, two_columns)
        return pdf.text.add_warning(describe_pictures(pdf))
    if not name.lower().endswith(TEXTS):
        raise UnreadablePaper(
            f"{name} is no text and no PDF; keep its text beside it and name that (`text: {name}.txt`)."
        )
    if b"\0" in data[:4096]:
        raise UnreadablePaper(f"{name} holds bytes that no text has; keep its text beside it (`text: {name}.txt`).")
    return parse_paper_text(name, sha256(data).hexdigest(), data.decode("utf-8-sig", "replace"))
