"""Lists and rankings that are numbered."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from compliance.checks.looking import look_at
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed
from compliance.documents.blocks import Document
from compliance.documents.routes import facts
from compliance.documents.values import whole_number
from compliance.routes import Route

_ROMAN: Final = {"i": 1, "v": 5, "x": 10}


def ordinals(marks: Sequence[str]) -> list[int] | None:
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
    total = highest = 0
    for letter in reversed(mark):
        value = _ROMAN[letter]
        highest = max(highest, value)
        total += -value if value < highest else value
    return total


def numbering(what: str, marks: Sequence[str], at: Route, places: Sequence[Route] = ()) -> Verdict:
    """Whether marks start with the first and go on one by one."""
    found = ordinals(marks)
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
    nothing = not_applicable("The document prints no numbered list.")
    return look_at(_numbered(document), lambda printed: numbering(*printed), nothing=nothing)


def _numbered(document: Document) -> Iterator[tuple[str, list[str], Route]]:
    """Every numbered list: how messages call it, its marks, and where they stand."""
    for route, printed in facts(document, "reading / numbered / *"):
        yield f"The list {route[-1]}", [part.strip() for part in printed.numbers.split(",")], (*route, "numbers")
    for route, ranking in facts(document, "rankings / *"):
        yield f"The ranking {ranking.title or route[-1]}", list(ranking.ranks), (*route, "ranks")
