"""From a source tree to a typed document."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError

from compliance.documents.block_memory import keep, with_known
from compliance.documents.kinds import KINDS
from compliance.documents.openness import Open, opened, with_blocks_open, without_open
from compliance.documents.sharing import SHARING, taken_over, with_shared
from compliance.documents.values import UNCLEAR
from compliance.routes import Route, value_at
from compliance.source import Limits, Map, Problem, Seq, Source, Value, read

if TYPE_CHECKING:
    from compliance.documents.blocks import HouseChoice, Lost
    from compliance.documents.game import Game
    from compliance.documents.schedule import Schedule
    from compliance.documents.terms import GeneralTerms
    from compliance.meaning.approvals import Kept

    AnyDocument = Game | Schedule | GeneralTerms


M = TypeVar("M", bound=BaseModel)

# Keys of a document that are written below `reading` now, and where.
MOVED: Final = {
    "source": "source",
    "restated": "said-again",
    "unclear": "notes",
    "printed": "printed",
    "lists": "numbered",
    "terms-used": "words-used",
    "names-seen": "names",
    "repeated": "notes",
}
# Kinds of references that lead to a place of the same text: they stand below `reading` now, too.
WITHIN: Final = ("rule", "section", "table", "statement")

# Six times what the largest document that people wrote holds; what that costs is known (docs/limits.md).
LIMITS: Final = Limits(nodes=10_000)
# Characters of a document whose blocks are kept for others.
_MOST_KEPT: Final = 1 << 16


class Loaded(NamedTuple):
    """A file as read: its text and places, the document if it is whole, and what is wrong with it if not."""

    path: str
    sha256: str
    source: Source
    document: AnyDocument | None
    problems: tuple[Problem, ...]
    # The facts that the file leaves open.
    open: tuple[Open, ...] = ()
    # The document against the texts that were approved, where such are kept beside it.
    kept: Kept | None = None

    @property
    def unclear(self) -> list[Route]:
        """The facts among them that say nothing: `unclear`, nothing at all, or an empty list."""
        return [one.route for one in self.open if one.why == "unclear"]


def model_of(kind: str) -> type[AnyDocument]:
    """The model of a kind of document. Loaded when asked for: building models is most of the start-up time."""
    if kind == "game":
        from compliance.documents.game import Game

        return Game
    if kind == "schedule":
        from compliance.documents.schedule import Schedule

        return Schedule
    from compliance.documents.terms import GeneralTerms

    return GeneralTerms


def old_spellings(tree: Map) -> Iterator[tuple[Route, str]]:
    """Where a document has keys that are written below `reading` now, and what they are called there."""
    yield from (((key,), MOVED[key]) for key in tree if key in MOVED)
    references = tree.get("references")
    for number, entry in enumerate(references if isinstance(references, Seq) else ()):
        if isinstance(entry, Map) and entry.get("kind") in WITHIN:
            yield ("references", number), "points-to"


def load(path: str, data: bytes) -> Loaded:
    """Read one file. Never raises: what is wrong is in `problems`."""
    return load_source(path, sha256(data).hexdigest(), read(data, LIMITS))


def load_source(path: str, digest: str, source: Source) -> Loaded:
    """The same of a file whose text was read."""
    if source.problems or source.tree is None:
        return Loaded(path, digest, source, None, source.problems)
    kind = source.tree.get("document") if isinstance(source.tree, Map) else None
    if not isinstance(source.tree, Map) or not isinstance(kind, str) or kind not in KINDS:
        from compliance.documents.problems import no_document

        return Loaded(path, digest, source, None, (no_document(source),))
    old = list(old_spellings(source.tree))
    if old:
        from compliance.documents.problems import moved

        return Loaded(path, digest, source, None, tuple(moved(source, route, now) for route, now in old))
    source, problems = whole(source, kind)
    if problems:
        return Loaded(path, digest, source, None, problems)
    tree, empty = without_open(source.tree)
    document = None if empty else _of_known_blocks(kind, tree, source)
    known = document is not None
    if document is None:
        document, problems = validate(model_of(kind), tree, source)
    if document is None and empty:
        document = _left_open(model_of(kind), tree, empty)
    if document is None:
        return Loaded(path, digest, source, None, problems)
    touched, problems = _touched(document, source)
    if touched and known:
        # It is watched who reads what is open, and blocks of other documents must not be.
        document = model_of(kind).model_validate(tree)
    if isinstance(source.tree, Map):
        document.written_as(source.tree)
    if kind == "schedule" and any(one.route[0] in SHARING for one in touched):
        touched += [one._replace(route=route) for one in touched for route in taken_over(source, one.route)]
    return Loaded(
        path,
        digest,
        source,
        None if problems else document,
        problems,
        (*(opened(source.tree, route) for route in empty), *touched),
    )


def _of_known_blocks(kind: str, tree: Value, source: Source) -> AnyDocument | None:
    """A document of which the blocks that other documents have too are taken from them; None where it has a problem."""
    if not isinstance(tree, Map) or len(source.text) > _MOST_KEPT:
        return None
    filled, unknown = with_known(kind, tree)
    try:
        document = model_of(kind).model_validate(filled)
    except ValidationError:
        return None
    keep(document, unknown)
    return document


def read_whole(path: str, data: bytes) -> Source:
    """The source of a document that was read before, once more."""
    source = read(data, LIMITS)
    kind = source.tree.get("document") if isinstance(source.tree, Map) else None
    return whole(source, kind)[0] if isinstance(kind, str) else source


def whole(source: Source, kind: str) -> tuple[Source, tuple[Problem, ...]]:
    """A file in which everything that is told by another place is written out, or why that cannot be."""
    if kind == "schedule":
        return with_shared(source)
    if kind == "game":
        from compliance.documents.pay_tables import with_tables

        return with_tables(source)
    return source, ()


def _touched(document: AnyDocument, source: Source) -> tuple[list[Open], tuple[Problem, ...]]:
    """The facts that lost text touches or that the rules leave to the house; and what is wrong with their routes."""
    lost = document.reading.lost if document.reading is not None else []
    left = ((("house-choices", n), one) for n, one in enumerate(document.house_choices) if one.touches)
    naming: list[tuple[Route, Lost | HouseChoice]] = [(("reading", "lost", n), one) for n, one in enumerate(lost)]
    naming += left
    valued = _valued(document)
    if not naming:
        return valued, ()
    from compliance.documents.touching import opened

    touched, problems = opened(document, naming, source)
    return touched + valued, problems


def _valued(document: AnyDocument) -> list[Open]:
    """Statements whose value is not what their words say: what holds is open."""
    made = document.statements.items() if document.statements is not None else ()
    both = [(name, one) for name, one in made if one.says is not None and one.value is not None]
    if not both:
        return []
    from compliance.documents.sayings import adds_to

    apart = ((name, one.value) for name, one in both if adds_to(one.says or "", one.value or ""))
    return [Open(("statements", name), "value", "", "value", value or "") for name, value in apart]


def _left_open(model: type[M], tree: Value, unclear: list[Route]) -> M | None:
    """A document that leaves open what it must say; None when something else is wrong with it. Each round opens what
    holds the open facts of the one before, so there are no more of them than levels."""
    from compliance.documents.problems import route_of_error

    for _ in range(Limits().depth):
        try:
            return model.model_validate(tree)
        except ValidationError as error:
            errors = error.errors(include_url=False)
            open_ = dict.fromkeys(route_of_error(one["loc"]) for one in errors)
            otherwise = any(one["type"] != "missing" and one["input"] != UNCLEAR for one in errors)
            if otherwise or not with_blocks_open(tree, open_, unclear):
                return None
    return None


def validate(model: type[M], tree: Value, source: Source) -> tuple[M | None, tuple[Problem, ...]]:
    """A tree as a model, or every problem that keeps it from being one."""
    try:
        return model.model_validate(tree), ()
    except ValidationError as error:
        from compliance.documents.problems import problems_of

        return None, problems_of(model, error, source)


def given_lines(source: Source, route: Route) -> tuple[tuple[str, str], ...]:
    """The lines of the source document that a file gives for a route: the nearest `source` (or `at`) on the way up."""
    root = value_at(source, ("reading", "source"))
    file = root.get("file") if isinstance(root, Map) else None
    if not isinstance(root, Map) or not isinstance(file, str):
        return ()
    for length in range(len(route), -1, -1):
        node = value_at(source, route[:length])
        if isinstance(node, Map):
            lines = _lines(node.get("source") if length else root.get("lines")) or _lines(node.get("at"))
            if lines:
                return ((file, lines),)
    return ()


def _lines(written: Value) -> str:
    if isinstance(written, Seq):
        return ", ".join(str(item) for item in written)
    return written if isinstance(written, str) else ""
