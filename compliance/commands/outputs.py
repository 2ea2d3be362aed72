"""Where reports go: into a file, whole or not at all, or to standard output."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from typing import Final, NoReturn

from compliance.commands.exits import UNDECIDED, USAGE, Stop
from compliance.encoding import encode_text

STANDARD_OUTPUT: Final = "-"


def write(path: str, pieces: Iterable[str] | bytes) -> None:
    """Write a report to a file, whole or not at all."""
    from compliance.disk import write_whole

    try:
        write_whole(path, pieces)
    except OSError as error:
        raise Stop(f"{path}: cannot be written: {error.strerror or error}.", UNDECIDED) from None


def add(path: str, pieces: Iterable[str] | bytes) -> None:
    """Add a report to what a file holds already, as pipelines want it for their summaries."""
    try:
        with open(path, "ab") as file:
            file.write(b"".join(encode_text(pieces)))
    except OSError as error:
        raise Stop(f"{path}: cannot be written: {error.strerror or error}.", UNDECIDED) from None


# --- reports that a file of settings names ----------------------------------------------------------------------------

# By format: the endings that such a report may have, and what an older report begins with or holds. A checkout that
# somebody else wrote must not be able to write over anything but a report, nor make a file that something would run.
_SETTINGS_REPORTS: Final[Mapping[str, tuple[tuple[str, ...], bytes]]] = {
    "json": ((".json",), rb'\A\{\s*"format": "pitboss\.'),
    "sarif": ((".sarif", ".json"), rb'"name": "Pit Boss"'),
    "markdown": ((".md",), rb"\A<!-- pitboss\."),
    "html": ((".html", ".htm"), rb"(?is)\A<!doctype html.*Pit Boss"),
    "junit": ((".xml",), rb'\A<\?xml[^>]*>\s*<testsuites name="Pit Boss"'),
    "gitlab": ((".json",), rb'\A\[\s*(\{\s*"type": "issue",\s*"check_name"|\])'),
    "oscal": ((".json",), rb'\A\{"assessment-results": \{'),
    "pdf": ((".pdf",), rb"(?s)\A%PDF-.*Pit Boss"),
}
_MOST_READ: Final = 4 * 1024 * 1024


def check_settings_report(settings: str, format: str, target: str) -> None:
    """Refuse a report that a file of settings names where it could do harm: outside the folder of the settings, through
    a link, in a hidden folder, over anything but an older report. Raises Stop."""
    folder = os.path.dirname(os.path.abspath(settings))
    inside = os.path.relpath(os.path.abspath(target), folder)
    parts = inside.split(os.sep)
    instead = "name it on the command line with --report"

    def refuse(why: str) -> NoReturn:
        raise Stop(f"{settings}: reports: {target}: {why}; {instead}.", USAGE)

    if format not in _SETTINGS_REPORTS:
        refuse(f"settings may name {', '.join(_SETTINGS_REPORTS)}, not {format}")
    endings, mark = _SETTINGS_REPORTS[format]
    if os.path.isabs(inside) or parts[0] == os.pardir:
        refuse("outside the folder of the settings")
    if any(part.startswith(".") for part in parts):
        refuse("in a hidden file or folder")
    if not inside.lower().endswith(endings):
        refuse(f"a {format} report ends in {' or '.join(endings)}")
    steps = [os.path.join(folder, *parts[:length]) for length in range(1, len(parts) + 1)]
    if link := next((step for step in steps if os.path.islink(step)), None):
        refuse(f"{os.path.relpath(link)} is a link")
    if os.path.exists(target) and not _is_report(target, mark):
        refuse("there is something else under that name already")


def _is_report(path: str, mark: bytes) -> bool:
    """Whether a file is empty, or an older report that may be replaced."""
    from compliance.disk import is_fleeting

    if is_fleeting(path):
        return False
    try:
        with open(path, "rb") as file:
            text = file.read(_MOST_READ)
    except OSError:
        return False
    return not text or re.search(mark, text) is not None
