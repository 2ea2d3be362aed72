"""What a comparison with the paper found. The paper is compared before anything is asked."""

from compliance.checks.expressions.derived import Row, Thing, derive
from compliance.documents.blocks import Document
from compliance.source.routes import Route

_SOURCE: Route = ("reading", "source")


@derive("paper-is-compared", of=Document, gives="yes or no")
def is_paper_compared(thing: Thing) -> bool:
    """Whether the paper was at hand and could be read."""
    paper = thing.document.paper
    return paper is not None and paper.was_compared


@derive("differences-from-paper", of=Document, gives="list of rows", columns={"kind": "word", "says": "text"})
def list_differences_from_paper(thing: Thing) -> list[Row]:
    """Where the document differs from its paper: `kind` is figure, row, sentence, lines, changed, unused or unread."""
    paper = thing.document.paper
    found = paper.differences if paper is not None else ()
    return [Row(one.route, {"kind": one.kind, "says": one.message.rstrip(".")}) for one in found]


@derive("lines-that-nothing-holds", of=Document, gives="list of rows", columns={"says": "text"})
def list_lines_that_nothing_holds(thing: Thing) -> list[Row]:
    """Lines of the paper with figures or duties that no fact of the document holds."""
    paper = thing.document.paper
    found = paper.not_cited if paper is not None else ()
    return [Row(_SOURCE, {"says": f"{one.place}: {one.words}"}) for one in found]


@derive("figures-worked-out", of=Document, gives="number")
def count_figures_worked_out(thing: Thing) -> int:
    """How many figures no line of the paper prints, with a reason given."""
    paper = thing.document.paper
    return len(paper.worked_out) if paper is not None else 0
