"""Laying Barbed Wire in play, where the Mission hands some out. [10.12-a, ruling C35]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import structs

from balka.core.checks import Part, add
from balka.core.choices import Choice, Hex, Node, Refusal, Token, UnitId
from balka.core.frames import Ask, Frame, asking
from balka.systems.heroes.chapters.finding import look_for_nobody
from balka.systems.heroes.chapters.obstacles import Lay, laying_hexes, show_mines
from balka.systems.heroes.chapters.targets import works_in
from balka.systems.heroes.chapters.wire import WIRE
from balka.systems.heroes.data.mission_data import LayWire
from balka.systems.heroes.events.works import WireLaid
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import FREE_BY_CARD, NORMAL, Action
from balka.systems.heroes.play.acts import Act
from balka.systems.heroes.play.costs import Now, total
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import GroupRules
from balka.systems.heroes.play.situation import enemy_in
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit, Works

LAYING = "wire"
RULE = "sos-10.12-a atb-9.1.4-a"


class StringWire(Choice, frozen=True):
    """Lay Barbed Wire. [10.12-a]"""

    verb = "wire"
    final = "maybe"
    subject = "unit"
    unit: UnitId


# -- questions


def handed_out(now: Now, side: str) -> LayWire | None:
    """What the Mission says about a side's wire."""
    return next((rule for rule in now.setting.mission.special if isinstance(rule, LayWire) and rule.side == side), None)


def coils_left(now: Now, side: str) -> int:
    rule = handed_out(now, side)
    return rule.coils - now.tracks.wired.count(side) if rule is not None else 0


def wire_parts(now: Now, side: str) -> tuple[Part, ...]:
    """The same for every unit, so a Group pays it once. [10.12-a]"""
    rule = handed_out(now, side)
    return (add(rule.ap if rule is not None else 0, "Laying Barbed Wire", RULE),)


def why_not_wire(now: Now, unit: Unit) -> Refusal | None:
    """Foot Units lay it, not in Close Combat, with a coil and a place for it. [ruling C35]"""
    if handed_out(now, unit.side) is None:
        return Refusal("In this Mission nobody has wire to lay.", RULE)
    if coils_left(now, unit.side) <= 0:
        return Refusal("All the wire is laid.", RULE)
    if not now.setting.kind(unit).is_foot or unit.carrier or unit.hex < 0:
        return Refusal("Only Foot Units on the map lay wire.", RULE)
    if enemy_in(now, unit.side, unit.hex):
        return Refusal("Nobody lays wire in Close Combat.", RULE)
    return (
        None if laying_hexes(now, unit) else Refusal("There is no place for wire beside it.", "sos-17.0-c atb-18.0-b")
    )


# -- choices


def wirings(now: Now, unit: Unit, limit: int) -> Iterator[StringWire]:
    """A unit may lay wire where its side has some."""
    if why_not_wire(now, unit) is None and total(now, unit, LAYING, wire_parts(now, unit.side)) <= limit:
        yield StringWire(UnitId(unit.id))


def group_acts(now: Now, members: Sequence[Unit], terms: str) -> Mapping[str, tuple[str, tuple[Part, ...], str]]:
    """A Group lays a coil for each member at the price of one. [10.12-a]"""
    side = members[0].side
    if members[0].id in now.position.hidden or coils_left(now, side) < len(members):
        return {}
    able = all(why_not_wire(now, unit) is None for unit in members)
    return {LAYING: (LAYING, wire_parts(now, side), terms)} if able else {}


def wire_action(now: Now, unit: Unit, choice: StringWire, free: str) -> Action:
    terms = FREE_BY_CARD if free else NORMAL
    return Action(unit.force, unit.id, LAYING, wire_parts(now, unit.side), terms, unit.hex, unit.facing)


# -- laying it


def _begin(work: HeroesWork, action: Action) -> None:
    work.push(Stringing(action.force, action.actors))


class Stringing(Frame, frozen=True):
    """Each unit says where its wire goes. [10.12-a]"""

    force: str
    waiting: tuple[str, ...]

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "wire.lay")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        """Where others of the Group have taken every place, the unit goes without."""
        places = laying_hexes(state, state.position.units[self.waiting[0]])
        return [*(Lay(Hex(place)) for place in places), *([] if places else [verbs.Forgo()])] if not path else ()

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, Lay):
            string(work, work.position.units[self.waiting[0]], choice.place)
        if self.waiting[1:]:
            work.replace_top(structs.replace(self, waiting=self.waiting[1:]))
        else:
            work.pop()

    def prompt(self, view: HeroesState, seat: str) -> str:
        return f"Where does {view.setting.name(self.waiting[0])} lay its wire?"

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal("In its own or an adjacent hex, without enemies and other works.", "sos-17.0-c atb-18.0-b")


def string(work: HeroesWork, unit: Unit, place: int) -> None:
    """All see the wire. Hidden mines of the enemy come to light in its place, and the coil is kept. [17.0-c, D2]"""
    label = work.setting.board.labels[place]
    look_for_nobody(work, unit.side)
    if works_in(work, place):
        show_mines(work, place)
        return
    works = {**work.position.works, label: Works(WIRE, unit.side)}
    work.position = work.position.changed(works=dict(sorted(works.items())))
    work.set_tracks(wired=(*work.tracks.wired, unit.side))
    work.tell(WireLaid(unit.force, unit.id, place))


WIRING = Act(
    choice=StringWire,
    offers=wirings,
    why_not=lambda now, unit, choice: why_not_wire(now, unit),
    action=wire_action,
    do=_begin,
)

CHAPTER = Chapter(name="17", acts=(WIRING,), frames=(Stringing,), groups=GroupRules(acts=(group_acts,)))
