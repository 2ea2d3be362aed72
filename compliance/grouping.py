"""One order for all findings, and one defect told once. Every report uses both.

Law stands before good order, then the level, the document and the line decide. The same defect under several
requirements, in several options or wagers of one document, or seen from several documents, is one group.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, TypeVar

from compliance.alike import and_the_same, name_of, shape_of
from compliance.findings import Finding, Place
from compliance.law.words import LEVELS, side_of
from compliance.patterns import late
from compliance.source import Span

T = TypeVar("T")

# What could not be decided comes first, for nothing is known until it is; what needs nobody comes last.
_PARTS: Final = {
    ("fail", "law"): 1,
    ("review", "law"): 2,
    ("fail", "order"): 3,
    ("review", "order"): 4,
}
_LATER: Final = {"error": 0, "waived": 5, "answered": 6, "information": 7, "pass": 8, "not-applicable": 9}
_GRAVITY: Final = {level: -place for place, level in enumerate(LEVELS)}
_SIDES: Final = ("law", "suspended", "order")
_NOWHERE: Final = Span(0, 0, 0, 0)

ATTENTION: Final = ("error", "fail", "review", "waived", "answered", "information")

MOST_PLACES: Final = 100  # of one defect, in all documents together
MOST_OF_SET: Final = 100  # defects of one requirement and status that are told one by one of several documents

_WAITING: Final = late(r"(?:The answer|Whether this is asked) depends on ")
_LINES: Final = late(r"\blines? \d[\d,]*(?:(?: ?[-–] ?|, | and | to )\d[\d,]*)*")


def order(finding: Finding) -> tuple[int, int, int, str, int, int, str]:
    """Where a finding stands among others."""
    return (*_part(finding), *_within(finding))


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Findings in the order of every report. Part by part: of a set there are so many that the keys of all at once
    would take more room than they do."""
    parts: dict[tuple[int, int, int, str], list[Finding]] = {}
    for finding in findings:
        parts.setdefault(_part(finding), []).append(finding)
    return [finding for part in sorted(parts) for finding in sorted(parts[part], key=_within)]


def _part(finding: Finding) -> tuple[int, int, int, str]:
    side = side_of(finding.authority)
    gravity = _GRAVITY.get(finding.level, 0) if finding.status == "fail" else 0
    part = _LATER[finding.status] if finding.status in _LATER else _PARTS.get((finding.status, side), 4)
    return part, _SIDES.index(side), gravity, finding.path


def _within(finding: Finding) -> tuple[int, int, str]:
    span = finding.places[0].span if finding.places else _NOWHERE
    return span.line, span.column, finding.requirement


class Group(NamedTuple):
    """One defect: the finding that tells it, with the places of all, and those that say the same."""

    lead: Finding
    others: tuple[Finding, ...] = ()

    @property
    def members(self) -> tuple[Finding, ...]:
        return (self.lead, *self.others)

    @property
    def paths(self) -> tuple[str, ...]:
        """The documents that it was found against."""
        return tuple(dict.fromkeys(finding.path for finding in self.members))

    @property
    def requirements(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(finding.requirement for finding in self.members))

    @property
    def stands_for(self) -> int:
        return counted_as(self.members)


def counted_as(members: Iterable[Finding]) -> int:
    """How many one defect is counted as: one, and those that were only counted."""
    return 1 + sum(finding.stands_for - 1 for finding in members)


def grouped(findings: Iterable[Finding]) -> list[Group]:
    """Findings that want attention, in order, each defect once."""
    return [as_group(members) for members in gathered(findings)]


def gathered(findings: Iterable[Finding]) -> list[list[Finding]]:
    """The same as they were found: those that are one defect together, the one that tells it first."""
    ordered = in_order(finding for finding in findings if finding.status in ATTENTION)
    # Of each, the earlier one that it is one defect with: in its own document, or else in another.
    before = _alike_in_documents(ordered)
    groups: dict[int, list[Finding]] = {}
    of_group: list[int] = []
    seen: dict[tuple[object, ...], int] = {}
    places: dict[tuple[str, str], int] = {}
    for number, finding in enumerate(ordered):
        keys = list(_keys_across(finding, places))
        first = before.get(number)
        if first is None:
            first = next((seen[key] for key in keys if key in seen), number)
        of_group.append(of_group[first] if first < number else number)
        groups.setdefault(of_group[number], []).append(finding)
        for key in keys:
            seen.setdefault(key, number)
    return list(groups.values())


