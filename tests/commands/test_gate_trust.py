"""Ways past the gate that were found: each is tried as it was, and none leaves with exit 0 or without a word."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from compliance.law.cases import base_document
from tests.conftest import ROOT, Ran

Pitboss = Callable[..., Ran]
DAY = ("--as-of", "2026-11-16")
SHARE = "$5-$100: 10% of the wager"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a good document, and one that charges a share of the wager."""
    (tmp_path / "good").mkdir()
    (tmp_path / "rulesets").mkdir()
    fees = base_document("california-schedule")
    assert "$5-$100: $1" in fees
    (tmp_path / "good" / "fees.yaml").write_text(fees)
    (tmp_path / "rulesets" / "f.yaml").write_text(
        fees.replace("$5-$100: $1", SHARE, 1).replace("id: ", "id: other-", 1)
    )
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run_script(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the script of the Action with the tool of this checkout."""
    tools = folder / "tools"
    tools.mkdir()
    tool = tools / "pitboss"
    tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{ROOT / "cli.py"}" "$@"\n')
    tool.chmod(0o755)
    environment = os.environ | {"PATH": f"{tools}:{os.environ['PATH']}"} | variables
    return subprocess.run(
        ["bash", str(ROOT / ".ci" / "gate")], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("paths", "code", "words"),
    [
        ("good\nrulesets", 1, "california.no-percentage-fee"),
        ("good\n\n  rulesets  \n", 1, "california.no-percentage-fee"),
        ("good\n--as-of=1990-01-01", 2, "--as-of=1990-01-01: there is no such file"),
        ("rulesets --as-of=1990-01-01", 2, "there is no such file"),
        ("with blanks", 1, "california.no-percentage-fee"),
    ],
)
def test_every_line_of_paths_is_checked_and_none_is_an_option(folder: Path, paths: str, code: int, words: str) -> None:
    if paths == "with blanks":
        (folder / "rulesets").rename(folder / "with blanks")
    ran = run_script(folder, PITBOSS_PATHS=paths, PITBOSS_AS_OF="2026-11-16")
    assert ran.returncode == code, ran.stdout + ran.stderr
    assert words in ran.stdout + ran.stderr


@pytest.mark.parametrize("kept", ["baseline", "decisions"])
@pytest.mark.parametrize("link", ["", "hard", "soft"])
def test_a_document_is_checked_whatever_settings_call_it(pitboss: Pitboss, folder: Path, kept: str, link: str) -> None:
    document = folder / "rulesets" / "f.yaml"
    document.write_text(document.read_text() + ("known: []\n" if kept == "baseline" else "decisions: []\n"))
    named = "rulesets/f.yaml"
    if link:
        named = "kept.yaml"
        (os.link if link == "hard" else os.symlink)(document, folder / named)
    (folder / "pitboss.toml").write_text(f'paths = ["rulesets"]\n{kept} = "{named}"\n')
    ran = pitboss("check", *DAY)
    assert ran.code in (1, 2, 4)
    assert "document" in ran.err if ran.code == 2 else "f.yaml" in ran.out


def test_a_document_with_the_name_of_a_baseline_is_checked(pitboss: Pitboss, folder: Path) -> None:
    for name in ("pitboss-baseline.yaml", "pitboss-decisions.yaml"):
        (folder / "rulesets" / "f.yaml").rename(folder / "rulesets" / name)
        ran = pitboss("check", "rulesets", *DAY)
        assert ran.code == 1
        assert "charges the player 10%" in ran.out
        (folder / "rulesets" / name).rename(folder / "rulesets" / "f.yaml")


def test_files_that_are_left_out_are_named_with_the_reason(pitboss: Pitboss, folder: Path) -> None:
    good = folder / "good"
    (good / "pitboss-baseline.yaml").write_text("known: []\n")
    (good / ".fees.yaml").write_text((folder / "rulesets" / "f.yaml").read_text())
    (good / "fees.yaml.bak").write_text("document: game\n")
    (good / "out.yaml").symlink_to("/etc/passwd")
    (good / "there").symlink_to("/etc")
    ran = pitboss("check", "good", *DAY)
    assert "pitboss-baseline.yaml: it holds decisions or known failures, and this run does not use it" in ran.err
    assert ".fees.yaml: a hidden file" in ran.err
    assert "fees.yaml.bak: its name does not end in .yaml" in ran.err
    assert "out.yaml: a link that leads out of the folder" in ran.err
    assert "there: a link to a folder" in ran.err
    assert "root:" not in ran.out


def test_a_run_that_asked_no_law_is_not_green(pitboss: Pitboss, folder: Path) -> None:
    assert pitboss("check", "good", *DAY).code == 0
    (folder / "pitboss.toml").write_text('as-of = "1940-01-01"\n')
    ran = pitboss("check", "good")
    assert ran.code in (1, 4)  # 1 for the days of the document, which are far ahead of that one
    assert "no requirement of law was asked" in ran.err


@pytest.mark.parametrize(
    ("report", "why"),
    [
        ("concise=notes.txt", "not concise"),
        ("json=../out.json", "outside the folder"),
        ("json=.git/hooks/x.json", "in a hidden file or folder"),
        ("markdown=run.sh", "a markdown report ends in .md"),
        ("markdown=README.md", "something else under that name"),
        ("json=linked/out.json", "linked is a link"),
        ("json=link.json", "link.json is a link"),
    ],
)
def test_settings_write_reports_over_nothing_but_reports(
    pitboss: Pitboss, folder: Path, tmp_path_factory: pytest.TempPathFactory, report: str, why: str
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "mine.json").write_text("{}")
    (folder / "README.md").write_text("# Pit Boss\n")
    (folder / "linked").symlink_to(elsewhere)
    (folder / "link.json").symlink_to(elsewhere / "mine.json")
    (folder / "pitboss.toml").write_text(f'reports = ["{report}"]\n')
    ran = pitboss("check", "good", *DAY)
    assert ran.code == 2
    assert why in ran.err
    assert (folder / "README.md").read_text() == "# Pit Boss\n"
    assert sorted(path.name for path in elsewhere.iterdir()) == ["mine.json"]


def test_a_report_of_settings_is_announced_and_replaced_by_the_next(pitboss: Pitboss, folder: Path) -> None:
    formats = {"json": "json", "sarif": "sarif", "markdown": "md", "html": "html", "junit": "xml", "pdf": "pdf"}
    named = ", ".join(f'"{kind}=reports/out.{ending}"' for kind, ending in formats.items())
    (folder / "reports").mkdir()
    (folder / "pitboss.toml").write_text(f'reports = [{named}, "gitlab=reports/quality.json"]\n')
    for _ in range(2):
        ran = pitboss("check", "good", *DAY)
        assert ran.code == 0, ran.err
        assert "pitboss.toml has a sarif report written to reports/out.sarif" in ran.err
    (folder / "pitboss.toml").write_text('reports = ["gitlab=reports/out.json"]\n')
    assert pitboss("check", "good", *DAY).code == 2


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give a file away")
def test_settings_of_another_owner_are_not_used(pitboss: Pitboss, folder: Path) -> None:
    settings = folder / "pitboss.toml"
    settings.write_text('paths = ["good"]\n')
    os.chown(settings, 12345, 12345)
    ran = pitboss("check", *DAY)
    assert ran.code == 2
    assert "belongs to another user (12345)" in ran.err
    assert pitboss("check", "good", "--isolated", *DAY).code == 0


def test_settings_from_above_need_a_repository(pitboss: Pitboss, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "pitboss.toml").write_text('as-of = "1940-01-01"\n')
    monkeypatch.chdir(folder / "good")
    assert "no requirement of law was asked" in pitboss("check", ".").err
    (folder / ".git").rmdir()
    ran = pitboss("check", ".", *DAY)
    assert ran.code == 0
    assert "pitboss.toml: not read, for this is no repository" in ran.err


@pytest.mark.parametrize("setting", ['paths = ["/etc"]', 'catalogues = ["../x.yaml"]', 'decisions = "link.yaml"'])
def test_settings_read_nothing_outside_the_repository(pitboss: Pitboss, folder: Path, setting: str) -> None:
    (folder / "link.yaml").symlink_to("/etc/passwd")
    (folder / "pitboss.toml").write_text(f"{setting}\n")
    ran = pitboss("check", "good", *DAY)
    assert ran.code == 2
    assert "leads out of" in ran.err


CITY = """\
sections:
  - section: Harbor City Code 1
    title: Wagers
    authority: ordinance
    wordings:
      - seen: text
        values: {most: $20}
requirements:
  - requirement: city.limit
    title: No table limit is above $20
    group: Harbor City
    asks: No wager is above {most}.
    applies: {document: schedule, jurisdiction: california, locality: Harbor City}
    rests-on: Harbor City Code 1
    level: error
    need: "table-limits.maximum is at most {most}"
    remedy: Lower it.
"""


@pytest.mark.parametrize(
    ("locality", "answer"),
    [
        ("Harbor City", "fail"),
        ("harbor  CITY", "fail"),
        ("\uff28arbor City", "fail"),
        ("H\u0430rbor City", "review"),
        ("Harbour City", "review"),
        ("City of Harbor City", "review"),
        ("Napa", "not-applicable"),
        ("", "review"),
    ],
)
def test_an_ordinance_does_not_fall_away_by_a_slip(pitboss: Pitboss, folder: Path, locality: str, answer: str) -> None:
    city = folder / "city.yaml"
    city.write_text(CITY)
    fees = folder / "good" / "fees.yaml"
    stated = f"locality: {locality}" if locality else "# none"
    fees.write_text(fees.read_text().replace("locality: Harbor City", stated, 1))
    ran = pitboss("check", "good", *DAY, "--catalogue", city, "--format", "json", "--all")
    found = [one for one in ran.data["findings"] if one["requirement"] == "city.limit"]
    assert [one["status"] for one in found] == [answer]
    assert answer != "review" or "Harbor City" in found[0]["message"]


def test_approvals_through_a_link_prove_nothing(pitboss: Pitboss, folder: Path) -> None:
    (folder / "good" / "fees.yaml.approved").symlink_to("/etc/passwd")
    ran = pitboss("check", "good", *DAY, "--full")
    assert "cannot be used" in ran.out
    assert "root:" not in ran.out
