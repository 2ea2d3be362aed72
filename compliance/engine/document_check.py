"""What is asked of one document: of it alone, of it among the documents of its house, and of its entry in the index."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from compliance.checks.expressions.facts import BLOCKS_OF_TERMS, Facts
from compliance.checks.set.house import House, Neighbor, build_neighbor
from compliance.checks.set.index import Index, IndexEntry
from compliance.checks.verdicts import Verdict
from compliance.documents.contradictions import Saying, Variant, find_variants, has_other_sayings
from compliance.documents.loader import LoadedDocument
from compliance.documents.locations import Location, locate
from compliance.documents.openness import OpenFact, watch
from compliance.documents.restatements import is_same_text
from compliance.documents.statement_facts import is_ruled_out, list_stated_facts
from compliance.documents.values import UNCLEAR
from compliance.engine.answers import Answers, problem_finding
from compliance.engine.evaluation import (
    ActiveRequirement,
    ConditionGroup,
    Version,
    build_undecided,
    find_open_reads,
    run_check,
)
from compliance.engine.findings import Checked, Finding
from compliance.engine.localities import describe_local_gap
from compliance.engine.rule_set import RuleSet
from compliance.source import Problem
from compliance.source.routes import Route, find_span, get_value, parse_route

if TYPE_CHECKING:
    from compliance.comparison.approvals import ApprovalHistory
    from compliance.documents.models import AnyDocument

Keep = frozenset[str] | None


class DocumentResult(NamedTuple):
    """What became of one document: its findings and counts; `neighbor` is the document as others of its house see it,
    `waiting` what is asked of it among them, `variants` what it is by its own other sayings, `across` the requirements
    that are asked of the index, `entry` what the index keeps of it. `alone` counts the answers that rest on the silence
    of a document that came without others of its house."""

    checked: Checked
    findings: list[Finding]
    counts: Mapping[str, int]
    bases: Mapping[str, int] = {}
    unkept: Mapping[str, Mapping[str, int]] = {}
    neighbor: Neighbor | None = None
    waiting: tuple[ActiveRequirement, ...] = ()
    variants: tuple[Variant, ...] = ()
    across: tuple[str, ...] = ()
    entry: IndexEntry | None = None
    readable: bool = True
    alone: int = 0
    # The locality of the document, where no catalog has its ordinances.
    unknown_locality: str = ""
    # What is not known of the ordinances of its locality, where a catalog has some.
    local_gap: str = ""
    # The number of the approval that the document names, where no text of it is kept.
    unkept_approval: str = ""


def check_document(
    rules: RuleSet, loaded: LoadedDocument, keep: Keep = None, approvals: ApprovalHistory | None = None
) -> DocumentResult:
    """Ask every requirement that looks at one document alone. Findings of statuses not in `keep` are only counted."""
    document = loaded.checked_document
    found = [problem_finding(loaded.path, problem) for problem in loaded.problems]
    if document is None:
        return DocumentResult(Checked(loaded.path, loaded.sha256), found, {"error": len(found)}, readable=False)
    answers = Answers(keep, partial(_locate_in, loaded))
    if found:
        answers.findings += found
        answers.counts["error"] = len(found)
    if not rules.catalog.knows_jurisdiction(document.jurisdiction):
        answers.findings.append(problem_finding(loaded.path, _describe_unknown_jurisdiction(rules, loaded)))
        answers.counts["error"] = len(found) + 1
    approval = document.approval
    named = (approval.id, approval.date, approval.status) if approval is not None else (None, None, None)
    defence = rules.describe_defence(document.jurisdiction, *named)
    unstated = [one.route for one in loaded.open_facts if one.stated == "nothing"]
    open_ = _index_open_facts(loaded.open_facts)
    variants = tuple(find_variants(document)) if has_other_sayings(document) else ()
    looked = watch(document, unstated) if loaded.open_facts else set()
    version = Version(document, open_, loaded.path, rules.as_of, variants)
    version.looked = looked
    waiting: set[str] = set()
    across: list[str] = []
    for group in rules.group(document.document, document.jurisdiction):
        looked.clear()
        if group.is_elsewhere(document):
            continue
        verdict = _decide_scope(group, version)
        if verdict is not None:
            if verdict.status == "not-applicable" and (doubt := group.describe_doubt(document)):
                verdict = Verdict("review", doubt, ("locality",), absent=document.locality is None)
            first = group.asked[0]
            if not any(other.may_differ(first) and other.is_asked(first) for other in version.variants):
                answers.take_alike(group, loaded.path, verdict)
                continue
        waiting.update(one.requirement.id for one in group.house_checks)
        across += [one.requirement.id for one in group.index_checks]
        for asked in group.document_checks:
            verdicts = version.weigh(asked, version.answer(asked) if verdict is None else [verdict])
            answers.take(asked, loaded.path, verdicts, defence)
    paper = document.paper
    compared: tuple[Any, ...] = ()
    if paper is not None:
        digest = paper.text.sha256 if paper.text is not None else ""
        compared = (paper.paper, paper.figures, paper.bound, paper.lines, paper.cited, digest)
    about = (document.document, document.title, document.jurisdiction)
    checked = Checked(loaded.path, loaded.sha256, *about, *compared)
    unknown = rules.catalog.find_unknown_locality(document.jurisdiction, document.locality)
    gap = describe_local_gap(rules.catalog.localities, document.jurisdiction, document.locality)
    unkept = _find_unkept_approval(document, approvals)
    found_alone = DocumentResult(checked, answers.findings, answers.counts, answers.bases, answers.unkept)
    neighbor = build_neighbor(loaded, document, approvals)
    asked_of_all = rules.select(document.document, document.jurisdiction)
    in_order = tuple(one for one in asked_of_all if one.requirement.id in waiting)
    found_alone = found_alone._replace(unknown_locality=unknown, local_gap=gap, unkept_approval=unkept)
    return found_alone._replace(neighbor=neighbor, waiting=in_order, variants=variants, across=tuple(across))


def _find_unkept_approval(document: AnyDocument, approvals: ApprovalHistory | None) -> str:
    """The number of the approval that a document names, where the text that was approved is not kept under it."""
    number = document.approval.id if document.approval is not None else None
    kept = {one.id for one in approvals.comparisons} if approvals is not None else set()
    return number if number is not None and number not in kept else ""


def _index_open_facts(found: Iterable[OpenFact]) -> dict[Route, OpenFact]:
    """The open facts by route, without those of which each reading is asked."""
    return {one.route: one for one in found if not one.weighed}


def _describe_unknown_jurisdiction(rules: RuleSet, loaded: LoadedDocument) -> Problem:
    """Tell that no catalog has the law of a document's state."""
    document = loaded.checked_document
    stated = document.jurisdiction if document is not None else ""
    near = rules.catalog.suggest_jurisdiction(stated)
    known = rules.catalog.jurisdictions
    guess = f"Did you mean {near}?" if near else f"Write {' or '.join(known)}."
    message = f"There is no law of {stated} here: known are {', '.join(known)}."
    help = f"{guess} The law of another state is added with --catalog FOLDER."
    return Problem("unknown-jurisdiction", message, help, find_span(loaded.source, ("jurisdiction",)))


