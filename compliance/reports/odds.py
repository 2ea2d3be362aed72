"""Odds as text: for a terminal, as markdown, as JSON. What is shown is put together once, as headings and grids."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from typing import Any, Final

from compliance.odds.claims import Answer
from compliance.odds.documents import OddsReport, ReadAs
from compliance.odds.wagers import WagerOdds, case_of, percent, places
from compliance.routes import show_route

_WIDTH: Final = 118


@dataclass(frozen=True)
class Shown:
    """A document with its odds, ready to be shown."""

    path: str
    report: OddsReport
    answers: Sequence[Answer]


@dataclass(frozen=True)
class FigureTable:
    """A table: what its columns are called, and its rows; columns after the first are figures."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


Piece = str | FigureTable  # a line that starts with # is a heading


def pieces(shown: Shown) -> Iterator[Piece]:
    """All that there is to say of a document, in order."""
    report = shown.report
    yield f"# {report.title}"
    if not report.wagers and not report.problems and not report.uncounted:
        yield "The document names no wagers."
    for wager, reading in dict.fromkeys((odds.wager, odds.reading) for odds in report.wagers):
        every = [odds for odds in report.wagers if (odds.wager, odds.reading) == (wager, reading)]
        yield f"## {wager}" + (f", read as {reading}" if reading else "")
        yield from _edges(every)
        if not reading:
            yield from _outcomes(every)
        told = [(odds, note) for odds in every for note in (*odds.notes, odds.play) if note]
        yield from dict.fromkeys(f"Note, {case_of(odds)}: {note}." for odds, note in told)
    yield from _rest(shown)


def _edges(every: Sequence[WagerOdds]) -> Iterator[FigureTable]:
    yield FigureTable(
        ["pay table", "decks", "house edge", "as a fraction", "hit rate"],
        [[*_case(odds), places(odds.edge), str(odds.edge), places(odds.hit_rate)] for odds in every],
    )
    envy = [odds for odds in every if odds.envy]
    if envy:
        most = max(len(odds.envy.others) for odds in envy if odds.envy)
        yield FigureTable(
            ["pay table", "decks", *(f"{number} other{'s' * (number != 1)}" for number in range(most))],
            [[*_case(odds), *(places(odds.edge_with(number)) for number in range(most))] for odds in envy],
        )
    jackpots = [(odds, odds.meter, odds.break_even) for odds in every]
    rows = [
        [*_case(odds), places(odds.edge_at(meter.seed)), str(odds.share), f"${places(even, 2)}"]
        for odds, meter, even in jackpots
        if meter is not None and even is not None
    ]
    if rows:
        yield FigureTable(
            ["pay table", "decks", "edge at the seed", "a jackpot dollar is worth", "breaks even at"], rows
        )


def _case(odds: WagerOdds) -> tuple[str, str]:
    return odds.table or "-", str(odds.decks)


def _outcomes(every: Sequence[WagerOdds]) -> Iterator[Piece]:
    """Counts by outcome, once for each number of decks, with what each pay table pays."""
    for decks in dict.fromkeys(odds.decks for odds in every):
        tables = [odds for odds in every if odds.decks == decks]
        first = tables[0]
        columns = [
            "outcome",
            "count",
            "probability",
            *(f"pays, {odds.table}" if odds.table else "pays" for odds in tables),
        ]
        rows = [
            [row.name, f"{row.count:,}", places(row.probability, 9), *(odds.rows[at].pay.words for odds in tables)]
            for at, row in enumerate(first.rows)
        ]
        yield f"{decks} {'deck' if decks == 1 else 'decks'}, {first.rows[0].total:,} hands or deals"
        yield FigureTable(columns, rows)


def _rest(shown: Shown) -> Iterator[Piece]:
    report = shown.report
    left = [odds for odds in report.uncounted if not odds.reading]
    if left:
        yield "## Not counted"
        yield from (f"- {odds.wager}: {odds.reason}" for odds in left)
    if report.problems:
        yield "## What cannot be read"
        yield from (f"- {' / '.join(at)}: {words}" for at, words in report.problems)
    for title, readings in (("Readings", report.readings), ("Other readings", report.other_readings)):
        if readings:
            yield f"## {title}"
            yield from (f"- {_reading(reading)}" for reading in readings)
    told = [answer for answer in shown.answers if answer.status != "pass"]
    if told:
        yield "## Out of order"
        yield from (f"- {answer.status}: {answer.message}" for answer in told)


