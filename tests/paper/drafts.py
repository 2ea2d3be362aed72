"""How well drafts are made: values right, unsure and wrong, of papers that are set for it and of the library's own.

    python -m tests.paper.drafts [SEEDS] [--seeds 5] [--verbose]

SEEDS is the folder of the papers of the library, which are not part of the project. Each value is counted once: right,
 right but marked unsure, wrong but marked, wrong and not marked (which must be none), not drafted.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from compliance.documents.loader import load_document
from compliance.documents.paper_text import PaperText
from compliance.paper.attachment import read_paper_text
from compliance.paper.drafting import DraftFrame, draft_paper
from compliance.paper.figures import find_figures
from compliance.paper.pdf import read_pdf
from compliance.paper.rows import compare_words, label_words
from tests.paper.pdfs import set_pdf
from tests.paper.sheets import STYLES, Cell, cell, esc, make_sheet, page, table

CLASSES: Final = ("right", "right, marked", "wrong, marked", "wrong, not marked", "not drafted")


class Drafted(NamedTuple):
    """A cell of a draft; marked ones are only candidates in a remark."""

    cell: Cell
    is_marked: bool


def plain(text: str) -> str:
    """A band or a fee in one notation."""
    return " ".join(str(one.value) for one in find_figures(text)) or text


def cells_of(text: str) -> list[Drafted]:
    """The cells of fees in a drafted schedule; the same number of an option again is another option."""
    loaded = load_document("draft.yaml", text.encode())
    assert all("marked as unclear" in one.message for one in loaded.problems), (loaded.problems, text)
    tree: Any = loaded.source.tree
    found: list[Drafted] = []
    for option in tree.get("options", ()):
        for one in option["collections"]:
            payer = one.get("payer", "unclear")
            payer = "" if payer == "unclear" else payer
            for key in ("fee", "without-flop"):
                if key in one and one[key] != "unclear":
                    found.append(Drafted(Cell(option["option"], payer if key == "fee" else key, "", one[key]), False))
            if isinstance(one.get("bands"), dict):
                found += [
                    Drafted(Cell(option["option"], payer, band, fee), fee == "unclear")
                    for band, fee in one["bands"].items()
                ]
    for remark in re.findall(r"unclear  # (.*)", text):
        for band, fee in re.findall(
            r"(\$[0-9,.]+(?:-\$[0-9,.]+|\+)?|[0-9]+(?:-[0-9]+|\+| or less)?): (\$[0-9,.]+)", remark
        ):
            found.append(Drafted(Cell("", "", band, fee.rstrip(",.")), True))
    return found


def count(values: Iterable[Cell], drafted: list[Drafted], verbose: bool = False) -> Counter[str]:
    """Every expected value by what became of it, and every drafted value that is not expected."""
    left = list(drafted)
    counts: Counter[str] = Counter()
    wanted = list(values)
    for expected in wanted:
        exact = next((one for one in left if not one.is_marked and agrees(one.cell, expected)), None)
        marked = next((one for one in left if one.is_marked and says(one.cell, expected)), None)
        if exact is not None:
            left.remove(exact)
            counts["right"] += 1
        elif marked is not None:
            left.remove(marked)
            counts["right, marked"] += 1
        else:
            counts["not drafted"] += 1
    for one in left:
        kind = "wrong, marked" if one.is_marked else "wrong, not marked"
        counts[kind] += 1
        counts["not drafted"] -= counts["not drafted"] > 0
        if verbose and not one.is_marked:
            print("   wrong, not marked:", one.cell)
    return counts


def agrees(drafted: Cell, cell: Cell) -> bool:
    """Whether a drafted cell is an expected one. A payer that is left unclear is no wrong one."""
    same_payer = drafted.payer in ("", cell.payer) or not cell.payer
    any_band = not cell.band or not drafted.band
    return (
        drafted.option == cell.option and same_payer and says(drafted, cell)
        if not any_band
        else (drafted.option == cell.option and same_payer and plain(drafted.fee) == plain(cell.fee))
    )


def says(drafted: Cell, cell: Cell) -> bool:
    return plain(drafted.band) == plain(cell.band) and plain(drafted.fee) == plain(cell.fee)


def show(title: str, counts: Counter[str]) -> None:
    whole = sum(counts[name] for name in CLASSES)
    print(
        f"{title}: "
        + ", ".join(f"{counts[name]} {name}" for name in CLASSES)
        + f" ({100 * counts['right'] / max(1, whole):.0f}%)"
    )


def measure_sheets(seeds: int, verbose: bool) -> Counter[str]:
    total: Counter[str] = Counter()
    for style in STYLES:
        by_source: dict[str, Counter[str]] = {"PDF": Counter(), "its text": Counter()}
        for seed in range(seeds):
            sheet = make_sheet(style, seed)
            data = set_pdf(sheet.source)
            pdf = read_pdf("harbor.pdf", data)
            loose = PaperText(
                "harbor.txt", "", (tuple(" ".join(line.split()) for page in pdf.text.pages for line in page),), None
            )
            for name, text, boxes in (("PDF", pdf.text, pdf), ("its text", loose, None)):
                draft = draft_paper(text, boxes, DraftFrame("schedule", jurisdiction="california"))
                found = count(sheet.cells, cells_of(draft.text), verbose)
                if verbose and found["wrong, not marked"]:
                    print(f"   in {style} {seed} {name}")
                by_source[name] += found
        for name, counts in by_source.items():
            show(f"{style}, {name}", counts)
            total += counts
    return total


# --- the library ------------------------------------------------------------------------------------------------------


def expected_of(tree: Any) -> list[Cell]:
    """The cells of fees of a schedule of the library."""
    document: Any = load_document("x.yaml", tree).document
    cells = []
    for _, option, one in document.collections():
        for place, band, fee in one.rows():
            payer = "without-flop" if place == ("without-flop",) else one.payer or ""
            cells.append(
                Cell(
                    str(option.option),
                    payer,
                    band.text if band is not None else "",
                    str(fee.text if hasattr(fee, "text") else fee),
                )
            )
    return cells


def measure_library(folder: Path, verbose: bool) -> dict[str, Counter[str]]:
    """Schedules and pay tables of the library, from their own text and set as PDF."""
    total: dict[str, Counter[str]] = {}
    for path in sorted(Path("rulesets").rglob("*.yaml")):
        loaded: Any = load_document(path.name, path.read_bytes())
        source = loaded.source.tree["reading"]["source"]
        text = read_paper_text(source["file"], (folder / source["file"]).read_bytes())
        numbers = [int(number) for number in re.findall("[0-9]+", str(source["lines"]))]
        part = PaperText("paper.txt", "", (text.lines[min(numbers) - 1 : max(numbers)],), None)
        kind = loaded.source.tree["document"]
        if kind == "schedule":
            wanted: Any = expected_of(path.read_bytes())
            set_as = table_of_fees(wanted)
        else:
            wanted = [table for tables in pay_tables_of(loaded.source.tree) for table in tables if len(table) > 1]
            set_as = "\n\n".join(table_of_pays(number, table) for number, table in enumerate(wanted, 1))
        if not wanted:
            continue
        pdf = read_pdf("paper.pdf", set_pdf(page("Harbor Club", set_as)))
        for name, paper, boxes in (("text", part, None), ("PDF", pdf.text, pdf)):
            draft = draft_paper(paper, boxes, DraftFrame(kind, jurisdiction="california", bank="player-dealer"))
            if kind == "schedule":
                counts = count(wanted, cells_of(draft.text), verbose)
            else:
                counts = count_pays(wanted, draft.text, verbose)
            show(f"{path.name} as {name}", counts)
            total.setdefault(f"{kind}s of the library as {name}", Counter()).update(counts)
    return total


HEADS: Final = {
    "player": ("Wager Amount", "Player Collection Fee"),
    "player-dealer": ("Total Table Action", "Player-Dealer Collection Fee"),
}


def table_of_fees(cells: list[Cell]) -> str:
    """A schedule as tables: options and bands in cells that span rows, as schedules of California are set. Options of
    other columns, and numbers that begin again, make another table."""
    options: list[list[Cell]] = []
    for one in cells:
        alike = options and options[-1][0].option == one.option
        if not alike or any(one.payer == other.payer and one.band == other.band for other in options[-1]):
            options.append([])
        options[-1].append(one)
    groups: list[list[list[Cell]]] = []
    for own in options:
        again = groups and own[0].option in [other[0].option for other in groups[-1]]
        if not groups or again or columns_of(own) != columns_of(groups[-1][0]):
            groups.append([])
        groups[-1].append(own)
    return f"\n\n{esc('The fees are taken before the cards are dealt, as shown below.')}\n\n".join(
        map(set_group, groups)
    )


def columns_of(option: list[Cell]) -> tuple[tuple[str, bool], ...]:
    return tuple(dict.fromkeys((one.payer, bool(one.band)) for one in option))


def set_group(options: list[list[Cell]]) -> str:
    columns = columns_of(options[0])
    heads = ["Option"]
    for payer, banded in columns:
        single = {"pot": "Pot Fee", "without-flop": "No Flop Fee", "": "Collection Fee"}.get(payer, "Fee")
        heads += list(HEADS.get(payer, ("Number of Players", single)))[not banded :]
    rows: list[str] = []
    for own in options:
        chains = [[one for one in own if one.payer == payer] for payer, _ in columns]
        height = max(map(len, chains))
        for at in range(height):
            rows += [cell(own[0].option, rowspan=height)] if at == 0 else []
            for (_, banded), chain in zip(columns, chains, strict=True):
                if at < len(chain):
                    span = height - at if at == len(chain) - 1 else 1
                    rows += [cell(chain[at].band, rowspan=span)] if banded else []
                    rows += [cell(chain[at].fee, rowspan=span)]
    return table(len(heads), heads, rows, "align: center + horizon,")


def pay_tables_of(tree: Any) -> list[list[dict[str, str]]]:
    """The pay tables of a game: of its wagers, its envy and its progressive."""
    found = []
    wagers = tree.get("wagers")
    listed = wagers.values() if isinstance(wagers, dict) else ()
    for block in (*listed, tree.get("envy", {}), tree.get("progressive", {})):
        pays = block.get("pays") if isinstance(block, dict) else None
        if isinstance(pays, dict):
            rows = {key: value for key, value in pays.items() if key != "source" and isinstance(value, str)}
            tables = [value for key, value in pays.items() if isinstance(value, dict)]
            named = [{key: value for key, value in one.items() if key != "source"} for one in tables]
            found.append([rows] if rows else [one for number, one in enumerate(named) if one not in named[:number]])
    return found


def table_of_pays(number: int, rows: dict[str, str]) -> str:
    cells = [part for key, value in rows.items() for part in (cell(key.replace("-", " ").title()), cell(value))]
    return f"== Pay Table {number}\n" + table(2, ["Hand", "Pays"], cells)


def count_pays(wanted: list[dict[str, str]], text: str, verbose: bool) -> Counter[str]:
    """Every value of the expected pay tables by what became of it in the drafted table that is most like each."""
    tree = load_document("draft.yaml", text.encode()).source.tree
    drafted = [one for tables in pay_tables_of(tree) for one in tables]
    remarks = dict(re.findall(r"([a-z0-9-]+): unclear  # [^:]*[0-9]+: (.*)", text))
    counts: Counter[str] = Counter()
    for rows in wanted:
        pairs = [(one, pair_rows(rows, one)) for one in drafted]
        best, pairs_of = max(pairs, key=lambda one: right_rows(rows, one[0], one[1]), default=({}, {}))
        for key, value in rows.items():
            other = pairs_of.get(key)
            said = best.get(other, "") if other else ""
            if not other:
                counts["not drafted" if plain(value) != value or value[0].isdigit() else "words, not drafted"] += 1
            elif said == "unclear":
                right = plain(value) in plain(remarks.get(other, "")) or not any(map(str.isdigit, value))
                counts["right, marked" if right else "wrong, marked"] += 1
            else:
                right = plain(said) == plain(value)
                counts["right" if right else "wrong, not marked"] += 1
                if verbose and not right:
                    print("   wrong, not marked:", key, value, said)
    return counts


def pair_rows(table: dict[str, str], other: dict[str, str]) -> dict[str, str]:
    """Rows of two tables whose labels have most words in common."""
    pairs: dict[str, str] = {}
    scored = sorted(
        ((compare_words(label_words(key), label_words(own)), key, own) for key in table for own in other), reverse=True
    )
    for score, key, own in scored:
        if score > 0.4 and key not in pairs and own not in pairs.values():
            pairs[key] = own
    return pairs


def right_rows(table: dict[str, str], other: dict[str, str], pairs: dict[str, str]) -> int:
    return sum(plain(table[key]) == plain(other[own]) for key, own in pairs.items())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--verbose", action="store_true")
    given = parser.parse_args()
    if given.folder is not None:
        for title, counts in measure_library(given.folder, given.verbose).items():
            show(title, counts)
    total = measure_sheets(given.seeds, given.verbose)
    show("all sheets", total)
    return 1 if total["wrong, not marked"] else 0


if __name__ == "__main__":
    sys.exit(main())
