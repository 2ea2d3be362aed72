"""What options of a schedule share is said once, and seen by whoever reads an option."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date

from compliance.documents.loader import LoadedDocument, load_document
from compliance.documents.schedule import Schedule
from compliance.engine.checking import check
from tests import catalogs
from tests.conftest import ROOT

HEAD = "document: schedule\ntitle: S\njurisdiction: california\ngames: [texas-holdem, {as: nl, printed: No Limit}]\n"
SHARED = (
    HEAD
    + """\
shared: {per: hand, by-payer: {player: {counts: base wagers}}}
groups:
  flop: {for: texas-holdem, collected: after the flop, collections: [{payer: blind, without-flop: $1}]}
rates:
  one: {payer: player, per: bet, by: wager-amount, bands: {$5-$100: $1, $101+: $2}}
options:
  - {option: 1, group: flop, collections: [{payer: pot, fee: $4, jackpot-drop: $1}]}
  - {option: 2, for: nl, collections: [one, {uses: one, payer: player-dealer}]}
"""
)


def read(text: str) -> tuple[LoadedDocument, Schedule]:
    loaded = load_document("s.yaml", text.encode())
    assert isinstance(loaded.document, Schedule), loaded.problems
    return loaded, loaded.document


def test_an_option_has_its_own_values_then_those_of_its_group_then_those_of_all() -> None:
    _, schedule = read(SHARED)
    first, second = schedule.options
    assert first.for_ == ["texas-holdem"]
    assert [(c.payer, c.per, c.collected) for c in first.collections] == [
        ("blind", "hand", "after the flop"),
        ("pot", "hand", "after the flop"),
    ]
    assert [(c.payer, c.per, c.counts) for c in second.collections] == [
        ("player", "bet", "base wagers"),
        ("player-dealer", "bet", None),
    ]
    assert schedule.option_games(second) == {"nl"}
    assert [str(rate.fee) for rate in schedule.option_rates(0)] == ["$1", "$4", "$1"]
    assert [str(rate.fee) for rate in schedule.option_rates(1)] == ["$1", "$2", "$1", "$2"]


def test_what_is_taken_over_keeps_its_place() -> None:
    loaded, _ = read(SHARED)
    line = loaded.source.place(("options", 1, "collections", 0, "bands", "$101+")).value.line
    assert loaded.source.lines[line - 1].startswith("  one:")


def test_an_open_default_is_open_wherever_it_is_taken_over() -> None:
    loaded, _ = read(SHARED.replace("per: hand,", "per: unclear,"))
    open_facts = [one.route for one in loaded.open_facts]
    assert ("options", 0, "collections", 1, "per") in open_facts
    assert ("options", 1, "collections", 0, "per") not in open_facts


def test_lost_text_of_a_rate_opens_it_wherever_it_is_taken_over() -> None:
    loaded, _ = read(f"{SHARED}reading: {{lost: [{{at: 12, touches: rates / one / per, what: the words are cut}}]}}\n")
    opened = [one.route for one in loaded.open_facts]
    assert ("options", 1, "collections", 0, "per") in opened
    assert ("options", 0, "collections", 0, "per") not in opened


def test_what_is_wrong_with_a_rate_is_told_once() -> None:
    loaded = load_document("s.yaml", SHARED.replace("$101+: $2", "$101+: two").encode())
    assert [problem.message for problem in loaded.problems] == [
        "At options / 2 / collections / 1 / bands / $101+: `two` cannot be read; expected a fee such as $1, $0.50, "
        "waived, $6 per half hour, or 5% of the pot."
    ]


def test_a_payer_nobody_knows_is_answered_by_the_one_that_was_meant() -> None:
    loaded = load_document("s.yaml", SHARED.replace("player: {counts", "the player: {counts").encode())
    assert "was player meant?" in loaded.problems[0].message


def test_options_that_take_over_more_than_a_file_may_hold_are_refused() -> None:
    bands = ", ".join(f"${n}-${n}: $1" for n in range(1, 2000))
    options = "".join(f"  - {{option: {n}, collections: [one]}}\n" for n in range(200))
    loaded = load_document(
        "s.yaml", f"{HEAD}rates: {{one: {{payer: pot, bands: {{{bands}}}}}}}\noptions:\n{options}".encode()
    )
    assert [problem.code for problem in loaded.problems] == ["too-large"]


def test_a_gap_in_a_shared_rate_is_found_where_it_is_written() -> None:
    text = SHARED.replace("$101+", "$105+").replace("options:", "unit: $1\noptions:")
    found = check([("s.yaml", text.encode())], date(2024, 7, 1), catalogs.law()).findings
    gaps = [f for f in found if f.requirement == "integrity.band-contiguity" and f.status == "fail"]
    assert {text.splitlines()[gap.places[0].span.line - 1][:6] for gap in gaps} == {"  one:"}


def test_what_is_shared_stands_in_one_order_under_every_hash_seed() -> None:
    """The order decides which of several open places is named first."""
    program = (
        "from tests.documents.test_sharing import SHARED, read;"
        "print([list(one) for option in read(SHARED)[0].source.tree['options'] for one in option['collections']])"
    )
    written = SHARED.replace("{counts: base wagers}", "{counts: unclear, per: unclear, collected: unclear}")
    assert written != SHARED
    outs = {
        subprocess.run(
            [sys.executable, "-c", program.replace("read(SHARED)", f"read({written!r})")],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for seed in range(4)
    }
    assert len(outs) == 1


SHEET = """\
options:
  - option: 1
    collections:
      - columns: [player-dealer, player]
        per: hand
        by: wager-amount
        sheet:
          $10-100: [$2, $1]
          $101+: [$3, waived]
"""
BANDS = """\
options:
  - option: 1
    collections:
      - {payer: player-dealer, per: hand, by: wager-amount, bands: {$10-100: $2, $101+: $3}}
      - {payer: player, per: hand, by: wager-amount, bands: {$10-100: $1, $101+: waived}}
"""


def test_a_rate_sheet_of_rows_is_the_bands_of_each_payer() -> None:
    loaded, schedule = read(HEAD + SHEET)
    assert schedule.options == read(HEAD + BANDS)[1].options
    place = loaded.source.place(("options", 0, "collections", 1, "bands", "$101+")).value
    assert loaded.source.lines[place.line - 1][place.column - 1 : place.end_column - 1] == "waived"


def test_a_row_without_a_fee_for_each_payer_is_one_error_and_an_open_fee() -> None:
    loaded = load_document("s.yaml", (HEAD + SHEET.replace("[$2, $1]", "[$2]")).encode())
    assert [problem.message for problem in loaded.problems] == [
        "The row `$10-100` has not one fee for each of the columns of its sheet."
    ]
    assert loaded.problems[0].span.line == 12
    assert isinstance(loaded.partial, Schedule)
    assert [str(rate.fee) for rate in loaded.partial.option_rates(0)] == ["$2", "$3"]
    assert [one.route for one in loaded.open_facts] == [("options", 0, "collections", 1, "bands", "$10-100")]
