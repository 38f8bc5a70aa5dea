"""Supply paths, hunger, nominations, replacements, reinforcements. [4.0, 4.1, 5.0-5.3]"""

from __future__ import annotations

import pytest
from tests.systems.famous_divisions.kit import Game, on

from balka.core.proof import rule
from balka.games.grossdeutschland.title import GAME
from balka.systems.famous_divisions.replacements import Replacing, replacement_check
from balka.systems.famous_divisions.results import begin_retreat
from balka.systems.famous_divisions.sequence import end_turn
from balka.systems.famous_divisions.supply import is_in_supply
from balka.systems.famous_divisions.system import SYSTEM

PAIR = {"h": "hq-1gr", "k": "hq-2gr"}  # HQs feed each other


def fed(game: Game, one: str) -> bool:
    return is_in_supply(game.state, game.unit(one))


# -- paths [5.1]


@rule("gd-5.1-a")
def test_a_company_is_supplied_by_a_path_to_its_own_hq() -> None:
    line = "a\n" + ".\n" * 14 + "h\nk\n"
    assert fed(on(line, a="1k-1gr", **PAIR), "1k-1gr"), "of any length"
    river = on("a\n.\nh\nk\n", a="1k-1gr", sides=["A01-A02 river"], **PAIR)
    assert not fed(river, "1k-1gr")
    foreign = on("a\n.\nk\nm\n", a="1k-1gr", k="hq-2gr", m="hq-3gr")
    assert not fed(foreign, "1k-1gr"), "another battalion's HQ does not feed it"


@rule("gd-5.1-b")
def test_an_hq_is_supplied_by_another_hq() -> None:
    assert fed(on("h\n.\nk\n", **PAIR), "hq-1gr")
    alone = on("h\na\n", h="hq-1gr", a="1k-1gr")
    assert not fed(alone, "hq-1gr")
    assert not fed(alone, "1k-1gr"), "nor can it feed others then"


@rule("gd-5.1-i")
def test_no_path_leads_through_enemies() -> None:
    game = on("a\nx\nh\nk\n", a="1k-1gr", x="hq-1rif", **PAIR)
    assert not fed(game, "1k-1gr")


@rule("gd-5.1-b", "gd-5.1-k", "gd-9.2-a")
def test_a_path_out_of_a_forest_does_not_lead_back_into_it() -> None:
    """Trucks come into the forest by its road and leave it over the field, but not the other way."""
    for near, far in (("a", "z"), ("z", "a")):
        picture = f"{near}\n.\n.\nF\n{far}\n" if near == "a" else f"{far}\nF\n.\n.\n{near}\n"
        road = "A03-A04 road" if near == "a" else "A02-A03 road"
        stacks = {near: "hq-1gr 5k-2gr", far: "hq-2gr 1k-1gr"}
        game = on(picture, roads=[road], **stacks).supply("german").play("done")
        hungry = {one: game.unit(one).hungry for one in ("hq-1gr", "hq-2gr", "5k-2gr", "1k-1gr")}
        assert hungry == {"hq-1gr": 0, "hq-2gr": 1, "5k-2gr": 1, "1k-1gr": 1}, "only the near HQ has a path to another"


@rule("gd-5.1-k")
def test_no_path_leads_where_trucks_cannot_go() -> None:
    assert not fed(on("a\nF\nh\nk\n", a="1k-1gr", **PAIR), "1k-1gr")
    assert fed(on("a\nW\nh\nk\n", a="1k-1gr", **PAIR), "1k-1gr")
    road = ["A01-A02 road", "A02-A03 road"]
    assert fed(on("a\nF\nh\nk\n", a="1k-1gr", roads=road, **PAIR), "1k-1gr"), "a road leads trucks through a forest"
    bridge = on("a\n.\nh\nk\n", a="1k-1gr", sides=["A01-A02 river", "A01-A02 bridge"], **PAIR)
    assert fed(bridge, "1k-1gr")
    trench = on("a\n.\nh\nk\n", a="1k-1gr", forts=["trench A02 N"], **PAIR)
    assert fed(trench, "1k-1gr"), "only the chart counts"


