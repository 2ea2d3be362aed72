"""The server itself: one message in, messages out. Nothing is read or written here, so that tests drive it as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from compliance import __version__
from compliance.editor.actions import CodeAction, build_fix_all, find_actions
from compliance.editor.completion import complete
from compliance.editor.definitions import go_to_definition
from compliance.editor.diagnostics import Diagnostic, build_diagnostics, group_defects
from compliance.editor.hover import build_hover
from compliance.editor.lsp.files import FindDocuments, OpenText, WorkspaceFiles
from compliance.editor.lsp.wire import (
    CANCELLED,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    NOT_INITIALIZED,
    PARSE_ERROR,
    MalformedMessage,
    Message,
)
from compliance.editor.markdown import strip_markdown
from compliance.editor.positions import Edit, Position, Range, Sheet, apply_edits
from compliance.editor.symbols import Symbol, list_symbols
from compliance.editor.workspace import Workspace
from compliance.engine.findings import Finding, Findings

Out: TypeAlias = Iterator[Message]
Sheets: TypeAlias = Callable[[str], Sheet | None]
_ITEMS: Final = {"key": 10, "value": 12, "name": 18}
_SYMBOLS: Final = {"group": 19, "list": 18, "value": 13}
# So many documents are looked at together with what is open.
_FEW: Final = 3
_FIX_ALL: Final = "source.fixAll.pitboss"


class RequestError(Exception):
    """A request that cannot be answered: the code of the protocol, and why."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code


class ServerSettings(NamedTuple):
    """What a server is set up with: where documents are checked, how those of a folder are found, and the day on which
    the law is read; none is today."""

    workspace: Workspace
    find: FindDocuments
    day: Callable[[str | None], date]
    as_of: str | None = None


