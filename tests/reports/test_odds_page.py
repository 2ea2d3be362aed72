"""The page on odds: the figures of a game, and the same drawings in HTML and PDF."""

import xml.etree.ElementTree as ElementTree
from typing import Any

import yaml

from compliance.documents.loader import LoadedDocument, load_document
from compliance.law.cases import base_document, changed
from compliance.reports.odds_page import html_section, odds_pages, pdf_entries
from tests.conftest import ROOT


def game(changes: dict[str, Any]) -> LoadedDocument:
    return load_document("threes.yaml", changed(base_document("integrity-odds"), changes).encode())


def test_edges_by_decks_are_told_exactly_and_drawn_alike_in_both_reports() -> None:
    documents = [game({"deck / decks": "1-3", "claims": []})]
    html, pdf = "".join(html_section(documents)), pdf_entries(documents)
    (told,) = pdf["games"]
    assert told["rows"][0] == ["Threes", "-", "1", "7.2760%", "92.7240%", "25.6109%"]
    (chart,) = told["charts"]
    assert chart["drawing"] in html
    drawing = ElementTree.fromstring(chart["drawing"])
    (line,) = drawing.iter("{http://www.w3.org/2000/svg}polyline")
    assert len(line.attrib["points"].split()) == 3
    assert "1 decks: 7.28%" in drawing.attrib["aria-label"]
    assert "Line is not counted: the player may fold." in told["remarks"]


def test_envy_is_drawn_over_other_players() -> None:
    path = ROOT / "rulesets" / "california" / "napa-valley" / "fortune-pai-gow-poker.yaml"
    ((page,), left) = odds_pages([load_document(path.name, path.read_bytes())])
    assert [title for title, _, _ in page.charts] == ["Fortune Bonus Bet: house edge by other players"]
    assert left == 0


def test_a_name_from_a_document_is_only_text() -> None:
    document = yaml.safe_load(base_document("integrity-odds"))
    document["title"] = "<script>alert(1)</script>"
    page = "".join(html_section([load_document("a.yaml", yaml.safe_dump(document).encode())]))
    assert "<script>" not in page


def test_documents_without_odds_have_no_page() -> None:
    without = changed(base_document("integrity-odds"), {}, ["odds", "claims"])
    assert "".join(html_section([load_document("a.yaml", without.encode())])) == ""
    assert pdf_entries([])["games"] == []
