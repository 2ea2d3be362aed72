"""The report: what was tested, the conclusion, the findings by section, and what was not tested.

Made once of a run, by `make_report`. Every format renders it, and none counts for itself: the counts are those of the
verdict, and the lists of the report add up to them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache, partial
from typing import TYPE_CHECKING, Final, NamedTuple

from compliance.checks.fact_names import label_fact
from compliance.documents.citations import LINES as CITED
from compliance.documents.jurisdictions import place_title
from compliance.documents.paper_comparison import Quote as PaperQuote
from compliance.engine.findings import Checked, Finding, Findings, Place
from compliance.engine.grouping import SECTIONS, Group, Section, find_contradicted_fact
from compliance.engine.verdict import FinalVerdict, Judgement, judge
from compliance.law.levels import GOOD_ORDER, SEEN_WORDS, side_of
from compliance.reports.conclusion import Conclusion, LawDay, describe_untested_law, find_law_days
from compliance.reports.facts import KINDS, DocumentFacts, read_facts
from compliance.reports.identity import list_defects_with_marks
from compliance.reports.prose import write_prose
from compliance.reports.questions import ask_for, propose_clause
from compliance.reports.text import shorten_to
from compliance.reports.wording import CONFIDENCE, count, describe_start

Lines = Callable[[str], list[str]]

if TYPE_CHECKING:
    from compliance.law.catalog import Catalog, LeftToPeople
    from compliance.reports import ReportContext

_LINK: Final = re.compile(r"https?://[\w.~:/?#@!$&*+=%-]*[\w/]")
_LONGEST_HEADLINE: Final = 140
_MOST_REMEDIES: Final = 4
_LONGEST_QUESTION: Final = 100
_LONGEST_NAME: Final = 70
_MOST_QUOTES: Final = 3
_LONGEST_QUOTE: Final = 200
# A message that says no more than the question does.
_RESTATES: Final = re.compile(r"(?:Not stated: |The document does not state |Nothing states )[^.;]*\.")
_SENTENCE_END: Final = re.compile(r"(?<=[.?!])\s+(?=[A-Z])")


class LawText(NamedTuple):
    """The law behind a finding: where it stands, its words where they were seen, since when, and how it is known."""

    citation: str
    words: str = ""
    link: str = ""
    since: str = ""
    known: str = ""
    asks: str = ""
    checked: str = ""


class QuotedText(NamedTuple):
    """What the document says at a place: the place of the paper, or what it is about, and its words."""

    about: str
    words: str
    # Where the paper says it, as documents cite it; empty where it is the document that is quoted.
    place: str = ""

    @property
    def from_paper(self) -> bool:
        return bool(self.place)


class Point(NamedTuple):
    """One finding of the report: one cause, with everything that was found because of it."""

    number: int
    mark: str
    group: Group
    headline: str
    detail: str
    laws: tuple[LawText, ...]
    confidence: str
    why: str
    proposal: str
    clause: str
    note: str
    observations: tuple[str, ...]
    quotes: tuple[QuotedText, ...]
    # What the paper says there, with page and line; empty where no paper was at hand.
    paper: tuple[PaperQuote, ...] = ()

    @property
    def lead(self) -> Finding:
        return self.group.lead

    @property
    def section(self) -> Section:
        return self.group.section

    @property
    def is_question(self) -> bool:
        """Whether it asks something, and finds no fault."""
        return self.lead.status == "review"

    @property
    def grade(self) -> str:
        """What it is, in a word: a level, a question, or what became of it."""
        if self.lead.status == "fail":
            return self.group.level
        return {"review": "question", "error": "error", "information": "suspended"}.get(
            self.lead.status, self.lead.status
        )

    @property
    def grade_words(self) -> str:
        """What it is, in a word, in print: under the heading of a section nobody knows levels."""
        if self.is_question or self.lead.status != "fail":
            return self.grade
        serious = self.grade == "error"
        words = {"breaches": ("breach", "minor breach"), "practice": ("practice", "practice, minor")}
        return words.get(self.section, ("serious", "minor"))[not serious]

    @property
    def is_brief(self) -> bool:
        """Whether print tells it in a paragraph: a drafting issue that is not serious."""
        return self.section == "drafting" and not self.is_question and self.grade != "error"

    @property
    def waiting_count(self) -> int:
        """How many requirements wait for it."""
        return len(self.group.requirements)

    @property
    def citation(self) -> str:
        return "; ".join(law.citation for law in self.laws if law.citation)

    @property
    def line(self) -> int:
        return self.lead.places[0].span.line if self.lead.places else 0

    @property
    def source(self) -> str:
        """The lines of the paper that it was taken from, where no words of the paper are quoted."""
        return "" if any(quote.from_paper for quote in self.quotes) else describe_source(self.lead)


class ReportScope(NamedTuple):
    """What the report does not cover."""

    duties: tuple[LeftToPeople, ...]
    duty_count: int
    free_text: int
    alone: int
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DocumentReport:
    """What the report says of one document."""

    number: int
    checked: Checked
    facts: DocumentFacts
    verdict: FinalVerdict
    points: tuple[Point, ...]

    @property
    def title(self) -> str:
        return self.checked.title or self.checked.path

    @property
    def kind(self) -> str:
        """What kind of document it is."""
        return KINDS.get(self.checked.document, self.checked.document.capitalize())

    @property
    def identity(self) -> tuple[tuple[str, str], ...]:
        """What the document is, as names and values: kind, approval, version, house, paper and digest."""
        facts, digest = self.facts, self.checked.sha256
        kind = ", ".join(part for part in (self.kind, place_title(self.checked.jurisdiction)) if part)
        return (
            ("Document", kind or "could not be read"),
            ("Approval", facts.approval or "none stated"),
            ("Version", facts.version or "none stated"),
            ("Date", facts.dated or "none stated"),
            ("Establishment", facts.establishment or "none stated"),
            ("Paper", facts.paper_words or ("not at hand" if facts.paper else "none named")),
            ("Data tested", f"SHA-256 {digest[:16]}…" if digest else "none"),
        )

    @property
    def other_notes(self) -> list[str]:
        """The notes on the paper that no finding has with it."""
        headlines = {point.headline for point in self.points}
        told = {note for point in self.points for note in point.observations}
        unclear = [one.sentence for one in self.facts.unclear if one.words and one.words not in headlines]
        return [*unclear, *(one.sentence for one in self.facts.observations if one.sentence not in told)]

    @property
    def short_name(self) -> str:
        """The name of its file."""
        return self.checked.path.replace("\\", "/").rsplit("/", 1)[-1].rsplit(".", 1)[0]

    @property
    def conclusion(self) -> Conclusion:
        return Conclusion(self.verdict)

    @property
    def gravest(self) -> str:
        """Its gravest point, in words."""
        grave = (point for point in self.points if point.section in ("unread", "breaches", "missing", "drafting"))
        return next((point.headline for point in grave), "")

    def select_section(self, section: Section) -> list[Point]:
        return [point for point in self.points if point.section == section]


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that a format shows of a run."""

    findings: Findings
    judged: Judgement
    conclusion: Conclusion
    law_days: tuple[LawDay, ...]
    documents: tuple[DocumentReport, ...]
    points: tuple[Point, ...]
    scope: ReportScope
    met: tuple[Finding, ...]
    of_path: Mapping[str, DocumentReport] = field(default_factory=dict)

    @property
    def is_single(self) -> bool:
        return len(self.documents) == 1

    @property
    def title(self) -> str:
        return self.documents[0].title if self.is_single else count(len(self.documents), "document")

    @property
    def sections(self) -> dict[Section, list[Point]]:
        """The sections that hold something, in their order."""
        return group_by_section(self.points)

    @property
    def ranked_documents(self) -> list[DocumentReport]:
        """The documents by what stands in their way."""
        return [self.of_path[verdict.path] for verdict in self.judged.ranked_documents if verdict.path in self.of_path]


