"""Where values stand: exact spans, the sites of aliases and merges, and agreement with another YAML library."""

import random
from io import StringIO

import pytest
import yaml as pyyaml
from ruamel.yaml import YAML

from compliance.source import Source, Span, Spans, read_source

DOCUMENT = b"""\
# a comment
name: "Silver Ace"   # another
limits: {low: 5.00, high: [ 10, 20 ]}
tables:
  - id: T1
    seats: 9

    # a comment inside

  - id: T2
    notes: |
      one

      two

# a comment at the end

empty:
last: x
"""


@pytest.fixture(scope="module")
def source() -> Source:
    return read_source(DOCUMENT)


@pytest.mark.parametrize(
    ("route", "key", "value"),
    [
        ((), None, (2, 1, 19, 8)),
        (("name",), (2, 1, 2, 5), (2, 7, 2, 19)),
        (("limits",), (3, 1, 3, 7), (3, 9, 3, 38)),
        (("limits", "low"), (3, 10, 3, 13), (3, 15, 3, 19)),
        (("limits", "high"), (3, 21, 3, 25), (3, 27, 3, 37)),
        (("limits", "high", 1), None, (3, 33, 3, 35)),
        (("tables",), (4, 1, 4, 7), (5, 3, 14, 10)),
        (("tables", 0), None, (5, 5, 6, 13)),
        (("tables", 0, "seats"), (6, 5, 6, 10), (6, 12, 6, 13)),
        (("tables", 1), None, (10, 5, 14, 10)),
        (("tables", 1, "notes"), (11, 5, 11, 10), (11, 12, 14, 10)),
        (("empty",), (18, 1, 18, 6), (18, 7, 18, 7)),
        (("last",), (19, 1, 19, 5), (19, 7, 19, 8)),
    ],
)
def test_every_kind_of_value_has_its_exact_span(
    source: Source, route: tuple[str | int, ...], key: tuple[int, ...] | None, value: tuple[int, ...]
) -> None:
    assert source.place(route) == (key, value, None)


@pytest.mark.parametrize(
    ("route", "ancestor"),
    [
        (("tables", 0, "id", "deeper"), ("tables", 0, "id")),
        (("tables", 5, "id"), ("tables",)),
        (("tables", -1), ("tables",)),
        (("tables", "id"), ("tables",)),
        (("name", 0), ("name",)),
        ((0,), ()),
        (("missing", "x", 3), ()),
    ],
)
def test_a_route_past_the_tree_gives_its_nearest_ancestor(
    source: Source, route: tuple[str | int, ...], ancestor: tuple[str | int, ...]
) -> None:
    assert source.place(route) == source.place(ancestor)


def test_without_a_tree_every_place_is_the_start_of_the_file() -> None:
    assert read_source(b"a: [").place(("a", 0)) == Spans(None, Span(1, 1, 1, 1))


def test_columns_count_code_points() -> None:
    source = read_source("é: '😀😀' # €\n🂡: [ü, ö]\n".encode())
    assert source.place(("é",)) == Spans(Span(1, 1, 1, 2), Span(1, 4, 1, 8))
    assert source.place(("🂡", 1)).value == (2, 8, 2, 9)


def test_a_byte_order_mark_at_the_start_takes_no_column() -> None:
    source = read_source(b"\xef\xbb\xbfa: 1\n")
    assert source.ok
    assert source.text == "a: 1\n"
    assert source.place(("a",)) == Spans(Span(1, 1, 1, 2), Span(1, 4, 1, 5))


