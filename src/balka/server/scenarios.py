"""The page of a scenario: its map at set-up, how it is won, who takes part, and how even it is."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Set

import msgspec
from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from balka.core.scene.counters import Counter
from balka.core.scene.display import side_info
from balka.core.state import WATCHER, State
from balka.core.system import Game, Scenario
from balka.lessons.teaching import taught_in
from balka.server.calls import answer, ready_json, tables_of
from balka.server.catalogue import Catalogue, full_key, scenario_wire
from balka.server.lobby_answers import Force, Kind, ScenarioLink, ScenarioPage


async def scenario_page(request: Request) -> Response:
    """A scenario as it lies ready, as somebody sees it who sits on no side."""
    key = "{game}/{scenario}".format(**request.path_params)
    return ready_json(await asyncio.to_thread(_page, tables_of(request).catalogue, key))


def _page(catalogue: Catalogue, key: str) -> bytes:
    """Made once: nothing of it changes while a server runs."""
    if key not in catalogue.pages:
        catalogue.pages[key] = msgspec.json.encode(page_of(*catalogue.scenario(key)))
    return catalogue.pages[key]


def page_of(game: Game, scenario: Scenario) -> ScenarioPage:
    state, viewer = game.start(scenario.key), _viewer(game, scenario)
    shown = state.setting.system.scene(state.view(viewer), viewer)
    keys = [each.key for each in game.scenarios()]
    at = keys.index(scenario.key) if scenario.key in keys else -1
    links = [ScenarioLink(key=full_key(game, each), title=each.title) for each in game.scenarios()]
    stacks = [stack for stack in shown.stacks if stack.place.kind == "hex"]
    return ScenarioPage(
        game=game.key,
        game_title=game.title,
        scenario=scenario_wire(game, scenario),
        number=at + 1,
        before=links[at - 1] if at > 0 else None,
        after=links[at + 1] if 0 <= at < len(links) - 1 else None,
        stacks=stacks,
        layers=shown.layers,
        brief=shown.brief,
        forces=forces(state, {stack.place.id for stack in stacks}),
    )


def _viewer(game: Game, scenario: Scenario) -> str:
    """A lesson is shown as its learner sees it, a scenario as nobody's."""
    return next((lesson.seat for lesson in taught_in(game) if lesson.key == scenario.key), WATCHER)


# -- forces


def forces(state: State, seen: Set[str]) -> list[Force]:
    """Each side's counters as the scenario prints them: what its own seats see before anything has been decided.

    Where they stand is told only of hexes that everybody sees taken, so that nobody hidden is found.
    """
    return [Force(side=side_info(side), kinds=_kinds(_lying(state, side, seen))) for side in state.setting.sides]


def _lying(state: State, side: str, seen: Set[str]) -> Iterator[tuple[Counter, str]]:
    """A side's counters, each with its hex if that may be told."""
    seat = state.setting.seats_of_side(side)[0]
    for stack in state.setting.system.scene(state.view(seat), seat).stacks:
        place = stack.place.id if stack.place.kind == "hex" and stack.place.id in seen else ""
        yield from ((counter, place) for counter in stack.counters if counter.side == side and not counter.anonymous)


def _kinds(lying: Iterable[tuple[Counter, str]]) -> list[Kind]:
    """Counters that look alike together, in the order in which the first of each lies there."""
    found: dict[tuple[object, ...], list[tuple[Counter, str]]] = {}
    for counter, place in lying:
        found.setdefault(_look(counter), []).append((counter, place))
    return [
        Kind(counter=_plain(alike[0][0]), count=len(alike), hexes=sorted({place for _, place in alike if place}))
        for alike in found.values()
    ]


def _look(counter: Counter) -> tuple[object, ...]:
    """What makes counters of a kind: the symbol and the figures, not the name of a single one."""
    figures = ((corner.slot, corner.text) for corner in counter.corners if corner.slot not in ("name", "stripe"))
    return counter.symbol, *figures


def _plain(counter: Counter) -> Counter:
    """As it is printed, without what lies on it now."""
    return structs.replace(counter, facing="", states=[], badges=[])


CALLS = [Route("/scenarios/{game}/{scenario}", answer(scenario_page))]
