"""What a chapter adds to the common run of play. An edition is a list of chapters; nothing asks which are in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct, structs

from balka.core.system import Option, System
from balka.systems.heroes.common.acts import ATTACK, MOVE, PLACES, Act, AtLarge, Deed
from balka.systems.heroes.units import HeroesState, HeroesWork

if TYPE_CHECKING:
    from balka.core.checks import Check, Part
    from balka.core.choices import Choice, Node, Refusal, Token
    from balka.core.dice import Rng
    from balka.core.frames import Frame
    from balka.core.scene.counters import Badge
    from balka.core.scene.display import Layer, Track
    from balka.core.scene.nodes import Look
    from balka.systems.heroes.common.actions import Action
    from balka.systems.heroes.common.attacks import Attack
    from balka.systems.heroes.common.costs import Now
    from balka.systems.heroes.common.economy import Economy
    from balka.systems.heroes.common.fire import Shot
    from balka.systems.heroes.common.rally import Rallying
    from balka.systems.heroes.common.rolls import Rolling
    from balka.systems.heroes.common.scoring import Scoring
    from balka.systems.heroes.ground import Tables
    from balka.systems.heroes.kinds import MarkerKind
    from balka.systems.heroes.loading import Title
    from balka.systems.heroes.mission_data import Mission
    from balka.systems.heroes.setting import Rulebook
    from balka.systems.heroes.units import HeroesTracks, Unit

    Parts = Iterable[Part]


Key = TypeVar("Key")
Value = TypeVar("Value")


class BonusCard(Struct, frozen=True):
    """A card a unit plays before or after its Action: whether it may, and what follows."""

    fits: Callable[[Now, Unit], bool]
    play: Callable[[HeroesWork, Unit], None]


class Pace(Struct, frozen=True):
    """Another way for a member of a Group to step: its choice, what it costs more, and where it can be gone."""

    choice: type[Choice]
    more: tuple[Part, ...]
    fits: Callable[[Now, Unit, int], bool]


class Chapter(Struct, frozen=True, kw_only=True):
    """Everything a chapter hangs into the game. Each tuple is asked in the order of the rulebook.

    `acts`: the verbs of units, `at_large`: what a player says that no unit does, `deeds`: Actions that no verb of a
    unit declares, such as those of cards and Groups (acts.py). `defence`, `attack`: parts of the two ratings of a shot.
    `moving`: parts of what a step costs a unit from hex to hex. `bars`: why a step is impossible. `no_attack`: why a
    unit may not attack at all. `rally`: parts of a Rally Number. `entered`: what happens to a unit that has come into a
    hex; `turned`: to one that has turned in it; `lingered`: to one that has gone into hiding where it stood. `watch`:
    standing checks after every change. `blocks`: why a line of sight is stopped by something that comes and goes.
    `group_acts`: more that a Group may do: word -> (name of the Action, base cost, terms). `group_shots`: card attacks
    a Leader may make with all the others of his Group in support. `no_pivot`: why a unit may not turn in place.
    `no_bonus`: why a step may not be a vehicle's Bonus Move. `approaching`: what must be settled before a paid-for
    step; true if it has been taken over; `nearing`: the same for the step of a member of a Group; `paces`: other ways
    such a member may go. `players`: which units may play a card. `bonus`: cards played beside a unit's Action: who may
    play one, and what it does. `fired_unseen`: what the dice of a Hidden unit's attack do to it. `sets_off`: what a
    Move of one hex may lead to, put on the stack before the step; `delays`: what a die will add to its cost,
    `hazards`: the rolls it brings, for quotes; `ventures`: the dangers of the step, by a card too. `after_roll`: what
    the owner of a roll may do to it, by what all know; `change_roll`: how such a choice changes it. `before_attack`:
    what must be settled before the first roll of an attack; true if it has been taken over. `on_attack`, `on_rally`:
    more choices before the dice of an attack or a Rally are rolled. `turn_plays`: Veteran cards used on the Action to
    come, and which units may, given what a card has freed. `gives_action`: cards that give an Action at no cost, and to
    which units; `why_not_card`: when a card is played that cannot be played now. `concealed_fire`,
    `concealed_targets`: who fires unseen, and at which hexes. `may_be`: whether a marker can lie face down under a
    unit, seeing what happens. `filled`: a frame of somebody unseen with the facts of a world. `screens`, `shelters`:
    what covers a Hidden unit from one enemy, or from all. `acted`: what follows an Action that has ended. `veil`,
    `unveil`: tracks as sides may know them, and as they might be. `labels`, `verb_label`, `leaf`, `layers`, `tracks`,
    `states`, `badges`, `steps`: how verbs, choices, the map, tracks, counters and the moment are shown.
    """

    name: str
    acts: tuple[Act[Any], ...] = ()
    at_large: tuple[AtLarge[Any], ...] = ()
    deeds: Mapping[str, Deed] = {}
    verbs: tuple[type[Choice], ...] = ()
    frames: tuple[type[Frame], ...] = ()
    defence: tuple[Callable[[Now, Shot], Parts], ...] = ()
    attack: tuple[Callable[[Now, Shot], Parts], ...] = ()
    moving: tuple[Callable[[Now, Unit, int, int], Parts], ...] = ()
    bars: tuple[Callable[[Now, Unit, int, int], Refusal | None], ...] = ()
    no_attack: tuple[Callable[[Now, Unit], Refusal | None], ...] = ()
    rally: tuple[Callable[[Now, Unit], Parts], ...] = ()
    entered: tuple[Callable[[HeroesWork, Unit], None], ...] = ()
    turned: tuple[Callable[[HeroesWork, Unit], None], ...] = ()
    lingered: tuple[Callable[[HeroesWork, Unit], None], ...] = ()
    watch: tuple[Callable[[HeroesWork], None], ...] = ()
    blocks: tuple[Callable[[Now, int, int], str | None], ...] = ()
    no_pivot: tuple[Callable[[Now, Unit], Refusal | None], ...] = ()
    no_bonus: tuple[Callable[[Now, Unit, int, int], Refusal | None], ...] = ()
    approaching: tuple[Callable[[HeroesWork, Action], bool], ...] = ()
    nearing: tuple[Callable[[HeroesWork, Unit, Any], bool], ...] = ()
    paces: Mapping[str, Pace] = {}
    players: Mapping[str, Callable[[Now, Unit], bool]] = {}
    bonus: Mapping[str, BonusCard] = {}
    fired_unseen: tuple[Callable[[HeroesWork, str, tuple[int, ...]], None], ...] = ()
    sets_off: tuple[Callable[..., None], ...] = ()
    ventures: tuple[Callable[[HeroesWork, Unit, int], None], ...] = ()
    delays: tuple[Callable[[Now, Unit, int], Parts], ...] = ()
    hazards: tuple[Callable[[Now, Unit, int], Iterable[Check]], ...] = ()
    group_shots: tuple[Callable[[Now, Unit, Sequence[Unit]], Sequence[Choice]], ...] = ()
    group_acts: tuple[Callable[[Now, Sequence[Unit], str], Mapping[str, tuple[str, tuple[Part, ...], str]]], ...] = ()
    after_roll: tuple[Callable[[Now, Rolling], Sequence[Node]], ...] = ()
    change_roll: Mapping[str, Callable[[HeroesWork, Rolling, Any], None]] = {}
    before_attack: tuple[Callable[[HeroesWork, Attack], bool], ...] = ()
    on_attack: tuple[Callable[[Now, Attack], Sequence[Node]], ...] = ()
    turn_plays: Mapping[str, Callable[[Now, Unit, str], bool]] = {}
    on_rally: tuple[Callable[[Now, Rallying], Sequence[Node]], ...] = ()
    labels: Mapping[str, str] = {}
    verb_label: tuple[Callable[[HeroesState, Token], str | None], ...] = ()
    leaf: tuple[Callable[[HeroesState, Choice], Look | None], ...] = ()
    screens: tuple[Callable[[Now, Unit, Unit], bool], ...] = ()
    shelters: tuple[Callable[[Now, Unit], bool], ...] = ()
    acted: tuple[Callable[[HeroesWork, Action], None], ...] = ()
    layers: tuple[Callable[[HeroesState], list[Layer]], ...] = ()
    tracks: tuple[Callable[[HeroesState], list[Track]], ...] = ()
    states: tuple[Callable[[HeroesState, Unit], list[str]], ...] = ()
    badges: tuple[Callable[[HeroesState, Unit], list[Badge]], ...] = ()
    steps: Mapping[type[Frame], Callable[[HeroesState, Any], str]] = {}
    gives_action: Mapping[str, str] = {}
    concealed_fire: tuple[Callable[[Now, Unit], bool], ...] = ()
    concealed_targets: tuple[Callable[[Now, Unit], Sequence[int]], ...] = ()
    may_be: tuple[Callable[[HeroesState, Unit, MarkerKind], bool], ...] = ()
    filled: Mapping[type[Frame], Callable[[HeroesState, Any, str], tuple[Frame, Check | None]]] = {}
    why_not_card: Mapping[str, str] = {}
    veil: tuple[Callable[[HeroesState, HeroesTracks, frozenset[str]], HeroesTracks], ...] = ()
    unveil: tuple[Callable[[HeroesState, HeroesTracks, Rng], HeroesTracks], ...] = ()


EMPTY = Chapter(name="")


class HeroesSystem(System[HeroesState, HeroesWork]):
    """A system made of chapters, with the options and tables of its edition."""

    order = "sos-2.0-c"
    edition: Edition
    options: tuple[Option, ...]
    scenario_word: str = "Mission"
    """what the title calls a scenario"""
    merging_costs: int = 0
    """CAPs a side loses when two players' forces are put under one"""

    def compile_rules(self, mission: Mission, options: Mapping[str, str], title: Title) -> Rulebook:
        """The rules a Mission is played by, with every option already decided."""
        raise NotImplementedError

    def markers_by(self, title: Title, options: Mapping[str, str]) -> dict[str, MarkerKind]:
        """The Hit Markers as the options have them."""
        return dict(title.markers)

    def tables(self, title: Title, month: str, rulebook: Rulebook) -> Tables:
        """What each terrain does in a month."""
        raise NotImplementedError