def _reading(reading: ReadAs) -> str:
    return f"{reading.name}: {reading.says}" + (f" (source {reading.at})" if reading.at else "")


def as_markdown(documents: Iterable[Shown]) -> str:
    """A page of markdown."""
    lines: list[str] = []
    for shown in documents:
        for piece in pieces(shown):
            if isinstance(piece, FigureTable):
                lines += ["| " + " | ".join(piece.columns) + " |", "|---" + "|--:" * (len(piece.columns) - 1) + "|"]
                lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in piece.rows]
                lines.append("")
            else:
                lines += [piece] if piece.startswith("- ") else ["", piece, ""]
    tidy = [line for at, line in enumerate(lines) if line or (at and lines[at - 1])]
    return "\n".join(tidy).strip("\n") + "\n"


def as_terminal(documents: Iterable[Shown]) -> str:
    """Plain tables for a screen."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    out = StringIO()
    console = Console(file=out, width=_WIDTH, color_system=None, force_terminal=False, legacy_windows=False)
    for shown in documents:
        for piece in pieces(shown):
            if isinstance(piece, FigureTable):
                table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
                for at, column in enumerate(piece.columns):
                    table.add_column(Text(column), justify="right" if at else "left", overflow="fold")
                for row in piece.rows:
                    table.add_row(*(Text(cell) for cell in row))
                console.print(table)
            else:
                console.print(Text(piece.lstrip("# ") if piece.startswith("#") else piece))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def as_json(documents: Iterable[Shown]) -> str:
    """Every figure as an exact fraction, and to six places."""
    return json.dumps({"documents": [_document(shown) for shown in documents]}, indent=1, ensure_ascii=False) + "\n"


def _document(shown: Shown) -> dict[str, Any]:
    report = shown.report
    return {
        "path": shown.path,
        "title": report.title,
        "wagers": [_wager(odds) for odds in report.wagers],
        "not_counted": [left._asdict() for left in report.uncounted],
        "problems": [{"at": list(at), "says": words} for at, words in report.problems],
        "readings": [reading._asdict() for reading in report.readings],
        "other_readings": [reading._asdict() for reading in report.other_readings],
        "answers": [
            {"status": answer.status, "says": answer.message, "at": show_route(answer.at)} for answer in shown.answers
        ],
    }


def _figure(number: Fraction) -> dict[str, str]:
    return {"exact": str(number), "six_places": places(number), "percent": percent(number)}


def _wager(odds: WagerOdds) -> dict[str, Any]:
    found: dict[str, Any] = {
        "wager": odds.wager,
        "table": odds.table,
        "decks": odds.decks,
        "reading": odds.reading,
        "house_edge": _figure(odds.edge),
        "hit_rate": _figure(odds.hit_rate),
        "deals": odds.rows[0].total,
        "outcomes": [
            {"name": row.name, "count": row.count, "probability": _figure(row.probability), "pays": row.pay.words}
            for row in odds.rows
        ],
        "notes": list(odds.notes),
        "best_play": odds.play,
    }
    if odds.envy:
        found["envy"] = {
            "stake": str(odds.envy.stake),
            "each_other_player": _figure(odds.envy.each),
            "house_edge": {str(others): _figure(odds.edge_with(others)) for others in odds.envy.others},
        }
    if odds.meter:
        found["jackpot"] = {
            "seed": str(odds.meter.seed),
            "a_dollar_is_worth": str(odds.share),
            "house_edge_at_seed": _figure(odds.edge_at(odds.meter.seed)),
            "breaks_even_at": None if odds.break_even is None else places(odds.break_even, 2),
        }
    return found


FORMATS: Final = {"terminal": as_terminal, "markdown": as_markdown, "json": as_json}
