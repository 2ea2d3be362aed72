"""Expressions to functions: an expression is compiled once and asked of many documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Final, NamedTuple

from compliance.checks.expressions.derived import find_derived
from compliance.checks.expressions.facts import Facts
from compliance.checks.expressions.parser import ExpressionError
from compliance.checks.expressions.quantities import (
    Quantity,
    Unbounded,
    combine,
    compare_sizes,
    measure,
    measure_end,
    normalize_word,
)
from compliance.checks.expressions.results import (
    MISSING,
    STATED,
    UNCLEAR,
    Blamed,
    Result,
    find_absence,
    join_blamed,
    join_by_and,
    join_by_or,
    join_doubts,
    make_stated,
    make_truth,
    negate,
)
from compliance.checks.expressions.syntax import (
    AS_OF,
    DAYS,
    SIZES,
    Arithmetic,
    Call,
    Choice,
    Compare,
    FirstOf,
    Gathered,
    Joined,
    LawValue,
    Literal,
    Node,
    Not,
    Path,
    Sayings,
    Some,
    State,
    Word,
    Words,
)
from compliance.documents.dates import DateRange, read_date_range
from compliance.documents.values import Unreadable, read_value

NOT_SEEN: Final = "not seen"


class Scope(NamedTuple):
    """What an expression is asked of: the facts of a document, and the things that names stand for."""

    facts: Facts
    names: Mapping[str, Result]

    def bind(self, name: str, thing: Result) -> Scope:
        """The same with one more name."""
        return Scope(self.facts, {**self.names, name: thing})


class Context(NamedTuple):
    """What names mean while an expression is compiled: values of the law, and names under `let`."""

    law: Mapping[str, Any]
    let: Mapping[str, Node]
    bound: frozenset[str] = frozenset()
    within: tuple[str, ...] = ()

    def bind(self, *names: str) -> Context:
        return self._replace(bound=self.bound | set(names))


class Compiled(NamedTuple):
    """An expression ready to be asked, with its parts."""

    node: Node
    run: Callable[[Scope], Result]
    parts: tuple[Compiled, ...] = ()


def compile_node(node: Node, context: Context) -> Compiled:
    """An expression as a function of a scope."""
    match node:
        case Literal(value=value):
            constant = Result(STATED, value)
            return Compiled(node, lambda scope: constant)
        case Word(text=text):
            word = Result(STATED, text)
            return Compiled(node, lambda scope: word)
        case LawValue():
            return _compile_law(node, context)
        case Words(items=items):
            return _compile_words(node, [compile_node(one, context) for one in items])
        case Path():
            return _compile_path(node, context)
        case Call():
            return _compile_call(node, context)
        case Some():
            return _compile_some(node, context)
        case Gathered():
            return _compile_gathered(node, context)
        case Sayings(of=of):
            return _compile_sayings(node, compile_node(of, context))
        case _:
            return _compile_operation(node, context)


def _compile_operation(node: Node, context: Context) -> Compiled:
    match node:
        case Joined(how=how, items=items):
            parts = tuple(compile_node(one, context) for one in items)
            return _compile_joined(node, how, parts)
        case Not(of=of):
            below = compile_node(of, context)
            return Compiled(node, lambda scope: negate(below.run(scope)), (below,))
        case Arithmetic(left=left, right=right):
            return _compile_arithmetic(node, compile_node(left, context), compile_node(right, context))
        case Compare(left=left, right=right):
            return _compile_compare(node, compile_node(left, context), compile_node(right, context))
        case State(of=of):
            return _compile_state(node, compile_node(of, context))
        case Choice(condition=condition, then=then, otherwise=otherwise):
            parts = tuple(compile_node(one, context) for one in (condition, then, otherwise))
            return _compile_choice(node, parts)
        case FirstOf(items=items):
            return _compile_first(node, tuple(compile_node(one, context) for one in items))
        case _:
            raise TypeError(f"no expression: {node!r}")


# --- values ---


def read_law_value(value: Any) -> Any:
    """A value of the law in its type; a list as a list of such values."""
    if isinstance(value, list):
        return [read_law_value(one) for one in value]
    if isinstance(value, str) and value.count("-") == 2:
        try:
            return read_date_range(value)
        except Unreadable:
            pass
    return read_value(value)


def _compile_law(node: LawValue, context: Context) -> Compiled:
    if node.name not in context.law:
        raise ExpressionError(f"{{{node.name}}} is no value of the law.", "Name a value of a section.", node.at)
    written = context.law[node.name]
    if written == NOT_SEEN:
        result = Result(MISSING, note=f"The law's value `{node.name}` was not seen for this day.")
    elif isinstance(written, list):
        result = Result(STATED, tuple(Result(STATED, one) for one in read_law_value(written)))
    else:
        result = Result(STATED, read_law_value(written))
    return Compiled(node, lambda scope: result)


def _compile_words(node: Node, parts: list[Compiled]) -> Compiled:
    def run(scope: Scope) -> Result:
        found: list[Result] = []
        for part in parts:
            result = part.run(scope)
            held = result.value
            found += held if isinstance(held, tuple) and held and isinstance(held[0], Result) else [result]
        return find_absence(found) or Result(STATED, tuple(found))

    return Compiled(node, run, tuple(parts))


def _compile_path(node: Path, context: Context) -> Compiled:
    """A fact: of a thing with a name, of an expression under `let`, or of the document; derived facts on the way."""
    first, rest = node.steps[0], node.steps[1:]
    if first == AS_OF and not rest:
        return Compiled(node, lambda scope: Result(STATED, scope.facts.as_of))
    if first in context.bound:
        start: Callable[[Scope], Result] = lambda scope: scope.names[first]  # noqa: E731
    elif first in context.let:
        start = _compile_let(node, first, context).run
    else:
        start, rest = (lambda scope: scope.facts.root), node.steps
    return Compiled(node, _follow(start, rest))


def _compile_let(node: Path, name: str, context: Context) -> Compiled:
    if name in context.within:
        message = f"`{name}` under `let` stands for itself."
        raise ExpressionError(message, "Give it another name than the fact that it is made of.", node.at)
    return compile_node(context.let[name], context._replace(within=(*context.within, name)))


def _follow(start: Callable[[Scope], Result], steps: tuple[str, ...]) -> Callable[[Scope], Result]:
    """The facts below a value; a step that is the name of a derived fact is worked out of what stands before it."""
    derived = [(number, found) for number, step in enumerate(steps) if (found := find_derived(step)) is not None]
    if not steps:
        return start
    if not derived:
        return lambda scope: scope.facts.read(start(scope), steps)
    number, fact = derived[0]
    before, after = steps[:number], steps[number + 1 :]

    def run(scope: Scope) -> Result:
        base = start(scope)
        subject = scope.facts.read(base, before) if before else base
        if subject.state != STATED:
            return subject
        if "*" in before:
            return _map_things(subject, lambda one: fact.find(scope.facts, one, ()))
        return fact.find(scope.facts, subject, ())

    return _follow(run, after) if after else run


def _map_things(things: Result, work: Callable[[Result], Result]) -> Result:
    found = tuple(one for thing in things.value for one in _list_found(work(thing)))
    return Result(STATED, found, join_blamed(found), things.doubts) if found else Result(MISSING, None, things.blamed)


def _list_found(found: Result) -> tuple[Result, ...]:
    """What is worked out of one of several things; the items where that is a list."""
    if found.state == MISSING:
        return ()
    is_list = found.state == STATED and isinstance(found.value, tuple) and not hasattr(found.value, "_fields")
    return found.value if is_list else (found,)


def _compile_call(node: Call, context: Context) -> Compiled:
    parts = tuple(compile_node(one, context) for one in node.arguments)
    fact = find_derived(node.name)
    if fact is None:
        raise ExpressionError(f"There is no derived fact `{node.name}`.", "Look in docs/catalogue.md.", node.at)

    of_document = len(parts) == len(fact.takes)

    def run(scope: Scope) -> Result:
        values = [part.run(scope) for part in parts]
        subject = scope.facts.root if of_document else values.pop(0)
        absent = find_absence([subject, *(one for one in values if one.state == UNCLEAR)])
        if absent is not None:
            return absent
        found = fact.find(scope.facts, subject, [_get_plain(one) for one in values])
        return found._replace(doubts=join_doubts([found, *values]))

    return Compiled(node, run, parts)


def _get_plain(result: Result) -> Any:
    """A value as Python has it: a list without the states of its items."""
    value = result.value
    if isinstance(value, tuple) and value and isinstance(value[0], Result):
        return [_get_plain(one) for one in value if one.state == STATED]
    return value


def _compile_sayings(node: Sayings, below: Compiled) -> Compiled:
    """Every value that the document gives for a fact, where it says it several times."""

    def run(scope: Scope) -> Result:
        def find(facts: Facts) -> Result:
            if facts is scope.facts:
                return below.run(scope)
            return below.run(Scope(facts, {name: facts.rebase(thing) for name, thing in scope.names.items()}))

        found = [one for result in scope.facts.read_sayings(find) for one in _spread(result)]
        if not found:
            return below.run(scope)
        return Result(STATED, tuple(found), join_blamed(found), join_doubts(found))

    return Compiled(node, run, (below,))


def _spread(result: Result) -> list[Result]:
    """The items of a list of facts, or the one fact."""
    value = result.value
    return list(value) if isinstance(value, tuple) and value and isinstance(value[0], Result) else [result]


def _compile_arithmetic(node: Arithmetic, left: Compiled, right: Compiled) -> Compiled:
    def run(scope: Scope) -> Result:
        operands = (left.run(scope), right.run(scope))
        absent = find_absence(operands)
        if absent is not None:
            return absent
        one, other = (measure(operand.value) for operand in operands)
        found = combine(node.sign, one, other) if isinstance(one, Quantity) and isinstance(other, Quantity) else None
        if found is None:
            return Result(UNCLEAR, None, join_blamed(operands), note="These cannot be reckoned with each other.")
        return make_stated(found, *operands)

    return Compiled(node, run, (left, right))


def _compile_choice(node: Node, parts: tuple[Compiled, ...]) -> Compiled:
    condition, then, otherwise = parts

    def run(scope: Scope) -> Result:
        chosen = condition.run(scope)
        if chosen.state == UNCLEAR:
            return chosen
        found = (then if chosen.is_true else otherwise).run(scope)
        # Without a fact of its own a chosen value stands where its condition does.
        found = found._replace(doubts=join_doubts((found, chosen))) if chosen.doubts else found
        return found if found.blamed else found._replace(blamed=chosen.blamed)

    return Compiled(node, run, parts)


def _compile_first(node: Node, parts: tuple[Compiled, ...]) -> Compiled:
    def run(scope: Scope) -> Result:
        missing: list[Result] = []
        for part in parts:
            found = part.run(scope)
            if found.state != MISSING:
                return found
            missing.append(found)
        # A value of the law that nobody has seen stands nowhere: the fact that it stands in for does.
        return missing[-1] if missing[-1].blamed else missing[-1]._replace(blamed=missing[0].blamed)

    return Compiled(node, run, parts)


# --- conditions ---


def _compile_joined(node: Node, how: str, parts: tuple[Compiled, ...]) -> Compiled:
    join = join_by_and if how == "and" else join_by_or
    decides = how == "or"

    def run(scope: Scope) -> Result:
        found: list[Result] = []
        for part in parts:
            found.append(part.run(scope))
            if decides and found[-1].is_true:
                return found[-1]
        return join(found)

    return Compiled(node, run, parts)


def _compile_state(node: State, below: Compiled) -> Compiled:
    def run_stated(scope: Scope) -> Result:
        found = below.run(scope)
        if found.state == UNCLEAR:
            return found
        if found.state == MISSING:
            return make_truth(False, found)._replace(silent=True)
        # That an entry stands there is sure, though a part of it is lost.
        return make_truth(True, found._replace(doubts=tuple(one for one in found.doubts if one.stated != "entry")))

    def run_empty(scope: Scope) -> Result:
        found = below.run(scope)
        if found.state != STATED:
            return found
        entries = scope.facts.list_entries(found)
        if not entries:
            return make_truth(True, found)
        absent = [one for one in entries if one.state == UNCLEAR]
        stated = [one for one in entries if one.state == STATED]
        if absent and not stated:
            return find_absence(absent) or make_truth(True, found)
        return make_truth(False, *stated)

    return Compiled(node, run_stated if node.how == "stated" else run_empty, (below,))


def _compile_compare(node: Compare, left: Compiled, right: Compiled) -> Compiled:
    how = node.how
    by_size = _compare_sizes if how in SIZES else _compare_days if how in DAYS else _compare_words
    decide = _compare_same if how == "the same as" else by_size

    counts = isinstance(left.node, Gathered) and left.node.how == "count" and how in ("at most", "above")

    def run(scope: Scope) -> Result:
        operands = (left.run(scope), right.run(scope))
        found = find_absence(operands) or decide(how, *operands, scope)
        return _blame_excess(found, *operands) if counts and found.state == STATED else found

    return Compiled(node, run, (left, right))


def _blame_excess(found: Result, counted: Result, allowed: Result) -> Result:
    """Of too many things the first that is too many is shown first."""
    size = measure(allowed.value)
    first = int(size.amount) if isinstance(size, Quantity) else 0
    if not 0 < first < len(counted.blamed):
        return found
    return found._replace(blamed=(*counted.blamed[first:], *counted.blamed[:first], *allowed.blamed))


def _compare_sizes(how: str, left: Result, right: Result, scope: Scope) -> Result:
    upper = how in ("at most", "above")
    one = measure_end(left.value, upper)
    other = measure_end(right.value, not upper)
    order = compare_sizes(one, other) if one is not None and other is not None else None
    if order is None:
        return Result(UNCLEAR, None, join_blamed((left, right)), note="These cannot be compared.")
    holds = {"at most": order <= 0, "at least": order >= 0, "above": order > 0, "below": order < 0}[how]
    return make_truth(holds, left, right)


def _compare_days(how: str, left: Result, right: Result, scope: Scope) -> Result:
    """Whether all of one day, month or year is before, or after, all of another."""
    one, other = _find_days(left.value), _find_days(right.value)
    if one is None or other is None:
        return Result(UNCLEAR, None, join_blamed((left, right)), note="These cannot be compared.")
    holds = one[1] < other[0] if how == "before" else one[0] > other[1]
    return make_truth(holds, left, right)


def _find_days(value: Any) -> tuple[date, date] | None:
    if isinstance(value, DateRange):
        return value.first, value.last
    return (value, value) if isinstance(value, date) else None


def _compare_same(how: str, left: Result, right: Result, scope: Scope) -> Result:
    one, other = measure(left.value), measure(right.value)
    if one is None or other is None:
        return make_truth(normalize_word(_get_plain(left)) == normalize_word(_get_plain(right)), left, right)
    order = compare_sizes(one, other)
    if order is None:
        return Result(UNCLEAR, None, join_blamed((left, right)), note="These cannot be compared.")
    return make_truth(order == 0, left, right)


def _list_words(result: Result, scope: Scope) -> frozenset[str]:
    return scope.facts.list_words(result, lambda one: normalize_word(_get_plain(one)))


def _compare_words(how: str, left: Result, right: Result, scope: Scope) -> Result:
    if how in ("is", "one of", "none of"):
        return _compare_with_words(how, left, right, scope)
    held = _list_words(left, scope)
    wanted = scope.facts.list_entries(right)
    found = [one for one in wanted if normalize_word(_get_plain(one)) in held]
    lacks = len(found) < len(wanted)
    if scope.facts.has_open and (lacks if how != "includes none of" else not found):
        unclear = [one for one in scope.facts.list_entries(left) if one.state == UNCLEAR]
        if unclear:
            return find_absence(unclear) or make_truth(False, left)
    if how == "includes none of":
        return make_truth(not found, left)
    return make_truth(not lacks, left)


def _compare_with_words(how: str, left: Result, right: Result, scope: Scope) -> Result:
    known = _list_words(right, scope) if how != "is" else frozenset({normalize_word(_get_plain(right))})
    entries = scope.facts.list_entries(left) if isinstance(left.value, (list, tuple)) else [left]
    entries = [left] if hasattr(left.value, "_fields") else entries
    held = [one for one in entries if one.state == STATED]
    wrong = [one for one in held if (normalize_word(_get_plain(one)) in known) == (how == "none of")]
    return Result(STATED, not wrong, join_blamed(wrong or (left,)), left.doubts)


# --- things ---


def select_things(
    sources: tuple[Compiled, ...], name: str, where: Compiled | None, unless: Compiled | None, scope: Scope
) -> tuple[list[Result], list[Result], list[Result]]:
    """The things of some lists that are meant, the results that leave it unclear whether more are, and what is missing:
    lists that are not there."""
    meant: list[Result] = []
    unclear: list[Result] = []
    missing: list[Result] = []
    for source in sources:
        things = source.run(scope)
        if things.state != STATED:
            (missing if things.state == MISSING else unclear).append(things)
            continue
        derived = isinstance(things.value, tuple) and not hasattr(things.value, "_fields")
        for thing in scope.facts.list_entries(things):
            if thing.state != STATED:
                unclear.append(thing)
                continue
            if derived and things.doubts:
                thing = thing._replace(doubts=join_doubts((thing, things)))
            _select(thing, scope.bind(name, thing), where, unless, meant, unclear)
    return meant, unclear, missing


def _select(
    thing: Result,
    scope: Scope,
    where: Compiled | None,
    unless: Compiled | None,
    meant: list[Result],
    unclear: list[Result],
) -> None:
    if where is not None:
        held = where.run(scope)
        if held.state == UNCLEAR:
            unclear.append(held)
        if not held.is_true:
            return
        if held.doubts:
            thing = thing._replace(doubts=join_doubts((thing, held)))
    if unless is not None:
        excepted = unless.run(scope)
        if excepted.state == UNCLEAR:
            unclear.append(excepted)
            return
        if excepted.is_true:
            return
    meant.append(thing)


def _compile_some(node: Some, context: Context) -> Compiled:
    source = compile_node(node.source, context)
    inner = context.bind(node.name)
    where = compile_node(node.where, inner) if node.where is not None else None
    unless = compile_node(node.unless, inner) if node.unless is not None else None

    def run(scope: Scope) -> Result:
        meant, unclear, missing = select_things((source,), node.name, where, unless, scope)
        if meant:
            found = make_truth(True, *meant)
        elif unclear:
            return find_absence(unclear) or Result(UNCLEAR)
        elif missing:
            return missing[0]
        else:
            found = make_truth(False, source.run(scope))
        return found if node.how == "some" else negate(found)

    return Compiled(node, run, tuple(one for one in (source, where, unless) if one is not None))


def _compile_gathered(node: Gathered, context: Context) -> Compiled:
    inner = context.bind(node.name) if node.name else context
    source = compile_node(node.source, context) if node.source is not None else None
    where = compile_node(node.where, inner) if node.where is not None else None
    item = compile_node(node.item, inner)

    def values(scope: Scope) -> list[Result] | Result:
        """What is gathered, or why it cannot be."""
        if source is None:
            found = item.run(scope)
            return scope.facts.list_entries(found) if found.state == STATED else found
        meant, unclear, missing = select_things((source,), node.name, where, None, scope)
        if unclear or (missing and not meant):
            return find_absence(unclear) or missing[0]
        return [item.run(scope.bind(node.name, thing)) for thing in meant]

    def run(scope: Scope) -> Result:
        found = values(scope)
        return found if isinstance(found, Result) else gather(node.how, found)

    return Compiled(node, run, tuple(one for one in (source, where, item) if one is not None))


def gather(how: str, found: list[Result]) -> Result:
    """Several values as one: their number, the highest, their sum, the different ones."""
    absent = find_absence([one for one in found if one.state == UNCLEAR])
    stated = [one for one in found if one.state == STATED]
    if absent is not None:
        return absent
    if how == "count":
        return make_stated(len(stated), *stated)
    if how == "every":
        return Result(STATED, tuple(stated), join_blamed(stated), join_doubts(stated))
    if how == "distinct":
        different: dict[str, Result] = {}
        for one in stated:
            different.setdefault(repr(measure(one.value) or normalize_word(_get_plain(one))), one)
        kept = tuple(different.values())
        return Result(STATED, kept, join_blamed(kept), join_doubts(kept))
    if not stated:
        return find_absence(found) or Result(MISSING)
    return _gather_amounts(how, stated)


def _gather_amounts(how: str, stated: list[Result]) -> Result:
    sizes = [(measure_end(one.value, how != "lowest"), one) for one in stated]
    first = sizes[0][0]
    total, best = first, sizes[0][1]
    for size, one in sizes[1:]:
        order = compare_sizes(size, total) if size is not None and total is not None else None
        if order is None:
            return Result(UNCLEAR, None, join_blamed(stated), note="These cannot be compared.")
        if how == "sum" and isinstance(size, Quantity) and isinstance(total, Quantity):
            total = combine("+", total, size)
        elif (order > 0) == (how == "highest") and order:
            total, best = size, one
    if total is None:
        return Result(UNCLEAR, None, join_blamed(stated), note="This cannot be reckoned with.")
    if how == "sum":
        return Result(STATED, total, join_blamed(stated), join_doubts(stated))
    return best._replace(doubts=join_doubts(stated))


__all__ = ["Blamed", "Compiled", "Context", "Scope", "Unbounded", "compile_node", "gather", "select_things"]
