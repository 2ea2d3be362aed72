"""Bytes of a YAML file in, a tree of texts with their positions out.

What a text means (a number, a date, a yes or no) is not decided here, and nothing here knows about card rooms.
"""

from compliance.source.tree import Limits, Map, Problem, Seq, Source, Span, Spans, Value

__all__ = ["Limits", "Map", "Problem", "Seq", "Source", "Span", "Spans", "Value", "read"]


def read(data: bytes, limits: Limits | None = None) -> Source:
    """Read a file's bytes. Never raises: what is wrong with them is in `problems`."""
    # Loaded when something is read: reports need the shapes above, not the parser.
    from compliance.source.reader import read as read_now

    return read_now(data, limits or Limits())
