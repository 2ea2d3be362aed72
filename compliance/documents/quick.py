"""Models without pydantic, for a run that must start at once.

Importing pydantic and building its validators takes longer than checking one document. This module runs the same model
declarations with the few features they use: aliases, exact values, choices, lists, groups of the writer's names, one
union told apart by shape. It accepts what pydantic accepts, refuses what it refuses and reports errors in its terms;
the tests hold the two side by side. It does not keep models from being changed and knows no JSON Schema: pydantic does.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal, NamedTuple, Self, TypeVar, Union, get_args, get_origin

Reader = Callable[[Any], Any]
Error = dict[str, Any]


class ValidationError(ValueError):
    """Everything that keeps a value from being a model, as pydantic lists it."""

    def __init__(self, errors: list[Error]) -> None:
        super().__init__(f"{len(errors)} errors")
        self._errors = errors

    def errors(self, *, include_url: bool = False) -> list[Error]:
        return self._errors


class PlainValidator:
    """A field type that a function reads."""

    def __init__(self, func: Reader) -> None:
        self.func = func


class WithJsonSchema:
    """How editors are told of a field type; of no use here."""

    def __init__(self, json_schema: dict[str, Any]) -> None:
        pass


class Tag:
    """The name of one member of a union."""

    def __init__(self, tag: str) -> None:
        self.tag = tag


class Discriminator:
    """Tells the members of a union apart."""

    def __init__(self, discriminator: Callable[[Any], str]) -> None:
        self.discriminator = discriminator


class ConfigDict(dict[str, Any]):
    """Options of a model; `extra` and `alias_generator` are heeded."""


class _Hook(NamedTuple):
    mode: str
    function: Any


class Field(NamedTuple):
    """A declared field: its key in a file and its type."""

    alias: str
    annotation: Any


def model_validator(*, mode: str) -> Callable[[Any], _Hook]:
    """Marks a function that looks at a model as a whole, before or after its fields."""
    return lambda function: _Hook(mode, function)


class _Declared(type):
    """Collects what a class declares. Readers of its fields are made when the first value is read."""

    model_config: dict[str, Any]
    model_fields: dict[str, Field]
    hooks: list[_Hook]
    reader: Reader | None

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _Declared:
        hooks = [body.pop(key) for key, value in list(body.items()) if isinstance(value, _Hook)]
        made = super().__new__(mcs, name, bases, body)
        inherited: Any = next((base for base in bases if isinstance(base, _Declared)), None)
        if inherited is not None:
            made.model_fields = {**inherited.model_fields}
            made.hooks = [*inherited.hooks, *hooks]
            key_of = made.model_config.get("alias_generator", str)
            for field, annotation in body.get("__annotations__", {}).items():
                if field != "__pydantic_extra__":
                    made.model_fields[field] = Field(key_of(field), annotation)
        made.reader = None
        return made


class BaseModel(metaclass=_Declared):
    """A group of entries. What is not stated is the default of its class."""

    model_config: Any = {}
    model_fields: Any = {}
    hooks: Any = []
    __pydantic_extra__: Any = None
    __pydantic_generic_metadata__: Any = {"args": ()}

    @classmethod
    def model_validate(cls, written: Any) -> Self:
        """A model from a tree. Raises ValidationError with every error."""
        try:
            made: Self = _model_reader(cls)(written)
            return made
        except ValidationError:
            raise
        except ValueError as error:
            raise ValidationError([_value_error(error, written)]) from None

    def __class_getitem__(cls, item: Any) -> Any:
        """`Named[Words]`: a class of its own, which knows what it holds."""
        if isinstance(item, TypeVar):
            return cls
        body = {"__pydantic_generic_metadata__": {"args": (item,)}, "__doc__": cls.__doc__}
        return _Declared(f"{cls.__name__}[{getattr(item, '__name__', item)}]", (cls,), body)

    @property
    def model_fields_set(self) -> set[str]:
        """The names of the fields that were given, the writer's own among them."""
        return set(self.__dict__) & set(type(self).model_fields) | set(self.__pydantic_extra__ or ())

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return False
        fields = type(self).model_fields
        same = all(getattr(self, name) == getattr(other, name) for name in fields)
        return same and self.__pydantic_extra__ == getattr(other, "__pydantic_extra__", None)

    def __repr__(self) -> str:
        """The same text in every run: what is stated, and no address."""
        own = {name: value for name, value in self.__dict__.items() if name in type(self).model_fields}
        stated = own | (self.__pydantic_extra__ or {})
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in stated.items())})"

    def __setattr__(self, name: str, value: object) -> None:
        raise TypeError(f"{type(self).__name__}.{name}: what was read stays as it was read")

    __hash__ = None  # type: ignore[assignment]


