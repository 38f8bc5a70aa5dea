"""Who follows a beaten enemy, and into which ground: pursuit and the advance after an elimination. [5.4]"""

from __future__ import annotations

from msgspec import structs
from tests.systems.wb95.kit import SOVIET, Game, on

from balka.core.proof import rule

WIDE = """
    . . . . . . .
    . . . . . . .
    . . . x . . .
    . . . a . . .
    . . . . . . .
"""
GO = "attack D03; join a; fight"
BEATEN = """
    . . . . .
    . . x . .
    . . a . .
    . . . . .
    . . . . .
"""


def pursuing(game: Game) -> set[str]:
    return {text.split()[-1] for text in game.texts("follow")}


@rule("kursk-5.4.10-a")
def test_an_emptied_hex_may_be_entered_and_one_more_hex_from_there() -> None:
    game = on(WIDE, "combat", a="g inf 16", x="s inf 4 cel=1").play(GO, dice=[12])
    assert game.gone("x") and game.waiting == "german pursuit"
    assert pursuing(game) == {"D03"}
    game.say("follow a D03")
    assert game.waiting == "german pursuit" and {"D02", "C03", "E03"} <= pursuing(game)
    game.play("follow a D02")
    assert game.at("a") == "D02" and game.waiting == "german combat.phase"


@rule("kursk-5.4.10-b")
def test_an_enemy_zone_ends_an_advance_in_the_emptied_hex() -> None:
    """The list never offers what a masked stack would stop: it goes hex by hex."""
    picture = WIDE.replace(". . . . . . .\n    . . . x", ". . . y . . .\n    . . . x")
    game = on(picture, "combat", a="g inf 16", x="s inf 4 cel=1", y="s inf").play(GO, dice=[12])
    assert pursuing(game) == {"D03"} and game.rule("follow a D03>C03") == "kursk-5.4.10-b"
    game.play("follow a D03")
    assert game.at("a") == "D03" and game.waiting == "german combat.phase"


@rule("kursk-5.4.10-b")
def test_an_advance_is_paid_in_movement_points() -> None:
    """[the first hex is always possible, 3.1.13; what was spent before the combat does not count]"""
    woods = "F F F F F F F\n F F F F F F F\n F F F x:F F F F\n F F F a:F F F F\n F F F F F F F"
    slow = on(woods, "combat", a="g inf 16 mp=1", x="s inf 4 cel=1").play(GO, dice=[12])
    slow.play("follow a D03")
    assert slow.at("a") == "D03" and slow.waiting == "german combat.phase"
    quick = on(woods, "combat", a="g inf 16 mp=5", x="s inf 4 cel=1").play(GO, dice=[12])
    quick.say("follow a D03")
    assert "D02" in pursuing(quick)  # 2 for the woods and 1 for the zone, then 2
    short = on(woods, "combat", a="g inf 16 mp=3", x="s inf 4 cel=1").play(GO, dice=[12])
    short.say("follow a D03")
    assert not pursuing(short)


@rule("kursk-8.2.14-a", "kursk-5.4.10-b")
def test_an_advance_loses_a_point_to_aircraft_where_it_began_and_not_where_it_has_come_to() -> None:
    """[a hex under aircraft costs two points: four are enough for two of them, three are not]"""

    def inside(points: int, over: str) -> set[str]:
        game = on(WIDE, "combat", side=SOVIET, a=f"s inf 16 mp={points}", x="g inf 4 cel=1")
        hexes = (game.state.setting.board.hex(over),)
        game.state = structs.replace(game.state, position=structs.replace(game.state.position, harassed=hexes))
        return pursuing(game.play(GO, dice=[12]).say("follow a D03"))

    assert {"D02", "C03", "E03"} <= inside(4, "D02")
    assert "D02" not in inside(3, "D02")
    assert "D02" not in inside(2, "D05"), "who began under aircraft has a point less for the whole advance"
    assert "D02" in inside(3, "D05")


@rule("kursk-5.4.10-a")
def test_of_two_attacked_hexes_the_emptied_one_may_be_entered_while_the_other_holds() -> None:
    """[ruling Q60: nobody retreated]"""
    picture = "x . .\na . .\ny . ."
    game = on(picture, "combat", a="g inf 4 cel=4", x="s inf 2 cel=1", y="s inf 2").play(
        "attack A01; join a; also A03; fight", dice=[7]
    )
    game.play("lose x")
    assert game.waiting == "german pursuit" and pursuing(game) == {"A01"}