def group_by_section(points: Iterable[Point]) -> dict[Section, list[Point]]:
    """Points by their section, in the order of sections."""
    found: dict[Section, list[Point]] = {section: [] for section in SECTIONS}
    for point in points:
        found[point.section].append(point)
    return {section: mine for section, mine in found.items() if mine}


# --- making it --------------------------------------------------------------------------------------------------------


def make_report(findings: Findings, context: ReportContext) -> Report:
    """The report of a run."""
    judged, catalog = judge(findings), context.catalog()
    facts = read_facts(context.documents(), {checked.path for checked in findings.documents})
    points = tuple(_make_points(findings, catalog, facts, context))
    by_path: dict[str, list[Point]] = {}
    for point in points:
        for path in point.group.paths:
            by_path.setdefault(path, []).append(point)
    documents = tuple(
        DocumentReport(
            number,
            checked,
            facts.get(checked.path, DocumentFacts()),
            verdict,
            tuple(by_path.get(checked.path, ())),
        )
        for number, (checked, verdict) in enumerate(zip(findings.documents, judged.documents, strict=True), 1)
    )
    return Report(
        findings,
        judged,
        Conclusion(judged.whole),
        tuple(find_law_days(findings)),
        documents,
        points,
        _make_scope(findings, catalog, judged, facts),
        tuple(finding for finding in findings.findings if finding.status == "pass"),
        {one.checked.path: one for one in documents},
    )


