"""What free text says, by closed lists of phrases: those that say it, and those that say the opposite.

No text passes for being there, or for a keyword that occurs in it. A text that denies what is asked fails; one in
other words goes to a person.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from compliance.checks.general.facts import silent
from compliance.checks.looking import look_at
from compliance.checks.naming import called, stating
from compliance.checks.parameters import Affirms, Denies, IfUnstated, Where
from compliance.checks.registry import check
from compliance.checks.showing import show
from compliance.checks.verdicts import Verdict, Verdicts, failed, passed, review, unstated
from compliance.checks.wording import Phrases, answer_words, by_common_names, read_words
from compliance.checks.words import mentions, names_all
from compliance.documents.blocks import Document
from compliance.documents.routes import facts, route_of
from compliance.patterns import late
from compliance.routes import Route

_DENIAL: Final = late(
    r"\b(?:no|not|none|never|nowhere|nothing|nobody|neither|nor|without|except|unless|cannot|only (?:at|in|on|by|if))\b"
    r"|n't\b|\bonly$"
)

_PERSON: Final = late(r"(?:[A-Z][A-Za-z'’-]*\.? ){1,3}[A-Z][A-Za-z'’-]+(?:,? (?:Jr|Sr)\.?)?")
# Words that no person is called: houses, offices, and those by which nobody is named yet.
_NO_PERSON: Final = frozenset(
    {
        "a",
        "an",
        "the",
        "any",
        "all",
        "some",
        "various",
        "several",
        "each",
        "every",
        "either",
        "other",
        "another",
        "none",
        "nobody",
        "no",
        "not",
        "new",
        "to",
        "be",
        "by",
        "of",
        "for",
        "house",
        "club",
        "casino",
        "room",
        "rooms",
        "cardroom",
        "parlor",
        "lounge",
        "bank",
        "llc",
        "inc",
        "corp",
        "corporation",
        "company",
        "co",
        "ltd",
        "trust",
        "fund",
        "partners",
        "employee",
        "employees",
        "staff",
        "player",
        "players",
        "patron",
        "patrons",
        "custodian",
        "unknown",
        "unclear",
        "vacant",
        "open",
        "pending",
        "tbd",
        "named",
        "appointed",
        "chosen",
        "hired",
        "decided",
    }
)


def _is_person(text: str) -> bool:
    """Whether a text is written as the name of a person is, and has no word that no person is called."""
    words = {word.strip(".,").lower() for word in text.split()}
    return _PERSON.fullmatch(text) is not None and words.isdisjoint(_NO_PERSON)


def denies(text: str, meant: Iterable[str] = ()) -> bool:
    """Whether a text denies something, beyond phrases that are denials themselves and are meant to be there."""
    words = text.lower()
    for phrase in meant:
        if _DENIAL.search(phrase):
            words = words.replace(phrase, " ")
    return _DENIAL.search(words) is not None


@check("known-words")
def known_words(
    document: Document,
    what: Where,
    affirms: Affirms = (),
    denies: Denies = (),
    needs: Mapping[str, Sequence[str]] | None = None,
    plainly: Sequence[str] = (),
    if_unstated: IfUnstated = "review",
    person: bool = False,
) -> Verdicts:
    """Free text says what is asked for, in words of a list, and all that is needed besides. What denies it fails; what
    it says otherwise goes to a person.

    what: where the text stands
    needs: what the text must say besides, and the phrases that say it
    plainly: texts that are enough by themselves, and only by themselves
    person: whether the name of a person will do
    """
    wanted = dict(needs or {})
    phrases = Phrases([*affirms, *(phrase for one in wanted.values() for phrase in one)], denies)

    def judged(stated: tuple[Route, Any]) -> Verdict:
        route, value = stated
        text = show(value)
        told = f"{stating(route, value)}."
        if text.lower() in plainly or (person and _is_person(text) and read_words(text, phrases) == "unclear"):
            return passed(told, route)
        if read_words(text, phrases) != "affirms":  # what can be read as it stands needs no names
            text = by_common_names(text, document.establishment, document.title)
        missing = [need for need, ways in wanted.items() if not mentions(text, ways)]
        if missing and read_words(text, phrases) != "denies":
            return review(f"{told} Whether these words say {'; '.join(missing)} is for a person to say.", route)
        return answer_words(told, text, phrases, route)

    return look_at(facts(document, what), judged, nothing=silent(what, if_unstated))


@check("statements-affirmed")
def statements_affirmed(
    document: Document, says: Mapping[str, Sequence[str]], denies: Denies = (), if_unstated: IfUnstated = "review"
) -> Verdicts:
    """Each statement is made, and its words, where they are given, say so.

    says: the statements, and the phrases that say each
    """
    for name, affirms in says.items():
        words, at = name.replace("-", " "), ("statements", name)
        made = document.statements.get(name) if document.statements is not None else None
        texts = [text for text in (made.says, made.value) if text is not None] if made is not None else []
        if made is None:
            yield unstated(if_unstated, f"The document does not make the statement `{words}`.", at)
        elif not texts:
            yield passed(f"The document makes the statement `{words}`.", at)
        else:
            text = "; ".join(texts)
            yield answer_words(f"On `{words}` the document says: {text}.", text, Phrases(affirms, denies), at)


@check("lists-in-own-words")
def lists_in_own_words(
    document: Document, what: Where, items: Mapping[str, Sequence[str]], denies: Denies = ()
) -> Verdicts:
    """A list of the document has every item that it must have, each in words of its own; entries that cannot be told
    apart go to a person.

    what: where the list stands
    items: what it must have, and the phrases that say it
    denies: phrases by which an entry says that it is not so
    """
    route, value = next(facts(document, what), (route_of(what), []))
    if not value:
        yield silent(what, "review")
        return
    entries = [show(entry) for entry in value]
    open_ = [entry for entry in entries if not _says_one(entry, items, denies)]
    doubtful: list[str] = []
    for item, phrases in items.items():
        readings = {names_all(entry, phrases, denies) for entry in entries if mentions(entry, phrases)}
        if "denies" in readings:
            yield failed(f"Among {called(route)}, {item} is denied.", route)
        elif "affirms" in readings:
            yield passed(f"Among {called(route)} is {item}.", route)
        elif open_:
            doubtful.append(item)
        else:
            yield failed(f"Among {called(route)}, {item} is missing.", route)
    if doubtful:
        yield review(f"Among {called(route)}, {'; '.join(doubtful)} may stand as: {'; '.join(open_)}.", route)


def _says_one(entry: str, items: Mapping[str, Sequence[str]], denies: Iterable[str]) -> bool:
    """Whether an entry says one of the items, or that it is not there."""
    return any(names_all(entry, phrases, [*denies]) != "unclear" for phrases in items.values())
