"""What a seat may know, position by position: in every world it cannot tell apart it sees and hears the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import structs
from tests.systems.heroes.kit import SIX, SOVIET, Game, hands, on

from balka.core.proof import rule
from balka.lab.twins import Twin
from balka.systems.heroes.setting import Rostered
from balka.systems.heroes.third_edition.system import THIRD_EDITION

WOOD = "a:W W W\n. . .\n. . .\n. x ."
SEEDS = range(4)


class Doubled(Game):
    """A game beside which worlds are played that a seat cannot tell from it."""

    def __init__(self, game: Game, seat: str) -> None:
        units = game.state.position.hidden.values()
        roster = tuple(Rostered(unit.id, unit.kind, unit.force, unit.side, hidden=True) for unit in units)
        super().__init__(structs.replace(game.state, setting=structs.replace(game.state.setting, roster=roster)))
        self.seat_watched = seat
        self.twins: list[Twin] = []
        self.problems: list[str] = []

    def doubled(self) -> Doubled:
        """Sample worlds from the seat's view as things stand."""
        view = self.state.view(self.seat_watched)
        self.twins += [Twin(self.seat_watched, THIRD_EDITION.sample(view, Random(seed))) for seed in SEEDS]
        return self

    def _apply(self, answer: Any) -> None:
        before, actor = self.state, self.seat
        choice = before.parse(answer) if isinstance(answer, str) else answer
        step = before.apply(choice, actor)
        self.state = step.state
        self.told += step.events
        for twin in self.twins:
            self.problems += list(twin.follow(before, actor, choice, step))
        self.twins = [twin for twin in self.twins if not twin.parted]


@rule("sos-8.9-a", "sos-11.6-a")
@pytest.mark.parametrize("state", ["", "spent"])
def test_whoever_lays_mines_out_of_hiding_pays_in_every_world(state: str):
    """[D23] The card lies open, so all know what it costs and whether that has been paid."""
    game = Doubled(on(WOOD, a=f"inf N hidden {state}", x="rif N", caps=SIX, told=hands(german="17")), SOVIET)
    game.begin("play 17 a").doubled()
    assert game.asked == "mine.lay" and len(game.twins) == len(SEEDS)
    game.begin("lay A01")
    assert not game.problems and game.twins, game.problems
    assert game.asked == ("turn" if state else "cost.caps")


@rule("sos-10.10-a", "sos-7.2-d")
def test_a_face_up_marker_is_counted_by_all_while_its_group_moves():
    game = on(". .\na b\n. .\n. .\n. x", a="inf N cowering shown", b="inf N", x="rif N", caps=SIX)
    game.gather("a", "b").begin("act move", "move a A01 N")
    double = Doubled(game, SOVIET).doubled()
    double.begin("finish")
    assert not double.problems and double.twins
    assert double.state.view(SOVIET).stack[-2].base == double.state.stack[-2].base


@rule("sos-10.10-a", "sos-7.2-d")
def test_a_face_down_marker_is_counted_by_its_owner_alone_until_it_is_paid_for():
    game = on(". .\na b\n. .\n. .\n. x", a="inf N cowering", b="inf N", x="rif N", caps=SIX)
    game.gather("a", "b").begin("act move", "move a A01 N")
    assert "Cowering" not in str(game.state.view(SOVIET).stack[-1]), "not yet shown"
    game.begin("finish")
    assert game.unit("a").shown
