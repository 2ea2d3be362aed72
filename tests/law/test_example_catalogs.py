"""Catalogs that come as examples: a state and a city outside the catalog of Pit Boss, written as data alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

from compliance.authoring.case_runs import run_cases
from compliance.commands.files import Reader
from compliance.commands.inputs import catalog_paths, load_catalog
from compliance.engine.checking import check
from compliance.law.cases import cases_of
from compliance.law.catalog import Catalog, Requirement
from tests.conftest import Ran

Pitboss = Callable[..., Ran]
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FOLDERS = sorted({path.parent for name in ("jurisdiction", "place") for path in EXAMPLES.glob(f"*/{name}.yaml")})
ONE_DAY = timedelta(days=1)


def read(folder: Path) -> tuple[Catalog, list[Requirement]]:
    law = load_catalog([str(folder)], Reader())
    paths = catalog_paths([str(folder)])
    return law, [one for one in law if one.file in paths]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_cases_of_an_example_give_their_answers(folder: Path) -> None:
    law, own = read(folder)
    runs = [run_cases(requirement, law) for requirement in own]
    assert [fault for _, faults in runs for fault in faults] == []
    assert sum(count for count, _ in runs) >= 3 * len(own)
    assert not list(folder.rglob("*.py"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_change_of_an_example_has_a_case_on_its_day_and_on_the_day_before(folder: Path) -> None:
    missing = []
    for requirement in read(folder)[1]:
        days = {case.on for case in cases_of(requirement)}
        for holding in requirement.history:
            if holding.from_ is not None:
                wanted = {holding.from_, holding.from_ - ONE_DAY}
                missing += [f"{requirement.id}: no case on {day}" for day in sorted(wanted - days)]
    assert missing == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_documents_of_an_example_meet_its_law(folder: Path) -> None:
    law, own = read(folder)
    documents = [(path.name, path.read_bytes()) for path in sorted((folder / "documents").glob("*.yaml"))]
    found = check(documents, date(2026, 11, 16), law).findings
    ids = {one.id for one in own}
    assert {one.status for one in found if one.requirement in ids} == {"pass", "not-applicable"}


def test_a_document_of_a_new_state_can_be_begun_and_checked(pitboss: Pitboss, tmp_path: Path) -> None:
    [folder] = (one for one in FOLDERS if one.name == "florida")
    name = tmp_path / "stud.yaml"
    flags = ("--title", "Gulf Stud", "--jurisdiction", "Florida", "--bank", "player-dealer", "--catalog", folder)
    assert pitboss("new", "game", name, *flags).code == 0
    assert "jurisdiction: florida\n" in name.read_text()
    asked = pitboss("check", name, "--catalog", folder, "--all", "--format", "json").data["findings"]
    assert "florida.clockwise" in {one["requirement"] for one in asked}
    # Without its folder the state is not known, and good order is checked all the same.
    alone = pitboss("check", name, "--all", "--format", "json")
    codes = {one["requirement"] for one in alone.data["findings"]}
    assert alone.code == 4
    assert "document.unknown-jurisdiction" in codes
    assert any(code.startswith("integrity.") for code in codes)


def test_a_wrong_case_is_told_with_what_the_requirement_answers(pitboss: Pitboss, tmp_path: Path) -> None:
    (tmp_path / "bases").mkdir()
    (tmp_path / "bases" / "bay-game.base.yaml").write_text(
        "document: game\ntitle: Bay\njurisdiction: california\nbank: {by: pot}\ntable: {seats: 7}\n"
    )
    (tmp_path / "seats.yaml").write_text(
        "requirement: bay.seats\ntitle: Seats\nasks: At most six.\n"
        "applies: {document: game, jurisdiction: california}\n"
        "reason: the house has small tables\nlevel: error\nneed: table.seats is at most 6\nremedy: Seat fewer.\n"
        "base: bay-game\ncases:\n  - {pass: seven seats, on: 2026-11-16}\n"
        # A document that comes with Pit Boss serves beside those of the catalog.
        "  - fail: eight seats\n    on: 2026-11-16\n    base: integrity-game\n"
        "    set: {jurisdiction: california, table / seats: 8}\n"
    )
    ran = pitboss("requirements", "--cases", "--catalog", tmp_path)
    assert ran.code == 1
    assert "bay.seats: pass: seven seats (2026-11-16): it gives fail: " in ran.out
    assert ran.out.endswith("2 cases of 1 requirement; 1 wrong\n")
