"""Parse the bytes of a file: check size, encoding and characters, then let `composer` build the tree.

Whatever the bytes are, the result is a Source; nothing is raised.
"""

import re
from codecs import BOM_UTF8

from compliance.source import problems
from compliance.source.characters import FORBIDDEN
from compliance.source.tree import Limits, Lines, Problem, Source, Span

_FORBIDDEN = re.compile(f"[{FORBIDDEN}]")
_FORBIDDEN_ASCII = bytes((*range(9), 11, 12, *range(14, 32), 127))
_MOST_PLACES = 5  # further places of the same forbidden character that are shown

# The longer byte order marks come first: UTF-32's begins with UTF-16's.
_WIDE_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
# Without a mark: the zero bytes beside the first two characters, which in a text file are ASCII.
_WIDE_ZEROS = (
    (re.compile(rb"[^\0]\0\0\0[^\0]\0\0\0|\0\0\0[^\0]\0\0\0[^\0]"), "UTF-32"),
    (re.compile(rb"[^\0]\0[^\0]\0|\0[^\0]\0[^\0]"), "UTF-16"),
)
# One line before the document: blank, a comment, or a directive.
_PREAMBLE_LINE = re.compile(r"[ \t]*(?:#.*)?\n|(?P<directive>%.*)(?:\n|\Z)")
_YAML_DIRECTIVE = re.compile(r"%YAML[ \t]+1\.[12][ \t]*(?:[ \t]#.*)?")

_DEFAULT = Limits()


def parse_source(data: bytes, limits: Limits = _DEFAULT) -> Source:
    """Return the tree of a YAML file with the places of its values, and the problems of the file."""
    if len(data) > limits.bytes:
        return Source("", None, (problems.oversized_file(len(data), limits),))
    data = data.removeprefix(BOM_UTF8)
    if wide := _detect_wide_encoding(data):
        return Source("", None, (problems.wide_encoding(wide),))
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return Source("", None, (_invalid_utf_8(data, error),))
    flat = text
    if "\r" in text:
        # To YAML the three line breaks are the same; below, each is one character, as offsets and patterns expect.
        flat = text.replace("\r\n", "\n").replace("\r", "\n")
        data = flat.encode()
    if found := _find_forbidden_characters(data, flat) or _find_unknown_directive(flat):
        return Source(text, None, _sort_problems(found, limits, 0))

    from compliance.source.composer import compose  # brings in PyYAML, which costs as much as reading 50 files

    tree, root, found, unreported = compose(data, flat, limits)
    return Source(text, tree, _sort_problems(found, limits, unreported), root)


def _sort_problems(found: list[Problem], limits: Limits, unreported: int) -> tuple[Problem, ...]:
    """Return the problems in the order of their places, up to the limit; the last says how many are left out."""
    ordered = sorted(dict.fromkeys(found), key=lambda problem: problem.span)
    unreported += len(ordered[limits.problems :])
    kept = ordered[: limits.problems]
    if unreported and kept:
        kept[-1] = kept[-1]._replace(help=f"{kept[-1].help} (Problems not shown: {unreported:,}.)")
    return tuple(kept)


def _detect_wide_encoding(data: bytes) -> str | None:
    for mark, name in _WIDE_MARKS:
        if data.startswith(mark):
            return name
    for zeros, name in _WIDE_ZEROS:
        if zeros.match(data):
            return name
    return None


def _invalid_utf_8(data: bytes, error: UnicodeDecodeError) -> Problem:
    before = Lines(data[: error.start].decode()).lines
    line, column = len(before), len(before[-1]) + 1
    return problems.invalid_utf_8(data[error.start], Span(line, column, line, column + 1))


def _find_forbidden_characters(data: bytes, text: str) -> list[Problem]:
    # Several times as fast as the search, and nearly every file is ASCII without controls.
    if text.isascii() and len(data.translate(None, _FORBIDDEN_ASCII)) == len(data):
        return []
    places: dict[str, list[int]] = {}
    for found in _FORBIDDEN.finditer(text):
        places.setdefault(found[0], []).append(found.start())
    if not places:
        return []
    span = Lines(text).span
    return [
        problems.invalid_character(character, *(span(start, start + 1) for start in starts[: _MOST_PLACES + 1]))
        for character, starts in places.items()
    ]


def _find_unknown_directive(text: str) -> list[Problem]:
    """Return a problem for the first unknown directive. Checked here: the parser takes quadratic time over many of
    them."""
    if "%" not in text:
        return []
    index, seen = 0, False
    while line := _PREAMBLE_LINE.match(text, index):
        if directive := line["directive"]:
            if seen or not _YAML_DIRECTIVE.fullmatch(directive):
                return [problems.directive(directive, Lines(text).span(index, index + len(directive)))]
            seen = True
        index = line.end()
    return []
