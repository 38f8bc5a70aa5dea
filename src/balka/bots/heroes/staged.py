"""The list of a Turn weighed word by word: a hex before its facings, and only as many units as are looked at.

A Move costs the same however the unit will face, and what a facing is worth stands in one table for each hex; so a hex
is weighed with its best facing, and the facings are listed only where the hex is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balka.bots.heroes.judgement import EDITIONS, side_of
from balka.bots.heroes.looking import Look, look_at
from balka.bots.heroes.places import best_facing, best_shot
from balka.bots.heroes.turns import turn_worth
from balka.bots.heroes.weights import Weights
from balka.core.choices import Choice, Facing, Hex, Token, UnitId
from balka.core.dice import Rng
from balka.core.frames import Frame, leaves
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.turn_order import TeamTurn
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.second_edition.hidden import SUSPECT
from balka.systems.heroes.second_edition.lobbing import LOB
from balka.systems.heroes.units import HeroesState

FACED: dict[Token, type[verbs.Move | verbs.Enter]] = {"move": verbs.Move, "enter": verbs.Enter}
Weighed = list[tuple[float, Choice]]


def asked(view: HeroesState, seat: str) -> Frame:
    """The frame that asks a seat, its own Turn where a team is asked."""
    top = view.stack[-1]
    return top.of(view, seat) if isinstance(top, TeamTurn) else top


def best(view: HeroesState, seat: str, weights: Weights, rng: Rng, most: int = 0) -> Choice:
    """The choice worth most, ties broken at random; `most` units are looked at on a Turn, or all."""
    return _one_of_the_best(
        weighed_list(view, seat, weights, some_units(view, seat, rng, most)), view, seat, weights, rng
    )


def _one_of_the_best(found: Weighed, view: HeroesState, seat: str, weights: Weights, rng: Rng) -> Choice:
    highest = max(value for value, _ in found)
    ties = [choice for value, choice in found if value == highest]
    return listed(view, seat, ties[rng.randrange(len(ties))], weights)


def some_units(view: HeroesState, seat: str, rng: Rng, most: int) -> frozenset[Token] | None:
    """So many of the units that can act, at random; nobody is left out where there are no more."""
    if not most or not isinstance(asked(view, seat), Turn):
        return None
    names = [node for node in view.grow((), seat) if not isinstance(node, Choice) and node != "play"]
    while len(names) > most:
        names.pop(rng.randrange(len(names)))
    return frozenset([*names, "play"])


def weighed_list(view: HeroesState, seat: str, weights: Weights, only: frozenset[Token] | None = None) -> Weighed:
    """What may be said with its worth: on a Turn one facing for each hex, and of the units perhaps only some."""
    frame, tables = asked(view, seat), EDITIONS[view.setting.system.key]
    look = look_at(view, weights, side_of(view, seat))
    if isinstance(frame, Turn):
        said = list(_turn_choices(look, seat, only)) or list(leaves(view, (), seat))
        return [(turn_worth(look, frame, choice, tables), choice) for choice in said]
    judged = tables.frames.get(type(frame))
    return [(judged(look, frame, choice) if judged else 0.0, choice) for choice in leaves(view, (), seat)]


def _turn_choices(look: Look, seat: str, only: frozenset[Token] | None) -> Iterator[Choice]:
    for node in look.view.grow((), seat):
        if isinstance(node, Choice):
            yield node
        elif only is None or node in only:
            yield from leaves(look.view, (node,), seat) if node == "play" else _unit_choices(look, node, seat)


def _unit_choices(look: Look, name: Token, seat: str) -> Iterator[Choice]:
    view = look.view
    for word in view.grow((name,), seat):
        if isinstance(word, Choice):
            yield word
        elif word in FACED:
            yield from _faced(look, name, word, view.grow((name, word), seat))
        elif not _is_vain(view, name, word):
            yield from leaves(view, (name, word), seat)


def _faced(look: Look, name: Token, word: Token, places: Sequence[object]) -> Iterator[Choice]:
    """Each hex with the facing that is best there."""
    unit = look.view.position.unit(str(name))
    assert unit is not None
    for place in places:
        if isinstance(place, int):
            yield FACED[word](UnitId(unit.id), Hex(place), Facing(best_facing(look, unit, place)))


def _is_vain(view: HeroesState, name: Token, word: Token) -> bool:
    """Shells into the blue, and looking for somebody while there is somebody to shoot at."""
    unit = view.position.units.get(str(name))
    if unit is None or word not in (LOB, SUSPECT):
        return False
    return word == LOB or best_shot(view, unit, unit.hex, unit.facing) > 0


def listed(view: HeroesState, seat: str, choice: Choice, weights: Weights) -> Choice:
    """The choice as it stands on the list; another facing where the one meant is not to be had."""
    if not isinstance(choice, verbs.Move | verbs.Enter) or not isinstance(asked(view, seat), Turn):
        return choice
    found = list(leaves(view, (choice.unit, choice.verb, choice.to), seat))
    return next((other for other in found if other == choice), found[0])
