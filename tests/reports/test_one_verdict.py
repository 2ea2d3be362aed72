"""Every format says the same verdict with the same counts, and tells the same findings first, in the same order."""

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

from compliance.documents.reading import load
from compliance.engine import check
from compliance.findings import Findings
from compliance.grouping import grouped
from compliance.reports import Context, render
from compliance.reports.front import verdict_sentence
from compliance.reports.sentences import answer, verdict_lines
from compliance.verdict import judge
from tests import catalogues
from tests.conftest import ROOT

PATHS = ("california/napa-valley/pai-gow-tiles-schedule", "washington/pai-gow-pow")


@cache
def results(paths: tuple[str, ...] = PATHS) -> Findings:
    documents = [(f"rulesets/{path}.yaml", Path(ROOT, f"rulesets/{path}.yaml").read_bytes()) for path in paths]
    return check(documents, date(2026, 11, 16), catalogues.law())


@cache
def written(format: str) -> str:
    found = results()
    texts = {document.path: Path(ROOT, document.path).read_text("utf-8") for document in found.documents}
    context = Context(
        lambda path: texts[path].split("\n"),
        lambda: [load(path, text.encode()) for path, text in texts.items()],
        lambda: catalogues.law(),
        "1",
        width=2000,
        show=("law", "open", "order"),
        fail_on="note",
    )
    made = render(format, found, context)
    return _words_of_pdf(made) if isinstance(made, bytes) else "".join(made)


def _words_of_pdf(data: bytes) -> str:
    """The pages as their words, with single blanks: where a line breaks is of no interest."""
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages))


def wanted() -> list[str]:
    """The requirements of the first ten findings."""
    return [group.lead.requirement for group in grouped(results().findings)[:10]]


def _sarif(text: str) -> list[str]:
    return [result["ruleId"] for result in json.loads(text)["runs"][0]["results"]]


def _json(text: str) -> list[str]:
    findings: list[dict[str, Any]] = json.loads(text)["findings"]
    return [finding["requirement"] for finding in findings if finding["group"] == finding["id"]]


def _junit(text: str) -> list[str]:
    """JUnit has a suite a document; within it the order is the same."""
    cases = (case.get("name", "") for case in ElementTree.fromstring(text).iter("testcase"))
    return [name for name in cases if name.startswith("washington.")]


READERS: dict[str, Callable[[str], list[str]]] = {
    "concise": lambda text: re.findall(r"^\S+:\d+:\d+: .*\[([\w.-]+)[^\]]*\]$", text, re.MULTILINE),
    "terminal": lambda text: re.findall(r"^ +((?:california|washington|integrity)\.[\w-]+)(?: |$)", text, re.MULTILINE),
    "json": _json,
    "sarif": _sarif,
    "gitlab": lambda text: [issue["check_name"] for issue in json.loads(text)],
    "html": lambda text: re.findall(r'<article (?:(?!</small>).)*?href="#r-([\w.-]+)"', text, re.DOTALL),
    "markdown": lambda text: re.findall(r"^(?:\| \w+ \| )?`((?:california|washington)\.[\w-]+)`", text, re.MULTILINE),
}


@pytest.mark.parametrize("format", READERS)
def test_the_first_ten_findings_are_the_same_in_the_same_order(format: str) -> None:
    told = list(dict.fromkeys(READERS[format](written(format))))
    assert told[:6] == list(dict.fromkeys(wanted()))[:6]
    if format != "markdown":  # which tells the rest of the open ones in a table
        assert told[:10][: len(dict.fromkeys(wanted()))] == list(dict.fromkeys(wanted()))


def test_github_annotates_the_same_first_and_junit_has_the_same_order() -> None:
    titles = re.findall(r"^::(\w+) .*title=\w+%3A ([\w.-]+)::", written("github"), re.MULTILINE)
    for command, level in (("error", "error"), ("warning", "warning")):
        groups = [group.lead for group in grouped(results().findings) if group.lead.status == "fail"]
        alike = [finding.requirement for finding in groups if finding.level == level][:10]
        assert [name for kind, name in titles if kind == command] == alike
    # There each requirement is a case of its own, also one that says the same as another.
    asked = dict.fromkeys(finding.requirement for finding in results().findings if finding.status in ("fail", "review"))
    expected = [name for name in asked if name.startswith("washington.")]
    assert _junit(written("junit"))[: len(expected)] == expected


def test_the_pdf_tells_the_findings_of_each_document_in_the_same_order() -> None:
    pages = written("pdf")
    for path in PATHS:
        file = f"rulesets/{path}.yaml"
        groups = [group for group in grouped(results().findings) if file in group.paths]
        told = list(dict.fromkeys(group.lead.title for group in groups))[:10]
        # The pages of a document begin with its path; its findings follow, each under the title of its requirement.
        own = pages[pages.rindex(file) :]
        places = [own.find(title) for title in told]
        assert -1 not in places, told[places.index(-1)]
        assert places == sorted(places)


@pytest.mark.parametrize("format", [*READERS, "github", "junit"])
def test_the_verdict_and_its_counts_are_the_same(format: str) -> None:
    said = unescape(re.sub(r"</?(?:a|b|br)\b[^>]*>", "", written(format))).replace("<!-- -->", "")
    for line in verdict_lines(results()):
        assert line in said


def test_the_pdf_gives_the_same_verdict_with_the_same_counts() -> None:
    pages, whole = written("pdf"), judge(results()).whole
    assert f"{answer(whole)}. {verdict_sentence(whole, 2)}" in pages
    for side in (whole.law, whole.order):
        states = f"{side.met} met, {side.open} open, {side.not_met} not met; {side.not_applicable} do not apply"
        assert states in pages
    for line in verdict_lines(results())[2:]:
        assert line in pages
    assert f"{whole.left_to_people} duties no document can show" in pages
