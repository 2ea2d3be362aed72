"""The short part of the fuzzer: a hundred inputs of all kinds, every attack, and what was once found, reduced."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tests.fuzz.more_attacks  # noqa: F401 (its attacks are registered with the others)
from compliance.main import run
from tests.fuzz.attacks import ATTACKS, CATALOGS, open_documents
from tests.fuzz.gate_attacks import GATE_ATTACKS
from tests.fuzz.making import ROOT
from tests.fuzz.running import Trouble, answer, find_seed_differences, input_of, troubles_of

# Long enough for a machine that does other things too; the long run asks for less.
SECONDS = 60.0
# Three times so many inputs. The first 120 of this seed are of every kind, each about as often as its weight asks.
EXAMPLES = int(os.environ.get("PITBOSS_EXAMPLES", "40"))


@pytest.mark.parametrize("part", range(3))
def test_whatever_is_asked_is_answered(part: int) -> None:
    found = [
        (number, trouble)
        for number in range(part * EXAMPLES, (part + 1) * EXAMPLES)
        for trouble in troubles_of(*input_of(15, number), SECONDS)
    ]
    assert found == []


@pytest.mark.parametrize("name", sorted(ATTACKS))
def test_attacks_are_answered(name: str) -> None:
    attack = ATTACKS[name]
    for data in list(attack.make(attack.small).values())[:3]:
        assert list(troubles_of("attack", data, SECONDS)) == []


@pytest.mark.parametrize("name", sorted(GATE_ATTACKS))
def test_files_beside_documents_are_answered(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    attack = GATE_ATTACKS[name]
    (tmp_path / ".git").mkdir()
    for path, data in attack.make(attack.small).items():
        (tmp_path / path).write_bytes(data)
    monkeypatch.chdir(tmp_path)
    assert run(list(attack.command)) in (0, 1, 2, 4)
    assert "inside Pit Boss" not in capfd.readouterr().err


@pytest.mark.parametrize("name", open_documents())
def test_open_facts_are_answered(name: str) -> None:
    assert list(troubles_of("tree", open_documents()[name], SECONDS)) == []


@pytest.mark.parametrize("name", sorted(CATALOGS))
def test_catalogs_are_refused_or_answered(name: str) -> None:
    assert list(troubles_of("catalogue", CATALOGS[name], SECONDS)) == []


# --- reduced reproducers ----------------------------------------------------------------------------------------------

CHAIN = "\n".join(["a0: &a0 [unclear]", *(f"a{n + 1}: &a{n + 1} [*a{n}]" for n in range(330))])
GAME = "document: game\ntitle: X\njurisdiction: washington\nbank: {by: house}\n"
SCHEDULE = "document: schedule\ntitle: X\njurisdiction: california\noptions: [{option: 1, collections: []}]\n"
REPRODUCERS = {
    "a chain of aliases and the word unclear": f"{GAME}{CHAIN}\n",
    "digits in a route": f'{SCHEDULE}reading: {{said-again: [{{at: "1", "options / {"9" * 5000} / option": a}}]}}\n',
    "a long title": GAME.replace("X", "T" * 40_000),
}


@pytest.mark.parametrize("name", REPRODUCERS)
def test_what_was_once_found_is_answered(name: str) -> None:
    assert list(troubles_of("tree", REPRODUCERS[name].encode(), SECONDS)) == []


# --- the fuzzer itself ------------------------------------------------------------------------------------------------


def test_an_input_is_the_same_whenever_it_is_made() -> None:
    assert [input_of(3, number) for number in range(30)] == [input_of(3, number) for number in range(30)]
    kinds = {"bytes", "tree", "model", "attack", "catalogue", "decisions", "baseline", "difference", "fix"}
    assert {input_of(3, number)[0] for number in range(150)} == kinds


def test_made_up_models_and_damaged_trees_reach_the_checks() -> None:
    """A fuzzer whose inputs are all refused would find nothing."""
    made = (input_of(4, number) for number in range(60))
    read = [answer(kind, data, reports=False)[0] for kind, data in made if kind != "bytes"]
    whole = [results for results in read if results is not None and not results.unread]
    assert len(whole) > len(read) // 4


def test_trouble_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("nobody thought of it")

    assert [trouble.kind for trouble in troubles_of("tree", b"a: b", -1.0)] == ["too slow"]
    monkeypatch.setattr("tests.fuzz.running.check", broken)
    assert list(troubles_of("tree", b"a: b", 9.0)) == [Trouble("traceback", "ValueError: nobody thought of it")]


def test_reports_are_the_same_under_another_hash_seed() -> None:
    assert find_seed_differences(5, range(12)) == []


def test_the_long_run_prints_its_counts(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.fuzz", "--count", "12", "--seed", "6", "--start", "3", "--seconds", "60"]
    ran = subprocess.run(
        [*command, "--keep", str(tmp_path)], cwd=ROOT, capture_output=True, check=False, encoding="utf-8"
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "traceback: 0\nbroken check: 0\ntoo slow: 0\ndiffering bytes: 0\n" in ran.stdout
