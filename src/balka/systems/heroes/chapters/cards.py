"""Battle cards of a player's own Turn: which may be played now, and how they begin. [chapter 8, cards 01-05, 08-12]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from balka.core.checks import Part, add
from balka.core.choices import Card, Node, Refusal, UnitId
from balka.systems.heroes.card_rows import card_rule
from balka.systems.heroes.chapters.digging import no_room_to_dig
from balka.systems.heroes.chapters.rally import why_not_rally
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import CARD_COST, NO_CHECK, Action
from balka.systems.heroes.play.choosing import may_act
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.situation import (
    caps,
    carries_destroyed_marker,
    enemy_in,
    marker_of,
    only_rallies,
    riders_of,
)
from balka.systems.heroes.play.spending import spend
from balka.systems.heroes.units import HeroesWork, Unit

HIDDEN_ICON, GROUP_ICON = "hidden", "group"
SWIFT, RAPID_DEPLOYMENT = "swift", "rapid deployment"
"""what some cards do, whatever number they bear"""


def own_units(now: Now, force: str) -> list[Unit]:
    """A force's counters in order of name, the order in which units are always kept."""
    return [unit for unit in now.position.units.values() if unit.force == force]


def own_hidden(now: Now, force: str) -> list[Unit]:
    """A force's Hidden units in order of name."""
    return [unit for unit in now.position.hidden.values() if unit.force == force]


# -- which unit may play which card


def follow_me(now: Now, unit: Unit) -> bool:
    """Any marker but Destroyed, even with an enemy in the hex.

    [sos-card-03-c, sos-card-03-d, sos-card-03-e]
    """
    marker = marker_of(now, unit)
    return marker is not None and marker.recovery != "never"


def rally_up(now: Now, unit: Unit) -> bool:
    return bool(unit.marker) and why_not_rally(now, unit) is None


def able(now: Now, unit: Unit) -> bool:
    """Able to take an Action of any kind."""
    return not carries_destroyed_marker(now, unit) and not only_rallies(now, unit)


def seek_cover(now: Now, unit: Unit) -> bool:
    """Not in Close Combat, not on a vehicle, not twice, and only where there is room for it.

    [17.0-c, sos-card-09-c, sos-card-09-d]
    """
    room = no_room_to_dig(now, unit) is None
    stands = not unit.carrier and not enemy_in(now, unit.side, unit.hex)
    return able(now, unit) and stands and not unit.dug_in and room


def players_of(now: Now, force: str, card: str, only: str = "") -> list[Unit]:
    """The units that may play an Action card: able to, and able to pay; or `only` one of them. [8.6]"""
    fits = now.setting.edition.cards.players[card]
    waiting = card == now.setting.edition.entering.card
    units = [unit for unit in _holders(now, force, card, only) if (unit.hex >= 0 or waiting) and fits(now, unit)]
    economy, kind = now.setting.edition.economy, now.setting.cards[card]
    return [unit for unit in units if economy.can_pay_card(now, (unit,), kind)]


def _holders(now: Now, force: str, card: str, only: str = "") -> list[Unit]:
    """Units in view, and Hidden ones where the card shows the Hidden icon. [8.9-a, 11.1-a]"""
    plays = now.setting.edition.hiding.plays(now.setting.cards[card])
    unseen = own_hidden(now, force) if plays else []
    return _among([*own_units(now, force), *unseen], only)


def _among(units: list[Unit], only: str) -> list[Unit]:
    """All of them, or the one that is named."""
    return [unit for unit in units if unit.id == only] if only else units


def card_part(now: Now, card: str) -> Part:
    kind = now.setting.cards[card]
    return add(kind.cost, f"Cost of {kind.name}", "sos-8.6-a atb-8.0-i", kind.basis)


def card_action(now: Now, unit: Unit, card: str) -> Action:
    """A card played as the Turn's Action: blue costs are paid in CAPs, others as the edition says.

    [8.6, 3.4-e, atb 8.1-a]
    """
    kind = now.setting.cards[card]
    freed = now.setting.rulebook.spent_units_play_green_cards and all(
        bound.spent for bound in (unit, *riders_of(now, unit))
    )
    terms = CARD_COST if kind.cost_color in ("green", "either") and kind.cost and not freed else NO_CHECK
    return Action(unit.force, unit.id, card, (card_part(now, card),), terms, unit.hex)


def shares_a_card(
    now: Now, unit: Unit, company: Sequence[Unit] | None = None, icons: frozenset[str] = frozenset({GROUP_ICON})
) -> bool:
    """Could it and a friend beside it play a card together, whatever each could do alone? [atb 9.1-f]

    `company`: those among whom the friend is looked for, if not those in view; `icons`: what the card must show.
    """
    if unit.hex < 0:
        return False
    players, kinds = now.setting.edition.cards.players, now.setting.cards
    for card in dict.fromkeys(now.hands[unit.force].cards):
        fits = players.get(card) if icons <= kinds[card].icons else None
        if fits is not None and fits(now, unit):
            pairs = ((unit, friend) for friend in _friends_beside(now, unit, company) if fits(now, friend))
            if any(_plays_together(now, card, pair) for pair in pairs):
                return True
    return False


