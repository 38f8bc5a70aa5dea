"""Weapon cards that a Foot Unit uses: grenades, petrol bottles, demolition charges. [8.3, 8.9-c, cards W01 to W03]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from balka.core.checks import Check, Part, add
from balka.core.choices import Card, Choice, Hex, Refusal, UnitId
from balka.core.hexes import hexes_in
from balka.systems.heroes.card_rows import card_rule
from balka.systems.heroes.chapters.attacking import assaulted
from balka.systems.heroes.chapters.attacks import Attack, begin_attack, support_against
from balka.systems.heroes.chapters.cards import card_part
from balka.systems.heroes.chapters.fire import CHARGE, Shot, Weapon, barred, foot_ends, may_attack
from balka.systems.heroes.chapters.group_attacks import can_support
from balka.systems.heroes.chapters.hidden import mission_hides
from balka.systems.heroes.chapters.ratings import attack_check
from balka.systems.heroes.chapters.razing import why_not_raze
from balka.systems.heroes.chapters.suspicion import Suspicion, fire_on_suspicion
from balka.systems.heroes.chapters.targets import (
    breakable_by_hand,
    struck_by_hand,
    target_named,
    works_names,
)
from balka.systems.heroes.data.mission_data import CardGrant, WeaponLimit
from balka.systems.heroes.events.cards import CardPlayed
from balka.systems.heroes.play.actions import CARD_COST, FREE_BY_CARD, Action, support_parts
from balka.systems.heroes.play.acts import Act
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.economy import freed
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import GroupRules
from balka.systems.heroes.play.situation import caps, enemies_in, enemy_in, foes_mask
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.units import HeroesWork, Unit

GRENADES, MOLOTOV, DEMOLITIONS = "W01", "W02", "W03"
HAND_WEAPONS = (GRENADES, MOLOTOV, DEMOLITIONS)
TELLERMINE = "TELLERMINE"
CHARGES = (DEMOLITIONS, TELLERMINE)  # laid at what they blow up, which nothing covers
ALL_WEAPONS = (*HAND_WEAPONS, "GRENADES", "MOLOTOV", TELLERMINE)
NOBODY_SEEN = add(1, "Nobody is to be seen there", "atb-2.2-o")
THROW = 1  # how far a grenade or a bottle flies


class UseAt(Choice, frozen=True):
    """A unit uses a Weapon card on an adjacent hex, or on the works in its own. [8.3, atb 8.4-c]"""

    verb = "use"
    final = "maybe"
    subject = "unit"
    unit: UnitId
    card: Card
    target: Hex


class UseOn(Choice, frozen=True):
    """A unit uses a Weapon card on an enemy in its own hex. [8.3, atb 8.4-c]"""

    verb = "use"
    final = "maybe"
    subject = "unit"
    unit: UnitId
    card: Card
    target: UnitId


# -- what the Mission allows


def grants(now: Now, unit: Unit, card: str) -> list[CardGrant]:
    """Has the unit's player been given the card, for units of this type? [8.3-a]"""
    given = now.setting.mission.forces[unit.force].weapons
    return [grant for grant in given if grant.card == card and grant.to in (None, unit.kind)]


def limit_of(now: Now, card: str) -> WeaponLimit:
    """How often and by whom; once where the Mission says nothing. [8.3-a]"""
    for rule in now.setting.mission.special:
        if isinstance(rule, WeaponLimit) and rule.card == card:
            return rule
    return WeaponLimit(card, now.setting.edition.weapons.uses)


def in_box(now: Now) -> list[str]:
    """The hand weapons of the edition being played."""
    own = (card for card, model in now.setting.catalogue.modelled_cards.items() if model in ALL_WEAPONS)
    return [card for card in (*ALL_WEAPONS, *own) if card in now.setting.edition.deeds]


def left(now: Now, card: str) -> int:
    return limit_of(now, card).uses - now.tracks.used.count(card)


