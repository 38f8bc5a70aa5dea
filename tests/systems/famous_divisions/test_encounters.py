"""What two players run into in an evening: HQs that come up or are lost, engineers in a minefield."""

from __future__ import annotations

from tests.systems.famous_divisions.kit import Game, on

from balka.core.proof import rule

TANKS = "t34.1-2tk t34.2-2tk hq-2tk"
ENG = "1k-eng"


# -- range [6.0, 10.0]


@rule("gd-6.0-d", "gd-10.0-e")
def test_an_hq_that_comes_up_activates_nobody_on_its_way() -> None:
    """Ruling Q-range-when: seven hexes off when the chit came, four when the fighting begins."""
    game = on("h\n.\n.\n.\n.\n.\n.\na\nx\n", h="hq-1rif", a="1-1rif", x="1k-1gr").activate("1rif")
    game.play("take hq-1rif", "to A04", "halt", "fight")
    assert game.choices() == ["done"]
    assert game.play("done").unit("1-1rif").activated is False


# -- supply [5.1]


@rule("gd-5.1-c", "gd-5.1-f")
def test_who_the_division_hq_feeds_stays_in_supply_though_its_stack_was_nominated_and_splits() -> None:
    def split(*named: str) -> list[int]:
        game = on("a . .\n. . .\n. . d\n", a="1k-1gr 2k-1gr 3k-1gr", d="hq-div-g hq-2gr").supply("german")
        game.play(*named, "done").activate("div-g")
        game.play("battalion 1gr", "take 1k-1gr", "step A02", "halt", "fight")
        return [game.unit(company).hungry for company in ("1k-1gr", "2k-1gr", "3k-1gr")]

    assert split("nominate 1gr A01") == [1, 0, 0], "one part of a nominated stack stays in supply"
    assert split("nominate 1gr A01", "source 1gr") == [0, 0, 0]
    assert split("source 1gr", "nominate 1gr A01") == [0, 0, 0]
    assert split("source 1gr") == [0, 0, 0]


# -- retreats that the enemy leads [10.5]


def thrown_back(picture: str, **stacks: str) -> Game:
    """Tanks attack a company without HQ, which must retreat."""
    game = on(picture, a=TANKS, x="1k-1gr", **stacks).activate("2tk")
    tanks = TANKS.split()[:2]
    return game.battle(game.label("x"), *tanks).no_chits().play("2d6 =7")


def ends(game: Game) -> set[str]:
    return {choice.rpartition(">")[2] for choice in game.choices()}


@rule("gd-10.5-a", "gd-10.5-e")
def test_a_retreat_the_enemy_leads_ends_two_hexes_off() -> None:
    """Ruling Q-retreat-steps."""
    game = thrown_back(". . a . .\n. . x . .\n. . . . .\n. . . . .\n. . . . .\n")
    assert (game.asked, game.kind) == ("soviet", "retreat")
    assert {game.board.distance(game.hex("x"), game.hex(end)) for end in ends(game)} == {2}
    assert game.offers("go 1k-1gr C03>C04", "go 1k-1gr B03>A03")
    assert game.refusal("go 1k-1gr C03>B03").rule == "gd-10.5-a"


@rule("gd-10.5-a", "gd-10.5-h")
def test_who_could_only_go_round_a_corner_is_lost() -> None:
    """The trucks get from B02 to three hexes beside it, from one to the next, and no farther."""
    game = thrown_back(". a .\n. x .\nF . F\n")
    assert game.unit("1k-1gr").status == "lost"


# -- clearing [16.1]

MINES = ["minefield A02 N", "minefield B01 N"]


@rule("gd-16.1-b", "gd-9.0-l")
def test_an_engineer_clears_as_many_hexes_as_it_can_pay() -> None:
    game = on("a .\n. .\n. .\n", a=f"{ENG} hq-eng", forts=[*MINES, "trench A01 N"]).activate("eng")
    game.play(f"clear {ENG} A02")
    assert game.offers(f"clear {ENG} B01", f"clear {ENG} A01"), "half of its ten points is left"
    game.play(f"clear {ENG} B01")
    assert [fort.kind for fort in game.state.position.forts] == ["trench"]
    assert game.refusal(f"clear {ENG} A01").rule == "gd-16.1-b"
    assert not game.offers(f"take {ENG}"), "all its points are spent"


@rule("gd-16.1-b", "gd-9.6-c")
def test_an_engineer_clears_on_foot_after_it_has_cleared_from_its_trucks() -> None:
    game = on("a .\n. .\n. .\n", a=f"{ENG} hq-eng", forts=MINES).activate("eng")
    game.play(f"clear {ENG} A02", f"debark {ENG}", f"clear {ENG} B01")
    assert game.state.position.forts == ()
    assert game.unit(ENG).spent == 4, "two of the four points it has on foot"
    assert game.play("halt", "fight").choices() == ["done"]


# -- points that were spent in place [9.0, 9.5, 16.1]


@rule("gd-9.0-l", "gd-9.0-n", "gd-16.1-b")
def test_an_engineer_that_spent_its_points_clearing_has_no_free_step() -> None:
    """Ruling Q-free-step: at night five points, all of them for the minefield."""
    night = {"a": "pioneer-1gr hq-1gr", "forts": ["minefield A02 N"], "turn": "Night"}
    game = on("a\n.\n.\n", **night).activate("1gr").play("take pioneer-1gr", "clear pioneer-1gr A02")
    assert game.choices() == ["halt"]
    assert game.refusal("step A02").rule == "gd-9.0-l"
    wood = on("a\nW\n.\n", a="pioneer-1gr hq-1gr", turn="Night").activate("1gr").play("take pioneer-1gr")
    assert wood.offers("step A02"), "who has spent nothing has it"


@rule("gd-9.0-l", "gd-9.0-n", "gd-9.5-b")
def test_a_tank_that_took_a_rider_up_has_no_free_step() -> None:
    """Ruling Q-free-step: three points in a rainy night, five for the wood."""
    game = on("a\nW\n.\n", a="t34.1-2tk 1-1rif hq-2tk", turn="Night", weather="Rainy").activate("2tk")
    assert game.play("take t34.1-2tk").offers("step A02")
    assert game.play("mount 1-1rif t34.1-2tk").choices() == ["halt"]