class Edition(Chapter, frozen=True, kw_only=True):
    """Chapters put together: what the common code loops over.

    `economy` says how Actions are paid for, `scoring` how points are kept, `roles` which card of the edition does what
    the common code knows of. Every Act stands under its verb, and by where a unit is that can be told so; every Action
    under its name; `attacks` and `moves` are the names of those that a Hit Marker taxes so.
    """

    chapters: tuple[Chapter, ...]
    economy: Economy
    scoring: Scoring
    roles: Mapping[str, str]
    act_of: Mapping[Token, Act[Any]]
    acts_of: Mapping[str, tuple[Act[Any], ...]]
    at_large_of: Mapping[Token, AtLarge[Any]]
    begin: Mapping[Token, Callable[[HeroesWork, Any, str], None]]
    attacks: frozenset[str]
    moves: frozenset[str]

    def upto(self, number: int) -> Edition:
        """The rules as a player knows them who has read this far."""
        known = (chapter for chapter in self.chapters if int(chapter.name) <= number)
        return edition_of(*known, economy=self.economy, scoring=self.scoring, roles=self.roles)

    def with_cards(self, models: Mapping[str, str]) -> Edition:
        """The same rules with more cards, each played like the one it is modelled on."""
        tables = ("gives_action", "players", "deeds", "why_not_card")
        more = {name: _modelled(getattr(self, name), models) for name in tables}
        attacks, moves = _counting(more["deeds"], ATTACK), _counting(more["deeds"], MOVE)
        return structs.replace(self, **more, attacks=attacks, moves=moves)


