"""What the pages of the workbench may ask, each with what it is given and what comes back, as plain data.

A request is `{"call": "check", "given": {...}}`; an answer is `{"result": ...}` or `{"error": {"message", "next"}}`.
Whatever a request holds, an answer comes back, in words.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from compliance import __version__
from compliance.desk.refusing import Refused
from compliance.desk.room import MOST_BYTES, MOST_FILES, Room
from compliance.documents.kinds import KINDS, Jurisdiction
from compliance.reports import Annex, Format
from compliance.source import Limits

if TYPE_CHECKING:
    from compliance.findings import Findings
    from compliance.law.catalogue import Catalogue

_MEDIA: Final = {
    "json": ("json", "application/json"),
    "html": ("html", "text/html"),
    "pdf": ("pdf", "application/pdf"),
    "sarif": ("sarif", "application/sarif+json"),
    "markdown": ("md", "text/markdown"),
    "junit": ("xml", "application/xml"),
    "gitlab": ("json", "application/json"),
}


class CallFields(BaseModel):
    """What a call is given: exactly what its fields say."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


G = TypeVar("G", bound=CallFields)


def _day(text: object) -> date:
    try:
        return date.fromisoformat(str(text))
    except ValueError:
        raise ValueError("expected a day such as 2026-11-16") from None


Day = Annotated[date, BeforeValidator(_day)]


class Call(NamedTuple):
    """What a call is given, and the function that answers it, of a room or of whatever else is asked."""

    given: type[CallFields]
    answer: Callable[[Any, Any], Any]


CALLS: dict[str, Call] = {}


def call(name: str, given: type[G]) -> Callable[[Callable[[Room, G], Any]], Callable[[Room, G], Any]]:
    """Make a function the answer to a call."""

    def known(function: Callable[[Room, G], Any]) -> Callable[[Room, G], Any]:
        CALLS[name] = Call(given, function)
        return function

    return known


# --- answering --------------------------------------------------------------------------------------------------------


def answer_json(text: str, room: Room | None = None) -> str:
    """A request as text, answered as text. Without a room of its own it is asked of the one that is always open."""
    try:
        request = json.loads(text)
    except (ValueError, RecursionError):
        answered = _error("The request is no JSON.", 'Send {"call": ..., "given": {...}}.')
    else:
        answered = answer(room if room is not None else the_room(), request)
    return json.dumps(answered, ensure_ascii=True)


def answer(of: Any, request: object, calls: Mapping[str, Call] = CALLS) -> dict[str, Any]:
    """A request answered by one of some calls, of a room or of whatever else they ask. Never raises."""
    try:
        return {"result": _answered(of, request, calls)}
    except Refused as refused:
        return _error(str(refused), refused.next)
    except Exception as error:  # whatever nobody thought of
        what = f"{type(error).__name__}: {error}"
        return _error(f"Something went wrong inside Pit Boss ({what}).", "Please report it with the files.")


def named(request: object) -> str:
    """The name of the call that a request makes; nothing where it makes none."""
    name = request.get("call") if isinstance(request, dict) else None
    return name if isinstance(name, str) else ""


def _answered(of: Any, request: object, calls: Mapping[str, Call]) -> Any:
    name = named(request)
    known = calls.get(name)
    if not isinstance(request, dict) or known is None:
        raise Refused("The request names no call that is known here.", f"Calls are {', '.join(sorted(calls))}.")
    try:
        given = known.given.model_validate(request.get("given", {}))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(step) for step in first["loc"]) or "given"
        takes = ", ".join(field.alias or key for key, field in known.given.model_fields.items()) or "nothing"
        raise Refused(f"{name}: {where}: {first['msg']}.", f"`{name}` is given {takes}.") from None
    return known.answer(of, given)


def _error(message: str, next: str) -> dict[str, Any]:
    return {"error": {"message": message, "next": next}}


@cache
def the_room() -> Room:
    """The room of a page that runs Pit Boss by itself: there is one, and it lasts as long as the page."""
    return Room(_law)


