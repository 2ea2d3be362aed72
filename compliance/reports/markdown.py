"""Findings as Markdown for a comment on a pull request: short, and within the size that GitHub takes.

The comment begins with a mark by which a bot finds it again. Text out of documents is escaped so that it makes no
markup, and does not call people, refer to issues, turn into links, emoji or formulas, or command a bot.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from compliance.findings import Finding, Findings
from compliance.grouping import Group, grouped
from compliance.law.words import side_of
from compliance.reports import Context
from compliance.reports.concise import level
from compliance.reports.frames import Lines, frames
from compliance.reports.identity import posix
from compliance.reports.sentences import answer, law, law_label, remarks, rests_on, verdict_lines
from compliance.reports.text import cut, flowing, inert, plain
from compliance.verdict import judge

MARK: Final = "<!-- pitboss.findings -->"
# GitHub refuses a comment of 65,536 characters; some are kept for saying that it was cut.
_LARGEST: Final = 65_000
_LONGEST: Final = 1_500
_IN_FULL: Final = 15
_ROWS: Final = 50
_FRAME_WIDTH: Final = 100

_PARTS: Final = {
    ("fail", "law"): "Law: not met",
    ("review", "law"): "Law: open",
    ("fail", "order"): "Good order",
    ("review", "order"): "Good order: to look at",
}
_OTHER: Final = {
    "error": "Not decided",
    "waived": "Waived",
    "answered": "Answered",
    "information": "Information: no duty follows",
}
_TOLD_IN_FULL: Final = ("Not decided", "Law: not met", "Good order")

_BREAK: Final = "<!-- -->"
_ENTITIES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_MARKUP: Final = re.compile(r"[\\`*_\[\]|~&<>$]")
# What GitHub and GitLab look for in the finished text, where no escape helps: an empty comment splits it.
_REFERENCES: Final = re.compile(r"[@#!%](?=\w)|:(?=//)|:(?=[\w+-]+:)|(?i:www(?=\.)|\bGH(?=-\d)|mailto(?=:)|xmpp(?=:))")
_LINE_START: Final = re.compile(r"[#+=/-]|\d{1,9}(?=[.)])")


def render(findings: Findings, context: Context) -> Iterator[str]:
    """The whole comment."""
    room = _LARGEST
    for made in _pieces(findings, context):
        piece = "\n".join(map(inert, made.split("\n")))
        room -= len(piece.encode())
        if room < 0:
            yield (
                "\n**This comment is cut to what fits.** All answers are in the report that "
                "`--report html=FILE` or `--report pdf=FILE` writes.\n"
            )
            return
        yield piece


def _pieces(findings: Findings, context: Context) -> Iterator[str]:
    """The comment in pieces, most important first."""
    first, *rest = verdict_lines(findings)
    yield f"{MARK}\n## Pit Boss: {text(answer(judge(findings).whole))}\n\n{paragraph(first)}\n"
    yield from _documents(findings)
    yield from (f"\n{paragraph(said)}\n" for said in (*rest, *remarks(findings)))
    groups = grouped(findings.findings)
    for title, part in _parts(groups):
        yield f"\n### {title} ({len(part):,})\n"
        in_full = _IN_FULL if title in _TOLD_IN_FULL else 0
        for group in part[:in_full]:
            yield "\n".join(_in_full(group, context.lines)) + "\n"
        yield from _table("The rest" if in_full else "All", part[in_full:])
    for status in ("pass", "not-applicable") if context.show_all else ():
        found = [Group(finding) for finding in findings.findings if finding.status == status]
        yield from _table(status.replace("-", " ").capitalize(), found)


def _parts(groups: list[Group]) -> Iterator[tuple[str, list[Group]]]:
    """What wants attention, by what it is: law before good order, as the order has it."""
    by_part: dict[str, list[Group]] = {}
    for group in groups:
        side = side_of(group.lead.authority)
        by_part.setdefault(_PARTS.get((group.lead.status, side), _OTHER.get(group.lead.status, "")), []).append(group)
    yield from by_part.items()


def _documents(findings: Findings) -> Iterator[str]:
    """The table, a row a document, those with most in their way first; a long one is folded."""
    rows = []
    for one in judge(findings).worst_first:
        law, order = one.law, one.order
        counts = (law.errors, law.lesser, law.reviews, law.met, order.errors, order.lesser, order.reviews)
        numbers = "".join(f" {count or ''} |" for count in counts)
        named = f"{text(cut(one.title, 120))}<br>{cell(posix(one.path))}"
        rows.append(f"| {text(answer(one))} | {named} |{numbers}")
    head = (
        "| answer | document | law: errors | lesser | open | met | good order: errors | lesser | open |\n"
        f"|---|---|{'--:|' * 7}\n"
    )
    yield "\n" + head + "\n".join(rows[:_ROWS]) + "\n"
    if len(rows) > _ROWS:
        yield f"\nAnd {len(rows) - _ROWS:,} more documents, with less in their way.\n"


def _in_full(group: Group, lines: Lines) -> Iterator[str]:
    finding = group.lead
    yield f"\n#### {level(finding)}: {text(finding.title)}\n"
    yield ", ".join(code(part) for part in (*group.requirements, _where(finding)) if part) + "\n"
    yield f"{paragraph(cut(finding.words, _LONGEST))}\n"
    yield from _frame(finding, lines)
    parts = {"Remedy": finding.remedy, law_label(finding): law(finding), "Basis": rests_on(finding)}
    for name, said in (parts | {"Note": finding.note, "Remark": finding.remark, "Decision": finding.decision}).items():
        if said:
            yield f"- **{name}:** {text(cut(said, _LONGEST))}"
    yield from (f"- {code(line)}" for line in finding.paste)


def _where(finding: Finding) -> str:
    if not finding.places:
        return ""
    place = finding.places[0]
    return f"{posix(place.path)}:{place.span.line}:{place.span.column}"


def _frame(finding: Finding, lines: Lines) -> Iterator[str]:
    drawn = frames(finding, lines, _FRAME_WIDTH)
    if not drawn:
        return
    shown = []
    for frame in drawn:
        if len(drawn) > 1:
            shown.append(plain(posix(frame.path)))
        gutter = len(str(frame.lines[-1].number)) + 2
        for line in frame.lines:
            if line.gap:
                shown.append(" " * gutter + "...")
            shown.append(f"{line.number:>{gutter}} | {line.text}".rstrip())
            under = "".join({"main": "^", "also": "-"}.get(piece.mark, " ") * len(piece.text) for piece in line.pieces)
            label = "; ".join(cut(label, _FRAME_WIDTH) for label in line.labels)
            if under.strip():
                shown.append(f"{' ' * gutter} | {under.rstrip()} {label}".rstrip())
    fence = "`" * max(3, _longest_run(shown) + 1)
    yield "\n".join((f"{fence}text", *shown, f"{fence}\n"))


def _table(title: str, found: list[Group]) -> Iterator[str]:
    rows = [
        f"| {level(group.lead)} | {', '.join(map(cell, group.requirements))} | {cell(_where(group.lead))} "
        f"| {_basis(group.lead)} | {text(cut(group.lead.words, 300))} |"
        for group in found
    ]
    yield from _folded(title, "| level | requirement | place | basis | answer |\n|---|---|---|---|---|\n", rows)


def _basis(finding: Finding) -> str:
    """What does not apply was not looked at, and rests on nothing."""
    return finding.basis if finding.status != "not-applicable" else ""


def _folded(title: str, head: str, rows: list[str]) -> Iterator[str]:
    """A table that is folded away. A long one comes in parts, so that what fits is still shown."""
    for start in range(0, len(rows), _ROWS):
        part = rows[start : start + _ROWS]
        count = f"{start + 1:,} to {start + len(part):,} of {len(rows):,}" if len(rows) > _ROWS else f"{len(rows):,}"
        yield f"\n<details><summary>{title} ({count})</summary>\n\n{head}" + "\n".join(part) + "\n\n</details>\n"


# --- text that stays text ---


def text(words: str) -> str:
    """Words as they stand, wherever inside a line."""
    return _REFERENCES.sub(lambda found: found[0] + _BREAK, _MARKUP.sub(_escaped, flowing(words)))


def paragraph(words: str) -> str:
    """Words as they stand, at the start of a line, where more of them would be markup or a command."""
    shown = text(words.strip())
    found = _LINE_START.match(shown)
    if found is None:
        return shown
    start, rest = shown[: found.end()], shown[found.end() :]
    return f"{start}{_BREAK}{rest}" if start.isdigit() else f"\\{start}{rest}"


def _escaped(found: re.Match[str]) -> str:
    if found[0] == "$":
        # GitHub asks for the element, GitLab for the backslash, lest two amounts make a formula of what is between.
        return "<span>\\$</span>"
    return _ENTITIES.get(found[0], "\\" + found[0])


def code(words: str) -> str:
    """Words as a code span."""
    shown = plain(words)
    if not shown.strip():
        return text(shown)
    fence = "`" * (_longest_run([shown]) + 1)
    room = " " if shown.startswith(("`", " ")) or shown.endswith(("`", " ")) else ""
    return f"{fence}{room}{shown}{room}{fence}"


def cell(words: str) -> str:
    """Words as a code span inside a table, where a bar needs a backslash even there."""
    return code(words).replace("|", "\\|")


def _longest_run(shown: Iterable[str]) -> int:
    return max((len(run) for line in shown for run in re.findall("`+", line)), default=0)
