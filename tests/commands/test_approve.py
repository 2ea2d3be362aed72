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
