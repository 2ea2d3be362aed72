"""Bytes of a YAML file in, a tree of texts with their positions out.

What a text means (a number, a date, a yes or no) is not decided here, and nothing here knows about card rooms.
"""

from compliance.source.reader import read
from compliance.source.tree import Limits, Map, Place, Problem, Seq, Source, Span, Value

__all__ = ["Limits", "Map", "Place", "Problem", "Seq", "Source", "Span", "Value", "read"]
