"""The way in. Answers `--version` before anything is imported; typer reads every other command line."""

import gc
import os
import sys
from importlib import import_module
from types import ModuleType


def main() -> None:
    """Run the command line."""
    # A process lives for one command; to look for cycles among modules and models takes a tenth of a short one.
    gc.disable()
    # Plugins that others installed for pydantic have no part in reading documents, and need not be looked for.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    _load_when_used("importlib.metadata", "entry_points")
    code = run(sys.argv[1:])
    # As it ends, Python looks for cycles once more, disabled or not: in nothing, if everything is to stay for good.
    gc.freeze()
    sys.exit(code)


def _load_when_used(name: str, function: str) -> None:
    """Have a module loaded when something is asked of it, or a function of it is called, and not when that is imported.

    pydantic imports how plugins are found, which reads mail headers and archives for it, before it knows that none are
    looked for: a twentieth of a short command.
    """
    if name in sys.modules:
        return
    stand_in = ModuleType(name)

    def load() -> ModuleType:
        if sys.modules.get(name) is stand_in:
            del sys.modules[name]
        return import_module(name)

    package, _, module = name.rpartition(".")
    above = import_module(package)
    stand_in.__path__ = [f"{folder}/{module}" for folder in above.__path__]
    setattr(stand_in, "__getattr__", lambda asked: getattr(load(), asked))  # noqa: B010
    setattr(stand_in, function, lambda *given, **named: getattr(load(), function)(*given, **named))
    sys.modules[name] = stand_in
    setattr(above, module, stand_in)


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
