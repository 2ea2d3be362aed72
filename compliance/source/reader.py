"""`read`: the way in. Checks size, encoding and characters, then lets `composer` build the tree.

Whatever the bytes are, it answers with a Source and never raises.
"""

import re
from codecs import BOM_UTF8

from compliance.source import problems
from compliance.source.characters import FORBIDDEN
from compliance.source.tree import Limits, Lines, Problem, Source, Span

_FORBIDDEN = re.compile(f"[{FORBIDDEN}]")
_FORBIDDEN_ASCII = bytes((*range(9), 11, 12, *range(14, 32), 127))
_ALSO = 5  # further places of the same forbidden character that are shown

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


def read(data: bytes, limits: Limits = _DEFAULT) -> Source:
    """The tree of a YAML file with the places of its values, and what is wrong with the file."""
    if len(data) > limits.bytes:
        return Source("", None, (problems.too_large(len(data), limits),))
    data = data.removeprefix(BOM_UTF8)
    if wide := _wide_encoding(data):
        return Source("", None, (problems.wide_encoding(wide),))
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return Source("", None, (_not_utf_8(data, error),))
    flat = text
    if "\r" in text:
        # To YAML the three line breaks are the same; below, each is one character, as offsets and patterns expect.
        flat = text.replace("\r\n", "\n").replace("\r", "\n")
        data = flat.encode()
    if found := _forbidden(data, flat) or _directives(flat):
        return Source(text, None, _in_order(found, limits, 0))

    from compliance.source.composer import compose  # brings in PyYAML, which costs as much as reading 50 files

    tree, root, found, unreported = compose(data, flat, limits)
    return Source(text, tree, _in_order(found, limits, unreported), root)


def _in_order(found: list[Problem], limits: Limits, unreported: int) -> tuple[Problem, ...]:
    """The problems in the order of their places, no more than are wanted; the last says how many are left out."""
    ordered = sorted(dict.fromkeys(found), key=lambda problem: problem.span)
    unreported += len(ordered[limits.problems :])
    kept = ordered[: limits.problems]
    if unreported and kept:
        kept[-1] = kept[-1]._replace(help=f"{kept[-1].help} (Problems not shown: {unreported:,}.)")
    return tuple(kept)


def _wide_encoding(data: bytes) -> str | None:
    for mark, name in _WIDE_MARKS:
        if data.startswith(mark):
            return name
    for zeros, name in _WIDE_ZEROS:
        if zeros.match(data):
            return name
    return None


def _not_utf_8(data: bytes, error: UnicodeDecodeError) -> Problem:
    before = Lines(data[: error.start].decode()).lines
    line, column = len(before), len(before[-1]) + 1
    return problems.not_utf_8(data[error.start], Span(line, column, line, column + 1))


def _forbidden(data: bytes, text: str) -> list[Problem]:
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
        problems.forbidden(character, *(span(start, start + 1) for start in starts[: _ALSO + 1]))
        for character, starts in places.items()
    ]


def _directives(text: str) -> list[Problem]:
    """The first directive that is not known. Looked for here: the parser takes quadratic time over many of them."""
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
