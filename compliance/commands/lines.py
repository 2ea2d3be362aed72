"""`pitboss lines`: the lines of a paper as documents cite them; the text of a PDF kept beside it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Final

import typer

from compliance.authoring.edits import SetValue
from compliance.authoring.pages import Page, UneditableText, format_value, splice_text
from compliance.commands.exits import OK, UNDECIDED, USAGE, Stop, print_text, tell
from compliance.commands.papers import read_paper
from compliance.disk import read_bytes, write_whole
from compliance.documents.loader import load_document
from compliance.documents.paper_text import PaperText, UnreadablePaper, find_paper_names, format_kept_text
from compliance.paper.attachment import read_paper_text
from compliance.paper.comparison import Papers, find_narrower
from compliance.paper.pdf import list_double_pages, parse_pages
from compliance.paper.realignment import MovedCitation, move_citations
from compliance.source.routes import get_value, show_route

_SHORT_DIGEST: Final = 12
_PAGES: Final = re.compile(r"[0-9]{1,4}(?:-[0-9]{1,4})?")
_MOST_LISTED: Final = 20


def lines(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A paper: a PDF or a text.")],
    keep: Annotated[bool, typer.Option("--keep", help="Write the text of a PDF to FILE.txt, to be cited.")] = False,
    again: Annotated[
        str | None,
        typer.Option(
            "--again",
            metavar="DOCUMENT",
            help="Read the paper anew, keep its text, and move the citations of this document to its lines.",
        ),
    ] = None,
    narrow: Annotated[
        bool, typer.Option("--narrow", help="With --again: list citations that fewer lines would do for.")
    ] = False,
    two_columns: Annotated[
        str, typer.Option("--two-columns", metavar="PAGES", help="Pages with two columns of running text: 2,5-7.")
    ] = "",
) -> int:
    """Print the lines of a paper as documents cite them, such as `p3:12`."""
    if narrow and not again:
        raise Stop("--narrow goes with --again DOCUMENT.", USAGE)
    if again:
        return _reread_paper(file, again, narrow, _read_pages(two_columns))
    paper = _read(file, _read_pages(two_columns))
    if paper.warning:
        tell([paper.warning])
    if keep:
        _keep(file, paper, replaces=False)
        return OK
    print_text((f"{place}  {line}\n" for place, line in paper.list_lines()), for_people=True)
    return OK


def _read(path: str, two_columns: Sequence[int]) -> PaperText:
    name = os.path.basename(path)
    try:
        return read_paper_text(name, read_paper(path, name), two_columns)
    except UnreadablePaper as problem:
        raise Stop(str(problem), UNDECIDED) from None


def _read_pages(text: str) -> list[int]:
    """The numbers of pages that a text lists: `2, 5-7`."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all(_PAGES.fullmatch(part) for part in parts):
        raise Stop(f"--two-columns {text}: name pages by number, such as 2,5-7.", USAGE)
    return parse_pages(text)


def _keep(path: str, paper: PaperText, replaces: bool) -> None:
    """Write the text of a paper beside it. What is there and says something else is replaced only where that is asked
    for."""
    if paper.kept_from is None:
        raise Stop(f"{path} is its own text: nothing needs to be kept.", USAGE)
    target = f"{path}.txt"
    text = format_kept_text(paper.kept_from, paper.pages)
    try:
        if os.path.lexists(target) and not replaces and read_bytes(target) != text.encode():
            more = "to read the paper anew, name the document that cites it: --again DOCUMENT"
            raise Stop(f"{target} is there already and is not replaced; {more}.", UNDECIDED)
        write_whole(target, [text])
    except OSError as error:
        raise Stop(f"{target}: cannot be written: {error.strerror or error}.", UNDECIDED) from None
    last = paper.position(len(paper.lines) - 1)
    name = os.path.basename(path)
    digest = paper.kept_from.sha256[:_SHORT_DIGEST]
    tell(
        [
            f"{target}: {len(paper.lines):,} line{'s' * (len(paper.lines) != 1)} of {len(paper.pages):,} "
            f"page{'s' * (len(paper.pages) != 1)}. Cite it so:",
            f"  source: {{file: {name}, text: {name}.txt, sha256: '{digest}', lines: {paper.position(0)}-{last}}}",
        ]
    )


# --- a paper read anew ------------------------------------------------------------------------------------------------


