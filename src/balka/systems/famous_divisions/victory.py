"""Places last held, leaving the map, road paths, points. [18.3, 19.3, 20.3, 21.3]"""

from __future__ import annotations

from balka.core.hexes import hexes_in
from balka.core.memo import POSITION, SETTING, remembered
from balka.core.state import Verdict
from balka.systems.famous_divisions.bridges import is_bridged
from balka.systems.famous_divisions.events.marches import LeftMap
from balka.systems.famous_divisions.events.turns import ReservesCalled
from balka.systems.famous_divisions.losses import take_off
from balka.systems.famous_divisions.model import (
    Catalogue,
    GdSetting,
    GdWork,
    Location,
    Now,
    RoadPath,
    change,
    enemy_of,
    kind,
    note,
)
from balka.systems.famous_divisions.movement import LEAVING_A_ZONE, half_points, march
from balka.systems.famous_divisions.position import EXITED, SIDES, Force, Places, Unit
from balka.systems.famous_divisions.wording import score
from balka.systems.famous_divisions.zones import zone

LEAVING = 2  # half points to leave the map [ruling Q-exit]


@remembered(on=SETTING)
def scoring_hexes(game: Now) -> tuple[int, ...]:
    return tuple(h for place in game.setting.rulebook.locations for h in place.hexes)


def note_holders(work: GdWork) -> None:
    """Whoever stands in a place that counts holds it until the other side stands there. [18.3-a, Q-last-occupied]

    Points scored before their day bring the other side's reserves, even if they are lost again. [21.4-d]
    """
    now = work.position
    german, soviet = (now.forces[side].places for side in SIDES)
    changed = _stood_in(german, soviet, work.setting)
    if not changed.items() <= now.holders.items():
        work.position = now.altered(holders=dict(sorted({**now.holders, **changed}.items())))
        _call_reserves(work)


@remembered
def _stood_in(german: Places, soviet: Places, setting: GdSetting) -> dict[str, str]:
    """Who stands in the places that count."""
    hexes, labels = [h for place in setting.rulebook.locations for h in place.hexes], setting.board.labels
    sides = tuple(zip(SIDES, (german.hexes, soviet.hexes), strict=True))
    return {labels[h]: side for h in hexes for side, held in sides if h in held}


def _call_reserves(work: GdWork) -> None:
    book = work.setting.rulebook
    is_open = book.conditional and work.turn < book.conditional_turn and book.conditional not in work.tracks.flags
    if is_open and points(work) > 0:
        note(work, flags=(*work.tracks.flags, book.conditional))
        work.tell(ReservesCalled())


def points_of(game: Now, place: Location) -> int:
    """What a place is worth now: points for each hex, or once for enough of them."""
    labels, holders = game.setting.board.labels, game.position.holders
    held = sum(holders.get(labels[h]) == place.holder for h in place.hexes)
    if not place.need:
        return held * place.points
    return place.points if held >= place.need else 0


def may_exit(game: Now, party: tuple[Unit, ...]) -> bool:
    """The scorer's units may leave by an exit hex, for one point each, one more out of a zone of control.

    Whoever has not moved yet may always go, as he may always make one step. [8.0-i, 18.3-j, 19.3-b, ruling Q-exit]
    """
    path = game.setting.rulebook.exit
    if path is None or not party or party[0].side != game.setting.rulebook.scorer or party[0].hex not in path.exits:
        return False
    cost = LEAVING + (LEAVING_A_ZONE.halves if march(game, party).leaves_zone(party[0].hex) else 0)
    walking = [u for u in party if not u.carrier]
    return all(not (u.spent or u.stepped) or u.spent + cost <= half_points(game, u) for u in walking)


def leave_map(work: GdWork, party: tuple[Unit, ...]) -> None:
    """A party is gone for good; who rode still counts as part of its tank. [9.5-d, 18.3-j]"""
    work.tell(LeftMap(tuple(u.id for u in party)))
    for counter in party:
        take_off(work, counter, EXITED)
        change(work, counter, left_by=work.setting.board.labels[counter.hex], carrier=counter.carrier)


def is_recon(game: Now, unit_id: str) -> bool:
    return kind(game, unit_id).battalion.startswith("rcn")


