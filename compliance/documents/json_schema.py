"""The format as JSON Schema, for editors."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import PlainValidatorFunctionSchema

from compliance.documents.fields import BLOCK
from compliance.documents.reading import model_of
from compliance.documents.values import UNCLEAR


class _Whole(GenerateJsonSchema):
    """Shows the blocks that are built when they are used, too."""

    def function_plain_schema(self, schema: PlainValidatorFunctionSchema) -> JsonSchemaValue:
        block = schema.get("metadata", {}).get(BLOCK)
        if block is None:
            return super().function_plain_schema(schema)
        built = dict(block.__pydantic_core_schema__)
        if built["type"] != "definitions":
            # Under a name of its own it stands once among the definitions, however many fields have it.
            built["ref"] = f"{block.__module__}.{block.__qualname__}:{id(block)}"
        return self.generate_inner(built)

    def field_title_should_be_set(self, schema: Any) -> bool:
        """A block has its own title."""
        return BLOCK not in schema.get("metadata", {}) and super().field_title_should_be_set(schema)


def document_schema(kind: str) -> dict[str, Any]:
    """The format of a kind of document as JSON Schema, with `unclear` allowed for every value."""
    schema = model_of(kind).model_json_schema(by_alias=True, schema_generator=_Whole)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = f"Pit Boss {kind}"
    unclear = {"const": UNCLEAR}
    blocks = schema.get("$defs", {})
    _allow_short_forms(blocks)
    for block in (schema, *blocks.values()):
        required = block.get("required", [])
        for name, field in block.get("properties", {}).items():
            if name not in required and name != "source":
                block["properties"][name] = {"anyOf": [field, unclear]}
    return schema


def _allow_short_forms(blocks: dict[str, Any]) -> None:
    """What models take in a short form too: a statement as its lines alone, a list as a range or one word."""
    short = {"type": ["string", "integer", "array"]}
    if "Statement" in blocks:
        blocks["Statement"] = {"anyOf": [blocks["Statement"], short]}
    for name in ("decks", "dealt-from"):
        if "Deck" in blocks:
            blocks["Deck"]["properties"][name] = {"anyOf": [blocks["Deck"]["properties"][name], short]}
