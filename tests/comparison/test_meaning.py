"""What a document means does not depend on how it is written, and any change of it is told once, with its class."""

import random
from pathlib import Path

import pytest

from compliance.comparison.change_classes import CLASSES, classify_change
from compliance.comparison.change_text import describe_change
from compliance.comparison.changes import find_changes
from compliance.documents.loader import load_document
from tests.comparison.rewriting import LIBRARY, describe_changes, is_there, meaning, mutated, rewritten

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
  side-bets-forbidden: {means: no, says: no side bets}
round: [{step: wagers}, {step: deal}, {step: settle}]
"""


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_another_hand_means_the_same(path: Path) -> None:
    data = path.read_bytes()
    before = meaning(load_document(path.stem, data))
    for seed in (1, 2):
        written = rewritten(data, seed)
        assert written != data
        assert meaning(load_document(path.stem, written)).fingerprint == before.fingerprint


def test_one_mutation_is_one_change_with_a_class_and_places() -> None:
    dice = random.Random(7)
    told = 0
    while told < 60:
        path = dice.choice(LIBRARY)
        data = path.read_bytes()
        route, kind, written = mutated(data, dice)
        before, after = load_document(path.stem, data), load_document(path.stem, written)
        if after.document is None:
            continue
        changes = describe_changes(before, after)
        if route[-1] == "says":  # a sentence without a choice was an open point: that it no longer is, is told as well
            changes = tuple(one for one in changes if one.change.old_route == route)
        assert len(changes) == 1, (path.stem, route, kind, [one.text for one in changes])
        assert changes[0].klass in CLASSES
        assert is_there(changes[0], route, before, after), (path.stem, route, kind, changes[0])
        told += 1


SHARED = """
document: schedule
title: Fees of the Harbor Room
jurisdiction: california
shared: {method: drop box, by-payer: {player-dealer: {per: hand, by: total-table-action}, player: {per: round}}}
groups:
  low: {for: [nines], table-limit: $5-$100}
  high: {for: [nines, tens], table-limit: $100-$300}
rates:
  dealer: {payer: player-dealer, bands: {$1-$100: $1, $101-$300: $2}}
  seat: {payer: player, fee: $1}
  time: {payer: player, fee: $6}
options:
  - {option: 1, group: low, collections: [dealer, seat]}
  - {option: 2, group: low, collections: [dealer, time]}
  - {option: 3, group: high, collections: [{uses: dealer, per: round}]}
