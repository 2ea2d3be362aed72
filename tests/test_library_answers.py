"""No fact of the library is told met in one place and open, or contradicted, in another."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from tests.conftest import ROOT, Ran

Pitboss = Callable[..., Ran]

_AGAIN = "reading / said-again / "
# What a pass may say of a fact that is contradicted: that it holds by each saying, or where the fact is stated.
TRUE_OF_BOTH = re.compile(r"it holds by each|is stated in a place of its own")


_REPORT: dict[str, Any] = {}


def read_report(pitboss: Pitboss) -> dict[str, Any]:
    """What is found in the library, as JSON. It is asked once: it does not change."""
    if not _REPORT:
        _REPORT.update(pitboss("check", str(ROOT / "rulesets"), "--as-of", "2026-11-16", "--format", "json").data)
    return _REPORT


def read_findings(pitboss: Pitboss) -> dict[str, list[Any]]:
    """The findings of the library, by document."""
    found: dict[str, list[Any]] = defaultdict(list)
    for one in read_report(pitboss)["findings"]:
        if one["places"]:
            found[one["places"][0]["path"]].append(one)
    return found


def list_facts(finding: Any) -> list[str]:
    """The facts of the document that a finding is about; of what is said again, the fact."""
    path = finding["places"][0]["path"]
    routes = [place["route"] for place in finding["places"] if place["path"] == path and place["route"]]
    return [route.removeprefix(_AGAIN).split(" / ", 1)[-1] if route.startswith(_AGAIN) else route for route in routes]


def test_no_fact_is_told_met_and_denied_at_once(pitboss: Pitboss) -> None:
    passes = 0
    for path, findings in read_findings(pitboss).items():
        contradicted = {
            fact
            for one in findings
            if one["status"] in ("fail", "review") and one["requirement"].endswith("conflict")
            for fact in list_facts(one)
        }
        for one in findings:
            if one["status"] == "pass":
                passes += 1
                facts = list_facts(one)[:1]
                met = contradicted.intersection(facts)
                assert not met or TRUE_OF_BOTH.search(one["message"]), (path, one["requirement"], met)
    assert passes > 500


def test_an_answer_has_one_status_for_each_requirement_and_place(pitboss: Pitboss) -> None:
    for path, findings in read_findings(pitboss).items():
        statuses = defaultdict(set)
        for one in findings:
            for fact in list_facts(one)[:1]:
                statuses[one["requirement"], fact].add(one["status"])
        both = {key for key, found in statuses.items() if "pass" in found and len(found) > 1}
        assert not both, (path, both)


def test_one_cause_is_one_point(pitboss: Pitboss) -> None:
    """One open fact in several options, one clause that several requirements miss, one sentence said in two ways."""
    report = read_report(pitboss)
    asked = {
        "pai-gow-tiles-schedule": ("What is the fee charged per: hand, wager or hour? (option 1 and 7 more)", 5),
        "ez-baccarat-panda-8": ("What happens when nobody takes the bank?", 3),
        "three-card-poker-6-card-bonus": ("A higher hand pays less: Bonus Bet", 1),
        "pai-gow-pow": (
            "The text says two things on whether a player with two hands is paid envy on the other hand",
            2,
        ),
    }
    for name, (headline, fewest) in asked.items():
        mine = [one for one in report["points"] if one["documents"][0].endswith(f"/{name}.yaml")]
        found = [len(one["requirements"]) for one in mine if one["headline"].startswith(headline)]
        assert len(found) == 1, (name, found)
        assert found[0] >= fewest, (name, found)


def test_points_name_the_requirements_that_wait(pitboss: Pitboss) -> None:
    """Whatever fails or waits is in one point, with all that is told there."""
    report = read_report(pitboss)
    told = {
        (path, requirement)
        for point in report["points"]
        for path in point["documents"]
        for requirement in point["requirements"]
    }
    asked = {
        (one["places"][0]["path"], one["requirement"])
        for one in report["findings"]
        if one["status"] in ("fail", "review")
    }
    assert asked <= told
    assert len(report["points"]) <= 320
    summary = report["summary"]
    assert sum(summary["causes"].values()) == len(report["points"])
    waiting = sum(one["waits"] and one["status"] == "review" for one in report["findings"])
    assert (summary["waiting"], summary["review"]) == (
        waiting,
        sum(one["status"] == "review" for one in report["findings"]) - waiting,
    )


def test_no_fact_is_met_open_and_failed_at_once(pitboss: Pitboss) -> None:
    for path, findings in read_findings(pitboss).items():
        statuses = defaultdict(set)
        for one in findings:
            for fact in list_facts(one)[:1] if not TRUE_OF_BOTH.search(one["message"]) else ():
                statuses[fact].add(one["status"])
        assert not [fact for fact, found in statuses.items() if {"pass", "review", "fail"} <= found], path


def test_every_answer_says_something(pitboss: Pitboss) -> None:
    """A message names facts and their values: a group of entries is no value, and a bare name says nothing of it."""
    messages = {one["message"] for one in read_report(pitboss)["findings"]}
    assert not [one for one in messages if "a group of entries" in one]
    assert not [one for one in messages if one.startswith("Does not apply. ") and ": " not in one]
    assert not [one for one in messages if one[:1].islower() and "in a place of its own" in one]
