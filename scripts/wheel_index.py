"""While a wheel is built: list what the tests prove and play, take the rulings along; tests and docs stay behind."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def use_sources(root: Path) -> None:
    """Import the package that is being built, whatever copy of it may be installed."""
    sys.path.insert(0, str(root / "src"))


class ProvenIndex(BuildHookInterface):
    """Puts balka/games/proven.tsv, balka/games/played.tsv and balka/games/rulings into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the indexes beside the build and name them as parts of the wheel."""
        root = Path(self.root)
        if version == "editable" or not (root / "tests").is_dir():
            return
        use_sources(root)
        from balka.core import proof
        from balka.games import examples

        self.put(build_data, proof.INDEX_NAME, proof.index_text(proof.claims(root / "tests")))
        self.put(build_data, examples.INDEX_NAME, examples.index_text())
        for ruling in (root / "docs" / "rulings.md", *sorted((root / "docs" / "rulings").glob("*.md"))):
            build_data["force_include"][str(ruling)] = f"balka/games/rulings/{ruling.name}"

    def put(self, build_data: dict[str, Any], name: str, text: str) -> None:
        """A file that is made while building, among the games."""
        path = Path(self.root) / "build" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        build_data["force_include"][str(path)] = f"balka/games/{name}"
