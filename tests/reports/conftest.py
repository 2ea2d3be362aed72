"""What the report tests share: a small catalog that stays as it is, documents, and rendering them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, Final

import pytest

from compliance.documents.loader import load_document
from compliance.engine.catalog import read_catalog
from compliance.engine.checking import check
from compliance.engine.findings import Findings, Place
from compliance.law.catalog import Catalog
from compliance.reports import ReportContext, render
from compliance.source import Span

CATALOG: Final = b"""\
sections:
  - section: "Penal Code \xc2\xa7 1"
    title: Rates
    authority: statute
    wordings: [{seen: digest, note: The text was not seen., values: {rates: 5}}]
  - {section: "Penal Code \xc2\xa7 2", title: Percentages, authority: regulation, wordings: [
      {from: 2010-01-01, seen: text}, {from: 2000-01-01, until: 2009-12-31, seen: digest}]}
  - section: Approved rules
    title: Turns
    authority: approval practice
    wordings: [{seen: recital, values: {turn: 2 hands}}]
  - section: A bill
    title: Shorter turns
    authority: statute
    wordings: [{from: 2999-01-01, seen: text, values: {turn: 1 hand}}]
requirements:
  - requirement: test.rates
    basis: computed
    title: Few rates
    group: Fees
    asks: An option charges at most {rates} rates.
    why: Rates are few.
    applies: {document: schedule, jurisdiction: california}
    level: error
    each: table in rates-at-tables({rates}, [seat])
    answers:
      - fail: count(table.surely) is above {rates}
        says: "{table.says}; at most {rates} are allowed at a table."
      - review: count(table.rates) is above {rates}
        says: "{table.says}; counted tier by tier over all payers that is more than {rates}."
      - pass
    holds: "{table.says}; at most {rates} are allowed."
    rests-on: "Penal Code \xc2\xa7 1"
    remedy: Merge tiers.
  - requirement: test.percentage
    basis: computed
    title: No percentage
    group: Fees
    asks: Fees are flat.
    applies: {document: schedule, jurisdiction: california}
    level: warning
    check: no-percentage-fee
    with: {shares-of: [wager, winnings, pot]}
    rests-on: "Penal Code \xc2\xa7 2"
    remedy: Charge flat amounts.
  - requirement: test.turn
    basis: computed
    title: The bank turns
    asks: Nobody holds the bank for more than {turn} in a row.
    applies: {document: game, jurisdiction: california, when: {bank / by: player-dealer}}
    level: error
    need: "bank.rotation.at-most is at most {turn}"
    rests-on: Approved rules
    remedy: Pass the bank on.
  - requirement: test.not-yet
    basis: computed
    title: Not yet law
    asks: Something.
    applies: {document: game, jurisdiction: california}
    level: note
    need: "bank.rotation.at-most is at most {turn}"
    rests-on: A bill
    remedy: Wait.
left-to-people:
  - {asks: The dealer smiles., cite: "Penal Code \xc2\xa7 3", reason: It is seen at play., jurisdiction: california}
"""

# Fails on rates (six of them) and, less seriously, on the percentage.
FAILING: Final = """\
document: schedule
title: Harbor rates
jurisdiction: california
establishment: Harbor Club
reading: {source: {file: harbor.txt, lines: 1-99}}
unit: $1
options:
  - option: OPTION
    source: 12-20
    collections:
      - payer: player
        fee: 5% of the pot
      - payer: player-dealer
        by: total-table-action
        bands:
          $1-$100: $1
          $101-$200: $2
          $201-$300: $3
          $301-$400: $4
          $405-$500: $5
          $501+: $6
"""
PASSING: Final = """\
document: game
title: Harbor Nines
jurisdiction: california
bank:
  by: player-dealer
  rotation: {verb: rotates, at-most: 2 hands}
"""
# The test's own requirement on the bank does not speak to it.
HOUSE: Final = """\
document: game
title: House Nines
jurisdiction: california
bank: {by: house}
"""
# Six tiers of five amounts: a person must decide how rates are counted.
REVIEW: Final = """\
document: schedule
title: Pier rates
jurisdiction: california
options:
  - option: 1
    collections:
      - {payer: player, by: wager-amount, bands: {$1-$100: $1, $101-$200: $2, $201+: $3}}
      - {payer: player-dealer, by: total-table-action, bands: {$1-$100: $1, $101-$200: $2, $201+: $3}}
