"""Questions about a heroes position: ratings and numbers, costs, rallies, sight, zones, the Spent die."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from balka.core.checks import Part, Tally, add
from balka.core.choices import Choice, Refusal
from balka.core.frames import CHANCE, Steps
from balka.core.hexes import hexes_in
from balka.referee.adapters import Case, Question
from balka.referee.answers import (
    Answer,
    check_rows,
    check_values,
    joined,
    need_words,
    odds_row,
    refusal_values,
    tally_rows,
    tally_values,
)  # fmt: skip
from balka.referee.document import Entry, nearest
from balka.systems.heroes.common.fire import (
    CAREFUL_AIMING,
    GUN,
    Shot,
    Weapon,
    attack_check,
    attack_rating,
    defence_rating,
    fire_zone,
    may_attack,
    own_weapon,
    range_of,
    shot_at,
    target_hexes,
    why_not_fire,
)  # fmt: skip
from balka.systems.heroes.common.overlays import sight_rule
from balka.systems.heroes.common.rally import rally_check, why_not_rally
from balka.systems.heroes.common.spending import CHECK_LIMIT
from balka.systems.heroes.common.turns import Turn, Turns
from balka.systems.heroes.third_edition.payment import spent_check
from balka.systems.heroes.units import HeroesState, Unit

CANNOT_PAY, NEVER_RALLIED = "sos-2.2-b", "sos-7.9-b"
MOST_COST = 30
ANY_GUN = Weapon(GUN, "any weapon", 0, 0, 0)


def on_turn(state: HeroesState, force: str) -> HeroesState:
    """The same position at the start of a force's Turn."""
    tracks = structs.replace(state.tracks, active=force)
    return structs.replace(state, tracks=tracks, stack=(Steps("round", 1), Turns(), Turn(force)))


# -- units and places


def _unit(case: Case, entry: Entry) -> Unit:
    units: Mapping[str, Unit] = {**case.state.position.units, **case.state.position.hidden}
    name = entry.text().lower()
    if name not in units:
        raise entry.mistake(f"there is no unit {entry.text()!r}", nearest(name, list(units)))
    return units[name]


def _on_map(case: Case, entry: Entry) -> Unit:
    unit = _unit(case, entry)
    if unit.hex < 0:
        raise entry.mistake(f"{unit.id} is not on the map", "name a unit that stands in a hex")
    return unit


def _place(case: Case, entry: Entry) -> int:
    """A hex by label or mark, or the hex a unit stands in."""
    if case.state.position.unit(entry.text().lower()) is not None:
        return _on_map(case, entry).hex
    return case.ground.place(entry)


def _caps(fields: Mapping[str, Entry]) -> int:
    """CAPs on a check of one's own; less than nothing raises the number. [3.2]"""
    return fields["caps"].number(-CHECK_LIMIT, CHECK_LIMIT) if "caps" in fields else 0


# -- attacks


def hit_number(case: Case, entry: Entry) -> Answer:
    """DR minus AR, less CAPs, with the odds of a miss, a Hit and a Critical Hit. [6.7, 7.1]"""
    fields = entry.fields(("attacker", "target", "caps", "careful_aiming"), ("attacker", "target"))
    shooter, target = _on_map(case, fields["attacker"]), _on_map(case, fields["target"])
    aimed = "careful_aiming" in fields and fields["careful_aiming"].flag()
    bonus: tuple[Part, ...] = (CAREFUL_AIMING,) if aimed else ()
    check = attack_check(case.state, shot_at(case.state, shooter, target), bonus, _caps(fields))
    refusal = _why_not_attack(case.state, shooter, target)
    defence, attack = check.tallies
    values = {**check_values(check), "dr": defence.spread[0], "ar": attack.value, "critical": check.tally.spread[0] + 4,
              **refusal_values(refusal)}  # fmt: skip
    return Answer(need_words(check.tally), (*check_rows(check), *_forbidden(refusal)), values)


def _why_not_attack(state: HeroesState, shooter: Unit, target: Unit) -> Refusal | None:
    if shooter.hex == target.hex:
        return may_attack(state, shooter)
    return why_not_fire(state, shooter, target.hex)


