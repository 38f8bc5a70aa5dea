"""Where the map ends, and where two kinds of cover lie side by side. [docs/interactions]"""

from __future__ import annotations

import pytest
from tests.systems.heroes.kit import SIX, SOVIET, on

from balka.core.proof import rule
from balka.systems.heroes.data.mission_data import Airplane

ROWS = pytest.mark.parametrize(
    ("above", "open_edge"), [("", True), (". . . .\n", True), (". . W .\n", False)], ids=["map's edge", "open", "woods"]
)
"""what lies above woods along whose upper edge a line runs"""


@ROWS
@rule("sos-5.2-g", "sos-12.8-a", "sos-4.0-b")
def test_beyond_the_edge_of_the_map_nothing_makes_a_blind_spot(above: str, open_edge: bool):
    flat = on(f"{above}. a W x\n. . . .", a="inf SE", x="rif NW")
    high = on(f"{above}. a:2 W x\n. . . .", a="inf SE", x="rif NW")
    assert flat.offers("fire a x") is high.offers("fire a x") is open_edge


@ROWS
@rule("sos-5.2-g", "sos-16.7-b", "sos-12.8-a", "sos-4.0-b")
def test_nor_does_it_hide_a_plane(above: str, open_edge: bool):
    told = {"special": (Airplane("W04", 1, (1,)),), "weapons": {SOVIET: ("W04",)}}
    game = on(f"{above}. f W p\n. . . .", f="sd251.17 SE", p="tk70 N", caps=SIX, active=SOVIET, told=told)
    game.begin("plane W04", f"at {game.at('p')} N")
    assert (game.asked == "aa.window") is open_edge
