"""What has to be known before a document is written, as questions: the same on a terminal and in a form."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, get_args
from unicodedata import normalize

from compliance.authoring.templates import Draft, DraftFacts, draft_document
from compliance.documents.kinds import MOST_OPTIONS, Payer
from compliance.documents.values import read_name, read_words
from compliance.law.catalog import Catalog

_MOST_SLUG: Final = 60
_BANKERS: Final = {
    "house": "the house",
    "player-dealer": "a player in turn",
    "pot": "nobody: players play for a pot",
}


class Question(NamedTuple):
    """One thing to be known: the words to ask with, and what reads an answer or says what is wrong with it."""

    name: str
    prompt: str
    read: Callable[[str], Any]
    is_required: bool = False
    is_multiple: bool = False
    # The answers there are, each with words for people.
    choices: Mapping[str, str] = {}
    # What it is where nobody says otherwise; then it need not be asked.
    default: str = ""
    help_text: str = ""


class InvalidAnswer(Exception):
    """An answer that cannot be used, or one that is missing: to which question, and why."""

    def __init__(self, question: Question, why: str) -> None:
        super().__init__(why)
        self.question = question


def list_questions(kind: str, catalog: Catalog) -> list[Question]:
    """What is asked for a kind of document, in order."""
    states = {state.id: state.name for state in catalog.jurisdictions.values()}
    asked = [
        Question("title", f"The title of the {kind}", read_words, is_required=True, help_text="As it is printed."),
        Question(
            "id", "Its id", read_name, default="from the title", help_text="The name by which others speak of it."
        ),
        Question("jurisdiction", "The state", choice_reader(states), is_required=True, choices=states),
        Question("establishment", "The card room", read_words),
    ]
    if kind == "game":
        family = "What kind of game, such as baccarat"
        return [
            *asked,
            Question("bank", "Who banks", choice_reader(_BANKERS), is_required=True, choices=_BANKERS),
            Question("family", family, read_name),
        ]
    asked.append(
        Question("games", "The games it is for, by id", read_name, is_multiple=True, help_text="Such as harbor-nines.")
    )
    if kind == "terms":
        return asked
    payers = {payer: payer for payer in get_args(Payer)}
    return [
        *asked,
        Question("payers", "Who pays", choice_reader(payers), is_multiple=True, choices=payers),
        Question("options", "How many options it has", _read_count, default="1", help_text="Ways of charging."),
    ]


def choice_reader(choices: Mapping[str, str]) -> Callable[[str], str]:
    """Reads one of a few words, or its number."""
    names = list(choices)

    def read(text: str) -> str:
        meant = {str(number): choice for number, choice in enumerate(names, 1)}
        meant |= {words.casefold(): choice for choice, words in choices.items()}
        chosen = meant.get(text.casefold(), text)
        if chosen not in names:
            raise ValueError(f"`{text}` is none of them; expected {', '.join(names[:-1])} or {names[-1]}")
        return chosen

    return read


def _read_count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2 and 1 <= int(text) <= MOST_OPTIONS):
        raise ValueError(f"`{text}` is no number from 1 to {MOST_OPTIONS}")
    return int(text)


def read_answers(kind: str, answers: Mapping[str, Sequence[str]], catalog: Catalog) -> DraftFacts:
    """What is known from answers by the names of their questions; what is left out is not known."""
    questions = list_questions(kind, catalog)
    read = {question.name: read_answer(question, answers.get(question.name, ())) for question in questions}
    title = read["title"]
    if read["id"] is None:
        read["id"] = build_slug(title)
    if not read["id"]:
        why = "the title gives no name that other documents could use; say one, such as harbor-nines"
        raise InvalidAnswer(next(one for one in questions if one.name == "id"), why)
    return DraftFacts(**{name: value for name, value in read.items() if value is not None})


def read_answer(question: Question, given: Sequence[str]) -> Any:
    """What an answer says: a list where there may be several, None where nothing is said. Raises InvalidAnswer."""
    if not given and question.is_required:
        raise InvalidAnswer(question, f"{question.prompt} is needed")
    if len(given) > 1 and not question.is_multiple:
        raise InvalidAnswer(question, f"expected one answer, and not {len(given)}")
    try:
        found = [question.read(text) for text in given]
    except ValueError as wrong:
        raise InvalidAnswer(question, str(wrong)) from None
    return found if question.is_multiple else next(iter(found), None)


def build_slug(title: str) -> str:
    """A name for a title; none where the title has no letter of the alphabet."""
    plain = normalize("NFKD", title).encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", plain)[:_MOST_SLUG].strip("-")


def create_document(kind: str, facts: DraftFacts, file: str, catalog: Catalog) -> Draft:
    """The text of a new document, which can be read: what somebody said may be anything. Raises ValueError."""
    from compliance.documents.loader import load_document

    skeleton = catalog.find_skeleton(facts.jurisdiction, kind, facts.bank)
    made = draft_document(skeleton, facts, file)
    problems = load_document("", made.text.encode("utf-8", "backslashreplace")).problems
    if problems:
        raise ValueError(f"no document can be made of this: {problems[0].message}")
    return made
