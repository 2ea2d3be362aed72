"""What a catalog has to know of the checks that its requirements name.

The law comes before the checks: whoever reads a catalog gives it a description of every check, by name.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any, Protocol, TypeAlias

from compliance.source.routes import Route


class CheckDescription(Protocol):
    """A check as a requirement may use it."""

    @property
    def name(self) -> str: ...

    @property
    def on_set(self) -> bool:
        """Whether it looks at the other documents of the run as well."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of document that it can be asked of."""

    @property
    def parameters(self) -> Mapping[str, Any]:
        """What a requirement may set, by name."""

    @property
    def mandatory_parameters(self) -> Set[str]:
        """What a requirement must set."""

    def describe_misuse(self, kind: str) -> str | None:
        """Why it cannot be asked of a kind of document; None when it can."""

    def read(self, name: str, value: Any) -> Any:
        """One parameter in its type. Raises Unreadable with what was expected."""

    def routes_in(self, name: str, value: Any) -> Iterable[str]:
        """The places of a document that a parameter names."""


CheckDescriptions: TypeAlias = Mapping[str, CheckDescription]


class ClauseFault(Protocol):
    """What is wrong with a clause: under which of its keys, the message, and what to do."""

    @property
    def route(self) -> Route: ...

    @property
    def message(self) -> str: ...

    @property
    def help(self) -> str: ...


# Finds what is wrong with a clause that is asked of some kinds of document, given the values of the law.
ClauseFaults: TypeAlias = Callable[[Mapping[str, Any], Sequence[str], Mapping[str, Any]], Iterable[ClauseFault]]
