"""Whether an expression can ever be answered: its facts, units and words, before any document is read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from compliance.checks.expressions.clauses import (
    IF_MISSING,
    IF_NONE,
    LINE_KEYS,
    NO_NEED,
    STATUSES,
    ClauseError,
    find_names,
    make_list,
    split_each,
)
from compliance.checks.expressions.compiler import NOT_SEEN, read_law_value
from compliance.checks.expressions.derived import find_derived, list_derived
from compliance.checks.expressions.parser import (
    ExpressionError,
    find_nearest,
    parse_each,
    parse_expression,
    parse_pairs,
)
from compliance.checks.expressions.quantities import normalize_word
from compliance.checks.expressions.shapes import (
    AMOUNTS,
    CONDITION,
    LIST,
    OPEN,
    TEXT,
    WORD,
    YES_NO,
    Shape,
    find_below,
    find_items,
    find_shape,
    list_keys_of_types,
    make_shape,
    read_shape,
    wrap_in_lists,
)
from compliance.checks.expressions.syntax import (
    AS_OF,
    DAYS,
    GATHERERS,
    LANGUAGE,
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
from compliance.documents.kinds import KINDS
from compliance.documents.models import get_model
from compliance.source.routes import Route

_CONDITIONS: Final = (Joined, Not, Compare, State, Some)
_MOST_WORDS: Final = 12
_LOOP: Final = re.compile(r"\s*([A-Za-z][\w-]*)\s+in\s")
_PAIR: Final = re.compile(r"\s*([A-Za-z][\w-]*)\s*,\s*([A-Za-z][\w-]*)\s+in\s")


class Names(NamedTuple):
    """What names stand for at a place of a clause: kinds of document, values of the law, names of the clause."""

    kinds: tuple[str, ...]
    law: Mapping[str, Any]
    known: Mapping[str, Shape]

    def bind(self, name: str, shape: Shape) -> Names:
        return self._replace(known={**self.known, name: shape})


class Fault(NamedTuple):
    """What is wrong with a clause: under which keys, the message, and what to do."""

    route: Route
    message: str
    help: str


def find_clause_faults(data: Mapping[str, Any], kinds: Sequence[str], law: Mapping[str, Any]) -> Iterator[Fault]:
    """Everything that is wrong with a clause asked of some kinds of document, under the law of one time."""
    yield from _check_clause(data, Names(tuple(kinds), law, {}), ())


def _check_clause(data: Mapping[str, Any], names: Names, route: Route) -> Iterator[Fault]:
    known, wrong = _check_let(data, names, route)
    yield from wrong
    if "only-if" in data:
        yield from _check_condition(data["only-if"], known, (*route, "only-if"))
    for number, text in enumerate(split_each(data.get("each"))):
        place = (*route, "each", number) if isinstance(data.get("each"), list) else (*route, "each")
        names, faults = _check_each(text, _check_let(data, names, route)[0], place)
        yield from faults
    if "pairs" in data:
        names, faults = _check_pairs(data["pairs"], _check_let(data, names, route)[0], (*route, "pairs"))
        yield from faults
    names, faults = _check_let(data, names, route)
    yield from () if wrong else faults
    yield from _check_needs(data, names, route)
    for number, inner in enumerate(make_list(data.get("all"))):
        place = (*route, "all", number)
        if isinstance(inner, Mapping):
            yield from _check_clause(inner, names, place)
        else:
            yield Fault(place, "Under `all` stands one text.", "Write clauses there, each with `need: ...`.")


def _check_let(data: Mapping[str, Any], names: Names, route: Route) -> tuple[Names, list[Fault]]:
    """The names under `let`, which are worked out where they are used: they may name things of an `each` further on."""
    found: list[Fault] = []
    later = [name for name in find_loop_names(data) if name not in names.known]
    for name, text in (data.get("let") or {}).items():
        place = (*route, "let", name)
        if name in LANGUAGE or name in GATHERERS or name in _list_document_keys(names.kinds):
            what = "a key of the document" if name in _list_document_keys(names.kinds) else "a word of the language"
            found.append(Fault(place, f"`{name}` is {what}.", "Choose another name."))
            continue
        shape, faults = _check_text(text, names._replace(known={**dict.fromkeys(later, OPEN), **names.known}), place)
        found += faults
        names = names.bind(name, shape)
    return names, found


def find_loop_names(data: Mapping[str, Any]) -> list[str]:
    """The names that `each` and `pairs` of a clause and of those in it bind, as far as these can be read."""
    found = [match[1] for text in split_each(data.get("each")) if (match := _LOOP.match(text))]
    found += [name for match in [_PAIR.match(str(data.get("pairs")))] if match for name in match.groups()]
    inner = (one for one in make_list(data.get("all")) if isinstance(one, Mapping))
    return found + [name for one in inner for name in find_loop_names(one)]


def _check_needs(data: Mapping[str, Any], names: Names, route: Route) -> Iterator[Fault]:
    if not any(key in data for key in ("need", "answers", "all", "because")):
        yield Fault(route, "This clause asks nothing.", "Add `need: ...`, `answers: ...` or `all: ...`.")
    if data.get("need") == NO_NEED:
        if "because" not in data:
            yield Fault((*route, "need"), "Nothing is asked, and no reason is given.", "Add `because: ...`.")
    elif "need" in data:
        written = data["need"]
        for number, text in enumerate(make_list(written)):
            place = (*route, "need", number) if isinstance(written, list) else (*route, "need")
            yield from _check_condition(text, names, place)
    if "doubt" in data:
        yield from _check_condition(data["doubt"], names, (*route, "doubt"))
    for key in ("at", "paste"):
        if key in data:
            yield from _check_text(data[key], names, (*route, key))[1]
    for number, line in enumerate(make_list(data.get("answers"))):
        yield from _check_line(line, names, (*route, "answers", number))
    for key, allowed in (("if-missing", IF_MISSING), ("if-none", IF_NONE)):
        if key in data and data[key] not in allowed:
            yield Fault((*route, key), f"`{data[key]}` is no answer here.", f"Write one of {', '.join(allowed)}.")
    for key in ("fault", "holds", "asks-a-person"):
        if key in data:
            yield from _check_template(str(data[key]), names, (*route, key))


def _check_line(line: Any, names: Names, route: Route) -> Iterator[Fault]:
    written = {line: None} if isinstance(line, str) else line if isinstance(line, Mapping) else {}
    answers = [key for key in written if key not in LINE_KEYS]
    if len(answers) != 1 or answers[0] not in STATUSES:
        shown = ", ".join(map(str, answers)) or "nothing"
        yield Fault(route, f"`{shown}` is no answer.", f"Write one of {', '.join(STATUSES)}, with its condition.")
        return
    if written[answers[0]] is not None:
        yield from _check_condition(written[answers[0]], names, (*route, answers[0]))
    if written.get("basis") not in (None, "stated", "reading"):
        yield Fault(route, f"`{written['basis']}` is no weaker basis.", "Write `stated` or `reading`.")
    for key in ("at", "shared"):
        if key in written:
            yield from _check_text(written[key], names, (*route, key))[1]
    if "says" in written:
        yield from _check_template(str(written["says"]), names, (*route, "says"))


def _check_template(text: str, names: Names, route: Route) -> Iterator[Fault]:
    for name in find_names([text]):
        if name not in names.law:
            yield from _check_text(name, names, route)[1]


def _check_each(text: str, names: Names, route: Route) -> tuple[Names, list[Fault]]:
    try:
        each = parse_each(text)
        shapes = [find_items(_check(one, names)) for one in each.sources]
        inner = names.bind(each.name, _join_shapes(shapes))
        for condition in (each.where, each.unless):
            if condition is not None:
                _check(condition, inner)
    except ExpressionError as error:
        return names, [_make_fault(error, route, text)]
    return inner, []


def _check_pairs(text: Any, names: Names, route: Route) -> tuple[Names, list[Fault]]:
    try:
        pair = parse_pairs(str(text))
        shape = find_items(_check(pair.source, names))
    except ExpressionError as error:
        return names, [_make_fault(error, route, str(text))]
    return names.bind(pair.first, shape).bind(pair.second, shape), []


def _check_condition(text: Any, names: Names, route: Route) -> Iterator[Fault]:
    shape, faults = _check_text(text, names, route)
    yield from faults
    if not faults and not shape.has(YES_NO):
        help = "Say what must hold of it: `is stated`, `is at most ...`, `is ...`."
        yield Fault(route, f"`{text}` is {' or '.join(shape.kinds)}, and no condition.", help)


def _check_text(text: Any, names: Names, route: Route) -> tuple[Shape, list[Fault]]:
    if not isinstance(text, str):
        form = 'Put the whole expression in quotes: "bank.by is one of [house, pot]".'
        return OPEN, [Fault(route, "YAML reads this as a list or a group, not as an expression.", form)]
    try:
        return _check(parse_expression(text), names), []
    except ExpressionError as error:
        return OPEN, [_make_fault(error, route, text)]


def _make_fault(error: ExpressionError, route: Route, text: str) -> Fault:
    """An error with the part of the expression that it is about."""
    before = text[max(0, error.at - 30) : error.at]
    after = text[error.at : error.at + 30]
    near = f" (at `{before}>>>{after}`)" if len(text) > 60 else ""
    return Fault(route, f"{error.message}{near}", error.help)


def _join_shapes(shapes: Sequence[Shape]) -> Shape:
    if len(shapes) == 1:
        return shapes[0]
    if any(shape.is_open for shape in shapes):
        return OPEN
    kinds = dict.fromkeys(kind for shape in shapes for kind in shape.kinds)
    words = dict.fromkeys(word for shape in shapes for word in shape.words)
    columns = tuple(dict.fromkeys(column for shape in shapes for column in shape.columns))
    return Shape(tuple(kinds), tuple(words), tuple(one for shape in shapes for one in shape.types), columns)


# --- one expression ---


def _check(node: Node, names: Names) -> Shape:
    """The shape of an expression. Raises ExpressionError."""
    match node:
        case Literal(value=value):
            return find_shape(value)
        case LawValue():
            return _check_law(node, names)
        case Word():
            return Shape((WORD,))
        case Words(items=items):
            for one in items:
                _check(one, names)
            return Shape((LIST,))
        case Path():
            return _check_path(node, names)
        case Call():
            return _check_call(node, names)
        case Sayings(of=of):
            _check(of, names)
            return Shape((LIST,), (), wrap_in_lists(_check(of, names).types))
        case Choice() | FirstOf() | Gathered() | Arithmetic():
            return _check_value(node, names)
        case _:
            return _check_truth(node, names)


def _check_law(node: LawValue, names: Names) -> Shape:
    if node.name not in names.law:
        near = find_nearest(node.name, list(names.law))
        help = f"Did you mean {{{near}}}?" if near else "Name a value that a section sets which this rests on."
        raise ExpressionError(f"{{{node.name}}} is no value of the law that this rests on.", help, node.at)
    written = names.law[node.name]
    return OPEN if written == NOT_SEEN else find_shape(read_law_value(written))


def _list_document_keys(kinds: Sequence[str]) -> list[str]:
    return list_keys_of_types([get_model(kind) for kind in kinds])


def _check_path(node: Path, names: Names) -> Shape:
    first = node.steps[0]
    if node.steps == (AS_OF,):
        return Shape(("a date",))
    if first in names.known:
        return _follow(node, names.known[first], node.steps[1:], names)
    if first in LANGUAGE or first in GATHERERS:
        raise ExpressionError(f"`{first}` is a word of the language.", "It can name no fact.", node.at)
    return _follow(node, make_shape([get_model(kind) for kind in names.kinds]), node.steps, names)


def _follow(node: Path, shape: Shape, steps: Sequence[str], names: Names) -> Shape:
    for number, step in enumerate(steps):
        derived = find_derived(step)
        below = find_items(shape) if step == "*" else find_below(shape, step)
        if derived is not None and below is None:
            below = read_shape(derived.gives, derived.columns)
        if below is None:
            raise _make_step_error(node, shape, steps, number, names)
        shape = below
    return shape


def _make_step_error(node: Path, shape: Shape, steps: Sequence[str], number: int, names: Names) -> ExpressionError:
    step, written = steps[number], ".".join(node.steps)
    whole = number == 0 and len(steps) == len(node.steps)
    keys = list_keys_of_types(shape.types) + [name for name, _ in shape.columns]
    known = keys + [one.name for one in list_derived()] + (list(names.known) if whole else [])
    holder = " or ".join(names.kinds) if whole else f"`{'.'.join(node.steps[: len(node.steps) - len(steps) + number])}`"
    message = f"No {holder} has `{step}`." if whole else f"{holder} has no `{step}`."
    help = _suggest(step, known, shape, names, whole)
    return ExpressionError(message if written == step else f"{message} (in `{written}`)", help, node.at)


def _suggest(step: str, known: list[str], shape: Shape, names: Names, whole: bool) -> str:
    parts = step.split("-")
    splits = (("-".join(parts[:n]), "-".join(parts[n:])) for n in range(1, len(parts)))
    minus = next((pair for pair in splits if pair[0] in known and pair[1] in known), None)
    if minus is not None:
        return f"`{step}` is one name. If a difference is meant, write `{minus[0]} - {minus[1]}` with spaces."
    others = [kind for kind in KINDS if whole and kind not in names.kinds and step in _list_document_keys([kind])]
    if others:
        return f"`{step}` is a key of {' and '.join(others)}; this is asked of {' or '.join(names.kinds)}."
    if near := find_nearest(step, known):
        return f"Did you mean `{near}`?"
    keys = list_keys_of_types(shape.types) + [name for name, _ in shape.columns]
    return f"Known there: {', '.join(keys[:_MOST_WORDS])}{', ...' if len(keys) > _MOST_WORDS else ''}." if keys else ""


def _check_call(node: Call, names: Names) -> Shape:
    found = find_derived(node.name)
    if found is None:
        near = find_nearest(node.name, [*GATHERERS, *(one.name for one in list_derived())])
        help = f"Did you mean `{near}`?" if near else "Look for it in the list of derived facts in docs/catalogue.md."
        raise ExpressionError(f"There is no derived fact `{node.name}`.", help, node.at)
    takes = found.takes if found.is_of_document else ("thing", *found.takes)
    # A fact of a document may also be asked of another one, which then stands first.
    if len(node.arguments) != len(takes) and not (found.is_of_document and len(node.arguments) == len(takes) + 1):
        form = f"{node.name}({', '.join(takes)})" if takes else node.name
        raise ExpressionError(f"`{node.name}` takes {len(takes)} values.", f"Write `{form}`.", node.at)
    for one in node.arguments:
        _check(one, names)
    return read_shape(found.gives, found.columns)


def _check_value(node: Node, names: Names) -> Shape:
    match node:
        case Choice(condition=condition, then=then, otherwise=otherwise):
            _check(condition, names)
            return _join_shapes([_check(then, names), _check(otherwise, names)])
        case FirstOf(items=items):
            return _join_shapes([_check(one, names) for one in items])
        case Gathered():
            return _check_gathered(node, names)
        case Arithmetic(left=left, right=right):
            return _check_arithmetic(node, _check_amount(left, names), _check_amount(right, names))
        case _:
            return OPEN


def _check_gathered(node: Gathered, names: Names) -> Shape:
    inner = names
    if node.source is not None:
        inner = names.bind(node.name, find_items(_check(node.source, names)))
    if node.where is not None:
        _check(node.where, inner)
    item = _check(node.item, inner)
    if node.how == "count":
        return Shape(("a number",))
    if node.how in ("every", "distinct"):
        return Shape((LIST,), (), wrap_in_lists(item.types))
    return item if node.source is not None else find_items(item)


def _check_amount(node: Node, names: Names) -> Shape:
    shape = _check(node, names)
    if not shape.has(*AMOUNTS):
        kinds = " or ".join(shape.kinds)
        raise ExpressionError(f"{_show(node)} is {kinds}, and no amount.", "Only amounts are reckoned with.", node.at)
    return shape


def _check_arithmetic(node: Arithmetic, left: Shape, right: Shape) -> Shape:
    if left.is_open or right.is_open:
        return OPEN
    if node.sign == "*":
        units = {*left.kinds, *right.kinds}
        return Shape(("dollars",)) if "dollars" in units else left if "a number" in right.kinds else right
    shared = [kind for kind in left.kinds if kind in right.kinds]
    if not shared:
        raise _make_unit_error(node.left, node.right, left, right, node.at)
    return Shape(tuple(shared))


def _make_unit_error(one: Node, other: Node, left: Shape, right: Shape, at: int) -> ExpressionError:
    message = f"{_show(one)} is {' or '.join(left.kinds)}, and {_show(other)} is {' or '.join(right.kinds)}."
    return ExpressionError(message, "Compare or add amounts of one unit.", at)


# --- conditions ---


def _check_truth(node: Node, names: Names) -> Shape:
    match node:
        case Joined(items=items):
            for one in items:
                _check_is_condition(one, names)
        case Not(of=of):
            _check_is_condition(of, names)
        case State(how=how, of=of):
            shape = _check(of, names)
            if how == "empty" and not shape.has(LIST):
                raise ExpressionError(f"{_show(of)} is no list.", "Write `is not stated`.", node.at)
        case Some():
            _check_some(node, names)
        case Compare():
            _check_compare(node, names)
    return CONDITION


def _check_is_condition(node: Node, names: Names) -> None:
    shape = _check(node, names)
    if not shape.has(YES_NO):
        help = "Say what must hold of it: `is stated`, `is at most ...`, `is ...`."
        raise ExpressionError(f"{_show(node)} is {' or '.join(shape.kinds)}, and no condition.", help, node.at)


def _check_some(node: Some, names: Names) -> None:
    inner = names.bind(node.name, find_items(_check(node.source, names)))
    for condition in (node.where, node.unless):
        if condition is not None:
            _check_is_condition(condition, inner)


def _check_compare(node: Compare, names: Names) -> None:
    if node.how in SIZES:
        left, right = _check_amount(node.left, names), _check_amount(node.right, names)
        if not (left.is_open or right.is_open or set(left.kinds) & set(right.kinds)):
            raise _make_unit_error(node.left, node.right, left, right, node.at)
        return
    left = _check(node.left, names)
    right = _check(node.right, names)
    if node.how in DAYS:
        for one, shape in ((node.left, left), (node.right, right)):
            if not shape.has("a date"):
                kinds = " or ".join(shape.kinds)
                raise ExpressionError(f"{_show(one)} is {kinds}, and no day.", "Compare days.", node.at)
        return
    if node.how == "the same as":
        both_known = not (left.is_open or right.is_open)
        if both_known and not set(left.kinds) & set(right.kinds) and not {TEXT, WORD} & {*left.kinds, *right.kinds}:
            raise _make_unit_error(node.left, node.right, left, right, node.at)
        return
    if node.how.startswith("includes") and not left.has(LIST):
        raise ExpressionError(f"{_show(node.left)} is no list.", "Write `is ...`, or `is one of [...]`.", node.at)
    items = find_items(left) if LIST in left.kinds else left
    for word in node.right.items if isinstance(node.right, Words) else (node.right,):
        if isinstance(word, Word):
            _check_word(node.left, items, word)


def _check_word(subject: Node, shape: Shape, word: Word) -> None:
    """Whether a fact can ever be this word."""
    if shape.is_open or shape.has(TEXT):
        return
    if not shape.words:
        help = "Write `is at most ...`, `is the same as ...` or `is stated`."
        raise ExpressionError(f"{_show(subject)} is {' or '.join(shape.kinds)}, and no word.", help, word.at)
    if normalize_word(word.text) not in map(normalize_word, shape.words):
        near = find_nearest(word.text, list(shape.words))
        shown = [f'"{one}"' if " " in one else one for one in shape.words[:_MOST_WORDS]]
        listed = f"{', '.join(shown[:-1])} or {shown[-1]}" if len(shown) > 1 else shown[0]
        meant = f"Did you mean `{near}`? " if near else ""
        raise ExpressionError(f"{_show(subject)} is never `{word.text}`.", f"{meant}It may be {listed}.", word.at)


def _show(node: Node) -> str:
    match node:
        case Path(steps=steps):
            return f"`{'.'.join(steps)}`"
        case LawValue(name=name):
            return f"{{{name}}}"
        case Literal(value=value):
            from compliance.checks.formatting import show

            return show(value)
        case Call(name=name):
            return f"`{name}(...)`"
        case _:
            return "This"


__all__ = ["ClauseError", "Fault", "find_clause_faults"]
