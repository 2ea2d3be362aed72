"""From nothing to a printed report through the calls alone, as somebody does it who has never used Pit Boss."""

from __future__ import annotations

import io
import json
import random
import re
import zipfile
from typing import Any

import pytest
from pypdf import PdfReader

from compliance.workbench.calls import CALLS
from compliance.workbench.library import list_examples, read_example
from tests.workbench.conftest import DAY, WorkbenchClient

FEES = "harbor-club-fees.yaml"
ANSWERS = {
    "title": "Harbor Club fees",
    "jurisdiction": "california",
    "establishment": " Harbor Club ",
    "games": ["Harbor Nines", ""],
    "payers": ["player", "player-dealer"],
}
SAID = {
    "version": '"1.0"',
    "authority": "Bureau of Gambling Control",
    "id": "GEGA-001234",
    "date": "2026-10-01",
    "unit": "$1",
    "minimum": "$10",
    "maximum": "$200",
    "fees-determined": "before play",
    "fees-collected": "before play",
    "options-in-use": "one per table",
    "notice": "given",
    "per": "hand",
    "fee": "$1",
    "posted": "unclear",
}


@pytest.fixture
def fees(client: WorkbenchClient) -> WorkbenchClient:
    """A schedule that was begun with questions and filled in: where its fees are posted is unclear."""
    asked = {one["name"]: one for one in client.ask("questions", kind="schedule")["questions"]}
    assert [name for name, one in asked.items() if one["required"]] == ["title", "jurisdiction"]
    made = client.ask("new", kind="schedule", answers=ANSWERS)
    assert made["name"] == FEES
    assert "  - game: harbor-nines\n" in made["text"]
    assert "terms / posted" in made["open"]
    text = re.sub(r"([\w-]+): unclear.*", lambda found: f"{found[1]}: {SAID[found[1]]}", made["text"])
    client.ask("put", name=FEES, text=text)
    return client


def find_finding(client: WorkbenchClient, requirement: str) -> Any:
    told = [one for row in client.ask("check", day=DAY)["documents"] for one in row["findings"]]
    return next((one for one in told if requirement in one["requirements"]), None)


SIGNED = {"reason": "It hangs beside every table.", "by": "A. Person", "role": "floor manager", "on": DAY}


def points(client: WorkbenchClient, requirement: str) -> Any:
    return client.ask("points", finding=find_finding(client, requirement)["id"], day=DAY)


def decide(client: WorkbenchClient, requirement: str, outcome: str, **more: Any) -> Any:
    listed = points(client, requirement)["points"]
    marks = [one["mark"] for one in listed if one["requirement"] == requirement]
    given = {"points": marks, "until": "2027-11-16"} | SIGNED | more
    return client.answer("decide", finding=find_finding(client, requirement)["id"], day=DAY, outcome=outcome, **given)


def test_from_nothing_to_a_printed_report(fees: WorkbenchClient) -> None:
    assert fees.ask("check", day=DAY)["verdict"]["answer"] == "open"
    kept = decide(fees, "california.fees-posted", "meets")["result"]
    assert (kept["name"], "until: '2027-11-16'" in kept["text"]) == ("pitboss-decisions.yaml", True)
    verdict = fees.ask("check", day=DAY)["verdict"]
    assert (verdict["answer"], verdict["met_by_decision"]) == ("ready", 1)
    assert verdict["words"] == "Ready to submit, by decision of A. Person (floor manager)"
    pages = PdfReader(io.BytesIO(fees.file("report", format="pdf", day=DAY, names=[FEES]))).pages
    printed = " ".join(" ".join(page.extract_text().split()) for page in pages)
    assert "Harbor Club fees" in printed
    assert "by decision of A. Person (floor manager)" in printed
    card = PdfReader(io.BytesIO(fees.file("card", name=FEES, day=DAY))).pages[0].extract_text()
    assert "$1" in card


def test_what_the_document_does_not_say_cannot_be_decided(fees: WorkbenchClient) -> None:
    text = fees.ask("text", name=FEES)["text"]
    fees.ask("put", name=FEES, text=re.sub(r" +posted: .*\n", "", text))
    finding = find_finding(fees, "california.fees-posted")
    assert (finding["status"], finding["decidable"]) == ("review", [])
    assert points(fees, "california.fees-posted")["points"] == []


