"""What is to be said of an edit: for the screen, for a comment on a pull request, for its lines, for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from compliance.gate.edits import Review
from compliance.gate.snapshots import Owners, Snapshot
from compliance.reports.changes import terminal as describe_changes
from compliance.reports.markdown_text import escape_text as text
from compliance.reports.text import flowing, inert, json_text, plain, shorten_to

FORMAT: Final = "pitboss.gate/1"
_MOST_SHOWN: Final = 100
_LONGEST: Final = 400
_MOST_NO_LONGER: Final = 10

Render = Callable[[Review, Owners], Iterable[str]]


def render_terminal(review: Review, owners: Owners) -> Iterator[str]:
    """The verdict, why, what to review, what changed, and what was read."""
    yield f"{describe_outcome(review)}\n"
    for one in review.objections[:_MOST_SHOWN]:
        where = f"{plain(one.path)}:{one.line}" if one.path else ""
        yield inert(f"\n  {one.kind}: {flowing(shorten_to(one.message, _LONGEST))}\n")
        yield inert(f"      {where}{'; ' if where and one.requirement else ''}{one.requirement}\n")
        if one.remedy:
            yield inert(f"      to do: {flowing(one.remedy)}\n")
    if len(review.objections) > _MOST_SHOWN:
        yield f"\n  and {len(review.objections) - _MOST_SHOWN:,} more\n"
    for problem in review.unreadable[:_MOST_SHOWN]:
        yield inert(f"\n  cannot be judged: {flowing(problem)}\n")
    if review.changes:
        yield "\nTo review by who owns it\n"
    for change in review.changes:
        yield inert(f"  {flowing(change.message)} Owner: {plain(owners.find(change.path))}.\n")
    if review.comparison.has_changes:
        yield "\nWhat the edit changes\n"
        yield from (
            f"  {line}\n" if line else "\n" for line in "".join(describe_changes(review.comparison)).splitlines()
        )
    yield "\n"
    yield from (inert(f"{line}\n") for line in describe_reading(review))


def describe_outcome(review: Review) -> str:
    """The verdict in a sentence."""
    if review.outcome == "passed":
        points = len(review.open_points())
        left = f" {points} open point{'s' * (points != 1)} of law, as before." if points else ""
        return f"Passed: nothing got worse, and nothing is asked less than in {plain(review.base.name)}.{left}"
    if review.outcome == "undecided":
        return f"Not decided: {len(review.unreadable)} documents or checks could not be judged. The edit does not pass."
    kinds = Counter(one.kind for one in review.objections)
    told = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    return f"Failed against {plain(review.base.name)}: {told}."


def describe_reading(review: Review) -> list[str]:
    """What was read, from where, and what was left out and why."""
    base, edit = review.base, review.edit
    rules = base.rules
    records = {"settings": rules.settings, "decisions": rules.decisions, "baseline": rules.baseline}
    named = [f"{what} {one if isinstance(one, str) else one.path}" for what, one in records.items() if one]
    named += [f"catalog {one.path}" for one in rules.catalogs]
    lines = [
        f"Read from {plain(base.name)}: {', '.join(named) or 'no settings'}; {_count(base)}.",
        f"Read from the edit, on disk: {_count(edit)}.",
        f"Law as of {review.day.isoformat()} ({_source_of_day(review)}), on both sides.",
    ]
    if edit.is_base:
        lines.append(f"No file differs from {plain(base.name)}: there was no edit to judge.")
    for snapshot in (base, edit):
        for path, why in sorted(snapshot.left_out.items())[:_MOST_SHOWN]:
            lines.append(f"Left out of {plain(snapshot.name)}: {plain(path)} ({why}).")
    unkept = review.findings.about.unkept_approvals
    lines += [f"Approved as {plain(number)}, no text is kept: {plain(path)}." for path, number in unkept.items()]
    dropped = [f"{requirement} ({path})" for requirement, path in review.no_longer_asked]
    if dropped:
        more = f" and {len(dropped) - _MOST_NO_LONGER:,} more" if len(dropped) > _MOST_NO_LONGER else ""
        lines.append(f"Do not apply any more: {', '.join(map(plain, dropped[:_MOST_NO_LONGER]))}{more}.")
    return lines


def _source_of_day(review: Review) -> str:
    return "settings of the base" if review.base.rules.day == review.day else "the day of the run, or the command line"


def _count(snapshot: Snapshot) -> str:
    documents, approvals = len(snapshot.documents), len(snapshot.approvals)
    return f"{documents:,} document{'s' * (documents != 1)}, {approvals:,} file{'s' * (approvals != 1)} of approvals"


def render_comment(review: Review, owners: Owners) -> Iterator[str]:
    """A comment on a pull request."""
    yield f"<!-- pitboss.gate -->\n## Pit Boss gate\n\n**{text(describe_outcome(review))}**\n"
    if review.objections:
        yield "\n| why | what | where | to do |\n|---|---|---|---|\n"
    for one in review.objections[:_MOST_SHOWN]:
        where = text(f"{one.path}:{one.line}") if one.path else ""
        message, remedy = (text(shorten_to(words, _LONGEST)) for words in (one.message, one.remedy))
        yield f"| {one.kind} | {message} | {where} | {remedy} |\n"
    if len(review.objections) > _MOST_SHOWN:
        yield f"\nAnd {len(review.objections) - _MOST_SHOWN:,} more.\n"
    for problem in review.unreadable[:_MOST_SHOWN]:
        yield f"\nCannot be judged: {text(problem)}\n"
    if review.changes:
        yield "\n#### To review by who owns it\n\n| change | owner |\n|---|---|\n"
    for change in review.changes:
        yield f"| {text(change.message)} | {text(owners.find(change.path))} |\n"
    told = [(document, told) for document in review.comparison.documents for told in document.changes]
    if told:
        yield "\n#### What the edit changes\n\n| document | change | what it does |\n|---|---|---|\n"
    for document, change_told in told[:_MOST_SHOWN]:
        yield f"| {text(document.name)} | {text(change_told.text)} | {change_told.klass.effect} |\n"
    yield "\n"
    yield from (f"- {text(line)}\n" for line in describe_reading(review))


def render_github(review: Review, owners: Owners) -> Iterator[str]:
    """Annotations on the lines of a pull request, then the answer in words."""
    for one in review.objections[:_MOST_SHOWN]:
        message = f"{one.message} {one.remedy}".strip()
        place = f"file={_escape_property(one.path)},line={one.line}," if one.path else ""
        yield f"::error {place}title={_escape_property(f'gate: {one.kind}')}::{_escape(message)}\n"
    for change in review.changes:
        place = f"file={_escape_property(change.path)}," if change.path else ""
        message = f"{change.message} Owner: {owners.find(change.path)}."
        yield f"::notice {place}title=gate%3A to review::{_escape(message)}\n"
    for problem in review.unreadable[:_MOST_SHOWN]:
        yield f"::error title=gate%3A cannot be judged::{_escape(problem)}\n"
    yield from (inert(f"{line}\n") for line in (describe_outcome(review), *describe_reading(review)))


def _escape(message: str) -> str:
    return flowing(message).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(value: str) -> str:
    return _escape(value).replace(":", "%3A").replace(",", "%2C")


def render_json(review: Review, owners: Owners) -> Iterator[str]:
    """Everything, for programs."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "outcome": review.outcome,
        "summary": describe_outcome(review),
        "base": review.base.name,
        "as_of": review.day.isoformat(),
        "strict": review.strict,
        "objections": [one._asdict() for one in review.objections],
        "changes": [
            {"path": one.path, "message": one.message, "owners": owners.find(one.path)} for one in review.changes
        ],
        "no_longer_asked": [{"requirement": id, "path": path} for id, path in review.no_longer_asked],
        "unreadable": list(review.unreadable),
        "read": describe_reading(review),
        "left_out": {one.name: dict(sorted(one.left_out.items())) for one in (review.base, review.edit)},
    }
    yield json_text(data, indent=2) + "\n"


RENDERERS: Final[Mapping[str, Render]] = {
    "terminal": render_terminal,
    "markdown": render_comment,
    "json": render_json,
    "github": render_github,
}
