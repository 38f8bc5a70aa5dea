"""Obstacles: mines that go off under whoever comes, and cards 16 and 17. [17.8, 17.10]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from balka.core.checks import Check, Tally, add
from balka.core.choices import Choice, Hex, Node, Refusal, Token
from balka.core.dice import Outcome
from balka.core.frames import Ask, Frame, Quote, asking
from balka.core.hexes import hexes_in
from balka.systems.heroes.chapters.finding import Turning, look_for_nobody, show
from balka.systems.heroes.chapters.hidden import watched
from balka.systems.heroes.chapters.hits import destroy, lay_marker, take_hit
from balka.systems.heroes.chapters.ratings import cap_part
from balka.systems.heroes.chapters.targets import (
    MINES,
    hex_of,
    no_room,
    owner_of,
    with_laid,
    work_kind,
    works_in,
    works_of,
)
from balka.systems.heroes.chapters.wire import WireDie, WireGate, at_the_wire, bars, into_wire, no_bonus
from balka.systems.heroes.events.checks import MinesRolled
from balka.systems.heroes.events.hiding import Discovery
from balka.systems.heroes.events.hits import Death
from balka.systems.heroes.events.works import MineLaid, MineLaidUnseen, MinesFound, ObstacleCleared
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.abilities import ENGINEER, can
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.acts import Deed
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import CardRules, Moments, SecretRules, Stepping
from balka.systems.heroes.play.rolls import HIGH, LOW, Result, roll_check
from balka.systems.heroes.play.situation import caps, carries_destroyed_marker, enemy_in, only_rallies, unseen_by
from balka.systems.heroes.play.spending import cap_choices_both_ways, spend
from balka.systems.heroes.units import UNKNOWN, HeroesState, HeroesWork, Unit, Works

OBSTACLE = "obstacle"
IN_MINES = "sos-17.10-c atb-18.3.3-b"
CLEARING, LAYING = "16", "17"
HIT, DESTROYED = "hit", "destroyed"


class Lay(Choice, frozen=True):
    """Where a Mine is laid. [17.10-a, card 17, atb 18.3.3-a]"""

    verb = "lay"
    final = "maybe"
    place: Hex


# -- mines


def mine_check(now: Now, works: Works, name: str, count: int) -> Check:
    """The Mine Hit Number is the same for soft and armored; its owner may shift it. [17.10-d, j, k, atb 18.3.3-g, h]"""
    kind = work_kind(now, works)
    number = add(kind.hit_number or 0, "Mine Hit Number", "sos-17.10-d atb-18.3.3-f", kind.basis)
    reader = now.setting.edition.works.mine_reader
    tally = Tally("Hit Number", (number, *cap_part(count)))
    return Check(f"Mines under {now.setting.name(name)}", "2d6", tally, reader)


def into_mines(work: HeroesWork, unit: Unit) -> None:
    """Mines are shown and go off under unit and load. [17.10-g to i, 18.1-c, 17.8-b, atb 18.3.3-b, d, e]"""
    set_off(work, unit, work.setting.edition.works.mined_with(work, unit))


def set_off(work: HeroesWork, unit: Unit, loads: Sequence[str]) -> None:
    """Mines are shown and go off under a unit and these of its loads. [17.10-g, atb 18.3.3-b, atb 18.3.3-c]"""
    found = works_of(work, unit.hex, MINES)
    if found is None:
        return
    show_mines(work, unit.hex)
    if knows_mines(work, unit):
        return
    hidden = unit.id in work.position.hidden
    if hidden:
        show(work, unit, Discovery.MINEFIELD, IN_MINES)
    work.push(MineAttack(owner_of(work, found[1]), unit.hex, (*loads, unit.id)))
    next_mined(work)
    if hidden:
        work.push(Turning(unit.force, unit.id))


def knows_mines(now: Now, unit: Unit) -> bool:
    """Engineers on foot set no mines off. [18.1-c]"""
    return can(now, unit, ENGINEER) and now.setting.kind(unit).is_foot


def show_mines(work: HeroesWork, hexagon: int) -> None:
    """Hidden Mines come to light. [17.10-b, atb 18.3.3-a]"""
    mines = works_of(work, hexagon, MINES)
    if mines is None or not mines[1].hidden:
        return
    found = {**work.position.works, mines[0]: structs.replace(mines[1], hidden=False)}
    work.position = work.position.changed(works=found)
    work.tell(MinesFound(hexagon))
    work.barrier = True


class MineAttack(Frame, frozen=True):
    """Mines going off under one unit after the other; their owner rolls. [17.10-c, 17.10-j]"""

    force: str
    hex: int
    waiting: tuple[str, ...]
    now: str = ""
    check: Check | None = None

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "mine.roll")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return cap_choices_both_ways(free_caps(state, self.force)) if not path else ()

    def hopes(self, now: Now) -> str:
        """Under his own units their owner hopes for a miss. [17.10-k, atb 18.3.3-h]"""
        return LOW if now.position.units[self.now].side == now.setting.forces[self.force] else HIGH

    def works(self, now: Now) -> Works:
        found = works_of(now, self.hex, MINES)
        assert found is not None
        return found[1]

    def answer(self, work: HeroesWork, choice: verbs.Caps) -> None:
        spend(work, self.force, choice.count)
        check = mine_check(work, self.works(work), self.now, choice.count)
        work.replace_top(structs.replace(self, check=check))
        roll_check(work, self.force, "mines", check)

    def resume(self, work: HeroesWork, result: Result | Outcome) -> None:
        """The roll stands, or the owner of the unit has drawn his marker. [17.10-m]"""
        unit = work.position.units[self.now]
        if isinstance(result, Outcome):
            lay_marker(work, unit, result.item)
            next_mined(work)
            return
        assert self.check is not None
        band = {"yes": HIT, "no": "miss"}.get(result.band, result.band)
        work.tell(MinesRolled(self.force, self.check, result.faces, result.adjust, unit.id, band))
        if band == HIT and not unit.marker:
            take_hit(work, unit)
            return
        if band == HIT:
            take_hit(work, unit)
        elif band == DESTROYED:
            destroy(work, unit, Death.MINES)
        next_mined(work)

    def prompt(self, view: HeroesState, seat: str) -> str:
        return f"Your mines go off under {view.setting.name(self.now)}: spend CAPs up or down, then roll."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        count = choice.count if isinstance(choice, verbs.Caps) else 0
        return Quote(None, (mine_check(view, self.works(view), self.now, count),), "yes")

    def panel(self, view: HeroesState) -> tuple[Check, ...]:
        return (self.check or mine_check(view, self.works(view), self.now, 0),)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal("Mines are going off: up to 2 CAPs either way.", "sos-17.10-j atb-18.3.3-g")


def free_caps(now: Now, force: str) -> int:
    """A force's CAPs, less those that a Group of its own on the move still has to pay. [10.1-c]"""
    moves = [frame for frame in now.stack if hasattr(frame, "owed") and getattr(frame, "force", "") == force]
    return max(0, caps(now, force) - sum(int(frame.owed(now)) for frame in moves))


