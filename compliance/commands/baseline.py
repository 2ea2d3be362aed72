"""`pitboss baseline`: write down the failures that are there, so that a gate fails on new ones only."""

from __future__ import annotations

import os
from functools import partial
from typing import Annotated

import typer

from compliance.commands.ending import OK, USAGE, Stop, put_out
from compliance.commands.inputs import catalogue_paths, load_catalogue, read_day
from compliance.commands.options import AsOf, CatalogueFiles, Command
from compliance.documents.paths import BASELINE


def baseline(
    paths: Annotated[list[str] | None, typer.Argument(metavar="PATH...", help="Documents, or folders of them.")] = None,
    output: Annotated[str | None, typer.Option("--output", metavar="FILE", help=f"The baseline: {BASELINE}.")] = None,
    prune: Annotated[bool, typer.Option("--prune", help="Take out what is fixed; never add.")] = False,
    as_of: AsOf = None,
    catalogue: CatalogueFiles = None,
) -> Command:
    """Write down the failures that are known, for `check --baseline`."""
    return partial(run, paths or [], output, prune, as_of, catalogue or [])


def run(paths: list[str], file: str | None, prune: bool, as_of: str | None, catalogue: list[str]) -> int:
    """Write the baseline, whole or not at all."""
    from compliance.commands.config import settled
    from compliance.commands.deciding import documents_of
    from compliance.commands.files import Reader
    from compliance.commands.guarding import refuse_to_replace
    from compliance.commands.outputs import write
    from compliance.commands.running import load_again
    from compliance.commands.running import run as run_all
    from compliance.decisions.applying import Looker
    from compliance.decisions.baseline import Unusable, failures, read_baseline, written

    settings = settled(paths, as_of, catalogue)
    output = file or settings.config.baseline or BASELINE
    found = documents_of(settings, output)
    refuse_to_replace([output], found)
    if os.path.exists(output) != prune:
        told = (
            "there is none yet to prune." if prune else "it is there already; --prune shrinks it, or remove it first."
        )
        raise Stop(f"{output}: {told}", USAGE)
    reader = Reader()
    law = load_catalogue(catalogue_paths(settings.catalogue), reader)
    results = run_all(found, read_day(settings.as_of), law, frozenset(("fail", "error")), 1, False, reader)
    looker = Looker(lambda: (load_again(path, reader) for path in found), results.findings)
    known = failures(results.findings, looker)
    before = len(known)
    if prune:
        try:
            older = read_baseline(Reader().read(output))
        except Unusable as problem:
            raise Stop(f"{output}: cannot be used: {problem}.", USAGE) from None
        before, known = len(older), known & older
    text = written(known)
    try:
        read_baseline(text.encode())
    except Unusable as problem:
        why = f"not written, for it could not be read: {problem}. Make one for each folder"
        raise Stop(f"{output}: {why}.", USAGE) from None
    write(output, [text])
    gone = f", {before - len(known)} taken out" if prune else ""
    put_out([f"{output}: {len(known)} known failure{'s' * (len(known) != 1)}{gone}.\n"], for_people=True)
    return OK
