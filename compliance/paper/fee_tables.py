"""Tables of fees: the options that they print, each proved by its own rows.

What the columns mean comes from the head. Then every way to share an option's figures out over the columns is tried:
bands follow one another without a gap, each has its fee, fees do not fall, and the option's number stands among its
rows. What all ways that are equally good agree on is certain; an option that proves nothing is unsure as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from compliance.paper.figures import MONEY, Value
from compliance.paper.tables import (
    AMOUNT,
    COUNTED,
    HALF,
    NUMBER,
    RANGE,
    ColumnSpan,
    PrintedTable,
    TableLine,
    TableToken,
    find_spans,
    join_ends,
    span_of,
)

OPTION: Final = "option"
LIMIT: Final = "table-limit"
WAGER: Final = "wager-amount"
ACTION: Final = "total-table-action"
PLAYERS: Final = "players"
NO_FLOP: Final = "without-flop"
DROP: Final = "jackpot-drop"
UNKNOWN: Final = "unknown"
ROUND: Final = "round"
PAYERS: Final = ("player-dealer", "player", "pot", ROUND, "banker", "dealer", "fee")
# Payers that a head names without a doubt.
SURE_PAYERS: Final = ("player", "player-dealer", "pot")

_FEE: Final = r"(?:collections?|fees?|rates?|charges?|pays|payment)"
_FEES: Final = rf"{_FEE}(?: (?:{_FEE}|amount|rate))*"
# The first that fits stands; leftmost first, as in the head.
_MEANINGS: Final = {
    NO_FLOP: rf"(?:modified|no[- ]flop|without (?:a )?flop|reduced) {_FEES}",
    DROP: rf"jackpot(?: (?:drop|{_FEES}))?",
    ACTION: r"(?:total |table )*action(?: on (?:the )?table)?(?: amount| range)?"
    r"|(?:total|aggregate|combined) (?:table )?(?:of all )?(?:wagers?|bets?)(?: on (?:the )?table)?(?: amount| range)?",
    "player-dealer": rf"(?:player ?[-/–] ?dealer|player dealer|p/d|pd)(?:'s)?(?: position)? {_FEES}"
    rf"|{_FEES},? (?:(?:from|by|of|per) )?(?:the )?player ?[-/–]? ?dealer",
    "banker": rf"bank(?:er)?(?:'s)?(?: position)? {_FEES}",
    "dealer": rf"dealer(?:'s)?(?: position)? {_FEES}",
    "player": rf"(?:each )?players?(?:'s?)?(?: position)? {_FEES}(?: per player)?"
    rf"|{_FEES},? (?:per|from each|from|each) player(?! ?[-/–]? ?dealer)",
    "pot": rf"pot (?:{_FEES}|drop)|rake",
    ROUND: rf"(?:round|flop|hand) (?:{_FEES}|drop)|drop",
    PLAYERS: r"(?:number|no\.?|#) of (?:players|seats|participants)(?: (?:seated|dealt in|in (?:the )?(?:hand|game)))*"
    r"|seated players|players(?: (?:seated|dealt in|at (?:the )?table))?(?! wager| bet)",
    LIMIT: r"(?:table|bett?ing|wager(?:ing)?|game|bet) limits?|limits?",
    WAGER: r"(?:players?(?:'s)? )?(?:wagers?|bets?)(?: (?:amount|size|range|level)s?)?"
    r"|(?:amount|size) (?:of (?:the )?)?(?:wager|bet)(?:ed)?|amount wagered",
    OPTION: r"(?:schedule|collection|rate|fee)? ?(?:options?|schedules?|method|tiers?|levels?|plans?|structures?)"
    r"(?: no\.?| number)?|no\.|#",
    "fee": _FEES,
}
_MEANING: Final = re.compile(
    "|".join(f"(?P<m{place}>\\b(?:{form})(?![a-z]))" for place, form in enumerate(_MEANINGS.values()))
)
_NAMES: Final = tuple(_MEANINGS)
_PAYER: Final = re.compile(r"\b(?:player ?[-/–]? ?dealer|pd|p/d|bank(?:er)?|dealer|players?)(?:'s)?\b")
# Words of a head that would say something else about a column: when they are left over, it was not understood.
_TELLING: Final = re.compile(
    r"\b(?:dealer|players?|bank(?:er)?|action|wagers?|bets?|fees?|collections?|limits?|total|pot)\b"
)
_BANDED: Final = (WAGER, ACTION, LIMIT, PLAYERS, UNKNOWN)
_FEE_KINDS: Final = (*PAYERS, NO_FLOP, DROP)
_BROKEN: Final = 1000
_MOST_BANDS: Final = 14
_LARGEST_STEP: Final = Fraction(5)
_LARGEST_CHIP: Final = Fraction(100)
# Larger tables are no table of fees, and more ways to read one are not tried: nothing of it is certain then.
_MOST_OPTIONS: Final = 60
_MOST_FIGURES: Final = 600
_MOST_WAYS: Final = 60_000
# A reading is certain when every other one has more than this against it besides.
_MARGIN: Final = 1


class FeeColumn(NamedTuple):
    """What a column of a table of fees means: a basis, a payer, or nothing known."""

    meaning: str
    place: int

    @property
    def is_fee(self) -> bool:
        return self.meaning in _FEE_KINDS


class Chain(NamedTuple):
    """The bands of one column with the fees of another; a single fee has no band."""

    payer: str
    basis: str
    rows: tuple[tuple[TableToken | None, TableToken], ...]


class FeeOption(NamedTuple):
    """An option as a table prints it. `doubt` says why its figures are unsure; nothing where they proved themselves."""

    name: str
    chains: tuple[Chain, ...]
    limit: TableToken | None
    players: TableToken | None
    lines: tuple[int, ...]
    doubt: str = ""
    # How much speaks against its reading, although none is better.
    cost: int = 0


class FeeTable(NamedTuple):
    """A table of fees as it was read: the meaning of its columns, whether its head was understood, and its options."""

    columns: tuple[FeeColumn, ...]
    is_known: bool
    options: tuple[FeeOption, ...]
    printed: PrintedTable
    is_said: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether every column is known, so that nothing has to be asked."""
        doubtful = (UNKNOWN, ROUND, "fee", "banker", "dealer")
        return self.is_said or (self.is_known and not any(one.meaning in doubtful for one in self.columns))

    def names_payer(self, payer: str) -> bool:
        """Whether a payer is named without a doubt."""
        return self.is_said or (self.is_known and payer in SURE_PAYERS)


