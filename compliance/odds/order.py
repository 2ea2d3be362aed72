"""What is out of order about pay tables: wagers that favor the bettor, rows that cannot be, notations that mix."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from compliance.odds.claims import Answer, claims_agree, claims_hold, claims_of, comes_out_for_one
from compliance.odds.documents import OddsReport
from compliance.odds.entries import Tree
from compliance.odds.wagers import WagerOdds, case_of, percent
from compliance.source.routes import Route

_MOST_READINGS_TOLD: Final = 3


def find_player_edges(report: OddsReport) -> Iterator[Answer]:
    """No wager favors the bettor, whatever deck count, pay table or number of players the document allows."""
    wagers: dict[str, dict[str, list[WagerOdds]]] = {}
    for odds in report.wagers:
        wagers.setdefault(odds.wager, {}).setdefault(odds.reading, []).append(odds)
    for wager, readings in wagers.items():
        plain = readings.pop("", None)
        if plain is not None:
            yield _edge_of(wager, plain, readings)
        for reading, every in readings.items():
            if (bad := _favors(wager, every)) is not None:
                message = f"{bad}, if the text is read as {reading}."
                if plain is None or _favors(wager, plain) is None:
                    yield Answer("review", message, ("wagers", wager, "pays"))


def _edge_of(wager: str, plain: Sequence[WagerOdds], readings: Mapping[str, Sequence[WagerOdds]]) -> Answer:
    at: Route = ("wagers", wager, "pays")
    bad = _favors(wager, plain)
    if bad is None:
        least = min(edge for odds in plain for _, edge in odds.edges())
        if why := next((odds.uncounted_envy for odds in plain if odds.uncounted_envy), ""):
            message = f"{wager} leaves the house at least {percent(least)}, but envy is not counted in full: {why}."
            return Answer("review", message, at)
        return Answer("pass", f"{wager} leaves the house at least {percent(least)}.", at)
    others = [
        f"Read as {reading}, it leaves the house at least {percent(min(e for odds in every for _, e in odds.edges()))}"
        for reading, every in readings.items()
        if _favors(wager, every) is None
    ]
    more = f" {'. '.join(others[:_MOST_READINGS_TOLD])}." if others else ""
    return Answer("fail", f"{bad}.{more}", at)


def _favors(wager: str, every: Sequence[WagerOdds]) -> str | None:
    """That a wager favors the bettor, with the worst case; None where it does not."""
    bad = [(case_of(odds, label), edge) for odds in every for label, edge in odds.edges() if edge < 0]
    if not bad:
        return None
    worst = min(bad, key=lambda case: case[1])
    message = f"Players have a {percent(-worst[1])} edge on {wager} with {worst[0]}"
    return f"{message} ({_count_others(len(bad) - 1)})" if len(bad) > 1 else message


def _count_others(number: int) -> str:
    """How many further cases give players an edge."""
    return "and in one more allowed case" if number == 1 else f"and in {number} more allowed cases"


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
                f"{claim.text}, printed as {claim.description}, comes out only if the wager is part of what is paid "
                f"(for 1); the pay table says to 1."
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


def unreadable_odds(report: OddsReport) -> Iterator[Answer]:
    """What of the odds section cannot be read, and why."""
    for at, problem in report.problems:
        yield Answer("fail", f"The odds section cannot be read: {problem}.", at)


def good_order(document: Tree, report: OddsReport) -> Sequence[Answer]:
    """All that is in order and all that is not, about the odds of a document."""
    return [
        *claims_hold(document, report),
        *claims_agree(document),
        *find_player_edges(report),
        *notations_agree(document, report),
        *rows_can_occur(report),
        *rows_pay_what_they_contain(report),
        *orders_matter(report),
        *missing_for_odds(report),
        *unreadable_odds(report),
    ]
