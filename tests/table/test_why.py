"""Why not: a counter that can do nothing says so with its rule, one that can act is allowed."""

import balka
from balka.table import scenes
from balka.table.dice import LiveDice
from balka.table.table import Table


def table_of(key):
    game, scenario = balka.scenario(key)
    table = Table(game.start(scenario.key, {}), dice=LiveDice(bytes(32)))
    table.run()
    return table


def test_a_counter_that_can_be_picked_is_allowed():
    table = table_of("kursk/slice")
    token = next(one for one in table.state.grow((), "german") if isinstance(one, str))
    assert scenes.why_idle(table, "german", token).allowed


def test_out_of_turn_nothing_can_act():
    table = table_of("sos/courier")
    answer = scenes.why_idle(table, "german", "rif-04")
    assert not answer.allowed
    assert answer.reasons[0].sentence == "It is not for german to decide now."


def test_a_unit_in_the_wrong_step_hears_the_rule():
    table = table_of("sos/courier")
    reason = scenes.why_idle(table, "soviet", "rif-04").reasons[0]
    assert reason.rule == "sos-m1-o"


def test_what_others_may_be_told_now_is_refused_first():
    """In the Movement Phase a unit is taken; that it cannot be named for a battle is beside the point."""
    table = table_of("kursk/slice")
    reason = scenes.why_idle(table, "german", "nobody").reasons[0]
    assert reason.sentence == "You have no unit nobody in play."
