"""The printed report: what it says, that it can be filed and read aloud, and that no document can bend it."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject

from compliance.documents.reading import load
from compliance.engine import check
from compliance.findings import Checked, Finding, Findings, Place, Said
from compliance.law.catalogue import Catalogue
from compliance.reports import Context, pdf, typesetting
from compliance.reports.sentences import runs
from compliance.reports.typesetting import GLYPHS, shown, typeset
from compliance.source import Span
from tests.catalogues import law
from tests.conftest import Ran

DAY = date(2024, 7, 1)
SIX_RATES = """\
document: schedule
title: Six rates
jurisdiction: california
establishment: Harbor Club
unit: $1
options:
  - option: 1
    collections:
      - payer: player-dealer
        per: hand
        by: total-table-action
        bands:
          $1-$100: $1
          $101-$200: $2
          $201-$300: $3
          $301-$400: $4
          $401-$500: $5
          $501+: $6
"""


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return law()


def context(texts: dict[str, bytes], catalogue: Catalogue, paper: str = "letter") -> Context:
    return Context(
        lambda path: texts[path].decode().split("\n"),
        lambda: [load(path, data) for path, data in texts.items()],
        lambda: catalogue,
        "1.2.3",
        paper=paper,
    )


def made(texts: dict[str, str], catalogue: Catalogue, paper: str = "letter") -> bytes:
    data = {path: text.encode() for path, text in texts.items()}
    return pdf.render(check(data.items(), DAY, catalogue), context(data, catalogue, paper))


def read(data: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(data))


def words(reader: PdfReader) -> str:
    """All text, with lines joined: where a line breaks says nothing."""
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in reader.pages))


def tags(reader: PdfReader) -> Counter[str]:
    """How many elements of each kind a screen reader finds."""
    found: Counter[str] = Counter()
    waiting: list[Any] = [reader.root_object["/StructTreeRoot"]]
    while waiting:
        element = waiting.pop().get_object()
        if isinstance(element, ArrayObject):
            waiting += list(element)
        elif isinstance(element, DictionaryObject):
            if "/S" in element:
                found[str(element["/S"])] += 1
            if "/K" in element:
                waiting.append(element["/K"])
    return found


def fonts(reader: PdfReader) -> Iterator[DictionaryObject]:
    for page in reader.pages:
        resources: Any = page["/Resources"]
        for font in resources.get("/Font", {}).values():
            for below in font.get_object()["/DescendantFonts"]:
                yield below.get_object()["/FontDescriptor"].get_object()


@pytest.fixture(scope="module")
def six_rates(catalogue: Catalogue) -> PdfReader:
    return read(made({"six.yaml": SIX_RATES}, catalogue))


def test_the_first_page_is_the_verdict_with_law_digest_and_signatures(six_rates: PdfReader) -> None:
    first = re.sub(r"\s+", " ", six_rates.pages[0].extract_text())
    for said in (
        "Six rates Schedule, California, establishment Harbor Club. Version, date and approval are not stated",
        "Not ready.",
        "What stands in the way",
        "No more collection rates at a table than the law sets Option 1 charges 6 rates; at most 5 are allowed",
        "Cal. Penal Code § 337j(f)",
        "Where the document is silent, or a person must read",
        "Prepared by (name and title) Signature Date",
        "Approved for submission by (name and title) Signature Date",
        "for the day 2024-07-01",
        f"Page 1 of {len(six_rates.pages)}",
    ):
        assert said in first
    assert load("six.yaml", SIX_RATES.encode()).sha256 in first


def test_a_failure_has_its_line_law_how_it_is_known_and_remedy(six_rates: PdfReader) -> None:
    text = words(six_rates)
    found = text[text.index("The law Each") :]
    for said in (
        "california.collection-rate-count",
        "Cal. Penal Code § 337j(f): At one table at most 5 flat rates are charged",
        "(statute; text seen; computed from figures or structure)",
        "→ Merge tiers, or keep the tables apart: offer the other tiers as an option that is never in use at the "
        "same table.",
        "Option 1 charges 6 rates; at most 5 are allowed at a table. (line 18)",
        "$501+: $6 ← rate 6",
    ):
        assert said in found


@pytest.mark.parametrize(
    ("annex", "there", "not_there"),
    [
        ("none", (), ("Annex: what was met", "Annex: what does not apply")),
        ("short", ("Annex: what was met", "what does not apply, by reason"), ("All fees of 1 options are flat",)),
        ("full", ("All fees of 1 options are flat amounts.", "california.no-percentage-fee"), ("by reason",)),
    ],
)
def test_the_annex_is_as_long_as_asked_for(
    catalogue: Catalogue, annex: str, there: tuple[str, ...], not_there: tuple[str, ...]
) -> None:
    data = {"six.yaml": SIX_RATES.encode()}
    asked = context(data, catalogue)._replace(annex=annex)
    text = words(read(pdf.render(check(data.items(), DAY, catalogue), asked)))
    assert "The fee schedule and notices are in fact posted where patrons see them." in text
    assert all(said in text for said in there)
    assert not any(said in text for said in not_there)


def test_it_is_archivable_and_accessible(six_rates: PdfReader) -> None:
    root: Any = six_rates.root_object
    xmp = root["/Metadata"].get_object().get_data().decode()
    assert "<pdfaid:part>2</pdfaid:part>" in xmp
    assert "<pdfaid:conformance>A</pdfaid:conformance>" in xmp
    assert "<pdfuaid:part>1</pdfuaid:part>" in xmp
    assert root["/Lang"] == "en-US"
    assert root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert six_rates.metadata is not None
    assert six_rates.metadata.title == "Findings report: Six rates"
    found = tags(six_rates)
    assert found["/Table"] >= 3
    assert found["/TH"] >= 10
    assert found["/Figure"] == 2  # the fees, and the law of the rates over time
    assert found["/H1"] >= 6
    for font in fonts(six_rates):
        assert "/FontFile2" in font or "/FontFile3" in font


def test_sections_are_bookmarked_and_the_first_page_links_to_what_failed(six_rates: PdfReader) -> None:
    outline: list[Any] = six_rates.outline
    titles = [entry.title for entry in outline if not isinstance(entry, list)]
    after = titles[titles.index("The law") :]
    assert after[:2] == ["The law", "Where the document is silent, or a person must read it"]
    assert after[-4:-2] == ["What is left to people", "What was read"]
    below = outline[outline.index(next(one for one in outline if getattr(one, "title", "") == "The law")) + 1]
    assert any("No more collection rates at a table than the law sets" in entry.title for entry in below)
    links = [note.get_object()["/Subtype"] for note in six_rates.pages[0].get("/Annots", [])]
    assert links.count("/Link") >= 2


def test_a_set_begins_with_the_matrix_and_each_document_has_pages_and_a_verdict_of_its_own(
    catalogue: Catalogue,
) -> None:
    other = SIX_RATES.replace("Six rates", "Other rates").replace("$501+: $6", "$501+: $5")
    reader = read(made({"six.yaml": SIX_RATES, "other.yaml": other}, catalogue))
    pages = [re.sub(r"\s+", " ", page.extract_text()) for page in reader.pages]
    assert "The matrix" in pages[1]
    assert "Collection fees" in pages[1]
    assert "Verdict on each document" in pages[2]
    for title in ("Six rates", "Other rates"):
        own = [page for page in pages[3:] if page.startswith(f"{title} law as of 2024-07-01 {title} Schedule")]
        assert len(own) == 1
        assert "Not ready." in own[0] or "Open." in own[0]


def test_what_was_decided_is_told_with_the_finding_and_an_unknown_status_breaks_nothing() -> None:
    decided = "let through by R. Roe on 2026-11-01, until 2027-01-01: awaiting the agency"
    found = hand_made("Said.", "t", "l", status="waived")
    found.findings[0] = found.findings[0]._replace(decision=decided)
    assert f"Decided: {decided}" in rendered(found)
    assert "What was read" in rendered(hand_made("Said.", "t", "l", status="postponed"))


def test_the_same_input_gives_the_same_bytes_and_no_clock_is_read(catalogue: Catalogue) -> None:
    first = made({"six.yaml": SIX_RATES}, catalogue)
    assert made({"six.yaml": SIX_RATES}, catalogue) == first
    assert read(first).metadata["/CreationDate"] == "D:20240701000000Z"  # type: ignore[index]  # there is metadata


@pytest.mark.parametrize(("paper", "size"), [("letter", (612, 792)), ("a4", (595, 842))])
def test_paper_is_letter_or_a4(catalogue: Catalogue, paper: str, size: tuple[int, int]) -> None:
    box = read(made({"six.yaml": SIX_RATES}, catalogue, paper)).pages[0].mediabox
    assert (round(box.width), round(box.height)) == size


# --- documents that mean no good ---

MARKUP = (
    '#import "@preview/x:1.0.0": * $x^2$ *b* _i_ @ref <label> // c /* c */ `raw` #read("/etc/passwd") #{panic()} '
    "<script>alert(1)</script> &amp; ::error::boom ::set-output name=x::y"
)


def test_markup_and_endless_words_come_out_as_text_and_whole(catalogue: Catalogue) -> None:
    title = MARKUP + " " + "Ω" * 10_000
    text = SIX_RATES.replace("title: Six rates", f"title: '{title}'").replace("option: 1", f"option: '{MARKUP}'")
    said = words(read(made({"h.yaml": text}, catalogue)))
    assert said.count(MARKUP) >= 2
    # Page heads stand between its lines, so it is counted: whole where it says what was read, and nowhere else.
    assert 10_000 <= said.count("Ω") < 10_500
    assert f"Option {MARKUP} charges 6 rates" in said


def test_what_has_no_glyph_is_spelled_out_and_right_to_left_text_is_drawn() -> None:
    assert shown("牌九 😀") == "\\u724c\\u4e5d \\U0001f600"
    assert shown("\x1b[31mred \u202e") == "\\u001b[31mred \\u202e"
    assert shown("e\u0301 אבג العربية") == "é אבג العربية"
    assert shown("soft\u00adhyphen \ue000") == "soft\\u00adhyphen \\ue000"


def test_a_report_that_another_process_sets_has_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    data = pdf.report(hand_made("Wrong.", "A title — 标题", "here"), context({"d.yaml": b""}, law()))
    here = typeset("findings.typ", data, DAY, "letter")
    with monkeypatch.context() as patched:
        patched.setattr(typesetting, "_compiled", lambda *_: pytest.fail("this process was to set nothing"))
        assert typeset("findings.typ", data, DAY, "letter", most=0) == here
    # Where there can be no other process, or it fails, this one does it.
    for command in ("no-such-program", "false"):
        monkeypatch.setattr("sys.executable", command)
        assert typeset("findings.typ", data, DAY, "letter", most=0) == here


def test_pages_of_a_large_set_or_with_very_many_words_are_set_by_another_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    apart: list[bool] = []

    def noted(where: bool, *_: str) -> bytes:
        apart.append(where)
        return b"%PDF"

    monkeypatch.setattr(typesetting, "_compiled", partial(noted, False))
    monkeypatch.setattr(typesetting, "_compiled_apart", partial(noted, True))
    for count in (pdf._DOCUMENTS_OF_MANY, pdf._DOCUMENTS_OF_MANY + 1):
        texts = {f"{number:02}.yaml": b"" for number in range(count)}
        pdf.render(Findings(DAY, "v", [Checked(path, "") for path in texts]), context(texts, law()))
    pdf.render(hand_made("Said " * 200, "t", "l", 600), context({"d.yaml": b"title: x"}, Catalogue()))
    assert apart == [False, True, True]


def hand_made(message: str, title: str, label: str, count: int = 1, status: str = "fail") -> Findings:
    place = Place("d.yaml", Span(1, 1, 1, 5), "title", label)
    findings = [
        Finding(Said("x.y", status, "error", f"{message}{at or ''}", title, "Law", "statute", "text"), (place,))
        for at in range(count)
    ]
    return Findings(DAY, "v", [Checked("d.yaml", "0" * 64, "game", title)], findings, Counter({status: count}))


def rendered(findings: Findings, line: str = "title: x") -> str:
    data = {"d.yaml": line.encode()}
    return words(read(pdf.render(findings, context(data, Catalogue()))))


def test_every_glyph_that_is_let_through_can_be_drawn_in_every_place() -> None:
    every = [chr(code) for code in range(0x20, 0x10000) if re.match(f"[{GLYPHS}]", chr(code))]
    text = " ".join(every)
    said = rendered(hand_made(text, text, text), text)
    assert "§" in said
    assert len(every) > 600


def test_escapes_in_findings_are_spelled_out() -> None:
    assert "a \\u001b[31mred\\u0007 b" in rendered(hand_made("a \x1b[31mred\x07 b", "t", "l"))


# --- many findings ---


def test_beyond_a_number_of_findings_the_first_are_shown_in_full_and_the_rest_are_counted() -> None:
    report = pdf.report(hand_made("Said ", "t", "l", 1100), context({"d.yaml": b"title: x"}, Catalogue()))
    entry = report["documents"][0]["parts"][0]["requirements"][0]
    assert len(entry["findings"]) == 1000
    assert [said["message"] for said in entry["rest"]][-1] == (
        "75 further answers of this kind, with other words; the JSON report has each."
    )


def test_only_so_many_documents_have_pages_of_their_own_and_all_are_listed(catalogue: Catalogue) -> None:
    data = {f"{number:03}.yaml": SIX_RATES.encode() for number in range(102)}
    report = pdf.report(check(data.items(), DAY, catalogue), context(data, catalogue))
    assert len(report["documents"]) == 20
    assert len(report["list"]) == 102


def test_of_documents_that_say_very_much_those_with_most_in_their_way_have_pages_and_all_are_listed() -> None:
    said = "Said at great length. " * 4_000
    levels = {"a.yaml": "note", "b.yaml": "warning", "c.yaml": "note", "d.yaml": "error", "e.yaml": "error"}
    texts = dict.fromkeys(levels, b"title: x")
    findings = [
        Finding(Said("x.y", "fail", level, said, "t", "Law", "statute", "text"), (Place(path, Span(1, 1, 1, 5)),))
        for path, level in levels.items()
    ]
    run = Findings(DAY, "v", [Checked(path, "0" * 64, "game", path) for path in levels], findings)
    report = pdf.report(run, context(texts, Catalogue()))
    assert [entry["title"] for entry in report["documents"]] == ["b.yaml", "d.yaml", "e.yaml"]
    assert [entry["pages"] for entry in report["list"]] == [False, True, False, True, True]


def test_document_numbers_are_listed_as_people_do() -> None:
    assert runs([7, 1, 2, 3, 3]) == "1-3, 7"
    assert runs(range(1, 400, 2)).endswith("119, and 140 more")


def test_answers_that_say_the_same_stand_together(catalogue: Catalogue) -> None:
    data = {f"{name}.yaml": SIX_RATES.encode() for name in "abc"}
    asked = context(data, catalogue)._replace(annex="full")
    report = pdf.report(check(data.items(), DAY, catalogue), asked)
    rows = {row["id"]: row["said"] for part in report["annex"]["full"] for row in part["rows"]}
    assert rows["california.no-percentage-fee"] == [{"of": "1-3", "message": "All fees of 1 options are flat amounts."}]


def test_a_document_that_cannot_be_read_is_reported(root: Path, catalogue: Catalogue) -> None:
    said = words(read(made({"bad.yaml": "document: [", "six.yaml": SIX_RATES}, catalogue)))
    assert "Not decided" in said
    assert "What could not be read or decided" in said
    assert "not readable" in said


def test_the_command_writes_it_on_the_paper_asked_for(pitboss: Callable[..., Ran], tmp_path: Path) -> None:
    path, report = tmp_path / "six.yaml", tmp_path / "six.pdf"
    path.write_text(SIX_RATES, "utf-8")
    ran = pitboss("check", path, "--as-of", "2024-07-01", "--paper", "a4", "--report", f"pdf={report}")
    assert ran.code == 1
    assert round(PdfReader(report).pages[0].mediabox.height) == 842


def test_a_file_that_cannot_be_opened_does_not_stop_the_report(pitboss: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "a.yaml").symlink_to(tmp_path / "nowhere.yaml")
    (tmp_path / "b.yaml").write_text(SIX_RATES, "utf-8")
    report = tmp_path / "out.pdf"
    assert pitboss("check", tmp_path, "--report", f"pdf={report}").code == 4
    assert "The file cannot be read: No such file or directory." in words(PdfReader(report))
