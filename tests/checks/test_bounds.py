"""Small documents that once kept a check busy for minutes, filled the machine or broke it, each reduced.

Nothing is timed: what once took a time that doubles with each line never ends here, and where the growth was milder the
work is counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

import pytest

from compliance.checks.bounds import limit_places, limit_verdicts
from compliance.checks.expressions.clauses import compile_clause, evaluate_clause
from compliance.checks.expressions.derived import Thing
from compliance.checks.expressions.facts import Facts, _OpenPlaces
from compliance.checks.expressions.subjects.documents import find_numbering_slip, find_ordinals
from compliance.checks.expressions.subjects.options import list_marks_used_twice, list_options_without_number
from compliance.checks.registry import CHECKS, Check
from compliance.checks.verdicts import Verdict, cut, failed, passed, review
from compliance.documents import loader
from compliance.documents.blocks import Document
from compliance.documents.loader import load_document
from compliance.documents.openness import OpenFact
from compliance.engine.catalog import read_catalog
from compliance.engine.checking import check
from compliance.engine.findings import Findings
from compliance.law.files import BadCatalog
from compliance.source import Limits
from compliance.source.routes import Route
from tests.catalogs import law

GAME = "document: game\ntitle: Bounds\nid: bounds\njurisdiction: washington\nbank: {by: house}\n"
SCHEDULE = "document: schedule\ntitle: Bounds\nid: bounds\njurisdiction: california\nunit: $1\n"


@pytest.fixture(autouse=True)
def _larger_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks keep within bounds by themselves, also on documents far larger than are read."""
    monkeypatch.setattr(loader, "LIMITS", Limits())


def answers(check: str, text: str, **parameters: Any) -> list[Verdict]:
    """What one check says of a document."""
    loaded = load_document("bounds.yaml", text.encode())
    assert loaded.document is not None, loaded.problems
    return list(CHECKS[check].run(loaded.document, **parameters))


def ask(requirement: str, text: str) -> list[Verdict]:
    """What one requirement answers on a document."""
    loaded = load_document("bounds.yaml", text.encode())
    assert loaded.document is not None, loaded.problems
    holding = law().requirements[requirement].holding_on(date(2026, 11, 16))
    assert holding is not None
    return evaluate_clause(compile_clause(holding.clause, holding.parameters), Facts(loaded.document))


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
    (verdict,) = [one for one in ask("integrity.limit-consistency-envy", text) if one.status == "fail"]
    assert ("wagers", "w299", "maximum") in [route for route, _ in verdict.also]


def test_a_long_line_of_wagers_ends_at_the_limit_of_the_last() -> None:
    wagers = (f"  w{n}: {{at-most: w{n + 1}}}" for n in range(3000))
    text = f"{GAME}wagers:\n{lines(wagers)}  w3000: {{maximum: $6}}\n{ENVY}"
    assert "pass" in statuses(ask("integrity.limit-consistency-envy", text))


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


def check_text(catalog: str, text: str) -> Findings:
    return check([("bounds.yaml", text.encode())], date(2026, 11, 1), read_catalog([("own.yaml", catalog.encode())]))


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


def write_requirement(check: str, parameters: str, document: str = "game") -> str:
    return OWN.format(check=check, parameters=parameters, document=document)


def test_of_many_findings_some_are_told_and_all_are_counted() -> None:
    wagers = lines(f"  w{n}: {{minimum: $1}}" for n in range(4_263))
    need = 'need: "wager.minimum is at least $5"'
    asked = write_requirement("", "").replace("    check: \n    with: \n", f"    each: wager in wagers\n    {need}\n")
    found = check_text(asked, f"{GAME}wagers:\n{wagers}")
    assert found.summary()["fail"] == 4_263
    assert len(found.findings) == 50
    assert found.findings[-1].message.endswith("at least $5 required. (and 4,213 more of the same kind)")


