"""Figures of one's own in referee files, what lies beside the map, and packs: they count in every answer."""

from __future__ import annotations

from typing import Any

import pytest

from balka.core.errors import BalkaError
from balka.core.proof import rule
from balka.referee import referee_text


def answers(text: str) -> list[dict[str, Any]]:
    return [asked.answer.values for asked in referee_text(text).answers]


SOS = """\
game: sos
month: May
board:
  picture: |
    .  .  .  .
    a  .  x  .
units:
  inf: {type: ger_infantry_43, at: a, facing: SE}
  rif: {type: sov_rifles_43, at: x, facing: NW}
"""
ATB = """\
game: atb
board:
  picture: |
    .  .  .  .
    a  .  x  .
units:
  inf: {type: ger_rifle_41, at: a, facing: SE, active: true}
  rif: {type: sov_rifle_41, at: x, facing: NW}
"""
KURSK = """\
game: kursk
board:
  picture: |
    .  x  .  .
    .  a  b  .
    .  .  .  .
units:
  a: g arm 8
  b: g inf 4
  x: s inf 4
"""
GD = """\
game: gd
board:
  picture: |
    .  x  .
    a  b  .
    .  .  .
stacks:
  a: 5k-2gr hq-2gr
  b: 6k-2gr
  x: 1-1rif
"""


# -- cards and strikes


def test_the_figures_of_a_card_count():
    asked = "weapons: {german: [W06]}\nquestions:\n  - ar: {attacker: W06, target: rif}\n"
    printed, own = answers(SOS + asked)[0], answers(SOS + "cards: {W06: {red_fp: 3}}\n" + asked)[0]
    assert (printed["value"], own["value"]) == (7, 3)
    asked = "questions:\n  - ar: {attacker: OBA_GER, target: rif}\n"
    assert answers(ATB + "cards: {OBA_GER: {red_fp: 9}}\n" + asked)[0]["value"] == 9


def test_the_cost_of_a_card_counts_in_play():
    text = SOS.replace("facing: SE}", "facing: SE, hit: pinned}")
    asked = "hands: {german: [03]}\nquestions:\n  - quote: play 03 inf\n"
    (printed,), (dear,) = answers(text + asked), answers(text + "cards: {Follow Me: {cost: 5}}\n" + asked)
    assert (printed["cost"]["value"], dear["cost"]["value"]) == (2, 5)


@rule("sos-13.5-b")
@pytest.mark.parametrize(("game", "card"), [(SOS, "W06"), (ATB, "OBA_GER")])
def test_a_strike_planned_before_lands_at_the_end_of_the_round(game, card):
    strike = f"strikes: [{{card: {card}, target: x}}]\nround: 2\n"
    (played,) = answers(f"{game}{strike}questions:\n  - play: [pass, pass]\n")
    told = [line["text"] for step in played["steps"] for line in step["events"]]
    assert any("fires HE at C02" in line for line in told)


@rule("sos-7.12-a")
def test_losses_cover_the_cap_tracks():
    text = SOS + "start_caps: {german: 6, soviet: 6}\nlosses: {soviet: 2}\nquestions:\n  - play: [pass, pass]\n"
    (played,) = answers(text)
    assert played["after"]["caps"] == {"german": 6, "soviet": 4}


def test_active_units_are_summarised_as_active():
    (asked,) = referee_text(ATB + "pool: {german: 5}\nquestions:\n  - play: [pass]\n    turn: soviet\n").answers
    assert any("inf: A02 facing SE, active" in row for row in asked.answer.working)


# -- Kursk


@rule("kursk-8.1.1-a")
def test_the_strength_of_aircraft_counts():
    asked = "questions:\n  - air_attack: {target: x, air: air-1}\n"
    assert [answers(KURSK + more + asked)[0]["value"] for more in ("", "aircraft: {air-1: 8}\n")] == [5, 8]


@rule("kursk-9.1.6-a", "kursk-9.1.7-a")
def test_shifts_in_hand_can_be_spent_near_where_they_were_won():
    asked = "phase: combat\nquestions:\n  - why_not: attack x; join a; cm 2\n"
    without, near, few = (
        answers(KURSK + more + asked)[0]["allowed"]
        for more in ("", "shifts: [{side: german, hex: A01}]\n", "shifts: [{side: german, hex: A01, left: 1}]\n")
    )
    assert (without, near, few) == (False, True, False)


@rule("kursk-11.2.2-a")
def test_entry_zones_let_a_unit_wait_and_come_elsewhere():
    due = "  y: {is: s arm 6, enters: {turn: 1, hexes: [D01]}}\nturn: soviet\n"
    asked = "questions:\n  - why_not: shift y D02\n  - why_not: enter y D01\n"
    (closed, _), (open_, enters) = (
        answers(KURSK + due + asked),
        answers(KURSK + due + "zones: {soviet: [D01, D02]}\n" + asked),
    )
    assert not closed["allowed"] and open_["allowed"] and enters["allowed"]