def next_mined(work: HeroesWork) -> None:
    """The next unit still there; then the Move goes on. [17.10-l]"""
    frame = work.stack[-1]
    assert isinstance(frame, MineAttack)
    left = tuple(name for name in frame.waiting if name in work.position.units)
    if left:
        work.replace_top(structs.replace(frame, waiting=left[1:], now=left[0], check=None))
    else:
        work.pop()


# -- cards 16 and 17


def may_clear(now: Now, unit: Unit) -> bool:
    """An unhurt unit on an Obstacle, no enemy in the hex. [card 16]"""
    whole = not unit.marker and not unit.carrier
    return whole and bool(obstacles_known(now, unit)) and not enemy_in(now, unit.side, unit.hex)


def obstacles_known(now: Now, unit: Unit) -> list[str]:
    """The Obstacles in a unit's hex that its side knows of, by the names they are kept under."""
    there = works_in(now, unit.hex).items()
    known = [(key, works) for key, works in there if not works.hidden or works.side == unit.side]
    return [key for key, works in known if work_kind(now, works).kind == OBSTACLE]


def _clear(work: HeroesWork, action: Action) -> None:
    clear_away(work, action, obstacles_known(work, work.unit(action.unit))[0])


def clear_away(work: HeroesWork, action: Action, key: str) -> None:
    """An Obstacle is gone for good. [card 16]"""
    gone = work.position.works[key]
    work.set_tracks(cleared=(*work.tracks.cleared, f"{gone.side} {gone.kind}"))
    work.position = work.position.changed(works={k: works for k, works in work.position.works.items() if k != key})
    work.tell(ObstacleCleared(action.force, action.unit, work.setting.board.hex(hex_of(key)), gone.kind))


