"""The command line: options, exit codes, and which report goes where. Heavy modules load only when a command runs."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Final

import typer

from compliance import __version__
from compliance.reports import FORMATS

if TYPE_CHECKING:
    from compliance.documents.reading import Loaded
    from compliance.findings import Findings
    from compliance.law.catalogue import Catalogue
    from compliance.reports import Context

OK: Final = 0
FAILED: Final = 1
USAGE: Final = 2
NOTHING_FOUND: Final = 3
UNDECIDED: Final = 4

app = typer.Typer(
    name="pitboss",
    help="Checks card-room rules of play and collection schedules against the law, requirement by requirement.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=True,
)


class Format(StrEnum):
    """The formats of `compliance.reports.FORMATS`; typer wants them as a class."""

    terminal = "terminal"
    json = "json"
    markdown = "markdown"
    html = "html"
    pdf = "pdf"
    sarif = "sarif"
    junit = "junit"
    github = "github"
    gitlab = "gitlab"


class ListFormat(StrEnum):
    terminal = "terminal"
    json = "json"


class Level(StrEnum):
    error = "error"
    warning = "warning"
    note = "note"


class NoticeFormat(StrEnum):
    pdf = "pdf"
    html = "html"


class Paper(StrEnum):
    letter = "letter"
    a4 = "a4"


class Place(StrEnum):
    california = "california"
    washington = "washington"


class Stop(Exception):
    """The command cannot go on: a message for the user and an exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


AsOf = Annotated[
    str | None,
    typer.Option("--as-of", metavar="DATE", help="Read the law as it stood on this day (2024-07-01). Default: today."),
]
CatalogueFiles = Annotated[
    list[str] | None,
    typer.Option("--catalogue", metavar="FILE", help="A further catalogue, such as a city ordinance. May be repeated."),
]
PaperSize = Annotated[Paper, typer.Option("--paper", help="Paper of a printed report.")]


def run(arguments: list[str]) -> int:
    """Run a command and return its exit code. Whatever happens, the user sees words and no traceback."""
    # Text that the terminal's encoding cannot show is spelled out instead of breaking the run.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = app(args=arguments, standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else OK
    except Stop as stop:
        _complain(str(stop))
        return stop.code
    except BrokenPipeError:
        # The reader of our output went away (`| head`): nobody is left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except KeyboardInterrupt:
        _complain("stopped.")
        return 130
    except typer.Exit as stop:
        return stop.exit_code
    except Exception as error:  # typer's usage errors, and anything that nobody thought of
        return _unexpected(error)


def _unexpected(error: Exception) -> int:
    show = getattr(error, "show", None)
    if show is not None:
        show(file=sys.stderr)
        return USAGE
    _complain(
        f"something went wrong inside Pit Boss ({type(error).__name__}: {error}). Please report it with the file."
    )
    return UNDECIDED


def _complain(message: str) -> None:
    print(f"pitboss: {message}", file=sys.stderr)


