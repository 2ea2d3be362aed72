"""The table card: what it says, when it is refused, and what a draft looks like."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.conftest import Ran

Pitboss = Callable[..., Ran]

NAPA = "rulesets/california/napa-valley"
DAY = ("--as-of", "2024-07-01")


@pytest.fixture
def tiles(root: Path) -> Path:
    return root / NAPA / "pai-gow-tiles-schedule.yaml"


@pytest.fixture
def terms(root: Path) -> Path:
    return root / NAPA / "california-games-terms-tiles.yaml"


def pdf_words(path: Path) -> str:
    reader = PdfReader(io.BytesIO(path.read_bytes()))
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in reader.pages))


def html_words(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text.split("</style>")[1]))


def test_an_option_that_fails_is_refused_with_the_reason(pitboss: Pitboss, tiles: Path, terms: Path) -> None:
    ran = pitboss("notice", tiles, "--option", "1", "--with", terms, *DAY)
    assert (ran.code, ran.out) == (1, "")
    assert "option 1 is not printed." in ran.err
    assert "Player, fee by amount of the wager: for $1,001 to $1,004 no fee is set (steps not stated)." in ran.err
    assert "In option 2" not in ran.err
    assert "--draft" in ran.err


def test_a_draft_says_so_on_its_face_and_shows_the_gap(
    pitboss: Pitboss, tiles: Path, terms: Path, tmp_path: Path
) -> None:
    card = tmp_path / "card.pdf"
    ran = pitboss("notice", tiles, "--option", "1", "--with", terms, "--draft", "--output", card, *DAY)
    assert ran.code == 0
    said = pdf_words(card)
    assert "DRAFT" in said
    assert "Not for use at a table." in said
    assert "$1,001 to $1,004 no fee is set (steps not stated)" in said


SCHEDULE = """\
document: schedule
title: Harbor rates
id: harbor-rates
jurisdiction: california
establishment: Harbor Club
games:
  - {game: harbor-nines, printed: Harbor Nines, approval: GEGA-009999}
  - {game: harbor-tens, printed: Harbor Tens}
unit: $1
table-limits: {minimum: $5, maximum: $200}
terms: {fees-determined: before play, fees-collected: before play}
options:
  - option: 1
    collections:
      - payer: player
        fee: waived
        waived-when: there is no flop
      - payer: player-dealer
        per: hand
        by: total-table-action
        counts: base wagers
        bands:
          $5-$100: $1
          $101-$500: $2
          $501+: $3
  - option: 2
    not-for-play: yes
    collections:
      - {payer: pot, fee: $4, when: after the flop}
