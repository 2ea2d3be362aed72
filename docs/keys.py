"""docs/keys.md: every key that a document may have, how it is written, and the statements that the law looks for."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from compliance.documents import fields
from compliance.documents.game import PayTable
from compliance.documents.kinds import KINDS
from compliance.documents.reading import model_of
from compliance.documents.routes import held_by
from compliance.law.catalogue import Catalogue

_WRITTEN: tuple[tuple[Any, str], ...] = (
    (fields.Money, "money: `$5`"),
    (fields.Count, "a count: `7`"),
    (fields.YesNo, "`yes` or `no`"),
    (fields.Percent, "a percentage: `5%`"),
    (fields.PayoutText, "a payout: `6 to 5`, `$50`"),
    (fields.BandText, "a band: `$5-$100`, `$300`"),
    (fields.FeeText, "a fee: `$1`, `waived`"),
    (fields.TurnsText, "a number with its unit: `2 hands`"),
    (fields.WhenText, "a date: `2015-07-14`"),
    (fields.Lines, "source lines: `12-31`"),
    (fields.Name, "a name in small letters: `pai-gow-tiles`"),
    (fields.Words, "words"),
)
_STATEMENTS_IN = ("says", "sides", "bonus", "extra", "charges-extra", "charged")


def keys_page(catalogue: Catalogue) -> str:
    """The whole page."""
    lines = [
        "# Every key",
        "",
        "Made by `docs/generate.py` from the models. [How to write a document](format.md) shows the blocks in use.",
        "Every key but those marked * may be left out, and may be `unclear`; every block may have `source` lines.",
        "",
    ]
    seen: set[type] = set()
    for kind in KINDS:
        lines += [f"## document: {kind}", ""]
        for title, model in _blocks(model_of(kind), "", seen):
            lines += _block(title, model)
    lines += [
        "## Statements",
        "",
        "The names under `statements` that requirements look for; others are kept and shown.",
        "",
    ]
    lines += ["| statement | asked by |", "|---|---|"]
    for name, asking in sorted(_statements(catalogue).items()):
        lines.append(f"| `{name}` | {', '.join(sorted(asking))} |")
    return "\n".join(lines) + "\n"


def _blocks(model: type[BaseModel], route: str, seen: set[type]) -> Iterator[tuple[str, type[BaseModel]]]:
    """A block and those below it, each once, under the first route that leads there."""
    if model in seen:
        return
    seen.add(model)
    yield route, model
    for field in model.model_fields.values():
        for below, many in _models(field.annotation):
            step = f"{field.alias}{' / *' if many else ''}"
            yield from _blocks(below, f"{route} / {step}" if route else step, seen)


def _models(annotation: Any, many: bool = False) -> Iterator[tuple[type[BaseModel], bool]]:
    """The blocks that a key may hold, and whether it holds several."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        held = held_by(annotation)
        own = [name for name in annotation.model_fields if name != "source"]
        if own or not held:
            yield annotation, many
        for item in held:
            yield from _models(item, True)
        return
    several = many or get_origin(annotation) in (list, dict)
    for part in get_args(annotation):
        yield from _models(part, several)


def _block(title: str, model: type[BaseModel]) -> list[str]:
    about = " ".join((model.__doc__ or "").split())
    lines = [f"### {title or model_title(model)}", "", about, "", "| key | written |", "|---|---|"]
    for name, field in model.model_fields.items():
        if name == "source" and title:
            continue
        needed = " *" if field.is_required() else ""
        lines.append(f"| `{field.alias or name}`{needed} | {_written(field.rebuild_annotation())} |")
    return [*lines, ""]


def model_title(model: type[BaseModel]) -> str:
    """What a whole document is called."""
    return model.__name__.lower()


def _written(annotation: Any) -> str:
    """How a value is written, in words."""
    for kind, words in _WRITTEN:
        # A member of a union carries a tag besides; its reader tells what it is.
        if getattr(annotation, "__metadata__", [None])[0] is kind.__metadata__[0]:
            return words
    origin, arguments = get_origin(annotation), [a for a in get_args(annotation) if a is not type(None)]
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        held = held_by(annotation)
        if issubclass(annotation, PayTable):
            return "a table of hands and payouts"
        return f"names of your own, each with {_written(held[0])}" if held else "a block"
    if origin is Literal:
        return ", ".join(f"`{choice}`" for choice in arguments)
    if origin is list:
        return f"a list of: {_written(arguments[0])}"
    if origin is dict:
        return "names of your own, each with a value"
    if origin in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(_written(part) for part in arguments))
    return _written(arguments[0]) if arguments else "any value"


def _statements(catalogue: Catalogue) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for requirement in catalogue:
        for holding in requirement.history:
            for name in (word for key in _STATEMENTS_IN for word in _words(holding.parameters.get(key))):
                found.setdefault(name, set()).add(requirement.id)
    return found


def _words(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [str(item) for item in value.values()]
    return [str(item) for item in value] if isinstance(value, list) else []
