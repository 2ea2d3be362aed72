"""The files that people sign and other people read: approvals, decisions, known failures. Written in one form."""

from __future__ import annotations

from io import StringIO
from typing import Any


def dump_record(data: Any) -> str:
    """Data as YAML in blocks, with no line broken. What a text is, is decided by who reads it."""
    from ruamel.yaml import YAML  # loaded only where something is written

    writer = YAML(typ="rt")
    writer.width = 2**20
    writer.default_flow_style = False
    writer.allow_unicode = True
    writer.indent(mapping=2, sequence=4, offset=2)
    out = StringIO()
    writer.dump(_make_plain(data), out)
    return out.getvalue()


def _make_plain(data: Any) -> Any:
    if isinstance(data, dict):
        return {str(key): _make_plain(value) for key, value in data.items()}
    return [_make_plain(item) for item in data] if isinstance(data, list) else data
