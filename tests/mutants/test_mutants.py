"""The breaking of rules itself: every kind is found, and what is put in is really run."""

from __future__ import annotations

import builtins
import importlib.util
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.mutants.__main__ import PLACES, excuses, modules
from tests.mutants.breaking import Mutant, mutants_of, put_in
from tests.mutants.marking import Marks, digests, put_marks
from tests.mutants.reach import Ran, Reach, what_ran
from tests.mutants.running import Draw

RULES = '''
def may_move(unit, spent, side):
    """A docstring with 3 numbers."""
    if unit.pinned:
        return False
    enemy = enemy_of(side)
    return not unit.fired and spent + 1 <= 4 and unit.side != enemy


def enemy_of(side):
    return "red" if side == "blue" else "blue"


class Unit:
    pinned, fired, side = False, False, "blue"

    def reach(self, hexes):
        return min(len(hexes) - 2, 5)


def _reader(need, none):
    def read(total):
        if total == none:
            return None
        return total >= need

    return read


READERS = {need: _reader(need, 0) for need in range(3)}


def _read(text):
    return dict(zip(text, range(2), strict=True)), 7


TABLE = _read("ab")


def checked(unit):
    if unit.side is None:
        raise AssertionError("nobody's unit")
    return unit


def pairs(one, other):
    return list(zip(one, other, strict=True))
'''


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    path = tmp_path / "toy_rules.py"
    path.write_text(RULES)
    spec = importlib.util.spec_from_file_location("toy_rules", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "toy_rules", module)
    spec.loader.exec_module(module)
    return module


def found(rules: ModuleType, kind: str) -> list[Mutant]:
    return [mutant for mutant in mutants_of(Path(str(rules.__file__))) if mutant.kind == kind]


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        (
            "comparison",
            [
                "spent + 1 < 4",
                "unit.side == enemy",
                "side != 'blue'",
                "total != none",
                "total > need",
                "unit.side is not None",
            ],
        ),
        ("dropped not", ["unit.fired"]),
        ("removed guard", ["False", "False"]),
        ("swapped side", ["side"]),
        ("swapped cases", ["'blue' if side == 'blue' else 'red'"]),
        ("turned", ["max(len(hexes) - 2, 5)"]),
        ("sum", ["spent - 1", "len(hexes) + 2"]),
        ("constant", ["True", "2", "5", "3", "6"]),
    ],
)
def test_every_kind_of_break_is_found(rules: ModuleType, kind: str, changes: list[str]) -> None:
    assert [mutant.new for mutant in found(rules, kind)] == changes


def test_a_guard_that_tells_of_a_fault_in_the_program_is_no_rule(rules: ModuleType) -> None:
    assert "checked" not in {mutant.function for mutant in found(rules, "removed guard")}
    assert "checked" in {mutant.function for mutant in found(rules, "comparison")}


def test_a_condition_is_dropped_one_at_a_time(rules: ModuleType) -> None:
    assert len(found(rules, "dropped condition")) == 3


def test_what_is_put_in_is_run_wherever_the_function_is_held(rules: ModuleType) -> None:
    unit, held = rules.Unit(), rules.may_move
    unit.pinned = True
    assert not held(unit, 1, "blue")
    guard, _ = found(rules, "removed guard")
    assert put_in(guard) == 1
    assert held(unit, 1, "blue")


def test_a_method_is_broken_too(rules: ModuleType) -> None:
    (turned,) = found(rules, "turned")
    assert put_in(turned) == 1
    assert rules.Unit().reach([1, 2, 3]) == 5


def test_answers_kept_before_the_break_are_forgotten(rules: ModuleType) -> None:
    kept = cache(rules.enemy_of)
    assert kept("red") == "blue"
    put_in(found(rules, "swapped cases")[0])
    assert kept("red") == "red"


def test_inner_functions_kept_since_their_module_was_loaded_are_broken_too(rules: ModuleType) -> None:
    assert rules.READERS[2](2)
    _, mutant = (one for one in found(rules, "comparison") if one.function == "_reader")
    assert put_in(mutant) == 1 + len(rules.READERS)
    assert not rules.READERS[2](2)
    assert rules.READERS[1](2)


def test_an_inner_function_may_lose_what_it_took_from_outside(rules: ModuleType) -> None:
    (guard,) = (one for one in found(rules, "removed guard") if one.function == "_reader")
    assert rules.READERS[2](0) is None
    assert put_in(guard) == 1 + len(rules.READERS)
    assert rules.READERS[2](0) is False


def test_what_is_read_while_a_module_is_loaded_is_left_alone(rules: ModuleType) -> None:
    names = {mutant.function for mutant in mutants_of(Path(str(rules.__file__)))}
    assert "_reader" in names
    assert "_read" not in names


def test_that_two_lists_are_as_long_as_each_other_is_no_rule(rules: ModuleType) -> None:
    assert "pairs" not in {mutant.function for mutant in mutants_of(Path(str(rules.__file__)))}


def marks_run(rules: ModuleType, run: Callable[[], object]) -> Ran:
    path = str(rules.__file__)
    marks, now = put_marks([path]), digests([path])
    run()
    return what_ran(marks, now)


def reach(rules: ModuleType, *runs: Ran) -> Reach:
    return Reach([(number, 0.1, ran) for number, ran in enumerate(runs)], digests([str(rules.__file__)]))


