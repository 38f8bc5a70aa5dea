"""What a Mission scores, who holds ground, and where a satchel is. [9.1-9.3, 4.4]"""

from __future__ import annotations

from functools import cache

from balka.core.boards import Board
from balka.core.hexes import mask_of
from balka.systems.heroes.data.mission_data import (
    EndsAtVp,
    SatchelPickup,
    ScoreCard,
    VictoryRule,
    VpControlEndOfMission,
    VpControlEndOfRound,
    VpPerUnitDestroyed,
    VpUnitValue,
)  # fmt: skip
from balka.systems.heroes.events.victory import (
    ControlTaken,
    Destroying,
    Holding,
    HoldingSatchel,
    Reason,
    SatchelDropped,
    SatchelSearched,
    SatchelTaken,
)
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.situation import carries_destroyed_marker, foes_mask
from balka.systems.heroes.units import HeroesWork, Unit


def gain(
    work: HeroesWork, side: str, points: int, why: Reason, rule: str = "sos-9.1-a atb-2.5-a", force: str = ""
) -> None:
    """A side scores, as its edition keeps points; `force` is the player to whom it is owed. [9.1-a]"""
    if points:
        work.setting.edition.scoring.gain(work, side, points, why, rule)
        owed = force or _acting(work, side)
        work.set_tracks(shares={**work.tracks.shares, owed: work.tracks.shares.get(owed, 0) + points})


def _acting(work: HeroesWork, side: str) -> str:
    """The player of a side who attacks with artillery or whose Turn it is, else its first. [atb 20.0-g]"""
    team = [force for force, its in work.setting.forces.items() if its == side]
    if len(team) == 1:
        return team[0]
    striking = (str(getattr(frame, "force", "")) for frame in reversed(work.stack))
    return next((force for force in striking if force in team), team[0])


def score_destroyed(work: HeroesWork, unit: Unit) -> None:
    """The enemy of a destroyed unit scores at once, even if its own side did it.

    [7.11-c, 9.1-b, 16.1-d, atb 2.5.1-a, b, atb 16.0-f]
    """
    scorer = work.setting.other[unit.side]
    values = [_value(rule, unit, scorer) for rule in work.setting.mission.victory.rules]
    named = [value for value, special in filter(None, values) if special]
    general = [value for value, special in filter(None, values) if not special]
    points = named[0] if named else sum(general)
    gain(work, scorer, points, Destroying(unit.id), "sos-7.11-c atb-2.5.1-a")


def _value(rule: VictoryRule, unit: Unit, scorer: str) -> tuple[int, bool] | None:
    if isinstance(rule, VpUnitValue) and rule.unit == unit.kind:
        return rule.value, True
    if isinstance(rule, VpPerUnitDestroyed) and rule.side in (None, scorer):
        return rule.value, False
    return None


def score_round(work: HeroesWork) -> None:
    """What the Mission awards at the end of a Round. [9.0-a, 9.1-a]"""
    last = work.tracks.round == work.setting.mission.rounds
    for rule in work.setting.mission.victory.rules:
        if (isinstance(rule, VpControlEndOfRound) and work.tracks.round in rule.rounds) or (
            isinstance(rule, VpControlEndOfMission) and last
        ):
            _score_control(work, rule.hex, rule.value, rule.side)
        elif isinstance(rule, SatchelPickup) and work.tracks.round in rule.rounds:
            _score_satchel(work, rule)


def _score_control(work: HeroesWork, label: str, value: int, only: str | None) -> None:
    place = work.setting.board.hex(label)
    printed = work.setting.board.labels[place]
    side, holder = work.position.control.get(printed, ""), work.tracks.holders.get(printed, "")
    if not side or only not in (None, side):
        return
    if holder or not _has_teams(work):
        gain(work, side, value, Holding(place), force=holder)
    else:  # nobody of the side has been there yet
        work.setting.edition.scoring.gain(work, side, value, Holding(place), "sos-9.1-a atb-2.5-a")


def is_decided(work: HeroesWork) -> bool:
    """Has a side what the Mission asks of it before its last Round? [9.3-a]"""
    rules = [rule for rule in work.setting.mission.victory.rules if isinstance(rule, EndsAtVp)]
    return any(work.setting.edition.scoring.lead(work, rule.side) >= rule.value for rule in rules)


def end_mission(work: HeroesWork) -> None:
    """The points decide. [9.3-a]"""
    work.setting.edition.scoring.decide(work)
    work.stack.clear()


def score_card(work: HeroesWork, card: str) -> None:
    """A Score card pays each side for the hexes it holds. [9.1-a, sos-card-18-c]"""
    for rule in work.setting.mission.victory.rules:
        if isinstance(rule, ScoreCard) and rule.card == card:
            for label in rule.hexes:
                _score_control(work, label, rule.value, None)


# -- the satchel


def _score_satchel(work: HeroesWork, rule: SatchelPickup) -> None:
    side = satchel_holder(work, rule)
    if side:
        gain(work, side, rule.value, HoldingSatchel())


def satchel_holder(now: Now, rule: SatchelPickup) -> str:
    """The side that counts as holding it: its holder until the other side first takes it, then whoever carries it."""
    carrier = satchel_carrier(now)
    if carrier:
        return now.setting.kinds[now.setting.counters[carrier]].side
    return "" if now.tracks.satchel.startswith("dropped") else rule.holder


