"""Hidden units: going into hiding, moving unseen, being revealed. [11.0-11.6]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balka.core.checks import Part
from balka.core.choices import Choice, Facing, Hex, Refusal, UnitId
from balka.systems.heroes.chapters.finding import Face, Turning, reveal, show
from balka.systems.heroes.chapters.movement import SIDES, arrive, closed_hexes, impassable, may_move, taken_along
from balka.systems.heroes.chapters.placing import Placing
from balka.systems.heroes.chapters.works import set_facing
from balka.systems.heroes.events.hiding import Discovery, MovedUnseen, WentIntoHiding
from balka.systems.heroes.play import acts
from balka.systems.heroes.play.actions import FREE_BY_CARD, NORMAL, Action
from balka.systems.heroes.play.acts import Act
from balka.systems.heroes.play.costs import Now, total
from balka.systems.heroes.play.economy import NO_LIMIT
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import Moments
from balka.systems.heroes.play.situation import loads_of, looks_out, only_rallies, sees, spots
from balka.systems.heroes.units import HeroesWork, Unit

SEEN_WITHIN = 2  # [11.1-d]


class Sneak(Choice, frozen=True):
    """Move unseen, or go into hiding. [11.3, atb 10.1-b]"""

    verb = "sneak"
    final = "maybe"
    subject = "unit"
    unit: UnitId
    to: Hex


class Reveal(Choice, frozen=True):
    """Show a Hidden unit of one's own, facing as one likes. [11.1-f, 11.2-b, atb 10.0.1-a, atb 10.0-b]"""

    verb = "reveal"
    subject = "unit"
    final = "yes"
    unit: UnitId
    facing: Facing


# -- questions


def conceals(now: Now, unit: Unit, place: int) -> bool:
    """Cover that keeps a unit Hidden even beside an enemy: woods, houses, heavy smoke; high crops on foot.

    [11.5, 11.5-g, atb 10.0.4-b]
    """
    if now.setting.ground.terrain[place] in now.setting.ground.tables.concealing:
        return True
    if now.setting.edition.hiding.in_smoke(now, place):
        return True
    return now.setting.kind(unit).is_foot and now.setting.ground.conceals(place)


def watched(now: Now, unit: Unit, place: int) -> bool:
    """Does any enemy to be seen have sight of a hex? [11.4-b]"""
    own_foot = int(now.setting.kind(unit).is_foot)
    for foe in enemies_on_map(now, unit.side):
        foot = own_foot + int(now.setting.kind(foe).is_foot)
        if foe.hex == place or (sees(now, foe.hex, place, foot) and looks_out(now, foe)):
            return True
    return False


def weakest(now: Now, units: Sequence[Unit], *, flank: bool) -> list[Unit]:
    """The one whose Defense is lowest, in front or on the flank. [atb 10.0.3]"""

    def figure(unit: Unit) -> int:
        kind = now.setting.kind(unit)
        return kind.flank_def if flank else kind.front_def

    return sorted(units, key=lambda unit: (figure(unit), unit.id))[:1]


def enemies_on_map(now: Now, side: str) -> list[Unit]:
    return [unit for unit in now.position.units.values() if unit.side != side and unit.hex >= 0]


def gone_to(unit: Unit, place: int) -> Unit:
    """A unit as it would stand in a hex: what it was dug into or inside of stays behind. [17.3, 17.7-d]"""
    return unit if place == unit.hex else unit.changed(hex=place, dug_in=False, inside=False)


def would_be_seen(now: Now, unit: Unit, place: int) -> bool:
    """Would a Hidden unit be revealed in a hex? [11.1-b to 11.1-d, atb 10.0.4-a]"""
    if now.position.at(place):
        return True
    if conceals(now, unit, place):
        return False
    there = gone_to(unit, place)
    if sheltered(now, there):
        return False
    reach = SEEN_WITHIN if hides_like_foot(now, unit) else len(now.setting.board)
    near = [foe for foe in enemies_on_map(now, unit.side) if now.setting.board.distance(foe.hex, place) <= reach]
    return any(spots(now, foe, there) and not screened(now, there, foe) for foe in near)


def seen_by_rule(now: Now, unit: Unit, place: int) -> str:
    """The rule by which a Hidden unit is revealed in a hex, if it is. [11.1-b to 11.1-d]"""
    if now.position.at(place):
        return "sos-11.1-b atb-10.0.2-a"
    return "sos-11.1-d atb-10.0.4-a" if hides_like_foot(now, unit) else "sos-11.1-c atb-10.0.4-a"


