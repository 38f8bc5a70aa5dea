"""Answers are kept with the value they are about: asked once, found again, and never kept on what changes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct, structs

import balka
from balka.core.memo import POSITION, once, remembered
from balka.core.work import Work
from balka.systems.heroes.units import HeroesWork

SOURCE = Path(balka.__file__).parent
HANDED = {"_viewer", "_heard", "_vouched"}  # what a state is given and cannot work out
asked: list[object] = []


class Field(Struct, frozen=True, dict=True):
    """A frozen value with room for what is known of it."""

    width: int


class Game(Struct, frozen=True, dict=True):
    """A game by what the decorator sees of it."""

    position: Field
    turn: int = 0


class Changing:
    """As a Work is: no place to keep anything."""

    __slots__ = ("width",)


@pytest.fixture(autouse=True)
def nothing_asked_yet() -> None:
    asked.clear()


@remembered
def area(field: Field) -> int:
    asked.append(field.width)
    return field.width**2


@remembered
def beyond(field: Field, h: int) -> int | None:
    asked.append(h)
    return None if h < field.width else h - field.width


@remembered
def between(field: Field, a: int, b: int) -> int:
    asked.append((a, b))
    return field.width * (b - a)


@remembered(on=POSITION)
def held(game: Game, side: str) -> str:
    asked.append(side)
    return f"{side} {game.position.width}"


def side_and_turn(game: Game, side: str) -> tuple[str, int]:
    return side, game.turn


@remembered(on=POSITION, by=side_and_turn)
def due(game: Game, side: str) -> str:
    asked.append((side, game.turn))
    return f"{side} {game.turn}"


def test_an_answer_is_worked_out_once_for_a_value() -> None:
    field = Field(3)
    assert [area(field), area(field)] == [9, 9]
    assert asked == [3]


def test_an_equal_value_is_another_value() -> None:
    assert [area(Field(3)), area(Field(3))] == [9, 9]
    assert asked == [3, 3]


def test_answers_are_kept_by_the_other_argument_and_nothing_is_an_answer_too() -> None:
    field = Field(3)
    assert [beyond(field, 1), beyond(field, 5), beyond(field, 1), beyond(field, 5)] == [None, 2, None, 2]
    assert asked == [1, 5]


def test_answers_are_kept_by_all_other_arguments_in_their_order() -> None:
    field = Field(3)
    assert [between(field, 1, 2), between(field, 2, 1), between(field, 1, 2)] == [3, -3, 3]
    assert asked == [(1, 2), (2, 1)]


def test_two_functions_do_not_take_each_others_answers() -> None:
    field = Field(3)
    assert (area(field), beyond(field, 9), between(field, 0, 1)) == (9, 6, 3)


def test_games_with_one_position_share_what_hangs_on_it() -> None:
    game = Game(Field(3))
    later = structs.replace(game, turn=1)
    assert [held(game, "red"), held(later, "red"), held(later, "blue")] == ["red 3", "red 3", "blue 3"]
    assert asked == ["red", "blue"]


def test_what_an_answer_hangs_on_besides_is_part_of_its_key() -> None:
    game = Game(Field(3))
    later = structs.replace(game, turn=1)
    assert [due(game, "red"), due(later, "red"), due(game, "red")] == ["red 0", "red 1", "red 0"]
    assert asked == [("red", 0), ("red", 1)]


def test_a_changed_copy_begins_with_nothing() -> None:
    field = Field(3)
    area(field)
    assert area(structs.replace(field, width=4)) == 16


def test_what_was_kept_is_no_part_of_the_value() -> None:
    field = Field(3)
    area(field)
    assert field == Field(3)


def test_what_changes_keeps_nothing() -> None:
    with pytest.raises(AttributeError):
        area(Changing())


@pytest.mark.parametrize("kind", [Work, HeroesWork])
def test_a_work_has_no_place_to_keep_anything(kind: type[Work]) -> None:
    assert kind.__dictoffset__ == 0


def test_a_remembered_function_keeps_its_name_and_its_words() -> None:
    assert (held.__name__, held.__module__) == ("held", __name__)


def _reaches(module: Path) -> Iterator[ast.Attribute]:
    """Where a module reaches into the dictionary of a value by hand."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr == "__dict__":
            yield node


def test_nobody_else_keeps_anything_on_a_value_by_hand() -> None:
    by_hand = {module.relative_to(SOURCE).as_posix() for module in SOURCE.rglob("*.py") if any(_reaches(module))}
    assert by_hand == {"core/handing.py", "core/memo.py", "core/state.py"}


def test_a_state_has_by_hand_only_what_it_is_given() -> None:
    lines = (SOURCE / "core" / "state.py").read_text(encoding="utf-8").splitlines()
    by_hand = [lines[node.lineno - 1] for node in _reaches(SOURCE / "core" / "state.py")]
    assert {key for line in by_hand for key in re.findall(r'"(_\w+)"', line)} == HANDED
    assert all('"' in line for line in by_hand), by_hand


def _is_moved_to_another_setting(node: ast.AST) -> bool:
    """Whether a copy is made of a state with all that is kept on its position, and another setting."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
        return False
    name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
    return name == "replace" and any(given.arg == "setting" for given in node.keywords)


def test_a_state_goes_on_in_another_setting_only_if_it_is_made_anew() -> None:
    modules = [(module, ast.parse(module.read_text(encoding="utf-8"))) for module in SOURCE.rglob("*.py")]
    assert not [module for module, tree in modules if any(map(_is_moved_to_another_setting, ast.walk(tree)))]


class Square(Struct, frozen=True, dict=True):
    """A value with a property that is dear."""

    side: int

    @once
    def area(self) -> int:
        asked.append(self.side)
        return self.side * self.side


def test_a_property_is_worked_out_once_and_kept_on_its_value():
    asked.clear()
    square = Square(3)
    assert (square.area, square.area, Square(4).area, asked) == (9, 9, 16, [3, 4])
    assert structs.replace(square, side=2).area == 4, "a changed value knows nothing of the old one"
    assert isinstance(Square.area, once)
