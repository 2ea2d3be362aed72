"""Who draws, from the decision tables of a document: its words are tied to totals and cards by the `odds` block."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from compliance.odds.conditions import All, AnyOf, Condition, Look, Negation, NumberRange, Size, Total
from compliance.odds.deals import Draw, DrawRule
from compliance.odds.definitions import ALWAYS, Definitions
from compliance.odds.entries import Tree, refuse_unknown_keys
from compliance.odds.words import BadDefinition, is_yes, look, spans

_NOT_CONDITIONS: Final = ("then", "source", "unless", "overrides")
_BEST_PLAY: Final = "best play"
_DRAWS: Final = ("hit", "draw", "take")
_STANDS: Final = ("stand", "stay")


def draws_of(block: Tree, tables: Tree, known: Definitions) -> tuple[Draw, ...]:
    """The draws of a deal, or of one wager, in their order."""
    written = block.get("draws", [])
    if not isinstance(written, list):
        raise BadDefinition("draws is a list: one entry for each hand that draws, in order", "draws")
    found = []
    for place, entry in enumerate(written, 1):
        try:
            found.append(_draw(entry, tables, known))
        except BadDefinition as problem:
            raise problem.move_below("draws", str(place)) from None
    return tuple(found)


def _draw(entry: Any, tables: Tree, known: Definitions) -> Draw:
    if not isinstance(entry, Mapping) or "hand" not in entry:
        raise BadDefinition("a draw names its hand, and the table or the case by which it draws")
    best = entry.get("by") == _BEST_PLAY
    rest = ("sees",) if best else ("again", "otherwise", "reads", "then")
    refuse_unknown_keys(entry, ("by", "hand", "source", "unless", "when", *rest))
    own = look(entry["hand"], known.deal)
    rules: list[DrawRule] = []
    if "unless" in entry:
        rules.append(DrawRule(known.read(entry["unless"], own), False))
    if "when" in entry:
        rules.append(DrawRule(known.read(entry["when"], own), True))
    if best:
        sees = look(entry["sees"], known.deal) if "sees" in entry else ()
        return Draw(own[0].hand, tuple(rules), table=_BEST_PLAY, sees=sees)
    by = entry.get("by", [])
    names = by if isinstance(by, list) else [by]
    for name in names:
        rules += _rules(str(name), entry, tables, known)
    otherwise = _word(str(entry["otherwise"]), {}) if "otherwise" in entry else None if names else False
    if otherwise is None:
        otherwise = _read_last(str(names[-1]), entry, tables)
    again = is_yes(entry.get("again", "no"))
    title = " and ".join(map(str, names)) or f"the rule for {own[0].hand}"
    return Draw(own[0].hand, tuple(rules), again, otherwise, title)


def _rules(name: str, entry: Tree, tables: Tree, known: Definitions) -> Iterator[DrawRule]:
    table = tables.get(name)
    if not isinstance(table, Mapping) or not isinstance(table.get("rules"), list):
        raise BadDefinition(f"there is no table `{name}` with rules under tables", "by")
    rules = table["rules"]
    for rule in rules:
        if not isinstance(rule, Mapping):
            raise BadDefinition(f"`{rule}` is no rule of `{name}`; expected inputs and then", "by")
    meant = entry.get("then")
    for rule in sorted(rules, key=lambda rule: str(rule.get("overrides", "no")) not in ("yes", "true")):
        parts = [_inputs(rule, entry, known)]
        unless = rule.get("unless") or []
        for exception in unless if isinstance(unless, list) else [unless]:
            if not isinstance(exception, Mapping):
                raise BadDefinition(f"`{exception}` is no exception of `{name}`; expected inputs with values", "by")
            parts.append(Negation(_inputs(exception, entry, known)))
        when = parts[0] if len(parts) == 1 else All(tuple(parts))
        yield DrawRule(when, _word(str(rule.get("then", "")), meant if isinstance(meant, Mapping) else {}))


def _inputs(written: Tree, entry: Tree, known: Definitions) -> Condition:
    parts = [
        _input(key, value, entry.get("reads", {}), known)
        for key, value in written.items()
        if key not in _NOT_CONDITIONS
    ]
    return All(tuple(parts)) if parts else ALWAYS


def _read_last(name: str, entry: Tree, tables: Tree) -> bool | None:
    """What the last table says of all that it does not name."""
    table = tables.get(name)
    said = table.get("otherwise") if isinstance(table, Mapping) else None
    meant = entry.get("then")
    return None if not said else _word(str(said), meant if isinstance(meant, Mapping) else {})


def _word(words: str, meant: Tree) -> bool:
    """Whether the words of an outcome say to draw."""
    said = str(meant.get(words, words)).strip().lower()
    if " or " in said:
        raise BadDefinition(f"`{words}` leaves a choice; a draw that is counted has none", "then")
    if said.startswith(_DRAWS):
        return True
    if said.startswith(_STANDS):
        return False
    raise BadDefinition(f"`{words}` is neither a draw nor a stand; say under then which of them it is", "then")


def _input(key: str, value: Any, reads: Any, known: Definitions) -> Condition:
    how = reads.get(key) if isinstance(reads, Mapping) else None
    if how is None:
        raise BadDefinition(f"nothing says what `{key}` of the table is; say so under reads", "reads")
    values = value if isinstance(value, list) else [value]
    cases = tuple(_case(str(one), key, how, known) for one in values)
    return cases[0] if len(cases) == 1 else AnyOf(cases)


def _case(value: str, key: str, how: Any, known: Definitions) -> Condition:
    if isinstance(how, Mapping):
        if value in how:
            return known.read(how[value], known.default_look())
        how = how.get("numbers")
        if how is None:
            raise BadDefinition(f"nothing says what `{value}` of `{key}` is; say so under reads", "reads", key)
    on = look(str(how).removeprefix("total of "), known.deal)
    totals: list[Condition] = [Total(on, one) for one in spans(value)]
    total = totals[0] if len(totals) == 1 else AnyOf(tuple(totals))
    return All((total, Size(on, NumberRange(1)))) if _may_be_missing(on) else total


def _may_be_missing(on: Look) -> bool:
    """A third card that was not dealt has no total, not even zero."""
    return any(part.after for part in on)
