"""What is refused is refused with its reason and its rule."""

from __future__ import annotations

import pytest
from tests.systems.famous_divisions.kit import Game, on

from balka.core.proof import rule
from balka.systems.famous_divisions.model import note
from balka.systems.famous_divisions.replacements import Replacing


def trucks(**facts: object) -> Game:
    game = on("a\n.\n.\n", a="5k-2gr sturm-2gr hq-2gr").set("5k-2gr", **facts)
    return game.activate("2gr")


@rule("gd-9.6-a", "gd-9.6-b", "gd-9.6-h", "gd-9.6-i", "gd-9.6-k")
@pytest.mark.parametrize(
    ("facts", "sentence", "cited"),
    [
        ({"pinned": True}, "debark 5k-2gr", "gd-9.6-b"),
        ({"debarked": True}, "debark 5k-2gr", "gd-9.6-h"),
        ({}, "debark sturm-2gr", "gd-9.6-a"),
        ({}, "embark 5k-2gr", "gd-9.6-i"),
        ({"debarked": True, "pinned": True}, "embark 5k-2gr", "gd-9.6-b"),
        ({"debarked": True, "hungry": 2}, "embark 5k-2gr", "gd-9.6-k"),
    ],
)
def test_why_nobody_leaves_or_boards_its_trucks(facts: dict[str, object], sentence: str, cited: str) -> None:
    game = trucks(**facts)
    assert not game.offers(sentence)
    assert game.refusal(sentence).rule == cited


@rule("gd-9.6-c", "gd-9.6-j")
def test_why_not_on_the_march() -> None:
    game = on("a\n" + ".\n" * 8, a="5k-2gr hq-2gr").activate("2gr").play("take 5k-2gr", "to A05")
    assert game.refusal("debark 5k-2gr").rule == "gd-9.6-c"
    off = trucks().play("debark 5k-2gr")
    assert off.refusal("embark 5k-2gr").rule == "gd-9.6-j"


@rule("gd-6.0-c", "gd-6.0-d", "gd-6.0-m")
def test_why_the_division_hq_cannot_activate_a_battalion() -> None:
    line = "a\nb\n" + ".\n" * 40 + "c\n"
    game = on(line, a="hq-div-g", b="5k-2gr hq-2gr 1k-1gr hq-1gr", c="1k-1fus hq-1fus")
    game.run(lambda work: note(work, activated=("1gr",))).activate("div-g")
    assert game.offers("battalion 2gr")
    assert game.refusal("battalion 1gr").rule == "gd-6.0-m"
    assert game.refusal("battalion 1fus").rule == "gd-6.0-d"
    assert game.refusal("battalion 1rif").rule == "gd-6.0-c"


@rule("gd-1.1-b", "gd-12.1-b")
@pytest.mark.parametrize(("away", "heard"), [(4, "Pioneer 1Gr begins"), (14, "A German unit in A02 begins")])
def test_who_begins_a_pontoon_is_told_to_those_who_may_look(away: int, heard: str) -> None:
    game = on("a\nb\n" + ".\n" * away + "x\n", b="pioneer-1gr hq-1gr", a="hq-2gr", x="1-1rif",
              sides=["A01-A02 river"]).activate("1gr")  # fmt: skip
    events = game.state.apply("bridge pioneer-1gr A01/A02").events
    told = [line for event in events if (line := event.heard_by("soviet")) is not None]
    assert told[0].say(game.state.setting).startswith(heard)
    own = [line for event in events if (line := event.heard_by("german")) is not None]
    assert own[0].say(game.state.setting).startswith("Pioneer 1Gr begins")


# -- fights


@rule("gd-9.4-a", "gd-9.4-d", "gd-9.5-g", "gd-10.0-e", "gd-10.1-e")
def test_why_an_attack_or_overrun_is_not_made() -> None:
    def after(a: str, battalion: str, sentence: str, **facts: object) -> str:
        game = on("a\nx\n.\n", a=a, x="hq-1rif")
        if facts:
            game.set(a.split(maxsplit=1)[0], **facts)
        game.activate(battalion).play("fight")
        assert not game.offers(sentence)
        return game.refusal(sentence).rule

    assert after("5k-2gr hq-2gr", "2gr", "overrun A02") == "gd-9.4-a"
    assert after("wsp.1-1art hq-1art", "1art", "overrun A02") == "gd-9.4-d"
    assert after("5k-2gr sturm-2gr hq-2gr", "2gr", "overrun A02", debarked=True, carrier="sturm-2gr") == "gd-9.5-d"
    assert after("5k-2gr hq-2gr", "2gr", "attack A02", pinned=True) == "gd-10.1-e"
    assert after("5k-2gr hq-2gr", "2gr", "attack A03") == "gd-10.0-a"


