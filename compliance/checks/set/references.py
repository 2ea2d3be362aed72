"""Other documents that a text points to."""

import re
from collections.abc import Iterator
from typing import Final

from compliance.checks.evaluation import look_at
from compliance.checks.registry import check
from compliance.checks.set.house import House
from compliance.checks.set.house_documents import HouseDocument
from compliance.checks.set.mentions import SHOWN, Mention, add_places, name_document
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.source.routes import Route

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")


@check("set-references")
def set_references(document: HouseDocument, documents: House) -> Verdicts:
    """Schedules, games and documents that the text points to are in the set."""

    def resolved(pointed: tuple[str, str, list[Route]]) -> Verdict:
        kind, to, (at, *others) = pointed
        verdict = _RESOLVERS[kind](document, documents, to)
        shared = f"{kind} {to}" if verdict.status == "fail" else ""  # one document is missing, whoever points to it
        return verdict._replace(at=at, also=tuple((route, "here too") for route in others), shared=shared)

    others = [kind for kind in _RESOLVERS if kind != "table" or document.kind == "terms"]
    pointed = (target for target in _pointed(document) if target[0] in others)
    return look_at(pointed, resolved, nothing=not_applicable("The text points to no other document."))


def _pointed(document: HouseDocument) -> Iterator[tuple[str, str, list[Route]]]:
    """Every target with all the places that point to it."""
    places: dict[tuple[str, str], list[Route]] = {}
    for route, kind, to in document.references:
        places.setdefault((kind, to), []).append(route)
    for (kind, to), routes in places.items():
        yield kind, to, routes


def _schedule(document: HouseDocument, documents: House, to: str) -> Verdict:
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


def _game(document: HouseDocument, documents: House, to: str) -> Verdict:
    found = documents.find_called(to)
    if found is not None and found.kind == "game":
        return passed(f"{to} is in the set: {name_document(found)}.")
    return review(f"The text points to {to}, and no game in the set goes by that name.")


def _document(document: HouseDocument, documents: House, to: str) -> Verdict:
    found = documents.find_called(to)
    if found is not None:
        return passed(f"{to} is in the set: {name_document(found)}.")
    return review(f"The text points to {to}, which is not in the set.")


def _successor(document: HouseDocument, documents: House, to: str) -> Verdict:
    """A schedule that is out of use names the one in its place, whose fees would be those that are charged."""
    found = documents.find_called(to)
    if found is not None and found.kind == "schedule":
        return passed(f"{to} is in the set: {name_document(found)}.")
    return review(f"The schedule is superseded by {to}, and no schedule in the set goes by that name.")


def _table(document: HouseDocument, documents: House, to: str) -> Verdict:
    """General terms point to something in the schedules that they cover."""
    ids = sorted(id for kind, id in document.covers if kind == "schedule")
    covered = [other for id in ids if (other := documents.of_id("schedule", document.establishment, id))]
    if not covered:
        return not_applicable(f"None of the schedules that these terms cover is in the set, to look for {to}.")
    without = [schedule for schedule in covered if to not in schedule.points]
    if not without:
        return passed(f"Each schedule that these terms cover has {to}.")
    names = ", ".join(name_document(schedule) for schedule in without)
    verdict = failed(f"The text points to {to} that are not in {names}.")
    return add_places(verdict, *((Mention(schedule, ("options",)), f"no {to}") for schedule in without))


_RESOLVERS: Final = {
    "schedule": _schedule,
    "game": _game,
    "document": _document,
    "table": _table,
    "successor": _successor,
}
