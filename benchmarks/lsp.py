"""How fast the language server is, in one run: `python benchmarks/lsp.py`. A measurement, not a test: read the ratios.

A server is started as an editor starts it, on the folder of the library. Each row is a document: from opening it to its
findings, from a keystroke to its findings, hover and completion; beside them `pitboss check` of the same text, with the
law parsed already and no answer remembered.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from compliance.editor.lsp.wire import frame_message, read_messages  # noqa: E402 (the checkout's own package)

PITBOSS = (sys.executable, str(ROOT / "cli.py"))
LIBRARY = ROOT / "rulesets"
DOCUMENTS = (
    "california/napa-valley/california-games-schedule.yaml",
    "california/napa-valley/21st-century-blackjack-8.yaml",
    "washington/pai-gow-pow.yaml",
)
DAY = "2026-11-16"


class Editor:
    """An editor that waits for answers."""

    def __init__(self, folder: Path) -> None:
        command = [*PITBOSS, "lsp", "--as-of", DAY]
        self._process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdin is not None
        self._in = self._process.stdin
        self._out: Iterator[Any] = read_messages(cast(BinaryIO, self._process.stdout))
        self._number = 0
        self.ask("initialize", {"rootUri": folder.as_uri(), "capabilities": {}})
        self.tell("initialized", {})

    def tell(self, method: str, params: Any) -> None:
        self._in.write(frame_message({"method": method, "params": params}))
        self._in.flush()

    def ask(self, method: str, params: Any) -> Any:
        self._number += 1
        self._in.write(frame_message({"id": self._number, "method": method, "params": params}))
        self._in.flush()
        return next(one for one in self._out if one.get("id") == self._number)

    def findings(self, uri: str, version: int) -> Any:
        """Wait for the findings of a version."""
        for one in self._out:
            params = one.get("params") or {}
            if params.get("uri") == uri and params.get("version") == version:
                return params
        raise RuntimeError("the server went away")

    def end(self) -> None:
        self.ask("shutdown", None)
        self.tell("exit", None)
        self._process.wait(30)


def checked(file: Path, folder: Path, times: int = 5) -> float:
    """The median time of `pitboss check` of a document whose answers are not remembered."""
    took = []
    for number in range(times):
        copy = folder / f"{number}.yaml"
        copy.write_text(f"{file.read_text('utf-8')}# {number}\n", "utf-8")
        started = time.perf_counter()
        command = [*PITBOSS, "check", str(copy), "--as-of", DAY]
        subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        took.append(time.perf_counter() - started)
    return statistics.median(took)


def measured(editor: Editor, file: Path, times: int = 9) -> dict[str, float]:
    """The times of one document, in seconds."""
    uri, text = file.as_uri(), file.read_text("utf-8")
    started = time.perf_counter()
    document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
    editor.tell("textDocument/didOpen", {"textDocument": document})
    editor.findings(uri, 1)
    took = {"open to findings": time.perf_counter() - started}
    line = next(number for number, one in enumerate(text.splitlines()) if one.startswith("title:"))
    end = {"line": line, "character": len(text.splitlines()[line])}
    keys: list[float] = []
    hovers: list[float] = []
    completions: list[float] = []
    for version in range(2, times + 2):
        # In the title, so that the document stays one, and every check is asked anew.
        change = {"range": {"start": end, "end": end}, "text": "x"}
        started = time.perf_counter()
        params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]}
        editor.tell("textDocument/didChange", params)
        editor.findings(uri, version)
        keys.append(time.perf_counter() - started)
        place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": 2}}
        for method, times_ in (("hover", hovers), ("completion", completions)):
            started = time.perf_counter()
            editor.ask(f"textDocument/{method}", place)
            times_.append(time.perf_counter() - started)
    took |= {"keystroke to findings": statistics.median(keys), "hover": statistics.median(hovers)}
    return took | {"completion": statistics.median(completions)}


def main() -> None:
    """Measure, and print milliseconds and multiples of `pitboss check` of the same file."""
    with tempfile.TemporaryDirectory() as base:
        folder = Path(base)
        checked(LIBRARY / DOCUMENTS[0], folder, 1)  # the law is compiled once
        editor = Editor(LIBRARY)
        rows = []
        for name in DOCUMENTS:
            took = measured(editor, LIBRARY / name)
            rows.append((name, checked(LIBRARY / name, folder), took))
        editor.end()
    for name, check, took in rows:
        print(f"{name}: {len((LIBRARY / name).read_text('utf-8').splitlines())} lines")
        print(f"{check * 1000:9.1f} ms    1.00 x  pitboss check")
        for what, one in took.items():
            print(f"{one * 1000:9.1f} ms {one / check:7.2f} x  {what}")
    print(json.dumps({name: {what: round(one / check, 2) for what, one in took.items()} for name, check, took in rows}))


if __name__ == "__main__":
    main()
