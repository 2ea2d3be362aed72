"""How well slips are told: plants errors in documents and papers, and counts which of them a comparison tells.

The papers of the library are not part of the project; the folder that holds them is named:

    python tests/paper/measure.py SEEDS [--slips 300] [--random 1,2,3] [--check] [--verbose]

First comes what the unchanged library gives: figures by rule, what differs, what no fact holds. Then slips of one
digit, values swapped, options and rows left out, and digits changed on the paper. Each is told by a difference, or by a
line that no fact holds any more; with --check, slips that are not told so are given to `check`.
"""

from __future__ import annotations

import argparse
import copy
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from compliance.documents.loader import load_document
from compliance.documents.paper_comparison import PaperComparison
from compliance.documents.paper_text import PaperText, parse_paper_text
from compliance.engine.checking import check
from compliance.law.catalog import Catalog
from compliance.paper.comparison import Papers, compare
from compliance.paper.document_figures import DocumentFigure, find_written, get_citation
from compliance.paper.figures import CODE, MONEY, ODDS, PERCENT, find_figures
from compliance.source import Map, Seq, Source, Span
from compliance.source.routes import Key, Route, show_route

RULESETS: Final = Path(__file__).resolve().parents[2] / "rulesets"
_SURE: Final = (MONEY, ODDS, PERCENT, CODE)
_DAY: Final = date(2026, 11, 18)


class Sample(NamedTuple):
    """A document, its papers, and what the two give unchanged."""

    name: str
    text: str
    source: Source
    papers: Papers
    found: PaperComparison


def read_samples(seeds: Path) -> list[Sample]:
    """The documents of the library with their papers."""
    papers = {path.name: parse_paper_text(path.name, "", path.read_text("utf-8")) for path in sorted(seeds.iterdir())}
    samples = []
    for path in sorted(RULESETS.rglob("*.yaml")):
        source = load_document(path.name, path.read_bytes()).source
        tree: Any = source.tree
        named = tree["reading"]["source"]
        others = {name: papers[name] for name in (one.partition(": ")[0] for one in named.get("also", ()))}
        both = Papers(papers[named["file"]], others)
        samples.append(Sample(path.name, path.read_text("utf-8"), source, both, compare(source, both)))
    return samples


def describe(samples: list[Sample]) -> None:
    """What the unchanged library gives."""
    rules: Counter[str] = Counter()
    for one in samples:
        rules.update(dict(one.found.rules))
        share = f"{one.found.bound} of {one.found.figures} figures"
        print(f"{one.name}: {share}, {one.found.cited} of {one.found.lines} lines cited")
        for difference in one.found.differences:
            print(f"  {difference.kind} {show_route(difference.route)}: {difference.message}")
        for exempt in one.found.worked_out:
            print(f"  worked out: {show_route(exempt.route)} {exempt.text}: {exempt.why}")
        for line in one.found.not_cited:
            print(f"  not cited ({line.what}) {line.place}: {line.words}")
    print(f"rules: {dict(rules)}")


# --- plants -----------------------------------------------------------------------------------------------------------


def kind_of(written: DocumentFigure) -> str:
    if written.is_in_table:
        return "charts"
    return "money, odds, percent, numbers of approvals" if written.value.kind in _SURE else "other figures"


def is_told(sample: Sample, text: str) -> bool:
    """Whether an edited document gives something that the unchanged one does not."""
    loaded = load_document(sample.name, text.encode())
    if loaded.document is None:
        return True
    return is_other(sample.found, compare(loaded.source, sample.papers))


def is_other(before: PaperComparison, after: PaperComparison) -> bool:
    told = {(one.kind, one.route) for one in after.differences} - {(one.kind, one.route) for one in before.differences}
    return bool(told) or bool({one.words for one in after.not_cited} - {one.words for one in before.not_cited})


def replace_in(text: str, span: Span, old: str, new: str) -> str | None:
    """A text in which something is replaced at a place; None where it is not there once."""
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[: span.line - 1]) + span.column - 1
    end = sum(len(line) + 1 for line in lines[: span.end_line - 1]) + span.end_column - 1
    if text[start:end].count(old) != 1:
        return None
    return text[:start] + text[start:end].replace(old, new) + text[end:]


