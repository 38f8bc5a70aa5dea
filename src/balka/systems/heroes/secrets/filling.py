"""The frames of an imagined world: what a viewer knows of them only as a blank gets the facts of that world. [7.2-d]"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import structs

from balka.core.checks import Check, Part
from balka.core.choices import Hex, UnitId
from balka.core.frames import Frame
from balka.systems.heroes.chapters.attacking import attack_of
from balka.systems.heroes.chapters.attacks import HIT, Attack
from balka.systems.heroes.chapters.cards import card_action, card_part
from balka.systems.heroes.chapters.deploying import Deploying
from balka.systems.heroes.chapters.fire import is_sniper
from balka.systems.heroes.chapters.groups import Gathering
from balka.systems.heroes.chapters.hidden import sneak_hexes, sneak_parts
from balka.systems.heroes.chapters.placing import Placing, unplaced
from balka.systems.heroes.chapters.rally import Rallying, RallyingTogether, rally_check
from balka.systems.heroes.chapters.ratings import attack_check
from balka.systems.heroes.chapters.shells import Found
from balka.systems.heroes.chapters.targets import find_target
from balka.systems.heroes.play.actions import SNEAK, Action
from balka.systems.heroes.play.costs import STALL, attack_parts
from balka.systems.heroes.play.rolls import CheckRoll, Rolling
from balka.systems.heroes.play.situation import seen_unit
from balka.systems.heroes.units import OFF_MAP, UNKNOWN, HeroesState, Unit


def filled_in(state: HeroesState) -> tuple[Frame, ...]:
    """The stack without a blank."""
    filling = Filling(state)
    return tuple(filling.fill(frame) for frame in state.stack)


class Filling:
    """Goes up the stack: who acts and which check is rolled is settled by a lower frame and holds for those above."""

    def __init__(self, state: HeroesState) -> None:
        self.state = state
        self.real: Check | None = None
        self.actors: dict[str, str] = {}

    def fill(self, frame: Frame) -> Frame:
        own = FILLERS.get(type(frame))
        if own is not None:
            return own(self, frame)
        chapter = self.state.setting.edition.secrets.filled.get(type(frame))
        if chapter is None or getattr(frame, "unit", "") != UNKNOWN:
            return frame
        made, self.real = chapter(self.state, frame, self.actors[getattr(frame, "force", "")])
        return made

    def action(self, frame: Action) -> Frame:
        """An Action of somebody unseen: where it happens, and who it is if not even that is known."""
        if _lacks_places(self.state, frame):
            made = _placed(self.state, frame)
        elif frame.unit == UNKNOWN:
            made = _some_action(self.state, frame.force, frame.verb, frame.steps)
            made = structs.replace(made, target=frame.target) if frame.target else made
        elif UNKNOWN in frame.group:
            return self._with_another(frame)
        else:
            return frame
        self.actors[frame.force] = made.unit
        return made

    def _with_another(self, frame: Action) -> Frame:
        """An Action of a Group of whom some are found and some are not. [11.6-a]"""
        other = self.actors[frame.force] = _some_hidden(self.state, frame.force)
        return structs.replace(frame, group=tuple(other if name == UNKNOWN else name for name in frame.group))

    def attack(self, frame: Attack) -> Frame:
        """Fire out of hiding comes from whoever may be there. [card V07, 13.3-d]"""
        if frame.unit != UNKNOWN:
            return frame
        state = self.state
        made = attack_of(state, _some_action(state, frame.force, "", ()))
        made = structs.replace(made, waiting=frame.waiting, now=frame.now, aimed=frame.aimed)
        now = made.now
        self.real = attack_check(state, made.shot(state, now), made.bonus(state, now)) if frame.check else None
        return structs.replace(made, check=self.real)

    def rally(self, frame: Rallying) -> Frame:
        """A rally of somebody unseen, or of one whose marker lies face down."""
        if frame.unit == UNKNOWN:
            unit = self.state.position.hidden[self.actors[frame.force]]
            self.real = rally_check(self.state, unit, frame.count) if frame.check else None
            return structs.replace(frame, unit=unit.id, check=self.real)
        if frame.check is None or frame.public is None:
            return frame
        self.real = rally_check(self.state, seen_unit(self.state, frame.unit), frame.count, frame.helps)
        return structs.replace(frame, check=self.real)

    def roll(self, frame: Rolling | CheckRoll) -> Frame:
        """The dice of a check whose figures the viewer was not told."""
        return frame if frame.public is None or self.real is None else structs.replace(frame, check=self.real)

    # -- frames in which some unseen units are known to wait

    def found(self, frame: Found) -> Frame:
        return frame if frame.band else structs.replace(frame, band=HIT)

    def placing(self, frame: Placing) -> Frame:
        return frame if frame.waiting else Placing(frame.force, unplaced(self.state, frame.force))

    def rallying_together(self, frame: RallyingTogether) -> Frame:
        """The first of the Group rolls already. [10.9-b]"""
        if UNKNOWN not in frame.waiting:
            return frame
        return structs.replace(frame, waiting=_own_hidden(self.state, frame.force)[1 : 1 + len(frame.waiting)])

    def deploying(self, frame: Deploying) -> Frame:
        if UNKNOWN not in frame.waiting:
            return frame
        return structs.replace(frame, waiting=_own_hidden(self.state, frame.force)[: len(frame.waiting)])

    def gathering(self, frame: Gathering) -> Frame:
        return frame if frame.members else structs.replace(frame, members=(_some_hidden(self.state, frame.force),))


FILLERS: Mapping[type[Frame], Callable[[Filling, Any], Frame]] = {
    Action: Filling.action,
    Attack: Filling.attack,
    Rallying: Filling.rally,
    Rolling: Filling.roll,
    CheckRoll: Filling.roll,
    Found: Filling.found,
    Placing: Filling.placing,
    RallyingTogether: Filling.rallying_together,
    Deploying: Filling.deploying,
    Gathering: Filling.gathering,
}


# -- what somebody in hiding may be doing


def _some_action(state: HeroesState, force: str, verb: str, steps: tuple[str, ...]) -> Action:
    """What somebody in hiding may be doing: firing, where a shot falls, else anything that shows nothing."""
    shots = [frame for frame in state.stack if isinstance(frame, Attack) and frame.unit == UNKNOWN]
    if shots:
        shooter = unseen_shooter(state, shots[0], state.position.hidden)
        return structs.replace(_some_shot(state, shooter, shots[0]), steps=steps)
    if verb in state.setting.cards:
        return structs.replace(card_action(state, seen_unit(state, _some_hidden(state, force)), verb), steps=steps)
    return Action(force, _some_hidden(state, force), "stall", (STALL,), steps=steps)


def _some_shot(state: HeroesState, shooter: Unit, shot: Attack) -> Action:
    """Fire out of hiding at whom everybody sees fired at, by the card where the shooter has it. [card V07, 13.3-d]"""
    targets = [find_target(state, name) for name in (shot.now, *shot.waiting) if name]
    at = next((target.hex for target in targets if target is not None), OFF_MAP)
    snipe = state.setting.edition.act_of.get("snipe")
    if snipe is None or snipe.action is None or not fires_concealed(state, shooter):
        return Action(shot.force, shooter.id, "snipe", attack_parts(state, shooter), hex=at)
    return snipe.action(state, shooter, snipe.choice(UnitId(shooter.id), Hex(at)), "")


def some_cost(state: HeroesState) -> tuple[Part, ...]:
    """What somebody in hiding pays: the price of a card all have seen, else as much as a Stall."""
    played = next((f.verb for f in state.stack if isinstance(f, Action) and f.verb in state.setting.cards), "")
    return (card_part(state, played),) if played else (STALL,)


def unseen_shooter(view: HeroesState, shot: Attack, hidden: dict[str, Unit]) -> Unit:
    """Who may be firing out of hiding: a Sniper where one target is shot at, else whoever has its card, else a Mortar
    that fires indirectly. [card V07, 11.8-d, 13.3-d]"""
    own = [unit for unit in hidden.values() if unit.force == shot.force and is_sniper(view, unit) == shot.single]
    snipe = [unit for unit in own if fires_concealed(view, unit)]
    return (snipe or [unit for unit in own if view.setting.kind(unit).indirect_cost is not None])[0]


def fires_concealed(view: HeroesState, unit: Unit) -> bool:
    return any(rule(view, unit) for rule in view.setting.edition.secrets.concealed_fire)


def _some_hidden(state: HeroesState, force: str) -> str:
    """Any Hidden unit of a force: one of them is acting."""
    return _own_hidden(state, force)[0]


def _own_hidden(state: HeroesState, force: str) -> tuple[str, ...]:
    return tuple(unit.id for unit in state.position.hidden.values() if unit.force == force)


def _lacks_places(state: HeroesState, frame: Frame) -> bool:
    """Is a place unknown that the Action has? Rapid Deployment in hiding has none, not even for its owner."""
    if not isinstance(frame, Action) or frame.hex >= 0 or frame.unit == UNKNOWN:
        return False
    if frame.verb == state.setting.edition.entering.card:
        return False
    return frame.unit in state.position.hidden or (frame.verb == SNEAK and "do" in frame.steps)


def _placed(state: HeroesState, frame: Action) -> Action:
    """An Action of somebody unseen with the places of this world. [atb 10.1-h]"""
    unit = seen_unit(state, frame.unit)
    if frame.verb != SNEAK:
        return structs.replace(frame, hex=unit.hex, origin=(unit.hex, unit.facing))
    to, base = some_sneak(state, unit)
    return structs.replace(frame, hex=to, base=base, origin=(unit.hex, unit.facing))


def some_sneak(state: HeroesState, unit: Unit) -> tuple[int, tuple[Part, ...]]:
    """Where a unit that moves unseen may be going: the cheapest hex."""
    ways = [(to, sneak_parts(state, unit, to)) for to in sneak_hexes(state, unit) or (unit.hex,)]
    return min(ways, key=lambda way: (sum(part.value for part in way[1]), way[0]))
