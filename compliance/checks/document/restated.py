"""References inside one document: every name, number, route and value that it points to is there.

References to other documents are in `integrity_sets`.
"""

from collections.abc import Callable, Iterator
from decimal import Decimal
from fnmatch import fnmatchcase
from fractions import Fraction
from typing import Any, Final

from compliance.checks.looking import look_at
from compliance.checks.naming import called, stating
from compliance.checks.registry import check
from compliance.checks.showing import is_group, show
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.documents import charges, dates, values
from compliance.documents.amounts import Amount, read_amount
from compliance.documents.blocks import Document
from compliance.documents.routes import facts, is_choice
from compliance.routes import Route, read_route

_MOST_LISTED: Final = 1000
_READERS: Final[tuple[tuple[type | tuple[type, ...], Callable[[object], Any]], ...]] = (
    (bool, values.read_yes_no),
    (int, values.read_count),
    (Decimal, values.read_money),
    (Fraction, values.read_percent),
    ((values.Odds, values.Share, values.Unpaid), values.read_payout),
    (values.Turns, values.read_turns),
    (charges.Band, charges.read_band),
    (charges.Fee, charges.read_fee),
    (dates.When, dates.read_when),
    (Amount, read_amount),
)


def sayings(document: Document, only: list[str], but: list[str]) -> Iterator[tuple[Route, str, Any, str]]:
    """Every fact that is said again: where, its route, what is said there, and the lines."""
    for number, entry in enumerate(document.said_again):
        for text, said in entry.facts():
            wanted = not only or any(fnmatchcase(text, pattern) for pattern in only)
            if wanted and not any(fnmatchcase(text, pattern) for pattern in but):
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
        for first, stated in facts(document, text):
            if not is_group(said) and not holds_groups(stated):
                exact = any(fnmatchcase(text, pattern) for pattern in coded or []) or is_choice(type(document), text)
                yield _compared(place, first, text, stated, said, lines, exact)


def holds_groups(stated: Any) -> bool:
    """Whether a route names a block, or a list of blocks, and no value that could be compared with another."""
    return is_group(stated) or (isinstance(stated, list) and any(map(is_group, stated)))


def _compared(place: Route, first: Route, text: str, stated: Any, said: Any, lines: str, exact: bool) -> Verdict:
    again = _read_alike(stated, said, text.endswith(" / order"))
    here, there = show(stated), show(again) if again is not None else show(said)
    if _same_value(stated, again) or _plain(here) == _plain(there):
        return passed(f"{stating(first, stated)} in each place.", place, [(first, "")])
    message = f'On {called(first)} the text says both "{here}" and "{there}" (source {_lines(lines)}).'
    also = [(first, here[:60])]
    unread = isinstance(stated, Amount) and not (stated.terms and again)
    if (isinstance(stated, str) or unread) and not exact:
        # Words of the writer's own: that they differ is certain, that they mean different things is not.
        verdict = review(f"{message} Whether the two say the same is for a person.", place, also, there[:60])
        return verdict._replace(level="note")
    return failed(message, place, also, there[:60])


def _lines(lines: str) -> str:
    return f"line {lines}" if values.whole_number(lines) is not None else f"lines {lines}"


def _same_value(stated: Any, again: Any) -> bool:
    """Whether two values say the same, however they are written: $5 and $5.00, 2019-03-12 and 2019-03."""
    if again is None or type(stated) is not type(again):
        return False
    if isinstance(stated, charges.Band):
        return bool(stated[:3] == again[:3])
    if isinstance(stated, charges.Fee):
        return bool(stated[:3] == again[:3]) and _plain(stated.per) == _plain(again.per)
    if isinstance(stated, dates.When):
        return bool(stated.first <= again.last and again.first <= stated.last)
    if isinstance(stated, Amount):
        return bool(_measured(stated) == _measured(again))
    if isinstance(stated, values.Odds):
        return bool(stated.ratio == again.ratio)
    return bool(again == stated)


def _measured(amount: Amount) -> Any:
    """What an amount comes to, however it is written; the words where nobody can tell."""
    terms = [(term.times, _plain(term.of), term.amount) for term in amount.terms]
    return (terms, " to " in amount.text) if terms else _plain(amount.text)


def _read_alike(stated: Any, said: Any, ordered: bool) -> Any:
    """What is said again, read as the same kind of value; None when it cannot be."""
    if isinstance(stated, list):
        items = said if isinstance(said, list) else _listed(said) if all(isinstance(i, int) for i in stated) else [said]
        here, there = [show(item) for item in stated], [str(item) for item in items]
        if not ordered:
            here, there = sorted(here), sorted(there)
        return stated if here == there else items
    for kind, reader in _READERS:
        if isinstance(stated, kind):
            try:
                return reader(said)
            except values.Unreadable:
                return None
    return None


def _listed(said: Any) -> list[str]:
    """`1-8` as the numbers it stands for, unless they are more than anybody means."""
    from compliance.tables import Domain  # few documents say a list again, and only games have tables

    domain = Domain(said)
    return list(domain.values()) if domain.size <= _MOST_LISTED else [str(said)]


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("-", " ").split())


@check("said-before")
def said_before(document: Document) -> Verdicts:
    """What is said again elsewhere is said a first time."""
    again = sayings(document, [], [])
    return look_at(again, lambda one: _said_first(document, *one), nothing=not_applicable("Nothing is said twice."))


def _said_first(document: Document, place: Route, text: str, said: Any, lines: str) -> Verdict:
    first = next(facts(document, text), None)
    if first is None:
        message = f"On {called(text)} something is said again (source {_lines(lines)}), and nothing a first time."
        return unstated("fail", message, read_route(text))._replace(also=((place, "said again"),))
    if is_group(said) or holds_groups(first[1]):
        message = f"`{text}` names a group of entries, which nobody can compare: say a value again, not a group."
        return failed(message, place, [(first[0], "said here first")])
    return passed(f"{stating(first[0], first[1])}, in both places.", place)
