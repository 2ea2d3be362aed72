"""The page on odds in the HTML and the PDF: each wager's edge, exactly, and drawn over decks or other players.

Both reports ask here for the same drawings and the same words; `html_section` and `pdf_entries` are all they need.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from compliance.reports.drawing import compact, coordinate, line, picture, text
from compliance.reports.text import flowing, inert, neutralize_markup, plain, shorten_to

if TYPE_CHECKING:
    from compliance.documents.loader import LoadedDocument
    from compliance.odds.documents import OddsReport
    from compliance.odds.wagers import WagerOdds

# Counting takes a second where a game is large: a report counts some games, and says how many it left out.
MOST_GAMES: Final = 12
_MOST_ROWS: Final = 60
_MOST_LINES: Final = 8
_NAME: Final = 120
COLUMNS: Final = ("Wager", "Pay table", "Decks", "House edge", "Return", "Hit rate")
LEAD: Final = (
    "What the bank or the house keeps of each wager, computed exactly from the pay table. A jackpot is at its seed. "
    "A figure below zero is an edge of the players."
)


class Series(NamedTuple):
    """One line of a chart: its name, and an edge for each place on the axis."""

    name: str
    points: Sequence[tuple[int, Fraction]]


class OddsPage(NamedTuple):
    """What is said of one game: rows of figures, drawings with their words, readings, and what is not counted."""

    title: str
    path: str
    rows: Sequence[tuple[str, ...]]
    charts: list[tuple[str, str, str]]  # title, drawing, words
    remarks: list[str]


def odds_pages(documents: Sequence[LoadedDocument], more: int = 0) -> tuple[list[OddsPage], int]:
    """The games whose odds can be told, and how many more there are than are told: of these, and besides them."""
    games = [loaded for loaded in documents if speaks_of_odds(loaded)]
    if not games:
        return [], 0
    from compliance.odds.documents import odds_counted_once

    pages = []
    for loaded in games[:MOST_GAMES]:
        assert loaded.document is not None
        report = odds_counted_once(loaded.document.raw_tree)
        pages.append(_page(report, loaded.document.raw_tree, loaded.document.title, loaded.path))
    return pages, max(0, len(games) - MOST_GAMES) + more


def speaks_of_odds(loaded: LoadedDocument) -> bool:
    """Whether a document is a game that says how its wagers are counted."""
    tree = loaded.source.tree if loaded.document is not None else None
    return isinstance(tree, Mapping) and tree.get("document") == "game" and isinstance(tree.get("odds"), Mapping)


def _page(report: OddsReport, document: Mapping[str, Any], title: str, path: str) -> OddsPage:
    from compliance.odds.wagers import percent
    from compliance.reports.odds_exhibit import print_wager_name, readable

    names = list(dict.fromkeys(odds.wager for odds in report.wagers))
    plain_ones = [odds for odds in report.wagers if not odds.reading]
    plain_ones.sort(key=lambda odds: names.index(odds.wager))
    rows = [
        (
            print_wager_name(document, odds.wager),
            readable(odds.table) or "-",
            str(odds.decks),
            percent(edge := odds.edges()[0][1]),
            percent(1 - edge),
            percent(odds.hit_rate),
        )
        for odds in plain_ones
    ]
    remarks = [f"Assumption: {reading.says}." for reading in report.readings if reading.says]
    remarks += [
        f"{print_wager_name(document, left.wager)} is not counted: {left.reason}."
        for left in report.uncounted
        if not left.reading
    ]
    if len(rows) > _MOST_ROWS:
        remarks.insert(0, f"{len(rows) - _MOST_ROWS} more lines are left out; `pitboss odds` has them.")
    return OddsPage(title, path, rows[:_MOST_ROWS], list(_charts(document, plain_ones)), remarks)


def _charts(document: Mapping[str, Any], every: Sequence[WagerOdds]) -> Iterator[tuple[str, str, str]]:
    """Charts of edges that depend on decks, all of a game in one, or on how many others play."""
    from compliance.reports.odds_exhibit import print_wager_name

    series = list(_compare_decks(document, every))
    if series and len(series[0].points) > 1:
        yield _draw_chart("House edge by decks", "decks", series)
    for wager in dict.fromkeys(odds.wager for odds in every if odds.envy):
        yield _draw_chart(
            f"{print_wager_name(document, wager)}: house edge by other players",
            "other players",
            list(_compare_tables([odds for odds in every if odds.wager == wager])),
        )


def _draw_chart(title: str, across: str, series: Sequence[Series]) -> tuple[str, str, str]:
    few = series[:_MOST_LINES]
    more = f" ({len(few)} of {len(series)})" if len(few) < len(series) else ""
    return title + more, edge_chart(title + more, across, few), chart_words(title, across, few)


def _compare_decks(document: Mapping[str, Any], every: Sequence[WagerOdds]) -> Iterator[Series]:
    from compliance.reports.odds_exhibit import print_wager_name, readable

    for wager, table in dict.fromkeys((odds.wager, odds.table) for odds in every):
        own = [odds for odds in every if (odds.wager, odds.table) == (wager, table)]
        yield Series(
            f"{print_wager_name(document, wager)} {readable(table)}".strip(),
            [(odds.decks, odds.edges()[0][1]) for odds in own],
        )


def _compare_tables(own: Sequence[WagerOdds]) -> Iterator[Series]:
    from compliance.reports.odds_exhibit import readable

    several = len({odds.decks for odds in own}) > 1
    for odds in own:
        if odds.envy:
            name = ", ".join(part for part in (readable(odds.table), f"{odds.decks} decks" if several else "") if part)
            yield Series(name, [(others, odds.edge_with(others)) for others in odds.envy.others])


# --- drawing ----------------------------------------------------------------------------------------------------------

_WIDTH: Final = 640
_LEFT: Final = 70
_RIGHT: Final = 200
_TOP: Final = 34
_TALL: Final = 190
_DASHES: Final = ("", "7 3", "2 3", "10 3 2 3", "5 5", "1 4", "12 4", "3 6")


def edge_chart(title: str, across: str, series: Sequence[Series]) -> str:
    """Edges as lines over decks or players. The line of no edge is drawn, and what lies below it is the bettor's."""
    values = [edge for one in series for _, edge in one.points]
    low, high = min(*values, Fraction(0)), max(*values, Fraction(0))
    high = high if high > low else low + Fraction(1, 100)
    places = sorted({place for one in series for place, _ in one.points})
    right, base = _WIDTH - _RIGHT, _TOP + _TALL

    def x(place: int) -> Fraction:
        return _LEFT + Fraction((right - _LEFT) * places.index(place), max(1, len(places) - 1))

    def y(edge: Fraction) -> Fraction:
        return base - (edge - low) / (high - low) * _TALL

    drawn = [text(0, 15, title, 'font-size="15" font-weight="bold"')]
    drawn += _axes(low, high, y, right)
    for place in places:
        drawn.append(line(x(place), base, x(place), base + 5))
        drawn.append(text(x(place), base + 19, str(place), 'text-anchor="middle"'))
    drawn.append(text(right, base + 38, f"{across} →", 'font-size="12" text-anchor="end"'))
    labels = _separate([y(one.points[-1][1]) + 4 for one in series])
    for number, (one, label) in enumerate(zip(series, labels, strict=True)):
        path = " ".join(f"{coordinate(x(place))},{coordinate(y(edge))}" for place, edge in one.points)
        dash = f' stroke-dasharray="{_DASHES[number]}"' if _DASHES[number] else ""
        drawn.append(f'<polyline points="{path}" fill="none" stroke="currentColor" stroke-width="2"{dash}/>')
        last = x(one.points[-1][0])
        name = f"{_percent(one.points[-1][1])} {shorten_to(one.name, 22)}".rstrip()
        drawn.append(text(last + 8, label, name, 'font-size="12"'))
    return picture(_WIDTH, base + 46, chart_words(title, across, series), compact(drawn))


