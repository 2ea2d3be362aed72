"""Charts of a schedule's options: the fee over what it goes by, as SVG text. Gaps and overlaps are drawn and named.

Every stretch of amounts is drawn equally wide, so that $1-$50 and $5,001+ can both be read; fees are to scale. All
reckoning is exact. Of the document's text only what its readers allow (money, counts) comes into the drawing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from compliance.documents.charges import Band, Fee
from compliance.documents.values import show_money, show_percent
from compliance.reports.drawing import coordinate as _n
from compliance.reports.drawing import line as _line
from compliance.reports.drawing import picture
from compliance.reports.drawing import text as _text
from compliance.reports.text import inert, plain, shorten_to

if TYPE_CHECKING:
    from compliance.documents.schedule import Collection, Option, Schedule

Rows = Sequence[tuple[Band, Fee]]

NOT_TO_SCALE: Final = "Each stretch is drawn equally wide, whatever its amounts; fees are to scale."
_ONE: Final = Decimal(1)
_PAYERS: Final = {
    **{"player": "Player", "player-dealer": "Player-dealer", "pot": "Pot", "blind": "Blind"},
    **{"small blind": "Small blind", "big blind": "Big blind", "button": "Player on the button"},
    **{"backline bettor": "Backline bettor", "winner": "Winner of the pot"},
    **{"third-party provider": "Third-party provider", "house": "The house"},
}
_BASES: Final = {
    "wager-amount": "amount of the wager",
    "total-table-action": "total table action",
    "players": "number of players",
    "table-limit": "table limit",
    "pot-size": "size of the pot",
    "nothing": "any amount",
}

_WIDTH: Final = 640
_LEFT: Final = 56
_RIGHT: Final = 18
_NARROWEST: Final = 80
_TALL: Final = 88
_LOW: Final = 30
_ABOVE: Final = 46
_BELOW: Final = 56
_FOOT: Final = 20
_HATCH: Final = 9


# A drawing of more bands than these could not be read, and takes more than it is worth.
MOST_BANDS: Final = 100
_MOST_DRAWN: Final = 600  # bands of all options of one schedule
_MOST_FEES: Final = 4
_MOST_PANELS: Final = 12
_MOST_WORDS: Final = 1_800


class AmountStretch(NamedTuple):
    """A stretch of amounts and the fees set for it: none is a gap, two that differ an overlap.

    `name` stands for amounts where the fee does not go by any. `doubt` says why a gap may be none.
    """

    low: Decimal
    high: Decimal | None
    money: bool
    fees: tuple[Fee, ...] = ()
    name: str = ""
    doubt: str = ""

    @property
    def kind(self) -> str:
        return ("gap", "fee", "overlap")[min(len(self.fees), 2)]

    def show(self, amount: Decimal) -> str:
        return show_money(amount) if self.money else f"{amount:,.0f}"

    def lines(self) -> tuple[str, str]:
        """The amounts in two short lines."""
        low = self.show(self.low)
        if self.name:
            return self.name, ""
        if self.high is None:
            return low, "and above"
        if self.low == self.high:
            return low, ""
        return ("up to" if self.low == 0 else low), ("to " * (self.low != 0)) + self.show(self.high)

    def __str__(self) -> str:
        return " ".join(self.lines()).strip()


def option_chart(schedule: Schedule, number: int) -> str:
    """One option as an SVG drawing, one panel for each collection. Options count from 0, as in `Schedule.option_rates`.

    Colours follow the text around it (`currentColor`); nothing in it has an id, so many can stand on one page.
    """
    option = schedule.options[number]
    few, left = _select_collections(option)
    panels = [(collection, stretches(schedule, option, collection)) for collection in few]
    width = max(_WIDTH, _LEFT + _RIGHT + _NARROWEST * max((len(row) for _, row in panels), default=1))
    drawn: list[str] = []
    top = 0
    for collection, row in panels:
        plot = _TALL if len(row) > 1 else _LOW
        drawn += _panel(collection, row, top, width, plot)
        top += _ABOVE + plot + _BELOW
    if left:
        drawn.append(_text(0, top + 15, left, 'font-size="13" font-style="italic"'))
        top += _FOOT
    if any(len(row) > 1 for _, row in panels):
        drawn.append(_text(_LEFT, top + 8, NOT_TO_SCALE, 'font-size="11" font-style="italic"'))
        top += _FOOT
    words = option_words(schedule, number)
    return picture(width, top, words, drawn)


def option_words(schedule: Schedule, number: int) -> str:
    """What the chart of an option shows, in words: for people and programs that do not see it."""
    option = schedule.options[number]
    few, left = _select_collections(option)
    said = []
    for collection in few:
        row = stretches(schedule, option, collection)
        fees = "; ".join(f"{stretch}: {stretch_words(stretch)}" for stretch in row)
        said.append(f"{heading(collection)}: {fees}.")
    words = " ".join([f"Option {shorten_to(option.option, 40)}.", *said, left]).rstrip()
    return inert(plain(shorten_to(words, _MOST_WORDS)))


def drawable(schedule: Schedule) -> int:
    """How many of a schedule's options, from the first, a report draws."""
    room = _MOST_DRAWN
    for number, option in enumerate(schedule.options):
        room -= sum(max(1, min(_bands(collection), MOST_BANDS)) for collection in list_drawn_collections(option)) + 1
        if room < 0:
            return number
    return len(schedule.options)


