"""What actions cost, worked out a second way, for the audit: plain arithmetic from the printed tables. [5.0, 14.0]"""

from __future__ import annotations

from collections.abc import Iterator

from balka.core.choices import Choice, Node, Token
from balka.systems.heroes.audit.counting import before
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.choosing import action_for
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.second_edition.obstacles import Entering
from balka.systems.heroes.second_edition.paying import Paying
from balka.systems.heroes.units import HeroesState, Unit

ENTERING = {
    "foot": {"building_stone": 1, "building_wood": 1, "water": 4, "woods_heavy": 1},
    "wheeled": {"woods_light": 2},
    "tracked": {"building_stone": 3, "building_wood": 2, "woods_heavy": 2, "woods_light": 1},
}
COVER = ("woods_heavy", "woods_light", "building_wood", "building_stone")
FIXED = {"rally": 5, "rally together": 5, "dig": 7, "dig together": 7, "stall": 1}
ATTACKS = ("fire", "assault", "suspect", "flame", "scorch", "raze")
INDIRECT = ("indirect", "lob")
INTO, INTO_OPEN, HIDING = 3, 6, 7  # a hidden move into cover, into the open, and going into hiding [10.1, 10.2]
TRIED = 3  # choices counted again at one turn


def wrong_costs(state: HeroesState) -> Iterator[str]:
    """A sentence for every cost that comes out otherwise: what is being paid, and some of what could be done."""
    top = state.stack[-1] if state.stack else None
    if isinstance(top, Paying | Entering):
        below = next(frame for frame in reversed(state.stack) if isinstance(frame, Action))
        yield from _compared(state, below, top.cost.value)
    elif isinstance(top, Turn):
        for choice in _some(state):
            unit = state.position.unit(str(choice.path()[0]))
            if unit is not None and choice.verb not in state.setting.edition.begin and choice.verb != "play":
                action = action_for(state, unit, choice, top.free)
                yield from _compared(state, action, action.cost(state, unit).value)


def wrong_pools(state: HeroesState) -> Iterator[str]:
    """Points are there as long as somebody is active, and nobody active is Spent. [2.2-c, 3.0-c, 9.0-g]"""
    for force, names in state.tracks.sharing.items():
        aps = state.tracks.pool[force]
        if bool(names) != (aps > 0):
            yield f"{force} has {aps}AP and {len(names)} active units"
        if len(names) > 1 and "group" not in state.setting.edition.act_of:
            yield f"{force} has {len(names)} active units before sharing is taught"
        units = {name: state.position.unit(name) for name in names}
        yield from (f"{name} is active and Spent" for name, unit in units.items() if unit is not None and unit.spent)
        if not _is_paying(state, force):
            yield from (f"{name} is active and gone" for name, unit in units.items() if unit is None)


def _is_paying(state: HeroesState, force: str) -> bool:
    """Has a player still to pay for an action? Until then the pool of one who was lost is kept. [9.0-e, 9.1.1-b]"""
    acts = (frame for frame in state.stack if isinstance(frame, Action) and frame.force == force)
    return any("pay" in action.steps for action in acts)


def _compared(state: HeroesState, action: Action, said: int) -> Iterator[str]:
    again = price(state, action)
    if again is not None and max(0, again) != max(0, said):
        yield f"{action.verb} of {action.unit} costs {said}, counted again {again}"


def _some(state: HeroesState) -> Iterator[Choice]:
    """A few of the choices, others every turn."""
    for number in range(TRIED):
        path: tuple[Token, ...] = ()
        node: Node = ""
        while not isinstance(node, Choice):
            nodes = state.grow(path)
            node = nodes[(31 * state.turn + 17 * number + 7 * len(path)) % len(nodes)]
            path = path if isinstance(node, Choice) else (*path, node)
        yield node


# -- prices


def price(state: HeroesState, action: Action) -> int | None:
    """The cost by the tables; nothing where only the way taken can tell."""
    unit = state.position.unit(action.unit)
    if unit is None:
        return None
    if action.terms == "free":
        return 0
    if action.terms == "card":
        card = state.setting.cards["TELLERMINE" if action.verb == "plant" else action.verb]
        return card.cost + _at_nobody(state, action, unit)
    if action.verb in FIXED:
        return FIXED[action.verb]
    if action.verb == "smoke":
        return _smoke(state, unit)
    return _attack(state, action, unit) if action.verb in (*ATTACKS, *INDIRECT) else _movement(state, action, unit)


