"""What mended play looks at: the way of a march, the way back, all who are met, the scale, and a standstill."""

from __future__ import annotations

from typing import Any

from msgspec import structs
from tests.systems.wb95.kit import Game, on

from balka.bots.wb95.axes import axes
from balka.bots.wb95.foresight import is_closed, meeting, passing, shut_in, toward
from balka.bots.wb95.outlook import outcome
from balka.bots.wb95.postures import is_standing_still, regular, role_of
from balka.bots.wb95.stance import Plan, Stance
from balka.core.checks import Check, Tally, add
from balka.systems.wb95.events.battles import BattleResolved
from balka.systems.wb95.events.moves import PhaseBegan
from balka.systems.wb95.party import PartyMoves
from balka.systems.wb95.rulebook import Goal, Level, Prize


def plan(side: str = "german", **tastes: Any) -> Plan:
    return Plan(side, Stance(**tastes))


def party(game: Game) -> PartyMoves:
    frame = game.state.stack[-1]
    assert isinstance(frame, PartyMoves)
    return frame


def test_a_march_past_an_enemy_costs_what_meeting_him_would() -> None:
    game = on(". . x . .\na . . . .", a="g arm 2", x="s inf 12").play("take a")
    view, far = game.state.view(game.state.asks[0].seat), game.state.setting.board.hex("E02")
    wary, blind = plan(role="attack", wary=1.0), plan(role="attack")
    assert passing(view, wary, wary.stance, party(game), far) < 0
    assert passing(view, blind, blind.stance, party(game), far) == 0


def test_a_march_out_of_reach_of_enemies_costs_nothing() -> None:
    game = on(". . . . x\na . . . .\n. . . . .", a="g arm 2", x="s inf 12").play("take a")
    wary = plan(role="attack", wary=1.0)
    assert passing(game.state, wary, wary.stance, party(game), game.state.setting.board.hex("B02")) == 0


def test_an_attack_on_whoever_cannot_go_back_is_worth_more() -> None:
    game = on("x\na", a="g arm 12", x="s inf 4")
    h, target = game.unit("a").hex, game.unit("x").hex
    assert is_closed(game.state, "german", target)
    trap = plan(role="attack", trap=1.0)
    assert meeting(game.state, trap, trap.stance, h, ("a",)) > outcome(game.state, "german", h, ("a",))
    free = on(". . .\n. x .\n. a .", a="g arm 12", x="s inf 4")
    assert not is_closed(free.state, "german", free.unit("x").hex)


def test_comers_close_ways_back_too() -> None:
    game = on(". . .\n. x .\n. a .", a="g arm 12", x="s inf 4")
    board = game.state.setting.board
    behind = tuple(h for h in board.neighbours[game.unit("x").hex] if h >= 0)
    assert is_closed(game.state, "german", game.unit("x").hex, behind[:1] + behind[3:4] + behind[2:3])


def test_an_enemy_left_to_weak_friends_is_reckoned_with() -> None:
    game = on(". x .\nb a y\n. c .", a="g arm 12", b="g inf 2", c="g inf 2", x="s inf 4", y="s inf 12")
    share = plan(role="attack", share=1.0)
    h = game.unit("a").hex
    assert meeting(game.state, share, share.stance, h, ("a",)) <= outcome(game.state, "german", h, ("a",))


def test_a_hex_between_enemies_has_no_way_back() -> None:
    game = on("x . y\n. a .\nz . w", side="soviet", a="s inf 2", x="g inf", y="g inf", z="g inf", w="g inf")
    assert shut_in(game.state, "soviet", game.unit("a").hex)
    free = on("x . .\n. a .\n. . .", side="soviet", a="s inf 2", x="g inf")
    assert not shut_in(free.state, "soviet", free.unit("a").hex)


TOWNS = {
    "first": "german",
    "prizes": (Prize("near captured", 2, (0,)), Prize("far captured", 10, (5,))),
    "scale": (Level(0, "soviet", "held"), Level(11, "german", "taken")),
}


def test_points_pull_further_than_hexes() -> None:
    game = on(". a . . . .", a="g arm 8", book=TOWNS, control="sgssss")
    plain, pulled = plan(role="attack"), plan(role="attack", pull=1.0)
    assert toward(game.state, plain, plain.stance)[0] < toward(game.state, plain, plain.stance)[2]
    field = toward(game.state, pulled, pulled.stance)
    assert field[2] < field[1] < field[0]


def test_an_axis_is_gone_for_before_all_else() -> None:
    game = on(". . . a . .", a="g arm 8", book=TOWNS, control="sssgss")
    going = plan(role="attack", axis=(0,))
    field = toward(game.state, going, going.stance)
    assert field[0] == 0 and field[5] == 5
    assert [name for name, _ in axes(game.state, "german")] == ["far", "near"]


def test_germans_who_lack_the_points_of_a_victory_attack() -> None:
    book = {**TOWNS, "first": "soviet"}
    behind = on(". a . . . x", a="g arm 8", x="s inf", book=book, control="ggssss")
    assert role_of(behind.state, "german") == "attack" and role_of(behind.state, "soviet") == "attack"
    won = on("a . . . . b", a="g arm 8", b="g inf", book=book, control="gggggg")
    assert role_of(won.state, "german") == "defend"


def resolved(column: int) -> BattleResolved:
    need = Tally("column", (add(column, "column", "kursk-5.2.1-e"),))
    return BattleResolved(7, 0, "0/1", Check("battle", "2d6", need, ""))


def test_an_attacker_at_a_standstill_goes_for_something_else() -> None:
    game = on(". . . a . x", a="g arm 8", x="s inf", book=TOWNS, control="sssgss")
    days = [PhaseBegan(n, "german", "German combat") for n in (1, 2, 3)]
    still, moving = structs.replace(game.state), structs.replace(game.state)
    still.hear([days[0], resolved(9), days[1], resolved(2), PhaseBegan(2, "soviet", "Soviet combat"), days[2]])
    moving.hear([days[0], days[1], resolved(9), PhaseBegan(2, "soviet", "Soviet combat"), days[2]])
    assert is_standing_still(still, "german") and not is_standing_still(moving, "german")
    assert regular(still, "german").stance.axis and not regular(moving, "german").stance.axis
    assert not is_standing_still(game.state, "german"), "nothing heard, nothing known"


def test_goals_of_the_enemy_are_no_axis() -> None:
    goals = (Goal("german", (5,), "soviet", "Kursk is taken", ""), Goal("soviet", (0,), "german", "Orel is taken", ""))
    game = on(". a . . . x", a="g arm 8", x="s inf", book={"goals": goals}, control="ggssss")
    assert [name for name, _ in axes(game.state, "german")] == ["Kursk"]


def test_germans_who_lack_the_points_of_a_victory_go_for_what_ends_the_game() -> None:
    goal = Goal("german", (0,), "soviet", "near is taken", "")
    book = {**TOWNS, "goals": (goal,)}
    behind = on(". . . a . x", a="g arm 8", x="s inf", book=book, control="sssgss")
    assert regular(behind.state, "german").stance.axis == (0,)
    reached = {**book, "scale": (Level(0, "soviet", "held"), Level(3, "german", "taken"))}
    ahead = on(". . . a b .", a="g arm 8", b="g inf", book=reached, control="sssggg")
    assert not regular(ahead.state, "german").stance.axis
