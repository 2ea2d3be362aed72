"""A finding keeps its identity for as long as it is the same requirement, document and route."""

from __future__ import annotations

from datetime import date

import pytest

from compliance.engine.findings import Checked, Finding, FindingContent, Findings, Place
from compliance.reports.identity import fingerprints, posix, uri
from compliance.source import Span


def finding(message: str = "Two rates.", path: str = "a.yaml", route: str = "options / 1", line: int = 3) -> Finding:
    return Finding(
        FindingContent("test.rates", "fail", "error", message), (Place(path, Span(line, 1, line, 5), route),)
    )


def run(*findings: Finding, documents: tuple[str, ...] = ("a.yaml",)) -> Findings:
    return Findings(date(2024, 7, 1), "", [Checked(path, "") for path in documents], findings)


def fingerprint(found: Finding) -> str:
    (mark,) = fingerprints(run(found))
    return mark


def test_a_finding_survives_moved_lines() -> None:
    assert fingerprint(finding(line=3)) == fingerprint(finding(line=300))


def test_a_finding_survives_other_words() -> None:
    assert fingerprint(finding("Two rates.")) == fingerprint(finding("There are 2 rates, see line 7."))


@pytest.mark.parametrize("other", [finding(path="b.yaml"), finding(route="options / 2")])
def test_another_finding_has_another_fingerprint(other: Finding) -> None:
    assert fingerprint(other) != fingerprint(finding())


def test_the_same_path_may_be_written_in_two_ways() -> None:
    assert fingerprint(finding(path="./rules//a.yaml")) == fingerprint(finding(path="rules/a.yaml"))


def test_findings_at_one_route_are_told_apart_by_their_other_places_and_then_by_number() -> None:
    other = Place("a.yaml", Span(9, 1, 9, 5), "envy / tables / 2")
    one, two, three = finding(), finding()._replace(places=(*finding().places, other)), finding()
    marks = fingerprints(run(one, two, three))
    assert len(set(marks)) == 3
    reworded = [found._replace(message="Other words.") for found in (one, two, three)]
    assert fingerprints(run(*reworded)) == marks
    assert fingerprints(run(one, three, two))[2] == marks[1]


@pytest.mark.parametrize("folder", ["./rules", "rules", "/srv/rules", "rules/../rules"])
def test_it_does_not_matter_how_paths_were_written(folder: str) -> None:
    assert fingerprints(run(finding(path=f"{folder}/a.yaml")), "/srv") == fingerprints(
        run(finding(path="rules/a.yaml"))
    )


def test_a_path_becomes_a_uri() -> None:
    assert posix("./a/b.yaml") == "a/b.yaml"
    assert uri("./a b/c:d%é.yaml") == "a%20b/c%3Ad%25%C3%A9.yaml"
    assert uri("/a/b.yaml") == "file:///a/b.yaml"
    assert uri("a/\udcff.yaml") == "a/%FF.yaml"
