"""Papers that are made up, and documents that are taken from them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compliance.documents.loader import load_document
from compliance.documents.paper_comparison import Difference, PaperComparison
from compliance.documents.paper_text import parse_paper_text
from compliance.paper.comparison import Papers, compare
from compliance.source.routes import show_route

Edit = tuple[str, str]
Compare = Callable[..., PaperComparison]

SCHEDULE_PAPER = """\
Harbor Club Collection Rates
Harbor Nines (GEGA-001234), Harbor Hold'em (GEGA-
001235)
Collection fees are taken before play.

Option  Wager amount  Player fee  Total table action  Player-dealer fee
1 $1-$50 $0.50 $1-$100 $1
$101-$300 $3
$301+ $6
2 $1-$100 $1 $1-$200 $2
$201-$500 $4
$501+ $8
3 $1-Unlimited $0 $1-$100 $2
$101 and above $5
Maximum table limit $5,000.
"""

SCHEDULE = """\
document: schedule
title: Harbor Club Collection Rates
id: harbor-rates
jurisdiction: california
establishment: Harbor Club
games:
  - {game: harbor-nines, printed: Harbor Nines, approval: GEGA-001234, source: 2}
  - {game: harbor-holdem, printed: Harbor Hold'em, approval: GEGA-001235, source: 2-3}
terms: {fees-collected: before play, source: 4}
shared:
  by-payer: {player: {by: wager-amount}, player-dealer: {by: total-table-action, per: hand}}
options:
  - option: 1
    source: 7-9
    collections:
      - {payer: player, bands: {$1-$50: $0.50}}
      - {payer: player-dealer, bands: {$1-$100: $1, $101-$300: $3, $301+: $6}}
  - option: 2
    source: 10-12
    collections:
      - {payer: player, bands: {$1-$100: $1}}
      - {payer: player-dealer, bands: {$1-$200: $2, $201-$500: $4, $501+: $8}}
  - option: 3
    source: 13-14
    collections:
      - {payer: player, bands: {$1-Unlimited: $0}}
      - {payer: player-dealer, bands: {$1-$100: $2, $101+: $5}}
table-limits: {maximum: "$5,000", source: 15}
reading:
  source: {file: harbor.txt, lines: 1-15}
"""

GAME_PAPER = """\
Harbor Draw
The game is played with one (1) to a maximum of eight (8) standard 52 card decks and no jokers.
The line pays even money. A player wagers at least $5 on the bonus bet.
Hand  Pays  Envy
3 Suited Nines  1,000 to 1  $500
3 Nines of the
Same Color  200 to 1  $100
3 Nines  100 to 1  $50
2 Suited Nines  30 to 1  $5
One Nine  2 to 1
The dealer draws to a hard 16 or less and stands on 17 or more.
For every dollar .20 cents go to the jackpot.
"""

GAME = """\
document: game
title: Harbor Draw
id: harbor-draw
jurisdiction: california
establishment: Harbor Club
family: baccarat
bank: {by: player-dealer}
deck: {cards: 52, decks: 1-8, jokers: 0, source: 2}
hands:
  source: 5-10
  three-suited-nines: three nines of one suit
  three-nines-same-color: three nines of one color
  three-nines: three nines
  two-suited-nines: two nines of one suit
  one-nine: one nine
wagers:
  line: {kind: base, required: yes, placed: before the deal, pays: 1 to 1, source: 3}
  nines:
    kind: bonus
    needs: line
    minimum: $5
    placed: before the deal
    source: 3
    pays:
      source: 4-10
      three-suited-nines: 1,000 to 1
      three-nines-same-color: 200 to 1
      three-nines: 100 to 1
      two-suited-nines: 30 to 1
      one-nine: 2 to 1
envy:
  qualifies: {wager: nines, at-least: $5, source: 3}
  pays: {three-suited-nines: $500, three-nines-same-color: $100, three-nines: $50, two-suited-nines: $5, source: 4-9}
  source: 4-9
progressive: {wager: line, contribution: 20%, source: 12}
tables:
  dealer:
    kind: drawing
    given: {total: 4-26}
    rules:
      - {total: 4-16, then: hit}
      - {total: 17-26, then: stand}
    source: 11
reading:
  source: {file: harbor.txt, lines: 1-12}
  printed:
    - {text: .20 cents, means: 20 cents for every dollar, at: 12}
"""


@pytest.fixture
def compared() -> Compare:
    """A document, with edits, against a paper, with edits."""

    def run(
        document: str, paper: str, *edits: tuple[str, str], on_paper: tuple[tuple[str, str], ...] = ()
    ) -> PaperComparison:
        for old, new in edits:
            assert document.count(old) >= 1, old
            document = document.replace(old, new, 1)
        for old, new in on_paper:
            assert paper.count(old) >= 1, old
            paper = paper.replace(old, new, 1)
        loaded = load_document("harbor.yaml", document.encode())
        assert not loaded.problems, loaded.problems
        return compare(loaded.source, Papers(parse_paper_text("harbor.txt", "", paper), {}))

    return run


def differences(comparison: PaperComparison) -> list[tuple[str, str]]:
    """What differs, and where."""
    return [_kind_and_route(one) for one in comparison.differences]


def _kind_and_route(one: Difference) -> tuple[str, str]:
    return one.kind, show_route(one.route)
