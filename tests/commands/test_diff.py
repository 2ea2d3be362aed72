"""`pitboss diff`: files, folders and revisions of git; a side that cannot be read is never `no change`."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran

Pitboss = Callable[..., Ran]

SCHEDULE = """\
document: schedule
title: Fees of the Harbor Room
id: harbor-fees
jurisdiction: california
unit: $1
options:
  - option: 3
    table-limit: $5-$300
    collections:
      - {payer: player-dealer, by: total-table-action, bands: {$1-$100: $1, $101-$300: $2}}
"""


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.invalid"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "fees.yaml").write_text(SCHEDULE)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "as approved")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run_diff(pitboss: Pitboss, *arguments: str) -> tuple[int, str]:
    ran = pitboss("diff", "--as-of", "2026-11-16", *arguments)
    return ran.code, ran.out


def test_a_changed_fee_is_told_with_both_places(repository: Path, pitboss: Pitboss) -> None:
    (repository / "rules" / "fees.yaml").write_text("# dearer\n" + SCHEDULE.replace("$300: $2", "$300: $3"))
    code, out = run_diff(pitboss, "--git", "HEAD", "--exit-code", "rules")
    assert code == 1
    assert "Option 3, player-dealer, $101-$300: $2 -> $3" in out
    assert "was HEAD:rules/fees.yaml:10:" in out
    assert "now rules/fees.yaml:11:" in out
    assert "Needs a new approval, and a new notice" in out


def test_formatting_is_no_change(repository: Path, pitboss: Pitboss) -> None:
    (repository / "rules" / "fees.yaml").write_text("# a remark\n" + SCHEDULE.replace("unit: $1", "unit: '$1.00'"))
    assert run_diff(pitboss, "HEAD:rules/fees.yaml", "rules/fees.yaml", "--exit-code") == (0, "No change of meaning.\n")


def test_a_gap_that_came_with_a_change_is_told(repository: Path, pitboss: Pitboss) -> None:
    (repository / "new.yaml").write_text(SCHEDULE.replace("$101-$300", "$111-$300"))
    _, out = run_diff(pitboss, "rules/fees.yaml", "new.yaml", "--format", "json")
    found = json.loads(out)
    assert [change["class"] for change in found["documents"][0]["changes"]] == ["limit"]
    assert any(answer["requirement"] == "integrity.band-contiguity" for answer in found["gained"])


def test_a_side_that_cannot_be_read_is_not_the_same(repository: Path, pitboss: Pitboss) -> None:
    (repository / "rules" / "fees.yaml").write_text(SCHEDULE.replace("unit: $1", "unit: ["))
    code, out = run_diff(pitboss, "--git", "HEAD", "rules")
    assert code == 4
    assert "nothing is known of its changes" in out


def test_a_document_that_was_renamed_is_the_same_one(repository: Path, pitboss: Pitboss) -> None:
    (repository / "rules" / "fees.yaml").rename(repository / "rules" / "collection.yaml")
    assert run_diff(pitboss, "--git", "HEAD", "rules", "--exit-code") == (0, "No change of meaning.\n")


def test_a_driver_of_git(repository: Path, pitboss: Pitboss) -> None:
    new = repository / "new.yaml"
    new.write_text(SCHEDULE.replace("$300: $2", "$300: $3"))
    sides = ["rules/fees.yaml", "rules/fees.yaml", "0" * 7, "100644", str(new), "1" * 7, "100644"]
    assert "rules/fees.yaml: 1 change" in run_diff(pitboss, "--driver", *sides)[1]


def test_markup_of_a_document_stays_text_in_a_comment(repository: Path, pitboss: Pitboss) -> None:
    (repository / "new.yaml").write_text(SCHEDULE.replace("Harbor Room", "<b>@all</b> | [x](y)"))
    _, out = run_diff(pitboss, "rules/fees.yaml", "new.yaml", "--format", "markdown")
    assert "<b>" not in out
    assert "@all" not in out
    assert "\\| \\[x\\]" in out


@pytest.mark.parametrize("sides", [["gone.yaml", "rules"], ["HEAD~9:rules", "rules"], ["rules"], ["HEAD:no", "rules"]])
def test_what_cannot_be_compared_is_wrong_usage(repository: Path, pitboss: Pitboss, sides: list[str]) -> None:
    ran = pitboss("diff", *sides)
    assert ran.code == 2
    assert "pitboss: " in ran.err
