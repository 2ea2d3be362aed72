"""Files that vanish, change, hide or loop during a run: each is answered for itself, and the others as ever."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compliance import disk
from compliance.commands import files
from compliance.documents import loader
from compliance.engine import checking as engine
from compliance.engine import document_check
from compliance.source import Limits, read_source
from tests.conftest import Ran

Pitboss = Callable[..., Ran]
DAY = ("--as-of", "2024-07-01")


@pytest.fixture
def games(tmp_path: Path, game_text: str) -> Path:
    folder = tmp_path / "rules"
    folder.mkdir()
    for number in range(8):
        (folder / f"{number}.yaml").write_text(game_text.replace("harbor-nines", f"nines-{number % 4}"), "utf-8")
    return folder


def meanwhile(monkeypatch: pytest.MonkeyPatch, change: Callable[[], object]) -> None:
    """Something that happens when every document of a house was read, and before they are looked at together."""
    check_among_neighbors = document_check.check_among_neighbors

    def late(*arguments: Any) -> Any:
        change()
        return check_among_neighbors(*arguments)

    monkeypatch.setattr(engine, "check_among_neighbors", late)


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("keeps", [files.MOST_KEPT, 0])
@pytest.mark.parametrize("format", ["terminal", "html", "sarif", "pdf"])
def test_a_file_that_vanishes_does_not_end_the_run(
    pitboss: Pitboss, games: Path, monkeypatch: pytest.MonkeyPatch, jobs: str, keeps: int, format: str
) -> None:
    monkeypatch.setattr(files, "MOST_KEPT", keeps)
    target = games.parent / "report"
    meanwhile(monkeypatch, (games / "3.yaml").unlink)
    ran = pitboss("check", games, *DAY, "--jobs", jobs, "--report", f"{format}={target}", "--format", "json")
    data = ran.data
    assert (len(data["documents"]), ran.err) == (8, "")
    assert target.stat().st_size > 1000
    # It was read once, and needs no second look.
    assert not [row for row in data["findings"] if row["status"] == "error"]
    assert ran.code == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("keeps", [files.MOST_KEPT, 0])
def test_lines_digests_and_text_come_from_the_same_bytes(
    pitboss: Pitboss, games: Path, monkeypatch: pytest.MonkeyPatch, jobs: str, keeps: int
) -> None:
    wanted = pitboss("check", games, *DAY, "--format", "json", "--jobs", jobs).data
    monkeypatch.setattr(files, "MOST_KEPT", keeps)
    other = "# other words\n" * 9 + (games / "3.yaml").read_text("utf-8")
    meanwhile(monkeypatch, lambda: (games / "3.yaml").write_text(other, "utf-8"))
    ran = pitboss("check", games, *DAY, "--format", "json", "--jobs", jobs, "--report", f"html={games.parent / 'h'}")
    digests = [[(one["path"], one["sha256"]) for one in data["documents"]] for data in (ran.data, wanted)]
    assert digests[0] == digests[1]
    assert "other words" not in (games.parent / "h").read_text("utf-8")
    assert ran.data == wanted


def test_a_document_that_breaks_its_reader_is_answered_for_itself(
    pitboss: Pitboss, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    third = games / "3.yaml"
    third.write_text(third.read_text("utf-8") + "# the third\n", "utf-8")

    def breaking(data: bytes, limits: Limits) -> Any:
        if data.endswith(b"# the third\n"):
            raise RecursionError("too deep")
        return read_source(data, limits)

    monkeypatch.setattr(loader, "read_source", breaking)
    ran = pitboss("check", games, *DAY, "--format", "json")
    [broken] = [row for row in ran.data["findings"] if row["status"] == "error"]
    assert (ran.code, broken["requirement"]) == (4, "document.broken")
    assert broken["message"] == "Reading this document broke Pit Boss: RecursionError: too deep."
    assert len(ran.data["documents"]) == 8


def test_a_pipe_in_place_of_a_file_is_not_waited_for(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = games / "3.yaml"
    path.unlink()
    os.mkfifo(path)
    for module in (disk, files):
        monkeypatch.setattr(module, "is_fleeting", lambda _: False)  # it was a file a moment ago
    with pytest.raises(OSError, match="no longer a file"):
        files.Reader().read(str(path))


# --- what is looked for -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a.Yaml", "a.yAML", "a.YML", "a.Yml"])
def test_the_ending_of_a_name_may_be_written_in_any_way(
    pitboss: Pitboss, tmp_path: Path, game_text: str, name: str
) -> None:
    (tmp_path / name).write_text(game_text, "utf-8")
    ran = pitboss("check", tmp_path, "--format", "json")
    assert [document["path"] for document in ran.data["documents"]] == [str(tmp_path / name)]


def test_a_linked_folder_is_not_followed_and_that_is_told(pitboss: Pitboss, tmp_path: Path, game_text: str) -> None:
    outside, rules = tmp_path / "outside", tmp_path / "rules"
    outside.mkdir()
    rules.mkdir()
    for folder in (outside, rules):
        (folder / "a.yaml").write_text(game_text, "utf-8")
    (rules / "linked").symlink_to(outside)
    (rules / "around").symlink_to(rules)
    os.mkfifo(rules / "pipe.yaml")
    ran = pitboss("check", rules, "--format", "json")
    assert [document["path"] for document in ran.data["documents"]] == [str(rules / "a.yaml")]
    assert ran.err.splitlines() == [
        f"pitboss: {rules}/around: a link to a folder, which is not followed; name it to have it checked.",
        f"pitboss: {rules}/linked: a link to a folder, which is not followed; name it to have it checked.",
        f"pitboss: {rules}/pipe.yaml: no file but a pipe or a device, which is not read; name it to have it checked.",
    ]
    # Named, it is looked into; a loop of links has an end.
    ran = pitboss("check", rules / "linked", rules / "around", "--format", "json")
    assert len(ran.data["documents"]) == 2


def test_many_that_are_left_out_are_counted(pitboss: Pitboss, tmp_path: Path, game_text: str) -> None:
    (tmp_path / "a.yaml").write_text(game_text, "utf-8")
    for number in range(30):
        (tmp_path / f"l{number:02}").symlink_to(tmp_path)
    told = pitboss("check", tmp_path).err.splitlines()
    assert (len(told), told[-1]) == (11, "pitboss: 20 more links and devices are left out.")


def test_folders_may_be_nested_as_deep_as_names_can_be(pitboss: Pitboss, tmp_path: Path, game_text: str) -> None:
    made = (4000 - len(str(tmp_path))) // 2
    here = os.getcwd()
    try:
        os.chdir(tmp_path)
        for _ in range(made):
            os.mkdir("d")
            os.chdir("d")
        Path("a.yaml").write_text(game_text, "utf-8")
    finally:
        os.chdir(here)
    ran = pitboss("check", tmp_path, "--format", "json")
    assert len(ran.data["documents"]) == 1
    _remove_nested(tmp_path, made)


def _remove_nested(folder: Path, levels: int) -> None:
    """What clears up after the tests goes down by recursion, and could not."""
    here = os.getcwd()
    try:
        os.chdir(folder)
        for _ in range(levels):
            os.chdir("d")
        os.unlink("a.yaml")
        for _ in range(levels):
            os.chdir("..")
            os.rmdir("d")
    finally:
        os.chdir(here)
