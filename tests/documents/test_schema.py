"""The format as JSON Schema: what editors check agrees with what Pit Boss reads."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from ruamel.yaml import YAML

from compliance.documents import fields, values
from compliance.documents.fields import FieldReader
from compliance.documents.game import Game
from compliance.documents.json_schema import document_schema
from compliance.documents.kinds import KINDS
from compliance.documents.loader import load_document
from tests.conftest import Ran
from tests.documents import test_shares, test_values

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted((ROOT / "rulesets").rglob("*.yaml"))


def read_as_editors(path: Path | str) -> Any:
    """YAML 1.2 with its usual types, as an editor's language server reads it; dates as text."""
    data = YAML(typ="safe", pure=True).load(path)
    return json.loads(json.dumps(data, default=str))


@cache
def published(kind: str) -> jsonschema_rs.Draft202012Validator:
    """What an editor checks a kind of document with: to make it takes longer than to use it."""
    return jsonschema_rs.Draft202012Validator(document_schema(kind))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_every_document_of_the_library_fits_the_published_schema(path: Path) -> None:
    document = read_as_editors(path)
    published(document["document"]).validate(document)


def test_an_unknown_key_does_not_fit() -> None:
    document = {"document": "game", "title": "X", "jurisdiction": "california", "bank": {"by": "pot", "rotatoin": {}}}
    with pytest.raises(jsonschema_rs.ValidationError):
        published("game").validate(document)


@pytest.mark.parametrize("kind", ["game", "schedule", "terms"])
def test_the_command_prints_the_schema(pitboss: Callable[..., Ran], kind: str) -> None:
    ran = pitboss("schema", kind)
    assert (ran.code, json.loads(ran.out)["title"]) == (0, f"Pit Boss {kind}")


def kinds_of_readers() -> dict[Any, str]:
    """The kind of value that each reader reads."""
    found = {values.read_odds: "payout"}
    for annotation in vars(fields).values():
        for about in getattr(annotation, "__metadata__", ()):
            if isinstance(about, FieldReader):
                found[about.reader] = about.kind
    return found


@cache
def validator_of(kind: str) -> jsonschema_rs.Draft202012Validator:
    schemas = (document_schema(document)["$defs"] for document in KINDS)
    return jsonschema_rs.Draft202012Validator(next(one[kind] for one in schemas if kind in one))


def test_editors_accept_every_notation_that_is_read() -> None:
    """All that tests of the readers read, as text and as the number that an editor takes it for."""
    kinds = kinds_of_readers()
    (read,) = vars(test_values.test_is_read_exactly)["pytestmark"]
    (shares,) = vars(test_shares.test_a_share_is_read_in_any_clothes)["pytestmark"]
    (alike,) = vars(test_values.test_one_value_in_several_notations)["pytestmark"]
    in_table = [(reader, written) for reader, written, _ in (*read.args[1], *alike.args[1]) if reader in kinds]
    notations = [(kinds[reader], written) for reader, written in in_table]
    notations += [("fee", written) for written, *_ in shares.args[1]]
    notations += [("fee", "ONE  Percent of\nthe pot"), ("band", "$5 - No Limit"), ("money", " $5 ")]
    assert len(notations) > 45
    for kind, written in notations:
        validator = validator_of(kind.replace(" ", "-"))
        assert validator.is_valid(written), (kind, written)
        if isinstance(written, str) and "\n" not in written:
            plain = json.loads(json.dumps(YAML(typ="safe", pure=True).load(written), default=str))
            assert validator.is_valid(plain), (kind, written)


@pytest.mark.parametrize(
    ("kind", "slip"),
    [
        ("money", "5"),
        ("money", 5),
        ("money", "$1.5"),
        ("money", "$1,00"),
        ("money", "20 cents"),
        ("count", "a few"),
        ("count", "1_000"),
        ("count", -1),
        ("yes-or-no", "maybe"),
        ("percentage", 0.05),
        ("percentage", "5"),
        ("payout", "6-5"),
        ("payout", "pays double"),
        ("band", "$5-1,000"),
        ("band", "over $5"),
        ("fee", "one dollar"),
        ("fee", 1),
        ("turns", 2),
        ("turns", "a while"),
        ("date", "July 2015"),
        ("date", "2015-13"),
        ("date", "07/14/2015"),
        ("source-lines", "page 12"),
        ("source-lines", []),
        ("name", "Pai Gow Tiles"),
        ("words", ""),
        ("words", ["a list"]),
    ],
)
def test_editors_show_a_slip_of_form(kind: str, slip: Any) -> None:
    assert not validator_of(kind).is_valid(slip)