def why_not_use(now: Now, unit: Unit, card: str) -> Refusal | None:
    """Why a unit cannot attack with a Weapon card now. [8.3-a, 8.5-a, 8.6, atb 8.4-e, atb-card-weapon-a]"""
    return why_not_play(now, unit, card) or may_attack(now, unit)


def why_not_play(now: Now, unit: Unit, card: str) -> Refusal | None:
    """Why a unit cannot do anything with a Weapon card now. [8.3-a, 8.5-a, 8.6]"""
    kind, limit = now.setting.cards[card], limit_of(now, card)
    if card not in in_box(now) or not grants(now, unit, card):
        return Refusal("Your side has no such Weapon card.", "sos-8.3-a atb-8.4-c")
    if left(now, card) <= 0:
        return Refusal(f"{kind.name} is used up.", "sos-8.3-a atb-8.4-c")
    if not now.setting.kind(unit).is_foot or (limit.units and unit.kind not in limit.units) or unit.carrier:
        return Refusal(f"{now.setting.name(unit.id)} cannot use {kind.name}.", card_rule(now.setting, card, "a"))
    if not _has_card_left(now):
        return Refusal("One Action card a Turn.", "sos-8.5-a atb-8.1-a")
    bearer = borne_by_another(now, unit, card)
    if bearer:
        return Refusal(f"{kind.name} is carried by {now.setting.name(bearer)}.", "atb-8.4-c")
    spared = freed(now) or now.setting.rulebook.spent_units_play_green_cards
    if unit.spent and caps(now, unit.force) < kind.cost and not spared:
        return Refusal(f"A Spent unit needs {kind.cost} CAPs for it.", "sos-8.6-b atb-8.0-l")
    return None


def _has_card_left(now: Now) -> bool:
    """One Action card a Turn, or one in each Swift Action; some editions let a card's Action be one more. [8.5-a]"""
    turn = next((frame for frame in reversed(now.stack) if isinstance(frame, Turn)), None)
    if turn is None:
        return True
    return now.setting.edition.weapons.by_freed_action if freed(now) else turn.has_card_left(now)


def borne_by_another(now: Now, unit: Unit, card: str) -> str:
    """The unit that a card which stays with one unit belongs to by now, if that is not this one. [atb 8.4-c]"""
    if not now.setting.edition.weapons.stay_with_unit:
        return ""
    bearers = [name for what, name in now.tracks.bearers if what == card]
    return "" if unit.id in bearers or len(bearers) < len(grants(now, unit, card)) else bearers[-1]


def note_use(work: HeroesWork, unit: Unit, card: str) -> None:
    """One use less of a Weapon card, which stays with the unit where it can be used again. [8.3-a, atb 8.4-c]"""
    work.set_tracks(used=tuple(sorted((*work.tracks.used, card))))
    if work.setting.edition.weapons.stay_with_unit:
        work.set_tracks(bearers=tuple(dict.fromkeys((*work.tracks.bearers, (card, unit.id)))))
    work.tell(CardPlayed(unit.force, card, unit.id))


def payable(now: Now, members: Sequence[Unit], card: str, place: int = -1) -> bool:
    """Can these units pay for a Weapon card, thrown at a hex? What a card gives costs nothing. [8.6]"""
    if freed(now):
        return True
    cost = sum(part.value for part in price(now, members[0], card, place))
    kind = now.setting.cards[card]
    asked = kind if cost == kind.cost else structs.replace(kind, cost=cost, cost_color="either")
    return bool(now.setting.edition.economy.can_pay_card(now, tuple(members), asked))


def price(now: Now, unit: Unit, card: str, place: int = -1) -> tuple[Part, ...]:
    """The card's own cost; of one without, at nobody in view and at works alone, what doing nothing would cost.

    [8.6-a, atb 2.2-o]
    """
    blind = place >= 0 and now.setting.edition.weapons.at_unseen(now) >> place & 1
    idle = not now.setting.cards[card].cost and (blind or place == unit.hex)
    return (card_part(now, card), NOBODY_SEEN) if idle else (card_part(now, card),)


