"""Findings as SARIF 2.1.0, for code scanning and editors.

Every requirement of the catalogue is declared as a rule, with its law and history. Results are what failed or could not
be decided, each defect once; what people decided about one is a suppression of it. Code scanning makes an alert of
every result: what is open for a person is one only with `--show open`, and what passed or does not apply only with
everything asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, Final

from compliance.findings import Checked, Finding, Findings, Place
from compliance.grouping import ATTENTION, Group
from compliance.law.catalogue import Catalogue, Holding, Requirement
from compliance.law.words import AUTHORITY_WORDS, BASES, SEEN_WORDS
from compliance.reports import Context
from compliance.reports.identity import fingerprints, posix, told, uri
from compliance.reports.json import verdict_data
from compliance.reports.markdown import text as words
from compliance.reports.sentences import how_known_then as how_known
from compliance.reports.sentences import remarks, since, verdict_lines
from compliance.reports.text import flowing, json_text, plain
from compliance.verdict import judge

_SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_BASE: Final = "%SRCROOT%"
_FINGERPRINT: Final = "requirementDocumentRoute/v1"
_ALERTS: Final = ("fail", "error", "information", "waived", "answered")
_LINKED: Final = 5
# The standard wants level `none` for every kind but `fail`.
_KINDS: Final = {
    "review": "review",
    "answered": "review",
    "information": "informational",
    "pass": "pass",
    "not-applicable": "notApplicable",
    "error": "open",
}
_LINK: Final = re.compile(r"\[([^\[\]]*)\](?=\()")

Data = dict[str, Any]


def render(findings: Findings, context: Context) -> Iterator[str]:
    """The whole log."""
    catalogue = context.catalogue()
    rules = _rules(findings, catalogue)
    rule_numbers = {rule["id"]: number for number, rule in enumerate(rules)}
    artifacts = {document.path: number for number, document in enumerate(findings.documents)}
    run = _run(findings, context, rules, rule_numbers, artifacts)
    yield f'{{\n "$schema": {json_text(_SCHEMA)},\n "version": "2.1.0",\n "runs": [\n{{\n'
    for name, value in run.items():
        yield f'"{name}": {json_text(value, indent=1)},\n'
    before = '"results": ['
    for group, mark in _results(findings, context):
        catalogued = group.lead.requirement in catalogue.requirements
        yield f"{before}\n{json_text(_result(group, mark, rule_numbers, artifacts, catalogued), indent=1)}"
        before = ","
    yield f"{before if before != ',' else ''}\n]\n}}\n]\n}}\n"


def _results(findings: Findings, context: Context) -> Iterator[tuple[Group, str]]:
    """The defects that are results, and with everything asked for every other answer."""
    asked = context.show_all or "open" in context.show
    for group, mark in told(findings, context.folder):
        if asked or group.lead.status in _ALERTS:
            yield group, mark
    if context.show_all:
        marks = fingerprints(findings, context.folder)
        for finding, mark in zip(findings.findings, marks, strict=True):
            if finding.status not in ATTENTION:
                yield Group(finding), mark


def _run(
    findings: Findings, context: Context, rules: list[Data], rule_numbers: dict[str, int], artifacts: dict[str, int]
) -> Data:
    """The run, all but its results: those are written one by one."""
    driver = {"name": "Pit Boss", "version": context.version, "semanticVersion": context.version, "rules": rules}
    return {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_BASE: {"description": {"text": "The folder in which pitboss was run."}}},
        "invocations": [_invocation(findings, rule_numbers, artifacts)],
        "artifacts": [_artifact(document) for document in findings.documents],
        "properties": {
            "asOf": findings.as_of.isoformat(),
            "catalogue": findings.catalogue,
            "verdict": verdict_data(judge(findings).whole) | {"said": verdict_lines(findings)},
            "summary": findings.summary(),
            "basis": {basis: findings.about.bases[basis] for basis in BASES},
            "lookedUp": {place: days._asdict() for place, days in findings.about.looked_up.items()},
            "remarks": [flowing(remark) for remark in remarks(findings)],
        },
    }


# --- rules ---


def _rules(findings: Findings, catalogue: Catalogue) -> list[Data]:
    rules = _catalogued(catalogue, findings.as_of)
    others = {f.requirement: f for f in findings.findings if f.requirement not in catalogue.requirements}
    return [*rules, *(_other_rule(others[name]) for name in sorted(others))]


@lru_cache(maxsize=2)
def _catalogued(catalogue: Catalogue, day: date) -> list[Data]:
    """The rules of a catalogue, which are half of the work of a report on one document."""
    return [_rule(requirement, day) for requirement in catalogue]


def _rule(requirement: Requirement, day: date) -> Data:
    holding = requirement.on(day)
    told = holding or requirement.newest
    tags = [requirement.applies.jurisdiction, requirement.applies.document, requirement.group]
    rule: Data = {
        "id": plain(requirement.id),
        "shortDescription": {"text": _text(requirement.title)},
        "fullDescription": {"text": _text(told.asks)},
        "help": {"text": _text(" ".join(_help(requirement, told))), "markdown": _help_page(requirement, told)},
        # What was not law on the day of the run is declared, and was not asked.
        "defaultConfiguration": {"level": told.level, "enabled": holding is not None},
        "properties": {"tags": [plain(tag) for tag in tags if tag]},
    }
    if holding is not None:
        rule["properties"] |= _law(holding.cite, holding.authority, holding.seen, holding.note)
        rule["properties"]["basis"] = holding.basis
    return rule


def _help(requirement: Requirement, told: Holding) -> Iterator[str]:
    yield told.asks
    if requirement.why:
        yield requirement.why
    yield f"Law: {told.cite}." if told.cite else f"No law, but good order: {requirement.reason}"
    yield f"Remedy: {told.remedy}"


def _help_page(requirement: Requirement, told: Holding) -> str:
    """What GitHub shows beside an alert: what is asked, why, what to do, and the law through time."""
    parts = [f"**{words(told.asks)}**", words(requirement.why), f"**What to do:** {words(told.remedy)}"]
    if requirement.reason:
        parts.append(f"No law, but good order: {words(requirement.reason)}")
    else:
        rows = (
            f"| {words(since(one))} | {words(one.cite)} | {words(one.asks)} | {words(how_known(one))} |"
            for one in requirement.history
        )
        parts.append("\n".join(("| when | law | asks | known |", "|---|---|---|---|", *rows)))
    return "\n\n".join(part for part in parts if part)


def _other_rule(finding: Finding) -> Data:
    """What keeps a document from being read is in no catalogue."""
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


def _result(group: Group, mark: str, rules: dict[str, int], artifacts: dict[str, int], catalogued: bool) -> Data:
    finding = group.lead
    kind = _KINDS.get(finding.status, "fail")
    if finding.status == "error" and not catalogued:
        # A document that cannot be read is a failure of the document; a check that broke leaves the question open.
        kind = "fail"
    places = finding.places
    result: Data = {
        "ruleId": plain(finding.requirement),
        "ruleIndex": rules[finding.requirement],
        "kind": kind,
        "level": finding.level if kind == "fail" else "none",
        "message": {"text": _text(finding.words) + _linked(places)},
        "locations": [_location(place, artifacts) for place in places[:1]],
        "partialFingerprints": {_FINGERPRINT: mark},
        "properties": {
            "status": finding.status,
            **_law(finding.citation, finding.authority, finding.seen, finding.note),
            **{name: flowing(text) for name, text in _more(finding).items() if text},
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
            {"id": number} | _location(place, artifacts) for number, place in enumerate(places[1:], 1)
        ]
    return result


def _linked(places: Sequence[Place]) -> str:
    """The other places, as links: GitHub shows only those that the message leads to."""
    links = [f"[{_place_words(place, places[0])}]({number})" for number, place in enumerate(places[1:], 1)]
    return f" See {', '.join(links[:_LINKED])}." if links else ""


def _place_words(place: Place, first: Place) -> str:
    name = "" if place.path == first.path else posix(place.path).rsplit("/", 1)[-1].replace("[", "(").replace("]", ")")
    return plain(f"{name} line {place.span.line}".strip())


def _more(finding: Finding) -> dict[str, str]:
    more = {"basis": finding.basis, "remark": finding.remark, "remedy": finding.remedy, "key": finding.key}
    more |= {"decision": finding.decision}
    return more | {"paste": "; ".join(finding.paste)}


def _location(place: Place, artifacts: dict[str, int]) -> Data:
    location: Data = {"physicalLocation": {"artifactLocation": _artifact_location(place.path, artifacts)}}
    span = place.span
    location["physicalLocation"]["region"] = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
    if place.route:
        location["logicalLocations"] = [{"fullyQualifiedName": plain(place.route), "kind": "member"}]
    if place.label:
        location["message"] = {"text": _text(place.label)}
    if place.source:
        location["properties"] = {
            "source": [{"file": plain(file), "lines": plain(lines)} for file, lines in place.source]
        }
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
