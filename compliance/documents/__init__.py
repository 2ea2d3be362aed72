"""Documents: what a card room writes, as exact values.

The models are declared for pydantic. A run of the tool makes them with `quick`, a stand-in that starts at once; what
only pydantic can do is done under `pydantic_models`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

with_pydantic = False

_DECLARED: Final = tuple(
    f"compliance.documents.{name}" for name in ("models", "fields", "blocks", "game", "schedule", "terms")
)


@contextmanager
def pydantic_models() -> Iterator[None]:
    """Inside, models are imported as pydantic's own. What was imported before is back in its place afterwards."""
    global with_pydantic
    package = sys.modules[__name__]
    before = {name: sys.modules.pop(name) for name in _DECLARED if name in sys.modules}
    with_pydantic = True
    try:
        yield
    finally:
        with_pydantic = False
        for name in _DECLARED:
            sys.modules.pop(name, None)
        sys.modules.update(before)
        for name, module in before.items():
            setattr(package, name.rpartition(".")[2], module)
