"""The round: when cards are dealt and fees are taken, when wagers open, close and are settled, and from which seat."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, Final

from compliance.checks.expressions.derived import Placed, Row, Thing, derive
from compliance.checks.rounds import DEALING, find_deal, find_dealers, find_fees
from compliance.checks.words import mentions
from compliance.documents.fee_units import is_any_unit
from compliance.documents.game import Game, Play, Step
from compliance.documents.wagers import Wager
from compliance.source.routes import Route

_SETTLING: Final = ("settle", "pay", "paid", "collect", "resolve", "award", "win")
_CHARGING: Final = ("fee", "collection")
_SIDE_WAGERS: Final = ("bonus", "progressive", "streak")
# What a case of a table is called in which nobody is ahead.
_TIED: Final = frozenset({"same", "tie", "ties", "tied", "equal", "copy"})
# Only a text that is one outcome and nothing else is held against a table: others have exceptions of their own.
_PUSH: Final = re.compile(
    r"(?:(?:the|a|all) )?(?:(?:hand|wager|bet|tie)s? )?(?:(?:is|are) )?(?:a )?push(?:es)?", re.IGNORECASE
)
_WINS: Final = re.compile(
    r"(?:the )?(?P<who>player[-/ ]dealer|player[-/ ]banker|bank|banker|dealer|house|player)"
    r" wins?(?: (?:all )?(?:the )?(?:ties|copies|copy hands))?",
    re.IGNORECASE,
)


# --- steps ---


@derive("deal-step", of=Game, gives="number", reads=["round.*.step"])
def find_deal_step(thing: Thing) -> Placed | None:
    """The number of the step that deals the cards."""
    number = find_deal(thing.value)
    return Placed(number + 1, ("round", number)) if number is not None else None


@derive("fee-step", of=Game, gives="number", reads=["round.*.step"])
def find_fee_step(thing: Thing) -> Placed | None:
    """The number of the step that takes the fees."""
    number = find_fees(thing.value)
    return Placed(number + 1, ("round", number)) if number is not None else None


@derive("dealing-steps", of=Game, gives="list of rows", columns={"who": "text"}, reads=["round.*.step", "round.*.who"])
def list_dealing_steps(thing: Thing) -> list[Row] | None:
    """The steps of the round that say who deals."""
    return [Row(at, {"who": who}) for at, who in find_dealers(thing.value)] or None


@derive("is-deal", of=Step, gives="yes or no", reads=["step"])
def is_deal(thing: Thing) -> bool:
    """Whether a step is called a deal."""
    return "deal" in thing.value.step.lower()


@derive("is-settlement", of=Step, gives="yes or no", reads=["step", "order", "by", "/tables"])
def is_settlement(thing: Thing) -> bool:
    """Whether a step settles wagers: in an order, by a table of settlement, or by its name."""
    table = _find_table(thing.document, thing.value)
    is_by_table = table is not None and table.kind == "settlement"
    return bool(thing.value.order) or is_by_table or "settle" in thing.value.step.lower()


@derive("may-fold", of=Game, gives="yes or no", reads=["round.*.step", "round.*.note"])
def may_fold(thing: Thing) -> bool:
    """Whether a step of the round speaks of folding."""
    return any("fold" in f"{step.step} {step.note or ''}".lower() for step in thing.value.round)


def _find_table(game: Game, step: Step) -> Any:
    return game.tables.get(step.by) if game.tables is not None and step.by is not None else None


@derive(
    "settling-steps",
    of=Game,
    gives="list of rows",
    columns={"number": "number", "next-draw": "number"},
    reads=["round", "tables.*.kind"],
)
def list_settling_steps(thing: Thing) -> list[Row]:
    """The steps that settle wagers in an order, and the last that settles any by a table; each with the next step that
    draws cards."""
    steps = thing.value.round
    kinds = [table.kind if (table := _find_table(thing.value, step)) is not None else None for step in steps]
    draws = [number for number, kind in enumerate(kinds) if kind == "drawing"]
    settling = {number for number, step in enumerate(steps) if step.order}
    settling |= set([number for number, kind in enumerate(kinds) if kind == "settlement"][-1:])
    rows = []
    for number in sorted(settling):
        later = draws[bisect_right(draws, number) :]
        drawn = Placed(later[0] + 1, ("round", later[0], "by")) if later else None
        own = Placed(number + 1, ("round", number, "order" if steps[number].order else "by"))
        rows.append(Row(("round", number), {"number": own, "next-draw": drawn}))
    return rows


@derive("settles-side-wagers", of=Game, gives="yes or no", takes=["step"], reads=["round.*.order", "wagers.*.kind"])
def settles_side_wagers(thing: Thing, step: int) -> bool:
    """Whether a step settles side wagers only, which the first cards may decide, and another step the rest."""
    game = thing.value
    side = {name for name, wager in game.all_wagers() if wager.kind in _SIDE_WAGERS}
    rest = any(name not in side for one in game.round for name in one.order)
    order = game.round[int(step) - 1].order
    return bool(order) and rest and all(name in side for name in order)


# --- wagers in the round ---


@derive("opening-step", of=Wager, gives="number", reads=["/round.*.opens"])
def find_opening_step(thing: Thing) -> Placed | None:
    """The number of the first step that opens the wager."""
    return _find_naming_step(thing, "opens")


@derive(
    "closings",
    of=Game,
    gives="list of rows",
    columns={"name": "text", "step": "number", "opening": "number", "is-wager": "yes or no"},
    reads=["round.*.opens", "round.*.closes", "wagers.keys"],
)
def list_closings(thing: Thing) -> list[Row]:
    """What the round closes, each once: in which step, and in which it was opened first. Prizes, and choices such as
    surrender, are no wagers and need no opening."""
    opened: dict[str, int] = {}
    closed: dict[str, int] = {}
    for number, step in enumerate(thing.value.round):
        for names, steps in ((step.opens, opened), (step.closes, closed)):
            for name in names:
                steps.setdefault(name, number)
    wagers = {name for name, _ in thing.value.all_wagers()}
    return [
        Row(
            ("round", number, "closes"),
            {"name": name, "step": number + 1, "is-wager": name in wagers, "opening": first},
        )
        for name, number in closed.items()
        for first in [Placed(opened[name] + 1, ("round", opened[name], "opens")) if name in opened else None]
    ]


@derive("settling-step", of=Wager, gives="number", reads=["/round.*.order"])
def find_settling_step(thing: Thing) -> Placed | None:
    """The number of the first step that names the wager in its order of settlement."""
    return _find_naming_step(thing, "order")


def _find_naming_step(thing: Thing, key: str) -> Placed | None:
    named = ((number, getattr(step, key)) for number, step in enumerate(thing.document.round))
    return next((Placed(number + 1, ("round", number, key)) for number, names in named if thing.key in names), None)


@derive("settles-in-order", of=Game, gives="yes or no", reads=["round", "tables.*.kind"])
def is_settled_in_order(thing: Thing) -> bool:
    """Whether the round has an order in which wagers are settled, and no step that settles any without one."""
    steps = thing.value.round
    return any(step.order for step in steps) and not any(
        not step.order and _is_any_settlement(thing.value, step) for step in steps
    )


def _is_any_settlement(game: Game, step: Step) -> bool:
    """Whether a step settles wagers, by its words or by the table that it follows."""
    table, words = _find_table(game, step), step.step.lower()
    if table is None and any(word in words for word in _CHARGING):
        return False
    return (table is not None and table.kind == "settlement") or any(word in words for word in _SETTLING)


@derive("is-placed-before-deal", of=Wager, gives="yes or no", reads=["placed"])
def is_placed_before_deal(thing: Thing) -> bool | None:
    """Whether the rules have the wager placed before the deal."""
    words = thing.value.placed.lower().split() if thing.value.placed is not None else None
    return None if words is None else "before" in words and not DEALING.isdisjoint(words)


@derive(
    "openings",
    of=Game,
    gives="list of rows",
    columns={"wager": "text", "kind": "text", "step": "number", "needed": "text", "opened-just-before": "number"},
    reads=["round", "wagers.*.kind", "wagers.*.needs"],
)
def list_openings(thing: Thing) -> list[Row]:
    """Each time that a step of the round opens a wager: the wager that it needs, where the same step opens that too,
    and the step that opened it before, where nothing but wagers came in between."""
    game = thing.value
    wagers = dict(game.all_wagers())
    opening = {number for number, step in enumerate(game.round) if step.opens}
    last: dict[str, int] = {}
    rows = []
    for number, step in enumerate(game.round):
        for name in step.opens:
            wager, first = wagers.get(name), last.get(name)
            needed = wager.needs if wager is not None and wager.needs in step.opens else None
            again = first is not None and opening.issuperset(range(first, number))
            before = Placed(first + 1, ("round", first, "opens")) if again and first is not None else None
            kind = wager.kind if wager is not None else None
            columns = {"wager": name, "kind": kind, "step": number + 1, "needed": needed, "opened-just-before": before}
            rows.append(Row(("round", number, "opens"), columns))
            last[name] = number
    return rows


# --- ties ---


@derive("outcome-of-ties", of=Play, gives="text", reads=["ties"])
def find_outcome_of_ties(thing: Thing) -> str | None:
    """What becomes of a tie, where the rules say just one outcome: `push`, `player` or `bank`."""
    return parse_outcome(thing.value.ties or "")


@derive("outcome-of-ties-over-target", of=Play, gives="text", reads=["over-target-ties"])
def find_outcome_over_target(thing: Thing) -> str | None:
    """What becomes of a tie of hands over the target, where the rules say just one outcome."""
    return parse_outcome(thing.value.over_target_ties or "")


@derive(
    "tables-of-ties",
    of=Game,
    gives="list of rows",
    columns={"name": "text", "outcomes": "list of texts", "words": "text"},
    reads=["tables"],
)
def list_tables_of_ties(thing: Thing) -> list[Row]:
    """The tables of settlement with rules that decide a tie, with what they make of it. Where two hands may be tied
    apart, a tie of one of them is none."""
    tables = thing.value.tables.items() if thing.value.tables is not None else ()
    rows = []
    for name, table in tables:
        inputs = [key for key, domain in table.given.items() if not _TIED.isdisjoint(_list_cases(domain))]
        found = [
            (("tables", name, "rules", number, "then"), outcome, rule.then)
            for number, rule in enumerate(table.rules if len(inputs) == 1 and table.kind == "settlement" else ())
            if (outcome := parse_outcome(rule.then)) is not None
            and not _TIED.isdisjoint(_list_cases(rule.conditions().get(inputs[0])))
        ]
        if found:
            at, *also = [place for place, _, _ in found]
            columns = {"name": name.replace("-", " "), "outcomes": [one for _, one, _ in found], "words": found[0][2]}
            rows.append(Row(at, columns, tuple(also)))
    return rows


def _list_cases(written: Any) -> list[str]:
    return [str(one).lower() for one in (written if isinstance(written, list) else [written])]


def parse_outcome(words: str) -> str | None:
    """`push`, `player` or `bank`; None where a text says more, or something else."""
    text = words.strip().rstrip(".")
    if _PUSH.fullmatch(text):
        return "push"
    found = _WINS.fullmatch(text)
    return None if found is None else "player" if found["who"].lower() == "player" else "bank"


# --- fees ---


@derive("occasions-of-fees", of=Game, gives="list of rows", columns={"per": "text"}, takes=["words"], reads=["fees"])
def list_occasions_of_fees(thing: Thing, words: list[str]) -> list[Row]:
    """The fees that are due for something that some words name: for a hand that went one way."""
    return [Row(at, {"per": per}) for at, per in _list_pers(thing.value) if per and mentions(per, words)]


def _list_pers(game: Game) -> Iterator[tuple[Route, str]]:
    if game.fees is not None:
        pers: list[tuple[Route, str]] = [(("fees", "per"), game.fees.per or "")]
        pers += [(("fees", "charges", number), fee.per) for number, fee in enumerate(game.fees.charges)]
        yield from ((at, per) for at, per in pers if not is_any_unit(per))
