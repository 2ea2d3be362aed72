"""`pitboss odds`: what every wager of a document really pays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from compliance.commands.ending import NOTHING_FOUND, OK, UNDECIDED, Stop, complain, put_out
from compliance.commands.inputs import find
from compliance.commands.options import Command

if TYPE_CHECKING:
    from compliance.reports.odds import Shown


def odds(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Games, or folders of them.")],
    format: Annotated[
        Literal["terminal", "markdown", "json"], typer.Option("--format", help="How odds are written.")
    ] = "terminal",
) -> Command:
    """Count what every wager of a game really pays: hit rates and house edges, exactly."""
    return partial(run, paths, format)


def run(paths: list[str], format: str) -> int:
    """Count and print. Documents that cannot be read are told, and the rest is shown."""
    from compliance.reports.odds import FORMATS

    found = find(paths)
    unread: list[str] = []
    documents = list(_documents(found, unread))
    if not documents and not unread:
        raise Stop("there is no game among these files; odds are those of games.", NOTHING_FOUND)
    put_out([FORMATS[format](documents)], for_people=format == "terminal")
    for words in unread:
        complain(words)
    return UNDECIDED if unread else OK


def _documents(paths: Sequence[str], unread: list[str]) -> Iterator[Shown]:
    from compliance.commands.files import Reader
    from compliance.documents.reading import load
    from compliance.odds.documents import odds_of
    from compliance.odds.order import good_order
    from compliance.reports.odds import Shown

    reader = Reader()
    for path in paths:
        try:
            loaded = load(path, reader.read(path))
        except OSError as error:
            unread.append(f"{path}: cannot be read: {error.strerror or error}.")
            continue
        tree = loaded.source.tree
        if loaded.problems or not isinstance(tree, dict):
            unread.append(f"{path}: cannot be read; `pitboss check` says why.")
        elif tree.get("document") == "game":
            report = odds_of(tree)
            yield Shown(path, report, good_order(tree, report))
