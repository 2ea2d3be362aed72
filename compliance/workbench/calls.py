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
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from compliance import __version__
from compliance.documents.kinds import KINDS
from compliance.editor.file_names import is_paper
from compliance.editor.refusal import RefusedRequest
from compliance.editor.workspace import MOST_BYTES, MOST_FILES, Workspace
from compliance.reports import Annex, Format
from compliance.source import Limits

if TYPE_CHECKING:
    from compliance.engine.findings import Findings
    from compliance.law.catalog import Catalog

_MEDIA: Final = {
    "json": ("json", "application/json"),
    "html": ("html", "text/html"),
    "pdf": ("pdf", "application/pdf"),
    "sarif": ("sarif", "application/sarif+json"),
    "markdown": ("md", "text/markdown"),
    "junit": ("xml", "application/xml"),
    "gitlab": ("json", "application/json"),
    "oscal": ("json", "application/json"),
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


class PageCall(NamedTuple):
    """What a call is given, and the function that answers it, of a room or of whatever else is asked."""

    given: type[CallFields]
    answer: Callable[[Any, Any], Any]


CALLS: dict[str, PageCall] = {}


def register_call(
    name: str, given: type[G]
) -> Callable[[Callable[[Workspace, G], Any]], Callable[[Workspace, G], Any]]:
    """Make a function the answer to a call."""

    def register(function: Callable[[Workspace, G], Any]) -> Callable[[Workspace, G], Any]:
        CALLS[name] = PageCall(given, function)
        return function

    return register


# --- answering --------------------------------------------------------------------------------------------------------


def answer_json(text: str, workspace: Workspace | None = None) -> str:
    """A request as text, answered as text. Without a room of its own it is asked of the one that is always open."""
    try:
        request = json.loads(text)
    except (ValueError, RecursionError):
        answered = build_error("The request is no JSON.", 'Send {"call": ..., "given": {...}}.')
    else:
        answered = answer_request(workspace if workspace is not None else get_workspace(), request)
    return json.dumps(answered, ensure_ascii=True)


def answer_request(of: Any, request: object, calls: Mapping[str, PageCall] = CALLS) -> dict[str, Any]:
    """A request answered by one of some calls, of a room or of whatever else they ask. Never raises."""
    try:
        return {"result": _run_call(of, request, calls)}
    except RefusedRequest as refused:
        return build_error(str(refused), refused.next)
    except Exception as error:  # whatever nobody thought of
        what = f"{type(error).__name__}: {error}"
        return build_error(f"Something went wrong inside Pit Boss ({what}).", "Please report it with the files.")


def call_name(request: object) -> str:
    """The name of the call that a request makes; nothing where it makes none."""
    name = request.get("call") if isinstance(request, dict) else None
    return name if isinstance(name, str) else ""


def _run_call(of: Any, request: object, calls: Mapping[str, PageCall]) -> Any:
    name = call_name(request)
    call = calls.get(name)
    if not isinstance(request, dict) or call is None:
        raise RefusedRequest("The request names no call that is known here.", f"Calls are {', '.join(sorted(calls))}.")
    try:
        given = call.given.model_validate(request.get("given", {}))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(step) for step in first["loc"]) or "given"
        takes = ", ".join(field.alias or key for key, field in call.given.model_fields.items()) or "nothing"
        raise RefusedRequest(f"{name}: {where}: {first['msg']}.", f"`{name}` is given {takes}.") from None
    return call.answer(of, given)


def build_error(message: str, next: str = "") -> dict[str, Any]:
    """The answer to a call that was not done."""
    return {"error": {"message": message, "next": next}}


@cache
def get_workspace() -> Workspace:
    """The room of a page that runs Pit Boss by itself: there is one, and it lasts as long as the page."""
    return Workspace(_law)


def _law() -> Catalog:
    from compliance.engine.compiled_law import load_law, parse_law

    return parse_law(_PREPARED[-1]) if _PREPARED else load_law()


_PREPARED: Final[list[str]] = []


