"""What the pages of the workbench ask, and what they are answered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from compliance.desk.library import example, examples, rulesets_folder
from tests.conftest import Ran
from tests.desk.conftest import DAY, Desk

SCHEDULE = next(name for name in examples() if b"\ndocument: schedule" in b"\n" + example(name))
GOW = "washington/gow-z-gow.yaml"


@pytest.mark.parametrize("name", examples())
def test_the_report_on_one_document_is_that_of_the_command(
    name: str, desk: Desk, pitboss: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(rulesets_folder())
    desk.ask("put", name=name, text=desk.ask("example", name=name)["text"])
    assert (
        desk.file("report", format="json", day=DAY).decode()
        == pitboss("check", name, "--as-of", DAY, "--format", "json").out
    )


def test_reports_on_the_whole_library_are_those_of_the_command(
    desk: Desk, pitboss: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(rulesets_folder())
    for name in reversed(examples()):
        desk.room.put(name, example(name))
    formats = ("json", "html", "sarif")
    reports = [argument for kind in formats for argument in ("--report", f"{kind}={tmp_path / kind}")]
    pitboss("check", *examples(), "--as-of", DAY, *reports)
    for kind in formats:
        assert desk.file("report", format=kind, day=DAY) == (tmp_path / kind).read_bytes(), kind


def test_a_keystroke_changes_what_is_found_and_undoing_it_brings_back_the_same(desk: Desk) -> None:
    text = desk.ask("example", name=GOW)["text"]
    desk.ask("put", name=GOW, text=text)
    before = desk.ask("check", day=DAY)
    desk.ask("put", name=GOW, text=text.replace("document: game", "document: gam"))
    broken = desk.ask("check", day=DAY, name=GOW)
    assert broken["verdict"]["answer"] == "undecided"
    assert broken["documents"][0]["findings"][0]["range"]["start"]["line"] == text.split("\n").index("document: game")
    desk.ask("put", name=GOW, text=text)
    assert desk.ask("check", day=DAY) == before


def test_another_day_gives_another_answer_and_the_first_day_the_same_again(desk: Desk) -> None:
    """What is remembered of a document that leaves facts open is not what another day asks of it."""
    name = next(name for name in examples() if b": unclear" in example(name))
    desk.room.put(name, example(name))
    days = [desk.ask("check", day=day) for day in ("2026-11-16", "2020-01-01", "2026-11-16")]
    fresh = Desk()
    fresh.room.put(name, example(name))
    assert days[1] == fresh.ask("check", day="2020-01-01")
    assert days[0] == days[2] != days[1]


def test_places_are_counted_as_editors_do(desk: Desk) -> None:
    text = 'document: schedule\n"\U0001f0a1": {a: 1, "\U0001f0a1": 2, a: 3}\n'
    desk.ask("put", name="x.yaml", text=text)
    found = desk.ask("check", day=DAY)["documents"][0]["findings"]
    line = text.split("\n")[1]
    at = len(line[: line.rindex("a: 3")].encode("utf-16-le")) // 2
    assert found[0]["range"] == {"start": {"line": 1, "character": at}, "end": {"line": 1, "character": at + 1}}


def test_files_tell_what_they_are(desk: Desk) -> None:
    desk.room.put(SCHEDULE, example(SCHEDULE))
    desk.ask("put", name="broken.yaml", base64="/w==")
    listed = {one["name"]: one for one in desk.ask("files")}
    assert listed[SCHEDULE]["kind"] == "schedule"
    assert listed[SCHEDULE]["readable"]
    assert not listed["broken.yaml"]["readable"]
    assert "UTF-8" in desk.refused("text", name="broken.yaml")


_NO_NAMES = (
    """../a.yaml a/../b.yaml /a.yaml a//b.yaml ./a.yaml .a.yaml a.txt a\\b.yaml C:a.yaml a/.b/c.yaml .approved"""
)


@pytest.mark.parametrize(
    "name", ["", *_NO_NAMES.split(), "a.yaml\n", "a\x00.yaml", "a. /b.yaml", "x" * 300 + ".yaml", "con\u202e.yaml"]
)
def test_names_that_are_no_names_are_refused(name: str, desk: Desk) -> None:
    assert "harbor-nines.yaml" in desk.refused("put", name=name, text="")
    assert desk.ask("files") == []


def test_a_view_shows_one_document_and_loads_nothing(desk: Desk) -> None:
    for name in (GOW, SCHEDULE):
        desk.room.put(name, example(name))
    page = desk.ask("view", name=GOW, day=DAY)["html"]
    assert "default-src 'none'" in page
    assert "Gow" in page
    assert SCHEDULE not in page


def test_hello_tells_the_days_of_the_law(desk: Desk) -> None:
    states = {one["id"]: one for one in desk.ask("hello")["states"]}
    day = next(one for one in states["washington"]["days"] if one["day"] == "2023-09-25")
    assert {"begins", "changes"} & {change["change"] for change in day["changes"]}


def test_what_can_be_done_about_findings_is_told_apart_from_them(desk: Desk) -> None:
    name = "california/napa-valley/21st-century-blackjack-8.yaml"
    desk.room.put(name, example(name))
    found = {one["id"]: one for one in desk.ask("check", day=DAY, name=name)["documents"][0]["findings"]}
    offered = desk.ask("actions", day=DAY, name=name)["actions"]
    assert offered
    assert all(found[mark]["mendable"] and found[mark]["paste"] for mark in offered)
    assert all(action["edits"] and action["title"] for actions in offered.values() for action in actions)


def test_a_document_is_told_of_the_law_of_its_own_state_alone(desk: Desk) -> None:
    for name in (GOW, SCHEDULE):
        desk.room.put(name, example(name))
    told = {one["name"]: " ".join(one["notes"]) for one in desk.ask("check", day=DAY)["documents"]}
    assert "Washington" in told[GOW]
    assert "California" not in told[GOW]
    assert "California" in told[SCHEDULE]
    assert "Washington" not in told[SCHEDULE]
