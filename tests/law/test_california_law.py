"""The law of California, day by day: what each wording sets, and the answers that follow from it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from compliance.engine.checking import check
from compliance.engine.findings import Finding
from compliance.law.cases import base_document, changed
from compliance.law.catalog import Catalog, Holding
from compliance.reports.conclusion import describe_untested_law
from tests.catalogs import law

TODAY = date(2026, 11, 16)
ONE_DAY = timedelta(days=1)
BASES = ("blackjack", "game", "pot-game", "schedule", "terms")


def wording(name: str, day: str) -> Holding | None:
    return law().requirements[f"california.{name}"].holding_on(date.fromisoformat(day))


def values(name: str, day: str) -> Any:
    found = wording(name, day)
    return None if found is None else {key: str(value) for key, value in found.values.items()}


def document(name: str, changes: dict[str, Any] | None = None, remove: tuple[str, ...] = ()) -> bytes:
    """A base document with something changed."""
    return changed(base_document(f"california-{name}"), changes or {}, remove).encode()


def findings(text: bytes, day: date = TODAY, catalog: Catalog | None = None) -> list[Finding]:
    return check([("doc.yaml", text)], day, catalog or law()).findings


def answer(name: str, text: bytes, day: date = TODAY) -> Finding:
    [found] = [finding for finding in findings(text, day) if finding.requirement == f"california.{name}"]
    return found


# --- every dated value, the day before and the day of its change ---


@pytest.mark.parametrize("name", ["collection-rate-count", "stated-rate-limit"])
@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("1985-01-01", None),
        ("2002-12-30", None),
        ("2002-12-31", {"collection-rates": "3"}),
        ("2003-12-31", {"collection-rates": "3"}),
        ("2004-01-01", {"collection-rates": "5", "collection-rates-certain": "3"}),
        ("2008-12-31", {"collection-rates": "5", "collection-rates-certain": "3"}),
        ("2009-01-01", {"collection-rates": "5"}),
        ("2013-06-16", {"collection-rates": "5"}),
        ("2026-11-16", {"collection-rates": "5"}),
    ],
)
def test_three_rates_became_five(name: str, day: str, expected: dict[str, str] | None) -> None:
    names = {"most": "collection-rates", "certain": "collection-rates-certain"}
    found = values(name, day)
    told = {names.get(key, key): value for key, value in (found or {}).items()}
    assert {key: told[key] for key in told if key.startswith("collection-rates")} == (expected or {})


def test_every_day_between_says_three_or_five() -> None:
    day = date(2004, 1, 1)
    while day <= date(2008, 12, 31):
        found = law().requirements["california.collection-rate-count"].holding_on(day)
        assert found is not None
        assert (found.values["collection-rates-certain"], found.values["collection-rates"], found.seen) == (
            "3",
            "5",
            "inferred",
        )
        assert "three or five" in found.cite
        day += ONE_DAY


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("player-dealer-featured", "2000-09-30", None),
        ("bank-rotates", "2000-09-30", None),
        ("rotation-systematic", "2000-09-30", None),
        ("fixed-limited-wager", "2000-09-30", None),
        ("house-never-banks", "2000-09-30", None),
        ("no-other-bank", "2000-09-30", None),
        ("house-no-interest", "2000-09-30", None),
        ("player-dealer-seated", "2024-01-01", None),
        ("holders-seated", "2024-01-01", None),
        ("people-of-the-house", "2024-01-01", None),
        ("no-house-bank", "1992-01-01", None),
        ("no-house-banked-wager", "1992-01-01", None),
        ("named-game", "1992-01-01", None),
        ("named-family", "1992-01-01", None),
        ("application-headings", "2026-11-15", None),
        ("local-wager-limit", "2003-01-01", None),
        ("local-seats", "2003-01-01", None),
        ("local-backline", "2003-01-01", None),
        ("bank-turn", "1998-09-30", None),
        ("bank-without-taker", "1998-09-30", None),
        ("intervening-holder", "1998-09-30", "2007-12-19"),
        ("uncovered-wagers-returned", "2015-05-31", None),
        ("settled-in-order", "2015-05-31", None),
        ("sixty-minutes", "2016-06-30", "2017-06-20"),
        ("no-percentage-fee", "1999-04-22", None),
        ("no-commission", "1999-04-22", None),
        ("fee-determined-before-play", "2001-10-14", None),
        ("rules-fee-determined", "2001-10-14", None),
        ("fee-bands-disjoint", "2001-10-14", None),
        ("bands-contiguous", "2001-10-14", None),
        ("ample-notice", "2009-01-01", None),
        ("fees-posted", "2002-12-31", None),
        ("one-option-per-table", "2015-05-31", None),
        ("schedule-for-each-limit", "2007-08-24", None),
        ("option-for-each-limit", "2007-08-24", None),
        ("one-limit-per-option", "2015-05-31", None),
        ("free-of-extra-fee", "2015-05-31", None),
        ("approval-number", "2015-05-31", None),
        ("fee-collected-before-play", "2001-10-14", None),
        ("rules-fee-collected", "2001-10-14", None),
        ("waiver-condition", "2004-01-01", None),
        ("waiver-notice", "2004-01-01", None),
        ("uncovered-fee-one-way", "2004-01-01", None),
        ("game-approved", "2004-01-01", None),
        ("agency-name", "2007-08-24", None),
        ("one-authorised-player", "2021-01-01", None),
        ("third-party-follows-rules", "2018-01-01", None),
        ("third-party-citation", "2018-01-01", None),
        ("activity-parts", "2004-12-31", None),
        ("activities-listed-apart", "2004-12-31", None),
        ("activity-authorised", "2004-12-31", None),
        ("house-rule-topics", "2012-10-12", None),
        ("house-rules-in-english", "2012-10-12", None),
        ("house-rules-on-request", "2012-10-12", None),
    ],
)
def test_a_requirement_holds_from_its_first_day_to_its_last(name: str, first: str | None, last: str | None) -> None:
    requirement = law().requirements[f"california.{name}"]
    starts = date.fromisoformat(first) if first else date(1900, 1, 1)
    ends = date.fromisoformat(last) if last else date(2100, 1, 1)
    assert requirement.holding_on(starts) is not None
    assert requirement.holding_on(ends) is not None
    if first:
        assert requirement.holding_on(starts - ONE_DAY) is None
    if last:
        assert requirement.holding_on(ends + ONE_DAY) is None
    marks = sorted(mark for held in requirement.history for mark in (held.from_, held.until) if mark is not None)
    for mark in marks:
        inside = starts <= mark <= ends
        assert (requirement.holding_on(mark) is not None) == inside


@pytest.mark.parametrize("day", [date(1950, 1, 1), date(1991, 12, 31)])
def test_no_law_of_a_state_is_known_before_its_first_day(day: date) -> None:
    # Since when a city's ordinance stands so is often not known: it is asked on every day.
    state = [one for one in law() if not one.reason and one.applies.locality is None]
    assert [one.id for one in state if one.holding_on(day) is not None] == []


@pytest.mark.parametrize(
    ("name", "day", "cite", "seen"),
    [
        ("no-percentage-fee", "2001-10-13", "Sutter's Place", "secondary"),
        ("no-percentage-fee", "2001-10-14", "former", "digest"),
        ("no-percentage-fee", "2001-12-31", "former", "digest"),
        ("no-percentage-fee", "2002-01-01", "§ 337j(f)", "digest"),
        ("no-percentage-fee", "2008-12-31", "§ 337j(f)", "digest"),
        ("no-percentage-fee", "2009-01-01", "§ 337j(f)", "text"),
        ("no-commission", "2001-12-31", "former", "digest"),
        ("no-commission", "2002-01-01", "§ 337j(f)", "digest"),
        ("no-commission", "2008-12-31", "§ 337j(f)", "digest"),
        ("no-commission", "2009-01-01", "§ 337j(f)", "text"),
        ("collection-rate-count", "2003-12-31", "former", "recital"),
        ("collection-rate-count", "2008-12-31", "former, three or five", "inferred"),
        ("collection-rate-count", "2009-01-01", "§ 337j(f)", "text"),
        ("waiver-condition", "2008-12-31", "former", "digest"),
        ("waiver-condition", "2009-01-01", "§ 337j(f)", "text"),
        ("waiver-notice", "2008-12-31", "former", "digest"),
        ("waiver-notice", "2009-01-01", "§ 337j(f)", "text"),
        ("ample-notice", "2009-01-01", "§ 337j(f)", "text"),
        ("game-approved", "2008-12-31", "§ 337j(e), former", "digest"),
        ("game-approved", "2009-01-01", "§ 337j(e)(1)", "text"),
        ("fee-determined-before-play", "2001-12-31", "former", "digest"),
        ("fee-determined-before-play", "2002-01-01", "§ 337j(f)", "digest"),
        ("fee-determined-before-play", "2008-12-31", "former", "digest"),
        ("fee-determined-before-play", "2009-01-01", "§ 337j(f)", "text"),
        ("fee-collected-before-play", "2001-12-31", "former", "digest"),
        ("fee-collected-before-play", "2002-01-01", "if it still stood", "inferred"),
        ("fee-collected-before-play", "2008-12-31", "if it still stood", "inferred"),
        ("fee-collected-before-play", "2009-01-01", "§ 337j(f)", "text"),
        ("player-dealer-featured", "2001-12-31", "as first enacted", "digest"),
        ("player-dealer-featured", "2002-01-01", "§ 330.11", "text"),
        ("bank-rotates", "2001-12-31", "as first enacted", "digest"),
        ("bank-rotates", "2002-01-01", "§ 330.11", "text"),
        ("rotation-systematic", "2001-12-31", "as first enacted", "digest"),
        ("rotation-systematic", "2002-01-01", "§ 330.11", "text"),
        ("fixed-limited-wager", "2001-12-31", "as first enacted", "digest"),
        ("fixed-limited-wager", "2002-01-01", "§ 330.11", "text"),
        ("house-never-banks", "2001-12-31", "as first enacted", "digest"),
        ("house-never-banks", "2002-01-01", "§ 330.11", "text"),
        ("no-other-bank", "2001-12-31", "as first enacted", "digest"),
        ("no-other-bank", "2002-01-01", "§ 330.11", "text"),
        ("house-no-interest", "2009-12-30", "first enacted as § 19980", "digest"),
        ("house-no-interest", "2009-12-31", "§ 19984(a)", "text"),
        ("house-no-interest", "2022-01-01", "§ 19984(a)", "text"),
        ("no-house-bank", "1992-01-01", "§ 330", "text"),
        ("no-house-bank", "2009-01-01", "§ 330", "text"),
        ("player-dealer-seated", "2024-01-01", "§ 19805(ag)", "text"),
        ("third-party-follows-rules", "2020-12-31", "before its amendment", "inferred"),
        ("third-party-follows-rules", "2021-01-01", "12290(a)", "text"),
        ("house-rule-topics", "2020-12-31", "before its amendment", "inferred"),
        ("house-rule-topics", "2021-01-01", "12392", "text"),
    ],
)
def test_a_change_of_wording_changes_what_is_cited(name: str, day: str, cite: str, seen: str) -> None:
    found = wording(name, day)
    assert found is not None
    assert cite in found.cite
    assert found.seen == seen


@pytest.mark.parametrize(
    ("day", "words"),
    [
        ("2007-12-19", "had the position rotate"),
        ("2007-12-20", "held it enough that the position is offered"),
        ("2016-06-29", "held it enough that the position is offered"),
        ("2016-06-30", "withdrew its view that an offer is enough"),
    ],
)
def test_what_the_agency_made_of_an_offer_is_noted_with_its_dates(day: str, words: str) -> None:
    found = wording("bank-rotates", day)
    assert found is not None
    assert words in found.note
    assert found.authority == "statute"


def test_eleven_games_are_barred_by_name() -> None:
    found = wording("named-game", "2026-11-16")
    assert found is not None
    assert len(found.values["names"]) == 11


def test_house_rules_have_eleven_topics() -> None:
    found = wording("house-rule-topics", "2026-11-16")
    assert found is not None
    assert len(found.values["house-rule-topics"]) == 11


def test_what_was_not_seen_as_text_says_why() -> None:
    for requirement in law():
        for held in requirement.history:
            if requirement.id.startswith("california.") and held.seen in ("inferred", "secondary", "recital"):
                assert held.note, requirement.id


# --- the bases answer as clean documents should ---


@pytest.mark.parametrize("name", BASES)
def test_a_base_meets_every_requirement_of_california(name: str) -> None:
    found = [f for f in findings(document(name)) if f.requirement.startswith("california.")]
    assert {f.status for f in found} <= {"pass", "not-applicable"}
    assert sum(f.status == "pass" for f in found) >= 4


# --- the bank ---


@pytest.mark.parametrize(("turn", "status"), [("2 hands", "pass"), ("1 hand", "pass"), ("3 hands", "fail")])
def test_the_bank_is_held_for_two_hands_at_most(turn: str, status: str) -> None:
    found = answer("bank-turn", document("game", {"bank / rotation / at-most": turn}))
    assert (found.status, found.level, found.authority) == (status, "error", "approval practice")


def test_three_hands_are_told_with_the_limit() -> None:
    found = answer("bank-turn", document("game", {"bank / rotation / at-most": "3 hands"}))
    assert found.message == "One person may hold the bank for 3 hands in a row; approved rules allow at most 2 hands."
    assert found.places[0].route == "bank / rotation / at-most"


def test_an_offer_instead_of_rotation_is_for_a_person_and_says_why() -> None:
    found = answer("bank-rotates", document("game", {"bank / rotation / verb": "is offered"}))
    assert (found.status, found.places[0].route) == ("review", "bank / rotation / verb")
    assert "An offer may be enough where the rules make it impossible to keep a bank" in found.message
    assert "withdrew" in found.note


@pytest.mark.parametrize(
    ("name", "field"),
    [("fixed-limited-wager", "bank / pays-up-to")],
)
def test_silence_fails_where_the_law_wants_it_stated(name: str, field: str) -> None:
    assert answer(name, document("game", remove=(field,))).status == "fail"
    unclear = answer(name, document("game", {field: "unclear"}))
    assert (unclear.status, "unclear" in unclear.message) == ("review", True)


@pytest.mark.parametrize(
    ("name", "field", "words"),
    [
        ("bank-turn", "bank / rotation / at-most", "in no statute or regulation"),
        ("house-no-interest", "bank / house / interest", "no text that was seen asks it"),
    ],
)
def test_silence_is_for_a_person_where_no_text_asks_for_words(name: str, field: str, words: str) -> None:
    found = answer(name, document("game", remove=(field,)))
    assert (found.status, words in found.note) == ("review", True)


@pytest.mark.parametrize(
    ("then", "status"),
    [
        ("the game stops", "pass"),
        ("game stops", "pass"),
        ("another takes it", "pass"),
        ("holder goes on", "fail"),
        ("house takes it", "fail"),
        ("other", "review"),
        ("the position is offered to the next table", "review"),
        ({"means": "game stops", "says": "dealing ceases until another player accepts"}, "pass"),
        ({"means": "game stops", "says": "the game does not stop"}, "review"),
        ({"means": "game stops", "says": "the game stops unless the holder wishes to go on"}, "review"),
        ({"means": "holder goes on", "says": "the last holder may go on"}, "fail"),
        ({"means": "other", "says": "the floor supervisor decides"}, "review"),
        ({"says": "the game is broken or stopped"}, "review"),
    ],
)
def test_what_follows_when_nobody_takes_the_bank(then: Any, status: str) -> None:
    text = document("game", {"bank / rotation / if-nobody-takes-it": then})
    assert answer("bank-without-taker", text).status == status


def test_what_general_terms_say_of_rotation_is_placed_at_the_rotation_of_the_game() -> None:
    terms = document("terms", {"bank": {"by": "player-dealer", "rotation": {"verb": "is offered"}}})
    found = check([("g.yaml", document("game")), ("t.yaml", terms)], TODAY, law()).findings
    [place, *others] = next(f for f in found if f.requirement == "california.bank-rotates").places
    assert (place.path, place.route) == ("g.yaml", "bank / rotation / verb")
    assert ("t.yaml", "bank / rotation / verb") in [(one.path, one.route) for one in others]
    assert place.span.line > 1


def test_general_terms_supply_what_a_game_does_not_say() -> None:
    game = document("game", remove=("bank / pays-up-to", "bank / rotation / at-most"))
    terms = document("terms", {"bank": {"by": "player-dealer", "rotation": {"every": "3 hands"}}})
    found = {f.requirement: f for f in check([("g.yaml", game), ("t.yaml", terms)], TODAY, law()).findings}
    assert found["california.fixed-limited-wager"].status == "pass"
    assert found["california.bank-turn"].status == "fail"
    assert "t.yaml" in [place.path for place in found["california.bank-turn"].places]


def test_the_sixty_minute_letter_is_a_note_that_came_and_went() -> None:
    silent = document("game")
    for day, status in (
        ("2016-06-30", "review"),
        ("2016-09-29", "review"),
        ("2016-09-30", "fail"),
        ("2017-06-20", "fail"),
    ):
        found = [f for f in findings(silent, date.fromisoformat(day)) if f.requirement == "california.sixty-minutes"]
        assert {(f.status, f.level, f.authority) for f in found} == {(status, "note", "agency letter")}
    for day in ("2016-06-29", "2017-06-21"):
        assert not [f for f in findings(silent, date.fromisoformat(day)) if f.requirement == "california.sixty-minutes"]


# --- fees ---


def test_a_commission_of_five_percent_fails() -> None:
    found = answer("no-commission", document("game", {"wagers / line / commission": "5%"}))
    assert (found.status, found.level, found.places[0].route) == ("fail", "error", "wagers / line / commission")


def four_rates() -> bytes:
    bands = {"$5-$50": "$1", "$51-$100": "$2", "$101-$150": "$3", "$151-$300": "$4"}
    bank = {"payer": "player-dealer", "fee": "$0"}
    return document("schedule", {"options / 1 / collections / 1 / bands": bands, "options / 1 / collections / 2": bank})


@pytest.mark.parametrize(
    ("day", "status"),
    [("2003-12-31", "fail"), ("2004-01-01", "review"), ("2008-12-31", "review"), ("2009-01-01", "pass")],
)
def test_four_rates_on_each_side_of_the_changes(day: str, status: str) -> None:
    assert answer("collection-rate-count", four_rates(), date.fromisoformat(day)).status == status


@pytest.mark.parametrize(("day", "level"), [("2004-01-01", "note"), ("2008-12-31", "note"), ("2009-01-01", "error")])
def test_four_rates_are_only_a_note_while_the_limit_is_not_established(day: str, level: str) -> None:
    assert answer("collection-rate-count", four_rates(), date.fromisoformat(day)).level == level


def test_a_fee_of_the_players_that_is_waived_for_good_fails_nothing() -> None:
    text = document("schedule", {"options / 1 / collections / 1 / fee": "waived"}, remove=("options / 1",))
    assert {f.status for f in findings(text) if f.requirement.startswith("california.")} <= {"pass", "not-applicable"}


@pytest.mark.parametrize(
    ("remove", "level"), [((), "error"), (("options / 1 / collections / 1 / waived-when",), "warning")]
)
def test_a_smaller_fee_without_a_flop_weighs_less_than_a_waiver(remove: tuple[str, ...], level: str) -> None:
    change = {"options / 2 / collections / 2 / without-flop": "$1"}
    silent = ("terms / notice", "terms / waiver-notice", *remove)
    found = answer("waiver-notice", document("schedule", change, remove=silent))
    assert (found.status, found.level) == ("review", level)


def test_a_run_on_a_day_of_rules_that_were_enjoined_later_says_that_they_were_not_asked() -> None:
    game = [("g.yaml", base_document("california-game").encode())]
    rules = [one for one in law() if "2026-" in one.id]
    told = {
        day: describe_untested_law(check(game, date.fromisoformat(day), law()))
        for day in ("2026-03-31", "2026-04-01", "2026-05-20", "2026-05-21")
    }
    said = f"{len(rules)} requirements of California rest on rules that a court stopped later."
    assert {day: [said in one for one in lines].count(True) for day, lines in told.items()} == {
        "2026-03-31": 0,
        "2026-04-01": 1,
        "2026-05-20": 1,
        "2026-05-21": 0,
    }
    asked = check(game, date(2026, 4, 1), law(), suspended=True)
    assert not [one for one in describe_untested_law(asked) if said in one]


def test_nothing_is_called_lawful() -> None:
    for requirement in law():
        words = [requirement.title, requirement.why]
        words += [text for held in requirement.history for text in (held.asks, held.remedy, held.note)]
        assert "lawful" not in " ".join(words).replace("unlawful", ""), requirement.id
    assert not [one.asks for one in law().left_to_people if "lawful" in one.asks.replace("unlawful", "")]


def test_a_fee_from_the_player_dealer_alone_fails_nothing() -> None:
    text = document("schedule", remove=("options / 1",))
    assert {f.status for f in findings(text) if f.requirement.startswith("california.")} <= {"pass", "not-applicable"}


@pytest.mark.parametrize(
    ("day", "status"),
    [("2001-12-31", "fail"), ("2002-01-01", "review"), ("2008-12-31", "review"), ("2009-01-01", "not-applicable")],
)
def test_collection_before_play_is_former_law_that_ends_in_doubt(day: str, status: str) -> None:
    text = document("schedule", {"terms / fees-collected": "after the flop"})
    found = answer("fee-collected-before-play", text, date.fromisoformat(day))
    assert found.status == status
    assert ("before or after play starts" in found.message) == (status == "not-applicable")


# --- the rules of 2026 ---


def breaks_2026() -> bytes:
    return document(
        "blackjack",
        {
            "title": "21st Century Blackjack",
            "play / target": "21",
            "play / bust": "loses",
            "play / natural": "wins at once",
            "play / ties": "push",
            "bank / seated": "no",
            "bank / backed-by-others": "allowed",
            "bank / rotation / every": "2 hands",
            "bank / third-party": {
                "allowed": "yes",
                "per-table": "3",
                "consecutive-turns": "allowed",
                "wagers-only-as-bank": "no",
            },
        },
        remove=("bank / rotation / other-holders", "statements / position-sign-at-table"),
    )


def find_2026_findings(text: bytes, day: date) -> list[Finding]:
    found = check([("doc.yaml", text)], day, law(), suspended=True).findings
    return [f for f in found if f.requirement.startswith("california.2026-")]


def test_the_rules_of_2026_say_nothing_before_their_day() -> None:
    assert find_2026_findings(breaks_2026(), date(2026, 3, 31)) == []


@pytest.mark.parametrize(
    ("day", "authority", "words"),
    [
        (date(2026, 4, 1), "later enjoined", "in force on this date and enjoined later"),
        (date(2026, 5, 20), "later enjoined", "in force on this date and enjoined later"),
        (date(2026, 5, 21), "suspended", "This rule is suspended; no duty follows."),
        (TODAY, "suspended", "This rule is suspended; no duty follows."),
        (date(2030, 1, 1), "suspended", "This rule is suspended; no duty follows."),
    ],
)
def test_the_rules_of_2026_are_information_and_say_how_they_stood(day: date, authority: str, words: str) -> None:
    found = find_2026_findings(breaks_2026(), day)
    assert len({f.requirement for f in found}) == 13
    assert {f.status for f in found} == {"information"}
    assert not [f for f in findings(breaks_2026(), day) if f.requirement.startswith("california.2026-")]
    for finding in found:
        assert (finding.level, finding.authority, finding.seen) == ("note", authority, "secondary")
        assert words in finding.message
        assert ("no duty follows" in f"{finding.message} {finding.note} {finding.remedy}") == (authority == "suspended")
        assert "reports" in finding.note
        assert "2026-04-01" in finding.note
        assert "enjoined on 2026-05-21" in finding.note
        assert "held invalid by the trial court" in finding.note
        assert "appeal" in finding.note


def test_the_rules_of_2026_leave_other_games_alone() -> None:
    found = {f.requirement: f.status for f in find_2026_findings(document("game"), TODAY)}
    assert found["california.2026-no-bust"] == "not-applicable"
    assert found["california.2026-name"] == "not-applicable"


@pytest.mark.parametrize(
    ("title", "status"),
    [
        ("Route 121 Harbor", "pass"),
        ("Harbor 210", "pass"),
        ("Jack Black's", "pass"),
        ("Harbor 21", "information"),
        ("21st Century Harbor", "information"),
        ("Black-Jack Harbor", "information"),
    ],
)
def test_a_name_is_read_word_by_word(title: str, status: str) -> None:
    found = find_2026_findings(document("blackjack", {"title": title}), TODAY)
    assert [one.status for one in found if one.requirement == "california.2026-name"] == [status]


# --- limits of a city or county ---


def local(text: bytes, place: str) -> dict[str, str]:
    found = check([("doc.yaml", text)], TODAY, law()).findings
    return {f.requirement: f.status for f in found if f.requirement.startswith(place)}


def test_sacramento_counts_those_who_sit_and_those_who_stand() -> None:
    table = {"players": "12", "backline": "allowed", "unseated": "12", "behind-each-seat": "1"}
    game = {"locality": "Sacramento", "table": table}
    assert set(local(document("game", game), "sacramento").values()) == {"pass"}
    crowded = {"players": "13", "backline": "allowed", "unseated": "13", "behind-each-seat": "2"}
    found = local(document("game", {"locality": "Sacramento", "table": crowded}), "sacramento")
    assert found == {
        "sacramento.seated-players": "fail",
        "sacramento.backline-in-rules": "pass",
        "sacramento.unseated-players": "fail",
        "sacramento.one-behind-each-seat": "fail",
    }


def test_sacramento_asks_for_a_yes_or_no_on_betting_from_behind() -> None:
    game = {"locality": "Sacramento", "table / backline": "subject to local law"}
    assert local(document("game", game), "sacramento")["sacramento.backline-in-rules"] == "fail"


@pytest.mark.parametrize(("most", "status"), [("$1,000", "pass"), ("$1,001", "fail")])
def test_the_county_allows_a_thousand_dollars(most: str, status: str) -> None:
    game = {"locality": "San Luis Obispo County", "table / maximum": most}
    found = local(document("game", game), "san-luis-obispo-county")
    assert found["san-luis-obispo-county.game-limit"] == status
    assert found["san-luis-obispo-county.limits-posted"] == "review"
    schedule = {"locality": "San Luis Obispo County", "table-limits / maximum": most}
    assert local(document("schedule", schedule), "san-luis-obispo-county") == {
        "san-luis-obispo-county.schedule-limit": status
    }


def test_an_ordinance_that_comes_along_is_asked_only_where_a_document_names_its_place() -> None:
    assert local(document("game"), "sacramento") == {}
    assert local(document("game", remove=("locality",)), "sacramento") == {}
    # A county that has the name of a city in it may be meant by that name: a person says which.
    assert set(local(document("game", {"locality": "San Luis Obispo"}), "san-luis-obispo-county").values()) == {
        "review"
    }


@pytest.mark.parametrize("name", ["San José", "san jose", "City of San José", "SAN JOSÉ"])
def test_a_place_goes_by_its_names_as_people_write_them(name: str) -> None:
    assert local(document("game", {"locality": name}), "san-jose") == {"san-jose.betting-squares": "pass"}


def test_a_locality_that_no_catalog_knows_is_said_so() -> None:
    [said] = describe_untested_law(check([("doc.yaml", document("game"))], TODAY, law()))
    assert said == (
        "No ordinance of Harbor City is known here. Of local law, 1 document was checked only for limits that the "
        "document states itself."
    )


def test_what_is_not_known_of_a_place_is_said_where_a_document_names_it() -> None:
    [said] = describe_untested_law(
        check([("doc.yaml", document("game", {"locality": "city of madera"}))], TODAY, law())
    )
    assert said.startswith("Of the ordinances of Madera only a part was tested. Only 6-3.20(B), on fees, was seen")


def test_a_document_without_a_locality_is_told_that_no_ordinance_was_tested() -> None:
    told = describe_untested_law(check([("doc.yaml", document("game", remove=("locality",)))], TODAY, law()))
    assert told == ["Where no locality (city or county) is stated, no local ordinance was tested."]
