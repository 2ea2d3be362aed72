"""Bytes and characters that are refused before or while a file is parsed."""

import pytest

from compliance.source import read_source

NOT_UTF_8 = "The byte 0x{} is not valid UTF-8, the encoding expected here."


@pytest.mark.parametrize(
    ("data", "span", "message"),
    [
        (
            b"a: caf\xe9\n",
            (1, 7, 1, 8),
            f'{NOT_UTF_8.format("E9")} In a Windows-1252 file it would be "é".',
        ),
        (
            "é: 1\r\nb: 2\rc: ".encode() + b"\x81",
            (3, 4, 3, 5),
            NOT_UTF_8.format("81"),
        ),
        (
            b"\xef\xbb\xbfa: \xff",
            (1, 4, 1, 5),
            f'{NOT_UTF_8.format("FF")} In a Windows-1252 file it would be "ÿ".',
        ),
    ],
)
def test_the_first_byte_that_is_not_utf_8_is_named(data: bytes, span: tuple[int, ...], message: str) -> None:
    source = read_source(data)
    assert (source.text, source.tree) == ("", None)
    (problem,) = source.problems
    assert (problem.code, problem.span, problem.message) == ("not-utf-8", span, message)
    assert problem.help == "Save the file again with the encoding UTF-8."


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_wide_encodings_are_named_with_and_without_their_mark(encoding: str) -> None:
    source = read_source("a: 1\nb: é\n".encode(encoding))
    (problem,) = source.problems
    assert problem.code == "not-utf-8"
    assert problem.message == f"The file is saved as {encoding[:6].upper()}; UTF-8 is expected."
    assert (source.text, source.tree) == ("", None)


@pytest.mark.parametrize(
    ("character", "code", "name"),
    [
        ("\x00", "control-character", "U+0000 (null)"),
        ("\x07", "control-character", "U+0007 (control character)"),
        ("\x0b", "control-character", "U+000B (vertical tab)"),
        ("\x1b", "control-character", "U+001B (escape)"),
        ("\x7f", "control-character", "U+007F (delete)"),
        ("\x9b", "control-character", "U+009B (control character)"),
        ("\ufffe", "control-character", "U+FFFE (control character)"),
        ("\x85", "line-separator", "U+0085 (next line)"),
        ("\u2028", "line-separator", "U+2028 (line separator)"),
        ("\u2029", "line-separator", "U+2029 (paragraph separator)"),
        ("\ufeff", "byte-order-mark", "U+FEFF (byte order mark)"),
    ],
)
def test_characters_that_cannot_be_seen_are_refused_where_they_stand(character: str, code: str, name: str) -> None:
    source = read_source(f"a: 1\r\nb: 'x{character}y'\n".encode())
    assert source.tree is None
    (problem,) = source.problems
    assert (problem.code, problem.span) == (code, (2, 6, 2, 7))
    assert problem.message.startswith(f"The character {name} ")


def test_the_same_character_in_many_places_is_one_problem() -> None:
    source = read_source(b"a: \x01\n" * 10 + b"b: \x02\n")
    first, second = source.problems
    assert first.span == (1, 4, 1, 5)
    assert first.also == tuple(((line, 4, line, 5), "also here") for line in range(2, 7))
    assert (second.span, second.also) == ((11, 4, 11, 5), ())


@pytest.mark.parametrize("escape", ["\\0", "\\e", "\\x1b", "\\u2028", "\\N", "\\L", "\\uFEFF", "\\x7f"])
def test_escapes_for_characters_that_cannot_be_seen_are_refused(escape: str) -> None:
    source = read_source(f'a: "x{escape}"\n'.encode())
    assert source.tree is None
    (problem,) = source.problems
    assert (problem.code, problem.span) == ("control-character", (1, 4, 1, 7 + len(escape)))


def test_other_escapes_are_text() -> None:
    assert read_source(b'a: "\\n\\t\\r\\\\\\u00e9\\xa0\\/"\n').tree == {"a": "\n\t\r\\é\xa0/"}


@pytest.mark.parametrize("character", ["\u00a0", "\u2003", "\u200b", "\u202e", "\u3000", "\u00ad", "\u1680"])
@pytest.mark.parametrize(
    ("document", "span"),
    [
        ("a: 1\n_b: 2\n", (2, 1, 2, 2)),  # as indentation it becomes part of the key
        ("a:\n  b: 1\n _c: 2\n", (3, 2, 3, 3)),
        ("a: 1\n  _b: 2\n", (2, 3, 2, 4)),
        ("a: 1\n_- b\nc: 2\n", (2, 1, 2, 2)),
        ("two_words: 1\n", (1, 4, 1, 5)),
        ("a_: 1\n", (1, 2, 1, 3)),
        ("'a_b': 1\n", (1, 3, 1, 4)),
        ("a: _5\n", (1, 4, 1, 5)),
        ("a: 5_\n", (1, 5, 1, 6)),
        ("a:_5\n", (1, 3, 1, 4)),
        ("a:_5\nb: 1\n", (1, 3, 1, 4)),
        ("-_5\n", (1, 2, 1, 3)),
        ("- [x, _5]\n", (1, 7, 1, 8)),
    ],
)
def test_an_odd_space_where_a_blank_would_separate_is_refused(
    document: str, span: tuple[int, ...], character: str
) -> None:
    source = read_source(document.replace("_", character).encode())
    assert source.tree is None
    (problem,) = source.problems
    assert (problem.code, problem.span) == ("odd-space", span)
    assert problem.message.startswith(f"The character U+{ord(character):04X} (")


def test_an_odd_space_inside_a_value_or_in_quotes_is_text() -> None:
    source = read_source("a: 5\u00a0000 €\nb: '\u00a0x'\nc: |\n  \u00a0y\n\"\\u00a0k\": 1\n".encode())
    assert source.ok
    assert source.tree == {"a": "5\u00a0000 €", "b": "\u00a0x", "c": "\u00a0y\n", "\u00a0k": "1"}


@pytest.mark.parametrize(
    ("document", "span"),
    [
        ("a:\n\tb: 1\n", (2, 1, 2, 2)),
        ("\ta: 1\n", (1, 1, 1, 2)),
        ("a: b\n\tc: d\n", (2, 1, 2, 2)),
        ("a:\n  b: 1\n  \tc: 2\n", (3, 3, 3, 4)),
        ("a:\n- b: 1\n \tc: 2\n", (3, 2, 3, 3)),
        ("a: |\n\tx\n", (2, 1, 2, 2)),
    ],
)
def test_a_tab_as_indentation_is_refused(document: str, span: tuple[int, ...]) -> None:
    (problem,) = read_source(document.encode()).problems
    assert (problem.code, problem.span) == ("tab", span)
    assert problem.message == "A tab stands here where YAML expects blanks; lines are indented with blanks only."


def test_a_tab_elsewhere_is_a_blank_or_text() -> None:
    assert read_source(b"a:\t5\t# note\nb: x\ty\n").tree == {"a": "5", "b": "x\ty"}
