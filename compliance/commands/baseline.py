"""`pitboss baseline`: write down the failures that are there, so that a gate fails on new ones only."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from compliance.commands.config import resolve_settings
from compliance.commands.decide import By, Reason, Role, Until
from compliance.commands.decision_files import documents_of
from compliance.commands.exits import OK, USAGE, Stop, print_text
from compliance.commands.files import Reader
from compliance.commands.inputs import catalog_paths, load_catalog, read_day
from compliance.commands.options import AsOf, CatalogFiles
from compliance.commands.outputs import write
from compliance.commands.overwriting import refuse_to_replace
from compliance.commands.prompts import sign
from compliance.commands.runs import check_files, load_again
from compliance.documents.paths import BASELINE
from compliance.gate.baseline import Baseline, UnusableBaseline, collect_failures, read_baseline, render_baseline
from compliance.gate.points import PointFinder


def baseline(
    paths: Annotated[list[str] | None, typer.Argument(metavar="PATH...", help="Documents, or folders of them.")] = None,
    output: Annotated[str | None, typer.Option("--output", metavar="FILE", help=f"The baseline: {BASELINE}.")] = None,
    reason: Reason = None,
    by: By = None,
    role: Role = None,
    until: Until = None,
    prune: Annotated[bool, typer.Option("--prune", help="Take out what is fixed; never add.")] = False,
    as_of: AsOf = None,
    catalog: CatalogFiles = None,
) -> int:
    """Write down the failures that are known, for `check --baseline`, with who answers for them and until when."""
    settings = resolve_settings(paths or [], as_of, catalog or [])
    output, day = output or settings.config.baseline or BASELINE, read_day(settings.as_of)
    found = documents_of(settings, output)
    refuse_to_replace([output], found)
    if os.path.exists(output) != prune:
        told = (
            "there is none yet to prune." if prune else "it is there already; --prune shrinks it, or remove it first."
        )
        raise Stop(f"{output}: {told}", USAGE)
    reader = Reader()
    law = load_catalog(catalog_paths(settings.catalog), reader)
    signature = None if prune else sign(reason, by, role, until, day)
    results = check_files(found, day, law, reader, frozenset(("fail", "error")))
    finder = PointFinder(lambda: (load_again(path, reader) for path in found), results.findings)
    known = collect_failures(results.findings, finder)
    before = len(known)
    try:
        if signature is None:
            older = read_baseline(Reader().read(output))
            before, known, signature = len(older.known), known & older.known, older.signature
        text = render_baseline(Baseline(signature, known))
    except UnusableBaseline as problem:
        raise Stop(f"{output}: cannot be used: {problem}.", USAGE) from None
    try:
        read_baseline(text.encode())
    except UnusableBaseline as problem:
        why = f"not written, for it could not be read: {problem}. Make one for each folder"
        raise Stop(f"{output}: {why}.", USAGE) from None
    write(output, [text])
    gone = f", {before - len(known)} taken out" if prune else ""
    print_text([f"{output}: {len(known)} known failure{'s' * (len(known) != 1)}{gone}.\n"], for_people=True)
    return OK
