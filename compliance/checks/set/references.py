"""Other documents that a text points to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from compliance.checks.evaluation import look_at
from compliance.checks.registry import check
from compliance.checks.set.house import House, Mention, Neighbor
from compliance.checks.set.mentions import SHOWN, add_places, name_document
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.source.routes import Route

if TYPE_CHECKING:
    from compliance.documents.models import AnyDocument
    from compliance.documents.schedule import Schedule

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")


@check(
    "set-references",
    reads=("id", "establishment", "references", "reading.points-to", "fees.schedule", "superseded-by", "covers"),
)
def set_references(document: Neighbor, documents: House) -> Verdicts:
    """Schedules, games and documents that the text points to are in the set."""

    def resolved(pointed: tuple[str, str, list[Route]]) -> Verdict:
        kind, to, (at, *others) = pointed
        verdict = _RESOLVERS[kind](document, documents, to)
        shared = f"{kind} {to}" if verdict.status == "fail" else ""  # one document is missing, whoever points to it
        return verdict._replace(at=at, also=tuple((route, "here too") for route in others), shared=shared)

    others = [kind for kind in _RESOLVERS if kind != "table" or document.kind == "terms"]
    pointed = (target for target in _pointed(document) if target[0] in others)
    return look_at(pointed, resolved, nothing=not_applicable("The text points to no other document."))


def _pointed(document: Neighbor) -> Iterator[tuple[str, str, list[Route]]]:
    """Every target with all the places that point to it."""
    places: dict[tuple[str, str], list[Route]] = {}
    for route, kind, to in list_references(document.document):
        places.setdefault((kind, to), []).append(route)
    for (kind, to), routes in places.items():
        yield kind, to, routes


def _schedule(document: Neighbor, documents: House, to: str) -> Verdict:
    found = documents.find_called(to)
    if found is not None and found.kind == "schedule":
        return passed(f"{to} is in the set: {name_document(found)}.")
    own = documents.schedules_of(document) if document.kind == "game" else []
    if not own:
        return not_applicable(f"No schedule that names this game is in the set, so that {to} cannot be looked up.")
    if not any(letter.isdigit() for letter in to) and not _ID.fullmatch(to):
        return passed(f"A schedule of this game is in the set: {name_document(own[0])}.")
    bear = ", ".join(f"{name_document(schedule)} bears {schedule.approval or 'no number'}" for schedule in own[:SHOWN])
    what = "goes by that id" if _ID.fullmatch(to) else "has that number"
    verdict = failed(f"The text points to the schedule {to}, and no schedule in the set {what}: {bear}.")
    return add_places(verdict, *((Mention(schedule, ()), schedule.approval or "no number") for schedule in own[:SHOWN]))


def _game(document: Neighbor, documents: House, to: str) -> Verdict:
    found = documents.find_called(to)
    if found is not None and found.kind == "game":
        return passed(f"{to} is in the set: {name_document(found)}.")
    return review(f"The text points to {to}, and no game in the set goes by that name.")


def _document(document: Neighbor, documents: House, to: str) -> Verdict:
    found = documents.find_called(to)
    if found is not None:
        return passed(f"{to} is in the set: {name_document(found)}.")
    return review(f"The text points to {to}, which is not in the set.")


def _successor(document: Neighbor, documents: House, to: str) -> Verdict:
    """A schedule that is out of use names the one in its place, whose fees would be those that are charged."""
    found = documents.find_called(to)
    if found is not None and found.kind == "schedule":
        return passed(f"{to} is in the set: {name_document(found)}.")
    return review(f"The schedule is superseded by {to}, and no schedule in the set goes by that name.")


def _table(document: Neighbor, documents: House, to: str) -> Verdict:
    """General terms point to something in the schedules that they cover."""
    ids = [id for kind, id in document.covered if kind == "schedule"]
    covered = [other for id in ids if (other := documents.of_id("schedule", document.establishment, id))]
    if not covered:
        return not_applicable(f"None of the schedules that these terms cover is in the set, to look for {to}.")
    if to != "table limits":
        return review(
            f"The text points to {to}; whether the schedules that these terms cover have it needs a decision."
        )
    without = [schedule for schedule in covered if not _has_limits(schedule.schedule)]
    if not without:
        return passed(f"Each schedule that these terms cover has {to}.")
    names = ", ".join(name_document(schedule) for schedule in without)
    verdict = failed(f"The text points to {to} that are not in {names}.")
    return add_places(verdict, *((Mention(schedule, ("options",)), f"no {to}") for schedule in without))


def _has_limits(schedule: Schedule) -> bool:
    return schedule.table_limits is not None or any(option.table_limit is not None for option in schedule.options)


def list_references(document: AnyDocument) -> list[tuple[Route, str, str]]:
    """What a document points to: where it does so, what kind of thing that is, and its name."""
    found: list[tuple[Route, str, str]] = []
    found += [(("references", number, "to"), one.kind, one.to) for number, one in enumerate(document.references)]
    found += [(("reading", "points-to", n, "to"), one.kind, one.to) for n, one in enumerate(document.points_to)]
    if document.document == "game" and document.fees is not None and document.fees.schedule is not None:
        found.append((("fees", "schedule"), "schedule", document.fees.schedule))
    if document.document == "schedule" and document.superseded_by is not None:
        found.append((("superseded-by",), "successor", document.superseded_by))
    return found


_RESOLVERS: Final = {
    "schedule": _schedule,
    "game": _game,
    "document": _document,
    "table": _table,
    "successor": _successor,
}
