"""`pitboss check`: findings with exact places, exit codes, bad input, and text that stays text."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compliance.law.cases import base_document, changed
from tests.conftest import Ran

Pitboss = Callable[..., Ran]


def finding(ran: Ran, requirement: str) -> dict[str, Any]:
    found = [f for f in ran.data["findings"] if f["requirement"] == requirement]
    assert len(found) == 1, found
    result: dict[str, Any] = found[0]
    return result


def check_json(pitboss: Pitboss, path: Path, text: str, as_of: str = "2024-07-01") -> Ran:
    path.write_text(text, "utf-8")
    return pitboss("check", path, "--format", "json", "--as-of", as_of)


def place(found: dict[str, Any]) -> tuple[int, int, int, int]:
    first = found["places"][0]
    return first["line"], first["column"], first["end_line"], first["end_column"]


# --- the four requirements that Pit Boss is known for ---


def test_the_bank_may_be_held_for_two_hands(pitboss: Pitboss, tmp_path: Path, game_text: str) -> None:
    text = game_text.replace("2 hands", "2 hands, intervening: required")
    found = finding(check_json(pitboss, tmp_path / "g.yaml", text), "california.bank-turn")
    assert found["status"] == "pass"


def test_two_hands_are_no_turn_where_the_same_person_may_go_on(
    pitboss: Pitboss, tmp_path: Path, game_text: str
) -> None:
    found = finding(check_json(pitboss, tmp_path / "g.yaml", game_text), "california.bank-turn")
    assert found["status"] == "review"
    asked = "what happens when nobody takes the bank, or whether another player must hold the bank in between"
    assert found["message"] == f"Not stated: {asked}."
    text = game_text.replace("2 hands", "2 hands, intervening: not required")
    found = finding(check_json(pitboss, tmp_path / "g.yaml", text), "california.bank-turn")
    assert found["status"] == "fail"


def test_the_bank_may_not_be_held_for_three_hands(pitboss: Pitboss, tmp_path: Path, game_text: str) -> None:
    text = game_text.replace("2 hands", "3 hands, intervening: required")
    ran = check_json(pitboss, tmp_path / "g.yaml", text)
    found = finding(ran, "california.bank-turn")
    assert (ran.code, found["status"], place(found)) == (1, "fail", (7, 38, 7, 45))
    message = "One person may hold the bank for 3 hands in a row; approved rules allow at most 2 hands."
    assert found["message"] == message
    assert found["authority"] == "approval practice"


SIX_RATES = """\
document: schedule
title: Six rates
jurisdiction: california
options:
  - option: 1
    collections:
      - payer: player
        fee: $0
      - payer: player-dealer
        by: total-table-action
        bands:
          $1-$100: $1
          $101-$200: $2
          $201-$300: $3
          $301-$400: $4
          $401-$500: $5
          $501+: $6
"""


def test_six_rates_fail_at_the_sixth(pitboss: Pitboss, tmp_path: Path) -> None:
    ran = check_json(pitboss, tmp_path / "s.yaml", SIX_RATES)
    found = finding(ran, "california.collection-rate-count")
    assert (ran.code, found["status"], place(found)) == (1, "fail", (17, 18, 17, 20))
    assert found["message"] == "Option 1 charges 6 rates; at most 5 are allowed at a table."
    assert found["places"][0]["route"] == "options / 1 / collections / 2 / bands / $501+"


def test_five_rates_and_a_waived_fee_pass(pitboss: Pitboss, tmp_path: Path) -> None:
    text = SIX_RATES.replace("$501+: $6", "$501+: waived")
    assert (
        finding(check_json(pitboss, tmp_path / "s.yaml", text), "california.collection-rate-count")["status"] == "pass"
    )


@pytest.mark.parametrize(
    ("day", "status"),
    [("2003-12-31", "fail"), ("2004-01-01", "review"), ("2008-12-31", "review"), ("2009-01-01", "pass")],
)
def test_five_rates_depend_on_the_day(pitboss: Pitboss, tmp_path: Path, day: str, status: str) -> None:
    text = SIX_RATES.replace("          $501+: $6\n", "")
    ran = check_json(pitboss, tmp_path / "s.yaml", text, as_of=day)
    assert finding(ran, "california.collection-rate-count")["status"] == status


def test_a_percentage_fee_fails_in_california(pitboss: Pitboss, tmp_path: Path) -> None:
    ran = check_json(pitboss, tmp_path / "s.yaml", SIX_RATES.replace("$401-$500: $5", "$401-$500: 5% of the pot"))
    found = finding(ran, "california.no-percentage-fee")
    assert (found["status"], place(found)) == ("fail", (16, 22, 16, 35))


COMMISSION = """\
document: game
title: Harbor Nines
jurisdiction: JURISDICTION
bank: {by: BANK}
wagers:
  line:
    pays: 1 to 1
    commission: 5%
    commission-on: winning hand
