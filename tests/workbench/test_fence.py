"""What `pitboss serve` refuses, and that it goes on answering afterwards."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.client import HTTPConnection
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Event, Thread
from typing import Any

import pytest

from compliance import disk
from compliance.editor.workspace import Workspace
from compliance.workbench.calls import answer_json
from compliance.workbench.folder import Folder
from compliance.workbench.server import MOST_BYTES, Workbench, WorkbenchServer
from compliance.workbench.worker import Worker, WorkerSettings
from tests.conftest import ROOT
from tests.fuzz.attacks import ATTACKS
from tests.workbench.conftest import DAY, law

GAME = b"document: game\ntitle: T\nid: t\njurisdiction: washington\nbank: {by: house}\n"


Headers = dict[str, str]


class InProcess:
    """Answers in this process: what is tested here is the way to it."""

    def __init__(self) -> None:
        self.workspace = Workspace(law)

    def answer(self, text: str) -> str:
        return answer_json(text, self.workspace)

    def close(self) -> None:
        pass


class Served:
    """A server on a thread, and requests to it."""

    def __init__(self, folder: Path, page: Path) -> None:
        self.folder = folder
        self.server = WorkbenchServer(Workbench(Folder(str(folder)), InProcess(), page))
        self.host = f"127.0.0.1:{self.server.port}"
        self._thread = Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self._thread.join()
        self.server.server_close()

    def headers(self, **changed: str | None) -> dict[str, str]:
        usual = {
            "Host": self.host,
            "Origin": f"http://{self.host}",
            "X-Pitboss-Token": self.server.workbench.token,
            "Content-Type": "application/json",
        }
        named = {name.replace("_", "-"): value for name, value in changed.items()}
        return {name: value for name, value in (usual | named).items() if value is not None}

    def send(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> tuple[int, bytes, dict[str, str]]:
        connection = HTTPConnection("127.0.0.1", self.server.port, timeout=120)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            if body is not None and "Content-Length" not in headers:
                headers = headers | {"Content-Length": str(len(body))}
            for name, value in headers.items():
                connection.putheader(name, value)
            connection.endheaders(body)
            answered = connection.getresponse()
            return answered.status, answered.read(), {name.lower(): value for name, value in answered.getheaders()}
        finally:
            connection.close()

    def answer(self, call: str, **given: Any) -> Any:
        body = json.dumps({"call": call, "given": given}).encode()
        status, text, _ = self.send("POST", "/call", body, self.headers())
        assert status == 200
        return json.loads(text)

    def ask(self, call: str, **given: Any) -> Any:
        answered = self.answer(call, **given)
        assert "error" not in answered, answered
        return answered["result"]

    def refusal(self, call: str, **given: Any) -> str:
        return str(self.answer(call, **given)["error"]["message"])

    def tree(self) -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in self.folder.parent.rglob("*") if path.is_file()}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    folder, page = tmp_path / "folder", tmp_path / "page"
    folder.mkdir()
    page.mkdir()
    (folder / "game.yaml").write_bytes(GAME)
    (tmp_path / "outside.yaml").write_bytes(b"secret: 1\n")
    (page / "index.html").write_text("<!doctype html><title>Workbench</title>")
    (page / "frame.html").write_text("<!doctype html><title>Frame</title>")
    (page / "app.js").write_text("export {};")
    server = Served(folder, page)
    before = server.tree()
    try:
        yield server
        # Whatever was refused: nothing is lost or changed, and the next call is answered.
        assert {path: data for path, data in server.tree().items() if path in before} == before
        assert "game.yaml" in [one["name"] for one in server.ask("folder")["files"]]
    finally:
        server.close()


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()


# --- who may ask ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "[::1]:{port}", ""]
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_another_host_is_refused(host: str, method: str, served: Served) -> None:
    named = host.format(port=served.server.port) or None
    path, body = ("/", None) if method == "GET" else ("/call", b'{"call": "files"}')
    origin = f"http://{named}" if named else None
    status, text, _ = served.send(method, path, body, served.headers(Host=named, Origin=origin))
    assert status in (400, 403)
    assert b"Workbench" not in text


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://localhost:{port}", ""]
)
def test_a_call_of_another_page_is_refused(origin: str, served: Served) -> None:
    named = origin.format(port=served.server.port) or None
    assert served.send("POST", "/call", b'{"call": "files"}', served.headers(Origin=named))[0] == 403


@pytest.mark.parametrize("token", [None, "", "wrong", "\xe9"])
def test_a_call_without_the_token_is_refused(token: str | None, served: Served) -> None:
    assert served.send("POST", "/call", b'{"call": "files"}', served.headers(X_Pitboss_Token=token))[0] == 403


def test_an_address_gives_the_token_once(served: Served) -> None:
    key = served.server.workbench.key
    for known, status in ((key, 200), (key, 403), ("", 403), (served.server.workbench.token, 403)):
        answered, text, _ = served.send("POST", "/token", b"{}", served.headers(X_Pitboss_Token=known))
        assert (answered, served.server.workbench.token in text.decode()) == (status, status == 200)
    assert served.send("POST", "/token", b"{}", served.headers(Origin="http://evil.example"))[0] == 403
    assert served.send("POST", "/call", b'{"call": "files"}', served.headers(X_Pitboss_Token=key))[0] == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none, same-origin"])
def test_what_another_page_loads_is_refused(site: str, served: Served) -> None:
    assert served.send("GET", "/app.js", None, {"Host": served.host, "Sec-Fetch-Site": site})[0] == 403
    assert served.send("POST", "/call", b'{"call": "files"}', served.headers(Sec_Fetch_Site=site))[0] == 403
    assert served.send("GET", "/frame.html", None, {"Host": served.host, "Sec-Fetch-Site": site})[0] == 200
    for own in ("same-origin", "none"):
        assert served.send("GET", "/app.js", None, {"Host": served.host, "Sec-Fetch-Site": own})[0] == 200


def test_requests_that_drip_in_lock_nobody_out(served: Served) -> None:
    """More connections than there are places, none of which ever says all of its request."""
    dripping = [socket.create_connection(("127.0.0.1", served.server.port)) for _ in range(40)]
    try:
        for one in dripping:
            one.sendall(b"GET / HTTP/1.1\r\nX: ")
        assert served.ask("folder")["files"]
    finally:
        for one in dripping:
            one.close()


def test_a_request_has_a_deadline_however_often_a_byte_comes(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("x")
    with WorkbenchServer(Workbench(Folder(str(tmp_path)), InProcess(), tmp_path), timeout=0.2) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        ended = pytest.raises((BrokenPipeError, ConnectionResetError))
        with socket.create_connection(("127.0.0.1", server.port)) as one, ended:
            _drip(one)
        server.shutdown()
        thread.join()


def _drip(connection: socket.socket) -> None:
    for _ in range(10_000):
        connection.sendall(b"x")
        Event().wait(0.01)


def test_a_save_in_the_same_moment_is_not_lost(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else saves after the file was compared and before it is replaced."""
    path = served.folder / "game.yaml"
    part = disk._write_part

    @contextmanager
    def slow(*given: Any) -> Iterator[str]:
        with part(*given) as name:
            path.write_bytes(GAME + b"# theirs\n")
            yield name

    monkeypatch.setattr(disk, "_write_part", slow)
    given = {"name": "game.yaml", "text": GAME.decode() + "# mine\n", "was": digest(GAME)}
    assert "changed by somebody else" in served.refusal("save", **given)
    assert path.read_bytes() == GAME + b"# theirs\n"
    monkeypatch.undo()
    path.write_bytes(GAME)


