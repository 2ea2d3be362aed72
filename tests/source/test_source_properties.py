"""What holds for any input at all, tried on generated ones."""

import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compliance.source import Map, Seq, Source, Span, Spans, Value, read_source
from compliance.source.tree import Lines

REALISTIC = """\
# House rules
card_room: "Silver Ace"
license: &license {number: GEGE-001234, expires: 2026-12-31}
hours: {open: 10:00, close: '04:00'}
notes: |
  First line.

  Second line: with a colon.
tables:
  - id: T1
    game: no-limit holdem   # the main game
    buy_in: &buy_in
      minimum: 100
      maximum: 500.00
    players: [2, 3, 4]
  - id: T2
    license: *license
    buy_in:
      <<: *buy_in
      maximum: 1_000
empty:
text: >-
  folded
  text
"""
PIECES = [
    *"\n\t \r:-?[]{},#&*!|>'\"%@`~\\<=.",
    "\n  ",
    ": ",
    "- ",
    "\r\n",
    "<<: *buy_in",
    "*license",
    "&x ",
    "---\n",
    "...\n",
]
PIECES += [
    "\u00a0",
    "\u2028",
    "\ufeff",
    "\x00",
    "é",
    "😀",
    "!!int ",
    "? ",
    "null",
    "'",
    '"\\x',
    "%YAML 1.2\n",
    "a: b: c",
]

ASCII = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=20)


def assert_inside(span: Span, source: Source) -> None:
    assert 1 <= span.line <= span.end_line <= len(source.lines)
    assert 1 <= span.column <= len(source.lines[span.line - 1]) + 1
    assert 1 <= span.end_column <= len(source.lines[span.end_line - 1]) + 1
    assert (span.line, span.column) <= (span.end_line, span.end_column)


def assert_place_inside(place: Spans, source: Source) -> None:
    for span in (place.key, place.value, place.anchor):
        if span is not None:
            assert_inside(span, source)


def assert_sound(data: bytes) -> None:
    """A tree or a problem, and every span inside the text."""
    source = read_source(data)
    assert (source.tree is not None) or source.problems
    for problem in source.problems:
        assert problem.message
        assert problem.help
        if source.text:  # there is no text when the bytes could not be decoded
            for span in (problem.span, *(span for span, _ in problem.also)):
                assert_inside(span, source)
    todo: list[tuple[tuple[str | int, ...], Value]] = [((), source.tree)]
    while todo and source.tree is not None and len(todo) < 2000:
        route, value = todo.pop()
        assert_place_inside(source.place(route), source)
        if isinstance(value, Map):
            assert value.keys() == value.places.keys()
            assert all(type(key) is str for key in value)
            todo.extend(((*route, key), inner) for key, inner in value.items())
        elif isinstance(value, Seq):
            assert len(value) == len(value.places)
            todo.extend(((*route, index), inner) for index, inner in enumerate(value))
        else:
            assert value is None or type(value) is str


@st.composite
def mutated(draw: st.DrawFn) -> str:
    text = REALISTIC
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        removed = draw(st.integers(0, 6))
        text = text[:start] + draw(st.sampled_from(["", *PIECES])) + text[start + removed :]
    return text


def test_the_realistic_document_is_sound_and_ok() -> None:
    assert_sound(REALISTIC.encode())
    assert read_source(REALISTIC.encode()).ok


@given(st.binary(max_size=200))
@settings(max_examples=300, deadline=None)
def test_any_bytes_give_a_tree_or_a_problem(data: bytes) -> None:
    assert_sound(data)


@given(st.text(max_size=200))
@settings(max_examples=300, deadline=None)
def test_any_text_gives_a_tree_or_a_problem(text: str) -> None:
    assert_sound(text.encode("utf-8", "replace"))


@given(st.lists(st.sampled_from([*PIECES, "a", "b", "key: ", "\n"]), max_size=40).map("".join))
@settings(max_examples=500, deadline=None)
def test_any_heap_of_yaml_pieces_gives_a_tree_or_a_problem(text: str) -> None:
    assert_sound(text.encode())


@given(mutated())
@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_damaged_document_gives_a_tree_or_a_problem(text: str) -> None:
    assert_sound(text.encode())


@given(mutated(), st.sampled_from(["\r\n", "\r"]))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_line_breaks_do_not_matter(text: str, line_break: str) -> None:
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    one, other = read_source(plain.encode()), read_source(plain.replace("\n", line_break).encode())
    assert other.tree == one.tree
    assert other.problems == one.problems
    assert other.lines == one.lines


@given(st.dictionaries(st.from_regex(r"[a-z]{1,8}", fullmatch=True), ASCII))
@settings(max_examples=200, deadline=None)
def test_what_is_written_in_single_quotes_is_read_back_from_its_span(data: dict[str, str]) -> None:
    lines = [f"{key}: '" + value.replace("'", "''") + "'" for key, value in data.items()]
    source = read_source("\n".join(lines).encode())
    if not data:
        assert [problem.code for problem in source.problems] == ["empty"]
        return
    assert source.tree == data
    for line, (key, value) in enumerate(data.items(), start=1):
        place = source.place((key,))
        assert place.key == (line, 1, line, 1 + len(key))
        assert place.value == (line, len(key) + 3, line, len(key) + 5 + len(value.replace("'", "''")))


@given(mutated())
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_the_parsers_offsets_agree_with_its_own_lines_and_columns(text: str) -> None:
    """The composer keeps offsets only. At the very end the parser makes up a line; there the offset is the truth."""
    text = "".join(character for character in text if character.isprintable() or character == "\n")
    lines = Lines(text)
    marks = []
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            marks += [event.start_mark, event.end_mark]
    except yaml.MarkedYAMLError as error:
        marks += [mark for mark in (error.problem_mark, error.context_mark) if mark is not None]
    for mark in marks:
        assert mark is not None
        assert 0 <= mark.index <= len(text)
        if mark.index < len(text):
            assert lines.span(mark.index, mark.index)[:2] == (mark.line + 1, mark.column + 1)
