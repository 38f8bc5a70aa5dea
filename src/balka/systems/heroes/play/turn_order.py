"""Whose Turn it is: Turns alternate until all pass in a row; team-mates share one. [2.0, 2.7, 19.0]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from balka.core.choices import Choice, Node, Refusal, Token
from balka.core.frames import Ask, Frame, Quote
from balka.core.memo import remembered
from balka.systems.heroes.events.rounds import AllPassed
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.setting import HeroesSetting
from balka.systems.heroes.units import HeroesState, HeroesWork

PASSES_TO_END = 2  # [2.7-d]


class Turns(Frame, frozen=True):
    """The Turns of a Round, one after the other. [2.0-a, d, 2.7-c, atb 2.2-s]"""

    automatic = True

    def run(self, work: HeroesWork) -> None:
        if round_is_over(work):
            work.pop()
            work.tell(AllPassed())
            return
        work.turn += 1
        alone = bool(work.tracks.order)
        team = (work.tracks.active,) if alone else team_of(work.setting.forces, work.tracks.active)
        work.push(Turn(work.tracks.active) if len(team) == 1 else TeamTurn(team))


def round_is_over(now: Now) -> bool:
    """Have all passed in a row, with more than two players all but one?

    [2.7-d, 19.0-e, f, 19.1-f, atb 2.2-t, atb 0.0-i]
    """
    return now.tracks.passes >= max(PASSES_TO_END, len(now.setting.forces) - 1)


def team_of(forces: Mapping[str, str], force: str) -> tuple[str, ...]:
    """The forces of a force's side."""
    return tuple(name for name, side in forces.items() if side == forces[force])


@remembered
def _turn_of(setting: HeroesSetting, forces: tuple[str, ...], seat: str) -> Turn:
    """A new Turn of the first of some forces that a seat decides for."""
    return Turn(next(force for force in forces if setting.seat_of[force] == seat))


class TeamTurn(Frame, frozen=True):
    """Team-mates act in one Turn of their side, whoever answers first; a lone player acts for each force.

    [19.0, 19.0-d, 19.1-g to i]
    """

    forces: tuple[str, ...]

    def of(self, state: HeroesState, seat: str) -> Turn:
        """The Turn a seat may begin now: that of its first force still to act."""
        return _turn_of(state.setting, self.forces, seat)

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        seats = dict.fromkeys(state.setting.seat_of[force] for force in self.forces)
        return tuple(Ask(seat, self.of(state, seat).force, "turn") for seat in seats)

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return self.of(state, seat).grow(state, path, seat)

    def candidates(self, view: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return self.of(view, seat).candidates(view, path, seat)

    def is_live(self, view: HeroesState, path: tuple[Token, ...], node: Node, seat: str) -> bool:
        return self.of(view, seat).is_live(view, path, node, seat)

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        """The answer begins this player's part; the others are asked again after it."""
        mine = next(force for force in self.forces if work.setting.seat_of[force] == work.actor)
        rest = tuple(force for force in self.forces if force != mine)
        work.pop()
        if rest:
            work.push(TeamTurn(rest))
        turn = Turn(mine)
        work.push(turn)
        turn.answer(work, choice)

    def prompt(self, view: HeroesState, seat: str) -> str:
        return self.of(view, seat).prompt(view, seat)

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        return self.of(view, seat).quote(view, choice, seat)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return self.of(view, seat).refuse(view, choice, seat)
