"""How works, smoke, strikes and the weapons of chapters 13 to 18 look (docs/scene.md)."""

from __future__ import annotations

from typing import Any

from balka.core.choices import Choice
from balka.systems.heroes.common.artillery import Arrow, Hold, Plan, Strike
from balka.systems.heroes.common.choosing import action_for
from balka.systems.heroes.common.digging import Abandon, Dig
from balka.systems.heroes.common.flame import Flame, Scorch
from balka.systems.heroes.common.mortars import Indirect
from balka.systems.heroes.common.obstacles import Lay
from balka.systems.heroes.common.quotes import result_checks
from balka.systems.heroes.common.razing import Raze
from balka.systems.heroes.common.smoke import AND, HEAVY, LaySmoke
from balka.systems.heroes.common.targets import hex_of, work_kind
from balka.systems.heroes.common.weapons import UseAt, UseOn
from balka.systems.heroes.common.wiring import Stringing, StringWire
from balka.systems.heroes.common.works import Climb, Inside, Occupy, Outside, fort_at
from balka.systems.heroes.units import HeroesState, Unit, Works

Wire = dict[str, Any]

VERBS = {
    "indirect": "Fire indirectly", "smoke": "Lay smoke", "occupy": "Go inside", "climb": "Climb out",
    "flame": "Flamethrower", "scorch": "Flamethrower, hand to hand", "use": "Use a weapon", "plan": "Plan a strike",
    "lay": "Lay it", "arrow": "Point the arrow", "hold": "Hold the strike",
}  # fmt: skip
FIRES = ("indirect", "smoke", "flame", "scorch", "use", "plan")
SAID: dict[type[Choice], str] = {
    Inside: "Go inside", Outside: "Stay outside", Raze: "Attack the works", Dig: "Dig in",
    Abandon: "Give up the Hasty Defense", StringWire: "Lay Barbed Wire",
}  # fmt: skip


def layers(view: HeroesState) -> list[Wire]:
    """Works and smoke on the map, and the strikes the viewer knows of."""
    works = [_work(view, label, one) for label, one in view.position.works.items()]
    smoke = [_smoke(label, what) for label, what in view.position.smoke.items()]
    return [*works, *smoke, *_strikes(view)]


def _work(view: HeroesState, label: str, one: Works) -> Wire:
    kind = work_kind(view, one)
    whose = f"{view.setting.sides_named[one.side]} " if one.side else ""
    note = ", hidden: only your side knows" if one.hidden else ""
    said, place = f"{whose}{kind.name}{note}", hex_of(label)
    wire: Wire = {"kind": one.kind, "hex": place, "label": said, "side": one.side or None}
    if kind.has_facing:
        wire["facing"] = view.setting.board.grid.sides[one.facing]
    return {**wire, "text": f"+{kind.front_bonus}"} if kind.front_bonus else wire


def _smoke(label: str, what: str) -> Wire:
    """Smoke of one marker or of several that add up."""
    thick = sum(2 if word == HEAVY else 1 for word in what.split(AND))
    cover = f"+{thick}, no sight through it" if thick > 1 else "+1; twice on a line it blocks sight"
    named = " and ".join(f"{word.capitalize()} Smoke" for word in what.split(AND))
    kind = "smoke_heavy" if thick > 1 else "smoke_light"
    return {"kind": kind, "hex": label, "label": f"{named}: {cover}", "tone": "plain"}


def _strikes(view: HeroesState) -> list[Wire]:
    """Strikes landing now, and the viewer's own plans. [13.5]"""
    found = []
    for frame in view.stack:
        if isinstance(frame, Strike):
            label = view.setting.board.labels[frame.target]
            found.append(_aim(label, f"{view.setting.cards[frame.card].name} lands here, or near"))
    for notes in view.secrets.values():
        for key, note in notes.items():
            if key.startswith("plan "):
                card, label = key.split()[2], note.split()[0]
                found.append(_aim(label, f"{view.setting.cards[card].name} is planned here: only you know"))
    return found


def _aim(label: str, text: str) -> Wire:
    return {"kind": "objective", "hex": label, "glyph": "target", "label": text, "tone": "fire"}


def badges(view: HeroesState, unit: Unit) -> list[Wire]:
    """A unit inside a Fortification. [17.2-a]"""
    found = fort_at(view, unit.hex) if unit.inside else None
    if found is None:
        return []
    kind = found[1]
    tip = f"In a {kind.name}: +{kind.front_bonus}DR in front, +{kind.flank_bonus}DR from the flank"
    return [{"kind": "mark", "text": f"+{kind.front_bonus}", "tip": tip, "rule": "sos-17.2-a"}]


def leaf(view: HeroesState, choice: Choice) -> Wire | None:
    """Label, tone and badge of a choice of these chapters."""
    labels, sides = view.setting.board.labels, view.setting.board.grid.sides
    if type(choice) in SAID:
        return {"label": SAID[type(choice)], "tone": "fire" if isinstance(choice, Raze) else "go"}
    if isinstance(choice, Occupy | Climb):
        return {"tone": "go", "label": f"Face {sides[choice.facing]}"}
    if isinstance(choice, Arrow):
        side, strike = sides[choice.facing], view.stack[-1]
        where = {"hex": labels[strike.target]} if isinstance(strike, Strike) else {}
        anchor = {"kind": "facing", "id": side, "side": side, **where}
        return {"tone": "fire", "label": f"Arrow {side}", "anchor": anchor}
    if isinstance(choice, Plan):
        return {"tone": "fire", "label": "HE" if choice.what == "he" else "Smoke"}
    if isinstance(choice, Hold):
        return {"label": "Hold it for later"}
    if isinstance(choice, Lay):
        what = "wire" if isinstance(view.stack[-1], Stringing) else "a Mine"
        return {"tone": "go", "label": f"Lay {what} in {labels[choice.place]}"}
    if isinstance(choice, LaySmoke):
        return {"tone": "fire", "label": f"Smoke in {labels[choice.target]}"}
    return _attack(view, choice)


def _attack(view: HeroesState, choice: Choice) -> Wire | None:
    labels, name = view.setting.board.labels, view.setting.name
    said = ""
    if isinstance(choice, Indirect):
        said = f"Spotted from {labels[choice.spotter]}"
    elif isinstance(choice, Flame | UseAt):
        said = f"At {labels[choice.target]}"
    elif isinstance(choice, Scorch | UseOn):
        said = name(choice.target)
    return {"tone": "fire", "label": said, "badge": _chance(view, choice)} if said else None


def _chance(view: HeroesState, choice: Choice) -> str | None:
    """The best chance to hit, as the attacker knows it; none where only the opponent does."""
    unit = view.position.unit(str(choice.path()[0]))
    if unit is None:
        return None
    action = action_for(view, unit, choice, "")
    checks = result_checks(view, unit, action)
    chances = [1 - float(check.odds()[0].high) for check in checks if check.reader == "attack"]
    return f"{round(100 * max(chances))}%" if chances else None
