"""Pictures of every page at three sizes, light and dark, into docs/screenshots: `make screenshots`.

A server of its own with dice that always fall alike is started, tables are laid and brought to a telling moment by the
computer, and each page is looked at in headless Chromium.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.player import Player  # noqa: E402

import balka  # noqa: E402
from balka.table.dice import LiveDice  # noqa: E402
from balka.table.table import Table  # noqa: E402

OUT = ROOT / "docs" / "screenshots"
SIZES = {"desk": (1440, 900), "laptop": (1024, 768), "phone": (390, 844)}
THEMES = ("light", "dark")
PATIENCE = 60_000  # milliseconds
STILL, STILL_TRIES = 3_000, 12  # milliseconds between looks, and how often to look
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")

Show = Callable[[Page, str], None]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("names", nargs="*", help=f"only these pages: {', '.join(PAGES)}")
    asked.add_argument("--size", choices=SIZES, help="only this size")
    asked.add_argument("--theme", choices=THEMES, help="only this light")
    args = asked.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        serve = [sys.executable, str(ROOT / "tests" / "browser" / "serve.py"), home, "0"]
        server = subprocess.Popen(serve, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            address = next(word for word in server.stdout.readline().split() if word.startswith("http://")).rstrip("/")
            with sync_playwright() as playwright:
                path = next(filter(None, map(shutil.which, CHROMIUM)), None)
                browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
                sizes, themes = [args.size] if args.size else list(SIZES), [args.theme] if args.theme else list(THEMES)
                take_all(browser, address, args.names or list(PAGES), sizes, themes)
        finally:
            server.kill()


def take_all(browser: Browser, address: str, names: list[str], sizes: list[str], themes: list[str]) -> None:
    for name in names:
        for size in sizes:
            for theme in themes:
                take(browser, address, name, size, theme)


def take(browser: Browser, address: str, name: str, size: str, theme: str) -> None:
    """One picture."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme,  # type: ignore[arg-type]
                                  reduced_motion="reduce")  # fmt: skip
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    try:
        PAGES[name](page, address)
        (OUT / f"{name}-{size}-{theme}.jpg").write_bytes(settled(page))
        print(f"{name}-{size}-{theme}", flush=True)
    finally:
        context.close()


def settled(page: Page) -> bytes:
    """The page once nothing changes any more: maps are drawn roughly at first and finely after a while."""
    before = b""
    for _ in range(STILL_TRIES):
        page.wait_for_timeout(STILL)
        now = page.screenshot(type="jpeg", quality=82)
        if now == before:
            break
        before = now
    return before or now


# -- the pages


def lobby(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_load_state("networkidle")


def lay(address: str, scenario: str, seats: dict[str, str], record: str | None = None) -> dict[str, Any]:
    """A table as the lobby asks for it; where a record is given, it goes on from there."""
    wish = {"scenario": scenario, "seats": seats, "options": {}, **({"record": record} if record else {})}
    made: dict[str, Any] = httpx.post(f"{address}/api/tables", json=wish).raise_for_status().json()
    return made


def table(scenario: str, mine: str, other: str, *clicks: str) -> Show:
    """A table against the computer at a decision of the person, some offers clicked: counter, hex, facing or button."""

    def show(page: Page, address: str) -> None:
        page.goto(address + lay(address, scenario, {mine: "human", other: "greedy"})["url"])
        player = Player(page)
        player.wait()
        for kind in clicks:
            found = player.offers(kind)
            if found:
                player.click(found[0])
        page.mouse.move(2, 2)

    return show


@cache
def reached(scenario: str, kind: str, turn: int) -> str:
    """The record of a game between computers up to a question of this kind to the German side."""
    game, found = balka.scenario(scenario)
    state = game.start(found.key, {})
    play = Table(state, dict.fromkeys(state.setting.seats, "greedy"), dice=LiveDice(bytes(32)), rng=Random(3))
    while True:
        ask = play.state.asks[0]
        if (ask.seat, ask.kind) == ("german", kind) and play.state.turn >= turn and play.due and play.due.kind == "bot":
            return play.record()
        play.go_on()


def moment(scenario: str, kind: str, turn: int, click: str = "", key: str = "") -> Show:
    """A table at a telling moment, a choice made or a key pressed."""

    def show(page: Page, address: str) -> None:
        seats = {"german": "human", "soviet": "greedy"}
        page.goto(address + lay(address, scenario, seats, reached(scenario, kind, turn))["url"])
        player = Player(page)
        player.wait()
        for offer in [each for each in player.offers() if click and each["choice"].startswith(click)][-1:]:
            player.click(offer)
        if key:
            page.keyboard.press(key)
        page.mouse.move(2, 2)

    return show


def lesson(game: str) -> Show:
    """The recommended lesson, begun with one click."""

    def show(page: Page, address: str) -> None:
        lobby(page, address)
        page.locator(f"[data-game='{game}'] [data-lesson]").first.click()
        Player(page).wait()

    return show


def replay(page: Page, address: str) -> None:
    """A game between computers, told again from its middle."""
    made = lay(address, "sos/courier", {"german": "random", "soviet": "random"})
    for _ in range(120):
        if httpx.get(f"{address}/api/tables/{made['id']}").json().get("over"):
            break
        page.wait_for_timeout(500)
    page.goto(f"{address}/replay/{made['id']}")
    page.wait_for_load_state("networkidle")


def at(path: str) -> Show:
    def show(page: Page, address: str) -> None:
        page.goto(address + path)
        page.wait_for_load_state("networkidle")

    return show


PAGES: dict[str, Show] = {
    "lobby": lobby,
    "lesson": lesson("sos"),
    "storms-of-steel": table("sos/courier", "german", "soviet"),
    "decision": table("sos/courier", "german", "soviet", "tray", "hex"),
    "hidden": table("sos/ravines", "soviet", "german"),
    "awakening-the-bear": table("atb/mir", "german", "soviet", "counter"),
    "kursk": table("kursk/prokhorovka", "german", "soviet", "counter"),
    "grossdeutschland": table("gd/lutchessa", "german", "soviet"),
    "attack": moment("kursk/kursk", "combat.phase", 1, click="attack"),
    "dawn": moment("kursk/kursk", "air", 2, key="y"),
    "activation": moment("gd/lutchessa", "activation", 1),
    "scenario": at("/scenario/kursk/kursk"),
    "replay": replay,
    "rules": at("/rules/kursk/kursk-c5-5.3.7-a"),
    "dice": at("/dice"),
}


if __name__ == "__main__":
    main()
