"""Masks: what a player may know of the other side's stacks. [chapter 16, K6]"""

from __future__ import annotations

from random import Random

from tests.systems.wb95.kit import Game, end_phase, on

from balka.core.proof import rule
from balka.systems.wb95.events.stacks import StacksOpened, TopSeen
from balka.systems.wb95.losses import lose_one
from balka.systems.wb95.position import OFF
from balka.systems.wb95.rulebook import Arrival
from balka.systems.wb95.secrets import open_up, tops_of
from balka.systems.wb95.system import SYSTEM


@rule("kursk-16.1.2-a")
def test_a_masked_stack_shows_neither_names_nor_height() -> None:
    game = on("a . . x+y+z", a="g inf", x="s inf", y="s arm", z="s art 5/3 cel=1")
    (only,) = game.seen_by("german").values()
    assert (only.id, only.kind, only.cel) == ("?D01", "", 0)


@rule("kursk-16.1.4-a")
def test_next_door_the_kinds_of_the_fortified_are_told() -> None:
    game = on("a x+y .", a="g inf", x="s inf dug", y="s arm cel=2/1")
    assert [(one.kind, one.cel) for one in game.seen_by("german").values()] == [("ARM", 0), ("INF", 0)]


@rule("kursk-16.1.4-b")
def test_next_door_the_kinds_and_cel_of_the_unfortified_are_told() -> None:
    game = on("a x+y .", a="g inf", x="s inf", y="s arm cel=2/1")
    seen = game.seen_by("german")
    assert [(one.id, one.kind, one.cel) for one in seen.values()] == [("?B01.1", "ARM", 1), ("?B01.2", "INF", 2)]


@rule("kursk-16.1.1-a")
def test_without_masks_the_top_counter_is_shown_and_its_owner_chooses_it() -> None:
    game = on("a . . x+y", side="soviet", a="g inf", x="s inf", y="s arm", book={"masks": "top"})
    assert set(game.seen_by("german")) == {"x", "?D01"}
    assert set(game.play("top y").seen_by("german")) == {"y", "?D01"}
    assert not game.may("top y")
    lone = on("x . . a", side="soviet", a="g inf", x="s inf", book={"masks": "top"})
    assert not lone.may("top x"), "there is nobody to lie upon"


def shown_to_the_enemy(game: Game) -> list[object]:
    """The lines of the log a Soviet reads, those left out that the next one tells again."""
    heard = [told.heard_by("soviet") for told in game.told]
    lines = [event.line(game.state.setting) for event in heard if event]
    return [line.text for line in lines if not line.quiet]


@rule("kursk-16.1.3-a")
def test_stacks_that_fought_lie_open_until_the_phase_ends() -> None:
    game = on("x .\na+b .", "combat", a="g inf 4", b="g inf 4", x="s inf 4 dug").play(
        "attack A01; join a; join b; fight"
    )
    assert set(game.seen_by("german")) == {"x"} and set(game.seen_by("soviet")) == {"a", "b"}
    game.play(dice=[11])
    assert set(game.seen_by("german")) == {"x"}
    assert set(end_phase(game).seen_by("german")) == {"?A01.1"}


def test_first_contact_tells_both_and_cannot_be_taken_back() -> None:
    """[K1, D7]"""
    game = on("a . . x", a="g arm", x="s inf")
    away = game.state.apply("take a").state.apply("to B01")
    assert not away.barrier
    near = away.state.apply("to C01")
    assert near.barrier
    heard = {seat: [type(told.heard_by(seat)).__name__ for told in near.events] for seat in ("german", "soviet")}
    assert "TypesTold" in heard["german"] and "TypesTold" in heard["soviet"]


def test_a_masked_stack_does_not_change_what_is_offered_but_stops_whoever_meets_it() -> None:
    """[D2b]"""
    empty, held = "s hq 0 cel=1", "s inf"
    lists = [on("a . . . .\n. . . x .", a="g arm", x=who).play("take a").texts() for who in (empty, held)]
    assert lists[0] == lists[1]
    ends = [on("a . . . .\n. . . x .", a="g arm", x=who).play("take a; to E01").at("a") for who in (empty, held)]
    assert ends[0] == "E01" and ends[1] in ("C01", "D01")


def test_moving_under_a_mask_tells_only_that_something_moved() -> None:
    game = on("a+b . . . x", a="g inf", b="g inf", x="s inf").play("take a; to B01")
    assert shown_to_the_enemy(game) == ["A German stack moved A01 to B01"]
    last = on("a . . . x", a="g inf", x="s inf").play("take a; to B01")
    assert shown_to_the_enemy(last) == ["A German stack moved A01 to B01 (hex now empty)"]


def test_a_sampled_world_fits_the_view() -> None:
    """[D21]"""
    game = on("a x+y . u . v", a="g inf", x="s inf", y="s arm dug", u="s inf", v="s inf cel=1")
    view = game.state.view("german")
    for seed in range(10):
        world = SYSTEM.sample(view, Random(seed))
        assert world.view("german").to_json() == view.to_json()
        assert set(world.position.forces["soviet"].units) == {"x", "y", "u", "v"}


