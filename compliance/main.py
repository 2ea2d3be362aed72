"""The way in. Answers `--version` before anything is imported; typer reads every other command line."""

import gc
import os
import sys
from importlib.util import LazyLoader, find_spec, module_from_spec

# pydantic imports these by the way and makes no use of them here. They take a thirtieth of a short command.
RARELY_USED = ("socket", "zipfile")


def main() -> None:
    """Run the command line."""
    # A process lives for one command; to look for cycles among modules and models takes a tenth of a short one.
    gc.disable()
    # Plugins that others installed for pydantic have no part in reading documents, and need not be looked for.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    for name in RARELY_USED:
        _load_when_used(name)
    code = run(sys.argv[1:])
    # As it ends, Python looks for cycles once more, disabled or not: in nothing, if everything is to stay for good.
    gc.freeze()
    sys.exit(code)


def _load_when_used(name: str) -> None:
    """Have a module of the standard library run when something is first asked of it, not when it is imported."""
    spec = find_spec(name)
    if name in sys.modules or spec is None or spec.loader is None:
        return
    spec.loader = LazyLoader(spec.loader)
    sys.modules[name] = module = module_from_spec(spec)
    spec.loader.exec_module(module)


def run(arguments: list[str]) -> int:
    """Run a command and return its exit code."""
    from compliance.commands.ending import run_safely

    return run_safely(lambda: _answer(arguments))


def _answer(arguments: list[str]) -> int:
    if arguments == ["--version"]:
        from compliance import __version__
        from compliance.commands.ending import put_out

        put_out([f"pitboss {__version__}\n"])
        return 0
    from compliance.commands.app import answer

    return answer(arguments)
