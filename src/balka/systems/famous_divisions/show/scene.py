"""How a view is drawn: counters, layers, tracks, overlays. Nothing here decides anything. [docs/scene.md]"""

from __future__ import annotations

from typing import Any

from balka.core.choices import Choice, Node, Refusal, Token
from balka.systems.famous_divisions import verbs, victory
from balka.systems.famous_divisions.events import people
from balka.systems.famous_divisions.model import (
    DUE,
    LOST,
    OFF_MAP,
    SIDES,
    GdSetting,
    GdState,
    Unit,
    is_hq,
    kind,
    ratings,
    unit,
)
from balka.systems.famous_divisions.party import Party
from balka.systems.famous_divisions.setup import WAITING
from balka.systems.famous_divisions.show.brief import brief
from balka.systems.famous_divisions.tables import FORTS
from balka.systems.famous_divisions.weather import turn_name, weather_name

STYLES = {"german": "ger", "soviet": "sov"}
SYMBOLS = (  # the first word found in a counter's type
    ("HQ", "hq"), ("tank destroyer", "tank_destroyer"), ("anti-tank", "anti_tank"), ("tank", "armour"),
    ("rocket", "rocket_artillery"), ("SP artillery", "sp_artillery"), ("artillery", "artillery"),
    ("long gun", "artillery"), ("assault gun", "assault_gun"), ("self-propelled", "assault_gun"),
    ("flak", "anti_air"), ("anti-aircraft", "anti_air"), ("engineer", "engineer"), ("pioneer", "engineer"),
    ("recon", "recon"), ("infantry gun", "infantry_gun"), ("machine gun", "machine_gun"),
    ("heavy weapons", "heavy_weapons"), ("motorized", "motorised"), ("escort", "motorised"),
)  # fmt: skip
OVERLAYS = [
    {"kind": "sight", "label": "Line of sight", "key": "l", "needs": "hex"},
    {"kind": "fire", "label": "Direct fire", "key": "f", "needs": "unit"},
    {"kind": "reach", "label": "Reach", "key": "r", "needs": "unit"},
    {"kind": "zones", "label": "Enemy zones of control", "key": "o", "needs": "none"},
    {"kind": "supply", "label": "Supply", "key": "s", "needs": "none"},
    {"kind": "observation", "label": "What your units observe", "key": "v", "needs": "none"},
    {"kind": "control", "label": "Who holds what", "key": "k", "needs": "none"},
]
WINDOWS = [
    {"kind": "oppfire", "name": "When an enemy comes into your fire", "text": "Your guns may fire at him.",
     "let": "hold", "act": "fire", "then": [{"kind": "opptarget", "answer": "at"}],
     "bands": [{"name": "casualty", "label": "a casualty"}, {"name": "pin", "label": "a pin"}]},
    {"kind": "flak", "name": "When airplanes attack you", "text": "Anti-aircraft units may fire at them.",
     "let": "hold", "act": "flak", "bands": [{"name": "yes", "label": "a plane shot down"}]},
    {"kind": "defence", "name": "When you are attacked", "text": "Guns may be added to the defence.", "let": "stand"},
    {"kind": "black", "name": "When a black chit could be played", "text": "It may take away an event.",
     "let": "keep"},
]  # fmt: skip
DRAWN_WORKS = {"dragons-teeth": "roadblock"}
PHASES = {
    "activation": "Activation, movement", "party": "Activation, movement", "combat": "Activation, combat",
    "battle": "An attack", "setup": "Setting up", "supply": "Supply Phase", "first": "First chits",
    "oppfire": "Opportunity fire", "opptarget": "Opportunity fire", "target": "Direct fire", "black": "Black chits",
    "flak": "Anti-aircraft fire", "defence": "The defence", "loss": "Losses", "advance": "Advance after combat",
    "rebuild": "Replacements", "division": "The division HQ", "stack": "A battalion without HQ",
    "overrun": "After an overrun", "stacking": "Too many in a hex",
}  # fmt: skip


def symbol(type_: str) -> str:
    return next((name for word, name in SYMBOLS if word in type_), "infantry")


# -- counters