def test_the_token_stands_only_behind_the_hash_of_the_address(served: Served) -> None:
    address, _, fragment = served.server.address.partition("#")
    assert fragment == f"key={served.server.workbench.key}"
    assert served.server.workbench.token not in address + fragment
    assert len(served.server.workbench.token) >= 43
    assert served.server.server_address[0] == "127.0.0.1"


# --- what may be asked ------------------------------------------------------------------------------------------------


def test_the_page_is_given_out_with_its_policies(served: Served) -> None:
    status, text, headers = served.send("GET", "/", None, {"Host": served.host})
    assert (status, b"Workbench" in text) == (200, True)
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert served.send("HEAD", "/app.js", None, {"Host": served.host})[:2] == (200, b"")
    frame = served.send("GET", "/frame.html", None, {"Host": served.host})[2]["content-security-policy"]
    assert "sandbox allow-scripts" in frame
    assert "frame-ancestors 'self'" in frame


_ELSEWHERE = (
    "/game.yaml /../folder/game.yaml //etc/passwd /%2e%2e/folder/game.yaml /?x /call /index.html/ /..%5cfolder *"
)


@pytest.mark.parametrize("path", [*_ELSEWHERE.split(), "http://evil.example/", "/app.js%00.html"])
def test_nothing_but_the_page_is_given_out(path: str, served: Served) -> None:
    status, text, _ = served.send("GET", path, None, {"Host": served.host})
    assert (status, GAME in text) == (404, False)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "FOO"])