def test_an_approved_text_is_kept_and_what_changed_since_is_told(fees: WorkbenchClient) -> None:
    assert "No approved text" in fees.refused("diff", name=FEES, approved=True)
    fees.ask("approve", name=FEES, id="GEGA-001234", date="2026-10-01", by="Bureau of Gambling Control")
    assert fees.ask("diff", name=FEES, approved=True)["changes"] == []
    before = fees.ask("text", name=FEES)["text"]
    fees.ask("put", name=FEES, text=before.replace("fee: $1", "fee: $2", 1))
    (change,) = fees.ask("diff", name=FEES, approved=True)["changes"]
    assert (change["class"], change["needs"]) == ("costs-more", "new approval and notice")
    assert before.split("\n")[change["new_range"]["start"]["line"]].strip() == "fee: $1"
    (again,) = fees.ask("diff", name=FEES, old=before)["changes"]
    assert (again["words"], again["old_range"]) == (change["words"], change["new_range"])
    assert find_finding(fees, "california.as-approved")["status"] == "fail"


def test_decisions_are_replaced_and_withdrawn_and_their_history_is_kept(fees: WorkbenchClient) -> None:
    decide(fees, "california.fees-posted", "does not meet")
    first = fees.ask("text", name="pitboss-decisions.yaml")["text"]
    assert find_finding(fees, "california.fees-posted")["status"] == "fail"
    decide(fees, "california.fees-posted", "meets", until="2026-12-31")
    second = fees.ask("text", name="pitboss-decisions.yaml")["text"]
    assert second.startswith(first)
    assert find_finding(fees, "california.fees-posted")["status"] == "answered"
    (decision,) = points(fees, "california.fees-posted")["decisions"]
    assert decision["words"].startswith("meets, decided by A. Person (floor manager)")
    fees.ask("withdraw", day=DAY, entry=decision["entry"], **SIGNED)
    third = fees.ask("text", name="pitboss-decisions.yaml")["text"]
    assert third.startswith(second)
    assert find_finding(fees, "california.fees-posted")["status"] == "review"
    assert "no longer in force" in fees.refused("withdraw", day=DAY, entry=decision["entry"], **SIGNED)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"outcome": "waive"}, "can be meets or does not meet or does not apply"),
        ({"outcome": "meets", "reason": "x"}, "Reason: expected a sentence"),
        ({"outcome": "meets", "by": "x"}, "Name: `x` is too short"),
        ({"outcome": "meets", "role": ""}, "Role: `` is too short"),
        ({"outcome": "meets", "until": "2020-01-01"}, "before the day of the decision"),
        ({"outcome": "meets", "until": "9999-12-31"}, "too far ahead; the last day may be 2029-11-18"),
        ({"outcome": "meets", "until": "soon"}, "expected a day such as"),
        ({"outcome": "meets", "until": None}, "expected a day such as"),
        ({"outcome": "meets", "points": []}, "at least 1 item"),
        ({"outcome": "meets", "points": ["000000000000"]}, "no longer found"),
    ],
)
def test_a_decision_that_says_too_little_is_refused(fees: WorkbenchClient, given: dict[str, Any], told: str) -> None:
    error = decide(fees, "california.fees-posted", **given)["error"]
    assert told in f"{error['message']} {error['next']}"
    assert "pitboss-decisions.yaml" not in [one["name"] for one in fees.ask("files")]


def test_a_card_that_would_mislead_is_refused_and_made_as_a_draft(fees: WorkbenchClient) -> None:
    text = fees.ask("text", name=FEES)["text"]
    fees.ask("put", name=FEES, text=text.replace("fee: $1", "fee: 5% of the pot", 1))
    assert "draft" in fees.refused("card", name=FEES, day=DAY)
    assert fees.file("card", name=FEES, day=DAY, draft=True, format="html").startswith(b"<!DOCTYPE html>")
    assert fees.ask("options", name=FEES)["options"] == [{"option": "1", "title": ""}]
    assert "There is no option 7" in fees.refused("card", name=FEES, day=DAY, option="7")


