"""What checks answered, as findings with places: gathered, counted, and no graver than their law and basis allow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from compliance.checks.bounds import limit_places, limit_verdicts
from compliance.checks.summaries import good_of, select_separate, summarize_passes, weakest_basis
from compliance.checks.verdict_groups import merge_verdicts
from compliance.checks.verdicts import Verdict, cut, cut_label
from compliance.documents.locations import Location
from compliance.engine.evaluation import ActiveRequirement, ConditionGroup
from compliance.engine.findings import Finding, FindingContent, Place
from compliance.law.catalog import Holding
from compliance.law.levels import highest_level, lower, weaker
from compliance.source import Problem
from compliance.source.routes import Route, show_route

# Finds the place of a fact in a document, by the document's path.
Locate: TypeAlias = Callable[[str, Route], Location]


# Blocks at the top that one clause states; of the others each has facts of several.
_CLAUSES: Final = (("approval",), ("terms",), ("prizes",), ("aggregate",))


class Answers:
    """Verdicts as they come in: all are counted, and those whose status is asked for become findings with places."""

    def __init__(self, keep: frozenset[str] | None, locate: Locate) -> None:
        self._keep = keep
        self._locate = locate
        self.findings: list[Finding] = []
        self.counts: dict[str, int] = {}
        self.bases: dict[str, int] = {}
        # By document and kind: those that are only counted.
        self.unkept: dict[str, dict[str, int]] = {}
        self._path = ""
        self._known: dict[tuple[Route, str], tuple[Place, ...]] = {}

    def make_empty(self) -> Answers:
        """Answers that are kept in the same way, none yet."""
        return Answers(self._keep, self._locate)

    def take(self, asked: ActiveRequirement, path: str, verdicts: list[Verdict], defence: str = "") -> None:
        """Take in the answer to one requirement for one document, and what the law says for that document."""
        if len(verdicts) == 1:
            self.take_one(asked, path, verdicts[0], defence)
            return
        gathered = select_separate(verdicts) or self._merge_good(verdicts)
        if len(gathered) == 1:
            self.take_one(asked, path, gathered[0], defence)
            return
        told = merge_verdicts(gathered, lambda route: self._locate(path, route).span)
        for verdict, stands_for in limit_verdicts(told):
            self.take_one(asked, path, verdict, defence, stands_for)

    def _merge_good(self, verdicts: list[Verdict]) -> list[Verdict]:
        """What passed, or does not apply, is one answer. What it says and where is worked out only when it is told."""
        good = good_of(verdicts)
        if len(good) > 1 and self._keep is not None and "pass" not in self._keep:
            return [Verdict("pass", "", basis=weakest_basis(good))]
        return [summarize_passes(good)]

    def take_alike(self, group: ConditionGroup, path: str, verdict: Verdict) -> None:
        """Take in one verdict as the answer to several requirements: that they do not apply, or may not."""
        status = verdict.status
        if self._keep is None or status in self._keep:
            for asked in group.asked:
                self.take_one(asked, path, verdict)
            return
        self.counts[status] = self.counts.get(status, 0) + len(group.asked)
        counts = self.unkept.setdefault(path, {})
        for side, number in group.sides.items():
            kind = f"{side} {status}"
            counts[kind] = counts.get(kind, 0) + number

    def take_one(
        self, asked: ActiveRequirement, path: str, verdict: Verdict, defence: str = "", stands_for: int = 1
    ) -> None:
        """Take in a verdict that stands alone, or for others of its kind that are only counted."""
        status = verdict.status
        self.counts[status] = self.counts.get(status, 0) + stands_for
        basis = _basis(asked, verdict) if status == "pass" else ""
        if basis and asked.side == "law":
            self.bases[basis] = self.bases.get(basis, 0) + 1
        if self._keep is not None and status not in self._keep:
            kind = f"{asked.side} {status} {basis}" if basis else f"{asked.side} {status}"
            counts = self.unkept.setdefault(path, {})
            counts[kind] = counts.get(kind, 0) + 1
            return
        verdict = limit_places(verdict)._replace(cause=verdict.cause or self._find_cause(verdict, path))
        finding = _finding(asked, verdict, self._places(verdict, path), self._key(verdict, path))
        beside = asked.side == "law" and status in ("fail", "review")
        if stands_for > 1 or (beside and defence):
            finding = finding._replace(remark=defence if beside else "", stands_for=stands_for)
        self.findings.append(finding)

    def _key(self, verdict: Verdict, path: str) -> str:
        """The key that would settle an answer which rests on silence, or on what the document marks as unclear; the
        block where its keys say it together."""
        route = verdict.missing or verdict.at
        if verdict.status not in ("fail", "review") or not route or not (verdict.absent or verdict.waits):
            return ""
        return cut_label(show_route(route)) if self._locate(path, route).takes_value else ""

    def _find_cause(self, verdict: Verdict, path: str) -> str:
        """The clause that is missing, where an answer rests on a fact of a block of which nothing is stated."""
        if not verdict.absent or verdict.status not in ("fail", "review"):
            return ""
        block = self._locate(path, verdict.missing or verdict.at).missing_block
        return show_route(block) if len(block) > 1 or block in _CLAUSES else ""

    def _places(self, verdict: Verdict, path: str) -> tuple[Place, ...]:
        """Where an answer points to. Most answers on a document point to few places: each is made and kept once."""
        if path != self._path:
            self._path, self._known = path, {}
        if verdict.also or verdict.elsewhere:
            return _places(verdict, path, self._locate)
        key = (verdict.at, verdict.label)
        if key not in self._known:
            self._known[key] = _places(verdict, path, self._locate)
        return self._known[key]


def _basis(asked: ActiveRequirement, verdict: Verdict) -> str:
    """What an answer rests on: the best its requirement can have, or what its check says it found."""
    best = asked.holding.basis
    return weaker(best, verdict.basis) if verdict.basis else best


def _level(asked: ActiveRequirement, verdict: Verdict, basis: str) -> str:
    """How grave an answer is: no graver than its requirement, than its check says, and than its basis allows."""
    holding = asked.holding
    level = lower(holding.level, verdict.level or holding.level)
    return level if holding.headline else lower(level, highest_level(holding.authority, holding.seen, basis))


def _finding(asked: ActiveRequirement, verdict: Verdict, places: tuple[Place, ...], key: str) -> Finding:
    requirement, holding = asked.requirement, asked.holding
    basis = _basis(asked, verdict)
    said = FindingContent(
        requirement.id,
        verdict.status,
        _level(asked, verdict, basis),
        cut(verdict.message),
        requirement.title,
        holding.cite,
        holding.authority,
        holding.seen,
        _remedy(holding, verdict),
        holding.asks,
        holding.note,
        basis,
        silent=verdict.absent,
        paste=verdict.paste,
        waits=verdict.waits,
        cause=verdict.cause,
        shared=verdict.shared,
        key=key,
    )
    return Finding(said, places)


def _places(verdict: Verdict, path: str, locate: Locate) -> tuple[Place, ...]:
    """Where an answer points to: its own place, others of its document, and those of other documents."""
    own = ((path, verdict.at, verdict.label), *((path, route, label) for route, label in verdict.also))
    places = [_place(*one, locate) for one in own]
    anchor = locate(path, verdict.at).anchor
    if anchor is not None:
        places.append(Place(path, anchor, show_route(verdict.at), "the value is written here"))
    places += [_place(*one, locate) for one in verdict.elsewhere]
    return tuple(places)


def _remedy(holding: Holding, verdict: Verdict) -> str:
    """What to do: silence is mended otherwise than a breach, and who has no duty has nothing to do."""
    if verdict.status == "information":
        return "Nothing to do now."
    if verdict.waits and not verdict.absent:
        return "Ask the author which is meant, and state it."
    return holding.remedy_silent if verdict.absent else holding.remedy


def _place(path: str, route: Route, label: str, locate: Locate) -> Place:
    location = locate(path, route)
    shown = show_route(route) if route else ""
    return Place(path, location.span, shown, cut_label(label), location.lines, location.quotes)


def problem_finding(path: str, problem: Problem) -> Finding:
    """A file that could not be read, as a finding."""
    also = tuple(Place(path, span, "", label) for span, label in problem.also)
    said = FindingContent(
        f"document.{problem.code}", "error", "error", problem.message, "The document can be read", remedy=problem.help
    )
    return Finding(said, (Place(path, problem.span), *also))
