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

from compliance.documents.loader import load_document
from compliance.engine.checking import check
from compliance.engine.findings import Checked, Finding, FindingContent, Findings, Place
from compliance.law.catalog import Catalog
from compliance.reports import ReportContext, pdf, prepare_report, typesetting
from compliance.reports.sentences import runs
from compliance.reports.typesetting import GLYPHS, make_printable, typeset
from compliance.source import Span
from tests.catalogs import law
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
def catalog() -> Catalog:
    return law()


def context(texts: dict[str, bytes], catalog: Catalog, paper: str = "letter") -> ReportContext:
    return ReportContext(
        lambda path: texts[path].decode().split("\n"),
        lambda: [load_document(path, data) for path, data in texts.items()],
        lambda: catalog,
        "1.2.3",
        paper=paper,
    )


def print_documents(texts: dict[str, str], catalog: Catalog, paper: str = "letter") -> bytes:
    data = {path: text.encode() for path, text in texts.items()}
    return printed(check(data.items(), DAY, catalog), context(data, catalog, paper))


def printed(findings: Findings, context: ReportContext) -> bytes:
    return pdf.render(prepare_report(findings, context), context)


def data_of(findings: Findings, context: ReportContext) -> dict[str, Any]:
    return pdf.PdfReport(prepare_report(findings, context), context).data()


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
def six_rates(catalog: Catalog) -> PdfReader:
    return read(print_documents({"six.yaml": SIX_RATES}, catalog))


def test_the_first_page_is_the_conclusion_with_law_digest_and_signature(six_rates: PdfReader) -> None:
    first = re.sub(r"\s+", " ", six_rates.pages[0].extract_text())
    for said in (
        "Document Collection schedule, California",
        "Approval none stated",
        "Establishment Harbor Club",
        "Not ready to submit. 1 breach of law, ",
        "1 Too many collection rates at one table",
        "Cal. Penal Code § 337j(f)",
        "Missing answers, for the drafter",
        "How are patrons told of the fees?",
        "duties that no document can show",
        "I have read this report and the document that it describes.",
        "Name Title Signature Date",
        "California law as of July 1, 2024",
        f"Page 1 of {len(six_rates.pages)}",
    ):
        assert said in first
    assert f"SHA-256 {load_document('six.yaml', SIX_RATES.encode()).sha256[:16]}…" in first


def test_a_breach_has_its_law_the_words_of_the_document_a_remedy_and_room_for_the_decision(
    six_rates: PdfReader,
) -> None:
    text = words(six_rates)
    found = text[text.index("The document breaks these rules of law.") :]
    for said in (
        "1 Too many collection rates at one table: option 1 breach, computed",
        "Found Option 1 charges 6 rates; at most 5 are allowed at a table.",
        "The law Cal. Penal Code § 337j(f), in force since January 1, 2009: ",
        "“$1”",
        "Proposed Merge tiers, or keep the tables apart",
        "Decision fixed waived until",
    ):
        assert said in found


def test_no_key_no_option_of_the_command_line_and_no_name_of_a_file_is_printed(six_rates: PdfReader) -> None:
    text = words(six_rates)
    assert "`" not in text
    assert " --" not in text
    assert "six.yaml" not in text


@pytest.mark.parametrize(
    ("annex", "there", "not_there"),
    [
        ("none", (), ("Does not apply, by reason",)),
        ("short", ("Does not apply, by reason", "Met"), ("All fees of 1 option are flat",)),
        ("full", ("All fees of 1 option are flat amounts.",), ()),
    ],
)
def test_the_annex_is_as_long_as_asked_for(
    catalog: Catalog, annex: str, there: tuple[str, ...], not_there: tuple[str, ...]
) -> None:
    data = {"six.yaml": SIX_RATES.encode()}
    asked = context(data, catalog)._replace(annex=annex)
    text = words(read(printed(check(data.items(), DAY, catalog), asked)))
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
    assert found["/TH"] >= 8
    assert found["/Figure"] == 2  # the fees, and the law of the rates over time
    assert found["/H1"] >= 4
    for font in fonts(six_rates):
        assert "/FontFile2" in font or "/FontFile3" in font


