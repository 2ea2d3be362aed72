"""The terminal: one document with what stands in its way, a set as a table, at any width, and the verdict last."""

from __future__ import annotations

import re

import pytest

from tests.reports.conftest import DOCUMENTS, Report

HARBOR = {"rules/harbor.yaml": DOCUMENTS["rules/harbor.yaml"]}
_STYLES = re.compile("\x1b\\[[0-9;]*m|\x1b\\]8;[^\x1b]*\x1b\\\\")


def shown(text: str) -> str:
    """What is seen of a painted text."""
    return _STYLES.sub("", text)


@pytest.mark.parametrize("width", [50, 80, 120])
@pytest.mark.parametrize("documents", [HARBOR, DOCUMENTS])
@pytest.mark.parametrize("more", [{}, {"full": True}, {"show": ("order", "open")}, {"show_all": True}])
def test_no_line_is_wider_than_the_terminal(
    report: Report, width: int, documents: dict[str, str], more: dict[str, object]
) -> None:
    painted = shown(report("terminal", documents, width=width, terminal=True, colour=True, **more))
    plain = report("terminal", documents, width=width, **more)
    for text in (painted, plain):
        assert [line for line in text.splitlines() if len(line) > width and "..." not in line] == []
    assert [line for line in plain.splitlines() if line != line.rstrip()] == []


def test_what_is_painted_and_what_is_plain_say_the_same(report: Report) -> None:
    for documents in (HARBOR, DOCUMENTS):
        painted = shown(report("terminal", documents, width=100, terminal=True, colour=True))
        plain = report("terminal", documents, width=100)
        assert re.sub(r"[─-]+|\s+", " ", painted).split() == re.sub(r"[─-]+|\s+", " ", plain).split()


def test_one_document_tells_law_first_and_the_verdict_last(report: Report) -> None:
    lines = report("terminal", HARBOR).splitlines()
    assert lines[0].split() == ["Harbor", "rates", "rules/harbor.yaml"]
    assert lines[1].startswith("schedule, California; law as of 2024-07-01, catalogue ")
    assert lines[3].startswith("Law: not met ---")
    assert lines[3].endswith(" 2 found in 2 requirements")
    assert lines[4].split() == ["error", "Few", "rates", "line", "20"]
    assert "           law  Penal Code § 1 (official digest seen, not the text)" in lines
    assert lines[-1] == "Not ready: law not met, 1 error, 1 warning."


def test_a_set_is_a_table_with_the_worst_first(report: Report) -> None:
    lines = report("terminal").splitlines()
    rows = [line.split() for line in lines[lines.index("") :] if re.match(r"[?x!.+] ", line)]
    assert rows[-5:] == [
        ["?", "cut", *"-" * 7],
        ["x", "harbor", "1", "1", *"-" * 5],
        [".", "pier", "-", "-", "1", "1", *"-" * 3],
        ["+", "nines", "-", "-", "-", "1", *"-" * 3],
        [".", "house", *"-" * 7],
    ]
    assert "1 of 5 documents have errors of law; 0 have errors of good order; 1 is ready." in lines


def test_parts_are_shown_as_they_are_asked_for(report: Report) -> None:
    def heads(*show: str) -> list[str]:
        text = report("terminal", DOCUMENTS, show=show)
        return re.findall(r"^([A-Z][\w: ]+) ---", text, re.MULTILINE)

    assert heads("law") == ["Not decided", "Law: not met"]
    assert heads("open") == ["Not decided", "Law: open"]
    assert heads("pass") == ["Not decided", "Met"]
    assert heads("all") == ["Not decided", "Law: not met", "Law: open", "Met", "Does not apply"]


def test_links_lead_to_the_file_and_are_the_same_each_time(report: Report) -> None:
    made = [report("terminal", HARBOR, terminal=True, colour=True, folder="/srv") for _ in range(2)]
    assert made[0] == made[1]
    assert "\x1b]8;;file:///srv/rules/harbor.yaml\x1b\\" in made[0]


def test_one_line_a_finding_for_editors(report: Report) -> None:
    lines = report("concise").splitlines()
    assert lines[1] == (
        "rules/harbor.yaml:20:22: error: Option 1 charges 7 rates; at most 5 are allowed at a table. [test.rates]"
    )
    found = [line for line in lines if re.match(r"\S+:\d+:\d+: (error|warning|note|open): ", line)]
    assert len(found) == 4
    assert lines[-1].startswith(
        "Not decided: 1 answer could not be given; law not met, 1 error, 1 warning, 1 open, 2 met"
    )