@rule("gd-5.1-c", "gd-2.4-a")
def test_the_division_hq_feeds_one_battalion() -> None:
    game = on("a\nd\nk\n", a="1k-1gr 1k-1fus", d="hq-div-g", k="hq-2gr").supply("german")
    assert game.offers("source 1gr", "source 1fus")
    game.play("source 1gr")
    assert "source" not in game.verbs()
    game.play("done")
    assert (game.unit("1k-1gr").hungry, game.unit("1k-1fus").hungry) == (0, 1)


@rule("gd-5.1-d", "gd-5.1-e", "gd-5.1-g", "gd-5.1-h")
def test_one_stack_of_a_battalion_without_hq_is_nominated() -> None:
    game = on("a\n.\nb\nk\n", a="1k-1gr 2k-1gr", b="3k-1gr", k="hq-2gr hq-3gr").supply("german")
    assert game.offers("nominate 1gr A01", "nominate 1gr A03")
    game.play("nominate 1gr A01")
    assert "nominate" not in game.verbs()
    game.play("done")
    assert [game.unit(one).hungry for one in ("1k-1gr", "2k-1gr", "3k-1gr")] == [0, 0, 1]
    game.run(end_turn).supply("german")
    assert game.offers("nominate 1gr A03"), "another stack next time"


def test_a_battalion_with_a_fed_hq_nominates_nobody() -> None:
    assert "nominate" not in on("a\nh\nk\n", a="1k-1gr", **PAIR).supply("german").verbs()


@rule("gd-5.1-f")
def test_a_nominated_stack_that_splits_keeps_supply_for_one_part() -> None:
    game = on("a\n.\n.\nk\n", a="1k-1gr 2k-1gr 3k-1gr", k="hq-2gr hq-3gr").supply("german")
    game.play("nominate 1gr A01", "done").activate("1gr")
    game.play("stack A01", "take 1k-1gr", "step A02", "halt", "fight")
    assert [game.unit(one).hungry for one in ("1k-1gr", "2k-1gr", "3k-1gr")] == [1, 0, 0]
    whole = on("a\n.\n.\nk\n", a="1k-1gr 2k-1gr", k="hq-2gr hq-3gr").supply("german").play("nominate 1gr A01", "done")
    whole.activate("1gr").play("stack A01", "take A01", "step A02", "halt", "fight")
    assert [whole.unit(one).hungry for one in ("1k-1gr", "2k-1gr")] == [0, 0]


CUT_OFF = "a\n.\n.\n.\n.\nk\n"


def nominated(**more: str) -> Game:
    game = on(CUT_OFF, a="1k-1gr 2k-1gr 3k-1gr", k="hq-2gr hq-3gr", **more).supply("german")
    return game.play("nominate 1gr A01")


@rule("gd-5.1-f")
def test_the_owner_designates_the_part_that_stays_in_supply() -> None:
    game = nominated()
    assert game.offers("designate 1k-1gr", "done")
    game.play("done").activate("1gr").play("stack A01", "designate 1k-1gr")
    assert "designate" not in game.verbs(), "once a turn"
    game.play("take 1k-1gr", "step A02", "halt", "fight")
    assert [game.unit(one).hungry for one in ("1k-1gr", "2k-1gr", "3k-1gr")] == [0, 1, 1]
    early = nominated().play("designate 1k-1gr", "done").activate("1gr").play("stack A01")
    early.play("take 2k-1gr", "step A02", "halt", "fight")
    assert [early.unit(one).hungry for one in ("1k-1gr", "2k-1gr", "3k-1gr")] == [0, 1, 0], "with who stayed"
    assert not early.run(end_turn).unit("1k-1gr").designated


@rule("gd-5.1-f")
def test_designating_begins_no_activation_and_the_enemy_sees_nothing_of_it() -> None:
    game = nominated(A05="1-1rif").play("done").activate("1gr").play("stack A01")
    before = game.state.view("soviet").to_json()
    game.play("designate 1k-1gr")
    assert game.state.view("soviet").to_json() == before
    assert game.offers("pass")


@rule("gd-5.1-f")
def test_who_retreats_may_designate_on_the_way() -> None:
    field = "x\na\n.\n.\n.\nd\n"
    game = on(field, a="1k-1gr 2k-1gr", d="hq-div-g", x="t34.1-2tk t34.2-2tk hq-2tk")
    for one in ("1k-1gr", "2k-1gr"):
        game.set(one, nominated=True)
    game.run(lambda work: begin_retreat(work, "german", ("1k-1gr", "2k-1gr")))
    assert game.offers("designate 2k-1gr", "go 1k-1gr A03>A04")
    assert game.play("designate 2k-1gr").kind == "retreat"


