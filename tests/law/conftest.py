"""Before the law is tested: that it can be read."""

from __future__ import annotations

import pytest

from compliance.law.files import BadCatalog
from tests.catalogs import law


def pytest_sessionstart(session: pytest.Session) -> None:
    """What is wrong with the catalog is told once, with its place, and not by every test that needs it."""
    if hasattr(session.config, "workerinput"):
        return
    try:
        law()
    except BadCatalog as bad:
        pytest.exit(str(bad), returncode=2)
