"""Exact values as field types of models: each is read by its reader in `values`."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, GetCoreSchemaHandler
from pydantic_core.core_schema import CoreSchema, no_info_plain_validator_function

from compliance.documents import charges, dates, values
from compliance.documents.amounts import Amount, read_amount, read_limit

# How the name of a union's member begins. No file can hold this character, so that no key is taken for such a name.
MEMBER: Final = "\0"
# Under which name the schema of a block that is built later keeps that block.
BLOCK: Final = "block"
# Under which name the schema of a value keeps of which kind it is.
KIND: Final = "kind of value"


class Read:
    """Says that a function of `values` reads a field, and of what kind the value is.

    `meanings` tells what each kind means, and `FORMS` in `values` how it is written, for editors.

    pydantic's PlainValidator and WithJsonSchema would do the same, but the first works out a schema for the value's
    own type as well, which nobody uses: half of the time that it takes to build a model.
    """

    def __init__(self, kind: str, reader: Callable[[Any], Any]) -> None:
        self.kind = kind
        self.reader = reader

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return no_info_plain_validator_function(self.reader, metadata={KIND: self.kind})


class _BuiltWhenUsed:
    """Says that the block below is built when the first document has one: most documents have few of all blocks."""

    def __get_pydantic_core_schema__(self, block: type[BaseModel], handler: GetCoreSchemaHandler) -> CoreSchema:
        return no_info_plain_validator_function(block.model_validate, metadata={BLOCK: block})


T = TypeVar("T")
Later = Annotated[T, _BuiltWhenUsed()]


Money = Annotated[Decimal, Read("money", values.read_money)]
MoneyStep = Annotated[Decimal, Read("money", values.read_step)]
Count = Annotated[int, Read("count", values.read_count)]
YesNo = Annotated[bool, Read("yes or no", values.read_yes_no)]
Percent = Annotated[Fraction, Read("percentage", values.read_percent)]
PayoutText = Annotated[values.Payout, Read("payout", values.read_payout)]
BandText = Annotated[charges.Band, Read("band", charges.read_band)]
MoneyBandText = Annotated[charges.Band, Read("band", charges.read_money_band)]
FeeText = Annotated[charges.Fee, Read("fee", charges.read_fee)]
AmountText = Annotated[Amount, Read("amount", read_amount)]
LimitText = Annotated[Amount, Read("amount", read_limit)]
JokersText = Annotated[values.Jokers, Read("jokers", values.read_jokers)]
PartText = Annotated[Fraction | Decimal, Read("share or money", values.read_part)]
DropText = Annotated[charges.Fee, Read("fee", charges.read_drop)]
StakesText = Annotated[charges.PokerStakes, Read("stakes", charges.read_stakes)]
TurnsText = Annotated[values.Turns, Read("turns", values.read_turns)]
WhenText = Annotated[dates.When, Read("date", dates.read_when)]
Day = Annotated[date, Read("date", dates.read_date)]
Lines = Annotated[str, Read("source lines", values.read_lines)]
Name = Annotated[str, Read("name", values.read_name)]
Words = Annotated[str, Read("words", values.read_words)]
ConditionsText = Annotated[dict[str, Any] | list[dict[str, Any]], Read("conditions", values.read_conditions)]
Routes = Annotated[list[str], Read("route", values.read_routes)]
