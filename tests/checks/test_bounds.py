"""Small documents that once kept a check busy for minutes, filled the machine or broke it, each reduced.

Nothing is timed: what once took a time that doubles with each line never ends here, and where the growth was milder the
work is counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

import pytest

from compliance.checks.bounds import few_places, few_verdicts
from compliance.checks.document.numbering import ordinals
from compliance.checks.registry import CHECKS, Check
from compliance.checks.verdicts import Verdict, cut, failed, passed, review
from compliance.documents import reading
from compliance.documents.blocks import Document
from compliance.documents.reading import load
from compliance.engine import check
from compliance.findings import Findings
from compliance.law.reading import BadCatalogue, read_catalogue
from compliance.source import Limits

GAME = "document: game\ntitle: Bounds\nid: bounds\njurisdiction: washington\nbank: {by: house}\n"
SCHEDULE = "document: schedule\ntitle: Bounds\nid: bounds\njurisdiction: california\nunit: $1\n"


@pytest.fixture(autouse=True)
def _larger_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks keep within bounds by themselves, also on documents far larger than are read."""
    monkeypatch.setattr(reading, "LIMITS", Limits())


def answers(check: str, text: str, **parameters: Any) -> list[Verdict]:
    """What one check says of a document."""
    loaded = load("bounds.yaml", text.encode())
    assert loaded.document is not None, loaded.problems
    return list(CHECKS[check].run(loaded.document, **parameters))


def lines(made: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in made)


def statuses(verdicts: Iterable[Verdict]) -> list[str]:
    return [verdict.status for verdict in verdicts]


# --- wagers that are limited by others ---

ENVY = "envy: {qualifies: {wager: w0, at-least: $5}}\n"


def test_wagers_that_name_each_other() -> None:
    """Each wager names two others: once as many ways as there are subsets were gone."""
    wagers = (f"  w{n}: {{at-most: w{(n + 1) % 300}, equals: w{(n + 2) % 300}}}" for n in range(299))
    text = f"{GAME}wagers:\n{lines(wagers)}  w299: {{maximum: $4}}\n{ENVY}"
    (verdict,) = answers("envy-reachable", text)
    assert verdict.status == "fail"
    assert verdict.also == ((("wagers", "w299", "maximum"), "the most"),)


def test_a_long_line_of_wagers_ends_at_the_limit_of_the_last() -> None:
    wagers = (f"  w{n}: {{at-most: w{n + 1}}}" for n in range(3000))
    text = f"{GAME}wagers:\n{lines(wagers)}  w3000: {{maximum: $6}}\n{ENVY}"
    assert statuses(answers("envy-reachable", text)) == ["pass"]


# --- decision tables ---


def table(given: str, *rules: str, name: str = "draws") -> str:
    return f"  {name}: {{kind: drawing, given: {{{given}}}, rules: [{', '.join(rules)}]}}\n"


def test_a_condition_that_lists_long_ranges_looks_at_each_value_once() -> None:
    """Thousands of ranges over the same values: each value was once looked up for each range."""
    ranges = ", ".join(f"{n}-{130_000 - n}" for n in range(20_000))
    text = f"{GAME}tables:\n" + table("total: 0-131000", f"{{total: [{ranges}], then: draw}}")
    (verdict,) = answers("every-case-decided", text, kinds=["drawing"])
    assert verdict.status == "fail"
    assert "1,000 of 131,001 cases: when total is 130001 to 131000" in verdict.message


def test_inputs_with_one_value_tell_nothing_apart() -> None:
    given = ", ".join(f"i{n}: a" for n in range(6_000))
    text = f"{GAME}tables:\n" + table(f"{given}, total: 0-1", "{total: 0, then: draw}")
    (verdict,) = answers("every-case-decided", text, kinds=["drawing"])
    assert "gives no answer in 1 of 2 cases: when total is 1" in verdict.message


@pytest.mark.parametrize("check", ["every-case-decided", "no-case-decided-twice"])
def test_many_large_tables_are_left_to_a_person(check: str) -> None:
    """Sixteen inputs of two values tell 65,536 cases apart; forty such tables are not all proved, and say so."""
    given, rules = ", ".join(f"i{n}: 0-1" for n in range(16)), [f"{{i{n}: 1, then: draw}}" for n in range(16)]
    tables = (table(given, "{then: draw}", *rules, name=f"t{n}") for n in range(40))
    found = statuses(answers(check, f"{GAME}tables:\n" + "".join(tables), kinds=["drawing"]))
    assert (found.count("pass"), found.count("review")) == (8, 32)


