"""What a repository sets once for all its runs: `pitboss.toml`, or `[tool.pitboss]` in pyproject.toml.

The command line goes before the file, the file before what is built in; pitboss.toml goes before pyproject.toml, and
the nearest folder before those above it. Folders above count only inside a repository of git, up to its top: elsewhere
anybody may have left a file there. A file of another owner is refused. Paths are meant from the folder of the file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from compliance.commands.exits import USAGE, Stop, complain

_OWN: Final = "pitboss.toml"
_SHARED: Final = "pyproject.toml"
SETTINGS_FILES: Final[tuple[tuple[str, tuple[str, ...]], ...]] = ((_OWN, ()), (_SHARED, ("tool", "pitboss")))
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
    papers: tuple[str, ...] = ()

    @property
    def folder(self) -> str:
        """The folder that its paths are meant from."""
        return os.path.dirname(self.path)


class Settings(NamedTuple):
    """What a command works with: as the command line says, else as the file does."""

    paths: list[str]
    as_of: str | None
    catalog: list[str]
    config: Config


def resolve_settings(paths: list[str], as_of: str | None, catalog: list[str], isolated: bool = False) -> Settings:
    """The settings of a command that reads documents by the law of a day."""
    config = find_config(".", isolated)
    named = paths or list(config.paths)
    return Settings(named, as_of or config.as_of or None, catalog or list(config.catalogues), config)


_LISTS: Final = ("paths", "catalogues", "reports", "papers")
_KEYS: Final = tuple(name.replace("_", "-") for name in Config._fields if name != "path")


def find_config(folder: str, isolated: bool = False) -> Config:
    """The configuration that holds in a folder; an empty one where there is none, or where none is to be read. Raises
    Stop where it is wrong, or belongs to somebody else."""
    if isolated:
        return Config()
    for path, names in _candidates(os.path.abspath(folder)):
        table = _read_table(path, names)
        if table is not None:
            _check_owner(path)
            config = parse_config(path, table, os.path.dirname(path))
            _check_inside(config, find_top(config.folder) or config.folder)
            return config
    return Config()


def _candidates(start: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Files that may hold settings, the nearest first."""
    top = find_top(start)
    for folder in folders_up_to(start, top or start):
        for name, names in SETTINGS_FILES:
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                yield path, names
    if top is None:
        above = (os.path.join(folder, _OWN) for folder in folders_up_to(os.path.dirname(start), os.sep))
        if passed_over := next((path for path in above if os.path.isfile(path)), None):
            complain(f"{passed_over}: not read, for this is no repository; copy it here, or run `git init` there.")


def find_top(start: str) -> str | None:
    """The top folder of the repository around a folder, if there is one."""
    return next(
        (folder for folder in folders_up_to(start, os.sep) if os.path.exists(os.path.join(folder, ".git"))), None
    )


def folders_up_to(start: str, top: str) -> Iterator[str]:
    """A folder and those above it, up to the top."""
    folder = start
    while True:
        yield folder
        above = os.path.dirname(folder)
        if folder == top or above == folder:
            return
        folder = above


def _check_owner(path: str) -> None:
    """Settings decide what is checked and where reports go: only the user who runs this may give them."""
    if not hasattr(os, "geteuid"):
        return
    owner = os.stat(path).st_uid
    if owner != os.geteuid():
        message = f"{path}: belongs to another user ({owner}), so its settings are not used."
        raise Stop(f"{message} Take it over (chown), or run with --isolated and name the paths.", USAGE)


def _check_inside(config: Config, top: str) -> None:
    """Settings read nothing outside their repository, through no link either: what they name is shown in reports."""
    whole = os.path.realpath(top)
    for path in (*config.paths, *config.catalogues, *config.papers, config.decisions, config.baseline):
        found = os.path.realpath(path) if path else whole
        if found != whole and not found.startswith(whole.rstrip(os.sep) + os.sep):
            message = f"{config.path}: {path} leads out of {top}; name it on the command line instead."
            raise Stop(message, USAGE)


def _read_table(path: str, names: tuple[str, ...]) -> dict[str, Any] | None:
    try:
        with open(path, "rb") as file:
            return parse_table(path, file.read(_MOST_BYTES + 1), names)
    except OSError as error:
        raise Stop(f"{path}: cannot be read: {error.strerror or error}.", USAGE) from None


def parse_table(path: str, text: bytes, names: tuple[str, ...]) -> dict[str, Any] | None:
    """The table of settings in a file; None where another tool's file has none. Raises Stop."""
    import tomllib

    if len(text) > _MOST_BYTES:
        raise Stop(f"{path}: larger than {_MOST_BYTES:,} bytes; a file of settings has a few lines.", USAGE)
    try:
        data: Any = tomllib.loads(text.decode())
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


def parse_config(path: str, table: Mapping[str, Any], folder: str) -> Config:
    """Settings from their table. Paths are meant from a folder, and told as seen from where the command runs."""
    read: dict[str, Any] = {}
    for key, value in table.items():
        if key not in _KEYS:
            raise Stop(f"{path}: {_describe_unknown(key)}", USAGE)
        many = key in _LISTS
        texts = value if isinstance(value, list) else [value]
        if (
            not all(isinstance(text, str) and text and "\0" not in text for text in texts)
            or isinstance(value, list) != many
        ):
            wanted = 'a list of texts, such as ["rules"]' if many else "one text"
            raise Stop(f"{path}: {key}: expected {wanted}.", USAGE)
        read[key.replace("-", "_")] = tuple(texts) if many else value
    for name in ("paths", "catalogues", "papers"):
        read[name] = tuple(_resolve(folder, text) for text in read.get(name, ()))
    for name in ("decisions", "baseline"):
        if name in read:
            read[name] = _resolve(folder, read[name])
    read["reports"] = tuple(_resolve_report(folder, text) for text in read.get("reports", ()))
    return Config(path, **read)


def _describe_unknown(key: str) -> str:
    near = get_close_matches(key, _KEYS, 1) if len(key) < _MOST_LETTERS else []
    key = key if len(key) < _MOST_LETTERS else f"{key[:_MOST_LETTERS]}…"
    return f"`{key}` is no setting; " + (f"did you mean `{near[0]}`?" if near else f"there are {', '.join(_KEYS)}.")


def _resolve(folder: str, path: str) -> str:
    """A path of the file, as it is called from where the command runs."""
    whole = os.path.join(folder, path)
    short = os.path.relpath(whole)
    return whole if short.startswith(os.pardir) else short


def _resolve_report(folder: str, text: str) -> str:
    format, equals, path = text.partition("=")
    return f"{format}={_resolve(folder, path)}" if equals and path else text
