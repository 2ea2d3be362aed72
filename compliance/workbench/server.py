"""The workbench on this machine: its page and its calls over HTTP, for one person, on 127.0.0.1 alone.

That address is no boundary: any page that is open in a browser can send requests to it, and by a name of its own that
leads here it would even be read. So every request must name this server as its host; a call must come from the page of
this server and bring the token. The page gets it once, for the key behind the `#` of the address that was printed: what
browsers keep in their history opens nothing again. Only files of the page are given out, by their names. Nothing is
logged.
"""

from __future__ import annotations

import hmac
import json
import secrets
import socket
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Any, Final, Protocol

from compliance.editor.refusal import RefusedRequest
from compliance.editor.workspace import MOST_BYTES as MOST_OPEN
from compliance.workbench.calls import (
    NameFields,
    NoFields,
    PageCall,
    TextFields,
    answer_request,
    build_error,
    call_name,
)
from compliance.workbench.folder import Folder
from compliance.workbench.pages import PAGE, page_files

HOST: Final = "127.0.0.1"
TOKEN_HEADER: Final = "X-Pitboss-Token"
# A file of the largest size that is read, with every character of it spelled out.
MOST_BYTES: Final = 16 * 1024 * 1024
_MOST_CONNECTIONS: Final = 32
# How long a request may take to arrive, all of it, and how long one that finds no place is waited for.
_TIMEOUT: Final = 15
_WAIT: Final = 2
# Where the page gets the token for the key, and what the frame loads, which has no origin of its own.
_TOKEN_PATH: Final = "/token"
_FRAME_FILES: Final = ("/frame.html", "/frame.js")
_MEDIA: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
# Reports are shown in a frame that has no origin: nothing in it reaches the page around it.
_FRAME: Final = "/frame.html"
_FRAME_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts"
)
_SAFE: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class CallAnswerer(Protocol):
    """Who answers the calls that are about texts: a process of its own."""

    def answer(self, text: str) -> str: ...

    def close(self) -> None: ...


class Workbench:
    """What a server hands out: the page, and answers to calls."""

    def __init__(self, folder: Folder, worker: CallAnswerer, page: Path = PAGE) -> None:
        self.token = secrets.token_urlsafe(32)
        # What the next page to be opened gets the token for.
        self.key = secrets.token_urlsafe(32)
        self._giving = Lock()
        self.page = dict(_list_addresses(page))
        self.folder = folder.path
        self._folder = folder
        self._worker = worker
        self._on_disk = {
            "folder": PageCall(NoFields, Workbench._list),
            "open": PageCall(NameFields, Workbench._open),
            "save": PageCall(SaveFields, Workbench._save),
        }

    def give_token(self, key: str) -> str:
        """The token, for the key that was printed; empty for any other. Each key opens one page."""
        with self._giving:
            if not hmac.compare_digest(key.encode("utf-8", "replace"), self.key.encode()):
                return ""
            self.key = secrets.token_urlsafe(32)
            return self.token

    def answer(self, text: str) -> str:
        """A request answered: what concerns the disk here, all else by the process that has the texts."""
        try:
            request = json.loads(text)
        except (ValueError, RecursionError):
            request = None
        if call_name(request) not in self._on_disk:
            return self._worker.answer(text)
        return json.dumps(answer_request(self, request, self._on_disk))

    def close(self) -> None:
        self._worker.close()

    def _list(self, given: NoFields) -> dict[str, Any]:
        """The files on disk, as they are now."""
        names, left_out = self._folder.list_files()
        files: list[dict[str, Any]] = []
        workspace = MOST_OPEN
        for name in names:
            try:
                kept = self._folder.read(name)
            except RefusedRequest as refused:
                left_out.append(str(refused))
                continue
            workspace -= len(kept.data)
            if workspace < 0:
                left_out.append(f"{name} and what follows: no more than {MOST_OPEN:,} bytes are open at once")
                break
            files.append({"name": name, "digest": kept.digest, "bytes": len(kept.data)})
        return {"folder": self.folder, "files": files, "left_out": left_out}

    def _open(self, given: NameFields) -> dict[str, Any]:
        """Lay a file of the folder on the workbench."""
        kept = self._folder.read(given.name)
        put = {"call": "put", "given": {"name": given.name, "base64": b64encode(kept.data).decode()}}
        answered = json.loads(self._worker.answer(json.dumps(put)))
        if "error" in answered:
            raise RefusedRequest(answered["error"]["message"], answered["error"]["next"])
        try:
            text: str | None = kept.data.decode()
        except UnicodeDecodeError:
            text = None  # it is checked as it is, which says what is wrong with it; it cannot be edited
        return {**answered["result"], "text": text}

    def _save(self, given: SaveFields) -> dict[str, str]:
        """Write a file into the folder."""
        return {"name": given.name, "digest": self._folder.save(given.name, given.data(), given.was).digest}


