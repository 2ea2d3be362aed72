"""Calls of the editor: what may be typed, what is known of a word, where a name is given, and forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from compliance.desk.calls import CallFields, Day, Name, call
from compliance.desk.refusing import Refused
from compliance.desk.room import Room


class At(CallFields):
    line: int
    character: int


class Placed(CallFields):
    name: str
    position: At


class Hovered(Placed):
    day: Day


class FormEdit(CallFields):
    name: str
    route: list[str | int]
    op: Literal["set", "add-row", "remove-row", "rename-row"] = "set"
    value: str | None = None
    key: str | None = None
    after: str | None = None


def _texts(room: Room, name: str) -> Mapping[str, str]:
    """All texts; what is no UTF-8 has none, and the one that is asked about must be."""
    texts = {one: room.data(one).decode("utf-8-sig", "replace") for one in room.names}
    room.data(name)
    try:
        room.data(name).decode()
    except UnicodeDecodeError:
        raise Refused(f"{name} is not UTF-8.", "Save it as UTF-8 and open it again.") from None
    return texts


@call("complete", Placed)
def _complete(room: Room, given: Placed) -> Any:
    """What may be typed at a place."""
    from compliance.editing.completion import complete

    return complete(_texts(room, given.name), given.name, _position(given))


@call("hover", Hovered)
def _hover(room: Room, given: Hovered) -> Any:
    """What is known of the word at a place, and what a value is held against on a day."""
    from compliance.editing.hovering import hover

    texts = _texts(room, given.name)
    return hover(texts, given.name, _position(given), room.run(given.day).findings, given.day)


@call("definition", Placed)
def _definition(room: Room, given: Placed) -> Any:
    """Where what is named at a place is defined."""
    from compliance.editing.definitions import definition

    return definition(_texts(room, given.name), given.name, _position(given))


@call("symbols", Name)
def _symbols(room: Room, given: Name) -> Any:
    """The parts of a document."""
    from compliance.editing.symbols import symbols

    return symbols(_texts(room, given.name)[given.name])


@call("forms", Name)
def _forms(room: Room, given: Name) -> Any:
    """The forms of a document."""
    from compliance.editing.forms import forms

    return forms(_texts(room, given.name)[given.name])


@call("form-edit", FormEdit)
def _form_edit(room: Room, given: FormEdit) -> Any:
    """The edits of a text for a change in a form. The text itself is changed by who asked, with `put`."""
    from compliance.editing.forms import form_edit
    from compliance.fixes.pages import CannotEdit

    text = _texts(room, given.name)[given.name]
    try:
        return {"edits": form_edit(text, tuple(given.route), given.op, given.value, given.key, given.after)}
    except CannotEdit as reason:
        raise Refused(f"The form cannot make this change: {reason}.", "Make it in the text.") from None


def _position(given: Placed) -> Any:
    return {"line": given.position.line, "character": given.position.character}
