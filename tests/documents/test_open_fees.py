"""Which open facts rest below the fees of a schedule, and who reads them."""

from compliance.checks.expressions.subjects.fees import has_charge
from compliance.documents.loader import load_document
from compliance.documents.openness import has_open_facts, watch
from compliance.documents.schedule import Schedule
from compliance.source.routes import Route

_SCHEDULE = """\
document: schedule
title: Fees
jurisdiction: california
options:
  - option: 1
    collections:
      - {payer: player, per: hand, by: wager-amount, bands: {$5-$100: $1, $101+: $2}}
      - {payer: player-dealer, per: hand, fee: $1, jackpot-drop: $1}
"""


def _schedule(text: str = _SCHEDULE) -> Schedule:
    document = load_document("fees.yaml", text.encode()).document
    assert isinstance(document, Schedule)
    return document


def test_each_check_that_reads_an_open_fact_rests_on_it() -> None:
    schedule = _schedule()
    flat = schedule.options[0].collections[1]
    assert has_charge(flat)
    fee: Route = ("options", 0, "collections", 1, "fee")
    looked = watch(schedule, [fee])
    for _ in range(2):
        looked.clear()
        assert has_charge(flat)
        assert looked == {fee}
    assert has_open_facts(schedule)
    assert has_open_facts(flat)
    assert not has_open_facts(schedule.options[0].collections[0])


def test_reads_no_more_of_a_block_with_something_open_than_is_asked_for() -> None:
    schedule = _schedule()
    drop: Route = ("options", 0, "collections", 1, "jackpot-drop")
    looked = watch(schedule, [drop])
    assert has_charge(schedule.options[0].collections[1])  # the fee alone tells
    assert not looked
    assert len(list(schedule.options[0].collections[1].rows())) == 2
    assert looked == {drop}
