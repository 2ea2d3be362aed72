"""The way in. Answers `--version` before anything is imported; everything else is in `compliance.commands`."""

import os
import sys


def main() -> None:
    """Run the command line."""
    if sys.argv[1:] == ["--version"]:
        from compliance import __version__

        print(f"pitboss {__version__}")
        return
    # pydantic would look for plugins in the metadata of every installed package: we use none.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from compliance.commands.app import run

    sys.exit(run(sys.argv[1:]))
