"""Reports on sets are bounded: what is one defect of many documents is told once, what many documents have in common is
told of the first and counted of the rest, and each further document adds little."""

from __future__ import annotations

import json
import re
import sys
from datetime import date
from functools import cache

import pytest

import tests.fuzz.more_attacks  # noqa: F401 (its attacks are registered with the others)
from compliance.documents.loader import load_document
from compliance.engine.checking import check
from compliance.engine.findings import Finding, Findings
from compliance.engine.grouping import MOST_OF_SET, MOST_PLACES, group_findings
from compliance.engine.verdict import judge
from compliance.reports import FORMATS, ReportContext, drawings, pdf, prepare_report, render_report
from compliance.reports.model import Report
from tests.catalogs import law
from tests.fuzz.attacks import ATTACKS

LAW = law()
DAY = date(2024, 7, 1)
MANY = 110  # more than are told one by one
MORE = 10
# Bytes that a further document may add to each report, once there are more than are told one by one; the PDF has a line
# in two lists for each of the first 200.
MOST_ADDED = {
    **{"terminal": 300, "html": 5_000, "markdown": 100, "github": 100, "pdf": 4_000},
    **{"concise": 4_000, "gitlab": 30_000, "sarif": 60_000, "junit": 60_000, "json": 165_000, "oscal": 110_000},
}


@cache
def answered(name: str, count: int) -> tuple[Findings, ReportContext]:
    files = ATTACKS[name].make(count)
    lines = {path: data.decode().split("\n") for path, data in files.items()}
    context = ReportContext(
        lines.__getitem__, lambda: (load_document(*item) for item in files.items()), lambda: LAW, "1"
    )
    return check(files.items(), DAY, LAW), context


@cache
def report_of(name: str, count: int) -> Report:
    """The report, which is made once for all formats."""
    return prepare_report(*answered(name, count))


@cache
def render_bytes(format: str, name: str, count: int = MANY) -> bytes:
    made = render_report(format, report_of(name, count), answered(name, count)[1])
    return made if isinstance(made, bytes) else "".join(made).encode()


@pytest.mark.parametrize("name", ["a set under one id", "a set under one number", "a set of schedules at odds"])
def test_one_defect_of_many_documents_is_told_once(name: str) -> None:
    findings, _ = answered(name, MANY)
    shared = {finding.requirement for finding in findings.findings if finding.shared}
    assert shared
    for requirement in shared:
        (group,) = (group for group in group_findings(findings.findings) if group.lead.requirement == requirement)
        assert len(group.paths) == MANY
        assert len(group.lead.places) == MOST_PLACES + 1
        assert re.fullmatch(r"and \d+ more places", group.lead.places[-1].label)


MOST_KEPT = 72_000  # bytes of all answers on one document, whatever they say


def _count_bytes(value: object, seen: set[int]) -> int:
    """The bytes of a value and of what it is made of, each object once."""
    if id(value) in seen:
        return 0
    seen.add(id(value))
    parts = (value.said, value.places) if isinstance(value, Finding) else value if isinstance(value, tuple) else ()
    return sys.getsizeof(value) + sum(_count_bytes(part, seen) for part in parts)


@pytest.mark.parametrize("name", ["a set under one id", "a set that names each other"])
def test_the_answers_on_one_document_take_little_memory(name: str) -> None:
    findings, _ = answered(name, MANY)
    seen: set[int] = set()
    taken = sum(_count_bytes(finding, seen) for finding in findings.findings)
    assert taken < MOST_KEPT * len(findings.documents)


def test_the_json_report_has_it_of_each_document_with_few_places() -> None:
    data = json.loads(render_bytes("json", "a set under one id"))
    taken = [one for one in data["findings"] if one["places"] and one["places"][0]["label"] == "taken"]
    assert len(taken) == MANY
    assert len({one.get("group", one["id"]) for one in taken}) == 1
    assert max(len(one["places"]) for one in taken) == 4
    assert taken[-1]["message"].endswith(f" and {MANY - 3} more.")