def test_sections_are_bookmarked_and_the_first_page_links_to_what_failed(six_rates: PdfReader) -> None:
    outline: list[Any] = six_rates.outline
    flat = [entry.title for entry in outline if not isinstance(entry, list)]
    flat += [entry.title for below in outline if isinstance(below, list) for entry in below if hasattr(entry, "title")]
    assert {"Not tested", "Met", "Does not apply, by reason"} <= set(flat)
    assert any(title.startswith("Breaches of law") for title in flat)
    links = [note.get_object()["/Subtype"] for note in six_rates.pages[0].get("/Annots", [])]
    assert links.count("/Link") >= 2


def test_a_set_begins_with_its_documents_and_matrix_and_each_document_has_a_conclusion_of_its_own(
    catalog: Catalog,
) -> None:
    other = SIX_RATES.replace("Six rates", "Other rates").replace("$501+: $6", "$501+: $5")
    reader = read(print_documents({"six.yaml": SIX_RATES, "other.yaml": other}, catalog))
    pages = [re.sub(r"\s+", " ", page.extract_text()) for page in reader.pages]
    assert "Documents, worst first" in pages[1]
    assert "Matrix" in " ".join(pages[1:3])
    assert "Collection fees" in " ".join(pages[1:3])
    text = " ".join(pages)
    for title, answer in (("Six rates", "Not ready to submit."), ("Other rates", "")):
        assert f"{title} {answer}" in text


def test_the_fees_of_a_schedule_are_printed_as_filed_before_they_are_drawn(six_rates: PdfReader) -> None:
    text = words(six_rates)
    table = text.index("Fees as filed")
    assert "The player-dealer" in text[table:]
    assert "1 Total table action $1 to $100 $1 $101 to $200 $2" in text[table:]
    assert table < text.index("Fees by option")


def test_what_was_decided_is_told_with_the_finding_and_an_unknown_status_breaks_nothing() -> None:
    decided = "let through by R. Roe on 2026-11-01, until 2027-01-01: awaiting the agency"
    found = hand_made("Said.", "t", "l", status="waived")
    found.findings[0] = found.findings[0]._replace(decision=decided)
    assert f"Decision {decided}" in rendered(found)
    assert "SHA-256 of the data tested" in rendered(hand_made("Said.", "t", "l", status="review"))


def test_the_same_input_gives_the_same_bytes_and_no_clock_is_read(catalog: Catalog) -> None:
    first = print_documents({"six.yaml": SIX_RATES}, catalog)
    assert print_documents({"six.yaml": SIX_RATES}, catalog) == first
    assert read(first).metadata["/CreationDate"] == "D:20240701000000Z"  # type: ignore[index]  # there is metadata


@pytest.mark.parametrize(("paper", "size"), [("letter", (612, 792)), ("a4", (595, 842))])
def test_paper_is_letter_or_a4(catalog: Catalog, paper: str, size: tuple[int, int]) -> None:
    box = read(print_documents({"six.yaml": SIX_RATES}, catalog, paper)).pages[0].mediabox
    assert (round(box.width), round(box.height)) == size


# --- documents that mean no good ---

MARKUP = (
    '#import "@preview/x:1.0.0": * $x^2$ *b* _i_ @ref <label> // c /* c */ `raw` #read("/etc/passwd") #{panic()} '
    "<script>alert(1)</script> &amp; ::error::boom ::set-output name=x::y"
)


def test_markup_and_endless_words_come_out_as_text(catalog: Catalog) -> None:
    title = MARKUP + " " + "Ω" * 10_000
    text = SIX_RATES.replace("title: Six rates", f"title: '{title}'").replace("option: 1", f"option: '{MARKUP}'")
    said = words(read(print_documents({"h.yaml": text}, catalog)))
    assert said.count(MARKUP) >= 2
    assert said.count("Ω") < 500, "a title is cut"


def test_what_has_no_glyph_is_spelled_out_and_right_to_left_text_is_drawn() -> None:
    assert make_printable("牌九 😀") == "\\u724c\\u4e5d \\U0001f600"
    assert make_printable("\x1b[31mred \u202e") == "\\u001b[31mred \\u202e"
    assert make_printable("e\u0301 אבג العربية") == "é אבג العربية"
    assert make_printable("soft\u00adhyphen \ue000") == "soft\\u00adhyphen \\ue000"


