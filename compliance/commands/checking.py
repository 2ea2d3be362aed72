"""`pitboss check`: from a request to findings on the screen and in files.

Heavy modules load only when they are needed; an ordinary command line is read here, without typer.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from compliance import __version__
from compliance.commands.ending import FAILED, NOTHING_FOUND, OK, UNDECIDED, USAGE, Stop, put_out
from compliance.law.words import LEVELS
from compliance.reports import FORMATS

if TYPE_CHECKING:
    from compliance.commands.files import Reader
    from compliance.documents.reading import Loaded
    from compliance.findings import Findings
    from compliance.law.catalogue import Catalogue
    from compliance.law.files import BadCatalogue
    from compliance.reports import Context

PAPERS: Final = ("letter", "a4")
STANDARD_OUTPUT: Final = "-"

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

    day = read_day(request.as_of)
    reports = _targets(request)
    found = find(request.paths)
    request = request._replace(catalogue=catalogue_paths(request.catalogue))
    refuse_to_replace([target for _, target in reports], [*found, *request.catalogue])
    reader = Reader()
    kinds = {request.format, *(kind for kind, _ in reports)}
    keep = None if request.show_all or kinds != {"terminal"} else ("error", "fail", "review")
    results = _results(found, day, request, keep, reader)
    _write_reports(results, reports, _context(found, request, reader), request)
    return exit_code(results, request.fail_on)


def find(paths: list[str]) -> list[str]:
    """The documents below the paths. Raises Stop when there are none."""
    from compliance.commands import files

    try:
        found = files.find(paths)
    except files.MissingPath as missing:
        raise Stop(f"{missing}: there is no such file or folder.", USAGE) from None
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

    law = load_catalogue(request.catalogue, reader)
    kept = frozenset(keep) if keep is not None else None
    progress = sys.stderr is not None and sys.stderr.isatty()
    return running.run(paths, day, law, kept, request.jobs, progress, reader)


def _write_reports(results: Findings, reports: list[tuple[str, str]], context: Context, request: Request) -> None:
    """Every report into its file, then, unless it went into a file as well, what is printed."""
    from compliance.reports import render

    plain = context._replace(colour=False, width=100)
    written: list[str] = []
    for kind, target in reports:
        write(target, render(kind, results, plain), written)
        written.append(target)
    if request.output in (None, STANDARD_OUTPUT):
        put_out(render(request.format, results, context), for_people=request.format == "terminal")


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
        lambda: load_catalogue(request.catalogue, reader),
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


def refuse_to_replace(targets: Sequence[str], inputs: Iterable[str]) -> None:
    """Raises Stop where a report would be written over another one, or over what is read."""
    from compliance.commands.files import file_key, is_fleeting

    files = [target for target in targets if not is_fleeting(target)]
    names = [os.path.realpath(target) for target in files]
    for number, target in enumerate(files):
        if names[number] in names[:number]:
            raise Stop(f"{target}: two reports cannot go into one file.", USAGE)
    there = {key: target for target in files if (key := file_key(target)) is not None}
    for path in inputs if there else ():
        if (taken := there.get(file_key(path) or (0, 0))) is not None:
            raise Stop(f"{taken}: this file is read; name another one for the report.", USAGE)


def write(path: str, pieces: Iterable[str] | bytes, before: Sequence[str] = ()) -> None:
    """Write a report to a file, whole or not at all. `before` are those that were written already."""
    from compliance.commands.files import write_whole

    try:
        write_whole(path, pieces)
    except OSError as error:
        rest = f"Written before it: {', '.join(before)}." if before else "Nothing was changed."
        raise Stop(f"{path}: cannot be written: {error.strerror or error}. {rest}", UNDECIDED) from None


def read_day(text: str | None, option: str = "--as-of") -> date:
    """The day on which the law is read. The only place that looks at the clock."""
    if text is None:
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Stop(f"{option} {text}: expected a date such as 2024-07-01.", USAGE) from None


def load_catalogue(more: Sequence[str], reader: Reader) -> Catalogue:
    """The catalogue that comes with Pit Boss, and the user's own files after it."""
    from compliance.commands.cache import cache_home, recall_law
    from compliance.law.files import BadCatalogue, catalogue_files, without_cases

    files = catalogue_files()
    for path in catalogue_paths(more):
        try:
            files.append((path, without_cases(reader.read(path))))
        except OSError as error:
            raise Stop(f"--catalogue {path}: cannot be read: {error.strerror or error}.", USAGE) from None
    try:
        return recall_law(files, cache_home(dict(os.environ)))
    except BadCatalogue as bad:
        count = len(bad.problems)
        message = f"the catalogue cannot be used: {count} problem{'s' * (count > 1)}."
        raise Stop(message, USAGE, _catalogue_problems(bad)) from None


def catalogue_paths(paths: Sequence[str]) -> tuple[str, ...]:
    """The files of catalogues that a user names; a folder is all files below it."""
    from compliance.commands import files

    try:
        return tuple(found for path in paths for found in (files.find([path]) if os.path.isdir(path) else [path]))
    except files.MissingPath as missing:
        raise Stop(f"--catalogue {missing}: there is no such file or folder.", USAGE) from None


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
