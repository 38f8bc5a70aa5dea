"""The referee knows every marker of both tactical games: Hit Markers, works, smoke, and the states of a unit."""

from __future__ import annotations

from typing import Any

import pytest

from balka.core.describing.document import Mistakes
from balka.games.awakening_the_bear import catalogue as bear
from balka.games.storms_of_steel import catalogue as steel
from balka.referee import referee_text

BOXES = {"sos": steel.title(), "atb": bear.title()}
FIELD = "board:\n  picture: |\n    S  .  .\n    .  .  .\n    .  .  .\n  legend: {S: building_stone}\n"
HITS = [(game, marker) for game, box in BOXES.items() for marker in box.markers.values()]
WORKS = [(game, work) for game, box in BOXES.items() for work in box.works.values() if work.id != "hasty_defense"]
GONE = "removed_at_once"


def after(game: str, units: str, more: str = "") -> dict[str, Any]:
    """How things stand after a pass."""
    text = f"game: {game}\n{FIELD}units:\n{units}{more}questions:\n  - play: [pass]\n"
    values = referee_text(text).answers[0].answer.values
    found: dict[str, Any] = values["after"]
    return found


def wrong(game: str, units: str, more: str = "") -> str:
    with pytest.raises(Mistakes) as found:
        after(game, units, more)
    return " ".join(mistake.wrong for mistake in found.value.mistakes)


def bearer(game: str, pile: str) -> str:
    """A type that draws from a pile."""
    fits = {"foot": lambda kind: not kind.is_vehicle, "vehicle": lambda kind: kind.is_vehicle,
            "soft": lambda kind: kind.def_color == "red", "armored": lambda kind: kind.def_color == "blue"}  # fmt: skip
    return next(kind.id for kind in BOXES[game].units.values() if fits[pile](kind))


def unit(kind: str, more: str = "spent: false", at: str = "B02") -> str:
    return f"  a: {{type: {kind}, at: {at}, facing: N, {more}}}\n"


@pytest.mark.parametrize(("game", "marker"), HITS, ids=[f"{game}-{marker.id}" for game, marker in HITS])
def test_every_hit_marker_is_known_by_name_and_by_id(game, marker):
    for called in (marker.name, marker.id):
        said = unit(bearer(game, marker.pile), f'hit: "{called}"')
        if GONE in marker.special:
            assert "removes its unit at once" in wrong(game, said)
        elif "no_action" in marker.special:
            assert after(game, said)["destroyed"]["german"] == ["a"], "it goes when the Round ends"
        else:
            assert after(game, said)["units"]["a"]["hit"] == marker.id


@pytest.mark.parametrize(("game", "work"), WORKS, ids=[f"{game}-{work.id}" for game, work in WORKS])
def test_every_fortification_and_obstacle_is_known(game, work):
    facing = ", facing: S" if work.has_facing else ""
    somebody = unit(next(iter(BOXES[game].units)))
    found = after(game, somebody, f"works:\n  C03: {{kind: {work.id}, side: soviet{facing}}}\n")
    assert found["works"]["C03"]["kind"] == work.id


@pytest.mark.parametrize("game", BOXES)
def test_a_hasty_defense_is_told_with_its_unit(game):
    foot = bearer(game, "soft" if game == "sos" else "foot")
    assert after(game, unit(foot, "dug_in: true"))["units"]["a"]["dug_in"]
    refused = wrong(game, unit(foot), "works:\n  C03: {kind: hasty_defense, side: german}\n")
    assert "belongs to its unit" in refused


def test_several_works_and_clouds_of_smoke_lie_in_a_hex_where_the_rules_let_them():
    works = "works:\n  C03: [{kind: trench, side: german}, {kind: mines, side: german}]\n"
    smoke = "smoke:\n  A03: [heavy, light]\n"
    squad, rifles = unit("ger_rifle_41"), unit("ger_infantry_43")
    found = after("atb", squad, works + smoke)
    assert set(found["works"]) == {"C03", "C03/mines"} and found["smoke"] == {"A03": "heavy+light"}
    assert "only one" in wrong("sos", rifles, works) and "pile up" in wrong("sos", rifles, smoke)
    twice = "works:\n  C03: [{kind: trench, side: german}, {kind: trench, side: german}]\n"
    assert "two of trench" in wrong("atb", squad, twice)


def test_a_vehicle_stuck_in_the_ground_does_not_move():
    stuck = unit("ger_pz_3h", "mired: true", "A01")
    assert after("atb", stuck)["units"]["a"]["mired"]
    text = f"game: atb\n{FIELD}units:\n{stuck}questions:\n  - why_not: move a A02 S\n"
    assert referee_text(text).answers[0].answer.values["rule"] == "atb-14.5-c"
    assert "nothing holds a fast" in wrong("atb", unit("ger_pz_3h", "mired: true"))
    assert "nothing holds a fast" in wrong("sos", unit("ger_pz_4h", "mired: true", "A01"))


def test_bogged_vehicles_and_units_caught_in_the_open_are_known():
    assert after("atb", unit("ger_pz_3h", "bogged: true"))["units"]["a"]["bogged"]
    target = "  x: {type: sov_rifle_41, at: B01, facing: S, exposed: true}\n"
    shot = "questions:\n  - hit_number: {attacker: a, target: x}\n"
    text = f"game: atb\n{FIELD}options: {{cautious: on}}\nunits:\n{unit('ger_rifle_41')}{target}{shot}"
    said = [referee_text(one).answers[0].answer.headline for one in (text, text.replace(", exposed: true", ""))]
    exposed, bare = (int(line.split()[-1]) for line in said)
    assert exposed == bare - 1
    assert "nobody is exposed" in wrong("atb", unit("ger_rifle_41", "exposed: true"))


def test_a_gun_carrier_struck_in_its_open_top_bears_a_soft_marker():
    armored = [kind for kind in BOXES["sos"].units.values() if kind.def_color == "blue"]
    weak = next(kind.id for kind in armored if "open_top" in kind.flags)
    closed = next(kind.id for kind in armored if not {"open_top", "flank_red"} & kind.flags)
    assert after("sos", unit(weak, "hit: pinned"))["units"]["a"]["hit"] == "soft_pinned"
    assert "no armored Hit Marker" in wrong("sos", unit(closed, "hit: pinned"))
