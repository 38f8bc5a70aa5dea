"""Where rules meet at odd moments: duties that lapse, room on the way back, stars in the air, entry by road.

[4, 5, 7, 10, 11, 15, 19, 21]
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from tests.systems.wb95.kit import Game, end_phase, on

from balka.core.dice import dice
from balka.core.proof import rule
from balka.systems.wb95.audit.recount import recount
from balka.systems.wb95.catalogue import COLUMNS
from balka.systems.wb95.position import Flight, put
from balka.systems.wb95.rulebook import Arrival
from balka.systems.wb95.show.values import values

PASSAGE = """
    . . b . .
    . . h . .
    . . x . .
    . . a . .
"""
GO = "attack C03; join a; fight"


def fought(game: Game, said: str, roll: int) -> Game:
    """A battle in which the defender adds nothing."""
    game.say(said)
    while game.waiting.endswith("battle.defence"):
        game.say("stand")
    return game.play(dice=[roll])


def rolled(game: Game, total: int) -> None:
    """The dice fall, and nothing that follows is done, forced or not."""
    roll: Any = game.state.stack[-1]
    game.state = game.state.apply(dice(roll.dice).of(total)).state


# -- duties


BESIDE_GUNS = """
    . . . . . .
    . . . . . .
    . a x . . .
    k . b . . .
    . . . . . .
"""


@rule("kursk-5.1.3-a", "kursk-5.1.7-a", "kursk-6.1.5-a")
def test_whoever_stands_in_no_enemy_zone_any_more_need_not_attack() -> None:
    units = {"a": "g inf 8", "b": "g arm 16", "x": "s inf 4 cel=2", "k": "s art 5/3"}
    game = fought(on(BESIDE_GUNS, "combat", **units), "attack C03; join b; fight", 6)
    game.say("go x D02>E02; end").play(dice=[2])
    assert game.waiting == "german combat.phase"
    assert game.may("end") and game.may("attack A04"), "guns have no zone: they may be attacked and need not be"


@rule("kursk-5.1.3-a", "kursk-5.1.7-a")
def test_whoever_is_still_in_an_enemy_zone_must_attack_though_that_enemy_has_fought() -> None:
    units = {"a": "g inf 8", "b": "g arm 16", "x": "s inf 4 cel=3", "k": "s art 5/3"}
    game = fought(on(BESIDE_GUNS, "combat", **units), "attack C03; join b; fight", 6)
    game.play("stand")
    assert game.at("x") == "C03"
    assert game.rule("end") == "kursk-5.1.3-a" and game.may("attack A04")


# -- the way back


@rule("kursk-5.3.4-b", "kursk-5.3.6-a", "kursk-3.2.1-a")
@pytest.mark.parametrize(("there", "room"), [(6, True), (7, False)])
def test_room_at_the_end_of_a_retreat_is_asked_for_what_arrives(there: int, room: bool) -> None:
    units = {"a": "g arm 8", "b": "g inf 1", "x": "s inf 4 cel=3", "h": f"s inf 4 cel={there}"}
    game = on(PASSAGE, "combat", **units).play(GO, dice=[7])
    assert game.may("go x C02") == room
    if room:
        game.say("go x C02")
        assert game.unit("x").cel == 2, "three set out, one is lost on the way, eight stand there"


@rule("kursk-5.3.6-a", "kursk-3.2.1-a")
def test_nobody_who_loses_nothing_on_the_way_finds_more_room() -> None:
    units = {"a": "g arm 8", "x": "s inf 4 cel=3", "h": "s inf 4 cel=6"}
    game = on(PASSAGE.replace("b", "."), "combat", **units).play(GO, dice=[7])
    assert not game.may("go x C02")


@rule("kursk-c5-5.3.7-a", "kursk-c15rg-15.2.1-a")
def test_a_resilience_group_pays_for_the_hexes_it_cannot_walk() -> None:
    picture = "\n".join((". . . . .", ". . . . .", ". . x+r . .", ". . a . .", ". . . . ."))
    game = on(picture, "combat", a="g arm 20", x="s inf 4 cel=3", r="s rg 1 cel=3").play(GO, dice=[7])
    game.say("go x C02>C01").play()
    assert game.unit("r").cel == 1 and game.unit("x").cel == 3, "D2: two hexes not walked"


@rule("kursk-7.1.6-a", "kursk-5.3.1-a")
def test_works_go_when_an_enemy_passes_them_on_his_way_back() -> None:
    picture = """
        . . . . . .
        . . . . . .
        . . y . . .
        . . b . . .
        . a x . . .
        . . . . . .
        . . . . . .
    """
    units = {"a": "g arm 16", "b": "g inf 4", "y": "s arm 8", "x": "s inf 4 dug"}
    game = fought(on(picture, "combat", **units), "attack C05; join a; fight", 6)
    game.say("go x D05>E06; end").play(dice=[2])
    fought(game, "attack C03; join b; fight", 10)
    game.say("go b C05>C06; follow y C04>C05").play(dice=[2])
    end_phase(game)
    assert game.at("y") == "C05" and not game.state.position.works


# -- stars


FIELD = """
    . . . .
    . x . .
    . a . .
    . . . .
