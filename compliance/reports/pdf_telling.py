"""What the printed report tells of one document: in chapters, by requirement, with its lines and the law over time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from compliance.findings import Finding, Place
from compliance.grouping import Group
from compliance.law.words import side_of
from compliance.reports import Context
from compliance.reports.frames import frames
from compliance.reports.pdf_annex import said
from compliance.reports.sentences import how_known, rests_on, runs
from compliance.reports.timeline import drawing, timeline_of
from compliance.reports.timeline import said as said_over_time
from compliance.reports.typesetting import Verbatim

Entry = dict[str, Any]

_ROOM: Final = 96  # characters in a line of code
_FRAME: Final = 6  # lines of an excerpt

_UNDECIDED: Final = "What could not be read or decided"
_OUTSIDE: Final = "No law: a document must be usable."


class Chapter(NamedTuple):
    """One part of a document's pages: which findings stand in it, and what is said above them."""

    name: str
    title: str
    lead: str
    statuses: tuple[str, ...]
    sides: tuple[str, ...]


_ANY: Final = ("law", "order", "suspended")
_PARTS: Final = (
    Chapter("error", _UNDECIDED, "Mend the cause and check again before relying on this report.", ("error",), _ANY),
    Chapter("law", "The law", "Each with its law, how that is known, and what to change.", ("fail",), ("law",)),
    Chapter(
        "open",
        "Where the document is silent, or a person must read it",
        "The document in hand does not settle these. Decide each, and note who decided and why.",
        ("review",),
        ("law",),
    ),
    Chapter("order", "Good order", f"{_OUTSIDE} What to change:", ("fail",), ("order",)),
    Chapter("order-open", "Good order, for a person to decide", "", ("review",), ("order",)),
    Chapter("decided", "What people decided", "", ("waived", "answered"), _ANY),
    Chapter(
        "information",
        "Law that is no duty now",
        "It is suspended, or was enjoined later. It was asked for; no duty follows from it.",
        ("information",),
        _ANY,
    ),
)


def part_of(finding: Finding) -> str:
    """The part that a finding stands in. One of a status that is not known here is for a person."""
    side = side_of(finding.authority)
    fits = (part.name for part in _PARTS if finding.status in part.statuses and side in part.sides)
    return next(fits, "order-open" if side == "order" else "open")


def kind_of(group: Group) -> tuple[str, str]:
    return part_of(group.lead), group.lead.requirement


def parts_of(groups: Sequence[Group], teller: Teller) -> Iterator[Entry]:
    for part in _PARTS:
        by_requirement: dict[str, list[Group]] = {}
        for group in groups:
            if part_of(group.lead) == part.name:
                by_requirement.setdefault(group.lead.requirement, []).append(group)
        if by_requirement:
            entries = [teller.requirement(same) for same in by_requirement.values()]
            yield {"name": part.name, "title": part.title, "lead": part.lead, "requirements": entries}


class Teller:
    """Tells what was found against one document."""

    def __init__(
        self, context: Context, as_of: date, numbers: Mapping[str, int], share: int, path: str, groups: Sequence[Group]
    ) -> None:
        self._context = context
        self._catalogue = context.catalogue()
        self._as_of = as_of
        self._numbers = numbers
        self._share = share
        self._path = path
        self._remarked: set[str] = set()
        # The papers that the document was taken from: where there is one, it is named once.
        places = [place for group in groups for place in group.lead.places if place.path == path]
        self.files = list(dict.fromkeys(file for place in places for file, _ in place.source if file))[:5]

    def requirement(self, same: Sequence[Group]) -> Entry:
        """A requirement once, with the law behind it, and under it all that was found."""
        first = same[0].lead
        also = list(dict.fromkeys(other.title for group in same for other in group.others if other.title))
        return {
            "id": first.requirement,
            # A defect of two documents is told with both; links lead to the first.
            "anchor": Verbatim(anchor_of(same[0])) if same[0].paths[:1] == (self._path,) else "",
            "title": first.title,
            "level": first.level,
            "status": first.status,
            "asks": first.asks,
            "law": first.citation,
            "known": how_known(first),
            "basis": rests_on(first),
            "note": first.note,
            "remedy": first.remedy,
            "also": [title for title in also if title != first.title][:5],
            "over-time": self._over_time(first),
            "findings": [self._in_full(group) for group in same[: self._share]],
            "rest": said([group.lead for group in same[self._share :]], {}),
        }

    def _over_time(self, finding: Finding) -> Entry | None:
        """The law of a requirement that was not met, over time, where it was not always the same."""
        requirement = self._catalogue.requirements.get(finding.requirement)
        if requirement is None or finding.status != "fail" or side_of(finding.authority) != "law":
            return None
        given = timeline_of(requirement, self._as_of)
        if given is None or len(given.stretches) < 2:
            return None
        if len(self._numbers) > 1 and not any(one.figure for one in given.stretches):
            return None  # in a set only where a figure of the law changed
        return {"drawing": Verbatim(drawing(given)), "words": Verbatim(said_over_time(given))}

    def _in_full(self, group: Group) -> Entry:
        finding = group.lead
        place = next((place for place in finding.places if place.path == self._path), None)
        others = [path for path in group.paths if path != self._path]
        return {
            "message": finding.words,
            "remark": self._new(finding.remark),
            "decision": finding.decision,
            "line": place.span.line if place is not None else 0,
            "source": self._source(finding.places),
            "with": runs(self._numbers.get(path, 0) for path in others),
            "paste": list(finding.paste),
            "frames": list(self._frames(finding)) if self._shows(finding) else [],
        }

    def _shows(self, finding: Finding) -> bool:
        """Whether the lines of the document are shown. Where it is silent there are none; what is open is read at its
        place; and of a set only what is grave is shown, for the lines are in the other reports."""
        grave = finding.level == "error" or side_of(finding.authority) == "law" or len(self._numbers) == 1
        return grave and not finding.silent and finding.status != "review"

    def _new(self, remark: str) -> str:
        """A remark where it is first made: many findings of a document have the same."""
        if remark in self._remarked:
            return ""
        self._remarked.add(remark)
        return remark

    def _frames(self, finding: Finding) -> Iterator[Entry]:
        for frame in frames(finding, self._context.lines, _ROOM)[:2]:
            lines = [line for line in frame.lines if any(piece.mark for piece in line.pieces) or line.labels]
            yield {
                "path": "" if frame.path == self._path else frame.path,
                "lines": [
                    {
                        "number": line.number,
                        "pieces": [[piece.text, piece.mark] for piece in line.pieces],
                        "labels": list(dict.fromkeys(line.labels)),
                    }
                    for line in lines[:_FRAME]
                ],
                "left": max(0, len(lines) - _FRAME),
            }

    def _source(self, places: Sequence[Place]) -> str:
        """The lines of the paper that the document was taken from."""
        given = dict.fromkeys(source for place in places if place.path == self._path for source in place.source)
        named = len(self.files) > 1
        told = [f"{file}, lines {lines}" if file and named else f"lines {lines}" for file, lines in given]
        return "; ".join(told[: 3 if len(self._numbers) == 1 else 1])


def anchor_of(group: Group) -> str:
    """The name that links lead to. Requirements of a user's own catalogue, and files, may be called anything."""
    path = group.paths[0] if group.paths else ""
    return f"{group.lead.status}:{group.lead.requirement}:{path}".encode().hex()
