"""`pitboss draft`: a document to finish, drafted from its paper."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

from compliance.commands.exits import OK, UNDECIDED, USAGE, Stop, print_text, tell
from compliance.commands.options import Command
from compliance.commands.outputs import STANDARD_OUTPUT
from compliance.documents.kinds import Banker, Kind

if TYPE_CHECKING:
    from compliance.documents.paper_text import PaperText
    from compliance.paper.drafting import DraftQuestion, PaperDraft
    from compliance.paper.pdf import Pdf

_ANSWER: Final = re.compile(r"\s*([0-9]{1,3})\s*=\s*(.+)")


class DraftRequest(NamedTuple):
    """What the user said on the command line."""

    paper: str
    kind: str | None
    output: str | None
    title: str | None
    id: str | None
    jurisdiction: str | None
    establishment: str | None
    bank: str | None
    tables: Sequence[str]


def draft(
    paper: Annotated[str, typer.Argument(metavar="PAPER", help="The paper: a PDF or a text.")],
    kind: Annotated[
        Kind | None, typer.Option("--kind", "--as", help="What it is. Default: what its tables show.")
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write it. Default: printed.")
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", metavar="WORDS", help="Its name. Default: the first line of the paper.")
    ] = None,
    id: Annotated[
        str | None, typer.Option("--id", metavar="NAME", help="By what others speak of it. Default: from the title.")
    ] = None,
    jurisdiction: Annotated[
        str | None, typer.Option("--jurisdiction", metavar="STATE", help="The state whose law is asked of it.")
    ] = None,
    establishment: Annotated[
        str | None, typer.Option("--establishment", metavar="WORDS", help="The card room whose document it is.")
    ] = None,
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
) -> Command:
    """Write a document to finish from its paper: tables as values with their lines, what is unsure as `unclear`."""
    return partial(run, DraftRequest(paper, kind, output, title, id, jurisdiction, establishment, bank, table or ()))


def run(wanted: DraftRequest) -> int:
    """Draft a document, ask once what columns mean where somebody is there to answer, and write it."""
    text, pdf = _read(wanted.paper)
    if wanted.output not in (None, STANDARD_OUTPUT) and os.path.lexists(str(wanted.output)):
        raise Stop(f"{wanted.output}: there is one already, and nothing is overwritten; name another file.", USAGE)
    columns = dict(_read_answer(one) for one in wanted.tables)
    made = _draft(wanted, text, pdf, columns)
    if made.questions and _is_answered_here():
        for question in made.questions:
            said = str(typer.prompt(_prompt(question), default="", show_default=False, err=True)).strip()
            if said:
                columns.update([_read_answer(f"{question.table}={said}")])
        made = _draft(wanted, text, pdf, columns)
    if text.warning:
        tell([text.warning])
    _write(wanted, made.text)
    tell([*_describe(wanted, made), *_suggest_columns(wanted, made, pdf)])
    return OK


def _suggest_columns(wanted: DraftRequest, made: PaperDraft, pdf: Pdf | None) -> Iterator[str]:
    """That the paper has two columns, where a draft that reads them one after the other holds more."""
    from compliance.commands.papers import read_paper
    from compliance.documents.paper_text import UnreadablePaper
    from compliance.paper.pdf import read_pdf

    if pdf is None or made.unclear <= made.filled:
        return
    name = os.path.basename(wanted.paper)
    pages = range(1, len(pdf.pages) + 1)
    try:
        double = read_pdf(name, read_paper(wanted.paper, name), pages).text
    except UnreadablePaper:  # it was changed meanwhile
        return
    if _draft(wanted, double, None, {}).filled > made.filled:
        yield (
            f"{name} seems to have two columns: keep its text with `pitboss lines {wanted.paper} --keep --two-columns "
            f"{pages[0]}-{pages[-1]}` and draft from {wanted.paper}.txt, which holds more."
        )


def _draft(wanted: DraftRequest, text: PaperText, pdf: Pdf | None, columns: dict[int, tuple[str, ...]]) -> PaperDraft:
    from compliance.documents.paper_text import UnreadablePaper
    from compliance.paper.drafting import DraftFrame, draft_paper

    head = (wanted.title, wanted.id, wanted.jurisdiction, wanted.establishment, wanted.bank)
    try:
        return draft_paper(text, pdf, DraftFrame(wanted.kind, *head, columns=columns))
    except UnreadablePaper as problem:
        raise Stop(str(problem), UNDECIDED) from None


def _read(path: str) -> tuple[PaperText, Pdf | None]:
    """The text of a paper, with the boxes of its words where it is a PDF."""
    from compliance.commands.papers import read_paper
    from compliance.documents.paper_text import UnreadablePaper
    from compliance.paper.attachment import read_paper_text
    from compliance.paper.pdf import describe_pictures, read_pdf

    name = os.path.basename(path)
    try:
        data = read_paper(path, name)
        if not name.lower().endswith(".pdf"):
            return read_paper_text(name, data), None
        pdf = read_pdf(name, data)
        return pdf.text.add_warning(describe_pictures(pdf)), pdf
    except UnreadablePaper as problem:
        raise Stop(str(problem), UNDECIDED) from None


def _read_answer(text: str) -> tuple[int, tuple[str, ...]]:
    """`2=label, pays, envy` as the number of a table and what its columns mean."""
    from compliance.paper.drafting import MEANINGS

    found = _ANSWER.fullmatch(text)
    if found is None:
        raise Stop(f"--table {text}: expected a number and columns, such as 2='pays, envy'.", USAGE)
    columns = tuple(one.strip().lower() for one in found[2].split(",") if one.strip())
    wrong = [one for one in columns if one not in MEANINGS]
    if wrong:
        raise Stop(f"--table {text}: `{wrong[0]}` is no column; expected {', '.join(MEANINGS)}.", USAGE)
    return int(found[1]), tuple(one for one in columns if one not in ("option", "label"))


def _is_answered_here() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


def _prompt(question: DraftQuestion) -> str:
    return (
        f"Table {question.table} ({question.lines}): its head says `{question.head}`. What do its columns mean, "
        "with commas between (Enter if not known)"
    )


def _write(wanted: DraftRequest, text: str) -> None:
    from compliance.disk import write_new

    if wanted.output in (None, STANDARD_OUTPUT):
        print_text([text])
        return
    try:
        write_new(str(wanted.output), [text])
    except OSError as error:
        raise Stop(f"{wanted.output}: cannot be written: {error.strerror or error}.", UNDECIDED) from None


def _describe(wanted: DraftRequest, made: PaperDraft) -> list[str]:
    name = wanted.output if wanted.output not in (None, STANDARD_OUTPUT) else "FILE"
    said = [f"Drafted as {made.kind}: {made.filled:,} values filled in, {made.unclear:,} marked `unclear`."]
    for one in made.questions:
        said.append(
            f"Table {one.table} ({one.lines}): its head says `{one.head}`; what its columns mean is unclear. "
            f"Say it with --table {one.table}='...'."
        )
    if not wanted.jurisdiction:
        said.append("The state is missing: add --jurisdiction.")
    said.append(f"Compare every value with its lines, settle what is `unclear`, then run `pitboss check {name}`.")
    return said
