"""`pitboss site`: what it writes, what it refuses, and that it writes nothing by halves."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from compliance.workbench import runtime, site
from tests.conftest import Ran

Pitboss = Callable[..., Ran]


def _zip(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()


@pytest.fixture
def small_runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A runtime of a few bytes, with the names and the pins of the real one."""
    folder = tmp_path / "runtime"
    folder.mkdir()
    pins = []
    for pin in runtime.pins():
        path = folder / pin.file
        if pin.is_wheel:
            path.write_bytes(_zip({f"{pin.name}/code.py": b"x = 1\n", f"{pin.name}/fast.so": b"machine"}))
        else:
            with tarfile.open(path, "w:gz") as archive:
                for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"):
                    entry = tarfile.TarInfo(f"package/{name}")
                    entry.size = len(name)
                    archive.addfile(entry, io.BytesIO(name.encode()))
        pins.append(pin._replace(sha256=sha256(path.read_bytes()).hexdigest()))
    monkeypatch.setattr(runtime, "pins", lambda: pins)
    monkeypatch.setattr(site, "prepare_law", lambda: "{}")
    return folder


def _bytes(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_a_site_has_the_page_the_checker_and_python(pitboss: Pitboss, small_runtime: Path, tmp_path: Path) -> None:
    ran = pitboss("site", tmp_path / "out", "--runtime", small_runtime)
    assert (ran.code, ran.out) == (0, ""), ran.err
    made = _bytes(tmp_path / "out")
    assert b'data-back-end="worker"' in made["index.html"]
    app = zipfile.ZipFile(io.BytesIO(made["python/app.zip"])).namelist()
    assert {"compliance/engine/checking.py", "compliance/rulesets/washington/gow-z-gow.yaml", site.LAW} <= set(app)
    assert not [name for name in app if "__pycache__" in name or "/page/" in name]
    packages = zipfile.ZipFile(io.BytesIO(made["python/packages.zip"])).namelist()
    assert {"pydantic-core/fast.so", "PyYAML/code.py"} <= set(packages)
    assert not {"PyYAML/fast.so", "typst/code.py"} & set(packages)  # for another machine; only for printing


def test_the_service_worker_knows_every_other_file(pitboss: Pitboss, small_runtime: Path, tmp_path: Path) -> None:
    pitboss("site", tmp_path / "out", "--runtime", small_runtime)
    made = _bytes(tmp_path / "out")
    head, _, _ = made["service.js"].decode().removeprefix("const SITE = ").partition(";\n\n")
    assert sorted(json.loads(head)["files"]) == sorted(set(made) - {"service.js"})


def test_the_page_names_the_sums_of_all_that_it_runs(pitboss: Pitboss, small_runtime: Path, tmp_path: Path) -> None:
    pitboss("site", tmp_path / "out", "--runtime", small_runtime)
    made = _bytes(tmp_path / "out")

    def sum_of(name: str) -> bytes:
        return b64encode(sha256(made[name]).digest())

    page = made["index.html"]
    modules = [name for name in made if name.endswith(".js") and name not in ("worker.js", "service.js", "frame.js")]
    assert [name for name in modules if sum_of(name) not in page] == []
    assert sum_of("worker.js") in made["backend.js"]
    assert [name for name in made if name.startswith("python/") and sum_of(name) not in made["worker.js"]] == []
    assert b"worker-src 'self'" in page  # the service worker
    assert b"connect-src 'self'; base-uri 'none'" in made["checker.html"]


def test_the_same_input_gives_the_same_bytes(pitboss: Pitboss, small_runtime: Path, tmp_path: Path) -> None:
    pitboss("site", tmp_path / "one", "--runtime", small_runtime)
    pitboss("site", tmp_path / "two", "--runtime", small_runtime)
    pitboss("site", tmp_path / "two", "--runtime", small_runtime)
    assert _bytes(tmp_path / "one") == _bytes(tmp_path / "two")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "runtime", "two"]


def test_a_folder_with_other_files_is_left_alone(pitboss: Pitboss, small_runtime: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter.txt").write_text("dear", "utf-8")
    ran = pitboss("site", tmp_path / "mine", "--runtime", small_runtime)
    assert ran.code == 2
    assert "holds other files" in ran.err
    assert _bytes(tmp_path / "mine") == {"letter.txt": b"dear"}


def test_without_a_runtime_the_commands_that_fetch_it_are_told(pitboss: Pitboss, tmp_path: Path) -> None:
    ran = pitboss("site", tmp_path / "out")
    assert ran.code == 2
    assert "npm pack --pack-destination FOLDER pyodide@" in ran.err
    assert "pip download" in ran.err
    assert not (tmp_path / "out").exists()


def test_another_file_under_the_right_name_is_refused(pitboss: Pitboss, small_runtime: Path, tmp_path: Path) -> None:
    changed, gone = (pin.file for pin in runtime.pins()[:2])
    (small_runtime / changed).write_bytes(b"something else")
    (small_runtime / gone).unlink()
    ran = pitboss("site", tmp_path / "out", "--runtime", small_runtime)
    assert ran.code == 2
    assert f"not there: {gone}; not the files that are meant (their sha256 is another): {changed}" in ran.err
    assert not (tmp_path / "out").exists()
