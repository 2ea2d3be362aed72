"""docs/keys.md: every key that a document may have, how it is written, and the statements that the law looks for."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from compliance.checks.descriptions import Described, described
from compliance.checks.expressions.clauses import list_expressions
from compliance.checks.expressions.syntax import Node, Path, list_parts_of_node
from compliance.documents import meanings
from compliance.documents.blocks import Document
from compliance.documents.facts import entry_types
from compliance.documents.fields import FieldReader
from compliance.documents.statement_facts import list_facts_of, list_statements_for
from compliance.documents.wagers import PayTable
from compliance.law.catalog import Catalog

_FOR_PEOPLE = " For people only: at most it is asked whether it is stated."


def keys_page(catalog: Catalog) -> str:
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
    for model, names in meanings.list_blocks().items():
        kind, whole, _ = names[0].partition(" document")
        if whole:
            lines += [f"## document: {kind}", ""]
        lines += _block(kind, model)
    lines += [
        "## Statements",
        "",
        "The names under `statements` that requirements look for; others are kept. Lines alone, or `means: yes`,",
        "say that the paper says so; `means: no` says the opposite; a sentence without `means` is for a person.",
        "",
    ]
    lines += ["| statement | says | stands for | asked by |", "|---|---|---|---|"]
    told = meanings.list_statements()
    for name, asking in sorted(statements_asked(catalog).items()):
        says = told[name].sentence if name in told else ""
        facts = ", ".join(f"`{fact}: {value}`" for fact, value in list_facts_of(name))
        lines.append(f"| `{name}` | {says} | {facts} | {', '.join(sorted(asking))} |")
    return "\n".join(lines) + "\n"


def _kinds_of_value() -> Iterator[str]:
    yield from ("## Kinds of value", "", "| kind | means | example |", "|---|---|---|")
    for kind in sorted(meanings.list_kinds()):
        meaning = meanings.find_kind_meaning(kind)
        yield f"| {kind} | {_cell(meaning.sentence)} | {_code(meaning.example)} |" if meaning else f"| {kind} | | |"
    yield ""


def _block(title: str, model: type[BaseModel]) -> list[str]:
    about = " ".join((model.__doc__ or "").split())
    lines = [f"### {title}", "", about, "", "| key | means | written | example |", "|---|---|---|---|"]
    for name, field in model.model_fields.items():
        if name == "source" and not issubclass(model, Document):
            continue
        key, needed = field.alias or name, " *" if field.is_required() else ""
        meaning = meanings.find_meaning(model, key)
        sentence, example = (_cell(meaning.sentence), _code(meaning.example)) if meaning else ("", "")
        sentence += _FOR_PEOPLE if meaning is not None and meaning.for_people else ""
        lines.append(f"| `{key}`{needed} | {sentence} | {_written(field.rebuild_annotation())} | {example} |")
    return [*lines, ""]


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _code(text: str) -> str:
    return f"`{_cell(text)}`"


def _written(annotation: Any) -> str:
    """How a value is written, in words."""
    for about in getattr(annotation, "__metadata__", ()):
        if isinstance(about, FieldReader):
            return about.kind
    origin, arguments = get_origin(annotation), [a for a in get_args(annotation) if a is not type(None)]
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        held = entry_types(annotation)
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


def statements_asked(catalog: Catalog) -> dict[str, set[str]]:
    """The statements that requirements look for, each with those that do."""
    takes = {(one.name, parameter.name) for one in described() for parameter in one.parameters if _named(parameter)}
    found: dict[str, set[str]] = {}
    for requirement in catalog:
        for holding in requirement.history:
            given = [value for key, value in holding.parameters.items() if (holding.check, key) in takes]
            named = [word for value in given for word in _words(value)]
            for name in [*named, *_list_statements_read(holding.clause or {})]:
                found.setdefault(name, set()).add(requirement.id)
    return found


def _list_statements_read(clause: Mapping[str, Any]) -> Iterator[str]:
    """The statements that an expression reads, and those that stand for a fact that it reads."""
    for node in list_expressions(clause):
        for path in _list_paths(node):
            if path.steps[0] == "statements" and len(path.steps) > 1:
                yield path.steps[1]
            yield from list_statements_for(" / ".join(path.steps))


def _list_paths(node: Node) -> Iterator[Path]:
    if isinstance(node, Path):
        yield node
    for part in list_parts_of_node(node):
        yield from _list_paths(part)


def _named(parameter: Described) -> bool:
    """Whether a parameter of a check names statements, by what it says of itself."""
    return "statement" in parameter.about and not parameter.about.startswith("the phrases")


def _words(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [name if isinstance(words, list) else str(words) for name, words in value.items()]
    return [str(item) for item in value] if isinstance(value, list) else [str(value)]