"""


@pytest.fixture
def harbor(tmp_path: Path) -> Path:
    path = tmp_path / "harbor.yaml"
    path.write_text(SCHEDULE, "utf-8")
    return path


@pytest.mark.parametrize("format", ["pdf", "html"])
def test_the_card_says_game_limits_who_pays_what_when_and_what_is_free(
    pitboss: Pitboss, harbor: Path, tmp_path: Path, format: str
) -> None:
    card = tmp_path / "card"
    ran = pitboss("notice", harbor, "--option", "1", "--draft", "--format", format, "--output", card, *DAY)
    assert ran.code == 0
    said = pdf_words(card) if format == "pdf" else html_words(card.read_text("utf-8"))
    for words in (
        "Harbor Nines, Harbor Tens",
        "Collection fees, option 1",
        "Table minimum: $5",
        "Table maximum: $200",
        "Each player no charge",
        "Waived: there is no flop.",
        "The player-dealer per hand, counting base wagers Total table action Fee",
        "$5 to $100 $1",
        "$101 to $500 $2",
        "$501 and above $3",
        "Fees are determined before play. Fees are collected before play.",
        "Approval of the games GEGA-009999.",
        "Law as of 2024-07-01.",
    ):
        assert words in said
    assert "HARBOR CLUB" in said.upper()


def test_one_game_alone_can_be_named(pitboss: Pitboss, harbor: Path) -> None:
    said = pitboss("notice", harbor, "--option", "1", "--draft", "--format", "html", "--game", "harbor-tens", *DAY).out
    assert "<h1>Harbor Tens</h1>" in said
    assert "GEGA-009999" not in said


def test_bands_that_do_not_follow_each_other_make_no_card(pitboss: Pitboss, harbor: Path) -> None:
    harbor.write_text(SCHEDULE.replace("$101-$500: $2", "$105-$500: $2"), "utf-8")
    ran = pitboss("notice", harbor, "--option", "1", *DAY)
    assert (ran.code, ran.out) == (1, "")
    assert "california.bands-contiguous" in ran.err
    assert re.search(r"total table action.*\$101 to \$104 gap, no fee is set", ran.err)


def test_an_option_that_is_not_for_play_is_refused(pitboss: Pitboss, harbor: Path) -> None:
    ran = pitboss("notice", harbor, "--option", "2", "--fail-on", "error", *DAY)
    assert (ran.code, ran.out) == (1, "")
    assert "not printed" in ran.err


def test_general_terms_named_beside_it_speak_on_the_card(pitboss: Pitboss, tiles: Path, terms: Path) -> None:
    options = ("--option", "1", "--draft", "--format", "html", *DAY)
    assert "Fees are determined before play." not in pitboss("notice", tiles, *options).out
    said = pitboss("notice", tiles, "--with", terms, *options).out
    assert "Fees are determined before play." in said
    assert "Only this option is in use at this table." in said


def test_the_card_fits_one_sheet_with_its_chart_on_the_back_at_most(
    pitboss: Pitboss, root: Path, tmp_path: Path
) -> None:
    for name, option in (("california-games-schedule", "3"), ("pai-gow-tiles-schedule", "10")):
        card = tmp_path / f"{name}.pdf"
        pitboss("notice", root / NAPA / f"{name}.yaml", "--option", option, "--draft", "--output", card, *DAY)
        reader = PdfReader(io.BytesIO(card.read_bytes()))
        assert len(reader.pages) <= 2
        assert "$801" in reader.pages[0].extract_text() or "$10,001" in reader.pages[0].extract_text()


@pytest.mark.parametrize("format", ["pdf", "html"])
def test_the_same_card_is_the_same_bytes(pitboss: Pitboss, harbor: Path, tmp_path: Path, format: str) -> None:
    cards = [tmp_path / "1", tmp_path / "2"]
    for card in cards:
        pitboss("notice", harbor, "--option", "1", "--draft", "--format", format, "--output", card, *DAY)
    assert cards[0].read_bytes() == cards[1].read_bytes()


def test_a_hostile_schedule_stays_text_on_the_card(pitboss: Pitboss, harbor: Path, tmp_path: Path) -> None:
    evil = '</title><script>alert(1)</script> #import "x": * ::error::boom'
    text = SCHEDULE.replace("Harbor Nines", f"'{evil}'")
    text = text.replace("        per: hand\n", f"        per: hand\n        when: '{evil}'\n", 1)
    harbor.write_text(text.replace("Harbor Club", "Ω" * 10_000), "utf-8")
    options = ("notice", harbor, "--option", "1", "--draft", *DAY)
    html = pitboss(*options, "--format", "html").out
    assert "<script" not in html
    assert "Ω" * 10_000 in html
    assert not any(line.startswith("::") for line in html.splitlines())
    card = tmp_path / "card.pdf"
    assert pitboss(*options, "--output", card).code == 0
    assert f"When: {evil}." in pdf_words(card)


def test_the_html_card_asks_for_nothing_from_elsewhere(pitboss: Pitboss, harbor: Path) -> None:
    html = pitboss("notice", harbor, "--option", "1", "--draft", "--format", "html", *DAY).out
    assert re.findall(r'(?:src|href)=|@import|url\(|https?://(?!www\.w3\.org/2000/svg")', html) == []


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["--option", "9"], 2, "there is no option 9. The schedule has: 1, 2."),
        ([], 2, "say which option. The schedule has: 1, 2."),
        (["--option", "1", "--game", "harbor-elevens"], 2, "the schedule covers harbor-nines, harbor-tens."),
        (["--option", "1", "--with", "nowhere.yaml"], 2, "nowhere.yaml: there is no such file or folder."),
        (["--option", "1", "--paper", "a5"], 2, "a5"),
    ],
)
def test_wrong_usage_is_told(pitboss: Pitboss, harbor: Path, arguments: list[str], code: int, told: str) -> None:
    ran = pitboss("notice", harbor, *arguments)
    assert ran.code == code
    assert told in ran.err


def test_only_a_readable_schedule_has_a_card(pitboss: Pitboss, tmp_path: Path, game_text: str) -> None:
    path = tmp_path / "g.yaml"
    path.write_text(game_text, "utf-8")
    assert "a card needs a schedule" in pitboss("notice", path).err
    path.write_bytes(b"\xff\xfe")
    ran = pitboss("notice", path)
    assert ran.code == 4
    assert "has no card" in ran.err
    assert pitboss("notice", tmp_path).err == f"pitboss: {tmp_path} is a folder; name one schedule.\n"


def test_a_card_tells_what_is_dropped_for_a_jackpot_and_who_pays(tmp_path: Path, pitboss: Callable[..., Ran]) -> None:
    schedule = tmp_path / "s.yaml"
    schedule.write_text(
        "document: schedule\ntitle: S\njurisdiction: california\n"
        "games: [{game: a, printed: Hold'em}, {game: b, printed: Omaha}]\n"
        "shared: {per: hand, collections: [{payer: button, jackpot-drop: $1}]}\n"
        "rates: {four: {payer: pot, fee: $4}}\n"
        "options:\n  - {option: 1, for: a, stakes: $4/$8, collections: [four]}\n",
        "utf-8",
    )
    ran = pitboss("notice", str(schedule), "--format", "html", "--draft")
    told = re.sub(r"\s+", " ", re.sub(r"<svg.*?</svg>|<[^>]*>", " ", ran.out, flags=re.S))
    assert "The player on the button per hand, for the jackpot $1 From the pot per hand $4" in told
    assert "Stakes: $4/$8" in told
    assert "Omaha" not in told
