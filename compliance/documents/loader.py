"""From a source tree to a typed document."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError

from compliance.documents.facts import find_facts
from compliance.documents.incomplete import validate_incomplete
from compliance.documents.kinds import KINDS
from compliance.documents.models import get_model
from compliance.documents.openness import OpenFact, build_open_fact, join_marks, remove_open_values
from compliance.documents.quotations import find_quotations
from compliance.documents.shared_options import SHARED_KEYS, expand_shared, find_uses
from compliance.source import Limits, Map, Problem, Seq, Source, Value, read_source
from compliance.source.routes import Route, find_span, show_route, value_at

if TYPE_CHECKING:
    from compliance.documents.blocks import HouseChoice, OpenText
    from compliance.documents.models import AnyDocument


M = TypeVar("M", bound=BaseModel)

# Six times what the largest document that people wrote holds; what that costs is known (docs/limits.md).
LIMITS: Final = Limits(nodes=10_000)


class LoadedDocument(NamedTuple):
    """A file as read: its text and places, the document if it is whole, and what is wrong with it if not."""

    path: str
    sha256: str
    source: Source
    document: AnyDocument | None
    problems: tuple[Problem, ...]
    # The facts that the file leaves open.
    open_facts: tuple[OpenFact, ...] = ()
    # Of a file with problems, the document as far as it can be read: what cannot be is an open fact.
    partial: AnyDocument | None = None

    @property
    def checked_document(self) -> AnyDocument | None:
        """The document that requirements are asked of: whole, or as far as it can be read."""
        return self.document or self.partial

    @property
    def unclear_routes(self) -> dict[Route, str]:
        """The facts among them that say nothing: `unclear`, nothing at all, or an empty list; and those with a sentence
        that nobody chose the meaning of, with the sentence."""
        open_ = (one for one in self.open_facts if one.why in ("unclear", "sentence"))
        return {one.route: one.chosen if one.why == "sentence" else "" for one in open_}


def load_document(path: str, data: bytes) -> LoadedDocument:
    """Read one file. Never raises: what is wrong is in `problems`."""
    return load_parsed(path, sha256(data).hexdigest(), read_source(data, LIMITS), data)


def load_parsed(path: str, digest: str, source: Source, data: bytes = b"") -> LoadedDocument:
    """The same of a file whose text was read."""
    problems = source.problems
    if problems and data:
        from compliance.source.recovery import recover_source

        source = recover_source(data, source, LIMITS)
        problems = source.problems
    if source.tree is None:
        return LoadedDocument(path, digest, source, None, problems)
    kind = source.tree.get("document") if isinstance(source.tree, Map) else None
    if not isinstance(source.tree, Map) or not isinstance(kind, str) or kind not in KINDS:
        from compliance.documents.model_problems import unknown_document_kind

        return LoadedDocument(path, digest, source, None, problems or (unknown_document_kind(source),))
    return _build_document(LoadedDocument(path, digest, source, None, problems), kind)


def _build_document(loaded: LoadedDocument, kind: str) -> LoadedDocument:
    """The document of a file that has a tree, whole or as far as it can be read."""
    source, more = expand_source(loaded.source, kind)
    if any(problem.code == "too-large" for problem in more):
        return loaded._replace(source=source, problems=more)
    problems, unreadable = (*loaded.problems, *more), list[Route]()
    tree, empty = remove_open_values(source.tree)
    document, more = validate_tree(get_model(kind), tree, source)
    if document is None:
        document = validate_incomplete(get_model(kind), tree, empty)
    written = source.tree
    if document is None:
        from compliance.documents.recovery import recover_document

        problems = problems or more
        recovered = recover_document(get_model(kind), loaded.source, partial(expand_source, kind=kind))
        if recovered is None:
            return loaded._replace(source=source, problems=problems)
        document, source, empty, unreadable = recovered
        written = source.tree
    if isinstance(written, Map):
        document.set_raw_tree(written)
        document.set_quotations({one.route: one.says for one in find_quotations(written)})
    touched, more = _find_affected_facts(document, source)
    if kind == "schedule" and any(one.route[0] in SHARED_KEYS for one in touched):
        touched += [one._replace(route=route) for one in touched for route in find_uses(source, one.route)]
    problems = problems or more  # a route may lead nowhere because what it leads to cannot be read
    broken = {*unreadable, *_find_broken_values(source, problems, empty)}
    touched = join_marks(touched)
    named = {one.route for one in touched}
    empty = [one for one in empty if one not in named]  # a mark says more of it
    marked = (OpenFact(one, "unreadable") if one in broken else build_open_fact(source.tree, one) for one in empty)
    return loaded._replace(
        source=source,
        document=None if problems else document,
        problems=problems,
        open_facts=(*marked, *touched),
        partial=document if problems else None,
    )


def _find_broken_values(source: Source, problems: tuple[Problem, ...], empty: list[Route]) -> list[Route]:
    """What is empty because the line that it stands on has a syntax error."""
    lines = {problem.span.line for problem in problems}
    return [one for one in empty if lines and find_span(source, one).line in lines]


def expand_source(source: Source, kind: str) -> tuple[Source, tuple[Problem, ...]]:
    """A file in which everything that is told by another place is written out, or why that cannot be."""
    if kind == "schedule":
        return expand_shared(source)
    if kind == "game":
        from compliance.documents.pay_tables import expand_pay_tables

        return expand_pay_tables(source)
    return source, ()


def _find_affected_facts(document: AnyDocument, source: Source) -> tuple[list[OpenFact], tuple[Problem, ...]]:
    """The facts that lost text touches or that the rules leave to the house; and what is wrong with their routes."""
    left = ((("house-choices", n), one) for n, one in enumerate(document.house_choices) if one.touches)
    naming: list[tuple[Route, OpenText | HouseChoice]] = [*document.open_texts, *left]
    valued = [
        *_find_contradictory_statements(document),
        *_find_unread_statements(document),
        *_find_denied_choices(document),
    ]
    if not naming:
        return valued, ()
    from compliance.documents.affected_facts import find_affected_facts, find_open_charts
    from compliance.documents.contradictions import are_weighed

    weighed = [place for place, text in document.open_texts if are_weighed(document, text)]
    touched, problems = find_affected_facts(document, naming, source, weighed)
    known = {(one.route, one.cause) for one in touched}
    charts = find_open_charts(document, (text for _, text in document.open_texts))
    return [*touched, *(one for one in charts if (one.route, one.cause) not in known), *valued], problems


def _find_contradictory_statements(document: AnyDocument) -> list[OpenFact]:
    """Statements whose value is not what their words say: what holds is open."""
    made = document.statements.items() if document.statements is not None else ()
    both = [(name, one) for name, one in made if one.says is not None and one.value is not None]
    if not both:
        return []
    from compliance.documents.restatements import adds_information

    apart = ((name, one.value) for name, one in both if adds_information(one.says or "", one.value or ""))
    return [OpenFact(("statements", name), "value", "", "value", value or "") for name, value in apart]


def _find_unread_statements(document: AnyDocument) -> Iterator[OpenFact]:
    """Statements with a sentence of which nobody chose what it means."""
    if document.statements is None:
        return
    from compliance.documents.denials import seems_denied_statement

    for name, one in document.statements.items():
        if one.means is None and one.says is not None:
            yield OpenFact(("statements", name, "means"), "sentence", one.source or "", chosen=one.says)
        elif one.means and one.says is not None and seems_denied_statement(name, one.says):
            yield OpenFact(("statements", name), "denied", one.source or "", "value", one.says)


def _find_denied_choices(document: AnyDocument) -> Iterator[OpenFact]:
    """Choices that the sentence beside them seems to deny."""
    if not document.quotations:
        return
    from compliance.documents.denials import seems_denied

    for route, says in document.quotations.items():
        fact = show_route(route)
        stated = [value for _, value in find_facts(document, fact)] if route[0] != "statements" else []
        if any(seems_denied(fact, value, says) for value in stated):
            yield OpenFact(route, "denied", "", "value", says)


def validate_tree(model: type[M], tree: Value, source: Source) -> tuple[M | None, tuple[Problem, ...]]:
    """A tree as a model, or every problem that keeps it from being one."""
    try:
        return model.model_validate(tree), ()
    except ValidationError as error:
        from compliance.documents.model_problems import collect_problems

        return None, collect_problems(model, error, source)


def find_source_lines(source: Source, route: Route) -> tuple[tuple[str, str], ...]:
    """The lines of the source document that a file gives for a route: the nearest `source` (or `at`) on the way up."""
    root = value_at(source, ("reading", "source"))
    file = root.get("file") if isinstance(root, Map) else None
    if not isinstance(root, Map) or not isinstance(file, str):
        return ()
    for length in range(len(route), -1, -1):
        node = value_at(source, route[:length])
        if isinstance(node, Map):
            lines = _join_lines(node.get("source") if length else root.get("lines")) or _join_lines(node.get("at"))
            if lines:
                return ((file, lines),)
    return ()


def _join_lines(written: Value) -> str:
    if isinstance(written, Seq):
        return ", ".join(str(item) for item in written)
    return written if isinstance(written, str) else ""
