"""How a view of a heroes game is drawn: counters, tracks, hands, and how choices look ."""

from __future__ import annotations

from functools import cache

from msgspec import structs

from balka.core.choices import Choice, Node, Token
from balka.core.scene.counters import Badge, Corner, Counter, Place, Stack
from balka.core.scene.display import Bag, Card, Display, Ghost, Hand, Layer, SideInfo, Turn, Unseen
from balka.core.scene.nodes import Look
from balka.systems.heroes import markers
from balka.systems.heroes.card_rows import card_rule
from balka.systems.heroes.chapters import aids
from balka.systems.heroes.chapters.attacks import Attack
from balka.systems.heroes.chapters.fire import shot_at
from balka.systems.heroes.chapters.placing import Placing
from balka.systems.heroes.chapters.ratings import LONG_RANGE, attack_check
from balka.systems.heroes.chapters.victory import satchel_carrier
from balka.systems.heroes.data.mission_data import SatchelPickup
from balka.systems.heroes.kinds import UnitKind
from balka.systems.heroes.play import turns, verbs
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.choosing import may_act
from balka.systems.heroes.play.costs import is_stressed
from balka.systems.heroes.play.rolls import Rolling
from balka.systems.heroes.play.spending import in_caps
from balka.systems.heroes.play.turn_order import TeamTurn
from balka.systems.heroes.show import scene_hidden, scene_vehicles, scene_works
from balka.systems.heroes.show.brief import brief
from balka.systems.heroes.show.citing import cited
from balka.systems.heroes.show.tracks import tracks
from balka.systems.heroes.units import UNKNOWN, HeroesState, Unit

STYLES = {"german": "ger", "soviet": "sov"}
SYMBOLS = {
    "infantry": "squad", "engineer": "engineer", "machine_gun": "mg", "mortar": "mortar", "sniper": "sniper",
    "field_gun": "gun", "at_rifle": "mg", "truck": "truck", "wagon": "wagon", "apc": "half_track",
    "carrier_gun": "half_track", "armored_car": "half_track", "tank": "tank", "spg": "spg",
}  # fmt: skip
VERB_LABELS = {"move": "Move", "pivot": "Turn", "fire": "Fire", "assault": "Close Combat", "enter": "Enter",
               "play": "Play a card", "caps": "Spend CAPs", "at": "Roll against", "hide": "Hide it in",
               "reroll": "Roll a die again", **scene_vehicles.VERBS, **scene_hidden.VERBS,
               **scene_works.VERBS}  # fmt: skip


def scene(view: HeroesState, seat: str) -> Display:
    """Everything of the scene that the rules know."""
    setting = view.setting
    return Display(
        turn=turn(view),
        sides=[SideInfo(key=s, name=setting.sides_named[s], style=STYLES[s]) for s in setting.sides],
        stacks=[*_stacks(view, seat), *_trays(view, seat)],
        layers=_layers(view, seat),
        tracks=tracks(view),
        hands=[_hand(view, force, seat) for force in setting.forces],
        bags=[_bag(view, name) for name in sorted(view.bags)],
        ghosts=_ghosts(view),
        brief=brief(setting),
        overlays=aids.OVERLAYS,
        windows=aids.WINDOWS,
    )


def turn(view: HeroesState) -> Turn:
    return Turn(f"Round {view.tracks.round} of {view.setting.mission.rounds}", _step(view))


def _layers(view: HeroesState, seat: str) -> list[Layer]:
    more = [layer for rule in view.setting.edition.show.layers for layer in rule(view)]
    return [*_satchel(view, seat), *_control(view), *more, *scene_works.layers(view)]


def _step(view: HeroesState) -> str:
    for frame in reversed(view.stack):
        if isinstance(frame, TeamTurn):
            return f"{view.setting.side_name(frame.forces[0])} Turn"
        if isinstance(frame, turns.Turn):
            return f"{view.setting.side_name(frame.force)} Turn"
        if type(frame) in view.setting.edition.show.steps:
            return str(view.setting.edition.show.steps[type(frame)](view, frame))
    return "Set-up" if view.tracks.round == 1 and view.turn == 0 else "Between Rounds"


