"""The HTML report in a real browser: filters, links, the dark, a phone, paper, and whom it calls (nobody).

Not collected where there is no Chromium; the run then says so.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from compliance.findings import Findings
from compliance.reports.text import plain
from tests.reports.browser import Tab
from tests.reports.conftest import DOCUMENTS, HOSTILE, HOSTILE_PATH, READABLE, Report

PHONE = (390, 844)
VISIBLE = """[...document.querySelectorAll('[data-k]')].filter(one => one.checkVisibility())
    .map(one => one.closest('section').id + ' ' + one.querySelector('small code').textContent)"""


@pytest.fixture
def page(report: Report, tmp_path: Path) -> Path:
    path = tmp_path / "report.html"
    path.write_text(report("html"), "utf-8")
    return path


def visible(tab: Tab) -> list[str]:
    """Status and requirement of every answer that can be seen."""
    shown: list[str] = tab.run(VISIBLE)
    return shown


ATTENTION = ["error document.colon", "law test.rates", "law test.percentage", "law-open test.rates"]


def test_the_page_asks_nothing_of_anybody_and_complains_of_nothing(tab: Tab, page: Path) -> None:
    tab.open(page.as_uri())
    assert tab.requests == [page.as_uri()]
    assert tab.complaints == []
    assert tab.run("document.title") == "Findings on 5 documents: Pit Boss"


def test_what_wants_attention_is_shown_first(tab: Tab, page: Path) -> None:
    tab.open(page.as_uri())
    assert visible(tab) == ATTENTION
    assert tab.run("document.querySelector('.shown').textContent") == "4 of 7 shown"


def test_a_click_filters_by_status(tab: Tab, page: Path) -> None:
    tab.open(page.as_uri())
    tab.click("#show-law")
    left = [ATTENTION[0], ATTENTION[3]]
    assert visible(tab) == left
    tab.click("label:has(#show-pass)")
    assert visible(tab) == [*left, "pass test.turn", "pass test.percentage"]
    assert tab.run("document.querySelector('.shown').textContent") == "4 of 7 shown"


def test_a_cell_of_the_matrix_shows_what_it_counts_and_words_are_looked_for(tab: Tab, page: Path) -> None:
    tab.open(page.as_uri())
    tab.click(".matrix td.error a")
    assert visible(tab) == ["law test.rates", "law test.percentage"]
    tab.click(".filters button")
    assert visible(tab) == ATTENTION
    tab.run(
        "(() => { const box = document.querySelector('[name=words]'); box.value = 'PERCENT';"
        " box.dispatchEvent(new Event('input', {bubbles: true})); })()"
    )
    assert visible(tab) == ["law test.percentage"]
    tab.run("document.querySelector('.filters button').click()")
    tab.choose("[name=level]", "warning")
    assert {words.split(" ")[0] for words in visible(tab)} == {"law"}


def test_every_number_shows_just_what_it_counts(tab: Tab, page: Path) -> None:
    tab.open(page.as_uri())
    links = "[...document.querySelectorAll('.verdict a, #documents td a, #requirements td a')]"
    counted = tab.run(
        f"{links}.map(link => {{ link.click(); return [link.textContent.match(/[0-9,]+/)[0],"
        " document.querySelector('.shown').textContent.split(' ')[0]]; })"
    )
    assert len(counted) > 10
    assert [number for number, _ in counted] == [shown for _, shown in counted]


def test_what_is_filtered_can_be_sent_as_an_address(tab: Tab, page: Path) -> None:
    tab.open(page.as_uri())
    tab.choose("[name=level]", "warning")
    address = tab.run("location.href")
    tab.open(address)
    assert visible(tab) == ["law test.percentage"]
    assert tab.run("document.querySelector('[name=level]').value") == "warning"


def test_a_document_and_a_requirement_are_chosen_by_keyboard(tab: Tab, page: Path) -> None:
    tab.open(page.as_uri())
    tab.choose("[name=document]", "Harbor r")
    assert visible(tab) == ["law test.rates", "law test.percentage"]
    assert tab.run("document.getElementById('law-open').checkVisibility()") is False
    tab.choose("[name=requirement]", "test.rates")
    assert visible(tab) == ["law test.rates"]
    assert tab.run("[...document.querySelectorAll('figure[id]')].map(one => one.checkVisibility())") == [True, False]
    tab.click(".filters button")
    assert visible(tab) == ATTENTION


def test_a_link_leads_to_its_finding_whatever_is_filtered(tab: Tab, page: Path) -> None:
    tab.open(page.as_uri())
    passed = tab.run("document.querySelector('#pass li').id")
    tab.open(f"{page.as_uri()}#{passed}")
    assert tab.run("document.activeElement.id") == passed
    assert tab.run(f"document.getElementById('{passed}').checkVisibility()") is True
    box: list[float] = tab.run(f"(b => [b.top, b.bottom])(document.getElementById('{passed}').getBoundingClientRect())")
    assert 0 <= box[0] < box[1] <= 900
    tab.choose("[name=document]", "Pier")
    tab.run(f"location.hash = ''; location.hash = '{passed}'")
    assert tab.run("new Promise(done => setTimeout(() => done(document.activeElement.id)))") == passed
    assert tab.run("document.querySelector('[name=document]').value") == ""


def test_the_keyboard_reaches_the_findings_first(tab: Tab, page: Path) -> None:
    tab.open(page.as_uri())
    for kind in ("keyDown", "keyUp"):
        tab.call("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)
    assert tab.run("document.activeElement.textContent") == "Skip to the findings"


def test_without_scripts_it_reads_links_and_filters_by_status(tab: Tab, page: Path) -> None:
    tab.open(page.as_uri())
    passed = tab.run("document.querySelector('#pass li').id")
    tab.scripts(False)
    tab.open(page.as_uri())
    assert visible(tab) == ATTENTION
    assert tab.run("document.querySelector('[name=document]').checkVisibility()") is False
    tab.click("#show-law-open")
    assert visible(tab) == ATTENTION[:3]
    tab.open(f"{page.as_uri()}#{passed}")
    assert tab.run(f"document.getElementById('{passed}').checkVisibility()") is True


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, (1280, 900)], ids=["phone", "desktop"])
def test_an_accessibility_check_finds_nothing(
    tab: Tab, report: Report, tmp_path: Path, axe: str, size: tuple[int, int], dark: bool
) -> None:
    path = tmp_path / "report.html"
    path.write_text(report("html", show_all=True), "utf-8")
    tab.size(*size)
    tab.look(dark=dark)
    tab.open(path.as_uri())
    # What is out of sight is not drawn until it is scrolled to; the contrast of its colours is to be checked, too.
    all_drawn = "<style>* { content-visibility: visible !important }</style>"
    tab.run(f"document.head.insertAdjacentHTML('beforeend', '{all_drawn}')")
    # Added by the protocol: of the page's own accord no further script would run.
    tab.run(f"{axe}; 0")
    found = tab.run("axe.run().then(r => [r.violations.map(v => [v.id, v.nodes.map(n => n.html)]), r.passes.length])")
    assert found[0] == [], json.dumps(found[0], indent=1)
    assert found[1] > 20


def test_light_and_dark_follow_the_reader(tab: Tab, page: Path) -> None:
    colours = "(s => [s.backgroundColor, s.color])(getComputedStyle(document.body))"
    tab.open(page.as_uri())
    light = tab.run(colours)
    tab.look(dark=True)
    assert tab.run(colours) == ["rgb(21, 22, 26)", "rgb(236, 235, 230)"]
    assert light == ["rgb(253, 252, 249)", "rgb(29, 28, 26)"]


def test_nothing_is_wider_than_a_phone(tab: Tab, page: Path) -> None:
    tab.size(*PHONE)
    tab.open(page.as_uri())
    assert tab.run("[innerWidth, document.documentElement.scrollWidth]") == [390, 390]


def test_paper_shows_what_is_filtered_and_says_so(tab: Tab, page: Path) -> None:
    tab.open(page.as_uri())
    tab.look("print", dark=True)
    assert tab.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert visible(tab) == ATTENTION
    assert tab.run("document.querySelector('#show-pass').checkVisibility()") is True
    assert tab.paper().startswith(b"%PDF")


def test_a_hostile_document_runs_nothing_and_breaks_nothing(
    tab: Tab, report: Report, hostile: Findings, tmp_path: Path
) -> None:
    path = tmp_path / "report.html"
    path.write_text(report("html", {HOSTILE_PATH: HOSTILE}, hostile, show_all=True), "utf-8")
    tab.size(*PHONE)
    tab.open(path.as_uri())
    assert tab.requests == [path.as_uri()]
    assert tab.complaints == []
    assert tab.run("document.querySelectorAll('img, iframe, script').length") == 1
    assert tab.run("document.querySelector('.message').textContent").startswith(f"{READABLE} \\u001b[31mred")
    assert tab.run("document.querySelector('#documents code').textContent") == plain(HOSTILE_PATH)
    assert tab.run("[innerWidth, document.documentElement.scrollWidth]") == [390, 390]


def test_a_report_on_one_document_is_named_after_it(tab: Tab, report: Report, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(report("html", {"rules/nines.yaml": DOCUMENTS["rules/nines.yaml"]}), "utf-8")
    tab.open(path.as_uri())
    assert tab.run("document.querySelector('h1').textContent") == "Harbor Nines"
    verdict = tab.run("document.querySelector('.verdict').textContent")
    assert verdict == "Ready: law met, 1 met."
    assert tab.run("document.querySelector('#matrix')") is None
    assert tab.complaints == []
