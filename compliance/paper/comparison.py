"""A document against its paper: figures, rows, lines, and what no fact holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from compliance.documents.citations import LINES, LineRange, parse_citation
from compliance.documents.paper_comparison import Difference, PaperComparison, Quote, UnprintedFigure
from compliance.documents.paper_text import PaperText
from compliance.paper.binding import Bound, Ground, Notation, bind, read_notations
from compliance.paper.charts import bind_cells, find_miscounted
from compliance.paper.contexts import find_context_differences
from compliance.paper.coverage import count_cited_lines, find_not_cited
from compliance.paper.document_figures import DocumentFigure, find_written, get_citation
from compliance.paper.figures import name_value
from compliance.paper.printed_figures import Paper
from compliance.paper.quotes import MOST_QUOTED, quote_line
from compliance.paper.rows import RowDifference, find_row_differences
from compliance.paper.sentences import find_sentence_differences
from compliance.source import Source
from compliance.source.routes import Route, parse_route, show_route

_MOST_NAMED: Final = 6


class Papers(NamedTuple):
    """The papers of a document: the one it was transcribed from, and others by name that its source names too."""

    main: PaperText
    others: Mapping[str, PaperText]


class _Exemption(NamedTuple):
    """An entry of `worked-out`: a place whose figures no line prints; with `value`, only that one."""

    route: str
    value: str | None
    why: str


def compare(source: Source, papers: Papers) -> PaperComparison:
    """Compare every figure of a document with the lines that its block cites."""
    tree = source.tree
    assert isinstance(tree, Mapping)
    comparison = _Comparison(tree, papers)
    ground = comparison.grounds
    sentences = find_sentence_differences(tree, [one.paper for one in ground], _source_lines(tree))
    found = [*comparison.find_lines(), *comparison.find_figures(), *comparison.find_rows(), *sentences]
    found += comparison.find_unused()
    return PaperComparison(
        papers.main.name,
        figures=len(_distinct(source, comparison.bound)),
        bound=len(_distinct(source, [one for one in comparison.bound if one.rule])),
        rules=tuple(sorted(Counter(one.rule for one in comparison.bound if one.rule).items())),
        differences=tuple(_unique_places(source, found)),
        not_cited=tuple(find_not_cited(tree, ground[0], comparison.bound)),
        worked_out=tuple(comparison.worked_out),
        lines=len(ground[0].paper.lines_of(_source_lines(tree))),
        cited=count_cited_lines(tree, ground[0].paper, _source_lines(tree)),
        passages=dict(_quote_passages(tree, ground[0].paper)),
        places={
            one.written.route: quote_line(ground[0].paper, one.printed)
            for one in comparison.bound
            if one.printed is not None and comparison.is_of_main(one.written)
        },
    )


def _quote_passages(tree: Mapping[str, Any], paper: Paper) -> Iterator[tuple[str, tuple[Quote, ...]]]:
    """The first printed lines of every citation."""
    for citation in dict.fromkeys([*(citation for _, citation in _citations(tree, ())), _source_lines(tree)]):
        lines = [line for line in paper.lines_of(citation) if paper.lines[line].strip()]
        if lines and len(lines) < len(paper.lines_of(_source_lines(tree))):
            yield citation, tuple(quote_line(paper, line) for line in lines[:MOST_QUOTED])


class Narrower(NamedTuple):
    """A citation of many lines whose figures stand on fewer."""

    route: Route
    citation: str
    lines: str


def find_narrower(source: Source, papers: Papers) -> Iterator[Narrower]:
    """Citations of entries of lists and groups that fewer lines would do for: those on which their figures stand."""
    tree = source.tree
    assert isinstance(tree, Mapping)
    comparison = _Comparison(tree, papers)
    text = comparison.grounds[0].paper.text
    for route, citation in _citations(tree, ()):
        block = route[:-1]
        if len(block) < 2 or block[0] == "reading" or not LINES.fullmatch(citation):
            continue
        inside = [one for one in comparison.bound if one.written.route[: len(block)] == block]
        own = [one.printed.line for one in inside if one.printed is not None and one.written.citation == citation]
        if not own or len(own) < len(inside):
            continue
        lines = str(LineRange(text.position(min(own)), text.position(max(own))))
        if max(own) - min(own) + 1 < len(comparison.grounds[0].paper.lines_of(citation)):
            yield Narrower(route, citation, lines)


def _distinct(source: Source, bound: list[Bound]) -> set[object]:
    """Figures once, however often an alias or a shared rate repeats them."""
    return {(_place(source, one.written.route), one.written.text, one.written.route[-1:]) for one in bound}


def _unique_places(source: Source, differences: list[Difference]) -> Iterator[Difference]:
    """Each place of the file once."""
    told = set()
    for one in differences:
        key = (one.kind, _place(source, one.route) if one.route else one.message)
        if key not in told:
            told.add(key)
            yield one


def _place(source: Source, route: Route) -> object:
    place = source.place(route)
    return place.anchor or (place.key, place.value)


def _source_lines(tree: Mapping[str, Any]) -> str:
    """The lines of the paper that the document was taken from."""
    reading = tree.get("reading")
    given = reading.get("source") if isinstance(reading, Mapping) else None
    return get_citation({"source": given.get("lines")}) if isinstance(given, Mapping) else ""


class _Comparison:
    """One document against its papers."""

    def __init__(self, tree: Mapping[str, Any], papers: Papers) -> None:
        self._tree = tree
        self._papers = papers
        self._lines = _source_lines(tree)
        notations = read_notations(tree)
        self.grounds = [Ground(Paper(papers.main), notations), *self._list_other_papers(notations)]
        self._exemptions = list(_read_exemptions(tree))
        self._used: set[_Exemption] = set()
        self.worked_out: list[UnprintedFigure] = []
        self._ground_of: dict[DocumentFigure, Ground] = {}
        self.bound = self._bind_all()

    def _list_other_papers(self, notations: list[Notation]) -> Iterator[Ground]:
        """Papers that the source names besides: `letter.txt: 5-60`."""
        yield from (Ground(Paper(text), notations) for text in self._papers.others.values())

    def _bind_all(self) -> list[Bound]:
        written = [one if one.citation else one._replace(citation=self._lines) for one in find_written(self._tree)]
        cites = {one.route for one in find_written(self._tree) if one.citation}
        self._ground_of = dict.fromkeys(written, self.grounds[0])
        bound = [self._bind(one, one.route in cites) for one in written]
        return bind_cells(self._tree, _drop_own_numbers(bound), self._ground_of)

    def _bind(self, written: DocumentFigure, cites: bool) -> Bound:
        """A figure bound on its lines; one without lines of its own anywhere in the papers of the document."""
        found = bind(written, self.grounds[0])
        if found.rule or cites:
            return found
        for ground in self.grounds[1:]:
            last = len(ground.paper.lines)
            elsewhere = bind(written._replace(citation=f"1-{last}"), ground)
            if elsewhere.rule:
                return elsewhere._replace(written=written, rule="in another paper of the source", printed=None)
        return found

    def is_of_main(self, written: DocumentFigure) -> bool:
        """Whether a figure was compared with the document's own paper."""
        return self._ground_of[written] is self.grounds[0]

    def find_figures(self) -> Iterator[Difference]:
        """Figures that their lines do not print, and that are not declared as worked out."""
        for one in self.bound:
            if one.rule or self._is_exempt(one.written):
                continue
            yield Difference("figure", one.written.route, self._figure_message(one.written), self._quotes(one.written))

    def _is_exempt(self, written: DocumentFigure) -> bool:
        route = show_route(written.route)
        for one in self._exemptions:
            below = route == one.route or route.startswith(f"{one.route} / ")
            if below and (one.value is None or one.value in (written.whole, written.text)):
                self._used.add(one)
                self.worked_out.append(UnprintedFigure(written.route, written.text, one.why))
                return True
        return False

    def _figure_message(self, written: DocumentFigure) -> str:
        paper = self.grounds[0].paper
        alike = [
            name_value(reading)
            for one in paper.figures_on(written.citation)
            for reading in one.figure.readings[:1]
            if reading.kind == written.value.kind
        ]
        named = list(dict.fromkeys(alike))
        there = ", ".join(named[:_MOST_NAMED]) + (" and others" if len(named) > _MOST_NAMED else "")
        prints = f"they print {there}" if named else "they print no figure of this kind"
        lines = _name_lines(written.citation)
        return f"{written.text} is not printed on {lines} of {paper.text.name}, cited for it; {prints}."

    def find_rows(self) -> Iterator[Difference]:
        """Figures that are printed in another row than the one they are written for."""
        rows = find_row_differences(self._tree, self.bound, self._ground_of)
        contexts = find_context_differences(self._tree, self.bound, self._ground_of)
        for one in (*rows, *contexts):
            if not self._is_exempt(one.written):
                paper = self._ground_of[one.written].paper
                yield Difference("row", one.written.route, _row_message(one, paper), (quote_line(paper, one.printed),))
        for seat in find_miscounted(self._tree):
            message = f"Counted on from the other rows, a total of {seat.total} names position {seat.seat}."
            yield Difference("row", seat.route, message)

    def find_lines(self) -> Iterator[Difference]:
        """Citations of lines that the paper does not have, or that are empty."""
        paper = self.grounds[0].paper
        for route, citation in _citations(self._tree, ()):
            if not LINES.fullmatch(citation):
                continue
            beyond = [stretch for stretch in parse_citation(citation) if not paper.text.has(stretch)]
            if beyond:
                last = paper.text.position(len(paper.lines) - 1)
                message = (
                    f"{paper.text.name} has no {_name_lines(', '.join(map(str, beyond)))}; its last line is {last}."
                )
                yield Difference("lines", route, message)
            elif not any(paper.lines[line].strip() for line in paper.lines_of(citation)):
                yield Difference(
                    "lines",
                    route,
                    f"{_name_lines(citation).capitalize()} of {paper.text.name}: nothing is printed there.",
                )

    def find_unused(self) -> Iterator[Difference]:
        """Entries of `worked-out` that no figure needs."""
        for number, one in enumerate(self._exemptions):
            if one not in self._used:
                message = (
                    f"Nothing at {one.route} has to be worked out: every figure there is printed, or none is there."
                )
                yield Difference("unused", ("reading", "worked-out", number), message)

    def _quotes(self, written: DocumentFigure) -> tuple[Quote, ...]:
        paper = self._ground_of[written].paper
        lines = [line for line in paper.lines_of(written.citation) if paper.lines[line].strip()]
        with_figures = [line for line in lines if paper.on_line(line)] or lines
        return tuple(quote_line(paper, line) for line in with_figures[:MOST_QUOTED])


