"""Decisions into their file: appended to what stands there, which keeps its bytes."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Final

from compliance.decisions.reading import KEYS, Decision, read_decisions
from compliance.source import Source

_HEAD: Final = (
    "# What people decided about findings. `pitboss decide` adds to this file; `pitboss check` reads it.\ndecisions:\n"
)


def with_decisions(data: bytes, decisions: Sequence[Decision]) -> bytes:
    """A file of decisions with some more, each about something else. One about the same, which holds no more or it
    would not be asked for again, makes room for it. Raises ValueError where the file cannot be added to."""
    if not decisions:
        return data
    added = {_subject(one): one._replace(number=0) for one in decisions}
    source, before, _ = read_decisions(data) if data.strip() else (None, [], [])
    gone = [one.number for one in before if _subject(one) in added]
    text = _without(data.decode("utf-8"), source, gone) if source is not None else _HEAD
    if not text.endswith("\n"):
        text += "\n"
    text += _entries(decisions)
    _, found, wrong = read_decisions(text.encode())
    kept = {one._replace(number=0) for one in found}
    if not kept >= {*added.values(), *(one._replace(number=0) for one in before if _subject(one) not in added)}:
        why = wrong[-1].why if wrong else "its list is not written as one entry below the other"
        raise ValueError(why)
    return text.encode()


def _subject(one: Decision) -> tuple[str, str, str]:
    return one.requirement, one.document, one.at


def _without(text: str, source: Source, numbers: Iterable[int]) -> str:
    """The text without the lines of some entries. All others keep their bytes, and so do remarks."""
    lines = text.splitlines(keepends=True)
    for number in sorted(numbers, reverse=True):
        span = source.place(("decisions", number - 1)).value
        # What is written in lines of its own ends before the line that it is said to end in.
        del lines[span.line - 1 : span.end_line - (span.end_column == 1)]
    return "".join(lines)


def _entries(decisions: Iterable[Decision]) -> str:
    from ruamel.yaml import YAML

    writer = YAML(typ="rt")
    writer.width = 2**20
    writer.indent(mapping=2, sequence=4, offset=2)
    out = io.StringIO()
    writer.dump([{key: str(getattr(one, key)) for key in KEYS} for one in decisions], out)
    return out.getvalue()
