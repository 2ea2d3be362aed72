"""PDFs as papers: their lines, what is said of those that cannot be read, and the text that is kept of them."""

from __future__ import annotations

import io
import os
import re
import struct
import subprocess
import sys
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from pypdfium2 import raw

from compliance.commands.papers import PaperFiles, read_paper
from compliance.documents.loader import LoadedDocument, load_document
from compliance.documents.paper_comparison import PaperComparison
from compliance.documents.paper_text import PaperText, UnreadablePaper, format_kept_text, parse_paper_text
from compliance.paper.attachment import attach_paper, read_paper_text
from compliance.paper.page_strips import draw_strips
from compliance.paper.pdf import draw_parts, read_pdf
from compliance.paper.realignment import move_citations
from compliance.source.routes import show_route
from tests.conftest import Ran
from tests.paper.pdfs import HOSTILE, PLAIN, set_pdf, write_pdf

TABLE = r"""
#set page(width: 8.5in, height: 11in)
= Harbor Club Collection Rates
Collection fees are taken before play.
#table(columns: 5, table.header([Option], [Wager amount], [Player fee], [Total table action], [Player-dealer fee]),
  table.cell(rowspan: 2)[1], table.cell(rowspan: 2)[\$1-\$50], table.cell(rowspan: 2)[\$0.50],
  [\$1-\$100], [\$1], [\$101+], [\$3])
#pagebreak()
The maximum table limit is \$5,000.
"""
DOCUMENT = """\
document: schedule
title: Harbor Club Collection Rates
id: harbor-rates
jurisdiction: california
establishment: Harbor Club
options:
  - option: 1
    source: p1:4-5
    collections:
      - {payer: player, by: wager-amount, bands: {$1-$50: $0.50}}
      - {payer: player-dealer, by: total-table-action, per: hand, bands: {$1-$100: $1, $101+: $3}}
table-limits: {maximum: "$5,000", source: p2:1}
reading:
  source: {file: harbor.pdf, lines: p1:1-p2:1}
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    cli = Path(__file__).resolve().parents[2] / "cli.py"
    command = [sys.executable, str(cli), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


class Shelf:
    """Papers by their names, and the bytes of files."""

    def __init__(self, papers: dict[str, PaperText], files: dict[str, bytes] | None = None) -> None:
        self.papers = papers
        self.files = files or {}

    def fetch(self, name: str) -> PaperText | None:
        return self.papers.get(name)

    def read(self, name: str) -> bytes:
        return self.files.get(name, b"")


def compare(document: str, shelf: Shelf) -> PaperComparison:
    loaded = attach_paper(load_document("harbor.yaml", document.encode()), shelf)
    assert loaded.document is not None
    assert loaded.document.paper is not None
    return loaded.document.paper


def test_rows_of_a_table_are_lines_with_columns() -> None:
    paper = read_paper_text("harbor.pdf", set_pdf(TABLE))
    assert [f"{place}  {line}" for place, line in paper.list_lines()] == [
        "p1:1  Harbor Club Collection Rates",
        "p1:2  Collection fees are taken before play.",
        "p1:3  Option  Wager amount  Player fee  Total table action  Player-dealer fee",
        "p1:4  1  $1-$50  $0.50  $1-$100  $1",
        "p1:5  $101+  $3",
        "p2:1  The maximum table limit is $5,000.",
    ]


def test_a_document_is_compared_with_a_pdf() -> None:
    shelf = Shelf({"harbor.pdf": read_paper_text("harbor.pdf", set_pdf(TABLE))})
    found = compare(DOCUMENT, shelf)
    assert (found.figures, found.bound, found.differences) == (8, 8, ())
    wrong = compare(DOCUMENT.replace("$101+: $3", "$101+: $4"), shelf)
    assert [(one.kind, show_route(one.route)) for one in wrong.differences] == [
        ("figure", "options / 1 / collections / 2 / bands / $101+")
    ]


def test_two_columns_of_running_text_are_read_one_after_the_other() -> None:
    words = [f"word{number}" for number in range(120)]
    made = set_pdf(f"#set page(width: 6in, height: 5in)\n= Harbor Draw\n#columns(2)[{' '.join(words)}]")
    straight = [line.text for line in read_pdf("harbor.pdf", made).pages[0].lines]
    double = read_pdf("harbor.pdf", made, [1])
    assert " ".join(straight[1:]).replace("  ", " ").split() != words
    assert " ".join(line.text for line in double.pages[0].lines[1:]).split() == words
    assert double.reader.endswith("two columns on page 1")


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_a_page_on_its_side_is_read_upright(angle: int) -> None:
    lines = r"Harbor Draw \ Full House #h(2cm) 5 to 1 \ The fee is \$4."
    for made in (
        set_pdf(f"#rotate({angle}deg, reflow: true)[{lines}]"),
        write_pdf([PLAIN], page=b"/Rotate %d" % angle),
    ):
        read = [line.text.replace("  ", " ") for line in read_pdf("harbor.pdf", made).pages[0].lines]
        assert read == ["Harbor Draw", "Full House 5 to 1", "The fee is $4."]
        assert draw_parts("harbor.pdf", made, [(1, None)])[0].startswith(b"\x89PNG")


@pytest.mark.parametrize("title", HOSTILE)
def test_hostile_papers_are_read_or_refused_in_words(title: str) -> None:
    make, said = HOSTILE[title]
    try:
        paper = read_paper_text("harbor.pdf", make())
        answer = "\n".join((*paper.lines, paper.warning))
    except UnreadablePaper as problem:
        answer = str(problem)
        assert answer.startswith("harbor.pdf")
        assert answer.endswith(".")
    assert said in answer


def test_what_is_kept_of_a_pdf_is_read_back() -> None:
    paper = read_paper_text("harbor.pdf", set_pdf(TABLE))
    assert paper.kept_from is not None
    again = parse_paper_text("harbor.pdf.txt", "", format_kept_text(paper.kept_from, paper.pages))
    assert (again.pages, again.kept_from) == (paper.pages, paper.kept_from)


def test_lines_are_printed_and_kept(tmp_path: Path) -> None:
    (tmp_path / "harbor.pdf").write_bytes(set_pdf(TABLE))
    assert run(tmp_path, "lines", "harbor.pdf").stdout.splitlines()[3] == "p1:4  1  $1-$50  $0.50  $1-$100  $1"
    kept = run(tmp_path, "lines", "harbor.pdf", "--keep")
    assert "harbor.pdf.txt: 6 lines of 2 pages." in kept.stderr
    assert "lines: p1:1-p2:1" in kept.stderr
    (tmp_path / "harbor.pdf.txt").write_text("mine\n")
    refused = run(tmp_path, "lines", "harbor.pdf", "--keep")
    assert (refused.returncode, (tmp_path / "harbor.pdf.txt").read_text()) == (4, "mine\n")


def test_a_kept_text_is_held_against_the_digest_of_its_file() -> None:
    data = set_pdf(TABLE)
    paper = read_paper_text("harbor.pdf", data)
    assert paper.kept_from is not None
    kept = parse_paper_text("harbor.pdf.txt", "", format_kept_text(paper.kept_from, paper.pages))
    document = DOCUMENT.replace("harbor.pdf,", f"harbor.pdf, text: harbor.pdf.txt, sha256: '{paper.sha256[:12]}',")
    same = compare(document, Shelf({"harbor.pdf.txt": kept}, {"harbor.pdf": data}))
    assert (same.bound, same.differences) == (8, ())
    other = compare(document, Shelf({"harbor.pdf.txt": kept}, {"harbor.pdf": set_pdf("Another paper.")}))
    assert [(one.kind, show_route(one.route)) for one in other.differences] == [("changed", "reading / source / text")]
    mistaken = compare(document.replace(paper.sha256[:12], "0123456789ab"), Shelf({"harbor.pdf.txt": kept}))
    assert [show_route(one.route) for one in mistaken.differences] == ["reading / source / sha256"]


def test_reports_show_a_quoted_place_as_it_is_printed(tmp_path: Path) -> None:
    """In HTML and PDF, with the quoted line as the text of the picture, and the same bytes each time."""
    (tmp_path / "harbor.pdf").write_bytes(set_pdf(TABLE))
    assert run(tmp_path, "lines", "harbor.pdf", "--keep").returncode == 0
    document = DOCUMENT.replace("harbor.pdf,", "harbor.pdf, text: harbor.pdf.txt,").replace("$101+: $3", "$101+: $4")
    (tmp_path / "harbor.yaml").write_text(document)
    assert run(tmp_path, "check", ".", "--report", "html=a.html", "--report", "pdf=a.pdf").returncode == 1
    page, printed = (tmp_path / "a.html").read_text(), (tmp_path / "a.pdf").read_bytes()
    strips = re.findall(r'<img class="strip" src="data:image/png;base64,([^"]+)" alt="([^"]+)">', page)
    assert {words for _, words in strips} == {
        "1 $1-$50 $0.50 $1-$100 $1 $101+ $3",
        "The maximum table limit is $5,000.",
    }
    width, height = struct.unpack(">II", b64decode(strips[0][0])[16:24])
    assert 400 < width < 900
    assert 20 < height < 90
    assert _count_images(printed) == len(strips)
    run(tmp_path, "check", ".", "--report", "html=b.html", "--report", "pdf=b.pdf")
    assert ((tmp_path / "b.html").read_text(), (tmp_path / "b.pdf").read_bytes()) == (page, printed)


def _count_images(pdf: bytes) -> int:
    images = (raw.FPDF_PAGEOBJ_IMAGE,)
    return sum(len(list(page.get_objects(filter=images, max_depth=9))) for page in pypdfium2.PdfDocument(pdf))


def test_a_paper_that_changes_while_it_is_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "harbor.txt"
    path.write_text("The fee is $4.\n" * 1000)

    class CutFile(io.BufferedReader):
        """A file that is truncated by somebody else before it is read."""

        def read(self, size: int | None = -1) -> bytes:
            os.truncate(path, 100)
            return super().read(size)

    monkeypatch.setattr(os, "fdopen", lambda opened, mode: CutFile(io.FileIO(opened)))
    with pytest.raises(UnreadablePaper, match="changed while it was read; try again when it is whole"):
        read_paper(str(path), "harbor.txt")


def test_a_paper_replaced_between_two_reads_is_not_quoted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pitboss: Callable[..., Ran]
) -> None:
    """The findings are of the paper as it was compared; a report that would quote another text says so instead."""
    write_paper = (tmp_path / "harbor.txt").write_text
    write_paper("Harbor Club\nThe fee is $3.\n")
    document = DOCUMENT.replace("harbor.pdf", "harbor.txt").replace("p1:4-5", "2").replace("p2:1}", "2}")
    (tmp_path / "harbor.yaml").write_text(document.replace("p1:1-2", "1-2"))
    monkeypatch.chdir(tmp_path)
    attach = PaperFiles.attach

    def attach_and_replace(papers: PaperFiles, loaded: LoadedDocument) -> LoadedDocument:
        found = attach(papers, loaded)
        write_paper("Harbor Club\nThe charge is $9.\n")
        return found

    monkeypatch.setattr(PaperFiles, "attach", attach_and_replace)
    ran = pitboss("check", "harbor.yaml", "--as-of", "2024-07-01", "--full")
    assert ran.code == 4
    assert "harbor.txt changed while it was being checked; nothing of it is quoted. Check it again." in ran.err
    assert "is not printed on line 2 of harbor.txt" in " ".join(ran.out.split())
    assert "The charge is" not in ran.out


def test_no_place_is_shown_of_a_pdf_that_prints_something_else(tmp_path: Path) -> None:
    data = set_pdf(TABLE)
    text = read_paper_text("harbor.pdf", data)
    assert list(draw_strips("harbor.pdf", data, text, ["p1:4", "p1:9", "p2:1", "7"])) == ["p1:4", "p2:1"]
    other = set_pdf(TABLE.replace("50", "60"))
    assert list(draw_strips("harbor.pdf", other, text, ["p1:4", "p2:1"])) == ["p2:1"]


def test_pages_that_are_pictures_are_named() -> None:
    shelf = Shelf({"harbor.pdf": read_paper_text("harbor.pdf", write_pdf([PLAIN, b"", b"", PLAIN, b""]))})
    document = DOCUMENT.replace("p1:4-5", "p1:2").replace("p1:1-p2:1", "p1:1-p4:3")
    unread = [one.message for one in compare(document, shelf).differences if one.kind == "unread"]
    assert len(unread) == 1
    assert unread[0].startswith("harbor.pdf, pages 2-3, 5, are pictures: their words cannot be read.")


def test_citations_move_with_their_lines(tmp_path: Path) -> None:
    """A text that another program made has a line for each cell, and no pages."""
    (tmp_path / "harbor.pdf").write_bytes(set_pdf(TABLE))
    cells = ["Harbor Club Collection Rates", "", "Collection fees are taken before play.", "Option", "Wager amount"]
    cells += ["Player fee", "Total table action", "Player-dealer fee", "1", "$1-$50", "$0.50", "$1-$100", "$1"]
    cells += ["$101+", "$3", "", "The maximum table limit is $5,000."]
    (tmp_path / "harbor.txt").write_text("\n".join(cells) + "\n")
    old = DOCUMENT.replace("harbor.pdf", "harbor.txt").replace("p1:4-5", "9-15").replace("p2:1}", "17}")
    (tmp_path / "harbor.yaml").write_text(old.replace("p1:1-17", "1-17"))
    moved = run(tmp_path, "lines", "harbor.pdf", "--again", "harbor.yaml")
    assert "3 citations: 3 moved, 0 unchanged, 0 not found again" in moved.stderr
    text = (tmp_path / "harbor.yaml").read_text()
    assert "source: p1:4-5\n" in text
    assert "source: p2:1}" in text
    assert "{file: harbor.pdf, text: harbor.pdf.txt, sha256: '" in text
    checked = run(tmp_path, "check", "harbor.yaml")
    assert "Figures compared with harbor.pdf.txt: 8 of 8" in checked.stdout + checked.stderr


def test_a_line_that_is_gone_is_left_and_told() -> None:
    old = parse_paper_text("old.txt", "", "Harbor Draw\nFull House 5 to 1\nThe fee is four dollars\nJokers are wild\n")
    new = parse_paper_text("new.txt", "", "Harbor Draw\n\nFull House\n5 to 1\nJokers are wild\n")
    tree = {"a": {"source": "2"}, "b": {"source": "3"}, "c": {"source": "1, 4"}, "statements": {"d": "2-4"}}
    assert [(one.before, one.after) for one in move_citations(tree, old, new)] == [
        ("2", "3-4"),
        ("3", None),
        ("1, 4", "1, 5"),
        ("2-4", "3-5"),
    ]


def test_nothing_of_papers_is_loaded_where_none_is_at_hand(tmp_path: Path) -> None:
    (tmp_path / "harbor.yaml").write_text(DOCUMENT)
    script = (
        "import sys\nfrom compliance.commands.app import run_command\nrun_command(['check', 'harbor.yaml'])\n"
        "sys.exit(any(name.startswith('compliance.paper') for name in sys.modules))"
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env={"PYTHONPATH": str(root)}, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
