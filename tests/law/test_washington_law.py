"""The law of Washington, day by day: what each wording sets, and the answers that follow from it."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from compliance.engine.checking import check
from compliance.engine.findings import Finding
from compliance.law.cases import base_document, changed
from compliance.law.catalog import Requirement
from compliance.source import read_source
from tests.catalogs import law

ROOT = Path(__file__).resolve().parents[2]
TODAY = date(2026, 11, 16)
APPROVED = date(2012, 5, 2)
ONE_DAY = timedelta(days=1)


def requirements() -> list[Requirement]:
    return [requirement for requirement in law() if requirement.id.startswith("washington.")]


def values(name: str, day: str) -> Any:
    """What the law sets on a day, as written; None when nothing is asked."""
    holding = law().requirements[f"washington.{name}"].holding_on(date.fromisoformat(day))
    return None if holding is None else holding.values


def document(base: str, set: dict[str, Any] | None = None, remove: tuple[str, ...] = ()) -> bytes:
    """A base document with something changed."""
    return changed(base_document(f"washington-{base}"), set or {}, remove).encode()


def findings(text: bytes, day: date = TODAY) -> list[Finding]:
    found = check([("document.yaml", text)], day, law()).findings
    return [finding for finding in found if finding.requirement.startswith("washington.")]


def answer(name: str, text: bytes, day: date = TODAY) -> Finding:
    [found] = [finding for finding in findings(text, day) if finding.requirement == f"washington.{name}"]
    return found


def status(name: str, text: bytes, day: str) -> str:
    return answer(name, text, date.fromisoformat(day)).status


def gow_z_gow() -> bytes:
    return (ROOT / "rulesets" / "washington" / "gow-z-gow.yaml").read_bytes()


# --- every dated value, on the day before and the day of each change ---

DATED: list[tuple[str, str, Any]] = [
    ("separate-games-count", "2003-12-31", None),
    ("separate-games-count", "2004-01-01", {"most": "2"}),
    ("separate-games-count", "2007-12-31", {"most": "2"}),
    ("separate-games-count", "2008-01-01", {"most": "3"}),
    ("separate-games-count", "2009-09-13", {"most": "3"}),
    ("separate-games-count", "2009-09-14", {"most": "6"}),
    ("separate-games-count", "2021-06-13", {"most": "6"}),
    ("separate-games-over-five", "2009-09-13", None),
    ("separate-games-over-five", "2009-09-14", {"most": "3", "above": "$5"}),
    ("separate-games-over-five", "2021-06-13", {"most": "3", "above": "$5"}),
    ("own-hand", "2007-12-31", {"others": []}),
    ("own-hand", "2008-12-31", {"others": []}),
    ("own-hand", "2009-01-01", {"others": ["community cards"], "unsure": ["dealer's hand", "any hand at the table"]}),
    ("own-hand", "2021-06-13", {"others": ["community cards"], "unsure": ["dealer's hand", "any hand at the table"]}),
    ("own-hand", "2021-06-14", {"others": ["community cards", "dealer's hand", "any hand at the table"]}),
    ("carryover-length", "2012-08-12", None),
    ("carryover-length", "2012-08-13", {"most": "10"}),
    ("carryover-length", "2021-06-14", {"most": "10"}),
    ("streak-wager", "2014-03-16", None),
    ("streak-wager", "2014-03-17", {"deals": "3"}),
    ("player-banking", "2021-06-13", None),
    ("player-banking", "2021-06-14", {"least": "2 hands"}),
    ("nonhouse-game-listed", "2007-12-31", None),
    ("nonhouse-game-listed", "2008-01-01", {"others-if-approved": "no"}),
    ("nonhouse-game-listed", "2014-09-14", {"others-if-approved": "no"}),
    ("nonhouse-game-listed", "2014-09-15", {"others-if-approved": "yes"}),
    ("wagering-areas", "2021-06-13", None),
    ("wagering-areas", "2021-06-14", {"most": "9"}),
    ("players-house-banked", "2007-12-31", None),
    ("players-house-banked", "2008-01-01", {"most": "7"}),
    ("players-house-banked", "2008-12-31", {"most": "7"}),
    ("players-house-banked", "2009-01-01", {"most": "9", "certain": "7"}),
    ("players-house-banked", "2021-06-13", {"most": "9", "certain": "7"}),
    ("players-house-banked", "2021-06-14", {"most": "9"}),
    ("players-nonhouse", "2008-01-01", {"most": "10"}),
    ("players-nonhouse", "2021-06-14", {"most": "10"}),
    ("shoe", "2014-06-30", None),
    ("shoe", "2014-07-01", {"by-hand": "2"}),
    ("wager-limit", "1997-06-01", None),
    ("wager-limit", "2004-06-29", {}),
    ("wager-limit", "2004-06-30", {"most": "$100"}),
    ("wager-limit", "2009-01-01", {"most": "$300"}),
    ("wager-limit", "2021-06-13", {"most": "$300"}),
    ("wager-limit", "2021-06-14", {"most": "$300"}),
    ("wager-limit", "2023-09-24", {"most": "$300"}),
    ("wager-limit", "2023-09-25", {"most": "$400"}),
    ("poker-wager", "2004-06-30", None),
    ("poker-wager", "2004-07-01", {"most": "$25"}),
    ("poker-wager", "2007-12-31", {"most": "$25"}),
    ("poker-wager", "2008-01-01", {"most": "$25", "licensed": "$40"}),
    ("poker-wager", "2008-05-15", {"most": "$25", "licensed": "$40"}),
    ("poker-wager", "2008-05-16", {"most": "$40"}),
    ("poker-wager", "2009-06-30", {"most": "$40"}),
    ("poker-wager", "2009-07-01", {"most": "$40", "all-in": "$500"}),
    ("poker-wager", "2009-11-08", {"most": "$40", "all-in": "$500"}),
    ("poker-wager", "2009-11-09", {"most": "$40"}),
    ("poker-wager", "2010-09-30", {"most": "$40"}),
    ("poker-wager", "2010-11-01", {"most": "$40", "licensed": "$100"}),
    ("poker-wager", "2012-12-31", {"most": "$40", "licensed": "$100"}),
    ("poker-wager", "2013-01-01", {"most": "$40", "licensed": "$100"}),
    ("poker-wager", "2016-09-26", {"most": "$40", "licensed": "$100"}),
    ("poker-wager", "2016-12-22", {"most": "$40", "licensed": "$100"}),
    ("poker-wager", "2016-12-23", {"most": "$40", "licensed": "$300"}),
    ("poker-wager", "2018-07-01", {"most": "$40", "licensed": "$300"}),
    ("rake", "2007-12-31", None),
    ("rake", "2008-01-01", {"most": "10%"}),
    ("rake", "2016-12-22", {"most": "10%"}),
    ("rake-cap", "2007-12-31", None),
    ("rake-cap", "2008-01-01", {"most": "$5"}),
    ("rake-cap", "2016-12-22", {"most": "$5"}),
    ("rake-cap", "2016-12-23", None),
    ("rake", "2016-12-23", {"most": "10%"}),
    ("rake", "2018-07-01", {"most": "10%"}),
    ("time-fee", "2016-12-23", {"most": "$10", "per": "1 hour"}),
    ("time-fee", "2018-07-01", {"most": "$10", "per": "1 hour"}),
    ("hand-fee", "2016-12-23", {"most": "$1"}),
    ("hand-fee", "2018-07-01", {"most": "$1"}),
    ("chip-rack-few-tables", "2018-07-01", {"most": "3"}),
    ("only-commission", "2014-06-30", None),
    ("only-commission", "2014-07-01", {}),
    ("aggregate-floor", "2007-12-31", None),
    ("aggregate-floor", "2008-12-31", {"odds-counted": "50 to 1"}),
    ("aggregate-floor", "2009-01-01", {"odds-counted": "50 to 1", "wager-limit": "$300"}),
    ("aggregate-floor", "2021-06-14", {"odds-counted": "50 to 1", "wager-limit": "$300"}),
    ("aggregate-floor", "2023-09-24", {"odds-counted": "50 to 1", "wager-limit": "$300"}),
    ("aggregate-floor", "2023-09-25", {"odds-counted": "50 to 1", "wager-limit": "$400"}),
    ("aggregate-table-floor", "2008-01-01", {"times": "2"}),
    ("aggregate-table-floor", "2021-06-13", {"times": "2"}),
    ("aggregate-long-odds", "2021-06-13", None),
    ("aggregate-long-odds", "2021-06-14", {"least": "50 to 1"}),
    ("second-prize-reserve", "2009-12-31", None),
    ("second-prize-reserve", "2010-01-01", {"above": "$25,000", "wager-limit": "$300"}),
    ("second-prize-reserve", "2021-06-13", {"above": "$25,000", "wager-limit": "$300"}),
    ("prizes-paid-at-once", "2025-02-12", None),
    ("prizes-paid-at-once", "2025-02-13", {"at-once": "$5,000", "within": "24 hours"}),
    ("fixed-prize-reserve", "2025-02-12", None),
    ("fixed-prize-reserve", "2025-02-13", {}),
    ("progressive-paid-at-once", "2008-01-01", {"at-once": "$5,000", "within": "24 hours"}),
    ("house-jackpot-paid-at-once", "2022-01-19", None),
    ("house-jackpot-paid-at-once", "2022-01-20", {"at-once": "$5,000", "within": "24 hours"}),
    ("progressive-real-time", "2021-06-13", None),
    ("progressive-real-time", "2021-06-14", {}),
    ("progressive-count", "2015-11-07", None),
    ("progressive-count", "2015-11-08", {"most": "1"}),
    ("progressive-count", "2023-08-31", {"most": "1"}),
    ("player-jackpot-administrative-fee", "2008-01-01", {"most": "10%"}),
    ("player-jackpot-paid", "2013-02-10", None),
    ("player-jackpot-paid", "2013-02-11", {"within": "24 hours"}),
    ("tournament-entry-fee", "2008-01-01", {"most": "$100"}),
    ("tournament-buy-ins", "2008-01-01", {"most": "$400"}),
    ("tournament-notice", "2008-01-01", {"above": "$50", "least": "10 days"}),
    ("tournament-length", "2008-01-01", {"most": "30"}),
    ("house-dealer", "2007-12-31", None),
    ("house-dealer", "2008-01-01", {}),
    ("player-jackpot-dealer", "2007-12-31", None),
    ("player-jackpot-dealer", "2008-01-01", {}),
    ("player-jackpot-game", "2007-12-31", None),
    ("player-jackpot-game", "2008-01-01", {}),
    ("player-jackpot-licence", "2007-12-31", None),
    ("player-jackpot-licence", "2008-01-01", {}),
    ("player-jackpot-custodian", "2007-12-31", None),
    ("player-jackpot-custodian", "2008-01-01", {}),
    ("player-jackpot-posted", "2007-12-31", None),
    ("player-jackpot-posted", "2008-01-01", {}),
    ("player-jackpot-funds", "2007-12-31", None),
    ("player-jackpot-funds", "2008-01-01", {}),
    ("player-jackpot-approved", "2007-12-31", None),
    ("player-jackpot-approved", "2008-01-01", {}),
    ("player-jackpot-nothing-else", "2007-12-31", None),
    ("player-jackpot-nothing-else", "2008-01-01", {}),
    ("fee-dealer", "2007-12-31", None),
    ("fee-dealer", "2008-01-01", {}),
    ("no-charge-for-chips", "2007-12-31", None),
    ("no-charge-for-chips", "2008-01-01", {}),
    ("deck-fee", "2007-12-31", None),
    ("deck-fee", "2008-01-01", {}),
    ("deck-fee-cash", "2007-12-31", None),
    ("deck-fee-cash", "2008-01-01", {}),
    ("tournament-fee-before-play", "2007-12-31", None),
    ("tournament-fee-before-play", "2008-01-01", {}),
    ("tournament-fee-whole", "2007-12-31", None),
    ("tournament-fee-whole", "2008-01-01", {}),
    ("tournament-posted", "2007-12-31", None),
    ("tournament-posted", "2008-01-01", {}),
    ("tournament-chips", "2007-12-31", None),
    ("tournament-chips", "2008-01-01", {}),
    ("tournament-same-rebuys", "2007-12-31", None),
    ("tournament-same-rebuys", "2008-01-01", {}),
    ("deal-rotates", "2007-12-31", None),
    ("deal-rotates", "2008-01-01", {}),
    ("extra-prizes-agreed", "2021-06-13", None),
    ("extra-prizes-agreed", "2021-06-14", {}),
    ("house-jackpot-meter", "2021-06-13", None),
    ("house-jackpot-meter", "2021-06-14", {}),
    ("house-jackpot-no-contribution", "2021-06-13", None),
    ("house-jackpot-no-contribution", "2021-06-14", {}),
    ("progressive-cap", "2023-08-31", None),
    ("progressive-cap", "2023-09-01", {}),
    ("progressive-cap-posted", "2023-08-31", None),
    ("progressive-cap-posted", "2023-09-01", {}),
    ("licensed-tables", "2018-05-01", {"most": "15"}),
    ("coins-in-fees", "2010-01-01", {"smallest": "$0.25", "smallest-with-commission": "$0.05"}),
    ("cut-fee", "2008-01-01", {"most": "$1"}),
    ("cut-count", "2008-01-01", {"most": "2"}),
    ("point-value", "2018-07-01", {"most": "$0.05"}),
    ("pan-chip", "2018-07-01", {"most": "$10"}),
    ("pan-going-out", "2018-07-01", {"most": "2"}),
    ("poker-rounds", "2018-07-01", {"most": "5"}),
    ("poker-wagers-in-round", "2018-07-01", {"most": "4"}),
]


def test_the_law_sets_these_values_on_these_days() -> None:
    """Under whatever names: a check has parameters, and an expression names what a section sets."""
    found = ((name, day, expected, values(name, day)) for name, day, expected in DATED)
    assert [(name, day, given) for name, day, expected, given in found if figures(given) != figures(expected)] == []


def figures(given: dict[str, Any] | None) -> list[str] | None:
    return sorted(map(str, given.values())) if given is not None else None


@pytest.mark.parametrize("day", ["2004-07-01", "2007-12-31"])
def test_from_2004_to_2007_two_limits_held_by_the_number_of_tables(day: str) -> None:
    assert values("wager-limit", day) == {"wager-limit": "$100", "wager-limit-on-some-tables": "$200"}
    higher = answer("wager-limit", document("four-games", {"wagers / line / maximum": "$200"}), date.fromisoformat(day))
    assert (higher.status, "only on some tables" in higher.message) == ("review", True)


def test_every_wording_holds_from_its_first_to_its_last_day_and_no_longer() -> None:
    held = [(requirement, holding) for requirement in requirements() for holding in requirement.history]
    wrong = [
        (requirement.id, day)
        for requirement, holding in held
        for mark, outside in ((holding.from_, -ONE_DAY), (holding.until, ONE_DAY))
        for day, holds in (((mark, True), (mark + outside, False)) if mark is not None else ())
        if (requirement.holding_on(day) is holding) is not holds
    ]
    assert len(held) > 100
    assert wrong == []


@pytest.mark.parametrize("name", ["separate-games-count", "separate-games-over-five", "second-prize-reserve"])
def test_a_rule_that_was_dropped_is_told_as_such_and_not_passed(name: str) -> None:
    found = answer(name, document("game"), date(2021, 6, 14))
    assert (found.status, "Since 2021-06-14" in found.message) == ("not-applicable", True)


def test_what_nobody_has_seen_is_a_review() -> None:
    for day in ("2008-01-01", "2008-12-31"):
        found = findings(document("game", remove=("wagers / line / maximum",)), date.fromisoformat(day))
        limits = [(one.status, one.places[0].route) for one in found if one.requirement == "washington.wager-limit"]
        assert limits == [("review", "wagers / nines / maximum")], "the rules keep the line within the law's limit"
    for day in ("2008-01-01", "2016-12-22"):
        assert status("time-fee", document("time-fee"), day) == "review"
        assert status("hand-fee", document("schedule"), day) == "review"


# --- the made-up documents that the cases start from ---


@pytest.mark.parametrize(
    "base",
    [
        "baccarat",
        "carryover",
        "four-games",
        "game",
        "jackpot",
        "pan",
        "poker",
        "schedule",
        "terms",
        "time-fee",
        "unlisted",
    ],
)
def test_a_base_document_meets_every_requirement_today(base: str) -> None:
    wrong = [(found.requirement, found.message) for found in findings(document(base)) if found.status not in GOOD]
    assert wrong == []


GOOD = ("pass", "not-applicable")


# --- the aggregate payout limit ---


def floor_of(day: str, amount: str) -> str:
    """The answer to a limit of this amount on a bonus wager of 2,000 to 1 that states no maximum."""
    without = ("wagers / nines / maximum", "aggregate / per-player")
    return status("aggregate-floor", document("game", {"aggregate / amount": amount}, without), day)


def test_the_floor_is_15000_dollars_under_a_wager_limit_of_300() -> None:
    assert floor_of("2021-06-14", "$14,999") == "fail"
    assert floor_of("2021-06-14", "$15,000") == "pass"
    assert floor_of("2023-09-24", "$15,000") == "pass"


def test_the_floor_is_20000_dollars_under_a_wager_limit_of_400() -> None:
    assert floor_of("2023-09-25", "$19,999") == "fail"
    assert floor_of("2026-11-16", "$19,999") == "fail"
    assert floor_of("2026-11-16", "$20,000") == "pass"


def test_the_message_says_that_the_limit_on_one_wager_was_used() -> None:
    found = answer("aggregate-floor", document("game", remove=("wagers / nines / maximum", "aggregate / per-player")))
    assert found.message == (
        "The payout limit is $10,000; it must be at least $20,000 ($400 wagered on nines, times 50 to 1)."
    )


def test_a_maximum_that_the_document_states_goes_before_the_law_s() -> None:
    changes = {"wagers / nines / maximum": "$300", "aggregate / amount": "$15,000"}
    for day in ("2021-06-14", "2026-11-16"):
        text = document("game", changes, ("aggregate / per-player",))
        assert status("aggregate-floor", text, day) == "pass"
        text = document("game", changes | {"aggregate / amount": "$14,999"}, ("aggregate / per-player",))
        assert status("aggregate-floor", text, day) == "fail"


@pytest.mark.parametrize(
    ("minimum", "player", "expected"),
    [
        ("$1", "$4,999", "fail"),  # $100 times 50 is more than $1 times 2,000
        ("$1", "$5,000", "pass"),
        ("$3", "$5,999", "fail"),  # $3 times 2,000 is more than $100 times 50
        ("$3", "$6,000", "pass"),
    ],
)
def test_the_older_rule_takes_the_higher_of_two_amounts(minimum: str, player: str, expected: str) -> None:
    text = document("game", {"wagers / nines / minimum": minimum, "aggregate / per-player": player})
    for day in ("2009-01-01", "2021-06-13"):
        assert status("aggregate-floor", text, day) == expected


@pytest.mark.parametrize(("table", "expected"), [("$9,999", "fail"), ("$10,000", "pass")])
def test_by_the_older_rule_a_table_s_limit_is_twice_a_player_s(table: str, expected: str) -> None:
    text = document("game", {"aggregate / amount": table})
    assert status("aggregate-table-floor", text, "2008-01-01") == expected
    assert status("aggregate-table-floor", text, "2021-06-13") == expected
    assert status("aggregate-table-floor", text, "2021-06-14") == "not-applicable"


def test_no_limit_may_lie_on_a_wager_that_pays_6_to_1() -> None:
    short = {"three-nines": "6 to 1", "two-nines": "4 to 1", "natural-nine": "2 to 1"}
    found = answer("aggregate-long-odds", document("game", {"wagers / nines / pays": short}))
    assert found.status == "fail"
    assert found.places[0].route == "wagers / nines / pays / three-nines"
    assert found.message == "The best odds of nines are 6 to 1; a limit may lie only on prizes of 50 to 1 or more."


def test_exactly_50_to_1_may_be_limited_and_49_to_1_may_not() -> None:
    for odds, expected in (("50 to 1", "pass"), ("49 to 1", "fail")):
        text = document("game", {"wagers / nines / pays / three-nines": odds})
        assert status("aggregate-long-odds", text, "2026-11-16") == expected


def test_a_limit_that_names_no_wagers_is_a_question() -> None:
    found = answer("aggregate-floor", document("game", remove=("aggregate / covers",)))
    assert (found.status, found.places[0].route) == ("review", "aggregate / covers")
    assert found.message.startswith("Not stated: the wagers under the payout limit.")


# --- poker by all its names ---


def test_poker_goes_by_the_same_names_wherever_the_law_speaks_of_it() -> None:
    tree: Any = read_source((ROOT / "schemas/washington/words.yaml").read_bytes()).tree
    words = tree["words"]
    others = {"hearts", "pinochle", "cribbage", "rummy", "panguingue", "pan", "pitch", "bid-whist"}
    assert {*words["other-listed-games"]} == others
    poker = [(family, True) for family in words["poker-games"]]
    for family, answered in (*poker, ("pinochle", False), ("cribbage", False)):
        text = document("poker", {"family": family, "title": "Cedar Evening"}, remove=("other-family-names",))
        for name in ("poker-wager", "poker-rounds", "poker-wagers-in-round"):
            assert (status(name, text, "2026-11-16") != "not-applicable") is answered, (family, name)
        assert status("nonhouse-game-listed", text, "2026-11-16") == "pass", family


# --- fees ---


def test_a_commission_of_5_percent_on_a_winning_hand_is_allowed() -> None:
    found = answer("only-commission", document("game"))
    assert (found.status, found.places[0].route) == ("pass", "wagers / line / commission")
    assert answer("only-commission", gow_z_gow()).status == "pass"


@pytest.mark.parametrize(
    ("fee", "expected"),
    [
        ("$10 per hour", "pass"),
        ("$11 per hour", "fail"),
        ("$5 per half hour", "pass"),
        ("$6 per half hour", "fail"),
        ("$2.50 per quarter hour", "pass"),
        ("$3 per quarter hour", "fail"),
        ("$5 per session", "review"),
    ],
)
def test_a_fee_for_time_is_reckoned_by_the_hour(fee: str, expected: str) -> None:
    text = document("time-fee", {"options / 1 / collections / 1 / fee": fee})
    assert answer("time-fee", text).status == expected


def test_a_stretch_of_minutes_is_written_beside_the_fee() -> None:
    changes = {"options / 1 / collections / 1 / fee": "$6", "options / 1 / collections / 1 / per": "30 minutes"}
    assert answer("time-fee", document("time-fee", changes)).status == "fail"


# --- Gow Z Gow, on the day of its approval and today ---


def answers_of_gow_z_gow(day: date) -> dict[str, str]:
    return {found.requirement.removeprefix("washington."): found.status for found in findings(gow_z_gow(), day)}


GOW_Z_GOW = {
    # requirement: (on the day of its approval, today); None where the law of that day asked nothing that was seen
    # The rules bear no date, and no text ties them to the approval.
    "game-approved": ("review", "review"),
    "limit-clause-current": ("pass", "fail"),
    "separate-games-count": ("pass", "not-applicable"),
    "separate-games-over-five": ("pass", "not-applicable"),
    "separate-games-identified": (None, "fail"),
    "envy-qualifier": (None, "pass"),
    "envy-second-spot": (None, "review"),
    "envy-outside-aggregate": ("review", "review"),
    "aggregate-floor": ("review", "review"),
    "aggregate-table-floor": ("review", "not-applicable"),
    "aggregate-long-odds": (None, "pass"),
    "aggregate-one-prize-type": (None, "pass"),
    "second-prize-reserve": ("review", "not-applicable"),
    "fixed-prize-reserve": (None, "review"),
    "players-house-banked": ("pass", "pass"),
    "wager-limit": ("pass", "pass"),
    "only-commission": (None, "pass"),
    "shoe": (None, "pass"),
    # What is printed is an example of house rules, which the house may set.
    "no-side-bets": (None, "review"),
}


@pytest.mark.parametrize("name", GOW_Z_GOW)
def test_gow_z_gow_on_the_day_of_its_approval_and_today(name: str) -> None:
    then, now = answers_of_gow_z_gow(APPROVED), answers_of_gow_z_gow(TODAY)
    assert (then.get(name), now.get(name)) == GOW_Z_GOW[name]


def test_every_difference_between_the_two_readings_of_gow_z_gow_comes_from_a_change_of_the_law() -> None:
    then, now = answers_of_gow_z_gow(APPROVED), answers_of_gow_z_gow(TODAY)
    for name in then.keys() | now.keys():
        if then.get(name) != now.get(name):
            requirement = law().requirements[f"washington.{name}"]
            assert requirement.holding_on(APPROVED) is not requirement.holding_on(TODAY), name


def test_the_floor_for_gow_z_gow_rose_with_the_wager_limit() -> None:
    def limited(limit: str, amount: str, day: date) -> Finding:
        text = changed(gow_z_gow().decode(), {f"aggregate / {limit}": amount}).encode()
        return next(one for one in findings(text, day) if one.requirement == "washington.aggregate-floor")

    then, now = limited("per-player", "$14,999", APPROVED), limited("amount", "$19,999", TODAY)
    assert (then.status, now.status) == ("fail", "fail")
    assert "must be at least $15,000 ($300 wagered" in then.message
    assert "must be at least $20,000 ($400 wagered" in now.message
    assert limited("amount", "$20,000", TODAY).status == "pass"
    # By the older rule the lowest wager counts as well, and Gow Z Gow states none.
    assert limited("per-player", "$15,000", APPROVED).status == "review"


# --- pinpoints ---

PINPOINTS = {
    "tournament-notice": "WAC 230-15-215(1)",
    "tournament-entry-fee": "WAC 230-15-210(1)(a)",
    "tournament-fee-before-play": "WAC 230-15-210(1)(b)",
    "tournament-buy-ins": "WAC 230-15-210(4)",
    "tournament-buy-ins-returned": "WAC 230-15-210(5)(b)",
    "box-for-each-fee": "WAC 230-15-085(2)(c), (3)(c)",
    "chip-rack-emptied": "WAC 230-15-085(3)(e)",
    "cut-fee": "WAC 230-15-125(1); WAC 230-15-126(1)",
    "deck-fee": "WAC 230-15-120(3)",
    "deck-fee-cash": "WAC 230-15-120(4)",
    "no-charge-for-chips": "WAC 230-15-100(2)",
    "house-dealer": "WAC 230-15-160(1)(b)",
    "player-jackpot-licence": "WAC 230-15-360(1)",
    "player-jackpot-funds": "WAC 230-15-360(2)(a)",
    "player-jackpot-dealer": "WAC 230-15-395; WAC 230-15-160(1)(b)",
    "aggregate-made-known": "WAC 230-15-490(4)",
    "extra-prizes-agreed": "WAC 230-15-141(2)",
    "progressive-cap": "WAC 230-15-685(3)",
}


@pytest.mark.parametrize("name", PINPOINTS)
def test_a_requirement_is_cited_by_the_words_it_rests_on(name: str) -> None:
    assert law().requirements[f"washington.{name}"].newest.cite == PINPOINTS[name]


@pytest.mark.parametrize(
    ("name", "day", "seen"),
    [
        ("no-charge-for-chips", "2018-06-30", "inferred"),
        ("no-charge-for-chips", "2018-07-01", "text"),
        ("deck-fee", "2018-06-30", "inferred"),
        ("deck-fee", "2018-07-01", "text"),
        ("house-dealer", "2008-01-01", "text"),
        ("player-jackpot-posted", "2008-01-01", "text"),
    ],
)
def test_how_well_a_wording_is_known_changes_with_its_day(name: str, day: str, seen: str) -> None:
    found = law().requirements[f"washington.{name}"].holding_on(date.fromisoformat(day))
    assert found is not None
    assert found.seen == seen


@pytest.mark.parametrize(
    ("one", "total", "expected"),
    [
        ("$50", "$50", "not-applicable"),
        ("$50", "$51", "fail"),
        ("$51", "$51", "fail"),
        ("$50", None, "review"),
        (None, "$400", "fail"),
        (None, None, "review"),
    ],
)
def test_all_buy_ins_together_decide_whether_a_tournament_needs_notice(
    one: str | None, total: str | None, expected: str
) -> None:
    amounts = {"tournament / buy-in": one, "tournament / buy-ins": total}
    changes = {key: amount for key, amount in amounts.items() if amount is not None}
    silent = tuple(key for key, amount in amounts.items() if amount is None)
    text = document("poker", changes | {"tournament / notice": "9 days"}, silent)
    found = [one.status for one in findings(text) if one.requirement == "washington.tournament-notice"]
    assert expected in found
