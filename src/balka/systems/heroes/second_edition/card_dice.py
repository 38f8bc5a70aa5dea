"""Cards whose die is changed with CAPs like any other: Sergeant, Officer, Sniper Fire. [3.2.3, cards 07, 08, 13]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from balka.core.checks import Check, Tally, add
from balka.core.choices import Choice, Node, Refusal, Token, Word
from balka.core.frames import Ask, Frame, Quote, asking
from balka.core.scene.nodes import Look
from balka.systems.heroes.card_rows import card_rule
from balka.systems.heroes.chapters import card_actions
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.acts import AtLarge
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import CardRules, Showing
from balka.systems.heroes.play.rolls import Result, discard, roll_check
from balka.systems.heroes.play.situation import caps, holds
from balka.systems.heroes.play.spending import cap_choices_both_ways, in_caps, spend
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.second_edition.events import SniperRolled
from balka.systems.heroes.units import HeroesState, HeroesWork

SERGEANT, OFFICER, SNIPER = "07", "08", "13"


class Harass(Choice, frozen=True):
    """Sniper Fire at the CAPs of one opponent; no unit plays it. [card 13]"""

    verb = "sniper"
    force: Word


def die_check(now: Now, card: str, count: int = 0) -> Check:
    """One die, to which CAPs are added or from which they are taken. [3.2.3-a]"""
    name, given = now.setting.cards[card].name, add(count, in_caps(abs(count)), "atb-3.2.3-a")
    parts = (add(0, name, card_rule(now.setting, card)), *((given,) if count else ()))
    return Check(name, "d6", Tally("Added to the die", parts), "die")


class CardDie(Frame, frozen=True):
    """CAPs for the die of a card, then the die. `against`: the opponent whom Sniper Fire is to cost CAPs. [3.2.3]"""

    force: str
    card: str
    unit: str = ""
    against: str = ""
    count: int = 0

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "card.roll")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return cap_choices_both_ways(caps(state, self.force)) if not path else ()

    def answer(self, work: HeroesWork, choice: verbs.Caps) -> None:
        spend(work, self.force, choice.count)
        work.replace_top(structs.replace(self, count=choice.count))
        roll_check(work, self.force, "card", die_check(work, self.card, choice.count), unit=self.unit)

    def resume(self, work: HeroesWork, result: Result) -> None:
        work.pop()
        changed = structs.replace(result, adjust=result.adjust + self.count)
        if not self.against:
            work.finish(changed)
            return
        snipe(work, self, changed)
        work.finish(Action(self.force, "", self.card, ()))

    def prompt(self, view: HeroesState, seat: str) -> str:
        return f"{view.setting.cards[self.card].name}: spend CAPs on the die, up or down, then roll."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        count = choice.count if isinstance(choice, verbs.Caps) else 0
        return Quote(None, (die_check(view, self.card, count),), "yes")

    def panel(self, view: HeroesState) -> tuple[Check, ...]:
        return (die_check(view, self.card, self.count),)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal(f"Up to 2 CAPs change the die; you have {caps(view, self.force)}.", "atb-3.2.3-a", "caps 0")


def ask_die(work: HeroesWork, action: Action) -> None:
    """The die of a card that a unit plays."""
    work.push(CardDie(action.force, action.verb, action.unit))


# -- Sniper Fire


def harassments(now: Now, force: str) -> Sequence[Harass]:
    """Against any opponent, whoever stands on the map. [card 13, 20.0]"""
    return [Harass(Word(foe)) for foe in now.setting.foes[force]] if holds(now, force, SNIPER) else ()


def begin_sniper(work: HeroesWork, choice: Harass, free: str) -> None:
    turn = work.stack[-1]
    assert isinstance(turn, Turn)
    discard(work, turn.force, SNIPER)
    work.push(CardDie(turn.force, SNIPER, against=choice.force))


def snipe(work: HeroesWork, die: CardDie, result: Result) -> None:
    """The opponent loses CAPs for this round, as many as he has at most. [card 13, atb-card-13-b]"""
    foe = die.against
    loss = min(card_actions.SNIPER_LOSS[min(6, max(1, result.total)) - 1], caps(work, foe))
    spend(work, foe, loss)
    check = die_check(work, SNIPER, die.count)
    work.tell(SniperRolled(die.force, check, result.faces, result.adjust, foe, loss))


def why_not_harass(now: Now, force: str, choice: Harass) -> Refusal:
    if not holds(now, force, SNIPER):
        return Refusal("You do not hold Sniper Fire.", card_rule(now.setting, SNIPER))
    foes = ", ".join(now.setting.foes[force])
    return Refusal(f"Sniper Fire is played against an opponent: {foes}.", card_rule(now.setting, SNIPER))


def leaf(view: HeroesState, choice: Choice) -> Look | None:
    if not isinstance(choice, Harass):
        return None
    return Look(f"Sniper Fire against the {view.setting.force_name(choice.force)} player", "fire")


CHAPTER = Chapter(
    name="8",
    frames=(CardDie,),
    at_large=(AtLarge(choice=Harass, offers=harassments, why_not=why_not_harass, begin=begin_sniper),),
    show=Showing(leaf=(leaf,), labels={Harass.verb: "Sniper Fire"}),
    cards=CardRules(why_not_card={SNIPER: "Sniper Fire is played against an opponent: say 'sniper' and the player."}),
)