"""


@pytest.mark.parametrize(
    ("old", "new", "words", "name", "line"),
    [
        ("$101-$300: $2", "$101-$300: $3", "Options 1, 2 and 3, player-dealer, $101-$300: $2 -> $3", "costs-more", 10),
        ("fee: $1}", "fee: $0.50}", "Option 1, player, fee: $1 -> $0.50", "costs-less", 11),
        ("[nines, tens]", "[nines]", "Option 3, for, tens: removed: tens", "scope", 8),
        (
            "{per: hand, by",
            "{per: round, by",
            "Options 1 and 2, player-dealer, per: hand -> round",
            "charged-otherwise",
            5,
        ),
        (
            "method: drop box, ",
            "",
            "Options 1, 2 and 3, player-dealer, method: removed: drop box; "
            "Options 1 and 2, player, method: removed: drop box",
            "charged-otherwise",
            5,
        ),
        (
            "2, group: low",
            "2, group: high",
            "Option 2, for, tens: added: tens; table limit: $5-$100 -> $100-$300",
            "limit",
            15,
        ),
        ("dealer, time]", "dealer, seat]", "Option 2, player, fee: $6 -> $1", "costs-less", 15),
        (
            "seat: {payer: player,",
            "seat: {payer: pot,",
            "Option 1, pot, payer: player -> pot; pot, per: removed: round",
            "charged-otherwise",
            11,
        ),
        (", player: {per: round}", "", "Options 1 and 2, player, per: removed: round", "charged-otherwise", 5),
    ],
)
def test_what_options_share_changes_once(old: str, new: str, words: str, name: str, line: int) -> None:
    before, after = (load_document("it", text.encode()) for text in (SHARED, SHARED.replace(old, new)))
    (told,) = describe_changes(before, after)
    assert (told.text, told.klass.name) == (words, name)
    assert {spot.line for spot in (told.old, told.new) if spot is not None} == {line}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "  - {option: 1, group: low, collections: [dealer, seat]}",
            "  - {option: 1, group: low, collections: [{uses: seat}, {uses: dealer}]}",
        ),
        ("[dealer, seat]", "[dealer, {payer: player, fee: $1, per: round}]"),
        ("group: high,", "for: [tens, nines], table-limit: $100-$300,"),
        ("seat", "chair"),
        ("low", "small"),
    ],
)
def test_where_options_take_something_from_is_no_part_of_what_they_say(old: str, new: str) -> None:
    before, after = (load_document("it", text.encode()) for text in (SHARED, SHARED.replace(old, new)))
    assert before.source.text != after.source.text
    assert describe_changes(before, after) == ()
    assert meaning(before).fingerprint == meaning(after).fingerprint


def change(text: str, old: str, new: str) -> tuple[str, str]:
    """The one change that an edit makes, in words, and its class."""
    assert old in text
    edited = text.replace(old, new, 1)
    changes = find_changes(meaning(load_document("old", text.encode())), meaning(load_document("new", edited.encode())))
    assert len(changes) == 1, [describe_change(one) for one in changes]
    return describe_change(changes[0]), classify_change(changes[0]).name


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
        (GAME, ", says: no side bets}", "}", "Statement side-bets-forbidden, says: removed: no side bets", ""),
        (
            GAME,
            "{three-nines: 3 nines, two-nines: 2 nines",
            "{two-nines: 2 nines, three-nines: 3 nines",
            "Hand two-nines: moved from place 2 to place 1",
            "play",
        ),
        (GAME, "{step: wagers}, {step: deal}", "{step: deal}, {step: wagers}", "", "play"),
        (GAME, "title: Harbor Nines", "title: Harbor 9s", "Title: Harbor Nines -> Harbor 9s", "wording"),
        (GAME, "title: Harbor Nines", "title: Nines at $9 a hand", "", "figures-in-words"),
        (GAME, "title: Harbor Nines", "title: Nines for nine dollars", "", "figures-in-words"),
        (GAME, "{step: settle}", "{step: settle, note: each winner pays the house $5}", "", "play"),
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
    before = meaning(load_document("old", SCHEDULE.encode()))
    after = meaning(load_document("new", SCHEDULE.replace(old, new).encode()))
    assert find_changes(before, after) == []
    assert before.fingerprint == after.fingerprint


RULES = """
document: game
title: Harbor Nines
jurisdiction: california
dated: 2021-03-01
bank: {by: player-dealer}
deck: {decks: 6 or 8}
hands: {three-nines: 3 nines, two-nines: 2 nines}
wagers:
  line: {commission: 5%, commission-on: winning hand, maximum: $100}
  nines: {pays: {a: {three-nines: 40 to 1, two-nines: 3 to 1}, b: as a, c: as a without two-nines}, if-several: all pay}
  push: {pays: {three-nines: 2 for 1, two-nines: pushes}}
progressive: {wager: nines, seed: $500, cap: $900}
statements: {posted: 12, tokes: {value: yes}}
glossary: {hand: one deal of the cards}
references: [{to: GEGA-001, kind: schedule, says: fees}]
not-for-play: [{what: the fourth table}]
tables:
  draw:
    first-match: yes
    given: {total: 0-9, at: [home, away]}
    rules:
      - {total: 0-5, then: draw}
      - {total: 3-9, at: home, then: stand}
  other: {given: {total: 0-9}, rules: [{total: 0-4, then: draw}, {total: 5-9, then: stand}]}
round: [{step: deal}, {step: wagers}, {step: deal}, {step: settle, order: [line, nines]}]
dealer: {otherwise: {line: pushes}}
"""
FEES = """
document: schedule
title: Fees
jurisdiction: california
options:
  - {option: 1, collections: [{payer: player, fee: $6 per half hour, at-most: $40}]}
  - {option: 2, stakes: $4/$8, collections: [{payer: pot, bands: {$1+: 1% of the pot}}]}
