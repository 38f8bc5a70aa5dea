"""Fortifications, engineers, bridges. [12.0-12.1, 15.0-15.2, 16.0-16.1]"""

from __future__ import annotations

import pytest
from msgspec import structs
from tests.systems.famous_divisions.kit import Game, on

from balka.core.proof import rule
from balka.games.grossdeutschland import box
from balka.systems.famous_divisions import losses
from balka.systems.famous_divisions.bridges import Ways, is_bridged
from balka.systems.famous_divisions.engineers import bridge_sites, pontoon_sites
from balka.systems.famous_divisions.fortifications import green_sides
from balka.systems.famous_divisions.movement import is_passable
from balka.systems.famous_divisions.position import Fortification, Pontoon
from balka.systems.famous_divisions.sequence import end_turn
from balka.systems.famous_divisions.strength import Fight, modifier_tally
from balka.systems.famous_divisions.tables import FORTS

ENG = "1k-eng"


def modifiers(game: Game, *attackers: str, target: str = "x") -> dict[str, int]:
    fight = Fight(game.unit(attackers[0]).side, game.hex(target), attackers)
    return {part.label: part.value for part in modifier_tally(game.state, fight).parts}


# -- fortifications in combat [15.0, 15.1]


@pytest.mark.parametrize(("fort", "value"), [("trench", 1), ("minefield", 2), ("dragons-teeth", 3), ("bunker", 4)])
@rule("gd-15.0-a", "gd-15.0-e", "gd-15.0-f", "gd-15.0-g", "gd-15.0-h", "gd-15.0-c")
def test_each_kind_adds_its_modifier_to_the_terrain(fort: str, value: int) -> None:
    game = on("a\nx:H\n", a="1-1rif", x="1k-1gr", forts=[f"{fort} A02 N"])
    assert modifiers(game, "1-1rif") == {"hill": 1, fort.replace("-", " "): value}
    assert set(FORTS) == {"trench", "minefield", "dragons-teeth", "bunker"}


@rule("gd-15.0-i", "gd-15.1-d")
def test_different_kinds_add_up_each_by_its_own_facing() -> None:
    game = on("a\nx\n", a="1-1rif", x="1k-1gr", forts=["trench A02 N", "bunker A02 S", "minefield A02 S"])
    assert modifiers(game, "1-1rif") == {"trench": 1, "minefield": 2}


@rule("gd-15.1-a", "gd-15.1-c")
def test_a_fortification_counts_only_if_all_attack_its_green_hexsides() -> None:
    game = on("a\nx\nb\n", a="1-1rif", b="2-1rif", x="1k-1gr", forts=["trench A02 N", "minefield A02 N"])
    assert modifiers(game, "1-1rif") == {"trench": 1, "minefield": 2}
    assert modifiers(game, "1-1rif", "2-1rif") == {"minefield": 2}
    assert modifiers(game, "2-1rif") == {"minefield": 2}


@rule("gd-15.1-b", "gd-15.1-c")
def test_three_green_hexsides_about_the_facing_six_for_mines() -> None:
    assert green_sides(Fortification("bunker", 0, 0)) == {5, 0, 1}
    assert green_sides(Fortification("minefield", 0, 0)) == {0, 1, 2, 3, 4, 5}


@rule("gd-15.0-j", "gd-15.0-d")
def test_fortifications_outlive_their_garrison() -> None:
    game = on("a\nx\n", a="t34.1-2tk t34.2-2tk hq-2tk", x="hq-1gr", forts=["minefield A02 N"]).activate("2tk")
    game.battle("A02", "t34.1-2tk", "t34.2-2tk").no_chits().play("2d6 =2")
    assert len(game.state.position.forts) == 1
    assert not game.state.position.stack(game.hex("x"))


# -- fortifications and movement [15.2]


