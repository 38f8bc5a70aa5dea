"""How a game looks from a seat: what lies where, what is being resolved, and how choices read."""

import random

import pytest

import balka
from balka.core.scene.display import Ghost
from balka.systems.heroes import markers
from balka.table import scenes
from balka.table.dice import LiveDice
from balka.table.table import Table

HIDDEN = ("soviet: hide H07",)
ENTERED = (*HIDDEN, "german: enter mg34-01 R05 NW", "german: done")


def table_after(*said):
    """Two people at a table who have said these things; the dice are always the same."""
    table = Table(balka.game("sos").start("courier", {}), dice=LiveDice(bytes(32)))
    table.run()
    for line in said:
        seat, _, text = line.partition(": ")
        table.choose(seat, text)
        table.run()
    return table


def layers(table, seat):
    return {layer.hex: (layer.glyph, layer.label) for layer in scenes.scene(table, seat).layers}


def test_only_the_hider_sees_where_the_satchel_lies():
    table = table_after(*HIDDEN)
    own = layers(table, "soviet")
    assert own["H07"] == ("satchel", "Your satchel lies here")
    assert own["H08"][0] == "eye"
    for seat in ("german", "watcher"):
        assert set(layers(table, seat).values()) == {("satchel", "The satchel may lie here")}


def test_a_step_being_paid_for_leaves_its_trail():
    table = table_after(*ENTERED, "soviet: move rif-02 J07 NE")
    assert scenes.scene(table, "soviet").ghosts == [Ghost(kind="route", hexes=["J06", "J07"], tone="go")]


def test_an_attack_being_rolled_for_shows_its_line():
    table = table_after(*ENTERED, "soviet: fire maxim-01 R05")
    line = [Ghost(kind="fire", start="K10", to="R05", tone="fire")]
    assert scenes.scene(table, "soviet").ghosts == line
    assert scenes.scene(table, "german").ghosts == [], "what can still be taken back is shown to nobody else"


@pytest.mark.parametrize(("count", "label", "act", "badge"), [
    (0, "No CAPs", "Roll the Spent Check", ""),
    (1, "1 CAP", "Roll the Spent Check", ""),
    (2, "2 CAPs", "Pay 2 CAPs", "no roll"),
])  # fmt: skip
def test_caps_on_a_cost_say_whether_a_roll_follows(count, label, act, badge):
    table = table_after(*ENTERED, "soviet: move rif-02 J07 NE")
    (caps,) = scenes.scene(table, "soviet").choices
    leaf = caps.children[count]
    assert (leaf.label, leaf.act, leaf.badge) == (label, act, badge)


def test_units_ready_to_enter_wait_in_one_tray_and_later_ones_in_their_own():
    trays = {
        stack.place.name: len(stack.counters)
        for stack in scenes.scene(table_after(*HIDDEN), "german").stacks
        if stack.place.kind == "tray"
    }
    assert trays == {"German units ready to enter": 5, "German reinforcements, Round 2": 2,
                     "Soviet reinforcements, Round 2": 3}  # fmt: skip


def test_a_cost_the_next_line_tells_again_is_quiet():
    table = table_after(*ENTERED, "soviet: move rif-02 J07 NE", "soviet: caps 0")
    lines = {line.kind: line for line in scenes.log_lines(table, "soviet")}
    assert lines["Paid"].quiet
    assert "against 2AP" in lines["SpentRolled"].text


def person_at(mission, seat):
    """A table where one seat is held by a person and everybody else by bots, up to that person's first decision."""
    start = balka.game("sos").start(mission, {})
    players = {**dict.fromkeys(Table(start).seats, "random"), seat: "human"}
    table = Table(start, players, dice=LiveDice(bytes(32)), rng=random.Random(1))
    table.run()
    return table


def test_an_objective_card_is_picked_by_a_button_that_says_where_reinforcements_come():
    [pick] = scenes.scene(person_at("farm", "soviet"), "soviet").choices
    assert [(node.anchor.kind, node.label) for node in pick.children] == [
        ("card", "Objective 1: by R06 or R07"), ("card", "Objective 4: by B06 or B07"),
    ]  # fmt: skip


def test_the_arrow_of_a_strike_is_shown_in_its_target_hex():
    table = person_at("smoke", "soviet")
    for _ in range(40):
        scene = scenes.scene(table, "soviet")
        if scene.ask.kind == "strike.aim":
            break
        leaf = next((node for node in scene.choices if node.token in ("plan", "ready", "pass", "done")), None)
        leaf = leaf or scene.choices[0]
        while not leaf.text:
            leaf = leaf.children[0] if leaf.children else scenes.grow(table, "soviet", [leaf.token])[0]
        table.choose("soviet", leaf.text)
        table.run()
    [arrow] = scene.choices
    target = next(layer.hex for layer in scene.layers if "lands here" in layer.label)
    assert {node.anchor.hex for node in arrow.children} == {target}


@pytest.mark.parametrize("key", ["sos"])
def test_every_hit_marker_has_a_badge_of_its_own(key):
    names = {marker.name for marker in balka.game(key).start("courier", {}).setting.markers.values()}
    shorts = {markers.short(name, names) for name in names}
    assert len(shorts) == len(names) and all(len(text) <= 2 for text in shorts)


def test_badges_of_like_names_take_a_second_letter_or_the_initials():
    names = ("Stunned", "Suppressed", "Cowering", "Gun Damaged (red)", "Gun Damaged (blue)")
    assert [markers.short(name, names) for name in names] == ["St", "Su", "C", "Gr", "Gb"]
