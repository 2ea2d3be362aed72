"""What proposed law would do to documents: which of them would fail, on which lines, and which must be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rich.console import Console
from rich.text import Text

from compliance.engine.findings import Finding, Findings
from compliance.law.catalog import Proposal
from compliance.reports.console import capture_console, indented, to_terminal_json
from compliance.reports.sentences import number
from compliance.reports.text import flowing, plain


class DocumentEffect(NamedTuple):
    """What a proposal would do to one document: what would fail, what a person would have to read, what is met."""

    path: str
    title: str
    failures: list[Finding]
    questions: list[Finding]
    met: int

    @property
    def is_asked(self) -> bool:
        """Whether the proposal speaks to it at all."""
        return bool(self.failures or self.questions or self.met)


def list_effects(results: Findings) -> list[DocumentEffect]:
    """The effect on each document of a run in which nothing but the proposal was asked, in the order of the run."""
    found: dict[str, DocumentEffect] = {
        one.path: DocumentEffect(one.path, one.title, [], [], 0) for one in results.documents
    }
    for finding in results.findings:
        effect = found[finding.places[0].path]
        if finding.status == "fail":
            effect.failures.append(finding)
        elif finding.status in ("review", "error"):
            effect.questions.append(finding)
        elif finding.status == "pass":
            found[effect.path] = effect._replace(met=effect.met + 1)
    return list(found.values())


def summarize_effects(effects: list[DocumentEffect]) -> str:
    """How many documents would fail, how many would have to be read, and how many are not touched."""
    failing = sum(bool(one.failures) for one in effects)
    asking = sum(bool(one.questions) and not one.failures for one in effects)
    free = sum(not one.is_asked for one in effects)
    met = len(effects) - failing - asking - free
    return (
        f"{failing} of {number(len(effects), 'document')} would fail; {asking} more would have open points; "
        f"{met} would meet it; it does not speak to {free}."
    )


def format_effects(proposal: Proposal, results: Findings, in_json: bool) -> str:
    """The effect of a proposal, for a terminal or as data."""
    effects = list_effects(results)
    if in_json:
        return to_terminal_json(_effect_data(proposal, results, effects))
    return capture_console(lambda console: _print_effects(console, proposal, effects))


def _print_effects(console: Console, proposal: Proposal, effects: list[DocumentEffect]) -> None:
    console.print(Text(f"If in force: {flowing(proposal.title)}", "bold"))
    console.print(Text(flowing(proposal.note), "dim"))
    for effect in effects:
        if not effect.failures and not effect.questions:
            continue
        console.print()
        console.print(Text(plain(effect.path), "bold"))
        for style, findings in (("red", effect.failures), ("yellow", effect.questions)):
            for line, finding in _sort_by_line(findings):
                text = f"line {line}: {flowing(finding.title)}. {flowing(finding.message)}"
                head = (f"{_name_effect(finding):<7} ", style)
                console.print(indented(Text.assemble(head, text), (0, 0, 0, 2)))
    console.print()
    console.print(summarize_effects(effects))


def _name_effect(finding: Finding) -> str:
    """Whether a document says what a proposal bars, does not say what it asks for, or must be read."""
    if finding.status != "fail":
        return "open"
    return "missing" if finding.silent else "fails"


def _sort_by_line(findings: list[Finding]) -> Iterator[tuple[int, Finding]]:
    return iter(
        sorted(((one.places[0].span.line, one) for one in findings), key=lambda row: (row[0], row[1].requirement))
    )


def _effect_data(proposal: Proposal, results: Findings, effects: list[DocumentEffect]) -> dict[str, Any]:
    return {
        "format": "pitboss.effect/1",
        "as_of": results.as_of.isoformat(),
        "proposal": {"name": proposal.name, "title": proposal.title, "jurisdiction": proposal.jurisdiction},
        "note": proposal.note,
        "summary": summarize_effects(effects),
        "documents": [
            {
                "path": effect.path,
                "title": effect.title,
                "fails": [_finding_data(*row) for row in _sort_by_line(effect.failures)],
                "open": [_finding_data(*row) for row in _sort_by_line(effect.questions)],
                "met": effect.met,
            }
            for effect in effects
        ],
    }


def _finding_data(line: int, finding: Finding) -> dict[str, Any]:
    return {
        "line": line,
        "effect": _name_effect(finding),
        "requirement": finding.requirement,
        "title": finding.title,
        "message": finding.message,
        "route": finding.places[0].route,
        "source": [list(row) for row in finding.places[0].source],
        "remedy": finding.remedy,
    }


def render_effect_page(proposal: Proposal, results: Findings) -> str:
    """The effect of a proposal as a page of Markdown."""
    effects = list_effects(results)
    lines = [f"## {proposal.title}", "", flowing(proposal.note), "", f"Tried as `{proposal.name}`. "]
    lines[-1] += summarize_effects(effects)
    lines += ["", "| document | fails | open | met |", "|---|---|---|---|"]
    lines += [
        f"| {one.path} | {len(one.failures)} | {len(one.questions)} | {one.met} |" for one in effects if one.is_asked
    ]
    for effect in effects:
        if effect.failures or effect.questions:
            lines += ["", f"### {effect.path}", ""]
            lines += [_page_row(*row) for row in _sort_by_line(effect.failures)]
            lines += [_page_row(*row) for row in _sort_by_line(effect.questions)]
    return "\n".join(lines) + "\n"


def _page_row(line: int, finding: Finding) -> str:
    source = "; ".join(lines for _, lines in finding.places[0].source)
    where = f"line {line}" + (f" (source {source})" if source else "")
    return f"- {_name_effect(finding)}: `{finding.requirement}` {where}: {flowing(finding.message)}"
