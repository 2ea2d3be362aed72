"""Papers in layouts that no rule was written for, with what a careful reader takes from each.

    python -m tests.paper.layouts [--verbose]

Each paper is a text or a PDF, and each document cites its lines. What the unchanged document gives is a false alarm;
then each figure is changed by one digit and must be told; then a draft is counted against the document.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from compliance.documents.loader import load_document
from compliance.documents.paper_comparison import PaperComparison
from compliance.documents.paper_text import PaperText, parse_paper_text
from compliance.paper.comparison import Papers, compare
from compliance.paper.drafting import DraftFrame, draft_paper
from compliance.paper.pdf import Pdf, read_pdf
from compliance.source.routes import show_route
from tests.paper.drafts import cells_of, count, count_pays, expected_of, pay_tables_of, show
from tests.paper.pdfs import set_pdf

_HEAD: Final = {
    "schedule": "document: schedule\ntitle: Harbor\nid: harbor\njurisdiction: california\nestablishment: Harbor Club\n",
    "game": "document: game\ntitle: Harbor\nid: harbor\njurisdiction: washington\nestablishment: Harbor Club\n",
}


class Layout(NamedTuple):
    """A paper and its document, which cites `@words` where the line that says them is meant."""

    kind: str
    paper: str
    document: str

    def read(self) -> tuple[PaperText, Pdf | None]:
        if self.paper.startswith("#"):
            pdf = read_pdf("harbor.pdf", set_pdf(self.paper))
            return pdf.text, pdf
        return parse_paper_text("harbor.txt", "", self.paper), None

    def write_document(self, text: PaperText) -> str:
        """The document with the lines that it means in place of their words."""
        places = [(str(place), " ".join(line.split())) for place, line in text.list_lines()]

        def find(words: str) -> str:
            return next(place for place, line in places if words in line)

        body = re.sub(r"@\[([^\]]*)\]", lambda found: find(found[1]), self.document)
        first, last = places[0][0], places[-1][0]
        name = "harbor.pdf" if text.has_pages else "harbor.txt"
        return f"{_HEAD[self.kind]}{body}reading:\n  source: {{file: {name}, lines: {first}-{last}}}\n"


LAYOUTS: Final = {
    "pipes": Layout(
        "schedule",
        """\
HARBOR CLUB - COLLECTION SCHEDULE
+--------+----------------+---------+------------------+--------------+
| Option | Player wager   | Player  | Table action     | Player-dealer|
|        |                | fee     |                  | fee          |
+--------+----------------+---------+------------------+--------------+
| A      | $5 - $100      | $1      | $5 - $500        | $2           |
|        | $101 - $300    | $2      | $501 and up      | $4           |
+--------+----------------+---------+------------------+--------------+
| B      | $10 - $200     | $1      | $10 - $1,000     | $3           |
|        | $201 - $1,000  | $3      | $1,001 and up    | $6           |
+--------+----------------+---------+------------------+--------------+
Fees are collected before the deal. Table maximum $1,000.
""",
        """\
options:
  - option: A
    source: @[| A]-@[| $101]
    collections:
      - {payer: player, by: wager-amount, bands: {$5-$100: $1, $101-$300: $2}}
      - {payer: player-dealer, by: total-table-action, bands: {$5-$500: $2, $501+: $4}}
  - option: B
    source: @[| B]-@[| $201]
    collections:
      - {payer: player, by: wager-amount, bands: {$10-$200: $1, "$201-$1,000": $3}}
      - {payer: player-dealer, by: total-table-action, bands: {"$10-$1,000": $3, "$1,001+": $6}}
table-limits: {maximum: "$1,000", source: @[Table maximum]}
""",
    ),
    "leaders": Layout(
        "game",
        """\
HARBOR HIGH CARD

The bonus bet pays by the player's first three cards:

Mini Royal (suited) ............ 75-1
Straight Flush .................. 40-1
Three of a Kind ................. 30-1
Straight ........................ 6-1
Flush ........................... 3-1
Pair ............................ 1-1

One deck of 52 cards and no joker. Seven seats.
The bonus bet is at least $1 and not more than $25.
""",
        """\
