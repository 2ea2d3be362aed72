"""What changed between two states of documents: for the screen, for a comment on a pull request, for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from compliance.meaning.classes import CLASSES
from compliance.meaning.comparing import Answer, Compared, Comparison, Spot, Told, worst
from compliance.reports.markdown import cell, text
from compliance.reports.text import cut, flowing, inert, json_text, plain

FORMAT: Final = "pitboss.changes/1"
_MOST_SHOWN: Final = 200
_MOST_REQUIREMENTS: Final = 3
# GitHub takes no longer comment than 65,536 characters.
_MOST_COMMENT: Final = 60_000
_NEEDS: Final[Mapping[str, str]] = {
    "new approval and notice": "Needs a new approval, and a new notice at the tables, before it is used.",
    "new approval": "Needs a new approval before it is used.",
    "a person": "Needs a person to look at it.",
    "nothing": "Needs nothing: what the rules say is the same.",
}
_STATES: Final[Mapping[str, str]] = {
    "added": "is new",
    "removed": "is gone",
    "unreadable": "could not be compared",
}


def terminal(comparison: Comparison) -> Iterator[str]:
    """Changes by document, the gravest class first, with both places; then answers gained and lost."""
    for document in _told_of(comparison):
        yield f"{plain(document.name)}: {_headline(document)}\n"
        for told in _by_class(document.told)[:_MOST_SHOWN]:
            yield inert(f"  {flowing(cut(told.words, 300))}\n")
            yield f"      {told.klass.does}; {_places(told)}\n"
        if len(document.told) > _MOST_SHOWN:
            yield f"  and {len(document.told) - _MOST_SHOWN:,} more\n"
        for problem in document.problems:
            yield inert(f"  {flowing(problem)}\n")
        yield "\n"
    yield from _answers("Now found", comparison.gained)
    yield from _answers("No longer found", comparison.lost)
    yield f"{summary(comparison)}\n"


def summary(comparison: Comparison) -> str:
    """The last line: what it comes to."""
    if not comparison.readable:
        return "Not compared in full: a document cannot be read, and nothing is known of its changes."
    if not comparison.changed:
        return "No change of meaning."
    counts = comparison.by_class()
    parts = [f"{counts[one.name]} {one.does}" for one in CLASSES if one.name in counts]
    parts += [f"{count} document{'s' * (count != 1)} {_STATES[state]}" for state, count in _states(comparison) if count]
    needs = worst(comparison.documents)
    total = sum(counts.values())
    told = f"{total:,} change{'s' * (total != 1)}: " if total else ""
    return f"{told}{'; '.join(parts)}." + (f" {_NEEDS[needs[0]]}" if needs else "")


def markdown(comparison: Comparison) -> Iterator[str]:
    """A comment on a pull request: the summary, a table of changes, then answers gained and lost."""
    pieces = list(_markdown(comparison))
    length = 0
    for number, piece in enumerate(pieces):
        length += len(piece)
        if length > _MOST_COMMENT:
            yield f"\nThe rest ({len(pieces) - number:,} lines) is left out here; run `pitboss diff` to see it.\n"
            return
        yield piece


def _markdown(comparison: Comparison) -> Iterator[str]:
    yield f"## Pit Boss: what changed\n\n**{text(summary(comparison))}**\n"
    for document in _told_of(comparison):
        yield f"\n#### {text(_titled(document))}: {_headline(document)}\n"
        if document.told:
            yield "\n| change | what it does | before | now |\n|---|---|---|---|\n"
        for told in _by_class(document.told):
            places = f"{_in_line(told.old)} | {_in_line(told.new)}"
            yield f"| {text(told.words)} | {told.klass.does} | {places} |\n"
        for problem in document.problems:
            yield f"\n{text(problem)}\n"
    for title, answers in (("Now found", comparison.gained), ("No longer found", comparison.lost)):
        if answers:
            yield f"\n#### {title}\n\n| | requirement | what | where |\n|---|---|---|---|\n"
        for same in _gathered(answers):
            answer = same[0]
            what = f"{answer.title}. {answer.message}" if answer.title and len(same) == 1 else answer.message
            asked = ", ".join(f"`{one.requirement}`" for one in same[:_MOST_REQUIREMENTS]) + _further(same)
            yield f"| {_grade(answer)} | {asked} | {text(cut(what, 300))} | {cell(_at(answer.spot))} |\n"


def json(comparison: Comparison) -> Iterator[str]:
    """Everything, for programs."""
    data = {
        "format": FORMAT,
        "summary": summary(comparison),
        "changed": comparison.changed,
        "readable": comparison.readable,
        "classes": comparison.by_class(),
        "documents": [_document(document) for document in comparison.documents],
        "gained": [_answer(answer) for answer in comparison.gained],
        "lost": [_answer(answer) for answer in comparison.lost],
    }
    yield json_text(data, indent=2) + "\n"


RENDERERS: Final[Mapping[str, Callable[[Comparison], Iterable[str]]]] = {
    "terminal": terminal,
    "markdown": markdown,
    "json": json,
}


def _told_of(comparison: Comparison) -> list[Compared]:
    return [document for document in comparison.documents if document.state != "same"]


def _headline(document: Compared) -> str:
    if document.state in _STATES:
        return _STATES[document.state]
    count = len(document.told)
    return f"{count:,} change{'s' * (count != 1)}"


def _states(comparison: Comparison) -> list[tuple[str, int]]:
    states = [document.state for document in comparison.documents]
    return [(state, states.count(state)) for state in ("added", "removed")]


def _by_class(told: Iterable[Told]) -> list[Told]:
    places = {one.name: number for number, one in enumerate(CLASSES)}
    return sorted(told, key=lambda one: places[one.klass.name])


def _places(told: Told) -> str:
    if told.old is not None and told.new is not None and told.old[1:] == told.new[1:]:
        return _at(told.new)
    sides = [f"was {_at(told.old)}" if told.old else "", f"now {_at(told.new)}" if told.new else ""]
    return ", ".join(side for side in sides if side)


def _at(spot: Spot | None) -> str:
    return f"{plain(spot.path.removeprefix('./'))}:{spot.line}:{spot.column}" if spot is not None else ""


def _titled(document: Compared) -> str:
    """A document by its path; by both where it has moved or is compared with another."""
    old, new = (path.removeprefix("./") for path in (document.old_path, document.new_path))
    # `HEAD~1:rules/a.yaml` against `rules/a.yaml` is the same file.
    return new or old if not old or not new or old.endswith(f":{new}") or old == new else f"{old} -> {new}"


def _in_line(spot: Spot | None) -> str:
    return f"line {spot.line}, {spot.column}" if spot is not None else ""


def _answers(title: str, answers: Iterable[Answer]) -> Iterator[str]:
    gathered = _gathered(answers)
    if not gathered:
        return
    yield f"{title}\n"
    for same in gathered[:_MOST_SHOWN]:
        answer = same[0]
        asked = ", ".join(one.requirement for one in same[:_MOST_REQUIREMENTS]) + _further(same)
        yield inert(f"  {_grade(answer):8} {flowing(cut(answer.message, 300))}\n")
        yield f"           {_at(answer.spot)}  {asked}\n"
    if len(gathered) > _MOST_SHOWN:
        yield f"  and {len(gathered) - _MOST_SHOWN:,} more\n"
    yield "\n"


def _gathered(answers: Iterable[Answer]) -> list[list[Answer]]:
    """Answers by what they say: one open fact keeps many questions from being answered, and is one thing to know."""
    found: dict[tuple[str, str, Spot | None], list[Answer]] = {}
    for answer in answers:
        found.setdefault((_grade(answer), answer.message, answer.spot), []).append(answer)
    return list(found.values())


def _further(same: Sequence[Answer]) -> str:
    left = len(same) - _MOST_REQUIREMENTS
    return f" and {left} more" if left > 0 else ""


def _grade(answer: Answer) -> str:
    return answer.level if answer.status == "fail" else answer.status


def _document(document: Compared) -> dict[str, Any]:
    changes = [
        {
            "kind": told.change.kind,
            "class": told.klass.name,
            "needs": told.klass.needs,
            "words": told.words,
            "what": told.change.pattern,
            "read-at": [" / ".join(one.trail) for one in (told.change, *told.change.also)],
            "old": _spot(told.old),
            "new": _spot(told.new),
        }
        for told in document.told
    ]
    return {
        "document": document.name,
        "state": document.state,
        "old": document.old_path,
        "new": document.new_path,
        "changes": changes,
        "problems": list(document.problems),
    }


def _spot(spot: Spot | None) -> dict[str, Any] | None:
    return {"path": spot.path, "line": spot.line, "column": spot.column} if spot is not None else None


def _answer(answer: Answer) -> dict[str, Any]:
    return {**answer._asdict(), "spot": _spot(answer.spot)}
