"""What is said about syntax errors. The parser's own sentence is never all there is."""

import pytest

from compliance.source import Problem, Source, read_source

Case = tuple[str, str, tuple[int, ...], str]

CASES: list[Case] = [
    ("a: b: c\n", "colon", (1, 4, 1, 8), 'The value "b: c" holds a colon, which makes it look like a key.'),
    (
        "x:\n  - a: 10: 30 # note\n",
        "colon",
        (2, 8, 2, 14),
        'The value "10: 30" holds a colon, which makes it look like a key.',
    ),
    (
        "a: 1\n  b: 2\n",
        "colon",
        (2, 3, 2, 4),
        'The key "b" cannot stand here: it is indented wrongly, or the line above is not finished.',
    ),
    (
        "a:b\nc: 1\n",
        "colon",
        (2, 1, 2, 2),
        'The key "c" cannot stand here: it is indented wrongly, or the line above is not finished.',
    ),
    (
        "a: x\nfoo\nb: 1\n",
        "missing-colon",
        (2, 1, 2, 4),
        '"foo" has no colon after it; a key and its value are written as in "key: value".',
    ),
    ("a: 'x\nb: 1\n", "unclosed-quote", (1, 4, 1, 5), "The text that begins with this single quote is never closed."),
    ('a: "x\nb: 1\n', "unclosed-quote", (1, 4, 1, 5), "The text that begins with this double quote is never closed."),
    ("a: 'x\n---\nb\n", "unclosed-quote", (1, 4, 1, 5), "The text that begins with this single quote is never closed."),
    ("a: 'x\nb: 'y'\nc: 1\n", "unclosed-quote", (2, 4, 2, 5), "The single quote opened on line 1 is closed only here."),
    ("a: 'it's'\n", "after-quote", (1, 8, 1, 10), '"s\'" stands after the closing quote.'),
    ('- "x" y\n', "after-quote", (1, 7, 1, 8), '"y" stands after the closing quote.'),
    (
        "a: [1, 2\nb: 3\n",
        "unclosed-bracket",
        (1, 4, 1, 5),
        'The "[" is not closed, or a comma is missing after one of its entries.',
    ),
    (
        "a: {x: 1\nb: 3\n",
        "unclosed-bracket",
        (1, 4, 1, 5),
        'The "{" is not closed, or a comma is missing after one of its entries.',
    ),
    (
        "a: [\n",
        "unclosed-bracket",
        (1, 4, 1, 5),
        'The "[" is not closed, or a comma is missing after one of its entries.',
    ),
    ("a: [b, c}\n", "unclosed-bracket", (1, 9, 1, 10), 'Expected a comma or "]" before "}".'),
    ("[a, {b: c]]\n", "unclosed-bracket", (1, 10, 1, 11), 'Expected a comma or "}" before "]]".'),
    ("a: [1", "unclosed-bracket", (1, 6, 1, 6), 'Expected a comma or "]" before the end of the line.'),
    (
        "a:\n  - b: [1, 2,\n  - c: 1\n",
        "unclosed-bracket",
        (2, 8, 2, 9),
        'The "[" is not closed, or a comma is missing after one of its entries.',
    ),
    ("a: [b, - c]\n", "needs-quotes", (1, 8, 1, 12), 'A text cannot begin with "-" unless it is in quotes.'),
    ("a: [1,,2]\n", "stray-comma", (1, 7, 1, 8), "There is nothing before this comma."),
    ("a: ]\n", "stray-bracket", (1, 4, 1, 5), '"]" stands here without an opening bracket before it.'),
    ("a: [b]]\n", "stray-bracket", (1, 7, 1, 8), '"]" stands here without an opening bracket before it.'),
    ("a: , b\n", "stray-comma", (1, 4, 1, 5), '"," stands here without an opening bracket before it.'),
    ("a: @x # note\n", "needs-quotes", (1, 4, 1, 6), 'A text cannot begin with "@" unless it is in quotes.'),
    ("a: `x`\n", "needs-quotes", (1, 4, 1, 7), 'A text cannot begin with "`" unless it is in quotes.'),
    ("a: %5\n", "needs-quotes", (1, 4, 1, 6), 'A text cannot begin with "%" unless it is in quotes.'),
    ("a: * x\n", "needs-quotes", (1, 4, 1, 7), 'A text cannot begin with "*" unless it is in quotes.'),
    ("a: & x\n", "needs-quotes", (1, 4, 1, 7), 'A text cannot begin with "&" unless it is in quotes.'),
    ("a: ? x\n", "needs-quotes", (1, 4, 1, 7), 'A text cannot begin with "?" unless it is in quotes.'),
    (
        'a: "\\q"\n',
        "bad-escape",
        (1, 5, 1, 7),
        '"\\q" in a text in double quotes is not an escape that YAML knows.',
    ),
    (
        'a: "C:\\xyz"\n',
        "bad-escape",
        (1, 7, 1, 11),
        '"\\xyz" in a text in double quotes is not an escape that YAML knows.',
    ),
    (
        "a: - b\n",
        "list-item",
        (1, 4, 1, 7),
        'The list item "- b" cannot begin here, after other text on the same line or out of line.',
    ),
    (
        "a: 1\n- b\n",
        "list-item",
        (2, 1, 2, 4),
        'The list item "- b" stands among keys; a block holds either keys or list items.',
    ),
    ("- a\nb: 1\n", "indentation", (2, 1, 2, 5), '"b: 1" does not line up with the list items above it.'),
    ("a:\n  b: 1\n c: 2\n", "indentation", (3, 2, 3, 6), '"c: 2" does not line up with the keys above it.'),
    ("a: |x\n", "block-text", (1, 5, 1, 6), '"x" cannot follow "|": the text begins on the next line.'),
    ("a: >0\n  x\n", "block-text", (1, 5, 1, 6), '"0" cannot follow ">": the text begins on the next line.'),
    ("a: {} b\n", "after-value", (1, 7, 1, 8), '"b" stands after a value that is already complete.'),
    (
        "a: 1\n...\nb: 2\n",
        "after-end",
        (3, 1, 3, 5),
        '"b: 2" stands outside the document, after its end or before its first line "---".',
    ),
    (
        "%YAML 1.2\na: 1\n",
        "after-end",
        (2, 1, 2, 5),
        '"a: 1" stands outside the document, after its end or before its first line "---".',
    ),
]