def list_drawn_collections(option: Option) -> list[Collection]:
    """The collections of an option that are drawn."""
    return _select_collections(option)[0]


def undrawn_words(option: Option) -> str:
    """Words for the collections of an option that are not drawn; none where all are."""
    return _select_collections(option)[1]


def _bands(collection: Collection) -> int:
    return len(collection.bands) if collection.bands is not None else 0


def _select_collections(option: Option) -> tuple[list[Collection], str]:
    """The collections of an option that are drawn, and words for those that are not."""
    few = [collection for collection in option.collections if _bands(collection) <= MOST_BANDS][:_MOST_PANELS]
    left = [collection for collection in option.collections if _bands(collection) > MOST_BANDS]
    more = len(option.collections) - len(few) - len(left)
    said = [f"{_bands(collection):,} bands are too many to draw." for collection in left[:1]]
    if len(left) > 1 or more:
        said.append(f"{len(left[1:]) + more:,} more fees are not drawn.")
    return few, " ".join(said)


def heading(collection: Collection) -> str:
    """Who pays, and by what the fee goes."""
    by = f"fee by {_BASES[collection.by]}" if collection.bands is not None else "flat fee"
    if collection.jackpot_drop is not None:
        by = "jackpot drop" if collection.is_only_drop else f"{by} and jackpot drop"
    most = f", at most {show_money(collection.at_most)}" if collection.at_most is not None else ""
    payer = _PAYERS[collection.payer] if collection.payer is not None else "Payer not stated"
    return f"{payer}, {by}{most}"


def stretch_words(stretch: AmountStretch) -> str:
    """What is set for a stretch: the fee, or that there is none, or more than one."""
    if not stretch.fees:
        return f"no fee is set ({stretch.doubt})" if stretch.doubt else "gap, no fee is set"
    fees = " or ".join(fee_words(fee) for fee in stretch.fees[:_MOST_FEES])
    if len(stretch.fees) > _MOST_FEES:
        fees += f" or one of {len(stretch.fees) - _MOST_FEES:,} others"
    return f"overlap, {fees}" if len(stretch.fees) > 1 else fees


def fee_words(fee: Fee) -> str:
    """A fee as a table card says it."""
    if fee.share is not None:
        return f"{show_percent(fee.share)} of {fee.of}" if fee.of else show_percent(fee.share)
    if not fee.is_charged:
        return "no charge"
    return f"{show_money(fee.amount)} per {fee.per}" if fee.per else show_money(fee.amount)


# --- which amounts have which fee -------------------------------------------------------------------------------------


def stretches(schedule: Schedule, option: Option, collection: Collection) -> list[AmountStretch]:
    """The amounts of a collection from the lowest up, cut wherever the fee changes; gaps and overlaps stand out."""
    row = _banded(schedule, option, collection)
    flop = "with a flop" if collection.without_flop is not None else _BASES["nothing"]
    if collection.jackpot_drop is not None and collection.without_flop is None:
        flop = "the fee"
    if collection.fee is not None:
        row.append(AmountStretch(Decimal(0), None, True, (collection.fee,), flop))
    if collection.without_flop is not None:
        row.append(AmountStretch(Decimal(0), None, True, (collection.without_flop,), "without a flop"))
    if collection.jackpot_drop is not None:
        row.append(AmountStretch(Decimal(0), None, True, (collection.jackpot_drop,), "for the jackpot"))
    return row or [AmountStretch(Decimal(0), None, True, (), _BASES["nothing"])]


