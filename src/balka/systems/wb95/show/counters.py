"""The face of a counter: its corners, what has happened to it, and the badges on it. Nothing is decided here."""

from __future__ import annotations

from msgspec import structs

from balka.core.scene.counters import Badge, Corner, Counter
from balka.systems.wb95 import catalogue, movement
from balka.systems.wb95.catalogue import KINDS, MP
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.position import Unit, WbState, printed

SYMBOLS = {
    "INF": "infantry",
    "MOT": "motorised",
    "ARM": "armour",
    "AG": "assault_gun",
    "AT": "anti_tank",
    "GUN": "anti_tank",
    "ART": "artillery",
    "CAV": "cavalry",
    "HQ": "hq",
    "FU": "fortification",
    "AIR": "air",
}
SIZES = {
    "XX": ("XX", "division"), "BR": ("X", "brigade"), "R": ("III", "regiment"), "B": ("II", "battalion"),
    "C": ("I", "company"),
}  # fmt: skip
STYLES = {"german": "ger", "soviet": "sov"}


def counter(view: WbState, unit: Unit) -> Counter:
    """A counter with its corners and badges; a nameless one shows at most its kind and its CEL."""
    if not unit.known:
        return masked(unit)
    card = printed(view, unit)
    return Counter(
        id=unit.id,
        name=card.called,
        side=unit.side,
        style=STYLES[unit.side],
        form="operational",
        symbol="mechanised" if card.kind == "MOT" and card.moves == "mechanized" else SYMBOLS.get(card.kind, ""),
        corners=corners(view, unit),
        states=states(view, unit),
        badges=badges(unit),
        note=card.note,
    )


def masked(unit: Unit) -> Counter:
    """What can be seen of a masked counter. [16.1.4]"""
    plain = Counter(id=unit.id, side=unit.side, style=STYLES[unit.side], form="operational", anonymous=True)
    if not unit.kind:
        return plain
    steps = [_corner("steps", str(unit.cel), f"{unit.cel} CEL")] if unit.cel else []
    symbol = SYMBOLS.get(unit.kind, "")
    name = f"{unit.side.capitalize()} {KINDS.get(unit.kind, unit.kind)}"
    return structs.replace(plain, symbol=symbol, name=name, corners=steps)


def corners(view: WbState, unit: Unit) -> list[Corner]:
    card = printed(view, unit)
    attack, defence = card.strength(unit.cel, attacking=True), card.strength(unit.cel, attacking=False)
    strength = str(attack) if attack == defence else f"{attack}/{defence}"
    left = (movement.allowance(view, unit) - unit.spent) / MP if card.mp else 0
    basis = bases(card.basis)
    both = "attack and defence" if attack == defence else f"attack {attack}, defence {defence}"
    slots = [
        _corner("name", card.name, card.army),
        stripe(card),
        *([_corner("size", *SIZES[card.size])] if card.size in SIZES else []),
        _corner("strength", strength, f"Strength points, {both}", basis.get("sp", "")),
    ]
    if card.kind != "AIR":
        slots += [
            _corner("movement", str(card.mp), f"{left:.3g} of {card.mp} points left", basis.get("mp", "")),
            _corner("steps", str(unit.cel), f"{unit.cel} of {card.cel} CEL", basis.get("cel", "")),
        ]
    if card.star:
        slots.append(_corner("star", card.star, f"{card.star} star", basis.get("star", "")))
    if card.side == "soviet" and card.limit == 11:
        slots.append(_corner("guards", "G", "Guards"))
    return slots


def stripe(card: catalogue.Counter) -> Corner:
    """The formation a counter belongs to: its colour, and in words with its army."""
    own = card.formation or card.army
    words = f"{card.army}, {card.formation}" if card.formation else card.army
    return structs.replace(_corner("stripe", own, words), tone=own)


def bases(words: str) -> dict[str, str]:
    """What each figure of a counter rests on, from `sp=estimated;mp=stated`."""
    return {name: how for name, _, how in (part.partition("=") for part in words.split(";"))}


def _corner(slot: str, text: str, tip: str, basis: str = "") -> Corner:
    return Corner(slot=slot, text=text, tone="plain", tip=tip, basis=basis)


def states(view: WbState, unit: Unit) -> list[str]:
    words = []
    if unit.cel < printed(view, unit).cel:
        words.append("depleted")
    if unit.disorganised:
        words.append("disorganised")
    if unit.supply:
        words.append("out_of_supply")
    if unit.has(Mark.FOUGHT):
        words.append("fired")
    return words


def badges(unit: Unit) -> list[Badge]:
    drawn = []
    if unit.supply:
        drawn.append(Badge(kind="supply", text=str(unit.supply), tip=f"Out of supply, level {unit.supply}"))
    if unit.has(Mark.TRANSPORT):
        drawn.append(Badge(kind="mark", text="T", tip="Transport set-up"))
    if unit.has(Mark.STRATEGIC_MARKER) or unit.has(Mark.STRATEGIC):
        drawn.append(Badge(kind="mark", text="S", tip="Strategic Movement marker"))
    if unit.has(Mark.REPAIR):
        drawn.append(Badge(kind="mark", text="R", tip="In the workshop"))
    return drawn
