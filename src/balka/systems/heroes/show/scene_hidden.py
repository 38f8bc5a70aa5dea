"""How Groups, Hidden units and the search for them are shown ."""

from __future__ import annotations

from balka.core.choices import Choice
from balka.core.scene.counters import Badge
from balka.core.scene.nodes import Look
from balka.systems.heroes.chapters import placing, scouting
from balka.systems.heroes.chapters.finding import Face
from balka.systems.heroes.chapters.group_moves import Finish
from balka.systems.heroes.chapters.groups import Act, Gathering, Group, With
from balka.systems.heroes.chapters.hidden import Reveal, Sneak
from balka.systems.heroes.data.mission_data import EntryChoice
from balka.systems.heroes.units import HeroesState, Unit

VERBS = {"sneak": "Move unseen", "reveal": "Show it", "put": "Place",
         "act": "Say what they do", "face": "Turn it", "pick": "Choose"}  # fmt: skip
ACTS = {"move": "Move together", "enter": "Enter together", "rally": "Rally together", "stall": "Stall together",
        "hide": "Hide together", "sneak": "Move unseen together", "dig": "Dig in together",
        "wire": "Lay wire together", "smoke": "Lay smoke together", "occupy": "Go inside together",
        "climb": "Leave the works together", "unload": "Get off together",
        "leave": "Leave the map together"}  # fmt: skip


def stacks(view: HeroesState) -> dict[int, list[Unit]]:
    """Everybody on the map the viewer knows of: those in view, and his Hidden units on top. [11.0-b]"""
    found = {place: list(units) for place, units in view.position.stacks.items()}
    for unit in view.position.hidden.values():
        if unit.hex >= 0:
            found.setdefault(unit.hex, []).append(unit)
    return found


def hiding_forces(view: HeroesState) -> list[str]:
    """Whose Hidden units are known by name alone."""
    return list(dict.fromkeys(unit.force for unit in view.position.hidden.values() if unit.hex < 0))


def states(view: HeroesState, unit: Unit) -> list[str]:
    return ["hidden"] if unit.id in view.position.hidden else []


def badges(view: HeroesState, unit: Unit) -> list[Badge]:
    return [*_in_group(view, unit), *_unseen(view, unit)]


def _in_group(view: HeroesState, unit: Unit) -> list[Badge]:
    """Who belongs to the Group that is being put together. [10.0-b]"""
    top = view.stack[-1] if view.stack else None
    if not isinstance(top, Gathering) or unit.id not in top.members:
        return []
    return [Badge(kind="mark", text="G", tip="Acts together with the Group", rule="sos-10.0-b atb-9.1-a")]


def _unseen(view: HeroesState, unit: Unit) -> list[Badge]:
    if unit.id not in view.position.hidden:
        return []
    tip = (
        "Hidden: only your side knows where it is" if unit.hex >= 0 else "Hidden: only the other side knows where it is"
    )
    return [Badge(kind="hidden", text="H", tip=tip, rule="sos-11.0-b atb-10.0-a")]


def leaf(view: HeroesState, choice: Choice) -> Look | None:
    """Label and tone of a whole choice of these chapters; None for any other."""
    labels, sides = view.setting.board.labels, view.setting.board.grid.sides
    if isinstance(choice, Reveal | Face | placing.Put):
        return Look(f"Face {sides[choice.facing]}", "go")
    if isinstance(choice, Sneak | placing.PutHidden):
        return Look(labels[choice.to], "go")
    if isinstance(choice, With):
        return Look(f"With {view.setting.name(choice.unit)}")
    if isinstance(choice, placing.Pick):
        return Look(f"{view.setting.cards[choice.card].name}: {_entry_of(view, choice)}")
    return Look(ACTS.get(choice.what, choice.what)) if isinstance(choice, Act) else _plain(choice)


def _entry_of(view: HeroesState, choice: placing.Pick) -> str:
    """The hexes an Objective card lets reinforcements in by. [card 21]"""
    rules = [rule for rule in view.setting.mission.special if isinstance(rule, EntryChoice)]
    found = next((rule.options[choice.card] for rule in rules if choice.card in rule.options), ())
    labels = [view.setting.board.labels[view.setting.board.hex(name)] for name in found]
    return f"by {' or '.join(labels)}"


def _plain(choice: Choice) -> Look | None:
    named = {
        Group: "Act together",
        Finish: "That is all",
        scouting.Look: "Look for Hidden enemies",
        placing.Ready: "Ready: place the rest as proposed",
    }
    label = named.get(type(choice))
    return Look(label) if label is not None else None
