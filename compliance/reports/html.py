"""Findings as one HTML file that loads nothing from anywhere, and reads, filters by status and prints without scripts.

Every piece of text goes through `show`, which escapes it. The page's policy allows its own script and style and nothing
else, so that even text that got around that could neither run nor call home. All answers are in the file; those that
passed or do not apply are folded away at first, unless everything was asked for.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

from compliance.findings import STATUSES, Checked, Finding, Findings, Place
from compliance.law.words import LEVELS, side_of
from compliance.reports import Context
from compliance.reports.charts import drawable
from compliance.reports.frames import Frame, FrameLine, frames
from compliance.reports.front import verdict_sentence
from compliance.reports.identity import fingerprints
from compliance.reports.matrix import KINDS, SIDES, Column, Matrix, Subjects, kind_of, matrix_of
from compliance.reports.odds_page import html_section, speak_of_odds
from compliance.reports.pictures import pictures_of
from compliance.reports.sentences import answer, how_known, number, remarks, rests_on, verdict_lines
from compliance.reports.text import cut, flowing, in_markup, plain
from compliance.routes import read_route
from compliance.verdict import Side, judge

if TYPE_CHECKING:
    from compliance.documents.reading import Loaded
    from compliance.documents.schedule import Schedule
    from compliance.law.catalogue import Catalogue, LeftToPeople

_ASSETS: Final = Path(__file__).parent / "assets"
_ORDER: Final = ("fail", "error", "review", "waived", "answered", "information", "pass", "not-applicable")
_IN_SHORT: Final = ("pass", "not-applicable")
_MEANING: Final = {
    "fail": "The document does not meet the requirement.",
    "error": "The document could not be read, or a check broke: nothing is known until this is mended.",
    "review": "The answer depends on something that a person must decide.",
    "waived": "A person lets these failures through; the requirement is still not met.",
    "answered": "A person has settled these open points.",
    "information": "Law that is suspended, or was enjoined later: no duty follows from it.",
    "pass": "The document meets the requirement.",
    "not-applicable": "The requirement does not speak to the document, for the reason given.",
}
_TITLE: Final = 160


@dataclass
class Page:
    """What the parts of the page look up: every finding by its id, and the numbers that the filters go by."""

    findings: Findings
    context: Context
    loaded: list[Loaded]
    catalogue: Catalogue
    ids: dict[int, str] = field(init=False)
    documents: dict[str, int] = field(init=False)
    requirements: dict[str, int] = field(init=False)
    drawn: dict[str, int] = field(init=False)
    matrix: Matrix = field(init=False)
    subjects: Subjects = field(init=False)

    def __post_init__(self) -> None:
        self.matrix = matrix_of(self.findings, self.catalogue)
        self.subjects = Subjects(self.catalogue)
        taken: Counter[str] = Counter()
        self.ids = {}
        for place, mark in enumerate(fingerprints(self.findings, self.context.folder)):
            short = mark[:12]
            taken[short] += 1
            self.ids[place] = f"f-{short}" if taken[short] == 1 else f"f-{short}-{taken[short]}"
        self.documents = {document.path: place for place, document in enumerate(self.findings.documents)}
        asked = sorted({finding.requirement for finding in self.findings.findings})
        self.requirements = {requirement: place for place, requirement in enumerate(asked)}
        self.drawn = {path: drawable(schedule) for path, schedule in _schedules(self)}

    def of_status(self, status: str) -> list[tuple[str, Finding]]:
        found = enumerate(self.findings.findings)
        return [(self.ids[place], finding) for place, finding in found if finding.status == status]


def render(findings: Findings, context: Context) -> Iterator[str]:
    """The whole page, piece by piece."""
    page = Page(findings, context, context.documents(), context.catalogue())
    yield from _head(page)
    yield from _top(page)
    yield '<div class="page">\n'
    yield from _side(page)
    yield '<main id="findings">\n'
    yield from _matrix(page)
    for status in _ORDER:
        yield from _answers(page, status)
    yield from _document_table(page)
    yield from _requirement_table(page)
    yield from _charts(page)
    yield from html_section(page.loaded)
    yield from _left_to_people(page)
    yield "</main>\n</div>\n"
    yield f'<footer class="bottom">Made by Pit Boss {show(context.version)}. {_SIGNING}</footer>\n'
    yield f"<script>{_asset('report.js')}</script>\n</body>\n</html>\n"


_SIGNING: Final = "This page states what was checked and how; it is no legal advice and no approval."


def show(text: str) -> str:
    """Text as text: no markup, no control characters."""
    return in_markup(escape(flowing(text)))


def _asset(name: str) -> str:
    return (_ASSETS / name).read_text("utf-8")


# --- title block and filters ------------------------------------------------------------------------------------------


def _title(page: Page) -> str:
    documents = page.findings.documents
    if len(documents) == 1:
        return show(cut(documents[0].title or documents[0].path, _TITLE))
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
    yield f"<style>{_asset('report.css')}</style>\n</head>\n<body>\n"
    yield '<a class="skip" href="#findings">Skip to the findings</a>\n'


def _top(page: Page) -> Iterator[str]:
    findings = page.findings
    places = dict.fromkeys(loaded.document.establishment for loaded in page.loaded if loaded.document is not None)
    establishments = "; ".join(show(cut(place, _TITLE)) for place in places if place)
    day = findings.as_of
    facts = {
        "Establishment": establishments,
        "Law as of": f'<time datetime="{day.isoformat()}">{day.day} {day:%B} {day.year}</time>',
        "Documents": f"{len(findings.documents):,}",
        "Requirements asked": f"{len(page.requirements):,}",
        "Catalogue": f"<code>{show(findings.catalogue)}</code>",
    }
    yield '<header class="top">\n<p class="brand">Pit Boss findings report</p>\n'
    whole = judge(findings).whole
    said = show(verdict_sentence(whole, len(findings.documents)))
    yield f'<h1 dir="auto">{_title(page)}</h1>\n'
    yield f'<p class="verdict"><b>{show(answer(whole))}.</b> {said}</p>\n<dl class="sides">\n'
    for name, side in (("Law", whole.law), ("Good order", whole.order)):
        yield f"<div><dt>{name}</dt><dd>{_states(page, side)}</dd></div>\n"
    yield "</dl>\n"
    told = [*verdict_lines(findings)[1:], *remarks(findings)]
    yield from (f'<p class="remark">{show(remark)}</p>\n' for remark in told)
    yield '<dl class="facts">\n'
    yield from (f"<div><dt>{name}</dt><dd>{value}</dd></div>\n" for name, value in facts.items() if value)
    yield "</dl>\n</header>\n"


def _states(page: Page, side: Side) -> str:
    """How many requirements are in which state; a number leads to the answers, where the page has any."""
    counts = page.findings.summary()
    states = (
        (side.not_met, "not met", "fail"),
        (side.open, "open", "review"),
        (side.met, "met", "pass"),
        (side.not_applicable, "do not apply" if side.not_applicable != 1 else "does not apply", "not-applicable"),
    )
    told = [
        f'<a href="#{status}">{count:,} {words}</a>' if counts[status] else f"{count:,} {words}"
        for count, words, status in states
        if count
    ]
    return ", ".join(told) or "nothing was asked"


def _matrix(page: Page) -> Iterator[str]:
    """One row a document, one column a subject. A cell leads to the first answer that it counts, and filters."""
    matrix = page.matrix
    if len(matrix.rows) < 2:
        return
    firsts: dict[tuple[str, Column], tuple[str, str]] = {}
    for place, finding in enumerate(page.findings.findings):
        for path in dict.fromkeys(place.path for place in finding.places[:1]):
            key, kind = (path, page.subjects.of(finding)), kind_of(finding)
            known = firsts.get(key)
            if known is None or list(KINDS).index(kind) < list(KINDS).index(known[0]):
                firsts[key] = (kind, page.ids[place])
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
        yield f'<tr data-drawn="{place}"><th scope="row" dir="auto">{show(cut(row.title or row.path, 60))}</th>'
        for at, (column, cell) in enumerate(zip(matrix.columns, row.cells, strict=True)):
            _, first = firsts.get((row.path, column), ("", ""))
            if cell.number and first:
                label = show(f"{column.name}, {cell.words}")
                link = f'<a href="#{first}" data-of="{place}" data-about="{at}" aria-label="{label}">{cell.number}</a>'
                yield f'<td class="{cell.kind}">{link}</td>'
            else:
                yield '<td class="met">·</td>' if cell.kind == "met" else "<td></td>"
        yield "</tr>\n"
    yield "</tbody>\n</table></div>\n"
    kinds = [kind for kind in KINDS if any(cell.kind == kind and cell.number for r in matrix.rows for cell in r.cells)]
    legend = "".join(f'<span class="{kind}">{KINDS[kind]}</span>' for kind in kinds)
    yield f'<p class="legend">{legend}<span>·  met</span></p>\n</section>\n'


def _side(page: Page) -> Iterator[str]:
    counts = page.findings.summary()
    present = [status for status in _ORDER if counts[status]]
    yield '<div class="side">\n<form class="filters" autocomplete="off" aria-label="Filter">\n'
    yield '<fieldset>\n<legend>Show</legend>\n<div class="tiles">\n'
    for status in present:
        on = " checked" if page.context.show_all or status not in _IN_SHORT else ""
        box = f'<input type="checkbox" name="status" value="{status}" id="show-{status}"{on}>'
        yield f'<label class="tile">{box} <span>{_words(status)}</span> <b>{counts[status]:,}</b></label>\n'
    yield "</div>\n</fieldset>\n"
    documents = ((str(place), _name(document)) for place, document in enumerate(page.findings.documents))
    yield _select("Document", "document", "all documents", documents)
    requirements = ((str(place), requirement) for requirement, place in page.requirements.items())
    yield _select("Requirement", "requirement", "all requirements", requirements)
    sides = [(side, words) for side, words in SIDES.items() if any(c.side == side for c in page.matrix.columns)]
    yield _select("Law or good order", "side", "both", sides)
    yield _select("Level", "level", "all levels", [(level, level) for level in reversed(LEVELS)])
    subjects = [(str(at), f"{SIDES[column.side]}: {column.name}") for at, column in enumerate(page.matrix.columns)]
    yield _select("Subject", "subject", "all subjects", subjects)
    yield '<label class="field needs-js"><span>Words</span><input type="search" name="words"></label>\n'
    yield '<p class="shown needs-js" role="status"></p>\n<button class="needs-js" type="button">Start again</button>\n'
    yield "</form>\n"
    links = {"matrix": "Matrix"} if len(page.matrix.rows) > 1 else {}
    links |= {status: _words(status) for status in present}
    links |= {"documents": "Documents", "requirements": "Requirements"}
    if any(pictures_of(loaded) for loaded in page.loaded):
        links["charts"] = "Pictures"
    if speak_of_odds(page.loaded):
        links["odds"] = "Odds, counted"
    if _duties(page):
        links["people"] = "Left to people"
    yield '<nav class="contents" aria-label="Contents">\n<ul>\n'
    yield from (f'<li><a href="#{name}">{words}</a></li>\n' for name, words in links.items())
    yield "</ul>\n</nav>\n</div>\n"


def _select(label: str, name: str, everything: str, choices: Iterable[tuple[str, str]]) -> str:
    options = "".join(f'<option value="{value}">{show(words)}</option>\n' for value, words in choices)
    return (
        f'<label class="field needs-js"><span>{label}</span>\n<select name="{name}">\n'
        f'<option value="">{everything}</option>\n{options}</select></label>\n'
    )


def _words(status: str) -> str:
    return status.replace("-", " ").capitalize()


def _name(document: Checked) -> str:
    """A document as a list names it: two may have one title, and one file name in two folders."""
    return f"{cut(document.title, 70)} ({cut(document.path, 120)})" if document.title else cut(document.path, 120)


# --- answers ----------------------------------------------------------------------------------------------------------


def _answers(page: Page, status: str) -> Iterator[str]:
    found = page.of_status(status)
    if not found:
        return
    yield f'<section id="{status}" data-answers="{status}">\n'
    yield f'<div class="head"><h2>{_words(status)}</h2><p>{_MEANING[status]}</p></div>\n'
    if status in _IN_SHORT:
        yield '<ol class="rows">\n'
        for identity, finding in found:
            yield _in_short(page, identity, finding)
        yield "</ol>\n"
    else:
        for identity, finding in found:
            yield from _in_full(page, identity, finding)
    yield "</section>\n"


def _handles(page: Page, finding: Finding) -> str:
    """What the filters go by. A finding belongs to every document that it has a place in."""
    paths = dict.fromkeys(place.path for place in finding.places)
    documents = " ".join(str(page.documents[path]) for path in paths if path in page.documents)
    requirement = page.requirements[finding.requirement]
    column = page.subjects.of(finding)
    subject = page.matrix.columns.index(column) if column in page.matrix.columns else ""
    level = f' data-level="{finding.level}"' if finding.status in ("fail", "waived") else ""
    return (
        f'data-status="{show(finding.status)}" data-documents="{documents}" data-requirement="{requirement}" '
        f'data-side="{side_of(finding.authority)}" data-subject="{subject}"{level}'
    )


def _in_short(page: Page, identity: str, finding: Finding) -> str:
    # Thousands of these stand on a page: what the requirement is and rests on is told once, where its id leads.
    at = finding.places[0].path if finding.places else ""
    where = f"<code>{show(plain(at))}</code>" if at and len(page.documents) > 1 else ""
    basis = f"<span>{show(finding.basis)}</span>" if finding.status == "pass" and finding.basis else ""
    below = f'<p class="where">{where}{basis}</p>' if where or basis else ""
    return (
        f'<li id="{identity}" {_handles(page, finding)}>'
        f'<div><a href="#{identity}">{show(finding.title)}</a>'
        f'<p class="where">{_asked(finding)}</p></div>'
        f'<div><p dir="auto">{show(finding.message)}</p>{below}</div></li>\n'
    )


def _asked(finding: Finding) -> str:
    """The requirement's id, which leads to what it asks and the law behind it."""
    return f'<a href="#r-{show(finding.requirement)}"><code>{show(finding.requirement)}</code></a>'


