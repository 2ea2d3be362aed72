"""Streams that are closed, full or gone, pipes as files, and where reports go: plain words and the right exit code."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from compliance import disk
from compliance.reports import FORMATS
from tests.conftest import Ran

Pitboss = Callable[..., Ran]
SCHEDULE = "rulesets/california/napa-valley/pai-gow-tiles-schedule.yaml"
GAME = "rulesets/california/napa-valley/double-hand-poker.yaml"
OTHER = "rulesets/california/napa-valley/poker-schedule.yaml"


def shell(root: Path, line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A line of bash in which `pitboss` is the command."""
    command = f'set -o pipefail; pitboss() {{ "{sys.executable}" cli.py "$@"; }}; {line}'
    given = {**os.environ, "PYTHONPATH": str(root), **environment}
    ran = subprocess.run(
        ["bash", "-c", command], capture_output=True, check=False, cwd=root, env=given, encoding="utf-8"
    )
    assert "Traceback" not in ran.stderr
    assert "report it" not in ran.stderr
    assert "Exception ignored" not in ran.stderr
    return ran


@pytest.mark.parametrize("options", ["", "--jobs 1"])
def test_a_reader_that_goes_away_does_not_change_the_exit_code(root: Path, options: str) -> None:
    # More than a pipe holds, so that the reader is gone before all is written.
    ran = shell(root, f"pitboss check {SCHEDULE} {GAME} {OTHER} --all --full {options} | head -n 1")
    assert (ran.returncode, ran.stderr, ran.stdout.count("\n")) == (1, "", 1)


@pytest.mark.parametrize(
    "command", ["--version", "explain california.bank-turn", "requirements", "schema game", "--help"]
)
def test_nobody_to_read_is_no_failure(root: Path, command: str) -> None:
    read, write = os.pipe()
    os.close(read)
    line = [sys.executable, "cli.py", *command.split()]
    ran = subprocess.run(line, stdout=write, stderr=subprocess.PIPE, check=False, cwd=root)
    os.close(write)
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize("command", ["--version", "explain california.bank-turn", f"check {SCHEDULE}", "--help"])
def test_a_full_disk_is_told(root: Path, command: str) -> None:
    ran = shell(root, f"pitboss {command} > /dev/full")
    assert (ran.returncode, ran.stderr) == (
        4,
        "pitboss: standard output cannot be written: No space left on device.\n",
    )


def test_closed_streams_are_told_where_anybody_listens(root: Path, tmp_path: Path) -> None:
    ran = shell(root, f"pitboss check {SCHEDULE} >&-")
    assert (ran.returncode, ran.stderr) == (4, "pitboss: standard output is closed; add --output FILE.\n")
    assert shell(root, f"pitboss check {SCHEDULE} --output {tmp_path}/x >&-").returncode == 1
    assert shell(root, f"pitboss check {SCHEDULE} 2>&-").returncode == 1
    ran = shell(root, "pitboss check no-such-file 2>&-")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert shell(root, "pitboss check no-such-file 2>/dev/full").returncode == 2
    ran = shell(root, "pitboss check - <&-")
    assert ran.returncode == 4
    assert "standard input is closed" in ran.stdout


@pytest.mark.parametrize("jobs", ["", "--jobs 2"])
def test_a_pipe_is_read_once(root: Path, tmp_path: Path, jobs: str) -> None:
    line = f"pitboss check <(cat {SCHEDULE}) {GAME} {jobs} --as-of 2024-07-01 --full --report json={tmp_path}/json"
    shown = shell(root, line).stdout
    data = json.loads((tmp_path / "json").read_text("utf-8"))
    assert {document["document"] for document in data["documents"]} == {"schedule", "game"}
    # The lines that are shown are out of the pipe, too.
    assert ' |   player-1: {payer: player, bands: {"$5-$1,000": $1, "$1,005+": $2}}\n' in shown


