"""A document to start from: what is known is filled in, all else is marked as unclear and says what belongs there.

Nothing is invented. What a first version has to say is listed in the skeletons of a catalog; which words are allowed,
what a key means and how it is written comes from the models and `meanings`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from pydantic import BaseModel

from compliance.documents import meanings
from compliance.documents.models import get_model
from compliance.documents.values import UNCLEAR
from compliance.law.catalog import Skeleton
from compliance.source.routes import Route, show_route

# Where the format for editors stands, seen from the document.
SCHEMA_FOLDER: Final = ".pitboss"
# Text that is the same with quotes and without, wherever it stands.
_PLAIN: Final = re.compile(r"[A-Za-z0-9$](?:[A-Za-z0-9$ .,'()/+%&-]*[A-Za-z0-9.)%+])?")
_FILE_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")
_LOOKS_ELSE: Final = re.compile(r"[0-9.]+|null|true|false|yes|no|unclear", re.IGNORECASE)


class DraftFacts(NamedTuple):
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


class Draft(NamedTuple):
    """A document to start from, and the routes of what it leaves open."""

    text: str
    open: tuple[str, ...]


class Remarks(NamedTuple):
    """What is said behind what stays open: what belongs there, and an example of it."""

    model: type[BaseModel]
    examples: Mapping[str, str]

    def format_remark(self, block: Route, key: str) -> str:
        """The remark behind a key."""
        meaning = meanings.find_meaning_at(self.model, block, key)
        if meaning is None:
            return ""
        return f"  # {meaning.sentence} Such as: {self.examples.get(show_route((*block, key)), meaning.example)}"


def draft_document(skeleton: Skeleton, facts: DraftFacts, file: str) -> Draft:
    """The text of a new document."""
    kind = skeleton.kind
    body = _fill_in(skeleton.body, _list_values(facts, skeleton.collection))
    tree = {"document": kind, **_build_head(facts), **body}
    opened: list[str] = []
    lines = list(_write_lines(tree, Remarks(get_model(kind), _choose_examples(skeleton, facts.bank)), (), opened))
    name = file if _FILE_NAME.fullmatch(file) else "FILE"
    head = [
        f"# yaml-language-server: $schema={SCHEMA_FOLDER}/{kind}.schema.json",
        "# What is not known yet is marked `unclear`: write what your rules say, or take the line out where they say",
        f"# nothing of it. `pitboss check {name}` tells what stays open.",
    ]
    return Draft("\n".join([*head, *lines]) + "\n", tuple(opened))


# --- what a first version says ------------------------------------------------------------------------------------


def _build_head(facts: DraftFacts) -> dict[str, Any]:
    return {
        "title": facts.title,
        "id": facts.id,
        "version": None,
        "jurisdiction": facts.jurisdiction,
        "establishment": facts.establishment,
        "approval": {"authority": None, "id": None, "date": None},
    }


def _list_values(facts: DraftFacts, collection: Mapping[str, Any]) -> dict[str, Any]:
    """What a skeleton may name in braces: what the writer said, and the lists that follow from it."""
    fees = [{"payer": payer, **_fill_in(collection, {})} for payer in facts.payers or (None,)]
    return {
        "bank": facts.bank,
        "family": facts.family,
        "game-ids": list(facts.games) or None,
        "games": [{"game": game} for game in facts.games] or None,
        "options": [{"option": number, "collections": fees} for number in range(1, facts.options + 1)],
    }


def _fill_in(tree: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """A block of a skeleton with what the writer said; None where nobody said anything yet."""
    filled: dict[str, Any] = {}
    for key, item in tree.items():
        if isinstance(item, Mapping):
            named = next(iter(item)) if len(item) == 1 and None in item.values() else None
            filled[key] = values[named] if named is not None else _fill_in(item, values)
        else:
            filled[key] = None if item == UNCLEAR else item
    return filled


# Examples of keys whose usual one is of another kind of game; together they make a whole game.
_BANKED_GAME_KEYS: Final = {
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
_POT_GAME_KEYS: Final = {
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


def _choose_examples(skeleton: Skeleton, bank: str | None) -> Mapping[str, str]:
    """Examples in place of those that `meanings` has, by route."""
    if skeleton.kind != "game":
        return skeleton.examples
    return {**(_POT_GAME_KEYS if bank == "pot" else _BANKED_GAME_KEYS), **skeleton.examples}


# --- as text ------------------------------------------------------------------------------------------------------


def _write_lines(tree: Mapping[str, Any], remarks: Remarks, block: Route, opened: list[str]) -> Iterator[str]:
    """The lines of a group of entries; what stays open is told with what belongs there, and gathered."""
    for key, value in tree.items():
        route = (*block, key)
        if value is None:
            opened.append(show_route(route))
            yield f"{key}: {UNCLEAR}{remarks.format_remark(block, key)}"
        elif isinstance(value, Mapping):
            yield f"{key}:"
            yield from (f"  {line}" for line in _write_lines(value, remarks, route, opened))
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            yield f"{key}:"
            for number, item in enumerate(value):
                first, *rest = _write_lines(item, remarks, (*route, number), opened)
                yield f"  - {first}"
                yield from (f"    {line}" for line in rest)
        else:
            yield f"{key}: {_format_value(value)}"


def _format_value(value: Any) -> str:
    """A value as YAML: in quotes where it would be read as something else without them."""
    if isinstance(value, list):
        return f"[{', '.join(map(_format_value, value))}]"
    text = str(value)
    alike = isinstance(value, int) or (_PLAIN.fullmatch(text) and not _LOOKS_ELSE.fullmatch(text))
    return text if alike and ", " not in text else json.dumps(text, ensure_ascii=False)
