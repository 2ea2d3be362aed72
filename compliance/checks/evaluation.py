"""How a check looks at the things it is about, so that nothing passes because it was absent.

A check that looks at several things says which they are, how one of them is judged, what is answered where there is
none, and what is answered where nothing was found. Which of these answers is given is decided here alone: an answer
for nothing found needs something that was looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from compliance.checks.verdicts import Verdict, Verdicts

S = TypeVar("S")


def look_at(
    subjects: Iterable[S],
    judge: Callable[[S], Verdict | Iterable[Verdict]],
    *,
    nothing: Verdict | None = None,
    clean: Callable[[S], Verdict] | None = None,
    all_clean: Verdict | None = None,
) -> Verdicts:
    """The verdicts on each subject. `clean` answers for a subject on which there is none; `all_clean` for all of them
    together when there is none on any; `nothing` when there is no subject. Without `nothing` the engine answers that
    the document has nothing to look at."""
    looked = found = False
    for subject in subjects:
        looked = True
        said = judge(subject)
        if isinstance(said, Verdict):
            found = True
            yield said
        elif verdicts := list(said):
            found = True
            yield from verdicts
        elif clean is not None:
            found = True
            yield clean(subject)
    if not looked and nothing is not None:
        yield nothing
    elif looked and not found and all_clean is not None:
        yield all_clean


def default_to(verdicts: Iterable[Verdict], nothing: Verdict) -> Verdicts:
    """Verdicts that are already given, or the answer where there are none."""
    return look_at(verdicts, lambda verdict: verdict, nothing=nothing)