def _law() -> Catalogue:
    from compliance.law.catalogue import catalogue_of_data
    from compliance.law.files import catalogue_files
    from compliance.law.reading import read_catalogue

    if _PREPARED:
        return catalogue_of_data(json.loads(_PREPARED[-1]))
    return read_catalogue(catalogue_files())


_PREPARED: Final[list[str]] = []


def prepared_law() -> str:
    """The law as read, for `take_law`: reading its files takes longer than anything else that a page does."""
    from compliance.law.catalogue import catalogue_data

    return json.dumps(catalogue_data(_law()), ensure_ascii=False, separators=(",", ":"))


def take_law(text: str) -> None:
    """Use the law as `prepared_law` gave it, by the same version of Pit Boss. Before the first call."""
    _PREPARED.append(text)


# --- files ------------------------------------------------------------------------------------------------------------


class Nothing(CallFields):
    """For calls that need not be told anything."""


class Name(CallFields):
    name: str


class Text(CallFields):
    name: str
    text: str | None = None
    # The bytes of a file as they are, where it is not certain that they are text.
    base64: str | None = None

    def data(self) -> bytes:
        """What is given, as bytes. Raises Refused."""
        if (self.text is None) == (self.base64 is None):
            raise Refused(f"Expected the `text` of {self.name}, or its bytes as `base64`, and not both.")
        try:
            return self.text.encode() if self.text is not None else b64decode(self.base64 or "", validate=True)
        except UnicodeEncodeError:
            message = f"The text of {self.name} has half a character, which no file can hold."
            raise Refused(message, "Type the character again.") from None
        except (NoBase64, ValueError):
            raise Refused(f"What is given as the bytes of {self.name} is no base64.") from None


class Renaming(CallFields):
    name: str
    to: str


@call("hello", Nothing)
def _hello(room: Room, given: Nothing) -> Any:
    """What Pit Boss is, and the days on which the law of each state turned."""
    return {
        "version": __version__,
        "catalogue": room.law().version,
        "states": [_state(room.law(), place) for place in get_args(Jurisdiction)],
        "kinds": list(KINDS),
        "formats": list(_MEDIA),
        "decisions": room.decisions,
        "limits": {"file": Limits().bytes, "files": MOST_FILES, "bytes": MOST_BYTES},
    }


def _state(law: Catalogue, place: str) -> dict[str, Any]:
    from compliance.law.changes import changes_on, turning_days

    first = law.first_days().get(place)
    days = turning_days(law, place)
    looked_up = law.looked_up(place, days[-1]) if days else []
    return {
        "id": place,
        "name": place.capitalize(),
        "first": first.isoformat() if first is not None and first > date.min else None,
        "looked_up": {"earliest": looked_up[0], "latest": looked_up[-1]} if looked_up else None,
        "days": [
            {
                "day": day.isoformat(),
                "changes": [
                    {"change": one.kind, "requirement": one.requirement.id, "title": one.requirement.title}
                    for one in changes_on(law, day, place)
                ],
            }
            for day in days
        ],
    }


@call("put", Text)
def _put(room: Room, given: Text) -> Any:
    """Open a file, or give an open one another text."""
    room.put(given.name, given.data())
    return _file(room, given.name)


@call("drop", Name)
def _drop(room: Room, given: Name) -> Any:
    """Close a file."""
    room.drop(given.name)
    return _files(room)


@call("rename", Renaming)
def _rename(room: Room, given: Renaming) -> Any:
    """Call a file by another name."""
    room.rename(given.name, given.to)
    return _file(room, given.to)


@call("files", Nothing)
def _list_files(room: Room, given: Nothing) -> Any:
    """All open files."""
    return _files(room)


@call("text", Name)
def _text(room: Room, given: Name) -> Any:
    """The text of an open file."""
    return {"name": given.name, "digest": room.digest(given.name), "text": _decoded(room.data(given.name))}


def _files(room: Room) -> list[dict[str, Any]]:
    return [_file(room, name) for name in room.names]


