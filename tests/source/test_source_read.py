"""What a file is read as: texts, mappings and lists, and when there is a tree at all."""

import pytest

from compliance.source import Limits, Map, Seq, Source, Span, read_source


def problem_codes(source: Source) -> list[str]:
    return [problem.code for problem in source.problems]


def cut(source: Source, span: Span) -> str:
    """The text of a span that lies on one line."""
    assert span.line == span.end_line
    return source.lines[span.line - 1][span.column - 1 : span.end_column - 1]


@pytest.mark.parametrize(
    "written", ["no", "Yes", "200:1", "010", "1_000", "5.00", "2026-01-31", "0x1F", "1e3", ".inf", "NUll", "-"]
)
def test_a_plain_scalar_stays_the_text_that_was_written(written: str) -> None:
    assert read_source(f"a: x{written}".encode()).tree == {"a": f"x{written}"}
    if written != "-":
        assert read_source(f"a: {written}".encode()).tree == {"a": written}


@pytest.mark.parametrize("written", ["", "~", "null", "Null", "NULL"])
def test_nothing_and_the_nulls_written_plain_are_none(written: str) -> None:
    source = read_source(f"a: {written}\nb: [{written or '~'}]\n".encode())
    assert source.ok
    assert source.tree == {"a": None, "b": [None]}


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("'null'", "null"),
        ('"~"', "~"),
        ("''", ""),
        ('"a\\tb"', "a\tb"),
        ("'it''s'", "it's"),
        ("|\n  one\n  two\n", "one\ntwo\n"),
        ("|-\n  one\n  two\n", "one\ntwo"),
        (">\n  one\n  two\n", "one two\n"),
        ("one\n  two", "one two"),
        ("|\n", ""),
    ],
)
def test_quoted_and_block_scalars_are_text_as_yaml_defines(written: str, text: str) -> None:
    assert read_source(f"a: {written}\n".encode()).tree == {"a": text}


def test_keys_are_texts_whatever_they_look_like() -> None:
    source = read_source(b"1: a\n2.50: b\nyes: c\n2026-01-31: d\n'null': e\n\"<<\": f\n")
    assert source.ok
    assert source.tree == {"1": "a", "2.50": "b", "yes": "c", "2026-01-31": "d", "null": "e", "<<": "f"}


def test_mappings_and_lists_are_our_own_kinds() -> None:
    tree = read_source(b"a:\n- b\n- {c: d}\n").tree
    assert type(tree) is Map
    assert type(tree["a"]) is Seq
    assert type(tree["a"][1]) is Map
    assert tree == {"a": ["b", {"c": "d"}]}


def test_the_root_may_be_a_list_or_a_text() -> None:
    assert read_source(b"- a\n- b\n").tree == ["a", "b"]
    assert read_source(b"just text\n").tree == "just text"
    assert read_source(b"--- # a comment\na: 1\n...\n# the end\n").tree == {"a": "1"}


def test_two_sources_of_the_same_bytes_are_equal() -> None:
    assert read_source(b"a: [1, 2]\n") == read_source(b"a: [1, 2]\n")
    assert read_source(b"a: [1, 2]\n") != read_source(b"a:  [1, 2]\n")


@pytest.mark.parametrize("data", [b"", b"\n\n", b"# only a comment\n", b"---\n", b"--- \n...\n", b"...\n", b"~\n"])
def test_a_file_without_content_is_empty(data: bytes) -> None:
    source = read_source(data)
    assert source.tree is None
    assert problem_codes(source) == ["empty"]
    assert source.problems[0].message == "The file is empty: no keys and no values are written in it."
    assert source.problems[0].span == (1, 1, 1, 1)


def test_a_second_document_is_refused_where_it_begins() -> None:
    source = read_source(b"---\na: 1\n---\nb: 2\n---\nc: 3\n")
    assert source.tree is None
    assert problem_codes(source) == ["several-documents"]
    assert source.problems[0].span == (3, 1, 3, 4)
    assert source.problems[0].message == "A second document begins here; one file holds one document."


