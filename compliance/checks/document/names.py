"""Names that a document goes by or uses: of games, establishments, agencies and laws."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from compliance.checks.looking import look_at
from compliance.checks.names import house, letters, one_slip, plain_words
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.documents.blocks import Document, NameSeen
from compliance.routes import Route

# A shorter name is a letter away from too many words: `ronda`, `monty`, `tin`.
_LONG_ENOUGH: Final = 9


def _own_names(document: Document) -> Iterator[tuple[Route, str]]:
    """Every name that a document goes by."""
    yield ("title",), document.title
    yield from ((("aliases", number), alias) for number, alias in enumerate(document.aliases))


@check("name-without")
def name_without(document: Document, words: list[str], whole: bool = False) -> Verdicts:
    """The document's names are, or contain, none of the words.

    words: the words that are barred
    whole: whether a name may contain them, and only not be one of them
    """
    verb = "is" if whole else "contains"

    def barred(named: tuple[Route, str]) -> Verdicts:
        route, name = named
        for word in words:
            if letters(name) == letters(word) if whole else letters(word) in letters(name):
                yield failed(f"The name {name!r} {verb} {word!r}.", route)

    clean = passed(f"The name {document.title!r} {verb} none of: {', '.join(words)}.", ("title",))
    return look_at(_own_names(document), barred, all_clean=clean)


@check("not-named")
def not_named(document: Document, names: Sequence[str], alike: Mapping[str, str] | None = None) -> Verdicts:
    """The game does not go by a barred name; one within a longer name, or one that is alike, is for a person.

    names: the names that are barred
    alike: names that may stand for a barred one, and that one
    """
    barred = {plain_words(name): name for name in names}
    similar = {plain_words(name): word for name, word in (alike or {}).items()}

    def called(named: tuple[Route, str]) -> Verdicts:
        route, name = named
        said = plain_words(name)
        within = [word for plain, word in barred.items() if f" {plain} " in f" {said} "]
        doubtful = [word for plain, word in similar.items() if f" {plain} " in f" {said} "]
        open_ = "whether it is that game is for a person"
        spelt = next((word for plain, word in barred.items() if plain.replace(" ", "") == said.replace(" ", "")), None)
        near = [word for plain, word in barred.items() if len(plain) >= _LONG_ENOUGH and one_slip(plain, said)]
        if spelt is not None:
            yield failed(f"The game is called {name}, which is barred by name.", route, label=f"barred: {spelt}")
        elif near:
            message = f"The name {name} is one letter away from {near[0]}, which is barred by name; {open_}."
            yield review(message, route, label=f"barred: {near[0]}")
        elif within:
            message = f"The name {name} has {within[0]} in it, which is barred by name; {open_}."
            yield review(message, route, label=f"barred: {within[0]}")
        elif doubtful:
            message = f"The name {name} may stand for {doubtful[0]}, which is barred by name; {open_}."
            yield review(message, route, label=f"barred: {doubtful[0]}")

    clean = passed(f"{document.title} is not among the games that are barred by name.", ("title",))
    return look_at(_own_names(document), called, all_clean=clean)


@check("own-establishment")
def own_establishment(document: Document) -> Verdicts:
    """The text names no other establishment than the one whose document it is."""
    own = document.establishment

    def named(seen: tuple[int, NameSeen]) -> Verdict:
        number, name = seen
        route: Route = ("reading", "names", number, "name")
        if own is None:
            message = f"The text names {name.name}; whose document it is is not stated."
            return unstated("review", message, ("establishment",))
        if house(name.name) != house(own):
            message = f"The text names {name.name}; the document is of {own}."
            return failed(message, route, [(("establishment",), own)], "another establishment")
        return passed(f"The text names {name.name}, whose document it is.", route)

    seen = ((number, name) for number, name in enumerate(document.names) if name.as_ == "establishment")
    return look_at(seen, named, nothing=not_applicable("The text names no establishment."))


@check("outdated-names")
def outdated_names(document: Document, outdated: Sequence[str], now: str) -> Verdicts:
    """No agency or law is cited under a name that it no longer has.

    outdated: parts of names that are no longer used
    now: the name that is used now
    """

    def former(cited: list[tuple[Route, str]]) -> Verdicts:
        found: dict[str, list[Route]] = {}
        for route, name in cited:
            if any(old.lower() in name.lower() for old in outdated):
                found.setdefault(name, []).append(route)
        for name, (at, *others) in found.items():
            also = [(route, "here too") for route in others]
            yield failed(f"{name} is cited; the name now is {now}.", at, also, f"now {now}")

    cited = list(_cited(document))
    nothing = not_applicable("The document cites no agency and no law.")
    clean = passed(f"Nothing is cited as {' or '.join(outdated)}.")
    return look_at([cited] if cited else [], former, nothing=nothing, all_clean=clean)


def _cited(document: Document) -> Iterator[tuple[Route, str]]:
    for number, reference in enumerate(document.references):
        if reference.kind in ("law", "agency"):
            yield ("references", number, "to"), reference.to
    for number, seen in enumerate(document.names):
        if seen.as_ == "agency":
            yield ("reading", "names", number, "name"), seen.name
    if document.approval is not None and document.approval.authority is not None:
        yield ("approval", "authority"), document.approval.authority
