"""How a view is drawn: counters, layers, tracks, and the overlays a player may call up. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from balka.core.choices import Choice, Node, Refusal, Token
from balka.core.errors import BalkaError
from balka.core.frames import Frame
from balka.core.hexes import hexes_in
from balka.core.state import Setting, State
from balka.systems.wb95 import movement, reach
from balka.systems.wb95.air import AirPlan
from balka.systems.wb95.battles import BattlePlan, CombatPhase
from balka.systems.wb95.catalogue import MP
from balka.systems.wb95.day import LAST_PHASE, kind_of, phase_name
from balka.systems.wb95.march_refusals import why_not_go, why_not_take
from balka.systems.wb95.movement_phase import MovePhase
from balka.systems.wb95.orders import End
from balka.systems.wb95.party import PartyMoves
from balka.systems.wb95.position import SIDES, catalogue, enemy_of, force, label, printed, unit_of, units_at
from balka.systems.wb95.pursuit import Pursuit
from balka.systems.wb95.retreat import Retreat
from balka.systems.wb95.secrets import sides_of_seat
from balka.systems.wb95.show.brief import brief
from balka.systems.wb95.show.counters import STYLES, counter
from balka.systems.wb95.show.trays import planned, trays
from balka.systems.wb95.supply import lines
from balka.systems.wb95.victory import NOT_GROUND, points
from balka.systems.wb95.zones import zone

Wire = dict[str, Any]
MANY_POINTS, MANY_LOST = 40, 60  # how far the tracks are drawn
OVERLAYS: list[Wire] = [
    {"kind": "reach", "label": "Reach", "key": "r", "needs": "unit"},
    {"kind": "zones", "label": "Enemy zones of control", "key": "o", "needs": "none"},
    {"kind": "supply", "label": "Supply", "key": "s", "needs": "none"},
    {"kind": "control", "label": "Who holds what", "key": "k", "needs": "none"},
]
WINDOWS: list[Wire] = [
    {"kind": "battle.defence", "name": "When you are attacked", "text": "Guns, stars and shifts may be added.",
     "let": "stand"},
]  # fmt: skip


def scene(view: State, seat: str) -> Wire:
    """The turn, stacks, layers, tracks and ghosts of a view."""
    return {
        "turn": turn(view),
        "stacks": list(stacks(view, seat)),
        "layers": list(layers(view)),
        "tracks": tracks(view),
        "ghosts": ghosts(view),
        "hands": [],
        "bags": [],
        "overlays": OVERLAYS,
        "windows": WINDOWS,
        "brief": [*brief(view.setting), *score_lines(view)],
    }


def turn(view: State) -> Wire:
    book = view.setting.rulebook
    return {
        "label": f"{book.day + view.turn - 1} July 1943 (day {view.turn} of {book.turns})",
        "step": f"Phase {view.tracks.phase}: {phase_name(view, view.tracks.phase)}",
    }


def stacks(view: State, seat: str) -> Iterable[Wire]:
    """Stacks on the map, then what lies beside it."""
    for side in SIDES:
        own = force(view, side)
        for h, units in own.at.items():
            yield {"place": {"kind": "hex", "id": label(view, h)}, "counters": [counter(view, unit) for unit in units]}
        yield from trays(view, side, seat)


def layers(view: State) -> Iterable[Wire]:
    """Field works, broken bridges, who holds the towns, and aircraft."""
    for key, side in sorted(view.position.works.items()):
        yield _layer("works", int(key), view, "trench", f"{side.capitalize()} field works", STYLES[side])
    for a, b in view.position.broken:
        text = f"Bridge {label(view, a)}/{label(view, b)} destroyed"
        yield _layer("bridge_down", a, view, "bridge", text, "danger")
    for flight in (*view.position.air, *planned(view)):
        text = f"{catalogue(view).counters[flight.unit].name}: {MISSIONS.get(flight.mission, flight.mission)}"
        yield _layer("air", flight.hex, view, "plane", text, STYLES[flight.side])
    board = view.setting.board
    owners = {"g": "german", "s": "soviet"}
    for h, owner in enumerate(view.position.control):
        if board.terrain[h] in ("town", "city") and owner in owners:
            text = f"{board.cells[h].name or label(view, h)}: {owners[owner]}"
            yield _layer("control", h, view, "flag", text, STYLES[owners[owner]])


def _layer(kind: str, h: int, view: State, glyph: str, text: str, tone: str) -> Wire:
    return {"kind": kind, "hex": label(view, h), "glyph": glyph, "label": text, "tone": tone}


def tracks(view: State) -> list[Wire]:
    """Victory points, losses and phases."""
    won = points(view)
    phase = view.tracks.phase
    return [
        _track("turn", "Day", (1, view.setting.rulebook.turns), view.turn),
        _track("phase", "Phase", (1, LAST_PHASE), phase, note=kind_of(phase)),
        _track(
            "victory", "German victory points", (0, MANY_POINTS), sum(won.values()), side="german", note=score_note(won)
        ),
        *(_losses(view, side) for side in SIDES),
    ]


def score_note(won: Mapping[str, int]) -> str:
    """Where victory points come from, in a word: ground, and what the other side lost or called in."""
    other = sum(value for text, value in won.items() if text in NOT_GROUND)
    ground = sum(won.values()) - other
    words = [f"{name} {value}" for name, value in (("ground", ground), ("losses", other)) if value]
    return ", ".join(words) or "none yet"


def score_lines(view: State) -> list[Wire]:
    """The points so far, item by item."""
    won = points(view)
    if not won:
        return []
    items = "; ".join(f"{text} {value}" for text, value in won.items())
    return [{"text": f"So far {sum(won.values())} German VP: {items}.", "rule": None}]


def _track(key: str, name: str, ends: tuple[int, int], value: int, **more: Any) -> Wire:
    return {"key": key, "name": name, "low": ends[0], "high": ends[1], "value": value, **more}


def _losses(view: State, side: str) -> Wire:
    gone = len(view.tracks.lost.get(side, ()))
    return _track(f"lost-{side}", f"{side.capitalize()} units lost", (0, MANY_LOST), gone, side=side)


def ghosts(view: State) -> list[Wire]:
    """Arrows of the attack being put together, or where the units stand that are being led."""
    top = view.stack[-1] if view.stack else None
    led = led_from(view, top)
    if led:
        return [{"kind": "party", "hexes": [label(view, h) for h in led], "tone": "go"}]
    battle = getattr(top, "battle", None)
    if battle is None:
        return []
    starts = sorted({unit_of(view, unit_id).hex for unit_id in battle.joined if view.position.find(unit_id)})
    targets = [{"kind": "target", "hexes": [label(view, h)], "tone": "fire"} for h in battle.hexes]
    return targets + [
        {"kind": "attack", "hexes": [label(view, a), label(view, b)], "tone": "fire"}
        for a in starts
        for b in battle.hexes
    ]


def led_from(view: State, top: Frame | None) -> list[int]:
    """Hexes of the units on the move, or of those that are to retreat."""
    if isinstance(top, PartyMoves):
        return [top.hex] if top.hex >= 0 else []
    if isinstance(top, Retreat):
        return sorted({unit_of(view, unit_id).hex for unit_id in top.waiting if view.position.find(unit_id)})
    return []


# -- choices

VERBS = {
    "take": "Move", "with": "Take along", "leave": "Leave behind", "to": "Go there", "step": "One hex",
    "halt": "Stop here", "dig": "Dig in", "limber": "Limber", "unlimber": "Unlimber", "mark": "Strategic marker",
    "top": "Lay on top", "push": "All its points, a level worse", "blow": "Blow the bridge",
    "rebuild": "Rebuild the bridge", "bridge": "Build a bridge", "enter": "Enter",
    "shift": "March to another entry", "exit": "Leave the map", "attack": "Attack", "join": "Join",
    "also": "Attack this too", "gun": "Support", "air": "Support", "star": "Use its star",
    "full": "Full strength, a level worse", "cm": "Shifts", "fight": "Fight",
    "guide": "Use the headquarters", "lose": "Take the loss",
    "go": "Retreat", "stand": "Stand", "follow": "Pursue", "shell": "Shell", "fire": "Fire", "barrage": "Barrage",
    "fly": "Fly", "bomb": "Bomb the bridge", "disrupt": "Disorganise movement", "share": "Share its attacks",
    "ready": "The plan stands", "duel": "Fight here next", "repair": "Repair", "norepair": "No repair",
    "withdraw": "Withdraw", "end": "End the phase",
}  # fmt: skip

MISSIONS = {
    "support": "Support an attack", "cover": "Cover a defence", "attack": "Attack units",
    "river": "Wait over a river", "supply": "Bring supply", "object": "Bomb the bridge",
    "disrupt": "Disorganise movement",
}  # fmt: skip
FOLDED = ("disrupt",)  # words whose hexes are shown only once the word was picked


def node(view: State, path: tuple[Token, ...], item: Node, seat: str) -> Wire:
    """Costs on the hexes a party can reach, and plain words for units and verbs."""
    top = view.stack[-1] if view.stack else None
    if isinstance(top, AirPlan):
        return air_node(view, path, item)
    if isinstance(item, Choice):
        return verb_label(top, item) if item.path()[len(path)] == item.verb and item.verb in VERBS else {}
    if isinstance(top, MovePhase) and isinstance(item, int) and not path:
        return {"label": f"All in {label(view, item)}"}
    if isinstance(top, PartyMoves) and isinstance(item, int) and not path and top.members:
        costs = reach.ways(view, movement.party_of(view, top.side, top.members), top.hex).costs
        return {"tone": "go", "badge": f"{costs[item] / MP:.3g}"} if item in costs else {"tone": "go"}
    if isinstance(top, CombatPhase) and isinstance(item, int):
        return {"tone": "fire"}
    if isinstance(top, BattlePlan) and isinstance(item, int):
        return (
            {"tone": "fire"}
            if units_at(view, enemy_of(top.battle.side), item)
            else {"label": f"All in {label(view, item)}"}
        )
    if isinstance(item, str) and (unit := view.position.find(item)) is not None and unit.known:
        return {"label": printed(view, unit).called}
    return {"label": VERBS[item]} if isinstance(item, str) and item in VERBS else {}


def verb_label(top: Frame | None, choice: Choice) -> Wire:
    """What a verb is called; an end says what it ends."""
    if isinstance(choice, End):
        return {"label": "End the pursuit" if isinstance(top, Pursuit) else VERBS["end"]}
    return {"label": VERBS[choice.verb]}


def air_node(view: State, path: tuple[Token, ...], item: Node) -> Wire:
    """Names of aircraft and missions."""
    word = item.path()[len(path)] if isinstance(item, Choice) else item
    if word in catalogue(view).counters:
        return {"label": catalogue(view).counters[str(word)].name}
    names = MISSIONS if len(path) > 1 else VERBS
    fold = {"fold": True} if word in FOLDED else {}
    return {"label": names[word], **fold} if isinstance(word, str) and word in names else {}


def why_there(view: State, seat: str, unit_id: str, place: str) -> list[Refusal]:
    """Why a counter can do nothing at a hex now."""
    unit = view.position.find(unit_id)
    top = view.stack[-1] if view.stack else None
    if unit is None or not unit.known or unit.side not in sides_of_seat(view, seat):
        return [Refusal("That is no counter of yours.")]
    h = view.setting.board.hex(place)
    if isinstance(top, MovePhase):
        if not movement.may_move(view, unit):
            return [why_not_take(view, unit.side, unit_id)]
        found = reach.ways(view, movement.party_of(view, unit.side, (unit.id,)), unit.hex)
        return [] if h in found.halts else [why_not_go(view, PartyMoves(unit.side, unit.hex, (unit.id,), "unit"), h)]
    if isinstance(top, PartyMoves):
        found = reach.ways(view, movement.party_of(view, top.side, top.members), top.hex)
        return [] if h in found.halts else [why_not_go(view, top, h)]
    return []


# -- overlays


def overlay(view: State, seat: str, kind: str, where: Mapping[str, str]) -> Wire:
    """Zones of control, supply, or where a unit can go."""
    own = sides_of_seat(view, seat)
    side = own[0] if own else "german"
    if kind in ("zones", "zone"):
        return zones_overlay(view, enemy_of(side))
    if kind == "supply":
        return supply_overlay(view, side)
    if kind == "control":
        return control_overlay(view)
    if kind == "reach":
        return reach_overlay(view, where)
    raise BalkaError(f"there is no overlay {kind!r} in this game", instead="zones, supply, control or reach")


def zones_overlay(view: State, foe: str) -> Wire:
    """Enemy zones as known, and what masked stacks may add."""
    board = view.setting.board
    known = zone(force(view, foe), board)
    possible = 0
    for unit in force(view, foe).units.values():
        if not unit.kind and unit.hex >= 0:
            possible |= board.around[unit.hex]
    hexes = [{"id": label(view, h), "tone": "fire", "text": None} for h in hexes_in(known)]
    hexes += [{"id": label(view, h), "tone": "part", "text": None} for h in hexes_in(possible & ~known)]
    legend = [{"tone": "fire", "text": "in a zone"}, {"tone": "part", "text": "perhaps in a zone, of a stack unseen"}]
    return {"title": "Enemy zones of control", "legend": legend, "hexes": hexes}


def supply_overlay(view: State, side: str) -> Wire:
    net = lines(view, side)
    hexes = [
        {"id": label(view, h), "tone": "yes", "text": f"{net.costs[h] / MP:.3g}"}
        for h in sorted(net.costs)
        if net.reaches(h)
    ]
    cut = [{"id": label(view, h), "tone": "no", "text": "cut off"} for h in force(view, side).at if not net.reaches(h)]
    return {
        "title": "Supply",
        "legend": [
            {"tone": "yes", "text": "a line leads here; the figure is the points used off the road"},
            {"tone": "no", "text": "own units cut off, as far as is known"},
        ],
        "hexes": hexes + cut,
    }


def control_overlay(view: State) -> Wire:
    """Who controls each hex, as far as is known. [4.3]"""
    tones = {"g": "ger", "s": "sov"}
    held = [(h, tones[owner]) for h, owner in enumerate(view.position.control) if owner in tones]
    return {
        "title": "Who holds what",
        "legend": [{"tone": "ger", "text": "German"}, {"tone": "sov", "text": "Soviet"}],
        "hexes": [{"id": label(view, h), "tone": tone, "text": None} for h, tone in held],
    }


def reach_overlay(view: State, where: Mapping[str, str]) -> Wire:
    unit = view.position.find(where.get("unit", ""))
    if unit is None or not unit.known or unit.hex < 0:
        raise BalkaError("name one of your units on the map", instead="for example unit=528-299inf")
    found = reach.ways(view, movement.party_of(view, unit.side, (unit.id,)), unit.hex)
    hexes = [
        {"id": label(view, h), "tone": "yes" if h in found.halts else "part", "text": f"{cost / MP:.3g}"}
        for h, cost in sorted(found.costs.items())
    ]
    legend = [
        {"tone": "yes", "text": "may stop here; the figure is the movement points used"},
        {"tone": "part", "text": "may only pass"},
    ]
    return {"title": f"Reach of {printed(view, unit).called}", "legend": legend, "hexes": hexes}


# -- the board

WIRE_ROADS = {"secondary": "track"}
WIRE_SIDES = {"doniec": "major_river", "big_river": "major_river"}


def board_wire(setting: Setting) -> Wire:
    """The board with the names the drawing of operational maps uses."""
    wire = setting.board.to_json(month="July", style="operational")
    for road in (*wire["roads"], *wire["road_ends"]):
        road["kind"] = WIRE_ROADS.get(road["kind"], road["kind"])
    for side in wire["hexsides"]:
        side["kind"] = WIRE_SIDES.get(side["kind"], side["kind"])
    return wire