"""


def test_a_commission_fails_in_california(pitboss: Pitboss, tmp_path: Path) -> None:
    text = COMMISSION.replace("JURISDICTION", "california").replace("BANK", "player-dealer")
    found = finding(check_json(pitboss, tmp_path / "g.yaml", text), "california.no-commission")
    assert (found["status"], place(found)) == ("fail", (8, 17, 8, 19))


def test_the_same_commission_is_lawful_where_the_house_banks_in_washington(pitboss: Pitboss, tmp_path: Path) -> None:
    text = COMMISSION.replace("JURISDICTION", "washington").replace("BANK", "house")
    found = finding(check_json(pitboss, tmp_path / "g.yaml", text), "washington.only-commission")
    assert (found["status"], found["citation"]) == ("pass", "WAC 230-15-480")


ENVY = """\
document: game
title: Harbor Nines
jurisdiction: washington
bank: {by: house}
envy:
  pays: {three-nines: $50}
  in-aggregate: ANSWER
"""


@pytest.mark.parametrize("day", ["2012-05-02", "2024-07-01"])
@pytest.mark.parametrize(("answer", "status"), [("no", "pass"), ("yes", "fail"), ("unclear", "review")])
def test_envy_stands_outside_the_aggregate_limit(
    pitboss: Pitboss, tmp_path: Path, answer: str, status: str, day: str
) -> None:
    ran = check_json(pitboss, tmp_path / "g.yaml", ENVY.replace("ANSWER", answer), as_of=day)
    found = finding(ran, "washington.envy-outside-aggregate")
    assert found["status"] == status
    if status == "review":
        assert found["places"][0]["line"] == 7
    else:
        assert place(found) == (7, 17, 7, 17 + len(answer))


@pytest.mark.parametrize(("answer", "code"), [("no", 0), ("yes", 1)])
def test_envy_inside_the_limit_fails_a_run(
    pitboss: Pitboss, root: Path, tmp_path: Path, answer: str, code: int
) -> None:
    whole = (root / "schemas/washington/bases/washington-game.base.yaml").read_text("utf-8")
    path = tmp_path / "g.yaml"
    path.write_text(whole.replace("in-aggregate: no", f"in-aggregate: {answer}"), "utf-8")
    assert pitboss("check", path, "--as-of", "2024-07-01").code == code


def test_the_terminal_shows_the_line_the_law_and_the_remedy(pitboss: Pitboss, tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(SIX_RATES, "utf-8")
    out = pitboss("check", path, "--as-of", "2024-07-01", "--full").out
    assert f"{path}:17:18" in out
    assert " 17 |           $501+: $6\n" in out
    assert "    |                  ^^\n" in out
    assert "Cal. Penal Code § 337j(f)" in out
    assert "text seen" in out
    assert "fix Merge tiers, or keep the tables apart" in " ".join(out.split())
    assert "California law as of July 1, 2024" in out


# --- paths, exit codes and bad input ---


def test_nothing_failed_is_exit_0(pitboss: Pitboss, root: Path) -> None:
    ran = pitboss("check", root / "tests/cases/clean-schedule.yaml", "--as-of", "2024-07-01")
    assert (ran.code, ran.out.splitlines()[-1].partition(":")[0]) == (0, "Ready to submit")


def test_a_missing_path_is_wrong_usage(pitboss: Pitboss) -> None:
    ran = pitboss("check", "no-such-file.yaml")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "pitboss: no-such-file.yaml: there is no such file or folder.\n"


def test_an_empty_folder_is_exit_3(pitboss: Pitboss, tmp_path: Path) -> None:
    ran = pitboss("check", tmp_path)
    assert ran.code == 3
    assert "no documents" in ran.err


def test_an_unreadable_document_is_exit_4_and_the_others_are_answered(
    pitboss: Pitboss, tmp_path: Path, game_text: str
) -> None:
    (tmp_path / "a.yaml").write_bytes(b"\xff\xfe")
    (tmp_path / "b.yaml").write_text(game_text, "utf-8")
    ran = pitboss("check", tmp_path, "--format", "json")
    assert ran.code == 4
    assert [d["document"] for d in ran.data["documents"]] == ["", "game"]
    assert ran.data["findings"][0]["requirement"] != ""
    assert any(f["requirement"] == "california.bank-turn" for f in ran.data["findings"])


def test_a_folder_that_looks_like_a_document_is_a_folder(pitboss: Pitboss, tmp_path: Path, game_text: str) -> None:
    (tmp_path / "a.yaml").mkdir()
    (tmp_path / "a.yaml" / "b.yaml").write_text(game_text, "utf-8")
    for path in (tmp_path, tmp_path / "a.yaml"):
        data = pitboss("check", path, "--format", "json").data
        assert [document["path"] for document in data["documents"]] == [str(tmp_path / "a.yaml/b.yaml")]


def test_a_link_to_nowhere_is_told(pitboss: Pitboss, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").symlink_to(tmp_path / "nowhere.yaml")
    ran = pitboss("check", tmp_path / "a.yaml")
    assert ran.code == 4
    assert "The file cannot be read: No such file or directory" in ran.out


def test_hidden_folders_are_passed_over_and_order_is_fixed(pitboss: Pitboss, tmp_path: Path, game_text: str) -> None:
    for name in ("b/x.yml", "a/y.yaml", ".git/z.yaml", "b/notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(game_text, "utf-8")
    data = pitboss("check", tmp_path, "--format", "json").data
    assert [Path(d["path"]).name for d in data["documents"]] == ["y.yaml", "x.yml"]


def test_the_order_of_arguments_does_not_matter(
    pitboss: Pitboss, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    tiles = [f"rulesets/california/napa-valley/{name}.yaml" for name in ("pai-gow-tiles", "pai-gow-tiles-schedule")]
    paths = ["rulesets/washington", *tiles, "rulesets/washington/gow-z-gow.yaml"]
    formats = ("json", "terminal", "sarif")
    reports = [word for format in formats for word in ("--report", f"{format}={tmp_path / format}")]

    def check_paths(paths: list[str]) -> tuple[Ran, dict[str, str]]:
        ran = pitboss("check", *paths, "--as-of", "2024-07-01", *reports)
        return ran, {format: (tmp_path / format).read_text("utf-8") for format in formats}

    assert check_paths(paths) == check_paths(paths[::-1])


def test_one_file_under_several_names_is_checked_once(
    pitboss: Pitboss, tmp_path: Path, game_text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(game_text, "utf-8")
    (tmp_path / "b.yaml").symlink_to("a.yaml")
    (tmp_path / "c.yaml").hardlink_to("a.yaml")
    ran = pitboss("check", "c.yaml", "./a.yaml", ".", "b.yaml", "--format", "json")
    assert [document["path"] for document in ran.data["documents"]] == ["./a.yaml"]
    ran = pitboss("check", "a.yaml", tmp_path / "a.yaml", "--format", "json")
    assert len(ran.data["documents"]) == 1


def test_fingerprints_do_not_depend_on_how_paths_are_written(
    pitboss: Pitboss, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    formats = ("gitlab", "sarif")
    reports = [word for format in formats for word in ("--report", f"{format}={tmp_path / format}")]

    def marks(path: str) -> list[set[str]]:
        pitboss("check", path, "--as-of", "2024-07-01", *reports)
        made = [(tmp_path / format).read_text("utf-8") for format in formats]
        return [set(re.findall(r'"(?:fingerprint|requirementDocumentRoute/v1)": "(\w+)"', out)) for out in made]

    wanted = marks("rulesets/washington")
    assert min(map(len, wanted)) > 10
    assert marks("./rulesets/washington") == marks(str(root / "rulesets/washington")) == wanted


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["check", "x", "--as-of", "yesterday"], "expected a date such as 2024-07-01"),
        (["check", "x", "--report", "pdff=x"], "expected FORMAT=FILE"),
        (["requirements", "--diff", "x", "2024-07-01"], "--diff x: expected a date"),
        (["check", "x", "--format", "yaml"], "yaml"),
        (["approve"], "DOCUMENT"),
        (["chekc", "x"], "chekc"),
        (["explain", "california.bank-tunr"], "Did you mean california.bank-turn"),
        (["explain", "zzz"], "`pitboss requirements` lists them all"),
    ],
)
def test_wrong_usage_is_exit_2_and_says_what_was_expected(pitboss: Pitboss, arguments: list[str], told: str) -> None:
    ran = pitboss(*arguments)
    assert ran.code == 2
    assert told in ran.err
    assert "Traceback" not in ran.err


def test_warnings_fail_only_when_asked_to(pitboss: Pitboss, tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    path.write_text(ENVY.replace("in-aggregate: ANSWER", "triggered-by: any hand"), "utf-8")
    failures = [f for f in pitboss("check", path, "--format", "json").data["findings"] if f["status"] == "fail"]
    assert ("washington.envy-hands", "warning") in {(f["requirement"], f["level"]) for f in failures}
    assert {f["level"] for f in failures} == {"warning", "note"}
    assert pitboss("check", path).code == 0
    assert pitboss("check", path, "--fail-on", "warning").code == 1


def test_a_report_is_written_whole_or_not_at_all(pitboss: Pitboss, tmp_path: Path, game_text: str) -> None:
    path, report = tmp_path / "g.yaml", tmp_path / "out.json"
    path.write_text(game_text, "utf-8")
    report.write_text("old", "utf-8")
    ran = pitboss("check", path, "--report", f"json={tmp_path}/missing/out.json")
    assert ran.code == 4
    assert "cannot be written" in ran.err
    pitboss("check", path, "--report", f"json={report}")
    assert json.loads(report.read_text("utf-8"))["format"] == "pitboss.findings/2"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["g.yaml", "out.json"]


def test_a_report_goes_through_a_link_and_into_a_pipe(pitboss: Pitboss, tmp_path: Path, game_text: str) -> None:
    path, report, link, pipe = (tmp_path / name for name in ("g.yaml", "out.json", "link.json", "pipe"))
    path.write_text(game_text, "utf-8")
    report.write_text("old", "utf-8")
    link.symlink_to(report)
    os.mkfifo(pipe)
    # Into a file: nobody reads a pipe of ours while the command writes, and it holds less than a report.
    with (tmp_path / "read").open("wb") as read:
        reader = subprocess.Popen(["cat", str(pipe)], stdout=read)
        pitboss("check", path, "--report", f"json={link}", "--report", f"json={pipe}")
        reader.wait()
    assert link.is_symlink()
    assert pipe.is_fifo()
    assert (tmp_path / "read").read_text("utf-8") == report.read_text("utf-8")


# --- as a process ---


def process(root: Path, *arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Pit Boss in a process of its own."""
    command = [sys.executable, str(root / "cli.py"), *arguments]
    environment = {**os.environ, **options.pop("env", {})}
    return subprocess.run(command, capture_output=True, check=False, env=environment, cwd=root, **options)


