"""A document as a text: notation, what is not for play, or left to the house."""

from collections.abc import Mapping
from typing import Final

from compliance.checks.looking import look_at
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdicts, failed, not_applicable, passed, review
from compliance.documents.blocks import Document
from compliance.documents.routes import facts
from compliance.patterns import late
from compliance.routes import Route

_DIGITS: Final = late(r"[0-9][0-9,]*")


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
                found.setdefault(form, []).append((("reading", "printed", number, "text"), printed.text, printed.means))
        for form, entries in found.items():
            (at, text, means), *rest = entries
            texts = ", ".join(f'"{text}"' for _, text, _ in entries)
            meant = (f" for: {means}" if len(entries) == 1 else f', where "{text}" means {means}') if means else ""
            message = f"The document prints {texts}{meant}. There {odd[form]}."
            yield failed(message, at, [(route, other) for route, other, _ in rest], text)

    printing = [document] if document.printed else []
    nothing = not_applicable("Nothing is printed in a notation of its own.")
    return look_at(
        printing, oddly, nothing=nothing, all_clean=passed("No such notation is printed.", ("reading", "printed"))
    )


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


@check("house-has-chosen")
def house_has_chosen(document: Document) -> Verdicts:
    """What the text leaves to the house is chosen in the document."""
    places: list[Route] = [("house-choices", number) for number in range(len(document.house_choices))]
    left = [(at, one) for at, one in zip(places, document.house_choices, strict=True) if one.chosen is None]
    if not places:
        yield passed("The text leaves nothing to the house.")
    elif not left:
        chosen = "; ".join(f"{one.what}: {one.chosen}" for one in document.house_choices)
        yield passed(f"Left to the house and chosen: {chosen}.", places[0], [(place, "") for place in places[1:]])
    else:
        things = "1 thing" if len(left) == 1 else f"{len(left)} things"
        told = "; ".join(one.what + (f" ({one.needs})" if one.needs else "") for _, one in left)
        message = f"The text leaves {things} to the house and does not choose: {told}."
        yield review(message, left[0][0], [(place, "not chosen") for place, _ in left[1:]])
