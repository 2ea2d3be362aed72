"""Findings as SARIF 2.1.0, for code scanning and editors.

Every requirement of the catalog is declared as a rule, with its law and history. Results are the points of the
report: failures, and questions as results of kind `review`, which code scanning shows as notes. What people decided
about one is a suppression of it. What passed or does not apply is a result only with everything asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, Final

from compliance.engine.findings import Checked, Finding, Findings, Place
from compliance.engine.grouping import ATTENTION, Group
from compliance.law.catalog import Catalog, Holding, Requirement
from compliance.law.levels import AUTHORITY_WORDS, BASES, SEEN_WORDS
from compliance.reports import ReportContext
from compliance.reports.conclusion import describe_caveats, describe_run
from compliance.reports.identity import fingerprints, posix, uri
from compliance.reports.json import verdict_data
from compliance.reports.markdown_text import escape_text as words
from compliance.reports.model import Report
from compliance.reports.sentences import describe_dates, describe_holding
from compliance.reports.text import flowing, json_text, plain

_SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_BASE: Final = "%SRCROOT%"
_FINGERPRINT: Final = "requirementDocumentRoute/v1"
_LINKED: Final = 5
_KINDS: Final = {
    "review": "review",
    "answered": "review",
    "information": "informational",
    "pass": "pass",
    "not-applicable": "notApplicable",
    "error": "open",
}
_FOR_RESULTS: Final = ("says", "note", "remedy")
_LINK: Final = re.compile(r"\[([^\[\]]*)\](?=\()")

Data = dict[str, Any]


def render(report: Report, context: ReportContext) -> Iterator[str]:
    """The whole log: a rule a line, and a result a line."""
    rules = _rules(report.findings, context.catalog())
    numbers = {rule["id"]: number for number, rule in enumerate(rules)}
    artifacts = {document.path: number for number, document in enumerate(report.findings.documents)}
    results = list(_results(report, context, rules, numbers, artifacts))
    named = {result["ruleIndex"] for result in results}
    told = (rule if number in named else _shorten(rule) for number, rule in enumerate(rules))
    driver = {"name": "Pit Boss", "version": context.version, "semanticVersion": context.version}
    yield f'{{\n "$schema": {json_text(_SCHEMA)},\n "version": "2.1.0",\n "runs": [\n{{\n'
    yield f'"tool": {{"driver": {json_text(driver)[:-1]}, "rules": ['
    yield from _rows(told)
    yield "]}},\n"
    for name, value in _run(report, numbers, artifacts).items():
        yield f'"{name}": {json_text(value, indent=1)},\n'
    yield '"results": ['
    yield from _rows(results)
    yield "]\n}\n]\n}\n"


def _rows(rows: Iterable[Data]) -> Iterator[str]:
    """Data as the items of a list, one a line."""
    separator = "\n"
    for row in rows:
        yield separator + json_text(row)
        separator = ",\n"
    if separator != "\n":
        yield "\n"


def _shorten(rule: Data) -> Data:
    """A rule that no result refers to: what it asks and by which law, without help."""
    properties = {name: value for name, value in rule.get("properties", {}).items() if name not in _FOR_RESULTS}
    return {name: value for name, value in rule.items() if name != "help"} | {"properties": properties}


def _results(
    report: Report, context: ReportContext, rules: list[Data], rule_numbers: dict[str, int], artifacts: dict[str, int]
) -> Iterator[Data]:
    """The points of the report, and with everything asked for every other answer."""
    known = context.catalog().requirements
    for point in report.points:
        lead = point.lead
        result = _result(point.group, point.mark, rule_numbers, artifacts, lead.requirement in known)
        detail = point.detail if point.detail and not point.detail.startswith(point.headline) else ""
        words = f"{point.headline}{'' if point.headline.endswith(('.', '?', '…')) else '.'} {detail}".strip()
        result["message"]["text"] = _text(words) + _linked(lead.places)
        result["properties"]["section"] = point.section
        yield _drop_repeated(result, rules)
    if context.show_all:
        findings = report.findings
        marks = fingerprints(findings, context.folder)
        for finding, mark in zip(findings.findings, marks, strict=True):
            if finding.status not in ATTENTION:
                cataloged = finding.requirement in known
                yield _drop_repeated(_result(Group(finding), mark, rule_numbers, artifacts, cataloged), rules)


def _drop_repeated(result: Data, rules: list[Data]) -> Data:
    """A result without what its rule says of the law and what to do."""
    said = rules[result["ruleIndex"]].get("properties", {})
    own = {name: value for name, value in result["properties"].items() if said.get(name) != value}
    return result | {"properties": own}


def _run(report: Report, rule_numbers: dict[str, int], artifacts: dict[str, int]) -> Data:
    """The run, but for its rules and results."""
    findings = report.findings
    return {
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_BASE: {"description": {"text": "The folder in which pitboss was run."}}},
        "invocations": [_invocation(findings, rule_numbers, artifacts)],
        "artifacts": [_artifact(document) for document in findings.documents],
        "properties": {
            "asOf": findings.as_of.isoformat(),
            "catalogue": findings.catalog,
            "verdict": verdict_data(report.judged.whole) | {"said": describe_run(findings)},
            "summary": findings.summary(),
            "basis": {basis: findings.about.bases[basis] for basis in BASES},
            "lookedUp": {place: days._asdict() for place, days in findings.about.looked_up.items()},
            "remarks": [flowing(remark) for remark in describe_caveats(findings)],
        },
    }


# --- rules ---


def _rules(findings: Findings, catalog: Catalog) -> list[Data]:
    rules = _cataloged(catalog, findings.as_of)
    others = {f.requirement: f for f in findings.findings if f.requirement not in catalog.requirements}
    return [*rules, *(_build_reading_rule(others[name]) for name in sorted(others))]


@lru_cache(maxsize=2)
def _cataloged(catalog: Catalog, day: date) -> list[Data]:
    """The rules of a catalog, which are half of the work of a report on one document."""
    return [_rule(requirement, day) for requirement in catalog]


def _rule(requirement: Requirement, day: date) -> Data:
    holding = requirement.holding_on(day)
    told = holding or requirement.newest
    tags = [requirement.applies.jurisdiction, requirement.applies.document, requirement.group]
    rule: Data = {
        "id": plain(requirement.id),
        "shortDescription": {"text": _text(requirement.when_failed or requirement.title)},
        "fullDescription": {"text": _text(told.asks)},
        "help": {"text": _text(f"{told.asks} {told.remedy}"), "markdown": _help_page(requirement, told)},
        # What was not law on the day of the run is declared, and was not asked.
        "defaultConfiguration": {"level": told.level, "enabled": holding is not None},
        "properties": {"tags": [plain(tag) for tag in tags if tag]},
    }
    if holding is not None:
        rule["properties"] |= _law(holding.cite, holding.authority, holding.seen, holding.note)
        told_once = {"says": holding.says, "basis": holding.basis, "remedy": holding.remedy}
        rule["properties"] |= {name: flowing(words) for name, words in told_once.items() if words}
    return rule


def _help_page(requirement: Requirement, told: Holding) -> str:
    """What GitHub shows beside an alert: what is asked, why, what to do, and the law through time."""
    parts = [f"**{words(told.asks)}**", words(requirement.why), f"**What to do:** {words(told.remedy)}"]
    if requirement.reason:
        parts.append(f"No law, but good order: {words(requirement.reason)}")
    else:
        rows = (
            f"| {words(describe_dates(one))} | {words(one.cite)} | {words(one.asks)} | {words(describe_holding(one))} |"
            for one in requirement.history
        )
        parts.append("\n".join(("| when | law | asks | known |", "|---|---|---|---|", *rows)))
    return "\n\n".join(part for part in parts if part)


def _build_reading_rule(finding: Finding) -> Data:
    """What keeps a document from being read is in no catalog."""
    return {
        "id": plain(finding.requirement),
        "shortDescription": {"text": _text(finding.title)},
        "defaultConfiguration": {"level": finding.level},
    }


def _law(citation: str, authority: str, seen: str, note: str) -> Data:
    words = {
        "citation": citation,
        "authority": AUTHORITY_WORDS.get(authority, authority),
        "seen": SEEN_WORDS.get(seen, seen),
        "note": note,
    }
    return {name: flowing(text) for name, text in words.items() if text}


# --- results ---


def _result(group: Group, mark: str, rules: dict[str, int], artifacts: dict[str, int], cataloged: bool) -> Data:
    finding = group.lead
    kind = _KINDS.get(finding.status, "fail")
    if finding.status == "error" and not cataloged:
        # A document that cannot be read is a failure of the document; a check that broke leaves the question open.
        kind = "fail"
    places = finding.places
    result: Data = {
        "ruleId": plain(finding.requirement),
        "ruleIndex": rules[finding.requirement],
        "kind": kind,
        "level": group.level if kind == "fail" else "note" if kind == "review" else "none",
        "message": {"text": _text(finding.words) + _linked(places)},
        "locations": [_location(place, artifacts) for place in places[:1]],
        "partialFingerprints": {_FINGERPRINT: mark},
        "properties": {
            "status": finding.status,
            **_law(finding.citation, finding.authority, finding.seen, finding.note),
            **{name: flowing(text) for name, text in _list_properties(finding).items() if text},
        },
    }
    if finding.status in ("waived", "answered"):
        # Decided outside the document, in a file that somebody keeps.
        accepted = {"kind": "external", "status": "accepted", "justification": flowing(finding.decision)}
        result["suppressions"] = [accepted]
    if group.requirements[1:]:
        result["properties"]["also"] = [plain(name) for name in group.requirements[1:]]
    if places[1:]:
        result["relatedLocations"] = [
            {"id": number} | _location(place._replace(source=()), artifacts)
            for number, place in enumerate(places[1 : 1 + _LINKED], 1)
        ]
    return result


def _linked(places: Sequence[Place]) -> str:
    """The other places, as links: GitHub shows only those that the message leads to."""
    shown = enumerate(places[1 : 1 + _LINKED], 1)
    links = [f"[{_place_words(place, places[0])}]({number})" for number, place in shown]
    return f" See {', '.join(links)}." if links else ""


def _place_words(place: Place, first: Place) -> str:
    name = "" if place.path == first.path else posix(place.path).rsplit("/", 1)[-1].replace("[", "(").replace("]", ")")
    return plain(f"{name} line {place.span.line}".strip())


def _list_properties(finding: Finding) -> dict[str, str]:
    more = {"basis": finding.basis, "remark": finding.remark, "remedy": finding.remedy, "key": finding.key}
    more |= {"decision": finding.decision}
    return more | {"paste": "; ".join(finding.paste)}


def _location(place: Place, artifacts: dict[str, int]) -> Data:
    location: Data = {"physicalLocation": {"artifactLocation": _artifact_location(place.path, artifacts)}}
    span = place.span
    # A region ends on the line on which it starts, where it says no other.
    end = {"endLine": span.end_line} if span.end_line != span.line else {}
    region = {"startLine": span.line, "startColumn": span.column} | end | {"endColumn": span.end_column}
    location["physicalLocation"]["region"] = region
    if place.route:
        location["logicalLocations"] = [{"fullyQualifiedName": plain(place.route)}]
    if place.label:
        location["message"] = {"text": _text(place.label)}
    if place.source:
        location["properties"] = {
            "source": [{"file": plain(file), "lines": plain(lines)} for file, lines in place.source]
        }
    if place.quotes:
        location["properties"]["paper"] = [plain(str(quote)) for quote in place.quotes]
    return location


def _artifact_location(path: str, artifacts: dict[str, int]) -> Data:
    written = uri(path)
    location: Data = {"uri": written}
    if not written.startswith("file:"):
        location["uriBaseId"] = _BASE
    if path in artifacts:
        location["index"] = artifacts[path]
    return location


def _artifact(document: Checked) -> Data:
    artifact: Data = {
        "location": _artifact_location(document.path, {}),
        "roles": ["analysisTarget"],
        "sourceLanguage": "yaml",
    }
    if document.sha256:
        artifact["hashes"] = {"sha-256": document.sha256}
    if document.title:
        artifact["description"] = {"text": _text(document.title)}
    return artifact


def _invocation(findings: Findings, rules: dict[str, int], artifacts: dict[str, int]) -> Data:
    broken = [finding for finding in findings.findings if finding.status == "error"]
    invocation: Data = {"executionSuccessful": not broken}
    if broken:
        invocation["toolExecutionNotifications"] = [
            {
                "level": "error",
                "message": {"text": _text(finding.message)},
                "associatedRule": {"id": plain(finding.requirement), "index": rules[finding.requirement]},
                "locations": [_location(place, artifacts) for place in finding.places[:1]],
            }
            for finding in broken
        ]
    return invocation


def _text(text: str) -> str:
    """Text for a message, in which `[words](target)` would be a link."""
    return _LINK.sub(r"\\[\1\\]", flowing(text))
