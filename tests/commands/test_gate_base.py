"""An edit in a real repository, judged by the revision that it starts from."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from compliance.law.cases import base_document
from compliance.main import run
from tests.conftest import Ran

Pitboss = Callable[..., Ran]
Edit = Callable[[], None]

SETTINGS = 'paths = ["rules"]\nas-of = "2026-11-16"\ndecisions = "decisions.yaml"\nbaseline = "known.yaml"\n'
OWNERS = "* @everybody\n/pitboss.toml @compliance\n*.approved @bureau-desk\ndecisions.yaml @compliance\n"
SIGNED = "reason: These were there when we began.\nby: A. Person\nrole: counsel\non: 2026-01-01\nuntil: 2027-12-31\n"
SIGN = (
    "--reason",
    "It is as agreed with the landlord.",
    "--by",
    "A. Person",
    "--role",
    "counsel",
    "--until",
    "2027-12-31",
)
OLD_FEE, NEW_FEE = "$101-$300: $2", "$101-$300: $3"


def git(*arguments: str) -> str:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.invalid"]
    return subprocess.run(["git", *identity, *arguments], check=True, capture_output=True, text=True).stdout


def approval_arguments(number: str, day: str) -> list[str]:
    return ["approve", "rules/fees.yaml", "--id", number, "--date", day, "--by", "Bureau of Gambling Control"]


def approve(pitboss: Pitboss, number: str, day: str) -> None:
    ran = pitboss(*approval_arguments(number, day))
    assert ran.code == 0, ran.err


def replace(path: str, old: str, new: str) -> None:
    text = Path(path).read_text()
    assert old in text
    Path(path).write_text(text.replace(old, new, 1))


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with an approved schedule, its game, and records that settle nothing yet."""
    folder = tmp_path_factory.mktemp("repository")
    (folder / "rules").mkdir()
    (folder / "rules/fees.yaml").write_text(base_document("california-schedule"))
    (folder / "rules/nines.yaml").write_text(base_document("california-game"))
    (folder / "pitboss.toml").write_text(SETTINGS)
    (folder / "CODEOWNERS").write_text(OWNERS)
    (folder / "decisions.yaml").write_text("decisions: []\n")
    (folder / "known.yaml").write_text(f"{SIGNED}known: []\n")
    with contextlib.chdir(folder):
        assert run(approval_arguments("GEGA-009995", "2024-03-05")) == 0
        git("init", "-q", "-b", "main")
        git("add", ".")
        git("commit", "-qm", "as it is")
        git("checkout", "-qb", "edit")
    return folder


