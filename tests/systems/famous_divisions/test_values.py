"""The figures of a counter as they are now, against what the rules make of them in play. [2.3, 5.3, 9.1, 10.1, 11.3]"""

from __future__ import annotations

import pytest
from tests.systems.famous_divisions.kit import Game, on

from balka.core.errors import BalkaError
from balka.core.proof import rule
from balka.core.values import Value
from balka.systems.famous_divisions.model import kind
from balka.systems.famous_divisions.strength import Fight, attack_strength, defence_strength, modifier_tally

PAIR = "a\nx\n"


def values(game: Game, unit: str, seat: str = "german") -> dict[str, Value]:
    view = game.state.view(seat)
    return {value.key: value for value in view.setting.system.values(view, seat, unit)}


def figures(game: Game, unit: str) -> tuple[int, int, int]:
    found = values(game, unit, game.unit(unit).side)
    return tuple(found[key].tally.value for key in ("attack", "defence", "movement"))  # type: ignore[return-value]


def test_an_untroubled_unit_has_its_printed_figures():
    game = on(PAIR, a="1k-1gr hq-1gr", x="1-1rif", weather="Sunny")
    full = kind(game.state, "1k-1gr").full
    assert figures(game, "1k-1gr") == (full.attack, full.defence, full.movement)


@rule("gd-5.3-d", "gd-5.3-e", "gd-5.3-f")
@pytest.mark.parametrize("hungry", [0, 1, 2])
def test_hunger_takes_from_strengths_as_in_a_fight(hungry: int):
    game = on(PAIR, a="1k-1gr", x="1-1rif", weather="Sunny").set("1k-1gr", hungry=hungry)
    found, unit = values(game, "1k-1gr"), game.unit("1k-1gr")
    assert found["attack"].tally.value == attack_strength(game.state, unit)
    assert found["defence"].tally.value == defence_strength(game.state, unit)
    assert len(found["attack"].tally.parts) == (2 if hungry else 1)


@rule("gd-2.3-c", "gd-2.3-d")
def test_a_depleted_unit_tells_both_sides_of_its_counter():
    game = on(PAIR, a="1k-1gr!", x="1-1rif", weather="Sunny")
    attack, printed = values(game, "1k-1gr")["attack"], kind(game.state, "1k-1gr")
    assert printed.depleted is not None
    assert (attack.printed, attack.tally.value) == (printed.full.attack, printed.depleted.attack)


@rule("gd-14.1-d")
def test_rain_halves_movement_and_helps_whoever_is_attacked():
    game = on(PAIR, a="1k-1gr", x="1-1rif", weather="Rainy")
    full = kind(game.state, "1k-1gr").full
    assert figures(game, "1k-1gr")[2] == -(-full.movement // 2)
    assert values(game, "1k-1gr")["cover"].to_wire("gd").now == "+1"


@rule("gd-13.1-b", "gd-11.3-h", "gd-13.2-b")
def test_evening_and_night_count_for_everybody():
    evening = values(on(PAIR, a="1k-1gr", x="1-1rif", turn="Evening"), "1k-1gr")
    assert evening["cover"].to_wire("gd").now == "+1"
    assert [(one.part.value, one.part.rule) for one in evening["under_fire"].sometimes] == [(-1, "gd-11.3-h")]
    night = values(on(PAIR, a="1k-1gr", x="1-1rif", turn="Night"), "1k-1gr")["movement"]
    assert night.printed is not None and night.tally.value == -(-night.printed // 2)


@rule("gd-15.0-a", "gd-15.1-a")
def test_fortifications_count_from_the_sides_they_face_as_in_an_attack():
    game = on("b\na\nx\n", a="1k-1gr", x="1-1rif", b="2-1rif", forts=["trench A02 N"], weather="Sunny")
    cover = values(game, "1k-1gr")["cover"]
    assert [(one.part.label, one.where) for one in cover.sometimes] == [
        ("trench", "from A01")
    ] and not cover.tally.parts
    from_north = modifier_tally(game.state, Fight("soviet", game.hex("a"), ("2-1rif",)))
    assert from_north.parts == tuple(one.part for one in cover.sometimes)


@rule("gd-10.1-e", "gd-11.3-o")
def test_a_pinned_unit_says_what_it_may_not_do():
    found = values(on(PAIR, a="1k-1gr", x="1-1rif").set("1k-1gr", pinned=True), "1k-1gr")
    assert {key: value.barred.rule for key, value in found.items() if value.barred} == {
        "attack": "gd-10.1-e", "movement": "gd-11.3-o"}  # fmt: skip


@rule("gd-11.3-c", "gd-5.3-h")
def test_guns_say_when_there_is_no_direct_fire():
    name = "t34.1-2tk"
    day = on(PAIR, a="1k-1gr", x=name, weather="Sunny")
    assert values(day, name, "soviet")["range"].barred is None
    hungry = day.set(name, hungry=2)
    assert values(hungry, name, "soviet")["range"].barred.rule == "gd-5.3-h"  # type: ignore[union-attr]


def test_points_spent_are_told():
    game = on(PAIR, a="1k-1gr", x="1-1rif", weather="Sunny").set("1k-1gr", spent=3)
    assert values(game, "1k-1gr")["movement"].note.startswith("1 1/2 spent, ")


def test_of_an_unseen_stack_nothing_is_told():
    game = on("a W W W x\n", a="1k-1gr", x="1-1rif")
    view = game.state.view("german")
    nameless = [one for one in view.position.units if one.startswith("?")]
    assert all(values(game, one) == {} for one in nameless)
    with pytest.raises(BalkaError, match="to be seen"):
        values(game, "nobody")
