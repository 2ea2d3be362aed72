"""Catalogue files to a `Catalogue`, or to every problem they have, with places: the law's own files are checked too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from difflib import get_close_matches
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from compliance.checks.registry import CHECKS, Check, misplaced
from compliance.documents.reading import KINDS, model_of, validate
from compliance.documents.routes import fault_of
from compliance.documents.values import Unreadable
from compliance.law.catalogue import Catalogue, CatalogueFile, LeftToPeople, Requirement, Wording
from compliance.routes import Key, Route, span_of, value_at
from compliance.source import Problem, Source, read

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]+(-[a-z0-9]+)*")
_PLACEHOLDER: Final = re.compile(r"\{([a-z-]+)\}")


class CatalogueProblem(NamedTuple):
    """A problem of a catalogue file, with the file it is in."""

    path: str
    source: Source
    problem: Problem


class BadCatalogue(Exception):
    """A catalogue that cannot be used; carries every problem found."""

    def __init__(self, problems: list[CatalogueProblem]) -> None:
        first = problems[0]
        span = first.problem.span
        super().__init__(f"{first.path}:{span.line}:{span.column}: {first.problem.message}")
        self.problems = problems


def schemas_folder() -> Path:
    """Where the catalogue lies: inside the installed package, or at the root of a checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "schemas"
    return inside if inside.is_dir() else package.parent / "schemas"


def catalogue_files() -> list[tuple[str, bytes]]:
    """The catalogue that comes with Pit Boss: name and bytes of each file, always in the same order."""
    folder = schemas_folder()
    found = (path for path in folder.glob("*/*.yaml") if not path.name.endswith((".cases.yaml", ".base.yaml")))
    return [(path.relative_to(folder.parent).as_posix(), path.read_bytes()) for path in sorted(found)]


def read_catalogue(files: Iterable[tuple[str, bytes]]) -> Catalogue:
    """Read catalogue files. Raises BadCatalogue with every problem of every file."""
    requirements: dict[str, Requirement] = {}
    left: list[LeftToPeople] = []
    problems: list[CatalogueProblem] = []
    files = list(files)
    for path, data in files:
        source = read(data)
        found = list(source.problems)
        parsed: CatalogueFile | None = None
        if not found:
            parsed, wrong = validate(CatalogueFile, source.tree, source)
            found += wrong
        if parsed is not None:
            # What a requirement says for all its wordings is told once.
            found += dict.fromkeys(_file_problems(parsed, source, requirements))
            requirements |= {requirement.id: requirement for requirement in parsed.requirements}
            left += parsed.left_to_people
        problems += [CatalogueProblem(path, source, problem) for problem in found]
    if problems:
        raise BadCatalogue(problems)
    return Catalogue(requirements, tuple(left), catalogue_version(files))


def catalogue_version(files: Iterable[tuple[str, bytes]]) -> str:
    """A short name for exactly these bytes of law."""
    digest = sha256()
    for _, data in files:
        digest.update(data)
    return digest.hexdigest()[:12]


def catalogue_of_trees(trees: Iterable[Any], version: str) -> Catalogue:
    """A catalogue from the trees of files that `read_catalogue` has accepted."""
    files = [CatalogueFile.model_validate(tree) for tree in trees]
    requirements = {requirement.id: requirement for file in files for requirement in file.requirements}
    return Catalogue(requirements, tuple(left for file in files for left in file.left_to_people), version)


def _file_problems(file: CatalogueFile, source: Source, known: dict[str, Requirement]) -> Iterator[Problem]:
    ids: set[str] = set(known)
    for number, requirement in enumerate(file.requirements):
        route: Route = ("requirements", number)
        if requirement.id in ids:
            message = f"The id {requirement.id} is taken."
            yield _problem(source, (*route, "id"), "duplicate-id", message, "Give it another id.")
        ids.add(requirement.id)
        if _ID.fullmatch(requirement.id) is None:
            message = f"The id {requirement.id} is not of the form place.name-in-words."
            yield _problem(source, (*route, "id"), "bad-id", message, "Write it such as napa.wager-limit.")
        yield from _when_problems(requirement, source, route)
        yield from _check_problems(requirement, source, route)
        yield from _date_problems(requirement, source, route)


def _check_problems(requirement: Requirement, source: Source, route: Route) -> Iterator[Problem]:
    if not requirement.law:
        yield _problem(
            source, (*route, "law"), "no-law", "No wording of the law is given.", "Add one, with its citation."
        )
    for number, wording in enumerate(requirement.law):
        place: Route = (*route, "law", number)
        name = wording.check or requirement.check
        check = CHECKS.get(name)
        if check is None:
            near = get_close_matches(name, CHECKS, 1)
            help = f"Did you mean {near[0]}?" if near else f"Checks: {', '.join(sorted(CHECKS))}."
            at = (*place, "check") if wording.check else (*route, "check")
            yield _problem(source, at, "unknown-check", f"There is no check named {name}.", help)
            continue
        kind = requirement.applies.document
        if wrong := misplaced(check, kind):
            at = (*place, "check") if wording.check else (*route, "check")
            help = f"Set `applies: {{document: {check.kinds[0]}}}`, or ask another check."
            yield _problem(source, at, "misplaced-check", wrong, help)
        else:
            yield from _parameter_problems(check, requirement, wording, source, route, place)


