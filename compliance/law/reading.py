"""Catalog files to a `Catalog`, or to every problem they have, with places: the law's own files are checked too."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from hashlib import sha256
from typing import Any, Final

from compliance.documents.loader import validate_tree
from compliance.law.catalog import (
    Applies,
    Catalog,
    Defence,
    Jurisdiction,
    LeftToPeople,
    Locality,
    Proposal,
    RelatedText,
    Requirement,
    Skeleton,
)
from compliance.law.check_descriptions import CheckDescriptions, ClauseFaults
from compliance.law.entries import (
    CatalogFile,
    JurisdictionEntry,
    PlaceEntry,
    ProposalEntry,
    RequirementEntry,
    Section,
    SkeletonEntry,
)
from compliance.law.files import BadCatalog, CatalogProblem
from compliance.law.history import Law, NamedValue, Spot, build_history, build_proposed_history, quote_words
from compliance.law.levels import PROPOSED
from compliance.law.validation import date_problems, problem_at, requirement_problems
from compliance.source import Problem, read_source
from compliance.source.routes import Route

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]+(-[a-z0-9]+)*")
_GOOD_ORDER_GROUP: Final = "Good order"


class CatalogSources:
    """What files say, before it is put together; states and places by the folder that they stand in."""

    def __init__(self) -> None:
        self.law = Law()
        self.requirements: dict[str, tuple[RequirementEntry, Spot]] = {}
        self.left: list[LeftToPeople] = []
        self.problems: list[CatalogProblem] = []
        self.withdrawn: dict[str, str] = {}
        self.jurisdictions: dict[str, tuple[JurisdictionEntry, Spot]] = {}
        self.localities: dict[str, tuple[PlaceEntry, Spot]] = {}
        self.skeletons: list[tuple[SkeletonEntry, Spot]] = []
        self.proposals: dict[str, tuple[ProposalEntry, Spot]] = {}

    def find_jurisdiction(self, path: str) -> JurisdictionEntry | None:
        """The state whose folder a file stands in."""
        return next((self.jurisdictions[one][0] for one in list_folders(path) if one in self.jurisdictions), None)

    def find_locality(self, path: str) -> PlaceEntry | None:
        """The city or county whose folder a file stands in."""
        return next((self.localities[one][0] for one in list_folders(path) if one in self.localities), None)


def list_folders(path: str) -> Iterator[str]:
    """The folders that a file stands in, the nearest first."""
    folders = path.replace("\\", "/").split("/")[:-1]
    return ("/".join(folders[:count]) for count in range(len(folders), 0, -1))


def parse_catalog(
    files: Iterable[tuple[str, bytes]], checks: CheckDescriptions, find_clause_faults: ClauseFaults
) -> Catalog:
    """Read catalog files, whose requirements may name these checks. Raises BadCatalog with every problem."""
    files = list(files)
    written = CatalogSources()
    for path, data in files:
        _read_file(path, data, written)
    problems = written.problems
    written.law.headlines = frozenset(id for state, _ in written.jurisdictions.values() for id in state.headlines)
    for entry, spot in written.requirements.values():
        # What a requirement says for all its time is told once.
        problems += dict.fromkeys(requirement_problems(entry, spot, written.law, checks, find_clause_faults))
    problems += _jurisdiction_problems(written)
    problems += _proposal_problems(written)
    if problems:
        raise BadCatalog(problems)
    built = (_build_requirement(entry, spot, written, checks) for entry, spot in written.requirements.values())
    return Catalog(
        (requirement for requirement in built if requirement.history),
        tuple(written.left),
        catalog_version(files),
        tuple(_build_defences(written)),
        written.withdrawn,
        _build_jurisdictions(written),
        tuple(
            Locality(one.place, one.kind, one.jurisdiction, tuple(one.other_names), one.not_known or "")
            for one, _ in written.localities.values()
        ),
        tuple(
            Skeleton(one.skeleton, one.jurisdiction, tuple(one.banks), one.body, one.collection, one.examples)
            for one, _ in written.skeletons
        ),
        tuple(_build_proposals(written, checks)),
    )


def _jurisdiction_problems(written: CatalogSources) -> Iterator[CatalogProblem]:
    """States that are named and that no folder has: a slip of the pen would take the law away without a word."""
    known = {entry.jurisdiction for entry, _ in written.jurisdictions.values()}
    named: list[tuple[str | None, Spot, Route]] = [
        (entry.applies.jurisdiction, spot, ("applies", "jurisdiction")) for entry, spot in written.requirements.values()
    ]
    named += [(place.jurisdiction, spot, ("jurisdiction",)) for place, spot in written.localities.values()]
    named += [(skeleton.jurisdiction, spot, ("jurisdiction",)) for skeleton, spot in written.skeletons]
    for name, spot, route in named:
        if known and name is not None and name not in known:
            near = get_close_matches(name, known, 1)
            guess = f"Did you mean {near[0]}? " if near else ""
            help = f"{guess}A new state has a file `jurisdiction.yaml` in its folder."
            yield problem_at(spot, route, "unknown-jurisdiction", f"No jurisdiction is called {name}.", help)


def _proposal_problems(written: CatalogSources) -> Iterator[CatalogProblem]:
    """Sections that a proposal would bring back and nothing has, and texts of proposals that nothing tells of."""
    for proposal, spot in written.proposals.values():
        for name in proposal.brings_back:
            if name not in written.law.sections:
                help = "Name the section as its file does, without a pinpoint."
                message = f"No section of law is called {name}."
                yield problem_at(spot, ("brings-back",), "unknown-section", message, help)
    for section, spot in written.law.sections.values():
        for number, text in enumerate(section.wordings):
            known = text.proposal in written.proposals
            if (text.authority == PROPOSED) != (text.proposal is not None) or (text.proposal and not known):
                message = "A proposed text names the proposal that it is part of, and no other text does."
                help = f"Known proposals: {', '.join(written.proposals) or 'none; write a file with `proposal: NAME`'}."
                yield problem_at(spot, ("wordings", number), "unknown-proposal", message, help)


def _build_proposals(written: CatalogSources, checks: CheckDescriptions) -> Iterator[Proposal]:
    for proposal, _ in written.proposals.values():
        requirements = (
            _build_requirement(entry, spot, written, checks)._replace(history=history)
            for entry, spot in written.requirements.values()
            if (history := build_proposed_history(entry, written.law, checks, proposal))
        )
        named = (proposal.proposal, proposal.title, proposal.jurisdiction, proposal.note)
        yield Proposal(*named, tuple(requirements))


def _build_jurisdictions(written: CatalogSources) -> Iterator[Jurisdiction]:
    for entry, _ in written.jurisdictions.values():
        authorities = {str(kind): words for kind, words in entry.authorities.items()}
        names = (entry.jurisdiction, entry.name, tuple(entry.short_names))
        yield Jurisdiction(*names, authorities, tuple(entry.headlines))


def _build_defences(written: CatalogSources) -> Iterator[Defence]:
    """What sections say beside findings; without a state around them, of every document."""
    for section, spot in written.law.sections.values():
        if section.remark is not None:
            state = written.find_jurisdiction(spot.path)
            name = state.jurisdiction if state is not None else None
            for wording in section.wordings:
                yield Defence(name, wording.from_, wording.until, section.remark)


def catalog_version(files: Iterable[tuple[str, bytes]]) -> str:
    """A short name for exactly these bytes of law under these names."""
    digest = sha256()
    for path, data in files:
        digest.update(repr((path, len(data))).encode() + data)
    return digest.hexdigest()[:12]


# --- one file ---


def _read_file(path: str, data: bytes, written: CatalogSources) -> None:
    source = read_source(data)
    spot = Spot(path, source, ())
    tree = source.tree if isinstance(source.tree, dict) else {}
    if "document" in tree:
        return  # an example beside the law
    _, model, add = next((one for one in _KINDS_OF_FILE if one[0] in tree), _KINDS_OF_FILE[-1])
    found: Sequence[Problem] = source.problems
    if not found:
        entry, found = validate_tree(model, source.tree, source)
        if entry is not None:
            add(entry, spot, written)
    written.problems.extend(CatalogProblem(path, source, problem) for problem in found)


def _add_jurisdiction(entry: JurisdictionEntry, spot: Spot, written: CatalogSources) -> None:
    if any(entry.jurisdiction == other.jurisdiction for other, _ in written.jurisdictions.values()):
        message = f"The jurisdiction {entry.jurisdiction} is written twice."
        written.problems.append(problem_at(spot, ("jurisdiction",), "duplicate-jurisdiction", message, "Join the two."))
    written.jurisdictions[next(list_folders(spot.path), "")] = (entry, spot)


def _add_locality(entry: PlaceEntry, spot: Spot, written: CatalogSources) -> None:
    written.localities[next(list_folders(spot.path), "")] = (entry, spot)


def _add_proposal(entry: ProposalEntry, spot: Spot, written: CatalogSources) -> None:
    written.proposals[entry.proposal] = (entry, spot)


def _add_skeleton(entry: SkeletonEntry, spot: Spot, written: CatalogSources) -> None:
    written.skeletons.append((entry, spot))


def _add_file(file: CatalogFile, spot: Spot, written: CatalogSources) -> None:
    for number, section in enumerate(file.sections):
        _add_section(section, spot._replace(route=("sections", number)), written)
    for number, requirement in enumerate(file.requirements):
        _add_requirement(requirement, spot._replace(route=("requirements", number)), written)
    for name, value in file.words.items():
        _add_words(name, value, spot, written)
    written.withdrawn.update((row.id, row.because) for row in file.withdrawn)
    written.left.extend(LeftToPeople(row.asks, row.cite, row.reason, row.jurisdiction) for row in file.left_to_people)


def _add_words(name: str, value: Any, spot: Spot, written: CatalogSources) -> None:
    """Words that requirements share. Nobody may put others in the place of those by which the law is read."""
    if name in written.law.words:
        message = f"The words {name} are written twice; the first are in {written.law.words[name].spot.path}."
        written.problems.append(
            problem_at(spot, ("words", name), "duplicate-words", message, "Give them another name.")
        )
    written.law.words[name] = NamedValue(value, spot._replace(route=("words", name)), of_law=False)


def _add_section(section: Section, spot: Spot, written: CatalogSources) -> None:
    if section.section in written.law.sections:
        other = written.law.sections[section.section][1].path
        message = f"The section {section.section} is written twice; the first is in {other}."
        written.problems.append(problem_at(spot, ("section",), "duplicate-section", message, "Join the two."))
    if not section.wordings:
        message = f"The section {section.section} has no wording."
        written.problems.append(
            problem_at(spot, ("wordings",), "no-wording", message, "Add one, with how it was seen.")
        )
    written.problems.extend(date_problems(section.wordings, spot, ("wordings",)))
    written.law.sections[section.section] = (section, spot)


def _add_requirement(entry: RequirementEntry, spot: Spot, written: CatalogSources) -> None:
    if entry.requirement in written.requirements:
        message = f"The id {entry.requirement} is taken."
        written.problems.append(problem_at(spot, ("requirement",), "duplicate-id", message, "Give it another id."))
    if _ID.fullmatch(entry.requirement) is None:
        message = f"The id {entry.requirement} is not of the form place.name-in-words."
        help = "Write it such as napa.wager-limit."
        written.problems.append(problem_at(spot, ("requirement",), "bad-id", message, help))
    written.problems.extend(date_problems(entry.dated, spot, ("dated",)))
    written.requirements[entry.requirement] = (entry, spot)


def _build_requirement(
    entry: RequirementEntry, spot: Spot, written: CatalogSources, checks: CheckDescriptions
) -> Requirement:
    return Requirement(
        entry.requirement,
        entry.title,
        entry.when_failed or "",
        entry.why or "",
        entry.group or _name_group(entry, spot, written),
        entry.reason or "",
        _build_applies(entry, spot, written),
        spot.path,
        tuple(_related_texts(entry, written.law)),
        build_history(entry, written.law, checks),
    )


def _build_applies(entry: RequirementEntry, spot: Spot, written: CatalogSources) -> Applies:
    applies = entry.applies
    place = written.find_locality(spot.path)
    names = tuple(place.other_names) if place is not None and place.place == applies.locality else ()
    comes_along = place is not None and spot.path.startswith("schemas/")
    return Applies(applies.document, applies.jurisdiction, applies.locality, names, comes_along)


def _related_texts(entry: RequirementEntry, law: Law) -> Iterator[RelatedText]:
    """The texts of law that a requirement names beside those it rests on, as they read now."""
    for citation in entry.see_also or ():
        found = law.find(citation)
        if found is not None:
            section, _, _ = found
            text = section.wordings[0]
            first = text.from_.isoformat() if text.from_ is not None else ""
            source = text.source or section.source or ""
            says = quote_words(text.says, citation) or quote_words(text.says, "")
            yield RelatedText(citation, section.title, says, first, text.seen, text.note or "", source)


def _name_group(entry: RequirementEntry, spot: Spot, written: CatalogSources) -> str:
    """The group of a requirement that names none: its place, or its folder below that of a state."""
    if entry.reason:
        return _GOOD_ORDER_GROUP
    place = written.find_locality(spot.path)
    if place is not None:
        return f"City of {place.place}" if place.kind == "city" else place.place
    below = next(list_folders(spot.path), "")
    in_state = written.find_jurisdiction(spot.path) is not None and below not in written.jurisdictions
    return below.rsplit("/", 1)[-1].replace("-", " ").capitalize() if in_state else ""


# The key that tells a kind of file, what the file holds, and what becomes of it; the last holds entries of any kind.
_KINDS_OF_FILE: Final[tuple[tuple[str, type[Any], Callable[[Any, Spot, CatalogSources], None]], ...]] = (
    ("section", Section, _add_section),
    ("requirement", RequirementEntry, _add_requirement),
    ("skeleton", SkeletonEntry, _add_skeleton),
    ("proposal", ProposalEntry, _add_proposal),
    ("place", PlaceEntry, _add_locality),
    ("jurisdiction", JurisdictionEntry, _add_jurisdiction),
    ("", CatalogFile, _add_file),
)
