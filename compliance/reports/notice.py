"""The table card: what a table charges under one option, in words that stand in view of every player.

What the card says is gathered here once and shown as PDF (`templates/notice.typ`) or as one HTML file. Nothing is
decided here: whether an option may be printed at all is for the command.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from typing import TYPE_CHECKING, Any, Final

from compliance.documents.charges import Band
from compliance.documents.values import show_money
from compliance.reports.charts import AmountStretch, option_chart, option_words, stretch_words, stretches
from compliance.reports.text import neutralize_markup, plain, shorten_to
from compliance.reports.typesetting import OwnText, typeset

if TYPE_CHECKING:
    from compliance.documents.schedule import Collection, Option, Schedule, ScheduledGame, ScheduleTerms

_PAYERS: Final = {
    "player": "Each player",
    "player-dealer": "The player-dealer",
    "pot": "From the pot",
    "blind": "From the blind",
    "small blind": "From the small blind",
    "big blind": "From the big blind",
    "button": "The player on the button",
    "backline bettor": "Each backline bettor",
    "winner": "The winner of the pot",
    "third-party provider": "The third-party provider",
    "house": "The house",
    None: "Fee",
}
_COLUMNS: Final = {
    "wager-amount": "Wager",
    "total-table-action": "Total table action",
    "players": "Players at the table",
    "table-limit": "Table limit",
    "pot-size": "Size of the pot",
    "nothing": "",
}
_TYPES: Final = {
    "flat": "a flat fee",
    "time": "a fee for time",
    "hand": "a fee for each hand",
    "rake": "a rake",
    "commission": "a commission",
}
_COLLECTORS: Final = {"dealer": "the dealer", "another employee": "an employee who does not deal"}
_METHODS: Final = {"drop box": "Put into a drop box", "chip rack": "Put into the chip rack", "direct": "Paid directly"}


@dataclass(frozen=True, slots=True)
class PrintedFee:
    """One fee: who pays it, the amounts with their fees, and what is said of it."""

    payer: str
    details: str
    column: str
    rows: tuple[tuple[str, str], ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Notice:
    """What the card says, from top to bottom."""

    establishment: str
    games: tuple[str, ...]
    option: str
    limits: tuple[tuple[str, str], ...]
    parts: tuple[PrintedFee, ...]
    lines: tuple[str, ...]
    chart: str
    words: str
    foot: str
    draft: str = ""

    @property
    def title(self) -> str:
        return ", ".join(part for part in (f"Collection fees: {', '.join(self.games)}", self.option) if part)

    @property
    def heading(self) -> str:
        return f"Collection fees, {self.option}" if self.option else "Collection fees"


def notice_of(
    schedule: Schedule, number: int, *, game: str = "", terms: Sequence[ScheduleTerms] = (), draft: str = ""
) -> Notice:
    """The card of one option, counted from 0, for one of the schedule's games or all of them.

    `terms` are those of general terms that cover the schedule; its own go before them.
    """
    option = schedule.options[number]
    games = [entry for entry in games_of(schedule, option) if game in ("", entry.game, entry.as_)]
    names = tuple(dict.fromkeys(entry.printed or entry.game or "" for entry in games)) or (schedule.title,)
    approvals = ", ".join(dict.fromkeys(entry.approval for entry in games if entry.approval))
    all_terms = [given for given in (schedule.terms, *terms) if given is not None]
    own = schedule.approval.id if schedule.approval is not None else None
    foot = [
        schedule.title + (f", approval {own}" if own else ""),
        f"Approval of the {'game' if len(games) == 1 else 'games'} {approvals}" if approvals else "",
        f"In effect from {schedule.effective}" if schedule.effective is not None else "",
    ]
    return Notice(
        schedule.establishment or "",
        names,
        _option_name(option),
        tuple(_limits(schedule, option)),
        tuple(describe_fee(schedule, option, collection) for collection in option.collections),
        tuple(_lines(all_terms)),
        option_chart(schedule, number),
        option_words(schedule, number),
        ". ".join(part for part in foot if part) + ".",
        draft,
    )


def games_of(schedule: Schedule, option: Option) -> list[ScheduledGame]:
    """The games that an option is for: those that it names, or all of the schedule."""
    return [entry for entry in schedule.games if not option.for_ or {entry.game, entry.as_} & {*option.for_}]


def _option_name(option: Option) -> str:
    number = "" if option.option == "unnumbered" else f"option {option.option}"
    return ": ".join(part for part in (number, option.title) if part)


def _limits(schedule: Schedule, option: Option) -> Iterator[tuple[str, str]]:
    if option.table_limit is not None:
        yield "Table limit", _band(option.table_limit)
    elif schedule.table_limits is not None:
        limits = schedule.table_limits
        if limits.minimum is not None:
            yield "Table minimum", _band(limits.minimum)
        if limits.maximum is not None:
            yield "Table maximum", _band(limits.maximum)
    if option.wager is not None:
        yield "Wager", _band(option.wager)
    if option.players is not None:
        yield "Players", _band(option.players)
    if option.stakes:
        yield "Stakes", ", ".join(map(str, option.stakes))
    if option.buy_in is not None:
        yield "Buy-in", _band(option.buy_in)
    if option.counts is not None:
        yield "Counted", option.counts


def _band(band: Band) -> str:
    return str(AmountStretch(band.low, band.high, band.money))


def describe_fee(schedule: Schedule, option: Option, collection: Collection) -> PrintedFee:
    """One fee: who pays it, for what, and how much for which amounts."""
    # Every stretch is told, those without a fee too. What goes by bands is never told as one fee for all amounts.
    row = stretches(schedule, option, collection)
    details = [f"per {collection.per}"] if collection.per and collection.per != collection.payer else []
    if collection.type is not None:
        details.append(_TYPES[collection.type])
    if collection.counts is not None:
        details.append(f"counting {collection.counts}")
    if collection.is_only_drop:
        details.append("for the jackpot")
    mixed = collection.jackpot_drop is not None and not collection.is_only_drop
    flat = collection.bands is None and len(row) == 1 and not mixed
    rows = (("", stretch_words(row[0])),) if flat else tuple((str(one), stretch_words(one)) for one in row)
    column = "" if flat else _COLUMNS[collection.by]
    return PrintedFee(_payers(collection), ", ".join(details), column, rows, tuple(_conditions(collection)))


def _payers(collection: Collection) -> str:
    """Who pays: the payer, and whoever else does."""
    first = _PAYERS[collection.payer]
    others = [_PAYERS[payer] for payer in dict.fromkeys(collection.also_from) if payer != collection.payer]
    also = " and ".join(f"{name[0].lower()}{name[1:]}" for name in others)
    return f"{first}, and also {also}" if also else first


def _conditions(collection: Collection) -> Iterator[str]:
    """When and how a fee is taken, its most, and when it is waived."""
    if collection.without_flop is not None and collection.fee is None and collection.bands is None:
        yield "Only in a hand without a flop."
    if collection.at_most is not None:
        yield f"At most {show_money(collection.at_most)}."
    if collection.when is not None:
        yield f"When: {collection.when}."
    if collection.collected is not None:
        yield f"Collected {collection.collected}."
    if collection.collected_by is not None:
        yield f"Collected by {_COLLECTORS[collection.collected_by]}."
    if collection.method is not None:
        yield f"{_METHODS[collection.method]}."
    if collection.waived_when is not None:
        yield f"Waived: {collection.waived_when}."


def _lines(terms: Sequence[ScheduleTerms]) -> Iterator[str]:
    """What holds for all fees; said by the first of the terms that speaks of it."""
    determined = next((given.fees_determined for given in terms if given.fees_determined), None)
    collected = next((given.fees_collected for given in terms if given.fees_collected), None)
    if determined is not None:
        yield f"Fees are determined {determined}."
    if collected is not None:
        yield f"Fees are collected {collected}."
    if any(given.percentage == "never" for given in terms):
        yield "No fee is a percentage of wagers or winnings."
    if any(given.options_in_use == "one per table" for given in terms):
        yield "Only this option is in use at this table."


# --- as PDF -----------------------------------------------------------------------------------------------------------


def pdf(notice: Notice, day: date, paper: str) -> bytes:
    """The card on one sheet, in the largest type that fits; a chart that would need smaller type goes on its back."""
    data: dict[str, Any] = {
        "name": OwnText(plain(shorten_to(notice.title, 120))),
        "establishment": notice.establishment,
        "games": list(notice.games),
        "heading": notice.heading,
        "limits": [list(limit) for limit in notice.limits],
        "parts": [
            {
                "payer": part.payer,
                "details": part.details,
                "column": part.column,
                "rows": [list(row) for row in part.rows],
                "lines": list(part.lines),
            }
            for part in notice.parts
        ],
        "lines": list(notice.lines),
        "chart": OwnText(notice.chart),
        "words": OwnText(notice.words),
        "foot": notice.foot,
        "draft": notice.draft,
    }
    return typeset("notice.typ", data, day, paper)


# --- as HTML ----------------------------------------------------------------------------------------------------------

_STYLE: Final = """\
:root { color-scheme: light; }
body { margin: 0 auto; padding: 2rem; max-width: 46rem; background: #fff; color: #111;
  font: 1.3rem/1.35 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; overflow-wrap: anywhere; }
