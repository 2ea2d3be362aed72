"""`pitboss odds`: what every wager of a document really pays."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Final

import typer

from compliance.commands.exhibit_formats import Format, render_exhibit_format
from compliance.commands.exits import (
    FAILED,
    NOTHING_FOUND,
    OK,
    UNDECIDED,
    USAGE,
    Stop,
    complain,
    is_terminal,
    print_text,
)
from compliance.commands.files import Reader
from compliance.commands.inputs import find_documents, read_day
from compliance.commands.options import PaperSize
from compliance.commands.outputs import STANDARD_OUTPUT, write
from compliance.commands.overwriting import refuse_to_replace
from compliance.documents.loader import load_document
from compliance.odds.budget import Effort
from compliance.odds.documents import odds_of
from compliance.odds.order import good_order
from compliance.reports.odds_exhibit import Exhibit, build_odds_pieces
from compliance.reports.odds_json import odds_to_json
from compliance.reports.text import inert, plain, shorten_to

_EXHIBITS: Final = ("markdown", "json", "html", "pdf")
_DATED: Final = ("html", "pdf")


def odds(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Games, or folders of them.")],
    format: Annotated[Format, typer.Option("--format", help="How odds are written.")] = "terminal",
    output: Annotated[str | None, typer.Option("--output", metavar="FILE", help="Write to a file.")] = None,
    wager: Annotated[
        list[str] | None, typer.Option("--wager", metavar="ID", help="Only this wager. May be repeated.")
    ] = None,
    decks: Annotated[
        list[int] | None, typer.Option("--decks", metavar="N", min=1, help="Only with N decks. May be repeated.")
    ] = None,
    effort: Annotated[
        int, typer.Option("--effort", metavar="N", min=1, help="Spend N times the usual work on each count.")
    ] = 1,
    day: Annotated[
        str | None, typer.Option("--as-of", metavar="DATE", help="The day printed on the exhibit. Default: today.")
    ] = None,
    paper: PaperSize = "letter",
) -> int:
    """Count what every wager of a game really pays: hit rates and house edges, exactly."""
    target = None if output == STANDARD_OUTPUT else output
    refuse_to_replace([target] if target else [], paths)
    printed = read_day(day)
    unread: list[str] = []
    dated = str(printed) if day or format in _DATED else ""
    exhibits = [
        replace(one, day=dated, wagers=wager or (), decks=decks or ())
        for one in _count_all(find_documents(paths), effort, format in _EXHIBITS, unread)
    ]
    if not exhibits and not unread:
        raise Stop("there is no game among these files; odds are those of games.", NOTHING_FOUND)
    _refuse_unknown_wagers(exhibits, wager or [])
    made: Iterable[str] | bytes
    if format == "json":
        made = [odds_to_json(exhibits)]
    else:
        title = exhibits[0].report.title if len(exhibits) == 1 else f"{len(exhibits)} games"
        made = render_exhibit_format(f"Odds: {title}", map(build_odds_pieces, exhibits), format, printed, paper)
    if target is not None:
        write(target, made)
    else:
        print_text(made, for_people=format == "terminal")
    for words in unread:
        complain(words)
    if unread:
        return UNDECIDED
    return FAILED if any(answer.status == "fail" for exhibit in exhibits for answer in exhibit.answers) else OK


def _refuse_unknown_wagers(exhibits: Sequence[Exhibit], wagers: Sequence[str]) -> None:
    names = {name for exhibit in exhibits for name in exhibit.wager_names()}
    for wager in wagers:
        if names and wager not in names:
            raise Stop(f"--wager {wager}: no game has such a wager; there are {', '.join(sorted(names))}.", USAGE)


def _count_all(paths: Sequence[str], effort: int, twice: bool, unread: list[str]) -> Iterator[Exhibit]:
    """The odds of every game; what cannot be read is told in `unread`."""
    reader = Reader()
    for path in paths:
        try:
            loaded = load_document(path, reader.read(path))
        except OSError as error:
            unread.append(f"{path}: cannot be read: {error.strerror or error}.")
            continue
        tree = loaded.source.tree
        if loaded.problems or not isinstance(tree, dict):
            unread.append(f"{path}: cannot be read; `pitboss check` says why.")
        elif tree.get("document") == "game":
            with_progress = _show_progress(Effort(effort), str(tree.get("title", path)))
            report = odds_of(tree, with_progress, twice)
            yield Exhibit(path, report, good_order(tree, report), tree, loaded.sha256, counted_twice=twice)
    _clear_progress()


def _show_progress(effort: Effort, title: str) -> Effort:
    """The same effort, and how far it is on a terminal."""
    if effort.times == 1 or not is_terminal(sys.stderr):
        return effort
    name = inert(plain(shorten_to(title, 40)))

    def report(done: int, allowed: int) -> None:
        sys.stderr.write(f"\r{name}: {done // 1000:,} of at most {allowed // 1000:,} thousand steps\x1b[K")
        sys.stderr.flush()

    return effort._replace(progress=report)


def _clear_progress() -> None:
    if is_terminal(sys.stderr):
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
