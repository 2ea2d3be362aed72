"""`pitboss requirements`: the catalogue on a day as a table, and what changed in law between two days."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

import typer

from compliance.commands.ending import OK, put_out
from compliance.commands.inputs import load_catalogue, read_day
from compliance.commands.options import AsOf, CatalogueFiles, Command
from compliance.documents.kinds import Jurisdiction


def requirements(
    as_of: AsOf = None,
    jurisdiction: Annotated[
        Jurisdiction | None, typer.Option("--jurisdiction", help="Only those of one jurisdiction.")
    ] = None,
    diff: Annotated[
        tuple[str, str] | None, typer.Option("--diff", metavar="A B", help="What changed in law between two days.")
    ] = None,
    long: Annotated[bool, typer.Option("--long", help="With what each asks, and the law behind it.")] = False,
    format: Annotated[Literal["terminal", "json"], typer.Option("--format", help="terminal or json.")] = "terminal",
    catalogue: CatalogueFiles = None,
) -> Command:
    """List the requirements in force on a day, or what changed between two days."""
    return partial(run, as_of, jurisdiction, diff, format == "json", catalogue or [], long)


def run(
    as_of: str | None,
    place: str | None,
    diff: tuple[str, str] | None,
    as_json: bool,
    catalogues: list[str],
    long: bool,
) -> int:
    """Print the requirements of a day, or what changed between two."""
    from compliance.commands.files import Reader
    from compliance.commands.guarding import refuse_to_replace
    from compliance.reports.listed import difference, listed

    first, *second = [read_day(day, "--diff" if diff else "--as-of") for day in diff or (as_of,)]
    refuse_to_replace([], catalogues)
    law = load_catalogue(catalogues, Reader())
    shown = difference(law, first, second[0], place, as_json) if second else listed(law, first, place, as_json, long)
    put_out([shown], for_people=not as_json)
    return OK
