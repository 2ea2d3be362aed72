"""Options whose names are the numbers of other options: a check reads the option that it speaks of."""

from __future__ import annotations

from compliance.checks import CHECKS
from compliance.documents.loader import load_document

SCHEDULE = """document: schedule
title: A
id: a
jurisdiction: california
options:
  - option: 2
    collections:
      - {payer: player, fee: $1}
      - {payer: player, type: commission, fee: $1}
  - option: 1
    collections:
      - {payer: player, fee: $1}
"""


def test_a_commission_is_read_from_its_own_option() -> None:
    document = load_document("a.yaml", SCHEDULE.encode()).document
    assert document is not None
    found = list(CHECKS["no-percentage-fee"].run(document, shares_of=("wagers",)))
    assert [one.at for one in found if one.status == "review"] == [("options", 0, "collections", 1, "type")]
