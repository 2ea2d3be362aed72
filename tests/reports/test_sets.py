"""Reports on sets are bounded: what is one defect of many documents is told once, what many documents have in common is
told of the first and counted of the rest, and each further document adds little."""

from __future__ import annotations

import json
import re
import sys
from datetime import date
from functools import cache
from pathlib import Path

import pytest

import tests.fuzz.more_attacks  # noqa: F401 (its attacks are registered with the others)
from compliance.commands import running
from compliance.commands.files import Reader
from compliance.documents.reading import load
from compliance.engine import check
from compliance.findings import Finding, Findings
from compliance.grouping import MOST_OF_SET, MOST_PLACES, grouped
from compliance.reports import FORMATS, Context, pdf, render_bounded, shelf
from compliance.reports.bounds import bounded
from compliance.verdict import judge
from tests.catalogues import law
from tests.fuzz.attacks import ATTACKS

LAW = law()
DAY = date(2024, 7, 1)
MANY = 110  # more than are told one by one
MORE = 30
# Bytes that a further document may add to each report, once there are more than are told one by one; the PDF has a line
# for each of the first 200.
MOST_ADDED = {
    **{"terminal": 300, "html": 5_000, "markdown": 100, "github": 100, "pdf": 3_000},
    **{"concise": 4_000, "gitlab": 30_000, "sarif": 60_000, "junit": 60_000, "json": 160_000},
}


@cache
def answered(name: str, count: int) -> tuple[Findings, Context]:
    files = ATTACKS[name].make(count)
    lines = {path: data.decode().split("\n") for path, data in files.items()}
    context = Context(lines.__getitem__, lambda: (load(*item) for item in files.items()), lambda: LAW, "1")
    return check(files.items(), DAY, LAW), context


@cache
def told(name: str, count: int) -> Findings:
    """As much of it as reports tell, which is worked out once for all of them."""
    return bounded(answered(name, count)[0])


@cache
def written(format: str, name: str, count: int = MANY) -> bytes:
    made = render_bounded(format, told(name, count), answered(name, count)[1])
    return made if isinstance(made, bytes) else "".join(made).encode()


@pytest.mark.parametrize("name", ["a set under one id", "a set under one number", "a set of schedules at odds"])
def test_one_defect_of_many_documents_is_told_once(name: str) -> None:
    findings, _ = answered(name, MANY)
    shared = {finding.requirement for finding in findings.findings if finding.shared}
    assert shared
    for requirement in shared:
        (group,) = (group for group in grouped(findings.findings) if group.lead.requirement == requirement)
        assert len(group.paths) == MANY
        assert len(group.lead.places) == MOST_PLACES + 1
        assert re.fullmatch(r"and \d+ more places", group.lead.places[-1].label)


MOST_KEPT = 30_000  # bytes of all answers on one document, whatever they say


def _taken(value: object, seen: set[int]) -> int:
    """The bytes of a value and of what it is made of, each object once."""
    if id(value) in seen:
        return 0
    seen.add(id(value))
    parts = (value.said, value.places) if isinstance(value, Finding) else value if isinstance(value, tuple) else ()
    return sys.getsizeof(value) + sum(_taken(part, seen) for part in parts)


@pytest.mark.parametrize("name", ["a set under one id", "a set that names each other"])
def test_what_many_documents_say_is_kept_once(name: str) -> None:
    findings, _ = answered(name, MANY)
    said = {id(finding.said) for finding in findings.findings}
    assert len(said) == len({finding.said for finding in findings.findings})
    seen: set[int] = set()
    taken = sum(_taken(finding, seen) for finding in findings.findings)
    assert taken < MOST_KEPT * len(findings.documents)


def test_what_comes_from_several_processes_is_kept_once_too(tmp_path: Path) -> None:
    for path, data in ATTACKS["a set under one id"].make(MANY).items():
        (tmp_path / path).write_bytes(data)
    paths = [str(path) for path in sorted(tmp_path.iterdir())]
    one, two = (running.run(paths, DAY, LAW, None, jobs, False, Reader()) for jobs in (1, 2))
    assert two.findings == one.findings
    assert len({id(finding.said) for finding in two.findings}) == len({finding.said for finding in one.findings})
    spans = [place.span for finding in two.findings for place in finding.places]
    assert len({id(span) for span in spans}) == len(set(spans))


def test_the_json_report_has_it_of_each_document_with_few_places() -> None:
    data = json.loads(written("json", "a set under one id"))
    taken = [one for one in data["findings"] if one["places"] and one["places"][0]["label"] == "taken"]
    assert len(taken) == MANY
    assert len({one["group"] for one in taken}) == 1
    assert max(len(one["places"]) for one in taken) == 4
    assert taken[-1]["message"].endswith(f" and {MANY - 3} more.")


