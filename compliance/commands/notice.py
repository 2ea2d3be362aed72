"""`pitboss notice`: the table card of one option. One that fails a requirement is not printed, or only as a draft."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Annotated, Final, Literal

import typer

from compliance.commands import files, runs
from compliance.commands.exits import FAILED, OK, UNDECIDED, USAGE, Stop, complain, print_text
from compliance.commands.files import Reader
from compliance.commands.inputs import load_catalog, read_day
from compliance.commands.options import AsOf, CatalogFiles, PaperSize
from compliance.commands.outputs import STANDARD_OUTPUT, write
from compliance.commands.overwriting import refuse_to_replace
from compliance.documents.loader import LoadedDocument, load_document
from compliance.law.catalog import Catalog
from compliance.law.levels import Level
from compliance.reports.table_card import NoCard, TableCard, make_card

_CODES: Final = {"asked": USAGE, "failed": FAILED, "undecided": UNDECIDED}


def notice(
    schedule: Annotated[str, typer.Argument(metavar="SCHEDULE", help="A collection schedule; - reads standard input.")],
    option: Annotated[
        str | None,
        typer.Option("--option", metavar="N", help="The option that the table uses, as the schedule calls it."),
    ] = None,
    game: Annotated[
        str, typer.Option("--game", metavar="ID", help="Only one of the games that the schedule covers.")
    ] = "",
    beside: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="PATH", help="Documents that speak for the schedule: general terms, games."),
    ] = None,
    format: Annotated[Literal["pdf", "html"], typer.Option("--format", help="pdf or html.")] = "pdf",
    output: Annotated[str | None, typer.Option("--output", metavar="FILE", help="Write to a file.")] = None,
    draft: Annotated[bool, typer.Option("--draft", help="Print it whatever fails, marked as a draft.")] = False,
    fail_on: Annotated[
        Level, typer.Option("--fail-on", help="Refuse for failures of this level and above.")
    ] = "warning",
    as_of: AsOf = None,
    paper: PaperSize = "letter",
    catalog: CatalogFiles = None,
) -> int:
    """Make the table card of one option: the fees that stand in view of every table."""
    target = None if output == STANDARD_OUTPUT else output
    refuse_to_replace([target] if target else [], [schedule, *(beside or ()), *(catalog or ())])
    reader, card = Reader(), TableCard(option, game, draft, fail_on, format, paper)
    law = load_catalog(catalog or [], reader)
    made, told = _make(card, schedule, beside or [], read_day(as_of), law, reader)
    if target is not None:
        write(target, made)
    else:
        print_text(made)
    if told:
        complain(told)
    return OK


def _make(
    card: TableCard, schedule: str, beside: Sequence[str], day: date, catalog: Catalog, reader: Reader
) -> tuple[Iterable[str] | bytes, str]:
    """The card, and what the user should know besides. Raises Stop when there is none to make."""
    if os.path.isdir(schedule):
        raise Stop(f"{schedule} is a folder; name one schedule.", USAGE)
    try:
        paths = files.remove_repeats([*files.find([schedule]), *files.find(beside)])
    except files.MissingPath as missing:
        raise Stop(f"{missing}: there is no such file or folder.", USAGE) from None
    found = runs.check_files(paths, day, catalog, reader)
    loaded, *others = (_load_document(path, reader) for path in paths)
    try:
        return make_card(card, loaded, others, found)
    except NoCard as none:
        mend = "Mend the schedule, name the general terms with --with, or add --draft to print it marked as a draft."
        message = f"--{none.about}: {none}" if none.about else str(none)
        raise Stop(message, _CODES[none.why], [*none.more, mend] if none.more else ()) from None


def _load_document(path: str, reader: Reader) -> LoadedDocument:
    try:
        return runs.load_again(path, reader)
    except OSError:
        return load_document(path, b"")  # the run has found why it cannot be opened
