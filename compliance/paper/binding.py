"""Figures of a document bound to figures of its paper: the first rule that fits, or none.

A figure is taken whole. One that is printed in the same notation is bound as it is; every other rule is named, so that
a reader sees why a figure counts as printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from compliance.paper.document_figures import DocumentFigure
from compliance.paper.figures import CODE, COUNT, DATE, MONEY, ODDS, PERCENT, PaperFigure, Value, find_figures, squeeze
from compliance.paper.printed_figures import NO_FIGURE, Paper, Printed

EXACT: Final = "as printed"
_TO_ONE: Final = re.compile(r"\bto\s?1\b|\bto\sone\b", re.IGNORECASE)
_FOR_ONE: Final = re.compile(r"\bfor\s?1\b|\bfor\sone\b", re.IGNORECASE)
_UNDER: Final = re.compile(r"(?:\b(?:(?:less|fewer|lower) than|under|below)|<)$", re.IGNORECASE)
_OVER: Final = re.compile(r"(?:\b(?:(?:more|greater|higher) than|over|above|exceeding)|>)$", re.IGNORECASE)
_IN_DOLLARS: Final = re.compile(r"\(\s*(?:\$|(?:in )?(?:us )?dollars)\s*\)", re.IGNORECASE)
# Keys whose figure is what is paid or charged: no end of the range that it is charged for.
_AMOUNTS: Final = frozenset(("bands", "fee", "pays"))


class Bound(NamedTuple):
    """A figure of a document, the rule by which it counts as printed (none where it does not), and where it is."""

    written: DocumentFigure
    rule: str = ""
    printed: Printed | None = None


class Notation(NamedTuple):
    """A notation of the paper and what it means, as the document declares it."""

    text: str
    means: tuple[Value, ...]


class Ground(NamedTuple):
    """What figures are bound with: a paper, and the notations of it that the document declares."""

    paper: Paper
    notations: Sequence[Notation] = ()


Rule = Callable[[DocumentFigure, Ground, tuple[Printed, ...]], Printed | None]


def bind(written: DocumentFigure, ground: Ground) -> Bound:
    """A figure with the first rule by which its lines print it."""
    here = ground.paper.figures_on(written.citation)
    for name, rule in _RULES.items():
        found = rule(written, ground, here)
        if found is not None:
            return Bound(written, "in words" if name == EXACT and found.figure.is_spelled_out else name, found)
    return Bound(written)


def read_notations(tree: Mapping[str, Any]) -> list[Notation]:
    """The notations of the paper that a document declares below `reading / printed`."""
    reading = tree.get("reading")
    listed = reading.get("printed") if isinstance(reading, Mapping) else None
    found = []
    for entry in listed if isinstance(listed, list) else ():
        if isinstance(entry, Mapping) and isinstance(entry.get("text"), str):
            means = find_figures(str(entry.get("means") or ""))
            found.append(Notation(entry["text"], tuple(value for one in means for value in one.readings)))
    return found


def first_that(here: Sequence[Printed], fits: Callable[[Value], bool]) -> Printed | None:
    """The first figure of which a reading fits: one in digits before one in words."""
    fitting = [one for one in here if any(fits(value) for value in one.figure.readings)]
    return next((one for one in fitting if not one.figure.is_spelled_out), fitting[0] if fitting else None)


class OddsHead(NamedTuple):
    """Whether the head of a table says that its bare numbers are odds to 1, or for 1."""

    to_one: bool
    for_one: bool

    def has_odds(self, value: Value, printed: Value) -> bool:
        """Whether a bare number is some odds: under `for 1`, 41 is 41 for 1 and 40 to 1."""
        if value.kind != ODDS or value.high != 1 or value.low is None or printed.kind != COUNT or not printed.is_point:
            return False
        if value.text == "for":
            return self.for_one and printed.low == value.low
        return (self.to_one and printed.low == value.low) or (self.for_one and printed.low == value.low + 1)


def read_odds_head(paper: Paper, citation: str) -> OddsHead:
    """What the head of a table says of its bare numbers."""
    head = paper.head_of(citation)
    return OddsHead(_TO_ONE.search(head) is not None, _FOR_ONE.search(head) is not None)


def is_printed_as(value: Value, figure: PaperFigure, head: OddsHead) -> bool:
    """Whether a printed figure says a value: as it is, or as bare odds under a head that says so."""
    readings = figure.readings
    return value in readings or any(head.has_odds(value, one) or _are_same_odds(value, one) for one in readings)


def _are_same_odds(one: Value, other: Value) -> bool:
    """Whether two odds are the same in other numbers: 19 to 20 is `0.95 to 1`."""
    if not one.kind == other.kind == ODDS or one.text != other.text or not (one.high and other.high):
        return False
    return (one.low or 0) / one.high == (other.low or 0) / other.high


# --- the rules --------------------------------------------------------------------------------------------------------


def _find_same(written: DocumentFigure, ground: Ground, here: tuple[Printed, ...]) -> Printed | None:
    wanted = written.value
    if wanted.kind == CODE:
        return _find_code(wanted, ground, written.citation, here)
    if wanted.kind == DATE:
        return first_that(here, lambda value: value.kind == DATE and value.text == wanted.text)
    return first_that(here, lambda value: value == wanted)


def _find_code(wanted: Value, ground: Ground, citation: str, here: tuple[Printed, ...]) -> Printed | None:
    found = first_that(here, lambda value: value.kind == CODE and value.text == wanted.text)
    if found is not None:
        return found
    # A number of another form, such as `2479-B`: its letters and digits in a row.
    for line in ground.paper.lines_of(citation):
        if re.search(rf"(?<![0-9]){re.escape(wanted.text)}(?![0-9])", squeeze(ground.paper.lines[line])):
            return Printed(line, NO_FIGURE)
    return None


def _find_none(written: DocumentFigure, ground: Ground, here: tuple[Printed, ...]) -> Printed | None:
    """Nothing of something, in words: `no jokers`; no money, where none is taken."""
    wanted = written.value
    if wanted.low != 0 or not wanted.is_point or wanted.kind == PERCENT:
        return None
    key = next((step for step in reversed(written.route) if isinstance(step, str)), "")
    noun = r"(?:charge|collection|fee)s?" if wanted.kind == MONEY else re.escape(key.removesuffix("s"))
    words = re.compile(rf"\b(?:no|without|not|zero)\s(?:an?\s|any\s)?(?:\w+\s)?{noun}|\bfree\b", re.IGNORECASE)
    lines = ground.paper.lines_of(written.citation)
    return next((Printed(line, NO_FIGURE) for line in lines if words.search(ground.paper.lines[line])), None)


def _find_end(written: DocumentFigure, ground: Ground, here: tuple[Printed, ...]) -> Printed | None:
    """A single figure as an end of a range or bound. A fee is no end of the range it is taken for."""
    wanted = written.value
    if not wanted.is_point or not _AMOUNTS.isdisjoint(written.route):
        return None
    return first_that(here, lambda value: value.kind == wanted.kind and value.is_range and wanted.low in value[1:3])


def _find_both_ends(written: DocumentFigure, ground: Ground, here: tuple[Printed, ...]) -> Printed | None:
    """A range whose ends are printed apart: on one line or on two that follow, or as what it is more than, at least or
    at most."""
    wanted = written.value
    if not wanted.is_range or wanted.low is None or wanted.high is None or written.is_in_table:
        return None
    low, high = ([one for one in here if _has_end(one, wanted.kind, end)] for end in (wanted.low, wanted.high))
    pairs = [(one, other) for one in low for other in high if 0 <= other.line - one.line <= 1 and one != other]
    # The end of another range is none of a band.
    near = next((one for one, other in pairs if not (written.is_key and _is_closed_range(other))), None)
    if near is not None or not written.is_key:
        return near
    least = next((one for one in here if _bounds_below(one, wanted, ground.paper)), None)
    most = next((one for one in here if _bounds_above(one, wanted, ground.paper)), None)
    return most if most is not None and (wanted.low <= 1 or least is not None) else least if high else None


def _has_end(printed: Printed, kind: str, number: Fraction) -> bool:
    return any(value.kind == kind and number in value[1:3] for value in printed.figure.readings)


def _is_closed_range(printed: Printed) -> bool:
    return any(value.is_range and None not in value[1:3] for value in printed.figure.readings)


def _bounds_below(one: Printed, wanted: Value, paper: Paper) -> bool:
    """Whether a figure says the least of a range: `over $50`, `at least $51`."""
    values = [value for value in one.figure.readings if value.kind == wanted.kind]
    is_over = _OVER.search(_words_before(one, paper)) is not None
    return any(
        value[1:3] == (wanted.low, None) or (is_over and wanted.low is not None and value.low == wanted.low - 1)
        for value in values
    )


def _bounds_above(one: Printed, wanted: Value, paper: Paper) -> bool:
    """Whether a figure says the most of a range: `$50 or less`, `up to $50`, `under $51`."""
    values = [value for value in one.figure.readings if value.kind == wanted.kind]
    is_under = _UNDER.search(_words_before(one, paper)) is not None
    return any(
        value[1:3] == (None, wanted.high) or (is_under and wanted.high is not None and value.low == wanted.high + 1)
        for value in values
    )


def _words_before(one: Printed, paper: Paper) -> str:
    return " ".join(paper.lines[one.line][: one.figure.start].split()[-2:])


def _find_next_to_bound(written: DocumentFigure, ground: Ground, here: tuple[Printed, ...]) -> Printed | None:
    """A band that the paper bounds by its neighbor: `$1-$199` is less than $200, `$401+` is more than $400."""
    wanted = written.value
    if not (written.is_key and wanted.is_range and wanted.kind in (MONEY, COUNT)):
        return None
    if wanted.low is None or wanted.low <= 1:
        return next((one for one in here if wanted.high is not None and _bounds_above(one, wanted, ground.paper)), None)
    return next((one for one in here if wanted.high is None and _bounds_below(one, wanted, ground.paper)), None)


def _find_amount_of_head(written: DocumentFigure, ground: Ground, here: tuple[Printed, ...]) -> Printed | None:
    """An amount whose head says `($)`, over bare numbers."""
    wanted = written.value
    if wanted.kind != MONEY or not _IN_DOLLARS.search(ground.paper.head_of(written.citation)):
        return None
    return first_that(here, lambda value: value == wanted._replace(kind=COUNT))


def _find_odds_of_head(written: DocumentFigure, ground: Ground, here: tuple[Printed, ...]) -> Printed | None:
    """Odds whose head says `to 1` or `for 1`, over bare numbers."""
    if written.value.kind != ODDS:
        return None
    head = read_odds_head(ground.paper, written.citation)
    return first_that(here, lambda value: head.has_odds(written.value, value))


def _find_other_odds(written: DocumentFigure, ground: Ground, here: tuple[Printed, ...]) -> Printed | None:
    """`5 for 1` is 4 to 1; `5-1` under a head that says `for 1` is 5 for 1."""
    wanted = written.value
    if wanted.kind != ODDS or wanted.low is None or wanted.high is None:
        return None
    if wanted.text == "for":
        if not _FOR_ONE.search(ground.paper.head_of(written.citation)):
            return None
        return first_that(here, lambda value: value == wanted._replace(text=""))
    with_stake = Value(ODDS, wanted.low + wanted.high, wanted.high, "for")
    return first_that(here, lambda value: value == with_stake)


def _find_odds_in_other_numbers(written: DocumentFigure, ground: Ground, here: tuple[Printed, ...]) -> Printed | None:
    return first_that(here, lambda value: _are_same_odds(written.value, value))


def _find_notation(written: DocumentFigure, ground: Ground, here: tuple[Printed, ...]) -> Printed | None:
    """A notation of the paper whose meaning the document declares: `.20 cents` read as 20%."""
    paper = ground.paper
    for notation in ground.notations:
        text = " ".join(notation.text.split())
        if any(_is_same_amount(written.value, value) for value in notation.means):
            for line in paper.lines_of(written.citation):
                if text in " ".join(paper.lines[line].split()):
                    return Printed(line, next(iter(find_figures(notation.text)), NO_FIGURE))
    return None


def _is_same_amount(value: Value, meant: Value) -> bool:
    """The same figure, or a share and the cents of a dollar that it is."""
    if value == meant:
        return True
    shares = {PERCENT, MONEY} == {value.kind, meant.kind}
    if not (shares and value.is_point and meant.is_point) or value.low is None or meant.low is None:
        return False
    share, money = (value.low, meant.low) if value.kind == PERCENT else (meant.low, value.low)
    return share == money * 100


def _find_misread(written: DocumentFigure, ground: Ground, here: tuple[Printed, ...]) -> Printed | None:
    wanted = written.value
    return first_that(ground.paper.misread_on(written.citation), lambda value: value == wanted)


_RULES: Final[dict[str, Rule]] = {
    EXACT: _find_same,
    "none, in words": _find_none,
    "an end of a range": _find_end,
    "both ends of a range": _find_both_ends,
    "next to a printed bound": _find_next_to_bound,
    "amounts by the head of the table": _find_amount_of_head,
    "odds by the head of the table": _find_odds_of_head,
    "odds with the stake": _find_other_odds,
    "the same odds in other numbers": _find_odds_in_other_numbers,
    "a notation of the paper": _find_notation,
    "letters misread for digits": _find_misread,
}

__all__ = ["EXACT", "Bound", "Ground", "Notation", "bind", "first_that", "read_notations"]
