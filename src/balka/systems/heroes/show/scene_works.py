"""How works, smoke, strikes and the weapons of chapters 13 to 18 look ."""

from __future__ import annotations

from balka.core.choices import Choice
from balka.core.scene.counters import Badge
from balka.core.scene.display import Layer
from balka.core.scene.nodes import Anchor, Look
from balka.systems.heroes.chapters.artillery import Arrow, Hold, Plan, Strike
from balka.systems.heroes.chapters.digging import Abandon, Dig
from balka.systems.heroes.chapters.flame import Flame, Scorch
from balka.systems.heroes.chapters.mortars import Indirect
from balka.systems.heroes.chapters.obstacles import Lay
from balka.systems.heroes.chapters.razing import Raze
from balka.systems.heroes.chapters.smoke import AND, HEAVY, LaySmoke
from balka.systems.heroes.chapters.targets import hex_of, work_kind
from balka.systems.heroes.chapters.weapons import UseAt, UseOn
from balka.systems.heroes.chapters.wiring import Stringing, StringWire
from balka.systems.heroes.chapters.works import Climb, Inside, Occupy, Outside, fort_at
from balka.systems.heroes.play.choosing import action_for
from balka.systems.heroes.play.quotes import result_checks
from balka.systems.heroes.units import HeroesState, Unit, Works

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


def layers(view: HeroesState) -> list[Layer]:
    """Works and smoke on the map, and the strikes the viewer knows of."""
    works = [_work(view, label, works) for label, works in view.position.works.items()]
    smoke = [_smoke(label, what) for label, what in view.position.smoke.items()]
    return [*works, *smoke, *_strikes(view)]


def _work(view: HeroesState, label: str, works: Works) -> Layer:
    kind = work_kind(view, works)
    whose = f"{view.setting.sides_named[works.side]} " if works.side else ""
    note = ", hidden: only your side knows" if works.hidden else ""
    return Layer(
        kind=works.kind, hex=hex_of(label), label=f"{whose}{kind.name}{note}", side=works.side or "",
        facing=view.setting.board.grid.sides[works.facing] if kind.has_facing else "",
        text=f"+{kind.front_bonus}" if kind.front_bonus else "",
    )  # fmt: skip


def _smoke(label: str, what: str) -> Layer:
    """Smoke of one marker or of several that add up."""
    thick = sum(2 if word == HEAVY else 1 for word in what.split(AND))
    cover = f"+{thick}, no sight through it" if thick > 1 else "+1; twice on a line it blocks sight"
    named = " and ".join(f"{word.capitalize()} Smoke" for word in what.split(AND))
    kind = "smoke_heavy" if thick > 1 else "smoke_light"
    return Layer(kind=kind, hex=label, label=f"{named}: {cover}", tone="plain")


def _strikes(view: HeroesState) -> list[Layer]:
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


def _aim(label: str, text: str) -> Layer:
    return Layer(kind="objective", hex=label, glyph="target", label=text, tone="fire")


def badges(view: HeroesState, unit: Unit) -> list[Badge]:
    """A unit inside a Fortification. [17.2-a]"""
    found = fort_at(view, unit.hex) if unit.inside else None
    if found is None:
        return []
    kind = found[1]
    tip = f"In a {kind.name}: +{kind.front_bonus}DR in front, +{kind.flank_bonus}DR from the flank"
    return [Badge(kind="mark", text=f"+{kind.front_bonus}", tip=tip, rule="sos-17.2-a atb-18.1-b")]


def leaf(view: HeroesState, choice: Choice) -> Look | None:
    """Label, tone and badge of a choice of these chapters."""
    labels, sides = view.setting.board.labels, view.setting.board.grid.sides
    if type(choice) in SAID:
        return Look(SAID[type(choice)], "fire" if isinstance(choice, Raze) else "go")
    if isinstance(choice, Occupy | Climb):
        return Look(f"Face {sides[choice.facing]}", "go")
    if isinstance(choice, Arrow):
        side, strike = sides[choice.facing], view.stack[-1]
        where = labels[strike.target] if isinstance(strike, Strike) else ""
        anchor = Anchor(kind="facing", id=side, side=side, hex=where)
        return Look(f"Arrow {side}", "fire", anchor=anchor)
    if isinstance(choice, Plan):
        return Look("HE" if choice.what == "he" else "Smoke", "fire")
    if isinstance(choice, Hold):
        return Look("Hold it for later")
    if isinstance(choice, Lay):
        what = "wire" if isinstance(view.stack[-1], Stringing) else "a Mine"
        return Look(f"Lay {what} in {labels[choice.place]}", "go")
    if isinstance(choice, LaySmoke):
        return Look(f"Smoke in {labels[choice.target]}", "fire")
    return _attack(view, choice)


def _attack(view: HeroesState, choice: Choice) -> Look | None:
    labels, name = view.setting.board.labels, view.setting.name
    said = ""
    if isinstance(choice, Indirect):
        said = f"Spotted from {labels[choice.spotter]}"
    elif isinstance(choice, Flame | UseAt):
        said = f"At {labels[choice.target]}"
    elif isinstance(choice, Scorch | UseOn):
        said = name(choice.target)
    return Look(said, "fire", badge=_chance(view, choice)) if said else None


def _chance(view: HeroesState, choice: Choice) -> str:
    """The best chance to hit, as the attacker knows it; none where only the opponent does."""
    unit = view.position.unit(str(choice.path()[0]))
    if unit is None:
        return ""
    action = action_for(view, unit, choice, "")
    checks = result_checks(view, unit, action)
    chances = [1 - float(check.odds()[0].high) for check in checks if check.reader == "attack"]
    return f"{round(100 * max(chances))}%" if chances else ""