def _in_full(page: Page, identity: str, finding: Finding) -> Iterator[str]:
    minor = finding.status == "fail" and finding.level != "error"
    badge = f'<span class="badge {finding.status}{" minor" * minor}">{finding.status}</span>'
    level = f"<span>level {finding.level}</span>" if finding.status == "fail" else ""
    yield f'<article id="{identity}" class="finding" {_handles(page, finding)}>\n'
    yield f"<h3>{badge}{show(finding.title)}</h3>\n"
    yield f'<p class="where">{_asked(finding)}{level}<a href="#{identity}"><code>{identity}</code></a></p>\n'
    yield from (_at(page, place) for place in finding.places[:1])
    yield f'<p class="message" dir="auto">{show(finding.message)}</p>\n'
    drawn = frames(finding, page.context.lines)
    for frame in drawn:
        yield from _frame(frame, named=len(drawn) > 1)
    yield from _about(page, finding)
    yield "</article>\n"


def _at(page: Page, place: Place) -> str:
    number = page.documents.get(place.path)
    title = cut(page.findings.documents[number].title, _TITLE) if number is not None else ""
    named = f'<span dir="auto">{show(title)}</span>' if title else ""
    route = f'<span dir="auto">{show(place.route)}</span>' if place.route else ""
    return f'<p class="where">{named}<code>{show(plain(_where(place)))}</code>{route}</p>\n'


