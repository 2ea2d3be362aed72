"""Reports hold for any text and any number of findings: bounded, free of commands, with nothing that cannot be seen."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import date
from functools import cache
from typing import Any

import pytest

from compliance.documents.loader import load_document
from compliance.engine.checking import check
from compliance.engine.findings import Checked, Finding, FindingContent, Findings, Place
from compliance.reports import FORMATS, ReportContext, bounds, render
from compliance.reports.charts import option_chart, option_words
from compliance.source import Span
from tests.catalogs import law
from tests.fuzz.attacks import ATTACKS

TEXT_FORMATS = [format for format in FORMATS if format != "pdf"]
LAW = law()
DAY = date(2024, 7, 1)
MOST = 6 << 20  # bytes of any report on one document
Make = Callable[..., ReportContext]


def render_bytes(format: str, findings: Findings, context: ReportContext) -> bytes:
    made = render(format, findings, context)
    return made if isinstance(made, bytes) else "".join(made).encode()


def finding(number: int, path: str = "a.yaml", message: str = "", requirement: str = "x.y", **more: Any) -> Finding:
    place = Place(path, Span(number + 1, 1, number + 1, 2), f"a / {number}", "here")
    said = FindingContent(requirement, "fail", "error", message or f"Wrong {number}.", "Title")
    return Finding(said, (place,))._replace(**more)


def results(found: list[Finding], title: str = "A document") -> Findings:
    paths = dict.fromkeys(one.places[0].path for one in found)
    documents = [Checked(path, "0" * 64, "game", title, "washington") for path in paths]
    return Findings(DAY, "abc", documents, found, {"fail": len(found)})


# --- bounds -----------------------------------------------------------------------------------------------------------


def test_of_many_findings_of_one_kind_the_first_are_told_and_the_rest_counted() -> None:
    found = [finding(number) for number in range(4_313)] + [finding(number, "b.yaml") for number in range(3)]
    told = bounds.bounded(results(found))
    assert told.findings[:100] == found[:100]
    assert told.findings[100].message == "And 4,213 more in this document; the first 100 are told."
    assert told.findings[100].places == found[100].places
    assert told.findings[101:] == found[-3:]
    assert told.counts == {"fail": 4_316}


def test_the_first_answer_to_every_requirement_is_told_whatever_the_room() -> None:
    found = [finding(n % 60, message="W" * 1_900, requirement=f"x.y{n // 60}") for n in range(6_000)]
    told = bounds.bounded(results(found))
    assert {one.requirement for one in told.findings} == {f"x.y{n}" for n in range(100)}
    assert sum(len(one.message) for one in told.findings) < 1_000_000


def test_what_is_within_the_bounds_is_as_it_was(check_documents: Callable[..., Findings]) -> None:
    given = check_documents({"a.yaml": "document: game\ntitle: X\njurisdiction: california\nbank: {by: house}\n"})
    assert bounds.bounded(given).findings == given.findings


def test_long_words_and_many_places_are_cut() -> None:
    place = Place("a.yaml", Span(1, 1, 1, 2), "r" * 90_000, "l" * 90_000, (("f" * 90_000, "1"),) * 90)
    long = finding(0, message="m" * 90_000, places=(place,) * 500, remedy="r" * 90_000)
    many = [long._replace(requirement=f"x.y{number}") for number in range(50)]
    told, *others = bounds.bounded(results(many, "t" * 60_000)).findings
    assert told.message == "m" * 12_000 + "… (and 78,000 more characters)"
    assert len(told.places) == 21
    assert told.places[-1].label == "and 480 more places"
    # The first took all the room: of the others there is as much as tells that they are there.
    assert {one.message for one in others} == {"m" * 300 + "… (and 89,700 more characters)"}
    assert len(json.dumps([(one.said, one.places) for one in others])) < 4_000_000
    assert len(bounds.bounded(results([long], "t" * 60_000)).documents[0].title) < 13_000


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "name", ["overlapping bands", "long texts everywhere", "a long title", "many digits in a route"]
)
def test_attacks_on_reports_are_answered_in_every_format(format: str, name: str) -> None:
    assert len(render_bytes(format, *answered(name))) < MOST


@cache
def answered(name: str) -> tuple[Findings, ReportContext]:
    """An attack, checked once for all formats."""
    files = ATTACKS[name].files()
    lines = {path: data.decode().split("\n") for path, data in files.items()}
    loaded = [load_document(path, data) for path, data in files.items()]
    return check(files.items(), DAY, LAW), ReportContext(
        lines.__getitem__, lambda: loaded, lambda: LAW, "1", show_all=True
    )


@pytest.mark.parametrize("format", FORMATS)
def test_ten_thousand_findings_on_one_document_are_answered(format: str, context: Make) -> None:
    found = [finding(n % 3_000, requirement=f"x.y{n % 40}") for n in range(10_000)]
    text = "\n".join(f"line {number}" for number in range(3_000))
    given = results(found)
    made = context({"a.yaml": text})._replace(documents=lambda: [load_document("a.yaml", text.encode())])
    assert len(render_bytes(format, given, made)) < MOST


def test_a_chart_of_too_many_bands_is_not_drawn() -> None:
    data = ATTACKS["overlapping bands"].make(4_000)["attack.yaml"]
    schedule = load_document("a", data).document
    assert schedule is not None
    assert schedule.document == "schedule"
    drawn, words = option_chart(schedule, 0), option_words(schedule, 0)
    assert "4,000 bands are too many to draw" in drawn
    assert (len(drawn) < 5_000, len(words) < 2_000) == (True, True)


# --- what cannot be seen ----------------------------------------------------------------------------------------------

INVISIBLE = {
    "soft hyphen": "\u00ad",
    "grapheme joiner": "\u034f",
    "letter mark": "\u061c",
    "Hangul fillers": "\u115f\u1160\u3164\uffa0",
    "Khmer vowels": "\u17b4\u17b5",
    "Mongolian selectors": "\u180b\u180c\u180d\u180e\u180f",
    "zero width": "\u200b\u200c\u200d\u2060\ufeff",
    "bidi": "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
    "invisible operators": "\u2061\u2062\u2063\u2064\u2065",
    "deprecated format": "\u206a\u206b\u206c\u206d\u206e\u206f",
    "blank braille": "\u2800",
    "variation selectors": "\ufe00\ufe0f\U000e0100\U000e01ef",
    "annotations": "\ufff9\ufffa\ufffb",
    "shorthand format": "\U0001bca0\U0001bca3",
    "musical format": "\U0001d159\U0001d173\U0001d17a",
    "tags": "\U000e0001\U000e0020\U000e0041\U000e007f",
    "controls": "\x00\x07\x08\x1b\x7f\x85\x9b",
    "separators": "\u2028\u2029",
}


@pytest.mark.parametrize("format", TEXT_FORMATS)
def test_nothing_that_cannot_be_seen_is_in_a_report(format: str, context: Make) -> None:
    for kind, characters in INVISIBLE.items():
        text = f"before{characters}after"
        path = "a.yaml"
        place = Place(path, Span(1, 1, 1, 5), text, text, ((text, text),))
        words = {"title": text, "citation": text, "asks": text, "note": text, "remedy": text}
        more: dict[str, Any] = {**words, "places": (place,), "paste": (text,)}
        found = [finding(0, path, text, **more), finding(0, path, text, **more)._replace(status="pass")]
        given = results(found, text)
        made = render_bytes(format, given, context({path: text}, show_all=True)).decode()
        assert [character for character in characters if character in made] == [], kind
        assert "before" in made, kind
        if format in ("json", "sarif", "gitlab", "oscal"):
            json.loads(made)


# --- commands of pipelines --------------------------------------------------------------------------------------------

COMMANDS = (
    "##vso[task.setvariable variable=x]y",
    "##[error]x",
    "##[set-env name=x]y",
    "##teamcity[buildStop comment='x']",
    "##myteamcity[x]",
    "::error::x",
    "  ::stop-commands::x",
    "###[x]",
    "####vso[x]",
)
_OBEYED = re.compile(r"##\w*\[|^\s*::", re.MULTILINE)


@pytest.mark.parametrize("format", TEXT_FORMATS)
def test_no_pipeline_finds_a_command_in_a_report(format: str, context: Make) -> None:
    for command in COMMANDS:
        path = f"{command}/a.yaml"
        place = Place(path, Span(1, 1, 1, 5), command, command, ((command, command),))
        more = {"title": command, "citation": command, "asks": command, "note": command, "remedy": command}
        found = [finding(0, path, command, places=(place,), **more)._replace(paste=(command,))]
        found.append(found[0]._replace(status="pass"))
        made = render_bytes(format, results(found, command), context({path: command}, show_all=True)).decode()
        lines = [line for line in made.splitlines() if not (format == "github" and line.startswith("::error "))]
        assert _OBEYED.findall("\n".join(lines)) == [], command
        if format in ("json", "sarif", "gitlab", "oscal"):
            assert command in json.dumps(json.loads(made)) or format != "json", command
