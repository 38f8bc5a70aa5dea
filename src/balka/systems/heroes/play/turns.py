"""A Turn: one Action or one Pass, and the cards that go with it. [2.0, 2.6, 2.7, 8.5]"""

from __future__ import annotations

from msgspec import structs

from balka.core.checks import Tally
from balka.core.choices import Choice, Refusal
from balka.core.frames import Quote
from balka.systems.heroes.chapters.cards import (
    GROUP_ICON,
    HIDDEN_ICON,
    SWIFT,
    card_action,
    card_part,
    pay_blue,
    why_not_play,
)  # fmt: skip
from balka.systems.heroes.chapters.deploying import Deploying, still_there
from balka.systems.heroes.chapters.finding import Turning, show
from balka.systems.heroes.chapters.victory import flip_control
from balka.systems.heroes.events.hiding import Discovery
from balka.systems.heroes.events.rounds import Passed
from balka.systems.heroes.kinds import CardKind
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import UNSEEN_MOVES, Action, declare
from balka.systems.heroes.play.choosing import action_for, why_not_act
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.quotes import quote_action
from balka.systems.heroes.play.rolls import discard, use_veteran
from balka.systems.heroes.play.situation import seen_unit
from balka.systems.heroes.play.spending import spend
from balka.systems.heroes.play.turn_list import CHOOSE, END, TurnList
from balka.systems.heroes.units import HeroesState, HeroesWork

MOVING = ("move", "enter", "move together", "enter together", "unload")
HAND_TO_HAND = ("assault", "scorch", "raze")
WEAPON = "weapon"


def is_close_combat(now: Now, action: Action) -> bool:
    """Was it an attack in the unit's own hex, with its Firepower, flame or a Weapon card? [6.9, 17.11-f, 18.0-c]"""
    card = now.setting.cards.get(action.verb)
    weapon = card is not None and card.family == WEAPON and action.hex == action.origin[0]
    return weapon or action.verb in HAND_TO_HAND


def gone_by(action: Action, verbs: tuple[str, ...]) -> tuple[str, ...]:
    """Who has entered a hex by an Action of these sorts: not who turned, stayed or hid where it stood. [card 05]"""
    hid_there = action.verb == "sneak" and action.hex == action.origin[0]
    if action.forgone or action.verb not in verbs or hid_there:
        return ()
    return tuple(name for name in action.actors if name not in action.stayed)


