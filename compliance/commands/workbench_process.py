"""The process in which calls of the workbench are answered: `compliance.workbench.worker` starts and ends it."""

from __future__ import annotations

import json
import os
import signal
import sys
from base64 import b64decode, b64encode
from typing import Any

from compliance.commands.fence import TooLong, ended_after, fenced
from compliance.commands.files import Reader
from compliance.commands.inputs import load_catalog
from compliance.editor.workspace import Workspace
from compliance.workbench.calls import answer_json
from compliance.workbench.worker import PROCESSOR_SECONDS, read_frame, timeout_error, write_frame


def main() -> None:
    """Answer calls until there are no more. What Python or a library prints must not be taken for an answer."""
    # Ctrl-C is for the process outside, which ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    workspace, seconds = None, PROCESSOR_SECONDS
    while (frame := read_frame(sys.stdin.buffer)) is not None:
        kind, *given = json.loads(frame)
        if kind == "open":
            workspace = _open_workspace(*given)
        elif kind == "seconds":
            seconds = given[0]
        elif kind == "lay" and workspace is not None:
            workspace.put(given[0], b64decode(given[1]))
        elif workspace is not None:
            write_frame(out, json.dumps(_answer_call(workspace, given[0], seconds)).encode())


def _open_workspace(decisions: str, catalogs: list[str]) -> Workspace:
    return Workspace(lambda: load_catalog(catalogs, Reader()), decisions, fenced)


def _answer_call(workspace: Workspace, text: str, seconds: float) -> dict[str, Any]:
    """Return the answer, the files that it changed, and whether it was ended: then this process is used no more."""
    before = workspace.files
    try:
        with ended_after(seconds):
            answered = answer_json(text, workspace)
    except TooLong:
        return {"answer": timeout_error(seconds), "changed": {}, "ended": True}
    after = workspace.files
    changed = {name: b64encode(data).decode() for name, data in after.items() if before.get(name) is not data}
    gone = {name: None for name in before if name not in after}
    return {"answer": answered, "changed": changed | gone, "ended": False}
