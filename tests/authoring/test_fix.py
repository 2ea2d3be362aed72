"""`pitboss fix`: old spellings into present ones, the meaning kept, and every byte outside an edit."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from compliance.authoring import fixer
from compliance.authoring.edits import SetValue
from compliance.authoring.fixer import FixRule, fix_document
from compliance.commands import files
from compliance.commands import fix as fix_module
from compliance.commands.fix import fix
from compliance.documents.loader import load_document
from compliance.source import Map

OLD = """\
# Rules of the harbor.
document: game
title: Harbor Nines
jurisdiction: Calif.   # the state
bets:
  # the base wager
  line: {type: base, payout: 1 to 1}
  "bonus": {type: "side bet", payout: {nine: 5 to 1}}
bank: house
tables:
  settlement:
    inputs: {nearer-nine: [player, bank]}
    rows:
      - {nearer-nine: player, result: player wins}   # first
"""

NEW = """\
# Rules of the harbor.
document: game
title: Harbor Nines
jurisdiction: california   # the state
wagers:
  # the base wager
  line: {kind: base, pays: 1 to 1}
  "bonus": {kind: bonus, pays: {nine: 5 to 1}}
bank: {by: house}
tables:
  settlement:
    given: {nearer-nine: [player, bank]}
    rules:
      - {nearer-nine: player, then: player wins}   # first
