"""`pitboss site`: the workbench as a folder for a web host."""

from __future__ import annotations

import os
import shlex
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

import typer

from compliance.commands.exits import OK, UNDECIDED, USAGE, Stop, tell
from compliance.workbench.runtime import NotTheRuntime, list_downloads
from compliance.workbench.site import site_files

_MARK: Final = "service.js"  # what every site has, and nothing else is likely to


def site(
    out: Annotated[str, typer.Argument(metavar="OUT", help="The folder to write; an earlier site there is replaced.")],
    runtime: Annotated[
        str | None,
        typer.Option("--runtime", metavar="FOLDER", help="Where the files lie that run Python in a browser."),
    ] = None,
) -> int:
    """Write the workbench as a static folder: any web host can serve it, and it checks in the reader's browser."""
    if runtime is None:
        raise Stop(
            "a site needs the files that run Python in a browser: add --runtime FOLDER.",
            USAGE,
            _list_downloads("FOLDER"),
        )
    _refuse_to_replace(out)
    try:
        made = site_files(Path(runtime))
    except NotTheRuntime as wrong:
        raise Stop(
            f"{runtime} has not what runs Python in a browser: {wrong}.", USAGE, _list_downloads(runtime)
        ) from None
    try:
        _write(Path(out), made)
    except OSError as error:
        raise Stop(f"{out}: cannot be written: {error.strerror or error}.", UNDECIDED) from None
    size = sum(len(data) for data in made.values())
    tell([f"{out}: {len(made)} files, {size / 1_000_000:.1f} MB. Serve it over HTTPS; docs/workbench.md says how."])
    return OK


def _list_downloads(folder: str) -> list[str]:
    return ["Fetch them once, and run the command again:", *(f"  {shlex.join(one)}" for one in list_downloads(folder))]


def _refuse_to_replace(out: str) -> None:
    """Only a new folder, an empty one, or an earlier site."""
    if not os.path.lexists(out):
        return
    if not os.path.isdir(out):
        raise Stop(f"{out} is a file; a site is a folder.", USAGE, ["Name a folder that is new or empty."])
    if os.listdir(out) and not os.path.exists(os.path.join(out, _MARK)):
        raise Stop(f"{out} holds other files; nothing was written.", USAGE, ["Name a folder that is new or empty."])


def _write(out: Path, made: dict[str, bytes]) -> None:
    """Beside its place first, so that no reader ever finds half a site."""
    target = Path(os.path.realpath(out))
    target.parent.mkdir(parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        for name, data in made.items():
            path = part / "new" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        with suppress(FileNotFoundError):
            target.rename(part / "old")
        try:
            (part / "new").rename(target)
        except OSError:
            with suppress(FileNotFoundError):
                (part / "old").rename(target)
            raise
    finally:
        shutil.rmtree(part, ignore_errors=True)
