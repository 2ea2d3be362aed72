"""Papers at the workbench: their lines and pages, which facts stand where, figures put into fields, drafts."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any

import pytest

from compliance.workbench.folder import Folder
from tests.paper.pdfs import set_pdf
from tests.paper.test_pdf import DOCUMENT, TABLE
from tests.workbench.conftest import DAY, WorkbenchClient


@pytest.fixture(scope="module")
def pdf() -> bytes:
    return set_pdf(TABLE)


@pytest.fixture
def open_paper(client: WorkbenchClient, pdf: bytes) -> WorkbenchClient:
    client.ask("put", name="harbor.pdf", base64=b64encode(pdf).decode())
    client.ask("put", name="harbor.yaml", text=DOCUMENT.replace("$101+: $3", "$101+: unclear"))
    return client


def test_a_paper_is_shown_with_its_lines_and_what_is_cited(open_paper: WorkbenchClient) -> None:
    shown = open_paper.ask("paper", name="harbor.yaml")
    assert (shown["file"], shown["drawn"]) == ("harbor.pdf", "harbor.pdf")
    assert shown["compared"] == {"figures": 7, "bound": 7, "lines": 6, "cited": 3}
    lines = {line["place"]: line for page in shown["pages"] for line in page["lines"]}
    assert lines["p1:5"]["text"] == "$101+  $3"
    assert [lines["p1:5"]["text"][start:end] for start, end in lines["p1:5"]["figures"]] == ["$101+", "$3"]
    assert (lines["p1:2"]["is_cited"], lines["p1:4"]["is_cited"]) == (False, True)
    left, top, right, bottom = lines["p1:4"]["box"]
    assert 0 < left < right < shown["pages"][0]["width"]
    assert 0 < top < bottom < shown["pages"][0]["height"]


def test_a_fact_shows_its_place(open_paper: WorkbenchClient) -> None:
    shown = open_paper.ask("paper", name="harbor.yaml")
    facts = {fact["words"]: fact for fact in shown["facts"]}
    assert facts["options / 1 / collections / 1 / bands / $1-$50"]["lines"] == [3]
    assert facts["options / 1"]["lines"] == [3, 4]
    text = DOCUMENT.replace("$101+: $3", "$101+: unclear").split("\n")
    line = facts["options / 1 / collections / 1 / bands / $1-$50"]["range"]["start"]["line"]
    assert "$1-$50: $0.50" in text[line]


def test_a_figure_is_put_into_the_field_at_the_cursor(open_paper: WorkbenchClient) -> None:
    text = open_paper.ask("text", name="harbor.yaml")["text"]
    lines = text.split("\n")
    line = next(number for number, words in enumerate(lines) if "unclear" in words)
    place = {"line": line, "character": lines[line].index("unclear") + 2}
    field = open_paper.ask("paper-field", name="harbor.yaml", position=place)
    assert field["words"] == "options / 1 / collections / 2 / bands / $101+"
    assert field["source"] == ["options", 0, "source"]
    (edit,) = open_paper.ask("form-edit", name="harbor.yaml", route=field["route"], value="$3")["edits"]
    assert edit["text"] == "$3"
    title = {"line": 0, "character": 2}
    assert open_paper.ask("paper-field", name="harbor.yaml", position=title) is None


def test_a_page_is_drawn_and_others_are_refused(open_paper: WorkbenchClient) -> None:
    assert b64decode(open_paper.ask("paper-page", name="harbor.pdf", page=2)["png"]).startswith(b"\x89PNG")
    assert "does not have that page" in open_paper.refused("paper-page", name="harbor.pdf", page=3)


def test_a_paper_is_no_document_and_a_broken_one_is_told(client: WorkbenchClient) -> None:
    assert client.ask("put", name="harbor.pdf", base64=b64encode(b"%PDF-1.7\n").decode())["kind"] == "paper"
    client.ask("put", name="harbor.yaml", text=DOCUMENT)
    assert [one["name"] for one in client.ask("check", day=DAY)["documents"]] == ["harbor.yaml"]
    assert "is broken" in client.refused("paper", name="harbor.yaml")
    assert "is broken" in client.refused("draft", name="harbor.pdf")


def test_a_document_without_an_open_paper_has_none_to_show(client: WorkbenchClient) -> None:
    client.ask("put", name="harbor.yaml", text=DOCUMENT)
    assert client.ask("paper", name="harbor.yaml")["file"] == ""


def test_a_draft_of_an_open_paper_can_be_opened_beside_it(client: WorkbenchClient, pdf: bytes) -> None:
    client.ask("put", name="fees/harbor.pdf", base64=b64encode(pdf).decode())
    made = client.ask("draft", name="fees/harbor.pdf", jurisdiction="california")
    assert (made["name"], made["kind"]) == ("fees/harbor.yaml", "schedule")
    client.ask("put", name=made["name"], text=made["text"])
    compared = client.ask("paper", name=made["name"])["compared"]
    assert compared["figures"] == compared["bound"] == 7


def test_a_folder_lists_the_papers_that_documents_name(tmp_path: Any, pdf: bytes) -> None:
    (tmp_path / "harbor.yaml").write_text(DOCUMENT)
    (tmp_path / "harbor.pdf").write_bytes(pdf)
    (tmp_path / "readme.md").write_text("nothing")
    folder = Folder(str(tmp_path))
    assert folder.list_files() == (["harbor.pdf", "harbor.yaml"], [])
    assert folder.read("harbor.pdf").data == pdf
