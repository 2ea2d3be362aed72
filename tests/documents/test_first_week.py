"""Mistakes of a first week: each is told on its line, with what is wrong and the edit that mends it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from compliance.engine.checking import check
from tests import catalogs
from tests.conftest import ROOT

SCHEDULE = Path(ROOT, "tests/cases/clean-schedule.yaml").read_text("utf-8")
GAME = """\
document: game
title: Harbor Nines
id: harbor-nines
jurisdiction: california
establishment: Harbor Club
approval: {authority: Bureau of Gambling Control, id: GEGA-009998, date: 2015-07}
bank:
  by: player-dealer
  rotation: {verb: rotates, at-most: 2 hands}
deck: {decks: 6, cards: standard 52}
table: {players: 8}
wagers:
  line:
    name: Line
    kind: base
    minimum: $5
    maximum: $100
    pays: {win: 1 to 1}
  bonus:
    name: Nines Bonus
    kind: bonus
    needs: line
    maximum: $25
    pays:
      three-nines: 50 to 1
      two-nines: 5 to 1
"""
# What somebody meant, what was written, the line that is told, and words of the message and of the edit; no line where
# both are ways to write it.
MISTAKES = [
    (
        SCHEDULE,
        "jurisdiction: california",
        "jurisdiction: Nevada",
        6,
        "There is no law of nevada here: known are california, washin",
        "Write california or washington. The law of anoth",
    ),
    (
        SCHEDULE,
        "jurisdiction: california",
        "jurisdiction: califronia",
        6,
        "There is no law of califronia here: known are california, wa",
        "Did you mean california? The law of another stat",
    ),
    (
        SCHEDULE,
        "jurisdiction: california",
        "jurisdiction: CA",
        6,
        "At jurisdiction: `CA` cannot be read; expected the name of a",
        "Did you mean `jurisdiction: california`? The sta",
    ),
    (
        SCHEDULE,
        "jurisdiction: california\n",
        "",
        2,
        "`jurisdiction` is missing; the document must say it.",
        "Add it, such as `jurisdiction: california`.",
    ),
    (
        SCHEDULE,
        "document: schedule\n",
        "",
        2,
        "The file does not say what it is: `document` is missing.",
        "Add `document: game`, `document: schedule` or `d",
    ),
    (
        SCHEDULE,
        "document: schedule",
        "document: schedul",
        2,
        "`document` is `schedul`; expected game, schedule or terms.",
        "Write `document: schedule`.",
    ),
    (
        SCHEDULE,
        "options:\n",
        "option:\n",
        21,
        "`option` is not a key that is known here.",
        "Did you mean `options`? The ways to charge, of w",
    ),
    (
        SCHEDULE,
        "    collections:",
        "    collection:",
        24,
        "`collection` is not a key that is known in `options / 1`.",
        "Did you mean `collections`? Its fees: blocks, or",
    ),
    (
        SCHEDULE,
        "payer: player\n",
        "payers: player\n",
        25,
        "`payers` is not a key that is known in `options / 1 / collec",
        "Did you mean `payer`? Who pays.",
    ),
    (
        SCHEDULE,
        "        bands:\n          $1-$100",
        "        band:\n          $1-$100",
        28,
        "`band` is not a key that is known in `options / 1 / collecti",
        "Did you mean `bands`? The fee for each band.",
    ),
    (
        SCHEDULE,
        "table-limits:",
        "table_limits:",
        12,
        "`table_limits` is not a key that is known here.",
        "Did you mean `table-limits`? The least and the m",
    ),
    (
        SCHEDULE,
        "title: Clean",
        "Title: Clean",
        3,
        "`Title` is not a key that is known here.",
        "Did you mean `title`? The name of the game, sche",
    ),
    (
        SCHEDULE,
        "    collections:",
        "\tcollections:",
        24,
        "A tab stands here where YAML expects blanks; lines are inden",
        "Replace the tab with blanks, as many as the line",
    ),
    (
        SCHEDULE,
        "      - payer: player\n        per",
        "     - payer: player\n        per",
        26,
        'The key "per" cannot stand here: it is indented wrongly, or',
        "Line it up with the keys of the same level. Chec",
    ),
    (
        SCHEDULE,
        "$1-$100: $1",
        "$1-: $1",
        29,
        "At options / 1 / collections / 1 / bands: `$1-` cannot be re",
        "The fee for each band. Write it such as `bands:",
    ),
    (
        SCHEDULE,
        "$1-$100: $1",
        "1-100: $1",
        29,
        "The band 1-100 stands for money and has no dollar sign.",
        "Write the dollar sign, take it away, or correct",
    ),
    (SCHEDULE, "$1-$100: $1", "$1 to $100: $1", 0, "", ""),
    (
        SCHEDULE,
        "$1-$100: $1",
        "$100-$1: $1",
        29,
        "At options / 1 / collections / 1 / bands: `$100-$1` cannot b",
        "The fee for each band. Write it such as `bands:",
    ),
    (
        SCHEDULE,
        "$101-$500: $2",
        "$100-$500: $2",
        30,
        "Option 1, player: wagers of $100 stand in $1-$100 at $1 and",
        "Let each band start where the one before it ends",
    ),
    (
        SCHEDULE,
        "$101-$500: $2",
        "$105-$500: $2",
        30,
        "Option 1, player: wagers of $101 to $104 have no fee.",
        "Start the band right after the one before it, or",
    ),
    (
        SCHEDULE,
        "$101-$500: $2",
        "$101-$500:",
        30,
        "At options / 1 / collections / 1 / bands / $101-$500: nothin",
        "Write it as in `bands: {$10-$100: $1, $101+: $2}",
    ),
    (
        SCHEDULE,
        "$101-$500: $2",
        "$101-$500: 2",
        30,
        "At options / 1 / collections / 1 / bands / $101-$500: `2` ca",
        "Write it as in `bands: {$10-$100: $1, $101+: $2}",
    ),
    (
        SCHEDULE,
        "$101-$500: $2",
        "$101-$500: two dollars",
        30,
        "At options / 1 / collections / 1 / bands / $101-$500: `two d",
        "Write it as in `bands: {$10-$100: $1, $101+: $2}",
    ),
    (
        SCHEDULE,
        "title: Clean rates",
        "title Clean rates",
        3,
        '"title Clean rates" has no colon after it; a key and its val',
        "Add the colon and a blank after the key. If this",
    ),
    (
        SCHEDULE,
        "title: Clean rates",
        "title:Clean rates",
        3,
        '"title:Clean rates" has no colon after it; a key and its val',
        "Add the colon and a blank after the key. If this",
    ),
    (
        SCHEDULE,
        "title: Clean rates",
        "title: Clean rates: new",
        3,
        'The value "Clean rates: new" holds a colon, which makes it l',
        'Put the value in quotes: "Clean rates: new"',
    ),
    (
        SCHEDULE,
        'version: "1"',
        'version: "1"\nversion: "2"',
        5,
        'The key "version" is written a second time in the same block',
        "Keep one of them, or rename one if another key w",
    ),
    (
        SCHEDULE,
        'version: "1"',
        'version: "1',
        4,
        "The text that begins with this double quote is never closed.",
        'Write the closing " where the text ends.',
    ),
    (
        SCHEDULE,
        "date: 2023-05",
        "date: 05/2023",
        8,
        "At approval / date: `05/2023` cannot be read; expected a dat",
        "When it was approved. Write it such as `date: 20",
    ),
    (
        SCHEDULE,
        "date: 2023-05",
        "date: 2023-13",
        8,
        "At approval / date: `2023-13` cannot be read; expected a dat",
        "When it was approved. Write it such as `date: 20",
    ),
    (
        SCHEDULE,
        "  - option: 1\n    table-limit",
        "  - option: 1\n    collections: []\n  - option: 1\n    table-limit",
        24,
        "Two options are called 1.",
        "Give each option a number of its own.",
    ),
    (
        SCHEDULE,
        "payer: player-dealer",
        "payer: dealer",
        31,
        "At options / 1 / collections / 2 / payer: `dealer` stands he",
        "Did you mean `payer: player-dealer`?",
    ),
    (
        SCHEDULE,
        "by: total-table-action",
        "by: table action",
        33,
        "At options / 1 / collections / 2 / by: `table action` stands",
        "Did you mean `by: total-table-action`?",
    ),
    (
        SCHEDULE,
        "percentage: never",
        "percentage: no",
        20,
        "At terms / percentage: `no` stands here; expected never.",
        "Write `never`, or `unclear`.",
    ),
    (
        GAME,
        "by: player-dealer",
        "by: playerdealer",
        8,
        "At bank / by: `playerdealer` stands here; expected house, pl",
        "Did you mean `by: player-dealer`?",
    ),
    (GAME, "three-nines: 50 to 1", "three-nines: 50:1", 0, "", ""),
    (
        GAME,
        "three-nines: 50 to 1",
        "three-nines: 50 to",
        25,
        "At wagers / bonus / pays / three-nines: `50 to` cannot be re",
        "Write it as in `pays: {three-nines: 100 to 1, na",
    ),
    (
        GAME,
        "minimum: $5",
        "minimum: $500",
        16,
        "The least line wager is $500 and the most is $100.",
        "Correct one of the limits.",
    ),
    (
        GAME,
        "needs: line",
        "needs: lines",
        22,
        "lines is named here as a wager; the document has no such wag",
        "Correct the name, or add the wager or the table.",
    ),
    (
        GAME,
        "kind: bonus",
        "kind: side bet",
        21,
        "At wagers / bonus / kind: `side bet` stands here; expected b",
        "Did you mean `kind: bonus`?",
    ),
]


def find_worst_new(base: str, text: str) -> tuple[int, str, str]:
    """Line, message and remedy of the worst that a text has and the text before has not."""
    day, law = date(2026, 11, 19), catalogs.law()
    known = {(one.requirement, one.message) for one in check([("a.yaml", base.encode())], day, law).findings}
    order = ("error", "fail", "review")
    found = [one for one in check([("a.yaml", text.encode())], day, law).findings if one.status in order]
    new = [one for one in found if (one.requirement, one.message) not in known]
    if not new:
        return 0, "", ""
    worst = min(new, key=lambda one: order.index(one.status))
    return worst.places[0].span.line, worst.message, worst.remedy


def test_typical_mistakes_lead_to_their_line_and_their_edit() -> None:
    wrong = []
    for base, meant, written, line, message, remedy in MISTAKES:
        assert meant in base
        told = find_worst_new(base, base.replace(meant, written, 1))
        if told[0] != line or message not in told[1] or remedy not in told[2]:
            wrong.append((written, told))
    assert wrong == []