deck: {cards: 52, decks: 1, jokers: 0, source: @[One deck]}
table: {players: 7, source: @[Seven seats]}
wagers:
  bonus:
    kind: bonus
    minimum: $1
    maximum: $25
    source: @[at least $1]
    pays:
      mini-royal: 75 to 1
      straight-flush: 40 to 1
      three-of-a-kind: 30 to 1
      straight: 6 to 1
      flush: 3 to 1
      pair: 1 to 1
      source: @[Mini Royal]-@[Pair ...]
""",
    ),
    "one cell a line": Layout(
        "schedule",
        """\
Harbor Club
Collection Rates
Option
Wager
Player
Fee
1
$1-$40
$0.50
$41-$100
$1
2
$1-$100
$1
$101-$300
$2
""",
        """\
options:
  - option: 1
    source: 7-11
    collections: [{payer: player, by: wager-amount, bands: {$1-$40: $0.50, $41-$100: $1}}]
  - option: 2
    source: 12-16
    collections: [{payer: player, by: wager-amount, bands: {$1-$100: $1, $101-$300: $2}}]
""",
    ),
    "words": Layout(
        "schedule",
        """\
FEES

1. Each player who wagers fifty dollars ($50) or less shall pay a fee of one dollar ($1.00) before the deal.
2. Each player who wagers more than fifty dollars ($50) and up to two hundred dollars ($200) shall pay two
   dollars ($2.00).
3. The player-dealer shall pay a flat fee of three dollars per hand.
4. A wager shall be no less than five dollars and no greater than two hundred dollars.
""",
        """\
options:
  - option: 1
    source: @[1. Each]-@[no less than five]
    collections:
      - payer: player
        by: wager-amount
        bands: {$5-$50: $1, $51-$200: $2}
        source: @[1. Each]-@[no less than five]
      - {payer: player-dealer, per: hand, fee: $3, source: @[3. The]}
table-limits: {minimum: $5, maximum: $200, source: @[no less than five]}
""",
    ),
    "two columns": Layout(
        "game",
        """\
HARBOR PAI GOW                                     PAYOUTS

FORTUNE BONUS                                      PROGRESSIVE ($1 bet)
Hand                  Pays                         Hand                  Wins
Seven card SF         5,000 to 1                   Seven card SF         100% of jackpot
Royal + Royal Match   1,000 to 1                   Five Aces             10% of jackpot
Five Aces             400 to 1                     Royal Flush           $500
Royal Flush           120 to 1                     Straight Flush        $100
Straight Flush        50 to 1                      Four of a Kind        $75
Four of a Kind        25 to 1                      Full House            $4
""",
        """\
wagers:
  fortune:
    kind: bonus
    pays:
      seven-card-sf: 5,000 to 1
      royal-with-royal-match: 1,000 to 1
      five-aces: 400 to 1
      royal-flush: 120 to 1
      straight-flush: 50 to 1
      four-of-a-kind: 25 to 1
      source: @[5,000 to 1]-@[25 to 1]
progressive:
  pays:
    seven-card-sf: 100% of jackpot
    five-aces: 10% of jackpot
    royal-flush: $500
    straight-flush: $100
    four-of-a-kind: $75
    full-house: $4
    source: @[Seven card SF]-@[Full House]
""",
    ),
    "rotated heads": Layout(
        "schedule",
        r"""#set page(width: 8.5in, height: 11in)
#let up(body) = rotate(-90deg, reflow: true, body)
= Harbor Club fee schedule
#table(columns: 5, align: center,
  up[Option], up[Wager amount], up[Player fee], up[Total action], up[Player-dealer fee],
  [1], [\$1-\$50], [\$0.50], [\$1-\$250], [\$1],
  [], [\$51-\$100], [\$1], [\$251+], [\$3],
  [2], [\$1-\$100], [\$1], [\$1-\$500], [\$2],
  [], [\$101-\$200], [\$2], [\$501+], [\$5])
""",
        """\