def _make_scope(
    findings: Findings, catalog: Catalog, judged: Judgement, facts: Mapping[str, DocumentFacts]
) -> ReportScope:
    places = {document.jurisdiction for document in findings.documents}
    duties = tuple(
        duty._replace(
            asks=write_prose(duty.asks, {}), cite=write_prose(duty.cite, {}), reason=write_prose(duty.reason, {})
        )
        for duty in catalog.left_to_people
        if duty.jurisdiction in places
    )
    free_text = sum(one.free_text for one in facts.values())
    remarks = tuple(describe_untested_law(findings))
    return ReportScope(duties, judged.whole.left_to_people, free_text, sum(findings.about.alone.values()), remarks)


def _make_points(
    findings: Findings, catalog: Catalog, facts: Mapping[str, DocumentFacts], context: ReportContext
) -> Iterator[Point]:
    lines = cache(context.lines)
    found = list(list_defects_with_marks(findings, context.folder))
    heads = [_headline_of(group, catalog, facts.get(group.lead.path, DocumentFacts())) for group, _ in found]
    heads = _distinguish([group.lead for group, _ in found], heads)
    for number, ((group, mark), (headline, detail)) in enumerate(zip(found, heads, strict=True), 1):
        lead = group.lead
        mine = facts.get(lead.path, DocumentFacts())
        requirement = catalog.requirements.get(lead.requirement)
        write = partial(write_prose, names=mine.words)
        reason = (requirement.why or requirement.reason) if requirement is not None else ""
        why, *reading = _SENTENCE_END.split(reason, 1)
        quotes = tuple(_quote_document(lead, mine, lines))
        asks_something = lead.status in ("fail", "review", "error")
        yield Point(
            number,
            mark,
            group,
            _capitalize(write(headline)),
            write(detail),
            tuple(_laws_of(group, catalog, findings.as_of)),
            CONFIDENCE.get(lead.basis, ""),
            write(why),
            write(" ".join(_remedies_of(group))) if asks_something else "",
            _propose_clauses(group, mine) if asks_something and lead.silent else "",
            write(" ".join([*reading, lead.note])).strip(),
            tuple(mine.observations_about(lead)),
            quotes,
            tuple(PaperQuote(mine.paper, quote.place, quote.words) for quote in quotes if quote.from_paper),
        )


def _missing_keys(group: Group) -> list[str]:
    """The facts that a clause would state, of which nothing is stated."""
    return list(dict.fromkeys(one.key for one in group.members if one.silent and one.key))


def _propose_clauses(group: Group, facts: DocumentFacts) -> str:
    """The clause to insert; of several missing facts, a sentence each."""
    proposals = (propose_clause(key, facts.name_item) for key in _missing_keys(group) or [group.lead.key])
    return " ".join(dict.fromkeys(one for one in proposals if one))


def _remedies_of(group: Group) -> list[str]:
    """What to do about a defect: for a missing clause, what each requirement wants it to say."""
    members = [one for one in group.members if one.silent and one.key] if group.lead.silent else []
    by_law = [one for one in members if side_of(one.authority) == "law"]
    members = by_law or members
    return list(dict.fromkeys(one.remedy for one in members or [group.lead] if one.remedy))[:_MOST_REMEDIES]


