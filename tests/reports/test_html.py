"""The HTML report as text: whole, escaped, self-contained, with an id that lasts for every finding.

How it looks and behaves is tested in a real browser, in test_html_browser.py.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

from compliance.engine.findings import Findings
from compliance.reports.text import flowing, plain
from tests.conftest import Ran
from tests.reports.conftest import DOCUMENTS, HOSTILE, HOSTILE_PATH, HOSTILE_TEXT, READABLE, Report

VOID = {"meta", "link", "input", "br"}


class Page(HTMLParser):
    """A page as a parser sees it: nested elements, words, ids and addresses."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self._inside: list[str] = []
        pieces: dict[str, list[str]] = {"": []}
        self._pieces = pieces
        self.feed(text)
        self.close()
        assert self.open == [], "every element is closed"
        self.by_id = {identity: "".join(said) for identity, said in pieces.items()}
        self.words = self.by_id[""]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        given = dict(attrs)
        assert not any(name.startswith("on") for name in given), given
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src", "action", "xlink:href")]
        if identity := given.get("id"):
            self.ids.append(identity)
        if tag not in VOID:
            self.open.append(tag)
            self._inside.append(identity or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        self._inside.pop()

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("script", "style"):
            return
        for identity in {"", *self._inside}:
            self._pieces.setdefault(identity, []).append(data)


def finding_ids(page: Page) -> list[str]:
    return [identity for identity in page.ids if identity.startswith("f-")]


def test_a_finding_tells_everything_about_itself(report: Report) -> None:
    page = Page(report("html"))
    found = [identity for identity in finding_ids(page) if "7 rates" in page.by_id[identity]]
    words = re.sub(r"\s+", " ", page.by_id[found[0]])
    for said in (
        "Option 1 charges 7 rates; at most 5 are allowed at a table",
        "error, computed",
        "test.rates",
        "line 20",
        "Merge tiers.",
        "Penal Code § 1",
        "An option charges at most 5 rates. (official digest seen, not the text)",
        "The text was not seen.",
        "source lines 12-20",
        "\u25a1 fixed \u25a1 waived until",
    ):
        assert said in words


def test_every_finding_has_an_id_of_its_own(report: Report) -> None:
    page = Page(report("html"))
    assert len(finding_ids(page)) == 4
    assert max(Counter(page.ids).values()) == 1
    assert "Applies to player-dealer only (who banks); here: house." in page.words


def test_every_link_leads_to_something_in_the_page_or_to_the_law(report: Report) -> None:
    page = Page(report("html"))
    inside = [address for address in page.addresses if address.startswith("#")]
    assert {address[1:] for address in inside} <= set(page.ids)
    outside = {address for address in page.addresses if not address.startswith("#")} - {"data:,"}
    assert all(address.startswith("https://") for address in outside)


def test_ids_survive_moved_lines(report: Report) -> None:
    moved = {path: f"# a remark\n\n{text}" for path, text in DOCUMENTS.items()}
    assert finding_ids(Page(report("html"))) == finding_ids(Page(report("html", moved)))


def test_documents_are_listed_with_their_hashes(report: Report, check_documents: Callable[..., Findings]) -> None:
    listed = Page(report("html")).by_id["files"]
    for document in check_documents(DOCUMENTS).documents:
        assert document.path in listed
        assert document.sha256 in listed


def test_each_option_of_a_schedule_is_drawn(report: Report) -> None:
    page = Page(report("html"))
    assert page.tags["svg"] == 3  # one is the law of a requirement over time
    assert page.words.count("Option 1") >= 2


def test_the_law_of_a_breach_is_drawn_over_time_where_it_changed(report: Report) -> None:
    drawn = re.findall(r'<dt>The law over time</dt><dd class="chart"><svg[^>]*aria-label="([^"]*)"', report("html"))
    said = (
        "No percentage, over time. 2000-01-01 to 2009-12-31: digest seen (official digest seen). "
        "since 2010-01-01: text seen (text of the law seen). This report is for 2024-07-01."
    )
    assert drawn == [said]


def test_what_is_left_to_people_is_said(report: Report) -> None:
    assert "The dealer smiles." in Page(report("html")).by_id["not-tested"]


def test_the_policy_allows_only_the_script_of_the_page(report: Report) -> None:
    text = report("html")
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-")
    assert "unsafe-eval" not in policy
    assert Page(text).tags["script"] == 1


def test_a_hostile_document_is_shown_whole_as_text(report: Report) -> None:
    page = Page(report("html", {HOSTILE_PATH: HOSTILE}))
    assert page.tags["script"] == page.tags["title"] == page.tags["style"] == 1
    assert page.tags["img"] == 0
    assert f"Option {READABLE} charges the player 5% of pot." in page.words
    assert READABLE[:150] in page.words
    assert plain(HOSTILE_PATH) in page.words


def test_hostile_words_in_every_place_are_shown_as_text(report: Report, hostile: Findings) -> None:
    text = report("html", {HOSTILE_PATH: HOSTILE}, hostile)
    page = Page(text)
    assert page.tags["script"] == 1
    assert page.tags["img"] == 0
    assert page.words.count(flowing(HOSTILE_TEXT)) >= 8
    assert not {"\x1b", "\x9b", "\x07", "\u202e", "\u200b", "\ud800", "\r"} & set(text)


def test_all_real_documents_make_a_whole_page(pitboss: Callable[..., Ran], root: Path) -> None:
    ran = pitboss("check", root / "rulesets", "--format", "html", "--as-of", "2024-07-01")
    page = Page(ran.out)
    assert max(Counter(page.ids).values()) == 1
    assert {address[1:] for address in page.addresses if address.startswith("#")} <= set(page.ids)
