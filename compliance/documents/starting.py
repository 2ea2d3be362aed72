"""A document to start from: what is known is filled in, all else is marked as unclear and says what belongs there.

Nothing is invented. What a first version has to say is listed here by kind of document; which words are allowed, what a
key means and how it is written comes from the models and `meanings`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from pydantic import BaseModel

from compliance.documents import meanings
from compliance.documents.reading import model_of
from compliance.documents.values import UNCLEAR
from compliance.patterns import late
from compliance.routes import Route, show_route

# Where the format for editors stands, seen from the document.
SCHEMA_FOLDER: Final = ".pitboss"
# Text that is the same with quotes and without, wherever it stands.
_PLAIN: Final = late(r"[A-Za-z0-9$](?:[A-Za-z0-9$ .,'()/+%&-]*[A-Za-z0-9.)%+])?")
_FILE_NAME: Final = late(r"[A-Za-z0-9._-]+")
_LOOKS_ELSE: Final = late(r"[0-9.]+|null|true|false|yes|no|unclear", re.IGNORECASE)


class Known(NamedTuple):
    """What the writer has said of a document."""

    title: str
    id: str
    jurisdiction: str
    establishment: str | None = None
    bank: str | None = None
    family: str | None = None
    games: Sequence[str] = ()
    payers: Sequence[str] = ()
    options: int = 1


class Started(NamedTuple):
    """A document to start from, and the routes of what it leaves open."""

    text: str
    open: tuple[str, ...]


class Remarks(NamedTuple):
    """What is said behind what stays open: what belongs there, and an example of it."""

    model: type[BaseModel]
    examples: Mapping[str, str]

    def on(self, block: Route, key: str) -> str:
        meaning = meanings.at(self.model, block, key)
        if meaning is None:
            return ""
        return f"  # {meaning.sentence} Such as: {self.examples.get(show_route((*block, key)), meaning.example)}"


def started(kind: str, known: Known, file: str) -> Started:
    """The text of a new document."""
    tree = {"document": kind, **_head(known), **_BODIES[kind](known)}
    opened: list[str] = []
    lines = list(_lines(tree, Remarks(model_of(kind), _examples(kind, known)), (), opened))
    name = file if _FILE_NAME.fullmatch(file) else "FILE"
    head = [
        f"# yaml-language-server: $schema={SCHEMA_FOLDER}/{kind}.schema.json",
        "# What is not known yet is marked `unclear`: write what your rules say, or take the line out where they say",
        f"# nothing of it. `pitboss check {name}` tells what stays open.",
    ]
    return Started("\n".join([*head, *lines]) + "\n", tuple(opened))


# --- what a first version says ------------------------------------------------------------------------------------


def _head(known: Known) -> dict[str, Any]:
    return {
        "title": known.title,
        "id": known.id,
        "version": None,
        "jurisdiction": known.jurisdiction,
        "establishment": known.establishment,
        "approval": {"authority": None, "id": None, "date": None},
    }


def _game(known: Known) -> dict[str, Any]:
    return _in_washington(known) if known.jurisdiction == "washington" else _in_california(known)


def _in_california(known: Known) -> dict[str, Any]:
    bank: dict[str, Any] = {"by": known.bank}
    if known.bank == "player-dealer":
        turn = {"verb": None, "systematic": None, "at-most": None, "if-nobody-takes-it": None}
        bank |= {"rotation": turn, "pays-up-to": None, "uncovered-wagers": None, "seated": None}
    if known.bank != "house":
        bank["house"] = {"takes-part": None, "interest": None, "bars-other-banks": None}
    body: dict[str, Any] = {
        "family": known.family,
        "bank": bank,
        "deck": {"cards": None, "jokers": None, "decks": None, "dealt-from": None},
        "table": {"players": None, "seats": None, "minimum": None, "maximum": None},
        "wagers": None,
    }
    if known.bank == "player-dealer":
        body["action"] = {"method": None}
    if known.bank == "pot":
        body["betting"] = {"rounds": None, "blinds": None}
    return {**body, "round": None, "tables": None, "fees": {"collected": None, "determined": None}}


def _in_washington(known: Known) -> dict[str, Any]:
    """The house takes no fee from a game that it banks; who supplies a game asks for its approval."""
    house = known.bank == "house"
    deck = {"kind": None, "cards": None, "jokers": None, "decks": None, "dealt-from": None}
    table = {"players": None, "seats": None, "minimum": None, "maximum": None, "dealer": None}
    play = {"side-bets-between-players": None, "settled-in": None}
    areas = {"wagering-areas": None, "areas-identical": None, "one-player-per-area": None}
    body: dict[str, Any] = {
        "approval": {"authority": None, "id": None, "date": None, "submitted-by": None},
        **({} if house else {"licensee": {"class": None}}),
        "family": known.family,
        "bank": {"by": known.bank},
        "deck": deck if house else deck | {"each-player": None},
        "table": table | areas if house else table,
        "wagers": None,
    }
    if known.bank == "pot":
        body["betting"] = {"rounds": None, "wagers-per-round": None, "maximum": None, "blinds": None}
    if house:
        body |= {"separate-games": None, "prizes": {"paid-at-once": None, "rest-within": None}}
    return {**body, "play": play, "round": None, "tables": None, "statements": None}


def _schedule(known: Known) -> dict[str, Any]:
    washington = known.jurisdiction == "washington"
    boxed = {"type": None, "method": None, "own-box": None, "collected-by": None}
    fee = {"per": None, "fee": None} | (boxed if washington else {})
    fees = [{"payer": payer, **fee} for payer in known.payers or (None,)]
    moments = {"fees-determined": None, "fees-collected": None, "options-in-use": None}
    return {
        **({"licensee": {"class": None}} if washington else {}),
        "games": [{"game": game} for game in known.games] or None,
        "unit": None,
        "table-limits": {"minimum": None, "maximum": None},
        "terms": moments
        | ({"dealer": None, "same-fee-for-all": None} if washington else {"notice": None})
        | {"posted": None},
        "options": [{"option": number, "collections": fees} for number in range(1, known.options + 1)],
    }


def _terms(known: Known) -> dict[str, Any]:
    washington = known.jurisdiction == "washington"
    return {
        "covers": {"games": list(known.games) or None},
        "terms": {"options-in-use": None} | ({} if washington else {"most-rates": None}) | {"posted": None},
        "statements": None,
    }


_BODIES: Final = {"game": _game, "schedule": _schedule, "terms": _terms}

# Examples of keys whose usual one is of another state, or of another kind of game; together they make a whole game.
_OF_WASHINGTON: Final = {
    "approval / authority": "Washington State Gambling Commission",
    "approval / id": "CEDAR-1",
    "approval / date": "2024-03-05",
    "wagers": "{line: {kind: base, required: yes, placed: before the deal, maximum: $300, on: own hand,"
    " decided-by: one deal, spot: layout, pays: 1 to 1}}",
    "separate-games": "[line]",
    "games": "[{game: cedar-holdem, printed: Cedar Hold'em}]",
    "covers / games": "[cedar-nines]",
}
_STATEMENTS_OF_WASHINGTON: Final = {
    "game": "{submitter-licensed: {says: the supplier that submitted the game is licensed to supply card games}}",
    "terms": "{limits-posted: {says: wager limits are prominently posted for each type of game},"
    " fees-posted: {says: all fees to play are prominently posted},"
    " jackpots-posted: {says: jackpot prizes and their restrictions are prominently posted},"
    " prizes-posted: {says: prizes at odds and fixed prizes are prominently posted},"
    " employee-play-posted: {says: the policy on employees who play is prominently posted},"
    " disputes-posted: {says: how disputes are settled is prominently posted},"
    " rules-available: {says: the rules are at hand at once}}",
}
_OF_BANKED_GAMES: Final = {
    "family": "baccarat",
    "deck / jokers": "0",
    "deck / decks": "6-8",
    "deck / each-player": "3",
    "table / seats": "7",
    "table / minimum": "$5",
    "wagers": "{line: {kind: base, required: yes, placed: before the deal, maximum: $300, pays: 1 to 1}}",
    "action / method": "the player left of the player-dealer acts first",
    "round": "[{step: wagers, opens: [line]}, {step: deal, start: left of the dealer, direction: clockwise},"
    " {step: settle, by: settlement, start: left of the dealer, direction: clockwise, order: [line]}]",
    "tables": "{settlement: {kind: settlement, given: {nearer-nine: [player, bank, same]}, rules:"
    " [{nearer-nine: player, then: player wins}, {nearer-nine: bank, then: bank wins},"
    " {nearer-nine: same, then: push}]}}",
}
_OF_POT_GAMES: Final = {
    "licensee / class": "class-f",
    "family": "poker",
    "deck / jokers": "0",
    "deck / decks": "1",
    "deck / each-player": "2",
    "deck / dealt-from": "hand",
    "table / seats": "7",
    "table / minimum": "$1",
    "table / maximum": "$40",
    "wagers": "{ante: {kind: ante, required: yes, placed: before the deal, banked-by: pot}}",
    "round": "[{step: ante, opens: [ante]}, {step: deal, start: left of the button, direction: clockwise},"
    " {step: betting}, {step: showdown, by: settlement}]",
    "tables": "{settlement: {kind: settlement, given: {highest-hand: [one player, tied]}, rules:"
    " [{highest-hand: one player, then: that player wins the pot}, {highest-hand: tied, then: the pot is split}]}}",
}


def _examples(kind: str, known: Known) -> Mapping[str, str]:
    """Examples in place of those that `meanings` has, by route."""
    of_state: dict[str, str] = {}
    if known.jurisdiction == "washington":
        of_state = _OF_WASHINGTON | {"statements": _STATEMENTS_OF_WASHINGTON.get(kind, "")}
    if kind != "game":
        return of_state
    return of_state | _OF_POT_GAMES if known.bank == "pot" else _OF_BANKED_GAMES | of_state


# --- as text ------------------------------------------------------------------------------------------------------


def _lines(tree: Mapping[str, Any], remarks: Remarks, block: Route, opened: list[str]) -> Iterator[str]:
    """The lines of a group of entries; what stays open is told with what belongs there, and gathered."""
    for key, value in tree.items():
        route = (*block, key)
        if value is None:
            opened.append(show_route(route))
            yield f"{key}: {UNCLEAR}{remarks.on(block, key)}"
        elif isinstance(value, Mapping):
            yield f"{key}:"
            yield from (f"  {line}" for line in _lines(value, remarks, route, opened))
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            yield f"{key}:"
            for number, item in enumerate(value):
                first, *rest = _lines(item, remarks, (*route, number), opened)
                yield f"  - {first}"
                yield from (f"    {line}" for line in rest)
        else:
            yield f"{key}: {_written(value)}"


def _written(value: Any) -> str:
    """A value as YAML: in quotes where it would be read as something else without them."""
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    text = str(value)
    alike = isinstance(value, int) or (_PLAIN.fullmatch(text) and not _LOOKS_ELSE.fullmatch(text))
    return text if alike and ", " not in text else json.dumps(text, ensure_ascii=False)
