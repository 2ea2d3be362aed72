"""What was found, in the HTML report: each defect once with its places, and what was met or does not apply in rows."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import islice
from typing import Final

from compliance.findings import Finding, Place
from compliance.grouping import MOST_OF_SET
from compliance.reports.frames import Frame, FrameLine, frames
from compliance.reports.html_page import GATHERED, TITLE, Page, Section, Told, show
from compliance.reports.sentences import how_known, rests_on, runs
from compliance.reports.text import cut, in_markup, plain
from compliance.routes import read_route

_PLACES: Final = 12  # places of one defect that are named
_SAYINGS: Final = 3  # different messages of those that are not told one by one
_SAID: Final = 600  # characters of each
_ALSO: Final = 8  # further requirements that say the same


def answers(page: Page, part: Section) -> Iterator[str]:
    """A section of answers."""
    yield f'<section id="{part.name}" data-answers="{part.name}">\n'
    yield f'<div class="head"><h2>{part.title}</h2><p>{part.lead}</p></div>\n'
    if part.name in GATHERED:
        yield '<ol class="rows">\n'
        for told in page.told[part.name]:
            yield _in_short(page, told)
        yield "</ol>\n"
    else:
        for told in page.told[part.name]:
            yield from _rest(page, told) if told.rest else _in_full(page, told)
    yield "</section>\n"


def _handles(page: Page, told: Told) -> str:
    """What the filters go by, in short, for there are thousands: d documents, r requirements, k kinds, b basis,
    s subject and n how many it stands for. A defect belongs to every document that it has a place in; the section says
    the rest."""
    subject = page.columns.get(page.subjects.of(told.group.lead))
    handles = {
        "d": " ".join(str(page.documents[path]) for path in told.paths if path in page.documents),
        "r": " ".join(str(page.requirements[name]) for name in told.requirements),
        "k": " ".join(told.kinds),
        "b": show(told.group.lead.basis),
        "s": "" if subject is None else str(subject),
        "n": str(len(told.rest)) if told.rest else "",
    }
    return " ".join(f'data-{name}="{value}"' for name, value in handles.items() if value or name == "k")


def _in_short(page: Page, told: Told) -> str:
    # Thousands of these stand on a page: what the requirement is and rests on is told once, where its id leads.
    lead = told.group.lead
    of = [page.documents[path] + 1 for path in told.group.paths if path in page.documents]
    basis = f"<span>{show(lead.basis)}</span>" if lead.status == "pass" and lead.basis else ""
    where = f'<a href="#documents">document{"s" * (len(of) > 1)} {runs(of)}</a>' if len(page.documents) > 1 else ""
    below = f"<small>{where}{basis}</small>" if where or basis else ""
    title = show(lead.title) if len(told.group.requirements) == 1 else f"{len(told.group.requirements)} requirements"
    return (
        f'<li id="{told.id}" {_handles(page, told)}>'
        f"<div>{title}<small>{''.join(map(_asked, told.group.requirements))}</small></div>"
        f'<div><p dir="auto">{show(lead.message)}</p>{below}</div></li>\n'
    )


def _asked(requirement: str) -> str:
    """A requirement's id, which leads to what it asks and the law behind it."""
    return f'<a href="#r-{show(requirement)}"><code>{show(requirement)}</code></a>'


def _head(page: Page, told: Told) -> Iterator[str]:
    finding = told.group.lead
    minor = finding.status == "fail" and finding.level != "error"
    word = finding.level if finding.status == "fail" else "open" if finding.status == "review" else finding.status
    badge = f'<span class="badge {finding.status}{" minor" * minor}">{show(word)}</span>'
    others = [name for name in told.requirements if name != finding.requirement]
    yield f'<article id="{told.id}" class="finding" {_handles(page, told)}>\n'
    yield f'<h3>{badge}<a href="#{told.id}">{show(finding.title)}</a></h3>\n'
    yield f"<small>{''.join(map(_asked, [finding.requirement, *others[:_ALSO]]))}</small>\n"


def _rest(page: Page, told: Told) -> Iterator[str]:
    """What is not told one by one: how many there are, and in which documents."""
    yield from _head(page, told)
    paths = dict.fromkeys(path for group in told.rest for path in group.paths)
    of = [page.documents[path] + 1 for path in paths if path in page.documents]
    where = f'<a href="#documents">document{"s" * (len(of) > 1)} {runs(of)}</a>'
    first = f"The first {MOST_OF_SET:,} of this requirement are told one by one; the JSON report has each."
    yield f'<p class="message">And {len(told.rest):,} more, in {where}. {first}</p>\n'
    said = dict.fromkeys(group.lead.words for group in told.rest)
    yield from (f'<p class="message" dir="auto">{show(cut(words, _SAID))}</p>\n' for words in islice(said, _SAYINGS))
    if len(said) > _SAYINGS:
        yield f"<small>and {len(said) - _SAYINGS:,} with other words</small>\n"
    yield "</article>\n"


