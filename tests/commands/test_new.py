"""`pitboss new`: a document that can be checked at once, with nothing invented and nothing overwritten."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from compliance import disk
from compliance.commands import new
from compliance.documents.json_schema import schema_text
from compliance.documents.loader import load_document
from compliance.source.routes import show_route
from tests.catalogs import STATES
from tests.conftest import Ran
from tests.documents.test_schema import published, read_as_editors

Pitboss = Callable[..., Ran]
# What fails because of what the writer has said, and not because of what is left open.
TOLD_BY_THE_BANK = {
    ("california", "house"): {"california.no-house-bank"},
}
# What fails once it is known which game it is: none that the law lists.
TOLD_ONCE_FILLED = {**TOLD_BY_THE_BANK, ("washington", "player-dealer"): {"washington.other-nonhouse-equal"}}


@pytest.fixture(autouse=True)
def _change_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Somebody on a terminal who gives these answers; and what was asked."""

    def give(*given: str | BaseException) -> list[str]:
        left: Iterator[str | BaseException] = iter(given)
        asked: list[str] = []

        def prompt(question: str, **_: Any) -> str:
            asked.append(question)
            answer = next(left)
            if isinstance(answer, BaseException):
                raise answer
            return answer

        monkeypatch.setattr(new, "is_terminal", lambda *streams: True)
        monkeypatch.setattr(typer, "prompt", prompt)
        return asked

    return give


CASES = [
    *(("game", state, bank) for state in STATES for bank in ("house", "player-dealer", "pot")),
    *((kind, state, None) for kind in ("schedule", "terms") for state in STATES),
]


@pytest.mark.parametrize(("kind", "state", "bank"), CASES)
def test_a_new_document_is_checked_without_an_error(pitboss: Pitboss, kind: str, state: str, bank: str | None) -> None:
    flags = ["--bank", bank] if bank else ["--game", "harbor-nines"]
    made = pitboss("new", kind, "--title", "Harbor Nines", "--jurisdiction", state, *flags)
    assert made.code == 0
    ran = pitboss("check", "harbor-nines.yaml", "--format", "json", "--as-of", "2026-11-16")
    told = {finding["requirement"] for finding in ran.data["findings"] if finding["status"] in ("fail", "error")}
    assert told == TOLD_BY_THE_BANK.get((state, bank or ""), set())
    loaded = load_document("harbor-nines.yaml", Path("harbor-nines.yaml").read_bytes())
    open_points = [show_route(one.route) for one in loaded.open_facts]
    assert f"{len(open_points)} points are open" in made.err
    assert all(f"  {route}\n" in made.err for route in open_points[:12])
    assert len(open_points) <= 30
    published(kind).validate(read_as_editors(Path("harbor-nines.yaml")))


@pytest.mark.parametrize(("kind", "state", "bank"), CASES)
def test_whoever_fills_in_what_the_remarks_show_gets_a_clean_check(
    pitboss: Pitboss, kind: str, state: str, bank: str | None
) -> None:
    flags = ["--bank", bank] if bank else ["--game", "cedar-nines"]
    flags += ["--payer", "player"] if kind == "schedule" else []
    assert (
        pitboss("new", kind, "n.yaml", "--title", "N", "--jurisdiction", state, "--establishment", "X", *flags).code
        == 0
    )
    text = Path("n.yaml").read_text("utf-8")
    Path("n.yaml").write_text(re.sub(r"unclear  # .* Such as: (.*)", r"\1", text), "utf-8")
    ran = pitboss("check", "n.yaml", "--format", "json", "--as-of", "2026-11-16")
    told = {one["requirement"] for one in ran.data["findings"] if one["status"] in ("fail", "review", "error")}
    assert told == TOLD_ONCE_FILLED.get((state, bank or ""), set())


@pytest.mark.parametrize(("kind", "bank"), [("game", "house"), ("game", "pot"), ("schedule", None), ("terms", None)])
def test_a_document_of_washington_is_started_with_examples_of_washington(
    pitboss: Pitboss, kind: str, bank: str | None
) -> None:
    flags = ["--bank", bank] if bank else []
    made = pitboss("new", kind, "-", "--title", "N", "--jurisdiction", "washington", *flags).out
    assert "Such as: Washington State Gambling Commission" in made
    assert not re.search("Bureau|GEGA|harbor", made)


def test_a_game_that_the_house_banks_in_washington_is_asked_for_what_the_law_asks_and_for_no_fees(
    pitboss: Pitboss,
) -> None:
    made = pitboss("new", "game", "-", "--title", "N", "--jurisdiction", "washington", "--bank", "house").out
    asked = set(re.findall(r"^ *([a-z-]+): unclear", made, re.MULTILINE))
    assert {"submitted-by", "kind", "dealer", "wagering-areas", "areas-identical", "one-player-per-area"} <= asked
    assert {"separate-games", "paid-at-once", "rest-within", "side-bets-between-players"} <= asked
    assert "fees:" not in made


