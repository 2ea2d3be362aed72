"""The engine: every check answers, a broken one does not stop the others, and silence is never a pass."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from compliance.checks.registry import CHECKS, Check
from compliance.checks.verdicts import Verdict
from compliance.documents.blocks import Document
from compliance.documents.loader import load_document
from compliance.engine.catalog import read_catalog
from compliance.engine.checking import check
from compliance.engine.document_check import check_document
from compliance.engine.rule_set import RuleSet
from compliance.law.cases import base_document, changed
from compliance.law.levels import LEVELS
from tests.catalogs import law

DAY = date(2024, 7, 1)
ROOT = Path(__file__).resolve().parents[1]

REQUIREMENT = """\
sections:
  - {{section: Law {name}, title: A law, authority: {authority}, wordings: [{{seen: text}}]}}
requirements:
  - requirement: test.{name}
    title: A test
    asks: Something.
    applies: {{document: game}}
    level: error
    {asked}
    rests-on: Law {name}
    remedy: None.
"""
GAME = b"document: game\ntitle: X\njurisdiction: california\nbank: {by: pot}\n"


def requirement(name: str, asked: str, authority: str = "regulation") -> tuple[str, bytes]:
    return f"{name}.yaml", REQUIREMENT.format(name=name, asked=asked, authority=authority).encode()


def test_a_check_that_breaks_is_an_error_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(document: Document) -> Iterator[Verdict]:
        raise ZeroDivisionError("oh no")

    monkeypatch.setitem(CHECKS, "broken", Check("broken", broken))
    files = [requirement("a", "check: broken"), requirement("b", "need: bank.by is pot")]
    findings = check([("g.yaml", GAME)], DAY, read_catalog(files)).findings
    assert [(f.requirement, f.status) for f in findings] == [("test.a", "error"), ("test.b", "pass")]
    assert findings[0].message == "The check broken broke on this document: ZeroDivisionError: oh no."


def test_a_check_that_finds_nothing_to_look_at_does_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    def yield_nothing(document: Document) -> Iterator[Verdict]:
        return iter(())

    monkeypatch.setitem(CHECKS, "silent", Check("silent", yield_nothing))
    [finding] = check([("g.yaml", GAME)], DAY, read_catalog([requirement("a", "check: silent")])).findings
    assert finding.status == "not-applicable"


@pytest.mark.parametrize(("if_missing", "status"), [("fail", "fail"), ("review", "review")])
def test_silence_is_what_the_catalog_says_it_is(if_missing: str, status: str) -> None:
    asked = f"need: table.players is at most 9\n    if-missing: {if_missing}"
    [finding] = check([("g.yaml", GAME)], DAY, read_catalog([requirement("a", asked)])).findings
    assert (finding.status, finding.message) == (status, "Not stated: how many players may sit at the table.")


def test_what_the_document_marks_as_unclear_is_for_a_person() -> None:
    game = GAME + b"table: {players: unclear}\n"
    asked = "need: table.players is at most 9\n    if-missing: fail"
    [finding] = check([("g.yaml", game)], DAY, read_catalog([requirement("a", asked)])).findings
    assert finding.status == "review"


def test_suspended_law_never_fails_anything() -> None:
    files = [requirement("a", "need: bank.by is house", authority="suspended")]
    assert check([("g.yaml", GAME)], DAY, read_catalog(files)).findings == []
    results = check([("g.yaml", GAME)], DAY, read_catalog(files), suspended=True)
    [finding] = results.findings
    assert (finding.status, finding.level) == ("information", "note")
    assert "suspended" in finding.message
    assert not results.failed_at("note", LEVELS)
    assert results.counts["review"] == 0


def test_a_finding_for_a_value_behind_an_alias_shows_both_places() -> None:
    game = b"document: game\ntitle: X\njurisdiction: california\nbank: {by: pot}\ntable: {players: &n 12, seats: *n}\n"
    asked = "need: table.seats is at most 9"
    [finding] = check([("g.yaml", game)], DAY, read_catalog([requirement("a", asked)])).findings
    assert finding.status == "fail"
    assert [place.span[:2] for place in finding.places] == [(5, 32), (5, 21)]


def test_the_same_input_gives_the_same_findings() -> None:
    catalog = law()
    first = check([("g.yaml", GAME)], DAY, catalog)
    assert check([("g.yaml", GAME)], DAY, catalog).findings == first.findings
    assert sum(first.summary().values()) == len(first.findings)


@pytest.mark.parametrize("name", ["washington/gow-z-gow.yaml", "california/napa-valley/poker-schedule-old.yaml"])
def test_a_document_that_was_looked_at_before_leaves_open_what_it_leaves_open(name: str) -> None:
    """Whoever holds a document may ask it again, on another day too; the first time leaves no trace."""
    rules = RuleSet(law(), DAY)
    data = (ROOT / "rulesets" / name).read_bytes()
    held = load_document(name, data)
    results = [check_document(rules, one) for one in (held, held, load_document(name, data))]
    answers = [(one.findings, one.counts) for one in results]
    assert held.open_facts
    assert answers[0] == answers[1] == answers[2]


def test_silence_is_mended_otherwise_than_a_breach() -> None:
    def remedy(changes: dict[str, Any], remove: tuple[str, ...] = ()) -> str:
        text = changed(base_document("washington-game"), changes, remove)
        results = check([("g.yaml", text.encode())], date(2024, 7, 1), law())
        return next(f.remedy for f in results.findings if f.requirement == "washington.players-house-banked")

    assert remedy({"table / players": 12}) == "Seat fewer players."
    assert remedy({}, ("table / players",)) == "State the number of players; the law allows 9."
