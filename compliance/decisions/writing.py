"""Decisions into their file: appended to what stands there, which keeps its bytes."""

from __future__ import annotations

import io
from typing import Final

from compliance.decisions.reading import KEYS, Decision, read_decisions

_HEAD: Final = (
    "# What people decided about findings. `pitboss decide` adds to this file; `pitboss check` reads it.\ndecisions:\n"
)


def with_decision(data: bytes, decision: Decision) -> bytes:
    """A file of decisions with one more. One about the same, which holds no more or it would not be asked for again,
    makes room for it. Raises ValueError where the file cannot be added to."""
    text = _without(data.decode("utf-8"), decision) if data.strip() else _HEAD
    if not text.endswith("\n"):
        text += "\n"
    text += _entry(decision)
    before, (_, found, wrong) = read_decisions(data)[1] if data.strip() else [], read_decisions(text.encode())
    kept = {one._replace(number=0) for one in found}
    if not kept >= {
        decision._replace(number=0),
        *(one._replace(number=0) for one in before if not _same(one, decision)),
    }:
        why = wrong[-1].why if wrong else "its list is not written as one entry below the other"
        raise ValueError(why)
    return text.encode()


def _same(one: Decision, other: Decision) -> bool:
    """Whether two decisions are about the same."""
    return (one.requirement, one.document, one.at) == (other.requirement, other.document, other.at)


def _without(text: str, decision: Decision) -> str:
    """The text without the lines of the entry about the same. All others keep their bytes, and so do remarks."""
    source, found, _ = read_decisions(text.encode())
    number = next((one.number for one in found if _same(one, decision)), 0)
    if not number:
        return text
    span = source.place(("decisions", number - 1)).value
    # What is written in lines of its own ends before the line that it is said to end in.
    last = span.end_line - (span.end_column == 1)
    lines = text.splitlines(keepends=True)
    return "".join([*lines[: span.line - 1], *lines[last:]])


def _entry(decision: Decision) -> str:
    from ruamel.yaml import YAML

    writer = YAML(typ="rt")
    writer.width = 2**20
    writer.indent(mapping=2, sequence=4, offset=2)
    texts = {key: str(getattr(decision, key)) for key in KEYS}
    out = io.StringIO()
    writer.dump([texts], out)
    return out.getvalue()
