"""Checks on documents: `check(documents, as_of, catalogue)`.

One check's crash is that check's `error`, and the others go on. Nothing passes because its subject is absent. No
printing, no clock, no environment: the command line passes everything in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from compliance.checks import CHECKS
from compliance.checks.bounds import few_places, few_verdicts
from compliance.checks.naming import called
from compliance.checks.registry import Check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import Extract, extract_of, looked_at
from compliance.checks.showing import show
from compliance.checks.together import told_once
from compliance.checks.verdicts import Verdict, cut, cut_label
from compliance.documents.openness import Open, said_lines, watch
from compliance.documents.reading import Loaded, given_lines, load, read_whole
from compliance.documents.routes import facts
from compliance.documents.values import read_any
from compliance.findings import Checked, Finding, Findings, LookedUp, Place
from compliance.grouping import in_order
from compliance.law.catalogue import Catalogue, Holding, Requirement
from compliance.law.words import ADVISORY, BASES, GOOD_ORDER, LOCAL, Side, highest_level, lower, side_of, weaker
from compliance.routes import Route, show_route, span_of
from compliance.source import Limits, Problem, Source, Span

if TYPE_CHECKING:
    from compliance.documents.reading import AnyDocument
    from compliance.documents.values import When


_MOST_NAMED: Final = 8
_MOST_BYTES: Final = Limits().bytes


class Asked(NamedTuple):
    """A requirement as it stands on the day of the run."""

    requirement: Requirement
    holding: Holding
    check: Check
    keywords: Mapping[str, Any]
    when: tuple[tuple[str, tuple[str, ...]], ...]
    # Whether it is asked by law that is a duty on the day, by good order, or for information.
    side: Side


class Examined(NamedTuple):
    """What became of one document: its findings, and the extract that checks on the whole set look at."""

    checked: Checked
    findings: list[Finding]
    counts: dict[str, int]
    bases: dict[str, int]
    unkept: dict[str, dict[str, int]]
    extract: Extract | None
    readable: bool


# A document's bytes, or what reads them: raises OSError where they cannot be read.
Data: TypeAlias = bytes | Callable[[], bytes]
# What is kept beside a document, by the document's name: the texts that were approved, or None.
Beside: TypeAlias = Callable[[str], bytes | None]
Look: TypeAlias = Callable[[tuple[str, Data]], Examined]
Spread: TypeAlias = Callable[[Look, Sequence[tuple[str, Data]]], Iterable[Examined]]


class Reading(NamedTuple):
    """How bytes become documents, and their sources once more: whoever remembers documents need not read them again."""

    load: Callable[[str, bytes], Loaded] = load
    source: Callable[[str, bytes], Source] = read_whole


FRESH: Final = Reading()


class Bench:
    """The requirements in force on one day, ready to be asked of documents; those of suspended law when asked for."""

    def __init__(self, catalogue: Catalogue, as_of: date, suspended: bool = False) -> None:
        self.as_of = as_of
        self._catalogue = catalogue
        self._suspended = suspended
        self._first_law = catalogue.first_days()
        self._ready: dict[str, Asked | None] = {}
        self._asked: dict[tuple[str, str], list[Asked]] = {}
        self._groups: dict[tuple[str, str], list[list[Asked]]] = {}

    def asked_of(self, kind: str, jurisdiction: str) -> list[Asked]:
        """What is asked of one kind of document in one jurisdiction."""
        key = (kind, jurisdiction)
        if key not in self._asked:
            speaking = (one for one in self._catalogue if _speaks_to(one, kind, jurisdiction))
            self._asked[key] = [asked for one in speaking if (asked := self._on_the_day(one)) is not None]
        return self._asked[key]

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
        check = CHECKS.find(holding.check, requirement.applies.document) or CHECKS[holding.check]
        when = tuple((route, _choices(value)) for route, value in holding.when.items())
        keywords = check.keywords(holding.parameters) | ({check.day: self.as_of} if check.day is not None else {})
        return Asked(requirement, holding, check, keywords, when, side_of(holding.authority))

    def before_law(self, jurisdiction: str | None) -> date | None:
        """The first day of the law that is known of a jurisdiction, where that is after the day of the run."""
        first = self._first_law.get(jurisdiction or "")
        return first if first is not None and self.as_of < first else None

    def defence(self, jurisdiction: str, approval: str | None, approved: When | None, status: str | None = None) -> str:
        """What the law of the day says for a document that names an approval, given by then."""
        later = approved is not None and approved.first > self.as_of
        if approval is None or later or status not in (None, "approved"):
            return ""
        told = (one for one in self._catalogue.defences if one.jurisdiction in (jurisdiction, None))
        return " ".join(one.text for one in told if one.holds_on(self.as_of))

    def _grouped(self, kind: str, jurisdiction: str) -> list[list[Asked]]:
        """The same, by what makes them apply: many requirements stand under one condition."""
        key = (kind, jurisdiction)
        if key not in self._groups:
            groups: dict[tuple[object, ...], list[Asked]] = {}
            for asked in self.asked_of(kind, jurisdiction):
                groups.setdefault((asked.requirement.applies.locality, asked.when), []).append(asked)
            self._groups[key] = list(groups.values())
        return self._groups[key]

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
        for group in self._grouped(document.document, document.jurisdiction):
            looked.clear()
            reasons = [_why_not(view, group[0]) for view, _ in views]
            reason = reasons[0] if None not in reasons else None
            if reason is not None:
                unasked = _undecided(looked, open_) if looked else Verdict("not-applicable", *reason)
                answers.take_alike(group, loaded.path, unasked)
                continue
            for asked in group:
                if asked.check.on_set:
                    waiting.append(asked.requirement.id)
                else:
                    verdicts = _of_views(asked, views, reasons, open_, looked)
                    answers.take(asked, loaded.path, verdicts, defence)
        extract = extract_of(loaded, document, frozenset(waiting), looked)
        return Examined(checked, answers.findings, answers.counts, answers.bases, answers.unkept, extract, True)

    def look_at_set(self, extracts: list[Extract], answers: Answers) -> dict[str, int]:
        """Every check that needs the other documents. Asked of each document it applies to. Gives back how many
        answers rest on the silence of a document that came without others of its house, by document."""
        documents = DocumentSet(extracts)
        houses = Counter(extract.establishment for extract in extracts)
        alone: dict[str, int] = {}
        for extract in extracts:
            if not extract.waiting:
                continue
            looked = looked_at(extract)
            open_ = {one.route: one for one in extract.open}
            defence = self.defence(extract.jurisdiction, extract.approval, extract.approved, extract.status)
            for asked in self.asked_of(extract.kind, extract.jurisdiction):
                if asked.requirement.id in extract.waiting:
                    verdicts = _verdicts(asked, (extract, documents), open_, looked)
                    answers.take(asked, extract.path, verdicts, defence)
                    silent = any(one.absent and one.status in ("fail", "review") for one in verdicts)
                    if silent and houses[extract.establishment] == 1:
                        alone[extract.path] = alone.get(extract.path, 0) + 1
        return alone


class Answers:
    """Verdicts as they come in: all are counted, and those whose status is asked for become findings with places."""

    def __init__(self, keep: frozenset[str] | None, sources: Callable[[str], Source]) -> None:
        self._keep = keep
        self._sources = sources
        self.findings: list[Finding] = []
        self.counts: dict[str, int] = {}
        self.bases: dict[str, int] = {}
        # By document and kind: those that are only counted.
        self.unkept: dict[str, dict[str, int]] = {}
        self._path = ""
        self._known: dict[tuple[Route, str], tuple[Place, ...]] = {}

    def take(self, asked: Asked, path: str, verdicts: list[Verdict], defence: str = "") -> None:
        """Take in the answer to one requirement for one document, and what the law says for that document."""
        if len(verdicts) == 1:
            self.take_one(asked, path, verdicts[0], defence)
            return
        told = told_once(_gather(verdicts), lambda route: span_of(self._sources(path), route))
        for verdict, stands_for in few_verdicts(told):
            self.take_one(asked, path, verdict, defence, stands_for)

    def take_alike(self, group: list[Asked], path: str, verdict: Verdict) -> None:
        """Take in one verdict as the answer to several requirements."""
        if self._keep is not None and verdict.status not in self._keep:
            self.counts[verdict.status] = self.counts.get(verdict.status, 0) + len(group)
            for asked in group:
                self._only_count(asked, path, verdict)
            return
        for asked in group:
            self.take_one(asked, path, verdict)

    def take_one(self, asked: Asked, path: str, verdict: Verdict, defence: str = "", stands_for: int = 1) -> None:
        """Take in a verdict that stands alone, or for others of its kind that are only counted."""
        status = verdict.status
        self.counts[status] = self.counts.get(status, 0) + stands_for
        if status == "pass" and asked.side == "law":
            basis = _basis(asked, verdict)
            self.bases[basis] = self.bases.get(basis, 0) + 1
        if self._keep is not None and status not in self._keep:
            self._only_count(asked, path, verdict)
            return
        verdict = few_places(verdict)
        finding = _finding(asked, verdict, self._places(verdict, path))
        beside = asked.side == "law" and status in ("fail", "review")
        if stands_for > 1 or (beside and defence):
            finding = finding._replace(remark=defence if beside else "", stands_for=stands_for)
        self.findings.append(finding)

    def _places(self, verdict: Verdict, path: str) -> tuple[Place, ...]:
        """Where an answer points to. Most answers on a document point to few places: each is made and kept once."""
        if path != self._path:
            self._path, self._known = path, {}
        if verdict.also or verdict.elsewhere:
            return _places(verdict, path, self._sources)
        key = (verdict.at, verdict.label)
        if key not in self._known:
            self._known[key] = _places(verdict, path, self._sources)
        return self._known[key]

    def _only_count(self, asked: Asked, path: str, verdict: Verdict) -> None:
        kind = f"{asked.side} {verdict.status}"
        if verdict.status == "pass":
            kind += f" {_basis(asked, verdict)}"
        counts = self.unkept.setdefault(path, {})
        counts[kind] = counts.get(kind, 0) + 1


def _why_not(document: AnyDocument, asked: Asked) -> tuple[str, Route] | None:
    """Why a requirement does not speak to this document: the fact that makes it so."""
    locality = asked.requirement.applies.locality
    if locality is not None and document.locality != locality:
        stated = document.locality or "not stated"
        return f"This is an ordinance of {locality}; the document's locality is {stated}.", ()
    unmet = (_unmet(document, route, wanted) for route, wanted in asked.when)
    return next((reason for reason in unmet if reason is not None), None)


def _named_facts(route: str) -> str:
    """What a condition looks at, in words: a block by its name, a fact by what it says."""
    told = (one.removesuffix(" / *") for one in route.split(" or "))
    return " or ".join(called(one) if " / " in one else one.replace("-", " ") for one in told)


def _unmet(document: AnyDocument, route: str, wanted: tuple[str, ...]) -> tuple[str, Route] | None:
    """Whether a condition does not hold. It may name several routes: `family or other-family-names / *`."""
    found = [fact for one in route.split(" or ") for fact in facts(document, one)]
    if wanted == ("stated",):
        return (
            None
            if any(value != [] for _, value in found)
            else (f"The document says nothing of {_named_facts(route)}.", ())
        )
    said = [show(value) for _, value in found]
    if any(value in wanted for value in said):
        return None
    here = said[0] if said else "not stated"
    place = found[0][0] if found else ()
    many = len(wanted) > _MOST_NAMED
    named = (*wanted[:_MOST_NAMED], f"one of {len(wanted) - _MOST_NAMED} others") if many else wanted
    return f"This goes by {_named_facts(route)}, and is asked only for: {' or '.join(named)}. Here: {here}.", place


def check(
    documents: Iterable[tuple[str, Data]],
    as_of: date,
    catalogue: Catalogue,
    keep: frozenset[str] | None = None,
    spread: Spread = map,
    suspended: bool = False,
    beside: Beside | None = None,
    reading: Reading = FRESH,
) -> Findings:
    """Read and check documents, given as name and bytes, against the law as it stood on a day.

    With `suspended`, law that is suspended or was enjoined later is told for information. `spread` has each of the
    documents looked at and gives back what became of them, in order: here, one after the other, or in other processes.
    What is found does not depend on it.
    """
    bench = _bench(catalogue, as_of, suspended)
    results = Findings(as_of, catalogue.version)
    given = list(documents)
    extracts: list[Extract] = []
    for outcome in spread(lambda document: _look_at(*document, bench, keep, beside, reading), given):
        _take(outcome, results)
        if outcome.extract is not None:
            extracts.append(outcome.extract)
    texts = dict(given)
    gone: dict[str, Finding] = {}
    answers = Answers(keep, lru_cache(maxsize=64)(lambda path: _again(path, texts[path], gone, reading)))
    results.about.alone = bench.look_at_set(extracts, answers)
    extracts.clear()
    _take_of_set(answers, results)
    results.counts["error"] += len(gone)
    results.findings = in_order([*results.findings, *gone.values()])
    _tell_the_days(bench, catalogue, results)
    return results


def _take(outcome: Examined, results: Findings) -> None:
    """What became of one document, into the whole."""
    results.documents.append(outcome.checked)
    results.unread += not outcome.readable
    results.counts.update(outcome.counts)
    results.about.bases.update(outcome.bases)
    results.findings += outcome.findings
    results.unkept |= outcome.unkept


def _take_of_set(answers: Answers, results: Findings) -> None:
    """What was found by looking at all documents together, into the whole."""
    results.counts.update(answers.counts)
    results.about.bases.update(answers.bases)
    results.findings += answers.findings
    for path, counts in answers.unkept.items():
        mine = results.unkept.setdefault(path, {})
        mine |= {kind: mine.get(kind, 0) + count for kind, count in counts.items()}


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


def _look_at(
    name: str, data: Data, bench: Bench, keep: frozenset[str] | None, beside: Beside | None, reading: Reading
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


def _again(path: str, data: Data, gone: dict[str, Finding], reading: Reading) -> Source:
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


def _choices(value: Any) -> tuple[str, ...]:
    """The values that a condition names, as written and as facts are shown: `$300.00` is $300."""
    items = value if isinstance(value, list) else [value]
    return tuple(dict.fromkeys(text for item in items for text in (str(item), show(read_any(item)))))


def _speaks_to(requirement: Requirement, kind: str, jurisdiction: str) -> bool:
    applies = requirement.applies
    return applies.document in (kind, "any") and applies.jurisdiction in (jurisdiction, None)


def _of_views(
    asked: Asked,
    views: list[tuple[AnyDocument, Mapping[str, Route]]],
    reasons: Sequence[object],
    open_: Mapping[Route, Open],
    looked: set[Route],
) -> list[Verdict]:
    """What a check answers on a document, of which there are several views where it has several of something."""
    if len(views) == 1 and not views[0][1]:
        return _verdicts(asked, (views[0][0],), open_, looked)
    found = [
        verdict
        for (view, places), reason in zip(views, reasons, strict=True)
        if reason is None
        for verdict in _verdicts(asked, (view,), open_, looked, places)
    ]
    return list(dict.fromkeys(found))


def _verdicts(
    asked: Asked,
    subjects: tuple[Any, ...],
    open_: Mapping[Route, Open],
    looked: set[Route],
    places: Mapping[str, Route] | None = None,
) -> list[Verdict]:
    """What a check answers. `looked` gathers the open facts that it reads; `places` tells where the one thing stands
    that a view shows of several."""
    looked.clear()
    try:
        verdicts = list(asked.check.run(*subjects, **asked.keywords))
    except Exception as broken:  # any check may break; the others must go on
        message = f"The check {asked.check.name} broke on this document: {type(broken).__name__}: {broken}."
        return [Verdict("error", message)]
    if places:
        verdicts = [_placed(verdict, places) for verdict in verdicts]
    if open_ or asked.holding.authority in ADVISORY:
        verdicts = [_soften(verdict, asked, open_) for verdict in _on_open_ground(verdicts, open_)]
    if looked and all(verdict.status in ("pass", "not-applicable") for verdict in verdicts):
        return [_resting_on(looked, "The answer", open_)]
    return verdicts or [Verdict("not-applicable", "The document has nothing that this looks at.")]


def _on_open_ground(verdicts: list[Verdict], open_: Mapping[Route, Open]) -> list[Verdict]:
    """Failures that rest on something which the document leaves open are for a person."""
    if not any(verdict.rests_on for verdict in verdicts):
        return verdicts
    held = {route[:length] for route in open_ for length in range(1, len(route) + 1)}
    return [
        verdict._replace(
            status="review", message=f"{verdict.message} The answer rests on what the document leaves open."
        )
        if verdict.status == "fail" and not held.isdisjoint(verdict.rests_on)
        else verdict
        for verdict in verdicts
    ]


_BECAUSE: Final = {
    "unclear": "The document leaves this place open.",
    "house": "The rules leave this to the house.",
}


def _placed(verdict: Verdict, places: Mapping[str, Route]) -> Verdict:
    """An answer on one thing of several, at the place where that one stands."""

    def placed(route: Route) -> Route:
        return (*places[str(route[0])], *route[1:]) if route and route[0] in places else route

    also = tuple((placed(route), label) for route, label in verdict.also)
    return verdict._replace(at=placed(verdict.at), also=also, missing=placed(verdict.missing))


def _soften(verdict: Verdict, asked: Asked, open_: Mapping[Route, Open]) -> Verdict:
    """An answer at a place that is open is for a person; rules told for information never fail anything."""
    silent = verdict.missing or verdict.at
    on_the_way = (open_.get(silent[:length]) for length in range(1, len(silent) + 1))
    found = next(
        (one for one in on_the_way if one is not None and (one.stated != "entry" or one.route == silent)), None
    )
    if verdict.status != "error" and found is not None and not verdict.waits:
        lost = f"But part of the text on this is lost ({said_lines(found.lines)}); read there first."
        message = f"{verdict.message} {_BECAUSE.get(found.why, lost)}"
        verdict = verdict._replace(status="review", message=message, waits=True)
    advice = ADVISORY.get(asked.holding.authority)
    if advice is not None and verdict.status in ("fail", "review"):
        return verdict._replace(status="information", message=f"{verdict.message} {advice}")
    return verdict


def _undecided(looked: set[Route], open_: Mapping[Route, Open]) -> Verdict:
    """The answer where it is open whether a requirement speaks to the document at all."""
    return _resting_on(looked, "Whether this is asked", open_)


_WHICH: Final = {"unclear": ", which the document leaves open", "house": ", which the rules leave to the house"}


def _resting_on(looked: set[Route], what: str, open_: Mapping[Route, Open]) -> Verdict:
    at, *others = sorted(looked, key=lambda route: [str(step) for step in route])
    more = f" and {len(others)} more" if others else ""
    first = open_.get(at, Open(at))
    lost = f"; part of the text on that is lost ({said_lines(first.lines)})"
    message = f"{what} depends on {called(at)}{more}{_WHICH.get(first.why, lost)}."
    also = tuple((route, "open too") for route in others[:_MOST_NAMED])
    return Verdict("review", message, at, also, waits=True)


def _gather(verdicts: list[Verdict]) -> list[Verdict]:
    """Each failure and review stands alone; what passed is one answer, and only when nothing else was found."""
    spoken = [verdict for verdict in verdicts if verdict.status in ("fail", "review", "error", "information")]
    if spoken:
        return spoken
    good = [verdict for verdict in verdicts if verdict.status == "pass"] or verdicts[:1]
    if len(good) == 1:
        return good
    said = list(dict.fromkeys(verdict.message for verdict in good))
    more = f" (and {len(said) - 3} more)" if len(said) > 3 else ""
    places = tuple((verdict.at, "") for verdict in good[1:] if verdict.at)
    basis = max((verdict.basis for verdict in good), key=("", *BASES).index)
    return [Verdict(good[0].status, " ".join(said[:3]) + more, good[0].at, good[0].also + places, basis=basis)]


def _basis(asked: Asked, verdict: Verdict) -> str:
    """What an answer rests on: the best its requirement can have, or what its check says it found."""
    return weaker(asked.holding.basis, verdict.basis or asked.holding.basis)


def _level(asked: Asked, verdict: Verdict, basis: str) -> str:
    """How grave an answer is: no graver than its requirement, than its check says, and than its basis allows."""
    holding = asked.holding
    level = lower(holding.level, verdict.level or holding.level)
    return level if holding.headline else lower(level, highest_level(holding.authority, holding.seen, basis))


def _finding(asked: Asked, verdict: Verdict, places: tuple[Place, ...]) -> Finding:
    requirement, holding = asked.requirement, asked.holding
    basis = _basis(asked, verdict)
    return Finding(
        requirement.id,
        verdict.status,
        _level(asked, verdict, basis),
        cut(verdict.message),
        requirement.title,
        holding.cite,
        holding.authority,
        holding.seen,
        _remedy(holding, verdict),
        holding.asks,
        holding.note,
        basis,
        silent=verdict.absent,
        places=places,
        paste=verdict.paste,
        waits=verdict.waits,
    )


def _places(verdict: Verdict, path: str, sources: Callable[[str], Source]) -> tuple[Place, ...]:
    """Where an answer points to: its own place, others of its document, and those of other documents."""
    source = sources(path)
    places = [_place(path, source, verdict.at, verdict.label)]
    places += [_place(path, source, route, label) for route, label in verdict.also]
    anchor = source.place(verdict.at).anchor
    if anchor is not None:
        places.append(Place(path, anchor, show_route(verdict.at), "the value is written here"))
    places += [_place(other, sources(other), route, label) for other, route, label in verdict.elsewhere]
    return tuple(places)


def _remedy(holding: Holding, verdict: Verdict) -> str:
    """What to do: silence is mended otherwise than a breach, and who has no duty has nothing to do."""
    if verdict.status == "information":
        return "Nothing to do now."
    if verdict.waits and not verdict.absent:
        return "Settle what is open there; the answer follows from it."
    return holding.remedy_silent if verdict.absent else holding.remedy


def _place(path: str, source: Source, route: Route, label: str) -> Place:
    shown = show_route(route) if route else ""
    return Place(path, span_of(source, route), shown, cut_label(label), given_lines(source, route))


def problem_finding(path: str, problem: Problem) -> Finding:
    """A file that could not be read, as a finding."""
    also = tuple(Place(path, span, "", label) for span, label in problem.also)
    return Finding(
        f"document.{problem.code}",
        "error",
        "error",
        problem.message,
        "The document can be read",
        remedy=problem.help,
        places=(Place(path, problem.span), *also),
    )


__all__ = ["Bench", "Data", "Examined", "Look", "Spread", "check", "problem_finding", "refused"]
