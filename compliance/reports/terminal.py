"""Findings on a screen: for one document what stands in its way, law first; for a set a table and the errors of law.
The last lines are the verdict. `--full` tells every finding with its lines and its law, `--show` a part of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from compliance.findings import Checked, Finding, Findings
from compliance.grouping import Group, few, grouped
from compliance.law.words import SEEN_WORDS, side_of
from compliance.reports import Context
from compliance.reports.blocks import Block, Head, Raw, TextTable, Words, drawn
from compliance.reports.full import Screen, in_full
from compliance.reports.sentences import documents_by_answer, last_lines, number
from compliance.reports.text import cut, flowing, inert, plain
from compliance.verdict import FinalVerdict, Side, judge

_STYLES: Final = {"error": "bold red", "warning": "yellow", "note": "cyan", "open": "yellow", "": ""}
_LABEL: Final = 9
_NARROW: Final = 40
_FEW_LINES: Final = 4
_TITLES: Final = 2
_ROWS: Final = 100
# What is told of one document when nothing is asked for, and of a set.
_BRIEF: Final = ("law", "open", "order")


def render(findings: Findings, context: Context) -> Iterator[str]:
    """The whole report, line by line."""
    width = max(context.width, _NARROW)
    blocks = _report(findings, context, width)
    if context.terminal:
        from compliance.reports.painted import painted

        lines = painted(blocks, width, context.colour, context.folder)
    else:
        lines = drawn(blocks, width)
    for line in lines:
        yield inert(line.rstrip()) + "\n"


def _report(findings: Findings, context: Context, width: int) -> Iterator[Block]:
    alone = len(findings.documents) == 1
    report = Report(findings, context, width, alone)
    if alone:
        yield from _document_head(findings, findings.documents[0])
    else:
        yield Words(f"{number(len(findings.documents), 'document')}; {_law_of(findings)}", style="bold")
    yield from report.unread()
    if not alone and findings.documents:
        yield Words("")
        yield _table(findings, width)
    yield from report.parts()
    yield Words("")
    yield from _verdict(findings, alone)


def _law_of(findings: Findings) -> str:
    return f"law as of {findings.as_of}, catalogue {plain(findings.catalogue)}"


def _document_head(findings: Findings, document: Checked) -> Iterator[Block]:
    path = plain(document.path)
    title = cut(flowing(document.title), 200)
    yield Words(title or path, style="bold", right=path if title else "", link=document.path)
    what = f"{document.document}, {document.jurisdiction.capitalize()}; " if document.document else ""
    yield Words(f"{what}{_law_of(findings)}")


class Report:
    """The parts of a report: what was found, as it is asked for."""

    def __init__(self, findings: Findings, context: Context, width: int, alone: bool) -> None:
        self.findings = findings
        self.context = context
        self.alone = alone
        self.screen = Screen(width, context.colour)
        self.groups = grouped(findings.findings)
        self.show = set(context.show) | ({"all"} if context.show_all else set())

    def unread(self) -> Iterator[Block]:
        """What could not be read or decided: nothing else is known before that is mended."""
        found = self._of("error")
        if found:
            yield from (Words(""), Head("Not decided", number(len(found), "answer"), "bold red"))
            yield from self._few(found, self._in_full)

    def parts(self) -> Iterator[Block]:
        asked = self.show or (set(_BRIEF) if self.alone or self.context.full else {"errors"})
        everything = "all" in asked
        if everything or asked & {"law", "errors"}:
            yield from self._law("errors" in asked)
        if everything or "open" in asked:
            yield from self._open("law")
        if everything or "order" in asked:
            yield from self._order()
        if everything or "open" in self.show or (self.context.full and not self.show):
            yield from self._open("order")
        if not self.show or everything:
            yield from self._decided()
        if everything or "suspended" in asked:
            yield from self._suspended()
        if everything or "pass" in asked:
            yield from self._answers("pass", "Met")
        if everything:
            yield from self._answers("not-applicable", "Does not apply")

    def _of(self, status: str, side: str = "") -> list[Group]:
        found = (group for group in self.groups if group.lead.status == status)
        return [group for group in found if not side or side_of(group.lead.authority) == side]

    def _law(self, errors_only: bool) -> Iterator[Block]:
        found = self._of("fail", "law")
        law = judge(self.findings).whole.law
        if errors_only:
            found = [group for group in found if group.lead.level == "error"]
            head = Head("Errors of law", str(law.errors))
        else:
            asked = number(law.not_met, "requirement")
            head = Head("Law: not met", f"{law.found:,} found in {asked}", "bold red")
        if found:
            yield from (Words(""), head)
            yield from self._few(found, self._in_full if self.context.full else self._entries)

    def _open(self, side: str) -> Iterator[Block]:
        found = self._of("review", side)
        if not found:
            return
        name = {"law": "Law: open", "order": "Good order: to look at"}[side]
        yield from (Words(""), Head(name, f"{len(found):,} for a person to decide", "bold yellow"))
        yield from self._few(found, self._in_full if self.context.full else self._questions)

    def _questions(self, found: Iterable[Group]) -> Iterator[Block]:
        for group in found:
            also = f"  [{len(group.requirements)} requirements]" if len(group.requirements) > 1 else ""
            right = _where(group.lead, self.alone) if self.show or not self.alone else ""
            yield Words(flowing(group.lead.words) + also, 2, 2, label="?", label_style="yellow", right=right)
            if self.show and group.lead.remedy:
                yield Words(flowing(group.lead.remedy), 4, 5, label="do", label_style="dim")
                yield Words(" ".join(map(plain, group.requirements)), 4, style="dim")

    def _order(self) -> Iterator[Block]:
        found, open_ = self._of("fail", "order"), self._of("review", "order")
        order = judge(self.findings).whole.order
        if not found and not open_:
            return
        errors = f", {order.errors:,} of them {'an error' if order.errors == 1 else 'errors'}" if order.errors else ""
        yield from (Words(""), Head("Good order (no law)", f"{order.found:,} found{errors}"))
        if self.context.full or self.show:
            yield from self._few(found, self._in_full if self.context.full else self._entries)
        else:
            alike: dict[tuple[str, str], list[Group]] = {}
            for group in found:
                alike.setdefault((group.lead.level, group.lead.title), []).append(group)
            yield from map(_brief, alike.values())
        if open_ and not self.context.full and not self.show & {"open", "all"}:
            yield Words(f"and {len(open_):,} to look at: {_titles(open_)}", 2, 2)

    def _decided(self) -> Iterator[Block]:
        found = [*self._of("waived"), *self._of("answered")]
        if found:
            yield from (Words(""), Head("Decided by a person", f"{len(found):,}"))
            yield from self._few(found, self._decisions)

    def _decisions(self, found: Iterable[Group]) -> Iterator[Block]:
        for group in found:
            lead = group.lead
            yield Words(flowing(lead.message), 2, _LABEL, label=lead.status, right=_where(lead, self.alone))
            yield Words(flowing(lead.decision), 2 + _LABEL, style="dim")

    def _suspended(self) -> Iterator[Block]:
        found = self._of("information")
        if found:
            yield from (Words(""), Head("Information: rules stopped by a court", f"{len(found):,}; nothing to do"))
            yield from self._few(found, self._in_full if self.context.full else self._entries)

    def _answers(self, status: str, name: str) -> Iterator[Block]:
        found = [finding for finding in self.findings.findings if finding.status == status]
        if not found:
            return
        yield from (Words(""), Head(name, f"{len(found):,}"))
        shown, left = few(found, lambda finding: finding, len(self.findings.documents))
        for finding in shown:
            # What does not apply was not looked at, and rests on nothing.
            basis = f" ({finding.basis})" if finding.basis and status == "pass" else ""
            yield Words(plain(finding.requirement) + basis, 2, 2, right=_where(finding, self.alone))
            yield Words(flowing(finding.message), 4)
        yield from (_and_more(rest[0], len(rest)) for rest in left)

    def _few(self, found: Iterable[Group], tell: Callable[[Iterable[Group]], Iterator[Block]]) -> Iterator[Block]:
        """As many of each requirement as are told one by one, and how many more there are."""
        shown, left = few(found, lambda group: group.lead, len(self.findings.documents))
        yield from tell(shown)
        yield from (_and_more(rest[0].lead, sum(group.stands_for for group in rest)) for rest in left)

    def _entries(self, found: Iterable[Group]) -> Iterator[Block]:
        for group in found:
            lead = group.lead
            label = lead.level if lead.status == "fail" else ""
            right = _lines(group) if self.alone else ""
            yield Words(flowing(lead.title), 2, _LABEL, "bold", label, _STYLES[label], right, lead.places[0].path)
            inside = 2 + _LABEL
            yield Words(flowing(lead.words), inside)
            if lead.citation:
                seen = SEEN_WORDS.get(lead.seen, "")
                yield Words(flowing(lead.citation) + (f" ({seen})" if seen else ""), inside, 5, label="law")
            if lead.remedy and lead.status == "fail":
                yield Words(flowing(lead.remedy), inside, 5, label="fix")
            yield from (Words(place, inside, style="dim") for place in self._elsewhere(group))
            yield Words(" ".join(map(plain, group.requirements)), inside, style="dim")

    def _elsewhere(self, group: Group) -> Iterator[str]:
        """Where it stands: in a set each file, in a document only the others."""
        places = dict.fromkeys(place.path for place in group.lead.places)
        first = group.lead.places[0].path
        for path in list(places)[:_FEW_LINES]:
            if not self.alone or path != first:
                line = next(place.span.line for place in group.lead.places if place.path == path)
                yield f"{plain(path)}:{line}"
        if len(group.paths) > _FEW_LINES:
            yield f"and {len(group.paths) - _FEW_LINES:,} more documents"

    def _in_full(self, found: Iterable[Group]) -> Iterator[Block]:
        for group in found:
            told = list(in_full(group.lead, self.context.lines, self.screen))
            told += [f"  also  {plain(name)}" for name in group.requirements[1:]]
            yield Raw([*told, ""])


# --- words of a finding -----------------------------------------------------------------------------------------------


def _where(finding: Finding, alone: bool) -> str:
    if not finding.places:
        return ""
    place = finding.places[0]
    return f"line {place.span.line}" if alone else f"{plain(place.path)}:{place.span.line}"


def _and_more(finding: Finding, count: int) -> Block:
    """How many of a requirement are not told one by one."""
    return Words(f"and {count:,} more: {flowing(finding.title)} [{plain(finding.requirement)}]", 2, 2, style="dim")


def _lines(*groups: Group) -> str:
    """The lines of findings in their own document."""
    path = groups[0].lead.places[0].path
    places = (place for group in groups for place in group.lead.places[: None if group.others else 1])
    lines = list(dict.fromkeys(place.span.line for place in places if place.path == path))
    more = f" and {len(lines) - _FEW_LINES} more" if len(lines) > _FEW_LINES else ""
    shown = ", ".join(str(line) for line in lines[:_FEW_LINES])
    return f"{'line' if len(lines) == 1 else 'lines'} {shown}{more}"


def _brief(alike: list[Group]) -> Block:
    """Findings of one requirement in a line."""
    lead = alike[0].lead
    count = f" ({len(alike)})" if len(alike) > 1 else ""
    return Words(
        flowing(lead.title) + count, 2, _LABEL, "", lead.level, _STYLES[lead.level], _lines(*alike), lead.places[0].path
    )


def _titles(groups: Iterable[Group]) -> str:
    counts: dict[str, int] = {}
    for group in groups:
        title = flowing(group.lead.title)
        counts[title] = counts.get(title, 0) + 1
    ordered = sorted(counts.items(), key=lambda row: -row[1])
    told = "; ".join(f"{title} ({count})" if count > 1 else title for title, count in ordered[:_TITLES])
    return told + (f"; and {len(ordered) - _TITLES} more kinds" if len(ordered) > _TITLES else "")


# --- a set ------------------------------------------------------------------------------------------------------------


def _table(findings: Findings, width: int) -> Block:
    """A row a document, those with most in their way first."""
    judged = judge(findings)
    wide = width >= 72
    columns = ["", "document", "err", "less", "open", "met", "err", "less", "open"]
    if not wide:
        columns = ["", "document", "err", "less", "open", "err", "less"]
    documents = judged.worst_first
    names = _names(documents)
    rows = [((_mark(one), names[one.path], *_counts(one, wide)), _row_style(one)) for one in documents[:_ROWS]]
    if len(documents) > _ROWS:
        rows.append((("", f"and {len(documents) - _ROWS:,} more", *("" for _ in columns[2:])), "dim"))
    return TextTable(
        (("law", 2), ("good order", 6 if wide else 5)), columns, rows, ("", "all", *_counts(judged.whole, wide)), 2
    )


def _names(documents: Sequence[FinalVerdict]) -> dict[str, str]:
    """Each document by its file's name, or by its path where two have the same."""
    short = {one.path: one.path.replace("\\", "/").rsplit("/", 1)[-1].rsplit(".", 1)[0] for one in documents}
    taken = list(short.values())
    twice = {name for name in taken if not name or taken.count(name) > 1} if len(taken) < _ROWS * 10 else set(taken)
    return {path: plain(path if name in twice else name) for path, name in short.items()}


