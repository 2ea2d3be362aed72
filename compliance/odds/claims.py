"""What is out of order about odds: printed figures that are not so, wagers that favour the bettor, rows that cannot be.

Each function takes a document and what was counted for it and gives plain answers, each with the keys of its place; how
they are shown, and how grave they are, is decided elsewhere.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from compliance.documents.values import whole_number
from compliance.odds.documents import OddsReport, Tree
from compliance.odds.wagers import WagerOdds, percent, places

Status = Literal["pass", "fail", "review"]
Keys = tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """What holds or does not, and where."""

    status: Status
    message: str
    at: Keys


@dataclass(frozen=True)
class Figure:
    """A printed figure: its value, and how many decimal places it is printed with."""

    value: Fraction
    digits: int
    one_in: bool = False

    def shows(self, exact: Fraction) -> bool:
        """Whether this is how the exact value looks at the printed precision."""
        return self._rounded(exact) == self.value

    def printed(self, exact: Fraction) -> str:
        """The exact value in the notation of this figure."""
        if self.one_in:
            return f"1 in {places(1 / exact, self.digits)}" if exact else "never"
        return percent(exact, self.digits)

    def _rounded(self, exact: Fraction) -> Fraction | None:
        if self.one_in:
            return _half_up(1 / exact, self.digits) if exact else None
        return _half_up(exact * 100, self.digits) / 100


def _half_up(number: Fraction, digits: int) -> Fraction:
    scaled = abs(number) * 10**digits
    return Fraction(int(scaled + Fraction(1, 2)), 10**digits) * (1 if number >= 0 else -1)


def read_figure(text: str) -> Figure | None:
    """`7.0273%`, `-7.0273%` or `1 in 25.8`."""
    if found := re.fullmatch(r"(-?[0-9]+)(?:\.([0-9]+))?%", text.strip()):
        digits = len(found[2] or "")
        return Figure(Fraction(f"{found[1]}.{found[2] or 0}") / 100, digits)
    if found := re.fullmatch(r"1 in ([0-9,]+)(?:\.([0-9]+))?", text.strip()):
        return Figure(Fraction(f"{found[1].replace(',', '')}.{found[2] or 0}"), len(found[2] or ""), True)
    return None


def claims_hold(document: Tree, report: OddsReport) -> Iterator[Answer]:
    """Each printed figure is what is counted, at the precision printed."""
    for at, claim in _claims(document):
        yield _claim(at, claim, report)


def _claims(document: Tree) -> Iterator[tuple[Keys, Mapping[str, Any]]]:
    """The claims, and those that are said again with another value."""
    written = document.get("claims")
    claims = [claim if isinstance(claim, Mapping) else {} for claim in written] if isinstance(written, list) else []
    for place, claim in enumerate(claims, 1):
        yield ("claims", str(place), "value"), claim
    restated = document.get("restated")
    for number, again in enumerate(restated if isinstance(restated, list) else [], 1):
        for route, value in again.items() if isinstance(again, Mapping) else ():
            found = re.fullmatch(r"claims / ([0-9]+) / value", str(route))
            if found and 1 <= int(found[1]) <= len(claims):
                yield ("restated", str(number), str(route)), {**claims[int(found[1]) - 1], "value": value}


def _claim(at: Keys, claim: Mapping[str, Any], report: OddsReport) -> Answer:
    what, text, wager = str(claim.get("what")), str(claim.get("value")), str(claim.get("wager", ""))
    figure = read_figure(text)
    if figure is None:
        return Answer(
            "review", f"`{text}` is no figure that can be compared; expected one such as 7.03% or 1 in 25.8.", at
        )
    about = f"the {what} of {wager}" + (f" by {claim['table']}" if "table" in claim else "")
    candidates = [
        (label, value)
        for odds in report.wagers
        if odds.wager == wager and ("table" not in claim or odds.table == str(claim["table"]))
        for label, value in _figures(odds, what, whole_number(str(claim.get("other-players", 0))) or 0)
    ]
    if not candidates:
        missing = next((left.reason for left in report.uncounted if left.wager == wager), "it is not counted")
        return Answer("review", f"{text} is printed as {about}, which cannot be compared: {missing}.", at)
    same = [label for label, value in candidates if figure.shows(value)]
    counted = figure.printed(candidates[0][1])
    if "" in same:
        return Answer("pass", f"{text} as {about} is what is counted.", at)
    if same:
        return Answer("review", f"{text} is printed as {about}; counted is {counted}. It comes out if {same[0]}.", at)
    return Answer(
        "fail", f"{text} is printed as {about}; counted is {counted}, and no reading known here gives it.", at
    )


def _figures(odds: WagerOdds, what: str, others: int) -> Iterator[tuple[str, Fraction]]:
    """What a claim may mean: the plain figure first, then what comes out by other readings."""
    own = f"the text is read as {odds.reading}" if odds.reading else ""
    if what in ("hit rate", "probability"):
        yield own, odds.hit_rate
        return
    sign = -1 if what == "player expectation" else 1
    for label, edge in _edges(odds, others):
        words = " and ".join(part for part in (own, label) if part)
        yield words, sign * edge


def _edges(odds: WagerOdds, others: int) -> Iterator[tuple[str, Fraction]]:
    edge = odds.edge_with(others)
    yield "", edge
    back = [("", edge), ("the wager comes back with every prize", edge - odds.hit_rate)]
    if odds.meter is None:
        yield "every pay is read as for 1 and not to 1", edge + odds.hit_rate
        yield from back[1:]
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
    said: dict[tuple[str, ...], tuple[Keys, str, Figure]] = {}
    for at, claim in _claims(document):
        figure = read_figure(str(claim.get("value")))
        if figure is None:
            continue
        key = tuple(str(claim.get(part, "")) for part in ("what", "wager", "table", "other-players"))
        known = said.setdefault(key, (at, str(claim["value"]), figure))
        if known[0] == at:
            continue
        if _agree(known[2], figure):
            yield Answer("pass", f"{claim['value']} and {known[1]} agree.", at)
        else:
            where = " / ".join(known[0])
            yield Answer("fail", f"{claim['value']} is printed here and {known[1]} at {where} for the same thing.", at)


def _agree(one: Figure, other: Figure) -> bool:
    finer, coarser = (one, other) if one.digits >= other.digits else (other, one)
    if finer.one_in != coarser.one_in:
        return True
    return coarser.shows(1 / finer.value if finer.one_in else finer.value)


def no_edge_for_bettors(report: OddsReport) -> Iterator[Answer]:
    """No wager favours the bettor, whatever deck count, pay table or number of players the document allows."""
    wagers: dict[tuple[str, str], list[WagerOdds]] = {}
    for odds in report.wagers:
        wagers.setdefault((odds.wager, odds.reading), []).append(odds)
    for (wager, reading), every in wagers.items():
        bad = [(_case(odds, label), edge) for odds in every for label, edge in odds.edges() if edge < 0]
        least = min(edge for odds in every for _, edge in odds.edges())
        if not bad:
            if not reading:
                yield Answer("pass", f"{wager} leaves the house at least {percent(least)}.", ("wagers", wager, "pays"))
            continue
        worst = min(bad, key=lambda case: case[1])
        message = f"{wager} favours the bettor by {percent(-worst[1])} with {worst[0]}"
        if len(bad) > 1:
            message += f", and in {len(bad) - 1} more of the cases that the document allows"
        if reading:
            yield Answer("review", f"{message}, if the text is read as {reading}.", ("wagers", wager, "pays"))
        else:
            yield Answer("fail", f"{message}.", ("wagers", wager, "pays"))


def _case(odds: WagerOdds, label: str) -> str:
    decks = "1 deck" if odds.decks == 1 else f"{odds.decks} decks"
    return ", ".join(part for part in (decks, odds.table and f"table {odds.table}", label) if part)


def rows_can_occur(report: OddsReport) -> Iterator[Answer]:
    """Every row of a pay table pays some hand."""
    seen: dict[tuple[str, str, str], bool] = {}
    for odds in report.wagers:
        if not odds.reading:
            for row in odds.rows:
                key = (odds.wager, odds.table, row.name)
                seen[key] = seen.get(key, False) or row.count > 0
    for (wager, table, name), occurs in seen.items():
        at = tuple(part for part in ("wagers", wager, "pays", table, name) if part)
        if not occurs:
            yield Answer(
                "fail", f"{name} of {wager} can never be paid: no hand fits it that no row above it takes.", at
            )


def rows_pay_what_they_contain(report: OddsReport) -> Iterator[Answer]:
    """No row pays less than every one of its hands would get by other rows."""
    for odds in report.wagers:
        if odds.reading:
            continue
        for row, best in zip(odds.rows, odds.best_first, strict=False):
            if row.count and not best:
                at = tuple(part for part in ("wagers", odds.wager, "pays", odds.table, row.name) if part)
                words = (
                    f"{row.name} of {odds.wager} pays {row.pay.words}; every such hand also fits a row that pays more"
                )
                yield Answer("fail", f"{words} ({_case(odds, '')}).", at)


def orders_matter(report: OddsReport) -> Iterator[Answer]:
    """Where hands fit several rows with different pay, the document says which row pays."""
    for odds in report.wagers:
        if not odds.reading and odds.notes:
            at = tuple(part for part in ("wagers", odds.wager, "pays", odds.table) if part)
            yield Answer("review", f"The order of rows matters with {_case(odds, '')}: {'; '.join(odds.notes)}.", at)


def missing_for_odds(report: OddsReport) -> Iterator[Answer]:
    """What is not counted, and why."""
    for left in report.uncounted:
        if not left.reading:
            yield Answer("review", f"{left.wager} is not counted: {left.reason}.", ("wagers", left.wager))
    for at, problem in report.problems:
        yield Answer("fail", f"The odds block cannot be read: {problem}.", at)


def good_order(document: Tree, report: OddsReport) -> Sequence[Answer]:
    """All of the above."""
    return [
        *claims_hold(document, report),
        *claims_agree(document),
        *no_edge_for_bettors(report),
        *rows_can_occur(report),
        *rows_pay_what_they_contain(report),
        *orders_matter(report),
        *missing_for_odds(report),
    ]
