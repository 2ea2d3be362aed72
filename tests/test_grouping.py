"""Which findings are one defect, in what order they are told, and in which section of a report they stand."""

from __future__ import annotations

from typing import Any

from compliance.checks.verdicts import NOT_STATED
from compliance.engine.findings import Finding, FindingContent, Place
from compliance.engine.grouping import (
    MOST_OF_SET,
    MOST_PLACES,
    count_defect,
    group_findings,
    section_of,
    select_listed,
    sort_findings,
)
from compliance.source import Span

LAW, PRACTICE, DRAFTING = "regulation", "approval practice", "good order"


def find(
    requirement: str,
    status: str = "fail",
    message: str = "It is wrong.",
    at: str = "table / players",
    *others: Place,
    path: str = "a.yaml",
    line: int = 5,
    level: str = "error",
    authority: str = LAW,
    label: str = "",
    **more: Any,
) -> Finding:
    content = FindingContent(requirement, status, level, message, authority=authority, **more)
    return Finding(content, (place(at, line, path, label), *others))


def place(at: str, line: int = 5, path: str = "a.yaml", label: str = "") -> Place:
    return Place(path, Span(line, 1, line, 9), at, label)


def groups(*found: Finding) -> list[list[str]]:
    """The requirements of each defect, in the order in which defects are told."""
    return [[one.requirement for one in group.members] for group in group_findings(found)]


def test_the_section_follows_from_status_and_authority() -> None:
    for status, authority, section in (
        ("error", "", "unread"),
        ("fail", LAW, "breaches"),
        ("review", LAW, "missing"),
        ("fail", PRACTICE, "practice"),
        ("review", PRACTICE, "practice"),
        ("fail", DRAFTING, "drafting"),
        ("review", DRAFTING, "drafting"),
        ("waived", LAW, "decided"),
        ("answered", DRAFTING, "decided"),
        ("information", "suspended", "suspended"),
    ):
        assert section_of(find("a", status, authority=authority)) == section, (status, authority)


def test_findings_are_told_by_section_level_document_and_line() -> None:
    ordered = [
        find("unread", "error", authority=""),
        find("grave"),
        find("later", line=6),
        find("other", path="b.yaml"),
        find("light", level="warning"),
        find("question", "review", level="note"),
        find("practice", authority=PRACTICE),
        find("practice-question", "review", authority=PRACTICE),
        find("drafting", authority=DRAFTING),
        find("decided", "waived"),
        find("told", "information", authority="suspended"),
        find("met", "pass"),
        find("not-asked", "not-applicable"),
    ]
    assert [one.requirement for one in sort_findings(reversed(ordered))] == [one.requirement for one in ordered]
    for later, first in (("fail", "fail"), ("review", "review")):
        pair = [find("b", first, level="warning", line=1), find("a", later, level="warning", line=2)]
        assert sort_findings(reversed(pair)) == pair
    questions = [find("b", "review", level="note", line=1), find("a", "review", level="error", line=2)]
    assert sort_findings(reversed(questions)) == questions
    same = [find("b"), find("a"), Finding(FindingContent("nowhere", "fail", "error", "", authority=LAW))]
    assert [one.requirement for one in sort_findings(same)] == ["nowhere", "a", "b"]


def test_what_passed_or_does_not_apply_is_no_defect() -> None:
    assert groups(find("a", "pass"), find("b", "not-applicable")) == []


ONE = ["a", "b"]


def test_the_same_said_of_the_same_place_is_one_defect() -> None:
    assert groups(find("a"), find("b")) == [ONE]
    assert groups(find("a", message="See line 7."), find("b", message="See lines 8-9.")) == [ONE]
    for other in (
        find("b", message="Something else."),
        find("b", at="table / seats"),
        find("b", line=6),
        find("b", "review"),
        find("b", path="b.yaml"),
    ):
        assert len(groups(find("a"), other)) == 2, other


