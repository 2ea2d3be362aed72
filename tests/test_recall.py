"""What is recalled for a document is what would have been answered of it."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import Any

import pytest

from compliance import engine, recall
from compliance.checks.texts import all_words
from compliance.documents import reading
from compliance.documents.game import Game
from compliance.documents.glimpses import Glimpses, read_of
from compliance.documents.once import once
from compliance.documents.reading import Loaded, load
from compliance.engine import Bench, Examined
from compliance.recall import Recall
from tests.catalogues import law
from tests.fuzz.making import BASES, WHOLE, damaged_tree

DAY = date(2026, 11, 18)
GAME = b"document: game\ntitle: %s\njurisdiction: washington\nbank: {by: house}\ntable: {maximum: %s}\n"


def game(title: str = "Nines", maximum: str = "$100") -> Loaded:
    return load("game.yaml", GAME % (title.encode(), maximum.encode()))


def answered(documents: list[Loaded]) -> list[Examined]:
    bench = Bench(law(), DAY)
    return [bench.look(document) for document in documents]


def test_recalled_answers_are_those_of_each_document_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Documents as they are, and with one thing after the other changed in them, in an order that mixes them."""
    random = Random(7)
    data = WHOLE + [damaged_tree(random, [one]) for one in BASES for _ in range(20)]
    random.shuffle(data)
    documents = [load(f"{number}.yaml", one) for number, one in enumerate(data)]
    readable = [one for one in documents if one.document is not None]
    assert sum(not one.open for one in readable) > 100
    assert sum(bool(one.open) for one in readable) > 20
    recalled = answered(readable)
    monkeypatch.setattr(engine, "_recalls", lambda *_: False)
    monkeypatch.setattr(reading, "with_known", lambda _, tree: (dict(tree), []))
    alone = answered([load(one.path, data[int(one.path.removesuffix(".yaml"))]) for one in readable])
    for with_others, by_itself in zip(recalled, alone, strict=True):
        assert with_others == by_itself


def test_documents_hold_the_blocks_that_they_have_alike_once_but_for_those_that_leave_something_open() -> None:
    left_to_the_house = b"house-choices: [{what: the limit, touches: [table / maximum]}]\n"
    data = GAME % (b"Nines", b"$100")
    first, second, open_, third = (
        load("game.yaml", one) for one in (data, data + b"# 2\n", data + left_to_the_house, data)
    )
    assert open_.open
    tables = [one.document.table for one in (first, second, open_, third) if isinstance(one.document, Game)]
    assert tables[0] is tables[1] is tables[3]
    assert tables[2] is not tables[0]
    bench = Bench(law(), DAY)
    answers = [bench.look(one) for one in (first, open_, third)]
    assert answers[0].findings == answers[2].findings != answers[1].findings


def test_only_what_was_read_is_read_of_a_glimpse() -> None:
    document = game().document
    assert isinstance(document, Game)
    glimpse = Glimpses(document).new()
    assert isinstance(glimpse, Game)
    assert read_of(glimpse) == frozenset()
    assert glimpse.table == document.table
    assert glimpse.wagers is None
    assert read_of(glimpse) == {"table", "wagers"}


def test_who_reads_all_texts_or_the_document_as_written_has_read_everything() -> None:
    document = game().document
    assert document is not None
    for read in (all_words, lambda one: one.written, lambda one: one.model_fields_set, lambda one: one == document):
        glimpse = Glimpses(document).new()
        read(glimpse)
        assert read_of(glimpse) == set(Game.model_fields)


def test_who_takes_over_what_another_worked_out_has_read_what_that_one_read() -> None:
    @once
    def maximum(game: Game) -> str:
        return f"{game.title}: {game.table and game.table.maximum}"

    document = game().document
    assert isinstance(document, Game)
    glimpses = Glimpses(document)
    for _ in range(2):
        glimpse = glimpses.new()
        assert isinstance(glimpse, Game)
        assert maximum(glimpse) == "Nines: $100"
        assert read_of(glimpse) == {"title", "table"}


def test_a_question_is_put_again_only_where_what_was_read_for_it_changed() -> None:
    asked: list[str] = []

    def limit(game: Any) -> str:
        asked.append(str(game.table.maximum))
        return asked[-1]

    memory = Recall()
    given = [game(), game("Tens"), game("Tens", "$200"), game("Nines", "$200"), game()]
    answers = [memory.of(one.document).answer("limit", limit) for one in given if one.document is not None]
    assert answers == ["$100", "$100", "$200", "$200", "$100"]
    assert asked == ["$100", "$200"]


def test_what_is_never_recalled_is_no_longer_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recall, "_TRIED", 3)
    memory = Recall()
    for number in range(5):
        document = game(str(number)).document
        assert document is not None
        assert memory.of(document).answer("title", lambda one: one.title) == str(number)
    assert memory.kept == 2