# -- counters


def _stacks(view: HeroesState, seat: str) -> list[Stack]:
    labels = view.setting.board.labels
    return [
        Stack(place=Place(kind="hex", id=labels[place]), counters=[counter(view, unit, seat) for unit in units])
        for place, units in sorted(scene_hidden.stacks(view).items())
    ]


def _trays(view: HeroesState, seat: str) -> list[Stack]:
    """Reinforcements beside the map and the units lost, by side. [1.0-j, 7.11-a]"""
    trays: dict[tuple[str, int], list[Unit]] = {}
    for unit in view.position.units.values():
        if unit.hex < 0:
            trays.setdefault((unit.force, max(unit.due, view.tracks.round)), []).append(unit)
    waiting = [_tray(view, seat, force, due, units) for (force, due), units in sorted(trays.items())]
    lost = [_lost(view, force) for force, names in view.tracks.lost.items() if names]
    return waiting + [_unseen(view, seat, force) for force in scene_hidden.hiding_forces(view)] + lost


def _unseen(view: HeroesState, seat: str, force: str) -> Stack:
    """Hidden units of others, where it is known which they are and whether they are Spent. [atb 10.1-j]"""
    name = f"{view.setting.force_name(force)} units in hiding"
    place = Place(kind="tray", id=f"{force}-hidden", name=name, side=view.setting.forces[force])
    units = [unit for unit in view.position.hidden.values() if unit.force == force and unit.hex < 0]
    return Stack(place=place, counters=[counter(view, unit, seat) for unit in units])


def _tray(view: HeroesState, seat: str, force: str, due: int, units: list[Unit]) -> Stack:
    side = view.setting.force_name(force)
    ready = f"{side} units {'to be placed' if _placed_now(view, force) else 'ready to enter'}"
    name = f"{side} reinforcements, Round {due}" if due > view.tracks.round else ready
    place = Place(kind="tray", id=f"{force}-{due}", name=name, side=view.setting.forces[force])
    return Stack(place=place, counters=[counter(view, unit, seat) for unit in units])


def _placed_now(view: HeroesState, force: str) -> bool:
    return any(isinstance(frame, Placing) and frame.force == force for frame in view.stack)


def _lost(view: HeroesState, force: str) -> Stack:
    names, name = view.tracks.lost[force], f"{view.setting.force_name(force)} units destroyed"
    place = Place(kind="tray", id=f"{force}-lost", name=name, side=view.setting.forces[force])
    units = [
        Unit(name, view.setting.counters[name], force, view.setting.forces[force], -1, spent=True) for name in names
    ]
    return Stack(place=place, counters=[counter(view, unit, "") for unit in units])


def counter(view: HeroesState, unit: Unit, seat: str) -> Counter:
    kind = view.setting.kind(unit)
    faces = unit.hex >= 0 and unit.id not in view.position.hidden
    facing = view.setting.board.grid.sides[unit.facing] if faces else ""
    return Counter(
        id=unit.id, name=kind.name, side=kind.side, style=STYLES[kind.side], form="tactical",
        symbol=SYMBOLS[kind.unit_class], corners=corners(kind, view.setting.game), facing=facing,
        states=_states(view, unit, seat), badges=_badges(view, unit), note=kind.basis,
    )  # fmt: skip


