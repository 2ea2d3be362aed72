"""The last fence: a document that keeps the processor busy for too long is ended, which is a finding on it alone.

What a document costs is bounded by what is read of it (docs/limits.md); this is for what nobody thought of. Time of the
processor is counted, not of the clock: a busy machine ends nothing.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from compliance.engine.checking import CheckOne, build_refusal
from compliance.engine.document_check import DocumentResult
from compliance.engine.houses import Data

SECONDS: Final = 20


class TooLong(BaseException):
    """The time for a document is over. No Exception: whoever guards against checks that break must not take it."""


def fenced(check_one: CheckOne, document: tuple[str, Data]) -> DocumentResult:
    """Have a document checked, for so long at most."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return check_one(document)
    before = signal.signal(signal.SIGPROF, _stop)
    try:
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            return check_one(document)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except TooLong:
        message = f"Checking this document took more than {SECONDS} seconds of the processor, and was ended."
        return build_refusal(
            document[0], "too-slow", message, "Split the document; and please report it with the file."
        )
    finally:
        signal.signal(signal.SIGPROF, before)


@contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """Whatever is done inside is ended with TooLong after so much time of the processor, documents and all. Where the
    system cannot do that, it is not."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _stop)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    finally:
        signal.signal(signal.SIGVTALRM, before)


def _stop(*_: object) -> None:
    raise TooLong
