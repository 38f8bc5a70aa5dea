"""What a chapter adds to the common run of play. An edition is a list of chapters; nothing asks which are in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct, structs

from balka.core.system import Option, System
from balka.systems.heroes.play.acts import ATTACK, MOVE, PLACES, Act, AtLarge, Deed
from balka.systems.heroes.play.hooks import (
    AroundRolls,
    CardRules,
    GroupRules,
    Moments,
    Ratings,
    SecretRules,
    Showing,
    Stepping,
)
from balka.systems.heroes.units import HeroesState, HeroesWork

if TYPE_CHECKING:
    from balka.core.checks import Part
    from balka.core.choices import Choice, Token
    from balka.core.frames import Frame
    from balka.systems.heroes.chapters.scoring import Scoring
    from balka.systems.heroes.data.loading import Title
    from balka.systems.heroes.data.mission_data import Mission
    from balka.systems.heroes.ground import Tables
    from balka.systems.heroes.kinds import MarkerKind
    from balka.systems.heroes.play.costs import Now
    from balka.systems.heroes.play.differences import (
        Artillery,
        Combat,
        Entering,
        Fortifications,
        Hiding,
        Smoke,
        TurnTaking,
        Vehicles,
        Weapons,
    )
    from balka.systems.heroes.play.economy import Economy
    from balka.systems.heroes.setting import Rulebook

    Parts = Iterable[Part]


Key = TypeVar("Key")
Value = TypeVar("Value")


class Chapter(Struct, frozen=True, kw_only=True):
    """Everything a chapter hangs into the game.

    `acts`: the verbs of units, `at_large`: what a player says that no unit does, `deeds`: Actions that no verb of a
    unit declares, such as those of cards and Groups (acts.py). `blocks`: why a line of sight is stopped by
    something that comes and goes. The rest are groups of hooks (hooks.py).
    """

    name: str
    acts: tuple[Act[Any], ...] = ()
    at_large: tuple[AtLarge[Any], ...] = ()
    deeds: Mapping[str, Deed] = {}
    verbs: tuple[type[Choice], ...] = ()
    frames: tuple[type[Frame], ...] = ()
    blocks: tuple[Callable[[Now, int, int], str | None], ...] = ()
    ratings: Ratings = Ratings()
    movement: Stepping = Stepping()
    moments: Moments = Moments()
    rolls: AroundRolls = AroundRolls()
    cards: CardRules = CardRules()
    groups: GroupRules = GroupRules()
    secrets: SecretRules = SecretRules()
    show: Showing = Showing()


class HeroesSystem(System[HeroesState, HeroesWork]):
    """A system made of chapters, with the options and tables of its edition."""

    edition: Edition
    options: tuple[Option, ...]
    scenario_word: str = "Mission"
    """what the title calls a scenario"""
    chart_rule: str = ""
    """where the book has its table of ground"""
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

    `economy` says how Actions are paid for, `scoring` how points are kept, `roles` which card of the edition does
    what the common code knows of; `entering` and those after it how it reads the rules that both books share
    (differences.py). Every Act stands under its verb, and by where a unit is that can be told so; every Action under
    its name; `attacks` and `moves` are the names of those that a Hit Marker taxes so.
    """

    chapters: tuple[Chapter, ...]
    economy: Economy
    scoring: Scoring
    roles: Mapping[str, str]
    entering: Entering
    hiding: Hiding
    smoke: Smoke
    works: Fortifications
    weapons: Weapons
    artillery: Artillery
    vehicles: Vehicles
    combat: Combat
    turns: TurnTaking
    act_of: Mapping[Token, Act[Any]]
    acts_of: Mapping[str, tuple[Act[Any], ...]]
    at_large_of: Mapping[Token, AtLarge[Any]]
    begin: Mapping[Token, Callable[[HeroesWork, Any, str], None]]
    attacks: frozenset[str]
    moves: frozenset[str]

    def upto(self, number: int) -> Edition:
        """The rules as a player knows them who has read this far."""
        return self.with_chapters(*(chapter for chapter in self.chapters if int(chapter.name) <= number))

    def with_chapters(self, *chapters: Chapter) -> Edition:
        """The same edition made of other chapters."""
        return structs.replace(self, **_put_together(chapters))

    def with_cards(self, models: Mapping[str, str]) -> Edition:
        """The same rules with more cards, each played like the one it is modelled on."""
        tables = ("gives_action", "players", "why_not_card")
        cards = structs.replace(self.cards, **{name: _modelled(getattr(self.cards, name), models) for name in tables})
        deeds = _modelled(self.deeds, models)
        attacks, moves = _counting(deeds, ATTACK), _counting(deeds, MOVE)
        return structs.replace(self, cards=cards, deeds=deeds, attacks=attacks, moves=moves)


def _modelled(table: Mapping[str, Value], models: Mapping[str, str]) -> dict[str, Value]:
    return {**table, **{card: table[model] for card, model in models.items() if model in table}}


def edition_of(  # noqa: PLR0913 - each part of an edition by its name
    *chapters: Chapter,
    economy: Economy,
    scoring: Scoring,
    roles: Mapping[str, str],
    entering: Entering,
    hiding: Hiding,
    smoke: Smoke,
    works: Fortifications,
    weapons: Weapons,
    artillery: Artillery,
    vehicles: Vehicles,
    combat: Combat,
    turns: TurnTaking,
) -> Edition:
    """The edition that chapters make, with what is its own."""
    return Edition(
        **_put_together(chapters),
        name="all",
        economy=economy,
        scoring=scoring,
        roles=roles,
        entering=entering,
        hiding=hiding,
        smoke=smoke,
        works=works,
        weapons=weapons,
        artillery=artillery,
        vehicles=vehicles,
        combat=combat,
        turns=turns,
    )


def _put_together(chapters: tuple[Chapter, ...]) -> dict[str, Any]:
    """What chapters make of an edition: tuples one after the other, tables put together."""
    whole = {name: _joined(chapters, name) for name in Chapter.__struct_fields__[1:]}
    acts, at_large = whole["acts"], whole["at_large"]
    deeds = once((*whole["deeds"].items(), *(deed for act in acts for deed in act.deeds())))
    begun = ((act.verb, act.begin) for act in acts if act.begin is not None)
    said = (*(act.choice for act in acts), *(act.choice for act in at_large))
    return whole | {
        "deeds": deeds,
        "verbs": (*said, *whole["verbs"]),
        "chapters": chapters,
        "act_of": once((act.verb, act) for act in acts),
        "acts_of": {place: tuple(act for act in acts if place in act.said) for place in PLACES},
        "at_large_of": once((act.verb, act) for act in at_large),
        "begin": once((*begun, *((act.verb, act.begin) for act in at_large))),
        "attacks": _counting(deeds, ATTACK),
        "moves": _counting(deeds, MOVE),
    }


def _joined(parts: Sequence[Struct], name: str) -> Any:
    """What all chapters have under a name; of a group of hooks, each hook."""
    found = [getattr(part, name) for part in parts]
    if isinstance(found[0], tuple):
        return tuple(item for part in found for item in part)
    if isinstance(found[0], Struct):
        return type(found[0])(**{hook: _joined(found, hook) for hook in found[0].__struct_fields__})
    return once(item for part in found for item in part.items())


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
