"""An edit judged by the rules of the state that it starts from: both states whole, by one day, one law, one set of
decisions and known failures, which the edit does not choose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Final, Literal, NamedTuple

from compliance.comparison.approvals import UnusableApprovals, read_approvals
from compliance.comparison.document_comparison import ComparedDocument, Comparison, Files, compare_files
from compliance.documents.loader import LoadedDocument, load_document
from compliance.engine.finding_comparison import compare_findings, describe_answers
from compliance.engine.findings import Finding, Findings
from compliance.engine.grouping import group_findings
from compliance.engine.verdict import judge
from compliance.gate.baseline import mark_known, read_baseline
from compliance.gate.points import PointFinder
from compliance.gate.records import (
    RecordChange,
    compare_approvals,
    compare_baselines,
    compare_decisions,
    compare_papers,
    compare_rules,
)
from compliance.gate.settlement import apply_decisions, replace_findings
from compliance.gate.snapshots import GateRules, Snapshot
from compliance.law.levels import LEVELS, side_of

# Checks documents, given by path, with the approvals and papers beside them. One that is None cannot be read.
Run = Callable[[Mapping[str, bytes | None], Mapping[str, bytes], Mapping[str, bytes]], Findings]
Outcome = Literal["passed", "failed", "undecided"]

_WHAT_A_DOCUMENT_IS: Final = ("document", "jurisdiction", "locality")


class Objection(NamedTuple):
    """Why an edit does not pass: what is wrong, where, and what to do. `kind` groups those of one sort."""

    kind: str
    message: str
    path: str
    line: int = 1
    remedy: str = ""
    requirement: str = ""


class Review(NamedTuple):
    """What is to be said of an edit."""

    base: Snapshot
    edit: Snapshot
    day: date
    strict: bool
    objections: tuple[Objection, ...]
    # Changes of records that fail nothing, for those who own them.
    changes: tuple[RecordChange, ...]
    comparison: Comparison
    # Requirements of law that were asked of a document before and do not apply to it any more.
    no_longer_asked: tuple[tuple[str, str], ...]
    findings: Findings
    unreadable: tuple[str, ...]

    @property
    def outcome(self) -> Outcome:
        if self.unreadable:
            return "undecided"
        return "failed" if self.objections else "passed"

    def open_points(self) -> list[Finding]:
        """What a person has still to answer by law."""
        return [one for one in self.findings.findings if one.status == "review" and side_of(one.authority) == "law"]


def review_edit(
    base: Snapshot, edit: Snapshot, day: date, strict: bool, run: Run, more: Iterable[RecordChange] = ()
) -> Review:
    """Judge an edit. `more` are changes that were seen elsewhere, such as in catalogs."""
    records = [*more, *_compare_records(base, edit)]
    approvals = {path: _merge_approvals(base.approvals.get(path), data) for path, data in edit.approvals.items()}
    approvals |= {path: data for path, data in base.approvals.items() if path not in approvals}
    before = settle_findings(run(base.documents, base.approvals, base.papers), base.rules, base.documents)
    after = settle_findings(run(edit.documents, approvals, edit.papers), base.rules, edit.documents)
    old, new = _list_files(base), _list_files(edit)
    comparison = Comparison(compare_files(old, new))
    gained, lost = compare_findings(before, after, old, new)
    comparison = comparison._replace(gained=describe_answers(gained), lost=describe_answers(lost))
    objections = [
        *_missing_documents(base, edit, comparison.documents),
        *_find_unread_documents(edit),
        *(Objection("record", one.message, one.path, 1, one.remedy) for one in records if one.objection),
        *_changed_kinds(comparison.documents),
        *_errors(after, base.rules.fail_on),
        *_new_answers(finding for _, finding in gained),
        *_changed_failures(before, after, base, edit),
        *(_open_points(after) if strict else ()),
        *_object_to_unasked(after),
        *_object_to_unkept(before, after, base),
        *(_object_to_unapproved(comparison.documents, before, after) if strict else ()),
    ]
    changes = [one for one in records if not one.objection]
    unreadable = tuple(sorted({*_unreadable(after)}))
    dropped = tuple(_list_withdrawn(before, after))
    kept = tuple(_drop_repeated(objections))
    return Review(base, edit, day, strict, kept, tuple(changes), comparison, dropped, after, unreadable)


def _list_files(snapshot: Snapshot) -> Files:
    return {path: (path, data) for path, data in snapshot.documents.items()}


def _compare_records(base: Snapshot, edit: Snapshot) -> Iterator[RecordChange]:
    # A document that is there, found by the paths of the base, and not by those of the edit.
    left = sorted(path for path in edit.documents if path in base.named and path not in edit.named)
    yield from compare_rules(base.rules, edit.rules, left)
    for path in sorted({**base.approvals, **edit.approvals}):
        yield from compare_approvals(path, base.approvals.get(path), edit.approvals.get(path))
        if path in edit.approvals and path not in edit.documents:
            yield RecordChange(f"{path}.approved", f"Approvals are kept of {path}, and there is no such document.")
    yield from compare_papers(base, edit)
    yield from compare_decisions(base.rules.decisions, edit.rules.decisions)
    yield from compare_baselines(base.rules.baseline, edit.rules.baseline)


def _merge_approvals(base: bytes | None, edit: bytes) -> bytes:
    """The approvals that hold for the edit: its own, where none of the base's is missing among them."""
    if base is None:
        return edit
    try:
        kept = {(one.id, one.date, one.by, one.fingerprint, one.remark) for one in read_approvals(edit)}
        older = {(one.id, one.date, one.by, one.fingerprint, one.remark) for one in read_approvals(base)}
    except UnusableApprovals:
        return base
    return edit if older <= kept else base


