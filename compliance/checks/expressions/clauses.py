"""Clauses: what a requirement asks, as its file writes it, compiled once and answered for one document.

A clause has one `need`, or several, or `answers` in order; `each` and `pairs` ask it of several things; `all` holds
several clauses. The worst answer is the requirement's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

from compliance.checks.expressions.compiler import Compiled, Context, Scope, compile_node, select_things
from compliance.checks.expressions.derived import find_derived
from compliance.checks.expressions.facts import BLOCKS_OF_TERMS, Facts
from compliance.checks.expressions.parser import ExpressionError, parse_each, parse_expression, parse_pairs
from compliance.checks.expressions.results import STATED, UNCLEAR, Blamed, Result, join_blamed, join_doubts
from compliance.checks.expressions.sentences import (
    describe,
    describe_fact,
    fill_template,
    find_limit_label,
    name_fact,
)
from compliance.checks.expressions.syntax import Call, Node, Path, list_parts_of_node
from compliance.checks.fact_names import label_fact
from compliance.checks.verdicts import NOT_STATED, Verdict, cut, wait_for
from compliance.documents.openness import OpenFact
from compliance.source.routes import Route

KEYS: Final = (
    "let",
    "only-if",
    "each",
    "pairs",
    "need",
    "doubt",
    "answers",
    "if-missing",
    "if-none",
    "at",
    "fault",
    "holds",
    "asks-a-person",
    "paste",
    "said-again",
    "all",
    "because",
)
# What stands beside an answer and its condition in a line of `answers`.
LINE_KEYS: Final = ("says", "basis", "at", "level", "shared")
STATUSES: Final = ("fail", "review", "pass", "not-applicable")
IF_MISSING: Final = ("fail", "review", "not-applicable")
IF_NONE: Final = ("not-applicable", "review", "pass", "fail")
NO_NEED: Final = "none"
_MOST_PLACES: Final = 5
_NOT_STATED: Final = "Not stated: "
_OR: Final = ", or "


class ClauseError(ValueError):
    """What is wrong with a clause, and under which of its keys."""

    def __init__(self, route: Route, error: ExpressionError) -> None:
        super().__init__(error.message)
        self.route = route
        self.error = error


class Loop(NamedTuple):
    """A line of `each`, compiled."""

    name: str
    sources: tuple[Compiled, ...]
    where: Compiled | None
    unless: Compiled | None


class Line(NamedTuple):
    """A line of `answers`: the answer, its condition, a message of its own, its basis and level where those are weaker,
    the fact whose place is shown where that is not the first that decided it, and the name of a defect of several
    documents, which is told once."""

    status: str
    condition: Compiled | None
    says: str
    basis: str = ""
    at: Compiled | None = None
    level: str = ""
    shared: Compiled | None = None


class Clause(NamedTuple):
    """A clause ready to be asked."""

    only_if: Compiled | None
    loops: tuple[Loop, ...]
    pairs: tuple[str, str, Compiled] | None
    needs: tuple[Compiled, ...]
    doubt: Compiled | None
    answers: tuple[Line, ...]
    if_missing: str
    if_none: str
    at: Compiled | None
    templates: Mapping[str, str]
    names: Mapping[str, Compiled]
    clauses: tuple[Clause, ...]
    because: str
    paste: Compiled | None
    in_house: bool
    said_again: str
    let: Mapping[str, Node]


# --- compiling ---


def compile_clause(data: Mapping[str, Any], law: Mapping[str, Any]) -> Clause:
    """A clause as its file writes it, with the values of the law of one time. Raises ClauseError."""
    return _compile_known(json.dumps(data), json.dumps(law))


@lru_cache(maxsize=1024)
def _compile_known(data: str, law: str) -> Clause:
    return _compile(json.loads(data), Context(json.loads(law), {}), ())


def make_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value] if value is not None else []


def split_each(written: Any) -> list[str]:
    """The lines of `each`. A line that goes on with another list, `limit in a, b`, is one line."""
    return [str(one) for one in make_list(written)]


def _parse(route: Route, text: Any, parse: Any = parse_expression) -> Any:
    if not isinstance(text, str):
        form = 'Put the expression in quotes: `need: "wager.kind is one of [bonus, progressive]"`.'
        raise ClauseError(route, ExpressionError("YAML reads this as a list or a group, not as a text.", form))
    try:
        return parse(text)
    except ExpressionError as error:
        raise ClauseError(route, error) from None


def _compile(data: Mapping[str, Any], context: Context, route: Route) -> Clause:
    def build(key: str, at: Route = (), value: Any = None) -> Compiled | None:
        written = data.get(key) if value is None else value
        if written is None:
            return None
        place = (*route, key, *at)
        return _build(_parse(place, written), inner, place)

    let = {name: _parse((*route, "let", name), text) for name, text in (data.get("let") or {}).items()}
    inner = context._replace(let={**context.let, **let})
    only_if = build("only-if")
    loops: list[Loop] = []
    for number, text in enumerate(split_each(data.get("each"))):
        loop, inner = _compile_loop(text, inner, (*route, "each", number))
        loops.append(loop)
    pairs, inner = _compile_pairs(data.get("pairs"), inner, (*route, "pairs"))
    needs = [] if data.get("need") == NO_NEED else make_list(data.get("need"))
    templates = {key: str(data[key]) for key in ("fault", "holds", "asks-a-person") if data.get(key) is not None}
    lines = tuple(
        _compile_line(line, inner, (*route, "answers", n)) for n, line in enumerate(data.get("answers") or ())
    )
    names = {
        name: _compile_name(name, inner, (*route, "fault"))
        for name in find_names([*templates.values(), *(line.says for line in lines)])
    }
    return Clause(
        only_if,
        tuple(loops),
        pairs,
        tuple(found for number, one in enumerate(needs) if (found := build("need", (number,), one)) is not None),
        build("doubt"),
        lines,
        str(data.get("if-missing") or "review"),
        str(data.get("if-none") or ""),
        build("at"),
        templates,
        names,
        tuple(_compile(one, inner, (*route, "all", number)) for number, one in enumerate(data.get("all") or ())),
        str(data.get("because") or ""),
        build("paste"),
        any(map(_is_about_house, list_expressions(data))),
        str(data.get("said-again") or "review"),
        inner.let,
    )


def _build(node: Node, context: Context, route: Route) -> Compiled:
    try:
        return compile_node(node, context)
    except ExpressionError as error:
        raise ClauseError(route, error) from None


def _compile_loop(text: str, context: Context, route: Route) -> tuple[Loop, Context]:
    each = _parse(route, text, parse_each)
    sources = tuple(_build(one, context, route) for one in each.sources)
    inner = context.bind(each.name)
    where = _build(each.where, inner, route) if each.where is not None else None
    unless = _build(each.unless, inner, route) if each.unless is not None else None
    return Loop(each.name, sources, where, unless), inner


def _compile_pairs(text: Any, context: Context, route: Route) -> tuple[tuple[str, str, Compiled] | None, Context]:
    if text is None:
        return None, context
    pair = _parse(route, text, parse_pairs)
    source = _build(pair.source, context, route)
    return (pair.first, pair.second, source), context.bind(pair.first, pair.second)


def _compile_line(line: Any, context: Context, route: Route) -> Line:
    if isinstance(line, str):
        line = {line: None}
    says = str(line.get("says") or "")
    status, text = next((pair for pair in line.items() if pair[0] not in LINE_KEYS), ("", None))
    if status not in STATUSES:
        message = f"`{status}` is no answer."
        raise ClauseError(route, ExpressionError(message, f"Write one of {', '.join(STATUSES)}."))
    condition = _build(_parse(route, text), context, route) if text is not None else None
    at, shared = (_build(_parse(route, line[key]), context, route) if key in line else None for key in ("at", "shared"))
    return Line(status, condition, says, str(line.get("basis") or ""), at, str(line.get("level") or ""), shared)


def _compile_name(name: str, context: Context, route: Route) -> Compiled:
    if name in context.law:
        return _build(parse_expression(f"{{{name}}}"), context, route)
    return _build(Path(tuple(name.split(".")), 0), context, route)


def list_expressions(data: Mapping[str, Any]) -> Iterator[Node]:
    """Every expression of a clause, as far as it can be read."""
    for key in ("only-if", "need", "doubt", "at"):
        yield from (_parse((key,), text) for text in make_list(data.get(key)) if text != NO_NEED)
    yield from (_parse(("let",), text) for text in (data.get("let") or {}).values())
    for text in split_each(data.get("each")):
        each = _parse(("each",), text, parse_each)
        yield from (one for one in (*each.sources, each.where, each.unless) if one is not None)
    if "pairs" in data:
        yield _parse(("pairs",), data["pairs"], parse_pairs).source
    for line in data.get("answers") or ():
        texts = line.items() if isinstance(line, Mapping) else ()
        yield from (
            _parse(("answers",), text) for key, text in texts if key in ("at", "shared") or key not in LINE_KEYS
        )
    for inner in data.get("all") or ():
        yield from list_expressions(inner)


def _is_about_house(node: Node) -> bool:
    """Whether an expression may need other documents: a list of them, or a fact that general terms may state."""
    if isinstance(node, (Path, Call)):
        steps = node.steps if isinstance(node, Path) else (node.name,)
        if steps[0] in BLOCKS_OF_TERMS:
            return True
        if any(found is not None and found.in_house for found in map(find_derived, steps)):
            return True
    return any(_is_about_house(part) for part in list_parts_of_node(node))


def find_names(templates: Sequence[str]) -> list[str]:
    """The names that templates mention, each once."""
    from compliance.checks.expressions.sentences import NAME_IN_TEMPLATE

    return list(dict.fromkeys(name for text in templates for name in NAME_IN_TEMPLATE.findall(text)))


# --- answering ---


def evaluate_clause(clause: Clause, facts: Facts) -> list[Verdict]:
    """What a clause answers for one document, the same once."""
    return list(dict.fromkeys(_evaluate(clause, Scope(facts, {}))))


def _evaluate(clause: Clause, scope: Scope) -> Iterator[Verdict]:
    if clause.only_if is None and clause.because:
        yield Verdict("not-applicable", clause.because)
        return
    if clause.only_if is not None:
        asked = clause.only_if.run(scope)
        if asked.state == UNCLEAR:
            yield _answer_unclear(asked, scope)
            return
        if not asked.is_true:
            reason = describe(clause.only_if, scope, False) if asked.state == STATED else _describe_missing(asked)
            told = clause.because or (f"{_DOES_NOT_APPLY} {reason}." if _tells_something(reason) else _NOTHING_TO_CHECK)
            yield Verdict("not-applicable", told, _find_first_route(asked))
            return
    yield from _evaluate_loops(clause, clause.loops, scope)


def _evaluate_loops(clause: Clause, loops: Sequence[Loop], scope: Scope) -> Iterator[Verdict]:
    """The clause for each of the things that the lines of `each` name, one line within the other."""
    if not loops:
        yield from _evaluate_things(clause, scope)
        return
    loop, *more = loops
    meant, unclear, missing = select_things(loop.sources, loop.name, loop.where, loop.unless, scope)
    found = False
    for thing in meant:
        for verdict in _evaluate_loops(clause, more, scope.bind(loop.name, thing)):
            if verdict != _NOTHING:
                found = True
                yield _add_doubts(verdict, thing.doubts)
    for one in unclear:
        found = True
        yield _answer_unclear(one, scope)
    if not found and len(loops) < len(clause.loops):
        yield _NOTHING
    elif not found:
        none = _answer_none(clause, scope, missing)
        doubts = join_doubts(source.run(scope) for source in loop.sources) if none.status == "pass" else ()
        yield _add_doubts(none, doubts)


def _evaluate_things(clause: Clause, scope: Scope) -> Iterator[Verdict]:
    if clause.pairs is None:
        yield from _judge(clause, scope)
        return
    first, second, source = clause.pairs
    things = source.run(scope)
    if things.state == UNCLEAR:
        yield _answer_unclear(things, scope)
        return
    entries = [one for one in scope.facts.list_entries(things) if one.state == STATED]
    found = False
    for one, other in pairwise(entries):
        found = True
        answers = _judge(clause, scope.bind(first, one).bind(second, other))
        yield from (_add_doubts(verdict, things.doubts) for verdict in answers)
    if not found and not clause.loops:
        yield _answer_none(clause, scope, [things])
    elif not found:
        yield _NOTHING


_NOTHING: Final = Verdict("not-applicable", "")
_NOTHING_TO_CHECK: Final = "Nothing in the document to check."
_DOES_NOT_APPLY: Final = "Does not apply."


def _tells_something(reason: str) -> bool:
    """Whether what a condition found names a fact with its value: a group of entries is no value."""
    return ": " in reason and "a group of entries" not in reason and not reason.startswith("The document: ")


def _answer_none(clause: Clause, scope: Scope, missing: Sequence[Result]) -> Verdict:
    """The answer where there is nothing to ask it of."""
    at = missing[0].blamed[0].route if missing and missing[0].blamed else ()
    status = clause.if_none or "not-applicable"
    message = f"{_NOT_STATED}{label_fact(at)}." if at else _NOTHING_TO_CHECK
    if status in ("review", "fail"):
        return Verdict(status, _fill(clause, "asks-a-person", scope) or message, at, absent=True)
    if status == "pass":
        return Verdict(status, _fill(clause, "holds", scope) or message, at)
    return Verdict(status, message)


def _judge(clause: Clause, scope: Scope) -> Iterator[Verdict]:
    """The answer for one thing."""
    for inner in clause.clauses:
        yield from _evaluate(inner, scope)
    if clause.answers:
        yield _answer_lines(clause, scope)
    yield from _join_missing([_answer_need(clause, need, scope) for need in clause.needs])


def _join_missing(verdicts: list[Verdict]) -> list[Verdict]:
    """Answers of several needs, of which all that nothing is stated for are one."""
    silent = [one for one in verdicts if one.absent]
    if len(silent) < 2:
        return verdicts
    parts = list(dict.fromkeys(one.message.removesuffix(".").removeprefix(_NOT_STATED) for one in silent))
    facts = [fact for part in parts for fact in part.split(_OR)]
    # What would do for two needs is named once.
    said = "; ".join(parts) if len(set(facts)) == len(facts) else ", ".join(dict.fromkeys(facts))
    places = {one.at: "" for one in silent[1:]} | dict(place for one in silent for place in one.also)
    places.pop(silent[0].at, None)
    also = tuple(places.items())[: 2 * _MOST_PLACES]
    joined = silent[0]._replace(message=cut(f"{_NOT_STATED}{said}."), also=also)
    return [joined, *(one for one in verdicts if not one.absent)]


def _answer_need(clause: Clause, need: Compiled, scope: Scope) -> Verdict:
    found = need.run(scope)
    if found.state == UNCLEAR:
        return _answer_unclear(found, scope)
    if found.state != STATED or (found.is_false and found.silent):
        return _answer_missing(clause, found, scope)
    if found.is_false:
        message = _fill(clause, "fault", scope) or f"{describe(need, scope, False)}."
        return _place(clause, "fail", message, found, scope, find_limit_label(need, scope))
    if clause.doubt is not None and not (doubt := clause.doubt.run(scope)).is_false:
        return _answer_doubt(clause, clause.doubt, doubt, scope)
    message = _fill(clause, "holds", scope) or f"{describe(need, scope, True)}."
    return _place(clause, "pass", message, found, scope)


def _answer_doubt(clause: Clause, compiled: Compiled, doubt: Result, scope: Scope) -> Verdict:
    """What holds so far, and a person must say."""
    message = _fill(clause, "asks-a-person", scope)
    if doubt.state == UNCLEAR and not message:
        return _answer_unclear(doubt, scope)
    if doubt.state != STATED:
        message = message or f"{_describe_missing(doubt)}; a person must say whether this holds."
        return Verdict("review", message, _find_first_route(doubt), absent=True)
    message = message or f"{describe(compiled, scope, True)}; a person must say whether that is allowed."
    return _place(clause, "review", message, doubt, scope)


def _answer_lines(clause: Clause, scope: Scope) -> Verdict:
    """The first answer whose condition holds."""
    passed_over: list[Result] = []
    for line in clause.answers:
        if line.condition is None:
            things = [scope.names[name] for name in list(scope.names)[-1:]]
            blamed = join_blamed(passed_over) or join_blamed(things)
            found = Result(STATED, True, blamed, tuple(dict.fromkeys(d for one in passed_over for d in one.doubts)))
            facts = f"{'; '.join(map(describe_fact, blamed[:3]))}." if blamed else "Nothing speaks against it."
            return _answer_line(clause, line, found, facts, scope)
        found = line.condition.run(scope)
        if found.state == UNCLEAR:
            return _answer_unclear(found, scope)
        if found.is_true:
            doubts = join_doubts([*passed_over, found])
            facts = f"{describe(line.condition, scope, True, line.status == 'fail')}."
            return _answer_line(clause, line, found._replace(doubts=doubts), facts, scope)
        passed_over.append(found)
    named = clause.at.run(scope) if clause.at is not None else passed_over[-1]
    absent = next((one for one in (named, *passed_over) if one.state != STATED), passed_over[-1])
    return _answer_missing(clause, absent, scope)


def _answer_line(clause: Clause, line: Line, found: Result, facts: str, scope: Scope) -> Verdict:
    key = {"fail": "fault", "pass": "holds", "review": "asks-a-person"}.get(line.status, "")
    own = _fill_text(clause, line.says, scope) if line.says else _fill(clause, key, scope)
    placed = clause._replace(at=line.at) if line.at is not None else clause
    verdict = _place(placed, line.status, own or facts, found, scope)._replace(basis=line.basis, level=line.level)
    if line.shared is not None and (shared := line.shared.run(scope)).state == STATED:
        verdict = verdict._replace(shared=str(shared.value))
    return verdict._replace(absent=True) if found.silent and line.status in ("fail", "review") else verdict


def _answer_missing(clause: Clause, found: Result, scope: Scope) -> Verdict:
    """The answer where the document does not state what is asked."""
    if found.note and not found.blamed:
        return Verdict("review", found.note)
    at = _find_first_route(found)
    message = f"{_describe_missing(found)}."
    missing = found.blamed[0].route if found.blamed else ()
    if clause.if_missing == "not-applicable":
        return Verdict("not-applicable", message)
    place = _find_place(clause, scope) or at
    # Any of them would do: whoever asks for one of them asks for what is missing here.
    also = tuple((one.route, NOT_STATED) for one in found.blamed if one.value is None and one.route != place)
    missing = missing if missing != place else ()
    return Verdict(clause.if_missing, cut(message), place, also[:_MOST_PLACES], absent=True, missing=missing)


def _describe_missing(found: Result) -> str:
    named = [label_fact(one.route) for one in found.blamed if one.value is None] or [
        label_fact(found.blamed[0].route if found.blamed else ())
    ]
    return f"{_NOT_STATED}{_OR.join(dict.fromkeys(named))}"


def _answer_unclear(found: Result, scope: Scope) -> Verdict:
    """The answer that waits for an open fact, or for a person where no comparison was possible."""
    opened = [one for one in found.blamed if one.open is not None]
    if not opened:
        facts = "; ".join(describe_fact(one) for one in found.blamed[:3])
        note = found.note or "This cannot be told."
        return Verdict("review", cut(f"{facts}. {note}" if facts else note), _find_first_route(found))
    first, *others = sorted(opened, key=lambda one: [str(step) for step in one.route])
    more = f" (and {len(others)} more)" if others else ""
    if first.open is not None and first.open.question:
        message = f"{first.open.sentence}{more}"
    else:
        told = first.open.describe if first.open is not None else ""
        message = f"{name_fact(first.route)}: {told}{more}. Fill this in first."
    cause = first.open.cause if first.open is not None else ""
    if first.path and first.path != scope.facts.path:
        elsewhere = tuple((one.path, one.route, "unclear") for one in (first, *others[:8]) if one.path)
        return Verdict("review", cut(message), elsewhere=elsewhere, waits=True, cause=cause)
    also = tuple((one.route, "unclear too") for one in others[:8])
    return Verdict("review", cut(message), first.route, also, waits=True, cause=cause)


# --- places and messages ---


def _place(clause: Clause, status: str, message: str, found: Result, scope: Scope, label: str = "") -> Verdict:
    """An answer at the facts that decided it."""
    here = [one for one in found.blamed if not one.path or one.path == scope.facts.path]
    there = [one for one in found.blamed if one.path and one.path != scope.facts.path]
    at = _find_place(clause, scope) or (here[0].place if here else ())
    also = tuple((one.route, _make_label(one)) for one in here if one.route != at)[: 2 * _MOST_PLACES]
    elsewhere = tuple((one.path, one.route, _make_label(one)) for one in there)[: 2 * _MOST_PLACES]
    paste = _list_pasted(clause, scope) if status in ("fail", "review") else ()
    verdict = Verdict(status, cut(message), at, also, label=label, elsewhere=elsewhere, paste=paste)
    return _add_doubts(_add_quotation(verdict, here, scope), found.doubts)


def _add_quotation(verdict: Verdict, here: Sequence[Blamed], scope: Scope) -> Verdict:
    """An answer with the sentence of the paper that a fact was chosen for, on which it then rests."""
    quotations = scope.facts.document.quotations
    says = next((quotations[one.route] for one in here if one.route in quotations), "")
    if not says:
        return verdict
    message = f"{verdict.message} The text: \u201c{says.rstrip('.')}\u201d."
    return verdict._replace(message=cut(message), basis=verdict.basis or "stated")


def _list_pasted(clause: Clause, scope: Scope) -> tuple[str, ...]:
    """The lines that would mend the document once they are filled in."""
    found = clause.paste.run(scope) if clause.paste is not None else Result(STATED, ())
    return tuple(str(one.value) for one in scope.facts.list_entries(found) if one.state == STATED)


def _make_label(blamed: Blamed) -> str:
    from compliance.checks.expressions.quantities import show_value

    return show_value(blamed.value)[:60] if blamed.value is not None else NOT_STATED


def _find_place(clause: Clause, scope: Scope) -> Route:
    """The place that the clause names with `at`."""
    return _find_first_route(clause.at.run(scope)) if clause.at is not None else ()


def _find_first_route(found: Result) -> Route:
    return found.blamed[0].place if found.blamed else ()


def _fill(clause: Clause, key: str, scope: Scope) -> str:
    return _fill_text(clause, clause.templates[key], scope) if key in clause.templates else ""


def _fill_text(clause: Clause, text: str, scope: Scope) -> str:
    bound = {loop.name for loop in clause.loops} - scope.names.keys()

    def find(name: str) -> Result | None:
        return clause.names[name].run(scope) if name in clause.names and name.partition(".")[0] not in bound else None

    filled = fill_template(text, find)
    return filled[:1].upper() + filled[1:]


# What speaks against a fact that is stated, by why it is open.
_SAID_OTHERWISE: Final[Mapping[str, str]] = {
    "denied": "the text seems to say otherwise",
    "contradicted": "the text also says",
    "terms": "general terms say otherwise",
}


def _add_doubts(verdict: Verdict, doubts: Sequence[OpenFact]) -> Verdict:
    """An answer on a value whose text is lost in part, or that the house chose: a person must say."""
    of_good_answers = () if verdict.status == "pass" else ("value", "contradicted", "terms")
    settles = [one for one in doubts if one.why not in of_good_answers]
    if not settles or verdict.waits or verdict.status in ("error", "not-applicable"):
        return verdict
    first = settles[0]
    if first.why in _SAID_OTHERWISE:
        also = verdict.also if first.route == verdict.at else (*verdict.also, (first.route, "says otherwise"))
        message = f"{verdict.message} But {_SAID_OTHERWISE[first.why]}: \u201c{first.chosen}\u201d."
        return verdict._replace(status="review", message=cut(message), also=also, waits=True, cause=first.cause)
    return wait_for(verdict, first)
