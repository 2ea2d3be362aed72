"""What a paper prints and no fact of the document holds: rows, amounts, odds, shares, numbers of approvals.

A printed figure is held when a fact says the same and cites its line. Tables are covered by rows, because another row
often has the same value; prose by kinds, because papers count everything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from compliance.documents.citations import LINES, LineRange
from compliance.documents.paper_comparison import NotCited
from compliance.documents.shared_options import SHARED_KEYS
from compliance.paper.binding import Bound, Ground, OddsHead, is_printed_as, read_odds_head
from compliance.paper.document_figures import get_citation
from compliance.paper.figures import CHANCE, CODE, MONEY, ODDS, PERCENT, PaperFigure, Value, find_figures
from compliance.paper.printed_figures import Paper, Printed
from compliance.paper.quotes import shorten_quote
from compliance.paper.rows import PrintedRow, match_rows, printed_rows
from compliance.source.routes import Route

_KINDS: Final = frozenset((MONEY, ODDS, PERCENT, CODE, CHANCE))
_TELEPHONE: Final = re.compile(r"\b(?:call|phone|fax|tel)\w*\b|\(\d{3}\)", re.IGNORECASE)
_RIGHTS: Final = re.compile(r"patent|copyright|©|trademark|all rights", re.IGNORECASE)
_STATUTE: Final = re.compile(r"\b(?:WAC|RCW|section|§|code|title|chapter|part)\b[^.]{0,30}$", re.IGNORECASE)
_DUTY: Final = re.compile(r"\b(?:shall|must|may not|may only|is required|are required|prohibited)\b", re.IGNORECASE)
_FEWEST_WORDS: Final = 4
_FEWEST_ROWS: Final = 3
# The share of a column's rows that a table may lack before it is no column of that table.
_FEW: Final = Fraction(1, 4)


def find_not_cited(tree: Mapping[str, Any], ground: Ground, bound: Sequence[Bound]) -> list[NotCited]:
    """The lines of the document's part of the paper that no fact holds: rows first, then figures."""
    paper = ground.paper
    whole = paper.lines_of(_cite_document(tree))
    heads = find_running_heads(paper)
    held = _HeldValue(tree, paper, bound)
    rows = {line for line in _rows_not_held(tree, paper) if line not in heads}
    figures = {
        one.line
        for line in whole
        for one in paper.on_line(line)
        if line not in heads and _counts(one, paper) and not held.holds(one)
    }
    found = [NotCited(str(paper.text.position(line)), shorten_quote(paper.lines[line]), "row") for line in sorted(rows)]
    rest = sorted(figures - rows)
    found += [NotCited(str(paper.text.position(line)), shorten_quote(paper.lines[line]), "figure") for line in rest]
    duties = _duties_not_cited(paper, whole, collect_cited_lines(tree, paper), heads | rows | figures)
    return found + [NotCited(place, words, "duty") for place, words in duties]


def _duties_not_cited(
    paper: Paper, whole: Sequence[int], held: set[int], others: set[int]
) -> Iterator[tuple[str, str]]:
    """Passages that no fact cites and that rule something: each by its stretch, with the sentence that does."""
    stretches: list[list[int]] = []
    before = None
    for line in (line for line in whole if paper.lines[line].strip()):
        if line not in held and line not in others:
            if before is None:
                stretches.append([])
            stretches[-1].append(line)
        before = line if line not in held and line not in others else None
    for stretch in stretches:
        ruling = next((line for line in stretch if _is_duty(paper.lines[line])), None)
        if ruling is not None:
            ends = LineRange(paper.text.position(stretch[0]), paper.text.position(stretch[-1]))
            yield str(ends), shorten_quote(paper.lines[ruling])


def _is_duty(text: str) -> bool:
    """Whether a line says what somebody shall, must or may not do."""
    return _DUTY.search(text) is not None and len(text.split()) >= _FEWEST_WORDS and not _TELEPHONE.search(text)


def count_cited_lines(tree: Mapping[str, Any], paper: Paper, whole: str) -> int:
    """How many of the document's lines some fact cites."""
    return len(collect_cited_lines(tree, paper) & set(paper.lines_of(whole)))


def collect_cited_lines(tree: Mapping[str, Any], paper: Paper) -> set[int]:
    """The lines that some fact cites, or that are named as holding no rule."""
    return {line for citation in set(_citations_of(tree, ())) for line in paper.lines_of(citation)}


def _cite_document(tree: Mapping[str, Any]) -> str:
    reading = tree.get("reading")
    source = reading.get("source") if isinstance(reading, Mapping) else None
    return get_citation({"source": source.get("lines")}) if isinstance(source, Mapping) else ""


def find_running_heads(paper: Paper) -> set[int]:
    """Lines that stand again and again, and those that are a number alone: heads and feet of pages."""
    words = [" ".join(line.split()) for line in paper.lines]
    often = Counter(word for word in words if word)
    return {
        index
        for index, word in enumerate(words)
        if word.isdigit() or (often[word] > 2 and not any(sign in word for sign in "$%") and " to " not in word)
    }


def _counts(printed: Printed, paper: Paper) -> bool:
    """Whether a figure of a kind that documents hold is one: no telephone, no section of a law."""
    if printed.figure.kind not in _KINDS or printed.figure.is_spelled_out:
        return False
    line = paper.lines[printed.line]
    before = line[: printed.figure.start]
    return not (
        _RIGHTS.search(line)
        or (printed.figure.kind == CODE and (_TELEPHONE.search(line) or not printed.figure.text[0].isalpha()))
        or (printed.figure.kind == ODDS and (_STATUTE.search(before) or not _is_payout(printed.figure)))
        or before.endswith(("(to ", "(for "))
    )


