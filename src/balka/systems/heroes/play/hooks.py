"""Where a chapter hangs its rules into play, in groups. Each tuple is asked in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from balka.core.checks import Check, Part
    from balka.core.choices import Choice, Node, Refusal, Token
    from balka.core.dice import Rng
    from balka.core.frames import Frame
    from balka.core.scene.counters import Badge
    from balka.core.scene.display import Layer, Track
    from balka.core.scene.nodes import Look
    from balka.systems.heroes.chapters.attacks import Attack
    from balka.systems.heroes.chapters.fire import Shot
    from balka.systems.heroes.chapters.rally import Rallying
    from balka.systems.heroes.kinds import MarkerKind
    from balka.systems.heroes.play.actions import Action
    from balka.systems.heroes.play.acts import Act
    from balka.systems.heroes.play.costs import Now
    from balka.systems.heroes.play.rolls import Rolling
    from balka.systems.heroes.units import HeroesState, HeroesTracks, HeroesWork, Unit

    Parts = Iterable[Part]


class BonusCard(Struct, frozen=True):
    """A card a unit plays before or after its Action: whether it may, and what follows."""

    fits: Callable[[Now, Unit], bool]
    play: Callable[[HeroesWork, Unit], None]


class Pace(Struct, frozen=True):
    """Another way for a member of a Group to step: its choice, what it costs more, and where it can be gone."""

    choice: type[Choice]
    more: tuple[Part, ...]
    fits: Callable[[Now, Unit, int], bool]


class Ratings(Struct, frozen=True, kw_only=True):
    """What goes into a shot and a Rally.

    `defence`, `attack`: parts of the two ratings of a shot. `rally`: parts of a Rally Number. `no_attack`: why a
    unit may not attack at all.
    """

    defence: tuple[Callable[[Now, Shot], Parts], ...] = ()
    attack: tuple[Callable[[Now, Shot], Parts], ...] = ()
    rally: tuple[Callable[[Now, Unit], Parts], ...] = ()
    no_attack: tuple[Callable[[Now, Unit], Refusal | None], ...] = ()


class Stepping(Struct, frozen=True, kw_only=True):
    """What goes into a step from hex to hex.

    `moving`: parts of what it costs. `bars`: why it is impossible; `no_pivot`: why a unit may not turn in place;
    `no_bonus`: why it may not be a vehicle's Bonus Move. `delays`: what a die will add to its cost, `hazards`: the
    rolls it brings, for quotes; `least`: what a die adds in any case to a step that must be paid for in full.
    `approaching`: what must be settled before a paid-for step; true if it has been taken over; `nearing`: the same
    for a member of a Group; `paces`: other ways such a member may go; `in_place`: Moves out of no hex into another
    that such a member may make. `sets_off`: what a Move of one hex may lead to, put on the stack before the step;
    `ventures`: the dangers of the step, by a card too.
    """

    moving: tuple[Callable[[Now, Unit, int, int], Parts], ...] = ()
    bars: tuple[Callable[[Now, Unit, int, int], Refusal | None], ...] = ()
    no_pivot: tuple[Callable[[Now, Unit], Refusal | None], ...] = ()
    no_bonus: tuple[Callable[[Now, Unit, int, int], Refusal | None], ...] = ()
    delays: tuple[Callable[[Now, Unit, int], Parts], ...] = ()
    hazards: tuple[Callable[[Now, Unit, int], Iterable[Check]], ...] = ()
    least: tuple[Callable[[Now, Unit, int], int], ...] = ()
    approaching: tuple[Callable[[HeroesWork, Action], bool], ...] = ()
    nearing: tuple[Callable[[HeroesWork, Unit, Any], bool], ...] = ()
    paces: Mapping[str, Pace] = {}
    in_place: tuple[Act[Any], ...] = ()
    sets_off: tuple[Callable[..., None], ...] = ()
    ventures: tuple[Callable[[HeroesWork, Unit, int], None], ...] = ()


class Moments(Struct, frozen=True, kw_only=True):
    """What follows when something has happened.

    `entered`: to a unit that has come into a hex; `stepped`: after that to one that has gone there in view, given as
    it was before and as it is; `turned`: to one that has turned in its hex; `lingered`: to one that has gone into
    hiding where it stood. `acted`: after an Action that has ended; `foretold`: the rolls it will then bring, for
    quotes. `fired_unseen`: what the dice of a Hidden unit's attack do to it. `watch`: standing checks after every
    change.
    """

    entered: tuple[Callable[[HeroesWork, Unit], None], ...] = ()
    stepped: tuple[Callable[[HeroesWork, Unit, Unit], None], ...] = ()
    turned: tuple[Callable[[HeroesWork, Unit], None], ...] = ()
    lingered: tuple[Callable[[HeroesWork, Unit], None], ...] = ()
    acted: tuple[Callable[[HeroesWork, Action], None], ...] = ()
    foretold: tuple[Callable[[Now, Action], Iterable[Check]], ...] = ()
    fired_unseen: tuple[Callable[[HeroesWork, str, tuple[int, ...]], None], ...] = ()
    watch: tuple[Callable[[HeroesWork], None], ...] = ()


class AroundRolls(Struct, frozen=True, kw_only=True):
    """What may be done before and after dice.

    `before_attack`: what must be settled before the first roll of an attack; true if it has been taken over.
    `on_attack`, `on_rally`: more choices before the dice of an attack or a Rally are rolled. `after_roll`: what the
    owner of a roll may do to it, by what all know; `change_roll`: how such a choice changes it.
    """

    before_attack: tuple[Callable[[HeroesWork, Attack], bool], ...] = ()
    on_attack: tuple[Callable[[Now, Attack], Sequence[Node]], ...] = ()
    on_rally: tuple[Callable[[Now, Rallying], Sequence[Node]], ...] = ()
    after_roll: tuple[Callable[[Now, Rolling], Sequence[Node]], ...] = ()
    change_roll: Mapping[str, Callable[[HeroesWork, Rolling, Any], None]] = {}


class CardRules(Struct, frozen=True, kw_only=True):
    """Who plays which card, and when.

    `players`: which units may play a card. `bonus`: cards played beside a unit's Action: who may play one, and what
    it does. `turn_plays`: Veteran cards used on the Action to come, and which units may, given what a card has
    freed. `gives_action`: cards that give an Action at no cost, and to which units. `why_not_card`: when a card is
    played that cannot be played now.
    """

    players: Mapping[str, Callable[[Now, Unit], bool]] = {}
    bonus: Mapping[str, BonusCard] = {}
    turn_plays: Mapping[str, Callable[[Now, Unit, str], bool]] = {}
    gives_action: Mapping[str, str] = {}
    why_not_card: Mapping[str, str] = {}


class GroupRules(Struct, frozen=True, kw_only=True):
    """What a Group may do beside moving and firing.

    `acts`: word -> (name of the Action, base cost, terms). `shots`: card attacks a Leader may make with all the
    others of his Group in support.
    """

    acts: tuple[Callable[[Now, Sequence[Unit], str], Mapping[str, tuple[str, tuple[Part, ...], str]]], ...] = ()
    shots: tuple[Callable[[Now, Unit, Sequence[Unit]], Sequence[Choice]], ...] = ()


class SecretRules(Struct, frozen=True, kw_only=True):
    """What is hidden, and from whom.

    `screens`, `shelters`: what covers a Hidden unit from one enemy, or from all. `concealed_fire`,
    `concealed_targets`: who fires unseen, and at which hexes. `may_be`: whether a marker can lie face down under a
    unit, seeing what happens. `filled`: a frame of somebody unseen with the facts of a world. `veil`, `unveil`:
    tracks as sides may know them, and as they might be.
    """

    screens: tuple[Callable[[Now, Unit, Unit], bool], ...] = ()
    shelters: tuple[Callable[[Now, Unit], bool], ...] = ()
    concealed_fire: tuple[Callable[[Now, Unit], bool], ...] = ()
    concealed_targets: tuple[Callable[[Now, Unit], Sequence[int]], ...] = ()
    may_be: tuple[Callable[[HeroesState, Unit, MarkerKind], bool], ...] = ()
    filled: Mapping[type[Frame], Callable[[HeroesState, Any, str], tuple[Frame, Check | None]]] = {}
    veil: tuple[Callable[[HeroesState, HeroesTracks, frozenset[str]], HeroesTracks], ...] = ()
    unveil: tuple[Callable[[HeroesState, HeroesTracks, Rng], HeroesTracks], ...] = ()


class Showing(Struct, frozen=True, kw_only=True):
    """How it looks at the table.

    `labels`, `verb_label`: what verbs are called. `leaf`: how a whole choice looks. `layers`, `tracks`: what lies
    on the map and beside it. `states`, `badges`: what a counter shows. `steps`: what the moment is called.
    """

    labels: Mapping[str, str] = {}
    verb_label: tuple[Callable[[HeroesState, Token], str | None], ...] = ()
    leaf: tuple[Callable[[HeroesState, Choice], Look | None], ...] = ()
    layers: tuple[Callable[[HeroesState], list[Layer]], ...] = ()
    tracks: tuple[Callable[[HeroesState], list[Track]], ...] = ()
    states: tuple[Callable[[HeroesState, Unit], list[str]], ...] = ()
    badges: tuple[Callable[[HeroesState, Unit], list[Badge]], ...] = ()
    steps: Mapping[type[Frame], Callable[[HeroesState, Any], str]] = {}
