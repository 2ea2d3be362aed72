"""Decision tables: each case has an outcome and only one, each rule decides something, text and chart agree."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final

from compliance.checks.evaluation import look_at
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.domains import Domain
from compliance.documents.game import DecisionTable, Game
from compliance.source.routes import Route
from compliance.tables import messages
from compliance.tables.document_tables import build_table, find_partners
from compliance.tables.proof import (
    Conflicts,
    IdleRule,
    Proof,
    ProofBudget,
    RuleOutcome,
    UnprovedTable,
    find_differences,
    prove,
)
from compliance.tables.regions import Box

Named = tuple[str, DecisionTable]
_MOST_RULES: Final = 50  # that a failure names as what it rests on


def _tables(game: Game, kinds: list[str]) -> Iterator[Named]:
    for name, table in game.tables.items() if game.tables is not None else ():
        if (table.kind or "other") in kinds:
            yield name, table


def _title(name: str, table: DecisionTable) -> str:
    return f"The table {_quoted(name, table)}"


def _quoted(name: str, table: DecisionTable) -> str:
    """The title of a table, which may be a sentence of its own."""
    return f'"{table.title or name.replace("-", " ")}"'


def _unproved(name: str, table: DecisionTable, found: UnprovedTable) -> Verdict:
    return review(f"{_title(name, table)} {found.reason}: it is left to a person.", ("tables", name, "given"))


def _proved(table: DecisionTable, room: ProofBudget) -> Proof | UnprovedTable:
    """What is proved of a table by itself."""
    return prove(build_table(table), room=room)


@check("every-case-decided", reads=("tables",))
def every_case_decided(game: Game, kinds: list[str]) -> Verdicts:
    """Each case of a table's declared domains has an outcome.

    kinds: the kinds of table that are looked at
    """
    partners = find_partners(game)
    looked, room = dict(_tables(game, kinds)), ProofBudget()
    for name, table in looked.items():
        first = looked.get(table.restates) if table.restates is not None and name in partners else None
        if first is None or first.restates is not None:  # else proved together with the table that it restates
            yield _prove_table(name, table, partners.get(name, []), room)


def _prove_table(name: str, table: DecisionTable, partners: list[DecisionTable], room: ProofBudget) -> Verdict:
    route: Route = ("tables", name)
    also = [build_table(one) for one in partners]
    proof = prove(build_table(table), also, room) if also else _proved(table, room)
    if isinstance(proof, UnprovedTable):
        return _unproved(name, table, proof)
    if proof.gaps.cases:
        found = failed(messages.describe_gaps(_title(name, table), proof.cases, proof.gaps), route)
        rests_on = tuple((*route, key) for key in ("given", "rules", "impossible", "otherwise"))
        return found._replace(
            paste=messages.limit_lines(map(messages.format_rule, proof.gaps.boxes)), rests_on=rests_on
        )
    return passed(f"{_title(name, table)} decides each of its {messages.format_count(proof.cases)}.", route)


@check("no-case-decided-twice", reads=("tables",))
def no_case_decided_twice(game: Game, kinds: list[str]) -> Verdicts:
    """No case of a table has two different outcomes.

    kinds: the kinds of table that are looked at
    """
    room = ProofBudget()
    for name, table in _tables(game, kinds):
        proof = _proved(table, room)
        if isinstance(proof, UnprovedTable):
            yield _unproved(name, table, proof)
        elif proof.conflicts.cases:
            yield from _report_conflicts(name, table, proof.conflicts)
        else:
            yield passed(f"{_title(name, table)} gives no case two outcomes.", ("tables", name))


def _report_conflicts(name: str, table: DecisionTable, conflicts: Conflicts) -> Iterator[Verdict]:
    title = _title(name, table)
    for sayings, boxes in _group_conflicts(conflicts, lambda saying: saying.rules):
        *others, (last, label) = _places(name, sayings)
        found = failed(messages.describe_conflict(title, sayings, boxes), last, others, label)
        paste = messages.limit_lines(messages.format_exception(box) for box in boxes if box.values)
        yield found._replace(paste=paste, rests_on=_resting_on(name, [last, *(place for place, _ in others)]))
    if conflicts.rest:
        yield failed(messages.describe_more_cases(title, conflicts.rest, "with several outcomes"), ("tables", name))


def _resting_on(name: str, rules: Iterable[Route]) -> tuple[Route, ...]:
    """What a failure of some rules rests on: those rules, the inputs, and whether order decides."""
    return (("tables", name, "given"), ("tables", name, "first-match"), *islice(rules, _MOST_RULES))


def _group_conflicts(
    conflicts: Conflicts, key: Callable[[RuleOutcome], object]
) -> Iterator[tuple[tuple[RuleOutcome, ...], list[Box]]]:
    """Conflicts of the same rules, or outcomes, with all their regions."""
    found: dict[tuple[object, ...], tuple[tuple[RuleOutcome, ...], list[Box]]] = {}
    for one in conflicts.conflicts:
        found.setdefault(tuple(map(key, one.outcomes)), (one.outcomes, []))[1].append(one.box)
    return iter(found.values())


def _places(name: str, sayings: Iterable[RuleOutcome]) -> list[tuple[Route, str]]:
    """The rules that give outcomes, in the order in which they stand, each with its outcome."""
    found = sorted((number, saying.then) for saying in sayings for number in saying.rules)
    return [(("tables", name, "rules", number), then) for number, then in found]


@check("every-rule-decides", reads=("tables",))
def every_rule_decides(game: Game) -> Verdicts:
    """Each rule of a table decides some case. One that says again what others say is no fault."""
    room = ProofBudget()
    for name, table in game.tables.items() if game.tables is not None else ():
        proof = _proved(table, room)
        if isinstance(proof, UnprovedTable):
            yield _unproved(name, table, proof)
            continue
        idle = [_idle(name, table, one) for one in proof.idle if one.reason != "repeated"]
        yield from idle or [passed(f"Each rule of the table {name} decides something.", ("tables", name))]
        if proof.idle_count:
            yield failed(messages.describe_idle_count_rules(_title(name, table), proof.idle_count), ("tables", name))


def _idle(name: str, table: DecisionTable, idle: IdleRule) -> Verdict:
    also = [(("tables", name, "rules", number), table.rules[number].then) for number in idle.by]
    at: Route = ("tables", name, "rules", idle.rule)
    found = failed(messages.describe_idle_rule(_title(name, table), idle), at, also, "never decides")
    return found._replace(rests_on=_resting_on(name, [at, *(place for place, _ in also)]))


@check("tables-agree", reads=("tables",))
def tables_agree(game: Game) -> Verdicts:
    """A table that restates another gives the same outcomes wherever both speak."""
    room = ProofBudget()
    for name, table in game.tables.items() if game.tables is not None else ():
        other = game.tables.get(table.restates) if game.tables is not None and table.restates else None
        if other is None or set(other.given) != set(table.given):
            continue
        found = find_differences(build_table(other), build_table(table), room)
        if isinstance(found, UnprovedTable):
            yield _unproved(name, table, found)
        elif found.cases:
            yield from _differing(name, table, other, found)
        else:
            agrees = f"{_title(name, table)} agrees with {table.restates} wherever both speak."
            yield passed(agrees, ("tables", name))


def _differing(name: str, table: DecisionTable, other: DecisionTable, found: Conflicts) -> Iterator[Verdict]:
    first = str(table.restates)
    title, other_title = _quoted(name, table), _quoted(first, other)
    for sayings, boxes in _group_conflicts(found, lambda saying: saying.then):
        (at, label), *here = _places(name, sayings[1:]) or [(("tables", name, "otherwise"), sayings[1].then)]
        there = _places(first, sayings[:1]) or [(("tables", first, "otherwise"), sayings[0].then)]
        verdict = failed(messages.describe_difference(title, other_title, sayings, boxes), at, [*there, *here], label)
        rests_on = (*_resting_on(first, ()), *_resting_on(name, [at, *(place for place, _ in (*there, *here))]))
        yield verdict._replace(rests_on=rests_on)
    if found.rest:
        message = messages.describe_more_cases(_title(name, table), found.rest, "in which the two differ")
        yield failed(message, ("tables", name))


@check("conditions-declared", reads=("tables",))
def conditions_declared(game: Game) -> Verdicts:
    """Rules of a decision table speak only of inputs and values that the table declares."""

    def undeclared(named: tuple[str, DecisionTable]) -> Verdicts:
        yield from _undeclared(*named)
        yield from _compare_inputs(game, *named)

    def declared(named: tuple[str, DecisionTable]) -> Verdict:
        return passed(f"The table {named[0]} uses only what it declares.", ("tables", named[0]))

    tables = game.tables.items() if game.tables is not None else ()
    nothing = not_applicable("The rules have no decision table.")
    return look_at(tables, undeclared, clean=declared, nothing=nothing)


def _undeclared(name: str, table: DecisionTable) -> Iterator[Verdict]:
    domains = {given: Domain(written) for given, written in table.given.items()}
    for route, conditions in _conditions(name, table):
        for given, written in conditions.items():
            domain = domains.get(given)
            if domain is None:
                known = ", ".join(domains)
                message = f"The table {name} has a rule on `{given}`, which it does not declare (it declares {known})."
                verdict = failed(
                    message, (*route, given), [(("tables", name, "given"), "declared here")], "not declared"
                )
                yield verdict._replace(rests_on=(("tables", name, "given"),))
                continue
            for value in domain.unknown_texts(written):
                message = f"The table {name} has a rule for `{given}: {value}`, which is not among the declared values."
                place: Route = ("tables", name, "given", given)
                yield failed(message, (*route, given), [(place, "declared here")], "not declared")._replace(
                    rests_on=(place,)
                )


def _conditions(name: str, table: DecisionTable) -> Iterator[tuple[Route, dict[str, Any]]]:
    """All groups of conditions of a table, with their places."""
    for number, rule in enumerate(table.rules):
        route: Route = ("tables", name, "rules", number)
        yield route, rule.conditions()
        yield from (((*route, *below), conditions) for below, conditions in rule.exceptions())
    yield from ((("tables", name, "impossible", number), row) for number, row in enumerate(table.impossible))


def _compare_inputs(game: Game, name: str, table: DecisionTable) -> Iterator[Verdict]:
    """A table that restates another one has the same inputs, or they cannot be compared."""
    other = game.tables.get(table.restates) if game.tables is not None and table.restates is not None else None
    if other is not None and set(other.given) != set(table.given):
        message = f"The table {name} restates {table.restates}; their inputs differ, so that they cannot be compared."
        also = [(("tables", str(table.restates), "given"), ", ".join(other.given))]
        yield failed(message, ("tables", name, "given"), also, ", ".join(table.given))
