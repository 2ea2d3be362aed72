"""What a report says of a document itself: what it is, who approved it, its paper, and the notes of its transcriber.

Documents are read one after the other and let go again; a report keeps a few words of each.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from compliance.documents.citations import LINES as CITED
from compliance.documents.citations import parse_citation
from compliance.reports.prose import collect_names
from compliance.reports.text import shorten_to
from compliance.reports.wording import count, format_day

if TYPE_CHECKING:
    from compliance.documents.loader import LoadedDocument
    from compliance.documents.models import AnyDocument
    from compliance.documents.paper_comparison import PlaceDrawing
    from compliance.documents.paper_text import PaperText
    from compliance.engine.findings import Finding

_LONGEST_NAME: Final = 120
_MOST_NOTES: Final = 60
# Notes are about a finding only where its lines are few: a whole chapter has notes on other things.
_CLOSE: Final = 12
_CLOSE_QUOTE: Final = 4
_WORD: Final = re.compile(r"[a-z0-9$.%]{2,}")
KINDS: Final[Mapping[str, str]] = {
    "game": "Rules of play",
    "schedule": "Collection schedule",
    "terms": "General terms",
}


class Observation(NamedTuple):
    """A note of the transcriber about lines of the source document."""

    lines: str
    words: str
    numbers: tuple[tuple[int, int], ...]
    cause: str = ""

    @property
    def sentence(self) -> str:
        """The note with its lines: `Lines 71-72: one row is cut off`."""
        return f"{name_lines(self.lines).rpartition(' ')[0].capitalize()}: {self.words}" if self.lines else self.words


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """What is known of one document."""

    establishment: str = ""
    version: str = ""
    dated: str = ""
    approval: str = ""
    # The file of the paper, and its text where it is at hand.
    paper: str = ""
    paper_text: PaperText | None = None
    draw_paper: PlaceDrawing | None = None
    observations: tuple[Observation, ...] = ()
    unclear: tuple[Observation, ...] = ()
    free_text: int = 0
    # Names of wagers, games and options as printed, by block and item.
    names: Mapping[tuple[str, str], str] = field(default_factory=dict)
    # How a sentence calls what the ids of the document, and of those beside it, stand for.
    words: Mapping[str, str] = field(default_factory=dict)

    def name_item(self, block: str, item: str) -> str:
        """The printed name of an item of a block."""
        return self.names.get((block, item), item.replace("-", " "))

    def name_at(self, route: str) -> str:
        """The name of the wager, game or option that a route leads into; empty where it leads into none."""
        steps = route.split(" / ", 2)
        if len(steps) < 2 or steps[0] not in ("wagers", "options"):
            return ""
        name = self.name_item(steps[0], steps[1])
        return f"option {name}" if steps[0] == "options" else name

    def unclear_text(self, finding: Finding) -> str:
        """The transcriber's question about text that is unclear, where a finding waits for it."""
        if not finding.waits:
            return ""
        return next((one.words for one in self.unclear if one.cause and one.cause == finding.cause), "")

    @property
    def paper_words(self) -> str:
        """The paper with its pages and digest, where it is at hand: `harbor.pdf, 4 pages, SHA-256 99be31ba4c20…`."""
        text = self.paper_text
        if text is None:
            return ""
        pages = f", {count(len(text.pages), 'page')}" if text.has_pages else f", {count(len(text.lines), 'line')}"
        digest = text.kept_from.sha256 if text.kept_from is not None else text.sha256
        return f"{self.paper}{pages}, SHA-256 {digest[:16]}…"

    def quote_paper(self, lines: str, value: str) -> tuple[str, str]:
        """The place and the words of the paper that say a value, among the lines that it was taken from; empty where
        the paper is not at hand, or none of these lines says most of the words of the value."""
        text = self.paper_text
        if text is None or not CITED.fullmatch(lines):
            return "", ""
        found = [index for stretch in parse_citation(lines) for index in text.indices(stretch)]
        if len(found) > _CLOSE_QUOTE:
            wanted = set(_WORD.findall(value.lower()))
            windows = [[line, line + 1] if line + 1 in found else [line] for line in found]
            found = max(windows, key=lambda window: len(wanted & _words_on(text, window)))
            if not wanted or 2 * len(wanted & _words_on(text, found)) <= len(wanted):
                return "", ""
        if not found:
            return "", ""
        first, last = text.position(found[0]), text.position(found[-1])
        place = str(first) if first == last else f"{first}-{last.line if first.page == last.page else last}"
        return place, " ".join(" ".join(text.lines[index].split()) for index in found).strip()

    def observations_about(self, finding: Finding) -> Iterator[str]:
        """The transcriber's notes on the lines that a finding is about."""
        if finding.silent:
            return
        spans = [span for place in finding.places for _, lines in place.source for span in _spans_of(lines)]
        spans = [(low, high) for low, high in spans if high - low < _CLOSE]
        for one in self.observations:
            if any(low <= last and first <= high for first, last in one.numbers for low, high in spans):
                yield one.sentence


