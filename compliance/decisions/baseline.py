"""Failures that were there when a room began to use a gate: they stay visible, and only new ones fail.

An entry is a requirement, a document and a place by its names, so that it outlives edits elsewhere and other words.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Final

from compliance.decisions.applying import Looker, Subject
from compliance.findings import Finding
from compliance.source import Map, Seq, read

_HEAD: Final = (
    "# Failures that were known when this file was written. `pitboss check --baseline` lets them through and\n"
    "# fails on new ones; `pitboss baseline --prune` takes out what is fixed, and never adds.\n"
)
KNOWN: Final = "known: it stands in the baseline"


class Unusable(Exception):
    """A baseline that cannot be used: says why."""


def read_baseline(data: bytes) -> set[Subject]:
    """What was known. Raises Unusable: a baseline that cannot be read lets nothing through."""
    source = read(data)
    if source.problems:
        raise Unusable(f"line {source.problems[0].span.line}: {source.problems[0].message.rstrip('.')}")
    entries = source.tree.get("known") if isinstance(source.tree, Map) else None
    if not isinstance(entries, Seq):
        raise Unusable("expected a list under `known`")
    found = set()
    for number, entry in enumerate(entries, start=1):
        texts = [entry.get(key) if isinstance(entry, Map) else None for key in Subject._fields]
        if not all(isinstance(text, str) and text for text in texts):
            raise Unusable(f"entry {number} must say requirement, document and at")
        found.add(Subject(*map(str, texts)))
    return found


def written(known: Iterable[Subject]) -> str:
    """The file, sorted: the same failures give the same bytes."""
    from ruamel.yaml import YAML

    writer = YAML(typ="rt")
    writer.width = 2**20
    writer.indent(mapping=2, sequence=4, offset=2)
    out = io.StringIO()
    writer.dump({"known": [subject._asdict() for subject in sorted(known)]}, out)
    return _HEAD + out.getvalue()


def failures(findings: Iterable[Finding], looker: Looker) -> set[Subject]:
    """What a baseline would hold now."""
    return {looker.subject(finding) for finding in findings if finding.status == "fail" and _of_document(finding)}


def let_through(findings: Iterable[Finding], known: set[Subject], looker: Looker) -> tuple[list[Finding], int]:
    """The findings, those that are known marked so; and how many entries look fixed."""
    seen: set[Subject] = set()
    result = []
    for finding in findings:
        subject = looker.subject(finding) if finding.status == "fail" and _of_document(finding) else None
        if subject is not None and subject in known:
            seen.add(subject)
            finding = finding._replace(status="waived", decision=KNOWN)
        result.append(finding)
    return result, len(known - seen)


def _of_document(finding: Finding) -> bool:
    """What is wrong with a decision is never known from before."""
    return not finding.requirement.startswith("decisions.")
