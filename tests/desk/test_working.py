"""From nothing to a printed report through the calls alone, as somebody does it who has never used Pit Boss."""

from __future__ import annotations

import io
import random
import re
import zipfile
from typing import Any

import pytest
from pypdf import PdfReader

from compliance.desk.calls import CALLS
from compliance.desk.library import example, examples
from tests.desk.conftest import DAY, Desk

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
    "notice": "ample notice of the option in use",
    "per": "hand",
    "fee": "$1",
}


@pytest.fixture
def fees(desk: Desk) -> Desk:
    """A schedule that was begun with questions and filled in, but for where its fees are posted."""
    asked = {one["name"]: one for one in desk.ask("questions", kind="schedule")["questions"]}
    assert [name for name, one in asked.items() if one["required"]] == ["title", "jurisdiction"]
    made = desk.ask("new", kind="schedule", answers=ANSWERS)
    assert made["name"] == FEES
    assert "  - game: harbor-nines\n" in made["text"]
    assert "terms / posted" in made["open"]
    text = re.sub(r"    posted: .*\n|  posted: .*\n", "", made["text"])
    text = re.sub(r"([\w-]+): unclear.*", lambda found: f"{found[1]}: {SAID[found[1]]}", text)
    desk.ask("put", name=FEES, text=text)
    return desk


def found(desk: Desk, requirement: str) -> Any:
    told = [one for row in desk.ask("check", day=DAY)["documents"] for one in row["findings"]]
    return next((one for one in told if one["requirement"] == requirement), None)


def decide(desk: Desk, requirement: str, outcome: str, **more: Any) -> Any:
    given = {"reason": "seen at the table", "by": "A. Person"} | more
    return desk.answer("decide", finding=found(desk, requirement)["id"], day=DAY, outcome=outcome, **given)


def test_from_nothing_to_a_printed_report(fees: Desk) -> None:
    assert fees.ask("check", day=DAY)["verdict"]["answer"] == "open"
    kept = decide(fees, "california.fees-posted", "meets")["result"]
    assert (kept["name"], "until: '2027-11-16'" in kept["text"]) == ("pitboss-decisions.yaml", True)
    assert fees.ask("check", day=DAY)["verdict"]["answer"] == "ready"
    pages = PdfReader(io.BytesIO(fees.file("report", format="pdf", day=DAY, names=[FEES]))).pages
    printed = " ".join(" ".join(page.extract_text().split()) for page in pages)
    assert "Harbor Club fees" in printed
    assert "decided by A. Person" in printed
    card = PdfReader(io.BytesIO(fees.file("card", name=FEES, day=DAY))).pages[0].extract_text()
    assert "$1" in card


def test_an_approved_text_is_kept_and_what_changed_since_is_told(fees: Desk) -> None:
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
    assert found(fees, "california.as-approved")["status"] == "fail"


def test_a_decision_is_replaced_by_a_newer_one_and_others_keep_their_bytes(fees: Desk) -> None:
    decide(fees, "california.fees-posted", "does not meet")
    first = fees.ask("text", name="pitboss-decisions.yaml")["text"]
    assert found(fees, "california.fees-posted")["status"] == "fail"
    other = first.replace("california.fees-posted", "california.other").replace("decisions:\n", "")
    fees.ask("put", name="pitboss-decisions.yaml", text=first + "  # kept\n" + other[other.index("  - ") :])
    decide(fees, "california.fees-posted", "meets", until="2026-12-31")
    now = fees.ask("text", name="pitboss-decisions.yaml")["text"]
    assert now.count("california.fees-posted") == 1
    assert "  # kept\n" + other[other.index("  - ") :] in now
    assert found(fees, "california.fees-posted")["status"] == "answered"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"outcome": "waive"}, "can be meets or does not meet or does not apply"),
        ({"outcome": "meets", "reason": " "}, "Reason: expected some words"),
        ({"outcome": "meets", "by": ""}, "By: expected some words"),
        ({"outcome": "meets", "until": "2020-01-01"}, "before the day of the decision"),
        ({"outcome": "meets", "until": "soon"}, "expected a day such as"),
    ],
)
def test_a_decision_that_says_too_little_is_refused(fees: Desk, given: dict[str, Any], told: str) -> None:
    error = decide(fees, "california.fees-posted", **given)["error"]
    assert told in f"{error['message']} {error['next']}"
    assert "pitboss-decisions.yaml" not in [one["name"] for one in fees.ask("files")]


def test_a_card_that_would_mislead_is_refused_and_made_as_a_draft(fees: Desk) -> None:
    text = fees.ask("text", name=FEES)["text"]
    fees.ask("put", name=FEES, text=text.replace("fee: $1", "fee: 5% of the pot", 1))
    assert "draft" in fees.refused("card", name=FEES, day=DAY)
    assert fees.file("card", name=FEES, day=DAY, draft=True, format="html").startswith(b"<!DOCTYPE html>")
    assert fees.ask("options", name=FEES)["options"] == [{"option": "1", "title": ""}]
    assert "There is no option 7" in fees.refused("card", name=FEES, day=DAY, option="7")


