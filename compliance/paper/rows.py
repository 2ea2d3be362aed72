"""Rows of tables: a value that is printed, in another row than its own.

Two values swapped are both printed. So a value is also held against its row: the label that its key names, the range
that its fee is taken for. Which column of the paper a table is written from is learned from the rows that fit, and
nothing is said where too few do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from compliance.paper.binding import Bound, Ground, OddsHead, is_printed_as, read_odds_head
from compliance.paper.document_figures import DocumentFigure
from compliance.paper.figures import MONEY, ODDS, PaperFigure, Value, find_figures
from compliance.paper.numbers import WORDS
from compliance.paper.printed_figures import Paper, Printed
from compliance.source.routes import Route

# How many of a table's rows must fit one column before the others are said to differ; likewise of options.
_OF_A_LABEL: Final = re.compile(r"[0-9](?:st|nd|rd|th|['’]?s)$")  # `pair of 8's`, `the 4th card`
_ROWS_THAT_FIT: Final = Fraction(3, 5)
_OPTIONS_THAT_FIT: Final = Fraction(17, 20)
_ALIKE: Final = Fraction(2, 5)
_FURTHEST: Final = 8
_FEWEST_ROWS: Final = 3
_SMALL_WORDS: Final = frozenset(("a", "an", "the", "of", "or", "and", "with", "in", "on", "any", "to", "for", "by"))


class RowDifference(NamedTuple):
    """A value of a document that its row of the paper does not print, and the row."""

    written: DocumentFigure
    printed: Printed


class _Entry(NamedTuple):
    """An entry of a table of the document: its key, and its figure."""

    key: str
    written: DocumentFigure


class _Table(NamedTuple):
    """A table of the document: its entries, what it shares its layout with, and its paper."""

    group: tuple[str, ...]
    entries: tuple[_Entry, ...]
    ground: Ground


def find_row_differences(
    tree: Mapping[str, Any], bound: Sequence[Bound], grounds: Mapping[DocumentFigure, Ground]
) -> list[RowDifference]:
    """Values that stand in another row than the one they are written for. Those that are not printed are told as such
    already."""
    by_route: dict[Route, list[DocumentFigure]] = {}
    for one in bound:
        if one.rule:
            by_route.setdefault(one.written.route, []).append(one.written)
    tables = list(_find_tables(tree, (), (), by_route, grounds))
    found = [*_compare_bands([one for one in tables if one.group[0] == "bands"])]
    found += [difference for table in tables if table.group[0] != "bands" for difference in _compare_labels(table)]
    found += _compare_options(tree, bound, grounds)
    return list({one.written.route: one for one in reversed(found)}.values())[::-1]


def _find_tables(
    node: Any,
    route: Route,
    group: tuple[str, ...],
    by_route: Mapping[Route, list[DocumentFigure]],
    grounds: Mapping[DocumentFigure, Ground],
) -> Iterator[_Table]:
    if isinstance(node, Mapping):
        payer = node.get("payer")
        group = (*group, payer) if isinstance(payer, str) else group
        entries = []
        for key, value in node.items():
            if isinstance(value, str) and key not in ("source", "at"):
                figures = [one for one in by_route.get((*route, key), ()) if one.is_whole and not one.is_key]
                entries += [_Entry(key, one) for one in figures[:1]]
        name = next((str(step) for step in reversed(route) if step in _TABLES), "")
        if name and len(entries) >= (1 if name == "bands" else 2):
            yield _Table((name, *group), tuple(entries), grounds[entries[0].written])
        for key, value in node.items():
            yield from _find_tables(value, (*route, key), group, by_route, grounds)
    elif isinstance(node, list):
        for place, item in enumerate(node):
            yield from _find_tables(item, (*route, place), group, by_route, grounds)


_TABLES: Final = ("bands", "pays", "by-other-players")
# What an option charges: each of its amounts has a place of its own on the option's lines.
_PAID: Final = frozenset(("bands", "fee"))


# --- bands: the fee that stands after its range -----------------------------------------------------------------------

# Where a fee stands from its range on: the n-th amount after it, or the n-th figure.
_Relation = tuple[str, int]


def _compare_bands(tables: Sequence[_Table]) -> Iterator[RowDifference]:
    groups: dict[tuple[str, ...], list[_Table]] = {}
    for table in tables:
        groups.setdefault(table.group, []).append(table)
    grid: list[list[_BandRow]] = []
    for alike in groups.values():
        tables_of_rows = [[_BandRow(entry, table.ground.paper) for entry in table.entries] for table in alike]
        in_head = _find_keys_in_head([row for rows in tables_of_rows for row in rows])
        grid += [[row for row in rows if row.place in in_head] for rows in tables_of_rows]
        tables_of_rows = [[row for row in rows if row.place not in in_head] for rows in tables_of_rows]
        common = _best_relation([row for rows in tables_of_rows for row in rows])
        for own in tables_of_rows:
            yield from _band_differences(own, common)
    yield from _compare_grid(grid)


def _find_keys_in_head(rows: Sequence[_BandRow]) -> set[object]:
    """The places of ranges that are printed once and have several fees: bands in the head of a table, whose fees stand
    in rows below."""
    values: dict[object, set[Value]] = {}
    for row in rows:
        if row.place is not None:
            values.setdefault(row.place, set()).add(row.written.value)
    return {place for place, found in values.items() if len(found) > 1}


def _compare_grid(tables: Sequence[Sequence[_BandRow]]) -> Iterator[RowDifference]:
    """Fees of a grid, whose ranges are printed once: an option's stand in one column, or in one line in their order.
    Nothing is said where too few options have theirs so."""
    tables = [rows for rows in tables if len(rows) > 1]
    for line_up in (_columns_of_grid, _lines_of_grid):
        misfits = [list(_find_misfits(rows, line_up(rows))) for rows in tables]
        fitting = sum([] in found for found in misfits)
        if len(tables) > 1 and fitting >= _ROWS_THAT_FIT * len(tables):
            for found in misfits:
                yield from min(found, key=len, default=[])[:1]
            return


def _find_misfits(rows: Sequence[_BandRow], lined_up: Iterable[Sequence[Printed]]) -> Iterator[list[RowDifference]]:
    """For each way to place a table's fees, those that are printed otherwise there."""
    for places in lined_up:
        pairs = zip(rows, places, strict=True)
        yield [RowDifference(row.written, one) for row, one in pairs if row.written.value not in one.figure.readings]


