"""Findings as one HTML file that loads nothing from anywhere, and reads, filters by status and prints without scripts.

Every piece of text goes through `show`, which escapes it. The page's policy allows its own script and style and nothing
else, so that even text that got around that could neither run nor call home. All answers are in the file; those that
passed or do not apply are folded away at first, unless everything was asked for.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from compliance.findings import Checked, Findings
from compliance.grouping import ATTENTION
from compliance.law.words import BASES, LEVELS
from compliance.reports import Context
from compliance.reports.html_findings import answers
from compliance.reports.html_page import GATHERED, TITLE, Page, show
from compliance.reports.html_tables import charts, document_table, duties, left_to_people, requirement_table
from compliance.reports.matrix import KINDS, SIDES, Column, kind_of
from compliance.reports.odds_page import html_section
from compliance.reports.sentences import answer, number, remarks, verdict_lines
from compliance.reports.text import cut
from compliance.verdict import judge

_HOUSES: Final = 20  # establishments that are named
_ASSETS: Final = Path(__file__).parent / "assets"


def render(findings: Findings, context: Context) -> Iterator[str]:
    """The whole page, piece by piece."""
    page = Page(findings, context, context.catalogue())
    yield from _head(page)
    yield from _top(page)
    yield '<div class="page">\n'
    yield from _side(page)
    yield '<main id="findings">\n'
    yield from _matrix(page)
    for part in page.parts:
        yield from answers(page, part)
    yield from document_table(page)
    yield from requirement_table(page)
    yield from charts(page)
    yield from html_section(page.shelf.games, page.shelf.more_games)
    yield from left_to_people(page)
    yield "</main>\n</div>\n"
    yield f'<footer class="bottom">Made by Pit Boss {show(context.version)}. {_SIGNING}</footer>\n'
    yield f"<script>{_asset('report.js')}</script>\n</body>\n</html>\n"


_SIGNING: Final = "This page states what was checked and how; it is no legal advice and no approval."
_SAYS: Final = "This says what the text in hand shows; it says nothing of what is lawful."


def _asset(name: str) -> str:
    return (_ASSETS / name).read_text("utf-8")


# --- title block and filters ------------------------------------------------------------------------------------------


def _title(page: Page) -> str:
    documents = page.findings.documents
    if len(documents) == 1:
        return show(cut(documents[0].title or documents[0].path, TITLE))
    return f"Findings on {number(len(documents), 'document')}"


def _head(page: Page) -> Iterator[str]:
    digest = b64encode(sha256(_asset("report.js").encode()).digest()).decode()
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f'<meta name="generator" content="Pit Boss {show(page.context.version)}">\n'
    # An empty icon: a browser would otherwise ask the server for one.
    yield f'<title>{_title(page)}: Pit Boss</title>\n<link rel="icon" href="data:,">\n'
    yield f"<style>{_asset('palette.css')}{_asset('report.css')}</style>\n</head>\n<body>\n"
    yield '<a class="skip" href="#findings">Skip to the findings</a>\n'


def _top(page: Page) -> Iterator[str]:
    findings = page.findings
    houses = [show(cut(house, TITLE)) for house in page.shelf.houses]
    more = [f"and {len(houses) - _HOUSES:,} more"] if len(houses) > _HOUSES else []
    establishments = "; ".join([*houses[:_HOUSES], *more])
    day = findings.as_of
    facts = {
        "Establishment": establishments,
        "Law as of": f'<time datetime="{day.isoformat()}">{day.day} {day:%B} {day.year}</time>',
        "Documents": f'<a href="#documents">{len(findings.documents):,}</a>',
        "Requirements asked": f'<a href="#requirements">{len(page.requirements):,}</a>',
        "Catalogue": f"<code>{show(findings.catalogue)}</code>",
    }
    yield '<header class="top">\n<p class="brand">Pit Boss findings report</p>\n'
    yield f'<h1 dir="auto">{_title(page)}</h1>\n'
    first, *rest = verdict_lines(findings)
    word = answer(judge(findings).whole)
    counted = _linked(page, show(first.removeprefix(f"{word}: ")))
    lines = counted.replace("; good order", ";<br> good order", 1)
    yield f'<p class="verdict"><b>{show(word)}:</b> {lines}</p>\n<p class="remark">{_SAYS}</p>\n'
    yield from (f'<p class="remark">{_linked(page, show(words))}</p>\n' for words in [*rest, *remarks(findings)])
    yield '<dl class="facts">\n'
    yield from (f"<div><dt>{name}</dt><dd>{value}</dd></div>\n" for name, value in facts.items() if value)
    yield "</dl>\n</header>\n"


# A number of a verdict, by the words after it: the part that it counts, and what is filtered.
_NUMBERS: Final = (
    *((rf"[\d,]+ {level}s?\b", "{side}", f"kind={{side}}-{level}") for level in LEVELS),
    (r"[\d,]+ open\b", "{side}-open", "kind={side}-review"),
    (r"[\d,]+ met\b", "pass", "kind={side}-pass&amp;part=pass"),
    (r"[\d,]+ do(?:es)? not apply\b", "not-applicable", "kind={side}-not-applicable&amp;part=not-applicable"),
    (r"[\d,]+ answers? could not", "error", "part=error"),
    (r"[\d,]+ dut(?:y|ies)\b", "people", ""),
    *(
        (rf"[\d,]+ {words}", "requirements", f"side=law&amp;basis={basis}&amp;part=law&amp;part=pass")
        for basis, words in zip(BASES, ("computed", "stated in words", "by a reading of ours"), strict=True)
    ),
)


def _linked(page: Page, words: str) -> str:
    """Words of the verdict, in which every number shows what it counts."""
    there = {part.name for part in page.parts} | {"requirements"} | ({"people"} if duties(page) else set())
    law, semicolon, order = words.partition("; good order")
    halves = {"law": law, "order": semicolon + order}
    for side, half in halves.items():
        for pattern, part, wanted in _NUMBERS:
            target, shows = part.format(side=side), wanted.format(side=side)
            if target in there:
                given = f' data-show="{shows}"' if shows else ""
                half = re.sub(pattern, rf'<a href="#{target}"{given}>\g<0></a>', half, count=1)
        halves[side] = half
    return "".join(halves.values())


def _matrix(page: Page) -> Iterator[str]:
    """One row a document, one column a subject. A cell leads to the first answer that it counts, and filters."""
    matrix = page.matrix
    if len(matrix.rows) < 2:
        return
    firsts: dict[tuple[str, Column], tuple[str, str]] = {}
    gravity = {kind: at for at, kind in enumerate(KINDS)}
    for finding in page.findings.findings:
        if finding.status in ATTENTION and finding.places:
            key, kind = (finding.places[0].path, page.subjects.of(finding)), kind_of(finding)
            known = firsts.get(key)
            if known is None or gravity[kind] < gravity[known[0]]:
                firsts[key] = (kind, page.anchor(finding))
    sides = {side: [c for c in matrix.columns if c.side == side] for side in SIDES}
    yield '<section id="matrix">\n<div class="head"><h2>Matrix</h2>'
    yield "<p>The gravest answer on each subject, and how many. A number shows what was found on it.</p></div>\n"
    yield '<div class="chart"><table class="matrix">\n<thead><tr><td></td>'
    yield "".join(f'<th scope="colgroup" colspan="{len(own)}">{SIDES[side]}</th>' for side, own in sides.items() if own)
    yield '</tr>\n<tr><th scope="col">Document</th>'
    yield "".join(f'<th scope="col"><span>{show(column.name)}</span></th>' for column in matrix.columns)
    yield "</tr></thead>\n<tbody>\n"
    for row in matrix.rows:
        place = page.documents[row.path]
        title = f"{place + 1}. {cut(row.title or row.path, 60)}"
        yield f'<tr data-drawn="{place}" data-all="document={place}"><th scope="row" dir="auto">{show(title)}</th>'
        for at, (column, cell) in enumerate(zip(matrix.columns, row.cells, strict=True)):
            _, first = firsts.get((row.path, column), ("", ""))
            if cell.number and first:
                label = show(f"{column.name}, {cell.words}")
                link = f'<a href="#{first}" data-show="subject={at}" aria-label="{label}">{cell.number}</a>'
                yield f'<td class="{cell.kind}">{link}</td>'
            else:
                yield '<td class="met">·</td>' if cell.kind == "met" else "<td></td>"
        yield "</tr>\n"
    yield "</tbody>\n</table></div>\n"
    kinds = [kind for kind in KINDS if any(cell.kind == kind and cell.number for r in matrix.rows for cell in r.cells)]
    legend = "".join(f'<span class="{kind}">{KINDS[kind]}</span>' for kind in kinds)
    yield f'<p class="legend">{legend}<span>·  met</span></p>\n</section>\n'


def _side(page: Page) -> Iterator[str]:
    yield '<div class="side">\n<form class="filters" autocomplete="off" aria-label="Filter">\n'
    yield '<fieldset>\n<legend>Show</legend>\n<div class="tiles">\n'
    for part in page.parts:
        on = " checked" if page.context.show_all or part.name not in GATHERED else ""
        box = f'<input type="checkbox" name="part" value="{part.name}" id="show-{part.name}"{on}>'
        yield f'<label class="tile">{box} <span>{part.title}</span> <b>{page.count(part.name):,}</b></label>\n'
    yield "</div>\n</fieldset>\n"
    documents = ((str(place), _name(document)) for place, document in enumerate(page.findings.documents))
    yield _select("Document", "document", "all documents", documents)
    yield _select("Law or good order", "side", "both", [(side, SIDES[side]) for side in SIDES])
    yield _select("Level", "level", "all levels", [(level, level) for level in reversed(LEVELS)])
    subjects = [(str(at), f"{SIDES[column.side]}: {column.name}") for at, column in enumerate(page.matrix.columns)]
    yield _select("Subject", "subject", "all subjects", subjects)
    requirements = ((str(place), requirement) for requirement, place in page.requirements.items())
    yield _select("Requirement", "requirement", "all requirements", requirements)
    yield _select("Rests on", "basis", "anything", [(basis, basis) for basis in BASES])
    yield '<label class="field needs-js"><span>Words</span><input type="search" name="words"></label>\n'
    yield '<p class="shown needs-js" role="status"></p>\n<button class="needs-js" type="button">Start again</button>\n'
    yield "</form>\n"
    yield from _contents(page)
    yield "</div>\n"


def _contents(page: Page) -> Iterator[str]:
    links = {"matrix": "Matrix"} if len(page.matrix.rows) > 1 else {}
    links |= {part.name: part.title for part in page.parts}
    links |= {"documents": "Documents", "requirements": "Requirements"}
    if page.drawings.shown:
        links["charts"] = "Pictures"
    if page.shelf.games:
        links["odds"] = "Odds, counted"
    if duties(page):
        links["people"] = "Left to people"
    yield '<nav class="contents" aria-label="Contents">\n<ul>\n'
    yield from (f'<li><a href="#{name}">{words}</a></li>\n' for name, words in links.items())
    yield "</ul>\n</nav>\n"


def _select(label: str, name: str, everything: str, choices: Iterable[tuple[str, str]]) -> str:
    options = "".join(f'<option value="{value}">{show(words)}</option>\n' for value, words in choices)
    return (
        f'<label class="field needs-js"><span>{label}</span>\n<select name="{name}">\n'
        f'<option value="">{everything}</option>\n{options}</select></label>\n'
    )


def _name(document: Checked) -> str:
    """A document as a list names it: two may have one title, and one file name in two folders."""
    return f"{cut(document.title, 70)} ({cut(document.path, 120)})" if document.title else cut(document.path, 120)
