"""The referee rules on Awakening the Bear: pools, opportunities, and its own rows."""

from __future__ import annotations

from pathlib import Path

from balka.referee.reading import referee_file

ROOT = Path(__file__).parents[2]


def answers():
    return referee_file(ROOT / "docs" / "referee" / "opportunity.yaml")


def test_an_attack_is_reckoned_by_this_editions_rows():
    first = answers().answers[0].answer
    assert first.headline == "Hit Number 10" and any("atb-7.0-a" in row for row in first.working)


def test_nothing_is_rolled_for_a_cost():
    cost = answers().answers[1].answer
    assert cost.values["value"] == 2 and "spent_chance" not in cost.values


def test_a_reason_cites_this_game():
    assert answers().answers[2].answer.values["rule"] == "atb-5.0-d"


def test_an_opportunity_is_played_and_the_pool_kept():
    text = answers().text()
    assert "takes an opportunity action and is Spent" in text and "active: german 4AP" in text and "sos-" not in text
