"""What every game can do at the table, tried with the three that the other files do not play through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import PHONE, Server
from tests.browser.learner import Learner, series
from tests.browser.player import FRAMES, Player
from tests.browser.robots import BriefKeys, BriefMouse, Robot
from tests.browser.test_hot_seat import COVERED, Frames

import balka
from balka.core import records
from balka.lessons.positions import is_dice
from balka.lessons.teaching import find

pytestmark = pytest.mark.browser

SIDES = ("german", "soviet")
# The shortest scenario of each game, and the side whose game is over soonest.
GAMES = {"atb/partisans": "soviet", "kursk/slice": "german", "gd/slice": "german"}
# Cards in hands, and counters nobody else may look under.
SECRETIVE = ("atb/mir", "kursk/slice", "gd/slice")
LESSONS = ("atb/learn-activation", "kursk/learn-first-day", "gd/learn-first-turn")
FINISHED = ("kursk/learn-first-day", "gd/learn-first-turn")  # by whoever lets go after the script
STEP = "(n) => Number(document.querySelector('#lesson')?.dataset.step) >= n"
TOOLS = """() => [...document.querySelectorAll('[data-tool][aria-pressed]')]
  .map((one) => [one.dataset.tool, one.title.slice(-2, -1).toLowerCase()])"""
OWN = "#map g[data-counter][data-offer], #map g[data-counter='5k-2gr']"
LAID = ".table[data-version]:not([data-version='0'])"


def seats(scenario: str, other: str) -> dict[str, str]:
    return {side: "human" if side == GAMES[scenario] else other for side in SIDES}


def sat_down(server: Server, visit: Callable[..., Page], scenario: str, **more: Any) -> Player:
    made = server.lay(seats(scenario, "random"), scenario)
    player = Player(visit(server.address + made["url"], **more), made["id"])
    player.wait()
    return player


def type_choice(player: Player, text: str) -> str:
    """Say a sentence by keyboard."""
    page = player.page
    page.focus("#map")
    page.keyboard.press("/")
    page.wait_for_function("document.activeElement?.id === 'sentence'")
    page.keyboard.type(text)
    before = player.version
    page.keyboard.press("Enter")
    return player.moved_on(before)


def script_of(key: str) -> list[str]:
    """The sentences of a lesson's solution up to its first roll."""
    sentences: list[str] = []
    for line in find(key).solution:
        if is_dice(line):
            break
        sentences.append(line)
    return sentences


@pytest.mark.parametrize("key", LESSONS)
def test_a_lesson_is_begun_by_one_click_and_its_steps_are_ticked(server: Server, visit: Callable[..., Page], key: str):
    page = visit(server.address)
    page.click(f'[data-lesson="{key}"]')
    page.wait_for_selector("#lesson")
    player = Player(page)
    player.wait()
    page.click("#lesson-hint")
    page.wait_for_selector(".lesson-nudge p")
    for text in script_of(key):
        if player.wait() != "over":
            type_choice(player, text)
    page.wait_for_function(STEP, arg=2)
    if key in FINISHED:
        finish(player)


def finish(player: Player) -> None:
    """Let go of everything until the lesson is done."""
    robot = BriefMouse(player)
    robot.acted = robot.actions
    for _ in range(60):
        player.wait()
        if player.page.get_attribute("#lesson", "data-done") == "true":
            return
        robot.step(player.offers())
    raise AssertionError("the lesson does not end")


@pytest.mark.parametrize("key", FINISHED)
def test_a_lesson_is_finished_by_mouse_alone(server: Server, visit: Callable[..., Page], key: str):
    page = visit(server.address)
    page.click(f'[data-lesson="{key}"]')
    page.wait_for_selector("#lesson")
    learner = Learner(Player(page))
    learner.player.wait()
    for text in series(script_of(key)):
        learner.say(text)
    finish(learner.player)
    assert page.locator(".lesson-steps li").count() == int(page.get_attribute("#lesson", "data-step") or 0)


def whole(robot: Robot, server: Server, scenario: str) -> None:
    """Play to the end; the record ends there too, and the replay shows it."""
    robot.play()
    player = robot.player
    record = records.read(server.get(f"/api/tables/{player.table}/record").text)
    assert records.final(record, balka.game(scenario.partition("/")[0])).over


@pytest.mark.parametrize("scenario", GAMES)
def test_a_whole_game_by_mouse_and_its_replay(server: Server, visit: Callable[..., Page], scenario: str):
    player = sat_down(server, visit, scenario)
    player.whole_board()
    mouse = BriefMouse(player)
    whole(mouse, server, scenario)
    assert {"hex", "counter"} & mouse.seen
    page = player.page
    page.click("#watch-replay")
    page.wait_for_selector("#replay[data-step='0']")
    page.focus("#map")
    page.keyboard.press("End")
    last = page.get_attribute("#replay", "data-last")
    page.wait_for_selector(f"#replay[data-step='{last}']")
    page.select_option("#view", GAMES[scenario])
    page.wait_for_selector(f'#replay[data-view="{GAMES[scenario]}"]')
    page.keyboard.press("Home")
    page.wait_for_selector("#replay[data-step='0']")


