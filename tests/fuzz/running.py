"""What is asked of every fuzzed input, and what counts as trouble."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import date
from hashlib import sha256
from random import Random
from typing import Final, NamedTuple

from compliance.authoring.fixer import fix_document
from compliance.comparison.document_comparison import Comparison, compare_files
from compliance.documents.loader import load_document
from compliance.engine.catalog import read_catalog
from compliance.engine.checking import check
from compliance.engine.findings import Findings
from compliance.gate.baseline import UnusableBaseline, mark_known, read_baseline
from compliance.gate.points import PointFinder
from compliance.gate.settlement import apply_decisions
from compliance.law.files import BadCatalog
from compliance.reports import FORMATS, ReportContext, render
from compliance.reports.changes import RENDERERS as CHANGES
from tests.catalogs import law
from tests.fuzz.making import BASES, KINDS, ROOT, WHOLE

DAY: Final = date(2024, 7, 1)
ALWAYS: Final = ("terminal", "json")
BY_TURNS: Final = [format for format in FORMATS if format not in (*ALWAYS, "pdf")]
PATH: Final = "fuzz.yaml"
# What the commands of a gate read besides documents, and what they do with documents.
GATE: Final = ("decisions", "baseline", "difference", "fix")
_WEIGHTS: Final = {"bytes": 300, "tree": 400, "model": 400, "attack": 100, "catalogue": 100} | dict.fromkeys(GATE, 25)
# Where millions are wanted: small documents, and few that are large on purpose.
_LIGHT: Final = {"bytes": 400, "tree": 250, "model": 250, "attack": 5, "catalogue": 95} | dict.fromkeys(GATE, 20)


class Trouble(NamedTuple):
    """What is wrong with an answer: `traceback`, `broken check`, `too slow` or `differing bytes`."""

    kind: str
    words: str


def input_of(seed: int, number: int, light: bool = False) -> tuple[str, bytes]:
    """The input of a number: its kind and its bytes, always the same."""
    random = Random(f"{seed}-{number}")
    weights = _LIGHT if light else _WEIGHTS
    kind = random.choices(list(weights), list(weights.values()))[0]
    return kind, KINDS[kind](random, BASES if light else WHOLE)


def answer(kind: str, data: bytes, reports: bool = True) -> tuple[Findings | None, str]:
    """What is found, and a digest of reports on it, others for other inputs. None for a catalog that is refused.
    Without reports only checks that break are told."""
    catalog = law()
    document = data
    if kind in GATE:
        return None, sha256(repr(_run_gate_command(kind, data)).encode("utf-8", "backslashreplace")).hexdigest()
    if kind == "catalogue":
        try:
            catalog = read_catalog([("user.yaml", data)])
        except BadCatalog as bad:
            return None, sha256(repr([found[::2] for found in bad.problems]).encode()).hexdigest()
        document = BASES[0].replace(b"title: ", b"title: " + b"a " * 30, 1)  # a text for patterns to get lost in
    if not reports:
        return check([(PATH, document)], DAY, catalog, keep=frozenset({"error"})), ""
    results = check([(PATH, document)], DAY, catalog)
    lines = document.decode("utf-8", "replace").split("\n")
    context = ReportContext(
        lambda _: lines, lambda: [load_document(PATH, document)], lambda: catalog, "0", show_all=True
    )
    digest = sha256()
    for format in (*ALWAYS, BY_TURNS[len(data) % len(BY_TURNS)]):
        rendered = render(format, results, context)
        assert not isinstance(rendered, bytes)
        digest.update("".join(rendered).encode("utf-8", "backslashreplace"))
    return results, digest.hexdigest()


def _run_gate_command(kind: str, data: bytes) -> object:
    """What a command of the gate makes of a file."""
    if kind == "fix":
        return fix_document(data)
    if kind == "difference":
        return list(CHANGES["terminal"](Comparison(compare_files({PATH: (PATH, BASES[0])}, {PATH: (PATH, data)}))))
    loaded = [load_document(PATH, BASES[0])]
    results = check([(PATH, BASES[0])], DAY, law())
    if kind == "decisions":
        apply_decisions(results, "decisions.yaml", data, lambda: loaded)
        return results.findings
    try:
        return mark_known(results.findings, read_baseline(data), PointFinder(lambda: loaded, results.findings))
    except UnusableBaseline as problem:
        return str(problem)


def troubles_of(kind: str, data: bytes, seconds: float, reports: bool = True) -> Iterator[Trouble]:
    """Everything that is wrong with the answer to one input."""
    law()
    begun = time.process_time()
    try:
        results, _ = answer(kind, data, reports)
    except Exception as error:
        yield Trouble("traceback", f"{type(error).__name__}: {error}"[:200])
        return
    taken = time.process_time() - begun
    if taken > seconds:
        yield Trouble("too slow", f"{taken:.1f} s for {len(data):,} bytes")
    for finding in results.findings if results is not None else ():
        if finding.status == "error" and not finding.requirement.startswith("document."):
            yield Trouble("broken check", f"{finding.requirement}: {finding.message}"[:200])


def find_seed_differences(seed: int, numbers: Sequence[int], light: bool = False) -> list[int]:
    """The inputs whose reports have other bytes in a process in which sets and hashes are in another order."""
    if not numbers:
        return []
    code = (
        "import sys; from tests.fuzz.running import answer, input_of\n"
        "for number in sys.argv[3:]: print(answer(*input_of(int(sys.argv[1]), int(number), sys.argv[2] == 'True'))[1])"
    )
    made = []
    for hashes in ("1", "2"):
        command = [sys.executable, "-c", code, str(seed), str(light), *map(str, numbers)]
        environment = {**os.environ, "PYTHONHASHSEED": hashes, "PYTHONPATH": str(ROOT)}
        ran = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, check=False, encoding="utf-8")
        made.append(ran.stdout.split())
    if len(made[0]) != len(numbers) or len(made[1]) != len(numbers):
        return list(numbers)
    return [number for number, one, other in zip(numbers, *made, strict=True) if one != other]
