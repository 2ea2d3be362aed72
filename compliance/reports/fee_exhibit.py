"""What fees cost, as an exhibit: for each option the fee as a share of the action, who pays it, and the break-even.

Nothing is judged here. Where fees follow one percentage closely, the figures say so and no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from compliance.odds.fee_costs import FeeBand, FeeLine, GameEdge, gaining_stretches, measure_spread
from compliance.odds.wagers import percent, places
from compliance.reports.drawing import coordinate, line, picture, text
from compliance.reports.exhibits import FigureChart, FigureTable, Piece
from compliance.reports.text import inert, json_text, plain, shorten_to
from compliance.reports.wording import format_day

PAYERS: Final = {"player": "Player", "player-dealer": "Player-dealer", "pot": "Pot", "blind": "Blind"}
_BASES: Final = {
    "wager-amount": "amount of the wager",
    "total-table-action": "total table action",
    "pot-size": "size of the pot",
    "table-limit": "limit of the table",
}


@dataclass(frozen=True)
class FeeExhibit:
    """A schedule with its fees, and what they are compared with."""

    path: str
    title: str
    digest: str
    day: str
    step: Fraction
    step_is_stated: bool
    lines: Sequence[FeeLine]
    game: str = ""
    edge: GameEdge | None = None
    hands_per_hour: int | None = None
    each_step: bool = False

    @property
    def options(self) -> list[str]:
        return list(dict.fromkeys(line.option for line in self.lines))


def build_fee_pieces(exhibit: FeeExhibit) -> Iterator[Piece]:
    """All that there is to say of a schedule, in order."""
    yield f"# {exhibit.title}: what the fees cost"
    yield _list_conditions(exhibit)
    if exhibit.edge is not None:
        yield _edge(exhibit.edge)
    yield _overview(exhibit)
    for option in exhibit.options:
        own = [line for line in exhibit.lines if line.option == option]
        yield f"## Option {option}"
        for fee_line in own:
            yield from _line(exhibit, fee_line)


def money(amount: Fraction) -> str:
    """Dollars, with cents where there are some."""
    whole, _, cents = places(abs(amount), 2).partition(".")
    sign = "-" if amount < 0 else ""
    return f"{sign}${int(whole):,}" + (f".{cents}" if int(cents) else "")


def _list_conditions(exhibit: FeeExhibit) -> FigureTable:
    step = money(exhibit.step) + ("" if exhibit.step_is_stated else " (assumed; the schedule states no unit)")
    facts = [
        ("Document", exhibit.path),
        ("SHA-256", exhibit.digest),
        ("Computed on", format_day(exhibit.day) if exhibit.day else ""),
        ("Smallest chip", step),
        ("Game", exhibit.game),
        ("Hands per hour", str(exhibit.hands_per_hour or "")),
        ("Figures", "Exact, rounded as printed. A share is the fee divided by the action that it is taken on."),
    ]
    return FigureTable(("", ""), [fact for fact in facts if fact[1]], words=True)


def _edge(edge: GameEdge) -> FigureTable:
    rows = [[name, percent(share), percent(own), percent(share * own)] for name, share, own in edge.parts]
    rows.append(["All action", percent(sum((part[1] for part in edge.parts), Fraction(0))), "", percent(edge.edge)])
    return FigureTable(
        ("Wager", "Share of action", "Edge", "Contribution"), rows, "Edge of the player-dealer before fees", total=True
    )


def _payer(line: FeeLine) -> str:
    return PAYERS.get(line.payer, line.payer[:1].upper() + line.payer[1:])


def _overview(exhibit: FeeExhibit) -> FigureTable:
    rows = []
    for one in exhibit.lines:
        if one.is_charged:
            rows.append([one.option, _payer(one), one.per or "not stated", *_overview_shares(one)])
    free = [option for option in exhibit.options if not any(one.is_charged for one in _select_option(exhibit, option))]
    rows += [[option, "nobody", "", "no fee", "", ""] for option in free]
    columns = ("Option", "Paid by", "Per", "Fees", "At the lower ends", "At the upper ends")
    return FigureTable(columns, rows, "All options", words=True)


def _select_option(exhibit: FeeExhibit, option: str) -> list[FeeLine]:
    return [one for one in exhibit.lines if one.option == option]


def _overview_shares(one: FeeLine) -> list[str]:
    if one.unclear:
        return [one.unclear, "", ""]
    if one.flat is not None:
        return [money(one.flat), "", ""]
    fees = [band.fee for band in one.bands]
    lows = [band.low_share for band in one.bands if band.fee]
    shown = money(min(fees)) if min(fees) == max(fees) else f"{money(min(fees))} to {money(max(fees))}"
    return [shown, _range(lows), _range(one.top_shares)]


def _range(shares: Sequence[Fraction]) -> str:
    if not shares:
        return "no upper end"
    low, high = percent(min(shares), 2), percent(max(shares), 2)
    return low if low == high else f"{low} to {high}"


def _line(exhibit: FeeExhibit, one: FeeLine) -> Iterator[Piece]:
    title = ", ".join(part for part in (_payer(one), one.per and f"per {one.per}", _basis(one)) if part)
    if one.unclear:
        yield f"- {title}: {one.unclear}."
        return
    if one.flat is not None:
        yield f"- {title}: {_flat(one, exhibit.hands_per_hour)}."
        return
    if not one.is_charged:
        yield f"- {title}: no fee."
        return
    yield _bands(exhibit, one, title)
    yield from _remarks(exhibit, one)
    yield fee_chart(one, _edge_of(exhibit, one))


def _basis(one: FeeLine) -> str:
    if one.basis not in _BASES:
        return ""
    return f"by {_BASES[one.basis]}" + (f" ({one.counts})" if one.counts else "")


def _flat(one: FeeLine, hands_per_hour: int | None) -> str:
    assert one.flat is not None
    if not one.flat:
        return "no fee"
    if one.minutes:
        hourly = one.flat * 60 / one.minutes
        words = f"{money(one.flat)}, that is {money(hourly)} an hour"
        return words + (f" and {money(hourly / hands_per_hour)} a hand" if hands_per_hour else "")
    return money(one.flat) + (f", that is {money(one.flat * hands_per_hour)} an hour" if hands_per_hour else "")


def _bands(exhibit: FeeExhibit, one: FeeLine, title: str) -> FigureTable:
    """Each band at both ends, or at each chip; with an edge, what is left of it."""
    edge = _edge_of(exhibit, one)
    hours = exhibit.hands_per_hour
    columns = ["Band", "Fee", "Action", "Fee of action"]
    columns += ["Edge", "Edge less fee", "Of action"] if edge is not None else []
    columns += ["Fee an hour"] if hours else []
    columns += ["Net an hour"] if hours and edge is not None else []
    rows = []
    for band in one.bands:
        for place, action in enumerate(_actions(band, exhibit)):
            row = ["" if place else band.text, "" if place else money(band.fee), money(action)]
            row.append(percent(band.fee / action))
            if edge is not None:
                net = edge * action - band.fee
                row += [money(edge * action), money(net), percent(net / action)]
            row += [money(band.fee * hours)] if hours else []
            row += [money((edge * action - band.fee) * hours)] if hours and edge is not None else []
            rows.append(row)
    return FigureTable(columns, rows, title)


def _edge_of(exhibit: FeeExhibit, one: FeeLine) -> Fraction | None:
    """The edge of the payer on the action that the fee goes by; None where it goes by something else."""
    if exhibit.edge is None or one.basis not in ("wager-amount", "total-table-action"):
        return None
    return {"player-dealer": exhibit.edge.edge, "player": -exhibit.edge.edge}.get(one.payer)


_MOST_STEPS: Final = 2_000


def _actions(band: FeeBand, exhibit: FeeExhibit) -> list[Fraction]:
    """The amounts of a band that are shown: both ends, or each chip."""
    if exhibit.each_step and band.high is not None and (band.high - band.low) / exhibit.step <= _MOST_STEPS:
        steps = int((band.high - band.low) / exhibit.step)
        return [band.low + exhibit.step * place for place in range(steps + 1)]
    return [band.low] if band.high is None or band.high == band.low else [band.low, band.high]


def _remarks(exhibit: FeeExhibit, one: FeeLine) -> Iterator[str]:
    if (spread := measure_spread(one)) is not None:
        low, high = spread
        count = len(one.top_shares)
        if low == high:
            yield f"- At the upper end of each of {count} bands the fee is exactly {percent(low)} of the action."
        else:
            yield f"- At the upper ends of {count} bands the fee is {percent(low)} to {percent(high)} of the action."
    edge = _edge_of(exhibit, one)
    if edge is None or one.payer != "player-dealer":
        return
    if edge <= 0:
        yield "- The player-dealer has no edge and never breaks even."
        return
    breaks = [(band, band.fee / edge) for band in one.bands if band.fee]
    inside = [
        f"{money(at)} in {band.text}" for band, at in breaks if at > band.low and (band.high is None or at <= band.high)
    ]
    yield f"- Break-even action per hand: {'; '.join(inside) or 'at none of the amounts of a band'}."
    stretches = gaining_stretches(one.bands, edge, exhibit.step)
    shown = [
        f"{money(low)} and more" if high is None else money(low) if low == high else f"{money(low)} to {money(high)}"
        for low, high in stretches
    ]
    yield f"- The edge covers the fee with action of {', '.join(shown) or 'no amount'}."


# --- chart ------------------------------------------------------------------------------------------------------------

_LEFT: Final = 64
_WIDE: Final = 640
_TOP: Final = 30
_TALL: Final = 170
_POINTS: Final = 32


def fee_chart(one: FeeLine, edge: Fraction | None) -> FigureChart:
    """The fee as a share of the action: each band is drawn equally wide, and what is above the chart is cut off."""
    title = f"Option {one.option}, {_payer(one)}: fee as a share of the action"
    tops = one.top_shares or [band.low_share for band in one.bands]
    most = 4 * max([*tops, edge or Fraction(0)]) or Fraction(1, 100)
    wide, base = Fraction(_WIDE - _LEFT - 16, len(one.bands)), _TOP + _TALL

    def height(share: Fraction) -> Fraction:
        return base - min(share, most) / most * _TALL

    drawn = [text(0, 14, title, 'font-size="14" font-weight="bold"'), line(_LEFT, _TOP, _LEFT, base)]
    drawn.append(line(_LEFT, base, _WIDE - 16, base))
    drawn += _level(Fraction(0), "0%", height)
    drawn += _level(most, percent(most, 2), height)
    if edge is not None and edge > 0:
        drawn += _level(edge, f"edge {percent(edge, 2)}", height)
    for place, band in enumerate(one.bands):
        left = _LEFT + wide * place
        high = band.high if band.high is not None else 2 * band.low
        amounts = [band.low + (high - band.low) * point / _POINTS for point in range(_POINTS + 1)]
        points = " ".join(
            f"{coordinate(left + wide * number / _POINTS)},{coordinate(height(band.fee / amount))}"
            for number, amount in enumerate(amounts)
        )
        drawn.append(f'<polyline points="{points}" fill="none" stroke="currentColor" stroke-width="2"/>')
        drawn.append(line(left, base, left, base + 5))
        drawn.append(text(left + 3, base + 17, band.text, 'font-size="11"'))
        drawn.append(text(left + 3, base + 31, money(band.fee), 'font-size="11"'))
    words = inert(plain(shorten_to(f"{title}. {_chart_words(one)}", 1_800)))
    return FigureChart(title, picture(_WIDE, base + 40, words, drawn), words)


def _level(share: Fraction, words: str, height: Any) -> Iterator[str]:
    yield line(_LEFT, height(share), _WIDE - 16, height(share), 'stroke-opacity="0.5" stroke-dasharray="3 3"')
    yield text(_LEFT - 6, height(share) + 4, words, 'font-size="10" text-anchor="end"')


def _chart_words(one: FeeLine) -> str:
    said = []
    for band in one.bands:
        end = f" to {percent(band.high_share, 2)}" if band.high_share is not None else ", falling"
        said.append(f"{band.text}: {money(band.fee)}, {percent(band.low_share, 2)}{end}")
    return "; ".join(said) + "."


# --- JSON -------------------------------------------------------------------------------------------------------------


def fees_to_json(exhibits: Sequence[FeeExhibit]) -> str:
    """Every figure as an exact fraction, and in percent."""
    return json_text({"documents": [_document(exhibit) for exhibit in exhibits]}, indent=1) + "\n"


def _document(exhibit: FeeExhibit) -> dict[str, Any]:
    edge = exhibit.edge
    return {
        "path": exhibit.path,
        "title": exhibit.title,
        "sha256": exhibit.digest,
        "computed_on": exhibit.day,
        "smallest_chip": str(exhibit.step),
        "game": exhibit.game,
        "edge": str(edge.edge) if edge is not None else None,
        "hands_per_hour": exhibit.hands_per_hour,
        "fees": [_fee(exhibit, one) for one in exhibit.lines],
    }


def _fee(exhibit: FeeExhibit, one: FeeLine) -> dict[str, Any]:
    edge = _edge_of(exhibit, one)
    return {
        "option": one.option,
        "payer": one.payer,
        "per": one.per,
        "by": one.basis,
        "counts": one.counts,
        "not_computed": one.unclear,
        "flat": str(one.flat) if one.flat is not None else None,
        "bands": [_band(band, edge) for band in one.bands],
        "edge_covers_fee": [
            {"from": str(low), "to": str(high) if high is not None else None}
            for low, high in (gaining_stretches(one.bands, edge, exhibit.step) if edge is not None else [])
        ],
    }


def _band(band: FeeBand, edge: Fraction | None) -> dict[str, Any]:
    high = band.high_share
    even = band.break_even(edge) if edge is not None else None
    return {
        "band": band.text,
        "fee": str(band.fee),
        "lower_end": {"action": str(band.low), "share": str(band.low_share), "percent": percent(band.low_share)},
        "upper_end": None
        if band.high is None or high is None
        else {"action": str(band.high), "share": str(high), "percent": percent(high)},
        "break_even_action": str(even) if even is not None else None,
    }