def _alike_in_documents(ordered: Sequence[Finding]) -> dict[int, int]:
    """By the number of a finding, that of the first of its document that is the same defect. Document by document: what
    findings have in common takes far more room than they do."""
    by_path: dict[str, list[int]] = {}
    for number, finding in enumerate(ordered):
        by_path.setdefault(finding.path, []).append(number)
    before: dict[int, int] = {}
    for numbers in by_path.values():
        seen: dict[tuple[object, ...], int] = {}
        for number in numbers:
            keys = list(_keys_within(ordered[number]))
            first = next((seen[key] for key in keys if key in seen), None)
            if first is not None:
                before[number] = first
            for key in keys:
                seen.setdefault(key, number)
    return before


def as_group(members: list[Finding]) -> Group:
    """One defect as one group: its lead has the places of all."""
    lead, *others = members
    if not others:
        return Group(lead)
    places = tuple(dict.fromkeys(place for finding in members for place in finding.places))
    return Group(lead._replace(message=_message(members), places=_few(places)), tuple(others))


def _few(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """As many places of one defect as are told; the next says how many more there are."""
    left = len(places) - MOST_PLACES
    if left <= 0:
        return places
    more, label = places[MOST_PLACES], f"and {left:,} more place{'s' if left > 1 else ''}"
    return (*places[:MOST_PLACES], Place(more.path, more.span, more.route, label))


def few(found: Iterable[T], lead: Callable[[T], Finding], documents: int) -> tuple[list[T], list[list[T]]]:
    """What is told one by one of what was found on so many documents, and the rest by requirement, which is counted. Of
    a document alone all is told: how much that may be is bounded already."""
    told: list[T] = []
    left: dict[tuple[str, str], list[T]] = {}
    seen: Counter[tuple[str, str]] = Counter()
    for one in found:
        kind = (lead(one).requirement, lead(one).status)
        seen[kind] += 1
        if documents > 1 and seen[kind] > MOST_OF_SET:
            left.setdefault(kind, []).append(one)
        else:
            told.append(one)
    return told, list(left.values())


def _keys_within(finding: Finding) -> Iterable[tuple[object, ...]]:
    """What findings of one defect of one document have in common, in each of the ways in which they can be one."""
    if not finding.places or finding.stands_for > 1:
        return
    first = finding.places[0]
    said = _LINES.sub("lines", finding.message)
    # Under several requirements: the same is said of the same place.
    yield finding.status, first.route, first.span, said
    # In several options or wagers: one requirement, and the same is said of another item.
    yield finding.status, finding.level, finding.requirement, shape_of(said, _item(first.route))
    # Whatever is asked: it waits for the same open facts.
    if finding.waits:
        yield "waits", finding.status, frozenset(place.route for place in finding.places)


def _keys_across(finding: Finding, numbers: dict[tuple[str, str], int]) -> Iterable[tuple[object, ...]]:
    """What findings of one defect of several documents have in common. A place goes by its number."""
    if not finding.places or finding.stands_for > 1:
        return
    # In many documents: they have one id, say, or one name.
    if finding.shared:
        yield finding.status, finding.requirement, "shared", finding.shared
    # From both sides of a pair: one requirement, and the same places in two documents.
    first = finding.places[0]
    if any(place.path != first.path for place in finding.places):
        places = {numbers.setdefault((place.path, place.route), len(numbers)) for place in finding.places}
        yield finding.status, finding.requirement, *sorted(places)


# --- items that differ in name only ---


def _item(route: str) -> tuple[str, str] | None:
    """The list or mapping that a route leads into, and which of its items: `options` and `3`."""
    steps = route.split(" / ", 2)
    return (steps[0], steps[1]) if len(steps) > 1 else None


def _message(members: Sequence[Finding]) -> str:
    """What the first says; and, where others say it of other items of the same document, of which. Where all wait for
    one open fact, what says that: what each would have answered without it tells nobody what is missing."""
    lead = members[0]
    if all(one.waits for one in members):
        return next((one.message for one in members if _WAITING.match(one.message)), lead.message)
    of = _item(lead.places[0].route)
    if of is None:
        return lead.message
    alike = [one for one in members[1:] if one.requirement == lead.requirement and one.path == lead.path]
    names = list(dict.fromkeys(name for one in alike if (name := _name(one)) and name != _name(lead)))
    return and_the_same(lead.message, of[0], names)


def _name(finding: Finding) -> str:
    """What the item is called that a finding is about."""
    return name_of(finding.message, _item(finding.places[0].route))
