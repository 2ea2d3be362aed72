"""A document to finish, drafted from its paper: tables as values, each with its lines; sentences as a list.

What a table does not prove is `unclear`, with what was printed in a remark. Nothing is inferred from sentences but what
has closed words and one reading: names of games with the numbers of their approvals, the limits of the table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from compliance.documents.citations import LineRange
from compliance.documents.paper_text import PaperText, UnreadablePaper
from compliance.paper.fee_tables import (
    ACTION,
    DROP,
    LIMIT,
    NO_FLOP,
    OPTION,
    PLAYERS,
    ROUND,
    SURE_PAYERS,
    UNKNOWN,
    WAGER,
    Chain,
    FeeOption,
    FeeTable,
    read_fee_table,
)
from compliance.paper.figures import CODE, Value, find_figures, name_value
from compliance.paper.pay_tables import ENVY, JACKPOT, OTHER, PAYS, PrintedPayTable, read_pay_tables
from compliance.paper.pdf import Pdf
from compliance.paper.printed_figures import Paper
from compliance.paper.quotes import shorten_quote
from compliance.paper.tables import AMOUNT, LIMIT_LINE, TableToken, find_paper_tables, read_table_lines

_MOST_LINES: Final = 20_000
_FEWEST_RULED: Final = 3
_RULING: Final = re.compile(r"[|\u2500-\u257f]|\+(?:[-=+]{3,}\+?)+|^\s*[-=_+]{3,}\s*$")
_MOST_SENTENCES: Final = 400
_SHOWN: Final = 110
_PLAIN: Final = re.compile(r"[A-Za-z0-9$][A-Za-z0-9$ .'()/+%&-]*")
_PAGE_NUMBER: Final = re.compile(r"[^\w$]*(?:page )?0(?:\s?(?:of|/)\s?0)?[^\w$]*", re.IGNORECASE)
_LOOKS_ELSE: Final = re.compile(r"[0-9.]+|null|true|false|yes|no|unclear", re.IGNORECASE)
_CODE_IN_BRACES: Final = re.compile(r"\(\s*$")
_TIME: Final = re.compile(r"(?:half|1/2|½)[- ]?hour|hour|[0-9]{2} minutes", re.IGNORECASE)
_PER: Final = re.compile(r"(?:/|\bper\b|\beach\b|\bevery\b|\ba\b)\s?", re.IGNORECASE)
_CANDIDATES: Final = {"banker": "player-dealer", "dealer": "player-dealer", ROUND: "pot", "fee": ""}


# What a column may be said to mean.
MEANINGS: Final = (OPTION, "label", WAGER, ACTION, LIMIT, PLAYERS, *SURE_PAYERS, NO_FLOP, DROP, PAYS, ENVY, JACKPOT)


class DraftFrame(NamedTuple):
    """What is known of a document besides its paper; None is not known."""

    kind: str | None
    title: str | None = None
    id: str | None = None
    jurisdiction: str | None = None
    establishment: str | None = None
    bank: str | None = None
    # What the columns of a table mean, by the number of the table.
    columns: Mapping[int, Sequence[str]] = {}


class DraftQuestion(NamedTuple):
    """A table whose columns are not understood: its number, its lines, and what its head prints."""

    table: int
    lines: str
    head: str
    columns: int


class PaperDraft(NamedTuple):
    """A drafted document: its text, how many values are filled in, how many are unclear, what has to be asked."""

    kind: str
    text: str
    filled: int
    unclear: int
    questions: tuple[DraftQuestion, ...]


def draft_paper(text: PaperText, pdf: Pdf | None, frame: DraftFrame) -> PaperDraft:
    """A document drafted from a paper. Raises UnreadablePaper where that is too long."""
    if len(text.lines) > _MOST_LINES:
        raise UnreadablePaper(f"{text.name} has more than {_MOST_LINES:,} lines and is not drafted from; split it.")
    return _Drafter(text, pdf, frame).draft()


def _replace_rulings(text: PaperText) -> PaperText:
    """A paper without the signs that draw its tables, such as `| $5 | $1 |`; each line keeps its length."""
    pages = tuple(tuple(_RULING.sub(lambda found: " " * len(found[0]), line) for line in page) for page in text.pages)
    return PaperText(text.name, text.sha256, pages, text.kept_from, text.warning)


class _Drafter:
    """One paper on its way to a document."""

    def __init__(self, text: PaperText, pdf: Pdf | None, frame: DraftFrame) -> None:
        # What a paper draws with signs stands in its columns letter by letter.
        self._has_places = pdf is not None or sum(line.count("|") > 1 for line in text.lines) >= _FEWEST_RULED
        text = _replace_rulings(text)
        self._text = text
        self._frame = frame
        self._paper = Paper(text)
        self._pdf = pdf
        self._lines = read_table_lines(text, pdf)
        self._margins = _find_margins(text)
        self._fee_tables = self._read_fee_tables()
        used = frozenset(line for table in self._fee_tables for line in _lines_of(table))
        first = len(self._fee_tables) + 1
        self._pay_tables = read_pay_tables(self._paper, used | self._margins, dict(frame.columns), first)
        self._kind = frame.kind or self._guess_kind()
        self._filled = 0
        self._unclear = 0

    def _read_fee_tables(self) -> list[FeeTable]:
        found: list[FeeTable] = []
        for printed in find_paper_tables(self._lines, self._margins, self._has_places):
            table = read_fee_table(printed, self._frame.columns.get(len(found) + 1, ()))
            if table is not None and table.options:
                found.append(table)
        return list(_doubt_headings(found))

    def _guess_kind(self) -> str:
        fees = sum(len(table.options) for table in self._fee_tables)
        rows = sum(len(table.rows) for table in self._pay_tables)
        return "game" if rows > fees else "schedule" if fees else "terms"

    def draft(self) -> PaperDraft:
        """The whole document."""
        body = {"schedule": self._draft_schedule, "game": self._draft_game, "terms": self._draft_terms}[self._kind]
        lines = [*self._draft_head(), *body(), *self._draft_reading(), *self._list_sentences()]
        questions = tuple(self._find_questions())
        return PaperDraft(self._kind, "\n".join(lines) + "\n", self._filled, self._unclear, questions)

    # --- head and foot ------------------------------------------------------------------------------------------------

    def _draft_head(self) -> Iterator[str]:
        frame = self._frame
        yield "# Drafted from the paper: every value names its lines. What the paper does not settle is `unclear`, with"
        yield "# what it prints in a remark: write what it means, or take the line out. The rest is listed at the end."
        yield f"document: {self._kind}"
        title = next((line for line in self._lines if line.may_be_head and line.number not in self._margins), None)
        words = frame.title or (" ".join(title.text.split()) if title is not None else "")
        at = f"  # {self._place(title.number)}" if title is not None and not frame.title else ""
        yield f"title: {_quote(words)}{at}" if words else "title: unclear  # Write what the document is called."
        yield f"id: {frame.id or _slug(words) or 'draft'}"
        yield (
            f"jurisdiction: {frame.jurisdiction}"
            if frame.jurisdiction
            else ("jurisdiction: unclear  # The state whose law holds, such as california.")
        )
        if frame.establishment:
            yield f"establishment: {_quote(frame.establishment)}"
        else:
            yield self._open("establishment", "The card room whose document this is.")

    def _draft_reading(self) -> Iterator[str]:
        first, last = self._text.position(0), self._text.position(len(self._text.lines) - 1)
        kept = self._text.kept_from
        name = kept.file if kept is not None else self._text.name
        parts = [f"file: {_quote(name)}"]
        if kept is not None and self._text.name != name:
            parts.append(f"text: {_quote(self._text.name)}")
        if kept is not None:
            parts.append(f"sha256: '{kept.sha256[:12]}'")
        yield "reading:"
        yield f"  source: {{{', '.join(parts)}, lines: {LineRange(first, last)}}}"

    def _list_sentences(self) -> Iterator[str]:
        """The lines that no value holds, as remarks: stretch by stretch."""
        held = {line for table in self._fee_tables for line in _lines_of(table)}
        held |= {row.line for table in self._pay_tables for row in table.rows}
        stretches: list[list[int]] = []
        for line in self._lines:
            if line.is_blank or line.number in held or line.number in self._margins:
                stretches.append([])
            elif stretches and stretches[-1] and self._is_next_line(stretches[-1][-1], line.number):
                stretches[-1].append(line.number)
            else:
                stretches.append([line.number])
        listed = [one for one in stretches if one]
        if listed:
            yield "# Lines that are not drafted; write what they rule, and cite them:"
        for one in listed[:_MOST_SENTENCES]:
            words = " ".join(" ".join(self._text.lines[index].split()) for index in one)
            yield f"#   {self._stretch(one)}  {_remark(words)}"
        if len(listed) > _MOST_SENTENCES:
            yield f"#   and {len(listed) - _MOST_SENTENCES:,} more stretches."

    def _is_next_line(self, one: int, other: int) -> bool:
        return self._text.position(one).page == self._text.position(other).page and other == one + 1

    def _find_questions(self) -> Iterator[DraftQuestion]:
        for number, table in enumerate(self._fee_tables, 1):
            if self._kind == "schedule" and not table.is_settled:
                head = " ".join(" ".join(line.text.split()) for line in table.printed.head)
                lines = [row.number for row in table.printed.rows]
                yield DraftQuestion(number, self._stretch(lines), _remark(head), len(table.columns))
        for number, pays in enumerate(self._pay_tables, len(self._fee_tables) + 1):
            if self._kind == "game" and not pays.is_known:
                lines = [row.line for row in pays.rows]
                above = self._text.lines[max(0, lines[0] - 1)]
                yield DraftQuestion(number, self._stretch(lines), _remark(above), len(pays.columns))

    # --- schedules ----------------------------------------------------------------------------------------------------

    def _draft_schedule(self) -> Iterator[str]:
        yield from self._draft_games()
        yield from self._draft_limits()
        payers = sorted({payer for table in self._fee_tables for payer in _payers_of(table)})
        loose = [payer for payer in payers if not self._has_unit(payer)]
        if loose:
            yield "shared:"
            yield "  by-payer:"
            for payer in loose:
                yield f"    {payer}:"
                yield f"      {self._open('per', 'For what each time it is due: hand, bet, betting circle.')}"
        yield "options:"
        for number, table in enumerate(self._fee_tables, 1):
            meanings = ", ".join(one.meaning for one in table.columns)
            lines = [row.number for row in table.printed.rows]
            yield f"  # table {number}, {self._stretch(lines)}: {meanings}"
            for option in table.options:
                yield from self._draft_option(option, table)
        if not self._fee_tables:
            yield f"  - {self._open('option', 'No table of fees was found.')}"
            yield "    collections: [{payer: unclear, fee: unclear}]"

    def _has_unit(self, payer: str) -> bool:
        fees = [
            fee
            for table in self._fee_tables
            for option in table.options
            for chain in option.chains
            if chain.payer == payer
            for _, fee in chain.rows
        ]
        return bool(fees) and all(_split_unit(fee.unit)[1] for fee in fees)

    def _draft_option(self, option: FeeOption, table: FeeTable) -> Iterator[str]:
        yield f"  - option: {option.name or 'unnumbered'}"
        for key, token in (("table-limit", option.limit), ("players", option.players)):
            if token is not None:
                yield f"    {key}: {self._value(_show_band(token.value), option, token)}"
        yield f"    source: {self._stretch(option.lines)}"
        yield "    collections:"
        if option.doubt and not option.chains:
            printed = self._words_of(option.lines)
            self._unclear += 2
            yield f"      - payer: unclear  # {self._stretch(option.lines)}: {printed}: {option.doubt}"
            yield "        fee: unclear"
        for chain in _merge_no_flop(option.chains):
            yield from self._draft_chain(chain, option, table)

    def _draft_chain(self, chain: _DraftedChain, option: FeeOption, table: FeeTable) -> Iterator[str]:
        yield f"      - {self._payer(chain, table)}"
        units = list(dict.fromkeys(_split_unit(fee.unit) for _, fee in chain.rows))
        per = units[0][1] if len(units) == 1 else ""
        if per:
            yield f"        per: {per}"
        if chain.key == DROP:
            yield f"        jackpot-drop: {self._value(_show_fee(chain.rows[0][1]), option, chain.rows[0][1])}"
            return
        if chain.rows[0][0] is None:
            yield f"        fee: {self._value(_show_fee(chain.rows[0][1]), option, chain.rows[0][1])}"
        else:
            if chain.basis in ("", UNKNOWN):
                yield f"        {self._open('by', 'What the range measures: wager-amount or total-table-action.')}"
            else:
                yield f"        by: {chain.basis}"
            bands = [(_show_band(band.value), fee) for band, fee in chain.rows if band is not None]
            if option.doubt or len({key for key, _ in bands}) < len(bands):
                printed = ", ".join(f"{key}: {_show_fee(fee)}" for key, fee in bands)
                self._unclear += 1
                yield f"        bands: unclear  # {self._stretch(option.lines)}: {printed}? {option.doubt}"
            else:
                self._filled += len(bands)
                yield f"        bands: {{{', '.join(f'{_quote(key, True)}: {_show_fee(fee)}' for key, fee in bands)}}}"
        if chain.no_flop is not None:
            yield f"        without-flop: {self._value(_show_fee(chain.no_flop), option, chain.no_flop)}"

    def _payer(self, chain: _DraftedChain, table: FeeTable) -> str:
        if table.names_payer(chain.payer):
            return f"payer: {chain.payer}"
        self._unclear += 1
        candidate = _CANDIDATES.get(chain.payer, chain.payer)
        head = " ".join(" ".join(line.text.split()) for line in table.printed.head[-3:])
        return f"payer: unclear  # {candidate + '? ' if candidate else ''}The head says: {_remark(head)}"

    def _value(self, text: str, option: FeeOption, token: TableToken) -> str:
        if option.doubt:
            self._unclear += 1
            return f"unclear  # {self._place(token.line)}: {text}? {option.doubt}"
        self._filled += 1
        return _quote(text)

    def _draft_games(self) -> Iterator[str]:
        """Names of games with the numbers of their approvals behind them: `Omaha (GEGA-000642)`."""
        found = list(_find_approvals(self._paper, self._margins))
        if found:
            yield "games:"
        for name, code, line in found:
            self._filled += 2
            self._unclear += 1
            printed = f"printed: {_quote(name, True)}, approval: {_quote(code, True)}, source: {line}"
            yield f"  - {{game: unclear, {printed}}}"
        if not found:
            yield self._open("games", "The games that the schedule is for, by id, such as [{game: harbor-nines}].")

    def _draft_limits(self) -> Iterator[str]:
        """`Minimum Table Limit $10-$100`, where it is printed and always the same."""
        found: dict[str, list[str]] = {}
        places: list[int] = []
        for line in self._lines:
            said = LIMIT_LINE.match(line.text)
            if said is not None and len(line.tokens) == 1 and not line.text[said.end() :].strip(" :$-0123456789,."):
                found.setdefault(said["end"].lower(), []).append(_show_band(line.tokens[0].value))
                places.append(line.number)
        if found and all(len(set(values)) == 1 for values in found.values()):
            yield "table-limits:"
            for end, values in sorted(found.items(), reverse=True):
                self._filled += 1
                yield f"  {end}: {values[0]}"
            yield f"  source: [{', '.join(str(self._place(place)) for place in places)}]"

    # --- games --------------------------------------------------------------------------------------------------------

    def _draft_game(self) -> Iterator[str]:
        bank = self._frame.bank
        yield f"bank: {{by: {bank}}}" if bank else "bank:\n  by: unclear  # Who banks: house, player-dealer or pot."
        codes = [(name, code, line) for name, code, line in _find_approvals(self._paper, self._margins)]
        if len(codes) == 1:
            self._filled += 1
            yield f"approval: {{id: {_quote(codes[0][1], True)}, source: {codes[0][2]}}}"
        tables = {f"wager-{number}": table for number, table in enumerate(self._pay_tables, 1)}
        yield "wagers:" if tables else self._open("wagers", "Everything that a player may stake money on.")
        for name, table in tables.items():
            yield f"  {name}:"
            yield f"    {self._open('name', self._title_of(table))}"
            yield f"    {self._open('kind', 'base, bonus, progressive, ...')}"
            if {PAYS, OTHER} & set(table.columns):
                yield from (f"    {line}" for line in self._draft_pays(table, (PAYS, OTHER)))
        for meaning, key in ((ENVY, "envy"), (JACKPOT, "progressive")):
            having = {name: table for name, table in tables.items() if meaning in table.columns}
            if not having:
                continue
            yield f"{key}:"
            if meaning == JACKPOT:
                yield f"  wager: {next(iter(having))}"
            if len(having) == 1:
                yield from (f"  {line}" for line in self._draft_pays(next(iter(having.values())), (meaning,)))
            else:
                yield "  pays:"
                for name, table in having.items():
                    yield f"    {name}:"
                    yield from (f"    {line}" for line in list(self._draft_pays(table, (meaning,)))[1:])

    def _title_of(self, table: PrintedPayTable) -> str:
        if table.title is None:
            return "The wager that this table is for."
        return f'{self._place(table.title)}: "{_remark(self._text.lines[table.title])}"'

    def _draft_pays(self, table: PrintedPayTable, meanings: Sequence[str]) -> Iterator[str]:
        yield "pays:"
        places = [place for place, meaning in enumerate(table.columns) if meaning in meanings]
        for count, place in enumerate(places, 1):
            indent = "  "
            if len(places) > 1:
                yield f"  {_slug(table.names[place]) or f'column-{count}'}:"
                indent = "    "
            taken: set[str] = set()
            for row in table.rows:
                key = _key_of(row.label, taken)
                cell = row.cells[place] if place < len(row.cells) else ""
                if row.doubt or table.columns[place] == OTHER:
                    why = row.doubt or "what the column means is not known"
                    self._unclear += 1
                    yield f"{indent}{key}: unclear  # {self._place(row.line)}: {self._words_of([row.line])}: {why}"
                elif cell:
                    self._filled += 1
                    yield f"{indent}{key}: {_quote(cell)}"
        yield f"  source: {self._stretch([row.line for row in table.rows])}"

    def _draft_terms(self) -> Iterator[str]:
        yield "covers:"
        yield f"  {self._open('games', 'The games that the terms name, by id, such as [harbor-nines].')}"
        yield self._open("statements", "Sentences that a regulator looks for, by the names that docs/keys.md lists.")

    # --- words --------------------------------------------------------------------------------------------------------

    def _open(self, key: str, remark: str) -> str:
        self._unclear += 1
        return f"{key}: unclear  # {remark}"

    def _words_of(self, lines: Iterable[int]) -> str:
        return _remark(" / ".join(" ".join(self._text.lines[line].split()) for line in lines))

    def _place(self, line: int) -> str:
        return str(self._text.position(line))

    def _stretch(self, lines: Sequence[int]) -> str:
        return str(LineRange(self._text.position(min(lines)), self._text.position(max(lines))))


class _DraftedChain(NamedTuple):
    """A fee as it is written: its payer, its bands, and the fee that is taken without a flop."""

    key: str
    payer: str
    basis: str
    rows: tuple[tuple[TableToken | None, TableToken], ...]
    no_flop: TableToken | None


def _merge_no_flop(chains: Sequence[Chain]) -> Iterator[_DraftedChain]:
    """The fees of an option; what is taken when there is no flop goes with the fee of the round."""
    no_flop = [chain.rows[0][1] for chain in chains if chain.payer == NO_FLOP]
    others = [chain for chain in chains if chain.payer != NO_FLOP]
    for number, chain in enumerate(others):
        reduced = no_flop[0] if no_flop and number == 0 and len(no_flop) == 1 else None
        yield _DraftedChain(chain.payer, chain.payer, chain.basis, chain.rows, reduced)


def _doubt_headings(tables: Sequence[FeeTable]) -> Iterator[FeeTable]:
    """The tables; unsure are those whose heading another had before, and those that name no option among others that
    do: a heading or a number may be lost."""
    taken: set[int] = set()
    has_names = any(one.name for table in tables for one in table.options)
    for table in tables:
        heading = table.printed.heading.number if table.printed.heading is not None else None
        is_unnamed = has_names and not any(one.name for one in table.options)
        if heading in taken or is_unnamed:
            doubt = "no heading of its own says which option it is"
            table = table._replace(options=tuple(one._replace(doubt=one.doubt or doubt) for one in table.options))
        taken |= {heading} if heading is not None else set()
        yield table


def _payers_of(table: FeeTable) -> set[str]:
    known = {chain.payer for option in table.options for chain in option.chains}
    return {payer for payer in known if table.names_payer(payer) and payer in SURE_PAYERS}


def _lines_of(table: FeeTable) -> list[int]:
    head = [line.number for line in table.printed.head]
    return [*head, *(row.number for row in table.printed.rows)]


def _find_margins(text: PaperText) -> frozenset[int]:
    """Lines that stand at the top or the foot of several pages, and numbers of pages."""
    found: set[int] = set()
    start = 0
    ends: dict[tuple[str, str], list[int]] = {}
    for page in text.pages:
        printed = [start + number for number, line in enumerate(page) if line.strip()]
        for end, index in (("top", printed[:1]), ("foot", printed[-1:])) if text.has_pages and len(printed) > 1 else ():
            words = re.sub(r"[0-9]+", "0", " ".join(text.lines[index[0]].split()))
            ends.setdefault((end, words), []).append(index[0])
        start += len(page)
    for (_, words), indices in ends.items():
        # Rows of a table that goes on are alike but for their figures.
        is_row = "$" in words and len({text.lines[index].strip() for index in indices}) > 1
        if (len(indices) > 1 and not is_row) or _PAGE_NUMBER.fullmatch(words):
            found.update(indices)
    return frozenset(found)


def _find_approvals(paper: Paper, margins: frozenset[int]) -> Iterator[tuple[str, str, str]]:
    """Names with a number of an approval in braces behind them, each with its lines."""
    lines = [index for index in range(len(paper.lines)) if index not in margins]
    whole, starts = "", []
    for index in lines:
        starts.append((len(whole), index))
        text = " ".join(paper.lines[index].split())
        whole += text if text.endswith("-") else f"{text} "
    seen: set[tuple[str, str]] = set()
    before = 0
    for figure in find_figures(whole):
        if figure.kind != CODE or not figure.text[0].isalpha() or not _CODE_IN_BRACES.search(whole[: figure.start]):
            continue
        name = _name_before(_cut_list_text(whole[before : whole.rindex("(", 0, figure.start)], starts, before))
        before = figure.end + 1
        first, last = (
            max(index for start, index in starts if start <= place) for place in (figure.start - len(name), figure.end)
        )
        if name and (name, figure.text) not in seen:
            seen.add((name, figure.text))
            code = re.sub(r"\s", "", figure.text)
            yield name, code, str(LineRange(paper.text.position(first), paper.text.position(last)))


def _cut_list_text(text: str, starts: Sequence[tuple[int, int]], at: int) -> str:
    """The text behind a sign of a list; a whole line above a name is none of its words."""
    breaks = [start - at for start, _ in starts if 0 < start - at < len(text)]
    for place in reversed(breaks):
        above = max((one for one in breaks if one < place), default=0)
        if not re.search(r"[,;:)]\s", text[above:place]) and above:
            return text[place:]
        if above == 0 and at == 0:
            return text[place:]
    return text


def _name_before(text: str) -> str:
    """The capitalized words at the end of a text."""
    name = re.split(r"[,;:.)]\s|\sand\s", text)[-1].strip(" ,;:•-")
    words = name.split()
    begin = len(words)
    while begin and (
        words[begin - 1][:1].isupper() or words[begin - 1][:1].isdigit() or words[begin - 1] in ("of", "the")
    ):
        begin -= 1
    return " ".join(words[begin:]) if len(words) - begin <= 9 else ""


def _split_unit(unit: str) -> tuple[str, str]:
    """The time and the thing that an amount is due for: `per player per half hour` is half hour, and player."""
    parts = [part.strip().lower() for part in _PER.split(unit) if part.strip()]
    times = [_plain_time(part) for part in parts if _TIME.search(part)]
    things = [part for part in parts if not _TIME.search(part)]
    return (times[0] if len(times) == 1 else ""), (things[0] if len(things) == 1 else "")


def _plain_time(text: str) -> str:
    return "half hour" if re.match(r"(?:half|1/2|½)", text) else text.removeprefix("one ").rstrip("s")


def _show_fee(fee: TableToken) -> str:
    if fee.kind != AMOUNT:
        return name_value(fee.value)
    time, _ = _split_unit(fee.unit)
    return name_value(fee.value) + (f" per {time}" if time else "")


def _show_band(value: Value) -> str:
    """A range as documents write it: `$1-$50`, `$101+`, `$50 or less`."""
    if value.is_point or value.high is not None:
        shown = name_value(value)
        low, dash, high = shown.partition("-")
        return f"{low}-{high}" if dash else shown
    return f"{name_value(Value(value.kind, value.low, value.low))}+"


def _key_of(label: str, taken: set[str]) -> str:
    """A name for a row that no other row has."""
    base = _slug(label) or "row"
    key, number = base, 2
    while key in taken:
        key, number = f"{base}-{number}", number + 1
    taken.add(key)
    return key


def _slug(text: str) -> str:
    plain = text.lower().replace("'", "").replace("’", "").encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:60].strip("-")


def _quote(text: str, in_braces: bool = False) -> str:
    """A text as YAML: in quotes where it would be read as something else without them."""
    is_plain = _PLAIN.fullmatch(text) and not _LOOKS_ELSE.fullmatch(text) and text == text.strip()
    return text if is_plain and not (in_braces and "," in text) else json.dumps(text, ensure_ascii=False)


def _remark(text: str) -> str:
    shown = shorten_quote(text)
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN].rsplit(' ', 1)[0]} ..."
