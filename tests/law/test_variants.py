"""Further variants of the headline requirements: each gives the answer that is argued for it."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from compliance.engine.checking import check
from compliance.law.cases import base_document, changed
from tests import catalogs

LAW = catalogs.law()
VARIANTS: Final = yaml.load((Path(__file__).parent / "variants.yaml").read_text("utf-8"), yaml.CSafeLoader)["variants"]
GRAVEST: Final = ("fail", "review", "pass", "not-applicable")


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: f"{variant['of']}: {variant['because']}")
def test_a_variant_gives_its_answer(variant: dict[str, Any]) -> None:
    text = changed(base_document(variant["base"]), variant["set"], variant.get("remove", ()))
    findings = check([("document.yaml", text.encode())], date(2026, 11, 16), LAW).findings
    given = {finding.status for finding in findings if finding.requirement == variant["of"]}
    # A fee that cannot be read is an error of its own, and nothing passes over it.
    if unreadable := any(finding.status == "error" for finding in findings):
        assert "pass" not in given
    answer = "error" if unreadable else next((status for status in GRAVEST if status in given), "error")
    assert answer in variant["gives"], [finding.message for finding in findings if finding.requirement == variant["of"]]
