"""One requirement asked of one document: whether it speaks to it, what its check answers, and what of that is open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from datetime import date
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from compliance.checks import CHECKS
from compliance.checks.expressions.clauses import Clause, compile_clause, evaluate_clause
from compliance.checks.expressions.facts import Facts
from compliance.checks.expressions.reads import ANYWHERE, Reads, find_reads
from compliance.checks.fact_names import label_fact
from compliance.checks.formatting import show
from compliance.checks.registry import Check
from compliance.checks.set.house import MOST_BESIDE
from compliance.checks.verdicts import Verdict, wait_for
from compliance.documents.contradictions import Saying, Variant
from compliance.documents.facts import find_facts
from compliance.documents.kinds import select_kinds
from compliance.documents.openness import OpenFact
from compliance.documents.values import UNCLEAR, read_value
from compliance.engine.localities import compare_place, describe_doubt, may_apply
from compliance.law.catalog import Holding, Requirement
from compliance.law.levels import ADVISORY, Side, side_of
from compliance.source.routes import Route, show_route

if TYPE_CHECKING:
    from compliance.checks.registry import Check
    from compliance.checks.set.house import House, Neighbor
    from compliance.documents.models import AnyDocument


_MOST_NAMED: Final = 8


class Condition(NamedTuple):
    """What a fact must be so that something is asked: where it stands, which may be one of several places, and what it
    may be, as facts are shown; or only that it is `stated`."""

    route: str
    routes: tuple[str, ...]
    wanted: tuple[str, ...]
    stated: bool


class ActiveRequirement:
    """A requirement as it stands on the day of the run. Its check is loaded, and its parameters are read, when it is
    first asked: many do not apply to the documents at hand."""

    def __init__(self, requirement: Requirement, holding: Holding, as_of: date) -> None:
        self.requirement = requirement
        self.holding = holding
        self.when = tuple(build_condition(route, value) for route, value in holding.when.items())
        # Whether it is asked by law that is a duty on the day, by good order, or for information.
        self.side: Side = side_of(holding.authority)
        self._as_of = as_of

    @cached_property
    def check(self) -> Check:
        return CHECKS[self.holding.check]

    @cached_property
    def run(self) -> Callable[..., Iterable[Verdict]]:
        """The check, with what the law sets filled in, and the day where it asks for it."""
        day = self.check.day
        keywords = self.check.keywords(self.holding.parameters) | ({day: self._as_of} if day is not None else {})
        return partial(self.check.run, **keywords) if keywords else self.check.run

    @cached_property
    def clause(self) -> Clause | None:
        """What must hold, where it is said in expressions."""
        holding = self.holding
        return compile_clause(holding.clause, holding.parameters) if holding.clause else None

    @cached_property
    def reads(self) -> Reads:
        """What decides whether it is asked, and its answer. A check in Python that does not say what may read all."""
        keys: list[Route] = [tuple(route.split(".")) for route in self.check.reads] if self.clause is None else []
        own = find_reads(self.clause) if self.clause is not None else keys or [ANYWHERE]
        conditions = (route for one in self.when for route in one.routes)
        return Reads([("locality",), *own, *(tuple(route.split(" / ")) for route in conditions)])

    @property
    def on_set(self) -> bool:
        """Whether the answer needs the other documents of the house."""
        return self.clause.in_house if self.clause is not None else self.check.on_set

    @property
    def on_index(self) -> bool:
        """Whether the answer needs the documents of other houses, as the index has them."""
        return not self.holding.clause and self.check.on_index


class ConditionGroup:
    """Requirements that apply under the same conditions. `sides` tells how many of them stand on which side."""

    def __init__(self, asked: list[ActiveRequirement]) -> None:
        self.applies = asked[0].requirement.applies
        self.when = asked[0].when
        self.asked = asked
        self.sides: Mapping[str, int] = Counter(one.side for one in asked)

    @cached_property
    def document_checks(self) -> list[ActiveRequirement]:
        """Those that are asked of a document alone. Told apart when they apply, because that loads their checks."""
        return [one for one in self.asked if not one.on_set and not one.on_index]

    @cached_property
    def house_checks(self) -> list[ActiveRequirement]:
        """Those that need the other documents of the house."""
        return [one for one in self.asked if one.on_set]

    @cached_property
    def index_checks(self) -> list[ActiveRequirement]:
        """Those that are asked of the index."""
        return [one for one in self.asked if one.on_index]

    def find_unmet(self, document: AnyDocument) -> tuple[str, Route] | None:
        """Why they do not speak to this document: the fact that makes it so."""
        return find_unmet(self.asked[0], document)

    def find_unmet_in_all(self, views: Sequence[AnyDocument]) -> tuple[str, Route] | None:
        """Why they speak to none of several views of a document; None where they speak to one of them."""
        reasons = [self.find_unmet(view) for view in views]
        return reasons[0] if None not in reasons else None

    def describe_doubt(self, document: AnyDocument) -> str:
        """Say why it is unclear whether an ordinance is for this document, where all else makes it apply."""
        if self.applies.locality is None or _find_unmet_condition(self.when, document) is not None:
            return ""
        return describe_doubt(self.applies, document.locality)

    def is_elsewhere(self, document: AnyDocument) -> bool:
        """Whether they are of a place that the document does not name, and need not be asked of it at all."""
        return self.applies.only_where_named and not may_apply(self.applies, document.locality)


def find_unmet(asked: ActiveRequirement, document: AnyDocument) -> tuple[str, Route] | None:
    """Why a requirement does not speak to a document: the fact that makes it so."""
    applies = asked.requirement.applies
    if compare_place(applies, document.locality) != "same":
        stated = document.locality or "not stated"
        return f"This is an ordinance of {applies.locality}; the document's locality is {stated}.", ()
    return _find_unmet_condition(asked.when, document)


def _find_unmet_condition(when: Sequence[Condition], document: AnyDocument) -> tuple[str, Route] | None:
    return next((reason for one in when if (reason := _unmet(document, one)) is not None), None)


def group_by_conditions(asked: Iterable[ActiveRequirement]) -> list[ConditionGroup]:
    """Requirements by what makes them apply: many of them stand under one condition."""
    alike: dict[tuple[object, ...], list[ActiveRequirement]] = {}
    for one in asked:
        alike.setdefault((one.requirement.applies[2:], one.when), []).append(one)
    return list(map(ConditionGroup, alike.values()))


def speaks_to(requirement: Requirement, kind: str, jurisdiction: str) -> bool:
    applies = requirement.applies
    return kind in select_kinds(applies.document) and applies.jurisdiction in (jurisdiction, None)


def build_condition(route: str, value: Any) -> Condition:
    """What must be at a route, as it is written and as facts are shown: `$300.00` is $300. It may name several routes:
    `family or other-family-names / *`."""
    items = value if isinstance(value, list) else [value]
    wanted = tuple(dict.fromkeys(text for item in items for text in (str(item), show(read_value(item)))))
    return Condition(route, tuple(route.split(" or ")), wanted, wanted == ("stated",))


@lru_cache(maxsize=256)
def _name_facts(route: str) -> str:
    """What a condition looks at, in words: a block by its name, a fact by what it says."""
    told = (one.removesuffix(" / *") for one in route.split(" or "))
    return " or ".join(label_fact(one) if " / " in one else one.replace("-", " ") for one in told)


def _find_values(document: AnyDocument, condition: Condition) -> list[tuple[Route, str]]:
    """What a document states at the places of a condition, as facts are shown."""
    found = (fact for one in condition.routes for fact in find_facts(document, one))
    return [(place, show(value)) for place, value in found]


def _unmet(document: AnyDocument, condition: Condition) -> tuple[str, Route] | None:
    """Whether a condition does not hold."""
    if condition.stated:
        found = [value for one in condition.routes for _, value in find_facts(document, one)]
        stated = any(value != [] for value in found)
        return None if stated else (f"Not mentioned in the document: {_name_facts(condition.route)}.", ())
    said, wanted = _find_values(document, condition), condition.wanted
    for _, shown in said:
        if shown in wanted:
            return None
    place, here = said[0] if said else ((), "not stated")
    many = len(wanted) > _MOST_NAMED
    named = (*wanted[:_MOST_NAMED], f"one of {len(wanted) - _MOST_NAMED} others") if many else wanted
    told = f"Applies to {' or '.join(named)} only ({_name_facts(condition.route)}); here: {here}."
    return told, place


class Version:
    """A document by its own sayings, or by others that it makes of the same facts, as requirements are asked of it:
    with a view for each of what it has several of."""

    def __init__(
        self,
        document: AnyDocument,
        open_: Mapping[Route, OpenFact],
        path: str,
        as_of: date,
        variants: Sequence[Variant] = (),
        neighbor: Neighbor | None = None,
        house: House | None = None,
        sayings: tuple[Saying, ...] = (),
        touched: Sequence[Route] = (),
    ) -> None:
        self.document = document
        self.open = open_
        self.sayings = sayings
        self.touched = touched
        self.variants = [
            Version(
                one.document,
                {**open_, **{opened.route: opened for opened in one.opened}},
                path,
                as_of,
                (),
                neighbor,
                house,
                one.sayings,
                one.touched,
            )
            for one in variants
        ]
        self.looked: set[Route] = set()
        self.neighbor = neighbor
        self.house = house
        self.views: list[tuple[AnyDocument, Mapping[str, Route]]] = [(document, {})]
        if document.document == "game":
            self.views = [(view.game, view.places) for view in document.views()]
        self.facts: list[Facts] = [
            Facts(view, open_, places, path, house, neighbor, self._list_facts(n), as_of)
            for n, (view, places) in enumerate(self.views)
        ]

    def _list_facts(self, view: int) -> list[Facts]:
        """The facts of one view by each other saying."""
        return [one.facts[view] for one in self.variants if view < len(one.facts)]

    def restrict_to_terms(self) -> Version:
        """The same without other sayings than those of general terms."""
        other = copy(self)
        other.variants = [one for one in self.variants if any(saying.path for saying in one.sayings)]
        return other

    def is_asked(self, asked: ActiveRequirement) -> bool:
        """Whether a requirement speaks to the document by these sayings."""
        return any(find_unmet(asked, view) is None for view, _ in self.views)

    def may_differ(self, asked: ActiveRequirement) -> bool:
        """Whether these sayings are of anything that the answer to a requirement goes by."""
        return any(map(asked.reads.includes, self.touched))

    def answer(self, asked: ActiveRequirement) -> list[Verdict]:
        """What a requirement that speaks to the document answers on it, or on each of several views."""
        if asked.clause is None and asked.on_set and self.neighbor is not None:
            subject = self.neighbor if not self.sayings else self.neighbor.replace_document(self.document)
            looked = find_open_reads(asked.check, self.facts[0])
            return run_check(asked, (subject, self.house), self.open, looked, house=self.house)
        single = len(self.views) == 1 and not self.views[0][1]
        found = [
            verdict
            for (view, places), facts in zip(self.views, self.facts, strict=True)
            if single or find_unmet(asked, view) is None
            for verdict in self._answer_view(asked, view, facts, places)
        ]
        return found if single else list(dict.fromkeys(found))

    def _answer_view(
        self, asked: ActiveRequirement, view: AnyDocument, facts: Facts, places: Mapping[str, Route]
    ) -> list[Verdict]:
        if asked.clause is None:
            self.looked.clear()
            return run_check(asked, (view,), self.open, self.looked, places)
        known = _count_cuts(self.house)
        try:
            verdicts = evaluate_clause(asked.clause, facts)
        except Exception as broken:  # any requirement may break; the others must go on
            return [_tell_broken(asked, broken)]
        # Its facts know themselves what is open.
        if places:
            verdicts = [_place(one, places) for one in verdicts]
        return _settle(verdicts, asked, cut=_count_cuts(self.house) > known)

    def weigh(self, asked: ActiveRequirement, verdicts: list[Verdict]) -> list[Verdict]:
        """An answer that no failure decides, and what it is by the other sayings of the document."""
        worst = max((_RANK.get(one.status, 0) for one in verdicts), default=0)
        if worst == _RANK["fail"] or "error" in [one.status for one in verdicts] or asked.holding.check in _OF_SAYINGS:
            return verdicts
        for other in self.variants:
            if other.may_differ(asked) and other.is_asked(asked):
                found = max(other.answer(asked), key=lambda one: _RANK.get(one.status, 0))
                if _RANK.get(found.status, 0) > worst:
                    worst, verdicts = _RANK[found.status], [_tell_contradiction(asked, other.sayings, found)]
        return verdicts if worst else [self._qualify(one) for one in verdicts]

    def _qualify(self, verdict: Verdict) -> Verdict:
        """A pass on a fact that the document states in two ways: it asserts neither of them."""
        told = {saying.route for other in self.variants for saying in other.sayings if not saying.path}
        if verdict.status != "pass" or verdict.at not in told:
            return verdict
        return verdict._replace(
            message=f"On {label_fact(verdict.at)} the text says two things; it holds by each of them."
        )


# Checks of what is said again itself: no saying stands in the place of another there.
_OF_SAYINGS: Final = ("said-alike", "said-before")
_RANK: Final = {"fail": 3, "review": 2, "information": 1}


def _tell_contradiction(asked: ActiveRequirement, sayings: Sequence[Saying], found: Verdict) -> Verdict:
    """The answer where the document says two things, and only by the first of them all is well."""
    first = sayings[0]
    named = " and ".join(dict.fromkeys(label_fact(one.route) for one in sayings[:3]))
    said = show(read_value(first.value)) if isinstance(first.value, str) else "something else"
    said = "the opposite" if first.value == UNCLEAR else said
    ambiguous = first.at[:2] == ("reading", "ambiguous")
    message = f"On {named} the document says two things. Where `{said}` holds: {found.message}"
    if ambiguous:
        message = f"The text on {named} can be read in more than one way. Read as `{said}`: {found.message}"
    harsh = not ambiguous and (
        asked.holding.headline or (asked.clause is not None and asked.clause.said_again == "fail")
    )
    status = "review" if found.status == "fail" and not harsh else found.status
    also = tuple((one.at, "said otherwise") for one in sayings if not one.path)
    there = tuple((one.path, one.at, "said otherwise") for one in sayings if one.path)
    return Verdict(
        status, message, first.route, also, elsewhere=there, waits=status == "review", cause=show_route(first.route)
    )


def _tell_broken(asked: ActiveRequirement, broken: Exception) -> Verdict:
    name = asked.holding.check or asked.requirement.id
    return Verdict("error", f"The check {name} broke on this document: {type(broken).__name__}: {broken}.")


_NOTHING_TO_LOOK_AT: Final = Verdict("not-applicable", "Nothing in the document to check.")
_NOTHING_OPEN: Final[Mapping[Route, OpenFact]] = {}
# Where a check was not shown all schedules or general terms that name a document, nothing passes or falls away by what
# it did not see.
_CUT_SHORT: Final = Verdict(
    "review",
    f"More than {MOST_BESIDE} schedules or general terms of the set name this document; the answer is by the first"
    f" {MOST_BESIDE} of each only.",
    ("id",),
)


def find_open_reads(check: Check, facts: Facts) -> set[Route]:
    """The open facts that a check reads which looks at more than one document."""
    return {one.route for one in facts.find_open_below((), check.reads) if one.stated == "nothing"}


def run_check(
    asked: ActiveRequirement,
    subjects: tuple[Any, ...],
    open_: Mapping[Route, OpenFact],
    looked: set[Route],
    places: Mapping[str, Route] | None = None,
    house: House | None = None,
) -> list[Verdict]:
    """What a check answers. `looked` has the open facts that it reads, as soon as it has read them; `places` tells
    where the one thing stands that a view shows of several."""
    known = _count_cuts(house)
    try:
        verdicts = list(asked.run(*subjects))
    except Exception as broken:  # any check may break; the others must go on
        return [_tell_broken(asked, broken)]
    if places:
        verdicts = [_place(one, places) for one in verdicts]
    return _settle(verdicts, asked, open_, looked, _count_cuts(house) > known)


def _count_cuts(house: House | None) -> int:
    return house.times_cut if house is not None else 0


def _settle(
    verdicts: list[Verdict],
    asked: ActiveRequirement,
    open_: Mapping[Route, OpenFact] = _NOTHING_OPEN,
    looked: Collection[Route] = (),
    cut: bool = False,
) -> list[Verdict]:
    """Answers as the state of the facts and of the law lets them stand. Nothing else softens an answer: what rests on
    an open fact, or on documents of which not all were shown, is for a person, and suspended law fails nothing."""
    if open_ or asked.side == "suspended":
        ground = {route[:length] for route in open_ for length in range(1, len(route) + 1)}
        verdicts = [_soften(_review_open_ground(one, ground, open_), asked, open_) for one in verdicts]
    if all(one.status in ("pass", "not-applicable") for one in verdicts):
        if looked:
            return [_resting_on(looked, "Cannot be answered", open_)]
        if cut:
            return [_CUT_SHORT]
    return verdicts or [_NOTHING_TO_LOOK_AT]


def _review_open_ground(verdict: Verdict, ground: Collection[Route], open_: Mapping[Route, OpenFact]) -> Verdict:
    """An answer that rests on something which the document leaves open is for a person: of a pass the question is left,
    of a failure what it found."""
    if verdict.status not in ("pass", "fail") or not any(route in ground for route in verdict.rests_on):
        return verdict
    if verdict.status == "pass":
        return wait_for(verdict, next(one for at, one in open_.items() if _is_below(at, verdict.rests_on)))
    return verdict._replace(
        status="review", message=f"{verdict.message} This rests on a point that the document leaves open."
    )


def _is_below(route: Route, others: Iterable[Route]) -> bool:
    return any(route[: len(other)] == other for other in others)


def _place(verdict: Verdict, places: Mapping[str, Route]) -> Verdict:
    """An answer on one thing of several, at the place where that one stands."""

    def place(route: Route) -> Route:
        return (*places[str(route[0])], *route[1:]) if route and route[0] in places else route

    also = tuple((place(route), label) for route, label in verdict.also)
    return verdict._replace(at=place(verdict.at), also=also, missing=place(verdict.missing))


def _soften(verdict: Verdict, asked: ActiveRequirement, open_: Mapping[Route, OpenFact]) -> Verdict:
    """An answer at a place that is open is for a person; rules told for information never fail anything."""
    silent = verdict.missing or verdict.at
    on_the_way = (open_.get(silent[:length]) for length in range(1, len(silent) + 1))
    found = next(
        (one for one in on_the_way if one is not None and (one.stated != "entry" or one.route == silent)), None
    )
    settled = found is None or verdict.status == "error" or (found.why == "value" and verdict.status != "pass")
    if found is not None and not settled and not verdict.waits:
        verdict = wait_for(verdict, found)
    return _advise(verdict, asked)


def _advise(verdict: Verdict, asked: ActiveRequirement) -> Verdict:
    """An answer by rules that are told for information: they never fail anything."""
    advice = ADVISORY.get(asked.holding.authority)
    if advice is not None and verdict.status in ("fail", "review"):
        return verdict._replace(status="information", message=f"{verdict.message} {advice}")
    return verdict


def build_undecided(looked: set[Route], open_: Mapping[Route, OpenFact]) -> Verdict:
    """The answer where it is open whether a requirement speaks to the document at all."""
    return _resting_on(looked, "Cannot tell whether this applies", open_)


def _resting_on(looked: Collection[Route], what: str, open_: Mapping[Route, OpenFact]) -> Verdict:
    # any order: no two routes read the same
    at, *others = sorted(looked, key=lambda route: [str(step) for step in route])
    more = f" and {len(others)} more" if others else ""
    first = open_.get(at, OpenFact(at))
    message = f"{what} until the document states {label_fact(at)}{more}."
    if first.chosen:
        message = f"{what} from the text alone: {label_fact(at)} is left to the house, which chose: {first.chosen}."
    elif first.question or first.lines or first.why == "unreadable":
        message = f"{what} until {label_fact(at)}{more} is clear. {first.sentence}"
    also = tuple((route, "open too") for route in others[:_MOST_NAMED])
    return Verdict("review", message, at, also, waits=True, cause=first.cause)
