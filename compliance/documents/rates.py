"""Rates: fees that somebody pays. They stand apart from the models, so that checks on a set need load none for them."""

from decimal import Decimal
from typing import NamedTuple

from compliance.documents.charges import Band, Fee
from compliance.source.routes import Route


class Rate(NamedTuple):
    """A fee that is charged: where it stands, who pays it, how much; in another document where `path` names one."""

    route: Route
    payer: str
    band: Band | None
    fee: Fee
    amount: Decimal
    path: str = ""