@cache
def corners(kind: UnitKind, game: str) -> list[Corner]:
    """The printed figures in their places. [2.4, 5.3-a, 6.1-c, 6.5-d]"""
    figures = [
        ("attack_cost", kind.attack_cost, "plain", scene_vehicles.attack_tip(kind), "sos-2.4-b atb-7.3-a"),
        ("move_cost", kind.move_cost, kind.move_type, scene_vehicles.move_tip(kind), "sos-2.4-c atb-5.0-b"),
        ("fp_red", kind.red_fp, _crew(kind, "crew_red"), "Firepower on soft targets", "sos-6.5-b atb-7.0-a"),
        ("fp_blue", kind.blue_fp, _crew(kind, "crew_blue"), "Firepower on armour", "sos-6.5-c atb-7.0-a"),
        ("range", kind.range, "plain", f"Range in hexes, twice that at {LONG_RANGE.value:+d}AR", "sos-5.3-a atb-7.7-a"),
        ("def_front", kind.front_def, kind.def_color, "Front Defense", "sos-6.1-b atb-7.2-a"),
        ("def_flank", kind.flank_def, kind.flank_color, "Flank Defense", "sos-6.3-a atb-7.2-b"),
    ]
    printed = [
        Corner(slot=slot, text=str(value), tone=tone, tip=f"{tip} ({kind.basis})", rule=rule, basis=kind.basis)
        for slot, value, tone, tip, rule in figures if value is not None
    ]  # fmt: skip
    return cited(printed, game)


def _crew(kind: UnitKind, flag: str) -> str:
    return "crew" if flag in kind.flags else "plain"


def _states(view: HeroesState, unit: Unit, seat: str) -> list[str]:
    states = [*(["spent"] if unit.spent else []), *scene_vehicles.states(unit), *scene_hidden.states(view, unit)]
    if is_stressed(view, unit):
        states.append("stressed")
    states += [state for rule in view.setting.edition.show.states for state in rule(view, unit)]
    return [*states, "can_act"] if _can_act(view, unit, seat) else states


def _can_act(view: HeroesState, unit: Unit, seat: str) -> bool:
    top = view.stack[-1] if view.stack else None
    if isinstance(top, TeamTurn) and any(ask.seat == seat for ask in top.ask(view)):
        top = top.of(view, seat)
    mine = isinstance(top, turns.Turn) and top.force == unit.force and view.setting.seat_of[unit.force] == seat
    return mine and isinstance(top, turns.Turn) and top.stage == "choose" and may_act(view, unit, top.free)


def _badges(view: HeroesState, unit: Unit) -> list[Badge]:
    badges: list[Badge] = []
    if is_stressed(view, unit):
        tip = "Stressed: its next Action costs 1AP more"
        badges.append(Badge(kind="stress", text="+1", tip=tip, rule="sos-2.6-a"))
    if unit.marker:
        badges.append(_hit_badge(view, unit))
    if unit.dug_in:
        badges.append(
            Badge(kind="mark", text="+1", tip="Hasty Defense: +1DR until it moves", rule="sos-17.7-b atb-18.1.3-c")
        )
    if satchel_carrier(view) == unit.id:
        badges.append(Badge(kind="vp", text="", glyph="satchel", tip="Carries the satchel"))
    badges += [badge for rule in view.setting.edition.show.badges for badge in rule(view, unit)]
    badges += scene_vehicles.badges(view, unit)
    badges += [*scene_hidden.badges(view, unit), *scene_works.badges(view, unit)]
    return cited(badges, view.setting.game)


def _hit_badge(view: HeroesState, unit: Unit) -> Badge:
    marker = view.setting.markers.get(unit.marker)
    if unit.marker == UNKNOWN or marker is None:
        return Badge(kind="hit", text="?", tip="A Hit Marker lies face down", rule="sos-7.2-d atb-7.4-a")
    seen = "" if unit.shown else " (face down: only you know)"
    tip = f"{marker.name}: {markers.words(marker)}{seen}"
    text = markers.short(marker.name, (each.name for each in view.setting.markers.values()))
    return Badge(kind="hit", text=text, tip=tip, rule="sos-7.3-a atb-7.4-c")


# -- layers


def _satchel(view: HeroesState, seat: str) -> list[Layer]:
    """Where the satchel may lie, as the viewer knows."""
    state, _, what = view.tracks.satchel.partition(":")
    if state in ("at", "dropped"):
        return [_objective(what, "The satchel lies here")]
    rules = [rule for rule in view.setting.mission.victory.rules if isinstance(rule, SatchelPickup)]
    return [
        _hiding_place(view, place) for rule in rules for place in _unsearched(view, rule) if state in ("", "hidden")
    ]