def test_a_document_comes_from_standard_input(root: Path) -> None:
    ran = process(root, "check", "-", "--full", "--as-of", "2024-07-01", input=SIX_RATES.encode())
    assert ran.returncode == 1
    assert b"<stdin>:17:18" in ran.stdout
    assert b" 17 |           $501+: $6\n" in ran.stdout


def test_output_is_the_same_with_one_job_and_with_two(pitboss: Pitboss, root: Path) -> None:
    tiles = [root / f"rulesets/california/napa-valley/pai-gow-tiles{name}.yaml" for name in ("", "-schedule")]
    options = (root / "rulesets/washington", *tiles, "--format", "json", "--as-of", "2024-07-01")
    one = pitboss("check", *options, "--jobs", "1")
    assert one == pitboss("check", *options, "--jobs", "2")
    assert len(one.data["documents"]) == 4


def test_no_colour_without_a_terminal_and_ascii_terminals_are_served(root: Path) -> None:
    document = "rulesets/california/napa-valley/double-hand-poker.yaml"
    ran = process(root, "check", document, "--all", env={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
    assert b"\x1b" not in ran.stdout
    assert ran.stderr == b""
    assert ran.stdout.isascii()
    assert b"Cal. Penal Code \\xa7 337j" in ran.stdout


def test_a_gap_and_an_overlap_are_marked_at_the_band_and_not_at_its_fee(
    pitboss: Pitboss, tmp_path: Path, schedule_text: str
) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(schedule_text.replace("$101+", "$105+").replace("$501+", "$450+"), "utf-8")
    shown = pitboss("check", path, "--full").out
    assert re.search(r"wagers of \$101 to \$104 have no fee\.\n.*\$1-\$100: \$1\n.*-\n.*\$105\+: \$2\n.*\^{5}\n", shown)
    assert "not stated" not in shown.partition("Missing answers")[0]
    findings = pitboss("check", path, "--format", "json").data["findings"]
    places = {f["requirement"]: f["places"][0] for f in findings if f["status"] == "fail"}
    gap, overlap = places["california.bands-contiguous"], places["california.fee-bands-disjoint"]
    assert (gap["line"], gap["column"], gap["end_column"]) == (15, 11, 16)
    assert (overlap["line"], overlap["column"], overlap["end_column"]) == (21, 11, 16)


def test_one_defect_that_two_requirements_see_is_told_once(
    pitboss: Pitboss, tmp_path: Path, schedule_text: str
) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(schedule_text.replace("$501+", "$450+"), "utf-8")
    for full in ((), ("--full",), ("--format", "concise")):
        out = " ".join(pitboss("check", path, *full).out.split())
        assert out.count("One wager falls in two bands with different fees") == 1
        assert re.search(r"california\.fee-bands-disjoint.*integrity\.band-contiguity-overlap", out)
    findings = pitboss("check", path, "--format", "json").data["findings"]
    both = {f["requirement"] for f in findings if "$450 to $500 stand in" in f["message"]}
    assert both == {"california.fee-bands-disjoint", "integrity.band-contiguity-overlap"}


def test_a_place_in_another_document_is_named(pitboss: Pitboss, tmp_path: Path, game_text: str) -> None:
    (tmp_path / "a.yaml").write_text(f"{game_text}establishment: Harbor Club\n", "utf-8")
    (tmp_path / "terms.yaml").write_text(
        "document: terms\ntitle: T\njurisdiction: california\nestablishment: Harbor Club\n"
        "covers: {games: [harbor-nines]}\nbank: {by: player-dealer, pays-up-to: no limit stated}\n",
        "utf-8",
    )
    out = " ".join(pitboss("check", tmp_path, "--full").out.split())
    assert f" see {tmp_path}/terms.yaml:6:39: no limit stated law " in out


def test_a_folder_with_a_pipe_and_shouted_endings_is_checked(pitboss: Pitboss, tmp_path: Path, game_text: str) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "GAME.YAML").write_text(game_text, "utf-8")
    ran = pitboss("check", tmp_path, "--format", "json")
    assert [Path(document["path"]).name for document in ran.data["documents"]] == ["GAME.YAML"]


def test_a_folder_that_cannot_be_opened_is_told(
    pitboss: Pitboss, tmp_path: Path, game_text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = tmp_path / "locked"
    locked.mkdir()
    (tmp_path / "g.yaml").write_text(game_text, "utf-8")
    scan = os.scandir

    def refuse(path: str) -> object:
        if Path(path) == locked:
            raise PermissionError(13, "Permission denied", str(locked))
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    ran = pitboss("check", tmp_path, "--format", "json")
    assert ran.code == 4
    assert [
        (f["requirement"], Path(f["places"][0]["path"]).name) for f in ran.data["findings"] if f["status"] == "error"
    ] == [("document.unreadable", "locked")]


HOSTILE = """\
document: game
title: "[bold red]x[/] <script>alert(1)</script> ::error::boom"
jurisdiction: california
aliases: [ALIAS]
bank:
  by: player-dealer
  rotation: {verb: rotates, at-most: 3 hands, if-nobody-takes-it: "[red] continue ::set-output name=x::y"}
"""


@pytest.mark.parametrize("format", ["terminal", "json"])
@pytest.mark.parametrize("alias", ['"\\e[31mred\\e[0m"', '"a\\u202eb"', '"a\u202eb"', "'\u200b'", '"\\x9b31m"'])
def test_nothing_that_a_terminal_obeys_gets_through(pitboss: Pitboss, tmp_path: Path, format: str, alias: str) -> None:
    path = tmp_path / "h.yaml"
    path.write_text(HOSTILE.replace("ALIAS", alias), "utf-8")
    out = pitboss("check", path, "--all", "--format", format).out
    assert not {"\x1b", "\x9b", "\u202e", "\u200b"} & set(out)
    assert not any(line.lstrip().startswith("::") for line in out.splitlines())


def test_markup_in_a_document_is_shown_as_it_stands(pitboss: Pitboss, tmp_path: Path) -> None:
    path = tmp_path / "h.yaml"
    path.write_text(HOSTILE.replace("ALIAS", "x"), "utf-8")
    title = "[bold red]x[/] <script>alert(1)</script> ::error::boom"
    assert pitboss("check", path, "--format", "json").data["documents"][0]["title"] == title
    assert 'at-most: 3 hands, if-nobody-takes-it: "[red] continue' in pitboss("check", path, "--full").out


# --- suspended law, and days on which none is known ---


def test_suspended_law_is_told_only_when_asked_for_and_never_fails(pitboss: Pitboss, tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    path.write_text(changed(base_document("california-blackjack"), {"play / natural": "wins at once"}), "utf-8")
    asked = ("check", path, "--as-of", "2026-11-16", "--fail-on", "note", "--format", "json")
    silent, told = pitboss(*asked), pitboss(*asked, "--show", "suspended")
    assert (silent.code, told.code) == (0, 0)
    assert silent.data["summary"]["information"] == 0
    assert not [f for f in silent.data["findings"] if f["requirement"] == "california.2026-no-natural"]
    found = finding(told, "california.2026-no-natural")
    assert (found["status"], found["authority"]) == ("information", "suspended")
    assert told.data["summary"]["review"] == silent.data["summary"]["review"]
    shown = pitboss("check", path, "--as-of", "2026-11-16", "--show", "suspended").out
    assert shown.index("Rules stopped by a court") < shown.index("california.2026-no-natural")


def test_show_knows_only_what_it_says(pitboss: Pitboss, tmp_path: Path) -> None:
    ran = pitboss("check", tmp_path, "--show", "everything")
    assert (ran.code, "suspended" in ran.err) == (2, True)


def test_a_day_before_any_law_is_said_on_both_streams_and_is_not_green(pitboss: Pitboss, tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    path.write_text(base_document("washington-game"), "utf-8")
    ran = pitboss("check", path, "--as-of", "1950-01-01")
    assert ran.code == 4
    told = "The earliest Washington law known here is of December 31, 1997. Nothing was tested against law"
    assert told in ran.err
    assert told in ran.out
    assert "Ready" not in ran.out


def test_the_last_lines_say_what_passes_rest_on_and_how_far_the_law_is_known(pitboss: Pitboss, tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    path.write_text(base_document("washington-game"), "utf-8")
    out = " ".join(pitboss("check", path, "--as-of", "2030-01-01").out.split())
    assert re.search(r"\d+ requirements of law and practice met \(\d+ computed, \d+ quoted, \d+ interpreted\)", out)
    assert re.search(r"Washington law as of January 1, 2030, last checked [A-Z][a-z]+ \d+, \d{4}", out)
    assert "later changes are not reflected" in out
    data = pitboss("check", path, "--as-of", "2030-01-01", "--format", "json").data
    assert data["looked_up"]["washington"]["earliest"] < "2030-01-01"
    assert set(data["summary"]["basis"]) == {"computed", "stated", "reading"}


@pytest.mark.parametrize("way", ["--cache", "--no-cache", "PITBOSS_CACHE"])
def test_what_once_ruled_the_cache_does_nothing_and_says_so(
    pitboss: Pitboss, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(SIX_RATES, "utf-8")
    plain = pitboss("check", path)
    if way == "PITBOSS_CACHE":
        monkeypatch.setenv(way, "off")
    told = pitboss("check", path, *([way] if way != "PITBOSS_CACHE" else []))
    assert (told.code, told.out) == (plain.code, plain.out)
    assert told.err == (
        "pitboss: nothing is kept between runs any more; leave out --cache, --no-cache and PITBOSS_CACHE.\n"
    )
    assert plain.err == ""
