"""docs/keys.md: every key that a document may have, how it is written, and the statements that the law looks for."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from compliance.checks.describing import Described, described
from compliance.documents import meanings
from compliance.documents.blocks import Document
from compliance.documents.fields import Read
from compliance.documents.routes import held_by
from compliance.documents.wagers import PayTable
from compliance.law.catalogue import Catalogue


def keys_page(catalogue: Catalogue) -> str:
    """The whole page."""
    lines = [
        "# Every key",
        "",
        "Made by `docs/generate.py` from the models and `compliance/documents/meanings.tsv`.",
        "[How to write a document](format.md) shows the blocks in use.",
        "Every key but those marked * may be left out, and may be `unclear`; every block may have `source` lines.",
        "",
        *_kinds_of_value(),
    ]
    for model, names in meanings.blocks().items():
        kind, whole, _ = names[0].partition(" document")
        if whole:
            lines += [f"## document: {kind}", ""]
        lines += _block(kind, model)
    lines += [
        "## Statements",
        "",
        "The names under `statements` that requirements look for; others are kept and shown.",
        "",
    ]
    lines += ["| statement | says | asked by |", "|---|---|---|"]
    told = meanings.statements()
    for name, asking in sorted(statements_asked(catalogue).items()):
        says = told[name].sentence if name in told else ""
        lines.append(f"| `{name}` | {says} | {', '.join(sorted(asking))} |")
    return "\n".join(lines) + "\n"


def _kinds_of_value() -> Iterator[str]:
    yield from ("## Kinds of value", "", "| kind | means | example |", "|---|---|---|")
    for kind in sorted(meanings.kinds()):
        meaning = meanings.of_kind(kind)
        yield f"| {kind} | {_cell(meaning.sentence)} | {_code(meaning.example)} |" if meaning else f"| {kind} | | |"
    yield ""


def _block(title: str, model: type[BaseModel]) -> list[str]:
    about = " ".join((model.__doc__ or "").split())
    lines = [f"### {title}", "", about, "", "| key | means | written | example |", "|---|---|---|---|"]
    for name, field in model.model_fields.items():
        if name == "source" and not issubclass(model, Document):
            continue
        key, needed = field.alias or name, " *" if field.is_required() else ""
        meaning = meanings.of_key(model, key)
        sentence, example = (_cell(meaning.sentence), _code(meaning.example)) if meaning else ("", "")
        lines.append(f"| `{key}`{needed} | {sentence} | {_written(field.rebuild_annotation())} | {example} |")
    return [*lines, ""]


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _code(text: str) -> str:
    return f"`{_cell(text)}`"


def _written(annotation: Any) -> str:
    """How a value is written, in words."""
    for about in getattr(annotation, "__metadata__", ()):
        if isinstance(about, Read):
            return about.kind
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


def statements_asked(catalogue: Catalogue) -> dict[str, set[str]]:
    """The statements that requirements look for, each with those that do."""
    takes = {(one.name, parameter.name) for one in described() for parameter in one.parameters if _named(parameter)}
    found: dict[str, set[str]] = {}
    for requirement in catalogue:
        for holding in requirement.history:
            given = [value for key, value in holding.parameters.items() if (holding.check, key) in takes]
            for name in (word for value in given for word in _words(value)):
                found.setdefault(name, set()).add(requirement.id)
    return found


def _named(parameter: Described) -> bool:
    """Whether a parameter of a check names statements, by what it says of itself."""
    return "statement" in parameter.about and not parameter.about.startswith("the phrases")


def _words(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [name if isinstance(words, list) else str(words) for name, words in value.items()]
    return [str(item) for item in value] if isinstance(value, list) else [str(value)]
