"""Bytes of a YAML file in, a tree of texts with their positions out.

What a text means (a number, a date, a yes or no) is not decided here, and nothing here knows about card rooms.
"""

from compliance.source.tree import Limits, Map, Problem, Seq, Source, Span, Spans, Value

__all__ = ["Limits", "Map", "Problem", "Seq", "Source", "Span", "Spans", "Value", "read_source"]


def read_source(data: bytes, limits: Limits | None = None) -> Source:
    """Read a file's bytes. Never raises: what is wrong with them is in `problems`."""
    # Loaded when something is read: reports need the shapes above, not the parser.
    from compliance.source.reader import parse_source

    return parse_source(data, limits or Limits())