def test_other_methods_are_refused(method: str, served: Served) -> None:
    status, text, headers = served.send(method, "/call", b"", served.headers())
    assert status == 501
    assert "access-control-allow-origin" not in headers
    assert b"FOO" not in text


def test_a_call_that_is_too_large_or_of_no_length_is_refused(served: Served) -> None:
    assert served.send("POST", "/call", None, served.headers(Content_Length=str(MOST_BYTES + 1)))[0] == 413
    assert served.send("POST", "/call", None, served.headers(Content_Length="9" * 5000))[0] == 413
    assert served.send("POST", "/call", None, served.headers(Content_Length="-1"))[0] == 411
    assert served.send("POST", "/call", b"", served.headers(Transfer_Encoding="chunked"))[0] == 411
    assert served.send("POST", "/call", b"{}", served.headers(Content_Type="text/plain"))[0] == 415
    assert served.send("POST", "/other", b"{}", served.headers())[0] == 404


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"null", b'{"call": 1}', b'{"call": "__class__"}']
)
def test_what_is_no_call_is_answered_in_words(body: bytes, served: Served) -> None:
    status, text, _ = served.send("POST", "/call", body, served.headers())
    assert status == 200
    assert json.loads(text)["error"]["message"]
    assert b"Traceback" not in text


# --- the folder -------------------------------------------------------------------------------------------------------


_OUTSIDE = (
    "../outside.yaml a/../../outside.yaml /etc/passwd link.yaml linked/outside.yaml .hidden.yaml notes.txt . pipe.yaml "
    "game.yaml/../game.yaml game.yaml/x.yaml ..\\outside.yaml C:\\x.yaml folder.yaml f/x/../../../outside.yaml"
)


@pytest.mark.parametrize("name", [*_OUTSIDE.split(), "", "game.yaml\x00.txt"])
def test_nothing_outside_the_folder_is_read_or_written(name: str, served: Served) -> None:
    (served.folder / "link.yaml").symlink_to("../outside.yaml")
    (served.folder / "linked").symlink_to("..")
    (served.folder / ".hidden.yaml").write_bytes(GAME)
    (served.folder / "notes.txt").write_bytes(b"n")
    (served.folder / "folder.yaml").mkdir()
    os.mkfifo(served.folder / "pipe.yaml")
    before = served.tree()
    assert served.refusal("open", name=name)
    for was in (None, digest(b"secret: 1\n"), digest(GAME)):
        assert served.refusal("save", name=name, text="x", was=was)
    assert served.tree() == before
    listed = served.ask("folder")
    assert [one["name"] for one in listed["files"]] == ["game.yaml"]
    assert len(listed["left_out"]) == 2
    (served.folder / "pipe.yaml").unlink()


