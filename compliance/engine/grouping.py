"""One order for all findings, one finding for one cause, and the section of a report that each belongs to.

Breaches of law come first, then missing answers, agency practice and drafting issues; then the level, the document and
the line decide. Findings that wait for the same missing fact are one group, as is the same defect under several
requirements, in several options or wagers of one document, or seen from several documents.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from typing import Final, Literal, NamedTuple, TypeVar, get_args

from compliance.checks.similar_messages import OPTIONS, append_others, mask_names, name_of
from compliance.checks.verdicts import NOT_STATED
from compliance.engine.findings import Finding, Place
from compliance.law.levels import LEVELS, NO_LAW, Side, side_of
from compliance.source import Span

T = TypeVar("T")

Section = Literal["unread", "breaches", "missing", "practice", "drafting", "decided", "suspended"]
# The sections of a report, in their order. What could not be read comes first, for nothing is known until it is.
SECTIONS: Final[tuple[Section, ...]] = get_args(Section)
# Where findings of a status stand, whatever asks for them; the rest stands where its authority puts it.
_BY_STATUS: Final[dict[str, Section]] = {
    "error": "unread",
    "waived": "decided",
    "answered": "decided",
    "information": "suspended",
}
_LAST: Final = {"pass": len(SECTIONS), "not-applicable": len(SECTIONS) + 1}
_GRAVITY: Final = {level: -place for place, level in enumerate(LEVELS)}
_SIDES: Final = ("law", "suspended", "order")
_NOWHERE: Final = Span(0, 0, 0, 0)

ATTENTION: Final = ("error", "fail", "review", "waived", "answered", "information")

_SAID_AGAIN: Final = "reading / said-again / "
_OF_OPTIONS: Final = "options / "
_NEARLY: Final = 0.8
_MOST_COMPARED: Final = 20
MOST_PLACES: Final = 100  # of one defect, in all documents together
MOST_OF_SET: Final = 100  # defects of one requirement and status that are told one by one of several documents

_WAITING: Final = re.compile(r"Cannot (?:be answered|tell whether this applies) |.*Fill this in first\.$")
_LINES: Final = re.compile(r"\blines? \d[\d,]*(?:(?: ?[-–] ?|, | and | to )\d[\d,]*)*")


def section_of(finding: Finding) -> Section:
    """The section of a report that a finding stands in."""
    if finding.status in _BY_STATUS:
        return _BY_STATUS[finding.status]
    side: Side = side_of(finding.authority)
    if side == "order":
        return "drafting"
    if finding.authority in NO_LAW:
        return "practice"
    return "breaches" if finding.status == "fail" else "missing"


def order(finding: Finding) -> tuple[int, int, int, str, int, int, str]:
    """Where a finding stands among others."""
    return (*_part(finding), *_position(finding))


def sort_findings(findings: Iterable[Finding]) -> list[Finding]:
    """Findings in the order of every report. Part by part: of a set there are so many that the keys of all at once
    would take more room than they do."""
    parts: dict[tuple[int, int, int, str], list[Finding]] = {}
    for finding in findings:
        parts.setdefault(_part(finding), []).append(finding)
    return [finding for part in sorted(parts) for finding in sorted(parts[part], key=_position)]


def _part(finding: Finding) -> tuple[int, int, int, str]:
    side = side_of(finding.authority)
    gravity = _GRAVITY.get(finding.level, 0) if finding.status == "fail" else 0
    part = _LAST.get(finding.status)
    if part is None:
        part = SECTIONS.index(section_of(finding))
    return 2 * part + (finding.status == "review"), _SIDES.index(side), gravity, finding.path


def _position(finding: Finding) -> tuple[int, int, str]:
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
    def section(self) -> Section:
        """The section of a report that it stands in."""
        return section_of(self.lead)

    @property
    def level(self) -> str:
        """The gravest level of its members."""
        return gravest(self.members)

    @property
    def stands_for(self) -> int:
        return count_defect(self.members)


def count_defect(members: Iterable[Finding]) -> int:
    """How many one defect is counted as: one, and those that were only counted."""
    return 1 + sum(finding.stands_for - 1 for finding in members)


def gravest(members: Iterable[Finding]) -> str:
    """The gravest level of findings that are one defect."""
    return max((finding.level for finding in members), key=LEVELS.index)


def group_findings(findings: Iterable[Finding]) -> list[Group]:
    """Findings that want attention, in order, each defect once."""
    return [build_group(members) for members in collect_defects(findings)]


def collect_defects(findings: Iterable[Finding]) -> list[list[Finding]]:
    """The same as they were found: those that are one defect together, the one that tells it first."""
    ordered = sort_findings(finding for finding in findings if finding.status in ATTENTION)
    # Of each, the earlier one that it is one defect with: in its own document, or else in another.
    before = _find_repeats(ordered)
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


def _find_repeats(ordered: Sequence[Finding]) -> dict[int, int]:
    """By the number of a finding, that of the first of its document that is the same defect. Document by document: what
    findings have in common takes far more room than they do."""
    by_path: dict[str, list[int]] = {}
    for number, finding in enumerate(ordered):
        by_path.setdefault(finding.path, []).append(number)
    before: dict[int, int] = {}
    for numbers in by_path.values():
        seen: dict[tuple[object, ...], int] = {}
        by_place: dict[str, list[int]] = {}
        for number in numbers:
            keys, causes = list(_keys_within(ordered[number])), list(_causes(ordered[number]))
            first = next((seen[key] for key in (*keys, *causes) if key in seen), None)
            if first is None:
                first = _find_drafting_repeat(ordered, number, by_place)
            if first is not None:
                before[number] = first
            for key in (*keys, *_list_known_causes(ordered[number], causes), *_block_around(ordered[number])):
                seen.setdefault(key, number if first is None else first)
    return before


def _find_drafting_repeat(ordered: Sequence[Finding], number: int, by_place: dict[str, list[int]]) -> int | None:
    """The failure of law or practice that a failure of drafting quality repeats in nearly the same words of the same
    place."""
    finding = ordered[number]
    if finding.status == "review" and finding.places:
        return _find_law_question(ordered, number, by_place)
    if finding.status != "fail" or not finding.places:
        return None
    known = by_place.setdefault(finding.places[0].route, [])
    if section_of(finding) == "drafting":
        for other in known:
            words, others = finding.message.split(), ordered[other].message.split()
            if SequenceMatcher(None, words, others, autojunk=False).ratio() >= _NEARLY:
                return other
    elif len(known) < _MOST_COMPARED:
        known.append(number)
    return None


def _find_law_question(ordered: Sequence[Finding], number: int, by_place: dict[str, list[int]]) -> int | None:
    """The question of law about a missing fact of a block, of which a question of drafting quality says that it is
    incomplete."""
    finding = ordered[number]
    if section_of(finding) != "drafting" and finding.silent and " / " in finding.key:
        by_place.setdefault(f"? {finding.key.rpartition(' / ')[0]}", []).append(number)
    elif section_of(finding) == "drafting" and not finding.waits and " / " in finding.places[0].route:
        return next(iter(by_place.get(f"? {finding.places[0].route}", ())), None)
    return None


def _causes(finding: Finding) -> Iterable[tuple[object, ...]]:
    """The facts that a finding waits for, each by its route: whatever waits for one of them is one finding. A question
    may belong to a failure that has the same cause; a failure never disappears behind a question."""
    if finding.silent and (finding.cause or finding.key):
        routes = [route for route in (finding.cause, finding.key) if route]
        routes += [place.route for place in finding.places if place.label == NOT_STATED]
    elif finding.waits:
        routes = [place.route for place in finding.places if place.path == finding.path]
        routes = [finding.cause, *routes[:1]] if finding.cause else routes
        # The same fact of several options is one question.
        routes += [_open_item(route) for route in routes[:1] if route.startswith(_OF_OPTIONS)]
    elif find_contradicted_fact(finding):
        # Law that waits because the text says two things, and the text that does, are one.
        routes = [find_contradicted_fact(finding)]
        yield "cause", "review", routes[0]
        yield "at", finding.status, routes[0]
    else:
        # What is wrong with a fact that is said in two ways is told with that.
        if section_of(finding) == "drafting" and finding.status == "fail" and finding.places:
            yield "contradicted", "fail", finding.places[0].route
        return
    yield from (("cause", finding.status, route) for route in routes)
    if finding.status == "review":
        yield from (("cause", "fail", route) for route in routes)
    elif finding.silent and finding.level != "error" and section_of(finding) == "drafting":
        # What is missing for the law is missing for the draft: told once, with the law.
        yield from (("cause", "review", route) for route in routes)
        yield from (("within", place.route) for place in finding.places)


def _list_known_causes(finding: Finding, causes: Sequence[tuple[object, ...]]) -> Iterable[tuple[object, ...]]:
    """By what a finding is found by those that follow it."""
    if fact := find_contradicted_fact(finding):
        yield "contradicted", finding.status, fact
    if causes and causes[0][0] == "contradicted":
        yield "at", *causes[0][1:]
    else:
        # Of a block that lacks something, what it lacks.
        below = f"{finding.key} / "
        lacks = finding.status == "review" and finding.silent
        for place, key in enumerate(causes):
            if not place or "*" in str(key[-1]) or (lacks and key[1] == "review" and str(key[-1]).startswith(below)):
                yield key


def find_contradicted_fact(finding: Finding) -> str:
    """The fact that a finding tells as said twice and differently; empty for other findings."""
    first = finding.places[0].route if finding.places else ""
    return first.removeprefix(_SAID_AGAIN).partition(" / ")[2] if first.startswith(_SAID_AGAIN) else ""


def _open_item(route: str) -> str:
    """A place in an option, whichever option it is."""
    return " / ".join("*" if place == 1 else step for place, step in enumerate(route.split(" / ")))


def _block_around(finding: Finding) -> Iterable[tuple[object, ...]]:
    """The block in which a fact is missing that the law asks for."""
    if finding.silent and finding.status == "review" and section_of(finding) == "missing":
        yield "within", finding.key.rpartition(" / ")[0]


def build_group(members: list[Finding]) -> Group:
    """One defect as one group: its lead has the places of all."""
    lead, *others = members
    if not others:
        return Group(lead)
    places = tuple(dict.fromkeys(place for finding in members for place in _label_places(finding, lead)))
    return Group(lead._replace(message=_message(members), places=_limit_places(places)), tuple(others))


def _label_places(finding: Finding, lead: Finding) -> tuple[Place, ...]:
    """The places of one member; the first says what is wrong there, where that is not what the lead says."""
    first, *others = finding.places or (None,)
    if first is None or finding is lead or finding.waits or first.label or finding.requirement != lead.requirement:
        return finding.places
    if mask_names(finding.message, _item(first.route)) == mask_names(lead.message, _item(lead.places[0].route)):
        return finding.places
    return (first._replace(label=finding.message), *(one for one in others if one is not None))


def _limit_places(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """As many places of one defect as are told; the next says how many more there are."""
    left = len(places) - MOST_PLACES
    if left <= 0:
        return places
    more, label = places[MOST_PLACES], f"and {left:,} more place{'s' if left > 1 else ''}"
    return (*places[:MOST_PLACES], Place(more.path, more.span, more.route, label))


def select_listed(found: Iterable[T], lead: Callable[[T], Finding], documents: int) -> tuple[list[T], list[list[T]]]:
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
    # What is said twice and differently is one defect, whatever rests on it, and however often it is said.
    if first.route.startswith(_SAID_AGAIN):
        entry, fact = first.route.removeprefix(_SAID_AGAIN).split(" / ", 1)
        yield finding.status, _SAID_AGAIN, fact
        yield finding.status, _SAID_AGAIN, int(entry), finding.requirement
    # In several options, games or steps: one fault of drafting, of which each item has its own figures.
    if section_of(finding) in ("drafting", "practice") and not finding.waits:
        if pattern := _pattern(finding):
            yield finding.status, finding.level, finding.requirement, *pattern
        # Rows of a pay table of which each is wrong beside the next.
        if _PAYS.match(first.route):
            for place in finding.places:
                yield finding.status, finding.level, finding.requirement, "row", place.route
    # Of one place in several ways, or of the same places under several requirements of drafting.
    if section_of(finding) == "drafting" and finding.status == "fail" and not finding.silent:
        yield finding.status, finding.level, finding.requirement, first.route, first.span
        if len(finding.places) > 1:
            yield finding.status, finding.level, frozenset((place.path, place.route) for place in finding.places)
    # In several options or wagers: one requirement, and the same is said of another item.
    yield finding.status, finding.level, finding.requirement, mask_names(said, _item(first.route) or (OPTIONS, ""))


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

# Lists whose items are of one kind: what is wrong with several of them in one way is one fault.
_ALIKE: Final = ("options", "games")
# Blocks that have one fault however many of their entries show it.
_WHOLE: Final = (["reading", "printed"], ["reading", "points-to"], ["envy", "promised"])
_PAYS: Final = re.compile("wagers / [^/]+ / pays / ")
_STEP: Final = re.compile(r" \(step \d+\)")
_QUOTED: Final = re.compile(r'"[^"]*"')


def _pattern(finding: Finding) -> tuple[str, ...]:
    """What faults of several items have in common beside their requirement: the place with its numbers left open, or
    the two texts that contradict each other at several steps. Empty where each item is a fault of its own."""
    steps = finding.places[0].route.split(" / ")
    if steps[0] in _ALIKE:
        return tuple("*" if step.isdigit() else step for step in steps[:5])
    if steps[0] == "tables" or steps[:2] in _WHOLE:
        return tuple(steps[:2])
    if steps[0] == "references" and finding.status == "review":
        return ("references",)
    if steps[:2] == ["reading", "said-again"] and _STEP.search(finding.message):
        quoted = sorted(set(_QUOTED.findall(finding.message)))
        return (_QUOTED.sub("*", _LINES.sub("lines", _STEP.sub("", finding.message))), *quoted)
    return ()


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
    return append_others(lead.message, of[0], names)


def _name(finding: Finding) -> str:
    """What the item is called that a finding is about."""
    return name_of(finding.message, _item(finding.places[0].route))