@pytest.mark.parametrize(
    ("fort", "costs"),
    [("trench", (2, 2, None)), ("minefield", (3, 7, 7)), ("dragons-teeth", (2, None, None)), ("bunker", (5, 1, 3))],
)
@rule("gd-15.2-a", "gd-15.2-c", "gd-15.2-d", "gd-15.2-e", "gd-15.2-f", "gd-15.2-g")
def test_what_a_fortification_costs_to_enter(fort: str, costs: tuple[int | None, ...]) -> None:
    """Leg of 4, Tracked of 12, Wheeled of 10, into clear ground at 1, 1 and 2."""
    found: list[float | None] = []
    for one, hq in (("1-1rif", "hq-1rif"), ("spw.1-rcn-g", "hq-rcn-g"), ("1k-1gr", "hq-1gr")):
        battalion = box.kinds()[one].battalion
        game = on("a .\n. .\n", a=f"{one} {hq}", forts=[f"{fort} A02 N"]).activate(battalion).play(f"take {one}")
        found.append(game.play("step A02").unit(one).spent / 2 if game.offers("step A02") else None)
    expected = [*costs]
    if fort == "bunker":
        expected[0] = 4  # a walk of one hex is always possible and takes everything
    assert found == expected


@rule("gd-15.2-a")
def test_a_road_does_not_cancel_a_chit_and_the_back_is_open() -> None:
    road = on("a\n.\n", a="1-1rif hq-1rif", forts=["trench A02 N"], roads=["A01-A02 road"]).activate("1rif")
    assert road.play("take 1-1rif", "step A02").unit("1-1rif").spent == 4
    back = on("a\n.\n", a="1-1rif hq-1rif", forts=["trench A02 S"]).activate("1rif")
    assert back.play("take 1-1rif", "step A02").unit("1-1rif").spent == 2


# -- engineers attack and clear [16.0, 16.1]


@rule("gd-16.0-a", "gd-16.0-b")
def test_engineers_halve_each_modifier_by_itself() -> None:
    game = on(
        "a\nx:O\n", a=f"{ENG} 1k-1gr", x="1-1rif", forts=["trench A02 N", "bunker A02 N"], sides=["A01-A02 river"]
    )
    plain = modifiers(game, "1k-1gr")
    halves = list(modifiers(game, "1k-1gr", ENG).values())
    assert list(plain.values()) == [1, 4, 1, 4]
    assert halves == [0, 2, 0, 2], "never half of the sum"


@rule("gd-16.0-c", "gd-18.4-e")
def test_pioneers_are_engineers() -> None:
    assert all(k.is_engineer for k in box.kinds().values() if k.name.startswith("Pioneer"))
    assert not box.kinds()["hq-eng"].is_engineer


def sappers(picture: str = "a\n.\n.\n", **more: object) -> Game:
    facts = {"forts": ["bunker A02 N", "minefield A02 N"], **more}
    return on(picture, a=f"{ENG} 2k-eng hq-eng", **facts).activate("eng")  # type: ignore[arg-type]


@rule("gd-16.1-a", "gd-16.1-b", "gd-16.1-c")
def test_an_engineer_clears_a_hex_for_half_its_allowance() -> None:
    game = sappers()
    assert game.offers(f"clear {ENG} A02")
    game.play(f"clear {ENG} A02")
    assert game.state.position.forts == ()
    assert game.unit(ENG).spent == 10
    assert game.offers(f"take {ENG}"), "and may move on"
    moved = sappers("a\n.\n.\n.\n", forts=["bunker A03 N"]).play(f"take {ENG}", "step A02")
    assert moved.offers(f"clear {ENG} A03")
    far = sappers("a\n.\n.\n.\n.\n.\n", forts=["bunker A06 N"]).play(f"take {ENG}", "to A04", "step A05")
    assert not far.offers(f"clear {ENG} A06"), "eight of ten points are gone"


@rule("gd-16.1-a")
def test_only_engineers_clear() -> None:
    game = on("a\n.\n", a="1k-1gr hq-1gr", forts=["bunker A02 N"]).activate("1gr")
    assert "clear" not in game.verbs()


@rule("gd-16.1-d")
def test_a_pinned_engineer_clears_nothing() -> None:
    game = sappers()
    game.run(lambda work: losses.pin(work, ENG))
    assert not game.offers(f"clear {ENG} A02")


@rule("gd-16.1-f", "gd-16.1-a")
def test_nothing_is_cleared_under_the_enemy() -> None:
    assert not sappers(A02="1-1rif").offers(f"clear {ENG} A02")
    assert not sappers(A03="1-1rif").offers(f"clear {ENG} A02")