def test_a_name_in_another_spelling_is_not_the_file(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a disk that does not tell cases apart."""
    there = os.path.lexists
    monkeypatch.setattr(os.path, "lexists", lambda path: there(str(path).replace("GAME", "game")))
    assert "another spelling" in served.refusal("save", name="GAME.yaml", text="x", was=None)


def test_a_file_is_opened_changed_and_saved_with_its_mode(served: Served, tmp_path: Path) -> None:
    path = served.folder / "kept.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + GAME.replace(b"\n", b"\r\n"))
    path.chmod(0o640)
    opened = served.ask("open", name="kept.yaml")
    assert opened["text"].encode() == path.read_bytes()
    saved = served.ask("save", name="kept.yaml", text=opened["text"] + "x", was=opened["digest"])
    assert path.read_bytes().endswith(b"\r\nx")
    assert saved["digest"] == digest(path.read_bytes())
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o444)
    assert "protected" in served.refusal("save", name="kept.yaml", text="", was=saved["digest"])


def test_of_two_writers_the_second_is_told_and_loses_nothing(served: Served) -> None:
    path = served.folder / "two.yaml"
    first = served.ask("save", name="two.yaml", text="a: 1\n", was=None)["digest"]
    assert "already" in served.refusal("save", name="two.yaml", text="b: 1\n", was=None)
    served.ask("save", name="two.yaml", text="a: 2\n", was=first)
    assert "changed by somebody else" in served.refusal("save", name="two.yaml", text="b: 2\n", was=first)
    path.write_bytes(b"an editor: wrote this\n")
    assert "changed by somebody else" in served.refusal("save", name="two.yaml", text="c", was=digest(b"a: 2\n"))
    assert path.read_bytes() == b"an editor: wrote this\n"
    path.unlink()
    assert "no file" in served.refusal("save", name="two.yaml", text="c", was=digest(b"a: 2\n"))
    assert [one.name for one in served.folder.iterdir()] == ["game.yaml"]


def test_writers_at_once_leave_one_whole_text(served: Served) -> None:
    was = served.ask("save", name="many.yaml", text="0", was=None)["digest"]
    answers: list[Any] = []
    texts = [str(number) * 10_000 for number in range(8)]
    threads = [
        Thread(target=lambda text=text: answers.append(served.answer("save", name="many.yaml", text=text, was=was)))
        for text in texts
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum("result" in one for one in answers) == 1
    assert (served.folder / "many.yaml").read_text() in texts


def test_a_folder_without_end_is_not_walked_to_its_end(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compliance.workbench.folder._MOST_ENTRIES", 3)
    for number in range(3):
        (served.folder / f"{number}" / "deep").mkdir(parents=True)
        (served.folder / f"{number}" / "deep" / "x.yaml").write_bytes(GAME)
    listed = served.ask("folder")
    assert "more than 3 files" in listed["left_out"][0]
    assert len(listed["files"]) < 4


def test_a_new_file_may_stand_in_a_new_folder(served: Served) -> None:
    served.ask("save", name="games/new.yaml", text="a: 1\n", was=None)
    assert (served.folder / "games" / "new.yaml").read_text() == "a: 1\n"
    assert served.ask("open", name="games/new.yaml")["readable"] is False


# --- hostile documents ------------------------------------------------------------------------------------------------


def test_hostile_documents_are_answered_and_the_next_call_too(served: Served) -> None:
    for name in list(ATTACKS)[:4]:
        for data in ATTACKS[name].make(ATTACKS[name].small).values():
            assert "error" not in served.answer("put", name="attack.yaml", text=data.decode())
            assert served.ask("check", day=DAY, name="attack.yaml")["verdict"]
    served.ask("drop", name="attack.yaml")


_MODULE = "compliance.commands.workbench_process"


def test_a_call_that_takes_too_long_is_ended_and_the_files_stay() -> None:
    """A process of its own: putting the file may take its time; checking it has next to none, by the clock, and then
    by the processor."""
    worker = Worker(WorkerSettings(_MODULE, "pitboss-decisions.yaml"))
    try:
        put = {"call": "put", "given": {"name": "game.yaml", "text": GAME.decode()}}
        assert "result" in json.loads(worker.answer(json.dumps(put)))
        check = json.dumps({"call": "check", "given": {"name": "game.yaml", "day": DAY}})
        for clock, processor in ((0.001, 30), (60, 0.001)):
            worker.seconds, worker.settings = clock, WorkerSettings(_MODULE, "pitboss-decisions.yaml", (), processor)
            ended = json.loads(worker.answer(check))
            assert "was ended" in ended["error"]["message"]
        worker.seconds, worker.settings = 60, WorkerSettings(_MODULE, "pitboss-decisions.yaml")
        files = json.loads(worker.answer('{"call": "files"}'))["result"]
        assert [(one["name"], one["digest"]) for one in files] == [("game.yaml", digest(GAME))]
    finally:
        worker.close()


def test_the_command_serves_until_ctrl_c_and_leaves_nothing_behind(tmp_path: Path) -> None:
    """The whole of it once, as processes: the address, a call, and an end without a word."""
    (tmp_path / "game.yaml").write_bytes(GAME)
    command = [sys.executable, "-m", "compliance", "serve", str(tmp_path)]
    with Popen(command, cwd=ROOT, stdout=PIPE, stderr=PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.fullmatch(r"Open (http://127\.0\.0\.1:(\d+))/#key=(\S+)\n", process.stdout.readline())
        assert found is not None
        connection = HTTPConnection("127.0.0.1", int(found[2]), timeout=120)
        headers = {"Origin": found[1], "X-Pitboss-Token": found[3], "Content-Type": "application/json"}
        connection.request("POST", "/token", "{}", headers)
        headers["X-Pitboss-Token"] = json.loads(connection.getresponse().read())["result"]
        connection.request("POST", "/call", '{"call": "open", "given": {"name": "game.yaml"}}', headers)
        assert json.loads(connection.getresponse().read())["result"]["kind"] == "game"
        connection.close()
        process.send_signal(signal.SIGINT)
        told, wrong = process.communicate(timeout=120)
    assert (process.returncode, wrong, found[3] in told) == (0, "", False)
    assert [path.name for path in tmp_path.iterdir()] == ["game.yaml"]
