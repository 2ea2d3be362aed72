"""`pitboss new`: a document to start from. What is not given is asked on a terminal, or marked as unclear."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Final, Literal, NamedTuple, TypeVar, get_args

import typer

from compliance.commands.ending import OK, UNDECIDED, USAGE, Stop, put_out, tell
from compliance.commands.options import Command
from compliance.commands.outputs import STANDARD_OUTPUT
from compliance.documents.kinds import Jurisdiction, Kind

if TYPE_CHECKING:
    from compliance.documents.starting import Known, Started

Banker = Literal["house", "player-dealer", "pot"]
_MOST_SHOWN: Final = 12
_MOST_OPTIONS: Final = 50
_MOST_SLUG: Final = 60
_HEAD: Final = 1000
T = TypeVar("T")


class Wanted(NamedTuple):
    """What the user said on the command line."""

    kind: str
    file: str | None
    title: str | None
    id: str | None
    jurisdiction: str | None
    establishment: str | None
    bank: str | None
    family: str | None
    games: Sequence[str]
    payers: Sequence[str]
    options: int


def new(
    kind: Annotated[Kind, typer.Argument(metavar="KIND", help="game, schedule or terms.")],
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="Where to write it; - prints it. Default: its id and .yaml.")
    ] = None,
    title: Annotated[str | None, typer.Option("--title", metavar="WORDS", help="Its name, as it is printed.")] = None,
    id: Annotated[
        str | None,
        typer.Option("--id", metavar="NAME", help="By what others speak of it. Default: from the title."),
    ] = None,
    jurisdiction: Annotated[
        Jurisdiction | None, typer.Option("--jurisdiction", help="The state whose law is asked of it.")
    ] = None,
    establishment: Annotated[
        str | None, typer.Option("--establishment", metavar="WORDS", help="The card room whose document it is.")
    ] = None,
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
        int, typer.Option("--options", min=1, max=_MOST_OPTIONS, help="How many options a schedule has.")
    ] = 1,
) -> Command:
    """Write a document to start from. What is not given is asked, or marked as unclear; nothing is overwritten."""
    wanted = Wanted(kind, file, title, id, jurisdiction, establishment, bank, family, game or (), payer or (), options)
    return partial(run, wanted)


def run(wanted: Wanted) -> int:
    """Ask for what is missing, write the document, and tell what it leaves open."""
    from compliance.documents.starting import started

    folder = wanted.file is None or os.path.isdir(wanted.file)
    if wanted.file is not None and wanted.file != STANDARD_OUTPUT and not folder:
        _refuse_to_replace(wanted.file)  # before anything is asked
    try:
        known = _known(wanted, _Asker(_on_terminal()))
    except typer.Abort:
        raise KeyboardInterrupt from None
    path = os.path.join(wanted.file or "", f"{known.id}.yaml") if folder else str(wanted.file)
    if path == STANDARD_OUTPUT:
        put_out([_checked(started(wanted.kind, known, "")).text])
        return OK
    _refuse_to_replace(path)
    made = _checked(started(wanted.kind, known, os.path.basename(path)))
    _write(path, wanted.kind, made.text)
    tell(_told(path, made))
    return OK


def _on_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


class _Asker(NamedTuple):
    """Asks for what was not given, where somebody is there to answer."""

    on_terminal: bool

    def text(self, given: str | None, option: str, question: str, read: Callable[[str], T]) -> T | None:
        """A value; None where nobody answers, or the answer is empty. A wrong answer is asked for again."""
        if given is not None:
            return _read(given, option, read)
        while self.on_terminal:
            answer = str(typer.prompt(question, default="", show_default=False, err=True)).strip()
            if not answer:
                return None
            try:
                return read(answer)
            except ValueError as wrong:
                tell([f"{str(wrong)[:1].upper()}{str(wrong)[1:]}."])
        return None

    def needed(self, given: str | None, option: str, question: str, read: Callable[[str], T]) -> T:
        """A value that the document cannot do without."""
        found = self.text(given, option, question, read)
        while found is None:
            if not self.on_terminal:
                raise Stop(f"{question} is needed: add {option}.", USAGE)
            found = self.text(None, option, question, read)
        return found

    def several(self, given: Sequence[str], option: str, question: str, read: Callable[[str], T]) -> list[T]:
        """Any number of values, with commas between them."""
        if given:
            return [_read(one, option, read) for one in given]

        def read_all(text: str) -> list[T]:
            return [read(part.strip()) for part in text.split(",") if part.strip()]

        return self.text(None, option, question, read_all) or []


def _read(given: str, option: str, read: Callable[[str], T]) -> T:
    try:
        return read(given)
    except ValueError as wrong:
        raise Stop(f"{option}: {wrong}.", USAGE) from None


def _one_of(choices: Sequence[str]) -> Callable[[str], str]:
    """Reads one of a few words, or its number."""

    def read(text: str) -> str:
        numbered = {str(number): choice for number, choice in enumerate(choices, 1)}
        chosen = numbered.get(text, text)
        if chosen not in choices:
            raise ValueError(f"`{text}` is none of them; expected {', '.join(choices[:-1])} or {choices[-1]}")
        return chosen

    return read


def _known(wanted: Wanted, ask: _Asker) -> Known:
    from compliance.documents.kinds import Payer
    from compliance.documents.starting import Known
    from compliance.documents.values import read_name, read_words

    kind, states, payers = wanted.kind, get_args(Jurisdiction), get_args(Payer)
    title = ask.needed(wanted.title, "--title", f"The title of the {kind}", read_words)
    id = _read(wanted.id if wanted.id is not None else _slug(title), "--id", read_name)
    question = f"The state ({_numbered(states)})"
    state = ask.needed(wanted.jurisdiction, "--jurisdiction", question, _one_of(states))
    room = ask.text(wanted.establishment, "--establishment", "The card room (Enter if not known)", read_words)
    known = Known(title, id, state, room)
    if kind == "game":
        question = "Who banks (1 the house, 2 a player in turn, 3 nobody: players play for a pot)"
        bank = ask.needed(wanted.bank, "--bank", question, _one_of(get_args(Banker)))
        family = ask.text(
            wanted.family, "--family", "What kind of game, such as baccarat (Enter if not known)", read_name
        )
        return known._replace(bank=bank, family=family)
    games = ask.several(
        wanted.games, "--game", "The games it is for, by id, with commas between (Enter if not known)", read_name
    )
    if kind == "terms":
        return known._replace(games=games)
    question = f"Who pays, with commas between ({_numbered(payers)})"
    paying = ask.several(wanted.payers, "--payer", question, _one_of(payers))
    return known._replace(games=games, payers=paying, options=wanted.options)


def _numbered(choices: Sequence[str]) -> str:
    return ", ".join(f"{number} {choice}" for number, choice in enumerate(choices, 1))


def _slug(title: str) -> str:
    """A name for a title. One that has no letter of the alphabet needs a name of its own."""
    import re
    from unicodedata import normalize

    plain = normalize("NFKD", title).encode("ascii", "ignore").decode().lower().replace("'", "")
    slug = re.sub(r"[^a-z0-9]+", "-", plain)[:_MOST_SLUG].strip("-")
    if not slug:
        raise Stop("the title gives no name that other documents could use: add --id, such as harbor-nines.", USAGE)
    return slug


def _refuse_to_replace(path: str) -> None:
    if os.path.lexists(path):
        raise Stop(f"{path}: there is one already, and nothing is overwritten; name another file.", USAGE)


def _checked(made: Started) -> Started:
    """The document, which can be read: what a user said may be anything."""
    from compliance.documents.reading import load

    problems = load("", made.text.encode("utf-8", "backslashreplace")).problems
    if problems:
        raise Stop(f"no document can be made of this: {problems[0].message}", USAGE)
    return made


def _write(path: str, kind: str, text: str) -> None:
    """The document, and beside it the format for editors, which the first line of the document names."""
    from compliance.commands.files import write_new

    try:
        write_new(path, [text])
        _write_schema(os.path.dirname(path), kind)
    except FileExistsError:
        _refuse_to_replace(path)
    except OSError as error:
        raise Stop(f"{path}: cannot be written: {error.strerror or error}.", UNDECIDED) from None


def _write_schema(beside: str, kind: str) -> None:
    """The format for editors, in place of an older one of ours."""
    from compliance.commands.files import write_whole
    from compliance.documents.json_schema import ID, schema_text
    from compliance.documents.starting import SCHEMA_FOLDER

    folder = os.path.join(beside, SCHEMA_FOLDER)
    path = os.path.join(folder, f"{kind}.schema.json")
    os.makedirs(folder, exist_ok=True)
    if os.path.lexists(path):
        with open(path, encoding="utf-8", errors="replace") as file:
            if ID.format(kind) not in file.read(_HEAD):
                return
    write_whole(path, [schema_text(kind)])


def _told(path: str, made: Started) -> list[str]:
    more = len(made.open) - _MOST_SHOWN
    return [
        f"{path} is written. {len(made.open)} points are open, marked `unclear`:",
        *(f"  {route}" for route in made.open[:_MOST_SHOWN]),
        *([f"  and {more} more"] if more > 0 else []),
        f"Fill them in with what your rules say; `pitboss check {path}` then tells what the law says to it.",
    ]