def option(number: int, message: str = "Option {} has six rates.", requirement: str = "a", **more: Any) -> Finding:
    return find(requirement, "fail", message.format(number), f"options / {number} / bands", line=number, **more)


def test_the_same_said_of_several_options_is_one_defect_that_names_them() -> None:
    (group,) = group_findings([option(1), option(2), option(3)])
    assert group.lead.message == "Option 1 has six rates. The same in options 2 and 3."
    assert [one.route for one in group.lead.places] == [f"options / {n} / bands" for n in (1, 2, 3)]
    assert [one.label for one in group.lead.places] == ["", "", ""]
    assert (len(group.others), group.stands_for, group.paths) == (2, 1, ("a.yaml",))
    assert group.section == "breaches"
    assert len(group_findings([option(1), option(2, requirement="b")])) == 2
    assert len(group_findings([option(1), option(2, level="warning")])) == 2
    assert len(group_findings([option(1), option(2, "Option {} has no rate.")])) == 2


def test_one_fault_of_drafting_in_several_options_tells_the_figures_of_each() -> None:
    first = option(1, "Option {} begins at $1.", authority=DRAFTING)
    second = option(2, "Option {} begins at $9.", authority=DRAFTING)
    second = second._replace(places=(*second.places, place("unit", 9)))
    (group,) = group_findings([first, second])
    assert [one.label for one in group.lead.places] == ["", "Option 2 begins at $9.", ""]
    assert [one.route for one in group.lead.places][2:] == ["unit"]
    elsewhere = find("a", message="It begins at $9.", at="options / 2 / title", line=2, authority=DRAFTING)
    assert len(group_findings([first, elsewhere])) == 2
    deep = [
        find("a", message=f"{band} is odd.", at=f"options / 1 / collections / {n} / bands / {band}", authority=DRAFTING)
        for n, band in enumerate(("$1-$9", "$10+"), 1)
    ]
    assert len(group_findings(deep)) == 1
    assert len(group_findings([first, second._replace(waits=True)])) == 2
    for at, count in (("tables / win / rows", 1), ("references / {} / to", 1), ("wagers / {} / pays", 2)):
        rows = [find("a", "review", f"Figure {n}.", at.format(n), line=n, authority=DRAFTING) for n in (1, 2)]
        assert len(group_findings(rows)) == count, at


def test_only_items_of_the_same_requirement_and_document_are_named_with_the_first() -> None:
    assert group_findings([find("a", at="title"), find("b", at="title")])[0].lead.message == "It is wrong."
    twice = [option(1), option(1)._replace(places=(place("options / 1 / title", 2),))]
    assert [one.lead.message for one in group_findings(twice)] == ["Option 1 has six rates."]
    lacking = [
        find(name, "review", f"Option {n} lacks it.", f"options / {n} / x", silent=True, key="k / x", line=n)
        for n, name in enumerate("ab", 1)
    ]
    assert [one.lead.message for one in group_findings(lacking)] == ["Option 1 lacks it."]
    shared = [option(1, shared="x"), option(2, shared="x", path="b.yaml")]
    assert [one.lead.message for one in group_findings(shared)] == ["Option 1 has six rates."]


def test_two_texts_that_contradict_each_other_at_several_steps_are_one_defect() -> None:
    def repeat(n: int, at: str, message: str) -> Finding:
        return find("a", "review", message.format(n), at.format(n), line=n, authority=DRAFTING)

    message, at = 'On line {0}: "deal" (step {0}) is not "draw".', "reading / said-again / {0} / round / {0}"
    assert len(group_findings([repeat(1, at, message), repeat(2, at, message)])) == 1
    assert len(group_findings([repeat(1, "round / {}", message), repeat(2, "round / {}", message)])) == 2
    plain = 'On line {0}: "deal" of {0} is not "draw".'
    assert len(group_findings([repeat(1, at, plain), repeat(2, at, plain)])) == 2


