"""Victory: rivers crossed, towns held, enemies lost; the scale and the sudden ends."""

from __future__ import annotations

from msgspec import structs

from balka.core.state import Verdict
from balka.systems.wb95.position import Now, Unit, WbState, force, setting_of
from balka.systems.wb95.rulebook import Goal, Prize, Rulebook
from balka.systems.wb95.zones import controls

LOST, CALLED_IN = "Soviet units eliminated", "STAVKA reserves called in"
NOT_GROUND = (LOST, CALLED_IN)
SUDDEN = 10  # points of a margin, which would not show a sudden end otherwise


def crossed(game: Now, unit: Unit, a: int, b: int) -> Unit:
    """A German that passes a river that counts is beyond it, until he comes back over it. [ruling Q103]"""
    bank = banks(game).get((min(a, b), max(a, b)))
    if bank is None or unit.side != "german":
        return unit
    name, german_bank = bank
    others = {river for river in unit.beyond if river != name}
    return structs.replace(unit, beyond=tuple(sorted(others if b == german_bank else {*others, name})))


def banks(game: Now) -> dict[tuple[int, int], tuple[str, int]]:
    """For each hexside of a river worth points: the river, and the hex on the German bank."""
    return setting_of(game).banks


def holds_prize(game: Now, prize: Prize) -> bool:
    """The Germans hold all its hexes, or a supplied German stands beyond the river. [rulings Q103, Q104]"""
    if prize.river:
        return any(prize.river in unit.beyond and not unit.supply for unit in force(game, "german").units.values())
    return bool(prize.hexes) and all(controls(game, "german", h) for h in prize.hexes)


def points(game: Now) -> dict[str, int]:
    """German victory points as they stand, item by item."""
    book = game.setting.rulebook
    items = {prize.text: prize.points for prize in book.prizes if holds_prize(game, prize)}
    if book.enemy_lost:
        items[LOST] = book.enemy_lost * len(game.tracks.lost.get("soviet", ()))
    if book.stavka_cost:
        items[CALLED_IN] = book.stavka_cost * len(game.tracks.stavka)
    return {text: value for text, value in items.items() if value}


def goals_in_force(book: Rulebook) -> list[Goal]:
    """The goals that end the game at once; by the option the Soviet side has none. [ruling Q102]"""
    return [goal for goal in book.goals if goal.side != "soviet" or book.soviet_sudden]


def reached_goal(game: Now, after: str) -> str:
    """The end that comes at once after this side's Supply Phase, if one does."""
    for goal in goals_in_force(game.setting.rulebook):
        if goal.after == after and all(controls(game, goal.side, h) for h in goal.hexes):
            return f"{goal.side}|{goal.text}|{goal.rule}"
    return ""


def verdict(state: WbState) -> Verdict | None:
    """Who won, once the game is over."""
    if not state.over:
        return None
    if state.tracks.verdict:
        winner, text, rule = state.tracks.verdict.split("|")
        return Verdict(winner, text, rule)
    total = sum(points(state).values())
    reached = [level for level in state.setting.rulebook.scale if total >= level.least]
    if not reached:
        return None  # a described position has no scale: only its phase is over
    level = reached[-1]
    return Verdict(level.winner, f"{level.text} ({total} German victory points)", "kursk-scK-vic-l")


def score(state: WbState) -> dict[str, float]:
    """German points against what the first German level of the scale asks."""
    need = next((level.least for level in state.setting.rulebook.scale if level.winner == "german"), 10)
    lead = float(sum(points(state).values())) - need
    return {"german": lead, "soviet": -lead}


def margin(state: WbState) -> dict[str, float]:
    """German points above what the first German level asks; a sudden end counts ten points for whoever wins by it."""
    lead = score(state)["german"] + _sudden(state)
    return {"german": lead, "soviet": -lead}


def _sudden(state: WbState) -> int:
    winner = state.tracks.verdict.partition("|")[0]
    return {"german": SUDDEN, "soviet": -SUDDEN}.get(winner, 0)
