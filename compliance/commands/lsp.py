"""`pitboss lsp`: a language server on standard input and output, for editors."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable
from datetime import date
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Annotated, Any, BinaryIO, Final

import typer

from compliance.commands.config import find_config
from compliance.commands.exits import UNDECIDED, Stop
from compliance.commands.fence import TooLong, ended_after, fenced
from compliance.commands.files import Reader, find
from compliance.commands.inputs import load_catalog, read_day
from compliance.commands.options import AsOf, CatalogFiles
from compliance.documents.paths import DECISIONS
from compliance.editor.lsp.server import LanguageServer, ServerSettings
from compliance.editor.lsp.wire import INTERNAL_ERROR, MalformedMessage, Message, frame_message, read_messages
from compliance.editor.workspace import Workspace

# More than one document may take, so that what ends is told at that document.
_SECONDS: Final = 60


def lsp(
    as_of: AsOf = None,
    catalog: CatalogFiles = None,
    stdio: Annotated[bool, typer.Option("--stdio", help="The only way there is; some editors add it.")] = True,
) -> int:
    """Answer an editor in the language server protocol, on standard input and output, until it is done."""
    config = find_config(os.getcwd())
    told = as_of or config.as_of or None
    read_day(told)
    catalogs = [*config.catalogues, *(catalog or ())]
    workspace = Workspace(lambda: load_catalog(catalogs, Reader()), config.decisions or DECISIONS, fenced)
    settings = ServerSettings(workspace, find, read_day_of_editor, told)
    incoming, outgoing = _streams()
    return answer_messages(LanguageServer(settings), incoming, outgoing)


def read_day_of_editor(text: str | None) -> date:
    """A day as an editor sets it. Raises ValueError, which the server answers in words."""
    try:
        return read_day(text, "asOf")
    except Stop as stop:
        raise ValueError(str(stop)) from None


def _streams() -> tuple[BinaryIO, BinaryIO]:
    """Standard input, and standard output for messages alone: whatever else is printed goes to standard error."""
    if sys.stdin is None or sys.stdout is None:
        raise Stop("standard input and output are closed; an editor starts this command.", UNDECIDED)
    outgoing = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    if sys.stderr is not None:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    # Without a buffer: a thread that waits in one would keep the process from ending.
    return open(os.dup(sys.stdin.fileno()), "rb", buffering=0), outgoing


def answer_messages(server: LanguageServer, incoming: BinaryIO, outgoing: BinaryIO) -> int:
    """Answer messages as they come. Findings are worked out when none is waiting."""
    waiting: SimpleQueue[Message | MalformedMessage | None] = SimpleQueue()
    Thread(target=_listen, args=(incoming, waiting), daemon=True).start()
    came: deque[Message | MalformedMessage | None] = deque()
    try:
        while server.exit_code is None:
            if not server.is_busy and not came:
                came.append(waiting.get())
            while not waiting.empty():
                came.append(waiting.get())
            if came:
                message = came.popleft()
                if message is None:
                    return 1  # the editor is gone and did not say so
                told = _limit_time(partial(server.handle, message, _is_cancelled(message, came)), message)
            else:
                told = _limit_time(server.run_idle, None)
            outgoing.write(b"".join(frame_message(one) for one in told))
            outgoing.flush()
        return server.exit_code
    except (BrokenPipeError, ConnectionError):
        return 1


def _limit_time(work: Callable[[], Iterable[Message]], message: Message | MalformedMessage | None) -> list[Message]:
    """What is to be sent, worked out within a time of the processor that nothing needs."""
    try:
        with ended_after(_SECONDS):
            return list(work())
    except TooLong:
        why = f"Pit Boss ended what took more than {_SECONDS} seconds of the processor."
        if isinstance(message, dict) and "id" in message:
            return [{"id": message["id"], "error": {"code": INTERNAL_ERROR, "message": why}}]
        return [{"method": "window/showMessage", "params": {"type": 2, "message": why}}]


def _listen(incoming: BinaryIO, waiting: SimpleQueue[Message | MalformedMessage | None]) -> None:
    try:
        for message in read_messages(incoming):
            waiting.put(message)
            if isinstance(message, dict) and message.get("method") == "exit":
                return
    except OSError:
        pass  # the editor is gone
    finally:
        waiting.put(None)


def _is_cancelled(message: Any, later: deque[Any]) -> bool:
    """Whether a request is taken back by a message that is already here."""
    number = message.get("id") if isinstance(message, dict) else None
    return number is not None and any(
        isinstance(one, dict)
        and one.get("method") == "$/cancelRequest"
        and (one.get("params") or {}).get("id") == number
        for one in later
    )