def _reread_paper(file: str, document: str, narrow: bool, two_columns: Sequence[int]) -> int:
    try:
        data = read_bytes(document)
        page = Page(data.decode())
    except OSError as error:
        raise Stop(f"{document}: cannot be read: {error.strerror or error}.", UNDECIDED) from None
    except (UneditableText, UnicodeDecodeError):
        raise Stop(f"{document} cannot be read; `pitboss check` tells why.", UNDECIDED) from None
    names = find_paper_names(page.tree)
    if names is None:
        raise Stop(f"{document} names no paper: `reading / source / file` is missing.", USAGE)
    old = _read(os.path.join(os.path.dirname(document), names.text or names.file), ())
    double = list_double_pages(old.kept_from.reader) if old.kept_from is not None else []
    new = _read(file, two_columns or double)
    moved = move_citations(page.tree, old, new)
    try:
        text = _edit_citations(page, moved, new)
    except UneditableText as problem:
        raise Stop(f"{document} is left as it is: {problem}.", UNDECIDED) from None
    if new.kept_from is not None:
        _keep(file, new, replaces=True)
    write_whole(document, [text])
    left = [one for one in moved if one.after is None]
    tell(_describe(document, moved, left))
    if narrow:
        print_text(_list_narrower(text, document, new), for_people=True)
    return UNDECIDED if left else OK


def _edit_citations(page: Page, moved: Sequence[MovedCitation], new: PaperText) -> str:
    """The text of a document with its citations moved, and with the paper that they are lines of."""
    pieces: dict[tuple[int, int], str] = {}
    for one in moved:
        if one.after is not None and one.after != one.before:
            # A citation that an alias repeats is moved where it is written.
            try:
                start, end, text = SetValue(one.route, one.after).splice(page)
            except UneditableText:
                continue
            pieces[start, end] = text
    for key, value in _paper_keys(new):
        if key in get_value(page.tree, ("reading", "source")):
            start, end, text = SetValue(("reading", "source", key), value).splice(page)
            pieces[start, end] = text
    text = splice_text(page.text, *((start, end, piece) for (start, end), piece in pieces.items()))
    text = _add_paper_keys(Page(text), new)
    after = Page(text)
    for one in moved:
        if get_value(after.tree, one.route) != (one.after or one.before):
            raise UneditableText("its citations cannot be edited one by one")
    return text


def _paper_keys(new: PaperText) -> Iterator[tuple[str, str]]:
    if new.kept_from is None:
        yield "file", new.name
        return
    yield "file", new.kept_from.file
    yield "text", f"{new.kept_from.file}.txt"
    yield "sha256", new.kept_from.sha256[:_SHORT_DIGEST]


def _add_paper_keys(page: Page, new: PaperText) -> str:
    """The text with the keys of the paper that it did not have, behind `file`."""
    source = ("reading", "source")
    missing = [(key, value) for key, value in _paper_keys(new) if key not in get_value(page.tree, source)]
    _, place = page.find_node((*source, "file"))
    between = ", " if page.is_in_braces(source) else f"\n{' ' * page.column(place.key or 0)}"
    added = "".join(f"{between}{key}: {_format_entry(key, value)}" for key, value in missing)
    return splice_text(page.text, (place.value_end, place.value_end, added))


def _format_entry(key: str, value: str) -> str:
    return f"'{value}'" if key == "sha256" else format_value(value)


def _describe(document: str, moved: Sequence[MovedCitation], left: Sequence[MovedCitation]) -> Iterator[str]:
    stand = sum(one.after == one.before for one in moved)
    changed = len(moved) - stand - len(left)
    counts = f"{changed:,} moved, {stand:,} unchanged, {len(left):,} not found again"
    yield f"{document}: {len(moved):,} citations: {counts}."
    for one in left[:_MOST_LISTED]:
        yield f"  {show_route(one.route)}: {one.before} is not found in the new text; cite it by hand."
    if len(left) > _MOST_LISTED:
        yield f"  and {len(left) - _MOST_LISTED:,} more."


def _list_narrower(text: str, document: str, paper: PaperText) -> Iterator[str]:
    for one in find_narrower(load_document(document, text.encode()).source, Papers(paper, {})):
        yield f"{show_route(one.route)}: {one.citation} -> {one.lines}\n"