def _counts(verdict: FinalVerdict, wide: bool) -> tuple[str, ...]:
    law, order = verdict.law, verdict.order
    counts = [law.errors, law.lesser, law.reviews, law.met, order.errors, order.lesser, order.reviews]
    if not wide:
        del counts[3], counts[-1]
    return tuple(f"{count:,}" if count else "-" for count in counts)


def _mark(verdict: FinalVerdict) -> str:
    if verdict.undecided:
        return "?"
    law: Side = verdict.law
    return "x" if law.errors else "!" if law.found else "+" if verdict.answer == "ready" else "."


def _row_style(verdict: FinalVerdict) -> str:
    return {"x": "red", "?": "bold red", "!": "yellow", "+": "green"}.get(_mark(verdict), "")


# --- the last lines ---------------------------------------------------------------------------------------------------


def _verdict(findings: Findings, alone: bool) -> Iterator[Block]:
    judged = judge(findings)
    *before, answer = last_lines(findings)
    yield Words("More: --show law|order|open|suspended|pass|all, --full, pitboss explain ID", style="dim")
    yield from (Words(flowing(said), style="dim") for said in before)
    if not alone and judged.documents:
        yield Words(documents_by_answer(findings))
    style = {"ready": "bold green", "open": "bold yellow", "": ""}.get(judged.whole.answer, "bold red")
    yield Words(flowing(answer), style=style)
