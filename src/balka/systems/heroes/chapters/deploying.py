"""Rapid Deployment: whoever has just moved goes one hex further for nothing. [card 05]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from balka.core.choices import Choice, Facing, Hex, Node, Refusal, Token, UnitId
from balka.core.frames import Ask, Frame, Quote, asking
from balka.systems.heroes.chapters.group_moves import Finish
from balka.systems.heroes.chapters.hidden import Sneak, go_unseen, sneak_hexes
from balka.systems.heroes.chapters.leaving import Leave, depart, may_leave
from balka.systems.heroes.chapters.movement import SIDES, destinations, entry_hexes, may_move, venture
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.quotes import rolls_of
from balka.systems.heroes.play.situation import unseen_by
from balka.systems.heroes.units import UNKNOWN, HeroesState, HeroesWork, Unit


def places(now: Now, unit: Unit) -> list[int]:
    """Where it may go: any hex it can enter, perhaps onto the map, in hiding one where it stays unseen.

    [card 05, atb-card-05-f]
    """
    if unit.hex < 0:
        return entry_hexes(now, unit) if now.setting.edition.entering.card and not unit.carrier else []
    if may_move(now, unit) is not None:
        return []
    return sneak_hexes(now, unit) if unit.id in now.position.hidden else destinations(now, unit)


def leads_off(now: Now, unit: Unit) -> bool:
    """May it leave the map from where it stands, where the card also leads onto it? [atb 5.6-a, atb 5.5-d]"""
    by_card = bool(now.setting.edition.entering.card) and unit.id in now.position.units
    return by_card and may_move(now, unit) is None and may_leave(now, unit)


def goes_on(now: Now, unit: Unit) -> bool:
    return bool(places(now, unit)) or leads_off(now, unit)


def deployable(now: Now, names: Sequence[str]) -> tuple[str, ...]:
    """Those of the movers who can still go on; never one that is Pinned, Stunned or Immobilized.

    [sos-card-05-c, atb-card-05-d]
    """
    units = [unit for name in names if (unit := now.position.unit(name)) is not None]
    return tuple(unit.id for unit in units if goes_on(now, unit))


def still_there(now: Now, names: Sequence[str]) -> tuple[str, ...]:
    """The movers that are left: who of them cannot go on may hang on a face-down marker, and so is not told."""
    return tuple(name for name in names if now.position.unit(name) is not None)


class Deploying(Frame, frozen=True):
    """One hex more for each unit that moved; in a Group not all have to go. [card 05, 8.9-b]"""

    force: str
    waiting: tuple[str, ...]
    begun: bool = False

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "turn.deploy")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if not path:
            able: list[Node] = list(deployable(state, self.waiting))
            return [*able, Finish()] if self.begun or not able else able
        unit = state.position.unit(str(path[0]))
        if unit is None or unit.id not in self.waiting:
            return ()
        verb = "sneak" if unit.id in state.position.hidden else "move" if unit.hex >= 0 else "enter"
        if len(path) == 1:
            off: list[Node] = [Leave(UnitId(unit.id))] if leads_off(state, unit) else []
            return [verb, *off] if places(state, unit) else off
        if path[1] != verb:
            return ()
        if verb == "sneak":
            return [Sneak(UnitId(unit.id), Hex(to)) for to in places(state, unit)]
        return self._moves(state, unit, path)

    def _moves(self, state: HeroesState, unit: Unit, path: tuple[Token, ...]) -> Sequence[Node]:
        if len(path) == 2:
            return places(state, unit)
        to, make = path[2], verbs.Move if unit.hex >= 0 else verbs.Enter
        return [make(UnitId(unit.id), Hex(to), Facing(s)) for s in range(SIDES)] if isinstance(to, int) else ()

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, Finish):
            work.pop()
            return
        unit = work.unit(str(choice.path()[0]))
        left = tuple(name for name in self.waiting if name != unit.id)
        if left:
            work.replace_top(structs.replace(self, waiting=left, begun=True))
        else:
            work.pop()
        if isinstance(choice, verbs.Move | verbs.Enter):
            venture(work, unit, choice.to, choice.facing)
        elif isinstance(choice, Sneak):
            go_unseen(work, unit, choice.to)
        elif isinstance(choice, Leave):
            depart(work, unit)

    def conceal(self, state: HeroesState, seat: str) -> Frame:
        """Who goes on in hiding is nobody else's business."""
        names = tuple(UNKNOWN if unseen_by(state, name, seat) else name for name in self.waiting)
        return structs.replace(self, waiting=names)

    def prompt(self, view: HeroesState, seat: str) -> str:
        if len(self.waiting) == 1:
            return f"Move {view.setting.name(self.waiting[0])} one hex more."
        return "Move each unit of the Group one hex more, or finish." if self.begun else "Who goes one hex more first?"

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        """It costs nothing, but mines go off as under any step. [sos-card-05-d]"""
        unit = view.position.unit(str(choice.path()[0]))
        if unit is None:
            return Quote(final=choice.final)
        return Quote(None, rolls_of(view, unit, choice.verb, getattr(choice, "to", unit.hex)), choice.final)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal("Rapid Deployment moves a unit one hex it can enter.", "sos-card-05-b atb-card-05-c")