def screened(now: Now, unit: Unit, foe: Unit) -> bool:
    """Does something a chapter knows of cover a Hidden unit from an enemy that sees its hex?"""
    return any(rule(now, unit, foe) for rule in now.setting.edition.secrets.screens)


def hides_like_foot(now: Now, unit: Unit) -> bool:
    """Is it noticed in the open from two hexes off, or from as far as it is seen? [11.1-c, 11.1-d, 11.1-g]"""
    return now.setting.kind(unit).is_foot or now.setting.rulebook.vehicles_hide_like_foot


def sneak_hexes(now: Now, unit: Unit, going: Sequence[str] = ()) -> list[int]:
    """Where a Hidden Move may lead: one hex, or for a unit going into hiding its own hex too.

    [11.4, 11.5, 11.4-c, atb 10.2-b]

    `going` are the units that go into hiding with it: where only they stand, nobody is left to be seen.
    """
    if may_move(now, unit) is not None or unit.carrier or why_not_unseen(now, unit) is not None:
        return []
    hidden = unit.id in now.position.hidden
    if not hidden and watched(now, unit, unit.hex):
        return []
    closed = closed_hexes(now, unit) if now.tracks.intrusions else 0
    beside = [to for to in now.setting.ground.neighbours[unit.hex] if to >= 0 and not closed >> to & 1]
    near = [to for to in beside if impassable(now, unit, unit.hex, to) is None]
    if hidden:
        return now.setting.edition.hiding.steps(now, unit, near)
    gone = {unit.id, *going}
    return [
        to for to in (unit.hex, *near)
        if not watched(now, unit, to) and all({other.id, other.carrier} & gone for other in now.position.at(to))
    ]  # fmt: skip


def why_not_unseen(now: Now, unit: Unit) -> Refusal | None:
    """Everybody may hide and move unseen, or only those who carry little and, to hide, are unhurt. [atb 10.1, 10.2]"""
    return now.setting.edition.hiding.why_not(now, unit)


def who_go_unseen(now: Now, force: str) -> list[Unit]:
    """A force's Hidden units that may move unseen. [11.3, atb 10.1]"""
    return [unit for unit in now.position.hidden.values() if unit.force == force and not why_not_unseen(now, unit)]


def mission_hides(now: Now) -> bool:
    """May units hide in this Mission? By the chapters in force alone: else it would tell whether some are hidden."""
    return now.setting.hiding


# -- choices


def sneaks(now: Now, unit: Unit, limit: int) -> Iterator[Sneak]:
    """The Hidden Moves a unit can pay for: a visible one goes into hiding. [11.3]"""
    if not mission_hides(now) or (unit.id in now.position.hidden and only_rallies(now, unit)):
        return
    for to in sneak_hexes(now, unit):
        if limit >= NO_LIMIT or total(now, unit, "sneak", sneak_parts(now, unit, to)) <= limit:
            yield Sneak(UnitId(unit.id), Hex(to))


def reveals(now: Now, unit: Unit, limit: int) -> Iterator[Reveal]:
    """A Hidden unit may come into the open, facing as works do that have a facing. [11.1-f, 17.5-b, 17.6-b]"""
    bound = set_facing(now, unit)
    for side in range(SIDES) if bound is None else (bound,):
        yield Reveal(UnitId(unit.id), Facing(side))


def sneak_parts(now: Now, unit: Unit, to: int = -1) -> tuple[Part, ...]:
    """One price for all, whatever the ground, and what a Hit Marker adds to moves; or a price by cover.

    [11.3-b, c, atb 10.1-d]
    """
    return now.setting.edition.hiding.price(now, unit, to)


def sheltered(now: Now, unit: Unit) -> bool:
    """Is a unit in works that cover it from all sides?"""
    return any(rule(now, unit) for rule in now.setting.edition.secrets.shelters)


def _sneak_action(now: Now, unit: Unit, choice: Sneak, free: str) -> Action:
    base = sneak_parts(now, unit, choice.to)
    return Action(unit.force, unit.id, "sneak", base, FREE_BY_CARD if free else NORMAL, choice.to)


# -- moving unseen


def _sneak(work: HeroesWork, action: Action) -> None:
    go_unseen(work, work.unit(action.unit), action.hex)


def go_unseen(work: HeroesWork, unit: Unit, to: int) -> None:
    """The unit is noted in its hex, inside works if it stays there, and meets whatever the hex holds.

    [11.3, 11.4-c, 15.2-j]
    """
    note_down(work, unit, to)
    meet(work, unit)


