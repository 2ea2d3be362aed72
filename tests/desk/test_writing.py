"""The calls of the editor: the same functions as in the language server, on the files of the room."""

from __future__ import annotations

from typing import Any

from compliance.desk.calls import answer
from compliance.desk.room import Room
from compliance.editing.positions import applied
from tests.conftest import GAME, SCHEDULE


def _asked(room: Room, call: str, **given: Any) -> Any:
    return answer(room, {"call": call, "given": given})


def test_the_editor_asks_about_a_place_and_about_forms() -> None:
    room = Room(lambda: None)  # type: ignore[arg-type, return-value]  # nothing here asks for the law
    schedule = SCHEDULE.replace("unit: $1\n", "games: [{game: harbor-nines}]\n")
    _asked(room, "put", name="rates.yaml", text=schedule)
    _asked(room, "put", name="games/nines.yaml", text=GAME)
    place = {"line": 5, "character": 18}
    assert _asked(room, "complete", name="rates.yaml", position=place)["result"][0]["label"] == "harbor-nines"
    assert _asked(room, "definition", name="rates.yaml", position=place)["result"][0]["name"] == "games/nines.yaml"
    assert [one["name"] for one in _asked(room, "symbols", name="rates.yaml")["result"]][-1] == "options"
    first = _asked(room, "forms", name="rates.yaml")["result"][0]
    edits = _asked(room, "form-edit", name="rates.yaml", route=first["rows"][0]["route"], value="$4")["result"]["edits"]
    assert applied(schedule, edits) == schedule.replace("$1-$100: $1", "$1-$100: $4")


def test_what_a_form_cannot_do_is_said_with_the_next_step() -> None:
    room = Room(lambda: None)  # type: ignore[arg-type, return-value]
    _asked(room, "put", name="a.yaml", text=GAME)
    error = _asked(room, "form-edit", name="a.yaml", route=["bank", "by"])["error"]
    assert error == {
        "message": "The form cannot make this change: `by` must be said; choose another value.",
        "next": "Make it in the text.",
    }
    _asked(room, "put", name="b.yaml", base64="/w==")
    assert "not UTF-8" in _asked(room, "forms", name="b.yaml")["error"]["message"]
    assert "No file called" in _asked(room, "forms", name="c.yaml")["error"]["message"]