def read_fee_table(table: PrintedTable, said: Sequence[str] = ()) -> FeeTable | None:
    """A table of fees with its options; what its columns mean may be said. None for what is no such table."""
    has_bands = any(token.kind in (RANGE, COUNTED, HALF) for token in table.tokens)
    if not has_bands and not any(row.option for row in table.rows) and not _names_of_head(table):
        return None
    table = join_ends(table)
    matrix = _read_payer_rows(table) or _read_matrix(table) or _read_turned_matrix(table)
    if matrix is not None and not said:
        return matrix
    best: FeeTable | None = None
    for columns, spans, is_known in _list_columns(table, said):
        for is_loose in (False, True):
            layout = _Layout(columns, tuple(spans), is_loose)
            options = _doubt_alike(columns, _read_options(table, layout))
            found = FeeTable(columns, is_known, tuple(options), table, bool(said))
            if best is None or _rank(found) > _rank(best):
                best = found
    return best


def _doubt_alike(columns: Sequence[FeeColumn], options: Sequence[FeeOption]) -> list[FeeOption]:
    """Options of a table of which two columns mean the same fee are unsure."""
    fees = [column.meaning for column in columns if column.is_fee]
    if len(set(fees)) == len(fees):
        return list(options)
    return [one._replace(doubt=one.doubt or "two columns of fees are not told apart by the head") for one in options]


def _rank(table: FeeTable) -> tuple[int, bool, int]:
    sure = sum(not one.doubt for one in table.options)
    return (sure, table.is_known, len(table.columns))


# --- what columns mean ------------------------------------------------------------------------------------------------


def _list_columns(
    table: PrintedTable, said: Sequence[str]
) -> Iterator[tuple[tuple[FeeColumn, ...], list[ColumnSpan], bool]]:
    """The columns that a table may have: as said, by place, or by what the lines of its head say."""
    spans = find_spans(table) if table.has_boxes else []
    if said:
        columns = tuple(FeeColumn(name, place) for place, name in enumerate(one for one in said if one != OPTION))
        yield columns, spans if len(spans) == len(columns) else [], True
        return
    if spans:
        columns = tuple(_meaning_of_span(span, place, table) for place, span in enumerate(spans))
        columns = _name_payers(columns, _plain(" ".join(span.words for span in spans)))
        if any(column.is_fee for column in columns):
            yield columns, spans, True
            return
    is_found = False
    for count in range(len(table.head), 0, -1):
        left_out, _ = _read_head(table.head[: len(table.head) - count])
        if any(column.meaning not in (OPTION, "fee", LIMIT) for column in left_out):
            break
        columns, is_known = _read_head(table.head[len(table.head) - count :])
        columns = tuple(column for column in columns if column.meaning != OPTION)
        if any(column.is_fee for column in columns) and any(not column.is_fee for column in columns):
            is_found = True
            yield columns, [], is_known
    if not is_found:
        yield from _guess_columns(table)


def _meaning_of_span(span: ColumnSpan, place: int, table: PrintedTable) -> FeeColumn:
    """What a column means, by the words above it and what stands in it."""
    kinds = {token.kind for token in table.tokens if span.left <= token.left < span.right}
    text = _plain(span.words)
    found = [_NAMES[int((one.lastgroup or "m0")[1:])] for one in _MEANING.finditer(text)]
    wanted = _FEE_KINDS if AMOUNT in kinds else _BANDED
    if AMOUNT in kinds and not found:
        # A head whose word for a fee stands across several columns.
        payer = _PAYER.search(text)
        found = [_payer_named(payer[0])] if payer is not None else []
    fitting = list(dict.fromkeys(name for name in found if name in wanted))
    narrower = [name for name in fitting if name != "fee"]
    names_payer = any(name in PAYERS and name != "fee" and name not in fitting for name in found)
    meaning = ""
    if not names_payer and (len(fitting) == 1 or len(narrower) == 1):
        meaning = fitting[0] if len(fitting) == 1 else narrower[0]
    if not meaning:
        meaning = "fee" if AMOUNT in kinds else PLAYERS if kinds <= {COUNTED, NUMBER} and COUNTED in kinds else UNKNOWN
    return FeeColumn(meaning, place)


def _payer_named(words: str) -> str:
    if ("dealer" in words and words != "dealer") or words == "pd":
        return "player-dealer"
    return "banker" if words.startswith("bank") else "dealer" if words == "dealer" else "player"


def _read_head(lines: Sequence[TableLine]) -> tuple[tuple[FeeColumn, ...], bool]:
    """The columns that the words of a head name in order, and whether all of its telling words were understood."""
    text = _plain(" ".join(line.rest if line.tokens else line.text for line in lines))
    names = []
    left = text
    for found in _MEANING.finditer(text):
        names.append(_NAMES[int((found.lastgroup or "m0")[1:])])
        left = left.replace(found[0], " ", 1)
    # The least and the most of one range, which are one column.
    names = [name for place, name in enumerate(names) if not (place and name == names[place - 1] and name in _BANDED)]
    columns = tuple(FeeColumn(name, place) for place, name in enumerate(names))
    columns, left = _name_payers(columns, left), _PAYER.sub(" ", left) if _has_payers_above(columns, left) else left
    bases = [column.meaning for column in columns if not column.is_fee]
    is_known = not _TELLING.search(left) and len(set(bases)) == len(bases)
    return columns, is_known