"""


def test_keys_and_values_are_put_into_their_present_spelling() -> None:
    fixed = fix_document(OLD.encode())
    assert fixed.data.decode() == NEW
    assert fixed.refused == ""
    assert load_document("x.yaml", fixed.data).problems == ()
    assert fix_document(fixed.data).data == fixed.data


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("last", ["", "\n"])
def test_line_breaks_byte_order_mark_and_a_missing_last_one_stay(line_break: str, mark: bytes, last: str) -> None:
    def encode_text(text: str) -> bytes:
        return mark + (text.rstrip("\n") + last).replace("\n", line_break).encode()

    assert fix_document(encode_text(OLD)).data == encode_text(NEW)


def test_several_kinds_of_line_breaks_are_left_to_a_person() -> None:
    mixed = OLD.replace("\n", "\r\n", 3).encode()
    fixed = fix_document(mixed)
    assert fixed.data == mixed
    assert "several kinds of line breaks" in fixed.refused


HEAD = "document: {}\ntitle: X\njurisdiction: {}\n"
GAME = HEAD.format("game", "california") + "bank: {by: house}\n"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (HEAD.format("game", "Calif.") + "bank: house\n", HEAD.format("game", "california") + "bank: {by: house}\n"),
        (
            GAME + "bets:\n  line: {type: side bet, payout: 1 to 1}\n",
            GAME + "wagers:\n  line: {kind: bonus, pays: 1 to 1}\n",
        ),
        (GAME + "wagers:\n  line: {optional: yes}\n", GAME + "wagers:\n  line: {required: no}\n"),
        (
            GAME + "tables:\n  t: {inputs: {a: [b]}, rows: [{a: b, result: c}]}\n",
            GAME + "tables:\n  t: {given: {a: [b]}, rules: [{a: b, then: c}]}\n",
        ),
        (
            # A state in capitals is read as it is.
            HEAD.format("game", "CALIFORNIA") + "bank: {by: Pot}\n",
            HEAD.format("game", "CALIFORNIA") + "bank: {by: pot}\n",
        ),
        (GAME + "deck: {packs: 6, joker: 1}\n", GAME + "deck: {decks: 6, jokers: 1}\n"),
        (
            HEAD.format("schedule", "WA") + "options:\n  - {number: 1, collections: [{who: player, amount: n/a}]}\n",
            HEAD.format("schedule", "washington")
            + "options:\n  - {option: 1, collections: [{payer: player, fee: waived}]}\n",
        ),
    ],
)
def test_spellings_that_can_only_be_meant_in_one_way(written: str, meant: str) -> None:
    assert fix_document(written.encode()).data.decode() == meant


@pytest.mark.parametrize(
    "text",
    [
        GAME + "wagers:\n  payout: {kind: base}\n",  # a name of the writer's own
        GAME + "tables:\n  t: {given: {result: [b]}, rules: [{result: b, then: c}]}\n",  # an input that is declared
        GAME + "wagers:\n  line: {type: base, kind: base}\n",  # both are there
        GAME + "glossary: {lines: rows of a page}\n",
        GAME + "wagers:\n  line: {max: $5, side: x}\n",  # may be meant in more than one way
        "requirement: x\nsource: {file: f, lines: 1}\n",  # no document
    ],
)
def test_what_may_be_meant_is_left_alone(text: str) -> None:
    assert fix_document(text.encode()).data.decode() == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (GAME + "wagers:\n  line: &a {type: side bet}\n  other: *a\n", "alias"),
        (GAME + "bank: ? by\n  : house\n", "no longer YAML"),
    ],
)
def test_what_cannot_be_edited_is_told_and_left(text: str, reason: str) -> None:
    fixed = fix_document(text.encode())
    assert fixed.data.decode() == text
    assert reason in fixed.refused


def test_a_text_that_is_not_what_was_foreseen_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    class Careless(SetValue):
        def foresee(self, tree: Any) -> None:
            pass

    def edits(tree: Map) -> list[SetValue]:
        return [Careless(("title",), "Y")] if tree["title"] == "X" else []

    monkeypatch.setattr(fixer, "_RULES", (FixRule("a careless rule", edits),))
    fixed = fix_document(GAME.encode())
    assert fixed == fixer.FixResult(GAME.encode(), refused="a careless rule would change more than it may")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "harbor.yaml"
    path.write_text(OLD)
    return path


def test_the_command_writes_and_the_second_time_does_not(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old.chmod(0o640)
    assert fix([str(old)], diff=False, check=False) == 0
    assert old.read_text() == NEW
    assert old.stat().st_mode & 0o777 == 0o640
    assert "1 file changed, 0 left." in capsys.readouterr().err
    assert fix([str(old)], diff=False, check=True) == 0


def test_diff_and_check_write_nothing(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fix([str(old)], diff=True, check=True) == 1
    assert old.read_text() == OLD
    shown = capsys.readouterr().out
    assert "-bets:\n" in shown
    assert "+wagers:\n" in shown
    assert fix([str(old)], diff=True, check=False) == 0


def test_a_file_that_cannot_be_read_does_not_stop_the_others(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (old.parent / "broken.yaml").write_text("a: [\n")
    assert fix([str(old.parent)], diff=False, check=False) == 4
    assert old.read_text() == NEW
    assert "broken.yaml: line" in capsys.readouterr().err


def test_what_somebody_else_wrote_meanwhile_stays(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = iter([OLD.encode(), OLD.encode() + b"# mine\n"])
    for module in (fix_module, files):
        monkeypatch.setattr(module, "read_bytes", lambda path: next(found))
    assert fix([str(old)], diff=False, check=False) == 4
    assert old.read_text() == OLD


KILLED = """\
import os, signal, sys
from compliance import disk
from compliance.commands import files, fix as fix_module
replace = os.replace
os.replace = lambda *names: os.kill(os.getpid(), signal.SIGKILL)
from compliance.commands.fix import fix
fix([sys.argv[1]])
"""


def test_killed_at_the_last_moment_the_old_file_is_whole(old: Path, root: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(root)}
    ran = subprocess.run([sys.executable, "-c", KILLED, str(old)], env=environment, capture_output=True)
    assert ran.returncode == -signal.SIGKILL
    assert old.read_text() == OLD
    assert fix([str(old.parent)], diff=False, check=False) == 0
    assert old.read_text() == NEW


def test_the_library_and_the_bases_are_in_the_present_spelling(root: Path) -> None:
    paths = [*root.glob("rulesets/**/*.yaml"), *root.glob("schemas/*/bases/*.yaml")]
    assert len(paths) > 40
    assert [path.name for path in paths if fix_document(path.read_bytes()).data != path.read_bytes()] == []
