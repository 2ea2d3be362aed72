"""Names that a document goes by or uses: of games, establishments, agencies and laws."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from compliance.checks.evaluation import look_at
from compliance.checks.names import is_slip, plain_words
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdicts, failed, passed, review
from compliance.documents.blocks import Document
from compliance.source.routes import Route

# A shorter name is a letter away from too many words: `ronda`, `monty`, `tin`.
_LONG_ENOUGH: Final = 9


def _list_names(document: Document) -> Iterator[tuple[Route, str]]:
    """Every name that a document goes by."""
    yield ("title",), document.title
    yield from ((("aliases", number), alias) for number, alias in enumerate(document.aliases))


@check("not-named")
def not_named(document: Document, names: Sequence[str], alike: Mapping[str, str] | None = None) -> Verdicts:
    """The game does not go by a barred name; one within a longer name, or one that is alike, is for a person.

    names: the names that are barred
    alike: names that may stand for a barred one, and that one
    """
    barred = {plain_words(name): name for name in names}
    similar = {plain_words(name): word for name, word in (alike or {}).items()}
    asked = set[str]()  # one question for all names of a game that have the same word in them

    def called(named: tuple[Route, str]) -> Verdicts:
        route, name = named
        said = plain_words(name)
        within = [word for plain, word in barred.items() if f" {plain} " in f" {said} "]
        doubtful = [(plain, word) for plain, word in similar.items() if f" {plain} " in f" {said} "]
        open_ = "whether it is that game is for a person"
        spelt = next((word for plain, word in barred.items() if plain.replace(" ", "") == said.replace(" ", "")), None)
        near = [word for plain, word in barred.items() if len(plain) >= _LONG_ENOUGH and is_slip(plain, said)]
        if spelt is not None:
            yield failed(f"The game is called {name}, which is barred by name.", route, label=f"barred: {spelt}")
        elif near:
            message = f"The name {name} is one letter away from {near[0]}, which is barred by name; {open_}."
            yield review(message, route, label=f"barred: {near[0]}")
        elif within:
            message = f"The name {name} has {within[0]} in it, which is barred by name; {open_}."
            yield review(message, route, label=f"barred: {within[0]}")
        elif doubtful and doubtful[0][0] not in asked:
            other, word = doubtful[0]
            asked.add(other)
            holds = f"The name {name}" if other == said else f"The name {name} has {other} in it, which"
            yield review(
                f"{holds} may stand for {word}, a name that is barred; {open_}.", route, label=f"barred: {word}"
            )

    clean = passed(f"{document.title} is not among the games that are barred by name.", ("title",))
    return look_at(_list_names(document), called, all_clean=clean)
