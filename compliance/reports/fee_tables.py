"""The fees of a schedule as a table, as schedules are filed: a row for each amount, a column for each payer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from compliance.reports.notice import describe_fee
from compliance.reports.text import shorten_to

if TYPE_CHECKING:
    from compliance.documents.loader import LoadedDocument

_MOST_ROWS: Final = 300
_MOST_PAYERS: Final = 5
_NAME: Final = 60


def fee_table_of(loaded: LoadedDocument) -> dict[str, Any] | None:
    """The fees of a schedule: `columns`, `rows`, the numbers of the rows at which an option `starts`, and `notes` on
    what fees are taken for. None where there are no fees."""
    from compliance.documents.schedule import Schedule

    document = loaded.document
    if not isinstance(document, Schedule):
        return None
    rows: list[list[str]] = []
    starts: list[int] = []
    notes: dict[str, list[str]] = {}
    fees = [[describe_fee(document, option, one) for one in option.collections] for option in document.options]
    payers = list(dict.fromkeys(fee.payer for own in fees for fee in own))[:_MOST_PAYERS]
    for option, own in zip(document.options, fees, strict=True):
        name = shorten_to(str(option.option) + (f": {option.title}" if option.title else ""), _NAME)
        amounts: dict[tuple[str, str], dict[str, str]] = {}
        for fee in own:
            # Gaps are drawn; a table as filed has no rows for them.
            for amount, charged in (row for row in fee.rows if "no fee is set" not in row[1]):
                cells = amounts.setdefault((fee.column, amount), {})
                payer = fee.payer if fee.payer in payers else payers[-1]
                cells[payer] = f"{cells[payer]}; {charged}" if payer in cells else charged
            said = " ".join([f"{fee.payer}: {fee.details}." if fee.details else "", *fee.lines]).strip()
            if said:
                notes.setdefault(said, []).append(str(option.option))
        starts.append(len(rows) + 1)
        before = ""
        for (column, amount), cells in amounts.items():
            rows.append([name, "" if column == before else column, amount, *(cells.get(one, "") for one in payers)])
            name, before = "", column
    if not rows:
        return None
    every = len(document.options)
    told = [
        said if len(of) >= every else f"{said} (options {shorten_to(', '.join(of), _NAME)})"
        for said, of in notes.items()
    ]
    columns = ["Option", "Goes by", "Amount", *payers]
    return {"columns": columns, "rows": rows[:_MOST_ROWS], "starts": starts, "notes": told}
