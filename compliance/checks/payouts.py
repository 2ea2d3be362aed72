"""Wagers, what they pay, and the limits on both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.checks.registry import Verdicts, check, failed, passed, unstated
from compliance.documents.values import show_money
from compliance.routes import Route

if TYPE_CHECKING:
    from compliance.documents.game import Game


@check("envy-outside-aggregate")
def envy_outside_aggregate(game: Game) -> Verdicts:
    """An envy prize is not counted in, or capped by, the aggregate payout limit."""
    envy = game.envy
    if envy is None:
        return
    route: Route = ("envy", "in-aggregate")
    covered = game.aggregate is not None and "envy" in game.aggregate.covers
    if envy.in_aggregate or covered:
        at: Route = route if envy.in_aggregate else ("aggregate", "covers", game.aggregate.covers.index("envy"))  # type: ignore[union-attr]  # covered implies an aggregate
        yield failed(
            "The envy prize is counted in the aggregate payout limit. That limit is for what wagers win; envy is a "
            "fixed prize without a wager, and nothing in the law's words puts it there.",
            at,
            label="no basis for this",
        )
    elif envy.in_aggregate is None and game.aggregate is None:
        yield unstated("not-applicable", "The game sets no aggregate payout limit.", route)
    elif envy.in_aggregate is None:
        yield unstated("review", "The document does not state that envy is outside the aggregate payout limit.", route)
    else:
        amount = game.aggregate.amount if game.aggregate is not None else None
        limit = f" of {show_money(amount)}" if amount is not None else ""
        yield passed(f"Envy is outside the aggregate payout limit{limit}.", route)
