"""Printed figures held against what is counted, and against each other.

Each function takes a document and what was counted for it and gives plain answers, each with the route of its place;
how they are shown, and how grave they are, is decided elsewhere.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from compliance.documents.values import Unreadable, parse_whole_number, read_money
from compliance.odds.documents import OddsReport
from compliance.odds.entries import Tree
from compliance.odds.figures import Figure, read_figure
from compliance.odds.wagers import WagerOdds, case_of, name_others
from compliance.source.routes import Route

Status = Literal["pass", "fail", "review"]
FOR_ONE: Final = "every pay is read as for 1 and not to 1"
_MOST_CASES_TOLD: Final = 4


class Answer(NamedTuple):
    """What holds or does not, and where."""

    status: Status
    message: str
    at: Route


class PrintedClaim(NamedTuple):
    """A printed figure and what it is said to be."""

    at: Route
    entry: Mapping[str, Any]

    @property
    def text(self) -> str:
        return str(self.entry.get("value"))

    @property
    def figure(self) -> Figure | None:
        return read_figure(self.text)

    def get(self, key: str) -> str:
        return str(self.entry.get(key, ""))

    @property
    def description(self) -> str:
        """What the figure is said to be, in words."""
        what = self.get("what")
        hand = f" of {self.get('hand')}" if self.get("hand") else ""
        words = f"the {what}{hand} of {self.get('wager') or 'a wager that is not named'}"
        words += f" by {self.get('table')}" if self.get("table") else ""
        words += f" with {self.get('decks')} decks" if self.get("decks") else ""
        if self.get("other-players"):
            words += f" with {name_others(self.get('other-players'))}"
        return words

    @property
    def short_name(self) -> str:
        """What the figure is said to be, for a table about its wager."""
        parts = [self.get("what"), self.get("hand").replace("-", " "), self.get("table").replace("-", " ")]
        parts += [f"{self.get('decks')} decks"] if self.get("decks") else []
        parts += [name_others(self.get("other-players"))] if self.get("other-players") else []
        return ", ".join(part for part in parts if part)

    def is_about(self, odds: WagerOdds) -> bool:
        """Whether the figure may be one of these odds."""
        return (
            odds.wager == self.get("wager")
            and self.get("table") in ("", odds.table)
            and self.get("decks") in ("", str(odds.decks))
        )


def claims_of(document: Tree) -> Iterator[PrintedClaim]:
    """The claims, and those that are said again with another value."""
    written = document.get("claims")
    claims = [claim if isinstance(claim, Mapping) else {} for claim in written] if isinstance(written, list) else []
    for place, claim in enumerate(claims):
        by = claim.get("by-other-players")
        for others, value in by.items() if isinstance(by, Mapping) else ():
            at = ("claims", place, "by-other-players", str(others))
            yield PrintedClaim(at, {**claim, "value": value, "other-players": others})
        if "value" in claim or not isinstance(by, Mapping):
            yield PrintedClaim(("claims", place, "value"), claim)
    reading = document.get("reading")
    said_again = reading.get("said-again") if isinstance(reading, Mapping) else None
    for number, again in enumerate(said_again if isinstance(said_again, list) else []):
        for route, value in again.items() if isinstance(again, Mapping) else ():
            found = re.fullmatch(r"claims / ([0-9]{1,9}) / (?:value|by-other-players / ([0-9]{1,3}))", str(route))
            if found and 1 <= int(found[1]) <= len(claims):
                place_again = ("reading", "said-again", number, str(route))
                others = {"other-players": found[2]} if found[2] else {}
                yield PrintedClaim(place_again, {**claims[int(found[1]) - 1], **others, "value": value})


def claims_hold(document: Tree, report: OddsReport) -> Iterator[Answer]:
    """Each printed figure is what is counted, at the precision printed."""
    for claim in claims_of(document):
        yield _check_claim(claim, report)


def compare_claims(document: Tree, report: OddsReport) -> Iterator[tuple[PrintedClaim, list[str], Answer]]:
    """Each printed figure with what is counted for it, in its own notation, and how they compare."""
    for claim in claims_of(document):
        figure = claim.figure
        cases = [odds for odds in report.wagers if claim.is_about(odds) and not odds.reading]
        plain = [(case_of(odds), value) for odds in cases for value in _plain(claim, odds)]
        yield claim, list(_describe_counts(figure, plain)) if figure is not None else [], _check_claim(claim, report)


def _check_claim(claim: PrintedClaim, report: OddsReport) -> Answer:
    figure = claim.figure
    if claim.entry.get("value") is None:
        return Answer("review", f"No figure stands beside {claim.description}.", claim.at[:2])
    if figure is None:
        expected = "expected one such as 7.03%, 0.0703 or 1 in 25.8"
        return Answer("fail", f"`{claim.text}` is no figure that can be compared; {expected}.", claim.at)
    cases = [odds for odds in report.wagers if claim.is_about(odds)]
    plain = [(case_of(odds), value) for odds in cases if not odds.reading for value in _plain(claim, odds)]
    printed = f"{claim.text} is printed as {claim.description}"
    if not plain:
        return Answer("review", f"{printed}, which cannot be compared: {_missing(claim, report)}.", claim.at)
    same = [case for case, value in plain if figure.shows(value)]
    if len(same) == len(plain):
        return Answer("pass", f"{claim.text} as {claim.description} is what we compute.", claim.at)
    counted = "; ".join(_describe_counts(figure, plain))
    at_nothing = not claim.get("jackpot") and claim.get("what") not in ("hit rate", "probability", "envy per player")
    if at_nothing and any(odds.meter is not None for odds in cases):
        counted += " with an empty jackpot"
    if same:
        message = f"{printed}, which is right with {' and with '.join(same[:_MOST_CASES_TOLD])} only."
        message += f" Computed: {counted}."
        return Answer("review", f"{message} Say for which decks or table the figure is printed.", claim.at)
    if (reading := reproducing(claim, figure, cases)) is not None:
        return Answer("review", f"{printed}; we compute {counted}. The printed figure follows if {reading}.", claim.at)
    cut = any(figure.cuts(value) for _, value in plain)
    more = (
        "Its digits look cut off, not rounded." if cut else "No interpretation that we tried gives the printed figure."
    )
    return Answer("fail", f"{printed}; we compute {counted}. {more}", claim.at)


def _describe_counts(figure: Figure, cases: Sequence[tuple[str, Fraction]]) -> Iterator[str]:
    """What is counted, once for each value that differs."""
    values: dict[str, str] = {}
    for case, value in cases:
        values.setdefault(figure.printed(value), case)
    for shown, case in list(values.items())[:_MOST_CASES_TOLD]:
        yield shown if len(values) == 1 else f"{shown} with {case}"
    if len(values) > _MOST_CASES_TOLD:
        yield f"and {len(values) - _MOST_CASES_TOLD} more"


def _missing(claim: PrintedClaim, report: OddsReport) -> str:
    wager = claim.get("wager")
    reasons = (left.reason for left in report.uncounted if left.wager == wager and not left.reading)
    if (reason := next(reasons, None)) is not None:
        return reason
    if report.problems:
        return f"the odds section cannot be read ({report.problems[0][1]})"
    counted = [odds for odds in report.wagers if odds.wager == wager and not odds.reading]
    if not counted:
        return f"{wager} is no wager of the document" if wager else "the claim names no wager"
    if not any(claim.is_about(odds) for odds in counted):
        return "the document has no such pay table or number of decks"
    if (reason := next((odds.uncounted_envy for odds in counted if odds.uncounted_envy), "")) and not claim.get("hand"):
        return f"envy is not counted, because {reason}"
    if claim.get("what") == "envy per player":
        return "no envy is counted for this wager"
    return f"its pay table has no row {claim.get('hand')}" if claim.get("hand") else "it is not counted"


def reproducing(claim: PrintedClaim, figure: Figure, cases: Sequence[WagerOdds]) -> str | None:
    """The reading by which the figure comes out, if there is one: of the text, of the pay table, or of the jackpot."""
    for odds in cases:
        own = f"the text is read as {odds.reading}" if odds.reading else ""
        if own and any(figure.shows(value) for value in _plain(claim, odds)):
            return own
    for odds in cases:
        own = f"the text is read as {odds.reading} and " if odds.reading else ""
        for words, value in _find_readings(claim, odds):
            if figure.shows(value):
                return own + words
    return None


def comes_out_for_one(claim: PrintedClaim, report: OddsReport) -> bool:
    """Whether a figure comes out only if prizes hold the wager, though they are printed beside it."""
    figure, cases = claim.figure, [odds for odds in report.wagers if claim.is_about(odds) and not odds.reading]
    if figure is None or any(figure.shows(value) for odds in cases for value in _plain(claim, odds)):
        return False
    return reproducing(claim, figure, cases) == FOR_ONE


def _plain(claim: PrintedClaim, odds: WagerOdds) -> Iterator[Fraction]:
    """The figure that a claim names, as it is counted; none where these odds have no such figure."""
    what, hand = claim.get("what"), claim.get("hand")
    if what in ("hit rate", "probability"):
        if not hand:
            yield odds.hit_rate
        yield from (row.probability for row in odds.rows if hand and row.name == hand)
    elif what == "envy per player":
        if odds.envy is not None:
            yield _envy(claim, odds)
    elif not _lacks_envy(claim, odds):
        yield _convert_edge(claim, _edge(claim, odds))


def _lacks_envy(claim: PrintedClaim, odds: WagerOdds) -> bool:
    """Whether a figure is one with more other players than envy is counted for."""
    others = parse_whole_number(claim.get("other-players") or "0") or 0
    return bool(odds.uncounted_envy) and others > max(odds.envy.others if odds.envy else (0,))


def _convert_edge(claim: PrintedClaim, edge: Fraction) -> Fraction:
    """An edge as what the claim speaks of: what the house keeps, what the bettor loses, what is paid back."""
    what = claim.get("what")
    return -edge if what == "player expectation" else 1 - edge if what == "return" else edge


def _edge(claim: PrintedClaim, odds: WagerOdds) -> Fraction:
    others = parse_whole_number(claim.get("other-players") or "0") or 0
    edge = odds.edge_at(_money(claim, "jackpot") or Fraction(0)) if odds.meter else odds.edge
    return edge - (_envy(claim, odds) * others if odds.envy else 0)


def _envy(claim: PrintedClaim, odds: WagerOdds) -> Fraction:
    """What one other player adds to a wager of the size that the claim names."""
    assert odds.envy is not None
    return odds.envy.each * odds.envy.stake / (_money(claim, "stake") or odds.envy.stake)


def _money(claim: PrintedClaim, key: str) -> Fraction | None:
    try:
        return Fraction(read_money(claim.get(key))) if claim.get(key) else None
    except Unreadable:
        return None


def _find_readings(claim: PrintedClaim, odds: WagerOdds) -> Iterator[tuple[str, Fraction]]:
    """What comes out if the pay table, or the figure, is read otherwise."""
    if claim.get("what") in ("hit rate", "probability"):
        if not claim.get("hand"):
            pushed = sum((row.probability for row in odds.rows if row.pay.net == 0), Fraction(0))
            yield "a push counts as a hit", odds.hit_rate + pushed
        return
    if claim.get("what") == "envy per player":
        return
    for words, edge in _edges(odds, _edge(claim, odds)):
        yield words, _convert_edge(claim, edge)


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
            ("the contribution counts as paid out", odds.meter.contribution),
            ("the contribution counts as paid out and the jackpot holds the seed", odds.meter.contribution + seed),
        ):
            yield " and ".join(part for part in (label, words) if part), start - less


def claims_agree(document: Tree) -> Iterator[Answer]:
    """Two figures for one thing are the same figure, as far as both are printed."""
    said: dict[tuple[str, ...], tuple[PrintedClaim, Figure]] = {}
    for claim in claims_of(document):
        figure = claim.figure
        if figure is None:
            continue
        key = (_side(claim), *map(claim.get, ("wager", "table", "decks", "hand", "other-players", "stake", "jackpot")))
        known, first = said.setdefault(key, (claim, figure))
        if known is claim:
            continue
        if _agree(known, first, claim, figure):
            yield Answer("pass", f"{claim.text} and {known.text} agree.", claim.at)
        else:
            there = f"{known.text}, as {known.description}, elsewhere"
            message = f"{claim.text} is printed here as {claim.description}, and {there}: both cannot be so."
            yield Answer("fail", message, claim.at)


_ONE_THING: Final = {"player expectation": "house edge", "return": "house edge", "probability": "hit rate"}


def _side(claim: PrintedClaim) -> str:
    """What a figure is about: edge, expectation and return are one thing seen from several sides."""
    what = claim.get("what")
    return what if claim.get("hand") else _ONE_THING.get(what, what)


def _agree(one: PrintedClaim, first: Figure, other: PrintedClaim, second: Figure) -> bool:
    """Whether some exact value looks like both figures."""
    low, high = _find_bounds(one, first)
    least, most = _find_bounds(other, second)
    return max(low, least) < min(high, most) or first.share == second.share


def _find_bounds(claim: PrintedClaim, figure: Figure) -> tuple[Fraction, Fraction]:
    """The exact values that look like this figure, as what the house keeps, or as a chance."""
    half = Fraction(1, 2 * 10**figure.digits) / (1 if figure.one_in or figure.plain else 100)
    ends = [figure.value - half, figure.value + half]
    if figure.one_in:
        ends = [1 / end for end in ends if end > 0]
    low, high = sorted(_convert_edge(claim, end) for end in ends)
    return low, high
