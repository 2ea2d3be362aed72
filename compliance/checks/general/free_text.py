"""What free text says: does it hold the words that are looked for, and does it deny them?

No text passes for being there. A text that denies something goes to a person, and so does one in unknown words. A
phrase may leave words open: `sign ... table` is found in `a sign is posted at every table`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from compliance.checks.general.facts import silent
from compliance.checks.looking import look_at
from compliance.checks.parameters import IfUnstated, Where
from compliance.checks.registry import check
from compliance.checks.showing import show
from compliance.checks.verdicts import Verdict, Verdicts, failed, passed, review, unstated
from compliance.documents.blocks import Document
from compliance.documents.routes import facts, route_of
from compliance.routes import Route, show_route

_DENIAL: Final = re.compile(
    r"\b(?:no|not|none|never|nowhere|nothing|nobody|neither|nor|without|except|unless|cannot|only (?:at|in|on|by|if))\b"
    r"|n't\b|\bonly$"
)


def _has(text: str, phrases: Iterable[str]) -> bool:
    """Whether a text holds one of the phrases, each from the start of a word on."""
    lines = text.split("\n")
    return any(_in_order(line, phrase.split(" ... ")) for phrase in phrases for line in lines)


def _in_order(line: str, parts: Sequence[str]) -> bool:
    """Whether a line has parts of a phrase one after the other. The first place of each leaves most room for the next,
    so that none is ever tried again: one pattern for all would try every way to place them."""
    end = 0
    for part in parts:
        found = re.compile(rf"\b{re.escape(part)}").search(line, end)
        if found is None:
            return False
        end = found.end()
    return True


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
    allowed: Sequence[str] = (),
    barred: Sequence[str] = (),
    plainly: Sequence[str] = (),
    needs: Mapping[str, Sequence[str]] | None = None,
    if_unstated: IfUnstated = "review",
) -> Verdicts:
    """Free text holds one of the allowed phrases and all that is needed, and none that is barred; or it says plainly
    one of a few words. What it says otherwise goes to a person.

    what: where the text stands
    allowed: phrases of which it holds one
    barred: phrases of which it holds none
    plainly: words that are enough by themselves
    needs: what the text must say besides, and the phrases that say it
    """
    wanted = dict(needs or {})
    if allowed:
        wanted[", or ".join(allowed)] = allowed

    def judged(stated: tuple[Route, Any]) -> Verdict:
        route, value = stated
        return _judged(show(value), route, wanted, barred, plainly)

    return look_at(facts(document, what), judged, nothing=silent(what, if_unstated))


def _judged(
    text: str, route: Route, wanted: Mapping[str, Sequence[str]], barred: Sequence[str], plainly: Sequence[str]
) -> Verdict:
    said, words = f"{show_route(route)}: {text}", text.lower()
    if words in plainly:
        return passed(f"{said}.", route)
    if _has(words, barred) and denies(words, barred):
        return review(f"{said}. Whether it bars that or does it, a person must read.", route)
    if _has(words, barred):
        return failed(f"{said}, which is not allowed.", route)
    missing = [need for need, phrases in wanted.items() if not _has(words, phrases)]
    if missing:
        return review(f"{said}. It is for a person to say whether it says: {'; '.join(missing)}.", route)
    if denies(words, (phrase for phrases in wanted.values() for phrase in phrases)):
        return review(f"{said}. It seems to deny or restrict something; a person must read it.", route)
    return passed(f"{said}.", route)


@check("affirmed")
def affirmed(document: Document, what: Where, if_unstated: IfUnstated = "fail") -> Verdicts:
    """Free text is stated, and denies nothing.

    what: where the text stands
    """
    route, value = next(facts(document, what), (route_of(what), None))
    if value is None:
        yield silent(what, if_unstated)
    elif denies(show(value)):
        yield review(f"{show_route(route)}: {show(value)}. Whether that names anything is for a person to say.", route)
    else:
        yield passed(f"{show_route(route)}: {show(value)}.", route)


@check("statements-affirmed")
def statements_affirmed(document: Document, says: list[str], if_unstated: IfUnstated = "review") -> Verdicts:
    """Each statement is made, and what it says does not deny it.

    says: the statements
    """
    for name in says:
        words, at = name.replace("-", " "), ("statements", name)
        made = document.statements.get(name) if document.statements is not None else None
        if made is None:
            yield unstated(if_unstated, f"The document does not state: {words}.", at)
        elif made.says is not None and denies(made.says):
            yield review(f"On {words} it says: {made.says}. A person must say whether that states it.", at)
        else:
            yield passed(f"It is stated: {words}.", at)


@check("lists-in-own-words")
def lists_in_own_words(document: Document, what: Where, items: Mapping[str, Sequence[str]]) -> Verdicts:
    """A list of the document has every item that it must have, each in words of its own; entries that cannot be told
    apart go to a person.

    what: where the list stands
    items: what it must have, and the phrases that say it
    """
    route, value = next(facts(document, what), (route_of(what), []))
    if not value:
        yield silent(what, "review")
        return
    entries = [show(entry).lower() for entry in value]
    known = {entry for entry in entries if not denies(entry) and any(_has(entry, words) for words in items.values())}
    for item, phrases in items.items():
        if any(_has(entry, phrases) for entry in known):
            yield passed(f"{show_route(route)} has {item}.", route)
        elif strange := [entry for entry in entries if entry not in known]:
            yield review(f"{show_route(route)} may have {item} under: {'; '.join(strange)}.", route)
        else:
            yield failed(f"{show_route(route)} does not have {item}.", route)
