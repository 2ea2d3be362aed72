"""Files made to exhaust a reader: each is refused with one problem, at once. A hang would show as a hanging test."""

import pytest

from compliance.source import Limits, Source, Span, read_source


def read_problem(source: Source) -> tuple[str, Span]:
    assert source.tree is None
    (problem,) = source.problems
    return problem.code, problem.span


def test_a_file_of_50_megabytes_is_refused_unread() -> None:
    source = read_source(b"a" * 50_000_000)
    assert read_problem(source) == ("too-large", (1, 1, 1, 1))
    assert source.problems[0].message == "The file has 50,000,000 bytes; at most 2,097,152 are read."
    assert source.text == ""


def test_a_file_of_just_the_permitted_size_is_read() -> None:
    assert read_source(b"a: 1\n#" + b"x" * (2 * 1024 * 1024 - 6)).ok


@pytest.mark.parametrize(
    ("data", "span"),
    [
        (b"[" * 100_000, (1, 65, 1, 66)),
        (b"[" * 100_000 + b"]" * 100_000, (1, 65, 1, 66)),
        (b"{a: " * 100_000, (1, 257, 1, 258)),
        (b"- " * 100_000, (1, 129, 1, 130)),
        (b"? " * 100_000, (1, 129, 1, 130)),
        (b"[{a: " * 100_000, (1, 161, 1, 162)),
        ("".join(" " * depth + "a:\n" for depth in range(1_000)).encode(), (65, 65, 65, 66)),
        (b"[\n" * 100_000, (65, 1, 65, 2)),
    ],
)
def test_deep_nesting_is_refused_at_the_level_past_the_limit(data: bytes, span: tuple[int, ...]) -> None:
    source = read_source(data)
    assert read_problem(source) == ("too-deep", span)
    assert source.problems[0].message == "The nesting goes deeper than 64 levels here."


def test_64_levels_are_read() -> None:
    assert read_source(b"[" * 64 + b"]" * 64).ok
    assert read_source(b"[" * 65 + b"]" * 65).problems[0].code == "too-deep"


def test_a_billion_laughs_are_refused_at_once() -> None:
    lines = ["a: &a [" + ", ".join(["ha"] * 9) + "]"]
    for name, before in zip("bcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxy", strict=True):
        lines.append(f"{name}: &{name} [" + ", ".join([f"*{before}"] * 9) + "]")
    source = read_source("\n".join(lines).encode())
    assert read_problem(source) == ("too-many-nodes", (6, 12, 6, 14))
    assert source.problems[0].message == (
        "The file holds more than 200,000 keys and values, counting what its aliases stand for."
    )


def test_merges_that_double_are_refused_too() -> None:
    lines = ["a: &a {x: 1}"]
    for name, before in zip("bcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxy", strict=True):
        lines.append(f"{name}: &{name} {{<<: [" + ", ".join([f"*{before}"] * 9) + "]}")
    assert read_problem(read_source("\n".join(lines).encode()))[0] == "too-many-nodes"


@pytest.mark.parametrize(
    ("document", "nodes"),
    [
        ("[a, b, c]", 4),
        ("{a: 1, b: 2}", 5),
        ("[[], {}]", 3),
        ("[&x [a, b], *x, *x]", 10),
        ("{k: &x {a: 1}, l: {<<: *x}}", 11),
        ("a", 1),
    ],
)
def test_keys_values_and_what_aliases_stand_for_count_as_nodes(document: str, nodes: int) -> None:
    assert read_source(document.encode(), Limits(nodes=nodes)).ok
    assert read_problem(read_source(document.encode(), Limits(nodes=nodes - 1)))[0] == "too-many-nodes"


def test_too_many_items_are_refused_as_they_are_read() -> None:
    source = read_source(b"- a\n" * 300_000)
    assert read_problem(source) == ("too-many-nodes", (200_000, 3, 200_000, 4))


