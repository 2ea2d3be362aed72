"""The way in. Answers `--version` before anything is imported; typer reads every other command line."""

import gc
import os
import sys


def main() -> None:
    """Run the command line."""
    # A process lives for one command; to look for cycles among modules and models takes a tenth of a short one.
    gc.disable()
    # Plugins that others installed for pydantic have no part in reading documents, and need not be looked for.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    code = run(sys.argv[1:])
    # As it ends, Python looks for cycles once more, disabled or not: in nothing, if everything is to stay for good.
    gc.freeze()
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run a command and return its exit code."""
    from compliance.commands.exits import run_safely

    return run_safely(lambda: _answer(arguments))


def _answer(arguments: list[str]) -> int:
    if arguments == ["--version"]:
        from compliance import __version__
        from compliance.commands.exits import print_text

        print_text([f"pitboss {__version__}\n"])
        return 0
    from compliance.commands.app import run_command

    return run_command(arguments)
