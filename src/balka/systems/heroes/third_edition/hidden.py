"""Hidden units: moving unseen, being revealed, looking for them with fire, snipers. [chapter 11]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from balka.core.checks import Check, Part, Tally, add
from balka.core.choices import Choice, Facing, Hex, Node, Refusal, Token, UnitId
from balka.core.frames import Ask, Frame, Quote, asking
from balka.core.hexes import hexes_in
from balka.systems.heroes.third_edition import verbs
from balka.systems.heroes.third_edition.actions import FREE_BY_CARD, NORMAL, Action, attack_of
from balka.systems.heroes.third_edition.attacks import begin_attack
from balka.systems.heroes.third_edition.chapters import Chapter
from balka.systems.heroes.third_edition.costs import RALLY, STALL, Now, attack_parts, is_stressed, total
from balka.systems.heroes.third_edition.events import CheckRolled, Noted
from balka.systems.heroes.third_edition.fire import cap_part, fire_zone, may_attack
from balka.systems.heroes.third_edition.movement import SIDES, impassable, may_move
from balka.systems.heroes.third_edition.rally import why_not_rally
from balka.systems.heroes.third_edition.rolls import Result, roll_check
from balka.systems.heroes.third_edition.situation import (
    caps,
    enemies_in,
    only_rallies,
    sees,
    unit_sees,
)  # fmt: skip
from balka.systems.heroes.third_edition.spending import cap_choices, spend
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

SNEAK = add(5, "Hidden Move", "sos-11.3-a")
REVEAL_BASE = 6  # [11.7-b]
SEEN_WITHIN = 2  # [11.1-d]
CONCEALING = ("woods", "building_wood", "building_stone")


class Sneak(Choice, frozen=True):
    """Move unseen, or go into hiding. [11.3]"""

    verb = "sneak"
    subject = "unit"
    unit: UnitId
    to: Hex


class Reveal(Choice, frozen=True):
    """Show a Hidden unit of one's own, facing as one likes. [11.1-f, 11.2-b]"""

    verb = "reveal"
    subject = "unit"
    final = "yes"
    unit: UnitId
    facing: Facing


class Face(Choice, frozen=True):
    """How a unit faces that has just been found. [11.2-b]"""

    verb = "face"
    subject = "unit"
    unit: UnitId
    facing: Facing


class ReconByFire(Choice, frozen=True):
    """Fire where an enemy is suspected. [11.7]"""

    verb = "recon"
    subject = "unit"
    unit: UnitId


class Search(Choice, frozen=True):
    """The suspected hex. [11.7-a]"""

    verb = "search"
    place: Hex


# -- questions


def conceals(now: Now, unit: Unit, place: int) -> bool:
    """Cover that keeps a unit Hidden even beside an enemy: woods, houses, heavy smoke; high crops on foot. [11.5]"""
    if now.setting.ground.terrain[place] in CONCEALING:
        return True
    if now.position.smoke.get(now.setting.board.labels[place]) == "heavy":
        return True
    return now.setting.kind(unit).is_foot and now.setting.ground.conceals(place)


def watched(now: Now, unit: Unit, place: int) -> bool:
    """Does any enemy to be seen have sight of a hex? [11.4-b]"""
    own_foot = int(now.setting.kind(unit).is_foot)
    for foe in enemies_on_map(now, unit.side):
        foot = own_foot + int(now.setting.kind(foe).is_foot)
        if foe.hex == place or sees(now, foe.hex, place, foot):
            return True
    return False


def enemies_on_map(now: Now, side: str) -> list[Unit]:
    return [unit for unit in now.position.units.values() if unit.side != side and unit.hex >= 0]


def would_be_seen(now: Now, unit: Unit, place: int) -> bool:
    """Would a Hidden unit be revealed in a hex? [11.1-b to 11.1-d]"""
    if now.position.at(place):
        return True
    if conceals(now, unit, place):
        return False
    there, foot = unit.changed(hex=place), now.setting.kind(unit).is_foot
    reach = SEEN_WITHIN if foot else len(now.setting.board)
    near = [foe for foe in enemies_on_map(now, unit.side) if now.setting.board.distance(foe.hex, place) <= reach]
    return any(unit_sees(now, foe, there) for foe in near)