def _forbidden(refusal: Refusal | None) -> tuple[str, ...]:
    return (f"But it is not allowed now: {refusal.text()}",) if refusal else ()


def dr(case: Case, entry: Entry) -> Answer:
    """The Defense Rating of a unit against an attack from a hex or by a unit. [6.1]"""
    fields = entry.fields(("target", "from"), ("target", "from"))
    target, place = _on_map(case, fields["target"]), _place(case, fields["from"])
    attacker = case.state.position.unit(fields["from"].text().lower())
    shooter = attacker if attacker is not None else target.changed(id="", marker="", hex=place)
    weapon = own_weapon(case.state.setting.kind(shooter)) if attacker is not None else ANY_GUN
    tally = defence_rating(case.state, Shot(shooter, target, weapon, place))
    return Answer(need_words(tally), tuple(tally_rows(tally)), tally_values(tally))


def ar(case: Case, entry: Entry) -> Answer:
    """The Attack Rating of a unit against another. [6.5]"""
    fields = entry.fields(("attacker", "target", "careful_aiming"), ("attacker", "target"))
    aimed = "careful_aiming" in fields and fields["careful_aiming"].flag()
    bonus: tuple[Part, ...] = (CAREFUL_AIMING,) if aimed else ()
    shooter, target = _on_map(case, fields["attacker"]), _on_map(case, fields["target"])
    tally = attack_rating(case.state, shot_at(case.state, shooter, target), bonus)
    return Answer(need_words(tally), tuple(tally_rows(tally)), tally_values(tally))


# -- costs


def action_cost(case: Case, entry: Entry) -> Answer:
    """What an Action costs and how likely it makes the unit Spent, whoever's Turn it is. [2.4, 2.5]"""
    fields = entry.fields(("action", "caps"), ("action",)) if entry.is_mapping else {"action": entry}
    state, choice = _own_turn(case, fields["action"])
    refusal = state.why_not(state.text(choice))
    if refusal is not None and refusal.rule != CANNOT_PAY:
        return Answer(f"It is not allowed: {refusal.text()}", (), {"value": None, **refusal_values(refusal)})
    cost = state.quote(choice).cost
    if cost is None:
        raise fields["action"].mistake("this has no cost", "name an Action: move, pivot, fire, assault, rally, stall")
    return _priced(state, cost, fields.get("caps"), refusal)


def _priced(state: HeroesState, cost: Tally, caps: Entry | None, refusal: Refusal | None) -> Answer:
    paid = caps.number(0, cost.value) if caps is not None else 0
    left = cost.plus(add(-paid, f"{paid} CAPs", "sos-3.3-a")) if paid else cost
    check = spent_check(left, "the unit")
    rows = [*tally_rows(left), odds_row(check) if left.value > 0 else "No Spent Check [sos-3.4-a]"]
    chance = check.chances(left.value)["spent"]
    values = {**tally_values(left), "before_caps": cost.value, "spent_chance": float(chance), "exact": str(chance),
              **refusal_values(refusal)}  # fmt: skip
    return Answer(f"{left.name} {left.value}AP", (*rows, *_forbidden(refusal)), values)


def _own_turn(case: Case, entry: Entry) -> tuple[HeroesState, Choice]:
    """The sentence of an Action, in the Turn of the side whose unit is to act."""
    with entry.blamed():
        choice = case.state.setting.grammar.parse(entry.text(), case.state.setting.board)
    unit = case.state.position.unit(str(choice.path()[0]))
    if unit is None and choice.subject:
        raise entry.mistake(
            f"there is no unit {choice.path()[0]!r}", nearest(str(choice.path()[0]), list(case.state.position.units))
        )
    force = unit.force if unit is not None else case.state.tracks.active
    asked = case.state.asks[0] if case.state.asks else None
    if asked is not None and asked.seat != CHANCE and asked.force == force and asked.kind == "turn":
        return case.state, choice
    return on_turn(case.state, force), choice


def spent_chance(case: Case, entry: Entry) -> Answer:
    """How likely an Action of some cost makes a unit Spent. [2.5]"""
    fields = entry.fields(("cost", "caps"), ("cost",)) if entry.is_mapping else {"cost": entry}
    cost = Tally("Action cost", (add(fields["cost"].number(0, MOST_COST), "Cost as asked", "sos-2.4-a"),))
    return _priced(case.state, cost, fields.get("caps"), None)