"""


def under_aircraft(words: str, flight: str) -> Game:
    """An attack with aircraft over it; the defender uses his star."""
    game = on(FIELD, "combat", a="g inf 8", x=words)
    work = game.work()
    work.position = structs.replace(work.position, air=(Flight(flight, "german", "support", 5),))
    game.after(work).say(f"attack B02; join a; air {flight}; fight")
    return game.say("star x; stand")


@rule("kursk-c20-21.1.1-b", "kursk-15.1.2-d")
@pytest.mark.parametrize(
    ("star", "flight", "column"),
    [("black", "air-1", "4:1"), ("black", "air-3", "2:1"), ("blue", "air-1", "3:1")],
)
def test_a_white_star_in_the_air_puts_out_a_black_one_on_the_ground(star: str, flight: str, column: str) -> None:
    game = under_aircraft(f"s arm 4 star={star}", flight)
    roll = game.state.stack[-1]
    assert COLUMNS[roll.check.need] == column  # type: ignore[attr-defined]
    assert recount(game.state, roll) == roll.check.need  # type: ignore[arg-type, attr-defined]


@rule("kursk-c20-21.1.1-b", "kursk-15.1.2-f")
def test_a_white_star_in_the_air_puts_out_nothing_where_no_vehicle_is_attacked() -> None:
    game = under_aircraft("s inf 4 star=black", "air-1")
    assert COLUMNS[game.state.stack[-1].check.need] == "2:1"  # type: ignore[attr-defined]


# -- entry


def coming(*lines: str, **more: str) -> Game:
    book = {"zones": {"german": (1,)}, "arrivals": {"u": Arrival("u", 1, (1,), "u")}}
    return on(". . . . . . . .", "move", *lines, off={"u": "g inf 4 mp=4", **more}, book=book)


SECONDARY = ("secondary B01 C01", "secondary C01 D01", "secondary D01 E01", "secondary E01 F01")


@rule("kursk-c11-11.1.3-a", "kursk-ter-sec-b")
@pytest.mark.parametrize(("first", "further"), [("secondary A01 B01", True), ("main A01 B01", False)])
def test_who_comes_by_main_road_has_no_hex_more_on_the_secondary_road_after_it(first: str, further: bool) -> None:
    game = coming(first, *SECONDARY).say("enter u B01; take u")
    assert game.may("to E01") and game.may("to F01") == further


@rule("kursk-10.2.3-a", "kursk-11.2.3-b", "kursk-10.2.2-a")
def test_a_unit_that_comes_back_out_of_supply_may_buy_all_its_points() -> None:
    game = on("...".replace(".", ". ") + ".", "move", off={"u": "g inf 4 mp=4 oos=1"}, book={"zones": {"german": (0,)}})
    work = game.work()
    put(work, structs.replace(game.unit("u"), entry_zone=0, due=1))
    game.after(work)
    assert not on(". .", "move", off={"u": "g inf 4 oos=1"}).texts("push"), "nobody buys before he may come"
    poor = Game(game.state).say("enter u A01")
    assert poor.left("u") == 1
    game.say("push u; enter u A01")
    assert game.left("u") == 3 and game.unit("u").supply == 2


# -- figures


@rule("kursk-c19-19.1.2-a", "kursk-5.1.1-a")
def test_the_cover_of_a_line_is_not_less_for_a_fight_that_is_over() -> None:
    shown = [
        [part.part.value for cover in values(game.state.view("soviet"), "x") for part in cover.sometimes]
        for words in ("s inf 6", "s inf 6 fought")
        for game in (on(FIELD.replace("a", "."), "move", "fortified B02 B03", x=words, side="soviet"),)
    ]
    assert shown[0] == shown[1]


@rule("kursk-7.2.6-a", "kursk-c5-5.3.7-a")
@pytest.mark.parametrize(("roll", "paid"), [(6, 0), (2, 1)])
def test_in_a_fixed_position_the_quote_of_standing_says_what_is_paid(roll: int, paid: int) -> None:
    game = on(FIELD, "combat", "fixed B02 B03", a="g arm 30", x="s inf 4 cel=5")
    fought(game, "attack B02; join a; fight", roll)
    warns = game.state.quote("stand").warns
    before = game.unit("x").cel
    game.play("stand")
    assert before - game.unit("x").cel == paid
    assert warns == ((f"{paid} CEL to be paid by those who stay",) if paid else ())


# -- a star named too early


@rule("kursk-15.1.2-c", "kursk-15.1.7-a", "kursk-5.1.4-a")
@pytest.mark.parametrize(("dug", "bound"), [("dug", False), ("", True)])
def test_a_star_that_does_not_work_against_a_hex_added_later_is_not_used_and_binds_nobody(
    dug: str, bound: bool
) -> None:
    picture = "\n".join((". . . . .", ". x . . .", ". a+b y . .", ". . . . ."))
    units = {"a": "g arm 16 star=black", "b": "g inf 4", "x": "s inf 2", "y": f"s inf 2 {dug}"}
    game = on(picture, "combat", **units).say("attack B02; join B03; star a; also C03")
    game.say("fight")
    rolled(game, 11)
    assert game.waiting == "german loss" and game.may("lose a")
    assert game.may("lose b") == (not bound)


@rule("kursk-15.1.2-f", "kursk-15.1.7-a", "kursk-16.1.4-a")
@pytest.mark.parametrize(("moves", "bound"), [("trucked", False), ("mechanized", True)])
def test_a_white_star_named_against_troops_who_turn_out_to_have_no_vehicles_binds_nobody(
    moves: str, bound: bool
) -> None:
    units = {"a": "g ag 12 star=white", "b": "g inf 4", "x": f"s mot 4 moves={moves}"}
    other = {"y": "s mot 4 moves=mechanized"}
    game = on(FIELD.replace("a", "a+b"), "combat", off=other, **units).say("attack B02; join B03")
    assert game.may("star a"), "only the kind of a neighbour is told"
    rolled(game.say("star a; fight"), 11)
    assert game.waiting == "german loss" and game.may("lose b") == (not bound)


# -- guns on their own tracks


@rule("kursk-c1-1.2counters-i", "kursk-6.1.7-a", "kursk-9.1.5-a")
@pytest.mark.parametrize("alone", ["s art 3", "s hq 0"])
def test_guns_on_tracks_overrun_what_stands_alone_as_regular_units_do(alone: str) -> None:
    game = on("k . .\na . .", "move", a="g art 6/4 selfpropelled", k=alone).say("take a; to A01")
    assert game.gone("k") and game.at("a") == "A01"
    towed = on("k . .\na . .", "move", a="g art 6/4 transport", k=alone).say("take a")
    assert not towed.may("to A01")


@rule("kursk-c1-1.2counters-i", "kursk-6.6.1-a")
def test_guns_on_tracks_are_an_escort_to_towed_guns() -> None:
    units = {"a": "g inf 8", "x": "s art 5/3", "s": "s art 6/4 selfpropelled"}
    game = on(FIELD.replace("x", "x+s"), "combat", **units).say("attack B02; join a; fight")
    roll = game.state.stack[-1]
    assert roll.check.tallies[1].value == 7  # type: ignore[attr-defined]
    assert recount(game.state, roll) == roll.check.need  # type: ignore[arg-type, attr-defined]


@rule("kursk-c1-1.2counters-i", "kursk-7.1.2-a", "kursk-c14-14.2.1-a", "kursk-c14-14.2.2-a")
def test_guns_on_tracks_dig_in_and_blow_bridges_but_rebuild_none() -> None:
    sides = ("river A01 A02", "bridge A01 A02", "main A01 A02")
    units = {"a": "g art 6/4 selfpropelled", "h": "g hq 0"}
    game = on("a+h . .\n. . .", "move", *sides, **units)
    assert game.may("dig a") and game.may("blow a A01/A02")
    game.say("blow h A01/A02")
    assert game.may("rebuild h A01/A02") and not game.may("rebuild a A01/A02")


# -- reserves that must come


@rule("kursk-scK-vic-i", "kursk-11.2.2-a")
def test_reserves_that_must_come_do_not_march_on_beside_the_map_while_they_can_enter() -> None:
    book = {"zones": {"soviet": (0, 2, 4)}, "arrivals": {"u": Arrival("u", 1, (0,), "u", stavka=True)}}
    picture = ". . . . .\n. . . . ."
    free = on(picture, "move", side="soviet", off={"u": "s inf 4"}, book=book)
    assert free.texts("shift") and free.may("end")
    must = {**book, "stavka_must_come": True}
    bound = on(picture, "move", side="soviet", off={"u": "s inf 4"}, book=must)
    assert bound.texts("enter") and not bound.texts("shift")
    assert bound.rule("shift u C01") == "kursk-scK-vic-i" and not bound.may("end")
    shut = on(picture, "move", side="soviet", off={"u": "s inf 4"}, control="g" * 10, book=must)
    assert shut.may("shift u C01"), "the enemy holds the entries: he may look for another"


# -- who makes whom strong


@rule("kursk-c15vs-15.3.2-a", "kursk-7.1.11-a")
@pytest.mark.parametrize(("friend", "column"), [("g inf 4 dug", "1:2"), ("g hq 0 dug", "1:3")])
def test_a_regular_unit_beside_volkssturm_steadies_them_though_it_does_not_attack(friend: str, column: str) -> None:
    picture = FIELD.replace("a", "a+b")
    game = on(picture, "combat", a="g vs 8", b=friend, x="s inf 8").say("attack B02; join a; fight")
    assert COLUMNS[game.state.stack[-1].check.need] == column  # type: ignore[attr-defined]


@rule("kursk-c19-19.1.3-a", "kursk-c4-4.1.2-a")
@pytest.mark.parametrize(("regular", "column"), [(True, "1:1"), (False, "2:1")])
def test_strong_guns_that_are_not_regular_by_option_have_one_column_of_a_line(regular: bool, column: str) -> None:
    book = {"guns_regular": regular}
    game = on(FIELD, "combat", "fortified B02 B03", a="g arm 36", x="s at 6", book=book)
    roll = game.say("attack B02; join a; fight").state.stack[-1]
    assert COLUMNS[roll.check.need] == column  # type: ignore[attr-defined]
    assert recount(game.state, roll) == roll.check.need  # type: ignore[arg-type, attr-defined]
