"""What a room sets once for all its runs: `pitboss.toml`, or `[tool.pitboss]` in pyproject.toml.

The command line goes before the file, the file before what is built in; pitboss.toml goes before pyproject.toml, and
the nearest folder before those above it, up to the one that holds .git. Paths are meant from the folder of the file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from compliance.commands.ending import USAGE, Stop

_OWN: Final = "pitboss.toml"
_SHARED: Final = "pyproject.toml"
_MOST_BYTES: Final = 1024 * 1024
_MOST_LETTERS: Final = 60


class Config(NamedTuple):
    """What a file sets. What it leaves out is empty."""

    path: str = ""
    paths: tuple[str, ...] = ()
    catalogues: tuple[str, ...] = ()
    fail_on: str = ""
    reports: tuple[str, ...] = ()
    as_of: str = ""
    decisions: str = ""
    baseline: str = ""


class Settled(NamedTuple):
    """What a command works with: as the command line says, else as the file does."""

    paths: list[str]
    as_of: str | None
    catalogue: list[str]
    config: Config


def settled(paths: list[str], as_of: str | None, catalogue: list[str]) -> Settled:
    """The settings of a command that looks at documents by the law of a day."""
    config = find_config(".")
    named = paths or list(config.paths)
    return Settled(named, as_of or config.as_of or None, catalogue or list(config.catalogues), config)


# Keys that are not read any more, with what took their place.
_RETIRED: Final[Mapping[str, str]] = {"catalogue": "catalogues", "report": "reports", "path": "paths"}
_LISTS: Final = ("paths", "catalogues", "reports")
_KEYS: Final = tuple(name.replace("_", "-") for name in Config._fields if name != "path")


def find_config(folder: str) -> Config:
    """The configuration that holds in a folder; an empty one where there is none. Raises Stop where it is wrong."""
    here = os.path.abspath(folder)
    while True:
        for name, table in ((_OWN, ()), (_SHARED, ("tool", "pitboss"))):
            path = os.path.join(here, name)
            if os.path.isfile(path):
                found = _table(path, table)
                if found is not None:
                    return _config(path, found)
        above = os.path.dirname(here)
        if above == here or os.path.exists(os.path.join(here, ".git")):
            return Config()
        here = above


def _table(path: str, names: tuple[str, ...]) -> dict[str, Any] | None:
    import tomllib

    try:
        with open(path, "rb") as file:
            text = file.read(_MOST_BYTES + 1)
        if len(text) > _MOST_BYTES:
            raise Stop(f"{path}: larger than {_MOST_BYTES:,} bytes; a file of settings has a few lines.", USAGE)
        data: Any = tomllib.loads(text.decode())
    except OSError as error:
        raise Stop(f"{path}: cannot be read: {error.strerror or error}.", USAGE) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        if names:
            return None  # another tool's file; whether it is in order is not for us to say
        raise Stop(f"{path}: {error}.", USAGE) from None
    except RecursionError:
        if names:
            return None
        raise Stop(f"{path}: lists or tables within each other go too deep to be settings.", USAGE) from None
    for name in names:
        data = data.get(name) if isinstance(data, dict) else None
    return data if isinstance(data, dict) else None


def _config(path: str, table: Mapping[str, Any]) -> Config:
    folder = os.path.dirname(path)
    read: dict[str, Any] = {}
    for key, value in table.items():
        if key not in _KEYS:
            raise Stop(f"{path}: {_unknown(key)}", USAGE)
        many = key in _LISTS
        texts = value if isinstance(value, list) else [value]
        if not all(isinstance(text, str) and text for text in texts) or isinstance(value, list) != many:
            wanted = 'a list of texts, such as ["rules"]' if many else "one text"
            raise Stop(f"{path}: {key}: expected {wanted}.", USAGE)
        read[key.replace("-", "_")] = tuple(texts) if many else value
    for name in ("paths", "catalogues"):
        read[name] = tuple(_from(folder, text) for text in read.get(name, ()))
    for name in ("decisions", "baseline"):
        if name in read:
            read[name] = _from(folder, read[name])
    read["reports"] = tuple(_report(folder, text) for text in read.get("reports", ()))
    return Config(path, **read)


def _unknown(key: str) -> str:
    if key in _RETIRED:
        return f"`{key}` is not read; write `{_RETIRED[key]}`."
    near = get_close_matches(key, _KEYS, 1) if len(key) < _MOST_LETTERS else []
    key = key if len(key) < _MOST_LETTERS else f"{key[:_MOST_LETTERS]}…"
    return f"`{key}` is no setting; " + (f"did you mean `{near[0]}`?" if near else f"there are {', '.join(_KEYS)}.")


def _from(folder: str, path: str) -> str:
    """A path of the file, as it is called from where the command runs."""
    whole = os.path.join(folder, path)
    short = os.path.relpath(whole)
    return whole if short.startswith(os.pardir) else short


def _report(folder: str, text: str) -> str:
    format, equals, path = text.partition("=")
    return f"{format}={_from(folder, path)}" if equals and path else text
