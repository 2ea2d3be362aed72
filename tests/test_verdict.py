"""The verdict: law first, each defect once, and no word where nothing was asked."""

from __future__ import annotations

from datetime import date

import pytest

from compliance.engine.findings import About, Checked, Finding, FindingContent, Findings, LookedUp, Place
from compliance.engine.grouping import group_findings, order
from compliance.engine.verdict import FinalVerdict, judge
from compliance.reports.conclusion import describe_run
from compliance.source import Span

LAW, ORDER = "statute", "good order"


def finding(
    requirement: str = "a.rates",
    status: str = "fail",
    level: str = "error",
    authority: str = LAW,
    message: str = "Six rates.",
    path: str = "a.yaml",
    route: str = "options / 1",
    line: int = 3,
    *others: Place,
    basis: str = "computed",
    stands_for: int = 1,
) -> Finding:
    places = (Place(path, Span(line, 1, line, 5), route), *others)
    said = FindingContent(requirement, status, level, message, authority=authority, basis=basis, stands_for=stands_for)
    return Finding(said, places)


def run(*findings: Finding, paths: tuple[str, ...] = ("a.yaml",), about: About | None = None) -> Findings:
    documents = [Checked(path, "", "game", path, "california") for path in paths]
    return Findings(date(2024, 7, 1), "", documents, findings, about=about)


def judge_whole(*findings: Finding) -> FinalVerdict:
    return judge(run(*findings)).whole


@pytest.mark.parametrize(
    ("found", "law", "answer"),
    [
        ([finding()], "not met", "not ready"),
        ([finding(level="note")], "not met", "not ready"),
        ([finding(status="review")], "open", "open"),
        ([finding(status="review"), finding("a.turn", "pass")], "open", "open"),
        ([finding(status="pass")], "met", "ready"),
        ([finding(status="pass"), finding("b.text", authority=ORDER)], "met", "not ready"),
        ([finding(status="pass"), finding("b.text", "fail", "warning", ORDER)], "met", "ready"),
        ([finding(status="not-applicable")], "does not apply", ""),
        ([finding(status="information", authority="suspended")], "", ""),
        ([finding("b.text", "pass", authority=ORDER)], "", ""),
        ([finding(status="pass"), finding("document.syntax", "error", authority="")], "met", "not ready"),
        ([finding(status="pass"), finding("a.turn", "error", authority=LAW)], "met", "undecided"),
    ],
)
def test_the_law_decides_first(found: list[Finding], law: str, answer: str) -> None:
    verdict = judge_whole(*found)
    assert (verdict.law.word, verdict.answer) == (law, answer)


def test_a_requirement_is_in_its_worst_state_once() -> None:
    law = judge_whole(finding(), finding(route="options / 2", message="Seven rates."), finding(status="review")).law
    assert (law.not_met, law.open, law.errors, law.reviews) == (1, 0, 2, 1)


def test_answers_that_are_only_counted_count_as_if_they_were_told() -> None:
    told = run(finding(status="pass", basis="stated"), finding("a.turn", "not-applicable"))
    counted = run()
    counted.unkept = {"a.yaml": {"law pass stated": 1, "law not-applicable": 1}}
    assert judge(counted) == judge(told)
    assert judge(told).whole.rests_on == {"computed": 0, "stated": 1, "reading": 0}


def test_what_stands_for_many_counts_as_many() -> None:
    assert judge_whole(finding(stands_for=51), finding(message="Seven.")).law.errors == 52


def test_law_stands_before_good_order_then_level_document_line() -> None:
    expected = [
        finding("document.syntax", "error", authority=""),
        finding("a.rates", line=9),
        finding("a.rates", path="b.yaml", line=1),
        finding("a.rates", level="warning", line=1),
        finding("a.rates", "review", "note", line=1),
        finding("a.rates", "review", "error", line=2),
        finding("b.text", authority=ORDER, line=1),
        finding("b.text", "review", authority=ORDER),
        finding("a.old", "information", authority="suspended"),
        finding("a.rates", "pass"),
        finding("b.text", "not-applicable", authority=ORDER),
    ]
    backwards = expected[::-1]
    assert sorted(backwards, key=order) == expected


def test_one_defect_in_several_options_is_told_once_with_all_places() -> None:
    [group] = group_findings(
        finding(message=f"In option {name}, wagers of $51 have no fee.", route=f"options / {place} / bands", line=place)
        for place, name in ((1, "1"), (2, "2"), (3, "A"))
    )
    assert group.lead.message == "In option 1, wagers of $51 have no fee. The same in options 2 and A."
    assert [place.span.line for place in group.lead.places] == [1, 2, 3]


def test_the_same_of_several_wagers_is_told_once() -> None:
    [group] = group_findings(
        finding(status="review", message=f"Where the {name} wager is placed is not stated.", route=f"wagers / {name}")
        for name in ("ante", "bonus")
    )
    assert group.lead.message == "Where the ante wager is placed is not stated. The same for bonus."


