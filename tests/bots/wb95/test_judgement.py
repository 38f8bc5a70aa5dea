"""What the bots hold choices to be worth: attacks by the table, duties avoided, towns held."""

from __future__ import annotations

from typing import Any

from tests.systems.wb95.kit import Game, on

from balka.bots.wb95.judgement import first_worth as worth
from balka.bots.wb95.judgement import planned
from balka.bots.wb95.marching import in_trouble, wish
from balka.bots.wb95.outlook import column_value, crowd, outcome, prospect, undermanned
from balka.bots.wb95.plans import bypassed, guards, posts, promised, strokes
from balka.bots.wb95.postures import posture, regular
from balka.bots.wb95.stance import usual
from balka.systems.wb95.rulebook import Arrival, Goal, Level, Prize


def values(game: Game) -> dict[str, float]:
    """Every choice with its worth to whoever is asked."""
    seat = game.state.asks[0].seat
    view = game.state.view(seat)
    return {view.text(choice): worth(view, choice, seat) for choice in view.choices(seat=seat)}


def best(game: Game) -> str:
    found = values(game)
    return max(found, key=lambda text: found[text])


def test_a_column_is_worth_more_the_further_right_it_is() -> None:
    charts = on("a", a="g inf").state.setting.catalogue
    found = [column_value(charts, column) for column in range(13)]
    assert found == sorted(found) and found[0] < 0 < found[5]


def test_a_prospect_reckons_with_lines_ground_and_water() -> None:
    def at(ground: str = "", *lines: str) -> float:
        game = on(f". x{ground} .\n. a .", "move", *lines, a="g arm 12", x="s inf 4")
        return prospect(game.state, "german", (1,), {"a": 4})

    assert at() > at(":F") and at() > at("", "river B01 B02") and at(":F") > at("", "fortified B01 B02")


def test_whoever_meets_two_enemies_alone_must_attack_both() -> None:
    game = on("y x .\n. a .", a="g arm 8", x="s inf 4", y="s inf 4")
    one = on(". x .\n. a .", a="g arm 8", x="s inf 4")
    h = game.unit("a").hex
    assert outcome(game.state, "german", h, ("a",)) <= outcome(one.state, "german", h, ("a",))


def test_a_unit_bound_to_a_bad_attack_digs_in_first() -> None:
    game = on(". x .\n. a .\n. . .", a="g inf 2", x="s inf 8")
    assert in_trouble(game.state, usual(game.state, "german"), game.unit("a").hex) and best(game) == "dig a"
    strong = on(". x .\n. a .\n. . .", a="g arm 20", x="s inf 4")
    assert not in_trouble(strong.state, usual(strong.state, "german"), strong.unit("a").hex) and best(strong) != "dig a"


def test_a_unit_that_cannot_dig_leaves_a_bad_attack() -> None:
    game = on(". x .\n. a .\n. . .\n. . .", side="soviet", a="s inf 2 retreated", x="g inf 8")
    assert best(game) == "take a"
    game.play("take a")
    going = best(game)
    assert going.startswith("to ") and going.split()[1] in {"A04", "B04", "C04", "A03", "C03", "B03"}
    game.play(going)
    assert not in_trouble(game.state, usual(game.state, "soviet"), game.unit("a").hex)


def test_only_attacks_that_settle_a_duty_are_pressed() -> None:
    """A dug-in regiment is not thrown in because others owe an attack."""
    game = on("x . . y\na . . b", "combat", a="g inf 2 dug", b="g arm 12", x="s inf 12", y="s inf 4")
    found = values(game)
    assert found["attack D01"] > 4 and found["attack A01"] < 0


GOAL_FAR = {"goals": (Goal("german", (6,), "soviet", "the town", ""),), "first": "german"}
GOAL = {"goals": (Goal("german", (2,), "soviet", "the town", ""),), "first": "german"}


