"""Exhibits on odds as JSON: every figure exactly, and rounded."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from compliance.odds.wagers import WagerOdds, percent, places, square_root
from compliance.reports.odds_exhibit import METHODS, Exhibit, print_wager_name
from compliance.reports.text import json_text
from compliance.source.routes import show_route


def odds_to_json(exhibits: Iterable[Exhibit]) -> str:
    """Every figure as an exact fraction, and to six places."""
    return json_text({"documents": [_document(exhibit) for exhibit in exhibits]}, indent=1) + "\n"


def _document(exhibit: Exhibit) -> dict[str, Any]:
    report = exhibit.report
    return {
        "path": exhibit.path,
        "title": report.title,
        "version": str(exhibit.document.get("version", "")),
        "sha256": exhibit.digest,
        "counted_on": exhibit.day,
        "wagers": [_wager(exhibit, odds) for odds in exhibit.selected_wagers()],
        "not_counted": [left._asdict() for left in report.uncounted],
        "problems": [{"at": list(at), "says": words} for at, words in report.problems],
        "readings": [reading._asdict() for reading in report.readings],
        "other_readings": [reading._asdict() for reading in report.other_readings],
        "answers": [
            {"status": answer.status, "says": answer.message, "at": show_route(answer.at)} for answer in exhibit.answers
        ],
    }


def _figure(number: Fraction) -> dict[str, str]:
    return {"exact": str(number), "six_places": places(number), "percent": percent(number)}


def _wager(exhibit: Exhibit, odds: WagerOdds) -> dict[str, Any]:
    total = odds.rows[0].total
    found: dict[str, Any] = {
        "wager": odds.wager,
        "name": print_wager_name(exhibit.document, odds.wager),
        "table": odds.table,
        "decks": odds.decks,
        "reading": odds.reading,
        "house_edge": _figure(odds.edge),
        "return": _figure(1 - odds.edge),
        "hit_rate": _figure(odds.hit_rate),
        "variance": {"exact": str(odds.variance), "six_places": places(odds.variance)},
        "standard_deviation": places(square_root(odds.variance, 6)),
        "deals": total,
        "all_outcomes": sum(row.count for row in odds.rows),
        "outcomes": [
            {
                "name": row.name,
                "count": row.count,
                "probability": _figure(row.probability),
                "one_in": None if not row.count else places(1 / row.probability, 2),
                "pays": row.pay.words,
                "net": str(row.pay.net),
                "jackpot_share": str(row.pay.share),
            }
            for row in odds.rows
        ],
        "method": METHODS[odds.method],
        "second_method": METHODS[odds.second_method] if odds.second_method else None,
        "notes": list(odds.notes),
        "best_play": odds.play,
    }
    if odds.uncounted_envy:
        found["uncounted_envy"] = odds.uncounted_envy
    if odds.envy:
        found["envy"] = {
            "stake": str(odds.envy.stake),
            "each_other_player": _figure(odds.envy.each),
            "house_edge": {str(others): _figure(odds.edge_with(others)) for others in odds.envy.others},
        }
    if odds.meter:
        found["jackpot"] = {
            "house_edge_is_for": "an empty jackpot; see house_edge_at_seed",
            "seed": str(odds.meter.seed),
            "contribution": str(odds.meter.contribution),
            "a_dollar_is_worth": str(odds.share),
            "house_edge_at_seed": _figure(odds.edge_at(odds.meter.seed)),
            "breaks_even_at": None if odds.break_even is None else places(odds.break_even, 2),
        }
    return found
