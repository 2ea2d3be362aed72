"""What every drawing is made of: lines and texts as SVG, with coordinates that are reckoned in whole numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from html import escape
from typing import Final

from compliance.reports.text import plain

# An element as it is made here: what it is, where it stands, how it looks, and what ends it.
_ELEMENT: Final = re.compile(
    r'<(\w+)((?: (?:x|y|x1|y1|x2|y2|width|height|d)="[^"]*")+) ?((?: ?[\w-]+="[^"]*")*)(/>|>.*)', re.S
)

_FRAME: Final = re.compile(' x="(.*)" y="(.*)" width="(.*)" height="(.*)"')


def line(
    x1: Fraction | int, y1: Fraction | int, x2: Fraction | int, y2: Fraction | int, style: str = 'stroke-width="1"'
) -> str:
    ends = f'x1="{coordinate(x1)}" y1="{coordinate(y1)}" x2="{coordinate(x2)}" y2="{coordinate(y2)}"'
    return f'<line {ends} stroke="currentColor" {style}/>'


def text(x: Fraction | int, y: Fraction | int, words: str, style: str = "") -> str:
    return f'<text x="{coordinate(x)}" y="{coordinate(y)}" {style}>{escape(plain(words))}</text>'


def coordinate(value: Fraction | int) -> str:
    """A coordinate to a hundredth, reckoned in whole numbers."""
    hundredths = round(value * 100)
    whole, rest = divmod(abs(hundredths), 100)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{whole}.{rest:02d}".rstrip("0").rstrip(".") if rest else f"{sign}{whole}"


def picture(width: int, height: int, words: str, drawn: list[str]) -> str:
    """A whole drawing. Colours follow the text around it; nothing in it has an id, so many can stand on one page."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {max(height, 1)}" role="img" '
        f'aria-label="{escape(words, quote=True)}" '
        'font-family="Helvetica, Arial, \'Libertinus Serif\', sans-serif" font-size="13" '
        'fill="currentColor" stroke="none">'
    )
    return "\n".join([head, *drawn, "</svg>\n"])


def compact(drawn: Iterable[str]) -> list[str]:
    """The elements with what looks alike in one group, words on top: a page has thousands of them, and how they look is
    most of their length. Nothing here hides what lies below it."""
    alike: dict[tuple[bool, str], list[str]] = {}
    for element in drawn:
        found = _ELEMENT.fullmatch(element)
        if found is None:
            alike.setdefault((False, ""), []).append(element)
        else:
            tag, place, look, rest = found.groups()
            frame = _FRAME.fullmatch(place) if tag == "rect" else None
            short = f'<path d="{_outline(*frame.groups())}"/>' if frame is not None else f"<{tag}{place}{rest}"
            alike.setdefault((tag == "text", look), []).append(short)
    ordered = sorted(alike.items(), key=lambda item: item[0][0])
    joined = ((look, "".join(same).replace('"/><path d="', "")) for (_, look), same in ordered)
    return [f"<g {look}>{same}</g>" if look else same for look, same in joined]


def _outline(x: str, y: str, width: str, height: str) -> str:
    return f"M{x} {y}h{width}v{height}h-{width}z"
