"""The terminal: one document with what stands in its way, a set as a table, at any width, and the verdict last."""

from __future__ import annotations

import re

import pytest

from tests.reports.conftest import DOCUMENTS, Report

HARBOR = {"rules/harbor.yaml": DOCUMENTS["rules/harbor.yaml"]}
_STYLES = re.compile("\x1b\\[[0-9;]*m|\x1b\\]8;[^\x1b]*\x1b\\\\")


def remove_styles(text: str) -> str:
    """What is seen of a painted text."""
    return _STYLES.sub("", text)


@pytest.mark.parametrize("width", [50, 80, 120])
@pytest.mark.parametrize("documents", [HARBOR, DOCUMENTS])
@pytest.mark.parametrize("more", [{}, {"full": True}, {"show": ("drafting", "missing")}, {"show_all": True}])
def test_no_line_is_wider_than_the_terminal(
    report: Report, width: int, documents: dict[str, str], more: dict[str, object]
) -> None:
    painted = remove_styles(report("terminal", documents, width=width, terminal=True, colour=True, **more))
    plain = report("terminal", documents, width=width, **more)
    for text in (painted, plain):
        assert [line for line in text.splitlines() if len(line) > width and "…" not in line] == []
    assert [line for line in plain.splitlines() if line != line.rstrip()] == []


def test_what_is_painted_and_what_is_plain_say_the_same(report: Report) -> None:
    for documents in (HARBOR, DOCUMENTS):
        painted = remove_styles(report("terminal", documents, width=100, terminal=True, colour=True))
        plain = report("terminal", documents, width=100)
        assert re.sub(r"[─-]+|\s+", " ", painted).split() == re.sub(r"[─-]+|\s+", " ", plain).split()


def test_one_document_begins_and_ends_with_its_conclusion(report: Report) -> None:
    lines = report("terminal", HARBOR).splitlines()
    assert lines[0].split() == ["Harbor", "rates:", "not", "ready", "to", "submit", "rules/harbor.yaml"]
    assert lines[1] == "2 breaches of law (1 minor)"
    assert lines[2] == "Collection schedule, California, Harbor Club. Not stated: approval, version."
    heads = [line for line in lines if " ---" in line]
    assert [re.sub(" -+ ", " ", head) for head in heads] == ["Breaches of law 2 (1 minor)"]
    first = lines[lines.index(heads[0]) + 1]
    assert first.split()[0] == "error"
    assert first.endswith("line 20")
    assert "           law  Penal Code § 1 (official digest seen, not the text)" in lines
    assert lines[-1] == "Not ready to submit: 2 breaches of law (1 minor)."


def test_a_set_is_a_table_with_the_worst_first(report: Report) -> None:
    lines = report("terminal", width=120).splitlines()
    assert lines[0] == "5 documents: 1 could not be tested, 1 breaches the law, 1 has missing answers, 1 is ready."
    rows = [line.split("  ") for line in lines if re.match(r"[?x!+-] ", line)]
    marks = [(row[0].strip(), row[1].strip()) for row in rows]
    assert marks[:4] == [("-", "rules/cut.yaml"), ("x", "Harbor rates"), ("?", "Pier rates"), ("+", "Harbor Nines")]


def test_sections_are_shown_as_they_are_asked_for(report: Report) -> None:
    def heads(*show: str) -> list[str]:
        text = report("terminal", DOCUMENTS, show=show)
        return re.findall(r"^([A-Z][\w: ]+) ---", text, re.MULTILINE)

    assert heads("law") == ["Could not be tested", "Breaches of law"]
    assert heads("missing") == ["Could not be tested", "Missing answers"]
    assert heads("met") == ["Could not be tested", "Met"]
    everything = ["Could not be tested", "Breaches of law", "Missing answers", "Met", "Does not apply"]
    assert heads("all") == everything


def test_links_lead_to_the_file_and_are_the_same_each_time(report: Report) -> None:
    made = [report("terminal", HARBOR, terminal=True, colour=True, folder="/srv") for _ in range(2)]
    assert made[0] == made[1]
    assert "\x1b]8;;file:///srv/rules/harbor.yaml\x1b\\" in made[0]


def test_one_line_a_finding_for_editors(report: Report) -> None:
    lines = report("concise").splitlines()
    assert (
        "rules/harbor.yaml:20:22: error: Option 1 charges 7 rates; at most 5 are allowed at a table [test.rates]"
        in lines
    )
    found = [line for line in lines if re.match(r"\S+:\d+:\d+: (error|warning|note|question): ", line)]
    assert len(found) == 4
    assert lines[-1] == "Not tested: 1 answer could not be given, 2 breaches of law (1 minor), 1 answer missing."
