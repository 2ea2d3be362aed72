"""`pitboss schema`: the format of a kind of document, for editors."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from compliance.commands.exits import OK, print_text
from compliance.commands.options import Command
from compliance.documents.kinds import Kind


def schema(kind: Annotated[Kind, typer.Argument(metavar="KIND", help="game, schedule or terms.")]) -> Command:
    """Print the JSON Schema of a kind of document, for editors."""
    return partial(run, kind)


def run(kind: str) -> int:
    """Print the schema, and return the exit code."""
    from compliance.documents.json_schema import schema_text

    print_text([schema_text(kind)])
    return OK
