"""`pitboss check`: from a request to findings on the screen and in files.

Heavy modules load only when they are needed; an ordinary command line is read here, without typer.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from compliance import __version__
from compliance.commands.ending import FAILED, NOTHING_FOUND, OK, UNDECIDED, USAGE, Stop, complain, put_out
from compliance.law.words import LEVELS
from compliance.reports import FORMATS

if TYPE_CHECKING:
    from compliance.commands.files import Reader
    from compliance.documents.reading import Loaded
    from compliance.findings import Findings
    from compliance.law.catalogue import Catalogue
    from compliance.law.reading import BadCatalogue
    from compliance.reports import Context

PAPERS: Final = ("letter", "a4")
STANDARD_OUTPUT: Final = "-"
_MOST_TOLD: Final = 10

_FLAGS: Final = {"--all": ("show_all", True), "--cache": ("use_cache", True), "--no-cache": ("use_cache", False)}
_VALUES: Final = {
    "--as-of": "as_of",
    "--format": "format",
    "--output": "output",
    "--fail-on": "fail_on",
    "--paper": "paper",
}
_CHOICES: Final = {"format": FORMATS, "fail_on": LEVELS, "paper": PAPERS}


class Request(NamedTuple):
    """What is asked of `pitboss check`."""

    paths: list[str]
    as_of: str | None = None
    format: str = "terminal"
    output: str | None = None
    report: tuple[str, ...] = ()
    fail_on: str = "error"
    show_all: bool = False
    jobs: int | None = None
    catalogue: tuple[str, ...] = ()
    use_cache: bool = True
    paper: str = "letter"


def ordinary_request(arguments: Sequence[str]) -> Request | None:
    """A command line of `check` that leaves no doubt. None for any other: typer reads it, or says what is wrong."""
    paths: list[str] = []
    given: dict[str, Any] = {}
    words = iter(arguments)
    for word in words:
        if word in _FLAGS:
            name, meant = _FLAGS[word]
            given[name] = meant
        elif word in _VALUES:
            name, value = _VALUES[word], next(words, "-")
            if value.startswith("-") or value not in _CHOICES.get(name, (value,)):
                return None
            given[name] = value
        elif word.startswith("-"):
            return None
        else:
            paths.append(word)
    return Request(paths, **given) if paths else None


def check(request: Request) -> int:
    """Check documents, write what was found, and return the exit code."""
    from compliance.commands.files import Reader
    from compliance.commands.guarding import refuse_to_replace

    day = read_day(request.as_of)
    reports = _targets(request)
    found = find(request.paths)
    refuse_to_replace([target for _, target in reports], [*found, *request.catalogue])
    reader = Reader()
    kinds = {request.format, *(kind for kind, _ in reports)}
    keep = None if request.show_all or kinds != {"terminal"} else ("error", "fail", "review")
    results = _results(found, day, request, keep, reader)
    whole = _write_reports(results, reports, _context(found, request, reader), request)
    return exit_code(results, request.fail_on) if whole else UNDECIDED


def find(paths: list[str]) -> list[str]:
    """The documents below the paths. Raises Stop when there are none."""
    from compliance.commands import files

    left_out: list[str] = []
    try:
        found = files.find(paths, left_out)
    except files.MissingPath as missing:
        raise Stop(f"{missing}: there is no such file or folder.", USAGE) from None
    for told in left_out[:_MOST_TOLD]:
        complain(f"{told}; name it to have it checked.")
    if len(left_out) > _MOST_TOLD:
        complain(f"{len(left_out) - _MOST_TOLD:,} more links and devices are left out.")
    if not found:
        raise Stop(f"no documents (.yaml, .yml) found in {', '.join(paths)}.", NOTHING_FOUND)
    return found


def _results(found: list[str], day: date, request: Request, keep: tuple[str, ...] | None, reader: Reader) -> Findings:
    """What is found: as remembered, or asked anew."""
    from compliance.commands import cache

    home = cache.cache_home(dict(os.environ)) if request.use_cache else None
    memory = cache.cache_for(found, request.catalogue, (str(day), str(keep), __version__), home, reader)
    results = memory.recall() if memory is not None else None
    if results is None:
        results = _run(found, day, request, keep, reader)
        if memory is not None:
            memory.remember(results)
    return results


def _run(paths: list[str], day: date, request: Request, keep: tuple[str, ...] | None, reader: Reader) -> Findings:
    from compliance.commands import running

    law = load_catalogue(request.catalogue, reader, request.use_cache)
    kept = frozenset(keep) if keep is not None else None
    progress = sys.stderr is not None and sys.stderr.isatty()
    return running.run(paths, day, law, kept, request.jobs, progress, reader)


def _write_reports(results: Findings, reports: list[tuple[str, str]], context: Context, request: Request) -> bool:
    """Every report into its file, then, unless it went into a file as well, what is printed. One that cannot be made or
    written is told, and keeps no other from being so. Says whether all were written."""
    from compliance.reports import render

    plain = context._replace(colour=False, width=100)
    works: list[tuple[str, Callable[[], None]]] = [
        (
            f"{kind} report {target}",
            partial(lambda kind, target: write(target, render(kind, results, plain)), kind, target),
        )
        for kind, target in reports
    ]
    if request.output in (None, STANDARD_OUTPUT):
        for_people = request.format == "terminal"
        works.append(
            (
                f"{request.format} report",
                lambda: put_out(render(request.format, results, context), for_people=for_people),
            )
        )
    failures = [told for name, work in works if (told := _failure(name, work))]
    for told in failures:
        complain(told)
    return not failures


def _failure(name: str, work: Callable[[], None]) -> str:
    """Do something for one report; what went wrong with it, if anything did."""
    try:
        work()
    except Stop as stop:
        return str(stop)
    except Exception as error:  # a renderer that breaks is one report less, not all of them
        return f"the {name} could not be made ({type(error).__name__}: {error}). Please report it with the files."
    return ""


def exit_code(results: Findings, fail_on: str) -> int:
    """4 when something could not be read or decided, else 1 when something failed, else 0."""
    if results.unread or results.counts["error"]:
        return UNDECIDED
    return FAILED if results.failed_at(fail_on, LEVELS) else OK


def _context(paths: list[str], request: Request, reader: Reader) -> Context:
    from compliance.reports import Context

    def documents() -> list[Loaded]:
        from compliance.commands.running import load_again
        from compliance.documents.reading import load

        def again(path: str) -> Loaded:
            # What cannot be opened is a finding already; to a report it is a document that says nothing.
            try:
                return load_again(path, reader)
            except OSError:
                return load(path, b"")

        return [again(path) for path in paths]

    terminal = sys.stdout is not None and sys.stdout.isatty()
    colour = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    width = min(shutil.get_terminal_size((100, 24)).columns, 120) if terminal else 100
    return Context(
        reader.lines(),
        documents,
        lambda: load_catalogue(request.catalogue, reader, request.use_cache),
        __version__,
        request.show_all,
        width,
        colour,
        request.paper,
        _folder(),
    )


def _folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # it was removed meanwhile
        return ""


def _targets(request: Request) -> list[tuple[str, str]]:
    """Every report that goes into a file: its format and its path."""
    reports = [_report_target(target) for target in request.report]
    if request.output not in (None, STANDARD_OUTPUT):
        reports.append((request.format, str(request.output)))
    return reports


def _report_target(target: str) -> tuple[str, str]:
    name, equals, path = target.partition("=")
    if not equals or path in ("", STANDARD_OUTPUT) or name not in FORMATS:
        known = ", ".join(FORMATS)
        raise Stop(f"--report {target}: expected FORMAT=FILE, with FORMAT one of {known}.", USAGE)
    return name, path


def write(path: str, pieces: Iterable[str] | bytes) -> None:
    """Write a report to a file, whole or not at all."""
    from compliance.commands.files import write_whole

    try:
        write_whole(path, pieces)
    except OSError as error:
        raise Stop(f"{path}: cannot be written: {error.strerror or error}.", UNDECIDED) from None


def read_day(text: str | None, option: str = "--as-of") -> date:
    """The day on which the law is read. The only place that looks at the clock."""
    if text is None:
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Stop(f"{option} {text}: expected a date such as 2024-07-01.", USAGE) from None


def load_catalogue(more: Sequence[str], reader: Reader, use_cache: bool = True) -> Catalogue:
    """The catalogue that comes with Pit Boss, and the user's own files after it."""
    from compliance.commands.cache import cache_home, recall_law
    from compliance.law.reading import BadCatalogue, catalogue_files

    files = catalogue_files()
    for path in more:
        try:
            files.append((path, reader.read(path)))
        except OSError as error:
            raise Stop(f"--catalogue {path}: cannot be read: {error.strerror or error}.", USAGE) from None
    try:
        return recall_law(files, cache_home(dict(os.environ)) if use_cache else None)
    except BadCatalogue as bad:
        count = len(bad.problems)
        message = f"the catalogue cannot be used: {count} problem{'s' * (count > 1)}."
        raise Stop(message, USAGE, _catalogue_problems(bad)) from None


def _catalogue_problems(bad: BadCatalogue) -> list[str]:
    from compliance.engine import problem_finding
    from compliance.reports import terminal

    screen = terminal.Screen(100)
    told: list[str] = []
    for found in bad.problems:
        finding = problem_finding(found.path, found.problem)
        lines = {found.path: found.source.lines}
        told += ["", *terminal.in_full(finding, lines.__getitem__, screen)]
    return told
