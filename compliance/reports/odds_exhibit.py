"""What an exhibit on odds says of one game: a wager a part, in headings, lines and tables that all formats show alike.

A frequency table lists every outcome with its combinations, its probability, what it pays and what it contributes to
the return; its last row proves the count. Figures are rounded only here; the exact fraction stands beside each edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import Any, Final

from compliance.odds.claims import Answer, compare_claims
from compliance.odds.documents import OddsReport
from compliance.odds.wagers import Meter, RowOdds, WagerOdds, case_of, percent, places, square_root
from compliance.reports.exhibits import FigureTable, Piece
from compliance.reports.wording import format_day
from compliance.source.routes import show_route

METHODS: Final = {
    "ranks": "classes of ranks and one long suit; no hand is listed",
    "suits": "the number of cards of each suit",
    "kinds": "every kind of deal, one after the other",
    "draws": "every deal with its drawing tables; hands that nothing tells apart are joined",
    "best play": "every deal, parted by what the player sees; of drawing and standing the better is counted",
    None: "every hand against every hand of the other side, by best play",
}
_MOST_DIGITS: Final = 12


@dataclass(frozen=True)
class Exhibit:
    """A game with its odds, ready to be shown; `wagers` and `decks` are those asked for, all where there are none."""

    path: str
    report: OddsReport
    answers: Sequence[Answer]
    document: Mapping[str, Any] = field(default_factory=dict)
    digest: str = ""
    day: str = ""
    counted_twice: bool = False
    wagers: Sequence[str] = ()
    decks: Sequence[int] = ()

    def wager_names(self) -> Iterator[str]:
        """Every wager of the document, counted or not."""
        yield from (odds.wager for odds in self.report.wagers)
        yield from (left.wager for left in self.report.uncounted)

    def is_asked_for(self, wager: str) -> bool:
        return not self.wagers or wager in self.wagers

    def selected_wagers(self) -> list[WagerOdds]:
        return [
            odds
            for odds in self.report.wagers
            if self.is_asked_for(odds.wager) and odds.decks in (self.decks or [odds.decks])
        ]


def build_odds_pieces(exhibit: Exhibit) -> Iterator[Piece]:
    """All that there is to say of a document, in order."""
    report = exhibit.report
    yield f"# {report.title}"
    if not report.wagers and not report.problems and not report.uncounted:
        yield "The document names no wagers."
    yield _list_conditions(exhibit)
    shown = exhibit.selected_wagers()
    yield from _overview(exhibit, [odds for odds in shown if not odds.reading])
    for wager in dict.fromkeys(odds.wager for odds in shown):
        every = [odds for odds in shown if odds.wager == wager]
        yield from _wager(exhibit, wager, [odds for odds in every if not odds.reading])
        yield from _compare_readings(exhibit, [odds for odds in every if odds.reading])
    bad = [answer for answer in exhibit.answers if answer.status != "pass"]
    if bad:
        yield "## Findings"
        yield from (f"- {_RESULT_WORDS[answer.status]}: {answer.message}" for answer in bad)


# --- names and numbers ------------------------------------------------------------------------------------------------


def readable(name: str) -> str:
    """`nine-high-pai-gow` as people write it."""
    words = name.replace("-", " ")
    return words[:1].upper() + words[1:]


def print_wager_name(document: Mapping[str, Any], wager: str) -> str:
    """The name of a wager as it is printed."""
    entry = _entries(document, "wagers", wager)
    return str(entry.get("name") or readable(wager))


def _entries(document: Mapping[str, Any], *route: str) -> Mapping[str, Any]:
    found: Any = document
    for key in route:
        found = found.get(key) if isinstance(found, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def print_odds(chance: Fraction) -> str:
    """`1 in 25.9`, `1 in 4,816,971`."""
    if not chance:
        return "never"
    return f"1 in {places(1 / chance, 1)}" if 1 / chance < 1000 else f"1 in {round(1 / chance):,}"


def _digits(chances: Iterable[Fraction]) -> int:
    """Decimal places of percent with which the smallest of some probabilities shows three digits."""
    least = min((chance for chance in chances if chance), default=Fraction(1))
    digits = 4
    while digits < _MOST_DIGITS and least * 10 ** (digits + 2) < 100:
        digits += 1
    return digits


def _decks(decks: int) -> str:
    return "1 deck" if decks == 1 else f"{decks} decks"


def _lines(source: object) -> str:
    found = source if isinstance(source, list) else [source]
    return ", ".join(str(line) for line in found if line not in (None, ""))


# --- what stands before the wagers ------------------------------------------------------------------------------------


def _overview(exhibit: Exhibit, every: Sequence[WagerOdds]) -> Iterator[Piece]:
    """Every wager in a line, how the text was read, and what is not counted."""
    report = exhibit.report
    rows = [
        [
            print_wager_name(exhibit.document, odds.wager),
            readable(odds.table) or "-",
            str(odds.decks),
            percent(odds.edges()[0][1]) + (f", {_meter_words(odds.meter)}" if odds.meter else ""),
            percent(odds.hit_rate),
        ]
        for odds in every
    ]
    if rows:
        yield FigureTable(("Wager", "Pay table", "Decks", "House edge", "Hit rate"), rows, "All wagers")
    left = [odds for odds in report.uncounted if not odds.reading and exhibit.is_asked_for(odds.wager)]
    if left:
        yield "### Not counted"
        yield from (f"- {print_wager_name(exhibit.document, odds.wager)}: {odds.reason}" for odds in left)
    if report.problems:
        yield "### Cannot be read"
        yield from (f"- {show_route(at)}: {words}" for at, words in report.problems)
    if report.readings:
        yield "### Assumptions"
        for reading in report.readings:
            yield f"- {reading.says}" + (f" (lines {reading.at})" if reading.at else "")


# --- the parts of a wager ---------------------------------------------------------------------------------------------


def _list_conditions(exhibit: Exhibit) -> FigureTable:
    document = exhibit.document
    approval = document.get("approval")
    number = approval.get("id") if isinstance(approval, Mapping) else approval
    facts = [
        ("Document", exhibit.path),
        ("Identifier", str(document.get("id", ""))),
        ("Version", str(document.get("version", ""))),
        ("Approval", str(number or "")),
        ("SHA-256", exhibit.digest),
        ("Counted on", format_day(exhibit.day) if exhibit.day else ""),
        ("Figures", "Every combination is counted; nothing is simulated. Edges are of the wager as first made."),
    ]
    return FigureTable(("", ""), [fact for fact in facts if fact[1]], words=True)


def _wager(exhibit: Exhibit, wager: str, every: Sequence[WagerOdds]) -> Iterator[Piece]:
    if not every:
        return
    yield f"## {print_wager_name(exhibit.document, wager)}"
    yield _basis(exhibit, wager, every)
    yield _summary(every)
    yield from _definitions(exhibit, every)
    yield from _frequencies(exhibit, every)
    yield from _envy(every)
    yield from _jackpot(every)
    yield from _claims(exhibit, wager)
    yield from dict.fromkeys(f"- {case_of(odds)}: {remark}." for odds in every for remark in odds.remarks)


def _basis(exhibit: Exhibit, wager: str, every: Sequence[WagerOdds]) -> FigureTable:
    """What the figures of a wager rest on."""
    document = exhibit.document
    entry, how = _entries(document, "wagers", wager), _entries(document, "odds", "wagers", wager)
    first = every[0]
    methods = dict.fromkeys(METHODS[odds.method] for odds in every)
    seconds = [odds.second_method for odds in every]
    checked = f"{METHODS[seconds[0]]}: the same counts" if all(seconds) else "none within the effort allowed"
    if first.method in ("draws", "best play", None):
        checked = "none for deals of this kind"
    facts = [
        ("Rules relied on", _rules(document, entry)),
        ("Deck", _deck(document, first)),
        ("Deal", ", ".join(f"{hand} {cards}" for hand, cards in _entries(document, "odds", "deal").items())),
        ("Cards looked at", str(how.get("looks-at", ""))),
        ("Totals", str(_entries(document, "odds").get("counting", ""))),
        ("Commission", str(entry.get("commission", ""))),
        ("Method", "; ".join(methods)),
        ("Second method", checked if exhibit.counted_twice else ""),
    ]
    return FigureTable(("", ""), [fact for fact in facts if fact[1]], words=True)


def _rules(document: Mapping[str, Any], entry: Mapping[str, Any]) -> str:
    parts = [("wager", entry.get("source")), ("deck", _entries(document, "deck").get("source"))]
    parts.append(("pay table", _entries(entry, "pays").get("source")))
    parts += [("hands", _entries(document, "hands").get("source"))]
    return "; ".join(f"{name}, lines {lines}" for name, source in parts if (lines := _lines(source)))


def _deck(document: Mapping[str, Any], odds: WagerOdds) -> str:
    deck, without = _entries(document, "deck"), str(_entries(document, "odds").get("without", ""))
    jokers = str(deck.get("jokers", "0"))
    words = "52 cards a deck"
    words += f", without {without}" if without else ""
    words += f", {_describe_jokers(document, jokers)}" if jokers not in ("0", "") else ", no joker"
    total = odds.rows[0].total
    size = 52 + (int(jokers) if jokers.isdecimal() else 0)
    cards = next((cards for cards in range(1, 11) if comb(size, cards) == total), None)
    known = cards is not None and odds.decks == 1 and not without
    return f"{words}; {total:,} = C({size}, {cards}) combinations" if known else words


_JOKERS: Final = {"bug": "which completes a straight or a flush, else an ace", "wild": "which is any card"}


def _describe_jokers(document: Mapping[str, Any], jokers: str) -> str:
    words = "1 joker" if jokers == "1" else f"jokers: {jokers}"
    meaning = _JOKERS.get(str(_entries(document, "odds").get("joker")), "")
    return f"{words} ({meaning})" if meaning else words


def _summary(every: Sequence[WagerOdds]) -> FigureTable:
    rows = []
    for odds in every:
        edge = odds.edges()[0][1]
        rows.append(
            [
                readable(odds.table) or "-",
                str(odds.decks),
                percent(edge),
                str(edge),
                percent(1 - edge),
                percent(odds.hit_rate),
                print_odds(odds.hit_rate).removeprefix("1 in "),
                places(square_root(odds.variance, 4), 4),
                places(odds.variance, 4),
            ]
        )
    columns = ["Pay table", "Decks", "House edge", "Exactly", "Return", "Hit rate", "1 in", "Std. deviation"]
    title = "House edge"
    meters = [odds.meter for odds in every if odds.meter is not None]
    if meters:
        title += f" with {_meter_words(meters[0])}"
    return FigureTable([*columns, "Variance"], rows, title)


def _meter_words(meter: Meter) -> str:
    return f"the jackpot at its seed of ${_money(meter.seed)}" if meter.seed else "nothing in the jackpot"


_OUTCOMES: Final = ("offered", "loses", "pushes", "wins")


def _definitions(exhibit: Exhibit, every: Sequence[WagerOdds]) -> Iterator[FigureTable]:
    """How the hands of a pay table are defined, those that they name, and who draws."""
    block = _entries(exhibit.document, "odds")
    defined, how = _entries(block, "hands"), _entries(block, "wagers", every[0].wager)
    draws = (how if "draws" in how else block).get("draws")
    drawn = draws if isinstance(draws, list) and every[0].method in ("draws", "best play") else []
    outcomes = {key: how[key] for key in _OUTCOMES if key in how}
    names = dict.fromkeys(row.name for odds in every for row in odds.rows if row.name in defined)
    for name in (found := [*names, *_list_names([*outcomes.values(), drawn, _entries(how, "best-play")], defined)]):
        found += [below for below in _list_names(defined[name], defined) if below not in found]
    rows = [(readable(name), _definition_words(written)) for name, written in outcomes.items()]
    rows += [(readable(name), _definition_words(defined[name])) for name in dict.fromkeys(found)]
    if rows:
        yield FigureTable(("Hand", "As defined"), rows, "Hands", words=True)
    lines = list(_draw_lines(_entries(exhibit.document, "tables"), drawn))
    if lines:
        yield FigureTable(("Draws", "Rule"), lines, "Draws, in order", words=True)


def _list_names(written: object, defined: Mapping[str, Any]) -> list[str]:
    """The definitions that an entry names, in order."""
    parts = written.values() if isinstance(written, Mapping) else written if isinstance(written, list) else ()
    found = [name for part in parts for name in _list_names(part, defined)]
    return [written, *found] if isinstance(written, str) and written in defined else found


def _draw_lines(tables: Mapping[str, Any], draws: Sequence[object]) -> Iterator[tuple[str, str]]:
    """Who draws, and the rules of the tables by which they draw, each table once."""
    shown: list[str] = []
    for draw in draws:
        entry = draw if isinstance(draw, Mapping) else {}
        rest = {key: value for key, value in entry.items() if key != "hand"}
        yield str(entry.get("hand", "")), _definition_words(rest)
        by = entry.get("by", [])
        shown += [str(name) for name in (by if isinstance(by, list) else [by]) if str(name) not in shown]
    for name in shown:
        table = _entries(tables, name)
        rules = table.get("rules")
        yield from ((name, _definition_words(rule)) for rule in (rules if isinstance(rules, list) else []))
        if "otherwise" in table:
            yield name, f"otherwise: {table['otherwise']}"


def _definition_words(written: object) -> str:
    if written == "poker":
        return "the poker hand of that name"
    if isinstance(written, Mapping):
        return ", ".join(f"{key}: {_nested(value)}" for key, value in written.items() if key != "source")
    return str(written)


def _nested(written: object) -> str:
    if isinstance(written, Mapping):
        return "{" + _definition_words(written) + "}"
    return "[" + ", ".join(map(_nested, written)) + "]" if isinstance(written, list) else str(written)


def _frequencies(exhibit: Exhibit, every: Sequence[WagerOdds]) -> Iterator[Piece]:
    """Counts by outcome, once for each number of decks and order of rows, with what each pay table pays."""
    groups: dict[tuple[int, tuple[tuple[str, int], ...]], list[WagerOdds]] = {}
    for odds in every:
        groups.setdefault((odds.decks, tuple((row.name, row.count) for row in odds.rows)), []).append(odds)
    for (decks, _), own in groups.items():
        for name, odds in _group_by_pay(own):
            yield _frequency(decks, name, odds)


def _group_by_pay(every: Sequence[WagerOdds]) -> list[tuple[str, WagerOdds]]:
    """Pay tables that pay the same for every row are shown as one, under all their names."""
    found: dict[tuple[Any, ...], list[WagerOdds]] = {}
    for odds in every:
        found.setdefault(tuple(row.pay for row in odds.rows), []).append(odds)
    return [(", ".join(readable(odds.table) for odds in own if odds.table), own[0]) for own in found.values()]


def _frequency(decks: int, name: str, odds: WagerOdds) -> FigureTable:
    digits = _digits(row.probability for row in odds.rows)
    rows = [
        [
            _outcome(row),
            f"{row.count:,}",
            percent(row.probability, digits),
            print_odds(row.probability).removeprefix("1 in "),
            row.pay.words,
            percent(_contribution(odds, row)),
        ]
        for row in odds.rows
    ]
    total = sum(row.count for row in odds.rows)
    assert total == odds.rows[0].total, "outcomes were lost"
    chances = sum((row.probability for row in odds.rows), Fraction(0))
    rows.append(["All outcomes", f"{total:,}", percent(chances, digits), "", "", percent(-odds.edges()[0][1])])
    title = ", ".join(part for part in (f"Outcomes with {_decks(decks)}", name) if part)
    if odds.meter is not None:
        title += f", {_meter_words(odds.meter)}"
    columns = (
        "Outcome",
        "Deals" if odds.method == "draws" else "Combinations",
        "Probability",
        "1 in",
        "Pays",
        "Contribution",
    )
    return FigureTable(columns, rows, title, total=True)


def _outcome(row: RowOdds) -> str:
    return "All other hands" if row.name in ("everything else", "other") else readable(row.name)


def _contribution(odds: WagerOdds, row: RowOdds) -> Fraction:
    seed = odds.meter.seed if odds.meter else Fraction(0)
    return row.probability * (row.pay.net + row.pay.share * seed)


def _envy(every: Sequence[WagerOdds]) -> Iterator[FigureTable]:
    envy = [odds for odds in every if odds.envy]
    if not envy:
        return
    most = max(len(odds.envy.others) for odds in envy if odds.envy)
    yield FigureTable(
        ["Pay table", "Decks", *(f"{number} other{'s' * (number != 1)}" for number in range(most))],
        [
            [readable(odds.table) or "-", str(odds.decks), *(percent(odds.edge_with(n)) for n in range(most))]
            for odds in envy
        ],
        "House edge with envy, by the number of other players",
    )


def _jackpot(every: Sequence[WagerOdds]) -> Iterator[Piece]:
    """The edge as a function of the meter: a straight line, at points that matter."""
    for odds in every:
        if odds.meter is None:
            continue
        meter, even = odds.meter, odds.break_even
        case = case_of(odds)
        yield f"### Jackpot, {case}"
        yield (
            f"House edge with a jackpot of J dollars: {percent(odds.edge)} - J x {percent(odds.share, 8)} "
            f"(exactly {odds.edge} - J x {odds.share})."
        )
        points = [("Nothing in the jackpot", Fraction(0)), ("The seed", meter.seed)]
        if even is not None:
            points += [("Half of the break-even", even / 2), ("Break-even", even), ("Twice the break-even", even * 2)]
        yield FigureTable(
            ["Jackpot", "Dollars", "House edge", "Return"],
            [
                [name, f"${_money(dollars)}", percent(odds.edge_at(dollars)), percent(1 - odds.edge_at(dollars))]
                for name, dollars in points
                if dollars or name != "The seed"
            ],
        )
        if meter.contribution:
            yield (
                f"{percent(meter.contribution)} of each wager goes into the jackpot; it is counted as kept until the "
                f"jackpot is paid."
            )


def _money(dollars: Fraction) -> str:
    whole, _, cents = places(dollars, 2).partition(".")
    return f"{int(whole):,}.{cents}"


def _claims(exhibit: Exhibit, wager: str) -> Iterator[Piece]:
    """Printed figures beside what is counted."""
    rows = [
        [claim.text, claim.short_name, "; ".join(counted) or "-", _RESULTS[answer.status]]
        for claim, counted, answer in compare_claims(exhibit.document, exhibit.report)
        if claim.get("wager") == wager
    ]
    if rows:
        yield FigureTable(["Printed", "As", "Counted", "Result"], rows, "Printed figures", words=True)


_RESULTS: Final = {"pass": "agrees", "fail": "differs", "review": "needs review"}


def _compare_readings(exhibit: Exhibit, every: Sequence[WagerOdds]) -> Iterator[Piece]:
    meanings = {reading.name: reading.says for reading in exhibit.report.other_readings}
    rows = [
        [
            meanings.get(odds.reading) or readable(odds.reading),
            readable(odds.table) or "-",
            str(odds.decks),
            percent(odds.edges()[0][1]),
            percent(odds.hit_rate),
        ]
        for odds in every
    ]
    if rows:
        columns = ["Read as", "Pay table", "Decks", "House edge", "Hit rate"]
        yield FigureTable(columns, rows, "Other readings of the text")


_RESULT_WORDS: Final = {"fail": "Failed", "review": "Needs review"}
