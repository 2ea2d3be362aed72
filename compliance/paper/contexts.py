"""Small numbers beside the words they count: a figure that is printed, but of something else.

A stretch of five lines prints nearly every number below ten. So a count is also held against what is counted (`decks`
beside "deck"), the number of an option against the first figure of its lines, figures in a row against the run that the
paper prints, what is said of a hand against the lines under its name, and the words of a name as they are printed.
Nothing is said where the paper gives no such context.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from compliance.paper.binding import Bound, Ground
from compliance.paper.charts import COUNTED, REST
from compliance.paper.document_figures import DocumentFigure
from compliance.paper.figures import COUNT, Value, find_figures
from compliance.paper.printed_figures import Paper, Printed
from compliance.paper.rows import RowDifference, compare_words, label_words
from compliance.source.routes import Route

# What the figure of a key counts. A few keys that state a plain number; everything else is compared as it is.
_NOUNS: Final[Mapping[str, str]] = {
    "decks": "",  # written out below: `52 card deck` is one deck
    "jokers": "jokers?",
    "cards": "cards?",
    "community": "(?:community )?cards?",
    "left-over": "cards?",
    "players": "players?|persons?|patrons?|positions?|people",
    "active": "players?|positions?",
    "seats": "seats?|players?|positions?|spaces?|spots?",
    "dice": "dice|die",
    "most-rates": "(?:collection |separate )?(?:rates?|fees?)",
    "split-at-most": "times?|hands?",
    "spaces-stated": "(?:[a-z-]+ ){0,4}(?:spaces?|circles?|areas?|spots?)",
}
_TURNS: Final = "hands?|rounds?|turns?|times?|games?|deals?"
_WORDS_BETWEEN: Final = r"(?:[\s\"“”()-]*[a-z]+[\s-]+){0,2}?[\s\"“”()-]*"
_DECKS: Final = r"[\s)]*(?:standard |full |regular )?(?:(?:52|fifty-two|53)[- ]card )?decks?\b"
_NAMES: Final = frozenset(("name", "aliases", "printed"))
_SHORTEST_RUN: Final = 3
_SECTIONS: Final = ("hands", "glossary")
_SECTIONS_THAT_FIT: Final = Fraction(3, 4)
_LISTS_THAT_FIT: Final = Fraction(3, 5)
_LONGEST_SECTION: Final = 12


def find_context_differences(
    tree: Mapping[str, Any], bound: Sequence[Bound], grounds: Mapping[DocumentFigure, Ground]
) -> Iterator[RowDifference]:
    """Figures that are printed on their lines, and there are figures of something else."""
    printed = [one for one in bound if one.rule]
    for one in printed:
        written, paper = one.written, grounds[one.written].paper
        found = _find_by_noun(written, paper) or _find_option_number(written, paper) or _in_name(written, paper)
        if found is not None:
            yield RowDifference(written, found)
    yield from _runs(printed, grounds)
    yield from _sections(tree, printed, grounds)
    yield from _lists(printed, grounds)


# --- counts beside what they count ------------------------------------------------------------------------------------


def _noun_of(route: Route) -> str | None:
    names = [step for step in route if isinstance(step, str)]
    if "rotation" in names and names[-1] in ("at-most", "every"):
        return _TURNS
    return _NOUNS.get(names[-1]) if names and names[0] in ("deck", "table", "action", "fees", "play") else None


def _find_by_noun(written: DocumentFigure, paper: Paper) -> Printed | None:
    """The figure that stands beside what a key counts, where the document's does not."""
    noun = _noun_of(written.route)
    if noun is None or written.value.kind != COUNT or written.value.low == 0:
        return None
    words = rf"{_WORDS_BETWEEN}(?:{noun})\b" if noun else _DECKS
    pattern = re.compile(words, re.IGNORECASE)
    near = [
        one for one in paper.figures_on(written.citation) if pattern.match(_text_after(one, paper, written.citation))
    ]
    ends = {end for end in written.value[1:3] if end is not None}
    if not near or any(_holds(one, ends) for one in near):
        return None
    return near[0]


def _holds(printed: Printed, ends: set[Any]) -> bool:
    return any(reading.kind == COUNT and ends & set(reading[1:3]) for reading in printed.figure.readings)