def satchel_carrier(now: Now) -> str:
    """The unit that carries it, if one does."""
    state, _, what = now.tracks.satchel.partition(":")
    return what if state in ("kept", "unit") else ""


def watch_satchel(work: HeroesWork) -> None:
    """Arriving where it may lie makes its hider speak; whoever stands alone where it lies takes it."""
    for rule in work.setting.mission.victory.rules:
        if isinstance(rule, SatchelPickup):
            _drop_from_dead(work)
            _search(work, rule)
            _pick_up(work, rule)


@cache
def _mask(board: Board, labels: tuple[str, ...]) -> int:
    """The hexes of these labels, as a bitmask."""
    return mask_of(board.hex(label) for label in labels)


def _search(work: HeroesWork, rule: SatchelPickup) -> None:
    if work.tracks.satchel != "hidden" or not foes_mask(work, rule.hidden_by) & _mask(work.setting.board, rule.hexes):
        return
    hider = next(force for force, side in work.setting.forces.items() if side == rule.hidden_by)
    found = work.secrets.get(hider, {}).get("satchel", "")
    for label in rule.hexes:
        place = work.setting.board.hex(label)
        arrived = foes_mask(work, rule.hidden_by) >> place & 1
        if arrived and found and place not in work.tracks.searched:
            _say_whether(work, hider, place, found)


def _say_whether(work: HeroesWork, hider: str, place: int, found: str) -> None:
    label = work.setting.board.labels[place]
    here = label == found
    if here:
        work.set_tracks(satchel=f"at:{label}")
        notes = {name: note for name, note in work.secrets[hider].items() if name != "satchel"}
        work.secrets = {**work.secrets, hider: notes}
    else:
        work.set_tracks(searched=tuple(sorted((*work.tracks.searched, place))))
    work.barrier = True
    work.tell(SatchelSearched(hider, place, here))


def _pick_up(work: HeroesWork, rule: SatchelPickup) -> None:
    """A unit with Firepower takes a satchel that lies in the open where no enemy is."""
    state, _, label = work.tracks.satchel.partition(":")
    if state not in ("at", "dropped"):
        return
    units = work.position.at(work.setting.board.hex(label))
    armed = [unit for unit in units if can_hold_ground(work, unit)]
    if armed and len({unit.side for unit in units}) == 1:
        carried = "kept" if state == "at" and armed[0].side == rule.holder else "unit"
        work.set_tracks(satchel=f"{carried}:{armed[0].id}", carrier_hex=armed[0].hex)
        work.tell(SatchelTaken(armed[0].force, armed[0].id, armed[0].hex))


def _drop_from_dead(work: HeroesWork) -> None:
    """It lies where its carrier was lost; one who hides keeps it, and where it is then nobody is told. [M1, 11.0-b]"""
    carrier = satchel_carrier(work)
    if carrier and any(carrier in names for names in work.tracks.lost.values()):
        label = work.setting.board.labels[work.tracks.carrier_hex]
        lies = "at" if work.tracks.satchel.startswith("kept") else "dropped"
        work.set_tracks(satchel=f"{lies}:{label}")
        work.tell(SatchelDropped(work.tracks.carrier_hex))
    elif carrier in work.position.units:
        work.set_tracks(carrier_hex=work.position.units[carrier].hex)


# -- control


def can_hold_ground(work: HeroesWork, unit: Unit) -> bool:
    """Positive Firepower of either colour, where an edition asks for it, and no Destroyed marker. [4.4-c]"""
    kind = work.setting.kind(unit)
    if carries_destroyed_marker(work, unit):
        return False
    return "no_control" not in kind.flags and work.setting.edition.combat.holds_ground(kind)


def watch_control(work: HeroesWork) -> None:
    """A Control Marker flips as soon as its holder is gone from the hex and the other side is there in arms.

    [4.4-b, atb 2.5.2-d, e]
    """
    if work.setting.rulebook.control_flips_at_once:
        flip_control(work)


def _has_teams(work: HeroesWork) -> bool:
    return len(work.setting.forces) > len(work.setting.sides)


def flip_control(work: HeroesWork) -> None:
    """Markers go to whoever is alone there; the first of a team on a marker of its side holds it. [4.4, atb 20.0-g]"""
    if _has_teams(work):
        _note_holders(work)
    for label, side in work.position.control.items():
        units = work.position.at(work.setting.board.hex(label))
        if not units or side in {work.setting.forces[unit.force] for unit in units}:
            continue
        takers = {work.setting.forces[unit.force] for unit in units if can_hold_ground(work, unit)}
        if takers:
            _take(work, label, next(iter(sorted(takers))))


def _note_holders(work: HeroesWork) -> None:
    """The player whose unit is the first on a marker that is its side's already. [atb 20.0-g]"""
    for label, side in work.position.control.items():
        if label not in work.tracks.holders:
            units = work.position.at(work.setting.board.hex(label))
            first = next((unit.force for unit in units if unit.side == side and can_hold_ground(work, unit)), "")
            if first:
                work.set_tracks(holders={**work.tracks.holders, label: first})


def _take(work: HeroesWork, label: str, side: str) -> None:
    work.position = work.position.changed(control={**work.position.control, label: side})
    place = work.setting.board.hex(label)
    first = next((unit.force for unit in work.position.at(place) if unit.side == side), "")
    work.set_tracks(holders={**work.tracks.holders, label: first})
    work.tell(ControlTaken(place, side))  # [atb 2.5.2-b, c, atb 20.0-g]
