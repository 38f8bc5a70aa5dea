"""Fire from a distance: who may be shelled, with what strength, by how many, at what price. [6.4, 6.5, 8.1, 10.2]"""

from __future__ import annotations

import pytest
from msgspec import structs
from tests.systems.wb95.kit import Game, on

from balka.core.proof import rule
from balka.systems.wb95.position import Flight

GUN = "g art 6/3"
FIELD = """
    . . . . . .
    . a . . x .
    . b . . . .
    . . . . . .
"""


def strength(game: Game) -> int:
    return int(game.state.stack[-1].panel(game.state)[0].tally.value)  # type: ignore[attr-defined]


def flown(game: Game, where: str, *names: str) -> Game:
    h = game.state.setting.board.hex(where)
    air = tuple(Flight(name, "german", "support", h) for name in names)
    game.state = structs.replace(game.state, position=structs.replace(game.state.position, air=air))
    return game


# -- strength


@rule("kursk-10.2.2-b", "kursk-10.2.3-b")
def test_guns_out_of_supply_fire_at_half_strength_or_pay_a_level() -> None:
    game = on(FIELD, "combat", a=GUN + " oos=2", b=GUN, x="s inf 4").say("shell E02; gun a; gun b")
    assert strength(game) == 3 + 6 and game.texts("full") == ["full a"]
    game.say("full a")
    assert strength(game) == 12 and not game.texts("full")
    game.play("fire", dice=[7])
    assert (game.unit("a").supply, game.unit("b").supply) == (3, 0)
    spared = on(FIELD, "combat", a=GUN + " oos=2", b=GUN, x="s inf 4").play("shell E02; gun a; fire", dice=[7])
    assert spared.unit("a").supply == 2
    broken = on(FIELD, "combat", a=GUN + " oos=2 disorganised", b=GUN, x="s inf 4").say("shell E02; gun a")
    assert strength(broken) == 2, "6, 3, 2"


@rule("kursk-10.2.3-b")
def test_guns_in_support_of_an_attack_may_pay_for_their_whole_strength() -> None:
    game = on("x .\na .\ng .", "combat", a="g inf 4 oos=1", g=GUN + " oos=2", x="s inf 4")
    game.say("attack A01; join a; gun g")
    assert set(game.texts("full")) == {"full a", "full g"}
    game.say("full g; fight")
    assert game.state.stack[-1].check.tallies[0].value == 2 + 6  # type: ignore[attr-defined]
    assert game.unit("g").supply == 3 and game.unit("a").supply == 1


@rule("kursk-6.5.3-a", "kursk-6.4.4-a")
def test_a_barrage_doubles_the_guns_and_not_the_aircraft() -> None:
    game = on(FIELD, "barrage", a="g art 2", b="g art 2", x="s inf 4", book={"ammo": {"german": 4}})
    flown(game, "E02", "air-1").say("barrage E02; gun a; gun b; air air-1")
    assert strength(game) == 2 * 4 + 5


# -- who may be shelled


@rule("kursk-6.4.5-b", "kursk-6.4.3-a", "kursk-6.4.2-a", "kursk-6.4.1-a")
def test_the_reason_why_a_hex_is_not_shelled() -> None:
    picture = ". . . . . .\n. a . c x .\n. b . . . .\n. . . . . ."
    owed = on(picture, "combat", a=GUN, b=GUN, c="g inf 4", x="s inf 4")
    assert owed.rule("shell E02") == "kursk-6.4.5-b"
    last = on(picture, "combat", a=GUN, b=GUN, c="g inf 4 dug", x="s inf 4")
    assert last.may("shell E02"), "nobody must attack it"
    near = on("x .\na .", "combat", a=GUN, x="s inf 4")
    assert near.rule("shell A01") == "kursk-6.4.3-a"
    far = on("a . . . . x", "combat", a=GUN, x="s inf 4")
    assert far.rule("shell F01") == "kursk-6.4.2-a"
    one_of_two = on("a . . . . x . b", "combat", a=GUN, b=GUN, x="s inf 4")
    assert one_of_two.say("shell F01").rule("gun a") == "kursk-6.4.2-a", "the other reaches it, this one is too far off"
    limbered = on(FIELD, "combat", a=GUN + " transport", b="g inf 4", x="s inf 4")
    assert limbered.rule("shell E02") == "kursk-6.4.2-a"
    empty = on(FIELD, "combat", a=GUN, b=GUN, x="s inf 4")
    assert empty.rule("shell D02") == "kursk-6.4.1-a" and empty.rule("shell E02; fire") == "kursk-6.4.2-a"


