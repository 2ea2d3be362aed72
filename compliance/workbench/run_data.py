"""A run as the pages of the workbench show it: verdict, documents, and each defect once, in the order of reports."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from compliance.editor.actions import find_actions
from compliance.editor.positions import Sheet
from compliance.engine.findings import Checked, Finding, Findings, Place
from compliance.engine.grouping import ATTENTION, Group
from compliance.engine.partial_results import narrow_about
from compliance.engine.verdict import FinalVerdict, judge
from compliance.gate.points import list_choices
from compliance.law.levels import side_of
from compliance.reports.bounds import bounded
from compliance.reports.conclusion import Conclusion, describe_caveats, describe_decisions, describe_run
from compliance.reports.identity import list_defects_with_marks
from compliance.reports.json import verdict_data

# The text of a file with the places in it, by the name of the file.
Sheets = Callable[[str], Sheet]


def build_run_data(run: Findings, sheets: Sheets, name: str | None = None) -> dict[str, Any]:
    """A run as data. With a name, findings are told of that document alone; verdicts always of all."""
    judged, groups = judge(run), list_defects(run)
    sheets = cache(sheets)
    documents = []
    for checked, verdict in zip(run.documents, judged.documents, strict=True):
        wanted = name in (None, checked.path)
        mine = [(group, mark) for group, mark in groups if wanted and checked.path in group.paths]
        documents.append(
            {
                "name": checked.path,
                "digest": checked.sha256,
                "title": checked.title,
                "verdict": _verdict_data(verdict),
                "counts": _count_data(verdict),
                "findings": [_group_data(group, mark, checked.path, sheets) for group, mark in mine],
                "notes": [*_list_decisions(verdict), *_list_notes(run, checked)],
            }
        )
    paths = {checked.path for checked in run.documents}
    beside = [(group, mark) for group, mark in groups if not paths.intersection(group.paths)]
    return {
        "day": run.as_of.isoformat(),
        "catalogue": run.catalog,
        "verdict": _verdict_data(judged.whole) | {"said": describe_run(run)},
        "documents": documents,
        "elsewhere": [_group_data(group, mark, group.paths[0], sheets) for group, mark in beside],
    }


def list_defects(run: Findings) -> list[tuple[Group, str]]:
    """What wants somebody, each defect once and with its id, as much as is told of it."""
    return list(list_defects_with_marks(bounded(_select_attention(run))))


def _select_attention(run: Findings) -> Findings:
    """The run without what needs nobody: that is most of it, and told by reports alone."""
    findings = [finding for finding in run.findings if finding.status in ATTENTION]
    told = Findings(run.as_of, run.catalog, run.documents, findings, run.counts, run.unread, run.about)
    told.judgement = judge(run)
    return told


def _verdict_data(verdict: FinalVerdict) -> dict[str, Any]:
    return verdict_data(verdict) | {"words": Conclusion(verdict).answer, "counted": Conclusion(verdict).counts}


def _list_decisions(verdict: FinalVerdict) -> list[str]:
    said = describe_decisions(verdict)
    return [said] if said else []


def _list_notes(run: Findings, checked: Checked) -> list[str]:
    """What is to be said of the run where this document holds: the law of another state is none of its business."""
    alone = Findings(run.as_of, run.catalog, [checked], [])
    alone.about = narrow_about(run, alone)
    return describe_caveats(alone)


def _count_data(verdict: FinalVerdict) -> dict[str, int]:
    """What was found, each defect once: what a list of documents shows beside a name."""
    law, order = verdict.law, verdict.order
    return {
        "errors": law.errors + order.errors,
        "warnings": law.warnings + order.warnings,
        "notes": law.notes + order.notes,
        "reviews": law.reviews + order.reviews,
        "undecided": verdict.undecided,
        "decided": verdict.decided,
    }


def _group_data(group: Group, mark: str, path: str, sheets: Sheets) -> dict[str, Any]:
    """One defect, seen from one of the documents that it is found against."""
    lead = group.lead
    at = next((place for place in lead.places if place.path == path), None)
    return {
        "id": mark,
        "requirement": lead.requirement,
        "requirements": list(group.requirements),
        "status": lead.status,
        "level": lead.level,
        "side": side_of(lead.authority),
        "basis": lead.basis,
        "citation": lead.citation,
        "authority": lead.authority,
        "seen": lead.seen,
        "title": lead.title,
        "message": lead.words,
        "asks": lead.asks,
        "note": lead.note,
        "remark": lead.remark,
        "remedy": lead.remedy,
        "paste": list(next((finding.paste for finding in group.members if finding.paste), ())),
        "range": sheets(path).range_of(at.span) if at is not None else None,
        "places": [_place_data(place, sheets) for place in lead.places],
        "route": at.route if at is not None else "",
        "decision": lead.decision,
        "decidable": list(list_choices(lead)),
        "mendable": bool(_list_fixable(group, path)),
        # Made by `told_actions`, when somebody stops to look.
        "actions": [],
    }


def build_actions(run: Findings, sheets: Sheets, name: str) -> dict[str, list[dict[str, Any]]]:
    """What can be done in a document with one click, by the ids of the defects that it would mend. Each is proved by
    reading the edited text, which takes longer than all else that a keystroke asks for."""
    found = {
        mark: _group_actions(group, name, sheets(name).text) for group, mark in list_defects(run) if name in group.paths
    }
    return {mark: actions for mark, actions in found.items() if actions}


def _list_fixable(group: Group, path: str) -> list[Finding]:
    """The findings of a defect in a document about which something may be done there."""
    mine = [one for one in group.members if one.places and one.places[0].path == path]
    return [one for one in mine if one.paste or one.requirement.startswith("document.")]


def _group_actions(group: Group, path: str, text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for one in (dict(one) for finding in _list_fixable(group, path) for one in find_actions(text, finding)):
        if one not in found:
            found.append(one)
    return found


def _place_data(place: Place, sheets: Sheets) -> dict[str, Any]:
    return {
        "name": place.path,
        "range": sheets(place.path).range_of(place.span),
        "route": place.route,
        "label": place.label,
        "source": [{"file": file, "lines": numbers} for file, numbers in place.source],
    }
