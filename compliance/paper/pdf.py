"""PDFs as papers: read in a process of its own, which is ended when it takes too long or too much.

Words and their boxes come from PDFium; lines are built here, so that a table keeps its rows: words whose middles lie
within half a word's height are a line, and a gap of more than two letters is two blanks.
"""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from compliance.documents.paper_text import KeptFrom, PaperText, UnreadablePaper
from compliance.paper.pdf_process import MOST_PAGES, PROCESSOR_SECONDS, PageBox, answer_pdf_request

MOST_BYTES: Final = 20 * 1024 * 1024
# Time by the clock, for a process that waits instead of working.
_SECONDS: Final = 60
_PACKAGE: Final = Path(__file__).resolve().parents[2]
_COLUMN_GAP: Final = 2
_TWO_COLUMNS: Final = re.compile(r"two columns on pages? ([0-9, -]+)$")
# Of the letters of a page, so many without a letter that is known make it one that cannot be read.
_UNKNOWN_LETTERS: Final = 0.1
_INSTEAD: Final = "keep a text beside it and name that (`text: {name}.txt`)"
_PROBLEMS: Final = {
    "not installed": "{name} cannot be read: the package pypdfium2 is not installed; install it, or {instead}.",
    "no pdf": "{name} is no PDF, whatever its name says.",
    "password": "{name} is locked with a password; save it without one, or {instead}.",
    "broken": "{name} is broken: no program of ours can open it. Have it sent again, or {instead}.",
    "pages": f"{{name}} has more than {MOST_PAGES} pages and is not read; split it.",
    "letters": "{name} has more letters than papers have (2 million, 200,000 a page) and is not read; split it.",
    "memory": "{name} takes too much memory to read; print it into a new PDF, or {instead}.",
    "time": f"{{name}} takes more than {PROCESSOR_SECONDS} seconds to read; split it, or {{instead}}.",
    "crash": "{name} cannot be read: reading it broke off. Print it into a new PDF, or {instead}.",
    "page": "{name} does not have that page.",
}


class PdfWord(NamedTuple):
    """A word of a page and its box."""

    text: str
    box: PageBox

    @property
    def middle(self) -> float:
        return (self.box.top + self.box.bottom) / 2

    @property
    def height(self) -> float:
        return self.box.bottom - self.box.top


class PdfLine(NamedTuple):
    """The words of a line from left to right, in cells: what a wide gap parts."""

    cells: tuple[tuple[PdfWord, ...], ...]

    @property
    def text(self) -> str:
        return "  ".join(" ".join(word.text for word in cell) for cell in self.cells)

    @property
    def box(self) -> PageBox:
        return surround(word.box for cell in self.cells for word in cell)


class PdfPage(NamedTuple):
    """A page: its size in points, its lines, and how many of its letters are not known."""

    width: float
    height: float
    lines: tuple[PdfLine, ...]
    unknown: int

    @property
    def is_readable(self) -> bool:
        letters = sum(len(line.text) for line in self.lines)
        return bool(letters) and self.unknown <= _UNKNOWN_LETTERS * letters


class Pdf(NamedTuple):
    """A PDF as it was read."""

    name: str
    sha256: str
    reader: str
    pages: tuple[PdfPage, ...]

    @property
    def text(self) -> PaperText:
        """Its lines, as documents cite them."""
        pages = tuple(tuple(line.text for line in page.lines) for page in self.pages)
        return PaperText(self.name, self.sha256, pages, KeptFrom(self.name, self.sha256, self.reader))

    @property
    def pictures(self) -> tuple[int, ...]:
        """The pages without words that can be read."""
        return tuple(number for number, page in enumerate(self.pages, 1) if not page.is_readable)


