"""While a wheel is built: list the rows the tests prove and take the rulings along, since tests and docs stay behind."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def load_proof(root: Path) -> ModuleType:
    """The package's proof module alone: while building, the package's dependencies are not there."""
    spec = importlib.util.spec_from_file_location("balka_proof", root / "src/balka/core/proof.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class ProvenIndex(BuildHookInterface):
    """Puts balka/games/proven.tsv and balka/games/rulings into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the index beside the build and name it as part of the wheel."""
        root = Path(self.root)
        if version == "editable" or not (root / "tests").is_dir():
            return
        proof = load_proof(root)
        index = root / "build" / proof.INDEX_NAME
        index.parent.mkdir(exist_ok=True)
        index.write_text(proof.index_text(proof.claims(root / "tests")), encoding="utf-8")
        build_data["force_include"][str(index)] = f"balka/games/{proof.INDEX_NAME}"
        for ruling in (root / "docs" / "rulings.md", *sorted((root / "docs" / "rulings").glob("*.md"))):
            build_data["force_include"][str(ruling)] = f"balka/games/rulings/{ruling.name}"
