"""Whether the rules of envy and of a progressive leave nothing open."""

from collections.abc import Iterable

from compliance.checks.registry import check
from compliance.checks.verdicts import Verdicts, passed, unstated
from compliance.documents.game import Game


@check("envy-determined")
def envy_determined(game: Game) -> Verdicts:
    """Who triggers envy, what qualifies, and what of the own second spot and of the bank's hand is all stated."""
    envy = game.envy
    if envy is None:
        return
    facts = (
        ("triggered-by", envy.triggered_by, "whose hand triggers envy"),
        ("qualifies", envy.qualifies, "which wager qualifies for envy, and from what amount"),
        ("own-second-spot", envy.own_second_spot, "whether a player on two spots is paid for the other own hand"),
        ("never-for", envy.never_for or None, "whether the own hand and the bank's hand are excluded"),
        ("several-at-once", envy.several_at_once, "what is paid when several hands qualify in one round"),
    )
    yield from _all_stated("envy", facts, "The envy rules are determined.")


@check("progressive-determined")
def progressive_determined(game: Game) -> Verdicts:
    """What feeds a progressive, what it starts with, who gets what and where it is shown is stated."""
    progressive = game.progressive
    if progressive is None:
        return
    facts = (
        ("contribution", progressive.contribution, "how much of each wager goes into the progressive"),
        ("seed", progressive.seed, "what the progressive starts with"),
        ("reseeded", progressive.reseeded, "with what the progressive starts again after it is won"),
        ("several-winners", progressive.several_winners, "who gets what when several win in one round"),
        ("posted", progressive.posted, "where the amount is shown"),
    )
    yield from _all_stated("progressive", facts, "The progressive is determined.")
    if progressive.reserve is not None:
        reserve = progressive.reserve
        parts = (
            ("contribution", reserve.contribution, "how much of each wager goes into the reserve"),
            ("used", reserve.used, "what the reserve is used for"),
        )
        for verdict in _all_stated("reserve", parts, "The reserve is determined."):
            yield verdict._replace(at=("progressive", *verdict.at))


def _all_stated(block: str, facts: Iterable[tuple[str, object, str]], good: str) -> Verdicts:
    for key, value, words in facts:
        if value is None:
            yield unstated("fail", f"The document does not state {words}.", (block, key))
        else:
            yield passed(good, (block, key))