def _file(room: Room, name: str) -> dict[str, Any]:
    about: dict[str, Any] = {"name": name, "digest": room.digest(name), "bytes": len(room.data(name))}
    if name not in room.documents:
        kind = "decisions" if name == room.decisions else "approved"
        return about | {"kind": kind, "title": "", "state": "", "establishment": "", "readable": True}
    document = room.load(name).document
    if document is None:
        return about | {"kind": "", "title": "", "state": "", "establishment": "", "readable": False}
    return about | {
        "kind": document.document,
        "title": document.title,
        "state": document.jurisdiction,
        "establishment": document.establishment or "",
        "readable": True,
    }


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        message = f"The file is not UTF-8: byte {error.start + 1} is no part of a character."
        raise Refused(message, "Save it as UTF-8 and open it again.") from None


@call("library", Nothing)
def _library(room: Room, given: Nothing) -> Any:
    """The examples that come with Pit Boss."""
    from compliance.desk.library import examples

    return {"names": examples()}


@call("example", Name)
def _example(room: Room, given: Name) -> Any:
    """One of them."""
    from compliance.desk.library import example

    return {"name": given.name, "text": _decoded(example(given.name))}


# --- checking ---------------------------------------------------------------------------------------------------------


class Asked(CallFields):
    day: Day
    name: str | None = None


class OnDay(CallFields):
    name: str
    day: Day


class ReportAsked(CallFields):
    format: Format
    day: Day
    names: list[str] | None = Field(default=None, min_length=1)
    annex: Annex = "short"
    paper: str = Field(default="letter", pattern="^(letter|a4)$")


@call("check", Asked)
def _check(room: Room, given: Asked) -> Any:
    """The verdict on all documents, and what was found in all or in one."""
    from compliance.desk.telling import told_run

    if given.name is not None:
        room.document(given.name)
    return told_run(room.run(given.day), room.sheet, given.name)


@call("actions", OnDay)
def _actions(room: Room, given: OnDay) -> Any:
    """What can be done about the findings in a document with one click, by their ids."""
    from compliance.desk.telling import told_actions

    return {"actions": told_actions(room.run(given.day), room.sheet, room.document(given.name))}


@call("report", ReportAsked)
def _report(room: Room, given: ReportAsked) -> Any:
    """A report as a file, the same that `pitboss check` writes; of some documents, as they stand beside the others."""
    from compliance.reports import render

    if given.format not in _MEDIA:
        raise Refused(f"A {given.format} report is no file.", f"Formats are {', '.join(_MEDIA)}.")
    run = some_run(room, given.day, given.names)
    names = [document.path for document in run.documents]
    made = joined(render(given.format, run, room.context(names, given.paper, given.annex)))
    ending, media = _MEDIA[given.format]
    name = stem(names[0]) if len(names) == 1 else "pitboss"
    return attached(f"{name}-{given.day.isoformat()}.{ending}", media, made)


@call("view", OnDay)
def _view(room: Room, given: OnDay) -> Any:
    """The verdict on one document, checked beside the others, as a page that runs nothing and loads nothing."""
    from compliance.reports import render

    run = some_run(room, given.day, [given.name])
    return {"html": joined(render("html", run, room.context([given.name]))).decode()}


def some_run(room: Room, day: date, names: Sequence[str] | None) -> Findings:
    """What is found in all documents, or in some of them beside the others. Raises Refused where there is none."""
    from compliance.narrowing import narrowed

    wanted = None if names is None else {room.document(name) for name in names}
    if not room.documents:
        raise Refused("No document is open.", "Open a file, start a new one, or take an example.")
    run = room.run(day)
    return run if wanted is None or wanted == set(room.documents) else narrowed(run, wanted)


def joined(pieces: Iterable[str] | bytes) -> bytes:
    if isinstance(pieces, bytes):
        return pieces
    return b"".join(piece.encode("utf-8", "backslashreplace") for piece in pieces)


def stem(name: str) -> str:
    return name.rpartition("/")[2].rpartition(".")[0] or "document"


def attached(filename: str, media: str, data: bytes) -> dict[str, str]:
    return {"filename": filename, "media": media, "base64": b64encode(data).decode()}


# Calls of their own modules, which are known as soon as these are.
from compliance.desk import keeping, showing, writing  # noqa: E402, F401
