"""Calls that show something: pictures, the matrix of a set, odds, the law behind a finding, what changed."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, Final

from compliance.desk.calls import CallFields, Day, Name, OnDay, call
from compliance.desk.refusing import Refused
from compliance.desk.room import Room
from compliance.documents.paths import APPROVED
from compliance.editing.positions import Sheet

if TYPE_CHECKING:
    from compliance.documents.reading import Loaded
    from compliance.law.catalogue import Holding
    from compliance.meaning.changes import Change
    from compliance.reports.odds import Shown
    from compliance.source import Source

_KINDS: Final = {"fees": "fees", "tables": "grid"}


@call("pictures", OnDay)
def _pictures(room: Room, given: OnDay) -> Any:
    """The drawings of a document, with what they show in words; and what is not drawn."""
    from compliance.reports.pictures import pictures_of

    kinds = pictures_of(room.load(given.name))
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


class OfDay(CallFields):
    day: Day


@call("matrix", OfDay)
def _matrix(room: Room, given: OfDay) -> Any:
    """The set: a row a document, a column a subject, in it the gravest answer; as words, and as data."""
    from compliance.reports.matrix import KINDS, SIDES, matrix_of

    matrix = matrix_of(room.run(given.day), room.law())
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


@call("odds", Name)
def _odds(room: Room, given: Name) -> Any:
    """What every wager of a game really pays, as tables of text."""
    from compliance.odds.documents import odds_of
    from compliance.odds.order import good_order
    from compliance.reports.odds import Shown

    loaded = room.load(given.name)
    tree = loaded.source.tree
    if loaded.document is None or not isinstance(tree, dict):
        raise Refused(f"{given.name} cannot be read.", "The verdict says why; mend that first.")
    if loaded.document.document != "game":
        return {"tables": [], "notes": []}
    report = odds_of(tree)
    return _tables(Shown(given.name, report, good_order(tree, report)))


def _tables(shown: Shown) -> dict[str, Any]:
    """The pieces of the report on odds: each table under its heading, with the lines below it; all else is a note."""
    from compliance.reports.odds import FigureTable, pieces

    tables: list[dict[str, Any]] = []
    notes: list[str] = []
    heading, line, inside = "", "", False
    for piece in pieces(shown):
        if isinstance(piece, FigureTable):
            title = f"{heading}: {line}" if line else heading
            rows = [list(row) for row in piece.rows]
            tables.append({"title": title, "columns": list(piece.columns), "rows": rows, "notes": []})
            line, inside = "", True
        elif piece.startswith("#"):
            heading, line, inside = piece.lstrip("# "), "", False
        elif piece.startswith(("- ", "Note, ")):
            words = piece.removeprefix("- ")
            (tables[-1]["notes"] if inside else notes).append(words if inside else f"{heading}: {words}")
        else:
            line = piece
    return {"tables": tables, "notes": notes or ([line] if line and not tables else [])}


# --- the law ----------------------------------------------------------------------------------------------------------


class Explained(CallFields):
    requirement: str
    day: Day


@call("explain", Explained)
def _explain(room: Room, given: Explained) -> Any:
    """One requirement: what it asks on a day, the law behind it, and its wordings over time, newest first."""
    from compliance.reports.timeline import drawing, said, timeline_of

    law = room.law()
    found = law.requirements.get(given.requirement)
    if found is None:
        withdrawn = law.withdrawn.get(given.requirement)
        near = law.near(given.requirement)
        message = f"{given.requirement} is no requirement of the catalogue" + (f": {withdrawn}." if withdrawn else ".")
        raise Refused(message, f"Did you mean {' or '.join(near)}?" if near else "")
    present = found.on(given.day)
    told = present or found.newest
    line = timeline_of(found, given.day)
    return {
        "requirement": found.id,
        "title": found.title,
        "why": found.why or found.reason,
        "law": not found.reason,
        "holds": present is not None,
        **_wording(told, given.day),
        "wordings": [] if found.reason else [_wording(one, given.day) for one in found.history],
        "timeline": {"title": line.title, "svg": drawing(line), "words": said(line)} if line is not None else None,
    }


def _wording(holding: Holding, day: date) -> dict[str, Any]:
    """What a requirement is between two days."""
    from compliance.reports.sentences import how_known_then, since

    return {
        "asks": holding.asks,
        "remedy": holding.remedy,
        "level": holding.level,
        "basis": holding.basis,
        "citation": holding.cite,
        "known": how_known_then(holding),
        "since": since(holding),
        "from": holding.from_.isoformat() if holding.from_ is not None else None,
        "until": holding.until.isoformat() if holding.until is not None else None,
        "note": holding.note,
        "source": holding.source,
        "holds": holding.holds_on(day),
    }


# --- changes ----------------------------------------------------------------------------------------------------------


class Compared(CallFields):
    name: str
    old: str | None = None
    approved: bool = False


@call("diff", Compared)
def _diff(room: Room, given: Compared) -> Any:
    """What changed in meaning since an older text, or since the text that was approved last."""
    if (given.old is None) != given.approved:
        raise Refused("Expected an `old` text to compare with, or `approved`.")
    new = room.load(given.name)
    return _since_approval(room, new) if given.old is None else _since_text(given.old, new)


def _since_text(text: str, new: Loaded) -> dict[str, Any]:
    from compliance.documents.reading import load
    from compliance.meaning.comparing import compare_one

    old = load(new.path, text.encode("utf-8", "replace"))
    compared = compare_one(new.path, old, new)
    if compared.problems:
        side = "The older text" if old.document is None else new.path
        raise Refused(f"{side} cannot be read: {compared.problems[0]}", "Mend that first; then it can be compared.")
    return {"against": None, "changes": [_told(one.change, old.source, new.source) for one in compared.told]}


def _since_approval(room: Room, new: Loaded) -> dict[str, Any]:
    from compliance.meaning.approvals import held_against

    data = room.files.get(new.path + APPROVED)
    if data is None:
        raise Refused(f"No approved text of {new.path} is kept.", "Record an approval, or open the .approved file too.")
    kept = held_against(new, data)
    if not kept.held:
        raise Refused(
            f"The approved text of {new.path} cannot be used: {kept.problem}.", "Mend that file, or the text."
        )
    newest = kept.held[-1]
    against = {"id": newest.id, "date": newest.date.isoformat(), "by": newest.by}
    return {"against": against, "changes": [_told(change, None, new.source) for change in newest.changes]}


def _told(change: Change, old: Source | None, new: Source) -> dict[str, Any]:
    from compliance.meaning.classes import class_of
    from compliance.meaning.words import said
    from compliance.routes import span_of

    klass = class_of(change)
    ranges = [
        Sheet(source.text).range_of(span_of(source, route)) if source is not None and route is not None else None
        for source, route in zip((old, new), change.stands, strict=True)
    ]
    return {
        "words": said(change),
        "class": klass.name,
        "does": klass.does,
        "needs": klass.needs,
        "old_range": ranges[0],
        "new_range": ranges[1],
    }
