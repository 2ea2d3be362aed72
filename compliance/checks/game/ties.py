"""Ties: what the rules say of them and what a settlement table does with them."""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from compliance.checks.looking import look_at
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed
from compliance.documents.game import DecisionTable, Game
from compliance.patterns import late
from compliance.routes import Route

# What a case of a table is called in which nobody is ahead.
_TIED: Final = frozenset({"same", "tie", "ties", "tied", "equal", "copy"})
# Only a text that is one outcome and nothing else is held against a table: others have exceptions of their own.
_PUSH: Final = late(
    r"(?:(?:the|a|all) )?(?:(?:hand|wager|bet|tie)s? )?(?:(?:is|are) )?(?:a )?push(?:es)?", re.IGNORECASE
)
_WINS: Final = late(
    r"(?:the )?(?P<who>player[-/ ]dealer|player[-/ ]banker|bank|banker|dealer|house|player)"
    r" wins?(?: (?:all )?(?:the )?(?:ties|copies|copy hands))?",
    re.IGNORECASE,
)


class _Tie(NamedTuple):
    """A rule of a table that decides a tie: where it stands, and what it says."""

    route: Route
    outcome: str
    words: str


@check("ties-alike")
def ties_alike(game: Game) -> Verdicts:
    """What the rules say of ties is what a settlement table does with them."""
    tables = game.tables.items() if game.tables is not None else ()
    found = [(name, ties) for name, table in tables if table.kind == "settlement" and (ties := [*_ties(name, table)])]
    said = game.play.ties if found and game.play is not None else None
    stated = _outcome(said or "")
    # A table may be of hands beyond the target alone.
    beyond = _outcome(game.play.over_target_ties or "") if stated and game.play is not None else ""

    def judged(named: tuple[str, list[_Tie]]) -> Verdict:
        name, ties = named
        table = f"The table {name.replace('-', ' ')}"
        if any(tie.outcome in (stated, beyond) for tie in ties):
            return passed(f"{table} does with a tie what the rules say: {said}.", ties[0].route)
        message = f"On a tie the rules say: {said}. {table} says: {ties[0].words}."
        return failed(message, ("play", "ties"), [(tie.route, tie.words) for tie in ties], said or "")

    nothing = not_applicable("Ties are not told both in a settlement table and, as one outcome, in the rules.")
    return look_at(found if stated else [], judged, nothing=nothing)


def _ties(name: str, table: DecisionTable) -> Iterator[_Tie]:
    """The rules of a table that decide a tie. Where two hands may be tied apart, a tie of one of them is none."""
    inputs = [key for key, domain in table.given.items() if not _TIED.isdisjoint(_cases(domain))]
    if len(inputs) != 1:
        return
    for number, rule in enumerate(table.rules):
        outcome = _outcome(rule.then)
        if outcome and not _TIED.isdisjoint(_cases(rule.conditions().get(inputs[0]))):
            yield _Tie(("tables", name, "rules", number, "then"), outcome, rule.then)


def _cases(written: Any) -> list[str]:
    return [str(one).lower() for one in (written if isinstance(written, list) else [written])]


def _outcome(words: str) -> str:
    """`push`, `player` or `bank`; nothing where a text says more, or something else."""
    text = words.strip().rstrip(".")
    if _PUSH.fullmatch(text):
        return "push"
    found = _WINS.fullmatch(text)
    return "" if found is None else "player" if found["who"].lower() == "player" else "bank"
