"""How checks are declared: by real types, in the folder of their subject, and imported only when they are needed."""

from __future__ import annotations

import subprocess
import sys
from typing import Annotated

import pytest

from compliance.checks import CHECKS
from compliance.checks.parameters import Where, convert, infer_shape
from compliance.checks.registry import Check, Kinds, check
from compliance.checks.verdicts import Verdicts, passed
from compliance.documents.blocks import Document
from compliance.documents.kinds import KINDS
from compliance.documents.schedule import Schedule

_OF_FOLDER = {"general": KINDS, "game": ("game",), "schedule": ("schedule",)}


def test_each_check_stands_in_the_folder_of_its_subject() -> None:
    for name in sorted(CHECKS):
        one = CHECKS[name]
        folder = one.run.__module__.split(".")[2]
        assert (one.on_set or one.on_index) == (folder == "set"), name
        assert one.kinds == _OF_FOLDER.get(folder, one.kinds), name
        assert folder in ("document", "set") or len(one.kinds) in (1, len(KINDS)), name
        assert set(one.kinds) <= set(KINDS), name
        assert one.mandatory_parameters <= set(one.parameters), name


def test_a_check_says_what_it_takes_by_its_types() -> None:
    def both(
        document: Annotated[Document, Kinds("game", "schedule")], what: Where, names: list[str] | None = None
    ) -> Verdicts:
        yield passed("Good.")

    one = Check("both", both)
    assert (one.kinds, one.on_set, one.mandatory_parameters) == (("game", "schedule"), False, frozenset({"what"}))
    assert list(one.routes_in("what", "table / players")) == ["table / players"]
    assert one.keywords({"what": "title", "names": ["a"]}) == {"what": "title", "names": ["a"]}


def test_a_type_that_no_catalog_could_give_is_a_slip_of_the_check() -> None:
    with pytest.raises(TypeError, match="cannot give"):
        infer_shape(set[str])
    with pytest.raises(TypeError, match="cannot give"):
        infer_shape(list[int])
    assert convert(infer_shape(dict[str, str] | None), {"a": "1"}) == {"a": "1"}


def test_two_checks_cannot_have_one_name() -> None:
    assert "terms-agree" in CHECKS
    with pytest.raises(ValueError, match="two checks are named terms-agree"):
        check("terms-agree")(lambda document: iter(()))


def test_a_check_is_not_asked_of_a_kind_that_it_cannot_look_at() -> None:
    def narrow(schedule: Schedule) -> Verdicts:
        yield passed("Good.")

    one = Check("narrow", narrow)
    assert one.describe_misuse("schedule") is None
    assert one.describe_misuse("game") == "The check narrow looks at schedule; it cannot be asked of a game."
    assert (
        one.describe_misuse("any")
        == "The check narrow looks at schedule; it cannot be asked of every kind of document."
    )


def test_of_checks_whose_modules_are_known_only_those_modules_are_imported() -> None:
    where = CHECKS.modules()["odds-counted"]
    code = (
        "import sys; from compliance.checks import CHECKS; "
        f"CHECKS.expect({{'odds-counted': {where!r}, 'terms-agree': 'game.nowhere', 'ids-spelt': 'game.envy'}}); "
        "found = CHECKS['odds-counted']; "
        f"assert found.run.__module__ == 'compliance.checks.{where}'; "
        "assert 'compliance.checks.game.decision_tables' not in sys.modules; "
        "assert CHECKS['ids-spelt'] and CHECKS['terms-agree']"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_check_is_in_the_module_that_is_remembered_for_it() -> None:
    found = {name: f"compliance.checks.{module}" for name, module in CHECKS.modules().items()}
    assert found == {name: one.run.__module__ for name, one in CHECKS.items()}
