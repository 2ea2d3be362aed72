"""What the pages of the workbench ask, and what they are answered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from compliance.workbench.library import list_examples, read_example, rulesets_folder
from tests.conftest import Ran
from tests.workbench.conftest import DAY, WorkbenchClient

SCHEDULE = next(name for name in list_examples() if b"\ndocument: schedule" in b"\n" + read_example(name))
GOW = "washington/gow-z-gow.yaml"


# Games and schedules of both states, and general terms; all of them together are compared below.
@pytest.mark.parametrize("name", [*list_examples()[::6], GOW, *(one for one in list_examples() if "terms" in one)])
def test_the_report_on_one_document_is_that_of_the_command(
    name: str, client: WorkbenchClient, pitboss: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(rulesets_folder())
    client.ask("put", name=name, text=client.ask("example", name=name)["text"])
    assert (
        client.file("report", format="json", day=DAY).decode()
        == pitboss("check", name, "--as-of", DAY, "--format", "json").out
    )


def test_reports_on_the_whole_library_are_those_of_the_command(
    client: WorkbenchClient, pitboss: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(rulesets_folder())
    for name in reversed(list_examples()):
        client.workspace.put(name, read_example(name))
    formats = ("json", "html", "sarif")
    reports = [argument for kind in formats for argument in ("--report", f"{kind}={tmp_path / kind}")]
    pitboss("check", *list_examples(), "--as-of", DAY, *reports)
    for kind in formats:
        assert client.file("report", format=kind, day=DAY) == (tmp_path / kind).read_bytes(), kind


def test_a_keystroke_changes_what_is_found_and_undoing_it_brings_back_the_same(client: WorkbenchClient) -> None:
    text = client.ask("example", name=GOW)["text"]
    client.ask("put", name=GOW, text=text)
    before = client.ask("check", day=DAY)
    client.ask("put", name=GOW, text=text.replace("document: game", "document: gam"))
    broken = client.ask("check", day=DAY, name=GOW)
    assert broken["verdict"]["answer"] == "undecided"
    assert broken["documents"][0]["findings"][0]["range"]["start"]["line"] == text.split("\n").index("document: game")
    client.ask("put", name=GOW, text=text)
    assert client.ask("check", day=DAY) == before


def test_another_day_gives_another_answer_and_the_first_day_the_same_again(client: WorkbenchClient) -> None:
    """What is remembered of a document that leaves facts open is not what another day asks of it."""
    name = next(name for name in list_examples() if b": unclear" in read_example(name))
    client.workspace.put(name, read_example(name))
    days = [client.ask("check", day=day) for day in ("2026-11-16", "2020-01-01", "2026-11-16")]
    fresh = WorkbenchClient()
    fresh.workspace.put(name, read_example(name))
    assert days[1] == fresh.ask("check", day="2020-01-01")
    assert days[0] == days[2] != days[1]


def test_places_are_counted_as_editors_do(client: WorkbenchClient) -> None:
    text = 'document: schedule\n"\U0001f0a1": {a: 1, "\U0001f0a1": 2, a: 3}\n'
    client.ask("put", name="x.yaml", text=text)
    found = client.ask("check", day=DAY)["documents"][0]["findings"]
    line = text.split("\n")[1]
    at = len(line[: line.rindex("a: 3")].encode("utf-16-le")) // 2
    assert found[0]["range"] == {"start": {"line": 1, "character": at}, "end": {"line": 1, "character": at + 1}}


def test_files_tell_what_they_are(client: WorkbenchClient) -> None:
    client.workspace.put(SCHEDULE, read_example(SCHEDULE))
    client.ask("put", name="broken.yaml", base64="/w==")
    listed = {one["name"]: one for one in client.ask("files")}
    assert listed[SCHEDULE]["kind"] == "schedule"
    assert listed[SCHEDULE]["readable"]
    assert not listed["broken.yaml"]["readable"]
    assert "UTF-8" in client.refused("text", name="broken.yaml")


_NO_NAMES = (
    """../a.yaml a/../b.yaml /a.yaml a//b.yaml ./a.yaml .a.yaml a.docx a\\b.yaml C:a.yaml a/.b/c.yaml .approved"""
)


@pytest.mark.parametrize(
    "name", ["", *_NO_NAMES.split(), "a.yaml\n", "a\x00.yaml", "a. /b.yaml", "x" * 300 + ".yaml", "con\u202e.yaml"]
)
def test_names_that_are_no_names_are_refused(name: str, client: WorkbenchClient) -> None:
    assert "harbor-nines.yaml" in client.refused("put", name=name, text="")
    assert client.ask("files") == []


def test_a_view_shows_one_document_and_loads_nothing(client: WorkbenchClient) -> None:
    for name in (GOW, SCHEDULE):
        client.workspace.put(name, read_example(name))
    page = client.ask("view", name=GOW, day=DAY)["html"]
    assert "default-src 'none'" in page
    assert "Gow" in page
    assert SCHEDULE not in page


def test_hello_tells_the_days_of_the_law(client: WorkbenchClient) -> None:
    states = {one["id"]: one for one in client.ask("hello")["states"]}
    day = next(one for one in states["washington"]["days"] if one["day"] == "2023-09-25")
    assert {"begins", "changes"} & {change["change"] for change in day["changes"]}


def test_what_can_be_done_about_findings_is_told_apart_from_them(client: WorkbenchClient) -> None:
    name = "california/napa-valley/21st-century-blackjack-8.yaml"
    client.workspace.put(name, read_example(name))
    found = {one["id"]: one for one in client.ask("check", day=DAY, name=name)["documents"][0]["findings"]}
    offered = client.ask("actions", day=DAY, name=name)["actions"]
    assert offered
    assert all(found[mark]["mendable"] and found[mark]["paste"] for mark in offered)
    assert all(action["edits"] and action["title"] for actions in offered.values() for action in actions)


def test_a_document_is_told_of_the_law_of_its_own_state_alone(client: WorkbenchClient) -> None:
    for name in (GOW, SCHEDULE):
        client.workspace.put(name, read_example(name))
    told = {one["name"]: " ".join(one["notes"]) for one in client.ask("check", day=DAY)["documents"]}
    assert "Washington" in told[GOW]
    assert "California" not in told[GOW]
    assert "California" in told[SCHEDULE]
    assert "Washington" not in told[SCHEDULE]
