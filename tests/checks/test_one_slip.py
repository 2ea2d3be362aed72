"""A document with one slip is still a document: the slip is one error at its line, and all else is answered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from random import Random

import pytest

from compliance.documents.loader import load_document
from compliance.engine.checking import check
from compliance.engine.findings import Findings
from tests.catalogs import law
from tests.conftest import ROOT

DAY = date(2026, 11, 16)
KEYED = re.compile(r"(\s+(?:- )?)([a-z-]+)(: )(\S.*)")
MOST = 40
GRAVITY = ("not-applicable", "pass", "information", "review", "fail", "error")
SLIPS: dict[str, Callable[[str, str, str], str]] = {
    "unknown word": lambda mark, key, value: f"{mark}zzz-{key}: {value}",
    "broken value": lambda mark, key, value: f"{mark}{key}: $$!!x",
    "half a line": lambda mark, key, value: f"{mark}{key[:3]}",
    "open quote": lambda mark, key, value: f'{mark}{key}: "' + value.replace('"', ""),
    "open bracket": lambda mark, key, value: f"{mark}{key}: [{value}",
}


def make_slips() -> Iterator[tuple[Path, int, str]]:
    """Forty documents of the library and of the catalog, each with a line of its own and a slip."""
    random = Random(31)
    documents = [*sorted((ROOT / "rulesets").rglob("*.yaml")), *sorted((ROOT / "schemas").rglob("*.base.yaml"))]
    found = 0
    for path in documents:
        lines = [at for at, line in enumerate(path.read_text("utf-8").split("\n")) if KEYED.fullmatch(line)]
        if lines and found < MOST:
            yield path, random.choice(lines), list(SLIPS)[found % len(SLIPS)]
            found += 1


def find_answers(text: str) -> tuple[Findings, dict[str, str]]:
    """What is found in one document, and the worst answer of each requirement."""
    found = check([("x.yaml", text.encode())], DAY, law())
    worst: dict[str, str] = {}
    for one in found.findings:
        if not one.requirement.startswith("document."):
            known = worst.get(one.requirement, "not-applicable")
            worst[one.requirement] = max(known, one.status, key=GRAVITY.index)
    return found, worst


@pytest.mark.parametrize(
    ("path", "at", "slip"), [pytest.param(*one, id=f"{one[0].stem}-{one[1] + 1}-{one[2]}") for one in make_slips()]
)
def test_one_slip_is_one_error_and_the_rest_is_answered(path: Path, at: int, slip: str) -> None:
    whole = path.read_text("utf-8")
    lines = whole.split("\n")
    parts = KEYED.fullmatch(lines[at])
    assert parts is not None
    lines[at] = SLIPS[slip](parts[1], parts[2], parts[4])
    _, before = find_answers(whole)
    found, after = find_answers("\n".join(lines))
    errors = [one for one in found.findings if one.requirement.startswith("document.")]
    # A slip in a name of the writer's own choice, or in free text, is no slip to a reader of the format.
    assert len(errors) <= 1
    assert [one.places[0].span.line for one in errors] == [at + 1] * len(errors)
    same = sum(after.get(requirement) == status for requirement, status in before.items())
    assert same >= 0.5 * len(before)
    # A value that cannot be read breaches nothing; a key that is gone, or has another name, may be missed elsewhere.
    fresh = [one for one, status in after.items() if status == "fail" and before.get(one) == "pass"]
    assert not fresh or slip in ("unknown word", "half a line")
    # Nothing passes because it could not be read.
    assert not [one for one, status in before.items() if status in ("fail", "review") and after.get(one) == "pass"]


def test_a_value_that_cannot_be_read_is_a_question_and_no_breach() -> None:
    text = (ROOT / "schemas" / "california" / "bases" / "california-schedule.base.yaml").read_text("utf-8")
    loaded = load_document("a.yaml", text.replace("$5-$100: $1", "$5-$100: one dollar or so").encode())
    assert loaded.document is None
    assert loaded.partial is not None
    (problem,) = loaded.problems
    assert (problem.code, problem.span.line) == ("bad-value", text[: text.index("$5-$100: $1")].count("\n") + 1)
    assert [one.why for one in loaded.open_facts] == ["unreadable"]


def test_a_key_that_is_written_twice_has_neither_value() -> None:
    text = (ROOT / "schemas" / "california" / "bases" / "california-terms.base.yaml").read_text("utf-8")
    loaded = load_document("a.yaml", (text + "  on-request: no\n").encode())
    assert [problem.code for problem in loaded.problems] == ["duplicate-key"]
    assert ("house-rules", "on-request") in [one.route for one in loaded.open_facts]


def test_a_wager_that_cannot_be_read_is_there_all_the_same() -> None:
    text = (ROOT / "schemas" / "washington" / "bases" / "washington-hand-fee.base.yaml").read_text("utf-8")
    (line,) = [one for one in text.split("\n") if one.startswith("  ante: {")]
    wrong = []
    for written in ("  ante: unclear", "  ante: $$!!x", line[:12]):
        found, answers = find_answers(text.replace(line, written))
        if answers["integrity.xref-names"] != "review":
            wrong.append((written, answers["integrity.xref-names"], [one.message for one in found.findings][:2]))
    assert not wrong