@pytest.mark.parametrize("scenario", GAMES)
def test_a_whole_game_by_keyboard_alone(server: Server, visit: Callable[..., Page], scenario: str):
    whole(BriefKeys(sat_down(server, visit, scenario)), server, scenario)


@pytest.mark.parametrize("scenario", GAMES)
def test_a_whole_game_on_a_phone(server: Server, visit: Callable[..., Page], scenario: str):
    player = sat_down(server, visit, scenario, viewport=PHONE)
    assert player.page.query_selector("#sheet")
    whole(BriefMouse(player), server, scenario)


@pytest.mark.parametrize("scenario", GAMES)
def test_every_overlay_comes_by_its_key_and_goes_again(server: Server, visit: Callable[..., Page], scenario: str):
    player = sat_down(server, visit, scenario)
    page = player.page
    if player.ask == "initiative":
        type_choice(player, "caps 0")
    player.whole_board()
    page.locator(OWN).first.hover()
    tools = page.evaluate(TOOLS)
    assert len(tools) >= 3
    for kind, key in tools:
        page.keyboard.press(key)
        page.wait_for_selector(f'[data-tool="{kind}"][aria-pressed="true"]')
        page.wait_for_selector("#legend b[lang='en']")
        page.keyboard.press(key)
        page.wait_for_selector("#legend", state="detached")


@pytest.mark.parametrize("scenario", GAMES)
def test_a_reload_finds_the_decision_again(server: Server, visit: Callable[..., Page], scenario: str):
    player = sat_down(server, visit, scenario)
    BriefMouse(player).step(player.offers())
    page = player.page
    page.reload()
    player.wait()
    before = (player.ask, player.prompt, player.log())
    page.reload()
    player.wait()
    assert (player.ask, player.prompt, player.log()) == before


@pytest.mark.parametrize("scenario", GAMES)
def test_the_curtain_falls_between_two_people(server: Server, visit: Callable[..., Page], scenario: str):
    page = visit("about:blank")
    frames = Frames(page)
    made = server.lay(dict.fromkeys(SIDES, "human"), scenario)
    page.goto(server.address + made["url"])
    player = Player(page, made["id"])
    assert player.wait() == "curtain"
    assert frames.scenes == [] and page.evaluate(COVERED)
    player.draw_curtain()
    first = frames.scenes[-1]["seat"]
    robot = BriefMouse(player)
    robot.acted = robot.actions
    while player.wait() == "yours":
        robot.step(player.offers())
    assert player.wait() == "curtain" and page.evaluate(COVERED)
    assert {scene["seat"] for scene in frames.scenes} == {first}
    player.draw_curtain()
    assert frames.scenes[-1]["seat"] != first


def counters(scene: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {stack["place"]["id"]: stack["counters"] for stack in scene["stacks"]}


def hidden_from(scene: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """Names of counters that one scene shows and the other only as unknown."""
    unknown = [place for place, found in counters(other).items() if any(one.get("anonymous") for one in found)]
    own = counters(scene)
    return [one["id"] for place in unknown for one in own.get(place, []) if not one.get("anonymous")]


@pytest.mark.parametrize("scenario", SECRETIVE)
def test_each_of_two_screens_knows_only_its_own(server: Server, visit: Callable[..., Page], scenario: str):
    made = server.lay(dict.fromkeys(SIDES, "human"), scenario)
    frames = {}
    for seat in SIDES:
        page = visit("about:blank")
        frames[seat] = Frames(page)
        page.goto(server.address + made["invite"][seat])
        page.wait_for_selector(LAID)
        page.evaluate(FRAMES)
    for seat, other in (SIDES, SIDES[::-1]):
        own, theirs = frames[seat].scenes[-1], frames[other].scenes[-1]
        assert own["seat"] == seat
        assert own["choices"] == [] or own["ask"]["yours"]
        for hand in own["hands"]:
            assert hand["yours"] or not hand["hidden"] or hand["cards"] == [], "another's cards are not sent"
        for name in hidden_from(theirs, own):
            assert not any(f'"{name}"' in text for text in frames[seat].texts), f"{seat} knows {name}"
    scenes = {seat: frames[seat].scenes[-1] for seat in SIDES}
    secrets = [name for pair in (SIDES, SIDES[::-1]) for name in hidden_from(*(scenes[seat] for seat in pair))]
    cards = [hand for seat in SIDES for hand in scenes[seat]["hands"] if hand["hidden"]]
    assert secrets or cards, "there is something to keep"
