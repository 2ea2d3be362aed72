"""Ids, approval numbers and names of games in several documents."""

from itertools import islice
from typing import Final

from compliance.checks.evaluation import look_at
from compliance.checks.names import letters
from compliance.checks.registry import check
from compliance.checks.set.house import House, Neighbor, NeighborGame, NeighborSchedule
from compliance.checks.set.index import PRINTED, Index, IndexedPlace, IndexEntry
from compliance.checks.set.mentions import SHOWN, add_places, name_document, name_documents
from compliance.checks.set.references import list_references
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.source.routes import Route

_MOST_COMPARED: Final = 100
_MOST_NAMED: Final = 5


@check("ids-spelt", reads=("games", "covers", "references", "reading.points-to", "fees.schedule", "superseded-by"))
def ids_spelt(document: Neighbor, documents: House) -> Verdicts:
    """An id that the document names and no document has is not nearly that of another."""
    ids: list[tuple[str, str, Route]] = [("game", game, (*route, "game")) for route, game, _, _ in document.games]
    ids += [(kind, id, ("covers",)) for kind, id in document.covered]
    ids += [(kind, to, route) for route, kind, to in list_references(document.document) if kind in ("game", "schedule")]
    clean = passed("No id is nearly that of another document.", ids[0][2] if ids else ())

    return look_at([ids] if ids else [], lambda all_: _misspelt(all_, documents), all_clean=clean)


def _misspelt(ids: list[tuple[str, str, Route]], documents: House) -> Verdicts:
    """Ids are compared letter by letter, which takes long: those beyond a number are told to a person."""
    unknown = [one for one in ids if documents.find_called(one[1]) is None]
    if len(unknown) > _MOST_COMPARED:
        more = len(unknown) - _MOST_COMPARED
        message = f"No document of the set has {len(unknown):,} ids that stand here; {more:,} of them were not compared"
        yield review(f"{message} with those of other documents.", unknown[_MOST_COMPARED][2])
    for kind, id, at in unknown[:_MOST_COMPARED]:
        if near := documents.suggest_id(kind, id):
            yield review(f"No document of the set is {id}; {near} is in the set.", at, label=f"is {near} meant?")


@check("one-id-one-game", reads=("establishment", "id", "games", "approval.id"))
def one_id_one_game(document: IndexEntry, documents: Index) -> Verdicts:
    """An approval number stands for one game, and no two documents of a kind have the same id."""
    for at, number, _ in document.numbers:
        games = documents.find_games(number)
        if len(games) > 1:
            names = ", ".join(islice(games, SHOWN))
            own = (document.path, at)
            others = ((place, game) for game, place in games.items() if (place.document.path, place.route) != own)
            verdict = _report_shared_number(number, list(games), names, at)._replace(shared=f"number {letters(number)}")
            yield add_places(verdict, *islice(others, SHOWN))
        else:
            yield passed(f"{number} stands for one game.", at)
    same = documents.find_same_id(document)
    beside_it = [other for other in same[: SHOWN + 1] if other.path != document.path][:SHOWN]
    if beside_it:
        yield _report_shared_id(document, same, beside_it)
    elif document.id is not None:
        yield passed(f"No other {document.kind} of the set has the id {document.id}.", ("id",))


def _report_shared_id(document: IndexEntry, same: list[IndexEntry], others: list[IndexEntry]) -> Verdict:
    """One id for several documents. Of many, each is told with the first: they are one defect."""
    message = f"The id {document.id} is that of {name_document(others[0])} too."
    if len(same) > 2:
        message = f"The id {document.id} is that of {len(same):,} documents: {name_documents(same)}."
    verdict = failed(message, ("id",), label="taken")
    shared = f"id {document.kind} {document.establishment} {document.id}"
    return add_places(verdict, *((IndexedPlace(other, ("id",)), "the same id") for other in others))._replace(
        shared=shared
    )


def _report_shared_number(number: str, games: list[str], names: str, at: Route) -> Verdict:
    """One number for several games. Where it stands beside a printed name alone, which game that is stays unclear."""
    settled = [game for game in games if not game.startswith(PRINTED)]
    if len(settled) > 1:
        return failed(f"{number} stands for {len(settled)} games: {names}.", at)
    told = names.replace(PRINTED, "")
    return review(f"{number} stands beside {told}; whether they are one game is unclear.", at)