def _unsearched(view: HeroesState, rule: SatchelPickup) -> list[int]:
    return [place for place in map(view.setting.board.hex, rule.hexes) if place not in view.tracks.searched]


def _hiding_place(view: HeroesState, place: int) -> Layer:
    """Whoever hid it sees where it lies and where the enemy may look in vain."""
    label = view.setting.board.labels[place]
    note = next((notes["satchel"] for notes in view.secrets.values() if "satchel" in notes), "")
    if not note:
        return _objective(label, "The satchel may lie here")
    if label == note:
        return _objective(label, "Your satchel lies here")
    return structs.replace(_objective(label, "The satchel does not lie here, but the enemy may look"), glyph="eye")


def _ghosts(view: HeroesState) -> list[Ghost]:
    """The attack or the step that is being resolved, for whoever looks on while somebody decides."""
    for frame in reversed(view.stack):
        if isinstance(frame, Attack):
            return _aim(view, frame)
        if isinstance(frame, Action):
            return _trail(view, frame)
    return []


def _aim(view: HeroesState, attack: Attack) -> list[Ghost]:
    labels, units = view.setting.board.labels, view.position.units
    shooter, target = units.get(attack.unit), units.get(attack.now or next(iter(attack.waiting), ""))
    if shooter is None or target is None or shooter.hex == target.hex:
        return []
    return [Ghost(kind="fire", start=labels[shooter.hex], to=labels[target.hex], tone="fire")]


def _trail(view: HeroesState, action: Action) -> list[Ghost]:
    unit, start = view.position.units.get(action.unit), action.origin[0]
    if unit is None or start < 0 or unit.hex in (-1, start):
        return []
    labels = view.setting.board.labels
    return [Ghost(kind="route", hexes=[labels[start], labels[unit.hex]], tone="go")]


def _objective(label: str, text: str) -> Layer:
    return Layer(kind="objective", hex=label, glyph="satchel", label=text, tone="gold")


def _control(view: HeroesState) -> list[Layer]:
    """Hexes that count, ringed, each with who holds it."""
    ringed = [Layer(kind="objective", hex=label, label=f"{label} counts for victory", tone="gold")
              for label in sorted(view.position.control)]  # fmt: skip
    return ringed + [
        Layer(kind="control", hex=label, glyph="control", side=side, tone="gold",
              label=f"{label}: held by the {view.setting.sides_named[side]} side")
        for label, side in sorted(view.position.control.items())
    ]  # fmt: skip


# -- hands and piles


def _hand(view: HeroesState, force: str, seat: str) -> Hand:
    hand = view.hands[force]
    cards = [_card(view, card, hand.cards.count(card)) for card in dict.fromkeys(hand.cards)]
    return Hand(
        side=view.setting.forces[force], yours=view.setting.seat_of[force] == seat, cards=cards, hidden=hand.unseen,
        name=view.setting.force_name(force),
    )  # fmt: skip


def _card(view: HeroesState, card: str, count: int) -> Card:
    kind = view.setting.cards[card]
    return Card(
        id=card, name=kind.name, kind=kind.kind, cost=str(kind.cost), cost_color=kind.cost_color, text=kind.effect,
        count=count, rules=[card_rule(view.setting, card)], basis=kind.basis,
    )  # fmt: skip


def _bag(view: HeroesState, name: str) -> Bag:
    bag, setting = view.bags[name], view.setting
    known = setting.cards if name == "deck" else setting.markers
    title = "Battle deck" if name == "deck" else f"{name.capitalize()} Hit Markers"
    unseen = [Unseen(f"{item} {known[item].name}" if name == "deck" else known[item].name, count)
              for item, count in bag.items.items()]  # fmt: skip
    return Bag(name=title, size=bag.size, unseen=unseen)


# -- how choices look


