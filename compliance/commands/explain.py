"""`pitboss explain`: one requirement in full."""

from __future__ import annotations

from typing import Annotated

import typer

from compliance.commands.exits import OK, USAGE, Stop, print_text
from compliance.commands.files import Reader
from compliance.commands.inputs import load_catalog, read_day
from compliance.commands.options import AsOf, CatalogFiles
from compliance.commands.overwriting import refuse_to_replace
from compliance.law.cases import cases_of
from compliance.reports.explanation import explained


def explain(
    requirement: Annotated[str, typer.Argument(metavar="ID", help="A requirement, such as california.bank-turn.")],
    as_of: AsOf = None,
    all_examples: Annotated[bool, typer.Option("--all-examples", help="Show every example, not three.")] = False,
    catalog: CatalogFiles = None,
) -> int:
    """Tell all about one requirement: what it asks, its history with each citation, examples, the remedy."""
    day = read_day(as_of)
    refuse_to_replace([], catalog or [])
    law = load_catalog(catalog or [], Reader())
    found = law.requirements.get(requirement)
    if found is None and requirement in law.withdrawn:
        print_text([f"{requirement} was withdrawn: {law.withdrawn[requirement]}.\n"])
        return OK
    if found is None:
        near = law.find_similar(requirement)
        hint = f" Did you mean {' or '.join(near)}?" if near else " `pitboss requirements` lists them all."
        raise Stop(f"there is no requirement {requirement}.{hint}", USAGE)
    try:
        cases = cases_of(found)
    except (ValueError, OSError) as wrong:
        raise Stop(f"the cases of {requirement} cannot be shown: {wrong}", USAGE) from None
    print_text([explained(found, cases, day, all_examples)], for_people=True)
    return OK
