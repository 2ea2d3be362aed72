"""No command writes over a file that it reads: by no name, link or stream."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from compliance.law.files import schemas_folder
from tests.conftest import Ran

TERMS = "document: terms\ntitle: Terms\njurisdiction: california\ncovers: {schedules: [made-up-rates]}\n"
READ = "this file is read; name another one for the report."
OURS = "this file belongs to Pit Boss; name another one for the report."

# Arguments in a folder that holds a.yaml (also as symbolic and hard link), with/terms.yaml and c.yaml.
NAMES = {
    "its own name": "check a.yaml --output a.yaml",
    "another spelling": "check a.yaml --output ./with/../a.yaml",
    "the whole path": "check a.yaml --output HERE/a.yaml",
    "a report of its name": "check a.yaml --report json=a.yaml",
    "a further report": "check a.yaml --report json=x --report html=a.yaml",
    "a symbolic link": "check a.yaml --output soft",
    "the target of a link": "check soft --output a.yaml",
    "a link to a link": "check a.yaml --output softer",
    "a hard link": "check a.yaml --output hard",
    "a hard link that is read": "check hard --report sarif=a.yaml",
    "a document of a folder": "check . --output with/terms.yaml",
    "a folder by a link": "check around/with --output with/terms.yaml",
    "a folder from another": "check .. --output ../a.yaml",
    "a catalog": "check a.yaml --catalogue c.yaml --output c.yaml",
    "a catalog by a link": "check a.yaml --catalogue c --output c.yaml",
    "a card": "notice a.yaml --option 1 --draft --output a.yaml",
    "a card beside a folder": "notice a.yaml --option 1 --draft --with with --output with/terms.yaml",
    "a card beside a folder, by a link": "notice a.yaml --option 1 --draft --with with --output terms",
    "a card beside a file": "notice a.yaml --option 1 --draft --with with/terms.yaml --output terms",
    "a card with a catalog": "notice a.yaml --option 1 --draft --catalogue c.yaml --output c.yaml",
}
# A further link that a way needs, with what it leads to; and where a way begins.
LINKS = {
    "a link to a link": ("softer", "soft"),
    "a folder by a link": ("around", "."),
    "a catalog by a link": ("c", "c.yaml"),
}
FROM = {"a folder from another": "with"}
# The same by streams: a line of bash.
STREAMS = {
    "standard input": "pitboss check - --output a.yaml < a.yaml",
    "standard input by a link": "pitboss check - --output soft < hard",
    "standard input by its device": "pitboss check /dev/stdin --output a.yaml < a.yaml",
    "an open file": "pitboss check /dev/fd/7 --output a.yaml 7< a.yaml",
    "an open file to write to": "pitboss check a.yaml --output /dev/fd/7 7>> a.yaml",
    "standard output": "pitboss check a.yaml >> a.yaml",
    "standard output by its device": "pitboss check a.yaml --output /dev/stdout >> a.yaml",
    "standard output that is standard input": "pitboss check - < a.yaml >> hard",
    "standard output, both ways": "pitboss check a.yaml --format json 1<> a.yaml",
    "standard output of a folder": "pitboss check . --format json >> with/terms.yaml",
    "standard error": "pitboss check a.yaml 2>> a.yaml",
    "standard error of a card": "pitboss notice a.yaml --with with --output x.pdf 2>> with/terms.yaml",
    "a catalog that is explained": "pitboss explain california.bank-turn --catalogue c.yaml >> c.yaml",
    "a catalog that is listed": "pitboss requirements --catalogue c.yaml >> c.yaml",
    "a card from standard input": "pitboss notice - --option 1 --draft --output a.yaml < a.yaml",
    "a card on standard output": "pitboss notice a.yaml --option 1 --draft --format html >> hard",
}


def state(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture
def folder(tmp_path: Path, schedule_text: str) -> Path:
    (tmp_path / "a.yaml").write_text(schedule_text, "utf-8")
    (tmp_path / "c.yaml").write_text("requirements: []\n", "utf-8")
    (tmp_path / "with").mkdir()
    (tmp_path / "with/terms.yaml").write_text(TERMS, "utf-8")
    (tmp_path / "soft").symlink_to("a.yaml")
    (tmp_path / "terms").symlink_to("with/terms.yaml")
    os.link(tmp_path / "a.yaml", tmp_path / "hard")
    return tmp_path


@pytest.mark.parametrize("way", NAMES)
def test_what_is_read_is_never_written(
    pitboss: Callable[..., Ran], folder: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way in LINKS:
        link, target = LINKS[way]
        (folder / link).symlink_to(target)
    before = state(folder)
    monkeypatch.chdir(folder / FROM.get(way, "."))
    ran = pitboss(*NAMES[way].replace("HERE", str(folder)).split())
    assert state(folder) == before
    assert ran.code == 2
    assert READ in ran.err


@pytest.mark.parametrize("way", STREAMS)
def test_what_is_read_is_never_written_by_a_stream(root: Path, folder: Path, way: str) -> None:
    before = state(folder)
    command = f'pitboss() {{ "{sys.executable}" "{root}/cli.py" "$@"; }}; {STREAMS[way]}'
    environment = {**os.environ, "PYTHONPATH": str(root)}
    ran = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, capture_output=True, check=False, encoding="utf-8"
    )
    assert state(folder) == before
    assert ran.returncode == 2
    told = ran.stdout if "standard error" in way else ran.stderr
    assert READ in told
    assert "Traceback" not in ran.stderr + ran.stdout


@pytest.mark.parametrize("link", [False, True])
def test_the_law_of_pit_boss_is_never_written(
    pitboss: Callable[..., Ran], tmp_path: Path, schedule_text: str, link: bool
) -> None:
    (tmp_path / "a.yaml").write_text(schedule_text, "utf-8")
    law = next(schemas_folder().glob("*/*.yaml"))
    before = law.read_bytes()
    target = law
    if link:
        target = tmp_path / "soft"
        target.symlink_to(law)
    ran = pitboss("check", tmp_path / "a.yaml", "--output", target)
    assert (ran.code, ran.err) == (2, f"pitboss: {target}: {OURS}\n")
    assert law.read_bytes() == before


def test_what_is_only_written_is_written(root: Path, tmp_path: Path, schedule_text: str) -> None:
    (tmp_path / "a.yaml").write_text(schedule_text, "utf-8")
    (tmp_path / "out").write_text("before\n", "utf-8")
    line = (
        f'pitboss() {{ "{sys.executable}" "{root}/cli.py" "$@"; }}; '
        "pitboss check a.yaml >> out 2>> err; pitboss check a.yaml --report json=b.yaml < out > /dev/null"
    )
    ran = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (1, b"")
    assert (tmp_path / "out").read_text("utf-8").startswith("before\n")
    assert (tmp_path / "b.yaml").exists()