def _locate_in(loaded: LoadedDocument, _: str, route: Route) -> Location:
    return locate(loaded.source, route, loaded.document.paper if loaded.document is not None else None)


def check_among_neighbors(rules: RuleSet, house: House, results: list[DocumentResult], keep: Keep) -> None:
    """Ask of each document of a house what needs the others; the answers are added to its result, in place."""
    sources = {one.path: one.source for one in house}
    houses = Counter(one.establishment for one in house)

    def locate_by_path(path: str, route: Route) -> Location:
        return locate(sources[path], route)

    for number, result in enumerate(results):
        document = result.neighbor
        if document is None or not (result.waiting or house.covering(document)):
            continue
        answers = Answers(keep, locate_by_path)
        approval = document.document.approval
        named = (approval.id, approval.date, approval.status) if approval is not None else (None, None, None)
        defence = rules.describe_defence(document.jurisdiction, *named)
        silent = 0
        version = _make_version(document, result.variants, house, rules.as_of)
        for asked in result.waiting:
            verdicts = _answer_among_neighbors(asked, version)
            answers.take(asked, document.path, verdicts, defence)
            silent += any(one.absent and one.status in ("fail", "review") for one in verdicts)
        result = _reconsider(rules, version, document, result, answers, defence)
        results[number] = add_answers(result, answers, silent if houses[document.establishment] == 1 else 0)


def _make_version(document: Neighbor, own: tuple[Variant, ...], house: House, as_of: date) -> Version:
    """A document among its neighbors, with what it says twice and what general terms say otherwise."""
    open_ = _index_open_facts(document.open)
    told = _list_sayings_of_terms(document, house)
    variants = find_variants(document.document, told) if told else own
    return Version(document.document, open_, document.path, as_of, variants, document, house)


def _reconsider(
    rules: RuleSet, version: Version, document: Neighbor, result: DocumentResult, answers: Answers, defence: str
) -> DocumentResult:
    """Ask what was asked of a document alone by what general terms say otherwise; return the result without the answers
    that they take back. The answers in their place are added to those given."""
    otherwise = version.restrict_to_terms()
    if not otherwise.variants:
        return result
    otherwise.looked = watch(document.document, [one.route for one in document.open if one.stated == "nothing"])
    path = document.path
    withdrawn = answers.make_empty()
    for group in rules.group(document.kind, document.jurisdiction):
        if group.is_elsewhere(document.document):
            continue
        unmet = _decide_scope(group, version)
        for asked in group.document_checks:
            before = otherwise.answer(asked) if unmet is None else [unmet]
            after = otherwise.weigh(asked, before)
            if after is not before:
                withdrawn.take(asked, path, before, defence)
                answers.take(asked, path, after, defence)
    return _withdraw(result, withdrawn)


