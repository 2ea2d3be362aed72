"""Passing and failing cases: a small whole document, and what to change in it to make a requirement answer so.

They stand at the end of each requirement's file; the tests run them and `pitboss explain` shows them.
"""

from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from compliance.documents.loader import validate_tree
from compliance.law.catalog import Requirement
from compliance.law.entries import ApprovedEntry, CaseEntry, CaseFile
from compliance.law.files import find_bases, schemas_folder
from compliance.source import Map, read_source
from compliance.source.routes import parse_route

NOT_ASKED: Final = "not-asked"
_ANSWERS: Final = ("pass", "fail", "review", "information", "not-applicable", NOT_ASKED)


class Case(NamedTuple):
    """A case of a requirement: the day, what to change in a base document, and the answer that this must give.
    Where the answer is `not-asked`, the requirement is not in force on the day."""

    requirement: str
    name: str
    expect: str
    on: date
    base: str
    set: dict[str, Any]
    remove: Sequence[str]
    partners: Sequence[str]
    at: str | None
    also: Sequence[str]
    approved: Sequence[ApprovedEntry] = ()
    # The folder of the catalog that the requirement is in, where it does not come with Pit Boss.
    folder: str = ""
    # The lines of the paper that the document is compared with.
    paper: Sequence[str] = ()

    def document(self) -> str:
        """The base document with the case's changes made."""
        return changed(base_document(self.base, self.folder), self.set, self.remove)


def cases_of(requirement: Requirement) -> list[Case]:
    """The cases of a requirement, in the order in which they are written. Raises ValueError with what is wrong."""
    path = schemas_folder().parent / requirement.file
    folder = ""
    if not requirement.file.startswith("schemas/") or not path.is_file():
        path = Path(requirement.file)
        folder = _find_catalog_folder(path)
    # A pipe has been read, and cannot be read again.
    source = read_source(path.read_bytes() if path.is_file() else b"")
    tree = source.tree
    if not isinstance(tree, dict) or "cases" not in tree:
        return []
    # Only what a file says of cases is read here: the rest has been read before.
    told = Map({key: tree[key] for key in ("base", "cases") if key in tree})
    file, problems = validate_tree(CaseFile, told, source)
    if file is None:
        raise ValueError(f"{requirement.file}: {problems[0].message} (line {problems[0].span.line})")
    return [_case(requirement.id, entry, file.base, folder) for entry in file.cases]


def _find_catalog_folder(path: Path) -> str:
    """The folder of a user's catalog that holds base documents, from a file of a requirement; empty without one."""
    return next((str(folder) for folder in path.parents if (folder / "bases").is_dir()), "")


def _case(requirement: str, entry: CaseEntry, base: str | None, folder: str) -> Case:
    names = (entry.pass_, entry.fail, entry.review, entry.information, entry.not_applicable, entry.not_asked)
    given = [(answer, name) for answer, name in zip(_ANSWERS, names, strict=True) if name is not None]
    if len(given) != 1:
        raise ValueError(f"{requirement}: a case on {entry.on} must say one of {', '.join(_ANSWERS)}.")
    ((expect, name),) = given
    own = entry.base or base
    if own is None and expect != NOT_ASKED:
        raise ValueError(f"{requirement}: the case {name} names no base document.")
    place = (entry.on, own or "", entry.set, entry.remove, entry.with_, entry.at, entry.also)

    return Case(requirement, name, expect, *place, entry.approved, folder, entry.paper)


def base_document(name: str, folder: str = "") -> str:
    """A small whole document that cases change: of a catalog in a folder, else of those that come with Pit Boss."""
    folders = (folder, str(schemas_folder())) if folder else (str(schemas_folder()),)
    path = next((bases[name] for bases in map(_list_bases, folders) if name in bases), None)
    if path is None:
        raise ValueError(f"there is no base document {name}: no file {name}.base.yaml")
    return path.read_text("utf-8")


@lru_cache(maxsize=8)
def _list_bases(folder: str) -> dict[str, Path]:
    return find_bases(Path(folder))


def changed(base: str, set: dict[str, Any], remove: Sequence[str] = ()) -> str:
    """A document with something set and something removed, each named by its route."""
    import yaml

    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)  # the one in C is not in every build of PyYAML
    tree = changed_tree(base, set, remove)
    return str(yaml.dump(tree, Dumper=dumper, sort_keys=False, allow_unicode=True, width=110))


def changed_tree(base: str, set: dict[str, Any], remove: Sequence[str] = ()) -> Any:
    """The same as ordinary lists and dicts, which any writer takes."""
    tree = _plain(_tree(base))
    for text in remove:
        *above, last = parse_route(text)
        try:
            del _walk(tree, above)[last]
        except (KeyError, IndexError, TypeError):
            raise ValueError(f"`{text}` cannot be removed: the base document has nothing there") from None
    for text, value in set.items():
        *above, last = parse_route(text)
        node = _walk(tree, above)
        if isinstance(node, list) and isinstance(last, int) and last == len(node):
            node.append(_plain(value))
        else:
            node[last] = _plain(value)
    return tree


@lru_cache(maxsize=32)
def _tree(base: str) -> Any:
    """The tree of a base document: the same few are changed over and over."""
    return read_source(base.encode()).tree


def _plain(value: Any) -> Any:
    """A copy of the tree as ordinary lists and dicts, which is what the YAML writer knows."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value


def _walk(tree: Any, steps: list[str | int]) -> Any:
    for step in steps:
        if isinstance(tree, dict) and step not in tree:
            tree[step] = {}
        tree = tree[step]
    return tree
