"""Calls of the editor: what may be typed, what is known of a word, where a name is given, and forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from compliance.editor.refusal import RefusedRequest
from compliance.editor.workspace import Workspace
from compliance.workbench.calls import CallFields, Day, NameFields, register_call


class PlaceFields(CallFields):
    line: int
    character: int


class PositionFields(CallFields):
    name: str
    position: PlaceFields


class HoverFields(PositionFields):
    day: Day


class FormEditFields(CallFields):
    name: str
    route: list[str | int]
    op: Literal["set", "add-row", "remove-row", "rename-row"] = "set"
    value: str | None = None
    key: str | None = None
    after: str | None = None


def _decode_texts(workspace: Workspace, name: str) -> Mapping[str, str]:
    """All texts; what is no UTF-8 has none, and the one that is asked about must be."""
    texts = {one: workspace.data(one).decode("utf-8-sig", "replace") for one in workspace.names}
    workspace.data(name)
    try:
        workspace.data(name).decode()
    except UnicodeDecodeError:
        raise RefusedRequest(f"{name} is not UTF-8.", "Save it as UTF-8 and open it again.") from None
    return texts


@register_call("complete", PositionFields)
def _complete(workspace: Workspace, given: PositionFields) -> Any:
    """What may be typed at a place."""
    from compliance.editor.completion import complete

    return complete(_decode_texts(workspace, given.name), given.name, _position(given))


@register_call("hover", HoverFields)
def _hover(workspace: Workspace, given: HoverFields) -> Any:
    """What is known of the word at a place, and what a value is held against on a day."""
    from compliance.editor.hover import build_hover

    texts = _decode_texts(workspace, given.name)
    return build_hover(texts, given.name, _position(given), workspace.run(given.day).findings, given.day)


@register_call("definition", PositionFields)
def _definition(workspace: Workspace, given: PositionFields) -> Any:
    """Where what is named at a place is defined."""
    from compliance.editor.definitions import go_to_definition

    return go_to_definition(_decode_texts(workspace, given.name), given.name, _position(given))


@register_call("forms", NameFields)
def _forms(workspace: Workspace, given: NameFields) -> Any:
    """The forms of a document."""
    from compliance.editor.forms import build_forms

    return build_forms(_decode_texts(workspace, given.name)[given.name])


@register_call("form-edit", FormEditFields)
def _form_edit(workspace: Workspace, given: FormEditFields) -> Any:
    """The edits of a text for a change in a form. The text itself is changed by who asked, with `put`."""
    from compliance.authoring.pages import UneditableText
    from compliance.editor.forms import build_form_edit

    text = _decode_texts(workspace, given.name)[given.name]
    try:
        return {"edits": build_form_edit(text, tuple(given.route), given.op, given.value, given.key, given.after)}
    except UneditableText as reason:
        raise RefusedRequest(f"The form cannot make this change: {reason}.", "Make it in the text.") from None


def _position(given: PositionFields) -> Any:
    return {"line": given.position.line, "character": given.position.character}