class SaveFields(TextFields):
    # The digest of the file as it was opened; None for one that is not there yet.
    was: str | None


def _list_addresses(page: Path) -> Iterator[tuple[str, Path]]:
    """The files of the page by the address of each. No other address leads to any file."""
    for name, path in page_files(page):
        if path.suffix in _MEDIA:
            yield f"/{name}", path
        if name == "index.html":
            yield "/", path


class WorkbenchServer(ThreadingHTTPServer):
    """Listens on this machine. Each request has a thread; calls are answered one after the other."""

    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True
    # A browser whose connection finds no place in the queue tries again after a second, at the earliest.
    request_queue_size = _MOST_CONNECTIONS

    def __init__(
        self, workbench: Workbench, port: int = 0, announce: Callable[[str], object] = len, timeout: float = _TIMEOUT
    ) -> None:
        super().__init__((HOST, port), _Handler)
        self.workbench = workbench
        # Told the next address once one was used.
        self.announce = announce
        self._request_timeout = timeout
        self._places = BoundedSemaphore(_MOST_CONNECTIONS)
        # The connections whose request has not arrived, the oldest first, and by when it must have.
        self._arriving: dict[socket.socket, float] = {}
        self._lock = Lock()

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    @property
    def address(self) -> str:
        """Where the page is, with the key where browsers keep it to themselves."""
        return f"http://{HOST}:{self.port}/#key={self.workbench.key}"

    @property
    def hosts(self) -> tuple[str, ...]:
        return f"{HOST}:{self.port}", f"localhost:{self.port}"

    def process_request(self, request: Any, client_address: Any) -> None:
        """Take a connection. Where there is no place, the one whose request has been arriving longest makes room."""
        if not self._places.acquire(blocking=False):
            self._end_arriving(1)
            if not self._places.acquire(timeout=_WAIT):
                self.shutdown_request(request)
                return
        super().process_request(request, client_address)

    def await_request(self, connection: socket.socket) -> None:
        """Give a request until a deadline to arrive, whatever part of it does in the meantime."""
        with self._lock:
            self._arriving[connection] = time.monotonic() + self._request_timeout

    def end_waiting(self, connection: socket.socket) -> None:
        """Take the deadline away: the request is there, or its connection is gone."""
        with self._lock:
            self._arriving.pop(connection, None)

    def service_actions(self) -> None:
        """End the connections whose deadline is over. The loop of the server does this twice a second."""
        now = time.monotonic()
        with self._lock:
            late = sum(deadline < now for deadline in self._arriving.values())
        self._end_arriving(late)

    def _end_arriving(self, count: int) -> None:
        with self._lock:
            ended = list(self._arriving)[:count]
            for connection in ended:
                del self._arriving[connection]
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that broke is nobody's concern: who wants an answer asks again."""


