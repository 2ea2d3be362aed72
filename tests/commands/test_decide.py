"""What people decided: it holds for its place, its value and its days, and is told when it does not."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from compliance.commands import files
from compliance.decisions.reading import read_decisions
from compliance.law.cases import base_document
from compliance.source import Limits, read
from tests.conftest import Ran

Pitboss = Callable[..., Ran]
DAY = "2026-11-16"
ENTRY = {
    "requirement": "california.no-percentage-fee",
    "document": "harbor-nines-schedule",
    "at": "options / 1 / collections / player / bands / $101-$300",
    "decide": "waive",
    "reason": "under discussion",
    "by": "A. Person",
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
    words = ("--decide", "waive", "--reason", "under discussion", "--by", "A. Person", "--until", "2026-12-31")
    return pitboss("decide", fees, "--as-of", DAY, "--requirement", "california.no-percentage-fee", *words, *more)


def found(pitboss: Pitboss, fees: Path, day: str = DAY) -> dict[str, list[dict[str, Any]]]:
    ran = pitboss(
        "check", fees, "--as-of", day, "--format", "json", "--decisions", "pitboss-decisions.yaml", "--fail-on", "note"
    )
    by_id: dict[str, list[dict[str, Any]]] = {}
    for finding in ran.data["findings"]:
        by_id.setdefault(finding["requirement"], []).append(finding)
    return by_id


def statuses(pitboss: Pitboss, fees: Path, day: str = DAY) -> list[str]:
    rows = found(pitboss, fees, day)["california.no-percentage-fee"]
    return [row["status"] for row in rows]


def test_a_waiver_lets_a_failure_through_and_stays_visible(pitboss: Pitboss, fees: Path) -> None:
    assert statuses_without(pitboss, fees) == ["fail"]
    assert waive(pitboss, fees).code == 0
    (row,) = found(pitboss, fees)["california.no-percentage-fee"]
    assert row["status"] == "waived"
    assert row["decision"] == ("waive, decided by A. Person on 2026-11-16, until 2026-12-31: under discussion")
    run = pitboss("check", fees, "--as-of", DAY, "--decisions", "pitboss-decisions.yaml")
    assert "decided by A. Person on 2026-11-16, until 2026-12-31: under discussion" in " ".join(run.out.split())


def statuses_without(pitboss: Pitboss, fees: Path) -> list[str]:
    data = pitboss("check", fees, "--as-of", DAY, "--format", "json").data
    return [one["status"] for one in data["findings"] if one["requirement"] == "california.no-percentage-fee"]


def test_what_the_command_line_decides_about_many_documents_is_written_once(
    pitboss: Pitboss, fees: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = fees.read_text()
    for number in range(3):
        (fees.parent / f"{number}.yaml").write_text(text.replace("harbor-nines-schedule", f"schedule-{number}"))
    written: list[str] = []
    whole = files.write_whole

    def noted(path: str, pieces: bytes) -> None:
        written.append(path)
        whole(path, pieces)

    monkeypatch.setattr(files, "write_whole", noted)
    assert "4 decided, 0 left open" in waive(pitboss, fees.parent).out
    assert written == ["pitboss-decisions.yaml"]
    assert waive(pitboss, fees.parent).code == 3
    assert set(statuses(pitboss, fees.parent)) == {"waived"}


def test_a_baseline_that_could_not_be_read_is_not_written(
    pitboss: Pitboss, fees: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("compliance.decisions.baseline.read", partial(read, limits=Limits(bytes=100)))
    ran = pitboss("baseline", fees, "--as-of", DAY)
    assert ran.code == 2
    told = "not written, for it could not be read: line 1: The file has 436 bytes; at most 100 are read. Make one"
    assert told in ran.err
    assert not Path("pitboss-baseline.yaml").exists()


def test_an_expired_waiver_brings_the_failure_back(pitboss: Pitboss, fees: Path) -> None:
    waive(pitboss, fees)
    assert statuses(pitboss, fees, "2026-12-31") == ["waived"]
    assert statuses(pitboss, fees, "2027-01-01") == ["fail"]
    assert found(pitboss, fees, "2027-01-01")["decisions.expired"][0]["level"] == "error"


def test_what_holds_no_more_is_decided_anew_in_its_place(pitboss: Pitboss, fees: Path) -> None:
    kept = Path("pitboss-decisions.yaml")
    other = dict(ENTRY, requirement="california.no-other-fee", value="nothing")
    kept.write_text("decisions:\n  - " + "\n    ".join(f"{key}: '{value}'" for key, value in other.items()) + "\n")
    waive(pitboss, fees)
    kept.write_text(kept.read_text() + "# a remark\n")
    anew = ("--decide", "waive", "--reason", "asked again", "--by", "A. Person", "--until", "2027-12-31")
    ran = pitboss("decide", fees, "--as-of", "2027-01-01", "--requirement", "california.no-percentage-fee", *anew)
    assert (ran.code, ran.err) == (0, "")
    assert statuses(pitboss, fees, "2027-01-01") == ["waived"]
    assert [one.reason for one in read_decisions(kept.read_bytes())[1]] == ["under discussion", "asked again"]
    assert "# a remark" in kept.read_text()


def test_what_a_person_found_not_met_is_not_asked_again(pitboss: Pitboss, fees: Path) -> None:
    text = fees.read_text().replace("fees-determined: before play", "fees-determined: unclear")
    fees.write_text(text.replace("1% of the wager", "$2"))
    words = ("--reason", "seen", "--by", "A. Person", "--until", "2027-01-01")
    assert pitboss("decide", fees, "--as-of", DAY, "--decide", "does not meet", *words).code == 0
    assert pitboss("decide", fees, "--as-of", DAY, "--decide", "waive", *words).err == ""
    (row,) = found(pitboss, fees)["california.fee-determined-before-play"]
    assert (row["status"], row["decision"].partition(",")[0]) == ("fail", "does not meet")


def test_a_decision_about_a_value_that_changed_since_holds_no_more(pitboss: Pitboss, fees: Path) -> None:
    waive(pitboss, fees)
    fees.write_text(fees.read_text().replace("1% of the wager", "2% of the wager"))
    assert statuses(pitboss, fees) == ["fail"]
    assert "decisions.changed" in found(pitboss, fees)


def test_a_decision_outlives_edits_elsewhere(pitboss: Pitboss, fees: Path) -> None:
    waive(pitboss, fees)
    inserted = "options:\n  - {option: 7, collections: [{payer: player, per: hand, fee: $1}]}\n"
    fees.write_text("# moved down\n" + fees.read_text().replace("options:\n", inserted, 1))
    assert "waived" in statuses(pitboss, fees)


def test_a_decision_that_nothing_needs_is_told(pitboss: Pitboss, fees: Path) -> None:
    waive(pitboss, fees)
    fees.write_text(fees.read_text().replace("1% of the wager", "$2"))
    (row,) = found(pitboss, fees)["decisions.unused"]
    assert row["level"] == "warning"


def test_a_review_that_is_answered_is_settled(pitboss: Pitboss, fees: Path) -> None:
    text = fees.read_text().replace("fees-determined: before play", "fees-determined: unclear")
    fees.write_text(text.replace("1% of the wager", "$2"))
    words = ("--decide", "meets", "--reason", "posted", "--by", "A. Person", "--until", "2027-01-01")
    asked = ("--requirement", "california.fee-determined-before-play")
    assert pitboss("decide", fees, "--as-of", DAY, *asked, *words).code == 0
    (row,) = found(pitboss, fees)["california.fee-determined-before-play"]
    assert (row["status"], row["decision"].partition(",")[0]) == ("answered", "meets")


MALFORMED = [
    *({key: value for key, value in ENTRY.items() if key != left_out} for left_out in ENTRY),
    ENTRY | {"decide": "ignore"},
    ENTRY | {"until": "soon"},
    ENTRY | {"until": "2026-10-01"},
    ENTRY | {"ticket": "12"},
]


@pytest.mark.parametrize("entry", MALFORMED, ids=str)
def test_a_malformed_decision_is_a_finding(pitboss: Pitboss, fees: Path, entry: dict[str, str]) -> None:
    row = ", ".join(f"{key}: '{value}'" for key, value in entry.items())
    Path("pitboss-decisions.yaml").write_text(f"decisions:\n  - {{{row}}}\n")
    answers = found(pitboss, fees)
    assert [one["level"] for one in answers["decisions.malformed"]] == ["error"]
    assert [one["status"] for one in answers["california.no-percentage-fee"]] == ["fail"]


def test_each_malformed_decision_of_a_file_is_a_finding(pitboss: Pitboss, fees: Path) -> None:
    rows = [", ".join(f"{key}: '{value}'" for key, value in entry.items()) for entry in MALFORMED]
    Path("pitboss-decisions.yaml").write_text("decisions:\n" + "".join(f"  - {{{row}}}\n" for row in rows))
    assert len(found(pitboss, fees)["decisions.malformed"]) == len(MALFORMED) == 13


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
    assert "write `reports`" in pitboss("check").err


def test_answers_that_cannot_be_used_are_asked_for_again(
    pitboss: Pitboss, fees: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal: a letter that means nothing, no reason, a day that is past, one that is none; then enough."""
    fees.write_text(fees.read_text().replace("fees-determined: before play", "fees-determined: unclear"))
    said = iter(["x", "m", " ", "seen at the table", "A. Person", "2020-01-01", "soon", "2027-01-01", "q"])
    asked: list[str] = []

    def prompt(question: str, **_: object) -> str:
        asked.append(question.strip())
        return next(said)

    monkeypatch.setattr("typer.prompt", prompt)
    monkeypatch.setattr("sys.stdin", Terminal())
    ran = pitboss("decide", fees, "--as-of", "2026-11-16")
    assert ran.code == 0
    assert [question for question in asked if "[m]" not in question] == ["Why"] * 2 + ["Who decides"] + [
        "Until (last day)"
    ] * 3
    assert "`x` is none of m, n, a, q." in ran.out
    assert "before the day of the run, 2026-11-16" in ran.out
    assert "1 decided" in ran.out
    (kept,) = read_decisions(Path("pitboss-decisions.yaml").read_bytes())[1]
    assert (kept.decide, kept.reason, kept.by, str(kept.until)) == (
        "meets",
        "seen at the table",
        "A. Person",
        "2027-01-01",
    )


class Terminal(io.StringIO):
    """Standard input of a person."""

    def isatty(self) -> bool:
        return True
