"""The pages of docs/: their examples run, and what is generated is up to date."""

from __future__ import annotations

import re
import runpy
import sys
from collections.abc import Callable
from datetime import date
from functools import cache
from pathlib import Path

import pytest

from compliance.checks.expressions.checking import find_clause_faults
from compliance.documents.loader import load_document
from compliance.engine import catalog
from compliance.engine.checking import check
from compliance.law.catalog import Catalog
from tests import catalogs
from tests.conftest import Ran

ROOT = Path(__file__).resolve().parents[1]
HEADERS = {
    "game": "document: game\ntitle: X\njurisdiction: california\nbank: {by: pot}\n",
    "schedule": "document: schedule\ntitle: X\njurisdiction: california\noptions: []\n",
}
EXAMPLES = [
    (page.name, number, header, text)
    for page in sorted((ROOT / "docs").glob("*.md"))
    for number, (header, text) in enumerate(re.findall(r"```yaml ?([^\n]*)\n(.*?)```", page.read_text("utf-8"), re.S))
    if not header.startswith("catalog ")
]


@pytest.mark.parametrize(("page", "number", "header", "text"), EXAMPLES, ids=lambda value: str(value)[:24])
def test_an_example_is_a_whole_document(page: str, number: int, header: str, text: str) -> None:
    kind = header.removeprefix("fragment of ").strip()
    loaded = load_document(page, (HEADERS.get(kind, "") + text).encode())
    assert [problem.message for problem in loaded.problems] == []


@cache
def law() -> Catalog:
    return catalogs.law()


PAGES = sorted({page for page, *_ in EXAMPLES})


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_are_checked_without_an_error(page: str) -> None:
    whole = [
        (f"{number}.yaml", text.encode()) for name, number, header, text in EXAMPLES if name == page and not header
    ]
    results = check(whole, date(2026, 11, 16), law())
    broken = [finding.message for finding in results.findings if finding.status == "error"]
    assert broken == []
    if page == "writing.md":
        told = [f"{finding.requirement}: {finding.message}" for finding in results.findings if finding.status == "fail"]
        assert (len(whole), told) == (3, [])


def test_there_are_examples_of_every_kind() -> None:
    kinds = {
        line.split(": ")[1] for *_, text in EXAMPLES for line in text.splitlines() if line.startswith("document: ")
    }
    assert kinds == {"game", "schedule", "terms"}


def test_the_ordinance_of_the_page_on_catalogs_answers_as_it_says(pitboss: Callable[..., Ran], tmp_path: Path) -> None:
    page = (ROOT / "docs/catalogue.md").read_text("utf-8")
    files = re.findall(r"```yaml catalog ([^\n]+)\n(.*?)```", page, re.S)
    folders = {name.partition("/")[0] for name, _ in files}
    assert folders == {"harbor", "bay", "nevada"}
    for name, text in files:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    others = [part for one in sorted(folders) for part in ("--catalog", tmp_path / one)]
    assert pitboss("requirements", *others).code == 0
    (game,) = re.findall(r"```yaml\n(.*?)```", page, re.S)
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    told = ("check", tmp_path / "game.yaml", "--catalogue", tmp_path / "harbor", "--format", "json")
    for day, status, limit in (("2020-01-01", "pass", "$200"), ("2019-12-31", "fail", "$100")):
        data = pitboss(*told, "--as-of", day).data
        (found,) = (one for one in data["findings"] if one["requirement"] == "harbor.wager-limit")
        assert (found["status"], found["citation"]) == (status, "Harbor City Code 5.1(a)")
        assert data["requirements"]["harbor.wager-limit"]["asks"] == f"No wager is above {limit}."


def test_generated_pages_are_up_to_date(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    script = str(ROOT / "docs/generate.py")
    monkeypatch.setattr(sys, "argv", [script, "--check"])
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(catalog, "read_catalog", catalogs.load_catalog)
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(script, run_name="__main__")
    assert (ended.value.code, *capsys.readouterr()) == (0, "", "")


def test_the_gate_runs_the_readme_s_test_command() -> None:
    command = next(
        line.strip().removeprefix("$ ")
        for line in (ROOT / "README.md").read_text("utf-8").splitlines()
        if line.strip().startswith("$ ") and "pytest" in line
    )
    assert command in (ROOT / ".ci/run").read_text("utf-8")


def test_the_ordinance_of_the_page_on_expressions_answers_as_it_says(
    pitboss: Callable[..., Ran], tmp_path: Path
) -> None:
    page = (ROOT / "docs/expressions.md").read_text("utf-8")
    files = re.findall(r"```yaml catalog ([^\n]+)\n(.*?)```", page, re.S)
    assert len(files) == 3
    for name, text in files:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    bands = "{$1-$50: $1, $51-$100: $2, $101+: $3}"
    answers = {
        f"collected: before play, bands: {bands}": ["pass", "pass"],
        f"collected: after the flop, bands: {bands}": ["fail", "pass"],
        f"bands: {bands}": ["review", "pass"],
        "collected: before play, bands: {$1-$50: $1, $51-$100: $2, $101-$200: $3, $201+: $4}": ["pass", "fail"],
        "collected: before play, bands: {$1-$50: $1, $51-$100: unclear, $101+: $5}": ["pass", "review"],
    }
    found = {}
    order = ["fail", "review", "pass", "not-applicable"]
    for fee in answers:
        (tmp_path / "fees.yaml").write_text(
            "document: schedule\ntitle: Fees\njurisdiction: california\nlocality: Harbor\n"
            f"options: [{{option: 1, collections: [{{payer: player, {fee}}}]}}]\n",
            "utf-8",
        )
        told = ("check", tmp_path / "fees.yaml", "--catalogue", tmp_path / "harbor", "--format", "json", "--all")
        findings = pitboss(*told, "--as-of", "2026-11-16").data["findings"]
        worst: dict[str, str] = {}
        for one in findings:
            name = one["requirement"]
            worst[name] = min(worst.get(name, one["status"]), one["status"], key=order.index)
        found[fee] = [worst["harbor.fees-before-play"], worst["harbor.few-rates"]]
    assert found == answers


@pytest.mark.parametrize(
    ("line"), re.findall(r"^    need: (.*?  +.*)$", (ROOT / "docs/expressions.md").read_text("utf-8"), re.M)
)
def test_a_broken_expression_of_the_page_is_told_as_the_page_says(line: str) -> None:
    expression, _, told = line.partition("  ")
    (fault,) = find_clause_faults({"need": expression}, ["game"], {})
    assert f"{fault.message} {fault.help}".startswith(told.strip())
