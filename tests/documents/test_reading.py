"""Documents that are not whole: every mistake is told, in words, at its place."""

from __future__ import annotations

import pytest

from compliance.documents.loader import find_source_lines, load_document
from compliance.documents.openness import OpenFact
from compliance.documents.schedule import Schedule
from compliance.source import Span
from compliance.source.routes import parse_route, show_route


def problems_of(text: str) -> list[tuple[str, int, int, str, str]]:
    loaded = load_document("x.yaml", text.encode())
    assert loaded.document is None
    return [(p.code, p.span.line, p.span.column, p.message, p.help) for p in loaded.problems]


def test_a_misspelt_key_is_told_with_the_nearest_known_key() -> None:
    text = "document: game\ntitle: X\njurisdiction: california\nbank:\n  by: pot\n  rotatoin: {verb: rotates}\n"
    assert problems_of(text) == [
        (
            "unknown-key",
            6,
            3,
            "`rotatoin` is not a key that is known in `bank`.",
            "Did you mean `rotation`? How the bank moves from player to player.",
        )
    ]


def test_a_key_inside_a_wager_is_checked_too() -> None:
    text = "document: game\ntitle: X\njurisdiction: california\nbank: {by: pot}\nwagers:\n  line: {pay: 1 to 1}\n"
    [(code, line, column, _, help)] = problems_of(text)
    assert (code, line, column) == ("unknown-key", 6, 10)
    assert help.startswith("Did you mean `pays`? What it pays: one payout, a table of hands")


def test_a_wrong_choice_names_the_choices_and_the_nearest() -> None:
    text = "document: game\ntitle: X\njurisdiction: california\nbank: {by: player-deeler}\n"
    [(code, line, column, message, help)] = problems_of(text)
    assert (code, line, column) == ("bad-value", 4, 12)
    assert message == "At bank / by: `player-deeler` stands here; expected house, player-dealer or pot."
    assert help == "Did you mean `player-dealer`?"


def test_a_missing_key_is_told_at_its_group() -> None:
    text = "document: schedule\ntitle: X\njurisdiction: california\noptions:\n  - option: 1\n"
    [(code, line, _, message, _)] = problems_of(text)
    assert (code, line) == ("missing-key", 5)
    assert message == "`collections` is missing; `options / 1` must say it."


def test_all_mistakes_of_a_file_are_told_at_once(schedule_text: str) -> None:
    text = (
        schedule_text.replace("$1-$100: $1", "$1-$10O: $1")
        .replace("$501+: $4", "$501+: 4")
        .replace("unit: $1", "unti: $1")
    )
    assert [(code, line, column) for code, line, column, *_ in problems_of(text)] == [
        ("unknown-key", 6, 1),
        ("bad-value", 14, 11),
        ("bad-value", 21, 18),
    ]


def test_no_word_of_the_schema_language_reaches_the_operator() -> None:
    text = "document: game\ntitle: []\njurisdiction: texas\nbank: house\nwagers: {a: {pays: {x: [1]}}}\nround: yes\n"
    for _, _, _, message, help in problems_of(text):
        for word in ("pydantic", "union", "str_type", "Input should", "model", "dict_", "validation"):
            assert word not in message + help


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- a\n", "The file holds a list; a document is a group of `key: value` entries."),
        ("just words\n", "The file holds a single value; a document is a group of `key: value` entries."),
        ("title: X\n", "The file does not say what it is: `document` is missing."),
        (
            "documnt: game\n",
            "The file does not say what it is: `document` is missing. `documnt` stands here; was `document` meant?",
        ),
        ("document: gane\n", "`document` is `gane`; expected game, schedule or terms."),
    ],
)
def test_a_file_that_is_no_document_says_what_is_expected(text: str, message: str) -> None:
    [(_, _, _, told_message, _)] = problems_of(text)
    assert told_message == message


def test_yaml_1_1_traps_are_read_as_written() -> None:
    text = (
        "document: game\ntitle: no\nversion: 010\njurisdiction: california\n"
        "bank: {by: pot}\nwagers: {a: {pays: 200:1}}\n"
    )
    document = load_document("x.yaml", text.encode()).document
    assert document is not None
    assert document.document == "game"
    assert (document.title, document.version) == ("no", "010")
    assert document.wagers is not None
    wager = document.wagers.get("a")
    assert wager is not None
    assert str(wager.pays) == "200 to 1"


def test_unclear_is_no_value_and_is_remembered() -> None:
    text = "document: game\ntitle: X\njurisdiction: california\nbank: {by: pot, pays-up-to: unclear}\n"
    loaded = load_document("x.yaml", text.encode())
    assert loaded.document is not None
    assert loaded.open_facts == (OpenFact(("bank", "pays-up-to")),)


def test_rates_leave_out_what_is_waived(schedule_text: str) -> None:
    document = load_document("x.yaml", schedule_text.replace("$1-$100: $1", "$1-$100: waived").encode()).document
    assert isinstance(document, Schedule)
    assert [str(rate.amount) for rate in document.option_rates(0)] == ["2", "3", "4"]


def test_source_lines_come_from_the_nearest_block_that_gives_them() -> None:
    text = (
        "document: game\ntitle: X\njurisdiction: california\nreading: {source: {file: f.txt, lines: 1-90}}\n"
        "bank: {by: pot, rotation: {verb: rotates, source: [7, 9-10]}}\n"
    )
    source = load_document("x.yaml", text.encode()).source
    assert find_source_lines(source, ("bank", "rotation", "verb")) == (("f.txt", "7, 9-10"),)
    assert find_source_lines(source, ("bank", "by")) == (("f.txt", "1-90"),)