def _at_nobody(state: HeroesState, action: Action, unit: Unit) -> int:
    """One for a throw at the works of its own hex, or at a hex where nobody is to be seen. [2.2-o, 18.4-g]"""
    thrown = action.verb in ("GRENADES", "MOLOTOV") and not action.target
    aimed_at = {other.hex for other in state.position.units.values()} - {unit.hex}
    return int(thrown and action.hex not in aimed_at)


def _attack(state: HeroesState, action: Action, unit: Unit) -> int:
    """The number on the counter, what its marker adds, and two for a turret that must turn. [7.0, 15.4, 12.0-c]"""
    kind, marker = state.setting.kinds[unit.kind], state.setting.markers.get(unit.marker)
    printed = kind.indirect_cost if action.verb in INDIRECT else kind.attack_cost
    afar = action.verb not in INDIRECT and action.hex != unit.hex
    turned = afar and "turret" in kind.flags and not before(state, unit.hex, unit.facing, action.hex)
    return (printed or 0) + (marker.attack_cost if marker else 0) + 2 * turned


def _smoke(state: HeroesState, unit: Unit) -> int | None:
    """Two for Pioneers, and what the marker adds to an attack; whether a mortar sees the hex is not asked. [19.0-c]"""
    marker = state.setting.markers.get(unit.marker)
    engineers = "engineer" in state.setting.kinds[unit.kind].flags
    return 2 + (marker.attack_cost if marker else 0) if engineers else None


def _movement(state: HeroesState, action: Action, unit: Unit) -> int | None:
    """The number on the counter and what the way adds; only Cowering makes it dearer. [5.0-b, 5.3, 10.1, 17.0, 18.2]"""
    kind, marker = state.setting.kinds[unit.kind], state.setting.markers.get(unit.marker)
    cowers = 1 if marker is not None and marker.name == "Cowering" else 0
    board = state.setting.board
    road_in = unit.hex < 0 and any(action.hex in (road.a, road.b) for road in board.links)
    paved = action.hex < 0 or road_in
    ground = 0 if paved else ENTERING[kind.move_type].get(board.terrain[action.hex], 0)
    if action.verb == "sneak":
        return _unseen(state, action, unit)
    if action.verb in ("move", "creep"):
        careful = 1 if action.verb == "creep" else 0
        return kind.move_cost + cowers + careful + (_step(state, unit, action.hex) if unit.hex >= 0 else ground)
    flat = {"pivot": 1 + cowers, "load": kind.move_cost + cowers, "unload": kind.move_cost + cowers,
            "enter": kind.move_cost + ground, "occupy": kind.move_cost + ground + cowers,
            "climb": kind.move_cost + ground + cowers}  # fmt: skip
    return flat.get(action.verb)


def _step(state: HeroesState, unit: Unit, to: int) -> int:
    """Ground and wall unless by road, a level or two uphill, and one for going backwards. [5.0-5.2, 11.0, 11.1]"""
    board, way = state.setting.board, state.setting.kinds[unit.kind].move_type
    by_road = any({road.a, road.b} == {unit.hex, to} for road in board.links)
    walled = any({side.a, side.b} == {unit.hex, to} and side.kind == "wall" for side in board.features)
    ground = 0 if by_road else ENTERING[way].get(board.terrain[to], 0) + walled
    climb = max(0, board.elevation[to] - board.elevation[unit.hex])
    return ground + climb + (not before(state, unit.hex, unit.facing, to))


def _unseen(state: HeroesState, action: Action, unit: Unit) -> int | None:
    """A hidden move costs by cover alone; what works and walls cover whom is not counted again. [10.1, 10.2-a]"""
    if unit.id not in state.position.hidden:
        return HIDING
    board = state.setting.board
    walled = any(side.kind == "wall" and action.hex in (side.a, side.b) for side in board.features)
    if walled or any(key.partition("/")[0] == board.labels[action.hex] for key in state.position.works):
        return None
    covered = board.terrain[action.hex] in COVER
    return state.setting.kinds[unit.kind].move_cost + (INTO if covered else INTO_OPEN)
