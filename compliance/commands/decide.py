"""`pitboss decide`: go through what documents leave to a person, and keep what somebody says about each point."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Annotated, Literal, NamedTuple

import typer

from compliance.commands.config import Settings, resolve_settings
from compliance.commands.decision_files import documents_of, is_same_file, take_decisions
from compliance.commands.exits import NOTHING_FOUND, OK, UNDECIDED, USAGE, Stop, is_terminal, print_text
from compliance.commands.files import Reader
from compliance.commands.inputs import catalog_paths, load_catalog, read_day
from compliance.commands.options import AsOf, CatalogFiles
from compliance.commands.outputs import write
from compliance.commands.prompts import (
    EndOfQuestions,
    ask_signature,
    ask_what,
    list_decisions,
    list_points,
    show_point,
    sign,
)
from compliance.commands.runs import check_files, load_again
from compliance.documents.loader import LoadedDocument
from compliance.documents.paths import DECISIONS
from compliance.gate.decisions import WITHDRAW, Decision, DecisionFile, add_decisions, read_decisions
from compliance.gate.points import DecidablePoint, PointFinder, find_points


class Given(NamedTuple):
    """What the command line says already, and need not be asked."""

    marks: Sequence[str] = ()
    requirement: str | None = None
    at: str | None = None
    decide: str | None = None
    reason: str | None = None
    by: str | None = None
    role: str | None = None
    until: str | None = None


Reason = Annotated[str | None, typer.Option("--reason", help="Why: a sentence.")]
By = Annotated[str | None, typer.Option("--by", help="Who decides.")]
Role = Annotated[str | None, typer.Option("--role", help="In which role, such as 'compliance officer'.")]
Until = Annotated[
    str | None, typer.Option("--until", metavar="DATE", help="The last day on which it holds; three years at most.")
]


def decide(
    paths: Annotated[list[str] | None, typer.Argument(metavar="PATH...", help="Documents, or folders of them.")] = None,
    decisions: Annotated[
        str | None, typer.Option("--decisions", metavar="FILE", help=f"The file to keep them in: {DECISIONS}.")
    ] = None,
    list_all: Annotated[
        bool, typer.Option("--list", help="List the points that can be decided, and the decisions in force.")
    ] = False,
    point: Annotated[
        list[str] | None, typer.Option("--point", metavar="POINT", help="This point of the list. May be repeated.")
    ] = None,
    requirement: Annotated[str | None, typer.Option("--requirement", help="Only this requirement.")] = None,
    at: Annotated[str | None, typer.Option("--at", help="Only at this place, as `check` names it.")] = None,
    decide: Annotated[
        Literal["meets", "does not meet", "does not apply", "waive"] | None,
        typer.Option("--decide", help="What is decided, without asking."),
    ] = None,
    withdraw: Annotated[
        int | None, typer.Option("--withdraw", metavar="N", min=1, help="Take back entry N of the file.")
    ] = None,
    reason: Reason = None,
    by: By = None,
    role: Role = None,
    until: Until = None,
    as_of: AsOf = None,
    catalog: CatalogFiles = None,
) -> int:
    """Answer the open points of documents, or waive failures, with reason, name, role and days."""
    given = Given(point or (), requirement, at, decide, reason, by, role, until)
    settings = resolve_settings(paths or [], as_of, catalog or [])
    target, day = decisions or settings.config.decisions or DECISIONS, read_day(settings.as_of)
    if withdraw and not list_all:
        return _withdraw(target, withdraw, given, day)
    points, lines = _find_points(settings, target, day, given)
    if list_all:
        return _list(points, target, day)
    if not points:
        print_text(["Nothing is open that could be decided here.\n"], for_people=True)
        return NOTHING_FOUND
    asking = is_terminal(sys.stdin)
    if not asking and None in (given.decide, given.reason, given.by, given.role, given.until):
        raise Stop("without a terminal give --decide, --reason, --by, --role and --until.", USAGE)
    if asking:
        written = _ask_and_write(target, points, given, day, lines)
    else:
        written = _write_all(target, _select(points, given), given, day)
    told = f"{target}: {written} decided, {len(points) - written} left open.\n"
    named = settings.config.decisions and is_same_file(target, settings.config.decisions)
    reads = f"`pitboss check --decisions {target}` goes by it.\n" if written and not named else ""
    print_text([told, reads], for_people=True)
    return OK


# --- points -----------------------------------------------------------------------------------------------------------


def _find_points(
    settings: Settings, target: str, day: date, given: Given
) -> tuple[list[DecidablePoint], Callable[[str], list[str]]]:
    """What can be decided, as far as the command line narrows it; and the lines of a document by its path."""
    found, reader = documents_of(settings, target), Reader()
    law = load_catalog(catalog_paths(settings.catalog), reader)
    results = check_files(found, day, law, reader, frozenset(("fail", "review", "error")))

    def documents() -> Iterator[LoadedDocument]:
        return (load_again(path, reader) for path in found)

    if os.path.exists(target):
        take_decisions(results, target, reader, documents)
    status = "fail" if given.decide == "waive" else "review"
    wanted = [
        one
        for one in results.findings
        if one.status == status and not one.decision and given.requirement in (None, one.requirement)
    ]
    points = find_points(wanted, PointFinder(documents, wanted))
    if given.at is not None:
        points = [point for point in points if given.at in _name_places(point)]
    return points, reader.lines()


def _name_places(point: DecidablePoint) -> set[str]:
    return {point.point.at, *(one.places[0].route for one in point.findings if one.places)}


def _select(points: list[DecidablePoint], given: Given) -> list[DecidablePoint]:
    """The points that the command line ticks: each by its mark, or the only one there is."""
    known = {point.mark: point for point in points}
    if unknown := [mark for mark in given.marks if mark not in known]:
        raise Stop(f"--point {unknown[0]}: no such point is open; `pitboss decide --list` has them.", USAGE)
    if given.marks:
        return [known[mark] for mark in dict.fromkeys(given.marks)]
    if len(points) > 1:
        why = f"{len(points)} points fit, and a decision covers those that are named: repeat --point for each of"
        raise Stop(f"{why}\n{''.join(list_points(points))}".rstrip(), USAGE)
    return points


def _list(points: list[DecidablePoint], target: str, day: date) -> int:
    decisions = _read_file(target) if os.path.exists(target) else None
    told = list_points(points)
    told += list_decisions(decisions, day) if decisions is not None else []
    print_text(told or ["Nothing is open that could be decided here.\n"], for_people=True)
    return OK if told else NOTHING_FOUND


# --- deciding ---------------------------------------------------------------------------------------------------------


def _ask_and_write(
    target: str, points: list[DecidablePoint], given: Given, day: date, lines: Callable[[str], list[str]]
) -> int:
    """Ask about one point after the other, and write each answer at once: nothing that was said is lost. Who decides,
    and in which role, is said once."""
    written = 0
    for number, point in enumerate(points, 1):
        show_point(point, f"{number}/{len(points)}", lines)
        try:
            choice = given.decide or ask_what()
            if not choice:
                continue
            signature = ask_signature(given.reason, given.by, given.role, given.until, day)
        except EndOfQuestions:
            break
        given = given._replace(by=signature.by, role=signature.role)
        _write(target, [Decision(point.point, choice, signature, point.value)])
        written += 1
    return written


def _write_all(target: str, points: list[DecidablePoint], given: Given, day: date) -> int:
    signature = sign(given.reason, given.by, given.role, given.until, day)
    _write(target, [Decision(point.point, given.decide or "", signature, point.value) for point in points])
    return len(points)


def _withdraw(target: str, number: int, given: Given, day: date) -> int:
    """Take a decision back: what it was stays in the file."""
    found = _read_file(target)
    in_force = [one for several in found.find_in_force(day).values() for one in several]
    decision = next((one for one in in_force if one.number == number), None)
    if decision is None:
        raise Stop(f"--withdraw {number}: no decision in force; `pitboss decide --list` has their numbers.", USAGE)
    signature = sign(given.reason, given.by, given.role, None, day, ends=False)
    _write(target, [Decision(decision.point, WITHDRAW, signature, "")])
    print_text([f"{target}: entry {number} is withdrawn and stays in the history.\n"], for_people=True)
    return OK


def _read_file(target: str) -> DecisionFile:
    try:
        return read_decisions(Reader().read(target))
    except OSError as error:
        raise Stop(f"{target}: cannot be read: {error.strerror or error}.", UNDECIDED) from None


def _write(target: str, decisions: list[Decision]) -> None:
    try:
        data = Reader().read(target) if os.path.exists(target) else b""
        write(target, add_decisions(data, decisions))
    except OSError as error:
        raise Stop(f"{target}: cannot be read: {error.strerror or error}.", UNDECIDED) from None
    except ValueError as problem:
        raise Stop(f"{target}: cannot be added to: {problem}.", UNDECIDED) from None
