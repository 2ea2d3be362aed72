"""Exact values as field types of models: each is read by its reader in `values` and described for editors."""

from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any

from compliance.documents import values
from compliance.documents.models import PlainValidator, WithJsonSchema


def _pattern(pattern: str, example: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "pattern": pattern, "examples": [example]})


def _loose(*types: str, example: Any = None) -> WithJsonSchema:
    schema: dict[str, Any] = {"type": list(types) if len(types) > 1 else types[0]}
    if example is not None:
        schema["examples"] = [example]
    return WithJsonSchema(schema)


Money = Annotated[Decimal, PlainValidator(values.read_money), _pattern(rf"^{values.MONEY.pattern}$", "$1,005")]
MoneyStep = Annotated[Decimal, PlainValidator(values.read_step), _pattern(rf"^{values.MONEY.pattern}$", "$1")]
Count = Annotated[int, PlainValidator(values.read_count), _loose("integer", "string", example=7)]
YesNo = Annotated[bool, PlainValidator(values.read_yes_no), WithJsonSchema({"enum": ["yes", "no", True, False]})]
Percent = Annotated[Fraction, PlainValidator(values.read_percent), _pattern(rf"^{values.PERCENT.pattern}$", "5%")]
OddsText = Annotated[values.Odds, PlainValidator(values.read_odds), _loose("string", example="6 to 5")]
PayoutText = Annotated[values.Payout, PlainValidator(values.read_payout), _loose("string", example="6 to 5")]
BandText = Annotated[values.Band, PlainValidator(values.read_band), _loose("string", "integer", example="$5-$1,000")]
FeeText = Annotated[values.Fee, PlainValidator(values.read_fee), _loose("string", example="$0.50")]
TurnsText = Annotated[
    values.Turns, PlainValidator(values.read_turns), _pattern(rf"^{values.TURNS.pattern}$", "2 hands")
]
WhenText = Annotated[values.When, PlainValidator(values.read_when), _loose("string", "integer", example="2015-07")]
Day = Annotated[date, PlainValidator(values.read_date), _pattern(r"^\d{4}-\d{2}-\d{2}$", "2015-07-14")]
Lines = Annotated[str, PlainValidator(values.read_lines), _loose("string", "integer", "array", example="12-31")]
Name = Annotated[str, PlainValidator(values.read_name), _pattern(rf"^{values.NAME.pattern}$", "pai-gow-tiles")]
Words = Annotated[str, PlainValidator(values.read_words), _loose("string", "number")]
