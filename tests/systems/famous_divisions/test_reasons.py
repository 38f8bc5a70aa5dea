"""What is refused is refused with its reason and its rule."""

from __future__ import annotations

import pytest
from tests.systems.famous_divisions.kit import Game, on

from balka.core.proof import rule
from balka.systems.famous_divisions.model import note


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