def _where(place: Place) -> str:
    return f"{place.path}:{place.span.line}:{place.span.column}"


def _frame(frame: Frame, named: bool) -> Iterator[str]:
    yield '<figure class="frame">\n'
    if named:
        yield f"<figcaption>{show(frame.path)}</figcaption>\n"
    for line in frame.lines:
        yield _line(line)
    yield "</figure>\n"


def _line(line: FrameLine) -> str:
    marks = {"": "{}", "main": "<mark>{}</mark>", "also": '<mark class="also">{}</mark>'}
    # The pieces are plain already; only markup is left to escape.
    code = "".join(marks[piece.mark].format(escape(piece.text)) for piece in line.pieces)
    labels = "".join(f'<span class="label" dir="auto">{escape(label)}</span>' for label in line.labels)
    gap = " gap" * line.gap
    return in_markup(
        f'<div class="line{gap}"><span class="number">{line.number}</span><code>{code}</code>{labels}</div>\n'
    )


def _about(page: Page, finding: Finding) -> Iterator[str]:
    rows = {
        "Decided": show(finding.decision),
        "Remedy": f'<span class="remedy">{show(finding.remedy)}</span>' if finding.remedy else "",
        "To paste": "<br>".join(f"<code>{show(line)}</code>" for line in finding.paste),
        "Law": show(finding.citation),
        "Asks": show(finding.asks),
        "Known by": show(how_known(finding)),
        "Basis": show(rests_on(finding)),
        "Note": show(finding.note),
        "Remark": show(finding.remark),
        "Source": _source(finding),
        "Chart": _chart_link(page, finding),
    }
    yield '<dl class="about">\n'
    yield from (f"<dt>{name}</dt><dd>{value}</dd>\n" for name, value in rows.items() if value)
    yield "</dl>\n"