@pytest.fixture
def room(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the repository to edit."""
    shutil.copytree(repository, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def judge(pitboss: Pitboss, *more: str) -> Ran:
    """The gate on the edit, as a pull request would be judged."""
    git("add", "-A")
    git("commit", "-qm", "the edit", "--allow-empty")
    return pitboss("gate", "--base", "main", *more)


def test_a_harmless_edit_passes(pitboss: Pitboss, room: Path) -> None:
    fees = Path("rules/fees.yaml")
    fees.write_text("# a remark\n" + fees.read_text())
    ran = judge(pitboss)
    assert ran.code == 0, ran.out
    assert ran.out.startswith("Passed: nothing got worse")
    assert "settings pitboss.toml, decisions decisions.yaml, baseline known.yaml; 2 documents" in ran.out
    assert "Law as of 2026-11-16 (settings of the base), on both sides." in ran.out


def test_a_fee_with_its_approval_passes_and_says_so(pitboss: Pitboss, room: Path) -> None:
    replace("rules/fees.yaml", OLD_FEE, NEW_FEE)
    ran = judge(pitboss)
    assert ran.code == 1
    assert "rules/fees.yaml" in ran.out
    approve(pitboss, "GEGA-000002", "2026-05-01")
    ran = judge(pitboss)
    assert ran.code == 0, ran.out
    assert "Approval GEGA-000002 of 2026-05-01 by Bureau of Gambling Control is new." in ran.out
    assert "Owner: @bureau-desk." in ran.out
    assert "$2 -> $3" in ran.out


def test_a_raise_under_an_approval_of_which_no_text_is_kept_fails_when_strict(pitboss: Pitboss, room: Path) -> None:
    """The base is the approved text as far as anybody knows; what it says is no longer what the number stands for."""
    git("rm", "-q", "rules/fees.yaml.approved")
    git("commit", "-qm", "no text is kept")
    git("branch", "-f", "main")
    assert judge(pitboss, "--strict").code == 0
    replace("rules/fees.yaml", OLD_FEE, NEW_FEE)
    assert judge(pitboss).code == 0
    ran = judge(pitboss, "--strict")
    assert ran.code == 1
    assert "rules/fees.yaml is changed and still named as approved under GEGA-009995: Option 1" in ran.out
    replace("rules/fees.yaml", "id: GEGA-009995", "id: GEGA-009996")
    assert "still named as approved" not in judge(pitboss, "--strict").out


def test_a_fee_in_the_note_of_a_step_is_told(pitboss: Pitboss, room: Path) -> None:
    replace("rules/nines.yaml", "- {step: fees", "- {step: fees, note: each player pays the house $5 a hand")
    ran = judge(pitboss)
    assert "each player pays the house $5 a hand" in ran.out
    assert judge(pitboss, "--strict").code == 1


def test_a_fee_without_an_approval_fails(pitboss: Pitboss, room: Path) -> None:
    replace("rules/fees.yaml", OLD_FEE, NEW_FEE)
    ran = judge(pitboss)
    assert ran.code == 1
    assert "california.as-approved" in ran.out


def _remove_document() -> None:
    Path("rules/nines.yaml").unlink()


def _rename_document() -> None:
    Path("rules/nines.yaml").rename("rules/harbor.yaml")


def _hide_document() -> None:
    Path("rules/nines.yaml").rename("rules/.nines.yaml")


def _give_another_ending() -> None:
    Path("rules/nines.yaml").rename("rules/nines.yaml.txt")


def _make_a_link() -> None:
    Path("rules/nines.yaml").unlink()
    Path("rules/nines.yaml").symlink_to("/etc/passwd")


def _link_to_another_document() -> None:
    Path("rules/nines.yaml").unlink()
    Path("rules/nines.yaml").symlink_to("fees.yaml")


def _remove_approvals() -> None:
    Path("rules/fees.yaml.approved").unlink()
    replace("rules/fees.yaml", OLD_FEE, NEW_FEE)


def _empty_approvals() -> None:
    Path("rules/fees.yaml.approved").write_text("")


def _link_approvals() -> None:
    Path("rules/fees.yaml.approved").rename("rules/kept")
    Path("rules/fees.yaml.approved").symlink_to("kept")


def _narrow_paths() -> None:
    replace("pitboss.toml", '["rules"]', '["rules/fees.yaml"]')


def _remove_settings() -> None:
    Path("pitboss.toml").unlink()


def _break_settings() -> None:
    Path("pitboss.toml").write_text("paths = 3\n")


def _set_the_day_back() -> None:
    replace("pitboss.toml", "2026-11-16", "1990-01-01")


def _waive() -> None:
    entry = "requirement: california.no-percentage-fee, document: harbor-nines-fees, at: options"
    Path("decisions.yaml").write_text(
        f"decisions:\n  - {{{entry}, decide: waive, reason: it was always so, by: A. Person, role: counsel, "
        "on: 2026-01-01, until: 2026-12-31, value: 0123456789ab}\n"
    )


def _know_a_failure() -> None:
    Path("known.yaml").write_text(
        f"{SIGNED}known:\n- {{requirement: california.no-percentage-fee, document: fees, at: options, "
        "value: 0123456789ab}\n"
    )


def _break_decisions() -> None:
    Path("decisions.yaml").write_text("decisions: 3\n")


def _change_jurisdiction() -> None:
    replace("rules/nines.yaml", "jurisdiction: california", "jurisdiction: washington")


def _change_locality() -> None:
    replace("rules/nines.yaml", "locality: Harbor City", "locality: Napa")


def _name_another_approval() -> None:
    replace("rules/fees.yaml", "id: GEGA-009995", "id: GEGA-000001")


def _become_a_submodule() -> None:
    Path("rules").rename("gone")
    git("init", "-q", "rules")
    git("-C", "rules", "commit", "-qm", "empty", "--allow-empty")


def _give_a_key_twice() -> None:
    replace(
        "rules/fees.yaml", "          $5-$100: $1\n", "          $5-$100: $1\n          $5-$100: 10% of the wager\n"
    )


def _add_a_second_document() -> None:
    text = Path("rules/fees.yaml").read_text()
    Path("rules/fees.yaml").write_text(f"{text}---\n{text}")


def _move_behind_a_link() -> None:
    Path("rules").rename("real")
    Path("rules").symlink_to("real")


def _mark_as_lost() -> None:
    replace("rules/fees.yaml", "options:\n", "reading: {lost: [{at: 1-2, touches: [options]}]}\noptions:\n")


def _supersede() -> None:
    replace("rules/fees.yaml", "unit: $1", "superseded-by: other\nunit: $1")


def _end_the_baseline_later() -> None:
    replace("known.yaml", "2027-12-31", "2028-12-31")


def _leave_the_baseline_unsigned() -> None:
    Path("known.yaml").write_text("known: []\n")


def _say_other_letters() -> None:
    replace("rules/nines.yaml", "locality: Harbor City", "locality: H\u0430rbor City")


def _use_capitals() -> None:
    replace("rules/fees.yaml", "document: schedule", "Document: schedule")


def _hide_by_attributes() -> None:
    Path(".gitattributes").write_text("*.yaml filter=x export-ignore -diff\n")
    _charge_a_share()


def _charge_a_share() -> None:
    replace("rules/fees.yaml", "$5-$100: $1", "$5-$100: 10% of the wager")


def _set_settings_nearer() -> None:
    Path("rules/pitboss.toml").write_text('paths = ["none"]\nas-of = "1990-01-01"\n')
    _charge_a_share()


def _make_a_mistake() -> None:
    replace("rules/fees.yaml", "document: schedule", "document: [schedule")


def _add_a_document(path: str) -> None:
    """One with a breach, where nobody reads it."""
    text = Path("rules/fees.yaml").read_text().replace("$5-$100: $1", "$5-$100: 10% of the wager")
    Path(path).parent.mkdir(exist_ok=True)
    Path(path).write_text(text.replace("id: harbor-nines-schedule", "id: more-fees"))


def _add_a_hidden_document() -> None:
    _add_a_document("rules/.drafts/more.yaml")


def _add_a_document_outside_paths() -> None:
    _add_a_document("fees/more.yaml")


def _add_a_document_behind_a_linked_folder() -> None:
    _add_a_document("real/more.yaml")
    Path("rules/more").symlink_to("../real")


def _add_a_document_without_ending() -> None:
    _add_a_document("rules/more")


def _add_a_blank_to_the_ending() -> None:
    _add_a_document("rules/more.yaml ")


def _add_a_document_as_json() -> None:
    Path("rules/more.json").write_text('{"document": "schedule", "jurisdiction": "california", "options": []}')


def _commit_otherwise_than_on_disk() -> None:
    good = Path("rules/fees.yaml").read_text()
    _charge_a_share()
    git("commit", "-qam", "what is merged")
    Path("rules/fees.yaml").write_text(good)
    git("update-index", "--assume-unchanged", "rules/fees.yaml")


def _stage_otherwise_than_on_disk() -> None:
    good = Path("rules/fees.yaml").read_text()
    _charge_a_share()
    git("add", "-A")
    Path("rules/fees.yaml").write_text(good)
    git("update-index", "--skip-worktree", "rules/fees.yaml")


def _link_settings() -> None:
    Path("pitboss.toml").rename("unowned.toml")
    Path("pitboss.toml").symlink_to("unowned.toml")


REMOVALS: list[tuple[Edit, int, str]] = [
    (_remove_document, 1, "rules/nines.yaml was checked before and is gone"),
    (_rename_document, 1, "rules/nines.yaml was renamed to rules/harbor.yaml"),
    (_hide_document, 1, "rules/nines.yaml was checked before and is gone"),
    (_give_another_ending, 1, "rules/nines.yaml was checked before and is gone"),
    (_make_a_link, 1, "left out now: a link that leads out of the folder"),
    (_link_to_another_document, 1, "was checked before and is gone"),
    (_remove_approvals, 1, "The approvals of rules/fees.yaml are gone: GEGA-009995"),
    (_empty_approvals, 1, "The approvals of rules/fees.yaml cannot be used"),
    (_link_approvals, 1, "The approvals of rules/fees.yaml cannot be used"),
    (_narrow_paths, 1, "`paths` leave out what the base checks: rules/nines.yaml"),
    (_remove_settings, 1, "The settings are gone"),
    (_break_settings, 1, "The settings of the edit cannot be used"),
    (_set_the_day_back, 1, "`as-of` changed: 2026-11-16 before, 1990-01-01 now"),
    (_waive, 1, "Decision new: california.no-percentage-fee"),
    (_know_a_failure, 1, "Known failure new or changed: california.no-percentage-fee"),
    (_break_decisions, 1, "Decisions: the file cannot be used"),
    (_change_jurisdiction, 1, "other law"),
    (_change_locality, 1, "other law"),
    (_make_a_mistake, 4, "cannot be judged"),
    (_name_another_approval, 1, "names approval GEGA-000001, of which no text is kept"),
    (_become_a_submodule, 1, "rules/fees.yaml was checked before and is gone"),
    (_give_a_key_twice, 4, "is written a second time"),
    (_add_a_second_document, 4, "one file holds one document"),
    (_move_behind_a_link, 1, "rules/fees.yaml was renamed to real/fees.yaml"),
    (_mark_as_lost, 1, "new open point"),
    (_supersede, 1, "Superseded by: added: other"),
    (_end_the_baseline_later, 1, "The baseline is signed anew"),
    (_leave_the_baseline_unsigned, 1, "The baseline cannot be used: `reason` is not stated"),
    (_say_other_letters, 1, "other law"),
    (_use_capitals, 4, "was `document` meant?"),
    (_hide_by_attributes, 1, "charges the player 10%"),
    (_set_settings_nearer, 1, "charges the player 10%"),
    (_add_a_hidden_document, 1, "rules/.drafts/more.yaml is a new document and is not read: it is hidden"),
    (_add_a_document_outside_paths, 1, "fees/more.yaml is a new document and is not read: none of the paths"),
    (_add_a_document_behind_a_linked_folder, 1, "real/more.yaml is a new document and is not read: none of the paths"),
    (_add_a_document_without_ending, 1, "rules/more is a new document and is not read: its name"),
    (_add_a_blank_to_the_ending, 1, "is a new document and is not read: its name"),
    (_add_a_document_as_json, 1, "rules/more.json is a new document and is not read: its name"),
    (_commit_otherwise_than_on_disk, 1, "git is told to pass over changes of it"),
    (_stage_otherwise_than_on_disk, 1, "git is told to pass over changes of it"),
    (_link_settings, 1, "pitboss.toml: a link; settings are read only from a file"),
]


@pytest.mark.parametrize(("edit", "code", "words"), REMOVALS, ids=[edit.__name__ for edit, _, _ in REMOVALS])
def test_what_was_asked_before_cannot_be_taken_away(
    pitboss: Pitboss, room: Path, edit: Edit, code: int, words: str
) -> None:
    edit()
    ran = judge(pitboss)
    assert ran.code == code, ran.out
    assert words in ran.out


def test_an_approval_is_not_replaced_under_its_number(pitboss: Pitboss, room: Path) -> None:
    kept = Path("rules/fees.yaml.approved")
    replace("rules/fees.yaml", OLD_FEE, NEW_FEE)
    kept.unlink()
    approve(pitboss, "GEGA-009995", "2024-03-05")
    ran = judge(pitboss)
    assert ran.code == 1
    assert "Approval GEGA-009995 of 2024-03-05 was taken away, or its text replaced" in ran.out


def test_the_edit_decides_nothing_about_itself(pitboss: Pitboss, room: Path) -> None:
    """A decision and a known failure of the edit, both in order, do not let its own failure through."""
    replace("rules/fees.yaml", "$5-$100: $1", "$5-$100: 10% of the wager")
    waive = ("--requirement", "california.no-percentage-fee", "--decide", "waive")
    assert pitboss("decide", *waive, *SIGN).code == 0
    Path("known.yaml").unlink()
    assert pitboss("baseline", *SIGN).code == 0
    assert pitboss("check").code == 0
    ran = judge(pitboss)
    assert ran.code == 1
    assert "error: Option 1 charges the player 10%" in ran.out


def test_a_known_failure_of_the_base_passes_until_its_value_changes(pitboss: Pitboss, room: Path) -> None:
    replace("rules/fees.yaml", "$5-$100: $1", "$5-$100: 10% of the wager")
    Path("rules/fees.yaml.approved").unlink()
    Path("known.yaml").unlink()
    pitboss("baseline", *SIGN)
    git("add", "-A")
    git("commit", "-qm", "known")
    git("branch", "-f", "main")
    Path("rules/nines.yaml").write_text("# a remark\n" + Path("rules/nines.yaml").read_text())
    assert judge(pitboss).code == 0
    replace("rules/fees.yaml", "10% of the wager", "90% of the wager")
    assert judge(pitboss).code == 1


def test_an_open_point_fails_when_it_is_new_and_always_when_strict(pitboss: Pitboss, room: Path) -> None:
    replace("rules/nines.yaml", "at-most: 2 hands", "at-most: unclear")
    ran = judge(pitboss)
    assert ran.code == 1
    assert "new open point" in ran.out
    git("branch", "-f", "main")
    ran = judge(pitboss)
    assert ran.code == 0
    assert "as before" in ran.out
    ran = judge(pitboss, "--strict")
    assert ran.code == 1
    assert "open point" in ran.out
    assert pitboss("check").code == 0
    ran = pitboss("check", "--strict")
    assert ran.code == 1
    assert "--strict: " in ran.err


def test_terms_that_are_taken_away_show_in_the_documents_that_rest_on_them(pitboss: Pitboss, room: Path) -> None:
    fees = Path("rules/fees.yaml")
    fees.unlink()
    ran = pitboss("check", "--changed", "main", "--format", "json")
    assert "rules/fees.yaml: gone since main" in ran.err
    full = pitboss("check", "--format", "json").data
    old = git("show", "main:rules/nines.yaml")
    assert old == Path("rules/nines.yaml").read_text()
    told = {one["requirement"] for one in ran.data["findings"] if one["status"] in ("fail", "review")}
    assert told == {
        one["requirement"] for one in full["findings"] if one["status"] in ("fail", "review")
    } - find_earlier_findings(pitboss)
    assert "No law of this day" not in ran.out


def find_earlier_findings(pitboss: Pitboss) -> set[str]:
    git("stash", "-q")
    data = pitboss("check", "--format", "json").data
    git("stash", "pop", "-q")
    nines = [one for one in data["findings"] if one["places"][0]["path"].endswith("nines.yaml")]
    return {one["requirement"] for one in nines if one["status"] in ("fail", "review")}


def test_the_base_must_be_part_of_what_is_checked_out(pitboss: Pitboss, room: Path) -> None:
    git("checkout", "-q", "main")
    git("commit", "-qm", "meanwhile", "--allow-empty")
    git("checkout", "-q", "edit")
    ran = pitboss("gate", "--base", "main")
    assert ran.code == 2
    assert "merge or rebase first" in ran.err


def test_a_base_that_is_no_base_is_not_taken_in_silence(pitboss: Pitboss, room: Path) -> None:
    """A tag beside a branch of its name, which git would prefer; and the edit itself."""
    _remove_document()
    git("commit", "-qam", "the edit")
    assert "No file differs from HEAD" in pitboss("gate", "--base", "HEAD").out
    assert "No file differs" not in pitboss("gate", "--base", "main").out
    git("tag", "main")
    ran = pitboss("gate", "--base", "main")
    assert ran.code == 2
    assert "this is refs/heads/main and refs/tags/main" in ran.err
    assert pitboss("gate", "--base", "refs/heads/main").code == 1


def test_nothing_of_the_base_is_checked_out_or_replaced(pitboss: Pitboss, room: Path) -> None:
    """A replaced object of git is not the base."""
    tree = git("rev-parse", "main:rules/fees.yaml").strip()
    other = Path("other")
    other.write_text(Path("rules/fees.yaml").read_text().replace(OLD_FEE, NEW_FEE))
    blob = git("hash-object", "-w", "other").strip()
    other.unlink()
    git("replace", tree, blob)
    replace("rules/fees.yaml", OLD_FEE, NEW_FEE)
    before = sorted(os.listdir("."))
    ran = judge(pitboss)
    assert ran.code == 1
    assert sorted(os.listdir(".")) == before


def test_a_repository_without_settings_is_judged_whole(pitboss: Pitboss, room: Path) -> None:
    for name in ("pitboss.toml", "decisions.yaml", "known.yaml"):
        Path(name).unlink()
    Path("compose.yaml").write_text("services: {}\n")
    git("add", "-A")
    git("commit", "-qm", "no settings")
    git("branch", "-f", "main")
    Path("rules/nines.yaml").unlink()
    ran = judge(pitboss)
    assert ran.code == 1
    assert "rules/nines.yaml was checked before and is gone" in ran.out
    assert "compose.yaml (no document: it has no key `document`)" in ran.out


@pytest.mark.parametrize("format", ["terminal", "markdown", "github", "json"])
def test_text_of_documents_commands_nothing(pitboss: Pitboss, room: Path, format: str) -> None:
    replace("rules/nines.yaml", "title: Harbor Nines", 'title: "x\\n::error::y | <b>@all</b>"')
    out = judge(pitboss, "--format", format).out
    assert not any(line.startswith("::error::y") for line in out.splitlines())
    assert format != "markdown" or "<b>" not in out


def test_a_document_that_another_run_reads_is_not_missed(pitboss: Pitboss, room: Path) -> None:
    """Two runs share a repository, each with its folder named on the command line."""
    replace("pitboss.toml", '["rules"]', '["rules", "fees"]')
    Path("fees").mkdir()
    git("add", "-A")
    git("commit", "-qm", "two folders")
    git("branch", "-f", "main")
    _add_a_document("fees/more.yaml")
    assert judge(pitboss, "rules").code == 0
    assert judge(pitboss, "fees").code == 1
    Path("notes.md").write_text("Documents begin with\n\ndocument: game\n")
    assert judge(pitboss, "rules").code == 0


def test_settings_that_change_are_told_whatever_they_say(pitboss: Pitboss, room: Path) -> None:
    Path("pitboss.toml").write_text(SETTINGS + 'reports = ["json=out.json"]\n')
    ran = judge(pitboss)
    assert ran.code == 0
    assert "The settings changed: pitboss.toml. Owner: @compliance." in ran.out


def test_a_pipeline_that_changes_is_told(pitboss: Pitboss, room: Path) -> None:
    Path(".github/workflows").mkdir(parents=True)
    Path(".github/workflows/check.yml").write_text("on: push\n")
    ran = judge(pitboss)
    assert ran.code == 0
    assert ".github/workflows/check.yml decides whether this gate runs, and changed. Owner: @everybody." in ran.out


def test_before_the_first_commit_everything_is_new(
    pitboss: Pitboss, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    git("init", "-q")
    fees = Path("fees.yaml")
    fees.write_text(base_document("california-schedule"))
    assert pitboss("gate", "--base", "HEAD", "--as-of", "2026-11-16").code == 0
    replace("fees.yaml", "$5-$100: $1", "$5-$100: 10% of the wager")
    assert pitboss("gate", "--base", "HEAD", "--as-of", "2026-11-16").code == 1


def test_without_settings_the_folder_at_hand_is_checked(
    pitboss: Pitboss, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = pitboss("check")
    assert ran.code == 3
    assert 'write `paths = ["rules"]` into pitboss.toml' in ran.err
    Path("fees.yaml").write_text(base_document("california-schedule"))
    Path("compose.yaml").write_text("services: {}\n")
    ran = pitboss("check", "--as-of", "2026-11-16", "--format", "json")
    assert ran.code == 0
    assert [one["path"] for one in ran.data["documents"]] == ["./fees.yaml"]
    assert "no paths are named: 1 document of this folder" in ran.err


def test_decisions_are_history_that_no_edit_takes_out(pitboss: Pitboss, room: Path) -> None:
    """A decision of the base is withdrawn by an entry of its own; to take it out, or to reword it, fails."""
    replace("rules/nines.yaml", "at-most: 2 hands", "at-most: unclear")
    asked = ("--requirement", "california.bank-turn")
    assert pitboss("decide", *asked, "--decide", "does not meet", *SIGN).code == 0
    git("add", "-A")
    git("commit", "-qm", "decided")
    git("branch", "-f", "main")
    kept = Path("decisions.yaml").read_text()
    for changed in (
        "decisions: []\n",
        kept.replace("does not meet", "meets"),
        kept.replace("2027-12-31", "2028-01-31"),
    ):
        Path("decisions.yaml").write_text(changed)
        ran = judge(pitboss)
        assert ran.code == 1
        assert "Decision taken out or rewritten: california.bank-turn" in ran.out
    Path("decisions.yaml").write_text(kept)
    withdrawal = ("--reason", "It was said by mistake.", "--by", "B. Person", "--role", "counsel")
    assert pitboss("decide", "--withdraw", "1", *withdrawal).code == 0
    assert "Decision new: california.bank-turn" in judge(pitboss).out


def test_a_catalog_that_asks_otherwise_is_merged_by_itself(pitboss: Pitboss, room: Path) -> None:
    city = (Path(__file__).parents[1] / "cases" / "city-ordinance.yaml").read_text()
    Path("city.yaml").write_text(city)
    Path("pitboss.toml").write_text(SETTINGS + 'catalogues = ["city.yaml"]\n')
    git("add", "-A")
    git("commit", "-qm", "a catalog")
    git("branch", "-f", "main")
    Path("city.yaml").write_text(city + "# a remark\n")
    assert "Catalog changed: city.yaml." in judge(pitboss).out
    replace("city.yaml", 'wager-limit: "$1,000"', 'wager-limit: "$9,000"')
    ran = judge(pitboss)
    assert ran.code == 1
    assert "reads otherwise than in the base" in ran.out


def test_documents_are_compared_with_their_papers_at_the_gate(pitboss: Pitboss, room: Path) -> None:
    """As `check` does: a figure that the paper does not print fails, and so does taking the paper away."""
    Path("rules/fees.yaml.approved").unlink()
    fees = Path("rules/fees.yaml")
    text = fees.read_text()
    paper = text.replace("2015-07-14", "July 14, 2015")
    Path("rules/paper.txt").write_text(paper)
    fees.write_text(f"{text}reading: {{source: {{file: paper.txt, lines: 1-{len(text.splitlines())}}}}}\n")
    git("add", "-A")
    git("commit", "-qm", "with a paper")
    git("branch", "-f", "main")
    nines = Path("rules/nines.yaml")
    nines.write_text("# a remark\n" + nines.read_text())
    assert judge(pitboss).code == 0
    replace("rules/fees.yaml", OLD_FEE, NEW_FEE)
    ran = judge(pitboss)
    assert ran.code == 1
    assert "integrity.paper-figure" in ran.out
    changed = pitboss("check", "--changed", "main", "--format", "json").data
    assert "integrity.paper-figure" in {one["requirement"] for one in changed["findings"] if one["status"] == "fail"}
    Path("rules/paper.txt").write_text(paper.replace(OLD_FEE, NEW_FEE))
    ran = judge(pitboss)
    assert ran.code == 0
    assert "The paper rules/paper.txt changed. Owner: @everybody." in ran.out
    Path("rules/paper.txt").unlink()
    ran = judge(pitboss)
    assert ran.code == 1
    assert "rules/fees.yaml was compared with its paper rules/paper.txt, and is not any more" in ran.out


def test_what_is_staged_is_what_is_judged(pitboss: Pitboss, room: Path) -> None:
    """A hook runs before the commit: a breach that is staged, and taken back on disk, would be committed."""
    fees = Path("rules/fees.yaml")
    good = fees.read_text()
    _charge_a_share()
    git("add", "-A")
    fees.write_text(good)
    ran = pitboss("gate", "--base", "HEAD")
    assert ran.code == 1
    assert "rules/fees.yaml: it is staged otherwise than it stands on disk" in ran.out
    git("reset", "-q")
    fees.write_text("# not staged\n" + good)
    assert pitboss("gate", "--base", "HEAD").code == 0


def test_what_was_committed_and_taken_back_on_disk_is_not_missed(pitboss: Pitboss, room: Path) -> None:
    _charge_a_share()
    git("commit", "-qam", "what would be pushed")
    git("checkout", "main", "--", "rules")
    ran = pitboss("gate", "--base", "main")
    assert ran.code == 1
    assert "rules/fees.yaml: the last commit has another text of it than the disk" in ran.out


def test_a_later_day_on_which_law_has_ended_is_merged_by_itself(pitboss: Pitboss, room: Path) -> None:
    city = (Path(__file__).parents[1] / "cases" / "city-ordinance.yaml").read_text()
    Path("city.yaml").write_text(city.replace("- seen: text\n", "- seen: text\n        until: 2027-12-31\n", 1))
    Path("pitboss.toml").write_text(SETTINGS + 'catalogues = ["city.yaml"]\n')
    git("add", "-A")
    git("commit", "-qm", "a catalog")
    git("branch", "-f", "main")
    replace("pitboss.toml", "2026-11-16", "2027-12-31")
    assert judge(pitboss).code == 0
    replace("pitboss.toml", "2027-12-31", "2028-01-01")
    ran = judge(pitboss)
    assert ran.code == 1
    assert "law is not asked any more: bayview.seated-players, bayview.backline-in-rules" in ran.out
