"""The forms in which values of each kind are written, for what checks documents without reading them: an editor."""

from typing import Final

from compliance.documents.charges import BAND_DOWN, BAND_ONE, BAND_RANGE, BAND_UP, BAND_UP_TO, FEE_FLAT, NO_FEE, STAKES
from compliance.documents.citations import LINES
from compliance.documents.jurisdictions import JURISDICTION
from compliance.documents.shares import SHARES
from compliance.documents.values import (
    COMPARED,
    FULL_JACKPOT,
    JOKERS,
    MONEY,
    NAME,
    NUMBER_WORDS,
    ODDS,
    PERCENTAGES,
    ROUTE,
    SHARE,
    TABLE_STAKES,
    TURNS,
    UNPAID,
    WHOLE_NUMBER,
)

_PAYOUTS: Final = (
    MONEY.pattern,
    *(f"(?i){form.pattern}" for form in (ODDS, SHARE, FULL_JACKPOT)),
    f"(?i){'|'.join(('even money', *UNPAID))}",
)
# What a reader takes is among them; what is among them a reader may still refuse, such as `$50-$5`.
FORMS: Final[dict[str, tuple[str, ...]]] = {
    "money": (MONEY.pattern,),
    "count": (WHOLE_NUMBER.pattern, f"(?i){'|'.join(NUMBER_WORDS)}"),
    "percentage": PERCENTAGES,
    "payout": _PAYOUTS,
    "payout or compared": (*_PAYOUTS, f"(?i){'|'.join(COMPARED)}"),
    "band": (
        *(f"(?i){BAND_RANGE.pattern}".replace(r"(\$?)", sign) for sign in (r"\$", "")),
        f"(?i){BAND_UP.pattern}",
        f"(?i){BAND_DOWN.pattern}",
        f"(?i){BAND_UP_TO.pattern}",
        BAND_ONE.pattern,
    ),
    "fee": tuple(f"(?i){form}" for form in (FEE_FLAT.pattern, *SHARES, "|".join(NO_FEE))),
    "stakes": (f"(?i){STAKES.pattern}",),
    "jokers": (f"(?i){JOKERS.pattern}",),
    "money or table stakes": (MONEY.pattern, f"(?i){TABLE_STAKES}"),
    "share or money": (*PERCENTAGES, MONEY.pattern),
    "turns": (f"(?i){TURNS.pattern}",),
    "date": (r"[0-9]{4}(?:-(?:0?[1-9]|1[0-2])(?:-(?:0?[1-9]|[12][0-9]|3[01]))?)?",),
    "source lines": (LINES.pattern,),
    "name": (NAME.pattern,),
    "route": (ROUTE.pattern,),
    "jurisdiction": (JURISDICTION.pattern,),
}
