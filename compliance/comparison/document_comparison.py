"""Two states of a set of documents: which changed, how, and which answers were gained and lost by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from compliance.comparison.canonical import CanonicalForm, build_canonical_form
from compliance.comparison.change_classes import ChangeClass, classify_change
from compliance.comparison.change_text import describe_change
from compliance.comparison.changes import Change, find_changes
from compliance.comparison.edit_groups import group_changes
from compliance.documents.loader import LoadedDocument, load_document
from compliance.source.bounded_cache import BoundedCache
from compliance.source.routes import Route, find_span

if TYPE_CHECKING:
    from compliance.source import Source

State = Literal["changed", "same", "added", "removed", "unreadable"]


class FilePosition(NamedTuple):
    """A place in a file, for people to go to."""

    path: str
    line: int
    column: int


class DescribedChange(NamedTuple):
    """One change as it is told."""

    change: Change
    klass: ChangeClass
    text: str
    old: FilePosition | None
    new: FilePosition | None


class ComparedDocument(NamedTuple):
    """What became of one document."""

    name: str
    state: State
    old_path: str = ""
    new_path: str = ""
    changes: tuple[DescribedChange, ...] = ()
    # What keeps a side from being read; then nothing is said about changes.
    problems: tuple[str, ...] = ()


class ChangedAnswer(NamedTuple):
    """An answer that only one of the two states gives."""

    requirement: str
    title: str
    status: str
    level: str
    message: str
    document: str
    spot: FilePosition | None


class Comparison(NamedTuple):
    """Everything that is different between two states."""

    documents: tuple[ComparedDocument, ...]
    gained: tuple[ChangedAnswer, ...] = ()
    lost: tuple[ChangedAnswer, ...] = ()

    @property
    def is_readable(self) -> bool:
        return all(document.state != "unreadable" for document in self.documents)

    @property
    def has_changes(self) -> bool:
        return any(document.state != "same" for document in self.documents)

    def count_by_class(self) -> dict[str, int]:
        """How many changes of each class."""
        return dict(Counter(told.klass.name for document in self.documents for told in document.changes))


Files = Mapping[str, tuple[str, bytes | None]]


def compare_files(old: Files, new: Files) -> tuple[ComparedDocument, ...]:
    """Compare documents by their name, and those whose name is gone by their id."""
    after = {name: load_file(*file) for name, file in new.items()}
    # Most documents of a folder are what they were: the same bytes are read once.
    before = {name: _load_previous(file, new.get(name), after.get(name)) for name, file in old.items()}
    renamed = _find_renamed(before, after)
    found = []
    for name in sorted({*after, *(one for one in before if one not in renamed.values())}):
        found.append(compare_document(name, before.get(renamed.get(name, name)), after.get(name)))
    return tuple(found)


def load_file(path: str, data: bytes | None) -> LoadedDocument:
    """Load one side of a comparison; without data it is a document that cannot be read."""
    if data is None:
        unreadable = load_document(path, b"")
        return unreadable._replace(document=None)
    return load_document(path, data)


def _load_previous(
    file: tuple[str, bytes | None], other: tuple[str, bytes | None] | None, read: LoadedDocument | None
) -> LoadedDocument:
    if read is not None and other is not None and file[1] is not None and file[1] == other[1]:
        return read._replace(path=file[0])
    return load_file(*file)


def _find_renamed(before: Mapping[str, LoadedDocument], after: Mapping[str, LoadedDocument]) -> dict[str, str]:
    """New names of documents whose old name is gone, by the id that both have and nobody else has."""
    gone = {one.document.id: name for name, one in before.items() if name not in after and one.document is not None}
    come = [(name, one.document.id) for name, one in after.items() if name not in before and one.document is not None]
    return {name: gone[id_] for name, id_ in come if id_ is not None and id_ in gone}


def compare_document(name: str, old: LoadedDocument | None, new: LoadedDocument | None) -> ComparedDocument:
    """What became of one document, as it was read on both sides."""
    paths = (old.path if old else "", new.path if new else "")
    unread = [one for one in (old, new) if one is not None and one.document is None]
    if unread:
        return ComparedDocument(name, "unreadable", *paths, problems=tuple(_first_problem(one) for one in unread))
    if old is None or new is None:
        return ComparedDocument(name, "added" if old is None else "removed", *paths)
    same = old.document is new.document
    changes = [] if same else group_changes(find_changes(get_form(old), get_form(new)), old.source, new.source)
    told = tuple(_describe(change, old, new) for change in changes)
    return ComparedDocument(name, "changed" if told else "same", *paths, told)


# Both sides are looked at twice: for what changed, and for where answers stand.
_FORMS: Final[BoundedCache[CanonicalForm]] = BoundedCache(4)


def get_form(loaded: LoadedDocument) -> CanonicalForm:
    """Return the canonical form of a document that could be read."""
    assert loaded.document is not None
    build = partial(build_canonical_form, loaded.document, loaded.unclear_routes)
    return _FORMS.get((loaded.path, loaded.sha256), build)


def _first_problem(loaded: LoadedDocument) -> str:
    if not loaded.problems:
        return f"{loaded.path}: cannot be read"
    first = loaded.problems[0]
    return f"{loaded.path}:{first.span.line}: {first.message}"


def _describe(change: Change, old: LoadedDocument, new: LoadedDocument) -> DescribedChange:
    sides = zip((old, new), change.routes, strict=True)
    spots = [_locate(side.path, side.source, route) if route is not None else None for side, route in sides]
    return DescribedChange(change, classify_change(change), describe_change(change), *spots)


def _locate(path: str, source: Source, route: Route) -> FilePosition:
    span = find_span(source, route)
    return FilePosition(path, span.line, span.column)


def list_needs(documents: Iterable[ComparedDocument]) -> Sequence[str]:
    """What the changes need, the gravest first, each once."""
    order = ("new approval and notice", "new approval", "a person", "nothing")
    needed = {told.klass.needs for document in documents for told in document.changes}
    return [needs for needs in order if needs in needed]
