"""`pitboss fix`: documents in their present spelling, without a change of meaning."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from typing import Annotated, NamedTuple

import typer

from compliance.authoring.fixer import FixResult, fix_document
from compliance.commands.exits import FAILED, OK, UNDECIDED, USAGE, Stop, complain, print_text
from compliance.commands.files import Reader
from compliance.commands.inputs import find_documents
from compliance.disk import STDIN, read_bytes, write_whole
from compliance.source import read_source


class Outcome(NamedTuple):
    """What became of a file: its bytes before, and what was made of them; or why it cannot be read."""

    path: str
    before: bytes
    fixed: FixResult | None
    unreadable: str = ""

    @property
    def changed(self) -> bool:
        return self.fixed is not None and self.fixed.data != self.before


def fix(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Documents, or folders of them.")],
    diff: Annotated[bool, typer.Option("--diff", help="Show what would change; write nothing.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit 1 if something would change.")] = False,
) -> int:
    """Bring documents into the present spelling. What they mean stays, and every byte outside an edit."""
    if STDIN in paths:
        raise Stop("`fix` changes files: name one, and not standard input.", USAGE)
    found = find_documents(paths)
    reader = Reader()
    outcomes = [_fixed(path, reader) for path in found]
    if diff:
        print_text(piece for outcome in outcomes if outcome.changed for piece in _difference(outcome))
    if not diff and not check:
        outcomes = [_write_outcome(outcome) for outcome in outcomes]
    _tell(outcomes, diff or check)
    if any(outcome.unreadable or (outcome.fixed and outcome.fixed.refused) for outcome in outcomes):
        return UNDECIDED
    return FAILED if check and any(outcome.changed for outcome in outcomes) else OK


def _fixed(path: str, reader: Reader) -> Outcome:
    try:
        data = reader.read(path)
    except OSError as error:
        return Outcome(path, b"", None, f"cannot be read: {error.strerror or error}")
    source = read_source(data)
    if source.problems:
        first = source.problems[0]
        return Outcome(path, data, None, f"line {first.span.line}: {first.message} `pitboss check` tells more")
    return Outcome(path, data, fix_document(data))


def _write_outcome(outcome: Outcome) -> Outcome:
    """The outcome once its file is written, whole or not at all; not over what somebody else wrote meanwhile."""
    if outcome.fixed is None or not outcome.changed:
        return outcome
    try:
        if read_bytes(outcome.path) != outcome.before:
            return outcome._replace(fixed=None, unreadable="not changed: somebody else changed it meanwhile")
        write_whole(outcome.path, outcome.fixed.data)
    except OSError as error:
        return outcome._replace(fixed=None, unreadable=f"cannot be written: {error.strerror or error}")
    return outcome


def _difference(outcome: Outcome) -> Iterator[str]:
    after = outcome.fixed.data if outcome.fixed is not None else outcome.before
    old, new = (data.decode("utf-8-sig").splitlines(keepends=True) for data in (outcome.before, after))
    for line in unified_diff(old, new, f"a/{outcome.path}", f"b/{outcome.path}"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _tell(outcomes: list[Outcome], only_told: bool) -> None:
    for outcome in outcomes:
        if outcome.unreadable:
            complain(f"{outcome.path}: {outcome.unreadable}.")
        elif outcome.fixed is not None:
            if outcome.fixed.refused:
                complain(f"{outcome.path}: not changed: {outcome.fixed.refused}.")
            if outcome.changed:
                complain(f"{outcome.path}: {'; '.join(outcome.fixed.done)}.")
    changed = sum(outcome.changed for outcome in outcomes)
    files = "1 file" if changed == 1 else f"{changed} files"
    would = "would change" if only_told else "changed"
    complain(f"{files} {would}, {len(outcomes) - changed} left.")
