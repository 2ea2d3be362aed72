"""How long the workbench takes, in multiples of the command on the same document, and how large the site is.

    python -m benchmarks.workbench RUNTIME

Everything is measured in one run on one machine, so that the multiples mean something where seconds do not: from the
page to its first verdict on a first visit, on a second one and without a network; from a keystroke to the verdict on
the longest document of the library; the same before `pitboss serve`. Then each document of the library is asked for its
JSON in the browser and on the command line, alone and as a set: the bytes must be the same.
"""

from __future__ import annotations

import gzip
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from compliance.workbench.folder import Folder
from compliance.workbench.server import Workbench, WorkbenchServer
from compliance.workbench.site import site_files
from compliance.workbench.worker import Worker, WorkerSettings
from tests.reports.browser import Browser, Tab, find

_ROOT: Final = Path(__file__).parents[1]
_LIBRARY: Final = _ROOT / "rulesets"
_PITBOSS: Final = (sys.executable, str(_ROOT / "cli.py"))
_DAY: Final = "2026-11-16"
_KEYSTROKES: Final = 9
_PATIENCE: Final = 180


_REPORT: Final = """async (given, day) => {
  for (const {name} of await pitboss.call('files')) await pitboss.call('drop', {name});
  for (const [name, text] of Object.entries(given)) await pitboss.call('put', {name, text});
  return (await pitboss.call('report', {format: 'json', day})).base64;
}"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged."""


@contextmanager
def _running(server: ThreadingHTTPServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _command(document: Path) -> float:
    """The command on one document: the middle of five runs."""
    times = []
    for _ in range(6):
        began = time.perf_counter()
        command = [*_PITBOSS, "check", str(document), "--as-of", _DAY]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        times.append(time.perf_counter() - began)
    return statistics.median(times[1:])


def _visit(browser: Browser, address: str, document: Path | None) -> tuple[Tab, float]:
    """A new page, and the time from asking for it to the first verdict."""
    tab = browser.tab()
    began = time.perf_counter()
    tab.open(address)
    tab.wait("document.documentElement.dataset.ready", _PATIENCE)
    if document is not None:
        tab.give("#picker", [document])
    tab.wait("performance.getEntriesByName('verdict').length", _PATIENCE)
    return tab, time.perf_counter() - began


def _keystroke(tab: Tab) -> float:
    """From a key to the verdict on the screen, with the pause in which a person may go on typing."""
    times: list[float] = []
    tab.run("document.querySelector('#editor').shadowRoot.querySelector('.cm-content').focus()")
    for _ in range(_KEYSTROKES):
        before = tab.run("performance.getEntriesByName('verdict').length")
        tab.write("#")
        tab.wait(f"performance.getEntriesByName('verdict').length > {before}", _PATIENCE)
        times.append(tab.run("(n => n('verdict') - n('typed'))(n => performance.getEntriesByName(n).at(-1).startTime)"))
        time.sleep(1.5)  # what is offered is proved meanwhile
    return statistics.median(times[1:]) / 1000


def _same_bytes(tab: Tab) -> tuple[int, int]:
    """How many reports the browser and the command gave, and how many of them were not the same bytes."""
    names = sorted(str(path.relative_to(_LIBRARY)) for path in _LIBRARY.rglob("*.yaml"))
    sets = [[name] for name in names] + [names]
    other = 0
    for chosen in sets:
        given = {name: (_LIBRARY / name).read_text("utf-8") for name in chosen}
        made = tab.run(f"({_REPORT})({json.dumps(given)}, {json.dumps(_DAY)})")
        command = [*_PITBOSS, "check", *chosen, "--format", "json", "--as-of", _DAY]
        ran = subprocess.run(command, cwd=_LIBRARY, capture_output=True, check=False)
        other += b64decode(made) != ran.stdout
    return len(sets), other


def _tell(words: str, seconds: float, command: float) -> None:
    print(f"{words:<58}{seconds:8.2f} s {seconds / command:7.1f} x the command", flush=True)


def _on_the_site(browser: Browser, folder: Path, document: Path, command: float) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    address = f"http://127.0.0.1:{server.server_port}/"
    with _running(server):
        tab, seconds = _visit(browser, address, document)
        _tell("site, first visit: page to first verdict", seconds, command)
        _tell("site: keystroke to verdict", _keystroke(tab), command)
        reports, other = _same_bytes(tab)
        print(f"{reports} reports as JSON in the browser and by the command; {other} of them differ", flush=True)
        time.sleep(10)  # the site is kept meanwhile
        tab.close()
        tab, seconds = _visit(browser, address, document)
        _tell("site, second visit: page to first verdict", seconds, command)
        tab.close()
    tab, seconds = _visit(browser, address, document)
    _tell("site, no network: page to first verdict", seconds, command)
    tab.close()


def _before_serve(browser: Browser, document: Path, command: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(document, folder)
        desk = Workbench(
            Folder(folder), Worker(WorkerSettings("compliance.commands.workbench_process", "decisions.yaml"))
        )
        server = WorkbenchServer(desk)
        with _running(server):
            for visit in ("first", "second"):
                tab, seconds = _visit(browser, server.address, None)
                _tell(f"serve, {visit} visit: page to first verdict", seconds, command)
            _tell("serve: keystroke to verdict", _keystroke(tab), command)
            tab.close()
        desk.close()


def main(runtime: Path) -> None:
    program = find()
    assert program is not None, "no Chromium was found"
    document = max(_LIBRARY.rglob("*.yaml"), key=lambda path: len(path.read_text("utf-8").splitlines()))
    command = _command(document)
    print(f"{document.name}, {len(document.read_text('utf-8').splitlines())} lines; pitboss check: {command:.2f} s")
    made = site_files(runtime)
    packed = sum(len(gzip.compress(data, mtime=0)) for data in made.values())
    printing = len(made["python/typst.zip"])
    size = sum(map(len, made.values()))
    print(f"the site: {len(made)} files, {size / 1e6:.1f} MB, {packed / 1e6:.1f} MB as hosts pack them;")
    print(f"  {printing / 1e6:.1f} MB of it only for PDFs, fetched when the first verdict is shown")
    with tempfile.TemporaryDirectory() as work:
        for name, data in made.items():
            path = Path(work, "site", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        browser = Browser(program, Path(work, "profile"))
        try:
            _on_the_site(browser, Path(work, "site"), document, command)
            _before_serve(browser, document, command)
        finally:
            browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