def test_a_directive_after_the_document_begins_a_second_one() -> None:
    source = read_source(b"a: 1\n...\n%YAML 1.2\n---\nb: 2\n")
    assert problem_codes(source) == ["several-documents"]
    assert source.problems[0].span == (3, 1, 3, 10)


@pytest.mark.parametrize("version", ["1.1", "1.2"])
def test_the_yaml_directive_is_tolerated(version: str) -> None:
    source = read_source(f"# first\n%YAML {version} # then\n---\na: 1\n".encode())
    assert source.ok
    assert source.tree == {"a": "1"}
    assert source.place(("a",)).key == (4, 1, 4, 2)


@pytest.mark.parametrize("line", ["%TAG ! tag:x,2026:", "%YAML 1.3", "%YAML 2.0", "%FOO bar", "%"])
def test_other_directives_are_refused(line: str) -> None:
    source = read_source(f"\n{line}\n---\na: 1\n".encode())
    assert source.tree is None
    assert problem_codes(source) == ["directive"]
    assert source.problems[0].span == (2, 1, 2, 1 + len(line))


def test_a_directive_given_twice_is_refused_the_second_time() -> None:
    source = read_source(b"%YAML 1.1\n%YAML 1.1\n---\na: 1\n")
    assert problem_codes(source) == ["directive"]
    assert source.problems[0].span == (2, 1, 2, 10)


def test_each_duplicate_key_is_reported_with_both_places_and_the_first_one_counts() -> None:
    source = read_source(b"fee: 1\ntable: {seats: 9, seats: 8}\nfee: 2\n'fee': 3\n")
    assert source.tree == {"fee": "1", "table": {"seats": "9"}}
    assert problem_codes(source) == ["duplicate-key"] * 3
    flow, second, third = source.problems
    assert flow.message == 'The key "seats" is written a second time in the same block.'
    assert (flow.span, flow.also) == ((2, 19, 2, 24), (((2, 9, 2, 14), "first written here"),))
    assert (second.span, second.also) == ((3, 1, 3, 4), (((1, 1, 1, 4), "first written here"),))
    assert (third.span, third.also) == ((4, 1, 4, 6), (((1, 1, 1, 4), "first written here"),))


def test_duplicates_inside_a_duplicate_are_reported_too() -> None:
    source = read_source(b"a: 1\na:\n  b: 1\n  b: 2\n")
    assert [problem.span[:2] for problem in source.problems] == [(2, 1), (4, 3)]
    assert source.tree == {"a": "1"}


def test_the_same_key_in_different_blocks_is_no_duplicate() -> None:
    assert read_source(b"a: {x: 1}\nb: {x: 1}\nc:\n- x: 1\n- x: 1\n").ok


@pytest.mark.parametrize(
    ("document", "tag", "span"),
    [
        ("a: !!int 5", "!!int", (1, 4, 1, 9)),
        ("a: !!str 5", "!!str", (1, 4, 1, 9)),
        ("a: !foo [5]", "!foo", (1, 4, 1, 8)),
        ("a: !!binary |\n  x", "!!binary", (1, 4, 1, 12)),
        ("a: ! 5", "!", (1, 4, 1, 5)),
        ("a: &x !t 5", "!t", (1, 7, 1, 9)),
        ("a: !t &x\n  b: 1", "!t", (1, 4, 1, 6)),
        ("a: !e!t 5", "!e!t", (1, 4, 1, 8)),
        ("a: !<x 5", "!<x", (1, 4, 1, 7)),
        ("!t a: 5", "!t", (1, 1, 1, 3)),
        ("[?!t a : 5]", "!t", (1, 3, 1, 5)),
        ('{"a":!t 5}', "!t", (1, 6, 1, 8)),
    ],
)
def test_tags_are_refused(document: str, tag: str, span: tuple[int, ...]) -> None:
    source = read_source(document.encode())
    assert problem_codes(source) == ["tag"]
    assert source.problems[0].message == f'"{tag}" is a YAML tag; tags are not used here.'
    assert source.problems[0].span == span


