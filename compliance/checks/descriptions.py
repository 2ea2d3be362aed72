"""Every check in words, for those who write requirements: what it looks at, what it says, and what it may be given."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from compliance.checks.registry import CHECKS, Check

_PARAMETER: Final = re.compile(r"([a-z]+(?:-[a-z]+)*): (.+)")


class Described(NamedTuple):
    """One parameter: its name, its type in words, what it is for, and whether it must be given."""

    name: str
    type: str
    about: str
    required: bool


class Description(NamedTuple):
    """One check: its name, the kinds of document that it looks at, what it says, and its parameters."""

    name: str
    kinds: tuple[str, ...]
    on_set: bool
    about: str
    parameters: tuple[Described, ...]


def described() -> Iterator[Description]:
    """Every check, by name."""
    return (describe_check(CHECKS[name]) for name in sorted(CHECKS))


def describe_check(check: Check) -> Description:
    """One check. Its docstring says in its first paragraph what must hold, and in lines `name: words` below what its
    parameters are; those that many checks have are described with their type."""
    first, _, rest = (check.run.__doc__ or "").strip().partition("\n\n")
    lines = [_PARAMETER.fullmatch(line.strip()) for line in rest.splitlines() if line.strip()]
    told = {line[1]: line[2] for line in lines if line is not None}
    parameters = tuple(
        Described(name, one.shape.words, told.get(name, ""), one.required) for name, one in check.parameters.items()
    )
    return Description(check.name, check.kinds, check.on_set, " ".join(first.split()), parameters)
