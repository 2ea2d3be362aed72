"""A checkout, an editable install and a wheel answer alike, and a wheel brings one import package."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tomllib
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = "rulesets/california/napa-valley"
DOCUMENTS = (f"{LIBRARY}/double-hand-poker.yaml", f"{LIBRARY}/pai-gow-tiles-schedule.yaml")


def _environment(folder: Path) -> Path:
    """A virtual environment that sees this one's dependencies, but not Pit Boss itself."""
    venv.create(folder, with_pip=False, symlinks=True)
    packages = folder / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    here = sysconfig.get_paths()["purelib"]
    (packages / "zz-dependencies.pth").write_text(f"{here}\n", "utf-8")
    return folder / "bin" / "python"


def _pip(python: Path, *arguments: str | Path) -> None:
    command = [sys.executable, "-m", "pip", "--python", python, *arguments]
    ran = subprocess.run(list(map(str, command)), cwd=python.parent, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def _check(command: list[str], cwd: Path, python_path: str = "") -> tuple[int, bytes]:
    environment = {**os.environ, "PYTHONPATH": python_path}
    options = [*DOCUMENTS, "--format", "json", "--as-of", "2024-07-01"]
    ran = subprocess.run([*command, "check", *options], cwd=cwd, capture_output=True, check=False, env=environment)
    assert ran.stderr == b"", ran.stderr
    return ran.returncode, ran.stdout


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment in which Pit Boss is built, with the builder that is installed for the tests: each build would
    fetch one of its own."""
    return _environment(tmp_path_factory.mktemp("builder"))


def test_the_tests_build_with_what_a_build_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert set(project["build-system"]["requires"]) <= {
        *project["project"]["dependencies"],
        *project["project"]["optional-dependencies"]["dev"],
    }


@pytest.fixture(scope="module")
def installed(builder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    _pip(builder, "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT)
    python = _environment(tmp_path_factory.mktemp("installed"))
    _pip(python, "install", "--quiet", "--no-deps", "--no-compile", next(folder.glob("*.whl")))
    return python


def test_checkout_editable_install_and_wheel_answer_alike(builder: Path, installed: Path) -> None:
    checkout = _check([sys.executable, str(ROOT / "cli.py")], ROOT)
    _pip(builder, "install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", ROOT)
    assert _check([str(installed.parent / "pitboss")], ROOT) == checkout
    assert _check([str(builder.parent / "pitboss")], ROOT) == checkout
    assert checkout[0] in (0, 1)
    assert b"pitboss.findings/2" in checkout[1]


def test_a_wheel_brings_one_package_with_the_law_and_the_documents_inside(installed: Path) -> None:
    packages = next(installed.parents[1].glob("lib/*/site-packages"))
    assert {name for name in os.listdir(packages) if not name.endswith((".dist-info", ".pth"))} == {"compliance"}
    assert (packages / "compliance/compiled-law.json").is_file()
    assert (packages / "compliance/schemas/california/bank/bank-turn.yaml").is_file()
    assert (packages / "compliance/documents/meanings.tsv").is_file()
    assert (packages / "compliance/documents/suggestions.tsv").is_file()
    assert (packages / "compliance/rulesets/washington/gow-z-gow.yaml").is_file()
    assert (packages / "compliance/reports/templates/findings.typ").is_file()
