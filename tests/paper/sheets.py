"""Papers made for tests: fee schedules and pay tables of card rooms that do not exist, in unlike layouts.

Each sheet knows what it prints, so that a draft of it can be counted. The same seed gives the same sheet.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

HOUSES: Final = ("Harbor Club", "Lucky Nines Casino", "Red Fern Card Room", "Ocean's Edge")


class Cell(NamedTuple):
    """A value that a sheet prints: of an option, from a payer, for a band (none for all), the fee."""

    option: str
    payer: str
    band: str
    fee: str


class Sheet(NamedTuple):
    """A paper in the language of typst, and its values."""

    style: str
    source: str
    cells: tuple[Cell, ...]


class Bands(NamedTuple):
    """The bands of one fee."""

    rows: tuple[tuple[str, str], ...]


def money(amount: float) -> str:
    return f"${amount:,.2f}" if amount % 1 else f"${amount:,.0f}"


def make_bands(chance: random.Random, count: int, step: int = 1, is_open: bool = True) -> Bands:
    """Bands without a gap whose fees rise."""
    low, fee = chance.choice((1, 5, 10)), chance.choice((0.5, 1, 2))
    rows = []
    for number in range(count):
        high = (low // 100 + chance.choice((1, 2, 3, 5, 10))) * 100
        last = number == count - 1
        rows.append((f"{money(low)}+" if last and is_open else f"{money(low)}-{money(high)}", money(fee)))
        low, fee = high + step, fee + chance.choice((0.5, 1, 2, 3, 5))
    return Bands(tuple(rows))


def esc(text: str) -> str:
    return text.replace("$", r"\$").replace("#", r"\#").replace("*", r"\*").replace("@", r"\@").replace("_", r"\_")


def cell(text: str, **span: int) -> str:
    inside = ", ".join(f"{key}: {value}" for key, value in span.items() if value > 1)
    return f"table.cell({inside})[{esc(text)}]" if inside else f"[{esc(text)}]"


def page(title: str, *parts: str, setup: str = "") -> str:
    return (
        f"#set page(width: 8.5in, height: 11in, margin: 0.8in)\n#set text(size: 10pt)\n{setup}\n= {esc(title)}\n"
        + "\n\n".join(parts)
    )


def table(columns: int, head: Sequence[str], rows: Sequence[str], extra: str = "") -> str:
    header = f"table.header({', '.join(cell(one) for one in head)}), " if head else ""
    return f"#table(columns: {columns}, {extra} {header}{', '.join(rows)})"


INTRO: Final = (
    "Collection fees shall be taken from each player before the cards are dealt. Only one option may be used at a "
    "table at any one time, and the option in use is posted."
)


def spans(chance: random.Random) -> tuple[str, list[Cell]]:
    """Options in cells that reach over several rows, as many California schedules are set."""
    cells: list[Cell] = []
    rows: list[str] = []
    for number in range(1, chance.randint(3, 7)):
        wager, action = make_bands(chance, 1, is_open=chance.random() < 0.5), make_bands(chance, chance.randint(1, 5))
        height = len(action.rows)
        rows += [
            cell(str(number), rowspan=height),
            cell(wager.rows[0][0], rowspan=height),
            cell(wager.rows[0][1], rowspan=height),
        ]
        for band, fee in action.rows:
            rows += [cell(band), cell(fee)]
        cells += [
            Cell(str(number), "player", *wager.rows[0]),
            *(Cell(str(number), "player-dealer", *row) for row in action.rows),
        ]
    head = [
        "Schedule Option",
        "Wager Amount",
        "Player Collection Fee",
        "Total Table Action",
        "Player-Dealer Collection Fee",
    ]
    return table(5, head, rows, "align: center + horizon,"), cells


def spans_turned(chance: random.Random) -> tuple[str, list[Cell]]:
    """The same with the fees in the other order and a player who pays nothing."""
    cells: list[Cell] = []
    rows: list[str] = []
    for number in range(1, chance.randint(3, 7)):
        action = make_bands(chance, chance.randint(2, 6))
        height = len(action.rows)
        for place, (band, fee) in enumerate(action.rows):
            rows += [cell(str(number), rowspan=height)] if place == 0 else []
            rows += [cell(band), cell(fee)]
            rows += [cell("$0", rowspan=height)] if place == 0 else []
        cells += [
            Cell(str(number), "player", "", "$0"),
            *(Cell(str(number), "player-dealer", *row) for row in action.rows),
        ]
    head = ["Option", "Total Action on Table", "Player-Dealer Fee", "Player Fee"]
    return table(4, head, rows, "align: (center, left, right, center),"), cells


def lines(chance: random.Random) -> tuple[str, list[Cell]]:
    """An option a row: limits, players, two fees."""
    cells: list[Cell] = []
    rows: list[str] = []
    for number in range(1, chance.randint(4, 12)):
        players = chance.choice(("7 or more", "5 to 6", "4 or less", "8", "2-3"))
        round_fee, reduced = money(chance.randint(2, 9)), money(1)
        rows += [cell(one) for one in (str(number), "$1 - $500", players, round_fee, reduced)]
        cells += [Cell(str(number), "", "", round_fee), Cell(str(number), "without-flop", "", reduced)]
    return table(5, ["Option", "Table Limit", "Number of Players", "Pot Fee", "No Flop Fee"], rows), cells


def blocks(chance: random.Random) -> tuple[str, list[Cell]]:
    """A heading for each option, and a small table below it."""
    cells: list[Cell] = []
    parts = []
    for number in range(1, chance.randint(3, 6)):
        action = make_bands(chance, chance.randint(2, 5))
        rows = [cell(one) for row in action.rows for one in row]
        parts.append(f"== Option {number}\n" + table(2, ["Total Table Action", "Player-Dealer Fee"], rows))
        cells += [Cell(str(number), "player-dealer", *row) for row in action.rows]
    return "\n\n".join(parts), cells


def matrix(chance: random.Random) -> tuple[str, list[Cell]]:
    """Bands in the head, an option a row."""
    action = make_bands(chance, chance.randint(3, 5))
    names = [band for band, _ in action.rows]
    cells: list[Cell] = []
    rows: list[str] = []
    for number in range(1, chance.randint(3, 7)):
        fees = sorted(chance.sample(range(1, 30), len(names)))
        rows += [cell(str(number)), *(cell(money(fee)) for fee in fees)]
        cells += [Cell(str(number), "player-dealer", band, money(fee)) for band, fee in zip(names, fees, strict=True)]
    words = "The player-dealer collection fee for each total table action is:"
    return words + "\n\n" + table(len(names) + 1, ["Option", *names], rows), cells


def matrix_turned(chance: random.Random) -> tuple[str, list[Cell]]:
    """Options in the head, a band a row."""
    action = make_bands(chance, chance.randint(3, 6))
    count = chance.randint(2, 5)
    cells: list[Cell] = []
    rows: list[str] = []
    before = [0] * count
    for band, _ in action.rows:
        before = [fee + chance.randint(1, 4) for fee in before]
        rows += [cell(band), *(cell(money(fee)) for fee in before)]
        cells += [Cell(str(number), "", band, money(fee)) for number, fee in enumerate(before, 1)]
    return table(
        count + 1, ["Total Table Action", *(f"Option {number}" for number in range(1, count + 1))], rows
    ), cells


def ends(chance: random.Random) -> tuple[str, list[Cell]]:
    """The ends of a band in columns of their own."""
    cells: list[Cell] = []
    rows: list[str] = []
    for number in range(1, chance.randint(3, 5)):
        action = make_bands(chance, chance.randint(2, 4))
        for place, (band, fee) in enumerate(action.rows):
            low, dash, high = band.partition("-")
            rows += [
                cell(str(number) if place == 0 else ""),
                cell(low.rstrip("+")),
                cell(high if dash else "and up"),
                cell(fee),
            ]
        cells += [Cell(str(number), "player-dealer", *row) for row in action.rows]
    head = ["Option", "Action From", "Action To", "Player-Dealer Fee"]
    return table(4, head, rows), cells


def long_table(chance: random.Random) -> tuple[str, list[Cell]]:
    """A table over two pages with its head again."""
    cells: list[Cell] = []
    rows: list[str] = []
    for number in range(1, 14):
        action = make_bands(chance, 5)
        rows += [cell(str(number), rowspan=5)]
        for band, fee in action.rows:
            rows += [cell(band), cell(fee)]
        cells += [Cell(str(number), "player-dealer", *row) for row in action.rows]
    return table(
        3, ["Option", "Total Table Action", "Player-Dealer Collection"], rows, "align: center + horizon,"
    ), cells


def single(chance: random.Random) -> tuple[str, list[Cell]]:
    """Bands alone, without numbers of options."""
    action = make_bands(chance, chance.randint(3, 6))
    rows = [cell(one) for row in action.rows for one in row]
    return table(2, ["Bet Amount", "Collection per Player"], rows), [
        Cell("unnumbered", "player", *row) for row in action.rows
    ]


def broken(chance: random.Random) -> tuple[str, list[Cell]]:
    """A table in which cells are missing: what is left may not be guessed."""
    text, cells = spans(chance)
    parts = text.split("[")
    place = chance.choice([number for number in range(6, len(parts)) if parts[number].startswith(r"\$")])
    end = parts[place].index("]")
    parts[place] = parts[place][end:]
    return "[".join(parts), cells


def two_fees(chance: random.Random) -> tuple[str, list[Cell]]:
    """Both fees by one range, a row a band."""
    cells: list[Cell] = []
    rows: list[str] = []
    for number in range(1, chance.randint(3, 6)):
        action = make_bands(chance, chance.randint(2, 4))
        for place, (band, fee) in enumerate(action.rows):
            player = money(place + 1)
            rows += [cell(str(number), rowspan=len(action.rows))] if place == 0 else []
            rows += [cell(band), cell(player), cell(fee)]
            cells += [Cell(str(number), "player", band, player), Cell(str(number), "player-dealer", band, fee)]
    return table(4, ["No.", "Table Limits", "Player Fee", "Player-Dealer Fee"], rows), cells


def banker(chance: random.Random) -> tuple[str, list[Cell]]:
    """Words of another house: tiers, banker, handle."""
    cells: list[Cell] = []
    rows: list[str] = []
    for number in range(1, chance.randint(3, 6)):
        action = make_bands(chance, chance.randint(2, 4))
        for place, (band, fee) in enumerate(action.rows):
            rows += [cell(f"Plan {number}", rowspan=len(action.rows))] if place == 0 else []
            rows += [cell(band.replace("+", " and above")), cell(fee + " per hand")]
        cells += [Cell(str(number), "", *row) for row in action.rows]
    return table(3, ["Plan", "Aggregate Wagers", "Banker Fee"], rows), cells


def footnoted(chance: random.Random) -> tuple[str, list[Cell]]:
    """Fees with small raised numbers of notes behind them, and the notes below."""
    cells: list[Cell] = []
    rows: list[str] = []
    for number in range(1, chance.randint(3, 6)):
        action = make_bands(chance, 3)
        rows.append(cell(str(number), rowspan=3))
        for place, (band, fee) in enumerate(action.rows):
            note = f"#super[{chance.choice((1, 2))}]" if place != 1 else ""
            rows += [cell(band), f"[{esc(fee)}{note}]"]
        cells += [Cell(str(number), "player-dealer", *row) for row in action.rows]
    notes = "#super[1] Once a hand, whatever is added.\n\n#super[2] Waived for the first 2 hands of a table."
    return f"{table(3, ['Option', 'Total Table Action', 'Player-Dealer Fee'], rows)}\n\n{notes}", cells


def payer_columns(chance: random.Random) -> tuple[str, list[Cell]]:
    """A grid with payers as rows and options as columns."""
    names = [chr(65 + number) for number in range(chance.randint(2, 4))]
    player = [money(chance.choice((0.5, 1, 2))) for _ in names]
    low = [chance.randint(1, 3) for _ in names]
    first, second = ([money(fee) for fee in low], [money(fee + chance.randint(1, 3)) for fee in low])
    rows = [cell("Table limits"), *(cell(f"$5-${number}00") for number, _ in enumerate(names, 1))]
    labeled = (("Player", player), ("Player-Dealer, action $1-$100", first), ("Player-Dealer, action $101+", second))
    for label, fees in labeled:
        rows += [cell(label), *map(cell, fees)]
    cells: list[Cell] = []
    for place, name in enumerate(names):
        cells += [
            Cell(name, "player", "", player[place]),
            Cell(name, "player-dealer", "$1-$100", first[place]),
            Cell(name, "player-dealer", "$101+", second[place]),
        ]
    return table(len(names) + 1, ["Collection per hand", *(f"Option {name}" for name in names)], rows), cells


def payer_blocks(chance: random.Random) -> tuple[str, list[Cell]]:
    """Payers as rows, two for each option."""
    cells: list[Cell] = []
    rows: list[str] = []
    for number in range(1, chance.randint(3, 6)):
        player, dealer = money(chance.randint(0, 2)), money(chance.randint(3, 6))
        rows += [cell(str(number), rowspan=2), *map(cell, ("Player", player, "Player-Dealer", dealer))]
        cells += [Cell(str(number), "player", "", player), Cell(str(number), "player-dealer", "", dealer)]
    return table(3, ["Option", "Who pays", "Fee per hand"], rows), cells


def payer_bands(chance: random.Random) -> tuple[str, list[Cell]]:
    """Bands in the head, payers as rows."""
    cells: list[Cell] = []
    rows: list[str] = []
    bands = [band for band, _ in make_bands(chance, 3).rows]
    for number in range(1, chance.randint(3, 5)):
        for label, payer in (("Player", "player"), ("Player-Dealer", "player-dealer")):
            fees = [money(fee) for fee in sorted(chance.sample(range(0, 10), 3))]
            rows += [cell(str(number) if payer == "player" else ""), cell(label), *map(cell, fees)]
            cells += [Cell(str(number), payer, band, fee) for band, fee in zip(bands, fees, strict=True)]
    return table(5, ["Option", "Payer", *bands], rows), cells


def merged_head(chance: random.Random) -> tuple[str, list[Cell]]:
    """A head of two rows: payers above the columns of their ranges and fees."""
    cells: list[Cell] = []
    rows: list[str] = []
    for number in range(1, chance.randint(3, 6)):
        wager, action = make_bands(chance, 2), make_bands(chance, 2)
        for place in range(2):
            rows += [cell(str(number), rowspan=2)] if place == 0 else []
            rows += [cell(one) for one in (*action.rows[place], *wager.rows[place])]
        cells += [Cell(str(number), "player", *row) for row in wager.rows]
        cells += [Cell(str(number), "player-dealer", *row) for row in action.rows]
    above = "table.cell(rowspan: 2)[Option], table.cell(colspan: 2)[Player-Dealer], table.cell(colspan: 2)[Player]"
    head = f"table.header({above}, [Total Action], [Fee], [Bet], [Fee])"
    return f"#table(columns: 5, align: center + horizon, {head}, {', '.join(rows)})", cells


def falling(chance: random.Random) -> tuple[str, list[Cell]]:
    """The highest band first."""
    cells: list[Cell] = []
    rows: list[str] = []
    for number in range(1, chance.randint(3, 6)):
        action = make_bands(chance, 3)
        for place, (band, fee) in enumerate(reversed(action.rows)):
            rows += [cell(str(number), rowspan=3)] if place == 0 else []
            rows += [cell(band), cell(fee)]
        cells += [Cell(str(number), "player-dealer", *row) for row in action.rows]
    return table(3, ["Option", "Total Table Action", "Player-Dealer Fee"], rows), cells


def player_fees(chance: random.Random) -> tuple[str, list[Cell]]:
    """A fee of the pot by the number of players, beside the limit of the table."""
    cells: list[Cell] = []
    rows: list[str] = []
    for number in range(1, chance.randint(3, 6)):
        fees = [money(fee) for fee in sorted(chance.sample(range(1, 10), 3))]
        for place, (players, fee) in enumerate(zip(("2-4", "5-6", "7 or more"), fees, strict=True)):
            rows += [cell(f"Option {number}", rowspan=3), cell("$3-$6", rowspan=3)] if place == 0 else []
            rows += [cell(f"{players} players"), cell(fee)]
            cells.append(Cell(str(number), "", players, fee))
    return table(4, ["Option", "Limits", "Players Dealt In", "Drop per Pot"], rows), cells


def chips(chance: random.Random) -> tuple[str, list[Cell]]:
    """Bands counted in chips of ten, options with a sign before their number, the fee under a long head."""
    cells: list[Cell] = []
    rows: list[str] = []
    for number in range(1, chance.randint(3, 5)):
        fees = [money(fee) for fee in sorted(chance.sample(range(1, 20), 3))]
        for place, row in enumerate(zip(("$10-$100", "$110-$300", "$310 or more"), fees, strict=True)):
            rows += [cell(f"#{number}", rowspan=3)] if place == 0 else []
            rows += [cell(one) for one in row]
            cells.append(Cell(str(number), "", *row))
    return table(3, ["Rate", "Total Action", "Dealer Position Fee"], rows), cells


def broken_over_pages(chance: random.Random) -> tuple[str, list[Cell]]:
    """A table that a break of the page cuts within an option, whose head is not printed again."""
    cells: list[Cell] = []
    rows: list[str] = []
    for number in range(1, 9):
        action = make_bands(chance, chance.randint(6, 9))
        rows.append(cell(str(number), rowspan=len(action.rows)))
        rows += [cell(one) for row in action.rows for one in row]
        cells += [Cell(str(number), "player-dealer", *row) for row in action.rows]
    head = [cell(one) for one in ("Option", "Total Table Action", "Player-Dealer Collection")]
    return table(3, (), [*head, *rows]), cells


STYLES: Final[dict[str, Callable[[random.Random], tuple[str, list[Cell]]]]] = {
    one.__name__: one
    for one in (
        *(spans, spans_turned, lines, blocks, matrix, matrix_turned, ends, long_table, single, broken, two_fees),
        *(banker, footnoted, payer_columns, payer_blocks, payer_bands, merged_head, falling, player_fees, chips),
        broken_over_pages,
    )
}

SETUPS: Final = (
    "",
    "#set page(header: [Harbor Club #h(1fr) Collection Schedule], footer: [Revised 03/14/2024 #h(1fr) "
    '#context counter(page).display("1 of 1", both: true)])',
    "#set table(stroke: none)",
    '#set text(font: "DejaVu Sans Mono", size: 8pt)',
    "#set table(inset: 2pt)",
)


def make_sheet(style: str, seed: int) -> Sheet:
    """A schedule of a style."""
    chance = random.Random(f"{style} {seed}")
    body, cells = STYLES[style](chance)
    outro = "Fees are never a share of what is won. Questions: call (555) 555-0142."
    source = page(f"{chance.choice(HOUSES)} Collection Rates", INTRO, body, outro, setup=SETUPS[seed % len(SETUPS)])
    return Sheet(style, source, tuple(cells))


_MISREAD: Final = (("0", "O"), ("1", "l"), ("$", "S"), ("$", ""), ("-", " "), (",", "."))


def add_noise(lines: Sequence[str], chance: random.Random) -> tuple[str, ...]:
    """Lines as a machine may read them from a scan: letters for digits, lost signs, words and lines, specks."""
    found: list[str] = []
    for line in lines:
        words = []
        for word in line.split():
            lot = chance.random()
            if lot < 0.09:
                word = word.replace(*chance.choice(_MISREAD), 1)
            elif lot < 0.1:
                word = chance.choice(("", f"{word} .", f"~ {word}"))
            words.append(word)
        if chance.random() >= 0.02:
            found.append(" ".join(word for word in words if word))
        if chance.random() < 0.03:
            found.append(chance.choice(("..", "Page 2", "i", "- 3 -", "_____", "")))
    return tuple(found)