@pytest.mark.parametrize("template", ["a: {}\n", "a: '{}'\n", 'a: "{}"\n', "{}: 1\n", "a: |\n  {}\n"])
def test_a_text_that_is_too_long_is_refused(template: str) -> None:
    source = read_source(template.format("x" * 70_000).encode())
    assert source.tree is None
    assert source.problems[0].code in ("too-long", "colon")  # the parser itself refuses keys beyond 1,024 characters
    assert read_source(template.format("x" * 1_000).encode()).ok


def test_a_text_of_just_the_permitted_length_is_read() -> None:
    assert read_source(b"a: " + b"x" * 65_536).ok
    source = read_source(b"a: " + b"x" * 65_537)
    assert read_problem(source) == ("too-long", (1, 4, 1, 5))
    assert source.problems[0].message == "The text that begins here has 65,537 characters; at most 65,536 are read."


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"".join(b"%%TAG !%d! x\n" % number for number in range(100_000)) + b"---\na: 1\n", "directive"),
        (
            b"a: 1\n...\n" + b"".join(b"%%TAG !%d! x\n" % number for number in range(100_000)) + b"---\n",
            "several-documents",
        ),
        (b"\n" * 500_000 + b"%x", "directive"),
        (b"\x00" * 500_000, "control-character"),
        (b"a: &x" + b" " * 1_000_000, None),
        (b"a: &x" + b" #\n" * 300_000, None),
        (b"'" * 500_001, "unclosed-quote"),
        (b"a: " * 300_000, "colon"),
        (b"&" * 1_000_000, "needs-quotes"),
        (b"---\n" * 100_000, "several-documents"),
    ],
)
def test_what_would_take_a_parser_quadratic_time_is_answered_at_once(data: bytes, code: str | None) -> None:
    assert [problem.code for problem in read_source(data).problems] == ([] if code is None else [code])


# --- what aliases stand for -------------------------------------------------------------------------------------------


def test_a_long_text_used_many_times_counts_each_time() -> None:
    text = "W" * 60_000
    used = f"a: &long {text}\nb:\n" + "- *long\n" * 8_000
    source = read_source(used.encode())
    assert read_problem(source)[0] == "too-many-characters"
    assert source.problems[0].message == (
        "The file holds more than 2,097,152 characters, counting what its aliases stand for."
    )
    assert read_source((f"a: &long {text}\nb:\n" + "- *long\n" * 30).encode()).ok


@pytest.mark.parametrize(
    ("document", "characters"),
    [
        ("[ab, &x cd, *x]", 6),
        ("{a: &x {bc: d}, e: *x}", 8),
        ("{a: &x [b, &y c], e: [*x, *y]}", 7),
        ('[&x "\\t", *x]', 2),
    ],
)
def test_keys_values_and_what_aliases_stand_for_count_as_characters(document: str, characters: int) -> None:
    assert read_source(document.encode(), Limits(characters=characters)).ok
    assert read_problem(read_source(document.encode(), Limits(characters=characters - 1)))[0] == "too-many-characters"


@pytest.mark.parametrize("levels", [64, 330, 5_000])
@pytest.mark.parametrize(
    ("first", "further"),
    [("- &a0 [x]", "- &a{} [*a{}]"), ("- &a0 {k: x}", "- &a{} {{k: *a{}}}"), ("- &a0 [x]", "- &a{} [b, *a{}, {{}}]")],
)
def test_a_chain_of_aliases_is_as_deep_as_what_it_stands_for(levels: int, first: str, further: str) -> None:
    lines = [first, *(further.format(number + 1, number) for number in range(levels))]
    assert read_problem(read_source("\n".join(lines).encode()))[0] == "too-deep"
    assert read_source("\n".join(lines[:63]).encode()).ok


def test_a_merge_is_no_deeper_than_what_it_brings_in() -> None:
    lines = ["m0: &m0 {a: b}", *(f"m{n + 1}: &m{n + 1} {{<<: *m{n}, k{n}: x}}" for n in range(200))]
    source = read_source("\n".join(lines).encode())
    assert source.ok
