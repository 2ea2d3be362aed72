"""Good order of a document as a text: numbering, names, notation, control data, repetition, what is left open."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from compliance.checks.cards import Card, Shelf, house, letters
from compliance.checks.registry import (
    Verdict,
    Verdicts,
    Where,
    check,
    failed,
    not_applicable,
    passed,
    review,
    unstated,
)
from compliance.documents.routes import facts, route_of
from compliance.documents.values import whole_number
from compliance.routes import Route, show_route

if TYPE_CHECKING:
    from compliance.documents.blocks import Document
    from compliance.documents.game import Game
    from compliance.documents.schedule import Schedule

_ROMAN: Final = {"i": 1, "v": 5, "x": 10}
_SHOWN: Final = 5
_DIGITS: Final = re.compile(r"[0-9][0-9,]*")


# --- numbering --------------------------------------------------------------------------------------------------------


def _ordinals(marks: Sequence[str]) -> list[int] | None:
    """The places that marks of a list stand for: numbers, letters or roman numerals; None for other marks."""
    plain = [mark.strip().lower().strip("().#") for mark in marks]
    numbers = [number for mark in plain if (number := whole_number(mark)) is not None]
    if len(numbers) == len(plain):
        return numbers
    if all(mark and set(mark) <= set(_ROMAN) for mark in plain) and plain[0] == "i":
        return [_roman(mark) for mark in plain]
    if all(len(mark) == 1 and "a" <= mark <= "z" for mark in plain):
        return [ord(mark) - ord("a") + 1 for mark in plain]
    return None


def _roman(mark: str) -> int:
    values = [_ROMAN[letter] for letter in mark]
    return sum(-value if value < max(values[place:]) else value for place, value in enumerate(values))


def _numbering(what: str, marks: Sequence[str], at: Route, places: Sequence[Route] = ()) -> Verdict:
    """Whether marks start with the first and go on one by one."""
    found = _ordinals(marks)
    printed = ", ".join(marks)
    if found is None:
        return not_applicable(f"{what} has marks that are no numbers or letters: {printed}.", at)
    wrong = next((place for place, (one, next_) in enumerate(pairwise([0, *found])) if next_ != one + 1), None)
    if wrong is None:
        return passed(f"{what} is numbered without a slip: {printed}.", at)
    mark = marks[wrong]
    if found[wrong] in found[:wrong]:
        slip = f"{mark} stands twice"
    elif wrong == 0:
        slip = f"it starts with {mark}"
    else:
        slip = f"{mark} follows {marks[wrong - 1]}"
    place = places[wrong] if places else at
    return failed(f"{what} is numbered {printed}: {slip}.", place, label=slip)


@check("lists-numbered")
def lists_numbered(document: Document) -> Verdicts:
    """Numbered lists count from one without a gap or a repetition."""
    looked = False
    for route, printed in facts(document, "lists / *"):
        looked = True
        marks = [part.strip() for part in printed.numbers.split(",")]
        yield _numbering(f"The list {route[-1]}", marks, (*route, "numbers"))
    for route, ranking in facts(document, "rankings / *"):
        looked = True
        yield _numbering(f"The ranking {ranking.title or route[-1]}", list(ranking.ranks), (*route, "ranks"))
    if not looked:
        yield not_applicable("The document prints no numbered list.")


@check("options-numbered")
def options_numbered(schedule: Schedule) -> Verdicts:
    """The options of a schedule are numbered one by one; a single one needs no number."""
    marks = [option.option for option in schedule.options]
    if len(marks) < 2:
        yield not_applicable("The schedule has one option only.", ("options",))
        return
    places: list[Route] = [("options", place, "option") for place in range(len(marks))]
    plain = [mark.lower().removeprefix("option").strip() for mark in marks]
    if _ordinals(plain) is not None:
        yield _numbering("The list of options", plain, places[0], places)
        return
    numbered = [place for place, mark in enumerate(plain) if _ordinals([mark]) is not None]
    strange = [place for place, mark in enumerate(plain) if place not in numbered and not mark[:1].isdecimal()]
    for place in strange if numbered else ():
        others = ", ".join(marks[number] for number in numbered)
        message = f"An option has no number ({marks[place]}); the others are {others}."
        yield failed(message, places[place], label="no number")
    twice = [place for place, mark in enumerate(plain) if mark in plain[:place]]
    for place in twice:
        first = places[plain.index(plain[place])]
        yield failed(f"Two options are called {marks[place]}.", places[place], [(first, "the first")], "the second")
    if numbered and strange:
        yield _numbering("The list of options", [plain[n] for n in numbered], places[0], [places[n] for n in numbered])
    elif not twice:
        yield passed("Each option has a name of its own.", places[0])


# --- names ------------------------------------------------------------------------------------------------------------


@check("one-name-one-thing")
def one_name_one_thing(game: Game) -> Verdicts:
    """No two wagers go by the same name."""
    names: dict[str, tuple[str, Route]] = {}
    clean = True
    for id, wager in game.each_wager():
        route: Route = ("wagers", id)
        called: list[tuple[str, Route]] = [(id, route)]
        called += [(wager.name, (*route, "name"))] if wager.name else []
        called += [(alias, (*route, "aliases", number)) for number, alias in enumerate(wager.aliases)]
        for name, place in called:
            owner, first = names.setdefault(letters(name), (id, place))
            if owner != id:
                clean = False
                yield failed(f"{name} is a name of {owner} and of {id}.", place, [(first, f"of {owner}")], "two wagers")
    if not names:
        yield not_applicable("The rules name no wager.")
    elif clean:
        yield passed(f"Each of {len(names)} names stands for one wager.", ("wagers",))


@check("ranked-once")
def ranked_once(game: Game) -> Verdicts:
    """No name stands twice in one ranking."""
    looked = False
    for route, ranking in facts(game, "rankings / *"):
        looked = True
        seen: dict[str, str] = {}
        clean = True
        title = ranking.title or route[-1]
        for rank, name in ranking.ranks.items():
            first = seen.setdefault(letters(name), rank)
            if first != rank:
                clean = False
                message = f"{name} stands at rank {first} and at rank {rank} of {title}."
                also: list[tuple[Route, str]] = [((*route, "ranks", first), f"rank {first}")]
                yield failed(message, (*route, "ranks", rank), also, f"rank {rank}")
        if clean:
            yield passed(f"Each name stands once in {title}.", route)
    if not looked:
        yield not_applicable("The rules print no ranking by number.")


@check("own-establishment")
def own_establishment(document: Document) -> Verdicts:
    """The text names no other establishment than the one whose document it is."""
    seen = [
        (("names-seen", n, "name"), name) for n, name in enumerate(document.names_seen) if name.as_ == "establishment"
    ]
    if not seen:
        yield not_applicable("The text names no establishment.")
    for route, name in seen:
        own = document.establishment
        if own is None:
            yield unstated(
                "review", f"The text names {name.name}; whose document it is is not stated.", ("establishment",)
            )
        elif house(name.name) != house(own):
            message = f"The text names {name.name}; the document is of {own}."
            yield failed(message, route, [(("establishment",), own)], "another establishment")
        else:
            yield passed(f"The text names {name.name}, whose document it is.", route)


# --- notation ---------------------------------------------------------------------------------------------------------


@check("notation")
def notation(document: Document, odd: Mapping[str, str]) -> Verdicts:
    """Money and odds are printed in one usual way. `odd` gives ways that are not, with 0 for any number, and why."""
    found: dict[str, list[tuple[Route, str, str | None]]] = {}
    for number, printed in enumerate(document.printed):
        shape = _DIGITS.sub("0", printed.text).replace(" ", "")
        form = next((form for form in odd if shape.startswith(form)), None)
        if form is not None:
            found.setdefault(form, []).append((("printed", number, "text"), printed.text, printed.means))
    for form, entries in found.items():
        (at, text, means), *rest = entries
        texts = ", ".join(f"`{text}`" for _, text, _ in entries)
        meant = f" ({text} means {means})" if means else ""
        yield failed(f"{texts}: {odd[form]}{meant}.", at, [(route, other) for route, other, _ in rest], text)
    if not document.printed:
        yield not_applicable("Nothing is printed in a notation of its own.")
    elif not found:
        yield passed("No such notation is printed.", ("printed",))


# --- control data -----------------------------------------------------------------------------------------------------


@check("control-data")
def control_data(document: Document, wants: Mapping[str, Sequence[Where]]) -> Verdicts:
    """A document says which edition it is: each of the things wanted is stated somewhere."""
    places = {
        what: next((r for text in routes for r, _ in facts(document, text)), None) for what, routes in wants.items()
    }
    missing = [what for what, place in places.items() if place is None]
    if missing:
        at = route_of(wants[missing[0]][0])
        yield unstated("fail", f"The document states no {', no '.join(missing)}.", at)
    else:
        stated = [place for place in places.values() if place is not None]
        yield passed(f"The document states its {', '.join(places)}.", stated[0], [(place, "") for place in stated[1:]])


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
    for number, entry in enumerate(document.unclear):
        yield review(f"Not clear in the text: {entry.what}.", ("unclear", number))
    if not document.unclear:
        yield passed("Nothing is marked as unclear.")


@check("values-stated", on_set=True)
def values_stated(card: Card, cards: Shelf) -> Verdicts:
    """No value is left as unclear. Those that are, are for a person, whatever else is asked of them."""
    if not card.unclear:
        yield passed("No value is marked as unclear.")
        return
    at, *others = card.unclear
    values = "1 value is" if not others else f"{len(card.unclear)} values are"
    shown = ", ".join(show_route(route) for route in card.unclear[:_SHOWN])
    more = f" and {len(card.unclear) - _SHOWN} more" if len(card.unclear) > _SHOWN else ""
    yield review(f"{values} marked as unclear: {shown}{more}.", at, [(route, "unclear") for route in others])


@check("house-has-chosen")
def house_has_chosen(document: Document) -> Verdicts:
    """What the text leaves to the house is chosen in the document."""
    for number, entry in enumerate(document.house_choices):
        route: Route = ("house-choices", number)
        if entry.chosen is not None:
            yield passed(f"Left to the house and chosen: {entry.what}: {entry.chosen}.", (*route, "chosen"))
        else:
            needs = f" ({entry.needs})" if entry.needs else ""
            yield review(f"The text leaves to the house: {entry.what}{needs}.", route)
    if not document.house_choices:
        yield passed("The text leaves nothing to the house.")


# --- repetition -------------------------------------------------------------------------------------------------------


@check("said-once")
def said_once(document: Document) -> Verdicts:
    """A clause stands once."""
    yield from _repeated(document, drifted=False)


@check("no-drift")
def no_drift(document: Document) -> Verdicts:
    """A clause that stands more than once says the same each time."""
    yield from _repeated(document, drifted=True)


def _repeated(document: Document, drifted: bool) -> Iterator[Verdict]:
    clean = True
    for number, entry in enumerate(document.repeated):
        route: Route = ("repeated", number)
        if drifted and entry.drift is not None:
            clean = False
            message = f"Said more than once and not in the same way (lines {entry.at}): {entry.what}: {entry.drift}."
            yield review(message, route)
        elif not drifted and entry.drift is None:
            clean = False
            yield failed(f"Said more than once (lines {entry.at}): {entry.what}.", route)
    if clean:
        yield passed("Every clause stands once." if not document.repeated else "No clause of this kind is repeated.")