class LanguageServer:
    """Answers messages. Findings are worked out by `idle`, when no message is waiting: who types is not held up."""

    def __init__(self, settings: ServerSettings) -> None:
        self._day_of = settings.day
        self._as_of = settings.as_of
        self._files = WorkspaceFiles(settings.workspace, settings.find)
        self._state: Literal["new", "ready", "over"] = "new"
        self._markdown = {"hover": False, "completion": False}
        self._changes_by_version = False
        self._as_is = False
        self._watches = False
        self._dirty = False
        self._checked: set[tuple[date, str, str]] = set()
        self._published: dict[str, object] = {}
        self.exit_code: int | None = None

    # --- messages ---

    def handle(self, message: Message | MalformedMessage, cancelled: bool = False) -> Out:
        """What is sent for a message. Never raises."""
        if isinstance(message, MalformedMessage):
            yield {"id": None, "error": {"code": PARSE_ERROR, "message": message.reason}}
            return
        method, number = message.get("method"), message.get("id")
        if not isinstance(method, str):
            if "result" not in message and "error" not in message:  # else an answer to something that we asked
                yield _build_error(number, INVALID_REQUEST, "the message has no method")
            return
        is_request = "id" in message
        if is_request and cancelled:
            yield _build_error(number, CANCELLED, "cancelled")
            return
        try:
            result, more = self._answer(method, message.get("params") or {}, is_request)
        except RequestError as refusal:
            if is_request:
                yield _build_error(number, refusal.code, str(refusal))
            return
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as wrong:
            if is_request:
                yield _build_error(number, INVALID_PARAMS, f"{method}: {type(wrong).__name__}: {wrong}")
            return
        except Exception as broken:  # whatever nobody thought of must not end the server
            if is_request:
                yield _build_error(number, INTERNAL_ERROR, f"{method}: {type(broken).__name__}: {broken}")
            return
        if is_request:
            yield {"id": number, "result": result}
        yield from more

    def _answer(self, method: str, params: Any, is_request: bool) -> tuple[Any, list[Message]]:
        if method == "exit":
            self.exit_code = 0 if self._state == "over" else 1
            return None, []
        if self._state == "new" and method != "initialize":
            raise RequestError(NOT_INITIALIZED, "the server waits for `initialize`")
        if self._state == "over":
            raise RequestError(INVALID_REQUEST, "the server was shut down")
        if method in _REQUESTS:
            return _REQUESTS[method](self, params), []
        if method in _NOTIFICATIONS:
            return None, list(_NOTIFICATIONS[method](self, params) or ())
        if is_request:
            raise RequestError(METHOD_NOT_FOUND, f"{method} is not known here")
        return None, []

    @property
    def is_busy(self) -> bool:
        """Whether there is something to do while no message is waiting."""
        return self._dirty and self._state == "ready"

    def run_idle(self) -> Out:
        """A step of what is to do while no message is waiting; the findings of what changed, at the end."""
        if not self.is_busy:
            return
        try:
            yield from self._run_step()
        except Exception as broken:
            self._dirty = False
            message = f"Pit Boss could not check the documents: {broken}"
            yield {"method": "window/showMessage", "params": {"type": 1, "message": message}}

    def _run_step(self) -> Out:
        """While many others have not been looked at, what is open is told of first, as if it were alone; then those are
        looked at, one a step, so that who types is answered in between; then what all say of each other."""
        workspace, day = self._files.workspace, self._day
        others = self._list_unchecked()
        if not others:
            self._dirty = False
            self._checked = {self._key(name) for name in workspace.documents}
            yield from self._publish_all(workspace.run(day))
        elif any(self._key(name) not in self._checked for name in self._open_names):
            self._checked.update(map(self._key, self._open_names))
            yield from self._publish_all(workspace.run_alone(day, self._open_names))
        else:
            workspace.run_alone(day, others[:1])
            self._checked.add(self._key(others[0]))

    @property
    def _open_names(self) -> list[str]:
        return [one.name for one in self._files.open.values() if one.name in self._files.workspace.documents]

    def _key(self, name: str) -> tuple[date, str, str]:
        return self._day, name, self._files.workspace.digest(name)

    def _list_unchecked(self) -> list[str]:
        """The documents that are not open and have not been looked at, where there are many of them."""
        open_ = self._open_names
        documents = self._files.workspace.documents
        new = [name for name in documents if name not in open_ and self._key(name) not in self._checked]
        return new if len(new) >= _FEW and open_ else []

    def _publish_all(self, run: Findings) -> Out:
        found, sheets = group_defects(run.findings), _read_sheets(self._files.texts)
        for address, open_ in list(self._files.open.items()):
            yield from self._publish(address, open_, found, sheets)

    # --- beginning and end ---

    def initialize(self, params: Any) -> Any:
        if self._state != "new":
            raise RequestError(INVALID_REQUEST, "the server was initialized before")
        client = params.get("capabilities") or {}
        options = params.get("initializationOptions")
        self._set_day(options if isinstance(options, dict) else {})
        text = client.get("textDocument") or {}
        self._markdown["hover"] = "markdown" in (_get_nested(text, "hover", "contentFormat") or ())
        item = _get_nested(text, "completion", "completionItem") or {}
        self._markdown["completion"] = "markdown" in (item.get("documentationFormat") or ())
        self._as_is = 1 in (_get_nested(item, "insertTextModeSupport", "valueSet") or ())
        self._watches = bool(_get_nested(client, "workspace", "didChangeWatchedFiles", "dynamicRegistration"))
        self._changes_by_version = bool(_get_nested(client, "workspace", "workspaceEdit", "documentChanges"))
        folders = [one["uri"] for one in params.get("workspaceFolders") or ()]
        root = params.get("rootUri")
        self._files.set_folders(folders or ([root] if isinstance(root, str) else []))
        self._state = "ready"
        return {"capabilities": self._capabilities(), "serverInfo": {"name": "pitboss", "version": __version__}}

    def _capabilities(self) -> Mapping[str, Any]:
        return {
            "positionEncoding": "utf-16",
            "textDocumentSync": {"openClose": True, "change": 2, "save": {"includeText": False}},
            "hoverProvider": True,
            "completionProvider": {"triggerCharacters": [" ", "[", "{", ","], "resolveProvider": False},
            "definitionProvider": True,
            "codeActionProvider": {"codeActionKinds": ["quickfix", _FIX_ALL], "resolveProvider": False},
            "documentSymbolProvider": True,
            "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}},
        }

    def on_initialized(self, params: Any) -> Out:
        if self._watches:
            watched = {"watchers": [{"globPattern": "**/*.{yaml,yml,approved}"}]}
            files = {"id": "files", "method": "workspace/didChangeWatchedFiles", "registerOptions": watched}
            yield {"id": "watch", "method": "client/registerCapability", "params": {"registrations": [files]}}
        if self._files.left_out:
            message = f"{self._files.left_out} files are left out: more than are checked together, or too large."
            yield {"method": "window/logMessage", "params": {"type": 3, "message": message}}

    def shutdown(self, params: Any) -> None:
        self._state = "over"

    def on_configured(self, params: Any) -> None:
        settings = params.get("settings")
        if isinstance(settings, dict):
            own = settings.get("pitboss", settings)
            self._set_day(own if isinstance(own, dict) else {})
            self._dirty = True

    def _set_day(self, options: Mapping[str, Any]) -> None:
        as_of = options.get("asOf", options.get("as-of"))
        if isinstance(as_of, str) and as_of:
            self._day_of(as_of)  # refused here if it is no day
            self._as_of = as_of

    @property
    def _day(self) -> date:
        return self._day_of(self._as_of)

    # --- texts ---

    def on_opened(self, params: Any) -> None:
        document = params["textDocument"]
        self._files.open_text(document["uri"], document["text"], document.get("version"))
        self._dirty = True

    def on_changed(self, params: Any) -> None:
        address, version = params["textDocument"]["uri"], params["textDocument"].get("version")
        known = self._files.open.get(address)
        text = known.text if known is not None else ""
        for change in params["contentChanges"]:
            if change.get("range") is None:
                text = change["text"]
            else:
                text = apply_edits(text, [Edit(range=change["range"], text=change["text"])])
        self._files.open_text(address, text, version)
        self._dirty = True

    def on_closed(self, params: Any) -> Out:
        address = params["textDocument"]["uri"]
        self._files.close_text(address)
        self._dirty = True
        if self._published.pop(address, None):
            yield {"method": "textDocument/publishDiagnostics", "params": {"uri": address, "diagnostics": []}}

    def on_saved(self, params: Any) -> None:
        self._reload()

    def on_watched(self, params: Any) -> None:
        self._reload()

    def _reload(self) -> None:
        self._files.reload()
        self._dirty = True

    def on_folders(self, params: Any) -> None:
        event = params["event"]
        gone = {one["uri"] for one in event.get("removed") or ()}
        here = [one for one in self._files.folders if one not in gone]
        self._files.set_folders([*here, *(one["uri"] for one in event.get("added") or ())])
        self._dirty = True

    # --- findings ---

    def _run(self) -> Findings:
        """What is found, as far as it is known by now: nobody who points at a word waits for a whole folder."""
        workspace = self._files.workspace
        return workspace.run_alone(self._day, self._open_names) if self._list_unchecked() else workspace.run(self._day)

    def _publish(self, address: str, open_: OpenText, found: list[list[Finding]], sheets: Sheets) -> Out:
        wanted = sheets(open_.name) is not None and self._files.is_relevant(open_.name, open_.text)
        mine = build_diagnostics(found, open_.name, sheets) if wanted else []
        told = [self._build_diagnostic(one) for one, _ in mine]
        if self._published.get(address) == (open_.version, told):
            return
        self._published[address] = (open_.version, told)
        params: dict[str, Any] = {"uri": address, "diagnostics": told}
        if open_.version is not None:
            params["version"] = open_.version
        yield {"method": "textDocument/publishDiagnostics", "params": params}

    def _build_diagnostic(self, one: Diagnostic) -> dict[str, Any]:
        related = [
            {
                "location": {
                    "uri": self._files.get_address(place["location"]["name"]),
                    "range": place["location"]["range"],
                },
                "message": place["label"],
            }
            for place in one["related"]
        ]
        return {
            "range": one["range"],
            "severity": one["severity"],
            "code": one["code"],
            "source": "pitboss",
            "message": one["message"],
            **({"relatedInformation": related} if related else {}),
            "data": {key: one[key] for key in ("status", "level", "side", "citation", "remedy", "requirements")},
        }

    # --- what is asked of a place ---

    def _get_open_text(self, params: Any) -> tuple[str, Mapping[str, str]]:
        address = params["textDocument"]["uri"]
        open_ = self._files.open.get(address)
        texts = self._files.texts
        if open_ is None or open_.name not in texts:
            raise RequestError(INVALID_PARAMS, f"{address} is not open here")
        return open_.name, texts

    def hover(self, params: Any) -> Any:
        name, texts = self._get_open_text(params)
        position = params["position"]
        found = build_hover(texts, name, position, self._run().findings, self._day)
        if found is None:
            return None
        return {
            "contents": self._format_markup(found["markdown"], "hover"),
            "range": found["range"],
        }

    def completion(self, params: Any) -> Any:
        name, texts = self._get_open_text(params)
        found = complete(texts, name, params["position"])
        return {
            "isIncomplete": False,
            "items": [
                {
                    "label": one["label"],
                    "kind": _ITEMS[one["kind"]],
                    "detail": one["detail"],
                    "documentation": self._format_markup(one["documentation"], "completion"),
                    "sortText": f"{number:04}",
                    "filterText": one["label"],
                    "textEdit": {"range": one["range"], "newText": one["insert"]},
                    **({"insertTextMode": 1} if self._as_is else {}),
                }
                for number, one in enumerate(found)
            ],
        }

    def definition(self, params: Any) -> Any:
        name, texts = self._get_open_text(params)
        found = go_to_definition(texts, name, params["position"])
        return [{"uri": self._files.get_address(one["name"]), "range": one["range"]} for one in found]

    def symbols(self, params: Any) -> Any:
        name, texts = self._get_open_text(params)
        return [_build_symbol(one) for one in list_symbols(texts[name])]

    def code_actions(self, params: Any) -> Any:
        name, texts = self._get_open_text(params)
        asked = {side: params["range"][side] for side in ("start", "end")}
        only = (params.get("context") or {}).get("only")
        made: list[dict[str, Any]] = []
        found = group_defects(self._run().findings) if _is_wanted(only, "quickfix") else []
        for one, finding in build_diagnostics(found, name, _read_sheets(texts)):
            if _has_overlap(one["range"], asked):
                told = self._build_diagnostic(one)
                for action in find_actions(texts[name], finding):
                    _add_action(made, self._build_action(action, params, told))
        whole = (
            build_fix_all(texts[name])
            if _is_wanted(only, _FIX_ALL) and self._files.is_relevant(name, texts[name])
            else None
        )
        if whole is not None:
            made.append(self._build_action(whole, params, None))
        return made

    def _build_action(self, action: CodeAction, params: Any, told: Any) -> dict[str, Any]:
        address = params["textDocument"]["uri"]
        edits = [{"range": one["range"], "newText": one["text"]} for one in action["edits"]]
        version = self._files.open[address].version
        changes: dict[str, Any] = {"changes": {address: edits}}
        if self._changes_by_version:
            changes = {"documentChanges": [{"textDocument": {"uri": address, "version": version}, "edits": edits}]}
        return {
            "title": action["title"] if action["safe"] else f"{action['title']} (not safe: {action['why']})",
            "kind": _FIX_ALL if told is None else "quickfix",
            "isPreferred": action["safe"],
            "edit": changes,
            **({"diagnostics": [told]} if told is not None else {}),
        }

    def _format_markup(self, markdown: str, where: str) -> dict[str, str]:
        if self._markdown[where]:
            return {"kind": "markdown", "value": markdown}
        return {"kind": "plaintext", "value": strip_markdown(markdown)}