@app.callback(invoke_without_command=True)
def _main(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    if version:
        print(f"pitboss {__version__}")
        raise typer.Exit


@app.command()
def check(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH...", help="Documents, or folders of them; - reads standard input.")
    ],
    as_of: AsOf = None,
    format: Annotated[Format, typer.Option("--format", help="How findings are written.")] = Format.terminal,
    output: Annotated[str | None, typer.Option("--output", metavar="FILE", help="Write to a file instead.")] = None,
    report: Annotated[
        list[str] | None,
        typer.Option("--report", metavar="FORMAT=FILE", help="Write a further report. May be repeated."),
    ] = None,
    fail_on: Annotated[
        Level, typer.Option("--fail-on", help="Exit 1 for failures of this level and above.")
    ] = Level.error,
    show_all: Annotated[bool, typer.Option("--all", help="List what passed and what does not apply, too.")] = False,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, metavar="N", help="Processes. Default: as many as pay.")
    ] = None,
    catalogue: CatalogueFiles = None,
    use_cache: Annotated[bool, typer.Option("--cache/--no-cache", help="Remember answers for unchanged files.")] = True,
    paper: PaperSize = Paper.letter,
) -> int:
    """Check documents and print what was found."""
    from dataclasses import replace

    from compliance import reports as reporting
    from compliance.commands import cache, files

    day = read_day(as_of)
    reports = [_report_target(target) for target in report or []]
    try:
        found = list(files.find(paths))
    except files.MissingPath as missing:
        raise Stop(f"{missing}: there is no such file or folder.", USAGE) from None
    if not found:
        raise Stop(f"no documents (.yaml, .yml) found in {', '.join(paths)}.", NOTHING_FOUND)
    everything = show_all or any(kind != "terminal" for kind in (format.value, *(kind for kind, _ in reports)))
    keep = None if everything else ("error", "fail", "review")
    stdin: dict[str, bytes] = {}
    home = cache.cache_home(dict(os.environ)) if use_cache else None
    memory = cache.cache_for(found, catalogue or [], (str(day), str(keep), __version__), home)
    results = memory.recall() if memory is not None else None
    if results is None:
        results = _run(found, day, catalogue, keep, jobs, stdin)
        if memory is not None:
            memory.remember(results)
    context = replace(_context(found, catalogue, show_all, stdin), paper=paper.value)
    for kind, target in reports:
        _write(target, reporting.render(kind, results, replace(context, colour=False, width=100)))
    if output is not None:
        _write(output, reporting.render(format.value, results, replace(context, colour=False, width=100)))
    else:
        _print(reporting.render(format.value, results, context))
    return exit_code(results, fail_on.value)


def _run(
    paths: list[str],
    day: date,
    catalogue: list[str] | None,
    keep: tuple[str, ...] | None,
    jobs: int | None,
    stdin: dict[str, bytes],
) -> Findings:
    from compliance.commands import running

    law = load_catalogue(catalogue)
    kept = frozenset(keep) if keep is not None else None
    return running.run(paths, day, law, kept, jobs, sys.stderr.isatty(), stdin)


def exit_code(results: Findings, fail_on: str) -> int:
    """4 when something could not be read or decided, else 1 when something failed, else 0."""
    from compliance.law.words import LEVELS

    if results.unread or results.counts["error"]:
        return UNDECIDED
    return FAILED if results.failed_at(fail_on, LEVELS) else OK


def _context(paths: list[str], catalogue: list[str] | None, show_all: bool, stdin: dict[str, bytes]) -> Context:
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
        line_reader(stdin), documents, lambda: load_catalogue(catalogue), __version__, show_all, width, colour
    )


def _report_target(target: str) -> tuple[str, str]:
    name, equals, path = target.partition("=")
    if not equals or not path or name not in FORMATS:
        known = ", ".join(FORMATS)
        raise Stop(f"--report {target}: expected FORMAT=FILE, with FORMAT one of {known}.", USAGE)
    return name, path


def _print(pieces: Iterable[str] | bytes) -> None:
    if isinstance(pieces, bytes):
        if sys.stdout.isatty():
            raise Stop("this format is not for a terminal; add --output FILE.", USAGE)
        sys.stdout.buffer.write(pieces)
        return
    for piece in pieces:
        sys.stdout.write(piece)


def _write(path: str, pieces: Iterable[str] | bytes) -> None:
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


def load_catalogue(more: list[str] | None) -> Catalogue:
    """The catalogue that comes with Pit Boss, and the user's own files after it."""
    from compliance.law.reading import BadCatalogue, catalogue_files, read_catalogue

    files = catalogue_files()
    for path in more or []:
        try:
            with open(path, "rb") as file:
                files.append((path, file.read()))
        except OSError as error:
            raise Stop(f"--catalogue {path}: cannot be read: {error.strerror or error}.", USAGE) from None
    try:
        return read_catalogue(files)
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


