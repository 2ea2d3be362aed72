"""Pay tables of a paper: labels with what each pays, by columns that the head names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from fractions import Fraction
from itertools import pairwise
from typing import Final, NamedTuple

from compliance.paper.figures import COUNT, MONEY, NOTE_SIGNS, ODDS, PERCENT, PaperFigure, Value, name_value
from compliance.paper.printed_figures import Paper
from compliance.paper.rows import PrintedRow, printed_rows

PAYS: Final = "pays"
ENVY: Final = "envy"
JACKPOT: Final = "jackpot"
OTHER: Final = "unknown"

_MEANINGS: Final = re.compile(
    r"\b(?:(?P<envy>envy(?: bonus| pays?| payouts?)?)|(?P<jackpot>progressive(?: jackpot)?(?: pays?)?|jackpot)"
    r"|(?P<pays>(?:hand )?wins?\b|pays?(?:[- ]?outs?)?(?: odds)?|payoffs?|odds|paid|payments?))",
    re.IGNORECASE,
)
_TO_ONE: Final = re.compile(r"\bto (?:1|one)\b|\bodds\b", re.IGNORECASE)
_FOR_ONE: Final = re.compile(r"\bfor (?:1|one)\b", re.IGNORECASE)
_OF_JACKPOT: Final = re.compile(r"^\s*(?:of (?:the )?)?(?P<what>jackpot|meter|pot|progressive)", re.IGNORECASE)
_KINDS: Final = frozenset((ODDS, MONEY, PERCENT, COUNT))
_FEWEST_ROWS: Final = 3
_MOST_LABEL_WORDS: Final = 9
_MOST_LABEL_LINES: Final = 2
_HEAD_LINES: Final = 6
_MOST_HEAD_WORDS: Final = 14
_RAISED: Final = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]{2}")
_DIGIT: Final = re.compile("[0-9]")
_ENDS_OPEN: Final = re.compile(r"\b(?:of|the|a|an|and|or|with|without|in|to|same)\s*$|[-,(]\s*$", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"\b(?:pay ?-?table|table|version)s? ([0-9]{1,2}|[A-Z](?:-?[0-9])?)\b", re.IGNORECASE)
_TITLE: Final = re.compile(r"pay ?-?tables?|payouts?|bonus|jackpot|side bet|wagers?\b|bets?\b", re.IGNORECASE)


class PayRow(NamedTuple):
    """A row: its label, what each column pays, and why it is unsure; nothing where it is not."""

    line: int
    label: str
    cells: tuple[str, ...]
    doubt: str = ""


class PrintedPayTable(NamedTuple):
    """A pay table: the meanings of its columns, their printed names, its rows, and the line that names it."""

    columns: tuple[str, ...]
    names: tuple[str, ...]
    rows: tuple[PayRow, ...]
    title: int | None
    is_known: bool


def read_pay_tables(
    paper: Paper, skipped: frozenset[int], said: dict[int, Sequence[str]], first: int
) -> list[PrintedPayTable]:
    """The pay tables of a paper, without lines of other tables. What columns mean may be said, by number of table."""
    found: list[PrintedPayTable] = []
    for rows in _group_rows(paper, skipped):
        for part in _split_sides(paper, rows):
            table = _read_table(paper, part, said.get(first + len(found), ()))
            if table is not None:
                found.append(table)
    return found


class _Part(NamedTuple):
    """The rows of one table; which of those that stand beside one another it is, and of how many. Mixed are those of
    which only some have a neighbor, so that nothing says which table the others belong to."""

    rows: Sequence[PrintedRow]
    place: int = 0
    sides: int = 1
    is_mixed: bool = False


def _split_sides(paper: Paper, rows: Sequence[PrintedRow]) -> list[_Part]:
    """The tables that stand beside one another in the same lines: `Flush 5 to 1 Flush 6 to 1`."""
    sides = [_sides_of(paper, row) for row in rows]
    count = len(sides[0])
    if any(len(one) != count for one in sides):
        return [_Part(rows, is_mixed=True)]
    if count == 1:
        return [_Part(rows)]
    return [_Part([one[place] for one in sides], place, count) for place in range(count)]


def _sides_of(paper: Paper, row: PrintedRow) -> list[PrintedRow]:
    """The rows of a line: one, or several where words stand behind what is paid."""
    text = paper.lines[row.line]
    figures = [one.figure for one in paper.on_line(row.line)]
    paid = [one for one in figures if _is_paid(one, row)]
    found: list[PrintedRow] = []
    start = 0
    for place, figure in enumerate(paid):
        following = paid[place + 1].start if place + 1 < len(paid) else len(text)
        between = _OF_JACKPOT.sub("", text[figure.end : following])
        if re.search(r"[A-Za-z]{2}", between) or place + 1 == len(paid):
            run = tuple(one for one in paid if start <= one.start <= figure.start)
            label = text[start : run[0].start].strip(" .…\t")
            found.append(PrintedRow(row.line, (label,), run))
            start = figure.end
    return found if len(found) > 1 and all(re.search("[A-Za-z0-9]", one.labels[0]) for one in found) else [row]


def _is_paid(figure: PaperFigure, row: PrintedRow) -> bool:
    """Whether a figure of a line is what it pays, and no word of a label."""
    return figure in row.figures or (not figure.is_spelled_out and figure.kind in (ODDS, MONEY, PERCENT))


def _group_rows(paper: Paper, skipped: frozenset[int]) -> Iterator[list[PrintedRow]]:
    """Rows that follow one another. A first label that comes again begins a table."""
    group: list[PrintedRow] = []
    for row in printed_rows(paper, f"1-{len(paper.lines)}") if not paper.text.has_pages else _rows_of_pages(paper):
        fits = row.line not in skipped and _is_pay_row(row, paper.lines[row.line])
        again = bool(group) and row.labels[0].lower() == group[0].labels[0].lower()
        if group and (not fits or again or not _follows(paper, group[-1], row)):
            yield group
            group = []
        if fits:
            group.append(row)
    if group:
        yield group


def _rows_of_pages(paper: Paper) -> list[PrintedRow]:
    last = paper.text.position(len(paper.lines) - 1)
    return printed_rows(paper, f"p1:1-{last}")


def _is_pay_row(row: PrintedRow, text: str) -> bool:
    label = row.labels[0]
    kinds = {figure.kind for figure in row.figures}
    whole = all(figure.value.is_point or figure.kind == ODDS for figure in row.figures)
    behind = text[row.figures[-1].end :].strip(f" .{NOTE_SIGNS}")
    return (
        bool(label)
        and len(label.split()) <= _MOST_LABEL_WORDS
        and kinds <= _KINDS
        and whole
        and (not behind or _OF_JACKPOT.match(behind) is not None or behind in (")", "%"))
        and not re.search(r"[.;:]\s|\b(?:is|are|shall|will|must|if|which|that)\b", label)
    )


def _follows(paper: Paper, before: PrintedRow, row: PrintedRow) -> bool:
    """Whether only blank lines and beginnings of a label stand between two rows, and both have figures of a kind."""
    between = [paper.lines[line].strip() for line in range(before.line + 1, row.line)]
    words = [line for line in between if line]
    kinds = tuple({figure.kind for figure in one.figures} for one in (before, row))
    return (
        len(words) <= _MOST_LABEL_LINES
        and len(between) <= 4
        and not any(line.endswith(".") for line in words)
        and bool(set.intersection(*kinds) or PERCENT in set.union(*kinds) <= {MONEY, PERCENT, ODDS})
    )


def _read_table(paper: Paper, part: _Part, said: Sequence[str]) -> PrintedPayTable | None:
    rows = part.rows
    kinds = {figure.kind for row in rows for figure in row.figures}
    width = Counter(len(row.figures) for row in rows).most_common(1)[0][0]
    width = max(width, 2) if any(len(row.figures) == 2 for row in rows) and kinds >= {ODDS, MONEY} else width
    head = _head_lines(paper, rows[0].line)
    text = " ".join(" ".join(paper.lines[line].split()) for line in head)
    has_head = bool(_MEANINGS.search(text))
    bare = not kinds & {ODDS, PERCENT, MONEY} and not _TO_ONE.search(text)
    if bare and not (head and len(rows) >= _FEWEST_ROWS and _MEANINGS.search(paper.lines[head[0]])):
        return None
    if len(rows) < (_FEWEST_ROWS if not (ODDS in kinds and has_head) else 2) or not (has_head or ODDS in kinds):
        return None
    if kinds == {PERCENT} and "jackpot" not in text.lower():
        return None
    columns, names = _read_columns(paper, head, part, width, said)
    title = next((line for line in head if _TITLE.search(paper.lines[line])), None)
    read = tuple(_read_row(paper, row, width, columns, text) for row in rows)
    read = _join_labels(paper, rows, read, {paper.lines[line].strip() for line in head})
    if part.is_mixed:
        doubt = "words stand between the figures of some rows"
        read = tuple(row._replace(doubt=row.doubt or doubt) for row in read)
    return PrintedPayTable(columns, names, read, title, OTHER not in columns)


def _head_lines(paper: Paper, first: int) -> list[int]:
    """The lines above a table that may be its head or its title, the nearest first."""
    found: list[int] = []
    for line in range(first - 1, max(-1, first - 2 * _HEAD_LINES), -1):
        text = paper.lines[line].strip()
        if not text:
            continue
        is_end = text.endswith(":") and _MEANINGS.search(text) is not None
        if len(set(text.split())) > _MOST_HEAD_WORDS or text.endswith(".") or len(found) == _HEAD_LINES:
            break
        found.append(line)
        if is_end:
            break
    return found


def _read_columns(
    paper: Paper, head: Sequence[int], part: _Part, width: int, said: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the columns of figures mean, and the names that the head prints for several of one meaning."""
    if said:
        meanings = tuple(one for one in said if one != "label")
        if len(meanings) == width:
            return meanings, ("",) * width
    rows = part.rows
    lines = [paper.lines[line] for line in head]
    named = [[str(found.lastgroup) for found in _MEANINGS.finditer(line)] for line in lines]
    words = {meaning for line in named for meaning in line}
    if part.sides > 1:
        return _columns_of_side(part, named, width), ("",) * width
    if width == 1:
        return (_find_meaning(paper, lines, rows),), ("",)
    by_kind = _meanings_by_kind(rows, width, words)
    exact = next((line for line in named if len(line) == width), None)
    if exact is not None and (by_kind is None or tuple(exact) == by_kind):
        names = _column_names(lines, width) if set(exact) == {PAYS} else ()
        if not names and len(set(exact)) < width:  # `Odds  Pays`: one of the two is no payout, and nothing says which
            return (OTHER,) * width, ("",) * width
        return tuple(exact), names or ("",) * width
    if by_kind is not None:
        return by_kind, ("",) * width
    names = _column_names(lines, width)
    if names and words == {PAYS}:
        return (PAYS,) * width, names
    return (OTHER,) * width, ("",) * width