def _is_payout(figure: PaperFigure) -> bool:
    return not re.fullmatch(r"[0-9]+\s?[-–:]\s?[0-9]+", figure.text) or figure.text.endswith("1")


class _HeldValue:
    """What the facts of a document say, and for which lines."""

    def __init__(self, tree: Mapping[str, Any], paper: Paper, bound: Sequence[Bound]) -> None:
        self._paper = paper
        self._citations: dict[Value, dict[str, None]] = {}
        self._places = {(one.printed.line, one.printed.figure.start) for one in bound if one.printed is not None}
        for citation, value in _list_values(tree, (), _cite_document(tree)):
            self._citations.setdefault(value, {})[citation] = None

    def holds(self, printed: Printed) -> bool:
        if (printed.line, printed.figure.start) in self._places:
            return True
        values = [form for value in printed.figure.readings for form in _forms(value)]
        return any(self._is_said(value, printed.line) for value in values)

    def _is_said(self, value: Value, line: int) -> bool:
        return any(self._paper.cites(citation, line) for citation in self._citations.get(value, ()))


def _forms(value: Value) -> tuple[Value, ...]:
    """A value and the plainer form in which a fact may say it: `$5` of `$5 or more`."""
    return (value, Value(value.kind, value.low, value.low)) if value.is_range else (value,)


def _list_values(node: Any, route: Route, citation: str) -> Iterator[tuple[str, Value]]:
    """Every value that any text of a document says, in digits or words, with the lines cited for it."""
    if isinstance(node, Mapping):
        own = get_citation(node) or citation
        for key, value in node.items():
            if key in ("source", "at") or (not route and key in SHARED_KEYS):
                continue
            words = key if any(letter.isdigit() for letter in key) else key.replace("-", " ")
            yield from ((own, reading) for one in find_figures(words) for reading in one.readings)
            yield from _list_values(value, (*route, key), own)
    elif isinstance(node, list):
        for item in node:
            yield from _list_values(item, route, citation)
    elif isinstance(node, str):
        yield from ((citation, reading) for one in find_figures(node) for reading in one.readings)


def _rows_not_held(tree: Mapping[str, Any], paper: Paper) -> Iterator[int]:
    """Printed rows of cited pay tables that no key holds, and rows of which a table has no value in a column that it
    has of nearly all others."""
    tables: dict[str, list[Mapping[str, str]]] = {}
    for citation, table in _tables(tree, (), ""):
        tables.setdefault(citation, []).append(table)
    for citation, alike in tables.items():
        rows = printed_rows(paper, citation)
        matched = match_rows(list(dict.fromkeys(key for table in alike for key in table)), rows)
        if len(matched) < _FEWEST_ROWS:
            continue
        held = {row.line for row in matched.values()}
        columns = {len(row.figures) for row in matched.values()}
        kinds = {figure.kind for row in matched.values() for figure in row.figures}
        for row in rows:
            is_alike = len(row.figures) in columns and {figure.kind for figure in row.figures} <= kinds
            if row.line not in held and is_alike and min(held) - 2 <= row.line <= max(held) + 2:
                yield row.line
        yield from _rows_without_column(alike, matched, read_odds_head(paper, citation))


def _rows_without_column(
    tables: Sequence[Mapping[str, str]], matched: Mapping[str, PrintedRow], odds_head: OddsHead
) -> Iterator[int]:
    """Rows with a figure in a column that the tables of the document have of nearly all rows, and of this one not."""
    widest = max(len(row.figures) for row in matched.values())
    holding: dict[int, set[str]] = {}
    for table in tables:
        fits = {column: _fitting(table, matched, column, odds_head) for column in range(widest)}
        best = max(fits, key=lambda column: len(fits[column]))
        if len(fits[best]) >= _FEWEST_ROWS:
            holding.setdefault(best, set()).update(key for key in table if key in matched)
    for column, keys in holding.items():
        having = [key for key, row in matched.items() if len(row.figures) > column]
        missing = [key for key in having if key not in keys]
        if len(missing) <= _FEW * len(having):
            yield from (matched[key].line for key in missing)


def _fitting(table: Mapping[str, str], matched: Mapping[str, PrintedRow], column: int, odds_head: OddsHead) -> set[str]:
    """The keys of a table whose values the rows print in a column."""
    rows = ((key, find_figures(text), matched[key].figures) for key, text in table.items() if key in matched)
    return {
        key
        for key, figures, printed in rows
        if figures and len(printed) > column and is_printed_as(figures[0].value, printed[column], odds_head)
    }


def _tables(node: Any, route: Route, citation: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The pay tables of a document, each with the lines that it cites."""
    if isinstance(node, Mapping):
        own = get_citation(node) or citation
        table = {key: value for key, value in node.items() if isinstance(value, str) and key not in ("source", "at")}
        if "pays" in route and len(table) > 1 and LINES.fullmatch(own):
            yield own, table
        for key, value in node.items():
            yield from _tables(value, (*route, key), own)
    elif isinstance(node, list):
        for item in node:
            yield from _tables(item, route, citation)


def _citations_of(node: Any, route: Route) -> Iterable[str]:
    if isinstance(node, Mapping):
        if route != ("reading", "source"):
            own = get_citation(node)
            if own:
                yield own
        for key, value in node.items():
            if isinstance(value, str) and route in (("statements",), ("reading", "words-used")):
                yield value
            yield from _citations_of(value, (*route, key))
    elif isinstance(node, list):
        for item in node:
            yield from _citations_of(item, route)