def _banded(schedule: Schedule, option: Option, collection: Collection) -> list[AmountStretch]:
    rows = list(collection.bands.rows()) if collection.bands is not None else []
    if not rows:
        return []
    money = rows[0][0].money
    step = (schedule.unit if money else None) or _ONE
    row = list(_cut(rows, step, money))
    if money and schedule.unit is None:
        # Bands that leave out a few dollars are whole where wagers go in larger steps: nobody said in which.
        row = [stretch if stretch.fees else stretch._replace(doubt="steps not stated") for stretch in row]
    least, most = schedule.option_limits(option) if collection.by in ("wager-amount", "table-limit") else (None, None)
    if least is not None and least < row[0].low:
        row.insert(0, AmountStretch(least, max(least, row[0].low - step), money))
    last = row[-1].high
    if last is not None and most is not None and most - last >= step:
        row.append(AmountStretch(last + step, most, money))
    elif last is not None and most is None and collection.by != "players":
        row.append(AmountStretch(last + step, None, money, doubt="limit not stated"))
    return row


def _cut(rows: Rows, step: Decimal, money: bool) -> Iterator[AmountStretch]:
    waiting = sorted(enumerate(rows), key=lambda row: row[1][0].low, reverse=True)
    held: list[tuple[int, tuple[Band, Fee]]] = []
    at: Decimal | None = waiting[-1][1][0].low
    while at is not None:
        here = at
        held = [row for row in held if row[1][0].contains(here)]
        while waiting and waiting[-1][1][0].low <= here:
            held.append(waiting.pop())
        held.sort(key=lambda row: row[0])
        end = min((band.high for _, (band, _) in held if band.high is not None), default=None)
        start = waiting[-1][1][0].low if waiting else None
        fees = tuple({(fee.amount, fee.share): fee for _, (_, fee) in held}.values())
        if start is not None and (end is None or start <= end):
            yield AmountStretch(here, max(here, start - step), money, fees)
            at = start
            continue
        yield AmountStretch(here, end, money, fees)
        if end is None:
            return
        going_on = any(band.high is None or band.high > end for _, (band, _) in held)
        if start is not None and not going_on and start - end > step:
            yield AmountStretch(end + step, max(end + step, start - step), money)
        beyond = end + step if going_on else None
        at = min((amount for amount in (start, beyond) if amount is not None), default=None)


# --- drawing ----------------------------------------------------------------------------------------------------------


def _panel(collection: Collection, row: list[AmountStretch], top: int, width: int, plot: int) -> Iterator[str]:
    yield _text(0, top + 15, heading(collection), 'font-size="15" font-weight="bold"')
    roof, base, right = top + _ABOVE, top + _ABOVE + plot, width - _RIGHT
    highest = max((fee.amount for stretch in row for fee in stretch.fees), default=Decimal(0))
    yield _line(_LEFT, roof - 8, _LEFT, base)
    yield _line(_LEFT, base, right, base)
    yield _text(_LEFT - 8, base + 4, "$0", 'text-anchor="end"')
    if highest:
        yield _line(_LEFT, roof, right, roof, 'stroke-opacity="0.4" stroke-dasharray="1 4"')
        yield _text(_LEFT - 8, roof + 4, show_money(highest), 'text-anchor="end"')
    each = Fraction(right - _LEFT, len(row))
    for place, stretch in enumerate(row):
        left = _LEFT + each * place
        box = ChartBox(left, left + each, roof, base)
        yield from _stretch(stretch, box, highest, stretch.high is None and not stretch.name and place == len(row) - 1)
        yield _line(left, base, left, base + 5)
        for number, words in enumerate(filter(None, stretch.lines())):
            yield _text(box.middle, base + 18 + 16 * number, words, 'text-anchor="middle"')
    if collection.bands is not None:
        yield _text(right, base + 50, f"{_BASES[collection.by]} →", 'font-size="12" text-anchor="end"')


