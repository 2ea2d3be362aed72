"""Checks on documents: `check(documents, as_of, catalog)`.

The unit of work is a house: its documents are read once, kept whole while they are asked about, and let go. One check's
crash is that check's `error`, and the others go on. Nothing passes because its subject is absent. No printing, no
clock, no environment: the command line passes everything in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from compliance.checks.set.house import House
from compliance.checks.set.index import Index, build_entry
from compliance.documents.loader import LoadedDocument, load_document
from compliance.engine.answers import Answers, problem_finding
from compliance.engine.document_check import (
    DocumentResult,
    Keep,
    check_among_neighbors,
    check_document,
    check_index,
)
from compliance.engine.findings import Checked, Findings, LookedUp
from compliance.engine.grouping import sort_findings
from compliance.engine.houses import Data, Group, group_by_house
from compliance.engine.rule_set import RuleSet
from compliance.law.catalog import Catalog
from compliance.source import Limits, Problem, Span

if TYPE_CHECKING:
    from compliance.comparison.approvals import ApprovalHistory

_MOST_BYTES: Final = Limits().bytes
_MOST_TOGETHER: Final = 5_000  # documents of one house, which are in memory together


# What is kept beside a document, by the document's name: the texts that were approved, or None.
Beside: TypeAlias = Callable[[str], bytes | None]
CheckOne: TypeAlias = Callable[[tuple[str, Data]], DocumentResult]
# Has one document checked: within bounds, or as it is known from before.
Guard: TypeAlias = Callable[[CheckOne, tuple[str, Data]], DocumentResult]
HouseResult: TypeAlias = list[DocumentResult]
CheckHouse: TypeAlias = Callable[[Group], HouseResult]
# Has each house checked, and gives back what became of it, in order: one after the other, or in several processes.
Spread: TypeAlias = Callable[[CheckHouse, Sequence[Group]], Iterable[HouseResult]]
Read: TypeAlias = Callable[[str, bytes], LoadedDocument]


def _unguarded(check_one: CheckOne, document: tuple[str, Data]) -> DocumentResult:
    return check_one(document)


def check(
    documents: Iterable[tuple[str, Data]],
    as_of: date,
    catalog: Catalog,
    keep: Keep = None,
    spread: Spread = map,
    suspended: bool = False,
    beside: Beside | None = None,
    guard: Guard = _unguarded,
    read: Read = load_document,
) -> Findings:
    """Read and check documents, given as name and bytes, against the law as it stood on a day.

    With `suspended`, law that is suspended or was enjoined later is told for information. What is found does not depend
    on `spread`, nor on the order in which houses are checked.
    """
    rules = _build_rules(catalog, as_of, suspended)
    given = list(documents)

    def check_one(document: tuple[str, Data]) -> DocumentResult:
        return _load_and_check(*document, rules, keep, beside, read)

    def check_house(group: Group) -> HouseResult:
        return _check_house(group, rules, keep, lambda document: guard(check_one, document))

    houses = group_by_house(given)
    found = [one for house in spread(check_house, houses) for one in house]
    # In the order in which documents were given, whatever houses they are of.
    place = {name: number for number, (name, _) in enumerate(given)}
    found.sort(key=lambda one: place[one.checked.path])
    results = Findings(as_of, catalog.version)
    for one in found:
        _add_document(results, one)
    _add_answers(results, check_index(rules, Index(one.entry for one in found if one.entry is not None), keep))
    results.findings = sort_findings(results.findings)
    results.about.tried = catalog.tried
    _tell_the_days(rules, catalog, results)
    return results


def _check_house(group: Group, rules: RuleSet, keep: Keep, check_one: CheckOne) -> HouseResult:
    """Check each document of a house, then each among the others. What is given back holds no document any more."""
    results = [check_one(document) for document in group[:_MOST_TOGETHER]]
    for name, _ in group[_MOST_TOGETHER:]:
        message = f"The house of this document has {len(group):,} documents; {_MOST_TOGETHER:,} are checked together."
        results.append(build_refusal(name, "too-many", message, "Check the documents of the house in several runs."))
    house = House(one.neighbor for one in results if one.neighbor is not None)
    check_among_neighbors(rules, house, results, keep)
    return [_reduce(one) for one in results]


def _reduce(one: DocumentResult) -> DocumentResult:
    entry = build_entry(one.neighbor, one.across) if one.neighbor is not None else None
    return one._replace(neighbor=None, waiting=(), variants=(), across=(), entry=entry)


def _add_document(results: Findings, one: DocumentResult) -> None:
    results.documents.append(one.checked)
    results.unread += not one.readable
    results.counts.update(one.counts)
    results.about.bases.update(one.bases)
    results.findings += one.findings
    results.unkept |= {path: dict(counts) for path, counts in one.unkept.items()}
    if one.unknown_locality:
        results.about.unknown_localities[one.checked.path] = one.unknown_locality
    if one.local_gap:
        results.about.local_gaps[one.checked.path] = one.local_gap
    if one.unkept_approval:
        results.about.unkept_approvals[one.checked.path] = one.unkept_approval
    if one.alone:
        results.about.alone[one.checked.path] = one.alone


def _add_answers(results: Findings, answers: Answers) -> None:
    results.counts.update(answers.counts)
    results.about.bases.update(answers.bases)
    results.findings += answers.findings
    for path, counts in answers.unkept.items():
        mine = results.unkept.setdefault(path, {})
        mine |= {kind: mine.get(kind, 0) + count for kind, count in counts.items()}


# Making requirements ready takes longer than asking them of one small document.
_build_rules = lru_cache(maxsize=16)(RuleSet)


def _tell_the_days(rules: RuleSet, catalog: Catalog, results: Findings) -> None:
    """Until when the law of each jurisdiction was looked up, or from when on any is known; and what no document can
    show of it."""
    for jurisdiction in sorted({document.jurisdiction for document in results.documents if document.jurisdiction}):
        if (first := rules.find_first_law(jurisdiction)) is not None:
            results.about.first_law[jurisdiction] = first.isoformat()
            continue
        if days := catalog.look_up_days(jurisdiction, rules.as_of):
            results.about.looked_up[jurisdiction] = LookedUp(days[0], days[-1])
        duties = sum(duty.jurisdiction == jurisdiction for duty in catalog.left_to_people)
        results.about.left_to_people[jurisdiction] = duties
        if unasked := rules.count_enjoined_later(jurisdiction):
            results.about.enjoined_later[jurisdiction] = unasked


def _load_and_check(
    name: str, data: Data, rules: RuleSet, keep: Keep, beside: Beside | None, read: Read
) -> DocumentResult:
    try:
        text = data if isinstance(data, bytes) else data()
    except OSError as error:
        message = f"The file cannot be read: {error.strerror or error}."
        return build_refusal(name, "unreadable", message, "Check its name and who may read it.")
    if len(text) > _MOST_BYTES:
        message = f"The file is larger than {_MOST_BYTES:,} bytes and is not read."
        return build_refusal(name, "too-large", message, "A document is one game or one schedule; split the file.")
    try:
        loaded = read(name, text)
        return check_document(rules, loaded, keep, _find_approvals(loaded, beside))
    except Exception as broken:  # a document that nobody thought of must not end the run for the others
        message = f"Reading this document broke Pit Boss: {type(broken).__name__}: {broken}."
        return build_refusal(name, "broken", message, "Please report it with the file.")


def _find_approvals(loaded: LoadedDocument, beside: Beside | None) -> ApprovalHistory | None:
    """Return what was approved of a document, where that is kept."""
    data = beside(loaded.path) if beside is not None and loaded.document is not None else None
    if data is None:
        return None
    from compliance.comparison.approvals import compare_with_approvals

    return compare_with_approvals(loaded, data)


def build_refusal(name: str, code: str, message: str, help: str) -> DocumentResult:
    """Return what becomes of a document that cannot be checked."""
    finding = problem_finding(name, Problem(code, message, help, Span(1, 1, 1, 1)))
    return DocumentResult(Checked(name, ""), [finding], {"error": 1}, readable=False)