"""


@pytest.mark.parametrize(
    ("text", "old", "new", "name"),
    [
        (RULES, "at: [home, away]", "at: [home, away, third]", "play"),
        (RULES, "one deal", "two deals", "play"),
        (RULES, "dated: 2021", "dated: 2024", "approval"),
        (RULES, "says: fees", "says: no fees", "statement-made"),
        (RULES, "not-for-play: [{what: the fourth table}]", "", "scope"),
        (RULES, "posted: 12, ", "", "statement-withdrawn"),
        (RULES, "value: yes", "value: no", "statement-made"),
        (RULES, "all pay", "highest pays", "pays-otherwise"),
        (RULES, "winning hand", "every wager", "charged-otherwise"),
        (RULES, "line: pushes", "line: 1 to 1", "pays-more"),
        (RULES, "two-nines: pushes", "two-nines: loses", "pays-less"),
        (RULES, "2 for 1", "2 to 1", "pays-more"),
        (RULES, "40 to 1", "30 to 1", "pays-less"),
        (RULES, "without two-nines", "without three-nines", "pays-less"),
        (RULES, "cap: $900", "cap: $800", "pays-less"),
        (RULES, ", cap: $900", "", "pays-more"),
        (RULES, "first-match: yes", "first-match: no", "play"),
        (RULES, "[{step: deal}, ", "[", "play"),
        (RULES, "[line, nines]", "[nines, line]", "play"),
        (RULES, "dealer:", "reading: {lost: [{at: 3, touches: [wagers / line / maximum]}]}\ndealer:", "opened"),
        (RULES, "dealer:", "reading: {said-again: [{at: 3, wagers / line / maximum: $90}]}\ndealer:", "statement-made"),
        (RULES, "dealer:", "reading: {notes: [{note: torn}]}\ndealer:", "paper"),
        (FEES, "$6 per half hour", "$7 per hour", "charged-otherwise"),
        (FEES, "$6 per half hour", "$7 per half hour", "costs-more"),
        (FEES, ", at-most: $40", "", "costs-more"),
        (FEES, "at-most: $40", "at-most: $30", "costs-less"),
        (FEES, "1% of the pot", "1% of the wager", "charged-otherwise"),
        (FEES, "$4/$8", "$4/$8 no limit", "limit"),
    ],
)
def test_an_edit_has_the_class_of_what_it_does(text: str, old: str, new: str, name: str) -> None:
    assert text.count(old) == 1
    before, after = (load_document("it", one.encode()) for one in (text, text.replace(old, new)))
    (told,) = describe_changes(before, after)
    assert told.klass.name == name


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (RULES, "6 or 8", "[8, 6]"),
        (RULES, "2 for 1", "even money"),
        (RULES, "two-nines: pushes", "two-nines: returned"),
        (RULES, "b: as a,", "b: {two-nines: '3:1', three-nines: 40 to 1},"),
        (RULES, "{total: 0-4, then", "{total: [4, 1-3, 0], then"),
        (RULES, "{given: {total: 0-9}", "{given: {total: [0, 1, 2-9]}"),
        (RULES, "at: [home, away]", "at: [away, home]"),
        (
            RULES,
            "[{total: 0-4, then: draw}, {total: 5-9, then: stand}]",
            "[{total: 5-9, then: stand}, {total: 0-4, then: draw}]",
        ),
        (RULES, "one deal of the cards", "'one deal\n  of the cards'"),
        (RULES, "hands: {", "hands: {ranked: yes, "),
        (FEES, "$1+:", "$1 and over:"),
        (FEES, "$6 per half hour", "$6 every half hour"),
        (FEES, "{payer: player,", "{payer: player, by: nothing,"),
    ],
)
def test_another_notation_is_no_change(text: str, old: str, new: str) -> None:
    assert text.count(old) == 1
    before, after = (load_document("it", one.encode()) for one in (text, text.replace(old, new)))
    assert describe_changes(before, after) == ()
    assert meaning(before).fingerprint == meaning(after).fingerprint
