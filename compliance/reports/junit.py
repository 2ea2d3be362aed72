"""Findings as JUnit XML: a suite for each document, a case for each requirement that it was asked.

JUnit knows four outcomes. What fails the run is a failure (its type is the level): a `fail` at or above `--fail-on`, so
that a pipeline stops for the same as the command. A lesser one passes, and is told. An `error` is an error. A `review`
is skipped: not decided, and no reason to stop a pipeline; `information` passes. What does not apply is left out unless
everything is asked for, so that "skipped" means that a person has to look.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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

Cases = dict[str, list[Finding]]


def render(findings: Findings, context: Context) -> Iterator[str]:
    """The whole report."""
    suites: dict[str, Cases] = {document.path: {} for document in findings.documents}
    for finding in findings.findings:
        if finding.status != "not-applicable" or context.show_all:
            path = finding.places[0].path if finding.places else ""
            suites.setdefault(path, {}).setdefault(finding.requirement, []).append(finding)
    titles = {document.path: document.title for document in findings.documents}
    root = ElementTree.Element("testsuites", {"name": "Pit Boss"})
    wanted = LEVELS[LEVELS.index(context.fail_on) :]
    root.extend(_suite(path, titles.get(path, ""), cases, findings, wanted) for path, cases in suites.items())
    for name in ("tests", "failures", "errors", "skipped"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    ElementTree.indent(root, " ")
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield in_markup(ElementTree.tostring(root, encoding="unicode")) + "\n"


def _suite(path: str, title: str, cases: Cases, findings: Findings, wanted: Sequence[str]) -> ElementTree.Element:
    suite = ElementTree.Element("testsuite", {"name": _text(plain(posix(path))) if path else "Pit Boss"})
    properties = ElementTree.SubElement(suite, "properties")
    told = [("title", title), ("as-of", str(findings.as_of)), ("catalogue", findings.catalogue)]
    told += [("verdict", said) for said in verdict_lines(findings)]
    told += [("remark", remark) for remark in remarks(findings)]
    for name, value in told:
        ElementTree.SubElement(properties, "property", {"name": name, "value": _text(value)})
    made = [_case(path, requirement, answers, wanted) for requirement, answers in cases.items()]
    suite.extend(made)
    outcomes = [case[0].tag for case in made]
    suite.set("tests", str(len(made)))
    for name, outcome in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(name, str(outcomes.count(outcome)))
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
    outcome = "skipped" if worst.status == "not-applicable" else _OUTCOMES.get(worst.status)
    if worst.status == "fail" and worst.level not in wanted:
        outcome = None
    if outcome is None:
        ElementTree.SubElement(case, "system-out").text = told
        return case
    result = ElementTree.SubElement(case, outcome, {"message": _text(f"{worst.status}: {worst.message}")})
    if outcome != "skipped":
        result.set("type", worst.level)
    result.text = told
    return case


def _told(finding: Finding) -> Iterator[str]:
    yield _text(f"{finding.status}: {finding.message}")
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