def counter_wire(view: GdState, counter: Unit) -> dict[str, Any]:
    """A counter as the browser draws it."""
    style = STYLES[counter.side]
    if counter.anonymous:
        return {"id": counter.id, "side": counter.side, "style": style, "form": "operational", "anonymous": True}
    printed = kind(view, counter)
    return {
        "id": counter.id,
        "name": printed.name,
        "side": counter.side,
        "style": style,
        "form": "operational",
        "symbol": symbol(printed.type),
        "corners": _corners(view, counter),
        "states": _states(counter),
        "badges": _badges(counter),
        "anonymous": False,
        "note": printed.basis,
    }


def _corners(view: GdState, counter: Unit) -> list[dict[str, str]]:
    printed, now = kind(view, counter), ratings(view, counter)
    battalion, _, _ = printed.battalion.partition("-")
    strength = f"{now.attack}-{now.defence}"
    tip = f"Attack {now.attack}, defence {now.defence} ({printed.basis})"
    corners = [
        {"slot": "size", "text": "I" if not printed.is_hq else "II", "tone": "plain", "tip": printed.type},
        {"slot": "strength", "text": strength, "tone": "plain", "tip": tip},
        {
            "slot": "movement",
            "text": str(now.movement),
            "tone": printed.legs,
            "tip": f"Movement {now.movement}, {printed.legs}",
        },
        {"slot": "name", "text": printed.name, "tone": "plain", "tip": printed.name},
        {"slot": "stripe", "text": battalion, "tone": "plain", "tip": f"Battalion {battalion}"},
    ]
    if printed.is_hq:
        tip = f"Activation range {printed.activation_range}"
        corners.append({"slot": "range", "text": str(printed.activation_range), "tone": "plain", "tip": tip})
    elif printed.range:
        tone = "white" if printed.is_artillery else "black"
        corners.append(
            {
                "slot": "range",
                "text": str(printed.range),
                "tone": tone,
                "tip": f"Range {printed.range}, {printed.fire} fire",
            }
        )
    return corners


def _states(counter: Unit) -> list[str]:
    flags = {
        "depleted": counter.depleted, "fired": counter.fired, "pinned": counter.pinned,
        "out_of_supply": counter.hungry > 0, "loaded": bool(counter.carrier), "spent": counter.moved or counter.stopped,
    }  # fmt: skip
    return [name for name, on in flags.items() if on]


def _badges(counter: Unit) -> list[dict[str, str]]:
    found = []
    if counter.hungry:
        words = "Low supply" if counter.hungry == 1 else "Out of supply"
        found.append({"kind": "supply", "text": "L" if counter.hungry == 1 else "O", "tip": words})
    if counter.pinned:
        found.append({"kind": "mark", "text": "P", "tip": "Pinned: may neither move nor attack"})
    if counter.debarked:
        found.append({"kind": "mark", "text": "D", "tip": "Debarked: a Leg unit with 4 movement points"})
    if counter.carrier:
        found.append({"kind": "carry", "text": "R", "tip": "Riding a tank"})
    return found


# -- the scene


def scene(view: GdState, seat: str) -> dict[str, Any]:
    """The turn, stacks, layers, tracks, hands and bags of a view."""
    step = view.asks[0].kind if view.asks else ""
    return {
        "turn": {"label": f"{turn_name(view)} ({_number(view)})", "step": PHASES.get(step, step.capitalize())},
        "stacks": [*_map_stacks(view), *_trays(view)],
        "layers": [*_fort_layers(view), *_bridge_layers(view), *_place_layers(view)],
        "tracks": _track_list(view),
        "hands": [_hand(view, side, seat) for side in SIDES],
        "bags": _bag_list(view),
        "ghosts": _ghosts(view),
        "overlays": OVERLAYS,
        "windows": WINDOWS,
        "brief": brief(view.setting),
    }


def _number(view: GdState) -> str:
    return f"turn {min(view.turn + 1, view.setting.rulebook.turns)} of {view.setting.rulebook.turns}"


