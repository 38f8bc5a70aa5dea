"""The types the browser is compiled against are those of what it is sent."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from balka.server import types

FILE = Path(__file__).parents[2] / "web" / "src" / "wire.ts"


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part."""

    kind: Literal["hex", "tray"]
    names: list[str | int]
    to: str | None = None


class Whole(msgspec.Struct, frozen=True, tag_field="type", tag="whole"):
    part: Part | None
    pairs: dict[str, tuple[str, int]] = {}


def test_the_types_of_the_browser_are_written_from_the_structs():
    assert FILE.read_text() == types.written(), "python -m balka.server.types web/src/wire.ts writes them"


def test_what_may_be_missing_is_optional_and_what_may_be_nothing_is_null():
    part, whole = msgspec.inspect.multi_type_info([Part, Whole])
    assert types._interface("Part", part, None) == (  # type: ignore[arg-type]
        '/** A part. */\nexport interface Part {\n  kind: "hex" | "tray";\n'
        "  names: (string | number)[];\n  to?: string;\n}\n"
    )
    assert types._interface("Whole", whole, None) == (  # type: ignore[arg-type]
        'export interface Whole {\n  type: "whole";\n  part: Part | null;\n'
        "  pairs: Record<string, [string, number]>;\n}\n"
    )
