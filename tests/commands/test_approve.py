"""A gate on edits of an approved document: formatting passes, a changed fee does not, a new approval lets it pass."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from compliance.law.cases import base_document
from tests.conftest import Ran

Pitboss = Callable[..., Ran]
AS_APPROVED = "california.as-approved"


@pytest.fixture
def fees(tmp_path: Path) -> Path:
    path = tmp_path / "fees.yaml"
    path.write_text(base_document("california-schedule"))
    return path


def approve(pitboss: Pitboss, path: Path, id: str = "GEGA-1", date: str = "2024-05-01") -> Ran:
    return pitboss("approve", path, "--id", id, "--date", date, "--by", "Bureau of Gambling Control")


def test_nothing_that_is_kept_is_overwritten(pitboss: Pitboss, fees: Path) -> None:
    assert approve(pitboss, fees).code == 0
    first = Path(f"{fees}.approved").read_text()
    assert "kept already" in approve(pitboss, fees).err
    edit(fees, "$101-$300: $2", "$101-$300: $3")
    assert approve(pitboss, fees).code == 0
    both = Path(f"{fees}.approved").read_text()
    assert both.startswith(first)
    assert both.count("id: GEGA-1\n") == 2
    assert answers(pitboss, fees)[0][0] == "pass"


def test_a_text_that_is_not_ready_is_approved_only_with_that_said(pitboss: Pitboss, fees: Path) -> None:
    edit(fees, "$101-$300: $2", "$101-$300: 10% of the wager")
    ran = approve(pitboss, fees)
    assert ran.code == 1
    assert "not ready on 2024-05-01: 1 breach of law" in ran.err
    assert not Path(f"{fees}.approved").exists()
    given = ("--id", "GEGA-1", "--date", "2024-05-01", "--by", "Bureau of Gambling Control", "--not-ready")
    assert pitboss("approve", fees, *given).code == 0
    assert "not-ready: 1 breach of law" in Path(f"{fees}.approved").read_text()
    ((status, message),) = answers(pitboss, fees)
    assert status == "pass"
    assert "not ready when it was recorded: 1 breach of law" in message


def test_an_approval_without_its_text_and_a_text_without_its_document_are_told(pitboss: Pitboss, fees: Path) -> None:
    ran = pitboss("check", fees, "--as-of", "2026-11-16")
    assert "approved as GEGA-009995, no text is kept" in ran.err
    assert approve(pitboss, fees, "GEGA-009995").code == 0
    assert "no text is kept" not in pitboss("check", fees, "--as-of", "2026-11-16").err
    Path(f"{fees.parent}/gone.yaml.approved").write_bytes(Path(f"{fees}.approved").read_bytes())
    ran = pitboss("check", fees.parent, "--as-of", "2026-11-16")
    assert "gone.yaml.approved: an approval of a document that is not there" in ran.err


def answers(pitboss: Pitboss, path: Path) -> list[tuple[str, str]]:
    data = pitboss("check", path, "--format", "json", "--as-of", "2026-11-16").data
    return [(one["status"], one["message"]) for one in data["findings"] if one["requirement"] == AS_APPROVED]


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_a_gate_on_edits(pitboss: Pitboss, fees: Path) -> None:
    assert approve(pitboss, fees).code == 0
    edit(fees, "unit: $1", "# as printed\nunit: '$1.00'")
    assert [status for status, _ in answers(pitboss, fees)] == ["pass"]
    edit(fees, "$101-$300: $2", "$101-$300: $3")
    ((status, message),) = answers(pitboss, fees)
    assert status == "fail"
    assert "approval GEGA-1 of 2024-05-01" in message
    assert "Option 1, player, $101-$300: $2 -> $3" in message
    assert pitboss("check", fees, "--as-of", "2026-11-16").code == 1
    assert approve(pitboss, fees, "GEGA-2", "2026-01-02").code == 0
    assert answers(pitboss, fees)[0][0] == "pass"
    kept = Path(f"{fees}.approved").read_text()
    assert kept.index("GEGA-1") < kept.index("GEGA-2")


def test_an_approved_text_that_was_tampered_with_proves_nothing(pitboss: Pitboss, fees: Path) -> None:
    approve(pitboss, fees)
    edit(Path(f"{fees}.approved"), "$101-$300: $2", "$101-$300: $3")
    ((status, message),) = answers(pitboss, fees)
    assert status == "review"
    assert "somebody changed it" in message
    assert "somebody changed it" in approve(pitboss, fees, "GEGA-2").err


@pytest.mark.parametrize("damage", ["", "approvals: []", "approvals: [", "approvals: [{id: A}]", "\0"])
def test_a_file_of_approvals_that_cannot_be_read_is_never_no_change(pitboss: Pitboss, fees: Path, damage: str) -> None:
    Path(f"{fees}.approved").write_text(damage)
    assert [status for status, _ in answers(pitboss, fees)] == ["review"]


def test_nothing_is_kept_of_what_cannot_be_read(pitboss: Pitboss, fees: Path) -> None:
    fees.write_text("document: schedule\n")
    assert approve(pitboss, fees).code == 4
    assert not Path(f"{fees}.approved").exists()


def test_a_report_does_not_replace_an_approval(pitboss: Pitboss, fees: Path) -> None:
    approve(pitboss, fees)
    before = Path(f"{fees}.approved").read_bytes()
    ran = pitboss("check", fees, "--format", "json", "--output", f"{fees}.approved")
    assert ran.code == 2
    assert Path(f"{fees}.approved").read_bytes() == before


def test_a_sentence_that_nobody_has_read_is_part_of_what_was_approved(pitboss: Pitboss, fees: Path) -> None:
    """A sentence without a choice is open; another sentence in its place is a change all the same."""
    text = fees.read_text()
    start = text.index("  notice: ")
    rest = text[text.index("\n", start) :]
    fees.write_text(f"{text[:start]}  notice: a list of the fees lies at the cage{rest}")
    kept = ("approve", fees, "--id", "A-1", "--date", "2026-05-01", "--by", "the Bureau", "--not-ready")
    assert pitboss(*kept).code == 0

    def answer() -> tuple[str, str]:
        data = pitboss("check", fees, "--as-of", "2026-11-16", "--format", "json", "--all").data
        (found,) = (one for one in data["findings"] if one["requirement"] == AS_APPROVED)
        return found["status"], found["message"]

    assert answer()[0] == "pass"
    fees.write_text(f"{text[:start]}  notice: nobody is told of the fees{rest}")
    status, message = answer()
    assert status in ("fail", "review")
    assert "a list of the fees lies at the cage -> nobody is told of the fees" in message


def test_an_entry_of_a_list_that_nobody_has_read_is_part_of_what_was_approved(pitboss: Pitboss, tmp_path: Path) -> None:
    game = tmp_path / "game.yaml"
    text = base_document("washington-poker").replace(
        "posted: [distribution", "posted: [{says: at the cage}, distribution"
    )
    game.write_text(text)
    kept = ("approve", game, "--id", "A-1", "--date", "2026-05-01", "--by", "the Commission", "--not-ready")
    assert pitboss(*kept).code == 0
    other = tmp_path / "other.yaml"
    other.write_text(text)
    assert pitboss("diff", game, other, "--exit-code").code == 0
    other.write_text(text.replace("at the cage", "nowhere"))
    assert pitboss("diff", game, other, "--exit-code").code == 1
