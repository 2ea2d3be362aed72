"""One thing to mend is told once: silence about several wagers, and a fault that options take over from one rate."""

from __future__ import annotations

from datetime import date
from typing import Any

from compliance.engine.checking import check
from compliance.engine.findings import Finding
from compliance.engine.grouping import group_findings
from compliance.law.cases import base_document, changed
from tests.catalogs import law

BY_WAGER = {"payer": "player", "per": "hand", "by": "wager-amount", "counts": "base wagers"}
GAP = BY_WAGER | {"bands": {"$10-$100": "$1", "$111-$500": "$2"}}


def check_changed(base: str, set: dict[str, Any], remove: list[str] | None = None) -> list[Finding]:
    text = changed(base_document(base), set, remove or [])
    findings = check([("document.yaml", text.encode())], date(2026, 11, 16), law()).findings
    return [finding for finding in findings if finding.status in ("fail", "review", "error")]


def describe(findings: list[Finding], requirement: str) -> list[tuple[str, list[str]]]:
    own = [finding for finding in findings if finding.requirement == requirement]
    return [(finding.message, [place.route for place in finding.places]) for finding in own]


def test_a_fault_of_a_shared_rate_is_told_once_with_its_places() -> None:
    options = [{"option": str(number), "collections": ["by-wager"]} for number in (1, 2, 3)]
    shared = check_changed("integrity-schedule", {"rates": {"by-wager": GAP}, "options": options})
    [(message, places)] = describe(shared, "integrity.band-contiguity")
    assert message == "Option 1, player: wagers of $101 to $110 have no fee. The same in options 2 and 3."
    assert [place for place in places if "$111-$500" in place] == [
        f"options / {number} / collections / 1 / bands / $111-$500" for number in (1, 2, 3)
    ]


def test_the_same_fault_written_twice_is_two_things_to_mend() -> None:
    options = [{"option": str(number), "collections": [GAP]} for number in (1, 2)]
    assert len(describe(check_changed("integrity-schedule", {"options": options}), "integrity.band-contiguity")) == 2


def test_silence_about_several_wagers_is_one_question() -> None:
    said = check_changed("washington-game", {}, ["wagers / line / spot", "wagers / nines / spot", "table / spaces"])
    [(message, places)] = describe(said, "washington.bet-spot")
    assert message.endswith("the line wager is placed. The same for nines.")
    assert places == ["wagers / line / spot", "wagers / nines / spot"]


def test_a_game_that_is_not_settled_is_one_thing_to_settle() -> None:
    games = [{"game": "unclear", "printed": "Harbor Nines"}, {"game": "unclear", "printed": "Harbor Tens"}]
    waiting = [finding for finding in check_changed("integrity-schedule", {"games": games}) if finding.waits]
    assert len(waiting) > 5
    [group] = group_findings(waiting)
    assert {place.route for place in group.lead.places} == {"games / 1 / game", "games / 2 / game"}
    assert group.lead.remedy == "Ask the author which is meant, and state it."


def test_options_left_empty_are_one_thing_that_says_what_is_missing() -> None:
    waiting = [finding for finding in check_changed("integrity-schedule", {"options": []}) if finding.waits]
    assert len(waiting) > 20
    [group] = group_findings(waiting)
    assert group.lead.message == "The options: left empty. Fill this in first."