def node(view: HeroesState, path: tuple[Token, ...], what: Node, seat: str) -> Look:
    """Label, tone and badge of a node of the list of choices."""
    if isinstance(what, Choice):
        return _leaf(view, path, what, seat)
    if not path:
        return Look(view.setting.name(str(what)) if what in view.setting.counters else _verb(view, what))
    if path == ("plan",):
        return Look(VERB_LABELS["plan"], "fire")
    if path == ("play",) or path[-1] == "use":
        return Look(view.setting.cards[str(what)].name, "plain")
    if isinstance(what, int) and len(path) == 1:
        return Look(tone="fire")
    if len(path) == 1:
        return Look(_verb(view, what), "fire" if what in ("fire", "assault", *scene_works.FIRES) else "go")
    return Look(tone="go", badge=scene_vehicles.cost_badge(view, path, what, seat))


def _verb(view: HeroesState, what: Token) -> str:
    now = (rule(view, what) for rule in view.setting.edition.show.verb_label)
    known = next(filter(None, now), None) or view.setting.edition.show.labels.get(str(what))
    return str(known or VERB_LABELS.get(str(what), str(what).capitalize()))


def _leaf(view: HeroesState, path: tuple[Token, ...], choice: Choice, seat: str) -> Look:
    if isinstance(choice, verbs.Fire):
        label = f"Fire at {view.setting.board.labels[choice.target]}"
        return Look(label, "fire", badge=_chance(view, choice))
    if isinstance(choice, verbs.Assault | verbs.At):
        return Look(view.setting.name(choice.target), "fire")
    if isinstance(choice, verbs.Caps):
        return _caps(view, choice)
    if isinstance(choice, verbs.Move | verbs.Enter | verbs.Pivot):
        return Look(f"Face {view.setting.board.grid.sides[choice.facing]}", "go")
    return _other_leaf(view, choice)


def _other_leaf(view: HeroesState, choice: Choice) -> Look:
    if isinstance(choice, verbs.Reroll):
        return Look(_again(view, choice))
    if isinstance(choice, verbs.Hide):
        return Look(view.setting.board.labels[choice.place], "go")
    if isinstance(choice, verbs.Play | verbs.PlayWith):
        who = f", {view.setting.name(choice.unit)}" if isinstance(choice, verbs.PlayWith) else ""
        return Look(f"Play {view.setting.cards[choice.card].name}{who}")
    for rule in (*view.setting.edition.show.leaf, scene_vehicles.leaf, scene_works.leaf, scene_hidden.leaf):
        more = rule(view, choice)
        if more is not None:
            return more
    return Look(LEAF_LABELS.get(type(choice), choice.verb.capitalize()))


LEAF_LABELS: dict[type[Choice], str] = {
    verbs.Pass: "Pass", verbs.Done: "End the Turn", verbs.Rally: "Rally", verbs.Stall: "Stall",
    verbs.Keep: "Keep the roll", verbs.Luck: "Play Luck", verbs.Forgo: "Leave it undone",
}  # fmt: skip


def _caps(view: HeroesState, choice: verbs.Caps) -> Look:
    """CAPs put into a check, or into a cost. [3.2, 3.3]"""
    into_cost: Look | None = view.setting.edition.economy.caps_label(view, choice)
    if into_cost is not None:
        return into_cost
    text = in_caps(abs(choice.count)) if choice.count else "No CAPs"
    return Look(f"{text} to spoil it" if choice.count < 0 else text, "fire")


def _again(view: HeroesState, choice: verbs.Reroll) -> str:
    top = view.stack[-1]
    return f"Roll the {top.faces[choice.die - 1]} again" if isinstance(top, Rolling) else "Roll again"


def _chance(view: HeroesState, choice: verbs.Fire) -> str:
    """The chance to hit, best target first, as the shooter knows it."""
    shooter = view.position.units[choice.unit]
    targets = [unit for unit in view.position.at(choice.target) if unit.side != shooter.side]
    chances = [1 - float(attack_check(view, shot_at(view, shooter, target)).odds()[0].high) for target in targets]
    return f"{round(100 * max(chances))}%" if chances else ""