class Turn(TurnList, frozen=True):
    """One player's Turn: his answers, what comes of them, and when it is over."""

    # -- answers

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, verbs.Pass):
            self._pass(work)
        elif isinstance(choice, verbs.Done):
            self._finish(work)
        elif isinstance(choice, verbs.Play):
            self._play(work, choice.card)
        elif isinstance(choice, verbs.PlayWith):
            self._play_with(work, choice)
        else:
            self._act(work, choice)

    def _act(self, work: HeroesWork, choice: Choice) -> None:
        opener = work.setting.edition.begin.get(choice.verb)
        if opener is not None:
            opener(work, choice, self.free)
            return
        unit = work.position.unit(str(choice.path()[0]))
        assert unit is not None
        declare(work, action_for(work, unit, choice, self.free))

    def _play(self, work: HeroesWork, card: str) -> None:
        discard(work, self.force, card)
        given = work.setting.edition.cards.gives_action.get(card)
        if given is not None:
            work.replace_top(structs.replace(self, free=given, card=True))
        elif card == work.setting.edition.roles[SWIFT]:  # [atb-card-10-b]
            spend(work, self.force, work.setting.cards[card].cost)
            work.replace_top(structs.replace(self, actions=self.actions + 1))
        else:
            work.push(Deploying(self.force, still_there(work, self.moved)))

    def _play_with(self, work: HeroesWork, choice: verbs.PlayWith) -> None:
        """A unit plays an Action card; blue costs are paid at once, in full. [8.6-c]"""
        if choice.card in work.setting.edition.cards.turn_plays:
            use_veteran(work, self.force, choice.card, choice.unit)
            work.set_tracks(iron=choice.unit)
            return
        unit, kind = work.unit(choice.unit), work.setting.cards[choice.card]
        discard(work, self.force, choice.card, choice.unit)
        pay_blue(work, self.force, choice.card)
        if choice.card in work.setting.edition.cards.bonus:
            taken = choice.unit in self.taken_by(kind)
            work.replace_top(self if taken else self._before_its_action(kind, choice.unit))
            work.setting.edition.cards.bonus[choice.card].play(work, unit)
            return
        work.replace_top(structs.replace(self, card=True))
        found = unit.id in work.position.hidden and HIDDEN_ICON not in kind.icons
        if found:
            show(work, unit, Discovery.CARD, "atb-10.0.1-c")
        declare(work, card_action(work, work.unit(unit.id), choice.card))
        if found:
            work.push(Turning(self.force, unit.id))

    def _before_its_action(self, card: CardKind, unit: str) -> Turn:
        """Who plays a card before its Action takes it next, and alone if the card is not for Groups. [8.5-b, 8.9-b]"""
        return structs.replace(self, only=unit, apart="" if GROUP_ICON in card.icons else unit)

    def resume(self, work: HeroesWork, action: Action) -> None:
        """An Action has ended: it Stresses the unit in any case. [2.6-d, e, 4.12-b, 8.6-e, 10.1-d, sos-card-12-b]"""
        if work.tracks.iron:
            work.set_tracks(iron="")
        acted = self.acted if action.forgone else (*self.acted, *filter(None, action.members))
        went = gone_by(action, (*MOVING, *UNSEEN_MOVES))
        card = self.card or action.verb in work.setting.cards
        alone = not action.group and not action.forgone  # what follows has no Group icon [8.9-b, card V10]
        fought = action.unit if alone and is_close_combat(work, action) else ""
        after = structs.replace(
            self, actions=self.actions - 1, free="", begun=True, acted=acted, moved=went, card=card, fought=fought,
            went=(*self.went, *gone_by(action, MOVING)), only="", together=self._together(action), apart="",
        )  # fmt: skip
        # A second Action is asked for even where none can be taken: skipping it would tell what its owner holds.
        work.replace_top(after if after.actions else structs.replace(after, stage=END))
        for rule in work.setting.edition.moments.acted if not action.forgone else ():
            rule(work, action)

    def _together(self, action: Action) -> tuple[str, ...]:
        """Who has acted in a Group and not by itself. [8.9-b]"""
        if action.forgone:
            return self.together
        if not action.group:
            return tuple(name for name in self.together if name not in action.members)
        return (*self.together, *(name for name in action.members if name not in self.acted))

    # -- ends

    def _pass(self, work: HeroesWork) -> None:
        """Nothing is done, nobody is Stressed. [2.7-a, 2.7-b]"""
        work.tell(Passed(self.force))
        work.setting.edition.economy.passing(work, self.force)
        end_turn(work, self.force, (), passed=True)

    def _finish(self, work: HeroesWork) -> None:
        end_turn(work, self.force, tuple(dict.fromkeys(self.acted)), passed=False)

    # -- words

    def prompt(self, view: HeroesState, seat: str) -> str:
        if self.stage == END:
            return "End your Turn, or play Rapid Deployment." if self._deploy_card(view) else "End your Turn."
        if self.free:
            return "Choose the unit that acts at 0AP."
        if self.begun:
            return "Take the second Action, or end your Turn."
        held = bool(view.hands[self.force].cards)
        return "Choose a unit to act, play a card, or pass." if held else "Choose a unit to act, or pass."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        if isinstance(choice, verbs.PlayWith):
            player = seen_unit(view, choice.unit)
            if choice.card in view.setting.edition.cards.turn_plays:
                return Quote(final=choice.final)
            if choice.card in view.setting.edition.cards.bonus:
                return Quote(Tally("Cost in CAPs", (card_part(view, choice.card),)), final="maybe")
            return quote_action(view, player, card_action(view, player, choice.card), choice)
        unit = view.position.unit(str(choice.path()[0]))
        act = view.setting.edition.act_of.get(choice.verb)
        if unit is None or act is None or act.action is None:
            return Quote(final=choice.final)
        return quote_action(view, unit, action_for(view, unit, choice, self.free), choice)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, verbs.Play | verbs.PlayWith):
            return why_not_play(view, self.force, choice.card)
        if isinstance(choice, verbs.Pass) and (self.begun or self.free or self._has_paid(view)):
            return Refusal("A Turn that has begun cannot be passed.", "sos-2.0-c atb-2.2-a", "Act, or say 'done'.")
        unit = view.position.unit(str(choice.path()[0]))
        if unit is None:
            known = view.setting.edition.at_large_of.get(choice.verb)
            return known.why_not(view, self.force, choice) if known is not None else _no_actor(choice)
        if unit.force != self.force:
            return Refusal(f"{view.setting.name(unit.id)} is not yours.", "sos-2.2-a atb-2.2-d")
        if self.stage != CHOOSE:
            return Refusal("This Turn's Action has been taken.", "sos-2.0-c atb-2.2-a", "Say 'done'.")
        return why_not_act(view, unit, choice, self.free)


def _no_actor(choice: Choice) -> Refusal:
    """Nobody is named who could act: an unknown unit, or an answer to something that is not asked. [2.2-a]"""
    if choice.subject == "unit":
        return Refusal(f"There is no unit {str(choice.path()[0])!r} to act.", "sos-2.2-a atb-2.2-d")
    what = f"Nothing is asked that '{choice.verb}' would answer."
    return Refusal(what, "sos-2.0-c atb-2.2-a", "Choose a unit and what it does, play a card, or pass.")


def _is_closed_to(work: HeroesWork, name: str, force: str) -> bool:
    """Does a way stay closed to a unit when a force has had its Turn? To the units of the others it does. [6.11-b]"""
    unit = work.position.unit(name)
    return unit is not None and unit.force != force


def end_turn(work: HeroesWork, force: str, acted: tuple[str, ...], *, passed: bool) -> None:
    """The economy learns who acted; closed ways of withdrawal open again. [2.6, 6.11-b, 4.4-e, 2.8-c, sos-card-12-c]"""
    work.pop()
    if not work.setting.rulebook.control_flips_at_once:
        flip_control(work)
    kept = passed or not work.setting.edition.turns.actions_break_passes
    others = tuple(name for name in work.tracks.passed if name != force and kept)
    run = (*others, force) if passed else others
    closed = tuple(way for way in work.tracks.intrusions if _is_closed_to(work, way[0], force))
    order = (*work.tracks.order[1:], *work.tracks.order[:1])
    work.set_tracks(passed=run, intrusions=closed, order=order,
                    active=order[0] if order else work.setting.foes[force][0])  # fmt: skip
    work.setting.edition.economy.turn_ended(work, force, acted)
