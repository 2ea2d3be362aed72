"""Texts as they were approved, kept beside a document: `fees.yaml` has them in `fees.yaml.approved`.

The file is for people: the newest approval last, each with its number, its day, who gave it, a fingerprint, and the
document in one form, its keys sorted. It changes only when something is approved, so that a new approval is a change
that others can look at. What a document says of its own approval, and what is known of the paper, are not part of what
is approved.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from compliance.comparison.canonical import (
    CanonicalForm,
    Leaf,
    ListNode,
    Node,
    build_canonical_form,
    is_unread_sentence,
)
from compliance.comparison.changes import Change, find_changes
from compliance.comparison.edit_groups import group_changes
from compliance.documents.dates import read_date
from compliance.documents.kinds import KINDS
from compliance.documents.loader import LoadedDocument, validate_tree
from compliance.documents.models import get_model
from compliance.documents.openness import build_open_fact, remove_open_values
from compliance.documents.records import dump_record
from compliance.documents.values import Unreadable
from compliance.source import Map, Seq, Value, read_source

_NOT_APPROVED: Final = frozenset({"approval", "reading"})
_HEAD: Final = (
    "# What was approved, the newest last. `pitboss approve` adds to this file; `pitboss check` compares the\n"
    "# document with it. A change here is a change of what counts as approved.\n"
)


class ApprovedText(NamedTuple):
    """One approval and the text that it was given to."""

    id: str
    date: date
    by: str
    fingerprint: str
    meaning: CanonicalForm
    # The text as it stands in the file, to be kept as it is.
    text: Value
    # What was found against the text when it was recorded; empty where nothing stood in its way.
    remark: str = ""


class UnusableApprovals(Exception):
    """A file of approvals that cannot be used: says why."""


def select_approved_part(meaning: CanonicalForm) -> CanonicalForm:
    """What an approval is given to: all but what is said of the approval itself, and of the paper."""
    entries = {key: node for key, node in meaning.tree.entries.items() if key not in _NOT_APPROVED}
    return meaning._replace(tree=meaning.tree._replace(entries=entries))


def build_approval_form(loaded: LoadedDocument) -> CanonicalForm:
    """What of a document that was read is up for approval."""
    if loaded.document is None:
        raise UnusableApprovals(f"{loaded.path} cannot be read; `pitboss check` says why")
    return select_approved_part(build_canonical_form(loaded.document, loaded.unclear_routes))


def read_approvals(data: bytes) -> list[ApprovedText]:
    """The approvals that a file keeps, oldest first. Raises Unusable."""
    source = read_source(data)
    if source.problems:
        first = source.problems[0]
        raise UnusableApprovals(f"line {first.span.line}: {first.message}")
    listed = source.tree.get("approvals") if isinstance(source.tree, Map) else None
    if not isinstance(listed, Seq) or not listed:
        raise UnusableApprovals("it has no list of `approvals`")
    return sorted((_parse_approval(entry, number + 1) for number, entry in enumerate(listed)), key=lambda one: one.date)


def _parse_approval(entry: Value, number: int) -> ApprovedText:
    if not isinstance(entry, Map):
        raise UnusableApprovals(f"approval {number} is no group of entries")
    missing = [key for key in ("id", "date", "by", "fingerprint", "text") if not entry.get(key)]
    if missing:
        raise UnusableApprovals(f"approval {number} has no `{missing[0]}`")
    try:
        day = read_date(entry["date"])
    except Unreadable as problem:
        raise UnusableApprovals(f"approval {number}: {problem}") from None
    meaning = _parse_approved_text(entry["text"], number)
    if meaning.fingerprint != entry["fingerprint"]:
        raise UnusableApprovals(
            f"the text of approval {number} is not the one that its fingerprint was made of; somebody changed it"
        )
    remark = str(entry.get("not-ready") or "")
    return ApprovedText(str(entry["id"]), day, str(entry["by"]), meaning.fingerprint, meaning, entry["text"], remark)


def _parse_approved_text(text: Value, number: int) -> CanonicalForm:
    kind = text.get("document") if isinstance(text, Map) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise UnusableApprovals(f"the text of approval {number} is no document")
    tree, routes = remove_open_values(text)
    open_facts = {route: build_open_fact(text, route).chosen for route in routes}
    document, problems = validate_tree(get_model(kind), tree, read_source(b""))
    if document is None:
        raise UnusableApprovals(f"the text of approval {number} cannot be read: {problems[0].message}")
    return select_approved_part(build_canonical_form(document, open_facts))


def add_approval(
    kept: Sequence[ApprovedText], id: str, day: date, by: str, loaded: LoadedDocument, remark: str = ""
) -> str:
    """The file with one more approval; none that it holds is changed or taken out. `remark` says what stood against the
    text. Raises UnusableApprovals where the text could not be read back as what it is, or is approved already."""
    meaning = build_approval_form(loaded)
    if (id, day, meaning.fingerprint) in {(one.id, one.date, one.fingerprint) for one in kept}:
        raise UnusableApprovals(f"approval {id} of {day.isoformat()} is kept already, with this text")
    new = ApprovedText(id, day, by, meaning.fingerprint, meaning, _to_plain_data(meaning.tree), remark)
    entries = sorted([*kept, new], key=lambda one: one.date)
    text = _HEAD + dump_record({"approvals": [_to_entry(one) for one in entries]})
    if meaning.fingerprint not in {one.fingerprint for one in read_approvals(text.encode())}:
        raise UnusableApprovals("its text in one form does not mean the same; please report it with the file")
    return text


def _to_entry(one: ApprovedText) -> dict[str, Any]:
    data: dict[str, Any] = {"id": one.id, "date": one.date.isoformat(), "by": one.by}
    data |= {"not-ready": one.remark} if one.remark else {}
    return data | {"fingerprint": one.fingerprint, "text": one.text}


def _to_plain_data(node: Node) -> Any:
    if isinstance(node, Leaf) and is_unread_sentence(node):
        return {"says": node.shown}
    if isinstance(node, Leaf):
        return list(node.each) if len(node.each) > 1 else node.shown
    if isinstance(node, ListNode):
        return [_to_plain_data(item) for item in node.items]
    keys = node.order or sorted(node.entries)
    rest = [key for key in sorted(node.entries) if key not in set(keys)]
    return {node.keys[key]: _to_plain_data(node.entries[key]) for key in (*rest, *keys)}


# --- for the check ----------------------------------------------------------------------------------------------------


class ApprovalComparison(NamedTuple):
    """A document against one approval: what changed since."""

    id: str
    date: date
    by: str
    changes: tuple[Change, ...]
    remark: str = ""


class ApprovalHistory(NamedTuple):
    """What is kept beside a document: its approvals, oldest first, or why they cannot be used."""

    comparisons: tuple[ApprovalComparison, ...]
    problem: str = ""


def compare_with_approvals(loaded: LoadedDocument, data: bytes) -> ApprovalHistory:
    """A document against every approval that is kept of it."""
    try:
        meaning = build_approval_form(loaded)
        kept = read_approvals(data)
    except UnusableApprovals as problem:
        return ApprovalHistory((), str(problem))
    found = [group_changes(find_changes(one.meaning, meaning), None, loaded.source) for one in kept]
    return ApprovalHistory(
        tuple(
            ApprovalComparison(one.id, one.date, one.by, tuple(since), one.remark)
            for one, since in zip(kept, found, strict=True)
        )
    )
