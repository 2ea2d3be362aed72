"""What is out of order about pay tables: wagers that favour the bettor, rows that cannot be, notations that mix."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from compliance.odds.claims import Answer, claims_agree, claims_hold, claims_of, comes_out_for_one
from compliance.odds.documents import OddsReport
from compliance.odds.entries import Tree
from compliance.odds.wagers import WagerOdds, case_of, percent
from compliance.routes import Route

_MOST_READINGS_TOLD: Final = 3


def no_edge_for_bettors(report: OddsReport) -> Iterator[Answer]:
    """No wager favours the bettor, whatever deck count, pay table or number of players the document allows."""
    wagers: dict[str, dict[str, list[WagerOdds]]] = {}
    for odds in report.wagers:
        wagers.setdefault(odds.wager, {}).setdefault(odds.reading, []).append(odds)
    for wager, readings in wagers.items():
        plain = readings.pop("", None)
        if plain is not None:
            yield _edge_of(wager, plain, readings)
        for reading, every in readings.items():
            if (bad := _favours(wager, every)) is not None:
                message = f"{bad}, if the text is read as {reading}."
                if plain is None or _favours(wager, plain) is None:
                    yield Answer("review", message, ("wagers", wager, "pays"))


def _edge_of(wager: str, plain: Sequence[WagerOdds], readings: Mapping[str, Sequence[WagerOdds]]) -> Answer:
    at: Route = ("wagers", wager, "pays")
    bad = _favours(wager, plain)
    if bad is None:
        least = min(edge for odds in plain for _, edge in odds.edges())
        return Answer("pass", f"{wager} leaves the house at least {percent(least)}.", at)
    others = [
        f"read as {reading} it leaves the house at least {percent(min(e for odds in every for _, e in odds.edges()))}"
        for reading, every in readings.items()
        if _favours(wager, every) is None
    ]
    more = f"; {'; '.join(others[:_MOST_READINGS_TOLD])}" if others else ""
    return Answer("fail", f"{bad}{more}.", at)


def _favours(wager: str, every: Sequence[WagerOdds]) -> str | None:
    """That a wager favours the bettor, with the worst case; None where it does not."""
    bad = [(case_of(odds, label), edge) for odds in every for label, edge in odds.edges() if edge < 0]
    if not bad:
        return None
    worst = min(bad, key=lambda case: case[1])
    message = f"{wager} favours the bettor by {percent(-worst[1])} with {worst[0]}"
    if len(bad) > 1:
        message += f", and in {len(bad) - 1} more of the cases that the document allows"
    return message


def rows_can_occur(report: OddsReport) -> Iterator[Answer]:
    """Every row of a pay table pays some hand."""
    seen: dict[tuple[str, str, str], bool] = {}
    for odds in report.wagers:
        if not odds.reading:
            for row in odds.rows:
                key = (odds.wager, odds.table, row.name)
                seen[key] = seen.get(key, False) or row.count > 0
    for (wager, table, name), occurs in seen.items():
        at = _row(wager, table, name)
        if not occurs:
            message = f"{name} of {wager} can never be paid: no hand fits it that no row above it takes."
            yield Answer("fail", message, at)


def rows_pay_what_they_contain(report: OddsReport) -> Iterator[Answer]:
    """No row pays less than every one of its hands would get by other rows."""
    told = set()
    for odds in report.wagers:
        if odds.reading:
            continue
        for row, best in zip(odds.rows, odds.best_first, strict=False):
            at = _row(odds.wager, odds.table, row.name)
            if row.count and not best and at not in told:
                told.add(at)
                pays = f"{row.name} of {odds.wager} pays {row.pay.words}"
                yield Answer("fail", f"{pays}; every such hand also fits a row that pays more ({case_of(odds)}).", at)


def _row(wager: str, table: str, name: str) -> Route:
    return tuple(part for part in ("wagers", wager, "pays", table, name) if part)


def notations_agree(document: Tree, report: OddsReport) -> Iterator[Answer]:
    """Figures are reckoned as prizes are printed: beside the wager (to 1) or with it (for 1)."""
    for claim in claims_of(document):
        if comes_out_for_one(claim, report):
            message = (
                f"{claim.text}, printed as {claim.about}, comes out only if the wager is part of what is paid (for 1); "
                f"the pay table says to 1."
            )
            yield Answer("fail", message, claim.at)


def orders_matter(report: OddsReport) -> Iterator[Answer]:
    """Where hands fit several rows with different pay, the document says which row pays."""
    for odds in report.wagers:
        if not odds.reading and odds.notes:
            at: Route = tuple(part for part in ("wagers", odds.wager, "pays", odds.table) if part)
            yield Answer("review", f"The order of rows matters with {case_of(odds)}: {'; '.join(odds.notes)}.", at)


def missing_for_odds(report: OddsReport) -> Iterator[Answer]:
    """What is not counted, and why."""
    for left in report.uncounted:
        if not left.reading and not left.declared:
            yield Answer("review", f"{left.wager} is not counted: {left.reason}.", ("wagers", left.wager))
    for at, problem in report.problems:
        yield Answer("fail", f"The odds block cannot be read: {problem}.", at)


def good_order(document: Tree, report: OddsReport) -> Sequence[Answer]:
    """All that is in order and all that is not, about the odds of a document."""
    return [
        *claims_hold(document, report),
        *claims_agree(document),
        *no_edge_for_bettors(report),
        *notations_agree(document, report),
        *rows_can_occur(report),
        *rows_pay_what_they_contain(report),
        *orders_matter(report),
        *missing_for_odds(report),
    ]