def test_a_report_on_one_document_is_of_what_is_open_beside_it(fees: Desk) -> None:
    terms = (
        "document: terms\ntitle: Terms\nid: terms\njurisdiction: california\nestablishment: Harbor Club\n"
        "covers: {schedules: [harbor-club-fees]}\nterms: {posted: within view of every table}\n"
    )
    fees.ask("put", name="terms.yaml", text=terms)
    assert found(fees, "california.fees-posted") is None
    report = fees.file("report", format="json", day=DAY, names=[FEES]).decode()
    assert '"path": "harbor-club-fees.yaml"' in report
    assert '"path": "terms.yaml", "sha256"' not in report
    row = next(line for line in report.split("\n") if '"california.fees-posted"' in line)
    assert '"status": "pass"' in row


def test_all_files_go_into_one_archive_with_the_same_bytes_every_time(fees: Desk) -> None:
    decide(fees, "california.fees-posted", "meets")
    first = fees.file("zip")
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert archive.namelist() == [FEES, "pitboss-decisions.yaml"]
        assert archive.read(FEES).decode() == fees.ask("text", name=FEES)["text"]
    assert fees.file("zip") == first


def test_old_spellings_are_mended_in_their_places(desk: Desk) -> None:
    text = "document: game\ntitle: T\nid: t\njurisdiction: california\nbank: {by: pot}\nrestated: []\n"
    desk.ask("put", name="t.yaml", text=text)
    fixed = desk.ask("fix", name="t.yaml")
    assert fixed["edits"]
    assert "reading" in " ".join(fixed["told"])
    desk.ask("put", name="t.yaml", text="a: [\n")
    assert "Line " in desk.refused("fix", name="t.yaml")


def test_what_is_shown_of_a_game(desk: Desk) -> None:
    name = "washington/pai-gow-pow.yaml"
    desk.room.put(name, example(name))
    pictures = desk.ask("pictures", name=name, day=DAY)["pictures"]
    assert {one["kind"] for one in pictures} == {"grid"}
    assert all(one["svg"].startswith("<svg xmlns=") and one["words"] for one in pictures)
    odds = desk.ask("odds", name=name)
    assert odds["tables"][0]["columns"][:3] == ["pay table", "decks", "house edge"]
    assert all(len(row) == len(one["columns"]) for one in odds["tables"] for row in one["rows"])


def test_what_is_shown_of_a_set(desk: Desk) -> None:
    for name in examples()[:3]:
        desk.room.put(name, example(name))
    matrix = desk.ask("matrix", day=DAY)
    assert matrix["names"] == examples()[:3]
    assert all(len(row) == len(matrix["columns"]) for row in matrix["rows"])
    assert any("not met" in cell for row in matrix["rows"] for cell in row)


def test_the_law_behind_a_finding_is_told_with_its_wordings(desk: Desk) -> None:
    law = desk.ask("explain", requirement="california.collection-rate-count", day="2005-01-01")
    assert law["citation"]
    assert law["holds"]
    assert [one["holds"] for one in law["wordings"]].count(True) == 1
    assert law["timeline"]["svg"].startswith("<svg")
    assert "Did you mean california.bank-rotates" in desk.refused(
        "explain", requirement="california.bank-rotate", day=DAY
    )


# --- whatever is asked ------------------------------------------------------------------------------------------------

_ODD: tuple[Any, ...] = (
    *(None, True, 0, -1, 1.5, 10**30, "", " ", "x", "a.yaml", "../a.yaml", "california", "game", "pdf", DAY),
    *("9999-12-31", "0001-01-01", "\ud800", "\x00", "{{", [], [[]], ["a.yaml"], {}, {"line": 3, "character": 10**9}),
    *({"line": -1, "character": -1}, {"title": "X", "jurisdiction": "california", "bank": "pot"}, "x" * 5000),
)


def test_whatever_a_call_is_given_it_answers_in_words(desk: Desk) -> None:
    desk.ask(
        "put", name="a.yaml", text="document: game\ntitle: T\nid: t\njurisdiction: washington\nbank: {by: house}\n"
    )
    chance = random.Random(16)
    for name in sorted(CALLS) * 12:
        keys = [*CALLS[name].given.model_fields, "other"]
        given = {key: chance.choice(_ODD) for key in chance.sample(keys, chance.randint(0, len(keys)))}
        answered = desk.answer(name, **given)
        error = answered.get("error", {"message": "answered"})
        assert error["message"], (name, given)
        assert "inside Pit Boss" not in error["message"], (name, given, error)
    assert desk.ask("check", day=DAY)["documents"]
