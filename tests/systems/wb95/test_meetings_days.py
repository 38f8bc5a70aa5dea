"""Where rules of a whole day meet: supply, control, rest, air, workshops, mines. [4.3, 8, 10, 17, 18, 22]"""

from __future__ import annotations

import pytest
from msgspec import structs
from tests.systems.wb95.kit import Game, end_phase, on

from balka.core.proof import rule
from balka.systems.wb95.position import Flight
from balka.systems.wb95.rulebook import Minefield
from balka.systems.wb95.strikes import AirMissions
from balka.systems.wb95.supply import lines

WEST = {"edges": {"german": (0,)}}
EVERYWHERE = frozenset(range(64))


def held(game: Game, side: str = "g") -> set[str]:
    return {
        game.state.setting.board.labels[h] for h, letter in enumerate(game.state.position.control) if letter == side
    }


def reached(game: Game, name: str) -> bool:
    return game.unit(name).hex in lines(game.state, "german").costs


def bombed(game: Game, where: str, roll: int) -> Game:
    """A German air attack on a hex."""
    flight = Flight("air-3", "german", "attack", game.state.setting.board.hex(where))
    work = game.work()
    work.push(AirMissions(1, (flight,)))
    return game.after(work).play(dice=[roll])


# -- supply and control


@rule("kursk-4.3.5-a", "kursk-10.2.7-a")
def test_a_relieved_unit_with_a_level_left_takes_the_hexes_around_it() -> None:
    """[supplied is whom a line reaches, ruling Q88; the level still weakens it]"""
    game = on(". a .\n. . .", "supply", a="g inf oos=5", book=WEST)
    assert game.unit("a").supply == 1 and held(game) == {"A01", "B01", "C01", "A02", "B02", "C02"}
    cut = on(". a .\n. . .", "supply", a="g inf oos=1")
    assert held(cut) == {"B01"}


@rule("kursk-17.1.2-a", "kursk-10.2.7-a")
def test_a_relieved_tank_with_a_level_left_may_go_to_the_workshop() -> None:
    units = {"a": "g arm 4 cel=2/1 oos=5"}
    assert on(". a .\n. . .", "supply", **units, book={**WEST, "repairs": 1}).may("repair a")
    assert not on(". a .\n. . .", "supply", **units, book={"repairs": 1}).may("repair a")


@rule("kursk-4.3.2-a", "kursk-6.1.5-a", "kursk-9.1.1-a")
@pytest.mark.parametrize("alone", ["g hq 0", "g art 4"])
def test_guns_and_headquarters_take_the_hex_they_stand_on_and_no_other(alone: str) -> None:
    assert held(on(". a .\n. . .", "supply", a=alone, book=WEST)) == {"B01"}


@rule("kursk-10.1.9-a", "kursk-9.1.1-a", "kursk-6.1.5-a")
def test_headquarters_and_guns_make_a_chain_for_supply_too() -> None:
    picture = "S S S S S S S S\n. . . . . . . ."
    far = {"edges": {"german": (8,)}}
    chain = "S S S S S S S S\nb c d e f g i a"
    links = {name: "g hq 0" if name in "ceg" else "g art 4" for name in "bcdefgi"}
    assert not reached(on(picture.replace(". . . . . . . .", ". . . . . . . a"), a="g inf", book=far), "a")
    assert reached(on(chain, a="g inf", **links, book=far), "a")


@rule("kursk-10.1.10-b", "kursk-9.1.1-a")
@pytest.mark.parametrize("friend", ["g inf", "g hq 0", "g art 4"])
def test_only_a_regular_unit_opens_an_enemy_zone_to_supply(friend: str) -> None:
    game = on("S S S\n. b a\nS x S", a="g inf", b=friend, x="s cav", book={"edges": {"german": (3,)}})
    assert reached(game, "a") == (friend == "g inf")


# -- rest


@rule("kursk-5.6.5-a", "kursk-6.3.1-a")
def test_guns_that_support_a_defence_are_not_at_rest() -> None:
    picture = "a . . .\nx . k ."
    units = {"a": "g inf 4", "x": "s inf 4", "k": "s art 4 disorganised"}
    game = on(picture, "combat", **units).say("attack A02; join a; fight; gun k; stand")
    game.play(dice=[7])
    assert game.unit("k").has("active")
    idle = on(picture, "combat", **units).say("attack A02; join a; fight; stand")
    assert not idle.play(dice=[7]).unit("k").has("active")


@rule("kursk-5.6.5-c", "kursk-5.6.5-b")
def test_who_falls_into_disorder_twice_waits_as_the_last_time_says() -> None:
    """[ruling Q56: bombed in an Air Phase, then struck in a Combat Phase]"""
    game = on("k . x\n. . .", "combat", k="g art 18", x="s inf 4 cel=3")
    work = game.work()
    from balka.systems.wb95.disorder import disorganise

    disorganise(work, ("x",), "german", "air1")
    game.after(work)
    assert game.unit("x").disorganised == "air1"
    game.play("shell C01; gun k; fire", dice=[7])
    assert game.unit("x").disorganised == "combat"


# -- from the air


@rule("kursk-8.2.6-a", "kursk-16.1.3-a")
def test_a_stack_that_was_bombed_lies_open_until_the_phase_ends() -> None:
    game = bombed(on("a . x+y\n. . .", a="g inf", x="s inf", y="s inf"), "C01", 7)
    assert {"x", "y"} <= set(game.seen_by("german"))
    assert not {"x", "y"} & set(end_phase(game).seen_by("german"))