def span_of(sample: Sample, route: Route) -> Span | None:
    place = sample.source.place(route)
    if isinstance(route[-1], Key):
        return place.key if place.anchor is None else None
    return place.anchor or place.value


def change_digit(text: str, chance: random.Random) -> str:
    """A text with one digit changed; the first digit of a number is no zero."""
    places = [place for place, letter in enumerate(text) if letter.isdigit()]
    place = chance.choice(places)
    leads = place + 1 in places and (place == 0 or not (text[place - 1].isdigit() or text[place - 1] in ".,"))
    digits = [digit for digit in "0123456789" if digit != text[place] and not (leads and digit == "0")]
    return text[:place] + chance.choice(digits) + text[place + 1 :]


def slips(
    samples: list[Sample], seed: int, count: int, judge: Callable[[Sample, str], bool]
) -> Iterator[tuple[str, bool, str]]:
    """One random digit of a random figure."""
    chance = random.Random(seed)
    figures = [(one, written) for one in samples for written in distinct(one)]
    while count:
        sample, written = chance.choice(figures)
        span, new = span_of(sample, written.route), change_digit(written.text, chance)
        edited = replace_in(sample.text, span, written.text, new) if span is not None else None
        if edited is None:
            continue
        count -= 1
        what = f"{sample.name} {show_route(written.route)}: {written.text} -> {new}"
        yield kind_of(written), judge(sample, edited), what


def distinct(sample: Sample) -> list[DocumentFigure]:
    """Every figure once, wherever an alias repeats it."""
    tree: Any = sample.source.tree
    found: dict[object, DocumentFigure] = {}
    for one in find_written(tree):
        place = sample.source.place(one.route)
        found.setdefault((place.anchor or place.value, isinstance(one.route[-1], Key), one.text), one)
    return list(found.values())


def swaps(samples: list[Sample], count: int, chance: random.Random) -> Iterator[tuple[str, bool, str]]:
    """Two values of one table, in each other's place."""
    tables = [(one, route, keys) for one in samples for route, keys in _tables(one.source.tree, ())]
    while count:
        sample, route, keys = chance.choice(tables)
        first, second = chance.sample(keys, 2)
        changed = copy.deepcopy(sample.source)
        table: Any = _find_node(changed.tree, route)
        if table[first] == table[second]:
            continue
        table[first], table[second] = table[second], table[first]
        count -= 1
        told = is_other(sample.found, compare(changed, sample.papers))
        yield (
            f"tables of {min(len(keys), 3)}{' or more' if len(keys) > 2 else ''}",
            told,
            f"{sample.name} {show_route(route)}: {first}, {second}",
        )


def _tables(node: Any, route: Route) -> Iterator[tuple[Route, list[str]]]:
    if isinstance(node, Map):
        keys = [
            key for key, value in node.items() if isinstance(value, str) and find_figures(value) and key != "source"
        ]
        if {"bands", "pays"} & set(route) and len(keys) > 1 and len({node[key] for key in keys}) > 1:
            yield route, keys
        for key, value in node.items():
            yield from _tables(value, (*route, key)) if key not in ("shared", "rates", "groups", "reading") else ()
    elif isinstance(node, Seq):
        for place, item in enumerate(node):
            yield from _tables(item, (*route, place))


def _find_node(tree: Any, route: Route) -> Any:
    for step in route:
        tree = tree[step]
    return tree


def omissions(samples: list[Sample], count: int, chance: random.Random) -> Iterator[tuple[str, bool, str]]:
    """Options, bands and rows of pay tables that are left out."""
    parts = [(one, kind, route) for one in samples for kind, route in _parts(one.source.tree)]
    by_kind = {kind: [part for part in parts if part[1] == kind] for kind in ("option", "band", "row")}
    for number in range(count):
        kind = ("option", "band", "row")[number % 3]
        sample, _, route = chance.choice(by_kind[kind])
        changed = copy.deepcopy(sample.source)
        holder: Any = _find_node(changed.tree, route[:-1])
        if isinstance(holder, Seq):
            del holder.places[int(route[-1])]
        del holder[route[-1]]
        yield f"{kind}s", is_other(sample.found, compare(changed, sample.papers)), f"{sample.name} {show_route(route)}"


