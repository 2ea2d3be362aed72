"""The calls of the editor: the same functions as in the language server, on the files of the room."""

from __future__ import annotations

from typing import Any

from compliance.editor.positions import apply_edits
from compliance.editor.workspace import Workspace
from compliance.workbench.calls import answer_request
from tests.conftest import GAME, SCHEDULE


def _answer(workspace: Workspace, call: str, **given: Any) -> Any:
    return answer_request(workspace, {"call": call, "given": given})


def test_the_editor_asks_about_a_place_and_about_forms() -> None:
    workspace = Workspace(lambda: None)  # type: ignore[arg-type, return-value]  # nothing here asks for the law
    schedule = SCHEDULE.replace("unit: $1\n", "games: [{game: harbor-nines}]\n")
    _answer(workspace, "put", name="rates.yaml", text=schedule)
    _answer(workspace, "put", name="games/nines.yaml", text=GAME)
    place = {"line": 5, "character": 18}
    assert _answer(workspace, "complete", name="rates.yaml", position=place)["result"][0]["label"] == "harbor-nines"
    assert (
        _answer(workspace, "definition", name="rates.yaml", position=place)["result"][0]["name"] == "games/nines.yaml"
    )
    first = _answer(workspace, "forms", name="rates.yaml")["result"][0]
    route = first["rows"][0]["route"]
    edits = _answer(workspace, "form-edit", name="rates.yaml", route=route, value="$4")["result"]["edits"]
    assert apply_edits(schedule, edits) == schedule.replace("$1-$100: $1", "$1-$100: $4")


def test_what_a_form_cannot_do_is_said_with_the_next_step() -> None:
    workspace = Workspace(lambda: None)  # type: ignore[arg-type, return-value]
    _answer(workspace, "put", name="a.yaml", text=GAME)
    error = _answer(workspace, "form-edit", name="a.yaml", route=["bank", "by"])["error"]
    assert error == {
        "message": "The form cannot make this change: `by` must be said; choose another value.",
        "next": "Make it in the text.",
    }
    _answer(workspace, "put", name="b.yaml", base64="/w==")
    assert "not UTF-8" in _answer(workspace, "forms", name="b.yaml")["error"]["message"]
    assert "No file called" in _answer(workspace, "forms", name="c.yaml")["error"]["message"]