def _withdraw(result: DocumentResult, withdrawn: Answers) -> DocumentResult:
    path = result.checked.path
    unkept = Counter(result.unkept.get(path, {}))
    unkept.subtract(withdrawn.unkept.get(path, {}))
    return result._replace(
        findings=[one for one in result.findings if one not in withdrawn.findings],
        counts=_subtract(result.counts, withdrawn.counts),
        bases=_subtract(result.bases, withdrawn.bases),
        unkept={path: {kind: count for kind, count in unkept.items() if count}},
    )


def _subtract(counts: Mapping[str, int], less: Mapping[str, int]) -> dict[str, int]:
    left = Counter(counts)
    left.subtract(less)
    return {kind: count for kind, count in left.items() if count}


def _list_sayings_of_terms(document: Neighbor, house: House) -> list[Saying]:
    """What general terms that cover a document say otherwise than it does itself, or than other terms do: as a fact, or
    by a statement that stands for one."""
    stated = {fact: value for fact, value, _ in list_stated_facts(document.document) if value != UNCLEAR}
    stated |= document.facts
    found: list[Saying] = []
    for terms in house.covering(document):
        for fact, said, at in _list_facts_of_terms(terms):
            if said == UNCLEAR and not (fact in stated and is_ruled_out(fact, at, stated[fact])):
                continue
            if _is_other(stated.setdefault(fact, said), said):
                written = said if at[0] == "statements" else get_value(terms.document.raw_tree, at)
                found.append(Saying(parse_route(fact), written, at, terms.path))
        found += _list_other_statements(document.document, terms)
    return found


def _is_other(stated: Any, said: Any) -> bool:
    """Whether what terms say is not what is stated."""
    return stated != said and not (isinstance(said, str) and is_same_text(stated, said))


def _list_facts_of_terms(terms: Neighbor) -> Iterator[tuple[str, Any, Route]]:
    """The facts that general terms give: the fact, what is said, and where."""
    for fact, value in terms.facts.items():
        if fact.partition(" / ")[0] in BLOCKS_OF_TERMS:
            yield fact, value, parse_route(fact)
    for fact, text, name in list_stated_facts(terms.document):
        if fact.partition(" / ")[0] in BLOCKS_OF_TERMS:
            yield fact, text, ("statements", name)


def _list_other_statements(document: AnyDocument, terms: Neighbor) -> Iterator[Saying]:
    """Statements that a document makes and its general terms deny, or make with other words that nobody has read."""
    own, theirs = document.statements, terms.document.statements
    if own is None or theirs is None:
        return
    for name, one in own.items():
        other = theirs.get(name)
        for key in ("means", "says") if other is not None else ():
            value, said = getattr(one, key), getattr(other, key)
            if None not in (value, said) and value != said and (key == "means" or one.means is None):
                at = ("statements", name, key)
                yield Saying(at, get_value(terms.document.raw_tree, at), at, terms.path)


def _answer_among_neighbors(asked: ActiveRequirement, version: Version) -> list[Verdict]:
    unmet = _decide_scope(ConditionGroup([asked]), version)
    return version.weigh(asked, version.answer(asked) if unmet is None else [unmet])


def _decide_scope(group: ConditionGroup, version: Version) -> Verdict | None:
    """The answer of requirements that do not speak to a document: that they do not apply, or that nobody can tell
    while the fact that decides it is open. None where they speak to it."""
    reason = group.find_unmet_in_all([view for view, _ in version.views])
    if reason is None:
        return None
    looked = set(version.looked) or {route for route in reason[1:] if route in version.open}
    return build_undecided(looked, version.open) if looked else Verdict("not-applicable", *reason)


def add_answers(result: DocumentResult, answers: Answers, alone: int = 0) -> DocumentResult:
    """Return the result with more answers on the same document."""
    path = result.checked.path
    unkept = Counter(result.unkept.get(path, {})) + Counter(answers.unkept.get(path, {}))
    return result._replace(
        findings=[*result.findings, *answers.findings],
        counts=Counter(result.counts) + Counter(answers.counts),
        bases=Counter(result.bases) + Counter(answers.bases),
        unkept={path: dict(unkept)} if unkept else {},
        alone=result.alone + alone,
    )


def check_index(rules: RuleSet, index: Index, keep: Keep) -> Answers:
    """Ask what must be asked across houses of the entry of each document."""
    locations = {(entry.path, route): location for entry in index for route, location in entry.locations.items()}
    answers = Answers(keep, lambda path, route: locations[path, route])
    for entry in index:
        open_ = {one.route: one for one in entry.open}
        defence = rules.describe_defence(entry.jurisdiction, entry.approval, entry.approved, entry.status)
        for id in entry.waiting:
            if (asked := rules.activate(id)) is not None:
                looked = find_open_reads(asked.check, Facts(None, open_))
                verdicts = run_check(asked, (entry, index), open_, looked)
                answers.take(asked, entry.path, verdicts, defence)
    return answers
