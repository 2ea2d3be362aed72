"""What is remembered from one run to the next: the answers of exactly these bytes, and nothing tampered with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from compliance.commands import cache, running
from compliance.engine import check
from compliance.findings import About, Checked, Finding, Findings, LookedUp, Place, Said
from compliance.source import Span
from tests.catalogues import law
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


def test_a_run_is_remembered_as_it_was_found(root: Path, tmp_path: Path) -> None:
    """Every field of every finding: what cannot be read back would be worked out anew each time."""
    files = sorted((root / "rulesets").rglob("*.yaml"))
    found = check([(str(file), file.read_bytes()) for file in files], date(2026, 11, 16), law())
    kept = cache.Cache(str(tmp_path / "home"), "0" * 40)
    kept.remember(found)
    recalled = kept.recall()
    assert recalled is not None
    assert recalled.findings == found.findings
    assert vars(recalled.about) == vars(found.about)
    assert {**vars(recalled), "about": 0} == {**vars(found), "about": 0}


def sealed(path: Path, text: str) -> str:
    """What a file of the cache would hold if it was kept under this name."""
    return f"{sha256(f'{path.name}{chr(10)}{text}'.encode()).hexdigest()}\n{text}"


def kept(home: Path) -> tuple[Path, Path]:
    """The remembered law and the remembered run."""
    [law] = home.glob("law-*")
    [run] = set(home.iterdir()) - {law}
    return law, run


def forged(path: Path) -> str:
    """A law that asks nothing, or a run that found nothing, with the seal that belongs to it."""
    data = json.loads(path.read_text("utf-8").split("\n")[1])
    empty = [{} for _ in data] if isinstance(data, list) else {**data, "findings": [], "counts": {}}
    return sealed(path, json.dumps(empty))


@pytest.mark.parametrize("options", [(), ("--no-cache",)])
@pytest.mark.parametrize("kind", ["law-", ""])
def test_what_was_tampered_with_is_forgotten(
    pitboss: Pitboss, home: Path, path: Path, options: tuple[str, ...], kind: str
) -> None:
    wanted = pitboss("check", path, *DAY)
    assert wanted.code == 1
    law, run = kept(home)
    target = law if kind else run
    digest, text = target.read_text("utf-8").split("\n")
    assert sealed(target, text) == f"{digest}\n{text}"
    emptied = forged(target).split("\n")[1]
    for damaged in (emptied, f"{digest}\n{emptied}", text, f"{digest}\n{text[:-9]}", "[" * 100_000):
        if kind:
            run.unlink(missing_ok=True)
        target.write_text(damaged, "utf-8")
        assert pitboss("check", path, *DAY, *options) == wanted


@pytest.mark.parametrize("data", [[], {}, "[" * 100_000, {"findings": [[]], "documents": []}, {"findings": [[[[]]]]}])
def test_nonsense_with_the_right_hash_is_forgotten(pitboss: Pitboss, home: Path, path: Path, data: object) -> None:
    wanted = pitboss("check", path, *DAY)
    text = data if isinstance(data, str) else json.dumps(data)
    for file in home.iterdir():
        if not file.name.startswith("law-"):
            file.write_text(sealed(file, text), "utf-8")
    assert pitboss("check", path, *DAY) == wanted


# --- a cache that others had their hands on ---------------------------------------------------------------------------


def _linked(home: Path, target: Path) -> None:
    elsewhere = home.parent / "elsewhere"
    elsewhere.write_text(forged(target), "utf-8")
    elsewhere.chmod(0o600)
    target.unlink()
    target.symlink_to(elsewhere)


def _hard_linked(home: Path, target: Path) -> None:
    target.write_text(forged(target), "utf-8")
    os.link(target, home.parent / "elsewhere")


def _readable_by_others(home: Path, target: Path) -> None:
    target.write_text(forged(target), "utf-8")
    target.chmod(0o644)


def _of_another(home: Path, target: Path) -> None:
    target.write_text(forged(target), "utf-8")
    os.chown(target, 12345, 12345)


def _folder_of_another(home: Path, target: Path) -> None:
    target.write_text(forged(target), "utf-8")
    os.chown(home, 12345, 12345)


def _folder_open_to_others(home: Path, target: Path) -> None:
    target.write_text(forged(target), "utf-8")
    home.chmod(0o777)


def _folder_open_to_a_group(home: Path, target: Path) -> None:
    target.write_text(forged(target), "utf-8")
    home.chmod(0o770)


def _folder_linked(home: Path, target: Path) -> None:
    target.write_text(forged(target), "utf-8")
    home.rename(home.parent / "real")
    home.symlink_to(home.parent / "real")


def _truncated(home: Path, target: Path) -> None:
    target.write_bytes(target.read_bytes()[:200])


def _pipe(home: Path, target: Path) -> None:
    target.unlink()
    os.mkfifo(target, 0o600)


def _folder_in_its_place(home: Path, target: Path) -> None:
    target.unlink()
    target.mkdir()


def _endless(home: Path, target: Path) -> None:
    with target.open("r+b") as file:
        file.truncate(1 << 40)


HOSTILE = {
    function.__name__.lstrip("_"): function
    for function in (
        _linked,
        _hard_linked,
        _readable_by_others,
        _folder_open_to_others,
        _folder_open_to_a_group,
        _folder_linked,
        _truncated,
        _pipe,
        _folder_in_its_place,
        _endless,
        *((_of_another, _folder_of_another) if os.geteuid() == 0 else ()),  # only root can give files away
    )
}


@pytest.mark.parametrize("kind", ["law", "run"])
@pytest.mark.parametrize("way", HOSTILE)
def test_a_hostile_cache_changes_no_answer(pitboss: Pitboss, home: Path, path: Path, kind: str, way: str) -> None:
    wanted = pitboss("check", path, *DAY)
    law, run = kept(home)
    if kind == "law":
        run.unlink()
    HOSTILE[way](home, law if kind == "law" else run)
    for _ in range(2):
        assert pitboss("check", path, *DAY) == wanted


def test_entries_that_change_places_are_forgotten(
    pitboss: Pitboss, home: Path, path: Path, game_text: str, tmp_path: Path
) -> None:
    other = tmp_path / "good.yaml"
    other.write_text(game_text, "utf-8")
    wanted = [pitboss("check", each, *DAY) for each in (path, other)]
    one, two = (file for file in home.iterdir() if not file.name.startswith("law-"))
    texts = one.read_bytes(), two.read_bytes()
    one.write_bytes(texts[1])
    two.write_bytes(texts[0])
    assert [pitboss("check", each, *DAY) for each in (path, other)] == wanted


def test_the_borders_of_catalogues_count(pitboss: Pitboss, home: Path, path: Path, tmp_path: Path) -> None:
    """The same bytes, cut in another place, are another catalogue: here, one that cannot be read."""
    first, second = tmp_path / "1.yaml", tmp_path / "2.yaml"
    first.write_text("requirements: []\n", "utf-8")
    second.write_text("requirements: []\n# the end\n", "utf-8")
    more = ("--catalogue", first, "--catalogue", second, "--format", "sarif")
    assert pitboss("check", path, *DAY, *more).code == 1
    first.write_text("requirements: []\nrequirements: []\n", "utf-8")
    second.write_text("# the end\n", "utf-8")
    ran = pitboss("check", path, *DAY, *more)
    assert (ran.code, "the catalogue cannot be used" in ran.err) == (2, True)


def test_nothing_of_it_is_used_without_a_cache(
    pitboss: Pitboss, home: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = pitboss("check", path, *DAY)
    before = {file: file.stat().st_mtime_ns for file in home.iterdir()}

    def opened(*_: object) -> None:
        raise AssertionError("the cache is looked at")

    monkeypatch.setattr(cache, "_open_folder", opened)
    for format in ("terminal", "sarif"):
        ran = pitboss("check", path, *DAY, "--no-cache", "--format", format)
        assert ran.code == wanted.code
    assert {file: file.stat().st_mtime_ns for file in home.iterdir()} == before


# --- what it keeps ----------------------------------------------------------------------------------------------------


def test_what_is_kept_is_private(pitboss: Pitboss, home: Path, path: Path) -> None:
    before = os.umask(0)
    try:
        pitboss("check", path, *DAY)
    finally:
        os.umask(before)
    assert home.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in home.iterdir()} == {0o600}


def test_a_folder_of_an_older_version_is_made_private(pitboss: Pitboss, home: Path, path: Path) -> None:
    home.mkdir(parents=True, mode=0o755)
    home.chmod(0o755)
    pitboss("check", path, *DAY)
    assert (home.stat().st_mode & 0o777, len(list(home.iterdir()))) == (0o700, 2)


def test_it_is_bounded_in_bytes_and_leftovers_are_swept(
    pitboss: Pitboss, home: Path, path: Path, game_text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pitboss("check", path, *DAY)
    law, run = kept(home)
    old = home / ".left-over.part"
    old.write_text("half", "utf-8")
    os.utime(old, (0, 0))
    os.utime(run, (1, 1))
    room = law.stat().st_size + run.stat().st_size + 100
    monkeypatch.setattr(cache, "_MOST_KEPT", room)
    path.write_text(game_text, "utf-8")
    pitboss("check", path, *DAY)
    assert not old.exists()
    assert not run.exists()
    assert sum(file.stat().st_size for file in home.iterdir()) <= room
    monkeypatch.setattr(cache, "_MOST_ENTRY", 10)
    path.write_text(game_text + "# more\n", "utf-8")
    before = set(home.iterdir())
    pitboss("check", path, *DAY)
    assert set(home.iterdir()) == before


# --- what is remembered is what was found -----------------------------------------------------------------------------


def test_every_field_of_a_finding_comes_back_as_it_was(tmp_path: Path) -> None:
    place = Place("a.yaml", Span(1, 2, 3, 4), "options / 1", "here", (("source.txt", "7-8"),))
    words = {name: name for name in Said._fields[:13]}
    more = {"silent": True, "stands_for": 51, "paste": ("a: b", "c: d"), "waits": True}
    said = Said._make(
        {**words, "decision": "", "shared": "id x", "key": "a / b", **more}[name] for name in Said._fields
    )
    found = Finding(said, (place, place))
    about = About({"computed": 2}, {"california": LookedUp("2024-01-01", "2024-02-01")}, {"x": "1984-01-01"})
    run = Findings(date(2024, 7, 1), "abc", [Checked("a.yaml", "f00")], [found], {"fail": 51}, 1, about)
    run.about.alone, run.about.left_to_people, run.unkept = {"a.yaml": 3}, {"california": 24}, {"a.yaml": {"law x": 1}}
    run.about.enjoined_later = {"california": 13}
    memory = cache.Cache(str(tmp_path / "home"), "key")
    memory.remember(run)
    back = memory.recall()
    assert back is not None
    assert back.findings == [found]
    assert vars(back.about) == vars(run.about)
    assert {**vars(back), "about": None} == {**vars(run), "about": None}


def test_the_remembered_law_knows_the_modules_of_checks(tmp_path: Path) -> None:
    """So that a check is loaded without the others of its folder, in a run that finds the law as it was kept."""
    home = str(tmp_path / "home")
    cache.recall_law([], home)
    code = (
        "import sys; from compliance.checks import CHECKS; from compliance.commands.cache import recall_law; "
        f"recall_law([], {home!r}); assert CHECKS.find('envy-hands', 'game') is not None; "
        "assert 'compliance.checks.game.tournaments' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