def test_many_reviews_do_not_hide_a_failure() -> None:
    verdicts = [review(f"{n}") for n in range(60)] + [failed("bad"), failed("a note")._replace(level="note")]
    told = limit_verdicts(verdicts)
    assert [(one.message, number) for one, number in told[48:]] == [
        ("48", 1),
        ("49 (and 10 more of the same kind)", 11),
        ("bad", 1),
        ("a note", 1),
    ]


def test_places_of_a_finding_are_few() -> None:
    also = [((str(n),), "") for n in range(30)]
    verdict = limit_places(failed("bad", ("a",), also)._replace(elsewhere=(("b.yaml", (), ""),) * 5))
    assert (len(verdict.also), verdict.elsewhere, verdict.message) == (19, (), "bad (and 16 more places)")
    assert limit_places(passed("good", ("a",), also)) == passed("good", ("a",), also)


def test_long_messages_are_cut_and_still_say_that_there_are_more() -> None:
    long = failed("m" * 40_000)
    assert long.message == "m" * 11_800 + " ... (and 28,200 more characters)"
    (*_, (last, _)) = limit_verdicts([long] * 60)
    assert cut(last.message) == last.message
    assert last.message.endswith("(and 10 more of the same kind)")


@pytest.mark.parametrize("broken", [RecursionError("too deep"), MemoryError(), KeyError("hands")])
def test_a_check_that_breaks_says_so_alone(broken: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(document: Document) -> Iterator[Verdict]:
        yield passed("So far so good.")
        raise broken

    monkeypatch.setitem(CHECKS, "breaks", Check("breaks", breaks))
    another = write_requirement("breaks", "{}").split("requirements:\n")[1].replace("own.one", "own.two")
    text = write_requirement("breaks", "{}") + another.replace("check: breaks\n    with: {}", "need: title is stated")
    found = check_text(text, GAME)
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
    text = f"{GAME}hands:\n{hands}wagers: {{line: {{pays: {{{pays}}}}}}}\n"
    found = [one for one in ask("integrity.paytable-complete-defined", text) if one.status == "fail"]
    assert len(found) == 3_000
    assert ["meant?" in verdict.message for verdict in found] == [True] * 20 + [False] * 2_980


def test_a_roman_mark_of_very_many_letters() -> None:
    marks = ["i", "ii", "iii", "iv", "x" * 60_000]
    slip = find_numbering_slip(marks, find_ordinals(marks) or [])
    assert slip is not None
    assert slip.endswith("x follows iv")
    assert find_ordinals(["i", "iv", "ix", "xiv", "xix", "xxx"]) == [1, 4, 9, 14, 19, 30]


def test_pay_tables_alike_name_the_first_rows_that_are_missing() -> None:
    tables = lines(f"      t{n}: {{h{n}: 1 to 1, g{n}: 2 to 1}}" for n in range(8_000))
    found = ask("integrity.paytable-complete-alternatives", f"{GAME}wagers:\n  line:\n    pays:\n{tables}")
    assert statuses(found) == ["review"] * 8_000
    assert "no row for h1, g1, h2, g2, h3, g3, h4, g4, h5, g5, h6, g6 and 15,986 more;" in found[0].message


def test_many_wagers_without_a_space_of_the_layout() -> None:
    wagers = lines(f"  w{n}: {{kind: base}}" for n in range(6_000))
    spaces = ", ".join(f"s{n}" for n in range(6_000))
    found = ask("integrity.equipment-capacity", f"{GAME}table: {{spaces: [{spaces}]}}\nwagers:\n{wagers}")
    assert statuses(found)[:6_000] == ["fail"] * 6_000
    assert found[0].message == "There is no betting space for the w0 wager on the layout."


def test_a_step_that_settles_too_early_names_the_next_draws() -> None:
    table_ = "tables:\n" + table("total: 0-9", "{total: 0-9, then: draw}")
    settle, draw = "  - {step: settle, order: [line]}\n" * 3_000, "  - {step: draw, by: draws}\n" * 3_000
    found = ask(
        "integrity.procedure-order", f"{GAME}wagers: {{line: {{pays: 1 to 1}}}}\n{table_}round:\n{settle}{draw}"
    )
    early = [one for one in found if one.status == "fail"]
    assert len(early) == 3_000
    assert early[0].message == "Step 1 settles wagers; step 3001 still draws cards."


def test_a_long_order_of_wagers() -> None:
    order = ", ".join(f"w{n}" for n in range(60_000))
    text = f"{GAME}round:\n  - {{step: settle, order: [{order}, w7]}}\n"
    (verdict,) = [one for one in ask("integrity.procedure-order-wagers", text) if one.status == "fail"]
    assert verdict.at == ("round", 0, "order")


def test_options_under_odd_names() -> None:
    names = [str(n) if n % 2 else f"x{n // 4}" for n in range(8_000)]
    options = lines(f"  - {{option: {name}, collections: [{{payer: player, fee: $1}}]}}" for name in names)
    schedule = load_document("bounds.yaml", f"{SCHEDULE}options:\n{options}".encode()).document
    thing = Thing(schedule, (), schedule)
    assert len(list_options_without_number(thing)) == 4_000
    assert len(list_marks_used_twice(thing)) == 2_000


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
    catalog = read_catalog([("own.yaml", write_requirement("ids-spelt", "{}", "schedule").encode())])
    found = check([("bounds.yaml", schedule.encode()), *others], date(2026, 11, 1), catalog)
    assert found.summary()["review"] > 1
    assert any("1,900 of them were not compared" in finding.message for finding in found.findings)


def test_hands_that_many_envy_tables_lack() -> None:
    promised = ", ".join(f"p{n}" for n in range(5_000))
    tables = ", ".join(f"t{n}: {{h{n}: $5}}" for n in range(1_000))
    found = ask("integrity.envy-rules", f"{GAME}envy: {{promised: [{promised}], pays: {{{tables}}}}}\n")
    assert len(found) == 1_000 * 13
    assert found[0].message == "The text promises an envy prize for p0, and the envy table t0 does not list it."


def test_of_many_numbers_that_are_no_keys_the_first_are_helped() -> None:
    """Each looked for the key before it among all of them."""
    numbers = ", ".join(["maximum: $5", *(str(n) for n in range(100, 20_000))])
    loaded = load_document("bounds.yaml", f"{GAME}table: {{{numbers}}}\n".encode())
    assert loaded.document is None
    assert "a comma ends the value" in loaded.problems[0].help
    assert "Known keys" in loaded.problems[-1].help


def test_many_slips_are_found_by_the_steps_that_lead_to_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thing that a requirement asks about was compared with each open place of the document."""
    visited = 0
    find = _OpenPlaces.find

    def count(places: _OpenPlaces, route: Route) -> Iterator[tuple[int, OpenFact]]:
        nonlocal visited
        for one in find(places, route):
            visited += 1
            yield one

    monkeypatch.setattr(_OpenPlaces, "find", count)
    wagers = lines(f"  w{n}: {{maximum: 5x{n}, kind: foo}}" for n in range(300))
    found = check([("bounds.yaml", f"{GAME}wagers:\n{wagers}".encode())], date(2026, 11, 16), law())
    assert "integrity.wager-prereq" in {one.requirement for one in found.findings}
    assert 0 < visited < 300 * 40


# --- catalogs that would break a check on every document ---


@pytest.mark.parametrize(
    ("check_", "parameters", "document", "told"),
    [
        ("not-named", "{names: []}", "game", "a list in it is empty"),
    ],
)
def test_a_catalog_that_would_break_a_check_is_refused(check_: str, parameters: str, document: str, told: str) -> None:
    with pytest.raises(BadCatalog) as bad:
        read_catalog([("own.yaml", write_requirement(check_, parameters, document).encode())])
    (problem,) = [one.problem for one in bad.value.problems]
    assert (problem.code, problem.span.line) == ("bad-parameter", 13)
    assert told in problem.message
