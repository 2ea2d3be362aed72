"""Citations that move with their lines when a paper is read anew: by another version, or in another way.

Lines are found again by their letters and digits. What was one line and is two, or two and is one, is found by the
letters of both; what is not found is left as it is, and said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from typing import Any, Final, NamedTuple

from compliance.documents.citations import LINES, LinePosition, LineRange, parse_citation
from compliance.documents.paper_text import PaperText
from compliance.paper.figures import squeeze
from compliance.source.routes import Route

# How much of a line's letters must be found for it to be the same line.
_ALIKE: Final = 0.9
# Letters of one stretch that are compared one by one.
_MOST_LETTERS: Final = 20_000
# A citation may not grow more than this many times, with some lines to spare.
_GROWTH: Final = 3
_SPARE: Final = 4
_KEYS: Final = ("source", "at", "from", "lines")


class MovedCitation(NamedTuple):
    """A citation of a document, and where its lines are now: nowhere if they were not found."""

    route: Route
    before: str
    after: str | None


def move_citations(tree: Mapping[str, Any], old: PaperText, new: PaperText) -> list[MovedCitation]:
    """Every citation of a document as lines of a paper that was read anew."""
    lines = align_lines(old.lines, new.lines)
    return [MovedCitation(route, text, _move(text, old, new, lines)) for route, text in list_cited_lines(tree)]


def list_cited_lines(tree: Mapping[str, Any]) -> Iterator[tuple[Route, str]]:
    """Every citation of lines, by its place."""
    yield from _find(tree, ())


def _find(node: Any, route: Route) -> Iterator[tuple[Route, str]]:
    if isinstance(node, Mapping):
        for key, value in node.items():
            yield from _find(value, (*route, key))
    elif isinstance(node, list):
        for place, item in enumerate(node):
            yield from _find(item, (*route, place))
    elif isinstance(node, str) and LINES.fullmatch(node):
        key = next((step for step in reversed(route) if isinstance(step, str)), "")
        if key in _KEYS or route[:-1] in (("statements",), ("reading", "words-used")):
            yield route, node


def _move(text: str, old: PaperText, new: PaperText, lines: Mapping[int, range]) -> str | None:
    moved = [_move_stretch(stretch, old, new, lines) for stretch in parse_citation(text)]
    return ", ".join(map(str, moved)) if all(one is not None for one in moved) else None


def _move_stretch(stretch: LineRange, old: PaperText, new: PaperText, lines: Mapping[int, range]) -> LineRange | None:
    printed = [index for index in old.indices(stretch) if squeeze(old.lines[index])]
    if not printed or printed[0] not in lines or printed[-1] not in lines:
        return None
    found = [lines[index] for index in printed if index in lines]
    first, last = min(one.start for one in found), max(one.stop for one in found) - 1
    if last - first > _GROWTH * len(printed) + _SPARE:
        return None
    return LineRange(_position(new, first), _position(new, last))


def _position(paper: PaperText, index: int) -> LinePosition:
    return paper.position(index)


# --- which line is which ----------------------------------------------------------------------------------------------


def align_lines(old: tuple[str, ...], new: tuple[str, ...]) -> dict[int, range]:
    """The lines of one reading in another: for each that was found, from which line to which."""
    before, after = [squeeze(line) for line in old], [squeeze(line) for line in new]
    found: dict[int, range] = {}
    for tag, low, high, start, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            found.update((low + step, range(start + step, start + step + 1)) for step in range(high - low))
        elif tag == "replace":
            found.update(_align_letters(before, range(low, high), after, range(start, end)))
    return found


def _align_letters(before: list[str], old: range, after: list[str], new: range) -> Iterator[tuple[int, range]]:
    """Lines that differ, by the letters that they share in their order; and those that stand whole inside another."""
    one, other = "".join(before[index] for index in old), "".join(after[index] for index in new)
    owners = [index for index in new for _ in after[index]]
    matches: dict[int, int] = {}
    if 0 < len(one) * len(other) <= _MOST_LETTERS**2 // 4:
        for block in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks():
            matches.update((block.a + step, owners[block.b + step]) for step in range(block.size))
    at = 0
    for index in old:
        line = before[index]
        places = [matches[letter] for letter in range(at, at + len(line)) if letter in matches]
        at += len(line)
        if not line:
            continue
        holding = [number for number in new if line in after[number]]
        if len(holding) == 1:
            yield index, range(holding[0], holding[0] + 1)
        elif len(places) >= _ALIKE * len(line):
            # Letters that match by chance elsewhere do not count.
            often = [number for number in dict.fromkeys(places) if places.count(number) > 0.1 * len(line)]
            yield index, range(min(often), max(often) + 1)