def _axes(low: Fraction, high: Fraction, y: Any, right: int) -> Iterator[str]:
    yield line(_LEFT, _TOP - 6, _LEFT, _TOP + _TALL)
    for edge in dict.fromkeys((low, Fraction(0), high)):
        style = 'stroke-width="1.5"' if edge == 0 else 'stroke-opacity="0.4" stroke-dasharray="1 4"'
        yield line(_LEFT, y(edge), right, y(edge), style)
        yield text(_LEFT - 8, y(edge) + 4, "0%" if edge == 0 else _percent(edge), 'text-anchor="end"')


def _separate(heights: Sequence[Fraction]) -> list[Fraction]:
    """Heights of labels, moved down where two would lie on one another."""
    found = list(heights)
    lowest: Fraction | None = None
    for place in sorted(range(len(found)), key=lambda place: found[place]):
        if lowest is not None and found[place] < lowest + 14:
            found[place] = lowest + 14
        lowest = found[place]
    return found


def _percent(edge: Fraction) -> str:
    from compliance.odds.wagers import percent

    return percent(edge, 2)


def chart_words(title: str, across: str, series: Sequence[Series]) -> str:
    """What a chart shows, in words: for people and programs that do not see it."""
    said = []
    for one in series:
        points = ", ".join(f"{place} {across}: {_percent(edge)}" for place, edge in one.points)
        said.append(f"{one.name}: {points}." if one.name else f"{points}.")
    return inert(plain(shorten_to(" ".join([f"{title}.", *said]), 1_800)))


