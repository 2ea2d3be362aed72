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
from compliance.commands.ending import FAILED, NOTHING_FOUND, OK, UNDECIDED, USAGE, Stop
from compliance.law.words import LEVELS
from compliance.reports import FORMATS

if TYPE_CHECKING:
    from compliance.documents.reading import Loaded
    from compliance.findings import Findings
    from compliance.law.catalogue import Catalogue
    from compliance.reports import Context

PAPERS: Final = ("letter", "a4")

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
    from compliance import reports as reporting
    from compliance.commands import cache, files

    day = read_day(request.as_of)
    reports = [_report_target(target) for target in request.report]
    try:
        found = list(files.find(request.paths))
    except files.MissingPath as missing:
        raise Stop(f"{missing}: there is no such file or folder.", USAGE) from None
    if not found:
        raise Stop(f"no documents (.yaml, .yml) found in {', '.join(request.paths)}.", NOTHING_FOUND)
    kinds = {request.format, *(kind for kind, _ in reports)}
    everything = request.show_all or kinds != {"terminal"}
    keep = None if everything else ("error", "fail", "review")
    stdin: dict[str, bytes] = {}
    home = cache.cache_home(dict(os.environ)) if request.use_cache else None
    memory = cache.cache_for(found, request.catalogue, (str(day), str(keep), __version__), home)
    results = memory.recall() if memory is not None else None
    if results is None:
        results = _run(found, day, request, keep, stdin)
        if memory is not None:
            memory.remember(results)
    context = _context(found, request, stdin)
    plain = context._replace(colour=False, width=100)
    for kind, target in reports:
        write(target, reporting.render(kind, results, plain))
    if request.output is not None:
        write(request.output, reporting.render(request.format, results, plain))
    else:
        put_out(reporting.render(request.format, results, context))
    return exit_code(results, request.fail_on)


def _run(
    paths: list[str],
    day: date,
    request: Request,
    keep: tuple[str, ...] | None,
    stdin: dict[str, bytes],
) -> Findings:
    from compliance.commands import running

    law = load_catalogue(request.catalogue)
    kept = frozenset(keep) if keep is not None else None
    return running.run(paths, day, law, kept, request.jobs, sys.stderr.isatty(), stdin)


def exit_code(results: Findings, fail_on: str) -> int:
    """4 when something could not be read or decided, else 1 when something failed, else 0."""
    if results.unread or results.counts["error"]:
        return UNDECIDED
    return FAILED if results.failed_at(fail_on, LEVELS) else OK


def _context(paths: list[str], request: Request, stdin: dict[str, bytes]) -> Context:
    from compliance.commands.files import line_reader
    from compliance.reports import Context

    def documents() -> list[Loaded]:
        from compliance.commands.running import load_again
        from compliance.documents.reading import load

        def again(path: str) -> Loaded:
            # What cannot be opened is a finding already; to a report it is a document that says nothing.
            try:
                return load_again(path, stdin)
            except OSError:
                return load(path, b"")

        return [again(path) for path in paths]

    terminal = sys.stdout.isatty()
    colour = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    width = min(shutil.get_terminal_size((100, 24)).columns, 120) if terminal else 100
    return Context(
        line_reader(stdin),
        documents,
        lambda: load_catalogue(request.catalogue),
        __version__,
        request.show_all,
        width,
        colour,
        request.paper,
    )


def _report_target(target: str) -> tuple[str, str]:
    name, equals, path = target.partition("=")
    if not equals or not path or name not in FORMATS:
        known = ", ".join(FORMATS)
        raise Stop(f"--report {target}: expected FORMAT=FILE, with FORMAT one of {known}.", USAGE)
    return name, path


def put_out(pieces: Iterable[str] | bytes) -> None:
    """Print a report."""
    if isinstance(pieces, bytes):
        if sys.stdout.isatty():
            raise Stop("this format is not for a terminal; add --output FILE.", USAGE)
        sys.stdout.buffer.write(pieces)
        return
    for piece in pieces:
        sys.stdout.write(piece)


def write(path: str, pieces: Iterable[str] | bytes) -> None:
    """Write a report to a file, whole or not at all."""
    from compliance.commands.files import write_whole

    try:
        write_whole(path, pieces)
    except OSError as error:
        raise Stop(f"{path}: cannot be written: {error.strerror or error}. Nothing was changed.", UNDECIDED) from None


def read_day(text: str | None) -> date:
    """The day on which the law is read. The only place that looks at the clock."""
    if text is None:
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Stop(f"--as-of {text}: expected a date such as 2024-07-01.", USAGE) from None


def load_catalogue(more: Sequence[str] = ()) -> Catalogue:
    """The catalogue that comes with Pit Boss, and the user's own files after it."""
    from compliance.commands.cache import cache_home, recall_law
    from compliance.law.reading import BadCatalogue, catalogue_files

    files = catalogue_files()
    for path in more:
        try:
            with open(path, "rb") as file:
                files.append((path, file.read()))
        except OSError as error:
            raise Stop(f"--catalogue {path}: cannot be read: {error.strerror or error}.", USAGE) from None
    try:
        return recall_law(files, cache_home(dict(os.environ)))
    except BadCatalogue as bad:
        raise Stop(_catalogue_problems(bad), USAGE) from None


def _catalogue_problems(bad: object) -> str:
    from compliance.engine import problem_finding
    from compliance.law.reading import BadCatalogue
    from compliance.reports import terminal

    assert isinstance(bad, BadCatalogue)
    screen = terminal.Screen(100)
    told = [f"the catalogue cannot be used: {len(bad.problems)} problem{'s' * (len(bad.problems) > 1)}."]
    for found in bad.problems:
        finding = problem_finding(found.path, found.problem)
        lines = {found.path: found.source.lines}
        told += ["", *terminal.in_full(finding, lines.__getitem__, screen)]
    return "\n".join(told)
