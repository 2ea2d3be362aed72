"""The workbench on this machine: its page and its calls over HTTP, for one person, on 127.0.0.1 alone.

That address is no boundary: any page that is open in a browser can send requests to it, and by a name of its own that
leads here it would even be read. So every request must name this server as its host; a call must come from the page of
this server and bring the token, which stands behind the `#` of the address that was printed, where browsers send it to
nobody. Only files of the page are given out, by their names. Nothing is logged.
"""

from __future__ import annotations

import hmac
import json
import secrets
from base64 import b64encode
from collections.abc import Iterator
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any, Final, Protocol

from compliance.desk.calls import Call, Name, Nothing, Text, answer, named
from compliance.desk.folder import Folder
from compliance.desk.pages import PAGE, page_files
from compliance.desk.refusing import Refused
from compliance.desk.room import MOST_BYTES as MOST_OPEN

HOST: Final = "127.0.0.1"
TOKEN_HEADER: Final = "X-Pitboss-Token"
# A file of the largest size that is read, with every character of it spelled out.
MOST_BYTES: Final = 16 * 1024 * 1024
_MOST_AT_ONCE: Final = 32
# How long a request may take to arrive.
_PATIENCE: Final = 15
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
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Answering(Protocol):
    """Who answers the calls that are about texts: a process of its own."""

    def answer(self, text: str) -> str: ...

    def close(self) -> None: ...


class Desk:
    """What a server hands out: the page, and answers to calls."""

    def __init__(self, folder: Folder, worker: Answering, page: Path = PAGE) -> None:
        self.token = secrets.token_urlsafe(32)
        self.page = dict(_addresses(page))
        self.folder = folder.path
        self._folder = folder
        self._worker = worker
        self._on_disk = {
            "folder": Call(Nothing, Desk._list),
            "open": Call(Name, Desk._open),
            "save": Call(Saved, Desk._save),
        }

    def answer(self, text: str) -> str:
        """A request answered: what concerns the disk here, all else by the process that has the texts."""
        try:
            request = json.loads(text)
        except (ValueError, RecursionError):
            request = None
        if named(request) not in self._on_disk:
            return self._worker.answer(text)
        return json.dumps(answer(self, request, self._on_disk))

    def close(self) -> None:
        self._worker.close()

    def _list(self, given: Nothing) -> dict[str, Any]:
        """The files on disk, as they are now."""
        names, left_out = self._folder.listed()
        files: list[dict[str, Any]] = []
        room = MOST_OPEN
        for name in names:
            try:
                kept = self._folder.read(name)
            except Refused as refused:
                left_out.append(str(refused))
                continue
            room -= len(kept.data)
            if room < 0:
                left_out.append(f"{name} and what follows: no more than {MOST_OPEN:,} bytes are open at once")
                break
            files.append({"name": name, "digest": kept.digest, "bytes": len(kept.data)})
        return {"folder": self.folder, "files": files, "left_out": left_out}

    def _open(self, given: Name) -> dict[str, Any]:
        """Lay a file of the folder on the workbench."""
        kept = self._folder.read(given.name)
        put = {"call": "put", "given": {"name": given.name, "base64": b64encode(kept.data).decode()}}
        answered = json.loads(self._worker.answer(json.dumps(put)))
        if "error" in answered:
            raise Refused(answered["error"]["message"], answered["error"]["next"])
        try:
            text: str | None = kept.data.decode()
        except UnicodeDecodeError:
            text = None  # it is checked as it is, which says what is wrong with it; it cannot be edited
        return {**answered["result"], "text": text}

    def _save(self, given: Saved) -> dict[str, str]:
        """Write a file into the folder."""
        return {"name": given.name, "digest": self._folder.save(given.name, given.data(), given.was).digest}


class Saved(Text):
    # The digest of the file as it was opened; None for one that is not there yet.
    was: str | None


def _addresses(page: Path) -> Iterator[tuple[str, Path]]:
    """The files of the page by the address of each. No other address leads to any file."""
    for name, path in page_files(page):
        if path.suffix in _MEDIA:
            yield f"/{name}", path
        if name == "index.html":
            yield "/", path


def _error(message: str, next: str) -> str:
    return json.dumps({"error": {"message": message, "next": next}})


class Server(ThreadingHTTPServer):
    """Listens on this machine. Each request has a thread; calls are answered one after the other."""

    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True

    def __init__(self, desk: Desk, port: int = 0) -> None:
        super().__init__((HOST, port), _Handler)
        self.desk = desk
        self._places = BoundedSemaphore(_MOST_AT_ONCE)

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    @property
    def address(self) -> str:
        """Where the page is, with the token where browsers keep it to themselves."""
        return f"http://{HOST}:{self.port}/#token={self.desk.token}"

    @property
    def hosts(self) -> tuple[str, ...]:
        return f"{HOST}:{self.port}", f"localhost:{self.port}"

    def process_request(self, request: Any, client_address: Any) -> None:
        """Take a connection if there is a place for it."""
        if self._places.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that broke is nobody's concern: who wants an answer asks again."""


class _Handler(BaseHTTPRequestHandler):
    """One connection."""

    server: Server
    protocol_version = "HTTP/1.1"
    timeout = _PATIENCE

    def do_GET(self) -> None:
        self._page()

    def do_HEAD(self) -> None:
        self._page()

    def do_POST(self) -> None:
        if refusal := self._foreign() or self._unwanted():
            self._refuse(*refusal)
            return
        length = int(self.headers["Content-Length"])
        body = self.rfile.read(length)
        if len(body) == length:
            answered = self.server.desk.answer(body.decode("utf-8", "replace"))
            self._send(HTTPStatus.OK, "application/json", answered.encode(), _POLICY)

    def _page(self) -> None:
        path = self.server.desk.page.get(self.path)
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
        return None

    def _unwanted(self) -> tuple[HTTPStatus, str] | None:
        """Why a call is not answered."""
        tokens = self.headers.get_all(TOKEN_HEADER, [])
        token = tokens[0] if len(tokens) == 1 else ""
        lengths = self.headers.get_all("Content-Length", [])
        length = lengths[0] if len(lengths) == 1 and lengths[0].isascii() and lengths[0].isdigit() else ""
        if not self.headers.get_all("Origin"):
            return HTTPStatus.FORBIDDEN, "A call must say which page it comes from."
        if not hmac.compare_digest(token.encode("utf-8", "replace"), self.server.desk.token.encode()):
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
        self._send(status, "application/json", _error(message, "").encode(), _POLICY)

    def _send(self, status: HTTPStatus, media: str, body: bytes, policy: str) -> None:
        with suppress(OSError):  # whoever asked has gone
            self.send_response(status)
            self.send_header("Content-Type", media)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Content-Security-Policy", policy)
            for name, value in _SAFE.items():
                self.send_header(name, value)
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
