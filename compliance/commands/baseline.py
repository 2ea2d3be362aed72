"""`pitboss baseline`: write down the failures that are there, so that a gate fails on new ones only."""

from __future__ import annotations

import os
import sys
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from compliance.commands.decide import By, Reason, Role, Until
from compliance.commands.exits import OK, USAGE, Stop, print_text
from compliance.commands.inputs import catalog_paths, load_catalog, read_day
from compliance.commands.options import AsOf, CatalogFiles, Command
from compliance.documents.paths import BASELINE

if TYPE_CHECKING:
    from compliance.gate.decisions import Signature


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
) -> Command:
    """Write down the failures that are known, for `check --baseline`, with who answers for them and until when."""
    signer = (reason, by, role, until)
    return partial(run, paths or [], output, signer, prune, as_of, catalog or [])


Signer = tuple[str | None, str | None, str | None, str | None]


def run(paths: list[str], file: str | None, signer: Signer, prune: bool, as_of: str | None, catalog: list[str]) -> int:
    """Write the baseline, whole or not at all."""
    from compliance.commands.config import resolve_settings
    from compliance.commands.decision_files import documents_of
    from compliance.commands.files import Reader
    from compliance.commands.outputs import write
    from compliance.commands.overwriting import refuse_to_replace
    from compliance.commands.runs import load_again
    from compliance.commands.runs import run as run_all
    from compliance.gate.baseline import Baseline, UnusableBaseline, collect_failures, read_baseline, render_baseline
    from compliance.gate.points import PointFinder

    settings = resolve_settings(paths, as_of, catalog)
    output, day = file or settings.config.baseline or BASELINE, read_day(settings.as_of)
    found = documents_of(settings, output)
    refuse_to_replace([output], found)
    if os.path.exists(output) != prune:
        told = (
            "there is none yet to prune." if prune else "it is there already; --prune shrinks it, or remove it first."
        )
        raise Stop(f"{output}: {told}", USAGE)
    reader = Reader()
    law = load_catalog(catalog_paths(settings.catalog), reader)
    signature = None if prune else _sign(signer, day)
    results = run_all(found, day, law, frozenset(("fail", "error")), 1, False, reader)
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


def _sign(signer: Signer, day: date) -> Signature:
    """Who answers for the baseline: as the command line says, or asked for on a terminal."""
    from compliance.commands.prompts import ask_signature
    from compliance.gate.decisions import InvalidSignature, Signature

    reason, by, role, until = signer
    if None in signer and sys.stdin is not None and sys.stdin.isatty():
        return ask_signature(reason, by, role, until, day)
    if None in signer:
        raise Stop("without a terminal give --reason, --by, --role and --until: somebody answers for it.", USAGE)
    try:
        return Signature(reason or "", by or "", role or "", day, read_day(until, "--until")).validate()
    except InvalidSignature as problem:
        raise Stop(f"--{problem.part}: {problem}.", USAGE) from None
