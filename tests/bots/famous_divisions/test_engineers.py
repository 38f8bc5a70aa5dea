"""Engineers of a bot: bridges blown before the enemy, pontoons where the way round is long, ways as they are now."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from msgspec import structs
from tests.systems.famous_divisions.kit import Game, on

from balka.bots.famous_divisions.long_marches import march_points
from balka.bots.famous_divisions.stance import Plan, Stance
from balka.bots.famous_divisions.worth import planned
from balka.core.paths import Spreading, Steps

ENG = "1k-eng"
BRIDGE = ["A01-A02 river", "A01-A02 bridge"]
BLOW = f"blow {ENG} A01/A02"


def values(game: Game, **tastes: Any) -> dict[str, float]:
    """What every choice of the Germans is worth by such a stance."""
    view, plan = game.state.view("german"), Plan("german", Stance(**tastes))
    return {view.text(choice): planned(view, plan, choice) for choice in view.choices(seat="german")}


def sappers(picture: str = "a\n.\n.\n.\nx\n", **more: Any) -> Game:
    return on(picture, a=f"{ENG} hq-eng", x="1-1rif", sides=BRIDGE, **more).activate("eng")


def test_a_defender_blows_the_bridge_before_the_enemy() -> None:
    assert values(sappers(), demolish=1.0)[BLOW] > 0 > values(sappers())[BLOW]


def test_a_bridge_stays_for_whoever_attacks_and_while_friends_are_beyond_it_or_the_enemy_is_far() -> None:
    assert values(sappers(), role="attack", demolish=1.0)[BLOW] < 0
    assert values(sappers("a\n.\nb\n.\n.\nx\n", b="2k-eng"), demolish=1.0)[BLOW] < 0
    assert values(sappers("a\n" + ".\n" * 12 + "x\n"), demolish=1.0)[BLOW] < 0


def test_a_blown_bridge_is_a_longer_way() -> None:
    game = on("a .\n. .\n. .\n", a=f"{ENG} hq-eng", sides=BRIDGE).activate("eng")
    here, there = game.hex("A01"), game.hex("A02")
    before = march_points(game.state, "leg", there, here)
    game.play(BLOW, "d6 4")
    after = march_points(game.state, "leg", there, here)
    assert after > before


def test_long_marches_are_kept_for_what_is_dug_and_bridged_and_not_for_one_game_alone() -> None:
    game = on("a .\n. .\n. .\n", a=f"{ENG} hq-eng", sides=BRIDGE, forts=["dragons-teeth A03 N"])
    here, there = game.hex("A02"), game.hex("A03")
    dug = march_points(game.state, "leg", there, here)
    again = game.state.position.altered(holders={"A03": "german"}, forts=game.state.position.forts)
    with following() as asked:
        assert march_points(structs.replace(game.state, position=again), "leg", there, here) == dug
        assert not asked, "what a game with the same works knows need not be found out again"
    cleared = structs.replace(game.state, position=game.state.position.altered(forts=()))
    assert march_points(cleared, "leg", there, here) != dug, "the way is shorter where nothing is dug"
    assert march_points(game.state, "leg", there, here) == dug


@contextmanager
def following() -> Iterator[list[int]]:
    """The hexes that long marches are worked out from meanwhile."""
    asked, spread = list[int](), Spreading.cost

    def told(known: Spreading, to: int, steps: Steps) -> int | None:
        asked.append(to)
        return spread(known, to, steps)

    with patch.object(Spreading, "cost", told):
        yield asked