@rule("gd-16.1-e")
def test_clearing_and_fighting_exclude_each_other() -> None:
    game = sappers("a .\n. x\n", x="1-1rif", forts=["bunker A01 N"])
    facts = game.choices()
    assert f"clear {ENG} A01" not in facts, "the hex is in an enemy zone"
    quiet = sappers("a .\n. x\n. .\n", x="hq-1rif", forts=["bunker A02 N"]).play(f"clear {ENG} A02", "fight")
    assert quiet.play("attack B02").choices() == ["join 2k-eng"]


# -- demolition [12.0]

BRIDGE = ["A01-A02 river", "A01-A02 bridge"]


@rule("gd-12.0-a", "gd-12.0-c", "gd-12.0-d", "gd-12.0-e", "gd-12.0-f")
def test_a_bridge_is_blown_on_anything_but_a_one() -> None:
    for face in range(1, 7):
        game = on("a\n.\n", a=f"{ENG} hq-eng", sides=BRIDGE, weather="Snowy", turn="Evening").activate("eng")
        game.play(f"blow {ENG} A01/A02", f"d6 {face}")
        assert is_bridged(game.state, 0, 1) is (face == 1)
        assert not game.offers(f"blow {ENG} A01/A02"), "one die an activation"


@rule("gd-12.0-a")
def test_no_demolition_in_an_enemy_zone_nor_by_others() -> None:
    assert "blow" not in on("a\n.\nx\n", a=f"{ENG} hq-eng", x="1-1rif", sides=BRIDGE).activate("eng").verbs()
    assert "blow" not in on("a\n.\n", a="1k-1gr hq-1gr", sides=BRIDGE).activate("1gr").verbs()
    assert "blow" not in on(".\n.\na\n", a=f"{ENG} hq-eng", sides=BRIDGE).activate("eng").verbs()


@rule("gd-12.0-c")
def test_demolition_at_any_moment_of_the_activation() -> None:
    game = on("a\n.\n", a=f"{ENG} hq-eng", sides=BRIDGE).activate("eng").play("fight")
    assert game.offers(f"blow {ENG} A01/A02")


@rule("gd-2.6-a")
def test_a_blown_bridge_is_marked_and_closed() -> None:
    game = on("a\n.\n", a=f"{ENG} hq-eng", sides=BRIDGE).activate("eng").play(f"blow {ENG} A01/A02", "d6 2")
    assert game.state.position.blown == ((0, 1),)
    assert not is_passable(game.state, game.unit(ENG), 0, 1)
    assert any(layer.kind == "blown" for layer in game.state.setting.system.scene(game.state, "german").layers)


@rule("gd-12.0-c")
def test_one_die_an_activation_whatever_bridges_are_near() -> None:
    """Ruling Q-demolition-once."""
    sides = [f"A01-A02 {kind}" for kind in ("river", "bridge")] + [f"A02-A03 {kind}" for kind in ("river", "bridge")]
    game = on(".\na\n.\n", a=f"{ENG} 2k-eng hq-eng", sides=sides).activate("eng")
    assert game.offers(f"blow {ENG} A01/A02", f"blow {ENG} A02/A03", "blow 2k-eng A02/A03")
    game.play(f"blow {ENG} A01/A02", "d6 1")
    assert "blow" not in game.verbs(), "by nobody, at nothing"
    assert "blow" not in game.play("fight").verbs()
    game.play("done").run(end_turn)
    assert game.activate("eng").offers(f"blow {ENG} A02/A03")


# -- pontoons [12.1]

RIVER = ["A01-A02 river"]


def building(picture: str = "a\n.\n.\n", **more: object) -> Game:
    return on(picture, a=f"{ENG} hq-eng", sides=RIVER, **more).activate("eng")  # type: ignore[arg-type]


@rule("gd-12.1-a", "gd-12.1-b", "gd-3.5-b", "gd-2.6-b")
def test_a_pontoon_is_begun_now_and_carries_at_the_end_of_the_turn() -> None:
    game = building().play(f"bridge {ENG} A01/A02")
    assert game.state.position.pontoons == (Pontoon(0, 1, "german"),)
    assert not is_bridged(game.state, 0, 1)
    game.play("fight", "done").run(end_turn)
    assert is_bridged(game.state, 0, 1)
    assert is_passable(game.state, game.unit(ENG), 0, 1)


@rule("gd-12.1-a")
def test_no_pontoon_in_an_enemy_zone() -> None:
    assert "bridge" not in building("a\n.\nx\n", x="1-1rif").verbs()


