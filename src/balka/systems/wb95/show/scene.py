"""How a view is drawn: counters, layers, tracks, and the overlays a player may call up. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import structs

from balka.core.choices import Choice, Node, Refusal, Token
from balka.core.errors import BalkaError
from balka.core.frames import Frame
from balka.core.hexes import hexes_in
from balka.core.memo import POSITION, remembered
from balka.core.scene.board import Board
from balka.core.scene.counters import Place, Stack
from balka.core.scene.display import (
    BriefLine,
    Display,
    Ghost,
    Layer,
    OverlayTool,
    Track,
    TrackBand,
    Turn,
    Window,
    side_info,
)
from balka.core.scene.nodes import PLAIN, Look
from balka.core.scene.overlays import LegendLine, Overlay, OverlayHex
from balka.systems.wb95 import movement, reach
from balka.systems.wb95.air import AirPlan
from balka.systems.wb95.battle_orders import Fight
from balka.systems.wb95.battles import BattlePlan, CombatPhase
from balka.systems.wb95.catalogue import MP
from balka.systems.wb95.day import HALF_DAY, KINDS, LAST_PHASE, PhaseKind, kind_of, phase_name, side_of_phase
from balka.systems.wb95.march_refusals import why_not_go
from balka.systems.wb95.movement_phase import MovePhase
from balka.systems.wb95.orders import End
from balka.systems.wb95.outlook import forecast
from balka.systems.wb95.party import PartyMoves
from balka.systems.wb95.position import SIDES, WbSetting, WbState, enemy_of, force, label, printed, unit_of, units_at
from balka.systems.wb95.pursuit import Pursuit
from balka.systems.wb95.retreat import Retreat
from balka.systems.wb95.secrets import sides_of_seat
from balka.systems.wb95.shelling import OpenFire
from balka.systems.wb95.show.brief import brief
from balka.systems.wb95.show.counters import STYLES, counter
from balka.systems.wb95.show.trays import planned, trays
from balka.systems.wb95.supply import lines
from balka.systems.wb95.victory import NOT_GROUND, goals_in_force, points
from balka.systems.wb95.zones import zone

MANY_POINTS, MANY_LOST = 40, 60  # how far the tracks are drawn
OVERLAYS = [
    OverlayTool(kind="reach", label="Reach", key="r", needs="unit"),
    OverlayTool(kind="zones", label="Enemy zones of control", key="o", needs="none"),
    OverlayTool(kind="supply", label="Supply", key="s", needs="none"),
    OverlayTool(kind="control", label="Who holds what", key="k", needs="none"),
]
WINDOWS = [
    Window(kind="battle.defence", name="When you are attacked", text="Guns, stars and shifts may be added.",
           let="stand"),
]  # fmt: skip


def scene(view: WbState, seat: str) -> Display:
    """The turn, stacks, layers, tracks and ghosts of a view."""
    return Display(
        turn=turn(view),
        sides=[side_info(side) for side in view.setting.sides],
        stacks=list(stacks(view, seat)),
        layers=list(layers(view)),
        tracks=tracks(view),
        ghosts=ghosts(view),
        overlays=OVERLAYS,
        windows=WINDOWS,
        brief=[*brief(view.setting), *score_lines(view)],
    )


def turn(view: WbState) -> Turn:
    book = view.setting.rulebook
    label = f"{book.day + view.turn - 1} July 1943 (day {view.turn} of {book.turns})"
    number = view.tracks.phase
    return Turn(label, f"Phase {number}: {phase_name(view, number)}" if number else "Before the first phase")


def stacks(view: WbState, seat: str) -> Iterable[Stack]:
    """Stacks on the map, then what lies beside it."""
    for side in SIDES:
        own = force(view, side)
        for h, units in own.at.items():
            place = Place(kind="hex", id=label(view, h))
            yield Stack(place=place, counters=[counter(view, unit) for unit in units])
        yield from trays(view, side, seat)


def layers(view: WbState) -> Iterable[Layer]:
    """Field works, broken bridges, who holds the towns, and aircraft."""
    for key, side in sorted(view.position.works.items()):
        yield _layer("works", int(key), view, "trench", f"{side.capitalize()} field works", STYLES[side])
    for a, b in view.position.broken:
        text = f"Bridge {label(view, a)}/{label(view, b)} destroyed"
        yield _layer("bridge_down", a, view, "bridge", text, "danger")
    for flight in (*view.position.air, *planned(view)):
        text = f"{view.setting.catalogue.counters[flight.unit].name}: {MISSIONS.get(flight.mission, flight.mission)}"
        yield _layer("air", flight.hex, view, "plane", text, STYLES[flight.side])
    yield from objectives(view)
    board = view.setting.board
    owners = {"g": "german", "s": "soviet"}
    for h, owner in enumerate(view.position.control):
        if board.terrain[h] in ("town", "city") and owner in owners:
            text = f"{board.cells[h].name or label(view, h)}: {owners[owner]}"
            yield _layer("control", h, view, "flag", text, STYLES[owners[owner]])


def objectives(view: WbState) -> Iterable[Layer]:
    """Every hex that is worth points, with what all of its prize brings, and those that end the game at once."""
    book = view.setting.rulebook
    for prize in book.prizes:
        for h in prize.hexes:
            text = f"{prize.text}: {prize.points} German victory points"
            yield structs.replace(_layer("objective", h, view, "star", text, "gold"), text=str(prize.points))
    ends: dict[int, str] = {h: goal.text for goal in goals_in_force(book) for h in goal.hexes}
    prized = {h for prize in book.prizes for h in prize.hexes}
    yield from (_layer("objective", h, view, "star", text, "gold") for h, text in ends.items() if h not in prized)


def _layer(kind: str, h: int, view: WbState, glyph: str, text: str, tone: str) -> Layer:
    return Layer(kind=kind, hex=label(view, h), glyph=glyph, label=text, tone=tone)


def tracks(view: WbState) -> list[Track]:
    """Victory points, losses and phases."""
    won, phase, days = points(view), view.tracks.phase, view.setting.rulebook.turns
    return [
        Track(key="turn", name="Day", low=1, high=days, value=view.turn),
        Track(key="phase", name="Phase", low=1, high=LAST_PHASE, value=phase, note=kind_of(phase) or "",
              spaces=[PHASES[kind] for kind in (*KINDS, *KINDS)], bands=_halves(view)),
        Track(key="victory", name="German victory points", low=0, high=MANY_POINTS, value=sum(won.values()),
              side="german", note=score_note(won)),
        *(_losses(view, side) for side in SIDES),
    ]  # fmt: skip


PHASES = {
    PhaseKind.AIR: "Air", PhaseKind.BARRAGE: "Barrage", PhaseKind.MOVEMENT: "Move", PhaseKind.COMBAT: "Combat",
    PhaseKind.STRATEGIC: "Strategic", PhaseKind.SUPPLY: "Supply",
}  # fmt: skip


def _halves(view: WbState) -> list[TrackBand]:
    """Each side has half of the day. [2.2]"""
    sides = (side_of_phase(view, 1), side_of_phase(view, LAST_PHASE))
    return [TrackBand(name=side.capitalize(), side=side, spaces=HALF_DAY) for side in sides]


def score_note(won: Mapping[str, int]) -> str:
    """Where victory points come from, in a word: ground, and what the other side lost or called in."""
    other = sum(value for text, value in won.items() if text in NOT_GROUND)
    ground = sum(won.values()) - other
    words = [f"{name} {value}" for name, value in (("ground", ground), ("losses", other)) if value]
    return ", ".join(words) or "none yet"


def score_lines(view: WbState) -> list[BriefLine]:
    """The points so far, item by item."""
    won = points(view)
    if not won:
        return []
    items = "; ".join(f"{text} {value}" for text, value in won.items())
    return [BriefLine(f"So far {sum(won.values())} German VP: {items}.")]


def _losses(view: WbState, side: str) -> Track:
    gone, name = len(view.tracks.lost.get(side, ())), f"{side.capitalize()} units lost"
    return Track(key=f"lost-{side}", name=name, low=0, high=MANY_LOST, value=gone, side=side)


def ghosts(view: WbState) -> list[Ghost]:
    """Arrows of the attack being put together, or where the units stand that are being led."""
    top = view.stack[-1] if view.stack else None
    led = led_from(view, top)
    if led:
        return [Ghost(kind="party", hexes=[label(view, h) for h in led], tone="go")]
    battle = getattr(top, "battle", None)
    if battle is None:
        return []
    starts = sorted({unit_of(view, unit_id).hex for unit_id in battle.joined if view.position.find(unit_id)})
    targets = [Ghost(kind="target", hexes=[label(view, h)], tone="fire") for h in battle.hexes]
    return targets + [
        Ghost(kind="attack", hexes=[label(view, a), label(view, b)], tone="fire") for a in starts for b in battle.hexes
    ]


def led_from(view: WbState, top: Frame | None) -> list[int]:
    """Hexes of the units on the move, or of those that are to retreat."""
    if isinstance(top, PartyMoves):
        return [top.hex] if top.hex >= 0 else []
    if isinstance(top, Retreat):
        return sorted({unit_of(view, unit_id).hex for unit_id in top.waiting if view.position.find(unit_id)})
    return []


# -- choices

VERBS = {
    "take": "Move", "with": "Take along", "leave": "Leave behind", "to": "Go there", "step": "One hex",
    "halt": "Stop here", "dig": "Dig in", "limber": "Limber", "unlimber": "Emplace", "mark": "Strategic marker",
    "top": "Lay on top", "push": "All its points, a level worse", "blow": "Blow the bridge",
    "rebuild": "Rebuild the bridge", "bridge": "Build a bridge", "enter": "Enter",
    "shift": "March to another entry", "exit": "Leave the map", "attack": "Attack", "join": "Join",
    "also": "Attack this too", "gun": "Support", "air": "Support", "star": "Use its star",
    "full": "Full strength, a level worse", "cm": "Shifts", "fight": "Fight",
    "guide": "Use the headquarters", "lose": "Take the loss",
    "go": "Retreat", "stand": "Stand", "follow": "Pursue", "shell": "Shell", "fire": "Fire", "barrage": "Barrage",
    "fly": "Fly", "bomb": "Bomb the bridge", "disrupt": "Disorganise movement", "share": "Share its attacks",
    "ready": "Confirm", "duel": "Fight here next", "repair": "Repair", "norepair": "No repair",
    "withdraw": "Withdraw", "end": "End the phase",
}  # fmt: skip

MISSIONS = {
    "support": "Support an attack", "cover": "Cover a defence", "attack": "Attack units",
    "river": "Wait over a river", "supply": "Bring supply", "object": "Bomb the bridge",
    "disrupt": "Disorganise movement",
}  # fmt: skip
FOLDED = ("disrupt",)  # words whose hexes are shown only once the word was picked


def node(view: WbState, path: tuple[Token, ...], item: Node, seat: str) -> Look:
    """Costs on the hexes a party can reach, and plain words for units and verbs."""
    top = view.stack[-1] if view.stack else None
    if isinstance(top, AirPlan):
        return air_node(view, path, item)
    if isinstance(item, Choice):
        return verb_label(top, item) if item.path()[len(path)] == item.verb and item.verb in VERBS else PLAIN
    if isinstance(top, MovePhase) and isinstance(item, int) and not path:
        return Look(f"All in {label(view, item)}", main=True)
    if isinstance(top, PartyMoves) and isinstance(item, int) and not path and top.members:
        costs = reach.ways(view, movement.party_of(view, top.side, top.members), top.hex).costs
        return Look(tone="go", badge=f"{costs[item] / MP:.3g}" if item in costs else "")
    if isinstance(top, CombatPhase) and isinstance(item, int):
        return Look(tone="fire", badge=odds_badge(view, top, item))
    if isinstance(top, BattlePlan) and isinstance(item, int):
        aimed = units_at(view, enemy_of(top.battle.side), item)
        return Look(tone="fire") if aimed else Look(f"All in {label(view, item)}")
    if isinstance(item, str) and (unit := view.position.find(item)) is not None and unit.known:
        return Look(printed(view, unit).called)
    return Look(VERBS[item]) if isinstance(item, str) and item in VERBS else PLAIN


@remembered(on=POSITION)
def odds_badge(view: WbState, phase: CombatPhase, h: int) -> str:
    """The column of an attack with everybody beside the hex, and the chance that the defender must fall back."""
    if h not in phase.offers(view)[0]:
        return ""
    battle = phase.whole_attack(view, h)
    if not battle.joined:
        return ""
    outlook = forecast(view, battle).outlook
    back = outlook.answers[0]
    low, now, high = (round(100 * chance) for chance in (back.low, back.now, back.high))
    span = f"{now}%" if low == high else f"{low}–{high}%"
    return f"{outlook.scale[outlook.now]} {span}"


def verb_label(top: Frame | None, choice: Choice) -> Look:
    """What a verb is called; an end says what it ends, and what throws dice looks like it."""
    if isinstance(choice, Fight | OpenFire):
        return Look(VERBS[choice.verb], tone="fire")
    return Look("End the pursuit" if isinstance(choice, End) and isinstance(top, Pursuit) else VERBS[choice.verb])


def air_node(view: WbState, path: tuple[Token, ...], item: Node) -> Look:
    """Names of aircraft and missions."""
    word = item.path()[len(path)] if isinstance(item, Choice) else item
    if word in view.setting.catalogue.counters:
        return Look(view.setting.catalogue.counters[str(word)].name)
    names = MISSIONS if len(path) > 1 else VERBS
    return Look(names[word], fold=word in FOLDED) if isinstance(word, str) and word in names else PLAIN


def why_there(view: WbState, seat: str, name: str, place: str) -> list[Refusal]:
    """Why a counter, or all that stands in a hex, can do nothing at a hex now."""
    top = view.stack[-1] if view.stack else None
    if not _is_own(view, seat, name):
        return [Refusal("That is no counter of yours.")]
    if isinstance(top, PartyMoves) and name in (*top.members, label(view, top.hex)):
        h = view.setting.board.hex(place)
        ways = reach.ways(view, movement.party_of(view, top.side, top.members), top.hex)
        return [] if h in ways.halts else [why_not_go(view, top, h)]
    if not isinstance(top, MovePhase | PartyMoves) or view.asks[0].seat != seat:
        return []
    first = "halt; " if isinstance(top, PartyMoves) else ""
    refusal = view.why_not(f"{first}take {name}; to {place}", seat)
    return [refusal] if refusal else []


def _is_own(view: WbState, seat: str, name: str) -> bool:
    """Whether a seat leads the counter of this name, or somebody in the hex of this name."""
    unit, own, board = view.position.find(name), sides_of_seat(view, seat), view.setting.board
    if unit is not None:
        return unit.known and unit.side in own
    return board.knows(name) and any(units_at(view, side, board.hex(name)) for side in own)


# -- overlays


def overlay(view: WbState, seat: str, kind: str, where: Mapping[str, str]) -> Overlay:
    """Zones of control, supply, or where a unit can go."""
    own = sides_of_seat(view, seat)
    side = own[0] if own else "german"
    if kind in ("zones", "zone"):
        return zones_overlay(view, enemy_of(side))
    if kind == "supply":
        return supply_overlay(view, side, where.get("hex", ""))
    if kind == "control":
        return control_overlay(view)
    if kind == "reach":
        return reach_overlay(view, where)
    raise BalkaError(f"there is no overlay {kind!r} in this game", instead="zones, supply, control or reach")


def zones_overlay(view: WbState, foe: str) -> Overlay:
    """Enemy zones as known, and what masked stacks may add."""
    board = view.setting.board
    known = zone(force(view, foe), board)
    possible = 0
    for unit in force(view, foe).units.values():
        if not unit.kind and unit.hex >= 0:
            possible |= board.around[unit.hex]
    hexes = [OverlayHex(label(view, h), "fire") for h in hexes_in(known)]
    hexes += [OverlayHex(label(view, h), "part") for h in hexes_in(possible & ~known)]
    legend = [LegendLine("fire", "in a zone"), LegendLine("part", "perhaps in a zone, of a stack unseen")]
    return Overlay(title="Enemy zones of control", legend=legend, hexes=hexes)


def supply_overlay(view: WbState, side: str, pointed: str = "") -> Overlay:
    """Where lines of supply lead, and the one to own units pointed at, from its source. [10.1]"""
    supply_lines, board = lines(view, side), view.setting.board
    to = board.hex(pointed) if board.knows(pointed) else -1
    way = [label(view, h) for h in supply_lines.path(to)] if to in force(view, side).at else []
    fed = [OverlayHex(label(view, h), "yes", f"{cost / MP:.3g}") for h, cost in sorted(supply_lines.costs.items())]
    cut = [OverlayHex(label(view, h), "no", "cut off") for h in force(view, side).at if h not in supply_lines.costs]
    legend = [
        LegendLine("yes", "a line leads here; the figure is the points used off the road"),
        LegendLine("no", "own units cut off, as far as is known"),
    ]
    return Overlay(title="Supply", legend=legend, hexes=fed + cut, way=way)


def control_overlay(view: WbState) -> Overlay:
    """Who controls each hex, as far as is known. [4.3]"""
    tones = {"g": "ger", "s": "sov"}
    held = [(h, tones[owner]) for h, owner in enumerate(view.position.control) if owner in tones]
    legend = [LegendLine("ger", "German"), LegendLine("sov", "Soviet")]
    hexes = [OverlayHex(label(view, h), tone) for h, tone in held]
    return Overlay(title="Who holds what", legend=legend, hexes=hexes)


def reach_overlay(view: WbState, where: Mapping[str, str]) -> Overlay:
    unit = view.position.find(where.get("unit", ""))
    if unit is None or not unit.known or unit.hex < 0:
        raise BalkaError("name one of your units on the map", instead="for example unit=528-299inf")
    ways = reach.ways(view, movement.party_of(view, unit.side, (unit.id,)), unit.hex)
    hexes = [
        OverlayHex(label(view, h), "yes" if h in ways.halts else "part", f"{cost / MP:.3g}")
        for h, cost in sorted(ways.costs.items())
    ]
    legend = [
        LegendLine("yes", "may stop here; the figure is the movement points used"),
        LegendLine("part", "may only pass"),
    ]
    return Overlay(title=f"Reach of {printed(view, unit).called}", legend=legend, hexes=hexes)


# -- the board

WIRE_ROADS = {"secondary": "track"}
WIRE_SIDES = {"doniec": "major_river", "big_river": "major_river"}


def board_wire(setting: WbSetting) -> Board:
    """The board with the names the drawing of operational maps uses."""
    board = setting.board.to_wire(month="July", style="operational")
    return structs.replace(
        board,
        roads=[structs.replace(road, kind=WIRE_ROADS.get(road.kind, road.kind)) for road in board.roads],
        road_ends=[structs.replace(end, kind=WIRE_ROADS.get(end.kind, end.kind)) for end in board.road_ends],
        hexsides=[structs.replace(side, kind=WIRE_SIDES.get(side.kind, side.kind)) for side in board.hexsides],
    )