def _map_stacks(view: GdState) -> list[dict[str, Any]]:
    labels = view.setting.board.labels
    return [
        {"place": {"kind": "hex", "id": labels[h]}, "counters": [counter_wire(view, u) for u in _drawn_order(view, s)]}
        for h, s in view.position.at.items()
    ]


def _drawn_order(view: GdState, stack: tuple[Unit, ...]) -> list[Unit]:
    """HQs at the bottom, the strongest on top."""

    def height(counter: Unit) -> tuple[int, int, str]:
        if counter.anonymous:
            return 1, 0, counter.id
        return (0 if is_hq(view, counter) else 1), ratings(view, counter).attack, counter.id

    return sorted(stack, key=height)


def _trays(view: GdState) -> list[dict[str, Any]]:
    names = {DUE: "reinforcements", WAITING: "to be set up", LOST: "eliminated", OFF_MAP: "off the map"}
    found = []
    for side in SIDES:
        for status, words in names.items():
            units = [u for u in view.position.units.values() if u.side == side and u.status == status]
            if units:
                place = {"kind": "tray", "id": f"{side}-{status}", "name": f"{people(side)} {words}"}
                found.append({"place": place, "counters": [counter_wire(view, u) for u in units]})
    return found


def _fort_layers(view: GdState) -> list[dict[str, Any]]:
    lie, found = view.setting.board, []
    for fort in view.position.forts:
        side, words = lie.grid.sides[fort.facing], fort.kind.replace("-", " ").capitalize()
        facing = "" if fort.kind == "minefield" else f", facing {side}"
        drawn, bonus = DRAWN_WORKS.get(fort.kind, fort.kind), f"+{FORTS[fort.kind].modifier}"
        layer = {"kind": drawn, "hex": lie.labels[fort.hex], "facing": side, "text": bonus}
        found.append({**layer, "label": f"{words}{facing}", "tone": "plain"})
    return found


def _bridge_layers(view: GdState) -> list[dict[str, Any]]:
    labels, found = view.setting.board.labels, []
    for a, b in view.position.blown:
        found.append(
            {
                "kind": "blown",
                "hex": labels[a],
                "to": labels[b],
                "glyph": "blown",
                "label": "Blown bridge",
                "tone": "loss",
            }
        )
    for one in view.position.pontoons:
        words = "Pontoon bridge" if one.complete else "Pontoon bridge, under construction"
        found.append(
            {
                "kind": "pontoon",
                "hex": labels[one.a],
                "to": labels[one.b],
                "glyph": "pontoon",
                "label": words,
                "tone": "plain",
            }
        )
    return found


def _place_layers(view: GdState) -> list[dict[str, Any]]:
    labels, holders, found = view.setting.board.labels, view.position.holders, []
    for place in view.setting.rulebook.locations:
        for h in place.hexes:
            side = holders.get(labels[h])
            who = f", held by the {people(side)} side" if side else ""
            found.append({"kind": "objective", "hex": labels[h], "glyph": "flag", "side": side, "tone": "gold",
                          "label": f"{place.name}: {place.points} VP{who}"})  # fmt: skip
    return found


def _track_list(view: GdState) -> list[dict[str, Any]]:
    book = view.setting.rulebook
    score = {
        "key": "vp", "name": f"{people(book.scorer)} victory points", "side": book.scorer, "low": 0,
        "high": max(book.win, victory.points(view)), "value": victory.points(view), "note": f"{book.win} to win",
    }  # fmt: skip
    turn = {"key": "turn", "name": "Turn", "low": 1, "high": book.turns, "value": min(view.turn + 1, book.turns)}
    weather = {"key": "weather", "name": "Weather", "low": 0, "high": 0, "value": 0, "note": weather_name(view)}
    return [turn, weather, score]


def _hand(view: GdState, side: str, seat: str) -> dict[str, Any]:
    hand = view.hands[side]
    cards = [*view.tracks.held.get(side, ()), *hand.cards]
    return {"side": side, "yours": view.setting.seat_of[side] == seat, "hidden": hand.unseen, "items": "chits",
            "cards": [_card(view, chit) for chit in cards]}  # fmt: skip


