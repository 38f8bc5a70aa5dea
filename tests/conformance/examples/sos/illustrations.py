"""Examples without actions: tables and pictures of the rulebook, each worked out on a position of its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec import structs
from tests.conformance.examples.sos.figures import chance
from tests.conformance.examples.sos.play import Played, play_out
from tests.conformance.examples.sos.stage import Entry, Example, Stage, described, printed_map, set_stage

from balka.core.boards import Board
from balka.core.checks import Tally, add
from balka.core.dice import dice
from balka.core.sight import crossings
from balka.games.storms_of_steel.catalogue import title
from balka.systems.heroes.chapters.hits import allotment
from balka.systems.heroes.kinds import MarkerKind
from balka.systems.heroes.play import verbs
from balka.systems.heroes.units import HeroesState, HeroesWork

PLACES = {"top left": ("attack_cost", "Attack Cost"), "top right": ("move_cost", "Move Cost")}
_FIGURE = re.compile(r"([+-]\d+) at (.+)")
_SYMBOL = re.compile(r"crossed circle at (.+)")


def worked_out(example: Example, row: Entry) -> dict[str, Any]:
    """What the engine has for a row, by the words the row uses."""
    for words, work_out in FACTS.items():
        if words <= set(row):
            return work_out(example, row)
    raise LookupError(f"{example['id']}: no way to work out {', '.join(row)}")


# -- the Spent die [2.5, 3.4]


def _cost_of(example: Example, row: Entry) -> Tally:
    return Tally("Action cost", (add(row.get("action_cost", example["setup"].get("action_cost")), "stated"),))


def _spent_chance(example: Example, row: Entry) -> dict[str, Any]:
    cost = _cost_of(example, row)
    stated = re.search(r"faces ([\d ]+)", str(example["setup"].get("note")))
    faces = [outcome.total for outcome in dice("d10").throws]
    if stated and list(map(int, stated[1].split())) != faces:
        return {"spent_chance": f"the die has the faces {faces}"}
    risk = chance(cost)
    return {"action_cost": cost.value, "spent_chance": risk, "average_actions_before_spent": 1 / risk if risk else None}


# -- the CAPs track [7.12]


def _losses(example: Example, row: Entry) -> dict[str, Any]:
    """Two units destroyed in one attack, and what each covers of the track."""
    played = _destroy(2, "soviet")
    states: list[HeroesState] = [played.before, *played.states]
    start = played.before.setting.rulebook.start_caps["german"]
    covered = [state.tracks.covered["german"] for state in states]
    steps = [(covered.index(n) - 1, covered.index(n)) for n in (1, 2)]
    drops = {_allotted(states[after]) - _allotted(states[before]) for before, after in steps}
    first, second = (start - covered[before] for before, _ in steps)
    return {"first_destroyed_on": first, "second_destroyed_on": second,
            "allotment_after_each": drops.pop() if len(drops) == 1 else sorted(drops)}  # fmt: skip


def _allotted(state: HeroesState) -> int:
    return allotment(HeroesWork(state, ""), "german")


def _destroy(count: int, winner: str) -> Played:
    actions = [{"step": "A", "side": winner, "gains_vp": count}]
    example = points_scored({"id": "", "setup": {}, "actions": actions})
    return play_out(set_stage(example), example["actions"])["A"]


def points_scored(example: Example) -> Example:
    """VPs an example hands out without saying how: as many enemy units destroyed in one attack, one VP each."""
    units: list[Entry] = list(example["setup"].get("units", []))
    actions = []
    for action in example["actions"]:
        if "gains_vp" not in action:
            actions.append(action)
            continue
        side = action["side"]
        loser, victim = ("german", "Infantry") if side == "soviet" else ("soviet", "Rifles")
        units.append({"id": "Winner", "side": side, "type": "Rifles" if side == "soviet" else "Infantry",
                      "distance_to_target": 1})  # fmt: skip
        units += [{"id": f"Loser{n}", "side": loser, "type": victim, "attacked_from": "flank"}
                  for n in range(action["gains_vp"])]  # fmt: skip
        actions.append({**action, "actor": "Winner", "action": "attack", "target": "Loser0", "dice": {"2d6": 12}})
    return {**example, "setup": {**example["setup"], "units": units}, "actions": actions}


# -- the deck [8.1]


def _deck(example: Example, row: Entry) -> dict[str, Any]:
    first, last = map(int, str(example["setup"]["mission_cards"]).split(" to "))
    called = tuple(f"{number:02}" for number in range(first, last + 1))
    state = described(printed_map("7"), (), deck=called)
    deck = state.bags["deck"].items
    whole = deck == {card: title().cards[card].copies for card in called}
    found: dict[str, Any] = {f"card_{card}_copies": deck[card] for card in called}
    return found | {"rule": row["rule"] if whole else f"the deck holds {deck}"}


# -- Hit Markers [7.3]


def _marker_figure(example: Example, row: Entry) -> dict[str, Any]:
    """A figure in a place of a marker, as it changes the cost of a unit that has such a marker."""
    stated = _FIGURE.fullmatch(str(row["marker_figure"]))
    assert stated is not None
    field, name = PLACES[stated[2]]
    found = {_cost_change(marker) for marker in _soft_markers() if getattr(marker, field) == int(stated[1])}
    assert found, "no marker has that figure"
    effects = [f"{name} {change:+d}AP" for change in sorted(found)]
    return {"marker_figure": row["marker_figure"], "effect": effects[0] if len(effects) == 1 else effects}


def _marker_symbol(example: Example, row: Entry) -> dict[str, Any]:
    stated = _SYMBOL.fullmatch(str(row["marker_symbol"]))
    assert stated is not None
    field, name = PLACES[stated[1]]
    attacks = [marker for marker in _soft_markers() if field in marker.bars and _fires(_facing(marker).state)]
    effect = f"no {name.partition(' ')[0]} at all" if not attacks else f"{attacks[0].name} can attack"
    return {"marker_symbol": row["marker_symbol"], "effect": effect}


def _soft_markers() -> list[MarkerKind]:
    return [marker for marker in title().markers.values() if marker.pile == "soft" and marker.recovery == "rally"]


def _facing(marker: MarkerKind | None) -> Stage:
    """Two squads within sight of one another, the first with a marker."""
    hits = [marker.name] if marker else []
    units = [{"id": "Inf", "side": "german", "type": "Infantry", "hits": hits},
             {"id": "Rifles", "side": "soviet", "type": "Rifles '41"}]  # fmt: skip
    actions = [{"side": "german", "actor": "Inf", "action": "attack", "target": "Rifles"}]
    return set_stage({"setup": {"units": units}, "actions": actions})


def _fires(state: HeroesState) -> list[verbs.Fire]:
    return [choice for choice in state.choices() if isinstance(choice, verbs.Fire)]


def _fire_cost(state: HeroesState) -> int:
    cost = state.quote(_fires(state)[0]).cost
    assert cost is not None
    return cost.value


def _cost_change(marker: MarkerKind) -> int:
    return _fire_cost(_facing(marker).state) - _fire_cost(_facing(None).state)


# -- sight [5.2]


def _clipped(example: Example, row: Entry) -> dict[str, Any]:
    """A line through a Buildings hex that passes wide of its middle."""
    stage = _facing(None)
    board = stage.board
    units = stage.state.position.units
    start, end = units["inf"].hex, board.step(board.step(units["inf"].hex, 3, 2), 2)
    inside = [crossing[0] for crossing in crossings(board, start, end) if len(crossing) == 1]
    wide = next(place for place in inside if board.direction(start, place) != board.direction(start, end))
    pair = (units["inf"], units["rifles"].changed(hex=end))
    clear, built = (bool(_fires(described(_with(board, wide, ground), pair))) for ground in ("open", "building_wood"))
    return {"line_touches_hex_but_not_building_art": True, "blocked": clear and not built}


def _with(board: Board, place: int, terrain: str) -> Board:
    cells = list(board.cells)
    cells[place] = structs.replace(cells[place], terrain=terrain)
    return Board(board.key, board.grid, tuple(cells))


# -- withdrawal [6.11]


def _withdrawal(example: Example, row: Entry) -> dict[str, Any]:
    """An enemy comes into the hex of a squad, which then looks for a way out."""
    units = [{"id": "Inf", "side": "german", "type": "Infantry", "hex": "adjacent to 7-J06"},
             {"id": "Rifles", "side": "soviet", "type": "Rifles", "hex": "7-J06"}]  # fmt: skip
    actions = [{"step": "A", "side": "german", "actor": "Inf", "action": "move", "into": "7-J06"}]
    stage = set_stage({"setup": {"units": units}, "actions": actions})
    after = play_out(stage, actions)["A"].after
    origin, place = stage.state.position.units["inf"].hex, after.position.units["rifles"].hex
    closed = 1 << origin | stage.board.around[place] & stage.board.around[origin]
    ways = {choice.to for choice in after.choices(("rifles",)) if isinstance(choice, verbs.Move)}
    assert len(ways) == 3, "three hexes stay open"
    return {"rifles_may_enter_enemy_origin_or_flanking_hexes": any(closed >> way & 1 for way in ways)}


# -- printed figures and names [1.0, 2.4]


def _attack_cost(example: Example, row: Entry) -> dict[str, Any]:
    """The base cost the unit would pay to fire at the other one."""
    mine = next(entry for entry in example["setup"]["units"] if entry["id"] == row["unit"])
    theirs = next(entry for entry in example["setup"]["units"] if entry["id"] != row["unit"])
    actions = [{"side": mine["side"], "actor": mine["id"], "action": "attack", "target": theirs["id"]}]
    state = set_stage({"setup": {"units": [mine, theirs]}, "actions": actions}).state
    return {"unit": row["unit"], "attack_cost": _fire_cost(state)}


def _hex_name(example: Example, row: Entry) -> dict[str, Any]:
    """Where a hex called by its full name lies on the map its name begins with."""
    name = str(example["setup"]["hex"])
    number = name.partition("-")[0]
    board = printed_map(number)
    cell = board.cells[board.hex(name)]
    return {"map": int(number), "column": chr(ord("A") + cell.col), "row": cell.row}


FACTS: dict[frozenset[str], Callable[[Example, Entry], dict[str, Any]]] = {
    frozenset({"spent_chance"}): _spent_chance,
    frozenset({"first_destroyed_on"}): _losses,
    frozenset({"card_01_copies"}): _deck,
    frozenset({"marker_figure"}): _marker_figure,
    frozenset({"marker_symbol"}): _marker_symbol,
    frozenset({"line_touches_hex_but_not_building_art"}): _clipped,
    frozenset({"rifles_may_enter_enemy_origin_or_flanking_hexes"}): _withdrawal,
    frozenset({"unit", "attack_cost"}): _attack_cost,
    frozenset({"map", "column", "row"}): _hex_name,
}