def test_a_tag_leaves_the_text_as_written() -> None:
    assert read_source(b"a: !!int 5\nb: !t\n  c: d\n").tree == {"a": "5", "b": {"c": "d"}}


def test_an_exclamation_mark_inside_a_text_is_no_tag() -> None:
    assert read_source(b"a: Hi!\nb: wow ! yes\nc: '!x'\nd: R&B & more\n").tree == {
        "a": "Hi!",
        "b": "wow ! yes",
        "c": "!x",
        "d": "R&B & more",
    }


@pytest.mark.parametrize(
    ("document", "message", "span"),
    [
        ("a: 1\n~: 2", "The key ~ means nothing in YAML; a key is a text.", (2, 1, 2, 2)),
        ("null: 2", "The key null means nothing in YAML; a key is a text.", (1, 1, 1, 5)),
        (": 2", "There is no key before this colon; a key is a text.", (1, 1, 1, 2)),
        ("{: 2}", "There is no key before this colon; a key is a text.", (1, 2, 1, 3)),
        ("? [a, b]\n: 2", "This key is a list or a block of keys; a key is a text.", (1, 3, 1, 9)),
        ("{a: 1}: 2", "This key is a list or a block of keys; a key is a text.", (1, 1, 1, 7)),
        ("? a: 1\n  b: 2\n: 3", "This key is a list or a block of keys; a key is a text.", (1, 3, 2, 7)),
    ],
)
def test_a_key_that_is_no_text_is_refused(document: str, message: str, span: tuple[int, ...]) -> None:
    source = read_source(document.encode())
    assert source.tree is None
    assert problem_codes(source) == ["key-not-text"]
    assert (source.problems[0].message, source.problems[0].span) == (message, span)


def test_several_keys_that_are_no_text_are_each_reported_once() -> None:
    assert problem_codes(read_source(b"? [a]\n: 1\n? [a]\n: 2\n~: 3\n~: 4\n")) == ["key-not-text"] * 4


def test_problems_come_in_the_order_of_their_places() -> None:
    source = read_source(b"x: *gone\na: {b: 1, b: 2}\nc: !t 1\na: 3\n")
    assert problem_codes(source) == ["unknown-alias", "duplicate-key", "tag", "duplicate-key"]
    assert [problem.span.line for problem in source.problems] == [1, 2, 3, 4]
    assert source.tree is None


def test_a_syntax_error_does_not_hide_the_problems_before_it() -> None:
    assert problem_codes(read_source(b"a: 1\na: 2\nb: [1\n")) == ["duplicate-key", "unclosed-bracket"]


def test_no_more_problems_are_given_than_wanted_and_the_last_says_how_many_are_left_out() -> None:
    source = read_source(b"a: 1\n" * 251)
    assert len(source.problems) == 100
    assert source.problems[98].help == "Keep one of them, or rename one if another key was meant."
    assert source.problems[99].help.endswith("(Problems not shown: 150.)")
    assert len(read_source(b"a: 1\n" * 251, Limits(problems=3)).problems) == 3


def test_lines_break_where_the_spans_say() -> None:
    source = read_source(b"a: 1\r\nb: 2\rc: 3\nd: 4")
    assert source.lines == ["a: 1", "b: 2", "c: 3", "d: 4"]
    assert source.text == "a: 1\r\nb: 2\rc: 3\nd: 4"
    assert [cut(source, source.place((key,)).value) for key in "abcd"] == ["1", "2", "3", "4"]


def test_line_breaks_in_a_text_are_the_same_however_the_file_writes_them() -> None:
    document = "a: |\n  one\n\n  two\nb: 'x\n\n  y'\nc: [\n  z]\n"
    plain = read_source(document.encode())
    for line_break in ("\r\n", "\r"):
        other = read_source(document.replace("\n", line_break).encode())
        assert other.tree == plain.tree == {"a": "one\n\ntwo\n", "b": "x\ny", "c": ["z"]}
        for route in ((), ("a",), ("b",), ("c",), ("c", 0)):
            assert other.place(route) == plain.place(route)
