"""What people decided: it holds for its place, its value and its days, and is told when it does not."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import typer

from compliance import disk
from compliance.gate.decisions import read_decisions
from compliance.law.cases import base_document
from compliance.source import Limits, read_source
from tests.conftest import Ran

Pitboss = Callable[..., Ran]
DAY = "2026-11-16"
ENTRY = {
    "requirement": "california.no-percentage-fee",
    "document": "harbor-nines-schedule",
    "at": "options / 1 / collections / player / bands / $101-$300",
    "decide": "waive",
    "reason": "The city has it under discussion.",
    "by": "A. Person",
    "role": "counsel",
    "on": "2026-11-01",
    "until": "2026-12-31",
    "value": "000000000000",
}


@pytest.fixture
def fees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A schedule with a fee that is a percentage."""
    monkeypatch.chdir(tmp_path)
    text = base_document("california-schedule")
    assert "$101-$300: $2" in text
    path = tmp_path / "fees.yaml"
    path.write_text(text.replace("$101-$300: $2", "$101-$300: 1% of the wager", 1))
    return path


def waive(pitboss: Pitboss, fees: Path, *more: str) -> Ran:
    words = ("--decide", "waive", *sign(), "--until", "2026-12-31")
    return pitboss("decide", fees, "--as-of", DAY, "--requirement", "california.no-percentage-fee", *words, *more)


def sign(reason: str = "The city has it under discussion.", by: str = "A. Person", role: str = "counsel") -> list[str]:
    return ["--reason", reason, "--by", by, "--role", role]


def marks(pitboss: Pitboss, fees: Path, *more: str) -> list[str]:
    """The marks of the points that can be decided."""
    listed = pitboss("decide", fees, "--as-of", DAY, "--list", *more).out.splitlines()
    return [line.split()[0] for line in listed if not line.startswith((" ", "entry"))]


def findings_by_requirement(pitboss: Pitboss, fees: Path, day: str = DAY) -> dict[str, list[dict[str, Any]]]:
    ran = pitboss(
        "check", fees, "--as-of", day, "--format", "json", "--decisions", "pitboss-decisions.yaml", "--fail-on", "note"
    )
    by_id: dict[str, list[dict[str, Any]]] = {}
    for finding in ran.data["findings"]:
        by_id.setdefault(finding["requirement"], []).append(finding)
    return by_id


def statuses(pitboss: Pitboss, fees: Path, day: str = DAY) -> list[str]:
    rows = findings_by_requirement(pitboss, fees, day)["california.no-percentage-fee"]
    return [row["status"] for row in rows]


def test_a_waiver_lets_a_failure_through_and_stays_visible(pitboss: Pitboss, fees: Path) -> None:
    assert statuses_without(pitboss, fees) == ["fail"]
    assert waive(pitboss, fees).code == 0
    (row,) = findings_by_requirement(pitboss, fees)["california.no-percentage-fee"]
    assert row["status"] == "waived"
    told = "decided by A. Person (counsel) on 2026-11-16, until 2026-12-31: The city has it under discussion."
    assert row["decision"] == f"waive, {told}"
    run = pitboss("check", fees, "--as-of", DAY, "--decisions", "pitboss-decisions.yaml")
    words = " ".join(run.out.split())
    assert told in words
    assert "1 failure waived until December 31, 2026" in words
    last = run.out.strip().splitlines()[-1]
    assert last.startswith("Not ready to submit: ")
    assert last.endswith("1 failure waived until December 31, 2026.")


def statuses_without(pitboss: Pitboss, fees: Path) -> list[str]:
    data = pitboss("check", fees, "--as-of", DAY, "--format", "json").data
    return [one["status"] for one in data["findings"] if one["requirement"] == "california.no-percentage-fee"]


