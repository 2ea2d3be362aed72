"""Questions on a terminal about open points: one at a time, and once more where an answer cannot be used."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Iterator
from datetime import date
from typing import TYPE_CHECKING, Final

import typer

from compliance.commands.ending import Stop, put_out
from compliance.commands.inputs import read_day
from compliance.decisions.making import next_year
from compliance.reports.text import cut, flowing, plain

if TYPE_CHECKING:
    from compliance.findings import Finding

_ANSWERS: Final = {"m": "meets", "n": "does not meet", "a": "does not apply"}
_ASKED: Final = "  [m]eets, does [n]ot meet, does not [a]pply, [q]uit, or Enter to leave it open"
_WIDEST: Final = 100


class Enough(Exception):
    """No more questions."""


def show(finding: Finding, which: str, lines: Callable[[str], list[str]]) -> None:
    """An open point: what is asked by which law, what was found, and the line that it is about."""
    put_out([f"{line}\n" for line in _shown(finding, which, lines)], for_people=True)


def _shown(finding: Finding, which: str, lines: Callable[[str], list[str]]) -> Iterator[str]:
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    place = finding.places[0] if finding.places else None
    where = f"  {plain(place.path)}:{place.span.line}" if place is not None else ""
    yield ""
    yield f"{which}  {flowing(finding.title)}{where}"
    asked = f"Asks: {finding.asks}" + (f" ({finding.citation})" if finding.citation else "") if finding.asks else ""
    for words in (finding.message, asked, finding.note):
        yield from textwrap.wrap(flowing(words), width, initial_indent="  ", subsequent_indent="  ")
    text = lines(place.path) if place is not None else []
    if place is not None and 0 < place.span.line <= len(text):
        yield cut(f"  {place.span.line:4} | {plain(text[place.span.line - 1])}", width)


def ask_what() -> str:
    """What is decided; nothing where it is left open. Raises Enough."""
    while True:
        said = typer.prompt(_ASKED, default="", show_default=False).strip().lower()
        if said in ("q", "quit"):
            raise Enough
        known = [answer for key, answer in _ANSWERS.items() if said in (key, answer)]
        if known or not said:
            return known[0] if known else ""
        put_out([f"  `{plain(said)}` is none of m, n, a, q.\n"], for_people=True)


def ask_words(question: str) -> str:
    """Some words, asked for until there are any."""
    words = ""
    while not words:
        words = typer.prompt(f"  {question}").strip()
    return words


def ask_until(day: date) -> str:
    """The last day on which a decision holds: not before the day of the run."""
    while True:
        said: str = typer.prompt("  Until (last day)", default=next_year(day).isoformat()).strip()
        try:
            if read_day(said, "until") >= day:
                return said
            problem = f"{said} is before the day of the run, {day.isoformat()}."
        except Stop as wrong:
            problem = str(wrong)
        put_out([f"  {plain(problem)}\n"], for_people=True)
