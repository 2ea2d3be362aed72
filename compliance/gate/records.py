"""Records that settle what a gate lets through, compared with those of the base: approvals, decisions, known failures,
settings and catalogs. What takes a question away is an objection; what adds one, or answers one, is a change to review.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from compliance.comparison.approvals import ApprovedText, UnusableApprovals, read_approvals
from compliance.gate.baseline import UnusableBaseline, read_baseline
from compliance.gate.decisions import WAIVE, Decision, read_decisions
from compliance.gate.snapshots import GateRules, Record, Snapshot
from compliance.law.catalog import Catalog
from compliance.law.levels import LEVELS

_MOST_NAMED: Final = 5


class RecordChange(NamedTuple):
    """What an edit does to a record. An objection fails the gate; anything else is for its reviewer to know."""

    path: str
    message: str
    objection: bool = False
    remedy: str = ""


def compare_approvals(document: str, base: bytes | None, edit: bytes | None) -> Iterator[RecordChange]:
    """The approvals beside a document: none may be taken away or replaced."""
    path = f"{document}.approved"
    if base is None and edit is None:
        return
    before, problem = _read_approvals(base)
    if problem:
        yield RecordChange(
            path, f"The approvals of the base cannot be used: {problem}.", True, "Restore the file first."
        )
        return
    after, problem = _read_approvals(edit)
    restore = "Restore the file from the base; a new approval is added to it with `pitboss approve`."
    if edit is None:
        named = _name([one.id for one in before])
        yield RecordChange(path, f"The approvals of {document} are gone: {named}.", True, restore)
        return
    if problem:
        yield RecordChange(path, f"The approvals of {document} cannot be used: {problem}.", True, restore)
        return
    kept = {_identify(one) for one in after}
    for one in before:
        if _identify(one) not in kept:
            message = f"Approval {one.id} of {one.date.isoformat()} was taken away, or its text replaced."
            yield RecordChange(path, message, True, restore)
    known = {_identify(one) for one in before}
    for one in after:
        if _identify(one) not in known:
            remark = f" It was given to a text that was not ready: {one.remark}." if one.remark else ""
            yield RecordChange(path, f"Approval {one.id} of {one.date.isoformat()} by {one.by} is new.{remark}")


def _identify(one: ApprovedText) -> tuple[str, ...]:
    return (one.id, one.date.isoformat(), one.by, one.fingerprint, one.remark)


def _read_approvals(data: bytes | None) -> tuple[list[ApprovedText], str]:
    if data is None:
        return [], ""
    try:
        return read_approvals(data), ""
    except UnusableApprovals as problem:
        return [], str(problem).rstrip(".")


def compare_papers(base: Snapshot, edit: Snapshot) -> Iterator[RecordChange]:
    """The papers that documents are compared with: none may be taken away; a changed one is told."""
    for document, path in base.compared.items():
        if document in edit.documents and document not in edit.compared:
            message = f"{document} was compared with its paper {path}, and is not any more."
            yield RecordChange(path, message, True, "Put the paper back, and name it under `reading / source / file`.")
        elif document in edit.documents and edit.compared[document] != path:
            yield RecordChange(
                path, f"{document} is compared with {edit.compared[document]}, and no longer with {path}."
            )
    for path in sorted(base.papers.keys() & edit.papers.keys()):
        if base.papers[path] != edit.papers[path]:
            yield RecordChange(path, f"The paper {path} changed.")


def compare_decisions(base: Record | None, edit: Record | None) -> Iterator[RecordChange]:
    """The decisions: those of the base hold; a new one counts once it is part of the base; none may be taken out."""
    path = edit.path if edit is not None else base.path if base is not None else ""
    before = read_decisions(base.data) if base is not None else None
    after = read_decisions(edit.data) if edit is not None else None
    if after is not None and (base is None or edit is None or base.data != edit.data):
        for wrong in after.malformed[:_MOST_NAMED]:
            which = f"entry {wrong.number}" if wrong.number else "the file"
            yield RecordChange(path, f"Decisions: {which} cannot be used: {wrong.why}.", True, "Correct it.")
    kept = [one._replace(number=0) for one in after.decisions] if after is not None else []
    for one in before.decisions if before is not None else ():
        if one._replace(number=0) in kept:
            kept.remove(one._replace(number=0))
            continue
        told = f"Decision taken out or rewritten: {_describe_decision(one)}."
        yield RecordChange(
            path, told, True, "Restore it; `pitboss decide --withdraw` takes it back and keeps the history."
        )
    for one in kept:
        told = f"Decision new: {_describe_decision(one)}."
        if one.choice == WAIVE:
            yield RecordChange(
                path, told, True, "Merge the waiver by itself, with review: it counts once the base has it."
            )
        else:
            yield RecordChange(path, f"{told} It counts once it is part of the base.")


def _describe_decision(one: Decision) -> str:
    until = f", until {one.signature.until.isoformat()}" if one.signature.until is not None else ""
    where = f"{one.point.requirement} at {one.point.place}"
    return f"{where}: {one.choice}, by {one.signature.by} ({one.signature.role}){until}"


def compare_baselines(base: Record | None, edit: Record | None) -> Iterator[RecordChange]:
    """Known failures may become fewer, and never more, and may not be let through for longer."""
    path = (edit or base or Record("", b"")).path
    try:
        before = read_baseline(base.data) if base is not None else None
        after = read_baseline(edit.data) if edit is not None else None
    except UnusableBaseline as problem:
        yield RecordChange(path, f"The baseline cannot be used: {problem}.", True, "Restore it from the base.")
        return
    known, now = before.known if before else frozenset(), after.known if after else frozenset()
    for one in sorted(now - known):
        told = f"Known failure new or changed: {one.requirement} at {one.at} of {one.document}."
        yield RecordChange(path, told, True, "Fix the failure instead.")
    if gone := len(known - now):
        yield RecordChange(path, f"{gone:,} known failure{'s' * (gone != 1)} taken out of the baseline.")
    if before and after and before.signature != after.signature:
        ends = [one.signature.until for one in (before, after)]
        longer = ends[0] is not None and (ends[1] is None or ends[1] > ends[0])
        told = f"The baseline is signed anew: {after.signature.words}."
        yield RecordChange(
            path, told, longer, "Merge it by itself, with review: it would hold for longer." if longer else ""
        )


def compare_rules(base: GateRules, edit: GateRules, left: Sequence[str]) -> Iterator[RecordChange]:
    """Settings: none may make a later run ask less. `left` are documents that those of the edit name no more."""
    path = edit.settings or base.settings
    if edit.problem:
        yield RecordChange(path, f"The settings of the edit cannot be used: {edit.problem}", True, "Correct them.")
        return
    if base.settings and not edit.settings:
        yield RecordChange(path, "The settings are gone.", True, "Restore the file.")
        return
    if left:
        remedy = "Name them again under `paths`."
        yield RecordChange(path, f"`paths` leave out what the base checks: {_name(left)}.", True, remedy)
    elif base.paths != edit.paths:
        yield RecordChange(path, f"`paths` changed: {_list(base.paths)} before, {_list(edit.paths)} now.")
    if base.day != edit.day:
        told = f"`as-of` changed: {base.day or 'the day of the run'} before, {edit.day or 'the day of the run'} now."
        earlier = edit.day is not None and (base.day is None or edit.day < base.day)
        remedy = "Take it back: the law of an earlier or fixed day asks less." if earlier else ""
        yield RecordChange(path, told, earlier, remedy)
    if base.fail_on != edit.fail_on:
        laxer = LEVELS.index(edit.fail_on) > LEVELS.index(base.fail_on)
        told = f"`fail-on` changed: {base.fail_on} before, {edit.fail_on} now."
        yield RecordChange(path, told, laxer, "Take it back." if laxer else "")
    if base.text != edit.text:
        yield RecordChange(path, f"The settings changed: {path}.")
    for what, old, new in (("decisions", base.decisions, edit.decisions), ("baseline", base.baseline, edit.baseline)):
        if (old.path if old else "") != (new.path if new else ""):
            named = f"{old.path if old else 'none'} before, {new.path if new else 'none'} now"
            yield RecordChange(path, f"`{what}` changed: {named}.")


def compare_catalogs(base: GateRules, edit: GateRules, law: Catalog, edited: Catalog) -> Iterator[RecordChange]:
    """Catalogs of one's own: no requirement may go, weigh less, or ask something else; a new one is only told."""
    path = edit.settings or base.settings
    before = {one.path: one.data for one in base.catalogs}
    after = {one.path: one.data for one in edit.catalogs}
    for name in sorted({**before, **after}):
        if before.get(name) != after.get(name):
            what = "new" if name not in before else "gone" if name not in after else "changed"
            yield RecordChange(name, f"Catalog {what}: {name}.")
    for one in law:
        new = edited.requirements.get(one.id)
        if new is None:
            yield RecordChange(path, f"Requirement {one.id} is no longer in the catalogs.", True, "Restore it.")
        elif new.applies != one.applies or LEVELS.index(new.newest.level) < LEVELS.index(one.newest.level):
            message = f"Requirement {one.id} speaks to less, or weighs less, than in the base."
            yield RecordChange(path, message, True, "Restore it.")
        elif new.history != one.history:
            message = f"Requirement {one.id} reads otherwise than in the base."
            yield RecordChange(
                path, message, True, "Merge the change of the catalog by itself, with review by its owner."
            )


def compare_days(base: GateRules, edit: GateRules, law: Catalog) -> Iterator[RecordChange]:
    """A later day in the settings asks less where law ends before it."""
    if base.day is None or edit.day is None or edit.day <= base.day:
        return
    gone = [one.id for one in law if one.holding_on(base.day) is not None and one.holding_on(edit.day) is None]
    if gone:
        told = f"On {edit.day.isoformat()}, the new `as-of`, law is not asked any more: {_name(gone)}."
        yield RecordChange(edit.settings, told, True, "Merge the new day by itself, with review by who owns it.")


def _name(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(names[:_MOST_NAMED]) + more


def _list(paths: Sequence[str]) -> str:
    return ", ".join(paths) or "everything"
