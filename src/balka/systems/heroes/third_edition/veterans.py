"""Veteran cards: what some units are able to do all through a Mission. [8.2, cards V02 to V06, V08, V09]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from balka.core.checks import Part, add
from balka.core.choices import Card, Choice, Node, Number, Refusal, Token, UnitId
from balka.core.dice import Outcome
from balka.core.frames import Ask, Frame, Quote, asking
from balka.systems.heroes.chapters.attacking import assault_checks, assaulted, attack_of
from balka.systems.heroes.chapters.attacks import HIT, MISS, Attack, Blow, next_target
from balka.systems.heroes.chapters.cards import GROUP_ICON
from balka.systems.heroes.chapters.fire import EQUIPMENT, Shot, barred, may_attack, may_equip, shot_at
from balka.systems.heroes.chapters.hits import destroy, lay_marker, take_hit
from balka.systems.heroes.chapters.rally import LEADER, Rallying
from balka.systems.heroes.chapters.targets import is_work
from balka.systems.heroes.dice import SPENT_DIE
from balka.systems.heroes.events.hits import Death
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.abilities import is_veteran
from balka.systems.heroes.play.actions import REACTION, Action, declare
from balka.systems.heroes.play.acts import ATTACK, Deed
from balka.systems.heroes.play.choosing import budget
from balka.systems.heroes.play.costs import Now, attack_parts, bears_stress, total
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import AroundRolls, CardRules, Ratings
from balka.systems.heroes.play.quotes import quote_action
from balka.systems.heroes.play.rolls import Rolling, use_veteran
from balka.systems.heroes.play.situation import caps, carries_destroyed_marker, is_spent
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

EXPERIENCED, HONOR, IRON, HARDENED, TERRAIN = "V03", "V05", "V06", "V08", "V09"
STEADIER = 1  # added to a Spent die [card V03]
USE_OF_TERRAIN = add(1, "Use of Terrain", "sos-card-V09-a")
STRIKE = "strike back"


class Steady(Choice, frozen=True):
    """Experienced: a Spent die counts for one more. [card V03]"""

    verb = "steady"
    final = "yes"


class Again(Choice, frozen=True):
    """Combat Hardened: roll one d6 again, the lower (1) or the higher (2). [card V08]"""

    verb = "again"
    final = "yes"
    die: Number


def can_use(now: Now, unit: Unit, card: str) -> bool:
    """A unit in view with the card and the CAPs for it: all of this is known to everybody. [8.2-a, 8.6-c]"""
    if not is_veteran(now, unit, card) or unit.id in now.position.hidden:
        return False
    return caps(now, unit.force) >= now.setting.cards[card].cost


def helps_no_group(now: Now, card: str) -> bool:
    """Is a Group acting, which plays only cards that show the Group icon? [8.9-b]"""
    action = next((frame for frame in reversed(now.stack) if isinstance(frame, Action)), None)
    return action is not None and bool(action.group) and GROUP_ICON not in now.setting.cards[card].icons


# -- parts of a rating


def use_of_terrain(now: Now, shot: Shot) -> Iterator[Part]:
    """Open ground is as good as cover; where there is cover it adds nothing. [card V09]"""
    target = shot.target
    if not now.setting.veterans or is_work(target.id) or not is_veteran(now, target, TERRAIN):
        return
    if now.setting.ground.defence[target.hex] is None:
        yield USE_OF_TERRAIN


# -- choices


def better_equipped(now: Now, attack: Attack) -> Sequence[Node]:
    """Once for an attack of a unit of its own, at any moment before the dice; not for a Group. [card V02, 8.9-b]"""
    unit = now.position.units.get(attack.unit) if now.setting.veterans else None
    if unit is None or attack.weapon.equipped or attack.support or not may_equip(now, unit):
        return ()
    return [verbs.Play(Card(EQUIPMENT))]


def motivated_leader(now: Now, rallying: Rallying) -> Sequence[Node]:
    """In place of CAPs. [card V04]"""
    unit = now.position.units.get(rallying.unit) if now.setting.veterans else None
    led = unit is not None and can_use(now, unit, LEADER) and not helps_no_group(now, LEADER)
    return [verbs.Play(Card(LEADER))] if led else ()


def after_roll(now: Now, rolling: Rolling) -> Sequence[Node]:
    """A Spent die steadied once, or one d6 rolled again once. [cards V03, V08, sos-card-V03-a]"""
    unit = now.position.units.get(rolling.unit) if now.setting.veterans else None
    card = EXPERIENCED if rolling.die == SPENT_DIE else HARDENED
    if unit is None or card in rolling.used or not can_use(now, unit, card) or helps_no_group(now, card):
        return ()
    if card == EXPERIENCED:
        return [Steady()]
    return [Again(Number(n + 1)) for n in range(len(rolling.faces))]


def steady(work: HeroesWork, rolling: Rolling, choice: Steady) -> None:
    use_veteran(work, rolling.force, EXPERIENCED, rolling.unit)
    used = (*rolling.used, EXPERIENCED)
    structs.replace(rolling, adjust=rolling.adjust + STEADIER, used=used).settle(work)


def roll_again(work: HeroesWork, rolling: Rolling, choice: Again) -> None:
    use_veteran(work, rolling.force, HARDENED, rolling.unit)
    changed = structs.replace(rolling, used=(*rolling.used, HARDENED), by=HARDENED)
    changed.roll_more(work, choice.die - 1, "d6", "combat hardened")


def may_steel_itself(now: Now, unit: Unit, free: str) -> bool:
    """A marked unit that could act but for its marker; never one that is as good as destroyed. [card V06]"""
    if now.tracks.iron or not unit.marker or unit.hex < 0 or unit.carrier or carries_destroyed_marker(now, unit):
        return False
    if not can_use(now, unit, IRON) or (free == "spent" and not is_spent(now, unit)):
        return False
    return free != "" or not is_spent(now, unit) or caps(now, unit.force) > bears_stress(now, unit)


# -- striking back


def strikers(now: Now, attack: Attack) -> list[Unit]:
    """Enemies attacked in Close Combat who have Blood and Honor, as all know. [card V05]"""
    shooter = now.position.units.get(attack.unit)
    if shooter is None or not now.setting.veterans:
        return []
    units = [unit for name in attack.waiting if (unit := now.position.units.get(name)) is not None]
    return [unit for unit in units if unit.hex == shooter.hex and not unit.carrier and can_use(now, unit, HONOR)]


def able_to_strike(now: Now, unit: Unit, foe: Unit) -> bool:
    """Free to attack, and if Spent able to pay for all of it beside the card. [3.4-b, sos-card-V05-b]"""
    if may_attack(now, unit) is not None or barred(now, shot_at(now, unit, foe)):
        return False
    cost = total(now, unit, STRIKE, attack_parts(now, unit)) + now.setting.cards[HONOR].cost
    return cost <= budget(now, unit, "")


def open_window(work: HeroesWork, attack: Attack) -> bool:
    """Whoever may strike back is asked before the dice are rolled. [card V05]"""
    found = strikers(work, attack)
    if found and not attack.held:
        work.push(Duel(found[0].force, attack))
    return bool(found) and not attack.held


class Duel(Frame, frozen=True):
    """A Close Combat attack that may be answered: both are rolled, then both take effect. [card V05]"""

    force: str
    attack: Attack
    kept: tuple[Blow, ...] = ()
    striker: str = ""

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "strike.window", window=True)

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        foe = state.position.units[self.attack.unit]
        able = [unit for unit in strikers(state, self.attack) if able_to_strike(state, unit, foe)]
        if not path:
            return ["play", verbs.Pass()] if able else [verbs.Pass()]
        if len(path) == 1:
            return [HONOR]
        return [verbs.PlayWith(Card(HONOR), UnitId(unit.id)) for unit in able]

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, verbs.PlayWith):
            use_veteran(work, self.force, HONOR, choice.unit)
            work.replace_top(structs.replace(self, striker=choice.unit))
            work.push(structs.replace(self.attack, held=True))
        else:
            work.pop()
            work.push(self.attack)
        next_target(work)

    def resume(self, work: HeroesWork, result: object) -> None:
        """The attack is rolled: the answer follows. The answer is over: whatever is still kept takes effect."""
        if isinstance(result, tuple):
            work.replace_top(structs.replace(self, kept=result))
            declare(work, strike_action(work, work.position.units[self.striker], self.attack.unit))
            return
        work.pop()
        assert isinstance(result, Action)
        stress(work, self.force, result.members)
        work.push(Outcomes(self.kept))

    def prompt(self, view: HeroesState, seat: str) -> str:
        return f"{view.setting.name(self.attack.unit)} attacks in Close Combat. Strike back, or let it pass."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        if not isinstance(choice, verbs.PlayWith):
            return Quote(final=choice.final)
        unit = view.position.units[choice.unit]
        return quote_action(view, unit, strike_action(view, unit, self.attack.unit), choice)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal("Only a unit with Blood and Honor that is attacked and is able to attack strikes back.",
                       "sos-card-V05-a", "pass")  # fmt: skip


def strike_action(now: Now, unit: Unit, foe: str) -> Action:
    """The answer is an Action of its own, in the opponent's Turn. [card V05]"""
    return Action(unit.force, unit.id, STRIKE, attack_parts(now, unit), REACTION, unit.hex, 0, foe)