@rule("gd-10.4-m", "gd-11.2-o")
def test_why_somebody_cannot_be_the_casualty() -> None:
    game = on("a\nx\n", a="t34.1-2tk t34.2-2tk hq-2tk", x="1k-1gr 2k-1gr hq-1gr").activate("2tk")
    game.battle("A02", "t34.1-2tk", "t34.2-2tk").no_chits().play("2d6 =4")
    assert game.kind == "loss" and game.refusal("lose hq-1gr").rule == "gd-10.4-m"
    assert game.refusal("lose t34.1-2tk").rule == "gd-10.4-k", "it has no part in these losses"
    shelled = on("a\nx\n", a="wsp.1-1art hq-1art", x="t34.1-2tk! t34.2-2tk 1-1rif hq-1rif").activate("1art")
    shelled.play("fight", "barrage wsp.1-1art A02", "3d6 2 2 4")
    assert shelled.refusal("lose hq-1rif").rule == "gd-10.4-m"
    assert shelled.refusal("lose t34.1-2tk").rule == "gd-11.2-o"


@rule("gd-10.5-d", "gd-10.5-g")
def test_why_a_retreat_does_not_lead_there() -> None:
    game = on("a . .\nx . .\n. . .\n. . .\n. . g\n", a="t34.1-2tk t34.2-2tk hq-2tk", x="1k-1gr 2k-1gr", g="hq-1gr")
    game.activate("2tk").battle("A02", "t34.1-2tk", "t34.2-2tk").no_chits().play("2d6 =6")
    assert game.refusal("go 1k-1gr B01>C01").rule == "gd-10.5-g"
    assert game.refusal("go 1k-1gr A03").rule == "gd-10.5-d"
    assert game.refusal("go hq-1gr B03>B02").rule == "gd-10.5-a", "it was not attacked"
    assert game.refusal("designate 1k-1gr").rule == "gd-5.1-f", "nobody nominated a stack"
    assert "Its own side leads it back" in game.refusal("take 1k-1gr").sentence, "the enemy is not asked to send it"


@rule("gd-10.6-d", "gd-10.6-e", "gd-11.3-s", "gd-11.3-w")
def test_why_a_unit_does_not_advance_or_go_on() -> None:
    game = on("a\nx\n.\n.\n", a="t34.1-2tk t34.2-2tk t34.3-2tk hq-2tk", x="hq-1gr").activate("2tk").play("fight")
    game.play("fire t34.1-2tk A02", "2d6 1 1", "overrun A02", "join t34.1-2tk", "join t34.2-2tk", "fight")
    game.no_chits().play("2d6 =2")
    assert game.refusal("advance t34.1-2tk A02").rule == "gd-11.3-w"
    assert game.refusal("advance t34.3-2tk A02").rule == "gd-10.6-e"
    assert game.refusal("advance t34.2-2tk A02>A03").rule == "gd-10.6-d"
    assert game.refusal("designate t34.2-2tk").rule == "gd-5.1-f", "nobody nominated a stack"
    game.play("done")
    assert game.refusal("designate t34.2-2tk").rule == "gd-5.1-f"
    assert game.refusal("take t34.1-2tk").rule == "gd-11.3-s"
    assert game.refusal("take t34.3-2tk").rule == "gd-9.4-h"


@rule("gd-4.1-i", "gd-4.1-j", "gd-4.1-l", "gd-4.1-m")
def test_why_nobody_is_rebuilt() -> None:
    def night(die: int, picture: str, **stacks: str) -> Game:
        game = on(picture, turn="Night", **stacks)
        return game.run(lambda work: work.push(Replacing("german"))).play(f"d6 {die}")

    game = night(6, "a\nh\nk\n", a="fieldersatz-div-g! 1k-1gr", h="hq-div-g", k="hq-1gr")
    assert game.refusal("rebuild fieldersatz-div-g").rule == "gd-4.1-m"
    assert game.refusal("rebuild 1k-1gr").rule == "gd-4.1-i"
    assert game.refusal("rebuild 1-1rif").rule == "gd-4.1-i"
    assert "of yours on the map" in game.refusal("rebuild nobody").sentence
    foes = night(6, "a\n.\n.\n.\n.\n.\nx\n", a="fieldersatz-div-g! hq-div-g", x="1-1rif!")
    assert "of yours on the map" in foes.refusal("rebuild 1-1rif").sentence
    assert (
        night(1, "x\na\nh\n", a="fieldersatz-div-g!", h="hq-div-g", x="1-1rif")
        .refusal("rebuild fieldersatz-div-g")
        .rule
        == "gd-4.1-j"
    )
    assert night(1, "a\n", a="fieldersatz-div-g!").refusal("rebuild fieldersatz-div-g").rule == "gd-4.1-l"
