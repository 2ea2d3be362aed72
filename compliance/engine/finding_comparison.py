"""Findings of two runs compared: which were gained and which were lost between two states of a set of documents."""

from __future__ import annotations

from collections.abc import Iterable

from compliance.comparison.canonical import CanonicalForm
from compliance.comparison.changes import name_route
from compliance.comparison.document_comparison import ChangedAnswer, FilePosition, Files, get_form, load_file
from compliance.engine.findings import Finding, Findings
from compliance.source.routes import parse_route


def compare_findings(
    old: Findings, new: Findings, old_files: Files, new_files: Files
) -> tuple[list[tuple[str, Finding]], list[tuple[str, Finding]]]:
    """Return the failures and reviews that only one of two runs has: gained, and lost, each with its document's name. A
    finding is the same when requirement, document and place are, the place by the names of what leads to it."""
    before, after = _findings_by_key(old, old_files), _findings_by_key(new, new_files)
    gained = [(key[1], one) for key, found in after.items() for one in found[len(before.get(key, ())) :]]
    lost = [(key[1], one) for key, found in before.items() for one in found[len(after.get(key, ())) :]]
    return gained, lost


def describe_answers(found: Iterable[tuple[str, Finding]]) -> tuple[ChangedAnswer, ...]:
    """Return findings as they are shown, each with the name of its document."""
    return tuple(_build_answer(one, name) for name, one in found)


def _findings_by_key(findings: Findings, files: Files) -> dict[tuple[str, str, str, str], list[Finding]]:
    names = {path: name for name, (path, _) in files.items()}
    forms: dict[str, CanonicalForm | None] = {}
    found: dict[tuple[str, str, str, str], list[Finding]] = {}
    for finding in findings.findings:
        # What is said of the records that are held against a run is no answer about a document.
        if finding.status not in ("fail", "review") or not finding.places or finding.path not in names:
            continue
        place = finding.places[0]
        name = names[place.path]
        if name not in forms:
            loaded = load_file(*files[name])
            forms[name] = get_form(loaded) if loaded.document is not None else None
        form = forms[name]
        route = name_route(form, parse_route(place.route)) if form and place.route else place.route
        found.setdefault((finding.requirement, name, finding.status, route), []).append(finding)
    return found


def _build_answer(finding: Finding, name: str) -> ChangedAnswer:
    place = finding.places[0]
    spot = FilePosition(place.path, place.span.line, place.span.column)
    return ChangedAnswer(finding.requirement, finding.title, finding.status, finding.level, finding.message, name, spot)
