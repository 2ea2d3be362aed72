"""Failures that were there when a card room began to use a gate: they stay visible, and only new ones fail.

Somebody signs for them: with a reason, a name, a role, a day and an end. An entry is a requirement, a document, a place
by its names, and a fingerprint of what stood there: it outlives edits elsewhere and other words, and lets nothing
through once the value at fault is another.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Final, NamedTuple

from compliance.documents.dates import read_date
from compliance.documents.records import dump_record
from compliance.documents.values import Unreadable
from compliance.engine.findings import Finding
from compliance.gate.decisions import InvalidSignature, Signature
from compliance.gate.points import PointFinder
from compliance.source import Map, Seq, read_source

_HEAD: Final = (
    "# Failures that were known when this file was written. `pitboss check --baseline` lets them through until the\n"
    "# day named, and fails on new ones, and on known ones whose value changed; `pitboss baseline --prune` takes out\n"
    "# what is fixed, and never adds.\n"
)


class UnusableBaseline(Exception):
    """A baseline that cannot be used: says why."""


class KnownFailure(NamedTuple):
    """A failure that is let through: its requirement, where it is by names, and a fingerprint of what stands there."""

    requirement: str
    document: str
    at: str
    value: str


class Baseline(NamedTuple):
    """Known failures, and who answers for letting them through."""

    signature: Signature
    known: frozenset[KnownFailure]

    def is_in_force(self, day: date) -> bool:
        """Whether it lets anything through on a day."""
        until = self.signature.until
        return self.signature.on <= day and (until is None or day <= until)


def read_baseline(data: bytes) -> Baseline:
    """What was known. Raises UnusableBaseline: one that cannot be read lets nothing through."""
    source = read_source(data)
    if source.problems:
        raise UnusableBaseline(f"line {source.problems[0].span.line}: {source.problems[0].message.rstrip('.')}")
    tree = source.tree if isinstance(source.tree, Map) else Map()
    keys = (*Signature._fields, "known")
    if unknown := [key for key in tree if key not in keys]:
        raise UnusableBaseline(f"`{unknown[0]}` is no key of a baseline; its keys are {', '.join(keys)}")
    entries = tree.get("known")
    if not isinstance(entries, Seq):
        raise UnusableBaseline("expected a list under `known`")
    known = frozenset(_parse_entry(one, number) for number, one in enumerate(entries, start=1))
    return Baseline(_parse_signature(tree), known)


def _parse_signature(tree: Map) -> Signature:
    texts = {key: str(tree.get(key) or "").strip() for key in Signature._fields}
    if missing := [key for key, text in texts.items() if not text]:
        raise UnusableBaseline(f"`{missing[0]}` is not stated; `pitboss baseline` asks for it")
    try:
        on, until = read_date(texts["on"]), read_date(texts["until"])
        return Signature(texts["reason"], texts["by"], texts["role"], on, until).validate()
    except Unreadable as problem:
        raise UnusableBaseline(f"on, until: {problem}") from None
    except InvalidSignature as problem:
        raise UnusableBaseline(f"{problem.part}: {problem}") from None


def _parse_entry(entry: object, number: int) -> KnownFailure:
    others = [key for key in entry if key not in KnownFailure._fields] if isinstance(entry, Map) else []
    if others:
        raise UnusableBaseline(f"entry {number}: `{others[0]}` is none of {', '.join(KnownFailure._fields)}")
    texts = [entry.get(key) if isinstance(entry, Map) else None for key in KnownFailure._fields]
    if not all(isinstance(text, str) and text for text in texts):
        why = f"entry {number} must say requirement, document, at and value; `pitboss baseline` writes them"
        raise UnusableBaseline(why)
    return KnownFailure(*map(str, texts))


def render_baseline(baseline: Baseline) -> str:
    """The file, sorted: the same failures give the same bytes."""
    signature = {key: str(value) for key, value in baseline.signature._asdict().items()}
    return _HEAD + dump_record({**signature, "known": [one._asdict() for one in sorted(baseline.known)]})


def collect_failures(findings: Iterable[Finding], finder: PointFinder) -> frozenset[KnownFailure]:
    """What a baseline would hold now."""
    return frozenset(_identify(one, finder) for one in findings if one.status == "fail" and _is_of_document(one))


def mark_known(findings: Iterable[Finding], baseline: Baseline, finder: PointFinder) -> tuple[list[Finding], int]:
    """The findings, those that are known marked as waived; and how many entries look fixed."""
    signature = baseline.signature
    until = signature.until.isoformat() if signature.until is not None else ""
    seen: set[KnownFailure] = set()
    result = []
    for finding in findings:
        if finding.status == "fail" and not finding.decision and _is_of_document(finding):
            failure = _identify(finding, finder)
            if failure in baseline.known:
                seen.add(failure)
                finding = finding._replace(
                    status="waived",
                    decision=f"known failure, let through by {signature.words}",
                    decided_by=f"{signature.by} ({signature.role})",
                    decided_until=until,
                )
        result.append(finding)
    return result, len(baseline.known - seen)


def _identify(finding: Finding, finder: PointFinder) -> KnownFailure:
    point = finder.point(finding)
    return KnownFailure(point.requirement, point.document, point.at, finder.value(finding))


def _is_of_document(finding: Finding) -> bool:
    """What is wrong with a decision is never known from before."""
    return not finding.requirement.startswith("decisions.")
