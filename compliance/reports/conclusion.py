"""The conclusion on a run: the answer, the counts behind it, the days of the law, and how much was not tested.

All of it comes from the verdict. Every report and the workbench say it in these words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final, NamedTuple

from compliance.documents.jurisdictions import place_title
from compliance.engine.findings import Findings
from compliance.engine.grouping import SECTIONS, Section
from compliance.engine.verdict import FinalVerdict, judge
from compliance.law.levels import BASES
from compliance.reports.wording import CONFIDENCE, count, format_day

SECTION_TITLES: Final[Mapping[Section, str]] = {
    "unread": "Could not be tested",
    "breaches": "Breaches of law",
    "missing": "Missing answers",
    "practice": "Agency practice, not law",
    "drafting": "Drafting issues, not law",
    "decided": "Decided by a person",
    "suspended": "Rules stopped by a court",
}
SECTION_LEADS: Final[Mapping[Section, str]] = {
    "unread": "Fix the cause and check again before you rely on this report.",
    "breaches": "The document breaks these rules of law.",
    "missing": "Whether the law is kept depends on these facts, which are missing or unclear. Ask the drafter.",
    "practice": "The agency expects this of the documents that it approves. No law demands it.",
    "drafting": "No law demands these. They keep the document from being read in one way.",
    "decided": "Somebody decided these; the document is as it was.",
    "suspended": "A court stopped these rules. No duty follows from them.",
}
# From this many days on, a reader is warned that the law was looked up long before the day it is applied on.
STALE_AFTER: Final = 90


class LawDay(NamedTuple):
    """Until when the law of a jurisdiction was looked up; the days are empty where its catalog does not say."""

    jurisdiction: str
    as_of: date
    earliest: str
    latest: str

    @property
    def is_stale(self) -> bool:
        return not self.earliest or (self.as_of - date.fromisoformat(self.earliest)).days > STALE_AFTER

    @property
    def sentence(self) -> str:
        """`Florida law as of November 18, 2026, last checked August 1, 2025: later changes are not reflected.`"""
        if not self.earliest:
            return f"{self.jurisdiction} law as of {format_day(self.as_of)}; when it was last checked is not known."
        checked = f"last checked {format_day(self.latest)}"
        if self.earliest != self.latest:
            checked = f"checked between {format_day(self.earliest)} and {format_day(self.latest)}"
        warning = ": later changes are not reflected" if self.is_stale else ""
        return f"{self.jurisdiction} law as of {format_day(self.as_of)}, {checked}{warning}."

    @property
    def short_sentence(self) -> str:
        """The same without a word on when the law was looked up, for where the warning stands beside it."""
        return f"{self.jurisdiction} law as of {format_day(self.as_of)}."

    @property
    def warning(self) -> str:
        """That the law may have changed since, where it was looked up long before; empty where it was not."""
        if not self.is_stale:
            return ""
        if not self.earliest:
            return f"When the law of {self.jurisdiction} was last checked is not known."
        which = (
            f"The law of {self.jurisdiction}" if self.earliest == self.latest else f"Some law of {self.jurisdiction}"
        )
        return f"{which} was last checked on {format_day(self.earliest)}. Changes since then are not reflected."

    @property
    def command(self) -> str:
        """How to ask what held on the day on which the law was looked up."""
        return f"--as-of {self.earliest}" if self.is_stale and self.earliest else ""


class Conclusion(NamedTuple):
    """The answer to `May this be submitted?`, and the counts behind it."""

    verdict: FinalVerdict

    @property
    def answer(self) -> str:
        """The answer in a few words."""
        if self.verdict.answer == "ready" and self.verdict.met_by_decision:
            return f"{_ANSWERS['ready']}, by decision of {name_deciders(self.verdict)}"
        if self.verdict.answer:
            return _ANSWERS[self.verdict.answer]
        if not self.verdict.law_known or not self.verdict.law.requirements:
            return "No law of this day is known here"
        return "No law that is known here applies"

    @property
    def counts(self) -> str:
        """`2 breaches of law, 9 answers missing, 17 drafting issues (6 serious)`."""
        named = [count_words(name, self.verdict) for name in SECTIONS if self.verdict.points[name].total]
        return ", ".join([*named, *([describe_waivers(self.verdict)] if self.verdict.waived else [])])

    @property
    def sentence(self) -> str:
        return f"{self.answer}: {self.counts}." if self.counts else f"{self.answer}: {self.law_summary}."

    @property
    def obstacles(self) -> str:
        """What keeps a document from being ready: `2 breaches of law, 4 serious drafting issues`."""
        points, practice = self.verdict.points, self.verdict.points["practice"]
        if self.verdict.answer == "open":
            said = [count_words("missing", self.verdict)] * bool(points["missing"].total)
            return ", ".join(
                [*said, *([count(practice.questions, *_POINTS["practice"])] if practice.questions else [])]
            )
        said = [count_words(name, self.verdict) for name in _GRAVE if points[name].total]
        others = (
            (practice.total - practice.questions, *_POINTS["practice"]),
            (points["drafting"].errors, "serious drafting issue", "serious drafting issues"),
        )
        return ", ".join([*said, *(count(number, one, many) for number, one, many in others if number)])

    @property
    def to_do(self) -> str:
        """What must happen before a document is submitted, in a sentence; empty where it is ready."""
        verb = {"open": "Answer", "not ready": "Fix"}.get(self.verdict.answer, "")
        return f"{verb} before submission: {self.obstacles}." if verb and self.obstacles else ""

    @property
    def law_summary(self) -> str:
        """How many requirements of law and practice were met, and how that is known."""
        law, bases = self.verdict.law, self.verdict.rests_on
        if not law.met:
            return "no requirement of law or practice was met"
        kinds = ", ".join(f"{bases[basis]:,} {CONFIDENCE[basis]}" for basis in BASES if bases[basis])
        decided = self.verdict.met_by_decision
        by = f", {decided:,} of them by decision of {name_deciders(self.verdict)}" if decided else ""
        known = f" ({kinds})" if kinds and not law.not_met else ""
        return f"{count(law.met, 'requirement')} of law and practice met{by}{known}"


_GRAVE: Final[tuple[Section, ...]] = ("unread", "breaches")
_ANSWERS: Final = {
    "undecided": "Not tested",
    "not ready": "Not ready to submit",
    "open": "Answers missing",
    "ready": "Ready to submit",
}


def count_words(section: Section, verdict: FinalVerdict) -> str:
    """How many points a section has, in words: `26 drafting issues (6 serious, 9 questions)`."""
    one, many = _POINTS[section]
    if section == "decided" and verdict.decided_by:
        return f"{verdict.points[section].total:,} decided by {name_deciders(verdict)}"
    return f"{count(verdict.points[section].total, one, many)}{count_kinds(section, verdict)}"


_POINTS: Final[Mapping[Section, tuple[str, str]]] = {
    "unread": ("answer could not be given", "answers could not be given"),
    "breaches": ("breach of law", "breaches of law"),
    "missing": ("answer missing", "answers missing"),
    "practice": ("point of agency practice", "points of agency practice"),
    "drafting": ("drafting issue", "drafting issues"),
    "decided": ("decided by a person", "decided by a person"),
    "suspended": ("rule stopped by a court", "rules stopped by a court"),
}


def count_kinds(section: Section, verdict: FinalVerdict) -> str:
    """How many points of a section are of which kind, where they differ: ` (6 serious, 9 questions)`."""
    points = verdict.points[section]
    if section == "breaches" and (minor := points.warnings + points.notes):
        return f" ({minor:,} minor)"
    if section != "drafting":
        return ""
    kinds = [f"{points.errors:,} serious"] * bool(points.errors)
    kinds += [count(points.questions, "question")] * bool(points.questions)
    return f" ({', '.join(kinds)})" if kinds else ""


def name_deciders(verdict: FinalVerdict) -> str:
    """Who decided: `A. Person (compliance officer) and B. Person (counsel)`; of more than two, how many."""
    names = verdict.decided_by
    return " and ".join(names) if len(names) < 3 else f"{len(names)} people"


def describe_waivers(verdict: FinalVerdict) -> str:
    """`2 failures waived until December 31, 2026`, by the first day on which one of them ends."""
    until = f" until {format_day(verdict.waived_until)}" if verdict.waived_until else ""
    return f"{count(verdict.waived, 'failure')} waived{until}"


def describe_decisions(verdict: FinalVerdict) -> str:
    """What of the law the document meets, what a person's decision, and what is waived; empty without decisions."""
    if not verdict.decided_by:
        return ""
    met, decided = verdict.law.met - verdict.met_by_decision, verdict.met_by_decision
    parts = [f"{count(met, 'requirement')} of law and practice met by the document"]
    parts += [f"{decided:,} met by decision"] if decided else []
    parts += [describe_waivers(verdict)] if verdict.waived else []
    return f"{', '.join(parts)}. Decided by {name_deciders(verdict)}."


