"""Messages of the language server protocol on a stream: a header with the length, then JSON."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO, Final, NamedTuple

# More than any document and far less than what would hurt.
MOST_BYTES: Final = 64 * 1024 * 1024
_MOST_HEADER: Final = 4096
_LENGTH: Final = re.compile(rb"content-length:[ \t]*([0-9]{1,12})[ \t]*", re.IGNORECASE)

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603
NOT_INITIALIZED: Final = -32002
CANCELLED: Final = -32800

Message = Mapping[str, Any]


class MalformedMessage(NamedTuple):
    """Something came that is no message."""

    reason: str


def read_messages(stream: BinaryIO) -> Iterator[Message | MalformedMessage]:
    """What comes in, until the stream ends. What cannot be read is told, and the next message is looked for."""
    while True:
        length = _read_header(stream)
        if length is None:
            return
        if isinstance(length, MalformedMessage):
            yield length
            continue
        if length > MOST_BYTES:
            deque(_read_pieces(stream, length), 0)
            yield MalformedMessage(f"a message of {length:,} bytes is not read; at most {MOST_BYTES:,} are")
            continue
        data = b"".join(_read_pieces(stream, length))
        if len(data) < length:
            return
        yield _parse_message(data)


def _read_header(stream: BinaryIO) -> int | MalformedMessage | None:
    """The length that a header tells; None where the stream ends."""
    length: int | None = None
    lines = 0
    while True:
        line = stream.readline(_MOST_HEADER)
        if not line:
            return None
        if not line.strip():
            if length is not None:
                return length
            if lines:
                return MalformedMessage("a header has no Content-Length")
            continue
        lines += 1
        found = _LENGTH.fullmatch(line.strip())
        if found is not None:
            length = int(found[1])


def _read_pieces(stream: BinaryIO, length: int) -> Iterator[bytes]:
    """So many bytes, as they come; fewer where the stream ends."""
    while length > 0:
        piece = stream.read(min(length, 1 << 20))
        if not piece:
            return
        length -= len(piece)
        yield piece


def _parse_message(data: bytes) -> Message | MalformedMessage:
    try:
        message = json.loads(data.decode())
    except (ValueError, RecursionError) as error:
        return MalformedMessage(f"a message is no JSON: {error}")
    return message if isinstance(message, dict) else MalformedMessage("a message is no JSON object")


def frame_message(message: Message) -> bytes:
    """A message as it goes out."""
    data = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, separators=(",", ":"))
    body = data.encode("utf-8", "replace")
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
