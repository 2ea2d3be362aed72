"""One requirement asked of one document: whether it speaks to it, what its check answers, and what of that is open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from compliance.checks import CHECKS
from compliance.checks.gathering import gathered
from compliance.checks.naming import called
from compliance.checks.registry import Check
from compliance.checks.showing import show
from compliance.checks.verdicts import Verdict
from compliance.documents.kinds import kinds_of
from compliance.documents.once import worked_out
from compliance.documents.openness import Open, said_lines
from compliance.documents.routes import facts
from compliance.documents.values import read_any
from compliance.law.catalogue import Holding, Requirement
from compliance.law.words import ADVISORY, Side, side_of
from compliance.routes import Route

if TYPE_CHECKING:
    from compliance.documents.reading import AnyDocument


_MOST_NAMED: Final = 8


class Condition(NamedTuple):
    """What a fact must be so that something is asked: where it stands, which may be one of several places, and what it
    may be, as facts are shown; or only that it is `stated`."""

    route: str
    routes: tuple[str, ...]
    wanted: tuple[str, ...]
    stated: bool


class Asked:
    """A requirement as it stands on the day of the run. Its check is loaded, and its parameters are read, when it is
    first asked: many do not apply to the documents at hand."""

    def __init__(self, requirement: Requirement, holding: Holding, as_of: date) -> None:
        self.requirement = requirement
        self.holding = holding
        self.when = tuple(condition(route, value) for route, value in holding.when.items())
        # Whether it is asked by law that is a duty on the day, by good order, or for information.
        self.side: Side = side_of(holding.authority)
        self._as_of = as_of

    @cached_property
    def check(self) -> Check:
        return CHECKS.find(self.holding.check, self.requirement.applies.document) or CHECKS[self.holding.check]

    @cached_property
    def run(self) -> Callable[..., Iterable[Verdict]]:
        """The check, with what the law sets filled in, and the day where it asks for it."""
        day = self.check.day
        keywords = self.check.keywords(self.holding.parameters) | ({day: self._as_of} if day is not None else {})
        return partial(self.check.run, **keywords) if keywords else self.check.run

    def answers(self, document: AnyDocument) -> list[Verdict]:
        """What the check answers on a document of which no fact is open, as few answers as that can be told in."""
        return gathered(verdicts_of(self, (document,), {}, set()))


class Group:
    """Requirements that apply under the same conditions. `sides` tells how many of them stand on which side."""

    def __init__(self, asked: list[Asked]) -> None:
        self.locality = asked[0].requirement.applies.locality
        self.when = asked[0].when
        self.asked = asked
        self.sides: Mapping[str, int] = Counter(one.side for one in asked)

    @cached_property
    def alone(self) -> list[Asked]:
        """Those that are asked of a document alone. Told apart when they apply, because that loads their checks."""
        return [one for one in self.asked if not one.check.on_set]

    @cached_property
    def waiting(self) -> list[str]:
        """The ids of those that need the other documents."""
        return [one.requirement.id for one in self.asked if one.check.on_set]

    def why_not(self, document: AnyDocument) -> tuple[str, Route] | None:
        """Why they do not speak to this document: the fact that makes it so."""
        if self.locality is not None and document.locality != self.locality:
            stated = document.locality or "not stated"
            return f"This is an ordinance of {self.locality}; the document's locality is {stated}.", ()
        for condition in self.when:
            if (reason := _unmet(document, condition)) is not None:
                return reason
        return None


def grouped(asked: Iterable[Asked]) -> list[Group]:
    """Requirements by what makes them apply: many of them stand under one condition."""
    alike: dict[tuple[object, ...], list[Asked]] = {}
    for one in asked:
        alike.setdefault((one.requirement.applies.locality, one.when), []).append(one)
    return list(map(Group, alike.values()))


def speaks_to(requirement: Requirement, kind: str, jurisdiction: str) -> bool:
    applies = requirement.applies
    return kind in kinds_of(applies.document) and applies.jurisdiction in (jurisdiction, None)


def condition(route: str, value: Any) -> Condition:
    """What must be at a route, as it is written and as facts are shown: `$300.00` is $300. It may name several routes:
    `family or other-family-names / *`."""
    items = value if isinstance(value, list) else [value]
    wanted = tuple(dict.fromkeys(text for item in items for text in (str(item), show(read_any(item)))))
    return Condition(route, tuple(route.split(" or ")), wanted, wanted == ("stated",))


@lru_cache(maxsize=256)
def _named_facts(route: str) -> str:
    """What a condition looks at, in words: a block by its name, a fact by what it says."""
    told = (one.removesuffix(" / *") for one in route.split(" or "))
    return " or ".join(called(one) if " / " in one else one.replace("-", " ") for one in told)


def _said(document: AnyDocument, condition: Condition) -> list[tuple[Route, str]]:
    """What a document says at the places of a condition, as it is shown; looked up once for all that go by the same."""

    def said(document: AnyDocument) -> list[tuple[Route, str]]:
        found = (fact for one in condition.routes for fact in facts(document, one))
        return [(place, show(value)) for place, value in found]

    return worked_out(document, condition.route, said)


def _unmet(document: AnyDocument, condition: Condition) -> tuple[str, Route] | None:
    """Whether a condition does not hold."""
    if condition.stated:
        found = [value for one in condition.routes for _, value in facts(document, one)]
        stated = any(value != [] for value in found)
        return None if stated else (f"The document says nothing of {_named_facts(condition.route)}.", ())
    said, wanted = _said(document, condition), condition.wanted
    for _, shown in said:
        if shown in wanted:
            return None
    place, here = said[0] if said else ((), "not stated")
    many = len(wanted) > _MOST_NAMED
    named = (*wanted[:_MOST_NAMED], f"one of {len(wanted) - _MOST_NAMED} others") if many else wanted
    told = f"This goes by {_named_facts(condition.route)}, and is asked only for: {' or '.join(named)}. Here: {here}."
    return told, place


def of_views(
    asked: Asked,
    views: list[tuple[AnyDocument, Mapping[str, Route]]],
    reasons: Sequence[object],
    open_: Mapping[Route, Open],
    looked: set[Route],
) -> list[Verdict]:
    """What a check answers on a document, of which there are several views where it has several of something."""
    if len(views) == 1 and not views[0][1]:
        return verdicts_of(asked, (views[0][0],), open_, looked)
    found = [
        verdict
        for (view, places), reason in zip(views, reasons, strict=True)
        if reason is None
        for verdict in verdicts_of(asked, (view,), open_, looked, places)
    ]
    return list(dict.fromkeys(found))


_NOTHING_TO_LOOK_AT: Final = Verdict("not-applicable", "The document has nothing that this looks at.")


def verdicts_of(
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
        verdicts = list(asked.run(*subjects))
    except Exception as broken:  # any check may break; the others must go on
        message = f"The check {asked.check.name} broke on this document: {type(broken).__name__}: {broken}."
        return [Verdict("error", message)]
    if places:
        verdicts = [_placed(verdict, places) for verdict in verdicts]
    if open_ or asked.side == "suspended":
        verdicts = [_soften(verdict, asked, open_) for verdict in _on_open_ground(verdicts, open_)]
    if looked and all(verdict.status in ("pass", "not-applicable") for verdict in verdicts):
        return [_resting_on(looked, "The answer", open_)]
    return verdicts or [_NOTHING_TO_LOOK_AT]


def of_too_many(verdicts: list[Verdict], most: int) -> list[Verdict]:
    """What a check answers that was not shown all schedules or general terms that name a document: it found what it
    found, but nothing passes or falls away by what it did not see."""
    if any(verdict.status not in ("pass", "not-applicable") for verdict in verdicts):
        return verdicts
    message = f"More than {most} schedules or general terms of the set name this document; the answer is by the first"
    return [Verdict("review", f"{message} {most} of each only.", ("id",))]


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
    "empty": "The document leaves this place empty.",
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
    settled = found is None or verdict.status == "error" or (found.why == "value" and verdict.status != "pass")
    if found is not None and not settled and not verdict.waits:
        lost = f"But part of the text on this is lost ({said_lines(found.lines)}); read there first."
        whose = "the statement gives the value" if found.why == "value" else "the house chose"
        chose = f"But {whose}: {found.chosen}; what then holds is for a person to say."
        message = f"{verdict.message} {chose if found.chosen else _BECAUSE.get(found.why, lost)}"
        verdict = verdict._replace(status="review", message=message, waits=True)
    advice = ADVISORY.get(asked.holding.authority)
    if advice is not None and verdict.status in ("fail", "review"):
        return verdict._replace(status="information", message=f"{verdict.message} {advice}")
    return verdict


def undecided(looked: set[Route], open_: Mapping[Route, Open]) -> Verdict:
    """The answer where it is open whether a requirement speaks to the document at all."""
    return _resting_on(looked, "Whether this is asked", open_)


_WHICH: Final = {
    "unclear": ", which the document leaves open",
    "empty": ", which the document leaves empty",
    "house": ", which the rules leave to the house",
}


def _resting_on(looked: set[Route], what: str, open_: Mapping[Route, Open]) -> Verdict:
    at, *others = sorted(looked, key=lambda route: [str(step) for step in route])
    more = f" and {len(others)} more" if others else ""
    first = open_.get(at, Open(at))
    lost = f"; part of the text on that is lost ({said_lines(first.lines)})"
    which = f", of which the house chose: {first.chosen}" if first.chosen else _WHICH.get(first.why, lost)
    message = f"{what} depends on {called(at)}{more}{which}."
    also = tuple((route, "open too") for route in others[:_MOST_NAMED])
    return Verdict("review", message, at, also, waits=True)
