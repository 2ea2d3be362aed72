"""Runs over several processes: one that dies is told, Ctrl-C ends the run at once, and results do not pile up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from compliance.commands import fence, runs
from compliance.engine import checking, document_check
from compliance.engine.rule_set import RuleSet
from tests.conftest import Ran

Pitboss = Callable[..., Ran]

# Stands in for checking a document: says that it began, then takes for ever.
SLOW = """\
import os, time
from compliance.engine import checking
from compliance.main import main

def slow(*_):
    os.write(1, b"begun\\n")  # in one piece, whatever another process writes
    time.sleep(600)

checking.check_document = slow
main()
"""


@pytest.fixture
def games(tmp_path: Path, game_text: str) -> Path:
    for number in range(120):
        (tmp_path / f"{number:03}.yaml").write_text(f"{game_text}establishment: House {number}\n", "utf-8")
    return tmp_path


def test_a_process_that_dies_is_told(pitboss: Pitboss, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "check_document", lambda *_: os._exit(9))
    ran = pitboss("check", games, "--jobs", "2")
    message = "a process that was checking documents died, perhaps for want of memory; try --jobs 1."
    assert (ran.code, ran.out, ran.err) == (4, "", f"pitboss: {message}\n")


@pytest.mark.parametrize("options", [[], ["--jobs", "2"]])
def test_ctrl_c_ends_a_run_in_one_word(root: Path, games: Path, options: list[str]) -> None:
    command = [sys.executable, "-c", SLOW, "check", str(games), *options]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    run = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, start_new_session=True
    )
    assert run.stdout is not None
    assert run.stdout.readline() == b"begun\n"
    os.killpg(run.pid, signal.SIGINT)
    _, err = run.communicate()
    assert (run.returncode, err) == (130, b"pitboss: stopped.\n")


def test_few_chunks_are_under_way_and_all_come_back_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    under_way, most = 0, 0

    class Counting(ProcessPoolExecutor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            nonlocal under_way, most
            under_way += 1
            most = max(most, under_way)
            return super().submit(fn, *args, **kwargs)

    def spread() -> Iterator[Sequence[object]]:
        nonlocal under_way
        for outcomes in runs._spread([range(number, number + 1) for number in range(50)], 2):
            under_way -= 1
            yield outcomes

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Counting)
    monkeypatch.setattr(runs, "_worker", (str, range(50)))
    assert [outcome for outcomes in spread() for outcome in outcomes] == [str(number) for number in range(50)]
    assert most <= 2 * runs._AHEAD


@pytest.mark.parametrize("sizes", [[1], [1] * 299, [50] * 20, [3, 400, 1, 1]])
def test_every_house_is_in_one_chunk(sizes: list[int]) -> None:
    houses = [[("", b"")] * size for size in sizes]
    chunks = runs._chunks(houses)
    assert [number for chunk in chunks for number in chunk] == list(range(len(houses)))
    # No chunk but the last could be parted and still be worth handing over.
    assert all(sum(sizes[number] for number in chunk[:-1]) < runs._CHUNK for chunk in chunks)
    assert all(sum(sizes[number] for number in chunk) >= runs._CHUNK for chunk in chunks[:-1])


def test_workers_die_with_their_parent(root: Path, games: Path) -> None:
    command = [sys.executable, "-c", SLOW, "check", str(games), "--jobs", "2"]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
    assert run.stdout is not None
    assert [run.stdout.readline(), run.stdout.readline()] == [b"begun\n", b"begun\n"]
    run.kill()
    # The pipe has an end when nobody holds it any more: a worker that lived would be waited for.
    assert run.stdout.read() == b""
    run.stdout.close()
    assert run.wait() == -signal.SIGKILL


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_document_without_end_is_ended_alone(
    pitboss: Pitboss, tmp_path: Path, game_text: str, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    for name in ("endless", "other"):
        text = f"{game_text}establishment: House {name}\n"
        (tmp_path / f"{name}.yaml").write_text(text.replace("Harbor", name), "utf-8")
    check_document = document_check.check_document

    def endless(rules: RuleSet, loaded: Any, *rest: Any) -> Any:
        while "endless" in loaded.path:
            pass
        return check_document(rules, loaded, *rest)

    monkeypatch.setattr(checking, "check_document", endless)
    monkeypatch.setattr(fence, "SECONDS", 0.05)
    ran = pitboss("check", tmp_path, "--jobs", jobs, "--format", "json")
    told = [row["places"][0]["path"] for row in ran.data["findings"] if row["requirement"] == "document.too-slow"]
    assert (ran.code, told) == (4, [str(tmp_path / "endless.yaml")])
    assert {document["title"] for document in ran.data["documents"]} == {"", "other Nines"}
