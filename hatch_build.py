"""Compiles the law into the wheel, so that no installed run reads its sources."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledLaw(BuildHookInterface[Any]):
    """Puts the compiled law beside the package's modules. An editable install compiles it when it is first used."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        try:
            from compliance.engine.compiled_law import NAME, compile_law
        finally:
            sys.path.remove(self.root)
        self._folder = tempfile.TemporaryDirectory()
        compiled = Path(self._folder.name) / NAME
        compiled.write_text(compile_law(), "utf-8")
        build_data["force_include"][str(compiled)] = f"compliance/{NAME}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._folder.cleanup()