header { border-bottom: 4px solid #111; padding-bottom: 1rem; }
p { margin: 0.3rem 0; }
.house { font-size: 1.1rem; letter-spacing: 0.06em; text-transform: uppercase; }
h1 { font-size: 2.6rem; line-height: 1.1; margin: 0.5rem 0; }
h1.many { font-size: 1.7rem; line-height: 1.25; }
h2 { font-size: 1.8rem; margin: 2rem 0 0; }
.option { font-size: 1.8rem; font-weight: 700; }
.draft { border: 4px solid #111; padding: 0.6rem 1rem; margin-bottom: 1.5rem; font-weight: 700; }
.across { position: fixed; inset: 0; display: grid; place-items: center; pointer-events: none; z-index: -1;
  font-size: 26vmin; font-weight: 700; letter-spacing: 0.05em; color: #e2e2e2; rotate: -35deg; }
.draft strong { display: block; font-size: 2.2rem; letter-spacing: 0.3em; }
table { border-collapse: collapse; width: 100%; margin-top: 0.6rem; font-size: 1.6rem; }
th { text-align: left; font-size: 1.1rem; font-weight: 400; border-bottom: 2px solid #111; }
td { border-bottom: 1px solid #999; padding: 0.4rem 0; font-variant-numeric: tabular-nums; }
th:last-child, td:last-child { text-align: right; }
td:last-child, .flat { font-weight: 700; }
.flat { font-size: 2.2rem; }
.terms { margin-top: 1.5rem; }
figure { margin: 2rem 0 1rem; break-inside: avoid; }
svg { width: 100%; height: auto; }
footer { margin-top: 2rem; font-size: 0.8rem; color: #555; }
@media print { body { padding: 0; font-size: 1.1rem; } h2 { margin-top: 1.2rem; } section { break-inside: avoid; } }
"""


def render_notice(notice: Notice, day: date, paper: str) -> Iterator[str]:
    """The card as one file that asks for nothing else."""
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>{_e(notice.title)}</title>\n"
    yield f"<style>\n@page {{ size: {paper}; margin: 15mm; }}\n{_STYLE}</style>\n</head>\n<body>\n"
    if notice.draft:
        yield '<div class="across" aria-hidden="true">DRAFT</div>\n'
        yield f'<p class="draft" role="note"><strong>DRAFT</strong> {_e(notice.draft)}</p>\n'
    yield "<header>\n"
    if notice.establishment:
        yield f'<p class="house">{_e(notice.establishment)}</p>\n'
    many = ' class="many"' if len(notice.games) > 2 else ""
    yield f"<h1{many}>{_e(', '.join(notice.games))}</h1>\n"
    yield f'<p class="option">{_e(notice.heading)}</p>\n'
    for name, limit in notice.limits:
        yield f"<p>{_e(name)}: <strong>{_e(limit)}</strong></p>\n"
    yield "</header>\n<main>\n"
    for part in notice.parts:
        yield from _html_part(part)
    if notice.lines:
        yield f'<p class="terms">{_e(" ".join(notice.lines))}</p>\n'
    yield f"<figure>\n{notice.chart}</figure>\n</main>\n"
    yield f"<footer><p>{_e(notice.foot)} Law as of {day.isoformat()}.</p></footer>\n</body>\n</html>\n"


def _html_part(part: PrintedFee) -> Iterator[str]:
    yield f"<section>\n<h2>{_e(part.payer)}</h2>\n"
    if part.details:
        yield f"<p>{_e(part.details)}</p>\n"
    if not part.column and len(part.rows) == 1:
        yield f'<p class="flat">{_e(part.rows[0][1])}</p>\n'
    else:
        head = f'<th scope="col">{_e(part.column or "When")}</th><th scope="col">Fee</th>'
        yield f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n"
        for amount, fee in part.rows:
            yield f"<tr><td>{_e(amount)}</td><td>{_e(fee)}</td></tr>\n"
        yield "</tbody>\n</table>\n"
    for line in part.lines:
        yield f"<p>{_e(line)}</p>\n"
    yield "</section>\n"


def _e(text: str) -> str:
    return neutralize_markup(escape(plain(text)))