def _friends_beside(now: Now, unit: Unit, company: Sequence[Unit] | None) -> list[Unit]:
    """Others of its force in its hex and around it."""
    near = now.setting.board.around[unit.hex] | 1 << unit.hex
    units = own_units(now, unit.force) if company is None else company
    others = [other for other in units if other.hex >= 0 and near >> other.hex & 1]
    return [other for other in others if other is not unit]


def _plays_together(now: Now, card: str, members: tuple[Unit, ...]) -> bool:
    pays = now.setting.edition.economy.can_pay_card(now, members, now.setting.cards[card])
    return bool(pays) and enough_for_all(now, card, members)


def enough_for_all(now: Now, card: str, members: Sequence[Unit]) -> bool:
    """A card that digs a Group in needs a counter for each of it. [atb 18.1.3-g]"""
    digs = now.setting.model(card) == now.setting.edition.roles.get("seek cover")
    return not digs or no_room_to_dig(now, members[0], len(members)) is None


def pay_blue(work: HeroesWork, force: str, card: str) -> None:
    """A blue cost is paid in CAPs, at once and in full, once for a Group too. [8.6-c, 10.12-b, sos-card-gen-f]"""
    kind = work.setting.cards[card]
    if kind.cost_color == "blue":
        spend(work, force, kind.cost)


# -- the list


def card_nodes(now: Now, force: str, only: str = "", *, action_cards: bool) -> Iterator[Node]:
    """Cards that may be played before an Action of a player's Turn, or by one unit; copies are one choice. [8.5]"""
    edition = now.setting.edition
    for card in dict.fromkeys(now.hands[force].cards):
        given = edition.cards.gives_action.get(card)
        if given is not None:
            if action_cards and any(_could_act(now, unit, given) for unit in _holders(now, force, card, only)):
                yield verbs.Play(Card(card))
        elif card in edition.cards.players:
            if action_cards and players_of(now, force, card, only):
                yield card
        elif card == edition.roles[SWIFT] and _may_be_swift(now, force, card, only):  # [atb-card-10-c]
            yield verbs.Play(Card(card))


def _could_act(now: Now, unit: Unit, free: str) -> bool:
    """Can a unit take an Action, or could it by a Veteran card played on it? [card V06]"""
    plays = now.setting.edition.cards.turn_plays.values() if now.setting.veterans else ()
    return may_act(now, unit, free) or any(rule(now, unit, free) for rule in plays)


def _may_be_swift(now: Now, force: str, card: str, only: str) -> bool:
    """There is somebody who can act once the card is paid for."""
    price, economy = now.setting.cards[card].cost, now.setting.edition.economy
    if caps(now, force) < price:
        return False
    units = _holders(now, force, card, only)
    acts = any(_could_act(now, unit, "") and economy.may_act_after(now, unit, price) for unit in units)
    return acts or bool(economy.acts_by_card_after(now, force, only, price))


def playable_after(now: Now, force: str, only: str, price: int) -> bool:
    """Is there an Action card that costs no more than is left once another is paid for? [atb 8.2-a]"""
    edition, held = now.setting.edition, dict.fromkeys(now.hands[force].cards)
    large = not only and any(True for act in edition.at_large if act.is_card for _ in act.offers(now, force))
    return large or any(_plays_after(now, force, card, only, price) for card in held)


def _plays_after(now: Now, force: str, card: str, only: str, price: int) -> bool:
    edition, kind = now.setting.edition, now.setting.cards[card]
    given, fits = edition.cards.gives_action.get(card), edition.cards.players.get(card)
    units = _holders(now, force, card, only)
    if given is not None:
        return any(_could_act(now, unit, given) for unit in units)
    dearer = kind if kind.cost_color == "green" else structs.replace(kind, cost=kind.cost + price)
    able = (unit for unit in units if fits is not None and unit.hex >= 0 and fits(now, unit))
    return any(edition.economy.can_pay_card(now, (unit,), dearer) for unit in able)


def player_nodes(now: Now, force: str, card: str, only: str = "") -> list[Node]:
    return [verbs.PlayWith(Card(card), UnitId(unit.id)) for unit in players_of(now, force, card, only)]


def why_not_play(now: Now, force: str, card: str) -> Refusal:
    """Why a card cannot be played now."""
    kind = now.setting.cards.get(card)
    if kind is None or card not in now.hands[force].cards:
        return Refusal(f"You do not hold card {card}.", "sos-8.5-a atb-8.1-a")
    plain = f"No unit can play {kind.name} now, or this Turn's Action card has been played."
    return Refusal(now.setting.edition.cards.why_not_card.get(card, plain), card_rule(now.setting, card))


def veteran_plays(now: Now, force: str, free: str, only: str = "") -> list[Node]:
    """Veteran cards that a unit may use on its Action to come. [8.2-a, 8.4-c]"""
    plays = now.setting.edition.cards.turn_plays
    return [card for card in plays if veteran_players(now, force, card, free, only)] if now.setting.veterans else []


def veteran_players(now: Now, force: str, card: str, free: str, only: str = "") -> list[Node]:
    rule, units = now.setting.edition.cards.turn_plays[card], _among(own_units(now, force), only)
    return [verbs.PlayWith(Card(card), UnitId(unit.id)) for unit in units if rule(now, unit, free)]
