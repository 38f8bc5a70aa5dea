"""What the choices that only Awakening the Bear knows are worth."""

from __future__ import annotations

from balka.bots.heroes import arms, common
from balka.bots.heroes.looking import Look
from balka.bots.heroes.places import best_shot
from balka.bots.heroes.prices import joining
from balka.bots.heroes.scale import FIRST_TURN, ActionWorth, FrameWorth, OpenedWorth, odds_of
from balka.bots.heroes.turns import Tables
from balka.core.choices import Choice
from balka.core.frames import Frame
from balka.systems.heroes.chapters import hidden
from balka.systems.heroes.chapters.group_moves import Finish, worth_of
from balka.systems.heroes.chapters.suspicion import Suspicion
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.situation import seen_unit
from balka.systems.heroes.second_edition import pools
from balka.systems.heroes.second_edition.card_dice import CardDie, Harass
from balka.systems.heroes.second_edition.cards import Confuse
from balka.systems.heroes.second_edition.crossing import Cross, Crossing
from balka.systems.heroes.second_edition.hidden import SUSPECT
from balka.systems.heroes.second_edition.initiative import Bid, Bidding
from balka.systems.heroes.second_edition.lobbing import LOB
from balka.systems.heroes.second_edition.obstacles import Entering
from balka.systems.heroes.second_edition.paying import ACTIVATE, COMMAND, OPPORTUNITY, By, Paying
from balka.systems.heroes.second_edition.together import Doing
from balka.systems.heroes.second_edition.variable import SEVEN, Activate, Fortune
from balka.systems.heroes.second_edition.vehicles import Bog, Sticking, sticking_check
from balka.systems.heroes.second_edition.weapons import BOX, PLANT
from balka.systems.heroes.units import Unit

AP = 0.04  # worth of an Action Point kept
WHOLE_ACTIVATION = 0.2  # worth of the activation an opportunity action gives up
PER_BID = 0.11  # how much likelier one look.cap makes the first turn
PAST, PER_POINT, PER_CAP = 0.15, 0.05, 0.02  # worth of getting past an Obstacle, and of what it takes
NEAR, LOOKING, IN_VAIN = 4, 0.06, -0.3  # where somebody is suspected, and what looking there is worth or elsewhere
SNIPED = 0.12  # worth of Sniper Fire
MOBILITY = 0.6  # worth of a vehicle that can still move
BOG = 0.25


# -- paying and the first turn


def _paying(look: Look, paying: Paying, choice: Choice) -> float:
    """The cheapest way: points first, CAPs where they are all there is, an opportunity for dear actions."""
    assert isinstance(choice, By)
    cost = max(paying.cost.spread)
    if choice.means == OPPORTUNITY:
        return -WHOLE_ACTIVATION * (1 + len(paying.group))
    if choice.means == COMMAND:
        return -look.cap * cost
    lost = AP * pools.pool_of(look.view, paying.force) if choice.means == ACTIVATE else 0.0
    return -AP * (cost - choice.caps) - look.cap * choice.caps - lost - _joined(look, paying, choice)


def _joined(look: Look, paying: Paying, choice: By) -> float:
    """What Fresh units give up that are paid for out of one activation."""
    view, points = look.view, max(paying.cost.spread) - choice.caps
    units = [view.position.unit(name) for name in paying.members]
    fresh = sum(unit is not None and pools.is_fresh(view, unit) for unit in units)
    if choice.means == ACTIVATE:
        return joining(look, max(0, fresh - 1), pools.ACTIVATION - points)
    return joining(look, fresh, pools.pool_of(view, paying.force) - points)


def _bid(look: Look, frame: Bid | Bidding, choice: Choice) -> float:
    count = choice.count if isinstance(choice, verbs.Caps) else 0
    return FIRST_TURN * PER_BID * count - look.cap * abs(count) / 2


def _activate(look: Look, force: str, choice: Activate) -> float:
    """A new activation when none is running; with seven points an action brings its own."""
    rolled = look.view.setting.rulebook.action_points != SEVEN
    return 0.05 if rolled and not pools.running(look.view, force) else -0.3


# -- Obstacles and stones


