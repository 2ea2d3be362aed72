"""Points and decisions on a terminal: lists of them, and questions, asked once more where an answer cannot be used."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from typing import Final, TypeVar

import typer

from compliance.commands.exits import USAGE, Stop, is_terminal, print_text
from compliance.commands.inputs import read_day
from compliance.engine.findings import Finding
from compliance.gate.decisions import DecisionFile, InvalidSignature, Signature, validate_last_day, validate_words
from compliance.gate.points import DecidablePoint
from compliance.reports.text import flowing, plain, shorten_to

T = TypeVar("T")

_ANSWERS: Final = {"m": "meets", "n": "does not meet", "a": "does not apply"}
_ASKED: Final = "  [m]eets, does [n]ot meet, does not [a]pply, [q]uit, or Enter to leave it open"
_WIDEST: Final = 100
_MOST_DOCUMENTS: Final = 5
_QUESTIONS: Final = {
    "reason": "Why (a sentence: what you looked at, and why it is so)",
    "by": "Your name",
    "role": "Your role, such as compliance officer",
    "until": "Last day on which this holds, such as 2027-06-30",
}


class EndOfQuestions(Exception):
    """No more questions."""


def list_points(points: Sequence[DecidablePoint]) -> list[str]:
    """The points that can be decided, two lines each: its mark and place, and what is asked."""
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    lines: list[str] = []
    for point in points:
        lead = point.findings[0]
        place = point.point.at or point.point.place
        lines.append(shorten_to(f"{point.mark}  {flowing(lead.title)}  {_name_documents(point)}", width) + "\n")
        lines.append(shorten_to(f"              {flowing(place)}: {flowing(lead.message)}", width) + "\n")
    return lines


def list_decisions(file: DecisionFile, day: date) -> list[str]:
    """The decisions in force, each with the number of its entry."""
    in_force = sorted((one.number, one) for several in file.find_in_force(day).values() for one in several)
    return [
        f"entry {number}  {plain(one.point.requirement)} at {flowing(one.point.place)}: {flowing(one.words)}\n"
        for number, one in in_force
    ]


def show_point(point: DecidablePoint, which: str, lines: Callable[[str], list[str]]) -> None:
    """A point: what is asked by which law, what was found, and the lines that it is about."""
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    print_text([f"{line}\n" for line in _describe_point(point, which, lines, width)], for_people=True)


def _describe_point(point: DecidablePoint, which: str, lines: Callable[[str], list[str]], width: int) -> Iterator[str]:
    lead = point.findings[0]
    yield ""
    yield f"{which}  {flowing(lead.title)}"
    asked = f"Asks: {lead.asks}" + (f" ({lead.citation})" if lead.citation else "") if lead.asks else ""
    messages = dict.fromkeys(finding.message for finding in point.findings)
    for words in (*messages, asked, lead.note):
        yield from textwrap.wrap(flowing(words), width, initial_indent="  ", subsequent_indent="  ")
    for finding in point.findings[:_MOST_DOCUMENTS]:
        yield from _show_line(finding, lines, width)
    if more := len(point.findings) - _MOST_DOCUMENTS:
        yield from [f"  and {more} more"] if more > 0 else []
    if point.point.sentence:
        several = f"the {len(point.paths)} documents above" if len(point.paths) > 1 else "this document"
        told = f"Your answer is about the sentence: it holds for {several}, and for any other that has the sentence."
        yield from textwrap.wrap(told, width, initial_indent="  ", subsequent_indent="  ")


def _show_line(finding: Finding, lines: Callable[[str], list[str]], width: int) -> Iterator[str]:
    place = finding.places[0] if finding.places else None
    if place is None:
        return
    text = lines(place.path)
    line = plain(text[place.span.line - 1]) if 0 < place.span.line <= len(text) else ""
    yield shorten_to(f"  {plain(place.path)}:{place.span.line} | {line}", width)


def _name_documents(point: DecidablePoint) -> str:
    paths = point.paths
    more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
    place = point.findings[0].places[0] if point.findings[0].places else None
    return f"{plain(paths[0])}{f':{place.span.line}' if place is not None else ''}{more}"


# --- questions --------------------------------------------------------------------------------------------------------


def ask_what() -> str:
    """What is decided; nothing where it is left open. Raises Enough."""
    while True:
        said = typer.prompt(_ASKED, default="", show_default=False).strip().lower()
        if said in ("q", "quit"):
            raise EndOfQuestions
        known = [answer for key, answer in _ANSWERS.items() if said in (key, answer)]
        if known or not said:
            return known[0] if known else ""
        print_text([f"  `{plain(said)}` is none of m, n, a, q.\n"], for_people=True)


def sign(
    reason: str | None, by: str | None, role: str | None, until: str | None, day: date, ends: bool = True
) -> Signature:
    """Who answers for something: as the command line says, and asked for on a terminal where it does not."""
    if None in (reason, by, role) or (ends and until is None):
        if is_terminal(sys.stdin):
            return ask_signature(reason, by, role, until, day, ends)
        options = "--reason, --by, --role and --until" if ends else "--reason, --by and --role"
        raise Stop(f"without a terminal give {options}: somebody answers for it.", USAGE)
    try:
        last = read_day(until, "--until") if ends else None
        return Signature(reason or "", by or "", role or "", day, last).validate()
    except InvalidSignature as problem:
        raise Stop(f"--{problem.part}: {problem}.", USAGE) from None


def ask_signature(
    reason: str | None, by: str | None, role: str | None, until: str | None, day: date, ends: bool = True
) -> Signature:
    """Who decides, in which role, why and until when: each asked for until it can be used. Nothing is filled in."""
    given = {"reason": reason, "by": by, "role": role}
    words = {part: _ask_part(part, text, partial(validate_words, part)) for part, text in given.items()}

    def parse_last_day(text: str) -> date:
        return validate_last_day(day, read_day(text or "nothing", "The last day"))

    last = _ask_part("until", until, parse_last_day) if ends else None
    return Signature(words["reason"], words["by"], words["role"], day, last)


def _ask_part(part: str, given: str | None, parse: Callable[[str], T]) -> T:
    text = given
    while True:
        text = text or typer.prompt(f"  {_QUESTIONS[part]}", default="", show_default=False).strip()
        try:
            return parse(text)
        except (InvalidSignature, Stop) as problem:
            why = f"{str(problem).rstrip('.')}."
            print_text([f"  {plain(why[:1].upper() + why[1:])}\n"], for_people=True)
            text = None
