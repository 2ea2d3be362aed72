"""The files of the workbench's page: its own, and the colours and fonts that it shares with the HTML report."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).parent / "page"
_SHARED: Final = Path(__file__).parents[1] / "reports" / "assets" / "palette.css"


def page_files(page: Path = PAGE) -> Iterator[tuple[str, Path]]:
    """Every file of the page, by its name."""
    yield _SHARED.name, _SHARED
    for path in sorted(page.rglob("*")):
        if path.is_file():
            yield path.relative_to(page).as_posix(), path
