"""The day of a run: how far the law is known, what holds before any law, and what a document alone leaves open."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from compliance.checks.parameters import AsOf
from compliance.checks.registry import CHECKS, Check
from compliance.checks.verdicts import Verdicts, failed, passed
from compliance.documents.blocks import Document
from compliance.engine.catalog import read_catalog
from compliance.engine.checking import check
from compliance.engine.findings import Findings
from compliance.law.cases import base_document, changed
from compliance.reports.conclusion import describe_caveats, describe_untested_law
from compliance.reports.wording import format_day
from tests.catalogs import STATES, law

LAW = law()
ONE_DAY = timedelta(days=1)
FIRST = {place: day for place, day in LAW.first_days().items() if day > date.min}


def run(base: str, day: date, *others: str, changes: dict[str, str] | None = None) -> Findings:
    text = changed(base_document(base), changes or {})
    documents = [("d.yaml", text.encode()), *((f"{name}.yaml", base_document(name).encode()) for name in others)]
    return check(documents, day, LAW)


def find_stale_law(base: str, day: date) -> list[str]:
    """What is said of law that was looked up long before the day."""
    return [said for said in describe_caveats(run(base, day)) if said.endswith("later changes are not reflected.")]


# --- how far the law is known ---


def test_washington_has_a_first_day() -> None:
    assert FIRST["washington"] == date(1997, 12, 31)


@pytest.mark.parametrize("place", sorted(FIRST))
@pytest.mark.parametrize("day", [date(1950, 1, 1), None])
def test_before_the_first_law_none_is_asked_and_that_is_said(place: str, day: date | None) -> None:
    results = run(f"{place}-game", day or FIRST[place] - ONE_DAY)
    assert results.about.first_law == {place: FIRST[place].isoformat()}
    assert {finding.authority for finding in results.findings} == {"good order"}
    assert not results.about.bases
    [said, *_] = describe_untested_law(results)
    assert said.startswith(f"The earliest {place.capitalize()} law known here is of {format_day(FIRST[place])}.")


@pytest.mark.parametrize("place", sorted(FIRST))
def test_on_the_first_day_of_the_law_it_is_asked(place: str) -> None:
    results = run(f"{place}-game", FIRST[place])
    assert results.about.first_law == {}
    assert {finding.authority for finding in results.findings} - {"good order"}


@pytest.mark.parametrize("place", STATES)
def test_a_run_long_after_the_day_on_which_the_law_was_looked_up_says_so(place: str) -> None:
    [until, *_] = LAW.look_up_days(place, date(2030, 1, 1))
    for day in (date.fromisoformat(until) + 91 * ONE_DAY, date(2030, 1, 1)):
        [said] = find_stale_law(f"{place}-game", day)
        assert said.startswith(f"{place.capitalize()} law as of {format_day(day)}, ")
        assert format_day(until) in said
    for day in (date.fromisoformat(until), date.fromisoformat(until) + 90 * ONE_DAY):
        assert find_stale_law(f"{place}-game", day) == []


def test_each_state_is_told_once_however_many_documents() -> None:
    first, *others = (f"{state}-{kind}" for state in STATES for kind in ("game", "schedule", "terms"))
    results = run(first, date(2030, 1, 1), *others)
    assert list(results.about.looked_up) == list(STATES)
    assert len([said for said in describe_caveats(results) if "later changes" in said]) == len(STATES)


# --- what a document alone leaves open ---


def bare_game() -> dict[str, str]:
    return {"bank": {"by": "player-dealer"}}  # type: ignore[dict-item]  # a block, as cases write it


def test_a_document_alone_says_how_many_answers_the_others_may_settle() -> None:
    results = run("california-game", date(2024, 7, 1), changes=bare_game())
    answers, documents = sum(results.about.alone.values()), len(results.about.alone)
    assert documents == 1
    assert answers > 5
    # Every text of the law was read in a copy of a later day: nothing is said of what changed since.
    [*_, said] = describe_caveats(results)
    assert said == (f"General terms or schedules that were not checked may give {answers} missing answers.")


def test_with_another_document_of_its_house_nothing_is_said() -> None:
    assert run("california-game", date(2024, 7, 1), "california-terms", changes=bare_game()).about.alone == {}


def test_a_document_of_another_house_settles_nothing() -> None:
    results = run("california-game", date(2024, 7, 1), "california-terms", changes=bare_game() | {"establishment": "X"})
    answers, documents = sum(results.about.alone.values()), len(results.about.alone)
    assert (answers > 0, documents) == (True, 1)
    assert f"may give {answers} missing answers." in describe_caveats(results)[-1]


# --- approval as a defence ---


@pytest.mark.parametrize(
    ("day", "approval", "told"),
    [
        (date(2011, 12, 31), "2010-07-14", False),
        (date(2012, 1, 1), "2010-07-14", True),
        (date(2012, 1, 1), "2012-01-02", False),
        (date(2024, 7, 1), "2015-07-14", True),
    ],
)
def test_an_approved_document_is_told_its_defence(day: date, approval: str, told: bool) -> None:
    changes = {
        "approval / date": approval,
        "bank / rotation / at-most": "3 hands",
        "bank / rotation / verb": "is offered",
    }
    results = run("california-game", day, changes=changes)
    found = [f for f in results.findings if f.status in ("fail", "review")]
    law = [f for f in found if f.authority != "good order"]
    assert {f.requirement for f in law} >= {"california.bank-turn", "california.bank-rotates"}
    assert {"full defence" in f.remark for f in law} == {told}
    assert {f.remark for f in results.findings if f not in law} == {""}


def test_no_approval_no_defence_and_none_in_another_state() -> None:
    text = changed(base_document("california-game"), {"bank / rotation / at-most": "3 hands"}, ["approval"])
    found = check([("d.yaml", text.encode())], date(2024, 7, 1), LAW).findings
    assert {f.remark for f in found} == {""}
    found = run("washington-game", date(2024, 7, 1), changes={"envy / in-aggregate": "yes"}).findings
    assert {f.remark for f in found} == {""}


# --- checks know the day ---


def test_a_check_is_given_the_day_and_no_catalog_can_set_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def dated(document: Document, day: AsOf, word: str = "") -> Verdicts:
        yield (passed if day == date(2024, 7, 1) else failed)(f"{day} {word}")

    one = Check("dated", dated)
    assert (one.day, list(one.parameters), one.mandatory_parameters) == ("day", ["word"], frozenset())
    monkeypatch.setitem(CHECKS, "dated", one)
    entry = """\
