"""Questions about a heroes position: ratings and numbers, costs, rallies, sight, zones, the Spent die."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from balka.core.checks import Tally, add, span
from balka.core.choices import Choice, Refusal
from balka.core.describing.document import Entry, nearest
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
from balka.referee.heroes.aiming import (
    aimed_at,
    bonuses,
    caps_of,
    on_map,
    own_turn,
    place_of,
    target_of,
    unit_of,
)  # fmt: skip
from balka.referee.heroes.asked import MOST_COST
from balka.systems.heroes import keys
from balka.systems.heroes.chapters.fire import GUN, Shot, Weapon, fire_zone, own_weapon, range_of, target_hexes
from balka.systems.heroes.chapters.hidden import conceals, seen_by_rule, would_be_seen
from balka.systems.heroes.chapters.rally import can_be_rallied, rally_check, why_not_rally
from balka.systems.heroes.chapters.ratings import LONG_RANGE, attack_check, attack_rating, defence_rating
from balka.systems.heroes.play.quotes import STEPS
from balka.systems.heroes.play.situation import blocked, sight_rule
from balka.systems.heroes.show.overlays import stopped_at
from balka.systems.heroes.third_edition.payment import spent_check
from balka.systems.heroes.third_edition.recon import recon_check
from balka.systems.heroes.units import UNKNOWN, HeroesState

ANY_GUN = Weapon(GUN, "any weapon", 0, 0, 0)


def _own(case: Case, refusal: Refusal | None) -> Refusal | None:
    """What a rule forbids, with its row in the book of this game."""
    return None if refusal is None else refusal.cited_in(case.game)


# -- attacks


def hit_number(case: Case, entry: Entry) -> Answer:
    """DR minus AR, less CAPs, with the odds of a miss, a Hit and a Critical Hit. [6.7, 7.1]"""
    fields = case.asked("hit_number", entry)
    shot, refusal = aimed_at(case, fields)
    check = attack_check(case.state, shot, bonuses(fields), caps_of(fields))
    defence, attack = check.tallies
    values = {**check_values(check, case.game), "dr": defence.spread[0], "ar": attack.value,
              "critical": check.tally.spread[0] + 4, **refusal_values(refusal)}  # fmt: skip
    return Answer(need_words(check.tally), (*check_rows(check, case.game), *_forbidden(refusal)), values)


def _forbidden(refusal: Refusal | None) -> tuple[str, ...]:
    return (f"But it is not allowed now: {refusal.text()}",) if refusal else ()


def dr(case: Case, entry: Entry) -> Answer:
    """The Defense Rating of a unit against an attack from a hex or by a unit. [6.1]"""
    fields = case.asked("dr", entry)
    target, place = target_of(case, fields["target"]), place_of(case, fields["from"])
    attacker = case.state.position.unit(fields["from"].text().lower())
    shooter = attacker if attacker is not None else target.changed(id="", marker="", hex=place)
    weapon = own_weapon(case.state.setting.kind(shooter)) if attacker is not None else ANY_GUN
    tally = defence_rating(case.state, Shot(shooter, target, weapon, place))
    return Answer(need_words(tally), tuple(tally_rows(tally, case.game)), tally_values(tally, case.game))


def ar(case: Case, entry: Entry) -> Answer:
    """The Attack Rating of a unit or a card against a target. [6.5]"""
    fields = case.asked("ar", entry)
    tally = attack_rating(case.state, aimed_at(case, fields)[0], bonuses(fields))
    return Answer(need_words(tally), tuple(tally_rows(tally, case.game)), tally_values(tally, case.game))


# -- costs


def action_cost(case: Case, entry: Entry) -> Answer:
    """What an Action costs and how likely it makes the unit Spent, whoever's Turn it is. [2.4, 2.5]"""
    fields = case.asked("action_cost", entry)
    state, choice = _own_turn(case, fields["action"])
    refusal = state.why_not(state.text(choice))
    if refusal is not None and refusal.key != keys.CANNOT_PAY:
        return Answer(f"It is not allowed: {refusal.text()}", (), {"value": None, **refusal_values(refusal)})
    quote = state.quote(choice)
    if quote.cost is None:
        raise fields["action"].mistake("this has no cost", "name an Action: move, pivot, fire, assault, rally, stall")
    found = _priced(case, quote.cost, fields.get("caps"), refusal)
    rolls = (
        [row for check in quote.checks for row in (check.name, *check_rows(check, case.game))]
        if choice.verb in STEPS
        else []
    )
    return structs.replace(found, working=(*found.working, *rolls))