def weapon(now: Now, card: str) -> Weapon:
    """Figures on the card; its HE icon strikes the Flank and bursts in trees.

    [8.9-c, sos-card-W01-c, sos-card-W02-d, sos-card-W03-c, atb 8.4-a, atb-card-weapon-grenades-d,
    atb-card-weapon-molotov-d, atb-card-weapon-tellermine-c]
    """
    kind = now.setting.cards[card]
    he, bare = "he" in kind.icons, card in CHARGES
    return Weapon(CHARGE, kind.name, kind.red_fp or 0, kind.blue_fp or 0, kind.range or 0, flank=he, bare=bare,
                  basis=kind.basis)  # fmt: skip


# -- targets


def hexes_for(now: Now, unit: Unit, card: str) -> list[int]:
    """Where it may be thrown: an adjacent hex with enemies or works. All are used on works underfoot, hand to hand.

    [W01-W03, 17.11-f, sos-card-W03-b, atb 18.4-g]
    """
    if card == TELLERMINE:
        return []
    own = [unit.hex] if why_not_raze(now, unit) is None else []
    thrown = card not in CHARGES and not enemy_in(now, unit.side, unit.hex)
    return [*own, *_throws(now, unit)] if thrown else own


def _throws(now: Now, unit: Unit) -> list[int]:
    """Adjacent hexes in its Arc with enemies, works that fall to it, or perhaps somebody unseen."""
    held = foes_mask(now, unit.side) | breakable_by_hand(now, unit.side) | now.setting.edition.weapons.at_unseen(now)
    return list(hexes_in(now.setting.ground.zone(unit.hex, unit.facing, THROW, foot_ends(now, unit)) & held))


def foes_for(now: Now, unit: Unit, card: str = "") -> list[Unit]:
    """Enemies in its own hex, whom any of them may strike; a Tellermine only vehicles. [6.9, atb card]"""
    foes = [foe for foe in enemies_in(now, unit.side, unit.hex) if not foe.carrier]
    return [foe for foe in foes if now.setting.kind(foe).is_vehicle] if card == TELLERMINE else foes


def uses(now: Now, unit: Unit, limit: int) -> Iterator[UseAt | UseOn]:
    """The Weapon cards a unit may use, and their targets. [8.3]"""
    if not now.setting.mission.forces[unit.force].weapons:
        return
    for card in in_box(now):
        if why_not_use(now, unit, card) is None:
            yield from _aims(now, unit, card)


def _aims(now: Now, unit: Unit, card: str) -> Iterator[UseAt | UseOn]:
    name, what = UnitId(unit.id), Card(card)
    for place in hexes_for(now, unit, card):
        if payable(now, (unit,), card, place):
            yield UseAt(name, what, Hex(place))
    foes = foes_for(now, unit, card)
    if foes and payable(now, (unit,), card):
        yield from (UseOn(name, what, UnitId(foe.id)) for foe in foes)


def throws_for_nothing(now: Now, unit: Unit) -> bool:
    """Could it use a Weapon card at no cost, on an enemy in its hex or beside it? [atb 8.4-e, atb 2.2-o]"""
    able = [card for card in in_box(now) if why_not_use(now, unit, card) is None]
    aims = ((card, place) for card in able for place in hexes_for(now, unit, card))
    close = ((card, -1) for card in able if foes_for(now, unit, card))
    return any(not sum(part.value for part in price(now, unit, card, place)) for card, place in (*aims, *close))


