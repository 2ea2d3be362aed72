"""Statements that no requirement reads are notes about the paper."""

from __future__ import annotations

from collections.abc import Iterator

from compliance.authoring.edits import AddItem, Edit, RemoveEntry
from compliance.source import Map, Seq, Value


def move_unread(tree: Map, read: frozenset[str]) -> Iterator[Edit]:
    """Statements under names that no requirement knows, and of which nothing is said again."""
    made = tree.get("statements")
    if not isinstance(made, Map):
        return
    compared = {route.split(" / ")[1] for route in _restated_routes(tree) if route.startswith("statements / ")}
    going = [name for name in made if name != "source" and name not in read and name not in compared]
    for name in going:
        yield AddItem("notes", _build_note(name, made[name]))
    if going and all(name in going or name == "source" for name in made):
        yield RemoveEntry(("statements",))
    else:
        yield from (RemoveEntry(("statements", name)) for name in going)


def _restated_routes(tree: Map) -> Iterator[str]:
    reading = tree.get("reading")
    again = reading.get("said-again") if isinstance(reading, Map) else None
    for entry in again if isinstance(again, Seq) else ():
        yield from entry if isinstance(entry, Map) else ()


def _build_note(name: str, statement: Value) -> dict[str, Value]:
    """The words of a statement as one note, with its lines."""
    parts = [name.replace("-", " ")]
    lines = statement
    if isinstance(statement, Map):
        parts += [text for key in ("says", "value") if isinstance(text := statement.get(key), str)]
        lines = statement.get("source")
    at = {"at": lines} if lines is not None else {}
    return {**at, "note": ": ".join(parts)}
