"""`pitboss diff`: what changed in meaning between two states of documents, and which answers that changes."""

from __future__ import annotations

import os
from datetime import date
from typing import Annotated, Final, Literal

import typer

from compliance.commands.config import resolve_settings
from compliance.commands.exits import FAILED, OK, UNDECIDED, USAGE, Stop, print_text
from compliance.commands.files import Reader
from compliance.commands.inputs import catalog_paths, load_catalog, read_day
from compliance.commands.options import AsOf, CatalogFiles
from compliance.commands.sides import DocumentSide, read_revision, read_side
from compliance.comparison.document_comparison import ChangedAnswer, Comparison, Files, compare_files
from compliance.engine.checking import check
from compliance.engine.finding_comparison import compare_findings, describe_answers
from compliance.reports.changes import RENDERERS

# What git gives a diff driver: the path, then file, hash and mode of either side.
_DRIVEN: Final = 7
_NOTHING: Final = "/dev/null"


def diff(
    sides: Annotated[
        list[str] | None,
        typer.Argument(metavar="OLD NEW", help="Two files or folders; either may be REV:path. With --git: paths."),
    ] = None,
    git: Annotated[
        str | None, typer.Option("--git", metavar="REV", help="Compare what is on disk with a revision of git.")
    ] = None,
    format: Annotated[
        Literal["terminal", "markdown", "json"], typer.Option("--format", help="How changes are written.")
    ] = "terminal",
    answers: Annotated[
        bool, typer.Option("--answers/--no-answers", help="Tell which answers were gained and lost.")
    ] = True,
    exit_code: Annotated[bool, typer.Option("--exit-code", help="Exit 1 when the meaning changed.")] = False,
    driver: Annotated[
        bool, typer.Option("--driver", help="Be a diff driver of git: takes the seven arguments that git gives one.")
    ] = False,
    as_of: AsOf = None,
    catalog: CatalogFiles = None,
) -> int:
    """Tell what changed in meaning: not in spelling, order or comments."""
    settings = resolve_settings(sides or [], as_of, catalog or [])
    day = read_day(settings.as_of)
    kept = {os.path.basename(name) for name in (settings.config.decisions, settings.config.baseline)}
    named = settings.paths if git is not None else sides or []
    pairs = [_remove_record(kept, pair) for pair in _pairs(named, git, driver)]
    old = {name: file for before, _ in pairs for name, file in before.documents.items()}
    new = {name: file for _, after in pairs for name, file in after.documents.items()}
    comparison = Comparison(compare_files(old, new))
    if answers and not driver and comparison.is_readable and comparison.has_changes:
        gained, lost = _answers(old, new, day, settings.catalog)
        comparison = comparison._replace(gained=gained, lost=lost)
    print_text(RENDERERS[format](comparison), for_people=format == "terminal")
    if not comparison.is_readable:
        return UNDECIDED
    return FAILED if exit_code and comparison.has_changes else OK


def _pairs(sides: list[str], git: str | None, driver: bool) -> list[tuple[DocumentSide, DocumentSide]]:
    if driver:
        if len(sides) < _DRIVEN:
            raise Stop(f"--driver: git gives {_DRIVEN} arguments; here are {len(sides)}.", USAGE)
        nothing = DocumentSide({}, single=True)
        old, new = (nothing if path == _NOTHING else read_side(path) for path in (sides[1], sides[4]))
        return [(_rename_side(sides[0], old), _rename_side(sides[0], new))]
    if git is not None:
        return [(read_revision(git, path), _on_disk(path)) for path in sides or ["."]]
    if len(sides) != 2:
        raise Stop("expected two sides, OLD and NEW, or --git REV with the paths to look at.", USAGE)
    old, new = read_side(sides[0]), read_side(sides[1])
    if old.single != new.single:
        raise Stop(f"{sides[0]} and {sides[1]}: expected two files or two folders, not one of each.", USAGE)
    # Two files are two states of one document, whatever they are called.
    name = next(iter(new.documents), "") if new.single else ""
    return [(_rename_side(name, old), new) if name else (old, new)]


def _remove_record(kept: set[str], pair: tuple[DocumentSide, DocumentSide]) -> tuple[DocumentSide, DocumentSide]:
    """Two folders without what a room keeps of decisions, under whatever name."""
    old, new = (
        side
        if side.single
        else side._replace(documents={n: file for n, file in side.documents.items() if os.path.basename(n) not in kept})
        for side in pair
    )
    return old, new


def _on_disk(path: str) -> DocumentSide:
    return read_side(path) if os.path.exists(path) else DocumentSide({}, single=True)


def _rename_side(name: str, side: DocumentSide) -> DocumentSide:
    """A side of one document, under another name."""
    return side._replace(documents=dict(zip([name], side.documents.values(), strict=False)))


def _answers(
    old: Files, new: Files, day: date, catalog: list[str]
) -> tuple[tuple[ChangedAnswer, ...], tuple[ChangedAnswer, ...]]:
    """Which answers only one of the two states gives."""
    law = load_catalog(catalog_paths(catalog), Reader())
    keep = frozenset(("fail", "review", "error"))
    runs = [check([(path, data or b"") for path, data in side.values()], day, law, keep) for side in (old, new)]
    gained, lost = compare_findings(runs[0], runs[1], old, new)
    return describe_answers(gained), describe_answers(lost)
