"""What any document says of itself and of its paper: names it uses, numbered lists, notations, days, shares, stakes."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from compliance.checks.expressions.derived import Placed, Row, Thing, derive
from compliance.checks.names import house, plain_words
from compliance.checks.words import A_NUMBER, normalize_words
from compliance.documents.blocks import Document, PrintedNotation
from compliance.documents.charges import Band, Fee, PokerStakes
from compliance.documents.facts import find_facts
from compliance.documents.game import Game
from compliance.documents.schedule import Schedule
from compliance.documents.values import Share, parse_whole_number
from compliance.source.routes import Route

_DIGITS: Final = re.compile(r"[0-9][0-9,]*")
_ROMAN: Final = {"i": 1, "v": 5, "x": 10}


@derive("house-name", of=str, gives="text")
def find_house_name(thing: Thing) -> str:
    """The name of an establishment as houses are told apart: without capitals, commas and forms of company."""
    return house(thing.value)


@derive("names-cited", of=Document, gives="list of texts", reads=["references", "approval.authority"])
def list_names_cited(thing: Thing) -> list[Placed]:
    """The laws and agencies that the document cites."""
    document = thing.document
    found = [
        Placed(one.to, ("references", number, "to"))
        for number, one in enumerate(document.references)
        if one.kind in ("law", "agency")
    ]
    found += [
        Placed(seen.name, ("reading", "names", number, "name"))
        for number, seen in enumerate(document.names)
        if seen.as_ == "agency"
    ]
    if document.approval is not None and document.approval.authority is not None:
        found.append(Placed(document.approval.authority, ("approval", "authority")))
    return found


@derive("cited-with", of=Document, gives="list of texts", takes=["parts"], reads=["references", "approval.authority"])
def list_names_cited_with(thing: Thing, parts: Sequence[str]) -> list[Placed]:
    """The laws and agencies that the document cites under a name with one of some parts."""
    return [one for one in list_names_cited(thing) if any(part.lower() in one.value.lower() for part in parts)]


@derive("is-printed-like", of=PrintedNotation, gives="yes or no", takes=["forms"], reads=["text"])
def is_printed_like(thing: Thing, forms: Sequence[str]) -> bool:
    """Whether an amount is printed in one of some forms, with a 0 for any number: `0$`, `0-0`."""
    shape = _DIGITS.sub("0", thing.value.text).replace(" ", "")
    return any(shape.startswith(form) for form in forms)


@derive("has-form", of=str, gives="yes or no", takes=["forms"])
def has_form(thing: Thing, forms: Sequence[str]) -> bool:
    """Whether a number is written in one of some forms, with a 0 for any digit: `GEGA-000000`."""
    patterns = (re.sub("0", "[0-9]", re.escape(form)) for form in forms)
    return any(re.fullmatch(pattern, thing.value) for pattern in patterns)


@derive("count-words", of=str, gives="number")
def count_words(thing: Thing) -> int:
    """How many words a text has."""
    return len(thing.value.split())


@derive("has-name", of=str, gives="yes or no", takes=["names"])
def has_name(thing: Thing, names: Sequence[str]) -> bool:
    """Whether one of some names stands in a text, whole: of an agency, of a law."""
    return any(f" {plain_words(name)} " in f" {plain_words(thing.value)} " for name in names)


@derive("numbers-in", of=str, gives="list of numbers")
def list_numbers_in(thing: Thing) -> list[int]:
    """The whole numbers that a text names, in figures or in words."""
    return [int(number) for number in A_NUMBER.findall(normalize_words(thing.value))]


@derive("as-share", of=object, gives="share")
def find_share(thing: Thing) -> Fraction | None:
    """The share that a value is: a percentage, a part of a jackpot, or a fee that is one."""
    value = thing.value
    if isinstance(value, Fee):
        return value.share
    return value.of_jackpot if isinstance(value, Share) else value if isinstance(value, Fraction) else None


@derive("years-ahead", of=Document, gives="a date", takes=["years"])
def find_day_years_ahead(thing: Thing, years: int) -> date | None:
    """The day that comes some years after the day as of which the law is read."""
    if thing.as_of is None:
        return None
    return date(min(thing.as_of.year + years, date.max.year), thing.as_of.month, min(thing.as_of.day, 28))


# --- numbered lists ---


@derive(
    "numbered-lists",
    of=Document,
    gives="list of rows",
    columns={"name": "text", "marks": "text", "is-counted": "yes or no", "slip": "text"},
    reads=["reading.numbered", "rankings.*.ranks"],
)
def list_numbered_lists(thing: Thing) -> list[Row]:
    """The numbered lists and rankings that the document prints: whether they count by numbers or letters, and the slip
    in their count, if there is one."""
    return [_make_numbered_list(name, marks, at) for name, marks, at in _find_numbered(thing.document)]


def _find_numbered(document: Any) -> Iterator[tuple[str, list[str], Route]]:
    for route, printed in find_facts(document, "reading / numbered / *"):
        yield f"The list {route[-1]}", [part.strip() for part in printed.numbers.split(",")], (*route, "numbers")
    for route, ranking in find_facts(document, "rankings / *"):
        yield f"The ranking {ranking.title or route[-1]}", list(ranking.ranks), (*route, "ranks")


def _make_numbered_list(name: str, marks: list[str], at: Route) -> Row:
    counted = find_ordinals(marks)
    slip = find_numbering_slip(marks, counted) if counted is not None else None
    columns = {"name": name, "marks": ", ".join(marks), "is-counted": counted is not None, "slip": slip}
    return Row(at, columns)


def find_numbering_slip(marks: Sequence[str], counted: Sequence[int]) -> str | None:
    """What is wrong in the count of a list; None where it starts with the first and goes on one by one."""
    wrong = next((place for place, (one, next_) in enumerate(pairwise([0, *counted])) if next_ != one + 1), None)
    if wrong is None:
        return None
    if counted[wrong] in counted[:wrong]:
        return f"{marks[wrong]} stands twice"
    return f"it starts with {marks[wrong]}" if wrong == 0 else f"{marks[wrong]} follows {marks[wrong - 1]}"


def find_ordinals(marks: Sequence[str]) -> list[int] | None:
    """The places that marks of a list stand for: numbers, letters or roman numerals; None for other marks."""
    plain = [mark.strip().lower().strip("().#") for mark in marks]
    numbers = [number for mark in plain if (number := parse_whole_number(mark)) is not None]
    if len(numbers) == len(plain):
        return numbers
    if all(mark and set(mark) <= set(_ROMAN) for mark in plain) and plain[0] == "i":
        return [_read_roman(mark) for mark in plain]
    if all(len(mark) == 1 and "a" <= mark <= "z" for mark in plain):
        return [ord(mark) - ord("a") + 1 for mark in plain]
    return None


def _read_roman(mark: str) -> int:
    total = highest = 0
    for letter in reversed(mark):
        value = _ROMAN[letter]
        highest = max(highest, value)
        total += -value if value < highest else value
    return total


# --- stakes ---


@derive(
    "stakes-offered",
    of=(Game, Schedule),
    gives="list of rows",
    columns={
        "whose": "text",
        "stakes": "text",
        "one-bet": "dollars",
        "highest": "dollars",
        "is-highest-of-all": "yes or no",
        "maximum": "dollars",
        "limits": "text",
        "wager-limit": "dollars",
        "is-in-play": "yes or no",
        "outside": "dollars",
        "least-buy-in": "dollars",
    },
    reads=[
        *("betting.stakes", "betting.maximum", "betting.buy-in", "options.*.stakes", "options.*.buy-in"),
        *("options.*.wager", "options.*.table-limit", "table-limits.maximum"),
    ],
)
def list_stakes(thing: Thing) -> list[Row]:
    """The stakes that the game or an option of the schedule is for, with the limits and the buy-in beside them:
    `one-bet` is the largest bet, `highest` the largest there can be, `outside` a bet that the limits leave out."""
    document = thing.document
    betting: Any = getattr(document, "betting", None)
    every = betting.stakes if betting is not None else []
    top = max((stakes.bets[-1] for stakes in every), default=None)
    rows = []
    for number, stakes in enumerate(every):
        own = {"maximum": _place(betting.maximum, ("betting", "maximum")), "is-highest-of-all": stakes.bets[-1] == top}
        rows.append(_make_stakes(stakes, ("betting", "stakes", number), "The game", betting.buy_in, ("betting",), own))
    for route, option in find_facts(document, "options / *"):
        limit = option.wager or option.table_limit
        for number, stakes in enumerate(option.stakes):
            outside = next((bet for bet in stakes.bets if limit is not None and not limit.contains(bet)), None)
            limits = str(limit) if limit is not None else None
            own = {"limits": limits, "outside": outside, "is-highest-of-all": False}
            top = limit or (document.table_limits.maximum if document.table_limits is not None else None)
            own["wager-limit"] = _place(top.high if top is not None else None, route)
            own["is-in-play"] = not option.not_for_play
            at = (*route, "stakes", number)
            rows.append(_make_stakes(stakes, at, f"Option {option.option}", option.buy_in, route, own))
    return rows


def _make_stakes(
    stakes: PokerStakes, at: Route, whose: str, buy_in: Band | None, holder: Route, own: dict[str, Any]
) -> Row:
    least = _place(buy_in.low if buy_in is not None else None, (*holder, "buy-in"))
    told = {"whose": whose, "stakes": str(stakes), "one-bet": Placed(stakes.bets[-1], at), "least-buy-in": least}
    highest = Placed(stakes.highest, at) if stakes.highest is not None else None
    return Row(at, {**told, "highest": highest, **own})


def _place(amount: Decimal | None, at: Route) -> Placed | None:
    return Placed(amount, at) if amount is not None else None
