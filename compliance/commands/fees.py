"""`pitboss fees`: what the collection fees of a schedule cost, as shares of the action and against a game's edge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

from compliance.commands.exhibit_formats import Format, render_exhibit_format
from compliance.commands.exits import NOTHING_FOUND, OK, UNDECIDED, USAGE, Stop, print_text
from compliance.commands.inputs import read_day
from compliance.commands.options import Command, Paper, PaperSize
from compliance.commands.outputs import STANDARD_OUTPUT, write
from compliance.commands.overwriting import refuse_to_replace

if TYPE_CHECKING:
    from compliance.commands.files import Reader
    from compliance.documents.loader import LoadedDocument
    from compliance.odds.fee_costs import GameEdge
    from compliance.reports.fee_exhibit import FeeExhibit

_DATED: Final = ("html", "pdf")


class FeesRequest(NamedTuple):
    """What is asked of `pitboss fees`."""

    schedule: str
    game: str
    actions: tuple[str, ...]
    edge: str
    decks: int | None
    hands_per_hour: int | None
    step: str
    each_step: bool
    format: Format
    day: str | None
    paper: Paper


def fees(
    schedule: Annotated[str, typer.Argument(metavar="SCHEDULE", help="A collection schedule.")],
    game: Annotated[
        str, typer.Option("--game", metavar="FILE", help="The rules of a game, whose edges are counted.")
    ] = "",
    action: Annotated[
        list[str] | None,
        typer.Option("--action", metavar="WAGER=SHARE", help="What part of the action is on a wager. May be repeated."),
    ] = None,
    edge: Annotated[
        str, typer.Option("--edge", metavar="PERCENT", help="The edge on all action, instead of --game.")
    ] = "",
    decks: Annotated[int | None, typer.Option("--decks", metavar="N", min=1, help="The edge with N decks.")] = None,
    hands_per_hour: Annotated[
        int | None, typer.Option("--hands-per-hour", metavar="N", min=1, help="Show the cost of an hour as well.")
    ] = None,
    step: Annotated[
        str,
        typer.Option("--step", metavar="MONEY", help="The smallest chip. Default: the schedule's unit, or $1."),
    ] = "",
    each_step: Annotated[bool, typer.Option("--each-step", help="Every chip of a band, not only its ends.")] = False,
    format: Annotated[Format, typer.Option("--format", help="How costs are written.")] = "terminal",
    output: Annotated[str | None, typer.Option("--output", metavar="FILE", help="Write to a file.")] = None,
    day: Annotated[
        str | None, typer.Option("--as-of", metavar="DATE", help="The day printed on the exhibit. Default: today.")
    ] = None,
    paper: PaperSize = "letter",
) -> Command:
    """Compute what the fees of a schedule cost: who pays what share of the action, and where the edge covers it."""
    actions = tuple(action or ())
    request = FeesRequest(schedule, game, actions, edge, decks, hands_per_hour, step, each_step, format, day, paper)
    return partial(run, request, None if output == STANDARD_OUTPUT else output)


def run(request: FeesRequest, output: str | None) -> int:
    """Compute and print."""
    from compliance.reports.fee_exhibit import build_fee_pieces, fees_to_json

    refuse_to_replace([output] if output else [], [path for path in (request.schedule, request.game) if path])
    day = read_day(request.day)
    exhibit = _exhibit(request, str(day) if request.day or request.format in _DATED else "")
    made: Iterable[str] | bytes = [fees_to_json([exhibit])] if request.format == "json" else []
    if request.format != "json":
        made = render_exhibit_format(
            f"Fees: {exhibit.title}", [build_fee_pieces(exhibit)], request.format, day, request.paper
        )
    if output is not None:
        write(output, made)
    else:
        print_text(made, for_people=request.format == "terminal")
    return OK


def _exhibit(request: FeesRequest, day: str) -> FeeExhibit:
    from compliance.commands.files import Reader
    from compliance.documents.schedule import Schedule
    from compliance.odds.fee_costs import read_fees
    from compliance.reports.fee_exhibit import FeeExhibit

    reader = Reader()
    loaded = _load(request.schedule, reader)
    schedule = loaded.document
    if not isinstance(schedule, Schedule):
        raise Stop(f"{request.schedule}: this is no collection schedule; fees are those of schedules.", NOTHING_FOUND)
    stated = schedule.unit is not None or bool(request.step)
    step = _money(request.step, "--step") if request.step else Fraction(schedule.unit or 1)
    if step <= 0:
        raise Stop(f"--step {request.step}: expected more than nothing, such as $1.", USAGE)
    game = _load(request.game, reader) if request.game else None
    title = game.document.title if game is not None and game.document is not None else ""
    identity = str(getattr(game.document, "id", "") or "") if game is not None else ""
    return FeeExhibit(
        path=request.schedule,
        title=schedule.title,
        digest=loaded.sha256,
        day=day,
        step=step,
        step_is_stated=stated,
        lines=tuple(read_fees(schedule, step, identity)),
        game=title,
        edge=_edge(request, game),
        hands_per_hour=request.hands_per_hour,
        each_step=request.each_step,
    )


def _load(path: str, reader: Reader) -> LoadedDocument:
    from compliance.documents.loader import load_document

    try:
        loaded = load_document(path, reader.read(path))
    except OSError as error:
        raise Stop(f"{path}: cannot be read: {error.strerror or error}.", UNDECIDED) from None
    if loaded.document is None or loaded.problems:
        raise Stop(f"{path}: cannot be read; `pitboss check` says why.", UNDECIDED)
    return loaded


def _money(text: str, option: str) -> Fraction:
    from compliance.documents.values import Unreadable, read_money

    try:
        return Fraction(read_money(text))
    except Unreadable as problem:
        raise Stop(f"{option} {text}: {problem}.", USAGE) from None


def _percent(text: str, option: str) -> Fraction:
    from compliance.documents.values import Unreadable, read_percent

    try:
        return -read_percent(text[1:]) if text.startswith("-") else read_percent(text)
    except Unreadable as problem:
        raise Stop(f"{option} {text}: {problem}.", USAGE) from None


def _edge(request: FeesRequest, game: LoadedDocument | None) -> GameEdge | None:
    """The edge on a dollar of action, as it is named or as the wagers of a game have it."""
    from compliance.odds.fee_costs import GameEdge

    if request.edge:
        if request.game or request.actions:
            raise Stop("--edge stands for the whole action; leave out --game and --action, or leave out --edge.", USAGE)
        return GameEdge((("as given", Fraction(1), _percent(request.edge, "--edge")),))
    if game is None:
        if request.actions:
            raise Stop("--action speaks of the wagers of a game; name its rules with --game.", USAGE)
        return None
    counted = _count_edges(game, request.decks)
    actions = _shares(request.actions, counted)
    return GameEdge(tuple((name, share, counted[name]) for name, share in actions))


def _count_edges(game: LoadedDocument, decks: int | None) -> dict[str, Fraction]:
    """The edge of each wager that is counted: with so many decks, else with the fewest; by its first pay table."""
    from compliance.documents.game import Game
    from compliance.odds.documents import odds_counted_once

    if not isinstance(game.document, Game):
        raise Stop(f"{game.path}: these are no rules of a game.", USAGE)
    report = odds_counted_once(game.document.raw_tree)
    found: dict[str, Fraction] = {}
    for odds in report.wagers:
        if not odds.reading and odds.decks == (decks or odds.decks):
            found.setdefault(odds.wager, odds.edges()[0][1])
    if not found:
        raise Stop(f"{game.path}: no wager of it is counted; name the edge with --edge.", USAGE)
    return found


def _shares(actions: Sequence[str], counted: dict[str, Fraction]) -> list[tuple[str, Fraction]]:
    if not actions:
        if len(counted) == 1:
            return [(name, Fraction(1)) for name in counted]
        names = ", ".join(counted)
        raise Stop(f"say what part of the action is on each wager, such as --action WAGER=80%: {names}.", USAGE)
    found = []
    for action in actions:
        name, _, share = action.partition("=")
        if name not in counted:
            raise Stop(f"--action {action}: {name} is not counted; counted are {', '.join(counted)}.", USAGE)
        found.append((name, _percent(share, "--action")))
    total = sum((share for _, share in found), Fraction(0))
    if total != 1:
        raise Stop("the shares of --action do not add up to 100%.", USAGE)
    return found