@pytest.mark.parametrize(
    ("weather", "allowed"), [("Sunny", True), ("Rainy", True), ("Stormy", False), ("Snowy", False)]
)
@rule("gd-12.1-g")
def test_no_pontoon_in_storm_or_snow(weather: str, *, allowed: bool) -> None:
    assert ("bridge" in building(weather=weather).verbs()) is allowed


@rule("gd-12.1-c")
def test_a_pinned_engineer_builds_nothing() -> None:
    game = building()
    game.run(lambda work: losses.pin(work, ENG))
    assert "bridge" not in game.verbs()


@rule("gd-12.1-d", "gd-12.1-e")
def test_an_enemy_coming_up_undoes_an_unfinished_pontoon() -> None:
    game = building("a\n.\n.\n.\n", A04="1-1rif hq-1rif").play(f"bridge {ENG} A01/A02", "fight", "done")
    game.activate("1rif").play("take 1-1rif", "to A03")
    assert game.state.position.pontoons, "two hexes away"
    game.play("step A02")
    assert game.state.position.pontoons == ()


@rule("gd-12.1-d")
def test_an_enemy_that_stood_there_before_does_not_undo_a_pontoon() -> None:
    """An HQ beside the site has no zone of control."""
    game = on("a .\n. x\n. .\n", a=f"{ENG} hq-eng", x="hq-1rif 1-1rif", sides=RIVER)
    game.set("1-1rif", hex=game.hex("B03")).activate("eng")
    assert "bridge" not in game.verbs(), "the rifles' zone covers the far bank"
    game.set("1-1rif", hex=-1, status="lost").play(f"bridge {ENG} A01/A02")
    assert game.state.position.pontoons, "nobody has moved"
    game.play("fight", "done").activate("1rif").play("pass").run(end_turn)
    assert is_bridged(game.state, game.hex("A01"), game.hex("A02"))


@rule("gd-12.1-d")
def test_an_enemy_that_passes_by_undoes_a_pontoon() -> None:
    game = on("a .\n. .\n. x\n. .\n", a=f"{ENG} hq-eng", sides=RIVER, B04="hq-1rif").activate("eng")
    game.play(f"bridge {ENG} A01/A02", "fight", "done").activate("1rif").play("take hq-1rif", "to B02")
    assert game.state.position.pontoons == ()


@rule("gd-12.1-a", "gd-10.0-a", "gd-16.1-b")
def test_who_begins_a_pontoon_may_still_clear_and_attack() -> None:
    game = on("a\n.\n.\n.\n", A02=f"{ENG} hq-eng", A04="1-1rif", sides=RIVER, forts=["trench A01 N"]).activate("eng")
    game.play(f"bridge {ENG} A01/A02")
    assert game.offers(f"clear {ENG} A01")
    assert "bridge" not in game.verbs(), "one a turn"
    game.play(f"take {ENG}", "step A03", "halt", "fight")
    assert game.offers("attack A04")


@rule("gd-12.1-a", "gd-16.1-e")
def test_who_clears_may_still_begin_a_pontoon_but_not_fight() -> None:
    game = on("a\n.\n.\n.\n", A02=f"{ENG} hq-eng", A04="1-1rif", sides=RIVER, forts=["trench A01 N"]).activate("eng")
    game.play(f"clear {ENG} A01")
    assert game.offers(f"bridge {ENG} A01/A02")
    assert not game.play(f"take {ENG}", "step A03", "halt", "fight").offers("attack A04")


@rule("gd-1.1-a", "gd-12.1-b")
def test_who_begins_a_pontoon_is_named_only_to_those_who_may_look() -> None:
    def said(foe: str) -> list[str]:
        game = on("a\n" + ".\n" * 14, a=f"{ENG} hq-eng", sides=RIVER, **{foe: "hq-1rif"}).activate("eng")
        step = game.state.apply(f"bridge {ENG} A01/A02")
        public = [told.event if told.to is None else told.shadow for told in step.events]
        return [event.say(game.state.setting) for event in public if event is not None]

    assert said("A15") == ["A German unit in A01 begins a pontoon bridge at A01/A02."]
    assert said("A08") == ["1K Eng begins a pontoon bridge at A01/A02."]