def _text_after(printed: Printed, paper: Paper, citation: str) -> str:
    """What follows a figure on its line and on the next cited one."""
    line = paper.lines[printed.line]
    following = (other for other in paper.lines_of(citation) if other > printed.line and paper.lines[other].strip())
    after = next(following, None)
    whole = f"{line.rstrip()} {paper.lines[after].lstrip() if after is not None else ''}"
    return whole[printed.figure.end : printed.figure.end + 80]


def _find_option_number(written: DocumentFigure, paper: Paper) -> Printed | None:
    """The number of an option as its lines begin with it, or as `Option N`."""
    if written.route[0] != "options" or written.route[-1] != "option" or not written.is_whole:
        return None
    here = paper.figures_on(written.citation)
    leading = [one for one in here if _leads(one, paper) and any(value.is_point for value in one.figure.readings)]
    counts = [one for one in leading if one.figure.readings[0].kind == COUNT]
    if not counts or any(written.value in one.figure.readings for one in counts):
        return None
    return counts[0]


def _leads(printed: Printed, paper: Paper) -> bool:
    before = paper.lines[printed.line][: printed.figure.start].strip().lower()
    return before == "" or before.endswith("option")


# --- names and runs ---------------------------------------------------------------------------------------------------


def _in_name(written: DocumentFigure, paper: Paper) -> Printed | None:
    """A figure of a name, where the words of the name are printed with another figure."""
    names = [step for step in written.route if isinstance(step, str)]
    if _NAMES.isdisjoint(names[-1:]) or written.is_whole:
        return None
    words = written.whole.split()
    pattern = re.compile(
        r"\s+".join(r"[0-9][0-9.,]*" if word.strip(".,") == written.text else re.escape(word) for word in words),
        re.IGNORECASE,
    )
    as_written = re.compile(r"\s+".join(map(re.escape, words)), re.IGNORECASE)
    for line in range(len(paper.lines)):
        if as_written.search(paper.lines[line]):
            return None
    for line in paper.lines_of(written.citation):
        found = pattern.search(paper.lines[line])
        if found is not None:
            inside = (one for one in paper.on_line(line) if found.start() <= one.figure.start < found.end())
            return next(inside, None)
    return None


def _runs(bound: Sequence[Bound], grounds: Mapping[DocumentFigure, Ground]) -> Iterator[RowDifference]:
    """Figures in a row, `9, 8, 7, 6`, of which one is not that of the run on the paper."""
    by_text: dict[tuple[Route, str], list[DocumentFigure]] = {}
    for one in bound:
        if one.written.value.is_point and one.written.value.kind == COUNT and not one.written.is_in_table:
            by_text.setdefault((one.written.route, one.written.whole), []).append(one.written)
    for (_, text), figures in by_text.items():
        for run in _split_runs(text, figures):
            paper = grounds[run[0]].paper
            printed = [one for one in paper.figures_on(run[0].citation) if not one.figure.is_spelled_out]
            found = _odd_one(run, printed)
            if found is not None:
                yield found


def _split_runs(text: str, figures: list[DocumentFigure]) -> Iterator[list[DocumentFigure]]:
    """The figures of a text that follow one another with nothing but commas between them."""
    listed = [one for one in find_figures(text) if not one.is_spelled_out]
    if len(listed) != len(figures):
        return
    run = [figures[0]]
    for (before, after), written in zip(pairwise(listed), figures[1:], strict=True):
        if re.fullmatch(r",? (?:and |or )?", text[before.end : after.start]):
            run.append(written)
            continue
        if len(run) >= _SHORTEST_RUN:
            yield run
        run = [written]
    if len(run) >= _SHORTEST_RUN:
        yield run


def _odd_one(run: list[DocumentFigure], printed: Sequence[Printed]) -> RowDifference | None:
    """The one figure of a run that the paper's run has otherwise; None where it has the whole, or no such run."""
    best: RowDifference | None = None
    for start in range(len(printed) - len(run) + 1):
        pairs = list(zip(run, printed[start : start + len(run)], strict=True))
        odd = [(written, one) for written, one in pairs if written.value not in one.figure.readings]
        if not odd:
            return None
        if len(odd) == 1 and best is None:
            best = RowDifference(*odd[0])
    return best


