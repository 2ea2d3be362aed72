"""Jinja2 as the reports use it: every value that a template prints is made safe and escaped, whatever it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from compliance.reports.markdown_text import escape_text
from compliance.reports.text import flowing

_TEMPLATES: Final = Path(__file__).parent / "templates"


class Verbatim(str):
    """Text that is Markdown already."""

    __slots__ = ()


def render_html(template: str, values: Mapping[str, Any]) -> Iterator[str]:
    """An HTML template, piece by piece. What is printed is escaped, unless it is Markup."""

    def prepare(value: Any) -> Any:
        return value if isinstance(value, Markup) else flowing(str(value))

    return _environment(prepare, escapes=True).get_template(template).generate(values)


def render_markdown(template: str, values: Mapping[str, Any]) -> Iterator[str]:
    """A Markdown template, piece by piece. What is printed makes no markup, unless it is Verbatim."""

    def prepare(value: Any) -> Any:
        return value if isinstance(value, Verbatim) else escape_text(str(value))

    return _environment(prepare, escapes=False).get_template(template).generate(values)


def _environment(prepare: Callable[[Any], Any], *, escapes: bool) -> Environment:
    return Environment(
        loader=FileSystemLoader(_TEMPLATES),
        # Markdown is escaped by `prepare`: what HTML asks for is not what GitHub asks for.
        autoescape=escapes,
        finalize=prepare,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