def test_the_garrison_of_what_decides_the_game_stays() -> None:
    game = on("a . x:T y .", side="soviet", a="g inf", x="s arm 5", y="s inf", book=GOAL, control="ggsss")
    assert values(game).get("take x", -1.0) < 0
    assert undermanned(game.state, usual(game.state, "soviet")) == (2,)  # two CEL are few
    far = on("a . . . . . x:T", side="soviet", a="g inf", x="s arm 5", book=GOAL_FAR, control="ggsssss")
    assert values(far)["dig x"] > 0 > values(on("a . . . . . x", side="soviet", a="g inf", x="s arm 5"))["dig x"]
    full = on("a . x:T y .", side="soviet", a="g inf", x="s arm 5 cel=6", y="s inf", book=GOAL, control="ggsss")
    assert undermanned(full.state, usual(full.state, "soviet")) == ()


def reserve(points: int) -> Game:
    book: dict[str, Any] = {
        "arrivals": {"r": Arrival("r", 1, (0,), "II MOT", stavka=True)},
        "prizes": (Prize("town", points, (3,)),),
        "scale": (Level(0, "soviet", "no"), Level(5, "german", "small"), Level(9, "german", "great")),
        "stavka_cost": 3,
    }
    return on(". . . b", side="soviet", b="g inf", off={"r": "s mot 5"}, book=book, control="sssg")


def test_the_stavka_is_called_only_when_its_price_changes_nothing() -> None:
    assert values(reserve(6))["enter r A01"] < 0 < values(reserve(9))["enter r A01"]


def test_mended_play_never_pays_points_for_the_stavka() -> None:
    game = reserve(9)
    view, plan = game.state.view(game.state.asks[0].seat), regular(game.state, "soviet")
    entering = next(choice for choice in view.choices() if view.text(choice) == "enter r A01")
    assert planned(view, plan, entering) < 0


def test_a_counter_whose_loss_brings_points_is_lost_last() -> None:
    from tests.systems.wb95.kit import push

    from balka.systems.wb95.losses import Losses

    game = on("x+y .\na .", "combat", a="g inf", x="s inf 4 cel=2/1", y="s inf 6 cel=2", book={"enemy_lost": 1})
    push(game, Losses("soviet", 1, ("x", "y"), "combat"))
    assert best(game) == "lose y"
    plain = on("x+y .\na .", "combat", a="g inf", x="s inf 4 cel=2/1", y="s inf 12 cel=2")
    push(plain, Losses("soviet", 1, ("x", "y"), "combat"))
    assert best(plain) == "lose x"


def town(**more: Any) -> dict[str, Any]:
    return {"prizes": (Prize("the town", 2, (0,)),), "first": "german", **more}


def test_a_threatened_town_is_garrisoned_by_the_nearest_who_holds_nothing() -> None:
    row = "t . . y . . . x"
    units = {"y": "s inf 4", "x": "g inf 4"}
    game = on(row.replace("t", "."), side="soviet", book=town(), control="ssssssgg", **units)
    assert posts(game.state, usual(game.state, "soviet")) == {"y": 0}
    assert best(game) == "take y"
    game.play("take y")
    assert best(game) == "to A01"
    attackers = on(row.replace("t", "."), book=town(), control="ssssssgg", **units)
    assert posts(attackers.state, usual(attackers.state, "german")) == {}


def test_a_town_far_from_the_enemy_or_well_held_calls_nobody() -> None:
    far = on(". . . y . . . . . . . . . x", side="soviet", book=town(), control="s" * 14, y="s inf 4", x="g inf 4")
    assert posts(far.state, usual(far.state, "soviet")) == {}
    held = on("a+b . . y . . x", side="soviet", book=town(), control="s" * 7,
              a="s inf 4", b="s inf 4", y="s inf 4", x="g inf 4")  # fmt: skip
    assert posts(held.state, usual(held.state, "soviet")) == {}


def test_who_was_passed_by_falls_back_to_what_is_left() -> None:
    game = on("a+b . x . . . y . .", side="soviet", book=town(), control="s" * 9,
              a="s inf 4", b="s inf 4", y="s inf 4 dug", x="g inf 4")  # fmt: skip
    assert bypassed(game.state, game.unit("y")) and posts(game.state, usual(game.state, "soviet")) == {"y": 0}
    shield = on("a+b . . y . . x . .", side="soviet", book=town(), control="s" * 9,
                a="s inf 4", b="s inf 4", y="s inf 4 dug", x="g inf 4")  # fmt: skip
    assert not bypassed(shield.state, shield.unit("y")) and posts(shield.state, usual(shield.state, "soviet")) == {}