def test_wagers_go_by_their_names() -> None:
    found = [
        find("a", message=f"The {name} wager pays nothing.", at=f"wagers / {name} / pays", line=line)
        for line, name in enumerate(("nines", "tens"), 1)
    ]
    (group,) = group_findings(found)
    assert group.lead.message == "The nines wager pays nothing. The same for tens."


WAITING = "Cannot be answered until the document states who banks."


def wait(requirement: str, cause: str = "bank / by", status: str = "review", **more: Any) -> Finding:
    return find(requirement, status, f"{requirement} is open.", f"x / {requirement}", waits=True, cause=cause, **more)


def test_what_waits_for_one_fact_is_one_question_in_the_words_that_say_so() -> None:
    waiting = wait("b")._replace(message=WAITING)
    (group,) = group_findings([wait("a", line=4), waiting, wait("c", line=6)])
    assert group.lead.message == WAITING
    assert group.requirements == ("a", "b", "c")
    assert len(groups(wait("a"), wait("b", "table / players"))) == 2
    assert groups(wait("a", ""), find("b", "review", "Open.", "x / a", waits=True)) == [ONE]
    assert len(groups(wait("a"), find("b", "review", cause="bank / by"))) == 2
    assert len(groups(wait("a", ""), wait("b", ""))) == 2
    beside = wait("a", "")._replace(places=(place("x / a"), place("x / b", path="b.yaml")))
    assert len(groups(beside, wait("b", "", line=6))) == 2
    failing = missing("a", status="fail")
    assert group_findings([failing, wait("b", line=6)._replace(message=WAITING)])[0].lead.message == failing.message


def missing(requirement: str, key: str = "bank / by", status: str = "review", **more: Any) -> Finding:
    message = f"{requirement}: nothing says it."
    return find(requirement, status, message, f"x / {requirement}", silent=True, key=key, **more)


def test_what_is_missing_for_several_requirements_is_one_question() -> None:
    (group,) = group_findings([missing("a"), missing("b", line=6)])
    assert group.requirements == ("a", "b")
    assert [one.label for one in group.lead.places] == ["", ""]
    unnamed = [
        find(name, "review", f"{name}.", f"x / {name}", place("k", label=NOT_STATED), silent=True) for name in "ab"
    ]
    assert len(groups(*unnamed)) == 2
    assert len(groups(missing("a"), missing("b", "table / seats", line=6))) == 2
    assert groups(missing("a", cause="bank"), missing("b", "bank / seat", cause="bank", line=6)) == [ONE]
    unstated = find("b", "review", "No.", "y / b", place("bank / by", label=NOT_STATED), silent=True, key="y / b")
    assert groups(missing("a"), unstated._replace(places=(place("y / b", 6), *unstated.places[1:]))) == [ONE]


def test_a_question_goes_with_a_failure_of_the_same_cause_and_no_failure_with_a_question() -> None:
    assert groups(missing("a", status="fail"), missing("b", line=6)) == [ONE]
    assert len(groups(missing("a", line=6), missing("b", status="fail", authority=PRACTICE))) == 2


def test_what_is_missing_for_the_law_is_told_once_and_not_again_for_the_draft() -> None:
    draft = missing("b", status="fail", authority=DRAFTING, level="warning", line=6)
    assert groups(missing("a"), draft) == [ONE]
    assert len(groups(missing("a"), draft._replace(level="error"))) == 2


def test_a_question_of_drafting_about_a_block_goes_with_a_question_of_law_in_it() -> None:
    whole = find("b", "review", "It is incomplete.", "bank / rotation", authority=DRAFTING, line=6)
    assert groups(missing("a", "bank / rotation / every"), whole) == [ONE]
    assert len(groups(missing("a", "bank / rotation / every"), whole._replace(waits=True))) == 2
    assert len(groups(missing("a", "bank / seat / every"), whole)) == 2
    spoken = missing("a", "bank / rotation / every")._replace(silent=False)
    assert len(groups(spoken, whole)) == 2
    of_law = find("b", "review", "It is incomplete.", "bank / rotation", line=6)
    assert len(groups(missing("a", "bank / rotation / every"), of_law)) == 2


