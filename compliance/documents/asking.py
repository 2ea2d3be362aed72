"""What has to be known before a document is written, as questions: the same on a terminal and in a form."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, get_args
from unicodedata import normalize

from compliance.documents.kinds import MOST_OPTIONS, Jurisdiction, Payer
from compliance.documents.starting import Known, Started, started
from compliance.documents.values import read_name, read_words

_MOST_SLUG: Final = 60
_BANKERS: Final = {
    "house": "the house",
    "player-dealer": "a player in turn",
    "pot": "nobody: players play for a pot",
}


class Question(NamedTuple):
    """One thing to be known: the words to ask with, and what reads an answer or says what is wrong with it."""

    name: str
    words: str
    read: Callable[[str], Any]
    needed: bool = False
    many: bool = False
    # The answers there are, each with words for people.
    choices: Mapping[str, str] = {}
    # What it is where nobody says otherwise; then it need not be asked.
    usual: str = ""
    about: str = ""


class Wrong(Exception):
    """An answer that cannot be used, or one that is missing: to which question, and why."""

    def __init__(self, question: Question, why: str) -> None:
        super().__init__(why)
        self.question = question


def questions(kind: str) -> list[Question]:
    """What is asked for a kind of document, in order."""
    states = {place: place for place in get_args(Jurisdiction)}
    asked = [
        Question("title", f"The title of the {kind}", read_words, needed=True, about="As it is printed."),
        Question("id", "Its id", read_name, usual="from the title", about="The name by which others speak of it."),
        Question("jurisdiction", "The state", one_of(states), needed=True, choices=states),
        Question("establishment", "The card room", read_words),
    ]
    if kind == "game":
        family = "What kind of game, such as baccarat"
        return [
            *asked,
            Question("bank", "Who banks", one_of(_BANKERS), needed=True, choices=_BANKERS),
            Question("family", family, read_name),
        ]
    asked.append(Question("games", "The games it is for, by id", read_name, many=True, about="Such as harbor-nines."))
    if kind == "terms":
        return asked
    payers = {payer: payer for payer in get_args(Payer)}
    return [
        *asked,
        Question("payers", "Who pays", one_of(payers), many=True, choices=payers),
        Question("options", "How many options it has", _read_count, usual="1", about="Ways of charging."),
    ]


def one_of(choices: Mapping[str, str]) -> Callable[[str], str]:
    """Reads one of a few words, or its number."""
    names = list(choices)

    def read(text: str) -> str:
        numbered = {str(number): choice for number, choice in enumerate(names, 1)}
        chosen = numbered.get(text, text)
        if chosen not in names:
            raise ValueError(f"`{text}` is none of them; expected {', '.join(names[:-1])} or {names[-1]}")
        return chosen

    return read


def _read_count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2 and 1 <= int(text) <= MOST_OPTIONS):
        raise ValueError(f"`{text}` is no number from 1 to {MOST_OPTIONS}")
    return int(text)


def read_answers(kind: str, answers: Mapping[str, Sequence[str]]) -> Known:
    """What is known from answers by the names of their questions; what is left out is not known. Raises Wrong."""
    read = {question.name: read_answer(question, answers.get(question.name, ())) for question in questions(kind)}
    title = read["title"]
    if read["id"] is None:
        read["id"] = slug_of(title)
    if not read["id"]:
        why = "the title gives no name that other documents could use; say one, such as harbor-nines"
        raise Wrong(next(one for one in questions(kind) if one.name == "id"), why)
    return Known(**{name: value for name, value in read.items() if value is not None})


def read_answer(question: Question, given: Sequence[str]) -> Any:
    """What an answer says: a list where there may be several, None where nothing is said. Raises Wrong."""
    if not given and question.needed:
        raise Wrong(question, f"{question.words} is needed")
    if len(given) > 1 and not question.many:
        raise Wrong(question, f"expected one answer, and not {len(given)}")
    try:
        found = [question.read(text) for text in given]
    except ValueError as wrong:
        raise Wrong(question, str(wrong)) from None
    return found if question.many else next(iter(found), None)


def slug_of(title: str) -> str:
    """A name for a title; none where the title has no letter of the alphabet."""
    plain = normalize("NFKD", title).encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", plain)[:_MOST_SLUG].strip("-")


def written(kind: str, known: Known, file: str) -> Started:
    """The text of a new document, which can be read: what somebody said may be anything. Raises ValueError."""
    from compliance.documents.reading import load

    made = started(kind, known, file)
    problems = load("", made.text.encode("utf-8", "backslashreplace")).problems
    if problems:
        raise ValueError(f"no document can be made of this: {problems[0].message}")
    return made
