"""Decisions into their file: appended to what stands there, which keeps its bytes."""

from __future__ import annotations

import io
from typing import Final

from compliance.decisions.reading import KEYS, Decision, read_decisions

_HEAD: Final = (
    "# What people decided about findings. `pitboss decide` adds to this file; `pitboss check` reads it.\ndecisions:\n"
)


def with_decision(data: bytes, decision: Decision) -> bytes:
    """A file of decisions with one more. An entry about the same that stands there is replaced by nobody: it is told.
    Raises ValueError where the file cannot be added to."""
    text = data.decode("utf-8") if data.strip() else _HEAD
    if not text.endswith("\n"):
        text += "\n"
    text += _entry(decision)
    _, found, wrong = read_decisions(text.encode())
    if not any(one._replace(number=0) == decision._replace(number=0) for one in found):
        why = wrong[-1].why if wrong else "its list is not written as one entry below the other"
        raise ValueError(why)
    return text.encode()


def _entry(decision: Decision) -> str:
    from ruamel.yaml import YAML

    writer = YAML(typ="rt")
    writer.width = 2**20
    writer.indent(mapping=2, sequence=4, offset=2)
    texts = {key: str(getattr(decision, key)) for key in KEYS}
    out = io.StringIO()
    writer.dump([texts], out)
    return out.getvalue()