@pytest.mark.parametrize(
    ("document", "route", "value"),
    [
        ("? a\n? b\n\n# c\n", ("b",), (2, 4, 2, 4)),
        ("? a\n? b\n\n# c\n", (), (1, 1, 2, 4)),
        ("a:\n-\n- x\n", ("a", 0), (2, 2, 2, 2)),
        ("a: {b, c: }\n", ("a", "b"), (1, 6, 1, 6)),
        ("a: {b , c: }\n", ("a", "b"), (1, 6, 1, 6)),
        ('a: {b , c: "\\t"}\n', ("a", "b"), (1, 6, 1, 6)),
        ("a: {b, c: }\n", ("a", "c"), (1, 10, 1, 10)),
        ("a: {b: # note\n  , c: 1}\n", ("a", "b"), (1, 7, 1, 7)),
        ("a: [x: 1   ]\n", ("a", 0), (1, 5, 1, 9)),
        ("a: [x: 1   ]\n", ("a",), (1, 4, 1, 13)),
        ("a: |\n\n\nb: 1\n", ("a",), (1, 4, 1, 5)),
        ("a: >-  # note\n  x\n\n\n", ("a",), (1, 4, 2, 4)),
        ("a: |\n  x\u00a0\n\nb: 1\n", ("a",), (1, 4, 2, 5)),
        ("a: x\n  y\n\n\nb: 1\n", ("a",), (1, 4, 2, 4)),
        ("a: {}\nb: []\n", ("b",), (2, 4, 2, 6)),
        ("- - - x\n", (0, 0), (1, 5, 1, 8)),
        ("a: ~ # nothing\n", ("a",), (1, 4, 1, 5)),
    ],
)
def test_spans_in_the_corners_of_yaml(document: str, route: tuple[str | int, ...], value: tuple[int, ...]) -> None:
    source = read_source(document.encode())
    assert source.ok
    assert source.place(route).value == value


@pytest.mark.parametrize(
    ("document", "value"),
    [
        ("a: &x 5\n", (1, 7, 1, 8)),
        ("a: &x\n", (1, 6, 1, 6)),
        ("a: &x # note\n  b: 1\n", (2, 3, 2, 7)),
        ("a: &x\n- b\n", (2, 1, 2, 4)),
        ("a: &x {b: 1}\n", (1, 7, 1, 13)),
        ("a: &x |\n  b\n", (1, 7, 2, 4)),
        ("a: &x 'b'\n", (1, 7, 1, 10)),
        ("a: [&x , b]\n", (1, 4, 1, 12)),
    ],
)
def test_the_span_of_a_value_leaves_its_anchor_out(document: str, value: tuple[int, ...]) -> None:
    source = read_source(document.encode())
    assert source.ok
    assert source.place(("a",)).value == value


ALIASES = b"""\
base: &base
  fee: 5.00
  hours: &hours [10, 22]
one: *base
two:
  <<: *base
  fee: 6.00
three:
  - *hours
  - {<<: [*base, *other], x: 1}
"""


def aliases() -> Source:
    return read_source(b"other: &other {fee: 1, tip: 2}\n" + ALIASES)


def test_aliases_and_merges_give_the_values_meant() -> None:
    base = {"fee": "5.00", "hours": ["10", "22"]}
    assert aliases().tree == {
        "other": {"fee": "1", "tip": "2"},
        "base": base,
        "one": base,
        "two": {"fee": "6.00", "hours": ["10", "22"]},
        "three": [["10", "22"], {**base, "tip": "2", "x": "1"}],
    }
    assert aliases().ok


@pytest.mark.parametrize(
    ("route", "key", "value", "anchor"),
    [
        (("base",), (2, 1, 2, 5), (3, 3, 4, 25), None),
        (("one",), (5, 1, 5, 4), (5, 6, 5, 11), (3, 3, 4, 25)),
        (("one", "fee"), (5, 6, 5, 11), (5, 6, 5, 11), (3, 8, 3, 12)),
        (("one", "hours"), (5, 6, 5, 11), (5, 6, 5, 11), (4, 17, 4, 25)),
        (("one", "hours", 1), (5, 6, 5, 11), (5, 6, 5, 11), (4, 22, 4, 24)),
        (("one", "missing"), (5, 1, 5, 4), (5, 6, 5, 11), (3, 3, 4, 25)),
        (("two", "fee"), (8, 3, 8, 6), (8, 8, 8, 12), None),
        (("two", "hours"), (7, 7, 7, 12), (7, 7, 7, 12), (4, 17, 4, 25)),
        (("two", "hours", 0), (7, 7, 7, 12), (7, 7, 7, 12), (4, 18, 4, 20)),
        (("three", 0), None, (10, 5, 10, 11), (4, 17, 4, 25)),
        (("three", 0, 1), (10, 5, 10, 11), (10, 5, 10, 11), (4, 22, 4, 24)),
        (("three", 1, "fee"), (11, 11, 11, 16), (11, 11, 11, 16), (3, 8, 3, 12)),
        (("three", 1, "tip"), (11, 18, 11, 24), (11, 18, 11, 24), (1, 29, 1, 30)),
        (("three", 1, "x"), (11, 27, 11, 28), (11, 30, 11, 31), None),
    ],
)
def test_an_alias_is_placed_where_it_is_used_and_points_to_where_it_is_written(
    route: tuple[str | int, ...],
    key: tuple[int, ...] | None,
    value: tuple[int, ...],
    anchor: tuple[int, ...] | None,
) -> None:
    assert aliases().place(route) == (key, value, anchor)