@rule("kursk-c14-14.3.2-d")
def test_a_bridge_that_is_being_built_stands_in_the_next_movement_phase():
    text = (
        "game: kursk\nboard:\n  picture: |\n    h  .  .  .  .  x\n"
        "  hexsides: [{between: [A01, B01], kind: big_river}]\nunits:\n  h: g hq 0\n  x: s inf 4\n"
        "bridges: [{unit: h, between: [A01, B01]}]\ncontrol: {german: [A01, B01]}\nphase: barrage\n"
        "questions:\n  - play: []\n"
    )
    (played,) = answers(text)
    assert any("A bridge stands at" in line["text"] for step in played["steps"] for line in step["events"])


def test_the_figures_of_a_printed_counter_count():
    text = KURSK.replace("a: g arm 8", "a: {counter: pzgr-10-9, figures: {attack: 12}}")
    assert answers(text + "questions:\n  - attack: {target: x, units: a}\n")[0]["attack"] == 12


def test_whole_days_are_played_phase_by_phase():
    ends = ", ".join(["end"] * 12)
    text = (
        KURSK.replace("a  b  .", ".  .  .")
        .replace("  a: g arm 8\n", "")
        .replace("b: g inf 4", "b: {is: g inf 4, at: D03}")
        + f"days: 2\nquestions:\n  - play: [{ends}]\n"
    )
    (played,) = answers(text)
    told = [line["text"] for step in played["steps"] for line in step["events"]]
    for phase in ("German combat", "German strategic movement", "Soviet movement", "Soviet supply"):
        assert any(f"Turn 1: {phase}" in line for line in told), phase
    assert played["refused"] is None or played["now"]["over"]
    assert any("Turn 2: German movement" in line for line in told)


def test_one_phase_is_played_where_the_script_says_no_more():
    (played,) = answers(KURSK + "phase: move\nquestions:\n  - play: [end]\n")
    assert played["after"]["phase"] == 4 and not played["now"]["over"]


# -- Grossdeutschland


def test_figures_of_counters_and_chits_count():
    asked = "questions:\n  - attack: {target: x, units: 6k-2gr, chits: {soviet: Apathy}}\n"
    more = "counters: {6k-2gr: {attack: 9}}\nchits: {apathy: {modifier: 5}}\n"
    (printed,), (own,) = answers(GD + asked), answers(GD + more + asked)
    assert (own["attack"], own["modifier"]) == (9, printed["modifier"] + 3)


@rule("gd-3.4-a")
def test_the_cup_holds_what_the_file_says():
    text = GD.replace("x: 1-1rif", "x: 1-1rif\n  B03: 1k-1gr")
    asked = "battalion: 2gr\nquestions:\n  - legal_choices: all\n    after: [fight, done]\n"
    (full,), (some,) = answers(text + asked), answers(text + "cup: [1rif]\n" + asked)
    assert full["outcomes"] == ["draw cup 1gr", "draw cup 1rif"] and some["outcomes"] == ["draw cup 1rif"]


def test_points_spent_count_in_an_activation_that_has_begun():
    text = (
        GD.replace("  b: 6k-2gr\n", "")
        + "units:\n  6k-2gr: {at: b, spent: SPENT}\nbattalion: 2gr\nquestions:\n  - reach: 6k-2gr\n"
    )
    fresh, tired = (len(answers(text.replace("SPENT", points))[0]["hexes"]) for points in ("0", "9.5"))
    assert fresh > tired == 0


def test_who_has_moved_or_shot_is_known():
    text = GD.replace("  b: 6k-2gr\n", "") + "units:\n  6k-2gr: {at: b, moved: true}\nbattalion: 2gr\n"
    (found,) = answers(text + "questions:\n  - why_not: take 6k-2gr\n")
    assert found["rule"] == "gd-9.0-o"


# -- packs

RATING = "questions:\n  - ar: {attacker: inf, target: rif}\n"
PACKS = {
    "sos": ("units.csv", "id,red_fp\nger_infantry_43,9\n", SOS + RATING, 9),
    "atb": ("units.csv", "id,red_fp\nger_rifle_41,9\n", ATB + RATING, 9),
    "kursk": ("units.csv", "id,attack\npzgr-10-9,15\n", KURSK.replace("a: g arm 8", "a: {counter: pzgr-10-9}")
              + "questions:\n  - attack: {target: x, units: a}\n", 15),
    "gd": ("units.csv", "side,battalion,designation,attack\ngerman,2Gr,6K,11\n",
           GD + "questions:\n  - attack: {target: x, units: 6k-2gr}\n", 11),
}  # fmt: skip


@pytest.mark.parametrize("game", PACKS)
def test_a_pack_counts_in_every_game(game, tmp_path, monkeypatch):
    name, rows, text, figure = PACKS[game]
    key = "attack" if game in ("kursk", "gd") else "value"
    assert answers(text)[0][key] != figure
    (tmp_path / game).mkdir()
    (tmp_path / game / name).write_text(rows, encoding="utf-8")
    monkeypatch.setenv("BALKA_PACKS", str(tmp_path))
    assert answers(text)[0][key] == figure


@pytest.mark.parametrize("game", PACKS)
def test_a_folder_that_is_not_there_is_an_error(game, tmp_path, monkeypatch):
    monkeypatch.setenv("BALKA_PACKS", str(tmp_path / "nowhere"))
    with pytest.raises(BalkaError, match="no folder"):
        answers(PACKS[game][2])
