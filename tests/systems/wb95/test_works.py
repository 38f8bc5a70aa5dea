"""Field works, and what else stands or falls at the end of a phase. [chapter 7]"""

from __future__ import annotations

from tests.systems.wb95.kit import Game, end_phase, on

from balka.core.proof import rule


def works(game: Game) -> dict[str, str]:
    labels = game.state.setting.board.labels
    return {labels[int(key)]: side for key, side in game.state.position.works.items()}


@rule("kursk-7.1.1-a", "kursk-7.1.2-a", "kursk-7.1.4-a", "kursk-2.2-e")
def test_a_regular_unit_digs_in_for_all_its_points() -> None:
    game = on("a . .", a="g inf").play("dig a")
    assert works(game) == {"A01": "german"} and game.left("a") == 0 and not game.may("take a")
    for other in ("g art 5/3 cel=1", "g hq 0 cel=1"):
        assert not on("a . .", a=other).may("dig a")


@rule("kursk-7.1.2-b")
def test_who_moved_does_not_dig() -> None:
    assert not on("a . .", a="g inf").play("take a; to B01; halt").may("dig a")


@rule("kursk-7.1.2-d")
def test_who_refused_to_retreat_may_dig() -> None:
    tall = ". . .\n. x .\n. a ."
    game = on(tall, "combat", a="g inf 8", x="s inf 4").play("attack B02; join a; fight", dice=[8]).play("stand")
    assert not game.unit("x").has("retreated")


@rule("kursk-7.1.3-a")
def test_who_retreated_and_cannot_get_away_may_dig() -> None:
    """[ruling Q65]"""
    trapped = on("x y\n. .", side="soviet", x="s inf retreated", y="g inf")
    assert trapped.may("dig x")
    assert not on("x . .\n. . .", side="soviet", x="s inf retreated").may("dig x")


@rule("kursk-7.1.5-a", "kursk-7.1.5-b")
def test_works_nobody_holds_at_the_end_of_a_phase_are_taken_off() -> None:
    """[worked example 7.1.5]"""
    left = on("a . .", a="g inf dug").play("take a; to B01; halt")
    assert works(left) == {"A01": "german"} and works(end_phase(left)) == {}
    kept = on("a b .", a="g inf dug", b="g inf").play("take a; to C01; halt; take b; to A01; halt")
    assert works(end_phase(kept)) == {"A01": "german"}


@rule("kursk-7.1.6-a", "kursk-7.1.6-b", "kursk-7.1.7-a")
def test_an_enemy_who_enters_destroys_them_and_may_build_his_own() -> None:
    game = on("a h .", a="g inf", h="s hq 0 cel=1 dug").play("take a; to B01")
    assert works(game) == {}
    again = on(". a .", a="g inf").play("dig a")
    assert works(again) == {"B01": "german"}


@rule("kursk-7.1.8-a", "kursk-7.1.9-a")
def test_no_works_in_a_swamp_or_a_fixed_position() -> None:
    assert not on("a:S .", a="g inf").may("dig a")
    assert not on("a .", "move", "fixed A01 B01", a="g inf").may("dig a")
    for ground in "FHTC":
        assert on(f"a:{ground} .", a="g inf").may("dig a")


@rule("kursk-7.1.12-a")
def test_works_do_not_hinder_movement() -> None:
    game = on("a b .", a="g inf", b="g inf dug").play("take a; to B01; halt")
    assert game.left("a") == 3


def test_works_are_not_built_twice() -> None:
    assert not on("a+b .", a="g inf dug", b="g inf").may("dig b")
