"""`pitboss serve`: the workbench on this machine's files."""

from __future__ import annotations

import gc
import os
from typing import Annotated

import typer

from compliance.commands.config import find_config
from compliance.commands.exits import OK, UNDECIDED, USAGE, Stop, complain, print_text
from compliance.commands.files import Reader
from compliance.commands.inputs import catalog_paths, load_catalog
from compliance.commands.options import CatalogFiles
from compliance.documents.paths import DECISIONS
from compliance.editor.file_names import validate_name
from compliance.editor.refusal import RefusedRequest
from compliance.workbench.folder import Folder
from compliance.workbench.server import Workbench, WorkbenchServer
from compliance.workbench.worker import Worker, WorkerSettings


def serve(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="Whose documents are worked on.")] = ".",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Where to listen on 127.0.0.1. Default: any free port.")
    ] = 0,
    catalog: CatalogFiles = None,
) -> int:
    """Open the workbench in a browser, on the documents of a folder. Nothing leaves this machine."""
    if not os.path.isdir(folder):
        raise Stop(f"{folder}: there is no such folder; serve works on the documents of one.", USAGE)
    gc.enable()  # this command does not end after a moment
    workbench = Workbench(Folder(folder), Worker(_setting(folder, catalog or [])))
    if "/" not in workbench.page:
        raise Stop("the page of the workbench is missing from this installation.", UNDECIDED)
    try:
        server = WorkbenchServer(workbench, port, announce=_announce)
    except OSError as error:
        raise Stop(f"--port {port}: cannot listen there: {error.strerror or error}.", USAGE) from None
    try:
        lines = [f"Open {server.address}", f"The workbench works on {workbench.folder}; Ctrl-C ends it."]
        print_text([f"{line}\n" for line in lines], for_people=True)
        server.serve_forever()
    except KeyboardInterrupt:
        return OK
    finally:
        server.server_close()
        workbench.close()
    return OK


def _announce(address: str) -> None:
    """An address opens one page: the next window needs another."""
    print_text([f"For another window, open {address}\n"], for_people=True)


# What answers calls, in a process of its own.
_PROCESS = "compliance.commands.workbench_process"


def _setting(folder: str, catalog: list[str]) -> WorkerSettings:
    """What the configuration of the folder sets, as far as it is of use here; the law is read once to see it whole."""
    config = find_config(folder)
    catalogs = catalog_paths(catalog or config.catalogues)
    load_catalog(catalogs, Reader())
    decisions = DECISIONS
    if config.decisions:
        try:
            inside = os.path.relpath(os.path.realpath(config.decisions), os.path.realpath(folder))
            decisions = validate_name(inside.replace(os.sep, "/"))
        except (RefusedRequest, ValueError):
            complain(f"{config.decisions} is not in {folder}: the workbench keeps decisions in {DECISIONS} there.")
    if config.baseline:
        complain(f"{config.baseline}: the workbench shows every failure, those of the baseline too.")
    return WorkerSettings(_PROCESS, decisions, [os.path.abspath(path) for path in catalogs])
