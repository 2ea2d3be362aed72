"""A document as a text: notation, what is not for play, unclear, left to the house or said again."""

import re
from collections.abc import Mapping
from typing import Final

from compliance.checks.looking import look_at
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdicts, failed, not_applicable, passed, review
from compliance.documents.blocks import Document
from compliance.documents.routes import facts
from compliance.routes import Route

_DIGITS: Final = re.compile(r"[0-9][0-9,]*")


@check("notation")
def notation(document: Document, odd: Mapping[str, str]) -> Verdicts:
    """Money and odds are printed in one usual way.

    odd: ways that are not usual, with 0 for any number, and why
    """

    def oddly(one: Document) -> Verdicts:
        found: dict[str, list[tuple[Route, str, str | None]]] = {}
        for number, printed in enumerate(one.printed):
            shape = _DIGITS.sub("0", printed.text).replace(" ", "")
            form = next((form for form in odd if shape.startswith(form)), None)
            if form is not None:
                found.setdefault(form, []).append((("printed", number, "text"), printed.text, printed.means))
        for form, entries in found.items():
            (at, text, means), *rest = entries
            texts = ", ".join(f"`{text}`" for _, text, _ in entries)
            meant = f" ({text} means {means})" if means else ""
            yield failed(f"{texts}: {odd[form]}{meant}.", at, [(route, other) for route, other, _ in rest], text)

    printing = [document] if document.printed else []
    nothing = not_applicable("Nothing is printed in a notation of its own.")
    return look_at(printing, oddly, nothing=nothing, all_clean=passed("No such notation is printed.", ("printed",)))


@check("all-for-play")
def all_for_play(document: Document) -> Verdicts:
    """The document prints no variant that is not to be played."""
    places: list[tuple[Route, str]] = [
        (("not-for-play", n), f"option {entry.option}: {entry.what}" if entry.option else entry.what)
        for n, entry in enumerate(document.not_for_play)
    ]
    places += [(route, "marked so") for route, marked in facts(document, "options / * / not-for-play") if marked]
    if places:
        at, label = places[0]
        count = "1 variant" if len(places) == 1 else f"{len(places)} variants"
        listed = "; ".join(label for _, label in places)
        yield failed(f"The document prints {count} that may not be played: {listed}.", at, places[1:], label)
    else:
        yield passed("Nothing is printed that is not for play.")


@check("nothing-unclear")
def nothing_unclear(document: Document) -> Verdicts:
    """Nothing in the text is cut, garbled or beyond what the format can say. Each such place is for a person."""

    def marked(one: Document) -> Verdicts:
        for number, entry in enumerate(one.unclear):
            yield review(f"Not clear in the text: {entry.what}.", ("unclear", number))

    return look_at([document], marked, all_clean=passed("Nothing is marked as unclear."))


@check("house-has-chosen")
def house_has_chosen(document: Document) -> Verdicts:
    """What the text leaves to the house is chosen in the document."""

    def left(one: Document) -> Verdicts:
        for number, entry in enumerate(one.house_choices):
            route: Route = ("house-choices", number)
            if entry.chosen is not None:
                yield passed(f"Left to the house and chosen: {entry.what}: {entry.chosen}.", (*route, "chosen"))
            else:
                needs = f" ({entry.needs})" if entry.needs else ""
                yield review(f"The text leaves to the house: {entry.what}{needs}.", route)

    return look_at([document], left, all_clean=passed("The text leaves nothing to the house."))


@check("said-once")
def said_once(document: Document) -> Verdicts:
    """A clause stands once."""
    return _repeated(document, drifted=False)


@check("no-drift")
def no_drift(document: Document) -> Verdicts:
    """A clause that stands more than once says the same each time."""
    return _repeated(document, drifted=True)


def _repeated(document: Document, drifted: bool) -> Verdicts:
    clean = "Every clause stands once." if not document.repeated else "No clause of this kind is repeated."
    return look_at([document], lambda one: _said_again(one, drifted), all_clean=passed(clean))


def _said_again(document: Document, drifted: bool) -> Verdicts:
    for number, entry in enumerate(document.repeated):
        route: Route = ("repeated", number)
        if drifted and entry.drift is not None:
            message = f"Said more than once and not in the same way (lines {entry.at}): {entry.what}: {entry.drift}."
            yield review(message, route)
        elif not drifted and entry.drift is None:
            yield failed(f"Said more than once (lines {entry.at}): {entry.what}.", route)
