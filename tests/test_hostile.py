"""Whatever the bytes, checking ends with findings or a clean read: never an exception."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compliance.engine.checking import check
from compliance.reports import ReportContext, prepare_report
from compliance.reports.json import render as render_json
from compliance.reports.terminal import render as render_terminal
from tests.catalogs import law

ROOT = Path(__file__).resolve().parents[1]
CATALOG = law()
REAL = [path.read_bytes() for path in sorted((ROOT / "rulesets").rglob("*.yaml"))]
SCRAPS = [
    b"unclear",
    b"[]",
    b"{}",
    b"$",
    b"-1",
    b"5%",
    b"null",
    b"&a",
    b"*a",
    b"<<: *a",
    b"\t",
    b"\n",
    b": ",
    b"- ",
    b"\xff",
    b"0",
    b"99999999999",
]

EXAMPLES = int(os.environ.get("PITBOSS_EXAMPLES", "40"))
# The same few at every run. Bytes and words cost less than whole documents.
many = settings(max_examples=3 * EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
some = settings(many, max_examples=EXAMPLES)


def answered(data: bytes) -> None:
    """Checking gives an answer that every text renderer can show, and a broken check is no answer."""
    results = check([("x.yaml", data)], date(2024, 7, 1), CATALOG)
    assert results.findings
    assert [f.message for f in results.findings if " broke on this document" in f.message] == []
    lines = data.decode("utf-8", "replace").split("\n")
    context = ReportContext(lambda _: lines, list, lambda: CATALOG, "", show_all=True)
    report = prepare_report(results, context)
    assert "".join(render_terminal(report, context)).endswith("\n")
    assert "".join(render_json(report, context)).startswith("{")


@many
@given(st.binary(max_size=400))
def test_arbitrary_bytes_are_answered(data: bytes) -> None:
    answered(data)


@many
@given(st.text(max_size=300))
def test_arbitrary_text_after_a_real_beginning_is_answered(text: str) -> None:
    answered(
        b"document: game\ntitle: X\njurisdiction: washington\nbank: {by: house}\n" + text.encode("utf-8", "replace")
    )


@some
@given(st.data())
def test_real_documents_that_were_damaged_are_answered(data: st.DataObject) -> None:
    text = bytearray(data.draw(st.sampled_from(REAL)))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text) - 1))
        length = data.draw(st.integers(0, 30))
        text[start : start + length] = data.draw(st.sampled_from(SCRAPS) | st.binary(max_size=4))
    answered(bytes(text))


@some
@given(st.data())
def test_real_documents_with_lines_moved_or_dropped_are_answered(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(REAL)).split(b"\n")
    for _ in range(data.draw(st.integers(1, 3))):
        taken = lines.pop(data.draw(st.integers(0, len(lines) - 1)))
        if data.draw(st.booleans()):
            lines.insert(data.draw(st.integers(0, len(lines))), taken)
    answered(b"\n".join(lines))