class ChartBox(NamedTuple):
    """Where a stretch is drawn."""

    left: Fraction
    right: Fraction
    roof: int
    base: int

    @property
    def middle(self) -> Fraction:
        return (self.left + self.right) / 2


def _stretch(stretch: AmountStretch, box: ChartBox, highest: Decimal, endless: bool) -> Iterator[str]:
    if stretch.kind == "gap":
        yield from _hatched(box, "GAP?" if stretch.doubt else "GAP", stretch.doubt or "no fee is set", False)
        return
    for count, fee in enumerate(stretch.fees[:_MOST_FEES]):
        yield from _step(fee, box, highest, endless, count)
    if stretch.kind == "overlap":
        yield from _hatched(box, "OVERLAP", shorten_to(" or ".join(map(_short, stretch.fees[:_MOST_FEES])), 16), True)
        return
    fee = stretch.fees[0]
    level = box.base - height_of(fee, highest, box)
    yield _text(box.middle, level - 7, _short(fee), 'font-size="15" font-weight="bold" text-anchor="middle"')
    if fee.per:
        yield _text(box.middle, level + 15, shorten_to(f"per {fee.per}", 24), 'font-size="11" text-anchor="middle"')


def _step(fee: Fee, box: ChartBox, highest: Decimal, endless: bool, count: int) -> Iterator[str]:
    """The line of one fee; a further one over the same amounts is broken."""
    left, right, roof, base = box
    if fee.share is not None:
        # A percentage has no level: it rises with the amount, and is drawn rising.
        yield _line(left, base, right, roof, 'stroke-width="3" stroke-dasharray="9 4"')
        return
    height = height_of(fee, highest, box)
    level = base - height
    if height and not count:
        size = f'width="{_n(right - left)}" height="{_n(height)}"'
        yield f'<rect x="{_n(left)}" y="{_n(level)}" {size} fill-opacity="0.1"/>'
    yield _line(left, level, right, level, 'stroke-width="3"' + ' stroke-dasharray="6 3"' * bool(count))
    if endless:
        yield f'<path d="M{_n(right + 12)} {_n(level)}l-14 -6v12z"/>'


def _short(fee: Fee) -> str:
    if fee.share is not None:
        return show_percent(fee.share)
    return show_money(fee.amount) if fee.is_charged else "no charge"


def height_of(fee: Fee, highest: Decimal, box: ChartBox) -> Fraction:
    """How high a fee is drawn in a box whose roof is the highest; a share has no height, and is drawn in full."""
    whole = Fraction(box.base - box.roof)
    if fee.share is not None:
        return whole
    return Fraction(fee.amount) / Fraction(highest) * whole if highest else Fraction(0)


def _hatched(box: ChartBox, word: str, more: str, crossed: bool) -> Iterator[str]:
    """A hatched field with words on it. The hatching leaves room for them, so that no ground needs painting."""
    words = (box.roof + box.base) // 2 - 1
    for part in (box._replace(base=words - 16), box._replace(roof=words + 22)):
        yield from hatching(part)
        if crossed:
            yield from hatching(part, falling=True)
    yield _text(box.middle, words, word, 'font-weight="bold" text-anchor="middle"')
    yield _text(box.middle, words + 15, more, 'font-size="11" text-anchor="middle"')


def hatching(box: ChartBox, falling: bool = False) -> Iterator[str]:
    """Diagonal lines, cut at the frame by reckoning: a pattern would need an id, and ids clash on a page."""
    width, height = box.right - box.left, Fraction(box.base - box.roof)
    path = []
    shift = Fraction(_HATCH)
    while height > 0 and shift < width + height:
        x1, y1 = (shift, Fraction(0)) if shift <= width else (width, shift - width)
        x2, y2 = (Fraction(0), shift) if shift <= height else (shift - height, height)
        if falling:
            x1, x2 = width - x1, width - x2
        path.append(f"M{_n(box.left + x1)} {_n(box.roof + y1)}L{_n(box.left + x2)} {_n(box.roof + y2)}")
        shift += _HATCH
    if path:
        yield f'<path d="{"".join(path)}" fill="none" stroke="currentColor" stroke-width="1" stroke-opacity="0.6"/>'