def _priced(case: Case, cost: Tally, caps: Entry | None, refusal: Refusal | None) -> Answer:
    paid = caps.number(0, cost.spread[0]) if caps is not None else 0
    left = cost.plus(add(-paid, f"{paid} CAPs", "sos-3.3-a atb-3.2.1-a")) if paid else cost
    rolled, check = case.state.setting.edition.economy.rolled_for, spent_check(left, "the unit")
    if not rolled or not cost.exact:
        before = cost.value if cost.exact else None
        values = {**tally_values(left, case.game), "before_caps": before, **refusal_values(refusal)}
        rows = [*tally_rows(left, case.game), *([odds_row(check)] if rolled else []), *_forbidden(refusal)]
        return Answer(f"{left.name} {span(*left.spread)}AP", tuple(rows), values)
    rows = [
        *tally_rows(left, case.game),
        odds_row(check) if left.value > 0 else f"No Spent Check{case.cite('sos-3.4-a')}",
    ]
    chance = check.chances(left.value)["spent"]
    values = {**tally_values(left, case.game), "before_caps": cost.value, "spent_chance": float(chance),
              "exact": str(chance), **refusal_values(refusal)}  # fmt: skip
    return Answer(f"{left.name} {left.value}AP", (*rows, *_forbidden(refusal)), values)


def _own_turn(case: Case, entry: Entry) -> tuple[HeroesState, Choice]:
    """The sentence of an Action, in the Turn of the side whose unit is to act."""
    with entry.blamed():
        choice = case.state.setting.grammar.parse(case.said(entry), case.state.setting.board)
    unit = case.state.position.unit(str(choice.path()[0]))
    if unit is None and choice.subject:
        raise entry.mistake(
            f"there is no unit {choice.path()[0]!r}", nearest(str(choice.path()[0]), list(case.state.position.units))
        )
    return own_turn(case.state, unit.force if unit is not None else case.state.tracks.active), choice


def spent_chance(case: Case, entry: Entry) -> Answer:
    """How likely an Action of some cost makes a unit Spent. [2.5]"""
    fields = case.asked("spent_chance", entry)
    cost = Tally("Action cost", (add(fields["cost"].number(0, MOST_COST), "Cost as asked", "sos-2.4-a atb-5.0-b"),))
    return _priced(case, cost, fields.get("caps"), None)


# -- rallies


def rally_number(case: Case, entry: Entry) -> Answer:
    """What a unit must roll to be rid of its Hit Marker. [7.7, 7.8]"""
    fields = case.asked("rally_number", entry)
    unit = on_map(case, fields["unit"])
    refusal = None if unit.marker == UNKNOWN else _own(case, why_not_rally(case.state, unit))
    if refusal is not None and not can_be_rallied(case.state, unit):
        return Answer(f"It cannot rally: {refusal.text()}", (), {"value": None, **refusal_values(refusal)})
    check = rally_check(case.state, unit, caps_of(fields))
    values = {**check_values(check, case.game), **refusal_values(refusal)}
    return Answer(need_words(check.tally), (*check_rows(check, case.game), *_forbidden(refusal)), values)


# -- sight and fire zones


