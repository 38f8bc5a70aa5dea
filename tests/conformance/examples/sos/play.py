"""Playing the actions of an example: every question of the engine is answered from what the action says."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct
from tests.conformance.examples.sos.stage import Entry, Stage, is_attack, name_of

from balka.core.boards import Board, UnknownHexError
from balka.core.choices import Choice, Facing, Hex, IllegalChoiceError, Number, UnitId
from balka.core.dice import Outcome, dice
from balka.core.events import Event
from balka.core.frames import CHANCE, Quote, Roll
from balka.systems.heroes.chapters.attacks import Attack
from balka.systems.heroes.chapters.movement import entry_hexes
from balka.systems.heroes.events.fire import ShotFired
from balka.systems.heroes.kinds import MarkerKind
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.rolls import Rolling
from balka.systems.heroes.units import HeroesState, Unit

SAME_ACTION = "(same Action)"
SPENT_CHECK = "spent check"
BANDS = {"pass": "fresh", "fail": "spent", "miss": "miss", "hit": "hit", "critical": "destroyed"}
_LABEL = re.compile(r"\d+-[A-Z]\d\d")


class Misplayed(Exception):
    """The engine does not let the example be played as told."""


class Played(Struct):
    """One step: the position before and after it, what happened in it, and in the whole Action it belongs to."""

    action: Entry
    actor: str
    before: HeroesState
    after: HeroesState
    states: list[HeroesState]
    events: list[Event]
    whole: list[Event]
    quote: Quote | None


def play_out(stage: Stage, actions: list[Entry]) -> dict[str, Played]:
    """All steps of the example, by their letters."""
    state, steps, last = stage.state, {}, None
    for action, following in zip(actions, [*actions[1:], {}], strict=True):
        last = _Step(state, action, following, last).carry_out()
        steps[str(action["step"])] = last
        state = last.after
    return steps


def continues(action: Entry) -> bool:
    """Does a step belong to the Action of the step before it?"""
    said = str(action.get("action", ""))
    return SAME_ACTION in said or said == SPENT_CHECK


class _Step:
    """One step being played."""

    def __init__(self, state: HeroesState, action: Entry, following: Entry, last: Played | None) -> None:
        self.state = self.before = state
        self.action = action
        self.following = following if continues(following) else {}
        self.opened = last if continues(action) else None
        self.actor = name_of(action.get("actor", ""))
        self.target = name_of(action.get("target", ""))
        self.states: list[HeroesState] = []
        self.events: list[Event] = []

    def carry_out(self) -> Played:
        quote = self.opened.quote if self.opened else None
        if not self.opened:
            quote = self._open()
        while not self._is_finished():
            self._say(self._answer())
        before = self.opened.before if self.opened else self.before
        whole = [*(self.opened.whole if self.opened else ()), *self.events]
        return Played(self.action, self.actor, before, self.state, self.states, self.events, whole, quote)

    def _open(self) -> Quote | None:
        asked = self.state.asks[0].force
        if asked != self.action["side"]:
            raise Misplayed(f"step {self.action['step']}: it is the {asked} side's Turn")
        choice = _opening(self.state, self.action)
        quote = self.state.quote(choice) if self.actor else None
        self._say(choice)
        return quote

    def _say(self, answer: Choice | Outcome) -> None:
        try:
            step = self.state.apply(answer)
        except IllegalChoiceError as problem:
            raise Misplayed(f"step {self.action['step']}: {self.state.text(answer)}: {problem}") from problem
        assert isinstance(step.state, HeroesState)
        self.state = step.state
        self.states.append(step.state)
        self.events += [told.event for told in step.events]

    # -- when a step ends

    def _is_finished(self) -> bool:
        if self.state.over or self.state.turn != self.before.turn or self.state.asks[0].kind == "initiative":
            return True
        return bool(self.following) and self._is_next_steps()

    def _is_next_steps(self) -> bool:
        """Is the question one for the next step of the same Action?"""
        kind, top = self.state.asks[0].kind, self.state.stack[-1]
        if self.following["action"] == SPENT_CHECK and kind in ("cost.caps", SPENT_CHECK):
            return True
        fired = any(isinstance(event, ShotFired) and event.target == self.target for event in self.events)
        return fired and isinstance(top, Attack)

    # -- answers

    def _answer(self) -> Choice | Outcome:
        ask = self.state.asks[0]
        if ask.seat == CHANCE:
            return self._chance()
        caps = {"attack.roll": "caps_on_hit", "rally.roll": "caps_on_rally", "cost.caps": "caps_on_cost"}
        if ask.kind in caps:
            return verbs.Caps(Number(self.action.get(caps[ask.kind], 0)))
        top = self.state.stack[-1]
        if isinstance(top, Attack):
            return verbs.At(UnitId(self.target if self.target in top.waiting else top.waiting[0]))
        if ask.kind == "turn.end":
            return verbs.Done()
        raise Misplayed(f"step {self.action['step']}: the example does not answer {ask.kind}")

    def _chance(self) -> Outcome:
        roll = self.state.stack[-1]
        assert isinstance(roll, Roll)
        if roll.bag:
            return plain_marker(self.state, roll)
        given = self.action.get("dice", {}).get(roll.dice)
        return dice_showing(self.state, roll, given if given is not None else self._usual(roll))

    def _usual(self, roll: Roll) -> str:
        """What dice do that the example leaves open: the stated result, else the check passes."""
        return str(self.action.get("attack_result", "hit")) if roll.dice == "2d6" else "pass"


def dice_showing(state: HeroesState, roll: Roll, wanted: int | str) -> Outcome:
    """Dice with this total, or that bring this result."""
    outcomes = dice(roll.dice).outcomes
    below = state.stack[-2]
    assert isinstance(below, Rolling)
    for outcome in outcomes:
        if wanted == outcome.total or BANDS.get(str(wanted)) == below.check.read(outcome):
            return outcome
    raise Misplayed(f"{roll.dice} cannot show {wanted}")


def plain_marker(state: HeroesState, roll: Roll) -> Outcome:
    """A drawn Hit Marker the example does not name: one that changes no figure."""
    markers = state.setting.markers
    plain = [item for item in state.bags[roll.bag].items if _changes_nothing(markers[item])]
    return Outcome(roll.bag, item=plain[0])


def _changes_nothing(marker: MarkerKind) -> bool:
    figures = (marker.attack_cost, marker.move_cost, marker.red_fp, marker.blue_fp, marker.front_def, marker.flank_def)
    return not any(figures) and not marker.bars and not marker.special and marker.range is None


# -- the choice that begins a step


def _opening(state: HeroesState, action: Entry) -> Choice:
    said = str(action["action"])
    if said == "pass":
        return verbs.Pass()
    unit = state.position.units[name_of(action["actor"])]
    if is_attack(action):
        return _attack(state, unit, name_of(action["target"]))
    if said not in OPENINGS:
        raise Misplayed(f"step {action['step']}: no way to play {said!r}")
    return OPENINGS[said](state, unit, action)


def _attack(state: HeroesState, unit: Unit, target: str) -> Choice:
    place = state.position.units[target].hex
    return (
        verbs.Assault(UnitId(unit.id), UnitId(target)) if place == unit.hex else verbs.Fire(UnitId(unit.id), Hex(place))
    )


def _move(state: HeroesState, unit: Unit, action: Entry) -> Choice:
    """Into the hex named, else straight ahead; a turn afterwards if the example makes one."""
    board = state.setting.board
    label = _LABEL.fullmatch(str(action.get("into", "")))
    to = board.hex(label[0]) if label else board.step(unit.hex, unit.facing)
    facing = (unit.facing + 1) % 6 if action.get("pivot_after") else unit.facing
    return verbs.Move(UnitId(unit.id), Hex(to), Facing(facing))


def _enter(state: HeroesState, unit: Unit, action: Entry) -> Choice:
    return verbs.Enter(UnitId(unit.id), Hex(entry_hexes(state, unit)[0]), Facing(unit.facing))


OPENINGS: dict[str, Callable[[HeroesState, Unit, Entry], Choice]] = {
    "move": _move,
    "enter": _enter,
    "rally": lambda _, unit, __: verbs.Rally(UnitId(unit.id)),
    "stall": lambda _, unit, __: verbs.Stall(UnitId(unit.id)),
}


def skips_half_hexes(state: HeroesState) -> bool:
    """Has the map half hexes on its edge, and can no unit be told to go there?"""
    halves = state.setting.board.halves
    return bool(halves) and not any(_is_in_play(state.setting.board, half.label) for half in halves)


def _is_in_play(board: Board, label: str) -> bool:
    try:
        return board.hex(label) >= 0
    except UnknownHexError:
        return False
