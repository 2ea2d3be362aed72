"""Every check can be looked up: what it says and what each of its parameters is for."""

from __future__ import annotations

from compliance.checks import CHECKS
from compliance.checks.descriptions import describe_check


def test_each_check_and_each_parameter_is_described() -> None:
    for name in sorted(CHECKS):
        found = describe_check(CHECKS[name])
        assert found.about.endswith("."), name
        assert found.about[0].isupper(), name
        assert [one.name for one in found.parameters if not one.about] == [], name
        assert all(one.type and not one.about.endswith(".") for one in found.parameters), name


def test_a_docstring_describes_no_parameter_that_is_not_there() -> None:
    for name in sorted(CHECKS):
        _, _, rest = (CHECKS[name].run.__doc__ or "").strip().partition("\n\n")
        told = [line.strip().partition(":")[0] for line in rest.splitlines() if line.strip()]
        assert set(told) <= set(CHECKS[name].parameters), name


def test_a_description_says_how_a_parameter_is_written() -> None:
    found = describe_check(CHECKS["terms-agree"])
    assert (found.about, found.kinds, found.on_set) == (
        "What the rules of a game and the general terms that cover it both say in a block is the same.",
        ("game", "schedule", "terms"),
        True,
    )
    assert [(one.name, one.type, one.required) for one in found.parameters] == [
        ("block", "a route", True),
        ("but", "a list, each a route", False),
        ("in-words", "a list, each a route", False),
    ]