def sneak_hexes(now: Now, unit: Unit) -> list[int]:
    """Where a Hidden Move may lead: one hex, or for a unit going into hiding its own hex too. [11.4, 11.5]"""
    if may_move(now, unit) is not None or unit.carrier:
        return []
    hidden = unit.id in now.position.hidden
    near = [
        to for to in now.setting.ground.neighbours[unit.hex] if to >= 0 and impassable(now, unit, unit.hex, to) is None
    ]
    if hidden:
        return [to for to in near if not would_be_seen(now, unit, to) and _stays_unseen(now, unit, to)]
    if watched(now, unit, unit.hex):
        return []
    alone = all(other.id == unit.id for other in now.position.at(unit.hex))
    own = [unit.hex] if alone else []
    return own + [to for to in near if not watched(now, unit, to) and not now.position.at(to)]


def _stays_unseen(now: Now, unit: Unit, to: int) -> bool:
    """Out of enemy sight, or on foot in cover or far enough off. [11.5]"""
    return now.setting.kind(unit).is_foot or not watched(now, unit, to)


def mission_hides(now: Now) -> bool:
    """Has this Mission Hidden units at all? Everything else would tell whether some are left."""
    return now.setting.hiding


# -- choices


def nodes(now: Now, unit: Unit, limit: int, path: tuple[Token, ...]) -> Sequence[Node]:
    """A visible unit may go into hiding or fire on suspicion. [11.3, 11.7]"""
    if unit.hex < 0 or unit.carrier:
        return ()
    if len(path) == 1:
        found: list[Node] = ["sneak"] if _may_sneak(now, unit, limit) else []
        return [*found, ReconByFire(UnitId(unit.id))] if _may_recon(now, unit, limit) else found
    return _sneaks(now, unit) if path[1] == "sneak" else ()


def concealed_nodes(now: Now, unit: Unit, limit: int, path: tuple[Token, ...]) -> Sequence[Node]:
    """A Hidden unit may move unseen, rally, stall, or come into the open. [11.1]"""
    if len(path) == 1:
        return list(_hidden_verbs(now, unit, limit))
    if path[1] == "reveal":
        return [Reveal(UnitId(unit.id), Facing(side)) for side in range(SIDES)]
    return _sneaks(now, unit) if path[1] == "sneak" else ()


def _hidden_verbs(now: Now, unit: Unit, limit: int) -> Iterator[Node]:
    able = not only_rallies(now, unit)
    if able and _may_sneak(now, unit, limit):
        yield "sneak"
    if unit.marker and why_not_rally(now, unit) is None and total(now, unit, "rally", (RALLY,)) <= limit:
        yield verbs.Rally(UnitId(unit.id))
    if able and total(now, unit, "stall", (STALL,)) <= limit:
        yield verbs.Stall(UnitId(unit.id))
    yield "reveal"


def _may_sneak(now: Now, unit: Unit, limit: int) -> bool:
    return total(now, unit, "move", (SNEAK,)) <= limit and mission_hides(now) and bool(sneak_hexes(now, unit))


def _sneaks(now: Now, unit: Unit) -> list[Node]:
    return [Sneak(UnitId(unit.id), Hex(to)) for to in sneak_hexes(now, unit)]


def _may_recon(now: Now, unit: Unit, limit: int) -> bool:
    if not mission_hides(now) or may_attack(now, unit) is not None or enemies_in(now, unit.side, unit.hex):
        return False
    return total(now, unit, "fire", attack_parts(now, unit)) <= limit and bool(suspected(now, unit))


def suspected(now: Now, unit: Unit) -> int:
    """Hexes of the Fire Zone where nobody is to be seen, as a bitmask. [11.7-a]"""
    held = now.position.held
    return fire_zone(now, unit) & ~held["german"] & ~held["soviet"]


def _sneak_action(now: Now, unit: Unit, choice: Sneak, free: str) -> Action:
    return Action(unit.force, unit.id, "sneak", (SNEAK,), FREE_BY_CARD if free else NORMAL, choice.to)


def _recon_action(now: Now, unit: Unit, choice: ReconByFire, free: str) -> Action:
    return Action(unit.force, unit.id, "recon", attack_parts(now, unit), FREE_BY_CARD if free else NORMAL, unit.hex)


# -- moving unseen


