"""One requirement asked of one document: whether it speaks to it, what its check answers, and what of that is open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final

from compliance.checks import CHECKS
from compliance.checks.naming import called
from compliance.checks.registry import Check
from compliance.checks.showing import show
from compliance.checks.verdicts import Verdict
from compliance.documents.openness import Open, said_lines
from compliance.documents.routes import facts
from compliance.documents.values import read_any
from compliance.law.catalogue import Holding, Requirement
from compliance.law.words import ADVISORY, Side, side_of
from compliance.routes import Route

if TYPE_CHECKING:
    from compliance.documents.reading import AnyDocument


_MOST_NAMED: Final = 8


class Asked:
    """A requirement as it stands on the day of the run. Its check is loaded, and its parameters are read, when it is
    first asked: many do not apply to the documents at hand."""

    def __init__(self, requirement: Requirement, holding: Holding, as_of: date) -> None:
        self.requirement = requirement
        self.holding = holding
        self.when = tuple((route, choices(value)) for route, value in holding.when.items())
        # Whether it is asked by law that is a duty on the day, by good order, or for information.
        self.side: Side = side_of(holding.authority)
        self._as_of = as_of

    @cached_property
    def check(self) -> Check:
        return CHECKS.find(self.holding.check, self.requirement.applies.document) or CHECKS[self.holding.check]

    @cached_property
    def keywords(self) -> dict[str, Any]:
        """What the check is given besides what it looks at: what the law sets, and the day where it asks for it."""
        day = self.check.day
        return self.check.keywords(self.holding.parameters) | ({day: self._as_of} if day is not None else {})


def speaks_to(requirement: Requirement, kind: str, jurisdiction: str) -> bool:
    applies = requirement.applies
    return applies.document in (kind, "any") and applies.jurisdiction in (jurisdiction, None)


def choices(value: Any) -> tuple[str, ...]:
    """The values that a condition names, as written and as facts are shown: `$300.00` is $300."""
    items = value if isinstance(value, list) else [value]
    return tuple(dict.fromkeys(text for item in items for text in (str(item), show(read_any(item)))))


def why_not(document: AnyDocument, asked: Asked) -> tuple[str, Route] | None:
    """Why a requirement does not speak to this document: the fact that makes it so."""
    locality = asked.requirement.applies.locality
    if locality is not None and document.locality != locality:
        stated = document.locality or "not stated"
        return f"This is an ordinance of {locality}; the document's locality is {stated}.", ()
    unmet = (_unmet(document, route, wanted) for route, wanted in asked.when)
    return next((reason for reason in unmet if reason is not None), None)


@lru_cache(maxsize=256)
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


_WHICH: Final = {"unclear": ", which the document leaves open", "house": ", which the rules leave to the house"}


def _resting_on(looked: set[Route], what: str, open_: Mapping[Route, Open]) -> Verdict:
    at, *others = sorted(looked, key=lambda route: [str(step) for step in route])
    more = f" and {len(others)} more" if others else ""
    first = open_.get(at, Open(at))
    lost = f"; part of the text on that is lost ({said_lines(first.lines)})"
    which = f", of which the house chose: {first.chosen}" if first.chosen else _WHICH.get(first.why, lost)
    message = f"{what} depends on {called(at)}{more}{which}."
    also = tuple((route, "open too") for route in others[:_MOST_NAMED])
    return Verdict("review", message, at, also, waits=True)