# --- the two reports --------------------------------------------------------------------------------------------------


def html_section(documents: Sequence[LoadedDocument], more: int = 0) -> Iterator[str]:
    """The section of the HTML report; nothing where no game speaks of odds."""
    pages, left = odds_pages(documents, more)
    if not pages:
        return
    yield f'<section id="odds">\n<div class="head"><h2>Odds, counted</h2><p>{LEAD}</p></div>\n'
    for page in pages:
        yield f'<section class="schedule">\n<h3 dir="auto">{_escape(shorten_to(page.title, _NAME))}</h3>\n'
        yield f'<p class="where"><code>{_escape(page.path)}</code></p>\n<table>\n<thead><tr>'
        yield "".join(f"<th>{name}</th>" for name in COLUMNS) + "</tr></thead>\n<tbody>\n"
        for row in page.rows:
            yield "<tr>" + "".join(f"<td>{_escape(shorten_to(cell, _NAME))}</td>" for cell in row) + "</tr>\n"
        yield '</tbody>\n</table>\n<div class="charts">\n'
        for title, drawing, _ in page.charts:
            label = _escape(shorten_to(title, _NAME))
            yield f'<figure aria-label="{label}">\n<div class="chart">{drawing}</div>\n</figure>\n'
        yield (
            "</div>\n<ul>\n" + "".join(f"<li>{_escape(words)}</li>\n" for words in page.remarks) + "</ul>\n</section>\n"
        )
    yield f"<p>{_describe_omitted(left)}</p>\n</section>\n" if left else "</section>\n"


def _escape(words: str) -> str:
    return neutralize_markup(escape(flowing(words), quote=True))


def _describe_omitted(left: int) -> str:
    games = "1 more game is" if left == 1 else f"{left} more games are"
    return f"{games} not counted here; pitboss odds counts them."


def pdf_entries(documents: Sequence[LoadedDocument], more: int = 0) -> dict[str, Any]:
    """The same for the template of the PDF."""
    from compliance.reports.typesetting import OwnText

    pages, left = odds_pages(documents, more)
    return {
        "lead": LEAD,
        "columns": list(COLUMNS),
        "left": _describe_omitted(left) if left else "",
        "games": [
            {
                "title": shorten_to(page.title, _NAME),
                "rows": [[shorten_to(cell, _NAME) for cell in row] for row in page.rows],
                "charts": [
                    {"title": shorten_to(title, _NAME), "drawing": OwnText(drawing), "words": OwnText(words)}
                    for title, drawing, words in page.charts
                ],
                "remarks": page.remarks,
            }
            for page in pages
        ],
    }
