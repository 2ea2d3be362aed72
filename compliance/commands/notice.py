"""`pitboss notice`: the table card of one option. One that fails a requirement is not printed, or only as a draft."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from compliance.commands.ending import FAILED, OK, UNDECIDED, USAGE, Stop, complain, put_out
from compliance.commands.guarding import refuse_to_replace
from compliance.commands.inputs import load_catalogue, read_day
from compliance.commands.options import AsOf, CatalogueFiles, Command, PaperSize
from compliance.commands.outputs import STANDARD_OUTPUT, write
from compliance.law.words import LEVELS, Level
from compliance.reports.sentences import number
from compliance.reports.text import cut, plain

if TYPE_CHECKING:
    from compliance.commands.files import Reader
    from compliance.documents.reading import Loaded
    from compliance.documents.schedule import Option, Schedule, Terms
    from compliance.findings import Finding, Findings
    from compliance.law.catalogue import Catalogue


_MOST_DOUBTS = 12


class Wanted(NamedTuple):
    """What the user asked for."""

    schedule: str
    option: str | None
    game: str
    beside: Sequence[str]
    draft: bool
    fail_on: str
    format: str
    paper: str


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
    catalogue: CatalogueFiles = None,
) -> Command:
    """Make the table card of one option: the fees that stand in view of every table."""
    wanted = Wanted(schedule, option, game, beside or [], draft, fail_on, format, paper)
    return partial(run, wanted, as_of, catalogue or [], output)


def run(wanted: Wanted, as_of: str | None, catalogue: list[str], output: str | None) -> int:
    """Make the card, put it where it belongs, and return the exit code."""
    from compliance.commands.files import Reader

    target = None if output == STANDARD_OUTPUT else output
    refuse_to_replace([target] if target else [], [wanted.schedule, *wanted.beside, *catalogue])
    reader = Reader()
    made, told = make(wanted, read_day(as_of), load_catalogue(catalogue, reader), reader)
    if target is not None:
        write(target, made)
    else:
        put_out(made)
    if told:
        complain(told)
    return OK


def make(wanted: Wanted, day: date, catalogue: Catalogue, reader: Reader) -> tuple[Iterable[str] | bytes, str]:
    """The card, and what the user should know besides. Raises Stop when there is none to make."""
    from compliance.commands import files, running
    from compliance.reports import notice as cards
    from compliance.reports.card_doubts import doubts

    if os.path.isdir(wanted.schedule):
        raise Stop(f"{wanted.schedule} is a folder; name one schedule.", USAGE)
    try:
        paths = files.once([*files.find([wanted.schedule]), *files.find(wanted.beside)])
    except files.MissingPath as missing:
        raise Stop(f"{missing}: there is no such file or folder.", USAGE) from None
    found = running.run(paths, day, catalogue, None, 1, False, reader)
    loaded, *beside = (_again(path, reader) for path in paths)
    schedule = _schedule(loaded, found)
    at = _option(schedule, wanted.option)
    _known_game(schedule, schedule.options[at], wanted.game)
    _few_bands(schedule.options[at])
    answers = _about(found, loaded.path, at)
    failures = [finding for finding in answers if _fails(finding, wanted.fail_on)]
    doubtful = doubts(loaded, schedule, at, day)
    reason = _reason(failures, doubtful, schedule.options[at])
    if reason and not wanted.draft:
        message = f"option {cut(schedule.options[at].option, 40)} is not printed. {reason}"
        raise Stop(message, FAILED, _refusal(failures, doubtful))
    draft = f"{reason} Not for use at a table.".strip() if wanted.draft else ""
    card = cards.notice_of(schedule, at, game=wanted.game, terms=_terms(schedule, beside), draft=draft)
    made = cards.html(card, day, wanted.paper) if wanted.format == "html" else cards.pdf(card, day, wanted.paper)
    open_ = sum(finding.status == "review" for finding in answers)
    told = f"{number(open_, 'question')} about this option for a person to decide; `pitboss check` lists what is open."
    return made, told if open_ else ""


def _again(path: str, reader: Reader) -> Loaded:
    from compliance.commands import running
    from compliance.documents.reading import load

    try:
        return running.load_again(path, reader)
    except OSError:
        return load(path, b"")  # the run has found why it cannot be opened


def _schedule(loaded: Loaded, found: Findings) -> Schedule:
    path = plain(loaded.path)
    if loaded.document is None:
        why = next(f for f in found.findings if f.status == "error" and f.places[0].path == loaded.path)
        at = f"{path}:{why.places[0].span.line}:{why.places[0].span.column}"
        raise Stop(f"{at}: {plain(why.message)} A document that cannot be read has no card.", UNDECIDED)
    if loaded.document.document != "schedule":
        raise Stop(f"{path}: this is a document of kind {loaded.document.document}; a card needs a schedule.", USAGE)
    return loaded.document


def _option(schedule: Schedule, wanted: str | None) -> int:
    names = [option.option for option in schedule.options]
    if wanted is None and len(names) == 1:
        return 0
    if wanted is None or names.count(wanted) != 1:
        known = ", ".join(plain(cut(name, 40)) for name in names)
        why = f"there is no option {wanted}" if wanted is not None else "say which option"
        if wanted is not None and wanted in names:
            why = f"{names.count(wanted)} options are called {wanted}; give each its own name"
        raise Stop(f"--option: {why}. The schedule has: {known}.", USAGE)
    return names.index(wanted)


def _known_game(schedule: Schedule, option: Option, game: str) -> None:
    from compliance.reports.notice import games_of

    known = [name for entry in games_of(schedule, option) for name in (entry.game or entry.as_,) if name is not None]
    if game and game not in known:
        who = f"option {cut(option.option, 40)} is for" if option.for_ else "the schedule covers"
        raise Stop(f"--game {game}: {who} {', '.join(known) or 'no game by name'}.", USAGE)


def _few_bands(option: Option) -> None:
    from compliance.reports.charts import MOST_BANDS

    most = max((len(collection.bands) for collection in option.collections if collection.bands is not None), default=0)
    if most > MOST_BANDS:
        message = f"option {cut(option.option, 40)} has {most:,} bands; a card has room for {MOST_BANDS}."
        raise Stop(message, UNDECIDED)


def _about(found: Findings, path: str, at: int) -> list[Finding]:
    """What was found about an option or about the schedule as a whole, but not about its other options."""
    return [
        finding
        for finding in found.findings
        if finding.places and finding.places[0].path == path and _concerns(finding, at)
    ]


def _concerns(finding: Finding, at: int) -> bool:
    from compliance.routes import read_route

    routes = [read_route(place.route) for place in finding.places]
    options = {route[1] for route in routes if len(route) > 1 and route[0] == "options"}
    return not options or at in options


def _fails(finding: Finding, fail_on: str) -> bool:
    grave = finding.level in LEVELS[LEVELS.index(fail_on) :]
    return finding.status == "error" or (finding.status == "fail" and grave)


def _reason(failures: Sequence[Finding], doubtful: Sequence[str], option: Option) -> str:
    asked = len({finding.requirement for finding in failures})
    said = [f"It fails {number(asked, 'requirement')}."] if asked else []
    if option.not_for_play:
        said.append("The schedule says that it is not for play.")
    if doubtful:
        said.append(
            f"The schedule leaves {number(len(doubtful), 'thing')} in doubt that a patron must be able to read."
        )
    return " ".join(said)


def _refusal(failures: Sequence[Finding], doubtful: Sequence[str]) -> list[str]:
    told = [f"  {finding.requirement}, line {finding.places[0].span.line}: {finding.message}" for finding in failures]
    told += [f"  {plain(doubt)}" for doubt in doubtful[:_MOST_DOUBTS]]
    if len(doubtful) > _MOST_DOUBTS:
        told.append(f"  and {number(len(doubtful) - _MOST_DOUBTS, 'more doubt')}.")
    told.append("Mend the schedule, name the general terms with --with, or add --draft to print it marked as a draft.")
    return told


def _terms(schedule: Schedule, beside: Sequence[Loaded]) -> list[Terms]:
    """The terms of the documents that speak for this schedule."""
    documents = (loaded.document for loaded in beside if loaded.document is not None and schedule.id is not None)
    return [
        document.terms
        for document in documents
        if document.document == "terms" and document.terms is not None and schedule.id in document.covers.schedules
    ]
