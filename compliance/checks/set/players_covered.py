"""Whether an option has a fee for every number of players, beside the players that the rules of its games seat."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Final

from compliance.checks.evaluation import look_at
from compliance.checks.registry import check
from compliance.checks.set.house import House
from compliance.checks.set.house_documents import HouseDocument, HouseSchedule
from compliance.checks.set.mentions import Mention, add_places, name_document
from compliance.checks.set.money import PlayerBands, is_for_game
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review
from compliance.documents.charges import Band

_ONE: Final = Decimal(1)


@check("players-covered")
def players_covered(document: HouseSchedule, documents: House, least: int) -> Verdicts:
    """An option has a fee for every number of players that its table may have.

    least: the fewest players with whom a table plays
    """
    one_option = document.facts.get("terms / options-in-use") == "one per table"
    highs = [band.high for row in document.player_bands for band in row.bands]
    most = None if None in highs else max((high for high in highs if high), default=_ONE)

    def covered(row: PlayerBands) -> Verdict:
        below, above = _describe_outside(row.bands, least)
        between = [*_find_between(row.bands)]
        said = f"Option {row.option} has a fee for {_join_by_or(map(str, row.bands))} players"
        if not below and not above and not between:
            return passed(f"{said}, which is every number of players.", row.route)
        if not below and not between and most is not None and most <= _top(row.bands):
            return _compare_with_rules(said, row, _rules(row, document, documents))
        if row.route[-1] == "players" and not one_option:
            message = f"{said} only; whether a table may use it together with other options is not stated."
            return review(message, row.route)
        without = f"a table that uses it has none for {_join_by_or(text for text in (below, *between, above) if text)}"
        return failed(f"{said} only; {without}.", row.route, label="not every number of players")

    nothing = not_applicable("No fee depends on the number of players.", ("options",))
    return look_at(document.player_bands, covered, nothing=nothing)


def _rules(row: PlayerBands, document: HouseDocument, documents: House) -> list[HouseDocument]:
    """The rules of all games that an option is for; none where some of them are not at hand, or seat any number."""
    option = document.rates[int(row.route[1])]
    games = [game for _, game, _, _ in document.games if is_for_game(option, game)]
    rules = [rules for game in games if (rules := documents.rules_of(game, document)) is not None]
    whole = len(rules) == len(games) and not document.unsettled and all(one.most_players for one in rules)
    return rules if whole else []


def _compare_with_rules(said: str, row: PlayerBands, rules: Sequence[HouseDocument]) -> Verdict:
    """Fees that end at some number of players, beside the number that the rules let sit at a table."""
    if not rules:
        return review(f"{said} only; nothing says that a table has no more.", row.route)
    game = max(rules, key=lambda one: one.most_players)
    place = (Mention(game, ("table", "players")), f"up to {game.most_players}")
    if game.most_players <= _top(row.bands):
        return add_places(passed(f"{said}, and {name_document(game)} seats no more.", row.route), place)
    message = f"{said} only; by the rules of {name_document(game)} up to {game.most_players} may be at a table."
    return add_places(failed(message, row.route, label="not every number of players"), place)


def _top(bands: Sequence[Band]) -> Decimal:
    return max((band.high for band in bands if band.high is not None), default=_ONE)


def _describe_outside(bands: Sequence[Band], least: int) -> tuple[str, str]:
    """The numbers of players below the lowest band and above the highest, in words."""
    low = bands[0].low
    below = "" if low <= least else f"{least}" if low - 1 == least else f"{least} to {low - 1}"
    return below, "" if any(band.high is None for band in bands) else f"{_top(bands) + 1} or more"


def _find_between(bands: Sequence[Band]) -> Iterator[str]:
    """The numbers of players that lie between two bands and in none, in words."""
    top = bands[0].high
    for band in bands[1:]:
        if top is not None and band.low > top + 1:
            yield f"{top + 1}" if band.low == top + 2 else f"{top + 1} to {band.low - 1}"
        top = None if top is None or band.high is None else max(top, band.high)


def _join_by_or(texts: Iterable[str]) -> str:
    return " or ".join(texts)
