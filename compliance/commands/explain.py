"""`pitboss explain`: one requirement in full."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from compliance.commands.ending import OK, USAGE, Stop, put_out
from compliance.commands.inputs import load_catalogue, read_day
from compliance.commands.options import AsOf, CatalogueFiles, Command


def explain(
    requirement: Annotated[str, typer.Argument(metavar="ID", help="A requirement, such as california.bank-turn.")],
    as_of: AsOf = None,
    all_examples: Annotated[bool, typer.Option("--all-examples", help="Show every example, not three.")] = False,
    catalogue: CatalogueFiles = None,
) -> Command:
    """Tell all about one requirement: what it asks, its history with each citation, examples, the remedy."""
    return partial(run, requirement, as_of, all_examples, catalogue or [])


def run(requirement: str, as_of: str | None, all_examples: bool, catalogues: list[str]) -> int:
    """Print all about a requirement, or stop and name those that may have been meant."""
    from compliance.commands.files import Reader
    from compliance.commands.guarding import refuse_to_replace
    from compliance.law.cases import cases_of
    from compliance.reports.explained import explained

    day = read_day(as_of)
    refuse_to_replace([], catalogues)
    law = load_catalogue(catalogues, Reader())
    found = law.requirements.get(requirement)
    if found is None and requirement in law.withdrawn:
        put_out([f"{requirement} was withdrawn: {law.withdrawn[requirement]}.\n"])
        return OK
    if found is None:
        near = law.near(requirement)
        hint = f" Did you mean {' or '.join(near)}?" if near else " `pitboss requirements` lists them all."
        raise Stop(f"there is no requirement {requirement}.{hint}", USAGE)
    try:
        cases = cases_of(found)
    except (ValueError, OSError) as wrong:
        raise Stop(f"the cases of {requirement} cannot be shown: {wrong}", USAGE) from None
    put_out([explained(found, cases, day, all_examples)], for_people=True)
    return OK
