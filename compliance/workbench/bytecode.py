"""The modules of a page as they were compiled, kept by the browser: its next visit need not compile them again.

They are marked as belonging to their sources whatever the times of files say: a browser that unpacks the same archive
gives its files new times, and what is kept is kept for exactly one build of the site.
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

_HEADER: Final = 16
_BY_HASH_UNCHECKED: Final = (1).to_bytes(4, "little")


def pack_modules(folder: str) -> bytes:
    """An archive of what was compiled of the modules below a folder."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(_find_compiled(Path(folder))):
            archive.writestr(str(path.relative_to(folder)), _clear_timestamp(path.read_bytes()))
    return packed.getvalue()


def _find_compiled(folder: Path) -> Iterator[Path]:
    for module in list(sys.modules.values()):
        cached = getattr(module, "__cached__", None)
        if isinstance(cached, str) and Path(cached).is_relative_to(folder) and Path(cached).is_file():
            yield Path(cached)


def _clear_timestamp(data: bytes) -> bytes:
    return data[:4] + _BY_HASH_UNCHECKED + bytes(8) + data[_HEADER:]