def read_facts(documents: Iterable[LoadedDocument], wanted: set[str]) -> dict[str, DocumentFacts]:
    """What is known of the documents of a run, by their paths."""
    found: dict[str, DocumentFacts] = {}
    titles: dict[str, str] = {}
    for loaded in documents:
        if loaded.path in wanted:
            found[loaded.path] = facts_of(loaded)
            if (document := loaded.document) is not None and document.title:
                titles[loaded.path] = titles[document.id or ""] = shorten_to(document.title, _LONGEST_NAME)
    return {path: replace(one, words=ChainMap(dict(one.words), titles)) for path, one in found.items()}


def facts_of(loaded: LoadedDocument) -> DocumentFacts:
    """What is known of a document."""
    document = loaded.checked_document
    if document is None:
        return DocumentFacts()
    reading = document.reading
    names = dict(_names_of(document))
    notes = reading.notes[:_MOST_NOTES] if reading is not None else []
    marks = {one.cause: one for one in loaded.open_facts if one.question or one.readings}
    paper = reading.source.file if reading is not None and reading.source is not None else ""
    return DocumentFacts(
        establishment=shorten_to(document.establishment or "", _LONGEST_NAME),
        version=shorten_to(document.version or "", _LONGEST_NAME),
        dated=str(document.dated) if document.dated is not None else "",
        approval=_describe_approval(document),
        paper=shorten_to(paper, _LONGEST_NAME),
        paper_text=document.paper.text if document.paper is not None else None,
        draw_paper=document.paper.draw if document.paper is not None else None,
        observations=tuple(_observation(note.at or "", note.note) for note in notes),
        unclear=tuple(_observation(one.lines, one.question or one.sentence, one.cause) for one in marks.values()),
        free_text=len(document.statements) if document.statements is not None else 0,
        names=names,
        words=collect_names(document.raw_tree, {id: name for (_, id), name in names.items()}),
    )


def _describe_approval(document: AnyDocument) -> str:
    """The number and day of an approval."""
    approval = document.approval
    if approval is None:
        return ""
    day = str(approval.date) if approval.date is not None else ""
    shown = format_day(day) if len(day) == len("2021-06-14") else day
    said = [shorten_to(approval.id or "", _LONGEST_NAME), shown and f"of {shown}"]
    if approval.status not in (None, "approved"):
        said.append(f"({approval.status})")
    return " ".join(part for part in said if part)


def _observation(lines: str, words: str, cause: str = "") -> Observation:
    return Observation(lines, words, tuple(_spans_of(lines)), cause)


def _spans_of(lines: str) -> Iterator[tuple[int, int]]:
    """Lines as spans of numbers: `12-31, 45`."""
    for stretch in lines.split(","):
        low, _, high = stretch.strip().partition("-")
        if low.isdigit() and (not high or high.isdigit()):
            yield int(low), int(high or low)


def name_lines(lines: str) -> str:
    """Lines of a source as a sentence names them."""
    return f"line {lines} is" if lines.isdigit() else f"lines {lines} are"


def _names_of(document: AnyDocument) -> Iterator[tuple[tuple[str, str], str]]:
    """The printed names of wagers and games, and the numbers of options."""
    from compliance.documents.game import Game
    from compliance.documents.schedule import Schedule

    if isinstance(document, Game):
        for id, wager in document.wagers.items() if document.wagers is not None else ():
            yield ("wagers", id), shorten_to(wager.name or _title(id), _LONGEST_NAME)
    if isinstance(document, Schedule):
        for number, option in enumerate(document.options, 1):
            yield ("options", str(number)), str(option.option)
        for number, game in enumerate(document.games, 1):
            yield ("games", str(number)), shorten_to(game.printed or game.game or str(number), _LONGEST_NAME)


def _words_on(text: PaperText, indices: Iterable[int]) -> set[str]:
    return {word for index in indices for word in _WORD.findall(text.lines[index].lower())}


def _title(id: str) -> str:
    return id.replace("-", " ").capitalize()
