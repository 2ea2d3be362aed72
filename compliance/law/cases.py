"""Passing and failing cases: a small whole document, and what to change in it to make a requirement answer so.

They stand beside the catalogue in `*.cases.yaml`; the tests run them and `pitboss explain` shows them.
"""

import copy
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from compliance.documents.fields import Day, Name, Words
from compliance.documents.reading import validate
from compliance.law.catalogue import CatalogueEntry
from compliance.law.reading import schemas_folder
from compliance.routes import read_route
from compliance.source import read


class CaseEntry(CatalogueEntry):
    """One case as written."""

    requirement: Words
    case: Words
    base: Name
    set: dict[str, Any] = {}
    remove: list[Words] = []
    with_: list[Name] = []
    as_of: Day
    expect: Literal["pass", "fail", "review", "not-applicable"]
    at: Words | None = None
    also: list[Words] = []


class CaseFile(CatalogueEntry):
    """A file of cases."""

    cases: list[CaseEntry] = []


class Case(NamedTuple):
    """A case ready to run: the documents as text, and the answer they must give."""

    entry: CaseEntry
    document: str
    base: str
    partners: tuple[tuple[str, str], ...]


def all_cases() -> Iterator[Case]:
    """Every case of the catalogue that comes with Pit Boss."""
    bases = {path.name.removesuffix(".base.yaml"): path.read_text("utf-8") for path in _files("*.base.yaml")}
    for entry in case_entries():
        partners = tuple((f"{name}.yaml", bases[name]) for name in entry.with_)
        yield Case(entry, changed(bases[entry.base], entry), bases[entry.base], partners)


def case_entries(requirement: str | None = None) -> Iterator[CaseEntry]:
    """The cases as they are written: of one requirement, for which only the files that name it are read, or all."""
    for path in _files("*.cases.yaml"):
        data = path.read_bytes()
        if requirement is not None and requirement.encode() not in data:
            continue
        source = read(data)
        file, problems = validate(CaseFile, source.tree, source)
        if file is None:
            raise ValueError(f"{path.name}: {problems[0].message} (line {problems[0].span.line})")
        yield from (entry for entry in file.cases if requirement in (None, entry.requirement))


def _files(pattern: str) -> list[Any]:
    return sorted(schemas_folder().glob(f"*/{pattern}"))


def changed(base: str, entry: CaseEntry) -> str:
    """A base document with a case's changes made."""
    import yaml

    tree = copy.deepcopy(_plain(read(base.encode()).tree))
    for text in entry.remove:
        *above, last = read_route(text)
        del _walk(tree, above)[last]
    for text, value in entry.set.items():
        *above, last = read_route(text)
        node = _walk(tree, above)
        if isinstance(node, list) and isinstance(last, int) and last == len(node):
            node.append(_plain(value))
        else:
            node[last] = _plain(value)
    return str(yaml.safe_dump(tree, sort_keys=False, allow_unicode=True, width=110))


def _plain(value: Any) -> Any:
    """The tree as ordinary lists and dicts, which is what the YAML writer knows."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value


def _walk(tree: Any, steps: list[str | int]) -> Any:
    for step in steps:
        if isinstance(tree, dict) and step not in tree:
            tree[step] = {}
        tree = tree[step]
    return tree
