"""Findings as JUnit XML: a suite for each document, a case for each requirement that it was asked.

JUnit knows four outcomes. What fails the run is a failure (its type is the level): a `fail` at or above `--fail-on`, so
that a pipeline stops for the same as the command. A lesser one passes, and is told. An `error` is an error. A `review`
is skipped: not decided, and no reason to stop a pipeline; `information` passes. What does not apply is left out unless
everything is asked for, so that "skipped" means that a person has to look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from xml.etree import ElementTree

from compliance.findings import STATUSES, Finding, Findings
from compliance.grouping import order
from compliance.law.words import LEVELS
from compliance.reports import Context
from compliance.reports.identity import posix
from compliance.reports.sentences import law, law_label, remarks, rests_on, verdict_lines
from compliance.reports.text import flowing, in_markup, plain

_OUTCOMES: Final = {"fail": "failure", "error": "error", "review": "skipped"}
_COUNTS: Final = {"failures": "failure", "errors": "error", "skipped": "skipped"}

Cases = dict[str, list[Finding]]


def render(findings: Findings, context: Context) -> Iterator[str]:
    """The whole report, suite by suite."""
    suites: dict[str, Cases] = {document.path: {} for document in findings.documents}
    for finding in findings.findings:
        if finding.status != "not-applicable" or context.show_all:
            suites.setdefault(finding.path, {}).setdefault(finding.requirement, []).append(finding)
    titles = {document.path: document.title for document in findings.documents}
    wanted = LEVELS[LEVELS.index(context.fail_on) :]
    counted = [_counts(cases, wanted) for cases in suites.values()]
    whole = "".join(f' {name}="{sum(counts[name] for counts in counted)}"' for name in ("tests", *_COUNTS))
    told = _told_of_run(findings)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name="Pit Boss"{whole}>\n'
    for (path, cases), counts in zip(suites.items(), counted, strict=True):
        suite = _suite(path, [("title", titles.get(path, "")), *told], cases, counts, wanted)
        ElementTree.indent(suite, " ", 1)
        yield in_markup(f" {ElementTree.tostring(suite, encoding='unicode')}\n")
    yield "</testsuites>\n"


def _told_of_run(findings: Findings) -> list[tuple[str, str]]:
    told = [("as-of", str(findings.as_of)), ("catalogue", findings.catalogue)]
    told += [("verdict", said) for said in verdict_lines(findings)]
    return told + [("remark", remark) for remark in remarks(findings)]


def _counts(cases: Cases, wanted: Sequence[str]) -> dict[str, int]:
    outcomes = Counter(_outcome(min(answers, key=order), wanted) for answers in cases.values())
    return {"tests": len(cases)} | {name: outcomes[outcome] for name, outcome in _COUNTS.items()}


def _outcome(worst: Finding, wanted: Sequence[str]) -> str | None:
    """What JUnit calls the worst answer to a requirement; None for one that passes."""
    if worst.status == "fail" and worst.level not in wanted:
        return None
    return "skipped" if worst.status == "not-applicable" else _OUTCOMES.get(worst.status)


def _suite(
    path: str, told: list[tuple[str, str]], cases: Cases, counts: Mapping[str, int], wanted: Sequence[str]
) -> ElementTree.Element:
    suite = ElementTree.Element("testsuite", {"name": _text(plain(posix(path))) if path else "Pit Boss"})
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in told:
        ElementTree.SubElement(properties, "property", {"name": name, "value": _text(value)})
    suite.extend(_case(path, requirement, answers, wanted) for requirement, answers in cases.items())
    for name, count in counts.items():
        suite.set(name, str(count))
    return suite


def _case(path: str, requirement: str, answers: list[Finding], wanted: Sequence[str]) -> ElementTree.Element:
    """One requirement of one document. Several answers are one case: the worst decides, and all are told."""
    answers = sorted(answers, key=order)
    worst = answers[0]
    case = ElementTree.Element("testcase", {"name": _text(requirement), "classname": _text(plain(posix(path)))})
    if worst.places:
        case.set("file", _text(plain(posix(worst.places[0].path))))
        case.set("line", str(worst.places[0].span.line))
    told = "\n\n".join("\n".join(_told(finding)) for finding in answers)
    outcome = _outcome(worst, wanted)
    if outcome is None:
        ElementTree.SubElement(case, "system-out").text = told
        return case
    result = ElementTree.SubElement(case, outcome, {"message": _text(f"{worst.status}: {worst.words}")})
    if outcome != "skipped":
        result.set("type", worst.level)
    result.text = told
    return case


def _told(finding: Finding) -> Iterator[str]:
    yield _text(f"{finding.status}: {finding.words}")
    for place in finding.places[:1]:
        yield _text(f"at {plain(posix(place.path))}:{place.span.line}:{place.span.column} {place.route}".rstrip())
    if finding.basis and finding.status != "not-applicable":
        yield _text(f"basis: {rests_on(finding)}")
    parts = {law_label(finding).lower(): law(finding), "note": finding.note, "remark": finding.remark}
    for name, value in (parts | {"remedy": finding.remedy}).items():
        if value and finding.status in STATUSES[:4]:
            yield _text(f"{name}: {value}")
    yield from (_text(f"paste: {line}") for line in finding.paste)


def _text(text: str) -> str:
    return flowing(text)
