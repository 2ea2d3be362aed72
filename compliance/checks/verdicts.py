"""What a check may answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

from compliance.documents.openness import OpenFact
from compliance.source.routes import Route

NOT_STATED: Final = "not stated"  # the label of a place where a fact would stand
MOST_CHARACTERS: Final = 12_000
_MOST_OF_LABEL: Final = 200


class Verdict(NamedTuple):
    """One answer of a check. `absent` marks an answer that rests on something not being stated, `missing` what that is
    where the answer is shown at another place; `elsewhere` names places in other documents: path, route and label;
    `level` is given where the answer weighs less than others of its requirement, `basis` where it rests on less: on a
    word (`stated`) where others are computed, or on an inference of ours (`reading`); `paste` has lines that would mend
    the document once they are filled in; `rests_on` are places without which there would be no failure: where one of
    them, or something below it, is open, a person must judge; `waits` marks an answer that an open fact settles, and
    `cause` names that fact, or the mark that leaves it open: what waits for one cause is told once;
    `shared` names what is one defect of several documents: all that a requirement finds under one name is told once."""

    status: str
    message: str
    at: Route = ()
    also: tuple[tuple[Route, str], ...] = ()
    absent: bool = False
    label: str = ""
    elsewhere: tuple[tuple[str, Route, str], ...] = ()
    missing: Route = ()
    level: str = ""
    basis: str = ""
    paste: tuple[str, ...] = ()
    rests_on: tuple[Route, ...] = ()
    waits: bool = False
    cause: str = ""
    shared: str = ""


Verdicts: TypeAlias = Iterator[Verdict]


_TWO_STOPS: Final = re.compile(r"(?<!\.)\.\.(?!\.)")


def cut(message: str, most: int = MOST_CHARACTERS) -> str:
    """A message as far as anybody reads it: a document may have a name of 30,000 letters, or 5,000 names. What it
    quotes may end with the stop that ends the sentence."""
    message = _TWO_STOPS.sub(".", message) if ".." in message else message
    if len(message) <= most:
        return message
    kept = most - 200
    return f"{message[:kept]} ... (and {len(message) - kept:,} more characters)"


def cut_label(label: str) -> str:
    return label if len(label) <= _MOST_OF_LABEL else f"{label[:_MOST_OF_LABEL]} ..."


def wait_for(verdict: Verdict, fact: OpenFact) -> Verdict:
    """The review that an answer is while a fact that it rests on is open. Of a pass only the question is left."""
    if fact.chosen:
        whose = "the statement gives the value" if fact.why == "value" else "the house chose"
        message = f"{verdict.message} But {whose}: {fact.chosen}; a person must decide what then holds."
    elif verdict.status in ("pass", "not-applicable"):
        message = fact.sentence if fact.question else f"{verdict.message} {fact.sentence}"
    else:
        message = f"{verdict.message} But part of this is unclear. {fact.sentence}"
    missing = fact.route if fact.route != verdict.at else ()
    return verdict._replace(status="review", message=cut(message), missing=missing, waits=True, cause=fact.cause)


# These two are what nearly every check answers of nearly every document: they are made as tuples are, with all that a
# verdict says otherwise, which takes a third of the time.
_NOTHING_ELSE: Final = tuple(Verdict("", "")[4:])
_make: Final = tuple.__new__


def passed(message: str, at: Route = (), also: Iterable[tuple[Route, str]] = ()) -> Verdict:
    told = message if len(message) <= MOST_CHARACTERS else cut(message)
    return _make(Verdict, ("pass", told, at, tuple(also), *_NOTHING_ELSE))


def failed(message: str, at: Route = (), also: Iterable[tuple[Route, str]] = (), label: str = "") -> Verdict:
    return Verdict("fail", cut(message), at, tuple(also), label=label)


def review(message: str, at: Route = (), also: Iterable[tuple[Route, str]] = (), label: str = "") -> Verdict:
    return Verdict("review", cut(message), at, tuple(also), label=label)


def not_applicable(message: str, at: Route = ()) -> Verdict:
    told = message if len(message) <= MOST_CHARACTERS else cut(message)
    return _make(Verdict, ("not-applicable", told, at, (), *_NOTHING_ELSE))


def unstated(status: str, message: str, at: Route) -> Verdict:
    """An answer that follows from silence: where the document says `unclear`, it becomes a review."""
    return Verdict(status, cut(message), at, absent=True)