def _columns_of_side(part: _Part, named: Sequence[Sequence[str]], width: int) -> tuple[str, ...]:
    """What the columns of a table beside others mean: its share of a head that names those of all."""
    head = next((line for line in named if line), [])
    if len(head) == width * part.sides:
        return tuple(head[part.place * width : (part.place + 1) * width])
    all_odds = all(figure.kind == ODDS for row in part.rows for figure in row.figures)
    return (PAYS,) if width == 1 and all_odds and set(head) <= {PAYS} else (OTHER,) * width


def _find_meaning(paper: Paper, lines: Sequence[str], rows: Sequence[PrintedRow]) -> str:
    """What the one column means: a word of its head before one of the lines above it."""
    of_jackpot = any(
        figure.kind == PERCENT and _OF_JACKPOT.match(paper.lines[row.line][figure.end :])
        for row in rows
        for figure in row.figures
    )
    if of_jackpot:
        return JACKPOT
    for line in lines[:3]:
        meanings = {str(found.lastgroup) for found in _MEANINGS.finditer(line)}
        if meanings & {ENVY, JACKPOT}:
            return ENVY if ENVY in meanings else JACKPOT
        if meanings:
            return PAYS
    return PAYS if all(figure.kind == ODDS for row in rows for figure in row.figures) else OTHER


