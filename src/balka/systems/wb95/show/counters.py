"""The face of a counter: its corners, what has happened to it, and the badges on it. Nothing is decided here."""

from __future__ import annotations

from typing import Any

from balka.core.state import State
from balka.systems.wb95 import movement
from balka.systems.wb95.catalogue import KINDS, MP, Counter
from balka.systems.wb95.position import Unit, printed

Wire = dict[str, Any]
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


def counter(view: State, who: Unit) -> Wire:
    """A counter with its corners and badges; a nameless one shows at most its kind and its CEL."""
    if not who.known:
        return masked(who)
    card = printed(view, who)
    return {
        "id": who.id,
        "name": card.called,
        "side": who.side,
        "style": STYLES[who.side],
        "form": "operational",
        "symbol": "mechanised" if card.kind == "MOT" and card.moves == "mechanized" else SYMBOLS.get(card.kind, ""),
        "corners": corners(view, who),
        "facing": None,
        "states": states(view, who),
        "badges": badges(who),
        "anonymous": False,
        "note": card.note,
    }


def masked(who: Unit) -> Wire:
    """What can be seen of a masked counter. [16.1.4]"""
    plain: Wire = {"id": who.id, "side": who.side, "style": STYLES[who.side], "form": "operational", "anonymous": True}
    if not who.kind:
        return plain
    steps = [_corner("steps", str(who.cel), f"{who.cel} CEL")] if who.cel else []
    symbol = SYMBOLS.get(who.kind, "")
    name = f"{who.side.capitalize()} {KINDS.get(who.kind, who.kind)}"
    return {**plain, "symbol": symbol, "name": name, "corners": steps}


def corners(view: State, who: Unit) -> list[Wire]:
    card = printed(view, who)
    attack, defence = card.strength(who.cel, attacking=True), card.strength(who.cel, attacking=False)
    strength = str(attack) if attack == defence else f"{attack}/{defence}"
    left = (movement.allowance(view, who) - who.spent) / MP if card.mp else 0
    basis = bases(card.basis)
    both = "attack and defence" if attack == defence else f"attack {attack}, defence {defence}"
    found = [
        _corner("name", card.name, card.army),
        stripe(card),
        *([_corner("size", *SIZES[card.size])] if card.size in SIZES else []),
        {**_corner("strength", strength, f"Strength points, {both}"), "basis": basis.get("sp")},
    ]
    if card.kind != "AIR":
        found += [
            {**_corner("movement", str(card.mp), f"{left:.3g} of {card.mp} points left"), "basis": basis.get("mp")},
            {**_corner("steps", str(who.cel), f"{who.cel} of {card.cel} CEL"), "basis": basis.get("cel")},
        ]
    if card.star:
        found.append({**_corner("star", card.star, f"{card.star} star"), "basis": basis.get("star")})
    if card.side == "soviet" and card.limit == 11:
        found.append(_corner("guards", "G", "Guards"))
    return found


def stripe(card: Counter) -> Wire:
    """The formation a counter belongs to: its colour, and in words with its army."""
    own = card.formation or card.army
    words = f"{card.army}, {card.formation}" if card.formation else card.army
    return {**_corner("stripe", own, words), "tone": own}


def bases(words: str) -> dict[str, str]:
    """What each figure of a counter rests on, from `sp=estimated;mp=stated`."""
    return {name: how for name, _, how in (part.partition("=") for part in words.split(";"))}


def _corner(slot: str, text: str, tip: str) -> Wire:
    return {"slot": slot, "text": text, "tone": "plain", "tip": tip}


def states(view: State, who: Unit) -> list[str]:
    found = []
    if who.cel < printed(view, who).cel:
        found.append("depleted")
    if who.disorganised:
        found.append("disorganised")
    if who.supply:
        found.append("out_of_supply")
    if who.has("fought"):
        found.append("fired")
    return found


def badges(who: Unit) -> list[Wire]:
    found = []
    if who.supply:
        found.append({"kind": "supply", "text": str(who.supply), "tip": f"Out of supply, level {who.supply}"})
    if who.has("transport"):
        found.append({"kind": "mark", "text": "T", "tip": "Transport set-up"})
    if who.has("marked") or who.has("strategic"):
        found.append({"kind": "mark", "text": "S", "tip": "Strategic Movement marker"})
    if who.has("repair"):
        found.append({"kind": "mark", "text": "R", "tip": "In the workshop"})
    return found
