"""Texts as they were approved, kept beside a document: `fees.yaml` has them in `fees.yaml.approved`.

The file is for people: the newest approval last, each with its number, its day, who gave it, a fingerprint, and the
document in one form, its keys sorted. It changes only when something is approved, so that a new approval is a change
that others can look at. What a document says of its own approval, and what is known of the paper, are not part of what
is approved.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from compliance.documents.dates import read_date
from compliance.documents.kinds import KINDS
from compliance.documents.openness import without_open
from compliance.documents.reading import Loaded, model_of, validate
from compliance.documents.values import Unreadable
from compliance.meaning.canonical import Items, Leaf, Meaning, Node, meaning_of
from compliance.meaning.changes import Change, changes_between
from compliance.meaning.gathering import gathered
from compliance.source import Map, Seq, Value, read

_NOT_APPROVED: Final = frozenset({"approval", "reading"})
_HEAD: Final = (
    "# What was approved, the newest last. `pitboss approve` adds to this file; `pitboss check` compares the\n"
    "# document with it. A change here is a change of what counts as approved.\n"
)


class Approved(NamedTuple):
    """One approval and the text that it was given to."""

    id: str
    date: date
    by: str
    fingerprint: str
    meaning: Meaning
    # The text as it stands in the file, to be kept as it is.
    text: Value


class Unusable(Exception):
    """A file of approvals that cannot be used: says why."""


def approved_part(meaning: Meaning) -> Meaning:
    """What an approval is given to: all but what is said of the approval itself, and of the paper."""
    entries = {key: node for key, node in meaning.tree.entries.items() if key not in _NOT_APPROVED}
    return meaning._replace(tree=meaning.tree._replace(entries=entries))


def meaning_for_approval(loaded: Loaded) -> Meaning:
    """What of a document that was read is up for approval."""
    if loaded.document is None:
        raise Unusable(f"{loaded.path} cannot be read; `pitboss check` says why")
    return approved_part(meaning_of(loaded.document, loaded.unclear))


def read_approvals(data: bytes) -> list[Approved]:
    """The approvals that a file keeps, oldest first. Raises Unusable."""
    source = read(data)
    if source.problems:
        first = source.problems[0]
        raise Unusable(f"line {first.span.line}: {first.message}")
    listed = source.tree.get("approvals") if isinstance(source.tree, Map) else None
    if not isinstance(listed, Seq) or not listed:
        raise Unusable("it has no list of `approvals`")
    return sorted((_approved(entry, number + 1) for number, entry in enumerate(listed)), key=lambda one: one.date)


def _approved(entry: Value, number: int) -> Approved:
    if not isinstance(entry, Map):
        raise Unusable(f"approval {number} is no group of entries")
    missing = [key for key in ("id", "date", "by", "fingerprint", "text") if not entry.get(key)]
    if missing:
        raise Unusable(f"approval {number} has no `{missing[0]}`")
    try:
        day = read_date(entry["date"])
    except Unreadable as problem:
        raise Unusable(f"approval {number}: {problem}") from None
    meaning = _meaning_of_text(entry["text"], number)
    if meaning.fingerprint != entry["fingerprint"]:
        raise Unusable(
            f"the text of approval {number} is not the one that its fingerprint was made of; somebody changed it"
        )
    return Approved(str(entry["id"]), day, str(entry["by"]), meaning.fingerprint, meaning, entry["text"])


def _meaning_of_text(text: Value, number: int) -> Meaning:
    kind = text.get("document") if isinstance(text, Map) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise Unusable(f"the text of approval {number} is no document")
    tree, open_facts = without_open(text)
    document, problems = validate(model_of(kind), tree, read(b""))
    if document is None:
        raise Unusable(f"the text of approval {number} cannot be read: {problems[0].message}")
    return approved_part(meaning_of(document, open_facts))


def with_approval(kept: Sequence[Approved], id: str, day: date, by: str, loaded: Loaded) -> str:
    """The file with one more approval. Raises Unusable where the text could not be read back as what it is."""
    meaning = meaning_for_approval(loaded)
    new = {
        "id": id,
        "date": day.isoformat(),
        "by": by,
        "fingerprint": meaning.fingerprint,
        "text": _plain(meaning.tree),
    }
    older = [
        {"id": one.id, "date": one.date.isoformat(), "by": one.by, "fingerprint": one.fingerprint, "text": one.text}
        for one in kept
    ]
    # One approval, one text: given again under the same number, it takes the place of the old entry.
    entries = [entry for entry in older if entry["id"] != id]
    text = _HEAD + _yaml({"approvals": sorted([*entries, new], key=lambda entry: str(entry["date"]))})
    if meaning.fingerprint not in {one.fingerprint for one in read_approvals(text.encode())}:
        raise Unusable("its text in one form does not mean the same; please report it with the file")
    return text


def _plain(node: Node) -> Any:
    if isinstance(node, Leaf):
        return list(node.each) if len(node.each) > 1 else node.shown
    if isinstance(node, Items):
        return [_plain(item) for item in node.items]
    keys = node.order or sorted(node.entries)
    rest = [key for key in sorted(node.entries) if key not in set(keys)]
    return {node.keys[key]: _plain(node.entries[key]) for key in (*rest, *keys)}


def _yaml(data: Any) -> str:
    from ruamel.yaml import YAML

    writer = YAML(typ="rt")
    writer.width = 2**20
    writer.default_flow_style = False
    writer.allow_unicode = True
    writer.indent(mapping=2, sequence=4, offset=2)
    out = io.StringIO()
    writer.dump(_of_plain_types(data), out)
    return out.getvalue()


def _of_plain_types(data: Any) -> Any:
    """Every text as a text: what reads it decides what it is."""
    if isinstance(data, dict):
        return {str(key): _of_plain_types(value) for key, value in data.items()}
    return [_of_plain_types(item) for item in data] if isinstance(data, list) else data


# --- for the check ----------------------------------------------------------------------------------------------------


class Held(NamedTuple):
    """A document against one approval: what changed since."""

    id: str
    date: date
    by: str
    changes: tuple[Change, ...]


class Kept(NamedTuple):
    """What is kept beside a document: its approvals, oldest first, or why they cannot be used."""

    held: tuple[Held, ...]
    problem: str = ""


def held_against(loaded: Loaded, data: bytes) -> Kept:
    """A document against every approval that is kept of it."""
    try:
        meaning = meaning_for_approval(loaded)
        kept = read_approvals(data)
    except Unusable as problem:
        return Kept((), str(problem))
    found = [gathered(changes_between(one.meaning, meaning), None, loaded.source) for one in kept]
    return Kept(tuple(Held(one.id, one.date, one.by, tuple(since)) for one, since in zip(kept, found, strict=True)))


__all__ = ["Approved", "Held", "Kept", "Unusable", "held_against", "read_approvals", "with_approval"]
