"""Tables of a paper: where each begins and ends, what its head says, and the figures of its rows.

A table is a stretch of lines that are figures rather than words. Where the boxes of words are known, as in a PDF, a
figure has a column; otherwise only the order of figures is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final, NamedTuple

from compliance.documents.paper_text import PaperText
from compliance.paper.figures import COUNT, MONEY, NOTE_SIGNS, ODDS, PERCENT, Value, find_figures
from compliance.paper.pdf import Pdf

# What a figure is in a table.
RANGE: Final = "range"
AMOUNT: Final = "amount"
COUNTED: Final = "counted"
NUMBER: Final = "number"
PAYOUT: Final = "payout"
# An end of a range that is printed without what comes next to it: `over $100`.
HALF: Final = "half a range"

_HALF: Final = re.compile(
    r"(?:(?<!and )(?<!or )(?<!& )\b(?:over|above|under|below|(?:more|less|greater) than)|[<>≤≥])\s?$", re.IGNORECASE
)
# `$1⁵⁰` may be $1.50, or $1 with the note 50.
# `7 or players` has lost a word.
_CUT: Final = re.compile(
    r"\s*(?:or|and|&|more|less|fewer|above|below|over|under|up)\b(?! (?:bank|dealer|each))", re.IGNORECASE
)
_CENTS: Final = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]{2}")
_MAXIMUM: Final = re.compile(r"^\s?(?:max(?:imum)?|min(?:imum)?)\b\.?", re.IGNORECASE)
_NOTHING: Final = re.compile(r"\b(?:no (?:fee|charge|collection)|none|free|waived)\b", re.IGNORECASE)
_TIME: Final = r"(?:half|1/2|½|one|each|quarter)?[- ]?(?:hours?|30 minutes|20 minutes|15 minutes|minutes)"
_UNIT: Final = re.compile(
    r"\s?(?:/|\bper\b|\beach\b|\bevery\b|\ba\b)\s?(?:player|hand|round|game|seat|bet|wager|betting circle|spot|person"
    rf"|{_TIME})\b",
    re.IGNORECASE,
)
_OPTION: Final = re.compile(
    r"^[\s*•(]*(?:(?P<word>(?:schedule |collection |rate )?(?:option|schedule|plan|method|tier|level|structure)s?)\s*)?"
    r"(?:(?:no\.|no|#)\s*(?=[0-9]))?"
    rf"(?P<name>[0-9]{{1,3}}[A-Za-z]?|[A-L])\s?(?:[.):#{NOTE_SIGNS}-]|–)*(?=\s|$)",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[A-Za-z]{2,}")
# A line that says a limit of the table, and is no row.
LIMIT_LINE: Final = re.compile(r"^\W*(?P<end>minimum|maximum) (?:table )?(?:limit|wager|bet)s?\b\W*", re.IGNORECASE)
_MOST_WORDS: Final = 4
_LONGEST_ROW: Final = 1000
_MOST_HEAD_WORDS: Final = 14
_MOST_HEAD_LINES: Final = 9
_FEWEST_FIGURES: Final = 4
# Lines from a heading such as `Option 3` to its table.
_FURTHEST: Final = 6
_SENTENCE: Final = re.compile(r"[.;:]\s*$")


class TableToken(NamedTuple):
    """A figure of a table: what it is, what it says, its unit (`per hand`), and where it stands."""

    kind: str
    value: Value
    text: str
    line: int
    left: float
    right: float
    unit: str = ""


class TableLine(NamedTuple):
    """A line of a paper: its figures, the number or letter that it begins with, and the words that are left."""

    number: int
    text: str
    tokens: tuple[TableToken, ...]
    option: str
    says_option: bool
    rest: str
    # Its cells: words, and where they begin and end.
    cells: tuple[tuple[str, float, float], ...]

    @property
    def is_blank(self) -> bool:
        return not any(letter.isalnum() for letter in self.text)

    @property
    def is_row(self) -> bool:
        """Whether it is figures rather than words."""
        if (not self.tokens and not self.option) or LIMIT_LINE.match(self.text):
            return False
        few = len(_WORD.findall(self.rest)) <= _MOST_WORDS
        return few and not (_SENTENCE.search(self.text) and len(self.rest.split()) > _MOST_WORDS)

    @property
    def is_labeled(self) -> bool:
        """Whether words say what its figures are, such as `Minimum Table Limit $10-$100`: no fee, and no option."""
        return len(_WORD.findall(self.rest)) > 1 and not self.option and all(t.kind != AMOUNT for t in self.tokens)

    @property
    def may_be_head(self) -> bool:
        words = _WORD.findall(self.text)
        return (
            not LIMIT_LINE.match(self.text)
            and bool(words)
            and len(words) <= _MOST_HEAD_WORDS
            and not self.text.rstrip().endswith((".", ":", ";"))
        )


class PrintedTable(NamedTuple):
    """The lines of a table and those of its head; a heading above it such as `Option 3`."""

    head: tuple[TableLine, ...]
    rows: tuple[TableLine, ...]
    heading: TableLine | None
    has_boxes: bool

    @property
    def first_line(self) -> int:
        return self.rows[0].number

    @property
    def last_line(self) -> int:
        return self.rows[-1].number

    @property
    def tokens(self) -> list[TableToken]:
        return [token for row in self.rows for token in row.tokens]


# --- lines ------------------------------------------------------------------------------------------------------------


class _Ruler:
    """Where the letters of a line stand: by the boxes of its words, or by their number."""

    def __init__(self, spans: Sequence[tuple[int, int, float, float]]) -> None:
        self._spans = spans

    def measure(self, start: int, end: int) -> tuple[float, float]:
        inside = [span for span in self._spans if span[0] < end and span[1] > start]
        if not inside:
            return float(start), float(end)
        first, last = inside[0], inside[-1]
        return self._interpolate(first, max(start, first[0])), self._interpolate(last, min(end, last[1]))

    @staticmethod
    def _interpolate(span: tuple[int, int, float, float], place: int) -> float:
        start, end, left, right = span
        return left + (right - left) * (place - start) / max(1, end - start)


def read_table_lines(text: PaperText, pdf: Pdf | None) -> list[TableLine]:
    """The lines of a paper with their figures; with the boxes of a PDF."""
    rulers = list(_rulers_of(pdf)) if pdf is not None else []
    return [_read_line(index, line, rulers[index] if rulers else None) for index, line in enumerate(text.lines)]


def _rulers_of(pdf: Pdf) -> Iterator[_Ruler]:
    for page in pdf.pages:
        for line in page.lines:
            spans, at = [], 0
            for cell in line.cells:
                for word in cell:
                    spans.append((at, at + len(word.text), word.box.left, word.box.right))
                    at += len(word.text) + 1
                at += 1
            yield _Ruler(spans)


def _read_line(index: int, text: str, ruler: _Ruler | None) -> TableLine:
    if len(text) > _LONGEST_ROW:  # no row of a table
        return TableLine(index, text, (), "", False, text, ())
    ruler = ruler or _Ruler(())
    option, says_option, begins = _find_option(text)
    tokens: list[TableToken] = []
    taken = [(0, begins)]
    for figure in find_figures(text):
        if figure.start < taken[-1][1] or figure.is_spelled_out:
            continue
        unit = _read_unit(text, figure.end)
        is_cut = _CENTS.match(text, figure.end) or (figure.kind == COUNT and _CUT.match(text, figure.end))
        kind = HALF if is_cut else _kind_of(figure.value, text[: figure.start])
        left, right = ruler.measure(figure.start, figure.end)
        if kind:
            tokens.append(TableToken(kind, figure.value, figure.text, index, left, right, unit))
        taken.append((figure.start, figure.end + len(unit)))
    for found in _NOTHING.finditer(text):
        if not any(start < found.end() and found.start() < end for start, end in taken):
            left, right = ruler.measure(found.start(), found.end())
            nothing = Value(MONEY, Fraction(0), Fraction(0))
            tokens.append(TableToken(AMOUNT, nothing, found[0], index, left, right))
            taken.append((found.start(), found.end()))
    rest = "".join(letter for place, letter in enumerate(text) if not any(start <= place < end for start, end in taken))
    places = ((found[0], *ruler.measure(found.start(), found.end())) for found in re.finditer(r"\S+(?: \S+)*", text))
    tokens.sort(key=lambda token: token.left)
    return TableLine(index, text, tuple(tokens), option, says_option, rest, tuple(places))


def _find_option(text: str) -> tuple[str, bool, int]:
    """The number or letter of an option that a line begins with, whether a word says so, and where it ends."""
    found = _OPTION.match(text)
    if found is None:
        return "", False, 0
    is_cell = text.strip(" *.:)") == found["name"] or text[found.end() :].startswith("  ")
    if found["name"].isalpha() and found["word"] is None and not is_cell:
        return "", False, 0
    says = found["word"] is not None
    after = text[found.end() :].lstrip()
    # A bare number before a sign of odds, or a word that it counts, is no number of an option.
    if not says and re.match(r"(?:to|for|or|and|through|dollars|cents|%|:)\b|[-–—:%+/¢]", after):
        return "", False, 0
    if not says and found[0].endswith((" -", " –")) and after[:1].isdigit():  # `10 - 100 dollars`
        return "", False, 0
    return found["name"].upper(), says, found.end()


def _kind_of(value: Value, before: str) -> str:
    if value.kind == MONEY:
        if value.is_range:
            return RANGE
        return HALF if _HALF.search(before) else AMOUNT
    if value.kind == COUNT:
        return COUNTED if value.is_range else NUMBER
    return PAYOUT if value.kind in (ODDS, PERCENT) else ""


def _read_unit(text: str, end: int) -> str:
    """What stands behind an amount: `per player per half hour`."""
    at = end
    while (found := _UNIT.match(text, at)) is not None:
        at = found.end()
    return text[end:at]


# --- tables -----------------------------------------------------------------------------------------------------------


def find_paper_tables(lines: Sequence[TableLine], skipped: frozenset[int], has_boxes: bool) -> list[PrintedTable]:
    """The tables of a paper, each with its head; one that goes on after a break of the page is one."""
    found: list[PrintedTable] = []
    above: list[TableLine] = []
    rows: list[TableLine] = []
    heading: TableLine | None = None

    def finish() -> None:
        nonlocal rows
        if _is_table(rows):
            found.append(PrintedTable(tuple(above), tuple(rows), heading, has_boxes))
        rows = []

    printed = [line for line in lines if not line.is_blank and line.number not in skipped]
    for line, following in zip(printed, [*printed[1:], None], strict=True):
        if line.is_row and _is_heading(line, following):
            finish()
            heading, above = line, []
        elif line.is_row:
            rows.append(line)
        elif line.may_be_head:
            rows = [row for row in rows if not row.is_labeled]
            if len([token for row in rows for token in row.tokens]) >= _FEWEST_FIGURES:
                finish()
                above = []
            above = [*above[-_MOST_HEAD_LINES + 1 :], line]
        else:
            finish()
            above, heading = [], heading if heading is not None and line.number <= heading.number + _FURTHEST else None
    finish()
    return _join_tables(found)


def _is_heading(line: TableLine, following: TableLine | None) -> bool:
    """Whether a line is `Option 3` and perhaps its title, above the head of a table of its own."""
    return line.says_option and not line.tokens and following is not None and not following.is_row


def _is_table(rows: Sequence[TableLine]) -> bool:
    kinds = [token.kind for row in rows for token in row.tokens]
    return kinds.count(AMOUNT) >= 1 and len(kinds) >= 2 and len(set(kinds)) + any(row.option for row in rows) > 1


def _join_tables(tables: Iterable[PrintedTable]) -> list[PrintedTable]:
    """Tables whose head is printed again, or that have none, as one with the table before."""
    found: list[PrintedTable] = []
    for table in tables:
        before = found[-1] if found else None
        if before is not None and table.heading is before.heading and _goes_on(before, table):
            found[-1] = before._replace(rows=before.rows + table.rows)
        else:
            found.append(table)
    return found


def _goes_on(before: PrintedTable, table: PrintedTable) -> bool:
    names = [row.option for row in before.rows if row.option.isdigit()]
    own = [row.option for row in table.rows if row.option.isdigit()]
    follows = bool(names) and (not own or int(own[0]) == int(names[-1]) + 1)
    words = _words_of(table.head)
    return follows and (not words or _words_of(before.head)[-len(words) :] == words)


def _words_of(lines: Sequence[TableLine]) -> list[str]:
    return [word.lower() for line in lines for word in line.text.split()]


# --- columns of a table with boxes ------------------------------------------------------------------------------------


class ColumnSpan(NamedTuple):
    """A column by its place: where it begins and ends, and the words of the head above it."""

    left: float
    right: float
    words: str = ""


def find_spans(table: PrintedTable) -> list[ColumnSpan]:
    """The columns of a table by the places of its figures; none where figures of different kinds share a place."""
    tokens = [token for token in table.tokens if token.kind != HALF]
    spans: list[list[TableToken]] = []
    for token in sorted(tokens, key=lambda one: one.left):
        if spans and token.left < max(one.right for one in spans[-1]):
            spans[-1].append(token)
        else:
            spans.append([token])
    if any(len({_family(one.kind) for one in span}) > 1 for span in spans):
        return []
    places = [ColumnSpan(min(one.left for one in span), max(one.right for one in span)) for span in spans]
    words = _place_words(table, places)
    return [span._replace(words=" ".join(words.get(number, ()))) for number, span in enumerate(places)]


def _family(kind: str) -> str:
    return COUNTED if kind == NUMBER else kind


def _place_words(table: PrintedTable, spans: Sequence[ColumnSpan]) -> Mapping[int, list[str]]:
    """The words of a head by the column that they stand above: cell by cell, and a cell above several columns word by
    word."""
    options = [row.cells[0] for row in table.rows if row.option and row.cells]
    first = max((_middle(*cell[1:]) for cell in options), default=None)
    edges = [(one.right + other.left) / 2 for one, other in pairwise(spans)]
    found: dict[int, list[str]] = {}
    for line in table.head:
        for text, left, right in line.cells:
            middles = [_middle(span.left, span.right) for span in spans]
            is_wide = sum(left <= middle <= right for middle in middles) > 1
            for words, begin, end in _split_words(text, left, right) if is_wide else [(text, left, right)]:
                middle = _middle(begin, end)
                if first is not None and spans and middle <= (first + spans[0].left) / 2:
                    continue
                place = sum(middle > edge for edge in edges) if is_wide else _column_below(begin, end, spans)
                found.setdefault(place, []).append(words)
    return found


def _middle(left: float, right: float) -> float:
    return (left + right) / 2


def _split_words(text: str, left: float, right: float) -> Iterator[tuple[str, float, float]]:
    """The words of a cell, each about where it stands."""
    width = (right - left) / max(1, len(text))
    for found in re.finditer(r"\S+", text):
        yield found[0], left + width * found.start(), left + width * found.end()


def _column_below(left: float, right: float, spans: Sequence[ColumnSpan]) -> int:
    """The column that a cell stands above: by its left, its right or its middle, as cells are aligned."""

    def distance(span: ColumnSpan) -> float:
        middles = abs(_middle(left, right) - _middle(span.left, span.right))
        return min(middles, abs(left - span.left), abs(right - span.right))

    return min(range(len(spans)), key=lambda place: distance(spans[place]), default=0)


def span_of(token: TableToken, spans: Sequence[ColumnSpan]) -> int:
    """The number of the column that a figure stands in."""
    return next(number for number, span in enumerate(spans) if span.left <= token.left < span.right)


# --- ends of a range in columns of their own --------------------------------------------------------------------------

_ENDS: Final = re.compile(
    r"\b(?:from|min(?:imum)?|low(?:est)?|at least)\b.*\b(?:to|max(?:imum)?|high(?:est)?|up to)\b",
    re.IGNORECASE | re.DOTALL,
)
_NO_END: Final = re.compile(r"(?:and|&|or) (?:up|above|over|more)|no (?:limit|maximum|max)|unlimited|∞", re.IGNORECASE)


def join_ends(table: PrintedTable) -> PrintedTable:
    """A table with ranges in place of the two columns that its head calls the least and the most."""
    head = " ".join(line.text for line in table.head)
    if not _ENDS.search(head) or any(token.kind == RANGE and token.value.high is not None for token in table.tokens):
        return table
    return table._replace(rows=tuple(row._replace(tokens=_join_first(row)) for row in table.rows))


def _join_first(row: TableLine) -> tuple[TableToken, ...]:
    amounts = [token for token in row.tokens if token.kind == AMOUNT]
    if len(amounts) > 2 and row.tokens[:2] == tuple(amounts[:2]):
        low, high = amounts[:2]
        assert low.value.low is not None
        assert high.value.low is not None
        if low.value.low < high.value.low:
            both = Value(MONEY, low.value.low, high.value.low)
            return (low._replace(kind=RANGE, value=both, right=high.right), *row.tokens[2:])
    if len(amounts) == 2 and row.tokens[:1] == tuple(amounts[:1]) and _NO_END.search(row.rest):
        low = amounts[0]
        return (low._replace(kind=RANGE, value=Value(MONEY, low.value.low, None)), *row.tokens[1:])
    return row.tokens