def surround(boxes: Iterable[PageBox]) -> PageBox:
    """The smallest box around some."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return PageBox(min(lefts), min(tops), max(rights), max(bottoms))


def read_pdf(name: str, data: bytes, two_columns: Iterable[int] = ()) -> Pdf:
    """A PDF with its lines. Pages named have two columns of running text. Raises UnreadablePaper."""
    answer = _ask({"do": "words"}, name, data)
    double = frozenset(two_columns)
    pages = tuple(_build_page(page, number in double) for number, page in enumerate(answer["pages"], 1))
    reader = answer["reader"] + (f", two columns on {format_pages(double)}" if double else "")
    pdf = Pdf(name, sha256(data).hexdigest(), reader, pages)
    if len(pdf.pictures) == len(pages):
        raise UnreadablePaper(_describe_pictures(pdf))
    return pdf


def describe_pictures(pdf: Pdf) -> str:
    """Which pages of a PDF cannot be read; nothing where all can."""
    return _describe_pictures(pdf) if pdf.pictures else ""


def _describe_pictures(pdf: Pdf) -> str:
    name, whole = pdf.name, len(pdf.pictures) == len(pdf.pages)
    which = name if whole else f"{name}, {format_pages(pdf.pictures)},"
    if any(page.unknown for page in pdf.pages if not page.is_readable):
        advice = _print_advice(name)
        return f"{which} has a font that does not say which letters it shows. Have it machine-read, or {advice}."
    several = whole or len(pdf.pictures) == 1
    what = "is a picture: its words" if several else "are pictures: their words"
    return f"{which} {what} cannot be read. Have it machine-read, or {_print_advice(name)}."


def format_pages(pages: Iterable[int]) -> str:
    """Numbers of pages in words: `page 3`, `pages 3, 5-7`."""
    numbers = sorted(pages)
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    shown = ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)
    return f"page{'s' if len(numbers) > 1 else ''} {shown}"


def parse_pages(text: str) -> list[int]:
    """The numbers of the pages that a text lists: `3, 5-7`."""
    ends = [[int(end) for end in part.split("-")] for part in text.split(",") if part.strip()]
    return [page for end in ends for page in range(end[0], end[-1] + 1)]


def list_double_pages(reader: str) -> list[int]:
    """The pages that a reader took in two columns, by what a kept text says of it."""
    found = _TWO_COLUMNS.search(reader)
    return parse_pages(found[1]) if found is not None else []


def draw_parts(name: str, data: bytes, parts: Sequence[tuple[int, PageBox | None]], scale: float = 2) -> list[bytes]:
    """Pages, or parts of them, as PNGs. Raises UnreadablePaper."""
    request = {"do": "pictures", "parts": parts, "scale": scale}
    return [base64.b64decode(one) for one in _ask(request, name, data)["pictures"]]


def _ask(request: dict[str, Any], name: str, data: bytes) -> dict[str, Any]:
    """What the process answers. Raises UnreadablePaper."""
    if len(data) > MOST_BYTES:
        raise UnreadablePaper(f"{name} is larger than {MOST_BYTES >> 20} MiB and is not read; split it.")
    if sys.platform == "emscripten":  # a browser has no processes; the worker that this runs in is the fence
        return _require_answer(answer_pdf_request(request, data), name)
    try:
        done = subprocess.run(
            [sys.executable, "-c", "from compliance.paper.pdf_process import main; main()"],
            input=json.dumps(request).encode() + b"\n" + data,
            capture_output=True,
            cwd=_PACKAGE,
            timeout=_SECONDS,
            check=False,
        )
        answer: dict[str, Any] = (
            json.loads(done.stdout) if done.returncode == 0 else {"problem": _died(done.returncode)}
        )
    except subprocess.TimeoutExpired:
        answer = {"problem": "time"}
    except (OSError, ValueError):
        answer = {"problem": "crash"}
    return _require_answer(answer, name)


def _require_answer(answer: dict[str, Any], name: str) -> dict[str, Any]:
    if "problem" in answer:
        raise UnreadablePaper(_PROBLEMS[answer["problem"]].format(name=name, instead=_print_advice(name)))
    return answer


def _died(code: int) -> str:
    """Why a process ended: by the limit of time, or by native code that broke."""
    return "time" if code in (-24, -9) else "crash"


def _print_advice(name: str) -> str:
    return _INSTEAD.format(name=name)


# --- lines ------------------------------------------------------------------------------------------------------------


def _build_page(page: dict[str, Any], two_columns: bool) -> PdfPage:
    words = [PdfWord(text, PageBox(*sides)) for *sides, text in page["words"]]
    lines = _split_columns(words, page["width"]) if two_columns else build_lines(words)
    return PdfPage(page["width"], page["height"], tuple(lines), page["unknown"])


def build_lines(words: Sequence[PdfWord]) -> list[PdfLine]:
    """Lines from words, top to bottom."""
    rows: list[list[PdfWord]] = []
    middle = height = 0.0
    for word in sorted(words, key=lambda word: (word.middle, word.box.left)):
        if rows and abs(word.middle - middle) <= min(word.height, height) / 2:
            rows[-1].append(word)
            middle = sum(one.middle for one in rows[-1]) / len(rows[-1])
            height = max(height, word.height)
        else:
            rows.append([word])
            middle, height = word.middle, word.height
    return [PdfLine(tuple(_split_cells(sorted(row, key=lambda word: word.box.left)))) for row in rows]


def _split_cells(words: Sequence[PdfWord]) -> list[tuple[PdfWord, ...]]:
    letter = median((word.box.right - word.box.left) / len(word.text) for word in words)
    cells: list[list[PdfWord]] = [[words[0]]]
    for before, word in pairwise(words):
        if word.box.left - before.box.right > _COLUMN_GAP * letter:
            cells.append([])
        cells[-1].append(word)
    return [tuple(cell) for cell in cells]


def _split_columns(words: Sequence[PdfWord], width: float) -> list[PdfLine]:
    """Lines of two columns of running text: the left column of each stretch, then the right one. Lines that run across
    the gutter, such as a title, end a stretch."""
    candidates = [width * part / 100 for part in range(35, 66)]
    gutter = min(candidates, key=lambda x: (sum(w.box.left < x < w.box.right for w in words), abs(x - width / 2)))
    lines: list[PdfLine] = []
    left: list[PdfWord] = []
    right: list[PdfWord] = []

    def flush() -> None:
        lines.extend((*build_lines(left), *build_lines(right)))
        left.clear()
        right.clear()

    for line in build_lines(words):
        row = [word for cell in line.cells for word in cell]
        if any(word.box.left < gutter < word.box.right for word in row) or _runs_across(row, gutter):
            flush()
            lines.append(line)
        else:
            left.extend(word for word in row if word.box.right <= gutter)
            right.extend(word for word in row if word.box.left >= gutter)
    flush()
    return lines


def _runs_across(row: Sequence[PdfWord], gutter: float) -> bool:
    """Whether a line goes on over the gutter: no gap there that is wider than between its other words."""
    before = [word for word in row if word.box.right <= gutter]
    after = [word for word in row if word.box.left >= gutter]
    if not before or not after:
        return False
    letter = median((word.box.right - word.box.left) / len(word.text) for word in row)
    return min(word.box.left for word in after) - max(word.box.right for word in before) <= 1.2 * letter