def reaching(told: Reach, mutant: Mutant) -> list[int]:
    return [test.test for test in told.of(mutant)]


@pytest.fixture
def units(rules: ModuleType) -> tuple[Any, Any]:
    """One who may move, and one who is pinned."""
    unit, pinned = rules.Unit(), rules.Unit()
    pinned.pinned = True
    return unit, pinned


def test_only_a_test_that_runs_the_broken_line_is_tried(rules: ModuleType, units: tuple[Any, Any]) -> None:
    told = reach(rules, *(marks_run(rules, lambda unit=unit: rules.may_move(unit, 1, "blue")) for unit in units))
    (dropped,) = found(rules, "dropped not")
    assert reaching(told, dropped) == [0], "who is pinned is turned away before"
    assert not told.of(found(rules, "turned")[0]), "nobody calls the method"


def test_only_a_test_that_is_turned_away_by_a_guard_notices_that_it_is_gone(
    rules: ModuleType, units: tuple[Any, Any]
) -> None:
    told = reach(rules, *(marks_run(rules, lambda unit=unit: rules.may_move(unit, 1, "blue")) for unit in units))
    guard, _ = found(rules, "removed guard")
    assert reaching(told, guard) == [1]


def test_only_a_test_in_which_a_condition_alone_decides_notices_that_it_is_dropped(rules: ModuleType) -> None:
    ours, theirs, tired = rules.Unit(), rules.Unit(), rules.Unit()
    theirs.side, tired.side, tired.fired = "red", "red", True
    runs = [marks_run(rules, lambda unit=unit: rules.may_move(unit, 1, "blue")) for unit in (ours, theirs, tired)]
    fired, _, side = found(rules, "dropped condition")
    assert reaching(reach(rules, *runs), fired) == [], "who has fired is also on the other side"
    assert reaching(reach(rules, *runs), side) == [1]


def test_only_a_test_in_which_both_are_equal_notices_a_comparison(rules: ModuleType) -> None:
    runs = [marks_run(rules, lambda spent=spent: rules.may_move(rules.Unit(), spent, "blue")) for spent in (2, 3, 4)]
    allowance = found(rules, "comparison")[0]
    assert reaching(reach(rules, *runs), allowance) == [1]


def test_only_a_test_in_which_the_least_is_not_the_greatest_notices_that_they_are_turned(rules: ModuleType) -> None:
    runs = [marks_run(rules, lambda hexes=hexes: rules.Unit().reach(hexes)) for hexes in ("1234567", "123")]
    assert reaching(reach(rules, *runs), found(rules, "turned")[0]) == [1]


@pytest.mark.parametrize(
    ("name", "items", "decides"),
    [
        ("any", (), True),
        ("any", (0, 0), False),
        ("any", (0, 1), True),
        ("any", (1, 0), True),
        ("any", (1, 1), False),
        ("all", (), True),
        ("all", (1, 1), False),
        ("all", (1, 0), True),
        ("all", (0, 1), True),
        ("all", (0, 0), False),
    ],
)
def test_any_and_all_differ_where_not_all_are_alike_or_nobody_is_there(
    name: str, items: tuple[int, ...], decides: bool
) -> None:
    marks = Marks()
    marks.new("somewhere", "0:0")
    marks.wipe()
    assert marks.turned(0, name, iter(items)) == getattr(builtins, name)(items)
    assert bool(list(marks.found())) == decides


def test_rules_with_marks_in_them_say_what_they_say_without(rules: ModuleType, units: tuple[Any, Any]) -> None:
    asked = [(unit, spent, side) for unit in units for spent in (2, 3, 4) for side in ("red", "blue")]
    whole = [rules.may_move(*question) for question in asked]
    put_marks([str(rules.__file__)])
    assert [rules.may_move(*question) for question in asked] == whole
    assert rules.READERS[2](0) is None


def test_of_a_function_that_has_changed_since_all_is_taken_as_run(rules: ModuleType, units: tuple[Any, Any]) -> None:
    ran = marks_run(rules, lambda: rules.may_move(units[1], 1, "blue"))
    (dropped,) = found(rules, "dropped not")
    changed = digests([str(rules.__file__)]) | {dropped.place: "another"}
    assert reaching(Reach([(7, 0.1, ran)], changed), dropped) == [7]


def test_the_quickest_test_comes_first(rules: ModuleType) -> None:
    ran = marks_run(rules, lambda: rules.enemy_of("red"))
    told = Reach([(1, 3.0, ran), (2, 0.5, ran)], digests([str(rules.__file__)]))
    assert reaching(told, found(rules, "swapped cases")[0]) == [2, 1]


def test_a_longer_draw_begins_with_the_shorter(rules: ModuleType) -> None:
    mutants = mutants_of(Path(str(rules.__file__)))
    few, more = Draw(3, 4, "", 1.0).of(mutants), Draw(3, 9, "", 1.0).of(mutants)
    assert more[:4] == few
    assert Draw(4, 9, "", 1.0).of(mutants) != more
    assert {mutant.function for mutant in Draw(3, 99, "enemy_of", 1.0).of(mutants)} == {"enemy_of", "may_move"}


@pytest.mark.parametrize("system", PLACES)
def test_every_system_has_rules_to_break(system: str) -> None:
    names = [path.stem for path in modules(PLACES[system][0])]
    assert len(names) > 20
    assert "scene" not in names


def test_every_excuse_has_a_reason() -> None:
    assert all(why.strip() for why in excuses().values())