def _columns_of_grid(rows: Sequence[_BandRow]) -> Iterator[Sequence[Printed]]:
    """The n-th amounts behind the ranges of a table."""
    for distance in range(1, _FURTHEST + 1):
        places = [next(row.list_candidates(("amounts", distance)), None) for row in rows]
        found = [one for one, row in zip(places, rows, strict=True) if one is not None and row.line == one.line]
        if len(found) == len(rows):
            yield found


def _lines_of_grid(rows: Sequence[_BandRow]) -> Iterator[Sequence[Printed]]:
    """The amounts of each line below ranges that stand in one, as many as those."""
    head = rows[0].line
    if any(row.line != head for row in rows):
        return
    ranges = [one for one in rows[0].here if one.line == head and any(v.is_range for v in one.figure.readings)]
    order = [next((n for n, one in enumerate(ranges) if row.key in one.figure.readings), 0) for row in rows]
    for line in dict.fromkeys(one.line for one in rows[0].here if one.line != head):
        amounts = [one for one in rows[0].here if one.line == line and _is_amount(one)]
        if len(amounts) == len(ranges):
            yield [amounts[place] for place in order]


def _is_amount(printed: Printed) -> bool:
    return any(value.kind == MONEY and value.is_point for value in printed.figure.readings)


class _BandRow:
    """A band of the document on its lines of the paper: where its range and its fee are printed."""

    def __init__(self, entry: _Entry, paper: Paper) -> None:
        self.written = entry.written
        self.here = [one for one in paper.figures_on(entry.written.citation) if one.figure.readings]
        keys = find_figures(entry.key)
        self.key = keys[0].value if keys else None
        self.starts = [place for place, one in enumerate(self.here) if self.key in one.figure.readings]
        # Where its range is printed, if that is one place.
        only = self.here[self.starts[0]] if len(self.starts) == 1 else None
        self.place = (paper.text.name, only.line, only.figure.start) if only is not None else None

    @property
    def line(self) -> int | None:
        return self.place[1] if self.place is not None else None

    def list_candidates(self, relation: _Relation) -> Iterator[Printed]:
        """What is printed where the fee should be."""
        way, distance = relation
        for start in self.starts:
            after = self.here[start + 1 :] if distance > 0 else self.here[:start][::-1]
            if way == "amounts":
                after = [one for one in after if _is_amount(one)]
            if len(after) >= abs(distance):
                yield after[abs(distance) - 1]

    def fits(self, relation: _Relation) -> bool:
        return any(self.written.value in one.figure.readings for one in self.list_candidates(relation))


