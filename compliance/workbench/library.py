"""The example documents that come with Pit Boss."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from compliance.documents.paths import ENDINGS, sort_paths
from compliance.editor.refusal import RefusedRequest

_PACKAGE: Final = Path(__file__).parent.parent


def rulesets_folder() -> Path:
    """Where the examples lie: inside the installed package, or at the root of a checkout."""
    inside = _PACKAGE / "rulesets"
    return inside if inside.is_dir() else _PACKAGE.parent / "rulesets"


def list_examples() -> list[str]:
    """The names of the examples, as they may be called at the workbench."""
    top = str(rulesets_folder())
    found = [os.path.join(folder, name) for folder, _, names in os.walk(top) for name in names]
    return sort_paths(os.path.relpath(path, top).replace(os.sep, "/") for path in found if path.endswith(ENDINGS))


def read_example(name: str) -> bytes:
    """One of them. Raises Refused where there is none of that name."""
    if name not in list_examples():
        raise RefusedRequest(f"There is no example called {name}.", "`library` lists them.")
    return (rulesets_folder() / name).read_bytes()
