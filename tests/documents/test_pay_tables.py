"""Pay tables that are told by another are whole for whoever reads them."""

from __future__ import annotations

from compliance.documents.game import Game
from compliance.documents.loader import load_document

GAME = """\
document: game
title: G
jurisdiction: california
bank: {by: pot}
wagers:
  nines:
    pays:
      one: {three-nines: 100 to 1, two-nines: 20 to 1, natural-nine: 4 to 1}
      two: as one
      three: as one without natural-nine, two-nines
"""


def rows(text: str) -> dict[str, list[str]]:
    document = load_document("g.yaml", text.encode()).document
    assert isinstance(document, Game)
    assert document.wagers is not None
    wager = document.wagers.get("nines")
    assert wager is not None
    return {name or "": [hand for hand, _ in table.items()] for name, table in wager.pay_tables()}


def test_a_table_is_another_without_some_rows() -> None:
    every = ["three-nines", "two-nines", "natural-nine"]
    assert rows(GAME) == {"one": every, "two": every, "three": ["three-nines"]}


def test_a_table_that_is_not_there_is_told() -> None:
    (problem,) = load_document("g.yaml", GAME.replace("two: as one", "two: as nine").encode()).problems
    assert "At wagers / nines / pays / two" in problem.message
    assert "no table `nine` stands before it" in problem.message


def test_a_row_that_is_not_there_is_told() -> None:
    (problem,) = load_document("g.yaml", GAME.replace("natural-nine, two-nines", "four-nines").encode()).problems
    assert "it has no row `four-nines`" in problem.message


def test_tables_by_tables_cannot_make_a_file_too_large() -> None:
    head = GAME[: GAME.index("      one:")]
    first = "      one: {" + ", ".join(f"h{n}: 1 to 1" for n in range(3000)) + "}\n"
    (problem,) = load_document(
        "g.yaml", (head + first + "".join(f"      t{n}: as one\n" for n in range(100))).encode()
    ).problems
    assert problem.code == "too-large"