def strike(work: HeroesWork, action: Action) -> None:
    """The attack in return, on a load too, as if the other had not yet happened. [card V05, 15.11-a]"""
    attack = attack_of(work, action)
    struck_at = tuple(name for name in assaulted(work, action) if not barred(work, attack.shot(work, name)))
    work.push(structs.replace(attack, waiting=struck_at, held=True))
    next_target(work)


def struck(work: HeroesWork, action: Action, kept: tuple[Blow, ...]) -> None:
    """Both attacks are rolled: they take effect together, before the answer is paid for. [card V05]"""
    at = max(n for n, frame in enumerate(work.stack) if isinstance(frame, Duel))
    duel = work.stack[at]
    assert isinstance(duel, Duel)
    work.stack[at] = structs.replace(duel, kept=())
    work.push(Outcomes((*duel.kept, *kept)))


def stress(work: HeroesWork, force: str, names: Sequence[str]) -> None:
    """Striking back Stresses the unit for its own next Turn, with it whom it carries. [15.8-a, sos-card-V05-c]"""
    before = work.tracks.stressed[force]
    more = tuple(name for name in names if name in work.position.units and name not in before)
    if more:
        work.set_tracks(stressed={**work.tracks.stressed, force: (*before, *more)})


class Outcomes(Frame, frozen=True):
    """What attacks rolled at the same time have done, applied one after the other. [card V05]"""

    automatic = True

    blows: tuple[Blow, ...]
    now: str = ""

    def run(self, work: HeroesWork) -> None:
        if not self.blows:
            work.pop()
            return
        blow, *rest = self.blows
        work.replace_top(Outcomes(tuple(rest), blow.target))
        unit = work.position.units.get(blow.target)
        if unit is None or blow.band == MISS:
            return
        if blow.band == HIT:
            take_hit(work, unit, blow.pile)
        else:
            destroy(work, unit, Death.CRITICAL_HIT)

    def resume(self, work: HeroesWork, result: Outcome) -> None:
        lay_marker(work, work.position.units[self.now], result.item)


CHAPTER = Chapter(
    name="8",
    verbs=(Steady, Again),
    frames=(Duel, Outcomes),
    ratings=Ratings(defence=(use_of_terrain,)),
    rolls=AroundRolls(
        on_attack=(better_equipped,),
        on_rally=(motivated_leader,),
        after_roll=(after_roll,),
        change_roll={Steady.verb: steady, Again.verb: roll_again},
        before_attack=(open_window,),
    ),
    cards=CardRules(turn_plays={IRON: may_steel_itself}),
    deeds={STRIKE: Deed(do=strike, checks=assault_checks, dice=struck, counts_as=ATTACK)},
)