@rule("gd-9.1-a", "gd-12.1-f")
def test_every_hex_of_a_wide_river_needs_its_own_pontoon() -> None:
    def crossing(*built: int) -> Game:
        game = on("a\n~\n~\n~\n.\n", a="5k-2gr hq-2gr")
        done = tuple(Pontoon(h, h, "german", complete=True) for h in built)
        game.run(lambda work: setattr(work, "position", structs.replace(work.position, pontoons=done)))
        return game.activate("2gr").play("take 5k-2gr") if built else game.activate("2gr")

    assert not crossing(1, 3).offers("to A05")
    assert not crossing(1).offers("to A03"), "open water"
    assert crossing(1).offers("to A02")
    assert crossing(1, 2, 3).offers("to A05")
    assert bridge_sites(crossing(1, 3).state, 0) == [(1, 1)]
    assert bridge_sites(crossing(2).set("5k-2gr", hex=1).state, 0) == [], "no bridge stands there"


@rule("gd-12.0-g")
def test_a_pontoon_is_blown_like_a_bridge() -> None:
    game = building().play(f"bridge {ENG} A01/A02", "fight", "done").run(end_turn).activate("eng")
    game.play(f"blow {ENG} A01/A02", "d6 4")
    assert game.state.position.pontoons == ()


@rule("gd-12.1-f")
def test_pontoons_are_chained_over_a_wide_river() -> None:
    game = on("a\n=\n~\n.\n", a=f"{ENG} hq-eng")
    assert pontoon_sites(game.state, 0) == [(1, 1)]
    assert pontoon_sites(game.state, 1) == [], "a major river hex needs a finished neighbour"
    game.activate("eng").play(f"bridge {ENG} A02/A02", "fight", "done").run(end_turn)
    assert (2, 2) in pontoon_sites(game.state, 1)
    assert is_passable(game.state, game.unit(ENG), 0, 1)


# -- clearing and fighting [16.1]


@rule("gd-16.1-b", "gd-9.6-f")
def test_a_debarked_engineer_clears_for_half_of_its_four_points() -> None:
    game = on("a\nb\n.\n", a="pioneer-1gr hq-1gr", forts=["trench A02 N"]).set("pioneer-1gr", debarked=True)
    game.activate("1gr").play("clear pioneer-1gr A02")
    assert game.unit("pioneer-1gr").spent == 4
    assert game.state.position.forts == ()


@rule("gd-16.1-e")
def test_an_engineer_that_was_attacked_does_not_clear_that_turn() -> None:
    game = on("a\nb\n.\n", a="t34.1-2tk hq-2tk", b="pioneer-1gr 1k-1gr hq-1gr", forts=["trench A03 N"])
    assert game.activate("1gr").offers("clear pioneer-1gr A03")
    game.play("pass").activate("2tk").battle("A02", "t34.1-2tk").no_chits().play("2d6 =7", "done")
    assert not game.activate("1gr").offers("clear pioneer-1gr A03")
    assert game.play("pass").run(end_turn).activate("1gr").offers("clear pioneer-1gr A03")


@rule("gd-16.1-e")
def test_an_engineer_that_cleared_fires_neither_in_its_activation_nor_at_who_comes_up() -> None:
    game = on("a\n.\n.\nx\n", a="brumbr-eng hq-eng", x="t34.1-2tk hq-2tk", forts=["trench A02 N"]).activate("eng")
    game.play("clear brumbr-eng A02", "fight")
    assert "fire" not in game.verbs()
    game.play("done").activate("2tk").play("take t34.1-2tk", "step A03")
    assert not game.offers("fire brumbr-eng A03")
    idle = on("a\n.\n.\nx\n", a="brumbr-eng hq-eng", x="t34.1-2tk hq-2tk").activate("2tk")
    assert idle.play("take t34.1-2tk", "step A03").offers("fire brumbr-eng A03")


def test_what_is_known_of_bridges_may_grow_while_it_is_taken_over() -> None:
    known = Ways(zone={1: (2,), 3: (4,)}, rows={"foot": {1: ()}})

    class Elsewhere(int):
        """Another table, which works out a further hex each time one is looked at."""

        def __rshift__(self, hexagon: int) -> int:
            known.zone[len(known.zone) + 10] = ()
            known.rows[len(known.rows)] = {}
            return int(self) >> hexagon

    taken = known.far_from(Elsewhere(1 << 3))
    assert taken.zone[1] == (2,) and 3 not in taken.zone and taken.rows["foot"] == {1: ()}
