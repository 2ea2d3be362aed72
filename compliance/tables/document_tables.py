"""A table as a document writes it, made ready to be proved or drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.tables.charts import Chart, build_chart
from compliance.tables.proof import Rule, RuleTable, UnprovedTable

if TYPE_CHECKING:
    from compliance.documents.game import DecisionTable, Game


def build_table(written: DecisionTable) -> RuleTable:
    """The table that a document writes."""
    rules = [
        Rule(rule.conditions(), rule.then, tuple(one for _, one in rule.exceptions()), rule.overrides is True)
        for rule in written.rules
    ]
    return RuleTable(written.given, rules, written.impossible, written.first_match is True, written.otherwise)


def find_partners(game: Game) -> dict[str, list[DecisionTable]]:
    """For each table those that say the same thing again, over the same inputs: together they must leave no case
    open. A table that restates another is the other's partner, and the other is its own."""
    found: dict[str, list[DecisionTable]] = {}
    for name, table in game.tables.items() if game.tables is not None else ():
        other = game.tables.get(table.restates) if game.tables is not None and table.restates is not None else None
        if other is not None and set(other.given) == set(table.given):
            found.setdefault(str(table.restates), []).append(table)
            found.setdefault(name, []).append(other)
    return found


def build_game_chart(game: Game, name: str) -> Chart | UnprovedTable:
    """The chart of a game's table, for those who draw it: outcomes, gaps, conflicts, and what cannot occur."""
    table = game.tables.get(name) if game.tables is not None else None
    if table is None:
        return UnprovedTable("is not in the rules")
    return build_chart(build_table(table), [build_table(other) for other in find_partners(game).get(name, [])])
