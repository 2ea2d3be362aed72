"""Documents drafted from papers: what is right, what is marked as unsure, and that nothing wrong stands unmarked."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from compliance.documents.loader import load_document
from compliance.documents.paper_text import PaperText, UnreadablePaper, parse_paper_text
from compliance.paper.drafting import DraftFrame, PaperDraft, draft_paper
from compliance.paper.pdf import Pdf, read_pdf
from compliance.paper.pdf_process import answer_pdf_request
from tests.paper.drafts import cells_of, count
from tests.paper.pdfs import set_pdf
from tests.paper.sheets import STYLES, Sheet, add_noise, make_sheet

# What a style can prove of itself from a PDF, in percent.
LEAST = {"broken": 25}


def draft(text: str, kind: str = "schedule", **columns: tuple[str, ...]) -> PaperDraft:
    said = {int(name.removeprefix("table_")): meanings for name, meanings in columns.items()}
    frame = DraftFrame(kind, jurisdiction="california", bank="player-dealer", columns=said)
    return draft_paper(parse_paper_text("harbor.txt", "", text), None, frame)


def tree_of(made: PaperDraft) -> Any:
    return load_document("harbor.yaml", made.text.encode()).source.tree


@cache
def read_sheet(style: str, seed: int) -> tuple[Sheet, Pdf]:
    """A sheet and its PDF, which is read in this process: a process for each is what test_pdf.py is about."""
    sheet = make_sheet(style, seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("compliance.paper.pdf._ask", lambda request, _, data: answer_pdf_request(request, data))
        return sheet, read_pdf("harbor.pdf", set_pdf(sheet.source))


@pytest.mark.parametrize("style", STYLES)
def test_tables_of_a_pdf_are_drafted(style: str) -> None:
    for seed in (0, 1):
        sheet, pdf = read_sheet(style, seed)
        made = draft_paper(pdf.text, pdf, DraftFrame("schedule", jurisdiction="california"))
        counts = count(sheet.cells, cells_of(made.text))
        assert counts["wrong, not marked"] == 0
        assert 100 * counts["right"] >= LEAST.get(style, 95) * len(sheet.cells)


@pytest.mark.parametrize("style", STYLES)
def test_the_same_tables_without_boxes_have_nothing_wrong_that_is_not_marked(style: str) -> None:
    for seed in (0, 1, 2):
        sheet, pdf = read_sheet(style, seed)
        lines = tuple(" ".join(line.split()) for page in pdf.text.pages for line in page)
        chance = random.Random(seed)
        for read in (lines, *(add_noise(lines, chance) for _ in range(3))):
            made = draft_paper(PaperText("harbor.txt", "", (read,), None), None, DraftFrame("schedule"))
            assert count(sheet.cells, cells_of(made.text))["wrong, not marked"] == 0, read


SPANNED = """\
Harbor Club Collection Rates

Option Wager Amount Player Collection Fee Total Table Action Player-Dealer Collection Fee
$1-$50 $0.50
1 $1-$50 $0.50 $51-$100 $1
$101+ $2
2 $1-Unlimited $0 $1-$100 $1
$101+ $2
"""


def test_an_option_whose_number_stands_in_its_middle_is_read() -> None:
    options = tree_of(draft(SPANNED))["options"]
    assert [dict(one["bands"]) for one in options[0]["collections"]] == [
        {"$1-$50": "$0.50"},
        {"$1-$50": "$0.50", "$51-$100": "$1", "$101+": "$2"},
    ]
    assert [one["payer"] for one in options[0]["collections"]] == ["player", "player-dealer"]
    assert options[0]["source"] == "4-6"
    assert dict(options[1]["collections"][0]["bands"]) == {"$1+": "$0"}


def test_an_option_with_a_gap_is_unclear_with_what_is_printed() -> None:
    made = draft(SPANNED.replace("$51-$100 $1\n", "$61-$100 $1\n"))
    first, second = tree_of(made)["options"]
    assert "unclear" in str(first)
    assert "1 $1-$50 $0.50 $61-$100 $1" in made.text
    assert "$0.50" not in str(first)
    assert second["option"] == "2"


ROUND = """\
Harbor Club Poker

