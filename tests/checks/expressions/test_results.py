"""What Python works out as a result of an expression: its value or state, and the places that it brings along."""

from __future__ import annotations

from compliance.checks.expressions.results import (
    MISSING,
    STATED,
    UNCLEAR,
    Blamed,
    Placed,
    Result,
    Row,
    Unknown,
    find_absence,
    join_by_and,
    join_by_or,
    join_doubts,
    make_result,
    make_stated,
    make_truth,
    negate,
)
from compliance.documents.openness import OpenFact

AT = ("bank", "by")
OTHER = ("table", "players")
GIVEN = (Blamed(("given",), 1),)
DOUBT, SECOND = OpenFact(("a",)), OpenFact(("b",))


def test_a_plain_value_stands_where_it_was_asked_for() -> None:
    assert make_result(5, AT, "b.yaml") == Result(STATED, 5, (Blamed(AT, 5, path="b.yaml"),), path="b.yaml")
    assert make_result(5, AT, "", GIVEN) == Result(STATED, 5, GIVEN)
    assert make_result(None, AT, "b.yaml") == Result(MISSING, None, (Blamed(AT, path="b.yaml"),), path="b.yaml")
    assert make_result(None, AT, "", GIVEN) == Result(MISSING, None, GIVEN)
    ready = Result(STATED, 7, GIVEN)
    assert make_result(ready, AT) is ready


def test_what_cannot_be_told_is_unclear_and_says_why() -> None:
    assert make_result(Unknown("why"), AT) == Result(UNCLEAR, None, (Blamed(AT),), note="why")
    assert make_result(Unknown("why"), AT, "", GIVEN) == Result(UNCLEAR, None, GIVEN, note="why")
    assert make_result(Unknown("why", OTHER), AT, "", GIVEN) == Result(UNCLEAR, None, (Blamed(OTHER),), note="why")
    placed = make_result(Placed(Unknown("why"), OTHER), AT, "b.yaml")
    assert placed == Result(UNCLEAR, None, (Blamed(OTHER, path="b.yaml"),), note="why", path="b.yaml")


def test_a_placed_value_and_a_row_bring_their_own_places() -> None:
    placed = make_result(Placed(5, OTHER, (AT,)), AT)
    assert placed == Result(STATED, 5, (Blamed(OTHER, 5), Blamed(AT, "")), route=OTHER)
    row = Row(OTHER, {"low": 5}, (AT,))
    assert make_result(row, AT) == Result(STATED, row, (Blamed(OTHER, ""), Blamed(AT, "")), route=OTHER)


def test_a_list_has_the_places_of_its_items_or_its_own_where_it_is_empty() -> None:
    found = make_result([5, Placed(6, OTHER)], AT, "", GIVEN)
    assert [one.value for one in found.value] == [5, 6]
    assert [one.route for one in found.blamed] == [("given",), OTHER]
    assert make_result([], AT) == Result(STATED, (), (Blamed(AT),))
    assert make_result((), AT, "", GIVEN) == Result(STATED, (), GIVEN)


def test_what_is_missing_with_a_block_is_shown_at_the_block() -> None:
    assert Blamed(AT).place == AT
    assert Blamed(AT, block=("bank",)).place == ("bank",)


def test_only_what_is_stated_is_true_or_false() -> None:
    for value in (True, False):
        assert (Result(STATED, value).is_true, Result(STATED, value).is_false) == (value, not value)
        assert not Result(UNCLEAR, value).is_true
        assert not Result(UNCLEAR, value).is_false


def test_facts_and_doubts_of_several_are_kept_once() -> None:
    one = Result(STATED, 1, (Blamed(AT, 1), Blamed(OTHER, 2)), (DOUBT,))
    other = Result(STATED, 2, (Blamed(AT, 3), Blamed(AT, 4, path="b.yaml")), (DOUBT, SECOND))
    for joined in (make_stated(3, one, other), make_truth(True, one, other)):
        assert [(fact.path, fact.route, fact.value) for fact in joined.blamed] == [
            ("", AT, 1),
            ("", OTHER, 2),
            ("b.yaml", AT, 4),
        ]
        assert joined.doubts == join_doubts([one, other]) == (DOUBT, SECOND)


def test_what_is_missing_comes_before_what_is_unclear() -> None:
    missing, unclear = Result(MISSING, None, GIVEN, note="gone"), Result(UNCLEAR, None, (Blamed(AT),), note="blurred")
    stated = Result(STATED, 1, (Blamed(OTHER),))
    assert find_absence([stated]) is None
    assert find_absence([stated, unclear]) == Result(UNCLEAR, None, (Blamed(AT),), note="blurred")
    assert find_absence([unclear, missing]) == Result(MISSING, None, GIVEN, note="gone")


def test_a_condition_keeps_why_it_is_open_and_what_casts_doubt() -> None:
    plain, noted = Result(UNCLEAR, None, GIVEN), Result(UNCLEAR, None, (Blamed(AT),), note="blurred")
    doubted = Result(STATED, True, (), (DOUBT,))
    joined = join_by_and([plain, noted, doubted])
    assert (joined.state, joined.note, joined.doubts, len(joined.blamed)) == (UNCLEAR, "blurred", (DOUBT,), 2)


def test_what_is_false_by_silence_alone_says_so() -> None:
    silent, spoken = Result(STATED, False, silent=True), Result(STATED, False)
    true = Result(STATED, True)
    assert join_by_and([silent, true]).silent
    assert not join_by_and([silent, spoken]).silent
    assert join_by_or([silent, silent]).silent
    assert not join_by_or([silent, spoken]).silent
    assert negate(silent) == Result(STATED, True, silent=True)
    assert negate(Result(UNCLEAR)) == Result(UNCLEAR)


def test_what_one_certain_side_decides_has_no_doubt() -> None:
    doubted, certain = Result(STATED, False, (), (DOUBT,)), Result(STATED, False)
    true, doubted_true = Result(STATED, True), Result(STATED, True, (), (DOUBT,))
    assert join_by_and([doubted, certain]).doubts == ()
    assert join_by_and([doubted, true]).doubts == (DOUBT,)
    assert join_by_or([doubted_true, true]).doubts == ()
    assert join_by_or([doubted_true, certain]).doubts == (DOUBT,)
    assert join_by_and([doubted_true, true]).doubts == (DOUBT,)