def _when_problems(requirement: Requirement, source: Source, route: Route) -> Iterator[Problem]:
    """Conditions on facts that no document of the kind can have: they would never hold."""
    applies = requirement.applies
    for text in applies.when:
        for part in text.split(" or "):
            yield from _route_problem(part, _kinds(applies.document), source, (*route, "applies", "when", Key(text)))


def _kinds(document: str) -> tuple[str, ...]:
    return KINDS if document == "any" else (document,)


def _route_problem(text: str, kinds: tuple[str, ...], source: Source, at: Route) -> Iterator[Problem]:
    faults = [fault_of(model_of(kind), text) for kind in kinds]
    wrong = [fault for fault in faults if fault is not None]
    if len(wrong) == len(faults):
        known = sorted({key for fault in wrong for key in fault.known})
        near = get_close_matches(wrong[0].step, known, 1)
        help = f"Did you mean {near[0]}?" if near else f"Known there: {', '.join(known) or 'nothing'}."
        message = f"No {' or '.join(kinds)} has `{text}`: `{wrong[0].step}` leads nowhere."
        yield _problem(source, at, "unknown-route", message, help)


def _value_problems(
    check: Check, requirement: Requirement, name: str, value: Any, source: Source, at: Route
) -> Iterator[Problem]:
    """What is wrong with the value of one parameter."""
    try:
        check.read(name, value)
    except Unreadable as wrong:
        message = f"The parameter {name} of the check {check.name}: {wrong}."
        yield _problem(source, at, "bad-parameter", message, "Write it in that form.")
        return
    for text in check.routes_in(name, value):
        # Checks on a set look at the facts of other documents as well.
        kinds = KINDS if check.on_set else _kinds(requirement.applies.document)
        yield from _route_problem(text, kinds, source, at)
    for text in check.fee_parts_in(name, value):
        fault = fault_of(_fee_model(), text)
        if fault is not None:
            help = f"Known there: {', '.join(fault.known)}."
            yield _problem(source, at, "unknown-route", f"No fee of a schedule has `{text}`.", help)


def _fee_model() -> type[Any]:
    from compliance.documents.schedule import Collection

    return Collection


def _given_at(source: Source, route: Route, place: Route, name: str) -> Route:
    """Where a parameter is written: with the wording, or with the requirement."""
    for block in ((*place, "values"), (*place, "with")):
        group = value_at(source, block)
        if isinstance(group, dict) and name in group:
            return (*block, name)
    return (*route, "with", name)


def _parameter_problems(
    check: Check, requirement: Requirement, wording: Wording, source: Source, route: Route, place: Route
) -> Iterator[Problem]:
    given = requirement.with_ | wording.with_ | wording.values
    for name, value in given.items():
        at = _given_at(source, route, place, name)
        if name in check.parameters:
            yield from _value_problems(check, requirement, name, value, source, at)
        else:
            known = ", ".join(check.parameters) or "none"
            message = f"The check {check.name} has no parameter {name}."
            yield _problem(source, at, "unknown-parameter", message, f"It takes: {known}.")
    for name in sorted(check.required - set(given)):
        message = f"The check {check.name} needs the parameter {name}."
        yield _problem(source, place, "missing-parameter", message, f"Add `values: {{{name}: ...}}` here.")
    asks = wording.asks or requirement.asks
    for name in _PLACEHOLDER.findall(asks):
        if name not in given:
            message = f"`asks` speaks of {{{name}}}, and no value of that name is set here."
            yield _problem(source, place, "missing-value", message, f"Add `values: {{{name}: ...}}`.")


def _date_problems(requirement: Requirement, source: Source, route: Route) -> Iterator[Problem]:
    spans = [(w.from_ or date.min, w.until or date.max, number) for number, w in enumerate(requirement.law)]
    for low, high, number in spans:
        if low > high:
            message = f"This wording ends on {high} before it starts on {low}."
            yield _problem(source, (*route, "law", number), "bad-dates", message, "Correct one of the dates.")
    ordered = sorted(spans)
    for (_, ends, _), (starts, _, number) in pairwise(ordered):
        if starts <= ends:
            message = f"Two wordings hold on {starts}: dates overlap."
            fix = f"End the earlier one on {starts - timedelta(days=1)}." if starts > date.min else "Give one an end."
            yield _problem(source, (*route, "law", number), "overlapping-dates", message, fix)


def _problem(source: Source, route: Route, code: str, message: str, help: str) -> Problem:
    return Problem(code, message, help, span_of(source, route))
