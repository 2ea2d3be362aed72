"""`pitboss approve`: keep what was approved beside the document that it was approved from."""

from __future__ import annotations

import datetime
import os
from typing import Annotated

import typer

from compliance.commands.exits import FAILED, OK, UNDECIDED, USAGE, Stop, print_text
from compliance.commands.files import Reader, file_key
from compliance.commands.inputs import catalog_paths, find_documents, load_catalog, read_day
from compliance.commands.options import CatalogFiles
from compliance.commands.outputs import write
from compliance.commands.overwriting import refuse_to_replace
from compliance.commands.papers import PaperFiles
from compliance.commands.runs import check_texts
from compliance.comparison.approvals import UnusableApprovals, add_approval, read_approvals
from compliance.documents.loader import load_document
from compliance.documents.paths import APPROVED
from compliance.reports.conclusion import describe_breaches


def approve(
    document: Annotated[str, typer.Argument(metavar="DOCUMENT", help="The document that was approved as it stands.")],
    id: Annotated[str, typer.Option("--id", metavar="NUMBER", help="The number of the approval.")],
    date: Annotated[str, typer.Option("--date", metavar="DATE", help="The day on which it was given.")],
    by: Annotated[str, typer.Option("--by", metavar="WHO", help="The authority that gave it.")],
    not_ready: Annotated[
        bool, typer.Option("--not-ready", help="Record it although the text is not ready; the record says so.")
    ] = False,
    catalog: CatalogFiles = None,
) -> int:
    """Keep the approved text beside a document, so that `check` tells when the document is no longer that text."""
    day = read_day(date, "--date")
    if not id.strip() or not by.strip():
        raise Stop(
            "--id and --by: expected some words, such as --id GEGA-001 --by 'Bureau of Gambling Control'.", USAGE
        )
    target = document + APPROVED
    refuse_to_replace([target], [document])
    try:
        loaded = load_document(document, Reader().read(document))
        kept = read_approvals(Reader().read(target)) if os.path.lexists(target) else []
        remark = _find_breaches(document, day, catalog or []) if loaded.document is not None else ""
        if remark and not not_ready:
            why = f"{document}: not ready on {day.isoformat()}: {remark}"
            raise Stop(f"{why}. Fix it, or record it as it is with --not-ready; the record will say so.", FAILED)
        text = add_approval(kept, id.strip(), day, by.strip(), loaded, remark)
    except OSError as error:
        raise Stop(f"{error.filename or document}: cannot be read: {error.strerror or error}.", UNDECIDED) from None
    except UnusableApprovals as problem:
        raise Stop(f"{document}: nothing is kept: {problem}.", UNDECIDED) from None
    write(target, [text])
    print_text([f"{target}: approval {id.strip()} of {day.isoformat()} is kept.\n"], for_people=True)
    return OK


def _find_breaches(document: str, day: datetime.date, catalog: list[str]) -> str:
    """What stands against a document on the day of its approval, checked beside the documents of its folder; empty
    where nothing does."""
    reader = Reader()
    law = load_catalog(catalog_paths(catalog), reader)
    found = find_documents([os.path.dirname(document) or "."], ())
    beside = [path for path in found if file_key(path) != file_key(document)]
    texts = {path: reader.read(path) for path in (document, *beside)}
    return describe_breaches(check_texts(law, day, texts, {}, PaperFiles()), document)
