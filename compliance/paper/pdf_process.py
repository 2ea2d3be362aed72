"""The process that reads a PDF, and nothing else: foreign files meet native code here, with limits on time and memory.

It is given a request and the bytes of the file on standard input, and answers with one JSON object. Only the text and
the pictures of pages are asked for: links, scripts, forms and attachments are not touched.
"""

from __future__ import annotations

import base64
import ctypes
import json
import math
import struct
import sys
import unicodedata
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from typing import Any, Final, NamedTuple

MOST_PAGES: Final = 500
MOST_LETTERS: Final = 2_000_000
MOST_LETTERS_OF_A_PAGE: Final = 200_000
PROCESSOR_SECONDS: Final = 20
_MOST_MEMORY: Final = 640 * 1024 * 1024
# Pixels of one picture.
_MOST_PIXELS: Final = 6_000_000
_PASSWORD: Final = 4
# A gap of so many heights of a letter ends a word, whatever the stream of characters says.
_WIDE_GAP: Final = 1.5
# Letters of a page that are asked which way they stand.
_MOST_ANGLES: Final = 300
_LIGATURES: Final = frozenset("ﬀﬁﬂﬃﬄﬅﬆ")
# A digit that is so much smaller than the letter before it, and stands so much above its foot, is the mark of a note.
_CAPITAL: Final = 0.6  # the height of a capital, of that of its line
_SMALL: Final = 0.85
_RAISED: Final = 0.25
_DIGITS: Final = frozenset("0123456789")
_RAISED_DIGITS: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_REPLACEMENT: Final = "\ufffd"


class PageBox(NamedTuple):
    """A rectangle of a page, in points from its upper left corner as it is looked at."""

    left: float
    top: float
    right: float
    bottom: float


class _Letter(NamedTuple):
    text: str
    box: PageBox
    # Its ink, without the room around it, and the line that it stands on.
    top: float = 0
    bottom: float = 0
    foot: float = 0


class RefusedPdf(Exception):
    """A file that is not read: says why in a word."""


def main() -> None:
    """Answer one request."""
    _set_limits()
    head = sys.stdin.buffer.readline()
    data = sys.stdin.buffer.read()
    sys.stdout.write(json.dumps(answer_pdf_request(json.loads(head), data)))
    sys.stdout.flush()


