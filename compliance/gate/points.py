"""What findings are about: the points that people decide, by names and fingerprints that other edits do not change."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from hashlib import sha256
from typing import Final, NamedTuple

from compliance.comparison.canonical import (
    CanonicalForm,
    GroupNode,
    Leaf,
    Node,
    build_canonical_form,
    get_child,
    to_plain_form,
)
from compliance.comparison.changes import name_route
from compliance.documents.loader import LoadedDocument
from compliance.documents.sentences import fingerprint_sentence, has_sentence_length
from compliance.engine.findings import Finding, Place
from compliance.gate.decisions import ANSWERS, WAIVE, DecisionPoint
from compliance.source import Span
from compliance.source.routes import parse_route

_DIGITS: Final = 12
# Where a finding is about the document as a whole.
WHOLE: Final = "the document"
NOTHING: Final = "nothing"


class _Spot(NamedTuple):
    """A place of a document: its name, a fingerprint of what stands there, and the sentence, where it is one."""

    at: str
    value: str
    sentence: str = ""


class PointFinder:
    """Finds out what given findings are about. Documents are read once, one after the other, and let go again."""

    def __init__(self, documents: Callable[[], Iterable[LoadedDocument]], findings: Iterable[Finding]) -> None:
        self._documents = documents
        self._routes: dict[str, set[str]] = {}
        for finding in findings:
            for place in finding.places or (_NOWHERE,):
                self._routes.setdefault(place.path, set()).add(place.route)

    @cached_property
    def _inspection(self) -> tuple[dict[str, str], dict[tuple[str, str], _Spot]]:
        """The names of documents by path, and what stands at the places of findings."""
        names: dict[str, str] = {}
        spots: dict[tuple[str, str], _Spot] = {}
        for one in self._documents():
            if one.document is not None:
                meaning = build_canonical_form(one.document, one.unclear_routes)
                names[one.path] = meaning.name
                for route in sorted(self._routes.get(one.path, ())):
                    spots[one.path, route] = _inspect(meaning, route)
        return names, spots

    def name(self, path: str) -> str:
        """The id of a document, or its path where it has none."""
        return self._inspection[0].get(path, path)

    def _spot(self, place: Place) -> _Spot:
        return self._inspection[1].get((place.path, place.route), _Spot(place.route or WHOLE, NOTHING))

    def point(self, finding: Finding) -> DecisionPoint:
        """Requirement, document and place of a finding, the document by its id."""
        place = _first_place(finding)
        return DecisionPoint(finding.requirement, self.name(place.path), self._spot(place).at)

    def sentence_point(self, finding: Finding) -> DecisionPoint | None:
        """The point of a finding about a sentence, which is the same in all documents that have the sentence."""
        sentence = self._spot(_first_place(finding)).sentence
        return DecisionPoint(finding.requirement, "", "", sentence) if sentence else None

    def decidable_point(self, finding: Finding) -> DecisionPoint:
        """The point that a new decision is to be about: the sentence of a question, else the place."""
        sentence = None if finding.status in ("fail", "waived") else self.sentence_point(finding)
        return sentence or self.point(finding)

    def value(self, finding: Finding) -> str:
        """What stands at the places of a finding, as a short fingerprint; `nothing` where nothing does."""
        first, *others = finding.places or (_NOWHERE,)
        values = [self._spot(first).value]
        # The whole of another document is no value that a finding is about.
        values += sorted({self._spot(place).value for place in others if place.route} - {NOTHING, values[0]})
        return values[0] if len(values) == 1 else _digest(values)

    def decidable_value(self, finding: Finding) -> str:
        """The fingerprint that goes with `decidable_point`."""
        point = self.decidable_point(finding)
        return fingerprint_sentence(point.sentence) if point.sentence else self.value(finding)


_NOWHERE: Final = Place("", Span(0, 0, 0, 0))


def _first_place(finding: Finding) -> Place:
    return finding.places[0] if finding.places else _NOWHERE


def _inspect(meaning: CanonicalForm, route: str) -> _Spot:
    node: Node | None = meaning.tree
    steps = parse_route(route) if route else ()
    for step in steps:
        node = get_child(node, step) if node is not None else None
    at = name_route(meaning, steps) if route else WHOLE
    if node is None:
        return _Spot(at, NOTHING)
    quoted = node.entries.get("says") if isinstance(node, GroupNode) else node
    sentence = " ".join(quoted.shown.split()) if isinstance(quoted, Leaf) and not quoted.measure else ""
    return _Spot(at, _digest(to_plain_form(node)), sentence if has_sentence_length(sentence) else "")


def _digest(data: object) -> str:
    return sha256(repr(data).encode()).hexdigest()[:_DIGITS]


def list_choices(finding: Finding) -> tuple[str, ...]:
    """What a person may decide about a finding; nothing about a decision, or where the document is silent: what is not
    stated is to be stated, and not decided."""
    if finding.requirement.startswith("decisions."):
        return ()
    if finding.status in ("review", "answered") or (finding.status == "fail" and finding.decision):
        return () if finding.silent and not finding.waits else ANSWERS
    return (WAIVE,) if finding.status in ("fail", "waived") else ()


class DecidablePoint(NamedTuple):
    """A point that a person may decide, and the findings that one answer covers."""

    point: DecisionPoint
    value: str
    findings: tuple[Finding, ...]

    @property
    def mark(self) -> str:
        """A short name for it, the same as long as it is the same point about the same value."""
        return _digest([*self.point.key, self.value])

    @property
    def choices(self) -> tuple[str, ...]:
        return list_choices(self.findings[0])

    @property
    def paths(self) -> tuple[str, ...]:
        """The documents that have it."""
        return tuple(dict.fromkeys(finding.path for finding in self.findings))


def find_points(findings: Iterable[Finding], finder: PointFinder) -> list[DecidablePoint]:
    """The points that some findings leave to a person, each once, in the order of the findings."""
    found: dict[tuple[object, ...], list[Finding]] = {}
    for finding in findings:
        if list_choices(finding):
            point, value = finder.decidable_point(finding), finder.decidable_value(finding)
            found.setdefault((*point.key, value, list_choices(finding)), []).append(finding)
    return [
        DecidablePoint(finder.decidable_point(members[0]), finder.decidable_value(members[0]), tuple(members))
        for members in found.values()
    ]