def _source(finding: Finding) -> str:
    by_file: dict[str, dict[str, None]] = {}
    for place in finding.places:
        for file, lines in place.source:
            by_file.setdefault(file, {})[lines] = None
    return "; ".join(f"{show(file)}, lines {show(', '.join(lines))}" for file, lines in by_file.items())


# --- tables -----------------------------------------------------------------------------------------------------------


def _counted(page: Page, firsts: dict[str, str], counts: Counter[str]) -> str:
    """A cell for each status; a number leads to the first answer that it counts."""
    total = page.findings.summary()
    return "".join(
        f'<td class="count" data-name="{_words(status)}">'
        + (f'<a href="#{firsts[status]}">{counts[status]:,}</a>' if counts[status] else "")
        + "</td>"
        for status in _ORDER
        if total[status]
    )


def _table_head(page: Page, first: str) -> str:
    total = page.findings.summary()
    names = "".join(f'<th class="count" scope="col">{_words(s)}</th>' for s in _ORDER if total[s])
    return f'<table class="counts">\n<thead><tr><th scope="col">{first}</th>{names}</tr></thead>\n'


def _document_table(page: Page) -> Iterator[str]:
    firsts: dict[str, dict[str, str]] = {path: {} for path in page.documents}
    counts: dict[str, Counter[str]] = {path: Counter() for path in page.documents}
    for place, finding in enumerate(page.findings.findings):
        path = finding.places[0].path if finding.places else ""
        if path in counts:
            counts[path][finding.status] += 1
            firsts[path].setdefault(finding.status, page.ids[place])
    yield '<section id="documents">\n<div class="head"><h2>Documents</h2>'
    yield "<p>What was read, with the SHA-256 of each file, and how many answers it got.</p></div>\n"
    yield _table_head(page, "Document") + "<tbody>\n"
    for document in page.findings.documents:
        title = f'<b dir="auto">{show(document.title)}</b>' if document.title else "<b>could not be read</b>"
        kind = ", ".join(show(word.capitalize()) for word in (document.document, document.jurisdiction) if word)
        digest = f'<span class="small"><code>{document.sha256}</code></span>' if document.sha256 else ""
        path = show(plain(document.path))
        names = f'{title}<span class="small">{kind}</span><span class="small"><code>{path}</code></span>'
        cells = _counted(page, firsts[document.path], counts[document.path])
        yield f'<tr data-drawn="{page.documents[document.path]}"><th scope="row">{names}{digest}</th>{cells}</tr>\n'
    yield "</tbody>\n</table>\n</section>\n"


