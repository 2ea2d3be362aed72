"""Facts by route: which values of a document a route names, where they stand, and which routes lead nowhere."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from compliance.documents.facts import (
    RouteFault,
    entry_names,
    fact_route,
    find_entries,
    find_facts,
    find_route_fault,
    find_types,
    find_types_below,
    get_fact,
    is_choice,
    locate_fact,
)
from compliance.documents.game import Game
from compliance.documents.loader import load_document
from compliance.documents.openness import watch
from compliance.documents.schedule import Schedule
from compliance.source.routes import Route

GAME = b"""
document: game
title: Harbor Nines
jurisdiction: california
bank:
  by: player-dealer
  rotation: {verb: rotates, at-most: 2 hands}
table: {players: 8}
aliases: [Nines, Harbor Nine]
wagers:
  line: {required: yes, pays: 1 to 1, maximum: $500}
  side: {kind: bonus, pays: {pair: 5 to 1}}
  bonus: {kind: bonus, pays: {pair: 5 to 1}, maximum: $25}
"""
SCHEDULE = b"""
document: schedule
title: Made-up rates
jurisdiction: california
establishment: Harbor Club
options:
  - option: 4
    collections:
      - {payer: player, per: hand, fee: $1}
      - {payer: player-dealer, per: hand, fee: $2}
  - option: 2
    collections:
      - {payer: player, per: hand, fee: $3}
  - option: 7
    collections: []