"""
UNREADABLE: Final = "document: game\ntitle: Cut off\n  jurisdiction: [california\n"

DOCUMENTS: Final = {
    "rules/harbor.yaml": FAILING.replace("OPTION", "1"),
    "rules/pier.yaml": REVIEW,
    "rules/nines.yaml": PASSING,
    "rules/house.yaml": HOUSE,
    "rules/cut.yaml": UNREADABLE,
}

# What a document may say and no report may obey.
READABLE: Final = " ".join(
    (
        "``` <script>alert(1)</script><img src=x onerror=alert(2)></title></style><!-- \"'&amp;",
        '#import "x.typ": * #panic() $x^2$ *b* _i_ @ref <label> \\',
        "::error file=a,line=1::boom ##[error]boom %0A::stop-commands::x",
        "[text](http://x.example/) ![i](http://x.example/i.png) www.x.example",
        "@someone #1 !2 :boom: `code` $5-$6$ | a |",
        "]]> <![CDATA[ ]] {0} {{1}}",
        "שלום עולם مرحبا",
        "W" * 10_000,
    )
)
# The source layer refuses these in a document. A renderer must not rely on that: they come by messages and file names.
UNREADABLE_TEXT: Final = (
    "\x1b[31mred\x1b[0m \x9b1m \x07 \u202eevil\u202c \u200b\ufeff\u2028 \r\n::add-mask::x\n/close\r \ufffe \ud800"
)
HOSTILE_TEXT: Final = f"{READABLE} {UNREADABLE_TEXT}"
HOSTILE_PATH: Final = "rules/a,b:c%0A::error::x <b>`|\n\x1b[31m.yaml"


def yaml_text(text: str) -> str:
    """A text in double quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


HOSTILE: Final = (
    FAILING.replace("Harbor rates", yaml_text(READABLE))
    .replace("Harbor Club", yaml_text(READABLE))
    .replace("OPTION", yaml_text(READABLE))
)


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return read_catalog([("test.yaml", CATALOG)])


Documents = dict[str, str]


@pytest.fixture
def check_documents(catalog: Catalog) -> Callable[[Documents], Findings]:
    """The findings on documents, given as path and text."""

    def find(documents: Documents) -> Findings:
        return check(((path, text.encode()) for path, text in documents.items()), date(2024, 7, 1), catalog)

    return find


@pytest.fixture
def context(catalog: Catalog) -> Callable[..., ReportContext]:
    def make(documents: Documents, **more: Any) -> ReportContext:
        return ReportContext(
            lambda path: documents.get(path, "").split("\n"),
            lambda: [load_document(path, text.encode()) for path, text in documents.items()],
            lambda: catalog,
            "1.2.3",
            **more,
        )

    return make


@pytest.fixture
def hostile(check_documents: Callable[[Documents], Findings]) -> Findings:
    """The findings on a hostile document under a hostile name, with every word in them as hostile as can be."""
    results = check_documents({HOSTILE_PATH: HOSTILE})
    title = Place(HOSTILE_PATH, Span(2, 8, 2, 60))  # so that code frames show the words, too
    results.documents = [document._replace(title=HOSTILE_TEXT) for document in results.documents]
    results.findings = [
        finding._replace(
            message=HOSTILE_TEXT,
            title=HOSTILE_TEXT,
            citation=HOSTILE_TEXT,
            asks=HOSTILE_TEXT,
            note=HOSTILE_TEXT,
            remedy=HOSTILE_TEXT,
            paste=(HOSTILE_TEXT,),
            places=tuple(
                place._replace(label=HOSTILE_TEXT, route=HOSTILE_TEXT, source=((HOSTILE_TEXT, HOSTILE_TEXT),))
                for place in (finding.places[0], title)
            ),
        )
        for finding in results.findings
    ]
    return results


Report = Callable[..., str]


@pytest.fixture
def report(check_documents: Callable[[Documents], Findings], context: Callable[..., ReportContext]) -> Report:
    """Documents, checked and rendered as text."""

    def make(format: str, documents: Documents = DOCUMENTS, findings: Findings | None = None, **more: Any) -> str:
        results = findings if findings is not None else check_documents(documents)
        rendered = render(format, results, context(documents, **more))
        assert not isinstance(rendered, bytes)
        return "".join(rendered)

    return make