@app.command()
def explain(
    requirement: Annotated[str, typer.Argument(metavar="ID", help="A requirement, such as california.bank-turn.")],
    catalogue: CatalogueFiles = None,
) -> int:
    """Tell all about one requirement: what it asks, its history with each citation, examples, the remedy."""
    from difflib import get_close_matches

    from compliance.commands.showing import show_requirement

    law = load_catalogue(catalogue)
    found = law.requirements.get(requirement)
    if found is None:
        near = get_close_matches(requirement, law.requirements, 3, 0.5)
        near = near or [name for name in law.requirements if requirement in name][:3]
        hint = f" Did you mean {' or '.join(near)}?" if near else " `pitboss requirements` lists them all."
        raise Stop(f"there is no requirement {requirement}.{hint}", USAGE)
    show_requirement(found)
    return OK


@app.command()
def requirements(
    as_of: AsOf = None,
    jurisdiction: Annotated[
        Place | None, typer.Option("--jurisdiction", help="Only those of one jurisdiction.")
    ] = None,
    diff: Annotated[
        tuple[str, str] | None, typer.Option("--diff", metavar="A B", help="What changed in law between two days.")
    ] = None,
    format: Annotated[ListFormat, typer.Option("--format", help="terminal or json.")] = ListFormat.terminal,
    catalogue: CatalogueFiles = None,
) -> int:
    """List the requirements in force on a day, or what changed between two days."""
    from compliance.commands import showing

    law = load_catalogue(catalogue)
    place = jurisdiction.value if jurisdiction is not None else None
    if diff is not None:
        showing.show_difference(law, read_day(diff[0]), read_day(diff[1]), place, format is ListFormat.json)
    else:
        showing.show_requirements(law, read_day(as_of), place, format is ListFormat.json)
    return OK


class Kind(StrEnum):
    game = "game"
    schedule = "schedule"
    terms = "terms"


@app.command()
def schema(
    kind: Annotated[Kind, typer.Argument(metavar="KIND", help="game, schedule or terms.")],
) -> int:
    """Print the JSON Schema of a kind of document, for editors."""
    import json

    from compliance.documents.reading import document_schema

    print(json.dumps(document_schema(kind.value), indent=1))
    return OK


@app.command()
def notice(
    schedule: Annotated[str, typer.Argument(metavar="SCHEDULE", help="A collection schedule; - reads standard input.")],
    option: Annotated[
        str | None,
        typer.Option("--option", metavar="N", help="The option that the table uses, as the schedule calls it."),
    ] = None,
    game: Annotated[
        str, typer.Option("--game", metavar="ID", help="Only one of the games that the schedule covers.")
    ] = "",
    beside: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="PATH", help="Documents that speak for the schedule: general terms, games."),
    ] = None,
    format: Annotated[NoticeFormat, typer.Option("--format", help="pdf or html.")] = NoticeFormat.pdf,
    output: Annotated[str | None, typer.Option("--output", metavar="FILE", help="Write to a file.")] = None,
    draft: Annotated[bool, typer.Option("--draft", help="Print it whatever fails, marked as a draft.")] = False,
    fail_on: Annotated[
        Level, typer.Option("--fail-on", help="Refuse for failures of this level and above.")
    ] = Level.warning,
    as_of: AsOf = None,
    paper: PaperSize = Paper.letter,
    catalogue: CatalogueFiles = None,
) -> int:
    """Make the table card of one option: the fees that stand in view of every table."""
    from compliance.commands.notice import Wanted, make

    wanted = Wanted(schedule, option, game, beside or [], draft, fail_on.value, format.value, paper.value)
    made, told = make(wanted, read_day(as_of), load_catalogue(catalogue))
    if output is not None:
        _write(output, made)
    else:
        _print(made)
    if told:
        _complain(told)
    return OK