def describe_breaches(findings: Findings, path: str) -> str:
    """What keeps a document from being ready, in a few words; empty where nothing does."""
    (verdict,) = [one for one in judge(findings).documents if one.path == path]
    sections: tuple[Section, ...] = ("unread", "breaches", "drafting")
    return ", ".join(count_words(name, verdict) for name in sections if verdict.points[name].errors)


def find_law_days(findings: Findings) -> Iterator[LawDay]:
    """The days of the law of each jurisdiction."""
    looked_up = findings.about.looked_up
    for place in sorted({*looked_up, *findings.about.left_to_people}):
        earliest, latest = looked_up.get(place, ("", ""))
        yield LawDay(place_title(place), findings.as_of, earliest, latest)


def describe_caveats(findings: Findings) -> list[str]:
    """What keeps a run from being the last word, in sentences: law that was not tested, law that was looked up long
    before the day, and answers that other documents may give."""
    stale = [day.sentence for day in find_law_days(findings) if day.is_stale]
    alone = describe_alone(findings)
    return [*describe_untested_law(findings), *stale, *([alone] if alone else [])]


def describe_untested_law(findings: Findings) -> list[str]:
    """Which law was not tested, in sentences."""
    return [*describe_unknown_law(findings), *sorted(set(findings.about.local_gaps.values()))]