def _card(view: GdState, chit_id: str) -> dict[str, Any]:
    chit = view.setting.catalogue.chits[chit_id]
    targets = [
        *(view.setting.catalogue.chits[one].name for one in chit.nullifies if one in view.setting.catalogue.chits)
    ]
    if chit.fortification:
        targets.append(f"a {chit.fortification} under attack")
    text = f"Takes away {' or '.join(targets)}." if targets else ""
    return {
        "id": chit.id,
        "name": chit.name,
        "kind": "black chit",
        "cost": "",
        "text": text,
        "count": 1,
        "rules": ["gd-10.3-q"],
    }


def _bag_list(view: GdState) -> list[dict[str, Any]]:
    names = view.setting.catalogue.battalion_names
    found = []
    if "cup" in view.bags:
        unseen = [{"item": names[one], "count": n} for one, n in view.bags["cup"].items.items()]
        found.append({"name": "Activation cup", "size": view.bags["cup"].size, "unseen": unseen})
    for side in SIDES:
        cup = view.bags[f"{side}-cup"]
        unseen = [{"item": colour, "count": n} for colour, n in cup.items.items()]
        found.append({"name": f"{people(side)} event cup", "size": cup.size, "unseen": unseen})
    return found


def _ghosts(view: GdState) -> list[dict[str, Any]]:
    labels = view.setting.board.labels
    for frame in reversed(view.stack):
        fight = getattr(frame, "fight", None)
        if fight is not None:
            hexes = sorted({unit(view, one).hex for one in fight.attackers if one in view.position.units})
            return [{"kind": "arrow", "hexes": [labels[h], labels[fight.target]], "tone": "fire"} for h in hexes]
    return []


# -- choices


def node(view: GdState, path: tuple[Token, ...], one: Node, seat: str) -> dict[str, Any]:
    """What a node of the list is called, and its tone."""
    if isinstance(one, Choice):
        return _leaf(view, one)
    if isinstance(one, str) and one in view.position.units and not one.startswith("?"):
        return {"label": kind(view, one).name}
    return {}


def _leaf(view: GdState, choice: Choice) -> dict[str, Any]:
    tone = (
        "fire" if isinstance(choice, verbs.Fire | verbs.Barrage | verbs.Attack | verbs.Overrun | verbs.Fight) else "go"
    )
    if choice.ends:
        tone = "end"
    names = view.setting.catalogue
    if isinstance(choice, verbs.First | verbs.Battalion | verbs.Source):
        return {"label": names.battalion_names[str(choice.slots()[0])], "tone": tone}
    if isinstance(choice, verbs.To | verbs.Step):
        return {"badge": _march_badge(view, choice), "tone": tone}
    if isinstance(choice, verbs.Play):
        return {"label": f"Play {names.chits[choice.chit].name}", "tone": "fire"}
    return {"tone": tone}


def _march_badge(view: GdState, choice: verbs.To | verbs.Step) -> str:
    """The movement points a march takes; nothing where none are paid, as on entering the map."""
    frame = view.stack[-1]
    cost = frame.march_cost(view, choice) if isinstance(frame, Party) else None
    return "" if cost is None else f"{cost / 2:g}"


def why_there(view: GdState, seat: str, unit_id: str, place: str) -> list[Refusal]:
    """Why a counter can do nothing at a hex now."""
    if not view.stack or not view.asks or view.asks[0].seat != seat:
        return [Refusal("It is not for you to decide now.")]
    h = view.setting.board.hex(place)
    frame = view.stack[-1]
    for choice in (verbs.Fire(unit_id, h), verbs.To(h), verbs.Attack(h)):  # type: ignore[arg-type]
        if view.listed(choice, seat):
            return []
    return [frame.refuse(view, verbs.To(h), seat)]  # type: ignore[arg-type]


# -- the board

ROAD_KINDS = {"highway": "main", "road": "main", "minor_road": "track", "railway": "rail"}


def board_wire(setting: GdSetting) -> dict[str, Any]:
    """The board as the browser draws it."""
    wire = setting.board.to_json(setting.rulebook.month, "operational")
    for road in wire["roads"]:
        road["kind"] = ROAD_KINDS[road["kind"]]
    return wire