def prepare_law() -> str:
    """The law as compiled, for `take_law`: reading its files takes longer than anything else that a page does."""
    from compliance.engine.compiled_law import compile_law

    return compile_law()


def use_law(text: str) -> None:
    """Use the law as `prepared_law` gave it, by the same version of Pit Boss. Before the first call."""
    _PREPARED.append(text)


# --- files ------------------------------------------------------------------------------------------------------------


class NoFields(CallFields):
    """For calls that need not be told anything."""


class NameFields(CallFields):
    name: str


class TextFields(CallFields):
    name: str
    text: str | None = None
    # The bytes of a file as they are, where it is not certain that they are text.
    base64: str | None = None

    def data(self) -> bytes:
        """What is given, as bytes. Raises Refused."""
        if (self.text is None) == (self.base64 is None):
            raise RefusedRequest(f"Expected the `text` of {self.name}, or its bytes as `base64`, and not both.")
        try:
            return self.text.encode() if self.text is not None else b64decode(self.base64 or "", validate=True)
        except UnicodeEncodeError:
            message = f"The text of {self.name} has half a character, which no file can hold."
            raise RefusedRequest(message, "Type the character again.") from None
        except (NoBase64, ValueError):
            raise RefusedRequest(f"What is given as the bytes of {self.name} is no base64.") from None


class RenameFields(CallFields):
    name: str
    to: str


@register_call("hello", NoFields)
def _hello(workspace: Workspace, given: NoFields) -> Any:
    """What Pit Boss is, and the days on which the law of each state turned."""
    return {
        "version": __version__,
        "catalogue": workspace.law().version,
        "states": [_state(workspace.law(), place) for place in workspace.law().jurisdictions],
        "kinds": list(KINDS),
        "formats": list(_MEDIA),
        "decisions": workspace.decisions,
        "limits": {"file": Limits().bytes, "files": MOST_FILES, "bytes": MOST_BYTES},
    }


