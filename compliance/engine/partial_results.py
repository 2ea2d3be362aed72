"""A run told as far as it is about some of its documents: all are checked together, for one may answer for another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from compliance.engine.findings import About, Finding, Findings
from compliance.law.levels import side_of


def narrowed(results: Findings, kept: Collection[str]) -> Findings:
    """The same run with only what is about the documents at these paths."""
    documents = [document for document in results.documents if document.path in kept]
    findings = [
        finding for finding in results.findings if not finding.places or any(p.path in kept for p in finding.places)
    ]
    unkept = {path: counts for path, counts in results.unkept.items() if path in kept}
    told = Findings(results.as_of, results.catalog, documents, findings, unkept=unkept)
    told.counts = Counter(finding.status for finding in findings)
    for _, status, _, count in _list_uncounted(told):
        told.counts[status] += count
    told.unread = sum(not document.document for document in documents)
    told.about = narrow_about(results, told)
    return told


def narrow_about(results: Findings, told: Findings) -> About:
    """What is to be known of the run, as far as it is about these documents and where they hold."""
    paths = {document.path for document in told.documents}
    places = {document.jurisdiction for document in told.documents}
    about = results.about
    bases = Counter(finding.basis for finding in told.findings if _is_met(finding))
    for side, status, basis, count in _list_uncounted(told):
        if (side, status) == ("law", "pass"):
            bases[basis] += count
    return About(
        bases,
        {place: days for place, days in about.looked_up.items() if place in places},
        {place: day for place, day in about.first_law.items() if place in places},
        {path: count for path, count in about.alone.items() if path in paths},
        {place: count for place, count in about.left_to_people.items() if place in places},
        {place: count for place, count in about.enjoined_later.items() if place in places},
        {path: locality for path, locality in about.unknown_localities.items() if path in paths},
        {path: gap for path, gap in about.local_gaps.items() if path in paths},
        about.tried,
        {path: number for path, number in about.unkept_approvals.items() if path in paths},
    )


def _is_met(finding: Finding) -> bool:
    return finding.status == "pass" and side_of(finding.authority) == "law"


def _list_uncounted(told: Findings) -> Iterator[tuple[str, str, str, int]]:
    """Answers that were not kept: by side, status and basis, how many."""
    for counts in told.unkept.values():
        for kind, count in counts.items():
            side, status, *basis = kind.split(" ")
            yield side, status, "".join(basis), count