def _name_payers(columns: tuple[FeeColumn, ...], text: str) -> tuple[FeeColumn, ...]:
    """The columns of a head that names payers above those of their fees: `Player-Dealer  Player` above `Action  Fee
    Bet  Fee`, as many payers as fees."""
    if not _has_payers_above(columns, text):
        return columns
    payers = iter(_payer_named(found[0]) for found in _PAYER.finditer(text))
    return tuple(column._replace(meaning=next(payers)) if column.is_fee else column for column in columns)


def _has_payers_above(columns: Sequence[FeeColumn], text: str) -> bool:
    fees = [column for column in columns if column.is_fee]
    payers = {_payer_named(found[0]) for found in _PAYER.finditer(text)}
    whole = len(_PAYER.findall(text)) == len(payers) == len(fees) > 1
    return whole and all(column.meaning == "fee" for column in fees)


def _plain(text: str) -> str:
    text = re.sub(r"\((?:per|each|to|in|for)\b[^)]*\)", " ", text.lower())
    text = re.sub(r"[*†‡()|]", " ", text.replace("’", "'"))
    return " ".join(re.sub(r"(?<=\w)-\s+(?=\w)", "-", text).split())


def _guess_columns(table: PrintedTable) -> Iterator[tuple[tuple[FeeColumn, ...], list[ColumnSpan], bool]]:
    """Columns of which nothing is known: a range and a fee."""
    kinds = {token.kind for token in table.tokens}
    if AMOUNT in kinds and kinds & {RANGE, COUNTED}:
        basis = UNKNOWN if RANGE in kinds else PLAYERS
        yield (FeeColumn(basis, 0), FeeColumn("fee", 1)), [], False


# --- options ----------------------------------------------------------------------------------------------------------


class _Layout(NamedTuple):
    """The columns of a table as its options are read by them."""

    columns: tuple[FeeColumn, ...]
    spans: tuple[ColumnSpan, ...]
    # Whether a fee that is not for the ranges beside it is one for all of them.
    is_loose: bool

    @property
    def bands(self) -> list[FeeColumn]:
        """Columns whose ranges have fees: not the limit of the table, nor the number of players, beside others."""
        banded = [column for column in self.columns if not column.is_fee]
        measured = [column for column in banded if column.meaning in (WAGER, ACTION, UNKNOWN)]
        return measured or [column for column in banded if column.meaning == PLAYERS] or banded

    def basis_of(self, fee: FeeColumn) -> FeeColumn | None:
        """The column whose ranges a fee is taken for."""
        bands = self.bands
        wanted = {"player-dealer": ACTION, "player": WAGER, "banker": ACTION}.get(fee.meaning)
        if len(bands) < 2:
            is_other = self.is_loose and bool(bands) and wanted is not None and bands[0].meaning != wanted
            is_other = is_other and bands[0].meaning in (WAGER, ACTION)
            return bands[0] if bands and not is_other else None
        named = [column for column in bands if column.meaning == wanted]
        before = [column for column in bands if column.place < fee.place]
        return named[0] if named else before[-1] if before else bands[0]


def _read_options(table: PrintedTable, layout: _Layout) -> list[FeeOption]:
    anchors = _find_anchors(table, layout.columns)
    rows = _read_rows(table, layout, anchors)
    if rows is not None:
        return rows
    return _Segments(table, layout, anchors).read()


class _Anchor(NamedTuple):
    """Where the number of an option stands: before the first figure of its line."""

    name: str
    line: int


def _find_anchors(table: PrintedTable, columns: Sequence[FeeColumn]) -> list[_Anchor]:
    """The numbers of options in their order; what breaks the order, such as the number of a page, is none."""
    found: list[_Anchor] = []
    for row in table.rows:
        if row.option and (not found or _follows(found[-1].name, row.option)):
            found.append(_Anchor(row.option, row.number))
    counts = any(column.meaning == PLAYERS for column in columns)
    says = any(row.says_option for row in table.rows) or any("option" in line.text.lower() for line in table.head)
    if len(found) < 2 and (counts or not says):
        return []
    return [] if counts and not says else found


def _follows(before: str, name: str) -> bool:
    if before.isdigit() and name.isdigit():
        return int(name) == int(before) + 1
    if before.isalpha() and name.isalpha():
        return ord(name[0]) == ord(before[0]) + 1
    one, other = re.match(r"[0-9]+", before), re.match(r"[0-9]+", name)
    return one is not None and other is not None and int(other[0]) - int(one[0]) in (0, 1) and name > before


# --- bands or options in the head -------------------------------------------------------------------------------------

_NAMES_IN_HEAD: Final = re.compile(
    r"(?:\b(?:option|plan|schedule|tier|level)\s*(?:no\.?|#)?\s*|(?<=\s))([0-9]{1,2}|[A-L])(?=\s|$)", re.IGNORECASE
)


