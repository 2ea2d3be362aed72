"""The printable findings report: archivable, accessible PDF for the person who signs it and the agency that files it.

Page 1 is the conclusion and the signature, as on the first screen of the HTML report. A set follows with its documents
and its matrix; then each document with its findings, its fees and its charts; then what was not tested, what was met
and what does not apply. How it looks is in `templates/findings.typ`. What pages show is bounded; the report says where
it leaves out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, Final

from compliance.engine.grouping import SECTIONS, Section
from compliance.reports import ReportContext
from compliance.reports.conclusion import SECTION_LEADS, SECTION_TITLES, Conclusion, count_kinds, describe_comparison
from compliance.reports.drawings import Drawings
from compliance.reports.fee_tables import fee_table_of
from compliance.reports.law_lists import draw_law_over_time, find_reasons, list_met
from compliance.reports.matrix import SIDES, matrix_of
from compliance.reports.model import DocumentReport, LawText, Point, Report
from compliance.reports.odds_page import pdf_entries
from compliance.reports.paper_strips import draw_strips
from compliance.reports.pictures import pdf_pictures
from compliance.reports.sentences import runs
from compliance.reports.text import plain, shorten_to
from compliance.reports.typesetting import OwnText, typeset
from compliance.reports.wording import CONFIDENCE_LEGEND, count, drop_code, format_day

Entry = dict[str, Any]

_DOCUMENTS: Final = 60  # documents with pages of their own
_POINTS: Final = 1000  # findings that are told in full on the pages of all documents
_WORDS: Final = 300_000  # characters on the pages of all documents, beyond the first
_OF_A_DRAWING: Final = 16  # characters of a drawing take no more room than one that is set
_SMALL: Final = 500_000  # characters of a report that is typeset by the process that holds the answers
_APART: Final = 20  # of more documents than these the pages are made by another process
_MATRIX: Final = 60  # rows of the matrix
_COLUMNS: Final = 38  # columns of the matrix on one page
_LISTED: Final = 200  # documents in the list
_SHORT: Final = 70  # characters of a title at the head of each page
_LONG: Final = 160  # characters of a title at the head of the report
_FRONT: Final = 12  # rows of the table of breaches on page 1
_SERIOUS: Final = 6  # serious drafting issues that are named there
_QUESTIONS: Final = 16  # of the checklist there
_FEW_QUESTIONS: Final = 8  # with which there is room for what was met
_FRONT_MET: Final = 40  # requirements that were met, there
_CITED: Final = 56  # characters of citations there
_SAID: Final = 180  # characters of a detail there
_DETAIL: Final = 4000  # characters of a detail further on


def render(report: Report, context: ReportContext) -> bytes:
    """The whole report."""
    # The answers on a set and its pages together would be too much for one process.
    most = 0 if len(report.documents) > _APART else _SMALL
    day = report.findings.as_of
    return typeset("findings.typ", PdfReport(report, context).data(), day, context.paper, most)


class PdfReport:
    """What the report says, for the template."""

    def __init__(self, report: Report, context: ReportContext) -> None:
        self.report = report
        self.context = context
        self.room = _WORDS
        self.points_left = _POINTS
        paged = [one.checked.path for one in report.ranked_documents[:_DOCUMENTS]]
        self.pictures: dict[str, list[Entry]] = {}
        self.fees: dict[str, Entry | None] = {}
        for loaded in context.documents():
            if loaded.path in paged:
                self.pictures[loaded.path] = pdf_pictures(loaded, report.is_single)
                self.fees[loaded.path] = fee_table_of(loaded)
        self.told: set[int] = set()
        # Under which point the words of a law are quoted, by document.
        self.quoted: dict[tuple[str, str, str], int] = {}
        self.strips = draw_strips(report, report.points)

    def data(self) -> Entry:
        report = self.report
        documents = list(self._documents())
        drawings = Drawings(self.context.documents())
        return {
            "name": OwnText(f"Findings report: {plain(shorten_to(report.title, _SHORT))}"),
            "title": shorten_to(report.title, _LONG),
            "short-title": shorten_to(report.title, _SHORT),
            "several": not report.is_single,
            "prepared": f"Pit Boss {self.context.version}, catalog {report.findings.catalog}",
            "day-words": format_day(report.findings.as_of),
            "comparison": describe_comparison(report.findings),
            "law-days": [day.short_sentence if day.is_stale else day.sentence for day in report.law_days],
            "callouts": [*(day.warning for day in report.law_days if day.is_stale), *report.scope.remarks],
            "stale": any(day.is_stale for day in report.law_days),
            "conclusion": _conclusion_of(report.conclusion),
            "front": self._front(),
            "overview": self._overview(documents),
            "matrix": None if report.is_single else self._matrix(),
            "documents": documents,
            "odds": pdf_entries(drawings.games, drawings.more_games),
            "scope": self._scope(),
            "met": self._list_satisfied() if self.context.annex != "none" else [],
            "met-words": report.conclusion.law_summary,
            "legend": f"{CONFIDENCE_LEGEND}.",
            "laws": self._list_laws(),
            "reasons": self._reasons() if self.context.annex != "none" else [],
            "files": self._files(),
        }

    # --- page 1 ---

    def _front(self) -> Entry:
        sections = self.report.sections
        grave = [*sections.get("unread", []), *sections.get("breaches", [])]
        missing = sections.get("missing", [])
        alone = self.report.is_single
        return {
            "facts": [list(row) for row in self.report.documents[0].identity] if alone else [],
            "breaches": [self._row(point) for point in grave[:_FRONT]],
            "breaches-title": SECTION_TITLES["unread" if "unread" in sections else "breaches"],
            "breaches-number": "" if "unread" in sections else self._number("breaches"),
            "more-breaches": max(0, len(grave) - _FRONT),
            "missing": [self._row(point) for point in missing[:_QUESTIONS]] if alone else [],
            "missing-number": self._number("missing") if alone else "",
            "more-missing": max(0, len(missing) - _QUESTIONS) if alone else 0,
            "also": list(self._list_appendices()),
            "met": self._front_met() if alone and not grave and len(missing) <= _FEW_QUESTIONS else [],
            "signing": f"I have read this report and the {'document' if alone else 'documents'} that it describes.",
        }

    def _front_met(self) -> list[list[str]]:
        """What was met, for page 1 of a document with little in its way: so there is something to sign."""
        return [[row.title, shorten_to(row.citation, 90)] for row in list_met(self.report) if row.by_law][:_FRONT_MET]

    def _row(self, point: Point) -> Entry:
        one = self.report.of_path.get(point.lead.path)
        return {
            "number": point.number,
            "headline": shorten_to(point.headline, _SAID),
            "detail": shorten_to(point.detail, _SAID),
            "law": _cite_first(point.citation),
            "document": shorten_to(one.title, 60) if one is not None and not self.report.is_single else "",
            "anchor": _anchor_of(point),
            "needed": point.waiting_count,
        }

    def _list_appendices(self) -> Iterator[list[str]]:
        report = self.report
        if "breaches" not in report.sections and report.judged.whole.law.requirements:
            yield [SECTION_TITLES["breaches"], "None found.", ""]
        for section, points in report.sections.items():
            if section in ("missing", "practice", "drafting", "decided", "suspended") and not (
                section == "missing" and report.is_single
            ):
                words = f"{self._number(section)}. {_name_first(points)}"
                yield [SECTION_TITLES[section], words, _anchor_of(points[0])]
        if self.context.annex != "none":
            met = report.conclusion.law_summary
            yield ["Met", f"{met[0].upper()}{met[1:]}.", OwnText("met")]
        yield ["Not tested", f"{self._gaps()}.", OwnText("not-tested")]

    def _gaps(self) -> str:
        scope = self.report.scope
        duties = f"{count(scope.duty_count, 'duty', 'duties')} that no document can show"
        return f"{duties}; {count(scope.free_text, 'passage')} of free text"

    def _number(self, section: Section) -> str:
        whole = self.report.judged.whole
        return f"{whole.points[section].total:,}{count_kinds(section, whole)}"

    # --- a set ---

    def _overview(self, documents: Sequence[Entry]) -> list[Entry]:
        if self.report.is_single:
            return []
        paged = {entry["number"] for entry in documents}
        rows = []
        for one in self.report.ranked_documents[:_LISTED]:
            points = one.verdict.points
            rows.append(
                {
                    "title": shorten_to(one.title, 60),
                    "answer": one.conclusion.answer,
                    "counts": [points[name].total for name in ("breaches", "missing", "practice", "drafting")],
                    "worst": shorten_to(one.gravest, 90),
                    "anchor": OwnText(f"document-{one.number}") if one.number in paged else "",
                }
            )
        return rows

    def _matrix(self) -> list[Entry]:
        """The matrix in parts, each as wide as a page."""
        matrix = matrix_of(self.report, self.context.catalog())
        parts = []
        for side, columns in matrix.columns_by_side.items():
            for start in range(0, len(columns), _COLUMNS):
                shown = columns[start : start + _COLUMNS]
                rows = [
                    {
                        "title": shorten_to(row.title or row.path, 34),
                        "cells": [[row.cells[at].kind, row.cells[at].number] for at in shown],
                    }
                    for row in matrix.rows[:_MATRIX]
                    if any(row.cells[at].kind != "none" for at in shown)
                ]
                names = [shorten_to(matrix.columns[at].name, 34) for at in shown]
                parts.append({"title": SIDES[side], "columns": names, "rows": rows})
        return parts

    # --- documents ---

    def _documents(self) -> Iterator[Entry]:
        """The pages that there is room for, of those documents first that have most in their way."""
        for one in self.report.ranked_documents[:_DOCUMENTS]:
            entry = self._document(one)
            self.room -= _size_of(entry)
            if self.told and self.room < 0:
                return
            self.told.add(one.number)
            yield entry

    def _document(self, one: DocumentReport) -> Entry:
        path = one.checked.path
        return {
            "number": one.number,
            "first": not self.told,
            "title": shorten_to(one.title, _LONG),
            "facts": [list(row) for row in one.identity],
            "conclusion": _conclusion_of(one.conclusion),
            "chapters": list(self._chapters(one)),
            "notes": [shorten_to(note, 600) for note in one.other_notes],
            "fees": self.fees.get(path),
            "pictures": self.pictures.get(path, []),
        }

    def _chapters(self, one: DocumentReport) -> Iterator[Entry]:
        for section in SECTIONS:
            points = one.select_section(section)
            if not points:
                continue
            mine = [point for point in points if point.group.paths[:1] == (one.checked.path,)]
            shown = mine[: max(1, self.points_left)]
            self.points_left -= len(shown)
            yield {
                "name": section,
                "title": SECTION_TITLES[section],
                "number": f"{one.verdict.points[section].total:,}{count_kinds(section, one.verdict)}",
                "lead": SECTION_LEADS[section],
                "points": [self._point(point) for point in shown],
                "left": len(mine) - len(shown),
                "elsewhere": [self._row(point) for point in points if point not in mine],
            }

    def _point(self, point: Point) -> Entry:
        lead = point.lead
        return {
            "number": point.number,
            "anchor": _anchor_of(point),
            "headline": point.headline,
            "grade": point.grade,
            "grade-words": point.grade_words,
            "law-label": "Practice" if point.section == "practice" else "The law",
            "confidence": "" if point.is_question else point.confidence,
            "question": point.is_question,
            "detail": shorten_to(point.detail, _DETAIL),
            "laws": [self._law(law, point) for law in point.laws],
            "source": point.source,
            "quotes": [[quote.about, quote.words, self._strip(point.number, quote.place)] for quote in point.quotes],
            "silent": lead.silent,
            "why": point.why,
            "remedy": point.proposal,
            "clause": point.clause,
            "note": point.note,
            "remark": lead.remark,
            "observations": list(point.observations),
            "decision": lead.decision,
            "over-time": self._law_over_time(point),
        }

    def _law(self, law: LawText, point: Point) -> Entry:
        """A law behind a point. Words that a point before it quotes are not quoted again."""
        quoted = self.quoted.setdefault((point.lead.path, law.citation, law.words), point.number)
        return {
            "citation": law.citation,
            "words": law.words,
            "asks": law.asks,
            "since": law.since,
            "known": law.known,
            "link": OwnText(law.link),
            "quoted": quoted if law.words and quoted != point.number else 0,
        }

    def _strip(self, number: int, place: str) -> str:
        """The place that a quote is from as it is printed, as a drawing; empty where it was not drawn."""
        found = self.strips.get((number, place))
        return OwnText(found.drawing) if found is not None else ""

    def _law_over_time(self, point: Point) -> list[str]:
        """The law of a breach as a drawing, where it was not always the same; of a set in the report of each."""
        drawn = draw_law_over_time(point, self.context.catalog(), self.report.findings.as_of)
        return [OwnText(part) for part in drawn] if drawn is not None and self.report.is_single else []

    # --- the end ---

    def _list_laws(self) -> list[list[str]]:
        """The law behind the points, each section once: since when it holds, how old the copy is, and for what."""
        found: dict[str, tuple[LawText, list[int]]] = {}
        for point in self.report.points:
            for law in point.laws:
                if law.citation:
                    found.setdefault(law.citation, (law, []))[1].append(point.number)
        return [
            [
                citation,
                law.since.removeprefix("in force "),
                format_day(law.checked) if law.checked else "",
                law.known,
                runs(numbers),
            ]
            for citation, (law, numbers) in sorted(found.items())
        ]

    def _scope(self) -> Entry:
        scope = self.report.scope
        alone = f" General terms or schedules that were not checked may give {count(scope.alone, 'missing answer')}."
        return {
            "words": f"Not tested: {self._gaps()}." + (alone if scope.alone else ""),
            "duties": [[duty.asks, duty.cite, duty.reason] for duty in scope.duties],
        }

    def _list_satisfied(self) -> list[list[str]]:
        rows = list_met(self.report, self.context.annex == "full")
        return [[row.title, row.citation, row.confidence, row.documents, drop_code(row.words)] for row in rows]

    def _reasons(self) -> list[list[str]]:
        return [
            [shorten_to(drop_code(row.words), 400), row.number]
            for row in find_reasons(self.report, self.context.annex == "full")
        ]

    def _files(self) -> Entry:
        documents = self.report.documents
        listed = [one for one in documents if one.number <= _LISTED]
        rows = [(str(one.number), one.title, one.facts.approval, one.checked.sha256) for one in listed]
        return {
            "rows": [
                [number, shorten_to(title, _LONG), approval, OwnText(digest)]
                for number, title, approval, digest in rows
            ],
            "left": len(documents) - len(listed),
            "digest": OwnText(_digest_of_list(documents)) if len(documents) > len(listed) else "",
        }


def _name_first(points: Sequence[Point]) -> str:
    """The serious points of a section, or the first, by their headlines."""
    serious = [shorten_to(point.headline, _SAID) for point in points if point.grade == "error"][:_SERIOUS]
    return f"Serious: {'; '.join(serious)}" if serious else f"First: {shorten_to(points[0].headline, _SAID)}"


def _cite_first(citation: str) -> str:
    """As many whole citations as a column takes, and how many there are besides."""
    first, *others = citation.split("; ")
    while others and len(first) + len(others[0]) < _CITED:
        first = f"{first}; {others.pop(0)}"
    return f"{first} and {len(others)} more" if others else first


def _digest_of_list(documents: Iterable[DocumentReport]) -> str:
    """What stands for the digests of more files than are listed: the digest of their list, as `sha256sum` writes it."""
    digest = sha256()
    for one in documents:
        digest.update(f"{one.checked.sha256}  {one.checked.path}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _conclusion_of(conclusion: Conclusion) -> list[str]:
    return [conclusion.answer, conclusion.counts or conclusion.law_summary, conclusion.to_do]


def _anchor_of(point: Point) -> str:
    return OwnText(f"point-{point.number}")


def _size_of(data: object) -> int:
    """How much room something takes on a page."""
    if isinstance(data, str):
        return len(data) // (_OF_A_DRAWING if isinstance(data, OwnText) else 1)
    if isinstance(data, dict):
        return sum(map(_size_of, data.values()))
    return sum(map(_size_of, data)) if isinstance(data, list) else 0
