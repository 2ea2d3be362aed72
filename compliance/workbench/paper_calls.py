"""Calls about the paper of a document: its lines and pages, which facts stand where, and drafts."""

from __future__ import annotations

import posixpath
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from compliance.documents.citations import parse_citation
from compliance.documents.kinds import Kind
from compliance.documents.paper_text import UnreadablePaper
from compliance.editor.positions import Sheet
from compliance.editor.refusal import RefusedRequest
from compliance.editor.workspace import ReadPaper, Workspace
from compliance.source import Map
from compliance.source.routes import Route, find_span, show_route, value_at
from compliance.workbench.calls import CallFields, NameFields, register_call
from compliance.workbench.editor_calls import PositionFields

if TYPE_CHECKING:
    from compliance.paper.pdf import Pdf
    from compliance.paper.printed_figures import Paper

_SCALE: Final = 1.6


class PageFields(CallFields):
    name: str
    page: int


class DraftFields(CallFields):
    name: str
    kind: Kind | None = None
    jurisdiction: str | None = None
    establishment: str | None = None
    bank: str | None = None


@register_call("paper", NameFields)
def _paper(workspace: Workspace, given: NameFields) -> Any:
    """The paper of a document: its lines with their figures, what is cited, and the facts that stand there."""
    from compliance.paper.coverage import collect_cited_lines
    from compliance.paper.printed_figures import Paper

    loaded = workspace.load(workspace.check_document_name(given.name))
    cited, looked_at = workspace.find_paper(given.name)
    tree = loaded.source.tree
    if not cited or not isinstance(tree, Mapping):
        return {"file": "", "pages": [], "facts": [], "compared": None}
    paper = Paper(_require_text(workspace.read_paper(cited)))
    pdf = workspace.read_paper(looked_at).pdf if looked_at else None
    compared = loaded.document.paper if loaded.document is not None else None
    held = collect_cited_lines(tree, paper)
    return {
        "file": posixpath.basename(looked_at or cited),
        "drawn": looked_at if pdf is not None else "",
        "pages": list(_pages_of(paper, pdf, held)),
        "facts": list(_facts_of(workspace.sheet(given.name), loaded.source, paper, compared)),
        "compared": None
        if compared is None
        else {name: getattr(compared, name) for name in ("figures", "bound", "lines", "cited")},
    }


def _pages_of(paper: Paper, pdf: Pdf | None, held: set[int]) -> Iterator[dict[str, Any]]:
    """The pages with their lines; each with its box where the PDF has the same line there."""
    index = 0
    for number, lines in enumerate(paper.text.pages, 1):
        page = pdf.pages[number - 1] if pdf is not None and number <= len(pdf.pages) else None
        yield {
            "number": number,
            "width": page.width if page is not None else 0,
            "height": page.height if page is not None else 0,
            "lines": [
                {
                    "place": str(paper.text.position(index + at)),
                    "text": text,
                    "box": _box_of(page.lines, at, text) if page is not None else None,
                    "figures": [[one.figure.start, one.figure.end] for one in paper.on_line(index + at)],
                    "is_cited": index + at in held,
                }
                for at, text in enumerate(lines)
            ],
        }
        index += len(lines)


def _box_of(lines: Sequence[Any], at: int, text: str) -> list[float] | None:
    return list(lines[at].box) if at < len(lines) and lines[at].text == text else None


def _facts_of(sheet: Sheet, source: Any, paper: Paper, compared: Any) -> Iterator[dict[str, Any]]:
    """Blocks with the lines that they cite, and figures with the line that prints them."""
    from compliance.paper.realignment import list_cited_lines

    for route, citation in list_cited_lines(source.tree):
        lines, block = paper.lines_of(citation), _block_of(route)
        if lines and block and block[0] != "reading":
            yield _fact(sheet, source, block, lines, is_figure=False)
    for route, quote in (compared.places if compared is not None else {}).items():
        line = paper.text.indices(parse_citation(quote.place)[0]).start
        yield _fact(sheet, source, route, [line], is_figure=True)


def _block_of(route: Route) -> Route:
    """What a citation is for: the block that it stands in, or the statement that is written as its lines."""
    while route and isinstance(route[-1], int):
        route = route[:-1]
    return route if route[:-1] == ("statements",) else route[:-1]


def _require_text(read: ReadPaper) -> Any:
    if read.text is None:
        raise RefusedRequest(read.problem, "Keep a text of it beside it, and open that.")
    return read.text


def _fact(sheet: Sheet, source: Any, route: Any, lines: Sequence[int], is_figure: bool) -> dict[str, Any]:
    place = source.place(route)
    whole = sheet.range_of(find_span(source, route))
    end = sheet.range_of(place.value)["end"] if place.value is not None else whole["end"]
    return {
        "route": [str(step) if not isinstance(step, int) else step for step in route],
        "words": show_route(route),
        "range": {"start": whole["start"], "end": end},
        "lines": list(lines),
        "is_figure": is_figure,
    }


@register_call("paper-field", PositionFields)
def _paper_field(workspace: Workspace, given: PositionFields) -> Any:
    """The value at a place of a document, and the block whose lines are cited for it."""
    from compliance.editor.cursor import find_cursor, outline_text

    data = workspace.data(given.name).decode("utf-8", "replace")
    cursor = find_cursor(outline_text(data), {"line": given.position.line, "character": given.position.character})
    if cursor is None or cursor.role != "value" or not cursor.route:
        return None
    tree = workspace.load(given.name).source
    block = cursor.route[:-1]
    while block and not (isinstance(group := value_at(tree, block), Map) and "source" in group):
        block = block[:-1]
    source = [*block, "source"] if block else None
    return {"route": list(cursor.route), "words": show_route(cursor.route), "value": cursor.word, "source": source}


@register_call("paper-page", PageFields)
def _paper_page(workspace: Workspace, given: PageFields) -> Any:
    """A page of an open PDF as a picture."""
    from compliance.paper.pdf import draw_parts

    try:
        (data,) = draw_parts(posixpath.basename(given.name), workspace.data(given.name), [(given.page, None)], _SCALE)
    except UnreadablePaper as problem:
        raise RefusedRequest(str(problem), "Look at its lines instead.") from None
    return {"png": b64encode(data).decode()}


@register_call("draft", DraftFields)
def _draft(workspace: Workspace, given: DraftFields) -> Any:
    """A document drafted from an open paper."""
    from compliance.paper.drafting import DraftFrame, draft_paper

    read = workspace.read_paper(given.name)
    text = _require_text(read)
    frame = DraftFrame(given.kind, None, None, given.jurisdiction, given.establishment, given.bank)
    try:
        made = draft_paper(text, read.pdf, frame)
    except UnreadablePaper as problem:
        raise RefusedRequest(str(problem), "Open a part of it.") from None
    stem = given.name.rpartition(".")[0]
    return {
        "name": f"{stem}.yaml",
        "text": made.text,
        "kind": made.kind,
        "filled": made.filled,
        "unclear": made.unclear,
        "questions": [one._asdict() for one in made.questions],
    }
