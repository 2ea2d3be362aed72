"""Hover, definition and symbols: what is known of a word, where a name is given, what a document is made of."""

from __future__ import annotations

from datetime import date

import pytest

from compliance.editor.definitions import go_to_definition
from compliance.editor.hover import build_hover
from compliance.editor.markdown import escape_words, strip_markdown
from compliance.editor.positions import Sheet
from compliance.editor.symbols import list_symbols
from compliance.engine.findings import Finding, FindingContent, Place
from compliance.source import Span
from tests.editor.conftest import library, marked

HEAD = "document: game\ntitle: Harbor Nines\nid: harbor-nines\njurisdiction: california\n"
SCHEDULE = "document: schedule\ntitle: Rates\njurisdiction: california\n"
DAY = date(2026, 11, 16)


def _hover(text: str, *findings: Finding) -> str:
    whole, position = marked(text)
    found = build_hover({"a.yaml": whole}, "a.yaml", position, findings, DAY)
    return found["markdown"] if found else ""


def _finding(status: str, route: str, span: Span, message: str = "It is so.") -> Finding:
    place = Place("a.yaml", span, route)
    said = FindingContent("california.x", status, "error", message, "A title", "Penal Code § 1", remedy="Do it.")
    return Finding(said, (place,))


def test_a_key_tells_what_it_means_with_an_example() -> None:
    told = _hover(HEAD + "bank:\n  rota‸tion: {at-most: 2 hands}\n")
    assert told.startswith("**bank / rotation**\n\nHow the bank moves")
    assert "Example: `rotation: {" in told


def test_a_value_tells_the_law_that_it_is_held_against_and_passes_too() -> None:
    text = HEAD + "bank: {by: ho‸use}\n"
    span = Span(5, 12, 5, 17)
    told = _hover(
        text, _finding("pass", "bank / by", span), _finding("fail", "bank / by", span, "House [x](http://y).")
    )
    fails, passes = told.index("**Fails**: A title (Penal Code § 1)"), told.index("**Passes**")
    assert fails < passes
    assert "Do it." in told[fails:passes]
    assert "The law as read for 2026-11-16." in told
    # What a document says is shown and never obeyed.
    assert r"House \[x\](http\://y)." in told
    other = _finding("fail", "bank / rotation", Span(9, 1, 9, 2))
    assert "Fails" not in _hover(text, other)


def test_what_an_option_takes_over_is_told_where_it_is_written() -> None:
    text = SCHEDULE + "rates:\n  one: {payer: pot, fee: ‸$4}\noptions:\n  - {option: 1, collections: [one]}\n"
    taken = _finding("fail", "options / 1 / collections / 1 / fee", Span(5, 26, 5, 28))
    assert "**Fails**: A title" in _hover(text, taken)


def test_what_is_half_typed_or_a_comment_tells_nothing_wrong() -> None:
    assert _hover("docu‸") == ""
    assert _hover(HEAD + "# ti‸tle: x\n") == ""
    assert _hover(HEAD + "bank: {by: {{{ tit‸le") == ""


def test_words_are_shown_as_they_are() -> None:
    assert escape_words("# 1. <b> `a_b` *x* a|b") == r"\# 1. \<b\> `a_b` \*x\* a\|b"
    assert strip_markdown(escape_words("1. <b> *x*")) == "1. <b> *x*"


@pytest.mark.parametrize(
    ("text", "leads_to"),
    [
        (HEAD + "wagers:\n  ante: {kind: ante}\n  play: {needs: a‸nte}\n", "ante"),
        (HEAD + "wagers:\n  ante: {kind: ante}\n  play: {equals: 2 x an‸te}\n", "ante"),
        (HEAD + "hands: {flush: poker}\nwagers:\n  ante: {pays: {flu‸sh: 2 to 1}}\n", "flush"),
        (HEAD + "tables:\n  draws: {given: {a: 1-2}}\nround:\n  - {step: settle, by: draw‸s}\n", "draws"),
        (HEAD + "tables:\n  a: {given: &both {x: 1-2}}\n  b: {given: *bo‸th}\n", "&both"),
        (HEAD + "wagers:\n  w: {pays: {one: {a: 1 to 1}, two: as o‸ne without a}}\n", "one"),
        (HEAD + "bank: {by: pot}\nreading:\n  said-again:\n    - {at: 3, ban‸k / by: pot}\n", "by"),
        (HEAD + "bank: {by: pot}\nhouse-choices:\n  - {what: x, touches: bank / b‸y}\n", "by"),
        (SCHEDULE + "rates:\n  one: {payer: pot}\noptions:\n  - {option: 1, collections: [on‸e]}\n", "one"),
        (SCHEDULE + "rates:\n  one: {payer: pot}\noptions:\n  - {option: 1, collections: [{uses: on‸e}]}\n", "one"),
        (SCHEDULE + "groups: {low: {}}\noptions:\n  - {option: 1, group: lo‸w}\n", "low"),
    ],
)
def test_a_name_leads_to_where_it_is_given(text: str, leads_to: str) -> None:
    whole, position = marked(text)
    (found,) = go_to_definition({"a.yaml": whole}, "a.yaml", position)
    sheet = Sheet(whole)
    start, end = (sheet.offset(found["range"][side]) for side in ("start", "end"))
    assert sheet.flat[start:end] == leads_to
    assert start < sheet.offset(position)


def test_a_word_of_the_format_is_no_name() -> None:
    whole, position = marked(HEAD + "wagers:\n  ante: {kind: an‸te}\n")
    assert go_to_definition({"a.yaml": whole}, "a.yaml", position) == []


def test_a_name_leads_into_other_documents() -> None:
    texts = {name.rpartition("/")[2]: text for name, text in library().items()}
    schedule, position = marked(texts["california-games-schedule.yaml"].replace("{game: double-", "{game: doub‸le-"))
    (found,) = go_to_definition({**texts, "s.yaml": schedule}, "s.yaml", position)
    assert found["name"] == "double-hand-poker.yaml"
    terms, position = marked(
        texts["california-games-terms-old.yaml"].replace("games-schedule-old]", "games-sched‸ule-old]")
    )
    (found,) = go_to_definition({**texts, "t.yaml": terms}, "t.yaml", position)
    assert found["name"] == "california-games-schedule-old.yaml"
    game, position = marked(HEAD + "approval: {id: GE‸GA-1}\n")
    kept = "approvals:\n  - {id: A}\n  - {id: B}\n"
    (found,) = go_to_definition({"g.yaml": game, "g.yaml.approved": kept}, "g.yaml", position)
    assert (found["name"], found["range"]["start"]["line"]) == ("g.yaml.approved", 2)


def test_symbols_are_the_parts_of_a_document_by_name() -> None:
    text = SCHEDULE + "options:\n  - {option: 1, collections: [{payer: pot}]}\n  - option: 2\n    coll"
    found = {one["name"]: one for one in list_symbols(text)}
    assert list(found) == ["document", "title", "jurisdiction", "options"]
    assert found["title"]["detail"] == "Rates"
    assert [one["name"] for one in found["options"]["children"]] == ["option 1", "option 2"]
    for name in library():
        for one in list_symbols(library()[name]):
            assert one["range"]["start"] == one["selection"]["start"]
