"""`pitboss odds`: what every wager of a document really pays."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

from compliance.commands.exhibit_formats import Format
from compliance.commands.exits import FAILED, NOTHING_FOUND, OK, UNDECIDED, USAGE, Stop, complain, print_text
from compliance.commands.inputs import find_documents, read_day
from compliance.commands.options import Command, Paper, PaperSize
from compliance.commands.outputs import STANDARD_OUTPUT, write
from compliance.commands.overwriting import refuse_to_replace

if TYPE_CHECKING:
    from compliance.odds.budget import Effort
    from compliance.reports.odds_exhibit import Exhibit

_EXHIBITS: Final = ("markdown", "json", "html", "pdf")
_DATED: Final = ("html", "pdf")


class OddsRequest(NamedTuple):
    """What is asked of `pitboss odds`."""

    paths: list[str]
    format: Format
    wagers: tuple[str, ...]
    decks: tuple[int, ...]
    effort: int
    day: str | None
    paper: Paper


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
) -> Command:
    """Count what every wager of a game really pays: hit rates and house edges, exactly."""
    request = OddsRequest(paths, format, tuple(wager or ()), tuple(decks or ()), effort, day, paper)
    return partial(run, request, None if output == STANDARD_OUTPUT else output)


def run(request: OddsRequest, output: str | None) -> int:
    """Count and print. Documents that cannot be read are reported, and the rest is shown."""
    refuse_to_replace([output] if output else [], request.paths)
    day = read_day(request.day)
    unread: list[str] = []
    exhibits = list(_exhibits(find_documents(request.paths), request, unread))
    if not exhibits and not unread:
        raise Stop("there is no game among these files; odds are those of games.", NOTHING_FOUND)
    _refuse_what_nobody_has(exhibits, request)
    made = render(exhibits, request, day)
    if output is not None:
        write(output, made)
    else:
        print_text(made, for_people=request.format == "terminal")
    for words in unread:
        complain(words)
    if unread:
        return UNDECIDED
    return FAILED if any(answer.status == "fail" for exhibit in exhibits for answer in exhibit.answers) else OK


def render(exhibits: Sequence[Exhibit], request: OddsRequest, day: date) -> Iterable[str] | bytes:
    """Exhibits in the format that is asked for."""
    from compliance.commands.exhibit_formats import render_exhibit_format
    from compliance.reports.odds_exhibit import build_odds_pieces

    if request.format == "json":
        from compliance.reports.odds_json import odds_to_json

        return [odds_to_json(exhibits)]
    title = exhibits[0].report.title if len(exhibits) == 1 else f"{len(exhibits)} games"
    return render_exhibit_format(f"Odds: {title}", map(build_odds_pieces, exhibits), request.format, day, request.paper)


def _refuse_what_nobody_has(exhibits: Sequence[Exhibit], request: OddsRequest) -> None:
    names = {name for exhibit in exhibits for name in exhibit.wager_names()}
    for wager in request.wagers:
        if names and wager not in names:
            raise Stop(f"--wager {wager}: no game has such a wager; there are {', '.join(sorted(names))}.", USAGE)


def _exhibits(paths: Sequence[str], request: OddsRequest, unread: list[str]) -> Iterator[Exhibit]:
    from compliance.commands.files import Reader
    from compliance.documents.loader import load_document
    from compliance.odds.budget import Effort
    from compliance.odds.documents import odds_of
    from compliance.odds.order import good_order
    from compliance.reports.odds_exhibit import Exhibit

    reader = Reader()
    twice = request.format in _EXHIBITS
    day = str(read_day(request.day)) if request.day or request.format in _DATED else ""
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
            with_progress = _show_progress(Effort(request.effort), str(tree.get("title", path)))
            report = odds_of(tree, with_progress, twice)
            answers = good_order(tree, report)
            yield Exhibit(path, report, answers, tree, loaded.sha256, day, twice, request.wagers, request.decks)
    _clear_progress()


def _show_progress(effort: Effort, title: str) -> Effort:
    """The same effort, and how far it is on a terminal."""
    if sys.stderr is None or not sys.stderr.isatty() or effort.times == 1:
        return effort
    from compliance.reports.text import inert, plain, shorten_to

    name = inert(plain(shorten_to(title, 40)))

    def report(done: int, allowed: int) -> None:
        sys.stderr.write(f"\r{name}: {done // 1000:,} of at most {allowed // 1000:,} thousand steps\x1b[K")
        sys.stderr.flush()

    return effort._replace(progress=report)


def _clear_progress() -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