def test_routes_count_list_items_from_one() -> None:
    assert show_route(("options", 1, "bands", "$1,005+")) == "options / 2 / bands / $1,005+"
    assert parse_route("options / 2 / bands / $1,005+") == ("options", 1, "bands", "$1,005+")


def test_a_repeated_block_is_placed_where_it_is_used() -> None:
    text = (
        "document: schedule\ntitle: X\njurisdiction: california\noptions:\n"
        "  - option: 1\n    collections: &c\n      - {payer: player, fee: 5%}\n"
        "  - option: 2\n    collections: *c\n"
    )
    place = load_document("x.yaml", text.encode()).source.place(("options", 1, "collections", 0, "fee"))
    assert place.value == Span(9, 18, 9, 20)
    assert place.anchor is not None
    assert place.anchor.line == 7


@pytest.mark.parametrize("wrong", ["[]", "{}", "[$1]", "{$1: $2}"])
def test_a_list_or_a_group_where_one_value_belongs_is_told(schedule_text: str, wrong: str) -> None:
    text = schedule_text.replace(
        "  - option: 1\n", f"  - option: {wrong}\n    table-limit: {wrong}\n    wager: {wrong}\n"
    )
    assert [(code, line) for code, line, *_ in problems_of(text)] == [
        ("bad-value", 8),
        ("bad-value", 9),
        ("bad-value", 10),
    ]


def test_a_key_in_angle_brackets_keeps_its_place(game_text: str) -> None:
    [(code, line, column, message, _)] = problems_of(game_text + '  "<side>": {minimum: 5}\n')
    assert (code, line, column) == ("bad-value", 10, 23)
    assert message.startswith("At wagers / <side> / minimum: `5` cannot be read")


def test_a_choice_with_an_apostrophe_is_named_whole(game_text: str) -> None:
    [(*_, message, help)] = problems_of(game_text.replace("required: yes", "on: dealers hand"))
    assert "own hand, community cards, dealer's hand, any hand at the table or another table" in message
    assert help == "Did you mean `dealer's hand`?"


def test_a_value_that_must_be_known_cannot_be_unclear(game_text: str) -> None:
    [(code, line, column, message, help)] = problems_of(game_text.replace("california", "unclear"))
    assert (code, line, column) == ("missing-key", 4, 15)
    assert message == "`jurisdiction` is marked as unclear; the document must say it, or nothing can be checked."
    assert "unclear" not in help


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ("table: {maximum: $5,000}", 'Inside braces a comma ends the value: write `maximum: "$5,000"` in quotes.'),
        ("deck: {cards: 52, source: 12-31, 45}", "Write several stretches of lines as a list: `source: [12-31, 45]`."),
        (
            "play: {ties: the bank, and nobody else}",
            'Inside braces a comma ends the value: write `ties: "the bank, and nobody else"` in quotes.',
        ),
        ("extra-prizes:\n  what: a jacket\n  colour:", "Known keys: owner-agrees, source, what."),
        ("bank: {by: nobody}", "Did you mean `by: pot`?"),
        ("bank: {by: somebody}", "Choose one of them, or `unclear`."),
        ("bank: {by: pot, seated: yes, pays-up-to: x}", "Choose one of them, or `unclear`."),
        ("fees: {percentage: 5%}", "Write `never`, or `unclear`."),
        ("house-rules: {languages: English}", "Write `languages: [English]`."),
        (
            "envy: {pays: {three-nines: $1,000}}",
            'Inside braces a comma ends the value: write `three-nines: "$1,000"` in quotes.',
        ),
        (
            "betting: {buy-in: $40-$1,000}",
            'Inside braces a comma ends the value: write `buy-in: "$40-$1,000"` in quotes.',
        ),
        (
            "betting: {buy-in: plenty}",
            "The least and the most with which a player sits down. Write it such as `buy-in: $40-$200`.",
        ),
    ],
)
def test_the_help_fits_the_mistake(game_text: str, line: str, help: str) -> None:
    whole = game_text if not line.startswith("bank") else game_text[: game_text.index("bank:")] + "wagers: {}\n"
    assert [told_help for *_, told_help in problems_of(f"{whole}{line}\n")] == [help]


@pytest.mark.parametrize(
    ("fee", "hint"),
    [
        ("50 cents", "(write cents as dollars"),
        ("1", "(write $1)"),
        ("1$", "(write $1)"),
        ("$.50", "(write $0.50)"),
        ("$1\u00a0per hour", "(it has the character U+00A0 (no-break space), which cannot be seen)"),
    ],
)
def test_a_fee_that_is_nearly_right_gets_a_hint(schedule_text: str, fee: str, hint: str) -> None:
    [(_, _, _, message, _)] = problems_of(schedule_text.replace("$101+: $2", f"$101+: {fee}"))
    assert hint in message


def test_no_more_problems_are_told_than_anybody_reads() -> None:
    found = problems_of(
        "document: game\ntitle: X\njurisdiction: california\nbank: {by: pot}\n" + "aliases: [" + "[]," * 3000 + "]\n"
    )
    assert len(found) == 100
    assert found[-1][-1].endswith("(Problems not shown: 2,900.)")
