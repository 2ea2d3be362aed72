"""`pitboss requirements`: the catalog on a day as a table, what changed in law between two days, and what proposed law
would do to documents."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from compliance.authoring.case_runs import run_cases
from compliance.commands.exits import FAILED, OK, USAGE, Stop, print_text
from compliance.commands.files import Reader
from compliance.commands.inputs import (
    catalog_paths,
    find_documents,
    find_here,
    find_proposals,
    load_catalog,
    read_day,
)
from compliance.commands.options import AsOf, CatalogFiles
from compliance.commands.overwriting import refuse_to_replace
from compliance.commands.runs import check_files
from compliance.law.catalog import Catalog
from compliance.reports.effect import format_effects
from compliance.reports.requirement_list import difference, render_requirements
from compliance.reports.sentences import number


def requirements(
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="PATH...", help="With --effect: documents, or folders of them.")
    ] = None,
    as_of: AsOf = None,
    jurisdiction: Annotated[
        str | None, typer.Option("--jurisdiction", metavar="STATE", help="Only those of one jurisdiction.")
    ] = None,
    diff: Annotated[
        tuple[str, str] | None, typer.Option("--diff", metavar="A B", help="What changed in law between two days.")
    ] = None,
    effect: Annotated[
        str | None,
        typer.Option("--effect", metavar="NAME", help="Which documents at PATH proposed law would fail."),
    ] = None,
    cases: Annotated[
        bool, typer.Option("--cases", help="Run the cases of the catalogs given, and exit 1 where one is wrong.")
    ] = False,
    long: Annotated[bool, typer.Option("--long", help="With what each asks, and the law behind it.")] = False,
    format: Annotated[Literal["terminal", "json"], typer.Option("--format", help="terminal or json.")] = "terminal",
    catalog: CatalogFiles = None,
) -> int:
    """List the requirements in force on a day, what changed between two days, or what proposed law would do."""
    as_json = format == "json"
    if effect is not None:
        return _tell_effect(effect, paths or [], as_of, as_json, catalog or [])
    if cases:
        return _tell_cases(catalog or [])
    if paths:
        raise Stop("documents are named for --effect NAME only; `pitboss check` checks them.", USAGE)
    first, *second = [read_day(day, "--diff" if diff else "--as-of") for day in diff or (as_of,)]
    refuse_to_replace([], catalog or [])
    law = load_catalog(catalog or [], Reader())
    shown = (
        difference(law, first, second[0], jurisdiction, as_json)
        if second
        else render_requirements(law, first, jurisdiction, as_json, long)
    )
    print_text([shown], for_people=not as_json)
    return OK


def _tell_effect(name: str, paths: list[str], as_of: str | None, as_json: bool, catalogs: list[str]) -> int:
    """Print which documents a proposal would make fail, on which lines."""
    reader = Reader()
    refuse_to_replace([], catalogs)
    law = load_catalog(catalogs, reader)
    [proposal] = find_proposals(law, [name])
    found = find_documents(paths) if paths else find_here()
    alone = Catalog(proposal.requirements, jurisdictions=law.jurisdictions.values())
    results = check_files(found, read_day(as_of), alone, reader, jobs=None)
    print_text([format_effects(proposal, results, as_json)], for_people=not as_json)
    return OK


def _tell_cases(catalogs: list[str]) -> int:
    """Run the cases of a user's catalogs, and print those that do not give their answer."""
    paths = catalog_paths(catalogs)
    law = load_catalog(catalogs, Reader())
    own = [one for one in law if one.file in paths]
    if not own:
        raise Stop(
            "--cases runs the cases of catalogs that are given with --catalog PATH; none has a requirement.", USAGE
        )
    count, wrong = 0, []
    for requirement in own:
        try:
            total, faults = run_cases(requirement, law)
        except (ValueError, OSError) as problem:
            raise Stop(f"the cases of {requirement.id} cannot be run: {problem}", USAGE) from None
        count += total
        wrong += [
            f"{requirement.id}: {one.case.expect}: {one.case.name} ({one.case.on}): {one.message}\n" for one in faults
        ]
    summary = f"{number(count, 'case')} of {number(len(own), 'requirement')}; {len(wrong) or 'none'} wrong\n"
    print_text([*wrong, summary], for_people=True)
    return FAILED if wrong else OK