def line_of_sight(case: Case, entry: Entry) -> Answer:
    """Whether one hex sees another, what the line crosses and what stops it. [5.2]"""
    fields = case.asked("line_of_sight", entry)
    a, b = place_of(case, fields["from"]), place_of(case, fields["to"])
    setting = case.state.setting
    rides = any(_is_mounted(case, fields[end]) for end in ("from", "to"))
    seen = (setting.ground.sight if rides else setting.ground.foot_sight).explain(a, b)
    reason = seen.reason or blocked(case.state, a, b) or ""
    labels, away = setting.board.labels, setting.board.distance(a, b)
    crossed = [labels[h] for h in seen.crossed if h >= 0]
    runs = [[labels[h] for h in pair if h >= 0] for pair in seen.edge_runs]
    values: dict[str, Any] = {"clear": not reason, "distance": away, "crossed": crossed, "edge_runs": runs,
              "blocked_by": stopped_at(case.state, a, b, seen), "reason": reason,
              "levels": [setting.ground.levels[a], setting.ground.levels[b]]}  # fmt: skip
    open_line = f"{labels[a]} and {labels[b]} see each other"
    head = f"Blocked: {reason}{case.cite(sight_rule(case.state, seen, reason))}" if reason else open_line
    rows = [f"{away} hexes apart; the line crosses {joined(crossed, 'no hex')}"]
    rows += [f"it runs along the edge of {' and '.join(pair)}{case.cite('sos-5.2-g atb-6.0-f')}" for pair in runs]
    return Answer(head, tuple(rows), values)


def _is_mounted(case: Case, entry: Entry) -> bool:
    """Is the end a unit that is no Foot Unit? Corn hides nothing from it. [5.2-e]"""
    unit = case.state.position.unit(entry.text().lower())
    return unit is not None and not case.state.setting.kind(unit).is_foot


def zone(case: Case, entry: Entry) -> Answer:
    """The hexes a unit can attack: in its Arc, in sight, within twice its Range. [5.0]"""
    unit, state = on_map(case, entry), case.state
    labels, board = state.setting.board.labels, state.setting.board
    reach = range_of(state, unit)
    hexes = list(hexes_in(fire_zone(state, unit)))
    near = [labels[h] for h in hexes if board.distance(unit.hex, h) <= reach]
    far = [labels[h] for h in hexes if board.distance(unit.hex, h) > reach]
    targets = [labels[h] for h in target_hexes(state, unit)]
    rows = (f"In Range {reach}{case.cite('sos-5.3-c atb-7.7-a')}: {joined(near)}",
            f"At Long Range, {LONG_RANGE.value:+d}AR{case.cite('sos-6.6-a atb-7.7.1-a')}: {joined(far)}",
            f"Hexes with enemies it may fire at{case.cite('sos-5.0-a atb-6.2-b')}: {joined(targets)}")  # fmt: skip
    values = {"hexes": [labels[h] for h in hexes], "in_range": near, "long_range": far, "targets": targets}
    return Answer(f"{len(hexes)} hexes in the Fire Zone of {state.setting.name(unit.id)}", rows, values)


# -- in hiding


def reveal_number(case: Case, entry: Entry) -> Answer:
    """What Recon by Fire on a hex has to roll. [11.7-b]"""
    fields = case.asked("reveal_number", entry)
    check = recon_check(case.state, place_of(case, fields["at"]), caps_of(fields))
    return Answer(need_words(check.tally), tuple(check_rows(check, case.game)), check_values(check, case.game))


def unseen(case: Case, entry: Entry) -> Answer:
    """Whether a unit would stay Hidden in a hex, its own or another. [11.1, 11.5]"""
    fields = case.asked("unseen", entry)
    unit = unit_of(case, fields["unit"])
    place = place_of(case, fields["at"]) if "at" in fields else on_map(case, fields["unit"]).hex
    others = case.state.position.without(unit.id)
    around = structs.replace(case.state, position=others)
    seen, covered = would_be_seen(around, unit, place), conceals(around, unit, place)
    label = case.state.setting.board.labels[place]
    bare = f"it has no cover there{case.cite(seen_by_rule(around, unit, place))}"
    why = (
        f"cover keeps it Hidden even beside an enemy{case.cite('sos-11.5-g atb-10.0.4-b')}"
        if covered and not seen
        else bare
    )
    head = f"{unit.id} is revealed in {label}" if seen else f"{unit.id} stays Hidden in {label}"
    return Answer(head, (why,), {"hidden": not seen, "conceals": covered})


QUESTIONS: Mapping[str, Question] = {
    "hit_number": hit_number,
    "dr": dr,
    "ar": ar,
    "action_cost": action_cost,
    "rally_number": rally_number,
    "line_of_sight": line_of_sight,
    "fire_zone": zone,
    "spent_chance": spent_chance,
    "reveal_number": reveal_number,
    "unseen": unseen,
}
