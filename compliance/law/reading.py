"""Catalogue files to a `Catalogue`, or to every problem they have, with places: the law's own files are checked too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from difflib import get_close_matches
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final, NamedTuple

from compliance.checks.registry import CHECKS, Check, misplaced
from compliance.documents.kinds import KINDS, kinds_of
from compliance.documents.reading import model_of, validate
from compliance.documents.routes import fault_of
from compliance.documents.values import Unreadable
from compliance.law.catalogue import Applies, Catalogue, Defence, LeftToPeople, Requirement
from compliance.law.entries import NOT_SEEN, CatalogueFile, Dated, RequirementEntry, Section
from compliance.law.files import BadCatalogue, CatalogueProblem, catalogue_files
from compliance.law.history import (
    PLACEHOLDER,
    Law,
    NamedValue,
    Period,
    Spot,
    given_parameters,
    holdings,
    parameters_as_written,
    phrases_against,
    references,
    sections_of,
    stretches,
)
from compliance.law.words import HEADLINES
from compliance.patterns import late
from compliance.routes import Key, Route, span_of
from compliance.source import Problem, read

_ID: Final = late(r"[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]+(-[a-z0-9]+)*")
_GOOD_ORDER_GROUP: Final = "Good order"


class Written(NamedTuple):
    """What files say, before it is put together."""

    law: Law
    requirements: dict[str, tuple[RequirementEntry, Spot]]
    left: list[LeftToPeople]
    problems: list[CatalogueProblem]
    withdrawn: dict[str, str]


def read_catalogue(files: Iterable[tuple[str, bytes]]) -> Catalogue:
    """Read catalogue files. Raises BadCatalogue with every problem of every file."""
    files = list(files)
    written = Written(Law(), {}, [], [], {})
    for path, data in files:
        _read_file(path, data, written)
    problems = written.problems
    for entry, spot in written.requirements.values():
        # What a requirement says for all its time is told once.
        problems += dict.fromkeys(_requirement_problems(entry, spot, written.law))
    if problems:
        raise BadCatalogue(problems)
    requirements = [_requirement(entry, spot, written.law) for entry, spot in written.requirements.values()]
    defences = tuple(_defences(written.law))
    return Catalogue(requirements, tuple(written.left), catalogue_version(files), defences, written.withdrawn)


def _defences(law: Law) -> Iterator[Defence]:
    for section, spot in law.sections.values():
        if section.remark is not None:
            # In the catalogue of Pit Boss the folder says whose law it is; a user's catalogue speaks of all documents.
            folders = spot.path.split("/")
            place = folders[1] if folders[0] == "schemas" and folders[2:3] == ["law"] else None
            for wording in section.wordings:
                yield Defence(place, wording.from_, wording.until, section.remark)


def catalogue_version(files: Iterable[tuple[str, bytes]]) -> str:
    """A short name for exactly these bytes of law under these names."""
    digest = sha256()
    for path, data in files:
        digest.update(repr((path, len(data))).encode() + data)
    return digest.hexdigest()[:12]


# --- one file ---


def _read_file(path: str, data: bytes, written: Written) -> None:
    source = read(data)
    found: Sequence[Problem] = source.problems
    spot = Spot(path, source, ())
    if not found and isinstance(source.tree, dict) and "section" in source.tree:
        section, found = validate(Section, source.tree, source)
        if section is not None:
            _add_section(section, spot, written)
    elif not found and isinstance(source.tree, dict) and "requirement" in source.tree:
        requirement, found = validate(RequirementEntry, source.tree, source)
        if requirement is not None:
            _add_requirement(requirement, spot, written)
    elif not found:
        file, found = validate(CatalogueFile, source.tree, source)
        if file is not None:
            _add_file(file, spot, written)
    written.problems.extend(CatalogueProblem(path, source, problem) for problem in found)


def _add_file(file: CatalogueFile, spot: Spot, written: Written) -> None:
    for number, section in enumerate(file.sections):
        _add_section(section, spot._replace(route=("sections", number)), written)
    for number, requirement in enumerate(file.requirements):
        _add_requirement(requirement, spot._replace(route=("requirements", number)), written)
    for name, value in file.words.items():
        _add_words(name, value, spot, written)
    written.withdrawn.update((row.id, row.because) for row in file.withdrawn)
    written.left.extend(LeftToPeople(row.asks, row.cite, row.reason, row.jurisdiction) for row in file.left_to_people)


def _add_words(name: str, value: Any, spot: Spot, written: Written) -> None:
    """Words that requirements share. Nobody may put others in the place of those by which the law is read."""
    if name in written.law.words:
        message = f"The words {name} are written twice; the first are in {written.law.words[name].spot.path}."
        written.problems.append(_problem(spot, ("words", name), "duplicate-words", message, "Give them another name."))
    written.law.words[name] = NamedValue(value, spot._replace(route=("words", name)), of_law=False)


def _add_section(section: Section, spot: Spot, written: Written) -> None:
    if section.section in written.law.sections:
        other = written.law.sections[section.section][1].path
        message = f"The section {section.section} is written twice; the first is in {other}."
        written.problems.append(_problem(spot, ("section",), "duplicate-section", message, "Join the two."))
    if not section.wordings:
        message = f"The section {section.section} has no wording."
        written.problems.append(_problem(spot, ("wordings",), "no-wording", message, "Add one, with how it was seen."))
    written.problems.extend(_date_problems(section.wordings, spot, ("wordings",)))
    written.law.sections[section.section] = (section, spot)


def _add_requirement(entry: RequirementEntry, spot: Spot, written: Written) -> None:
    if entry.requirement in written.requirements:
        message = f"The id {entry.requirement} is taken."
        written.problems.append(_problem(spot, ("requirement",), "duplicate-id", message, "Give it another id."))
    if _ID.fullmatch(entry.requirement) is None:
        message = f"The id {entry.requirement} is not of the form place.name-in-words."
        help = "Write it such as napa.wager-limit."
        written.problems.append(_problem(spot, ("requirement",), "bad-id", message, help))
    written.problems.extend(_date_problems(entry.dated, spot, ("dated",)))
    written.requirements[entry.requirement] = (entry, spot)


def _requirement(entry: RequirementEntry, spot: Spot, law: Law) -> Requirement:
    applies = entry.applies
    return Requirement(
        entry.requirement,
        entry.title,
        entry.why or "",
        entry.group or _group(entry, spot),
        entry.reason or "",
        Applies(applies.document, applies.jurisdiction, applies.locality),
        spot.path,
        holdings(entry, law),
    )


def _group(entry: RequirementEntry, spot: Spot) -> str:
    """The group of a requirement that names none: in the catalogue of Pit Boss its folder."""
    if entry.reason:
        return _GOOD_ORDER_GROUP
    folders = spot.path.split("/")[:-1]
    return folders[-1].replace("-", " ").capitalize() if folders[:1] == ["schemas"] else ""


# --- what is wrong with a requirement ---


def _requirement_problems(entry: RequirementEntry, spot: Spot, law: Law) -> Iterator[CatalogueProblem]:
    if entry.rests_on is None and entry.reason is None:
        message = f"{entry.requirement} names no law that it rests on."
        help = "Add `rests-on: ...` with the section, or, where no law asks it, `reason: ...`."
        yield _problem(spot, (), "no-law", message, help)
        return
    unknown = [(route, citation) for route, citation in sections_of(entry) if law.find(citation) is None]
    for route, citation in unknown:
        near = get_close_matches(citation, law.sections, 1)
        help = f"Did you mean {near[0]}?" if near else "Write a file, or an entry of `sections`, for it."
        message = f"No section of law is called {citation}."
        yield _problem(spot, route, "unknown-section", message, help)
    yield from _when_problems(entry, spot)
    if entry.headline and entry.requirement not in HEADLINES:
        message = f"{entry.requirement} is none of the requirements that are errors whatever they rest on."
        help = f"Leave `headline` out; only these have it: {', '.join(sorted(HEADLINES))}."
        yield _problem(spot, ("headline",), "no-headline", message, help)
    if unknown:
        return
    found = list(stretches(entry, law))
    if not found:
        message = f"{entry.requirement} is in force on no day: no wording of the law holds on its days."
        yield _problem(spot, ("requirement",), "never-in-force", message, "Correct its dates, or those of the section.")
    for stretch in found:
        yield from _stretch_problems(entry, stretch, spot, law)


def _stretch_problems(entry: RequirementEntry, stretch: Period, spot: Spot, law: Law) -> Iterator[CatalogueProblem]:
    change = entry.dated[stretch.change] if stretch.change is not None else None
    changed: Route = ("dated", stretch.change) if stretch.change is not None else ()
    asks_at: Route = (*changed, "asks") if change is not None and change.asks else ("asks",)
    yield from _sentence_problems((change and change.asks) or entry.asks, asks_at, entry, stretch, law, spot)
    yield from _sentence_problems(entry.remedy, ("remedy",), entry, stretch, law, spot)
    yield from _sentence_problems(entry.remedy_silent or "", ("remedy-silent",), entry, stretch, law, spot)
    for route, value in entry.applies.when.items():
        for name in references(value):
            yield from _name_problems(name, entry, stretch, law, spot, ("applies", "when", route))
    yield from _against_problems(entry, stretch, law, spot)
    check_at: Route = (*changed, "check") if change is not None and change.check else ("check",)
    check_name = (change and change.check) or entry.check
    check = CHECKS.get(check_name)
    if check is None:
        near = get_close_matches(check_name, CHECKS, 1)
        help = f"Did you mean {near[0]}?" if near else f"Checks: {', '.join(sorted(CHECKS))}."
        yield _problem(spot, check_at, "unknown-check", f"There is no check named {check_name}.", help)
    elif wrong := misplaced(check, entry.applies.document):
        help = f"Set `applies: {{document: {check.kinds[0]}}}`, or ask another check."
        yield _problem(spot, check_at, "misplaced-check", wrong, help)
    else:
        yield from _parameter_problems(check, entry, stretch, law, spot, check_at)


def _sentence_problems(
    text: str, at: Route, entry: RequirementEntry, stretch: Period, law: Law, spot: Spot
) -> Iterator[CatalogueProblem]:
    """Values that a sentence names, and that cannot be filled in."""
    own = parameters_as_written(entry, stretch.change)
    for name in PLACEHOLDER.findall(text):
        if name not in stretch.values and name in own:
            continue
        yield from _name_problems(name, entry, stretch, law, spot, at)
        if name in stretch.values and stretch.values[name].value == NOT_SEEN:
            message = f"`{at[-1]}` speaks of {{{name}}}, which was not seen for {_days(stretch)}."
            help = "Add an entry under `dated` that asks it in other words."
            yield _problem(spot, at, "value-not-seen", message, help)


def _against_problems(entry: RequirementEntry, stretch: Period, law: Law, spot: Spot) -> Iterator[CatalogueProblem]:
    """What is wrong with the phrases that speak against a requirement."""
    at: Route = ("against",)
    unknown = [
        problem for name in references(entry.against) for problem in _name_problems(name, entry, stretch, law, spot, at)
    ]
    yield from unknown
    if not unknown and not all(isinstance(phrase, str) for phrase in phrases_against(entry, stretch.values)):
        help = "Write `against: [house pays winners]`, or name a list of `words`."
        yield _problem(spot, at, "bad-against", "What speaks against a requirement is a list of phrases.", help)
    elif not unknown:
        own = parameters_as_written(entry, stretch.change)
        named = {name for phrase in phrases_against(entry, stretch.values) for name in PLACEHOLDER.findall(phrase)}
        for name in sorted(named - own.keys()):
            yield from _name_problems(name, entry, stretch, law, spot, at)


def _parameter_problems(
    check: Check, entry: RequirementEntry, stretch: Period, law: Law, spot: Spot, check_at: Route
) -> Iterator[CatalogueProblem]:
    with_ = parameters_as_written(entry, stretch.change)
    unknown = []
    for name, value in with_.items():
        at = _given_at(entry, stretch.change, name)
        for used in references(value):
            problems = list(_name_problems(used, entry, stretch, law, spot, at))
            unknown += [name] if problems else []
            yield from problems
        if name not in check.parameters:
            known = ", ".join(check.parameters) or "none"
            message = f"The check {check.name} has no parameter {name}."
            yield _problem(spot, at, "unknown-parameter", message, f"It takes: {known}.")
    readable = {name: value for name, value in with_.items() if name in check.parameters and name not in unknown}
    for name, value in given_parameters(readable, stretch.values).items():
        place = spot._replace(route=(*spot.route, *_given_at(entry, stretch.change, name)))
        used_names = list(references(with_[name]))
        # A value of the law that the check cannot read is at fault where it stands.
        named = stretch.values[used_names[0]].spot if used_names else place
        yield from _value_problems(check, entry, name, value, named)
    given = {*given_parameters(readable, stretch.values), *unknown}
    for name in sorted(check.required - given):
        message = f"The check {check.name} needs the parameter {name}; none is given for {_days(stretch)}."
        yield _problem(spot, check_at, "missing-parameter", message, f"Add `with: {{{name}: ...}}`.")


def _name_problems(
    name: str, entry: RequirementEntry, stretch: Period, law: Law, spot: Spot, at: Route
) -> Iterator[CatalogueProblem]:
    """A value that is named, and that nothing sets."""
    if name in stretch.values:
        return
    sections = [found[0] for _, citation in sections_of(entry) if (found := law.find(citation)) is not None]
    known = {value for section in sections for wording in section.wordings for value in wording.values}
    if name in known:
        message = f"{{{name}}} is set by no wording that is in force for {_days(stretch)}."
        yield _problem(spot, at, "value-not-in-force", message, "Set it there, or leave it out under `dated`.")
        return
    near = get_close_matches(name, sorted(known | set(law.words)), 1)
    help = f"Did you mean {{{near[0]}}}?" if near else f"Known there: {', '.join(sorted(known)) or 'nothing'}."
    message = f"{{{name}}} is no value of {' or '.join(section.section for section in sections) or 'any law named'}."
    yield _problem(spot, at, "unknown-value", message, help)


def _days(stretch: Period) -> str:
    if stretch.from_ is None:
        return f"the days until {stretch.until}" if stretch.until else "any day"
    return f"{stretch.from_} to {stretch.until}" if stretch.until else f"the days from {stretch.from_} on"


def _given_at(entry: RequirementEntry, change: int | None, name: str) -> Route:
    """Where a parameter is written: with the change, or with the requirement."""
    if change is not None and name in entry.dated[change].with_:
        return ("dated", change, "with", name)
    return ("with", name)


def _when_problems(entry: RequirementEntry, spot: Spot) -> Iterator[CatalogueProblem]:
    """Conditions on facts that no document of the kind can have: they would never hold."""
    for text in entry.applies.when:
        at = spot._replace(route=(*spot.route, "applies", "when", Key(text)))
        for part in text.split(" or "):
            yield from _route_problem(part, kinds_of(entry.applies.document), at)


def _route_problem(text: str, kinds: tuple[str, ...], at: Spot) -> Iterator[CatalogueProblem]:
    faults = [fault_of(model_of(kind), text) for kind in kinds]
    wrong = [fault for fault in faults if fault is not None]
    if len(wrong) == len(faults):
        known = sorted({key for fault in wrong for key in fault.known})
        near = get_close_matches(wrong[0].step, known, 1)
        help = f"Did you mean {near[0]}?" if near else f"Known there: {', '.join(known) or 'nothing'}."
        message = f"No {' or '.join(kinds)} has `{text}`: `{wrong[0].step}` leads nowhere."
        yield _problem(at, (), "unknown-route", message, help)


def _value_problems(
    check: Check, entry: RequirementEntry, name: str, value: Any, at: Spot
) -> Iterator[CatalogueProblem]:
    """What is wrong with the value of one parameter."""
    try:
        check.read(name, value)
    except Unreadable as wrong:
        message = f"The parameter {name} of the check {check.name}: {wrong}."
        yield _problem(at, (), "bad-parameter", message, "Write it in that form.")
        return
    for text in check.routes_in(name, value):
        # Checks on a set look at the facts of other documents as well.
        kinds = KINDS if check.on_set else kinds_of(entry.applies.document)
        yield from _route_problem(text, kinds, at)
    for text in check.fee_parts_in(name, value):
        fault = fault_of(_fee_model(), text)
        if fault is not None:
            help = f"Known there: {', '.join(fault.known)}."
            yield _problem(at, (), "unknown-route", f"No fee of a schedule has `{text}`.", help)


def _fee_model() -> type[Any]:
    from compliance.documents.schedule import Collection

    return Collection


def _date_problems(dated: Sequence[Dated], spot: Spot, route: Route) -> Iterator[CatalogueProblem]:
    spans = [(one.from_ or date.min, one.until or date.max, number) for number, one in enumerate(dated)]
    for low, high, number in spans:
        if low > high:
            message = f"This ends on {high} before it starts on {low}."
            yield _problem(spot, (*route, number), "bad-dates", message, "Correct one of the dates.")
    for (_, ends, _), (starts, _, number) in pairwise(sorted(spans)):
        if starts <= ends:
            message = f"Two entries hold on {starts}: dates overlap."
            fix = f"End the earlier one on {starts - timedelta(days=1)}." if starts > date.min else "Give one an end."
            yield _problem(spot, (*route, number), "overlapping-dates", message, fix)


def _problem(spot: Spot, route: Route, code: str, message: str, help: str) -> CatalogueProblem:
    problem = Problem(code, message, help, span_of(spot.source, (*spot.route, *route)))
    return CatalogueProblem(spot.path, spot.source, problem)


__all__ = ["BadCatalogue", "catalogue_files", "catalogue_version", "read_catalogue"]
