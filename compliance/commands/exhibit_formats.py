"""Exhibits in the format that a command is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from compliance.reports.exhibits import Pieces

Format = Literal["terminal", "markdown", "json", "html", "pdf"]


def render_exhibit_format(
    title: str, exhibits: Iterable[Pieces], format: str, day: date, paper: str
) -> Iterable[str] | bytes:
    """Exhibits as text, as HTML or as PDF."""
    if format == "pdf":
        from compliance.reports.exhibit_pdf import render

        return render(title, exhibits, day, paper)
    if format == "html":
        from compliance.reports.exhibit_html import render_exhibits

        return render_exhibits(title, exhibits, paper)
    from compliance.reports.exhibit_text import write_markdown_tables, write_terminal_tables

    return [write_terminal_tables(exhibits) if format == "terminal" else write_markdown_tables(exhibits)]
