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
from compliance.workbench.calls import prepare_law
from compliance.workbench.pages import page_files
from compliance.workbench.runtime import Pin, python_version, read_runtime

LAW: Final = "compliance/workbench/law.json"
_PACKAGE: Final = Path(__file__).parents[1]
# Of Pyodide, what a browser loads; the rest is for other ways to use it.
_PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
_DATA: Final = ("schemas", "rulesets")
_LEFT_OUT: Final = ("__pycache__", "page")
_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)
_WORKER: Final = "service.js"
# Loaded by other means than `import`: by the page, by the browser, and by the frame, which has no origin.
_NO_MODULES: Final = ("worker.js", "service.js", "frame.js")


def site_files(runtime: Path) -> dict[str, bytes]:
    """Every file of the site, by its name. Raises NotTheRuntime."""
    fetched = list(read_runtime(runtime))
    made = {name: path.read_bytes() for name, path in page_files()}
    made["python/app.zip"] = _zip_files(_app_files())
    made["python/packages.zip"] = _zip_files(_unpack_wheels(fetched))
    # A wheel is packed already.
    made |= {f"python/{pin.name}.zip": data for pin, data in fetched if pin.apart}
    for pin, data in fetched:
        if not pin.is_wheel:
            made.update(_runtime_files(data))
    _replace(made, "worker.js", b'const BUILD = "";', b'const BUILD = "%s";' % _build_digest(made))
    _add_sums(made)
    _replace(made, "index.html", b'data-back-end="server"', b'data-back-end="worker"')
    made[_WORKER] = _service_worker(made)
    return dict(sorted(made.items()))


def _add_sums(made: dict[str, bytes]) -> None:
    """Write into the page the checksums of all that it runs, each into the file that loads it: a browser runs no file
    that another host, or a broken copy, gives in its place."""
    sums = {name: _sum(data) for name, data in sorted(made.items()) if name.startswith("python/")}
    _replace(made, "worker.js", b"const SUMS = {};", b"const SUMS = %s;" % json.dumps(sums).encode())
    _replace(
        made, "backend.js", b'const WORKER_SUM = "";', b'const WORKER_SUM = "%s";' % _sum(made["worker.js"]).encode()
    )
    modules = [name for name in sorted(made) if name.endswith(".js") and name not in _NO_MODULES]
    integrity = {f"./{name}": f"sha256-{_sum(made[name])}" for name in modules}
    listed = json.dumps({"integrity": integrity}).encode()
    entry = b'<script type="module" src="app.js"'
    listing = b'<script type="importmap">%s</script>\n' % listed
    _replace(made, "index.html", entry, listing + entry + b' integrity="sha256-%s"' % _sum(made["app.js"]).encode())
    _replace(made, "index.html", b"script-src 'self'", b"script-src 'self' 'sha256-%s'" % _sum(listed).encode())


def _sum(data: bytes) -> str:
    return b64encode(sha256(data).digest()).decode()


def _replace(made: dict[str, bytes], name: str, old: bytes, new: bytes) -> None:
    assert old in made[name], (name, old)
    made[name] = made[name].replace(old, new, 1)


def _app_files() -> Iterator[tuple[str, bytes]]:
    """The package as it is installed, without the page, and with the law put together."""
    yield from _read_folder(_PACKAGE, "compliance")
    for name in _DATA:
        if not (_PACKAGE / name).is_dir():  # a checkout has them at its root
            yield from _read_folder(_PACKAGE.parent / name, f"compliance/{name}")
    yield LAW, prepare_law().encode()


def _read_folder(folder: Path, name: str) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        below = path.relative_to(folder)
        if path.is_file() and not any(part in _LEFT_OUT for part in below.parts):
            yield f"{name}/{below.as_posix()}", path.read_bytes()


def _unpack_wheels(fetched: Iterable[tuple[Pin, bytes]]) -> Iterator[tuple[str, bytes]]:
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


def _zip_files(files: Iterable[tuple[str, bytes]]) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(files):
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # the same on every system
            archive.writestr(entry, data)
    return packed.getvalue()


def _build_digest(made: dict[str, bytes]) -> bytes:
    """A name for everything that Python runs there."""
    digest = sha256()
    for name in sorted(made):
        if name.startswith("python/"):
            digest.update(sha256(made[name]).digest())
    return digest.hexdigest()[:16].encode()


def _service_worker(made: dict[str, bytes]) -> bytes:
    """The service worker with the list of what it keeps: another byte anywhere, and the browser fetches it anew."""
    listed = {name: _sum(data) for name, data in sorted(made.items()) if name != _WORKER}
    build = sha256(json.dumps(listed).encode()).hexdigest()[:16]
    head = {"version": __version__, "build": build, "python": python_version(), "files": listed}
    return b"const SITE = " + json.dumps(head, indent=1).encode() + b";\n\n" + made[_WORKER]