@rule("kursk-6.4.7-a", "kursk-6.1.2-a")
@pytest.mark.parametrize(("ends", "gun", "reached"), [
    ("A01 B01", "E01", True), ("D01 E01", "A02", True), ("A01 B01", "F01", False),
])  # fmt: skip
def test_a_bridge_is_in_range_by_either_end(ends: str, gun: str, reached: bool) -> None:
    rows = [["." for _ in range(6)] for _ in range(2)]
    rows[int(gun[1:]) - 1][ord(gun[0]) - ord("A")] = "g"
    picture = "\n".join(" ".join(row) for row in rows)
    sides = (f"river {ends}", f"bridge {ends}", f"main {ends}")
    game = on(picture, "combat", *sides, g=GUN)
    said = f"shell {ends.replace(' ', '/')}"
    assert game.may(said) == reached
    if reached:
        assert game.say(said).texts("gun") == ["gun g"]
    else:
        assert game.rule(said) == "kursk-6.4.7-a"


# -- how many


@rule("kursk-8.1.3-a", "kursk-8.1.5-a")
def test_aircraft_support_one_fire_and_go_home() -> None:
    game = flown(on(FIELD, "combat", a=GUN, b=GUN, x="s inf 4 cel=4"), "E02", "air-1", "air-2")
    game.play("shell E02; gun a; air air-1; fire", dice=[7])
    game.say("shell E02; gun b")
    assert game.texts("air") == ["air air-2"], "the other one has not been used"


@rule("kursk-8.1.3-a")
def test_aircraft_that_supported_an_attack_support_no_fire_after_it() -> None:
    game = flown(on("x .\na .", "combat", a="g inf 4 cel=4", x="s inf 4 cel=4"), "A01", "air-1")
    game.play("attack A01; join a; air air-1; fight", dice=[9])
    assert not game.state.position.air


@rule("kursk-6.5.7-a")
def test_no_more_guns_join_a_barrage_than_there_is_ammunition() -> None:
    picture = FIELD.replace(". b", "c b")
    game = on(picture, "barrage", a=GUN, b=GUN, c=GUN, x="s inf 4", book={"ammo": {"german": 2}})
    game.say("barrage E02; gun a; gun b")
    assert not game.texts("gun") and game.rule("gun c") == "kursk-6.5.7-a"
    game.play("fire", dice=[7])
    assert game.state.tracks.ammo["german"] == 0


# -- what is told


@rule("kursk-6.4.2-c")
@pytest.mark.parametrize(("roll", "text"), [(7, "No effect"), (3, "Target loses 1")])
def test_the_target_suffers_what_the_fire_table_says(roll: int, text: str) -> None:
    game = on(FIELD, "combat", a=GUN, b=GUN, x="s inf 4").play("shell E02; gun a; fire", dice=[roll])
    said = next(one for one in game.events if "rolled" in one)
    assert said.endswith(text) and "ttacker" not in said


# -- guns on tracks


SELF = "art 4/3 cel=2 selfpropelled moves=mechanized"


@rule("kursk-c1-1.2counters-i", "kursk-6.6.5-a")
def test_self_propelled_guns_attack_hand_to_hand_but_need_not() -> None:
    game = on("x .\na .", "combat", a=f"g {SELF}", x="s inf 4")
    assert game.may("end") and game.may("attack A01")
    game.say("attack A01; join a")
    assert not game.texts("gun a"), "not in support as well"
    game.say("fight")
    assert game.state.stack[-1].check.tallies[0].value == 4  # type: ignore[attr-defined]


@rule("kursk-6.1.7-a", "kursk-c1-1.2counters-i")
def test_self_propelled_guns_are_not_overrun_and_may_go_back() -> None:
    move = on(". x .\n. . .\n. a .", a="g arm 8", x=f"s {SELF}")
    assert not move.may("take a; to B01")
    towed = on(". x .\n. . .\n. a .", a="g arm 8", x="s art 4/3")
    assert towed.may("take a; to B02")
    back = on(". . .\n. x .\n. a .", "combat", a="g arm 8", x=f"s {SELF}").play("attack B02; join a; fight", dice=[6])
    assert back.waiting == "soviet retreat" and back.texts("go x")