def _meanings_by_kind(rows: Sequence[PrintedRow], width: int, words: set[str]) -> tuple[str, ...] | None:
    """Odds and money in one row are two columns, of which the head names the second."""
    full = [row for row in rows if len(row.figures) == width]
    kinds = list(dict.fromkeys(tuple(figure.kind for figure in row.figures) for row in full))
    if width != 2 or len(kinds) != 1:
        return None
    one, other = kinds[0]
    second = ENVY if ENVY in words else JACKPOT if JACKPOT in words else OTHER
    return (PAYS, second) if one in (ODDS, COUNT) and other == MONEY else None


def _column_names(lines: Sequence[str], width: int) -> tuple[str, ...]:
    """The names of several pay tables in one: `A-1  A-2  B-1`."""
    for line in lines[:4]:
        for parts in (re.split(r"\s{2,}|\t", line.strip()), line.split()):
            named = parts[-width:] if len(parts) in (width, width + 1) else []
            if named and len(set(named)) == width and all(len(name) == 1 or _DIGIT.search(name) for name in named):
                return tuple(named)
        numbered = [found[1] for found in _NUMBERED.finditer(line)]
        if len(set(numbered)) == width == len(numbered):
            return tuple(numbered)
    return ()


def _read_row(paper: Paper, row: PrintedRow, width: int, columns: Sequence[str], head: str) -> PayRow:
    text = paper.lines[row.line]
    cells = [_show_cell(figure, text, head) for figure in row.figures]
    label = row.labels[0]
    if len(row.labels) > 1 and (label[:1].islower() or _goes_on(paper, row)):
        label = row.labels[1]
    doubt = ""
    if any(text[: figure.start].endswith("-") for figure in row.figures):
        doubt = "a sign stands before the figure"
    elif any(_RAISED.match(text, figure.end) for figure in row.figures):
        doubt = "two small digits stand behind the figure"
    elif len(cells) != width:
        if _lacks_second(row, columns):
            cells.append("")
        else:
            doubt = "the row has another number of cells than its table"
    if not doubt and not all(one is not None for one in cells):
        doubt = "the head does not say what the figure is"
    shown = tuple(one if one is not None else figure.text for one, figure in zip(cells, row.figures, strict=False))
    if not doubt and len(cells) == width:
        shown = tuple(one or "" for one in cells)
    return PayRow(row.line, label.strip(f" \t\\(-–—.…${NOTE_SIGNS}"), shown, doubt)


