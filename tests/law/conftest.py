"""Before the law is tested: that it can be read."""

from __future__ import annotations

import pytest

from compliance.law.reading import BadCatalogue
from tests.catalogues import law


def pytest_sessionstart(session: pytest.Session) -> None:
    """What is wrong with the catalogue is told once, with its place, and not by every test that needs it."""
    if hasattr(session.config, "workerinput"):
        return
    try:
        law()
    except BadCatalogue as bad:
        pytest.exit(str(bad), returncode=2)
