"""The command line as typer reads it. One file a command, each with its options and what it does.

typer only reads: what is to be done is done afterwards, where typer has no say in how it ends. A command is loaded when
it is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial, wraps
from importlib import import_module
from io import StringIO
from typing import Annotated, Any, Final

import typer

from compliance import __version__
from compliance.commands.exits import OK, UNDECIDED, USAGE, Stop, print_text, tell

Task = Callable[[], int]
# Each command is a function of its own name in a file of its own name.
COMMANDS: Final = (
    *(
        "check",
        "gate",
        "new",
        "draft",
        "fix",
        "diff",
        "approve",
        "decide",
        "baseline",
        "notice",
        "odds",
        "fees",
        "lines",
    ),
    *("explain", "requirements", "schema"),
    *("site", "serve", "lsp"),
)


def app_of(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """The command line with some of its commands: to load and declare all takes longer than to run most of them."""
    app = typer.Typer(
        name="pitboss",
        help="Checks card-room rules of play and collection schedules against the law, requirement by requirement.",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        add_completion=False,
        no_args_is_help=True,
    )
    app.callback(invoke_without_command=True)(_main)
    for name in names:
        app.command()(_defer(getattr(import_module(f"compliance.commands.{name}"), name)))
    return app


def _defer(command: Callable[..., int]) -> Callable[..., Task]:
    """A command as typer reads it: called with its options, it returns what is to be done."""

    @wraps(command)
    def read(**given: Any) -> Task:
        return partial(command, **given)

    return read


@cache
def _reader_of(names: tuple[str, ...]) -> Callable[..., Any]:
    """What reads the command lines of some commands: declared once, however many command lines a process reads."""
    return typer.main.get_command(app_of(names))


def run_command(arguments: list[str]) -> int:
    """Run a command and return its exit code."""
    command = _read(arguments)
    try:
        return command() if callable(command) else command
    except typer.Abort:  # whoever was asked something left
        raise KeyboardInterrupt from None


def _read(arguments: list[str]) -> Task | int:
    """The command that is meant; an exit code where there is none to run."""
    try:
        meant = tuple(name for name in COMMANDS if name in arguments[:1])
        read = _reader_of(meant or COMMANDS)(args=arguments, standalone_mode=False)
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


def _main(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    if version:
        print_text([f"pitboss {__version__}\n"])
        raise typer.Exit
