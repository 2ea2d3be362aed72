"""The law has one home: a value of it stands in one file, and what it says changes everywhere on the same day."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from compliance.engine.checking import check
from compliance.law import files
from compliance.law.cases import base_document, changed
from compliance.law.catalog import Requirement
from compliance.law.files import schemas_folder
from compliance.source import read_source
from tests import catalogs
from tests.conftest import Ran

# Money, counts, shares, turns, times, odds and dates, in figures or in the small numbers that laws write in words.
FIGURE = re.compile(r"\d")
WRITTEN_OUT = re.compile(
    r"\b(two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred)"
    r" (hands?|rounds?|games?|rates?|players?|seats?|tables?|cents?|dollars?|hours?|minutes?|days?|percent)\b"
)


def trees(pattern: str) -> Iterator[tuple[str, Any]]:
    for path in sorted(schemas_folder().glob(pattern)):
        yield path.relative_to(schemas_folder()).as_posix(), read_source(files.strip_cases(path.read_bytes())).tree


def requirement_files() -> list[tuple[str, Any]]:
    return [(path, tree) for path, tree in trees("*/*/*.yaml") if "requirement" in tree]


def texts(value: Any) -> Iterator[str]:
    """Every text in a parameter, keys included; a name of a value is none of its own."""
    if isinstance(value, dict):
        if len(value) == 1 and None in value.values():
            return
        for key, item in value.items():
            yield str(key)
            yield from texts(item)
    elif isinstance(value, list):
        yield from (text for item in value for text in texts(item))
    elif value is not None:
        yield str(value)


def find_own_words(tree: Any) -> Iterator[tuple[str, str]]:
    """What a requirement says in its own words: every text that must leave values to the law."""
    for part in (tree, *tree.get("dated", ())):
        for key in ("asks", "remedy"):
            if key in part:
                yield key, re.sub(r"\{[a-z0-9-]+\}", "", part[key])
        for name, value in part.get("with", {}).items():
            yield from ((f"with / {name}", text) for text in texts(value))
    yield from (("when", text) for value in tree["applies"].get("when", {}).values() for text in texts(value))


# Figures that are no values of the law: names of sections that may be cited wrongly, and other words for a name.
NAMES_OF_SECTIONS = re.compile(r"\b(WAC|RCW|BGC-APP|\d CCR)[ .§\dto-]*\d|\b12200\b")
# What is told of wordings that have ended, and so cannot change.
ENDED = re.compile(r"one, two or three tables by the number licensed|opened on 2009-01-01")
# Sentences that tell why something is no longer asked, or what an old citation was for: history, not a value in force.
HISTORY = ("with / stale", "with / because")
NO_VALUE = {
    # A pack of cards, whatever the law says of it.
    ("washington.standard-cards", "with / pack"),
    ("washington.other-nonhouse-cards", "with / pack"),
    # 21 and 7 1/2 are other ways to write the names of two games.
    ("california.named-game", "with / alike"),
    # The rules as they are told: the values that decide are the section's.
    ("california.2026-target", "asks"),
    ("california.2026-name", "asks"),
}


def literals(tree: Any) -> list[tuple[str, str]]:
    """The figures that a requirement repeats instead of naming a value."""
    found = []
    for place, text in find_own_words(tree):
        rest = ENDED.sub("", NAMES_OF_SECTIONS.sub("", text))
        if place in HISTORY or (tree["requirement"], place) in NO_VALUE:
            continue
        # Remedies may write a number out; figures they leave to the law as well.
        if FIGURE.search(rest) or (place != "remedy" and WRITTEN_OUT.search(rest)):
            found.append((place, text))
    return found


def test_a_requirement_leaves_the_values_of_the_law_to_the_law() -> None:
    own = {path: literals(tree) for path, tree in requirement_files() if "reason" not in tree}
    assert len(own) > 100
    assert {path: found for path, found in own.items() if found} == {}


@pytest.mark.parametrize(
    "change",
    [
        {"asks": "No single wager is above $400."},
        {"with": {"most": "$400"}},
        {"with": {"most": "2 hands"}},
        {"with": {"tables": {"0-5": "1"}}},
        {"asks": "Nobody holds it for more than two hands."},
        {"remedy": "Pay 10% or less."},
        {"dated": [{"until": "2020-01-01", "with": {"odds": ["50 to 1"]}}]},
        {"applies": {"document": "game", "when": {"local / wager-limit": "$300"}}},
    ],
)
def test_a_repeated_value_is_found(change: dict[str, Any]) -> None:
    tree = {"requirement": "x.y", "asks": "Nothing is above {limit}.", "applies": {}, "with": {"most": {"limit": None}}}
    assert literals(tree) == []
    assert len(literals(tree | change)) >= 1


def test_every_value_of_the_law_is_used() -> None:
    used = {
        name
        for _, tree in requirement_files()
        for name in re.findall(r"\{'([a-z0-9-]+)': None\}|\{([a-z0-9-]+)\}", str(tree))
        for name in name
        if name
    }
    unused = [
        (path, name)
        for path, tree in trees("*/law/*.yaml")
        for wording in tree["wordings"]
        for name in wording.get("values", {})
        if name not in used
    ]
    assert unused == []


def test_a_section_of_law_stands_in_one_file_and_is_rested_on() -> None:
    found = [tree for _, tree in trees("*/law/*.yaml")]
    assert len(found) == len({tree["section"] for tree in found})
    # A section that only has a remark asks nothing.
    sections = [tree["section"] for tree in found if "remark" not in tree]
    cited = {
        text
        for _, tree in requirement_files()
        for part in (tree, *tree.get("dated", ()))
        for text in list_sections(part, "rests-on")
    }
    cited |= {text for _, tree in requirement_files() for text in list_sections(tree, "see-also")}
    cited |= {row.cite for row in catalogs.law().left_to_people}
    assert [name for name in sections if not any(text.startswith(name) for text in cited)] == []


# Two sections of which it was not seen which one speaks are named one by one; a range names sections that say nothing.
RANGE = re.compile(r"\d\)? (to|and) [§-]|\d\)? to \d|\([a-z0-9]+\)[-\u2013]\(|, -\d")


def test_no_citation_is_a_range_of_sections() -> None:
    catalog = catalogs.law()
    cited = {held.cite for requirement in catalog for held in requirement.history}
    cited |= {row.cite for row in catalog.left_to_people}
    assert sorted(cite for cite in cited if RANGE.search(cite)) == []


@pytest.mark.parametrize(
    "cite",
    ["WAC 230-15-210 to -225", "WAC 230-15-085 and -090", "§ 337j(a)-(d)", "11 CCR § 2073 to § 2075", "WAC 1-2, -3"],
)
def test_a_range_is_found(cite: str) -> None:
    assert RANGE.search(cite)


def list_sections(part: Any, key: str) -> list[str]:
    named = part.get(key, [])
    return named if isinstance(named, list) else [named]


# --- one change in one place ---


# A day after any change that a section has yet, and the day before.
LAST, FIRST = date(2099, 12, 31), date(2100, 1, 1)
NEWEST = re.compile(
    r"wordings:\n  - (?P<since>from: \S+\n)(?P<rest>(?:    .*\n)*?    values: \{wager-limit: \$(?P<limit>\d+)\}\n)"
)


class Raised(NamedTuple):
    """The wager limit of Washington before and after it rises, and since when the lower one stood."""

    before: int
    after: int
    since: str


@pytest.fixture
def raised_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Raised:
    """A catalog in which the wager limit rises by $100, in the one file that holds it."""
    folder = tmp_path / "schemas"
    shutil.copytree(schemas_folder(), folder)
    path = folder / "washington/law/wac-230-15-140.yaml"
    text = path.read_text("utf-8")
    newest = NEWEST.search(text)
    assert newest, "the newest wording is the first, has no last day, and ends with the limit"
    before = int(newest["limit"])
    rising = f"from: {FIRST}\n    seen: text\n    values: {{wager-limit: ${before + 100}}}\n"
    ended = f"  - {newest['since']}    until: {LAST}\n{newest['rest']}"
    path.write_text(text.replace(newest[0], f"wordings:\n  - {rising}{ended}"), "utf-8")
    monkeypatch.setattr(files, "schemas_folder", lambda: folder)
    return Raised(before, before + 100, newest["since"].split()[1])


def status(requirement: str, text: str, day: date) -> str:
    findings = check([("game.yaml", text.encode())], day, catalogs.load_catalog(files.catalog_files())).findings
    (found,) = (finding for finding in findings if finding.requirement == requirement)
    return found.status


def test_the_wager_limit_rises_everywhere_on_one_day(raised_limit: Raised, pitboss: Callable[..., Ran]) -> None:
    before, after, since = raised_limit
    wager = changed(base_document("washington-four-games"), {"wagers / line / maximum": f"${after}"})
    without = ("wagers / nines / maximum", "aggregate / per-player")
    payout = changed(base_document("washington-game"), {"aggregate / amount": f"${before * 50:,}"}, without)
    days = (LAST, FIRST)
    limits = [f"${before}", f"${after}"]
    assert [status("washington.wager-limit", wager, day) for day in days] == ["fail", "pass"]
    assert [status("washington.aggregate-floor", payout, day) for day in days] == ["pass", "fail"]
    assert [find_row(pitboss, day, "wager-limit")["values"]["wager-limit"] for day in days] == limits
    assert [find_row(pitboss, day, "aggregate-floor")["values"]["wager-limit"] for day in days] == limits
    for name in ("wager-limit", "aggregate-floor"):
        explained = " ".join(pitboss("explain", f"washington.{name}").out.split())
        rising, ended = format_date(FIRST), f"{format_date(date.fromisoformat(since))} until {format_date(LAST)}"
        assert re.search(rf"in force since {rising} [^()]*\${after} ", explained)
        assert re.search(rf"in force since {ended} [^()]*\${before} ", explained)
    changes = pitboss("requirements", "--diff", str(LAST), str(FIRST), "--format", "json").data["changes"]
    assert {change["id"] for change in changes} == {"washington.wager-limit", "washington.aggregate-floor"}


def format_date(day: date) -> str:
    """A date as reports write it."""
    return f"{day:%B} {day.day}, {day.year}"


def find_row(pitboss: Callable[..., Ran], day: date, name: str) -> Any:
    rows = pitboss("requirements", "--as-of", str(day), "--format", "json").data["requirements"]
    return next(row for row in rows if row["id"] == f"washington.{name}")


@pytest.mark.parametrize("day", [date(1998, 9, 30), date(2009, 9, 14), date(2026, 4, 15), date(2026, 11, 16)])
def test_what_is_listed_is_what_is_checked(pitboss: Callable[..., Ran], day: date) -> None:
    rows = {
        row["id"]: (row["level"], row["asks"], row["citation"])
        for row in pitboss("requirements", "--as-of", str(day), "--format", "json").data["requirements"]
    }
    bases = [path.name for path in schemas_folder().glob("*/bases/*.yaml")]
    documents = [(name, base_document(name.removesuffix(".base.yaml")).encode()) for name in bases]
    for finding in check(documents, day, catalogs.law()).findings:
        level, asks, citation = rows[finding.requirement]
        assert (asks, citation) == (finding.asks, finding.citation)
        # An answer may weigh less than others of its requirement, never more.
        assert ("note", "warning", "error").index(finding.level) <= ("note", "warning", "error").index(level)


def test_every_requirement_is_a_file_of_its_own_named_after_it() -> None:
    catalog = catalogs.law()

    def has_own_name(requirement: Requirement) -> bool:
        return Path(requirement.file).stem == requirement.id.partition(".")[2]

    assert [requirement.file for requirement in catalog if not has_own_name(requirement)] == []


def test_the_law_knows_no_checks_and_nothing_above_them() -> None:
    folder = Path(files.__file__).parent
    imported = {
        name
        for path in folder.glob("*.py")
        for name in re.findall(r"^\s*from (compliance\.\w+)", path.read_text("utf-8"), re.MULTILINE)
    }
    assert imported <= {"compliance.documents", "compliance.law", "compliance.source"}