def read_problem(source: Source) -> Problem:
    assert source.tree is None
    (problem,) = source.problems
    return problem


@pytest.fixture(params=["libyaml", "pure Python"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "pure Python":
        monkeypatch.setattr("compliance.source.composer.CParser", None)


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(("document", "code", "span", "message"), CASES)
def test_a_syntax_error_is_explained_in_plain_words(
    document: str, code: str, span: tuple[int, ...], message: str
) -> None:
    problem = read_problem(read_source(document.encode()))
    assert (problem.code, problem.span, problem.message) == (code, span, message)
    assert problem.help
    assert "expected '" not in problem.help


def test_the_same_is_said_when_lines_end_in_carriage_returns() -> None:
    for document, code, span, message in CASES:
        problem = read_problem(read_source(document.replace("\n", "\r\n").encode()))
        assert (problem.code, problem.span, problem.message) == (code, span, message)


@pytest.mark.parametrize(
    ("document", "help_"),
    [
        ("a: b: c\n", 'Put the value in quotes: "b: c"'),
        ('a: the "x": y\'s\n', "Put the value in quotes: 'the \"x\": y''s'"),
        ("a: @x # note\n", 'Put it in quotes: "@x"'),
        ("a: 'x\n", "Write the closing ' where the text ends."),
        ("a: 'it's'\n", "Put the whole value in quotes; a quote inside it is written ''"),
    ],
)
def test_the_help_says_what_to_write(document: str, help_: str) -> None:
    assert read_problem(read_source(document.encode())).help == help_


@pytest.mark.parametrize(
    ("document", "also"),
    [
        ("a: 'x\nb: 1\n", ((3, 1, 3, 1), "read up to here without finding it")),
        ("a: 'x\nb: 'y'\nc: 1\n", ((1, 4, 1, 5), "the quote was opened here")),
        ("a: [1, 2\nb: 3\n", ((2, 2, 2, 3), 'expected a comma or "]" before this')),
        ("a: [b, c}\n", ((1, 4, 1, 5), '"[" opened here')),
        ("a: 1\n\n  b: 2\n", ((1, 1, 1, 5), "the line above")),
        ("a:\n  b: 1\n c: 2\n", ((1, 1, 1, 3), "these keys begin here")),
    ],
)
def test_a_second_place_says_what_makes_it_an_error(document: str, also: tuple[tuple[int, ...], str]) -> None:
    assert read_problem(read_source(document.encode())).also == (also,)


def test_an_error_of_a_kind_not_known_gives_the_parsers_sentence_as_well() -> None:
    problem = read_problem(read_source(b"a: !<%ed%a0%80> 1\n"))
    assert problem.code == "syntax"
    assert problem.message == 'The file is not valid YAML at ": !<%ed%a0%80> 1".'
    assert "The parser says: " in problem.help


@pytest.mark.parametrize("document", ['a: "\\UFFFFFFFF"\n', 'a: "\\ud800"\n'])
@pytest.mark.usefixtures("parser")
def test_an_escape_that_is_no_character_is_refused_by_either_parser(document: str) -> None:
    assert read_problem(read_source(document.encode())).code in ("bad-escape", "control-character", "syntax")


def test_without_libyaml_the_same_tree_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    document = (
        b"# note\r\na: &a {x: 1, y: [~, 'q', \"d\\n\"]}\r\nb:\r\n  <<: *a\r\n  x: |\r\n    one\r\n\r\n    two\r\n\r\n"
        b"  c: >-\r\n    three\r\n# end\r\nd:\r\n- *a\r\n-\r\n- e: f\r\n  g:\r\nh: two\r\n  lines\r\n"
    )
    with_libyaml = read_source(document)
    monkeypatch.setattr("compliance.source.composer.CParser", None)
    without = read_source(document)
    assert with_libyaml.ok
    assert without == with_libyaml
    for route in ((), ("a", "y", 2), ("b", "x"), ("b", "y"), ("d", 0, "x"), ("d", 2, "g"), ("h",)):
        assert without.place(route) == with_libyaml.place(route)