def _modelled(table: Mapping[str, Value], models: Mapping[str, str]) -> dict[str, Value]:
    return {**table, **{card: table[model] for card, model in models.items() if model in table}}


def edition_of(*chapters: Chapter, economy: Economy, scoring: Scoring, roles: Mapping[str, str]) -> Edition:
    """The edition that chapters make: tuples one after the other, tables put together."""
    whole = {name: _joined(chapters, name) for name in Chapter.__struct_fields__[1:]}
    acts, at_large = whole["acts"], whole["at_large"]
    deeds = once((*whole["deeds"].items(), *(deed for act in acts for deed in act.deeds())))
    begun = ((act.verb, act.begin) for act in acts if act.begin is not None)
    said = (*(act.choice for act in acts), *(one.choice for one in at_large))
    return Edition(
        **(whole | {"deeds": deeds, "verbs": (*said, *whole["verbs"])}),
        name="all",
        chapters=chapters,
        economy=economy,
        scoring=scoring,
        roles=roles,
        act_of=once((act.verb, act) for act in acts),
        acts_of={place: tuple(act for act in acts if place in act.said) for place in PLACES},
        at_large_of=once((one.verb, one) for one in at_large),
        begin=once((*begun, *((one.verb, one.begin) for one in at_large))),
        attacks=_counting(deeds, ATTACK),
        moves=_counting(deeds, MOVE),
    )


def _joined(chapters: Sequence[Chapter], name: str) -> Any:
    """What all chapters have under a name."""
    parts = [getattr(chapter, name) for chapter in chapters]
    if isinstance(getattr(EMPTY, name), tuple):
        return tuple(item for part in parts for item in part)
    return once(item for part in parts for item in part.items())


def _counting(deeds: Mapping[str, Deed], kind: str) -> frozenset[str]:
    return frozenset(name for name, deed in deeds.items() if deed.counts_as == kind)


def once(items: Iterable[tuple[Key, Value]]) -> dict[Key, Value]:
    """A table in which nothing stands twice."""
    found: dict[Key, Value] = {}
    for key, value in items:
        if key in found:
            raise AssertionError(f"{key} stands in two chapters")
        found[key] = value
    return found
