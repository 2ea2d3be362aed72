"""`pitboss decide`: go through the open points of documents and keep what a person says about each."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from datetime import date
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from compliance.commands.ending import NOTHING_FOUND, OK, UNDECIDED, USAGE, Stop, put_out
from compliance.commands.inputs import catalogue_paths, load_catalogue, read_day
from compliance.commands.options import AsOf, CatalogueFiles, Command
from compliance.documents.paths import DECISIONS

if TYPE_CHECKING:
    from compliance.decisions.applying import Looker
    from compliance.decisions.reading import Decision
    from compliance.documents.reading import Loaded
    from compliance.findings import Finding, Findings


class GivenAnswers(NamedTuple):
    """What the command line says already, and need not be asked."""

    requirement: str | None
    at: str | None
    decide: str | None
    reason: str | None
    by: str | None
    until: str | None


def decide(
    paths: Annotated[list[str] | None, typer.Argument(metavar="PATH...", help="Documents, or folders of them.")] = None,
    decisions: Annotated[
        str | None, typer.Option("--decisions", metavar="FILE", help=f"The file to keep them in: {DECISIONS}.")
    ] = None,
    requirement: Annotated[str | None, typer.Option("--requirement", help="Only this requirement.")] = None,
    at: Annotated[str | None, typer.Option("--at", help="Only at this place, as `check` names it.")] = None,
    decide: Annotated[
        Literal["meets", "does not meet", "does not apply", "waive"] | None,
        typer.Option("--decide", help="What is decided, without asking."),
    ] = None,
    reason: Annotated[str | None, typer.Option("--reason", help="Why.")] = None,
    by: Annotated[str | None, typer.Option("--by", help="Who decides.")] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="DATE", help="The last day on which it holds.")
    ] = None,
    as_of: AsOf = None,
    catalogue: CatalogueFiles = None,
) -> Command:
    """Answer the open points of documents, or waive failures, with name, reason and day."""
    given = GivenAnswers(requirement, at, decide, reason, by, until)
    return partial(run, paths or [], decisions, given, as_of, catalogue or [])


def run(paths: list[str], file: str | None, given: GivenAnswers, as_of: str | None, catalogue: list[str]) -> int:
    """Ask, and write after each answer: nothing that was said is lost. Given on the command line, all at once."""
    from compliance.commands.config import settled
    from compliance.commands.deciding import documents_of, same_file
    from compliance.decisions.making import about

    settings = settled(paths, as_of, catalogue)
    day = read_day(settings.as_of)
    target = file or settings.config.decisions or DECISIONS
    results, looker = _checked(documents_of(settings, target), target, day, settings.catalogue)
    wanted = list(_wanted(results, looker, given))
    if not wanted:
        put_out(["Nothing is open that could be decided here.\n"], for_people=True)
        return NOTHING_FOUND
    asking = sys.stdin is not None and sys.stdin.isatty()
    if not asking and None in given[2:]:
        raise Stop("without a terminal give --decide, --reason, --by and --until.", USAGE)
    written = 0
    if asking:
        for finding, answer in _asked(wanted, given, day):
            _write(target, about(answer, [finding], looker))
            written += 1
    else:
        _write(target, about(_as_given(given, day), wanted, looker))
        written = len(wanted)
    told = f"{target}: {written} decided, {len(wanted) - written} left open.\n"
    named = settings.config.decisions and same_file(target, settings.config.decisions)
    reads = f"`pitboss check --decisions {target}` goes by it.\n" if written and not named else ""
    put_out([told, reads], for_people=True)
    return OK


def _asked(wanted: list[Finding], given: GivenAnswers, day: date) -> Iterator[tuple[Finding, Decision]]:
    """Each open point that a person says something about, until he has enough. Who he is he says once."""
    from compliance.commands.asking import Enough, show
    from compliance.commands.files import Reader

    reader = Reader()

    @cache
    def lines(path: str) -> list[str]:
        try:
            return reader.read(path).decode("utf-8", "replace").splitlines()
        except OSError:
            return []

    for number, finding in enumerate(wanted, 1):
        show(finding, f"{number}/{len(wanted)}", lines)
        try:
            answer = _answer(given, day)
        except Enough:
            return
        if answer is not None:
            given = given._replace(by=answer.by)
            yield finding, answer


def _checked(found: list[str], target: str, day: date, catalogue: list[str]) -> tuple[Findings, Looker]:
    from compliance.commands.deciding import take_decisions
    from compliance.commands.files import Reader
    from compliance.commands.running import load_again
    from compliance.commands.running import run as run_all
    from compliance.decisions.applying import Looker

    reader = Reader()
    law = load_catalogue(catalogue_paths(catalogue), reader)
    results = run_all(found, day, law, frozenset(("fail", "review", "error")), 1, False, reader)

    def documents() -> Iterator[Loaded]:
        return (load_again(path, reader) for path in found)

    if os.path.exists(target):
        take_decisions(results, target, reader, documents)
    return results, Looker(documents, results.findings)


def _wanted(results: Findings, looker: Looker, given: GivenAnswers) -> Iterator[Finding]:
    """What can be decided: reviews, or failures where one is to be waived; as far as the command line narrows it."""
    status = "fail" if given.decide == "waive" else "review"
    seen: set[object] = set()
    for finding in results.findings:
        if finding.status != status or finding.decision or finding.requirement.startswith("decisions."):
            continue
        subject = looker.subject(finding)
        routes = (subject.at, finding.places[0].route if finding.places else "")
        if given.requirement in (None, finding.requirement) and (given.at is None or given.at in routes):
            if subject not in seen:
                yield finding
            seen.add(subject)


def _as_given(given: GivenAnswers, day: date) -> Decision:
    from compliance.decisions.making import Unsaid, said

    until = read_day(given.until, "--until")
    try:
        return said(given.decide or "", given.reason or "", given.by or "", day, until)
    except Unsaid as problem:
        raise Stop(f"--{problem.what}: {problem}.", USAGE) from None


def _answer(given: GivenAnswers, day: date) -> Decision | None:
    """Ask about one open point what the command line does not say; None where it is left open."""
    from compliance.commands.asking import ask_until, ask_what, ask_words

    decided = given.decide or ask_what()
    if not decided:
        return None
    reason = given.reason or ask_words("Why")
    by = given.by or ask_words("Who decides")
    until = given.until or ask_until(day)
    return _as_given(GivenAnswers(None, None, decided, reason, by, until), day)


def _write(target: str, decisions: list[Decision]) -> None:
    from compliance.commands.files import Reader
    from compliance.commands.outputs import write
    from compliance.decisions.writing import with_decisions

    try:
        data = Reader().read(target) if os.path.exists(target) else b""
        write(target, with_decisions(data, decisions))
    except OSError as error:
        raise Stop(f"{target}: cannot be read: {error.strerror or error}.", UNDECIDED) from None
    except ValueError as problem:
        raise Stop(f"{target}: cannot be added to: {problem}.", UNDECIDED) from None
