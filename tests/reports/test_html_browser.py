"""The HTML report in a real browser: filters, links, the dark, a phone, paper, and whom it calls (nobody).

Not collected where there is no Chromium; the run then says so.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from compliance.engine.findings import Findings
from compliance.reports.text import plain
from tests.reports.browser import Tab
from tests.reports.conftest import DOCUMENTS, HOSTILE, HOSTILE_PATH, READABLE, Report

PHONE = (390, 844)
VISIBLE = """[...document.querySelectorAll('.finding')].filter(one => one.checkVisibility())
    .map(one => one.dataset.section + ' ' + one.querySelector('small code').textContent)"""


@pytest.fixture
def page(report: Report, tmp_path: Path) -> Path:
    path = tmp_path / "report.html"
    path.write_text(report("html"), "utf-8")
    return path


def visible(tab: Tab) -> list[str]:
    """Section and requirement of every finding that can be seen."""
    shown: list[str] = tab.run(VISIBLE)
    return shown


EVERY = ["unread document.colon", "breaches test.rates", "breaches test.percentage", "missing test.rates"]


def test_the_page_asks_nothing_of_anybody_and_complains_of_nothing(tab: Tab, page: Path) -> None:
    tab.open(page.as_uri())
    assert tab.requests == [page.as_uri()]
    assert tab.complaints == []
    assert tab.run("document.title") == "5 documents: findings report"


def test_every_finding_is_shown_first(tab: Tab, page: Path) -> None:
    tab.open(page.as_uri())
    assert visible(tab) == EVERY
    assert tab.run("document.querySelector('[role=status]').textContent") == ""


def test_the_conclusion_is_on_the_first_screen_before_any_filter(tab: Tab, page: Path) -> None:
    tab.size(1280, 900)
    tab.open(page.as_uri())
    top = tab.run("document.querySelector('.conclusion').getBoundingClientRect().bottom")
    assert top < 900
    assert tab.run("document.querySelector('.filters').getBoundingClientRect().top") > top


def test_a_section_is_filtered_by_a_click_and_words_are_looked_for(tab: Tab, page: Path) -> None:
    tab.open(page.as_uri())
    tab.click("[name=section][value=breaches]")
    assert visible(tab) == [EVERY[0], EVERY[3]]
    assert tab.run("document.querySelector('[role=status]').textContent") == "2 of 4 findings shown"
    tab.click("[name=section][value=breaches]")
    tab.run("document.querySelector('[name=words]').value = 'percent'")
    tab.run("document.querySelector('[name=words]').dispatchEvent(new Event('input', {bubbles: true}))")
    assert visible(tab) == [EVERY[2]]


def test_a_document_is_chosen(tab: Tab, page: Path) -> None:
    tab.open(page.as_uri())
    tab.run("document.querySelector('[name=document]').value = '2'")
    tab.run("document.querySelector('[name=document]').dispatchEvent(new Event('input', {bubbles: true}))")
    shown = "[...document.querySelectorAll('.document')].filter(one => one.checkVisibility()).length"
    assert tab.run(shown) == 1


def test_a_link_leads_to_its_finding_whatever_is_filtered(tab: Tab, page: Path) -> None:
    tab.open(page.as_uri())
    target = tab.run("document.querySelector('.finding[data-section=breaches]').id")
    tab.click("[name=section][value=breaches]")
    assert EVERY[1] not in visible(tab)
    tab.run(f"location.hash = '{target}'")
    assert tab.run("new Promise(done => setTimeout(() => done(document.querySelector('[value=breaches]').checked)))")
    assert visible(tab) == EVERY


def test_the_keyboard_reaches_the_findings_first(tab: Tab, page: Path) -> None:
    tab.open(page.as_uri())
    for kind in ("keyDown", "keyUp"):
        tab.call("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)
    assert tab.run("document.activeElement.textContent") == "Skip to the findings"


def test_without_scripts_everything_is_shown_and_no_filter_is_offered(tab: Tab, page: Path) -> None:
    tab.scripts(False)
    tab.open(page.as_uri())
    assert visible(tab) == EVERY
    assert tab.run("document.querySelector('.filters').checkVisibility()") is False


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


def test_paper_is_white_and_has_no_filters(tab: Tab, page: Path) -> None:
    tab.open(page.as_uri())
    tab.look("print", dark=True)
    assert tab.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert visible(tab) == EVERY
    assert tab.run("document.querySelector('.filters').checkVisibility()") is False
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
    assert f"{READABLE} \\u001b[31mred" in tab.run("document.body.textContent")
    assert tab.run("document.querySelector('.facts code').textContent") == plain(HOSTILE_PATH)
    assert tab.run("[innerWidth, document.documentElement.scrollWidth]") == [390, 390]


def test_a_report_on_one_document_is_named_after_it(tab: Tab, report: Report, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(report("html", {"rules/nines.yaml": DOCUMENTS["rules/nines.yaml"]}), "utf-8")
    tab.open(path.as_uri())
    assert tab.run("document.querySelector('h1').textContent") == "Harbor Nines"
    conclusion = tab.run("document.querySelector('.conclusion').textContent")
    assert conclusion == "Ready to submit. 1 requirement of law and practice met (1 computed)"
    assert tab.run("document.querySelector('#matrix')") is None
    assert tab.complaints == []
