"""`pitboss lsp`: a language server on standard input and output, for editors."""

from __future__ import annotations

import os
import sys
from collections import deque
from datetime import date
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer

from compliance.commands.ending import UNDECIDED, Stop
from compliance.commands.inputs import read_day
from compliance.commands.options import AsOf, CatalogueFiles, Command

if TYPE_CHECKING:
    from compliance.law.catalogue import Catalogue
    from compliance.lsp.server import Server
    from compliance.lsp.wire import Message, Unreadable


def lsp(
    as_of: AsOf = None,
    catalogue: CatalogueFiles = None,
    stdio: Annotated[bool, typer.Option("--stdio", help="The only way there is; some editors add it.")] = True,
) -> Command:
    """Answer an editor in the language server protocol, on standard input and output, until it is done."""
    return partial(run, as_of, catalogue or [])


def run(as_of: str | None, catalogues: list[str]) -> int:
    """Serve until the editor says `exit`, or is gone."""
    from compliance.commands.config import find_config
    from compliance.lsp.server import Server, Settings

    config = find_config(os.getcwd())
    told = as_of or config.as_of or None
    read_day(told)
    settings = Settings(partial(_law, [*config.catalogues, *catalogues]), read_day_of_editor, told)
    incoming, outgoing = _streams()
    return serve(Server(settings), incoming, outgoing)


def read_day_of_editor(text: str | None) -> date:
    """A day as an editor sets it. Raises ValueError, which the server answers in words."""
    try:
        return read_day(text, "asOf")
    except Stop as stop:
        raise ValueError(str(stop)) from None


def _law(catalogues: list[str]) -> Catalogue:
    from compliance.commands.files import Reader
    from compliance.commands.inputs import load_catalogue

    return load_catalogue(catalogues, Reader())


def _streams() -> tuple[BinaryIO, BinaryIO]:
    """Standard input, and standard output for messages alone: whatever else is printed goes to standard error."""
    if sys.stdin is None or sys.stdout is None:
        raise Stop("standard input and output are closed; an editor starts this command.", UNDECIDED)
    outgoing = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    if sys.stderr is not None:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    # Without a buffer: a thread that waits in one would keep the process from ending.
    return open(os.dup(sys.stdin.fileno()), "rb", buffering=0), outgoing


def serve(server: Server, incoming: BinaryIO, outgoing: BinaryIO) -> int:
    """Answer messages as they come. Findings are worked out when none is waiting."""
    from threading import Thread

    from compliance.lsp.wire import framed

    waiting: SimpleQueue[Message | Unreadable | None] = SimpleQueue()
    Thread(target=_listen, args=(incoming, waiting), daemon=True).start()
    came: deque[Message | Unreadable | None] = deque()
    try:
        while True:
            came.append(waiting.get())
            while came:
                while not waiting.empty():
                    came.append(waiting.get())
                message = came.popleft()
                if message is None:
                    return 1  # the editor is gone and did not say so
                for told in server.handle(message, _is_cancelled(message, came)):
                    outgoing.write(framed(told))
                if server.exit_code is not None:
                    outgoing.flush()
                    return server.exit_code
                if not came and waiting.empty():
                    for told in server.idle():
                        outgoing.write(framed(told))
                outgoing.flush()
    except (BrokenPipeError, ConnectionError):
        return 1


def _listen(incoming: BinaryIO, waiting: SimpleQueue[Message | Unreadable | None]) -> None:
    from compliance.lsp.wire import messages

    try:
        for message in messages(incoming):
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