Option Table Limit Number of Players Round Fee Modified Fee
1 $1-$500 7 or more $4.00 $1.00
2 $1-$500 5 to 6 $3.00 $1.00
3 $1-$500 4 or less $2.00
"""


def test_what_a_head_does_not_say_is_asked_once() -> None:
    made = draft(ROUND)
    assert [(one.table, one.lines) for one in made.questions] == [(1, "4-6")]
    assert "payer: unclear  # pot?" in made.text
    said = tree_of(draft(ROUND, table_1=("table-limit", "players", "pot", "without-flop")))
    first, _, third = said["options"]
    fee = first["collections"][0]
    assert (fee["payer"], fee["fee"], fee["without-flop"]) == ("pot", "$4", "$1")
    assert first["players"] == "7+"
    assert third["collections"][0]["fee"] == "unclear"


PAYS = """\
Harbor Draw

BONUS BET PAY TABLE

Hand Pays Envy
7 Card Straight Flush (No Joker) 8,000 to 1 $5,000
Royal Flush 150 to 1 $50
Straight Flush 50-1 $20
Full House 5 to 1
Flush 4 to 1
"""


def test_pay_tables_are_drafted_with_their_envy() -> None:
    tree = tree_of(draft(PAYS, "game"))
    pays = {key: value for key, value in tree["wagers"]["wager-1"]["pays"].items() if key != "source"}
    assert pays == {
        "7-card-straight-flush-no-joker": "8,000 to 1",
        "royal-flush": "150 to 1",
        "straight-flush": "50 to 1",
        "full-house": "5 to 1",
        "flush": "4 to 1",
    }
    assert dict(tree["envy"]["pays"]) == {
        "7-card-straight-flush-no-joker": "$5,000",
        "royal-flush": "$50",
        "straight-flush": "$20",
        "source": "6-10",
    }


def test_numbers_without_odds_are_unclear() -> None:
    made = draft("Harbor Draw\n\nHand Pays\nRoyal Flush 100 $50\nStraight Flush 50 $20\nFlush 4 $5\n", "game")
    assert "royal-flush: unclear" in made.text


def test_names_with_approvals_are_drafted() -> None:
    text = "Harbor Club\nTexas Hold'em (GEGA-000641), Omaha (GEGA-000642), Omaha High/Low (GEGA-\n000643):\n" + ROUND
    games = [(one["printed"], one["approval"], one["source"]) for one in tree_of(draft(text))["games"]]
    assert games == [
        ("Texas Hold'em", "GEGA-000641", "2"),
        ("Omaha", "GEGA-000642", "2"),
        ("Omaha High/Low", "GEGA-000643", "2-3"),
    ]


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    cli = Path(__file__).resolve().parents[2] / "cli.py"
    command = [sys.executable, str(cli), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


def test_the_command_writes_a_draft_that_check_reads(tmp_path: Path) -> None:
    (tmp_path / "harbor.pdf").write_bytes(set_pdf(make_sheet("spans", 0).source))
    made = run(tmp_path, "draft", "harbor.pdf", "--jurisdiction", "california", "-o", "harbor.yaml")
    assert made.returncode == 0
    assert "Drafted as schedule" in made.stderr
    again = run(tmp_path, "draft", "harbor.pdf", "--jurisdiction", "california", "-o", "harbor.yaml")
    assert (again.returncode, "nothing is overwritten" in again.stderr) == (2, True)
    checked = run(tmp_path, "check", "harbor.yaml")
    assert "not ready to submit" in checked.stdout
    assert "Figures compared with harbor.pdf: 21 of 21 are printed there" in checked.stdout
    printed = run(tmp_path, "draft", "harbor.pdf", "--jurisdiction", "california")
    assert printed.stdout == (tmp_path / "harbor.yaml").read_text()


def test_wrong_answers_and_unreadable_papers_are_told(tmp_path: Path) -> None:
    (tmp_path / "harbor.txt").write_text(ROUND)
    (tmp_path / "scan.pdf").write_bytes(b"%PDF-1.7\n")
    assert "`who` is no column" in run(tmp_path, "draft", "harbor.txt", "--table", "1=who").stderr
    refused = run(tmp_path, "draft", "scan.pdf")
    assert (refused.returncode, "is broken" in refused.stderr) == (4, True)


def test_tables_that_can_be_read_in_too_many_ways_are_unclear() -> None:
    rows = "".join(f"{number} $1-$50 $1 $1-$50 $1\n$51-$100 $1 $51-$100 $1\n" for number in range(1, 200))
    made = draft(SPANNED.split("\n")[2] + "\n" + rows)
    assert made.filled == 0
    assert "the table has too many figures to be read" in made.text


def test_a_paper_of_too_many_lines_is_refused() -> None:
    with pytest.raises(UnreadablePaper, match="more than 20,000 lines"):
        draft("5\n" * 20_001)


def test_limits_above_a_table_are_no_rows_and_what_follows_a_broken_option_is_unsure() -> None:
    rows = "$1-$100 $1\n1 $101-$300 $2\n$301+ $4\n$1-$100 $2\n2 $101-$300 $3\n$301+ $5\n"
    head = "Minimum Table Limit $5\nMaximum Table Limit $500\nOption Total Table Action Player-Dealer Fee\n"
    tree = tree_of(draft(head + rows))
    assert (tree["table-limits"]["minimum"], tree["table-limits"]["maximum"]) == ("$5", "$500")
    assert [list(one["collections"][0]["bands"]) for one in tree["options"]] == [["$1-$100", "$101-$300", "$301+"]] * 2
    first, second = tree_of(draft(head + rows.replace("1 $101-$300 $2", "1 $111-$300 $2")))["options"]
    assert "$" not in str(first["collections"])
    assert second["collections"][0]["bands"] == "unclear"


def test_two_columns_of_odds_without_names_are_unclear() -> None:
    rows = "Royal Flush 649,739 to 1 500 to 1\nStraight Flush 72,192 to 1 50 to 1\nFull House 693 to 1 5 to 1\n"
    made = draft("Harbor Draw\n\nHand Odds Pays\n" + rows, "game")
    assert made.filled == 0
    assert "royal-flush: unclear" in made.text
    named = tree_of(draft("Harbor Draw\n\nPay Tables\nHand A-1 A-2\nWinning Hand Pays Pays\n" + rows, "game"))
    assert named["wagers"]["wager-1"]["pays"]["a-2"]["full-house"] == "5 to 1"


def test_pay_tables_beside_one_another_are_two_and_what_is_mixed_is_unclear() -> None:
    rows = ["Royal Flush 150:1 Royal Flush 500:1", "Straight Flush 60:1 Straight Flush 150:1", "Flush 9:1 Flush 8:1"]
    head = "Harbor Draw\n\nHand Pays Hand Pays\n"
    wagers = tree_of(draft(head + "\n".join(rows) + "\n", "game"))["wagers"]
    tables = [{key: value for key, value in one["pays"].items() if key != "source"} for one in wagers.values()]
    assert tables == [
        {"royal-flush": "150 to 1", "straight-flush": "60 to 1", "flush": "9 to 1"},
        {"royal-flush": "500 to 1", "straight-flush": "150 to 1", "flush": "8 to 1"},
    ]
    mixed = draft(head + "\n".join([*rows, "Straight 4:1"]) + "\n", "game")
    assert mixed.filled == 0
    envied = tree_of(draft(head.replace("Hand Pays\n", "Hand Envy\n") + "\n".join(rows) + "\n", "game"))
    assert (envied["wagers"]["wager-1"]["pays"]["flush"], envied["envy"]["pays"]["flush"]) == ("9 to 1", "8 to 1")


@pytest.mark.parametrize("font", ["Libertinus Serif", "DejaVu Sans Mono", "New Computer Modern"])
def test_raised_digits_are_notes_and_not_part_of_a_figure(font: str) -> None:
    source = rf"""#set page(width: 8.5in)
