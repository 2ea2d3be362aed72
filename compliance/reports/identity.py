"""What makes a finding the same finding in the next run: requirement, document and route; no lines, and no words.

A document has one name, however its path was written. Fingerprints are what SARIF and GitLab readers compare runs by,
and what links into the HTML report are made of.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import PurePath
from urllib.parse import quote

from compliance.engine.findings import Finding, Findings
from compliance.engine.grouping import ATTENTION, Group, build_group, collect_defects


def fingerprints(findings: Findings, folder: str = "") -> list[str]:
    """One fingerprint a finding, in their order. Of several at one route, those after the first are told apart by
    their other places, and then by number.

    `folder` is where the run was made: a file below it is the same file by its short name and by its full one.
    """
    marked = marker(findings, folder)
    return [marked(finding) for finding in findings.findings]


def marker(findings: Findings, folder: str = "") -> Callable[[Finding], str]:
    """The same for those that are asked for."""
    marks = _marks(findings, folder)
    return lambda finding: (marks.get(id(finding)) or _mark(finding, folder)).hex()


def _marks(findings: Findings, folder: str) -> dict[int, bytes]:
    """The fingerprints of all that wants attention, by identity. What passed or does not apply is one answer to one
    requirement of one document: it needs no telling apart, and of a set there is very much of it."""
    made: dict[int, bytes] = {}
    seen: set[bytes] = set()
    again: Counter[bytes] = Counter()
    for finding in findings.findings:
        if finding.status not in ATTENTION:
            continue
        mark = _mark(finding, folder)
        if mark in seen:
            others = [[canonical_name(place.path, folder), place.route] for place in finding.places[1:]]
            mark = _digest([mark.hex(), others])
        if mark in seen:
            again[mark] += 1
            mark = _digest([mark.hex(), again[mark] + 1])
        seen.add(mark)
        made[id(finding)] = mark
    return made


def identified(findings: Findings, folder: str = "") -> Iterator[tuple[Finding, str, str]]:
    """Each finding with its fingerprint, and with that of the one that tells its defect."""
    marks = _marks(findings, folder)
    several = (members for members in collect_defects(findings.findings) if len(members) > 1)
    first = {id(finding): marks[id(members[0])] for members in several for finding in members}
    for finding in findings.findings:
        mark = marks.get(id(finding)) or _mark(finding, folder)
        yield finding, mark.hex(), first.get(id(finding), mark).hex()


def list_defects_with_marks(findings: Findings, folder: str = "") -> Iterator[tuple[Group, str]]:
    """Each defect with the fingerprint of the finding that tells it."""
    marks = _marks(findings, folder)
    for members in collect_defects(findings.findings):
        yield build_group(members), marks[id(members[0])].hex()


def _mark(finding: Finding, folder: str) -> bytes:
    path, route = (
        (canonical_name(finding.places[0].path, folder), finding.places[0].route) if finding.places else ("", "")
    )
    return _digest([finding.requirement, path, route])


def _digest(data: object) -> bytes:
    return sha256(json.dumps(data).encode()).digest()


@lru_cache(maxsize=1024)  # every finding of a document names its file
def canonical_name(path: str, folder: str) -> str:
    """One name for a file, however its path was written."""
    name = os.path.normpath(path)
    if folder and name.startswith(folder + os.sep):
        name = name[len(folder) + 1 :]
    return posix(name)


@lru_cache(maxsize=1024)
def posix(path: str) -> str:
    """A path as pipelines want it: with slashes, and without `./` before it."""
    return PurePath(path).as_posix()


@lru_cache(maxsize=1024)
def uri(path: str) -> str:
    """A path as a URI, relative if the path is."""
    written = quote(os.fsencode(posix(path)), safe="/~")
    return f"file://{written}" if written.startswith("/") else written
