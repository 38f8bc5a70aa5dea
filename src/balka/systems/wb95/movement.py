"""Movement: what a hex costs, how far units get, where they may stop. [chapter 3, 4.2]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct, structs

from balka.core.boards import NO_HEX, Board
from balka.core.checks import Part, Tally, add
from balka.core.hexes import hexes_in
from balka.core.memo import BOARD, POSITION, SETTING, remembered
from balka.systems.wb95.catalogue import MP, Gait, Ground, half
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.position import (
    Now,
    Unit,
    enemy_of,
    force,
    is_frozen,
    is_self_propelled,
    printed,
    unit_of,
    units_at,
)
from balka.systems.wb95.zones import fortified_hexes, zone

STACKING = 8  # [3.2.1]
LEAVE_ZONE = MP  # [kursk-c4-4.2.6-a]
CLOSED_TO_TRUCKS = frozenset({"swamp", "mountain"})
HQ_CLOSED = 5 * MP  # [9.1.3]
STRATEGIC = 2 * MP  # [12.2.3]
TROUBLING = frozenset({Mark.HALF, Mark.SLOW, Mark.STRATEGIC})
STOPPED = frozenset({Mark.DONE, Mark.BARRAGED})  # [4.2.1, 6.5.5-a]
WATER = ("river", "stream", "doniec", "big_river")


class Step(Struct, frozen=True, gc=False):
    """What it costs a class of movement to cross one side of a hex: as things stand, and with the bridge broken."""

    price: int
    without_bridge: int
    road: str  # main, secondary or nothing
    bridge: bool
    dry: int = 0  # the ground alone


class Map(Struct, frozen=True):
    """The prices of every step of a board, for one class: `steps[hex][side]`, None where it is closed.

    No step out of a hex costs less than `least`, whatever becomes of its bridges and whoever goes.
    """

    steps: tuple[tuple[Step | None, ...], ...]
    least: tuple[int, ...]


@remembered(on=BOARD)
def prices(game: Now, moves: str) -> Map:
    """The price list of a class, worked out once per board."""
    board, charts = game.setting.board, game.setting.catalogue
    main, secondary = board.roads_of("main"), board.roads_of("secondary")
    rows = []
    for h in range(len(board)):
        row: list[Step | None] = []
        for side, other in enumerate(board.neighbours[h]):
            road = "main" if main[h] >> side & 1 else "secondary" if secondary[h] >> side & 1 else ""
            row.append(None if other == NO_HEX else _step(board, charts.terrain, moves, (h, side, other, road)))
        rows.append(tuple(row))
    return Map(tuple(rows), tuple(_least(row) for row in rows))


def _least(row: tuple[Step | None, ...]) -> int:
    """What the cheapest step out of a hex costs, over whole bridges, broken ones or new ones. [9.1.3, 14.1.2, 14.3]"""
    return min([HQ_CLOSED, *(min(step.price, step.without_bridge, step.dry) for step in row if step is not None)])


def _step(board: Board, table: dict[str, Ground], moves: str, where: tuple[int, int, int, str]) -> Step | None:
    """Terrain costs add up; a road replaces them all while its bridge stands. [3.1.11, 3.1.12, rulings Q15, Q16]"""
    h, side, other, road = where
    features = board.hexsides.get((h, side), frozenset())
    water = [table[kind].costs[moves] for kind in WATER if kind in features and kind in table]
    ground = _terrain(table, board.terrain[other], moves)
    on_foot = None if ground is None or None in water else ground + sum(cost or 0 for cost in water)
    by_road = table[road].costs[moves] if road else None
    if by_road is None and on_foot is None:
        return None
    closed = 10**6
    off = closed if on_foot is None else on_foot
    dry = off if ground is None else ground
    return Step(off if by_road is None else by_road, off, road, "bridge" in features, dry)


def _terrain(table: dict[str, Ground], kind: str, moves: str) -> int | None:
    if kind not in table:
        return None if kind in CLOSED_TO_TRUCKS and moves != "foot" else table["clear"].costs[moves]
    row = table[kind]
    base, extra = table["clear"].costs[moves], row.costs[moves]
    if row.mode == "base" or extra is None or base is None:
        return extra
    return base + extra


def price(game: Now, moves: str, a: int, side: int) -> Step | None:
    """The step from a across a side, with broken bridges counted."""
    step = prices(game, moves).steps[a][side]
    if step is None or (not (step.bridge and game.position.broken) and not game.position.built):
        return step
    other = game.setting.board.neighbours[a][side]
    pair = (min(a, other), max(a, other))
    if pair in game.position.built:
        return Step(step.dry, step.dry, "", bridge=True)
    if not step.bridge or pair not in game.position.broken:
        return step
    return Step(step.without_bridge, step.without_bridge, "", False) if step.without_bridge < 10**6 else None


def ground_for(game: Now, moves: str, a: int, side: int, kind: str) -> Step | None:
    """The step for a kind of unit."""
    step = price(game, moves, a, side)
    return _off_the_road(game, a, side, step) if kind == "HQ" else step


def _off_the_road(game: Now, a: int, side: int, step: Step | None) -> Step | None:
    """A headquarters goes where no truck does, for five points. [9.1.3]"""
    closed = step is None and game.setting.board.neighbours[a][side] != NO_HEX
    return Step(HQ_CLOSED, HQ_CLOSED, "", False) if closed else step


# -- what a unit has


def allowance(game: Now, unit: Unit) -> int:
    """The movement points a unit has this phase, in sixths. [kursk-c1-1.4def-b, 3.1.5, 10.2.2, 12.2.3, ruling Q23]"""
    whole = printed(game, unit).mp * MP
    if _is_untroubled(game, unit):
        return whole
    return Tally("", (add(whole, ""), *march_troubles(game, unit))).value


def march_troubles(game: Now, unit: Unit) -> list[Part]:
    """What takes points off a unit, in sixths; the first two halve whole points, rounding up. [1.7, 11.2.1, 12.2.3]"""
    points, troubles = printed(game, unit).mp, []
    for text, rule in _halvings(game, unit):
        points = half(points)
        troubles.append(Part("set", points * MP, text, rule))
    if unit.has(Mark.HALF):
        troubles.append(FROM_ELSEWHERE)
    if unit.has(Mark.STRATEGIC):
        troubles.append(STRATEGICALLY)
    if game.position.harassed and (flown := harassment(game, unit)):
        troubles.append(add(-flown * MP, "aircraft over its march", "kursk-8.2.14-a"))
    return [*troubles, NO_LESS] if troubles and troubles[-1].value < 0 else troubles


FROM_ELSEWHERE = Part("halve_down", 0, "entered elsewhere: half", "kursk-11.2.1-a")
STRATEGICALLY = add(-STRATEGIC, "Strategic Movement", "kursk-12.2.3-a")
NO_LESS = Part("floor", 0, "never below nothing", "kursk-3.1.5-a")


def _is_untroubled(game: Now, unit: Unit) -> bool:
    """Whether nothing can take points off a unit: most units, most of the time."""
    if unit.supply > 0 or unit.hex < 0 or unit.id in game.setting.rulebook.slow:
        return False
    return TROUBLING.isdisjoint(unit.marks) and not (game.position.harassed and harassment(game, unit))


def _halvings(game: Now, unit: Unit) -> list[tuple[str, str]]:
    """What leaves a unit half of its points: supply, then what a scenario says of its first turn."""
    halvings = []
    if unit.supply > 0 and not unit.has(Mark.FULL_MOVE):
        halvings.append(("out of supply: half", "kursk-10.2.2-a"))
    if unit.has(Mark.SLOW) or (unit.hex < 0 and _waits_in_reserve(game, unit)):
        halvings.append(("from the reserve of the STAVKA: half", "kursk-scK-stw-a"))
    elif game.setting.rulebook.slow.get(unit.id) == game.turn:
        halvings.append(("slow to start: half", "kursk-scP-1gta-a"))
    return halvings


def _waits_in_reserve(game: Now, unit: Unit) -> bool:
    """A unit of the STAVKA that has not come yet has half its points on the turn it does."""
    arrival = game.setting.rulebook.arrivals.get(unit.id)
    return arrival is not None and bool(arrival.stavka) and not unit.has(Mark.CALLED)


def harassment(game: Now, unit: Unit) -> int:
    """Movement disorganisation missions over the hex where a Soviet unit began the phase. [8.2.11, 8.2.14]"""
    began_at = unit.hex if unit.began_at is None else unit.began_at
    return missions_over(game, unit.side, began_at)


def beginning(game: Now, unit: Unit) -> int | None:
    """The hex to be noted as the one where a march under aircraft began, when a unit takes a step. [8.2.14]"""
    return unit.hex if game.position.harassed and unit.began_at is None else unit.began_at


def missions_over(game: Now, side: str, h: int) -> int:
    """How many movement disorganisation missions bear on a hex; they add up. [8.2.15-a]"""
    if side != "soviet" or not game.position.harassed or h < 0:
        return 0
    return _flown_over(game, game.position.harassed)[h]


@remembered(on=SETTING)
def _flown_over(game: Now, targets: tuple[int, ...]) -> Counter[int]:
    """Where and how often missions against these hexes bear: there and next to them. [8.2.14]"""
    board = game.setting.board
    return Counter(h for target in targets for h in hexes_in(1 << target | board.around[target]))


def may_move(game: Now, unit: Unit) -> bool:
    """Whether a unit can still move at all: not stopped, free to move by the scenario, not a gun in action.

    [6.5.5-a]
    """
    if not STOPPED.isdisjoint(unit.marks) or is_frozen(game, unit.id) or in_action(game, unit):
        return False
    return printed(game, unit).mp > 0 and unit.spent < allowance(game, unit) + _bonus(game, unit)


def in_action(game: Now, unit: Unit) -> bool:
    """Is it a towed gun set up to fire? Such a one does not move. [6.2.3]"""
    counter = printed(game, unit)
    return counter.kind == "ART" and counter.towed and not unit.has(Mark.TRANSPORT)


def _bonus(game: Now, unit: Unit) -> int:
    """A hex more for tracks and foot that keep to secondary roads all the way. [terrain table note 2, ruling Q17]"""
    return 0 if unit.has(Mark.STRAYED) or printed(game, unit).moves == "trucked" else MP


class Payer(Struct, frozen=True, gc=False):
    """Units that move alike: their gait, what they have, what is left, and whether the road bonus is still theirs."""

    gait: Gait
    whole: int
    left: int
    bonus: int
    hex_more: bool = False  # on secondary road all the way


def payer_of(game: Now, unit: Unit) -> Payer:
    """How one unit pays. [3.1.7-a]"""
    whole = 0 if unit.has(Mark.DONE) else allowance(game, unit)
    return Payer(printed(game, unit).gait, whole, whole - unit.spent, _bonus(game, unit))


def paid_by(payer: Payer, toll: int, extra: int, before: int) -> int | None:
    """What one will have paid after one more step, which costs at most all he began with; None if he cannot.

    On secondary road the last hex is free of points, whatever it costs; what it overruns is not.
    [3.1.5, 3.1.13-a, b, c, terrain table note 2, 8.2.13, ruling Q38]
    """
    whole, left = payer.whole, payer.left
    now = before + (toll if toll < whole else whole) + extra
    return now if whole and (now <= left or (payer.hex_more and before + extra <= left)) else None


def ground_price(game: Now, gait: Gait, a: int, side: int) -> Step | None:
    """What the ground makes of a step for whoever moves like this; None where it is closed."""
    return suited(game, gait, a, side, price(game, gait.moves, a, side))


def suited(game: Now, gait: Gait, a: int, side: int, step: Step | None) -> Step | None:
    """A step of a class as it is for whoever moves like this: otherwise for headquarters, closed to some armies."""
    step = _off_the_road(game, a, side, step) if gait.hq else step
    return None if step is None or barred(game, gait.army, a, game.setting.board.neighbours[a][side]) else step


def surcharge(game: Now, side: str, a: int, b: int) -> int:
    """What a step costs beside the ground: an enemy zone left, aircraft over the march.

    [kursk-c4-4.2.2-a, 7.1.12-a, 8.2.14-b, Q37]
    """
    return missions_over(game, side, b) * MP + price_of_leaving(game, side, a)


def price_of_leaving(game: Now, side: str, a: int) -> int:
    """What leaving a hex costs beside the ground: more out of an enemy zone. [kursk-c4-4.2.2-a, Q37]"""
    return LEAVE_ZONE if zone(force(game, enemy_of(side)), game.setting.board) >> a & 1 else 0


def step_cost(game: Now, payer: Payer, a: int, side: int) -> Step | None:
    """What the step costs this payer: at most all it began with. [3.1.13-a, b, c]"""
    step = ground_price(game, payer.gait, a, side)
    if step is None:
        return None
    cost = step.price + surcharge(game, payer.gait.side, a, game.setting.board.neighbours[a][side])
    return structs.replace(step, price=min(cost, payer.whole))


def barred(game: Now, army: str, a: int, b: int) -> bool:
    """A hexside the scenario closes to an army."""
    sides = game.setting.rulebook.no_crossing.get(army, ())
    return bool(sides) and (min(a, b), max(a, b)) in sides


# -- where a party may go


def fits(game: Now, side: str, h: int, cel: int) -> bool:
    """Room for so many CEL more. [3.2.1]"""
    return force(game, side).crowds.get(h, 0) + cel <= STACKING


def overrun_price(game: Now, side: str, h: int) -> int | None:
    """What entering an enemy hex costs: None where a regular unit or an unknown stack bars it.

    [3.1.8, 6.1.7-b, c, 9.1.5]

    One point for each towed gun, one more if they are in field works or behind a line; a headquarters costs nothing.
    [rulings Q38, Q39, Q74]
    """
    enemies = units_at(game, enemy_of(side), h)
    if not enemies:
        return 0
    if any(unit.kind not in ("ART", "HQ") or is_self_propelled(game, unit) for unit in enemies):
        return None
    guns = sum(unit.kind == "ART" for unit in enemies)
    fortified = bool(guns) and (str(h) in game.position.works or h in fortified_hexes(game.setting.board))
    return (guns + fortified) * MP


class Party(Struct, frozen=True, gc=False):
    """Who moves together: their side, how they pay, their CEL, and whether one of them is a regular unit."""

    side: str
    payers: tuple[Payer, ...]
    cel: int
    regular: bool
    strategic: bool = False
    secondary: bool = False


def on_secondary(party: Party) -> Party:
    """The same party keeping to secondary road, with the hex more that this gives. [terrain table note 2]"""
    payers = tuple(structs.replace(payer, hex_more=payer.bonus > 0) for payer in party.payers)
    return structs.replace(party, payers=payers, secondary=True)


def _who_moves_when(game: Now, side: str, members: tuple[str, ...]) -> tuple[int, str, tuple[str, ...]]:
    return game.turn, side, members


@remembered(on=POSITION, by=_who_moves_when)
def party_of(game: Now, side: str, members: tuple[str, ...]) -> Party:
    """A party of units as they stand. On some turns the scenario slows some of them."""
    return party_with(game, side, [unit_of(game, unit_id) for unit_id in members])


def party_with(game: Now, side: str, units: Sequence[Unit]) -> Party:
    """A party of units as they are given, on the map or about to come."""
    payers: dict[Payer, None] = {}
    cel, regular, strategic = 0, False, False
    for unit in units:
        payers[payer_of(game, unit)] = None
        cel += unit.cel
        regular = regular or printed(game, unit).like_regular
        strategic = strategic or unit.has(Mark.STRATEGIC)
    return Party(side, tuple(payers), cel, regular, strategic)
