"""Bridges: control, blowing, rebuilding, building over big rivers. [chapter 14]"""

from __future__ import annotations

from tests.systems.wb95.kit import Game, on

from balka.core.proof import rule
from balka.systems.wb95.bridges import holds
from balka.systems.wb95.building import finish_bridges, note_banks

SPAN = ("river A01 B01", "bridge A01 B01", "main A01 B01")
BIG = ("big_river A01 B01", "bridge A01 B01", "main A01 B01")
PAIR = (0, 1)


def owner(game: Game) -> str:
    held = [side for side in ("german", "soviet") if holds(game.state, side, PAIR)]
    return held[0] if len(held) == 1 else ""


@rule("kursk-c14-14.2.1-a", "kursk-14.1.2-a")
def test_a_unit_at_an_end_blows_a_bridge_for_a_point() -> None:
    game = on("a .\n. .", "move", *SPAN, a="g inf").play("blow a A01/B01")
    assert game.state.position.broken == (PAIR,) and game.left("a") == 3
    assert on("a .\n. .", "move", *SPAN, a="g hq 0 cel=1").may("blow a A01/B01")
    assert not on("a .\n. .", "move", *SPAN, a="g art 5/3 cel=1").may("blow a A01/B01")
    assert not on(". .\n. a", "move", *SPAN, a="g inf").may("blow a A01/B01")


def test_a_broken_bridge_makes_the_road_a_ford() -> None:
    game = on("a .\n. .", "move", *SPAN, a="g inf").play("blow a A01/B01; take a; to B01")
    assert game.left("a") == 1


@rule("kursk-c14-14.3.1-a")
def test_a_big_bridge_takes_three_points() -> None:
    assert on("a .\n. .", "move", *BIG, a="g inf").play("blow a A01/B01").left("a") == 1


@rule("kursk-c14-14.2.2-a", "kursk-c14-14.2.2-b", "kursk-c14-14.2.3-a")
def test_units_near_a_headquarters_rebuild_what_was_printed() -> None:
    game = on("a .\nh .", "move", *SPAN, a="g inf mp=3", h="g hq 0 cel=1").play("blow a A01/B01")
    assert not game.may("rebuild a A01/B01") and game.left("a") == 2
    fresh = on("a+b .\nh .", "move", *SPAN, a="g inf", b="g arm", h="g hq 0 cel=1").play(
        "blow a A01/B01; rebuild b A01/B01"
    )
    assert fresh.state.position.broken == () and fresh.left("b") == 4
    itself = on("a+h .\n. .", "move", *SPAN, a="g inf", h="g hq 0 mp=10 cel=1").play(
        "blow a A01/B01; rebuild h A01/B01"
    )
    assert itself.state.position.broken == ()
    alone = on("a+b .\n. .", "move", *SPAN, a="g inf", b="g arm").play("blow a A01/B01")
    assert not alone.may("rebuild b A01/B01")
    assert not on("a+h .\n. .", "move", "river A01 B01", a="g inf", h="g hq 0 cel=1").texts("rebuild")


@rule("kursk-14.1.3-a", "kursk-14.1.4-a")
def test_only_who_controls_a_bridge_destroys_it() -> None:
    game = on("a x\n. .", "move", *SPAN, a="g inf", x="s inf")
    assert owner(game) == "" and not game.may("blow a A01/B01")


@rule("kursk-14.1.3-b", "kursk-14.1.3-c")
def test_who_came_first_keeps_a_bridge_until_he_leaves_it() -> None:
    """[worked example 14.1.3]"""
    game = on("a . .\n. . x", "move", *SPAN, a="g inf", x="s inf")
    assert owner(game) == "german"
    from msgspec import structs

    from balka.systems.wb95.position import change

    work = game.work()
    change(work, "x", hex=1)
    assert owner(game.after(work)) == "german"
    work = game.work()
    change(work, "a", hex=3)
    assert owner(game.after(work)) == "soviet"
    work = game.work()
    change(work, "a", hex=0)
    assert owner(game.after(work)) == "soviet"
    assert structs.asdict(game.state.tracks)["bridges"] == ("soviet 0/1",)


# -- over a big river


def built(game: Game) -> tuple[tuple[int, int], ...]:
    return tuple(game.state.position.built)


def noted(*lines: str, **units: str) -> Game:
    game = on("h . .\n. . .", "move", *lines, **units)
    work = game.work()
    note_banks(work, "german")
    return game.after(work)


