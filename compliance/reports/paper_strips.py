"""Strips of the papers that findings quote, for formats that show pictures."""

from __future__ import annotations

import struct
from base64 import b64encode
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Final, NamedTuple

from compliance.reports.model import Point, Report

_MOST_STRIPS: Final = 150  # of one report
_SHRINK: Final = 0.5  # points in print for a dot


class Strip(NamedTuple):
    """Lines of a paper as they are printed."""

    png: bytes

    @property
    def link(self) -> str:
        return f"data:image/png;base64,{b64encode(self.png).decode()}"

    @property
    def drawing(self) -> str:
        """The same as a drawing, as large as print shows it."""
        width, height = (_SHRINK * dots for dots in struct.unpack(">II", self.png[16:24]))
        size = f'width="{width}" height="{height}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><image {size} href="{self.link}"/></svg>'


def draw_strips(report: Report, points: Iterable[Point]) -> Mapping[tuple[int, str], Strip]:
    """The strips of what points quote from PDFs, by the number of the point and the place. Of the first points only,
    where there are many."""
    quoted = ((point, quote.place) for point in points for quote in point.quotes if quote.from_paper)
    shown = list(islice(quoted, _MOST_STRIPS))
    drawn: dict[str, Mapping[str, bytes]] = {}
    for path in dict.fromkeys(point.lead.path for point, _ in shown):
        draw = report.of_path[path].facts.draw_paper if path in report.of_path else None
        places = dict.fromkeys(place for point, place in shown if point.lead.path == path)
        drawn[path] = draw(list(places)) if draw is not None else {}
    return {
        (point.number, place): Strip(drawn[point.lead.path][place])
        for point, place in shown
        if place in drawn[point.lead.path]
    }
