"""Whether a document belongs to the place of a local ordinance: by its name, as people write names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final, Literal

from compliance.law.catalog import Applies, Locality

Match = Literal["same", "other", "missing", "similar"]
_NEAREST_FIRST: Final[tuple[Match, ...]] = ("same", "similar", "missing", "other")

# From how alike two names are on, one may be a slip for the other.
_SIMILAR_FROM: Final = 0.75
_MOST_LETTERS: Final = 200


@lru_cache(maxsize=1024)
def compare_localities(ordinance: str, stated: str | None) -> Match:
    """Compare the place of an ordinance with the locality that a document states.

    Case, blanks, accents and width of letters make no difference. A name that is nearly the same, or holds the
    other, is `similar`: whether it is the same place needs a decision, so that no ordinance falls away by a slip.
    """
    if stated is None or not stated.strip():
        return "missing"
    mine, theirs = _fold(ordinance), _fold(stated)
    if mine == theirs:
        return "same"
    words, others = set(mine.split()), set(theirs.split())
    if words <= others or others <= words:
        return "similar"
    alike = SequenceMatcher(None, mine[:_MOST_LETTERS], theirs[:_MOST_LETTERS], autojunk=False).ratio()
    return "similar" if alike >= _SIMILAR_FROM else "other"


def compare_place(applies: Applies, stated: str | None) -> Match:
    """Compare the place that a requirement applies to, under each of its names, with what a document states."""
    if applies.locality is None:
        return "same"
    matches = [compare_localities(name, stated) for name in (applies.locality, *applies.other_names)]
    return min(matches, key=_NEAREST_FIRST.index)


def may_apply(applies: Applies, stated: str | None) -> bool:
    """Whether a requirement may be asked of a document of a locality: state law always, an ordinance in its place."""
    match = compare_place(applies, stated)
    return match in ("same", "similar") or (match == "missing" and not applies.only_where_named)


def describe_doubt(applies: Applies, stated: str | None) -> str:
    """Say why it cannot be told whether an ordinance applies; nothing where it can."""
    match = compare_place(applies, stated)
    if match == "missing":
        return f"The document states no locality; an ordinance of {applies.locality} would apply there."
    if match == "similar":
        return f"Locality is {stated}; whether that is {applies.locality}, which has an ordinance, is unclear."
    return ""


def describe_local_gap(places: Iterable[Locality], jurisdiction: str, stated: str | None) -> str:
    """Say what of local law was not tested for want of a stated place or of texts; nothing where all is known."""
    of_state = [place for place in places if place.jurisdiction == jurisdiction]
    if of_state and stated is None:
        return "Where no locality (city or county) is stated, no local ordinance was tested."
    for place in of_state:
        names = (place.name, *place.other_names) if place.not_known else ()
        if any(compare_localities(name, stated) == "same" for name in names):
            return f"Of the ordinances of {place.name} only a part was tested. {place.not_known}"
    return ""


def _fold(name: str) -> str:
    plain = "".join(one for one in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(one))
    return " ".join(re.findall(r"\w+", plain))
