"""The command line as typer reads it: commands, options and their help. Heavy modules load only when a command runs."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from compliance import __version__
from compliance.commands import checking
from compliance.commands.checking import Request, load_catalogue, put_out, read_day, write
from compliance.commands.ending import OK, USAGE, Stop, complain

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


def answer(arguments: list[str]) -> int:
    """Run a command and return its exit code."""
    try:
        code = app(args=arguments, standalone_mode=False)
        return code if isinstance(code, int) else OK
    except typer.Exit as stop:
        return stop.exit_code
    except Exception as error:
        # What typer calls a usage error knows how to show itself.
        show = getattr(error, "show", None)
        if show is None:
            raise
        show(file=sys.stderr)
        return USAGE


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
    return checking.check(
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
) -> int:
    """Tell all about one requirement: what it asks, its history with each citation, examples, the remedy."""
    from difflib import get_close_matches

    from compliance.commands.showing import show_requirement

    law = load_catalogue(catalogue or ())
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

    law = load_catalogue(catalogue or ())
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
    made, told = make(wanted, read_day(as_of), load_catalogue(catalogue or ()))
    if output is not None:
        write(output, made)
    else:
        put_out(made)
    if told:
        complain(told)
    return OK
