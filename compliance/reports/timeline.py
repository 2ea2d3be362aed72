"""A requirement's law over time, by how it was seen: one drawing for HTML and PDF, and the same as lines of text.

A stretch stands for days on which the law said one thing and was known in one way. What was read in the text of the law
has a heavy line, what an official digest says a dashed one; what nobody here has read is hatched. Read without colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import Any, Final, NamedTuple

from compliance.law.catalog import Holding, Requirement
from compliance.law.levels import ADVISORY
from compliance.reports.charts import ChartBox, hatching
from compliance.reports.drawing import compact, coordinate, line, picture, text
from compliance.reports.text import inert, plain, shorten_to
from compliance.reports.typesetting import replace_glyphs

WIDTH: Final = 520
_EDGE: Final = 10
_ROOF: Final = 34
_PLOT: Final = 56
_EVEN: Final = 22  # the height of a stretch where the law sets no figure
_ROW: Final = 13
_MIDDLE: Final = 'text-anchor="middle"'
_STEPS: Final = (1, 2, 3, 5, 10, 20, 50, 100, 500)  # years between two marks of the axis
_TICKS: Final = 7
_FIGURE: Final = re.compile(r"\$?([\d,]+)%?")
# How a stretch is drawn, and what that means.
LOOKS: Final = {
    "text": "heavy line: text of the law seen",
    "digest": "dashed line: official digest seen",
    "unseen": "hatched: inferred, or from others' words",
    "stopped": "crossed: suspended, or enjoined later",
}
_SEEN: Final = {"text": "text seen", "digest": "digest seen", "recital": "recited", "secondary": "second hand"}
# The same in a line of text: with blocks on a terminal, with signs into a pipe.
BLOCKS: Final = {"text": "█", "digest": "▓", "unseen": "░", "stopped": "x"}
SIGNS: Final = {"text": "#", "digest": "=", "unseen": "/", "stopped": "x"}


class DrawnStretch(NamedTuple):
    """Days on which the law said one thing, and was known in one way. `figure` is how high it is drawn."""

    first: date
    last: date | None
    look: str
    words: str
    figure: int
    known: bool  # whether the first day is the day on which it began, and not only one on which it is known to hold


class Timeline(NamedTuple):
    title: str
    stretches: tuple[DrawnStretch, ...]
    day: date

    @property
    def start(self) -> date:
        return min(self.day, self.stretches[0].first)

    @property
    def end(self) -> date:
        """The last day of the axis: that of the report, or the last on which anything begins, and a little more."""
        last = max([self.day, *(one.last or one.first for one in self.stretches)])
        return last + timedelta(days=max(30, (last - self.start).days // 40)) if last.year < 9000 else last


def timeline_of(requirement: Requirement, day: date) -> Timeline | None:
    """The law of a requirement over time; none where it rests on no law, or on none whose first day is known."""
    dated = [holding for holding in reversed(requirement.history) if holding.from_ is not None]
    if requirement.reason or not dated:
        return None
    figures = any(holding.values for holding in dated)
    found: list[DrawnStretch] = []
    for holding in dated:
        one = _stretch(holding, figures)
        before = found[-1] if found else None
        follows = before is not None and before.last is not None and one.first - before.last == timedelta(days=1)
        if before is not None and follows and before[2:5] == one[2:5]:
            found[-1] = before._replace(last=one.last)
        else:
            found.append(one)
    return Timeline(requirement.title, tuple(found), day)


def _stretch(holding: Holding, figures: bool) -> DrawnStretch:
    look = holding.seen if holding.seen in ("text", "digest") else "unseen"
    if figures and not holding.values and look != "text":
        look = "unseen"
    if holding.authority in ADVISORY:
        look = "stopped"
    return DrawnStretch(
        holding.from_ or date.min,
        holding.until,
        look,
        plain(_words(holding, figures)),
        _figure(holding),
        holding.from_is != "first seen",
    )


def _words(holding: Holding, figures: bool) -> str:
    if holding.authority in ADVISORY:
        return "suspended" if holding.authority == "suspended" else "enjoined later"
    if not figures:
        return _SEEN.get(holding.seen, holding.seen)
    if not holding.values:
        return "no figure set" if holding.seen == "text" else "figure not seen"
    for name, value in holding.values.items():
        if f"{name}-certain" in holding.values:
            return f"{holding.values[f'{name}-certain']} for certain, perhaps {value}"
    named = {"most": "", "unsure": "perhaps "}
    told = [
        named.get(name, f"{name.replace('-', ' ')}{':' if isinstance(value, list) else ''} ") + print_value(value)
        for name, value in holding.values.items()
        if not isinstance(value, dict)
    ]
    return ", ".join(told)


def print_value(value: Any) -> str:
    """A value of the law as people write it."""
    if isinstance(value, dict):
        return f"({', '.join(f'{name}: {print_value(inner)}' for name, inner in value.items())})"
    return (" or ".join(map(print_value, value)) or "none") if isinstance(value, list) else str(value)


def _figure(holding: Holding) -> int:
    """The figure that a stretch is drawn as high as, where the law sets one."""
    found = _FIGURE.fullmatch(str(holding.values.get("most", "")))
    return int(found[1].replace(",", "")) if found else 0


# --- as a drawing -----------------------------------------------------------------------------------------------------


def drawing(given: Timeline) -> str:
    """The timeline as SVG."""
    base = _ROOF + (_PLOT if any(one.figure for one in given.stretches) else _EVEN)
    letters = _letters(given)
    drawn = [line(_EDGE, base, WIDTH - _EDGE, base)]
    for one in given.stretches:
        drawn += _draw_stretch(given, one, _box(given, one, base), letters)
    drawn += _axis(given, base)
    drawn += _today(given, base)
    below = base + 16
    for one, letter in letters.items():
        below += _ROW
        drawn.append(text(_EDGE, below, f"{letter}: {days(one)}, {shorten_to(one.words, 100)}", 'font-size="10"'))
    looks = dict.fromkeys(one.look for one in given.stretches)
    legend = "; ".join(LOOKS[look] for look in LOOKS if look in looks)
    drawn.append(text(_EDGE, below + _ROW + 2, legend, 'font-size="10" font-style="italic"'))
    return picture(WIDTH, below + _ROW + 8, describe_timeline(given), compact(drawn))


def describe_timeline(given: Timeline) -> str:
    """What the drawing shows, in words."""
    told = ". ".join(f"{days(one)}: {one.words} ({LOOKS[one.look].split(': ')[1]})" for one in given.stretches)
    return inert(
        replace_glyphs(shorten_to(f"{given.title}, over time. {told}. This report is for {given.day}.", 1_800))
    )


def days(one: DrawnStretch) -> str:
    if one.last is None:
        return f"{'since' if one.known else 'known since'} {one.first}"
    if one.first == one.last:
        return f"on {one.first}"
    return f"{one.first} to {one.last}"


def _find_x(given: Timeline, day: date) -> Fraction:
    whole = max(1, (given.end - given.start).days)
    return _EDGE + Fraction((day - given.start).days * (WIDTH - 2 * _EDGE), whole)


def _box(given: Timeline, one: DrawnStretch, base: int) -> ChartBox:
    highest = max(other.figure for other in given.stretches)
    tall = _PLOT * one.figure // highest if highest and one.figure else _EVEN
    last = given.end if one.last is None else min(given.end, one.last + timedelta(days=1))
    return ChartBox(_find_x(given, one.first), _find_x(given, last), base - tall, base)


def _fits(given: Timeline, one: DrawnStretch) -> bool:
    box = _box(given, one, 100)
    return box.right - box.left >= 7 * min(len(one.words), 44) + 6


def _letters(given: Timeline) -> dict[DrawnStretch, str]:
    """Letters for stretches that are too narrow for their words: the words then stand below."""
    narrow = [one for one in given.stretches if not _fits(given, one)]
    return dict(zip(narrow, "abcdefghijklmnopqrstuvwxyz", strict=False))


def _draw_stretch(given: Timeline, one: DrawnStretch, box: ChartBox, letters: dict[DrawnStretch, str]) -> Iterator[str]:
    size = f'width="{coordinate(box.right - box.left)}" height="{coordinate(box.base - box.roof)}"'
    if one.look in ("text", "digest"):
        shade = "0.16" if one.look == "text" else "0.08"
        yield f'<rect x="{coordinate(box.left)}" y="{coordinate(box.roof)}" {size} fill-opacity="{shade}"/>'
        style = 'stroke-width="3"' if one.look == "text" else 'stroke-width="2" stroke-dasharray="7 3"'
        yield line(box.left, box.roof, box.right, box.roof, style)
    else:
        yield from hatching(box)
        if one.look == "stopped":
            yield from hatching(box, falling=True)
    yield line(box.left, box.roof, box.left, box.base)
    shown = letters.get(one, shorten_to(one.words, 44))
    at = max(box.middle, _find_letter_place(given, one, letters)) if one in letters else box.middle
    yield text(at, box.roof - 5, shown, f'font-size="11" font-weight="bold" {_MIDDLE}')


def _find_letter_place(given: Timeline, one: DrawnStretch, letters: dict[DrawnStretch, str]) -> Fraction:
    """Where a letter may stand, right of the letters before it."""
    at = Fraction(_EDGE)
    for other in letters:
        if other == one:
            break
        at = max(at + 9, _box(given, other, 100).middle + 9)
    return at


def _axis(given: Timeline, base: int) -> Iterator[str]:
    years = ticks(given, _TICKS)
    if len(years) < 2:
        # Within a year or two the days themselves are told.
        for one in given.stretches:
            yield text(_find_x(given, one.first), base + 15, one.first.isoformat(), 'font-size="10"')
        return
    for year in years:
        at = _find_x(given, date(year, 1, 1))
        if at > WIDTH - 2 * _EDGE:
            break
        yield line(at, base, at, base + 4)
        yield text(at, base + 15, str(year), f'font-size="10" {_MIDDLE}')


def ticks(given: Timeline, most: int) -> Sequence[int]:
    """The years that are marked: so many that they can be read apart."""
    first, last = given.start.year + 1, given.end.year
    step = next(step for step in (*_STEPS, 10_000) if (last - first) // step < most)
    return range(first + -first % step, last + 1, step)


def _today(given: Timeline, base: int) -> Iterator[str]:
    at = _find_x(given, given.day)
    yield line(at, 12, at, base, 'stroke-width="1" stroke-dasharray="2 2"')
    anchor = "end" if at > WIDTH // 2 else "start"
    yield text(at, 10, f"this report, {given.day}", f'font-size="10" text-anchor="{anchor}"')


# --- as text ----------------------------------------------------------------------------------------------------------


class BarRow(NamedTuple):
    """A stretch in a line of text: where its bar stands, and its words."""

    bar: str
    words: str


def rows(given: Timeline, width: int, signs: dict[str, str]) -> list[BarRow]:
    """The timeline as lines, one a stretch, all on the same scale."""
    whole = max(1, (given.end - given.start).days)
    made = []
    for one in given.stretches:
        last = given.end if one.last is None else one.last
        left = (one.first - given.start).days * width // whole
        right = max(left + 1, -(-(last - given.start).days * width // whole))
        made.append(BarRow(" " * left + signs[one.look] * (min(right, width) - left), one.words))
    return made


def marks(given: Timeline, width: int) -> str:
    """The years below the lines."""
    whole, made = max(1, (given.end - given.start).days), ""
    for year in ticks(given, max(2, width // 7)):
        at = (date(year, 1, 1) - given.start).days * width // whole
        if at + 4 <= width and (not made or at > len(made)):
            made = made.ljust(at) + str(year)
    return made


def legend(given: Timeline, signs: dict[str, str]) -> str:
    looks = {one.look for one in given.stretches}
    return "; ".join(f"{signs[look] * 3} {words.split(': ')[1]}" for look, words in LOOKS.items() if look in looks)