# -- hunger [5.3]


def starving(turns: int, one: str = "1k-1gr") -> Game:
    game = on("a\n.\n", a=one)
    for _ in range(turns):
        game.run(end_turn).supply("german").play("done")
    return game


@rule("gd-5.3-a", "gd-5.3-b", "gd-5.3-c", "gd-2.6-d")
def test_hunger_grows_with_every_phase() -> None:
    assert starving(1).unit("1k-1gr").hungry == 1
    assert starving(2).unit("1k-1gr").hungry == 2
    assert not starving(2).unit("1k-1gr").depleted
    assert starving(3).unit("1k-1gr").depleted
    assert starving(4).unit("1k-1gr").status == "lost"


@rule("gd-5.3-i")
def test_only_guns_out_of_supply_are_shown_on_their_fired_side() -> None:
    for one, turned in (("btty.4-2art", True), ("1k-1gr", False)):
        (stack,) = SYSTEM.scene(starving(2, one).state, "german").stacks
        assert ("fired" in stack.counters[0].states) is turned


@rule("gd-5.3-a")
def test_one_phase_with_a_path_ends_hunger() -> None:
    game = on("a\nh\nk\n", a="1k-1gr", **PAIR).set("1k-1gr", hungry=2).supply("german").play("done")
    assert game.unit("1k-1gr").hungry == 0


@rule("gd-5.3-c", "gd-9.5-f")
def test_a_rider_and_its_tank_starve_each_for_itself() -> None:
    game = on("a\n.\n.\n", a="t34.1-2tk 1-1rif").set("1-1rif", carrier="t34.1-2tk", hungry=2)
    game.set("t34.1-2tk", hungry=2).supply("soviet").play("done")
    assert (game.unit("1-1rif").depleted, game.unit("t34.1-2tk").depleted) == (True, True)
    assert game.unit("1-1rif").status == "map", "one casualty a phase"
    fed = on("a\nh\nk\n", a="t34.1-2tk 1-1rif", h="hq-1rif", k="hq-2rif").set("1-1rif", carrier="t34.1-2tk")
    fed.set("t34.1-2tk", hungry=2).supply("soviet").play("done")
    assert (fed.unit("1-1rif").depleted, fed.unit("t34.1-2tk").depleted) == (False, True)
    dead = on("a\nh\nk\n", a="t34.1-2tk! 1-1rif", h="hq-1rif", k="hq-2rif").set("1-1rif", carrier="t34.1-2tk")
    dead.set("t34.1-2tk", hungry=2).supply("soviet").play("done")
    assert (dead.unit("t34.1-2tk").status, dead.unit("1-1rif").carrier) == ("lost", ""), "the rider is on foot"


@rule("gd-3.3-a", "gd-5.0-a", "gd-5.3-c")
@pytest.mark.parametrize(
    ("dying", "cut_off", "hqs"),
    [("1k-1gr", "1-1rif", "hq-1rif hq-2rif"), ("1-1rif", "1k-1gr", "hq-1gr hq-2gr")],
    ids=["German", "Soviet"],
)
def test_whoever_starves_opens_no_path_in_the_same_phase(dying: str, cut_off: str, hqs: str) -> None:
    """Ruling Q-supply-together."""
    game = on("a .\n. x\nh .\n", a=cut_off, x=f"{dying}!", h=hqs).set(dying, hungry=2)
    game.supply("german", "soviet").play("done", "done")
    assert (game.unit(dying).status, game.unit(cut_off).hungry) == ("lost", 1)
    game.run(end_turn).supply("german", "soviet").play("done")
    assert game.unit(cut_off).hungry == 0, "by the next phase the way is open"


@rule("gd-1.1-c", "gd-5.3-c")
@pytest.mark.parametrize(("between", "is_told"), [("W", False), (".", True)])
def test_hunger_of_a_unit_nobody_sees_is_told_to_its_owner_only(between: str, is_told: bool) -> None:
    game = on(f"a\n{between}\nx\n", a="1-1rif", x="1k-1gr").set("1-1rif", hungry=2).supply("soviet")
    events = game.state.apply("done").events
    depleted = [told for told in events if told.event.say(game.state.setting) == "1 1Rif is depleted."]
    assert len(depleted) == 1 and depleted[0].heard_by("soviet") is not None
    assert (depleted[0].heard_by("german") is not None) is is_told