def test_a_report_that_another_process_sets_has_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    data = data_of(hand_made("Wrong.", "A title — 标题", "here"), context({"d.yaml": b""}, law()))
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
    monkeypatch.setattr(pdf, "_SMALL", 50_000)
    apart: list[bool] = []

    def noted(where: bool, *_: str) -> bytes:
        apart.append(where)
        return b"%PDF"

    monkeypatch.setattr(typesetting, "_compiled", partial(noted, False))
    monkeypatch.setattr(typesetting, "_compiled_apart", partial(noted, True))
    for count in (pdf._APART, pdf._APART + 1):
        texts = {f"{number:02}.yaml": b"" for number in range(count)}
        printed(Findings(DAY, "v", [Checked(path, "") for path in texts]), context(texts, law()))
    printed(hand_made("Said " * 2000, "t", "l", 600), context({"d.yaml": b"title: x"}, Catalog()))
    assert apart == [False, True, True]


def hand_made(message: str, title: str, label: str, count: int = 1, status: str = "fail") -> Findings:
    place = Place("d.yaml", Span(1, 1, 1, 5), "title", label)
    findings = [
        Finding(
            FindingContent("x.y", status, "error", f"{message}{at or ''}", title, "Law", "statute", "text"), (place,)
        )
        for at in range(count)
    ]
    return Findings(DAY, "v", [Checked("d.yaml", "0" * 64, "game", title)], findings, Counter({status: count}))


def rendered(findings: Findings, line: str = "title: x") -> str:
    data = {"d.yaml": line.encode()}
    return words(read(printed(findings, context(data, Catalog()))))


def test_every_glyph_that_is_let_through_can_be_drawn_in_every_place() -> None:
    every = [chr(code) for code in range(0x20, 0x10000) if re.match(f"[{GLYPHS}]", chr(code))]
    text = " ".join(every)
    said = rendered(hand_made(text, text, text), text)
    assert "§" in said
    assert len(every) > 600


def test_escapes_in_findings_are_spelled_out() -> None:
    assert "A \\u001b[31mred\\u0007 b" in rendered(hand_made("a \x1b[31mred\x07 b", "t", "l"))


# --- many findings ---


def test_only_so_many_documents_have_pages_of_their_own_and_all_are_listed(catalog: Catalog) -> None:
    data = {f"{number:03}.yaml": SIX_RATES.encode() for number in range(102)}
    report = data_of(check(data.items(), DAY, catalog), context(data, catalog))
    assert len(report["documents"]) <= 60
    assert len(report["overview"]) == len(report["files"]["rows"]) == 102


def test_of_documents_that_say_very_much_those_with_most_in_their_way_have_pages_and_all_are_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pdf, "_WORDS", 10_000)
    said = "Said at great length. " * 150
    levels = {"a.yaml": "note", "b.yaml": "warning", "c.yaml": "note", "d.yaml": "error", "e.yaml": "error"}
    texts = dict.fromkeys(levels, b"title: x")
    findings = [
        Finding(
            FindingContent("x.y", "fail", level, said, "t", "Law", "statute", "text"), (Place(path, Span(1, 1, 1, 5)),)
        )
        for path, level in levels.items()
    ]
    run = Findings(DAY, "v", [Checked(path, "0" * 64, "game", path) for path in levels], findings)
    report = data_of(run, context(texts, Catalog()))
    told = [entry["title"] for entry in report["documents"]]
    assert told == ["d.yaml", "e.yaml", "b.yaml"][: len(told)]
    assert 1 <= len(told) < 5
    assert len(report["overview"]) == 5


def test_document_numbers_are_listed_as_people_do() -> None:
    assert runs([7, 1, 2, 3, 3]) == "1-3, 7"
    assert runs(range(1, 400, 2)).endswith("119, and 140 more")


def test_what_several_documents_meet_stands_in_one_row(catalog: Catalog) -> None:
    data = {f"{name}.yaml": SIX_RATES.encode() for name in "abc"}
    asked = context(data, catalog)._replace(annex="full")
    report = data_of(check(data.items(), DAY, catalog), asked)
    rows = {title: (of, words) for title, _, _, of, words in report["met"]}
    title = "No fee is stated as a share of wagers or winnings"
    assert rows[title] == ("1-3", "All fees of 1 option are flat amounts.")


def test_a_document_that_cannot_be_read_is_reported(root: Path, catalog: Catalog) -> None:
    said = words(read(print_documents({"bad.yaml": "document: [", "six.yaml": SIX_RATES}, catalog)))
    assert "Not tested." in said
    assert "Could not be tested" in said
    assert "could not be read" in said


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
    assert "The file cannot be read: No such file or directory" in words(PdfReader(report))
