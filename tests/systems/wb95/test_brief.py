"""A scenario says what it is about before anything has happened."""

import balka
from balka.core.proof import rule


def told(scenario: str, **options: str) -> str:
    state = balka.game("kursk").start(scenario, options)
    lines = state.setting.system.scene(state.view("soviet"), "soviet").brief
    return "\n".join(line.text for line in lines)


def test_a_scenario_says_how_long_it_lasts_what_scores_and_who_wins():
    state = balka.game("kursk").start("kursk")
    lines = [line.text for line in state.setting.system.scene(state.view("german"), "german").brief]
    assert "19 days" in lines[0] and "wins at once" in lines[1]
    assert "10 German VP at the end: The Seym crossed." in lines and "11–18 German VP: German small victory." in lines
    towns = next(line for line in lines if line.startswith("2 German VP at the end for each town captured: "))
    assert "Vozy (1612)" in towns and "captured (" not in towns


@rule("kursk-scK-vic-i")
def test_a_scenario_with_reserves_of_the_stavka_says_what_calling_them_costs():
    assert "STAVKA reserve that enters: 3 German VP" in told("kursk")
    assert "STAVKA" not in told("claws"), "no reserves are printed for it"


@rule("kursk-scP-vic-b")
def test_an_end_that_an_option_leaves_out_is_not_told():
    both = "Belgorod, Oboyan and Prokhorovka are Soviet"
    assert both in told("prokhorovka") and both not in told("prokhorovka", sudden="never")