def _model_reader(model: Any) -> Reader:
    """The function that reads values as this model; made once for each class."""
    if model.reader is None:
        model.reader = staticmethod(_make_model_reader(model))
    reader: Reader = model.reader
    return reader


def _make_model_reader(model: Any) -> Reader:
    fields = {field.alias: (name, _reader(field.annotation)) for name, field in model.model_fields.items()}
    required = [(name, field.alias) for name, field in model.model_fields.items() if not hasattr(model, name)]
    before = [hook.function.__func__ for hook in model.hooks if hook.mode == "before"]
    after = [hook.function for hook in model.hooks if hook.mode == "after"]
    held = model.__pydantic_generic_metadata__["args"]
    keeps = model.model_config.get("extra") == "allow"
    read_held = _reader(held[0]) if held else _as_it_is

    def read(written: Any) -> Any:
        for look in before:
            written = look(model, written)
        if not isinstance(written, dict):
            raise ValidationError([{"type": "model_type", "loc": (), "input": written}])
        made = object.__new__(model)
        given = made.__dict__
        errors: list[Error] = []
        extra: dict[str, Any] = {}
        wrong: set[str] = set()
        for key, value in written.items():
            name, reader = fields.get(key, _NO_FIELD)
            try:
                if name:
                    given[name] = reader(value)
                elif keeps:
                    extra[key] = read_held(value)
                else:
                    errors.append({"type": "extra_forbidden", "loc": (key,), "input": value})
            except ValueError as error:
                wrong.add(name)
                errors += _below(key, error, value)
        for name, key in required:
            if name not in given and name not in wrong:
                errors.append({"type": "missing", "loc": (key,), "input": written})
        if errors:
            raise ValidationError(errors)
        if keeps:
            given["__pydantic_extra__"] = extra
        for check in after:
            check(made)
        return made

    return read


def _as_it_is(value: Any) -> Any:
    return value


_NO_FIELD: tuple[str, Reader] = ("", _as_it_is)


def _value_error(error: ValueError, written: Any) -> Error:
    return {"type": "value_error", "loc": (), "input": written, "ctx": {"error": error}}


def _below(step: str | int, error: ValueError, written: Any) -> Iterable[Error]:
    """An error seen from one level up."""
    errors = error.errors() if isinstance(error, ValidationError) else [_value_error(error, written)]
    return [{**found, "loc": (step, *found["loc"])} for found in errors]


def _reader(annotation: Any) -> Reader:
    """The function that reads values of a type; raises ValueError with what is wrong."""
    if annotation is Any:
        return _as_it_is
    if isinstance(annotation, _Declared):
        return _model_reader(annotation)
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _annotated_reader(arguments[0], annotation.__metadata__)
    if origin is Literal:
        return _choice_reader(arguments)
    if origin is list:
        return _list_reader(_reader(arguments[0]))
    if origin is dict:
        return _dict_reader(_reader(arguments[1]))
    if origin in (Union, types.UnionType) and len(arguments) == 2 and arguments[1] is type(None):
        inner = _reader(arguments[0])
        return lambda written: None if written is None else inner(written)
    raise TypeError(f"no reader for {annotation!r}: teach compliance.documents.quick, or declare it otherwise")


def _annotated_reader(annotation: Any, metadata: tuple[Any, ...]) -> Reader:
    for note in metadata:
        if isinstance(note, PlainValidator):
            return note.func
        if isinstance(note, Discriminator):
            readers = {_tag(member): _reader(member) for member in get_args(annotation)}
            shape = note.discriminator
            return lambda written: readers[shape(written)](written)
    return _reader(annotation)


def _tag(member: Any) -> str:
    return next(str(note.tag) for note in member.__metadata__ if isinstance(note, Tag))


def _choice_reader(choices: tuple[str, ...]) -> Reader:
    def read(written: Any) -> Any:
        if isinstance(written, str) and written in choices:
            return written
        wrong = {"type": "literal_error", "loc": (), "input": written, "ctx": {"expected": choices}}
        raise ValidationError([wrong])

    return read


def _list_reader(read_item: Reader) -> Reader:
    def read(written: Any) -> Any:
        if not isinstance(written, list):
            raise ValidationError([{"type": "list_type", "loc": (), "input": written}])
        return _read_all(enumerate(written), read_item)

    return read


def _dict_reader(read_item: Reader) -> Reader:
    def read(written: Any) -> Any:
        if not isinstance(written, dict):
            raise ValidationError([{"type": "dict_type", "loc": (), "input": written}])
        return dict(zip(written, _read_all(written.items(), read_item), strict=True))

    return read


def _read_all(written: Iterable[tuple[Any, Any]], read_item: Reader) -> list[Any]:
    made: list[Any] = []
    errors: list[Error] = []
    for step, item in written:
        try:
            made.append(read_item(item))
        except ValueError as error:
            errors += _below(step, error, item)
    if errors:
        raise ValidationError(errors)
    return made
