"""Documents of the committed JSON Schema have the same answers, byte by byte, under two hash seeds."""

from __future__ import annotations

import json
from collections import Counter

from compliance.documents.loader import load_document
from tests.fuzz.schema_documents import compare, draw_document


def test_generated_documents_have_the_same_answers_under_two_hash_seeds() -> None:
    assert compare(30, 5) == []


def test_what_is_drawn_is_worth_asking() -> None:
    """A good part of it is read as a document, of every kind."""
    read = [load_document(f"{number}.yaml", draw_document(number)) for number in range(100)]
    kinds = Counter(json.loads(draw_document(number))["document"] for number in range(100))
    assert set(kinds) == {"game", "schedule", "terms"}
    assert sum(one.document is not None for one in read) > 25