def _read_matrix(table: PrintedTable) -> FeeTable | None:
    """A table with bands in its first row, and an option in each of the others."""
    first, *others = (row for row in table.rows if row.tokens)
    bands = list(first.tokens)
    if len(bands) < 2 or first.option or any(token.kind != RANGE for token in bands) or not others:
        return None
    if not all(one.kind == AMOUNT for row in others for one in row.tokens):
        return None
    is_chain = all(_is_next(one.value, other.value) for one, other in pairwise(bands))
    basis, payer = _words_of_matrix(table, first.rest)
    named = [_PAYER.findall(_plain(row.rest)) for row in others]
    by_payer = payer == "fee" and all(len(one) == 1 for one in named)
    payers = [_payer_named(one[0]) if by_payer else payer for one in named]
    columns = (FeeColumn(basis, 0), *(FeeColumn(one, 1) for one in dict.fromkeys(payers)))
    options: list[FeeOption] = []
    for row, own in zip(others, payers, strict=True):
        chain = Chain(own, basis, tuple(zip(bands, row.tokens, strict=False)))
        fees = [token.value.low or Fraction(0) for token in row.tokens]
        whole = is_chain and len(fees) == len(bands) and fees == sorted(fees)
        doubt = "" if whole else "the row has another number of cells than its head, or its fees fall"
        lines = (first.number, row.number)
        before = options[-1] if options else None
        goes_on = by_payer and before is not None and not row.option and own not in (c.payer for c in before.chains)
        if before is not None and goes_on and whole and not before.doubt:
            options[-1] = before._replace(chains=(*before.chains, chain), lines=(*before.lines, row.number))
        else:
            options.append(FeeOption(row.option, (chain,) if whole else (), None, None, lines, doubt))
    return FeeTable(columns, True, tuple(_doubt_lost_names(options, by_payer)), table)


def _doubt_lost_names(options: Sequence[FeeOption], by_payer: bool) -> list[FeeOption]:
    """The options of a grid; all unsure where some have a number and others none, where the numbers do not follow one
    another, or where payers come again although nothing tells the options apart."""
    names = [one.name for one in options]
    in_order = all(_follows(one, other) for one, other in pairwise(names)) if all(names) else not any(names)
    if in_order and (all(names) or not by_payer or len(options) == 1):
        return list(options)
    why = "the numbers of its options do not stand beside their rows"
    return [one._replace(doubt=one.doubt or why) for one in options]


def _read_turned_matrix(table: PrintedTable) -> FeeTable | None:
    """A table with options in its head, and a band in each row."""
    rows = [row for row in table.rows if row.tokens]
    above = [*table.head[-2:], *(row for row in rows if all(token.kind == NUMBER for token in row.tokens))]
    data = [row for row in rows if any(token.kind in (RANGE, COUNTED) for token in row.tokens)]
    widths = {sum(token.kind == AMOUNT for token in row.tokens) for row in data}
    names = _find_names(above)
    if len(names) < 2 or len(data) < 2 or max(widths, default=0) != len(names) or any(row.option for row in data):
        return None
    if len(data) + sum(row in above for row in rows) < len(rows):
        return None
    basis, payer = _words_of_matrix(table, "")
    bands = [row.tokens[0] for row in data]
    is_chain = all(_is_next(one.value, other.value) for one, other in pairwise(bands)) and len(widths) == 1
    lines = (*_lines_of_names(table), *(row.number for row in data))
    options = []
    for place, name in enumerate(names, 1):
        fees = [row.tokens[place] for row in data] if is_chain else []
        rises = all((one.value.low or 0) <= (other.value.low or 0) for one, other in pairwise(fees))
        if not fees or not rises or any(fee.kind != AMOUNT for fee in fees):
            options.append(
                FeeOption(name, (), None, None, lines, "its bands and fees do not go together without a gap")
            )
        else:
            options.append(
                FeeOption(name, (Chain(payer, basis, tuple(zip(bands, fees, strict=True))),), None, None, lines)
            )
    return FeeTable((FeeColumn(basis, 0), FeeColumn(payer, 1)), True, tuple(options), table)


def _names_of_head(table: PrintedTable) -> list[str]:
    return _find_names(table.head[-2:])


def _lines_of_names(table: PrintedTable) -> tuple[int, ...]:
    """The line of the head that names the options."""
    return tuple(line.number for line in table.head[-2:] if _find_names([line]))[-1:]


def _find_names(lines: Sequence[TableLine]) -> list[str]:
    """The numbers or letters of options that the last of some lines names in order."""
    named = [[one.upper() for one in _NAMES_IN_HEAD.findall(line.text)] for line in lines]
    return next((one for one in reversed(named) if len(one) > 1 and _run_on(one)), [])


def _run_on(names: Sequence[str]) -> bool:
    return all(_follows(one, other) for one, other in pairwise(names))


def _words_of_matrix(table: PrintedTable, words: str) -> tuple[str, str]:
    """The one basis and the one payer that the head names; unknown where it names none, or several."""
    columns, _ = _read_head(table.head)
    more = [_NAMES[int((one.lastgroup or "m0")[1:])] for one in _MEANING.finditer(_plain(words))]
    named = [column.meaning for column in columns] + more
    bases = list(dict.fromkeys(name for name in named if name in (WAGER, ACTION)))
    payers = list(dict.fromkeys(name for name in named if name in _FEE_KINDS and name != "fee"))
    return (bases[0] if len(bases) == 1 else UNKNOWN, payers[0] if len(payers) == 1 else "fee")


# --- payers as rows ---------------------------------------------------------------------------------------------------


class _PayerRow(NamedTuple):
    """A row that says who pays: its payer, what its range measures, its range, and an amount for each option."""

    payer: str
    basis: str
    band: TableToken | None
    fees: tuple[TableToken, ...]