@rule("kursk-5.4.10-a", "kursk-6.2.4-c")
def test_guns_that_only_fired_in_support_keep_their_hex() -> None:
    """[those of an attacked hex are overrun when their escort is gone]"""
    picture = ". x . .\n. a k .\n. . . ."
    game = on(picture, "combat", a="g arm 4", x="s inf 2 cel=1", k="s art 2/2").play(
        "attack B01; join a; fight; gun k; stand", dice=[7]
    )
    game.play("lose x")
    assert game.waiting == "german pursuit" and pursuing(game) == {"B01"}
    beside = on(". x+k . .\n. a . .", "combat", a="g arm 4", x="s inf 2 cel=1", k="s art 2/2").play(
        "attack B01; join a; fight", dice=[7]
    )
    beside.play("lose x; follow a B01")
    assert beside.gone("k")


@rule("kursk-5.4.1-a")
def test_attackers_who_were_sent_back_do_not_follow_anybody() -> None:
    """[A2-2/-1: the last defender falls, the attacker goes back all the same]"""
    game = on(BEATEN, "combat", a="g inf 1 cel=6", x="s inf 6 cel=1").play("attack C02; join a; fight", dice=[8])
    game.play("go a C04")
    assert game.gone("x") and game.at("a") == "C04" and game.waiting == "german combat.phase"
    stood = on(BEATEN, "combat", a="g inf 1 cel=6", x="s inf 6 cel=1").play("attack C02; join a; fight", dice=[8])
    stood.play("stand")
    assert stood.at("a") == "C03" and stood.waiting == "german combat.phase"


@rule("kursk-3.1.1-b")
def test_who_may_not_move_yet_does_not_pursue_but_goes_back() -> None:
    frozen = {"frozen": {"x": 5}}
    game = on(WIDE, "combat", a="g inf 4", x="s inf 8", book=frozen).play(GO, dice=[7])
    game.play("go a D05")
    assert game.waiting == "german combat.phase"
    free = on(WIDE, "combat", a="g inf 4", x="s inf 8", book=frozen, turn=5).play(GO, dice=[7])
    free.play("go a D05")
    assert free.texts("follow x")
    driven = on(WIDE, "combat", a="g inf 8", x="s inf 4", book=frozen).play(GO, dice=[8])
    assert driven.texts("go x")


@rule("kursk-scP-7ga-a")
def test_a_river_closed_to_an_army_is_closed_to_its_retreat_and_pursuit() -> None:
    def sides(game: Game, *pairs: tuple[str, str]) -> tuple[tuple[int, int], ...]:
        board = game.state.setting.board
        return tuple(sorted((min(a, b), max(a, b)) for a, b in ((board.hex(p), board.hex(q)) for p, q in pairs)))

    plain = on(WIDE, "combat", a="g inf 8", x="s inf 4")
    closed = {"no_crossing": {"7GA": sides(plain, ("D03", "D02"), ("D03", "D04"))}}
    back = on(WIDE, "combat", a="g inf 8", x="s inf 4 army=7GA", book=closed).play(GO, dice=[8])
    assert not back.may("go x D02") and back.may("go x C03")
    after = on(WIDE, "combat", a="g inf 4", x="s inf 8 army=7GA", book=closed).play(GO, dice=[7])
    after.play("go a D05")
    assert not after.texts("follow") and after.waiting == "german combat.phase"
    other = on(WIDE, "combat", a="g inf 4", x="s inf 8 army=69", book=closed).play(GO, dice=[7])
    assert other.say("go a D05").texts("follow x") == ["follow x D04"]


@rule("kursk-c15rg-15.2.1-a")
def test_a_resilience_group_never_leaves_its_hex() -> None:
    game = on(WIDE.replace("x", "x+r"), "combat", a="g inf 4", x="s inf 8", r="s rg 1 mp=0").play(GO, dice=[7])
    game.say("go a D05")
    assert game.texts("follow x") and not game.texts("follow r")
