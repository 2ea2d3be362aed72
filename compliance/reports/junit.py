"""Findings as JUnit XML: a suite for each document, a case for each requirement that it was asked.

JUnit knows four outcomes. What fails the run is a failure (its type is the level): a `fail` at or above `--fail-on`, so
that a pipeline stops for the same as the command. A lesser failure is skipped, as is a question: neither stops a
pipeline, and neither is green. An `error` is an error. What does not apply is left out unless everything is asked for,
so that "skipped" means that a person has to look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from xml.etree import ElementTree

from compliance.engine.findings import STATUSES, Finding, Findings
from compliance.engine.grouping import order
from compliance.law.levels import LEVELS
from compliance.reports import ReportContext
from compliance.reports.conclusion import describe_run
from compliance.reports.identity import posix
from compliance.reports.model import Report
from compliance.reports.sentences import describe_law, law_label, name_basis
from compliance.reports.text import flowing, neutralize_markup, plain

_OUTCOMES: Final = {"fail": "failure", "error": "error", "review": "skipped"}
_COUNTS: Final = {"failures": "failure", "errors": "error", "skipped": "skipped"}

Cases = dict[str, list[Finding]]
Headlines = dict[tuple[str, str], str]


def render(report: Report, context: ReportContext) -> Iterator[str]:
    """The whole report, suite by suite."""
    findings = report.findings
    suites: dict[str, Cases] = {document.path: {} for document in findings.documents}
    for finding in findings.findings:
        if finding.status != "not-applicable" or context.show_all:
            suites.setdefault(finding.path, {}).setdefault(finding.requirement, []).append(finding)
    headlines = _headlines_of(report)
    titles = {document.path: document.title for document in findings.documents}
    wanted = LEVELS[LEVELS.index(context.fail_on) :]
    counted = [_counts(cases, wanted) for cases in suites.values()]
    whole = "".join(f' {name}="{sum(counts[name] for counts in counted)}"' for name in ("tests", *_COUNTS))
    about_run = _properties_of_run(findings)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name="Pit Boss"{whole}>\n'
    for (path, cases), counts in zip(suites.items(), counted, strict=True):
        about = [("title", titles.get(path, "")), *about_run]
        suite = _suite(path, about, cases, counts, wanted, headlines)
        ElementTree.indent(suite, " ", 1)
        yield neutralize_markup(f" {ElementTree.tostring(suite, encoding='unicode')}\n")
    yield "</testsuites>\n"


def _headlines_of(report: Report) -> Headlines:
    """The headline of the report for each requirement of each document that needs attention."""
    found: Headlines = {}
    for point in report.points:
        for finding in point.group.members:
            found.setdefault((finding.path, finding.requirement), f"{point.grade}: {point.headline}")
    return found


def _properties_of_run(findings: Findings) -> list[tuple[str, str]]:
    about = [("as-of", str(findings.as_of)), ("catalogue", findings.catalog)]
    return about + [("conclusion", said) for said in describe_run(findings)]


def _counts(cases: Cases, wanted: Sequence[str]) -> dict[str, int]:
    outcomes = Counter(_outcome(min(answers, key=order), wanted) for answers in cases.values())
    return {"tests": len(cases)} | {name: outcomes[outcome] for name, outcome in _COUNTS.items()}


def _outcome(worst: Finding, wanted: Sequence[str]) -> str | None:
    """What JUnit calls the worst answer to a requirement; None for one that passes."""
    if worst.status == "fail" and worst.level not in wanted:
        return "skipped"
    return "skipped" if worst.status == "not-applicable" else _OUTCOMES.get(worst.status)


def _suite(
    path: str,
    about: list[tuple[str, str]],
    cases: Cases,
    counts: Mapping[str, int],
    wanted: Sequence[str],
    headlines: Headlines,
) -> ElementTree.Element:
    suite = ElementTree.Element("testsuite", {"name": _text(plain(posix(path))) if path else "Pit Boss"})
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in about:
        ElementTree.SubElement(properties, "property", {"name": name, "value": _text(value)})
    suite.extend(_case(path, requirement, answers, wanted, headlines) for requirement, answers in cases.items())
    for name, count in counts.items():
        suite.set(name, str(count))
    return suite


def _case(
    path: str, requirement: str, answers: list[Finding], wanted: Sequence[str], headlines: Headlines
) -> ElementTree.Element:
    """One requirement of one document. Several answers are one case: the worst decides, and all are told."""
    answers = sorted(answers, key=order)
    worst = answers[0]
    case = ElementTree.Element("testcase", {"name": _text(requirement), "classname": _text(plain(posix(path)))})
    if worst.places:
        case.set("file", _text(plain(posix(worst.places[0].path))))
        case.set("line", str(worst.places[0].span.line))
    words = "\n\n".join("\n".join(_describe(finding)) for finding in answers)
    outcome = _outcome(worst, wanted)
    if outcome is None:
        ElementTree.SubElement(case, "system-out").text = words
        return case
    headline = headlines.get((path, requirement), f"{worst.status}: {worst.message}")
    result = ElementTree.SubElement(case, outcome, {"message": _text(headline)})
    if outcome != "skipped":
        result.set("type", worst.level)
    result.text = words
    return case


def _describe(finding: Finding) -> Iterator[str]:
    yield _text(f"{finding.status}: {finding.words}")
    for place in finding.places[:1]:
        yield _text(f"at {plain(posix(place.path))}:{place.span.line}:{place.span.column} {place.route}".rstrip())
    for quote in [] if finding.silent else list(dict.fromkeys(q for place in finding.places for q in place.quotes))[:2]:
        yield _text(f"paper: {quote}")
    if finding.basis and finding.status != "not-applicable":
        yield _text(f"basis: {name_basis(finding)}")
    parts = {law_label(finding).lower(): describe_law(finding), "note": finding.note, "remark": finding.remark}
    for name, value in (parts | {"remedy": finding.remedy}).items():
        if value and finding.status in STATUSES[:4]:
            yield _text(f"{name}: {value}")
    yield from (_text(f"paste: {line}") for line in finding.paste)


def _text(text: str) -> str:
    return flowing(text)