def test_a_fact_that_is_said_again_as_a_long_range_is_told_as_written() -> None:
    said = (f'  - {{at: "{n + 1}", deck / decks: 0-{131_000 - n}}}' for n in range(500))
    found = answers("said-alike", f"{GAME}deck: {{decks: 1-8}}\nreading:\n  said-again:\n{lines(said)}")
    assert statuses(found) == ["fail"] * 500
    assert all(f' and "0-{131_000 - n}" (source line {n + 1})' in verdict.message for n, verdict in enumerate(found))


# --- what is told of one requirement and one document ---


def told(catalogue: str, text: str) -> Findings:
    return check(
        [("bounds.yaml", text.encode())], date(2026, 11, 1), read_catalogue([("own.yaml", catalogue.encode())])
    )


OWN = """\
sections:
  - {{section: House 1, title: Own, authority: house policy, wordings: [{{from: 2000-01-01, seen: text}}]}}
requirements:
  - requirement: own.one
    title: Own
    group: Own
    asks: Something.
    why: It is ours.
    applies: {{document: {document}}}
    rests-on: House 1
    level: error
    check: {check}
    with: {parameters}
    remedy: Mend it.
"""


def own(check: str, parameters: str, document: str = "game") -> str:
    return OWN.format(check=check, parameters=parameters, document=document)


def test_of_many_findings_some_are_told_and_all_are_counted() -> None:
    wagers = lines(f"  w{n}: {{minimum: $1}}" for n in range(4_263))
    found = told(own("at-least", "{what: wagers / * / minimum, least: $5}"), f"{GAME}wagers:\n{wagers}")
    assert found.summary()["fail"] == 4_263
    assert len(found.findings) == 50
    assert found.findings[-1].message.endswith("at least $5 is required. (and 4,213 more of the same kind)")


def test_many_reviews_do_not_hide_a_failure() -> None:
    verdicts = [review(f"{n}") for n in range(60)] + [failed("bad"), failed("a note")._replace(level="note")]
    told = few_verdicts(verdicts)
    assert [(one.message, number) for one, number in told[48:]] == [
        ("48", 1),
        ("49 (and 10 more of the same kind)", 11),
        ("bad", 1),
        ("a note", 1),
    ]


def test_places_of_a_finding_are_few() -> None:
    also = [((str(n),), "") for n in range(30)]
    verdict = few_places(failed("bad", ("a",), also)._replace(elsewhere=(("b.yaml", (), ""),) * 5))
    assert (len(verdict.also), verdict.elsewhere, verdict.message) == (19, (), "bad (and 16 more places)")
    assert few_places(passed("good", ("a",), also)) == passed("good", ("a",), also)


def test_long_messages_are_cut_and_still_say_that_there_are_more() -> None:
    long = failed("m" * 40_000)
    assert long.message == "m" * 11_800 + " ... (and 28,200 more characters)"
    (*_, (last, _)) = few_verdicts([long] * 60)
    assert cut(last.message) == last.message
    assert last.message.endswith("(and 10 more of the same kind)")