def settle_findings(findings: Findings, rules: GateRules, texts: Mapping[str, bytes | None]) -> Findings:
    """A run with decisions and known failures applied to it. Raises UnusableBaseline for one that cannot be read."""

    def documents() -> Iterator[LoadedDocument]:
        return (load_document(path, data if data is not None else b"") for path, data in texts.items())

    if (decisions := rules.decisions) is not None:
        apply_decisions(findings, decisions.path, decisions.data, documents)
    if rules.baseline is not None:
        baseline = read_baseline(rules.baseline.data)
        if baseline.is_in_force(findings.as_of):
            finder = PointFinder(documents, (one for one in findings.findings if one.status == "fail"))
            replace_findings(findings, mark_known(findings.findings, baseline, finder)[0])
    return findings


# --- objections -------------------------------------------------------------------------------------------------------


def _missing_documents(base: Snapshot, edit: Snapshot, compared: Sequence[ComparedDocument]) -> Iterator[Objection]:
    renamed = {one.old_path: one.new_path for one in compared if one.old_path and one.new_path != one.old_path}
    for path in sorted(base.documents):
        if path in edit.documents:
            continue
        if path in edit.left_out:
            message = f"{path} was checked before and is left out now: {edit.left_out[path]}."
            yield Objection("document gone", message, path, 1, "Put the document back as a file of its own.")
        elif renamed.get(path):
            message = f"{path} was renamed to {renamed[path]}."
            remedy = "Keep the name: approvals and decisions go by it. Or have the renaming merged by who owns them."
            yield Objection("document renamed", message, renamed[path], 1, remedy)
        else:
            remedy = "Put it back, or have its removal merged by who answers for it."
            yield Objection("document gone", f"{path} was checked before and is gone.", path, 1, remedy)


def _find_unread_documents(edit: Snapshot) -> Iterator[Objection]:
    """What an edit adds and this gate does not see, or sees otherwise than it will be merged."""
    for path, why in edit.unread.items():
        remedy = "Move it to where the paths name it, with the ending .yaml, or name its folder under `paths`."
        yield Objection("document not read", f"{path} is a new document and is not read: {why}.", path, 1, remedy)
    for path, why in edit.unwatched.items():
        message = f"{path}: {why}, so what was read may not be what is committed."
        remedy = (
            "Stage and commit it as it is on disk, or run `git update-index --no-assume-unchanged --no-skip-worktree`."
        )
        yield Objection("unwatched file", message, path, 1, remedy)


def _changed_kinds(compared: Sequence[ComparedDocument]) -> Iterator[Objection]:
    """What a document is, and where it holds, decides which law is asked of it."""
    for one in compared:
        for told in one.changes:
            stands = told.change.routes
            route = next((route for route in stands if route), ())
            if len(route) == 1 and route[0] in _WHAT_A_DOCUMENT_IS:
                line = told.new.line if told.new is not None else 1
                remedy = "Take it back: other law, or less, would be asked of the document."
                yield Objection("other law", told.text, one.new_path, line, remedy)


def _errors(after: Findings, fail_on: str) -> Iterator[Objection]:
    wanted = LEVELS[LEVELS.index(fail_on) :]
    for group in group_findings(after.findings):
        if group.lead.status == "fail" and group.lead.level in wanted:
            yield _object_to(group.lead, group.lead.level)


def _new_answers(gained: Iterable[Finding]) -> Iterator[Objection]:
    """What only the edit has, but for notes: they are told with the changes."""
    for finding in gained:
        if finding.status == "review" or finding.level != "note":
            yield _object_to(finding, f"new {finding.level}" if finding.status == "fail" else "new open point")