def _requirement_table(page: Page) -> Iterator[str]:
    firsts: dict[str, dict[str, str]] = {requirement: {} for requirement in page.requirements}
    counts: dict[str, Counter[str]] = {requirement: Counter() for requirement in page.requirements}
    samples: dict[str, Finding] = {}
    for place, finding in enumerate(page.findings.findings):
        samples.setdefault(finding.requirement, finding)
        counts[finding.requirement][finding.status] += 1
        firsts[finding.requirement].setdefault(finding.status, page.ids[place])
    by_group: dict[str, list[str]] = {}
    for name in page.requirements:
        requirement = page.catalogue.requirements.get(name)
        by_group.setdefault((requirement and requirement.group) or "Other", []).append(name)
    yield '<section id="requirements">\n<div class="head"><h2>Requirements</h2>'
    yield "<p>Everything that was asked, by group, with the law behind it and how that law is known.</p></div>\n"
    yield _table_head(page, "Requirement")
    columns = 1 + sum(page.findings.counts[status] > 0 for status in STATUSES)
    for group in sorted(by_group):
        yield f'<tbody>\n<tr class="group"><th scope="rowgroup" colspan="{columns}">{show(group)}</th></tr>\n'
        for name in by_group[group]:
            cells = _counted(page, firsts[name], counts[name])
            yield f'<tr id="r-{show(name)}"><th scope="row">{_requirement(samples[name])}</th>{cells}</tr>\n'
        yield "</tbody>\n"
    yield "</table>\n</section>\n"


