"""GitHub workflow commands: read back as the runner reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from compliance.engine.findings import Findings
from tests.conftest import Ran
from tests.reports.conftest import DOCUMENTS, HOSTILE, HOSTILE_PATH, READABLE, Report

# The older kind of command is obeyed wherever it stands in a line.
SHOWN = READABLE.replace("##[error]", "# #[error]")


class Command(NamedTuple):
    name: str
    properties: dict[str, str]
    message: str


def commands(text: str) -> list[Command]:
    """What the runner takes from a log: lines that begin with two colons after any blanks."""
    return [_command(line.strip()) for line in text.splitlines() if line.lstrip().startswith("::")]


def _command(line: str) -> Command:
    head, _, data = line[2:].partition("::")
    name, _, given = head.partition(" ")
    properties = dict(pair.split("=", 1) for pair in given.split(","))
    decoded = {key: _decode(value.replace("%3A", ":").replace("%2C", ",")) for key, value in properties.items()}
    return Command(name, decoded, _decode(data))


def _decode(value: str) -> str:
    return value.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")


COLON = 'The key "jurisdiction" cannot stand here: it is indented wrongly, or the line above is not finished'
REVIEW = "Option 1 charges 6 rates (3 different amounts); counted tier by tier over all payers that is more than 5"


def test_each_level_has_its_command_and_its_place(report: Report) -> None:
    told = commands(report("github"))
    assert [(command.name, command.properties["title"]) for command in told] == [
        ("error", f"{COLON} (document.colon)"),
        ("error", "Option 1 charges 7 rates; at most 5 are allowed at a table (test.rates)"),
        ("warning", "Option 1 charges the player 5% of pot (test.percentage)"),
        ("notice", f"{REVIEW} (test.rates)"),
    ]
    places = {key: told[2].properties[key] for key in ("file", "line", "endLine", "col", "endColumn")}
    assert places == {"file": "rules/harbor.yaml", "line": "12", "endLine": "12", "col": "14", "endColumn": "27"}
    assert told[2].message.split("\n") == [
        "Option 1 charges the player 5% of pot",
        "Law: Penal Code § 2: Fees are flat. (regulation; text seen)",
        "Basis: computed from figures or structure",
        "Remedy: Charge flat amounts.",
    ]


def test_the_last_line_is_the_verdict_and_is_no_command(report: Report) -> None:
    last = report("github").splitlines()[-1]
    assert last == "Not tested: 1 answer could not be given, 2 breaches of law (1 minor), 1 answer missing."


def test_a_run_in_which_all_is_well_has_no_annotation(report: Report) -> None:
    path = "rules/nines.yaml"
    text = report("github", {path: DOCUMENTS[path]}, show_all=True)
    assert commands(text) == []
    assert text.splitlines()[-1] == "Ready to submit: 1 requirement of law and practice met (1 computed)."


def test_no_more_is_annotated_than_github_shows(report: Report) -> None:
    documents = {f"rules/{number}.yaml": DOCUMENTS["rules/harbor.yaml"] for number in range(12)}
    text = report("github", documents)
    assert Counter(command.name for command in commands(text)) == {"error": 10, "warning": 10}
    assert "Not annotated, as GitHub shows 10 of each level: 2 of level error, 2 of level warning." in text


def test_the_table_goes_into_the_summary_of_the_step(
    pitboss: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, summary = tmp_path / "s.yaml", tmp_path / "summary.md"
    path.write_text(DOCUMENTS["rules/harbor.yaml"], "utf-8")
    summary.write_text("Before.\n", "utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    pitboss("check", path, "--format", "github")
    written = summary.read_text("utf-8")
    assert written.startswith("Before.\n<!-- pitboss.findings -->\n## Harbor rates: not ready to submit\n")
    assert "| conclusion | document | breaches |" in written


def test_a_hostile_document_makes_no_command_of_its_own(report: Report, hostile: Findings) -> None:
    text = report("github", findings=hostile)
    told = commands(text)
    assert [command.name for command in told] == ["error", "warning"]
    assert sum(line.startswith("::") for line in text.splitlines()) == 2
    assert all(set(command.properties) >= {"file", "line", "title"} for command in told)
    assert all(command.message.startswith(SHOWN) for command in told)
    assert told[0].properties["file"] == "rules/a,b:c%0A::error::x <b>`|\\u000a\\u001b[31m.yaml"
    assert not {"\x1b", "\x9b", "\u202e", "\r"} & set(text)
    assert "##[" not in text


def test_a_hostile_document_is_quoted_whole(report: Report) -> None:
    told = commands(report("github", {HOSTILE_PATH: HOSTILE}))
    assert told[1].message.startswith(f"Option {SHOWN} charges the player 5% of pot")