options:
  - option: 1
    source: @[1 $1-$50]-@[$51-$100]
    collections:
      - {payer: player, by: wager-amount, bands: {$1-$50: $0.50, $51-$100: $1}}
      - {payer: player-dealer, by: total-table-action, bands: {$1-$250: $1, $251+: $3}}
  - option: 2
    source: @[2 $1-$100]-@[$101-$200]
    collections:
      - {payer: player, by: wager-amount, bands: {$1-$100: $1, $101-$200: $2}}
      - {payer: player-dealer, by: total-table-action, bands: {$1-$500: $2, $501+: $5}}
""",
    ),
    "for one": Layout(
        "game",
        """\
Harbor Four Card

PAIR PLUS          Payout (for 1)
Four of a kind              51
Straight flush              41
Three of a kind              9
Flush                        7
Straight                     5
Two pair                     4
Pair of aces                 2

Played with 1 deck. Maximum bet: $100; minimum bet: $3.
""",
        """\
deck: {decks: 1, source: @[Played with]}
wagers:
  pair-plus:
    kind: bonus
    minimum: $3
    maximum: $100
    source: @[Maximum bet]
    pays:
      four-of-a-kind: 51 for 1
      straight-flush: 41 for 1
      three-of-a-kind: 9 for 1
      flush: 7 for 1
      straight: 5 for 1
      two-pair: 4 for 1
      pair-of-aces: 2 for 1
      source: @[Four of a kind]-@[Pair of aces]
""",
    ),
    "cents": Layout(
        "schedule",
        """\
Harbor Club 2026
Bet                 Collection, each player       Collection, player/dealer
10 - 100 dollars    50\u00a2                           $1.50
101 - 200 dollars   75\u00a2                           $2.25
201 dollars & up    $1.00                         $3.00
All bets are in whole dollars. Revised 3/15/2026.
""",
        """\
dated: 2026-03-15
options:
  - option: unnumbered
    source: @[10 - 100]-@[201 dollars]
    collections:
      - {payer: player, by: wager-amount, bands: {$10-$100: $0.50, $101-$200: $0.75, $201+: $1}}
      - {payer: player-dealer, by: wager-amount, bands: {$10-$100: $1.50, $101-$200: $2.25, $201+: $3}}
""",
    ),
    "slashes": Layout(
        "schedule",
        """\
TABLE LIMITS AND COLLECTIONS - EFFECTIVE JAN 5, 2026

Limit         Banker    Player wager / collection
$10-$100      $2        to $50 / $1; over $50 / $2
$25-$300      $3        to $100 / $1; over $100 / $3
$100-$500     $5        to $200 / $2; over $200 / $4
""",
        """\
options:
  - option: 1
    table-limit: $10-$100
    source: @[$10-$100]
    collections:
      - {payer: player-dealer, fee: $2}
      - {payer: player, by: wager-amount, bands: {$10-$50: $1, $51-$100: $2}}
  - option: 2
    table-limit: $25-$300
    source: @[$25-$300]
    collections:
      - {payer: player-dealer, fee: $3}
      - {payer: player, by: wager-amount, bands: {$25-$100: $1, $101-$300: $3}}
  - option: 3
    table-limit: $100-$500
    source: @[$100-$500]
    collections:
      - {payer: player-dealer, fee: $5}
      - {payer: player, by: wager-amount, bands: {$100-$200: $2, $201-$500: $4}}
""",
    ),
    "run in": Layout(
        "game",
        """\
HARBOR STUD RULES

Side bet pays: royal flush, 500x; straight flush, 100x; four of a kind, 40x; full house, 10x; flush, 5x;
straight, 4x.  All other hands lose.
The game uses two standard decks (104 cards), up to six players.  A commission of 5% is taken on a win of the
banker line.  The side bet may be from 5 to 50 dollars.
Main bet: even money, or 3:2 with a natural.
""",
        """\