def group_shots(now: Now, leader: Unit, rest: Sequence[Unit]) -> list[Choice]:
    """Grenades and bottles bear the Group icon: one throws, the others support as in any Group Attack.

    [8.9-b, 10.6, atb-card-weapon-tellermine-b]
    """
    cards = [card for card in in_box(now) if "group" in now.setting.cards[card].icons]
    found: list[Choice] = []
    for card in cards:
        for aim in _aims(now, leader, card) if why_not_use(now, leader, card) is None else ():
            place = int(aim.target) if isinstance(aim, UseAt) else leader.hex
            paid = payable(now, (leader, *rest), card, place if isinstance(aim, UseAt) else -1)
            if paid and all(can_support(now, leader, u, place) for u in rest):
                found.append(aim)
    return found


def why_not_so(now: Now, unit: Unit, choice: UseAt | UseOn) -> Refusal | None:
    """Why a card cannot be used on what was named. [8.3, 8.6]"""
    if choice.card not in now.setting.cards:
        return Refusal(f"There is no card {choice.card}.", "sos-8.3-a atb-8.4-c")
    barred = why_not_use(now, unit, choice.card)
    if barred is not None:
        return barred
    rule = card_rule(now.setting, choice.card)
    place = int(choice.target) if isinstance(choice, UseAt) else -1
    if not payable(now, (unit,), choice.card, place):
        cost = sum(part.value for part in price(now, unit, choice.card, place))
        dear: Refusal = now.setting.edition.economy.cannot_pay(now, unit, cost)
        return dear
    if isinstance(choice, UseAt) and not enemy_in(now, unit.side, choice.target) and not mission_hides(now):
        return Refusal("Nobody is to be seen there, and nobody hides in this Mission.", rule)
    return Refusal("It reaches an adjacent hex in its Arc; in its own hex an enemy, or works without friends.", rule)


# -- Actions


def use_action(now: Now, unit: Unit, choice: UseAt | UseOn, free: str) -> Action:
    """The card's own cost, which nothing changes. [8.6-a, 8.6-d]"""
    terms = FREE_BY_CARD if free else CARD_COST
    if isinstance(choice, UseOn):
        base = price(now, unit, choice.card)
        return Action(unit.force, unit.id, choice.card, base, terms, unit.hex, target=choice.target)
    base = price(now, unit, choice.card, choice.target)
    return Action(unit.force, unit.id, choice.card, base, terms, choice.target)


def targets_of(now: Now, unit: Unit, action: Action) -> tuple[str, ...]:
    """Hand to hand as in Close Combat; else everybody in the hex, and the works it can break. [6.8-a, atb 18.4-a]"""
    if action.target:
        return assaulted(now, action)
    if action.hex == unit.hex:
        return works_names(now, unit.hex)
    return struck_by_hand(now, action.hex)


def checks(now: Now, unit: Unit, action: Action) -> tuple[Check, ...]:
    thrown = weapon(now, action.verb)
    names = targets_of(now, unit, action)
    if not names:
        bonus = support_parts(action)
        return (Suspicion(action.force, unit.id, action.hex, thrown, unit.hex, bonus).check(now, 0),)
    made = [Shot(unit, target_named(now, name), thrown, unit.hex) for name in names]
    shots = [shot for shot in made if not barred(now, shot)]
    return tuple(attack_check(now, shot, support_against(now, action.group, shot.target)) for shot in shots)


def use(work: HeroesWork, action: Action) -> None:
    unit = work.unit(action.unit)
    note_use(work, unit, action.verb)
    thrown, names = weapon(work, action.verb), targets_of(work, unit, action)
    if not names:
        fire_on_suspicion(work, action, thrown)
        return
    support = support_parts(action)
    attack = Attack(action.force, unit.id, (), thrown, unit.hex, support, supporters=action.group)
    begin_attack(work, attack, names)


USING: Act[UseAt | UseOn] = Act(
    choice=UseAt,
    offers=uses,
    why_not=why_not_so,
    action=use_action,
    do=use,
    checks=checks,
    actions=HAND_WEAPONS,
)

CHAPTER = Chapter(name="18", acts=(USING,), verbs=(UseOn,), groups=GroupRules(shots=(group_shots,)))
