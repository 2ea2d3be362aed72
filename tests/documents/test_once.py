"""What is worked out of a document once, and where nothing may be remembered."""

from collections.abc import Iterator

import pytest

from compliance.checks.schedule.charges import banded, charges
from compliance.documents.game import Game
from compliance.documents.once import as_new, leaves_open, listed_once, once
from compliance.documents.openness import watch
from compliance.documents.reading import load
from compliance.documents.schedule import Schedule
from compliance.documents.shares import mentions_share
from compliance.routes import Route

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
    document = load("fees.yaml", text.encode()).document
    assert isinstance(document, Schedule)
    return document


def test_is_worked_out_once_and_is_the_same_for_all_that_ask() -> None:
    asked: list[str] = []

    @once
    def title(schedule: Schedule) -> str:
        asked.append("title")
        return schedule.title

    @listed_once
    def names(schedule: Schedule) -> Iterator[str]:
        asked.append("names")
        yield from (option.option for option in schedule.options)

    schedule, other = _schedule(), _schedule(_SCHEDULE.replace("Fees", "Others"))
    assert [title(schedule), title(schedule), title(other)] == ["Fees", "Fees", "Others"]
    assert [list(names(schedule)), list(names(schedule))] == [["1"], ["1"]]
    assert asked == ["title", "title", "names"]
    assert schedule == _schedule()


def test_what_is_remembered_hides_no_open_fact_from_the_check_that_rests_on_it() -> None:
    schedule = _schedule()
    flat = schedule.options[0].collections[1]
    assert charges(flat)  # remembered before it is known that something is open
    fee: Route = ("options", 0, "collections", 1, "fee")
    looked = watch(schedule, [fee])
    for _ in range(2):
        looked.clear()
        assert charges(flat)
        assert looked == {fee}
    assert leaves_open(schedule)
    assert leaves_open(flat)
    assert not leaves_open(schedule.options[0].collections[0])


def test_reads_no_more_of_a_block_with_something_open_than_is_asked_for() -> None:
    schedule = _schedule()
    drop: Route = ("options", 0, "collections", 1, "jackpot-drop")
    looked = watch(schedule, [drop])
    assert charges(schedule.options[0].collections[1])  # the fee alone tells
    assert not looked
    assert len(list(schedule.options[0].collections[1].rows())) == 2
    assert looked == {drop}


@pytest.mark.parametrize("open_", [[], [("options", 0, "collections", 1, "fee")]])
def test_finds_the_same_bands_whether_something_is_open_or_not(open_: list[Route]) -> None:
    schedule = _schedule()
    watch(schedule, open_)
    assert [one.route for one in banded(schedule)] == [("options", 0, "collections", 0, "bands")]
    assert list(banded(schedule, "players")) == []
    assert [band.text for one in banded(schedule, "wager-amount") for band in one.bands] == ["$5-$100", "$101+"]


def test_a_changed_copy_knows_nothing_of_what_it_was_copied_from() -> None:
    @once
    def title(game: Game) -> str:
        return game.title

    text = "document: game\ntitle: Nines\njurisdiction: washington\nbank: {by: house}\n"
    game = load("nines.yaml", text.encode()).document
    assert isinstance(game, Game)
    assert title(game) == "Nines"
    copy = game.model_copy(update={"title": "Tens"})
    as_new(copy)
    assert title(copy) == "Tens"
    assert title(game) == "Nines"


@pytest.mark.parametrize(
    "text",
    [
        "The house takes 5 % of it",
        "one per-cent of what is won",
        "50 basis points",
        "the vig",
        "1/20 of the pot",
        "a tenth of each wager",
        "$1 per $100",
        "a nickel of every dollar",
        "one in twenty chips",
        "1 out of 20 of the pot",
    ],
)
def test_a_share_is_seen_in_every_way_of_writing_it(text: str) -> None:
    assert mentions_share(text)