def _read_payer_rows(table: PrintedTable) -> FeeTable | None:
    """A table in which each row names its payer: an option for each column of amounts, or a block of rows for each."""
    rows = [row for row in table.rows if any(token.kind == AMOUNT for token in row.tokens)]
    read: list[_PayerRow] = []
    basis, _ = _words_of_matrix(table, "")
    for row in rows:
        one = _read_payer_row(row, read[-1] if read else None, basis)
        if one is None:
            return None
        read.append(one)
    payers = list(dict.fromkeys(one.payer for one in read))
    if len(payers) < 2 or len({len(one.fees) for one in read}) > 1:
        return None
    others = [row for row in table.rows if row not in rows and row.tokens]
    names = _names_of_head(table)
    if len(read[0].fees) > 1 or names:
        if len(names) != len(read[0].fees) or any(row.option for row in rows):
            return None
        lines = (*_lines_of_names(table), *(row.number for row in table.rows))
        options = [_option_of_rows(name, read, place, lines) for place, name in enumerate(names)]
        options = [_take_limit(one, place, others) for place, one in enumerate(options)]
    elif others:
        return None
    else:
        options = _options_of_blocks(table, rows, read)
    bases = [FeeColumn(one.basis, 0) for one in read if one.band is not None][:1]
    columns = (*bases, *(FeeColumn(payer, place) for place, payer in enumerate(payers, 1)))
    return FeeTable(columns, True, tuple(options), table)


def _read_payer_row(row: TableLine, before: _PayerRow | None, basis: str) -> _PayerRow | None:
    """A row by its words; one without a payer goes on with the bands of the row above. None for another row."""
    words = _plain(row.rest)
    payers = _PAYER.findall(words)
    fees = tuple(token for token in row.tokens if token.kind == AMOUNT)
    bands = [token for token in row.tokens if token.kind != AMOUNT]
    if len(payers) > 1 or len(bands) > 1 or _LIMIT_WORDS.search(words):
        return None
    if payers:
        payer = _payer_named(payers[0])
    elif before is not None and bands and before.band is not None and _begins_behind(before.band.value, bands[0].value):
        payer = before.payer
    else:
        return None
    measured = ACTION if "action" in words else WAGER if re.search(r"\b(?:wager|bet)s?\b", words) else basis
    if not payers and before is not None:
        measured = before.basis
    band = bands[0] if bands else None
    if band is not None and (band.left > fees[0].left or band.kind not in (RANGE, COUNTED, HALF)):
        return None
    return _PayerRow(payer, PLAYERS if band is not None and band.kind == COUNTED else measured, band, fees)


_LIMIT_WORDS: Final = re.compile(r"\b(?:limits?|min(?:imum)?|max(?:imum)?|jackpot)\b")


def _option_of_rows(name: str, rows: Sequence[_PayerRow], place: int, lines: tuple[int, ...]) -> FeeOption:
    """An option by the amounts of one column. It is unsure where a payer's bands have a gap or fees fall."""
    chains = []
    for payer in dict.fromkeys(row.payer for row in rows):
        own = [row for row in rows if row.payer == payer]
        chain = Chain(payer, own[0].basis, tuple((row.band, row.fees[place]) for row in own))
        if not _proves_itself(chain):
            return FeeOption(name, (), None, None, lines, "its bands and fees do not go together without a gap")
        chains.append(chain)
    return FeeOption(name, tuple(chains), None, None, lines)


def _proves_itself(chain: Chain) -> bool:
    bands = [band for band, _ in chain.rows]
    fees = [fee.value.low or Fraction(0) for _, fee in chain.rows]
    if len(bands) == 1:
        return bands[0] is None or bands[0].kind != HALF
    whole = all(band is not None and band.kind != HALF for band in bands)
    pairs = pairwise(band for band in bands if band is not None)
    return whole and all(_begins_behind(one.value, other.value) for one, other in pairs) and fees == sorted(fees)


def _take_limit(option: FeeOption, place: int, rows: Sequence[TableLine]) -> FeeOption:
    """The option with the limit of its table, where a row gives one for each column."""
    for row in rows:
        ranges = [token for token in row.tokens if token.kind == RANGE]
        if re.search(r"\blimits?\b", _plain(row.rest)) and place < len(ranges) == len(row.tokens):
            return option._replace(limit=ranges[place])
    return option


def _options_of_blocks(table: PrintedTable, rows: Sequence[TableLine], read: Sequence[_PayerRow]) -> list[FeeOption]:
    """Options of several rows: a block begins with the payer that began the first. Each has one number, among its
    rows."""
    starts = [place for place, one in enumerate(read) if one.payer == read[0].payer and _begins(read, place)]
    blocks = [list(range(start, end)) for start, end in pairwise((*starts, len(read)))]
    anchors = _find_anchors(table, ())
    whole = len(anchors) == len(blocks) or (not anchors and len(blocks) == 1)
    found = []
    for number, block in enumerate(blocks):
        lines = tuple(rows[place].number for place in block)
        name = anchors[number].name if number < len(anchors) else ""
        option = _option_of_rows(name, [read[place] for place in block], 0, lines)
        is_within = not anchors or (whole and lines[0] <= anchors[number].line <= lines[-1])
        if not whole or not is_within:
            option = option._replace(chains=(), doubt="its number does not stand among its rows")
        found.append(option)
    return found


def _begins(read: Sequence[_PayerRow], place: int) -> bool:
    """Whether a row begins another block than the row above: that had another payer, or its bands begin again."""
    if place == 0 or read[place - 1].payer != read[place].payer:
        return True
    before, band = read[place - 1].band, read[place].band
    return before is None or band is None or not _begins_behind(before.value, band.value)


# --- one option a line ------------------------------------------------------------------------------------------------


