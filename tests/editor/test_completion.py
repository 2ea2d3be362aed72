"""What is offered at a place: what may stand there and is not there yet; also in a text that is no YAML."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from compliance.editor.completion import Completion, complete
from compliance.editor.cursor import outline_text
from compliance.editor.format_keys import key_at
from compliance.editor.outline import walk_outline
from compliance.editor.positions import Sheet, apply_edits
from tests.editor.conftest import library, marked

HEAD = "document: game\ntitle: Harbor Nines\njurisdiction: california\n"
SCHEDULE = "document: schedule\ntitle: Rates\njurisdiction: california\n"
TABLE = "tables:\n  draws:\n    given: {pair: [nines, other], total: 0-9}\n    rules:\n"


def _complete(text: str) -> dict[str, Completion]:
    whole, position = marked(text)
    return {one["label"]: one for one in complete({"a.yaml": whole}, "a.yaml", position)}


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("‸", ["document"]),
        ("document: ‸", ["game", "schedule", "terms"]),
        (HEAD + "bank:\n  by: ‸\nwagers:\n", ["house", "player-dealer", "pot", "unclear"]),
        (HEAD + "bank: {by: pot, rotation: {verb: ‸", ["rotates", "is offered", "may be taken", "stays", "unclear"]),
        (HEAD + "wagers:\n  ante: {kind: ante}\n  play: {needs: ‸", ["ante", "unclear"]),
        (HEAD + "wagers:\n  ante: {kind: ante}\nround:\n  - {step: x, opens: [‸]}\n", ["ante"]),
        (HEAD + "hands: {flush: poker}\nwagers:\n  ante: {pays: {‸}}\n", ["flush", "source"]),
        (HEAD + TABLE + "      - {pair: ‸}\n", ["nines", "other"]),
        (HEAD + TABLE + "      - {pair: nines, ‸}\n", ["total", "then", "unless", "overrides", "source"]),
        (SCHEDULE + "rates:\n  one: {payer: pot}\noptions:\n  - {option: 1, collections: [‸]}", ["one"]),
        (SCHEDULE + "groups:\n  low: {}\noptions:\n  - {option: 1, group: ‸}", ["low", "unclear"]),
        (HEAD + "bank:\n  seated: y‸\n", ["yes", "no", "unclear"]),
        (HEAD + "# a note ‸\n", []),
        (HEAD + "hands:\n  flush: ‸\n", ["poker", "not defined", "unclear"]),
    ],
)
def test_exactly_what_may_stand_there_is_offered(text: str, first: list[str]) -> None:
    assert list(_complete(text)) == first


@pytest.mark.parametrize("name", library())
def test_a_key_of_the_library_is_offered_where_its_first_letter_stands(name: str) -> None:
    text = outline_text(library()[name])
    chance = random.Random(name)
    entries = [(route, entry) for route, entry, _ in walk_outline(text.root) if entry is not None and len(route) > 1]
    chance.shuffle(entries)
    known_keys = ((route, entry) for route, entry in entries if key_at(text.kind, route) is not None)
    for route, entry in islice(known_keys, 3):
        end = entry.node.end if entry.node is not None else entry.end + 1
        cut = text.sheet.flat[: entry.start + 1] + text.sheet.flat[end:]
        offered = complete({"a.yaml": cut}, "a.yaml", Sheet(cut).position(entry.start + 1))
        assert route[-1] in [one["label"] for one in offered], route


def test_keys_that_are_there_are_not_offered_and_reading_only_inside_reading() -> None:
    offered = _complete(HEAD + "bank:\n  by: house\n  ro‸\n  seated: yes\nreading:\n  source: {}\n")
    assert next(iter(offered)) == "rotation"
    assert {"by", "seated", "said-again"}.isdisjoint(offered)
    assert "said-again" in _complete(HEAD + "reading:\n  ‸")
    assert {"bank", "reading"} <= set(_complete(HEAD + "‸"))


def test_hands_of_poker_are_offered_best_first() -> None:
    assert list(_complete(HEAD + "hands:\n  royal-flush: poker\n  ‸\n"))[:2] == ["straight-flush", "four-of-a-kind"]


def test_games_of_other_documents_are_offered_to_a_schedule() -> None:
    whole, position = marked(SCHEDULE + "games:\n  - {game: ‸}\n")
    offered = complete({"a.yaml": whole, "nines.yaml": HEAD + "id: harbor-nines\n"}, "a.yaml", position)
    assert [(one["label"], one["detail"]) for one in offered[:1]] == [("harbor-nines", "Harbor Nines")]


def test_what_is_offered_tells_what_it_means() -> None:
    offered = _complete(HEAD + "bank:\n  ‸")["rotation"]
    assert "How the bank moves" in offered["documentation"]
    assert "Example: `rotation: {" in offered["documentation"]


@pytest.mark.parametrize(
    ("text", "label", "after"),
    [
        (HEAD + "ba‸", "bank", HEAD + "bank:\n  "),
        (HEAD + "bank: {‸}", "by", HEAD + "bank: {by: }"),
        (HEAD + "ba‸: {by: pot}\n", "bank", HEAD + "bank: {by: pot}\n"),
        (HEAD + "bank:\n  by: pl‸x\n", "player-dealer", HEAD + "bank:\n  by: player-dealer\n"),
        (HEAD + "deck:\n  dealt-from: ‸\n", "shoe", HEAD + "deck:\n  dealt-from: [shoe]\n"),
        ("document: game\r\nba‸", "bank", "document: game\r\nbank:\r\n  "),
    ],
)
def test_what_is_inserted_replaces_the_word(text: str, label: str, after: str) -> None:
    offered = _complete(text)[label]
    whole, _ = marked(text)
    assert apply_edits(whole, [{"range": offered["range"], "text": offered["insert"]}]) == after
