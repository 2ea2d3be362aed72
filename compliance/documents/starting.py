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


def started(kind: str, known: Known, file: str) -> Started:
    """The text of a new document."""
    tree = {"document": kind, **_head(known), **_BODIES[kind](known)}
    opened: list[str] = []
    lines = list(_lines(tree, model_of(kind), (), opened))
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
    bank: dict[str, Any] = {"by": known.bank}
    if known.bank == "player-dealer":
        turn = {"verb": None, "systematic": None, "at-most": None, "if-nobody-takes-it": None}
        bank |= {"rotation": turn, "pays-up-to": None, "uncovered-wagers": None}
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
    if known.bank != "house":
        body["play"] = {"side-bets-between-players": None}
    return {**body, "round": None, "tables": None, "fees": {"collected": None, "determined": None}}


def _schedule(known: Known) -> dict[str, Any]:
    fees = [{"payer": payer, "per": None, "fee": None} for payer in known.payers or (None,)]
    return {
        "games": [{"game": game} for game in known.games] or None,
        "unit": None,
        "table-limits": {"minimum": None, "maximum": None},
        "terms": {
            "fees-determined": None,
            "fees-collected": None,
            "options-in-use": None,
            "notice": None,
            "posted": None,
        },
        "options": [{"option": number, "collections": fees} for number in range(1, known.options + 1)],
    }


def _terms(known: Known) -> dict[str, Any]:
    return {
        "covers": {"games": list(known.games) or None},
        "terms": {"options-in-use": None, "most-rates": None, "posted": None},
        "statements": None,
    }


_BODIES: Final = {"game": _game, "schedule": _schedule, "terms": _terms}


# --- as text ------------------------------------------------------------------------------------------------------


def _lines(tree: Mapping[str, Any], model: type[BaseModel], block: Route, opened: list[str]) -> Iterator[str]:
    """The lines of a group of entries; what stays open is told with what belongs there, and gathered."""
    for key, value in tree.items():
        route = (*block, key)
        if value is None:
            opened.append(show_route(route))
            meaning = meanings.at(model, block, key)
            about = f"  # {meaning.sentence} Such as: {meaning.example}" if meaning else ""
            yield f"{key}: {UNCLEAR}{about}"
        elif isinstance(value, Mapping):
            yield f"{key}:"
            yield from (f"  {line}" for line in _lines(value, model, route, opened))
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            yield f"{key}:"
            for number, item in enumerate(value):
                first, *rest = _lines(item, model, (*route, number), opened)
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
