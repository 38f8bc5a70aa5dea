"""Bridges blown and rebuilt, aircraft that bomb, guns that fire on their own, and attacks made together."""

from __future__ import annotations

from typing import Any

from tests.systems.wb95.kit import Game, on

from balka.bots.wb95.judgement import planned
from balka.bots.wb95.marching import contact
from balka.bots.wb95.plans import pledged
from balka.bots.wb95.stance import Plan, Stance
from balka.systems.wb95.party import PartyMoves

SPAN = ("river A01 B01", "bridge A01 B01", "main A01 B01")
AIR = {"air": {"german": ("air-1", "air-2")}, "sorties": {"german": 2}}


def plan(side: str = "german", **tastes: Any) -> Plan:
    return Plan(side, Stance(**tastes))


def values(game: Game, plan: Plan, start: str) -> dict[str, float]:
    """The choices that begin with a word, with their worth to who follows the plan."""
    view = game.state.view(plan.side)
    found = {view.text(choice): planned(view, plan, choice) for choice in view.choices(seat=plan.side)}
    return {text: worth for text, worth in found.items() if text.startswith(start)}


def best(game: Game, plan: Plan, start: str = "") -> str:
    found = values(game, plan, start)
    return max(found, key=lambda text: found[text])


def test_a_defender_blows_the_bridge_the_enemy_comes_by() -> None:
    blower, plain = plan("soviet", demolish=0.25), plan("soviet")
    game = on("a . . x", "move", *SPAN, side="soviet", a="s inf", x="g arm 8")
    assert values(game, blower, "blow")["blow a A01/B01"] > 0 > values(game, plain, "blow")["blow a A01/B01"]


def test_a_bridge_stays_while_friends_are_beyond_it_or_the_enemy_is_far_or_is_to_be_attacked() -> None:
    blower = plan("soviet", demolish=0.25)
    friends = on("a b . x", "move", *SPAN, side="soviet", a="s inf", b="s inf", x="g arm 8")
    far = on("a . . . . . . x", "move", *SPAN, side="soviet", a="s inf", x="g arm 8")
    assert max(values(friends, blower, "blow").values()) < 0 and max(values(far, blower, "blow").values()) < 0
    near = on("a . . x", "move", *SPAN, side="soviet", a="s inf", x="g arm 8")
    assert max(values(near, plan("soviet", role="attack", demolish=0.25), "blow").values()) < 0


def test_an_attacker_rebuilds_a_bridge_and_a_defender_does_not() -> None:
    game = on("h .\n. .", "move", *SPAN, h="g hq 0 mp=10 cel=1").play("blow h A01/B01")
    assert values(game, plan(role="attack", demolish=0.25), "rebuild")["rebuild h A01/B01"] > 0
    assert values(game, plan(demolish=0.25), "rebuild")["rebuild h A01/B01"] < 0


def test_aircraft_bomb_together_what_stands_in_the_open() -> None:
    bomber = plan(role="attack", raids=1.0)
    game = on("a . x . y:F", "air", a="g inf", x="s inf 4", y="s inf 4", book=AIR)
    assert best(game, bomber) == "fly air-1 attack C01"
    assert best(game.play("fly air-1 attack C01"), bomber) == "fly air-2 attack C01"


def test_the_plain_play_supports_attacks_and_does_not_bomb() -> None:
    game = on("a x . .", "air", a="g inf 8", x="s inf 4", book=AIR)
    assert best(game, plan(role="attack")).startswith("fly air-1 support")


def test_a_second_aircraft_does_not_bomb_where_one_supports() -> None:
    game = on("a x . .", "air", a="g inf 8", x="s inf 4", book=AIR).play("fly air-1 support B01")
    bomber = plan(role="attack", raids=1.0)
    assert (
        values(game, bomber, "fly air-2 attack")["fly air-2 attack B01"]
        < values(game, bomber, "fly air-2 cover")["fly air-2 cover A01"]
    )


def together(foe: str) -> Game:
    """Two stacks two hexes from an enemy; one of them is about to march."""
    return on(". . . . .\n. . x . .\n. . . . .\na . . . b\n. . . . .", a="g arm 8", b="g arm 8", x=foe).play("take a")


def test_an_attacker_reckons_with_those_who_can_still_come() -> None:
    game = together("s inf 5")
    alone, joined = plan(role="attack"), plan(role="attack", mass=0.7)
    view, party, h = game.state.view("german"), game.state.stack[-1], game.state.setting.board.hex("B03")
    assert isinstance(party, PartyMoves)
    assert contact(view, joined, party, h) > contact(view, alone, party, h)


def test_nobody_counts_on_friends_against_an_enemy_too_strong_for_all_of_them() -> None:
    game = together("s inf 30")
    joined = plan(role="attack", mass=0.7)
    assert pledged(game.state.view("german"), joined, game.state.setting.board.hex("B03")) == 0
