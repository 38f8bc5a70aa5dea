"""A Turn: one Action or one Pass, and the cards that go with it. [2.0, 2.6, 2.7, 8.5]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from balka.core.checks import Tally
from balka.core.choices import Card, Choice, Node, Refusal, Token, UnitId
from balka.core.frames import Ask, Frame, Quote, asking
from balka.systems.heroes.chapters.cards import (
    HIDDEN_ICON,
    RAPID_DEPLOYMENT,
    SWIFT,
    card_action,
    card_nodes,
    card_part,
    own_hidden,
    own_units,
    pay_blue,
    player_nodes,
    veteran_players,
    veteran_plays,
    why_not_play,
)  # fmt: skip
from balka.systems.heroes.chapters.deploying import Deploying, deployable, still_there
from balka.systems.heroes.chapters.finding import Turning, show
from balka.systems.heroes.chapters.victory import flip_control
from balka.systems.heroes.events.hiding import Discovery
from balka.systems.heroes.events.rounds import Passed
from balka.systems.heroes.play import acts, verbs
from balka.systems.heroes.play.actions import UNSEEN_MOVES, Action, declare
from balka.systems.heroes.play.acts import Limits
from balka.systems.heroes.play.choosing import action_for, limits, may_act, orders_for, unit_nodes, why_not_act
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.economy import NO_LIMIT
from balka.systems.heroes.play.quotes import quote_action
from balka.systems.heroes.play.rolls import discard, use_veteran
from balka.systems.heroes.play.situation import caps, holds, seen_unit, unseen_by
from balka.systems.heroes.play.spending import spend
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

MOVING = ("move", "enter", "move together", "enter together", "unload")
HAND_TO_HAND = ("assault", "scorch", "raze")
WEAPON, REVEAL = "weapon", "reveal"
CHOOSE, END = "choose", "end"


def is_close_combat(now: Now, action: Action) -> bool:
    """Was it an attack in the unit's own hex, with its Firepower, flame or a Weapon card? [6.9, 17.11-f, 18.0-c]"""
    by_card = action.verb in now.setting.cards and action.verb in now.setting.edition.deeds
    weapon = by_card and now.setting.cards[action.verb].family == WEAPON and action.hex == action.origin[0]
    return weapon or action.verb in HAND_TO_HAND


def gone_by(action: Action, verbs: tuple[str, ...]) -> tuple[str, ...]:
    """Who has entered a hex by an Action of these sorts: not who turned, stayed or hid where it stood. [card 05]"""
    hid_there = action.verb == "sneak" and action.hex == action.origin[0]
    if action.forgone or action.verb not in verbs or hid_there:
        return ()
    return tuple(name for name in action.actors if name not in action.stayed)