def test_whoever_waits_beside_the_map_waits_in_a_sampled_world_too() -> None:
    book = {"arrivals": {one: Arrival(one, turn, (5,), "corps") for one, turn in (("r", 1), ("q", 3))}}
    game = on("a . . x . .", a="g inf", x="s inf", off={"r": "s inf", "q": "s inf"}, book=book)
    for seed in range(6):
        units = SYSTEM.sample(game.state.view("german"), Random(seed)).position.forces["soviet"].units
        assert {one.id: one.hex for one in units.values()} == {"x": 3, "r": OFF, "q": OFF}


def test_a_retreat_is_told_first_which_ways_masked_stacks_close() -> None:
    """[D2c]"""
    picture = """
        . . . . .
        . . y . .
        . . . . .
        . . x . .
        . . a . .
    """
    game = on(picture, "combat", a="g inf 16", x="s inf 4", y="g inf").play("attack C04; join a; fight", dice=[8])
    assert game.waiting == "soviet retreat" and "zone" in " ".join(game.state.told["soviet"])
    assert not game.may("go x C03")
    assert game.state.view("german").told == {}
    assert game.texts() == [game.state.text(choice) for choice in game.state.view("soviet").choices(seat="soviet")]


@rule("kursk-16.1.1-a", "kursk-16.1.4-b")
def test_a_loss_under_a_mask_is_told_to_its_owner_and_to_neighbours_who_see_the_cel() -> None:
    """A breakdown or a mine does not tell where the unit lies."""
    for picture, hears in (("a . . x", False), ("a x . .", True)):
        game = on(picture, a="g arm 8 panther", x="s inf 4")
        work = game.work()
        lose_one(work, "a", "breakdown")
        step = work.settle()
        heard = [said.say(game.state.setting) for told in step.events if (said := told.heard_by("soviet")) is not None]
        assert not any("breakdown" in text or "loses" in text for text in heard), picture
        assert any("holds German" in text for text in heard) == hears, picture


@rule("kursk-16.1.1-a")
def test_an_open_counter_on_top_stays_on_top_in_a_sampled_world() -> None:
    """Others dealt into its stack come to lie below it, whatever their names; nobody is told of a new one. [D21]"""
    units = {"a": "g inf", "b": "g inf", "c": "g art 6/3", "d": "g inf", "x": "s inf"}
    game = on("a+b . x . c+d", "combat", book={"masks": "top"}, **units)
    work = game.work()
    open_up(work, ["c"])
    view = game.after(work).state.view("soviet")
    assert set(game.seen_by("soviet")) == {"a", "?A01", "c", "?E01"}
    for seed in range(8):
        world = SYSTEM.sample(view, Random(seed))
        assert world.view("soviet").to_json() == view.to_json()
        assert tops_of(world, "german") == tops_of(game.state, "german")


@rule("kursk-16.1.1-a", "kursk-16.1.3-a")
def test_guns_that_open_fire_tell_whether_anybody_is_left_under_the_top_counter() -> None:
    """Where stacks show their top counter, a stack of that and of open ones hides nobody. [D2c]"""
    left = []
    for below in ("g inf", ""):
        units = {"a": "g inf", "b": "g art 6/3 cel=1", "x": "s inf", **({"c": below} if below else {})}
        stack = "+".join(one for one in "abc" if one in units)
        game = on(f". x .\n{stack} . .", "combat", "river B01 C01", book={"masks": "top"}, **units)
        work = game.work()
        open_up(work, ["b"])
        (told,) = [one.event for one in work.settle().events if isinstance(one.event, StacksOpened)]
        left.append(told.masked)
        game.after(work)
        assert any(not one.known for one in game.seen_by("soviet").values()) == bool(below)
    assert left[0] and not left[1]


@rule("kursk-16.1.1-a")
def test_a_view_of_a_view_shows_the_same_top_counter() -> None:
    """It lies on top because its owner laid it there, which its name does not tell."""
    game = on("a . . x+y", side="soviet", a="g inf", x="s inf", y="s arm", book={"masks": "top"}).play("top y")
    work = game.work()
    open_up(work, ["x"])
    view = game.after(work).state.view("german")
    assert set(game.seen_by("german")) == {"x", "y"}
    assert SYSTEM.conceal(view, "german").to_json() == view.to_json()


@rule("kursk-16.1.1-a")
def test_what_a_counter_did_is_told_when_it_comes_to_lie_on_top() -> None:
    """Guns that are silent, or a unit that fought, look so; the enemy hears it, or two worlds would part unheard."""
    told = []
    for did in ("", "silent_2"):
        game = on("b . . x\na . . .", a="g inf", b=f"g art 6/3 transport {did}", x="s inf", book={"masks": "top"})
        game.play("take a; to A01; halt; top b")
        heard = [one.heard_by("soviet") for one in game.told]
        told.append([event for event in heard if isinstance(event, TopSeen)])
    assert told[0] != told[1]


@rule("kursk-16.1.3-a")
def test_what_a_counter_did_is_told_when_it_is_turned_over() -> None:
    facts = []
    for did in ("", "silent_2"):
        game = on("a . . x", "combat", a=f"g art 6/3 {did}", x="s inf")
        work = game.work()
        open_up(work, ["a"])
        (opened,) = [told.event for told in work.settle().events if isinstance(told.event, StacksOpened)]
        facts.append(opened.units)
    assert facts[0] != facts[1]