@pytest.mark.parametrize("name", ["a set under one id", "a set of schedules at odds"])
def test_a_further_document_adds_little_to_any_report(name: str) -> None:
    # All formats together: to check the sets takes longer than to write them.
    assert set(MOST_ADDED) == set(FORMATS), "a format has no bound yet"
    added = {format: len(written(format, name, MANY + MORE)) - len(written(format, name)) for format in FORMATS}
    assert {format: bytes for format, bytes in added.items() if bytes >= MOST_ADDED[format] * MORE} == {}


def test_the_page_tells_the_first_of_each_requirement_and_counts_the_rest() -> None:
    page = written("html", "a set under one id").decode()
    silent = re.findall(r'<article id="[^"]+" class="finding"[^>]*>\s*<h3>.*?</h3>\s*<small><a href="#r-([^"]+)"', page)
    rotates = [name for name in silent if name == "california.bank-rotates"]
    assert len(rotates) == MOST_OF_SET + 1
    left = MANY - MOST_OF_SET
    assert f'And {left} more, in <a href="#documents">documents {MOST_OF_SET + 1}-{MANY}</a>' in page
    assert f'data-n="{left}"' in page


@pytest.mark.parametrize(
    ("format", "told"),
    [
        ("html", f"<small>and {MANY - 12} more documents</small>"),
        ("concise", f" (and {MANY - 1} more places) [integrity.id-match-one]"),
    ],
)
def test_the_places_of_one_defect_are_counted_beyond_those_that_are_told(format: str, told: str) -> None:
    assert told in written(format, "a set under one id").decode()


def test_counts_on_the_page_are_those_of_the_whole_run() -> None:
    whole = judge(answered("a set under one id", MANY)[0]).whole
    page = written("html", "a set under one id").decode()
    rows = re.findall(r'<tr data-drawn="\d+"[^>]*><th scope="row">.*?</tr>', page)
    assert len(rows) == MANY
    counted = {"".join(re.findall(r'<td data-name="([^"]+)"><a[^>]+>(\d+)</a>', row)[0]) for row in rows}
    assert len(counted) == 1  # the last document has as many as the first
    tiles = dict(re.findall(r'value="([a-z-]+)" id="show-[^"]+"[^>]*> <span>[^<]+</span> <b>([\d,]+)</b>', page))
    assert (tiles["law"], tiles["law-open"]) == (f"{whole.law.found:,}", f"{whole.law.reviews:,}")


def test_every_link_of_the_page_leads_somewhere() -> None:
    page = written("html", "a set under one id").decode()
    ids = set(re.findall(r'\bid="([^"]+)"', page))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= ids


def test_the_terminal_tells_the_first_and_counts_the_rest() -> None:
    text = written("terminal", "a set under one id").decode()
    title = "The player-dealer position is rotated"
    assert len(re.findall(rf"^  error +{title}$", text, re.MULTILINE)) == MOST_OF_SET
    assert f"  and {MANY - MOST_OF_SET} more: {title} [california.bank-rotates]" in text


def test_pictures_of_a_large_set_are_those_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "MOST_DRAWN", 3)
    page = written("html", "a set of schedules at odds", 10).decode()
    assert page.count('<section class="schedule"') == 3
    assert "7 more documents are not drawn here; a report on fewer documents draws them." in page


def test_the_pages_of_a_printed_set_are_bounded_by_what_stands_on_them(monkeypatch: pytest.MonkeyPatch) -> None:
    findings, context = answered("a set under one id", 25)
    few = pdf.report(findings, context)
    assert len(few["documents"]) == 25
    each = sum(len(part["requirements"]) for part in few["documents"][0]["parts"])
    monkeypatch.setattr(pdf, "_ENTRIES", 23 * each)
    fewer = pdf.report(findings, context)
    assert len(fewer["documents"]) == 23
    assert [row["pages"] for row in fewer["list"]].count(True) == 23
    monkeypatch.setattr(pdf, "_ENTRIES", 1)
    assert len(pdf.report(findings, context)["documents"]) == 20


def test_long_titles_share_the_room_of_the_printed_list(monkeypatch: pytest.MonkeyPatch) -> None:
    findings, context = answered("a set under one id", 25)
    monkeypatch.setattr(pdf, "_NAMED", 25 * 6)
    assert {row["title"] for row in pdf.report(findings, context)["list"]} == {"Attac…"}
    monkeypatch.setattr(pdf, "_NAMED", 25 * 8)
    assert {row["title"] for row in pdf.report(findings, context)["list"]} == {"Attack 0", "Attack 1", "Attack 2"}


def test_the_printed_list_of_a_large_set_is_bounded_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "_LISTED", 100)
    made = pdf.report(*answered("a set under one id", MANY))
    assert (len(made["list"]), made["unlisted"]) == (100, MANY - 100)
    assert len(made["front"]["digest-of-list"]) == 64
    # What the matrix and the pages of a document lead to is in it.
    assert {row["number"] for row in made["matrix"]["rows"]} <= {row["number"] for row in made["list"]}
    few = pdf.report(*answered("a set under one id", 25))
    assert (len(few["list"]), few["unlisted"], few["front"]["digest-of-list"]) == (25, 0, "")