@pytest.mark.parametrize(
    ("kind", "changed"),
    [
        ("schedule", {"options": [{"option": 1, "collections": [{"bands": {"$10-100": "$1"}}]}]}),
        ("schedule", {"options": [{"collections": []}]}),
        ("schedule", {"options": {"option": 1}}),
        ("game", {"jurisdiction": "CA"}),
        ("game", {"bank": "house"}),
        ("game", {"bank": {"by": "casino"}}),
        ("game", {"wagers": {"line": {"payout": "1 to 1"}}}),
        ("game", {"separate-games": "line"}),
        ("terms", {"covers": ["harbor-nines"]}),
        ("terms", {"statements": {"ample-notice": "page 16"}}),
    ],
)
def test_editors_show_a_slip_in_a_document(kind: str, changed: dict[str, Any]) -> None:
    needed: dict[str, dict[str, Any]] = {
        "game": {"bank": {"by": "pot"}},
        "schedule": {"options": []},
        "terms": {"covers": {}},
    }
    whole = {"document": kind, "title": "X", "jurisdiction": "california", **needed[kind]}
    validator = published(kind)
    assert validator.is_valid(whole)
    assert not validator.is_valid(whole | changed)


@pytest.mark.parametrize("written", ["unclear", None])
def test_editors_let_a_writer_leave_a_value_open(written: str | None) -> None:
    open_game = {
        "document": "game",
        "title": "X",
        "jurisdiction": "washington",
        "bank": {"by": "house"},
        "table": {"maximum": written},
        "wagers": {"line": {"pays": {"three-nines": "unclear"}, "kind": written}},
    }
    assert published("game").is_valid(open_game)


DEAL = "document: game\ntitle: a\njurisdiction: washington\nbank: {{by: house}}\ndeck: {{decks: {}, dealt-from: {}}}\n"


@pytest.mark.parametrize(
    ("decks", "count"),
    [
        ("6–8", 3),
        ("6 to 8", 3),
        ("six to Eight", 3),
        ("from 6 through  8", 3),
        ("6 or 8", 2),
        ('"6, 7 and 8"', 3),
        ("6", 1),
    ],
)
@pytest.mark.parametrize(
    ("dealt_from", "devices"),
    [("Shoe", ["shoe"]), ('"shoe, SHUFFLER"', ["shoe", "shuffler"]), ("shoe or  hand", ["shoe", "hand"])],
)
def test_decks_and_what_they_are_dealt_from_in_words(
    decks: str, count: int, dealt_from: str, devices: list[str]
) -> None:
    text = DEAL.format(decks, dealt_from)
    game = load_document("", text.encode()).document
    assert isinstance(game, Game)
    assert game.deck is not None
    assert (len(game.deck.decks or ()), game.deck.dealt_from) == (count, devices)
    assert published("game").is_valid(read_as_editors(text))


@pytest.mark.parametrize(
    ("decks", "told"), [("8 to 6", "the smaller number first"), ("6..8", "such as 6, 6-8 or [6, 8]")]
)
def test_decks_that_cannot_be_read_are_told_with_what_can(decks: str, told: str) -> None:
    [problem] = load_document("", DEAL.format(decks, "shoe").encode()).problems
    assert f"`{decks}` cannot be read; expected" in problem.message
    assert told in problem.message


def test_capitals_of_known_words_are_told_with_what_writes_them_small() -> None:
    text = DEAL.format("6", "[Shoe]") + "table: {backline: Not Allowed}\nenvy: {never-for: [Own Hand]}\n"
    told = {problem.message.split(":")[0]: problem.help for problem in load_document("", text.encode()).problems}
    assert told == {
        "At table / backline": "Did you mean `not allowed`? `pitboss fix FILE` writes it so.",
        "At deck / dealt-from / 1": "Did you mean `shoe`?",
        "At envy / never-for / 1": "Did you mean `own hand`?",
    }
