"""The format as JSON Schema, for editors: what may stand where, what it means, and an example of it."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import ModelSchema, PlainValidatorFunctionSchema

from compliance.documents import meanings
from compliance.documents.amounts import AMOUNT_FORMS
from compliance.documents.blocks import Statement
from compliance.documents.citations import DASH
from compliance.documents.facts import entry_types
from compliance.documents.fields import KIND, SENTENCE
from compliance.documents.game import NO_MOST_DECKS
from compliance.documents.models import get_model
from compliance.documents.schedule import Bands
from compliance.documents.value_forms import FORMS as _FORMS
from compliance.documents.values import NUMBER_WORDS, UNCLEAR

# The name of a schema, under which editors know it. Nothing is fetched from there: `.invalid` leads nowhere for ever.
ID: Final = "https://pitboss.invalid/schemas/documents/{}.schema.json"
# Keys that are checked and explained, and not offered: who writes rules of his own has no use for them.
_NOT_OFFERED: Final = ("source", "reading")
# Where pydantic tells alternatives apart by their shape, an editor cannot: an empty table of payouts fits two.
_ANY: Final = {"oneOf": "anyOf"}
_WORDS: Final = {"type": ["string", "number", "boolean"], "pattern": r"\S"}


FORMS: Final = {**_FORMS, "amount": AMOUNT_FORMS}
# How a value is written with the sentence of the paper that it was chosen for, and a sentence that nobody has read.
_UNREAD: Final = {"type": "string", "pattern": r"^\s*\S+\s+\S+\s+\S"}
_QUOTATION: Final = {
    "type": "object",
    "properties": {
        "means": {"description": "What the sentence means: what may stand here, or `other`.", "examples": ["other"]},
        "says": {
            "description": "The sentence of the paper.",
            "examples": ["the game is broken or stopped"],
            "type": "string",
        },
    },
    "patternProperties": {
        "^source$": {
            "description": "The lines of the paper that this was taken from.",
            "examples": ["12-31"],
            "$ref": "#/$defs/source-lines",
        }
    },
    "additionalProperties": False,
    "required": ["says"],
}
# Lists that may be one value instead, and blocks that may be a name instead.
_ONE_FOR_A_LIST: Final = {"Option": ("for", "stakes"), "Defaults": ("for", "stakes"), "Betting": ("stakes",)}
_NAME_ALONE: Final = ("Collection", "ScheduledGame")


@cache
def document_schema(kind: str) -> dict[str, Any]:
    """The format of a kind of document as JSON Schema, with `unclear` allowed for every value."""
    schema = get_model(kind).model_json_schema(by_alias=True, schema_generator=_SchemaGenerator)
    made = _SchemaSimplifier(schema.pop("$defs"))
    whole = made.simplify(schema)
    blocks = {name: made.simplify(block) for name, block in made.blocks.items() if not _is_inner(name)}
    kinds = {_kind_name(name): _kind_schema(name) for name in sorted(made.kinds)}
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": ID.format(kind),
        "title": f"Pit Boss {kind}",
    }
    return {**head, **whole, "$defs": {**blocks, **kinds, "quotation": _QUOTATION, "sentence": _UNREAD}}


def schema_text(kind: str) -> str:
    """The same as text: what `pitboss schema` prints and schemas/documents/ holds."""
    return json.dumps(document_schema(kind), indent=1, ensure_ascii=False) + "\n"


class _SchemaGenerator(GenerateJsonSchema):
    """Tells what every key means."""

    def function_plain_schema(self, schema: PlainValidatorFunctionSchema) -> JsonSchemaValue:
        about = schema.get("metadata", {})
        if KIND in about:
            return {KIND: about[KIND]}
        return super().function_plain_schema(schema)

    def model_schema(self, schema: ModelSchema) -> JsonSchemaValue:
        made, model = super().model_schema(schema), schema["cls"]
        made.pop("description", None)  # the key that leads to a block says what it is
        for key, field in made.get("properties", {}).items():
            _explain(model, key, field)
        if issubclass(model, Bands):
            made["propertyNames"] = {"anyOf": [{KIND: "band"}, {"const": "source"}]}
        if entry_types(model) == [Statement]:
            about = {name: _describe_meaning(meaning) for name, meaning in meanings.list_statements().items()}
            made["properties"] |= {name: made["additionalProperties"] | words for name, words in about.items()}
        return made

    def field_title_should_be_set(self, schema: Any) -> bool:
        """The key is title enough."""
        return False


def _explain(model: type[BaseModel], key: str, field: JsonSchemaValue) -> None:
    """What a key means stands before what its kind of value is."""
    meaning = meanings.find_meaning(model, key)
    if meaning is not None:
        field.update(_describe_meaning(meaning))


def _describe_meaning(meaning: meanings.Meaning) -> JsonSchemaValue:
    return {"description": meaning.sentence, "examples": [_to_editor_value(meaning.value)]}


def _to_editor_value(value: Any) -> Any:
    """An example as an editor takes it: numbers are numbers there."""
    if isinstance(value, dict):
        return {key: _to_editor_value(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_to_editor_value(item) for item in value]
    return int(value) if isinstance(value, str) and re.fullmatch(r"0|[1-9][0-9]{0,8}", value) else value


# --- kinds of value -----------------------------------------------------------------------------------------------


def _kind_schema(kind: str) -> JsonSchemaValue:
    """What may be written for a kind of value, what it is, and an example."""
    meaning = meanings.find_kind_meaning(kind)
    if meaning is None:
        return _value_schema(kind)
    # As a title, because an editor would show a description here in place of what the key means. The YAML language
    # server tells the message in place of the pattern.
    about = {"title": f"{kind}: {meaning.sentence}", "examples": [_to_editor_value(meaning.value)]}
    told = {"errorMessage": f"Expected {kind}, such as {meaning.example}. {meaning.sentence}"}
    written = _value_schema(kind)
    for one in written.get("anyOf", ()):
        one.update(told)
    return {**written, **about, **told}


def _value_schema(kind: str) -> JsonSchemaValue:
    """Editors read `7`, `2015` and `true` as what they look like and not as text, so that both are allowed."""
    if kind == "yes or no":
        words = r"^\s*(?:[Yy][Ee][Ss]|[Nn][Oo]|[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])\s*$"
        return {"anyOf": [{"enum": ["yes", "no", True, False]}, {"type": "string", "pattern": words}]}
    if kind == "conditions":
        return {"anyOf": [{"type": "object"}, {"type": "array", "items": {"type": "object"}}]}
    if kind not in FORMS:
        return dict(_WORDS)
    text = {"type": "string", "pattern": _pattern(kind)}
    if kind in ("source lines", "route"):
        one = [text, {"type": "integer", "minimum": 0}] if kind == "source lines" else [text]
        return {"anyOf": [*one, {"type": "array", "items": {"anyOf": one}, "minItems": 1}]}
    if any(re.compile(form).fullmatch("2015") for form in FORMS[kind]):
        return {**text, "type": ["string", "number"], "minimum": 0}
    return text


def _pattern(kind: str) -> str:
    """All forms of a kind as one pattern that every reader of JSON Schema understands."""
    return rf"^\s*(?:{'|'.join(_ignore_case(form) for form in FORMS[kind])})\s*$"


def _ignore_case(form: str) -> str:
    """A pattern without `(?i)`, which JSON Schema does not know: each letter in both cases, and any spaces."""
    if not form.startswith("(?i)"):
        return form
    pieces = re.split(r"(\[[^]]*\]|\\.|\.\+| \?| )", form.removeprefix("(?i)"))
    spaces = {" ?": r"\s*", " ": r"\s+", ".+": r"[\s\S]+"}
    return "".join(
        spaces.get(piece, piece) if number % 2 else re.sub("[a-z]", lambda one: f"[{one[0]}{one[0].upper()}]", piece)
        for number, piece in enumerate(pieces)
    )


def _kind_name(kind: str) -> str:
    return kind.replace(" ", "-")


# --- from what pydantic tells to what an editor needs ------------------------------------------------------------


def _is_inner(name: str) -> bool:
    """Whether a block has no name but one that pydantic made up: it is shown where it is used."""
    return "__" in name


class _SchemaSimplifier:
    """The same in fewer words: no titles, no defaults, which editors would write out; kinds of value by name."""

    def __init__(self, blocks: dict[str, Any]) -> None:
        self.blocks = blocks
        self.kinds: set[str] = set()
        _allow_short_forms(blocks)

    def simplify(self, node: Any) -> Any:
        if not isinstance(node, dict):
            return node
        if SENTENCE in node:
            said = _list_choices(self.simplify(_drop_keys(node, SENTENCE)))
            alone = [{"$ref": "#/$defs/sentence"}] if node[SENTENCE] else []
            return {"anyOf": [*said, {"$ref": "#/$defs/quotation"}, *alone]}
        if KIND in node:
            self.kinds.add(node[KIND])
            return {"$ref": f"#/$defs/{_kind_name(node[KIND])}", **_drop_keys(node, KIND)}
        inner = str(node.get("$ref", "")).removeprefix("#/$defs/")
        if _is_inner(inner):
            return self.simplify({**self.blocks[inner], **_drop_keys(node, "$ref")})
        made = {
            _ANY.get(key, key): self._simplify_part(key, item)
            for key, item in _drop_keys(node, "title", "default").items()
        }
        if "anyOf" in made:
            made["anyOf"] = [one for item in made["anyOf"] for one in _list_choices(item)]
        if made.get("type") == "object":
            _finish_block(made)
        return made

    def _simplify_part(self, key: str, item: Any) -> Any:
        if key in ("properties", "patternProperties"):
            return {name: self.simplify(field) for name, field in item.items()}
        if key in ("anyOf", "oneOf"):
            return [self.simplify(one) for one in item]
        return self.simplify(item) if key in ("items", "additionalProperties", "propertyNames") else item


def _drop_keys(node: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: item for key, item in node.items() if key not in keys}


def _list_choices(item: dict[str, Any]) -> list[Any]:
    return item["anyOf"] if set(item) == {"anyOf"} else [item]


def _finish_block(block: dict[str, Any]) -> None:
    """Allow `unclear` wherever a value may be left out, and take the keys that are not offered out of the list."""
    required, keys = block.get("required", []), block.get("properties", {})
    for key in keys:
        if key not in required:
            keys[key] = _allow_unclear(keys[key])
    for key in _NOT_OFFERED:
        if key in keys:
            block.setdefault("patternProperties", {})[f"^{key}$"] = keys.pop(key)
    if isinstance(block.get("additionalProperties"), dict):
        block["additionalProperties"] = _allow_unclear(block["additionalProperties"])


def _allow_unclear(field: JsonSchemaValue) -> JsonSchemaValue:
    """A value, or `unclear`; what is said about the key stands above both."""
    about: dict[str, Any] = {key: field[key] for key in ("description", "examples") if key in field}
    choices = _list_choices(_drop_keys(field, *about))
    nothing = [None] if {"type": "null"} in choices else []
    choices = [choice for choice in choices if choice != {"type": "null"}]
    if len(choices) == 1 and "enum" in choices[0]:
        return {**about, "enum": [*choices[0]["enum"], UNCLEAR, *nothing]}
    return {**about, "anyOf": [*choices, {"enum": [UNCLEAR, *nothing]}]}


def _allow_short_forms(blocks: dict[str, Any]) -> None:
    """What models take in a short form too: a statement as its lines alone, a list as a range or one word."""
    if "Statement" in blocks:
        blocks["Statement"] = {"anyOf": [{KIND: "source lines"}, blocks["Statement"]]}
    count = f"(?:[0-9]{{1,9}}|{'|'.join(NUMBER_WORDS)})"
    between = "(?:, ?(?:or |and )?| or | and )"
    decks = f"(?i)(?:from )?{count}(?: ?{DASH} ?{count}| (?:to|through) {count}|(?:{between}{count})*)"
    decks = f"(?i)(?:{decks.removeprefix('(?i)')}|{NO_MOST_DECKS.pattern})"
    device = f"(?i)(?:shoe|shuffler|hand)(?:{between}(?:shoe|shuffler|hand))*"
    for name, short in (("decks", decks), ("dealt-from", device)):
        if "Deck" in blocks:
            kinds = ["string", "integer"] if name == "decks" else "string"
            written = {"type": kinds, "pattern": rf"^\s*{_ignore_case(short)}\s*$"}
            blocks["Deck"]["properties"][name]["anyOf"].append(written)
    for block, names in _ONE_FOR_A_LIST.items():
        for name in names if block in blocks else ():
            field = blocks[block]["properties"][name]
            about = {key: field.pop(key) for key in ("description", "examples") if key in field}
            blocks[block]["properties"][name] = {"anyOf": [field, field["items"]], **about}
    if "PayTable" in blocks:
        blocks["PayTable"] = {"anyOf": [blocks["PayTable"], {"type": "string", "pattern": r"^\s*as \S"}]}
    for name in _NAME_ALONE:
        if name in blocks:
            blocks[name] = {"anyOf": [blocks[name], {KIND: "name"}]}
