"""A scenario says what it is about before anything has happened."""

import balka


def test_a_scenario_says_how_long_it_lasts_what_scores_and_who_wins():
    state = balka.game("gd").start("mischurin")
    lines = [line.text for line in state.setting.system.scene(state.view("german"), "german").brief]
    assert "12 turns" in lines[0] and "Borodayevka held: 1 VP for each hex." in lines
    assert lines[-1] == "The German side wins with 6 VP, 5 are a draw; otherwise the other side wins."