def test_a_card_and_a_catalog_come_out_of_pipes(root: Path) -> None:
    ran = shell(root, f"pitboss notice <(cat {SCHEDULE}) --option 1 --draft --format html")
    assert (ran.returncode, "DRAFT" in ran.stdout.upper()) == (0, True)
    ran = shell(root, f"pitboss check {SCHEDULE} --catalogue <(echo 'requirements: []') --format sarif")
    assert json.loads(ran.stdout)["version"] == "2.1.0"


# What people read in a terminal is written in the letters that it can show.
ELSEWHERE = [format for format in FORMATS if format not in ("terminal", "concise", "pdf")]


@cache
def print_in_ascii(root: Path) -> dict[str, str]:
    """What a process that may write no more than ASCII prints of a document, in one format after the other."""
    lines = [f"check {GAME} --as-of 2024-07-01 --format {format}" for format in ELSEWHERE]
    code = f"from compliance.main import run\nfor line in {lines}: run(line.split()); print(end='\\0')"
    given = {**os.environ, "PYTHONPATH": str(root), "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, cwd=root, env=given)
    assert ran.stderr == b""
    return dict(zip(ELSEWHERE, ran.stdout.decode("utf-8").split("\0")[:-1], strict=True))


@pytest.mark.parametrize("format", ELSEWHERE)
def test_all_but_the_terminal_is_utf_8_everywhere(
    pitboss: Pitboss, root: Path, format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = print_in_ascii(root)[format]
    monkeypatch.chdir(root)
    assert printed == pitboss("check", GAME, "--as-of", "2024-07-01", "--format", format).out
    assert "§" in printed or format == "concise", "it cites no law"
    if format in ("json", "sarif", "gitlab", "oscal"):
        json.loads(printed)


def test_lists_as_json_are_utf_8_everywhere(root: Path) -> None:
    ran = shell(root, "pitboss requirements --format json", PYTHONIOENCODING="ascii")
    assert json.loads(ran.stdout)["format"] == "pitboss.requirements/1"
    assert "§" in ran.stdout


# --- where reports go ---


def test_reports_go_into_streams(pitboss: Pitboss, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    wanted = pitboss("check", SCHEDULE, "--format", "json").out
    assert shell(root, f"pitboss check {SCHEDULE} --format json --output /dev/stdout | cat").stdout == wanted
    assert shell(root, f"pitboss check {SCHEDULE} --format json --output -").stdout == wanted
    target = tmp_path / "out.json"
    shell(root, f"echo before > {target}; pitboss check {SCHEDULE} --format json --output /dev/stdout >> {target}")
    assert target.read_text("utf-8") == "before\n" + wanted
    ran = shell(
        root, f"pitboss check {SCHEDULE} --output /dev/null --report json=>(cat > {target}; echo done); wait $!"
    )
    assert (ran.stdout, ran.stderr) == ("done\n", "")
    assert target.read_text("utf-8") == wanted


def test_two_reports_do_not_go_into_one_file(pitboss: Pitboss, root: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    more = ("--report", f"json={tmp_path}/x", "--report", f"junit={tmp_path}/link/x")
    ran = pitboss("check", root / SCHEDULE, *more)
    assert (ran.code, ran.err) == (2, f"pitboss: {tmp_path}/link/x: two reports cannot go into one file.\n")
    assert not (tmp_path / "x").exists()
    more = ("--report", "json=/dev/null", "--output", "/dev/null")
    assert pitboss("check", root / SCHEDULE, *more).code == 1


@pytest.mark.parametrize("command", ["check", "notice"])
def test_a_report_never_replaces_what_is_read(
    pitboss: Pitboss, tmp_path: Path, schedule_text: str, command: str
) -> None:
    path, link = tmp_path / "s.yaml", tmp_path / "link"
    path.write_text(schedule_text, "utf-8")
    link.symlink_to(path)
    ran = pitboss(command, path, "--output", link)
    assert (ran.code, ran.err) == (2, f"pitboss: {link}: this file is read; name another one for the report.\n")
    assert path.read_text("utf-8") == schedule_text


def test_one_report_that_cannot_be_written_is_not_anothers_failure(
    pitboss: Pitboss, root: Path, tmp_path: Path
) -> None:
    good, bad, last = tmp_path / "x.json", tmp_path / "missing" / "y.json", tmp_path / "z.html"
    reports = [f"json={good}", f"json={bad}", f"html={last}"]
    ran = pitboss("check", root / SCHEDULE, *(word for report in reports for word in ("--report", report)))
    assert (ran.code, good.exists(), last.exists()) == (4, True, True)
    assert ran.err == f"pitboss: {bad}: cannot be written: No such file or directory.\n"
    assert "\nNot ready to submit: " in ran.out


def test_one_report_that_cannot_be_made_is_not_anothers_failure(
    pitboss: Pitboss, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> object:
        yield "half"
        raise ValueError("no such glyph")

    monkeypatch.setattr("compliance.reports.markdown.render", broken)
    formats = ("json", "markdown", "html")
    reports = [word for format in formats for word in ("--report", f"{format}={tmp_path / format}")]
    ran = pitboss("check", root / SCHEDULE, *reports)
    assert ran.code == 4
    assert sorted(path.name for path in tmp_path.iterdir()) == ["html", "json"]
    told = f"the markdown report {tmp_path}/markdown could not be made (ValueError: no such glyph)."
    assert ran.err == f"pitboss: {told} Please report it with the files.\n"


def test_a_long_name_is_a_name(pitboss: Pitboss, root: Path, tmp_path: Path) -> None:
    target = tmp_path / ("x" * 250)
    pitboss("check", root / SCHEDULE, "--report", f"json={target}")
    assert json.loads(target.read_text("utf-8"))["format"] == "pitboss.findings/2"


def test_half_a_report_leaves_the_old_one(tmp_path: Path) -> None:
    def broken() -> object:
        yield "half"
        raise OSError(28, "No space left on device")

    target = tmp_path / "out.json"
    target.write_text("old", "utf-8")
    with pytest.raises(OSError, match="No space left"):
        disk.write_whole(str(target), broken())  # type: ignore[arg-type]
    assert target.read_text("utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]


@pytest.mark.parametrize("old", [None, "old"])
def test_a_report_that_is_killed_half_way_leaves_nothing(tmp_path: Path, old: str | None) -> None:
    target = tmp_path / "out.json"
    if old is not None:
        target.write_text(old, "utf-8")

    def killed() -> Iterator[str]:
        yield "half" * 100_000
        os.kill(os.getpid(), signal.SIGKILL)

    child = os.fork()
    if not child:
        disk.write_whole(str(target), killed())
    assert os.waitpid(child, 0)[1] == signal.SIGKILL
    assert [path.read_text("utf-8") for path in tmp_path.iterdir()] == ([] if old is None else [old])


def test_what_a_run_left_that_was_killed_between_two_names_is_swept_by_the_next(tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    target.write_text("old", "utf-8")
    child = os.fork()
    if not child:
        os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
        disk.write_whole(str(target), "new")
    assert os.waitpid(child, 0)[1] == signal.SIGKILL
    assert [path.read_text("utf-8") for path in sorted(tmp_path.iterdir())] == ["new", "old"]
    with (tmp_path / ".pitboss-1-held.part").open("w", encoding="utf-8") as held:
        held.write("of a run that is still at it")
        held.flush()
        fcntl.flock(held, fcntl.LOCK_EX)
        disk.write_whole(str(target), "newer")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".pitboss-1-held.part", "out.json"]
    assert target.read_text("utf-8") == "newer"


# --- what is complained of ---


@pytest.mark.parametrize("command", [["check"], ["check", "--jobs", "2"], ["explain"], ["chekc"]])
def test_a_complaint_is_text_whatever_it_is_about(pitboss: Pitboss, command: list[str]) -> None:
    ran = pitboss(*command, "no\n::stop-commands::x\n##[error]\x1b[31m\u202e")
    assert ran.code == 2
    assert not {"\x1b", "\u202e"} & set(ran.err)
    assert "##[" not in ran.err
    assert not any(line.lstrip().startswith("::") for line in ran.err.splitlines())
