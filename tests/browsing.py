"""What tests need that look at pages in a real browser: Chromium, axe-core, and Python for the browser.

Tests that need what is not there are not run, and the run says so at its end.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from compliance.workbench.runtime import NotTheRuntime, read_runtime
from tests.reports import browser

AXE: Final = "axe-core@4"
BROWSER_TESTS: Final = ("test_workbench.py", "test_html_browser.py")
NO_BROWSER: Final = "no Chromium was found (Debian: apt-get install chromium)"
AXE_SCRIPT: Final = pytest.StashKey[str]()
RUNTIME: Final = Path(os.environ.get("PITBOSS_RUNTIME") or Path(__file__).parents[1] / "build" / "runtime")
_not_run: list[str] = []


def pytest_configure() -> None:
    if browser.find() is None:
        _not_run.extend(f"{name}: {NO_BROWSER}" for name in BROWSER_TESTS)
    elif reason := _missing_runtime():
        _not_run.append(f"test_workbench.py, in a browser alone: {reason}")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    if collection_path.name not in BROWSER_TESTS:
        return None
    if browser.find() is None:
        return True
    _begin_to_fetch_axe()
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if _missing_runtime():
        _leave_out(config, items, [item for item in items if "site_folder" in getattr(item, "fixturenames", ())])
    wanting = [item for item in items if "axe" in getattr(item, "fixturenames", ())]
    if wanting and (reason := _fetch_axe(config)):
        _leave_out(config, items, wanting)
        _not_run.extend(f"{item.nodeid}: {reason}" for item in wanting)


def pytest_unconfigure() -> None:
    if _begin_to_fetch_axe.cache_info().currsize and (begun := _begin_to_fetch_axe()):
        bringing, folder = begun
        with bringing, folder:  # where no test wanted it, it is still on its way
            bringing.kill()


def _leave_out(config: pytest.Config, items: list[pytest.Item], some: list[pytest.Item]) -> None:
    items[:] = [item for item in items if item not in some]
    config.hook.pytest_deselected(items=some)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if _not_run:
        terminalreporter.section("not run")
        for line in _not_run:
            terminalreporter.write_line(f"NOT RUN {line}")


@cache
def _missing_runtime() -> str:
    """Why the workbench cannot be tried without a server."""
    try:
        list(read_runtime(RUNTIME))
    except NotTheRuntime:
        return f"{RUNTIME} has not what runs Python in a browser (.ci/runtime {RUNTIME} fetches it)"
    return ""


@cache
def _begin_to_fetch_axe() -> tuple[subprocess.Popen[str], tempfile.TemporaryDirectory[str]] | None:
    """Have npm bring the accessibility checker, which it keeps in its own cache, while tests are collected."""
    npm = shutil.which("npm")
    if npm is None or "PITBOSS_AXE" in os.environ:
        return None
    folder = tempfile.TemporaryDirectory()
    command = [npm, "pack", AXE, "--silent", "--pack-destination", folder.name]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, cwd=folder.name, text=True, stdout=quiet, stderr=subprocess.PIPE), folder


def _fetch_axe(config: pytest.Config) -> str:
    """Take the accessibility checker as npm brought it. Returns why it could not be had."""
    given = os.environ.get("PITBOSS_AXE")
    if given is not None:
        config.stash[AXE_SCRIPT] = Path(given).read_text("utf-8")
        return ""
    begun = _begin_to_fetch_axe()
    if begun is None:
        return "npm, which brings axe-core, was not found (or name axe.min.js in PITBOSS_AXE)"
    bringing, folder = begun
    with folder:
        _, complaints = bringing.communicate()
        packed = next(Path(folder.name).glob("*.tgz"), None)
        if packed is None:
            said = (complaints.strip().splitlines() or ["it said nothing"])[-1]
            return f"npm could not bring {AXE}: {said}"
        with tarfile.open(packed) as archive:
            script = archive.extractfile("package/axe.min.js")
            assert script is not None
            config.stash[AXE_SCRIPT] = script.read().decode()
    return ""


@pytest.fixture
def axe(request: pytest.FixtureRequest) -> str:
    """The source of axe-core."""
    return request.config.stash[AXE_SCRIPT]


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[browser.Browser]:
    program = browser.find()
    assert program is not None, NO_BROWSER
    started = browser.Browser(program, tmp_path_factory.mktemp("profile"))
    yield started
    started.close()


@pytest.fixture(scope="session")
def _shared_tab(chromium: browser.Browser) -> Iterator[browser.Tab]:
    opened = chromium.tab()
    yield opened
    opened.close()


@pytest.fixture
def tab(_shared_tab: browser.Tab) -> browser.Tab:
    """A tab as it is when it is new. Each opens its pages from nowhere, and a process for each test would be dear."""
    _shared_tab.scripts(True)
    _shared_tab.look()
    _shared_tab.size(1280, 900)
    return _shared_tab