"""


def load(text: bytes) -> Any:
    loaded = load_document("a.yaml", text)
    assert [one.message for one in loaded.problems] == []
    return loaded.checked_document


def texts(document: BaseModel, route: str) -> list[tuple[Route, str]]:
    return [(place, str(getattr(value, "text", value))) for place, value in find_facts(document, route)]


FOUND: list[tuple[str, list[tuple[Route, str]]]] = [
    ("title", [(("title",), "Harbor Nines")]),
    ("bank / by", [(("bank", "by"), "player-dealer")]),
    ("bank / rotation / verb", [(("bank", "rotation", "verb"), "rotates")]),
    ("wagers / line / maximum", [(("wagers", "line", "maximum"), "500")]),
    ("wagers / * / maximum", [(("wagers", "line", "maximum"), "500"), (("wagers", "bonus", "maximum"), "25")]),
    ("aliases / *", [(("aliases", 0), "Nines"), (("aliases", 1), "Harbor Nine")]),
    ("aliases / 1", [(("aliases", 0), "Nines")]),
    ("aliases / 2", [(("aliases", 1), "Harbor Nine")]),
    ("aliases / 3", []),
    ("aliases / 0", []),
    ("bank / seat", []),
    ("wagers / no-such / maximum", []),
    ("wagers / side / maximum", []),
    ("owner", []),
    ("owner / *", []),
]
ITEMS: list[tuple[str, list[tuple[Route, str]]]] = [
    ("options / 4 / option", [(("options", 0, "option"), "4")]),
    ("options / 2 / option", [(("options", 1, "option"), "2")]),
    ("options / 3 / option", [(("options", 2, "option"), "7")]),
    ("options / 4 / collections / 2 / payer", [(("options", 0, "collections", 1, "payer"), "player-dealer")]),
    (
        "options / * / collections / * / payer",
        [
            (("options", 0, "collections", 0, "payer"), "player"),
            (("options", 0, "collections", 1, "payer"), "player-dealer"),
            (("options", 1, "collections", 0, "payer"), "player"),
        ],
    ),
    ("options / 2 / collections / * / payer", [(("options", 1, "collections", 0, "payer"), "player")]),
    ("options / 9 / option", []),
]


def test_a_route_names_each_stated_fact_with_its_place() -> None:
    for document, rows in ((load(GAME), FOUND), (load(SCHEDULE), ITEMS)):
        found = [(route, texts(document, route), expected) for route, expected in rows]
        assert [row for row in found if row[1] != row[2]] == []
        for route, expected in rows:
            if "*" not in route:
                value = get_fact(document, route)
                assert (value is not None) == bool(expected), route


def test_a_fact_that_is_not_stated_would_stand_at_its_route() -> None:
    assert fact_route("bank / rotation / at-most") == ("bank", "rotation", "at-most")
    assert fact_route("wagers / * / maximum") == ("wagers",)


LOCATED: list[tuple[str, tuple[Route, str | None]]] = [
    ("bank / by", (("bank", "by"), None)),
    ("owner / name", (("owner", "name"), None)),
    ("wagers / line / minimum", (("wagers", "line", "minimum"), None)),
    ("wagers / none / minimum", (("wagers",), "none")),
    ("aliases / 2", (("aliases", 1), None)),
    ("aliases / 5", (("aliases",), "5")),
]


def test_a_route_is_located_as_far_as_it_leads() -> None:
    game = load(GAME)
    found = [(route, locate_fact(game, route), expected) for route, expected in LOCATED]
    assert [row for row in found if row[1] != row[2]] == []
    assert locate_fact(load(SCHEDULE), "options / 2 / title") == (("options", 1, "title"), None)


def test_entries_are_named_where_the_writer_names_them() -> None:
    game = load(GAME)
    assert entry_names(game, ("wagers",)) == ["line", "side", "bonus"]
    assert entry_names(game, ("bank",)) == []
    assert entry_names(game, ("aliases",)) == []
    assert entry_names(game, ("aliases", 0)) == []
    assert entry_names(game, ("no-such", "way")) == []


def test_entries_of_plain_values_are_found_by_key() -> None:
    """Parameters of a catalog and facts of terms are plain lists and tables."""
    assert list(find_entries({"a": 1, "b": 2}, "*")) == [("a", 1), ("b", 2)]
    assert list(find_entries({"a": 1}, "a")) == [("a", 1)]
    assert list(find_entries({"a": 1}, "b")) == []
    assert list(find_entries([5, 6], "*")) == [(0, 5), (1, 6)]
    assert list(find_entries([5, 6], "2")) == [(1, 6)]
    assert list(find_entries("text", "*")) == []


FAULTS: list[tuple[type[BaseModel], str, str | None]] = [
    (Game, "bank / by", None),
    (Game, "bank / bye", "bye"),
    (Game, "bonk / by", "bonk"),
    (Game, "wagers / any-name / maximum", None),
    (Game, "wagers / * / maximal", "maximal"),
    (Game, "aliases / *", None),
    (Game, "aliases / 3", None),
    (Game, "aliases / x", "x"),
    (Game, "title / x", "x"),
    (Schedule, "options / 2 / collections / * / fee", None),
    (Schedule, "options / x / collections", None),
]


def test_a_misspelt_route_is_told_by_the_step_that_leads_nowhere() -> None:
    found = [(route, find_route_fault(model, route), step) for model, route, step in FAULTS]
    assert [row for row in found if (row[1].step if row[1] is not None else None) != row[2]] == []
    fault = find_route_fault(Game, "bank / bye")
    assert fault is not None
    assert {"by", "rotation"} <= set(fault.known)
    assert list(fault.known) == sorted(fault.known)


def test_types_and_choices_follow_a_route() -> None:
    assert find_types(Game, ("title",)) == [str] or str in find_types(Game, ("title",))
    assert find_types(Schedule, ("options", 0, "title")) != []
    assert find_types(Schedule, ("options", 0, "no-such")) == []
    assert is_choice(Game, "bank / by")
    assert not is_choice(Game, "title")


class Sheet(BaseModel):
    """A block of the forms that documents have few of."""

    kind: Literal["a", "b"] | None = Field(None, alias="kind")
    counts: dict[str, Annotated[int, "whole"]] = Field({}, alias="all-counts")
    plain: int = 0


def test_types_are_those_of_entries_of_tables_and_of_what_is_said_about_them() -> None:
    assert find_types(Sheet, ("all-counts", "any name")) == [int]
    assert find_types_below(list[Annotated[int, "whole"]], 0) == [int]
    assert find_types_below(Any, "x") == [Any]
    assert is_choice(Sheet, "kind")
    assert not is_choice(Sheet, "all-counts / x")
    assert find_route_fault(Sheet, "counts") == RouteFault("counts", ("all-counts", "kind", "plain"))
    assert get_fact(Sheet(**{"plain": 3}), "plain") == 3


def test_where_facts_are_open_nothing_is_read_before_it_is_asked_for() -> None:
    document = load(GAME.replace(b"{players: 8}", b"{players: unclear}"))
    looked = watch(document, [("table", "players")])
    found = find_facts(document, "table / players")
    assert looked == set()
    assert list(found) == []
    assert looked == {("table", "players")}
