"""The command line as typer reads it: commands, options and their help. Heavy modules load only when a command runs.

typer only reads: each command gives back what is to be done, and it is done where typer has no say in how it ends.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING, Annotated

import typer

from compliance import __version__
from compliance.commands import checking
from compliance.commands.checking import (
    STANDARD_OUTPUT,
    Request,
    load_catalogue,
    read_day,
    refuse_to_replace,
    write,
)
from compliance.commands.ending import OK, UNDECIDED, USAGE, Stop, complain, put_out, tell
from compliance.commands.files import Reader

if TYPE_CHECKING:
    from compliance.commands.notice import Wanted

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


AsOf = Annotated[
    str | None,
    typer.Option("--as-of", metavar="DATE", help="Read the law as it stood on this day (2024-07-01). Default: today."),
]
CatalogueFiles = Annotated[
    list[str] | None,
    typer.Option("--catalogue", metavar="FILE", help="A further catalogue, such as a city ordinance. May be repeated."),
]
PaperSize = Annotated[Paper, typer.Option("--paper", help="Paper of a printed report.")]


Command = Callable[[], int]


def answer(arguments: list[str]) -> int:
    """Run a command and return its exit code."""
    command = _read(arguments)
    return command() if callable(command) else command


def _read(arguments: list[str]) -> Command | int:
    """The command that is meant; an exit code where there is none to run."""
    try:
        read = app(args=arguments, standalone_mode=False)
        return read if callable(read) else OK
    except typer.Exit as stop:
        return stop.exit_code
    except SystemExit:  # the reader of the help went away
        return OK
    except typer.Abort:
        raise KeyboardInterrupt from None
    except OSError as error:
        raise Stop(f"standard output cannot be written: {error.strerror or error}.", UNDECIDED) from None
    except Exception as error:
        # What typer calls a usage error knows how to show itself.
        show = getattr(error, "show", None)
        if show is None:
            raise
        shown = StringIO()
        show(file=shown)
        tell(shown.getvalue().splitlines())
        return USAGE


@app.callback(invoke_without_command=True)
def _main(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    if version:
        put_out([f"pitboss {__version__}\n"])
        raise typer.Exit


@app.command()
def check(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH...", help="Documents, or folders of them; - reads standard input.")
    ],
    as_of: AsOf = None,
    format: Annotated[Format, typer.Option("--format", help="How findings are written.")] = Format.terminal,
    output: Annotated[
        str | None, typer.Option("--output", metavar="FILE", help="Write to a file instead; - is standard output.")
    ] = None,
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
    use_cache: Annotated[
        bool,
        typer.Option(
            "--cache/--no-cache",
            help="Remember answers for unchanged files. The law as parsed is remembered either way; "
            "PITBOSS_CACHE=off keeps nothing at all.",
        ),
    ] = True,
    paper: PaperSize = Paper.letter,
) -> Command:
    """Check documents and print what was found."""
    return lambda: checking.check(
        Request(
            paths=paths,
            as_of=as_of,
            format=format.value,
            output=output,
            report=tuple(report or ()),
            fail_on=fail_on.value,
            show_all=show_all,
            jobs=jobs,
            catalogue=tuple(catalogue or ()),
            use_cache=use_cache,
            paper=paper.value,
        )
    )


@app.command()
def explain(
    requirement: Annotated[str, typer.Argument(metavar="ID", help="A requirement, such as california.bank-turn.")],
    catalogue: CatalogueFiles = None,
) -> Command:
    """Tell all about one requirement: what it asks, its history with each citation, examples, the remedy."""
    return partial(_explain, requirement, catalogue or [])


def _explain(requirement: str, catalogue: list[str]) -> int:
    from difflib import get_close_matches

    from compliance.commands.showing import show_requirement

    law = load_catalogue(catalogue, Reader())
    found = law.requirements.get(requirement)
    if found is None:
        near = get_close_matches(requirement, law.requirements, 3, 0.5)
        near = near or [name for name in law.requirements if requirement in name][:3]
        hint = f" Did you mean {' or '.join(near)}?" if near else " `pitboss requirements` lists them all."
        raise Stop(f"there is no requirement {requirement}.{hint}", USAGE)
    put_out([show_requirement(found)], for_people=True)
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
) -> Command:
    """List the requirements in force on a day, or what changed between two days."""
    place = jurisdiction.value if jurisdiction is not None else None
    return partial(_requirements, as_of, place, diff, format is ListFormat.json, catalogue or [])


def _requirements(
    as_of: str | None, place: str | None, diff: tuple[str, str] | None, as_json: bool, catalogue: list[str]
) -> int:
    from compliance.commands import showing

    days = [read_day(day, "--diff") for day in diff or ()]
    law = load_catalogue(catalogue, Reader())
    if days:
        shown = showing.show_difference(law, days[0], days[1], place, as_json)
    else:
        shown = showing.show_requirements(law, read_day(as_of), place, as_json)
    put_out([shown], for_people=not as_json)
    return OK


class OddsFormat(StrEnum):
    terminal = "terminal"
    markdown = "markdown"
    json = "json"


@app.command()
def odds(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Games, or folders of them.")],
    format: Annotated[OddsFormat, typer.Option("--format", help="How odds are written.")] = OddsFormat.terminal,
) -> Command:
    """Count what every wager of a game really pays: hit rates and house edges, exactly."""

    def run() -> int:
        from compliance.commands.odds import show

        return show(paths, format.value)

    return run


class Kind(StrEnum):
    game = "game"
    schedule = "schedule"
    terms = "terms"


@app.command()
def schema(
    kind: Annotated[Kind, typer.Argument(metavar="KIND", help="game, schedule or terms.")],
) -> Command:
    """Print the JSON Schema of a kind of document, for editors."""
    return partial(_schema, kind.value)


def _schema(kind: str) -> int:
    import json

    from compliance.documents.reading import document_schema

    put_out([json.dumps(document_schema(kind), indent=1), "\n"])
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
) -> Command:
    """Make the table card of one option: the fees that stand in view of every table."""

    def run() -> int:
        from compliance.commands.notice import Wanted

        wanted = Wanted(schedule, option, game, beside or [], draft, fail_on.value, format.value, paper.value)
        return _notice(wanted, as_of, catalogue or [], output)

    return run


def _notice(wanted: Wanted, as_of: str | None, catalogue: list[str], output: str | None) -> int:
    from compliance.commands.notice import make

    target = None if output == STANDARD_OUTPUT else output
    refuse_to_replace([target] if target else [], [wanted.schedule, *wanted.beside, *catalogue])
    reader = Reader()
    made, told = make(wanted, read_day(as_of), load_catalogue(catalogue, reader), reader)
    if target is not None:
        write(target, made)
    else:
        put_out(made)
    if told:
        complain(told)
    return OK
