"""References inside one document: every name, number, route and value that it points to is there.

References to other documents are in `integrity_sets`.
"""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

from compliance.checks.evaluation import look_at
from compliance.checks.fact_names import label_fact, stating
from compliance.checks.formatting import is_group, show
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.documents import values
from compliance.documents.amounts import Amount
from compliance.documents.blocks import Document
from compliance.documents.facts import find_facts, is_choice
from compliance.documents.restatements import is_same_text, is_same_value, normalize_text, parse_restated
from compliance.source.routes import Route, parse_route


def sayings(document: Document, only: list[str], but: list[str]) -> Iterator[tuple[Route, str, Any, str]]:
    """Every fact that is said again: where, its route, what is said there, and the lines."""
    for number, entry in enumerate(document.restatements):
        for text, said in entry.facts():
            if _is_compared(text, only, but):
                yield ("reading", "said-again", number, text), text, said, entry.at


@check("said-alike")
def said_alike(
    document: Document, only: list[str] | None = None, but: list[str] | None = None, coded: list[str] | None = None
) -> Verdicts:
    """A fact that is stated in several places has the same value in each.

    only: the facts that are compared, with `*` for any part of a route; none means all
    but: facts that are not compared
    coded: facts whose words stand for something, so that other words are another fact
    """
    for place, text, said, lines in sayings(document, only or [], but or []):
        for first, stated in find_facts(document, text):
            if not is_group(said) and not holds_groups(stated):
                exact = any(fnmatchcase(text, pattern) for pattern in coded or []) or is_choice(type(document), text)
                yield _compared(place, first, text, stated, said, lines, exact)
    for place, text, chosen in _choices(document, only or [], but or []):
        for first, stated in find_facts(document, text):
            yield from _compare_choice(place, first, stated, chosen)


def _is_compared(text: str, only: list[str], but: list[str]) -> bool:
    """Whether a fact is among those that are compared."""
    named = not only or any(fnmatchcase(text, pattern) for pattern in only)
    return named and not any(fnmatchcase(text, pattern) for pattern in but)


def _choices(document: Document, only: list[str], but: list[str]) -> Iterator[tuple[Route, str, str]]:
    """What the house chose of a fact that the rules leave to it: where, its route, and what."""
    for number, choice in enumerate(document.house_choices):
        for text in choice.touches if choice.chosen is not None else ():
            if _is_compared(text, only, but):
                yield ("house-choices", number, "chosen"), text, choice.chosen or ""


def _compare_choice(place: Route, first: Route, stated: Any, chosen: str) -> Verdicts:
    """A choice held against what is stated. Words that are no such value leave the fact open."""
    if is_same_text(stated, chosen):
        yield passed(f"{stating(first, stated)}, as the house chose.", place, [(first, "")])
    elif not isinstance(stated, list | str) and parse_restated(stated, chosen, False) is not None:
        message = f'On {label_fact(first)} the rules say "{show(stated)}", and the house chose "{chosen}".'
        yield failed(message, place, [(first, show(stated)[:60])], chosen[:60])


def holds_groups(stated: Any) -> bool:
    """Whether a route names a block, or a list of blocks, and no value that could be compared with another."""
    return is_group(stated) or (isinstance(stated, list) and any(map(is_group, stated)))


def _compared(place: Route, first: Route, text: str, stated: Any, said: Any, lines: str, exact: bool) -> Verdict:
    again = parse_restated(stated, said, text.endswith(" / order"))
    here, there = show(stated), show(again) if again is not None else show(said)
    if is_same_value(stated, again) or normalize_text(here) == normalize_text(there):
        return passed(f"{stating(first, stated)} in each place.", place, [(first, "")])
    message = f'The text says two things on {label_fact(first)}: "{here}" and "{there}" (source {_lines(lines)}).'
    also = [(first, here[:60])]
    unread = isinstance(stated, Amount) and not (stated.terms and again)
    if (isinstance(stated, str) or unread) and not exact:
        # Words of the writer's own: that they differ is certain, that they mean different things is not.
        verdict = review(f"{message} Whether the two say the same needs a decision.", place, also, there[:60])
        return verdict._replace(level="note")
    return failed(message, place, also, there[:60])


def _lines(lines: str) -> str:
    return f"line {lines}" if values.parse_whole_number(lines) is not None else f"lines {lines}"


@check("said-before")
def said_before(document: Document) -> Verdicts:
    """What is said again elsewhere is said a first time."""
    again = sayings(document, [], [])
    return look_at(
        again, lambda one: _compare_with_first(document, *one), nothing=not_applicable("Nothing is said twice.")
    )


def _compare_with_first(document: Document, place: Route, text: str, said: Any, lines: str) -> Verdict:
    first = next(find_facts(document, text), None)
    if first is None:
        message = f"On {label_fact(text)} something is said again (source {_lines(lines)}), and nothing a first time."
        return unstated("fail", message, parse_route(text))._replace(also=((place, "said again"),))
    if is_group(said) or holds_groups(first[1]):
        message = f"`{text}` names a group of entries, which nobody can compare: say a value again, not a group."
        return failed(message, place, [(first[0], "said here first")])
    # Whether both say the same is asked elsewhere.
    label = label_fact(first[0])
    return passed(f"{label[:1].upper()}{label[1:]} is stated in a place of its own, too.", place)