def answer_pdf_request(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    """The answer to a request, or why the file is not read."""
    try:
        return _answer(request, data)
    except RefusedPdf as refused:
        return {"problem": str(refused)}
    except MemoryError:
        return {"problem": "memory"}


def _set_limits() -> None:
    with suppress(ImportError):
        import resource

        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _answer(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    try:
        import pypdfium2
    except ImportError:
        raise RefusedPdf("not installed") from None
    document = _open(pypdfium2, data)
    if len(document) > MOST_PAGES:
        raise RefusedPdf("pages")
    if request["do"] == "pictures":
        scale = float(request["scale"])
        return {"pictures": [_draw(pypdfium2.raw, document, page, box, scale) for page, box in request["parts"]]}
    pages, left = [], MOST_LETTERS
    for number in range(len(document)):
        page, letters = _read_page(pypdfium2, document, number, left)
        pages.append(page)
        left -= letters
    return {"reader": f"pypdfium2 {pypdfium2.version.PYPDFIUM_INFO}", "pages": pages}


def _open(pypdfium2: Any, data: bytes) -> Any:
    if b"%PDF-" not in data[:1024]:
        raise RefusedPdf("no pdf")
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise RefusedPdf("password" if getattr(error, "err_code", 0) == _PASSWORD else "broken") from None


def _read_page(pypdfium2: Any, document: Any, number: int, most: int) -> tuple[dict[str, Any], int]:
    """The words of a page with their boxes, and how many letters it has. A page that cannot be read is one without."""
    try:
        page = document[number]
        text = page.get_textpage()
        if text.count_chars() > min(most, MOST_LETTERS_OF_A_PAGE):
            raise RefusedPdf("letters")
        _turn_upright(pypdfium2.raw, page, text)
        width, height = page.get_size()
        frame = _Frame(page)
        letters = _mark_notes(list(_read_letters(pypdfium2.raw, text, frame)))
    except pypdfium2.PdfiumError:
        return {"width": 0, "height": 0, "words": [], "unknown": 0}, 0
    unknown = sum(letter is not None and letter.text == _REPLACEMENT for letter in letters)
    words = [[*(round(side, 2) for side in word.box), word.text] for word in _join_words(letters) if frame.shows(word)]
    size = {"width": round(width, 2), "height": round(height, 2)}
    return {**size, "words": words, "unknown": unknown}, len(letters)


def _turn_upright(raw: Any, page: Any, text: Any) -> None:
    """Turn a page so that most of its letters stand upright, however it is laid down: a table may lie on its side."""
    count = text.count_chars()
    every = max(1, count // _MOST_ANGLES)
    angles = (raw.FPDFText_GetCharAngle(text.raw, index) for index in range(0, count, every))
    quarters = Counter(round(angle / (math.pi / 2)) % 4 for angle in angles if angle >= 0)
    if quarters:
        quarter = max(sorted(quarters), key=lambda quarter: quarters[quarter])
        page.set_rotation(-90 * quarter % 360)


class _Frame:
    """What is visible of a page, and how its coordinates are turned to those of a reader."""

    def __init__(self, page: Any) -> None:
        self._left, self._bottom, self._right, self._top = page.get_cropbox()
        self._rotation = page.get_rotation()
        self._width, self._height = page.get_size()

    def turn(self, left: float, bottom: float, right: float, top: float) -> PageBox:
        if self._rotation == 90:
            return PageBox(bottom - self._bottom, left - self._left, top - self._bottom, right - self._left)
        if self._rotation == 180:
            return PageBox(self._right - right, bottom - self._bottom, self._right - left, top - self._bottom)
        if self._rotation == 270:
            return PageBox(self._top - top, self._right - right, self._top - bottom, self._right - left)
        return PageBox(left - self._left, self._top - top, right - self._left, self._top - bottom)

    def shows(self, letter: _Letter) -> bool:
        x, y = (letter.box.left + letter.box.right) / 2, (letter.box.top + letter.box.bottom) / 2
        return bool(0 <= x <= self._width and 0 <= y <= self._height)


def _read_letters(raw: Any, text: Any, frame: _Frame) -> Iterator[_Letter | None]:
    """The letters of a page in their stream; None for what stands between words."""
    box = raw.FS_RECTF()
    high = 0
    for index in range(text.count_chars()):
        code = raw.FPDFText_GetUnicode(text.raw, index)
        if raw.FPDFText_IsHyphen(text.raw, index) == 1:
            code = ord("-")
        if 0xD800 <= code < 0xDC00:
            high = code
            continue
        if 0xDC00 <= code < 0xE000 and high:
            code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00)
        high = 0
        if raw.FPDFText_IsGenerated(text.raw, index) == 1 or chr(code).isspace():
            yield None
        elif raw.FPDFText_GetLooseCharBox(text.raw, index, ctypes.byref(box)):
            unknown = raw.FPDFText_HasUnicodeMapError(text.raw, index) == 1
            place = frame.turn(box.left, box.bottom, box.right, box.top)
            yield _Letter(_REPLACEMENT if unknown else _spell(code), place, *_find_ink(raw, text, index, frame))


def _find_ink(raw: Any, text: Any, index: int, frame: _Frame) -> tuple[float, float, float]:
    """The top and the bottom of a letter's ink, and the line that it stands on."""
    left, right, bottom, top, x, y = (ctypes.c_double() for _ in range(6))
    raw.FPDFText_GetCharBox(text.raw, index, *map(ctypes.byref, (left, right, bottom, top)))
    raw.FPDFText_GetCharOrigin(text.raw, index, ctypes.byref(x), ctypes.byref(y))
    ink = frame.turn(left.value, bottom.value, right.value, top.value)
    return ink.top, ink.bottom, frame.turn(x.value, y.value, x.value, y.value).bottom


def _mark_notes(letters: list[_Letter | None]) -> list[_Letter | None]:
    """The letters, with small raised digits behind a figure or a word as what they are: `$1²` is not $12."""
    found: list[_Letter | None] = []
    full: _Letter | None = None
    for letter, following in pairwise((*letters, None)):
        is_fraction = following is not None and following.text in "/⁄"
        if letter is None or full is None or letter.text not in _DIGITS or is_fraction or not _is_raised(letter, full):
            full = letter or full
            found.append(letter)
        else:
            found.append(letter._replace(text=letter.text.translate(_RAISED_DIGITS)))
    return found


def _is_raised(letter: _Letter, before: _Letter) -> bool:
    """Whether a letter is much smaller than one before it, and stands higher on its line."""
    height = letter.bottom - letter.top
    whole = max(before.foot - before.top, _CAPITAL * (before.box.bottom - before.box.top))
    is_near = 0 <= letter.box.left - before.box.left < 3 * whole and letter.bottom > before.foot - 1.5 * whole
    return is_near and 0 < height < _SMALL * whole and before.foot - letter.bottom > _RAISED * whole


def _spell(code: int) -> str:
    """A letter as text has it: ligatures in their letters, a mark for what no letter is known of."""
    letter = chr(code)
    if letter in _LIGATURES:
        return unicodedata.normalize("NFKC", letter)
    # Private letters of a font, and signs that nobody prints, are letters that are not known.
    return _REPLACEMENT if unicodedata.category(letter) in ("Cc", "Cn", "Co", "Cs") else letter


def _join_words(letters: list[_Letter | None]) -> Iterator[_Letter]:
    word: list[_Letter] = []
    for letter in (*letters, None):
        if word and (letter is None or _is_apart(word[-1].box, letter.box)):
            boxes = [one.box for one in word]
            whole = PageBox(
                min(box.left for box in boxes),
                min(box.top for box in boxes),
                max(box.right for box in boxes),
                max(box.bottom for box in boxes),
            )
            yield _Letter("".join(one.text for one in word), whole)
            word = []
        if letter is not None:
            word.append(letter)


def _is_apart(one: PageBox, other: PageBox) -> bool:
    """Whether a letter begins a word: on another line, or far from the one before."""
    height = max(one.bottom - one.top, other.bottom - other.top)
    width = max(one.right - one.left, other.right - other.left)
    if width > 3 * height:
        return False
    down = abs((one.top + one.bottom) - (other.top + other.bottom)) / 2
    along = max(other.left - one.right, one.left - other.right)
    # Turned text runs down the page: then what is far apart is far apart both ways.
    return (down > height and other.left < one.left) or along > _WIDE_GAP * height


# --- pictures ---------------------------------------------------------------------------------------------------------


def _draw(raw: Any, document: Any, number: int, box: list[float] | None, scale: float) -> str:
    """A page, or a part of it, as a PNG in base64."""
    if not 1 <= number <= len(document):
        raise RefusedPdf("page")
    page = document[number - 1]
    _turn_upright(raw, page, page.get_textpage())
    width, height = page.get_size()
    left, top, right, bottom = box or (0, 0, width, height)
    crop = (max(left, 0), max(height - bottom, 0), max(width - right, 0), max(top, 0))
    area = max(1.0, (right - left) * (bottom - top))
    scale = min(scale, (_MOST_PIXELS / area) ** 0.5)
    bitmap = page.render(scale=scale, crop=crop, grayscale=True, may_draw_forms=False)
    return base64.b64encode(encode_png(bitmap.width, bitmap.height, bitmap.stride, bytes(bitmap.buffer))).decode()


def encode_png(width: int, height: int, stride: int, gray: bytes) -> bytes:
    """A picture of gray dots as PNG."""
    rows = b"".join(b"\0" + gray[row * stride : row * stride + width] for row in range(height))

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
