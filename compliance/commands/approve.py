"""`pitboss approve`: keep what was approved beside the document that it was approved from."""

from __future__ import annotations

import os
from functools import partial
from typing import Annotated

import typer

from compliance.commands.ending import OK, UNDECIDED, USAGE, Stop, put_out
from compliance.commands.inputs import read_day
from compliance.commands.options import Command


def approve(
    document: Annotated[str, typer.Argument(metavar="DOCUMENT", help="The document that was approved as it stands.")],
    id: Annotated[str, typer.Option("--id", metavar="NUMBER", help="The number of the approval.")],
    date: Annotated[str, typer.Option("--date", metavar="DATE", help="The day on which it was given.")],
    by: Annotated[str, typer.Option("--by", metavar="WHO", help="The authority that gave it.")],
) -> Command:
    """Keep the approved text beside a document, so that `check` tells when the document is no longer that text."""
    return partial(run, document, id, date, by)


def run(document: str, id: str, date: str, by: str) -> int:
    """Write the file of approvals with one more, whole or not at all."""
    from compliance.commands.files import Reader
    from compliance.commands.guarding import refuse_to_replace
    from compliance.commands.outputs import write
    from compliance.documents.paths import APPROVED
    from compliance.documents.reading import load
    from compliance.meaning.approvals import Unusable, read_approvals, with_approval

    day = read_day(date, "--date")
    if not id.strip() or not by.strip():
        raise Stop(
            "--id and --by: expected some words, such as --id GEGA-001 --by 'Bureau of Gambling Control'.", USAGE
        )
    target = document + APPROVED
    refuse_to_replace([target], [document])
    try:
        loaded = load(document, Reader().read(document))
        kept = read_approvals(Reader().read(target)) if os.path.lexists(target) else []
        text = with_approval(kept, id.strip(), day, by.strip(), loaded)
    except OSError as error:
        raise Stop(f"{error.filename or document}: cannot be read: {error.strerror or error}.", UNDECIDED) from None
    except Unusable as problem:
        raise Stop(f"{document}: nothing is kept: {problem}.", UNDECIDED) from None
    write(target, [text])
    put_out([f"{target}: approval {id.strip()} of {day.isoformat()} is kept.\n"], for_people=True)
    return OK