def test_editors_find_the_format_beside_the_document(pitboss: Pitboss) -> None:
    os.mkdir("rules")
    assert pitboss("new", "terms", "rules", "--title", "X", "--jurisdiction", "california").code == 0
    first = Path("rules/x.yaml").read_text("utf-8").splitlines()[0]
    named = first.removeprefix("# yaml-language-server: $schema=")
    assert (Path("rules") / named).read_text("utf-8") == schema_text("terms")
    assert pitboss("check", "rules").code == 0


def test_nothing_is_overwritten(pitboss: Pitboss) -> None:
    Path("x.yaml").write_text("mine", "utf-8")
    os.mkdir(".pitboss")
    Path(".pitboss/game.schema.json").write_text("mine", "utf-8")
    flags = ("--title", "X", "--jurisdiction", "california", "--bank", "pot")
    for named in ([], ["x.yaml"]):
        ran = pitboss("new", "game", *named, *flags)
        assert (ran.code, "nothing is overwritten" in ran.err) == (2, True)
    assert pitboss("new", "game", "y.yaml", *flags).code == 0
    with pytest.raises(FileExistsError):
        disk.write_new("x.yaml", ["yours"])
    assert {path.name for path in Path().iterdir()} == {"x.yaml", "y.yaml", ".pitboss"}
    assert (Path("x.yaml").read_text(), Path(".pitboss/game.schema.json").read_text()) == ("mine", "mine")


def test_where_files_have_one_name_only_nothing_is_overwritten_either(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse_links(*_: Any, **__: Any) -> None:
        raise PermissionError(1, "no links here")

    monkeypatch.setattr(disk, "_open_part", lambda folder: tempfile.mkstemp(dir=folder or "."))
    monkeypatch.setattr(os, "link", refuse_links)
    disk.write_new("x.yaml", ["mine"])
    with pytest.raises(FileExistsError):
        disk.write_new("x.yaml", ["yours"])
    assert [(path.name, path.read_text()) for path in Path().iterdir()] == [("x.yaml", "mine")]


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        ((), "add --title"),
        (("--title", "X"), "add --jurisdiction"),
        (("--title", "X", "--jurisdiction", "washington"), "add --bank"),
        (("--title", " "), "--title: nothing is written"),
        (("--title", "X", "--id", "X Y"), "--id: `X Y` cannot be read"),
        (("--title", "牌", "--jurisdiction", "washington", "--bank", "pot"), "--id: the title gives no name"),
        (("--title", "a\x00b", "--jurisdiction", "washington", "--bank", "pot"), "no document can be made of this"),
        (("nowhere/x.yaml", "--title", "X", "--jurisdiction", "washington", "--bank", "pot"), "cannot be written"),
    ],
)
def test_what_is_missing_or_wrong_is_told_and_nothing_is_written(
    pitboss: Pitboss, flags: tuple[str, ...], told: str
) -> None:
    ran = pitboss("new", "game", *flags)
    assert ran.code in (2, 4)
    assert told in ran.err
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(
    "title", ['a: b # c, "d"', "- x", "[x]", "21", "no", "Joe's & Co.", "{a}", "ü é", "a\nb", "&a *b"]
)
def test_a_title_of_any_words_is_read_as_it_was_given(pitboss: Pitboss, title: str) -> None:
    flags = ("--id", "x", "--jurisdiction", "california", "--bank", "pot")
    ran = pitboss("new", "game", "-", "--title", title, *flags)
    document = load_document("x.yaml", ran.out.encode()).document
    assert document is not None
    assert document.title == title
    assert list(Path().iterdir()) == []


def test_questions_are_asked_on_a_terminal(pitboss: Pitboss, answers: Callable[..., list[str]]) -> None:
    asked = answers("", "Harbor rates", "3", "1", "Harbor Club", "Harbor Nines", "harbor-nines, harbor-21", "1, 2")
    assert pitboss("new", "schedule").code == 0
    loaded = load_document("x", Path("harbor-rates.yaml").read_bytes())
    assert len(asked) == 8
    assert loaded.document is not None
    assert loaded.document.document == "schedule"
    assert (loaded.document.jurisdiction, loaded.document.establishment) == ("california", "Harbor Club")
    assert [game.game for game in loaded.document.games] == ["harbor-nines", "harbor-21"]
    assert [fee.payer for fee in loaded.document.options[0].collections] == ["player", "player-dealer"]


@pytest.mark.parametrize("given", [0, 1, 3])
def test_whoever_stops_the_questions_has_written_nothing(
    pitboss: Pitboss, answers: Callable[..., list[str]], given: int
) -> None:
    answers(*["X", "washington", "", "2"][:given], typer.Abort())
    assert pitboss("new", "game").code == 130
    assert list(Path().iterdir()) == []