def _parts(tree: Any) -> Iterator[tuple[str, Route]]:
    options = tree.get("options")
    for place in range(len(options) if isinstance(options, Seq) else 0):
        yield "option", ("options", place)
    for route, keys in _tables(tree, ()):
        yield from (("band" if "bands" in route else "row", (*route, key)) for key in keys)


def changes_of_papers(samples: list[Sample], count: int, chance: random.Random) -> Iterator[tuple[str, bool, str]]:
    """A digit of an amount, odds, a share or a number of an approval, changed on the paper."""
    from compliance.paper.printed_figures import Paper

    places = []
    for one in samples:
        paper, tree = Paper(one.papers.main), cast("Any", one.source.tree)
        citation = get_citation({"source": tree["reading"]["source"]["lines"]})
        for line in paper.lines_of(citation):
            found = (
                figure
                for figure in find_figures(paper.lines[line])
                if figure.kind in _SURE and not figure.is_spelled_out
            )
            places += [(one, line, figure) for figure in found]
    while count:
        sample, line, figure = chance.choice(places)
        new = change_digit(figure.text, chance)
        text = sample.papers.main.lines[line]
        edited = text[: figure.start] + new + text[figure.end :]
        count -= 1
        papers = sample.papers._replace(main=_replace_line(sample.papers.main, line, edited))
        told = is_other(sample.found, compare(sample.source, papers))
        yield figure.kind, told, f"{sample.name} line {line + 1}: {figure.text} -> {new} in {text.strip()}"


def _replace_line(paper: PaperText, line: int, text: str) -> PaperText:
    lines = list(paper.lines)
    lines[line] = text
    return PaperText(paper.name, paper.sha256, (tuple(lines),), None)


@cache
def _law() -> Catalog:
    from compliance.engine.catalog import read_catalog
    from compliance.law.files import catalog_files

    return read_catalog(catalog_files())


def judge_by_check(sample: Sample, text: str) -> bool:
    """Whether `check` finds something else in an edited document."""

    def find_wrong(text: str) -> set[tuple[str, str]]:
        findings = check([(sample.name, text.encode())], _DAY, _law()).findings
        return {(one.requirement, one.status) for one in findings if one.status in ("fail", "review", "error")}

    return bool(find_wrong(text) - find_wrong(sample.text))


def show(title: str, plants: Iterator[tuple[str, bool, str]], verbose: bool) -> None:
    told: Counter[str] = Counter()
    planted: Counter[str] = Counter()
    for kind, is_found, what in plants:
        planted[kind] += 1
        told[kind] += is_found
        if verbose and not is_found:
            print(f"  not told: {what}")
    print(f"{title}: {told.total()} of {planted.total()} told ({100 * told.total() / max(1, planted.total()):.1f}%)")
    for kind in sorted(planted):
        print(f"  {kind}: {told[kind]} of {planted[kind]} ({100 * told[kind] / planted[kind]:.1f}%)")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("seeds", type=Path)
    parser.add_argument("--slips", type=int, default=300)
    parser.add_argument("--random", default="1,2,3")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    given = parser.parse_args()
    samples = read_samples(given.seeds)
    describe(samples)

    def judge(sample: Sample, text: str) -> bool:
        return is_told(sample, text) or (given.check and judge_by_check(sample, text))

    for seed in (int(one) for one in given.random.split(",")):
        show(f"slips, seed {seed}", slips(samples, seed, given.slips, judge), given.verbose)
    show("swaps", swaps(samples, 200, random.Random(4)), given.verbose)
    show("left out", omissions(samples, 120, random.Random(5)), given.verbose)
    show("changed on the paper", changes_of_papers(samples, 200, random.Random(6)), given.verbose)
    return 1 if any(one.found.differences for one in samples) else 0


if __name__ == "__main__":
    sys.exit(main())
