"""A finding keeps its identity for as long as it says the same thing about the same place of the same file."""

from __future__ import annotations

from datetime import date

import pytest

from compliance.findings import Checked, Finding, Findings, Place
from compliance.reports.identity import fingerprint, fingerprints, posix, uri
from compliance.source import Span


def finding(message: str = "Two rates.", path: str = "a.yaml", route: str = "options / 1", line: int = 3) -> Finding:
    return Finding("test.rates", "fail", "error", message, places=(Place(path, Span(line, 1, line, 5), route),))


def run(*findings: Finding, documents: tuple[str, ...] = ("a.yaml",)) -> Findings:
    return Findings(date(2024, 7, 1), "", [Checked(path, "") for path in documents], findings)


def test_a_finding_survives_moved_lines() -> None:
    assert fingerprint(finding(line=3)) == fingerprint(finding(line=300))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("first given at line 7.", "first given at line 1,024."),
        ("see lines 3-8 and 12", "see lines 4-9 and 13"),
        ("(source lines 692-693)", "(source lines 12, 14-15)"),
    ],
)
def test_lines_in_its_words_do_not_count(before: str, after: str) -> None:
    assert fingerprint(finding(before)) == fingerprint(finding(after))


@pytest.mark.parametrize(
    "other",
    [finding("Three rates."), finding(path="b.yaml"), finding(route="options / 2"), finding("On line dancing.")],
)
def test_another_finding_has_another_fingerprint(other: Finding) -> None:
    assert fingerprint(other) != fingerprint(finding())


def test_the_same_path_may_be_written_in_two_ways() -> None:
    assert fingerprint(finding(path="./rules//a.yaml")) == fingerprint(finding(path="rules/a.yaml"))


def test_findings_that_say_the_same_are_told_apart_in_order() -> None:
    first, second, third = fingerprints(run(finding(), finding(), finding("Other.")))
    assert len({first, second, third}) == 3
    assert [first, second] == fingerprints(run(finding(line=9), finding(line=10)))


@pytest.mark.parametrize("said", ["as Harbor terms ({}) says.", "is 5 (in Harbor, terms, {}) and no more (at all)."])
@pytest.mark.parametrize("folder", ["./rules", "rules", "/srv/rules", "rules/../rules", "/srv/other (old), /rules"])
def test_it_does_not_matter_how_paths_were_written(said: str, folder: str) -> None:
    def marks(folder: str) -> list[str]:
        path, other = f"{folder}/a.yaml", f"{folder}/terms (new), 2.yaml"
        shown = "rules/a.yaml" if "other" in folder else path
        return fingerprints(run(finding(said.format(other), shown), documents=(path, other)), "/srv")

    assert marks(folder) == marks("rules")


def test_brackets_that_hold_no_path_are_part_of_what_is_said() -> None:
    first, second = finding("Two rates (old)."), finding("Two rates (new).")
    assert len(set(fingerprints(run(first, second)))) == 2


def test_a_path_becomes_a_uri() -> None:
    assert posix("./a/b.yaml") == "a/b.yaml"
    assert uri("./a b/c:d%é.yaml") == "a%20b/c%3Ad%25%C3%A9.yaml"
    assert uri("/a/b.yaml") == "file:///a/b.yaml"
    assert uri("a/\udcff.yaml") == "a/%FF.yaml"
