"""How a game looks from a seat: what lies where, what is being resolved, and how choices read."""

import pytest

import balka
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
    return {layer["hex"]: (layer["glyph"], layer["label"]) for layer in scenes.scene(table, seat)["layers"]}


def test_only_the_hider_sees_where_the_satchel_lies():
    table = table_after(*HIDDEN)
    own = layers(table, "soviet")
    assert own["H07"] == ("satchel", "Your satchel lies here")
    assert own["H08"][0] == "eye"
    for seat in ("german", "watcher"):
        assert set(layers(table, seat).values()) == {("satchel", "The satchel may lie here")}


def test_a_step_being_paid_for_leaves_its_trail():
    table = table_after(*ENTERED, "soviet: move rif-02 J07 NE")
    assert scenes.scene(table, "soviet")["ghosts"] == [{"kind": "route", "hexes": ["J06", "J07"], "tone": "go"}]


def test_an_attack_being_rolled_for_shows_its_line():
    table = table_after(*ENTERED, "soviet: fire maxim-01 R05")
    line = [{"kind": "fire", "from": "K10", "to": "R05", "tone": "fire"}]
    assert scenes.scene(table, "soviet")["ghosts"] == line
    assert scenes.scene(table, "german")["ghosts"] == [], "what can still be taken back is shown to nobody else"


@pytest.mark.parametrize(("count", "label", "act", "badge"), [
    (0, "No CAPs", "Roll the Spent Check", None),
    (1, "1 CAP", "Roll the Spent Check", None),
    (2, "2 CAPs", "Pay 2 CAPs", "no roll"),
])  # fmt: skip
def test_caps_on_a_cost_say_whether_a_roll_follows(count, label, act, badge):
    table = table_after(*ENTERED, "soviet: move rif-02 J07 NE")
    (caps,) = scenes.scene(table, "soviet")["choices"]
    leaf = caps["children"][count]
    assert (leaf["label"], leaf["act"], leaf["badge"]) == (label, act, badge)


def test_units_ready_to_enter_wait_in_one_tray_and_later_ones_in_their_own():
    trays = {
        stack["place"]["name"]: len(stack["counters"])
        for stack in scenes.scene(table_after(*HIDDEN), "german")["stacks"]
        if stack["place"]["kind"] == "tray"
    }
    assert trays == {"German units ready to enter": 5, "German reinforcements, Round 2": 2,
                     "Soviet reinforcements, Round 2": 3}  # fmt: skip


def test_a_cost_the_next_line_tells_again_is_quiet():
    table = table_after(*ENTERED, "soviet: move rif-02 J07 NE", "soviet: caps 0")
    lines = {line["kind"]: line for line in scenes.log_lines(table, "soviet")}
    assert lines["Paid"]["quiet"]
    assert "against 2AP" in lines["CheckRolled"]["text"]
