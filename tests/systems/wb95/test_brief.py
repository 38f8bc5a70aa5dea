"""A scenario says what it is about before anything has happened."""

import balka


def test_a_scenario_says_how_long_it_lasts_what_scores_and_who_wins():
    state = balka.game("kursk").start("kursk")
    lines = [line["text"] for line in state.setting.system.scene(state.view("german"), "german")["brief"]]
    assert "19 days" in lines[0] and "wins at once" in lines[1]
    assert "10 German VP at the end: The Seym crossed." in lines and "German small victory from 11" in lines[-1]
    towns = next(line for line in lines if line.startswith("2 German VP at the end for each town captured: "))
    assert "Vozy (1612)" in towns and "captured (" not in towns