def _requirement(finding: Finding) -> str:
    known = how_known(finding)
    law = f"{finding.citation} ({known})" if known and finding.citation else finding.citation or known
    small = [f"<code>{show(finding.requirement)}</code>", *(show(words) for words in (law, finding.note) if words)]
    asks = f'<span class="asks">{show(finding.asks)}</span>' if finding.asks else ""
    lines = "".join(f'<span class="small">{line}</span>' for line in small)
    return f"<b>{show(finding.title)}</b>{asks}{lines}"


# --- charts, and what nobody can check --------------------------------------------------------------------------------


def _schedules(page: Page) -> list[tuple[str, Schedule]]:
    from compliance.documents.schedule import Schedule

    return [(loaded.path, loaded.document) for loaded in page.loaded if isinstance(loaded.document, Schedule)]


def _charts(page: Page) -> Iterator[str]:
    """The fees of schedules and the decision tables of games, as the printed report draws them."""
    drawn = [(loaded, kinds) for loaded in page.loaded if (kinds := pictures_of(loaded))]
    if not drawn:
        return
    yield '<section id="charts">\n<div class="head"><h2>Pictures</h2>'
    yield "<p>The fees of each option over what they go by, and decision tables case by case.</p></div>\n"
    for loaded, kinds in drawn:
        place = page.documents[loaded.path]
        title = show(cut(loaded.document.title if loaded.document is not None else loaded.path, _TITLE))
        yield f'<section class="schedule" data-drawn="{place}">\n<h3 dir="auto">{title}</h3>\n'
        yield f'<p class="where"><code>{show(plain(loaded.path))}</code></p>\n'
        for kind in kinds:
            yield f'<p class="where">{kind.lead}</p>\n<div class="charts {kind.key}">\n'
            for index, picture in enumerate(kind.shown):
                wide = ' class="wide"' if picture.wide else ""
                yield f'<figure id="{_chart_id(place, index)}"{wide}>\n'
                yield f'<figcaption dir="auto">{show(picture.title)}</figcaption>\n'
                # A small table is not blown up to the width of the page.
                most = f' style="max-width:{picture.width * 5 // 4}px"' if picture.width else ""
                yield f'<div class="chart"{most}>{in_markup(picture.drawing)}</div>\n</figure>\n'
            left = f"<p>{show(kind.left_out)}</p>\n" if kind.left_out else ""
            yield f"</div>\n{left}"
        yield "</section>\n"
    yield "</section>\n"


def _chart_id(document: int, option: int) -> str:
    return f"chart-{document + 1}-{option + 1}"


def _chart_link(page: Page, finding: Finding) -> str:
    """Where the option that a finding is about is drawn."""
    for place in finding.places:
        steps = read_route(place.route)
        if len(steps) > 1 and steps[0] == "options" and isinstance(steps[1], int) and place.path in page.documents:
            document = page.documents[place.path]
            if steps[1] < page.drawn.get(place.path, 0):
                return f'<a href="#{_chart_id(document, steps[1])}">the fees of this option, drawn</a>'
    return ""


def _duties(page: Page) -> list[LeftToPeople]:
    places = {document.jurisdiction for document in page.findings.documents}
    return [duty for duty in page.catalogue.left_to_people if duty.jurisdiction in places]


def _left_to_people(page: Page) -> Iterator[str]:
    duties = _duties(page)
    if not duties:
        return
    yield '<section id="people">\n<div class="head"><h2>Left to people</h2>'
    yield '<p>What the law asks and no document can show: Pit Boss does not answer it.</p></div>\n<ul class="rows">\n'
    for duty in duties:
        asks = f'<div>{show(duty.asks)}<p class="where">{show(duty.cite)}</p></div>'
        yield f"<li>{asks}<div>{show(duty.reason)}</div></li>\n"
    yield "</ul>\n</section>\n"
