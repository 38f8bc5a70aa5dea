"""A quick answer, for playing on in made-up worlds: a few units, their plainest Actions, no Groups and no cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from operator import itemgetter

from balka.bots.heroes.judgement import EDITIONS, side_of
from balka.bots.heroes.looking import Look, look_at
from balka.bots.heroes.places import best_facing
from balka.bots.heroes.staged import FACED, asked, listed, weighed_list
from balka.bots.heroes.stances import stance
from balka.bots.heroes.turns import turn_worth
from balka.core.choices import Choice, Facing, Hex, Token, UnitId
from balka.core.dice import Rng
from balka.core.frames import leaves
from balka.systems.heroes.play.turn_list import CHOOSE
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.units import HeroesState, Unit

UNITS = 8  # looked at on a Turn, or more where they have nothing to do
PLAIN = ("fire", "assault", "indirect", "snipe", "sniper", "recon", "reveal", "rally", "leave", "unload")
"""Words that are listed whole."""


def reply(world: HeroesState, seat: str, rng: Rng, units: int = UNITS) -> Choice:
    """The best of what a few units could do, or what is worth most where something else is asked."""
    view, weights = world.view(seat), stance(world.setting, side_of(world, seat))
    frame = asked(view, seat)
    if isinstance(frame, Turn) and frame.stage == CHOOSE and not (frame.begun or frame.free or frame.only):
        return _acting(look_at(view, weights, side_of(view, seat)), frame, seat, rng, units)
    found = weighed_list(view, seat, weights)
    return listed(view, seat, max(found, key=lambda pair: pair[0])[1], weights)


def _acting(look: Look, turn: Turn, seat: str, rng: Rng, units: int) -> Choice:
    """The best of what a few units could do; more of them are asked as long as nothing is better than to wait."""
    nodes = list(turn.candidates(look.view, (), seat))
    said = [node for node in nodes if isinstance(node, Choice) and turn.is_live(look.view, (), node, seat)]
    waiting = best = _best(look, turn, said)
    able = _able(look, turn, seat, [node for node in nodes if not isinstance(node, Choice)], rng)
    for asked_so_far, name in enumerate(able, 1):
        best = max(best, _best(look, turn, _plain(look, name, seat)), key=itemgetter(0))
        if asked_so_far >= units and best[0] > waiting[0]:
            break
    choice = best[1] or _best(look, turn, leaves(look.view, (), seat))[1]
    assert choice is not None
    return listed(look.view, seat, choice, look.weights)


def _best(look: Look, turn: Turn, choices: Iterable[Choice]) -> tuple[float, Choice | None]:
    """The choice worth most, with its worth; where there is none, less than any."""
    tables = EDITIONS[look.view.setting.system.key]
    weighed = ((turn_worth(look, turn, choice, tables), choice) for choice in choices)
    return max(weighed, key=itemgetter(0), default=(-inf, None))


def _able(look: Look, turn: Turn, seat: str, names: list[Token], rng: Rng) -> Iterator[str]:
    """The units that can act in a random order: those with something running or who wait to enter are no others."""
    while names:
        name = names.pop(rng.randrange(len(names)))
        if name != "play" and turn.is_live(look.view, (), name, seat):
            yield str(name)


def _plain(look: Look, name: str, seat: str) -> Iterator[Choice]:
    unit = look.view.position.unit(name)
    for word in look.view.grow((name,), seat) if unit is not None else ():
        if isinstance(word, Choice):
            if word.verb in PLAIN:
                yield word
        elif word in FACED and unit is not None:
            yield from _steps(look, unit, word, seat)
        elif word in PLAIN:
            yield from leaves(look.view, (name, word), seat)


def _steps(look: Look, unit: Unit, word: Token, seat: str) -> Iterator[Choice]:
    for place in look.view.grow((unit.id, word), seat):
        if isinstance(place, int):
            yield FACED[word](UnitId(unit.id), Hex(place), Facing(best_facing(look, unit, place)))