def test_a_block_that_the_draft_lacks_goes_with_a_question_of_law_in_it_and_of_law_alone() -> None:
    lacking = find("b", "fail", "No block.", "bank / rotation", silent=True, key="b", authority=DRAFTING, line=6)
    lacking = lacking._replace(level="warning")
    question = missing("a", "bank / rotation / every")
    assert groups(question, lacking) == [ONE]
    assert len(groups(question._replace(authority=PRACTICE), lacking)) == 2
    assert len(groups(question._replace(status="fail"), lacking)) == 2


def test_a_failure_of_drafting_that_repeats_one_of_law_in_its_words_is_one_with_it() -> None:
    words = "Six collection rates stand at one table where five are the most"
    near, far = f"{words} allowed.", "Something is written in another place of the text."
    first = find("a", message=f"{words} that the law allows.")
    assert groups(first, find("b", message=near, authority=DRAFTING)) == [ONE]
    assert len(groups(first, find("b", message=far, authority=DRAFTING))) == 2
    assert len(groups(first, find("b", message=near, authority=DRAFTING, at="other"))) == 2
    assert len(groups(first, find("b", "review", near, authority=DRAFTING))) == 2


def test_what_is_said_twice_is_one_defect_however_often() -> None:
    again = [
        find("a", "fail", f"Said otherwise, {n}.", f"reading / said-again / {at}", line=n)
        for n, at in enumerate(("1 / bank / by", "2 / bank / by", "3 / table / players"), 1)
    ]
    assert [len(one) for one in groups(*again)] == [2, 1]
    assert groups(again[0], again[0]._replace(requirement="b", message="Other.")) == [ONE]


def test_a_defect_of_two_documents_is_told_once_from_whichever_side() -> None:
    here, there = place("id"), place("id", path="b.yaml")
    sides = [Finding(find("a").said, places) for places in ((here, there), (there, here))]
    assert groups(*sides) == [["a", "a"]]
    shared = [find("a", path=path, shared="harbor-nines") for path in ("a.yaml", "b.yaml", "c.yaml")]
    (group,) = group_findings(shared)
    assert group.paths == ("a.yaml", "b.yaml", "c.yaml")
    assert len(groups(shared[0], shared[1]._replace(shared="other"))) == 2
    assert len(groups(shared[0], shared[1]._replace(stands_for=2))) == 2
    within = [find("a", message=text, at="id")._replace(places=(here, place("title"))) for text in ("One.", "Two.")]
    assert len(groups(*within)) == 2


def test_what_is_only_counted_stands_alone_and_counts() -> None:
    counted = find("a", stands_for=4)
    assert len(groups(find("a"), counted)) == 2
    assert count_defect([find("a"), counted]) == 4


def test_the_gravest_level_of_a_defect_is_its_level() -> None:
    (group,) = group_findings([find("a", level="note"), find("b", level="warning")])
    assert group.level == "warning"


def test_a_defect_with_too_many_places_tells_how_many_more_there_are() -> None:
    for extra, label in ((0, ""), (1, "and 1 more place"), (5, "and 5 more places")):
        (group,) = group_findings([option(n) for n in range(1, MOST_PLACES + extra + 1)])
        assert len(group.lead.places) == MOST_PLACES + bool(extra)
        assert group.lead.places[-1].label == label


def test_of_a_set_only_so_many_defects_of_a_kind_are_told_one_by_one() -> None:
    found = [find("a", line=n) for n in range(MOST_OF_SET + 2)] + [find("b"), find("a", "review")]
    told, left = select_listed(found, lambda one: one, documents=2)
    assert (len(told), [len(one) for one in left]) == (MOST_OF_SET + 2, [2])
    told, left = select_listed(found, lambda one: one, documents=1)
    assert (len(told), left) == (len(found), [])
