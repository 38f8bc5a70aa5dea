"""Plain data read into structs: every mistake has its way and what would be right."""

from __future__ import annotations

import subprocess
import sys
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


AT_ONCE = """
import sys, threading
from msgspec import defstruct
from balka.core.reading import read
sys.setswitchinterval(1e-6)
for n in range(30):
    inner = defstruct(f"Inner{n}", [(f"f{k}", "int | None", 0) for k in range(60)])
    outer = defstruct(f"Outer{n}", [("first", inner), ("others", dict[str, inner])])
    gate = threading.Barrier(6)
    def one():
        gate.wait()
        read({"first": {}, "others": {"a": {}}}, outer)
    threads = [threading.Thread(target=one) for _ in range(6)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
"""


def test_threads_that_read_the_same_type_first_at_the_same_time_do_not_break_the_process() -> None:
    assert subprocess.run([sys.executable, "-c", AT_ONCE], check=False).returncode == 0
