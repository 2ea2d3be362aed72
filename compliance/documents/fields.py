"""Exact values as field types of models: each is read by its reader in `values`."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core.core_schema import CoreSchema, no_info_plain_validator_function

from compliance.documents import charges, dates, values
from compliance.documents.amounts import Amount, read_amount, read_limit
from compliance.documents.jurisdictions import read_jurisdiction

# How the name of a union's member begins. No file can hold this character, so that no key is taken for such a name.
MEMBER: Final = "\0"
# Under which name the schema of a value keeps of which kind it is.
KIND: Final = "kind of value"


class FieldReader:
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


# Under which name the schema of a fact keeps that a sentence may stand in its place.
SENTENCE: Final = "sentence"


class _Sayable:
    """Marks a fact that papers tell in sentences, so that a sentence may stand beside the value. Where it may be there
    alone, it is open until somebody chooses."""

    def __init__(self, alone: bool) -> None:
        self.alone = alone

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {**handler(schema), SENTENCE: self.alone}


T = TypeVar("T")
SAID: Final = _Sayable(True)
Quotable: TypeAlias = Annotated[T, _Sayable(False)]
Said: TypeAlias = Annotated[T, SAID]

Money = Annotated[Decimal, FieldReader("money", values.read_money)]
LocalLimit = Annotated[Decimal | Literal["table stakes"], FieldReader("money or table stakes", values.read_local_limit)]
MoneyStep = Annotated[Decimal, FieldReader("money", values.read_step)]
Count = Annotated[int, FieldReader("count", values.read_count)]
YesNo = Annotated[bool, FieldReader("yes or no", values.read_yes_no)]
Percent = Annotated[Fraction, FieldReader("percentage", values.read_percent)]
PayoutText = Annotated[values.Payout, FieldReader("payout", values.read_payout)]
UnqualifiedText = Annotated[values.Payout, FieldReader("payout or compared", values.read_unqualified)]
BandText = Annotated[charges.Band, FieldReader("band", charges.read_band)]
MoneyBandText = Annotated[charges.Band, FieldReader("band", charges.read_money_band)]
FeeText = Annotated[charges.Fee, FieldReader("fee", charges.read_fee)]
AmountText = Annotated[Amount, FieldReader("amount", read_amount)]
LimitText = Annotated[Amount, FieldReader("amount", read_limit)]
JokersText = Annotated[values.Jokers, FieldReader("jokers", values.read_jokers)]
PartText = Annotated[Fraction | Decimal, FieldReader("share or money", values.read_part)]
DropText = Annotated[charges.Fee, FieldReader("fee", charges.read_drop)]
StakesText = Annotated[charges.PokerStakes, FieldReader("stakes", charges.read_stakes)]
TurnsText = Annotated[values.Turns, FieldReader("turns", values.read_turns)]
DateRangeText = Annotated[dates.DateRange, FieldReader("date", dates.read_date_range)]
Day = Annotated[date, FieldReader("date", dates.read_date)]
Lines = Annotated[str, FieldReader("source lines", values.read_lines)]
Name = Annotated[str, FieldReader("name", values.read_name)]
Words = Annotated[str, FieldReader("words", values.read_words)]
JurisdictionText = Annotated[str, FieldReader("jurisdiction", read_jurisdiction)]
ConditionsText = Annotated[dict[str, Any] | list[dict[str, Any]], FieldReader("conditions", values.read_conditions)]
Routes = Annotated[list[str], FieldReader("route", values.read_routes)]
