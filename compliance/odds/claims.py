"""Printed figures held against what is counted, and against each other.

Each function takes a document and what was counted for it and gives plain answers, each with the route of its place;
how they are shown, and how grave they are, is decided elsewhere.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from compliance.documents.values import Unreadable, read_money, whole_number
from compliance.odds.documents import OddsReport
from compliance.odds.entries import Tree
from compliance.odds.figures import Figure, read_figure
from compliance.odds.wagers import WagerOdds, case_of
from compliance.routes import Route

Status = Literal["pass", "fail", "review"]
FOR_ONE: Final = "every pay is read as for 1 and not to 1"
_MOST_CASES_TOLD: Final = 4


class Answer(NamedTuple):
    """What holds or does not, and where."""

    status: Status
    message: str
    at: Route


class Claim(NamedTuple):
    """A printed figure and what it is said to be."""

    at: Route
    entry: Mapping[str, Any]

    @property
    def text(self) -> str:
        return str(self.entry.get("value"))

    @property
    def figure(self) -> Figure | None:
        return read_figure(self.text)

    def said(self, key: str) -> str:
        return str(self.entry.get(key, ""))

    @property
    def about(self) -> str:
        """What the figure is said to be, in words."""
        what = self.said("what")
        hand = f" of {self.said('hand')}" if self.said("hand") else ""
        words = f"the {what}{hand} of {self.said('wager') or 'a wager that is not named'}"
        words += f" by {self.said('table')}" if self.said("table") else ""
        words += f" with {self.said('decks')} decks" if self.said("decks") else ""
        if self.said("other-players"):
            words += f" with {self.said('other-players')} other players"
        return words

    def is_about(self, odds: WagerOdds) -> bool:
        """Whether the figure may be one of these odds."""
        return (
            odds.wager == self.said("wager")
            and self.said("table") in ("", odds.table)
            and self.said("decks") in ("", str(odds.decks))
        )


def claims_of(document: Tree) -> Iterator[Claim]:
    """The claims, and those that are said again with another value."""
    written = document.get("claims")
    claims = [claim if isinstance(claim, Mapping) else {} for claim in written] if isinstance(written, list) else []
    for place, claim in enumerate(claims):
        by = claim.get("by-other-players")
        for others, value in by.items() if isinstance(by, Mapping) else ():
            at = ("claims", place, "by-other-players", str(others))
            yield Claim(at, {**claim, "value": value, "other-players": others})
        if "value" in claim or not isinstance(by, Mapping):
            yield Claim(("claims", place, "value"), claim)
    reading = document.get("reading")
    said_again = reading.get("said-again") if isinstance(reading, Mapping) else None
    for number, again in enumerate(said_again if isinstance(said_again, list) else []):
        for route, value in again.items() if isinstance(again, Mapping) else ():
            found = re.fullmatch(r"claims / ([0-9]{1,9}) / (?:value|by-other-players / ([0-9]{1,3}))", str(route))
            if found and 1 <= int(found[1]) <= len(claims):
                place_again = ("reading", "said-again", number, str(route))
                others = {"other-players": found[2]} if found[2] else {}
                yield Claim(place_again, {**claims[int(found[1]) - 1], **others, "value": value})


def claims_hold(document: Tree, report: OddsReport) -> Iterator[Answer]:
    """Each printed figure is what is counted, at the precision printed."""
    for claim in claims_of(document):
        yield _held(claim, report)


def _held(claim: Claim, report: OddsReport) -> Answer:
    figure = claim.figure
    if claim.entry.get("value") is None:
        return Answer("review", f"No figure stands beside {claim.about}.", claim.at[:2])
    if figure is None:
        expected = "expected one such as 7.03%, 0.0703 or 1 in 25.8"
        return Answer("review", f"`{claim.text}` is no figure that can be compared; {expected}.", claim.at)
    cases = [odds for odds in report.wagers if claim.is_about(odds)]
    plain = [(case_of(odds), value) for odds in cases if not odds.reading for value in _plain(claim, odds)]
    printed = f"{claim.text} is printed as {claim.about}"
    if not plain:
        return Answer("review", f"{printed}, which cannot be compared: {_missing(claim, report)}.", claim.at)
    same = [case for case, value in plain if figure.shows(value)]
    if len(same) == len(plain):
        return Answer("pass", f"{claim.text} as {claim.about} is what is counted.", claim.at)
    counted = "; ".join(_counted(figure, plain))
    if same:
        message = f"{printed}, which it is with {' and with '.join(same[:_MOST_CASES_TOLD])} only. Counted: {counted}."
        return Answer("review", f"{message} Say for which decks or table the figure is printed.", claim.at)
    if (reading := reproducing(claim, figure, cases)) is not None:
        return Answer("review", f"{printed}; counted is {counted}. It comes out if {reading}.", claim.at)
    cut = any(figure.cuts(value) for _, value in plain)
    more = "; its digits look cut off where they should be rounded" if cut else ", and no reading known here gives it"
    return Answer("fail", f"{printed}; counted is {counted}{more}.", claim.at)


def _counted(figure: Figure, cases: Sequence[tuple[str, Fraction]]) -> Iterator[str]:
    """What is counted, once for each value that differs."""
    values: dict[str, str] = {}
    for case, value in cases:
        values.setdefault(figure.printed(value), case)
    for shown, case in list(values.items())[:_MOST_CASES_TOLD]:
        yield shown if len(values) == 1 else f"{shown} with {case}"
    if len(values) > _MOST_CASES_TOLD:
        yield f"and {len(values) - _MOST_CASES_TOLD} more"


def _missing(claim: Claim, report: OddsReport) -> str:
    wager = claim.said("wager")
    reasons = (left.reason for left in report.uncounted if left.wager == wager and not left.reading)
    if (reason := next(reasons, None)) is not None:
        return reason
    if report.problems:
        return f"the odds block cannot be read ({report.problems[0][1]})"
    counted = [odds for odds in report.wagers if odds.wager == wager and not odds.reading]
    if not counted:
        return f"{wager} is no wager of the document" if wager else "the claim names no wager"
    if not any(claim.is_about(odds) for odds in counted):
        return "the document has no such pay table or number of decks"
    if claim.said("what") == "envy per player":
        return "no envy is counted for this wager"
    return f"its pay table has no row {claim.said('hand')}" if claim.said("hand") else "it is not counted"


def reproducing(claim: Claim, figure: Figure, cases: Sequence[WagerOdds]) -> str | None:
    """The reading by which the figure comes out, if there is one: of the text, of the pay table, or of the jackpot."""
    for odds in cases:
        own = f"the text is read as {odds.reading}" if odds.reading else ""
        if own and any(figure.shows(value) for value in _plain(claim, odds)):
            return own
    for odds in cases:
        own = f"the text is read as {odds.reading} and " if odds.reading else ""
        for words, value in _otherwise(claim, odds):
            if figure.shows(value):
                return own + words
    return None


def comes_out_for_one(claim: Claim, report: OddsReport) -> bool:
    """Whether a figure comes out only if prizes hold the wager, though they are printed beside it."""
    figure, cases = claim.figure, [odds for odds in report.wagers if claim.is_about(odds) and not odds.reading]
    if figure is None or any(figure.shows(value) for odds in cases for value in _plain(claim, odds)):
        return False
    return reproducing(claim, figure, cases) == FOR_ONE


def _plain(claim: Claim, odds: WagerOdds) -> Iterator[Fraction]:
    """The figure that a claim names, as it is counted; none where these odds have no such figure."""
    what, hand = claim.said("what"), claim.said("hand")
    if what in ("hit rate", "probability"):
        if not hand:
            yield odds.hit_rate
        yield from (row.probability for row in odds.rows if hand and row.name == hand)
    elif what == "envy per player":
        if odds.envy is not None:
            yield _envy(claim, odds)
    else:
        yield _as_said(claim, _edge(claim, odds))


def _as_said(claim: Claim, edge: Fraction) -> Fraction:
    """An edge as what the claim speaks of: what the house keeps, what the bettor loses, what is paid back."""
    what = claim.said("what")
    return -edge if what == "player expectation" else 1 - edge if what == "return" else edge


def _edge(claim: Claim, odds: WagerOdds) -> Fraction:
    others = whole_number(claim.said("other-players") or "0") or 0
    edge = odds.edge_at(_money(claim, "jackpot") or Fraction(0)) if odds.meter else odds.edge
    return edge - (_envy(claim, odds) * others if odds.envy else 0)


def _envy(claim: Claim, odds: WagerOdds) -> Fraction:
    """What one other player adds to a wager of the size that the claim names."""
    assert odds.envy is not None
    return odds.envy.each * odds.envy.stake / (_money(claim, "stake") or odds.envy.stake)


def _money(claim: Claim, key: str) -> Fraction | None:
    try:
        return Fraction(read_money(claim.said(key))) if claim.said(key) else None
    except Unreadable:
        return None


def _otherwise(claim: Claim, odds: WagerOdds) -> Iterator[tuple[str, Fraction]]:
    """What comes out if the pay table, or the figure, is read otherwise."""
    if claim.said("what") in ("hit rate", "probability"):
        if not claim.said("hand"):
            pushed = sum((row.probability for row in odds.rows if row.pay.net == 0), Fraction(0))
            yield "a push counts as a hit", odds.hit_rate + pushed
        return
    if claim.said("what") == "envy per player":
        return
    for words, edge in _edges(odds, _edge(claim, odds)):
        yield words, _as_said(claim, edge)


def _edges(odds: WagerOdds, edge: Fraction) -> Iterator[tuple[str, Fraction]]:
    back = [("", edge), ("the wager comes back with every prize", edge - odds.hit_rate)]
    if odds.meter is None:
        yield FOR_ONE, edge + odds.hit_rate
        yield from back[1:]
        pushed = sum((row.probability for row in odds.rows if row.pay.net == 0), Fraction(0))
        if 0 < pushed < 1:
            yield "wagers that push are left out", edge / (1 - pushed)
        return
    seed = odds.share * odds.meter.seed
    for label, start in back:
        for words, less in (
            ("the seed is in the jackpot", seed),
            ("what goes into the jackpot counts as paid out", odds.meter.contribution),
            ("what goes into the jackpot counts as paid out and the seed is in it", odds.meter.contribution + seed),
        ):
            yield " and ".join(part for part in (label, words) if part), start - less


def claims_agree(document: Tree) -> Iterator[Answer]:
    """Two figures for one thing are the same figure, as far as both are printed."""
    said: dict[tuple[str, ...], tuple[Claim, Figure]] = {}
    for claim in claims_of(document):
        figure = claim.figure
        if figure is None:
            continue
        key = (_side(claim), *map(claim.said, ("wager", "table", "decks", "hand", "other-players", "stake", "jackpot")))
        known, first = said.setdefault(key, (claim, figure))
        if known is claim:
            continue
        if _agree(known, first, claim, figure):
            yield Answer("pass", f"{claim.text} and {known.text} agree.", claim.at)
        else:
            there = f"{known.text}, as {known.about}, elsewhere"
            message = f"{claim.text} is printed here as {claim.about}, and {there}: both cannot be so."
            yield Answer("fail", message, claim.at)


_ONE_THING: Final = {"player expectation": "house edge", "return": "house edge", "probability": "hit rate"}


def _side(claim: Claim) -> str:
    """What a figure is about: edge, expectation and return are one thing seen from several sides."""
    what = claim.said("what")
    return what if claim.said("hand") else _ONE_THING.get(what, what)


def _agree(one: Claim, first: Figure, other: Claim, second: Figure) -> bool:
    """Whether some exact value looks like both figures."""
    low, high = _between(one, first)
    least, most = _between(other, second)
    return max(low, least) < min(high, most) or first.share == second.share


def _between(claim: Claim, figure: Figure) -> tuple[Fraction, Fraction]:
    """The exact values that look like this figure, as what the house keeps, or as a chance."""
    half = Fraction(1, 2 * 10**figure.digits) / (1 if figure.one_in or figure.plain else 100)
    ends = [figure.value - half, figure.value + half]
    if figure.one_in:
        ends = [1 / end for end in ends if end > 0]
    low, high = sorted(_as_said(claim, end) for end in ends)
    return low, high