def _build_symbol(one: Symbol) -> dict[str, Any]:
    return {
        "name": one["name"],
        "detail": one["detail"],
        "kind": _SYMBOLS[one["kind"]],
        "range": one["range"],
        "selectionRange": one["selection"],
        "children": [_build_symbol(below) for below in one["children"]],
    }


def _read_sheets(texts: Mapping[str, str]) -> Sheets:
    """Texts by name with their lines, counted when they are asked for."""
    return cache(lambda name: Sheet(texts[name]) if name in texts else None)


_REQUESTS: Final[Mapping[str, Callable[[LanguageServer, Any], Any]]] = {
    "initialize": LanguageServer.initialize,
    "shutdown": LanguageServer.shutdown,
    "textDocument/hover": LanguageServer.hover,
    "textDocument/completion": LanguageServer.completion,
    "textDocument/definition": LanguageServer.definition,
    "textDocument/documentSymbol": LanguageServer.symbols,
    "textDocument/codeAction": LanguageServer.code_actions,
}
_NOTIFICATIONS: Final[Mapping[str, Callable[[LanguageServer, Any], Any]]] = {
    "initialized": LanguageServer.on_initialized,
    "textDocument/didOpen": LanguageServer.on_opened,
    "textDocument/didChange": LanguageServer.on_changed,
    "textDocument/didClose": LanguageServer.on_closed,
    "textDocument/didSave": LanguageServer.on_saved,
    "workspace/didChangeConfiguration": LanguageServer.on_configured,
    "workspace/didChangeWatchedFiles": LanguageServer.on_watched,
    "workspace/didChangeWorkspaceFolders": LanguageServer.on_folders,
}


def _build_error(number: Any, code: int, message: str) -> Message:
    return {"id": number, "error": {"code": code, "message": message}}


def _get_nested(group: Any, *keys: str) -> Any:
    for key in keys:
        group = group.get(key) if isinstance(group, dict) else None
    return group


def _is_wanted(only: Any, kind: str) -> bool:
    """Whether an editor that asks for some kinds of action asks for this one, or for one that it is part of."""
    return not only or any(kind == one or kind.startswith(f"{one}.") for one in only)


def _add_action(made: list[dict[str, Any]], action: dict[str, Any]) -> None:
    """Offer an action; what mends several findings at once is offered once, for all of them."""
    same = next((one for one in made if one["edit"] == action["edit"]), None)
    if same is None:
        made.append(action)
    else:
        same["diagnostics"] += action["diagnostics"]


def _has_overlap(one: Range, other: Mapping[str, Position]) -> bool:
    def place(position: Position) -> tuple[int, int]:
        return position["line"], position["character"]

    return place(one["start"]) <= place(other["end"]) and place(other["start"]) <= place(one["end"])