def _state(law: Catalog, place: str) -> dict[str, Any]:
    from compliance.law.changes import changes_on, turning_days

    first = law.first_days().get(place)
    days = turning_days(law, place)
    looked_up = law.look_up_days(place, days[-1]) if days else []
    return {
        "id": place,
        "name": law.jurisdictions[place].name,
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


@register_call("put", TextFields)
def _put(workspace: Workspace, given: TextFields) -> Any:
    """Open a file, or give an open one another text."""
    workspace.put(given.name, given.data())
    return _file(workspace, given.name)


@register_call("drop", NameFields)
def _drop(workspace: Workspace, given: NameFields) -> Any:
    workspace.drop(given.name)
    return _files(workspace)


@register_call("rename", RenameFields)
def _rename(workspace: Workspace, given: RenameFields) -> Any:
    """Call a file by another name."""
    workspace.rename(given.name, given.to)
    return _file(workspace, given.to)


@register_call("files", NoFields)
def _list_files(workspace: Workspace, given: NoFields) -> Any:
    return _files(workspace)


@register_call("text", NameFields)
def _text(workspace: Workspace, given: NameFields) -> Any:
    """The text of an open file."""
    return {"name": given.name, "digest": workspace.digest(given.name), "text": _decode(workspace.data(given.name))}


def _files(workspace: Workspace) -> list[dict[str, Any]]:
    return [_file(workspace, name) for name in workspace.names]


def _file(workspace: Workspace, name: str) -> dict[str, Any]:
    about: dict[str, Any] = {"name": name, "digest": workspace.digest(name), "bytes": len(workspace.data(name))}
    if name not in workspace.documents:
        kind = "decisions" if name == workspace.decisions else "paper" if is_paper(name) else "approved"
        return about | {"kind": kind, "title": "", "state": "", "establishment": "", "readable": True}
    document = workspace.load(name).document
    if document is None:
        return about | {"kind": "", "title": "", "state": "", "establishment": "", "readable": False}
    return about | {
        "kind": document.document,
        "title": document.title,
        "state": document.jurisdiction,
        "establishment": document.establishment or "",
        "readable": True,
    }


def _decode(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        message = f"The file is not UTF-8: byte {error.start + 1} is no part of a character."
        raise RefusedRequest(message, "Save it as UTF-8 and open it again.") from None


@register_call("library", NoFields)
def _library(workspace: Workspace, given: NoFields) -> Any:
    """The examples that come with Pit Boss."""
    from compliance.workbench.library import list_examples

    return {"names": list_examples()}


@register_call("example", NameFields)
def _example(workspace: Workspace, given: NameFields) -> Any:
    from compliance.workbench.library import read_example

    return {"name": given.name, "text": _decode(read_example(given.name))}


# --- checking ---------------------------------------------------------------------------------------------------------


class CheckFields(CallFields):
    day: Day
    name: str | None = None


class DocumentDayFields(CallFields):
    name: str
    day: Day


class ReportFields(CallFields):
    format: Format
    day: Day
    names: list[str] | None = Field(default=None, min_length=1)
    annex: Annex = "short"
    paper: str = Field(default="letter", pattern="^(letter|a4)$")


@register_call("check", CheckFields)
def _check(workspace: Workspace, given: CheckFields) -> Any:
    """The verdict on all documents, and what was found in all or in one."""
    from compliance.workbench.run_data import build_run_data

    if given.name is not None:
        workspace.check_document_name(given.name)
    return build_run_data(workspace.run(given.day), workspace.sheet, given.name)


@register_call("actions", DocumentDayFields)
def _actions(workspace: Workspace, given: DocumentDayFields) -> Any:
    """What can be done about the findings in a document with one click, by their ids."""
    from compliance.workbench.run_data import build_actions

    return {
        "actions": build_actions(workspace.run(given.day), workspace.sheet, workspace.check_document_name(given.name))
    }


@register_call("report", ReportFields)
def _report(workspace: Workspace, given: ReportFields) -> Any:
    """A report as a file, the same that `pitboss check` writes; of some documents, as they stand beside the others."""
    from compliance.reports import render

    if given.format not in _MEDIA:
        raise RefusedRequest(f"A {given.format} report is no file.", f"Formats are {', '.join(_MEDIA)}.")
    run = run_documents(workspace, given.day, given.names)
    names = [document.path for document in run.documents]
    made = join_pieces(render(given.format, run, workspace.context(names, given.paper, given.annex)))
    ending, media = _MEDIA[given.format]
    name = stem(names[0]) if len(names) == 1 else "pitboss"
    return build_attachment(f"{name}-{given.day.isoformat()}.{ending}", media, made)


@register_call("view", DocumentDayFields)
def _view(workspace: Workspace, given: DocumentDayFields) -> Any:
    """The verdict on one document, checked beside the others, as a page that runs nothing and loads nothing."""
    from compliance.reports import render

    run = run_documents(workspace, given.day, [given.name])
    return {"html": join_pieces(render("html", run, workspace.context([given.name]))).decode()}


def run_documents(workspace: Workspace, day: date, names: Sequence[str] | None) -> Findings:
    """What is found in all documents, or in some of them beside the others. Raises Refused where there is none."""
    from compliance.engine.partial_results import narrowed

    wanted = None if names is None else {workspace.check_document_name(name) for name in names}
    if not workspace.documents:
        raise RefusedRequest("No document is open.", "Open a file, start a new one, or take an example.")
    run = workspace.run(day)
    return run if wanted is None or wanted == set(workspace.documents) else narrowed(run, wanted)


def join_pieces(pieces: Iterable[str] | bytes) -> bytes:
    if isinstance(pieces, bytes):
        return pieces
    return b"".join(piece.encode("utf-8", "backslashreplace") for piece in pieces)


def stem(name: str) -> str:
    return name.rpartition("/")[2].rpartition(".")[0] or "document"


def build_attachment(filename: str, media: str, data: bytes) -> dict[str, str]:
    return {"filename": filename, "media": media, "base64": b64encode(data).decode()}
