"""The command line as typer reads it. One file a command, each with its options and what it does.

typer only reads: each command gives back what is to be done, and it is done where typer has no say in how it ends.
Heavy modules load only when a command runs.
"""

from __future__ import annotations

from functools import partial
from io import StringIO
from typing import Annotated, Literal

import typer

from compliance import __version__
from compliance.commands.check import check
from compliance.commands.ending import OK, UNDECIDED, USAGE, Stop, put_out, tell
from compliance.commands.inputs import load_catalogue, read_day
from compliance.commands.notice import notice
from compliance.commands.options import AsOf, CatalogueFiles, Command
from compliance.commands.schema import schema
from compliance.documents.kinds import Jurisdiction

app = typer.Typer(
    name="pitboss",
    help="Checks card-room rules of play and collection schedules against the law, requirement by requirement.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=True,
)


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


app.command()(check)


@app.command()
def explain(
    requirement: Annotated[str, typer.Argument(metavar="ID", help="A requirement, such as california.bank-turn.")],
    catalogue: CatalogueFiles = None,
) -> Command:
    """Tell all about one requirement: what it asks, its history with each citation, examples, the remedy."""
    return partial(_explain, requirement, catalogue or [])


def _explain(requirement: str, catalogue: list[str]) -> int:
    from difflib import get_close_matches

    from compliance.commands.files import Reader
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
        Jurisdiction | None, typer.Option("--jurisdiction", help="Only those of one jurisdiction.")
    ] = None,
    diff: Annotated[
        tuple[str, str] | None, typer.Option("--diff", metavar="A B", help="What changed in law between two days.")
    ] = None,
    format: Annotated[Literal["terminal", "json"], typer.Option("--format", help="terminal or json.")] = "terminal",
    catalogue: CatalogueFiles = None,
) -> Command:
    """List the requirements in force on a day, or what changed between two days."""
    return partial(_requirements, as_of, jurisdiction, diff, format == "json", catalogue or [])


def _requirements(
    as_of: str | None, place: str | None, diff: tuple[str, str] | None, as_json: bool, catalogue: list[str]
) -> int:
    from compliance.commands import showing
    from compliance.commands.files import Reader

    days = [read_day(day, "--diff") for day in diff or ()]
    law = load_catalogue(catalogue, Reader())
    if days:
        shown = showing.show_difference(law, days[0], days[1], place, as_json)
    else:
        shown = showing.show_requirements(law, read_day(as_of), place, as_json)
    put_out([shown], for_people=not as_json)
    return OK


app.command()(schema)
app.command()(notice)
