"""Fees of all options of a schedule side by side: one small drawing an option, so that a schedule fits on a page.

Each fee is a bar over its stretch of amounts; a gap is hatched, an overlap is cross-hatched and names both fees. All is
read without colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from compliance.documents.charges import Fee
from compliance.documents.values import show_money, show_percent
from compliance.reports.charts import (
    AmountStretch,
    ChartBox,
    hatching,
    heading,
    height_of,
    list_drawn_collections,
    option_words,
    stretches,
    undrawn_words,
)
from compliance.reports.drawing import compact, coordinate, line, picture, text
from compliance.reports.text import shorten_to

if TYPE_CHECKING:
    from compliance.documents.schedule import Schedule

NARROW: Final = 232
_MOST_NARROW: Final = 6  # stretches that fit side by side in a narrow drawing
_LEFT: Final = 4
_HEAD: Final = 16
_ABOVE: Final = 20
_PLOT: Final = 44
_LOW: Final = 18  # of a fee that is the same for every amount
_BELOW: Final = 34
_MIDDLE: Final = 'text-anchor="middle"'


def is_wide(schedule: Schedule, number: int) -> bool:
    """Whether an option needs the width of two."""
    option = schedule.options[number]
    rows = (stretches(schedule, option, collection) for collection in list_drawn_collections(option))
    return max(map(len, rows), default=0) > _MOST_NARROW


def small_chart(schedule: Schedule, number: int) -> str:
    """One option as a small SVG drawing, one panel for each collection."""
    option = schedule.options[number]
    panels = [
        (heading(collection), stretches(schedule, option, collection)) for collection in list_drawn_collections(option)
    ]
    most = max((len(row) for _, row in panels), default=1)
    width = NARROW if most <= _MOST_NARROW else max(2 * NARROW + 16, 40 * most)
    drawn: list[str] = []
    top = 0
    for name, row in panels:
        if _is_free(row):
            drawn.append(text(_LEFT, top + 12, shorten_to(f"{name}: free", 40 * width // NARROW), 'font-size="11"'))
            top += _HEAD + 2
            continue
        plot = _PLOT if len(row) > 1 else _LOW
        drawn += _panel(name, row, top, width, plot)
        top += _HEAD + _ABOVE + plot + _BELOW
    if left := undrawn_words(option):
        drawn.append(text(_LEFT, top + 12, shorten_to(left, 44), 'font-size="11" font-style="italic"'))
        top += 18
    return picture(width, top, option_words(schedule, number), compact(drawn))


def _is_free(row: list[AmountStretch]) -> bool:
    """Whether nothing is charged, whatever the amount: a line says so."""
    return len(row) == 1 and row[0].kind == "fee" and not any(fee.is_charged for fee in row[0].fees)


def _panel(name: str, row: list[AmountStretch], top: int, width: int, plot: int) -> Iterator[str]:
    yield text(_LEFT, top + 12, shorten_to(name, 40 * width // NARROW), 'font-size="11"')
    roof, base, right = top + _HEAD + _ABOVE, top + _HEAD + _ABOVE + plot, width - _LEFT
    highest = max((fee.amount for stretch in row for fee in stretch.fees), default=Decimal(0))
    yield line(_LEFT, base, right, base)
    each = Fraction(right - _LEFT, len(row))
    for place, stretch in enumerate(row):
        box = ChartBox(_LEFT + each * place, _LEFT + each * (place + 1), roof, base)
        yield from _stretch(stretch, box, highest)
        for number, words in enumerate(filter(None, stretch.lines())):
            yield text(box.middle, base + 12 + 11 * number, shorten_to(words, 24), f'font-size="11" {_MIDDLE}')


def _stretch(stretch: AmountStretch, box: ChartBox, highest: Decimal) -> Iterator[str]:
    if stretch.kind == "gap":
        yield from hatching(box)
        yield text(box.middle, box.roof - 5, "not stated" if stretch.doubt else "GAP", f'font-weight="bold" {_MIDDLE}')
        return
    levels = [box.base - height_of(fee, highest, box) for fee in stretch.fees[:2]]
    for fee, level in zip(stretch.fees, levels, strict=False):
        yield from _bar(fee, box, level)
    if stretch.kind == "overlap":
        yield from hatching(box)
        yield from hatching(box, falling=True)
    words = "/".join(_short(fee) for fee in stretch.fees[:2])
    bold = f'font-size="{12 if len(words) < 8 else 11}" font-weight="bold" {_MIDDLE}'
    yield text(box.middle, min(levels) - 4, words, bold)


def _bar(fee: Fee, box: ChartBox, level: Fraction) -> Iterator[str]:
    left, right = box.left + Fraction(1, 2), box.right - Fraction(1, 2)
    if fee.share is not None:
        # A percentage has no level: it rises with the amount, and is drawn rising.
        yield line(left, box.base, right, box.roof, 'stroke-width="2" stroke-dasharray="6 3"')
        return
    if fee.is_charged:
        size = f'width="{coordinate(right - left)}" height="{coordinate(box.base - level)}"'
        yield f'<rect x="{coordinate(left)}" y="{coordinate(level)}" {size} fill-opacity="0.14"/>'
    yield line(left, level, right, level, 'stroke-width="2"')


def _short(fee: Fee) -> str:
    if fee.share is not None:
        return show_percent(fee.share)
    return show_money(fee.amount) if fee.is_charged else "free"