@pytest.mark.parametrize("name", ["a set under one id", "a set of schedules at odds"])
def test_a_further_document_adds_little_to_any_report(name: str) -> None:
    # All formats together: to check the sets takes longer than to write them.
    assert set(MOST_ADDED) == set(FORMATS), "a format has no bound yet"
    added = {
        format: len(render_bytes(format, name, MANY + MORE)) - len(render_bytes(format, name)) for format in FORMATS
    }
    assert {format: bytes for format, bytes in added.items() if bytes >= MOST_ADDED[format] * MORE} == {}


def test_the_page_tells_the_first_of_each_requirement_and_counts_the_rest() -> None:
    page = render_bytes("html", "a set under one id").decode()
    assert page.count("and 1 more, of kinds that are told with other documents.") == MANY - MOST_OF_SET
    rotates = re.findall(r"<article (?:(?!</article>).)*california\.bank-rotates", page, re.DOTALL)
    assert len(rotates) == MOST_OF_SET
    assert page.count("more, of kinds that are told with other documents.") >= MANY - MOST_OF_SET


def test_the_places_of_one_defect_are_counted_beyond_those_that_are_told() -> None:
    told = f" (and {MANY - 1} more places) [integrity.id-match-one]"
    assert told in render_bytes("concise", "a set under one id").decode()


def test_counts_on_the_page_are_those_of_the_whole_run() -> None:
    judged = judge(answered("a set under one id", MANY)[0])
    page = render_bytes("html", "a set under one id").decode()
    rows = re.findall(r'<tr><th scope="row" dir="auto"><a href="#d-\d+">.*?</tr>', page)
    numbers = [re.findall(r"<td>([\d,]*)</td>", row)[:4] for row in rows]
    expected = [
        [str(one.points[name].total or "") for name in ("breaches", "missing", "practice", "drafting")]
        for one in judged.ranked_documents
    ]
    assert [row for row in numbers if row] == expected
    assert f'breaches" checked> Breaches of law <b>{judged.whole.points["breaches"].total:,}' in page


def test_every_link_of_the_page_leads_somewhere() -> None:
    page = render_bytes("html", "a set under one id").decode()
    ids = set(re.findall(r'\bid="([^"]+)"', page))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= ids


def test_the_terminal_tells_the_first_and_counts_the_rest() -> None:
    text = render_bytes("terminal", "a set under one id").decode()
    title = "The player-dealer position is not rotated"
    assert len(re.findall(rf"^  error +{title}", text, re.MULTILINE)) == MOST_OF_SET
    assert f"  and {MANY - MOST_OF_SET} more: {title}" in text


def test_pictures_of_a_large_set_are_those_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawings, "MOST_DRAWN", 3)
    page = render_bytes("html", "a set of schedules at odds", 10).decode()
    assert page.count('class="chapter pictures"') == 3
    assert "7 more documents are not drawn here; a report on fewer documents draws them." in page


def test_the_pages_of_a_printed_set_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "_WORDS", 10_000_000)
    report, context = report_of("a set under one id", 25), answered("a set under one id", 25)[1]
    assert len(pdf.PdfReport(report, context).data()["documents"]) == 25
    monkeypatch.setattr(pdf, "_DOCUMENTS", 20)
    assert len(pdf.PdfReport(report, context).data()["documents"]) == 20
    monkeypatch.setattr(pdf, "_WORDS", 1)
    assert len(pdf.PdfReport(report, context).data()["documents"]) == 1


def test_the_printed_list_of_a_large_set_is_bounded_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "_LISTED", 100)
    files = pdf.PdfReport(report_of("a set under one id", MANY), answered("a set under one id", MANY)[1]).data()[
        "files"
    ]
    assert (len(files["rows"]), files["left"]) == (100, MANY - 100)
    assert len(files["digest"]) == 64
    few = pdf.PdfReport(report_of("a set under one id", 25), answered("a set under one id", 25)[1]).data()["files"]
    assert (len(few["rows"]), few["left"], few["digest"]) == (25, 0, "")