sections: [{section: Code 1, title: X, authority: regulation, wordings: [{seen: text}]}]
requirements:
  - requirement: test.a
    title: X
    asks: X
    applies: {document: game}
    rests-on: Code 1
    level: error
    check: dated
    with: {word: so}
    remedy: X
"""
    law = read_catalog([("a.yaml", entry.encode())])
    game = b"document: game\ntitle: X\njurisdiction: california\nbank: {by: pot}\n"
    assert [f.message for f in check([("g.yaml", game)], date(2024, 7, 1), law).findings] == ["2024-07-01 so"]
    assert [f.status for f in check([("g.yaml", game)], date(2024, 7, 2), law).findings] == ["fail"]
    with pytest.raises(Exception, match="no parameter day"):
        read_catalog([("a.yaml", entry.replace("word: so", "day: 2024-07-01").encode())])


def test_an_answer_by_a_far_older_copy_of_the_law_says_so() -> None:
    found = run("california-game", date(2026, 11, 18)).findings
    notes = {finding.requirement: finding.note for finding in found}
    assert "last read as of 2025-01-10" in notes["california.activity-authorised"]
    assert "last read" not in notes["california.named-game"]
    # The law of the day is not older than the copy that was read.
    found = run("california-game", date(2024, 7, 1)).findings
    assert [one.requirement for one in found if "last read" in one.note and one.authority == "regulation"] == []