class _Handler(BaseHTTPRequestHandler):
    """One connection."""

    server: WorkbenchServer
    protocol_version = "HTTP/1.1"
    timeout = _TIMEOUT

    def handle_one_request(self) -> None:
        self.server.await_request(self.connection)
        try:
            super().handle_one_request()
        finally:
            self.server.end_waiting(self.connection)

    def do_GET(self) -> None:
        self._page()

    def do_HEAD(self) -> None:
        self._page()

    def do_POST(self) -> None:
        if refusal := self._foreign() or self._unwanted():
            self._refuse(*refusal)
            return
        if self.path == _TOKEN_PATH:
            self._give_token()
            return
        length = int(self.headers["Content-Length"])
        body = self.rfile.read(length)
        self.server.end_waiting(self.connection)
        if len(body) == length:
            answered = self.server.workbench.answer(body.decode("utf-8", "replace"))
            self._send(HTTPStatus.OK, "application/json", answered.encode(), _POLICY)

    def _give_token(self) -> None:
        """The token for the key, once; then the address for another page is told."""
        token = self.server.workbench.give_token(self.headers[TOKEN_HEADER] or "")
        if not token:
            self._refuse(HTTPStatus.FORBIDDEN, "This address was used already. Open the one that was printed last.")
            return
        self.close_connection = True
        self._send(HTTPStatus.OK, "application/json", json.dumps({"result": token}).encode(), _POLICY)
        self.server.announce(self.server.address)

    def _page(self) -> None:
        self.server.end_waiting(self.connection)
        path = self.server.workbench.page.get(self.path)
        if refusal := self._foreign():
            self._refuse(*refusal)
        elif path is None:
            self._refuse(HTTPStatus.NOT_FOUND, "There is no such page here.")
        else:
            policy = _FRAME_POLICY if self.path == _FRAME else _POLICY
            self._send(HTTPStatus.OK, _MEDIA[path.suffix], path.read_bytes(), policy)

    def _foreign(self) -> tuple[HTTPStatus, str] | None:
        """Why a request is not one to this server from its own page."""
        hosts, origins = self.headers.get_all("Host", []), self.headers.get_all("Origin", [])
        if len(hosts) != 1 or hosts[0] not in self.server.hosts:
            return HTTPStatus.FORBIDDEN, "This is not the host that was asked for."
        if origins and origins != [f"http://{hosts[0]}"]:
            return HTTPStatus.FORBIDDEN, "Requests of other pages are not answered."
        # Browsers say of each request whether a page of this server made it; other programs say nothing.
        site = self.headers.get_all("Sec-Fetch-Site", [])
        if site and site not in (["same-origin"], ["none"]) and self.path not in _FRAME_FILES:
            return HTTPStatus.FORBIDDEN, "Requests of other pages are not answered."
        return None

    def _unwanted(self) -> tuple[HTTPStatus, str] | None:
        """Why a call is not answered."""
        tokens = self.headers.get_all(TOKEN_HEADER, [])
        token = tokens[0] if len(tokens) == 1 else ""
        lengths = self.headers.get_all("Content-Length", [])
        length = lengths[0] if len(lengths) == 1 and lengths[0].isascii() and lengths[0].isdigit() else ""
        if not self.headers.get_all("Origin"):
            return HTTPStatus.FORBIDDEN, "A call must say which page it comes from."
        if self.path == _TOKEN_PATH:
            return None
        if not hmac.compare_digest(token.encode("utf-8", "replace"), self.server.workbench.token.encode()):
            return HTTPStatus.FORBIDDEN, "The token is missing or wrong. Open the address that pitboss serve printed."
        if self.path != "/call":
            return HTTPStatus.NOT_FOUND, "Only /call answers calls."
        if self.headers.get_content_type() != "application/json":
            return HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "A call is application/json."
        if not length or "Transfer-Encoding" in self.headers:
            return HTTPStatus.LENGTH_REQUIRED, "A call must say how long it is."
        if len(length) > len(str(MOST_BYTES)) or int(length) > MOST_BYTES:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"A call has at most {MOST_BYTES:,} bytes."
        return None

    def _refuse(self, status: HTTPStatus, message: str) -> None:
        """Say no. What may follow on this connection is not looked at."""
        self.close_connection = True
        self._send(status, "application/json", json.dumps(build_error(message)).encode(), _POLICY)

    def _send(self, status: HTTPStatus, media: str, body: bytes, policy: str) -> None:
        with suppress(OSError):  # whoever asked has gone
            self.send_response(status)
            self.send_header("Content-Type", media)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Content-Security-Policy", policy)
            shared = getattr(self, "path", "") in _FRAME_FILES
            for name, value in _SAFE.items():
                self.send_header(name, "cross-origin" if shared and name.endswith("Resource-Policy") else value)
            if self.close_connection:
                self.send_header("Connection", "close")
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What the library refuses by itself, in no more words than its own; nothing of the request is repeated."""
        self._refuse(HTTPStatus(code), HTTPStatus(code).phrase)

    def version_string(self) -> str:
        return "pitboss"

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged: a request may hold the token, a path the name of a file."""
