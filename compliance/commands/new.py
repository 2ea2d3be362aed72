"""`pitboss new`: a document to start from. What is not given is asked on a terminal, or marked as unclear."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Final

import typer

from compliance.authoring.questions import (
    InvalidAnswer,
    Question,
    create_document,
    list_questions,
    read_answer,
    read_answers,
)
from compliance.authoring.templates import SCHEMA_FOLDER, Draft, DraftFacts
from compliance.commands.exits import OK, UNDECIDED, USAGE, Stop, is_terminal, print_text, tell
from compliance.commands.files import Reader
from compliance.commands.inputs import load_catalog
from compliance.commands.options import CatalogFiles, Establishment, Id, State, Title
from compliance.commands.outputs import STANDARD_OUTPUT
from compliance.disk import write_new, write_whole
from compliance.documents.json_schema import ID, schema_text
from compliance.documents.kinds import MOST_OPTIONS, Banker, Kind
from compliance.law.catalog import Catalog

_MOST_SHOWN: Final = 12
_HEAD: Final = 1000


def new(
    kind: Annotated[Kind, typer.Argument(metavar="KIND", help="game, schedule or terms.")],
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="Where to write it; - prints it. Default: its id and .yaml.")
    ] = None,
    title: Title = None,
    id: Id = None,
    jurisdiction: State = None,
    establishment: Establishment = None,
    bank: Annotated[
        Banker | None, typer.Option("--bank", help="Who banks a game: the house, a player in turn, or the pot.")
    ] = None,
    family: Annotated[
        str | None, typer.Option("--family", metavar="NAME", help="What kind of game it is, such as baccarat.")
    ] = None,
    game: Annotated[
        list[str] | None,
        typer.Option("--game", metavar="ID", help="A game that a schedule or terms are for. May be repeated."),
    ] = None,
    payer: Annotated[
        list[str] | None,
        typer.Option("--payer", metavar="WHO", help="Who pays a fee of a schedule. May be repeated."),
    ] = None,
    options: Annotated[
        int, typer.Option("--options", min=1, max=MOST_OPTIONS, help="How many options a schedule has.")
    ] = 1,
    catalog: CatalogFiles = None,
) -> int:
    """Write a document to start from. What is not given is asked, or marked as unclear; nothing is overwritten."""
    folder = file is None or os.path.isdir(file)
    if file is not None and file != STANDARD_OUTPUT and not folder:
        _refuse_to_replace(file)  # before anything is asked
    law = load_catalog(catalog or [], Reader())
    one = {"title": title, "id": id, "jurisdiction": jurisdiction, "establishment": establishment}
    one |= {"bank": bank, "family": family, "options": str(options)}
    given: dict[str, Sequence[str]] = {name: [text] for name, text in one.items() if text is not None}
    given |= {name: several for name, several in (("games", game), ("payers", payer)) if several}
    known = _gather_facts(kind, given, law)
    path = os.path.join(file or "", f"{known.id}.yaml") if folder else str(file)
    if path == STANDARD_OUTPUT:
        print_text([_create_draft(kind, known, "", law).text])
        return OK
    _refuse_to_replace(path)
    made = _create_draft(kind, known, os.path.basename(path), law)
    _write(path, kind, made.text)
    tell(_describe_draft(path, made))
    return OK


def _create_draft(kind: str, known: DraftFacts, file: str, law: Catalog) -> Draft:
    try:
        return create_document(kind, known, file, law)
    except ValueError as wrong:
        raise Stop(str(wrong), USAGE) from None


def _gather_facts(kind: str, answers: dict[str, Sequence[str]], law: Catalog) -> DraftFacts:
    """What the user said already, and what he answers where he is there to be asked."""
    try:
        for question in list_questions(kind, law):
            if question.name in answers:
                read_answer(question, answers[question.name])
            elif is_terminal(sys.stdin, sys.stdout) and not question.default:
                answers[question.name] = _ask_user(question)
            elif question.is_required:
                raise Stop(f"{_prompt(question)} is needed: add {_flag(question)}.", USAGE)
        return read_answers(kind, answers, law)
    except InvalidAnswer as wrong:
        raise Stop(f"{_flag(wrong.question)}: {wrong}.", USAGE) from None


def _flag(question: Question) -> str:
    return {"games": "--game", "payers": "--payer"}.get(question.name, f"--{question.name}")


def _prompt(question: Question) -> str:
    words = question.prompt + (", with commas between" if question.is_multiple else "")
    if question.choices:
        return f"{words} ({', '.join(f'{number} {said}' for number, said in enumerate(question.choices.values(), 1))})"
    return words if question.is_required else f"{words} (Enter if not known)"


def _ask_user(question: Question) -> list[str]:
    """What somebody answers. A wrong answer is asked for again, and so is nothing where something is needed."""
    while True:
        said = str(typer.prompt(_prompt(question), default="", show_default=False, err=True)).strip()
        answers = (
            [part.strip() for part in said.split(",") if part.strip()] if question.is_multiple else [said] * bool(said)
        )
        try:
            for one in answers:
                question.read(one)
        except ValueError as wrong:
            tell([f"{str(wrong)[:1].upper()}{str(wrong)[1:]}."])
            continue
        if answers or not question.is_required:
            return answers


def _refuse_to_replace(path: str) -> None:
    if os.path.lexists(path):
        raise Stop(f"{path}: there is one already, and nothing is overwritten; name another file.", USAGE)


def _write(path: str, kind: str, text: str) -> None:
    """The document, and beside it the format for editors, which the first line of the document names."""
    try:
        write_new(path, [text])
        _write_schema(os.path.dirname(path), kind)
    except FileExistsError:
        _refuse_to_replace(path)
    except OSError as error:
        raise Stop(f"{path}: cannot be written: {error.strerror or error}.", UNDECIDED) from None


def _write_schema(beside: str, kind: str) -> None:
    """The format for editors, in place of an older one of ours."""
    folder = os.path.join(beside, SCHEMA_FOLDER)
    path = os.path.join(folder, f"{kind}.schema.json")
    os.makedirs(folder, exist_ok=True)
    if os.path.lexists(path):
        with open(path, encoding="utf-8", errors="replace") as file:
            if ID.format(kind) not in file.read(_HEAD):
                return
    write_whole(path, [schema_text(kind)])


def _describe_draft(path: str, made: Draft) -> list[str]:
    more = len(made.open) - _MOST_SHOWN
    return [
        f"{path} is written. {len(made.open)} points are open, marked `unclear`:",
        *(f"  {route}" for route in made.open[:_MOST_SHOWN]),
        *([f"  and {more} more"] if more > 0 else []),
        f"Fill them in with what your rules say; `pitboss check {path}` then tells what the law says to it.",
    ]
