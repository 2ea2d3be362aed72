"""A document of which it is known what was read.

A glimpse of a document is made empty: each of its blocks comes into it when it is first asked for. So it holds what was
read and nothing else, and to read a block again costs no more than on the document. Whatever is worked out of a glimpse
depends on no block that is not in it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from compliance.documents.once import KNOWN, SHARE

if TYPE_CHECKING:
    from compliance.documents.reading import AnyDocument

# Where a glimpse keeps the document: under no name that a field can have.
_WHOLE: Final = "__whole__"
# What a model keeps beside its fields; a glimpse has none of it until it is asked for.
_SLOTS: Final = ("__pydantic_fields_set__", "__pydantic_extra__", "__pydantic_private__")

# What a model does with all its fields together.
_OF_ALL: Final = (
    *("__eq__", "__hash__", "__iter__", "__copy__", "__deepcopy__", "__repr_args__"),
    *("model_copy", "model_dump", "model_dump_json"),
)

Reads: TypeAlias = frozenset[str]


class Glimpses:
    """Glimpses of one document. What is worked out of one of them for good is known to all."""

    def __init__(self, document: AnyDocument) -> None:
        self._document = document
        self._model = _glimpsed(document.__class__)
        self._worked_out: dict[str, tuple[Any, Reads]] = {}

    def new(self) -> AnyDocument:
        """The document, of which nothing was read yet."""
        glimpse: AnyDocument = object.__new__(self._model)
        glimpse.__dict__.update({_WHOLE: self._document, KNOWN: {SHARE: self._share}})
        return glimpse

    def _share(self, glimpse: AnyDocument, name: str, work: Callable[[AnyDocument], Any]) -> Any:
        """What is worked out under a name. Who only takes it over has read what was read for it."""
        if name not in self._worked_out:
            of_whole: dict[str, Any] = self._document.__dict__.get(KNOWN, {})
            if name in of_whole:  # all of it may have been read for that
                self._worked_out[name] = (of_whole[name], _fields(self._model))
            else:
                fresh = self.new()
                self._worked_out[name] = (work(fresh), read_of(fresh))
        found, reads = self._worked_out[name]
        _see(glimpse, reads)
        return found


def read_of(glimpse: AnyDocument) -> Reads:
    """The fields that were read of a glimpse."""
    return _fields(glimpse.__class__).intersection(glimpse.__dict__)


def held_in(block: Any) -> dict[str, Any]:
    """The fields of a block, past whatever watches which of its facts are open. Of a glimpse, all are read."""
    held: dict[str, Any] = object.__getattribute__(block, "__dict__")
    if _WHOLE in held:
        _see(block, _fields(block.__class__))
    return held


def entries_in(block: Any) -> dict[str, Any]:
    """The entries of a block under names of the writer's choice, likewise. A document has none."""
    return {} if _WHOLE in block.__dict__ else object.__getattribute__(block, "__pydantic_extra__") or {}


def _see(glimpse: AnyDocument, reads: Reads) -> None:
    held = glimpse.__dict__
    whole = held[_WHOLE].__dict__
    held.update((name, whole[name]) for name in reads)


@cache
def _fields(model: Any) -> Reads:
    return frozenset(model.model_fields)


@cache
def _glimpsed(model: Any) -> Any:
    """A model whose instances fetch what they are asked for. It is the same model in every other way."""
    fields = _fields(model)
    kept_beside = {*_SLOTS, *model.__private_attributes__}

    def fetch(self: Any, name: str) -> Any:
        # Python asks here only for what is not there yet.
        held = self.__dict__
        whole = held[_WHOLE]
        if name in fields:
            found = held[name] = whole.__dict__[name]
            return found
        if name in kept_beside:
            _see(self, fields)
        return getattr(whole, name)

    body = {name: _of_whole(name) for name in _OF_ALL} | {"__getattr__": fetch, "__module__": model.__module__}
    # `type` makes the class: pydantic would build a validator, and nothing is validated any more.
    return type.__new__(type(model), model.__name__, (model,), body)


def _of_whole(name: str) -> Callable[..., Any]:
    """What the whole document does under a name; who asks for that has read everything."""

    def done(self: Any, *arguments: Any, **named: Any) -> Any:
        whole = held_in(self)[_WHOLE]
        return getattr(whole, name)(*arguments, **named)

    return done