def road_path(game: Now, starts: tuple[int, ...], goals: tuple[int, ...], foe: str) -> bool:
    """Does a road join two sets of hexes, out of the enemy's zone of control and direct fire range? [18.3-k]"""
    barred, roads = (
        zone(game, foe) | covered(game, foe) | game.position.occupied(foe),
        game.setting.catalogue.ground.roads,
    )
    ground = game.setting.catalogue.ground
    seen = {h for h in starts if h not in barred}
    todo = sorted(seen)
    while todo:
        h = todo.pop()
        if h in goals:
            return True
        for n in ground.neighbours[h]:
            passable = (h, n) in roads and (not ground.has_bridge(h, n) or is_bridged(game, h, n))
            if passable and n not in barred and n not in seen:
                seen.add(n)
                todo.append(n)
    return False


def covered(game: Now, side: str) -> frozenset[int]:
    """Hexes within the printed range of a direct fire unit of a side; no line of sight is needed."""
    return _covered(game.position.forces[side], game.setting.catalogue)


@remembered
def _covered(force: Force, catalogue: Catalogue) -> frozenset[int]:
    mask, lie, kinds = 0, catalogue.board, catalogue.kinds
    for stack in force.at.values():
        for counter in stack:
            if not (counter.anonymous or counter.carrier) and kinds[counter.id].is_direct:
                mask |= lie.within(counter.hex, kinds[counter.id].range)
    return frozenset(hexes_in(mask))


def exit_points(game: Now) -> int:
    """A point for each unit gone, recon and riders aside, while the road behind it is open. [18.3-j, k, 20.3-c]"""
    path = game.setting.rulebook.exit
    left = (u for u in game.position.units.values() if u.status == EXITED and not u.carrier)
    gone = [u.left_by for u in left if not is_recon(game, u.id)]
    if path is None or not gone:
        return 0
    return path.points * sum(has_road_out(game, path, label) for label in gone)


def has_road_out(game: Now, path: RoadPath, label: str) -> bool:
    """Does a road lead to the hex a unit left by, or to any exit where the scenario asks no more? [18.3-k, 20.3-c]"""
    return _has_road(game, path, label if path.own_road else "")


@remembered(on=POSITION)
def _has_road(game: Now, path: RoadPath, label: str) -> bool:
    goals = tuple(h for h in path.exits if not path.own_road or game.setting.board.labels[h] == label)
    return road_path(game, goals, path.sources, enemy_of(game.setting.rulebook.scorer))


def penalty_points(game: Now) -> int:
    """Enemies beside the scorer's entry hexes, with a road of their own, take points away. [19.3-d]"""
    path, scorer = game.setting.rulebook.penalty, game.setting.rulebook.scorer
    return 0 if path is None else sum(_is_behind(game, path, scorer, u) for u in game.position.of(enemy_of(scorer)))


def _is_behind(game: Now, path: RoadPath, scorer: str, counter: Unit) -> bool:
    """Is a unit, its rider included, beside an entry hex with a road back? [9.5-d, 19.3-d]"""
    lie = game.setting.board
    beside = not counter.carrier and any(lie.distance(counter.hex, h) == 1 for h in path.sources)
    return beside and road_path(game, (counter.hex,), path.exits, scorer)


def points(game: Now) -> int:
    """Victory points of the side that scores."""
    places = sum(points_of(game, place) for place in game.setting.rulebook.locations)
    return places + exit_points(game) - penalty_points(game)


def margin(game: Now) -> dict[str, float]:
    """Points of the scorer above what he needs, for him and against the other."""
    book = game.setting.rulebook
    lead = float(points(game) - book.win)
    return {side: lead if side == book.scorer else -lead for side in game.setting.sides}


def verdict(game: Now) -> Verdict:
    """Enough points win for the scorer, fewer for the other side; one number may be a draw. [18.3-l, 20.3-e, 21.3-f]"""
    book, total = game.setting.rulebook, points(game)
    text = score(game.setting, total)
    if total >= book.win:
        return Verdict(book.scorer, text, "gd-18.3-l")
    if total == book.draw:
        return Verdict("", text, "gd-20.3-e")
    return Verdict(enemy_of(book.scorer), text, "gd-18.3-l")