def _in_full(page: Page, told: Told) -> Iterator[str]:
    finding = told.group.lead
    yield from _head(page, told)
    yield from _places(page, told)
    yield f'<p class="message" dir="auto">{show(finding.words)}</p>\n'
    drawn = [] if finding.silent else frames(finding, page.context.lines)
    for frame in drawn:
        yield from _frame(frame, named=len(drawn) > 1)
    yield from _about(page, finding)
    yield "</article>\n"


def _places(page: Page, told: Told) -> Iterator[str]:
    """Where a defect is: each document once, with its lines."""
    by_path: dict[str, list[Place]] = {}
    for place in told.group.lead.places:
        by_path.setdefault(place.path, []).append(place)
    for path, places in list(by_path.items())[:_PLACES]:
        number = page.documents.get(path)
        title = cut(page.findings.documents[number].title, TITLE) if number is not None else ""
        named = f'<span dir="auto">{show(title)}</span>' if title else ""
        first = places[0]
        at = f"{path}:{first.span.line}:{first.span.column}"
        lines = list(dict.fromkeys(place.span.line for place in places if place.span.line != first.span.line))
        further = f"<span>also line{'s' * (len(lines) > 1)} {_listed(lines)}</span>" if lines else ""
        route = f'<span dir="auto">{show(first.route)}</span>' if first.route else ""
        yield f"<small>{named}<code>{show(plain(at))}</code>{route}{further}</small>\n"
    if len(by_path) > _PLACES:
        yield f"<small>and {len(told.paths) - _PLACES:,} more documents</small>\n"


def _listed(lines: list[int]) -> str:
    more = f" and {len(lines) - _PLACES} more" if len(lines) > _PLACES else ""
    return ", ".join(map(str, lines[:_PLACES])) + more


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
    labels = "".join(f'<i dir="auto">{escape(label)}</i>' for label in line.labels)
    gap = ' class="gap"' * line.gap
    return in_markup(f"<div{gap}><b>{line.number}</b><code>{code}</code>{labels}</div>\n")


def _about(page: Page, finding: Finding) -> Iterator[str]:
    """What to do, and by which law. What is asked, and how its law is known, stands in full where it was not met; an
    open point leads to it."""
    full = finding.status == "fail"
    rows = {
        "Decided": show(finding.decision),
        "Remedy": f"<strong>{show(finding.remedy)}</strong>" if finding.remedy else "",
        "To paste": "<br>".join(f"<code>{show(line)}</code>" for line in finding.paste),
        "Law": show(finding.citation),
        "Asks": show(finding.asks) if full else "",
        "Known by": show("; ".join(filter(None, (how_known(finding), rests_on(finding))))) if full else "",
        "Note": show(finding.note) if full else "",
        "Remark": _remark(page, finding),
        "Source": _source(finding),
        "Chart": _chart_link(page, finding),
    }
    yield '<dl class="about">\n'
    yield from (f"<dt>{name}</dt><dd>{value}</dd>\n" for name, value in rows.items() if value)
    yield "</dl>\n"


def _remark(page: Page, finding: Finding) -> str:
    """A remark stands once, and is pointed to from where it holds too."""
    if not finding.remark:
        return ""
    number, first = page.remark(finding.remark)
    if first:
        return f'<span id="remark-{number}">{show(finding.remark)}</span>'
    return f'<a href="#remark-{number}">{show(cut(finding.remark, 60))}</a>'


def _source(finding: Finding) -> str:
    by_file: dict[str, dict[str, None]] = {}
    for place in finding.places:
        for file, lines in place.source:
            by_file.setdefault(file, {})[lines] = None
    return "; ".join(f"{show(file)}, lines {show(', '.join(lines))}" for file, lines in by_file.items())


def chart_id(document: int, option: int) -> str:
    return f"chart-{document + 1}-{option + 1}"


def _chart_link(page: Page, finding: Finding) -> str:
    """Where the option that a finding is about is drawn."""
    for place in finding.places:
        steps = read_route(place.route)
        if len(steps) > 1 and steps[0] == "options" and isinstance(steps[1], int) and place.path in page.documents:
            document = page.documents[place.path]
            if steps[1] < page.drawings.options.get(place.path, 0):
                return f'<a href="#{chart_id(document, steps[1])}">the fees of this option, drawn</a>'
    return ""
