"""Every figure of the library against the lines of its source.

The papers are not part of the project; the folder that holds them is named:

    python tests/figures.py SEEDS [RULESETS]

A figure is a number in a value, or in the key of a band. It must stand in the lines that the document gives for it:
those of the nearest `source` or `at` on the way up. Cents, commas and leading zeros make no difference; numbers may be
written out in the paper (`three`, `even money`). In decision tables a condition may also say the next number (`less
than 5` is 0-4) or the end of its domain. What is found nowhere is listed. Last comes how long the documents are
beside the lines that they were taken from.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from compliance.documents.reading import load
from compliance.documents.sharing import SHARING
from compliance.routes import Route, show_route

_NUMBER: Final = re.compile(r"(?<![\w.])\$?((?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?|\.[0-9]+)")
_IN_WORDS: Final = """
0 zero no none free|1 one first once single a ace even january|2 two second twice both pair february|3 three third march
4 four fourth april|5 five fifth may|6 six sixth june|7 seven seventh july|8 eight eighth august|9 nine ninth september
10 ten october|11 eleven november|12 twelve december|13 thirteen|14 fourteen|15 fifteen|16 sixteen|17 seventeen
18 eighteen|20 twenty|50 half
"""
_WORDS: Final = {
    word: Decimal(number).normalize()
    for number, *words in (row.split() for row in re.split(r"[|\n]", _IN_WORDS) if row)
    for word in words
}
# Not figures of the paper: how the document is called and cited, what was counted here, what a table declares.
_HEAD: Final = ("document", "id", "title", "aliases", "jurisdiction", "version", "reading", "odds")
_NOT_COMPARED: Final = (*_HEAD, *SHARING)
_DECLARED: Final = ("given", "impossible", "source", "at")
# Keys that hold names of our own.
_NAMES: Final = ("uses", "game", "as", "for", "group", "table", "wager", "by", "restates")
# Figures that no line prints, and why they are right all the same. A route may be the beginning of several.
WORKED_OUT: Final = {
    "texas-holdem": {"deck / community": "three cards, one and one"},
    "omaha": {"deck / community": "three cards, one and one"},
    "omaha-hi-low": {"deck / community": "three cards, one and one"},
    "fortune-pai-gow-poker": {
        "action / totals": "the positions are counted up to the total, seven to a turn",
        "tables / first-pile": "the totals that lead to one position are seven apart",
    },
    "pai-gow-tiles": {"tables / first-set-by-action-button": "the totals that lead to one position are eight apart"},
    "no-bust-21st-century-blackjack": {
        "tables / dealer-draw": "a soft hand is at least an ace and an ace, 12",
        "references / 3 / says": "the number of the bill stands a line above",
    },
    "no-bust-21st-century-blackjack-4-3": {
        "tables / dealer-draw": "a soft hand is at least an ace and an ace, 12",
        "tables / action-button": "the chart of seats is a picture; the text counts from the card's number",
        "glossary / natural": "21 and a half: the value of a natural stands at 512",
    },
    "21st-century-blackjack-8": {"tables / player-dealer-draw": "a soft hand is at least an ace and an ace, 12"},
    "pai-gow-pow": {"progressive / contribution": "20 cents of a dollar; the paper prints .20 cents"},
}


class Figure(NamedTuple):
    """A number of a document: where it stands, and the lines that are given for it."""

    route: Route
    number: Decimal
    lines: str


def figures(tree: Any, route: Route = (), lines: str = "") -> Iterator[Figure]:
    """Every number of a document with its lines."""
    if isinstance(tree, dict):
        lines = _given(tree) or lines
        for key, value in tree.items():
            if (
                key in _DECLARED
                or (route and key in _NAMES)
                or (not route and key in _NOT_COMPARED)
                or (route == ("statements",) and not isinstance(value, dict))
            ):
                continue
            if "bands" in route[-1:]:
                yield from (Figure((*route, key), number, lines) for number in numbers(key))
            yield from figures(value, (*route, key), lines)
    elif isinstance(tree, list):
        for place, value in enumerate(tree):
            yield from figures(value, (*route, place), lines)
    elif isinstance(tree, str):
        yield from (Figure(route, number, lines) for number in numbers(tree))


def numbers(text: str) -> Iterator[Decimal]:
    """The numbers of a text, in digits."""
    return (Decimal(found.replace(",", "")).normalize() for found in _NUMBER.findall(text))


def _given(block: dict[str, Any]) -> str:
    given = block.get("source", block.get("at"))
    return ", ".join(given) if isinstance(given, list) else given if isinstance(given, str) else ""


def printed(text: list[str], lines: str) -> set[Decimal]:
    """Every number that stands in some lines, in digits or in words."""
    found: set[Decimal] = set()
    for stretch in lines.split(","):
        low, _, high = stretch.strip().partition("-")
        part = "\n".join(text[int(low) - 1 : int(high or low)])
        # Marks and letters that a machine reads into a number: `$1.00`, `2500 -1`, `100-1`, `21"`.
        found.update(numbers(re.sub(r"[^0-9.,$\n]+", " ", part)))
        found.update(_WORDS[word] for word in re.findall(r"[a-z]+", part.lower()) if word in _WORDS)
    return found


def wrong(tree: Any, text: list[str], letters: set[Decimal], counted: Counter[str]) -> Iterator[str]:
    """The figures of a document that do not stand in their lines."""
    source = tree["reading"]["source"]
    whole = _given({"source": source["lines"]})
    known = WORKED_OUT.get(tree["id"], {})
    for figure in figures(tree):
        # What no lines are given for stands in a letter that came with the paper, if there is one.
        there = printed(text, figure.lines or whole) | (letters if not figure.lines else set())
        route = show_route(figure.route)
        if figure.number in there:
            counted["equal"] += 1
        elif _follows(tree, figure, there):
            counted["follow from a chart"] += 1
        elif any(route.startswith(begins) for begins in known):
            counted["worked out"] += 1
        else:
            counted["not found"] += 1
            yield f"{route}: {figure.number:f} is not in lines {figure.lines or whole}"


def _follows(tree: Any, figure: Figure, there: set[Decimal]) -> bool:
    """Whether a number of a decision table follows from its lines: the next one, or an end of its domain."""
    if figure.route[0] != "tables":
        return False
    given = tree["tables"][figure.route[1]].get("given", {})
    domain = [number for value in given.values() for number in numbers(str(value))]
    return figure.number in domain or {figure.number - 1, figure.number + 1} & there != set()


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").split("\n")


def _length(text: list[str], lines: str) -> int:
    """How many characters some lines have."""
    ends = [stretch.strip().partition("-") for stretch in lines.split(",")]
    return sum(len("\n".join(text[int(low) - 1 : int(high or low)])) + 1 for low, _, high in ends)


def main(seeds: Path, rulesets: Path) -> int:
    """Compare the whole library and tell what was found."""
    counted: Counter[str] = Counter()
    written: Counter[str] = Counter()
    taken: Counter[str] = Counter()
    documents = sorted(rulesets.rglob("*.yaml"))
    for path in documents:
        # As it is read: what options share stands in each of them, with its own lines.
        tree: Any = load(path.name, path.read_bytes()).source.tree
        source = tree["reading"]["source"]
        text = _lines(seeds / source["file"])
        written[tree["document"]] += len(path.read_text("utf-8"))
        taken[tree["document"]] += _length(text, _given({"source": source["lines"]}))
        letters: set[Decimal] = set()
        for other in source.get("also", ()):
            file, _, lines = other.partition(": ")
            letters |= printed(_lines(seeds / file), lines)
        for told in wrong(tree, text, letters, counted):
            print(f"{path.name}: {told}")
    print(f"{len(documents)} documents, {counted.total()} figures: {dict(counted)}")
    for kind in sorted(written):
        print(f"{kind}: {written[kind]:,} characters, {written[kind] / taken[kind]:.2f} times the source")
    return 1 if counted["not found"] else 0


if __name__ == "__main__":
    library = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).resolve().parents[1] / "rulesets"
    sys.exit(main(Path(sys.argv[1]), library))
