"""`pitboss fees`: what the collection fees of a schedule cost, as shares of the action and against a game's edge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Annotated, Final

import typer

from compliance.commands.exhibit_formats import Format, render_exhibit_format
from compliance.commands.exits import NOTHING_FOUND, OK, UNDECIDED, USAGE, Stop, print_text
from compliance.commands.files import Reader
from compliance.commands.inputs import read_day
from compliance.commands.options import PaperSize
from compliance.commands.outputs import STANDARD_OUTPUT, write
from compliance.commands.overwriting import refuse_to_replace
from compliance.documents.game import Game
from compliance.documents.loader import LoadedDocument, load_document
from compliance.documents.schedule import Schedule
from compliance.documents.values import Unreadable, read_money, read_percent
from compliance.odds.documents import odds_counted_once
from compliance.odds.fee_costs import GameEdge, read_fees
from compliance.reports.fee_exhibit import FeeExhibit, build_fee_pieces, fees_to_json

_DATED: Final = ("html", "pdf")


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
) -> int:
    """Compute what the fees of a schedule cost: who pays what share of the action, and where the edge covers it."""
    target = None if output == STANDARD_OUTPUT else output
    refuse_to_replace([target] if target else [], [path for path in (schedule, game) if path])
    printed = read_day(day)
    loaded = _load(schedule)
    document = loaded.document
    if not isinstance(document, Schedule):
        raise Stop(f"{schedule}: this is no collection schedule; fees are those of schedules.", NOTHING_FOUND)
    chip = _money(step, "--step") if step else Fraction(document.unit or 1)
    if chip <= 0:
        raise Stop(f"--step {step}: expected more than nothing, such as $1.", USAGE)
    rules = _load(game) if game else None
    identity = str(getattr(rules.document, "id", "") or "") if rules is not None else ""
    exhibit = FeeExhibit(
        path=schedule,
        title=document.title,
        digest=loaded.sha256,
        day=str(printed) if day or format in _DATED else "",
        step=chip,
        step_is_stated=document.unit is not None or bool(step),
        lines=tuple(read_fees(document, chip, identity)),
        game=rules.document.title if rules is not None and rules.document is not None else "",
        edge=_edge(edge, action or [], rules, decks),
        hands_per_hour=hands_per_hour,
        each_step=each_step,
    )
    made: Iterable[str] | bytes
    if format == "json":
        made = [fees_to_json([exhibit])]
    else:
        pieces = [build_fee_pieces(exhibit)]
        made = render_exhibit_format(f"Fees: {exhibit.title}", pieces, format, printed, paper)
    if target is not None:
        write(target, made)
    else:
        print_text(made, for_people=format == "terminal")
    return OK


def _load(path: str) -> LoadedDocument:
    try:
        loaded = load_document(path, Reader().read(path))
    except OSError as error:
        raise Stop(f"{path}: cannot be read: {error.strerror or error}.", UNDECIDED) from None
    if loaded.document is None or loaded.problems:
        raise Stop(f"{path}: cannot be read; `pitboss check` says why.", UNDECIDED)
    return loaded


def _money(text: str, option: str) -> Fraction:
    try:
        return Fraction(read_money(text))
    except Unreadable as problem:
        raise Stop(f"{option} {text}: {problem}.", USAGE) from None


def _percent(text: str, option: str) -> Fraction:
    try:
        return -read_percent(text[1:]) if text.startswith("-") else read_percent(text)
    except Unreadable as problem:
        raise Stop(f"{option} {text}: {problem}.", USAGE) from None


def _edge(edge: str, actions: Sequence[str], game: LoadedDocument | None, decks: int | None) -> GameEdge | None:
    """The edge on a dollar of action, as it is named or as the wagers of a game have it."""
    if edge:
        if game is not None or actions:
            raise Stop("--edge stands for the whole action; leave out --game and --action, or leave out --edge.", USAGE)
        return GameEdge((("as given", Fraction(1), _percent(edge, "--edge")),))
    if game is None:
        if actions:
            raise Stop("--action speaks of the wagers of a game; name its rules with --game.", USAGE)
        return None
    counted = _count_edges(game, decks)
    return GameEdge(tuple((name, share, counted[name]) for name, share in _shares(actions, counted)))


def _count_edges(game: LoadedDocument, decks: int | None) -> dict[str, Fraction]:
    """The edge of each wager that is counted: with so many decks, else with the fewest; by its first pay table."""
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
