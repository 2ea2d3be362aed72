"""Names that a document goes by or uses: of games, establishments, agencies and laws."""

from collections.abc import Iterator, Mapping, Sequence

from compliance.checks.names import house, letters, plain_words
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdicts, failed, not_applicable, passed, review, unstated
from compliance.documents.blocks import Document
from compliance.routes import Route


@check("name-without")
def name_without(document: Document, words: list[str], whole: bool = False) -> Verdicts:
    """The document's names are, or contain, none of the words."""
    words = [str(word) for word in words]  # a catalogue's `21` is read as a number
    names: list[tuple[Route, str]] = [(("title",), document.title)]
    names += [(("aliases", number), alias) for number, alias in enumerate(document.aliases)]
    clean = True
    for route, name in names:
        plain = letters(name)
        for word in words:
            if (plain == letters(word)) if whole else (letters(word) in plain):
                clean = False
                yield failed(f"The name {name!r} {'is' if whole else 'contains'} {word!r}.", route)
    if clean:
        yield passed(
            f"The name {document.title!r} {'is' if whole else 'contains'} none of: {', '.join(words)}.", ("title",)
        )


@check("not-named")
def not_named(document: Document, names: Sequence[str], alike: Mapping[str, str] | None = None) -> Verdicts:
    """The game does not go by a barred name; one within a longer name, or one that is alike, is for a person."""
    barred = {plain_words(str(name)): str(name) for name in names}
    similar = {plain_words(name): str(word) for name, word in (alike or {}).items()}
    clean = True
    own: list[tuple[Route, str]] = [(("title",), document.title)]
    for route, name in own + [(("aliases", number), alias) for number, alias in enumerate(document.aliases)]:
        said = plain_words(name)
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


@check("own-establishment")
def own_establishment(document: Document) -> Verdicts:
    """The text names no other establishment than the one whose document it is."""
    seen = [
        (("names-seen", n, "name"), name) for n, name in enumerate(document.names_seen) if name.as_ == "establishment"
    ]
    if not seen:
        yield not_applicable("The text names no establishment.")
    for route, name in seen:
        own = document.establishment
        if own is None:
            yield unstated(
                "review", f"The text names {name.name}; whose document it is is not stated.", ("establishment",)
            )
        elif house(name.name) != house(own):
            message = f"The text names {name.name}; the document is of {own}."
            yield failed(message, route, [(("establishment",), own)], "another establishment")
        else:
            yield passed(f"The text names {name.name}, whose document it is.", route)


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