def _join_labels(
    paper: Paper, rows: Sequence[PrintedRow], read: Sequence[PayRow], head: Set[str]
) -> tuple[PayRow, ...]:
    """The rows, with what stands between two of them: the rest of the label above where it begins small, the beginning
    of the one below where that was joined, or the head again. Otherwise nothing says whose words they are."""
    found = list(read)
    for place, (row, following) in enumerate(pairwise(rows)):
        words = [paper.lines[line].strip() for line in range(row.line + 1, following.line)]
        words = [one for one in words if one and one not in head]
        if not words or read[place + 1].label.startswith(words[-1].strip(" -–—")):
            continue
        if words[0][:1].islower() or _ENDS_OPEN.search(read[place].label):
            found[place] = found[place]._replace(label=" ".join([found[place].label, *words]))
            continue
        doubt = "words between two rows may belong to either"
        for own in (place, place + 1):
            found[own] = found[own]._replace(doubt=found[own].doubt or doubt)
    return tuple(found)


def _goes_on(paper: Paper, row: PrintedRow) -> bool:
    """Whether the line above a row is the beginning of its label: it ends in the middle of words."""
    above = next((line for line in range(row.line - 1, -1, -1) if paper.lines[line].strip()), None)
    if above is None or above != row.line - 1:
        return False
    return _ENDS_OPEN.search(paper.lines[above].strip()) is not None


def _lacks_second(row: PrintedRow, columns: Sequence[str]) -> bool:
    """Whether a row has odds alone in a table of odds and prizes in money: it has no prize."""
    is_pair = len(columns) == 2 and columns[0] == PAYS and columns[1] in (ENVY, JACKPOT)
    return is_pair and len(row.figures) == 1 and row.figures[0].kind in (ODDS, COUNT)


def _convert_to_whole_numbers(odds: Value) -> Value:
    """Odds as documents write them: `0.95 to 1` is 19 to 20."""
    low, high = odds.low or Fraction(0), odds.high or Fraction(1)
    ratio = low / high
    is_whole = low.denominator == high.denominator == 1
    return odds if is_whole else odds._replace(low=Fraction(ratio.numerator), high=Fraction(ratio.denominator))


def _show_cell(figure: PaperFigure, text: str, head: str) -> str | None:
    """What a cell pays as documents write it; None where it may be several things."""
    if figure.kind == ODDS:
        return name_value(_convert_to_whole_numbers(figure.value))
    if figure.kind == MONEY:
        return name_value(figure.value)
    if figure.kind == PERCENT:
        found = _OF_JACKPOT.match(text[figure.end :])
        return f"{name_value(figure.value)} of jackpot" if found is not None else None
    if figure.kind == COUNT and figure.value.is_point:
        to, for_ = _TO_ONE.search(head), _FOR_ONE.search(head)
        if to is not None and for_ is None:
            return f"{name_value(figure.value)} to 1"
        if for_ is not None and to is None:
            return f"{name_value(figure.value)} for 1"
    return None
