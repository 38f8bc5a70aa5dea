"""What the choices that only this edition knows are worth to bots. Advice, not rules."""

from __future__ import annotations

from balka.core.choices import Choice
from balka.systems.heroes.common import verbs
from balka.systems.heroes.common.chapters import Chapter
from balka.systems.heroes.common.judgement import CAP, FIRST_TURN
from balka.systems.heroes.second_edition import pools
from balka.systems.heroes.second_edition.initiative import Bid, Bidding
from balka.systems.heroes.second_edition.paying import ACTIVATE, COMMAND, OPPORTUNITY, By, Paying
from balka.systems.heroes.units import HeroesState

AP = 0.04  # worth of an Action Point kept
WHOLE_ACTIVATION = 0.2  # worth of the activation an opportunity action gives up
PER_BID = 0.11  # how much likelier one CAP makes the first turn


def _paying(view: HeroesState, paying: Paying, choice: Choice) -> float:
    """The cheapest way: points first, CAPs where they are all there is, an opportunity for dear actions."""
    assert isinstance(choice, By)
    cost = max(paying.cost.spread)
    if choice.means == OPPORTUNITY:
        return -WHOLE_ACTIVATION * (1 + len(paying.group))
    if choice.means == COMMAND:
        return -CAP * cost
    lost = AP * pools.pool_of(view, paying.force) if choice.means == ACTIVATE else 0.0
    return -AP * (cost - choice.caps) - CAP * choice.caps - lost


def _bid(view: HeroesState, frame: Bid | Bidding, choice: Choice) -> float:
    count = choice.count if isinstance(choice, verbs.Caps) else 0
    return FIRST_TURN * PER_BID * count - CAP * abs(count) / 2


CHAPTER = Chapter(name="1", judged={Paying: _paying, Bid: _bid, Bidding: _bid})
