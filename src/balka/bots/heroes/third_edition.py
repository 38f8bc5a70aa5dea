"""What the choices that only Storms of Steel knows are worth."""

from __future__ import annotations

from itertools import takewhile

from balka.bots.heroes import airplanes, arms, common, works
from balka.bots.heroes.attacks import GOOD, another_die, at_stake, changed_roll, shots
from balka.bots.heroes.looking import Look
from balka.bots.heroes.places import best_shot, danger
from balka.bots.heroes.prices import price
from balka.bots.heroes.scale import (
    FIRST_TURN,
    NOTHING,
    ActionWorth,
    FrameWorth,
    OpenedWorth,
    attack_worth,
    middling,
    odds_of,
)
from balka.bots.heroes.turns import Tables
from balka.bots.heroes.vehicles import further
from balka.core.choices import Choice
from balka.core.frames import Frame
from balka.core.hexes import hexes_in
from balka.core.memo import remembered
from balka.systems.heroes.chapters import scouting, wiring
from balka.systems.heroes.chapters.fire import shot_at
from balka.systems.heroes.chapters.ratings import attack_check
from balka.systems.heroes.chapters.weapons import HAND_WEAPONS
from balka.systems.heroes.chapters.wire import WireGate
from balka.systems.heroes.events.rounds import RoundBegan
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.rolls import Rolling
from balka.systems.heroes.third_edition.events import Finding, Searched
from balka.systems.heroes.third_edition.payment import Payment
from balka.systems.heroes.third_edition.recon import Recon, Search, suspected
from balka.systems.heroes.third_edition.rounds import Initiative
from balka.systems.heroes.third_edition.veteran_moves import Hurry, Overrunning
from balka.systems.heroes.third_edition.veterans import Again, Duel, Steady, strike_action
from balka.systems.heroes.units import HeroesState, Unit

SEARCHING = 0.12
WIRE = 0.1


def _initiative(look: Look, asked: Initiative, choice: Choice) -> float:
    if not isinstance(choice, verbs.Caps):
        return 0.0
    need = look.view.setting.rulebook.initiative_need - choice.count
    return FIRST_TURN * odds_of("2d6", "meets", need)["yes"] - look.cap * abs(choice.count)


def _payment(look: Look, payment: Payment, choice: Choice) -> float:
    cost, fresh = sum(payment.cost.spread) // 2, _kept_fresh(look, payment)
    if isinstance(choice, verbs.Caps):
        left = cost - choice.count
        risk = odds_of("d10", "spent", left)["spent"] if left > 0 else 0.0
        return -fresh * risk - look.cap * choice.count
    if isinstance(choice, verbs.Play):
        harm = odds_of("d10", "spent", cost + 3)["spent"] - odds_of("d10", "spent", cost)["spent"] if cost else 0.9
        return fresh * harm - 0.1 * look.card
    return 0.0


def _kept_fresh(look: Look, payment: Payment) -> float:
    """What hangs on a Spent Check: a unit kept Fresh, or a whole Group."""
    units = [look.view.position.unit(name) for name in (payment.unit, *payment.group)]
    fresh = sum(unit is not None and not unit.spent for unit in units)
    return max(look.weights.freshness, look.weights.shared * fresh if fresh > 1 else 0.0)


def _strike(look: Look, duel: Duel, choice: Choice) -> float:
    """What striking back at once is worth, less what it costs."""
    view = look.view
    if not isinstance(choice, verbs.PlayWith):
        return 0.0
    unit, foe = view.position.units[choice.unit], view.position.units[duel.attack.unit]
    gain = attack_worth(foe, middling(attack_check(view, shot_at(view, unit, foe))))
    return gain - look.cap - price(look, unit, strike_action(view, unit, foe.id))


