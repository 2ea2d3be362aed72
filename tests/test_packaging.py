"""A checkout, an editable install and a wheel answer alike, and a wheel brings one import package."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

DOCUMENTS = ("rulesets/washington/gow-z-gow.yaml", "rulesets/california/napa-valley/pai-gow-tiles-schedule.yaml")


def _environment(folder: Path) -> Path:
    """A virtual environment that sees this one's dependencies, but not Pit Boss itself."""
    venv.create(folder, with_pip=False, symlinks=True)
    packages = folder / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    here = sysconfig.get_paths()["purelib"]
    (packages / "zz-dependencies.pth").write_text(f"{here}\n", "utf-8")
    return folder / "bin" / "python"


def _pip(python: Path, *arguments: str, cwd: Path) -> None:
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", *arguments]
    ran = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def _check(command: list[str], cwd: Path, python_path: str = "") -> tuple[int, bytes]:
    environment = {**os.environ, "PITBOSS_CACHE": "off", "PYTHONPATH": python_path}
    options = [*DOCUMENTS, "--format", "json", "--as-of", "2024-07-01"]
    ran = subprocess.run([*command, "check", *options], cwd=cwd, capture_output=True, check=False, env=environment)
    assert ran.stderr == b"", ran.stderr
    return ran.returncode, ran.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = Path(__file__).resolve().parents[1]
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(root)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return next(folder.glob("*.whl"))


def test_checkout_editable_install_and_wheel_answer_alike(root: Path, wheel: Path, tmp_path: Path) -> None:
    checkout = _check([sys.executable, str(root / "cli.py")], root)
    installed = _environment(tmp_path / "installed")
    _pip(installed, str(wheel), cwd=tmp_path)
    editable = _environment(tmp_path / "editable")
    _pip(editable, "--editable", str(root), cwd=tmp_path)
    assert _check([str(installed.parent / "pitboss")], root) == checkout
    assert _check([str(editable.parent / "pitboss")], root) == checkout
    assert checkout[0] in (0, 1)
    assert b"pitboss.findings/1" in checkout[1]


def test_a_wheel_brings_one_package_with_the_law_and_the_documents_inside(wheel: Path, tmp_path: Path) -> None:
    python = _environment(tmp_path / "v")
    packages = next((tmp_path / "v").glob("lib/*/site-packages"))
    before = set(os.listdir(packages))
    _pip(python, str(wheel), cwd=tmp_path)
    gained = {name for name in set(os.listdir(packages)) - before if not name.endswith(".dist-info")}
    assert gained == {"compliance"}
    assert (packages / "compliance/schemas/california/bank/bank-turn.yaml").is_file()
    assert (packages / "compliance/rulesets/washington/gow-z-gow.yaml").is_file()
    assert (packages / "compliance/reports/templates/findings.typ").is_file()
