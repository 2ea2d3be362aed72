"""Ante and raise as a document tells them: who raises after which cards, when the dealer qualifies, what is paid."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from compliance.documents.values import read_odds, read_payout
from compliance.odds.best_play import BestPlay, describe_net
from compliance.odds.budget import Budget
from compliance.odds.cards import Card, NotCounted, Shoe
from compliance.odds.conditions import CardRules, Condition, HandPart, leaves, looks
from compliance.odds.definitions import Definitions
from compliance.odds.entries import UNCLEAR, Tree, group, read, refuse_unknown_keys
from compliance.odds.raises import Stage, Staked, count_raises
from compliance.odds.wagers import Pay, RowOdds, Terms, pay_of
from compliance.odds.words import BadDefinition, look, span


def best_play_of(wagers: Tree, wager: str, how: Tree, known: Definitions) -> BestPlay:
    """Ante and raise with best play: what is won and lost is read from the pay of both wagers."""
    said = how["best-play"]
    if not isinstance(said, Mapping) or not {"hand", "against", "raise"} <= set(said):
        raise BadDefinition(
            "best play needs hand, against and raise, such as {hand: player, against: dealer, raise: play}"
        )
    refuse_unknown_keys(
        said,
        (
            "against",
            "bonus",
            "hand",
            "if-not-qualified",
            "qualifies",
            "raise",
            "raises-with",
            "source",
            "ties",
            "times",
        ),
    )
    refuse_unknown_keys(group(said, "if-not-qualified"), ("ante", "raise", "source"))
    mine, other = look(said["hand"], known.deal), look(said["against"], known.deal)
    if any(len(on) != 1 or known.deal[on[0].hand] != _CARDS_OF_BEST_PLAY for on in (mine, other)):
        raise NotCounted("best play is counted for three cards against three; it would be too much work for more")
    raised = group(wagers, str(said["raise"]))
    unqualified = group(said, "if-not-qualified")
    if "ties" not in said:
        raise BadDefinition("what a tie does is not said; write ties: pushes, or what it pays")
    if "qualifies" in said and not {"ante", "raise"} <= set(unqualified):
        raise BadDefinition(
            "what is paid where the dealer does not qualify is not said; write if-not-qualified, such as "
            "{ante: 1 to 1, raise: pushes}"
        )
    bonus = group(said, "bonus") or group(group(wagers, str(said.get("bonus"))), "pays")
    times = read(read_odds, f"{said.get('times', '1')} to 1", "how many antes the raise is").ratio
    pay = {
        "ante": _net(group(wagers, wager).get("pays"), f"what {wager} pays"),
        "raise": _net(raised.get("pays"), f"what {said['raise']} pays"),
        "if-ante": _net(unqualified.get("ante", "1 to 1"), "what the ante pays where the dealer does not qualify"),
        "if-raise": _net(unqualified.get("raise", "pushes"), "what the raise pays where the dealer does not qualify"),
        "tie": _net(said["ties"], "what a tie pays"),
    }
    return BestPlay(
        str(said["raise"]),
        mine[0].hand,
        other[0].hand,
        times,
        pay["ante"],
        pay["raise"],
        known.read(said["qualifies"], other) if "qualifies" in said else None,
        pay["if-ante"] + times * pay["if-raise"],
        pay["tie"] * (1 + times),
        [(name, known.condition(name, mine), _net(odds, name)) for name, odds in bonus.items() if name != "source"],
        known.read(said["raises-with"], mine) if "raises-with" in said else None,
    )


def raise_names(said: Tree) -> Iterator[str]:
    """The wagers that are made as raises of another one."""
    if "raise" in said:
        yield str(said["raise"])
    stages = said.get("raises")
    yield from (
        str(one.get("raise")) for one in (stages if isinstance(stages, list) else []) if isinstance(one, Mapping)
    )


class StagedRaises(NamedTuple):
    """Raises against a pay table, as a document tells them."""

    names: tuple[str, ...]
    hands: Mapping[str, int]
    stages: tuple[Stage, ...]

    def count_deals(
        self, shoe: Shoe, rows: Sequence[Condition], pays: Sequence[Pay], rules: CardRules, budget: Budget
    ) -> Staked:
        looked = {frozenset(look) for row in rows for leaf in leaves(row) for look in looks(leaf)}
        if looked - {frozenset(HandPart(hand) for hand in self.hands)} or any(pay.share for pay in pays):
            raise NotCounted("raises by best play are counted where every row looks at all cards, and pays no jackpot")
        nets = [pay.net for pay in pays]
        cards = sum(self.hands.values())
        return count_raises(shoe, cards, self._deal, rows, nets, self.stages, rules, budget)

    def _deal(self, cards: Sequence[Card]) -> dict[str, Sequence[Card]]:
        left = iter(cards)
        return {hand: [next(left) for _ in range(number)] for hand, number in self.hands.items()}

    def rows(self, counted: Staked, names: Sequence[str], pays: Sequence[Pay]) -> Iterator[RowOdds]:
        """Every outcome: what is paid, and on how many units of the ante."""
        folded, lost = len(names) + 1, Pay(Fraction(-1))
        named = {**dict(enumerate(names)), len(names): "everything else", folded: "folds"}
        for place, units in sorted((folded if row is None else row, units) for row, units in counted.deals):
            deals = counted.deals[None if place == folded else place, units]
            net = (pays[place] if place < len(names) else lost).net * units
            yield RowOdds(f"{named[place]}, {units} staked", deals, counted.total, Pay(net, words=describe_net(net)))


def staged_raises_of(wagers: Tree, wager: str, said: Tree, deal: Mapping[str, int]) -> StagedRaises:
    """Raises against the pay table of a wager: when, how much, and whether the bettor may go on without."""
    refuse_unknown_keys(said, ("or", "raises", "source"))
    stages = said["raises"]
    if not isinstance(stages, list) or not stages or not all(isinstance(one, Mapping) for one in stages):
        raise BadDefinition("expected a list such as [{raise: play, sees: player, times: 1-3}]", "raises")
    if str(said.get("or")) not in ("fold", "check"):
        raise BadDefinition("what a bettor does who does not raise is not said; expected fold or check", "or")
    found: list[Stage] = []
    known = dict.fromkeys(deal, 0)
    for one in stages:
        refuse_unknown_keys(one, ("raise", "sees", "source", "times"))
        pays = group(wagers, str(one.get("raise"))).get("pays")
        if pays is not None and pays != group(wagers, wager).get("pays"):
            raise NotCounted(f"{one.get('raise')} does not pay as {wager} does")
        for part in look(one.get("sees", ""), deal):
            end = deal[part.hand] if part.first is None else part.first
            if part.after or end < known[part.hand]:
                raise BadDefinition("cards are seen from the first of a hand on, and stay seen", "raises")
            known[part.hand] = end
        low, high, _ = span(one.get("times", "1"))
        if low < 1 or high is None or high - low > _MOST_TIMES:
            raise BadDefinition(f"`{one.get('times')}` is no number of antes; expected one such as 1, or 1-3", "raises")
        cards = sum(known.values())
        if found and cards <= found[-1].cards:
            raise BadDefinition("nothing more is seen than before; one raise for each card that is turned", "raises")
        fold = said["or"] == "fold"
        found.append(Stage(cards, (*range(low, high + 1),) if fold else (0, *range(low, high + 1)), fold))
    return StagedRaises(tuple(raise_names(said)), deal, tuple(found))


_MOST_TIMES: Final = 10


_CARDS_OF_BEST_PLAY: Final = 3


def _net(payout: object, what: str) -> Fraction:
    if payout is None or payout == UNCLEAR:
        raise NotCounted(f"{what} is not stated")
    return pay_of(read(read_payout, payout, what), Terms()).net
