"""The language server, driven as an editor drives it: fifty planted slips at their places, and its manners."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any, BinaryIO, cast

import pytest
import yaml

from compliance.commands.files import find
from compliance.commands.lsp import answer_messages, read_day_of_editor
from compliance.editor.lsp.server import LanguageServer, ServerSettings
from compliance.editor.lsp.wire import frame_message, read_messages
from compliance.editor.positions import Position, Sheet, apply_edits
from compliance.editor.workspace import Workspace
from compliance.law.catalog import Catalog
from tests import catalogs
from tests.conftest import Ran
from tests.editor.conftest import ROOT, library, marked

DEFECTS = yaml.load((Path(__file__).with_name("defects.yaml")).read_text("utf-8"), yaml.CSafeLoader)
GAME = "document: game\ntitle: Harbor Nines\nid: harbor-nines\njurisdiction: california\nbank: {by: player-dealer}\n"


@pytest.fixture(scope="module")
def law() -> Catalog:
    return catalogs.law()


class Editor:
    """An editor that talks to a server in this process."""

    def __init__(self, law: Catalog, **initialize: Any) -> None:
        self.server = LanguageServer(ServerSettings(Workspace(lambda: law), find, read_day_of_editor, "2026-11-16"))
        self.number = 0
        self.said = self.ask("initialize", {"capabilities": {}, **initialize})
        self.tell("initialized", {})

    def ask(self, method: str, params: Any) -> Any:
        self.number += 1
        (answer,) = self.server.handle({"id": self.number, "method": method, "params": params})
        assert answer["id"] == self.number
        return answer.get("result", answer.get("error"))

    def tell(self, method: str, params: Any) -> list[Any]:
        return list(self.server.handle({"method": method, "params": params}))

    def open(self, uri: str, text: str, version: int = 1) -> None:
        document = {"uri": uri, "languageId": "yaml", "version": version, "text": text}
        assert self.tell("textDocument/didOpen", {"textDocument": document}) == []

    def change(self, uri: str, version: int, *changes: Any) -> None:
        params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": list(changes)}
        assert self.tell("textDocument/didChange", params) == []

    def close(self, uri: str) -> list[Any]:
        return self.tell("textDocument/didClose", {"textDocument": {"uri": uri}})

    def published(self) -> dict[str, Any]:
        """What is shown now that nothing is waiting, by address."""
        shown: dict[str, Any] = {}
        while self.server.is_busy:
            shown |= {one["params"]["uri"]: one["params"] for one in self.server.run_idle()}
        return shown

    def ask_at(self, method: str, uri: str, position: Position) -> Any:
        return self.ask(f"textDocument/{method}", {"textDocument": {"uri": uri}, "position": position})


# --- fifty planted slips ---


@pytest.fixture(scope="module")
def editor(law: Catalog) -> Editor:
    return Editor(law)


def _library(name: str) -> tuple[str, str]:
    path = next(path for path in library() if path.endswith(f"/{name}.yaml"))
    return f"file:///room/{path}", library()[path]


@pytest.mark.parametrize(
    "slip", [pytest.param(slip, id=f"{kind}-{n + 1}") for kind in DEFECTS for n, slip in enumerate(DEFECTS[kind])]
)
def test_a_planted_slip_is_shown_at_its_place(editor: Editor, slip: dict[str, Any]) -> None:
    uri, text = _library(slip["in"])
    assert text.count(slip["for"]) == 1
    open_ = [_library(name) for name in slip.get("beside", ())]
    for other, written in (*open_, (uri, text)):
        editor.open(other, written)
    at = text.index(slip["for"])
    sheet = Sheet(text)
    where = sheet.range(at, at + len(slip["for"]))
    editor.change(uri, 2, {"range": where, "text": slip["write"]})
    shown = editor.published()[uri]
    for other, _ in (*open_, (uri, text)):
        editor.close(other)
    after = Sheet(text.replace(slip["for"], slip["write"]))
    first = after.flat.index(slip["at"], sheet.start_of(sheet.line_at(at)))
    if slip.get("again"):
        first = after.flat.index(slip["at"], first + 1)
    told = [(one["code"], one["range"]) for one in shown["diagnostics"]]
    assert shown["version"] == 2
    assert (slip["code"], after.range(first, first + len(slip["at"]))) in told


def test_fifty_slips_are_planted() -> None:
    assert [len(DEFECTS[kind]) for kind in ("form", "law")] == [25, 25]


# --- what it shows ---


def test_a_finding_tells_the_law_and_what_to_do_and_leads_to_other_documents(law: Catalog, tmp_path: Path) -> None:
    (tmp_path / "nines.yaml").write_text(GAME + "establishment: Harbor Club\napproval: {id: GEGA-1}\n")
    (tmp_path / "compose.yaml").write_text("services: {}\n")
    editor = Editor(law, rootUri=tmp_path.as_uri())
    uri = (tmp_path / "rates.yaml").as_uri()
    text = "document: schedule\ntitle: x\njurisdiction: california\ngames: [{game: harbor-nines, approval: GEGA-2}]\n"
    text += "establishment: Harbor Club\noptions:\n- {option: 1, collections: [{payer: player, per: hand, fee: 5%}]}\n"
    editor.open(uri, text)
    shown = editor.published()
    assert list(shown) == [uri]
    by_code = {one["code"]: one for one in shown[uri]["diagnostics"]}
    share = by_code["california.no-percentage-fee"]
    assert (share["severity"], share["source"]) == (1, "pitboss")
    assert "§ 337j(f)" in share["message"]
    assert share["data"]["remedy"] in share["message"]
    related = by_code["integrity.id-match"]["relatedInformation"]
    assert (tmp_path / "nines.yaml").as_uri() in [one["location"]["uri"] for one in related]
    editor.open((tmp_path / "compose.yaml").as_uri(), "services: [\n")
    assert editor.published()[(tmp_path / "compose.yaml").as_uri()]["diagnostics"] == []
    (gone,) = editor.close(uri)
    assert gone["params"] == {"uri": uri, "diagnostics": []}


def test_what_people_decided_about_is_not_shown(
    law: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pitboss: Callable[..., Ran]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "document: schedule\ntitle: x\nid: x\njurisdiction: california\noptions:\n"
    text += "- {option: 1, collections: [{payer: player, per: hand, fee: 5%}]}\n"
    Path("fees.yaml").write_text(text)
    said = ("--decide", "waive", "--reason", "The city has it under discussion.", "--until", "2026-12-31")
    asked = ["--as-of", "2026-11-16", "--requirement", "california.no-percentage-fee"]
    asked += ["--by", "A. Person", "--role", "counsel"]
    assert pitboss("decide", "fees.yaml", *asked, *said).code == 0
    uri = (tmp_path / "fees.yaml").as_uri()
    for folder, shown in ((None, True), (tmp_path.as_uri(), False)):
        editor = Editor(law, rootUri=folder)
        editor.open(uri, text)
        codes = [one["code"] for one in editor.published()[uri]["diagnostics"]]
        assert ("california.no-percentage-fee" in codes) == shown


def test_what_is_open_is_told_of_before_all_others_are_looked_at(law: Catalog, tmp_path: Path) -> None:
    terms = "document: terms\ntitle: x\njurisdiction: california\ncovers: {games: [harbor-nines]}\n"
    (tmp_path / "z.yaml").write_text(terms + "bank: {by: player-dealer, seated: yes}\n")
    for number in range(4):
        (tmp_path / f"{number}.yaml").write_text(GAME.replace("harbor-nines", f"nines-{number}"))
    editor = Editor(law, rootUri=tmp_path.as_uri())
    uri = (tmp_path / "a.yaml").as_uri()
    editor.open(uri, GAME)
    told = []
    while editor.server.is_busy:
        told.append([[found["code"] for found in one["params"]["diagnostics"]] for one in editor.server.run_idle()])
    (first,), *steps, (last,) = told
    assert steps == [[], [], []]
    # The terms say what the game alone does not.
    assert ("california.player-dealer-seated" in first, "california.player-dealer-seated" in last) == (True, False)
    editor.change(uri, 2, {"text": GAME + "# typed\n"})
    assert editor.server.is_busy
    assert [one["params"]["version"] for one in editor.server.run_idle()] == [2]
    assert not editor.server.is_busy


def test_the_day_decides_and_may_be_set(law: Catalog) -> None:
    text = GAME.replace("california", "washington").replace("player-dealer", "house")
    text += "wagers: {line: {kind: base, maximum: $350}}\n"
    for set_, expected in (({"asOf": "2023-01-01"}, True), ({"asOf": "2026-11-16"}, False)):
        editor = Editor(law, initializationOptions=set_)
        editor.open("untitled:Untitled-1", text)
        found = [one["code"] for one in editor.published()["untitled:Untitled-1"]["diagnostics"]]
        assert ("washington.wager-limit" in found) == expected
    editor.tell("workspace/didChangeConfiguration", {"settings": {"pitboss": {"asOf": "2023-01-01"}}})
    assert "washington.wager-limit" in [one["code"] for one in editor.published()["untitled:Untitled-1"]["diagnostics"]]


def test_hover_completion_definition_symbols_and_actions(law: Catalog) -> None:
    client: dict[str, Any] = {"textDocument": {"hover": {"contentFormat": ["markdown"]}}}
    client |= {"workspace": {"workspaceEdit": {"documentChanges": True}}}
    editor = Editor(law, capabilities=client)
    uri = "file:///a.yaml"
    text, position = marked(GAME + "wagers:\n  ante: {kind: ante}\n  play: {needs: an‸te}\n")
    editor.open(uri, text, 7)
    editor.published()
    assert "The wager that must be made with it" in editor.ask_at("hover", uri, position)["contents"]["value"]
    (place,) = editor.ask_at("definition", uri, position)
    assert place == {"uri": uri, "range": Sheet(text).range(text.index("ante"), text.index("ante") + 4)}
    items = editor.ask_at("completion", uri, position)["items"]
    assert [one["label"] for one in items] == ["ante", "unclear"]
    assert [one["name"] for one in editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})][
        -1
    ] == "wagers"
    editor.change(uri, 8, {"text": text.replace("bank: {by", "bank: {holder")})
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    asked = {"textDocument": {"uri": uri}, "range": whole, "context": {"diagnostics": []}}
    quick, all_ = editor.ask("textDocument/codeAction", asked)
    assert [(one["kind"], one["isPreferred"]) for one in (quick, all_)] == [
        ("quickfix", True),
        ("source.fixAll.pitboss", True),
    ]
    (change,) = quick["edit"]["documentChanges"]
    assert change["textDocument"] == {"uri": uri, "version": 8}
    edits = [{"range": one["range"], "text": one["newText"]} for one in change["edits"]]
    assert apply_edits(text.replace("bank: {by", "bank: {holder"), edits) == text  # type: ignore[arg-type]


def test_characters_are_counted_in_units_of_utf_16(law: Catalog) -> None:
    editor = Editor(law)
    assert editor.said["capabilities"]["positionEncoding"] == "utf-16"
    uri, text = "file:///a.yaml", GAME.replace("Harbor", "𝕏é Harbor") + "wagers: {𝕏é: {kind: rise}}\n"
    editor.open(uri, text)
    (found,) = (one for one in editor.published()[uri]["diagnostics"] if one["code"].startswith("document."))
    line = text.splitlines()[5]
    before = line[: line.index("rise")]
    units = len(before.encode("utf-16-le")) // 2
    assert found["range"] == {"start": {"line": 5, "character": units}, "end": {"line": 5, "character": units + 4}}
    editor.change(uri, 2, {"range": found["range"], "text": "raise"})
    assert "document.bad-value" not in [one["code"] for one in editor.published()[uri]["diagnostics"]]


def test_what_changes_on_the_disk_is_looked_at_again(law: Catalog, tmp_path: Path) -> None:
    client = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
    editor = Editor(law, rootUri=tmp_path.as_uri(), capabilities=client)
    (asked,) = editor.tell("initialized", {})
    assert asked["params"]["registrations"][0]["method"] == "workspace/didChangeWatchedFiles"
    uri = (tmp_path / "a.yaml").as_uri()
    editor.open(uri, "document: schedule\ntitle: x\njurisdiction: california\ngames: [harbor-nine]\noptions: []\n")
    before = [one["message"] for one in editor.published()[uri]["diagnostics"]]
    (tmp_path / "nines.yaml").write_text(GAME)
    editor.tell("workspace/didChangeWatchedFiles", {"changes": []})
    after = [one["message"] for one in editor.published()[uri]["diagnostics"]]
    assert not any("harbor-nines is in the set" in one for one in before)
    assert any("harbor-nines is in the set" in one for one in after)


# --- manners ---


def test_what_it_does_not_know_is_answered_and_what_it_does_not_need_is_passed_over(law: Catalog) -> None:
    editor = Editor(law)
    assert editor.ask("textDocument/rename", {})["code"] == -32601
    assert editor.tell("$/setTrace", {"value": "off"}) == []
    assert editor.ask("textDocument/hover", {"nothing": 1})["code"] == -32602
    assert editor.ask("textDocument/hover", ["x"])["code"] == -32602
    assert editor.ask_at("hover", "file:///not-open.yaml", {"line": 0, "character": 0})["code"] == -32602
    assert editor.ask("initialize", {})["code"] == -32600
    assert [one["error"]["code"] for one in editor.server.handle({"id": 9})] == [-32600]
    assert list(editor.server.handle({"id": 9, "result": None})) == []
    assert editor.ask("shutdown", None) is None
    assert editor.ask("textDocument/hover", {})["code"] == -32600
    early = LanguageServer(ServerSettings(Workspace(lambda: law), find, read_day_of_editor))
    assert [one["error"]["code"] for one in early.handle({"id": 1, "method": "shutdown"})] == [-32002]
    wrong = LanguageServer(ServerSettings(Workspace(lambda: law), find, lambda text: date.fromisoformat(text or "")))
    options = {"id": 1, "method": "initialize", "params": {"initializationOptions": {"asOf": "soon"}}}
    assert [one["error"]["code"] for one in wrong.handle(options)] == [-32602]


def _frames(*said: Any) -> bytes:
    return b"".join(one if isinstance(one, bytes) else frame_message(one) for one in said)


def _served(law: Catalog, said: bytes) -> tuple[int, list[Any]]:
    out = io.BytesIO()
    out.close = lambda: None  # type: ignore[method-assign]
    code = answer_messages(
        LanguageServer(ServerSettings(Workspace(lambda: law), find, read_day_of_editor, "2026-11-16")),
        io.BytesIO(said),
        out,
    )
    return code, list(read_messages(io.BytesIO(out.getvalue())))


def test_malformed_messages_do_not_end_it_and_what_is_taken_back_is_not_done(law: Catalog) -> None:
    at = {"textDocument": {"uri": "file:///a.yaml"}, "position": {"line": 0, "character": 0}}
    said = _frames(
        b"Content-Length: 5\r\n\r\nhello",
        b"X-Other: 1\r\n\r\n",
        b"Content-Length: 4\r\nContent-Type: x\r\n\r\n[[]]",
        {"id": 1, "method": "initialize", "params": {"capabilities": {}}},
        {"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///a.yaml", "text": GAME}}},
        {"id": "h", "method": "textDocument/hover", "params": at},
        {"method": "$/cancelRequest", "params": {"id": "h"}},
        {"id": 3, "method": "shutdown"},
        {"method": "exit"},
    )
    code, told = _served(law, said)
    assert code == 0
    assert [one["error"]["code"] for one in told if one.get("id", 0) is None] == [-32700] * 3
    answers = {one["id"]: one for one in told if one.get("id") is not None}
    assert answers["h"]["error"]["code"] == -32800
    assert "result" in answers[3]


@pytest.mark.parametrize("said", [b"", b"Content-Length: 99\r\n\r\n{", _frames({"method": "exit"})])
def test_an_editor_that_goes_without_a_word_is_a_failure(law: Catalog, said: bytes) -> None:
    assert _served(law, said) == (1, [])


def test_the_command_speaks_the_protocol_on_standard_output_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(GAME)
    uri = (tmp_path / "a.yaml").as_uri()
    open_ = {"textDocument": {"uri": uri, "languageId": "yaml", "version": 3, "text": GAME + "bnak: 1\n"}}
    said = _frames(
        {"id": 1, "method": "initialize", "params": {"rootUri": tmp_path.as_uri(), "capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": open_},
    )
    command = [sys.executable, str(ROOT / "cli.py"), "lsp", "--as-of", "2026-11-16", "--stdio"]
    with subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(said)
        server.stdin.flush()
        told: Iterator[Any] = read_messages(cast(BinaryIO, server.stdout))
        next(told)
        shown = next(told)["params"]
        server.stdin.write(_frames({"id": 2, "method": "shutdown"}, {"method": "exit"}))
        server.stdin.flush()
        assert json.dumps(list(told)) == '[{"jsonrpc": "2.0", "id": 2, "result": null}]'
        assert server.wait(120) == 0
    assert (shown["uri"], shown["version"]) == (uri, 3)
    codes = [one["code"] for one in shown["diagnostics"]]
    # One slip is one error, and the rest of the document keeps its answers.
    assert [code for code in codes if code.startswith("document.")] == ["document.unknown-key"]
    assert "california.no-other-bank" in codes
