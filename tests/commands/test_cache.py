"""What is remembered from one run to the next: the answers of exactly these bytes, and nothing tampered with."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from compliance.commands import running
from tests.conftest import Ran

Pitboss = Callable[..., Ran]
DAY = ("--as-of", "2024-07-01")


@pytest.fixture
def home(pitboss: Pitboss, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own."""
    monkeypatch.setenv("PITBOSS_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "pitboss"


@pytest.fixture
def path(tmp_path: Path, game_text: str) -> Path:
    made = tmp_path / "g.yaml"
    made.write_text(game_text.replace("2 hands", "3 hands"), "utf-8")
    return made


def test_answers_are_those_of_the_bytes_they_are_remembered_for(
    pitboss: Pitboss, home: Path, path: Path, game_text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = path.read_text("utf-8")
    wanted = pitboss("check", path, *DAY, "--no-cache")
    run = running.run

    def meanwhile(*arguments: Any) -> Any:
        path.write_text(game_text, "utf-8")
        return run(*arguments)

    monkeypatch.setattr(running, "run", meanwhile)
    assert pitboss("check", path, *DAY) == wanted
    monkeypatch.setattr(running, "run", run)
    path.write_text(bad, "utf-8")
    assert pitboss("check", path, *DAY) == wanted
    path.write_text(game_text, "utf-8")
    assert pitboss("check", path, *DAY) != wanted


@pytest.mark.parametrize("options", [(), ("--no-cache",)])
@pytest.mark.parametrize("kind", ["law-", ""])
def test_what_was_tampered_with_is_forgotten(
    pitboss: Pitboss, home: Path, path: Path, options: tuple[str, ...], kind: str
) -> None:
    wanted = pitboss("check", path, *DAY)
    assert wanted.code == 1
    [law] = home.glob("law-*")
    [run] = set(home.iterdir()) - {law}
    target = law if kind else run
    digest, text = target.read_text("utf-8").split("\n")
    assert digest == sha256(text.encode()).hexdigest()
    data = json.loads(text)
    emptied = json.dumps([{} for _ in data] if kind else {**data, "findings": [], "counts": {}})
    for damaged in (emptied, f"{digest}\n{emptied}", text, f"{digest}\n{text[:-9]}", "[" * 100_000):
        if kind:
            run.unlink(missing_ok=True)
        target.write_text(damaged, "utf-8")
        assert pitboss("check", path, *DAY, *options) == wanted


@pytest.mark.parametrize("data", [[], {}, "[" * 100_000, {"findings": [[]], "documents": []}, {"findings": [[[[]]]]}])
def test_nonsense_with_the_right_hash_is_forgotten(pitboss: Pitboss, home: Path, path: Path, data: object) -> None:
    wanted = pitboss("check", path, *DAY)
    text = data if isinstance(data, str) else json.dumps(data)
    for kept in home.iterdir():
        if not kept.name.startswith("law-"):
            kept.write_text(f"{sha256(text.encode()).hexdigest()}\n{text}", "utf-8")
    assert pitboss("check", path, *DAY) == wanted
