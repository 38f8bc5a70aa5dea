"""Plain data read into structs: every mistake has its way and what would be right."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from msgspec import Struct

from balka.core.reading import Misread, read


class Ring(Struct, frozen=True, forbid_unknown_fields=True, tag="ring", tag_field="shape"):
    radius: int


class Line(Struct, frozen=True, forbid_unknown_fields=True, tag="line", tag_field="shape"):
    ends: tuple[str, str]


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    side: Literal["red", "blue"] = "red"
    shapes: tuple[Ring | Line, ...] = ()
    named: dict[str, int] = {}
    entry: str | tuple[str, ...] = ""
    note: str | None = None


def test_sound_data_are_read() -> None:
    found = read({"title": "a", "shapes": [{"shape": "ring", "radius": 2}], "entry": ["x"]}, Sheet)
    assert found.shapes == (Ring(2),) and found.entry == ("x",)


@pytest.mark.parametrize(
    ("data", "way", "wrong", "instead"),
    [
        ({}, "", "the key title is missing", None),
        ({"titel": "a"}, "titel", "there is no such key", "did you mean title?"),
        ({"title": 3}, "title", "3 is not a text", "put it in quotes"),
        ({"title": "a", "side": "blu"}, "side", "'blu' is not known", "did you mean blue?"),
        ({"title": "a", "side": "x"}, "side", "'x' is not known", "one of red, blue"),
        ({"title": "a", "named": {"two": "2"}}, "named.two", "'2' is not a whole number", None),
        ({"title": "a", "named": [2]}, "named", "[2] is not a table", None),
        ({"title": "a", "entry": 4}, "entry", "4 is not a text or a list", None),
        ({"title": "a", "entry": ["x", 4]}, "entry.1", "4 is not a text", "put it in quotes"),
        ({"title": "a", "note": 4}, "note", "4 is not a text", "put it in quotes"),
        ({"title": "a", "shapes": [{"radius": 2}]}, "shapes.0", "the key shape is missing", "one of ring, line"),
        ({"title": "a", "shapes": [{"shape": "rong"}]}, "shapes.0.shape", "'rong' is not known", "did you mean ring?"),
        ({"title": "a", "shapes": [{"shape": "ring"}]}, "shapes.0", "the key radius is missing", None),
        ({"title": "a", "shapes": [{"shape": "line", "ends": ["x"]}]}, "shapes.0.ends", "1 entries instead of 2", None),
        ([], "", "[] is not a table", "with the keys title, side, shapes, named, entry, note"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_way(data: Any, way: str, wrong: str, instead: str | None) -> None:
    with pytest.raises(Misread) as told:
        read(data, Sheet)
    found = told.value.mistake
    assert (found.way, found.wrong, found.instead) == (way, wrong, instead)
    assert str(found.error("a.toml line 1")).startswith(f"a.toml line 1, {way}: " if way else "a.toml line 1: ")
