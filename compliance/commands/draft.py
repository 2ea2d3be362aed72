"""`pitboss draft`: a document to finish, drafted from its paper."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from typing import Annotated, Final

import typer

from compliance.commands.exits import OK, UNDECIDED, USAGE, Stop, is_terminal, print_text, tell
from compliance.commands.options import Establishment, Id, State, Title
from compliance.commands.outputs import STANDARD_OUTPUT
from compliance.commands.papers import read_paper
from compliance.disk import write_new
from compliance.documents.kinds import Banker, Kind
from compliance.documents.paper_text import PaperText, UnreadablePaper
from compliance.paper.attachment import read_paper_text
from compliance.paper.drafting import MEANINGS, DraftFrame, DraftQuestion, PaperDraft, draft_paper
from compliance.paper.pdf import Pdf, describe_pictures, read_pdf

_ANSWER: Final = re.compile(r"\s*([0-9]{1,3})\s*=\s*(.+)")


def draft(
    paper: Annotated[str, typer.Argument(metavar="PAPER", help="The paper: a PDF or a text.")],
    kind: Annotated[
        Kind | None, typer.Option("--kind", "--as", help="What it is. Default: what its tables show.")
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write it. Default: printed.")
    ] = None,
    title: Title = None,
    id: Id = None,
    jurisdiction: State = None,
    establishment: Establishment = None,
    bank: Annotated[Banker | None, typer.Option("--bank", help="Who banks a game.")] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(
            "--table",
            metavar="N=COLUMNS",
            help="What the columns of a table mean, without its labels: 1='table-limit, players, pot, without-flop', "
            "2='pays, envy'. May be repeated.",
        ),
    ] = None,
) -> int:
    """Write a document to finish from its paper: tables as values with their lines, what is unsure as `unclear`."""
    text, pdf = _read(paper)
    target = None if output == STANDARD_OUTPUT else output
    if target is not None and os.path.lexists(target):
        raise Stop(f"{target}: there is one already, and nothing is overwritten; name another file.", USAGE)
    columns = dict(_read_answer(one) for one in table or ())
    frame = DraftFrame(kind, title, id, jurisdiction, establishment, bank)
    made = _draft(frame, text, pdf, columns)
    if made.questions and is_terminal(sys.stdin, sys.stderr):
        for question in made.questions:
            said = str(typer.prompt(_prompt(question), default="", show_default=False, err=True)).strip()
            if said:
                columns.update([_read_answer(f"{question.table}={said}")])
        made = _draft(frame, text, pdf, columns)
    if text.warning:
        tell([text.warning])
    _write(target, made.text)
    tell([*_describe(target or "FILE", frame, made), *_suggest_columns(paper, frame, made, pdf)])
    return OK


def _suggest_columns(paper: str, frame: DraftFrame, made: PaperDraft, pdf: Pdf | None) -> Iterator[str]:
    """That the paper has two columns, where a draft that reads them one after the other holds more."""
    if pdf is None or made.unclear <= made.filled:
        return
    name = os.path.basename(paper)
    pages = range(1, len(pdf.pages) + 1)
    try:
        double = read_pdf(name, read_paper(paper, name), pages).text
    except UnreadablePaper:  # it was changed meanwhile
        return
    if _draft(frame, double, None, {}).filled > made.filled:
        yield (
            f"{name} seems to have two columns: keep its text with `pitboss lines {paper} --keep --two-columns "
            f"{pages[0]}-{pages[-1]}` and draft from {paper}.txt, which holds more."
        )


def _draft(frame: DraftFrame, text: PaperText, pdf: Pdf | None, columns: dict[int, tuple[str, ...]]) -> PaperDraft:
    try:
        return draft_paper(text, pdf, frame._replace(columns=columns))
    except UnreadablePaper as problem:
        raise Stop(str(problem), UNDECIDED) from None


def _read(path: str) -> tuple[PaperText, Pdf | None]:
    """The text of a paper, with the boxes of its words where it is a PDF."""
    name = os.path.basename(path)
    try:
        data = read_paper(path, name)
        if not name.lower().endswith(".pdf"):
            return read_paper_text(name, data), None
        pdf = read_pdf(name, data)
        kept = f"{path}.txt"
        text = read_paper_text(f"{name}.txt", read_paper(kept, f"{name}.txt")) if os.path.exists(kept) else pdf.text
    except UnreadablePaper as problem:
        raise Stop(str(problem), UNDECIDED) from None
    # A text that was kept of this PDF is cited in its place.
    is_of_it = text.kept_from == pdf.text.kept_from and text.pages == pdf.text.pages
    return (text if is_of_it else pdf.text).add_warning(describe_pictures(pdf)), pdf


def _read_answer(text: str) -> tuple[int, tuple[str, ...]]:
    """`2=label, pays, envy` as the number of a table and what its columns mean."""
    found = _ANSWER.fullmatch(text)
    if found is None:
        raise Stop(f"--table {text}: expected a number and columns, such as 2='pays, envy'.", USAGE)
    columns = tuple(one.strip().lower() for one in found[2].split(",") if one.strip())
    wrong = [one for one in columns if one not in MEANINGS]
    if wrong:
        raise Stop(f"--table {text}: `{wrong[0]}` is no column; expected {', '.join(MEANINGS)}.", USAGE)
    return int(found[1]), tuple(one for one in columns if one not in ("option", "label"))


def _prompt(question: DraftQuestion) -> str:
    return (
        f"Table {question.table} ({question.lines}): its head says `{question.head}`. What do its columns mean, "
        "with commas between (Enter if not known)"
    )


def _write(target: str | None, text: str) -> None:
    if target is None:
        print_text([text])
        return
    try:
        write_new(target, [text])
    except OSError as error:
        raise Stop(f"{target}: cannot be written: {error.strerror or error}.", UNDECIDED) from None


def _describe(name: str, frame: DraftFrame, made: PaperDraft) -> list[str]:
    said = [f"Drafted as {made.kind}: {made.filled:,} values filled in, {made.unclear:,} marked `unclear`."]
    for one in made.questions:
        said.append(
            f"Table {one.table} ({one.lines}): its head says `{one.head}`; what its columns mean is unclear. "
            f"Say it with --table {one.table}='...'."
        )
    if not frame.jurisdiction:
        said.append("The state is missing: add --jurisdiction.")
    said.append(f"Compare every value with its lines, settle what is `unclear`, then run `pitboss check {name}`.")
    return said