def test_those_around_strike_together_where_one_alone_would_not() -> None:
    weak = {"a": "s inf 5", "x": "g inf 4"}
    alone = on("a . x", side="soviet", **weak)
    assert strokes(alone.state, usual(alone.state, "soviet")) == {}
    game = on("a . . b\n. . x .\n. . . .\n. c . .", side="soviet", a="s arm 8", b="s arm 8", c="s arm 8", x="g inf 4")
    assert (
        strokes(game.state, usual(game.state, "soviet"))
        and promised(game.state, usual(game.state, "soviet"), game.state.setting.board.hex("B02")) >= 1.5
    )


def test_who_holds_does_not_leave_his_place_to_strike_back() -> None:
    game = on("a . . b\n. . x .\n. . . .\n. c . .", side="soviet", a="s arm 8", b="s arm 8", c="s arm 8", x="g inf 4")
    hold, counter = (posture(game.state, "soviet", name) for name in ("hold", "counter"))
    assert strokes(game.state, counter) and strokes(game.state, hold) == {}
    assert wish(game.state, counter, game.unit("a")) > 0 > wish(game.state, hold, game.unit("a"))


def test_who_adds_little_is_kept_for_the_other_attack_that_is_owed() -> None:
    picture = ". x . y\n. a b c"
    units = {"a": "g arm 40", "b": "g inf 2", "c": "g inf 4", "x": "s inf 4", "y": "s inf 4"}
    game = on(picture, "combat", **units)
    board = game.state.setting.board
    shared = [h for h in ("B01", "D01") if board.are_neighbours(board.hex(h), game.unit("b").hex)]
    assert shared == ["B01", "D01"], "b is next to both"
    game.play("attack B01; join a")
    assert values(game)["join b"] < values(game)["fight"]


def test_nobody_walks_into_the_arms_of_a_masked_stack_he_could_not_beat() -> None:
    goal = {"prizes": (Prize("the town", 2, (7,)),), "first": "german"}
    row = "a . . . x+y+z . . ."
    game = on(row, book=goal, control="ggggssss", a="g inf 3 mp=9", x="s inf 8", y="s inf 8", z="s inf 8").play(
        "take a"
    )
    assert crowd(game.state.view("german"), "soviet") == 3
    worths = values(game)
    assert worths["to D01"] < worths["to C01"]
    strong = on(row, book=goal, control="ggggssss", a="g arm 90 mp=9", x="s inf 8", y="s inf 8", z="s inf 8")
    assert best(strong.play("take a")) == "to D01"


def test_an_attacker_too_guards_what_would_lose_him_the_game() -> None:
    goal = {"goals": (Goal("soviet", (0,), "german", "the base", "kursk-scP-vic-b"),), "first": "german"}
    alone = on("a+b . . . x", book=goal, control="ggggs", a="g inf 4", b="g inf 4", x="s inf 4")
    assert guards(alone.state, usual(alone.state, alone.unit("a").side), alone.unit("a")) and guards(
        alone.state, usual(alone.state, alone.unit("b").side), alone.unit("b")
    )
    many = on("a+b+c . . . x", book=goal, control="ggggs", a="g inf 4", b="g inf 4", c="g inf 4", x="s inf 4")
    assert not guards(many.state, usual(many.state, many.unit("a").side), many.unit("a")), "two others are enough"
    back = on(". . b . . . x", book=goal, control="g" * 6 + "s", b="g inf 4", x="s inf 4")
    assert posts(back.state, usual(back.state, "german")) == {"b": 0}
    calm = on("a . . . . . . . . . . x", book=goal, control="g" * 11 + "s", a="g inf 4", x="s inf 4")
    assert not guards(calm.state, usual(calm.state, calm.unit("a").side), calm.unit("a"))


def test_mended_attackers_leave_more_men_in_what_would_lose_them_the_game() -> None:
    goal = {"goals": (Goal("soviet", (0,), "german", "the base", "kursk-scP-vic-b"),), "first": "german"}
    many = on("a+b+c . . . x", book=goal, control="ggggs", a="g inf 4", b="g inf 4", c="g inf 4", x="s inf 4")
    assert not guards(many.state, usual(many.state, "german"), many.unit("a"))
    assert guards(many.state, posture(many.state, "german", "press"), many.unit("a"))