@rule("gd-5.3-i")
def test_guns_out_of_supply_stay_fired() -> None:
    game = starving(2, "wsp.1-1art")
    assert game.unit("wsp.1-1art").fired
    assert game.run(end_turn).unit("wsp.1-1art").fired


# -- replacements [4.1]

REST = "a\n.\nh\nk\n"


def rebuilding(die: int, picture: str = REST, **more: object) -> Game:
    stacks = {"a": "1-1rif! at-1rif!", "h": "hq-1rif", "k": "hq-2rif", **more}
    game = on(picture, turn="Night", **stacks)  # type: ignore[arg-type]
    return game.run(lambda work: work.push(Replacing("soviet"))).play(f"d6 {die}")


@rule("gd-4.1-a", "gd-4.1-b", "gd-4.1-i", "gd-4.1-o")
def test_a_lucky_die_rebuilds_one_leg_unit() -> None:
    game = rebuilding(4)
    assert game.choices() == ["rebuild 1-1rif", "pass"], "no Wheeled unit, and a sunny night takes one off the die"
    assert not game.play("rebuild 1-1rif").unit("1-1rif").depleted
    assert game.kind == "idle"
    assert rebuilding(5).kind == "idle"


@pytest.mark.parametrize(
    ("weather", "value"), [("Sunny", -1), ("Cloudy", 0), ("Foggy", 1), ("Rainy", 2), ("Stormy", 3), ("Snowy", 3)]
)
@rule("gd-4.1-c", "gd-4.1-d", "gd-4.1-e", "gd-4.1-f", "gd-4.1-g", "gd-4.1-h")
def test_the_weather_weighs_on_replacements(weather: str, value: int) -> None:
    game = on("a\n", a="1-1rif", weather=weather)
    check = replacement_check(game.state)
    assert check.need == value
    lucky = [face for face in range(1, 7) if face + value <= 3]
    odds = {band.name: float(band.low) for band in check.odds()}
    assert odds.get("yes", 0.0) == pytest.approx(len(lucky) / 6)


@rule("gd-4.1-j")
def test_nobody_is_rebuilt_in_an_enemy_zone() -> None:
    game = rebuilding(1, "x\na\nh\nk\n", x="1k-1gr")
    assert game.choices() == ["pass"]


@rule("gd-4.1-k")
def test_nobody_is_rebuilt_in_range_of_direct_fire() -> None:
    far = rebuilding(1, "x\n.\n.\n.\na\nh\nk\n", x="sturm-1gr")
    near = rebuilding(1, "x\n.\n.\na\nh\nk\n", x="sturm-1gr")
    assert far.offers("rebuild 1-1rif")
    assert near.choices() == ["pass"]


@rule("gd-4.1-l")
def test_a_path_to_an_hq_is_needed() -> None:
    cut = rebuilding(1, sides=["A01-A02 river"])
    assert cut.choices() == ["pass"]
    division = rebuilding(1, sides=["A02-A03 river"], A02="hq-div-s")
    assert division.offers("rebuild 1-1rif")


@rule("gd-4.1-m", "gd-4.1-n")
def test_the_field_replacement_unit_does_without_luck() -> None:
    def night(hungry: int) -> Game:
        game = on("a\nd\nk\n", turn="Night", a="1k-1gr! fieldersatz-div-g", d="hq-div-g hq-1gr", k="hq-2gr")
        game.set("1k-1gr", debarked=True).set("fieldersatz-div-g", hungry=hungry)
        return game.run(lambda work: work.push(Replacing("german"))).play("d6 6")

    assert night(0).choices() == ["rebuild 1k-1gr", "pass"]
    assert night(1).choices() == ["pass"]


@rule("gd-4.1-p")
def test_every_scenario_lets_both_sides_roll() -> None:
    for key in ("kursk", "akhtyrka", "mischurin", "lutchessa"):
        names = [step.__name__ for step in GAME.start(key).setting.system.sequences["turn"]]
        assert {"german_replacements", "soviet_replacements"} <= set(names)


# -- reinforcements [4.0]