def _drop_own_numbers(bound: list[Bound]) -> list[Bound]:
    """The figures without the numbers of options, where none of several is printed: they are the transcriber's."""
    numbers = [one for one in bound if one.written.route[0] == "options" and one.written.route[2:] == ("option",)]
    is_own = len(numbers) > 1 and not any(one.rule for one in numbers)
    return [one for one in bound if one not in numbers] if is_own else bound


def _row_message(one: RowDifference, paper: Paper) -> str:
    place = paper.text.position(one.printed.line)
    words = " ".join(paper.lines[one.printed.line].split())
    says = f"the document says {one.written.text}"
    return f"{_name_lines(str(place)).capitalize()} of {paper.text.name} prints `{words[:120]}`; {says}."


def _name_lines(citation: str) -> str:
    return f"line {citation}" if citation.replace("p", "").replace(":", "").isdigit() else f"lines {citation}"


def _read_exemptions(tree: Mapping[str, Any]) -> Iterator[_Exemption]:
    reading = tree.get("reading")
    listed = reading.get("worked-out") if isinstance(reading, Mapping) else None
    for entry in listed if isinstance(listed, list) else ():
        if isinstance(entry, Mapping) and isinstance(entry.get("at"), str):
            value = entry.get("is")
            route = show_route(parse_route(entry["at"]))
            yield _Exemption(route, value if isinstance(value, str) else None, str(entry.get("why") or ""))


def _citations(node: Any, route: Route) -> Iterator[tuple[Route, str]]:
    """Every citation of a document with its place."""
    if isinstance(node, Mapping):
        for key, value in node.items():
            below = (*route, key)
            if key in ("source", "at") and isinstance(value, (str, list)):
                yield below, get_citation({"source": value})
            elif isinstance(value, str) and route in (("statements",), ("reading", "words-used")):
                yield below, value
            else:
                yield from _citations(value, below)
    elif isinstance(node, list):
        for place, item in enumerate(node):
            yield from _citations(item, (*route, place))
