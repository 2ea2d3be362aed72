"""How much of a run a report tells: bounds for each document, so that no text and no number of findings floods anybody.

Within the bounds findings are told as they are. Beyond them the first are told, the rest is counted, and the report
says so. Counts and the verdict are always those of the whole run. docs/limits.md has the bounds.
"""

from __future__ import annotations

from typing import Any, Final

from compliance.engine.findings import Checked, Finding, Findings, Place
from compliance.engine.verdict import judge

MOST_ALIKE: Final = 100  # findings of one status, of one requirement, on one document
MOST_TOLD: Final = 400_000  # characters of findings on one document; the first of each kind is told in any case
MOST_PLACES: Final = 20
MOST_WORDS: Final = 12_000  # characters of one text while there is room
_FEW_WORDS: Final = 300  # and when there is none left
_SOURCES: Final = 5
_TEXTS: Final = ("message", "title", "citation", "remedy", "asks", "note", "remark")

Kind = tuple[str, str, str]


def bounded(findings: Findings) -> Findings:
    """The same run with as much of it as a report tells."""
    told: list[Finding] = []
    kinds: dict[tuple[str, str], dict[str, int]] = {}  # by requirement and status, how many of each document
    room: dict[str, int] = {}
    left: dict[Kind, tuple[int, int]] = {}  # where the first that is not told would stand, and how many there are
    for finding in findings.findings:
        path = finding.path
        alike = kinds.setdefault((finding.requirement, finding.status), {})
        seen = alike[path] = alike.get(path, 0) + 1
        full = room.get(path, MOST_TOLD) < 0
        kind = (path, finding.requirement, finding.status) if seen > 1 else None
        if kind is not None and (full or seen > MOST_ALIKE or kind in left):
            at, count = left.get(kind, (len(told), 0))
            left[kind] = (at, count + 1)
            if not count:
                told.append(finding)
            continue
        short = _short(finding, _FEW_WORDS if full else MOST_WORDS)
        room[path] = room.get(path, MOST_TOLD) - _size(short)
        told.append(short)
    for kind, (at, count) in left.items():
        path, *same = kind
        told[at] = _describe_rest(told[at], count, kinds[same[0], same[1]][path] - count)
    documents = [_shorten_title(document) for document in findings.documents]
    shown = Findings(
        findings.as_of, findings.catalog, documents, told, findings.counts, findings.unread, findings.about
    )
    shown.judgement = judge(findings)
    return shown


def _describe_rest(first: Finding, count: int, before: int) -> Finding:
    shown = "the first is" if before == 1 else f"the first {before} are"
    message = f"And {count:,} more in this document; {shown} told."
    return _short(first._replace(message=message, places=first.places[:1]), _FEW_WORDS)


def _size(finding: Finding) -> int:
    """About how much a finding takes in a report: its own words, and each of its places."""
    return (
        200 + len(finding.words) + sum(map(len, finding.paste)) + sum(100 + _words(place) for place in finding.places)
    )


def _short(finding: Finding, most: int) -> Finding:
    if len(finding.places) > MOST_PLACES or any(_words(place) > most for place in finding.places):
        finding = finding._replace(places=_limit_places(finding.places, most))
    long: dict[str, Any] = {name: _cut(text, most) for name in _TEXTS if len(text := getattr(finding, name)) > most}
    if finding.paste and most <= _FEW_WORDS:
        long["paste"] = ()
    return finding._replace(**long) if long else finding


def _words(place: Place) -> int:
    """The length of a place's words, all together."""
    return len(place.label) + len(place.route) + sum(len(file) + len(lines) for file, lines in place.source)


def _limit_places(places: tuple[Place, ...], most: int) -> tuple[Place, ...]:
    shown = tuple(
        place._replace(
            label=_cut(place.label, most),
            route=_cut(place.route, most),
            source=tuple((_cut(file, most), _cut(lines, most)) for file, lines in place.source[:_SOURCES]),
        )
        for place in places[:MOST_PLACES]
    )
    left = len(places) - MOST_PLACES
    if left <= 0:
        return shown
    last = places[MOST_PLACES]
    label = "and 1 more place" if left == 1 else f"and {left:,} more places"
    return (*shown, Place(last.path, last.span, _cut(last.route, _FEW_WORDS), label))


def _shorten_title(document: Checked) -> Checked:
    return document._replace(title=_cut(document.title, MOST_WORDS)) if len(document.title) > MOST_WORDS else document


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}… (and {len(text) - most:,} more characters)"