@rule("kursk-8.2.6-a", "kursk-5.1.1-a")
def test_bombs_spare_nobody_who_fought_in_the_combat_phase_before() -> None:
    game = bombed(on("a . x\n. . .", a="g inf", x="s inf cel=2 fought"), "C01", 2)
    assert game.unit("x").cel == 1


@rule("kursk-8.2.6-a", "kursk-17.1.2-c")
@pytest.mark.parametrize("roll", [7, 4])
def test_a_tank_that_was_bombed_is_not_repaired_whatever_the_result(roll: int) -> None:
    game = on(". a . x\n. . . .", a="g arm 4 cel=2/1 repair", x="s inf", book={**WEST, "repairs": 1})
    flight = Flight("air-3", "soviet", "attack", 1)
    work = game.work()
    work.push(AirMissions(1, (flight,)))
    game.after(work).play(dice=[roll])
    assert game.unit("a").has("stirred")


@rule("kursk-8.2.6-a", "kursk-9.1.6-a", "kursk-c1-1.2counters-k")
def test_a_headquarters_bombed_to_death_gives_shifts() -> None:
    game = bombed(on("a . h\n. . .", a="g inf", h="s hq 0"), "C01", 2)
    assert game.gone("h") and game.state.tracks.bounties[0].phases == 2


@rule("kursk-10.2.6-c", "kursk-9.1.6-a")
def test_a_headquarters_that_surrenders_gives_shifts() -> None:
    game = on(". . h\n. . .", "supply", side="soviet", h="s hq 0 oos=9").play(dice=[2])
    assert game.gone("h") and [one.side for one in game.state.tracks.bounties] == ["german"]


# -- workshops, mines, breakdowns


def supply_phase(**units: str) -> Game:
    book = {**WEST, "mines": (Minefield(2, EVERYWHERE),), "last_mines": 7, "zones": {"german": (0,)}}
    return on("a . .\n. . .", "day", **units, book=book)


@rule("kursk-18.1.3-a", "kursk-11.2.3-a")
def test_mines_do_not_reach_who_has_left_the_map() -> None:
    """[ruling: losses fall on units of the front, and a unit off the map is on none]"""
    stays = supply_phase(a="g arm 4 mined").play("end; end; end")
    assert stays.waiting == "chance mines"
    gone = supply_phase(a="g arm 4 mined").play("exit a; end; end; end")
    assert gone.waiting != "chance mines" and gone.unit("a").cel == 2


@rule("kursk-18.1.3-a", "kursk-c21-21.1.1-b")
def test_a_panther_that_passed_the_lines_meets_the_mines_and_then_its_own_die() -> None:
    game = supply_phase(a="g arm 4 cel=3 panther mined").play("end; end; end")
    assert game.waiting == "chance mines"
    game.say(game.state.text(game.state.odds()[1][0]))
    while game.waiting == "german loss":
        game.say("lose a")
    assert game.waiting == "chance breakdown"


@rule("kursk-c21-21.1.2-a", "kursk-11.2.3-a")
def test_a_panther_beside_the_map_does_not_break_down() -> None:
    game = supply_phase(a="g arm 4 cel=2 panther").play("exit a; end; end; end")
    assert game.waiting != "chance breakdown"
    assert supply_phase(a="g arm 4 cel=2 panther").play("end; end; end").waiting == "chance breakdown"


@rule("kursk-10.2.6-a", "kursk-18.1.3-a")
def test_who_surrenders_is_out_of_reach_of_the_mines() -> None:
    book = {"mines": (Minefield(2, EVERYWHERE),), "last_mines": 7}
    game = on("a . .\n. . .", "supply", a="g arm 4 mined oos=9", book=book)
    assert game.waiting == "chance surrender"
    game.play(dice=[2])
    assert game.gone("a") and game.state.over


@rule("kursk-17.1.2-c", "kursk-5.4.1-b")
def test_a_tank_in_the_workshop_that_is_attacked_and_pursues_regains_nothing() -> None:
    picture = """
        . . a . .
        . . x . .
        . . . . .
        . . . . .
    """
    units = {"a": "g arm 8 cel=3/2 repair", "x": "s inf 1 cel=4"}
    game = on(picture, "combat", side="soviet", **units).play("attack C01; join x; fight", dice=[7])
    assert game.unit("a").has("stirred") and game.unit("a").has("disturbed")


@rule("kursk-scP15-loss-a", "kursk-c1-1.2counters-k", "kursk-9.1.6-a")
def test_troops_taken_away_are_not_headquarters() -> None:
    """[a headquarters has no strength to be taken, and its loss would pay the enemy]"""
    game = on("a+h . .\n. . .", "day", a="g inf 4 cel=4", h="g hq 0", book={"attrition": 2})
    assert game.waiting == "german loss" and game.texts() == ["lose a"]


@rule("kursk-scP15-loss-a", "kursk-7.1.5-a")
def test_works_stay_while_somebody_holds_them_and_go_with_the_last() -> None:
    game = on("a . b\n. . .", "day", a="g inf 4 cel=1 dug", b="g inf 4 cel=4", book={"attrition": 1})
    game.play("lose a; end")
    assert not game.state.position.works
    assert structs.asdict(game.state.tracks)["lost"] == {"german": ("a",)}
