"""GitHub workflow commands: read back as the runner reads them."""

from __future__ import annotations

from typing import NamedTuple

from compliance.findings import Findings
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


def test_each_level_has_its_command_and_its_place(report: Report) -> None:
    told = commands(report("github"))
    assert [(command.name, command.properties["title"]) for command in told] == [
        ("error", "error: document.colon"),
        ("error", "fail: test.rates"),
        ("warning", "fail: test.percentage"),
        ("notice", "review: test.rates"),
    ]
    places = {key: told[2].properties[key] for key in ("file", "line", "endLine", "col", "endColumn")}
    assert places == {"file": "rules/harbor.yaml", "line": "12", "endLine": "12", "col": "14", "endColumn": "27"}
    assert told[2].message.split("\n") == [
        "Option 1 charges the player 5% of pot.",
        "Law: Penal Code § 2: Fees are flat. (regulation; text seen)",
        "Basis: computed from figures or structure",
        "Remedy: Charge flat amounts.",
    ]


PASSES = (
    "Passes of law: {} computed from figures or structure, 0 stated in the document's words, 0 by a reading of ours."
)


def test_the_last_lines_count_and_are_no_command(report: Report) -> None:
    *_, counted, passes = report("github").splitlines()
    assert counted == "5 documents: 2 fail, 1 error, 1 review, 2 pass, 1 not-applicable; law as of 2024-07-01"
    assert passes == PASSES.format(2)


def test_a_run_in_which_all_is_well_has_no_annotation(report: Report) -> None:
    path = "rules/nines.yaml"
    text = report("github", {path: DOCUMENTS[path]}, show_all=True)
    assert text == f"1 document: 0 fail, 0 review, 1 pass; law as of 2024-07-01\n{PASSES.format(1)}\n"


def test_a_hostile_document_makes_no_command_of_its_own(report: Report, hostile: Findings) -> None:
    text = report("github", findings=hostile)
    told = commands(text)
    assert [command.name for command in told] == ["error", "warning"]
    assert len(text.splitlines()) == 3
    assert all(set(command.properties) >= {"file", "line", "title"} for command in told)
    assert all(command.message.startswith(SHOWN) for command in told)
    assert told[0].properties["file"] == "rules/a,b:c%0A::error::x <b>`|\\u000a\\u001b[31m.yaml"
    assert not {"\x1b", "\x9b", "\u202e", "\r"} & set(text)
    assert "##[" not in text


def test_a_hostile_document_is_quoted_whole(report: Report) -> None:
    told = commands(report("github", {HOSTILE_PATH: HOSTILE}))
    assert told[1].message.startswith(f"Option {SHOWN} charges the player 5% of pot.")
