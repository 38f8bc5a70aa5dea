"""How what only this edition knows is shown: airplanes, Veterans, Recon by Fire, Snipers ."""

from __future__ import annotations

from msgspec import structs

from balka.core.choices import Choice, Token
from balka.core.scene.counters import Badge
from balka.core.scene.display import Layer
from balka.core.scene.nodes import Look
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import Showing
from balka.systems.heroes.third_edition.airplanes import AirAttack, PlaceAt, Plane, swath
from balka.systems.heroes.third_edition.anti_air import Answer, AnswerUnseen
from balka.systems.heroes.third_edition.recon import ReconByFire, Search
from balka.systems.heroes.third_edition.rounds import Initiative
from balka.systems.heroes.third_edition.snipers import Snipe
from balka.systems.heroes.third_edition.veteran_moves import Overrun
from balka.systems.heroes.third_edition.veterans import Again, Steady
from balka.systems.heroes.units import HeroesState, Unit

LABELS = {"snipe": "Fire unseen", "search": "Search", "plane": "Call an airplane", "answer": "Fire at the plane"}
PLAIN = {Overrun: "Overrun", ReconByFire: "Recon by Fire", Steady: "Experienced: count one more"}


def veteran_badges(view: HeroesState, unit: Unit) -> list[Badge]:
    """The Veteran cards a unit has are known to all. [8.2-a]"""
    cards = sorted(view.setting.veterans.get((unit.force, unit.kind), ()))
    tips = [f"{card} {view.setting.cards[card].name}: {view.setting.cards[card].effect}" for card in cards]
    return [Badge(kind="mark", text="V", tip="Veteran. " + " ".join(tips), rule="sos-8.2-a")] if cards else []


def layers(view: HeroesState) -> list[Layer]:
    """A plane over the map, and the hexes it will attack. [16.7]"""
    labels = view.setting.board.labels
    for frame in view.stack:
        if isinstance(frame, AirAttack) and frame.place >= 0:
            name = view.setting.cards[frame.card].name
            over = Layer(kind="objective", hex=labels[frame.place], glyph="plane", label=name, tone="fire")
            ahead = swath(view, frame.place, frame.facing)
            return [over, *(structs.replace(over, hex=labels[h], label=f"{name} attacks here") for h in ahead)]
    return []


def leaf(view: HeroesState, choice: Choice) -> Look | None:
    """Label and tone of a choice of these chapters."""
    labels, sides = view.setting.board.labels, view.setting.board.grid.sides
    if isinstance(choice, PlaceAt):
        return Look(f"Fly {sides[choice.facing]}", "fire")
    if isinstance(choice, Plane):
        return Look(f"Call {view.setting.cards[choice.card].name}", "fire")
    if isinstance(choice, AnswerUnseen):
        who = view.setting.name(choice.unit)
        return Look(f"Show {who} facing {sides[choice.facing]}, and answer", "fire")
    if isinstance(choice, Answer):
        return Look(f"Answer with {view.setting.name(choice.unit)}", "fire")
    if isinstance(choice, Snipe):
        return Look(f"Fire unseen at {labels[choice.target]}", "fire")
    if isinstance(choice, Search):
        return Look(labels[choice.place], "fire")
    if isinstance(choice, Again):
        return Look(f"Combat Hardened: roll the {'lower' if choice.die == 1 else 'higher'} die again")
    said = PLAIN.get(type(choice))
    return Look(said, "go") if said else None


def verb(view: HeroesState, what: Token) -> str | None:
    """A word that means something else while a plane comes in."""
    return "Place the plane" if what == "at" and isinstance(view.stack[-1], AirAttack) else None


CHAPTER = Chapter(
    name="1",
    show=Showing(
        verb_label=(verb,),
        labels=LABELS,
        leaf=(leaf,),
        layers=(layers,),
        badges=(veteran_badges,),
        steps={Initiative: lambda view, frame: "Initiative"},
    ),
)
