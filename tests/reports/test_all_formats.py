"""Every format renders one report: the same conclusion, the same counts, the same order, the same headlines."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from datetime import date
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from compliance.documents.loader import load_document
from compliance.engine.checking import check
from compliance.engine.findings import Findings
from compliance.engine.grouping import SECTIONS
from compliance.reports import ReportContext, prepare_report, render_report
from compliance.reports.conclusion import count_words
from compliance.reports.model import Report
from tests import catalogs
from tests.conftest import ROOT

DAY = date(2026, 11, 18)
PAPER = "rulesets/washington/pai-gow-pow.yaml"
LIBRARY = tuple(sorted(path.relative_to(ROOT).as_posix() for path in Path(ROOT, "rulesets").rglob("*.yaml")))


def context_of(paths: tuple[str, ...], **asked: Any) -> ReportContext:
    data = {path: Path(ROOT, path).read_bytes() for path in paths}
    return ReportContext(
        lambda path: data[path].decode().split("\n"),
        lambda: [load_document(path, text) for path, text in data.items()],
        catalogs.law,
        "1",
        width=2000,
        fail_on="note",
        **asked,
    )


@cache
def report_of(paths: tuple[str, ...]) -> Report:
    documents = [(path, Path(ROOT, path).read_bytes()) for path in paths]
    findings: Findings = check(documents, DAY, catalogs.law())
    return prepare_report(findings, context_of(paths))


@cache
def render_text(format: str, paths: tuple[str, ...] = (PAPER,)) -> str:
    asked = {"show": ("law", "missing", "drafting")} if format == "terminal" else {}
    made = render_report(format, report_of(paths), context_of(paths, **asked))
    if isinstance(made, bytes):
        return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(made)).pages)
    return "".join(made)


def squeeze(text: str) -> str:
    """Text without markup, escapes and blanks: how a line breaks, and how a format escapes, is of no interest."""
    text = unescape(re.sub(r"<!-- -->|</?(?:span|q|small|b|a|mark)\b[^>]*>", "", text))
    return re.sub(r"[\s\\\u200b]+", "", text.replace("%3A", ":").replace("%2C", ",").replace("%25", "%"))


FORMATS: dict[str, Callable[[str], str]] = {
    "terminal": lambda text: text,
    "concise": lambda text: text,
    "markdown": lambda text: text,
    "html": lambda text: text,
    "pdf": lambda text: text,
    "github": lambda text: text,
    "json": lambda text: json.dumps(json.loads(text), ensure_ascii=False).replace('\\"', '"'),
    "sarif": lambda text: json.dumps(json.loads(text), ensure_ascii=False).replace('\\"', '"'),
    "gitlab": lambda text: json.dumps(json.loads(text), ensure_ascii=False).replace('\\"', '"'),
    "oscal": lambda text: json.dumps(json.loads(text), ensure_ascii=False).replace('\\"', '"'),
    "junit": lambda text: (
        "\n".join(ElementTree.fromstring(text).itertext())
        + "\n".join(value for element in ElementTree.fromstring(text).iter() for value in element.attrib.values())
    ),
}


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_says_the_same_conclusion_with_the_same_counts(format: str) -> None:
    conclusion = report_of((PAPER,)).conclusion
    text = squeeze(FORMATS[format](render_text(format))).lower()
    assert squeeze(conclusion.answer).lower() in text
    for part in conclusion.counts.split(", "):
        assert squeeze(part).lower() in text


@pytest.mark.parametrize("format", [format for format in FORMATS if format not in ("github", "junit")])
def test_every_format_has_the_same_headlines_in_the_same_order(format: str) -> None:
    text = squeeze(FORMATS[format](render_text(format)))
    # Where the findings begin: page 1 of the printed report, and the first screen of the page, name the gravest first.
    marks = {"pdf": "Thedocumentbreakstheserulesoflaw", "html": '<articleclass="finding'}
    at = text.index(squeeze(marks[format])) if format in marks else 0
    missing = []
    for point in report_of((PAPER,)).points:
        found = text.find(squeeze(point.headline), at)
        missing += [point.headline] if found < 0 else []
        at = max(found, at)
    assert missing == []


def test_a_document_that_is_not_ready_says_what_stands_in_the_way() -> None:
    schedule = "rulesets/california/napa-valley/california-games-schedule.yaml"
    named = "1 point of agency practice, 1 serious drafting issue"
    assert render_text("terminal", (schedule,)).endswith(f"Not ready to submit: {named}.\n")
    for format in ("pdf", "html"):
        assert squeeze(f"Fix before submission: {named}.") in squeeze(render_text(format, (schedule,)))
    for one in report_of(LIBRARY).documents:
        assert bool(one.conclusion.to_do) == (one.verdict.answer != "ready"), one.title


def test_every_breach_says_why_it_matters() -> None:
    points = [point for point in report_of(LIBRARY).points if point.section in ("breaches", "practice", "missing")]
    assert [point.headline for point in points if point.lead.citation and not point.why] == []


def test_print_names_no_file_and_no_option() -> None:
    text = render_text("pdf", LIBRARY)
    assert re.findall(r"`|[\w-]+\.(?:txt|yaml)\b| --[a-z]", text) == []


def test_github_annotates_the_first_of_each_level_in_the_same_order() -> None:
    titles = re.findall(r"^::(\w+) .*?title=(.*?) \([\w.-]+\)::", render_text("github"), re.MULTILINE)
    for command, grades in (("error", ("error",)), ("warning", ("warning",))):
        expected = [squeeze(point.headline) for point in report_of((PAPER,)).points if point.grade in grades][:10]
        assert [squeeze(title) for kind, title in titles if kind == command] == expected


def test_junit_fails_what_fails_and_skips_every_question() -> None:
    suites = ElementTree.fromstring(render_text("junit"))
    report = report_of((PAPER,))
    failed = {case.get("name") for case in suites.iter("testcase") if case.find("failure") is not None}
    skipped = {case.get("name") for case in suites.iter("testcase") if case.find("skipped") is not None}
    findings = report.findings.findings
    expected = {finding.requirement for finding in findings if finding.status == "fail"}
    assert failed == expected
    assert skipped == {finding.requirement for finding in findings if finding.status == "review"} - expected


@pytest.mark.parametrize("path", LIBRARY)
def test_the_head_of_a_document_is_the_sum_of_what_follows(path: str) -> None:
    one = report_of(LIBRARY).of_path[path]
    listed = {section: len(one.select_section(section)) for section in SECTIONS}
    assert listed == {section: one.verdict.points[section].total for section in SECTIONS}


def test_the_head_of_the_set_is_the_sum_of_what_follows() -> None:
    report = report_of(LIBRARY)
    listed = {section: len(report.sections.get(section, [])) for section in SECTIONS}
    assert listed == {section: report.judged.whole.points[section].total for section in SECTIONS}


def test_every_chapter_of_the_page_has_as_many_findings_as_its_head_says() -> None:
    page = render_text("html", LIBRARY)
    chapters = re.findall(r'<section[^>]*class="chapter" data-section="\w+">(.*?)</section>', page, re.DOTALL)
    wrong = []
    for chapter in chapters:
        (number,) = re.findall(r"<h3>.*?<small>([\d,]+)", chapter)
        told = chapter.count("<article ") + chapter.count('class="elsewhere"')
        wrong += [chapter[:200]] if told != int(number.replace(",", "")) else []
    assert wrong == []
    assert len(chapters) > 50


def test_the_rows_of_the_table_of_documents_are_the_counts_of_their_verdicts() -> None:
    rows = re.findall(
        r"^[x?!+-]? +(.*?)  +([\d-]+) +([\d-]+) +([\d-]+) +([\d-]+) +([\d-]+)  ", render_library(), re.MULTILINE
    )
    numbers = {row[0]: [int(cell) if cell != "-" else 0 for cell in row[1:]] for row in rows}
    for one in report_of(LIBRARY).documents:
        points = one.verdict.points
        drafting = points["drafting"]
        counts = [points[name].total for name in ("breaches", "missing", "practice")]
        assert numbers[one.title] == [*counts, drafting.errors, drafting.total - drafting.errors], one.title


@cache
def render_library() -> str:
    return "".join(render_report("terminal", report_of(LIBRARY), context_of(LIBRARY)))  # type: ignore[arg-type]  # text


def test_one_cause_is_one_finding() -> None:
    """The same missing fact is asked for once, whoever needs it."""
    for one in report_of(LIBRARY).documents:
        keys = [point.lead.key for point in one.points if point.is_question and point.lead.key]
        assert len(keys) == len(set(keys)), one.title


def test_counts_are_words_that_add_up() -> None:
    whole = report_of((PAPER,)).judged.whole
    said = [count_words(section, whole) for section in SECTIONS if whole.points[section].total]
    assert report_of((PAPER,)).conclusion.counts == ", ".join(said)
    numbers = [int(re.match(r"[\d,]+", words)[0].replace(",", "")) for words in said]  # type: ignore[index]  # begins so
    assert sum(numbers) == len(report_of((PAPER,)).points)