@rule("kursk-c14-14.3.2-a", "kursk-c14-14.3.2-b", "kursk-2.2-o")
def test_a_headquarters_that_ended_supply_on_the_bank_may_begin() -> None:
    ready = noted("big_river A01 B01", h="g hq 0 mp=10 cel=1")
    assert ready.may("bridge h A01/B01")
    assert not on("h . .\n. . .", "move", "big_river A01 B01", h="g hq 0 cel=1").may("bridge h A01/B01")
    assert not noted("big_river A01 B01", h="g inf").texts("bridge")


@rule("kursk-c14-14.3.2-c", "kursk-c14-14.3.4-a")
def test_the_builder_spends_all_and_only_its_owner_knows_where() -> None:
    game = noted("big_river A01 B01", h="g hq 0 mp=10 cel=1").play("bridge h A01/B01")
    assert game.left("h") == 0 and game.unit("h").has("building")
    assert game.state.view("german").secrets["german"] == {"bridge h": "0/1"}
    assert game.state.view("soviet").secrets == {"soviet": {}}
    assert [told.heard_by("soviet").say(game.state.setting) for told in game.told][
        -1
    ] == "A German headquarters builds a bridge"


@rule("kursk-c14-14.3.2-d", "kursk-c14-14.3.2-f")
def test_a_turn_later_the_bridge_stands_and_the_builder_has_no_points() -> None:
    """[worked example 14.3.2]"""
    game = noted("big_river A01 B01", h="g hq 0 mp=10 cel=1").play("bridge h A01/B01")
    work = game.work()
    finish_bridges(work, "german")
    game.after(work)
    assert built(game) == (PAIR,) and game.left("h") == 0
    from balka.systems.wb95.movement import price

    step = price(game.state, "foot", 0, game.state.setting.board.side_between(0, 1))
    assert step is not None and step.bridge and step.price == 6


@rule("kursk-c14-14.3.2-e")
def test_the_work_is_lost_with_the_far_bank() -> None:
    from balka.systems.wb95.position import change

    game = on("h . .\n. . .\n. . x", "move", "big_river A01 B01", h="g hq 0 mp=10 cel=1", x="s inf")
    work = game.work()
    note_banks(work, "german")
    game.after(work).play("bridge h A01/B01")
    work = game.work()
    change(work, "x", hex=game.state.setting.board.hex("C01"))
    game.after(work)
    assert not game.unit("h").has("building")
    kept = on(
        "h+a b .\n. . .\n. . x", "move", "big_river A01 B01", h="g hq 0 mp=10 cel=1", a="g inf", b="g inf", x="s inf"
    )
    work = kept.work()
    note_banks(work, "german")
    kept.after(work).play("bridge h A01/B01")
    work = kept.work()
    change(work, "x", hex=kept.state.setting.board.hex("C01"))
    assert kept.after(work).unit("h").has("building")


@rule("kursk-c14-14.3.3-a")
def test_one_headquarters_builds_one_bridge() -> None:
    game = on("h . .\n. k .", "move", "big_river A01 B01", h="g hq 0 mp=10 cel=1", k="g hq 0 mp=10 cel=1")
    work = game.work()
    note_banks(work, "german")
    from balka.systems.wb95.position import change

    change(work, "k", hex=1)
    note_banks(work, "german")
    game.after(work).play("bridge h A01/B01")
    assert not game.may("bridge k A01/B01")


@rule("kursk-c4-4.2.1-a", "kursk-c14-14.2.1-a", "kursk-c14-14.2.2-a")
def test_whoever_an_enemy_zone_stopped_works_on_no_bridge() -> None:
    span = ("river C01 B01", "bridge C01 B01", "main C01 B01")
    game = on("a b . x\n. h . .", "move", *span, a="g inf", b="g inf", h="g hq 0 cel=1", x="s inf")
    assert game.may("blow b B01/C01")
    game.play("take b; to C01; halt")
    assert not game.may("blow b B01/C01")
    broken = on("a b . x\n. h . .", "move", *span, a="g inf", b="g inf", h="g hq 0 cel=1", x="s inf")
    broken.play("blow b B01/C01; take a; to B02; halt")
    stopped = on("a b . x\n. h . .", "move", *span, a="g inf", b="g arm mp=7 done", h="g hq 0 cel=1", x="s inf")
    assert broken.state.position.broken and not stopped.texts("blow") and not stopped.texts("rebuild")


@rule("kursk-c14-14.2.1-a")
def test_only_regular_units_and_headquarters_blow_bridges() -> None:
    for guns, may in ((True, True), (False, False)):
        game = on("a .\n. .", "move", *SPAN, a="g at 3 mp=4", book={"guns_regular": guns})
        assert game.may("blow a A01/B01") == may
