"""What checks answered, as findings with places: gathered, counted, and no graver than their law and basis allow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from compliance.checks.bounds import few_places, few_verdicts
from compliance.checks.gathering import good_of, in_one, spoken, weakest_basis
from compliance.checks.together import told_once
from compliance.checks.verdicts import Verdict, cut, cut_label
from compliance.documents.reading import given_lines
from compliance.documents.values import NOT_DEFINED, UNCLEAR
from compliance.findings import Finding, Place, Pool, Said
from compliance.judging import Asked, Group
from compliance.law.catalogue import Holding
from compliance.law.words import highest_level, lower, weaker
from compliance.routes import Route, show_route, span_of, value_at
from compliance.source import Map, Problem, Source

# What stands where a document does not state something.
_NOT_STATED: Final = (None, UNCLEAR, NOT_DEFINED)


class Answers:
    """Verdicts as they come in: all are counted, and those whose status is asked for become findings with places."""

    def __init__(self, keep: frozenset[str] | None, sources: Callable[[str], Source], pool: Pool | None = None) -> None:
        self._keep = keep
        self._sources = sources
        self._pool = pool
        self.findings: list[Finding] = []
        self.counts: dict[str, int] = {}
        self.bases: dict[str, int] = {}
        # By document and kind: those that are only counted.
        self.unkept: dict[str, dict[str, int]] = {}
        self._path = ""
        self._known: dict[tuple[Route, str], tuple[Place, ...]] = {}

    def take(self, asked: Asked, path: str, verdicts: list[Verdict], defence: str = "") -> None:
        """Take in the answer to one requirement for one document, and what the law says for that document."""
        if len(verdicts) == 1:
            self.take_one(asked, path, verdicts[0], defence)
            return
        gathered = spoken(verdicts) or self._gathered(verdicts)
        if len(gathered) == 1:
            self.take_one(asked, path, gathered[0], defence)
            return
        told = told_once(gathered, lambda route: span_of(self._sources(path), route))
        for verdict, stands_for in few_verdicts(told):
            self.take_one(asked, path, verdict, defence, stands_for)

    def _gathered(self, verdicts: list[Verdict]) -> list[Verdict]:
        """What passed, or does not apply, is one answer. What it says and where is worked out only when it is told."""
        good = good_of(verdicts)
        if len(good) > 1 and self._keep is not None and "pass" not in self._keep:
            return [Verdict("pass", "", basis=weakest_basis(good))]
        return [in_one(good)]

    def take_alike(self, group: Group, path: str, verdict: Verdict) -> None:
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

    def take_one(self, asked: Asked, path: str, verdict: Verdict, defence: str = "", stands_for: int = 1) -> None:
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
        verdict = few_places(verdict)
        finding = _finding(asked, verdict, self._places(verdict, path), self._key(verdict, path))
        beside = asked.side == "law" and status in ("fail", "review")
        if stands_for > 1 or (beside and defence):
            finding = finding._replace(remark=defence if beside else "", stands_for=stands_for)
        self.findings.append(self._pool.take(finding) if self._pool is not None else finding)

    def _key(self, verdict: Verdict, path: str) -> str:
        """The key that would settle an answer which rests on silence, or on what the document marks as unclear; the
        block where its keys say it together."""
        route = verdict.missing or verdict.at
        if verdict.status not in ("fail", "review") or not route or not (verdict.absent or verdict.waits):
            return ""
        stands = value_at(self._sources(path), route)
        return cut_label(show_route(route)) if isinstance(stands, Map) or stands in _NOT_STATED else ""

    def _places(self, verdict: Verdict, path: str) -> tuple[Place, ...]:
        """Where an answer points to. Most answers on a document point to few places: each is made and kept once."""
        if path != self._path:
            self._path, self._known = path, {}
        if verdict.also or verdict.elsewhere:
            return _places(verdict, path, self._sources)
        key = (verdict.at, verdict.label)
        if key not in self._known:
            self._known[key] = _places(verdict, path, self._sources)
        return self._known[key]


def _basis(asked: Asked, verdict: Verdict) -> str:
    """What an answer rests on: the best its requirement can have, or what its check says it found."""
    best = asked.holding.basis
    return weaker(best, verdict.basis) if verdict.basis else best


def _level(asked: Asked, verdict: Verdict, basis: str) -> str:
    """How grave an answer is: no graver than its requirement, than its check says, and than its basis allows."""
    holding = asked.holding
    level = lower(holding.level, verdict.level or holding.level)
    return level if holding.headline else lower(level, highest_level(holding.authority, holding.seen, basis))


def _finding(asked: Asked, verdict: Verdict, places: tuple[Place, ...], key: str) -> Finding:
    requirement, holding = asked.requirement, asked.holding
    basis = _basis(asked, verdict)
    said = Said(
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
        shared=verdict.shared,
        key=key,
    )
    return Finding(said, places)


def _places(verdict: Verdict, path: str, sources: Callable[[str], Source]) -> tuple[Place, ...]:
    """Where an answer points to: its own place, others of its document, and those of other documents."""
    source = sources(path)
    places = [_place(path, source, verdict.at, verdict.label)]
    places += [_place(path, source, route, label) for route, label in verdict.also]
    anchor = source.place(verdict.at).anchor
    if anchor is not None:
        places.append(Place(path, anchor, show_route(verdict.at), "the value is written here"))
    places += [_place(other, sources(other), route, label) for other, route, label in verdict.elsewhere]
    return tuple(places)


def _remedy(holding: Holding, verdict: Verdict) -> str:
    """What to do: silence is mended otherwise than a breach, and who has no duty has nothing to do."""
    if verdict.status == "information":
        return "Nothing to do now."
    if verdict.waits and not verdict.absent:
        return "Settle what is open there; the answer follows from it."
    return holding.remedy_silent if verdict.absent else holding.remedy


def _place(path: str, source: Source, route: Route, label: str) -> Place:
    shown = show_route(route) if route else ""
    return Place(path, span_of(source, route), shown, cut_label(label), given_lines(source, route))


def problem_finding(path: str, problem: Problem) -> Finding:
    """A file that could not be read, as a finding."""
    also = tuple(Place(path, span, "", label) for span, label in problem.also)
    said = Said(
        f"document.{problem.code}", "error", "error", problem.message, "The document can be read", remedy=problem.help
    )
    return Finding(said, (Place(path, problem.span), *also))
