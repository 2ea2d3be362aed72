"""A real browser for tests: Chromium, spoken to over a pipe in its own DevTools protocol.

No driver, no WebSocket and no package is needed for this, and the protocol tells exactly what the tests want to know:
what was requested, what was logged, and how a page looks in the dark, on a phone and on paper.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
_FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
)
# Chromium wants to read from descriptor 3 and write to 4, whatever the pipes are called here.
_TRAMPOLINE: Final = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
os.dup2(ends[0], 3)
os.dup2(ends[1], 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
PATIENCE: Final = 180.0
_LOOK_FOR_A_SECOND: Final = """new Promise((done, wrong) => {
  const end = Date.now() + 1000;
  const look = () => {
    try {
      const found = Boolean(WANTED);
      if (found || Date.now() > end) done(found);
      else setTimeout(look, 20);
    } catch (error) { wrong(error); }
  };
  look();
})"""
WATCHING: Final = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
_KEYS: Final = {"Backspace": 8, "Tab": 9, "Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowRight": 39}


def find() -> str | None:
    """Where a browser is, if there is one."""
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


class Browser:
    """A browser process with a profile of its own."""

    def __init__(self, program: str, profile: Path) -> None:
        to_read, self._out = os.pipe()
        self._in, to_write = os.pipe()
        start = [sys.executable, "-c", _TRAMPOLINE, str(to_read), str(to_write)]
        self._process = subprocess.Popen(
            [*start, program, *_FLAGS, f"--user-data-dir={profile}"],
            pass_fds=(to_read, to_write),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        self._buffer = b""
        self._number = 0
        self.events: list[dict[str, Any]] = []
        # Workers and frames that pages have started, by the page or worker that did.
        self.started: dict[str, str] = {}

    def call(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """Ask for something and wait for the answer; events that come meanwhile are kept."""
        number = self._send(method, session, parameters)
        while True:
            answer = self.receive()
            if answer.get("id") == number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                result: dict[str, Any] = answer["result"]
                return result

    def _send(self, method: str, session: str | None, parameters: dict[str, Any]) -> int:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._out, data) :]
        return self._number

    def _let_start(self, attached: dict[str, Any], by: str) -> None:
        """A worker or frame of a page waits to be looked at from its first request on; whatever it starts does, too."""
        session = attached["sessionId"]
        self.started[session] = by
        for method in ("Network.enable", "Log.enable"):
            self._send(method, session, {})
        self._send("Target.setAutoAttach", session, WATCHING)
        self._send("Runtime.runIfWaitingForDebugger", session, {})

    def receive(self) -> dict[str, Any]:
        """The next message of the browser."""
        deadline = time.monotonic() + PATIENCE
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._in], [], [], max(0.0, deadline - time.monotonic()))
            read = os.read(self._in, 1 << 20) if ready else b""
            assert read, "the browser has gone or does not answer"
            self._buffer += read
        raw, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(raw)
        if "method" in message:
            self.events.append(message)
        if message.get("method") == "Target.attachedToTarget" and "sessionId" in message:
            self._let_start(message["params"], message["sessionId"])
        return message

    def tab(self) -> Tab:
        return Tab(self)

    def close(self) -> None:
        try:
            self.call("Browser.close")
            self._process.wait(10)
        except (AssertionError, OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        os.close(self._in)
        os.close(self._out)


class Tab:
    """One page. `requests`, `messages` and `errors` tell what it did since it was opened."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        attached = browser.call("Target.attachToTarget", targetId=self._target, flatten=True)
        self._session: str = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self.call("Target.setAutoAttach", **WATCHING)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._browser.call(method, self._session, **parameters)

    def _events(self, *methods: str) -> list[dict[str, Any]]:
        mine = (event for event in self._browser.events if self._is_mine(event.get("sessionId")))
        return [event["params"] for event in mine if event["method"] in methods]

    def _is_mine(self, session: str | None) -> bool:
        """Whether something is of this page, or of what it started."""
        while session is not None and session != self._session:
            session = self._browser.started.get(session)
        return session is not None

    def open(self, url: str) -> None:
        """Go to a page and wait until it is loaded."""
        for step in ("about:blank", url):  # from elsewhere: a link into the same page would load nothing
            self._browser.events.clear()
            self.call("Page.navigate", url=step)
            while not self._events("Page.loadEventFired"):
                self._browser.receive()

    @property
    def requests(self) -> list[str]:
        asked = [event["request"]["url"] for event in self._events("Network.requestWillBeSent")]
        return [url for url in asked if not url.startswith("data:")]

    @property
    def complaints(self) -> list[str]:
        """What a person would see in red or yellow in the console, and anything that was logged."""
        logged = [event["entry"]["text"] for event in self._events("Log.entryAdded")]
        printed = [str(event["args"]) for event in self._events("Runtime.consoleAPICalled")]
        thrown = [str(event["exceptionDetails"]) for event in self._events("Runtime.exceptionThrown")]
        return logged + printed + thrown

    def run(self, script: str) -> Any:
        """The value of an expression, awaited if it is a promise."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def click(self, selector: str) -> None:
        """Click in the middle of an element, as a hand would."""
        found = f"document.querySelector({json.dumps(selector)})"
        self.run(f"{found}.scrollIntoView({{block: 'center'}})")
        box = self.run(f"(b => [b.x + b.width / 2, b.y + b.height / 2])({found}.getBoundingClientRect())")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            given = {"key": key, "windowsVirtualKeyCode": _KEYS[key]}
            self.call("Input.dispatchKeyEvent", type="keyDown", text="\r" if key == "Enter" else "", **given)
            self.call("Input.dispatchKeyEvent", type="keyUp", **given)

    def write(self, text: str) -> None:
        """Type into what has the focus."""
        self.call("Input.insertText", text=text)

    def give(self, selector: str, paths: Sequence[Path]) -> None:
        """Choose files in a picker."""
        found = self.call("Runtime.evaluate", expression=f"document.querySelector({json.dumps(selector)})")
        self.call("DOM.setFileInputFiles", files=[str(path) for path in paths], objectId=found["result"]["objectId"])

    def download_to(self, folder: Path) -> None:
        self._browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))

    def wait(self, script: str, seconds: float = PATIENCE) -> None:
        """Until an expression is true. The page looks for itself, a few times within each second that it is asked."""
        deadline = time.monotonic() + seconds
        while not self.run(_LOOK_FOR_A_SECOND.replace("WANTED", script)):
            assert time.monotonic() < deadline, f"never true: {script}; {self.complaints}"

    def choose(self, selector: str, label: str) -> None:
        """Choose from a list by typing the start of an entry, as a keyboard user would."""
        self.run(f"document.querySelector({json.dumps(selector)}).focus()")
        for key in label:
            self.call("Input.dispatchKeyEvent", type="char", text=key)

    def size(self, width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 2 if width < 600 else 1}
        self.call("Emulation.setDeviceMetricsOverride", mobile=width < 600, **metrics)

    def look(self, media: str = "", dark: bool = False) -> None:
        """Screen or print, light or dark."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media=media, features=[scheme])

    def scripts(self, allowed: bool) -> None:
        self.call("Emulation.setScriptExecutionDisabled", value=not allowed)

    def shot(self, path: Path, whole: bool = False) -> None:
        answer = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(answer["data"]))

    def paper(self) -> bytes:
        """The page as it would be printed: a PDF."""
        answer = self.call("Page.printToPDF", preferCSSPageSize=True, printBackground=False)
        return base64.b64decode(answer["data"])

    def close(self) -> None:
        self._browser.call("Target.closeTarget", targetId=self._target)
