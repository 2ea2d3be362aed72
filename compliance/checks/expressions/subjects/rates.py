"""How many rates one table of a schedule meets."""

from compliance.checks.expressions.derived import Placed, Row, Thing, derive
from compliance.checks.set.meeting import find_tables
from compliance.documents.schedule import Option, Schedule
from compliance.documents.values import show_money

_FEES = [f"collections.*.{key}" for key in ("fee", "bands", "without-flop", "jackpot-drop", "payer", "by", "also-from")]


@derive(
    "rates-at-a-table",
    of=Option,
    gives="row",
    columns={"sure": "number", "tiers": "number", "amounts": "text"},
    reads=[*_FEES, "table-limit"],
)
def find_rates_at_a_table(thing: Thing) -> Row:
    """The most rates that one table meets under an option: `sure`, by different amounts or one payer's tiers; by the
    `tiers` of all payers; and the `amounts`."""
    tables = find_tables(thing.document, int(thing.route[1]))
    amounts = ", ".join(show_money(amount) for amount in tables.amounts)
    sure = max(len(tables.amounts), tables.longest)
    return Row(thing.route, {"sure": sure, "tiers": tables.tiers, "amounts": amounts})


@derive("games-of-option", of=Option, gives="list of texts", reads=["for", "/games"])
def list_games_of_option(thing: Thing) -> list[Placed]:
    """The ids of the games that an option is for; none where it is for all of the schedule."""
    return [Placed(game, (*thing.route, "for")) for game in sorted(thing.document.option_games(thing.value))]


@derive("amounts-anywhere", of=Schedule, gives="list of dollars", reads=[f"options.*.{text}" for text in _FEES])
def list_amounts_anywhere(thing: Thing) -> list[Placed]:
    """The different amounts that a schedule charges at any table."""
    schedule: Schedule = thing.value
    rates = [rate for number in range(len(schedule.options)) for rate in schedule.option_rates(number)]
    return [Placed(amount, ("options",)) for amount in sorted({rate.amount for rate in rates})]
