"""Sniper Fire: the opponent loses CAPs; where there are two, its player names one. [card 10, 19.0]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from balka.core.choices import Choice, Node, Refusal, Token, Word
from balka.core.frames import Ask, Frame, asking
from balka.systems.heroes.chapters.card_actions import roll_card, sniper
from balka.systems.heroes.chapters.cards import able
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.acts import Deed
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import CardRules
from balka.systems.heroes.third_edition.events import SniperAimed
from balka.systems.heroes.units import HeroesState, HeroesWork

SNIPER_FIRE = "10"


class NameOpponent(Choice, frozen=True):
    """The opponent whose CAPs Sniper Fire is to cost. [card 10]"""

    verb = "sniper"
    final = "yes"
    force: Word


class Naming(Frame, frozen=True):
    """Which of several opponents is fired at. [card 10, 19.0-a]"""

    force: str

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "sniper.whom")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return [NameOpponent(Word(foe)) for foe in state.setting.foes[self.force]] if not path else ()

    def answer(self, work: HeroesWork, choice: NameOpponent) -> None:
        work.pop()
        action = work.stack[-1]
        assert isinstance(action, Action)
        work.tell(SniperAimed(self.force, choice.force))
        named = structs.replace(action, target=str(choice.force))
        work.replace_top(named)
        roll_card(work, named)

    def prompt(self, view: HeroesState, seat: str) -> str:
        return "Which opponent does Sniper Fire cost CAPs?"

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        foes = ", ".join(view.setting.foes[self.force])
        return Refusal(f"Sniper Fire is played against an opponent: {foes}.", "sos-card-10-b")


def fire(work: HeroesWork, action: Action) -> None:
    """The die, as soon as it is known whom it is to cost CAPs. [card 10]"""
    if len(work.setting.foes[action.force]) > 1:
        work.push(Naming(action.force))
    else:
        roll_card(work, action)


CHAPTER = Chapter(
    name="8",
    verbs=(NameOpponent,),
    frames=(Naming,),
    cards=CardRules(players={SNIPER_FIRE: able}),
    deeds={SNIPER_FIRE: Deed(do=fire, dice=sniper)},
)
