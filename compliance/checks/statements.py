"""What published rules must say: the document says it, or general terms that cover the document do."""

from __future__ import annotations

from compliance.checks.cards import Card, Shelf
from compliance.checks.registry import Verdicts, check, passed, unstated


@check("statements", on_set=True)
def statements(card: Card, cards: Shelf, says: list[str], if_unstated: str = "fail") -> Verdicts:
    """Each statement is made by the document, or by general terms that cover it."""
    covering = cards.covering(card)
    for name in says:
        words = name.replace("-", " ")
        if name in card.statements:
            yield passed(f"It is stated: {words}.", ("statements", name))
            continue
        supplier = next((terms for terms in covering if name in terms.statements), None)
        if supplier is not None:
            yield passed(f"It is stated: {words} (in {supplier.title}, {supplier.path}).")
        else:
            looked = " Nor do the general terms that cover it." if covering else ""
            yield unstated(if_unstated, f"The document does not state: {words}.{looked}", ("statements", name))