def test_a_merge_of_a_merge_points_to_where_the_value_is_written_at_last() -> None:
    source = read_source(b"a: &a {x: &v 1}\nb: &b {<<: *a, y: *v}\nc: {<<: *b}\n")
    assert source.tree == {"a": {"x": "1"}, "b": {"y": "1", "x": "1"}, "c": {"y": "1", "x": "1"}}
    assert source.place(("c", "x")) == ((3, 9, 3, 11), (3, 9, 3, 11), (1, 14, 1, 15))
    assert source.place(("c", "y")) == ((3, 9, 3, 11), (3, 9, 3, 11), (1, 14, 1, 15))


def test_a_key_that_overrides_a_merged_one_is_no_duplicate_in_either_order() -> None:
    source = read_source(b"a: &a {x: 1, y: 1}\nb: {<<: *a, x: 2}\nc: {x: 3, <<: *a}\n")
    assert source.ok
    assert source.tree == {"a": {"x": "1", "y": "1"}, "b": {"x": "2", "y": "1"}, "c": {"x": "3", "y": "1"}}


def test_two_merge_keys_in_one_block_are_duplicates() -> None:
    source = read_source(b"a: &a {x: 1}\nb:\n  <<: *a\n  <<: *a\n")
    (problem,) = source.problems
    assert (problem.code, problem.span, problem.also[0][0]) == ("duplicate-key", (4, 3, 4, 5), (3, 3, 3, 5))


@pytest.mark.parametrize(
    ("merged", "span", "shown"),
    [
        ("5", (2, 9, 2, 10), '"5"'),
        ("{x: 1}", (2, 9, 2, 15), '"{x: 1}"'),
        ("*text", (2, 9, 2, 14), '"*text"'),
        ("*list", (2, 9, 2, 14), '"*list"'),
        ("[*map, *text]", (2, 16, 2, 21), '"*text"'),
        ("[*map, {x: 1}]", (2, 16, 2, 22), '"{x: 1}"'),
        ("", (2, 8, 2, 8), '""'),
    ],
)
def test_a_merge_of_anything_but_marked_blocks_is_refused(merged: str, span: tuple[int, ...], shown: str) -> None:
    source = read_source(f"all: [&text t, &list [a], &map {{m: 1}}]\na: {{<<: {merged}}}\n".encode())
    (problem,) = source.problems
    assert source.tree is None
    assert (problem.code, problem.span) == ("merge", span)
    assert problem.message == (
        f'"<<" brings in the keys of a block that is marked elsewhere; {shown} does not name one.'
    )


def test_an_unknown_alias_is_refused_once_wherever_it_stands() -> None:
    source = read_source(b"a: *gone\nb: {<<: *gone}\n*gone : 1\nc: &gone 2\n")
    assert source.tree is None
    assert [(problem.code, problem.span) for problem in source.problems] == [
        ("unknown-alias", (1, 4, 1, 9)),
        ("unknown-alias", (2, 9, 2, 14)),
        ("unknown-alias", (3, 1, 3, 6)),
    ]
    assert source.problems[0].message == '"*gone" refers to "&gone", which is not written anywhere above.'


@pytest.mark.parametrize("document", ["a: &x [1, *x]\n", "a: &x\n  b: *x\n", "b: &x 1\na: &x {c: [*x]}\n"])
def test_an_alias_inside_its_own_anchor_is_refused(document: str) -> None:
    source = read_source(document.encode())
    assert source.tree is None
    (problem,) = source.problems
    assert problem.code == "recursive-alias"
    assert problem.message == '"*x" stands inside the value marked "&x", so that value would contain itself.'