class Turn(Frame, frozen=True):
    """One player's Turn.

    `free` names the units a card lets act at 0AP, `card` whether this Turn's Action card is played, `moved` the units
    that Rapid Deployment would carry on, `went` everybody who moved, `only` the one unit that may still act.
    """

    force: str
    stage: str = CHOOSE
    actions: int = 1
    free: str = ""
    card: bool = False
    begun: bool = False
    acted: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    fought: str = ""
    """the unit whose Close Combat was the last Action"""
    went: tuple[str, ...] = ()
    only: str = ""

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        kind = "turn" if self.stage == CHOOSE else "turn.end"
        return asking(state.setting.seat_of[self.force], self.force, kind)

    def conceal(self, state: HeroesState, seat: str) -> Frame:
        """Which Hidden units have acted is nobody else's business."""
        if not state.position.hidden:
            return self
        acted = tuple(name for name in self.acted if not unseen_by(state, name, seat))
        only = "" if unseen_by(state, self.only, seat) else self.only
        if acted == self.acted and only == self.only:
            return self
        went, moved = (tuple(name for name in names if name in acted) for names in (self.went, self.moved))
        return structs.replace(self, acted=acted, moved=moved, went=went, only=only)

    # -- the list

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if self.stage == END:
            return self._end_nodes(state, path)
        if not path:
            return self._first_nodes(state)
        if path[0] == "play":
            return self._card_nodes(state) if len(path) == 1 else self._player_nodes(state, path)
        unit = state.position.unit(str(path[0]))
        if unit is None or unit.force != self.force or state.tracks.iron not in ("", unit.id):
            return ()
        if unit.id in state.position.hidden:
            return self._unseen_nodes(state, unit, path)
        orders = self._orders(state, unit)
        if orders is not None:
            return unit_nodes(state, unit, orders, path)
        return acts.at_will(state, unit) if len(path) == 1 and self._is_free_to_choose() else ()

    def candidates(self, view: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        """Any unit may be named and told any verb of its place: whether it can is looked into when one is drawn."""
        if not path and self._is_plain(view):
            units = (*own_units(view, self.force), *own_hidden(view, self.force))
            return [*(unit.id for unit in units), "play", *self._whole(view)]
        unit = self._open_to_orders(view, path)
        return view.grow(path, seat) if unit is None else acts.all_words(view, unit)

    def is_live(self, view: HeroesState, path: tuple[Token, ...], node: Node, seat: str) -> bool:
        if not path and self._is_plain(view):
            if not isinstance(node, Choice):
                return self._is_first(view, str(node))
            return node in self._idling(view, ()) or node in self._whole(view)
        unit = self._open_to_orders(view, path)
        orders = self._orders(view, unit) if unit is not None else None
        if unit is None or orders is None:
            return node in view.grow(path, seat)
        return acts.is_word(view, unit, orders, node)

    def _orders(self, view: HeroesState, unit: Unit) -> Limits | None:
        """What the Actions of a unit may cost, if it can take one on this Turn."""
        return orders_for(view, unit.id, self.free) if self.only in ("", unit.id) else None

    def _is_plain(self, state: HeroesState) -> bool:
        """Is it a choice among all units, whichever of them can act?"""
        choosing = self.stage == CHOOSE and self._is_free_to_choose() and not state.tracks.iron
        return choosing and not self._has_paid(state)

    def _is_first(self, state: HeroesState, word: str) -> bool:
        """May the list begin with this unit, or with cards?"""
        if word == "play":
            return bool(self._playing(state))
        unit = state.position.unit(word)
        if unit is None or unit.force != self.force:
            return False
        if word in state.position.hidden:
            return self._may_show(state) or self._orders(state, unit) is not None
        return self._orders(state, unit) is not None or bool(acts.at_will(state, unit))

    def _open_to_orders(self, state: HeroesState, path: tuple[Token, ...]) -> Unit | None:
        """The unit a path begins with, if it says no more and the unit may act where all can see it."""
        if self.stage == END or len(path) != 1 or path[0] == "play":
            return None
        unit = state.position.unit(str(path[0]))
        if unit is None or unit.force != self.force or state.tracks.iron not in ("", unit.id):
            return None
        return unit if unit.id not in state.position.hidden and self._orders(state, unit) is not None else None

    def _unseen_nodes(self, state: HeroesState, unit: Unit, path: tuple[Token, ...]) -> Sequence[Node]:
        """What a Hidden unit may do; one that cannot act may at least be shown. [11.1-a, 11.1-f]"""
        orders = self._orders(state, unit)
        if orders is None:
            if not self._may_show(state) or path[1:2] not in ((), (REVEAL,)):
                return ()
            if len(path) == 1:
                return [REVEAL]
        return unit_nodes(state, unit, orders or limits(state, unit, self.free), path)

    def _first_nodes(self, state: Now) -> list[Node]:
        if state.tracks.iron:
            return [state.tracks.iron, *self._playing(state)]
        units = own_units(state, self.force)
        if self.only:
            units = [unit for unit in units if unit.id == self.only]
        nodes: list[Node] = [unit.id for unit in units if may_act(state, unit, self.free)]
        if state.position.hidden:
            shows = self._may_show(state)
            nodes += [unit.id for unit in own_hidden(state, self.force) if shows or self._may_act(state, unit)]
        if self.only:  # who has played a card beside its Action, or come out of hiding for one, takes it [2.0, 8.5-b]
            return [*nodes, *self._playing(state)] or [verbs.Done()]
        nodes += self._playing(state)
        if self.free:
            return nodes
        nodes += self._at_large(state)
        idle = [unit.id for unit in units if unit.id not in nodes and acts.at_will(state, unit)]
        return [*nodes, *idle, *self._after_combat(state), *self._idling(state, nodes)]

    def _at_large(self, state: Now) -> list[Choice]:
        """What no unit does."""
        may_play = self.has_card_left(state)
        acts = [act for act in state.setting.edition.at_large if may_play or not act.is_card]
        return [choice for act in acts for choice in act.offers(state, self.force)]

    def _whole(self, state: Now) -> list[Node]:
        """All that is said in one sentence, where it does not hang on who can act."""
        return [*self._at_large(state), *self._after_combat(state), *self._idling(state, ())]

    def _playing(self, state: Now) -> list[Node]:
        return ["play"] if next(self._cards(state), None) is not None else []

    def _idling(self, state: Now, nodes: Sequence[Node]) -> list[Node]:
        """Pass, or after an Action end the Turn. [2.7-a]"""
        if self.begun:
            return [verbs.Done()]
        return [] if self._has_paid(state) and nodes else [verbs.Pass()]

    def _has_paid(self, state: Now) -> bool:
        """Where a Pass spends nothing, who has paid for two Actions takes one if he can. [atb 2.2-q, card 10]"""
        return self.actions > 1 and state.setting.edition.turns.swift_bars_pass

    def _may_act(self, state: Now, unit: Unit) -> bool:
        return self.only in ("", unit.id) and may_act(state, unit, self.free)

    def _may_show(self, state: Now) -> bool:
        """A Hidden unit may be shown at will, Spent or not; not in an Action that a card has given. [11.1-f]"""
        return state.setting.edition.hiding.shown_at_will and self._is_free_to_choose()

    def _is_free_to_choose(self) -> bool:
        """Has nobody been named yet, by a card or beside one, for the Action to come?"""
        return not self.only and not self.free

    def _bonus_players(self, state: Now, card: str) -> list[Unit]:
        """Who may play a card beside an Action: who has taken it, or would take it now.

        [card 14, sos-card-gen-d, atb 8.2-a]
        """
        price = state.setting.cards[card].cost
        if caps(state, self.force) < price:
            return []
        fits, own = state.setting.edition.cards.bonus[card].fits, own_units(state, self.force)
        units = [unit for unit in own if unit.id in self.acted or self._would_act(state, unit, price)]
        return [unit for unit in units if fits(state, unit)]

    def _would_act(self, state: Now, unit: Unit, price: int) -> bool:
        """Can it still take an Action once a card is paid for?"""
        if self.stage != CHOOSE or unit.hex < 0 or not self._may_act(state, unit):
            return False
        return self.free != "" or bool(state.setting.edition.economy.may_act_after(state, unit, price))

    def _bonus_cards(self, state: Now) -> list[Node]:
        rules = state.setting.edition.cards.bonus
        if not rules:
            return []
        held = [card for card in dict.fromkeys(state.hands[self.force].cards) if card in rules]
        return [card for card in held if self._bonus_players(state, card)]

    def _card_nodes(self, state: Now) -> Sequence[Node]:
        return list(self._cards(state))

    def _cards(self, state: Now) -> Iterator[Node]:
        """The cards that may be played now, each looked for only when asked for.

        Who has played one beside its Action may take that Action by a card too. [8.5-a, 8.5-b, atb 8.2-a]
        """
        if not self.free:
            left, named = self.has_card_left(state), self._named(state)
            yield from card_nodes(state, self.force, named, action_cards=left, first=not self.begun)
            yield from self._deploy_card(state) if not named else ()
        if not state.tracks.iron:
            yield from self._bonus_cards(state)
            yield from veteran_plays(state, self.force, self.free, self.only)

    def _named(self, state: Now) -> str:
        """The one unit whose Action is to come, if a card has been played on it or beside it. [8.5-b, card V06]"""
        return state.tracks.iron or self.only

    def has_card_left(self, state: Now) -> bool:
        """One Action card a Turn, or a Swift Action. [8.5, card 12, sos-card-gen-c, atb-card-action-a, atb 2.2-n]"""
        return not self.card or (self.begun and state.setting.rulebook.two_action_cards_with_swift)

    def _deploy_card(self, state: Now) -> list[Node]:
        """Rapid Deployment follows a Move Action; each copy carries its units one hex further. [card 05, 8.5-b]"""
        card = state.setting.edition.roles[RAPID_DEPLOYMENT]
        if not self.moved or not holds(state, self.force, card) or not deployable(state, self.moved):
            return []
        return [verbs.Play(Card(card))]

    def _player_nodes(self, state: HeroesState, path: tuple[Token, ...]) -> Sequence[Node]:
        listed = path[1] in self._card_nodes(state)
        if path[1] in state.setting.edition.cards.turn_plays:
            return veteran_players(state, self.force, str(path[1]), self.free, self.only)
        if listed and path[1] in state.setting.edition.cards.bonus:
            return self._bonus_nodes(state, str(path[1]))
        return player_nodes(state, self.force, str(path[1]), self._named(state)) if listed else ()

    def _bonus_nodes(self, state: HeroesState, card: str) -> Sequence[Node]:
        return [verbs.PlayWith(Card(card), UnitId(unit.id)) for unit in self._bonus_players(state, card)]

    def _end_nodes(self, state: HeroesState, path: tuple[Token, ...]) -> Sequence[Node]:
        cards = self._bonus_cards(state)
        if not path:
            more: list[Node] = ["play"] if cards else []
            return [verbs.Done(), *self._deploy_card(state), *self._after_combat(state), *more]
        if path[0] != "play" or len(path) == 1:
            return cards if path[0] == "play" else ()
        return self._bonus_nodes(state, str(path[1])) if path[1] in cards else ()

    def _after_combat(self, state: Now) -> list[Node]:
        """What a unit may do at once after Close Combat. [card V10]"""
        unit = state.position.units.get(self.fought)
        if unit is None:
            return []
        after = state.setting.edition.acts_of[acts.AFTER_COMBAT]
        return [choice for act in after for choice in act.offers(state, unit, NO_LIMIT)]

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
            work.replace_top(self if choice.unit in self.acted else structs.replace(self, only=choice.unit))
            work.setting.edition.cards.bonus[choice.card].play(work, unit)
            return
        work.replace_top(structs.replace(self, card=True))
        found = unit.id in work.position.hidden and HIDDEN_ICON not in kind.icons
        if found:
            show(work, unit, Discovery.CARD, "atb-10.0.1-c")
        declare(work, card_action(work, work.unit(unit.id), choice.card))
        if found:
            work.push(Turning(self.force, unit.id))

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
            went=(*self.went, *gone_by(action, MOVING)), only="",
        )  # fmt: skip
        # A second Action is asked for even where none can be taken: skipping it would tell what its owner holds.
        work.replace_top(after if after.actions else structs.replace(after, stage=END))
        for rule in work.setting.edition.moments.acted if not action.forgone else ():
            rule(work, action)

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
        return (
            "Take the second Action, or end your Turn." if self.begun else "Choose a unit to act, play a card, or pass."
        )

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
