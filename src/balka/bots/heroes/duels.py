"""One attack of one unit on another, weighed once and kept from decision to decision while it comes out the same."""

from __future__ import annotations

from collections.abc import Hashable

from msgspec import Struct

from balka.bots.heroes.scale import attack_worth, middling
from balka.core.memo import remembered
from balka.systems.heroes.chapters.fire import shot_at
from balka.systems.heroes.chapters.movement import SIDES
from balka.systems.heroes.chapters.ratings import as_shooter, as_target, attack_check, surroundings
from balka.systems.heroes.setting import HeroesSetting
from balka.systems.heroes.units import HeroesState, Unit

KEPT, MANY = 32, 30000  # surroundings for which duels are kept (made-up worlds have their own), and how many


class Duel(Struct, frozen=True):
    """The Hit Numbers of an attack if the target faces it and if it does not, and what it is then worth."""

    front_need: int
    flank_need: int
    front: float
    flank: float

    def need(self, flank: object) -> int:
        return self.flank_need if flank else self.front_need

    def worth(self, flank: object) -> float:
        return self.flank if flank else self.front


def duel(view: HeroesState, shooter: Unit, target: Unit) -> Duel:
    """An attack with the shooter's own weapon."""
    return duel_by(view, shooter, target, (as_shooter(shooter), as_target(view, target)))


def duel_by(view: HeroesState, shooter: Unit, target: Unit, marks: Hashable) -> Duel:
    """The same by all it hangs on in the two; of their facings that is only which side of the target is struck."""
    known = _duels(view)
    found = known.get(marks)
    if found is None:
        front, flank = (_need(view, shooter, target.changed(facing=way)) for way in _facings(view, shooter, target))
        found = known[marks] = Duel(front, flank, attack_worth(target, front), attack_worth(target, flank))
    return found


def _facings(view: HeroesState, shooter: Unit, target: Unit) -> tuple[int, int]:
    """Towards the shooter and away from it; hand to hand there is no difference."""
    board = view.setting.board
    row = [board.arc_mask(target.hex, facing) >> shooter.hex & 1 for facing in range(SIDES)]
    ahead = row.index(1) if any(row) else 0
    return ahead, (ahead + SIDES // 2) % SIDES


def _need(view: HeroesState, shooter: Unit, target: Unit) -> int:
    return middling(attack_check(view, shot_at(view, shooter, target)))


@remembered
def _duels(view: HeroesState) -> dict[Hashable, Duel]:
    """The duels weighed so far by what they hang on, in this view and those before it. To be filled."""
    kept, about = _kept(view.setting), surroundings(view)
    if (len(kept) >= KEPT and about not in kept) or sum(map(len, kept.values())) > MANY:
        kept.clear()
    return kept.setdefault(about, {})


@remembered
def _kept(setting: HeroesSetting) -> dict[Hashable, dict[Hashable, Duel]]:
    """Duels of a Mission, by what is about them. To be filled."""
    return {}
