"""The command line as typer reads it. One file a command, each with its options and what it does.

typer only reads: each command gives back what is to be done, and it is done where typer has no say in how it ends.
Heavy modules load only when a command runs.
"""

from __future__ import annotations

from io import StringIO
from typing import Annotated

import typer

from compliance import __version__
from compliance.commands.approve import approve
from compliance.commands.baseline import baseline
from compliance.commands.check import check
from compliance.commands.decide import decide
from compliance.commands.diff import diff
from compliance.commands.ending import OK, UNDECIDED, USAGE, Stop, put_out, tell
from compliance.commands.explain import explain
from compliance.commands.fix import fix
from compliance.commands.lsp import lsp
from compliance.commands.new import new
from compliance.commands.notice import notice
from compliance.commands.odds import odds
from compliance.commands.options import Command
from compliance.commands.requirements import requirements
from compliance.commands.schema import schema
from compliance.commands.serve import serve
from compliance.commands.site import site

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


_ON_DOCUMENTS = (check, new, fix, diff, approve, decide, baseline, notice, odds)
_ON_LAW = (explain, requirements, schema)

for command in (*_ON_DOCUMENTS, *_ON_LAW, site, serve, lsp):
    app.command()(command)