def test_an_anchor_given_again_counts_from_there_on() -> None:
    assert read_source(b"[&x 1, *x, &x 2, *x]").tree == ["1", "1", "2", "2"]
    assert read_source(b"[&x [&x 1, *x], *x]").tree == [["1", "1"], "1"]


def test_an_anchored_text_can_be_a_key_elsewhere() -> None:
    source = read_source(b"a: &k fee\n*k : 5\n&m tip: 1\nb: *m\n")
    assert source.tree == {"a": "fee", "fee": "5", "tip": "1", "b": "tip"}
    assert source.place(("fee",)).key == (2, 1, 2, 3)
    assert source.place(("tip",)).key == (3, 4, 3, 7)


def write_document(rng: random.Random, depth: int = 0, indent: str = "") -> str:
    """A block of keys as people write them, with comments, blank lines, flow collections and quotes."""
    lines = []
    for number in range(rng.randint(1, 5)):
        key = rng.choice(["name", "'quoted'", '"double"', "two words", "é", "limit"])
        key = f"{key[0]}{number}{key[1:]}" if key[0] in "'\"" else f"{key}{number}"
        space = " " * rng.randint(1, 3)
        kind = rng.choice(["scalar", "scalar", "flow", "map", "seq", "seq of maps", "block text"])
        if depth > 3 or kind == "scalar":
            value = rng.choice(["5.00", "'it''s'", '"a\\nb"', "plain text", "200:1", "é😀", "no"])
            lines.append(f"{indent}{key}:{space}{value}{rng.choice(['', '  # note'])}")
        elif kind == "flow":
            lines.append(f"{indent}{key}:{space}[ 1,{space}'b', {{x:{space}1, y: [c]}} ]")
        elif kind == "block text":
            lines.append(f"{indent}{key}:{space}{rng.choice(['|', '>-'])}\n{indent}  one\n\n{indent}  two\n")
        elif kind == "map":
            lines.append(f"{indent}{key}:\n{write_document(rng, depth + 1, indent + '  ')}")
        elif kind == "seq":
            inner = indent + rng.choice(["", "  "])
            lines.append(f"{indent}{key}:\n{inner}-{space}a\n{inner}# note\n{inner}- 'b'")
        else:
            inner = write_document(rng, depth + 1, indent + "    ")
            lines.append(f"{indent}{key}:\n{indent}  - {inner[len(indent) + 4 :]}")
        if rng.random() < 0.2:
            lines.append(f"\n{indent}# a comment")
    return "\n".join(lines)


def compare(source: Source, theirs: object, route: tuple[str | int, ...]) -> int:
    """Check our places against ruamel's line and column data; the number of places checked."""
    checked = 0
    if isinstance(theirs, dict):
        for key, value in theirs.items():
            place = source.place((*route, str(key)))
            assert place.key is not None
            assert (place.key.line - 1, place.key.column - 1) == theirs.lc.key(key)  # type: ignore[attr-defined]  # ruamel's CommentedMap
            assert (place.value.line - 1, place.value.column - 1) == theirs.lc.value(key)  # type: ignore[attr-defined]  # as above
            checked += 2 + compare(source, value, (*route, str(key)))
    elif isinstance(theirs, list):
        for index, value in enumerate(theirs):
            place = source.place((*route, index))
            assert (place.value.line - 1, place.value.column - 1) == theirs.lc.item(index)  # type: ignore[attr-defined]  # ruamel's CommentedSeq
            checked += 1 + compare(source, value, (*route, index))
    return checked


def test_texts_agree_with_pyyaml_and_positions_with_ruamel_on_generated_documents() -> None:
    rng, yaml, checked = random.Random(2026), YAML(typ="rt"), 0
    for _ in range(80):
        document = write_document(rng)
        source = read_source(document.encode())
        assert source.ok, document
        assert source.tree == pyyaml.load(document, Loader=pyyaml.BaseLoader)
        checked += compare(source, yaml.load(StringIO(document)), ())
    assert checked > 2500
