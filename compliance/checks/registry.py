"""How a check is declared and found.

A check is a small function from a document and the numbers of the law to verdicts. It names routes, never lines, and
holds no numbers, no citations and no jurisdictions: those are the catalog's. `@check("name")` declares it; what it
looks at is the type of its first parameter, and what a catalog may set are the others (but for the documents beside
it, which a check on a set takes second, and the day of the run, `AsOf`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin, get_type_hints

from compliance.checks.parameters import (
    ParameterShape,
    convert,
    infer_shape,
    is_empty,
    is_the_day,
    list_routes,
)
from compliance.checks.verdicts import Verdict
from compliance.documents.values import Unreadable

# A folder for each subject.
_FOLDERS: Final = ("document", "game", "set")
_HERE: Final = os.path.dirname(__file__)
_INSIDE: Final = "compliance.checks."


class Kinds:
    """Marks a subject that is narrower than its type: `Annotated[Document, Kinds("game", "schedule")]`."""

    def __init__(self, *kinds: str) -> None:
        self.kinds = kinds


class Parameter(NamedTuple):
    """One parameter of a check: its name in a catalog and in the function, its shape, and whether it must be set."""

    name: str
    argument: str
    shape: ParameterShape
    required: bool


# What a check needs besides a document, by the name of the type that it is asked of: those types import checks.
_SCOPES: Final = {"Neighbor": "house", "IndexEntry": "index"}


class Check:
    """A check by name. Its types are looked at when they are first needed: most runs need few of them."""

    def __init__(self, name: str, run: Callable[..., Iterable[Verdict]], reads: tuple[str, ...] = ()) -> None:
        self.name = name
        self.run = run
        self.reads = reads

    @cached_property
    def _hints(self) -> dict[str, Any]:
        hints = get_type_hints(self.run, include_extras=True)
        return {name: hint for name, hint in hints.items() if name != "return"}

    @cached_property
    def subject(self) -> Any:
        """The type of what the check looks at, with its marks."""
        return next(iter(self._hints.values()))

    @cached_property
    def on_set(self) -> bool:
        """Whether the check needs the other documents of the house."""
        return self._scope == "house"

    @cached_property
    def on_index(self) -> bool:
        """Whether the check needs the documents of other houses, as the index has them."""
        return self._scope == "index"

    @property
    def _scope(self) -> str:
        """How far the check looks, as the type of what it is asked of says."""
        name: str = getattr(_plain(self.subject), "__name__", "")
        return _SCOPES.get(name, "document")

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of document that the check can look at."""
        from compliance.documents.kinds import KINDS
        from compliance.documents.models import get_model

        marks = (mark for mark in get_args(self.subject)[1:] if isinstance(mark, Kinds))
        marked = next(marks, None) if get_origin(self.subject) is Annotated else None
        if marked is not None:
            return marked.kinds
        return (
            KINDS
            if self.on_set or self.on_index
            else tuple(k for k in KINDS if issubclass(get_model(k), _plain(self.subject)))
        )

    @cached_property
    def parameters(self) -> Mapping[str, Parameter]:
        """What a catalog may set, by the name that it uses."""
        hints = list(self._hints.items())[2 if self.on_set or self.on_index else 1 :]
        given = len(hints) - len(getattr(self.run, "__defaults__", None) or ())
        found = (
            Parameter(argument.rstrip("_").replace("_", "-"), argument, infer_shape(hint), number < given)
            for number, (argument, hint) in enumerate(hints)
            if not is_the_day(hint)
        )
        return {parameter.name: parameter for parameter in found}

    @cached_property
    def day(self) -> str | None:
        """The function's keyword for the day of the run, if it asks for it (`AsOf`); no catalog can set it."""
        return next((argument for argument, hint in self._hints.items() if is_the_day(hint)), None)

    @property
    def mandatory_parameters(self) -> frozenset[str]:
        """What a catalog must set."""
        return frozenset(name for name, parameter in self.parameters.items() if parameter.required)

    def routes_in(self, name: str, value: Any) -> Iterator[str]:
        """The places of a document that a parameter names."""
        return iter(list_routes(self.parameters[name].shape, value))

    def read(self, name: str, value: Any) -> Any:
        """One parameter in the type that is declared for it. Raises Unreadable with what was expected."""
        parameter = self.parameters[name]
        if parameter.required and is_empty(value):
            raise Unreadable(f"a list in it is empty; expected at least one entry ({parameter.shape.words})")
        return convert(parameter.shape, value)

    def describe_misuse(self, kind: str) -> str | None:
        """Why the check cannot be asked of a kind of document (`any` is every kind), with the kinds that it can be
        asked of; None when it can."""
        from compliance.documents.kinds import select_kinds

        if all(one in self.kinds for one in select_kinds(kind)):
            return None
        asked = "every kind of document" if kind == "any" else f"a {kind}" if kind != "terms" else "terms"
        return f"The check {self.name} looks at {' or '.join(self.kinds)}; it cannot be asked of {asked}."

    def keywords(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Catalog parameters, as text, as the function's own keywords and in the types that it declares."""
        return {self.parameters[name].argument: self.read(name, value) for name, value in parameters.items()}


def _plain(type_: Any) -> Any:
    return get_args(type_)[0] if get_origin(type_) is Annotated else type_


class Checks(MutableMapping[str, Check]):
    """All checks by name, imported when one is looked for; where it is known which module holds a check, only that."""

    def __init__(self) -> None:
        self._known: dict[str, Check] = {}
        self._is_loaded = False
        self._modules: Mapping[str, str] = {}

    def modules(self) -> dict[str, str]:
        """Every check with the module of these folders that holds it: to be remembered, and given to `expect`."""
        held = ((name, check.run.__module__) for name, check in self._load_all().items())
        return {name: module.removeprefix(_INSIDE) for name, module in held if module.startswith(_INSIDE)}

    def expect(self, modules: Mapping[str, str]) -> None:
        """Where checks are known to be: then only those modules are imported whose checks are looked for."""
        self._modules = modules

    def _load_all(self) -> dict[str, Check]:
        for folder in () if self._is_loaded else _FOLDERS:
            for file in sorted(os.listdir(os.path.join(_HERE, folder))):
                if file.endswith(".py"):
                    import_module(f"{_INSIDE}{folder}.{file.removesuffix('.py')}")
        self._is_loaded = True
        return self._known

    def __getitem__(self, name: str) -> Check:
        if name not in self._known and name in self._modules:
            # Where it is not there, it is looked for in all folders, and what is wrong shows then.
            with suppress(ImportError):
                import_module(f"{_INSIDE}{self._modules[name]}")
        return self._known[name] if name in self._known else self._load_all()[name]

    def __setitem__(self, name: str, check: Check) -> None:
        self._known[name] = check

    def __delitem__(self, name: str) -> None:
        del self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._load_all())

    def __len__(self) -> int:
        return len(self._load_all())


CHECKS: Final = Checks()

Function = Callable[..., Iterable[Verdict]]


def check(name: str, reads: tuple[str, ...] = ()) -> Callable[[Function], Function]:
    """Declare a check under the name that catalogs use. `reads` are the routes of the document that it reads, where it
    reads no others: by what else a document says twice it need not be asked. One that looks at several documents waits
    for what is open there."""

    def declare(function: Function) -> Function:
        known = CHECKS._known.get(name)
        if known is not None:
            raise ValueError(f"two checks are named {name}")
        CHECKS[name] = Check(name, function, reads)
        return function

    return declare
