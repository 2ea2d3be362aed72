"""The workbench as a folder that any web host can serve: the page, the checker, and Python for the browser.

Everything is made of the files of this version and of the pinned runtime: the same input gives the same bytes. The law
goes along as it was put together, so that no browser has to read YAML before its first answer.
"""

from __future__ import annotations

import json
import tarfile
import zipfile
from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Final

from compliance import __version__
from compliance.desk.calls import prepared_law
from compliance.desk.pages import page_files
from compliance.desk.runtime import Pin, python_version, read_runtime

LAW: Final = "compliance/desk/law.json"
_PACKAGE: Final = Path(__file__).parents[1]
# Of Pyodide, what a browser loads; the rest is for other ways to use it.
_PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
_DATA: Final = ("schemas", "rulesets")
_LEFT_OUT: Final = ("__pycache__", "page")
_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)
_WORKER: Final = "service.js"


def site_files(runtime: Path) -> dict[str, bytes]:
    """Every file of the site, by its name. Raises NotTheRuntime."""
    fetched = list(read_runtime(runtime))
    made = {name: path.read_bytes() for name, path in page_files()}
    made["python/app.zip"] = _zipped(_app_files())
    made["python/packages.zip"] = _zipped(_unpacked(fetched))
    (made["python/typst.zip"],) = (data for pin, data in fetched if pin.apart)  # a wheel is packed already
    for pin, data in fetched:
        if not pin.is_wheel:
            made.update(_runtime_files(data))
    made["worker.js"] = made["worker.js"].replace(b'const BUILD = "";', b'const BUILD = "%s";' % _build_of(made))
    made["index.html"] = made["index.html"].replace(b'data-back-end="server"', b'data-back-end="worker"')
    made[_WORKER] = _service_worker(made)
    return dict(sorted(made.items()))


def _app_files() -> Iterator[tuple[str, bytes]]:
    """The package as it is installed, without the page, and with the law put together."""
    yield from _below(_PACKAGE, "compliance")
    for name in _DATA:
        if not (_PACKAGE / name).is_dir():  # a checkout has them at its root
            yield from _below(_PACKAGE.parent / name, f"compliance/{name}")
    yield LAW, prepared_law().encode()


def _below(folder: Path, name: str) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        below = path.relative_to(folder)
        if path.is_file() and not any(part in _LEFT_OUT for part in below.parts):
            yield f"{name}/{below.as_posix()}", path.read_bytes()


def _unpacked(fetched: Iterable[tuple[Pin, bytes]]) -> Iterator[tuple[str, bytes]]:
    """What is in the wheels that every page needs. One for another platform gives what is Python in it: PyYAML comes in
    no other."""
    for pin, data in fetched:
        if not pin.is_wheel or pin.apart:
            continue
        with zipfile.ZipFile(BytesIO(data)) as wheel:
            for name in sorted(wheel.namelist()):
                foreign = pin.platform.startswith("manylinux") and name.endswith(".so")
                if not name.endswith("/") and not foreign:
                    yield name, wheel.read(name)


def _runtime_files(packed: bytes) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        for name in _PYODIDE:
            member = archive.extractfile(f"package/{name}")
            assert member is not None, name
            yield f"python/{name}", member.read()


def _zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(files):
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # the same on every system
            archive.writestr(entry, data)
    return packed.getvalue()


def _build_of(made: dict[str, bytes]) -> bytes:
    """A name for everything that Python runs there."""
    digest = sha256()
    for name in sorted(made):
        if name.startswith("python/"):
            digest.update(sha256(made[name]).digest())
    return digest.hexdigest()[:16].encode()


def _service_worker(made: dict[str, bytes]) -> bytes:
    """The service worker with the list of what it keeps: another byte anywhere, and the browser fetches it anew."""
    listed = {name: b64encode(sha256(data).digest()).decode() for name, data in sorted(made.items()) if name != _WORKER}
    build = sha256(json.dumps(listed).encode()).hexdigest()[:16]
    head = {"version": __version__, "build": build, "python": python_version(), "files": listed}
    return b"const SITE = " + json.dumps(head, indent=1).encode() + b";\n\n" + made[_WORKER]
