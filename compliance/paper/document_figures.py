"""The figures of a document, each with the lines of the paper that its block cites."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from compliance.documents.shared_options import SHARED_KEYS
from compliance.documents.values import UNCLEAR
from compliance.paper.figures import CODE, COUNT, PaperFigure, Value, find_figures, squeeze
from compliance.source.routes import Key, Route

# Not figures of the paper: how the document is called and cited, what was counted here, what a table declares.
_HEAD: Final = ("document", "id", "title", "aliases", "jurisdiction", "version", "reading", "odds")
_NOT_COMPARED: Final = frozenset((*_HEAD, *SHARED_KEYS))
_DECLARED: Final = frozenset(("given", "impossible", "source", "at"))
# Keys that hold names of our own.
_NAMES: Final = frozenset(("uses", "game", "as", "for", "group", "table", "wager", "by", "restates"))
_APPROVALS: Final = (("approval", "id"), ("games", "approval"))
_LINES: Final = ("source", "at")


class DocumentFigure(NamedTuple):
    """A figure of a document: where it stands, what it says, and the lines that are cited for it (none: those of the
    whole document). `in_table` marks a cell of a decision table."""

    route: Route
    value: Value
    text: str
    citation: str
    whole: str = ""

    @property
    def is_in_table(self) -> bool:
        return self.route[0] == "tables"

    @property
    def is_key(self) -> bool:
        """Whether it is the key of a band, and not the fee."""
        return isinstance(self.route[-1], Key)

    @property
    def is_whole(self) -> bool:
        """Whether nothing else stands beside it."""
        return self.text == self.whole.strip()


def find_written(tree: Mapping[str, Any]) -> list[DocumentFigure]:
    """Every figure of a document, in its order. What a decision table declares as words of its own is none:
    `three cards of 23 or 24`."""
    declared = _declared_words(tree)
    return [one for one in _find(tree, (), "") if (one.route[:2], one.whole) not in declared]


def _declared_words(tree: Mapping[str, Any]) -> set[tuple[Route, str]]:
    """The values in words that decision tables declare for their columns."""
    tables = tree.get("tables")
    found: set[tuple[Route, str]] = set()
    for name, table in tables.items() if isinstance(tables, Mapping) else ():
        given = table.get("given") if isinstance(table, Mapping) else None
        listed = [value for value in given.values() if isinstance(value, list)] if isinstance(given, Mapping) else []
        texts = (text for values in listed for text in values if isinstance(text, str))
        found.update((("tables", name), text) for text in texts if any(letter.isalpha() for letter in text))
    return found


def _find(node: Any, route: Route, citation: str) -> Iterator[DocumentFigure]:
    if isinstance(node, Mapping):
        own = get_citation(node) or citation
        for key, value in node.items():
            if _is_compared(route, key, value):
                if "bands" in route[-1:]:
                    yield from _figures_of(str(key), (*route, Key(key)), own)
                yield from _find(value, (*route, key), own)
    elif isinstance(node, list):
        for place, value in enumerate(node):
            yield from _find(value, (*route, place), citation)
    elif isinstance(node, str) and node != UNCLEAR:
        yield from _figures_of(node, route, citation)


def get_citation(block: Mapping[str, Any]) -> str:
    """The lines that a block cites; of a statement that is written as its lines, those."""
    for key in _LINES:
        given = block.get(key)
        if isinstance(given, list) and all(isinstance(item, str) for item in given):
            return ", ".join(given)
        if isinstance(given, str):
            return given
    return ""


def _is_compared(route: Route, key: str, value: Any) -> bool:
    if key in _DECLARED or (route and key in _NAMES) or (not route and key in _NOT_COMPARED):
        return False
    return route != ("statements",) or isinstance(value, Mapping)


def _figures_of(text: str, route: Route, citation: str) -> Iterator[DocumentFigure]:
    names = tuple(step for step in route if isinstance(step, str))
    if names in _APPROVALS:
        if any(letter.isdigit() for letter in text):
            yield DocumentFigure(route, Value(CODE, text=squeeze(text)), text, citation, text)
        return
    for figure in find_figures(text):
        # Words of a document's own sentences are no figures: `one deal`.
        if not figure.is_spelled_out:
            yield DocumentFigure(route, _reading(figure, text), figure.text, citation, text)


def _reading(figure: PaperFigure, text: str) -> Value:
    """What a figure of a document says. `5 to 6` alone is a range, `5 to 6` among words may be odds."""
    if figure.kind == COUNT and len(figure.readings) > 1 and figure.text != text:
        return figure.readings[0]
    return figure.value
