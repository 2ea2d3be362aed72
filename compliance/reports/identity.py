"""What makes a finding the same finding in the next run: requirement, file, route and what is said, but no lines.

How a path was written does not count either: a file has one name, and the names of other files in what is said are
left out (their titles stay).

Fingerprints are what SARIF and GitLab readers compare runs by, and what links into the HTML report are made of.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from pathlib import PurePath
from typing import Final
from urllib.parse import quote

from compliance.findings import Finding, Findings

_NUMBER: Final = r"\d+(?:,\d{3})*"
_LINES: Final = re.compile(rf"\b(lines?|columns?) {_NUMBER}(?:(?: ?[-–] ?|, | and | to ){_NUMBER})*")
_NONE: Final[Mapping[int, set[str]]] = {}
_PATH_START: Final = re.compile(r"\(|, ")


def fingerprints(findings: Findings, folder: str = "") -> list[str]:
    """One fingerprint a finding, in their order. Findings that say the same at the same route are counted apart.

    `folder` is where the run was made: a file below it is the same file by its short name and by its full one.
    """
    seen: Counter[str] = Counter()
    made = []
    paths: dict[int, set[str]] = {}
    for document in findings.documents:
        paths.setdefault(len(document.path), set()).add(document.path)
    for finding in findings.findings:
        digest = fingerprint(finding, paths, folder)
        seen[digest] += 1
        made.append(digest if seen[digest] == 1 else sha256(f"{digest} {seen[digest]}".encode()).hexdigest())
    return made


def fingerprint(finding: Finding, paths: Mapping[int, set[str]] = _NONE, folder: str = "") -> str:
    """The same for as long as the finding is the same, wherever its lines move and however paths are written.

    `paths` are those of all documents, by their length.
    """
    path, route = (one_name(finding.places[0].path, folder), finding.places[0].route) if finding.places else ("", "")
    said = _LINES.sub(r"\1", _without_paths(finding.message, paths))
    return sha256(json.dumps([finding.requirement, path, route, said]).encode()).hexdigest()


def one_name(path: str, folder: str) -> str:
    """One name for a file, however its path was written."""
    name = os.path.normpath(path)
    if folder and name.startswith(folder + os.sep):
        name = name[len(folder) + 1 :]
    return posix(name)


def _without_paths(message: str, lengths: Mapping[int, set[str]]) -> str:
    """What is said, without the files it names. They stand in brackets, last: `Title (path)`, `(in Title, path)`."""
    for found in reversed(list(_PATH_START.finditer(message))):
        start = found.end()
        for length, paths in lengths.items():
            end = start + length
            if message[end : end + 1] == ")" and message[start:end] in paths:
                message = message[:start] + message[end:]
                break
    return message


def posix(path: str) -> str:
    """A path as pipelines want it: with slashes, and without `./` before it."""
    return PurePath(path).as_posix()


def uri(path: str) -> str:
    """A path as a URI, relative if the path is."""
    written = quote(os.fsencode(posix(path)), safe="/~")
    return f"file://{written}" if written.startswith("/") else written