def _changed_failures(before: Findings, after: Findings, base: Snapshot, edit: Snapshot) -> Iterator[Objection]:
    """Failures that stood before at the same place, about another value: what is worse needs a decision."""
    old = _failures_by_value(before, base)
    for (point, value), finding in _failures_by_value(after, edit).items():
        others = {known for (known_point, known) in old if known_point == point}
        if others and value not in others:
            yield _object_to(finding, f"changed {finding.level}")


def _failures_by_value(findings: Findings, side: Snapshot) -> dict[tuple[object, str], Finding]:
    failed = [
        one
        for one in findings.findings
        if one.status == "fail" and one.level != "note" and one.places and one.places[0].route
    ]
    finder = PointFinder(lambda: (load_document(path, data or b"") for path, data in side.documents.items()), failed)
    return {(finder.point(one), finder.value(one)): one for one in failed}


def _open_points(after: Findings) -> Iterator[Objection]:
    for finding in after.findings:
        if finding.status == "review" and side_of(finding.authority) == "law":
            yield _object_to(finding, "open point")


def _object_to_unasked(after: Findings) -> Iterator[Objection]:
    for one in judge(after).documents:
        if not one.undecided and not (one.law_known and one.law.requirements):
            message = f"No requirement of law was asked of {one.path}: none is known on {after.as_of.isoformat()}."
            remedy = "Set a day on which law is known, or state the jurisdiction."
            yield Objection("no law asked", message, one.path, 1, remedy)


def _object_to_unkept(before: Findings, after: Findings, base: Snapshot) -> Iterator[Objection]:
    """Documents that name another approval than before, of which no text is kept, where texts were kept."""
    for path, number in after.about.unkept_approvals.items():
        if path in base.approvals and before.about.unkept_approvals.get(path) != number:
            message = f"{path} names approval {number}, of which no text is kept."
            remedy = "Keep the text that was approved with `pitboss approve`, or take the number back."
            yield Objection("approval", message, path, 1, remedy)


def _object_to_unapproved(
    compared: Sequence[ComparedDocument], before: Findings, after: Findings
) -> Iterator[Objection]:
    """Documents that name the approval of the base's text and say something else now. Where the approved text is kept,
    the edit is held against it; here the base is all that is known of it."""
    for one in compared:
        number = after.about.unkept_approvals.get(one.new_path)
        if number is None or before.about.unkept_approvals.get(one.old_path) != number:
            continue
        changes = [told for told in one.changes if told.klass.needs.startswith("new approval")]
        if changes:
            first = changes[0]
            more = f" (and {len(changes) - 1} more)" if len(changes) > 1 else ""
            message = f"{one.new_path} is changed and still named as approved under {number}: {first.text}{more}"
            remedy = "Name the new approval, state that it is pending, or keep the approved text (pitboss approve)."
            yield Objection("approval", message, one.new_path, first.new.line if first.new else 1, remedy)


def _object_to(finding: Finding, kind: str) -> Objection:
    place = finding.places[0] if finding.places else None
    remedy = finding.remedy or ("Answer it with `pitboss decide`." if finding.status == "review" else "")
    path, line = (place.path, place.span.line) if place is not None else ("", 1)
    return Objection(kind, finding.words, path, line, remedy, finding.requirement)


def _drop_repeated(objections: Iterable[Objection]) -> Iterator[Objection]:
    """Each finding once, under the first of the reasons that it fails for."""
    seen: set[tuple[str, str, str, int]] = set()
    for one in objections:
        key = (one.requirement, one.message, one.path, one.line)
        if key not in seen:
            seen.add(key)
            yield one


# --- what is told and fails nothing -----------------------------------------------------------------------------------


def _unreadable(after: Findings) -> Iterator[str]:
    for finding in after.findings:
        if finding.status == "error":
            place = finding.places[0] if finding.places else None
            yield f"{place.path}:{place.span.line}: {finding.message}" if place else finding.message


def _list_withdrawn(before: Findings, after: Findings) -> Iterator[tuple[str, str]]:
    """Requirements of law that were met, open or failed of a document and do not apply to it now."""
    now = {(one.requirement, one.path) for one in after.findings if one.status == "not-applicable"}
    seen: set[tuple[str, str]] = set()
    for one in before.findings:
        key = (one.requirement, one.path)
        asked = one.status in ("pass", "fail", "review", "waived", "answered") and side_of(one.authority) == "law"
        if asked and key in now and key not in seen:
            seen.add(key)
            yield key
