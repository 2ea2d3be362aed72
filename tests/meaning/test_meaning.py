"""What a document means does not depend on how it is written, and any change of it is told once, with its class."""

import random
from pathlib import Path

import pytest

from compliance.documents.reading import load
from compliance.documents.sharing import SHARING
from compliance.meaning import changes_between
from compliance.meaning.classes import class_of
from compliance.meaning.words import said
from compliance.routes import Route
from tests.meaning.rewriting import LIBRARY, meaning, mutated, rewritten

SCHEDULE = """
document: schedule
title: Fees of the Harbor Room
jurisdiction: california
terms: {posted: on the table}
options:
  - {option: 1, collections: [{payer: player, fee: $1}]}
  - option: 3
    table-limit: $5-$300
    collections:
      - {payer: player-dealer, by: total-table-action, bands: {$1-$100: $1, $101-$300: $2}}
      - {payer: player, fee: waived}
"""
GAME = """
document: game
title: Harbor Nines
jurisdiction: washington
bank: {by: house}
hands: {three-nines: 3 nines, two-nines: 2 nines, one-nine: 1 nine}
wagers:
  line: {required: yes, minimum: $5, maximum: $100}
  nines: {needs: line, pays: {three-nines: 40 to 1, two-nines: 3 to 1}}
statements:
  side-bets-forbidden: {says: no side bets}
round: [{step: wagers}, {step: deal}, {step: settle}]
"""


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_another_hand_means_the_same(path: Path) -> None:
    data = path.read_bytes()
    before = meaning(load(path.stem, data))
    for seed in (1, 2):
        written = rewritten(data, seed)
        assert written != data
        assert meaning(load(path.stem, written)).fingerprint == before.fingerprint


def decides_what_is_shared(route: Route) -> bool:
    """Whether a place of a schedule says what options share, or which of it an option takes over."""
    return route[0] in SHARING or route[-1] in ("group", "uses", "payer") or route[-2:-1] == ("collections",)


def test_one_mutation_is_one_change_with_a_class_and_places() -> None:
    dice = random.Random(7)
    told = 0
    while told < 60:
        path = dice.choice(LIBRARY)
        data = path.read_bytes()
        route, kind, written = mutated(data, dice)
        after = load(path.stem, written)
        if after.document is None:
            continue
        changes = changes_between(meaning(load(path.stem, data)), meaning(after))
        if decides_what_is_shared(route):
            continue  # it changes several options, or several facts of one
        assert len(changes) == 1, (path.stem, route, kind, [said(change) for change in changes])
        assert class_of(changes[0]).does
        assert changes[0].old_route == route[: len(changes[0].old_route)]
        told += 1


def change(text: str, old: str, new: str) -> tuple[str, str]:
    """The one change that an edit makes, in words, and its class."""
    assert old in text
    edited = text.replace(old, new, 1)
    changes = changes_between(meaning(load("old", text.encode())), meaning(load("new", edited.encode())))
    assert len(changes) == 1, [said(one) for one in changes]
    return said(changes[0]), class_of(changes[0]).name


@pytest.mark.parametrize(
    ("text", "old", "new", "words", "name"),
    [
        (SCHEDULE, "$101-$300: $2", "$101-$300: $3", "Option 3, player-dealer, $101-$300: $2 -> $3", "costs-more"),
        (SCHEDULE, "fee: $1}", "fee: $0.50}", "Option 1, player, fee: $1 -> $0.50", "costs-less"),
        (
            SCHEDULE,
            "fee: $1}",
            "fee: 1% of the pot}",
            "Option 1, player, fee: $1 -> 1% of the pot",
            "charged-otherwise",
        ),
        (
            SCHEDULE,
            "$101-$300: $2",
            "$101-$250: $2",
            "Option 3, player-dealer, $101-$250: was $101-$300",
            "limit",
        ),
        (SCHEDULE, "limit: $5-$300", "limit: $5-$500", "Option 3, table limit: $5-$300 -> $5-$500", "limit"),
        (SCHEDULE, "option: 3", "option: 4", "Option 4, option: 3 -> 4", "wording"),
        (GAME, "two-nines: 3 to 1", "two-nines: 2 to 1", "Wager nines, pays, two-nines: 3 to 1 -> 2 to 1", "pays-less"),
        (GAME, ", two-nines: 3 to 1", "", "Wager nines, pays, two-nines: removed: 3 to 1", "pays-less"),
        (GAME, "maximum: $100", "maximum: unclear", "Wager line, maximum: $100 -> unclear", "opened"),
        (GAME, "  nines:", "  lucky:", "Wager lucky: was nines", "play"),
        (GAME, "by: house", "by: player-dealer", "Bank, by: house -> player-dealer", "bank"),
        (GAME, "{says: no side bets}", "{}", "Statement side-bets-forbidden, says: removed: no side bets", ""),
        (
            GAME,
            "{three-nines: 3 nines, two-nines: 2 nines",
            "{two-nines: 2 nines, three-nines: 3 nines",
            "Hand two-nines: moved from place 2 to place 1",
            "play",
        ),
        (GAME, "{step: wagers}, {step: deal}", "{step: deal}, {step: wagers}", "", "play"),
        (GAME, "title: Harbor Nines", "title: Harbor 9s", "Title: Harbor Nines -> Harbor 9s", "wording"),
    ],
)
def test_a_change_in_words(text: str, old: str, new: str, words: str, name: str) -> None:
    told, found = change(text, old, new)
    assert told == words or not words
    assert found == name or not name


@pytest.mark.parametrize(
    ("old", "new"),
    [("$1-$100", "$1 to $100"), ("fee: waived", "fee: $0.00"), ("$5-$300", '"$5-$300" # as posted')],
)
def test_other_spellings_of_a_value_are_no_change(old: str, new: str) -> None:
    before = meaning(load("old", SCHEDULE.encode()))
    after = meaning(load("new", SCHEDULE.replace(old, new).encode()))
    assert changes_between(before, after) == []
    assert before.fingerprint == after.fingerprint
