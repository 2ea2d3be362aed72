"""How a check is written and found, and what it may answer.

A check is a small function from a document and the numbers of the law to verdicts. It names routes, never lines, and
holds no numbers, no citations and no jurisdictions: those are the catalogue's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from compliance.checks.parameters import ANSWERS, parts_of_kind, read_answer, read_as, read_number
from compliance.routes import Route

_LIMITS: Final = frozenset({"most", "least"})


# Parameters that name a place: of the document, or of one fee. A catalogue that misspells one is refused.
Where: TypeAlias = str
FeePart: TypeAlias = str


class Verdict(NamedTuple):
    """One answer of a check. `absent` marks an answer that rests on something not being stated, `missing` what that is
    where the answer is shown at another place; `elsewhere` names places in other documents: path, route and label;
    `level` is given where the answer weighs less than others of its requirement."""

    status: str
    message: str
    at: Route = ()
    also: tuple[tuple[Route, str], ...] = ()
    absent: bool = False
    label: str = ""
    elsewhere: tuple[tuple[str, Route, str], ...] = ()
    missing: Route = ()
    level: str = ""


Verdicts = Iterator[Verdict]


def passed(message: str, at: Route = (), also: Iterable[tuple[Route, str]] = ()) -> Verdict:
    return Verdict("pass", message, at, tuple(also))


def failed(message: str, at: Route = (), also: Iterable[tuple[Route, str]] = (), label: str = "") -> Verdict:
    return Verdict("fail", message, at, tuple(also), label=label)


def review(message: str, at: Route = (), also: Iterable[tuple[Route, str]] = (), label: str = "") -> Verdict:
    return Verdict("review", message, at, tuple(also), label=label)


def not_applicable(message: str, at: Route = ()) -> Verdict:
    return Verdict("not-applicable", message, at)


def unstated(status: str, message: str, at: Route) -> Verdict:
    """An answer that follows from silence: where the document says `unclear`, it becomes a review."""
    return Verdict(status, message, at, absent=True)


class Check(NamedTuple):
    """A check with the parameters that a catalogue may set: their names in a catalogue, and in the function."""

    name: str
    run: Callable[..., Iterable[Verdict]]
    arguments: Mapping[str, str]
    required: frozenset[str]
    on_set: bool
    about: str
    defaults: Mapping[str, Any] = {}

    def kind_of(self, name: str) -> str:
        """The type that the function declares for a parameter, as it is written there."""
        return str(self.run.__annotations__.get(self.arguments[name], "Any"))

    def routes_in(self, name: str, value: Any) -> Iterator[str]:
        """The places of a document that a parameter names."""
        return parts_of_kind(self.kind_of(name), value, "Where")

    def fee_parts_in(self, name: str, value: Any) -> Iterator[str]:
        """The parts of a fee that a parameter names."""
        return parts_of_kind(self.kind_of(name), value, "FeePart")

    def keywords(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Catalogue parameters, as text, as the function's own keywords and in the types that it declares."""
        return {self.arguments[name]: self.read(name, value) for name, value in parameters.items()}

    def read(self, name: str, value: Any) -> Any:
        """One parameter in the type that is declared for it. Raises Unreadable with what was expected."""
        if self.defaults.get(name) in ANSWERS:
            return read_answer(value)
        return (
            read_number(value)
            if name in _LIMITS and self.kind_of(name) == "Any"
            else read_as(self.kind_of(name), value)
        )


CHECKS: Final[dict[str, Check]] = {}


def check(name: str, on_set: bool = False) -> Callable[[Callable[..., Verdicts]], Callable[..., Verdicts]]:
    """Register a check. Its parameters after the subject (a document, or a card and all cards) are the catalogue's."""

    def register(function: Callable[..., Verdicts]) -> Callable[..., Verdicts]:
        if name in CHECKS:
            raise ValueError(f"two checks are named {name}")
        code = function.__code__
        names = code.co_varnames[: code.co_argcount][2 if on_set else 1 :]
        optional = names[len(names) - len(function.__defaults__ or ()) :]
        arguments = {name.rstrip("_").replace("_", "-"): name for name in names}
        required = frozenset(kebab for kebab, name in arguments.items() if name not in optional)
        given = function.__defaults__ or ()
        defaults = dict(zip(list(arguments)[len(arguments) - len(given) :], given, strict=True))
        CHECKS[name] = Check(name, function, arguments, required, on_set, (function.__doc__ or "").strip(), defaults)
        return function

    return register
