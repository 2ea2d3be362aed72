"""Markdown for a comment: rendered by a Markdown parser, it shows the document's words and obeys none of them."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from compliance.findings import Findings
from compliance.reports.markdown import MARK, code, paragraph, text
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
        f"{MARK}\n## Pit Boss: Not ready\n\nNot ready: law not met, 1 error, 1 warning.\n\n| answer | document | law"
    )
    serious = written.index("#### error: Few rates")
    assert written[written.index("#### warning: No percentage") :].startswith(
        """#### warning: No percentage

`test.percentage`, `rules/harbor.yaml:12:14`

Option 1 charges the player 5% of pot.

```text
  11 |       - payer: player
  12 |         fee: 5% of the pot
     |              ^^^^^^^^^^^^^ a percentage, not a flat fee
```

- **Remedy:** Charge flat amounts.
- **Law:** Penal Code § 2: Fees are flat. (regulation; text seen)
"""
    )
    assert serious < written.index("#### warning")


def test_what_passed_is_listed_when_everything_is(report: Report) -> None:
    assert "How long one player may hold the bank in a row: 2 hands" not in report("markdown")
    seen = Seen(report("markdown", show_all=True))
    assert "How long one player may hold the bank in a row: 2 hands; at most 2 hands is allowed." in seen.words
    assert "This goes by who banks, and is asked only for: player-dealer. Here: house." in seen.words
    assert {"table", "details"} <= seen.tags


def test_the_documents_are_counted_in_a_table(report: Report) -> None:
    row = "| Open | Pier rates<br>`rules/pier.yaml` |  |  | 1 | 1 |  |  |  |"
    assert row in report("markdown").splitlines()


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
    allowed = {"h2", "h3", "h4", "p", "code", "pre", "ul", "li", "strong", "span", "br", "details", "summary"}
    assert seen.tags <= allowed | {"table", "thead", "tbody", "tr", "th", "td"}
    assert {name for name, _ in seen.attributes} <= {"class", "style"}
    assert READABLE[:900] in seen.words
    assert f'  2 | title: "{READABLE[:60]}' in seen.words
    assert not {"\x1b", "\x9b", "\u202e", "\r"} & set(written)
    assert not any(re.match(r"\s*(/|::)", line) for line in written.splitlines())


def test_a_long_report_is_cut_to_what_a_comment_may_hold(report: Report) -> None:
    documents = {f"rules/{number}.yaml": DOCUMENTS["rules/harbor.yaml"] for number in range(400)}
    written = report("markdown", documents)
    assert 50_000 < len(written.encode()) < 65_536
    assert written.splitlines()[3] == "Not ready: law not met, 400 errors, 400 warnings."
    assert written.rstrip().splitlines()[-1].startswith("**This comment is cut to what fits.**")
    assert Seen(written).words.count("Option 1 charges 7 rates") > 15


def test_a_file_named_like_a_fence_does_not_close_the_frame(report: Report, hostile: Findings) -> None:
    fail = hostile.findings[0]
    first, second = fail.places
    hostile.findings = [fail._replace(places=(first._replace(path="a.yaml"), second._replace(path="```")))]
    lines = "one: 1\ntwo: 2\n" + "\n" * 20
    written = report("markdown", {"a.yaml": lines, "```": lines}, hostile)
    assert "````text\n" in written
    assert "\n```\n  1 | one: 1\n  2 | two: 2\n" in Seen(written).words
