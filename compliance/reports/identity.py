"""What makes a finding the same finding in the next run: requirement, document and route; no lines, and no words.

A document has one name, however its path was written. Fingerprints are what SARIF and GitLab readers compare runs by,
and what links into the HTML report are made of.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import PurePath
from urllib.parse import quote

from compliance.findings import Finding, Findings
from compliance.grouping import Group, gathered, grouped


def fingerprints(findings: Findings, folder: str = "") -> list[str]:
    """One fingerprint a finding, in their order. Of several at one route, those after the first are told apart by
    their other places, and then by number.

    `folder` is where the run was made: a file below it is the same file by its short name and by its full one.
    """
    seen: Counter[str] = Counter()
    made = []
    for finding in findings.findings:
        digest = fingerprint(finding, folder)
        if seen[digest]:
            seen[digest] += 1
            others = [[one_name(place.path, folder), place.route] for place in finding.places[1:]]
            digest = _digest([digest, others])
        seen[digest] += 1
        made.append(digest if seen[digest] == 1 else _digest([digest, seen[digest]]))
    return made


def identified(findings: Findings, folder: str = "") -> Iterator[tuple[Finding, str, str]]:
    """Each finding with its fingerprint, and with that of the one that tells its defect."""
    marks = fingerprints(findings, folder)
    mark_of = {id(finding): mark for finding, mark in zip(findings.findings, marks, strict=True)}
    first = {id(finding): mark_of[id(members[0])] for members in gathered(findings.findings) for finding in members}
    for finding, mark in zip(findings.findings, marks, strict=True):
        yield finding, mark, first.get(id(finding), mark)


def told(findings: Findings, folder: str = "") -> Iterator[tuple[Group, str]]:
    """Each defect with the fingerprint of the finding that tells it."""
    marks = dict(zip(map(id, findings.findings), fingerprints(findings, folder), strict=True))
    for members, group in zip(gathered(findings.findings), grouped(findings.findings), strict=True):
        yield group, marks[id(members[0])]


def fingerprint(finding: Finding, folder: str = "") -> str:
    """The same for as long as it is the same requirement, document and route."""
    path, route = (one_name(finding.places[0].path, folder), finding.places[0].route) if finding.places else ("", "")
    return _digest([finding.requirement, path, route])


def _digest(data: object) -> str:
    return sha256(json.dumps(data).encode()).hexdigest()


@lru_cache(maxsize=1024)  # every finding of a document names its file
def one_name(path: str, folder: str) -> str:
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
