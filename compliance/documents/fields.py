"""Exact values as field types of models: each is read by its reader in `values` and described for editors."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core.core_schema import CoreSchema, no_info_plain_validator_function

from compliance.documents import values

# How the name of a union's member begins. No file can hold this character, so that no key is taken for such a name.
MEMBER: Final = "\0"
# Under which name the schema of a block that is built later keeps that block.
BLOCK: Final = "block"


class Read:
    """Says that a function of `values` reads a field, and how editors are told of it.

    pydantic's PlainValidator and WithJsonSchema would do the same, but the first works out a schema for the value's
    own type as well, which nobody uses: half of the time that it takes to build a model.
    """

    def __init__(self, reader: Callable[[Any], Any], json_schema: JsonSchemaValue) -> None:
        self.reader = reader
        self._json_schema = json_schema

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return no_info_plain_validator_function(self.reader)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return self._json_schema


class _BuiltWhenUsed:
    """Says that the block below is built when the first document has one: most documents have few of all blocks."""

    def __get_pydantic_core_schema__(self, block: type[BaseModel], handler: GetCoreSchemaHandler) -> CoreSchema:
        return no_info_plain_validator_function(block.model_validate, metadata={BLOCK: block})


T = TypeVar("T")
Later = Annotated[T, _BuiltWhenUsed()]


def _pattern(pattern: str, example: str) -> JsonSchemaValue:
    return {"type": "string", "pattern": pattern, "examples": [example]}


def _loose(*types: str, example: Any = None) -> JsonSchemaValue:
    schema: dict[str, Any] = {"type": list(types) if len(types) > 1 else types[0]}
    if example is not None:
        schema["examples"] = [example]
    return schema


Money = Annotated[Decimal, Read(values.read_money, _pattern(rf"^{values.MONEY.pattern}$", "$1,005"))]
MoneyStep = Annotated[Decimal, Read(values.read_step, _pattern(rf"^{values.MONEY.pattern}$", "$1"))]
Count = Annotated[int, Read(values.read_count, _loose("integer", "string", example=7))]
YesNo = Annotated[bool, Read(values.read_yes_no, {"enum": ["yes", "no", True, False]})]
Percent = Annotated[Fraction, Read(values.read_percent, _pattern(rf"^{values.PERCENT.pattern}$", "5%"))]
OddsText = Annotated[values.Odds, Read(values.read_odds, _loose("string", example="6 to 5"))]
PayoutText = Annotated[values.Payout, Read(values.read_payout, _loose("string", example="6 to 5"))]
BandText = Annotated[values.Band, Read(values.read_band, _loose("string", "integer", example="$5-$1,000"))]
FeeText = Annotated[values.Fee, Read(values.read_fee, _loose("string", example="$0.50"))]
TurnsText = Annotated[values.Turns, Read(values.read_turns, _pattern(rf"^{values.TURNS.pattern}$", "2 hands"))]
WhenText = Annotated[values.When, Read(values.read_when, _loose("string", "integer", example="2015-07"))]
Day = Annotated[date, Read(values.read_date, _pattern(r"^\d{4}-\d{2}-\d{2}$", "2015-07-14"))]
Lines = Annotated[str, Read(values.read_lines, _loose("string", "integer", "array", example="12-31"))]
Name = Annotated[str, Read(values.read_name, _pattern(rf"^{values.NAME.pattern}$", "pai-gow-tiles"))]
Words = Annotated[str, Read(values.read_words, _loose("string", "number"))]