def describe_unknown_law(findings: Findings) -> list[str]:
    """Which law was not tested because the catalog does not have it on that day or in that place, in sentences."""
    return [*_unknown_law(findings), *_enjoined_later(findings), *_unknown_localities(findings), *_tried(findings)]


def _unknown_law(findings: Findings) -> Iterator[str]:
    for place, first in findings.about.first_law.items():
        yield (
            f"The earliest {place_title(place)} law known here is of {format_day(first)}. Nothing was tested against "
            "law; only drafting was."
        )


def _enjoined_later(findings: Findings) -> Iterator[str]:
    for place, number in findings.about.enjoined_later.items():
        yield (
            f"{count(number, 'requirement')} of {place_title(place)} rest on rules that a court stopped later. "
            "They were not tested."
        )


def _unknown_localities(findings: Findings) -> Iterator[str]:
    numbers = Counter(findings.about.unknown_localities.values())
    for locality, number in sorted(numbers.items()):
        yield (
            f"No ordinance of {locality} is known here. Of local law, {count(number, 'document')} "
            f"{'was' if number == 1 else 'were'} checked only for limits that the document states itself."
        )


def _tried(findings: Findings) -> Iterator[str]:
    for title in findings.about.tried:
        yield f"Proposed law, not in force, was tested as if it were: {title}."


def describe_comparison(findings: Findings) -> list[str]:
    """Whether figures were compared with the papers that documents name. Sentences never are."""
    named = [one for one in findings.documents if one.paper]
    compared = [one for one in named if one.figures]
    left = len(named) - len(compared)
    said = []
    if compared:
        what = compared[0].paper if len(compared) == 1 else f"the papers of {len(compared):,} documents"
        printed, figures = sum(one.printed for one in compared), sum(one.figures for one in compared)
        lines, cited = sum(one.paper_lines for one in compared), sum(one.cited_lines for one in compared)
        said.append(
            f"Figures compared with {what}: {printed:,} of {figures:,} are printed there. "
            "Of sentences only quotes were compared."
        )
        whose = "The document covers" if len(compared) == 1 else "The documents cover"
        said.append(f"{whose} {count(lines, 'line')} of the paper; {cited:,} of them are cited.")
    if left:
        whose = "" if len(named) == 1 else f" of {count(left, 'document')}"
        paper = "the paper, which is" if left == 1 else "their papers, which are"
        said.append(f"Figures{whose} were not compared with {paper} not at hand.")
    return said


def describe_documents(findings: Findings) -> str:
    """Of a set: `23 documents: 3 breach the law, 18 have missing answers, 2 are ready.`"""
    judged = judge(findings)
    verdicts = judged.documents
    counts = (
        (sum(bool(one.points["unread"].total) for one in verdicts), "could not be tested", "could not be tested"),
        (sum(bool(one.points["breaches"].total) for one in verdicts), "breaches the law", "breach the law"),
        (sum(bool(one.points["missing"].total) for one in verdicts), "has missing answers", "have missing answers"),
        (judged.answers()["ready"], "is ready", "are ready"),
    )
    said = [f"{number:,} {one if number == 1 else many}" for number, one, many in counts if number]
    return f"{count(len(verdicts), 'document')}: {', '.join(said) or 'none ready'}."


def describe_basis(verdict: FinalVerdict) -> str:
    """What the answers of law rest on; empty where none was given."""
    bases = verdict.rests_on
    kinds = ", ".join(f"{bases[basis]:,} {CONFIDENCE[basis]}" for basis in BASES if bases[basis])
    return f"Basis of {count(sum(bases.values()), 'legal answer')}: {kinds}." if kinds else ""


def describe_run(findings: Findings) -> list[str]:
    """The conclusion on a run, a sentence a line. The first line is the answer."""
    whole = judge(findings).whole
    said = [Conclusion(whole).sentence]
    said += [describe_documents(findings)] if len(findings.documents) > 1 else []
    said += describe_untested_law(findings)
    said += [day.sentence for day in find_law_days(findings)]
    said += [describe_decisions(whole), describe_basis(whole)]
    said += [describe_duties(whole), describe_alone(findings), *describe_comparison(findings)]
    return [words for words in said if words]


def describe_duties(verdict: FinalVerdict) -> str:
    """How many duties cannot be checked; empty where none is known."""
    duties = verdict.left_to_people
    return f"{count(duties, 'duty', 'duties')} cannot be checked from documents." if duties else ""


def describe_alone(findings: Findings) -> str:
    """How many answers other documents may give; empty where none is open to them."""
    answers = sum(findings.about.alone.values())
    if not answers:
        return ""
    return f"General terms or schedules that were not checked may give {count(answers, 'missing answer')}."