def _sneak(work: HeroesWork, action: Action) -> None:
    """The unit is noted in its new hex; others learn at most that one went into hiding. [11.3, 11.4-c]"""
    unit = work.position.unit(action.unit)
    assert unit is not None
    label, eyes = work.setting.board.labels[action.hex], work.setting.eyes_of(unit.side)
    gone = unit.changed(hex=action.hex, dug_in=False, inside=False)
    text = f"{work.setting.name(unit.id)} moves unseen to {label}"
    if unit.id in work.position.hidden:
        work.put(gone)
        work.tell_only(eyes, Noted(text, unit.force, ("sos-11.3-a",), (unit.id,), (action.hex,)))
        return
    work.position = work.position.without(unit.id).with_hidden(gone)
    shadow = Noted(f"{work.setting.name(unit.id)} goes into hiding", unit.force, ("sos-11.4-c",), (unit.id,))
    work.tell_only(eyes, Noted(text, unit.force, ("sos-11.4-c",), (unit.id,), (action.hex,)), shadow)


# -- being found


def reveal(work: HeroesWork, unit: Unit, why: str, rule: str) -> None:
    """Put the unit on its noted hex; its owner picks the facing. [11.2]"""
    show(work, unit, why, rule)
    work.push(Turning(unit.force, unit.id))


def show(work: HeroesWork, unit: Unit, why: str, rule: str) -> None:
    """The unit stands on the map for all to see."""
    found = work.position.without(unit.id)
    work.position = found.changed(units=dict(sorted({**found.units, unit.id: unit}.items())))
    label = f"{work.setting.board.labels[unit.hex]}{_condition(work, unit)}"
    work.tell(
        Noted(
            f"{work.setting.name(unit.id)} is revealed in {label}: {why}", unit.force, (rule,), (unit.id,), (unit.hex,)
        )
    )
    work.barrier = True


def _condition(work: HeroesWork, unit: Unit) -> str:
    """What everybody can see of a unit the moment it stands there."""
    states = ["Spent"] * unit.spent + ["Stressed"] * is_stressed(work, unit) + ["hit"] * bool(unit.marker)
    return f" ({', '.join(states)})" if states else ""


def watch(work: HeroesWork) -> None:
    """Hidden units in plain view are revealed at once. [11.1-b to 11.1-d]"""
    for unit in tuple(work.position.hidden.values()):
        if unit.id in work.position.hidden and unit.hex >= 0 and would_be_seen(work, unit, unit.hex):
            reveal(work, unit, "it is in plain view", "sos-11.1-d")


class Turning(Frame, frozen=True):
    """The owner of a unit just found picks its facing. [11.2-b]"""

    force: str
    unit: str

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "reveal.face")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if path and path[0] != self.unit:
            return ()
        return [Face(UnitId(self.unit), Facing(side)) for side in range(SIDES)]

    def answer(self, work: HeroesWork, choice: Face) -> None:
        work.pop()
        work.put(work.position.units[choice.unit].changed(facing=choice.facing))
        work.barrier = True

    def prompt(self, view: HeroesState, seat: str) -> str:
        return f"{view.setting.name(self.unit)} is revealed: which way does it face?"

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal("First say how the revealed unit faces.", "sos-11.2-b")


def _come_out(work: HeroesWork, choice: Reveal, free: str) -> None:
    """An owner may show a Hidden unit at will; it is no Action. [11.1-f]"""
    unit = work.position.hidden[choice.unit]
    show(work, unit.changed(facing=choice.facing), "its owner shows it", "sos-11.1-f")


# -- recon by fire


def recon_check(now: Now, place: int, count: int) -> Check:
    """Six, and the cover of the hex. [11.7-b]"""
    cover = now.setting.ground.defence[place]
    parts: tuple[Part, ...] = (add(REVEAL_BASE, "Reveal Number", "sos-11.7-b"),)
    parts += (cover,) if cover is not None else ()
    label = now.setting.board.labels[place]
    return Check(f"Recon by Fire on {label}", "2d6", Tally("Reveal Number", (*parts, *cap_part(count))))


