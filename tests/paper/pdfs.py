"""PDFs for tests: set by typst, or written object by object where they are to be odd, broken or hostile."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import typst


def set_pdf(source: str) -> bytes:
    """A text in the language of typst as a PDF."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "paper.typ")
        path.write_text(source, "utf-8")
        made = typst.compile(str(path))
        return made


def write_pdf(contents: Sequence[bytes], extra: bytes = b"", page: bytes = b"", font: bytes = b"") -> bytes:
    """A PDF of pages with given streams, an addition to its catalog, to each page, and a font of its own."""
    font = font or b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    count = len(contents)
    kids = b" ".join(b"%d 0 R" % (4 + 2 * number) for number in range(count))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R %s >>" % extra,
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, count),
        font,
    ]
    for number, content in enumerate(contents):
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> %s >>" % (5 + 2 * number, page)
        )
        objects.append(content if content.startswith(b"<<") else write_stream(content))
    return join_objects(objects)


def write_stream(data: bytes) -> bytes:
    return b"<< /Length %d >>\nstream\n%s\nendstream" % (len(data), data)


def write_bomb(size: int, rounds: int = 1) -> bytes:
    """A stream of so many MiB of blanks, packed as often as is wanted. Only the first of them is packed; the others are
    packed as it was."""
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    part = packer.compress(b" " * (1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    count, most = size << 20, 65521
    adler = (count + 16 * count * (count + 1)) % most << 16 | (1 + 32 * count) % most
    data = b"\x78\xda" + part * size + b"\x03\x00" + adler.to_bytes(4)
    for _ in range(rounds - 1):
        data = zlib.compress(data, 9)
    filters = b"/FlateDecode " * rounds
    return b"<< /Length %d /Filter [%s] >>\nstream\n%s\nendstream" % (len(data), filters, data)


def join_objects(objects: Sequence[bytes], trailer: bytes = b"") -> bytes:
    """Objects with their table of places."""
    whole = b"%PDF-1.7\n"
    places = []
    for number, one in enumerate(objects, 1):
        places.append(len(whole))
        whole += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = len(whole)
    whole += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    whole += b"".join(b"%010d 00000 n \n" % place for place in places)
    return whole + b"trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        trailer,
        table,
    )


def write_text(*lines: str) -> bytes:
    """What a page shows: some lines."""
    shown = b"".join(b"(%s) Tj 0 -20 Td " % line.encode("latin-1") for line in lines)
    return b"BT /F1 12 Tf 72 720 Td %sET" % shown


PLAIN = write_text("Harbor Draw", "Full House  5 to 1", "The fee is $4.")
_LOCKED = b"/Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -1 /O <%s> /U <%s> >> /ID [<00> <00>]" % (
    b"41" * 32,
    b"42" * 32,
)
_NO_UNICODE = (
    b"<< /Type /Font /Subtype /Type0 /BaseFont /Zz /Encoding /Identity-H /DescendantFonts [<< /Type /Font "
    b"/Subtype /CIDFontType2 /BaseFont /Zz /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>"
    b"] >>"
)


def _locked() -> bytes:
    return write_pdf([PLAIN]).replace(b"/Root 1 0 R ", b"/Root 1 0 R " + _LOCKED)


def _loop_of_pages() -> bytes:
    return write_pdf([PLAIN]).replace(b"/Kids [4 0 R]", b"/Kids [2 0 R]")


def _deep_pages() -> bytes:
    levels = [
        b"<< /Type /Pages /Kids [%d 0 R] /Count 1 /Parent %d 0 R >>" % (number + 1, number - 1)
        for number in range(2, 4000)
    ]
    return join_objects([b"<< /Type /Catalog /Pages 2 0 R >>", *levels])


def _nested(opening: bytes, count: int) -> bytes:
    return write_pdf([PLAIN], extra=b"/X " + opening * count)


def _image() -> bytes:
    picture = b"q 500 0 0 500 50 50 cm BI /W 4 /H 4 /BPC 8 /CS /G ID 0123456789abcdef EI Q"
    return write_pdf([picture])


_RIGHT_TO_LEFT = '#set text(dir: rtl, lang: "he")\nשלום 5 to 1 עולם\n\nהעמלה היא \\$4'
_SCRIPT = b"/OpenAction << /S /JavaScript /JS (app.alert\\(1\\); while\\(1\\);) >>"
_LAUNCH = b"/OpenAction << /S /Launch /F (/bin/sh) >>"
_LINK = b"/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 600 700] /A << /S /URI /URI (http://example.org/) >> >>]"
_FORM = b"/AcroForm << /Fields [] /XFA (<xdp><script>while(1);</script></xdp>) >>"
_FILES = b"/Names << /EmbeddedFiles << /Names [(a.exe) << /Type /Filespec /F (a.exe) >>] >> >>"

# Each with what reading it must say: a part of the message, or a part of its text.
HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "is no PDF"),
    "a text": (lambda: b"Harbor Draw\n5 to 1\n", "is no PDF"),
    "a picture": (lambda: b"\x89PNG\r\n\x1a\n" + b"\0" * 99, "is no PDF"),
    "an archive": (lambda: b"PK\x03\x04" + b"\0" * 999, "is no PDF"),
    "a page of HTML": (lambda: b"<html><body>not found</body></html>", "is no PDF"),
    "too large": (lambda: b"%PDF-1.7\n" + b"\0" * (100 << 20), "larger than 20 MiB"),
    "a head alone": (lambda: b"%PDF-1.7\n", "is broken"),
    "noise behind a head": (lambda: b"%PDF-1.7\n" + bytes(range(256)) * 999, "is broken"),
    "cut in the middle": (lambda: set_pdf("Harbor Draw")[:2000], "is broken"),
    "half a file": (lambda: write_pdf([PLAIN])[:250], "is broken"),
    "no table of places": (lambda: write_pdf([PLAIN]).split(b"xref")[0], "is broken"),
    "wrong places": (lambda: write_pdf([PLAIN]).replace(b"startxref\n", b"startxref\n9"), "Full House 5 to 1"),
    "noise before its head": (lambda: b"\0" * 900 + write_pdf([PLAIN]), "Full House 5 to 1"),
    "noise behind its end": (lambda: write_pdf([PLAIN]) + b"\xff" * 9999, "Full House 5 to 1"),
    "a password": (_locked, "is locked with a password"),
    "no pages": (lambda: write_pdf([]), "is broken"),
    "pages that hold themselves": (_loop_of_pages, "cannot be read"),
    "pages in 4,000 levels": (_deep_pages, "cannot be read"),
    "a blank page": (lambda: write_pdf([b""]), "is a picture"),
    "a scan": (_image, "is a picture"),
    "3 scans": (lambda: write_pdf([b"", b"", b""]), "its words cannot be read"),
    "a scan among pages": (lambda: write_pdf([PLAIN, b"", PLAIN]), "Full House 5 to 1"),
    "a font without letters": (
        lambda: write_pdf([write_text("ABC DEF", "GHI")], font=_NO_UNICODE),
        "does not say which letters",
    ),
    "5,000 pages": (lambda: write_pdf([b"BT ET"] * 5000), "more than 500 pages"),
    "500 pages": (lambda: write_pdf([PLAIN] * 500), "Full House 5 to 1"),
    "a bomb of 1 GiB": (lambda: write_pdf([write_bomb(1024)]), "cannot be read"),
    "a bomb in a bomb": (lambda: write_pdf([write_bomb(256, rounds=2)]), "cannot be read"),
    "5 million letters": (lambda: write_pdf([write_text(*["9" * 1000] * 5000)]), "cannot be read"),
    "a page of 300,000 letters": (lambda: write_pdf([write_text(*["9" * 1000] * 300)]), "more letters than"),
    "a million drawings": (lambda: write_pdf([PLAIN + b" 0 0 m 9 9 l S" * 1_000_000]), "Full House 5 to 1"),
    "100,000 nested groups": (lambda: _nested(b"<< /X ", 100_000), "Harbor"),
    "100,000 nested lists": (lambda: _nested(b"[", 100_000), "Harbor"),
    "a stream that never ends": (lambda: write_pdf([PLAIN]).replace(b"endstream", b"endstrean"), "Harbor"),
    "a stream with a false length": (
        lambda: write_pdf([b"<< /Length 99999999 >>\nstream\n" + PLAIN + b"\nendstream"]),
        "Harbor",
    ),
    "a script": (lambda: write_pdf([PLAIN], extra=_SCRIPT), "Full House 5 to 1"),
    "a program to start": (lambda: write_pdf([PLAIN], extra=_LAUNCH), "Full House 5 to 1"),
    "links": (lambda: write_pdf([PLAIN], page=_LINK), "Full House 5 to 1"),
    "a form with scripts": (lambda: write_pdf([PLAIN], extra=_FORM), "Full House 5 to 1"),
    "attachments": (lambda: write_pdf([PLAIN], extra=_FILES), "Full House 5 to 1"),
    "right to left": (lambda: set_pdf(_RIGHT_TO_LEFT), "$4"),
    "a turned page": (lambda: write_pdf([PLAIN], page=b"/Rotate 90"), "Harbor"),
    "text in control characters": (lambda: write_pdf([write_text("Harbor\x07\x1b[31m Draw", "5 to 1")]), "5 to 1"),
    "a page of a mile": (lambda: write_pdf([PLAIN], page=b"/UserUnit 75000"), "Full House 5 to 1"),
}