def test_two_requirements_that_say_the_same_are_one_defect_of_law() -> None:
    twins = finding("b.gap", authority=ORDER, level="warning"), finding("a.gap")
    [group] = group_findings(twins)
    assert group.requirements == ("a.gap", "b.gap")
    verdict = judge_whole(*twins)
    assert (verdict.law.errors, verdict.order.faults) == (1, 0)


def test_one_defect_is_counted_once_at_its_gravest_level_in_the_section_of_the_law() -> None:
    verdict = judge_whole(finding("b.gap", authority=ORDER), finding("a.gap", level="warning"))
    assert (verdict.law.errors, verdict.law.warnings, verdict.order.errors) == (1, 0, 0)
    assert {name: count.total for name, count in verdict.points.items() if count.total} == {"breaches": 1}


def waiting(requirement: str, message: str, *routes: str, authority: str = LAW) -> Finding:
    places = tuple(Place("a.yaml", Span(3, 1, 3, 5), route) for route in routes)
    return Finding(FindingContent(requirement, "review", "error", message, authority=authority, waits=True), places)


def missing(requirement: str, status: str = "review", key: str = "deck / decks", authority: str = LAW) -> Finding:
    place = Place("a.yaml", Span(1, 1, 1, 5), "deck")
    said = FindingContent(
        requirement, status, "error", f"{requirement}: missing.", authority=authority, silent=True, key=key
    )
    return Finding(said, (place,))


def test_one_missing_fact_is_one_question_whatever_waits_for_it() -> None:
    found = [
        missing("a.shoe"),
        waiting("b.cards", "Depends on the decks.", "deck / decks", authority=ORDER),
        waiting("b.count", "Depends on two facts.", "deck / decks", "wagers / x", authority=ORDER),
        waiting("b.other", "Depends on another fact.", "wagers / x", authority=ORDER),
    ]
    groups = group_findings(found)
    assert [group.requirements for group in groups] == [("a.shoe", "b.cards", "b.count"), ("b.other",)]
    assert [group.section for group in groups] == ["missing", "drafting"]


def test_a_failure_for_want_of_a_fact_takes_the_questions_about_it_along_and_never_hides_behind_one() -> None:
    [breach] = group_findings([missing("a.shoe", "fail"), missing("b.shoe")])
    assert (breach.section, breach.requirements) == ("breaches", ("a.shoe", "b.shoe"))
    question, drafting = group_findings([missing("a.shoe"), missing("b.shoe", "fail", authority=ORDER)])
    assert (question.section, drafting.section) == ("missing", "drafting")


def test_agency_practice_is_no_breach_of_law() -> None:
    verdict = judge_whole(finding(authority="approval practice", level="warning"))
    assert (verdict.points["breaches"].total, verdict.points["practice"].warnings) == (0, 1)


def test_both_sides_of_a_pair_are_one_defect_of_both_documents() -> None:
    here, there = Place("a.yaml", Span(3, 1, 3, 5), "games / 1"), Place("b.yaml", Span(7, 1, 7, 5), "games / 2")
    found = [
        finding("b.pair", message="Here $1.", path="a.yaml", route="games / 1", line=3)._replace(places=(here, there)),
        finding("b.pair", message="Here $2.", path="b.yaml", route="games / 2", line=7)._replace(places=(there, here)),
    ]
    [group] = group_findings(found)
    assert group.paths == ("a.yaml", "b.yaml")
    judged = judge(run(*found, paths=("a.yaml", "b.yaml")))
    assert [verdict.law.errors for verdict in (judged.whole, *judged.documents)] == [1, 1, 1]


def test_other_words_at_other_places_are_other_defects() -> None:
    assert len(group_findings([finding(), finding(message="Seven rates.", route="options / 2")])) == 2


def test_no_verdict_word_where_no_law_of_the_day_is_known() -> None:
    about = About(first_law={"california": "1984-01-01"})
    results = run(finding("b.text", "pass", authority=ORDER), about=about)
    assert judge(results).whole.answer == ""
    answer, gap = describe_run(results)
    assert answer == "No law of this day is known here: no requirement of law or practice was met."
    assert gap.startswith("The earliest California law known here is of January 1, 1984.")


def test_a_verdict_names_what_it_rests_on_and_the_days_of_the_law() -> None:
    about = About(looked_up={"california": LookedUp("2023-12-31", "2024-06-01")}, left_to_people={"california": 24})
    results = run(finding(), finding("a.turn", "pass", basis="reading"), about=about)
    assert describe_run(results) == [
        "Not ready to submit: 1 breach of law.",
        "California law as of July 1, 2024, checked between December 31, 2023 and June 1, 2024: "
        "later changes are not reflected.",
        "Basis of 2 legal answers: 1 computed, 1 interpreted.",
        "24 duties cannot be checked from documents.",
    ]