_RELATIONS: Final = [(way, distance) for distance in range(1, _FURTHEST + 1) for way in ("amounts", "figures")]
# `$1 for action of $1-$100`: looked for only where no fee stands behind its range.
_BEFORE: Final[_Relation] = ("amounts", -1)


def _best_relation(rows: Sequence[_BandRow]) -> _Relation | None:
    """The relation that most rows agree on, where enough do. None where two that fit as many fit others."""
    rows = [row for row in rows if row.starts]
    if len(rows) < _FEWEST_ROWS:
        return None
    fitting = {relation: tuple(row.fits(relation) for row in rows) for relation in _RELATIONS}
    best = max(_RELATIONS, key=lambda relation: sum(fitting[relation]))
    if not all(fitting[best]) and all(row.fits(_BEFORE) for row in rows):
        return _BEFORE
    doubtful = any(sum(one) == sum(fitting[best]) and one != fitting[best] for one in fitting.values())
    return best if sum(fitting[best]) >= _ROWS_THAT_FIT * len(rows) and not doubtful else None


def _band_differences(rows: Sequence[_BandRow], common: _Relation | None) -> Iterator[RowDifference]:
    rows = [row for row in rows if row.starts]
    if len(rows) > 1 and any(all(row.fits(relation) for row in rows) for relation in _RELATIONS):
        return
    relation = common if common is not None and any(row.fits(common) for row in rows) else _best_relation(rows)
    relation = relation or common
    for row in rows:
        if relation is not None and not row.fits(relation):
            yield from (RowDifference(row.written, one) for one in list(row.list_candidates(relation))[:1])


# --- pay tables: the row whose label names the hand -------------------------------------------------------------------


class PrintedRow(NamedTuple):
    """A row of a table on paper: the words that name it, and its figures."""

    line: int
    # What the line says before its figures, and that with the line above, where the label may begin.
    labels: tuple[str, ...]
    figures: tuple[PaperFigure, ...]


def printed_rows(paper: Paper, citation: str) -> list[PrintedRow]:
    """The rows of cited lines: a label and the run of figures that ends the line. A label that takes more lines than
    one begins on lines without figures."""
    rows: list[PrintedRow] = []
    above: list[str] = []
    for line in paper.lines_of(citation):
        text = paper.lines[line]
        if not text.strip():
            continue
        label, run = _split_row(text, [one.figure for one in paper.on_line(line)])
        if not run:
            above = [*above[-1:], text.strip()]
            continue
        rows.append(PrintedRow(line, (label, *(f"{one} {label}" for one in above)), run))
        above = []
    return rows


def _split_row(text: str, figures: Sequence[PaperFigure]) -> tuple[str, tuple[PaperFigure, ...]]:
    run: list[PaperFigure] = []
    end = len(text)
    for figure in reversed(figures):
        if (figure.is_spelled_out and figure.kind != ODDS) or text[: figure.start].endswith(("(to ", "(for ")):
            break
        if _OF_A_LABEL.search(figure.text):
            break
        if re.search(r"[A-Za-z]{2}", text[figure.end : end].replace("of jackpot", "")):
            break
        run.insert(0, figure)
        end = figure.start
    if not run:
        return text.strip(), ()
    label = text[: run[0].start].strip(" .…\t")
    if not re.search(r"[A-Za-z0-9]", label) and len(run) > 1:
        return run[0].text, tuple(run[1:])
    return label, tuple(run)


def label_words(text: str) -> frozenset[str]:
    """The words that tell one label from another: numbers in digits, no plurals, no small words."""
    words = re.findall(r"[a-z]+|[0-9]+", text.lower().replace("’", "").replace("'", ""))
    plain = (str(WORDS[word]) if word in WORDS else word for word in words if word not in _SMALL_WORDS)
    return frozenset(word.removesuffix("s") if len(word) > 3 else word for word in plain)


