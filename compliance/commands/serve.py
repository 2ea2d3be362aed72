"""`pitboss serve`: the workbench on this machine's files."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from compliance.commands.ending import OK, UNDECIDED, USAGE, Stop, complain, put_out
from compliance.commands.inputs import catalogue_paths, load_catalogue
from compliance.commands.options import CatalogueFiles, Command

if TYPE_CHECKING:
    from compliance.desk.worker import Setting


def serve(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="Whose documents are worked on.")] = ".",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Where to listen on 127.0.0.1. Default: any free port.")
    ] = 0,
    catalogue: CatalogueFiles = None,
) -> Command:
    """Open the workbench in a browser, on the documents of a folder. Nothing leaves this machine."""
    return partial(run, folder, port, catalogue or [])


def run(folder: str, port: int, catalogue: list[str]) -> int:
    """Serve until Ctrl-C."""
    import gc

    from compliance.desk.folder import Folder
    from compliance.desk.serving import Desk, Server
    from compliance.desk.worker import Worker

    if not os.path.isdir(folder):
        raise Stop(f"{folder}: there is no such folder; serve works on the documents of one.", USAGE)
    gc.enable()  # this command does not end after a moment
    desk = Desk(Folder(folder), Worker(_setting(folder, catalogue)))
    if "/" not in desk.page:
        raise Stop("the page of the workbench is missing from this installation.", UNDECIDED)
    try:
        server = Server(desk, port)
    except OSError as error:
        raise Stop(f"--port {port}: cannot listen there: {error.strerror or error}.", USAGE) from None
    try:
        lines = [f"Open {server.address}", f"The workbench works on {desk.folder}; Ctrl-C ends it."]
        put_out([f"{line}\n" for line in lines], for_people=True)
        server.serve_forever()
    except KeyboardInterrupt:
        return OK
    finally:
        server.server_close()
        desk.close()
    return OK


def _setting(folder: str, catalogue: list[str]) -> Setting:
    """What the configuration of the folder sets, as far as it is of use here; the law is read once to see it whole."""
    from compliance.commands.config import find_config
    from compliance.commands.files import Reader
    from compliance.desk.names import checked_name
    from compliance.desk.refusing import Refused
    from compliance.desk.worker import Setting
    from compliance.documents.paths import DECISIONS

    config = find_config(folder)
    catalogues = catalogue_paths(catalogue or config.catalogues)
    load_catalogue(catalogues, Reader())
    decisions = DECISIONS
    if config.decisions:
        try:
            inside = os.path.relpath(os.path.realpath(config.decisions), os.path.realpath(folder))
            decisions = checked_name(inside.replace(os.sep, "/"))
        except (Refused, ValueError):
            complain(f"{config.decisions} is not in {folder}: the workbench keeps decisions in {DECISIONS} there.")
    if config.baseline:
        complain(f"{config.baseline}: the workbench shows every failure, those of the baseline too.")
    return Setting(decisions, [os.path.abspath(path) for path in catalogues])
