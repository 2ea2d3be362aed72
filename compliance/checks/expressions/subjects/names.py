"""Names within the rules of a game: wagers and what they need, games within the game, ranks, families, words of art."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from compliance.checks.expressions.derived import Placed, Row, Thing, derive
from compliance.checks.names import has_word, letters
from compliance.documents.game import Game, Ranking
from compliance.documents.wagers import Wager
from compliance.source.routes import Route


@derive(
    "shared-names",
    of=Game,
    gives="list of rows",
    columns={"name": "text", "one": "text", "other": "text"},
    reads=["wagers.keys", "wagers.*.name", "wagers.*.aliases"],
)
def list_shared_names(thing: Thing) -> list[Row]:
    """The names that two wagers go by."""
    owners: dict[str, tuple[str, Route]] = {}
    rows = []
    for name, wager, place in _list_names(thing.value):
        owner, first = owners.setdefault(letters(name), (wager, place))
        if owner != wager:
            rows.append(Row(place, {"name": name, "one": owner, "other": wager}, (first,)))
    return rows


def _list_names(game: Game) -> Iterator[tuple[str, str, Route]]:
    """Every name of a wager, whose it is, and where it stands."""
    for id, wager in game.all_wagers():
        route: Route = ("wagers", id)
        yield id, id, route
        if wager.name:
            yield wager.name, id, (*route, "name")
        yield from ((alias, id, (*route, "aliases", number)) for number, alias in enumerate(wager.aliases))


@derive(
    "names-ranked-twice",
    of=Ranking,
    gives="list of rows",
    columns={"name": "text", "first": "text", "again": "text"},
    reads=["ranks"],
)
def list_names_ranked_twice(thing: Thing) -> list[Row]:
    """The names that stand at two ranks of a printed ranking."""
    seen: dict[str, str] = {}
    rows = []
    for rank, name in thing.value.ranks.items():
        first = seen.setdefault(letters(name), rank)
        if first != rank:
            at = (*thing.route, "ranks")
            rows.append(Row((*at, rank), {"name": name, "first": first, "again": rank}, ((*at, first),)))
    return rows


@derive("undefined-words", of=Game, gives="list of texts", reads=["reading.words-used", "glossary", "hands.keys"])
def list_undefined_words(thing: Thing) -> list[Placed]:
    """The words of art that the text uses and neither its glossary nor its hands define."""
    game = thing.value
    blocks = (game.glossary, game.hands)
    known = {letters(name) for block in blocks if block is not None for name, _ in block.items()}
    used = [term for term, _ in game.words_used.items()] if game.words_used is not None else []
    return [Placed(term, ("reading", "words-used", term)) for term in used if letters(term) not in known]


@derive(
    "names-with",
    of=Game,
    gives="list of rows",
    columns={"name": "text", "word": "text"},
    takes=["words"],
    reads=["title", "aliases"],
)
def list_names_with(thing: Thing, words: Sequence[Any]) -> list[Row]:
    """The names of the game that have one of some words in them: whole, in parts, or as a number with an ending."""
    game = thing.value
    names: list[tuple[Route, str]] = [(("title",), game.title)]
    names += [(("aliases", number), alias) for number, alias in enumerate(game.aliases)]
    words = [str(word) for word in words]
    return [Row(at, {"name": name, "word": word}) for at, name in names for word in words if has_word(name, word)]


@derive(
    "unknown-families",
    of=Game,
    gives="list of rows",
    columns={"name": "text", "nearest": "text"},
    takes=["known"],
    reads=["family", "other-family-names"],
)
def list_unknown_families(thing: Thing, known: Sequence[str]) -> list[Row]:
    """The families of the game that no requirement knows, each with the nearest that they know. A family that ends with
    a known one, such as `ez-baccarat`, is a kind of it."""
    game = thing.value
    named: list[tuple[Route, str]] = [(("family",), game.family)] if game.family is not None else []
    named += [(("other-family-names", number), name) for number, name in enumerate(game.other_family_names)]
    kinds = tuple(f"-{family}" for family in known)
    unknown = [(at, name) for at, name in named if name not in known and not name.endswith(kinds)]
    return [Row(at, {"name": name, "nearest": get_close_matches(name, known, 1, 0)[0]}) for at, name in unknown]


# --- games within the game ---


@derive("own-games", of=Game, gives="list of wagers", takes=["parts"], reads=["wagers.keys"])
def list_own_games(thing: Thing, parts: Sequence[str]) -> list[Placed]:
    """The wagers that are games of their own: of no kind that belongs to another one, and not those that equal another
    wager and are paid by its odds."""
    return [Placed(wager, ("wagers", name)) for name, wager in _find_own_games(thing.value, parts)]


def _find_own_games(game: Game, parts: Sequence[str]) -> Iterator[tuple[str, Wager]]:
    wagers = ((name, wager) for name, wager in game.all_wagers() if wager.kind not in parts)
    return ((name, wager) for name, wager in wagers if wager.pays_as is None or wager.equals is None)


@derive(
    "games-within",
    of=Game,
    gives="list of rows",
    columns={"name": "text", "is-listed": "yes or no"},
    takes=["parts"],
    reads=["wagers.*.kind", "progressive.wager", "house-jackpot", "separate-games"],
)
def list_games_within(thing: Thing, parts: Sequence[str]) -> list[Row]:
    """The separate games of the rules: each wager with an aim of its own, and each jackpot; and whether the rules list
    it as one."""
    game, listed = thing.value, frozenset(thing.value.separate_games or ())
    places = _place_games(game, parts)
    return [Row(at, {"name": name, "is-listed": name in listed}) for name, at in places.items()]


def _place_games(game: Game, parts: Sequence[str]) -> Mapping[str, Route]:
    places: dict[str, Route] = {name: ("wagers", name) for name, _ in _find_own_games(game, parts)}
    if game.progressive is not None:
        places.setdefault(game.progressive.wager, ("progressive", "wager"))
    if game.house_jackpot is not None:
        places["house-jackpot"] = ("house-jackpot",)
    return places


@derive(
    "games-of-nothing",
    of=Game,
    gives="list of texts",
    takes=["parts"],
    reads=["wagers.keys", "progressive.wager", "house-jackpot", "separate-games"],
)
def list_games_of_nothing(thing: Thing, parts: Sequence[str]) -> list[Placed]:
    """What the rules list as a separate game and is neither a wager nor a jackpot."""
    game = thing.value
    known = {*_place_games(game, parts), *(name for name, _ in game.all_wagers())}
    names = enumerate(game.separate_games or ())
    return [Placed(name, ("separate-games", number)) for number, name in names if name not in known]


# --- wagers that need others ---


@derive("rings-of-needs", of=Game, gives="list of rows", columns={"names": "text"}, reads=["wagers.*.needs"])
def list_rings(thing: Thing) -> list[Row]:
    """Wagers that need each other in a ring, so that none can be made first; one that needs itself is a ring of one."""
    wagers = dict(thing.value.all_wagers())
    needs = {name: wager.needs for name, wager in wagers.items() if wager.needs is not None and wager.needs in wagers}
    rows = []
    for ring in _find_rings(needs):
        at, *also = [("wagers", name, "needs") for name in ring]
        rows.append(Row(at, {"names": " needs ".join([*ring, ring[0]])}, tuple(also)))
    return rows


def _find_rings(needs: Mapping[str, str]) -> Iterator[list[str]]:
    seen: dict[str, str] = {}
    for start in needs:
        path: list[str] = []
        name = start
        while name in needs and name not in seen:
            seen[name] = start
            path.append(name)
            name = needs[name]
        if seen.get(name) == start:
            yield path[path.index(name) :]


@derive("needed-wager", of=Wager, gives="list of wagers", reads=["needs"])
def list_needed_wagers(thing: Thing) -> list[Placed] | None:
    """The wager that another one needs, where the game has it."""
    wager = thing.document.wagers.get(thing.value.needs or "") if thing.document.wagers is not None else None
    return [Placed(wager, ("wagers", thing.value.needs))] if wager is not None else None
