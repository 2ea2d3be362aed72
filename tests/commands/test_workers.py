"""Runs over several processes: one that dies is told, Ctrl-C ends the run at once, and results do not pile up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from compliance.commands import fence, running
from compliance.engine import Bench
from tests.conftest import Ran

Pitboss = Callable[..., Ran]

# Stands in for checking a document: says that it began, then takes for ever.
SLOW = """\
import os, time
from compliance.engine import Bench
from compliance.main import main

def slow(*_):
    os.write(1, b"begun\\n")  # in one piece, whatever another process writes
    time.sleep(600)

Bench.look = slow
main()
"""


@pytest.fixture
def many(tmp_path: Path, game_text: str) -> Path:
    for number in range(120):
        (tmp_path / f"{number:03}.yaml").write_text(game_text, "utf-8")
    return tmp_path


def test_a_process_that_dies_is_told(pitboss: Pitboss, many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bench, "look", lambda *_: os._exit(9))
    ran = pitboss("check", many, "--jobs", "2")
    message = "a process that was checking documents died, perhaps for want of memory; try --jobs 1."
    assert (ran.code, ran.out, ran.err) == (4, "", f"pitboss: {message}\n")


@pytest.mark.parametrize("options", [[], ["--jobs", "2"]])
def test_ctrl_c_ends_a_run_in_one_word(root: Path, many: Path, options: list[str]) -> None:
    command = [sys.executable, "-c", SLOW, "check", str(many), *options]
    environment = {**os.environ, "PITBOSS_CACHE": "off", "PYTHONPATH": str(root)}
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
        for outcomes in running._spread([range(number, number + 1) for number in range(50)], 2):
            under_way -= 1
            yield outcomes

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Counting)
    monkeypatch.setattr(running, "_worker", (str, range(50)))
    assert [outcome for outcomes in spread() for outcome in outcomes] == [str(number) for number in range(50)]
    assert most <= 2 * running._AHEAD


@pytest.mark.parametrize("documents", [1, 5, 299, 300, 1000])
@pytest.mark.parametrize("jobs", [2, 8])
def test_every_document_is_in_one_chunk_and_the_last_chunks_are_small(documents: int, jobs: int) -> None:
    chunks = running._chunks(documents, jobs)
    assert [number for chunk in chunks for number in chunk] == list(range(documents))
    assert all(len(one) >= len(other) for one, other in pairwise(chunks))
    assert len(chunks[-1]) <= running._LAST_CHUNK


def test_workers_die_with_their_parent(root: Path, many: Path) -> None:
    command = [sys.executable, "-c", SLOW, "check", str(many), "--jobs", "2"]
    environment = {**os.environ, "PITBOSS_CACHE": "off", "PYTHONPATH": str(root)}
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
        (tmp_path / f"{name}.yaml").write_text(game_text.replace("Harbor", name), "utf-8")
    look = Bench.look

    def endless(bench: Bench, loaded: Any, *rest: Any) -> Any:
        while "endless" in loaded.path:
            pass
        return look(bench, loaded, *rest)

    monkeypatch.setattr(Bench, "look", endless)
    monkeypatch.setattr(fence, "SECONDS", 0.05)
    ran = pitboss("check", tmp_path, "--jobs", jobs, "--format", "json")
    told = [row["places"][0]["path"] for row in ran.data["findings"] if row["requirement"] == "document.too-slow"]
    assert (ran.code, told) == (4, [str(tmp_path / "endless.yaml")])
    assert {document["title"] for document in ran.data["documents"]} == {"", "other Nines"}