def test_the_command_line_decides_only_the_points_that_it_names(
    pitboss: Pitboss, fees: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = fees.read_text()
    for number in range(3):
        (fees.parent / f"{number}.yaml").write_text(text.replace("harbor-nines-schedule", f"schedule-{number}"))
    written: list[str] = []
    whole = disk.write_whole

    def noted(path: str, pieces: bytes) -> None:
        written.append(path)
        whole(path, pieces)

    monkeypatch.setattr(disk, "write_whole", noted)
    refused = waive(pitboss, fees.parent)
    assert (refused.code, "4 points fit" in refused.err, written) == (2, True, [])
    ticked = marks(pitboss, fees.parent, "--decide", "waive")[:2]
    assert "no such point is open" in waive(pitboss, fees.parent, "--point", "000000000000").err
    assert "2 decided, 2 left open" in waive(pitboss, fees.parent, *(f"--point={mark}" for mark in ticked)).out
    assert written == ["pitboss-decisions.yaml"]
    assert sorted(statuses(pitboss, fees.parent)) == ["fail", "fail", "waived", "waived"]


def test_a_baseline_that_could_not_be_read_is_not_written(
    pitboss: Pitboss, fees: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("compliance.gate.baseline.read_source", partial(read_source, limits=Limits(bytes=100)))
    ran = pitboss("baseline", fees, "--as-of", DAY, *sign(), "--until", "2027-01-01")
    assert ran.code == 2
    told = "not written, for it could not be read: line 1: The file has 648 bytes; at most 100 are read. Make one"
    assert told in ran.err
    assert not Path("pitboss-baseline.yaml").exists()


def test_an_expired_waiver_brings_the_failure_back(pitboss: Pitboss, fees: Path) -> None:
    waive(pitboss, fees)
    assert statuses(pitboss, fees, "2026-12-31") == ["waived"]
    assert statuses(pitboss, fees, "2027-01-01") == ["fail"]
    assert findings_by_requirement(pitboss, fees, "2027-01-01")["decisions.expired"][0]["level"] == "error"


def test_what_holds_no_more_is_decided_anew_and_the_history_is_kept(pitboss: Pitboss, fees: Path) -> None:
    kept = Path("pitboss-decisions.yaml")
    waive(pitboss, fees)
    before = kept.read_text() + "# a remark\n"
    kept.write_text(before)
    anew = ("--decide", "waive", *sign("The city has not answered yet."), "--until", "2027-12-31")
    ran = pitboss("decide", fees, "--as-of", "2027-01-01", "--requirement", "california.no-percentage-fee", *anew)
    assert (ran.code, ran.err) == (0, "")
    assert statuses(pitboss, fees, "2027-01-01") == ["waived"]
    assert "decisions.expired" not in findings_by_requirement(pitboss, fees, "2027-01-01")
    assert kept.read_text().startswith(before)
    assert [one.number for one in read_decisions(kept.read_bytes()).decisions] == [1, 2]


def test_a_decision_is_withdrawn_and_stays_in_the_history(pitboss: Pitboss, fees: Path) -> None:
    waive(pitboss, fees)
    before = Path("pitboss-decisions.yaml").read_text()
    listed = pitboss("decide", fees, "--as-of", DAY, "--list").out
    assert "entry 1  california.no-percentage-fee at options / 1" in listed
    assert pitboss("decide", fees, "--as-of", DAY, "--withdraw", "2", *sign()).code == 2
    why = sign("The city has refused it since.", "B. Person")
    assert pitboss("decide", fees, "--as-of", DAY, "--withdraw", "1", *why).code == 0
    assert statuses(pitboss, fees) == ["fail"]
    after = Path("pitboss-decisions.yaml").read_text()
    assert after.startswith(before)
    assert "decide: withdraw\n    reason: The city has refused it since.\n    by: B. Person\n" in after
    assert not [id for id in findings_by_requirement(pitboss, fees) if id.startswith("decisions.")]
    assert "entry" not in pitboss("decide", fees, "--as-of", DAY, "--list").out


def test_what_a_person_found_not_met_is_not_asked_again(pitboss: Pitboss, fees: Path) -> None:
    text = fees.read_text().replace("fees-determined: before play", "fees-determined: unclear")
    fees.write_text(text.replace("1% of the wager", "$2"))
    words = (*sign("It is decided at the table each time."), "--until", "2027-01-01")
    asked = ("--requirement", "california.fee-determined-before-play")
    assert pitboss("decide", fees, "--as-of", DAY, *asked, "--decide", "does not meet", *words).code == 0
    assert pitboss("decide", fees, "--as-of", DAY, *asked, "--decide", "waive", *words).code == 3
    (row,) = findings_by_requirement(pitboss, fees)["california.fee-determined-before-play"]
    assert (row["status"], row["decision"].partition(",")[0]) == ("fail", "does not meet")


def test_a_decision_about_a_value_that_changed_since_holds_no_more(pitboss: Pitboss, fees: Path) -> None:
    waive(pitboss, fees)
    fees.write_text(fees.read_text().replace("1% of the wager", "2% of the wager"))
    assert statuses(pitboss, fees) == ["fail"]
    assert "decisions.changed" in findings_by_requirement(pitboss, fees)


def test_a_decision_outlives_edits_elsewhere(pitboss: Pitboss, fees: Path) -> None:
    waive(pitboss, fees)
    inserted = "options:\n  - {option: 7, collections: [{payer: player, per: hand, fee: $1}]}\n"
    fees.write_text("# moved down\n" + fees.read_text().replace("options:\n", inserted, 1))
    assert "waived" in statuses(pitboss, fees)


def test_a_decision_that_nothing_needs_is_told(pitboss: Pitboss, fees: Path) -> None:
    waive(pitboss, fees)
    fees.write_text(fees.read_text().replace("1% of the wager", "$2"))
    (row,) = findings_by_requirement(pitboss, fees)["decisions.unused"]
    assert row["level"] == "warning"


def test_a_review_that_is_answered_is_settled(pitboss: Pitboss, fees: Path) -> None:
    text = fees.read_text().replace("fees-determined: before play", "fees-determined: unclear")
    fees.write_text(text.replace("1% of the wager", "$2"))
    words = ("--decide", "meets", *sign("The floor manager showed it to us."), "--until", "2027-01-01")
    asked = ("--requirement", "california.fee-determined-before-play")
    assert pitboss("decide", fees, "--as-of", DAY, *asked, *words).code == 0
    (row,) = findings_by_requirement(pitboss, fees)["california.fee-determined-before-play"]
    assert (row["status"], row["decision"].partition(",")[0]) == ("answered", "meets")


NOTICE = "a list of the fees lies at the cage and is handed out on request"


def test_the_same_sentence_is_decided_once_for_all_documents(pitboss: Pitboss, fees: Path) -> None:
    """One answer about a sentence holds in each document that has it, however it is printed there, and in no other."""
    text = fees.read_text().replace("1% of the wager", "$2")
    assert "  notice: given\n" in text
    text = text.replace("  notice: given\n", "")
    for number, notice in enumerate((NOTICE, NOTICE.upper() + ".", NOTICE.replace("on request", "at any time"))):
        path = fees if not number else fees.parent / f"{number}.yaml"
        said = f"{text}statements: {{ample-notice: {{says: {notice}}}}}\n"
        path.write_text(said.replace("harbor-nines-schedule", f"schedule-{number}").replace("009995", f"00999{number}"))
    asked = ("--requirement", "california.ample-notice")
    listed = pitboss("decide", ".", "--as-of", DAY, "--list", *asked).out
    assert len([line for line in listed.splitlines() if not line.startswith(" ")]) == 2
    (mark,) = (line.split()[0] for line in listed.splitlines() if "and 1 more" in line)
    words = ("--decide", "meets", *sign("We saw the list and how it is handed out."), "--until", "2027-01-01")
    assert pitboss("decide", ".", "--as-of", DAY, *asked, "--point", mark, *words).code == 0
    rows = findings_by_requirement(pitboss, fees.parent)["california.ample-notice"]
    assert sorted(row["status"] for row in rows) == ["answered", "answered", "review"]
    kept = Path("pitboss-decisions.yaml").read_text()
    assert "sentence: " in kept
    assert "document: " not in kept
    fees.write_text(fees.read_text().replace("on request", "once a year"))
    rows = findings_by_requirement(pitboss, fees.parent)["california.ample-notice"]
    assert sorted(row["status"] for row in rows) == ["answered", "review", "review"]


def test_a_sentence_that_was_changed_beside_its_fingerprint_decides_nothing(pitboss: Pitboss, fees: Path) -> None:
    entry = {key: value for key, value in ENTRY.items() if key not in ("document", "at")} | {"sentence": NOTICE}
    row = ", ".join(f"{key}: '{value}'" for key, value in entry.items())
    Path("pitboss-decisions.yaml").write_text(f"decisions:\n  - {{{row}}}\n")
    (finding,) = findings_by_requirement(pitboss, fees)["decisions.malformed"]
    assert "not the fingerprint of the sentence" in finding["message"]


MALFORMED = [
    *({key: value for key, value in ENTRY.items() if key != left_out} for left_out in ENTRY),
    ENTRY | {"decide": "ignore"},
    ENTRY | {"until": "soon"},
    ENTRY | {"until": "9999-12-31"},
    ENTRY | {"reason": "x"},
    ENTRY | {"by": "x"},
    ENTRY | {"sentence": "The bank moves on after every second hand."},
    ENTRY | {"until": "2026-10-01"},
    ENTRY | {"ticket": "12"},
]


@pytest.mark.parametrize("entry", MALFORMED, ids=str)
def test_a_malformed_decision_is_a_finding(pitboss: Pitboss, fees: Path, entry: dict[str, str]) -> None:
    row = ", ".join(f"{key}: '{value}'" for key, value in entry.items())
    Path("pitboss-decisions.yaml").write_text(f"decisions:\n  - {{{row}}}\n")
    answers = findings_by_requirement(pitboss, fees)
    assert [one["level"] for one in answers["decisions.malformed"]] == ["error"]
    assert [one["status"] for one in answers["california.no-percentage-fee"]] == ["fail"]


def test_each_malformed_decision_of_a_file_is_a_finding(pitboss: Pitboss, fees: Path) -> None:
    rows = [", ".join(f"{key}: '{value}'" for key, value in entry.items()) for entry in MALFORMED]
    Path("pitboss-decisions.yaml").write_text("decisions:\n" + "".join(f"  - {{{row}}}\n" for row in rows))
    assert len(findings_by_requirement(pitboss, fees)["decisions.malformed"]) == len(MALFORMED) == 18


def test_what_stands_in_the_file_keeps_its_bytes(pitboss: Pitboss, fees: Path) -> None:
    file = Path("pitboss-decisions.yaml")
    file.write_text("# ours\ndecisions:\n  - {requirement: a}   # kept\n")
    waive(pitboss, fees)
    assert file.read_text().startswith(
        "# ours\ndecisions:\n  - {requirement: a}   # kept\n  - requirement: california."
    )


def test_settings_of_a_folder_and_what_goes_before_them(pitboss: Pitboss, fees: Path) -> None:
    waive(pitboss, fees)
    Path("pitboss.toml").write_text(
        'paths = ["fees.yaml"]\nas-of = "2026-11-16"\ndecisions = "pitboss-decisions.yaml"\nfail-on = "error"\n'
    )
    assert pitboss("check").code == 0
    assert pitboss("check", "--fail-on", "note").code == 1
    assert pitboss("check", "--as-of", "2027-01-01").code == 1
    Path("pyproject.toml").write_text('[tool.pitboss]\npaths = ["nowhere"]\n')
    assert pitboss("check").code == 0
    Path("pitboss.toml").write_text('failon = "error"\n')
    assert "did you mean `fail-on`?" in pitboss("check").err
    Path("pitboss.toml").write_text('report = ["json=a"]\n')
    assert "did you mean `reports`?" in pitboss("check").err


def test_answers_that_cannot_be_used_are_asked_for_again(
    pitboss: Pitboss, fees: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal: a letter that means nothing, a reason that is none, days that cannot be; then enough."""
    fees.write_text(fees.read_text().replace("fees-determined: before play", "fees-determined: unclear"))
    who = ["A. Person", "counsel"]
    days = ["2020-01-01", "soon", "9999-12-31", "", "2027-01-01"]
    said = iter(["x", "m", "yes", "seen it at the table", *who, *days, "q"])
    asked: list[str] = []

    def prompt(question: str, **given: object) -> str:
        asked.append(question.strip().split(" ")[0])
        assert not given["default"]
        return next(said)

    monkeypatch.setattr("typer.prompt", prompt)
    monkeypatch.setattr("sys.stdin", Terminal())
    ran = pitboss("decide", fees, "--as-of", "2026-11-16")
    assert ran.code == 0, ran.err
    assert "`x` is none of m, n, a, q." in ran.out
    assert "before the day of the decision, 2026-11-16" in ran.out
    assert "too far ahead; the last day may be 2029-11-18" in ran.out
    assert "1 decided" in ran.out
    (kept,) = read_decisions(Path("pitboss-decisions.yaml").read_bytes()).decisions
    assert (kept.choice, *kept.signature[:3]) == ("meets", "seen it at the table", "A. Person", "counsel")
    assert str(kept.signature.until) == "2027-01-01"


def test_who_leaves_the_terminal_keeps_what_was_decided(
    pitboss: Pitboss, fees: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fees.write_text(fees.read_text().replace("fees-determined: before play", "fees-determined: unclear"))
    said = iter(["m", "Seen at the table in June.", "A. Person", "counsel", "2027-01-01"])

    def prompt(question: str, **given: object) -> str:
        if (answer := next(said, None)) is None:
            raise typer.Abort  # Ctrl-D
        return answer

    monkeypatch.setattr("typer.prompt", prompt)
    monkeypatch.setattr("sys.stdin", Terminal())
    ran = pitboss("decide", fees, "--as-of", "2026-11-16")
    assert (ran.code, ran.err) == (130, "pitboss: stopped.\n")
    assert len(read_decisions(Path("pitboss-decisions.yaml").read_bytes()).decisions) == 1


class Terminal(io.StringIO):
    """Standard input of a person."""

    def isatty(self) -> bool:
        return True
