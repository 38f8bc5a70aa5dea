"""The page of a scenario: its map at set-up, how it is won, who takes part, how long, hard and even it is."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from balka.core.state import WATCHER
from balka.core.system import Game, Scenario
from balka.lessons.teaching import taught_in
from balka.server.calls import answer, ready_json, tables_of
from balka.server.catalogue import Catalogue, full_key, scenario_wire
from balka.server.forces import forces
from balka.server.lobby_answers import ScenarioLink, ScenarioPage


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


CALLS = [Route("/scenarios/{game}/{scenario}", answer(scenario_page))]
