"""Formations led by the table: ordinary choices, found from what their owner knows, and reasons for the rest."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from tests.systems.wb95.kit import on

import balka
from balka.core import records
from balka.core.errors import BalkaError
from balka.systems.famous_divisions.opportunity import threats
from balka.systems.wb95.crowding import overfull
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.position import force, unit_of
from balka.systems.wb95.zones import feared
from balka.table import leading, scenes
from balka.table.dice import LiveDice
from balka.table.table import Table

KURSK, GD = ("kursk/kursk", "move.phase"), ("gd/lutchessa", "activation")
BATTALION = "1gr"


@cache
def record_of(scenario: str, kind: str) -> str:
    """A game up to the first question of a kind to the German side."""
    game, found = balka.scenario(scenario)
    state = game.start(found.key, {})
    table = Table(state, dict.fromkeys(state.setting.seats, "greedy"), dice=LiveDice(bytes(32)), rng=Random(3))
    while table.state.asks[0].seat != "german" or table.state.asks[0].kind != kind:
        table.go_on()
    return table.record()


def table_at(scenario: str, kind: str) -> Table:
    game, found = balka.scenario(scenario)
    table = Table(game.start(found.key, {}), {"german": "human", "soviet": "greedy"}, dice=LiveDice(bytes(32)))
    table.load(records.read(record_of(scenario, kind)))
    table.run("no bots")
    return table


def hex_of(table: Table, unit: str) -> str:
    return table.state.setting.board.labels[table.state.position.find(unit).hex]


# -- Kursk


def test_a_division_goes_where_it_is_sent_and_its_guns_and_headquarters_follow_behind():
    table = table_at(*KURSK)
    led = leading.told(table.view("german"), table.lead("german", "ARM 10", "2202"))
    assert {hex_of(table, unit) for unit in ("20-10mot", "41-10mot", "7-10arm", "189ag")} == {"2202"}
    guns = {hex_of(table, unit) for unit in ("1-art-xxiii", "2-art-xxiii", "art-9-a")}
    assert guns == {"2001"}, "behind the division, near enough to fire in front of it"
    assert not unit_of(table.state, "1-art-xxiii").has(Mark.TRANSPORT), "and emplaced again"
    assert led.text == "10 Panzer towards 2202: 8 of 9 to 2202, 2001, 1901."


def test_what_a_formation_did_is_taken_back_march_by_march():
    table = table_at(*KURSK)
    before = table.state.hash
    marches = table.lead("german", "ARM 10", "2202").marches
    table.undo("german")
    assert hex_of(table, "hq-esebeck") == "1801"
    assert hex_of(table, "art-9-a") == "2001", "the march before the last stands"
    for _ in marches[1:]:
        table.undo("german")
    assert table.state.hash == before


def test_a_proposal_says_nothing_and_is_what_is_done():
    table = table_at(*KURSK)
    before = table.play
    proposed = scenes.propose(table, "german", "ARM 10", "2202")
    assert table.play is before
    assert leading.told(table.view("german"), table.lead("german", "ARM 10", "2202")) == proposed


def test_nobody_is_led_next_to_the_enemy_and_the_reason_is_told():
    table = table_at(*KURSK)
    watched = feared(force(table.view("german"), "soviet"), table.state.setting.board)
    plan = table.lead("german", "ARM 20", "1906")
    assert plan.marches, "it goes as far as it can"
    assert not any(watched >> h & 1 for march in plan.marches for h in march.way)
    remark, *_ = leading.told(table.view("german"), plan).remarks
    assert (remark.text, remark.rule) == ("stopped in 1605: nearer hexes lie next to the enemy", "kursk-5.1.3-a")


def test_next_to_the_enemy_only_the_hex_that_was_named_is_entered_and_as_the_last():
    table = table_at(*KURSK)
    plan = table.lead("german", "INF 258", "0905")
    watched = feared(force(table.view("german"), "soviet"), table.state.setting.board)
    ends = [table.state.setting.board.labels[march.way[-1]] for march in plan.marches]
    met = [march for march in plan.marches if watched >> march.way[-1] & 1]
    assert all(table.state.setting.board.labels[march.way[-1]] == "0905" for march in met)
    assert "0905" in ends
    assert met == list(plan.marches[-1:]) or not met


def test_nobody_is_led_where_others_would_have_to_make_room():
    table = table_at(*KURSK)
    for key, goal in (("INF 6", "1505"), ("ARM 12", "1703"), ("ARM 9", "1504"), ("INF 292", "1703")):
        table.lead("german", key, goal)
    assert not overfull(table.state, "german")


def test_nobody_is_led_away_from_where_he_is_sent():
    table = table_at(*KURSK)
    away = table.state.setting.board.distances(table.state.setting.board.hex("1325"))
    for key in ("INF 86", "ARM 9", "INF 31", "ARM 12"):
        plan = table.lead("german", key, "1325")
        troops = [march for march in plan.marches if march.units[0] not in plan.sending.formation.followers]
        assert all(away[march.way[-1]] < away[march.way[0]] for march in troops)


def test_those_marked_for_strategic_movement_are_led_together_and_nobody_else():
    units = {"a": "g inf of=31 marked", "b": "g inf of=31 marked", "c": "g inf of=31"}
    view = on("a+b+c . . . . . . .\n. . . . . . . .", "strategic", **units).state.view("german")
    formation, *others = view.stack[-1].formations(view, "german")
    assert (formation.units, others) == (("a", "b"), [])
    plan = leading.planned(view, "german", formation.key, "D01")
    assert [march.units for march in plan.marches] == [("a", "b")]
    assert view.setting.board.labels[plan.marches[0].way[-1]] == "C01"


def test_guns_go_with_the_nearest_troops_of_their_own_army():
    units = {"a": "g inf of=31 army=9", "g": "g art 2 army=9", "b": "g inf of=86 army=2"}
    view = on("a . g b . .\n. . . . . .", "move", **units).state.view("german")
    led = {formation.units for formation in view.stack[-1].formations(view, "german")}
    assert led == {("a", "g"), ("b",)}


def test_a_formation_that_is_not_there_is_refused_with_those_that_are():
    table = table_at(*KURSK)
    with pytest.raises(BalkaError, match="You have no formation 'INF 999'") as told:
        table.lead("german", "INF 999", "2202")
    assert "INF 31" in (told.value.instead or "")


def test_every_counter_belongs_to_one_formation():
    table = table_at(*KURSK)
    view = table.view("german")
    units = [unit for formation in view.stack[-1].formations(view, "german") for unit in formation.units]
    on_map = [unit.id for unit in force(view, "german").units.values() if unit.hex >= 0]
    assert sorted(units) == sorted(on_map)


def test_a_proposal_is_the_same_whatever_the_enemy_hides():
    table = table_at(*KURSK)
    view = table.view("german")
    worlds = [view.setting.system.sample(view, Random(number)) for number in (1, 2)]
    assert worlds[0].hash != worlds[1].hash
    plans = [leading.planned(world.view("german"), "german", "INF 86", "2103") for world in worlds]
    assert plans[0] == plans[1]


# -- Grossdeutschland


def test_a_battalion_keeps_out_of_fire_and_its_headquarters_behind():
    table = table_at(*GD)
    view = table.view("german")
    plan = table.lead("german", BATTALION, "1913")
    assert len(plan.marches) > 3
    assert not any(threats(view, "german", h) for march in plan.marches for h in march.way[1:])
    away = view.setting.board.distances(plan.sending.goal)
    last = {march.units[0]: away[march.way[-1]] for march in plan.marches}
    assert last["hq-1gr"] > min(last.values())
    for _ in plan.marches:
        table.undo("german")
    assert table.state.hash == table_at(*GD).state.hash


def test_whoever_has_finished_moving_is_named_with_the_rule():
    table = table_at(*GD)
    table.lead("german", BATTALION, "1913")
    told = scenes.propose(table, "german", BATTALION, "2309")
    assert told.text == "German 1Gr towards 2309: nobody moves."
    assert [(remark.text, remark.rule) for remark in told.remarks] == [("not moved: has finished moving", "gd-9.0-o")]
