"""How a view is drawn: counters, layers, tracks, overlays. Nothing here decides anything."""

from __future__ import annotations

from msgspec import structs

from balka.core.choices import Choice, Hex, Node, Refusal, Token, UnitId
from balka.core.scene.board import Board
from balka.core.scene.counters import Badge, Corner, Counter, Place, Stack
from balka.core.scene.display import (
    Bag,
    Card,
    Display,
    Ghost,
    Hand,
    Layer,
    OverlayTool,
    Track,
    Turn,
    Unseen,
    Window,
    WindowBand,
    WindowNext,
    side_info,
)
from balka.core.scene.nodes import PLAIN, Look
from balka.systems.famous_divisions import verbs, victory
from balka.systems.famous_divisions.activation import Orders
from balka.systems.famous_divisions.combat import Battle
from balka.systems.famous_divisions.model import (
    GdSetting,
    GdState,
    Kind,
    is_hq,
    kind,
    ratings,
    unit,
)
from balka.systems.famous_divisions.opportunity import OpportunityFire
from balka.systems.famous_divisions.party import Party
from balka.systems.famous_divisions.position import (
    DUE,
    LOST,
    OFF_MAP,
    SIDES,
    Fortification,
    Unit,
)
from balka.systems.famous_divisions.setup import WAITING
from balka.systems.famous_divisions.show.brief import brief
from balka.systems.famous_divisions.tables import FORTS
from balka.systems.famous_divisions.weather import turn_name, weather_name
from balka.systems.famous_divisions.wording import people

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
    OverlayTool(kind="sight", label="Line of sight", key="l", needs="hex"),
    OverlayTool(kind="fire", label="Direct fire", key="f", needs="unit"),
    OverlayTool(kind="reach", label="Reach", key="r", needs="unit"),
    OverlayTool(kind="zones", label="Enemy zones of control", key="o", needs="none"),
    OverlayTool(kind="supply", label="Supply", key="s", needs="none"),
    OverlayTool(kind="observation", label="What your units observe", key="e", needs="none"),
    OverlayTool(kind="control", label="Who holds what", key="k", needs="none"),
]
WINDOWS = [
    Window(kind="oppfire", name="When an enemy comes into your fire", text="Your guns may fire at him.",
           let="hold", act="fire", then=[WindowNext("opptarget", "at")],
           bands=[WindowBand("casualty", "a casualty"), WindowBand("pin", "a pin")]),
    Window(kind="flak", name="When airplanes attack you", text="Anti-aircraft units may fire at them.",
           let="hold", act="flak", bands=[WindowBand("yes", "a plane shot down")]),
    Window(kind="defence", name="When you are attacked", text="Guns may be added to the defence.", let="stand"),
    Window(kind="black", name="When a black chit could be played", text="It may take away an event.", let="keep"),
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


def drawn(view: GdState, counter: Unit) -> Counter:
    """A counter as the browser draws it."""
    style = STYLES[counter.side]
    if counter.anonymous:
        return Counter(id=counter.id, side=counter.side, style=style, form="operational", anonymous=True)
    printed = kind(view, counter)
    return Counter(
        id=counter.id,
        name=printed.name,
        side=counter.side,
        style=style,
        form="operational",
        symbol=symbol(printed.type),
        corners=_corners(view, counter),
        states=_states(counter),
        badges=_badges(counter),
        note=printed.basis,
    )


def _corners(view: GdState, counter: Unit) -> list[Corner]:
    printed, now = kind(view, counter), ratings(view, counter)
    battalion, _, _ = printed.battalion.partition("-")
    strength = f"{now.attack}-{now.defence}"
    tip = f"Attack {now.attack}, defence {now.defence} ({printed.basis})"
    return [
        _corner("size", "I" if not printed.is_hq else "II", printed.type),
        _corner("strength", strength, tip),
        _corner("movement", str(now.movement), f"Movement {now.movement}, {printed.legs}", printed.legs),
        _corner("name", printed.name, printed.name),
        _corner("stripe", battalion, f"Battalion {battalion}"),
        *_range(printed),
    ]


def _corner(slot: str, text: str, tip: str, tone: str = "plain") -> Corner:
    return Corner(slot=slot, text=text, tone=tone, tip=tip)


def _range(printed: Kind) -> list[Corner]:
    """How far an HQ commands, or how far a gun fires, in white for artillery."""
    if printed.is_hq:
        return [_corner("range", str(printed.activation_range), f"Activation range {printed.activation_range}")]
    tip, tone = f"Range {printed.range}, {printed.fire} fire", "white" if printed.is_artillery else "black"
    return [_corner("range", str(printed.range), tip, tone)] if printed.range else []


def _states(counter: Unit) -> list[str]:
    flags = {
        "depleted": counter.depleted, "fired": counter.fired, "pinned": counter.pinned,
        "out_of_supply": counter.hungry > 0, "loaded": bool(counter.carrier), "spent": counter.moved or counter.stopped,
    }  # fmt: skip
    return [name for name, on in flags.items() if on]


def _badges(counter: Unit) -> list[Badge]:
    found = []
    if counter.hungry:
        words = "Low supply" if counter.hungry == 1 else "Out of supply"
        found.append(Badge(kind="supply", text="L" if counter.hungry == 1 else "O", tip=words))
    if counter.pinned:
        found.append(Badge(kind="mark", text="P", tip="Pinned: may neither move nor attack"))
    if counter.debarked:
        found.append(Badge(kind="mark", text="D", tip="Debarked: a Leg unit with 4 movement points"))
    if counter.carrier:
        found.append(Badge(kind="carry", text="R", tip="Riding a tank"))
    return found


# -- the scene


def scene(view: GdState, seat: str) -> Display:
    """The turn, stacks, layers, tracks, hands and bags of a view."""
    return Display(
        turn=turn(view),
        sides=[side_info(side) for side in view.setting.sides],
        stacks=[*_map_stacks(view), *_trays(view)],
        layers=[*_fort_layers(view), *_bridge_layers(view), *_place_layers(view)],
        tracks=_track_list(view),
        hands=[_hand(view, side, seat) for side in SIDES],
        bags=_bag_list(view),
        ghosts=_ghosts(view),
        overlays=OVERLAYS,
        windows=WINDOWS,
        brief=brief(view.setting),
    )


def turn(view: GdState) -> Turn:
    step = view.asks[0].kind if view.asks else ""
    return Turn(f"{turn_name(view)} ({_number(view)})", PHASES.get(step, step.capitalize()))


def _number(view: GdState) -> str:
    return f"turn {min(view.turn + 1, view.setting.rulebook.turns)} of {view.setting.rulebook.turns}"


def _map_stacks(view: GdState) -> list[Stack]:
    labels = view.setting.board.labels
    return [
        Stack(place=Place(kind="hex", id=labels[h]), counters=[drawn(view, u) for u in _drawn_order(view, s)])
        for h, s in view.position.at.items()
    ]


def _drawn_order(view: GdState, stack: tuple[Unit, ...]) -> list[Unit]:
    """HQs at the bottom, the strongest on top."""

    def height(counter: Unit) -> tuple[int, int, str]:
        if counter.anonymous:
            return 1, 0, counter.id
        return (0 if is_hq(view, counter) else 1), ratings(view, counter).attack, counter.id

    return sorted(stack, key=height)


def _trays(view: GdState) -> list[Stack]:
    names = {DUE: "reinforcements", WAITING: "to be set up", LOST: "eliminated", OFF_MAP: "off the map"}
    found = []
    for side in SIDES:
        for status, words in names.items():
            units = [u for u in view.position.units.values() if u.side == side and u.status == status]
            if units:
                place = Place(kind="tray", id=f"{side}-{status}", name=f"{people(side)} {words}")
                found.append(Stack(place=place, counters=[drawn(view, u) for u in units]))
    return found


def _fort_layers(view: GdState) -> list[Layer]:
    return [_fort_layer(view, fort) for fort in view.position.forts]


def _fort_layer(view: GdState, fort: Fortification) -> Layer:
    lie = view.setting.board
    side, words = lie.grid.sides[fort.facing], fort.kind.replace("-", " ").capitalize()
    facing = "" if fort.kind == "minefield" else f", facing {side}"
    return Layer(
        kind=DRAWN_WORKS.get(fort.kind, fort.kind), hex=lie.labels[fort.hex], facing=side,
        text=f"+{FORTS[fort.kind].modifier}", label=f"{words}{facing}", tone="plain",
    )  # fmt: skip


def _bridge_layers(view: GdState) -> list[Layer]:
    labels = view.setting.board.labels
    blown = [
        Layer(kind="blown", hex=labels[a], to=labels[b], glyph="blown", label="Blown bridge", tone="loss")
        for a, b in view.position.blown
    ]
    return blown + [
        Layer(kind="pontoon", hex=labels[bridge.a], to=labels[bridge.b], glyph="pontoon", tone="plain",
              label="Pontoon bridge" if bridge.complete else "Pontoon bridge, under construction")
        for bridge in view.position.pontoons
    ]  # fmt: skip


def _place_layers(view: GdState) -> list[Layer]:
    labels, holders, found = view.setting.board.labels, view.position.holders, []
    for place in view.setting.rulebook.locations:
        for h in place.hexes:
            side = holders.get(labels[h], "")
            held = f", held by the {people(side)} side" if side else ""
            text = f"{place.name}: {place.points} VP{held}"
            mark = Layer(kind="objective", hex=labels[h], glyph="flag", side=side, tone="gold", label=text)
            found.append(structs.replace(mark, text=str(place.points)))
    return found


def _track_list(view: GdState) -> list[Track]:
    book, points = view.setting.rulebook, victory.points(view)
    score = Track(
        key="vp", name=f"{people(book.scorer)} victory points", side=book.scorer, low=0, high=max(book.win, points),
        value=points, note=f"{book.win} to win",
    )  # fmt: skip
    turn = Track(key="turn", name="Turn", low=1, high=book.turns, value=min(view.turn + 1, book.turns))
    weather = Track(key="weather", name="Weather", low=0, high=0, value=0, note=weather_name(view))
    return [turn, weather, score]


def _hand(view: GdState, side: str, seat: str) -> Hand:
    hand = view.hands[side]
    cards = [*view.tracks.held.get(side, ()), *hand.cards]
    return Hand(
        side=side, yours=view.setting.seat_of[side] == seat, hidden=hand.unseen, items="chits",
        cards=[_card(view, chit) for chit in cards],
    )  # fmt: skip


def _card(view: GdState, chit_id: str) -> Card:
    chit = view.setting.catalogue.chits[chit_id]
    targets = [
        *(view.setting.catalogue.chits[named].name for named in chit.nullifies if named in view.setting.catalogue.chits)
    ]
    if chit.fortification:
        targets.append(f"a {chit.fortification} under attack")
    text = f"Takes away {' or '.join(targets)}." if targets else ""
    return Card(id=chit.id, name=chit.name, kind="black chit", text=text, count=1, rules=["gd-10.3-q"])


def _bag_list(view: GdState) -> list[Bag]:
    names = view.setting.catalogue.battalion_names
    found = []
    if "cup" in view.bags:
        unseen = [Unseen(names[battalion], n) for battalion, n in view.bags["cup"].items.items()]
        found.append(Bag(name="Activation cup", size=view.bags["cup"].size, unseen=unseen))
    for side in SIDES:
        cup = view.bags[f"{side}-cup"]
        unseen = [Unseen(colour, n) for colour, n in cup.items.items()]
        found.append(Bag(name=f"{people(side)} event cup", size=cup.size, unseen=unseen))
    return found


def _ghosts(view: GdState) -> list[Ghost]:
    """Arrows of an attack, or the hex that whoever is asked may fire at."""
    labels = view.setting.board.labels
    top = view.stack[-1] if view.stack else None
    if isinstance(top, OpportunityFire) and view.viewer == view.setting.seat_of[top.side]:
        return [Ghost(kind="target", hexes=[labels[top.hex]], tone="fire")]
    for frame in reversed(view.stack):
        fight = getattr(frame, "fight", None)
        if fight is not None:
            hexes = sorted({unit(view, unit_id).hex for unit_id in fight.attackers if unit_id in view.position.units})
            return [Ghost(kind="arrow", hexes=[labels[h], labels[fight.target]], tone="fire") for h in hexes]
    return []


# -- choices

VERBS = {
    "take": "Move", "with": "Take along", "leave": "Leave behind", "to": "Go there", "step": "Hex by hex",
    "halt": "Stop here", "debark": "Leave the trucks", "embark": "Board the trucks", "exit": "Leave the map",
    "at": "Fire at this unit",
}  # fmt: skip


def node(view: GdState, path: tuple[Token, ...], item: Node, seat: str) -> Look:
    """What a node of the list is called, and its tone."""
    if isinstance(item, Choice):
        look = _leaf(view, item)
        is_verb = len(path) < len(item.path()) and item.path()[len(path)] == item.verb
        return structs.replace(look, label=VERBS.get(item.verb, "")) if is_verb and not look.label else look
    if isinstance(item, str) and item in VERBS:
        return Look(VERBS[item], fold=item in FOLDED)
    if isinstance(item, int) and not path and isinstance(view.stack[-1], Orders):
        return Look(f"All in {view.setting.board.labels[item]}", main=True)
    named = isinstance(item, str) and item in view.position.units and not item.startswith("?")
    return Look(kind(view, str(item)).name) if named else PLAIN


FOLDED = ("step",)  # words whose hexes are shown only once the word was picked


def _leaf(view: GdState, choice: Choice) -> Look:
    tone = (
        "fire" if isinstance(choice, verbs.Fire | verbs.Barrage | verbs.Attack | verbs.Overrun | verbs.Fight) else "go"
    )
    if choice.ends and not isinstance(view.stack[-1], Battle):  # the fight of a battle throws dice
        tone = "end"
    names = view.setting.catalogue
    if isinstance(choice, verbs.First | verbs.Battalion | verbs.Source):
        return Look(names.battalion_names[str(choice.slots()[0])], tone)
    if isinstance(choice, verbs.Fire | verbs.Barrage):
        word = "Shell" if isinstance(choice, verbs.Barrage) else "Fire at"
        return Look(tone=tone, act=f"{word} {view.setting.board.labels[choice.hex]}")
    if isinstance(choice, verbs.At):
        known = choice.unit in view.position.units and not choice.unit.startswith("?")
        return Look(tone="fire", act=f"Fire at {kind(view, choice.unit).name}" if known else "Fire at this unit")
    if isinstance(choice, verbs.To | verbs.Step):
        return Look(badge=_march_badge(view, choice), tone=tone)
    if isinstance(choice, verbs.Play):
        return Look(f"Play {names.chits[choice.chit].name}", "fire")
    return Look(tone=tone)


def _march_badge(view: GdState, choice: verbs.To | verbs.Step) -> str:
    """The movement points a march takes; nothing where none are paid, as on entering the map."""
    frame = view.stack[-1]
    cost = frame.march_cost(view, choice) if isinstance(frame, Party) else None
    return "" if cost is None else f"{cost / 2:g}"


def why_there(view: GdState, seat: str, unit_id: str, place: str) -> list[Refusal]:
    """Why a counter can do nothing at a hex now."""
    if not view.stack or not view.asks or view.asks[0].seat != seat:
        return [Refusal("It is not for you to decide now.")]
    h = Hex(view.setting.board.hex(place))
    frame = view.stack[-1]
    for choice in (verbs.Fire(UnitId(unit_id), h), verbs.To(h), verbs.Attack(h)):
        if view.listed(choice, seat):
            return []
    if isinstance(frame, Orders) or (isinstance(frame, Party) and not _goes(view, frame, unit_id)):
        first = "halt; " if isinstance(frame, Party) else ""
        refusal = view.why_not(f"{first}take {unit_id}; to {place}", seat)
        return [refusal] if refusal else []
    return [frame.refuse(view, verbs.To(h), seat)]


def _goes(view: GdState, party: Party, name: str) -> bool:
    """Whether a unit, or the stack of a hex, is the party itself."""
    labels = view.setting.board.labels
    return name in party.units or any(labels[view.position.units[unit].hex] == name for unit in party.units)


# -- the board

ROAD_KINDS = {"highway": "main", "road": "main", "minor_road": "track", "railway": "rail"}


def board_wire(setting: GdSetting) -> Board:
    """The board as the browser draws it."""
    lie = setting.board.to_wire(setting.rulebook.month, "operational")
    return structs.replace(lie, roads=[structs.replace(road, kind=ROAD_KINDS[road.kind]) for road in lie.roads])