def test_a_report_on_one_document_is_of_what_is_open_beside_it(fees: WorkbenchClient) -> None:
    terms = (
        "document: terms\ntitle: Terms\nid: terms\njurisdiction: california\nestablishment: Harbor Club\n"
        "covers: {schedules: [harbor-club-fees]}\nterms: {posted: at every table}\n"
    )
    fees.ask("put", name="terms.yaml", text=terms)
    fees.ask("put", name=FEES, text=re.sub(r" +posted: .*\n", "", fees.ask("text", name=FEES)["text"]))
    assert find_finding(fees, "california.fees-posted") is None
    report = fees.file("report", format="json", day=DAY, names=[FEES]).decode()
    assert '"path": "harbor-club-fees.yaml"' in report
    assert '"path": "terms.yaml", "sha256"' not in report
    [found] = [one for one in json.loads(report)["findings"] if one["requirement"] == "california.fees-posted"]
    assert found["status"] == "pass"


def test_all_files_go_into_one_archive_with_the_same_bytes_every_time(fees: WorkbenchClient) -> None:
    decide(fees, "california.fees-posted", "meets")
    first = fees.file("zip")
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert archive.namelist() == [FEES, "pitboss-decisions.yaml"]
        assert archive.read(FEES).decode() == fees.ask("text", name=FEES)["text"]
    assert fees.file("zip") == first


def test_old_spellings_are_mended_in_their_places(client: WorkbenchClient) -> None:
    text = "document: game\ntitle: T\nid: t\njurisdiction: california\nbank: pot\n"
    client.ask("put", name="t.yaml", text=text)
    fixed = client.ask("fix", name="t.yaml")
    assert [one["text"] for one in fixed["edits"]] == ["{by: pot}"]
    assert fixed["told"] == ["values in their present spelling"]
    client.ask("put", name="t.yaml", text="a: [\n")
    assert "Line " in client.refused("fix", name="t.yaml")


def test_what_is_shown_of_a_game(client: WorkbenchClient) -> None:
    name = "washington/pai-gow-pow.yaml"
    client.workspace.put(name, read_example(name))
    pictures = client.ask("pictures", name=name, day=DAY)["pictures"]
    assert {one["kind"] for one in pictures} == {"grid"}
    assert all(one["svg"].startswith("<svg xmlns=") and one["words"] for one in pictures)
    odds = client.ask("odds", name=name)
    assert odds["tables"][1]["columns"][:4] == ["Wager", "Pay table", "Decks", "House edge"]
    assert all(len(row) == len(one["columns"]) for one in odds["tables"] for row in one["rows"])


def test_what_is_shown_of_a_set(client: WorkbenchClient) -> None:
    for name in list_examples()[:3]:
        client.workspace.put(name, read_example(name))
    matrix = client.ask("matrix", day=DAY)
    assert matrix["names"] == list_examples()[:3]
    assert all(len(row) == len(matrix["columns"]) for row in matrix["rows"])
    assert any("warning" in cell for row in matrix["rows"] for cell in row)


def test_the_law_behind_a_finding_is_told_with_its_wordings(client: WorkbenchClient) -> None:
    law = client.ask("explain", requirement="california.collection-rate-count", day="2005-01-01")
    assert law["citation"]
    assert law["holds"]
    assert [one["holds"] for one in law["wordings"]].count(True) == 1
    assert law["timeline"]["svg"].startswith("<svg")
    assert "Did you mean california.bank-rotates" in client.refused(
        "explain", requirement="california.bank-rotate", day=DAY
    )


# --- whatever is asked ------------------------------------------------------------------------------------------------

_ODD: tuple[Any, ...] = (
    *(None, True, 0, -1, 1.5, 10**30, "", " ", "x", "a.yaml", "../a.yaml", "california", "game", "pdf", DAY),
    *("9999-12-31", "0001-01-01", "\ud800", "\x00", "{{", [], [[]], ["a.yaml"], {}, {"line": 3, "character": 10**9}),
    *({"line": -1, "character": -1}, {"title": "X", "jurisdiction": "california", "bank": "pot"}, "x" * 5000),
)


def test_whatever_a_call_is_given_it_answers_in_words(client: WorkbenchClient) -> None:
    client.ask(
        "put", name="a.yaml", text="document: game\ntitle: T\nid: t\njurisdiction: washington\nbank: {by: house}\n"
    )
    chance = random.Random(16)
    for name in sorted(CALLS) * 12:
        keys = [*CALLS[name].given.model_fields, "other"]
        given = {key: chance.choice(_ODD) for key in chance.sample(keys, chance.randint(0, len(keys)))}
        answered = client.answer(name, **given)
        error = answered.get("error", {"message": "answered"})
        assert error["message"], (name, given)
        assert "inside Pit Boss" not in error["message"], (name, given, error)
    assert client.ask("check", day=DAY)["documents"]
