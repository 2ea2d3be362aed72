"""What makes a finding the same finding in the next run: requirement, file, route and what is said, but no lines.

Fingerprints are what SARIF and GitLab readers compare runs by, and what links into the HTML report are made of.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from pathlib import PurePath
from typing import Final
from urllib.parse import quote

from compliance.findings import Finding

_NUMBER: Final = r"\d+(?:,\d{3})*"
_LINES: Final = re.compile(rf"\b(lines?|columns?) {_NUMBER}(?:(?: ?[-–] ?|, | and | to ){_NUMBER})*")


def fingerprints(findings: Iterable[Finding]) -> list[str]:
    """One fingerprint a finding, in their order. Findings that say the same at the same route are counted apart."""
    seen: Counter[str] = Counter()
    made = []
    for finding in findings:
        digest = fingerprint(finding)
        seen[digest] += 1
        made.append(digest if seen[digest] == 1 else sha256(f"{digest} {seen[digest]}".encode()).hexdigest())
    return made


def fingerprint(finding: Finding) -> str:
    """The same for as long as the finding is the same, wherever its lines move."""
    path, route = (posix(finding.places[0].path), finding.places[0].route) if finding.places else ("", "")
    said = _LINES.sub(r"\1", finding.message)
    return sha256(json.dumps([finding.requirement, path, route, said]).encode()).hexdigest()


def posix(path: str) -> str:
    """A path as pipelines want it: with slashes, and without `./` before it."""
    return PurePath(path).as_posix()


def uri(path: str) -> str:
    """A path as a URI, relative if the path is."""
    written = quote(os.fsencode(posix(path)), safe="/~")
    return f"file://{written}" if written.startswith("/") else written
