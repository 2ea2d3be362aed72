"""Forms: another look at the text. A change in a form changes its own bytes and its own route, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from compliance.authoring.pages import UneditableText, make_plain
from compliance.editor.forms import EditForm, Op, build_form_edit, build_forms
from compliance.editor.positions import Edit, Position, apply_edits
from compliance.source import read_source
from compliance.source.routes import Route, show_route
from tests.editor.conftest import library

# Texts that YAML would take for something else, if they were written as they are.
AWKWARD = (
    "$5",
    "x: y",
    "a, b",
    "'q",
    '"d',
    "# no",
    "null",
    "é — 𝕏",
    "$1,000-$2,000",
    "{x}",
    "- z",
    "a #b",
    "*s",
    "&s t",
)
LIBRARY = sorted(name for name in library() if library()[name].count("\n") < 400)

BLOCK = """\
document: schedule
title: Rates   # as posted
jurisdiction: california
options:
  - option: 1
    collections:
      - payer: player # who pays
        bands:
          # the small ones
          $1-$100: $1
          '$101-$500': '$2'   # two
          "$501+": "$3"
          source: 12
      - fee: $4
        payer: pot
"""
FLOW = "document: schedule\ntitle: x\njurisdiction: california\noptions:\n"
FLOW += "- {option: 1, collections: [{payer: pot, bands: {$1-$100: $1, $101+: $2, source: 4}}]}"
BANDS: Route = ("options", 0, "collections", 0, "bands")


def _fill(text: str, route: Route, op: Op = "set", value: str | None = None, **more: Any) -> str:
    return apply_edits(text, build_form_edit(text, route, op, value, **more))


# --- on the whole library ---


def _tree(text: str) -> Any:
    source = read_source(text.encode())
    assert source.problems == ()
    return make_plain(source.tree)


def _leaves(tree: Any, route: Route = ()) -> Iterator[tuple[Route, object]]:
    below = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else None
    if below is None:
        yield route, tree
        return
    for step, inner in below:
        yield from _leaves(inner, (*route, step))


def _changes(form: EditForm, chance: random.Random) -> Iterator[tuple[Route, Op, dict[str, Any]]]:
    """Some changes that a person might make in a form."""
    field = chance.choice(form["fields"]) if form["fields"] else None
    if field is not None and not field["is_list"] and not field["fixed"]:
        others = [one for one in field["choices"] or AWKWARD if one != field["value"]]
        yield tuple(field["route"]), "set", {"value": chance.choice(others)}
    rows = [row for row in form["rows"] if not row["fixed"]]
    if rows:
        row = chance.choice(rows)
        yield tuple(row["route"]), "set", {"value": chance.choice(AWKWARD)}
        yield tuple(row["route"]), "rename-row", {"key": chance.choice(AWKWARD)}
        if len(form["rows"]) > 1:
            yield tuple(row["route"]), "remove-row", {}
    if form["rows_route"] is not None and len(rows) == len(form["rows"]):
        yield tuple(form["rows_route"]), "add-row", {"key": chance.choice(AWKWARD), "value": chance.choice(AWKWARD)}


@pytest.mark.parametrize("name", LIBRARY)
def test_a_change_in_a_form_changes_its_own_route_and_bytes_alone(name: str) -> None:
    chance = random.Random(name)
    line_break, mark = chance.choice([("\n", ""), ("\r\n", "\ufeff")])
    text = mark + library()[name].replace("\n", line_break)
    found = [form for form in build_forms(text) if not form["also_at"]]
    made = 0
    for form in chance.sample(found, min(2, len(found))):
        for route, op, given in _changes(form, chance):
            (edit,) = build_form_edit(text, route, op, **given)
            made += 1
            after = apply_edits(text, [edit])
            _assert_only_edit_changed(text, after, edit)
            _assert_only_route_changed(dict(_leaves(_tree(text))), dict(_leaves(_tree(after))), route)
    assert made > 0


def _assert_only_edit_changed(before: str, after: str, edit: Edit) -> None:
    """What stands before and behind the edit is what stood there, to the byte."""
    old, new = before.encode(), after.encode()
    start, end = (_bytes_before(before, edit["range"][side]) for side in ("start", "end"))
    assert new[:start] == old[:start]
    assert new[start : len(new) - len(old[end:])] == edit["text"].encode()
    assert new[len(new) - len(old[end:]) :] == old[end:]
    assert ("\r\n" in before) == (after.count("\n") == after.count("\r\n"))


def _bytes_before(text: str, position: Position) -> int:
    lines = text.splitlines(keepends=True)
    line = lines[position["line"]] if position["line"] < len(lines) else ""
    part = line.encode("utf-16-le")[: 2 * position["character"]].decode("utf-16-le")
    return len("".join([*lines[: position["line"]], part]).encode())


def _assert_only_route_changed(before: dict[Route, object], after: dict[Route, object], route: Route) -> None:
    differing = {one for one in before.keys() | after.keys() if before.get(one, "\0") != after.get(one, "\0")}
    # A row that is added is told by its table; everything else by its own entry.
    group = route[:-1]
    assert differing, show_route(route)
    assert all(one[: len(group)] == group for one in differing), (route, differing)
    kept = [one for one in before if one[: len(group)] != group]
    assert kept == [one for one in after if one[: len(group)] != group]


# --- what is written how ---


def test_what_is_written_keeps_its_quotes_and_its_comments() -> None:
    assert _fill(BLOCK, (*BANDS, "$101-$500"), value="$1,234") == BLOCK.replace("'$2'", "'$1,234'")
    assert _fill(BLOCK, (*BANDS, "$501+"), value="$9") == BLOCK.replace('"$3"', '"$9"')
    assert _fill(BLOCK, (*BANDS, "$101-$500"), "rename-row", key="$101-$600") == BLOCK.replace(
        "'$101-$500'", "'$101-$600'"
    )
    assert _fill(FLOW, (*BANDS, "$101+"), value="$2,000") == FLOW.replace("$101+: $2", '$101+: "$2,000"')


def test_a_row_comes_behind_another_and_before_where_it_was_taken_from() -> None:
    row = '          $501-$900: $3\n          "$501+"'
    assert _fill(BLOCK, BANDS, "add-row", "$3", key="$501-$900", after="$101-$500") == BLOCK.replace(
        '          "$501+"', row
    )
    assert _fill(BLOCK, BANDS, "add-row", "$3", key="$901+") == BLOCK.replace('"$3"\n', '"$3"\n          $901+: $3\n')
    assert _fill(FLOW, BANDS, "add-row", "$3", key="$901+") == FLOW.replace("$101+: $2", "$101+: $2, $901+: $3")


def test_a_row_goes_with_its_line_or_its_comma() -> None:
    assert _fill(BLOCK, (*BANDS, "$101-$500"), "remove-row") == BLOCK.replace(
        "          '$101-$500': '$2'   # two\n", ""
    )
    assert _fill(FLOW, (*BANDS, "$1-$100"), "remove-row") == FLOW.replace("$1-$100: $1, ", "")
    assert _fill(FLOW, (*BANDS, "$101+"), "remove-row") == FLOW.replace("$101+: $2, ", "")
    first = _fill(BLOCK, ("options", 0, "collections", 1, "fee"))
    assert first == BLOCK.replace("- fee: $4\n        payer", "- payer")


def test_what_is_not_stated_is_added_in_the_order_of_the_format() -> None:
    game = "document: game\ntitle: x\njurisdiction: california\nbank: {by: pot}\n"
    assert _fill(game, ("approval", "date"), value="2026-01-02") == game.replace(
        "bank:", "approval: {date: 2026-01-02}\nbank:"
    )
    rotation = _fill(game, ("bank", "rotation", "at-most"), value="2 hands")
    assert rotation == game.replace("pot}", "pot, rotation: {at-most: 2 hands}}")
    assert _fill(rotation, ("bank", "rotation", "at-most")) == game
    assert _fill(game, ("bank", "may-be-held-by"), "add-row", "players") == game.replace(
        "pot}", "pot, may-be-held-by: [players]}"
    )
    assert _fill(game.rstrip("\n"), ("bank", "seated"), value="yes") == game.rstrip("\n").replace(
        "pot}", "pot, seated: yes}"
    )


def test_one_word_for_a_list_becomes_a_list() -> None:
    game = "document: game\ntitle: x\njurisdiction: california\nbank: {by: pot}\ndeck:\n  dealt-from: shoe # new\n"
    after = _fill(game, ("deck", "dealt-from"), "add-row", "hand")
    assert after == game.replace("shoe", "[shoe, hand]")
    assert _fill(after, ("deck", "dealt-from", 1), "remove-row") == game.replace("shoe", "[shoe]")
    assert _fill(after, ("deck", "dealt-from", 0), value="shuffler") == game.replace("shoe", "[shuffler, hand]")
    schedule = BLOCK.replace("      - fee: $4", "      - also-from: winner\n        fee: $4")
    (field,) = (one for one in build_forms(schedule)[1]["fields"] if one["label"] == "also-from")
    assert [(row["key"], row["value"]) for row in field["rows"]] == [(None, "winner")]


@pytest.mark.parametrize(
    ("route", "op", "given", "words"),
    [
        (("title",), "set", {}, "must be said"),
        ((*BANDS, "$1-$100"), "rename-row", {"key": "$501+"}, "there already"),
        ((*BANDS, "$1-$100"), "set", {"value": "a\nb"}, "one line"),
        (BANDS, "set", {"value": "x"}, "group or a list"),
        (BANDS, "add-row", {"key": "$7", "value": " "}, "missing"),
        (("options", 7, "bands", "x"), "set", {"value": "x"}, "there is no options / 8"),
    ],
)
def test_what_cannot_be_done_is_said_in_words(route: Route, op: Op, given: dict[str, Any], words: str) -> None:
    with pytest.raises(UneditableText, match=words):
        build_form_edit(BLOCK, route, op, **given)


def test_a_table_that_several_places_share_changes_in_all_of_them_and_says_so() -> None:
    game = "document: game\ntitle: x\njurisdiction: california\nbank: {by: pot}\nwagers:\n"
    game += "  one: {pays: &t {flush: 6 to 1, pair: 2 to 1}}\n  two: {pays: *t}\n"
    one, two = (form for form in build_forms(game) if form["form"] == "pay-table")
    assert one["also_at"] == ["wagers / two / pays"]
    assert [row["fixed"] for row in two["rows"]] == ["It is written elsewhere, behind an alias."] * 2
    tree = _tree(_fill(game, ("wagers", "one", "pays", "flush"), value="7 to 1"))
    assert (tree["wagers"]["one"]["pays"]["flush"], tree["wagers"]["two"]["pays"]["flush"]) == ("7 to 1", "7 to 1")


def test_the_forms_of_a_schedule_tell_what_is_printed_and_what_may_be_chosen() -> None:
    form = next(form for form in build_forms(BLOCK) if form["form"] == "bands")
    assert form["title"] == "Option 1: player"
    assert [(row["key"], row["value"]) for row in form["rows"]] == [
        ("$1-$100", "$1"),
        ("$101-$500", "$2"),
        ("$501+", "$3"),
    ]
    by = next(field for field in form["fields"] if field["label"] == "by")
    assert (by["value"], "total-table-action" in by["choices"]) == (None, True)
    assert [form["form"] for form in build_forms(BLOCK)] == ["bands", "bands", "approval"]
    assert build_forms("document: schedule\n  broken") == []
