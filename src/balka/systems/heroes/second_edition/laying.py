"""Cards 40 and 41: mines that are laid, Obstacles that are cleared away. [cards 40 and 41, 18.3.3]"""

from __future__ import annotations

from collections.abc import Sequence

from balka.core.choices import Choice, Node, Refusal, Token, Word
from balka.core.frames import Ask, Frame, asking
from balka.core.scene.nodes import Look
from balka.systems.heroes.chapters import obstacles
from balka.systems.heroes.chapters.obstacles import clear_away, into_mines, may_lay, obstacles_known
from balka.systems.heroes.chapters.targets import MINES, work_kind, works_of
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.acts import Deed
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import CardRules, Showing
from balka.systems.heroes.play.situation import enemy_in, only_rallies
from balka.systems.heroes.second_edition.obstacles import CLEARING
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

LAYING = "40"


class Clear(Choice, frozen=True):
    """Which Obstacle is cleared away. [card 41]"""

    verb = "clear"
    what: Word


class Stirring(Frame, frozen=True):
    """Mines that lay under a unit before it laid another go off when it has done so. [18.3.3-c]"""

    automatic = True

    unit: str
    mined: bool = True
    """mines lay there before"""

    def run(self, work: HeroesWork) -> None:
        work.pop()
        unit = work.position.unit(self.unit)
        if self.mined and unit is not None and unit.hex >= 0:
            into_mines(work, unit)

    def conceal(self, state: HeroesState, seat: str) -> Frame:
        """Hidden mines are known to their side alone until they go off. [18.3.3-a]"""
        unit = state.position.unit(self.unit)
        found = works_of(state, unit.hex, MINES) if unit is not None else None
        known = found is None or not found[1].hidden or seat in state.setting.eyes_of(found[1].side)
        return self if known else Stirring(self.unit, mined=False)


def lay(work: HeroesWork, action: Action) -> None:
    """A mine is laid; the one laid does not go off under who lays it. [card 40, 18.3.3-c]"""
    mined = works_of(work, work.unit(action.unit).hex, MINES) is not None
    work.push(Stirring(action.unit, mined))
    obstacles.begin_laying(work, action)


def is_unburdened(now: Now, unit: Unit) -> bool:
    return "unburdened" in now.setting.kind(unit).flags


def may_mine(now: Now, unit: Unit) -> bool:
    """An unburdened Foot Unit in any state, not in close combat, while there are mines. [card 40, atb-card-40-d]"""
    return is_unburdened(now, unit) and may_lay(now, unit) and mines_left(now, unit.side) > 0


def mines_left(now: Now, side: str) -> int:
    """Mine counters that are not on the map, as far as a side knows."""
    works = [mines for mines in now.position.works.values() if mines.kind == MINES]
    known = [mines for mines in works if not mines.hidden or mines.side == side]
    return now.setting.catalogue.works[MINES].copies - len(known)


def may_clear(now: Now, unit: Unit) -> bool:
    """An unburdened Foot Unit, Fresh, active or Spent, not Stunned or in close combat, on an Obstacle it knows of.

    [card 41, atb-card-41-c, atb-hit-foot-stunned-b]
    """
    able = is_unburdened(now, unit) and not unit.carrier and not only_rallies(now, unit)
    return able and not enemy_in(now, unit.side, unit.hex) and bool(obstacles_known(now, unit))


def clear(work: HeroesWork, action: Action) -> None:
    """One Obstacle goes; of several its owner says which. [card 41]"""
    known = obstacles_known(work, work.unit(action.unit))
    if len(known) == 1:
        clear_away(work, action, known[0])
    else:
        work.push(Clearing(action.force, action.unit))


class Clearing(Frame, frozen=True):
    """Which of several Obstacles is cleared away? [card 41]"""

    force: str
    unit: str

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "obstacle.clear")

    def kinds(self, now: Now) -> dict[str, str]:
        unit = now.position.unit(self.unit)
        known = obstacles_known(now, unit) if unit is not None else []
        return {now.position.works[key].kind: key for key in known}

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return [Clear(Word(kind)) for kind in self.kinds(state)] if not path else ()

    def answer(self, work: HeroesWork, choice: Clear) -> None:
        work.pop()
        action = work.stack[-1]
        assert isinstance(action, Action)
        clear_away(work, action, self.kinds(work)[choice.what])

    def prompt(self, view: HeroesState, seat: str) -> str:
        return "Which Obstacle is cleared away?"

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal("Say which of the Obstacles in the hex.", "atb-card-41-b", "clear")


def leaf(view: HeroesState, choice: Choice) -> Look | None:
    """Obstacles are cleared away by name."""
    top = view.stack[-1]
    if not isinstance(choice, Clear):
        return None
    found = top.kinds(view).get(choice.what) if isinstance(top, Clearing) else None
    name = work_kind(view, view.position.works[found]).name if found else choice.what
    return Look(f"Clear the {name}", "go")


CHAPTER = Chapter(
    name="18",
    verbs=(obstacles.Lay, Clear),
    frames=(Stirring, obstacles.Laying, Clearing),
    cards=CardRules(players={LAYING: may_mine, CLEARING: may_clear}),
    deeds={LAYING: Deed(do=lay), CLEARING: Deed(do=clear)},
    show=Showing(leaf=(leaf,), labels={"clear": "Clear away"}),
)