@check("games-named", reads=("games", "establishment"))
def games_named(document: NeighborSchedule, documents: House) -> Verdicts:
    """A schedule names the games that it is for, and which rules are meant by each is settled."""
    if document.unsettled:
        yield _report_unsettled(document, documents)
    if document.games:
        names = ", ".join(dict.fromkeys(game for _, game, _, _ in document.games[:_MOST_NAMED]))
        yield passed(f"The schedule is for {names}.", ("games",))
    elif not document.unsettled:
        yield unstated("fail", "The schedule names no game.", ("games",))


def _report_unsettled(document: NeighborSchedule, documents: House) -> Verdict:
    """The games that a schedule prints, as one question: which rules are meant, and which might be."""
    first, *others = document.unsettled
    printed = list(dict.fromkeys(name for _, name, _ in document.unsettled if name))[:_MOST_NAMED]
    like = (near for name in printed for near in documents.games_like(document.establishment, name)[:_MOST_NAMED])
    near = list(dict.fromkeys(like))[:_MOST_NAMED]
    known = f" In the set: {', '.join(near)}." if near else ""
    message = f"The schedule names {', '.join(printed) or 'a game'}; which rules are meant is unclear.{known}"
    return review(message, (*first[0], "game"), [((*route, "game"), "not settled") for route, _, _ in others])


@check("one-name-one-game", reads=("id", "title", "aliases", "establishment"))
def one_name_one_game(document: NeighborGame, documents: House) -> Verdicts:
    """No two games of one establishment go by the same name."""
    nothing = not_applicable("The rules have no id, so that they cannot be told from other rules.")
    clean = passed("No other game of the set goes by a name of this one.", ("title",))
    known = [document] if document.id is not None else []
    return look_at(known, lambda one: _namesakes(one, documents), nothing=nothing, all_clean=clean)


def _namesakes(document: Neighbor, documents: House) -> Verdicts:
    told: set[str | None] = {document.id}
    for number, name in enumerate(document.names):
        same = documents.games_named(document.establishment, name)
        others = list(islice(((id, place) for id, place in same.items() if id not in told), SHOWN))
        if others:
            told |= {id for id, _ in others}
            games = ", ".join(f"{id} ({place.document.path})" for id, place in others)
            more = f" and {len(same) - 1 - len(others)} more" if len(same) - 1 > len(others) else ""
            message = f"{name} is also the name of another game: {games}{more}."
            at: Route = ("aliases", number - 1) if number else ("title",)
            verdict = failed(message, at, label="two games")
            shared = f"name {document.establishment} {letters(name)}"
            yield add_places(verdict, *((place, "the same name") for _, place in others))._replace(shared=shared)
        elif document.establishment is None and (
            loose := list(islice(documents.namesakes(document, name).items(), SHOWN))
        ):
            games = ", ".join(f"{id} ({place.document.path})" for id, place in loose)
            message = (
                f"{name} is also the name of {games}. These rules name no establishment: if both are of one house,"
            )
            verdict = review(f"{message} one name stands for two games.", ("title",), label="two games?")
            shared = f"name of no house {letters(name)}"
            yield add_places(verdict, *((place, "the same name") for _, place in loose))._replace(shared=shared)


@check("house-spelt-alike", reads=("establishment",))
def house_spelt_alike(document: IndexEntry, documents: Index) -> Verdicts:
    """The name of an establishment is not one slip away from one that more documents of the set have."""
    if document.establishment is None:
        return
    near = documents.find_near_houses(document.establishment)
    own = documents.find_house(document.establishment)
    others = [house for house in near if len(documents.find_house(house)) >= len(own)]
    for house in others[:SHOWN]:
        first = documents.find_house(house)[0]
        message = (
            f"{document.house} is one letter away from {first.house}, the establishment of {name_document(first)}."
        )
        verdict = review(f"{message} If both are one house, one of them is misspelt.", ("establishment",))
        yield add_places(verdict, (IndexedPlace(first, ("establishment",)), first.house or ""))
    if not others:
        yield passed("No other establishment of the set has nearly the same name.", ("establishment",))
