"""What runs Python in a browser: which files, of which version, and how somebody fetches them.

Pit Boss asks nothing of any network. The files are fetched by the person who builds a site, with npm and pip, and are
only used when they are, byte for byte, those that this version of Pit Boss was tried with: the runtime and the compiled
packages must fit together.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

_PINS: Final = "runtime.json"
_PURE: Final = "any"


class Pin(NamedTuple):
    """One file of the runtime. `apart` is what only reading and making of PDFs needs: it is fetched when one is
    wanted."""

    file: str
    name: str
    version: str
    sha256: str
    platform: str
    apart: bool

    @property
    def is_wheel(self) -> bool:
        return self.file.endswith(".whl")


class NotTheRuntime(Exception):
    """A folder without the files of the runtime: says which are missing or are others."""


def pins() -> list[Pin]:
    data = json.loads(files(__package__).joinpath(_PINS).read_text("utf-8"))
    return [
        Pin(
            row["file"],
            row["name"],
            row["version"],
            row["sha256"],
            row.get("platform", data["platform"]),
            row.get("apart", False),
        )
        for row in data["files"]
    ]


def python_version() -> str:
    """The version of Python that runs in the browser."""
    version: str = json.loads(files(__package__).joinpath(_PINS).read_text("utf-8"))["python"]
    return version


def list_downloads(folder: str) -> list[list[str]]:
    """The commands that fetch the runtime into a folder."""
    wanted = pins()
    npm = [f"{pin.name}@{pin.version}" for pin in wanted if not pin.is_wheel]
    commands = [["npm", "pack", "--pack-destination", folder, *npm]]
    for platform in dict.fromkeys(pin.platform for pin in wanted if pin.is_wheel):
        named = [f"{pin.name}=={pin.version}" for pin in wanted if pin.is_wheel and pin.platform == platform]
        abi = f"cp{python_version().replace('.', '')}"
        asked = ["--no-deps", "--only-binary", ":all:", "--python-version", python_version(), "--implementation", "cp"]
        tags = ["--abi", abi, "--abi", "abi3", "--abi", "none", "--platform", platform, "--platform", _PURE]
        commands.append(["pip", "download", *asked, *tags, "--dest", folder, *named])
    return commands


def read_runtime(folder: Path) -> Iterator[tuple[Pin, bytes]]:
    """The files of the runtime. Raises NotTheRuntime unless every one is there and is the one that is meant."""
    missing, others, found = [], [], []
    for pin in pins():
        try:
            data = (folder / pin.file).read_bytes()
        except OSError:
            missing.append(pin.file)
            continue
        if sha256(data).hexdigest() != pin.sha256:
            others.append(pin.file)
        found.append((pin, data))
    told = [f"not there: {', '.join(missing)}"] if missing else []
    told += [f"not the files that are meant (their sha256 is another): {', '.join(others)}"] if others else []
    if told:
        raise NotTheRuntime("; ".join(told))
    yield from found
