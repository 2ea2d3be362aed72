"""What changed between two states of documents: for the screen, for a comment on a pull request, for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from compliance.comparison.change_classes import CLASSES
from compliance.comparison.document_comparison import (
    ChangedAnswer,
    ComparedDocument,
    Comparison,
    DescribedChange,
    FilePosition,
    list_needs,
)
from compliance.reports.markdown_text import code_cell as cell
from compliance.reports.markdown_text import escape_text as text
from compliance.reports.text import flowing, inert, json_text, plain, shorten_to

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
    for document in _list_changed(comparison):
        yield f"{plain(document.name)}: {_headline(document)}\n"
        for told in _sort_by_class(document.changes)[:_MOST_SHOWN]:
            yield inert(f"  {flowing(shorten_to(told.text, 300))}\n")
            yield f"      {told.klass.effect}; {_places(told)}\n"
        if len(document.changes) > _MOST_SHOWN:
            yield f"  and {len(document.changes) - _MOST_SHOWN:,} more\n"
        for problem in document.problems:
            yield inert(f"  {flowing(problem)}\n")
        yield "\n"
    yield from _answers("Now found", comparison.gained)
    yield from _answers("No longer found", comparison.lost)
    yield f"{summary(comparison)}\n"


def summary(comparison: Comparison) -> str:
    """The last line: what it comes to."""
    if not comparison.is_readable:
        return "Not compared in full: a document cannot be read, and nothing is known of its changes."
    if not comparison.has_changes:
        return "No change of meaning."
    counts = comparison.count_by_class()
    parts = [f"{counts[one.name]} {one.effect}" for one in CLASSES if one.name in counts]
    parts += [f"{count} document{'s' * (count != 1)} {_STATES[state]}" for state, count in _states(comparison) if count]
    needs = list_needs(comparison.documents)
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
    for document in _list_changed(comparison):
        yield f"\n#### {text(_titled(document))}: {_headline(document)}\n"
        if document.changes:
            yield "\n| change | what it does | before | now |\n|---|---|---|---|\n"
        for told in _sort_by_class(document.changes):
            places = f"{_describe_position(told.old)} | {_describe_position(told.new)}"
            yield f"| {text(told.text)} | {told.klass.effect} | {places} |\n"
        for problem in document.problems:
            yield f"\n{text(problem)}\n"
    for title, answers in (("Now found", comparison.gained), ("No longer found", comparison.lost)):
        if answers:
            yield f"\n#### {title}\n\n| | requirement | what | where |\n|---|---|---|---|\n"
        for same in _group_answers(answers):
            answer = same[0]
            what = f"{answer.title}. {answer.message}" if answer.title and len(same) == 1 else answer.message
            asked = ", ".join(f"`{one.requirement}`" for one in same[:_MOST_REQUIREMENTS]) + _count_rest(same)
            position = cell(_print_position(answer.spot))
            yield f"| {_grade(answer)} | {asked} | {text(shorten_to(what, 300))} | {position} |\n"


def json(comparison: Comparison) -> Iterator[str]:
    """Everything, for programs."""
    data = {
        "format": FORMAT,
        "summary": summary(comparison),
        "changed": comparison.has_changes,
        "readable": comparison.is_readable,
        "classes": comparison.count_by_class(),
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


def _list_changed(comparison: Comparison) -> list[ComparedDocument]:
    return [document for document in comparison.documents if document.state != "same"]


def _headline(document: ComparedDocument) -> str:
    if document.state in _STATES:
        return _STATES[document.state]
    count = len(document.changes)
    return f"{count:,} change{'s' * (count != 1)}"


def _states(comparison: Comparison) -> list[tuple[str, int]]:
    states = [document.state for document in comparison.documents]
    return [(state, states.count(state)) for state in ("added", "removed")]


def _sort_by_class(told: Iterable[DescribedChange]) -> list[DescribedChange]:
    places = {one.name: number for number, one in enumerate(CLASSES)}
    return sorted(told, key=lambda one: places[one.klass.name])


def _places(told: DescribedChange) -> str:
    if told.old is not None and told.new is not None and told.old[1:] == told.new[1:]:
        return _print_position(told.new)
    sides = [
        f"was {_print_position(told.old)}" if told.old else "",
        f"now {_print_position(told.new)}" if told.new else "",
    ]
    return ", ".join(side for side in sides if side)


def _print_position(spot: FilePosition | None) -> str:
    return f"{plain(spot.path.removeprefix('./'))}:{spot.line}:{spot.column}" if spot is not None else ""


def _titled(document: ComparedDocument) -> str:
    """A document by its path; by both where it has moved or is compared with another."""
    old, new = (path.removeprefix("./") for path in (document.old_path, document.new_path))
    # `HEAD~1:rules/a.yaml` against `rules/a.yaml` is the same file.
    return new or old if not old or not new or old.endswith(f":{new}") or old == new else f"{old} -> {new}"


def _describe_position(spot: FilePosition | None) -> str:
    return f"line {spot.line}, {spot.column}" if spot is not None else ""


def _answers(title: str, answers: Iterable[ChangedAnswer]) -> Iterator[str]:
    gathered = _group_answers(answers)
    if not gathered:
        return
    yield f"{title}\n"
    for same in gathered[:_MOST_SHOWN]:
        answer = same[0]
        asked = ", ".join(one.requirement for one in same[:_MOST_REQUIREMENTS]) + _count_rest(same)
        yield inert(f"  {_grade(answer):8} {flowing(shorten_to(answer.message, 300))}\n")
        yield f"           {_print_position(answer.spot)}  {asked}\n"
    if len(gathered) > _MOST_SHOWN:
        yield f"  and {len(gathered) - _MOST_SHOWN:,} more\n"
    yield "\n"


def _group_answers(answers: Iterable[ChangedAnswer]) -> list[list[ChangedAnswer]]:
    """Answers by what they say: one open fact keeps many questions from being answered, and is one thing to know."""
    found: dict[tuple[str, str, FilePosition | None], list[ChangedAnswer]] = {}
    for answer in answers:
        found.setdefault((_grade(answer), answer.message, answer.spot), []).append(answer)
    return list(found.values())


def _count_rest(same: Sequence[ChangedAnswer]) -> str:
    left = len(same) - _MOST_REQUIREMENTS
    return f" and {left} more" if left > 0 else ""


def _grade(answer: ChangedAnswer) -> str:
    return answer.level if answer.status == "fail" else answer.status


def _document(document: ComparedDocument) -> dict[str, Any]:
    changes = [
        {
            "kind": told.change.kind,
            "class": told.klass.name,
            "needs": told.klass.needs,
            "words": told.text,
            "what": told.change.pattern,
            "read-at": [" / ".join(one.trail) for one in (told.change, *told.change.further_changes)],
            "old": _spot(told.old),
            "new": _spot(told.new),
        }
        for told in document.changes
    ]
    return {
        "document": document.name,
        "state": document.state,
        "old": document.old_path,
        "new": document.new_path,
        "changes": changes,
        "problems": list(document.problems),
    }


def _spot(spot: FilePosition | None) -> dict[str, Any] | None:
    return {"path": spot.path, "line": spot.line, "column": spot.column} if spot is not None else None


def _answer(answer: ChangedAnswer) -> dict[str, Any]:
    return {**answer._asdict(), "spot": _spot(answer.spot)}