def _distinguish(leads: Sequence[Finding], heads: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Headlines and details; where findings of a document have one headline, each with the fact that it is about."""
    alike: dict[tuple[str, str], list[str]] = {}
    for lead, (headline, _) in zip(leads, heads, strict=True):
        alike.setdefault((lead.path, headline), []).append(_describe_subject(lead))
    told = []
    for lead, (headline, detail) in zip(leads, heads, strict=True):
        subjects = alike[lead.path, headline]
        apart = len(subjects) > 1 and len(set(subjects)) == len(subjects) and all(subjects)
        told.append((f"{headline}: {_describe_subject(lead)}" if apart else headline, detail))
    return told


def _describe_subject(lead: Finding) -> str:
    """The fact that a finding is about; empty where that is the document, or takes many words."""
    route = lead.places[0].route if lead.places else ""
    # A printed figure has no name of its own but its number, which says nothing.
    about = label_fact(route) if route and not route.startswith("claims") else ""
    return about if len(about) <= _LONGEST_NAME else ""


def _capitalize(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _quote_document(finding: Finding, facts: DocumentFacts, lines: Lines) -> Iterator[QuotedText]:
    """What the paper says at the places of a finding, or the document where no paper is at hand; nothing where
    something is missing."""
    if finding.silent:
        return
    told: set[str] = set()
    for place in finding.places[:_MOST_QUOTES]:
        value = _value_at(place, lines)
        named = place.route.split(" / ")[-1]
        at, words = next(
            (found for _, cited in place.source if (found := facts.quote_paper(cited, value))[1]), ("", "")
        )
        if place.path == finding.path and words and at not in told:
            told.add(at)
            yield QuotedText(_name_place(at), shorten_to(words, _LONGEST_QUOTE), at)
        elif value and value != named and not at and place.route not in told:
            told.add(place.route)
            about = write_prose(label_fact(place.route), facts.words)
            yield QuotedText(about, shorten_to(facts.words.get(value, value), _LONGEST_QUOTE))


def _name_place(lines: str) -> str:
    """A place of a paper in words: `page 3, line 154`, `lines 71-72`."""
    page, colon, rest = lines[1:].partition(":") if lines.startswith("p") else ("", "", lines)
    if not colon or ":" in rest:
        return f"lines {lines}" if not lines.isdigit() else f"line {lines}"
    return f"page {page}, {'line' if rest.isdigit() else 'lines'} {rest}"


def _value_at(place: Place, lines: Lines) -> str:
    """A value as the document writes it; empty where there is more than one line of it."""
    span = place.span
    text = lines(place.path) if place.route and span.line == span.end_line else []
    if not 1 <= span.line <= len(text):
        return ""
    words = text[span.line - 1][span.column - 1 : span.end_column - 1].strip().strip("\"'")
    # A place may be the key above what is missing; lines of the paper are no words of it.
    is_key = words in place.route.split(" / ")[:-1] or (len(words) == 1 and words.isalpha())
    is_lines = place.route.startswith("reading / words-used") and CITED.fullmatch(words) is not None
    return "" if is_key or is_lines or words.startswith(("{", "[", "- ")) else words


def _headline_of(group: Group, catalog: Catalog, facts: DocumentFacts) -> tuple[str, str]:
    """The fault, or the question, in a line; and what more there is to say of it."""
    lead = group.lead
    if lead.status == "review":
        return _question_of(group, facts, _fault_of(group.lead, catalog))
    fault = _fault_of(lead, catalog)
    if lead.status == "error" or not fault:
        return _first_sentence(lead.message)
    first, *others = dict.fromkeys(facts.name_at(one.places[0].route) if one.places else "" for one in group.members)
    item = f"{first} and {len(others)} more" if first and others else first
    return (f"{fault}: {item}" if item else fault), lead.message


def _fault_of(finding: Finding, catalog: Catalog) -> str:
    """The fault that a requirement finds, in a line."""
    requirement = catalog.requirements.get(finding.requirement)
    return requirement.when_failed if requirement is not None else ""


def _question_of(group: Group, facts: DocumentFacts, fault: str) -> tuple[str, str]:
    """What is asked where a fact is missing or unclear, or a person must decide."""
    lead = group.lead
    route = lead.key or (lead.places[0].route if lead.waits and lead.places else "")
    contradictions = (one.message for one in group.members if lead.waits and find_contradicted_fact(one))
    contradiction = next(contradictions, "")
    if unclear := facts.unclear_text(lead):
        return unclear, f"{contradiction} {_describe_waiting(group)}".strip()
    if contradiction:
        first, rest = _first_sentence(contradiction)
        return first, f"{rest} {_describe_waiting(group)}".strip()
    if route and (lead.silent or lead.waits):
        question = ask_for(route, partial(_name_items, group, facts))
        only_asks = _RESTATES.fullmatch(lead.message) is not None
        others = dict.fromkeys(ask_for(key, facts.name_item) for key in _missing_keys(group) if key != route)
        asked = " ".join(one for one in others if one != question)
        said = "" if only_asks else lead.message
        return question, _describe_waiting(group) if lead.waits else f"{said} {asked}".strip()
    first, rest = _first_sentence(lead.message)
    by_law = group.section == "missing"
    if fault and (by_law or len(first) > _LONGEST_QUESTION):
        # What was found leaves open whether the law is met: the headline is what would be wrong.
        return f"{'Possible breach: ' if by_law else ''}{fault}", lead.message
    return first, rest


def _name_items(group: Group, facts: DocumentFacts, block: str, item: str) -> str:
    """The printed name of an item of a block, and how many other options are asked about with it."""
    name = facts.name_item(block, item)
    places = (one.places[0].route.split(" / ", 2) for one in group.members if one.places and block == "options")
    others = {steps[1] for steps in places if steps[0] == block and steps[1:]} - {item}
    return f"{name} and {len(others)} more" if others else name


def _describe_waiting(group: Group) -> str:
    """Which requirements wait for an answer."""
    titles = list(dict.fromkeys(finding.title for finding in group.members if finding.title))
    more = f", and {count(len(titles) - 1, 'other requirement')}" if len(titles) > 1 else ""
    return f"Needed to test: {titles[0]}{more}." if titles else ""


def _first_sentence(message: str) -> tuple[str, str]:
    """The first sentence of a message as a headline, and the rest."""
    first, *rest = _SENTENCE_END.split(message.strip(), 1)
    if len(first) > _LONGEST_HEADLINE:
        cut = first.rfind(" ", 0, _LONGEST_HEADLINE)
        return f"{first[:cut].rstrip(' ,;:')} …", message
    return first.rstrip(".:"), "".join(rest)


def _laws_of(group: Group, catalog: Catalog, day: date) -> Iterator[LawText]:
    """The law behind a group: of each section once, the sections of law before practice."""
    seen: set[str] = set()
    for finding in group.members:
        if finding.citation in seen or side_of(finding.authority) == "order":
            continue
        seen.add(finding.citation)
        requirement = catalog.requirements.get(finding.requirement)
        holding = requirement.holding_on(day) if requirement is not None else None
        if holding is None:
            yield LawText(finding.citation, asks=write_prose(finding.asks, {}), known=SEEN_WORDS.get(finding.seen, ""))
            continue
        found = _LINK.match(holding.source)
        link = found[0] if found is not None else ""
        known = SEEN_WORDS.get(holding.seen, "")
        asks, since = write_prose(holding.asks, {}), describe_start(holding)
        yield LawText(finding.citation, holding.says, link, since, known, asks, holding.looked_up)
    lead = group.lead
    if not seen and lead.authority == GOOD_ORDER and lead.asks:
        yield LawText("", asks=write_prose(lead.asks, {}))


def describe_source(finding: Finding) -> str:
    """The lines of the source document that a finding was taken from: `lines 71-72`."""
    if finding.silent:
        return ""
    given = dict.fromkeys(lines for place in finding.places if place.path == finding.path for _, lines in place.source)
    shown = list(given)[:3]
    if not shown:
        return ""
    numbers = ", ".join(shown)
    return f"line {numbers}" if numbers.isdigit() else f"lines {numbers}"


def points_of(report: Report, path: str, sections: Sequence[Section] = SECTIONS) -> list[Point]:
    """The points of one document in some sections."""
    one = report.of_path.get(path)
    return [point for point in one.points if point.section in sections] if one is not None else []
