"""What a document, or each entry of a list in it, must have, and in what form."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from compliance.checks.looking import look_at
from compliance.checks.naming import ordinal
from compliance.checks.parameters import IfUnstated, Where
from compliance.checks.registry import check
from compliance.checks.showing import show
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.checks.words import plain
from compliance.documents.blocks import Document
from compliance.documents.routes import facts, route_of
from compliance.routes import Route

# Words by which there is nothing of a kind, which says something: that nobody wagers, that nothing is charged.
_NONE: Final = ("none", "nothing", "no")


@check("control-data")
def control_data(document: Document, wants: Mapping[str, Sequence[Where]]) -> Verdicts:
    """A document says which edition it is: each of the things wanted is stated somewhere.

    wants: each thing in words, and where it may stand
    """
    places = {
        what: next((r for text in routes for r, _ in facts(document, text)), None) for what, routes in wants.items()
    }
    missing = [what for what, place in places.items() if place is None]
    if missing:
        at = route_of(wants[missing[0]][0])
        yield unstated("fail", f"The document states no {', no '.join(missing)}.", at)
    else:
        stated = [place for place in places.values() if place is not None]
        yield passed(f"The document states its {', '.join(places)}.", stated[0], [(place, "") for place in stated[1:]])


@check("parts-present")
def parts_present(document: Document, parts: Mapping[str, Sequence[Where]], elsewhere: Sequence[str] = ()) -> Verdicts:
    """Each part of an application has something in the document that answers it.

    parts: each part in words, and where an answer may stand
    elsewhere: the parts that another document may answer
    """
    missing: dict[str, Route] = {}
    for part, routes in parts.items():
        found = [route for text in routes for route, value in facts(document, text) if value != []]
        if found:
            yield passed(f"The document answers: {part}.", found[0])
        else:
            missing[part] = route_of(routes[0])
    here = [part for part in missing if part not in elsewhere]
    there = [part for part in missing if part in elsewhere]
    if here:
        yield _unanswered("fail", here, missing, "")
    if there:
        yield _unanswered("review", there, missing, " The collection schedule may answer that.")


def _unanswered(status: IfUnstated, parts: Sequence[str], places: Mapping[str, Route], then: str) -> Verdict:
    """Parts that nothing answers: one defect, at the place of each."""
    verdict = unstated(status, f"Nothing in the document answers: {'; '.join(parts)}.{then}", places[parts[0]])
    return verdict._replace(also=tuple((places[part], part) for part in parts[1:]))


@check("each-has")
def each_has(
    document: Document,
    each: Where,
    has: Sequence[str],
    called: Mapping[str, str] | None = None,
    empty: Sequence[str] = (),
    in_words: Sequence[str] = (),
    may_be_none: Sequence[str] = (),
) -> Verdicts:
    """Every entry of a list has every part that it must have.

    each: where the entries stand
    has: the keys that each of them must have
    called: names for keys that a message had better not show
    empty: texts that say nothing
    in-words: the keys of those that must say something in a few words; one word is for a person to read
    may-be-none: the keys of those of which `none` is an answer
    """
    names = called or {}

    def lacks(entry: tuple[Route, Any]) -> Verdicts:
        route, value = entry
        for part in has:
            name, at = names.get(part, part.replace("-", " ")), (*route, part)
            text = next((show(said) for _, said in facts(value, part)), None)
            if text is None:
                yield unstated("fail", f"{_entry(route)} does not state {name}.", at)
            elif part in may_be_none and plain(text) in _NONE:
                continue
            elif plain(text) in map(plain, empty) or not plain(text):
                yield failed(f"{_entry(route)} says of {name} only: {text}. That states nothing.", at)
            elif part in in_words and len(text.split()) < 2:
                yield review(f"{_entry(route)} says of {name} only: {text}. A person must read that.", at)

    def whole(entry: tuple[Route, Any]) -> Verdict:
        return passed(f"{_entry(entry[0])} states all it must.", entry[0])

    nothing = not_applicable(f"The document lists no {each.split(' / ')[0]}.")
    return look_at(facts(document, each), lacks, clean=whole, nothing=nothing)


def _entry(route: Route) -> str:
    """One of a list as the subject of a sentence: `The first entry of activities`."""
    return f"The {ordinal(int(route[-1]) + 1)} entry of {str(route[0]).replace('-', ' ')}"


@check("written-as")
def written_as(document: Document, what: Sequence[Where], forms: Sequence[str]) -> Verdicts:
    """A number has the form it must have.

    what: where the number may stand
    forms: the forms that it may have; a 0 stands for any digit
    """
    patterns = [re.compile(re.sub("0", "[0-9]", re.escape(form))) for form in forms]
    wanted = " or ".join(forms)

    def in_form(stated: tuple[Route, Any]) -> Verdict:
        route, value = stated
        if any(pattern.fullmatch(show(value)) for pattern in patterns):
            return passed(f"{value} is a number of the usual form.", route)
        return failed(f"{value} is not of the form {wanted} (0 for any digit).", route, label=f"expected {wanted}")

    stated = (found for text in what for found in facts(document, text))
    return look_at(stated, in_form, nothing=not_applicable("The document gives no such number."))
