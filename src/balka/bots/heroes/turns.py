"""What a choice of a Turn is worth: an Action for what it gains less what paying for it loses, a card, a Pass."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs

from balka.bots.heroes import clock
from balka.bots.heroes.attacks import shots_at
from balka.bots.heroes.looking import Look
from balka.bots.heroes.places import best_shot, danger, place_worth
from balka.bots.heroes.prices import price
from balka.bots.heroes.scale import ActionWorth, FrameWorth, OpenedWorth, middling, odds_of
from balka.core.choices import Choice
from balka.core.frames import Frame
from balka.core.memo import remembered
from balka.systems.heroes.chapters.cards import card_action
from balka.systems.heroes.chapters.rally import rally_check
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import NO_CHECK, Action
from balka.systems.heroes.play.choosing import action_for
from balka.systems.heroes.play.situation import seen_unit
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.units import HeroesState, Unit

SURE = 2.0  # worth of a Mission won for certain
IDLE = -0.05  # of an Action that nobody has judged
CARDS = {"follow me": 0.0, "officer": 0.3, "seek cover": 0.15, "sniper fire": 0.12, "swift": 0.05}

ENDINGS = (verbs.Pass, verbs.Done)
TURNING = (verbs.Move, verbs.Enter, verbs.Pivot)  # what costs the same however the unit will face


class Tables(Struct, frozen=True):
    """All judgements of an edition."""

    actions: Mapping[str, ActionWorth]
    opened: Mapping[str, OpenedWorth]
    frames: Mapping[type[Frame], FrameWorth]


def turn_worth(look: Look, turn: Turn, choice: Choice, tables: Tables) -> float:
    """What a choice of a Turn is worth."""
    view = look.view
    if isinstance(choice, ENDINGS):
        return _passing(look, turn.force) if isinstance(choice, verbs.Pass) else 0.0
    if isinstance(choice, verbs.Play):
        return _card_worth(view, choice.card, 0.1) if _worth_a_card(view, turn.force) else -0.1
    if isinstance(choice, verbs.PlayWith):
        return _card(look, choice)
    if choice.verb in view.setting.edition.begin:
        opened = tables.opened.get(choice.verb)
        return opened(look, turn.force, choice) if opened is not None else -look.weights.stall
    unit = seen_unit(view, getattr(choice, choice.subject))
    action, price = _declared(look, choice, turn.free)
    judged = tables.actions.get(view.setting.model(action.verb))
    gain = judged(look, unit, action) if judged is not None else IDLE
    return gain - price - (_in_vain(look) if isinstance(choice, verbs.Pivot) and gain <= 0 else 0.0)


def _in_vain(look: Look) -> float:
    """Turning on the spot for nothing is a stalled Turn by another name: no better than the Pass it would put off."""
    return look.weights.stall + look.weights.urge if look.weights.stall else 0.0


def _passing(look: Look, force: str) -> float:
    """A Pass wastes who is Fresh; the one that ends a Round brings in what is due, and the last one the verdict."""
    weights, view = look.weights, look.view
    wasted = weights.urge if weights.urge and clock.has_fresh(view, force) else 0.0
    if not weights.ending or not clock.would_end_round(view, force):
        return -wasted
    side = view.setting.forces[force]
    if clock.is_last_round(view):
        return weights.ending * (SURE if clock.outlook(view, side) > 0 else -SURE)
    return weights.ending * clock.due(view, side, view.tracks.round) - wasted


def _declared(look: Look, choice: Choice, free: str) -> tuple[Action, float]:
    """The Action of a choice, and what paying for it loses."""
    if not isinstance(choice, TURNING):
        return _priced(look, choice, free)
    action, price = _priced(look, structs.replace(choice, facing=0), free)
    return structs.replace(action, facing=choice.facing), price


@remembered
def _priced(look: Look, choice: Choice, free: str) -> tuple[Action, float]:
    view = look.view
    unit = seen_unit(view, getattr(choice, choice.subject))
    action = action_for(view, unit, choice, free)
    return action, _price(look, unit, action)


def _price(look: Look, unit: Unit, action: Action) -> float:
    """What paying for the Action loses."""
    return 0.0 if action.terms == NO_CHECK else price(look, unit, action)


# -- cards


def _worth_a_card(view: HeroesState, force: str) -> bool:
    """Is there anybody with something to shoot at or a long way to go?"""
    mine = [unit for unit in view.position.units.values() if unit.force == force and unit.hex >= 0]
    return any(best_shot(view, unit, unit.hex, unit.facing) > 0.2 for unit in mine)


def _card(look: Look, choice: verbs.PlayWith) -> float:
    view = look.view
    unit, roles, card = seen_unit(view, choice.unit), view.setting.edition.roles, view.setting.model(choice.card)
    if card == roles["follow me"]:
        return look.weights.rallied - _price(look, unit, card_action(view, unit, choice.card))
    if card == roles["rally up"]:
        sure = odds_of("2d6", "meets", middling(rally_check(view, unit)))["yes"]
        return look.weights.rallied * sure - _price(look, unit, card_action(view, unit, choice.card))
    if card == roles["seek cover"]:
        return CARDS["seek cover"] * min(2.0, danger(view, unit, unit.hex, unit.facing) * 4)
    return _card_worth(view, choice.card, 0.0) - _price(look, unit, card_action(view, unit, choice.card)) / 2


def _card_worth(view: HeroesState, card: str, usual: float) -> float:
    """What a card is usually worth, by what it does."""
    model = view.setting.model(card)
    role = next((role for role, named in view.setting.edition.roles.items() if named == model), "")
    return CARDS.get(role, usual)


# -- the Actions everybody has


def _shooting(look: Look, unit: Unit, action: Action) -> float:
    view = look.view
    target = (view.position.units[action.target],) if action.target else view.position.at(action.hex)
    return shots_at(view, unit, target)


def _rally(look: Look, unit: Unit, action: Action) -> float:
    return look.weights.rallied * odds_of("2d6", "meets", middling(rally_check(look.view, unit)))["yes"]


def _enter(look: Look, unit: Unit, action: Action) -> float:
    return 0.6 + place_worth(look, unit, action.hex, action.facing) * look.weights.entry


def _move(look: Look, unit: Unit, action: Action) -> float:
    now = place_worth(look, unit, unit.hex, unit.facing)
    return place_worth(look, unit, action.hex, action.facing) - now


ACTIONS: dict[str, ActionWorth] = {
    "fire": _shooting, "assault": _shooting, "rally": _rally, "enter": _enter, "move": _move, "pivot": _move,
}  # fmt: skip
