"""One answer where a check says the same of several items.

Silence about several wagers is one thing to mend, and so is a fault that several options take over from one place.
Faults of their own stay apart, even in the same words: each is mended for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from compliance.checks.similar_messages import OPTIONS, append_others, mask_names, name_of
from compliance.checks.verdicts import Verdict, cut
from compliance.source.routes import Route, show_route


def merge_verdicts(verdicts: Iterable[Verdict], place_of: Callable[[Route], Any]) -> list[Verdict]:
    """The verdicts of one check, those together that are one thing to mend. `place_of` tells where in the file a route
    leads to: what options share leads to one place."""
    alike: dict[tuple[Any, ...], list[Verdict]] = {}
    for number, verdict in enumerate(verdicts):
        alike.setdefault(_key(verdict, place_of) or (number,), []).append(verdict)
    return [_merge(members) for members in alike.values()]


def _key(verdict: Verdict, place_of: Callable[[Route], Any]) -> tuple[Any, ...] | None:
    """What verdicts of one kind have in common; None for one that stands alone."""
    item = _item(verdict.at)
    shared = item is not None and item[0] == OPTIONS
    if item is None or not (verdict.absent or shared) or verdict.elsewhere:
        return None
    where = None if verdict.absent else place_of(verdict.at)
    return verdict.status, verdict.level, verdict.basis, mask_names(verdict.message, item), where


def _item(route: Route) -> tuple[str, str] | None:
    return (str(route[0]), show_route(route[1:2])) if len(route) > 1 else None


def _merge(members: list[Verdict]) -> Verdict:
    first, *others = members
    if not others:
        return first
    known = name_of(first.message, _item(first.at))
    names = dict.fromkeys(name for one in others if (name := name_of(one.message, _item(one.at))) and name != known)
    places = dict.fromkeys((*first.also, *((one.at, one.label) for one in others)))
    message = append_others(first.message, str(first.at[0]), list(names))
    return first._replace(message=cut(message), also=tuple(places))
