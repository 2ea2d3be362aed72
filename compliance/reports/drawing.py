"""What every drawing is made of: lines and texts as SVG, with coordinates that are reckoned in whole numbers."""

from __future__ import annotations

from fractions import Fraction
from html import escape

from compliance.reports.text import plain


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
