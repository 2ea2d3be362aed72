"""Markdown for a comment: rendered by a Markdown parser, it shows the document's words and obeys none of them."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from compliance.engine.findings import Findings
from compliance.reports.markdown import MARK
from compliance.reports.markdown_text import code_span as code
from compliance.reports.markdown_text import escape_paragraph as paragraph
from compliance.reports.markdown_text import escape_text as text
from tests.reports.conftest import DOCUMENTS, HOSTILE, HOSTILE_PATH, READABLE, Report

PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


class Seen(HTMLParser):
    """The words a reader sees, and the elements and addresses in a page."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self.words = ""
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.pieces: list[str] = []
        self.feed(PARSER.render(markdown))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.words += data
        self.pieces.append(data)

    def handle_comment(self, data: str) -> None:
        self.pieces.append("")


def test_a_finding_reads_as_it_should(report: Report) -> None:
    written = report("markdown", {"rules/harbor.yaml": DOCUMENTS["rules/harbor.yaml"]})
    assert written.startswith(
        f"{MARK}\n## Harbor rates: not ready to submit\n\n**Not ready to submit: 2 breaches of law (1 minor).**\n"
    )
    assert (
        """
**2\\. Option 1 charges the player 5% of pot** (warning, computed)<br>
Law: Penal Code § 2<br>
Document, the one fee, or waived (first option): “5% of the pot”<br>
Proposed: Charge flat amounts.<br>
`rules/harbor.yaml:12` `test.percentage`
"""
        in written
    )
    assert written.index("**1\\. ") < written.index("**2\\. ")


def test_what_passed_is_listed_when_everything_is(report: Report) -> None:
    assert "How long one player may hold the bank: 2 hands" not in report("markdown")
    seen = Seen(report("markdown", show_all=True))
    assert "How long one player may hold the bank: 2 hands" in seen.words
    assert "Does not apply" in seen.words
    assert {"table", "details"} <= seen.tags


def test_the_documents_are_counted_in_a_table(report: Report) -> None:
    rows = [line for line in report("markdown").splitlines() if line.startswith("| Answers missing | Pier rates")]
    assert [row.split(" | ")[2:6] for row in rows] == [["", "1", "", ""]]


@pytest.mark.parametrize(
    "words",
    [
        "<script>alert(1)</script> &amp; <!-- x",
        "*a* _b_ `c` ~~d~~ [e](http://x.example) ![f](g) \\* | h",
        "# a",
        "- a",
        "+ a",
        "1. a",
        "12) a",
        "> a",
        "=====",
        "---",
        "/close",
        "```",
        "~~~",
        "    code",
        "a | b\\",
        "[^1]: note",
        "[a]: http://x.example",
        "$5-$10 and $x$",
    ],
)
def test_words_stay_words(words: str) -> None:
    seen = Seen(paragraph(words))
    assert seen.words.strip() == words.strip()
    assert seen.tags <= {"p", "span"}


@pytest.mark.parametrize(
    "words", ["@someone", "#123", "!12", "GH-7", "http://x.example", "www.x.example", ":boom:", "mailto:a@x.example"]
)
def test_what_a_server_would_turn_into_a_link_is_split(words: str) -> None:
    seen = Seen(text(words))
    assert seen.words.strip() == words
    assert words not in "|".join(seen.pieces)


def test_no_line_begins_with_what_a_bot_obeys() -> None:
    assert not re.match(r"\s*/", paragraph("/close"))


@pytest.mark.parametrize("words", ["a`b", "``", "`a`", " a ", "a|b", "a\\", "<b>"])
def test_code_holds_any_words(words: str) -> None:
    seen = Seen(code(words))
    assert seen.words.strip("\n") == words
    assert seen.tags == {"p", "code"}


def test_a_hostile_document_stays_text(report: Report, hostile: Findings) -> None:
    written = report("markdown", {HOSTILE_PATH: HOSTILE}, hostile, show_all=True)
    seen = Seen(written)
    allowed = {"h2", "h3", "h4", "p", "code", "ul", "li", "strong", "span", "br", "details", "summary"}
    assert seen.tags <= allowed | {"table", "thead", "tbody", "tr", "th", "td"}
    assert {name for name, _ in seen.attributes} <= {"class", "style"}
    assert READABLE[:900] in seen.words
    assert not {"\x1b", "\x9b", "\u202e", "\r"} & set(written)
    assert not any(re.match(r"\s*(/|::)", line) for line in written.splitlines())


def test_a_long_report_is_cut_to_what_a_comment_may_hold(report: Report) -> None:
    documents = {f"rules/{number}.yaml": DOCUMENTS["rules/harbor.yaml"] for number in range(400)}
    written = report("markdown", documents)
    assert 50_000 < len(written.encode()) < 65_536
    assert written.splitlines()[3] == "**Not ready to submit: 800 breaches of law (400 minor).**"
    assert written.rstrip().splitlines()[-1].startswith("**This comment is cut to what fits.**")
    assert Seen(written).words.count("Option 1 charges 7 rates") > 15
