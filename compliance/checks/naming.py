"""Names that a document uses: of games that are barred, and of agencies and laws that have changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from compliance.checks.registry import Verdicts, check, failed, not_applicable, passed, review
from compliance.documents.blocks import Document
from compliance.documents.values import whole_number
from compliance.routes import Route


@check("not-named")
def not_named(document: Document, names: Sequence[str], alike: Mapping[str, str] | None = None) -> Verdicts:
    """The game does not go by a barred name; one within a longer name, or one that is alike, is for a person."""
    barred = {_words(str(name)): str(name) for name in names}
    similar = {_words(name): str(word) for name, word in (alike or {}).items()}
    clean = True
    own: list[tuple[Route, str]] = [(("title",), document.title)]
    for route, name in own + [(("aliases", number), alias) for number, alias in enumerate(document.aliases)]:
        said = _words(name)
        within = [word for plain, word in barred.items() if f" {plain} " in f" {said} "]
        doubtful = [word for plain, word in similar.items() if f" {plain} " in f" {said} "]
        clean = clean and not within and not doubtful
        if said in barred:
            message = f"The game is called {name}, which the law bars by name."
            yield failed(message, route, label=f"barred: {barred[said]}")
        elif within:
            message = (
                f"The name {name} has {within[0]} in it, which the law bars; whether it is that game is for a person."
            )
            yield review(message, route, label=f"barred: {within[0]}")
        elif doubtful:
            barred_name = f"{doubtful[0]}, which the law bars"
            message = f"The name {name} may stand for {barred_name}; whether it is that game is for a person."
            yield review(message, route, label=f"barred: {doubtful[0]}")
    if clean:
        yield passed(f"{document.title} is not among the games that are barred by name.", ("title",))


def has_word(name: str, word: str) -> bool:
    """Whether a name has a word in it: whole, in parts (`Black Jack`), or as a number with an ending (`21st`)."""
    said = _words(name).split()
    ordinal = re.compile(rf"{re.escape(word)}[^\W\d_]+") if whole_number(word) is not None else None
    joined = any(_starts_with_run(said, start, word) for start in range(len(said)))
    return joined or (ordinal is not None and any(ordinal.fullmatch(part) for part in said))


def _starts_with_run(said: list[str], start: int, word: str) -> bool:
    """Whether the words from a place on, joined, make a word."""
    rest = word
    for part in said[start : start + len(word)]:
        if not rest.startswith(part):
            return False
        rest = rest[len(part) :]
        if not rest:
            return True
    return False


def _words(name: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", name.lower()))


@check("outdated-names")
def outdated_names(document: Document, outdated: Sequence[str], now: str) -> Verdicts:
    """No agency or law is cited under a name that it no longer has."""
    cited = list(_cited(document))
    former: dict[str, list[Route]] = {}
    for route, name in cited:
        if any(str(old).lower() in name.lower() for old in outdated):
            former.setdefault(name, []).append(route)
    for name, (at, *others) in former.items():
        also = [(route, "here too") for route in others]
        yield failed(f"{name} is cited; the name now is {now}.", at, also, f"now {now}")
    if not cited:
        yield not_applicable("The document cites no agency and no law.")
    elif not former:
        yield passed(f"Nothing is cited as {' or '.join(map(str, outdated))}.")


def _cited(document: Document) -> Iterator[tuple[Route, str]]:
    for number, reference in enumerate(document.references):
        if reference.kind in ("law", "agency"):
            yield ("references", number, "to"), reference.to
    for number, seen in enumerate(document.names_seen):
        if seen.as_ == "agency":
            yield ("names-seen", number, "name"), seen.name
    if document.approval is not None and document.approval.authority is not None:
        yield ("approval", "authority"), document.approval.authority
