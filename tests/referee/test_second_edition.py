"""The referee rules on Awakening the Bear: pools, opportunities, and its own rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from balka.core.describing.document import Mistakes
from balka.referee.answers import Answer
from balka.referee.reading import referee_file, referee_text

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


HEAD = """game: atb
board:
  picture: |
    {picture}
  legend: {{S: building_stone, L: woods_light, 2: {{terrain: open, elevation: 2}}}}
units:
  a: {{type: ger_rifle_41, at: a, facing: SE}}
  x: {{type: sov_rifle_41, at: x, facing: NW}}
{more}
questions:
  - {question}
"""
FIELD = "a . x S\n    . L . .\n    t . . ."


def ask(question: str, picture: str = FIELD, more: str = "  t: {type: ger_pz_3e, at: t, facing: N}") -> Answer:
    return referee_text(HEAD.format(picture=picture, more=more, question=question)).answers[0].answer


def mistake(question: str) -> str:
    with pytest.raises(Mistakes) as found:
        ask(question)
    return str(found.value)


def test_artillery_and_weapon_cards_of_this_box_are_known_by_their_names():
    assert ask("hit_number: {attacker: OBA_SOV, target: a}").values["ar"] == 6
    assert ask("hit_number: {attacker: a, target: x, weapon: GRENADES}").values["ar"] == 3
    assert "there is no unit 'W04'" in mistake("hit_number: {attacker: W04, target: x}")
    wrong = mistake("hit_number: {attacker: a, target: x, weapon: W01}")
    assert "GRENADES, MOLOTOV, TELLERMINE" in wrong and "one of flame" in wrong


def test_a_refused_line_and_every_row_of_an_answer_cite_this_game():
    assert "[atb-5.0-d]" in ask("play: [move a D01 N]").headline
    for question in ("line_of_sight: {from: A01, to: C01}", "unseen: {unit: x, at: B02}", "fire_zone: a"):
        assert "sos-" not in " ".join(ask(question).working)


def test_a_blind_spot_names_the_hex_that_makes_it_from_both_ends():
    """From the hill in A05 the hex behind the woods of A02 lies in a blind spot."""
    picture = "x\n    L\n    .\n    .\n    a:2"
    for ends in ("{from: A05, to: A01}", "{from: A01, to: A05}"):
        found = ask(f"line_of_sight: {ends}", picture, "").values
        assert found["blocked_by"] == ["A02"] and "blind spot" in found["reason"]


def test_smoke_names_its_hex_and_its_rule():
    found = ask("line_of_sight: {from: A01, to: A04}", "a\n    .\n    .\n    x", "smoke: {A02: heavy}")
    assert found.values["blocked_by"] == ["A02"] and "[atb-13.0-b]" in found.headline
    refused = ask("why_not: fire a A04", "a\n    .\n    .\n    x", "smoke: {A02: heavy}")
    assert refused.values["rule"] != "atb-6.0-d"


@pytest.mark.parametrize(("kind", "unit", "low", "high"), [("road_block", "t", 2, 7), ("barbed_wire", "a", 2, 7)])
@pytest.mark.parametrize("asked", ["quote", "action_cost"])
def test_a_move_into_an_obstacle_costs_a_die_more(asked: str, kind: str, unit: str, low: int, high: int):
    units = "  t: {type: ger_pz_3e, at: t, facing: N}"
    works = f"works: {{A02: {{kind: {kind}, side: soviet}}}}"
    picture = "a . x S\n    . . . .\n    t . . ."
    found = ask(f"{asked}: move {unit} A02 N", picture, f"{units}\n{works}")
    assert f"{low} to {high}AP" in found.headline, found
    assert "one die" in " ".join(found.working)
    beside = ask(f"{asked}: move {unit} {'B01' if unit == 'a' else 'B03'} N", picture, f"{units}\n{works}")
    assert " to " not in beside.headline


@pytest.mark.parametrize("asked", ["quote", "action_cost"])
def test_a_move_into_stone_buildings_shows_the_roll_for_sticking(asked: str):
    tank = "  t: {type: ger_pz_3e, at: t, facing: N}"
    found = ask(f"{asked}: move t A02 N", "a x . .\n    S . . .\n    t . . .", tank)
    assert "Immobilization" in " ".join(found.working)
    squad = ask(f"{asked}: move a A02 N", "a x . .\n    S . . .\n    t . . .", tank)
    assert "Immobilization" not in " ".join(squad.working)