# -- rallies


def rally_number(case: Case, entry: Entry) -> Answer:
    """What a unit must roll to be rid of its Hit Marker. [7.7, 7.8]"""
    fields = entry.fields(("unit", "caps"), ("unit",)) if entry.is_mapping else {"unit": entry}
    unit = _on_map(case, fields["unit"])
    refusal = why_not_rally(case.state, unit)
    if not unit.marker or (refusal is not None and refusal.rule == NEVER_RALLIED):
        assert refusal is not None
        return Answer(f"It cannot rally: {refusal.text()}", (), {"value": None, **refusal_values(refusal)})
    check = rally_check(case.state, unit, _caps(fields))
    values = {**check_values(check), **refusal_values(refusal)}
    return Answer(need_words(check.tally), (*check_rows(check), *_forbidden(refusal)), values)


# -- sight and fire zones


def line_of_sight(case: Case, entry: Entry) -> Answer:
    """Whether one hex sees another, what the line crosses and what stops it. [5.2]"""
    fields = entry.fields(("from", "to"), ("from", "to"))
    a, b = _place(case, fields["from"]), _place(case, fields["to"])
    setting = case.state.setting
    rides = any(_is_mounted(case, fields[end]) for end in ("from", "to"))
    seen = (setting.ground.sight if rides else setting.ground.foot_sight).explain(a, b)
    labels, away = setting.board.labels, setting.board.distance(a, b)
    crossed = [labels[h] for h in seen.crossed if h >= 0]
    runs = [[labels[h] for h in pair if h >= 0] for pair in seen.edge_runs]
    values: dict[str, Any] = {"clear": seen.clear, "distance": away, "crossed": crossed, "edge_runs": runs,
              "blocked_by": [labels[h] for h in seen.blocked_by if h >= 0], "reason": seen.reason or ""}  # fmt: skip
    head = (
        f"{labels[a]} and {labels[b]} see each other"
        if seen.clear
        else f"Blocked by {seen.reason} [{sight_rule(seen.reason or '')}]"
    )
    rows = [f"{away} hexes apart; the line crosses {joined(crossed, 'no hex')}"]
    rows += [f"it runs along the edge of {' and '.join(pair)} [sos-5.2-g]" for pair in runs]
    return Answer(head, tuple(rows), values)


def _is_mounted(case: Case, entry: Entry) -> bool:
    """Is the end a unit that is no Foot Unit? Corn hides nothing from it. [5.2-e]"""
    unit = case.state.position.unit(entry.text().lower())
    return unit is not None and not case.state.setting.kind(unit).is_foot


def zone(case: Case, entry: Entry) -> Answer:
    """The hexes a unit can attack: in its Arc, in sight, within twice its Range. [5.0]"""
    unit, state = _on_map(case, entry), case.state
    labels, board = state.setting.board.labels, state.setting.board
    reach = range_of(state, unit)
    hexes = list(hexes_in(fire_zone(state, unit)))
    near = [labels[h] for h in hexes if board.distance(unit.hex, h) <= reach]
    far = [labels[h] for h in hexes if board.distance(unit.hex, h) > reach]
    targets = [labels[h] for h in target_hexes(state, unit)]
    rows = (f"In Range {reach} [sos-5.3-c]: {joined(near)}", f"At Long Range, -2AR [sos-6.6-a]: {joined(far)}",
            f"Hexes with enemies it may fire at [sos-5.0-a]: {joined(targets)}")  # fmt: skip
    values = {"hexes": [labels[h] for h in hexes], "in_range": near, "long_range": far, "targets": targets}
    return Answer(f"{len(hexes)} hexes in the Fire Zone of {state.setting.name(unit.id)}", rows, values)


QUESTIONS: Mapping[str, Question] = {
    "hit_number": hit_number,
    "dr": dr,
    "ar": ar,
    "action_cost": action_cost,
    "rally_number": rally_number,
    "line_of_sight": line_of_sight,
    "fire_zone": zone,
    "spent_chance": spent_chance,
}
