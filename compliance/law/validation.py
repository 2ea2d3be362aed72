"""What is wrong with the entries of a catalog, each problem with its place and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from difflib import get_close_matches
from itertools import pairwise
from typing import Any

from compliance.documents.facts import find_route_fault
from compliance.documents.kinds import KINDS, select_kinds
from compliance.documents.models import get_model
from compliance.documents.values import Unreadable
from compliance.law.check_descriptions import CheckDescription, CheckDescriptions, ClauseFaults
from compliance.law.entries import NOT_SEEN, Dated, RequirementEntry
from compliance.law.files import CatalogProblem
from compliance.law.history import (
    PLACEHOLDER,
    Law,
    Period,
    Spot,
    find_citations,
    find_clause,
    find_parameters,
    referenced_names,
    resolve_parameters,
    split_periods,
)
from compliance.source import Problem
from compliance.source.routes import Key, Route, find_span


def requirement_problems(
    entry: RequirementEntry, spot: Spot, law: Law, checks: CheckDescriptions, find_clause_faults: ClauseFaults
) -> Iterator[CatalogProblem]:
    if entry.rests_on is None and entry.reason is None:
        message = f"{entry.requirement} names no law that it rests on."
        help = "Add `rests-on: ...` with the section, or, where no law asks it, `reason: ...`."
        yield problem_at(spot, (), "no-law", message, help)
        return
    named = [*find_citations(entry), *((("see-also",), citation) for citation in entry.see_also or ())]
    unknown = [(route, citation) for route, citation in named if law.find(citation) is None]
    for route, citation in unknown:
        help = _suggest(citation, law.sections, "Write a file, or an entry of `sections`, for it.")
        message = f"No section of law is called {citation}."
        yield problem_at(spot, route, "unknown-section", message, help)
    yield from _condition_problems(entry, spot)
    if entry.headline and entry.requirement not in law.headlines:
        message = f"{entry.requirement} is none of the requirements that are errors whatever they rest on."
        help = f"Leave `headline` out; only these have it: {', '.join(sorted(law.headlines))}."
        yield problem_at(spot, ("headline",), "no-headline", message, help)
    if unknown:
        return
    found = list(split_periods(entry, law))
    if not found:
        message = f"{entry.requirement} is in force on no day: no wording of the law holds on its days."
        yield problem_at(
            spot, ("requirement",), "never-in-force", message, "Correct its dates, or those of the section."
        )
    for stretch in found:
        yield from _stretch_problems(entry, stretch, spot, law, checks)
        yield from _clause_problems(entry, stretch, spot, find_clause_faults)


def _stretch_problems(
    entry: RequirementEntry, stretch: Period, spot: Spot, law: Law, checks: CheckDescriptions
) -> Iterator[CatalogProblem]:
    change = entry.dated[stretch.change] if stretch.change is not None else None
    changed: Route = ("dated", stretch.change) if stretch.change is not None else ()
    asks_at: Route = (*changed, "asks") if change is not None and change.asks else ("asks",)
    yield from _sentence_problems((change and change.asks) or entry.asks, asks_at, entry, stretch, law, spot)
    yield from _sentence_problems(entry.remedy, ("remedy",), entry, stretch, law, spot)
    yield from _sentence_problems(entry.remedy_silent or "", ("remedy-silent",), entry, stretch, law, spot)
    for route, value in entry.applies.when.items():
        for name in referenced_names(value):
            yield from _name_problems(name, entry, stretch, law, spot, ("applies", "when", route))
    if find_clause(entry, stretch.change):
        return
    check_at: Route = (*changed, "check") if change is not None and change.check else ("check",)
    check_name = (change and change.check) or entry.check
    if check_name is None:
        message = f"{entry.requirement} does not say what must hold."
        yield problem_at(spot, ("requirement",), "no-need", message, "Add `need: ...`, or `check: ...`.")
        return
    check = checks.get(check_name)
    if check is None:
        help = _suggest(check_name, checks, f"Checks: {', '.join(sorted(checks))}.")
        yield problem_at(spot, check_at, "unknown-check", f"There is no check named {check_name}.", help)
    elif wrong := check.describe_misuse(entry.applies.document):
        help = f"Set `applies: {{document: {check.kinds[0]}}}`, or ask another check."
        yield problem_at(spot, check_at, "misplaced-check", wrong, help)
    else:
        yield from _parameter_problems(check, entry, stretch, law, spot, check_at)


def _clause_problems(
    entry: RequirementEntry, stretch: Period, spot: Spot, find_clause_faults: ClauseFaults
) -> Iterator[CatalogProblem]:
    """What is wrong with a clause, at the keys where it is written: with a change, or with the requirement."""
    clause = find_clause(entry, stretch.change)
    if not clause:
        return
    values = {name: given.value for name, given in stretch.values.items()}
    own = entry.dated[stretch.change].clause() if stretch.change is not None else {}
    for fault in find_clause_faults(clause, select_kinds(entry.applies.document), values):
        changed: Route = ("dated", stretch.change or 0) if fault.route and fault.route[0] in own else ()
        yield problem_at(spot, (*changed, *fault.route), "bad-expression", fault.message, fault.help)


def _sentence_problems(
    text: str, at: Route, entry: RequirementEntry, stretch: Period, law: Law, spot: Spot
) -> Iterator[CatalogProblem]:
    """Values that a sentence names, and that cannot be filled in."""
    own = find_parameters(entry, stretch.change)
    for name in PLACEHOLDER.findall(text):
        if name not in stretch.values and name in own:
            continue
        yield from _name_problems(name, entry, stretch, law, spot, at)
        if name in stretch.values and stretch.values[name].value == NOT_SEEN:
            message = f"`{at[-1]}` speaks of {{{name}}}, which was not seen for {_days(stretch)}."
            help = "Add an entry under `dated` that asks it in other words."
            yield problem_at(spot, at, "value-not-seen", message, help)


def _parameter_problems(
    check: CheckDescription, entry: RequirementEntry, stretch: Period, law: Law, spot: Spot, check_at: Route
) -> Iterator[CatalogProblem]:
    with_ = find_parameters(entry, stretch.change)
    unknown = []
    for name, value in with_.items():
        at = _locate_parameter(entry, stretch.change, name)
        for used in referenced_names(value):
            problems = list(_name_problems(used, entry, stretch, law, spot, at))
            unknown += [name] if problems else []
            yield from problems
        if name not in check.parameters:
            known = ", ".join(check.parameters) or "none"
            message = f"The check {check.name} has no parameter {name}."
            yield problem_at(spot, at, "unknown-parameter", message, f"It takes: {known}.")
    readable = {name: value for name, value in with_.items() if name in check.parameters and name not in unknown}
    for name, value in resolve_parameters(readable, stretch.values).items():
        place = spot._replace(route=(*spot.route, *_locate_parameter(entry, stretch.change, name)))
        used_names = list(referenced_names(with_[name]))
        # A value of the law that the check cannot read is at fault where it stands.
        named = stretch.values[used_names[0]].spot if used_names else place
        yield from _value_problems(check, entry, name, value, named)
    given = {*resolve_parameters(readable, stretch.values), *unknown}
    for name in sorted(check.mandatory_parameters - given):
        message = f"The check {check.name} needs the parameter {name}; none is given for {_days(stretch)}."
        yield problem_at(spot, check_at, "missing-parameter", message, f"Add `with: {{{name}: ...}}`.")


def _name_problems(
    name: str, entry: RequirementEntry, stretch: Period, law: Law, spot: Spot, at: Route
) -> Iterator[CatalogProblem]:
    """A value that is named, and that nothing sets."""
    if name in stretch.values:
        return
    sections = [found[0] for _, citation in find_citations(entry) if (found := law.find(citation)) is not None]
    known = {value for section in sections for wording in section.wordings for value in wording.values}
    if name in known:
        message = f"{{{name}}} is set by no wording that is in force for {_days(stretch)}."
        yield problem_at(spot, at, "value-not-in-force", message, "Set it there, or leave it out under `dated`.")
        return
    near = get_close_matches(name, sorted(known | set(law.words)), 1)
    help = f"Did you mean {{{near[0]}}}?" if near else f"Known there: {', '.join(sorted(known)) or 'nothing'}."
    message = f"{{{name}}} is no value of {' or '.join(section.section for section in sections) or 'any law named'}."
    yield problem_at(spot, at, "unknown-value", message, help)


def _days(stretch: Period) -> str:
    if stretch.from_ is None:
        return f"the days until {stretch.until}" if stretch.until else "any day"
    return f"{stretch.from_} to {stretch.until}" if stretch.until else f"the days from {stretch.from_} on"


def _locate_parameter(entry: RequirementEntry, change: int | None, name: str) -> Route:
    """Where a parameter is written: with the change, or with the requirement."""
    if change is not None and name in entry.dated[change].with_:
        return ("dated", change, "with", name)
    return ("with", name)


def _condition_problems(entry: RequirementEntry, spot: Spot) -> Iterator[CatalogProblem]:
    """Conditions on facts that no document of the kind can have: they would never hold."""
    for text in entry.applies.when:
        at = spot._replace(route=(*spot.route, "applies", "when", Key(text)))
        for part in text.split(" or "):
            yield from _route_problem(part, select_kinds(entry.applies.document), at)


def _route_problem(text: str, kinds: tuple[str, ...], at: Spot) -> Iterator[CatalogProblem]:
    faults = [find_route_fault(get_model(kind), text) for kind in kinds]
    wrong = [fault for fault in faults if fault is not None]
    if len(wrong) == len(faults):
        known = sorted({key for fault in wrong for key in fault.known})
        help = _suggest(wrong[0].step, known, f"Known there: {', '.join(known) or 'nothing'}.")
        message = f"No {' or '.join(kinds)} has `{text}`: `{wrong[0].step}` leads nowhere."
        yield problem_at(at, (), "unknown-route", message, help)


def _value_problems(
    check: CheckDescription, entry: RequirementEntry, name: str, value: Any, at: Spot
) -> Iterator[CatalogProblem]:
    try:
        check.read(name, value)
    except Unreadable as wrong:
        message = f"The parameter {name} of the check {check.name}: {wrong}."
        yield problem_at(at, (), "bad-parameter", message, "Write it in that form.")
        return
    for text in check.routes_in(name, value):
        # Checks on a set look at the facts of other documents as well.
        kinds = KINDS if check.on_set else select_kinds(entry.applies.document)
        yield from _route_problem(text, kinds, at)


def date_problems(dated: Sequence[Dated], spot: Spot, route: Route) -> Iterator[CatalogProblem]:
    spans = [(one.from_ or date.min, one.until or date.max, number) for number, one in enumerate(dated)]
    for low, high, number in spans:
        if low > high:
            message = f"This ends on {high} before it starts on {low}."
            yield problem_at(spot, (*route, number), "bad-dates", message, "Correct one of the dates.")
    for (_, ends, _), (starts, _, number) in pairwise(sorted(spans)):
        if starts <= ends:
            message = f"Two entries hold on {starts}: dates overlap."
            fix = f"End the earlier one on {starts - timedelta(days=1)}." if starts > date.min else "Give one an end."
            yield problem_at(spot, (*route, number), "overlapping-dates", message, fix)


def _suggest(name: str, known: Iterable[str], otherwise: str) -> str:
    near = get_close_matches(name, list(known), 1)
    return f"Did you mean {near[0]}?" if near else otherwise


def problem_at(spot: Spot, route: Route, code: str, message: str, help: str) -> CatalogProblem:
    problem = Problem(code, message, help, find_span(spot.source, (*spot.route, *route)))
    return CatalogProblem(spot.path, spot.source, problem)
