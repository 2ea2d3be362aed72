"""Other documents of the house: the rules that a schedule names, the schedules that name a game, general terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from compliance.checks import rounds
from compliance.checks.expressions.derived import Thing, Unknown, derive
from compliance.checks.expressions.results import STATED, Blamed, Result
from compliance.checks.names import letters
from compliance.checks.words import normalize_words
from compliance.documents.blocks import Document
from compliance.documents.game import Game
from compliance.documents.schedule import Option, Schedule, ScheduledGame
from compliance.documents.terms import GeneralTerms

if TYPE_CHECKING:
    from compliance.checks.set.house import Mention, Neighbor

_SHOWN: Final = 3


@derive("rules-named", of=[Schedule, GeneralTerms], gives="list of games", reads=["games", "covers"], in_house=True)
def list_rules_named(thing: Thing) -> list[Neighbor | Unknown]:
    """The rules of the games that a schedule or general terms name. A game whose rules are not there is unclear."""
    house, document = thing.house, thing.neighbor
    if house is None or document is None:
        return []
    if document.kind == "schedule":
        named = [((*route, "game"), id) for route, id, _, _ in document.games]
    else:
        named = [(("covers", "games"), id) for kind, id in document.covered if kind == "game"]
    return [house.rules_of(id, document) or Unknown(f"The rules of {id} are not there.", at) for at, id in named]


@derive("rules-of-game", of=ScheduledGame, gives="list of games", reads=["printed"], in_house=True)
def list_rules_of_game(thing: Thing) -> list[Neighbor]:
    """The rules of a game that a schedule names; none where they are not there, or which are meant is not settled."""
    house, document = thing.house, thing.neighbor
    rules = house.rules_of(thing.value.game or "", document) if house is not None and document is not None else None
    return [rules] if rules is not None else []


@derive("names-known", of=Game, gives="list of texts", reads=["title", "aliases", "version"])
def list_names_known(thing: Thing) -> list[str]:
    """The names of a game, with and without its version, in small letters and digits alone."""
    game = thing.value
    return [letters(name + version) for name in (game.title, *game.aliases) for version in ("", game.version or "")]


@derive("other-numbers", of=ScheduledGame, gives="list of texts", reads=["approval"], in_house=True)
def list_other_numbers(thing: Thing) -> list[Result]:
    """The other approval numbers that rules and schedules of the house give a game, and where. Of two entries of one
    schedule the later has another."""
    house, document, game = thing.house, thing.neighbor, thing.value
    if house is None or document is None or game.game is None or game.approval is None:
        return []
    numbers = house.numbers_of(document.establishment, game.game)
    places = [(number, place) for known, (number, place) in numbers.items() if known != letters(game.approval)]
    told = [one for one in places if one[1].document.path != document.path or one[1].route < thing.route]
    return [_make_number(number, place, document) for number, place in told[:_SHOWN]]


def _make_number(number: str, place: Mention, document: Neighbor) -> Result:
    there = place.document
    where = "another entry of this schedule" if there.path == document.path else there.name
    path = there.path if there.path != document.path else ""
    return Result(STATED, f"{number} in {where}", (Blamed(place.route, number, path=path),), path=path)


@derive("schedules-naming", of=Game, gives="list of schedules", reads=["id"], in_house=True)
def list_schedules_naming(thing: Thing) -> list[Neighbor]:
    """The schedules of the house that name the game."""
    house, document = thing.house, thing.neighbor
    return house.schedules_of(document) if house is not None and document is not None else []


@derive("terms-covering", of=Document, gives="list of terms", reads=["id"], in_house=True)
def list_terms_covering(thing: Thing) -> list[Neighbor]:
    """The general terms of the house that cover the document."""
    house, document = thing.house, thing.neighbor
    return house.covering(document) if house is not None and document is not None else []


@derive("documents-of-house", of=Document, gives="list of documents", in_house=True)
def list_documents_of_house(thing: Thing) -> list[Neighbor]:
    """All documents of the same establishment, this one among them."""
    house, document = thing.house, thing.neighbor
    if house is None or document is None:
        return []
    return [one for one in house if one.establishment == document.establishment]


@derive("rules-of-option", of=Option, gives="list of games", reads=["for", "/games"], in_house=True)
def list_rules_of_option(thing: Thing) -> list[Neighbor]:
    """The rules of the games that an option of a schedule is for, as far as they are there."""
    house, document = thing.house, thing.neighbor
    if house is None or document is None:
        return []
    wanted = thing.document.option_games(thing.value)
    ids = [id for _, id, _, _ in document.games if not wanted or id in wanted]
    return [rules for id in ids if (rules := house.rules_of(id, document)) is not None]


@derive("all-rules-there", of=Option, gives="yes or no", reads=["for", "/games"], in_house=True)
def are_all_rules_there(thing: Thing) -> bool:
    """Whether the rules of every game that an option of a schedule is for are there."""
    document = thing.neighbor
    wanted = thing.document.option_games(thing.value)
    ids = [id for _, id, _, _ in document.games if not wanted or id in wanted] if document is not None else []
    return bool(ids) and len(list_rules_of_option(thing)) == len(ids)


@derive("describes-jackpot", of=Game, gives="yes or no", reads=["player-jackpot", "activities.*.kind"])
def describes_jackpot(thing: Thing) -> bool:
    """Whether the rules describe a jackpot for which money can be dropped."""
    kinds = [activity.kind for activity in thing.value.activities]
    return thing.value.player_jackpot is not None or "jackpot" in kinds or "cashpot" in kinds


@derive("rules-there", of=[Schedule, GeneralTerms], gives="list of games", reads=["games", "covers"], in_house=True)
def list_rules_there(thing: Thing) -> list[Neighbor]:
    """The rules of the games that a schedule or general terms name, as far as they are there."""
    return [one for one in list_rules_named(thing) if not isinstance(one, Unknown)]


@derive("are-wagers-first", of=Schedule, gives="yes or no", reads=["games"], in_house=True)
def are_wagers_first(thing: Thing) -> bool:
    """Whether the rules of every game that a schedule names are there, and have every wager made before the deal."""
    rules = list_rules_named(thing)
    return bool(rules) and all(not isinstance(one, Unknown) and rounds.are_wagers_first(one.document) for one in rules)


@derive("fees-in-round", of=Game, gives="word", reads=["round.*.step"])
def find_fees_in_round(thing: Thing) -> str | None:
    """When the round takes fees: before the deal, or after the deal; nothing where it does not show it."""
    deal, fees = rounds.find_deal(thing.value), rounds.find_fees(thing.value)
    if deal is None or fees is None:
        return None
    return "before the deal" if fees < deal else "after the deal"


@derive(
    "who-deals",
    of=Game,
    gives="word",
    takes=["house-dealers", "players-who-deal"],
    reads=["round.*.who", "round.*.step", "table.dealer"],
)
def find_who_deals(thing: Thing, house: Sequence[str], players: Sequence[str]) -> str:
    """Who deals: `house` by the round, `player` by the round or a word for it; `unknown` where nothing tells."""
    dealt = {who for _, who in rounds.find_dealers(thing.value)}
    table = thing.value.table
    if dealt & {*map(normalize_words, players)} or (table is not None and table.dealer == "player"):
        return "player"
    return "house" if dealt and dealt <= {*map(normalize_words, house)} else "unknown"
