"""Checks on documents: `check(documents, as_of, catalogue)`.

One check's crash is that check's `error`, and the others go on. Nothing passes because its subject is absent. No
printing, no clock, no environment: the command line passes everything in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from compliance.against import NOTHING_TOLD, Against, held_against, held_against_terms, take_unasked
from compliance.answers import Answers, problem_finding
from compliance.checks.set.documents import MOST_BESIDE, DocumentSet
from compliance.checks.set.extracts import Extract, extract_of, looked_at
from compliance.checks.verdicts import Verdict
from compliance.documents.openness import watch
from compliance.documents.reading import Loaded, load, read_whole
from compliance.findings import Checked, Finding, Findings, LookedUp, Pool
from compliance.grouping import in_order
from compliance.judging import Asked, Group, grouped, of_too_many, of_views, speaks_to, undecided, verdicts_of
from compliance.law.catalogue import Catalogue, Requirement
from compliance.law.words import ADVISORY, ENJOINED, GOOD_ORDER, LOCAL
from compliance.memory import Memory
from compliance.recall import MOST_RECALLED, Recall
from compliance.routes import Route
from compliance.source import Limits, Problem, Source, Span

if TYPE_CHECKING:
    from compliance.documents.dates import When
    from compliance.documents.reading import AnyDocument


_MOST_BYTES: Final = Limits().bytes
# Characters of documents whose sources are held at a time for the places of what is found by looking at all of them.
_SOURCES_HELD: Final = 1 << 19


class Examined(NamedTuple):
    """What became of one document: its findings, and the extract that checks on the whole set look at."""

    checked: Checked
    findings: list[Finding]
    counts: dict[str, int]
    bases: dict[str, int]
    unkept: dict[str, dict[str, int]]
    extract: Extract | None
    readable: bool


class FoundTogether(NamedTuple):
    """What was found by looking at some documents among all of a run. `alone` counts by document the answers that rest
    on the silence of one that came without others of its house; `gone` are documents that could not be read again."""

    findings: list[Finding]
    counts: dict[str, int]
    bases: dict[str, int]
    unkept: dict[str, dict[str, int]]
    alone: dict[str, int]
    gone: dict[str, Finding]


# A document's bytes, or what reads them: raises OSError where they cannot be read.
Data: TypeAlias = bytes | Callable[[], bytes]
# What is kept beside a document, by the document's name: the texts that were approved, or None.
Beside: TypeAlias = Callable[[str], bytes | None]
Look: TypeAlias = Callable[[tuple[str, Data]], Examined]
Spread: TypeAlias = Callable[[Look, Sequence[tuple[str, Data]]], Iterable[Examined]]
LookTogether: TypeAlias = Callable[[Sequence[Extract]], FoundTogether]
Part: TypeAlias = Callable[[LookTogether, Sequence[Extract]], Iterable[FoundTogether]]


class Readers(NamedTuple):
    """How bytes become documents, and their sources once more: whoever remembers documents need not read them again."""

    load: Callable[[str, bytes], Loaded] = load
    source: Callable[[str, bytes], Source] = read_whole


FRESH: Final = Readers()


class Bench:
    """The requirements in force on one day, ready to be asked of documents; those of suspended law when asked for."""

    def __init__(self, catalogue: Catalogue, as_of: date, suspended: bool = False) -> None:
        self.as_of = as_of
        self._catalogue = catalogue
        self._suspended = suspended
        self._first_law = catalogue.first_days()
        self._ready: dict[str, Asked | None] = {}
        self._asked: dict[tuple[str, str], list[Asked]] = {}
        self._groups: dict[tuple[str, str], list[Group]] = {}
        self._against: dict[str, Against] = {}
        self._recall = Recall()
        self._of_set: dict[tuple[str, str, frozenset[str]], list[Asked]] = {}

    def asked_of(self, kind: str, jurisdiction: str) -> list[Asked]:
        """What is asked of one kind of document in one jurisdiction."""
        key = (kind, jurisdiction)
        if key not in self._asked:
            speaking = (one for one in self._catalogue if speaks_to(one, kind, jurisdiction))
            self._asked[key] = [asked for one in speaking if (asked := self._on_the_day(one)) is not None]
        return self._asked[key]

    def _waiting(self, extract: Extract) -> list[Asked]:
        """What is asked of one document once the others are known."""
        key = (extract.kind, extract.jurisdiction, extract.waiting)
        if key not in self._of_set:
            asked = self.asked_of(extract.kind, extract.jurisdiction)
            self._of_set[key] = [one for one in asked if one.requirement.id in extract.waiting]
        return self._of_set[key]

    def _on_the_day(self, requirement: Requirement) -> Asked | None:
        """A requirement as it stands on the day; made ready once, whatever it is asked of."""
        if requirement.id not in self._ready:
            self._ready[requirement.id] = self._ask(requirement)
        return self._ready[requirement.id]

    def _ask(self, requirement: Requirement) -> Asked | None:
        holding = requirement.on(self.as_of)
        if holding is None or (holding.authority in ADVISORY and not self._suspended):
            return None
        of_state = holding.authority not in (GOOD_ORDER, *LOCAL)
        if of_state and self.before_law(requirement.applies.jurisdiction) is not None:
            return None
        return Asked(requirement, holding, self.as_of)

    def before_law(self, jurisdiction: str | None) -> date | None:
        """The first day of the law that is known of a jurisdiction, where that is after the day of the run."""
        first = self._first_law.get(jurisdiction or "")
        return first if first is not None and self.as_of < first else None

    def enjoined_later(self, jurisdiction: str) -> int:
        """How many requirements rest on rules that are reported in force on the day and were enjoined later; none where
        they are asked."""
        holding = (one.on(self.as_of) for one in self._catalogue if one.applies.jurisdiction == jurisdiction)
        return 0 if self._suspended else sum(one is not None and one.authority == ENJOINED for one in holding)

    def defence(self, jurisdiction: str, approval: str | None, approved: When | None, status: str | None = None) -> str:
        """What the law of the day says for a document that names an approval, given by then."""
        later = approved is not None and approved.first > self.as_of
        if approval is None or later or status not in (None, "approved"):
            return ""
        told = (one for one in self._catalogue.defences if one.jurisdiction in (jurisdiction, None))
        return " ".join(one.text for one in told if one.holds_on(self.as_of))

    def _grouped(self, kind: str, jurisdiction: str) -> list[Group]:
        """The same, by what makes them apply."""
        key = (kind, jurisdiction)
        if key not in self._groups:
            self._groups[key] = grouped(self.asked_of(kind, jurisdiction))
        return self._groups[key]

    def _spoken_against(self, jurisdiction: str) -> Against:
        """What is asked of any document of a jurisdiction and may be spoken against in any other."""
        if jurisdiction not in self._against:
            spoken_of = (one for one in self._catalogue if one.newest.against)
            of_place = (one for one in spoken_of if one.applies.jurisdiction in (jurisdiction, None))
            asked = (self._on_the_day(one) for one in of_place)
            self._against[jurisdiction] = Against(one for one in asked if one is not None)
        return self._against[jurisdiction]

    def look(self, loaded: Loaded, keep: frozenset[str] | None = None) -> Examined:
        """Every check that looks at one document alone. Findings of statuses not in `keep` are only counted."""
        document = loaded.document
        if document is None:
            found = [problem_finding(loaded.path, problem) for problem in loaded.problems]
            return Examined(Checked(loaded.path, loaded.sha256), found, {"error": len(found)}, {}, {}, None, False)
        checked = Checked(loaded.path, loaded.sha256, document.document, document.title, document.jurisdiction)
        answers = Answers(keep, lambda _: loaded.source)
        approval = document.approval
        named = (approval.id, approval.date, approval.status) if approval is not None else (None, None, None)
        defence = self.defence(document.jurisdiction, *named)
        waiting: list[str] = []
        looked = (
            watch(document, (one.route for one in loaded.open if one.stated == "nothing")) if loaded.open else set()
        )
        open_ = {one.route: one for one in loaded.open}
        views: list[tuple[AnyDocument, Mapping[str, Route]]] = [(document, {})]
        if document.document == "game":
            views = [(view.game, view.places) for view in document.views()]
        against = self._spoken_against(document.jurisdiction)
        told = against.told_in(document)
        recalled = self._recall.of(document) if _recalls(loaded, views) else None
        for group in self._grouped(document.document, document.jurisdiction):
            looked.clear()
            if recalled is not None:
                reasons = [recalled.answer(group, group.why_not)]
            else:
                reasons = [group.why_not(view) for view, _ in views]
            reason = reasons[0] if None not in reasons else None
            if reason is not None:
                verdict = undecided(looked, open_) if looked else Verdict("not-applicable", *reason)
                # A text may speak of what no fact does; a fact that is stated decides.
                silent = not looked and not reason[1]
                take_unasked(answers, group, loaded.path, verdict, told if silent else NOTHING_TOLD, defence)
                continue
            waiting += group.waiting
            for asked in group.alone:
                if recalled is not None:
                    verdicts = recalled.answer(asked, asked.answers)
                else:
                    verdicts = of_views(asked, views, reasons, open_, looked)
                if asked.requirement.id in told:
                    verdicts = held_against(verdicts, told[asked.requirement.id])
                answers.take(asked, loaded.path, verdicts, defence)
        for asked in against.of_other_kinds(document, told):
            answers.take(asked, loaded.path, held_against([], told[asked.requirement.id]), defence)
        extract = extract_of(loaded, document, waiting, looked, told, recalled)
        return Examined(checked, answers.findings, answers.counts, answers.bases, answers.unkept, extract, True)

    def look_at_set(self, documents: DocumentSet, extracts: Sequence[Extract], answers: Answers) -> dict[str, int]:
        """Every check that needs the other documents, asked of some of them. Gives back how many answers rest on the
        silence of a document that came without others of its house, by document."""
        houses = Counter(extract.establishment for extract in documents)
        alone: dict[str, int] = {}
        told = {id for extract in documents for id in extract.against}
        for extract in extracts:
            if not extract.waiting:
                continue
            looked = looked_at(extract)
            open_ = {one.route: one for one in extract.open}
            defence = self.defence(extract.jurisdiction, extract.approval, extract.approved, extract.status)
            came_alone = houses[extract.establishment] == 1
            for asked in self._waiting(extract):
                cut = documents.times_cut
                verdicts = verdicts_of(asked, (extract, documents), open_, looked)
                if documents.times_cut > cut:
                    verdicts = of_too_many(verdicts, MOST_BESIDE)
                if asked.requirement.id in told:
                    verdicts = held_against_terms(verdicts, asked.requirement.id, extract, documents)
                answers.take(asked, extract.path, verdicts, defence)
                if came_alone and any(one.absent and one.status in ("fail", "review") for one in verdicts):
                    alone[extract.path] = alone.get(extract.path, 0) + 1
        return alone


def check(
    documents: Iterable[tuple[str, Data]],
    as_of: date,
    catalogue: Catalogue,
    keep: frozenset[str] | None = None,
    spread: Spread = map,
    suspended: bool = False,
    beside: Beside | None = None,
    reading: Readers = FRESH,
    part: Part = lambda look, extracts: [look(extracts)],
) -> Findings:
    """Read and check documents, given as name and bytes, against the law as it stood on a day.

    With `suspended`, law that is suspended or was enjoined later is told for information. `spread` has each of the
    documents looked at and gives back what became of them, in order: here, one after the other, or in other processes;
    `part` has each of them looked at among all others. What is found depends on neither.
    """
    bench = _bench(catalogue, as_of, suspended)
    results = Findings(as_of, catalogue.version)
    given = list(documents)
    extracts: list[Extract] = []
    pool = Pool()
    for outcome in spread(lambda document: _look_at(*document, bench, keep, beside, reading), given):
        _take(outcome, results, pool)
        if outcome.extract is not None:
            extracts.append(outcome.extract)
    gone: dict[str, Finding] = {}
    look = partial(_look_together, DocumentSet(extracts), bench, keep, dict(given), reading, pool)
    for found in part(look, extracts):
        _take_together(found, results, pool)
        gone |= found.gone
    del look, extracts
    results.counts["error"] += len(gone)
    results.findings = in_order([*results.findings, *gone.values()])
    _tell_the_days(bench, catalogue, results)
    return results


def _take(outcome: Examined, results: Findings, pool: Pool) -> None:
    """What became of one document, into the whole."""
    results.documents.append(outcome.checked)
    results.unread += not outcome.readable
    results.counts.update(outcome.counts)
    results.about.bases.update(outcome.bases)
    results.findings += map(pool.take, outcome.findings)
    results.unkept |= outcome.unkept


def _look_together(
    documents: DocumentSet,
    bench: Bench,
    keep: frozenset[str] | None,
    texts: Mapping[str, Data],
    reading: Readers,
    pool: Pool,
    extracts: Sequence[Extract],
) -> FoundTogether:
    """Some documents among all. Their sources are read again for the places of what is found."""
    gone: dict[str, Finding] = {}
    sources = Memory[Source](_SOURCES_HELD)

    def source_of(path: str) -> Source:
        return sources.get(path, lambda: _again(path, texts[path], gone, reading), lambda read: len(read.text))

    answers = Answers(keep, source_of, pool)
    alone = bench.look_at_set(documents, extracts, answers)
    return FoundTogether(answers.findings, answers.counts, answers.bases, answers.unkept, alone, gone)


def _take_together(found: FoundTogether, results: Findings, pool: Pool) -> None:
    """What was found by looking at documents among all others, into the whole."""
    results.counts.update(found.counts)
    results.about.bases.update(found.bases)
    results.about.alone |= found.alone
    results.findings += map(pool.take, found.findings)
    for path, counts in found.unkept.items():
        mine = results.unkept.setdefault(path, {})
        mine |= {kind: mine.get(kind, 0) + count for kind, count in counts.items()}


def _recalls(loaded: Loaded, views: Sequence[tuple[AnyDocument, Mapping[str, Route]]]) -> bool:
    """Whether answers may be recalled: of what is open it is watched what is read, and of several views of a document
    each is another."""
    return not loaded.open and len(views) == 1 and not views[0][1] and len(loaded.source.text) <= MOST_RECALLED


# Making requirements ready takes longer than asking them of one small document.
_bench = lru_cache(maxsize=16)(Bench)


def _tell_the_days(bench: Bench, catalogue: Catalogue, results: Findings) -> None:
    """Until when the law of each jurisdiction was looked up, or from when on any is known; and what no document can
    show of it."""
    for jurisdiction in sorted({document.jurisdiction for document in results.documents if document.jurisdiction}):
        if (first := bench.before_law(jurisdiction)) is not None:
            results.about.first_law[jurisdiction] = first.isoformat()
            continue
        if days := catalogue.looked_up(jurisdiction, bench.as_of):
            results.about.looked_up[jurisdiction] = LookedUp(days[0], days[-1])
        duties = sum(duty.jurisdiction == jurisdiction for duty in catalogue.left_to_people)
        results.about.left_to_people[jurisdiction] = duties
        if unasked := bench.enjoined_later(jurisdiction):
            results.about.enjoined_later[jurisdiction] = unasked


def _look_at(
    name: str, data: Data, bench: Bench, keep: frozenset[str] | None, beside: Beside | None, reading: Readers
) -> Examined:
    try:
        text = _bytes(data)
    except OSError as error:
        message = f"The file cannot be read: {error.strerror or error}."
        return refused(name, "unreadable", message, "Check its name and who may read it.")
    if len(text) > _MOST_BYTES:
        message = f"The file is larger than {_MOST_BYTES:,} bytes and is not read."
        return refused(name, "too-large", message, "A document is one game or one schedule; split the file.")
    try:
        return bench.look(_with_approvals(reading.load(name, text), beside), keep)
    except Exception as broken:  # a document that nobody thought of must not end the run for the others
        message = f"Reading this document broke Pit Boss: {type(broken).__name__}: {broken}."
        return refused(name, "broken", message, "Please report it with the file.")


def _with_approvals(loaded: Loaded, beside: Beside | None) -> Loaded:
    """A document with what was approved of it, where that is kept."""
    data = beside(loaded.path) if beside is not None and loaded.document is not None else None
    if data is None:
        return loaded
    from compliance.meaning.approvals import held_against

    return loaded._replace(kept=held_against(loaded, data))


def _again(path: str, data: Data, gone: dict[str, Finding], reading: Readers) -> Source:
    """The source of a document once more. One that is gone, or is another, is a finding for itself alone."""
    try:
        return reading.source(path, _bytes(data))
    except OSError as error:
        message = f"The file cannot be read a second time: {error.strerror or error}."
        help = "Its answers are those of the bytes that were read first; their places are not shown. Check again."
        gone[path] = problem_finding(path, Problem("changed", message, help, Span(1, 1, 1, 1)))
        return Source("", None)


def _bytes(data: Data) -> bytes:
    return data if isinstance(data, bytes) else data()


def refused(name: str, code: str, message: str, help: str) -> Examined:
    """What becomes of a document that cannot be looked at."""
    finding = problem_finding(name, Problem(code, message, help, Span(1, 1, 1, 1)))
    return Examined(Checked(name, ""), [finding], {"error": 1}, {}, {}, None, False)


__all__ = ["Bench", "Data", "Examined", "Look", "Spread", "check", "problem_finding", "refused"]