def match_rows(keys: Sequence[str], rows: Sequence[PrintedRow]) -> dict[str, PrintedRow]:
    """The row of each key that has one: the pair that is most alike first. None where two are equally so."""
    # What all keys say tells none of them from another: `bust-of-five-cards`.
    common = frozenset.intersection(*map(label_words, keys)) if len(keys) > 1 else frozenset()
    scores = {
        (key, number): max(compare_words(label_words(key) - common, label_words(label)) for label in row.labels)
        for key in keys
        for number, row in enumerate(rows)
    }
    found: dict[str, PrintedRow] = {}
    taken: set[int] = set()
    for (key, number), score in sorted(scores.items(), key=lambda one: -one[1]):
        if score >= _ALIKE and key not in found and number not in taken:
            found[key] = rows[number]
            taken.add(number)
    return found


def compare_words(one: frozenset[str], other: frozenset[str]) -> Fraction:
    return Fraction(len(one & other), len(one | other)) if one and other else Fraction(0)


def _compare_labels(table: _Table) -> Iterator[RowDifference]:
    citation = table.entries[0].written.citation
    rows = printed_rows(table.ground.paper, citation)
    matched = match_rows([entry.key for entry in table.entries], rows)
    pairs = [(entry.written, matched[entry.key]) for entry in table.entries if entry.key in matched]
    if len(pairs) < _FEWEST_ROWS:
        return
    odds_head = read_odds_head(table.ground.paper, citation)
    column = _best_column(pairs, odds_head)
    if column is None:
        return
    for written, row in pairs:
        figure = column(row, written.value)
        if figure is not None and not is_printed_as(written.value, figure, odds_head):
            yield RowDifference(written, Printed(row.line, figure))


_Column = Callable[[PrintedRow, Value], PaperFigure | None]


def _best_column(pairs: Sequence[tuple[DocumentFigure, PrintedRow]], odds_head: OddsHead) -> _Column | None:
    """The place in the run of figures that fits most rows: counted from either end, or among figures of the kind."""

    def match_place(number: int) -> _Column:
        return lambda row, value: row.figures[number] if -len(row.figures) <= number < len(row.figures) else None

    def match_kind(number: int) -> _Column:
        def find(row: PrintedRow, value: Value) -> PaperFigure | None:
            alike = [one for one in row.figures if any(reading.kind == value.kind for reading in one.readings)]
            return alike[number] if -len(alike) <= number < len(alike) else None

        return find

    columns = [make(number) for make in (match_kind, match_place) for number in (0, -1, 1, 2, 3, 4, 5, -2, -3)]

    def fitting(column: _Column) -> int:
        found = ((written, column(row, written.value)) for written, row in pairs)
        return sum(figure is not None and is_printed_as(written.value, figure, odds_head) for written, figure in found)

    best = max(columns, key=fitting)
    return best if fitting(best) >= _ROWS_THAT_FIT * len(pairs) else None


# --- options: figures that stand together -----------------------------------------------------------------------------


def _compare_options(
    tree: Mapping[str, Any], bound: Sequence[Bound], grounds: Mapping[DocumentFigure, Ground]
) -> Iterator[RowDifference]:
    """Amounts of an option, each as often on its lines as it is needed, where nearly all options have theirs so."""
    options: dict[Route, list[Bound]] = {}
    for one in bound:
        route = one.written.route
        if route[0] == "options" and one.rule and one.written.value.kind == MONEY and not _PAID.isdisjoint(route):
            options.setdefault(route[:2], []).append(one)
    missing = {route: list(_find_overused(figures, grounds)) for route, figures in options.items()}
    whole = sum(not found for found in missing.values())
    if whole >= _OPTIONS_THAT_FIT * len(missing):
        for found in missing.values():
            yield from found


def _find_overused(figures: Sequence[Bound], grounds: Mapping[DocumentFigure, Ground]) -> Iterator[RowDifference]:
    needed: Counter[tuple[Value, str]] = Counter()
    for one in figures:
        written = one.written
        needed[written.value, written.citation] += 1
        printed = grounds[written].paper.figures_on(written.citation)
        there = [place for place in printed if written.value in place.figure.readings]
        if there and needed[written.value, written.citation] > len(there):
            yield RowDifference(written, there[0])