def _lists(bound: Sequence[Bound], grounds: Mapping[DocumentFigure, Ground]) -> Iterator[RowDifference]:
    """Numbers that a cell of a decision table lists, which the paper prints together for nearly all of its lists."""
    tables: dict[str, dict[Route, list[Bound]]] = {}
    for one in bound:
        route = one.written.route
        if one.written.is_in_table and isinstance(route[-1], int) and one.written.value.is_point:
            tables.setdefault(str(route[1]), {}).setdefault(route[:-1], []).append(one)
    for lists in tables.values():
        if any(one.rule == COUNTED for figures in lists.values() for one in figures):
            continue
        listed = [
            figures for figures in lists.values() if len(figures) > 1 and all(one.rule != REST for one in figures)
        ]
        apart = [_find_separate_number(figures, grounds) for figures in listed]
        if apart and apart.count(None) >= _LISTS_THAT_FIT * len(apart):
            yield from (one for one in apart if one is not None)


def _find_separate_number(figures: list[Bound], grounds: Mapping[DocumentFigure, Ground]) -> RowDifference | None:
    """The first number of a list that no line prints together with the others."""
    paper, citation = grounds[figures[0].written].paper, figures[0].written.citation
    lines = [line for line in paper.lines_of(citation) if paper.lines[line].strip()]
    best: tuple[int, list[Bound]] = (0, [])
    for both in zip(lines, [*lines[1:], lines[-1]], strict=True):
        here = [one for line in dict.fromkeys(both) for one in paper.on_line(line)]
        there = [one for one in figures if any(_holds(printed, {one.written.value.low}) for printed in here)]
        best = max(best, (len(there), there), key=lambda one: one[0])
    missing = [one for one in figures if one not in best[1]]
    if not missing or missing[0].printed is None:
        return None
    return RowDifference(missing[0].written, missing[0].printed)


# --- what is said under a heading -------------------------------------------------------------------------------------


def _sections(
    tree: Mapping[str, Any], bound: Sequence[Bound], grounds: Mapping[DocumentFigure, Ground]
) -> Iterator[RowDifference]:
    """What is said of each hand or word, against the lines below its name, where nearly all stand there."""
    for block in _SECTIONS:
        figures = [one for one in bound if one.written.route[0] == block and len(one.written.route) == 2]
        if not figures:
            continue
        paper, citation = grounds[figures[0].written].paper, figures[0].written.citation
        entries = tree.get(block)
        keys = [key for key in entries if key != "source"] if isinstance(entries, Mapping) else []
        parts = _section_lines(paper, citation, keys)
        judged = [(one.written, parts[key]) for one in figures if (key := str(one.written.route[1])) in parts]
        outside = [(written, lines) for written, lines in judged if not _is_on(written.value, lines, paper)]
        if len(judged) - len(outside) >= _SECTIONS_THAT_FIT * len(judged):
            for written, lines in outside:
                yield RowDifference(written, next(one for line in lines for one in _select_figures(paper, line)))


def _is_on(value: Value, lines: Sequence[int], paper: Paper) -> bool:
    found = [one for line in lines for one in paper.on_line(line)]
    ends = {end for end in value[1:3] if end is not None}
    return not found or any(value in one.figure.readings or _holds(one, ends) for one in found)


def _select_figures(paper: Paper, line: int) -> Sequence[Printed]:
    return [one for one in paper.on_line(line) if not one.figure.is_spelled_out] or paper.on_line(line)


def _section_lines(paper: Paper, citation: str, keys: Sequence[str]) -> dict[str, list[int]]:
    """The lines below the name of each key, up to the next name."""
    lines = [line for line in paper.lines_of(citation) if paper.lines[line].strip()]
    starts: dict[int, str] = {}
    for key in keys:
        wanted = label_words(key)
        for place in range(len(lines)):
            if _is_heading([paper.lines[line].strip() for line in lines[place : place + 3]], wanted):
                starts.setdefault(place, key)
                break
    found = {}
    for place, following in pairwise((*sorted(starts), len(lines))):
        found[starts[place]] = lines[place : min(following, place + _LONGEST_SECTION)]
    return found


def _is_heading(texts: Sequence[str], wanted: frozenset[str]) -> bool:
    """Whether lines begin with the words of a key: alone on one to three lines, or before the sentence that says what
    it is, `One Pair  A hand that ...`. The end of a sentence is no heading."""
    first = texts[0]
    if first.endswith(".") or first.count("(") != first.count(")") or not (first[:1].isupper() or first[:1].isdigit()):
        return False
    if any(label_words(" ".join(texts[:count])) == wanted for count in (1, 2, 3)):
        return True
    words = first.split()
    name, rest = " ".join(words[: len(wanted)]), words[len(wanted) :]
    return bool(rest) and rest[0][:1].isupper() and compare_words(label_words(name), wanted) == 1