def may_lay(now: Now, unit: Unit) -> bool:
    """A Foot Unit not in Close Combat, with a place to lay. [sos-card-17-d]"""
    able = now.setting.kind(unit).is_foot and not carries_destroyed_marker(now, unit) and not only_rallies(now, unit)
    return able and not unit.carrier and not enemy_in(now, unit.side, unit.hex) and bool(laying_hexes(now, unit))


def laying_hexes(now: Now, unit: Unit, kind: str = MINES) -> list[int]:
    """Its own hex and those around it, without enemies or other works to be seen. [card 17, 17.0-c]"""
    near = (now.setting.board.around[unit.hex] | 1 << unit.hex) & ~now.position.held[now.setting.other[unit.side]]
    return [place for place in hexes_in(near) if not no_room(now, place, unit.side, kind)]


def begin_laying(work: HeroesWork, action: Action) -> None:
    work.push(Laying(action.force, action.unit))


class Laying(Frame, frozen=True):
    """A Foot Unit lays a Mine. [card 17]"""

    force: str
    unit: str

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "mine.lay")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        unit = state.position.unit(self.unit)
        return [Lay(Hex(place)) for place in laying_hexes(state, unit)] if unit is not None and not path else ()

    def answer(self, work: HeroesWork, choice: Lay) -> None:
        work.pop()
        lay_mine(work, work.unit(self.unit), choice.place)

    def conceal(self, state: HeroesState, seat: str) -> Frame:
        """Which Hidden unit lays it is nobody else's business. [8.9-a, 11.0-b]"""
        return structs.replace(self, unit=UNKNOWN) if unseen_by(state, self.unit, seat) else self

    def prompt(self, view: HeroesState, seat: str) -> str:
        return "Where is the Mine laid? Out of enemy sight it stays hidden."

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal("In its own or an adjacent hex, without enemies and other works.", "sos-card-17-b atb-card-40-b")


def lay_mine(work: HeroesWork, unit: Unit, place: int) -> None:
    """Hidden if no enemy to be seen sees the hex; what is there already does not set it off. [card 17, D2]

    Where the enemy has hidden mines of his own they are found, and no second one is laid. [17.0-c, atb-card-40-c]
    """
    look_for_nobody(work, unit.side)
    if works_of(work, place, MINES) is not None:
        show_mines(work, place)
        return
    hidden = not watched(work, unit, place)
    laid = with_laid(work, place, unit.force, Works(MINES, unit.side, 0, hidden))
    work.position = work.position.changed(works=laid)
    work.set_tracks(wired=(*work.tracks.wired, f"{unit.side} {MINES}"))
    told = MineLaid(unit.force, place)
    if hidden:
        work.tell_only(work.setting.eyes_of(unit.side), told, MineLaidUnseen(unit.force))
    else:
        work.tell(told)


def filled(state: HeroesState, laying: Laying, actor: str) -> tuple[Frame, Check | None]:
    """Somebody unseen lays the Mine."""
    return structs.replace(laying, unit=actor), None


CHAPTER = Chapter(
    name="17",
    verbs=(Lay,),
    frames=(WireDie, WireGate, MineAttack, Laying),
    movement=Stepping(bars=(bars,), no_bonus=(no_bonus,), approaching=(at_the_wire,)),
    moments=Moments(entered=(into_wire, into_mines), turned=(into_mines,)),
    cards=CardRules(players={CLEARING: may_clear, LAYING: may_lay}),
    deeds={CLEARING: Deed(do=_clear), LAYING: Deed(do=begin_laying)},
    secrets=SecretRules(filled={Laying: filled}),
)
