"""Calls that show something: pictures, the matrix of a set, odds, the law behind a finding, what changed."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, Final

from compliance.documents.paths import APPROVED
from compliance.editor.positions import Sheet
from compliance.editor.refusal import RefusedRequest
from compliance.editor.workspace import Workspace
from compliance.workbench.calls import CallFields, Day, DocumentDayFields, NameFields, register_call

if TYPE_CHECKING:
    from compliance.comparison.changes import Change
    from compliance.documents.loader import LoadedDocument
    from compliance.law.catalog import Holding
    from compliance.reports.odds_exhibit import Exhibit
    from compliance.source import Source

_KINDS: Final = {"fees": "fees", "tables": "grid"}


@register_call("pictures", DocumentDayFields)
def _pictures(workspace: Workspace, given: DocumentDayFields) -> Any:
    """The drawings of a document, with what they show in words; and what is not drawn."""
    from compliance.reports.pictures import pictures_of

    kinds = pictures_of(workspace.load(given.name))
    return {
        "pictures": [
            {
                "kind": _KINDS.get(kind.key, kind.key),
                "title": picture.title,
                "words": picture.words,
                "svg": picture.drawing,
                "group": kind.title,
                "lead": kind.lead,
            }
            for kind in kinds
            for picture in kind.shown
        ],
        "notes": [kind.left_out for kind in kinds if kind.left_out],
    }


class DayFields(CallFields):
    day: Day


@register_call("matrix", DayFields)
def _matrix(workspace: Workspace, given: DayFields) -> Any:
    """The set: a row a document, a column a subject, in it the gravest answer; as words, and as data."""
    from compliance.reports import prepare_report
    from compliance.reports.matrix import KINDS, SIDES, matrix_of

    report = prepare_report(workspace.run(given.day), workspace.context(workspace.documents))
    matrix = matrix_of(report, workspace.law())
    signs = {"met": "·", "none": ""}
    return {
        "columns": ["Document", *(f"{SIDES[column.side]}: {column.name}" for column in matrix.columns)],
        "rows": [
            [row.title or row.path, *(signs.get(one.kind, one.words) for one in row.cells)] for row in matrix.rows
        ],
        "names": [row.path for row in matrix.rows],
        "cells": [[{"kind": one.kind, "number": one.number} for one in row.cells] for row in matrix.rows],
        "kinds": dict(KINDS),
        "notes": ["The gravest answer on each subject, and how many of it. · is met; an empty cell does not apply."],
    }


# --- odds -------------------------------------------------------------------------------------------------------------


@register_call("odds", NameFields)
def _odds(workspace: Workspace, given: NameFields) -> Any:
    """What every wager of a game really pays, as tables of text."""
    from compliance.odds.documents import odds_of
    from compliance.odds.order import good_order
    from compliance.reports.odds_exhibit import Exhibit

    loaded = workspace.load(given.name)
    tree = loaded.source.tree
    if loaded.document is None or not isinstance(tree, dict):
        raise RefusedRequest(f"{given.name} cannot be read.", "The verdict says why; mend that first.")
    if loaded.document.document != "game":
        return {"tables": [], "notes": []}
    report = odds_of(tree)
    return _tables(Exhibit(given.name, report, good_order(tree, report), tree))


def _tables(shown: Exhibit) -> dict[str, Any]:
    """The pieces of the report on odds: each table under its heading, with the lines below it; all else is a note."""
    from compliance.reports.exhibits import FigureTable
    from compliance.reports.odds_exhibit import build_odds_pieces

    tables: list[dict[str, Any]] = []
    notes: list[str] = []
    heading, line, inside = "", "", False
    for piece in build_odds_pieces(shown):
        if isinstance(piece, FigureTable):
            title = f"{heading}: {line or piece.title}" if line or piece.title else heading
            rows = [list(row) for row in piece.rows]
            tables.append({"title": title, "columns": list(piece.columns), "rows": rows, "notes": []})
            line, inside = "", True
        elif not isinstance(piece, str):
            continue
        elif piece.startswith("#"):
            heading, line, inside = piece.lstrip("# "), "", False
        elif piece.startswith(("- ", "Note, ")):
            words = piece.removeprefix("- ")
            (tables[-1]["notes"] if inside else notes).append(words if inside else f"{heading}: {words}")
        else:
            line = piece
    return {"tables": tables, "notes": notes or ([line] if line and not tables else [])}


# --- the law ----------------------------------------------------------------------------------------------------------


class RequirementFields(CallFields):
    requirement: str
    day: Day


@register_call("explain", RequirementFields)
def _explain(workspace: Workspace, given: RequirementFields) -> Any:
    """One requirement: what it asks on a day, the law behind it, and its wordings over time, newest first."""
    from compliance.reports.timeline import describe_timeline, drawing, timeline_of

    law = workspace.law()
    found = law.requirements.get(given.requirement)
    if found is None:
        withdrawn = law.withdrawn.get(given.requirement)
        near = law.find_similar(given.requirement)
        message = f"{given.requirement} is no requirement of the catalog" + (f": {withdrawn}." if withdrawn else ".")
        raise RefusedRequest(message, f"Did you mean {' or '.join(near)}?" if near else "")
    present = found.holding_on(given.day)
    told = present or found.newest
    line = timeline_of(found, given.day)
    return {
        "requirement": found.id,
        "title": found.title,
        "why": found.why or found.reason,
        "law": not found.reason,
        "holds": present is not None,
        **_describe_version(told, given.day),
        "wordings": [] if found.reason else [_describe_version(one, given.day) for one in found.history],
        "timeline": {"title": line.title, "svg": drawing(line), "words": describe_timeline(line)}
        if line is not None
        else None,
    }


def _describe_version(holding: Holding, day: date) -> dict[str, Any]:
    """What a requirement is between two days."""
    from compliance.reports.sentences import describe_dates, describe_holding

    return {
        "asks": holding.asks,
        "remedy": holding.remedy,
        "level": holding.level,
        "basis": holding.basis,
        "citation": holding.cite,
        "known": describe_holding(holding),
        "since": describe_dates(holding),
        "from": holding.from_.isoformat() if holding.from_ is not None else None,
        "until": holding.until.isoformat() if holding.until is not None else None,
        "note": holding.note,
        "source": holding.source,
        "holds": holding.holds_on(day),
    }


# --- changes ----------------------------------------------------------------------------------------------------------


class ComparisonFields(CallFields):
    name: str
    old: str | None = None
    approved: bool = False


@register_call("diff", ComparisonFields)
def _diff(workspace: Workspace, given: ComparisonFields) -> Any:
    """What changed in meaning since an older text, or since the text that was approved last."""
    if (given.old is None) != given.approved:
        raise RefusedRequest("Expected an `old` text to compare with, or `approved`.")
    new = workspace.load(given.name)
    return _compare_with_approval(workspace, new) if given.old is None else _compare_with_text(given.old, new)


def _compare_with_text(text: str, new: LoadedDocument) -> dict[str, Any]:
    from compliance.comparison.document_comparison import compare_document
    from compliance.documents.loader import load_document

    old = load_document(new.path, text.encode("utf-8", "replace"))
    compared = compare_document(new.path, old, new)
    if compared.problems:
        side = "The older text" if old.document is None else new.path
        raise RefusedRequest(
            f"{side} cannot be read: {compared.problems[0]}", "Mend that first; then it can be compared."
        )
    return {"against": None, "changes": [_describe(one.change, old.source, new.source) for one in compared.changes]}


def _compare_with_approval(workspace: Workspace, new: LoadedDocument) -> dict[str, Any]:
    from compliance.comparison.approvals import compare_with_approvals

    data = workspace.files.get(new.path + APPROVED)
    if data is None:
        raise RefusedRequest(
            f"No approved text of {new.path} is kept.", "Record an approval, or open the .approved file too."
        )
    kept = compare_with_approvals(new, data)
    if not kept.comparisons:
        raise RefusedRequest(
            f"The approved text of {new.path} cannot be used: {kept.problem}.", "Mend that file, or the text."
        )
    newest = kept.comparisons[-1]
    against = {"id": newest.id, "date": newest.date.isoformat(), "by": newest.by}
    return {"against": against, "changes": [_describe(change, None, new.source) for change in newest.changes]}


def _describe(change: Change, old: Source | None, new: Source) -> dict[str, Any]:
    from compliance.comparison.change_classes import classify_change
    from compliance.comparison.change_text import describe_change
    from compliance.source.routes import find_span

    klass = classify_change(change)
    ranges = [
        Sheet(source.text).range_of(find_span(source, route)) if source is not None and route is not None else None
        for source, route in zip((old, new), change.routes, strict=True)
    ]
    return {
        "words": describe_change(change),
        "class": klass.name,
        "does": klass.effect,
        "needs": klass.needs,
        "old_range": ranges[0],
        "new_range": ranges[1],
    }