def _rolling(look: Look, rolling: Rolling, choice: Choice) -> float:
    """Veterans change their rolls for CAPs, others by cards."""
    if not isinstance(choice, Steady | Again) or rolling.band in GOOD:
        return changed_roll(look, rolling, choice)
    stake = at_stake(look, rolling.check)
    steadies = rolling.check.reader == "spent"
    short = middling(rolling.check) - sum(rolling.faces) - rolling.adjust + (1 if steadies else 0)
    if isinstance(choice, Steady):
        return (look.weights.freshness if short <= 1 else 0.0) - 2 * look.cap
    return stake * another_die(rolling, choice.die, short) - 2 * look.cap if rolling.check.dice == "2d6" else -1.0


def _recon(look: Look, unit: Unit, action: Action) -> float:
    """Searching is for those who have nothing to shoot at, where nobody has looked in this Round."""
    view = look.view
    empty = _empty(view, unit.side, len(view.heard))
    fresh = any(place not in empty for place in hexes_in(suspected(view, unit)))
    return SEARCHING if fresh and not best_shot(view, unit, unit.hex, unit.facing) else NOTHING


@remembered
def _empty(view: HeroesState, side: str, heard: int) -> frozenset[int]:
    """Where a side's Recon by Fire has found nobody in this Round, by what the seat has been told, `heard` events."""
    told = takewhile(lambda event: not isinstance(event, RoundBegan), reversed(view.heard))
    searches = [event for event in told if isinstance(event, Searched) and event.found is Finding.NOBODY]
    return frozenset(event.hex for event in searches if view.setting.forces[event.force] == side)


def _search(look: Look, frame: Recon, choice: Choice) -> float:
    """Cover near at hand is suspected first, a hex just found empty not at all; CAPs are kept."""
    view = look.view
    if not isinstance(choice, Search):
        return -look.cap * choice.count if isinstance(choice, verbs.Caps) else 0.0
    unit, cover = view.position.units[frame.unit], view.setting.ground.defence[choice.place]
    if choice.place in _empty(view, unit.side, len(view.heard)):
        return NOTHING
    away = view.setting.board.distance(unit.hex, choice.place)
    return (0.5 if cover is not None else 0.0) - 0.05 * away


def _snipe(look: Look, unit: Unit, action: Action) -> float:
    return shots(look.view, unit, action.hex, 0) - look.cap


def _overrun(look: Look, force: str, choice: Choice) -> float:
    unit = look.view.position.units[str(choice.path()[0])]
    return 0.1 if danger(look.view, unit, unit.hex, unit.facing) > 0.3 else -0.1


def _string_wire(look: Look, unit: Unit, action: Action) -> float:
    """Something to do for those who have nothing to shoot at."""
    return WIRE


def _abandon(look: Look, force: str, choice: Choice) -> float:
    """Cover is not given up for nothing."""
    return -0.2


def _wire_gate(look: Look, frame: WireGate, choice: Choice) -> float:
    return 0.15 - look.cap * frame.more if isinstance(choice, verbs.Caps) else 0.0


def _scout(look: Look, frame: scouting.Scouting, choice: Choice) -> float:
    return 0.1 if isinstance(choice, scouting.Look) else 0.0


ACTIONS: dict[str, ActionWorth] = {
    "recon": _recon, "snipe": _snipe, wiring.LAYING: _string_wire, **dict.fromkeys(HAND_WEAPONS, arms.attacks),
}  # fmt: skip
OPENED: dict[str, OpenedWorth] = {"overrun": _overrun, "abandon": _abandon, **airplanes.OPENED}
FRAMES: dict[type[Frame], FrameWorth] = {
    Payment: _payment, Initiative: _initiative, Duel: _strike, Rolling: _rolling, Recon: _search, Hurry: further,
    Overrunning: further, scouting.Scouting: _scout, WireGate: _wire_gate, wiring.Stringing: works.lay,
    **airplanes.FRAMES,
}  # fmt: skip
TABLES = Tables(
    {**common.ACTIONS, **ACTIONS},
    {**common.OPENED, **OPENED},
    {**common.FRAMES, **FRAMES},
)
