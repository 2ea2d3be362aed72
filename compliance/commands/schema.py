"""`pitboss schema`: the format of a kind of document, for editors."""

from __future__ import annotations

from typing import Annotated

import typer

from compliance.commands.exits import OK, print_text
from compliance.documents.json_schema import schema_text
from compliance.documents.kinds import Kind


def schema(kind: Annotated[Kind, typer.Argument(metavar="KIND", help="game, schedule or terms.")]) -> int:
    """Print the JSON Schema of a kind of document, for editors."""
    print_text([schema_text(kind)])
    return OK
