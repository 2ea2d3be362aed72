"""Two states of a set of documents: which changed, how, and which answers were gained and lost by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from compliance.documents.reading import Loaded, load
from compliance.meaning.canonical import Meaning, meaning_of
from compliance.meaning.changes import Change, changes_between, named_route
from compliance.meaning.classes import Class, class_of
from compliance.meaning.gathering import gathered
from compliance.meaning.words import said
from compliance.routes import Route, read_route, span_of

if TYPE_CHECKING:
    from compliance.findings import Finding, Findings
    from compliance.source import Source

State = Literal["changed", "same", "added", "removed", "unreadable"]


class Spot(NamedTuple):
    """A place in a file, for people to go to."""

    path: str
    line: int
    column: int


class Told(NamedTuple):
    """One change as it is told."""

    change: Change
    klass: Class
    words: str
    old: Spot | None
    new: Spot | None


class Compared(NamedTuple):
    """What became of one document."""

    name: str
    state: State
    old_path: str = ""
    new_path: str = ""
    told: tuple[Told, ...] = ()
    # What keeps a side from being read; then nothing is said about changes.
    problems: tuple[str, ...] = ()

    @property
    def moved(self) -> bool:
        return self.state == "changed" and bool(self.old_path and self.new_path) and not self.told


class Answer(NamedTuple):
    """An answer that only one of the two states gives."""

    requirement: str
    title: str
    status: str
    level: str
    message: str
    document: str
    spot: Spot | None


class Comparison(NamedTuple):
    """Everything that is different between two states."""

    documents: tuple[Compared, ...]
    gained: tuple[Answer, ...] = ()
    lost: tuple[Answer, ...] = ()

    @property
    def readable(self) -> bool:
        return all(document.state != "unreadable" for document in self.documents)

    @property
    def changed(self) -> bool:
        return any(document.state != "same" for document in self.documents)

    def by_class(self) -> dict[str, int]:
        """How many changes of each class."""
        return dict(Counter(told.klass.name for document in self.documents for told in document.told))


Files = Mapping[str, tuple[str, bytes | None]]


def compare(old: Files, new: Files) -> tuple[Compared, ...]:
    """Compare documents by their name, and those whose name is gone by their id."""
    after = {name: _read(*file) for name, file in new.items()}
    # Most documents of a folder are what they were: the same bytes are read once.
    before = {name: _before(file, new.get(name), after.get(name)) for name, file in old.items()}
    renamed = _renamed(before, after)
    found = []
    for name in sorted({*after, *(one for one in before if one not in renamed.values())}):
        found.append(compare_one(name, before.get(renamed.get(name, name)), after.get(name)))
    return tuple(found)


def _read(path: str, data: bytes | None) -> Loaded:
    if data is None:
        unreadable = load(path, b"")
        return unreadable._replace(document=None)
    return load(path, data)


def _before(file: tuple[str, bytes | None], other: tuple[str, bytes | None] | None, read: Loaded | None) -> Loaded:
    if read is not None and other is not None and file[1] is not None and file[1] == other[1]:
        return read._replace(path=file[0])
    return _read(*file)


def _renamed(before: Mapping[str, Loaded], after: Mapping[str, Loaded]) -> dict[str, str]:
    """New names of documents whose old name is gone, by the id that both have and nobody else has."""
    gone = {one.document.id: name for name, one in before.items() if name not in after and one.document is not None}
    come = [(name, one.document.id) for name, one in after.items() if name not in before and one.document is not None]
    return {name: gone[id_] for name, id_ in come if id_ is not None and id_ in gone}


def compare_one(name: str, old: Loaded | None, new: Loaded | None) -> Compared:
    """What became of one document, as it was read on both sides."""
    paths = (old.path if old else "", new.path if new else "")
    unread = [one for one in (old, new) if one is not None and one.document is None]
    if unread:
        return Compared(name, "unreadable", *paths, problems=tuple(_problem(one) for one in unread))
    if old is None or new is None:
        return Compared(name, "added" if old is None else "removed", *paths)
    same = old.document is new.document
    changes = [] if same else gathered(changes_between(_meaning(old), _meaning(new)), old.source, new.source)
    told = tuple(_told(change, old, new) for change in changes)
    return Compared(name, "changed" if told else "same", *paths, told)


# Both sides are looked at twice: for what changed, and for where answers stand.
_KNOWN: Final[dict[tuple[str, str], Meaning]] = {}
_MOST_KNOWN: Final = 4


def _meaning(loaded: Loaded) -> Meaning:
    assert loaded.document is not None
    key = (loaded.path, loaded.sha256)
    if key not in _KNOWN:
        if len(_KNOWN) >= _MOST_KNOWN:
            del _KNOWN[next(iter(_KNOWN))]
        _KNOWN[key] = meaning_of(loaded.document, loaded.unclear)
    return _KNOWN[key]


def _problem(loaded: Loaded) -> str:
    if not loaded.problems:
        return f"{loaded.path}: cannot be read"
    first = loaded.problems[0]
    return f"{loaded.path}:{first.span.line}: {first.message}"


def _told(change: Change, old: Loaded, new: Loaded) -> Told:
    sides = zip((old, new), change.stands, strict=True)
    spots = [_spot(side.path, side.source, route) if route is not None else None for side, route in sides]
    return Told(change, class_of(change), said(change), *spots)


def _spot(path: str, source: Source, route: Route) -> Spot:
    span = span_of(source, route)
    return Spot(path, span.line, span.column)


# --- answers ----------------------------------------------------------------------------------------------------------


def answers_apart(
    old: Findings, new: Findings, old_files: Files, new_files: Files
) -> tuple[tuple[Answer, ...], tuple[Answer, ...]]:
    """Failures and reviews that only one of two runs has: gained, and lost. A finding is the same when requirement,
    document and place are, the place by the names of what leads to it."""
    before, after = _keyed(old, old_files), _keyed(new, new_files)
    gained = [answer for key, answers in after.items() for answer in answers[len(before.get(key, ())) :]]
    lost = [answer for key, answers in before.items() for answer in answers[len(after.get(key, ())) :]]
    return tuple(gained), tuple(lost)


def _keyed(findings: Findings, files: Files) -> dict[tuple[str, str, str, str], list[Answer]]:
    names = {path: name for name, (path, _) in files.items()}
    meanings: dict[str, Meaning | None] = {}
    found: dict[tuple[str, str, str, str], list[Answer]] = {}
    for finding in findings.findings:
        if finding.status not in ("fail", "review") or not finding.places:
            continue
        place = finding.places[0]
        name = names[place.path]
        if name not in meanings:
            loaded = _read(*files[name])
            meanings[name] = _meaning(loaded) if loaded.document is not None else None
        meaning = meanings[name]
        route = named_route(meaning, read_route(place.route)) if meaning and place.route else place.route
        found.setdefault((finding.requirement, name, finding.status, route), []).append(_answer(finding, name))
    return found


def _answer(finding: Finding, name: str) -> Answer:
    place = finding.places[0]
    spot = Spot(place.path, place.span.line, place.span.column)
    return Answer(finding.requirement, finding.title, finding.status, finding.level, finding.message, name, spot)


def worst(documents: Iterable[Compared]) -> Sequence[str]:
    """What the changes need, the gravest first, each once."""
    order = ("new approval and notice", "new approval", "a person", "nothing")
    needed = {told.klass.needs for document in documents for told in document.told}
    return [needs for needs in order if needs in needed]
