"""Text as bytes that are the same everywhere. Loads nothing: every command prints through it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def encode_text(pieces: Iterable[str] | bytes) -> Iterable[bytes]:
    """Return the pieces of a report as bytes in UTF-8; what cannot be encoded is escaped."""
    return [pieces] if isinstance(pieces, bytes) else (piece.encode("utf-8", "backslashreplace") for piece in pieces)
