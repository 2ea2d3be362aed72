"""A gate in a repository: what is known passes, what changed is told, a shallow checkout is told with its mend."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from compliance.law.cases import base_document
from tests.conftest import Ran

Pitboss = Callable[..., Ran]
DAY = ("--as-of", "2026-11-16")
WHO = ("--by", "A. Person", "--role", "counsel")
SIGN = ("--reason", "These were there when we began.", *WHO, "--until", "2027-12-31")


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.invalid", "-c", "protocol.file.allow=always"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a schedule that charges a percentage, its game, and a game of another room."""
    folder = tmp_path / "room"
    folder.mkdir()
    fees = base_document("california-schedule").replace("$101-$300: $2", "$101-$300: 1% of the wager", 1)
    (folder / "fees.yaml").write_text(fees)
    (folder / "nines.yaml").write_text(base_document("california-game"))
    (folder / "cedar.yaml").write_text(base_document("washington-game"))
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "as it is")
    monkeypatch.chdir(folder)
    return folder


def test_only_new_failures_fail(pitboss: Pitboss, room: Path) -> None:
    assert pitboss("check", ".", *DAY).code == 1
    assert pitboss("baseline", ".", *DAY, *SIGN).code == 0
    checked = ("check", ".", *DAY, "--baseline", "pitboss-baseline.yaml")
    assert pitboss(*checked).code == 0
    fees = room / "fees.yaml"
    fees.write_text("# moved\n" + fees.read_text().replace("$5-$500: $1", "$5-$500: 2% of the wager", 1))
    ran = pitboss(*checked)
    assert ran.code == 1
    fees.write_text(
        fees.read_text().replace("% of the wager", " dollar").replace("2 dollar", "$1").replace("1 dollar", "$2")
    )
    ran = pitboss(*checked)
    assert ran.code == 0
    assert "look fixed" in ran.err
    before = (room / "pitboss-baseline.yaml").read_text()
    assert pitboss("baseline", ".", *DAY, "--prune").code == 0
    after = (room / "pitboss-baseline.yaml").read_text()
    assert "california.no-percentage-fee" in before
    assert "california.no-percentage-fee" not in after


def test_a_baseline_that_cannot_be_read_lets_nothing_through(pitboss: Pitboss, room: Path) -> None:
    (room / "known.yaml").write_text("known: [{requirement: a}]\n")
    ran = pitboss("check", ".", *DAY, "--baseline", "known.yaml")
    assert ran.code == 2
    assert "entry 1 must say" in ran.err


def test_a_remark_answers_nothing_anew(pitboss: Pitboss, room: Path) -> None:
    nines = room / "nines.yaml"
    nines.write_text(nines.read_text() + "# edited\n")
    data = pitboss("check", ".", *DAY, "--changed", "HEAD", "--format", "json").data
    assert {Path(document["path"]).name for document in data["documents"]} == {"nines.yaml"}
    assert not [one for one in data["findings"] if one["status"] in ("fail", "review")]
    assert data["summary"]["pass"] == sum(one["status"] == "pass" for one in data["findings"])
    assert pitboss("check", "cedar.yaml", *DAY, "--changed", "HEAD", "--format", "json").data["documents"] == []


def test_a_shallow_checkout_is_told_with_what_mends_it(pitboss: Pitboss, room: Path, tmp_path: Path) -> None:
    git(room, "commit", "-qm", "more", "--allow-empty")
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{room}", "shallow")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path / "shallow")
        ran = pitboss("check", ".", *DAY, "--changed", "HEAD~1")
    assert ran.code == 2
    assert "git fetch --unshallow" in ran.err


def test_every_command_goes_by_the_settings(pitboss: Pitboss, room: Path) -> None:
    """A room has a catalog of its own, keeps decisions under a name of its own, and names paths and day once."""
    city = room / ".law" / "city.yaml"
    city.parent.mkdir()
    city.write_text((Path(__file__).parents[1] / "cases" / "city-ordinance.yaml").read_text())
    cedar = room / "cedar.yaml"
    cedar.write_text(cedar.read_text().replace("players: 7", "players: unclear", 1))
    git(room, "commit", "-qam", "how many may sit is open")
    settings = ['paths = ["."]', f'catalogues = ["{city}"]', 'as-of = "2026-11-16"', 'decisions = "said.yaml"']
    (room / "pitboss.toml").write_text("\n".join([*settings, 'baseline = "known.yaml"']) + "\n")
    assert pitboss("baseline", *SIGN).code == 0
    assert (room / "known.yaml").exists()
    listed = pitboss("decide", "--list").out.splitlines()
    points = [f"--point={line.split()[0]}" for line in listed if not line.startswith(" ")]
    decided = pitboss("decide", "--decide", "meets", *points, *SIGN)
    assert "said.yaml: " in decided.out
    ran = pitboss("check", "--format", "json")
    assert ran.code == 0
    assert ran.data["summary"]["answered"] > 0
    # What the document does not say cannot be decided.
    assert all(one["silent"] for one in ran.data["findings"] if one["status"] == "review")
    # Neither file is a document, and neither is a change.
    assert len(ran.data["documents"]) == 3
    assert pitboss("diff", "--git", "HEAD", "--exit-code").out == "No change of meaning.\n"