@pytest.mark.parametrize("broken", [RecursionError("too deep"), MemoryError(), KeyError("hands")])
def test_a_check_that_breaks_says_so_alone(broken: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(document: Document) -> Iterator[Verdict]:
        yield passed("So far so good.")
        raise broken

    monkeypatch.setitem(CHECKS, "breaks", Check("breaks", breaks))
    text = own("breaks", "{}") + own("stated", "{what: [title]}").split("requirements:\n")[1].replace(
        "own.one", "own.two"
    )
    found = told(text, GAME)
    assert [(finding.requirement, finding.status) for finding in found.findings] == [
        ("own.one", "error"),
        ("own.two", "pass"),
    ]
    assert type(broken).__name__ in found.findings[0].message


# --- what once grew with the square of the document ---


def test_names_that_are_missing_are_told_with_the_first_that_are_there() -> None:
    wagers = lines(f"  w{n}: {{needs: gone-{n}}}" for n in range(6_000))
    found = answers("names-resolve", f"{GAME}wagers:\n{wagers}")
    assert statuses(found) == ["fail"] * 6_000
    assert "(w0, w1, w10, w100, w1000, w1001, w1002, w1003, w1004, w1005, w1006, w1007 and" in found[0].message


def test_near_names_of_hands_are_looked_for_a_few_times() -> None:
    stem = "a-hand-with-a-long-name-that-is-nearly-the-same-"
    hands = lines(f"  {stem}{n}: a hand" for n in range(3_000))
    pays = ", ".join(f"{stem}{n}z: 2 to 1" for n in range(3_000))
    found = answers("rows-defined", f"{GAME}hands:\n{hands}wagers: {{line: {{pays: {{{pays}}}}}}}\n", known=[])
    assert statuses(found) == ["fail"] * 3_000
    assert [bool(verdict.label) for verdict in found] == [True] * 20 + [False] * 2_980


def test_a_roman_mark_of_very_many_letters() -> None:
    marks = ", ".join(["i", "ii", "iii", "iv", "x" * 60_000])
    (verdict,) = answers("lists-numbered", f"{GAME}reading: {{numbered: {{rules: {{numbers: '{marks}'}}}}}}\n")
    assert (verdict.status, verdict.label[-10:]) == ("fail", "follows iv")
    assert ordinals(["i", "iv", "ix", "xiv", "xix", "xxx"]) == [1, 4, 9, 14, 19, 30]


def test_pay_tables_alike_name_the_first_rows_that_are_missing() -> None:
    tables = lines(f"      t{n}: {{h{n}: 1 to 1, g{n}: 2 to 1}}" for n in range(8_000))
    found = answers("tables-alike", f"{GAME}wagers:\n  line:\n    pays:\n{tables}")
    assert statuses(found) == ["review"] * 8_000
    assert "no row for h1, g1, h2, g2, h3, g3, h4, g4, h5, g5, h6, g6 and 15,986 more;" in found[0].message


def test_spaces_of_the_layout_are_named_as_far_as_there_is_room() -> None:
    wagers = lines(f"  w{n}: {{kind: base}}" for n in range(6_000))
    spaces = ", ".join(f"s{n}" for n in range(6_000))
    found = answers("spaces-fit-wagers", f"{GAME}table: {{spaces: [{spaces}]}}\nwagers:\n{wagers}", kinds=["base"])
    assert statuses(found) == ["fail"] * 6_000
    assert found[0].message.endswith("the layout has s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11 and 5,988 more.")


def test_a_step_that_settles_too_early_names_the_next_draws() -> None:
    table_ = "tables:\n" + table("total: 0-9", "{total: 0-9, then: draw}")
    settle, draw = "  - {step: settle, order: [line]}\n" * 3_000, "  - {step: draw, by: draws}\n" * 3_000
    found = answers("steps-in-order", f"{GAME}wagers: {{line: {{pays: 1 to 1}}}}\n{table_}round:\n{settle}{draw}")
    assert statuses(found) == ["fail"] * 3_000
    assert sum(len(verdict.also) for verdict in found) == 3_000 * 12


def test_a_long_order_of_wagers() -> None:
    order = ", ".join(f"w{n}" for n in range(60_000))
    (verdict,) = answers("wagers-opened", f"{GAME}round:\n  - {{step: settle, order: [{order}, w7]}}\n")
    assert verdict.at == ("round", 0, "order", 60_000)


def test_options_under_odd_names() -> None:
    names = [str(n) if n % 2 else f"x{n // 4}" for n in range(8_000)]
    options = lines(f"  - {{option: {name}, collections: [{{payer: player, fee: $1}}]}}" for name in names)
    found = answers("options-numbered", f"{SCHEDULE}options:\n{options}")
    strange = [verdict for verdict in found if verdict.label == "no number"]
    assert len(strange) == 4_000
    assert strange[0].message == (
        "An option has no number (x0); the others are 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23 and 3,988 more."
    )
    assert sum(verdict.label == "the second" for verdict in found) == 2_000


def test_references_are_looked_up() -> None:
    wagers = lines(f"  w{n}: {{name: Wager {n}, pays: {{a: 1 to 1}}}}" for n in range(4_000))
    to = lines(f"  - {{to: Gone {n}, kind: table}}" for n in range(4_000))
    last = "  - {to: the pay table of wager 70, kind: table}\n"
    found = answers("references-resolve", f"{GAME}wagers:\n{wagers}reading:\n  points-to:\n{to}{last}")
    assert statuses(found) == ["fail"] * 4_000 + ["pass"]
    assert found[-1].message == "the pay table of wager 70 is there: what Wager 7 pays."


def test_ids_that_no_document_has_are_compared_as_far_as_that_takes_no_long_time() -> None:
    games = lines(f"  - {{game: nines-{n}x}}" for n in range(2_000))
    schedule = f"{SCHEDULE}games:\n{games}options: [{{option: 1, collections: [{{payer: player, fee: $1}}]}}]\n"
    others = [(f"{n}.yaml", GAME.replace("id: bounds", f"id: nines-{n}").encode()) for n in range(3)]
    catalogue = read_catalogue([("own.yaml", own("ids-spelt", "{}", "schedule").encode())])
    found = check([("bounds.yaml", schedule.encode()), *others], date(2026, 11, 1), catalogue)
    assert found.summary()["review"] > 1
    assert any("1,900 of them were not compared" in finding.message for finding in found.findings)


def test_a_phrase_that_leaves_many_words_open_is_looked_for_once() -> None:
    """One pattern for `a ... a ... a ... z` tries every way to place the words before it says no."""
    text = GAME.replace("title: Bounds", f"title: {'a ' * 20_000}b")
    phrase = " ... ".join(["a"] * 15)
    assert statuses(answers("known-words", text, what="title", affirms=[f"{phrase} ... z"])) == ["review"]
    assert statuses(answers("known-words", text, what="title", affirms=[f"{phrase} ... b"])) == ["review"]


def test_hands_that_many_envy_tables_lack() -> None:
    promised = ", ".join(f"p{n}" for n in range(5_000))
    tables = ", ".join(f"t{n}: {{h{n}: $5}}" for n in range(1_000))
    found = answers("envy-text-matches-table", f"{GAME}envy: {{promised: [{promised}], pays: {{{tables}}}}}\n")
    assert len(found) == 1_000 * 51
    assert found[0].message.endswith("for p0, and the envy table t0 does not list it (nor 4,999 others).")


def test_of_many_numbers_that_are_no_keys_the_first_are_helped() -> None:
    """Each looked for the key before it among all of them."""
    numbers = ", ".join(["maximum: $5", *(str(n) for n in range(100, 20_000))])
    loaded = load("bounds.yaml", f"{GAME}table: {{{numbers}}}\n".encode())
    assert loaded.document is None
    assert "a comma ends the value" in loaded.problems[0].help
    assert "Known keys" in loaded.problems[-1].help


# --- what once broke a check ---


def test_no_options_under_limits_of_the_schedule() -> None:
    text = f"{SCHEDULE}table-limits: {{maximum: $300}}\noptions: []\n"
    assert statuses(answers("options-cover-limits", text)) == ["not-applicable"]


# --- catalogues that would break a check on every document ---


@pytest.mark.parametrize(
    ("check_", "parameters", "document", "told"),
    [
        ("time-fee", "{type: time, per: 2 hands, most: $5}", "schedule", "`2 hands` is no length of time"),
        ("time-fee", "{type: time, per: 0 minutes}", "schedule", "`0 minutes` is no length of time"),
        ("time-fee-often", "{type: time, most: 1 round}", "schedule", "`1 round` is no length of time"),
        ("coins", "{smallest: $0, smallest-with-commission: $1, commission: a}", "game", "`$0` is no coin"),
        ("coins", "{smallest: $1, smallest-with-commission: $0.00, commission: a}", "game", "`$0.00` is no coin"),
        ("one-of", "{what: title, allowed: []}", "game", "a list in it is empty"),
        ("parts-present", "{parts: {}}", "game", "a list in it is empty"),
        ("parts-present", "{parts: {a title: []}}", "game", "a list in it is empty"),
    ],
)
def test_a_catalogue_that_would_break_a_check_is_refused(
    check_: str, parameters: str, document: str, told: str
) -> None:
    with pytest.raises(BadCatalogue) as bad:
        read_catalogue([("own.yaml", own(check_, parameters, document).encode())])
    (problem,) = [one.problem for one in bad.value.problems]
    assert (problem.code, problem.span.line) == ("bad-parameter", 13)
    assert told in problem.message


def test_a_fee_for_time_is_held_against_any_length_of_time() -> None:
    fee = "options: [{option: 1, collections: [{payer: player, type: time, per: hour, fee: $5}]}]\n"
    catalogue = own("time-fee", "{type: time, per: 1 day, most: $120}", "schedule")
    assert [finding.status for finding in told(catalogue, SCHEDULE + fee).findings] == ["pass"]
