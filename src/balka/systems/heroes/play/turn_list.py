"""What may be said on a Turn: units that act, cards, the Pass, and what ends it. [2.0, 2.6, 2.7, 8.5]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import field, structs

from balka.core.choices import Card, Choice, Node, Token, UnitId
from balka.core.frames import Ask, Frame, asking
from balka.systems.heroes.chapters.cards import (
    GROUP_ICON,
    RAPID_DEPLOYMENT,
    card_nodes,
    own_hidden,
    own_units,
    player_nodes,
    veteran_players,
    veteran_plays,
)  # fmt: skip
from balka.systems.heroes.chapters.deploying import deployable
from balka.systems.heroes.kinds import CardKind
from balka.systems.heroes.play import acts, verbs
from balka.systems.heroes.play.acts import Limits
from balka.systems.heroes.play.choosing import limits, may_act, orders_for, unit_nodes
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.economy import NO_LIMIT
from balka.systems.heroes.play.situation import caps, holds, unseen_by
from balka.systems.heroes.units import HeroesState, Unit

REVEAL = "reveal"
CHOOSE, END = "choose", "end"


class TurnList(Frame, frozen=True, omit_defaults=True):
    """A player's Turn as far as it is listed.

    `free` names the units a card lets act at 0AP, `card` whether this Turn's Action card is played, `moved` the units
    that Rapid Deployment would carry on, `went` everybody who moved, `only` the one unit that may still act, `together`
    who has acted in a Group only, `apart` the unit that has played a card before its Action that Groups do not play.
    """

    force: str
    stage: str = field(default_factory=lambda: CHOOSE)  # with a factory it is written out, as records of games count on
    actions: int = field(default_factory=lambda: 1)
    free: str = field(default_factory=str)
    card: bool = field(default_factory=bool)
    begun: bool = field(default_factory=bool)
    acted: tuple[str, ...] = field(default_factory=lambda: ())
    moved: tuple[str, ...] = field(default_factory=lambda: ())
    fought: str = field(default_factory=str)
    """the unit whose Close Combat was the last Action"""
    went: tuple[str, ...] = field(default_factory=lambda: ())
    only: str = field(default_factory=str)
    together: tuple[str, ...] = ()
    apart: str = ""

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        kind = "turn" if self.stage == CHOOSE else "turn.end"
        return asking(state.setting.seat_of[self.force], self.force, kind)

    def conceal(self, state: HeroesState, seat: str) -> Frame:
        """Which Hidden units have acted is nobody else's business."""
        if not state.position.hidden:
            return self
        acted = tuple(name for name in self.acted if not unseen_by(state, name, seat))
        only, apart = ("" if unseen_by(state, name, seat) else name for name in (self.only, self.apart))
        if acted == self.acted and only == self.only:
            return self
        lists = (self.went, self.moved, self.together)
        went, moved, together = (tuple(name for name in names if name in acted) for names in lists)
        return structs.replace(self, acted=acted, moved=moved, went=went, only=only, together=together, apart=apart)

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
        if orders is None and len(path) == 1:
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
        done = self.taken_by(state.setting.cards[card])
        units = [unit for unit in own if unit.id in done or self._would_act(state, unit, price)]
        return [unit for unit in units if fits(state, unit)]

    def taken_by(self, card: CardKind) -> tuple[str, ...]:
        """Who has taken an Action that a card may go with: one in a Group only if the card has its icon. [8.9-b]"""
        grouped = () if GROUP_ICON in card.icons else self.together
        return tuple(name for name in self.acted if name not in grouped)

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
            yield from card_nodes(state, self.force, named, action_cards=left)
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