def _entering(look: Look, frame: Entering, choice: Choice) -> float:
    """Getting past is worth its points up to a limit."""
    if isinstance(choice, By):
        return PAST - PER_POINT * frame.price - PER_CAP * choice.caps
    return -look.cap * abs(choice.count) if isinstance(choice, verbs.Caps) else -0.05


def _crossing(look: Look, frame: Crossing, choice: Choice) -> float:
    """The same for a member of a Group."""
    if isinstance(choice, Cross):
        return PAST - PER_POINT * worth_of(frame.parts(look.view))
    return -look.cap * abs(choice.count) if isinstance(choice, verbs.Caps) else -0.05


def _sticking(look: Look, frame: Sticking, choice: Choice) -> float:
    view = look.view
    if not isinstance(choice, verbs.Caps):
        return 0.0
    check = sticking_check(view, view.position.units[frame.unit], frame.place, choice.count)
    return MOBILITY * odds_of("2d6", "meets", check.need)["yes"] - look.cap * choice.count


def _together(look: Look, frame: Doing, choice: Choice) -> float:
    return 0.0 if isinstance(choice, Finish) else -0.05


# -- cards


def _harass(look: Look, force: str, choice: Harass) -> float:
    """Worth something as long as there are CAPs to lose."""
    return SNIPED if look.view.tracks.caps[choice.force] >= 2 else -0.05


def _card_die(look: Look, frame: CardDie, choice: Choice) -> float:
    return -look.cap * abs(choice.count) if isinstance(choice, verbs.Caps) else 0.0


def _confuse(look: Look, force: str, choice: Confuse) -> float:
    """An active unit with points left loses most by it."""
    view = look.view
    unit = seen_unit(view, choice.unit)
    return 0.1 + AP * view.tracks.pool[unit.force] if pools.is_active(view, unit) else 0.15


def _bog(look: Look, force: str, choice: Bog) -> float:
    """Worth most on a Fresh tank or on what carries something."""
    view = look.view
    unit = view.position.units[choice.unit]
    kind = view.setting.kind(unit)
    moves = not unit.spent and ("tank" in kind.flags or unit.id in view.position.loads)
    return BOG if moves else -0.05


def _suspicion(look: Look, frame: Suspicion, choice: Choice) -> float:
    """Nobody knows whether anybody is there: CAPs and cards are thrown away as in a stalled Turn."""
    return -look.weights.stall * (choice.count if isinstance(choice, verbs.Caps) else 1)


def _fortune(look: Look, fortune: Fortune, choice: Choice) -> float:
    """Two points more, or three less: Luck is worth more on a roll that decides something."""
    return 7 / 6 * AP - 0.5 * look.card if isinstance(choice, verbs.Luck) else 0.0


# -- Actions


def _suspect(look: Look, unit: Unit, action: Action) -> float:
    """Looking is for those who have nothing to shoot at: into cover near at hand."""
    view = look.view
    if best_shot(view, unit, unit.hex, unit.facing) > 0:
        return IN_VAIN
    covered = hidden.conceals(view, unit, action.hex)
    return LOOKING if covered and view.setting.board.distance(unit.hex, action.hex) <= NEAR else IN_VAIN


def _lob(look: Look, unit: Unit, action: Action) -> float:
    """Shells are kept for those who are seen."""
    return IN_VAIN


def _plant(look: Look, unit: Unit, action: Action) -> float:
    """A mine is worth a little less than a chance at a tank."""
    return 0.05


ACTIONS: dict[str, ActionWorth] = {SUSPECT: _suspect, LOB: _lob, PLANT: _plant, **dict.fromkeys(BOX, arms.attacks)}
OPENED: dict[str, OpenedWorth] = {
    Activate.verb: _activate, Harass.verb: _harass, Confuse.verb: _confuse, Bog.verb: _bog,
}  # fmt: skip
FRAMES: dict[type[Frame], FrameWorth] = {
    Paying: _paying, Bid: _bid, Bidding: _bid, Entering: _entering, Crossing: _crossing, Sticking: _sticking,
    Doing: _together, CardDie: _card_die, Fortune: _fortune,
    Suspicion: _suspicion,
}  # fmt: skip
TABLES = Tables(
    {**common.ACTIONS, **ACTIONS},
    {**common.OPENED, **OPENED},
    {**common.FRAMES, **FRAMES},
)
