"""The worked examples of the rulebook, played as they stand and compared number by number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs
from tests.systems.famous_divisions.kit import described

from balka.core.checks import Tally
from balka.core.frames import Frame
from balka.core.state import State
from balka.systems.famous_divisions import activation
from balka.systems.famous_divisions.chits import nullified
from balka.systems.famous_divisions.listing import SideFrame
from balka.systems.famous_divisions.model import GdWork, change, unit
from balka.systems.famous_divisions.movement import march, printed_allowance, step_cost
from balka.systems.famous_divisions.ranged import penalty, shot_check
from balka.systems.famous_divisions.results import take_losses
from balka.systems.famous_divisions.sight import line
from balka.systems.famous_divisions.stacking import ROAD_LIMIT, limit, load
from balka.systems.famous_divisions.strength import Fight, chit_parts, fort_parts, modifier_tally, terrain_parts
from balka.systems.famous_divisions.supply import is_in_supply
from balka.systems.famous_divisions.tables import odds_column
from balka.systems.famous_divisions.verbs import Pass
from balka.systems.famous_divisions.zones import zone

Numbers = dict[str, Any]
RIFLES = (
    "1-1rif", "2-1rif", "3-1rif", "1-2rif", "2-2rif", "3-2rif", "1-3rif", "2-3rif", "3-3rif", "mg-1rif", "mg-2rif",
    "mg-3rif",
)  # fmt: skip


class Rest(SideFrame, frozen=True):
    """An example waits for nothing."""

    def ask_kind(self) -> str:
        return "rest"

    def options(self, state: Any) -> tuple[Pass, ...]:
        return (Pass(),)


def sketched(picture: str, *frames: Frame, **facts: Any) -> State:
    return structs.replace(described(picture, **facts).state, stack=frames or (Rest("german"),))


def after(state: State, rule: Callable[[GdWork], object]) -> State:
    """The state after a rule was carried out."""
    work = GdWork(state, "")
    rule(work)
    return work.settle().state


def listed(state: State) -> list[str]:
    return [state.text(choice) for choice in state.choices()]


# -- activation and supply


def lost_hq() -> Numbers:
    state = sketched("a\n.\nb\n", a="1k-1gr 2k-1gr hq-1gr hq-div-g", b="3k-1gr")
    state = after(state, lambda work: change(work, "hq-1gr", status="lost", hex=-1))
    alone = after(state, lambda work: activation.play_chit(work, "1gr"))
    one = alone.apply("stack A01").state
    acting = {unit(one, text.split()[1]).hex for text in listed(one) if text.startswith("take") and "-" in text}
    division = after(state, lambda work: activation.play_chit(work, "div-g")).apply("battalion 1gr").state
    whole = {f"take {one}" for one in ("1k-1gr", "2k-1gr", "3k-1gr")} <= set(listed(division))
    return {"hexes_activated": len(acting), "division": whole}


def supplied() -> Numbers:
    near = sketched("a\n.\nh\nk\n", a="5k-2pz", h="hq-2pz", k="hq-1gr")
    far = sketched("a\n.\nh\nk\n", a="5k-2pz", h="hq-2pz", k="hq-1gr", sides=["A01-A02 river"])
    return {"path": is_in_supply(near, unit(near, "5k-2pz")), "no_path": is_in_supply(far, unit(far, "5k-2pz"))}


def own_units_only() -> Numbers:
    state = sketched("a\n.\n", a="5k-2pz hq-2pz 1k-1gr hq-1gr")
    texts = listed(after(state, lambda work: activation.play_chit(work, "2pz")))
    named = {text.split()[1] for text in texts if text.startswith("take") and "-" in text}
    return {"activated": sorted(named)}


# -- stacking, zones


def stacked(full: int, depleted: int, terrain: str = ".", *, road: bool = False) -> Numbers:
    ids = [*RIFLES[:full], *(f"{one}!" for one in RIFLES[full : full + depleted])]
    state = sketched(f"{terrain}\n", A01=" ".join(ids))
    most = ROAD_LIMIT if road else limit(state, 0)
    total = load(state, state.position.stack(0))
    return {"stacking_points": total / 2, "limit": most / 2, "legal": total <= most}


def no_zone_in_forest() -> Numbers:
    state = sketched("a\nF\n", a="1-1rif")
    return {"in_zone": 1 in zone(state, "soviet")}


# -- movement


def entry(one: str, picture: str, **more: Any) -> tuple[float, int]:
    """Cost of the step from A01 to A02 for a unit, and its printed allowance."""
    state = sketched(picture, A01=one, **more)
    counter = unit(state, one)
    trek = march(state, (counter,))
    cost = step_cost(state, trek, trek.paces[0].legs, 0, 1)
    printed = printed_allowance(state, counter)
    return (-1.0 if cost is None else cost.price(printed) / 2), printed


def woods() -> Numbers:
    leg, _ = entry("1-1rif", ".\nW\n")
    tracked, half = entry("spw.1-rcn-g", ".\nW\n")
    wheeled, whole = entry("1k-1gr", ".\nW\n")
    words = ("half" if tracked * 2 == half else tracked, "all" if wheeled == whole else wheeled)
    return {"leg": leg, "tracked": words[0], "wheeled": words[1]}


def half_terrain() -> Numbers:
    """An allowance of 9: woods cost 5, so 4 may have been spent before."""
    cost, printed = entry("spg-at", ".\nW\n")
    return {"spent_before": printed - cost, "half_down": printed // 2}


def road_half() -> Numbers:
    pairs = [(one, kind) for one in ("spg-at", "1k-1gr") for kind in ("road", "highway")]
    costs = {entry(one, ".\n.\n", roads=[f"A01-A02 {kind}"])[0] for one, kind in pairs}
    return {"mp": costs.pop()} if len(costs) == 1 else {"mp": sorted(costs)}


def teeth_and_road() -> Numbers:
    teeth = ["A01-A02 dragons_teeth"]
    shut = [entry(one, ".\n.\n", sides=teeth)[0] for one in ("spg-at", "1k-1gr")]
    by_road = [entry(one, ".\n.\n", sides=teeth, roads=["A01-A02 road"])[0] for one in ("spg-at", "1k-1gr")]
    return {"closed": shut == [-1.0, -1.0], "by_road": all(cost > 0 for cost in by_road)}


def rider_hit_too() -> Numbers:
    state = sketched("a\n", a="t34.1-2tk 1-1rif")
    state = after(state, lambda work: change(work, "1-1rif", carrier="t34.1-2tk"))
    state = after(state, lambda work: take_losses(work, "soviet", ("t34.1-2tk", "1-1rif"), 1, deadly=False))
    tank, rider = unit(state, "t34.1-2tk"), unit(state, "1-1rif")
    return {"tracked_casualties": int(tank.depleted), "leg_casualties": int(rider.depleted)}


# -- combat


def crossing_and_hill() -> Numbers:
    state = sketched("a\nx:H\n", a="1-1rif", x="1k-1gr", sides=["A01-A02 river"])
    parts = {part.label: part.value for part in terrain_parts(state, Fight("soviet", 1, ("1-1rif",)))}
    return {"river": parts.get("across a river"), "hill": parts.get("hill", 0) > 0}


def chits(attacker: str, defender: str) -> Numbers:
    """What two drawn chits add to the dice, each and together."""
    state = sketched("a\nx\n", a="1-1rif", x="1k-1gr")
    fight = Fight("soviet", 1, ("1-1rif",), chits=(("soviet", attacker), ("german", defender)))
    fight = structs.replace(fight, void=tuple((lost.side, lost.rule) for lost in nullified(state, fight)))
    first, second = chit_parts(state, fight)
    net = modifier_tally(state, fight).value
    return {"net": net, "attacker_chit": first.value, "defender_chit": second.value}


# -- fire and fortifications


def snowy_evening() -> Numbers:
    state = sketched("a\nx\n", a="su85.1-at", x="1k-1gr", weather="Snowy", turn="Evening")
    return {"per_die": -penalty(state, 1)}


def flak_reverse() -> Numbers:
    state = sketched("a\nx\n", a="su85.1-at", x="flak-2gr")
    tally: Tally = shot_check(state, unit(state, "su85.1-at"), 1, (unit(state, "flak-2gr"),)).tally
    return {"defense_used": tally.parts[0].value}


def orchard_bunker() -> Numbers:
    state = sketched("a\nO\nx\n", a="1-1rif", x="1k-1gr", forts=["bunker A02 N"])
    held = sketched("a\nx:O\n.\n", a="1-1rif", x="1k-1gr", forts=["bunker A02 N"])
    parts = fort_parts(held, Fight("soviet", 1, ("1-1rif",)))
    return {"bunker": parts[0].value, "blocks": not line(state.setting.catalogue.ground, 0, 2).clear}


def minefield() -> Numbers:
    cost, printed = entry("1-1rif", ".\n.\n", forts=["minefield A02 N"])
    terrain, _ = entry("1-1rif", ".\n.\n")
    return {"terrain": terrain, "minefield": "half" if (cost - terrain) * 2 == printed else cost - terrain, "mp": cost}


# -- what each example says beyond its numbers


def _says(**facts: Any) -> Numbers:
    return facts


EXAMPLES: dict[str, tuple[Callable[[], Numbers], Numbers]] = {
    "ex-2.4": (lost_hq, _says(division=True)),
    "ex-5.1": (supplied, _says(path=True, no_path=False)),
    "ex-6.0": (own_units_only, _says(activated=["5k-2pz", "hq-2pz"])),
    "ex-7.1-a": (lambda: stacked(0, 8), _says(legal=True)),
    "ex-7.1-b": (lambda: stacked(3, 2), _says(legal=True)),
    "ex-7.1-c": (lambda: stacked(0, 4, road=True), _says(legal=True)),
    "ex-7.1-d": (lambda: stacked(1, 2, road=True), _says(legal=True)),
    "ex-7.2": (lambda: stacked(0, 12, "C"), _says(legal=True)),
    "ex-8.0": (no_zone_in_forest, _says(in_zone=False)),
    "ex-9.0-a": (woods, _says()),
    "ex-9.0-b": (half_terrain, _says(spent_before=4, half_down=4)),
    "ex-9.0-c": (road_half, _says()),
    "ex-9.2": (teeth_and_road, _says(closed=True, by_road=True)),
    "ex-9.5": (rider_hit_too, _says()),
    "ex-10.1-a": (lambda: {"ratio": odds_column(11, 6)}, _says()),
    "ex-10.1-b": (crossing_and_hill, _says(hill=True)),
    "ex-10.3-a": (lambda: chits("raw-recruits", "aggressive-assault"), _says()),
    "ex-10.3-b": (lambda: chits("apathy", "accurate-fire"), _says()),
    "ex-11.3-a": (snowy_evening, _says()),
    "ex-11.3-b": (flak_reverse, _says()),
    "ex-15.0": (orchard_bunker, _says(blocks=True)),
    "ex-15.2": (minefield, _says()),
    "ex-15.2-b": (minefield, _says()),
}


def run(example: dict[str, object]) -> list[str]:
    """Play one example; what comes out differently, a sentence each."""
    key = str(example["id"])
    if key not in EXAMPLES:
        return [f"{key} is not known here"]
    play, says = EXAMPLES[key]
    found = play()
    stated = example.get("numbers")
    expected = {**(stated if isinstance(stated, dict) else {}), **says}
    if not expected:
        return [f"{key} compares nothing"]
    wrong = [name for name, value in expected.items() if found.get(name) != value]
    return [f"{name} is {found.get(name)!r}, not {expected[name]!r}" for name in wrong]