@rule("gd-4.0-a", "gd-4.0-e", "gd-9.0-k")
def test_reinforcements_enter_on_their_turn_by_their_hex() -> None:
    early = on("a\n.\n.\n", a="hq-1rif", due={"1-1rif": "A03 1"}).activate("1rif")
    assert "enter" not in early.verbs()
    game = on("a\n.\nW\n", a="hq-1rif", due={"1-1rif": "A03 1"}, turn="Day").activate("1rif")
    assert game.offers("enter 1-1rif A03")
    game.play("enter 1-1rif A03", "step A03")
    assert game.at("1-1rif") == "A03"
    assert game.unit("1-1rif").spent == 4, "woods cost two"
    assert game.offers("step A02")


@rule("gd-4.0-d")
def test_they_enter_singly_or_as_a_stack() -> None:
    due = dict.fromkeys(("1-1rif", "2-1rif", "3-1rif"), "A03 0")
    game = on("a\n.\n.\n", a="hq-1rif", due=due).activate("1rif")
    game.play("enter 1-1rif A03", "with 3-1rif", "step A03", "step A02", "halt")
    assert (game.at("1-1rif"), game.at("3-1rif")) == ("A02", "A02")
    assert game.offers("enter 2-1rif A03")


@rule("gd-4.0-f")
def test_a_held_entry_hex_is_passed_by_the_nearest_on_the_same_edge() -> None:
    field = "x . .\n. . .\n. . h\n"
    game = on(field, x="1k-1gr", h="hq-1rif", due={"1-1rif": "A01 0"}).activate("1rif")
    places = {choice.split()[2] for choice in game.choices() if choice.startswith("enter")}
    assert places
    assert "A01" not in places
    assert all(game.board.distance(game.hex("x"), game.hex(h)) == 1 for h in places)
    pinned = on(field, x="2-1rif", h="hq-1rif", due={"1-1rif": "A01 0"}).set("2-1rif", pinned=True).activate("1rif")
    assert not pinned.offers("enter 1-1rif A01")


@rule("gd-4.0-g", "gd-4.0-h")
def test_who_cannot_or_will_not_enter_waits() -> None:
    shut = on("x\ny\n", x="1k-1gr", y="2k-1gr", due={"1-1rif": "A01 0"}).activate("1rif")
    assert "enter" not in shut.verbs()
    held = on(".\nh\n", h="hq-1rif", due={"1-1rif": "A01 0"}, turn="Night").activate("1rif")
    assert held.offers("enter 1-1rif A01"), "three turns late"


def test_an_entering_unit_is_fired_on() -> None:
    """Ruling Q-oppfire-entry."""
    game = on(".\n.\n.\nx\nh\n", x="flak-2gr", h="hq-1rif", due={"1-1rif": "A01 0"}).activate("1rif")
    assert game.play("enter 1-1rif A01", "step A01").kind == "oppfire"


@rule("gd-5.1-c")
def test_the_division_hq_is_asked_for_a_battalion_only_where_somebody_is_hungry() -> None:
    fed = on("a\n.\nb\n", a="1k-1gr hq-1gr", b="hq-div-g").supply("german")
    assert fed.choices() == ["done"]
    river = ["A01-A02 river", "A02-A03 stream"]
    game = on("a\n.\nb\nc\n", a="1k-1gr", b="hq-div-g hq-2gr", c="hq-1gr 5k-2gr", sides=river).supply("german")
    assert game.choices() == ["source 1gr", "done"]
    assert not game.state.view("soviet").stack[-1].needy, "whom the German side has to feed is its own affair"


@rule("gd-4.1-m")
def test_the_field_replacement_unit_does_not_rebuild_itself() -> None:
    def night(die: int, **stacks: str) -> Game:
        game = on("a\nb\nk\n", turn="Night", a="hq-div-g", k="hq-2gr", **stacks)
        return game.run(lambda work: work.push(Replacing("german"))).play(f"d6 {die}")

    assert night(6, b="fieldersatz-div-g!").choices() == ["pass"]
    assert night(1, b="fieldersatz-div-g!").offers("rebuild fieldersatz-div-g"), "with a lucky die it is one like any"


@rule("gd-4.1-b")
def test_a_leg_unit_that_rides_is_rebuilt_too() -> None:
    game = on(REST, turn="Night", a="t34.1-2tk 1-1rif!", h="hq-1rif", k="hq-2rif").set("1-1rif", carrier="t34.1-2tk")
    game.run(lambda work: work.push(Replacing("soviet"))).play("d6 1")
    assert game.choices() == ["rebuild 1-1rif", "pass"]