deck: {decks: 2, cards: 104, source: @[two standard]}
table: {players: 6, source: @[two standard]}
wagers:
  line: {kind: base, pays: {win: 1 to 1, natural: 3 to 2, source: @[Main bet]}}
  banker-line: {kind: base, commission: 5%, source: @[two standard]-@[banker line.]}
  side:
    kind: bonus
    minimum: $5
    maximum: $50
    source: @[banker line.]
    pays:
      royal-flush: 500 for 1
      straight-flush: 100 for 1
      four-of-a-kind: 40 for 1
      full-house: 10 for 1
      flush: 5 for 1
      straight: 4 for 1
      source: @[Side bet pays]-@[straight, 4x]
""",
    ),
}


def plant_slips(document: str) -> Iterator[tuple[str, str]]:
    """Each figure of the blocks of a document with another digit in one place: what was changed, and the text."""
    generator = random.Random(7)
    body = document[document.index("establishment") : document.index("reading:")]
    start = document.index(body)
    for found in re.finditer(r"(?<![\w:@.-])\$?[0-9][0-9,.]*(?: (?:to|for) [0-9]+)?%?", body):
        line = body[body.rfind("\n", 0, found.start()) + 1 : found.start()]
        if (
            "source: " in line.rsplit(",", 1)[-1]
            or line.strip() == "- option:"
            or "source" in line.rsplit("{", 1)[-1][:9]
        ):
            continue
        digits = [place for place in range(found.start(), found.end()) if body[place].isdigit()]
        place = generator.choice(digits)
        other = generator.choice([digit for digit in "123456789" if digit != body[place]])
        changed = body[:place] + other + body[place + 1 :]
        yield (
            f"{line.strip()[-30:]}{found[0]} -> {changed[found.start() : found.end()]}",
            (document[:start] + changed + document[start + len(body) :]),
        )


def compare_layout(layout: Layout) -> PaperComparison:
    """A document against its paper."""
    text, _ = layout.read()
    source = load_document("harbor.yaml", layout.write_document(text).encode()).source
    return compare(source, Papers(text, {}))


def count_draft(layout: Layout, text: PaperText, draft: str) -> Counter[str]:
    """The values of a draft by what they are."""
    document = layout.write_document(text).encode()
    if layout.kind == "schedule":
        return count(expected_of(document), cells_of(draft), verbose=True)
    tree: Any = load_document("harbor.yaml", document).source.tree
    tables = [table for tables in pay_tables_of(tree) for table in tables if len(table) > 1]
    return count_pays(tables, draft, verbose=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--verbose", action="store_true")
    verbose = parser.parse_args().verbose
    alarms = slips = told = 0
    total: Counter[str] = Counter()
    for name, layout in LAYOUTS.items():
        text, pdf = layout.read()
        document = layout.write_document(text)
        if verbose and pdf is not None:
            print("\n".join(f"    {place}  {line}" for place, line in text.list_lines()))
        before = compare_layout(layout)
        print(
            f"{name}: {before.bound} of {before.figures} figures, {len(before.differences)} false alarms, "
            f"{len(before.not_cited)} lines not cited"
        )
        for one in before.differences:
            print(f"    {one.kind} {show_route(one.route)}: {one.message}")
        for line in before.not_cited if verbose else ():
            print(f"    not cited ({line.what}) {line.place}: {line.words}")
        alarms += len(before.differences)
        for what, slipped in plant_slips(document):
            loaded = load_document("harbor.yaml", slipped.encode())
            after = compare(loaded.source, Papers(text, {}))
            is_told = (
                bool(loaded.problems)
                or len(after.differences) > len(before.differences)
                or len(after.not_cited) > len(before.not_cited)
            )
            slips, told = slips + 1, told + is_told
            if verbose and not is_told:
                print(f"    not told: {what}")
        draft = draft_paper(text, pdf, DraftFrame(layout.kind, jurisdiction="california")).text
        counts = count_draft(layout, text, draft)
        show("    draft", counts)
        if verbose:
            print("\n".join(f"      {line}" for line in draft.splitlines()[4:]))
        total += counts
    print(f"false alarms {alarms}; slips {told} of {slips} told ({100 * told / slips:.1f}%)")
    show("drafts", total)
    return 1 if alarms or total["wrong, not marked"] else 0


if __name__ == "__main__":
    sys.exit(main())