class Recon(Frame, frozen=True):
    """Fire on suspicion: the hex, CAPs, the reveal roll, and perhaps an attack. [11.7]"""

    force: str
    unit: str
    place: int = -1
    check: Check | None = None
    found: tuple[str, ...] = ()

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        kind = "recon" if self.place < 0 else "recon.roll"
        return asking(state.setting.seat_of[self.force], self.force, kind)

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if self.place >= 0:
            return cap_choices(caps(state, self.force)) if not path else ()
        places = hexes_in(suspected(state, state.position.units[self.unit]))
        return [Search(Hex(place)) for place in places] if not path else ()

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, Search):
            work.replace_top(structs.replace(self, place=choice.place))
        elif isinstance(choice, verbs.Caps):
            spend(work, self.force, choice.count)
            check = recon_check(work, self.place, choice.count)
            work.replace_top(structs.replace(self, check=check))
            roll_check(work, self.force, "recon", check)

    def resume(self, work: HeroesWork, result: Result) -> None:
        """Too low tells nothing; else the hex is empty, or all in it are revealed and attacked. [11.7-c to 11.7-f]"""
        assert self.check is not None
        label, hit = work.setting.board.labels[self.place], result.band == "yes"
        side = work.setting.forces[self.force]
        units = [unit for unit in work.position.hidden.values() if unit.hex == self.place and unit.side != side]
        ended = "nothing can be made out" if not hit else "somebody is there" if units else "the hex is empty"
        text, rule = f"Recon by Fire on {label}: {result.total}, {ended}", "sos-11.7-c" if not hit else "sos-11.7-d"
        work.tell(CheckRolled(text, self.force, self.check, result.faces, result.adjust, (rule,), self.unit))
        work.pop()
        if hit and units:
            work.push(Opened(self.force, self.unit, tuple(unit.id for unit in units)))
            for unit in units:
                reveal(work, unit, "Recon by Fire", "sos-11.1-e")

    def prompt(self, view: HeroesState, seat: str) -> str:
        if self.place < 0:
            return "Which hex do you suspect?"
        return f"Spend CAPs on the reveal roll against {view.setting.board.labels[self.place]}, then roll."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        if isinstance(choice, Search):
            return Quote(None, (recon_check(view, choice.place, 0),))
        count = choice.count if isinstance(choice, verbs.Caps) else 0
        return Quote(None, (recon_check(view, self.place, count),), "yes")

    def panel(self, view: HeroesState) -> tuple[Check, ...]:
        return (recon_check(view, self.place, 0),) if self.place >= 0 else ()

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal("Recon by Fire is on a hex of the Fire Zone where nobody is to be seen.", "sos-11.7-a")


class Opened(Frame, frozen=True):
    """What Recon by Fire revealed is attacked in the same Action. [11.7-f]"""

    automatic = True

    force: str
    unit: str
    found: tuple[str, ...]

    def run(self, work: HeroesWork) -> None:
        work.pop()
        action = Action(self.force, self.unit, "fire", ())
        begin_attack(work, attack_of(work, action), tuple(n for n in self.found if n in work.position.units))


def _recon(work: HeroesWork, action: Action) -> None:
    work.push(Recon(action.force, action.unit))


def refuse(now: Now, unit: Unit, choice: Choice) -> Refusal | None:
    """Why a unit cannot hide, move unseen or search. [11.3-11.7]"""
    name = now.setting.name(unit.id)
    if isinstance(choice, Sneak | ReconByFire) and not mission_hides(now):
        return Refusal("This Mission has no Hidden units.", "sos-11.0-a")
    if isinstance(choice, Sneak):
        barred = may_move(now, unit)
        if barred is not None:
            return barred
        if unit.id not in now.position.hidden and watched(now, unit, unit.hex):
            return Refusal(f"{name} cannot hide: an enemy sees it.", "sos-11.4-b")
        return Refusal("A Hidden Move goes one hex, to where it would stay unseen.", "sos-11.5-a")
    if isinstance(choice, ReconByFire):
        return may_attack(now, unit) or Refusal("No hex of its Fire Zone could be searched.", "sos-11.7-a")
    return Refusal(f"{name} is not Hidden.", "sos-11.1-f") if isinstance(choice, Reveal) else None


CHAPTER = Chapter(
    name="11",
    verbs=(Sneak, Reveal, Face, ReconByFire, Search),
    frames=(Turning, Recon, Opened),
    nodes=(nodes,),
    concealed=(concealed_nodes,),
    declare={"sneak": _sneak_action, "recon": _recon_action},
    carry_out={"sneak": _sneak, "recon": _recon},
    begin={"reveal": _come_out},
    watch=(watch,),
    refuse=(refuse,),
)