#set text(font: "{font}", size: 8pt)
== Harbor Draw
#table(columns: 2, [Hand], [Pays], [Royal Flush], [200 to 1#super[1]], [Flush#super[2]], [9 to 1 #super[3]],
[Straight], [4 to 1], [Pair], [2 to 1#super[50]])
#super(typographic: false)[1] Once a round.
"""
    paper = read_pdf("harbor.pdf", set_pdf(source)).text
    assert [line for line in paper.lines if "Flush" in line or "Pair" in line] == [
        "Royal Flush  200 to 1¹",
        "Flush²  9 to 1 ³",
        "Pair  2 to 1⁵⁰",
    ]
    made = draft_paper(paper, None, DraftFrame("game"))
    assert "royal-flush: 200 to 1\n" in made.text
    assert "flush: 9 to 1\n" in made.text
    assert "pair: unclear  # p1:6" in made.text


def test_words_between_rows_are_joined_or_make_both_unclear() -> None:
    head = "Harbor Draw\n\nHand Pays\n"
    rows = "Seven Card Straight 8,000 to 1\n{}\nRoyal Flush 2,000 to 1\nFive Aces 400 to 1\n"
    joined = tree_of(draft(head + rows.format("flush without a joker"), "game"))["wagers"]["wager-1"]["pays"]
    assert joined["seven-card-straight-flush-without-a-joker"] == "8,000 to 1"
    doubtful = draft(head + rows.format("Flush without a Joker"), "game")
    assert "seven-card-straight: unclear" in doubtful.text
    assert "royal-flush: unclear" in doubtful.text
    assert "five-aces: 400 to 1" in doubtful.text


def test_several_pay_tables_of_one_head_and_odds_below_one_are_read() -> None:
    text = "Harbor Draw\n\nWinning Hand Pay Table A Pay Table B\nPair of 8's 9 to 1 0.95 to 1\nFlush 8 to 1 5 to 1\n"
    pays = tree_of(draft(text + "Straight 4 to 1 3 to 1\n", "game"))["wagers"]["wager-1"]["pays"]
    assert [pays["a"]["pair-of-8s"], pays["b"]["pair-of-8s"]] == ["9 to 1", "19 to 20"]
    assert pays["b"]["straight"] == "3 to 1"


def test_a_lost_sign_or_number_makes_its_options_unclear() -> None:
    """`$0` that lost its sign shifts fees from option to option until one is broken."""
    head = "Option Total Action on Table Player-Dealer Fee Player Fee\n"
    rows = "1 $1-$200 $0.50 0\n$201+ $5.50\n2 $1-$100 $1 $0\n$101+ $3\n3 $5-$300 $1 $0\n$301+\n"
    assert draft(head + rows).filled == 0
    grid = "Option Payer $1-$100 $101+\n1 Player $1 $2\nPlayer-Dealer $2 $3\nl Player $2 $4\nPlayer-Dealer $3 $5\n"
    assert draft(grid).filled == 0
    players = "Option Number of Players Pot Fee\n1 2-4 $1\n5-6 $2\n7 more $3\n"
    assert "$3" not in str(tree_of(draft(players))["options"])


def test_a_draft_of_a_pdf_cites_the_text_that_was_kept_of_it(tmp_path: Path) -> None:
    (tmp_path / "harbor.pdf").write_bytes(set_pdf(r"= Harbor Club \ Option 1 \ The maximum table limit is \$5,000."))
    assert run(tmp_path, "lines", "harbor.pdf", "--keep").stderr.startswith("harbor.pdf.txt: 3 lines of 1 page. Cite")
    made = run(tmp_path, "draft", "harbor.pdf", "--kind", "terms", "-o", "harbor.yaml")
    assert made.returncode == 0, made.stderr
    assert "file: harbor.pdf, text: harbor.pdf.txt, sha256: " in (tmp_path / "harbor.yaml").read_text()
    (tmp_path / "harbor.pdf.txt").write_text("of something else\n")
    printed = run(tmp_path, "draft", "harbor.pdf", "--kind", "terms")
    assert "file: harbor.pdf, sha256: " in printed.stdout


def test_a_paper_of_two_columns_is_recognized_and_drafted_from_its_kept_text(tmp_path: Path) -> None:
    table = "#table(columns: 2, [Total Table Action], [Player-Dealer Fee], [\\$1-\\$100], [\\$1], [\\$101+], [\\$3])"
    parts = (f"== Option {number}\n{table}\n#lorem(25)\n#v({number}pt)" for number in (1, 2, 3, 4))
    source = "#columns(2)[" + "\n#colbreak()\n".join("\n".join(part) for part in batched(parts)) + "]"
    (tmp_path / "harbor.pdf").write_bytes(set_pdf(source))
    assert "`pitboss lines harbor.pdf --keep --two-columns 1-1`" in run(tmp_path, "draft", "harbor.pdf").stderr
    run(tmp_path, "lines", "harbor.pdf", "--keep", "--two-columns", "1-1")
    made = run(tmp_path, "draft", "harbor.pdf.txt", "-o", "harbor.yaml")
    assert (tmp_path / "harbor.yaml").read_text().count("bands: {$1-$100: $1, $101+: $3}") == 4
    assert "seems to have two columns" not in made.stderr


def batched(parts: Iterable[str]) -> Iterator[tuple[str, str]]:
    rest = iter(parts)
    return zip(rest, rest, strict=True)
