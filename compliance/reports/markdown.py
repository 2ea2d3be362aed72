"""Findings as Markdown for a comment on a pull request: short, and within the size that GitHub takes.

The comment begins with a mark by which a bot finds it again. Text out of documents is escaped so that it makes no
markup, and does not call people, refer to issues, turn into links, emoji or formulas, or command a bot.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from compliance.findings import STATUSES, Finding, Findings
from compliance.law.words import LEVELS
from compliance.reports import Context
from compliance.reports.frames import Lines, frames
from compliance.reports.identity import posix
from compliance.reports.sentences import counted, law, law_label, passes_of_law, remarks, rests_on
from compliance.reports.text import cut, flowing, inert, plain

MARK: Final = "<!-- pitboss.findings -->"
# GitHub refuses a comment of 65,536 characters; some are kept for saying that it was cut.
_LARGEST: Final = 65_000
_LONGEST: Final = 1_500
_IN_FULL: Final = 15
_ROWS: Final = 50
_FRAME_WIDTH: Final = 100

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
    said = f"{counted(findings)}; catalogue {code(findings.catalogue)}."
    yield f"{MARK}\n## Pit Boss: {_verdict(findings)}\n\n{said}\n"
    yield from (f"\n{paragraph(remark)}\n" for remark in (*passes_of_law(findings), *remarks(findings)))
    by_status: dict[str, list[Finding]] = {status: [] for status in STATUSES}
    for finding in sorted(findings.findings, key=lambda finding: -LEVELS.index(finding.level)):
        by_status[finding.status].append(finding)
    for status in ("fail", "error", "review", "information"):
        if found := by_status[status]:
            yield f"\n### {_title(status)} ({len(found):,})\n"
            for finding in found[:_IN_FULL]:
                yield "\n".join(_in_full(finding, context.lines)) + "\n"
    for status, found in by_status.items():
        if status not in ("pass", "not-applicable"):
            yield from _table(f"{_title(status)}, the rest", found[_IN_FULL:])
        elif context.show_all:
            yield from _table(_title(status), found)
    yield from _documents(findings)


def _title(status: str) -> str:
    return status.replace("-", " ").capitalize()


def _verdict(findings: Findings) -> str:
    counts = findings.summary()
    told = ["no law of this day is known here"] if findings.about.first_law else []
    told += [f"{counts[status]:,} {status}" for status in ("error", "fail", "review") if counts[status]]
    return ", ".join(told) or "nothing failed"


def _documents(findings: Findings) -> Iterator[str]:
    by_path: dict[str, Counter[str]] = {document.path: Counter() for document in findings.documents}
    for finding in findings.findings:
        if finding.places:
            by_path.setdefault(finding.places[0].path, Counter())[finding.status] += 1
    statuses = [status for status in STATUSES if any(counts[status] for counts in by_path.values())]
    rows = []
    for document in findings.documents:
        counts = by_path[document.path]
        numbers = "".join(f" {counts[status] or ''} |" for status in statuses)
        rows.append(f"| {text(cut(document.title, 120))}<br>{cell(posix(document.path))} |{numbers}")
    head = f"| document | {' | '.join(statuses)} |\n|---|{'--:|' * len(statuses)}\n"
    yield from _folded("Documents", head, rows)


def _in_full(finding: Finding, lines: Lines) -> Iterator[str]:
    level = f" ({finding.level})" if finding.status == "fail" and finding.level != "error" else ""
    yield f"\n#### {finding.status}{level}: {text(finding.title)}\n"
    yield ", ".join(code(part) for part in (finding.requirement, _where(finding)) if part) + "\n"
    yield f"{paragraph(cut(finding.message, _LONGEST))}\n"
    yield from _frame(finding, lines)
    parts = {"Remedy": finding.remedy, law_label(finding): law(finding), "Basis": rests_on(finding)}
    for name, said in (parts | {"Note": finding.note, "Remark": finding.remark}).items():
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


def _table(title: str, found: list[Finding]) -> Iterator[str]:
    rows = [
        f"| {cell(finding.requirement)} | {cell(_where(finding))} | {_basis(finding)} "
        f"| {text(cut(finding.message, 300))} |"
        for finding in found
    ]
    yield from _folded(title, "| requirement | place | basis | answer |\n|---|---|---|---|\n", rows)


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