def _read_rows(table: PrintedTable, layout: _Layout, anchors: Sequence[_Anchor]) -> list[FeeOption] | None:
    """Options that are a line each, with a figure for each column. None where they are not so."""
    lines = {anchor.line: anchor.name for anchor in anchors}
    rows = [row for row in table.rows if row.tokens]
    if not anchors or [row.number for row in rows if row.number not in lines]:
        return None
    read = [_read_row(row, lines[row.number], layout) for row in rows]
    whole = [one for one in read if not one.doubt]
    return read if len(whole) >= max(1, (len(read) + 1) // 2) else None


def _read_row(row: TableLine, name: str, layout: _Layout) -> FeeOption:
    """An option of one line. Figures go to columns in order; where their places are known, by those."""
    columns = list(layout.columns)
    tokens = list(row.tokens)
    if layout.spans:
        by_place = {span_of(token, layout.spans): token for token in tokens if token.kind != HALF}
        pairs = [(by_place.get(place), column) for place, column in enumerate(columns)]
    else:
        pairs = list(zip(tokens, columns, strict=False)) if len(tokens) == len(columns) else []
    cells = {column.place: token for token, column in pairs if token is not None and _can_hold(column, token)}
    fees = [column for column in columns if column.is_fee and column.place in cells]
    # Where places are known, a cell that is left blank is blank; a fee still needs its band.
    blanks = bool(layout.spans) and bool(fees) and all(_has_band(layout, fee, cells) for fee in fees)
    if (len(cells) < len(columns) and not blanks) or len(cells) < len(tokens):
        return FeeOption(name, (), None, None, (row.number,), "the row has another number of cells than its head")
    chains = []
    for column in columns:
        if column.is_fee and column.place in cells:
            basis = layout.basis_of(column)
            band = cells[basis.place] if basis is not None and basis.meaning in (WAGER, ACTION, UNKNOWN) else None
            meaning = basis.meaning if basis is not None and band is not None else ""
            chains.append(Chain(column.meaning, meaning, ((band, cells[column.place]),)))
    return FeeOption(name, tuple(chains), *_read_attributes(cells, columns), (row.number,))


def _has_band(layout: _Layout, fee: FeeColumn, cells: dict[int, TableToken]) -> bool:
    basis = layout.basis_of(fee)
    return basis is None or basis.place in cells


def _read_attributes(
    cells: dict[int, TableToken], columns: Sequence[FeeColumn]
) -> tuple[TableToken | None, TableToken | None]:
    """The limit of the table and the number of players that an option is for."""
    limits = [cells[column.place] for column in columns if column.meaning == LIMIT and column.place in cells]
    players = [cells[column.place] for column in columns if column.meaning == PLAYERS and column.place in cells]
    return next(iter(limits), None), next(iter(players), None)


def _can_hold(column: FeeColumn, token: TableToken) -> bool:
    if column.is_fee:
        return token.kind == AMOUNT
    if column.meaning == PLAYERS:
        return token.kind in (COUNTED, NUMBER)
    return token.kind == RANGE


# --- options of several lines -----------------------------------------------------------------------------------------


class _Reading(NamedTuple):
    """One way to share the figures of an option out, and how much speaks against it."""

    cost: int
    chains: tuple[Chain, ...]

    @property
    def values(self) -> tuple[object, ...]:
        """What it says, whichever of several equal figures it takes."""
        return tuple(
            (chain.payer, chain.basis, tuple((band.value if band else None, fee.value) for band, fee in chain.rows))
            for chain in self.chains
        )


class _TooManyWays(Exception):
    """A table can be read in more ways than are tried."""


class _Segments:
    """The figures of a table cut into options."""

    def __init__(self, table: PrintedTable, layout: _Layout, anchors: Sequence[_Anchor]) -> None:
        self._layout = layout
        self._rows = table.rows
        self._names = [anchor.name for anchor in anchors] or [table.heading.option if table.heading else ""]
        self._anchors = [anchor.line for anchor in anchors]
        self._heading = [table.heading.number] if table.heading is not None and not anchors else []
        self._by_count = all(column.meaning == PLAYERS for column in layout.bands)
        wanted = (COUNTED, NUMBER) if self._by_count else (RANGE, HALF)
        self._bands = [token for token in table.tokens if token.kind in wanted]
        self._fees = [token for token in table.tokens if token.kind == AMOUNT]
        self._strange = any(token.kind == HALF for token in self._bands)
        pairs = [(one.value, other.value) for one, other in pairwise(self._bands)]
        self._falls = any(_begins_behind(other, one) for one, other in pairs) and not any(
            _begins_behind(one, other) for one, other in pairs
        )
        self._fee_columns = [column for column in layout.columns if column.is_fee]
        self._band_columns = layout.bands
        self._tied = {column.place: layout.basis_of(column) for column in self._fee_columns}
        self._ways = 0
        self._read = lru_cache(maxsize=None)(self._read_segment)
        self._best = lru_cache(maxsize=None)(self._find_best)

    def read(self) -> list[FeeOption]:
        """Every option of the table. Those that proved themselves are certain."""
        if not self._bands and self._names == [""]:
            return []
        try:
            if len(self._names) > _MOST_OPTIONS or len(self._bands) + len(self._fees) > _MOST_FIGURES:
                raise _TooManyWays
            return self._build_options()
        except _TooManyWays:
            lines = tuple(row.number for row in self._rows)
            names = self._names[:_MOST_OPTIONS]
            return [
                FeeOption(name, (), None, None, lines, "the table has too many figures to be read") for name in names
            ]

    def _count_way(self) -> None:
        self._ways += 1
        if self._ways > _MOST_WAYS:
            raise _TooManyWays

    def _build_options(self) -> list[FeeOption]:
        found: list[FeeOption] = []
        states = {(0, 0)}
        for number, name in enumerate(self._names):
            readings: dict[object, tuple[_Reading | None, int, int]] = {}
            following = set()
            for bands, fees in sorted(states):
                for reading, b, f in self._follow_best_way(number, bands, fees):
                    readings.setdefault(reading.values if reading else None, (reading, b, f))
                    following.add((b, f))
            found.append(self._option_of(number, name, sorted(states)[0], readings))
            states = following or states
        return _doubt_beside_broken(found, has_places=bool(self._layout.spans))

    def _option_of(
        self, number: int, name: str, start: tuple[int, int], readings: dict[object, tuple[_Reading | None, int, int]]
    ) -> FeeOption:
        (reading, bands, fees) = next(iter(readings.values()), (None, start[0], start[1]))
        tokens = [*self._bands[start[0] : bands], *self._fees[start[1] : fees]]
        anchor = self._anchors[number : number + 1] or self._heading
        lines = tuple(sorted({*(token.line for token in tokens), *anchor}))
        if reading is None:
            return FeeOption(name, (), None, None, lines, "its bands and fees do not go together without a gap")
        doubt = "" if len(readings) == 1 else "its figures can be shared out in more than one way"
        doubt = doubt or ("a figure of its rows has no column" if self._has_stray(lines) else "")
        return FeeOption(name, reading.chains, self._limit_of(lines), None, lines, doubt, reading.cost)

    def _has_stray(self, lines: Sequence[int]) -> bool:
        """Whether the rows of an option have figures of a kind that no column holds: one may have lost its sign."""
        meanings = {column.meaning for column in self._layout.columns if not column.is_fee}
        held = {AMOUNT, HALF} | ({COUNTED, NUMBER} if PLAYERS in meanings else set())
        held |= {RANGE} if meanings - {PLAYERS} else set()
        return any(token.kind not in held for row in self._rows if row.number in lines for token in row.tokens)

    def _limit_of(self, lines: Sequence[int]) -> TableToken | None:
        """The limit of the table beside numbers of players: the one range of an option's lines."""
        if not self._by_count or not any(column.meaning == LIMIT for column in self._layout.columns):
            return None
        ranges = [token for row in self._rows if row.number in lines for token in row.tokens if token.kind == RANGE]
        return ranges[0] if len({token.value for token in ranges}) == 1 else None

    def _follow_best_way(self, number: int, bands: int, fees: int) -> Iterator[tuple[_Reading | None, int, int]]:
        best = self._best(number, bands, fees)
        for reading, cost, b, f in self._steps(number, bands, fees):
            if cost + self._best(number + 1, b, f) <= best + _MARGIN and best < 10**8:
                yield reading, b, f

    def _find_best(self, number: int, bands: int, fees: int) -> int:
        """The least that speaks against reading the options from one on."""
        if number == len(self._names):
            return 2 * _BROKEN * (len(self._bands) - bands + len(self._fees) - fees)
        return min(
            (cost + self._best(number + 1, b, f) for _, cost, b, f in self._steps(number, bands, fees)), default=10**9
        )

    def _steps(self, number: int, bands: int, fees: int) -> Iterator[tuple[_Reading | None, int, int, int]]:
        """What the next option may take, with what speaks against it. An option that proves nothing takes what stands
        before the next one."""
        last = number == len(self._names) - 1
        for end in range(bands + 1, min(len(self._bands), bands + _MOST_BANDS) + 1):
            if not self._holds_anchor(number, bands, end):
                continue
            if last and end < len(self._bands):
                continue
            for reading in self._read(bands, end, fees):
                used = fees + sum(len(chain.rows) for chain in reading.chains)
                yield reading, reading.cost, end, used
        ends = self._end_of_broken(number, bands, fees)
        yield None, _BROKEN, *ends

    def _end_of_broken(self, number: int, bands: int, fees: int) -> tuple[int, int]:
        if number + 1 >= len(self._anchors):
            return len(self._bands), len(self._fees)
        line = self._anchors[number + 1]
        b = next(
            (place for place in range(bands, len(self._bands)) if self._bands[place].line >= line), len(self._bands)
        )
        f = next((place for place in range(fees, len(self._fees)) if self._fees[place].line >= line), len(self._fees))
        return b, f

    def _holds_anchor(self, number: int, bands: int, end: int) -> bool:
        """Whether the number of an option stands among its bands."""
        if not self._anchors:
            return True
        line = self._anchors[number]
        before = bands == 0 or self._bands[bands - 1].line < line or self._is_shared(bands, line)
        return before and line <= self._bands[end - 1].line

    def _is_shared(self, bands: int, line: int) -> bool:
        """Whether the last band before an option stands on the line of its number: two rows that were read as one."""
        return self._bands[bands - 1].line == line and any(token.line == line for token in self._bands[bands:])

    def _read_segment(self, start: int, end: int, fees: int) -> tuple[_Reading, ...]:
        """The ways to read some bands with the fees that follow, the best ones."""
        if self._strange and any(token.kind == HALF for token in self._bands[start:end]):
            return ()
        found: list[_Reading] = []
        following = [(token.line, token.left) for token in self._bands[end : end + 1]]
        for shares in self._share_bands(self._bands[start:end]):
            needed = sum(self._count_for(column, shares) for column in self._fee_columns)
            taken = self._fees[fees : fees + needed]
            # A fee behind the first band of the next option may be one of that.
            beyond = any((fee.line, fee.left) > place for place in following for fee in taken)
            if len(taken) == needed:
                shared = self._share_fees(shares, taken)
                found += (one._replace(cost=one.cost + beyond) for one in shared)
        least = min((one.cost for one in found), default=0)
        best = sorted((one for one in found if one.cost <= least + _MARGIN), key=lambda one: one.cost, reverse=True)
        return tuple({one.values: one for one in best}.values())

    def _count_for(self, fee: FeeColumn, shares: dict[int, list[TableToken]]) -> int:
        basis = self._tied[fee.place]
        return len(shares[basis.place]) if basis is not None else 1

    def _share_bands(self, tokens: Sequence[TableToken]) -> Iterator[dict[int, list[TableToken]]]:
        """The ways to share ranges out over columns, so that each column's follow one another."""
        columns = self._band_columns

        def share(place: int, so_far: dict[int, list[TableToken]]) -> Iterator[dict[int, list[TableToken]]]:
            self._count_way()
            if place == len(tokens):
                if all(so_far[column.place] for column in columns):
                    yield {key: list(value) for key, value in so_far.items()}
                return
            token = tokens[place]
            for column in columns:
                own = so_far[column.place]
                follows = not own or _is_next(own[-1].value, token.value, self._falls)
                if self._stands_in(token, column) and follows:
                    own.append(token)
                    yield from share(place + 1, so_far)
                    own.pop()

        yield from share(0, {column.place: [] for column in columns})

    def _stands_in(self, token: TableToken, column: FeeColumn) -> bool:
        return not self._layout.spans or span_of(token, self._layout.spans) == column.place

    def _share_fees(self, shares: dict[int, list[TableToken]], tokens: Sequence[TableToken]) -> Iterator[_Reading]:
        """The ways to share fees out, each with a band that stands before it."""
        wanted = {column.place: self._count_for(column, shares) for column in self._fee_columns}

        def share(place: int, so_far: dict[int, list[TableToken]]) -> Iterator[_Reading]:
            self._count_way()
            if place == len(tokens):
                yield self._build(shares, so_far)
                return
            token = tokens[place]
            for column in self._fee_columns:
                own = so_far[column.place]
                if len(own) == wanted[column.place] or not self._stands_in(token, column):
                    continue
                basis = self._tied[column.place]
                band = shares[basis.place][len(own)] if basis is not None else None
                if band is not None and not self._can_pair(band, token, own, shares[basis.place] if basis else []):
                    continue
                own.append(token)
                yield from share(place + 1, so_far)
                own.pop()

        yield from share(0, {column.place: [] for column in self._fee_columns})

    def _can_pair(
        self, band: TableToken, fee: TableToken, before: Sequence[TableToken], bands: Sequence[TableToken]
    ) -> bool:
        """Whether a fee may be that of a band: it stands behind it, and fees do not fall as bands rise."""
        if self._layout.spans:
            behind = fee.line == band.line or len(bands) == 1
        else:
            behind = (fee.line, fee.left) > (band.line, band.left)
        if not behind or not before:
            return behind
        rises = _lower_end(bands[0].value) <= _lower_end(bands[-1].value)
        one, other = before[-1].value.low, fee.value.low
        assert one is not None
        assert other is not None
        return one <= other if rises else one >= other

    def _build(self, shares: dict[int, list[TableToken]], fees: dict[int, list[TableToken]]) -> _Reading:
        chains = []
        cost = 0
        for column in self._fee_columns:
            basis = self._tied[column.place]
            bands: Sequence[TableToken | None] = shares[basis.place] if basis is not None else [None]
            rows = tuple(zip(bands, fees[column.place], strict=True))
            cost += 2 * sum(band is not None and band.line != fee.line for band, fee in rows)
            chains.append(Chain(column.meaning, basis.meaning if basis is not None else "", rows))
        cost += 3 * self._count_misplaced(shares)
        for column in self._band_columns:
            own = shares[column.place]
            # The highest band of a total action has no end; a limit has one.
            highest = own[0] if self._falls else own[-1]
            cost += 2 * (len(own) > 1 and column.meaning in (ACTION, WAGER) and highest.value.high is not None)
            cost += 2 * (column.meaning == ACTION and highest.value.high is not None)
        firsts = [(own[0].line, own[0].left) for own in shares.values()]
        if not self._layout.spans:
            cost += sum(one > other for one, other in pairwise(firsts))
        return _Reading(cost + 3 * self._count_returns(shares, fees), tuple(chains))

    def _count_misplaced(self, shares: dict[int, list[TableToken]]) -> int:
        """Whether another band than one of the first column stands behind the number of the option, on its line."""
        if self._layout.spans or len(shares) < 2:
            return 0
        first = min(shares)
        places = [(token.line, token.left, place) for place, own in shares.items() for token in own]
        named = [
            min(one for one in places if one[0] == line) for line in self._anchors if line in {p[0] for p in places}
        ]
        return sum(place != first for _, _, place in named)

    def _count_returns(self, shares: dict[int, list[TableToken]], fees: dict[int, list[TableToken]]) -> int:
        """How often a line goes back to a column on the left: once for each row that was read as one with another."""
        if self._layout.spans:
            return 0
        placed = sorted(
            (token.line, token.left, place) for group in (shares, fees) for place, own in group.items() for token in own
        )
        return sum(one[0] == other[0] and one[2] >= other[2] for one, other in pairwise(placed))


def _doubt_beside_broken(options: Sequence[FeeOption], has_places: bool) -> list[FeeOption]:
    """Where an option of a table is broken, the next one may have lost its first rows to it; and those whose order is
    not plainly that of the head are unsure too."""
    broken = [not one.chains for one in options]
    why = "another option of its table is broken"

    def is_unsure(place: int, one: FeeOption) -> bool:
        behind = place > 0 and broken[place - 1]
        return behind or (any(broken) and one.cost > 0 and not has_places)

    return [
        one._replace(doubt=why) if one.chains and not one.doubt and is_unsure(place, one) else one
        for place, one in enumerate(options)
    ]


def _is_next(before: Value, value: Value, falls: bool = False) -> bool:
    """Whether a band begins where another ends; players may run down, and amounts where all of a table do."""
    return _begins_behind(before, value) or ((falls or value.kind != MONEY) and _begins_behind(value, before))


def _begins_behind(before: Value, value: Value) -> bool:
    if before.high is None or value.low is None:
        return False
    step = value.low - before.high
    if step <= 0 or value.kind != MONEY:
        return step == 1
    # `$10-$100, $110-$300` is counted in chips of $10.
    in_chips = step <= _LARGEST_CHIP and all(not end % step for end in (before.low or 0, before.high, value.low))
    return step <= _LARGEST_STEP or in_chips


def _lower_end(value: Value) -> Fraction:
    return value.low if value.low is not None else Fraction(-1)
