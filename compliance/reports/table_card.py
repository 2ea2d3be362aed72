"""The table card of one option, made of what was found about it. One that fails a requirement is a draft, or none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from compliance.checks.similar_messages import drop_others
from compliance.law.levels import LEVELS
from compliance.reports import notice as cards
from compliance.reports.sentences import number
from compliance.reports.table_card_checks import doubts
from compliance.reports.text import plain, shorten_to

if TYPE_CHECKING:
    from compliance.documents.loader import LoadedDocument
    from compliance.documents.schedule import Option, Schedule, ScheduleTerms
    from compliance.engine.findings import Finding, Findings

_MOST_DOUBTS: Final = 12


class TableCard(NamedTuple):
    """Which card is wanted, and how."""

    option: str | None = None
    game: str = ""
    draft: bool = False
    fail_on: str = "warning"
    format: str = "pdf"
    paper: str = "letter"


class NoCard(Exception):
    """There is no card to make: why, what stands in its way, whether that is the asking, the schedule, or that nothing
    can be known; and which part of the asking."""

    def __init__(
        self,
        message: str,
        why: Literal["asked", "failed", "undecided"] = "asked",
        more: Sequence[str] = (),
        about: str = "",
    ) -> None:
        super().__init__(message)
        self.why = why
        self.more = more
        self.about = about


def make_card(
    wanted: TableCard, loaded: LoadedDocument, beside: Sequence[LoadedDocument], found: Findings
) -> tuple[Iterable[str] | bytes, str]:
    """The card of a schedule, and what is to be known besides. `found` is what was found in all of these documents.
    Raises NoCard."""
    schedule = _schedule(loaded, found)
    at = _option(schedule, wanted.option)
    _check_game(schedule, schedule.options[at], wanted.game)
    _check_bands(schedule.options[at])
    answers = _select_findings(found, loaded.path, at)
    failures = [finding for finding in answers if _fails(finding, wanted.fail_on)]
    doubtful = doubts(loaded, schedule, at, found.as_of)
    reason = _reason(failures, doubtful, schedule.options[at])
    if reason and not wanted.draft:
        message = f"option {shorten_to(schedule.options[at].option, 40)} is not printed. {reason}"
        raise NoCard(message, "failed", _refusal(failures, doubtful))
    draft = f"{reason} Not for use at a table.".strip() if wanted.draft else ""
    card = cards.notice_of(schedule, at, game=wanted.game, terms=_terms(schedule, beside), draft=draft)
    make = cards.render_notice if wanted.format == "html" else cards.pdf
    open_ = sum(finding.status == "review" for finding in answers)
    told = f"{number(open_, 'question')} about this option for a person to decide; `pitboss check` lists what is open."
    return make(card, found.as_of, wanted.paper), told if open_ else ""


def _schedule(loaded: LoadedDocument, found: Findings) -> Schedule:
    path = plain(loaded.path)
    if loaded.document is None:
        why = next(f for f in found.findings if f.status == "error" and f.places[0].path == loaded.path)
        at = f"{path}:{why.places[0].span.line}:{why.places[0].span.column}"
        raise NoCard(f"{at}: {plain(why.message)} A document that cannot be read has no card.", "undecided")
    if loaded.document.document != "schedule":
        raise NoCard(f"{path}: this is a document of kind {loaded.document.document}; a card needs a schedule.")
    return loaded.document


def _option(schedule: Schedule, wanted: str | None) -> int:
    names = [option.option for option in schedule.options]
    if wanted is None and len(names) == 1:
        return 0
    if wanted is None or names.count(wanted) != 1:
        known = ", ".join(plain(shorten_to(name, 40)) for name in names)
        why = f"there is no option {wanted}" if wanted is not None else "say which option"
        if wanted is not None and wanted in names:
            why = f"{names.count(wanted)} options are called {wanted}; give each its own name"
        raise NoCard(f"{why}. The schedule has: {known}.", about="option")
    return names.index(wanted)


def _check_game(schedule: Schedule, option: Option, game: str) -> None:
    known = [
        name for entry in cards.games_of(schedule, option) for name in (entry.game or entry.as_,) if name is not None
    ]
    if game and game not in known:
        who = f"option {shorten_to(option.option, 40)} is for" if option.for_ else "the schedule covers"
        raise NoCard(f"{game}: {who} {', '.join(known) or 'no game by name'}.", about="game")


def _check_bands(option: Option) -> None:
    from compliance.reports.charts import MOST_BANDS

    most = max((len(collection.bands) for collection in option.collections if collection.bands is not None), default=0)
    if most > MOST_BANDS:
        message = f"option {shorten_to(option.option, 40)} has {most:,} bands; a card has room for {MOST_BANDS}."
        raise NoCard(message, "undecided")


def _select_findings(found: Findings, path: str, at: int) -> list[Finding]:
    """What was found about an option or about the schedule as a whole, but not about its other options."""
    return [
        finding
        for finding in found.findings
        if finding.places and finding.places[0].path == path and _concerns(finding, at)
    ]


def _concerns(finding: Finding, at: int) -> bool:
    from compliance.source.routes import parse_route

    routes = [parse_route(place.route) for place in finding.places]
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
    told = [f"  {one.requirement}, line {one.places[0].span.line}: {drop_others(one.message)}" for one in failures]
    told += [f"  {plain(doubt)}" for doubt in doubtful[:_MOST_DOUBTS]]
    if len(doubtful) > _MOST_DOUBTS:
        told.append(f"  and {number(len(doubtful) - _MOST_DOUBTS, 'more doubt')}.")
    return told


def _terms(schedule: Schedule, beside: Sequence[LoadedDocument]) -> list[ScheduleTerms]:
    """The terms of the documents that speak for this schedule."""
    documents = (loaded.document for loaded in beside if loaded.document is not None and schedule.id is not None)
    return [
        document.terms
        for document in documents
        if document.document == "terms" and document.terms is not None and schedule.id in document.covers.schedules
    ]