def meet(work: HeroesWork, before: Unit) -> None:
    """What the hex holds for a unit that has been noted there; `before`: where it was. [11.4-c]"""
    noted = work.unit(before.id)
    if noted.hex != before.hex:
        arrive(work, noted, before.hex)
        return
    for rule in work.setting.edition.moments.lingered:
        rule(work, noted)


def note_down(work: HeroesWork, unit: Unit, to: int) -> None:
    """Others learn at most that a unit went into hiding; who stays keeps its works. [11.0-b, atb 18.1.3-e]"""
    eyes, stays = work.setting.eyes_of(unit.side), to == unit.hex
    dug_in = unit.dug_in and stays and work.setting.edition.hiding.stays_dug_in
    gone = unit.changed(hex=to, dug_in=dug_in, inside=unit.inside and stays)
    loads = [taken_along(work, load, to) for load in loads_of(work, unit)]
    if unit.id in work.position.hidden:
        for hider in (gone, *loads):
            work.put(hider)
        work.tell_only(eyes, MovedUnseen("sos-11.3-a atb-10.1-b", unit.force, unit.id, to))
        return
    for hider in (gone, *loads):
        work.position = work.position.without(hider.id).with_hidden(hider)
    told = MovedUnseen("sos-11.4-c atb-10.2-b", unit.force, unit.id, to)
    work.tell_only(eyes, told, WentIntoHiding(unit.force, unit.id))


# -- being found


def watch(work: HeroesWork) -> None:
    """Hidden units in plain view are revealed at once; while the enemy sets up, when he is done. [11.1-b to 11.1-d]"""
    setting_up = {work.setting.forces[frame.force] for frame in work.stack if isinstance(frame, Placing)}
    for unit in tuple(work.position.hidden.values()):
        if setting_up - {unit.side}:
            continue  # else he could look for them by placing a unit here and there
        if unit.id in work.position.hidden and unit.hex >= 0 and would_be_seen(work, unit, unit.hex):
            reveal(work, unit, Discovery.PLAIN_VIEW, seen_by_rule(work, unit, unit.hex))


def _come_out(work: HeroesWork, choice: Reveal, free: str) -> None:
    """An owner may show a Hidden unit at will, a load with its vehicle; it is no Action. [11.1-f, 15.8-a]"""
    unit = work.position.hidden[choice.unit]
    show(
        work,
        work.position.hidden.get(unit.carrier, unit),
        Discovery.OWNER,
        "sos-11.1-f atb-10.0.1-a",
        choice.facing,
    )


def why_not_sneak(now: Now, unit: Unit, choice: Sneak) -> Refusal | None:
    """Why a unit cannot hide or move unseen. [11.3-11.5]"""
    name = now.setting.name(unit.id)
    if not mission_hides(now):
        return Refusal("In this Mission nobody hides.", "sos-11.0-a atb-10.0-a")
    if unit.hex < 0:
        return Refusal(f"{name} is not on the map.", "sos-11.4-a atb-10.2-a", "Bring it onto the map first.")
    barred = may_move(now, unit) or why_not_unseen(now, unit)
    if barred is not None:
        return barred
    if unit.id not in now.position.hidden and watched(now, unit, unit.hex):
        return Refusal(f"{name} cannot hide: an enemy sees it.", "sos-11.4-b atb-10.2-a")
    if choice.to not in sneak_hexes(now, unit):
        return Refusal("A Hidden Move goes one hex, to where it would stay unseen.", "sos-11.5-a atb-10.1-a")
    return None


def why_not_reveal(now: Now, unit: Unit, choice: Reveal) -> Refusal | None:
    return Refusal(f"{now.setting.name(unit.id)} is not Hidden.", "sos-11.1-f atb-10.0.1-a")


SNEAKING = Act(
    choice=Sneak,
    offers=sneaks,
    why_not=why_not_sneak,
    action=_sneak_action,
    do=_sneak,
    said=(acts.ON_MAP, acts.HIDDEN),
    knows_off_map=True,
)
REVEALING = Act(choice=Reveal, offers=reveals, why_not=why_not_reveal, begin=_come_out, said=(acts.HIDDEN,))

CHAPTER = Chapter(
    name="11",
    acts=(SNEAKING, REVEALING),
    verbs=(Face,),
    frames=(Turning,),
    moments=Moments(watch=(watch,)),
)
