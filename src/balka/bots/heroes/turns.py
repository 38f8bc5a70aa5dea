"""What a choice of a Turn is worth: an Action for what it gains less what paying for it loses, a card, a Pass."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs

from balka.bots.heroes.attacks import shots_at
from balka.bots.heroes.places import best_shot, danger, place_worth
from balka.bots.heroes.prices import price
from balka.bots.heroes.scale import RALLIED, ActionWorth, FrameWorth, OpenedWorth, middling, odds_of
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

IDLE = -0.05  # of an Action that nobody has judged
CARDS = {"follow me": 0.0, "officer": 0.3, "seek cover": 0.15, "sniper fire": 0.12, "swift": 0.05}

ENDINGS = (verbs.Pass, verbs.Done)
TURNING = (verbs.Move, verbs.Enter, verbs.Pivot)  # what costs the same however the unit will face


class Tables(Struct, frozen=True):
    """All judgements of an edition."""

    actions: Mapping[str, ActionWorth]
    opened: Mapping[str, OpenedWorth]
    frames: Mapping[type[Frame], FrameWorth]


def turn_worth(view: HeroesState, turn: Turn, choice: Choice, tables: Tables) -> float:
    """What a choice of a Turn is worth."""
    if isinstance(choice, ENDINGS):
        return 0.0
    if isinstance(choice, verbs.Play):
        return _card_worth(view, choice.card, 0.1) if _worth_a_card(view, turn.force) else -0.1
    if isinstance(choice, verbs.PlayWith):
        return _card(view, choice)
    if choice.verb in view.setting.edition.begin:
        opened = tables.opened.get(choice.verb)
        return opened(view, turn.force, choice) if opened is not None else 0.0
    unit = seen_unit(view, getattr(choice, choice.subject))
    action, price = _declared(view, choice, turn.free)
    judged = tables.actions.get(view.setting.model(action.verb))
    return (judged(view, unit, action) if judged is not None else IDLE) - price


def _declared(view: HeroesState, choice: Choice, free: str) -> tuple[Action, float]:
    """The Action of a choice, and what paying for it loses."""
    if not isinstance(choice, TURNING):
        return _priced(view, choice, free)
    action, price = _priced(view, structs.replace(choice, facing=0), free)
    return structs.replace(action, facing=choice.facing), price


@remembered
def _priced(view: HeroesState, choice: Choice, free: str) -> tuple[Action, float]:
    unit = seen_unit(view, getattr(choice, choice.subject))
    action = action_for(view, unit, choice, free)
    return action, _price(view, unit, action)


def _price(view: HeroesState, unit: Unit, action: Action) -> float:
    """What paying for the Action loses."""
    return 0.0 if action.terms == NO_CHECK else price(view, unit, action)


# -- cards


def _worth_a_card(view: HeroesState, force: str) -> bool:
    """Is there anybody with something to shoot at or a long way to go?"""
    mine = [unit for unit in view.position.units.values() if unit.force == force and unit.hex >= 0]
    return any(best_shot(view, unit, unit.hex, unit.facing) > 0.2 for unit in mine)


def _card(view: HeroesState, choice: verbs.PlayWith) -> float:
    unit, roles, card = seen_unit(view, choice.unit), view.setting.edition.roles, view.setting.model(choice.card)
    if card == roles["follow me"]:
        return RALLIED - _price(view, unit, card_action(view, unit, choice.card))
    if card == roles["rally up"]:
        sure = odds_of("2d6", "meets", middling(rally_check(view, unit)))["yes"]
        return RALLIED * sure - _price(view, unit, card_action(view, unit, choice.card))
    if card == roles["seek cover"]:
        return CARDS["seek cover"] * min(2.0, danger(view, unit, unit.hex, unit.facing) * 4)
    return _card_worth(view, choice.card, 0.0) - _price(view, unit, card_action(view, unit, choice.card)) / 2


def _card_worth(view: HeroesState, card: str, usual: float) -> float:
    """What a card is usually worth, by what it does."""
    model = view.setting.model(card)
    role = next((role for role, named in view.setting.edition.roles.items() if named == model), "")
    return CARDS.get(role, usual)


# -- the Actions everybody has


def _shooting(view: HeroesState, unit: Unit, action: Action) -> float:
    target = (view.position.units[action.target],) if action.target else view.position.at(action.hex)
    return shots_at(view, unit, target)


def _rally(view: HeroesState, unit: Unit, action: Action) -> float:
    return RALLIED * odds_of("2d6", "meets", middling(rally_check(view, unit)))["yes"]


def _enter(view: HeroesState, unit: Unit, action: Action) -> float:
    return 0.6 + place_worth(view, unit, action.hex, action.facing) / 4


def _move(view: HeroesState, unit: Unit, action: Action) -> float:
    now = place_worth(view, unit, unit.hex, unit.facing)
    return place_worth(view, unit, action.hex, action.facing) - now


ACTIONS: dict[str, ActionWorth] = {
    "fire": _shooting, "assault": _shooting, "rally": _rally, "enter": _enter, "move": _move, "pivot": _move,
}  # fmt: skip
