"""Without libyaml, as in a browser, every document is read as with it: the same tree, places and problems."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from compliance.source import composer, read_source

ROOT = Path(__file__).parents[2]
TEXTS = [
    "a: [without (any|prior)? notice, b]",
    "a:\t5\t# note\nb: x\ty\n",
    "a: one\n  two\n\n  three\nb: c\n",
    "a: one\n\ttwo\n",
    "a: {b:, c: d}",
    "a: {b: c:}",
    "{a: http://x?y, b: c?}",
    "a: b # c\nd: e#f\n",
    "- - a\n  - b: c\n-\n- d\n",
    "a: \"x\n  y\"\nb: 'it''s'\nc: |\n  one\n   two\nd: >-\n  x\n  y\n",
    "? a\n: b\n",
    "a: b\n---\nc: d\n",
    "&x a: *x\n",
    "a: b: c\n",
    "a: [b\n",
    "a: 'b\n",
    "a: -b\n\nc:\n  - ?d\n",
]


def _read_with_both_parsers(data: bytes, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    found: list[Any] = []
    for parser in (composer.CParser, None):
        monkeypatch.setattr(composer, "CParser", parser)
        source = read_source(data)
        found.append((source.tree, source.root, source.problems))
    return found


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_read_alike(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with_libyaml, without = _read_with_both_parsers(text.encode(), monkeypatch)
    assert with_libyaml == without


def test_the_library_is_read_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    for path in sorted(ROOT.glob("rulesets/**/*.yaml")):
        parser = composer.CParser
        with_libyaml, without = _read_with_both_parsers(path.read_bytes(), monkeypatch)
        monkeypatch.setattr(composer, "CParser", parser)
        assert with_libyaml == without, path.name
