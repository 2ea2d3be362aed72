"""The outline of a text: on a whole file the tree that the source layer reads, on a broken one the best there is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from compliance.editor.outline import Node, build_outline, walk_outline
from compliance.source import Map, Seq, Value, read_source
from compliance.source.routes import Route
from compliance.source.tree import Offsets, Record
from tests.editor.conftest import library


def _read(node: Value, record: Record, route: Route) -> Iterator[tuple[Route, tuple[object, ...]]]:
    place = Offsets(*record)
    if place.written is not None:
        yield route, ("text", place.key, place.value, place.value_end)
        return
    kind = "map" if isinstance(node, Map) else "seq" if isinstance(node, Seq) else "text"
    yield route, (kind, place.key, place.value, place.value_end)
    if isinstance(node, Map):
        for key, value in node.items():
            yield from _read(value, node.places[key], (*route, key))
    if isinstance(node, Seq):
        for number, (value, below) in enumerate(zip(node, node.places, strict=True)):
            yield from _read(value, below, (*route, number))


def _outlined(root: Node) -> dict[Route, tuple[object, ...]]:
    return {
        route: (
            node.kind if node else "text",
            entry.start if entry and isinstance(entry.key, str) else None,
            node.start if node else None,
            node.end if node else None,
        )
        for route, entry, node in walk_outline(root)
    }


@pytest.mark.parametrize("name", library())
def test_a_whole_file_has_the_tree_and_the_places_that_are_read(name: str) -> None:
    text = library()[name]
    source = read_source(text.encode())
    assert source.root is not None
    assert _outlined(build_outline(text)) == dict(_read(source.tree, source.root, ()))


@pytest.mark.parametrize(
    ("text", "routes"),
    [
        ("a:\n  b: 1\n  c\nd: 2\n", [("a", "b"), ("d",)]),
        ("a: {b: 1, c\nd: 2\n", [("a", "b"), ("d",)]),
        ('a: "open\nd: 2\n', [("a",), ("d",)]),
        ("a: [x, {y: 1\nd:\n- e\n- f: 1\n", [("a", 1, "y"), ("d", 1, "f")]),
        ("a: |\n  b: 1\n  c: 2\nd: 2\n", [("a",), ("d",)]),
        ("- a: 1\n  b: 2\n- c\n", [(0, "b"), (1,)]),
        ("a: 200:1\n\"b: c\": 'd, e'\n", [("a",), ("b: c",)]),
        ("a:\n  b # first\n  c: 1\nd:\n- e\n  f: 1\n", [("a", "c"), ("d", 0, "f")]),
        ("a: x # b: 1\n# c: 1\nd: e\n", [("a",), ("d",)]),
    ],
)
def test_a_line_that_is_being_typed_leaves_the_rest_as_it_is(text: str, routes: list[Route]) -> None:
    found = [one.route for one in walk_outline(build_outline(text))]
    assert [route for route in routes if route not in found] == []
    assert ("a", "d") not in found


@pytest.mark.parametrize("text", ["- " * 50_000, "a: " + "{a: " * 5_000, "a: " + "[" * 20_000, "a" + " " * 100_000, ""])
def test_hostile_texts_have_an_outline_too(text: str) -> None:
    assert isinstance(build_outline(text), Node)
